"""A line through normal quantiles: fitted to counts at many points, for many sets of counts at once.

At a point with the normal quantile h, k of m subjects are positive; the line says that their share is Φ(a + b h). By
likelihood it is the probit regression that ``statsmodels.GLM`` fits to one set of counts (a test holds the two
together); here all sets climb together, by Newton's method on a log-likelihood that is concave. By least squares it is
the ordinary line through the points whose share is neither 0 nor 1.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rocstats.empirical.ranks import Floats
from rocstats.parametric.placement_values import Counted

Marks = NDArray[np.bool_]
_STEPS = 100
_HALVINGS = 40
_CLOSE = 1e-11
_LOG_ROOT = math.log(2 * math.pi) / 2


def interior(counted: Counted) -> Marks:
    """Mark the points that are used and whose share is neither 0 nor 1."""
    marks: Marks = counted.used & (counted.tp > 0) & (counted.tp < counted.m)
    return marks


def rises(counted: Counted, among: Marks) -> Marks:
    """Say of each set whether its counts differ among the points marked; level counts have a line without slope."""
    low = np.where(among, counted.tp, counted.m).min(axis=1, initial=counted.m)
    high = np.where(among, counted.tp, 0).max(axis=1, initial=0)
    return np.asarray(low < high)


def by_least_squares(counted: Counted) -> Floats:
    """Return a and b of each set, (B, 2); NaN where fewer than two points are inside or their counts are level."""
    from scipy.special import ndtri

    inside = interior(counted)
    y = ndtri(np.where(inside, counted.tp / counted.m, 0.5))
    found = _straight(_quantiles(counted), y, inside.astype(np.float64))
    found[(inside.sum(axis=1) < 2) | ~rises(counted, inside)] = np.nan
    return found


def by_likelihood(counted: Counted) -> Floats:
    """Return a and b of each set, (B, 2); NaN where the likelihood has no single highest point with a rising line.

    With two points inside, no line separates the positive from the others, and the highest point is finite and single.
    With fewer, a steeper line is always better or any slope will do. The counts never fall, so b is never below 0, and
    it is 0 only where they are level.
    """
    from scipy.special import ndtri

    found = np.full((len(counted.fp), 2), np.nan)
    fit = np.flatnonzero((interior(counted).sum(axis=1) >= 2) & rises(counted, counted.used))
    h, share = _quantiles(counted)[fit], counted.tp[fit] / counted.m
    w = counted.used[fit].astype(np.float64)
    at = _straight(h, ndtri((counted.tp[fit] + 0.5) / (counted.m + 1)), w)
    left = np.arange(len(fit))
    for _ in range(_STEPS):
        if not len(left):
            break
        at[left], done = _newton(at[left], h[left], share[left], w[left])
        found[fit[left[done]]] = at[left[done]]
        left = left[~done]
    return found


def _quantiles(counted: Counted) -> Floats:
    from scipy.special import ndtri

    return np.asarray(ndtri(np.where(counted.used, counted.fp / counted.n, 0.5)))


def _straight(x: Floats, y: Floats, w: Floats) -> Floats:
    """Return intercept and slope of the least-squares line of each row; a level line where x does not vary."""
    total = np.maximum(w.sum(axis=1), 1)
    mean_x, mean_y = (w * x).sum(axis=1) / total, (w * y).sum(axis=1) / total
    dx = w * (x - mean_x[:, None])
    square = (dx * x).sum(axis=1)
    slope = np.divide((dx * y).sum(axis=1), square, out=np.zeros(len(x)), where=square > 0)
    return np.stack([mean_y - slope * mean_x, slope], axis=1)


def _newton(at: Floats, h: Floats, share: Floats, w: Floats) -> tuple[Floats, Marks]:
    """Take one step uphill in every row, halved until it is one, and say which rows have arrived."""
    value, score, curvature = _climb(at, h, share, w)
    g0, g1 = score.sum(axis=1), (score * h).sum(axis=1)
    i00, i01, i11 = curvature.sum(axis=1), (curvature * h).sum(axis=1), (curvature * h * h).sum(axis=1)
    determinant = i00 * i11 - i01 * i01
    uphill = determinant > 0
    determinant = np.where(uphill, determinant, np.inf)
    step = np.stack([i11 * g0 - i01 * g1, i00 * g1 - i01 * g0], axis=1) / determinant[:, None]
    done: Marks = uphill & np.all(np.abs(step) <= _CLOSE * (1 + np.abs(at)), axis=1)
    scale = np.ones(len(at))
    for _ in range(_HALVINGS):
        tried = at + scale[:, None] * step
        worse = ~done & ~(_climb(tried, h, share, w)[0] >= value - 1e-12 * np.abs(value))
        if not worse.any():
            break
        scale[worse] /= 2
    return tried, done


def _climb(at: Floats, h: Floats, share: Floats, w: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the log-likelihood of each row for one subject, and of each point its score and minus its curvature."""
    from scipy.special import log_ndtr

    z = at[:, :1] + at[:, 1:] * h
    above, below = log_ndtr(z), log_ndtr(-z)
    density = -z * z / 2 - _LOG_ROOT
    up, down = np.exp(density - above), np.exp(density - below)
    value = (w * (share * above + (1 - share) * below)).sum(axis=1)
    score = w * (share * up - (1 - share) * down)
    curvature = w * (share * up * (z + up) + (1 - share) * down * (down - z))
    return value, score, curvature
