"""Margins: whether a new test is non-inferior, equivalent, or superior by more than so much.

References: [liu2006], [schuirmann1987]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.data.sample import Sample
from rocstats.data.scores import as_float
from rocstats.empirical.area import AUC
from rocstats.empirical.statistic import Statistic
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_number
from rocstats.inference.estimates import check_statistic
from rocstats.inference.margin_counts import decide_counts
from rocstats.inference.margin_result import Claim, MarginDecision
from rocstats.inference.margin_samples import decide_scores, lower_is_better
from rocstats.methods.delong import DeLong
from rocstats.methods.method import checked_level

Side = Literal["greater", "less"]


def noninferiority(
    sample_or_a: Sample | Counts | PairedCounts,
    b: Sample | Counts | None = None,
    *,
    margin: float,
    statistic: Statistic | None = None,
    measure: str | None = None,
    method: Any = None,
    level: float = 0.95,
    higher_is_better: bool | None = None,
) -> MarginDecision:
    """Judge whether a new test is worse than a reference by less than a margin.

    The difference is new minus reference, and the first test is the new one. Where higher is better it is non-inferior
    if the low limit of the two-sided interval is above -margin; where lower is better, if the high limit is below
    margin. Both are strict and use unrounded limits. The p-value is that of the one-sided test at the margin and is
    given where the interval inverts a test.

    The margin must be chosen, and justified clinically, before the data are seen; no result here can do that. A claim
    that is not shown is no proof of inferiority. It misleads where one test was trained or its threshold chosen on
    these subjects, and where a poor study blurs both tests alike: then they resemble each other for the wrong reason.
    What has no interval (identical tests by DeLong, one subject in a group) is not estimable, never shown.

    Parameters
    ----------
    sample_or_a : Sample, Counts or PairedCounts
        Two tests on the same subjects, the new one first; or the new one of two independent samples or tables.
    b : Sample or Counts, optional
        The reference, on other subjects.
    margin : float
        Absolute, above 0, in units of the measure: 0.05 is five percentage points.
    statistic : Statistic, optional
        What to compare in samples; ``AUC()`` unless stated.
    measure : {"sensitivity", "specificity"}, optional
        What to compare in counts.
    method : Method, optional
        ``DeLong()`` for samples if it serves the statistic, ``Tango()`` for paired counts, ``MiettinenNurminen()`` for
        unpaired ones, unless stated.
    level : float
        Level of the two-sided interval, so the one-sided level is (1 - level)/2.
    higher_is_better : bool, optional
        Which values of the statistic are better. Unset: lower for the Brier score, an expected cost and LR-, or what
        the statistic itself says; higher for all others. A test of which low scores are positive has been turned
        before, so its AUC is better when higher.

    Returns
    -------
    MarginDecision

    Raises
    ------
    TypeError
        What came is neither samples nor counts, or the margin is no number.
    DataError
        The samples hold the wrong number of tests, or share subjects; or a table has nobody to count among.
    MethodError
        The method does not serve this difference or has no interval, or an option is out of range.

    References
    ----------
    [liu2006], [delong1988], [tango1998], [miettinen1985]

    Examples
    --------
    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> scores = {"new": [5, 4, 3, 2, 3, 2, 1, 1], "old": [4, 5, 3, 2, 3, 1, 2, 1]}
    >>> noninferiority(Sample.from_truth(truth, scores), margin=0.1).decision
    'not shown'
    >>> pairs = PairedCounts(cases=((80, 9), (8, 64)), controls=((1, 2), (3, 4)))
    >>> noninferiority(pairs, measure="sensitivity", margin=0.1).decision_text
    'non-inferior (low limit -0.048 is above -0.1; one-sided level 0.025)'
    """
    return _decide(
        "noninferiority", "non-inferiority", sample_or_a, b, margin, statistic, measure, method, level, higher_is_better
    )


def equivalence(
    sample_or_a: Sample | Counts | PairedCounts,
    b: Sample | Counts | None = None,
    *,
    margin: float,
    statistic: Statistic | None = None,
    measure: str | None = None,
    method: Any = None,
    level: float = 0.90,
    higher_is_better: bool | None = None,
) -> MarginDecision:
    """Judge whether two tests differ by less than a margin, by two one-sided tests.

    Equivalent if both limits of the two-sided interval lie strictly between -margin and margin; the p-value is the
    larger of the two one-sided ones. The default level, 0.90, gives each of them the level 0.05. The order of the tests
    turns the sign of the difference and does not change the decision.

    The margin must be chosen, and justified clinically, before the data are seen. A difference that is not significant
    is no equivalence, and equivalence that is not shown is no difference. It misleads as ``noninferiority`` does.

    Parameters
    ----------
    sample_or_a : Sample, Counts or PairedCounts
        Two tests on the same subjects, the new one first; or the new one of two independent samples or tables.
    b : Sample or Counts, optional
        The reference, on other subjects.
    margin : float
        Absolute, above 0, in units of the measure: 0.05 is five percentage points.
    statistic : Statistic, optional
        What to compare in samples; ``AUC()`` unless stated.
    measure : {"sensitivity", "specificity"}, optional
        What to compare in counts.
    method : Method, optional
        ``DeLong()`` for samples if it serves the statistic, ``Tango()`` for paired counts, ``MiettinenNurminen()`` for
        unpaired ones, unless stated.
    level : float
        Level of the two-sided interval; 0.90 for one-sided tests at 0.05.
    higher_is_better : bool, optional
        Which values of the statistic are better. Unset: lower for the Brier score, an expected cost and LR-, or what
        the statistic itself says; higher for all others. A test of which low scores are positive has been turned
        before, so its AUC is better when higher.

    Returns
    -------
    MarginDecision

    Raises
    ------
    TypeError
        What came is neither samples nor counts, or the margin is no number.
    DataError
        The samples hold the wrong number of tests, or share subjects; or a table has nobody to count among.
    MethodError
        The method does not serve this difference or has no interval, or an option is out of range.

    References
    ----------
    [schuirmann1987], [liu2006], [delong1988], [tango1998], [miettinen1985]

    Examples
    --------
    >>> pairs = PairedCounts(cases=((80, 9), (8, 64)), controls=((1, 2), (3, 4)))
    >>> equivalence(pairs, measure="sensitivity", margin=0.1).shown
    True
    """
    return _decide(
        "equivalence", "equivalence", sample_or_a, b, margin, statistic, measure, method, level, higher_is_better
    )


def superiority(
    sample_or_a: Sample | Counts | PairedCounts,
    b: Sample | Counts | None = None,
    *,
    margin: float,
    statistic: Statistic | None = None,
    measure: str | None = None,
    method: Any = None,
    level: float = 0.95,
    higher_is_better: bool | None = None,
) -> MarginDecision:
    """Judge whether a new test is better than a reference by more than a margin.

    The first test is the new one. Where higher is better it is superior by the margin if the low limit of the two-sided
    interval is above margin; where lower is better, if the high limit is below -margin; both strict. For superiority
    without a margin use ``compare_auc(sample, alternative="greater")``.

    It misleads as ``noninferiority`` does, and where the new test was trained on these subjects most of all.

    Parameters
    ----------
    sample_or_a : Sample, Counts or PairedCounts
        Two tests on the same subjects, the new one first; or the new one of two independent samples or tables.
    b : Sample or Counts, optional
        The reference, on other subjects.
    margin : float
        Absolute, above 0, in units of the measure: 0.05 is five percentage points.
    statistic : Statistic, optional
        What to compare in samples; ``AUC()`` unless stated.
    measure : {"sensitivity", "specificity"}, optional
        What to compare in counts.
    method : Method, optional
        ``DeLong()`` for samples if it serves the statistic, ``Tango()`` for paired counts, ``MiettinenNurminen()`` for
        unpaired ones, unless stated.
    level : float
        Level of the two-sided interval, so the one-sided level is (1 - level)/2.
    higher_is_better : bool, optional
        Which values of the statistic are better. Unset: lower for the Brier score, an expected cost and LR-, or what
        the statistic itself says; higher for all others. A test of which low scores are positive has been turned
        before, so its AUC is better when higher.

    Returns
    -------
    MarginDecision

    Raises
    ------
    TypeError
        What came is neither samples nor counts, or the margin is no number.
    DataError
        The samples hold the wrong number of tests, or share subjects; or a table has nobody to count among.
    MethodError
        The method does not serve this difference or has no interval, or an option is out of range.

    References
    ----------
    [liu2006], [delong1988], [tango1998], [miettinen1985]

    Examples
    --------
    >>> pairs = PairedCounts(cases=((80, 40), (8, 33)), controls=((1, 2), (3, 4)))
    >>> superiority(pairs, measure="sensitivity", margin=0.1).shown
    True
    """
    return _decide(
        "superiority", "superiority", sample_or_a, b, margin, statistic, measure, method, level, higher_is_better
    )


def _decide(
    question: str,
    claim: Claim,
    first: Any,
    second: Any,
    margin: float,
    statistic: Statistic | None,
    measure: str | None,
    method: Any,
    level: float,
    higher_is_better: bool | None,
) -> MarginDecision:
    """Sort samples from counts, settle which values are better, and ask."""
    level = checked_level(level)
    if higher_is_better is not None and not isinstance(higher_is_better, bool | np.bool_):
        raise TypeError("higher_is_better is True, False or None.")
    if isinstance(first, Counts | PairedCounts):
        if statistic is not None or higher_is_better is False:
            raise MethodError(
                "of counts a margin is on a sensitivity or specificity, which are better when higher; leave statistic "
                'and higher_is_better out, and say measure="sensitivity" or measure="specificity".'
            )
        _check_margin(margin, 1.0)
        sides = _sides(claim, float(margin), True)
        return decide_counts(first, second, measure, method, claim, float(margin), sides, level=level)
    if not isinstance(first, Sample):
        raise TypeError(
            f"{question} takes a Sample, Counts or PairedCounts, not {type(first).__name__}; make a sample with "
            'Sample.from_truth(truth, scores) or study.sample("A", "B").'
        )
    if measure is not None:
        raise MethodError(
            "measure= is for counts; of a sample state statistic=, or count it at a threshold with "
            "counts_at(sample, threshold)."
        )
    statistic = AUC() if statistic is None else statistic
    check_statistic(statistic)
    low, high = statistic.bounds
    _check_margin(margin, high - low)
    better = not lower_is_better(statistic) if higher_is_better is None else bool(higher_is_better)
    return decide_scores(
        first,
        second,
        statistic,
        DeLong() if method is None else method,
        claim,
        float(margin),
        _sides(claim, float(margin), better),
        level=level,
        higher_is_better=better,
    )


def _sides(claim: Claim, margin: float, higher_is_better: bool) -> Sequence[tuple[float, Side]]:
    """Return the differences that the interval must lie beyond, each with the side on which."""
    if claim == "equivalence":
        return (-margin, "greater"), (margin, "less")
    worst = -margin if claim == "non-inferiority" else margin
    return ((worst, "greater") if higher_is_better else (-worst, "less"),)


def _check_margin(margin: object, most: float) -> None:
    """Refuse a margin that is none, or as wide as the range of a difference."""
    if not is_number(margin) and not isinstance(margin, Fraction | Decimal):
        raise TypeError(f"margin is {type(margin).__name__}; it must be a number above 0.")
    number = as_float(margin, "margin")
    if not 0 < number < min(most, math.inf):
        end = "" if math.isinf(most) else f" and below {most:g}"
        hint = ""
        if number < 0:
            hint = " It is a distance without a sign."
        elif most == 1 < number <= 100:
            hint = " Write 0.05 for five percentage points."
        raise MethodError(f"margin is {shown(margin)}; it must be above 0{end}.{hint}")
