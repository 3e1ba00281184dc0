"""The Agresti-Coull method: the interval of the normal approximation around a shrunken proportion.

With z² subjects added, half of them successes, p = (x + z²/2)/(n + z²); the limits are p -+ z sqrt(p(1 - p)/(n + z²)).

References: [agresti1998], [brown2001]
"""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.methods.binomial import binomial_interval, checked_counts, checked_test
from rocstats.results import Alternative, Card, Interval, Sides


@dataclass(frozen=True, slots=True)
class AgrestiCoull:
    """Agresti and Coull's adjusted interval for a proportion.

    It assumes independent subjects with one and the same probability. It has the centre of Wilson's interval and
    contains it, so it covers a little more often than the level says. How many subjects it adds depends on the level,
    so it belongs to no test: it is only an interval, and the test beside it is that of Wilson's method. Limits beyond 0
    or 1, common with few subjects near either end, are set to that end.

    References
    ----------
    [agresti1998], [brown2001]

    Examples
    --------
    >>> interval = AgrestiCoull().interval(40, 100)
    >>> round(interval.low, 7), round(interval.high, 7)
    (0.3093314, 0.4980673)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "agresti-coull",
            "Agresti-Coull",
            "The interval is that of the normal approximation after adding z squared subjects, half of them successes",
            ("agresti1998", "brown2001"),
            "Agresti and Coull's method",
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

            low, high = proportion_confint(float(x), float(n), alpha=alpha, method="agresti_coull")
            return float(low), float(high)

        return binomial_interval(successes, total, level, sides, limits)

    def pvalue(self, successes: int, total: int, *, null: float, alternative: Alternative = "two-sided") -> None:
        """Return None: no test has this interval.

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
        None
            Always: the method is only an interval.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If null or alternative are out of range.
        """
        checked_counts(successes, total)
        checked_test(null, alternative)
