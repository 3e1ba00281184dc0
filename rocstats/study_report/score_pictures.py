"""Scores of the tests by condition: pictures with the stated threshold, and a table of their quartiles."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.data.sample import Sample
from rocstats.document.blocks import Block, Column, Figure, Paragraph, Picture, Row, RowGroup, Table
from rocstats.document.figure_style import svg
from rocstats.document.inline import Content, CrossRef, joined
from rocstats.document.scores_figure import ScorePanel, plot_scores, score_panels
from rocstats.investigation.area_results import sample_of, scored_tests
from rocstats.investigation.column_description import decimals_of
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_report.baseline_tables import group_name, population_of, quartile_note, summary_decimals
from rocstats.study_report.measure_words import reference_word
from rocstats.study_report.pen import Pen, named

_FIGURE, _TABLE = "scores", "scores-summary"
_PANELS = 3
_STATS = ("n", "median", "q1", "q3", "min", "max")


def score_blocks(findings: Findings, pen: Pen) -> list[Block]:
    """Write table and figures of the tests that have scores, or nothing."""
    tests = scored_tests(findings.investigation)
    if not tests:
        return []
    figures = [] if pen.shell else _figures(findings, pen, tests)
    where = CrossRef(_TABLE, *(figure.id for figure in figures))
    said: list[Content] = ["Scores by the result of the ", reference_word(findings.plan), " are in ", where, "."]
    drawn = {test.key for test, sample in _samples(findings, tests) if sample is not None}
    if undrawn := [named(test.name) for test in tests if test.key not in drawn]:
        said += [" Not drawn, for a group has no scores: ", *joined(undrawn), "."]
    return [Paragraph(tuple(said)), _table(findings, pen, tests), *figures]


def _samples(findings: Findings, tests: Sequence[TestColumn]) -> list[tuple[TestColumn, Sample | None]]:
    return [(test, sample_of(findings.investigation, test)[0]) for test in tests]


def _figures(findings: Findings, pen: Pen, tests: Sequence[TestColumn]) -> list[Figure]:
    """Draw the tests of which both groups have scores, so many to a figure that each is a page at most."""
    held = [(test, sample) for test, sample in _samples(findings, tests) if sample is not None]
    figures = []
    for place, start in enumerate(range(0, len(held), _PANELS), 1):
        part = held[start : start + _PANELS]
        identity = _FIGURE if place == 1 else f"{_FIGURE}-{place}"

        def draw(part: Sequence[tuple[TestColumn, Sample]] = part) -> Picture:
            panels = [_panel(findings, sample) for _, sample in part]
            return Picture(svg(plot_scores(panels)), _alt(findings, pen, [test for test, _ in part]))

        figures.append(
            Figure(
                id=identity,
                pictures=(pen.picture(identity, draw),),
                caption=("Scores of ", *joined([named(test.name) for test, _ in part])),
                sub=tuple(_explained(findings, [test for test, _ in part])),
                place="14.2",
            )
        )
    return figures


def _panel(findings: Findings, sample: Sample) -> ScorePanel:
    (panel,) = score_panels(sample)
    groups = ("Positive", "Negative") if findings.plan.agreement else ("With", "Without")
    return ScorePanel(
        test=panel.test,
        cases=panel.cases,
        controls=panel.controls,
        case_counts=panel.case_counts,
        control_counts=panel.control_counts,
        groups=groups,
    )


def _explained(findings: Findings, tests: Sequence[TestColumn]) -> list[Content]:
    heads = (group_name(findings, "cases"), group_name(findings, "controls"))
    said: list[Content] = ["Filled, above the line: ", heads[0], ". Open, below: ", heads[1], ". Triangles: medians."]
    if any(test.test.cutoff is not None for test in tests):
        said.append(" Dashed: the threshold stated in the plan.")
    if any(test.part.indeterminate_between is not None for test in tests):
        said.append(" Indeterminate results are not drawn.")
    return said


def _alt(findings: Findings, pen: Pen, tests: Sequence[TestColumn]) -> str:
    """Say what is seen, with the numbers of the table."""
    agreement = findings.plan.agreement
    words = ("comparator positive", "comparator negative") if agreement else ("with the condition", "without")
    parts = []
    for test in tests:
        groups = []
        for group, name in zip(("cases", "controls"), words, strict=True):
            at = f"scores.{test.key}.{group}"
            n, median, _, _, low, high = (pen.value(f"{at}.{stat}").text for stat in _STATS)
            groups.append(f"{n} {name}, median {median}, {low} to {high}")
        sign = "at most" if test.test.low else "at least"
        row = f"plan.{test.key}.threshold"
        rule = f"; positive if {sign} {pen.value(row).text}" if row in pen.table else ""
        parts.append(f"{test.name}: {'; '.join(groups)}{rule}")
    return f"Scores by {'comparator' if agreement else 'condition'}, one panel a test. {'. '.join(parts)}."


def _table(findings: Findings, pen: Pen, tests: Sequence[TestColumn]) -> Table:
    groups = [f"scores.{test.key}.{group}" for test in tests for group in ("cases", "controls")]
    notes: list[Content] = [quartile_note("Q1, Q3: first and third quartile")]
    if not pen.shell and not all(pen.has(f"{at}.{stat}") for at in groups for stat in _STATS):
        notes.append("NE: not estimable.")
    return Table(
        id=_TABLE,
        caption="Scores by condition" if not findings.plan.agreement else "Scores by the result of the comparator",
        sub=(population_of(findings), "; scores that are results, on the scale of the data."),
        columns=(
            Column("Participants", "text"),
            *(Column(head) for head in ("n", "Median", "Q1, Q3", "Min to max", "Without a score")),
        ),
        rows=tuple(
            RowGroup(
                (named(test.name), *((", ", named(test.part.unit)) if test.part.unit else ())),
                tuple(_row(findings, pen, test, group) for group in ("cases", "controls")),
            )
            for test in tests
        ),
        notes=tuple(notes),
        group_header="Test",
        place="14.2",
    )


def _row(findings: Findings, pen: Pen, test: TestColumn, group: str) -> Row:
    at, places = f"scores.{test.key}.{group}", decimals_of(test.scores)
    median, first, third = (
        pen.value(f"{at}.{stat}", decimals=summary_decimals(places)) for stat in ("median", "q1", "q3")
    )
    low, high = (pen.value(f"{at}.{stat}", decimals=places) for stat in ("min", "max"))
    cells = (pen.value(f"{at}.n"), median, (first, ", ", third), (low, " to ", high), pen.value(f"{at}.n-missing"))
    return Row(group_name(findings, group), cells)
