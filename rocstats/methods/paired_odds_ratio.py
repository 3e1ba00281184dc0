"""The conditional odds ratio of pairs: the subjects positive by the first test only over those by the second only.

Given the number of discordant pairs, n10 of them is binomial with odds equal to the ratio, so each interval of that
proportion p is one of the ratio, p / (1 - p).

References: [fagerland2014], [clopper1934], [lancaster1961]
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
from rocstats.methods.difference_limits import checked_null, closed, quantile
from rocstats.methods.method import normal_pvalue
from rocstats.methods.mid_p import MidP
from rocstats.results import Alternative, Card, Interval, Sides

Kind = Literal["wald", "clopper-pearson", "mid-p"]


@dataclass(frozen=True, slots=True)
class PairedOddsRatio:
    """Conditional odds ratio n10 / n01 with its interval, and the test that it inverts.

    It assumes independent subjects, each with both results, and one odds ratio for all. It is a ratio of odds within
    subjects: not the ratio of the odds of the two proportions, which lies nearer to 1, and no measure of how much more
    often a test is right. The Wald interval, on the log scale, needs both kinds of discordant pairs and misleads with
    few; the exact one never covers less often than its level says and is wide; mid-p lies between. Against a ratio of
    1 the exact and mid-p tests are McNemar's.

    Parameters
    ----------
    kind : {"wald", "clopper-pearson", "mid-p"}
        Wald on the log scale, or the binomial interval that is transformed.

    Raises
    ------
    MethodError
        If the kind is none of these.

    References
    ----------
    [fagerland2014], [clopper1934], [lancaster1961]

    Examples
    --------
    >>> for kind in ("wald", "clopper-pearson", "mid-p"):
    ...     interval = PairedOddsRatio(kind).interval(((7, 25), (2, 68)))
    ...     print(round(interval.low, 4), round(interval.high, 4))
    2.9608 52.7731
    3.1169 108.8892
    3.4681 78.2972
    """

    kind: Kind = "mid-p"

    def __post_init__(self) -> None:
        if not is_one_of(self.kind, get_args(Kind)):
            raise MethodError(f'kind is {shown(self.kind)}; it must be "wald", "clopper-pearson" or "mid-p".')

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        name, how, source = {
            "wald": ("log", "the logarithm of the ratio was taken for normal", "fagerland2014"),
            "clopper-pearson": ("Clopper-Pearson", "by Clopper and Pearson's interval", "clopper1934"),
            "mid-p": ("mid-p", "by the mid-p interval", "lancaster1961"),
        }[self.kind]
        return Card(
            f"paired-odds-ratio-{self.kind}",
            f"odds ratio of pairs, {name}",
            f"The odds ratio of the discordant pairs was judged given their number, {how}",
            ("fagerland2014",) if self.kind == "wald" else ("fagerland2014", source),
            f"{name} method",
        )

    def estimate(self, table: Any) -> float | None:
        """Return n10 / n01; None where n01 is 0.

        Examples
        --------
        >>> PairedOddsRatio().estimate(((7, 25), (2, 68)))
        12.5
        """
        pairs = paired_table(table)
        return pairs.n10 / pairs.n01 if pairs.n01 else None

    def interval(self, table: Any, *, level: float = 0.95, sides: Sides = "two-sided") -> Interval | None:
        """Return the interval of the odds ratio, first over second; the upper limit is infinite where n01 is 0.

        Parameters
        ----------
        table : PairedTable, or ((n11, n10), (n01, n00))
            Pairs of results; ``n10`` are positive by the first test only.
        level : float
            Confidence level, 0.95 for 95 percent.
        sides : {"two-sided", "lower", "upper"}
            A one-sided bound ends at 0 or infinity.

        Returns
        -------
        Interval or None
            None without discordant pairs, and by the Wald method without either kind of them: not estimable.

        Raises
        ------
        DataError
            If a count is negative or not whole.
        MethodError
            If level or sides are out of range.
        """
        pairs, z = paired_table(table), quantile(level, sides)
        if self.kind == "wald":
            if 0 in (pairs.n10, pairs.n01):
                return None
            ratio, reach = pairs.n10 / pairs.n01, math.exp(z * _log_error(pairs))
            return closed(ratio / reach, ratio * reach, level, sides, most=math.inf)
        method = ClopperPearson() if self.kind == "clopper-pearson" else MidP()
        share = method.interval(pairs.n10, pairs.discordant, level=level, sides=sides)
        # The odds of the mirrored limit keep their digits where the share is next to 1.
        other = method.interval(pairs.n01, pairs.discordant, level=level, sides=_MIRROR[sides])
        if share is None or other is None:
            return None
        return closed(_odds(share.low, other.high), _odds(share.high, other.low), level, sides, most=math.inf)

    def pvalue(self, table: Any, *, null: float = 1.0, alternative: Alternative = "two-sided") -> float | None:
        """Return the p-value of the test that the interval inverts.

        Parameters
        ----------
        table : PairedTable, or ((n11, n10), (n01, n00))
            Pairs of results; ``n10`` are positive by the first test only.
        null : float
            Odds ratio under the null hypothesis.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true odds ratio is above ``null``.

        Returns
        -------
        float or None
            None where the interval is.

        Raises
        ------
        DataError
            If a count is negative or not whole.
        MethodError
            If null or alternative are out of range.

        Examples
        --------
        >>> round(PairedOddsRatio("clopper-pearson").pvalue(((59, 6), (16, 80))), 4)
        0.0525
        """
        pairs, null = paired_table(table), checked_null(null, alternative, bounds=(0.0, math.inf))
        if self.kind == "wald":
            if 0 in (pairs.n10, pairs.n01):
                return None
            return normal_pvalue(math.log(pairs.n10 / pairs.n01 / null) / _log_error(pairs), alternative)
        method = ClopperPearson() if self.kind == "clopper-pearson" else MidP()
        return method.pvalue(pairs.n10, pairs.discordant, null=null / (1 + null), alternative=alternative)


_MIRROR: dict[Sides, Sides] = {"two-sided": "two-sided", "lower": "upper", "upper": "lower"}


def _log_error(pairs: PairedTable) -> float:
    return math.sqrt(1 / pairs.n10 + 1 / pairs.n01)


def _odds(share: float, rest: float) -> float:
    """Return share over rest, which are complements up to rounding."""
    return share / rest if rest > 0 else math.inf
