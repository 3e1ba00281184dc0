"""The area under the smooth ROC curve as a statistic.

With a normal kernel of bandwidth h1 on each case x and one of h0 on each control y the area is the mean over all pairs
of Φ((x - y) / √(h0² + h1²)): that of a case and a control to whose scores normal noise is added. It is taken by the
expansion of ``kernel_sums``, in which cases and controls are both in bins, so no more than some forty bins of controls
count in full for each of the cases.

References: [zou1997]
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.parametric.kernel_sums import REACH, Bins, normal_derivatives, pairs_between

Bandwidth: TypeAlias = Callable[[Floats, Integers], float]
_PAIRS = 50_000
_AT_ONCE = 200_000


@dataclass(frozen=True, slots=True)
class SmoothAUC:
    """The area under the smooth ROC curve of one test; the bandwidths follow the row weights where a rule gives them.

    Parameters
    ----------
    cases, controls : function
        From ascending scores and how many subjects each stands for to the bandwidth, not positive where there is none.
    """

    cases: Bandwidth
    controls: Bandwidth

    name = "AUC"
    title = "Area under the smooth ROC curve"
    plural = "smooth AUCs"
    bounds = (0.0, 1.0)
    prevalence = False

    def __call__(self, sample: Sample) -> Floats:
        """Return the area of the one test."""
        p, q = sample.frequencies
        areas: Floats = self.weighted(sample, p[None], q[None])[0]
        return areas

    def prepared(self, sample: Sample) -> PreparedSmoothArea:
        """Sort a sample once, for many sets of row weights."""
        return PreparedSmoothArea(self, sample)

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the area under each set of row weights; NaN where a group is empty or has no bandwidth."""
        return self.prepared(sample).weighted(case_w, control_w)


class PreparedSmoothArea:
    """The smooth area of one test whose rows are sorted once, under any row weights."""

    def __init__(self, statistic: SmoothAUC, sample: Sample) -> None:
        self._rules = statistic.cases, statistic.controls
        self._order = [np.argsort(group[:, 0], kind="stable") for group in (sample.cases, sample.controls)]
        self._scores = [
            group[order, 0] for group, order in zip((sample.cases, sample.controls), self._order, strict=True)
        ]
        own = [rule(x, w[order]) for rule, x, w, order in self._each(*sample.frequencies)]
        # A quarter of the noise of both: two scores are no farther from their middles than that together.
        width = math.hypot(*own) / 2 if min(own) > 0 else 1.0
        few = len(self._scores[0]) * len(self._scores[1]) <= _PAIRS
        self._bins = [Bins.of(x, 0.0 if few else width) for x in self._scores]

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the area under each set of row weights; NaN where a group is empty or has no bandwidth."""
        areas = np.full((len(case_w), 1), np.nan)
        for b, (p, q) in enumerate(zip(case_w, control_w, strict=True)):
            own = [rule(x, w[order]) for rule, x, w, order in self._each(p, q)]
            if min(own) > 0 and p.any() and q.any():
                areas[b] = self._area(p[self._order[0]], q[self._order[1]], math.hypot(*own))
        return areas

    def _each(self, p: Integers, q: Integers) -> zip[tuple[Bandwidth, Floats, Integers, Integers]]:
        return zip(self._rules, self._scores, (p, q), self._order, strict=True)

    def _area(self, p: Integers, q: Integers, noise: float) -> float:
        """Add up the pairs of bins: in full within reach, as wholly won or lost beyond."""
        cases, controls = self._bins
        x, y = cases.moments(p), controls.moments(q)
        low, high = (np.searchsorted(controls.middles, cases.middles + sign * REACH * noise) for sign in (-1, 1))
        won = np.concatenate([[0], np.cumsum(y[0])])
        total = float(x[0] @ won[low])
        step = max(1, _AT_ONCE // (len(controls.middles) + 1))
        for first in range(0, len(low), step):
            i, j = pairs_between(low[first : first + step], high[first : first + step])
            total += _near(cases.middles[first + i] - controls.middles[j], x[:, first + i], y[:, j], noise)
        return min(max(total / (float(p.sum()) * float(q.sum())), 0.0), 1.0)


def _near(distance: Floats, x: Floats, y: Floats, noise: float) -> float:
    """Sum Φ((x - y) / noise) over pairs of bins, expanded about the distance of their middles."""
    order = max(len(x), len(y)) - 1
    total = 0.0
    for k, derivative in enumerate(normal_derivatives(distance / noise, order)):
        # (x - y)^k / k! is the sum of x^a / a! times (-y)^b / b! over a + b = k.
        together = np.zeros(len(distance))
        for a in range(max(0, k - len(y) + 1), min(k, len(x) - 1) + 1):
            together += (-1) ** (k - a) * x[a] * y[k - a]
        total += float(together @ derivative) / noise**k
    return total
