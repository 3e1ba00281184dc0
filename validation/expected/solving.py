"""Roots by halving: slow, and sure of every digit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mpmath import mp


def root(function: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """Return where a function changes its sign between two ends."""
    low, high = mp.mpf(low), mp.mpf(high)
    rising = function(high) > 0
    for _ in range(int(mp.prec) + 20):
        middle = (low + high) / 2
        if (function(middle) > 0) is rising:
            high = middle
        else:
            low = middle
    return (low + high) / 2
