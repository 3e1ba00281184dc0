"""The distribution of Kolmogorov's two-sided distance, exact by scipy where scipy can, and else in the limit."""

from __future__ import annotations

import math

# Beyond this size scipy's kstwo computes with whole numbers of 32 bits, and has no value or a wrong one.
_MOST_OF_KSTWO = 10**9


def distance_reached(distance: float, size: int) -> float:
    """Return the probability that a sample of so many is at least so far from its distribution.

    Examples
    --------
    >>> round(distance_reached(0.5, 10), 6), round(distance_reached(1.5e-5, 10**10), 6)
    (0.007777, 0.022218)
    """
    from scipy.stats import kstwo, kstwobign

    if size > _MOST_OF_KSTWO:
        return float(kstwobign.sf(math.sqrt(size) * distance))
    return float(kstwo.sf(distance, size))


def distance_at(probability: float, size: int) -> float:
    """Return the distance that a sample of so many stays below with a probability.

    Examples
    --------
    >>> round(distance_at(0.95, 10), 4), round(distance_at(0.95, 10**10) * 10**5, 4)
    (0.4092, 1.3581)
    """
    from scipy.stats import kstwo, kstwobign

    if size > _MOST_OF_KSTWO:
        return float(kstwobign.ppf(probability)) / math.sqrt(size)
    return float(kstwo.ppf(probability, size))
