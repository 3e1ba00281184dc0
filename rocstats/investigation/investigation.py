"""The data of a plan, sorted as it says: who is in which set, what is known of each, and samples of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.data.sample import Sample
from rocstats.data.source import Source
from rocstats.data.study import Study
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.investigation.column_of_test import Mask, TestColumn, Words
from rocstats.study_plan.study_plan import Handling, StudyPlan

if TYPE_CHECKING:
    from collections.abc import Mapping

PRESENT, ABSENT, INCONCLUSIVE, MISSING = "present", "absent", "inconclusive", "missing"
EVERYONE = "All eligible"
_TRUTH, _SUBJECT, _CLUSTER = "truth", "subject", "cluster"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Investigation:
    """Everything that is known of every row, sorted as the plan says.

    Parameters
    ----------
    plan : StudyPlan
        What was planned.
    frame : DataFrame
        The data as they were read, a row per participant.
    source : Source or None
        The file; None for data that were in memory.
    truth : (n,) str
        "present", "absent", "inconclusive" or "missing".
    tests : tuple of TestColumn
        In the order of the plan.
    eligible : (n,) bool
        Who is eligible.
    sets : mapping of str to (n,) bool
        The analysis sets by name, eligible rows only; the set of all eligible is among them.
    primary : str
        Name of the primary analysis set.
    """

    plan: StudyPlan
    frame: pd.DataFrame
    source: Source | None
    truth: Words
    tests: tuple[TestColumn, ...]
    eligible: Mask
    sets: Mapping[str, Mask]
    primary: str

    def named(self, name: str) -> TestColumn:
        """Give a test by its name in the plan."""
        return next(test for test in self.tests if test.name == name)

    def rows_of(self, population: str | None = None) -> Mask:
        """Say which rows are in an analysis set, the primary one if none is named."""
        return self.sets[self.primary if population is None else population]

    def restricted(self, rows: Mask) -> Investigation:
        """Give the same investigation of some of the rows, such as a subgroup."""
        return replace(
            self,
            frame=self.frame.loc[rows].reset_index(drop=True),
            truth=self.truth[rows],
            tests=tuple(test.restricted(rows) for test in self.tests),
            eligible=self.eligible[rows],
            sets={name: held[rows] for name, held in self.sets.items()},
        )

    def study(self, population: str | None = None) -> Study:
        """Give the participants of a set with a known truth as a study; scores that are no results are missing.

        An indeterminate or failed result has no score here, whatever the handling: it can be counted as positive or
        negative at a threshold (``counts``), but has no place in an order of scores.
        """
        rows = self.rows_of(population) & np.isin(self.truth, (PRESENT, ABSENT))
        columns: dict[str, Any] = {
            test.name: np.where(test.states[rows] == "result", test.scores[rows], np.nan) for test in self.tests
        }
        own: dict[str, Any] = {}
        for role, column in ((_SUBJECT, self.plan.data.subject), (_CLUSTER, self.plan.data.cluster)):
            if column:
                own[role] = self._free(f"{role} of the plan")
                columns[own[role]] = self.frame.loc[rows, column].astype(str).to_numpy()
        # The label of the truth is printed; that of the plan's column is what a reader knows.
        label = self._free(self.plan.reference.name or self.plan.reference.column)
        columns[label] = np.where(self.truth[rows] == PRESENT, PRESENT, ABSENT)
        return Study(
            pd.DataFrame(columns),
            truth=label,
            positive=PRESENT,
            negative=ABSENT,
            tests=[test.test for test in self.tests],
            low=[test.name for test in self.tests if test.test.low],
            design=self.plan.design.type,
            missing="drop",
            source=self.source,
            **own,
        )

    def sample(self, *tests: str, population: str | None = None) -> Sample:
        """Give those of a set who have a known truth and a result of each of these tests."""
        return self.study(population).sample(*tests)

    def called(
        self,
        test: str,
        population: str | None = None,
        *,
        indeterminate: Handling | None = None,
        failed: Handling | None = None,
    ) -> npt.NDArray[np.int8]:
        """Say of each row of the data: called positive (1), negative (0), or not in this analysis (-1).

        Handling is that of the plan unless it is stated; a plan without a handling of indeterminate results leaves them
        out, and the linter says so.
        """
        handling = self.plan.estimand.handling
        calls = self.named(test).calls(indeterminate or handling.indeterminate or "exclude", failed or handling.failed)
        known = self.rows_of(population) & np.isin(self.truth, (PRESENT, ABSENT))
        return np.where(known, calls, np.int8(-1)).astype(np.int8)

    def counts(
        self,
        test: str,
        population: str | None = None,
        *,
        indeterminate: Handling | None = None,
        failed: Handling | None = None,
    ) -> Counts:
        """Count the 2×2 table of a test at its threshold, or of its calls."""
        calls = self.called(test, population, indeterminate=indeterminate, failed=failed)
        case = self.truth == PRESENT
        return Counts(
            tp=int(((calls == 1) & case).sum()),
            fp=int(((calls == 1) & ~case).sum()),
            fn=int(((calls == 0) & case).sum()),
            tn=int(((calls == 0) & ~case).sum()),
            design=self.plan.design.type,
        )

    def paired_counts(self, first: str, second: str, population: str | None = None) -> PairedCounts:
        """Count two tests against each other on those whom both call, cases and controls apart."""
        one, other = self.called(first, population), self.called(second, population)
        both = (one >= 0) & (other >= 0)
        case = self.truth == PRESENT

        def crossed(rows: Mask) -> Any:
            cells = [int(((one == a) & (other == b) & rows).sum()) for a in (1, 0) for b in (1, 0)]
            return (cells[0], cells[1]), (cells[2], cells[3])

        return PairedCounts(
            cases=crossed(both & case),
            controls=crossed(both & ~case),
            tests=(self.named(first).test, self.named(second).test),
            design=self.plan.design.type,
        )

    def pairs(self) -> tuple[tuple[TestColumn, TestColumn], ...]:
        """Give every pair of tests in the order of the plan."""
        return tuple((a, b) for i, a in enumerate(self.tests) for b in self.tests[i + 1 :])

    def _free(self, wanted: str) -> str:
        """Give a name that no test has."""
        taken = {test.name for test in self.tests}
        while wanted in taken:
            wanted += " (reference)"
        return wanted


def column_of(frame: pd.DataFrame, name: str, role: str) -> pd.Series[Any]:
    """Give a column of the data, or say that it is not there, once and for which role."""
    found = [str(column) for column in frame.columns].count(name)
    if found != 1:
        how = "holds no such column" if not found else f"holds {found} columns of this name"
        known = ", ".join(printable(column) for column in list(frame.columns)[:20])
        raise DataError(f'the plan takes "{printable(name)}" as {role}, and the data file {how}; it has {known}.')
    return frame[name]
