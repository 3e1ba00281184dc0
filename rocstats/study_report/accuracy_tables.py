"""Tables of accuracy at the stated thresholds: every measure with its interval, and the goals that the plan states.

A test of which the plan claims something has a table of its own, with goal, p-value and whether it is met. The others
stand beside each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocstats.document.blocks import Column, ColumnGroup, Row, Table, TableCell
from rocstats.document.inline import Content, joined
from rocstats.investigation.column_of_test import TestColumn
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
from rocstats.study_report.crosstab_tables import crossed_tests, side_by_side
from rocstats.study_report.measure_words import abbreviations, short, word
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen, named

_PERCENT = ("sensitivity", "specificity", "ppv", "npv", "accuracy", "balanced-accuracy")
_RATIOS = ("lr-positive", "lr-negative", "odds-ratio")
_ROWS = (*_PERCENT, "youden", *_RATIOS)
_BY_SHARE = ("ppv", "npv", "accuracy")
_RULED = ("ppv", "balanced-accuracy", "lr-positive")
_EXACT = ("sensitivity", "specificity")


def accuracy_tables(findings: Findings, pen: Pen) -> list[Table]:
    """Write the tables of accuracy in the order of the tests."""
    tables = [_table(findings, pen, tests) for tests in _parts(findings)]
    return sorted(tables, key=lambda table: int(table.id.rsplit("-t", 1)[1]))


def accuracy_id(findings: Findings, key: str) -> str:
    """Name the table that holds the accuracy of a test."""
    return next(f"accuracy-{part[0].key}" for part in _parts(findings) if any(test.key == key for test in part))


def goal_of(plan: StudyPlan, test: TestColumn, measure: str) -> str:
    """Name the claim about a measure of one test ("h1"), or nothing."""
    name = measure.replace("-", "_")
    for place, claim in enumerate(plan.hypotheses, 1):
        if claim.test == test.name and claim.measure == name and claim.goal is not None:
            return f"h{place}"
    return ""


def shown_measures(plan: StudyPlan) -> tuple[str, ...]:
    """Give the measures that the design lets a table show."""
    case_control = plan.design.type == "case-control"
    return tuple(measure for measure in _ROWS if not (case_control and measure in _BY_SHARE))


def _parts(findings: Findings) -> list[tuple[TestColumn, ...]]:
    tests = crossed_tests(findings)
    alone = [
        test for test in tests if any(goal_of(findings.plan, test, name) for name in shown_measures(findings.plan))
    ]
    return [*((test,) for test in alone), *side_by_side([test for test in tests if test not in alone])]


def _table(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> Table:
    plan = findings.plan
    measures = shown_measures(plan)
    goals = len(tests) == 1 and any(goal_of(plan, tests[0], measure) for measure in measures)
    first = f"acc.{tests[0].key}.sensitivity"
    columns = [Column("n/N"), Column("Estimate", aligned=True)]
    columns.append(Column((pen.level(first), "% CI"), "interval", aligned=True))
    if goals:
        columns += goal_columns(plan)
    analyses = [f"acc.{test.key}.{measure}" for test in tests for measure in measures]
    exact = [f"acc.{test.key}.exact.{measure}" for test in tests for measure in _EXACT]
    exact = [analysis for analysis in exact if f"{analysis}.estimate" in pen.table]
    used = (*(short(plan, measure) for measure in measures if measure not in _EXACT), "CI")
    notes: list[Content] = [
        method_note(pen, _groups(analyses)),
        *((small_groups(plan), method_note(pen, [("for the rows so named", exact)])) if exact else ()),
        *((goal_note(plan, pen),) if goals else ()),
        _design_note(findings, pen, tests),
        *handling_notes(findings, pen, tests),
        *origin_notes(findings, pen, tests),
        *(("\u2013: does not apply.",)),
        *not_estimable(pen, analyses, words=for_report),
        abbreviations(*used),
    ]
    together = len(tests) > 1
    groups = tuple(ColumnGroup((pen.rule(test), ", ", _size(pen, test)), tuple(columns)) for test in tests)
    return Table(
        id=f"accuracy-{tests[0].key}",
        caption="Accuracy at the stated thresholds" if together else ("Accuracy of ", pen.rule(tests[0])),
        sub=(
            population(findings),
            "; proportions in percent" if together else ("; ", _size(pen, tests[0]), "; proportions in percent"),
            ".",
        ),
        columns=(Column("Measure", "text"), *(groups if together else tuple(columns))),
        rows=tuple(_rows(plan, pen, tests, measures, goals)),
        notes=tuple(note for note in notes if note),
        size="wide" if together or goals else "normal",
        place="14.2",
    )


def _size(pen: Pen, test: TestColumn) -> Content:
    return ("N = ", pen.value(f"crosstab.{test.key}.total"))


def _rows(
    plan: StudyPlan, pen: Pen, tests: Sequence[TestColumn], measures: Sequence[str], goals: bool
) -> Iterator[Row]:
    for measure in measures:
        cells = [cell for test in tests for cell in _cells(pen, f"acc.{test.key}.{measure}")]
        if goals:
            cells += goal_cells(pen, goal_of(plan, tests[0], measure))
        yield Row(_name(plan, measure), tuple(cells), rule=measure in _RULED, nowrap=True)
        if measure in _EXACT and any(f"acc.{test.key}.exact.{measure}.estimate" in pen.table for test in tests):
            beside = [cell for test in tests for cell in _cells(pen, f"acc.{test.key}.exact.{measure}")]
            yield Row("exact interval", (*beside, *((NOT_APPLICABLE,) * 3 if goals else ())), indent=True)


def _name(plan: StudyPlan, measure: str) -> Content:
    return word(plan, measure) if measure in _EXACT else short(plan, measure)


def _cells(pen: Pen, analysis: str) -> tuple[TableCell, ...]:
    if f"{analysis}.estimate" not in pen.table:
        return (NOT_APPLICABLE,) * 3
    share = pen.fraction(analysis) if f"{analysis}.n" in pen.table else NOT_APPLICABLE
    places = None
    if pen.has(f"{analysis}.estimate") and pen.table.row(f"{analysis}.estimate").kind != "ratio":
        places = pen.decimals([f"{analysis}.{stat}" for stat in ("estimate", "conf-low", "conf-high")])
    return share, pen.value(f"{analysis}.estimate", decimals=places), pen.limits(analysis, decimals=places)


def goal_columns(plan: StudyPlan) -> tuple[Column, ...]:
    """Give the columns of goals."""
    return Column("Goal"), Column("One-sided P" if _one_sided(plan) else "P"), Column("Met", "text", gap=True)


def goal_note(plan: StudyPlan, pen: Pen) -> Content:
    """Say whose goals they are, and of which side their p-values are."""
    p = "one-sided P" if _one_sided(plan) else "P"
    return (f"Goal, in percent, and {p}: of the claims of the plan", pen.see("decisions"), ".")


def _one_sided(plan: StudyPlan) -> bool:
    return all(claim.alternative != "two-sided" for claim in plan.hypotheses if claim.goal is not None)


def goal_cells(pen: Pen, claim: str) -> tuple[TableCell, ...]:
    """Give goal, p-value and decision of a claim; dashes where there is none."""
    if not claim:
        return (NOT_APPLICABLE,) * 3
    p: Content = pen.value(f"hyp.{claim}.p-value") if pen.has(f"hyp.{claim}.p-value") else NOT_APPLICABLE
    met = pen.word(f"hyp.{claim}.decision") if pen.has(f"hyp.{claim}.decision") else NOT_APPLICABLE
    return pen.value(f"plan.{claim}.goal"), p, "xx" if pen.shell else met.capitalize()


def _groups(analyses: Sequence[str]) -> tuple[tuple[str, list[str]], ...]:
    def of(measures: Sequence[str]) -> list[str]:
        return [analysis for analysis in analyses if analysis.rsplit(".", 1)[1] in measures]

    return (
        ("for proportions", of(_PERCENT[:-1])),
        ("for likelihood ratios and the odds ratio", of(_RATIOS)),
        (
            "for balanced accuracy and the Youden index, from the intervals of sensitivity and specificity",
            of(("balanced-accuracy", "youden")),
        ),
    )


def _design_note(findings: Findings, pen: Pen, tests: Sequence[TestColumn]) -> Content:
    """Say for which prevalence predictive values hold, or why they are not shown."""
    design = findings.plan.design.type
    if design == "case-control":
        return (
            "Predictive values and accuracy are not shown: a case-control design fixes the share of participants with "
            "the condition, so they follow only from a stated prevalence",
            pen.see("predictive"),
            ".",
        )
    known = [t for t in tests if pen.shell or pen.number(f"crosstab.{t.key}.total")]
    if not known:
        return ""
    shares = joined(
        [
            (
                (pen.value(f"crosstab.{t.key}.n-cases"), "/", pen.value(f"crosstab.{t.key}.total")),
                " for ",
                named(t.name),
            )
            if len(tests) > 1
            else (pen.value(f"crosstab.{t.key}.n-cases"), "/", pen.value(f"crosstab.{t.key}.total"))
            for t in known
        ]
    )
    unsure = "" if design else " The plan states no design, so this share may have been fixed by it."
    return (
        "Predictive values and accuracy hold for the share with the condition in this study, ",
        *shares,
        pen.see("predictive"),
        ".",
        unsure,
    )
