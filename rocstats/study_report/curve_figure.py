"""Figure of ROC curves: each with its band and, where a threshold is stated, its operating point."""

from __future__ import annotations

from functools import partial

from rocstats.document.blocks import Figure, Picture
from rocstats.document.figure_style import svg
from rocstats.document.inline import Content, Quoted, Value, joined, plain_text
from rocstats.document.roc_figure import OperatingPoint, plot_roc
from rocstats.empirical.curve import roc_curve
from rocstats.investigation.area_results import band_of, sample_of, scored_tests
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.report.wording import for_report
from rocstats.study_report.accuracy_notes import resamples
from rocstats.study_report.measure_words import spoken
from rocstats.study_report.pen import Pen, named

_LOOKS = 6
_KINDS = {
    "pointwise": "pointwise band, by resampled participants; it holds at one point of the axis at a time, not for the "
    "whole curve",
    "campbell": "simultaneous band of fixed width, by resampled participants; the whole curve lies within",
    "kolmogorov-smirnov": "simultaneous band from a Kolmogorov–Smirnov band on each axis; the whole curve lies within",
}


def curve_figure(findings: Findings, pen: Pen) -> Figure | None:
    """Draw the curves, one by itself or each in small axes; nothing in a shell, or if no test has a curve."""
    tests = [test for test in scored_tests(findings.investigation) if pen.has(f"auc.{test.key}.estimate")]
    if not tests or pen.shell:
        return None
    several = len(tests) > 1
    pictures = [
        pen.picture(f"roc-{test.key}", partial(_picture, findings, pen, test, place, several))
        for place, test in enumerate(tests)
    ]
    return Figure(
        id="roc",
        pictures=tuple(pictures),
        caption="Empirical ROC curves" if several else "Empirical ROC curve",
        sub=tuple(_below(findings, pen, tests)),
        place="14.2",
    )


def _picture(findings: Findings, pen: Pen, test: TestColumn, place: int, several: bool) -> Picture:
    sample, _ = sample_of(findings.investigation, test)
    assert sample is not None
    band, _ = band_of(findings.investigation, sample)
    area = f"AUC {plain_text(pen.value(f'auc.{test.key}.estimate'))}"
    if not several:
        area += f" ({plain_text(pen.interval(f'auc.{test.key}'))})"
    points = _points(pen, test)
    drawn = plot_roc(
        roc_curve(sample), points=points, band=band, labels=[area], panel=several, first_style=place % _LOOKS
    )
    if findings.plan.agreement:
        axes = next(one for one in drawn.axes if one.get_xlabel())
        axes.xaxis.label.set_text("1 − NPA")
        axes.yaxis.label.set_text("PPA")
    return Picture(svg(drawn), plain_text(tuple(_alt(findings, pen, test, bool(points), band is not None))))


def _points(pen: Pen, test: TestColumn) -> list[OperatingPoint]:
    found = [f"acc.{test.key}.{measure}" for measure in ("sensitivity", "specificity")]
    if not all(pen.has(f"{analysis}.estimate") if f"{analysis}.estimate" in pen.table else False for analysis in found):
        return []
    up, across = (
        tuple(pen.number(f"{analysis}.{stat}") for stat in ("estimate", "conf-low", "conf-high")) for analysis in found
    )
    assert up[0] is not None
    assert across[0] is not None
    return [
        OperatingPoint(
            curve=0,
            fpf=1 - across[0],
            tpf=up[0],
            fpf_interval=None if across[1] is None or across[2] is None else (1 - across[2], 1 - across[1]),
            tpf_interval=None if up[1] is None or up[2] is None else (up[1], up[2]),
            label=plain_text(pen.rule(test)),
        )
    ]


def _alt(findings: Findings, pen: Pen, test: TestColumn, marked: bool, banded: bool) -> list[Content]:
    said: list[Content] = ["ROC curve of ", named(test.name), " with its band" if banded else ""]
    said += ["; area ", *_area(pen, test), "."]
    if marked:
        said += [" At ", pen.rule(test)]
        for measure, join in (("sensitivity", ", "), ("specificity", " and ")):
            said += [join, spoken(findings.plan, measure), " ", pen.percent(f"acc.{test.key}.{measure}.estimate")]
        said.append(".")
    return said


def _area(pen: Pen, test: TestColumn) -> tuple[Value, ...]:
    return (pen.value(f"auc.{test.key}.estimate"),)


def _below(findings: Findings, pen: Pen, tests: list[TestColumn]) -> list[Content]:
    """Say what bands and crosses are, and which tests have no curve."""
    plan = findings.plan
    said: list[Content] = []
    kinds = dict.fromkeys(pen.word(f"band.{test.key}.kind") for test in tests if _has_band(pen, test))
    for kind in kinds:
        said += ["Band: ", pen.level(f"auc.{tests[0].key}"), f"% {_KINDS[kind]}. "]
    if any(kind != "kolmogorov-smirnov" for kind in kinds):
        said += [resamples(pen), " "]
    for test in tests:
        row = f"band.{test.key}.kind"
        if row in pen.table and not pen.has(row):
            said += [
                named(test.name),
                " has no band: ",
                Quoted(for_report(pen.table.row(row).warning), "software"),
                " ",
            ]
    if any(_points(pen, test) for test in tests):
        both = " and ".join(spoken(plan, measure) for measure in ("sensitivity", "specificity"))
        said.append(f"Crosses: intervals of {both} at the stated threshold, as tabled. ")
        if any(_counts_undecided(findings, pen, test) for test in tests):
            said.append("They count results that have no score, as the plan says, so they may lie off the curve. ")
    calls = [test for test in findings.investigation.tests if test.part.has_calls]
    if calls:
        verb = "gives calls and no scores, so it has" if len(calls) == 1 else "give calls and no scores, so they have"
        said += [*joined([named(test.name) for test in calls]), f" {verb} no curve. "]
    return [*said, "Dotted: chance."]


def _counts_undecided(findings: Findings, pen: Pen, test: TestColumn) -> bool:
    handling = findings.plan.estimand.handling
    ways = (("n-indeterminate", handling.indeterminate or "exclude"), ("n-failed", handling.failed))
    rows = [f"crosstab.{test.key}.{stat}" for stat, way in ways if way != "exclude"]
    return any(pen.number(row) for row in rows if row in pen.table)


def _has_band(pen: Pen, test: TestColumn) -> bool:
    return pen.has(f"band.{test.key}.kind")
