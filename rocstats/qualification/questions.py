"""Questions of a reference case: what each asks of its data, and the quantities that its answer holds.

This is the one place where the names in a case become quantities of rocstats. A new method of an existing question
needs nothing here, its word in the register will do; a new question is one more entry of ``QUESTIONS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, TypeVar

from rocstats.data.counts import Counts
from rocstats.data.sample import Sample
from rocstats.empirical.components import StructuralComponents, structural_components
from rocstats.empirical.points import OperatingPoints, counts_at, operating_points
from rocstats.empirical.ties import TieSummary, tie_summary
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.inference.accuracy_result import Accuracy
from rocstats.inference.areas import auc, auc_from_summary, compare_auc
from rocstats.inference.contrasts import Contrast, contrast_auc
from rocstats.inference.two_by_two import accuracy
from rocstats.methods import REGISTER
from rocstats.qualification.inputs import AreaAndCounts, Input, Proportion
from rocstats.qualification.printed import Obtained
from rocstats.results import Comparison, Estimate, Interval

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Question:
    """One question: how it is asked, the options it takes, and the numbers in its answer.

    A number is None where the answer has none: not estimable.
    """

    ask: Callable[..., Any]
    options: tuple[str, ...]
    values: Mapping[str, Callable[[Any], Obtained]]


def _auc(
    data: Input, *, tests: list[str] | None = None, method: str = "delong", seed: int | None = None, **options: Any
) -> Estimate:
    return auc(_chosen(data, tests), _method(method, seed), **options)


def _compare_auc(
    data: Input, *, tests: list[str] | None = None, method: str = "delong", seed: int | None = None, **options: Any
) -> Comparison:
    if isinstance(data, tuple):
        return compare_auc(*data, method=_method(method, seed), **options)
    return compare_auc(_chosen(data, tests), method=_method(method, seed), **options)


def _contrast_auc(data: Input, *, tests: list[str] | None = None) -> Contrast:
    return contrast_auc(_chosen(data, tests))


def _auc_from_summary(data: Input, *, method: str = "hanley-mcneil", **options: Any) -> Estimate:
    known = _of_type(data, AreaAndCounts, "an AUC and two counts")
    return auc_from_summary(
        known.auc, n_cases=known.n_cases, n_controls=known.n_controls, method=_method(method), **options
    )


def _components(data: Input, *, tests: list[str] | None = None) -> StructuralComponents:
    return structural_components(_chosen(data, tests))


def _ties(data: Input, *, tests: list[str] | None = None) -> TieSummary:
    return tie_summary(_chosen(data, tests))


def _points(data: Input, *, tests: list[str] | None = None) -> OperatingPoints:
    return operating_points(_chosen(data, tests))


def _accuracy(
    data: Input,
    *,
    tests: list[str] | None = None,
    method: str = "wilson",
    threshold: float | None = None,
    **options: Any,
) -> Accuracy:
    if threshold is not None:
        data = counts_at(_chosen(data, tests), threshold)
    return accuracy(_of_type(data, Counts, "a 2x2 table, or scores and a threshold"), _method(method), **options)


def _proportion(data: Input, *, method: str = "wilson", level: float = 0.95) -> Interval | None:
    known = _of_type(data, Proportion, "successes and a total")
    interval: Interval | None = _method(method).interval(known.successes, known.total, level=level)
    return interval


def _chosen(data: Input, tests: list[str] | None) -> Sample:
    """Return the sample with the named tests."""
    sample = _of_type(data, Sample, "scores of cases and controls")
    return sample if tests is None else sample.select(*tests)


def _of_type(data: Input, wanted: type[_T], what: str) -> _T:
    if not isinstance(data, wanted):
        raise DataError(f"this question takes {what}, and the data hold something else.")
    return data


def _method(word: str, seed: int | None = None) -> Any:
    """Return the method of a word of the register; chance needs a seed, so that a case gives one number."""
    if word not in REGISTER:
        raise DataError(f'there is no method "{printable(word)}"; there are {", ".join(REGISTER)}.')
    method: Any = REGISTER[word]
    if not any(field.name == "rng" for field in fields(method)):
        return method
    if seed is None:
        raise DataError(f'method "{word}" draws at random; give the case a seed.')
    return replace(method, rng=seed)


def _limit(interval: Interval | None, end: str) -> float | None:
    return None if interval is None else float(getattr(interval, end))


def _best(points: OperatingPoints) -> int:
    """Return the place of the one best point; several are no number."""
    if len(points.youden_optima) != 1:
        raise DataError(f"{len(points.youden_optima)} thresholds share the largest Youden index; state none of them.")
    return points.youden_optima[0]


def _covariance(components: StructuralComponents) -> Fraction | None:
    """Return the covariance of two areas; None with one case or one control."""
    if len(components.areas) != 2:
        raise DataError(f"a covariance is that of two tests, and {len(components.areas)} were asked about.")
    exact = components.exact_covariance()
    return None if exact is None else exact[0][1]


def _measure(name: str) -> dict[str, Callable[[Accuracy], Obtained]]:
    """Name a measure of a 2x2 table and its limits."""
    return {
        name: lambda a: getattr(a, name).estimate,
        f"{name}_low": lambda a: _limit(getattr(a, name).interval, "low"),
        f"{name}_high": lambda a: _limit(getattr(a, name).interval, "high"),
    }


_INFERRED: dict[str, Callable[[Any], Obtained]] = {
    "standard_error": lambda e: e.standard_error,
    "low": lambda e: _limit(e.interval, "low"),
    "high": lambda e: _limit(e.interval, "high"),
    "statistic": lambda e: e.statistic,
    "pvalue": lambda e: e.pvalue,
}

QUESTIONS: dict[str, Question] = {
    "auc": Question(
        _auc,
        ("tests", "method", "seed", "level", "null_value", "alternative"),
        {"auc": lambda e: e.estimate, **_INFERRED},
    ),
    "auc_from_summary": Question(
        _auc_from_summary,
        ("method", "level", "null_value", "alternative"),
        {"auc": lambda e: e.estimate, **_INFERRED},
    ),
    "compare_auc": Question(
        _compare_auc,
        ("tests", "method", "seed", "level", "alternative"),
        {
            "first": lambda c: c.inference.values[0],
            "second": lambda c: c.inference.values[1],
            "difference": lambda c: c.estimate,
            **_INFERRED,
        },
    ),
    "contrast_auc": Question(
        _contrast_auc,
        ("tests",),
        {"statistic": lambda c: c.statistic, "df": lambda c: c.df, "pvalue": lambda c: c.pvalue},
    ),
    "structural_components": Question(
        _components,
        ("tests",),
        {
            "auc": lambda s: s.areas[0],
            "variance": lambda s: s.variance([1]),
            "covariance": _covariance,
            "variance_of_difference": lambda s: s.variance([1, -1]),
        },
    ),
    "tie_summary": Question(
        _ties,
        ("tests",),
        {
            "pairs": lambda t: t.pairs,
            "higher": lambda t: t.higher,
            "tied": lambda t: t.tied,
            "lower": lambda t: t.lower,
            "auc": lambda t: t.auc,
            "p_higher": lambda t: t.p_higher,
            "p_tie": lambda t: t.p_tie,
            "gap": lambda t: t.gap,
            "bound": lambda t: t.bound,
        },
    ),
    "operating_points": Question(
        _points,
        ("tests",),
        {
            "youden": lambda p: float(p.youden.max()),
            "youden_optima": lambda p: len(p.youden_optima),
            "threshold": lambda p: float(p.thresholds[_best(p)]),
            "sensitivity": lambda p: float(p.sensitivity[_best(p)]),
            "specificity": lambda p: float(p.specificity[_best(p)]),
        },
    ),
    "accuracy": Question(
        _accuracy,
        ("tests", "threshold", "method", "level", "haldane"),
        {
            "tp": lambda a: a.counts.tp,
            "fp": lambda a: a.counts.fp,
            "fn": lambda a: a.counts.fn,
            "tn": lambda a: a.counts.tn,
            "fpf": lambda a: Fraction(a.counts.fp, a.counts.n_controls) if a.counts.n_controls else None,
            **_measure("sensitivity"),
            **_measure("specificity"),
            **_measure("ppv"),
            **_measure("npv"),
            **_measure("accuracy"),
            **_measure("lr_positive"),
            **_measure("lr_negative"),
            **_measure("odds_ratio"),
            **_measure("youden"),
        },
    ),
    "proportion": Question(
        _proportion,
        ("method", "level"),
        {"low": lambda interval: _limit(interval, "low"), "high": lambda interval: _limit(interval, "high")},
    ),
}
