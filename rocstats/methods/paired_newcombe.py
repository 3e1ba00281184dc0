"""Newcombe's square-and-add method for paired proportions: Wilson limits of both, joined with their correlation.

References: [newcombe1998c]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rocstats.data.paired_counts import PairedTable, paired_table
from rocstats.methods.difference_limits import checked_null, quantile
from rocstats.methods.square_and_add import square_and_add
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class PairedNewcombe:
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

    @property
    def paired(self) -> bool:
        """True: the two proportions are of the same subjects."""
        return True

    def interval(self, table: Any, *, level: float = 0.95, sides: Sides = "two-sided") -> Interval | None:
        """Return the interval for the first proportion minus the second.

        Parameters
        ----------
        table : PairedTable, or ((n11, n10), (n01, n00))
            Pairs of results; ``n10`` are positive by the first test only.
        level : float
            Confidence level, 0.95 for 95 percent.
        sides : {"two-sided", "lower", "upper"}
            A one-sided bound ends at -1 or 1.

        Returns
        -------
        Interval or None
            None where there are no pairs: not estimable.

        Raises
        ------
        DataError
            If a count is negative or not whole.
        MethodError
            If level or sides are out of range.
        """
        pairs = paired_table(table)
        quantile(level, sides)
        n = pairs.total
        return square_and_add((pairs.first, pairs.second), (n, n), level=level, sides=sides, correlation=_phi(pairs))

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> None:
        """Return None: the method is an interval only, and the test beside it is McNemar's."""
        paired_table(table)
        checked_null(null, alternative)


def _phi(pairs: PairedTable) -> float:
    """Return the correlation of the two results, drawn towards 0 where it is positive."""
    n, one, two = pairs.total, pairs.first, pairs.second
    if 0 in (one, two, n - one, n - two):
        return 0.0
    twice = 2 * (pairs.n11 * pairs.n00 - pairs.n10 * pairs.n01)
    above = max(twice - n, 0) if twice > 0 else twice
    return above / (2 * math.sqrt(one * (n - one)) * math.sqrt(two * (n - two)))
