"""Fisher's exact test: whether two proportions of different subjects are equal.

References: [fisher1935]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.errors import MethodError
from rocstats.methods.difference_limits import checked_null, quantile, two_proportions
from rocstats.results import Alternative, Card, Sides


@dataclass(frozen=True, slots=True)
class FisherExact:
    """Exact test of equal independent proportions, given both margins; it has no interval.

    It assumes independent subjects in two independent groups. It never exceeds its level and is conservative, in
    small groups strongly so: a large p-value is no evidence of equality. The two-sided p adds the tables that are no
    likelier than the observed one. Where all succeed, or none does, p is 1.

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

    @property
    def paired(self) -> bool:
        """False: the two proportions are of different subjects."""
        return False

    def interval(self, table: Any, *, level: float = 0.95, sides: Sides = "two-sided") -> None:
        """Return None: the method is a test only."""
        two_proportions(table)
        quantile(level, sides)

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> float | None:
        """Return the p-value by ``scipy.stats.fisher_exact``.

        Parameters
        ----------
        table : TwoProportions, or ((x1, n1), (x2, n2))
            Successes and total of each group.
        null : float
            Always 0: the test is of equal proportions.
        alternative : {"two-sided", "less", "greater"}
            "greater": the first proportion is above the second.

        Returns
        -------
        float or None
            None where a group is empty: not estimable.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If null is not 0 or the alternative is none.
        """
        groups, null = two_proportions(table), checked_null(null, alternative)
        if null != 0:
            raise MethodError(
                f"Fisher's test is of equal proportions, null=0; for a difference of {null:g} take MiettinenNurminen()."
            )
        x1, n1, x2, n2 = groups
        if n1 == 0 or n2 == 0:
            return None
        if x1 + x2 in (0, n1 + n2):
            return 1.0
        from scipy.stats import fisher_exact

        p = float(fisher_exact(np.array([[x1, n1 - x1], [x2, n2 - x2]]), alternative=alternative)[1])
        return max(min(p, 1.0), sys.float_info.min)
