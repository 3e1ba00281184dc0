"""Sums of normal kernels over a group of scores: exact to rounding, in time that pairs do not enter.

Scores are gathered in narrow bins, and the kernel is expanded about the middle of its bin. With z the distance of a
middle in bandwidths and u that of a score from its middle, Φ(z + u) = Σ Φ⁽ᵏ⁾(z) uᵏ / k!, so a bin counts by the sums
of its uᵏ / k!. By Cramér's bound |Φ⁽ᵏ⁾| < 0.44 √(k - 1)!, what is left off after ``ORDER`` terms is below
0.44 |u|ᵏ √(k - 1)! / k! with k = ORDER + 1: 6e-16 at |u| = 1/2. Middles farther than ``REACH`` bandwidths count as
wholly above or below, an error below 1e-17. Groups of few scores are summed one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rocstats.empirical.ranks import Floats, Integers

ORDER = 18
REACH = 9.5
_AT_ONCE = 200_000
_FEW = 500


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """Ascending scores in bins no wider than ``width``; each score its own bin where ``order`` is 0.

    Parameters
    ----------
    middles : array of float
        Middle of each bin that holds a score, ascending.
    starts : array of int
        Place of the first score of each bin.
    offsets : array of float
        Distance of each score from the middle of its bin.
    order : int
        How many terms of the expansion are taken.
    """

    middles: Floats
    starts: Integers
    offsets: Floats
    order: int

    @classmethod
    def of(cls, scores: Floats, width: float) -> Bins:
        """Put ascending scores in bins; each score has its own where they are few, or at a width of 0."""
        if width == 0 or len(scores) <= _FEW:
            return cls(scores, np.arange(len(scores)), np.zeros(len(scores)), 0)
        cells = np.floor((scores - scores[0]) / width)
        starts = np.flatnonzero(np.concatenate([[True], cells[1:] != cells[:-1]]))
        sizes = np.diff(np.concatenate([starts, [len(scores)]]))
        # The middle of what a bin holds, so that no score is farther from it than half a width.
        middles = scores[starts] + (scores[starts + sizes - 1] - scores[starts]) / 2
        return cls(middles, starts, scores - np.repeat(middles, sizes), ORDER)

    def moments(self, counts: Integers) -> Floats:
        """Return for each bin the sums of offset^k / k! over its subjects, one row per k."""
        term = counts.astype(np.float64)
        if self.order == 0:
            return term[None]
        rows = np.empty((self.order + 1, len(self.starts)))
        for k in range(self.order + 1):
            rows[k] = np.add.reduceat(term, self.starts)
            term = term * self.offsets / (k + 1)
        return rows


@dataclass(frozen=True, slots=True, eq=False)
class KernelSums:
    """A group whose scores each carry a normal kernel: its smoothed distribution.

    Examples
    --------
    >>> group = KernelSums.of(np.array([0.0, 1.0]), np.array([1, 1]), 0.5)
    >>> group.beyond(np.array([0.5])).round(6).tolist(), group.before(np.array([0.5])).round(6).tolist()
    ([0.5], [0.5])
    """

    bins: Bins
    moments: Floats
    below: Floats
    bandwidth: float

    @classmethod
    def of(cls, scores: Floats, counts: Integers, bandwidth: float) -> KernelSums:
        """Smooth ascending scores of so many subjects each."""
        bins = Bins.of(scores, bandwidth)
        moments = bins.moments(counts) / counts.sum()
        below = np.concatenate([[0], np.cumsum(np.add.reduceat(counts, bins.starts))]) / counts.sum()
        return cls(bins, moments, below, bandwidth)

    @property
    def ends(self) -> tuple[float, float]:
        """Where the smoothed distribution begins and ends, in double precision."""
        far = (REACH + 0.5) * self.bandwidth
        return float(self.bins.middles[0] - far), float(self.bins.middles[-1] + far)

    def beyond(self, at: Floats) -> Floats:
        """Return the share beyond each place."""
        return self._summed(at, 1)

    def before(self, at: Floats) -> Floats:
        """Return the share before each place."""
        return self._summed(at, -1)

    def density(self, at: Floats) -> Floats:
        """Return the density at each place."""
        return self._summed(at, 0)

    def _summed(self, at: Floats, side: int) -> Floats:
        """Sum over the bins within reach of each place; the others are wholly on one side."""
        out = np.empty(len(at))
        reach = REACH * self.bandwidth
        for first in range(0, len(at), block := max(1, _AT_ONCE // (len(self.bins.middles) + 1))):
            some = at[first : first + block]
            low = np.searchsorted(self.bins.middles, some - reach)
            high = np.searchsorted(self.bins.middles, some + reach)
            i, j = pairs_between(low, high)
            z = (self.bins.middles[j] - some[i]) / self.bandwidth
            far = {1: 1 - self.below[high], -1: self.below[low], 0: np.zeros(len(some))}[side]
            out[first : first + block] = far + np.bincount(i, self._near(z, j, side), len(some))
        return out if side == 0 else np.clip(out, 0, 1)

    def _near(self, z: Floats, j: Integers, side: int) -> Floats:
        """Expand the kernel about the middle of each bin; before a place it is the same with another sign."""
        from scipy.special import ndtr

        scale, total = 1.0, np.zeros(len(z))
        derivatives = normal_derivatives(z, self.bins.order + (side == 0))
        if side:
            total += self.moments[0, j] * ndtr(side * z)
            next(derivatives)
        else:
            next(derivatives)
            scale = 1 / self.bandwidth
            total += self.moments[0, j] * next(derivatives) * scale
        for k, derivative in enumerate(derivatives, 1):
            scale /= self.bandwidth
            total += (side or 1) * scale * self.moments[k, j] * derivative
        return total


def pairs_between(low: Integers, high: Integers) -> tuple[Integers, Integers]:
    """Write out all (i, j) with low[i] <= j < high[i]."""
    sizes = high - low
    i = np.repeat(np.arange(len(low)), sizes)
    j = np.arange(len(i)) - np.repeat(np.cumsum(sizes) - sizes - low, sizes)
    return i, j


def normal_derivatives(z: Floats, order: int) -> Iterator[Floats]:
    """Give Φ and its derivatives, up to one order, at z."""
    from scipy.special import ndtr

    yield np.asarray(ndtr(z))
    before, last = np.zeros(len(z)), np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    for k in range(1, order + 1):
        yield last
        before, last = last, -z * last - (k - 1) * before
