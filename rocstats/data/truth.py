"""Truth values: which of them are cases, which are controls, which are missing.

However the two groups are coded (0/1, booleans, text, categories, nullable columns) the answer is the same. A stated
value matches a value of the data if the two are equal; text and numbers match if one is the exact writing of the
other, as "1" is of 1, 1.0 and True.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from rocstats.data.scores import is_missing, native
from rocstats.errors import DataError
from rocstats.formatting import counted, listed, plain, printable, text_of
from rocstats.given import holds_several

Bools = npt.NDArray[np.bool_]
_SHOWN = 6
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_WORDS = {"True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False}


@dataclass(frozen=True, slots=True, eq=False)
class Coding:
    """The truth of each row: a case, a control (neither a case nor missing) or missing."""

    case: Bools
    missing: Bools
    positive: str
    negative: str

    def part(self, chosen: Bools | slice) -> Coding:
        """Return these rows."""
        return Coding(self.case[chosen], self.missing[chosen], self.positive, self.negative)


def coded(
    values: Any,
    *,
    positive: Any = None,
    negative: Any = None,
    name: str = "truth",
    labels: Mapping[Any, str] | None = None,
) -> Coding:
    """Divide the rows of a truth column into cases, controls and missing.

    Parameters
    ----------
    values : array-like, one-dimensional
        The truth of each row. None, NaN, NA and empty text are missing.
    positive, negative : value or list of values, optional
        What cases and controls are called. ``positive`` may be left out for 0/1 and booleans only, ``negative`` where
        one value is left.
    name : str
        What the column is called in errors.
    labels : dict, optional
        Text for each value; it is displayed and may be named as well as the value.

    Raises
    ------
    DataError
        If the values do not fall into two groups, or a stated value does not occur.
    """
    codes, found = distinct(values, name)
    texts = _Texts(found, labels or {})
    cases, controls = _groups(_stated(positive), _stated(negative), found, texts, name)
    others = [i for i in range(len(found)) if i not in cases and i not in controls]
    if others:
        rows = int(np.isin(codes, others).sum())
        raise DataError(
            f"{printable(name)} holds {counted(rows, 'row')} of neither group: {texts.shown(others)}. "
            "Add each value to positive= or negative=, or leave these rows out first."
        )
    return Coding(np.isin(codes, cases), codes < 0, texts.joined(cases), texts.joined(controls))


def _groups(
    positive: Sequence[Any], negative: Sequence[Any], found: Sequence[Hashable], texts: _Texts, name: str
) -> tuple[list[int], list[int]]:
    """Find which of the values found are cases and which are controls."""
    if not found:
        raise DataError(f"{printable(name)} needs two values; it holds none.")
    everything = texts.shown(range(len(found)))
    if not positive and negative:
        raise DataError(
            f"negative= alone does not say which value of {printable(name)} is positive; state positive= as well."
        )
    if not positive:
        return _zero_one(found, everything, name)
    cases = _matching(positive, found, texts, "positive", name)
    if negative:
        controls = _matching(negative, found, texts, "negative", name)
        if both := [i for i in cases if i in controls]:
            raise DataError(f"{texts.shown(both)} is named in positive= and in negative=; a value is in one of them.")
        return cases, controls
    controls = [i for i in range(len(found)) if i not in cases]
    if len(controls) > 1:
        raise DataError(
            f"{printable(name)} needs two values; besides {texts.shown(cases)} it holds {len(controls)}: "
            f"{texts.shown(controls)}. Name the groups to compare with positive= and negative=."
        )
    if not controls:
        raise DataError(f"{printable(name)} needs two values; it holds only the positive: {everything}.")
    return cases, controls


class _Texts:
    """How the values of a truth column are written: by their labels, or else as they are."""

    def __init__(self, found: Sequence[Hashable], labels: Mapping[Any, str]) -> None:
        self.found = found
        self.labels = [labels.get(value) for value in found]
        self.texts = [label(value) if text is None else text for value, text in zip(found, self.labels, strict=True)]

    def joined(self, places: Iterable[int]) -> str:
        return listed([self.texts[i] for i in places], "or")

    def shown(self, places: Iterable[int]) -> str:
        """List values in an error, the first few of them; text that could be mistaken is quoted."""
        chosen = list(places)
        clash = len(set(self.texts)) < len(self.texts)
        written = []
        for i in chosen[:_SHOWN]:
            value, text, named = self.found[i], self.texts[i], self.labels[i]
            quoted = isinstance(value, str) and (clash or text != text.strip())
            shown = f'"{printable(text)}"' if quoted else printable(text)
            written.append(shown if named is None else f"{printable(label(value))} ({shown})")
        return ", ".join(written) + (", …" if len(chosen) > _SHOWN else "")


def distinct(values: Any, name: str) -> tuple[npt.NDArray[np.int64], list[Hashable]]:
    """Number the distinct values of a column in their order; -1 is missing."""
    array, missing = native(values)
    if array.ndim != 1:
        raise DataError(f"{printable(name)} must be one column; it has the shape {array.shape}.")
    if array.dtype.kind in "biuf":
        absent = np.isnan(array) if array.dtype.kind == "f" else np.zeros(len(array), dtype=bool)
        absent = absent if missing is None else absent | missing
        codes = np.full(len(array), -1, dtype=np.int64)
        known = array[~absent]
        values_found = np.unique(known)
        codes[~absent] = np.searchsorted(values_found, known)
        return codes, values_found.tolist()
    return _distinct_objects(array, missing, name)


def _distinct_objects(
    array: npt.NDArray[Any], missing: Bools | None, name: str
) -> tuple[npt.NDArray[np.int64], list[Hashable]]:
    if array.dtype.kind == "S":
        try:
            array = np.char.decode(array, "utf-8")
        except UnicodeDecodeError:
            raise DataError(f"{printable(name)} holds bytes that are no UTF-8 text; decode them first.") from None
    numbered: dict[Hashable, int] = {}
    codes = np.empty(len(array), dtype=np.int64)
    for row, value in enumerate(array.tolist()):
        if is_missing(value) or (isinstance(value, str) and not value) or (missing is not None and missing[row]):
            codes[row] = -1
            continue
        try:
            codes[row] = numbered.setdefault(value, len(numbered))
        except TypeError:
            kind = type(value).__name__
            raise DataError(f"{printable(name)} holds a {kind} in row {row + 1}, which is no value.") from None
    found = list(numbered)
    order = sorted(range(len(found)), key=lambda i: _place(found[i]))
    rank = np.empty(len(found) + 1, dtype=np.int64)
    rank[order] = np.arange(len(found))
    rank[-1] = -1
    return rank[codes], [found[i] for i in order]


def _place(value: Hashable) -> tuple[int, Any]:
    """Order values for display: numbers by size, then everything else by its text."""
    if isinstance(value, numbers.Real | Decimal | np.bool_):
        return (0, _size(value))
    return (1, text_of(value))


def _size(value: Any) -> float:
    """Return a number as a float to order by; what no float can hold lies beyond them all."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _stated(values: Any) -> list[Any]:
    """Return the values that positive= or negative= names, as a list."""
    if values is None:
        return []
    if not holds_several(values):
        return [values]
    stated = list(values)
    if not stated:
        raise DataError("positive= and negative= name at least one value each; an empty list came.")
    return stated


