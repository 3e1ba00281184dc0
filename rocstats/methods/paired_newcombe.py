"""Newcombe's square-and-add method for paired proportions: Wilson limits of both, joined with their correlation.

References: [newcombe1998c]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.data.paired_counts import PairedTable
from rocstats.methods.difference_method import PairedDifference
from rocstats.methods.square_and_add import square_and_add
from rocstats.results import Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class PairedNewcombe(PairedDifference):
    """Square-and-add interval for a difference of paired proportions (Newcombe's method 10).

    It assumes independent subjects, each with both results. The distances to the Wilson limits of the two proportions
    are joined as sides of a triangle whose angle is given by the phi coefficient of the table, with n/2 taken off a
    positive numerator; where a margin is 0, phi is 0. It has a width for every table and ends within -1 and 1. It is an
    interval only and has no p-value; it need not agree with McNemar's test, and at the edge of a decision it may not.

    References
    ----------
    [newcombe1998c]

    Examples
    --------
    >>> interval = PairedNewcombe().interval(((59, 6), (16, 80)))
    >>> round(interval.low, 4), round(interval.high, 4)
    (-0.1186, -0.0046)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "newcombe-paired",
            "Newcombe, paired",
            "The interval joins the Wilson limits of two paired proportions by square-and-add with their correlation",
            ("newcombe1998c",),
            "Newcombe's square-and-add method",
        )

    def _interval(self, counts: PairedTable, level: float, sides: Sides) -> Interval | None:
        first, second, n = counts.first, counts.second, counts.total
        return square_and_add((first, second), (n, n), level=level, sides=sides, correlation=_phi(counts))


def _phi(pairs: PairedTable) -> float:
    """Return the correlation of the two results, drawn towards 0 where it is positive."""
    n, one, two = pairs.total, pairs.first, pairs.second
    if 0 in (one, two, n - one, n - two):
        return 0.0
    twice = 2 * (pairs.n11 * pairs.n00 - pairs.n10 * pairs.n01)
    above = max(twice - n, 0) if twice > 0 else twice
    return above / (2 * math.sqrt(one * (n - one)) * math.sqrt(two * (n - two)))
