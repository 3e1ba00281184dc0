"""Wald's method: the estimate plus or minus z standard errors, both from the sample.

References: [brown2001]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.methods.binomial import binomial_interval, checked_counts, checked_test
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class Wald:
    """Wald's interval for a proportion, and the test with the same standard error.

    It assumes independent subjects with one and the same probability, and so many of them that the proportion is normal
    with the variance that the sample shows. It covers less often than the level says, far less near 0 and 1 and even
    with hundreds of subjects: it is here to reproduce published work. At 0/n and n/n its standard error is 0, which no
    finite study can show, and nothing is estimable. Limits beyond 0 or 1 are set to that end.

    References
    ----------
    [brown2001]

    Examples
    --------
    >>> interval = Wald().interval(40, 100)
    >>> round(interval.low, 7), round(interval.high, 7)
    (0.3039818, 0.4960182)
    >>> Wald().interval(0, 100) is None
    True
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "wald",
            "Wald",
            "The interval is the proportion plus or minus a normal quantile times its standard error",
            ("brown2001",),
            "Wald's method",
        )

    def standard_error(self, successes: int, total: int) -> float | None:
        """Return sqrt(p(1 - p)/n), the standard error of interval and test.

        Parameters
        ----------
        successes, total : int
            How many, among how many.

        Returns
        -------
        float or None
            None where it would be 0 or ``total`` is 0: not estimable.

        Raises
        ------
        DataError
            If the counts cannot be.

        Examples
        --------
        >>> round(Wald().standard_error(397, 451), 8)
        0.01528718
        """
        successes, total = checked_counts(successes, total)
        if successes in (0, total):
            return None
        return math.sqrt(successes / total * ((total - successes) / total) / total)

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
            None at 0/n, n/n and where ``total`` is 0: not estimable.

        Raises
        ------
        DataError
            If a count is negative or not whole, or there are more successes than subjects.
        MethodError
            If level or sides are out of range.
        """

        def limits(x: int, n: int, alpha: float) -> tuple[float, float] | None:
            if x in (0, n):
                return None
            from statsmodels.stats.proportion import proportion_confint

            low, high = proportion_confint(float(x), float(n), alpha=alpha, method="normal")
            return float(low), float(high)

        return binomial_interval(successes, total, level, sides, limits)

    def pvalue(
        self, successes: int, total: int, *, null: float, alternative: Alternative = "two-sided"
    ) -> float | None:
        """Return the p-value of z = (p - null)/standard error.

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
            None at 0/n, n/n and where ``total`` is 0: not estimable.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If null or alternative are out of range.

        Examples
        --------
        >>> round(Wald().pvalue(60, 72, null=0.7, alternative="greater"), 4)
        0.0012
        """
        successes, total = checked_counts(successes, total)
        checked_test(null, alternative)
        error = self.standard_error(successes, total)
        return None if error is None else normal_pvalue((successes / total - null) / error, alternative)
