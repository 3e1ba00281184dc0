"""Conditions of a filter: what they choose from the rows of a frame.

A comparison with a missing value is false, whatever it is compared with, and ``not`` turns what stands behind it: ``not
(AGE < 75)`` chooses those without an age, ``AGE >= 75`` does not.

A value is compared as a number where both sides are numbers or spell one, so that 1, 1.0 and "01" are the number 1;
against a text between quotation marks a cell is compared as a text, so that the id "01" is not "1". A cell of numbers
equals a text if the text spells its number, a cell of true or false the texts TRUE, True and true or their like. A date
is compared as the text 2026-11-30 (with 10:15:00 behind it, if the column has times). Only what is comparable has an
order: a cell "<5" is neither above nor below the number 7.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas as pd

Mask = npt.NDArray[np.bool_]
FilterValue = str | float | bool
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Compared:
    """A column held against a value."""

    column: str
    sign: str
    value: FilterValue


@dataclass(frozen=True, slots=True)
class OneOf:
    """A column that holds one of several values."""

    column: str
    values: tuple[FilterValue, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A column without a value."""

    column: str


@dataclass(frozen=True, slots=True)
class Negated:
    """What a condition does not choose."""

    part: Condition


@dataclass(frozen=True, slots=True)
class Joined:
    """Conditions that must all hold, or of which one must."""

    word: str
    parts: tuple[Condition, ...]


Leaf = Compared | OneOf | Unknown
Condition = Leaf | Negated | Joined


def leaves(condition: Condition) -> Iterator[Leaf]:
    """Give what a condition is made of, from left to right."""
    match condition:
        case Negated(part):
            yield from leaves(part)
        case Joined(_, parts):
            for one in parts:
                yield from leaves(one)
        case _:
            yield condition


def chosen(condition: Condition, columns: Callable[[str], pd.Series[Any]], size: int) -> Mask:
    """Say of each of so many rows whether it is chosen."""
    match condition:
        case Negated(part):
            return ~chosen(part, columns, size)
        case Joined(word, parts):
            masks = [chosen(part, columns, size) for part in parts]
            join = np.logical_and if word == "and" else np.logical_or
            return np.asarray(join.reduce(masks), dtype=bool)
        case Unknown(column):
            return columns(column).isna().to_numpy(dtype=bool)
        case OneOf(column, values):
            found = np.zeros(size, dtype=bool)
            for value in values:
                found |= holds(columns(column), "==", value)
            return found
        case Compared(column, sign, value):
            return holds(columns(column), sign, value)


def without_order(leaf: Compared, column: pd.Series[Any]) -> Mask:
    """Say of each row whether it has a value that is neither above nor below what it is compared with."""
    known = ~column.isna().to_numpy(dtype=bool)
    if leaf.sign in ("==", "!=") or not isinstance(leaf.value, float):
        return np.zeros(len(column), dtype=bool)
    return np.asarray(known & np.isnan(_numbers(column)), dtype=bool)


def holds(column: pd.Series[Any], sign: str, value: FilterValue) -> Mask:
    """Compare every cell with a value; a missing cell holds nothing."""
    known = ~column.isna().to_numpy(dtype=bool)
    if isinstance(value, bool):
        equal = _truths(column) == ("true" if value else "false")
        return np.asarray(known & (equal if sign == "==" else ~equal), dtype=bool)
    if isinstance(value, float):
        numbers = _numbers(column)
        with np.errstate(invalid="ignore"):
            held = COMPARE[sign](numbers, value)
        return np.asarray(known & held & ((sign == "!=") | ~np.isnan(numbers)), dtype=bool)
    number = _spelt(value)
    held = COMPARE[sign](_texts(column), value)
    if sign in ("==", "!=") and value.lower() in ("true", "false"):
        truths = np.fromiter((isinstance(cell, bool | np.bool_) for cell in column), dtype=bool, count=len(column))
        held = np.where(truths, COMPARE[sign](_truths(column), value.lower()), held)
    if number is not None:
        numeric = np.fromiter((_is_number(cell) for cell in column), dtype=bool, count=len(column))
        if numeric.any():
            with np.errstate(invalid="ignore"):
                held = np.where(numeric, COMPARE[sign](_numbers(column), number), held)
    return np.asarray(known & held.astype(bool), dtype=bool)


def _numbers(column: pd.Series[Any]) -> npt.NDArray[np.float64]:
    """Read a column as numbers, NaN where a cell is none; a date is none."""
    import pandas as pd

    if pd.api.types.is_datetime64_any_dtype(column.dtype) or pd.api.types.is_timedelta64_dtype(column.dtype):
        return np.full(len(column), np.nan)
    return pd.to_numeric(column, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)


def _texts(column: pd.Series[Any]) -> npt.NDArray[np.object_]:
    """Read a column as texts, dates as ISO 8601 has them."""
    import pandas as pd

    if pd.api.types.is_datetime64_any_dtype(column.dtype):
        known = column.dropna()
        dates_only = bool((known == known.dt.normalize()).all())
        column = column.dt.strftime("%Y-%m-%d" if dates_only else "%Y-%m-%d %H:%M:%S")
    return np.array(["" if missing else str(cell) for cell, missing in zip(column, column.isna(), strict=True)], object)


def _truths(column: pd.Series[Any]) -> npt.NDArray[np.object_]:
    return np.array([text.lower() for text in _texts(column)], dtype=object)


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float | np.number) and not isinstance(cell, bool | np.bool_)


def _spelt(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
