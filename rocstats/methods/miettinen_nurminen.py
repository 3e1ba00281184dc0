"""Score method for a difference of two independent proportions: those that the score test would not reject.

The statistic of a difference t is (p1 - p2 - t) / sqrt(V(t)), V with the likeliest proportions among those of
difference t. Mee takes V as it is; Miettinen and Nurminen multiply it by N / (N - 1), N the number of all subjects.

References: [miettinen1985], [mee1984]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.given import need_flag
from rocstats.methods.difference_limits import TwoProportions, root, score_limits, standardised
from rocstats.methods.difference_method import IndependentDifference
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card


@dataclass(frozen=True, slots=True)
class MiettinenNurminen(IndependentDifference):
    """Score interval for a difference of independent proportions, and the score test that it inverts.

    It assumes independent subjects in two independent groups. The variance is taken under each hypothetical
    difference, so the interval has a width for every table, 0/n against 0/n and n/n against 0/n too, and ends within -1
    and 1. Its coverage is close to the level on average; with groups of very different size single differences can be
    covered less often. It misleads where the same subjects stand in both groups: those are paired, and Tango's method
    is for them.

    statsmodels has these methods too, but the cubic that it solves for the likeliest proportions is not that of a given
    difference (version 0.14 has a count where a group size belongs), and it stops where a count is 0 or a whole group
    succeeds; so proportions and limits are solved for here.

    Parameters
    ----------
    small_sample : bool
        Multiply the variance by N / (N - 1), as Miettinen and Nurminen do; False is Mee's method.

    References
    ----------
    [miettinen1985], [mee1984]

    Examples
    --------
    >>> interval = MiettinenNurminen(small_sample=False).interval(((7, 34), (1, 34)))
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.0284, 0.3439)
    >>> round(MiettinenNurminen().pvalue(((7, 34), (1, 34))), 4)
    0.025
    """

    small_sample: bool = True

    def __post_init__(self) -> None:
        need_flag(self.small_sample, "small_sample")

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        if not self.small_sample:
            return Card(
                "mee",
                "Mee",
                "The interval holds the differences of independent proportions that Mee's score test does not reject",
                ("mee1984",),
                "Mee's score method",
            )
        return Card(
            "miettinen-nurminen",
            "Miettinen-Nurminen",
            "The interval holds the differences of independent proportions that Miettinen and Nurminen's score test "
            "does not reject",
            ("miettinen1985",),
            "Miettinen and Nurminen's score method",
        )

    def _limits(self, counts: TwoProportions, z: float) -> tuple[float, float]:
        return score_limits(counts.difference, z, lambda t: self._statistic(counts, t))

    def _test(self, counts: TwoProportions, null: float, alternative: Alternative) -> float:
        return normal_pvalue(self._statistic(counts, null), alternative)

    def _statistic(self, groups: TwoProportions, t: float) -> float:
        """Return the score statistic of a difference; 0 where nothing is known against it."""
        x1, n1, x2, n2 = groups
        if 2 * (x1 + x2) > n1 + n2:
            # Failures for successes: proportions near 1 would lose the digits of what they lack.
            return -self._statistic(TwoProportions(n1 - x1, n1, n2 - x2, n2), -t)
        p1, p2 = _likeliest(groups, t)
        variance = p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2
        if self.small_sample:
            variance *= (n1 + n2) / (n1 + n2 - 1)
        # With no difference to test, the distance in whole numbers is exact.
        distance = groups.difference - t if t else groups.difference
        return standardised(distance, variance)


def _likeliest(groups: TwoProportions, t: float) -> tuple[float, float]:
    """Return the likeliest pair of proportions of which the first is t above the second.

    The slope of the log likelihood falls with the second proportion; where a count is 0 it need not pass through 0
    before the end of the range.
    """
    x1, n1, x2, n2 = groups
    total = n1 + n2
    if t == 0:
        pooled = (x1 + x2) / total
        return pooled, pooled

    def share(count: int, proportion: float) -> float:
        if count == 0:
            return 0.0
        return count / proportion / total if proportion > 0 else math.inf

    def slope(p: float) -> float:
        up = share(x1, p + t) + share(x2, p)
        down = share(n1 - x1, 1 - p - t) + share(n2 - x2, 1 - p)
        if math.isinf(up) or math.isinf(down):
            return 1.0 if up > down else -1.0
        return (up - down) / (up + down)

    low, high = max(0.0, -t), min(1.0, 1 - t)
    if low >= high or slope(low) <= 0:
        p = low
    elif slope(high) >= 0:
        p = high
    else:
        p = root(slope, low, high)
    return min(max(p + t, 0.0), 1.0), p
