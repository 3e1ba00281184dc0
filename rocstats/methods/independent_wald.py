"""The Wald method for a difference of two independent proportions: the observed difference taken for normal.

References: [newcombe1998]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rocstats.methods.difference_limits import TwoProportions, checked_null, closed, quantile, two_proportions
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class IndependentWald:
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
            None where a group is empty or the variance is 0: not estimable.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If level or sides are out of range.
        """
        groups, z = two_proportions(table), quantile(level, sides)
        se = _standard_error(groups)
        if se is None:
            return None
        return closed(groups.difference - z * se, groups.difference + z * se, level, sides)

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> float | None:
        """Return the p-value of the z test, which rejects exactly the differences outside the interval.

        Parameters
        ----------
        table : TwoProportions, or ((x1, n1), (x2, n2))
            Successes and total of each group.
        null : float
            Difference under the null hypothesis, strictly between -1 and 1.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true difference, first minus second, is above ``null``.

        Returns
        -------
        float or None
            None where a group is empty or the variance is 0: not estimable.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If null or alternative are out of range.
        """
        groups, null = two_proportions(table), checked_null(null, alternative)
        se = _standard_error(groups)
        return None if se is None else normal_pvalue((groups.difference - null) / se, alternative)


def _standard_error(groups: TwoProportions) -> float | None:
    x1, n1, x2, n2 = groups
    if n1 == 0 or n2 == 0:
        return None
    variance = x1 / n1 * ((n1 - x1) / n1) / n1 + x2 / n2 * ((n2 - x2) / n2) / n2
    return math.sqrt(variance) if variance > 0 else None
