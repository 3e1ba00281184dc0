"""The area under the ROC curve: of one test, of two, and from a published summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.data.scores import LARGEST
from rocstats.empirical.area import AUC
from rocstats.empirical.ranks import Floats
from rocstats.empirical.score_table import check_sample, one_test
from rocstats.empirical.statistic import Quantity, Statistic
from rocstats.errors import DataError, MethodError
from rocstats.formatting import shown
from rocstats.given import is_whole
from rocstats.inference.estimates import ask, checked_null, compare, estimate
from rocstats.methods.advice import advise
from rocstats.methods.delong import DeLong
from rocstats.methods.hanley_mcneil import HanleyMcNeil
from rocstats.methods.method import Method, checked_level
from rocstats.methods.newcombe import Newcombe
from rocstats.results import Alternative, Comparison, Estimate, Subjects


def auc(
    sample: Sample,
    method: Method | None = None,
    *,
    level: float = 0.95,
    null_value: float | None = None,
    alternative: Alternative = "two-sided",
) -> Estimate:
    """Estimate the area under the ROC curve of one test.

    The AUC is the share of case-control pairs in which the case has the higher score, a tied pair counting one half.
    It misleads where the direction of the test was chosen on the same data, or where the test was trained on them; no
    method makes that valid. A test against 0.5 says little: a useless test is not the rival of a new one.

    With all cases beyond all controls, all scores tied, or one subject in a group, DeLong gives the AUC alone and a
    note with Newcombe's interval.

    Where the interval of the method fell short in simulated studies such as these data, a note says by how much, and
    which one to report instead: DeLong's covered the area in 64.0 percent of studies of 10 + 50 at an AUC of 0.95
    (worst of four kinds of scores, no interval being a miss), Newcombe's in 92.0 percent of studies of 10 + 50 at an
    AUC of 0.95. No note means that the method held, or that no other did better.

    Parameters
    ----------
    sample : Sample
        One test.
    method : Method, optional
        ``DeLong()`` unless stated; see the method's own docstring for where it misleads.
    level : float
        Confidence level of the interval.
    null_value : float, optional
        AUC to test against; without it no hypothesis is tested.
    alternative : {"two-sided", "less", "greater"}
        A one-sided alternative gives the matching one-sided interval.

    Returns
    -------
    Estimate

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        The method does not serve an AUC, or an option is out of range.

    References
    ----------
    [delong1988], [bamber1975]

    Examples
    --------
    >>> sample = Sample.from_truth([1, 1, 1, 1, 0, 0, 0, 0], [5, 4, 3, 2, 3, 2, 1, 1])
    >>> found = auc(sample, null_value=0.5)
    >>> found.estimate, found.standard_error, found.statistic
    (0.875, 0.125, 3.0)
    """
    one_test(sample, "auc")
    return estimate(
        sample,
        AUC(),
        DeLong() if method is None else method,
        level=level,
        null_value=null_value,
        alternative=alternative,
    )


def compare_auc(
    sample_or_a: Sample,
    b: Sample | None = None,
    method: Method | None = None,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> Comparison:
    """Compare the areas of two tests on the same subjects, or of one test in two independent samples.

    The difference is first minus second. It misleads where one test is a model nested in the other or was trained on
    these data; no method here makes that valid.

    Parameters
    ----------
    sample_or_a : Sample
        Two tests on the same subjects (paired), or the first of two samples.
    b : Sample, optional
        A second sample, of other subjects (unpaired).
    method : Method, optional
        ``DeLong()`` unless stated.
    alternative : {"two-sided", "less", "greater"}
        About the difference.
    level : float
        Confidence level of the interval.

    Returns
    -------
    Comparison

    Raises
    ------
    DataError
        The samples hold the wrong number of tests, or share subjects.
    MethodError
        The method does not serve this difference, or an option is out of range.

    References
    ----------
    [delong1988]

    Examples
    --------
    >>> truth = [1, 1, 1, 0, 0, 0]
    >>> both = Sample.from_truth(truth, {"A": [3, 4, 2, 1, 2, 0], "B": [1, 3, 2, 2, 1, 0]})
    >>> round(compare_auc(both).estimate, 3)
    0.167
    """
    check_sample(sample_or_a, "compare_auc")
    return compare(sample_or_a, b, AUC(), DeLong() if method is None else method, alternative=alternative, level=level)


def auc_from_summary(
    auc: float,
    *,
    n_cases: int,
    n_controls: int,
    method: Method | None = None,
    level: float = 0.95,
    null_value: float | None = None,
    alternative: Alternative = "two-sided",
) -> Estimate:
    """Give a published AUC an interval, from the area and two counts alone.

    It misleads as its method does: neither sees the scores, so ties and unequal spreads are not accounted for.

    Parameters
    ----------
    auc : float
        The published area, between 0 and 1.
    n_cases, n_controls : int
        Numbers of subjects with and without the condition.
    method : HanleyMcNeil or Newcombe, optional
        ``HanleyMcNeil()`` unless stated.
    level, null_value, alternative
        As in ``auc``.

    Returns
    -------
    Estimate

    Raises
    ------
    DataError
        The area is no proportion, or a count is no positive whole number.
    MethodError
        The method needs the scores.

    References
    ----------
    [hanley1982], [newcombe2006]

    Examples
    --------
    >>> round(auc_from_summary(0.893, n_cases=51, n_controls=58).standard_error, 3)
    0.033
    """
    if isinstance(auc, bool) or not isinstance(auc, int | float | np.floating):
        raise TypeError(f"auc_from_summary takes a published area, not {type(auc).__name__}; for data use auc(sample).")
    if not 0 <= auc <= 1:
        raise DataError(f"auc is {shown(auc)}; an area lies between 0 and 1.")
    for name, size in (("n_cases", n_cases), ("n_controls", n_controls)):
        if not is_whole(size) or size < 1:
            raise DataError(f"{name} is {shown(size)}; it must be a whole number of at least 1.")
        if size > LARGEST:
            raise DataError(f"{name} is {shown(size)}; counts go up to 2**53.")
    chosen = HanleyMcNeil() if method is None else method
    if not isinstance(chosen, HanleyMcNeil | Newcombe):
        raise MethodError(
            "a published area comes without its scores, and this method needs them; use HanleyMcNeil() or Newcombe()."
        )
    if null_value is not None:
        null_value = checked_null(null_value, AUC.bounds, "for AUC it")
    level = checked_level(level)
    margins = _Margins(int(n_cases), int(n_controls))
    statistic = _PublishedArea(float(auc))
    quantity = Quantity.alone(cast(Statistic, statistic), cast(Sample, margins))
    found = ask(quantity, chosen, level=level, alternative=alternative, null=null_value)
    return Estimate(
        parameter=statistic.name,
        title=statistic.title,
        test="published area",
        inference=found,
        method=chosen.card,
        level=level,
        subjects=margins.subjects,
        null_value=null_value,
        alternative=alternative,
        notes=advise(quantity, chosen, found, level=level, alternative=alternative),
        references=chosen.card.references,
    )


@dataclass(frozen=True, slots=True)
class _Margins:
    """What is known of a published sample: how many cases and controls it had."""

    n_cases: int
    n_controls: int
    clusters: Any = None
    tests: tuple[DiagnosticTest, ...] = (DiagnosticTest("published area"),)

    @property
    def subjects(self) -> Subjects:
        return Subjects(truth="", positive="", n_cases=self.n_cases, n_controls=self.n_controls, n_dropped=0)


@dataclass(frozen=True, slots=True)
class _PublishedArea:
    """An AUC whose value is known already."""

    value: float
    name = AUC.name
    title = AUC.title
    plural = AUC.plural
    bounds = AUC.bounds
    prevalence = AUC.prevalence

    def __call__(self, sample: Sample) -> Floats:
        return np.array([self.value])
