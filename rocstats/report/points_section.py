"""Section "Operating points": what each test does at a spread of its thresholds."""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.document.blocks import Cell, Column, Paragraph, Row, RowGroup, Section, Table, TableCell
from rocstats.document.inline import Code, Content, CrossRef
from rocstats.empirical.points import OperatingPoints
from rocstats.formatting import counted, decimals_for, listed
from rocstats.methods.by_word import method_of
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.numbers import NE, all_same, level_percent, number, percent_spoken, percentage, ratio, sentence
from rocstats.report.wording import rule_of, typeset

_MOST = 10


def points_section(analysis: Analysis) -> Section:
    """Write the section."""
    thinned = any(len(shown_points(found)) < len(found.points.thresholds) for found in analysis.tests)
    words: list[Content] = [*_positive(analysis), "; ", CrossRef("points"), " "]
    if thinned:
        words += [
            "is thinned to the highest sensitivity at each tenth of specificity, with the thresholds that are stated "
            "or have the largest Youden index. ",
            Code("rocstats points"),
            " lists every threshold.",
        ]
    else:
        words.append("holds every threshold.")
    return Section(id="operating-points", title="Operating points", blocks=(Paragraph(tuple(words)), _table(analysis)))


def _positive(analysis: Analysis) -> tuple[Content, ...]:
    low = {found.test.low for found in analysis.tests}
    if low == {False}:
        return ("Positive is a score at or above the threshold",)
    if low == {True}:
        return ("Positive is a score at or below the threshold",)
    lows = listed([found.name for found in analysis.tests if found.test.low])
    return (f"Positive is a score at or above the threshold, for {lows} at or below it",)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPoint:
    """A row of the table: where, the counts of positives, and why it is marked."""

    threshold: float
    tp: int
    fp: int
    stated: bool = False
    optimum: bool = False


def shown_points(found: TestResults) -> list[ShownPoint]:
    """Choose the points to show: all of a few, else the best at each tenth of specificity, the stated and the optima.

    A stated threshold that no score has stands in the place of the observed one that calls the same participants
    positive.
    """
    points = found.points
    tp, fp, thresholds = points.tp.tolist(), points.fp.tolist(), points.thresholds.tolist()
    optima = set(points.youden_optima)
    shown = [
        ShownPoint(threshold=thresholds[i], tp=tp[i], fp=fp[i], optimum=i in optima) for i in _kept(points, optima)
    ]
    if found.accuracy is None or found.test.cutoff is None:
        return shown
    counts = found.accuracy.counts
    optimum = any((point.tp, point.fp) == (counts.tp, counts.fp) for point in shown if point.optimum)
    stated = ShownPoint(threshold=found.test.cutoff, tp=counts.tp, fp=counts.fp, stated=True, optimum=optimum)
    others = [point for point in shown if (point.tp, point.fp) != (counts.tp, counts.fp)]
    return sorted([*others, stated], key=lambda point: (point.fp, point.tp))


def _kept(points: OperatingPoints, optima: set[int]) -> list[int]:
    total = len(points.thresholds)
    if total <= _MOST:
        return list(range(total))
    n = points.subjects.n_controls
    kept = set(sorted(optima)[:_MOST])
    tn, tp = points.tn.tolist(), points.tp.tolist()
    for tenth in range(1, 10):
        reached = [i for i in range(total) if 10 * tn[i] >= tenth * n]
        if reached:
            # Of equal sensitivities the first has the higher specificity.
            kept.add(max(reached, key=lambda i: (tp[i], -i)))
    return sorted(kept)


def stated_is_optimum(found: TestResults) -> bool:
    """Say whether the stated threshold has the largest Youden index in these data."""
    return any(point.stated and point.optimum for point in shown_points(found))


def _table(analysis: Analysis) -> Table:
    counts = [(found.flow.n_cases, found.flow.n_controls) for found in analysis.tests]
    level = level_percent(analysis.plan.level)
    proportions = method_of(analysis.plan.methods.proportions, analysis.plan.seed)
    groups = tuple(_group(analysis, found) for found in analysis.tests)
    letters: list[tuple[str, Content]] = []
    if any(found.accuracy is not None for found in analysis.tests):
        letters.append(("stated", "Stated in the plan."))
    letters.append(("youden", "Largest Youden index in these data: chosen on them, so its accuracy is optimistic."))
    notes: list[Content] = ["LR+, LR−: likelihood ratios."]
    flat = [row for group in groups for row in group.rows]
    reasons = [
        reason
        for column, reason in ((6, "no control is positive"), (7, "no control is negative"))
        if any(row.cells[column] == NE for row in flat)
    ]
    if reasons:
        notes[0] = f"NE: not estimable, because {listed(reasons, 'or')}. LR+, LR−: likelihood ratios."
    who = f"{counted(counts[0][0], 'case')}, {counted(counts[0][1], 'control')}; " if all_same(counts) else ""
    what = f"percentages with {level} {typeset(proportions.card.name)} intervals."
    return Table(
        id="points",
        caption="Operating points",
        sub=sentence(f"{who}{what}"),
        columns=(
            Column("Rule", "text"),
            *(Column(head) for head in ("TP", "FP", "FN", "TN")),
            Column("Sensitivity, %", gap=True),
            Column("Specificity, %", gap=True),
            Column("LR+", aligned=True),
            Column("LR−", aligned=True),
            Column("Youden"),
        ),
        rows=groups,
        group_header="Test",
        letters=tuple(letters),
        notes=tuple(notes),
        size="wide",
    )


def _group(analysis: Analysis, found: TestResults) -> RowGroup:
    shown = shown_points(found)
    total = len(found.points.thresholds)
    m, n = found.flow.n_cases, found.flow.n_controls
    youden = [point.tp / m - point.fp / n for point in shown]
    decimals = decimals_for([abs(v) for v in youden if 0 < abs(v) < 1])
    rows = tuple(_row(analysis, found, point, decimals) for point in shown)
    detail = f"{len(shown)} of {counted(total, 'threshold')}"
    if len(shown) >= total:
        detail = f"all {counted(total, 'threshold')}" if total > 1 else "1 threshold"
    return RowGroup(found.name, rows, detail=detail)


def _row(analysis: Analysis, found: TestResults, point: ShownPoint, decimals: int) -> Row:
    method = method_of(analysis.plan.methods.proportions, analysis.plan.seed)
    m, n = found.flow.n_cases, found.flow.n_controls
    tp, fp, fn, tn = point.tp, point.fp, m - point.tp, n - point.fp
    marks = (*(["stated"] if point.stated else []), *(["youden"] if point.optimum else []))
    shares: list[TableCell] = []
    for successes, total in ((tp, m), (tn, n)):
        interval = method.interval(successes, total, level=analysis.plan.level)
        shares.append(f"{percentage(successes / total)} ({percent_spoken(interval)})")
    return Row(
        Cell(rule_of(found.test, point.threshold), marks, strong=bool(marks)),
        (
            *(str(count) for count in (tp, fp, fn, tn)),
            *shares,
            ratio(tp * n / (fp * m) if fp else None),
            ratio(fn * n / (tn * m) if tn else None),
            number((tp * n - fp * m) / (m * n), decimals),
        ),
        nowrap=True,
    )
