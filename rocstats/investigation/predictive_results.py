"""Predictive values of each test at the prevalences of the plan, and in a cohort as they were observed.

The table is that of the primary accuracy. A case-control study has predictive values at a stated prevalence only, and a
comparator that is no reference standard has none.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rocstats.analysis_results.reasons import reasons
from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.data.counts import Counts
from rocstats.formatting import plain
from rocstats.inference.predictive_table import PredictiveValues, PredictiveValuesAt, predictive_values
from rocstats.investigation.accuracy_results import accuracy_of, tables_of
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation
from rocstats.investigation.natural_frequencies import natural_frequencies, people_tested

_NAMES = (("ppv", "Positive predictive value"), ("npv", "Negative predictive value"))
_CLUSTERS = (
    "these records come in clusters, and the intervals of predictive values take subjects as independent; they would "
    "be too short. No interval is given."
)


def record_predictive(investigation: Investigation, recorder: Recorder) -> None:
    """Take down predictive values, and results among people tested, by test and prevalence."""
    if investigation.plan.agreement:
        return
    _record_share(investigation, recorder)
    for table in tables_of(investigation):
        if table.counts is not None:
            _record_stated(investigation, recorder, table.test, table.counts)
            _record_observed(investigation, recorder, table.test, table.counts)


def _record_share(investigation: Investigation, recorder: Recorder) -> None:
    """Take down the share of the primary set who have the condition, of those known to have it or not."""
    rows = investigation.rows_of()
    cases = int((rows & (investigation.truth == PRESENT)).sum())
    total = int((rows & np.isin(investigation.truth, (PRESENT, ABSENT))).sum())
    about = About(label="Share with the condition in this study", population=investigation.primary)
    recorder.fraction("pv.study-share", cases, total, about)
    share, why = (cases / total, "") if total else (None, "nobody has a known truth.")
    recorder.add("pv.study-share", "estimate", share, "percent", about, warning=why)
    if investigation.plan.prevalences:
        people = people_tested(investigation.plan.prevalences)
        recorder.add("pv", "people", people, "count", replace(about, label="People tested", purpose="plan"))


def _record_stated(investigation: Investigation, recorder: Recorder, test: TestColumn, counts: Counts) -> None:
    plan = investigation.plan
    if not plan.prevalences:
        return
    found = predictive_values(counts, plan.prevalences, level=plan.intervals.level)
    if not plan.data.cluster:
        recorder.output(f"pv.{test.key}", f"Predictive values: {_rule(test)}", found)
    people = people_tested(plan.prevalences)
    for place, at in enumerate(found.values, 1):
        about = _about(investigation, test, f"at a prevalence of {plain(at.prevalence)}")
        where = f"pv.{test.key}.v{place}"
        _record_values(investigation, recorder, where, about, at, found)
        if counts.n_cases and counts.n_controls:
            cells = natural_frequencies(counts, at.prevalence, people)
            for name, size in zip(("tp", "fp", "fn", "tn"), cells, strict=True):
                told = replace(about, label=f"Of {people} tested, {about.label}")
                recorder.add(f"{where}.per{people}", name, size, "count", told, label=name.upper())


def _record_values(
    investigation: Investigation,
    recorder: Recorder,
    where: str,
    about: About,
    at: PredictiveValuesAt,
    found: PredictiveValues,
) -> None:
    lacking = reasons(found.notes, "the data cannot give it.")
    clusters = bool(investigation.plan.data.cluster)
    for name, label in _NAMES:
        value = getattr(at, name)
        interval = None if clusters else getattr(at, f"{name}_interval")
        own = replace(
            about,
            label=f"{label} of {about.label}",
            method=None if interval is None else found.method,
            level=found.level,
            sides="" if interval is None else interval.sides,
        )
        recorder.add(f"{where}.{name}", "estimate", value, "percent", own, warning=lacking if value is None else "")
        for stat, limit in (
            ("conf-low", None if interval is None else interval.low),
            ("conf-high", None if interval is None else interval.high),
        ):
            why = "" if limit is not None else _CLUSTERS if clusters and value is not None else lacking
            recorder.add(f"{where}.{name}", stat, limit, "percent", own, warning=why)


def _record_observed(investigation: Investigation, recorder: Recorder, test: TestColumn, counts: Counts) -> None:
    """Take down what was observed in a cohort, where the share with the condition is that of the people tested."""
    if investigation.plan.design.type != "cohort":
        return
    found = accuracy_of(investigation, test, counts)
    about = _about(investigation, test, "in this study")
    where = f"pv.{test.key}.study"
    recorder.fraction(f"{where}.share", counts.n_cases, counts.total, about)
    recorder.add(f"{where}.share", "estimate", counts.n_cases / counts.total, "percent", about, label="Prevalence")
    for name, label in _NAMES:
        own = replace(about, label=f"{label} of {about.label}")
        recorder.measure(f"{where}.{name}", found.measure(name), "percent", own, notes=found.notes)


def _about(investigation: Investigation, test: TestColumn, where: str) -> About:
    return About(
        label=f"{_rule(test)} {where}",
        population=investigation.primary,
        test=test.name,
        purpose="secondary",
        level=investigation.plan.intervals.level,
    )


def _rule(test: TestColumn) -> str:
    if test.part.has_calls or test.test.cutoff is None:
        return test.name
    return f"{test.name} {test.test.rule(test.test.cutoff, ascii=False)}"
