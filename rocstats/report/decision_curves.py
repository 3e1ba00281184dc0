"""Decision curves of a report: what acting on a score would gain over treating all and treating none."""

from __future__ import annotations

from rocstats.document.blocks import Block, Column, ColumnGroup, Figure, Paragraph, Picture, Row, Table, TableCell
from rocstats.document.decision_figure import plot_decision_curve
from rocstats.document.figure_style import svg
from rocstats.document.inline import Content, CrossRef
from rocstats.empirical.net_benefit_curve import DecisionCurve
from rocstats.formatting import listed
from rocstats.report.analysis import Analysis
from rocstats.report.numbers import number, stated_percent
from rocstats.report.wording import first_of_several, grouped, numbered_ids

_MOST_CURVES = 6
_AT = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_BENEFIT = 4
_BY_DESIGN = ("design-not-stated", "case-control")


def decision_blocks(analysis: Analysis) -> list[Block]:
    """Write the paragraph, the table and the figures."""
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
    if first.stated and (which := first_of_several(analysis)):
        notes.append(f"Net benefit holds at the stated prevalence, {stated_percent(first.prevalence)}%{which}.")
    notes += decision_notes(analysis)
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


def decision_notes(analysis: Analysis) -> list[str]:
    """Give the notes of the curves but those on the share of cases, which are said once for all results."""
    curves = analysis.further.described.decision
    notes = ((curve.name, note.text) for curve in curves for note in curve.notes if note.code not in _BY_DESIGN)
    return grouped(notes, len(curves))
