"""Clopper and Pearson's method: the proportions under which neither binomial tail is too small.

References: [clopper1934]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from rocstats.methods.binomial import beyond_beta, binomial_interval, checked_counts, checked_test
from rocstats.methods.wilson import score_limits, score_pvalue
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class ClopperPearson:
    """Exact interval for a proportion, and the exact binomial test that it inverts.

    It assumes independent subjects with one and the same probability, and then covers the truth at least as often as
    the level says: usually more often, so it is wider than needed. At 0/n and n/n only one tail is used. Above
    2**36 successes and 2**36 failures the tails are those of the score test with continuity correction: double
    precision cannot hold the exact ones.

    References
    ----------
    [clopper1934]

    Examples
    --------
    >>> interval = ClopperPearson().interval(13, 16)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5435, 0.9595)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "clopper-pearson",
            "Clopper-Pearson",
            "The interval holds the proportions under which neither exact binomial tail is smaller than half of one "
            "minus the level",
            ("clopper1934",),
            "Clopper and Pearson's exact method",
        )

    def interval(
        self, successes: int, total: int, *, level: float = 0.95, sides: Sides = "two-sided"
    ) -> Interval | None:
        """Return the interval for a count among so many, by ``statsmodels.stats.proportion.proportion_confint``.

        Parameters
        ----------
        successes, total : int
            How many, among how many.
        level : float
            Confidence level, 0.95 for 95 percent.
        sides : {"two-sided", "lower", "upper"}
            A one-sided bound ends at the end of the range.

        Returns
        -------
        Interval or None
            None where ``total`` is 0: not estimable.

        Raises
        ------
        DataError
            If a count is negative or not whole, or there are more successes than subjects.
        MethodError
            If level or sides are out of range.
        """

        def limits(x: int, n: int, alpha: float) -> tuple[float, float]:
            if beyond_beta(x, n):
                return score_limits(x, n, alpha, continuity=True)
            from statsmodels.stats.proportion import proportion_confint

            low, high = proportion_confint(float(x), float(n), alpha=alpha, method="beta")
            return float(low), float(high)

        return binomial_interval(successes, total, level, sides, limits)

    def pvalue(
        self, successes: int, total: int, *, null: float, alternative: Alternative = "two-sided"
    ) -> float | None:
        """Return the exact p-value by ``scipy.stats.binom``: a tail, or twice the smaller one and at most 1.

        Parameters
        ----------
        successes, total : int
            How many, among how many.
        null : float
            Proportion under the null hypothesis, strictly between 0 and 1.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true proportion is above ``null``.

        Returns
        -------
        float or None
            None where ``total`` is 0: not estimable.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If null or alternative are out of range.

        Examples
        --------
        >>> round(ClopperPearson().pvalue(13, 16, null=0.5), 5)
        0.02127
        """
        successes, total = checked_counts(successes, total)
        checked_test(null, alternative)
        if total == 0:
            return None
        if beyond_beta(successes, total):
            return score_pvalue(successes, total, null, alternative, continuity=True)
        from scipy.stats import binom

        at_most = float(binom.cdf(float(successes), float(total), null))
        at_least = float(binom.sf(float(successes) - 1, float(total), null))
        p = {"less": at_most, "greater": at_least, "two-sided": 2 * min(at_most, at_least)}[alternative]
        # A tail below the smallest float is rounded to 0, which would claim certainty.
        return max(min(p, 1.0), sys.float_info.min)
