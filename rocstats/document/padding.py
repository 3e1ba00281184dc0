"""Padding of numbers, so that their points are in line though their decimals differ."""

from __future__ import annotations

import re

from rocstats.document.blocks import Limits, Table, cell_of
from rocstats.document.inline import Value

_FIGURE_SPACE = "\u2007"
_POINT_SPACE = "\u2008"
_NUMBER = re.compile(r"[-\u2212]?\d+(?:\.(\d+))?")


def decimals_of(table: Table, index: int) -> int:
    """Find the most decimals among the numbers of a column."""
    texts: list[str] = []
    for row in table.flat_rows:
        value = cell_of((row.name, *row.cells)[index]).value
        held = (value.low, value.high) if isinstance(value, Limits) else (value,)
        texts += [one.text if isinstance(one, Value) else one for one in held if isinstance(one, str | Value)]
    found = (_NUMBER.fullmatch(text) for text in texts)
    return max((len(number[1] or "") for number in found if number), default=0)


def padding(text: str, places: int | None) -> str:
    """Give the spaces, as wide as figures, that put the point of a number in line with the others of its column."""
    number = _NUMBER.fullmatch(text) if places else None
    if number is None or places is None:
        return ""
    return ("" if number[1] else _POINT_SPACE) + _FIGURE_SPACE * (places - len(number[1] or ""))


def before_high(limits: Limits, places: int | None, longest: int) -> str:
    """Write what stands before the high limit where an interval is one cell.

    A high limit of fewer figures than the longest of its column is padded, so that low limits align.
    """
    low, high = written(limits.low), written(limits.high)
    padded = len(high + padding(high, places))
    return low + padding(low, places) + " to " + _FIGURE_SPACE * (longest - padded)


def longest_high(table: Table, index: int) -> int:
    """Count the signs of the longest high limit of a column, with what pads it."""
    values = [cell_of((row.name, *row.cells)[index]).value for row in table.flat_rows]
    places = decimals_of(table, index) if table.flat_columns[index].aligned else None
    highs = [written(value.high) for value in values if isinstance(value, Limits)]
    return max((len(high + padding(high, places)) for high in highs), default=0)


def written(value: str | Value) -> str:
    """Give the text of a number."""
    return value.text if isinstance(value, Value) else value
