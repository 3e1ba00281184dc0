"""The Brier score as a statistic: the mean squared error of scores that are probabilities.

References: [brier1950]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.probability_scores import PreparedProbabilities, check_probabilities
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.stated_prevalence import AtPrevalence, refuse_case_control


@dataclass(frozen=True, slots=True)
class Brier(AtPrevalence):
    """The Brier score of probabilities: the mean of (truth - score)² with 1 for a case and 0 for a control.

    0 is perfect; the share of cases p as everybody's score has p(1 - p), which is what a useless test can reach. It
    mixes calibration and discrimination, and depends on the share of cases: two studies with different shares do not
    compare. It misleads where the scores come from a model that was fitted to the same subjects.

    Parameters
    ----------
    at_prevalence : float, optional
        Share of cases at which to give the value, with the errors of cases and controls as they are; that of the
        sample unless stated. The scores themselves are not recalibrated to it.

    Raises
    ------
    MethodError
        The prevalence is none, or a sample is of a case-control study and none is stated; or low scores are positive.
    DataError
        Scores lie outside 0 to 1.

    References
    ----------
    [brier1950]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[0.75, 0.5], controls=[0.25, 0.0])
    >>> Brier()(sample).tolist()
    [0.09375]
    """

    at_prevalence: float | None = None

    _words = ("Brier score", "Brier score", "Brier scores")

    def __call__(self, sample: Sample) -> Floats:
        """Return the value for each test."""
        p, q = sample.frequencies
        values: Floats = self.weighted(sample, p[None], q[None])[0]
        return values

    def prepared(self, sample: Sample) -> PreparedBrier:
        """Sort a sample once, for many sets of row weights."""
        refuse_case_control(self, sample)
        return PreparedBrier(self.at_prevalence, sample)

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value for each test under each set of row weights; NaN where nobody, or a group, is left."""
        return self.prepared(sample).weighted(case_w, control_w)


class PreparedBrier:
    """The Brier score of one sample, whose scores are sorted once, under any row weights."""

    def __init__(self, at_prevalence: float | None, sample: Sample) -> None:
        check_probabilities(sample, "the Brier score")
        self._at = at_prevalence
        self._counts = PreparedProbabilities(sample)

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value for each test under each set of row weights."""
        return np.column_stack([self._mean(*found) for found in self._counts.counted(case_w, control_w)])

    def _mean(self, scores: Floats, cases: Integers, controls: Integers) -> Floats:
        errors = (cases * (1 - scores) ** 2).sum(axis=1), (controls * scores**2).sum(axis=1)
        m, n = cases.sum(axis=1), controls.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            if self._at is None:
                mean = (errors[0] + errors[1]) / (m + n)
            else:
                mean = self._at * (errors[0] / m) + (1 - self._at) * (errors[1] / n)
        found: Floats = np.minimum(mean, 1.0)
        return found
