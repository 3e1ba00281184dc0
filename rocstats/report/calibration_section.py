"""Section "Calibration and clinical use": whether scores say how many are cases, and what acting on them would gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocstats.document.blocks import (
    Block,
    Column,
    ColumnGroup,
    Figure,
    Item,
    Paragraph,
    Picture,
    Row,
    RowGroup,
    Section,
    Table,
    TableCell,
)
from rocstats.document.calibration_figure import plot_calibration
from rocstats.document.decision_figure import plot_decision_curve
from rocstats.document.figure_style import svg
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.empirical.net_benefit_curve import DecisionCurve
from rocstats.formatting import decimals_for, listed
from rocstats.inference.calibration_result import Calibration
from rocstats.methods.recalibration import Coefficient
from rocstats.report.analysis import Analysis
from rocstats.report.numbers import (
    NE,
    decimals_of,
    level_percent,
    limits,
    number,
    pair,
    percent_limits,
    percentage,
    pvalue,
    sentence,
    spoken,
    stated_percent,
)
from rocstats.report.separation_section import bin_ends
from rocstats.report.wording import grouped, numbered_ids, resampled, typeset

_BY_DESIGN = ("design-not-stated", "case-control")
_MOST_CURVES = 6
_AT = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_BENEFIT = 4
_WORKS = ("brier1950", "cox1958", "spiegelhalter1986")


def calibration_section(analysis: Analysis) -> Section | None:
    """Write the section with the reasons for what is not there; nothing if neither part is asked for."""
    asked = {"calibration", "decision-curve"} & set(analysis.plan.show)
    if not asked:
        return None
    described = analysis.further.described
    blocks: list[Block] = _calibration(analysis) if described.calibration else []
    alike = len(asked) == 2 and described.without.get("calibration") == described.without.get("decision-curve")
    if alike:
        blocks += _decision(analysis) if described.decision else []
        blocks += _reasons(analysis, "calibration", "Calibration is not judged and no decision curve is drawn")
    else:
        blocks += _reasons(analysis, "calibration", "Calibration is not judged")
        blocks += _decision(analysis) if described.decision else []
        blocks += _reasons(analysis, "decision-curve", "No decision curve is drawn")
    return Section(id="calibration-section", title="Calibration and clinical use", blocks=tuple(blocks))


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what calibration and net benefit warn of."""
    described = analysis.further.described
    judged = [one for one, _ in described.calibration]
    if judged:
        yield from (Item(text, CrossRef("calibration")) for text in _said(judged))
    if described.decision:
        yield Item(
            "Net benefit has a meaning only at the threshold probabilities that people hold, takes the scores as "
            "calibrated, and misleads for a model that was fitted to the same participants.",
            CrossRef("net-benefit"),
        )
        yield from (Item(text, CrossRef("net-benefit")) for text in _said(described.decision))


def methods_sentence(analysis: Analysis) -> Content:
    """Say how calibration and net benefit were computed."""
    described = analysis.further.described
    words: list[Content] = []
    if described.calibration:
        first, _ = described.calibration[0]
        drawn = first.brier.resampling
        how = "" if drawn is None else f" ({resampled(drawn)})"
        words += [
            "Calibration: the Brier score is the mean squared distance of score and truth; intercept and slope are "
            "those of a logistic regression of the truth on the logit of the score, the intercept with the slope fixed "
            "at 1; "
            "Spiegelhalter’s test asks whether the Brier score is what calibrated scores would have ",
            Cite(*_WORKS),
            f". Interval of the Brier score: {typeset(first.method.name)}{how} ",
            Cite(*first.method.references),
            f"; of the share of cases in a bin: {typeset(first.interval_method.name)} ",
            Cite(*first.interval_method.references),
            ".",
        ]
    if described.decision:
        words += [
            f"{' ' if words else ''}Net benefit is the share of true positives less that of false positives times the "
            "odds of the threshold probability ",
            Cite("vickers2006"),
            ".",
        ]
    return tuple(words)


