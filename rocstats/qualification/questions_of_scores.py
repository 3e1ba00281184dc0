"""Questions of reference cases about scores read at thresholds: points, choices, distances, gains and probabilities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rocstats.empirical.gains_bins import gains, gains_from_counts
from rocstats.empirical.gains_table import GainsTable
from rocstats.empirical.net_benefit import NetBenefit
from rocstats.empirical.points import OperatingPoints, operating_points
from rocstats.empirical.precision_recall_curve import PrecisionRecallCurve, precision_recall
from rocstats.empirical.ties import TieSummary, tie_summary
from rocstats.errors import DataError
from rocstats.inference.calibration_question import calibration
from rocstats.inference.calibration_result import Calibration
from rocstats.inference.chosen_threshold import Optimum, ThresholdChoice
from rocstats.inference.kolmogorov_smirnov import KolmogorovSmirnov, ks
from rocstats.inference.points_at_target import PointAtTarget, sensitivity_at, specificity_at
from rocstats.inference.threshold_choice import thresholds
from rocstats.methods.bootstrap import Bootstrap
from rocstats.qualification.asking import Question, attributes, chosen, method_named
from rocstats.qualification.inputs import GroupedCounts, Input
from rocstats.qualification.printed import Obtained


def _ties(data: Input, *, tests: list[str] | None = None) -> TieSummary:
    return tie_summary(chosen(data, tests))


def _points(data: Input, *, tests: list[str] | None = None) -> OperatingPoints:
    return operating_points(chosen(data, tests))


def _thresholds(
    data: Input, *, tests: list[str] | None = None, costs: list[float] | None = None, **options: Any
) -> ThresholdChoice:
    return thresholds(chosen(data, tests), costs=None if costs is None else (costs[0], costs[1]), **options)


def _at_target(ask: Callable[..., PointAtTarget]) -> Callable[..., PointAtTarget]:
    def asked(
        data: Input,
        *,
        target: float,
        tests: list[str] | None = None,
        method: str = "bootstrap-bca",
        seed: int = 0,
        **options: Any,
    ) -> PointAtTarget:
        return ask(chosen(data, tests), target, method_named(method, seed), **options)

    return asked


def _ks(data: Input, *, tests: list[str] | None = None) -> KolmogorovSmirnov:
    return ks(chosen(data, tests))


def _gains(
    data: Input, *, row: int = 1, tests: list[str] | None = None, prevalence: float | None = None, bins: int = 10
) -> tuple[GainsTable, int]:
    """Return a table and the place of the row that is asked about, the highest scores first."""
    if isinstance(data, GroupedCounts):
        table = gains_from_counts(cases=data.cases, controls=data.controls, prevalence=prevalence)
    else:
        table = gains(chosen(data, tests), bins, prevalence=prevalence)
    if not 1 <= row <= len(table.cases):
        raise DataError(f"row is {row}; the table has rows 1 to {len(table.cases)}.")
    return table, row - 1


def _precision_recall(
    data: Input, *, tests: list[str] | None = None, at_prevalence: float | None = None
) -> PrecisionRecallCurve:
    return precision_recall(chosen(data, tests), at_prevalence=at_prevalence)


def _calibration(data: Input, *, tests: list[str] | None = None, seed: int = 0, **options: Any) -> Calibration:
    # No case asks for the interval of the Brier score, so as few resamples as there can be are drawn.
    return calibration(chosen(data, tests), Bootstrap(n_resamples=100, rng=seed), **options)


def _net_benefit(
    data: Input, *, threshold: float, tests: list[str] | None = None, at_prevalence: float | None = None
) -> float:
    return float(NetBenefit(threshold, at_prevalence)(chosen(data, tests))[0])


def _best(points: OperatingPoints) -> int:
    """Return the place of the one best point; several are no number."""
    if len(points.youden_optima) != 1:
        raise DataError(f"{len(points.youden_optima)} thresholds share the largest Youden index; state none of them.")
    return points.youden_optima[0]


def _only(choice: ThresholdChoice) -> Optimum:
    """Return the one best threshold; several are no number."""
    if len(choice.optima) != 1:
        raise DataError(f"{len(choice.optima)} thresholds are best; state how many, not which.")
    return choice.optima[0]


def _of_row(name: str) -> Callable[[tuple[GainsTable, int]], Obtained]:
    def read(answer: tuple[GainsTable, int]) -> Obtained:
        table, row = answer
        column = getattr(table, name)
        number: Obtained = None if column is None else column[row]
        return number

    return read


def _coefficient(name: str) -> dict[str, Callable[[Calibration], Obtained]]:
    def of(attribute: str) -> Callable[[Calibration], Obtained]:
        def read(answer: Calibration) -> Obtained:
            found = getattr(answer, name)
            number: Obtained = None if found is None else getattr(found, attribute)
            return number

        return read

    return {name: of("estimate"), f"{name}_error": of("standard_error"), f"{name}_pvalue": of("pvalue")}


_POINT = {
    "estimate": lambda p: p.estimate,
    "threshold": lambda p: p.threshold,
    **attributes(("attained", "tp", "fp", "fn", "tn")),
}

OF_SCORES: dict[str, Question] = {
    "tie_summary": Question(
        _ties,
        ("tests",),
        attributes(("pairs", "higher", "tied", "lower", "auc", "p_higher", "p_tie", "gap", "bound")),
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
    "thresholds": Question(
        _thresholds,
        ("tests", "by", "target", "costs", "prevalence", "midpoint"),
        {
            "optima": lambda c: len(c.optima),
            "threshold": lambda c: _only(c).threshold,
            "sensitivity": lambda c: _only(c).sensitivity,
            "specificity": lambda c: _only(c).specificity,
            "criterion": lambda c: c.optima[0].criterion,
        },
    ),
    "sensitivity_at": Question(
        _at_target(sensitivity_at), ("tests", "target", "method", "seed", "interpolated"), _POINT
    ),
    "specificity_at": Question(
        _at_target(specificity_at), ("tests", "target", "method", "seed", "interpolated"), _POINT
    ),
    "ks": Question(
        _ks,
        ("tests",),
        {
            "ks": lambda k: k.ks,
            "places": lambda k: len(k.one_sided.reached),
            "pvalue": lambda k: k.one_sided.pvalue,
            "d": lambda k: k.d,
            "pvalue_d": lambda k: k.two_sided.pvalue,
        },
    ),
    "gains": Question(
        _gains,
        ("tests", "bins", "row", "prevalence"),
        {
            **{
                name: _of_row(name)
                for name in ("n", "cases", "controls", "cum_cases", "tpf", "fpf", "precision", "lift", "ks")
            },
            "rows": lambda a: len(a[0].cases),
            "auc": lambda a: a[0].auc,
            "gini": lambda a: a[0].gini,
            "ks_overall": lambda a: a[0].ks_overall,
        },
        ("gains", "gains_from_counts"),
    ),
    "precision_recall": Question(
        _precision_recall,
        ("tests", "at_prevalence"),
        attributes(("average_precision", "area")),
    ),
    "calibration": Question(
        _calibration,
        ("tests", "bins", "equal", "seed"),
        {
            "brier": lambda c: c.brier.estimate,
            "reliability": lambda c: c.parts.reliability,
            "resolution": lambda c: c.parts.resolution,
            "uncertainty": lambda c: c.parts.uncertainty,
            **_coefficient("intercept"),
            **_coefficient("slope"),
            "z": lambda c: None if c.spiegelhalter is None else c.spiegelhalter[0],
            "pvalue": lambda c: None if c.spiegelhalter is None else c.spiegelhalter[1],
        },
    ),
    "net_benefit": Question(
        _net_benefit,
        ("tests", "threshold", "at_prevalence"),
        {"net_benefit": lambda b: b},
        ("NetBenefit", "decision_curve"),
    ),
}
