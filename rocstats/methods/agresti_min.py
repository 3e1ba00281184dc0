"""The Agresti-Min method: one half is added to every cell of a table of pairs before the Wald limits.

References: [agresti2005]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rocstats.data.paired_counts import paired_table
from rocstats.methods.difference_limits import checked_null, closed, quantile
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class AgrestiMin:
    """Adjusted Wald interval for a difference of paired proportions, one half added to each of four cells.

    It assumes independent subjects, each with both results. The addition draws the centre towards 0, to
    (n10 - n01) / (n + 2), and gives the interval a width for every table; with most pairs discordant one way, the
    observed difference can lie outside an interval of low level. It is an interval only and has no p-value. It
    misleads in small samples with a large difference, where it is centred too near 0.

    References
    ----------
    [agresti2005]

    Examples
    --------
    >>> interval = AgrestiMin().interval(((59, 6), (16, 80)))
    >>> round(interval.low, 4), round(interval.high, 4)
    (-0.1182, -0.0045)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "agresti-min",
            "Agresti-Min",
            "One half was added to each cell of the table of pairs, and the difference was taken for normal",
            ("agresti2005",),
            "Agresti and Min's adjusted Wald method",
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
        n, discordant, difference = pairs.total + 2, pairs.discordant + 1, pairs.n10 - pairs.n01
        # n · discordant - difference² in whole numbers, so nothing cancels.
        reach = z * math.sqrt((n * discordant - difference * difference) / n) / n
        return closed(difference / n - reach, difference / n + reach, level, sides)

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> None:
        """Return None: the method is an interval only, and the test beside it is McNemar's."""
        paired_table(table)
        checked_null(null, alternative)
