"""The result of an index test in one word: positive, negative, or why it is neither."""

from __future__ import annotations

import numpy as np

from rocstats.investigation.column_of_test import TestColumn, Words
from rocstats.investigation.investigation import ABSENT, PRESENT
from rocstats.study_plan.study_plan import StudyPlan

POSITIVE, NEGATIVE, SCORED = "positive", "negative", "scored"
INDETERMINATE, FAILED, NOT_DONE = "indeterminate", "failed", "missing"
RESULTS = (POSITIVE, NEGATIVE, INDETERMINATE, FAILED, NOT_DONE)


def results_of(test: TestColumn) -> tuple[str, ...]:
    """Give the words that results of a test can have, in the order of a table; without a threshold a score is one."""
    return RESULTS if test.test.cutoff is not None else (SCORED, *RESULTS[2:])


def index_results(test: TestColumn) -> Words:
    """Say of each row what the test made of it.

    A result at a threshold is "positive" or "negative", a score without one is "scored"; others keep their state.
    """
    said = test.states.astype("<U13")
    known = test.states == "result"
    calls = test.calls()
    said[known] = SCORED
    said[known & (calls == 1)] = POSITIVE
    said[known & (calls == 0)] = NEGATIVE
    return np.asarray(said)


def said_by_reference(plan: StudyPlan, state: str) -> str:
    """Name what the reference standard says in the label of a result; a comparator knows no condition."""
    if not plan.agreement:
        return f"reference {state}"
    return f"comparator {({PRESENT: 'positive', ABSENT: 'negative'}).get(state, state)}"
