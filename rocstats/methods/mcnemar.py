"""McNemar's test: whether two proportions of the same subjects are equal, from the discordant pairs alone.

Under equal proportions n10 of the n10 + n01 discordant pairs are binomial with probability one half. The exact test
takes that distribution, the mid-p test counts the observed table half, and the asymptotic test takes
(n10 - n01) / sqrt(n10 + n01) for normal; its square is chi-squared with one degree of freedom.

References: [mcnemar1947], [fagerland2013]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, get_args

from rocstats.data.paired_counts import PairedTable, paired_table
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_one_of
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.difference_method import PairedDifference
from rocstats.methods.method import normal_pvalue
from rocstats.methods.mid_p import MidP
from rocstats.results import Alternative, Card

Kind = Literal["asymptotic", "exact", "mid-p"]


@dataclass(frozen=True, slots=True)
class McNemar(PairedDifference):
    """Test of equal paired proportions; it has no interval.

    It assumes independent subjects, each with both results. The asymptotic test is the score test and keeps its level
    well on average, the exact test never exceeds its level and is conservative with few discordant pairs, and the mid-p
    test lies between. The continuity correction makes the asymptotic test about as conservative as the exact one. A
    p-value says nothing of the size of the difference: give an interval beside it. Without discordant pairs p is 1,
    or one half for a one-sided asymptotic or mid-p test: the data hold nothing against equality. The exact and mid-p
    values are those of ``ClopperPearson`` and ``MidP`` against one half. The null value is always 0.

    Parameters
    ----------
    kind : {"asymptotic", "exact", "mid-p"}
        Which distribution of the discordant pairs.
    continuity_correction : bool
        Take 1 off the absolute difference of the discordant counts; for the asymptotic test only.

    Raises
    ------
    MethodError
        If the kind is none of these, or a correction is asked of another than the asymptotic test.

    References
    ----------
    [mcnemar1947], [fagerland2013]

    Examples
    --------
    >>> table = ((59, 6), (16, 80))
    >>> [round(McNemar(kind).pvalue(table), 4) for kind in ("asymptotic", "exact", "mid-p")]
    [0.033, 0.0525, 0.0347]
    >>> McNemar("exact").pvalue((8, 1, 5, 7))
    0.21875
    """

    kind: Kind = "asymptotic"
    continuity_correction: bool = False

    def __post_init__(self) -> None:
        if not is_one_of(self.kind, get_args(Kind)):
            raise MethodError(f'kind is {shown(self.kind)}; it must be "asymptotic", "exact" or "mid-p".')
        if not isinstance(self.continuity_correction, bool):
            raise MethodError(
                f"continuity_correction is {shown(self.continuity_correction)}; it must be True or False."
            )
        if self.continuity_correction and self.kind != "asymptotic":
            raise MethodError(
                f"the {self.kind} test needs no continuity correction; leave it out, or take kind='asymptotic'."
            )

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        corrected = self.continuity_correction
        id_, name, how = {
            "asymptotic": ("mcnemar", "McNemar", "normal"),
            "exact": ("mcnemar-exact", "McNemar, exact", "binomial with probability one half"),
            "mid-p": ("mcnemar-midp", "McNemar, mid-p", "binomial with probability one half, the observed table half"),
        }[self.kind]
        return Card(
            f"{id_}-corrected" if corrected else id_,
            f"{name}, corrected" if corrected else name,
            f"McNemar's test took the discordant pairs as {how}" + (", corrected for continuity" if corrected else ""),
            ("mcnemar1947", "fagerland2013") if self.kind == "mid-p" else ("mcnemar1947",),
            "McNemar's test" + ("" if self.kind == "asymptotic" else f", {self.kind}"),
        )

    def statistic(self, table: Any) -> float | None:
        """Return z of the asymptotic test without its correction; None for the others and without discordant pairs.

        Examples
        --------
        >>> round(McNemar().statistic(((794, 150), (86, 570))), 2)
        4.17
        """
        pairs = paired_table(table)
        if self.kind != "asymptotic" or pairs.discordant == 0:
            return None
        z = (pairs.n10 - pairs.n01) / math.sqrt(pairs.discordant)
        if not self.continuity_correction:
            return z
        return math.copysign(max(abs(pairs.n10 - pairs.n01) - 1, 0) / math.sqrt(pairs.discordant), z)

    def _check_null(self, null: float) -> None:
        if null != 0:
            raise MethodError(
                f"McNemar's test is of equal proportions, null=0; for a difference of {null:g} take Tango()."
            )

    def _test(self, counts: PairedTable, null: float, alternative: Alternative) -> float | None:
        if self.kind == "asymptotic":
            return self._asymptotic(counts, alternative)
        if counts.discordant == 0:
            return 1.0 if self.kind == "exact" or alternative == "two-sided" else 0.5
        binomial = ClopperPearson() if self.kind == "exact" else MidP()
        return binomial.pvalue(counts.n10, counts.discordant, null=0.5, alternative=alternative)

    def _asymptotic(self, pairs: PairedTable, alternative: Alternative) -> float:
        if pairs.discordant == 0:
            return 1.0 if alternative == "two-sided" else 0.5
        difference = float(pairs.n10 - pairs.n01)
        if self.continuity_correction:
            if alternative == "two-sided":
                difference = max(abs(difference) - 1, 0.0)
            else:
                difference += -1 if alternative == "greater" else 1
        return normal_pvalue(difference / math.sqrt(pairs.discordant), alternative)
