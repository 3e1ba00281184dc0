"""Generalised pivot of the area under a curve of two normal groups.

In each group (n - 1) s^2 / U, U being chi-squared with n - 1 degrees of freedom, stands for the variance, and the mean
less a standard normal variable times the root of that over n for the mean. The difference of these means over the root
of the sum of these variances has, at the observed scores, a distribution without unknown parameters, and takes the true
value where the chance variables take theirs: quantiles of draws are the limits, shares of draws the p-values.

References: [weerahandi1992]
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.methods.bootstrap_intervals import QuantileLimits
from rocstats.methods.method import SIDES, not_estimable
from rocstats.parametric.area_inference import too_close
from rocstats.parametric.reiser_guttman import ESTIMATE_OUTSIDE, TwoNormalGroups
from rocstats.printing import Note
from rocstats.results import Alternative, Card, Inference, Interval, Resampling

# Sets these streams apart from those of other replicates with the same seed.
_PURPOSE = 101


@dataclass(frozen=True, slots=True)
class GeneralisedPivot:
    """Interval and test of the area from draws of a generalised pivot.

    Its p-value is exact in the sense of generalised tests; over repeated samples the interval tends to hold the area a
    little more often than its level. It leans on normal scores as much as the fit does.
    """

    groups: TwoNormalGroups
    n_resamples: int
    seed: int
    notes: tuple[Note, ...] = ()

    @property
    def card(self) -> Card:
        """What it says of itself."""
        return Card(
            "generalised-pivot",
            "generalised pivot",
            f"The interval of the area lies between quantiles of {self.n_resamples} draws of Weerahandi and Johnson's "
            f"generalised pivot (seed {self.seed})",
            ("weerahandi1992",),
            "generalised pivot",
        )

    def draws(self) -> Floats:
        """Return draws of the distance between the groups, whose normal probability is the area."""
        groups = self.groups
        stream = np.random.default_rng(np.random.SeedSequence((self.seed, _PURPOSE)))
        sizes = (groups.n_controls, groups.n_cases)
        # In units of the cases' standard deviation.
        v0, v1 = (
            (n - 1) * s * s / stream.chisquare(n - 1, self.n_resamples)
            for n, s in zip(sizes, (groups.b, 1.0), strict=True)
        )
        error = np.sqrt(v0 / sizes[0] + v1 / sizes[1])
        drawn: Floats = (groups.a - stream.standard_normal(self.n_resamples) * error) / np.sqrt(v0 + v1)
        return drawn

    def infer(
        self, area: float, standard_error: float | None, *, level: float, alternative: Alternative, null: float | None
    ) -> Inference:
        """Return interval and test of an area."""
        from scipy.special import ndtr, ndtri

        limits = QuantileLimits(self.draws())
        sides = SIDES[alternative]
        reach = [float(ndtr(limit)) for limit in limits.limits(level, sides)]
        low = 0.0 if sides == "upper" else reach[0]
        high = 1.0 if sides == "lower" else reach[1]
        drawn = Resampling(self.n_resamples, False, "the generalised pivot")
        if not low < high or not 0 < area < 1:
            return replace(not_estimable((area,), area, too_close("AUC")), seed=self.seed, resampling=drawn)
        interval = Interval(low, high, level, sides)
        return Inference(
            values=(area,),
            estimate=area,
            standard_error=standard_error,
            interval=interval,
            pvalue=None if null is None else limits.pvalue(float(ndtri(null)), alternative),
            seed=self.seed,
            resampling=drawn,
            notes=self.notes if area in interval else (ESTIMATE_OUTSIDE, *self.notes),
        )
