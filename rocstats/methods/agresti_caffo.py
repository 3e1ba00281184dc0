"""The Agresti-Caffo method: a success and a failure are added to each of two groups before the Wald limits.

References: [agresti2000]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.methods.difference_limits import TwoProportions
from rocstats.methods.difference_method import IndependentDifference
from rocstats.results import Card


@dataclass(frozen=True, slots=True)
class AgrestiCaffo(IndependentDifference):
    """Adjusted Wald interval for a difference of independent proportions.

    It assumes independent subjects in two independent groups. The addition draws both proportions towards one half and
    gives the interval a width for every table; with a large difference in small groups, the observed difference can
    lie outside an interval of low level. It is an interval only, has no p-value, and the test beside it is Fisher's. It
    is wider than it need be where both proportions are near 0 or both near 1.

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

    def _limits(self, counts: TwoProportions, z: float) -> tuple[float, float]:
        n1, n2 = counts.n1 + 2, counts.n2 + 2
        p1, p2 = (counts.x1 + 1) / n1, (counts.x2 + 1) / n2
        reach = z * math.sqrt(p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2)
        return p1 - p2 - reach, p1 - p2 + reach
