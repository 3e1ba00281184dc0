"""Comparison of predictive values of two tests on the same subjects: two score tests, one ratio on the log scale.

Different subjects are positive by the two tests, so a predictive value of the one and of the other share some of them.
Each subject enters as often as it tested positive: twice, where both tests are positive. NPV is the same with negative
results for positive ones and controls for cases.

With p the share of cases among all positive results, T1 and T2 the positives of each test and D = 1 for a case, the
generalised score of a subject is (D - p)(T2/S - T1/S), (D - p) T2/S or -(D - p) T1/S as both, the first only or the
second only are positive, S = T1 + T2. Kosinski's weighted statistic has (PPV1 - PPV2)² over the sum of (D - p)² of the
subjects who are positive once, divided by T1 T2.

References: [leisenring2000], [kosinski2013], [moskowitz2006]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from rocstats.data.paired_counts import PairedCounts, PairedTable
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_one_of
from rocstats.methods.log_ratio import on_log_scale
from rocstats.methods.method import check_alternative, normal_pvalue
from rocstats.results import Alternative, Card, Inference

Value = Literal["ppv", "npv"]


@dataclass(frozen=True, slots=True)
class GeneralisedScore:
    """Score test of equal predictive values on the same subjects; it has no interval.

    It assumes independent subjects, each with both results, sampled so that the share of cases is that of the
    population asked about: in a case-control study it tests something else. The weighted statistic does not depend on
    how a subject who is positive by both tests is weighted, keeps its level better, and for one prevalence is the one
    to prefer. Without subjects positive by one test only, p is 1; where all of them are cases, or none is, the variance
    is 0 and nothing can be tested.

    Parameters
    ----------
    weighted : bool
        Kosinski's weighted statistic; False is Leisenring, Alonzo and Pepe's.

    References
    ----------
    [leisenring2000], [kosinski2013]

    Examples
    --------
    >>> pairs = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)))
    >>> found = GeneralisedScore().infer(pairs, "ppv")
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (5.4659, 0.0194)
    """

    weighted: bool = True

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        if self.weighted:
            return Card(
                "weighted-generalised-score",
                "weighted score",
                "Predictive values were compared by the weighted generalised score test",
                ("kosinski2013",),
                "the weighted generalised score test",
            )
        return Card(
            "generalised-score",
            "generalised score",
            "Predictive values were compared by the generalised score test",
            ("leisenring2000",),
            "the generalised score test",
        )

    def infer(self, pairs: PairedCounts, which: Value, *, alternative: Alternative = "two-sided") -> Inference | None:
        """Return the difference of the predictive values, first minus second, with chi-squared on 1 degree of freedom.

        Parameters
        ----------
        pairs : PairedCounts
            Two tests on the same subjects.
        which : {"ppv", "npv"}
            Positive or negative predictive value.
        alternative : {"two-sided", "less", "greater"}
            "greater": that of the first test is above that of the second.

        Returns
        -------
        Inference or None
            None where a test has no result of that sign. ``estimable`` is False where the variance is 0.

        Raises
        ------
        MethodError
            If an option is out of range.
        """
        check_alternative(alternative)
        right, wrong = _groups(pairs, which)
        t1, t2 = right.first + wrong.first, right.second + wrong.second
        if t1 == 0 or t2 == 0:
            return None
        values = (right.first / t1, right.second / t2)
        estimate = (right.first * t2 - right.second * t1) / (t1 * t2)
        total, cases = t1 + t2, right.first + right.second
        others = total - cases
        once = right.discordant * others**2 + wrong.discordant * cases**2
        if right.discordant == wrong.discordant == 0:
            return Inference(values=values, estimate=estimate, pvalue=1.0, estimable=False)
        # Whole numbers up to the last root: both statistics are multiplied out by powers of S = T1 + T2.
        if self.weighted:
            distance, variance = (right.first * t2 - right.second * t1) * total, t1 * t2 * once
        else:
            # The score of a case is that of its results times the number of controls among all results.
            scores = [
                (count, sign * weight * shift)
                for table, sign, weight in ((right, 1, others), (wrong, -1, cases))
                for count, shift in ((table.n11, t2 - t1), (table.n10, t2), (table.n01, -t1))
            ]
            distance = sum(count * score for count, score in scores)
            variance = sum(count * score**2 for count, score in scores)
        if variance == 0:
            return Inference(values=values, estimate=estimate, estimable=False)
        z = distance / math.sqrt(variance)
        return Inference(values=values, estimate=estimate, statistic=z * z, df=1, pvalue=normal_pvalue(z, alternative))


@dataclass(frozen=True, slots=True)
class MoskowitzPepe:
    """Ratio of predictive values on the same subjects, first over second, with a Wald interval on the log scale.

    It assumes independent subjects, each with both results, sampled so that the share of cases is that of the
    population asked about. A predictive value of 0 has no logarithm, and where no subject's results differ the variance
    is 0: then there is no interval, and where no results differ p is 1. It misleads with few positive (PPV) or negative
    (NPV) results, and a ratio of NPVs near 1 hides a ratio of missed cases that is not.

    References
    ----------
    [moskowitz2006]

    Examples
    --------
    >>> pairs = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)))
    >>> found = MoskowitzPepe().infer(pairs, "ppv")
    >>> round(1 / found.estimate, 6), round(found.pvalue, 4)
    (1.048607, 0.0171)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "moskowitz-pepe",
            "Moskowitz-Pepe",
            "The logarithm of the ratio of predictive values was taken for normal",
            ("moskowitz2006",),
            "Moskowitz and Pepe's method",
        )

    def infer(
        self,
        pairs: PairedCounts,
        which: Value,
        *,
        level: float = 0.95,
        alternative: Alternative = "two-sided",
        null: float = 1.0,
    ) -> Inference | None:
        """Return ratio, standard error of its logarithm, interval and test.

        Parameters
        ----------
        pairs : PairedCounts
            Two tests on the same subjects.
        which : {"ppv", "npv"}
            Positive or negative predictive value.
        level : float
            Confidence level, 0.95 for 95 percent.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true ratio is above ``null``; a one-sided alternative gives the matching bound.
        null : float
            Ratio under the null hypothesis.

        Returns
        -------
        Inference or None
            None where the ratio has no finite value. ``estimable`` is False where there is no interval.

        Raises
        ------
        MethodError
            If an option is out of range.
        """
        right, wrong = _groups(pairs, which)
        t1, t2 = right.first + wrong.first, right.second + wrong.second
        return on_log_scale(
            (right.first / t1 if t1 else 0.0, right.second / t2 if t2 else 0.0),
            (right.first * t2, right.second * t1),
            _covariance(pairs, which, which),
            level=level,
            alternative=alternative,
            null=null,
            identical=right.discordant == wrong.discordant == 0,
        )

    def covariance(self, pairs: PairedCounts) -> float | None:
        """Return the covariance of the logarithms of the two ratios, of PPVs and of NPVs; None where one has none.

        Examples
        --------
        >>> pairs = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)))
        >>> round(MoskowitzPepe().covariance(pairs), 8)
        0.00040246
        """
        return _covariance(pairs, "ppv", "npv")


