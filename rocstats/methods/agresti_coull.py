"""The Agresti-Coull method: the interval of the normal approximation around a shrunken proportion.

With z² subjects added, half of them successes, p = (x + z²/2)/(n + z²); the limits are p -+ z sqrt(p(1 - p)/(n + z²)).

References: [agresti1998], [brown2001]
"""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.methods.binomial import ProportionMethod
from rocstats.results import Card


@dataclass(frozen=True, slots=True)
class AgrestiCoull(ProportionMethod):
    """Agresti and Coull's adjusted interval for a proportion.

    It assumes independent subjects with one and the same probability. It has the centre of Wilson's interval and
    contains it, so it covers a little more often than the level says. How many subjects it adds depends on the level,
    so it belongs to no test: it is only an interval, ``pvalue`` gives None, and the test beside it is that of Wilson's
    method. Limits beyond 0 or 1, common with few subjects near either end, are set to that end. They are those of
    ``statsmodels.stats.proportion.proportion_confint``.

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

    def _limits(self, x: int, n: int, alpha: float) -> tuple[float, float]:
        from statsmodels.stats.proportion import proportion_confint

        low, high = proportion_confint(float(x), float(n), alpha=alpha, method="agresti_coull")
        return float(low), float(high)
