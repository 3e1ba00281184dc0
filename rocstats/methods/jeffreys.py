"""Jeffreys' method: quantiles of the proportion's distribution after a prior that favours none.

The prior is beta with both parameters one half, so after x among n the distribution is beta(x + 1/2, n - x + 1/2).

References: [brown2001]
"""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.methods.binomial import ProportionMethod, beyond_beta
from rocstats.methods.wilson import score_limits
from rocstats.results import Card


@dataclass(frozen=True, slots=True)
class Jeffreys(ProportionMethod):
    """Jeffreys' interval for a proportion, with equal tails.

    It assumes independent subjects with one and the same probability. It is a credible interval that as a confidence
    interval covers close to the level on average, and less often for some proportions near 0 and 1. At 0/n it begins at
    0 and at n/n it ends at 1, as Brown, Cai and DasGupta define it: the bare quantiles would leave out the estimate. It
    is only an interval: no test belongs to it, and ``pvalue`` gives None. A one-sided bound at a level of less than
    about 0.6 can lie beyond the estimate. The limits are those of ``statsmodels.stats.proportion.proportion_confint``;
    above 2**36 successes and 2**36 failures they are Wilson's, which are then the same to 1 in 100,000 of their width:
    double precision cannot hold the quantiles.

    References
    ----------
    [brown2001]

    Examples
    --------
    >>> interval = Jeffreys().interval(13, 16)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5792, 0.9442)
    """

    encloses = False

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "jeffreys",
            "Jeffreys",
            "The interval has the quantiles of the proportion's distribution after Jeffreys' prior as its limits",
            ("brown2001",),
            "Jeffreys' method",
        )

    def _limits(self, x: int, n: int, alpha: float) -> tuple[float, float]:
        if beyond_beta(x, n):
            return score_limits(x, n, alpha)
        from statsmodels.stats.proportion import proportion_confint

        low, high = proportion_confint(float(x), float(n), alpha=alpha, method="jeffreys")
        return float(low), float(high)
