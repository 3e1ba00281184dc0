"""Normal probability outside an interval whose middle need not be the mean.

For X standard normal and an interval from -m - s to -m + s, with m >= 0, the outside has P(X > s - m) + P(X < -s - m).
A likelihood ratio of two normal distributions is high on such an outside or on such an inside. The inside is a sum of
positive terms where it is narrow, the outside a sum of two tails, and neither is taken as 1 minus the other, so both
keep their digits where they are small.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rocstats.empirical.ranks import Floats

# Beyond this normal quantile hardly any double-precision number is left for a probability.
END = 37.5
_LOG_ROOT = math.log(2 * math.pi) / 2
_STEPS = 100
# Over a narrow inside the density hardly changes: 8 nodes leave no error.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)


def log_outside(m: float, near: Floats, s: Floats) -> Floats:
    """Return the log-probability outside; ``near`` is s - m, which the caller may hold with more digits."""
    from scipy.special import log_ndtr

    return np.asarray(np.logaddexp(log_ndtr(-near), log_ndtr(-s - m)))


def log_inside(m: float | Floats, near: Floats, s: Floats) -> Floats:
    """Return the log-probability inside."""
    from scipy.special import log_ndtr

    m = np.broadcast_to(np.asarray(m, dtype=np.float64), s.shape)
    narrow = (s <= 0.5) & (m * s <= 0.25)
    found = np.empty_like(s)
    middle, half = m[narrow], s[narrow]
    at = np.multiply.outer(half, _NODES)
    heights = np.exp(-at * (middle[:, None] + at / 2)) @ _WEIGHTS
    found[narrow] = np.log(half) - middle * middle / 2 - _LOG_ROOT + np.log(heights)
    wide = ~narrow
    top = log_ndtr(near[wide])
    found[wide] = top + np.log1p(-np.exp(log_ndtr(-s[wide] - m[wide]) - top))
    return found


def interval_beyond(m: float, z: Floats) -> tuple[Floats, Floats]:
    """Return s - m and s of the interval whose outside has the probability beyond z."""
    z = np.clip(z, -END, END)
    near, s = z.copy(), z + m
    # Elsewhere the farther tail is less than exp(-40) of the nearer one.
    two = 2 * m * s < 40
    if two.any():
        near[two], s[two] = _climbed(m, z[two])
    return near, s


def _climbed(m: float, z: Floats) -> tuple[Floats, Floats]:
    """Climb by Newton's method within bounds, comparing logarithms of whichever of outside and inside is the smaller.

    The variable is s - m where that is well above -m, so that a large m costs no digits, and log s where the interval
    is narrow.
    """
    from scipy.special import log_ndtr, ndtri_exp

    late, wide = z >= 0, z >= 1 - m
    sought = log_ndtr(-np.abs(z))
    # The nearer tail is at least half of the outside; the density of the inside is at most that in the mean.
    least = log_ndtr(z) + _LOG_ROOT - math.log(2)
    low = np.where(wide, z - 1, least)
    high = np.where(wide, -ndtri_exp(log_ndtr(-z) - math.log(2)), math.log(3))
    # To begin with, the farther tail is about exp(-2 m s) of the nearer, and a narrow inside as high as its middle.
    x = -ndtri_exp(log_ndtr(-z) - np.log1p(np.exp(-2 * m * np.maximum(z + m, 0.0))))
    narrow = np.minimum(least + m * m / 2, np.log(np.where(x > -m, x + m, 3.0)))
    u = np.clip(np.where(wide, x, narrow), low, high)
    found = np.empty_like(z)
    for _ in range(_STEPS):
        near, s = _ends(m, u, wide)
        found[late], found[~late] = log_outside(m, near[late], s[late]), log_inside(m, near[~late], s[~late])
        off = np.where(late, sought - found, found - sought)
        low, high = np.where(off < 0, u, low), np.where(off > 0, u, high)
        density = np.logaddexp(-near * near / 2, -((s + m) ** 2) / 2) - _LOG_ROOT
        step = -off / np.exp(density - found + np.where(wide, 0.0, u))
        tried, close = u + step, np.abs(step) <= 1e-8 * (1 + np.abs(u))
        u = np.where(close | ((tried >= low) & (tried <= high)), tried, (low + high) / 2)
        if close.all():
            break
    return _ends(m, u, wide)


def _ends(m: float, u: Floats, wide: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    narrow = np.exp(np.where(wide, 0.0, u))
    return np.where(wide, u, narrow - m), np.where(wide, u + m, narrow)
