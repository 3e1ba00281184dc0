"""The ROC curve that two smoothed distributions draw: read off, inverted, with the area under a part of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rocstats.empirical.partial_area import Band
from rocstats.empirical.ranks import Floats
from rocstats.parametric.kernel_sums import REACH, KernelSums

_ROUNDS = 200
_TABLE = 257
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(12)


@dataclass(frozen=True, slots=True, eq=False)
class KernelCurve:
    """The curve of two groups that are smoothed each with its own bandwidth."""

    cases: KernelSums
    controls: KernelSums

    def tpf(self, fpf: Floats) -> Floats:
        """Return the curve at false positive fractions from 0 to 1."""
        return _across(self.controls, self.cases, fpf)

    def fpf(self, tpf: Floats) -> Floats:
        """Return the false positive fraction at which the curve reaches true positive fractions from 0 to 1."""
        return _across(self.cases, self.controls, tpf)

    def area(self, band: Band) -> float:
        """Return the area over a band of either axis."""
        low, high = float(band.low), float(band.high)
        if band.axis == "FPF":
            return self._between(low, high)
        x0, x1 = self.fpf(np.array([low, high])).tolist()
        return float((1 - x1) * high - (1 - x0) * low) + self._between(x0, x1)

    def _between(self, low: float, high: float) -> float:
        """Integrate the TPF over the FPF, along the cut: panels are as narrow as the kernel that bends there."""
        least, most = self.controls.ends
        first = most if low <= 0 else float(_cuts(self.controls, np.array([low]))[0])
        last = least if high >= 1 else float(_cuts(self.controls, np.array([high]))[0])
        edges = np.concatenate([[last, first], *(_steps(group, last, first) for group in (self.cases, self.controls))])
        edges = np.unique(edges)
        half = np.diff(edges) / 2
        at = ((edges[1:] + edges[:-1]) / 2)[:, None] + half[:, None] * _NODES
        heights = self.cases.beyond(at.ravel()) * self.controls.density(at.ravel())
        return float((heights.reshape(at.shape) @ _WEIGHTS) @ half)


def _steps(group: KernelSums, least: float, most: float) -> Floats:
    """Return steps of one bandwidth within reach of a score of the group, from one place to another."""
    h = group.bandwidth
    reach = np.arange(-int(REACH) - 1, int(REACH) + 2)
    cells = np.unique((np.floor((group.bins.middles - group.bins.middles[0]) / h)[:, None] + reach).ravel())
    steps = group.bins.middles[0] + cells * h
    return np.asarray(steps[(steps > least) & (steps < most)])


def _across(one: KernelSums, other: KernelSums, shares: Floats) -> Floats:
    """Return the share of the other group beyond the cut that leaves such a share of one beyond it."""
    out = np.where(shares >= 1, 1.0, 0.0)
    inside = (shares > 0) & (shares < 1)
    if inside.any():
        out[inside] = other.beyond(_cuts(one, shares[inside]))
    return out


def _cuts(group: KernelSums, shares: Floats) -> Floats:
    """Return the place beyond which so large a share of the group lies: Newton's method, kept between two ends."""
    ends = group.ends
    places = np.unique(np.concatenate([np.linspace(*ends, _TABLE), _quantiles(group)]))
    heights = _falling(group.beyond, places)
    after = np.clip(np.searchsorted(-heights, -shares), 1, len(places) - 1)
    low, high = places[after - 1].copy(), places[after].copy()
    at = (low + high) / 2
    left = np.arange(len(at))
    for _ in range(_ROUNDS):
        x = at[left]
        # Near 1 the share before is the one that is exact.
        rest = np.where(shares[left] < 0.5, group.beyond(x) - shares[left], (1 - shares[left]) - group.before(x))
        low[left] = np.where(rest >= 0, x, low[left])
        high[left] = np.where(rest <= 0, x, high[left])
        density = group.density(x)
        tried = x + np.divide(rest, density, out=np.full(len(x), np.inf), where=density > 0)
        kept = (tried > low[left]) & (tried < high[left])
        at[left] = np.where(kept, tried, low[left] + (high[left] - low[left]) / 2)
        moved = np.abs(at[left] - x) > 1e-14 * np.maximum(np.abs(x), group.bandwidth)
        left = left[moved & (rest != 0)]
        if not len(left):
            break
    return np.asarray(at)


def _quantiles(group: KernelSums) -> Floats:
    """Return places among the scores, so that heavy tails leave the table enough steps where the scores are."""
    middles = group.bins.middles
    places: Floats = middles[np.unique(np.linspace(0, len(middles) - 1, _TABLE).astype(np.int64))]
    return places


def _falling(beyond: Callable[[Floats], Floats], places: Floats) -> Floats:
    """Return shares that never rise, whatever rounding does."""
    return np.asarray(np.minimum.accumulate(beyond(places)))
