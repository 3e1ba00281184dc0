"""The Agresti-Min method: one half is added to every cell of a table of pairs before the Wald limits.

References: [agresti2005]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.data.paired_counts import PairedTable
from rocstats.methods.difference_method import PairedDifference
from rocstats.results import Card


@dataclass(frozen=True, slots=True)
class AgrestiMin(PairedDifference):
    """Adjusted Wald interval for a difference of paired proportions, one half added to each of four cells.

    It assumes independent subjects, each with both results. The addition draws the centre towards 0, to
    (n10 - n01) / (n + 2), and gives the interval a width for every table; with most pairs discordant one way, the
    observed difference can lie outside an interval of low level. It is an interval only, has no p-value, and the test
    beside it is McNemar's. It misleads in small samples with a large difference, where it is centred too near 0.

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

    def _limits(self, counts: PairedTable, z: float) -> tuple[float, float]:
        n, discordant, difference = counts.total + 2, counts.discordant + 1, counts.n10 - counts.n01
        # n · discordant - difference² in whole numbers, so nothing cancels.
        reach = z * math.sqrt((n * discordant - difference * difference) / n) / n
        return difference / n - reach, difference / n + reach
