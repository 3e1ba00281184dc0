"""Tables of test result by truth, at the stated thresholds."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.document.blocks import Column, ColumnGroup, Row, Table
from rocstats.document.inline import Content
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.accuracy_notes import handling_notes, population
from rocstats.study_report.measure_words import with_condition, without_condition
from rocstats.study_report.pen import Pen

ACROSS = 3
_ROWS = (
    ("Positive", ("tp", "fp", "n-positive"), False),
    ("Negative", ("fn", "tn", "n-negative"), False),
    ("Total", ("n-cases", "n-controls", "total"), True),
)


def crossed_tests(findings: Findings) -> tuple[TestColumn, ...]:
    """Give the tests that have a cross-tabulation: those with calls or a threshold."""
    return tuple(test for test in findings.investigation.tests if f"crosstab.{test.key}.total" in findings.table)


def side_by_side(tests: Sequence[TestColumn]) -> list[tuple[TestColumn, ...]]:
    """Give the tests of each table: up to three together, more of them one by one."""
    if not tests:
        return []
    return [tuple(tests)] if len(tests) <= ACROSS else [(test,) for test in tests]


def crosstab_id(tests: Sequence[TestColumn], key: str) -> str:
    """Name the table that holds the cross-tabulation of a test: that of the first of those beside each other."""
    held = next(part for part in side_by_side(tests) if any(test.key == key for test in part))
    return f"crosstab-{held[0].key}"


def crosstab_tables(findings: Findings, pen: Pen) -> list[Table]:
    """Write the cross-tabulations."""
    return [_table(findings, pen, tests) for tests in side_by_side(crossed_tests(findings))]


def _whose(plan: StudyPlan, *, short: bool) -> tuple[Content, ...]:
    """Say which groups the columns are."""
    if plan.agreement and short:
        return ("positive (C+) and negative (C\u2212) by the comparator",)
    return (with_condition(plan, inside=True), " and ", without_condition(plan, inside=True))


def _table(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> Table:
    plan = findings.plan
    heads: tuple[Content, Content] = (with_condition(plan), without_condition(plan))
    if len(tests) > 1:
        # Three times the name of the condition leaves no room for the counts.
        heads = ("C+", "C\u2212") if plan.agreement else ("With", "Without")
    groups = (*(Column(head) for head in heads), Column("Total"))
    columns: tuple[Column | ColumnGroup, ...] = tuple(ColumnGroup(pen.rule(test), groups) for test in tests)
    caption: Content = "Cross-tabulation at the stated threshold" + ("s" if len(tests) > 1 else "")
    if not any(test.part.threshold for test in tests):
        caption = "Cross-tabulation of results"
    return Table(
        id=f"crosstab-{tests[0].key}",
        caption=caption,
        sub=(population(findings), "; number ", *_whose(plan, short=len(tests) > 1), "."),
        columns=(Column("Test result", "text"), *columns),
        rows=tuple(
            Row(
                name,
                tuple(pen.value(f"crosstab.{test.key}.{stat}") for test in tests for stat in stats),
                total=total,
            )
            for name, stats, total in _ROWS
        ),
        notes=tuple(handling_notes(findings, pen, tests)),
        size="wide" if len(tests) > 1 else "normal",
        place="14.2",
    )
