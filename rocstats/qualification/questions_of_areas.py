"""Questions of reference cases about areas under ROC curves, and about curves and ranks as a whole."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rocstats.data.class_scores import ClassScores
from rocstats.empirical.components import StructuralComponents, structural_components
from rocstats.empirical.gini import Gini
from rocstats.errors import DataError
from rocstats.inference.areas import auc, auc_from_summary, compare_auc
from rocstats.inference.bands import roc_band
from rocstats.inference.contrasts import Contrast, contrast_auc
from rocstats.inference.equal_distributions import MannWhitney, mann_whitney
from rocstats.inference.estimates import estimate
from rocstats.inference.multiclass_areas import multiclass_auc
from rocstats.inference.multiclass_result import MultiClassAreas
from rocstats.inference.partial_areas import compare_partial_auc, partial_auc
from rocstats.inference.subgroup_result import Subgroups
from rocstats.inference.subgroups import compare_subgroups
from rocstats.inference.whole_curves import CurveComparison, venkatraman
from rocstats.methods.band_result import RocBand, SimultaneousBand
from rocstats.methods.bootstrap import Bootstrap
from rocstats.qualification.asking import (
    INFERRED,
    Question,
    chosen,
    exact_number,
    method_named,
    of_type,
    one_or_two,
)
from rocstats.qualification.inputs import AreaAndCounts, Input
from rocstats.qualification.printed import Obtained
from rocstats.results import Comparison, Estimate


def _auc(
    data: Input, *, tests: list[str] | None = None, method: str = "delong", seed: int | None = None, **options: Any
) -> Estimate:
    return auc(chosen(data, tests), method_named(method, seed), **options)


def _auc_from_summary(data: Input, *, method: str = "hanley-mcneil", **options: Any) -> Estimate:
    known = of_type(data, AreaAndCounts, "an AUC and two counts")
    return auc_from_summary(
        known.auc,
        n_cases=known.n_cases,
        n_controls=known.n_controls,
        method=method_named(method),
        **options,
    )


def _gini(data: Input, *, tests: list[str] | None = None, method: str = "delong", **options: Any) -> Estimate:
    return estimate(chosen(data, tests), Gini(), method_named(method), **options)


def _compare_auc(
    data: Input, *, tests: list[str] | None = None, method: str = "delong", seed: int | None = None, **options: Any
) -> Comparison:
    return compare_auc(*one_or_two(data, tests), method_named(method, seed), **options)


def _contrast_auc(data: Input, *, tests: list[str] | None = None, **options: Any) -> Contrast:
    return contrast_auc(chosen(data, tests), **options)


def _of_combination(place: int, *, adjusted: bool) -> Callable[[Contrast], Obtained]:
    def read(answer: Contrast) -> Obtained:
        row = answer.combinations[place]
        return row.adjusted if adjusted else row.inference.pvalue

    return read


def _components(data: Input, *, tests: list[str] | None = None) -> StructuralComponents:
    return structural_components(chosen(data, tests))


def _band(stated: dict[str, Any]) -> dict[str, Any]:
    """Read the edges of a band of FPF or TPF; edges that are no decimals are fractions in text."""
    return {key: tuple(map(exact_number, value)) if key in ("fpf", "tpf") else value for key, value in stated.items()}


def _partial_auc(
    data: Input, *, tests: list[str] | None = None, method: str = "delong", seed: int | None = None, **options: Any
) -> Any:
    return partial_auc(chosen(data, tests), method_named(method, seed), **_band(options))


def _compare_partial_auc(
    data: Input, *, tests: list[str] | None = None, method: str = "delong", seed: int | None = None, **options: Any
) -> Any:
    return compare_partial_auc(*one_or_two(data, tests), method_named(method, seed), **_band(options))


def _multiclass_auc(data: Input, *, area: str = "", seed: int | None = None) -> tuple[MultiClassAreas, str]:
    # No case asks for an interval, so as few resamples as there can be are drawn.
    few = Bootstrap(n_resamples=100, rng=0 if seed is None else seed)
    return multiclass_auc(of_type(data, ClassScores, "a score for each class"), few), area


def _subgroups(data: Input, *, measure: str = "AUC", **options: Any) -> tuple[Subgroups, str]:
    return compare_subgroups(of_type(data, dict, "samples by subgroup"), **options), measure


def _mann_whitney(data: Input, *, tests: list[str] | None = None, **options: Any) -> MannWhitney:
    return mann_whitney(chosen(data, tests), **options)


def _venkatraman(data: Input, *, tests: list[str] | None = None, seed: int = 0, **options: Any) -> CurveComparison:
    return venkatraman(*one_or_two(data, tests), rng=seed, **options)


def _roc_band(
    data: Input, *, at: float, band: Any = "pointwise", tests: list[str] | None = None, seed: int = 0, **options: Any
) -> RocBand | SimultaneousBand:
    found: RocBand | SimultaneousBand = roc_band(chosen(data, tests), kind=band, fpf=[at], rng=seed, **options)
    return found


def _covariance(components: StructuralComponents) -> Fraction | None:
    """Return the covariance of two areas; None with one case or one control."""
    if len(components.areas) != 2:
        raise DataError(f"a covariance is that of two tests, and {len(components.areas)} were asked about.")
    exact = components.exact_covariance()
    return None if exact is None else exact[0][1]


def _homogeneity(answer: tuple[Subgroups, str], name: str) -> Obtained:
    found = answer[0].homogeneity(answer[1])
    number: Obtained = None if found is None else getattr(found, name)
    return number


_COMPARED = {
    "first": lambda c: c.inference.values[0],
    "second": lambda c: c.inference.values[1],
    "difference": lambda c: c.estimate,
    **INFERRED,
}
_METHOD = ("tests", "method", "seed", "level", "null_value", "alternative")

OF_AREAS: dict[str, Question] = {
    "auc": Question(_auc, _METHOD, {"auc": lambda e: e.estimate, **INFERRED}, ("auc", "estimate")),
    "auc_from_summary": Question(
        _auc_from_summary,
        ("method", "level", "null_value", "alternative"),
        {"auc": lambda e: e.estimate, **INFERRED},
    ),
    "gini": Question(
        _gini,
        ("tests", "method", "level", "null_value", "alternative"),
        {"gini": lambda e: e.estimate, **INFERRED},
        ("estimate", "Gini"),
    ),
    "compare_auc": Question(
        _compare_auc, ("tests", "method", "seed", "level", "alternative"), _COMPARED, ("compare_auc", "compare")
    ),
    "contrast_auc": Question(
        _contrast_auc,
        ("tests", "contrast", "reference", "adjust"),
        {
            "statistic": lambda c: c.statistic,
            "df": lambda c: c.df,
            "pvalue": lambda c: c.pvalue,
            **{f"pvalue_{i + 1}": _of_combination(i, adjusted=False) for i in range(3)},
            **{f"adjusted_{i + 1}": _of_combination(i, adjusted=True) for i in range(3)},
        },
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
    "partial_auc": Question(
        _partial_auc,
        (*_METHOD, "fpf", "tpf", "scale"),
        {
            "raw": lambda p: p.raw.estimate,
            "normalised": lambda p: p.normalised.estimate,
            "mcclish": lambda p: p.mcclish.estimate,
            **INFERRED,
        },
    ),
    "compare_partial_auc": Question(_compare_partial_auc, (*_METHOD, "fpf", "tpf", "scale"), _COMPARED),
    "multiclass_auc": Question(
        _multiclass_auc,
        ("area", "seed"),
        {"hand_till": lambda a: a[0].hand_till.estimate, "auc": lambda a: a[0].find(a[1]).estimate},
    ),
    "compare_subgroups": Question(
        _subgroups,
        ("measure", "threshold"),
        {
            "statistic": lambda a: _homogeneity(a, "statistic"),
            "df": lambda a: _homogeneity(a, "df"),
            "pvalue": lambda a: _homogeneity(a, "pvalue"),
        },
    ),
    "mann_whitney": Question(
        _mann_whitney,
        ("tests", "alternative", "exact"),
        {"u": lambda t: t.statistic, "z": lambda t: t.z, "pvalue": lambda t: t.pvalue},
    ),
    "venkatraman": Question(
        _venkatraman,
        ("tests", "seed", "n_resamples"),
        {"statistic": lambda t: t.statistic, "pvalue": lambda t: t.pvalue},
    ),
    "roc_band": Question(
        _roc_band,
        ("tests", "band", "level", "at", "seed"),
        {"low": lambda b: float(b.low[0]), "high": lambda b: float(b.high[0])},
    ),
}
