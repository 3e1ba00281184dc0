"""Stated numbers, taken as the decimals that were written.

A target of 0.9 is 9/10 and not the binary number next to it, so what reaches a target exactly does reach it.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from rocstats.errors import MethodError
from rocstats.given import is_number


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
        raise MethodError(f"{name} is {value}; it must be finite.")
    return Fraction(value) if isinstance(value, int | Fraction) else Fraction(str(value))


def _is_finite(value: float | Decimal | np.floating[Any]) -> bool:
    return value.is_finite() if isinstance(value, Decimal) else bool(np.isfinite(value))
