"""Closed-form comparisons of two areas for many samples at once, one function per word of the register.

Each gives the standard error from which the public method takes interval and p-value; ``judged`` then treats a whole
batch as the package treats one comparison. Every case is compared with every control, in whole numbers, so a variance
of 0 is exactly 0.

References: [delong1988], [bamber1975] (unbiased variance), [hanley1982] and [hanley1983] (variances from areas)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfc

from rocstats.methods.correlation_table import AREAS, CORRELATIONS, HUNDREDTHS
from rocstats.methods.hanley_mcneil import hanley_mcneil_variance
from rocstats.methods.method import upper_quantile

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]
# Small whole numbers, exact in floats of 32 bits as long as their sums stay below 2^24: groups of up to 2000.
Wins = NDArray[np.float32]
LEVEL = 0.95
Z = upper_quantile(LEVEL, "two-sided")
# So many pairs of scores are compared at once.
_CELLS = 40_000


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Limits and p-values of a batch of comparisons; NaN where the method calls them not estimable."""

    low: Floats
    high: Floats
    pvalue: Floats


@dataclass(frozen=True, eq=False)
class PairSums:
    """What wins of cases over controls add up to, for many samples: a win counts 2, a tie 1.

    ``per_case`` and ``per_control`` sum them up by subject, ``squares`` over all pairs. Of two tests on the same
    subjects the difference of their wins is taken for one test, with values from -2 to 2.
    """

    per_case: Integers
    per_control: Integers
    squares: Integers

    @classmethod
    def of(cls, wins: Wins) -> PairSums:
        """Sum up the wins of samples: (samples, cases, controls)."""
        m, n = wins.shape[1:]
        per_case, per_control = wins @ np.ones(n, np.float32), np.ones(m, np.float32) @ wins
        return cls(*(found.astype(np.int64) for found in (per_case, per_control, inner(wins, wins))))

    @classmethod
    def joined(cls, parts: list[PairSums]) -> PairSums:
        """Put batches one after the other."""
        names = ("per_case", "per_control", "squares")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    @property
    def pairs(self) -> int:
        """Pairs of a case and a control in a sample."""
        return int(self.per_case.shape[1] * self.per_control.shape[1])

    @cached_property
    def total(self) -> Integers:
        """Twice the number of pairs times the area, or the difference of areas."""
        return np.asarray(self.per_case.sum(axis=1))

    @property
    def value(self) -> Floats:
        """The area, or the difference of areas."""
        return self.total / (2 * self.pairs)

    @property
    def delong_variance(self) -> Floats:
        """DeLong's variance; exactly 0 where no subject differs from another of its group."""
        m, n = self.per_case.shape[1], self.per_control.shape[1]
        cases = (m * (self.per_case**2).sum(axis=1) - self.total**2) / (m - 1)
        controls = (n * (self.per_control**2).sum(axis=1) - self.total**2) / (n - 1)
        return np.asarray((cases + controls) / (4 * self.pairs**2))

    @property
    def bamber_variance(self) -> Floats:
        """The unbiased variance, over one denominator, so that 0 is exactly 0; it can be negative."""
        m, n = self.per_case.shape[1], self.per_control.shape[1]
        apart = self.total**2 - (self.per_case**2).sum(axis=1) - (self.per_control**2).sum(axis=1) + self.squares
        found = self.total**2 * ((m - 1) * (n - 1)) - apart * (m * n)
        return np.asarray(found / (4 * self.pairs**2 * (m - 1) * (n - 1)))


