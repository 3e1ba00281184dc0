"""Homogeneity of several independent estimates: whether they could all be of one value.

References: [delong1988], [freeman1951]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.empirical.ranks import Floats, Integers

LEAST_EXPECTED = 5
_MOST_TABLES = 2_000_000
# Tables whose probabilities differ by less than this count as equally likely.
_TIE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Homogeneity:
    """A test that several independent estimates are of one value.

    ``statistic`` and ``df`` are None for an exact test, which has neither. ``least_expected`` is the smallest expected
    count of a table, None where there is no table.
    """

    name: str
    statistic: float | None
    df: int | None
    pvalue: float
    least_expected: float | None = None


def homogeneous_values(values: Sequence[Fraction], variances: Sequence[Fraction]) -> Homogeneity:
    """Test independent estimates with known variances by their weighted squares about the weighted mean.

    The sum is chi-squared on one degree of freedom fewer than there are estimates; for two it is Z squared. The weights
    are inverse variances, all of which must be above 0, and the sum is exact.

    Examples
    --------
    >>> homogeneous_values([Fraction(1, 2), Fraction(1, 4)], [Fraction(1, 64), Fraction(1, 64)]).statistic
    2.0
    """
    from scipy.special import chdtrc

    precisions = [1 / v for v in variances]
    mean = sum((w * x for w, x in zip(precisions, values, strict=True)), Fraction(0)) / sum(precisions)
    statistic = float(sum((w * (x - mean) ** 2 for w, x in zip(precisions, values, strict=True)), Fraction(0)))
    df = len(values) - 1
    return Homogeneity(
        name="chi-squared", statistic=statistic, df=df, pvalue=max(float(chdtrc(df, statistic)), sys.float_info.min)
    )


def homogeneous_shares(successes: Sequence[int], totals: Sequence[int]) -> Homogeneity:
    """Test whether several independent proportions are equal.

    Pearson's chi-squared without continuity correction (``scipy.stats.chi2_contingency``) where every expected count is
    5 or more; else the exact test given both margins, which adds the probabilities of all tables no likelier than the
    observed one. For two groups that is Fisher's (``scipy.stats.fisher_exact``); for more that function draws tables at
    random, so they are enumerated here. With more than two million of them it stays at chi-squared, and
    ``least_expected`` says that it is rough.

    Where all succeed, or none does, there is one table only: the exact p is 1. No group may be empty.

    Examples
    --------
    >>> found = homogeneous_shares([3, 1, 2], [4, 5, 9])
    >>> found.name, round(found.pvalue, 4)
    ('Fisher-Freeman-Halton exact', 0.1997)
    """
    yes, everyone = sum(successes), sum(totals)
    table = [list(successes), [n - x for x, n in zip(successes, totals, strict=True)]]
    least = min(yes, everyone - yes) * min(totals) / everyone
    if least < LEAST_EXPECTED:
        p, name = None, "Fisher-Freeman-Halton exact"
        if yes in (0, everyone):
            p = 1.0
        elif len(totals) == 2:
            from scipy.stats import fisher_exact

            p, name = float(fisher_exact(np.array(table))[1]), "Fisher's exact"
        else:
            p = _exact(successes, totals)
        name = "Fisher's exact" if len(totals) == 2 else name
        if p is not None:
            p = min(max(p, sys.float_info.min), 1.0)
            return Homogeneity(name=name, statistic=None, df=None, pvalue=p, least_expected=least)
    from scipy.stats import chi2_contingency

    found = chi2_contingency(table, correction=False)
    return Homogeneity(
        name="Pearson's chi-squared",
        statistic=float(found.statistic),
        df=int(found.dof),
        pvalue=max(float(found.pvalue), sys.float_info.min),
        least_expected=least,
    )


def _exact(successes: Sequence[int], totals: Sequence[int]) -> float | None:
    """Add the probabilities of all tables with these margins that are no likelier; None where they are too many."""
    yes = sum(successes)
    if yes > sum(totals) - yes:
        successes = [n - x for x, n in zip(successes, totals, strict=True)]
        yes = sum(successes)
    order = sorted(range(len(totals)), key=lambda k: totals[k])
    reached, weights = np.zeros(1, np.int64), np.zeros(1)
    rest = sum(totals)
    for k in order:
        rest -= totals[k]
        choices = np.arange(min(totals[k], yes) + 1)
        if len(reached) * len(choices) > 4 * _MOST_TABLES:
            return None
        sums = (reached[:, None] + choices).ravel()
        logs = (weights[:, None] + _log_choose(totals[k], choices)).ravel()
        kept = (sums <= yes) & (sums + rest >= yes)
        reached, weights = sums[kept], logs[kept]
        if len(reached) > _MOST_TABLES:
            return None
    observed = sum(float(_log_choose(n, np.array([x]))[0]) for x, n in zip(successes, totals, strict=True))
    shares = np.exp(weights - weights.max())
    return float(shares[weights <= observed + _TIE].sum() / shares.sum())


def _log_choose(n: int, chosen: Integers) -> Floats:
    return np.array([math.lgamma(n + 1) - math.lgamma(x + 1) - math.lgamma(n - x + 1) for x in chosen.tolist()])
