"""The area under the curve of each test that has scores.

Each test is taken on those of the primary set whose truth is known and who have a score of it. Where a group is small
or the area lies at an end of its range, a second interval stands beside that of the plan.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.statistic import Quantity
from rocstats.errors import DataError, MethodError
from rocstats.inference.areas import auc
from rocstats.inference.bands import roc_band
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation
from rocstats.investigation.planned_methods import planned_method
from rocstats.methods.advice import SMALL_GROUP
from rocstats.methods.band_result import CurveBand
from rocstats.methods.clustered_area import CLUSTERED_AREA, clustered_area
from rocstats.methods.recommended_interval import recommended
from rocstats.results import Estimate

_EDGES = (0.0, 1.0)


def record_areas(investigation: Investigation, recorder: Recorder) -> None:
    """Take down the area of each test with scores, a second interval where it is called for, and what its band is."""
    for test in scored_tests(investigation):
        sample, why = sample_of(investigation, test)
        about = _about(investigation, test)
        scored = investigation.rows_of() & (test.states == "result")
        sizes = [int((scored & (investigation.truth == truth)).sum()) for truth in (PRESENT, ABSENT)]
        recorder.add(f"auc.{test.key}", "n-cases", sizes[0], "count", about)
        recorder.add(f"auc.{test.key}", "n-controls", sizes[1], "count", about)
        known = investigation.rows_of() & np.isin(investigation.truth, (PRESENT, ABSENT))
        left_out = int(known.sum()) - sum(sizes)
        recorder.add(f"auc.{test.key}", "n-left-out", left_out, "count", about, label="Without a score")
        if sample is None:
            for stat in ("estimate", "conf-low", "conf-high"):
                recorder.add(f"auc.{test.key}", stat, None, "area", about, warning=why)
            continue
        _record_area(investigation, recorder, test, sample)
        _record_beside(investigation, recorder, test, sample)
        _record_band(investigation, recorder, test, sample)


def scored_tests(investigation: Investigation) -> tuple[TestColumn, ...]:
    """Give the tests that have scores, which calls are not."""
    return tuple(test for test in investigation.tests if not test.part.has_calls)


def sample_of(investigation: Investigation, test: TestColumn) -> tuple[Sample | None, str]:
    """Give those with a known truth and a score, or why there are none."""
    try:
        return investigation.sample(test.name), ""
    except DataError as error:
        return None, _without_scores(investigation, test) or str(error)


def band_of(investigation: Investigation, sample: Sample) -> tuple[CurveBand | None, str]:
    """Give the band that the plan asks for, drawn with its seed; or why these data have none.

    A simultaneous band is that of fixed width; where resamples tell nothing, that of Kolmogorov and Smirnov serves.
    """
    plan = investigation.plan
    drawn: dict[str, Any] = {"level": plan.intervals.level, "n_resamples": min(plan.intervals.n_resamples, 100_000)}
    if plan.intervals.band == "none":
        return None, "the plan asks for no band."
    try:
        if plan.intervals.band == "pointwise":
            return roc_band(sample, rng=plan.seed, **drawn), ""
        try:
            return roc_band(sample, kind="campbell", rng=plan.seed, **drawn), ""
        except DataError:
            return roc_band(sample, kind="kolmogorov-smirnov", **drawn), ""
    except (DataError, MethodError) as error:
        return None, str(error)


def _without_scores(investigation: Investigation, test: TestColumn) -> str:
    """Say which group has nobody with a score."""
    scored = investigation.rows_of() & (test.states == "result")
    said = ("positive by the comparator", "negative by the comparator")
    if not investigation.plan.agreement:
        said = ("with the condition", "without the condition")
    empty = [
        name
        for truth, name in zip((PRESENT, ABSENT), said, strict=True)
        if not (scored & (investigation.truth == truth)).any()
    ]
    return f"nobody {' or '.join(empty)} has a score." if empty else ""


def _record_area(investigation: Investigation, recorder: Recorder, test: TestColumn, sample: Sample) -> None:
    plan, about = investigation.plan, _about(investigation, test)
    try:
        if sample.clusters is None:
            found = auc(sample, planned_method(plan, plan.intervals.auc), level=plan.intervals.level)
        else:
            found = _of_clusters(investigation, sample)
    except (DataError, MethodError) as error:
        # The area itself needs no method; only how sure it is.
        recorder.add(f"auc.{test.key}", "estimate", float(AUC()(sample)[0]), "area", about)
        for stat in ("conf-low", "conf-high"):
            recorder.add(f"auc.{test.key}", stat, None, "area", about, warning=str(error))
        return
    recorder.output(f"auc.{test.key}", f"Area under the curve: {test.name}", found)
    recorder.inferred(f"auc.{test.key}", found, "area", about)


def _of_clusters(investigation: Investigation, sample: Sample) -> Estimate:
    """Estimate the area of records in clusters, on the scale of the plan's method."""
    plan, area = investigation.plan, AUC()
    found = clustered_area(
        sample, level=plan.intervals.level, scale="logit" if plan.intervals.auc.endswith("-logit") else "identity"
    )
    return Estimate(
        parameter=area.name,
        title=area.title,
        test=sample.tests[0].name,
        inference=found,
        method=CLUSTERED_AREA,
        level=plan.intervals.level,
        subjects=sample.subjects,
        null_value=None,
        alternative="two-sided",
        notes=found.notes,
        references=CLUSTERED_AREA.references,
    )


def _record_beside(investigation: Investigation, recorder: Recorder, test: TestColumn, sample: Sample) -> None:
    """Take a second interval down, in a small group and at an end: that which covered such areas best in simulations.

    Where this is the plan's own, Newcombe's stands beside it, which needs nothing but the area and two counts.
    """
    plan = investigation.plan
    if min(sample.n_cases, sample.n_controls) >= SMALL_GROUP and float(AUC()(sample)[0]) not in _EDGES:
        return
    word = recommended(Quantity.alone(AUC(), sample), plan.intervals.level).card.id
    if word == plan.intervals.auc:
        word = "newcombe"
    if word == plan.intervals.auc:
        return
    try:
        found = auc(sample, planned_method(plan, word), level=plan.intervals.level)
    except (DataError, MethodError):
        return
    if found.interval is None:
        return
    where = f"auc.{test.key}.beside"
    recorder.output(where, f"Area under the curve, a second interval: {test.name}", found)
    recorder.inferred(where, found, "area", _about(investigation, test))


def _record_band(investigation: Investigation, recorder: Recorder, test: TestColumn, sample: Sample) -> None:
    """Take down what the band of the curve is, not its points: they are drawn."""
    if investigation.plan.intervals.band == "none":
        return
    band, why = band_of(investigation, sample)
    about = _about(investigation, test, "Band of the curve")
    recorder.add(f"band.{test.key}", "kind", None if band is None else band.kind, "text", about, warning=why)
    if band is not None:
        recorder.output(f"band.{test.key}", f"Band of the curve: {test.name}", band)


def _about(investigation: Investigation, test: TestColumn, label: str = "Area under the curve") -> About:
    return About(
        label=f"{label} of {test.name}",
        population=investigation.primary,
        test=test.name,
        comparator=investigation.plan.reference.name if investigation.plan.agreement else "",
        purpose="primary" if "auc" in investigation.plan.estimand.measures else "secondary",
        level=investigation.plan.intervals.level,
    )
