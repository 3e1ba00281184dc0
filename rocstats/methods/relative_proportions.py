"""Ratio of two proportions on the log scale: a relative sensitivity, a relative specificity.

The variance of the logarithm of the ratio is (n10 + n01) / (x1 x2) for x1 and x2 positives among the same subjects, and
1/x1 - 1/n1 + 1/x2 - 1/n2 among different ones.

References: [pepe2003] (paired); [katz1978] (independent)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.data.paired_counts import paired_table
from rocstats.methods.difference_limits import two_proportions
from rocstats.methods.log_ratio import on_log_scale
from rocstats.results import Alternative, Card, Inference


@dataclass(frozen=True, slots=True)
class PairedRatio:
    """Ratio of paired proportions, first over second, with a Wald interval on the log scale.

    It assumes independent subjects, each with both results, and enough positives of both tests that the logarithm is
    near normal. A proportion of 0 has no logarithm, and without discordant pairs the variance is 0: then there is no
    interval, and without discordant pairs p is 1. It misleads with few positives; the difference by Tango's method does
    not. A ratio of specificities near 1 hides a ratio of false positives that is not.

    References
    ----------
    [pepe2003]

    Examples
    --------
    >>> found = PairedRatio().infer(((59, 6), (16, 80)))
    >>> round(found.estimate, 4), round(found.interval.low, 4), round(found.interval.high, 4)
    (0.8667, 0.7597, 0.9886)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "log-ratio-paired",
            "log, paired",
            "The logarithm of the ratio of paired proportions was taken for normal",
            ("pepe2003",),
            "log method",
        )

    def infer(
        self, table: Any, *, level: float = 0.95, alternative: Alternative = "two-sided", null: float = 1.0
    ) -> Inference | None:
        """Return ratio, standard error of its logarithm, interval and test.

        Parameters
        ----------
        table : PairedTable, or ((n11, n10), (n01, n00))
            Pairs of results; ``n10`` are positive by the first test only.
        level : float
            Confidence level, 0.95 for 95 percent.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true ratio is above ``null``; a one-sided alternative gives the matching bound.
        null : float
            Ratio under the null hypothesis.

        Returns
        -------
        Inference or None
            None where there are no pairs or the second proportion is 0. ``estimable`` is False where there is no
            interval.

        Raises
        ------
        DataError
            If a count is negative or not whole.
        MethodError
            If an option is out of range.
        """
        pairs = paired_table(table)
        n, one, two = pairs.total, pairs.first, pairs.second
        return on_log_scale(
            (one / n, two / n) if n else (0.0, 0.0),
            (one, two),
            pairs.discordant / one / two if one and two else None,
            level=level,
            alternative=alternative,
            null=null,
            identical=pairs.discordant == 0,
        )


@dataclass(frozen=True, slots=True)
class KatzRatio:
    """Ratio of independent proportions, first over second, with Katz's interval on the log scale.

    It assumes independent subjects in two independent groups, and enough successes in both that the logarithm is near
    normal. A proportion of 0 has no logarithm, and where both are 1 the variance is 0: then there is no interval. It
    misleads with few successes, and for proportions near 1 the ratio can hardly differ from 1 whatever the failures do.

    References
    ----------
    [katz1978]

    Examples
    --------
    >>> found = KatzRatio().infer(((7, 34), (1, 34)))
    >>> round(found.interval.low, 4), round(found.interval.high, 4)
    (0.9096, 53.8695)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "katz",
            "Katz",
            "The logarithm of the ratio of independent proportions was taken for normal",
            ("katz1978",),
            "Katz's log method",
        )

    def infer(
        self, table: Any, *, level: float = 0.95, alternative: Alternative = "two-sided", null: float = 1.0
    ) -> Inference | None:
        """Return ratio, standard error of its logarithm, interval and test.

        Parameters
        ----------
        table : TwoProportions, or ((x1, n1), (x2, n2))
            Successes and total of each group.
        level : float
            Confidence level, 0.95 for 95 percent.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true ratio is above ``null``; a one-sided alternative gives the matching bound.
        null : float
            Ratio under the null hypothesis.

        Returns
        -------
        Inference or None
            None where a group is empty or the second proportion is 0. ``estimable`` is False where there is no
            interval.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If an option is out of range.
        """
        x1, n1, x2, n2 = two_proportions(table)
        return on_log_scale(
            (x1 / n1, x2 / n2) if n1 and n2 else (0.0, 0.0),
            (x1 * n2, x2 * n1),
            (n1 - x1) / n1 / x1 + (n2 - x2) / n2 / x2 if x1 and x2 else None,
            level=level,
            alternative=alternative,
            null=null,
        )
