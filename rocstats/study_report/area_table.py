"""Table of areas under the curve: every test with scores, and a second interval where one is called for."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Column, Row, Table, TableCell
from rocstats.document.inline import Content, Quoted, joined
from rocstats.investigation.area_results import scored_tests
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.report.wording import for_report
from rocstats.study_report.accuracy_notes import drawn_note, method_note, not_estimable, population
from rocstats.study_report.accuracy_tables import goal_of
from rocstats.study_report.measure_words import with_condition, without_condition
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen, named
from rocstats.study_report.row_words import rows_word

_SECOND = (
    "Where a group is small or the area lies at an end of its range, a second interval stands below that of the plan: "
    "the one that covered such areas best in simulations, or Newcombe's."
)


def area_table(findings: Findings, pen: Pen) -> Table | None:
    """Write the table, or nothing if no test has scores."""
    tests = scored_tests(findings.investigation)
    if not tests:
        return None
    shown = [test for test in tests if pen.has(f"auc.{test.key}.estimate")]
    places = pen.decimals([f"auc.{test.key}.estimate" for test in shown]) if shown else None
    goals = any(goal_of(findings.plan, test, "auc") for test in tests)
    analyses = [f"auc.{test.key}" for test in tests]
    beside = [f"{one}.beside" for one in analyses if f"{one}.beside.estimate" in pen.table]
    rows = [row for test in tests for row in _rows(findings, pen, test, places, goals)]
    notes: list[Content] = [
        f"{rows_word(findings).capitalize()} with a score of the test; a tied pair counts one half.",
        method_note(pen, [("for the area", analyses)]),
        _SECOND if beside else "",
        drawn_note(pen, [*analyses, *beside]),
        *_left_out(pen, tests),
        *_below_one_half(findings, pen, tests),
        *((("P: of the claim of the plan about this area", pen.see("decisions"), "."),) if goals else ()),
        "\u2013: does not apply." if any(NOT_APPLICABLE in row.cells for row in rows) else "",
        *not_estimable(pen, analyses, words=for_report),
        (
            "n+: number ",
            with_condition(findings.plan, inside=True),
            "; n\u2212: number ",
            without_condition(findings.plan, inside=True),
            "; AUC: area under the curve; SE: standard error; CI: confidence interval.",
        ),
    ]
    return Table(
        id="areas",
        caption="Area under the ROC curve",
        sub=(population(findings), "."),
        columns=(
            Column("Test", "text"),
            Column("n+"),
            Column("n\u2212"),
            Column("AUC"),
            Column("SE"),
            Column((pen.level(f"auc.{tests[0].key}"), "% CI"), "interval"),
            Column("Method", "text", gap=True),
            *((Column("Goal"), Column("P")) if goals else ()),
        ),
        rows=tuple(rows),
        notes=tuple(note for note in notes if note),
        size="wide",
        place="14.2",
    )


def _rows(findings: Findings, pen: Pen, test: TestColumn, places: int | None, goals: bool) -> Iterator[Row]:
    analysis = f"auc.{test.key}"
    sizes = tuple(_or_dash(pen, f"{analysis}.{stat}") for stat in ("n-cases", "n-controls"))
    claim = goal_of(findings.plan, test, "auc")
    tested: tuple[TableCell, ...] = ()
    if goals:
        p: Content = pen.value(f"hyp.{claim}.p-value") if pen.has(f"hyp.{claim}.p-value") else NOT_APPLICABLE
        tested = (pen.value(f"plan.{claim}.goal"), p) if claim else (NOT_APPLICABLE, NOT_APPLICABLE)
    yield Row(named(test.name), (*sizes, *_cells(pen, analysis, places), *tested))
    if f"{analysis}.beside.estimate" in pen.table:
        cells = _cells(pen, f"{analysis}.beside", places)
        yield Row(
            "second interval", (*sizes, *cells, *((NOT_APPLICABLE, NOT_APPLICABLE) if goals else ())), indent=True
        )


def _cells(pen: Pen, analysis: str, places: int | None) -> tuple[TableCell, ...]:
    card = pen.table.row(f"{analysis}.estimate").about.method
    return (
        pen.value(f"{analysis}.estimate", decimals=places),
        _or_dash(pen, f"{analysis}.std-error"),
        pen.limits(analysis, decimals=places),
        NOT_APPLICABLE if card is None else Quoted(card.name, "method"),
    )


def _or_dash(pen: Pen, identity: str) -> Content:
    return pen.value(identity) if identity in pen.table else NOT_APPLICABLE


def _left_out(pen: Pen, tests: tuple[TestColumn, ...]) -> Iterator[Content]:
    rows = [(test, f"auc.{test.key}.n-left-out") for test in tests]
    having = [(pen.value(row), " of ", named(test.name)) for test, row in rows if row in pen.table and pen.number(row)]
    if having:
        yield ("Left out, for they have no result that is a score: ", *joined(having), ".")


def _below_one_half(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> Iterator[Content]:
    below = [test for test in tests if 0 <= (pen.number(f"auc.{test.key}.estimate") or 1) < 0.5]
    if below and not pen.shell:
        yield (
            "The area of ",
            *joined([named(test.name) for test in below]),
            f" is below one half: {rows_word(findings)} ",
            without_condition(findings.plan, inside=True),
            " tend to score on the positive side. The direction is that of the plan and was not turned.",
        )
