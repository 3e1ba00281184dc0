"""Ratio of the likelihood ratios of two tests on the log scale, paired or independent.

LR+ of the first test over LR+ of the second is the ratio of their true positive fractions over the ratio of their false
positive fractions. Cases and controls are different subjects, so the variances of the two logarithms are added; the
LR- is the same with negatives for positives.

References: [gu2009] (paired); [simel1991] (independent)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_one_of
from rocstats.methods.log_ratio import on_log_scale
from rocstats.results import Alternative, Card, Inference

Which = Literal["positive", "negative"]


@dataclass(frozen=True, slots=True)
class GuPepe:
    """Ratio of likelihood ratios of two tests on the same subjects, first over second.

    It assumes independent subjects, each with both results, and enough of them in each of the four margins that the
    logarithm is near normal; no share of cases enters, so a case-control study serves. A margin of 0 leaves no finite
    logarithm, and without discordant pairs the variance is 0: then there is no interval, and without discordant pairs
    p is 1. It misleads with few false positives (LR+) or few false negatives (LR-).

    References
    ----------
    [gu2009]

    Examples
    --------
    >>> pairs = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)))
    >>> found = GuPepe().infer(pairs, "positive")
    >>> round(found.estimate, 4), round(found.standard_error, 4), round(found.pvalue, 4)
    (0.7346, 0.1326, 0.02)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "gu-pepe",
            "Gu-Pepe",
            "The logarithm of the ratio of likelihood ratios was taken for normal, with the pairing of results",
            ("gu2009",),
            "Gu and Pepe's method",
        )

    def infer(
        self,
        pairs: PairedCounts,
        which: Which,
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
        which : {"positive", "negative"}
            LR+ or LR-.
        level : float
            Confidence level, 0.95 for 95 percent.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true ratio is above ``null``; for LR- that means that the first test is the worse.
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
        negative = _negative(which)
        cases, controls = (t.negatives if negative else t for t in (pairs.cases, pairs.controls))
        x1, x2, y1, y2 = cases.first, cases.second, controls.first, controls.second
        variance = None
        if x1 and x2 and y1 and y2:
            variance = cases.discordant / x1 / x2 + controls.discordant / y1 / y2
        return _ratio(
            (x1, x2),
            (y1, y2),
            (cases.total,) * 2,
            (controls.total,) * 2,
            variance,
            level=level,
            alternative=alternative,
            null=null,
            identical=cases.discordant == controls.discordant == 0,
        )


@dataclass(frozen=True, slots=True)
class IndependentLikelihoodRatios:
    """Ratio of likelihood ratios of two tests on different subjects, first over second.

    It assumes independent subjects in two independent samples, and enough of them in each of the four margins that the
    logarithm is near normal. A margin of 0 leaves no finite logarithm and there is no interval. It misleads with few
    false positives (LR+) or few false negatives (LR-).

    References
    ----------
    [simel1991]

    Examples
    --------
    >>> first, second = Counts(tp=26, fp=12, fn=15, tn=60), Counts(tp=30, fp=20, fn=11, tn=52)
    >>> found = IndependentLikelihoodRatios().infer(first, second, "positive")
    >>> round(found.estimate, 3), round(found.standard_error, 3)
    (1.444, 0.359)
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "log-ratio-of-likelihood-ratios",
            "log",
            "The logarithm of the ratio of two independent likelihood ratios was taken for normal",
            ("simel1991",),
            "log method",
        )

    def infer(
        self,
        first: Counts,
        second: Counts,
        which: Which,
        *,
        level: float = 0.95,
        alternative: Alternative = "two-sided",
        null: float = 1.0,
    ) -> Inference | None:
        """Return ratio, standard error of its logarithm, interval and test.

        Parameters
        ----------
        first, second : Counts
            Tables of different subjects.
        which : {"positive", "negative"}
            LR+ or LR-.
        level : float
            Confidence level, 0.95 for 95 percent.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true ratio is above ``null``; for LR- that means that the first test is the worse.
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
        negative = _negative(which)
        x1, x2 = ((c.fn if negative else c.tp) for c in (first, second))
        y1, y2 = ((c.tn if negative else c.fp) for c in (first, second))
        m, n = (first.n_cases, second.n_cases), (first.n_controls, second.n_controls)
        variance = None
        if x1 and x2 and y1 and y2:
            parts = ((x1, m[0]), (x2, m[1]), (y1, n[0]), (y2, n[1]))
            variance = sum((total - count) / total / count for count, total in parts)
        return _ratio((x1, x2), (y1, y2), m, n, variance, level=level, alternative=alternative, null=null)


def _negative(which: Which) -> bool:
    if not is_one_of(which, ("positive", "negative")):
        raise MethodError(f'which is {shown(which)}; it must be "positive" for LR+ or "negative" for LR-.')
    return which == "negative"


def _ratio(
    x: tuple[int, int],
    y: tuple[int, int],
    m: tuple[int, ...],
    n: tuple[int, ...],
    variance: float | None,
    *,
    level: float,
    alternative: Alternative,
    null: float,
    identical: bool = False,
) -> Inference | None:
    """Judge (x1/m1)/(y1/n1) over (x2/m2)/(y2/n2)."""
    estimable = all((*y, *m, *n))
    values = tuple(a * d / (c * b) if estimable else 0.0 for a, b, c, d in zip(x, m, y, n, strict=True))
    above, below = x[0] * n[0] * m[1] * y[1], m[0] * y[0] * x[1] * n[1]
    return on_log_scale(
        (values[0], values[1]),
        (above, below if estimable else 0),
        variance,
        level=level,
        alternative=alternative,
        null=null,
        identical=identical,
    )
