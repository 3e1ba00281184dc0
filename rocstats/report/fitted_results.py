"""Fitted curves of a report: one a test, and pairs at once, with bands, readings off each and other families.

A test that no curve can be fitted to has the reason in its place, and the others have their curves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias, TypeVar

from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.empirical.area import AUC
from rocstats.empirical.fixed_points import SensitivityAt
from rocstats.empirical.partial_area import PartialAUC
from rocstats.errors import DataError, FitError, MethodError
from rocstats.formatting import listed
from rocstats.inference.points_at_target import PointAtTarget, sensitivity_at
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.multiplicity import adjust_pvalues
from rocstats.parametric import FAMILIES
from rocstats.parametric.bivariate_fitting import fit_bivariate_binormal
from rocstats.parametric.bivariate_result import BivariateFit
from rocstats.parametric.curve_fitting import fit_curve
from rocstats.parametric.disagreement import disagreement
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.family_comparison import compare_families
from rocstats.parametric.family_comparison_result import FamilyComparison
from rocstats.parametric.fit_method import FitMethod
from rocstats.parametric.fitted_bands import FittedBand, fitted_band
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.parametric.maximum_likelihood import MaximumLikelihood
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.parameter_comparison import ParameterComparison
from rocstats.printing import Result
from rocstats.report.plan import Plan
from rocstats.report.plan_against_study import fit_method_of
from rocstats.results import Comparison, Estimate

# Curves are read where one control of ten is positive.
SPECIFICITY, FPF = 0.9, 0.1
_Found = TypeVar("_Found")
_Refused: TypeAlias = tuple[tuple[tuple[str, ...], str], ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CurveOfTest:
    """The fitted curve of one test and what is read off it.

    ``area``, ``partial`` (for each band of the plan) and ``sensitivity`` are of the fitted curve,
    ``empirical_sensitivity`` is of the empirical one. ``bands`` holds the pointwise one first. ``judged`` tells that
    the data are enough to hold the fitted curve against the empirical one.
    """

    fit: FittedCurve
    area: Estimate
    partial: tuple[tuple[PartialAUC, Estimate], ...]
    sensitivity: Estimate
    empirical_sensitivity: PointAtTarget
    bands: tuple[FittedBand, ...]
    judged: bool

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.fit.name


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CurvesOfPair:
    """Two curves fitted at once: the difference of their areas, and the test that they are one curve."""

    fit: BivariateFit
    area: Comparison
    same: ParameterComparison
    adjusted: float | None = None

    @property
    def name(self) -> str:
        """Name of the difference."""
        return " − ".join(self.area.tests)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FittedResults:
    """All that was fitted; ``refused`` and ``refused_pairs`` give the reason for each that has no curve."""

    family: CurveFamily
    method: FitMethod
    tests: tuple[CurveOfTest, ...]
    refused: _Refused
    families: tuple[FamilyComparison, ...]
    pairs: tuple[CurvesOfPair, ...]
    refused_pairs: _Refused

    def results(self) -> Iterator[tuple[str, Result]]:
        """Give every result with the name it has in the appendix."""
        for one in self.tests:
            yield f"Fitted curve: {one.name}", one.fit
            for band, area in one.partial:
                yield f"Partial area, {band.band}, fitted curve: {one.name}", area
            yield f"Sensitivity at an FPF of {FPF:g}, fitted curve: {one.name}", one.sensitivity
            yield f"Sensitivity at an FPF of {FPF:g}, empirical curve: {one.name}", one.empirical_sensitivity
            yield from ((f"Band of the fitted curve, {band.kind}: {one.name}", band) for band in one.bands)
        for found in self.families:
            yield f"Families of curves: {found.name}", found
        for pair in self.pairs:
            tests = listed(pair.area.tests)
            yield f"Curves fitted at once: {tests}", pair.fit
            yield f"Fitted areas: {tests}", pair.area
            yield f"One curve or two: {tests}", pair.same


def fitted_results(study: Study, plan: Plan, samples: Mapping[str, Sample]) -> FittedResults | None:
    """Fit a curve to each test, if the plan asks for a family of curves."""
    if plan.curve is None:
        return None
    family, method = FAMILIES[plan.curve], fit_method_of(plan)
    one_by_one: dict[tuple[str, ...], Sample] = {(name,): sample for name, sample in samples.items()}
    tests, refused = _each(one_by_one, lambda sample: _of_test(sample, plan, family, method))
    families: list[FamilyComparison] = []
    pairs: list[CurvesOfPair] = []
    refused_pairs: _Refused = ()
    # Other families, and two tests at once, are fitted by maximum likelihood alone.
    if isinstance(method, MaximumLikelihood):
        likelihood = method
        families, _ = _each(one_by_one, lambda sample: compare_families(sample, method=likelihood, level=plan.level))
        if plan.curve == "binormal":
            both: dict[tuple[str, ...], Sample] = {pair: study.sample(*pair) for pair in combinations(samples, 2)}
            pairs, refused_pairs = _each(both, lambda sample: _of_pair(sample, likelihood, plan.level))
    return FittedResults(
        family=family,
        method=method,
        tests=tuple(tests),
        refused=refused,
        families=tuple(families),
        pairs=_adjusted(pairs),
        refused_pairs=refused_pairs,
    )


def _each(samples: Mapping[tuple[str, ...], Sample], fit: Callable[[Sample], _Found]) -> tuple[list[_Found], _Refused]:
    """Fit what can be fitted, and keep the reasons of what cannot."""
    found, refused = [], []
    for names, sample in samples.items():
        try:
            found.append(fit(sample))
        except (DataError, FitError, MethodError) as error:
            refused.append((names, str(error)))
    return found, tuple(refused)


def _of_test(sample: Sample, plan: Plan, family: CurveFamily, method: FitMethod) -> CurveOfTest:
    fit = fit_curve(sample, family, method, level=plan.level)
    partial: list[PartialAUC] = []
    if plan.fpf_band is not None:
        partial.append(PartialAUC(fpf=plan.fpf_band))
    if plan.tpf_band is not None:
        partial.append(PartialAUC(tpf=plan.tpf_band))
    drawn: list[FittedBand] = []
    if fit.covariance is not None:
        drawn.append(fitted_band(fit))
        if family.card.id == "binormal":
            drawn.append(fitted_band(fit, kind="working-hotelling"))
    return CurveOfTest(
        fit=fit,
        area=fit.estimate(AUC()),
        partial=tuple((band, fit.estimate(band)) for band in partial),
        sensitivity=fit.estimate(SensitivityAt(SPECIFICITY)),
        empirical_sensitivity=sensitivity_at(
            sample, SPECIFICITY, Bootstrap(kind="bca", rng=plan.seed), interpolated=True, level=plan.level
        ),
        bands=tuple(drawn),
        judged=disagreement(fit, of_scores=isinstance(method, NormalTheory)) is not None,
    )


def _of_pair(sample: Sample, method: MaximumLikelihood, level: float) -> CurvesOfPair:
    fit = fit_bivariate_binormal(sample, information=method.information, level=level)
    return CurvesOfPair(fit=fit, area=fit.compare_auc(), same=fit.compare_parameters())


def _adjusted(pairs: Sequence[CurvesOfPair]) -> tuple[CurvesOfPair, ...]:
    """Adjust the p-values of the differences by Holm's method."""
    if not pairs:
        return ()
    adjusted = adjust_pvalues([pair.area.pvalue for pair in pairs], "holm")
    return tuple(
        CurvesOfPair(fit=pair.fit, area=pair.area, same=pair.same, adjusted=p)
        for pair, p in zip(pairs, adjusted, strict=True)
    )