@dataclass(frozen=True, eq=False)
class PairedScores:
    """Scores of two tests on the same subjects, one sample a row: (samples, subjects, 2)."""

    cases: Floats
    controls: Floats

    @cached_property
    def sums(self) -> tuple[PairSums, PairSums, PairSums]:
        """Sums of the wins of the first test, of the second, and of their difference."""
        parts: tuple[list[PairSums], list[PairSums], list[PairSums]] = ([], [], [])
        step = max(1, _CELLS // (self.cases.shape[1] * self.controls.shape[1]))
        for start in range(0, len(self.cases), step):
            x, y = self.cases[start : start + step], self.controls[start : start + step]
            first, second = (wins(x[..., test], y[..., test]) for test in (0, 1))
            for held, values in zip(parts, (first, second, first - second), strict=True):
                held.append(PairSums.of(values))
        first_sums, second_sums, apart = (PairSums.joined(held) for held in parts)
        return first_sums, second_sums, apart

    def judged(self, word: str) -> Judged:
        """Compare the two areas of each sample."""
        apart = self.sums[2]
        alike = np.asarray(~(apart.per_case.any(axis=1) | apart.per_control.any(axis=1)))
        if word == "delong":
            variance = apart.delong_variance
            return judged(apart.value, variance, (variance == 0) & (apart.total == 0))
        if word == "bamber":
            variance = apart.bamber_variance
            return judged(apart.value, variance, (variance == 0) & (apart.total == 0))
        variance = self._hanley_mcneil_variance(kendall=word == "hanley-mcneil-1983-kendall")
        return judged(apart.value, np.where(alike, np.nan, variance), alike)

    def _hanley_mcneil_variance(self, *, kendall: bool) -> Floats:
        """Return the variance of 1983, NaN outside the table."""
        first, second, _ = self.sums
        m, n = self.cases.shape[1], self.controls.shape[1]
        correlate = kendall_correlation if kendall else pearson_correlation
        average = (correlate(self.cases) + correlate(self.controls)) / 2
        # The average area as a whole number of quarters of pairs, so that the ends of the table belong to it exactly.
        both, whole = first.total + second.total, 4 * first.pairs
        inside = np.array([[area.denominator, area.numerator * whole] for area in (AREAS[0], AREAS[-1])])
        known = (both * inside[0, 0] >= inside[0, 1]) & (both * inside[1, 0] <= inside[1, 1])
        known &= (average >= 0) & (average <= float(CORRELATIONS[-1]))
        r = _table(np.where(known, average, 0.0), np.where(known, both / whole, float(AREAS[0])))
        errors = [np.sqrt(_area_variances(sums.value, m, n)) for sums in (first, second)]
        variance = (errors[0] - errors[1]) ** 2 + 2 * (1 - r) * errors[0] * errors[1]
        return np.where(known, variance, np.nan)


@dataclass(frozen=True, eq=False)
class UnpairedScores:
    """Scores of one test in two independent samples of the same sizes: (samples, subjects, 2)."""

    cases: Floats
    controls: Floats

    @cached_property
    def sums(self) -> tuple[PairSums, PairSums]:
        """Sums of the wins in the first and in the second sample."""
        first, second, _ = PairedScores(self.cases, self.controls).sums
        return first, second

    def judged(self, word: str) -> Judged:
        """Compare the areas of the two samples."""
        first, second = self.sums
        difference = first.value - second.value
        m, n = self.cases.shape[1], self.controls.shape[1]
        of_one = {
            "delong": lambda sums: sums.delong_variance,
            "bamber": lambda sums: sums.bamber_variance,
            "hanley-mcneil": lambda sums: _area_variances(sums.value, m, n),
        }[word]
        return judged(difference, of_one(first) + of_one(second), np.zeros(len(difference), np.bool_))


PAIRED = ("delong", "bamber", "hanley-mcneil-1983", "hanley-mcneil-1983-kendall")
UNPAIRED = ("delong", "bamber", "hanley-mcneil")


def judged(difference: Floats, variance: Floats, alike: Flags) -> Judged:
    """Return limits and p-values; without a positive variance none, but p = 1 for tests that are alike."""
    se = np.sqrt(np.where(variance > 0, variance, np.nan))
    p = np.maximum(erfc(np.abs(difference) / se / np.sqrt(2)), np.finfo(float).tiny)
    low, high = np.clip(difference - Z * se, -1, 1), np.clip(difference + Z * se, -1, 1)
    return Judged(low, high, np.where(np.isnan(se) & alike, 1.0, p))


def wins(cases: Floats, controls: Floats) -> Wins:
    """Return 2, 1 or 0 for each case above, level with or below each control: (samples, cases, controls)."""
    x, y = cases[:, :, None], controls[:, None, :]
    return np.asarray(((x > y).view(np.int8) + (x >= y).view(np.int8)).astype(np.float32))


def inner(x: Wins, y: Wins) -> Wins:
    """Return the sum of the products of each sample; whole numbers, which so many bits hold exactly."""
    return np.asarray(np.einsum("bi,bi->b", x.reshape(len(x), -1), y.reshape(len(y), -1)))


def pearson_correlation(scores: Floats) -> Floats:
    """Return Pearson's correlation of the two tests within a group, NaN where one does not vary."""
    centred = scores - scores.mean(axis=1, keepdims=True)
    constant = (scores == scores[:, :1]).all(axis=1).any(axis=1)
    products = np.einsum("bij,bik->bjk", centred, centred)
    scale = np.sqrt(products[:, 0, 0] * products[:, 1, 1])
    return np.asarray(np.where(constant, np.nan, products[:, 0, 1] / np.where(constant, 1.0, scale)).clip(-1, 1))


def kendall_correlation(scores: Floats) -> Floats:
    """Return Kendall's tau-b of the two tests within a group, NaN where one does not vary."""
    found = []
    step = max(1, _CELLS // scores.shape[1] ** 2)
    for start in range(0, len(scores), step):
        some = scores[start : start + step]
        first, second = (wins(some[..., test], some[..., test]) - np.float32(1) for test in (0, 1))
        agreeing, *untied = (inner(*pair).astype(float) for pair in ((first, second), (first, first), (second, second)))
        product = untied[0] * untied[1]
        found.append(agreeing / np.sqrt(np.where(product > 0, product, np.nan)))
    return np.concatenate(found)


def _area_variances(areas: Floats, m: int, n: int) -> Floats:
    values, place = np.unique(areas, return_inverse=True)
    return np.array([hanley_mcneil_variance(float(value), m, n) for value in values])[place]


def _table(correlation: Floats, area: Floats) -> Floats:
    """Read Hanley and McNeil's table in straight lines between its entries."""
    from scipy.interpolate import RegularGridInterpolator

    axes: Any = ([0.0, *map(float, CORRELATIONS)], [float(a) for a in AREAS])
    grid = np.vstack([np.zeros(len(AREAS)), HUNDREDTHS]) / 100
    inside = [np.clip(v, axis[0], axis[-1]) for v, axis in zip((correlation, area), axes, strict=True)]
    read: Any = RegularGridInterpolator(axes, grid)
    return np.asarray(read(np.column_stack(inside)))
