"""Stated numbers, taken as the decimals that were written.

A target of 0.9 is 9/10 and not the binary number next to it, so what reaches a target exactly does reach it.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_number, is_row

_NARROWEST = Fraction(1, 10**12)


def as_written(value: object, name: str) -> Fraction:
    """Return a stated number as the shortest decimal that stands for it; a fraction stays itself.

    Examples
    --------
    >>> as_written(0.9, "target"), as_written(Fraction(1, 3), "target"), as_written(2, "cost")
    (Fraction(9, 10), Fraction(1, 3), Fraction(2, 1))
    """
    if not is_number(value) and not isinstance(value, Fraction | Decimal):
        raise TypeError(f"{name} is {type(value).__name__}; it must be a number.")
    if not (isinstance(value, int | Fraction | np.integer) or _is_finite(value)):
        raise MethodError(f"{name} is {shown(value)}; it must be finite.")
    return Fraction(value) if isinstance(value, int | Fraction) else Fraction(str(value))


def _is_finite(value: float | Decimal | np.floating[Any]) -> bool:
    return value.is_finite() if isinstance(value, Decimal) else bool(np.isfinite(value))


def edges_as_written(band: Any, name: str) -> tuple[Fraction, Fraction]:
    """Return both edges of a band of an axis as the decimals that they are written as, or refuse what is none.

    Examples
    --------
    >>> edges_as_written((0, 0.1), "fpf")
    (Fraction(0, 1), Fraction(1, 10))
    """
    if not is_row(band) or len(band) != 2:
        raise TypeError(f"{name} is {shown(band)}; it must be a pair of edges, such as {name}=(0, 0.1).")
    low, high = (as_written(edge, f"an edge of {name}") for edge in band)
    if not 0 <= low < high <= 1:
        raise MethodError(f"{name} is {shown(band)}; it must be two edges of a band, 0 <= low < high <= 1.")
    if high - low < _NARROWEST:
        raise MethodError(f"{name} is {shown(band)}; no study has anybody in a band narrower than 1e-12.")
    return low, high
