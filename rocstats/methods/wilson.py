"""Wilson's method: the proportions that the score test would not reject.

|p - t| = z sqrt(t(1 - t)/n), solved for t; with continuity correction |p - t| - 1/(2n) stands on the left.

References: [wilson1927], [newcombe1998b] (continuity correction)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.formatting import shown
from rocstats.methods.binomial import ProportionMethod
from rocstats.methods.method import normal_pvalue
from rocstats.results import Alternative, Card


@dataclass(frozen=True, slots=True)
class Wilson(ProportionMethod):
    """Score interval for a proportion, and the score test that it inverts.

    It assumes independent subjects with one and the same probability. Its mean coverage is close to the level for all
    sample sizes; near 0 and 1 single proportions can be covered less often, where Clopper and Pearson's interval keeps
    the level. Several readings of one subject make it too short. The continuity correction moves every limit half a
    subject outwards: it comes close to Clopper and Pearson's interval, and is wider than needed like that one. The test
    rejects exactly the values outside the interval.

    Parameters
    ----------
    continuity : bool
        Correct for continuity.

    References
    ----------
    [wilson1927], [newcombe1998b]

    Examples
    --------
    >>> interval = Wilson().interval(26, 41)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.481, 0.764)
    >>> interval = Wilson(continuity=True).interval(13, 16)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5369, 0.9503)
    >>> round(Wilson().pvalue(60, 72, null=0.7, alternative="greater"), 3)
    0.007
    """

    continuity: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.continuity, bool):
            raise TypeError(f"continuity is True or False, not {shown(self.continuity)}.")

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        if self.continuity:
            return Card(
                "wilson-cc",
                "Wilson, corrected",
                "The interval holds the proportions that the score test with continuity correction does not reject",
                ("wilson1927", "newcombe1998b"),
                "Wilson's score method with continuity correction",
            )
        return Card(
            "wilson",
            "Wilson",
            "The interval holds the proportions that the score test does not reject",
            ("wilson1927",),
            "Wilson's score method",
        )

    def _limits(self, x: int, n: int, alpha: float) -> tuple[float, float]:
        return score_limits(x, n, alpha, continuity=self.continuity)

    def _test(self, x: int, n: int, null: float, alternative: Alternative) -> float:
        return score_pvalue(x, n, null, alternative, continuity=self.continuity)


def score_limits(x: int, n: int, alpha: float, *, continuity: bool = False) -> tuple[float, float]:
    """Return two-sided score limits by ``statsmodels.stats.proportion.proportion_confint``.

    Corrected ones are those of half a subject fewer and of half a subject more.
    """
    from statsmodels.stats.proportion import proportion_confint

    half = 0.5 if continuity else 0.0
    low, _ = proportion_confint(max(x - half, 0.0), float(n), alpha=alpha, method="wilson")
    _, high = proportion_confint(min(x + half, float(n)), float(n), alpha=alpha, method="wilson")
    return float(low), float(high)


def score_pvalue(x: int, n: int, null: float, alternative: Alternative, *, continuity: bool = False) -> float:
    """Return the p-value of the score test; the correction takes half a subject from what speaks against the null."""
    distance = x - n * null
    if continuity and alternative == "two-sided":
        distance = math.copysign(max(abs(distance) - 0.5, 0.0), distance)
    elif continuity:
        distance += 0.5 if alternative == "less" else -0.5
    # a null next to 0 has a variance below the smallest float, and its root above
    error = math.sqrt(null * (1 - null) / n) or math.sqrt(null) * math.sqrt((1 - null) / n)
    return normal_pvalue(distance / n / error, alternative)
