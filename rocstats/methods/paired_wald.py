"""The Wald method for a difference of paired proportions: the observed difference taken for normal.

References: [fagerland2014]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, get_args

from rocstats.data.paired_counts import PairedTable, paired_table
from rocstats.errors import MethodError
from rocstats.methods.difference_limits import checked_null, closed, quantile
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card, Interval, Sides

Continuity = Literal["none", "limits", "standard-error"]


@dataclass(frozen=True, slots=True)
class PairedWald:
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
    """

    continuity: Continuity = "none"

    def __post_init__(self) -> None:
        if self.continuity not in get_args(Continuity):
            raise MethodError(f'continuity is {self.continuity!r}; it must be "none", "limits" or "standard-error".')

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
            None where there are no pairs or the variance is 0: not estimable.

        Raises
        ------
        DataError
            If a count is negative or not whole.
        MethodError
            If level or sides are out of range.
        """
        pairs, z = paired_table(table), quantile(level, sides)
        se = _standard_error(pairs)
        if se is None:
            return None
        estimate = (pairs.n10 - pairs.n01) / pairs.total
        on_error, on_limits = self._corrections(pairs)
        reach = z * (se + on_error) + on_limits
        return closed(estimate - reach, estimate + reach, level, sides)

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> float | None:
        """Return the p-value of the z test, which rejects exactly the differences outside the interval.

        Parameters
        ----------
        table : PairedTable, or ((n11, n10), (n01, n00))
            Pairs of results; ``n10`` are positive by the first test only.
        null : float
            Difference under the null hypothesis, strictly between -1 and 1.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true difference, first minus second, is above ``null``.

        Returns
        -------
        float or None
            None where there are no pairs or the variance is 0: not estimable.

        Raises
        ------
        DataError
            If a count is negative or not whole.
        MethodError
            If null or alternative are out of range.

        Examples
        --------
        >>> round(PairedWald().pvalue(((59, 6), (16, 80))), 4)
        0.0306
        """
        pairs, null = paired_table(table), checked_null(null, alternative)
        se = _standard_error(pairs)
        if se is None:
            return None
        distance = (pairs.n10 - pairs.n01) / pairs.total - null
        on_error, on_limits = self._corrections(pairs)
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
