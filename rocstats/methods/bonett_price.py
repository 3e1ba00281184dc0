"""The Bonett-Price method: one is added to each kind of discordant pairs before the Wald limits.

References: [bonett2012]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.data.paired_counts import PairedTable
from rocstats.methods.difference_method import PairedDifference
from rocstats.results import Card


@dataclass(frozen=True, slots=True)
class BonettPrice(PairedDifference):
    """Adjusted Wald interval for a difference of paired proportions, one added to n10 and to n01 and two to n.

    It assumes independent subjects, each with both results. The addition draws the centre towards 0, to
    (n10 - n01) / (n + 2), and gives the interval a width for every table; with most pairs discordant one way, the
    observed difference can lie outside an interval of low level. It is an interval only, has no p-value, and the test
    beside it is McNemar's. With few discordant pairs it covers the truth more often than its level says, and is wider
    than it need be.

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

    def _limits(self, counts: PairedTable, z: float) -> tuple[float, float]:
        n, discordant, difference = counts.total + 2, counts.discordant + 2, counts.n10 - counts.n01
        # n · discordant - difference² in whole numbers, so nothing cancels.
        reach = z * math.sqrt((n * discordant - difference * difference) / n) / n
        return difference / n - reach, difference / n + reach
