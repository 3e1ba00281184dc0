"""Counts of the controls below a case's score, in whole numbers.

A sum of products of such counts passes 64 bits long before the data are large (1e8 subjects in a rating table are
enough), so sums are taken in parts that fit and put together in Python's integers.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
_LIMIT = 2**63


def bounds_below(x: Floats, ordered: Floats) -> tuple[Integers, Integers]:
    """Count, for each score in x, the ordered scores below it and those not above it.

    The scores are looked up in ascending order, which walks through memory instead of leaping about in it.
    """
    order = np.argsort(x)
    ascending = x[order]
    below, not_above = np.empty(len(x), np.int64), np.empty(len(x), np.int64)
    below[order] = np.searchsorted(ordered, ascending, side="left")
    not_above[order] = np.searchsorted(ordered, ascending, side="right")
    return below, not_above


def twice_below(x: Floats, y: Floats, frequencies: Integers | None) -> Integers:
    """Count twice the y below each x plus the y equal to it, one column per test.

    ``frequencies`` says how many subjects each row of y stands for; None means one each.
    """
    twice = np.empty(x.shape, np.int64)
    for test in range(x.shape[1]):
        if frequencies is None:
            below, not_above = bounds_below(x[:, test], np.sort(y[:, test]))
            twice[:, test] = below + not_above
        else:
            order = np.argsort(y[:, test])
            below, not_above = bounds_below(x[:, test], y[order, test])
            cumulated = np.concatenate([[0], np.cumsum(frequencies[order])])
            twice[:, test] = cumulated[below] + cumulated[not_above]
    return twice


def exact_sum(frequencies: Integers | None, *factors: Integers) -> int:
    """Sum the products of whole numbers, row by row, without rounding or overflow."""
    columns = [f for f in (frequencies, *factors) if f is not None]
    largest = [max(abs(int(c.max())), abs(int(c.min()))) for c in columns]
    bound = len(columns[0])
    for size in largest:
        bound *= size
    if bound < _LIMIT:
        *others, last = columns
        product = others[0] if len(others) == 1 else (np.prod(others, axis=0) if others else np.ones_like(last))
        return int(np.dot(product, last))
    widest = max(range(len(columns)), key=largest.__getitem__)
    shift = largest[widest].bit_length() // 2
    high, rest = columns[widest] >> shift, columns[:widest] + columns[widest + 1 :]
    low = columns[widest] & ((1 << shift) - 1)
    return (exact_sum(high, *rest) << shift) + exact_sum(low, *rest)
