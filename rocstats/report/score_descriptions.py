"""Further descriptions of scores: how far they separate, how precise, how calibrated and how useful they are.

What a test or the design cannot have is left out for that test, with the reason in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.gains_bins import gains
from rocstats.empirical.gains_table import GainsTable
from rocstats.empirical.net_benefit_curve import DecisionCurve, decision_curve
from rocstats.empirical.precision_recall_curve import PrecisionRecallCurve, precision_recall
from rocstats.empirical.ranking import AveragePrecision, PrecisionRecallArea
from rocstats.formatting import plain, typographic
from rocstats.inference.calibration_question import calibration
from rocstats.inference.calibration_result import Calibration
from rocstats.inference.estimates import estimate
from rocstats.inference.kolmogorov_smirnov import KolmogorovSmirnov, ks
from rocstats.methods.bootstrap import Bootstrap
from rocstats.printing import Result
from rocstats.report.plan import Plan
from rocstats.results import Estimate

_FIXED_SHARE = "a case-control design fixes the share of cases and no prevalence is stated"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Precision:
    """The precision-recall curve of one test, with intervals of both summaries of it."""

    curve: PrecisionRecallCurve
    average: Estimate
    area: Estimate


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreDescriptions:
    """Descriptions that were asked for, test by test.

    ``without`` gives, by the word of the plan, the tests that have no such description, each with the reason.
    """

    separation: tuple[KolmogorovSmirnov, ...] = ()
    gains: tuple[GainsTable, ...] = ()
    precision: tuple[Precision, ...] = ()
    calibration: tuple[tuple[Calibration, Sample], ...] = ()
    decision: tuple[DecisionCurve, ...] = ()
    without: dict[str, tuple[tuple[str, str], ...]]

    def results(self) -> Iterator[tuple[str, Result]]:
        """Give every result with the name it has in the appendix."""
        for found in self.separation:
            yield f"Kolmogorov–Smirnov: {found.test.name}", found
        for table in self.gains:
            yield f"Gains: {'' if table.test is None else table.test.name}", table
        for one in self.precision:
            yield f"Precision and recall: {one.curve.name}", one.curve
            yield f"Average precision: {one.curve.name}", one.average
            yield f"Area under the precision–recall curve: {one.curve.name}", one.area
        for judged, _ in self.calibration:
            yield f"Calibration: {judged.name}", judged
        for curve in self.decision:
            yield f"Decision curve: {curve.name}", curve


def score_descriptions(samples: Sequence[Sample], plan: Plan) -> ScoreDescriptions:
    """Describe the scores of each test as the plan asks."""
    at = plan.prevalences[0] if plan.design == "case-control" and plan.prevalences else None
    drawn = Bootstrap(rng=plan.seed)
    fixed = plan.design == "case-control" and at is None

    def asked(word: str) -> Sequence[Sample]:
        return samples if word in plan.show else ()

    without: dict[str, tuple[tuple[str, str], ...]] = {}
    if "precision-recall" in plan.show and fixed:
        without["precision-recall"] = tuple((_name(sample), _FIXED_SHARE) for sample in samples)
    suited: dict[str, list[Sample]] = {}
    for word, unshared in (("calibration", plan.design == "case-control"), ("decision-curve", fixed)):
        reasons = [(sample, _no_probability(sample) or _share_reason(word, unshared)) for sample in asked(word)]
        suited[word] = [sample for sample, reason in reasons if not reason]
        if lacking := tuple((_name(sample), reason) for sample, reason in reasons if reason):
            without[word] = lacking
    return ScoreDescriptions(
        separation=tuple(ks(sample, drawn, level=plan.level) for sample in asked("ks")),
        gains=tuple(gains(sample, prevalence=at) for sample in asked("gains")),
        precision=tuple(
            Precision(
                curve=precision_recall(sample, at_prevalence=at),
                average=estimate(sample, AveragePrecision(at_prevalence=at), drawn, level=plan.level),
                area=estimate(sample, PrecisionRecallArea(at_prevalence=at), drawn, level=plan.level),
            )
            for sample in asked("precision-recall")
            if not fixed
        ),
        calibration=tuple(
            (calibration(sample, level=plan.level, rng=plan.seed), sample) for sample in suited["calibration"]
        ),
        decision=tuple(decision_curve(sample, prevalence=at) for sample in suited["decision-curve"]),
        without=without,
    )


def _name(sample: Sample) -> str:
    return sample.tests[0].name


def _share_reason(word: str, unshared: bool) -> str:
    if not unshared:
        return ""
    return "a case-control design fixes the share of cases" if word == "calibration" else _FIXED_SHARE


def _no_probability(sample: Sample) -> str:
    """Say why scores are no probabilities of being a case, or nothing if they may be."""
    if sample.tests[0].low:
        return "low scores are positive, so they are no probabilities of being a case"
    scores = np.concatenate([sample.cases[:, 0], sample.controls[:, 0]])
    low, high = float(scores.min()), float(scores.max())
    if low >= 0 and high <= 1:
        return ""
    ends = " to ".join(typographic(plain(end)) for end in (low, high))
    return f"the scores go from {ends}, and probabilities lie between 0 and 1"
