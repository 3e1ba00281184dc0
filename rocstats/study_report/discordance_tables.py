"""Tables of two tests crossed with each other, apart for those with and without the condition."""

from __future__ import annotations

from rocstats.document.blocks import Column, ColumnGroup, Row, Table, TableCell
from rocstats.document.inline import Content
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_report.measure_words import with_condition, without_condition
from rocstats.study_report.pen import Pen, named

# With more pairs of tests than this, one table has a row for each.
_MOST_TABLES = 3
_GROUPS = ("cases", "controls")


def discordance_tables(findings: Findings, pen: Pen) -> tuple[Table, ...]:
    """Write a table for each pair of tests that were counted against each other, or one for many pairs."""
    pairs = [pair for pair in findings.investigation.pairs() if _counted(pair, pen)]
    if len(pairs) > _MOST_TABLES:
        return (_of_many(findings, pen, pairs),)
    return tuple(_of_one(findings, pen, first, second) for first, second in pairs)


def pair_key(first: TestColumn, second: TestColumn) -> str:
    """Give the part of ids that stands for a pair of tests."""
    return f"{first.key}-{second.key}"


def pair_name(first: TestColumn, second: TestColumn) -> Content:
    """Name the difference of a pair: first minus second."""
    return (named(first.name), " \u2212 ", named(second.name))


def _counted(pair: tuple[TestColumn, TestColumn], pen: Pen) -> bool:
    return f"discordance.{pair_key(*pair)}.cases.total" in pen.table


def _of_one(findings: Findings, pen: Pen, first: TestColumn, second: TestColumn) -> Table:
    at = f"discordance.{pair_key(first, second)}"
    groups = [
        ColumnGroup(
            (
                named(second.name),
                ", ",
                header(findings.plan, inside=True),
                ", N\u00a0=\u00a0",
                pen.value(f"{at}.{group}.total"),
            ),
            (Column("Positive"), Column("Negative"), Column("Total")),
        )
        for group, header in zip(_GROUPS, (with_condition, without_condition), strict=True)
    ]
    cells = (
        ("Positive", ("both-positive", "first-only", "first-positive"), False),
        ("Negative", ("second-only", "both-negative", "first-negative"), False),
        ("Total", ("second-positive", "second-negative", "total"), True),
    )
    return Table(
        id=f"discordance-{pair_key(first, second)}",
        caption=("Results of ", named(first.name), " and ", named(second.name), " crossed"),
        sub=(_population(findings), " Positive: ", _rule(pen, first), "; ", _rule(pen, second), "."),
        columns=(Column(named(first.name), "text"), *groups),
        rows=tuple(
            Row(name, tuple(pen.value(f"{at}.{group}.{stat}") for group in _GROUPS for stat in stats), total=total)
            for name, stats, total in cells
        ),
        place="14.2",
    )


def _of_many(findings: Findings, pen: Pen, pairs: list[tuple[TestColumn, TestColumn]]) -> Table:
    stats = ("both-positive", "first-only", "second-only", "both-negative", "total")
    heads = ("Both positive", "First only", "Second only", "Both negative", "Total")
    rows = []
    for first, second in pairs:
        at = f"discordance.{pair_key(first, second)}"
        cells: tuple[TableCell, ...] = tuple(pen.value(f"{at}.{group}.{stat}") for group in _GROUPS for stat in stats)
        rows.append(Row((named(first.name), ", ", named(second.name)), cells))
    return Table(
        id="discordance-pairs",
        caption="Results of each two tests crossed",
        sub=(_population(findings), " First, second: the tests in the order in which they name the row."),
        columns=(
            Column("Tests", "text"),
            *(
                ColumnGroup(header(findings.plan), tuple(Column(head) for head in heads))
                for header in (with_condition, without_condition)
            ),
        ),
        rows=tuple(rows),
        size="wide",
        place="14.2",
    )


def _rule(pen: Pen, test: TestColumn) -> Content:
    return (pen.rule(test), " as called") if test.part.has_calls else pen.rule(test)


def _population(findings: Findings) -> Content:
    return ("Analysis set: ", named(findings.investigation.primary), ", those whom both tests call.")
