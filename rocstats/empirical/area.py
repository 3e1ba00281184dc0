"""The area under the empirical ROC curve as a statistic.

It is the share of case-control pairs in which the case has the higher score, a tied pair counting one half.

References: [bamber1975], [hanley1982]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.components import StructuralComponents, structural_components
from rocstats.empirical.ranks import Floats, Integers, bounds_below, exact_sum, twice_below


@dataclass(frozen=True, slots=True)
class AUC:
    """The area under the ROC curve of each test.

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> AUC()(Sample.from_truth([1, 1, 1, 1, 0, 0, 0, 0], [5, 4, 3, 2, 3, 2, 1, 1])).tolist()
    [0.875]
    """

    name = "AUC"
    title = "Area under the ROC curve"
    plural = "AUCs"
    bounds = (0.0, 1.0)
    prevalence = False

    def __call__(self, sample: Sample) -> Floats:
        """Return the AUC of each test, correctly rounded from whole numbers."""
        p = sample.case_counts
        twice = twice_below(sample.cases, sample.controls, sample.control_counts)
        pairs = 2 * sample.n_cases * sample.n_controls
        return np.array([float(Fraction(exact_sum(p, column), pairs)) for column in twice.T])

    def components(self, sample: Sample) -> StructuralComponents:
        """Return the structural components, which give DeLong's variance."""
        return structural_components(sample)

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the AUC of each test under each set of row weights."""
        pairs = 2.0 * case_w.sum(axis=1) * control_w.sum(axis=1)
        areas = np.empty((len(case_w), len(sample.tests)))
        for test in range(areas.shape[1]):
            twice = _twice_below(sample.cases[:, test], sample.controls[:, test], control_w)
            won = np.einsum("ij,ij->i", case_w.astype(np.float64), twice)
            with np.errstate(invalid="ignore"):
                areas[:, test] = won / pairs
        return areas

    def weighted_variance(
        self, sample: Sample, case_w: Integers, control_w: Integers, weights: Sequence[float]
    ) -> Floats:
        """Return DeLong's variance of a weighted sum of the AUCs under each set of row weights.

        It is 0 where a set of weights leaves one case or one control.
        """
        m, n = (w.sum(axis=1, dtype=np.float64) for w in (case_w, control_w))
        a, b = np.zeros(case_w.shape), np.zeros(control_w.shape)
        for test, weight in enumerate(weights):
            cases, controls = sample.cases[:, test], sample.controls[:, test]
            a += weight * _twice_below(cases, controls, control_w)
            b -= weight * _twice_below(controls, cases, case_w)
        least_m, least_n = np.maximum(m, 1), np.maximum(n, 1)
        variance: Floats = _spread(a, case_w, m) / (4 * least_n**2) + _spread(b, control_w, n) / (4 * least_m**2)
        return variance


def _twice_below(x: Floats, y: Floats, weights: Integers) -> Floats:
    """Count, under each set of weights of y, twice the y below each x plus the y equal to it.

    The y are sorted once; under each set of weights one running sum gives what lies below every x. The counts are whole
    numbers held as floats, which are faster here and exact for every sample.
    """
    order = np.argsort(y, kind="stable")
    below, not_above = bounds_below(x, y[order])
    in_place = bool((order[1:] > order[:-1]).all())
    sums = np.cumsum(weights if in_place else weights[:, order], axis=1, dtype=np.float64)
    cumulated = np.concatenate([np.zeros((len(weights), 1)), sums], axis=1)
    twice: Floats = cumulated[:, below]
    twice += cumulated[:, not_above]
    return twice


def _spread(x: Floats, weights: Integers, size: Floats) -> Floats:
    """Return the variance of the mean of x under each set of weights; 0 for one subject."""
    mean = np.einsum("ij,ij->i", weights, x) / np.maximum(size, 1)
    squares = np.einsum("ij,ij->i", weights, (x - mean[:, None]) ** 2)
    spread: Floats = np.divide(squares, size * (size - 1), out=np.zeros(len(x)), where=size > 1)
    return spread