def _reasons(analysis: Analysis, word: str, what: str) -> list[Block]:
    """Say for which tests there is no such result, and why."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in analysis.further.described.without.get(word, ()):
        by_reason.setdefault(reason, []).append(name)
    if not by_reason:
        return []
    said = "; ".join(f"for {listed(tests)}: {reason}" for reason, tests in by_reason.items())
    return [Paragraph(sentence(f"{what} {said}"))]


def _calibration(analysis: Analysis) -> list[Block]:
    judged = [one for one, _ in analysis.further.described.calibration]
    first = judged[0]
    decimals = decimals_of([one.brier.estimate for one in judged], [one.brier.interval for one in judged])
    words: list[Content] = [
        f"The mean score of {first.name} is {percentage(first.mean_score)}%, and {percentage(first.share)}% are cases; "
        f"its Brier score is {number(first.brier.estimate, decimals)} ({spoken(first.brier.interval, decimals)}; ",
        CrossRef("calibration"),
        "). ",
    ]
    words += [
        "The share of cases stands beside the mean score, bin by bin, in ",
        CrossRef("reliability"),
        " and ",
        CrossRef(*_ids(analysis)),
        ".",
    ]
    return [Paragraph(tuple(words)), _measures(analysis), _bins(analysis), *_calibration_figures(analysis)]


def _ids(analysis: Analysis) -> list[str]:
    return numbered_ids("calibration-figure", len(analysis.further.described.calibration))


def _measures(analysis: Analysis) -> Table:
    judged = [one for one, _ in analysis.further.described.calibration]
    level = level_percent(analysis.plan.level)
    coefficients = [c for one in judged for c in (one.intercept, one.slope) if c is not None]
    briers = decimals_of([one.brier.estimate for one in judged], [one.brier.interval for one in judged])
    decimals = decimals_for([], [pair(c.interval) for c in coefficients])
    groups = []
    for one in judged:
        z = one.spiegelhalter
        fitted = one.recalibration
        rows = [
            Row("Brier score", (number(one.brier.estimate, briers), limits(one.brier.interval, briers), "", "")),
            _coefficient("Intercept, slope fixed at 1", one.intercept, decimals),
            _coefficient("Slope", one.slope, decimals),
            Row(
                "Intercept 0 and slope 1, χ² on 2 df",
                (
                    NE if fitted.chi_square is None else number(fitted.chi_square, 3),
                    "",
                    "",
                    pvalue(fitted.pvalue),
                ),
            ),
            Row(
                "Spiegelhalter’s Z",
                (NE if z is None else number(z[0], 3), "", "0", pvalue(None if z is None else z[1])),
            ),
        ]
        groups.append(RowGroup(one.name, tuple(rows)))
    first = judged[0]
    drawn = first.brier.resampling
    how = "" if drawn is None else f", {resampled(drawn)}, seed {first.seed}"
    notes: list[Content] = [f"CI: {typeset(first.method.name)}{how} for the Brier score, Wald for intercept and slope."]
    notes += _said(judged)
    if any(NE in row.cells for group in groups for row in group.rows):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="calibration",
        caption="Calibration of the scores",
        sub="Of calibrated scores the intercept is 0 and the slope 1; p is two-sided, against that.",
        columns=(
            Column("Measure", "text"),
            Column("Value"),
            Column(f"{level} CI", "interval"),
            Column("If calibrated", gap=True),
            Column("p"),
        ),
        rows=tuple(groups),
        group_header="Test",
        notes=tuple(notes),
    )


def _coefficient(name: str, found: Coefficient | None, decimals: int) -> Row:
    null = "0" if name.startswith("Intercept") else "1"
    if found is None:
        return Row(name, (NE, NE, null, NE))
    return Row(name, (number(found.estimate, decimals), limits(found.interval, decimals), null, pvalue(found.pvalue)))


def _bins(analysis: Analysis) -> Table:
    judged = [one for one, _ in analysis.further.described.calibration]
    groups = []
    for one in judged:
        bins = one.bins
        texts = bin_ends(bins.low, bins.high)
        rows = tuple(
            Row(
                text,
                (
                    f"{bins.cases[i]}/{bins.n[i]}",
                    percentage(float(bins.mean_score[i])),
                    percentage(float(bins.observed[i])),
                    percent_limits(one.intervals[i]),
                ),
            )
            for i, text in enumerate(texts)
        )
        groups.append(RowGroup(one.name, rows))
    method = typeset(judged[0].interval_method.name)
    return Table(
        id="reliability",
        caption="Scores and shares of cases, bin by bin",
        sub="In percent; bins of about equal numbers, the lowest scores first.",
        columns=(
            Column("Scores", "text"),
            Column("Cases/n"),
            Column("Mean score"),
            Column("Share of cases", gap=True),
            Column(f"{level_percent(analysis.plan.level)} CI", "interval"),
        ),
        rows=tuple(groups),
        group_header="Test",
        notes=(f"CI: {method}, for one bin at a time. Equal scores stay together.",),
    )


def _said(found: Sequence[Calibration | DecisionCurve]) -> list[str]:
    notes = ((one.name, note.text) for one in found for note in one.notes if note.code not in _BY_DESIGN)
    return grouped(notes, len(found))


def _calibration_figures(analysis: Analysis) -> list[Figure]:
    level = level_percent(analysis.plan.level)
    figures = []
    for identity, (one, sample) in zip(_ids(analysis), analysis.further.described.calibration, strict=True):
        slope = "" if one.slope is None else f"slope {number(one.slope.estimate, 2)}"
        study = analysis.study
        figures.append(
            Figure(
                id=identity,
                pictures=(
                    Picture(
                        svg(plot_calibration(one, sample, label=slope)),
                        f"Share of cases against the mean score of {one.name} in {len(one.bins.n)} bins, from "
                        f"{percentage(float(one.bins.observed[0]))} percent in the lowest bin to "
                        f"{percentage(float(one.bins.observed[-1]))} percent in the highest, with the diagonal of "
                        "calibrated scores.",
                    ),
                ),
                caption=f"Calibration of {one.name}",
                sub=(
                    f"Lines: {level} intervals, one bin at a time. Dashed: calibrated scores. Below: scores of "
                    f"{study.positive}, up, and {study.negative}, down. Values: ",
                    CrossRef("reliability"),
                    ".",
                ),
            )
        )
    return figures


def _decision(analysis: Analysis) -> list[Block]:
    curves = analysis.further.described.decision
    first = curves[0]
    where = _best(first)
    best = (
        f"more net benefit than treating all and treating none at thresholds of {where}"
        if where
        else ("at no threshold more net benefit than both treating all and treating none")
    )
    at = f", at a stated prevalence of {stated_percent(first.prevalence)}%" if first.stated else ""
    opening: Content = (
        f"If everyone whose score reaches a threshold probability is treated, {first.name} has {best}{at} (",
        CrossRef("net-benefit"),
        ", ",
        CrossRef(*_decision_ids(analysis)),
        ").",
    )
    return [Paragraph(opening), _net_benefit(analysis), *_decision_figures(analysis)]


def _best(curve: DecisionCurve) -> str:
    """Name the ranges of threshold probabilities at which a test has the most net benefit, the first of many."""
    runs: list[list[float]] = []
    for threshold, best in zip(curve.thresholds.tolist(), (*curve.best,), strict=True):
        if best and runs and runs[-1][2]:
            runs[-1][1] = threshold
        elif best:
            runs.append([threshold, threshold, 1.0])
        elif runs:
            runs[-1][2] = 0.0
    texts = [
        f"{stated_percent(low)}%" if low == high else f"{stated_percent(low)} to {stated_percent(high)}%"
        for low, high, _ in runs
    ]
    more = len(texts) - 3
    return f"{', '.join(texts[:3])} and {more} other ranges" if more > 1 else listed(texts)


def _net_benefit(analysis: Analysis) -> Table:
    curves = analysis.further.described.decision
    first = curves[0]
    thresholds = first.thresholds.tolist()
    rows = []
    for at in _AT:
        i = thresholds.index(at)
        cells: list[TableCell] = [number(float(first.treat_all[i]), _BENEFIT)]
        for curve in curves:
            cells += [f"{curve.tp[i]}, {curve.fp[i]}", number(float(curve.net_benefit[i]), _BENEFIT)]
        rows.append(Row(stated_percent(at), tuple(cells)))
    notes: list[Content] = ["TP, FP: participants whose score reaches the threshold. Treating none has net benefit 0."]
    if len({curve.prevalence for curve in curves}) > 1:
        notes.append(f"Treating all is shown for the participants with a score of {first.name}.")
    notes += _said(curves)
    return Table(
        id="net-benefit",
        caption="Net benefit per participant",
        sub="At threshold probabilities, in percent.",
        columns=(
            Column("Threshold, %", "text"),
            Column("Treat all"),
            *(ColumnGroup(curve.name, (Column("TP, FP"), Column("Net benefit"))) for curve in curves),
        ),
        rows=tuple(rows),
        notes=tuple(notes),
        size="wide" if len(curves) > _MOST_CURVES // 2 else "normal",
    )


def _decision_ids(analysis: Analysis) -> list[str]:
    return numbered_ids("decision-figure", -(-len(analysis.further.described.decision) // _MOST_CURVES))


def _decision_figures(analysis: Analysis) -> list[Figure]:
    curves = analysis.further.described.decision
    figures = []
    for place, identity in enumerate(_decision_ids(analysis)):
        part = curves[place * _MOST_CURVES : (place + 1) * _MOST_CURVES]
        said = "; ".join(f"{curve.name} is best at {_best(curve) or 'none'}" for curve in part)
        figures.append(
            Figure(
                id=identity,
                pictures=(
                    Picture(svg(plot_decision_curve(*part)), f"Net benefit against the threshold probability. {said}."),
                ),
                caption="Decision curve" if len(part) == 1 else "Decision curves",
                sub=("What lies far below no benefit is cut off. Values: ", CrossRef("net-benefit"), "."),
            )
        )
    return figures
