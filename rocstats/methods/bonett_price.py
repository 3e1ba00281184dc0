"""The Bonett-Price method: one is added to each kind of discordant pairs before the Wald limits.

References: [bonett2012]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rocstats.data.paired_counts import paired_table
from rocstats.methods.difference_limits import checked_null, closed, quantile
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class BonettPrice:
    """Adjusted Wald interval for a difference of paired proportions, one added to n10 and to n01 and two to n.

    It assumes independent subjects, each with both results. The addition draws the centre towards 0, to
    (n10 - n01) / (n + 2), and gives the interval a width for every table; with most pairs discordant one way, the
    observed difference can lie outside an interval of low level. It is an interval only and has no p-value. With few
    discordant pairs it covers the truth more often than its level says, and is wider than it need be.

    References
    ----------
    [bonett2012]

    Examples
    --------
    >>> interval = BonettPrice().interval(((59, 6), (16, 80)))
    >>> round(interval.low, 4), round(interval.high, 4)
    (-0.1195, -0.0032)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "bonett-price",
            "Bonett-Price",
            "One was added to each kind of discordant pairs, and the difference was taken for normal",
            ("bonett2012",),
            "Bonett and Price's adjusted Wald method",
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
        pairs, z = paired_table(table), quantile(level, sides)
        if pairs.total == 0:
            return None
        n, discordant, difference = pairs.total + 2, pairs.discordant + 2, pairs.n10 - pairs.n01
        # n · discordant - difference² in whole numbers, so nothing cancels.
        reach = z * math.sqrt((n * discordant - difference * difference) / n) / n
        return closed(difference / n - reach, difference / n + reach, level, sides)

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> None:
        """Return None: the method is an interval only, and the test beside it is McNemar's."""
        paired_table(table)
        checked_null(null, alternative)
