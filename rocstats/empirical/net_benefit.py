"""Net benefit as a statistic: true positives less false positives at the weight of a threshold probability.

References: [vickers2006]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.probability_scores import PreparedProbabilities, check_probabilities
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.stated_prevalence import AtPrevalence, refuse_case_control
from rocstats.errors import MethodError
from rocstats.formatting import plain, shown
from rocstats.given import is_number


@dataclass(frozen=True, slots=True)
class NetBenefit(AtPrevalence):
    """The net benefit of treating those whose probability reaches a threshold, per subject.

    With threshold probability t it is TP/N - FP/N · t/(1 - t): t is the probability at which treating and not treating
    are worth the same, so t/(1 - t) is the harm of treating a control in units of the benefit of treating a case. It
    misleads where the scores are badly calibrated, or come from a model that was fitted to the same subjects, and
    compares with "treat all" at the same share of cases only.

    Parameters
    ----------
    threshold : float
        Threshold probability, strictly between 0 and 1. A score equal to it is positive.
    at_prevalence : float, optional
        Share of cases at which to give the value; that of the sample unless stated.

    Raises
    ------
    TypeError
        The threshold is no number.
    MethodError
        The threshold or the prevalence is out of range, or a sample is of a case-control study and no prevalence is
        stated; or low scores are positive.
    DataError
        Scores lie outside 0 to 1.

    References
    ----------
    [vickers2006]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[0.75, 0.5], controls=[0.25, 0.0])
    >>> NetBenefit(0.2)(sample).tolist()
    [0.4375]
    """

    threshold: float
    at_prevalence: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "threshold", checked_threshold(self.threshold))
        AtPrevalence.__post_init__(self)

    @property
    def _words(self) -> tuple[str, str, str]:
        at = plain(self.threshold)
        return f"net benefit at {at}", f"Net benefit at threshold probability {at}", f"net benefits at {at}"

    @property
    def bounds(self) -> tuple[float, float]:
        """Range of the parameter: from treating all controls and no case to treating all cases and no control."""
        p = self.at_prevalence
        return (-odds(self.threshold), 1.0) if p is None else (-(1 - p) * odds(self.threshold), p)

    def __call__(self, sample: Sample) -> Floats:
        """Return the value for each test."""
        p, q = sample.frequencies
        values: Floats = self.weighted(sample, p[None], q[None])[0]
        return values

    def prepared(self, sample: Sample) -> PreparedNetBenefit:
        """Sort a sample once, for many sets of row weights."""
        refuse_case_control(self, sample)
        return PreparedNetBenefit(self, sample)

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value for each test under each set of row weights; NaN where nobody, or a group, is left."""
        return self.prepared(sample).weighted(case_w, control_w)


class PreparedNetBenefit:
    """The net benefit of one sample, whose scores are sorted once, under any row weights."""

    def __init__(self, statistic: NetBenefit, sample: Sample) -> None:
        check_probabilities(sample, "net benefit")
        self._statistic = statistic
        self._counts = PreparedProbabilities(sample)

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value for each test under each set of row weights."""
        return np.column_stack([self._benefit(*found) for found in self._counts.counted(case_w, control_w)])

    def _benefit(self, scores: Floats, cases: Integers, controls: Integers) -> Floats:
        positive = scores >= self._statistic.threshold
        tp, fp = cases[:, positive].sum(axis=1), controls[:, positive].sum(axis=1)
        m, n = cases.sum(axis=1), controls.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            return benefit(tp, fp, m, n, odds(self._statistic.threshold), self._statistic.at_prevalence)


def benefit(
    tp: Integers, fp: Integers, m: Integers, n: Integers, weight: Floats | float, prevalence: float | None
) -> Floats:
    """Return the net benefit per subject from counts, and the weight of a false positive."""
    if prevalence is None:
        gained: Floats = (tp - weight * fp) / (m + n)
        return gained
    at_share: Floats = prevalence * (tp / m) - (1 - prevalence) * weight * (fp / n)
    return at_share


def odds(threshold: float) -> float:
    """Return t / (1 - t) of the decimal that was written.

    Examples
    --------
    >>> odds(0.2), odds(0.9)
    (0.25, 9.0)
    """
    t = Fraction(str(threshold))
    return float(t / (1 - t))


def checked_threshold(value: object) -> float:
    """Return a threshold probability as a float, or refuse what is none."""
    if not is_number(value):
        raise TypeError(f"a threshold probability is {type(value).__name__}; it must be a number between 0 and 1.")
    if not 0 < value < 1:
        raise MethodError(f"a threshold probability is {shown(value)}; it must lie strictly between 0 and 1.")
    return float(value)
