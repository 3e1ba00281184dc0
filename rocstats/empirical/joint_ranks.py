"""Counts of the rows below a row in two columns at once, in whole numbers.

Sort the rows of y by the first column; what lies below x there is a prefix, and of a prefix one asks how much lies
below x in the second column. Splitting the rows by one binary digit of their second place at a time, the highest first,
answers for all x together: O((m + n) log n) time and O(m + n) memory.
"""

from __future__ import annotations

import numpy as np

from rocstats.empirical.ranks import Floats, Integers, bounds_below


def four_times_below_both(x: Floats, y: Floats, frequencies: Integers) -> Integers:
    """Count four times the y below each x in both of two columns, a tie counting one half in its column.

    ``frequencies`` says how many subjects each row of y stands for.

    Examples
    --------
    >>> x, y = np.array([[2.0, 2.0]]), np.array([[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 3.0]])
    >>> four_times_below_both(x, y, np.ones(4, np.int64)).tolist()
    [7]
    """
    by_first, by_second = (np.argsort(y[:, column], kind="stable") for column in (0, 1))
    below, not_above = bounds_below(x[:, 0], y[by_first, 0])
    low, high = bounds_below(x[:, 1], y[by_second, 1])
    place = np.empty(len(y), np.int64)
    place[by_second] = np.arange(len(y))
    ends, limits = np.concatenate([below, below, not_above, not_above]), np.concatenate([low, high, low, high])
    counted = _within(place[by_first], frequencies[by_first], ends, limits)
    total: Integers = counted.reshape(4, len(x)).sum(axis=0)
    return total


def _within(place: Integers, mass: Integers, ends: Integers, limits: Integers) -> Integers:
    """Sum, for each query, the mass of the first so many rows whose place is below a limit."""
    counted, starts = np.zeros(len(ends), np.int64), np.zeros(len(ends), np.int64)
    for digit in reversed(range(len(place).bit_length())):
        zero = (place >> digit) & 1 == 0
        zeros, weight = (np.concatenate([[0], np.cumsum(c)]) for c in (zero, np.where(zero, mass, 0)))
        above = (limits >> digit) & 1 == 1
        counted += np.where(above, weight[ends] - weight[starts], 0)
        starts, ends = (np.where(above, zeros[-1] + at - zeros[at], zeros[at]) for at in (starts, ends))
        split = np.concatenate([np.flatnonzero(zero), np.flatnonzero(~zero)])
        place, mass = place[split], mass[split]
    return counted
