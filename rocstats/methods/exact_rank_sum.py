"""The exact permutation distribution of the Mann-Whitney statistic, ties included.

Go through the distinct scores from the lowest. If i cases and B - i controls lie below, and j of the t subjects with
the next score are cases, these add 2j(B - i) + j(t - j) to twice U; there are "t choose j" ways to choose them. The
numbers of ways to reach all values of 2U with i cases stand side by side in one long integer, so that a step is a shift
and an addition, and every count is a whole number however large.

scipy.stats.mannwhitneyu has the same distribution for scores without ties only, and takes no row counts.

References: [mann1947]
"""

from __future__ import annotations

import math
from fractions import Fraction

from rocstats.results import Alternative

# So many bits are added up in about a second.
_BITS = 40_000_000_000


def exact_rank_sum(
    groups: list[int], m: int, twice_u: int, alternative: Alternative, *, most_bits: int | None = _BITS
) -> Fraction | None:
    """Return the share of all choices of m cases whose U is as extreme; None where counting them takes too long.

    Parameters
    ----------
    groups : list of int
        How many subjects have each distinct score, lowest score first.
    m : int
        Number of cases.
    twice_u : int
        Twice the observed U: twice the pairs in which the case is higher plus those that are tied.
    alternative : {"two-sided", "less", "greater"}
        Two-sided, as extreme is as far from the mean mn/2.
    most_bits : int, optional
        How much may be added up.

    Returns
    -------
    Fraction or None

    Examples
    --------
    >>> exact_rank_sum([1, 1, 1, 1], 2, 8, "two-sided"), exact_rank_sum([2, 2], 2, 4, "greater")
    (Fraction(1, 3), Fraction(5, 6))
    """
    n = sum(groups) - m
    # Without ties 2U is even, and half the places are enough.
    unit = 2 if max(groups) == 1 else 1
    width = math.comb(m + n, m).bit_length() + 1 if min(m, n) * (m + n) <= 10**7 else 0
    places = 2 * m * n // unit + 1
    if width == 0 or (most_bits is not None and _work(groups, m, n) * width * places > 2 * most_bits):
        return None
    ways = {0: 1}
    below = 0
    for t in groups:
        after: dict[int, int] = {}
        for i, sums in ways.items():
            # No more cases than there are, and no more controls.
            for j in range(max(0, below + t - i - n), min(t, m - i) + 1):
                moved = sums << width * ((2 * j * (below - i) + j * (t - j)) // unit)
                after[i + j] = after.get(i + j, 0) + (moved if t in (1, j) or j == 0 else math.comb(t, j) * moved)
        ways, below = after, below + t
    return Fraction(_extreme(ways[m], width, twice_u // unit, places - 1, alternative), math.comb(m + n, m))


def _work(groups: list[int], m: int, n: int) -> int:
    """Count the additions, from above."""
    steps, below = 0, 0
    for t in groups:
        steps += (min(below, m) + 1) * (min(t, m, n) + 1)
        below += t
    return steps


def _extreme(sums: int, width: int, observed: int, last: int, alternative: Alternative) -> int:
    """Add up the ways to reach the values as extreme as the observed one."""
    if alternative == "less":
        return _total(sums & ((1 << width * (observed + 1)) - 1), width)
    if alternative == "greater":
        return _total(sums >> width * observed, width)
    low = min(observed, last - observed)
    if 2 * low == last:
        return _total(sums, width)
    return _total(sums & ((1 << width * (low + 1)) - 1), width) + _total(sums >> width * (last - low), width)


def _total(sums: int, width: int) -> int:
    """Add the digits to the base 2^width, which leave their sum as the remainder by 2^width - 1."""
    return sums % ((1 << width) - 1)
