"""Moments of two groups of scores, with the binormal curve that normal distributions of these moments draw.

Scores are taken as distinct values with counts, so rows and grouped tables give the same floats, and in the same order,
so the order of rows changes nothing. Sums are of scores less a score in their middle, on a scale on which the largest
is about 1: an offset costs no digits and nothing overflows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import score_table


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The distinct scores of one group, in ascending order, with the number of subjects at each."""

    values: Floats
    counts: Integers

    @property
    def n(self) -> int:
        """Number of subjects."""
        return int(self.counts.sum())

    @property
    def shares(self) -> Floats:
        """Share of the group at each score."""
        shares: Floats = self.counts / self.n
        return shares


@dataclass(frozen=True, slots=True)
class Moments:
    """A group in a few numbers; the standard deviation has the divisor n, as maximum likelihood has it."""

    n: int
    mean: float
    sd: float
    skewness: float


@dataclass(frozen=True, slots=True)
class TwoMoments:
    """Both groups, with the curve of normal distributions that have these means and standard deviations.

    ``a`` and ``b`` are of scores in which higher is positive.
    """

    controls: Moments
    cases: Moments
    a: float
    b: float


def groups_of(sample: Sample) -> tuple[Group, Group]:
    """Return controls and cases of one test, on the scale of the data."""
    table, test = score_table(sample), sample.tests[0]

    def group(counts: Integers) -> Group:
        held = np.flatnonzero(counts)
        held = held if test.low else held[::-1]
        return Group(test.turned(table.scores[held]), counts[held])

    return group(table.controls), group(table.cases)


def two_moments(controls: Group, cases: Group, *, low: bool) -> TwoMoments:
    """Summarise both groups; ``low`` says that low scores are positive."""
    pooled = np.sort(np.concatenate([controls.values, cases.values]))
    _, power = math.frexp(float(np.abs(pooled).max()))
    middle = math.ldexp(float(pooled[len(pooled) // 2]), -power)
    (m0, s0, g0), (m1, s1, g1) = (
        weighted_moments(np.ldexp(group.values, -power) - middle, group.shares) for group in (controls, cases)
    )
    with np.errstate(all="ignore"):
        a, b = np.float64(m0 - m1 if low else m1 - m0) / s1, np.float64(s0) / s1
    return TwoMoments(
        controls=Moments(controls.n, math.ldexp(middle + m0, power), math.ldexp(s0, power), g0),
        cases=Moments(cases.n, math.ldexp(middle + m1, power), math.ldexp(s1, power), g1),
        a=float(a),
        b=float(b),
    )


def weighted_moments(values: Floats, shares: Floats) -> tuple[float, float, float]:
    """Return mean, standard deviation and skewness, with shares as weights; no skewness without spread."""
    mean = float((shares * values).sum())
    from_mean = values - mean
    left = float((shares * from_mean).sum())
    from_mean = from_mean - left
    reach = float(np.abs(from_mean).max())
    if reach == 0:
        return mean + left, 0.0, 0.0
    scaled = from_mean / reach
    variance = float((shares * scaled * scaled).sum())
    return mean + left, reach * math.sqrt(variance), float((shares * scaled * scaled * scaled).sum()) / variance**1.5


def curve_covariance(a: float, b: float, n_controls: int, n_cases: int) -> Floats:
    """Return the covariance of a and b from the information of both means and standard deviations.

    A mean has variance s^2 / n and a standard deviation s^2 / (2 n), both independent; only ratios are left in a and b.
    """
    both = a * b / (2 * n_cases)
    return np.array(
        [
            [b * b / n_controls + 1 / n_cases + a * a / (2 * n_cases), both],
            [both, b * b / (2 * n_controls) + b * b / (2 * n_cases)],
        ]
    )


def normal_loglikelihood(log_sds: tuple[float, float], sizes: tuple[int, int]) -> float:
    """Return the largest log-likelihood of normal scores with these standard deviations."""
    spread = sum(n * log_sd for n, log_sd in zip(sizes, log_sds, strict=True))
    return -spread - sum(sizes) / 2 * (1 + math.log(2 * math.pi))
