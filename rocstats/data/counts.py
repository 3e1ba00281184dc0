"""A 2×2 table of test result by truth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.scores import as_float
from rocstats.errors import DataError
from rocstats.formatting import shown
from rocstats.given import is_number, need, need_text
from rocstats.results import Subjects

Design = Literal["cohort", "case-control"]
DESIGNS = ("cohort", "case-control")
_MOST = 10**4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The four counts of a test result by truth, typed in or counted at a threshold.

    A zero cell or a group without subjects is allowed; what cannot be estimated from it says so where it is asked.

    Parameters
    ----------
    tp, fp, fn, tn : int
        True positive, false positive, false negative and true negative subjects.
    test : DiagnosticTest, optional
        The test that was counted.
    threshold : float, optional
        Where it was counted, on the scale of the data.
    subjects : Subjects, optional
        Who was counted.
    negative : str
        Label of the controls.
    design : {"cohort", "case-control"}, optional
        How the subjects were sampled; predictive values and accuracy depend on it.

    Raises
    ------
    DataError
        If a count is negative or not whole, or all are zero.

    Examples
    --------
    >>> table = Counts(tp=26, fp=12, fn=15, tn=60)
    >>> table.n_cases, table.n_controls, table.n_positive, table.total
    (41, 72, 38, 113)
    """

    tp: int
    fp: int
    fn: int
    tn: int
    test: DiagnosticTest | None = None
    threshold: float | None = None
    subjects: Subjects | None = None
    negative: str = ""
    design: Design | None = None

    def __post_init__(self) -> None:
        for cell in ("tp", "fp", "fn", "tn"):
            object.__setattr__(self, cell, whole_number(getattr(self, cell), cell))
        if self.total == 0:
            raise DataError("tp, fp, fn and tn are all 0; a table needs at least one subject.")
        checked_design(self.design)
        if self.test is not None and not isinstance(self.test, DiagnosticTest):
            raise TypeError(f"test is {shown(self.test)}; it must be a DiagnosticTest, such as DiagnosticTest(name).")
        if self.threshold is not None and math.isnan(checked_number(self.threshold, "threshold")):
            raise DataError("threshold is not a number; leave it out, or state the threshold of the table.")
        need_text(self.negative, "negative")
        known = self.subjects
        if known is not None:
            need(known, Subjects, "subjects is what Sample.subjects gives")
        if known is not None and (known.n_cases, known.n_controls) != (self.n_cases, self.n_controls):
            raise DataError(
                f"the table has {self.n_cases} cases and {self.n_controls} controls, "
                f"but its subjects are {known.n_cases} and {known.n_controls}."
            )

    @property
    def n_cases(self) -> int:
        """Subjects with the condition."""
        return self.tp + self.fn

    @property
    def n_controls(self) -> int:
        """Subjects without the condition."""
        return self.fp + self.tn

    @property
    def n_positive(self) -> int:
        """Subjects with a positive test."""
        return self.tp + self.fp

    @property
    def n_negative(self) -> int:
        """Subjects with a negative test."""
        return self.fn + self.tn

    @property
    def total(self) -> int:
        """All subjects."""
        return self.n_cases + self.n_controls


def checked_number(value: Any, name: str) -> float:
    """Return a number as a float; text or a boolean is refused."""
    if not is_number(value):
        raise TypeError(f"{name} is {shown(value)}; it must be a number.")
    return as_float(value, name)


def whole_number(value: Any, name: str) -> int:
    """Return a count as a Python int; a fraction, a negative number, text or a boolean is refused."""
    if not is_number(value):
        raise TypeError(f"{name} is a count, not {type(value).__name__}.")
    if isinstance(value, float | np.floating):
        value = as_float(value, name)
        if not value.is_integer():
            raise DataError(f"{name} is {value}; a count is a whole number.")
    count = int(value)
    if count < 0:
        raise DataError(f"{name} is {shown(count)}; a count is not negative.")
    if count > _MOST:
        raise DataError(f"{name} is a whole number of more than 4000 digits, which Python does not write.")
    return count


def checked_design(design: Any) -> Design | None:
    """Return a stated design, or refuse what is none."""
    if design is None or (isinstance(design, str) and design in DESIGNS):
        return design  # type: ignore[return-value]
    raise DataError(f'design is "cohort", "case-control" or None, not {shown(design)}.')
