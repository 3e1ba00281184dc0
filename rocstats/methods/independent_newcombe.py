"""Newcombe's square-and-add method for two independent proportions, as a method.

References: [newcombe1998]
"""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.methods.difference_limits import TwoProportions
from rocstats.methods.difference_method import IndependentDifference
from rocstats.methods.square_and_add import square_and_add
from rocstats.results import Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class IndependentNewcombe(IndependentDifference):
    """Square-and-add interval for a difference of independent proportions (Newcombe's method 10).

    It assumes independent subjects in two independent groups. The Wilson limits of both proportions are joined, so it
    has a width for every table and ends within -1 and 1. It is an interval only, has no p-value, and the test beside it
    is Fisher's. It misleads where the same subjects stand in both groups: those are paired, and ``PairedNewcombe`` is
    for them.

    References
    ----------
    [newcombe1998]

    Examples
    --------
    >>> interval = IndependentNewcombe().interval(((7, 34), (1, 34)))
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.0189, 0.3404)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "newcombe-independent",
            "Newcombe, independent",
            "The interval joins the Wilson limits of two independent proportions by square-and-add",
            ("newcombe1998",),
            "Newcombe's square-and-add method",
        )

    def _interval(self, counts: TwoProportions, level: float, sides: Sides) -> Interval | None:
        return square_and_add((counts.x1, counts.x2), (counts.n1, counts.n2), level=level, sides=sides)
