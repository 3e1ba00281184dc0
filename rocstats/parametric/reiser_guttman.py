"""Reiser and Guttman's approximate interval of the area under a curve of two normal groups.

Let D be the difference of the means over the root of the sum of both (unbiased) variances, delta the same of the
distributions, so that the area is pnorm(delta). The difference of the means is normal with variance v0 / n0 + v1 / n1.
The sum of the sample variances is, by its first two moments, (v0 + v1) times a chi-squared variable over its

    f = (v0 + v1)^2 / (v0^2 / (n0 - 1) + v1^2 / (n1 - 1))

degrees of freedom, and independent of it. So with M = (v0 + v1) / (v0 / n0 + v1 / n1), sqrt(M) D has a noncentral t
distribution with f degrees of freedom and noncentrality sqrt(M) delta. M and f are estimated with the sample variances.

References: [reiser1986]
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

from rocstats.methods.method import SIDES, not_estimable
from rocstats.parametric.area_inference import TOO_CLOSE
from rocstats.printing import Note
from rocstats.results import Alternative, Card, Inference, Interval

# No limit lies so many standard errors away.
_FAR = 1e6
ESTIMATE_OUTSIDE = Note(
    "estimate-outside",
    "the interval does not contain the fitted area: it is centred at unbiased variances, with divisor n - 1, and the "
    "fitted curve has those of maximum likelihood. It is kept as it came.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoNormalGroups:
    """What inference about the area takes from two normal groups: a and b with unbiased variances, and both sizes."""

    a: float
    b: float
    n_controls: int
    n_cases: int

    @property
    def distance(self) -> float:
        """Difference of the means in roots of the sum of both variances."""
        return self.a / math.hypot(1, self.b)


@dataclass(frozen=True, slots=True)
class ReiserGuttman:
    """Interval and test of the area by a noncentral t distribution.

    Limits and p-value come from scipy's noncentral t distribution. In equal groups the test of an area of 1/2 is
    Welch's t test. It leans on normal scores as much as the fit does.
    """

    groups: TwoNormalGroups
    notes: tuple[Note, ...] = ()

    @property
    def card(self) -> Card:
        """What it says of itself."""
        return Card(
            "reiser-guttman",
            "noncentral t",
            "The interval of the area is Reiser and Guttman's, from a noncentral t distribution with approximate "
            "degrees of freedom",
            ("reiser1986",),
            "Reiser and Guttman's interval",
        )

    @property
    def root_m(self) -> float:
        """Noncentrality of one unit of distance."""
        v = self.groups.b**2
        return math.sqrt((v + 1) / (v / self.groups.n_controls + 1 / self.groups.n_cases))

    @property
    def df(self) -> float:
        """Approximate degrees of freedom of the sum of both variances."""
        v = self.groups.b**2
        return (v + 1) ** 2 / (v * v / (self.groups.n_controls - 1) + 1 / (self.groups.n_cases - 1))

    def infer(
        self, area: float, standard_error: float | None, *, level: float, alternative: Alternative, null: float | None
    ) -> Inference:
        """Return interval and test of an area."""
        from scipy.special import ndtr, ndtri

        root_m, df = self.root_m, self.df
        t = root_m * self.groups.distance
        sides = SIDES[alternative]
        tail = (1 - level) / 2 if sides == "two-sided" else 1 - level
        low = 0.0 if sides == "upper" else float(ndtr(_noncentrality(t, df, tail) / root_m))
        # The upper limit is the lower one of the groups swapped.
        high = 1.0 if sides == "lower" else float(ndtr(-_noncentrality(-t, df, tail) / root_m))
        if not low < high or not 0 < area < 1:
            return not_estimable((area,), area, TOO_CLOSE)
        interval = Interval(low, high, level, sides)
        pvalue = None
        if null is not None:
            noncentrality = root_m * float(ndtri(null))
            greater, less = _beyond(t, df, noncentrality), _beyond(-t, df, -noncentrality)
            pvalue = {"greater": greater, "less": less, "two-sided": 2 * min(greater, less)}[alternative]
            pvalue = max(min(pvalue, 1.0), sys.float_info.min)
        return Inference(
            values=(area,),
            estimate=area,
            standard_error=standard_error,
            interval=interval,
            pvalue=pvalue,
            notes=self.notes if area in interval else (ESTIMATE_OUTSIDE, *self.notes),
        )


def _beyond(t: float, df: float, noncentrality: float) -> float:
    """Return the upper tail of a noncentral t distribution; scipy has none for t below 0 and a noncentrality above."""
    from scipy.stats import nct

    return float(nct.sf(t, df, noncentrality) if t >= 0 else nct.cdf(-t, df, -noncentrality))


def _noncentrality(t: float, df: float, tail: float) -> float:
    """Return the noncentrality at which t has this upper tail; the tail grows with it."""
    from scipy.optimize import brentq

    step = math.sqrt(1 + t * t / (2 * df))

    def end(towards: int) -> float:
        reach = step
        while towards * (_beyond(t, df, t + towards * reach) - tail) < 0 and reach < _FAR * step:
            reach *= 2
        return t + towards * reach

    precise = 1e-12 * (1 + abs(t))
    return float(brentq(lambda nc: _beyond(t, df, nc) - tail, end(-1), end(1), xtol=precise, rtol=1e-14))
