"""The mid-p method: the proportions under which neither binomial tail, with half of what was seen, is too small.

The upper tail P(X > x) + P(X = x)/2 is the mean of two exact tails, so each limit is searched for between two of
Clopper and Pearson's kind.

References: [lancaster1961], [agresti1998]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass

from rocstats.methods.binomial import beyond_beta, binomial_interval, checked_counts, checked_test
from rocstats.methods.wilson import score_limits, score_pvalue
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class MidP:
    """Mid-p interval for a proportion, and the mid-p test that it inverts.

    It assumes independent subjects with one and the same probability. Counting only half of the probability of what was
    seen takes away most of the conservatism of Clopper and Pearson's method; the level is then kept on average, and no
    longer for every proportion. A one-sided bound at a level of less than about 0.55 can lie beyond the estimate. Above
    2**36 successes and 2**36 failures the tails are those of the score test: double precision cannot hold exact ones.

    References
    ----------
    [lancaster1961], [agresti1998]

    Examples
    --------
    >>> interval = MidP().interval(13, 16)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5699, 0.95)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "mid-p",
            "mid-p",
            "The interval holds the proportions under which neither binomial tail, with half of the probability of the "
            "observed count, is smaller than half of one minus the level",
            ("lancaster1961", "agresti1998"),
            "mid-p method",
        )

    def interval(
        self, successes: int, total: int, *, level: float = 0.95, sides: Sides = "two-sided"
    ) -> Interval | None:
        """Return the interval for a count among so many; the tails are those of ``scipy.special.betainc``.

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
        return binomial_interval(successes, total, level, sides, _limits, encloses=False)

    def pvalue(
        self, successes: int, total: int, *, null: float, alternative: Alternative = "two-sided"
    ) -> float | None:
        """Return the mid-p value: a tail with half of what was seen, or twice the smaller one and at most 1.

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
        >>> round(MidP().pvalue(13, 16, null=0.5), 5)
        0.01273
        """
        successes, total = checked_counts(successes, total)
        checked_test(null, alternative)
        if total == 0:
            return None
        if beyond_beta(successes, total):
            return score_pvalue(successes, total, null, alternative)
        below, above = _lower_tail(successes, total, null), _upper_tail(successes, total, null)
        p = {"less": below, "greater": above, "two-sided": 2 * min(below, above)}[alternative]
        # A tail below the smallest float is rounded to 0, which would claim certainty.
        return max(min(p, 1.0), sys.float_info.min)


def _upper_tail(x: int, n: int, t: float) -> float:
    """Return P(X > x) + P(X = x)/2, the mean of P(X >= x) and P(X > x)."""
    from scipy.special import betainc

    at_least = 1.0 if x == 0 else float(betainc(float(x), float(n - x + 1), t))
    above = 0.0 if x == n else float(betainc(float(x + 1), float(n - x), t))
    return (at_least + above) / 2


def _lower_tail(x: int, n: int, t: float) -> float:
    """Return P(X < x) + P(X = x)/2, the mean of P(X <= x) and P(X < x)."""
    from scipy.special import betaincc

    at_most = 1.0 if x == n else float(betaincc(float(x + 1), float(n - x), t))
    below = 0.0 if x == 0 else float(betaincc(float(x), float(n - x + 1), t))
    return (at_most + below) / 2


def _limits(x: int, n: int, alpha: float) -> tuple[float, float]:
    """Solve for the proportions at which a tail is alpha/2, in closed form where one tail is a single power."""
    if x in (0, n):
        # (1 - t)^n / 2 = alpha / 2, or its mirror.
        far = -math.expm1(math.log(alpha) / n)
        return (0.0, far) if x == 0 else (1 - far, 1.0)
    if beyond_beta(x, n):
        return score_limits(x, n, alpha)
    from scipy.special import betainccinv, betaincinv

    inner, outer = (float(x + 1), float(n - x)), (float(x), float(n - x + 1))
    low = _solved(
        lambda t: _upper_tail(x, n, t) - alpha / 2, *(float(betaincinv(*tail, alpha / 2)) for tail in (outer, inner))
    )
    high = _solved(
        lambda t: alpha / 2 - _lower_tail(x, n, t), *(float(betainccinv(*tail, alpha / 2)) for tail in (outer, inner))
    )
    return low, high


def _solved(f: Callable[[float], float], low: float, high: float) -> float:
    """Find where a rising function is 0 between two limits, or the limit that rounding has made the answer."""
    from scipy.optimize import brentq

    if not f(low) < 0:
        return float(low)
    if not f(high) > 0:
        return float(high)
    return float(brentq(f, low, high, xtol=sys.float_info.min, maxiter=300))
