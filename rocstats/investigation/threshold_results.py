"""Accuracy across the thresholds of each test with scores.

Those of the primary set are counted whose truth is known and who have a score; an indeterminate result, whatever the
plan makes of it elsewhere, has no place in an order of scores. At each threshold the measures have the intervals of the
plan, as if it had been stated beforehand.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About, Kind, Purpose
from rocstats.data.counts import Counts
from rocstats.data.sample import Sample
from rocstats.empirical.points import operating_points
from rocstats.investigation.accuracy_results import accuracy_of
from rocstats.investigation.area_results import sample_of, scored_tests
from rocstats.investigation.choice_results import record_choice
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation
from rocstats.investigation.shown_thresholds import ShownThreshold, shown_thresholds

# Name of a measure, the part of ids that stands for it, and its kind of value.
_MEASURES: tuple[tuple[str, str, Kind], ...] = (
    ("sensitivity", "sensitivity", "percent"),
    ("specificity", "specificity", "percent"),
    ("lr_positive", "lr-positive", "ratio"),
    ("lr_negative", "lr-negative", "ratio"),
    ("youden", "youden", "area"),
)


def record_thresholds(investigation: Investigation, recorder: Recorder) -> None:
    """Take down the shown thresholds of each test with scores, and what a choice on these data is worth."""
    for test in scored_tests(investigation):
        about = About(
            label=f"Thresholds of {test.name}",
            population=investigation.primary,
            test=test.name,
            comparator=investigation.plan.reference.name if investigation.plan.agreement else "",
            purpose="exploratory",
        )
        where = f"cut.{test.key}"
        sample, why = sample_of(investigation, test)
        if sample is None:
            recorder.add(where, "n-thresholds", None, "count", about, label="Observed thresholds", warning=why)
            continue
        points = operating_points(sample)
        shown = shown_thresholds(points, test.test.cutoff)
        for stat, size, label in (
            ("n-cases", sample.n_cases, ""),
            ("n-controls", sample.n_controls, ""),
            ("n-thresholds", len(points.thresholds), "Observed thresholds"),
            ("n-shown", len(shown), "Thresholds shown"),
            ("n-optima", len(points.youden_optima), "Thresholds with the largest Youden index"),
            ("n-unscored", _unscored(investigation, test), "Indeterminate or failed results without a place here"),
        ):
            recorder.add(where, stat, size, "count", about, label=label)
        if not investigation.plan.agreement:
            recorder.output(where, f"Operating points: {test.name}", points)
        scored = investigation.restricted(test.states == "result")
        for place, one in enumerate(shown, 1):
            _record_cut(_with_threshold(scored, test, one.threshold), recorder, sample, one, f"{where}.c{place}")
        record_choice(investigation, recorder, test, sample)


def _unscored(investigation: Investigation, test: TestColumn) -> int:
    """Count those with a known truth whose result decides neither."""
    known = investigation.rows_of() & np.isin(investigation.truth, (PRESENT, ABSENT))
    return int((known & np.isin(test.states, ("indeterminate", "failed"))).sum())


def _with_threshold(investigation: Investigation, test: TestColumn, threshold: float) -> Investigation:
    """Give the investigation of one test alone with another threshold."""
    part = investigation.named(test.name)
    return replace(investigation, tests=(replace(part, test=replace(part.test, cutoff=threshold)),))


def _record_cut(
    investigation: Investigation, recorder: Recorder, sample: Sample, one: ShownThreshold, where: str
) -> None:
    (test,), agreement = investigation.tests, investigation.plan.agreement
    rule = f"{test.name} {test.test.rule(one.threshold, ascii=False)}"
    about = About(
        label=rule,
        population=investigation.primary,
        test=test.name,
        comparator=investigation.plan.reference.name if agreement else "",
        purpose=_purpose(test, one),
        level=investigation.plan.intervals.level,
    )
    counts = Counts(
        tp=one.tp,
        fp=one.fp,
        fn=sample.n_cases - one.tp,
        tn=sample.n_controls - one.fp,
        test=test.test,
        threshold=one.threshold,
        design=sample.design,
    )
    recorder.add(where, "threshold", float(one.threshold), "quantity", about, label="Threshold")
    for cell in ("tp", "fp", "fn", "tn"):
        recorder.add(where, cell, getattr(counts, cell), "count", about, label=cell.upper())
    recorder.add(where, "stated", one.stated, "text", about, label="Stated in the plan")
    if not agreement:
        recorder.add(where, "largest-youden", one.largest_youden, "text", about, label="Largest Youden index")
    found = accuracy_of(investigation, test, counts)
    for name, part, kind in _MEASURES[:2] if agreement else _MEASURES:
        measure = found.measure(name)
        own = replace(about, label=f"{measure.label[0].upper()}{measure.label[1:]} of {rule}")
        recorder.measure(f"{where}.{part}", measure, kind, own, notes=found.notes)


def _purpose(test: TestColumn, one: ShownThreshold) -> Purpose:
    """Call exploratory whatever was not stated before the data were seen."""
    stated = test.part.threshold
    return "secondary" if one.stated and stated is not None and stated.origin != "data_driven" else "exploratory"
