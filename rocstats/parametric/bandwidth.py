"""Bandwidth of a normal kernel: Silverman's robust rule, under row weights.

h = 0.9 min(s, IQR / 1.34) n^(-1/5), with s the standard deviation (divisor n - 1) and the quartiles interpolated as R
does by default (type 7); where the quartiles are equal s alone is taken. This is R's ``bw.nrd0``.

References: [silverman1986]
"""

from __future__ import annotations

import math

import numpy as np

from rocstats.empirical.ranks import Floats, Integers


def silverman_bandwidth(scores: Floats, counts: Integers) -> float:
    """Return the bandwidth for ascending scores of so many subjects each; 0 where they have no spread.

    Examples
    --------
    >>> round(silverman_bandwidth(np.array([1.0, 2.0, 3.0, 4.0, 10.0]), np.ones(5, np.int64)), 4)
    0.9736
    """
    n = int(counts.sum())
    if n < 2:
        return 0.0
    mean = float(counts @ scores) / n
    deviation = math.sqrt(float(counts @ (scores - mean) ** 2) / (n - 1))
    held = scores[counts > 0]
    if held[0] == held[-1]:
        return 0.0
    cumulated = np.cumsum(counts)
    low, high = (_quantile(scores, cumulated, n, quarter) for quarter in (1, 3))
    spread = min(deviation, (high - low) / 1.34) if high > low else deviation
    return float(0.9 * spread * n**-0.2)


def _quantile(scores: Floats, cumulated: Integers, n: int, quarter: int) -> float:
    """Return a quartile of n subjects, straight between neighbours."""
    place, rest = divmod((n - 1) * quarter, 4)
    lower, upper = scores[np.searchsorted(cumulated, [place, min(place + 1, n - 1)], side="right")]
    return float(lower + (upper - lower) * (rest / 4))
