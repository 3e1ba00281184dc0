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

from rocstats.methods.binomial import ProportionMethod, beyond_beta, tail_pvalue
from rocstats.methods.wilson import score_limits, score_pvalue
from rocstats.results import Alternative, Card


@dataclass(frozen=True, slots=True)
class MidP(ProportionMethod):
    """Mid-p interval for a proportion, and the mid-p test that it inverts.

    It assumes independent subjects with one and the same probability. Counting only half of the probability of what was
    seen takes away most of the conservatism of Clopper and Pearson's method; the level is then kept on average, and no
    longer for every proportion. The p-value is a tail by ``scipy.special.betainc`` with half of what was seen, or twice
    the smaller one and at most 1. A one-sided bound at a level of less than about 0.55 can lie beyond the estimate.
    Above 2**36 successes and 2**36 failures the tails are those of the score test: double precision cannot hold exact
    ones.

    References
    ----------
    [lancaster1961], [agresti1998]

    Examples
    --------
    >>> interval = MidP().interval(13, 16)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5699, 0.95)
    >>> round(MidP().pvalue(13, 16, null=0.5), 5)
    0.01273
    """

    encloses = False

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

    def _limits(self, x: int, n: int, alpha: float) -> tuple[float, float]:
        """Solve for the proportions at which a tail is alpha/2, in closed form where one tail is a single power."""
        if x in (0, n):
            # (1 - t)^n / 2 = alpha / 2, or its mirror.
            far = -math.expm1(math.log(alpha) / n)
            return (0.0, far) if x == 0 else (1 - far, 1.0)
        if beyond_beta(x, n):
            return score_limits(x, n, alpha)
        from scipy.special import betainccinv, betaincinv

        inner, outer = (float(x + 1), float(n - x)), (float(x), float(n - x + 1))
        outer_low, inner_low = (float(betaincinv(*tail, alpha / 2)) for tail in (outer, inner))
        outer_high, inner_high = (float(betainccinv(*tail, alpha / 2)) for tail in (outer, inner))
        low = _solved(lambda t: _upper_tail(x, n, t) - alpha / 2, outer_low, inner_low)
        high = _solved(lambda t: alpha / 2 - _lower_tail(x, n, t), outer_high, inner_high)
        return low, high

    def _test(self, x: int, n: int, null: float, alternative: Alternative) -> float:
        if beyond_beta(x, n):
            return score_pvalue(x, n, null, alternative)
        return tail_pvalue(_lower_tail(x, n, null), _upper_tail(x, n, null), alternative)


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


def _solved(f: Callable[[float], float], low: float, high: float) -> float:
    """Find where a rising function is 0 between two limits, or the limit that rounding has made the answer."""
    from scipy.optimize import brentq

    if not f(low) < 0:
        return float(low)
    if not f(high) > 0:
        return float(high)
    return float(brentq(f, low, high, xtol=sys.float_info.min, maxiter=300))
