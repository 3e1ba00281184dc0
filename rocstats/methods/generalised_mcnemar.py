"""McNemar's test generalised to two groups: equal sensitivities together with equal specificities.

The squared McNemar statistics of cases and of controls, who are different subjects, are added; their sum is chi-squared
with 2 degrees of freedom.

References: [lachenbruch1998]
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

from rocstats.data.paired_counts import PairedCounts
from rocstats.results import Card


@dataclass(frozen=True, slots=True)
class GeneralisedMcNemar:
    """Test that neither sensitivity nor specificity differs between two tests on the same subjects.

    It assumes independent subjects, each with both results, and enough discordant pairs in both groups. It has no
    direction: a gain in sensitivity that is paid for with specificity makes it significant too. A group without
    discordant pairs adds 0 and keeps its degree of freedom, which is conservative; without any p is 1.

    References
    ----------
    [lachenbruch1998]

    Examples
    --------
    >>> pairs = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)))
    >>> round(GeneralisedMcNemar().statistic(pairs), 5)
    44.17333
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "mcnemar-generalised",
            "McNemar, generalised",
            "The generalised McNemar test compared sensitivity and specificity together",
            ("lachenbruch1998",),
            "the generalised McNemar test",
        )

    def statistic(self, pairs: PairedCounts) -> float | None:
        """Return the chi-squared statistic on 2 degrees of freedom; None where a group is empty."""
        if not pairs.n_cases or not pairs.n_controls:
            return None
        return sum((t.n10 - t.n01) ** 2 / t.discordant for t in (pairs.cases, pairs.controls) if t.discordant)

    def pvalue(self, pairs: PairedCounts) -> float | None:
        """Return the p-value: with 2 degrees of freedom the upper tail is exp(-x/2). None where a group is empty.

        Examples
        --------
        >>> pairs = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)))
        >>> f"{GeneralisedMcNemar().pvalue(pairs):.4g}"
        '2.558e-10'
        """
        x = self.statistic(pairs)
        return None if x is None else max(math.exp(-x / 2), sys.float_info.min)