def _zero_one(found: Sequence[Hashable], everything: str, name: str) -> tuple[list[int], list[int]]:
    """Find cases and controls where no value was stated: only 0/1 and booleans say it themselves."""
    if len(found) != 2:
        advice = " Name the groups to compare with positive= and negative=." if len(found) > 2 else ""
        raise DataError(f"{printable(name)} needs two values; it holds {len(found)}: {everything}.{advice}")
    ones = [i for i, value in enumerate(found) if _same(1, value)]
    zeros = [i for i, value in enumerate(found) if _same(0, value)]
    if len(ones) == 1 and len(zeros) == 1:
        return ones, zeros
    raise DataError(f"{printable(name)} holds {everything}; say which is positive with positive=.")


def _matching(stated: Sequence[Any], found: Sequence[Hashable], texts: _Texts, role: str, name: str) -> list[int]:
    """Find the values that were named, in the order of the data."""
    places: set[int] = set()
    for wanted in stated:
        hits = {i for i, value in enumerate(found) if _equal(wanted, value)}
        hits = hits or {i for i, value in enumerate(found) if _same(wanted, value)}
        hits |= {i for i, text in enumerate(texts.labels) if text is not None and _equal(wanted, text)}
        asked = f'"{printable(wanted)}"' if isinstance(wanted, str) else printable(label(wanted))
        if not hits:
            raise DataError(
                f"{role}={asked} is no value of {printable(name)}; "
                f"it holds {len(found)}: {texts.shown(range(len(found)))}."
            )
        if len(hits) > 1:
            raise DataError(
                f"{role}={asked} could mean several values of {printable(name)}: {texts.shown(sorted(hits))}. "
                "Name them as they stand in the data, as a list."
            )
        places |= hits
    return sorted(places)


def _equal(wanted: Any, value: Hashable) -> bool:
    """Say whether a stated value is the value itself; text is never a number here."""
    if isinstance(wanted, str) or isinstance(value, str):
        return isinstance(wanted, str) and isinstance(value, str) and str(wanted) == str(value)
    try:
        return bool(wanted == value)
    except (TypeError, ValueError, ArithmeticError):
        # an array, a missing value of pandas, a signaling NaN: none of them is a value of truth
        return False


def _same(wanted: Any, value: Hashable) -> bool:
    """Say whether one of the two is the exact writing of the other."""
    if isinstance(wanted, str) == isinstance(value, str):
        return _equal(wanted, value)
    text, other = (wanted, value) if isinstance(wanted, str) else (text_of(value), wanted)
    if isinstance(other, bool | np.bool_) and text in _WORDS:
        return _WORDS[text] is bool(other)
    if not isinstance(other, numbers.Real | Decimal | np.bool_) or not _NUMBER.fullmatch(text):
        return False
    exact = Fraction(int(other)) if isinstance(other, np.bool_) else _fraction(other)
    return exact is not None and Fraction(text) == exact


def _fraction(value: Any) -> Fraction | None:
    """Return a number as an exact fraction; None for an infinite one and for what is no number."""
    try:
        if isinstance(value, np.floating):
            return Fraction(*value.as_integer_ratio())
        return Fraction(value.item() if isinstance(value, np.generic) else value)
    except (OverflowError, ValueError):
        return None


def label(value: Any) -> str:
    """Write a truth value as it is displayed."""
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, float | np.floating):
        return plain(float(value))
    return text_of(value)
