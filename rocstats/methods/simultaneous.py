"""Simultaneous quantile: how far the largest of several correlated normal statistics reaches in size.

Estimates of rank d are one standard normal point in d dimensions, seen along several unit vectors. A point has a
direction and a length, independent of each other, and the squared length is chi-squared on d degrees of freedom. Given
the direction, with largest projection s, the largest statistic is below q if the length is below q / s; the chance of
that is averaged over directions. In one dimension there is nothing to average, in two the circle is divided evenly,
in more the directions are random, seeded and low in discrepancy, and independent sets of them give the error.

References: [hothorn2008]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.methods.method import checked_level, upper_quantile

_ANGLES = 20_000
_SETS, _POINTS = 8, 2**12
_NOISE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class LargestNormal:
    """The distribution of the largest of several standard normal statistics in size.

    ``size`` is how many there are, ``rank`` the dimension they span, ``seed`` None where nothing was drawn.
    """

    size: int
    rank: int
    seed: int | None
    _projections: Floats  # (sets, points): the largest projection of each direction

    def pvalue(self, z: float) -> float:
        """Return the chance that the largest statistic is at least as large in size as this one.

        It is the p-value of one combination adjusted for all of them, as the simultaneous interval has it.
        """
        return max(float(self._beyond(abs(z)).mean()), sys.float_info.min)

    def quantile(self, level: float) -> float:
        """Return the value that the largest statistic stays below with this probability."""
        from scipy.optimize import brentq

        level = checked_level(level)
        least = upper_quantile(level, "two-sided")
        if self.rank == 1:
            return least
        # Between the quantile of one statistic and Bonferroni's for all.
        most = upper_quantile(1 - (1 - level) / self.size, "two-sided") + 1e-6
        return float(brentq(lambda q: float(self._beyond(q).mean()) - (1 - level), least - 1e-6, most, xtol=1e-12))

    def quantile_error(self, level: float) -> float:
        """Return the Monte Carlo standard error of the quantile; 0 where nothing was drawn."""
        if self.seed is None:
            return 0.0
        q, step = self.quantile(level), 1e-4
        by_set = self._beyond(q).mean(axis=1)
        slope = float((self._beyond(q - step) - self._beyond(q + step)).mean()) / (2 * step)
        return float(by_set.std(ddof=1)) / math.sqrt(len(by_set)) / slope

    def _beyond(self, q: float) -> Floats:
        """Return the chance of a length beyond q / s, for each direction."""
        from scipy.special import chdtrc

        beyond: Floats = chdtrc(self.rank, (q / self._projections) ** 2)
        return beyond


def largest_normal(covariance: Sequence[Sequence[Fraction | float]], *, seed: int) -> LargestNormal:
    """Return the distribution of the largest standardized estimate, from the covariances of all.

    Every variance must be above 0; the covariance may be singular, as it is for all pairs of three tests. Relative
    eigenvalues below 1e-9 count as 0.

    Parameters
    ----------
    covariance : table of numbers
        Covariance matrix of the estimates.
    seed : int
        Seed of the directions; used in three dimensions or more.

    Returns
    -------
    LargestNormal

    References
    ----------
    [hothorn2008]

    Examples
    --------
    Two independent statistics: the square root of the level belongs to each.

    >>> largest = largest_normal([[1, 0], [0, 4]], seed=1)
    >>> round(largest.quantile(0.95), 4), largest.quantile_error(0.95)
    (2.2365, 0.0)
    """
    matrix = np.array([[float(x) for x in row] for row in covariance])
    errors = np.sqrt(np.diag(matrix))
    values, vectors = np.linalg.eigh(matrix / np.outer(errors, errors))
    kept = values > _NOISE * values.max()
    directions = vectors[:, kept] * np.sqrt(values[kept])
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    rank = int(kept.sum())
    if rank == 1:
        return LargestNormal(len(matrix), rank, None, np.ones((1, 1)))
    if rank == 2:
        angles = (np.arange(_ANGLES) + 0.5) * (math.pi / _ANGLES)
        points = np.stack([np.cos(angles), np.sin(angles)], axis=1)[None]
    else:
        points = _sphere(rank, seed)
    projections = np.abs(points @ directions.T).max(axis=2)
    return LargestNormal(len(matrix), rank, None if rank == 2 else seed, projections)


def _sphere(dimension: int, seed: int) -> Floats:
    """Return sets of directions, each spread evenly and independent of the other sets."""
    from scipy.special import ndtri
    from scipy.stats import qmc

    sets = []
    for number in range(_SETS):
        stream = np.random.default_rng(np.random.SeedSequence((seed, number)))
        uniform = qmc.Sobol(dimension, rng=stream).random(_POINTS)
        normal = ndtri(np.clip(uniform, 1e-12, 1 - 1e-12))
        sets.append(normal / np.linalg.norm(normal, axis=1, keepdims=True))
    points: Floats = np.array(sets)
    return points
