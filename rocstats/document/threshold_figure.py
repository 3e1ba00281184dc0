"""Sensitivity with specificity against the threshold, drawn.

Between two observed scores nothing changes, so both are stairs. The axis is that of the figure of scores, on the
user's own scale, so a test whose low scores are positive rises where others fall.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.data.scores import kept_as_float
from rocstats.document.figure_style import MUTED, NAVY, WIDTH, Sheet, style
from rocstats.document.number_line import NumberLine
from rocstats.document.plot_area import PlotArea, apart
from rocstats.document.plot_key import CASES, CONTROLS, THRESHOLD, Entry, PlotKey, Shade
from rocstats.document.rule_flags import draw_rules, rule_names, short_rules
from rocstats.document.ruler import Ruler
from rocstats.document.threshold_axis import levels_between, on_line, score_line, stairs
from rocstats.empirical.points import OperatingPoints, operating_points
from rocstats.errors import DataError
from rocstats.formatting import fixed, level_text, printable, typographic
from rocstats.given import is_number, is_row, need, need_text
from rocstats.results import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _HEIGHT = 43.2, WIDTH - 56, 150.0
_ROOM = 10.0
_KEY = _LEFT, WIDTH - 4
_MOST_NAMED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenThreshold:
    """A threshold to mark, on the scale of the data.

    Parameters
    ----------
    threshold : float
        Where it is.
    label : str
        How it was chosen, as in "largest Youden index".
    interval : Interval, optional
        Its interval, drawn as a band.

    Examples
    --------
    >>> ChosenThreshold(threshold=0.22, label="largest Youden index").label
    'largest Youden index'
    """

    threshold: float
    label: str = ""
    interval: Interval | None = None

    def __post_init__(self) -> None:
        need_text(self.label, "label")
        need(self.interval, Interval | None, "an interval is an Interval, or None")
        if math.isnan(kept_as_float(self, "threshold", "a threshold to mark")):
            raise DataError("a threshold to mark is not a number.")


class Choice(Protocol):
    """A choice of thresholds by a rule, all that are equally good among them."""

    @property
    def test(self) -> DiagnosticTest:
        """The test."""
        ...

    @property
    def thresholds(self) -> Sequence[float | None]:
        """The thresholds on the scale of the data; None where nobody is positive."""
        ...

    @property
    def rule(self) -> Any:
        """What has the ``title`` of the rule, as in "the largest Youden index"."""
        ...

    @property
    def interval(self) -> Interval | None:
        """The interval of the threshold."""
        ...


Chosen: TypeAlias = ChosenThreshold | Choice | float


def plot_thresholds(points: Sample | OperatingPoints, chosen: Chosen | Sequence[Chosen] | None = None) -> Figure:
    """Draw sensitivity and specificity of one test against its threshold.

    The axis is logarithmic where that of the scores would be. A threshold farther from the scores than they are wide
    is named and not drawn. At stated thresholds both are marks, joined by straight lines that claim nothing between.

    Parameters
    ----------
    points : Sample or OperatingPoints
        One test: at each observed score, or at the thresholds that the points were counted at.
    chosen : ThresholdChoice, ChosenThreshold or float, or several of them, optional
        Thresholds to mark; the test's own cut-off unless given.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If something else came.
    DataError
        If the sample holds several tests, a threshold is not a number, or a choice is of another test.

    Examples
    --------
    >>> figure = plot_thresholds(Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3]), 3)
    >>> [text.get_text() for text in figure.axes[0].texts][-3:]
    ['≥ 3', '≥ 3', 'sensitivity 1.000, specificity 0.667']
    """
    if isinstance(points, Sample):
        points = operating_points(points)
    if not isinstance(points, OperatingPoints):
        raise TypeError(
            "plot_thresholds takes a Sample or operating points; make them with operating_points(sample), "
            f"not {type(points).__name__}."
        )
    test = points.test
    marked = _marked(chosen, test)
    order = np.argsort(points.thresholds, kind="stable")
    at = points.thresholds[order]
    line = score_line(at, _subjects(points)[order], _LEFT, _RIGHT, [mark.threshold for mark in marked])
    curves = [(points.sensitivity[order], 0.0, CASES), (points.specificity[order], 1.0, CONTROLS)]
    shown = [mark for mark in marked if on_line(line, mark.threshold)]
    tops = rule_names(short_rules(test, [mark.threshold for mark in shown]), _RIGHT - _LEFT)
    key = PlotKey.of(_entries(points, marked, line), *_KEY, most=1)
    head = 18.0 if shown else 8.0
    with style():
        sheet = Sheet(WIDTH, head + _HEIGHT + 42 + key.height)
        area = PlotArea(sheet, line, Ruler(head + _HEIGHT, head))
        area.axes(test.name, "Sensitivity or specificity")
        for mark in marked:
            _band(area, line, mark)
        ends = []
        for values, beyond, look in curves:
            if points.observed:
                levels = levels_between(values, beyond, low=test.low)
                area.path(*stairs(line, at, levels), look)
                ends.append(float(levels[-1]))
            else:
                area.curve(at, values, look)
                area.marks(line.places(at), values, "o", look.colour, filled=look is CASES)
                ends.append(float(values[-1]))
        heights = apart([area.up.place(end) for end in ends], [_ROOM] * 2, head - 5, head + _HEIGHT + 5)
        for name, y, colour in zip(("Sensitivity", "Specificity"), heights or (), (NAVY, MUTED), strict=True):
            sheet.write(_RIGHT + 5, y, name, colour=colour)
        draw_rules(area, [line.place(mark.threshold) for mark in shown], tops)
        key.draw(sheet, area.below + 6)
    return sheet.figure


def _marked(chosen: Chosen | Sequence[Chosen] | None, test: DiagnosticTest) -> list[ChosenThreshold]:
    """Give thresholds as such, the test's own where none is given."""
    if chosen is None:
        chosen = [] if test.cutoff is None else [ChosenThreshold(threshold=test.cutoff, label="stated")]
    held: list[Any] = list(chosen) if is_row(chosen) else [chosen]
    marked = [mark for each in held for mark in _marks(each, test)]
    if any(math.isnan(mark.threshold) for mark in marked):
        raise DataError("a threshold to mark is not a number.")
    return marked


