"""Rows as they came in: scores, truth, frequencies and labels, with what is missing still among them.

A sample is made of the complete rows of such a table, whether it was read from a file or put together from arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from rocstats.data.columns import Integers, Labels, frequencies_of, labels_of
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.scores import Floats
from rocstats.data.truth import Bools, Coding
from rocstats.errors import DataError
from rocstats.formatting import counted, printable, shown

Missing = Literal["error", "drop"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Table:
    """One row per subject, or per group of alike subjects; scores stand as they came, on the user's scale."""

    truth: str
    coding: Coding
    tests: tuple[DiagnosticTest, ...]
    scores: Floats
    weights: Integers | None
    ids: Labels | None
    clusters: Labels | None
    strata: Labels | None
    rows: Integers

    @property
    def present(self) -> Bools:
        """Which rows stand for anyone."""
        return np.ones(len(self.rows), dtype=bool) if self.weights is None else np.greater(self.weights, 0)

    @property
    def unscored(self) -> Bools:
        """Which rows lack a score of at least one test."""
        return np.asarray(np.isnan(self.scores).any(axis=1), dtype=bool)

    def total(self, chosen: Bools) -> int:
        """Count the subjects of these rows."""
        return int(np.count_nonzero(chosen)) if self.weights is None else sum(self.weights[chosen].tolist())

    def part(self, chosen: Bools | slice, columns: Sequence[int] | None = None) -> Table:
        """Return these rows, and these tests."""

        def taken(values: npt.NDArray[Any] | None) -> npt.NDArray[Any] | None:
            return None if values is None else values[chosen]

        places = list(range(len(self.tests)) if columns is None else columns)
        return replace(
            self,
            coding=self.coding.part(chosen),
            tests=tuple(self.tests[i] for i in places),
            scores=self.scores[chosen][:, places],
            weights=taken(self.weights),
            ids=taken(self.ids),
            clusters=taken(self.clusters),
            strata=taken(self.strata),
            rows=self.rows[chosen],
        )

    def complete(self, missing: Missing) -> tuple[Integers, Integers, int]:
        """Return the complete rows of cases and of controls, and how many subjects that leaves out.

        Raises
        ------
        DataError
            If a value is missing and ``missing`` is "error"; the message counts them.
        """
        complete = self.present & ~self.coding.missing & ~self.unscored
        left_out = self.total(self.present & ~complete)
        if left_out and missing == "error":
            raise DataError(self.missing_message())
        case = self.coding.case
        return np.flatnonzero(complete & case), np.flatnonzero(complete & ~case), left_out

    def missing_message(self) -> str:
        """Count what is missing: first truth values, then scores of each test."""
        subjects = counted(self.total(self.present), "subject")
        parts = []
        if lost := self.total(self.present & self.coding.missing):
            parts.append(f"{lost} of {subjects} {_have(lost)} no truth value ({printable(self.truth)})")
        for test, column in zip(self.tests, self.scores.T, strict=True):
            if lost := self.total(self.present & np.isnan(column)):
                parts.append(f'{lost} of {subjects} {_have(lost)} no score for "{printable(test.name)}"')
        return f'{"; ".join(parts)}. Use missing="drop" to leave them out, or impute them first.'


def assembled(
    truth: str,
    coding: Coding,
    tests: tuple[DiagnosticTest, ...],
    scores: Floats,
    *,
    counts: Any = None,
    subject: Any = None,
    cluster: Any = None,
    stratum: Any = None,
) -> Table:
    """Put columns together, refusing lengths that differ and subjects that stand on several rows."""
    rows = len(coding.case)
    if len(scores) != rows:
        raise DataError(f"truth has {rows} values but scores has {len(scores)} rows.")
    weights = frequencies_of(counts, rows)
    ids, clusters, strata = (
        None if values is None else labels_of(values, rows, what)
        for values, what in ((subject, "subject"), (cluster, "cluster"), (stratum, "stratum"))
    )
    if ids is not None and clusters is None:
        _refuse_duplicates(ids if weights is None else ids[weights > 0])
    return Table(
        truth=truth,
        coding=coding,
        tests=tests,
        scores=scores,
        weights=weights,
        ids=ids,
        clusters=clusters,
        strata=strata,
        rows=np.arange(rows, dtype=np.int64),
    )


def checked_missing(missing: Any) -> Missing:
    """Return a policy for missing values, or refuse what is none."""
    if isinstance(missing, str) and missing in ("error", "drop"):
        return missing  # type: ignore[return-value]
    raise DataError(f'missing is "error" or "drop", not {shown(missing)}.')


def _have(n: int) -> str:
    return "has" if n == 1 else "have"


def _refuse_duplicates(ids: npt.NDArray[Any]) -> None:
    values, times = np.unique(ids, return_counts=True)
    twice = values[times > 1]
    if len(twice):
        shown = ", ".join(printable(v) for v in twice[:3].tolist()) + (", …" if len(twice) > 3 else "")
        raise DataError(
            f"{counted(len(twice), 'subject')} {'stands' if len(twice) == 1 else 'stand'} on several rows: {shown}. "
            "Keep one row per subject, or name the cluster that repeated rows belong to with cluster=."
        )
