"""Simultaneous bands for the empirical ROC curve: the whole true curve lies in them with the stated confidence.

The drawn curve is moved up and to the left, and down and to the right, by fixed steps, and the band is what lies
between. The kinds differ in the direction and the length of the step.

References: [campbell1994], [massey1951], [horvath2008]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.curve import EmpiricalCurve, read_off
from rocstats.empirical.ranks import Floats
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.inference.resampled_curves import read_off_below, resampled_curves
from rocstats.methods.kolmogorov import distance_at
from rocstats.methods.replicates import collapsed

EDGE = 3
NOTHING_DRAWN = 'Use kind="kolmogorov-smirnov", for which nothing is drawn.'
_MOST_STEPS = 400
# Rounding alone gives no more, and the shortest step that a resample can make is longer.
_NO_LENGTH = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class Shift:
    """How far a curve is moved in FPF and in TPF, and between which FPFs that was found."""

    fpf: float
    tpf: float
    first: float = 0.0
    last: float = 1.0

    def band(self, curve: EmpiricalCurve, at: Floats) -> tuple[Floats, Floats]:
        """Return both edges at false positive fractions, at the outer ends of vertical steps.

        Left of ``first`` and right of ``last`` the curve only rises, which bounds it from one side.
        """
        x, y = curve.fpf, curve.tpf
        inner = np.clip(at, self.first, self.last)
        high = np.clip(read_off(x - self.fpf, y + self.tpf, inner), 0, 1)
        low = np.clip(read_off_below(x + self.fpf, y - self.tpf, inner), 0, 1)
        return np.where(at <= self.first, 0.0, low), np.where(at >= self.last, 1.0, high)

    def corners(self, curve: EmpiricalCurve) -> Floats:
        """Return where the edges of the band have their corners."""
        x = np.concatenate([curve.fpf - self.fpf, curve.fpf + self.fpf, [self.first, self.last]])
        return x[(x >= 0) & (x <= 1)]


def fixed_width(sample: Sample, curve: EmpiricalCurve, level: float, n_resamples: int, seed: int) -> Shift:
    """Return Campbell's shift along a slope, long enough for so many resampled curves.

    The slope is that of the standard errors of the two axes, sqrt(n/m) for m cases and n controls. In coordinates u
    along the curve and v across it, both curves are functions of u, and the longest distance between two of them is at
    a corner of one.
    """
    m, n = math.sqrt(sample.n_cases), math.sqrt(sample.n_controls)

    def turned(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        return m * y + n * x, m * y - n * x

    u, v = turned(curve.fpf, curve.tpf)
    lengths = []
    for x, y in resampled_curves(collapsed(sample), n_resamples, seed):
        other_u, other_v = turned(x, y)
        here, there = np.interp(u, other_u, other_v) - v, np.interp(other_u, u, v) - other_v
        lengths.append(max(float(np.abs(here).max()), float(np.abs(there).max())) / 2)
    length = _reached(lengths, level, sample)
    return Shift(length / n, length / m)


def vertical(sample: Sample, curve: EmpiricalCurve, level: float, n_resamples: int, seed: int) -> Shift:
    """Return the shift in TPF alone that so many resampled curves stay within.

    It is found between the third control from either end: beyond them resamples know nothing of the curve, which may
    rise there as steeply as it likes. The largest distance is at an FPF that a number of controls makes.
    """
    n = sample.n_controls
    if n < 2 * EDGE + 1:
        raise DataError(
            f"this band is found between the third control from either end, and there are {n} controls; it needs at "
            f"least {2 * EDGE + 1}. {NOTHING_DRAWN}"
        )
    if n <= _MOST_STEPS:
        at = np.arange(EDGE, n - EDGE + 1) / n
    else:
        at = np.linspace(EDGE / n, (n - EDGE) / n, _MOST_STEPS + 1)
    upper, lower = read_off(curve.fpf, curve.tpf, at), read_off_below(curve.fpf, curve.tpf, at)
    lengths = []
    for x, y in resampled_curves(collapsed(sample), n_resamples, seed):
        ends = (read_off(x, y, at) - upper, read_off_below(x, y, at) - lower)
        lengths.append(max(float(np.abs(end).max()) for end in ends))
    return Shift(0.0, _reached(lengths, level, sample), float(at[0]), float(at[-1]))


def both_axes(sample: Sample, level: float) -> Shift:
    """Return Kolmogorov's shift of each axis at the root of the level, exact in groups of up to 1e9.

    Cases and controls are independent, so both distributions lie within their distances with the level itself.
    """
    each = math.sqrt(level)
    return Shift(*(distance_at(each, size) for size in (sample.n_controls, sample.n_cases)))


def _reached(lengths: list[float], level: float, sample: Sample) -> float:
    """Return the length that so large a share of the resamples stays within, or refuse one that is none."""
    length = float(np.quantile(lengths, level, method="higher"))
    if length <= _NO_LENGTH:
        raise DataError(
            f'so many resamples of "{printable(sample.tests[0].name)}" give the same curve that they tell nothing of '
            f"its spread, and there is no such band. {NOTHING_DRAWN}"
        )
    return length
