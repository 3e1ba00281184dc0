"""Table of agreement with a comparator: PPA, NPA, overall agreement with both of them, kappa with both margins."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Column, ColumnGroup, Row, RowGroup, Table, TableCell
from rocstats.document.inline import Content
from rocstats.investigation.findings import Findings
from rocstats.report.wording import for_report
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.accuracy_notes import (
    handling_notes,
    method_note,
    not_estimable,
    origin_notes,
    population,
    small_groups,
)
from rocstats.study_report.accuracy_tables import goal_cells, goal_columns, goal_note, goal_of
from rocstats.study_report.crosstab_tables import crossed_tests
from rocstats.study_report.measure_words import abbreviations, short, word
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen

_MEASURES = ("sensitivity", "specificity", "accuracy")
_MARGINS = (("test-positive", "Positive by the test"), ("comparator-positive", "Positive by the comparator"))


def agreement_table(findings: Findings, pen: Pen) -> Table | None:
    """Write the table of agreement: a group of rows for each test."""
    tests = crossed_tests(findings)
    if not tests:
        return None
    plan = findings.plan
    goals = any(goal_of(plan, test, measure) for test in tests for measure in _MEASURES)
    shares = [f"acc.{test.key}.{measure}" for test in tests for measure in _MEASURES]
    exact = [f"acc.{t.key}.exact.{m}" for t in tests for m in _MEASURES if f"acc.{t.key}.exact.{m}.n" in pen.table]
    kappas = [f"agree.{test.key}.kappa" for test in tests]
    columns = [Column("n/N"), Column("Estimate", aligned=True)]
    columns.append(Column((pen.level(shares[0]), "% CI"), "interval", aligned=True))
    columns += goal_columns(plan) if goals else []
    groups: tuple[Column | ColumnGroup, ...] = (Column("Measure", "text"), *columns)
    rows: list[Row | RowGroup] = []
    for test in tests:
        header: Content = ("N = ", pen.value(f"crosstab.{test.key}.total"))
        claims = [goal_of(plan, test, measure) for measure in _MEASURES] if goals else None
        mine = tuple(_rows(plan, pen, test.key, claims))
        rows += [RowGroup(pen.rule(test), mine, header)] if len(tests) > 1 else mine
    notes: list[Content] = [
        "The comparator is not a reference standard: the table says how often a test agrees with it, not how often the "
        "test is right.",
        method_note(pen, [("for proportions", shares), ("for kappa", kappas)]),
        *((small_groups(plan), method_note(pen, [("for the rows so named", exact)])) if exact else ()),
        *((goal_note(plan, pen),) if goals else ()),
        _design_note(findings),
        *handling_notes(findings, pen, tests),
        *origin_notes(findings, pen, tests),
        "\u2013: does not apply.",
        *not_estimable(pen, [*shares, *kappas], words=for_report),
        abbreviations("PPA", "NPA", "CI"),
    ]
    return Table(
        id="agreement",
        caption="Agreement with the comparator",
        sub=(population(findings), *(("; ", header) if len(tests) == 1 else ()), "; proportions in percent."),
        columns=groups,
        rows=tuple(rows),
        notes=tuple(note for note in notes if note),
        group_header="Test" if len(tests) > 1 else "",
        size="wide" if goals else "normal",
        place="14.2",
    )


def _rows(plan: StudyPlan, pen: Pen, key: str, goals: list[str] | None) -> Iterator[Row]:
    for place, measure in enumerate(_MEASURES):
        words, brief = word(plan, measure), short(plan, measure)
        cells = _cells(pen, f"acc.{key}.{measure}")
        yield Row(words if words == brief else f"{words} ({brief})", (*cells, *_goal(pen, goals, place)))
        if f"acc.{key}.exact.{measure}.n" in pen.table:
            beside = _cells(pen, f"acc.{key}.exact.{measure}")
            yield Row("exact interval", (*beside, *_goal(pen, goals, None)))
    yield Row(word(plan, "kappa"), (*_cells(pen, f"agree.{key}.kappa"), *_goal(pen, goals, None)), rule=True)
    for part, words in _MARGINS:
        if f"agree.{key}.{part}.n" in pen.table:
            yield Row(words, (*_cells(pen, f"agree.{key}.{part}"), *_goal(pen, goals, None)))


def _cells(pen: Pen, analysis: str) -> tuple[TableCell, ...]:
    share = pen.fraction(analysis) if f"{analysis}.n" in pen.table else NOT_APPLICABLE
    limits = pen.limits(analysis) if f"{analysis}.conf-low" in pen.table else NOT_APPLICABLE
    return share, pen.value(f"{analysis}.estimate"), limits


def _goal(pen: Pen, goals: list[str] | None, place: int | None) -> tuple[TableCell, ...]:
    if goals is None:
        return ()
    claim = "" if place is None else goals[place]
    return goal_cells(pen, claim)


def _design_note(findings: Findings) -> Content:
    design = findings.plan.design.type
    if design == "case-control":
        return (
            "A case-control design fixes how many are positive by the comparator; overall agreement and kappa depend "
            "on that share."
        )
    unsure = "" if design else " The plan states no design, so that share may have been fixed by it."
    return "Overall agreement and kappa depend on how many are positive; both margins stand below kappa." + unsure
