"""The Wald method for a difference of paired proportions: the observed difference taken for normal.

References: [fagerland2014]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from rocstats.data.paired_counts import PairedTable
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_one_of
from rocstats.methods.difference_method import PairedDifference
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card

Continuity = Literal["none", "limits", "standard-error"]


@dataclass(frozen=True, slots=True)
class PairedWald(PairedDifference):
    """Wald interval for a difference of paired proportions, and the z test that it inverts.

    It assumes independent subjects, each with both results, and many of them. It misleads in small samples and wherever
    few pairs are discordant: it is too short there, and its limits can pass -1 or 1, to which they are set. Without
    discordant pairs, or with all pairs discordant one way, its variance is 0 and nothing is estimable; Tango's
    interval is. Its test uses the observed variance and differs from McNemar's, which uses that of no difference.

    Parameters
    ----------
    continuity : {"none", "limits", "standard-error"}
        Correction for counts being whole: 1/n added to each side of the interval, or 1/n added to the standard error
        before it is multiplied by the normal quantile, which is wider and is what the R package DTComPair prints.

    Raises
    ------
    MethodError
        If the correction is none of these.

    References
    ----------
    [fagerland2014]

    Examples
    --------
    >>> interval = PairedWald().interval(((59, 6), (16, 80)))
    >>> round(interval.low, 4), round(interval.high, 4)
    (-0.1184, -0.0058)
    >>> round(PairedWald().pvalue(((59, 6), (16, 80))), 4)
    0.0306
    """

    continuity: Continuity = "none"

    def __post_init__(self) -> None:
        if not is_one_of(self.continuity, get_args(Continuity)):
            raise MethodError(
                f'continuity is {shown(self.continuity)}; it must be "none", "limits" or "standard-error".'
            )

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        plain = self.continuity == "none"
        where = "each limit" if self.continuity == "limits" else "the standard error"
        return Card(
            "wald-paired" if plain else f"wald-paired-{self.continuity}",
            "Wald, paired" if plain else f"Wald, paired, 1/n on {self.continuity.replace('-', ' ')}",
            "The difference of paired proportions was taken for normal"
            + ("" if plain else f", with 1/n added to {where}"),
            ("fagerland2014",),
            "the Wald method" if plain else f"the Wald method with 1/n added to {where}",
        )

    def _limits(self, counts: PairedTable, z: float) -> tuple[float, float] | None:
        se = _standard_error(counts)
        if se is None:
            return None
        estimate = (counts.n10 - counts.n01) / counts.total
        on_error, on_limits = self._corrections(counts)
        reach = z * (se + on_error) + on_limits
        return estimate - reach, estimate + reach

    def _test(self, counts: PairedTable, null: float, alternative: Alternative) -> float | None:
        se = _standard_error(counts)
        if se is None:
            return None
        distance = (counts.n10 - counts.n01) / counts.total - null
        on_error, on_limits = self._corrections(counts)
        if alternative == "two-sided":
            return normal_pvalue(max(abs(distance) - on_limits, 0.0) / (se + on_error), alternative)
        against = -on_limits if alternative == "greater" else on_limits
        return normal_pvalue((distance + against) / (se + on_error), alternative)

    def _corrections(self, pairs: PairedTable) -> tuple[float, float]:
        """Return what is added to the standard error, and what to each limit."""
        unit = 1 / pairs.total
        return (unit if self.continuity == "standard-error" else 0.0, unit if self.continuity == "limits" else 0.0)


def _standard_error(pairs: PairedTable) -> float | None:
    n, difference = pairs.total, pairs.n10 - pairs.n01
    # n · discordant - difference² in whole numbers, so that no variance is exactly 0.
    spread = n * pairs.discordant - difference * difference
    return math.sqrt(spread / n) / n if spread else None
