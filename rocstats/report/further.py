"""Results that a report holds only if they are asked for, or if the plan gives them a meaning.

Paired accuracy is there whenever two tests have stated thresholds. All else is there because a field of the plan asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from rocstats.data.counts import Counts
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.empirical.paired_points import paired_counts_at
from rocstats.empirical.partial_area import PartialAUC
from rocstats.empirical.points import counts_at
from rocstats.empirical.statistic import Quantity
from rocstats.formatting import listed
from rocstats.inference.accuracy_comparison_result import AccuracyComparison
from rocstats.inference.chosen_threshold import ThresholdChoice
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.goals import PerformanceGoal, performance_goal
from rocstats.inference.margin_result import MarginDecision
from rocstats.inference.margins import equivalence, noninferiority, superiority
from rocstats.inference.partial_area_result import PartialArea, PartialAreaComparison
from rocstats.inference.partial_areas import compare_partial_auc, partial_auc
from rocstats.inference.predictive_table import PredictiveValues, predictive_values
from rocstats.inference.subgroup_result import Subgroups
from rocstats.inference.subgroups import compare_subgroups
from rocstats.inference.threshold_choice import thresholds
from rocstats.methods.by_word import method_of
from rocstats.methods.delong import DeLong
from rocstats.methods.multiplicity import adjust_pvalues
from rocstats.printing import Result
from rocstats.report.fitted_results import FittedResults, fitted_results
from rocstats.report.plan import Plan, PlannedMargin
from rocstats.report.planned_values import margin_level
from rocstats.report.score_descriptions import ScoreDescriptions, score_descriptions

_CLAIMS: dict[str, Callable[..., MarginDecision]] = {
    "noninferiority": noninferiority,
    "equivalence": equivalence,
    "superiority": superiority,
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BandResults:
    """Partial areas of all tests over one band, and their differences with p-values adjusted by Holm's method."""

    area: PartialAUC
    areas: tuple[PartialArea, ...]
    differences: tuple[PartialAreaComparison, ...]
    adjusted: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TestSubgroups:
    """One test in the subgroups of every column: its areas and, at a stated threshold, sensitivity and specificity."""

    test: str
    areas: tuple[Subgroups, ...]
    shares: tuple[Subgroups, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FurtherResults:
    """What was asked beyond areas, comparisons and accuracy; a field is empty where it was not asked for.

    ``chosen`` holds, for each test, one choice per rule of the plan.
    """

    predictive: tuple[tuple[str, PredictiveValues], ...] = ()
    bands: tuple[BandResults, ...] = ()
    curves: FittedResults | None = None
    paired: tuple[AccuracyComparison, ...] = ()
    described: ScoreDescriptions
    chosen: tuple[tuple[ThresholdChoice, ...], ...] = ()
    subgroups: tuple[TestSubgroups, ...] = ()
    margins: tuple[MarginDecision, ...] = ()
    goals: tuple[PerformanceGoal, ...] = ()

    def results(self) -> Iterator[tuple[str, Result]]:
        """Give every result with the name it has in the appendix, in the order of the report."""
        for name, values in self.predictive:
            yield f"Predictive values: {name}", values
        for band in self.bands:
            where = str(band.area.band)
            yield from ((f"Partial area, {where}: {found.test}", found) for found in band.areas)
            yield from ((f"Partial areas, {where}: {listed(found.tests)}", found) for found in band.differences)
        if self.curves is not None:
            yield from self.curves.results()
        for pair in self.paired:
            yield f"Paired accuracy: {listed(pair.tests)}", pair
        yield from self.described.results()
        for choices in self.chosen:
            yield from ((f"Threshold by {choice.rule.title}: {choice.test.name}", choice) for choice in choices)
        for test in self.subgroups:
            for found in (*test.areas, *test.shares):
                yield f"Subgroups by {found.by}: {test.test}", found
        for claim in self.margins:
            yield f"{claim.claim.capitalize()}: {claim.tests[0]} to {claim.tests[1]}", claim
        for goal in self.goals:
            name = "" if goal.counts.test is None else goal.counts.test.name
            yield f"Goal for {goal.measure.label}: {name}", goal


def further_results(study: Study, plan: Plan) -> FurtherResults:
    """Answer what the plan asks beyond areas, comparisons and accuracy at stated thresholds."""
    samples = {test.name: study.sample(test.name) for test in plan.tests}
    counted = {name: counts_at(samples[name], threshold) for name, threshold in plan.thresholds.items()}
    return FurtherResults(
        predictive=tuple(
            (name, predictive_values(table, plan.prevalences, level=plan.level))
            for name, table in counted.items()
            if plan.prevalences
        ),
        bands=tuple(
            _band(study, plan, samples, PartialAUC(**{axis: edges}))  # type: ignore[arg-type]
            for axis, edges in (("fpf", plan.fpf_band), ("tpf", plan.tpf_band))
            if edges is not None
        ),
        curves=fitted_results(study, plan, samples),
        paired=tuple(
            compare_accuracy(paired_counts_at(study.sample(*pair), plan_thresholds(plan, pair)), level=plan.level)
            for pair in combinations(plan.thresholds, 2)
        ),
        described=score_descriptions(list(samples.values()), plan),
        chosen=tuple(
            tuple(thresholds(sample, rule, level=plan.level, rng=plan.seed) for rule in plan.threshold_rules)
            for sample in samples.values()
            if plan.threshold_rules
        ),
        subgroups=tuple(_subgroups(study, plan, test.name) for test in plan.tests if plan.subgroups),
        margins=tuple(_margin(study, plan, margin) for margin in plan.margins),
        goals=tuple(_goal(plan, counted[goal.test], goal.measure, goal.goal) for goal in plan.goals),
    )


def plan_thresholds(plan: Plan, pair: tuple[str, str]) -> tuple[float, float]:
    """Give the stated thresholds of two tests."""
    return plan.thresholds[pair[0]], plan.thresholds[pair[1]]


def _band(study: Study, plan: Plan, samples: dict[str, Sample], area: PartialAUC) -> BandResults:
    edges: dict[str, Any] = {"fpf": area.fpf, "tpf": area.tpf}
    first = next(iter(samples.values()))
    method = _serving(plan, plan.methods.auc, Quantity.alone(area, first))
    areas = tuple(partial_auc(sample, method, **edges, level=plan.level) for sample in samples.values())
    differences = []
    for pair in combinations(samples, 2):
        both = study.sample(*pair)
        comparing = _serving(plan, plan.methods.comparison, Quantity(area, ((both, (1.0, -1.0)),)))
        differences.append(compare_partial_auc(both, method=comparing, **edges, level=plan.level))
    return BandResults(
        area=area,
        areas=areas,
        differences=tuple(differences),
        adjusted=tuple(adjust_pvalues([found.pvalue for found in differences], "holm")) if differences else (),
    )


def _serving(plan: Plan, word: str, quantity: Quantity) -> Any:
    """Return the method of the plan where it serves partial areas, else DeLong's."""
    method = method_of(word, plan.seed)
    return method if method.refuses(quantity) is None else DeLong()


def _subgroups(study: Study, plan: Plan, test: str) -> TestSubgroups:
    area = method_of(plan.methods.auc, plan.seed)
    proportions = method_of(plan.methods.proportions, plan.seed)
    threshold = plan.thresholds.get(test)

    def divided(by: str, method: Any, at: float | None) -> Subgroups:
        return compare_subgroups(study, by=by, test=test, threshold=at, method=method, level=plan.level)

    return TestSubgroups(
        test=test,
        areas=tuple(divided(by, area, None) for by in plan.subgroups),
        shares=tuple(divided(by, proportions, threshold) for by in plan.subgroups if threshold is not None),
    )


def _margin(study: Study, plan: Plan, margin: PlannedMargin) -> MarginDecision:
    method = method_of(plan.methods.comparison, plan.seed)
    sample = study.sample(margin.new, margin.reference)
    return _CLAIMS[margin.kind](
        sample, margin=margin.margin, method=method, level=margin_level(plan.level, margin.kind)
    )


def _goal(plan: Plan, table: Counts, measure: str, goal: float) -> PerformanceGoal:
    """Judge by the lower limit of the two-sided interval, so that goals and margins have one one-sided level."""
    method = method_of(plan.methods.proportions, plan.seed)
    return performance_goal(table, measure, goal, method, level=round((1 + plan.level) / 2, 12))
