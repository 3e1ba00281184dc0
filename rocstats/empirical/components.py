"""Structural components of the empirical AUC.

Write psi = 1, 1/2 or 0 as a case's score is above, equal to or below a control's. V10 of a case is the mean of psi
over the controls, V01 of a control its mean over the cases; both have the AUC as their mean. One minus V10 is the
case's placement value.

References: [delong1988]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers, exact_sum, twice_below
from rocstats.empirical.score_table import check_sample


@dataclass(frozen=True, slots=True, eq=False)
class StructuralComponents:
    """The components of one or more tests on the same subjects, as whole numbers.

    Parameters
    ----------
    a : array (rows of cases, tests) of int64
        2n V10 of each case.
    b : array (rows of controls, tests) of int64
        2m V01 of each control.
    p, q : arrays of int64, or None
        How many cases and controls each row stands for; None means one each.
    """

    a: Integers
    b: Integers
    p: Integers | None
    q: Integers | None

    @property
    def m(self) -> int:
        """Number of cases."""
        return len(self.a) if self.p is None else int(self.p.sum())

    @property
    def n(self) -> int:
        """Number of controls."""
        return len(self.b) if self.q is None else int(self.q.sum())

    @property
    def v10(self) -> Floats:
        """V10 of each case row, one column per test."""
        return self.a / (2 * self.n)

    @property
    def v01(self) -> Floats:
        """V01 of each control row, one column per test."""
        return self.b / (2 * self.m)

    @property
    def areas(self) -> tuple[Fraction, ...]:
        """The AUC of each test as an exact ratio, 2U over 2mn."""
        return tuple(Fraction(exact_sum(self.p, column), 2 * self.m * self.n) for column in self.a.T)

    @property
    def auc(self) -> Floats:
        """The AUC of each test."""
        return np.array([float(area) for area in self.areas])

    def exact_covariance(self) -> list[list[Fraction]] | None:
        """Return DeLong's covariance matrix of the AUCs as exact ratios; None with one case or one control."""
        m, n = self.m, self.n
        if m < 2 or n < 2:
            return None
        cases = _scatter(self.a, self.p, m)
        controls = _scatter(self.b, self.q, n)
        per_case, per_control = 4 * n * n * m * m * (m - 1), 4 * m * m * n * n * (n - 1)
        return [
            [Fraction(x, per_case) + Fraction(y, per_control) for x, y in zip(row, other, strict=True)]
            for row, other in zip(cases, controls, strict=True)
        ]

    def covariance(self) -> Floats | None:
        """Return DeLong's covariance matrix of the AUCs; None with one case or one control."""
        exact = self.exact_covariance()
        return None if exact is None else np.array([[float(entry) for entry in row] for row in exact])

    def variance(self, weights: Sequence[float]) -> Fraction | None:
        """Return the exact variance of a weighted sum of the AUCs; None with one case or one control.

        Identical tests with weights (1, -1) give exactly 0.
        """
        exact = self.exact_covariance()
        if exact is None:
            return None
        return variance_of_sum([Fraction(weight) for weight in weights], exact)


def variance_of_sum(weights: Sequence[Fraction], covariance: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the variance of a weighted sum from the covariances of its terms."""
    return sum(
        (
            a * b * entry
            for a, row in zip(weights, covariance, strict=True)
            for b, entry in zip(weights, row, strict=True)
        ),
        Fraction(0),
    )


def _scatter(columns: Integers, frequencies: Integers | None, size: int) -> list[list[int]]:
    """Return size times the matrix of sums of squares and products about the mean."""
    sums = [exact_sum(frequencies, c) for c in columns.T]
    k = len(sums)
    scatter = [[0] * k for _ in range(k)]
    for i in range(k):
        for j in range(i, k):
            products = exact_sum(frequencies, columns[:, i], columns[:, j])
            scatter[i][j] = scatter[j][i] = size * products - sums[i] * sums[j]
    return scatter


def structural_components(sample: Sample) -> StructuralComponents:
    """Compare every case with every control, through ranks.

    Parameters
    ----------
    sample : Sample
        One or more tests on the same subjects.

    Returns
    -------
    StructuralComponents
        Whole numbers, one column per test; takes O((m + n) log n) time and O(m + n) memory.

    Raises
    ------
    TypeError
        If it is no sample.

    References
    ----------
    [delong1988]

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> parts = structural_components(Sample.from_truth([1, 1, 1, 1, 0, 0, 0, 0], [5, 4, 3, 2, 3, 2, 1, 1]))
    >>> parts.areas, parts.variance([1])
    ((Fraction(7, 8),), Fraction(1, 64))
    """
    check_sample(sample, "structural_components")
    p, q = sample.case_counts, sample.control_counts
    m = len(sample.cases) if p is None else int(p.sum())
    a = twice_below(sample.cases, sample.controls, q)
    b = 2 * m - twice_below(sample.controls, sample.cases, p)
    return StructuralComponents(a, b, p, q)
