"""Questions of reference cases about one 2x2 table, one proportion or one square table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rocstats.data.counts import Counts
from rocstats.empirical.points import counts_at
from rocstats.inference.accuracy_result import Accuracy
from rocstats.inference.agreement import Kappa, cohen_kappa
from rocstats.inference.goals import PerformanceGoal, performance_goal
from rocstats.inference.post_test import PostTest, post_test_probability
from rocstats.inference.predictive_table import PredictiveValuesAt, predictive_values
from rocstats.inference.single_proportion import Proportion as OneProportion
from rocstats.inference.single_proportion import proportion
from rocstats.inference.two_by_two import accuracy
from rocstats.inference.verification import VerificationCorrected, corrected_for_verification
from rocstats.qualification.asking import Question, chosen, method_named, of_type, with_limits
from rocstats.qualification.inputs import Input, Proportion, SquareTable, StatedAccuracy
from rocstats.qualification.printed import Obtained

_MEASURES = (
    *("sensitivity", "specificity", "ppv", "npv", "accuracy"),
    *("lr_positive", "lr_negative", "odds_ratio", "youden"),
)
_FURTHER = ("prevalence", "balanced_accuracy", "nnd", "f1", "mcc", "kappa", "csi")


def _accuracy(
    data: Input,
    *,
    tests: list[str] | None = None,
    method: str = "wilson",
    threshold: float | None = None,
    **options: Any,
) -> Accuracy:
    if threshold is not None:
        data = counts_at(chosen(data, tests), threshold)
    return accuracy(_table(data), method_named(method), **options)


def _table(data: Input) -> Counts:
    return of_type(data, Counts, "a 2x2 table, or scores and a threshold")


def _further(data: Input, **options: Any) -> Accuracy:
    return _accuracy(data, more=True, **options)


def _proportion(data: Input, *, method: str = "wilson", **options: Any) -> OneProportion:
    known = of_type(data, Proportion, "successes and a total")
    return proportion(known.successes, known.total, method_named(method), **options)


def _goal(data: Input, *, method: str = "clopper-pearson", **options: Any) -> PerformanceGoal:
    return performance_goal(_table(data), method=method_named(method), **options)


def _predictive_values(data: Input, *, prevalence: float, **options: Any) -> PredictiveValuesAt:
    if isinstance(data, StatedAccuracy):
        return predictive_values((data.sensitivity, data.specificity), prevalence, **options).values[0]
    return predictive_values(_table(data), prevalence, **options).values[0]


def _post_test(data: Input, *, prior: float, **options: Any) -> PostTest:
    if isinstance(data, StatedAccuracy):
        return post_test_probability(prior, sensitivity=data.sensitivity, specificity=data.specificity, **options)
    return post_test_probability(prior, counts=_table(data), **options)


def _kappa(data: Input, **options: Any) -> Kappa:
    return cohen_kappa(of_type(data, SquareTable, "a square table").cells, **options)


def _corrected(
    data: Input, *, unverified_positive: int, unverified_negative: int, **options: Any
) -> VerificationCorrected:
    return corrected_for_verification(
        _table(data), unverified_positive=unverified_positive, unverified_negative=unverified_negative, **options
    )


def _measure(name: str) -> dict[str, Callable[[Accuracy], Obtained]]:
    """Name a measure of a 2x2 table, its limits and its standard errors."""
    return {
        name: lambda a: a.measure(name).estimate,
        **with_limits(name, lambda a: a.measure(name).interval),
        f"{name}_error": lambda a: a.measure(name).standard_error,
        f"{name}_log_error": lambda a: a.measure(name).log_standard_error,
    }


_ASKED = ("tests", "threshold", "method", "level", "haldane", "sides", "prevalence")

OF_TABLES: dict[str, Question] = {
    "accuracy": Question(
        _accuracy,
        _ASKED,
        {
            "tp": lambda a: a.counts.tp,
            "fp": lambda a: a.counts.fp,
            "fn": lambda a: a.counts.fn,
            "tn": lambda a: a.counts.tn,
            "fpf": lambda a: Fraction(a.counts.fp, a.counts.n_controls) if a.counts.n_controls else None,
            **{name: value for one in _MEASURES for name, value in _measure(one).items()},
        },
    ),
    "further_accuracy": Question(
        # The share of cases is a measure here, so it is no option.
        _further,
        _ASKED[:-1],
        {name: value for one in _FURTHER for name, value in _measure(one).items()},
        ("accuracy",),
    ),
    "proportion": Question(
        _proportion,
        ("method", "level", "null_value", "alternative"),
        {
            "estimate": lambda p: p.estimate,
            **with_limits("", lambda p: p.interval),
            "pvalue": lambda p: p.pvalue,
        },
    ),
    "performance_goal": Question(
        _goal,
        ("measure", "goal", "method", "level", "alternative"),
        {
            "estimate": lambda g: g.estimate,
            **with_limits("", lambda g: g.interval),
            "pvalue": lambda g: g.pvalue,
            "met": lambda g: None if g.met is None else int(g.met),
        },
    ),
    "predictive_values": Question(
        _predictive_values,
        ("prevalence", "level", "sides", "adjusted"),
        {
            "ppv": lambda v: v.ppv,
            **with_limits("ppv", lambda v: v.ppv_interval),
            "npv": lambda v: v.npv,
            **with_limits("npv", lambda v: v.npv_interval),
        },
    ),
    "post_test_probability": Question(
        _post_test,
        ("prior", "positive", "level"),
        {"probability": lambda p: p.probability, **with_limits("", lambda p: p.interval)},
    ),
    "cohen_kappa": Question(
        _kappa,
        ("level", "sides"),
        {
            "kappa": lambda k: k.estimate,
            "standard_error": lambda k: k.standard_error,
            **with_limits("", lambda k: k.interval),
        },
    ),
    "corrected_for_verification": Question(
        _corrected,
        ("unverified_positive", "unverified_negative", "level", "sides"),
        {
            "sensitivity": lambda v: v.sensitivity.estimate,
            "sensitivity_error": lambda v: v.sensitivity.standard_error,
            **with_limits("sensitivity", lambda v: v.sensitivity.interval),
            "specificity": lambda v: v.specificity.estimate,
            "specificity_error": lambda v: v.specificity.standard_error,
            **with_limits("specificity", lambda v: v.specificity.interval),
        },
    ),
}
