"""Wald's method: the estimate plus or minus z standard errors, both from the sample.

References: [brown2001]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.methods.binomial import ProportionMethod, checked_counts
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card


@dataclass(frozen=True, slots=True)
class Wald(ProportionMethod):
    """Wald's interval for a proportion, and the test with the same standard error.

    It assumes independent subjects with one and the same probability, and so many of them that the proportion is normal
    with the variance that the sample shows. It covers less often than the level says, far less near 0 and 1 and even
    with hundreds of subjects: it is here to reproduce published work. At 0/n and n/n its standard error is 0, which no
    finite study can show, and neither interval nor p-value is given. Limits beyond 0 or 1 are set to that end. They are
    those of ``statsmodels.stats.proportion.proportion_confint``.

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
    >>> round(Wald().pvalue(60, 72, null=0.7, alternative="greater"), 4)
    0.0012
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

    def _limits(self, x: int, n: int, alpha: float) -> tuple[float, float] | None:
        if x in (0, n):
            return None
        from statsmodels.stats.proportion import proportion_confint

        low, high = proportion_confint(float(x), float(n), alpha=alpha, method="normal")
        return float(low), float(high)

    def _test(self, x: int, n: int, null: float, alternative: Alternative) -> float | None:
        error = self.standard_error(x, n)
        return None if error is None else normal_pvalue((x / n - null) / error, alternative)
