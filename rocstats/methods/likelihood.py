"""The likelihood method: the proportions that the likelihood-ratio test would not reject.

2[x log(p/t) + (n - x) log((1 - p)/(1 - t))] = z², solved for t on both sides of p = x/n.

References: [wilks1938], [brown2001]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass

from rocstats.methods.binomial import ProportionMethod
from rocstats.methods.method import normal_pvalue, upper_quantile
from rocstats.results import Alternative, Card


@dataclass(frozen=True, slots=True)
class Likelihood(ProportionMethod):
    """Likelihood-ratio interval for a proportion, and the likelihood-ratio test that it inverts.

    It assumes independent subjects with one and the same probability. The statistic is referred to chi-squared with one
    degree of freedom, one-sided to the normal distribution of its signed root. It needs no correction at 0/n and n/n,
    but there, and for proportions near 0 and 1, it is too short: Clopper and Pearson's interval keeps the level. Its
    limits are solved for by ``scipy.optimize.brentq``.

    References
    ----------
    [wilks1938], [brown2001]

    Examples
    --------
    >>> interval = Likelihood().interval(13, 16)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5828, 0.9497)
    >>> round(Likelihood().pvalue(13, 16, null=0.5), 5)
    0.00944
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

    def _limits(self, x: int, n: int, alpha: float) -> tuple[float, float]:
        """Solve for the limits, in closed form at 0/n and n/n."""
        z2 = upper_quantile(1 - alpha, "two-sided") ** 2
        if x in (0, n):
            far = -math.expm1(-z2 / (2 * n))
            return (0.0, far) if x == 0 else (1 - far, 1.0)

        def beyond(t: float) -> float:
            return _statistic(x, n, t) - z2

        return _solved(beyond, x / n, 0.0), _solved(beyond, x / n, 1.0)

    def _test(self, x: int, n: int, null: float, alternative: Alternative) -> float:
        root = math.sqrt(_statistic(x, n, null))
        return normal_pvalue(math.copysign(root, x - n * null), alternative)


def _statistic(x: int, n: int, t: float) -> float:
    """Return twice the log of the likelihood ratio, from p - t so that nothing cancels where they are near."""
    distance = x / n - t
    cases = x * math.log1p(distance / t) if x else 0.0
    rest = (n - x) * math.log1p(-distance / (1 - t)) if x < n else 0.0
    return max(2 * (cases + rest), 0.0)


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
