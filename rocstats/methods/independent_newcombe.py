"""Newcombe's square-and-add method for two independent proportions, as a method.

References: [newcombe1998]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.methods.difference_limits import checked_null, quantile, two_proportions
from rocstats.methods.square_and_add import square_and_add
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class IndependentNewcombe:
    """Square-and-add interval for a difference of independent proportions (Newcombe's method 10).

    It assumes independent subjects in two independent groups. The Wilson limits of both proportions are joined, so it
    has a width for every table and ends within -1 and 1. It is an interval only and has no p-value. It misleads where
    the same subjects stand in both groups: those are paired, and ``PairedNewcombe`` is for them.

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

    @property
    def paired(self) -> bool:
        """False: the two proportions are of different subjects."""
        return False

    def interval(self, table: Any, *, level: float = 0.95, sides: Sides = "two-sided") -> Interval | None:
        """Return the interval for the first proportion minus the second.

        Parameters
        ----------
        table : TwoProportions, or ((x1, n1), (x2, n2))
            Successes and total of each group.
        level : float
            Confidence level, 0.95 for 95 percent.
        sides : {"two-sided", "lower", "upper"}
            A one-sided bound ends at -1 or 1.

        Returns
        -------
        Interval or None
            None where a group is empty: not estimable.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If level or sides are out of range.
        """
        groups = two_proportions(table)
        quantile(level, sides)
        return square_and_add((groups.x1, groups.x2), (groups.n1, groups.n2), level=level, sides=sides)

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> None:
        """Return None: the method is an interval only, and the test beside it is Fisher's."""
        two_proportions(table)
        checked_null(null, alternative)
