"""Cells of a text file, turned into columns of numbers, booleans or text."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rocstats.data.scores import LARGEST
from rocstats.errors import DataError
from rocstats.formatting import printable

_DIGITS = frozenset("0123456789")
_NUMERIC = _DIGITS | frozenset("+-.eE")
_NUMBER = re.compile(r"\s*[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
_INFINITE = re.compile(r"\s*[+-]?inf(inity)?\s*", re.IGNORECASE)
_BOOLEANS = {"True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False}


def as_text(cells: Sequence[str], codes: Collection[str]) -> npt.NDArray[Any]:
    """Keep a column as text, with None where it is missing."""
    column = np.empty(len(cells), dtype=object)
    column[:] = [None if cell in codes else cell for cell in cells]
    return column


def as_values(
    cells: Sequence[str], codes: Collection[str], decimal: str = ".", *, scores_of: str | None = None
) -> npt.NDArray[Any]:
    """Turn the texts of a column into numbers or booleans if all of them are; those of a test have to be."""
    missing = np.array([cell in codes for cell in cells], dtype=bool)
    known = list(itertools.compress(cells, ~missing))
    if known and all(cell in _BOOLEANS for cell in known):
        return filled(np.array([_BOOLEANS[cell] for cell in known]), missing)
    numbers = _numbers(known, decimal)
    if numbers is not None:
        return filled(numbers, missing)
    if scores_of is not None:
        _refuse_stray(cells, missing, decimal, scores_of)
    return as_text(cells, codes)


def filled(known: npt.NDArray[Any], missing: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """Put the known values of a column back in their places; integers stay exact."""
    if not missing.any():
        return known
    floats = known.dtype.kind == "f" or (known.dtype.kind == "i" and not (np.abs(known) >= LARGEST).any())
    column = np.full(len(missing), np.nan if floats else None, dtype=np.float64 if floats else object)
    column[~missing] = known
    return column


def _numbers(texts: list[str], decimal: str) -> npt.NDArray[Any] | None:
    """Return the numbers that texts write, whole ones as integers; None if one is no number."""
    characters = set("".join(texts))
    if decimal == ",":
        if "." in characters:
            return None
        texts, characters = [t.replace(",", ".") for t in texts], characters - {","} | {"."}
    if not characters <= _NUMERIC and not all(_NUMBER.fullmatch(t) or _INFINITE.fullmatch(t) for t in texts):
        return None
    try:
        if characters <= _DIGITS | {"+", "-"}:
            whole = [int(t) for t in texts]
            return np.array(whole, dtype=np.int64 if all(-(2**63) <= w < 2**63 for w in whole) else object)
        floats = [float(t) for t in texts]
    except ValueError:
        return None
    if any(math.isinf(f) and not _INFINITE.fullmatch(t) for f, t in zip(floats, texts, strict=True)):
        return None
    return np.array(floats, dtype=np.float64)


def _refuse_stray(cells: Sequence[str], missing: npt.NDArray[np.bool_], decimal: str, test: str) -> None:
    wrong = [row for row, cell in enumerate(cells) if not missing[row] and _numbers([cell], decimal) is None]
    shown = ", ".join(f'"{printable(cells[row])[:40]}" in row {row + 1}' for row in wrong[:3])
    more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
    raise DataError(
        f'scores of "{printable(test)}" must be numbers; they hold {shown}{more} (rows counted below the header). '
        "Correct them, or name what stands for a missing value with missing_codes=."
    )