def _groups(pairs: PairedCounts, which: Value) -> tuple[PairedTable, PairedTable]:
    """Return the pairs of results that are right and those that are wrong, where a result has the sign asked about."""
    if not is_one_of(which, ("ppv", "npv")):
        raise MethodError(f'which is {shown(which)}; it must be "ppv" or "npv".')
    if which == "ppv":
        return pairs.cases, pairs.controls
    return pairs.controls.negatives, pairs.cases.negatives


def _covariance(pairs: PairedCounts, one: Value, other: Value) -> float | None:
    """Sum the products of the slopes of two log ratios over all subjects, who are one multinomial sample."""
    slopes = [_slopes(*_groups(pairs, which), negative=which == "npv") for which in (one, other)]
    first, second = slopes
    if first is None or second is None:
        return None
    counts = (*pairs.cases, *pairs.controls)
    return sum(n * a * b for n, a, b in zip(counts, first, second, strict=True))


def _slopes(right: PairedTable, wrong: PairedTable, *, negative: bool) -> list[float] | None:
    """Return d log(ratio) / d count for n11, n10, n01, n00 of the cases, then of the controls; each sums to 0."""
    t1, t2 = right.first + wrong.first, right.second + wrong.second
    if not right.first or not right.second:
        return None
    a1, b1 = 1 / right.first - 1 / t1, -1 / t1
    a2, b2 = 1 / right.second - 1 / t2, -1 / t2
    rights, wrongs = [a1 - a2, a1, -a2, 0.0], [b1 - b2, b1, -b2, 0.0]
    # For NPV the tables were turned: n00 stands first, and the controls are the right ones.
    return [*wrongs[::-1], *rights[::-1]] if negative else [*rights, *wrongs]
