"""What one test said of each participant: a result, or why there is none."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.errors import DataError
from rocstats.formatting import counted, printable
from rocstats.study_plan.filter_conditions import holds
from rocstats.study_plan.study_plan import Handling, Scalar, TestPart, values_of

Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.str_]
Mask = npt.NDArray[np.bool_]
CALLED = 1.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TestColumn:
    """The results of one test, a place per row of the data.

    Parameters
    ----------
    key : str
        "t1" for the first test of the plan: the part of ids of results that stands for it.
    part : TestPart
        What the plan says of it.
    test : DiagnosticTest
        Name, direction and threshold; calls are scores 1 and 0 with the threshold 1.
    scores : (n,) float64
        NaN where there is no score; an indeterminate range keeps its scores.
    states : (n,) str
        "result", "indeterminate", "failed" or "missing".
    """

    __test__ = False

    key: str
    part: TestPart
    test: DiagnosticTest
    scores: Floats
    states: Words

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.part.name

    def calls(self, indeterminate: Handling = "exclude", failed: Handling = "exclude") -> npt.NDArray[np.int8]:
        """Say of each row whether it is called positive (1), negative (0) or not called at all (-1).

        Without a threshold no score is called.
        """
        called = np.full(len(self.scores), -1, dtype=np.int8)
        if self.test.cutoff is not None:
            known = self.states == "result"
            turned = self.test.turned(self.scores[known])
            called[known] = (turned >= self.test.turned(self.test.cutoff)).astype(np.int8)
        for state, handling in (("indeterminate", indeterminate), ("failed", failed)):
            if handling != "exclude":
                called[self.states == state] = 1 if handling == "positive" else 0
        return called

    def restricted(self, rows: Mask) -> TestColumn:
        """Give the same test on some of the rows."""
        return TestColumn(
            key=self.key, part=self.part, test=self.test, scores=self.scores[rows], states=self.states[rows]
        )


def column_of_test(part: TestPart, key: str, column: pd.Series[Any]) -> TestColumn:
    """Sort the values of a column into scores or calls, indeterminate and failed results, and missing ones.

    A value that is none of these is refused, with the values that are not understood.
    """
    states = np.full(len(column), "missing", dtype="<U13")
    scores = np.full(len(column), np.nan)
    missing = column.isna().to_numpy()
    left = ~missing
    for state, values in (("indeterminate", part.indeterminate), ("failed", part.failed)):
        said = left & equal_to_any(column, values_of(values))
        states[said] = state
        left &= ~said
    if part.has_calls:
        for value, values in ((CALLED, part.positive), (0.0, part.negative)):
            said = left & equal_to_any(column, values_of(values))
            scores[said] = value
            left &= ~said
        unread = left
    else:
        numbers = pd.to_numeric(column.where(left), errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
        unread = left & np.isnan(numbers)
        scores[left] = numbers[left]
    if unread.any():
        raise DataError(_not_understood(part, column[unread]))
    states[~np.isnan(scores)] = "result"
    if part.indeterminate_between is not None:
        low, high = part.indeterminate_between
        states[(scores >= low) & (scores <= high)] = "indeterminate"
    low = part.positive_scores == "low"
    cutoff = CALLED if part.has_calls else None if part.threshold is None else part.threshold.value
    test = DiagnosticTest(part.name, low=low, cutoff=cutoff)
    return TestColumn(key=key, part=part, test=test, scores=scores, states=states)


def equal_to_any(column: pd.Series[Any], values: Collection[Scalar]) -> Mask:
    """Say of each row whether it holds one of the values; a number stated as text is the number it spells.

    Examples
    --------
    >>> equal_to_any(pd.Series([1, 2, None]), ("1",)).tolist(), equal_to_any(pd.Series(["EQV", "1.0"]), (1,)).tolist()
    ([True, False, False], [False, True])
    """
    found = np.zeros(len(column), dtype=bool)
    for value in values:
        found |= holds(column, "==", float(value) if isinstance(value, int) and not isinstance(value, bool) else value)
    return found


def _not_understood(part: TestPart, strangers: pd.Series[Any]) -> str:
    shown = ", ".join(f'"{printable(value)}"' for value in dict.fromkeys(strangers.astype(str)))
    shown = shown if len(shown) < 200 else shown[:200] + " …"
    what = "stated as positive, negative" if part.has_calls else "a number, or stated as"
    are, them = ("is", "it") if len(strangers) == 1 else ("are", "them")
    return (
        f'{counted(len(strangers), "result")} of the test "{printable(part.name)}" {are} not {what}, indeterminate or '
        f"failed: {shown}. Name {them} in the plan, under this test."
    )
