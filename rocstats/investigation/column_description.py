"""What a column of the data is like: numbers by their moments and quartiles, or levels by how many have each.

Quartiles are of type 7: the value at place 1 + (n - 1) p of the ordered ones, by a straight line between two.

References: [hyndman1996]
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rocstats.data.parts import distinct_values
from rocstats.data.truth import label as label_of
from rocstats.errors import DataError
from rocstats.formatting import EXACT, printable

if TYPE_CHECKING:
    import pandas as pd

MOST_LEVELS = 20
NOTHING, ALONE, INFINITE = "There are no values.", "One value has no spread.", "A value is infinite."
_MOST_DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberDescription:
    """Numbers without those missing. None stands for what cannot be said of them, and ``why`` says so.

    ``standard_deviation`` divides by n - 1.
    """

    n: int
    missing: int
    mean: float | None = None
    standard_deviation: float | None = None
    first_quartile: float | None = None
    median: float | None = None
    third_quartile: float | None = None
    low: float | None = None
    high: float | None = None
    why: str = NOTHING


def described(values: npt.NDArray[np.float64]) -> NumberDescription:
    """Describe numbers; NaN is a missing one.

    Examples
    --------
    >>> found = described(np.array([1.0, 2.0, 4.0, np.nan]))
    >>> found.n, found.missing, found.median, found.first_quartile, found.third_quartile
    (3, 1, 2.0, 1.5, 3.0)
    """
    held = np.sort(values[~np.isnan(values)]).tolist()
    n, missing = len(held), len(values) - len(held)
    if not n:
        return NumberDescription(n=0, missing=missing)
    finite = math.isfinite(held[0]) and math.isfinite(held[-1])
    # Scaled by the largest, so that no sum or square overflows.
    scale = max(abs(held[0]), abs(held[-1])) or 1.0
    mean = scale * (math.fsum(value / scale for value in held) / n) if finite else None
    spread = None
    if mean is not None and n > 1:
        spread = scale * math.sqrt(math.fsum(((value - mean) / scale) ** 2 for value in held) / (n - 1))
    return NumberDescription(
        n=n,
        missing=missing,
        mean=mean,
        standard_deviation=spread,
        first_quartile=_quantile(held, 1),
        median=_quantile(held, 2),
        third_quartile=_quantile(held, 3),
        low=held[0],
        high=held[-1],
        why=ALONE if finite else INFINITE,
    )


def decimals_of(values: npt.NDArray[np.float64]) -> int:
    """Choose decimals for numbers as they are: those they are written with, but no more than three digits tell apart.

    Examples
    --------
    >>> decimals_of(np.array([61.0, 45.0])), decimals_of(np.array([0.303, 0.1])), decimals_of(np.array([15.1284]))
    (0, 3, 1)
    """
    held = values[np.isfinite(values)]
    written = max((_written(value) for value in np.unique(held).tolist()), default=0)
    sizes = np.abs(held[held != 0]).tolist()
    # The mean of two sizes near the largest number is infinite.
    typical = 2 - math.floor(math.log10(min(median(sizes), sys.float_info.max))) if sizes else 0
    return min(written, max(typical, 0), _MOST_DECIMALS)


def numbers_of(column: pd.Series[Any]) -> npt.NDArray[np.float64] | None:
    """Give a column as numbers, NaN where one is missing, or None if it is one of levels.

    A column that the file holds as numbers is one of numbers unless it has two values at most, which are codes.
    """
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    if not is_numeric_dtype(column.dtype) or is_bool_dtype(column.dtype) or column.nunique() <= 2:
        return None
    return column.to_numpy(dtype=np.float64, na_value=np.nan)


def levels_of(column: pd.Series[Any], name: str, role: str) -> tuple[str, ...]:
    """Give the levels of a column in order, numbers by their size.

    Raises
    ------
    DataError
        If there are too many to describe each.
    """
    levels = list(
        dict.fromkeys(label_of(value) for value in sorted(distinct_values(column.dropna(), name).tolist(), key=_place))
    )
    if len(levels) > MOST_LEVELS:
        shown = ", ".join(f'"{printable(level)}"' for level in levels[:4])
        raise DataError(
            f'"{printable(name)}" ({role} of the plan) has {len(levels)} different values, such as {shown}; a table '
            f"describes at most {MOST_LEVELS} levels. Group them in a column of their own, leave the column out of "
            "the plan or, if they are numbers, write what is not a number as missing."
        )
    return tuple(levels)


def _place(level: object) -> tuple[int, float, str]:
    """Order numbers by size before texts by their code points."""
    number = float(level) if isinstance(level, int | float) else math.nan
    return (1, 0.0, str(level)) if math.isnan(number) else (0, number, "")


def _quantile(held: list[float], quarter: int) -> float | None:
    """Give a quartile of ordered numbers; between a number and an infinite one there is none."""
    place, rest = divmod((len(held) - 1) * quarter, 4)
    low, high = held[place], held[min(place + 1, len(held) - 1)]
    if rest == 0 or low == high:
        return low
    if math.isinf(low) or math.isinf(high):
        return None
    # Of the decimals written, not of the binary numbers that stand for them.
    return float((Fraction(repr(low)) * (4 - rest) + Fraction(repr(high)) * rest) / 4)


def _written(value: float) -> int:
    """Count the decimals with which a number is written."""
    exponent = Decimal(repr(value)).normalize(EXACT).as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0
