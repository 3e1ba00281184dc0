"""A rule of the linter: what it asks for, what it looks at, and the words of what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from rocstats.analysis_results.results_table import ResultsTable
from rocstats.study_plan.study_plan import StudyPlan

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number inside a finding, by the id of its row."""

    row: str


@dataclass(frozen=True, slots=True)
class Name:
    """A name inside a finding, as data or plan have it."""

    text: str


Words = tuple[str | Number | Name, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the rules look at."""

    plan: StudyPlan
    table: ResultsTable

    def number(self, identity: str) -> float | None:
        """Give a number of the table; None if there is no such row, no value, or a text."""
        value = self.table.value(identity) if identity in self.table else None
        return value if isinstance(value, int | float) else None

    def tests(self) -> Iterator[tuple[str, str]]:
        """Give every test as its key and its name."""
        for place, test in enumerate(self.plan.tests, 1):
            yield f"t{place}", test.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule: its id, what it asks for, how grave it is, and how it looks.

    ``remedy`` says what to do about a finding.
    """

    id: str
    asks: str
    severity: Severity
    look: Callable[[Evidence], Iterator[Words]]
    remedy: str