def _marks(each: Chosen, test: DiagnosticTest) -> list[ChosenThreshold]:
    """Give what was chosen as thresholds; the interval of a choice stands by its last."""
    if isinstance(each, ChosenThreshold):
        return [each]
    if is_number(each):
        return [ChosenThreshold(threshold=each)]
    if isinstance(each, int | float) or not all(hasattr(each, p) for p in ("test", "thresholds", "rule", "interval")):
        raise TypeError(
            f"a threshold to mark is a number, a ChosenThreshold or a result of thresholds, not {type(each).__name__}."
        )
    if each.test.name != test.name:
        raise DataError(
            f'the threshold was chosen for "{printable(each.test.name)}", and the points are of '
            f'"{printable(test.name)}".'
        )
    found = [threshold for threshold in each.thresholds if threshold is not None]
    title = str(each.rule.title)
    return [
        ChosenThreshold(threshold=threshold, label=title, interval=each.interval if i == len(found) - 1 else None)
        for i, threshold in enumerate(found)
    ]


def _subjects(points: OperatingPoints) -> np.ndarray:
    """Count the subjects at each observed threshold; stated ones count once each."""
    if not points.observed:
        return np.ones(len(points.thresholds), np.int64)
    return np.diff(points.tp + points.fp, prepend=0)


def _rule(test: DiagnosticTest, threshold: float) -> str:
    return typographic(test.rule(threshold, ascii=False))


def _entries(points: OperatingPoints, marked: Sequence[ChosenThreshold], line: NumberLine) -> list[Entry]:
    """Say of each threshold what it is and does, of the first where they are many."""
    entries = []
    for mark in marked[:_MOST_NAMED]:
        hidden = "" if on_line(line, mark.threshold) else " (off the axis)"
        how = f", {mark.label}" if mark.label else ""
        entries += PlotKey.lines(THRESHOLD, _rule(points.test, mark.threshold) + hidden + how, *_KEY)
        if (values := _values(points, mark.threshold)) is not None:
            said = f"sensitivity {fixed(values[0], 3)}, specificity {fixed(values[1], 3)}"
            entries.append(Entry(None, said))
        if mark.interval is not None:
            low, high = line.text(mark.interval.low), line.text(mark.interval.high)
            level = level_text(mark.interval.level)
            entries.append(Entry(Shade(), f"{level}% CI of the threshold: {low} to {high}"))
    if len(marked) > _MOST_NAMED:
        entries.append(Entry(THRESHOLD, f"and {len(marked) - _MOST_NAMED} more"))
    return entries


def _values(points: OperatingPoints, threshold: float) -> tuple[float, float] | None:
    """Give sensitivity and specificity at a threshold, or None where they were not counted."""
    turned = points.test.turned(points.thresholds)
    wanted = points.test.turned(threshold)
    # The most specific comes first, so those at or above the threshold are counted from the front.
    reached = int(np.searchsorted(-turned, -wanted, side="right"))
    if not points.observed and (not reached or turned[reached - 1] != wanted):
        return None
    if not reached:
        return 0.0, 1.0
    return float(points.sensitivity[reached - 1]), float(points.specificity[reached - 1])


def _band(area: PlotArea, line: NumberLine, mark: ChosenThreshold) -> None:
    """Shade the interval of a threshold as far as it is on the axis."""
    if mark.interval is None:
        return
    low, high = mark.interval.low, mark.interval.high
    ends = (
        line.place(low) if on_line(line, low) else line.left if low < line.low else line.right,
        line.place(high) if on_line(line, high) else line.right if high > line.high else line.left,
    )
    area.shade(*ends)
