"""The analysis of a study by a plan: every result of a report, in order, and nothing that is not in it.

A test's own results use all subjects who have the truth and that test; a comparison those who have both tests; the
test of equal areas those who have all. Who was left out of each is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from rocstats.analysis_results.qualification_record import QualificationRecord
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.flow import Flow
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.empirical.curve import EmpiricalCurve, roc_curve
from rocstats.empirical.points import OperatingPoints, counts_at, operating_points
from rocstats.empirical.ties import TieSummary, tie_summary
from rocstats.errors import DataError
from rocstats.formatting import listed
from rocstats.given import need
from rocstats.inference.accuracy_result import Accuracy
from rocstats.inference.areas import auc, compare_auc
from rocstats.inference.bands import RocBand, roc_band
from rocstats.inference.contrasts import Contrast, contrast_auc
from rocstats.inference.side_by_side import AUCIntervals, auc_intervals
from rocstats.inference.two_by_two import accuracy
from rocstats.methods.by_word import method_of
from rocstats.methods.multiplicity import adjust_pvalues
from rocstats.printing import Note, Result
from rocstats.report.descriptions import ScoreDescription, describe_scores
from rocstats.report.further import FurtherResults, further_results
from rocstats.report.plan import Plan, PlannedTest
from rocstats.report.plan_against_study import check_plan
from rocstats.report.provenance import Software, installed_software
from rocstats.results import Comparison, Estimate


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TestResults:
    """Everything about one test by itself; ``no_band`` says why there is no band where there is none."""

    test: DiagnosticTest
    sample: Sample
    flow: Flow
    scores: ScoreDescription
    area: Estimate
    intervals: AUCIntervals
    ties: TieSummary
    curve: EmpiricalCurve
    band: RocBand | None
    no_band: str
    points: OperatingPoints
    accuracy: Accuracy | None

    @property
    def name(self) -> str:
        """Name of the test, as in the data."""
        return self.test.name


@dataclass(frozen=True, slots=True, kw_only=True)
class PairResults:
    """A comparison of two tests, with its p-value adjusted by Holm's method among all pairs."""

    comparison: Comparison
    adjusted: float | None
    flow: Flow


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Analysis:
    """The results of a plan on a study, in the order in which a report shows them.

    ``qualification`` is the last operational qualification of the environment, if one was given to quote.
    """

    plan: Plan
    study: Study
    software: Software
    tests: tuple[TestResults, ...]
    contrast: Contrast | None
    joint_flow: Flow | None
    pairs: tuple[PairResults, ...]
    further: FurtherResults
    qualification: QualificationRecord | None = None

    @property
    def flows(self) -> tuple[Flow, ...]:
        """Who was left out of each analysis: of every test, every pair, and all tests at once."""
        joint = () if self.joint_flow is None else (self.joint_flow,)
        return (*(found.flow for found in self.tests), *(pair.flow for pair in self.pairs), *joint)

    @property
    def same_people(self) -> bool:
        """Whether every analysis is of the same subjects."""
        return len({flow.n_dropped for flow in self.flows}) == 1

    def results(self) -> Iterator[tuple[str, Result]]:
        """Give every result with the name it has in the appendix."""
        for found in self.tests:
            yield f"Area under the curve: {found.name}", found.area
        for found in self.tests:
            yield f"Interval methods: {found.name}", found.intervals
        if self.contrast is not None:
            yield "Equal areas", self.contrast
        for pair in self.pairs:
            yield f"Comparison: {listed(pair.comparison.tests)}", pair.comparison
        for found in self.tests:
            if found.accuracy is not None and found.test.cutoff is not None:
                yield f"Accuracy: {found.name} {found.test.rule(found.test.cutoff, ascii=False)}", found.accuracy
        for found in self.tests:
            yield f"Ties: {found.name}", found.ties
        yield from self.further.results()

    def noted(self) -> Iterator[tuple[str, Result, Note]]:
        """Give every note with the name of its result."""
        for name, result in self.results():
            for note in result.summary().notes:
                yield name, result, note


def analyse(study: Study, plan: Plan) -> Analysis:
    """Answer every question of a plan.

    Parameters
    ----------
    study : Study
        The data, with the columns that the plan names.
    plan : Plan
        What is asked and how.

    Returns
    -------
    Analysis
        The same study and plan give the same numbers.

    Raises
    ------
    PlanError
        If plan and study contradict each other, or the plan names a method that is none.
    DataError
        If the data cannot answer, as with an empty group.

    Examples
    --------
    >>> from rocstats import Plan, PlannedTest, Study, analyse
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0, 0], "A": [3, 5, 2, 1, 2, 4, 1]})
    >>> study = Study(frame, truth="ill", tests=["A"])
    >>> plan = Plan(truth="ill", tests=(PlannedTest(name="A"),))
    >>> round(analyse(study, plan).tests[0].area.estimate, 3)
    0.792
    """
    need(study, Study, "analyse takes a study", "rocstats.read(path, …) gives one.")
    need(plan, Plan, "analyse takes a plan", "Plan(truth=…, tests=…) makes one.")
    check_plan(study, plan)
    tests = tuple(_one(study, plan, test) for test in plan.tests)
    further = further_results(study, plan)
    names = [test.name for test in plan.tests]
    if len(names) < 2:
        return Analysis(
            plan=plan,
            study=study,
            software=installed_software(),
            tests=tests,
            contrast=None,
            joint_flow=None,
            pairs=(),
            further=further,
        )
    method = method_of(plan.methods.comparison, plan.seed)
    compared = [
        (compare_auc(study.sample(a, b), method=method, level=plan.level), study.flow(a, b))
        for a, b in combinations(names, 2)
    ]
    adjusted = adjust_pvalues([comparison.pvalue for comparison, _ in compared], "holm")
    return Analysis(
        plan=plan,
        study=study,
        software=installed_software(),
        tests=tests,
        contrast=contrast_auc(study.sample(*names), level=plan.level) if len(names) > 2 else None,
        joint_flow=study.flow(*names),
        pairs=tuple(
            PairResults(comparison=comparison, adjusted=p, flow=flow)
            for (comparison, flow), p in zip(compared, adjusted, strict=True)
        ),
        further=further,
    )


def _one(study: Study, plan: Plan, planned: PlannedTest) -> TestResults:
    sample = study.sample(planned.name)
    test = replace(sample.tests[0], cutoff=planned.threshold)
    table = None if planned.threshold is None else counts_at(sample, planned.threshold)
    proportions = method_of(plan.methods.proportions, plan.seed)
    band, no_band = _band(sample, plan)
    return TestResults(
        test=test,
        sample=sample,
        flow=study.flow(planned.name),
        scores=describe_scores(sample),
        area=auc(sample, method_of(plan.methods.auc, plan.seed), level=plan.level),
        intervals=auc_intervals(sample, level=plan.level, rng=plan.seed),
        ties=tie_summary(sample),
        curve=roc_curve(sample),
        band=band,
        no_band=no_band,
        points=operating_points(sample),
        accuracy=None if table is None else accuracy(table, proportions, level=plan.level),
    )


def _band(sample: Sample, plan: Plan) -> tuple[RocBand | None, str]:
    """Give the band, or the reason why these data have none."""
    try:
        return roc_band(sample, level=plan.level, rng=plan.seed), ""
    except DataError as error:
        return None, str(error)
