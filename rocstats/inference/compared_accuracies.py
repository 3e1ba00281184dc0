"""Accuracy of two tests compared: on the same subjects, or on different ones.

References: [tango1998], [miettinen1985], [mcnemar1947], [fisher1935], [moskowitz2006], [gu2009], [kosinski2013]
"""

from __future__ import annotations

from typing import Any

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.errors import MethodError
from rocstats.inference.accuracy_comparison_notes import paired_notes, unpaired_notes
from rocstats.inference.accuracy_comparison_result import AccuracyComparison
from rocstats.inference.paired_accuracy import paired_measures, paired_tests
from rocstats.inference.unpaired_accuracy import unpaired_measures, unpaired_tests
from rocstats.methods.fisher import FisherExact
from rocstats.methods.mcnemar import McNemar
from rocstats.methods.method import check_alternative, checked_level
from rocstats.methods.miettinen_nurminen import MiettinenNurminen
from rocstats.methods.proportion_differences import DifferenceMethod
from rocstats.methods.tango import Tango
from rocstats.results import Alternative


def compare_accuracy(
    counts: PairedCounts | Counts,
    second: Counts | None = None,
    *,
    method: DifferenceMethod | None = None,
    test: McNemar | FisherExact | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> AccuracyComparison:
    """Compare sensitivity, specificity, predictive values and likelihood ratios of two tests.

    Two tests on the same subjects come as ``PairedCounts``, two tests on different subjects as two ``Counts``; two
    marginal tables of the same subjects must not be given as ``Counts``, for that would throw the pairing away.
    Subjects are taken as independent, thresholds as chosen before these data and the truth as known for everybody
    whatever the tests said. Differences are first - second, ratios first / second. Every p-value and interval stands
    for itself: nothing is adjusted for there being several. Predictive values and accuracy hold for the share of cases
    in the tables; a case-control design fixes that share, so they are not estimable there, and a design that is not
    stated gets a note.

    Parameters
    ----------
    counts : PairedCounts or Counts
        Both tests on the same subjects, or the first test.
    second : Counts, optional
        The second test, on other subjects.
    method : DifferenceMethod, optional
        Interval, and test where it has one, of the differences of proportions: ``Tango()`` for pairs and
        ``MiettinenNurminen()`` for different subjects unless stated. Ratios have their own methods on the log scale.
    test : McNemar or FisherExact, optional
        A test of equal proportions to show beside the intervals. Unless stated there are McNemar's exact, mid-p and
        asymptotic test, or Fisher's, for each difference of which the method has no p-value.
    level : float
        Confidence level of all intervals.
    alternative : {"two-sided", "less", "greater"}
        About each difference and ratio, first against second; a one-sided alternative gives one-sided intervals. For
        LR- "greater" means that the first test is the worse.

    Returns
    -------
    AccuracyComparison
        With one ``ComparedMeasure`` for each: ``sensitivity``, ``specificity``, ``accuracy``, ``ppv``, ``npv``,
        ``lr_positive``, ``lr_negative``; and with ``equality_tests``.

    Raises
    ------
    TypeError
        If ``counts`` or ``second`` are no counts.
    MethodError
        If a method is not one for these counts, or an option is out of range.

    References
    ----------
    [tango1998], [miettinen1985], [mcnemar1947], [fisher1935], [moskowitz2006], [gu2009], [kosinski2013]

    Examples
    --------
    >>> pairs = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)))
    >>> found = compare_accuracy(pairs)
    >>> round(found.sensitivity.estimate, 4), round(found.ppv.estimate, 4)
    (0.1242, 0.9536)
    """
    level = checked_level(level)
    check_alternative(alternative)
    if isinstance(counts, PairedCounts):
        if second is not None:
            raise TypeError("paired counts hold both tests; leave the second place out.")
        method = Tango() if method is None else method
        _check_method(method, paired=True)
        if test is not None and not isinstance(test, McNemar):
            raise MethodError(f"test is {_called(test)}; two tests on the same subjects are compared by McNemar().")
        measures = paired_measures(counts, method, level=level, alternative=alternative)
        tests = paired_tests(counts, measures, test, alternative=alternative)
        return AccuracyComparison(
            first=counts.first,
            second=counts.second,
            pairs=counts,
            tests=(counts.tests[0].name, counts.tests[1].name),
            level=level,
            alternative=alternative,
            method=method.card,
            equality_tests=tests,
            notes=paired_notes(counts, measures.values(), tests, method),
            **measures,
        )
    first = _counts(counts, "counts")
    if second is None:
        raise TypeError(
            "one 2x2 table is no comparison: give a second table of other subjects, or both tests as PairedCounts, "
            "from paired_counts_at(sample, thresholds)."
        )
    other = _counts(second, "second")
    method = MiettinenNurminen() if method is None else method
    _check_method(method, paired=False)
    if test is not None and not isinstance(test, FisherExact):
        raise MethodError(f"test is {_called(test)}; two tests on different subjects are compared by FisherExact().")
    measures = unpaired_measures(first, other, method, level=level, alternative=alternative)
    return AccuracyComparison(
        first=first,
        second=other,
        pairs=None,
        tests=_test_names(first, other),
        level=level,
        alternative=alternative,
        method=method.card,
        equality_tests=unpaired_tests(first, other, measures, test, alternative=alternative),
        notes=unpaired_notes(first, other, measures.values(), method),
        **measures,
    )


def _counts(counts: Any, place: str) -> Counts:
    if not isinstance(counts, Counts):
        raise TypeError(
            f"{place} is {type(counts).__name__}; compare_accuracy takes PairedCounts, from paired_counts_at(sample, "
            "thresholds), or two Counts of different subjects, each from counts_at(sample, threshold)."
        )
    return counts


def _called(method: Any) -> str:
    return f"the class {method.__name__}" if isinstance(method, type) else type(method).__name__


def _check_method(method: Any, *, paired: bool) -> None:
    """Refuse what is no method for such proportions, and name those that are."""
    needed = (
        "Tango(), PairedNewcombe(), BonettPrice(), AgrestiMin() or PairedWald()"
        if paired
        else "MiettinenNurminen(), IndependentNewcombe(), AgrestiCaffo() or IndependentWald()"
    )
    which = "pairs" if paired else "independent proportions"
    if isinstance(method, type):
        raise MethodError(f"method is the class {method.__name__}; write {method.__name__}().")
    if not getattr(method, "has_interval", True):
        raise MethodError(f"{method.card.name} is a test only; give it as test=, and as method {needed}.")
    if getattr(method, "paired", None) is not paired:
        raise MethodError(f"{_called(method)} is no method for a difference of {which}; take {needed}.")


def _test_names(first: Counts, second: Counts) -> tuple[str, str]:
    names = [counts.test.name if counts.test else "" for counts in (first, second)]
    return names[0] or "first", names[1] or "second"
