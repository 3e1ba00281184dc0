"""What a kind of bootstrap interval takes from replicates: its limits.

A limit is a quantile of values on the parameter's own scale: of the replicates themselves (percentile, BCa), of the
estimate less their errors (basic), or of the estimate less its own standard error times their studentized errors
(studentized). A p-value counts the same values, so test and interval agree.

References: [efron1987] (BCa), [davison1997] (basic, normal, studentized)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Protocol

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.methods.method import normal_pvalue, upper_quantile
from rocstats.results import Alternative, Sides

_NORMAL = NormalDist()


class Limits(Protocol):
    """Both limits at a level, and the test that belongs to them."""

    def limits(self, level: float, sides: Sides) -> tuple[float, float]:
        """Return both limits; a one-sided interval uses one of them."""
        ...

    def pvalue(self, null: float, alternative: Alternative) -> float:
        """Return the smallest one minus level at which the interval leaves the null value out."""
        ...

    def beyond(self, level: float, sides: Sides) -> bool:
        """Say whether a limit in use lies where only the outermost replicate is left."""
        ...


@dataclass(frozen=True, slots=True)
class NormalLimits:
    """The estimate plus and minus a normal quantile of standard errors."""

    estimate: float
    se: float

    def limits(self, level: float, sides: Sides) -> tuple[float, float]:
        """Return both limits; a one-sided interval uses one of them."""
        reach = upper_quantile(level, sides) * self.se
        return self.estimate - reach, self.estimate + reach

    def pvalue(self, null: float, alternative: Alternative) -> float:
        """Return the p-value of z."""
        return normal_pvalue((self.estimate - null) / self.se, alternative)

    def beyond(self, level: float, sides: Sides) -> bool:
        """Say that no limit is a replicate."""
        return False


@dataclass(frozen=True, slots=True, eq=False)
class QuantileLimits:
    """Quantiles of values on the parameter's scale, whose probabilities BCa corrects for bias and acceleration."""

    ends: Floats
    bias: float = 0.0
    acceleration: float = 0.0

    def limits(self, level: float, sides: Sides) -> tuple[float, float]:
        """Return both limits; a one-sided interval uses one of them."""
        low, high = (float(limit) for limit in np.quantile(self.ends, self._shares(level, sides)))
        return low, high

    def pvalue(self, null: float, alternative: Alternative) -> float:
        """Return the smallest one minus level at which the interval leaves the null value out."""
        least = 1 / (1 + len(self.ends))
        if self._plain:
            greater = least * (1 + int((self.ends <= null).sum()))
            less = least * (1 + int((self.ends >= null).sum()))
        else:
            reached, passed = self._shares_at(null)
            greater, less = self._uncorrected(reached), 1 - self._uncorrected(passed)
        p = {"greater": greater, "less": less, "two-sided": 2 * min(greater, less)}[alternative]
        return min(max(p, (2 if alternative == "two-sided" else 1) * least), 1.0)

    def beyond(self, level: float, sides: Sides) -> bool:
        """Say whether a limit in use lies where only the outermost replicate is left."""
        low, high = self._shares(level, sides)
        outermost = 1 / (1 + len(self.ends))
        return (sides != "upper" and min(low, 1 - low) < outermost) or (
            sides != "lower" and min(high, 1 - high) < outermost
        )

    @property
    def _plain(self) -> bool:
        return self.bias == 0 and self.acceleration == 0

    def _shares(self, level: float, sides: Sides) -> tuple[float, float]:
        """Return the probabilities whose quantiles are the limits."""
        if self._plain:
            tail = (1 - level) / 2 if sides == "two-sided" else 1 - level
            return tail, 1 - tail
        z = upper_quantile(level, sides)
        return self._corrected(-z), self._corrected(z)

    def _shares_at(self, null: float) -> tuple[float, float]:
        """Return the largest probability whose quantile is not above a value, and the smallest whose is not below."""
        ends = np.sort(self.ends)
        places = np.arange(len(ends)) / (len(ends) - 1)
        if null < ends[0]:
            return 0.0, 0.0
        if null > ends[-1]:
            return 1.0, 1.0
        last, first = np.searchsorted(ends, null, side="right") - 1, np.searchsorted(ends, null, side="left")
        if first <= last:
            return float(places[last]), float(places[first])
        between = float(np.interp(null, ends[last : first + 1], places[last : first + 1]))
        return between, between

    def _corrected(self, z: float) -> float:
        """Return the probability whose quantile is the limit at a normal quantile."""
        w = self.bias + z
        slope = 1 - self.acceleration * w
        if slope <= 0:
            return 0.0 if w < 0 else 1.0
        return _NORMAL.cdf(self.bias + w / slope)

    def _uncorrected(self, share: float) -> float:
        """Return the probability whose corrected one is this share of the replicates."""
        if not 0 < share < 1:
            return min(max(share, 0.0), 1.0)
        g = _NORMAL.inv_cdf(share) - self.bias
        slope = 1 + self.acceleration * g
        if slope <= 0:
            return 0.0 if g < 0 else 1.0
        return _NORMAL.cdf(g / slope - self.bias)


def bias_correction(replicates: Floats, estimate: float) -> float | None:
    """Return BCa's z0, replicates equal to the estimate counting half; None where it is infinite."""
    share = float((int((replicates < estimate).sum()) + int((replicates <= estimate).sum())) / (2 * len(replicates)))
    return _NORMAL.inv_cdf(share) if 0 < share < 1 else None


def snapped(values: Floats, anchors: Iterable[float], slack: float) -> Floats:
    """Set values that differ from an anchor by rounding alone to that anchor.

    Differences of areas that are equal as fractions can differ in their last bits, 0.7 - 0.4 from 0.6 - 0.3; a tie
    with the estimate or the null value would then not be counted as one.
    """
    settled = values.copy()
    for anchor in anchors:
        settled[np.abs(values - anchor) <= slack] = anchor
    return settled
