"""The Agresti-Caffo method: a success and a failure are added to each of two groups before the Wald limits.

References: [agresti2000]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rocstats.methods.difference_limits import checked_null, closed, quantile, two_proportions
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class AgrestiCaffo:
    """Adjusted Wald interval for a difference of independent proportions.

    It assumes independent subjects in two independent groups. The addition draws both proportions towards one half and
    gives the interval a width for every table; with a large difference in small groups, the observed difference can
    lie outside an interval of low level. It is an interval only and has no p-value. It is wider than it need be where
    both proportions are near 0 or both near 1.

    References
    ----------
    [agresti2000]

    Examples
    --------
    >>> interval = AgrestiCaffo().interval(((7, 34), (1, 34)))
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.0116, 0.3217)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "agresti-caffo",
            "Agresti-Caffo",
            "A success and a failure were added to each group, and the difference was taken for normal",
            ("agresti2000",),
            "Agresti and Caffo's adjusted Wald method",
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
        groups, z = two_proportions(table), quantile(level, sides)
        if groups.n1 == 0 or groups.n2 == 0:
            return None
        n1, n2 = groups.n1 + 2, groups.n2 + 2
        p1, p2 = (groups.x1 + 1) / n1, (groups.x2 + 1) / n2
        reach = z * math.sqrt(p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2)
        return closed(p1 - p2 - reach, p1 - p2 + reach, level, sides)

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> None:
        """Return None: the method is an interval only, and the test beside it is Fisher's."""
        two_proportions(table)
        checked_null(null, alternative)
