"""Questions of reference cases about two tests at their thresholds, margins, and families of p-values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts, PairedTable
from rocstats.errors import DataError
from rocstats.inference.accuracy_comparison_result import AccuracyComparison
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.margin_result import MarginDecision
from rocstats.inference.margins import equivalence, noninferiority, superiority
from rocstats.methods import REGISTER
from rocstats.methods.difference_limits import TwoProportions
from rocstats.methods.mcnemar import McNemar
from rocstats.methods.method import SIDES
from rocstats.methods.multiplicity import adjust_pvalues
from rocstats.methods.paired_odds_ratio import PairedOddsRatio
from rocstats.methods.paired_wald import PairedWald
from rocstats.methods.proportion_differences import (
    FOR_INDEPENDENT_PROPORTIONS,
    FOR_PAIRED_PROPORTIONS,
    TESTS_OF_EQUAL_PROPORTIONS,
)
from rocstats.methods.relative_proportions import KatzRatio, PairedRatio
from rocstats.qualification.asking import INFERRED, Question, item, method_named, of_type, one_or_two, with_limits
from rocstats.qualification.inputs import Input, Proportion, PValues
from rocstats.qualification.printed import Obtained
from rocstats.results import Alternative, Inference, Interval

# Corrected variants have no word of their own; cases name them by the ids of their cards.
_VARIANTS = (McNemar(continuity_correction=True), PairedWald("limits"), PairedWald("standard-error"))
_DIFFERENCES = {
    **FOR_PAIRED_PROPORTIONS,
    **FOR_INDEPENDENT_PROPORTIONS,
    **TESTS_OF_EQUAL_PROPORTIONS,
    **{method.card.id: method for method in _VARIANTS},
}


@dataclass(frozen=True, slots=True)
class _Difference:
    """What a method says of a difference of two proportions."""

    difference: float | None
    interval: Interval | None
    pvalue: float | None
    z: float | None = None


def _proportions(data: Input) -> PairedTable | TwoProportions:
    """Return a table of pairs, or two independent proportions."""
    if isinstance(data, tuple) and isinstance(data[0], Proportion) and isinstance(data[1], Proportion):
        return TwoProportions(data[0].successes, data[0].total, data[1].successes, data[1].total)
    return of_type(data, PairedTable, "a table of pairs, or successes and total of two groups")


def _difference(
    data: Input, *, method: str, level: float = 0.95, alternative: Alternative = "two-sided", null_value: float = 0.0
) -> _Difference:
    table, chosen = _proportions(data), method_named(method, None, _DIFFERENCES)
    if chosen.paired is not isinstance(table, PairedTable):
        raise DataError(f'method "{method}" is for {"pairs" if chosen.paired else "two groups"}.')
    if isinstance(table, PairedTable):
        value = (table.n10 - table.n01) / table.total if table.total else None
    else:
        value = table.difference if table.n1 and table.n2 else None
    return _Difference(
        value,
        chosen.interval(table, level=level, sides=SIDES[alternative]),
        chosen.pvalue(table, null=null_value, alternative=alternative),
        chosen.statistic(table) if isinstance(chosen, McNemar) else None,
    )


def _ratio(data: Input, **options: Any) -> Inference | None:
    table = _proportions(data)
    return (PairedRatio() if isinstance(table, PairedTable) else KatzRatio()).infer(table, **options)


def _if_any(read: Callable[[Any], Obtained]) -> Callable[[Inference | None], Obtained]:
    return lambda found: None if found is None else read(found)


def _odds_ratio(data: Input, *, by: Any = "mid-p", level: float = 0.95) -> tuple[float | None, Interval | None]:
    table, method = of_type(data, PairedTable, "a table of pairs"), PairedOddsRatio(by)
    return method.estimate(table), method.interval(table, level=level)


def _compare_accuracy(data: Input, *, method: str | None = None, **options: Any) -> AccuracyComparison:
    chosen = None if method is None else method_named(method, None, _DIFFERENCES)
    if isinstance(data, tuple) and isinstance(data[0], Counts) and isinstance(data[1], Counts):
        return compare_accuracy(data[0], data[1], method=chosen, **options)
    return compare_accuracy(
        of_type(data, PairedCounts, "paired tables of cases and controls, or two 2x2 tables"), method=chosen, **options
    )


def _judged(ask: Callable[..., MarginDecision]) -> Callable[..., MarginDecision]:
    def asked(
        data: Input, *, tests: list[str] | None = None, method: str | None = None, **options: Any
    ) -> MarginDecision:
        if method is not None:
            options["method"] = method_named(method, None, {**_DIFFERENCES, **REGISTER})
        if isinstance(data, PairedCounts):
            return ask(data, **options)
        if isinstance(data, tuple) and isinstance(data[0], Counts):
            return ask(data[0], data[1], **options)
        return ask(*one_or_two(data, tests), **options)

    return asked


def _adjusted(data: Input, *, adjust: Any = "holm") -> list[float | None]:
    return adjust_pvalues(of_type(data, PValues, "p-values").values, adjust)


def _compared(name: str) -> dict[str, Callable[[AccuracyComparison], Obtained]]:
    """Name a difference or ratio of one measure, with its limits and test."""
    return {
        name: lambda c: getattr(c, name).estimate,
        **with_limits(name, lambda c: getattr(c, name).interval),
        f"{name}_log_error": lambda c: getattr(c, name).log_standard_error,
        f"{name}_z": lambda c: getattr(c, name).statistic,
        f"{name}_pvalue": lambda c: getattr(c, name).pvalue,
    }


def _test(measure: str, word: str, name: str) -> dict[str, Callable[[AccuracyComparison], Obtained]]:
    """Name a test of equality that has no interval, by its measure and the id of its card."""

    def of(attribute: str) -> Callable[[AccuracyComparison], Obtained]:
        def read(answer: AccuracyComparison) -> Obtained:
            found = [t for t in answer.equality_tests if (t.name, t.method.id) == (measure, word)]
            number: Obtained = getattr(found[0], attribute) if found else None
            return number

        return read

    return {f"{name}_statistic": of("statistic"), f"{name}_pvalue": of("pvalue")}


_MARGIN = ("tests", "method", "margin", "measure", "level", "higher_is_better")
_DECIDED = {
    "difference": lambda d: d.estimate,
    **INFERRED,
    "shown": lambda d: None if d.decision == "not estimable" else int(d.shown),
}

OF_COMPARISONS: dict[str, Question] = {
    "difference": Question(
        _difference,
        ("method", "level", "null_value", "alternative"),
        {
            "difference": lambda d: d.difference,
            **with_limits("", lambda d: d.interval),
            "pvalue": lambda d: d.pvalue,
            "z": lambda d: d.z,
        },
        ("compare_accuracy",),
    ),
    "ratio": Question(
        _ratio,
        ("level", "alternative"),
        {
            "ratio": lambda i: None if i is None else i.estimate,
            **{name: _if_any(read) for name, read in INFERRED.items()},
        },
        ("compare_accuracy",),
    ),
    "odds_ratio_of_pairs": Question(
        _odds_ratio, ("by", "level"), {"odds_ratio": lambda a: a[0], **with_limits("", lambda a: a[1])}, ()
    ),
    "compare_accuracy": Question(
        _compare_accuracy,
        ("method", "level", "alternative"),
        {
            **{
                name: value
                for one in ("sensitivity", "specificity", "accuracy", "ppv", "npv", "lr_positive", "lr_negative")
                for name, value in _compared(one).items()
            },
            **_test("sensitivity_specificity", "mcnemar-generalised", "both"),
            **_test("ppv", "generalised-score", "ppv_score"),
            **_test("npv", "generalised-score", "npv_score"),
            **_test("ppv", "weighted-generalised-score", "ppv_weighted"),
            **_test("npv", "weighted-generalised-score", "npv_weighted"),
        },
    ),
    "noninferiority": Question(_judged(noninferiority), _MARGIN, _DECIDED),
    "equivalence": Question(_judged(equivalence), _MARGIN, _DECIDED),
    "superiority": Question(_judged(superiority), _MARGIN, _DECIDED),
    "adjust_pvalues": Question(_adjusted, ("adjust",), {f"pvalue_{i + 1}": item(i) for i in range(6)}),
}
