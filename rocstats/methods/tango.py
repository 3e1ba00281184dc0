"""Tango's method: the differences of two paired proportions that the score test would not reject.

With b = n10, c = n01 and n pairs, the score statistic of a difference t is (b - c - nt) / sqrt(n(2q + t(1 - t))). Here
q is the likeliest probability of (0, 1) among those under which the difference is t, the larger root of
2n q² + ((2n - b + c)t - b - c) q - c t(1 - t) = 0. At t = 0 it is McNemar's z without continuity correction.

References: [tango1998]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.data.paired_counts import PairedTable
from rocstats.methods.difference_limits import score_limits, standardised
from rocstats.methods.difference_method import PairedDifference
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card


@dataclass(frozen=True, slots=True)
class Tango(PairedDifference):
    """Score interval for a difference of paired proportions, and the score test that it inverts.

    It assumes independent subjects, each with both results. The variance is taken under each hypothetical difference,
    so the interval has a width for every table, without discordant pairs or with all pairs discordant too, and ends
    within -1 and 1. Its coverage is close to the level on average; with very few discordant pairs single differences
    can be covered less often. It misleads where several pairs come from one subject.

    References
    ----------
    [tango1998]

    Examples
    --------
    >>> interval = Tango().interval(((59, 6), (16, 80)))
    >>> round(interval.low, 4), round(interval.high, 4)
    (-0.124, -0.0054)
    >>> round(Tango().pvalue(((59, 6), (16, 80))), 6)
    0.033006
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "tango",
            "Tango",
            "The interval holds the differences of paired proportions that Tango's score test does not reject",
            ("tango1998",),
            "Tango's score method",
        )

    def _limits(self, counts: PairedTable, z: float) -> tuple[float, float]:
        estimate = (counts.n10 - counts.n01) / counts.total
        return score_limits(estimate, z, lambda t: tango_statistic(counts, t))

    def _test(self, counts: PairedTable, null: float, alternative: Alternative) -> float:
        return normal_pvalue(tango_statistic(counts, null), alternative)


def tango_statistic(pairs: PairedTable, t: float) -> float:
    """Return the score statistic of a difference; 0 where nothing is known against it.

    Examples
    --------
    >>> round(tango_statistic(PairedTable(794, 150, 86, 570), 0.0), 3)
    4.166
    """
    if t < 0:
        return -tango_statistic(pairs.swapped, -t)
    n, b, c = pairs.total, pairs.n10, pairs.n01
    spread = t * (1 - t)
    slope = (2 * n - b + c) * t - b - c
    root = math.sqrt(slope * slope + 8 * n * c * spread)
    # Two writings of the same root; each adds where the other would cancel.
    q = 2 * c * spread / (root + slope) if slope > 0 else (root - slope) / (4 * n)
    return standardised(b - c - n * t, n * (2 * q + spread))
