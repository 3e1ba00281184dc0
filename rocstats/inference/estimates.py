"""Any statistic of one test with its interval, and any difference between two."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from rocstats.data.sample import Sample
from rocstats.empirical.independent_subjects import refuse_clusters
from rocstats.empirical.score_table import check_sample, one_test
from rocstats.empirical.stated_prevalence import refuse_case_control
from rocstats.empirical.statistic import Quantity, Statistic
from rocstats.errors import DataError, MethodError
from rocstats.formatting import names_listed, printable, shown
from rocstats.given import is_number
from rocstats.methods.advice import advise
from rocstats.methods.method import Method, check_alternative, checked_level
from rocstats.printing import Note
from rocstats.results import Alternative, Comparison, Estimate, Inference

# What dependence does to a method that has no standard error.
_TOO_SURE = {"permutation": "p-value would be too small", "newcombe": "interval would be too short"}
_PERHAPS_PAIRED = Note(
    "perhaps-paired",
    "cases and controls lie in the same rows in both samples. If these are the same subjects, the tests are paired: "
    "take both from one study, study.sample(first, second).",
)


def estimate(
    sample: Sample,
    statistic: Statistic,
    method: Method,
    *,
    level: float = 0.95,
    null_value: float | None = None,
    alternative: Alternative = "two-sided",
) -> Estimate:
    """Estimate a statistic of one test, with standard error, interval and, against a null value, a test.

    Parameters
    ----------
    sample : Sample
        One test.
    statistic : Statistic
        What to estimate, such as ``AUC()``.
    method : Method
        How sure, such as ``DeLong()`` or ``Bootstrap()``.
    level : float
        Confidence level of the interval.
    null_value : float, optional
        Value to test against; without it no hypothesis is tested.
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
        The method does not serve this statistic, or an option is out of range.

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> from rocstats.empirical.area import AUC
    >>> from rocstats.methods.delong import DeLong
    >>> sample = Sample.from_truth([1, 1, 1, 1, 0, 0, 0, 0], [5, 4, 3, 2, 3, 2, 1, 1])
    >>> found = estimate(sample, AUC(), DeLong())
    >>> found.estimate, found.standard_error
    (0.875, 0.125)
    """
    one_test(sample, "estimate")
    level = checked_level(level)
    check_statistic(statistic)
    if null_value is not None:
        null_value = checked_null(null_value, statistic.bounds, f"for {statistic.name} it")
    quantity = Quantity.alone(statistic, sample)
    found = ask(quantity, method, level=level, alternative=alternative, null=null_value)
    return Estimate(
        parameter=statistic.name,
        title=statistic.title,
        test=sample.tests[0].name,
        inference=found,
        method=method.card,
        level=level,
        subjects=sample.subjects,
        null_value=null_value,
        alternative=alternative,
        notes=advise(quantity, method, found, level=level, alternative=alternative),
        references=method.card.references,
    )


def compare(
    sample_or_a: Sample,
    b: Sample | None,
    statistic: Statistic,
    method: Method,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    null_value: float = 0.0,
) -> Comparison:
    """Compare a statistic between two tests on the same subjects, or between two independent samples.

    The difference is first minus second. One sample of two tests is paired; two samples of one test each are not, and
    samples that share subjects are refused as unpaired.

    Parameters
    ----------
    sample_or_a : Sample
        Two tests on the same subjects, or the first of two samples.
    b : Sample or None
        The second sample, of other subjects.
    statistic : Statistic
        What to compare, such as ``AUC()``.
    method : Method
        How sure, such as ``DeLong()`` or ``Bootstrap()``.
    alternative : {"two-sided", "less", "greater"}
        About the difference; a one-sided alternative gives the matching one-sided interval.
    level : float
        Confidence level of the interval.
    null_value : float
        Difference to test against.

    Returns
    -------
    Comparison

    Raises
    ------
    DataError
        The samples hold the wrong number of tests, or share subjects.
    MethodError
        The method does not serve this difference, or an option is out of range.

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> from rocstats.empirical.area import AUC
    >>> from rocstats.methods.delong import DeLong
    >>> truth = [1, 1, 1, 0, 0, 0]
    >>> sample = Sample.from_truth(truth, {"A": [3, 4, 2, 1, 2, 0], "B": [1, 3, 2, 2, 1, 0]})
    >>> compare(sample, None, AUC(), DeLong()).values
    (0.9444444444444444, 0.7777777777777778)
    """
    check_sample(sample_or_a, "compare")
    check_statistic(statistic)
    if b is None:
        if len(sample_or_a.tests) != 2:
            raise DataError(_not_two(sample_or_a))
        parts: tuple[tuple[Sample, tuple[float, ...]], ...] = ((sample_or_a, (1.0, -1.0)),)
    else:
        if not isinstance(b, Sample):
            raise TypeError(
                f"the second place is for a second sample, and it holds {shown(b)}. Name a method: "
                "compare_auc(sample, method=...) or compare(sample, None, statistic, method)."
            )
        for sample in (sample_or_a, b):
            one_test(sample, "an unpaired comparison")
        if sample_or_a.shares_subjects_with(b):
            raise DataError(_paired_after_all(sample_or_a, b))
        parts = ((sample_or_a, (1.0,)), (b, (-1.0,)))
    quantity = Quantity(statistic, parts)
    level, null_value = checked_level(level), checked_null(null_value, quantity.bounds, "a difference")
    found = ask(quantity, method, level=level, alternative=alternative, null=null_value)
    alike = [] if b is None or not sample_or_a.lies_like(b) else [_PERHAPS_PAIRED]
    first, second = (test.name for sample, _ in parts for test in sample.tests)
    return Comparison(
        parameter=statistic.name,
        title=method.card.test.format(
            relation="correlated" if quantity.paired else "independent",
            plural=statistic.plural,
            # A test of areas is named after the curves; one of a part of them after that part.
            curves="ROC curves" if statistic.name == "AUC" else statistic.plural,
        ),
        tests=(first, second),
        inference=found,
        method=method.card,
        level=level,
        subjects=tuple(sample.subjects for sample, _ in parts),
        paired=quantity.paired,
        null_value=null_value,
        alternative=alternative,
        notes=(*alike, *advise(quantity, method, found, level=level, alternative=alternative)),
        references=method.card.references,
    )


def ask(quantity: Quantity, method: Method, *, level: float, alternative: Alternative, null: float | None) -> Inference:
    """Let a method answer for a quantity, after asking whether it serves."""
    level = checked_level(level)
    check_alternative(alternative)
    _check_method(method)
    for sample, _ in quantity.parts:
        refuse_clusters(sample, method.card.name, _TOO_SURE.get(method.card.id, "standard error would be too small"))
    for sample, _ in quantity.parts:
        refuse_case_control(quantity.statistic, sample)
    reason = method.refuses(quantity)
    if reason is not None:
        raise MethodError(reason)
    return method.infer(quantity, level=level, alternative=alternative, null=null)


def checked_null(null_value: object, bounds: tuple[float, float], which: str) -> float:
    """Return a null value as a float, or refuse one that the quantity cannot have."""
    if not is_number(null_value):
        raise TypeError(f"null_value is {type(null_value).__name__}; it must be a number.")
    low, high = bounds
    if not low < null_value < high:
        raise MethodError(f"null_value is {shown(null_value)}; {which} must lie between {low:g} and {high:g}.")
    return float(null_value)


def check_statistic(statistic: Any) -> None:
    """Refuse what is no statistic, and show how statistics are written."""
    if isinstance(statistic, type):
        needed = is_dataclass(statistic) and any(f.default is MISSING for f in fields(statistic))
        raise TypeError(
            f"{statistic.__name__} is a class; a statistic is a value: {statistic.__name__}({'...' if needed else ''})."
        )
    if not hasattr(statistic, "weighted"):
        raise TypeError(
            f"statistic is {shown(statistic)}; it must be a statistic, such as AUC() or AveragePrecision()."
        )


def _check_method(method: Any) -> None:
    """Refuse what is no method for a quantity, and show how methods are written."""
    if isinstance(method, type):
        raise TypeError(f"{method.__name__} is a class; a method is a value: {method.__name__}().")
    if not hasattr(method, "infer"):
        known = "DeLong(), Bootstrap(), HanleyMcNeil(), Newcombe(), Bamber() or Permutation()"
        raise TypeError(f"method is {shown(method)}; it must be a method for a quantity, such as {known}.")


def _not_two(sample: Sample) -> str:
    names = [printable(test.name) for test in sample.tests]
    held = f"this sample holds {len(names)}: {names_listed(names, 'and')}"
    if len(names) == 1:
        return f'a comparison takes two tests; {held}. Take both from one study: study.sample("A", "B").'
    return (
        f"a comparison takes two tests; {held}. Pick two with sample.select(first, second), or compare all at once "
        "with contrast_auc(sample)."
    )


def _paired_after_all(a: Sample, b: Sample) -> str:
    first, second = (printable(sample.tests[0].name) for sample in (a, b))
    if first == second:
        return (
            f'the two samples of "{first}" share subjects, so they are not independent. Compare groups of different '
            "subjects, such as study.where(mask) and study.where(~mask)."
        )
    return (
        "the two samples share subjects, so the tests are paired, and an unpaired comparison would be wrong. Take both "
        f'tests in one sample: compare_auc(study.sample("{first}", "{second}")).'
    )
