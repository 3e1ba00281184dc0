"""Sensitivity analyses: the same measures under other assumptions, each with its change from the primary analysis.

An area under other calls of indeterminate results is not defined, for a call has no place in an order of scores; only
analyses of other participants have one. Where the plan names clusters, every interval knows of them, and the analysis
for clusters shows what the primary one shows. Other analysis sets of the plan are analyses by
themselves: ``set-s2`` is the second set.

References: [begg1983], [clopper1934]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About, Kind
from rocstats.errors import RocstatsError
from rocstats.inference.accuracy_result import Measure
from rocstats.inference.verification import VerificationCorrected, corrected_for_verification
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import ABSENT, EVERYONE, PRESENT, Investigation
from rocstats.investigation.measures_on_rows import (
    KINDS,
    SHARES,
    Calls,
    KnownRows,
    Told,
    area_on,
    label_of_measure,
    measures_of,
    rule_of,
    share_on,
)
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.printing import Note

PRIMARY = "primary"
# By measure; what an analysis does not define is not there.
_Found = dict[str, Told]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """One sensitivity analysis: its part of ids, its word in the plan, the set, and why there is nothing to do."""

    key: str
    word: str
    population: str
    idle: str = ""


def analyses_of(investigation: Investigation) -> tuple[Analysis, ...]:
    """Give the primary analysis and every sensitivity analysis, those of the plan first, then the other sets."""
    plan = investigation.plan
    primary = investigation.primary
    planned = [
        Analysis(key=word.replace("_", "-"), word=word, population=primary, idle=_idle(investigation, word))
        for word in dict.fromkeys(plan.sensitivity)
    ]
    others = [
        Analysis(key=f"set-s{place}", word="set", population=name)
        for place, name in enumerate(investigation.sets, 1)
        if name not in (primary, EVERYONE)
    ]
    if not planned and not others:
        return ()
    return (Analysis(key=PRIMARY, word=PRIMARY, population=primary), *planned, *others)


def record_sensitivity(investigation: Investigation, recorder: Recorder) -> None:
    """Take down every measure of every test in each sensitivity analysis, and its change."""
    known = {name: KnownRows.of(investigation, name) for name in investigation.sets}
    primary: dict[str, _Found] = {}
    for analysis in analyses_of(investigation):
        about = About(
            label=f"Sensitivity analysis {analysis.word.replace('_', ' ')}",
            population=analysis.population,
            purpose="sensitivity",
        )
        at = f"sens.{analysis.key}"
        recorder.add(at, "applies", "no" if analysis.idle else "yes", "text", about, label="Whether it applies")
        if analysis.idle:
            recorder.add(at, "reason", analysis.idle, "text", about, label="Why it does not")
            continue
        for test in investigation.tests:
            found = _found(investigation, recorder, analysis, test, known[analysis.population])
            before = primary.setdefault(test.key, found)
            _record(investigation, recorder, analysis, test, found, before)


def _idle(investigation: Investigation, word: str) -> str:
    """Say why an analysis of the plan has nothing to do, if it has not."""
    if word == "cluster_robust" and not investigation.plan.data.cluster:
        return "the plan names no column of clusters"
    if word == "exact_interval" and investigation.plan.data.cluster:
        return "records come in clusters, and exact intervals take them as independent"
    if word == "verification_corrected":
        unknown = investigation.rows_of() & ~np.isin(investigation.truth, (PRESENT, ABSENT))
        if not unknown.any():
            return "the reference result of everybody in the set is known"
    return ""


def _record(
    investigation: Investigation,
    recorder: Recorder,
    analysis: Analysis,
    test: TestColumn,
    found: _Found,
    before: _Found,
) -> None:
    plan = investigation.plan
    for name, (measure, notes) in found.items():
        about = About(
            label=f"{label_of_measure(plan, name)} of {rule_of(test)}, {analysis.word.replace('_', ' ')}",
            population=analysis.population,
            test=test.name,
            comparator=plan.reference.name if plan.agreement else "",
            purpose="sensitivity",
            level=plan.intervals.level,
        )
        at = f"sens.{analysis.key}.{test.key}.{name}"
        recorder.measure(at, measure, KINDS[name], about, notes=notes)
        if analysis.key == PRIMARY:
            continue
        one, other = measure.estimate, before[name][0].estimate
        change = None if one is None or other is None else one - other
        why = "" if change is not None else "One of the two estimates is not there."
        kind: Kind = "area" if name == "auc" else "points"
        recorder.add(at, "change", change, kind, about, label="Change from the primary analysis", warning=why)


def _found(
    investigation: Investigation,
    recorder: Recorder,
    analysis: Analysis,
    test: TestColumn,
    known: KnownRows | None,
) -> _Found:
    """Estimate what an analysis defines of a test."""
    asked = measures_of(test)
    shares = [name for name in asked if name in SHARES]
    if analysis.word == "verification_corrected":
        return _verified(investigation, recorder, test) if shares else {}
    if analysis.word == "exact_interval":
        calls = investigation.called(test.name)
        return {name: share_on(investigation, name, calls, method=ClopperPearson()) for name in shares}
    if analysis.word in _CALLS:
        calls = _CALLS[analysis.word](investigation, test)
        return {name: share_on(investigation, name, calls) for name in shares}
    calls = investigation.called(test.name, analysis.population)
    rows = np.ones(len(calls), dtype=bool)
    if analysis.word == "complete_case":
        rows = np.logical_and.reduce([one.states == "result" for one in investigation.tests])
        calls = np.where(rows, calls, np.int8(-1)).astype(np.int8)
    found = {name: share_on(investigation, name, calls) for name in shares}
    if "auc" in asked:
        found["auc"] = area_on(investigation, None if known is None else known.sample(test, rows))
    return found


def _by_handling(handling: str) -> Callable[[Investigation, TestColumn], Calls]:
    return lambda investigation, test: investigation.called(test.name, indeterminate=handling)  # type: ignore[arg-type]


def _bounding(*, right: bool) -> Callable[[Investigation, TestColumn], Calls]:
    """Call every result that is none right, or wrong, by the truth: indeterminate, failed and missing ones."""

    def called(investigation: Investigation, test: TestColumn) -> Calls:
        calls = investigation.called(test.name, indeterminate="exclude", failed="exclude")
        known = investigation.rows_of() & np.isin(investigation.truth, (PRESENT, ABSENT))
        case = investigation.truth == PRESENT
        return np.where(known & (test.states != "result"), case == right, calls).astype(np.int8)

    return called


_CALLS: Mapping[str, Callable[[Investigation, TestColumn], Calls]] = {
    "indeterminate_positive": _by_handling("positive"),
    "indeterminate_negative": _by_handling("negative"),
    "worst_case": _bounding(right=False),
    "best_case": _bounding(right=True),
}


def _verified(investigation: Investigation, recorder: Recorder, test: TestColumn) -> _Found:
    """Correct for those of the set whose truth is not known, whom the test calls."""
    plan = investigation.plan
    handling = plan.estimand.handling
    calls = test.calls(handling.indeterminate or "exclude", handling.failed)
    unknown = investigation.rows_of() & ~np.isin(investigation.truth, (PRESENT, ABSENT))
    try:
        corrected: VerificationCorrected = corrected_for_verification(
            replace(investigation.counts(test.name), test=test.test),
            unverified_positive=int((unknown & (calls == 1)).sum()),
            unverified_negative=int((unknown & (calls == 0)).sum()),
            level=plan.intervals.level,
        )
    except RocstatsError as refused:
        return {name: (_nothing(investigation, name), (Note("refused", str(refused)),)) for name in SHARES}
    recorder.output(
        f"sens.verification-corrected.{test.key}", f"Correction for partial verification: {rule_of(test)}", corrected
    )
    measures = [corrected.sensitivity, corrected.specificity]
    if plan.data.cluster:
        text = "these records come in clusters, and the correction takes subjects as independent. No interval is given."
        bare = [replace(one, interval=None, method=None, standard_error=None) for one in measures]
        return {one.name: (one, (Note("clusters", text),)) for one in bare}
    return {one.name: (one, corrected.notes) for one in measures}


def _nothing(investigation: Investigation, name: str) -> Measure:
    return Measure(
        name=name,
        label=label_of_measure(investigation.plan, name),
        successes=None,
        total=None,
        estimate=None,
        interval=None,
        method=None,
    )
