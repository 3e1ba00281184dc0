"""Section "Calibration and clinical use": whether scores say how many are cases, and what acting on them would gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocstats.document.blocks import (
    Block,
    Column,
    Figure,
    Item,
    Paragraph,
    Picture,
    Row,
    RowGroup,
    Section,
    Table,
)
from rocstats.document.calibration_figure import plot_calibration
from rocstats.document.figure_style import svg
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.formatting import counted, decimals_for, listed
from rocstats.inference.calibration_result import Calibration
from rocstats.methods.recalibration import Coefficient
from rocstats.report.analysis import Analysis
from rocstats.report.decision_curves import decision_blocks, decision_notes
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
)
from rocstats.report.separation_section import bin_ends
from rocstats.report.wording import grouped, numbered_ids, resampled, typeset

_BY_DESIGN = ("design-not-stated", "case-control")
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
        blocks += decision_blocks(analysis) if described.decision else []
        blocks += _reasons(analysis, "calibration", "Calibration is not judged and no decision curve is drawn")
    else:
        blocks += _reasons(analysis, "calibration", "Calibration is not judged")
        blocks += decision_blocks(analysis) if described.decision else []
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
        yield from (Item(text, CrossRef("net-benefit")) for text in decision_notes(analysis))


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


def _said(found: Sequence[Calibration]) -> list[str]:
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
                        f"Share of cases against the mean score of {one.name} in {counted(len(one.bins.n), 'bin')}, "
                        f"from {percentage(float(one.bins.observed[0]))} percent in the lowest bin to "
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
