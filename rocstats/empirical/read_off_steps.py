"""What a statistic needs that is read off the steps of a curve: sorted once, read under many sets of row weights.

With a stated prevalence each control counts more or less than a case, so that the share of cases is the stated one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, cast

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.stated_prevalence import refuse_case_control
from rocstats.empirical.steps import Steps

if TYPE_CHECKING:
    from rocstats.empirical.statistic import Statistic


class ReadOffSteps(ABC):
    """A statistic that is a function of how many cases and controls reach each score."""

    __slots__ = ()

    @abstractmethod
    def read(self, tp: Integers, fp: Integers) -> Floats:
        """Return the value of each row of counts, from nobody positive to everybody."""

    def __call__(self, sample: Sample) -> Floats:
        """Return the value for each test."""
        p, q = sample.frequencies
        values: Floats = self.weighted(sample, p[None], q[None])[0]
        return values

    def prepared(self, sample: Sample) -> PreparedSteps:
        """Sort a sample once, for many sets of row weights."""
        refuse_case_control(cast("Statistic", self), sample)
        return PreparedSteps(self, sample)

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value for each test under each set of row weights; NaN where there is none."""
        return self.prepared(sample).weighted(case_w, control_w)


class PreparedSteps:
    """A statistic of one sample, whose scores are sorted once, under any row weights."""

    def __init__(self, statistic: ReadOffSteps, sample: Sample) -> None:
        self._statistic = statistic
        self._steps = [Steps(sample, test) for test in range(len(sample.tests))]

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value for each test under each set of row weights."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.column_stack([self._statistic.read(*steps.counts(case_w, control_w)) for steps in self._steps])


def control_weight(tp: Integers, fp: Integers, prevalence: float | None) -> Floats | int:
    """Return what a control counts beside a case in each row of counts: 1 as it is, NaN where a group is empty."""
    if prevalence is None:
        return 1
    m, n = tp[:, -1:], fp[:, -1:]
    weight: Floats = m * ((1 - prevalence) / prevalence) / np.where(n > 0, n, 1)
    weight[(m == 0) | (n == 0)] = np.nan
    return weight
