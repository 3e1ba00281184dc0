"""The area under the empirical ROC curve as a statistic.

It is the share of case-control pairs in which the case has the higher score, a tied pair counting one half.

References: [bamber1975], [hanley1982]
"""

from __future__ import annotations

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
        """Return the AUC of each test under each set of row weights.

        The controls are sorted once; under each set of weights one running sum gives what lies below every case.
        """
        areas = np.empty((len(case_w), len(sample.tests)))
        pairs = 2.0 * case_w.sum(axis=1) * control_w.sum(axis=1)
        for test in range(areas.shape[1]):
            order = np.argsort(sample.controls[:, test])
            by_score = np.argsort(sample.cases[:, test])
            below, not_above = bounds_below(sample.cases[by_score, test], sample.controls[order, test])
            cumulated = np.zeros((len(control_w), len(order) + 1), np.int64)
            np.cumsum(control_w[:, order], axis=1, out=cumulated[:, 1:])
            twice = cumulated[:, below]
            twice += cumulated[:, not_above]
            won = np.einsum("ij,ij->i", case_w[:, by_score], twice)
            with np.errstate(invalid="ignore"):
                areas[:, test] = won / pairs
        return areas
