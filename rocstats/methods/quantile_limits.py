"""Limits of a quantile from the scores themselves, without a distribution.

How many of n scores lie below the true quantile of a share p is binomial, so the score of rank r lies above it with
P(B < r) and the score of rank s below it with P(B >= s). The widest r and s that keep each at half of the error are
limits; ``scipy.stats.quantile_test`` finds them. With ties they cover at least as often.

References: [conover1999]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from rocstats.methods.method import checked_level
from rocstats.results import Card

ORDER_STATISTICS = Card(
    "order-statistics",
    "order statistics",
    "The limits of a quantile are scores whose ranks follow from the binomial distribution of how many scores lie "
    "below it",
    ("conover1999",),
    "order statistics",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantileEstimate:
    """A quantile with its limits; None where there are too few scores for it."""

    share: float
    estimate: float | None
    low: float | None
    high: float | None


def quantile_limits(scores: npt.ArrayLike, share: float, *, level: float) -> QuantileEstimate:
    """Estimate a quantile as the score of the rank nearest to share × (n + 1), with limits from order statistics.

    A rank just between two scores gives the middle between them. Scores are taken as independent, and of one
    population: records of one subject make the limits too narrow. Each limit errs with at most half of 1 - level; a
    limit that no score is far enough out for is None, as with few scores for an outer percentile. Infinite scores keep
    their place.

    Parameters
    ----------
    scores : (n,) array-like
        None of them missing.
    share : float
        Which quantile: 0.5 for the median.
    level : float
        Confidence level of the two-sided limits.

    Returns
    -------
    QuantileEstimate
        All None without scores.

    Raises
    ------
    MethodError
        If the level is none.

    References
    ----------
    [conover1999]

    Examples
    --------
    >>> found = quantile_limits([1, 2, 3, 4, 5, 6], 0.5, level=0.95)
    >>> found.estimate, found.low, found.high
    (3.5, 1.0, 6.0)
    >>> quantile_limits([1, 2, 3, 4, 5], 0.5, level=0.95).low is None
    True
    """
    level = checked_level(level)
    values = np.sort(np.asarray(scores, dtype=np.float64))
    if not len(values):
        return QuantileEstimate(share=share, estimate=None, low=None, high=None)
    from scipy.stats import quantile_test

    interval: Any = quantile_test(values, q=0, p=share).confidence_interval(level)
    low, high = (None if np.isnan(limit) else float(limit) for limit in (interval.low, interval.high))
    return QuantileEstimate(share=share, estimate=_nearest(values, share), low=low, high=high)


def _nearest(values: npt.NDArray[np.float64], share: float) -> float:
    n = len(values)
    rank = min(max(Fraction(str(share)) * (n + 1), Fraction(1)), Fraction(n))
    below = rank.numerator // rank.denominator
    beyond = rank - below
    if beyond != Fraction(1, 2):
        return float(values[below - 1 + (beyond > Fraction(1, 2))])
    first, second = float(values[below - 1]), float(values[below])
    if first == second or np.isinf([first, second]).any():
        return first
    # The middle of two decimals is a decimal; halving their binary sum would print as none.
    return float((Fraction(str(first)) + Fraction(str(second))) / 2)
