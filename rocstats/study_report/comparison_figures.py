"""Figures of a comparison: curves over each other, differences in a row, differences against their margins."""

from __future__ import annotations

from rocstats.document.blocks import Figure, Picture
from rocstats.document.figure_style import svg
from rocstats.document.forest_figure import ForestRow, plot_forest
from rocstats.document.inline import Content, CrossRef, Value, plain_text
from rocstats.document.margin_figure import plot_margin
from rocstats.document.margin_rows import Decision, MarginRow
from rocstats.document.roc_figure import plot_roc
from rocstats.empirical.curve import roc_curve
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.results import Interval
from rocstats.study_report.claim_words import MET, NOT_ESTIMABLE, NOT_TESTED, ClaimWords, claims_of
from rocstats.study_report.discordance_tables import pair_key
from rocstats.study_report.measure_words import reference_word, spoken
from rocstats.study_report.pen import Pen

_CLAIMS = {"noninferiority": "non-inferiority", "equivalence": "equivalence", "superiority": "superiority"}


def overlay_figure(findings: Findings, pen: Pen) -> Figure | None:
    """Draw the curves of all scored tests on the same participants, or else the differences of the calls."""
    if pen.shell:
        return None
    scored = [test for test in findings.investigation.tests if not test.part.has_calls]
    # The axes of a curve are named in the words of accuracy, which a comparator does not allow.
    areas = [] if findings.plan.agreement else areas_of_all(scored, pen)
    if areas:
        return Figure(
            id="overlay",
            pictures=(pen.picture("overlay", lambda: _curves(findings, scored, areas)),),
            caption="Empirical ROC curves on the same participants",
            sub=(
                f"Those with a conclusive {reference_word(findings.plan)} and a score of every test. Differences: ",
                CrossRef("differences"),
                ".",
            ),
            place="14.2",
        )
    rows = _forest_rows(findings, pen)
    if not any(row.estimate is not None for row in rows):
        return None
    return Figure(
        id="overlay",
        pictures=(pen.picture("overlay", lambda: Picture(svg(plot_forest(rows)), _forest_alt(findings, pen))),),
        caption="Differences between tests",
        sub=("First minus second, as proportions, with confidence intervals. Values: ", CrossRef("differences"), "."),
        place="14.2",
    )


def margin_figure(findings: Findings, pen: Pen) -> Figure | None:
    """Draw the differences that the plan holds against a margin, those that were tested."""
    if pen.shell:
        return None
    claims = [one for one in claims_of(findings, pen) if one.claim.tests is not None and one.claim.margin]
    claims = [one for one in claims if one.decision != NOT_TESTED and pen.has(f"{one.at}.estimate")]
    if not claims:
        return None

    def draw() -> Picture:
        return Picture(svg(plot_margin([_margin_row(one) for one in claims])), _margin_alt(claims))

    areas = all(one.kind == "area" for one in claims)
    unit = "" if areas else "Shares and their differences as proportions. "
    return Figure(
        id="margins",
        pictures=(pen.picture("margins", draw),),
        caption="Differences and margins" if len(claims) > 1 else "Difference and margin",
        sub=(
            "Squares: differences, filled if the criterion is met. Lines: confidence intervals. Shaded: where the "
            f"whole interval must lie. {unit}Values: ",
            CrossRef("decisions" if pen.present is None or "decisions" in pen.present else "differences"),
            ".",
        ),
        place="14.2",
    )


def areas_of_all(scored: list[TestColumn], pen: Pen) -> list[Value]:
    """Give the areas of all scored tests on the participants who have every score; nothing if there are none."""
    if len(scored) < 2:
        return []
    rows = [f"contrast.{test.key}.estimate" for test in scored]
    if len(scored) == 2:
        rows = [f"diff-auc.{pair_key(scored[0], scored[1])}.{stat}" for stat in ("estimate1", "estimate2")]
    if not all(pen.has(row) for row in rows):
        return []
    decimals = pen.decimals(rows)
    return [pen.value(row, decimals=decimals) for row in rows]


def _curves(findings: Findings, scored: list[TestColumn], areas: list[Value]) -> Picture:
    investigation = findings.investigation
    sample = investigation.sample(*(test.name for test in scored))
    curves = [roc_curve(sample.select(test.name)) for test in scored]
    figure = plot_roc(*curves, labels=[f"AUC {area.text}" for area in areas])
    said = ", ".join(f"{test.name} {area.text}" for test, area in zip(scored, areas, strict=True))
    return Picture(svg(figure), f"ROC curves on the same participants, with their areas: {said}.")


def _forest_rows(findings: Findings, pen: Pen) -> list[ForestRow]:
    rows = []
    for measure in ("sensitivity", "specificity"):
        for first, second in findings.investigation.pairs():
            at = f"diff-{measure}.{pair_key(first, second)}"
            if f"{at}.estimate" in pen.table:
                rows.append(
                    ForestRow(
                        names=(first.name, second.name),
                        estimate=pen.number(f"{at}.estimate"),
                        interval=_interval(at, pen),
                        parameter=spoken(findings.plan, measure),
                        estimable=pen.has(f"{at}.conf-low"),
                    )
                )
    return rows


def _forest_alt(findings: Findings, pen: Pen) -> str:
    said = []
    for measure in ("sensitivity", "specificity"):
        for first, second in findings.investigation.pairs():
            at = f"diff-{measure}.{pair_key(first, second)}"
            if pen.has(f"{at}.estimate"):
                name = spoken(findings.plan, measure)
                said.append(f"{name}, {first.name} \u2212 {second.name}: {plain_text(_numbers(at, pen))}")
    return f"Differences with their intervals, in percentage points: {'; '.join(said)}."


def _numbers(at: str, pen: Pen) -> Content:
    return (pen.value(f"{at}.estimate"), " (", pen.interval(at), ")")


def _margin_row(one: ClaimWords) -> MarginRow:
    claim, pen = one.claim, one.pen
    assert claim.tests is not None
    assert claim.margin is not None
    decision: Decision = "shown" if one.decision == MET else "not shown"
    measure = claim.measure.removesuffix("_difference")
    return MarginRow(
        tests=claim.tests,
        estimate=pen.number(f"{one.at}.estimate"),
        interval=_interval(one.at, pen),
        margin=claim.margin,
        claim=_CLAIMS[claim.type],  # type: ignore[arg-type]
        decision="not estimable" if one.decision == NOT_ESTIMABLE else decision,
        parameter="AUC" if measure == "auc" else spoken(one.plan, measure),
    )


def _margin_alt(claims: list[ClaimWords]) -> str:
    said = []
    for one in claims:
        claim, measure = one.claim, one.claim.measure.removesuffix("_difference")
        what = f"{_CLAIMS[claim.type]} of {plain_text(one.subject)} in {spoken(one.plan, measure)}"
        said.append(f"{what}: {plain_text(_numbers(one.at, one.pen))}, {one.decision}")
    return f"Differences against their margins: {'; '.join(said)}."


def _interval(at: str, pen: Pen) -> Interval | None:
    low, high = pen.number(f"{at}.conf-low"), pen.number(f"{at}.conf-high")
    level = pen.table.row(f"{at}.conf-low").about.level
    return None if low is None or high is None or level is None else Interval(low, high, level)
