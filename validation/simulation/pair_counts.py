"""Pair counts of many samples at once: whole numbers from which areas and their variances follow.

With a = 2n V10 of a case, b = 2m V01 of a control and c = 2, 1 or 0 for a case above, level with or below a control, a
sample enters a closed form by the sums of a, a², b² and c² alone.

References: [delong1988] (structural components), [bamber1975] (unbiased variance)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
CATEGORIES = np.arange(1.0, 6.0)


@dataclass(frozen=True, slots=True, eq=False)
class PairCounts:
    """The sums of samples of m cases and n controls, one entry per sample."""

    m: int
    n: int
    total: Integers  # sum of a, which is that of b
    case_squares: Integers
    control_squares: Integers
    pair_squares: Integers

    @property
    def areas(self) -> Floats:
        """The area of each sample, correctly rounded."""
        return self.total / (2 * self.m * self.n)

    @property
    def delong_variances(self) -> Floats:
        """DeLong's variance of each area; exactly 0 where the components do not vary."""
        m, n = self.m, self.n
        cases = (m * self.case_squares - self.total**2) / (4 * n * n * m * m * (m - 1))
        controls = (n * self.control_squares - self.total**2) / (4 * m * m * n * n * (n - 1))
        return np.asarray(cases + controls, np.float64)

    @property
    def bamber_variances(self) -> Floats:
        """The unbiased variance of each area, over one denominator so that nothing cancels in floats."""
        m, n = self.m, self.n
        apart = self.total**2 - self.case_squares - self.control_squares + self.pair_squares
        found = self.total**2 * ((m - 1) * (n - 1)) - apart * (m * n)
        return np.asarray(found / (4 * m * m * n * n * (m - 1) * (n - 1)), np.float64)


def count_pairs(cases: Floats, controls: Floats, *, rated: bool) -> PairCounts:
    """Count the pairs of samples, one a row, of ratings 1 to 5 or of scores without ties."""
    return _of_ratings(*rating_counts(cases, controls)) if rated else _of_scores(cases, controls)


def rating_counts(cases: Floats, controls: Floats) -> tuple[Integers, Integers]:
    """Count the cases and the controls in each of the five categories."""
    p, q = ((scores[:, :, None] == CATEGORIES).sum(axis=1) for scores in (cases, controls))
    return p, q


def _of_scores(cases: Floats, controls: Floats) -> PairCounts:
    """Count by ranks: in joint order, a running sum tells how many of the other group lie below."""
    m, n = cases.shape[1], controls.shape[1]
    is_case = np.argsort(np.concatenate([cases, controls], axis=1), axis=1) < m
    cases_so_far = np.cumsum(is_case, axis=1)
    controls_below = np.arange(1, m + n + 1) - cases_so_far
    a = 2 * controls_below[is_case].reshape(-1, m)
    b = 2 * (m - cases_so_far[~is_case].reshape(-1, n))
    total = a.sum(axis=1)
    return PairCounts(m, n, total, (a * a).sum(axis=1), (b * b).sum(axis=1), 2 * total)


def _of_ratings(p: Integers, q: Integers) -> PairCounts:
    m, n = int(p[0].sum()), int(q[0].sum())
    a = 2 * np.cumsum(q, axis=1) - q
    b = 2 * m - (2 * np.cumsum(p, axis=1) - p)
    total, ties = (p * a).sum(axis=1), (p * q).sum(axis=1)
    # A tied pair adds 1 to the total and 1 to the squares, a won pair 2 and 4.
    return PairCounts(m, n, total, (p * a * a).sum(axis=1), (q * b * b).sum(axis=1), 2 * total - ties)
