"""The Wald method for a difference of two independent proportions: the observed difference taken for normal.

References: [newcombe1998]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.methods.difference_limits import TwoProportions
from rocstats.methods.difference_method import IndependentDifference
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card


@dataclass(frozen=True, slots=True)
class IndependentWald(IndependentDifference):
    """Wald interval for a difference of independent proportions, and the z test that it inverts.

    It assumes independent subjects in two independent groups, and many of them. It misleads in small groups and for
    proportions near 0 or 1: it is too short there, and its limits can pass -1 or 1, to which they are set. Where each
    proportion is 0 or 1 its variance is 0 and nothing is estimable; Miettinen and Nurminen's interval is.

    References
    ----------
    [newcombe1998]

    Examples
    --------
    >>> interval = IndependentWald().interval(((7, 34), (1, 34)))
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.0292, 0.3238)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "wald-independent",
            "Wald, independent",
            "The difference of independent proportions was taken for normal",
            ("newcombe1998",),
            "the Wald method",
        )

    def _limits(self, counts: TwoProportions, z: float) -> tuple[float, float] | None:
        se = _standard_error(counts)
        return None if se is None else (counts.difference - z * se, counts.difference + z * se)

    def _test(self, counts: TwoProportions, null: float, alternative: Alternative) -> float | None:
        se = _standard_error(counts)
        return None if se is None else normal_pvalue((counts.difference - null) / se, alternative)


def _standard_error(groups: TwoProportions) -> float | None:
    x1, n1, x2, n2 = groups
    variance = x1 / n1 * ((n1 - x1) / n1) / n1 + x2 / n2 * ((n2 - x2) / n2) / n2
    return math.sqrt(variance) if variance > 0 else None
