"""The likelihood method: the proportions that the likelihood-ratio test would not reject.

2[x log(p/t) + (n - x) log((1 - p)/(1 - t))] = z², solved for t on both sides of p = x/n.

References: [wilks1938], [brown2001]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass

from rocstats.methods.binomial import binomial_interval, checked_counts, checked_test
from rocstats.methods.method import normal_pvalue, upper_quantile
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class Likelihood:
    """Likelihood-ratio interval for a proportion, and the likelihood-ratio test that it inverts.

    It assumes independent subjects with one and the same probability. The statistic is referred to chi-squared with one
    degree of freedom, one-sided to the normal distribution of its signed root. It needs no correction at 0/n and n/n,
    but there, and for proportions near 0 and 1, it is too short: Clopper and Pearson's interval keeps the level.

    References
    ----------
    [wilks1938], [brown2001]

    Examples
    --------
    >>> interval = Likelihood().interval(13, 16)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5828, 0.9497)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "likelihood",
            "likelihood ratio",
            "The interval holds the proportions that the likelihood-ratio test does not reject",
            ("wilks1938", "brown2001"),
            "likelihood-ratio method",
        )

    def interval(
        self, successes: int, total: int, *, level: float = 0.95, sides: Sides = "two-sided"
    ) -> Interval | None:
        """Return the interval for a count among so many, solved for by ``scipy.optimize.brentq``.

        Parameters
        ----------
        successes, total : int
            How many, among how many.
        level : float
            Confidence level, 0.95 for 95 percent.
        sides : {"two-sided", "lower", "upper"}
            A one-sided bound ends at the end of the range.

        Returns
        -------
        Interval or None
            None where ``total`` is 0: not estimable.

        Raises
        ------
        DataError
            If a count is negative or not whole, or there are more successes than subjects.
        MethodError
            If level or sides are out of range.
        """
        return binomial_interval(successes, total, level, sides, _limits)

    def pvalue(
        self, successes: int, total: int, *, null: float, alternative: Alternative = "two-sided"
    ) -> float | None:
        """Return the p-value of the signed root of the likelihood-ratio statistic.

        Parameters
        ----------
        successes, total : int
            How many, among how many.
        null : float
            Proportion under the null hypothesis, strictly between 0 and 1.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true proportion is above ``null``.

        Returns
        -------
        float or None
            None where ``total`` is 0: not estimable.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If null or alternative are out of range.

        Examples
        --------
        >>> round(Likelihood().pvalue(13, 16, null=0.5), 5)
        0.00944
        """
        successes, total = checked_counts(successes, total)
        checked_test(null, alternative)
        if total == 0:
            return None
        root = math.sqrt(_statistic(successes, total, null))
        return normal_pvalue(math.copysign(root, successes - total * null), alternative)


def _statistic(x: int, n: int, t: float) -> float:
    """Return twice the log of the likelihood ratio, from p - t so that nothing cancels where they are near."""
    distance = x / n - t
    cases = x * math.log1p(distance / t) if x else 0.0
    rest = (n - x) * math.log1p(-distance / (1 - t)) if x < n else 0.0
    return max(2 * (cases + rest), 0.0)


def _limits(x: int, n: int, alpha: float) -> tuple[float, float]:
    """Solve for the limits, in closed form at 0/n and n/n."""
    z2 = upper_quantile(1 - alpha, "two-sided") ** 2
    if x in (0, n):
        far = -math.expm1(-z2 / (2 * n))
        return (0.0, far) if x == 0 else (1 - far, 1.0)

    def beyond(t: float) -> float:
        return _statistic(x, n, t) - z2

    return _solved(beyond, x / n, 0.0), _solved(beyond, x / n, 1.0)


def _solved(beyond: Callable[[float], float], estimate: float, end: float) -> float:
    """Go from the estimate to an end of the range until the statistic is too large, and back to where it is not."""
    from scipy.optimize import brentq

    inside = outside = estimate
    while beyond(outside) <= 0:
        inside = outside
        outside = end + (inside - end) / 4
        if outside == end:
            return inside
    return float(brentq(beyond, inside, outside, xtol=sys.float_info.min, maxiter=300))
