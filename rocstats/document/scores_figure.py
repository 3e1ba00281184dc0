"""Scores by truth, drawn on the user's own scale.

Up to ten distinct values are bars, more are stacked dots, more than 500 subjects (or stacks too high to count) a
histogram. Infinite scores stand at the ends of the axis, apart from the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rocstats.data.columns import frequencies_of
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.data.scores import as_floats
from rocstats.document.figure_style import (
    INK,
    LABEL,
    MUTED,
    NAME,
    NAVY,
    RUST,
    WIDTH,
    Floats,
    Sheet,
    legible,
    picture_names,
    shortened,
    style,
    text_width,
)
from rocstats.document.number_line import NumberLine, Slots
from rocstats.document.rule_flags import short_rules
from rocstats.document.score_marks import Bars, Dots, Histogram, Integers, Scores
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.given import need, need_texts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_BARS, _MOST_DOTS = 10, 500
_SKEWED = 10
_RIGHT = WIDTH - 7
_WIDEST_GROUP, _WIDEST_RULE = 78.0, 160.0
_HEAD, _MEDIAN_ABOVE, _MEDIAN_BELOW, _LEAST = 16.0, 20.0, 19.0, 14.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ScorePanel:
    """The scores of one test, on the scale of the data, and where its stated threshold is.

    Parameters
    ----------
    test : DiagnosticTest
        Its name, its direction and, if a threshold is to be drawn, its cut-off.
    cases, controls : array of float, one-dimensional
        Scores of the two groups; infinite ones are allowed.
    case_counts, control_counts : array of int, optional
        How many subjects each score stands for; None means one each.
    groups : pair of str
        What cases and controls are called.

    Examples
    --------
    >>> from rocstats import DiagnosticTest
    >>> ScorePanel(test=DiagnosticTest("CT"), cases=np.array([3.0, 2.0]), controls=np.array([2.0, 1.0])).groups
    ('cases', 'controls')
    """

    test: DiagnosticTest
    cases: Floats
    controls: Floats
    case_counts: Integers | None = None
    control_counts: Integers | None = None
    groups: tuple[str, str] = ("cases", "controls")

    def __post_init__(self) -> None:
        need(self.test, DiagnosticTest, "the test of a panel is a DiagnosticTest")
        need_texts(self.groups, "groups", 2)
        for group, counts in (("cases", "case_counts"), ("controls", "control_counts")):
            held = as_floats(getattr(self, group), group)
            if held.ndim != 1 or np.isnan(held).any():
                raise DataError(f"{group} of a panel are scores in one row, none of them missing.")
            object.__setattr__(self, group, held)
            object.__setattr__(self, counts, frequencies_of(getattr(self, counts), len(held), counts))
        if not len(self.cases) and not len(self.controls):
            raise DataError(f'a panel draws scores, and there are none of "{printable(self.test.name)}".')

    def scores(self) -> Scores:
        """Count the subjects at each distinct score."""
        values, at = np.unique(np.concatenate([self.cases, self.controls]), return_inverse=True)
        counts = []
        for places, weights in (
            (at[: len(self.cases)], self.case_counts),
            (at[len(self.cases) :], self.control_counts),
        ):
            here = np.zeros(len(values), np.int64)
            np.add.at(here, places, 1 if weights is None else weights)
            counts.append(here)
        return Scores(values, *counts)


def score_panels(sample: Sample) -> tuple[ScorePanel, ...]:
    """Give each test of a sample as a panel, turned back to the scale of the data.

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[1, 2], controls=[3, 4], tests=["K-G"], low=["K-G"])
    >>> score_panels(sample)[0].cases.tolist()
    [1.0, 2.0]
    """
    groups = (sample.positive or "cases", sample.negative or "controls")
    return tuple(
        ScorePanel(
            test=test,
            cases=test.turned(sample.cases[:, j]),
            controls=test.turned(sample.controls[:, j]),
            case_counts=sample.case_counts,
            control_counts=sample.control_counts,
            groups=groups,
        )
        for j, test in enumerate(sample.tests)
    )


def _what(panels: object) -> str:
    """Say what came instead of panels."""
    if isinstance(panels, Sequence) and not isinstance(panels, str):
        return next((type(panel).__name__ for panel in panels if not isinstance(panel, ScorePanel)), "none at all")
    return type(panels).__name__


def plot_scores(panels: Sample | ScorePanel | Sequence[ScorePanel]) -> Figure:
    """Draw the scores of cases above a line and of controls below it, a panel per test.

    The axis is logarithmic if all finite scores are positive and the largest is over ten times the median. A dashed
    line is the test's cut-off, with its rule at the right; triangles are medians. A threshold too far away to be
    drawn with the scores is named and not drawn.

    Parameters
    ----------
    panels : Sample, ScorePanel or sequence of ScorePanel
        What to draw; a sample gives a panel for each of its tests.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If there is nothing to draw, or something else came.

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3])
    >>> figure = plot_scores(sample)
    >>> [text.get_text() for text in figure.axes[0].texts][:3]
    ['score', 'cases', 'controls']
    """
    if isinstance(panels, Sample):
        panels = score_panels(panels)
    elif isinstance(panels, ScorePanel):
        panels = [panels]
    if not isinstance(panels, Sequence) or not panels or not all(isinstance(panel, ScorePanel) for panel in panels):
        raise TypeError(
            f"plot_scores takes a Sample or panels, not {_what(panels)}; make a sample with "
            "Sample.from_truth(truth, scores)."
        )
    shown = [[shortened(group, _WIDEST_GROUP) for group in panel.groups] for panel in panels]
    left = max(40.0, 8 + max(text_width(group) for pair in shown for group in pair))
    drawn = [_Panel.of(panel, left) for panel in panels]
    widest_rule = max(text_width(panel.rule) for panel in drawn)
    names = picture_names([p.test.name for p in panels], max(60.0, _RIGHT - left - widest_rule - 10), NAME, bold=True)
    with style():
        sheet = Sheet(WIDTH, sum(panel.height for panel in drawn))
        top = 0.0
        for panel, name, groups in zip(drawn, names, shown, strict=True):
            panel.draw(sheet, top, name, groups)
            top += panel.height
    return sheet.figure


@dataclass(frozen=True, slots=True, eq=False)
class _Panel:
    """One panel laid out: its axis, its marks and what is said around them."""

    test: DiagnosticTest
    axis: NumberLine | Slots
    marks: Bars | Dots | Histogram
    medians: tuple[float | None, float | None] | None

    @classmethod
    def of(cls, panel: ScorePanel, left: float) -> _Panel:
        scores = panel.scores()
        if len(scores.values) <= _MOST_BARS:
            slots = Slots.of(scores.values, left, _RIGHT)
            return cls(panel.test, slots, Bars.of(scores, slots), None)
        line = _line(scores, panel.test, left)
        dots = Dots.of(scores, line) if scores.total <= _MOST_DOTS else None
        medians = (_median(scores.values, scores.cases), _median(scores.values, scores.controls))
        return cls(panel.test, line, dots or Histogram.of(scores, line), medians)

    @property
    def _up(self) -> float:
        return max(self.marks.up, _LEAST)

    @property
    def _down(self) -> float:
        return max(self.marks.down, _LEAST)

    @property
    def _base(self) -> float:
        """Depth of the line between the groups."""
        return _HEAD + (_MEDIAN_ABOVE if self.medians else 0) + self._up

    @property
    def _foot(self) -> float:
        """Depth of the axis."""
        return self._base + self._down + (_MEDIAN_BELOW if self.medians else 0) + 4

    @property
    def height(self) -> float:
        """Height of the whole panel."""
        return self._foot + self.axis.depth + (23 if self._fits else 33)

    @property
    def rule(self) -> str:
        """Which scores are positive, and whether that can be seen."""
        cutoff = self.test.cutoff
        if cutoff is None:
            return ""
        hidden = "" if self._cut is not None else " (off the axis)"
        (rule,) = short_rules(self.test, [cutoff])
        return shortened(f"rule: {rule}{hidden}", _WIDEST_RULE)

    @property
    def _cut(self) -> float | None:
        return None if self.test.cutoff is None else self.axis.cut(self.test.cutoff, low=self.test.low)

    @property
    def _note(self) -> str:
        return ", ".join(note for note in (self.axis.note, self.marks.note) if note)

    @property
    def _fits(self) -> bool:
        """Whether the note has room behind the name below the axis."""
        words = f"{legible(self.test.name)} ({self._note})" if self._note else ""
        return text_width(words, LABEL) <= _RIGHT - self.axis.left or text_width(self._note, LABEL) < 130

    def draw(self, sheet: Sheet, top: float, name: str, groups: Sequence[str]) -> None:
        """Draw the panel below ``top``."""
        base, foot, left = top + self._base, top + self._foot, self.axis.left
        sheet.write(left, top + 10, name, size=NAME, bold=True)
        sheet.write(left - 5, base - self._up / 2, groups[0], align="right")
        sheet.write(left - 5, base + self._down / 2, groups[1], colour=MUTED, align="right")
        sheet.line([left, _RIGHT], [base, base])
        self.marks.draw(sheet, base)
        cut = self._cut
        if cut is not None:
            start = top + _HEAD + (10 if self.medians else 0)
            sheet.line([cut, cut], [start, foot], colour=RUST, width=1.0, dashes=(4, 2), order=2.8)
        sheet.write(_RIGHT, top + 10, self.rule, colour=RUST, align="right")
        if self.medians is not None:
            self._draw_median(sheet, self.medians[0], base - self._up - 6, None)
            self._draw_median(sheet, self.medians[1], base + self._down + 4, cut, below=True)
        self.axis.draw(sheet, foot)
        self._draw_label(sheet, foot + self.axis.depth + 11)

    def _draw_label(self, sheet: Sheet, y: float) -> None:
        """Name the axis, with its note behind the name or below it."""
        left = self.axis.left
        note = f" ({self._note})" if self._note and self._fits else ""
        label = shortened(self.test.name, _RIGHT - left - text_width(note, LABEL), LABEL) + note
        sheet.write((left + _RIGHT) / 2, y, label, size=LABEL, align="center")
        if not self._fits:
            middle = min((left + _RIGHT) / 2, WIDTH - 2 - text_width(self._note) / 2)
            sheet.write(middle, y + 10, self._note, align="center")

    def _draw_median(
        self, sheet: Sheet, median: float | None, y: float, cut: float | None, *, below: bool = False
    ) -> None:
        """Draw a triangle that points to the line, with its value beyond it and beside the threshold."""
        if median is None or isinstance(self.axis, Slots):
            return
        colour, x, text = MUTED if below else INK, self.axis.place(median), self.axis.text(median)
        edge, fill, marker = (MUTED, None, "^") if below else (NAVY, NAVY, "v")
        sheet.marks([x], [y], marker, 5.6, edge=edge, fill=fill, width=0.9, order=3.5)
        half = text_width(text) / 2
        middle = min(max(x, self.axis.left + half), _RIGHT - half)
        if cut is not None and abs(cut - middle) < half + 3:
            middle = cut + (half + 4 if x >= cut else -half - 4)
        sheet.write(middle, y + (9 if below else -10), text, colour=colour, align="center")


def _line(scores: Scores, test: DiagnosticTest, left: float) -> NumberLine:
    """Choose the axis: its scale, and its ends so that scores and a cut-off near them are on it."""
    finite = np.isfinite(scores.values)
    values = scores.values[finite]
    low, high = float(values[0]), float(values[-1])
    log = on_log_scale(scores.values, scores.cases + scores.controls)
    cutoff = test.cutoff
    if cutoff is not None and math.isfinite(cutoff) and (cutoff > 0 or not log):
        span = math.log(high) - math.log(low) if log else high - low
        beyond = max(low - cutoff, cutoff - high)
        if log:
            beyond = max(math.log(low) - math.log(cutoff), math.log(cutoff) - math.log(high))
        if beyond <= span:
            low, high = min(low, cutoff), max(high, cutoff)
    return NumberLine(
        left, _RIGHT, low, high, log, bool(scores.values[0] == -np.inf), bool(scores.values[-1] == np.inf)
    )


def on_log_scale(values: Floats, counts: Integers) -> bool:
    """Say whether scores are drawn on a log axis: all finite ones positive, the largest over ten times the median."""
    finite = np.isfinite(values) & (counts > 0)
    if not finite.any() or values[finite][0] <= 0:
        return False
    middle = _median(values[finite], counts[finite])
    return middle is not None and float(values[finite][-1]) / _SKEWED > middle


def _median(values: Floats, counts: Integers) -> float | None:
    """Give the median of scores that each stand for so many subjects, or None between −∞ and +∞."""
    held = counts > 0
    values, upto = values[held], np.cumsum(counts[held])
    total = int(upto[-1])
    low, high = (float(values[np.searchsorted(upto, k, side="right")]) for k in ((total - 1) // 2, total // 2))
    if low == high:
        return low
    if math.isinf(low) and math.isinf(high):
        return None
    return low / 2 + high / 2
