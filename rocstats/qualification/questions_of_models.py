"""Questions of reference cases about curve models: fitted curves, families compared, two tests together, kernels.

A fit that the data do not determine is an answer as well, by the name of its diagnosis: ``refused``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.fixed_points import SensitivityAt
from rocstats.errors import DataError, FitError
from rocstats.formatting import printable
from rocstats.parametric import FAMILIES, FIT_METHODS
from rocstats.parametric.bivariate_fitting import fit_bivariate_binormal
from rocstats.parametric.bivariate_result import BivariateFit
from rocstats.parametric.curve_fitting import fit_binormal, fit_curve
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.family_comparison import compare_families
from rocstats.parametric.family_comparison_result import FamilyFit
from rocstats.parametric.fit_method import FitMethod
from rocstats.parametric.fitted_bands import FittedBand, fitted_band
from rocstats.parametric.fitted_curve import FittedCurve, Parameter
from rocstats.parametric.normal_detail import NormalDetail
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.rating_detail import CategoryBound, FitTest, RatingDetail
from rocstats.parametric.smooth_curve_result import SmoothCurve
from rocstats.parametric.smooth_curves import smooth_curve
from rocstats.qualification.asking import Question, Values, attributes, chosen, limit, method_named, with_limits
from rocstats.qualification.inputs import Input
from rocstats.qualification.printed import Obtained
from rocstats.results import Estimate

_ML = "maximum-likelihood"
_MOST_BOUNDS = 9
_PARAMETERS = tuple(dict.fromkeys(n for f in FAMILIES.values() for n in (*f.parameters, *f.indices)))


class _Fit:
    """A fitted curve, or the refusal to fit one, with where it is read and which note is looked for."""

    def __init__(self, found: FittedCurve | FitError, fpf: Any, note: str) -> None:
        self.found, self.fpf, self.note = found, fpf, note

    @property
    def curve(self) -> FittedCurve:
        """The curve; a refusal is raised where a number is asked for."""
        if isinstance(self.found, FitError):
            raise self.found
        return self.found

    @property
    def refused(self) -> str | None:
        """The name of the diagnosis, or None."""
        return self.found.code if isinstance(self.found, FitError) else None

    @property
    def noted(self) -> int:
        """Whether the curve carries the note."""
        return int(any(note.code == self.note for note in (*self.curve.notes, *self.curve.interval_notes)))

    @property
    def partial_area(self) -> float:
        """The area over a band of FPF."""
        if not isinstance(self.fpf, list):
            raise DataError("partial_area needs a band of FPF, such as fpf = [0, 0.2].")
        return self.curve.partial_auc(fpf=(self.fpf[0], self.fpf[1]))

    @property
    def tpf(self) -> Estimate:
        """The TPF at an FPF."""
        if self.fpf is None or isinstance(self.fpf, list):
            raise DataError("tpf needs an FPF to be read at, such as fpf = 0.1.")
        return self.curve.estimate(SensitivityAt(specificity=1 - self.fpf))


def _fit_curve(
    data: Input,
    *,
    family: str = "binormal",
    method: str = _ML,
    interval: str | None = None,
    tests: list[str] | None = None,
    seed: int | None = None,
    fpf: Any = None,
    note: str = "",
    **options: Any,
) -> _Fit:
    sample = chosen(data, tests)
    way = _way(method, interval, seed)
    return _Fit(_or_refusal(lambda: fit_curve(sample, _family(family), way, **options)), fpf, note)


def _fit_binormal(
    data: Input,
    *,
    method: str = _ML,
    interval: str | None = None,
    tests: list[str] | None = None,
    seed: int | None = None,
    fpf: Any = None,
    note: str = "",
    **options: Any,
) -> _Fit:
    sample = chosen(data, tests)
    way = _way(method, interval, seed)
    return _Fit(_or_refusal(lambda: fit_binormal(sample, way, **options)), fpf, note)


def _or_refusal(fit: Callable[[], FittedCurve]) -> FittedCurve | FitError:
    try:
        return fit()
    except FitError as refusal:
        return refusal


def _family(word: str) -> CurveFamily:
    if word not in FAMILIES:
        raise DataError(f'there is no family "{printable(word)}"; there are {", ".join(FAMILIES)}.')
    return FAMILIES[word]


def _way(word: str, interval: Any, seed: int | None) -> FitMethod:
    """Return the way of fitting of a word, with another interval of the area where one is stated."""
    known = FIT_METHODS.get(word)
    if isinstance(known, NormalTheory) and interval != "generalised":
        # Nothing is drawn, so no seed is needed.
        return known if interval is None else replace(known, interval=interval)
    method: FitMethod = method_named(word, seed, FIT_METHODS)
    if interval is None:
        return method
    if not isinstance(method, NormalTheory):
        raise DataError("only normal theory has several intervals of the area.")
    return replace(method, interval=interval)


def _compare_families(data: Input, *, family: str, tests: list[str] | None = None, **options: Any) -> FamilyFit:
    """Return what the comparison says of one family."""
    wanted = _family(family)
    found = compare_families(chosen(data, tests), **options)
    return next(one for one in found.families if one.family == wanted)


def _bivariate(data: Input, *, tests: list[str] | None = None, **options: Any) -> BivariateFit:
    return fit_bivariate_binormal(chosen(data, tests), **options)


def _fitted_band(
    data: Input, *, at: float, band: Any = "pointwise", level: float | None = None, **options: Any
) -> FittedBand:
    return fitted_band(_fit_curve(data, **options).curve, kind=band, fpf=[at], level=level)


def _smooth(
    data: Input, *, bandwidth: Any = "silverman", at: float = 0.5, tests: list[str] | None = None
) -> tuple[SmoothCurve, float]:
    # No case asks for an interval, so none is drawn.
    sample: Sample = chosen(data, tests)
    return smooth_curve(sample, bandwidth=bandwidth, n_resamples=0), at


def _parameter(name: str) -> dict[str, Callable[[_Fit], Obtained]]:
    """Name a parameter or an index of a family, its error and its limits."""

    def found(answer: _Fit) -> Parameter:
        own = [parameter for parameter in answer.curve.parameters if parameter.name == name]
        return own[0] if own else answer.curve.index(name)

    return {
        name: lambda a: found(a).estimate,
        f"{name}_error": lambda a: found(a).standard_error,
        **with_limits(name, lambda a: found(a).interval),
    }


def _read(name: str, read: Callable[[_Fit], Estimate]) -> dict[str, Callable[[_Fit], Obtained]]:
    """Name a number that is read off the curve, its error and its limits."""
    return {
        name: lambda a: read(a).estimate,
        f"{name}_error": lambda a: read(a).standard_error,
        **with_limits(name, lambda a: read(a).interval),
    }


def _ratings(answer: _Fit) -> RatingDetail:
    for detail in answer.curve.details:
        if isinstance(detail, RatingDetail):
            return detail
    raise DataError("only a fit of ratings has category bounds and a test of fit.")


def _bound(place: int) -> dict[str, Callable[[_Fit], Obtained]]:
    """Name a category bound and its error, counted from the lowest."""

    def found(answer: _Fit) -> CategoryBound:
        bounds = _ratings(answer).bounds
        if place > len(bounds):
            raise DataError(f"there is no bound {place}; these categories have {len(bounds)}.")
        return bounds[place - 1]

    return {f"bound_{place}": lambda a: found(a).estimate, f"bound_{place}_error": lambda a: found(a).standard_error}


def _of_test(which: str, number: str) -> Callable[[_Fit], Obtained]:
    def read(answer: _Fit) -> Obtained:
        test: FitTest | None = getattr(_ratings(answer), which)
        found: Obtained = None if test is None else getattr(test, number)
        return found

    return read


def _exponent(answer: _Fit) -> Obtained:
    for detail in answer.curve.details:
        if isinstance(detail, NormalDetail) and detail.exponent is not None:
            return detail.exponent.value
    raise DataError("only a fit after a Box-Cox transformation has an exponent.")


_OF_FIT: Values = {
    "refused": lambda a: a.refused,
    "noted": lambda a: a.noted,
    **{name: value for one in _PARAMETERS for name, value in _parameter(one).items()},
    **{name: value for place in range(1, _MOST_BOUNDS + 1) for name, value in _bound(place).items()},
    **_read("auc", lambda a: a.curve.estimate(AUC())),
    **_read("tpf", lambda a: a.tpf),
    "partial_area": lambda a: a.partial_area,
    "loglikelihood": lambda a: a.curve.loglikelihood,
    "x_squared": _of_test("pearson", "statistic"),
    "x_squared_df": _of_test("pearson", "df"),
    "x_squared_pvalue": _of_test("pearson", "pvalue"),
    "g_squared": _of_test("likelihood_ratio", "statistic"),
    "exponent": _exponent,
    "empirical_auc": lambda a: a.curve.empirical.auc,
}
_ASKED = ("method", "interval", "tests", "seed", "fpf", "note", "level")

OF_MODELS: dict[str, Question] = {
    "fit_curve": Question(_fit_curve, ("family", *_ASKED), _OF_FIT),
    "fit_binormal": Question(_fit_binormal, _ASKED, _OF_FIT),
    "compare_families": Question(
        _compare_families,
        ("family", "tests", "level"),
        {
            **attributes(("loglikelihood", "aic", "difference", "weight")),
            "refused": lambda a: None if a.diagnosis is None else a.diagnosis.code,
            "auc": lambda a: None if a.area is None else a.area.estimate,
            "standard_error": lambda a: None if a.area is None else a.area.standard_error,
        },
    ),
    "fit_bivariate_binormal": Question(
        _bivariate,
        ("tests", "categories", "information", "level"),
        {
            **attributes(("a1", "b1", "a2", "b2", "r_controls", "r_cases", "loglikelihood", "area_correlation")),
            "first": lambda a: a.curves[0].auc,
            "second": lambda a: a.curves[1].auc,
            "auc_difference": lambda a: a.compare_auc().estimate,
            "standard_error": lambda a: a.compare_auc().standard_error,
            "statistic": lambda a: a.compare_auc().statistic,
            "pvalue": lambda a: a.compare_auc().pvalue,
        },
    ),
    "fitted_band": Question(
        _fitted_band,
        ("at", "band", "family", "method", "tests", "seed", "level"),
        {
            "tpf": lambda band: float(band.tpf[0]),
            "low": lambda band: float(band.low[0]),
            "high": lambda band: float(band.high[0]),
        },
    ),
    "smooth_curve": Question(
        _smooth,
        ("bandwidth", "at", "tests"),
        {
            "auc": lambda a: a[0].auc,
            "tpf": lambda a: float(a[0].tpf_at(np.array([a[1]]))[0]),
            "cases_bandwidth": lambda a: a[0].bandwidths[0],
            "controls_bandwidth": lambda a: a[0].bandwidths[1],
            "standard_error": lambda a: a[0].standard_error,
            "low": lambda a: limit(a[0].interval, "low"),
        },
    ),
}
