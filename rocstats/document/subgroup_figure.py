"""Estimates in the parts of a study, drawn below headings with the estimate in all of it.

The dashed line is the whole study; whether the parts differ is said by the p-value beside their heading, not by which
intervals cross the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    picture_names,
    shortened,
    style,
    text_width,
)
from rocstats.document.forest_figure import ForestRow, draw_row, forest_line, forest_row, numbers
from rocstats.document.number_line import NumberLine
from rocstats.document.plot_key import IDEAL
from rocstats.errors import DataError
from rocstats.formatting import NOT_ESTIMABLE, decimals_for, level_text, pvalue_cell
from rocstats.results import Comparison, Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _INDENT, _GAP = 2.0, WIDTH - 2, 8.0, 16.0
_LEAST_AXIS, _LEAST_START = 110.0, 78.0
_HEAD, _HEADING, _ROW, _BETWEEN = 22.0, 15.0, 15.0, 5.0
_DIAMOND = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestGroup:
    """The parts of a study by one characteristic.

    Parameters
    ----------
    heading : str
        What divides the study, as in "gender".
    rows : sequence of ForestRow, Estimate or Comparison
        The parts; an estimate of a part is named by its part.
    pvalue : float, optional
        Of the test that the parts are alike; None shows none.
    estimable : bool
        False if that test was wanted and the data cannot give it.

    Raises
    ------
    DataError
        If there are no rows.

    Examples
    --------
    >>> rows = [ForestRow(names=("Female",), estimate=0.8), ForestRow(names=("Male",), estimate=0.7)]
    >>> ForestGroup(heading="gender", rows=rows, pvalue=0.3).pvalue
    0.3
    """

    heading: str
    rows: Sequence[ForestRow | Estimate | Comparison]
    pvalue: float | None = None
    estimable: bool = True

    def __post_init__(self) -> None:
        if not self.rows:
            raise DataError("a group of a forest plot needs at least one row.")

    @property
    def said(self) -> str:
        """Write the p-value of homogeneity, if there is one to write."""
        if self.pvalue is not None:
            text = pvalue_cell(self.pvalue)
            return f"homogeneity: p {text if text.startswith('<') else f'= {text}'}"
        return "" if self.estimable else f"homogeneity: {NOT_ESTIMABLE}"


def plot_subgroups(
    groups: ForestGroup | Sequence[ForestGroup], *, overall: ForestRow | Estimate | Comparison | None = None
) -> Figure:
    """Draw the estimates in parts of a study on one axis, with that in the whole study as a line and a diamond.

    Parameters
    ----------
    groups : ForestGroup, or sequence of them
        In reading order; all of one parameter.
    overall : ForestRow, Estimate or Comparison, optional
        The whole study.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If there is nothing to draw, or something else came.
    DataError
        If the rows are of several parameters.

    Examples
    --------
    >>> rows = [ForestRow(names=("Female",), estimate=0.8), ForestRow(names=("Male",), estimate=0.7)]
    >>> figure = plot_subgroups(ForestGroup(heading="gender", rows=rows, pvalue=0.3))
    >>> [text.get_text() for text in figure.axes[0].texts][2:5]
    ['gender', 'homogeneity: p = 0.300', 'Female']
    """
    held = [groups] if isinstance(groups, ForestGroup) else list(groups)
    if not held or not all(isinstance(group, ForestGroup) for group in held):
        raise TypeError("plot_subgroups takes a ForestGroup, or several in a list.")
    parts = [[_part(row, group.heading) for row in group.rows] for group in held]
    whole = None if overall is None else forest_row(overall)
    rows = [row for part in parts for row in part] + ([] if whole is None else [whole])
    if len({(row.parameter, len(row.names)) for row in rows}) > 1:
        raise DataError("the rows of a subgroup figure are of one parameter; these are of several.")
    limits = [None if row.interval is None else (row.interval.low, row.interval.high) for row in rows]
    decimals = decimals_for([row.estimate for row in rows], limits)
    texts = [numbers(row, decimals) for row in rows]
    widest = max(map(text_width, texts))
    room = _RIGHT - _LEFT - _INDENT - widest - _LEAST_AXIS - 2 * _GAP
    names = picture_names([" − ".join(row.names) for row in rows], room)
    start = max(_LEFT + _INDENT + max(map(text_width, names)) + _GAP, _LEAST_START)
    line = forest_line(rows, 0.0 if len(rows[0].names) > 1 else None, start, _RIGHT - widest - _GAP)
    depth = _HEAD + sum(_HEADING + _ROW * len(part) + _BETWEEN for part in parts) + (0 if whole is None else _ROW)
    with style():
        sheet = Sheet(WIDTH, depth + 44)
        _title(sheet, rows)
        _references(sheet, line, rows, whole, depth + 4)
        y, place = _HEAD, 0
        for group, part in zip(held, parts, strict=True):
            said = group.said
            heading = shortened(group.heading, _RIGHT - _LEFT - text_width(said) - 10)
            sheet.write(_LEFT, y + _HEADING / 2, heading)
            sheet.write(_RIGHT, y + _HEADING / 2, said, colour=MUTED, align="right")
            y += _HEADING
            for row in part:
                _write(sheet, y + _ROW / 2, _LEFT + _INDENT, names[place], texts[place], row)
                draw_row(sheet, row, line, y + _ROW / 2)
                y, place = y + _ROW, place + 1
            y += _BETWEEN
        if whole is not None:
            _write(sheet, y + _ROW / 2, _LEFT, names[place], texts[place], whole)
            _diamond(sheet, whole, line, y + _ROW / 2)
        line.draw(sheet, depth + 4)
        _name(sheet, line, rows[0], whole, depth + 4)
    return sheet.figure


def _part(result: ForestRow | Estimate | Comparison, heading: str) -> ForestRow:
    """Give the estimate of a part as a row that is named by the part, without what its heading says."""
    row = forest_row(result)
    if isinstance(result, ForestRow):
        return row
    label = (result.subjects if isinstance(result, Estimate) else result.subjects[0]).label
    name = label.removeprefix(f"{heading}: ")
    return ForestRow(
        names=(name,) if name else row.names,
        estimate=row.estimate,
        interval=row.interval,
        parameter=f"difference in {row.parameter}" if isinstance(result, Comparison) and name else row.parameter,
        estimable=row.estimable,
    )


def _title(sheet: Sheet, rows: Sequence[ForestRow]) -> None:
    levels = {row.interval.level for row in rows if row.interval is not None}
    head = f"Estimate ({level_text(levels.pop())}% CI)" if len(levels) == 1 else "Estimate"
    name = "Area under the curve" if _called(rows[0]) == "AUC" else _called(rows[0])
    shown = shortened(name[:1].upper() + name[1:], _RIGHT - _LEFT - text_width(head) - 10, NAME, bold=True)
    sheet.write(_LEFT, 10, shown, size=NAME, bold=True)
    sheet.write(_RIGHT, 10, head, colour=MUTED, align="right")


def _called(row: ForestRow) -> str:
    return f"difference in {row.parameter}" if len(row.names) > 1 else row.parameter


def _write(sheet: Sheet, y: float, x: float, name: str, text: str, row: ForestRow) -> None:
    sheet.write(x, y, name)
    sheet.write(_RIGHT, y, text, align="right", colour=INK if row.interval is not None else MUTED)


def _references(
    sheet: Sheet, line: NumberLine, rows: Sequence[ForestRow], whole: ForestRow | None, foot: float
) -> None:
    """Draw the dashed line of the whole study and the dotted one of no difference, each if it is on the axis."""
    if _difference(rows[0]) and line.low <= 0 <= line.high:
        at = line.place(0.0)
        sheet.line([at, at], [_HEAD, foot], colour=RULE, width=0.8, dashes=DOTTED[1], order=1)
    if whole is not None and whole.estimate is not None:
        at = line.place(whole.estimate)
        sheet.line([at, at], [_HEAD, foot], colour=IDEAL.colour, width=IDEAL.width, dashes=IDEAL.dashes, order=1)


def _difference(row: ForestRow) -> bool:
    return _called(row).startswith("difference in ")


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


def _name(sheet: Sheet, line: NumberLine, row: ForestRow, whole: ForestRow | None, foot: float) -> None:
    """Name the axis and its lines."""
    said = [] if whole is None or whole.estimate is None else ["dashed: all"]
    said += ["dotted: 0"] if _difference(row) and line.low <= 0 <= line.high else []
    note = f" ({', '.join(said)})" if said else ""
    name = _called(row)
    shown = shortened(name[:1].upper() + name[1:], WIDTH / 2 - text_width(note, LABEL), LABEL) + note
    half = text_width(shown, LABEL) / 2
    middle = min(max((line.start + line.end) / 2, half + 2), WIDTH - half - 2)
    sheet.write(middle, foot + line.depth + 11, shown, size=LABEL, align="center")
