"""Reiser & Guttman's approximate interval of the area under a curve of two normal groups.

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

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.methods.method import SIDES, not_estimable
from rocstats.parametric.area_inference import too_close
from rocstats.printing import Note
from rocstats.results import Alternative, Card, Inference, Interval

# What lies outside these shares of a chi-squared distribution, and beyond this normal quantile, is nothing.
_NOTHING = 1e-20
_FAR = 38.0
_STEPS = 4000
ESTIMATE_OUTSIDE = Note(
    "estimate-outside",
    "the interval does not contain the fitted area: it is drawn about a value that is nearly median-unbiased, from "
    "unbiased variances with divisor n - 1, while the fitted area has the variances of maximum likelihood. At so low a "
    "level the limits are too near that value to reach the area. It is kept as it came.",
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

    In equal groups the test of an area of 1/2 is Welch's t test. It leans on normal scores as much as the fit does.
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

        if not 0 < area < 1:
            return not_estimable((area,), area, too_close("AUC"))
        tails = NoncentralTails(self.root_m * self.groups.distance, self.df)
        sides = SIDES[alternative]
        tail = (1 - level) / 2 if sides == "two-sided" else 1 - level
        low = 0.0 if sides == "upper" else float(ndtr(tails.noncentrality(tail) / self.root_m))
        high = 1.0 if sides == "lower" else float(ndtr(tails.noncentrality(1 - tail) / self.root_m))
        if not low < high:
            return not_estimable((area,), area, too_close("AUC"))
        interval = Interval(low, high, level, sides)
        pvalue = None
        if null is not None:
            greater, less = tails.both(self.root_m * float(ndtri(null)))
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


class NoncentralTails:
    """Both tails of a noncentral t distribution at one value, for any noncentrality.

    With s the root of a chi-squared variable over its degrees of freedom, the upper tail is the mean of
    pnorm(noncentrality - t s). The density of log s is smooth and falls off at both ends, so that a plain sum of equal
    steps is exact to rounding. scipy's own distribution has no value where t and noncentrality differ in sign, and
    fails at large ones.
    """

    def __init__(self, t: float, df: float) -> None:
        from scipy.special import gammainccinv, gammaincinv

        low, high = (math.log(2 / df * inverse(df / 2, _NOTHING)) / 2 for inverse in (gammaincinv, gammainccinv))
        log_s = np.linspace(low, high, _STEPS)
        weights = np.exp(df * (log_s - np.expm1(2 * log_s) / 2))
        self._weights: Floats = weights / weights.sum()
        self._centres: Floats = t * np.exp(log_s)

    def both(self, noncentrality: float) -> tuple[float, float]:
        """Return the shares above and below."""
        from scipy.special import ndtr

        z = noncentrality - self._centres
        return float((self._weights * ndtr(z)).sum()), float((self._weights * ndtr(-z)).sum())

    def noncentrality(self, tail: float) -> float:
        """Return the noncentrality at which the upper tail is this; it grows with the noncentrality."""
        from scipy.optimize import brentq

        def excess(noncentrality: float) -> float:
            above, below = self.both(noncentrality)
            # The smaller tail has the digits.
            return above - tail if tail < 1 / 2 else (1 - tail) - below

        low, high = float(self._centres.min()) - _FAR, float(self._centres.max()) + _FAR
        return float(brentq(excess, low, high, xtol=1e-12, rtol=1e-14))
