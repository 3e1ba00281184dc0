"""Estimates with their intervals, drawn one below the other.

Areas and their differences stand on axes of their own, each with its dotted line: 0.5 for an area under the curve,
0 for a difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocstats.data.scores import kept_as_float
from rocstats.document.figure_style import (
    DOTTED,
    INK,
    LABEL,
    MUTED,
    NAME,
    NAVY,
    RULE,
    WIDTH,
    Sheet,
    legible,
    picture_names,
    shortened,
    style,
    text_width,
)
from rocstats.document.number_line import NumberLine, with_room
from rocstats.errors import DataError
from rocstats.formatting import NOT_ESTIMABLE, decimals_for, fixed, level_text, typographic
from rocstats.given import holds_several, need, need_flag, need_text, need_texts
from rocstats.results import Comparison, Estimate, Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT = 2.0, WIDTH - 2
_GAP = 16.0
_LEAST_AXIS = 110.0
_ROOMY, _CLOSE, _MANY = 20.5, 14.0, 8
_CAP = 2.2
_LINE = 10.0
_BETWEEN = " − "


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestRow:
    """One line of a forest plot.

    Parameters
    ----------
    names : tuple of str
        One name for an estimate, two for a difference, first minus second.
    estimate : float or None
        Where its square is; None draws no square.
    interval : Interval, optional
        Its interval.
    parameter : str
        What is estimated, as in "AUC"; rows of one parameter share an axis.
    estimable : bool
        False if an interval was wanted and the data cannot give it.
    counts : str
        How many it rests on, as in "26/41"; written behind the name, and never cut.

    Raises
    ------
    DataError
        If the estimate is no number, or there is no name.

    Examples
    --------
    >>> from rocstats.results import Interval
    >>> ForestRow(names=("CT", "MRI"), estimate=0.1, interval=Interval(-0.1, 0.3, 0.95)).parameter
    'AUC'
    """

    names: tuple[str, ...]
    estimate: float | None
    interval: Interval | None = None
    parameter: str = "AUC"
    estimable: bool = True
    counts: str = ""

    def __post_init__(self) -> None:
        need_texts(self.names, "names")
        for name in ("parameter", "counts"):
            need_text(getattr(self, name), name)
        need_flag(self.estimable, "estimable")
        need(self.interval, Interval | None, "an interval is an Interval, or None")
        if not self.names:
            raise DataError("a row of a forest plot needs a name, or two for a difference.")
        if self.estimate is not None and not math.isfinite(kept_as_float(self, "estimate", "the estimate")):
            raise DataError("the estimate of a forest plot is a number, or None where the data cannot give it.")


def row_names(rows: Sequence[ForestRow], room: float) -> list[str]:
    """Write the names of rows, shortened to the room that their counts leave, with the counts behind them."""
    counts = [f" ({legible(row.counts)})" if row.counts else "" for row in rows]
    left = room - max(map(text_width, counts), default=0.0)
    names = picture_names([_BETWEEN.join(row.names) for row in rows], left)
    return [name + count for name, count in zip(names, counts, strict=True)]


def plot_forest(results: Sequence[Estimate | Comparison | ForestRow]) -> Figure:
    """Draw estimates and differences with their intervals and their numbers.

    Parameters
    ----------
    results : sequence of Estimate, Comparison or ForestRow
        In reading order; each parameter has an axis, and its differences another.

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
    >>> figure = plot_forest([ForestRow(names=("s100b",), estimate=0.731, interval=Interval(0.630, 0.833, 0.95))])
    >>> [text.get_text() for text in figure.axes[0].texts][:4]
    ['Area under the curve', 'Estimate (95% CI)', 's100b', '0.731 (0.630 to 0.833)']
    """
    if isinstance(results, Estimate | Comparison | ForestRow):
        results = [results]
    if not holds_several(results):
        raise TypeError(
            f"plot_forest takes results of auc or compare_auc, in a list; this is {type(results).__name__}."
        )
    rows = [forest_row(result) for result in results]
    if not rows:
        raise TypeError("plot_forest takes results of auc or compare_auc, in a list; there are none.")
    groups: dict[tuple[str, int], list[ForestRow]] = {}
    for row in rows:
        groups.setdefault((row.parameter, len(row.names)), []).append(row)
    sections = [_Section.of(group) for group in groups.values()]
    widest_numbers = max(max(text_width(text) for text in section.texts) for section in sections)
    room = _RIGHT - _LEFT - widest_numbers - _LEAST_AXIS - 2 * _GAP
    labels = [section.labels(room) for section in sections]
    widest = max(text_width(words) for column in labels for label in column for words in label)
    start, end = max(_LEFT + widest + _GAP, 78.0), _RIGHT - widest_numbers - _GAP
    with style():
        sheet = Sheet(WIDTH, sum(section.height(column) for section, column in zip(sections, labels, strict=True)))
        top = 0.0
        for section, column in zip(sections, labels, strict=True):
            section.draw(sheet, top, column, start, end)
            top += section.height(column)
    return sheet.figure


def forest_row(result: object) -> ForestRow:
    """Give a result as a row."""
    if isinstance(result, ForestRow):
        return result
    if isinstance(result, Estimate):
        names: tuple[str, ...] = (_named(result.test, result.subjects.label),)
    elif isinstance(result, Comparison):
        parts = [subjects.label for subjects in result.subjects]
        parts = parts if len(parts) == len(result.tests) else [""] * len(result.tests)
        names = tuple(_named(test, part) for test, part in zip(result.tests, parts, strict=True))
    else:
        raise TypeError(f"plot_forest takes results of auc or compare_auc, in a list; this is {type(result).__name__}.")
    return ForestRow(
        names=names,
        estimate=result.estimate,
        interval=result.interval,
        parameter=result.parameter,
        estimable=result.inference.estimable,
    )


def _named(test: str, part: str) -> str:
    return f"{test} ({part})" if part else test


@dataclass(frozen=True, slots=True)
class _Section:
    """The rows of one axis, with their numbers as text."""

    rows: list[ForestRow]
    texts: list[str]

    @classmethod
    def of(cls, rows: list[ForestRow]) -> _Section:
        limits = [None if row.interval is None else (row.interval.low, row.interval.high) for row in rows]
        decimals = decimals_for([row.estimate for row in rows], limits)
        return cls(rows, [numbers(row, decimals) for row in rows])

    @property
    def _parameter(self) -> str:
        return self.rows[0].parameter

    @property
    def _difference(self) -> bool:
        return len(self.rows[0].names) > 1

    @property
    def _reference(self) -> float | None:
        """Where the dotted line is."""
        if self._difference:
            return 0.0
        return 0.5 if self._parameter == "AUC" else None

    @property
    def _title(self) -> str:
        if self._parameter == "AUC":
            return "Difference of areas" if self._difference else "Area under the curve"
        return f"Difference in {self._parameter}" if self._difference else self._parameter

    @property
    def _head(self) -> str:
        levels = {row.interval.level for row in self.rows if row.interval is not None}
        if not levels:
            return "Estimate"
        return f"Estimate ({level_text(levels.pop())}% CI)" if len(levels) == 1 else "Estimate (interval)"

    def height(self, labels: Sequence[list[str]]) -> float:
        """Give the height of the whole section."""
        return self._depth(labels) + 40

    def _depth(self, labels: Sequence[list[str]]) -> float:
        """Give the depth of the axis."""
        return 24 + len(self.rows) * self._pitch(labels)

    def _pitch(self, labels: Sequence[list[str]]) -> float:
        if len(self.rows) <= _MANY:
            return max(_ROOMY, max(map(len, labels)) * _LINE + 5)
        return _CLOSE if max(map(len, labels)) == 1 else 2 * _LINE + 4

    def labels(self, room: float) -> list[list[str]]:
        """Write the names so that they fit, a difference on two lines where one is too short for it."""
        if not self._difference:
            return [[name] for name in row_names(self.rows, room)]
        names = list(dict.fromkeys(name for row in self.rows for name in row.names))
        short = dict(zip(names, picture_names(names, room - text_width(_BETWEEN)), strict=True))
        whole = [_BETWEEN.join(short[name] for name in row.names) for row in self.rows]
        if all(text_width(text) <= room for text in whole):
            return [[text] for text in whole]
        return [[short[row.names[0]] + _BETWEEN.rstrip(), short[row.names[1]]] for row in self.rows]

    def draw(self, sheet: Sheet, top: float, labels: Sequence[list[str]], start: float, end: float) -> None:
        """Draw the section below ``top``, its axis from ``start`` to ``end``."""
        line = forest_line(self.rows, self._reference, start, end)
        foot, pitch = top + self._depth(labels), self._pitch(labels)
        title = shortened(self._title, _RIGHT - _LEFT - text_width(self._head) - 10, NAME, bold=True)
        sheet.write(_LEFT, top + 10, title, size=NAME, bold=True)
        sheet.write(_RIGHT, top + 10, self._head, colour=MUTED, align="right")
        if self._reference is not None:
            at = line.place(self._reference)
            sheet.line([at, at], [top + 20, foot], colour=RULE, width=0.8, dashes=DOTTED[1], order=1)
        for i, (row, label, text) in enumerate(zip(self.rows, labels, self.texts, strict=True)):
            y = top + 20 + (i + 0.5) * pitch
            for j, words in enumerate(label):
                sheet.write(_LEFT, y + (j - (len(label) - 1) / 2) * _LINE, words)
            sheet.write(_RIGHT, y, text, align="right", colour=INK if row.interval is not None else MUTED)
            draw_row(sheet, row, line, y)
        line.draw(sheet, foot)
        name = f"Difference in {self._parameter}" if self._difference else self._parameter
        dotted = "" if self._reference is None else f" (dotted: {self._reference:g})"
        shown = shortened(name, WIDTH / 2 - text_width(dotted, LABEL), LABEL) + dotted
        half = text_width(shown, LABEL) / 2
        middle = min(max((start + end) / 2, half + 2), WIDTH - half - 2)
        sheet.write(middle, foot + line.depth + 11, shown, size=LABEL, align="center")


def forest_line(rows: Sequence[ForestRow], reference: float | None, start: float, end: float) -> NumberLine:
    """Choose an axis that holds every estimate, every limit and the dotted line."""
    values = [] if reference is None else [reference]
    for row in rows:
        limits = () if row.interval is None else (row.interval.low, row.interval.high)
        values += [value for value in (row.estimate, *limits) if value is not None and math.isfinite(value)]
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low == high:
        low, high = with_room(low, high, max(0.1, abs(low) / 10))
    return NumberLine(start, end, low, high)


def numbers(row: ForestRow, decimals: int) -> str:
    """Write estimate and interval, or say that there is none."""
    if row.estimate is None:
        return NOT_ESTIMABLE
    estimate = fixed(row.estimate, decimals)
    if row.interval is None:
        return typographic(estimate if row.estimable else f"{estimate} ({NOT_ESTIMABLE})")
    low, high = fixed(row.interval.low, decimals), fixed(row.interval.high, decimals)
    return typographic(f"{estimate} ({low} to {high})")


def draw_row(sheet: Sheet, row: ForestRow, line: NumberLine, y: float) -> None:
    """Draw the square and the line, with a cap at each limit that the data set."""
    if row.interval is not None:
        ends = []
        for value, closed, edge in (
            (row.interval.low, row.interval.sides == "upper", line.start),
            (row.interval.high, row.interval.sides == "lower", line.end),
        ):
            at = line.place(value) if math.isfinite(value) else edge
            ends.append(at)
            if not closed and math.isfinite(value):
                sheet.line([at, at], [y - _CAP, y + _CAP], width=1.2)
        sheet.line(ends, [y, y], width=1.2)
    if row.estimate is not None:
        sheet.marks([line.place(row.estimate)], [y], "s", 5.0, edge=NAVY, fill=NAVY)
