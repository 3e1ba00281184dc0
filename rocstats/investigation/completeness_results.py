"""Results of each test by results of the reference standard, those that decide neither included."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.investigation.area_results import scored_tests
from rocstats.investigation.baseline_results import record_numbers
from rocstats.investigation.closure import REFERENCES, TOTAL, check_closure
from rocstats.investigation.column_of_test import Mask, TestColumn
from rocstats.investigation.index_results import INDETERMINATE, index_results, results_of, said_by_reference
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation
from rocstats.investigation.listed_rows import LISTINGS, MOST_LISTED
from rocstats.study_plan.study_plan import Handling

BOUNDS: tuple[tuple[str, Handling], ...] = (
    ("as-positive", "positive"),
    ("as-negative", "negative"),
    ("excluded", "exclude"),
)
_CELLS = {
    "tp": "Test positive, with the condition",
    "fp": "Test positive, without the condition",
    "fn": "Test negative, with the condition",
    "tn": "Test negative, without the condition",
    "n-positive": "Test positive",
    "n-negative": "Test negative",
    "n-cases": "With the condition",
    "n-controls": "Without the condition",
    "total": "Total",
}


def record_completeness(investigation: Investigation, recorder: Recorder) -> None:
    """Take down every result of every test in the primary analysis set, and what becomes of indeterminate ones.

    Raises
    ------
    DataError
        If a count is not the sum of its parts.
    """
    for test in investigation.tests:
        _record_results(investigation, recorder, test)
    for test in investigation.tests:
        if bounded(investigation, test):
            for word, handling in BOUNDS:
                about = About(
                    label=f"{test.name}, indeterminate results {word.replace('-', ' ')}",
                    population=investigation.primary,
                    test=test.name,
                    purpose="sensitivity",
                )
                calls = investigation.called(test.name, indeterminate=handling)
                _record_cross_table(
                    recorder, f"crosstab.{test.key}.{word}", calls, investigation.truth == PRESENT, about
                )
    for test in scored_tests(investigation):
        _record_scores(investigation, recorder, test)
    if investigation.plan.report.listings:
        _record_listings(investigation, recorder)
    check_closure(recorder.table())


def bounded(investigation: Investigation, test: TestColumn) -> bool:
    """Say whether a test has indeterminate results that can be counted either way."""
    known = investigation.rows_of() & np.isin(investigation.truth, (PRESENT, ABSENT))
    return test.test.cutoff is not None and bool((known & (test.states == INDETERMINATE)).any())


def _record_results(investigation: Investigation, recorder: Recorder, test: TestColumn) -> None:
    rows, results = investigation.rows_of(), index_results(test)
    about = About(label=test.name, population=investigation.primary, test=test.name)
    for result in (*results_of(test), TOTAL):
        those = rows if result == TOTAL else rows & (results == result)
        for state in (*REFERENCES, TOTAL):
            both = those if state == TOTAL else those & (investigation.truth == state)
            words = [test.name] if result == TOTAL else [test.name, result]
            words += [] if state == TOTAL else [said_by_reference(investigation.plan, state)]
            said = replace(about, label=", ".join(words))
            recorder.add(f"complete.{test.key}.{result}.{state}", "n", int(both.sum()), "count", said)


def _record_scores(investigation: Investigation, recorder: Recorder, test: TestColumn) -> None:
    """Describe the scores of those with and without the condition; one that decides neither is none."""
    for group, state in (("cases", PRESENT), ("controls", ABSENT)):
        rows = investigation.rows_of() & (investigation.truth == state)
        about = About(
            label=f"Scores of {test.name}, {said_by_reference(investigation.plan, state)}",
            population=investigation.primary,
            test=test.name,
        )
        scores = np.where(test.states == "result", test.scores, np.nan)[rows]
        record_numbers(recorder, f"scores.{test.key}.{group}", scores, about)


def _record_cross_table(
    recorder: Recorder, analysis: str, calls: npt.NDArray[np.int8], case: Mask, about: About
) -> None:
    """Take the four cells and their sums down; all may be 0."""
    tp, fp, fn, tn = (
        int(((calls == call) & rows).sum()) for call, rows in ((1, case), (1, ~case), (0, case), (0, ~case))
    )
    cells = {"tp": tp, "fp": fp, "fn": fn, "tn": tn, "n-positive": tp + fp, "n-negative": fn + tn}
    cells |= {"n-cases": tp + fn, "n-controls": fp + tn, "total": tp + fp + fn + tn}
    for stat, n in cells.items():
        recorder.add(analysis, stat, n, "count", about, label=_CELLS[stat])


def _record_listings(investigation: Investigation, recorder: Recorder) -> None:
    about = About(label="Rows of a listing that are printed", purpose="plan")
    recorder.add("listing", "most", MOST_LISTED, "count", about, label="At most")
    for word, (label, rows_of) in LISTINGS.items():
        n = len(rows_of(investigation))
        recorder.add(f"listing.{word}", "n", n, "count", About(label=label, population=investigation.primary))
