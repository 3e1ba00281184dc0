"""Estimates in the parts of a study, drawn below headings with the estimate in all of it.

The dashed line is the whole study; whether the parts differ is said by the p-value beside their heading, not by which
intervals cross the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

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
    shortened,
    style,
    text_width,
)
from rocstats.document.forest_figure import ForestRow, draw_row, forest_line, forest_row, numbers, row_names
from rocstats.document.number_line import NumberLine
from rocstats.document.plot_key import IDEAL
from rocstats.document.subgroup_rows import ForestGroup, SubgroupResult, forest_groups, measure_of
from rocstats.errors import DataError
from rocstats.formatting import decimals_for, level_text, printable
from rocstats.results import Comparison, Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _INDENT, _GAP = 2.0, WIDTH - 2, 8.0, 16.0
_LEAST_AXIS, _LEAST_START = 110.0, 78.0
_HEAD, _HEADING, _ROW, _BETWEEN = 22.0, 15.0, 15.0, 5.0
_DIAMOND = 4.0


Overall: TypeAlias = ForestRow | Estimate | Comparison


def plot_subgroups(
    groups: ForestGroup | SubgroupResult | Sequence[ForestGroup | SubgroupResult],
    *,
    overall: Overall | Sequence[Overall] = (),
    dashed: str = "all",
) -> Figure:
    """Draw the estimates in parts of a study, with that in the whole study as a dashed line and a diamond.

    Each measure has an axis of its own. Behind a part stand its cases and controls, behind a proportion its counts.

    Parameters
    ----------
    groups : Subgroups or ForestGroup, or sequence of them
        In reading order.
    overall : ForestRow, Estimate or Comparison, or sequence of them, optional
        The whole study, once for each measure.
    dashed : str
        What the dashed line is, in a word or two.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If there is nothing to draw, or something else came.
    DataError
        If the rows of a group are of several measures, or two of the whole study are of one.

    Examples
    --------
    >>> rows = [ForestRow(names=("Female",), estimate=0.8), ForestRow(names=("Male",), estimate=0.7)]
    >>> figure = plot_subgroups(ForestGroup(heading="gender", rows=rows, pvalue=0.3))
    >>> [text.get_text() for text in figure.axes[0].texts][2:5]
    ['gender', 'homogeneity: p = 0.300', 'Female']
    """
    held = [group for each in (groups if isinstance(groups, Sequence) else [groups]) for group in forest_groups(each)]
    if not held:
        raise TypeError("plot_subgroups takes results of compare_subgroups or groups of rows; there are none.")
    wholes: dict[str, ForestRow] = {}
    for whole in [forest_row(each) for each in (overall if isinstance(overall, Sequence) else [overall])]:
        if wholes.setdefault(measure_of(whole), whole) is not whole:
            raise DataError(f"the whole study has one {printable(measure_of(whole))}; two came.")
    by_measure: dict[str, list[tuple[ForestGroup, list[ForestRow]]]] = {}
    for group in held:
        parts = group.parts
        if len({measure_of(part) for part in parts}) > 1:
            raise DataError("the rows of a group of a forest plot are of one measure; these are of several.")
        by_measure.setdefault(measure_of(parts[0]), []).append((group, parts))
    sections = [_Section.of(pairs, wholes.get(called)) for called, pairs in by_measure.items()]
    with style():
        sheet = Sheet(WIDTH, sum(section.height for section in sections))
        top = 0.0
        for section in sections:
            section.draw(sheet, top, dashed)
            top += section.height
    return sheet.figure


@dataclass(frozen=True, slots=True)
class _Section:
    """The groups of one measure with their words, and where its axis is."""

    groups: list[tuple[ForestGroup, list[ForestRow]]]
    whole: ForestRow | None
    headings: list[str]
    names: list[str]
    texts: list[str]
    line: NumberLine

    @classmethod
    def of(cls, groups: list[tuple[ForestGroup, list[ForestRow]]], whole: ForestRow | None) -> _Section:
        rows = [row for _, parts in groups for row in parts] + ([] if whole is None else [whole])
        limits = [None if row.interval is None else (row.interval.low, row.interval.high) for row in rows]
        decimals = decimals_for([row.estimate for row in rows], limits)
        texts = [numbers(row, decimals) for row in rows]
        widest = max(map(text_width, texts))
        room = _RIGHT - _LEFT - _INDENT - widest - _LEAST_AXIS - 2 * _GAP
        names = row_names(rows, room)
        headings = [shortened(group.heading, room) for group, _ in groups]
        start = max(_LEFT + _INDENT + max(map(text_width, [*names, *headings])) + _GAP, _LEAST_START)
        line = forest_line(rows, 0.0 if _difference(rows[0]) else None, start, _RIGHT - widest - _GAP)
        return cls(groups, whole, headings, names, texts, line)

    @property
    def _rows(self) -> list[ForestRow]:
        return [row for _, parts in self.groups for row in parts] + ([] if self.whole is None else [self.whole])

    @property
    def _depth(self) -> float:
        """Depth of the axis."""
        groups = sum(_HEADING + _ROW * len(parts) + _BETWEEN for _, parts in self.groups)
        return _HEAD + groups + (0 if self.whole is None else _ROW) + 4

    @property
    def height(self) -> float:
        """Height of the section."""
        return self._depth + 40

    def draw(self, sheet: Sheet, top: float, dashed: str) -> None:
        """Draw the section below ``top``."""
        foot = top + self._depth
        _title(sheet, self._rows, top + 10)
        _references(sheet, self.line, self._rows[0], self.whole, top + _HEAD, foot)
        y, place = top + _HEAD, 0
        for (group, parts), heading in zip(self.groups, self.headings, strict=True):
            sheet.write(_LEFT, y + _HEADING / 2, heading)
            sheet.write(_RIGHT, y + _HEADING / 2, group.said, colour=MUTED, align="right")
            y += _HEADING
            for row in parts:
                _write(sheet, y + _ROW / 2, _LEFT + _INDENT, self.names[place], self.texts[place], row)
                draw_row(sheet, row, self.line, y + _ROW / 2)
                y, place = y + _ROW, place + 1
            y += _BETWEEN
        if self.whole is not None:
            _write(sheet, y + _ROW / 2, _LEFT, self.names[place], self.texts[place], self.whole)
            _diamond(sheet, self.whole, self.line, y + _ROW / 2)
        self.line.draw(sheet, foot)
        _name(sheet, self.line, self._rows[0], self.whole, foot, dashed)


def _title(sheet: Sheet, rows: Sequence[ForestRow], y: float) -> None:
    levels = {row.interval.level for row in rows if row.interval is not None}
    head = f"Estimate ({level_text(levels.pop())}% CI)" if len(levels) == 1 else "Estimate"
    name = "Area under the curve" if measure_of(rows[0]) == "AUC" else measure_of(rows[0])
    shown = shortened(name[:1].upper() + name[1:], _RIGHT - _LEFT - text_width(head) - 10, NAME, bold=True)
    sheet.write(_LEFT, y, shown, size=NAME, bold=True)
    sheet.write(_RIGHT, y, head, colour=MUTED, align="right")


def _write(sheet: Sheet, y: float, x: float, name: str, text: str, row: ForestRow) -> None:
    sheet.write(x, y, name)
    sheet.write(_RIGHT, y, text, align="right", colour=INK if row.interval is not None else MUTED)


def _references(
    sheet: Sheet, line: NumberLine, row: ForestRow, whole: ForestRow | None, head: float, foot: float
) -> None:
    """Draw the dashed line of the whole study and the dotted one of no difference, each if it is on the axis."""
    if _difference(row) and line.low <= 0 <= line.high:
        at = line.place(0.0)
        sheet.line([at, at], [head, foot], colour=RULE, width=0.8, dashes=DOTTED[1], order=1)
    if whole is not None and whole.estimate is not None:
        at = line.place(whole.estimate)
        sheet.line([at, at], [head, foot], colour=IDEAL.colour, width=IDEAL.width, dashes=IDEAL.dashes, order=1)


def _difference(row: ForestRow) -> bool:
    return measure_of(row).startswith("difference in ")


def _diamond(sheet: Sheet, row: ForestRow, line: NumberLine, y: float) -> None:
    """Draw the whole study: a diamond from limit to limit, or a mark where there is no interval."""
    if row.estimate is None:
        return
    middle = line.place(row.estimate)
    if row.interval is None or row.interval.sides != "two-sided":
        draw_row(sheet, row, line, y)
        return
    left, right = line.place(row.interval.low), line.place(row.interval.high)
    sheet.shape([left, middle, right, middle], [y, y - _DIAMOND, y, y + _DIAMOND], edge=NAVY, fill=NAVY)


def _name(sheet: Sheet, line: NumberLine, row: ForestRow, whole: ForestRow | None, foot: float, dashed: str) -> None:
    """Name the axis and its lines."""
    said = [] if whole is None or whole.estimate is None else [f"dashed: {shortened(dashed, WIDTH / 4, LABEL)}"]
    said += ["dotted: 0"] if _difference(row) and line.low <= 0 <= line.high else []
    note = f" ({', '.join(said)})" if said else ""
    name = measure_of(row)
    shown = shortened(name[:1].upper() + name[1:], WIDTH / 2 - text_width(note, LABEL), LABEL) + note
    half = text_width(shown, LABEL) / 2
    middle = min(max((line.start + line.end) / 2, half + 2), WIDTH - half - 2)
    sheet.write(middle, foot + line.depth + 11, shown, size=LABEL, align="center")
