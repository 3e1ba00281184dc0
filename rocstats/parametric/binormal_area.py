"""Areas under a binormal curve over a band of false positive fractions, in closed form.

The area from 0 to the FPF of normal quantile z is the chance that X <= a + b Z and Z <= z, for X and Z independent and
normal: a bivariate normal probability with correlation -b / sqrt(1 + b^2), here by Owen's T.

References: [owen1956], [mcclish1989]
"""

from __future__ import annotations

import math

import numpy as np

from rocstats.empirical.ranks import Floats


def binormal_area(a: float, b: float, low: float, high: float) -> float:
    """Return the area under TPF = pnorm(a + b qnorm(FPF)) from one FPF to another, to about 1e-16."""
    from scipy.special import ndtri

    return _below(a, b, float(ndtri(high))) - _below(a, b, float(ndtri(low)))


def binormal_area_gradient(a: float, b: float, low: float, high: float) -> Floats:
    """Return the derivatives of that area in a and in b."""
    from scipy.special import ndtr, ndtri

    s = math.hypot(1, b)
    # Over z, phi(a + b z) phi(z) is phi(a / s) / s times a normal density with mean -a b / s^2 and deviation 1 / s.
    mean = -a / s * (b / s)
    ends = (np.array([float(ndtri(low)), float(ndtri(high))]) - mean) * s
    far = ends if ends[0] < 0 else -ends[::-1]
    share = float(ndtr(far[1]) - ndtr(far[0]))
    density = _phi(ends)
    height = _phi(np.array(a / s)) / s
    return np.array([height * share, height * (mean * share - (density[1] - density[0]) / s)], dtype=np.float64)


def _phi(z: Floats) -> Floats:
    return np.asarray(np.exp(-(np.minimum(np.abs(z), 40.0) ** 2) / 2) / math.sqrt(2 * math.pi))


def _below(a: float, b: float, z: float) -> float:
    """Return the chance that Z <= z and X <= a + b Z."""
    from scipy.special import ndtr

    if z == -math.inf:
        return 0.0
    if a > 0:  # X > a + b Z is the rarer event: what is small is computed as such
        return float(ndtr(z)) - _both(-a, -b, z)
    return _both(a, b, z)


def _both(a: float, b: float, z: float) -> float:
    """Return the same for a <= 0 and b of either sign, by Owen's T."""
    from scipy.special import ndtr, owens_t

    s = math.hypot(1, b)
    h = a / s
    if z == math.inf:
        return float(ndtr(h))
    if a == 0 and z == 0:
        return 0.25 - math.atan(b) / (2 * math.pi)
    # The arguments of T are ratios; where a or z is 0 they are taken as their limits from below.
    slope_h = b + z * s * s / a if a else -math.copysign(math.inf, z)
    slope_z = b + a / z if z else math.inf
    half = 0.5 if z > 0 else 0.0
    total = (float(ndtr(h)) + float(ndtr(z))) / 2 - float(owens_t(h, slope_h)) - float(owens_t(z, slope_z)) - half
    return max(total, 0.0)
