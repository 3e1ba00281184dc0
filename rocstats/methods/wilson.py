"""Wilson's method: the proportions that the score test would not reject.

|p - t| = z sqrt(t(1 - t)/n), solved for t.

References: [wilson1927]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.methods.binomial import binomial_interval, checked_counts, checked_test
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class Wilson:
    """Score interval for a proportion, and the score test that it inverts.

    It assumes independent subjects with one and the same probability. Its mean coverage is close to the level for all
    sample sizes; near 0 and 1 single proportions can be covered less often, where Clopper and Pearson's interval keeps
    the level. Several readings of one subject make it too short.

    References
    ----------
    [wilson1927]

    Examples
    --------
    >>> interval = Wilson().interval(26, 41)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.481, 0.764)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "wilson",
            "Wilson",
            "The interval holds the proportions that the score test does not reject",
            ("wilson1927",),
            "Wilson's score method",
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
            from statsmodels.stats.proportion import proportion_confint

            low, high = proportion_confint(float(x), float(n), alpha=alpha, method="wilson")
            return float(low), float(high)

        return binomial_interval(successes, total, level, sides, limits)

    def pvalue(
        self, successes: int, total: int, *, null: float, alternative: Alternative = "two-sided"
    ) -> float | None:
        """Return the p-value of the score test, which rejects exactly the values outside the interval.

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
        >>> round(Wilson().pvalue(60, 72, null=0.7, alternative="greater"), 3)
        0.007
        """
        successes, total = checked_counts(successes, total)
        checked_test(null, alternative)
        if total == 0:
            return None
        z = (successes / total - null) / math.sqrt(null * (1 - null) / total)
        return normal_pvalue(z, alternative)
