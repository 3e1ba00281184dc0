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

_LIMIT = 2.0**62


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

    def prepared(self, sample: Sample) -> PreparedArea:
        """Sort a sample once, for many sets of row weights."""
        return PreparedArea(sample)

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the AUC of each test under each set of row weights."""
        return self.prepared(sample).weighted(case_w, control_w)

    def weighted_variance(
        self, sample: Sample, case_w: Integers, control_w: Integers, weights: Sequence[float]
    ) -> Floats:
        """Return DeLong's variance of a weighted sum of the AUCs under each set of row weights.

        It is 0 where a set of weights leaves one case or one control.
        """
        return self.prepared(sample).weighted_variance(case_w, control_w, weights)


class PreparedArea:
    """The area of each test of one sample, whose rows are sorted once, under any row weights."""

    def __init__(self, sample: Sample) -> None:
        columns = list(zip(sample.cases.T, sample.controls.T, strict=True))
        self._below_cases = [_Places(cases, controls) for cases, controls in columns]
        self._columns = columns
        self._below_controls: list[_Places] | None = None

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the AUC of each test under each set of row weights."""
        pairs = 2.0 * case_w.sum(axis=1) * control_w.sum(axis=1)
        areas = np.empty((len(case_w), len(self._below_cases)))
        # Whole numbers, and floats where the pairs are too many for 64 bits.
        kind = np.int64 if pairs.max(initial=0) < _LIMIT else np.float64
        w = case_w.astype(kind, copy=False)
        for test, below in enumerate(self._below_cases):
            won = np.einsum("ij,ij->i", w, below.twice(control_w).astype(kind, copy=False))
            with np.errstate(invalid="ignore"):
                areas[:, test] = won / pairs
        return areas

    def weighted_variance(self, case_w: Integers, control_w: Integers, weights: Sequence[float]) -> Floats:
        """Return DeLong's variance of a weighted sum of the AUCs under each set of row weights."""
        if self._below_controls is None:
            self._below_controls = [_Places(controls, cases) for cases, controls in self._columns]
        m, n = (w.sum(axis=1, dtype=np.float64) for w in (case_w, control_w))
        a = _combined(weights, self._below_cases, control_w)
        b = _combined(weights, self._below_controls, case_w)
        least_m, least_n = np.maximum(m, 1), np.maximum(n, 1)
        variance: Floats = _spread(a, case_w, m) / (4 * least_n**2) + _spread(b, control_w, n) / (4 * least_m**2)
        return variance


class _Places:
    """Where each x stands among the y of one test."""

    def __init__(self, x: Floats, y: Floats) -> None:
        order = np.argsort(y, kind="stable")
        self._below, not_above = bounds_below(x, y[order])
        self._order = None if (order[1:] > order[:-1]).all() else order
        self._not_above = None if (self._below == not_above).all() else not_above

    def twice(self, weights: Integers) -> Integers:
        """Count, under each set of weights of y, twice the y below each x plus the y equal to it.

        One running sum gives what lies below every x.
        """
        if self._order is not None:
            weights = weights.take(self._order, axis=1)
        cumulated = np.zeros((len(weights), weights.shape[1] + 1), np.int64)
        np.cumsum(weights, axis=1, out=cumulated[:, 1:])
        # Every place is inside; this mode only spares numpy a copy of the result.
        twice = cumulated.take(self._below, axis=1, mode="clip")
        twice += twice if self._not_above is None else cumulated.take(self._not_above, axis=1, mode="clip")
        return twice


def _combined(weights: Sequence[float], tests: Sequence[_Places], row_weights: Integers) -> Floats:
    """Return the weighted sum over the tests of what lies below each row."""
    total: Floats = np.multiply(tests[0].twice(row_weights), weights[0], dtype=np.float64)
    for weight, places in zip(weights[1:], tests[1:], strict=True):
        total += weight * places.twice(row_weights)
    return total


def _spread(x: Floats, weights: Integers, size: Floats) -> Floats:
    """Return the variance of the mean of x under each set of weights; 0 for one subject."""
    w = weights.astype(np.float64)
    x = x - (np.einsum("ij,ij->i", w, x) / np.maximum(size, 1))[:, None]
    np.square(x, out=x)
    squares = np.einsum("ij,ij->i", w, x)
    spread: Floats = np.divide(squares, size * (size - 1), out=np.zeros(len(x)), where=size > 1)
    return spread
