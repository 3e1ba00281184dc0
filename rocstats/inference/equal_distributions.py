"""The Mann-Whitney test that cases score as controls do.

References: [mann1947]
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.score_table import ScoreTable, one_test, score_table
from rocstats.errors import MethodError
from rocstats.formatting import decimals_for, fixed, plain, pvalue_line
from rocstats.methods.exact_rank_sum import exact_rank_sum
from rocstats.methods.method import check_alternative, normal_pvalue
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Alternative, Subjects, data_lines

_METHODS = {True: "exact", False: "normal approximation"}
_NOT_OF_THE_AREA = Note(
    "equal-distributions",
    "a test of equal distributions, not of AUC = 0.5: groups of different spread can be told apart by it or missed. "
    "For the area use auc(sample, null_value=0.5).",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MannWhitney(Result):
    """A test that cases and controls have the same distribution of scores.

    ``statistic`` is U, the number of case-control pairs in which the case is on the positive side, a tied pair counting
    one half; R calls it W. ``z`` is None where the p-value is exact.
    """

    test: DiagnosticTest
    subjects: Subjects
    statistic: float
    z: float | None
    pvalue: float
    exact: bool
    auc: float
    alternative: Alternative
    notes: tuple[Note, ...] = ()

    def summary(self) -> Summary:
        """Print the test as R's wilcox.test does."""
        z = "" if self.z is None else f", Z = {fixed(self.z, 3)}"
        decimals = decimals_for([self.auc])
        return Summary(
            f"Mann-Whitney test of equal distributions, {_METHODS[self.exact]}",
            data_lines([self.subjects]),
            (
                f"U = {plain(self.statistic)}{z}, {pvalue_line(self.pvalue)}",
                f"alternative hypothesis: {self._alternative()}",
                "sample estimates:",
                Grid((Column("AUC = U/mn"),), ((fixed(self.auc, decimals),),)),
            ),
            self.notes,
            ("mann1947",),
        )

    def _alternative(self) -> str:
        if self.alternative == "two-sided":
            return "the distributions of cases and controls differ"
        higher = (self.alternative == "greater") != self.test.low
        return f"cases tend to score {'higher' if higher else 'lower'} than controls"

    def rows(self) -> list[dict[str, Any]]:
        """Return the test as one row."""
        return [
            {
                "parameter": "AUC",
                "test": self.test.name,
                "estimate": self.auc,
                "statistic": self.statistic,
                "p_value": self.pvalue,
                "method": f"Mann-Whitney, {_METHODS[self.exact]}",
                "alternative": self.alternative,
                "n_cases": self.subjects.n_cases,
                "n_controls": self.subjects.n_controls,
                "n_dropped": self.subjects.n_dropped,
                "z": self.z,
                "exact": self.exact,
            }
        ]


def mann_whitney(sample: Sample, *, alternative: Alternative = "two-sided", exact: bool | None = None) -> MannWhitney:
    """Test whether cases and controls have the same distribution of scores.

    Under that hypothesis any choice of as many subjects is as likely to be the cases. The p-value is the share of the
    choices whose U is at least as extreme, tied scores and the observed choice included. It misleads as a test of
    AUC = 1/2: two groups of different spread can have that area, and this test then rejects too often or too rarely.

    The p-value is exact where the choices can be counted in about a second (some 100 subjects a group, more with few
    distinct scores). Otherwise it is the normal approximation, corrected for ties and for continuity, of
    scipy.stats.mannwhitneyu, which takes no row counts; so the formula stands here. Where all scores are tied p is 1.

    Parameters
    ----------
    sample : Sample
        One test.
    alternative : {"two-sided", "less", "greater"}
        "greater": cases tend to score on the positive side of controls. Two-sided, U is as extreme as it is far from
        its mean.
    exact : bool, optional
        Count all choices, or use the normal approximation. Unset: count them where that is feasible.

    Returns
    -------
    MannWhitney

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        The subjects come in clusters, or there are too many choices to count.

    References
    ----------
    [mann1947]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
    >>> found = mann_whitney(sample, alternative="greater")
    >>> found.statistic, round(found.pvalue, 4), found.exact
    (14.0, 0.0714, True)
    """
    one_test(sample, "mann_whitney")
    check_alternative(alternative)
    if not isinstance(exact, bool | None):
        raise TypeError("exact is True, False or None.")
    if sample.clusters is not None:
        raise MethodError(
            "these subjects come in clusters, and the Mann-Whitney test takes subjects as independent; its p-value "
            "would be too small. Take one record per cluster, or leave cluster= out if the records are independent."
        )
    table = score_table(sample)
    m, n = table.m, table.n
    twice_u = _twice_u(table)
    sizes = [p + q for p, q in zip(table.cases.tolist(), table.controls.tolist(), strict=True)][::-1]
    share = None if exact is False else exact_rank_sum(sizes, m, twice_u, alternative)
    if share is None and exact:
        raise MethodError(
            f"the choices of {m} cases among {m + n} subjects are too many to count; leave exact out for the normal "
            "approximation."
        )
    z = None
    if share is None:
        z = _deviate(sizes, m, n, twice_u, alternative)
        pvalue = 1.0 if z is None else normal_pvalue(z, alternative)
    else:
        pvalue = max(float(share), sys.float_info.min)
    return MannWhitney(
        test=sample.tests[0],
        subjects=sample.subjects,
        statistic=twice_u / 2,
        z=z,
        pvalue=pvalue,
        exact=share is not None,
        auc=float(AUC()(sample)[0]),
        alternative=alternative,
        notes=_notes(table, exact=share is not None),
    )


def _twice_u(table: ScoreTable) -> int:
    """Count twice the pairs in which the case is higher plus the tied pairs."""
    twice, below = 0, 0
    for p, q in zip(table.cases[::-1].tolist(), table.controls[::-1].tolist(), strict=True):
        twice += p * (2 * below + q)
        below += q
    return twice


def _deviate(sizes: list[int], m: int, n: int, twice_u: int, alternative: Alternative) -> float | None:
    """Return U less its mean, half a pair nearer to it, in standard deviations; None where U cannot vary."""
    N = m + n
    variance = Fraction(m * n, 12) * (N + 1 - Fraction(sum(t**3 - t for t in sizes), N * (N - 1)))
    if variance == 0:
        return None
    away = Fraction(twice_u - m * n, 2)
    half = Fraction(1, 2)
    if alternative == "two-sided":
        away = max(abs(away) - half, Fraction(0)) * (1 if away > 0 else -1)
    else:
        away += -half if alternative == "greater" else half
    return float(away) / math.sqrt(variance)


def _notes(table: ScoreTable, *, exact: bool) -> tuple[Note, ...]:
    """Say how the p-value was found, and what it is not about."""
    notes = []
    if len(table.scores) == 1:
        notes.append(
            Note("all-tied", "every subject has the same score, so every choice of cases gives the same U; p = 1.")
        )
    elif exact:
        ties = " Ties keep their midrank in each." if len(table.scores) < table.m + table.n else ""
        notes.append(Note("exact-test", f"the p-value is exact: every choice of as many cases was counted.{ties}"))
    else:
        text = "the p-value is a normal approximation, corrected for ties and for continuity."
        notes.append(Note("normal-approximation", text))
    return (*notes, _NOT_OF_THE_AREA)
