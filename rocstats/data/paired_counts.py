"""Two tests on the same subjects, counted: a table of pairs for the cases, another for the controls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rocstats.data.counts import Counts, Design, checked_design, whole_number
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.scores import as_float
from rocstats.errors import DataError
from rocstats.formatting import printable, shown
from rocstats.given import has_length, need, need_text
from rocstats.results import Subjects

MOST = 2**53


class PairedTable(NamedTuple):
    """Pairs of results: in ``n10`` the first index is the first test, the second the second; 1 is positive, 0 negative.

    So ``n10`` subjects are positive by the first test and negative by the second, ``n01`` the reverse; these are the
    discordant pairs. A tuple of four, in the order n11, n10, n01, n00.

    Examples
    --------
    >>> table = PairedTable(n11=59, n10=6, n01=16, n00=80)
    >>> table.first, table.second, table.total
    (65, 75, 161)
    """

    n11: int
    n10: int
    n01: int
    n00: int

    @property
    def total(self) -> int:
        """All pairs."""
        return self.n11 + self.n10 + self.n01 + self.n00

    @property
    def first(self) -> int:
        """Positive by the first test."""
        return self.n11 + self.n10

    @property
    def second(self) -> int:
        """Positive by the second test."""
        return self.n11 + self.n01

    @property
    def discordant(self) -> int:
        """Pairs of which one result is positive."""
        return self.n10 + self.n01

    @property
    def negatives(self) -> PairedTable:
        """The same pairs with negative counted for positive, as specificities need them."""
        return PairedTable(self.n00, self.n01, self.n10, self.n11)

    @property
    def swapped(self) -> PairedTable:
        """The same pairs with the second test first."""
        return PairedTable(self.n11, self.n01, self.n10, self.n00)

    def plus(self, other: PairedTable) -> PairedTable:
        """Put two tables together, cell by cell."""
        return PairedTable(*(a + b for a, b in zip(self, other, strict=True)))


def paired_table(table: Any, name: str = "table") -> PairedTable:
    """Return a table of pairs, given as ((n11, n10), (n01, n00)) or as the four counts in this order.

    Examples
    --------
    >>> paired_table(((59, 6), (16, 80)))
    PairedTable(n11=59, n10=6, n01=16, n00=80)
    """
    shape = f"{name} is ((n11, n10), (n01, n00)), the first index for the first test, 1 for positive"
    if isinstance(table, str | bytes | dict) or not has_length(table):
        raise TypeError(f"{shape}; not {type(table).__name__}.")
    rows = list(table)
    if len(rows) == 2 and all(has_length(row) and len(row) == 2 for row in rows):
        cells = [*rows[0], *rows[1]]
    elif len(rows) == 4:
        cells = rows
    else:
        raise DataError(f"{shape}; it needs four counts.")
    words = ("n11", "n10", "n01", "n00")
    counts = [whole_number(cell, f"{word} of {name}") for cell, word in zip(cells, words, strict=True)]
    if sum(counts) > MOST:
        raise DataError(f"{name} holds {shown(sum(counts))} pairs; counts go up to 2**53 = {MOST}.")
    return PairedTable(*counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedCounts:
    """Results of two tests on the same subjects, cross-classified apart for cases and controls.

    Each table is ((n11, n10), (n01, n00)). The first index is the first test, the second the second; 1 is a positive
    result, 0 a negative one, in both tables. A group may be empty; what cannot be estimated then says so where it is
    asked. The subjects must be independent of each other; only the two results of one subject may not be.

    Parameters
    ----------
    cases, controls : 2 × 2 counts
        Subjects with and without the condition.
    tests : pair of str or DiagnosticTest
        The first and the second test, with different names.
    thresholds : pair of float, optional
        Where each was counted, on the scale of the data.
    subjects : Subjects, optional
        Who was counted.
    negative : str
        Label of the controls.
    design : {"cohort", "case-control"}, optional
        How the subjects were sampled; predictive values and overall accuracy depend on it.

    Raises
    ------
    DataError
        If a count is negative or not whole, all are zero, or the tests have one name.

    Examples
    --------
    >>> pairs = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)))
    >>> pairs.first.tp, pairs.second.tp, pairs.first.fp, pairs.second.fp
    (397, 341, 84, 53)
    """

    cases: PairedTable
    controls: PairedTable
    tests: tuple[DiagnosticTest, DiagnosticTest] = (DiagnosticTest("A"), DiagnosticTest("B"))
    thresholds: tuple[float, float] | None = None
    subjects: Subjects | None = None
    negative: str = ""
    design: Design | None = None

    def __post_init__(self) -> None:
        for group in ("cases", "controls"):
            object.__setattr__(self, group, paired_table(getattr(self, group), group))
        object.__setattr__(self, "tests", _two_tests(self.tests))
        if self.total == 0:
            raise DataError("all counts of cases and controls are 0; a comparison needs at least one subject.")
        if self.thresholds is not None:
            object.__setattr__(self, "thresholds", _two_thresholds(self.thresholds))
        checked_design(self.design)
        need_text(self.negative, "negative")
        known = self.subjects
        if known is not None:
            need(known, Subjects, "subjects is what Sample.subjects gives")
        if known is not None and (known.n_cases, known.n_controls) != (self.n_cases, self.n_controls):
            raise DataError(
                f"the tables have {self.n_cases} cases and {self.n_controls} controls, "
                f"but their subjects are {known.n_cases} and {known.n_controls}."
            )

    @property
    def n_cases(self) -> int:
        """Subjects with the condition."""
        return self.cases.total

    @property
    def n_controls(self) -> int:
        """Subjects without the condition."""
        return self.controls.total

    @property
    def total(self) -> int:
        """All subjects."""
        return self.n_cases + self.n_controls

    @property
    def first(self) -> Counts:
        """The 2×2 table of the first test."""
        return self._counts(0)

    @property
    def second(self) -> Counts:
        """The 2×2 table of the second test."""
        return self._counts(1)

    @property
    def correct(self) -> PairedTable:
        """Pairs of results with right counted for positive and wrong for negative: cases and controls together."""
        return self.cases.plus(self.controls.negatives)

    def _counts(self, place: int) -> Counts:
        test = self.tests[place]
        cases, controls = (table if place == 0 else table.swapped for table in (self.cases, self.controls))
        subjects = self.subjects
        if subjects is not None:
            low = (test.name,) if test.name in subjects.low else ()
            subjects = replace(subjects, tests=(test.name,), low=low)
        return Counts(
            tp=cases.first,
            fp=controls.first,
            fn=cases.total - cases.first,
            tn=controls.total - controls.first,
            test=test,
            threshold=None if self.thresholds is None else self.thresholds[place],
            subjects=subjects,
            negative=self.negative,
            design=self.design,
        )


def _two_thresholds(thresholds: Any) -> tuple[float, float]:
    if isinstance(thresholds, str) or not isinstance(thresholds, Sequence) or len(thresholds) != 2:
        raise DataError("thresholds are two numbers, of the first and of the second test.")
    first, second = (as_float(threshold, "a threshold") for threshold in thresholds)
    if math.isnan(first) or math.isnan(second):
        raise DataError("a threshold is not a number; leave thresholds out, or state both.")
    return first, second


def _two_tests(tests: Any) -> tuple[DiagnosticTest, DiagnosticTest]:
    if isinstance(tests, str) or not isinstance(tests, Sequence) or len(tests) != 2:
        raise DataError('tests are two names, first and second: tests=("A", "B").')
    first, second = (test if isinstance(test, DiagnosticTest) else DiagnosticTest(test) for test in tests)
    if first.name == second.name:
        raise DataError(f'both tests are called "{printable(first.name)}"; give each test its own name.')
    return first, second
