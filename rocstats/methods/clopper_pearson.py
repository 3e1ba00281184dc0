"""Clopper and Pearson's method: the proportions under which neither binomial tail is too small.

References: [clopper1934]
"""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.methods.binomial import ProportionMethod, beyond_beta, tail_pvalue
from rocstats.methods.wilson import score_limits, score_pvalue
from rocstats.results import Alternative, Card


@dataclass(frozen=True, slots=True)
class ClopperPearson(ProportionMethod):
    """Exact interval for a proportion, and the exact binomial test that it inverts.

    It assumes independent subjects with one and the same probability, and then covers the truth at least as often as
    the level says: usually more often, so it is wider than needed. At 0/n and n/n only one tail is used. The p-value is
    a tail by ``scipy.stats.binom``, or twice the smaller one and at most 1; the limits are those of
    ``statsmodels.stats.proportion.proportion_confint``. Above 2**36 successes and 2**36 failures the tails are those of
    the score test with continuity correction: double precision cannot hold the exact ones.

    References
    ----------
    [clopper1934]

    Examples
    --------
    >>> interval = ClopperPearson().interval(13, 16)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5435, 0.9595)
    >>> round(ClopperPearson().pvalue(13, 16, null=0.5), 5)
    0.02127
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

    def _limits(self, x: int, n: int, alpha: float) -> tuple[float, float]:
        if beyond_beta(x, n):
            return score_limits(x, n, alpha, continuity=True)
        from statsmodels.stats.proportion import proportion_confint

        low, high = proportion_confint(float(x), float(n), alpha=alpha, method="beta")
        return float(low), float(high)

    def _test(self, x: int, n: int, null: float, alternative: Alternative) -> float:
        if beyond_beta(x, n):
            return score_pvalue(x, n, null, alternative, continuity=True)
        from scipy.stats import binom

        at_most = float(binom.cdf(float(x), float(n), null))
        at_least = float(binom.sf(float(x) - 1, float(n), null))
        return tail_pvalue(at_most, at_least, alternative)
