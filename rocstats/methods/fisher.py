"""Fisher's exact test: whether two proportions of different subjects are equal.

References: [fisher1935]
"""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.errors import MethodError
from rocstats.methods.difference_limits import TwoProportions
from rocstats.methods.difference_method import IndependentDifference
from rocstats.methods.hypergeometric import FixedMargins
from rocstats.results import Alternative, Card


@dataclass(frozen=True, slots=True)
class FisherExact(IndependentDifference):
    """Exact test of equal independent proportions, given both margins; it has no interval.

    It assumes independent subjects in two independent groups. It never exceeds its level and is conservative, in
    small groups strongly so: a large p-value is no evidence of equality. Two-sided it adds the tables that are no
    likelier than the observed one, as ``scipy.stats.fisher_exact`` does, which fails in groups of more than 3e9 and
    takes minutes in some; here the p-value is good to eleven digits or so, and at once, for counts of any size. Where
    all succeed, or none does, p is 1. The null value is always 0.

    References
    ----------
    [fisher1935]

    Examples
    --------
    >>> round(FisherExact().pvalue(((7, 34), (1, 34))), 4)
    0.0544
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "fisher",
            "Fisher, exact",
            "Fisher's exact test compared two independent proportions given the margins of their table",
            ("fisher1935",),
            "Fisher's exact test",
        )

    def _check_null(self, null: float) -> None:
        if null != 0:
            raise MethodError(
                f"Fisher's test is of equal proportions, null=0; for a difference of {null:g} take MiettinenNurminen()."
            )

    def _test(self, counts: TwoProportions, null: float, alternative: Alternative) -> float:
        x1, n1, x2, n2 = counts
        if x1 + x2 in (0, n1 + n2):
            return 1.0
        table = FixedMargins(x1, n1 - x1, x2, n2 - x2)
        if alternative == "two-sided":
            return table.no_likelier()
        return table.at_least() if alternative == "greater" else table.at_most()
