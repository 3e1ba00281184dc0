"""The flow of the participants: from those enrolled to those analysed, every count the sum of its parts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.data.truth import label as text_of
from rocstats.investigation.closure import NO_REFERENCE, NO_RESULT, OUTSIDE, REFERENCES, check_closure
from rocstats.investigation.column_of_test import Mask, TestColumn
from rocstats.investigation.days import days_of
from rocstats.investigation.index_results import NOT_DONE, index_results, results_of, said_by_reference
from rocstats.investigation.investigation import (
    ABSENT,
    EVERYONE,
    INCONCLUSIVE,
    MISSING,
    PRESENT,
    Investigation,
    column_of,
)

_MOST_REASONS = 20
_WHY = {
    OUTSIDE: "not in the primary analysis set",
    NO_REFERENCE: "no conclusive reference result",
    NO_RESULT: "no result that the analysis uses",
}


def record_flow(investigation: Investigation, recorder: Recorder) -> None:
    """Take down who was enrolled, eligible, tested, verified and analysed, and the analysis sets.

    Raises
    ------
    DataError
        If a count is not the sum of its parts, or dates cannot be read.
    """
    _record_enrolment(investigation, recorder)
    _record_truth(investigation, recorder)
    analysed = {test.key: _analysed(investigation, test) for test in investigation.tests}
    for test in investigation.tests:
        _record_test(investigation, recorder, test, analysed[test.key])
    _record_analysed(investigation, recorder, list(analysed.values()))
    _record_sets(investigation, recorder)
    _record_place_and_time(investigation, recorder)
    check_closure(recorder.table())


def _record_enrolment(investigation: Investigation, recorder: Recorder) -> None:
    plan, eligible = investigation.plan, investigation.eligible
    for step, label, rows in (
        ("enrolled", "Enrolled", np.ones(len(eligible), dtype=bool)),
        ("eligible", "Eligible", eligible),
        ("excluded", "Not eligible", ~eligible),
    ):
        about = About(label=label, population=EVERYONE if step == "eligible" else "")
        recorder.add(f"flow.{step}", "n", int(rows.sum()), "count", about)
        for column, stat, said in (
            (plan.data.subject, "n-participants", "Participants"),
            (plan.data.cluster, "n-clusters", "Clusters"),
        ):
            if column and step != "excluded":
                several = column_of(investigation.frame, column, "data")[rows].nunique()
                recorder.add(f"flow.{step}", stat, int(several), "count", about, label=said)
    if plan.participants.exclusion_reason:
        _record_reasons(investigation, recorder, plan.participants.exclusion_reason)


def _record_reasons(investigation: Investigation, recorder: Recorder, name: str) -> None:
    """Take the reasons of those not eligible down, the most frequent first."""
    column = column_of(investigation.frame, name, "participants.exclusion_reason")
    stated = ~column.isna().to_numpy()
    counts = Counter(text_of(reason) for reason in column[stated & ~investigation.eligible])
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    kept = ordered if len(ordered) <= _MOST_REASONS else ordered[: _MOST_REASONS - 1]
    for place, (reason, n) in enumerate(kept, 1):
        about = About(label=f"Not eligible: {reason}", groups=((name, reason),))
        recorder.add(f"flow.excluded.r{place}", "n", n, "count", about)
    others = sum(n for _, n in ordered[len(kept) :])
    unstated = int((~stated & ~investigation.eligible).sum())
    for word, label, n in (("other", "other reasons", others), ("unstated", "no reason stated", unstated)):
        if n:
            recorder.add(f"flow.excluded.{word}", "n", n, "count", About(label=f"Not eligible: {label}"))
    contradicted = int((stated & investigation.eligible).sum())
    if contradicted:
        about = About(label="Eligible with a reason for exclusion", population=EVERYONE)
        recorder.add("flow.contradicted", "n", contradicted, "count", about)


def _record_truth(investigation: Investigation, recorder: Recorder) -> None:
    truth = investigation.truth[investigation.eligible]
    for state in REFERENCES:
        about = About(label=f"Eligible, {said_by_reference(investigation.plan, state)}", population=EVERYONE)
        recorder.add(f"flow.reference.{state}", "n", int((truth == state).sum()), "count", about)
    verified = int(np.isin(truth, (PRESENT, ABSENT)).sum())
    recorder.add("flow.verified", "n", verified, "count", About(label="Verified", population=EVERYONE))


def _record_test(investigation: Investigation, recorder: Recorder, test: TestColumn, analysed: Mask) -> None:
    """Take down the results of a test by those of the reference, and who of the eligible is in its analysis."""
    eligible, truth, results = investigation.eligible, investigation.truth, index_results(test)
    at, about = f"flow.{test.key}", About(label=test.name, population=EVERYONE, test=test.name)
    tested = int((eligible & (results != NOT_DONE)).sum())
    recorder.add(f"{at}.tested", "n", tested, "count", replace(about, label=f"{test.name}: tested"))
    for result in results_of(test):
        rows = eligible & (results == result)
        said = replace(about, label=f"{test.name}: {result}")
        recorder.add(f"{at}.{result}", "n", int(rows.sum()), "count", said)
        for state in REFERENCES:
            both = replace(said, label=f"{said.label}, {said_by_reference(investigation.plan, state)}")
            recorder.add(f"{at}.{result}.{state}", "n", int((rows & (truth == state)).sum()), "count", both)
    said = replace(about, label=f"{test.name}: analysed", population=investigation.primary)
    recorder.add(f"{at}.analysed", "n", int(analysed.sum()), "count", said)
    for state in (PRESENT, ABSENT):
        both = replace(said, label=f"{said.label}, {said_by_reference(investigation.plan, state)}")
        recorder.add(f"{at}.analysed.{state}", "n", int((analysed & (truth == state)).sum()), "count", both)
    _record_left_out(investigation, recorder, at, analysed, about)


def _record_analysed(investigation: Investigation, recorder: Recorder, tests: list[Mask]) -> None:
    """Take down who is in the analysis of one test or more."""
    analysed = np.logical_or.reduce(tests)
    tested = np.logical_or.reduce([index_results(test) != NOT_DONE for test in investigation.tests])
    about = About(label="Tested", population=EVERYONE)
    recorder.add("flow.tested", "n", int((tested & investigation.eligible).sum()), "count", about)
    about = About(label="Analysed", population=investigation.primary)
    recorder.add("flow.analysed", "n", int(analysed.sum()), "count", about)
    for state in (PRESENT, ABSENT):
        n = int((analysed & (investigation.truth == state)).sum())
        said = replace(about, label=f"Analysed, {said_by_reference(investigation.plan, state)}")
        recorder.add(f"flow.analysed.{state}", "n", n, "count", said)
    _record_left_out(investigation, recorder, "flow", analysed, About(label="Eligible", population=EVERYONE))


def _record_left_out(investigation: Investigation, recorder: Recorder, at: str, analysed: Mask, about: About) -> None:
    """Take down why those eligible are not analysed, each once: the first of the reasons that holds."""
    left = investigation.eligible & ~analysed
    said = replace(about, label=f"{about.label}, not analysed")
    recorder.add(f"{at}.left-out", "n", int(left.sum()), "count", said)
    for reason, holds in (
        (OUTSIDE, ~investigation.rows_of()),
        (NO_REFERENCE, ~np.isin(investigation.truth, (PRESENT, ABSENT))),
        (NO_RESULT, np.ones(len(left), dtype=bool)),
    ):
        why = replace(said, label=f"{said.label}: {_WHY[reason]}")
        recorder.add(f"{at}.left-out.{reason}", "n", int((left & holds).sum()), "count", why)
        left = left & ~holds


def _analysed(investigation: Investigation, test: TestColumn) -> Mask:
    """Say which rows are in the primary analysis of a test: those called, or with a score if nothing is called."""
    if test.test.cutoff is not None:
        return np.asarray(investigation.called(test.name) >= 0)
    known = investigation.rows_of() & np.isin(investigation.truth, (PRESENT, ABSENT))
    return np.asarray(known & (test.states == "result"))


def _record_sets(investigation: Investigation, recorder: Recorder) -> None:
    for place, (name, rows) in enumerate(investigation.sets.items(), 1):
        about = About(label=f"Analysis set {name}", population=name)
        recorder.add(f"sets.s{place}", "n", int(rows.sum()), "count", about)
        for stat, state, label in (
            ("n-cases", PRESENT, ""),
            ("n-controls", ABSENT, ""),
            ("n-inconclusive", INCONCLUSIVE, "Reference inconclusive"),
            ("n-missing", MISSING, "No reference result"),
        ):
            n = int((rows & (investigation.truth == state)).sum())
            recorder.add(f"sets.s{place}", stat, n, "count", about, label=label)
        outside = int((investigation.eligible & ~rows).sum())
        recorder.add(f"sets.s{place}", "n-outside", outside, "count", about, label="Eligible and not in it")
    key = f"s{list(investigation.sets).index(investigation.primary) + 1}"
    recorder.add("sets.primary", "key", key, "text", About(label="Primary analysis set"), label="Key")


def _record_place_and_time(investigation: Investigation, recorder: Recorder) -> None:
    """Take down how many sites there are, and the first and the last date of each kind."""
    plan, eligible = investigation.plan, investigation.eligible
    if plan.data.site:
        sites = column_of(investigation.frame, plan.data.site, "data.site")[eligible]
        about = About(label="Sites", population=EVERYONE)
        recorder.add("flow.sites", "n", int(sites.nunique()), "count", about)
        recorder.add("flow.sites", "n-missing", int(sites.isna().sum()), "count", about, label="Without a site")
    for word, label, name in (
        ("index-dates", "Dates of the index test", plan.participants.index_date),
        ("reference-dates", "Dates of the reference standard", plan.participants.reference_date),
    ):
        if not name:
            continue
        days = days_of(investigation.frame, name, f"participants.{word[:-1].replace('-', '_')}")[eligible]
        known = days[~np.isnat(days)]
        for stat, said, day in (
            ("first", "First", known.min() if len(known) else None),
            ("last", "Last", known.max() if len(known) else None),
        ):
            recorder.add(
                f"flow.{word}",
                stat,
                None if day is None else str(day),
                "text",
                About(label=label, population=EVERYONE),
                label=said,
                warning="" if day is not None else "No date is known.",
            )
