"""Tail of the logarithm of a gamma variate, with derivatives in its shape.

On the axis t = log(x) the density is f(t) = exp(r t - e^t) / Gamma(r), and d log f / dr = t - psi(r). Below
exp(psi(r + 1)) the lower tail is the series e^-x sum of x^(r + n) / Gamma(r + n + 1), whose terms are differentiated
one by one: there all first derivatives have one sign, so none cancels. Above, and below too where the shape is large,
both derivatives are integrals of f (t - psi(r)) and f ((t - psi(r))^2 - psi'(r)) from the cut outwards to where nothing
is left, by Gauss-Legendre nodes on the log axis: again of one sign. No difference of nearby shapes is taken.

References: [dorfman1997]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from rocstats.empirical.ranks import Floats

# The upper integral ends where the density has fallen by this many powers of e.
_FALL = 45.0
_NODES = 48
_AT_ONCE = 4096
# Beyond e^50 nothing is left; a shape is at most 1e6.
_MOST_CUT = 50.0
_SMALL = 1e-17
# From here on Stirling's series has more digits than the difference of large logarithms.
_STIRLING_FROM = 15.0
# A larger shape takes more terms of the series than nodes of the integral, which then suits both tails.
_SERIES_UP_TO = 15.0


@dataclass(frozen=True, slots=True)
class GammaTail:
    """Shares beyond and before cuts of log(x), and derivatives of the upper one in cut (t) and shape (r)."""

    upper: Floats
    lower: Floats
    t: Floats
    r: Floats
    tt: Floats
    tr: Floats
    rr: Floats


def gamma_tail(shape: float, cuts: Floats) -> GammaTail:
    """Return the tail of log(x), x gamma with this shape and rate 1, at cuts of any sign and size."""
    from scipy.special import digamma, gammainc, gammaincc

    psi = float(digamma(shape))
    t: Floats = np.minimum(cuts, _MOST_CUT)
    x = np.exp(t)
    density = log_gamma_density(shape, t)
    upper: Floats = np.asarray(gammaincc(shape, x), dtype=np.float64)
    lower: Floats = np.asarray(gammainc(shape, x), dtype=np.float64)
    r, rr = np.empty_like(t), np.empty_like(t)
    low = t < float(digamma(shape + 1))
    if low.any() and shape < _SERIES_UP_TO:
        lower[low], r[low], rr[low] = _series(shape, t[low], density[low])
        upper[low] = 1 - lower[low]
    elif low.any():
        below, bent = _integrals(shape, t[low], density[low], psi, -1)
        r[low], rr[low] = -below, -bent
    if not low.all():
        r[~low], rr[~low] = _integrals(shape, t[~low], density[~low], psi, 1)
    return GammaTail(upper, lower, -density, r, density * (x - shape), density * (psi - t), rr)


def log_gamma_density(shape: float, t: Floats) -> Floats:
    """Return the density of log(x), with the digits that large shapes leave."""
    from scipy.special import gammaln

    if shape < _STIRLING_FROM:
        return np.asarray(np.exp(shape * t - np.exp(t) - gammaln(shape)))
    off = t - math.log(shape)
    stirling = 0.5 * math.log(shape / (2 * math.pi)) - _stirling_rest(shape)
    return np.asarray(np.exp(stirling - shape * (np.expm1(off) - off)))


def _stirling_rest(r: float) -> float:
    """Return log Gamma(r) less Stirling's (r - 1/2) log r - r + log(2 pi) / 2, for large r."""
    s = 1 / (r * r)
    return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - s * 691 / 360360))))) / r


def _series(shape: float, t: Floats, density: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the lower tail and both derivatives of the upper one, where x is below about r + 1/2."""
    from scipy.special import digamma, polygamma

    x = np.exp(t)
    psi, trigamma = float(digamma(shape + 1)), float(polygamma(1, shape + 1))
    at = shape + 1
    term = density / shape
    lower, first, second = np.zeros_like(t), np.zeros_like(t), np.zeros_like(t)
    while True:
        off = t - psi
        lower += term
        first += term * off
        second += term * (off * off - trigamma)
        term = term * (x / at)
        psi += 1 / at
        trigamma -= 1 / (at * at)
        at += 1
        # What is left is less than a geometric series; (t - psi)^2 grows more slowly than it shrinks.
        left = term / np.maximum(1 - x / at, 1e-3)
        if (left <= _SMALL * np.maximum(lower, 1e-290)).all():
            return lower, -first, -second


@cache
def _legendre() -> tuple[Floats, Floats]:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return (nodes + 1) / 2, weights / 2


def _integrals(shape: float, t: Floats, density: Floats, psi: float, way: int) -> tuple[Floats, Floats]:
    """Return the integrals of both derivatives from the cut upwards (way 1) or downwards (way -1)."""
    from scipy.special import polygamma

    trigamma = float(polygamma(1, shape))
    x = np.exp(t)
    # How far to go, by Newton from above: the fall of log f is convex. Upwards, where r < x and x is at least 0.56, it
    # is at least x d^2 / 2; downwards, where x is below about r, at least r (d - 1).
    d = np.minimum(np.sqrt(2 * _FALL / x), 8.0) if way == 1 else np.full_like(t, _FALL / shape + 1)
    for _ in range(12):
        d = d - (x * np.expm1(way * d) - way * shape * d - _FALL) / (way * (x * np.exp(way * d) - shape))
    first, second = np.empty_like(t), np.empty_like(t)
    nodes, weights = _legendre()
    for begin in range(0, len(t), _AT_ONCE):
        here = slice(begin, begin + _AT_ONCE)
        step = way * d[here, None] * nodes
        off = (t[here] - psi)[:, None] + step
        fall = np.exp(shape * step - x[here, None] * np.expm1(step)) * off
        scale = density[here] * d[here]
        first[here] = scale * (fall @ weights)
        second[here] = scale * ((fall * (off - trigamma / off)) @ weights)
    return first, second
