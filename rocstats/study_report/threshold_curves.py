"""Figures of sensitivity with specificity against the threshold, one for each test with scores."""

from __future__ import annotations

from rocstats.document.blocks import Figure, Picture
from rocstats.document.figure_style import svg
from rocstats.document.inline import Content, CrossRef, plain_text
from rocstats.document.threshold_figure import ChosenThreshold, plot_thresholds
from rocstats.empirical.points import operating_points
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_report.cutoff_table import flagged, rule_at
from rocstats.study_report.pen import Pen, named

_LABELS = {
    "prespecified": "stated in the plan",
    "data_driven": "chosen on these data",
    "manufacturer": "of the manufacturer",
    "literature": "from the literature",
}


def curve_ids(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> tuple[str, ...]:
    """Name the figures: "thresholds", and with the key of the test from the second on; agreement has none."""
    if pen.shell or findings.plan.agreement:
        return ()
    return tuple("thresholds" if i == 0 else f"thresholds-{test.key}" for i, test in enumerate(tests))


def threshold_curves(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> tuple[Figure, ...]:
    """Draw the curves of each test, with the threshold of the plan and the best one."""
    names = curve_ids(findings, pen, tests)
    return tuple(_figure(findings, pen, test, name) for test, name in zip(tests, names, strict=False))


def _figure(findings: Findings, pen: Pen, test: TestColumn, identity: str) -> Figure:
    marked = "Dashed: the threshold of the plan. " if flagged(pen, test, "stated") else ""
    return Figure(
        id=identity,
        pictures=(pen.picture(identity, lambda: Picture(_svg(findings, test), _alt(pen, test))),),
        caption=("Sensitivity and specificity by threshold: ", named(test.name)),
        sub=(f"{marked}Values: ", CrossRef(f"cutoffs-{test.key}"), "."),
        place="14.2",
    )


def _svg(findings: Findings, test: TestColumn) -> str:
    points = operating_points(findings.investigation.sample(test.name))
    stated = test.part.threshold
    marks = [] if stated is None else [ChosenThreshold(threshold=stated.value, label=_LABELS[stated.origin])]
    return svg(plot_thresholds(points, marks))


def _alt(pen: Pen, test: TestColumn) -> str:
    said: list[Content] = ["Sensitivity and specificity of ", named(test.name), " against its threshold."]
    whats: dict[str, list[str]] = {}
    for flag, what in (("stated", "the threshold of the plan"), ("largest-youden", "the largest Youden index")):
        for cut in flagged(pen, test, flag)[:1]:
            whats.setdefault(cut, []).append(what)
    for cut, names in whats.items():
        said += [
            " At ",
            rule_at(pen, test, cut),
            f", {' and '.join(names)}, sensitivity is ",
            pen.percent(f"{cut}.sensitivity.estimate"),
            " and specificity ",
            pen.percent(f"{cut}.specificity.estimate"),
            ".",
        ]
    return plain_text(tuple(said))
