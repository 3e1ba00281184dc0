"""The normal distribution at any precision, by the error function and its inverse."""

from __future__ import annotations

from typing import Any

from mpmath import mp


def below(x: Any) -> Any:
    """Return the probability of a smaller value."""
    return mp.erfc(-mp.mpf(x) / mp.sqrt(2)) / 2


def quantile(p: Any) -> Any:
    """Return the value below which lies p, by Newton steps on the distribution function itself."""
    target = mp.mpf(p)
    x = mp.sqrt(2) * mp.erfinv(2 * target - 1)
    for _ in range(3):
        x -= (below(x) - target) * mp.sqrt(2 * mp.pi) * mp.exp(x * x / 2)
    return x


def both_sides(z: Any) -> Any:
    """Return the two-sided p-value of a standard normal statistic."""
    return mp.erfc(abs(mp.mpf(z)) / mp.sqrt(2))
