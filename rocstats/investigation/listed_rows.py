"""Who stands in the listings by participant: false results, exclusions, results that decide neither.

A listing shows data of persons, so a report has one only if its plan asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.data.truth import label as text_of
from rocstats.investigation.column_of_test import Mask
from rocstats.investigation.index_results import FAILED, INDETERMINATE
from rocstats.investigation.investigation import PRESENT, Investigation

MOST_LISTED = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedRow:
    """A participant with what a listing says; texts are those of the data.

    ``state`` is what it is listed for: "false-positive", "false-negative", "indeterminate", "failed", or empty.
    """

    participant: str
    test: str = ""
    result: str = ""
    reference: str = ""
    state: str = ""


def false_results(investigation: Investigation) -> tuple[ListedRow, ...]:
    """List the results of each test that contradict the reference, as the primary analysis has them."""

    def found() -> Iterator[ListedRow]:
        case = investigation.truth == PRESENT
        for test in investigation.tests:
            calls = investigation.called(test.name)
            for state, rows in (("false-positive", (calls == 1) & ~case), ("false-negative", (calls == 0) & case)):
                yield from _rows(investigation, rows, test.part.source_column, test.name, state)

    return tuple(found())


def exclusions(investigation: Investigation) -> tuple[ListedRow, ...]:
    """List who is not eligible; the result is the reason in the data, if there is a column of reasons."""
    reason = investigation.plan.participants.exclusion_reason
    return tuple(_rows(investigation, ~investigation.eligible, reason, "", ""))


def undecided(investigation: Investigation) -> tuple[ListedRow, ...]:
    """List the indeterminate and failed results in the primary analysis set."""

    def found() -> Iterator[ListedRow]:
        for test in investigation.tests:
            for state in (INDETERMINATE, FAILED):
                rows = investigation.rows_of() & (test.states == state)
                yield from _rows(investigation, rows, test.part.source_column, test.name, state)

    return tuple(found())


LISTINGS: dict[str, tuple[str, Callable[[Investigation], tuple[ListedRow, ...]]]] = {
    "false-results": ("Results that contradict the reference", false_results),
    "exclusions": ("Not eligible", exclusions),
    "undecided": ("Indeterminate and failed results", undecided),
}


def _rows(investigation: Investigation, rows: Mask, column: str, test: str, state: str) -> Iterator[ListedRow]:
    """Write rows of the data as they were read; without a column of identifiers a row is named by its place."""
    plan, frame = investigation.plan, investigation.frame
    for place in np.flatnonzero(rows).tolist():
        name = frame[plan.data.subject].iloc[place] if plan.data.subject else place + 1
        yield ListedRow(
            participant=str(name),
            test=test,
            result=_text(frame[column].iloc[place]) if column else "",
            reference=_text(frame[plan.reference.column].iloc[place]),
            state=state,
        )


def _text(value: Any) -> str:
    """Write a value as the data hold it; nothing if it is missing."""
    if value is None or value != value:
        return ""
    return text_of(value)
