"""Taking results down: values, estimates and measures become rows, and every result keeps its printed text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rocstats.analysis_results.reasons import reasons
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import About, Kind, ResultRow, Value
from rocstats.printing import Note, Result

_LABELS = {
    "n": "n",
    "total": "N",
    "estimate": "Estimate",
    "std-error": "Standard error",
    "conf-low": "Lower confidence limit",
    "conf-high": "Upper confidence limit",
    "statistic": "Test statistic",
    "df": "Degrees of freedom",
    "p-value": "p-value",
    "p-adjusted": "Adjusted p-value",
    "n-cases": "With the condition",
    "n-controls": "Without the condition",
}


@dataclass(frozen=True, slots=True)
class Output:
    """A result as R would print it, with its place in the appendix and the analysis that its numbers belong to.

    ``values`` are the places of its numbers in the text, each with the row that it was printed from.
    """

    analysis: str
    title: str
    text: str
    facts: dict[str, Any]
    notes: tuple[Note, ...]
    values: tuple[tuple[int, int, str], ...] = ()


class Recorder:
    """Takes results down, in order.

    Examples
    --------
    >>> recorder = Recorder()
    >>> recorder.add("flow.enrolled", "n", 120, "count", About(label="Enrolled"))
    >>> recorder.table().value("flow.enrolled.n")
    120
    """

    def __init__(self) -> None:
        self._rows: list[ResultRow] = []
        self._outputs: list[Output] = []

    def add(
        self, analysis: str, stat: str, value: object, kind: Kind, about: About, *, label: str = "", warning: str = ""
    ) -> None:
        """Take one value down. None needs a warning that says why there is no value."""
        self._rows.append(
            ResultRow(
                analysis=analysis,
                stat=stat,
                label=label or _LABELS.get(stat, stat),
                value=_plain(value),
                kind=kind,
                about=about,
                warning=warning,
            )
        )

    def fraction(self, analysis: str, n: int, total: int, about: About) -> None:
        """Take a count down with what it is a count of: rows ``n`` and ``total``."""
        self.add(analysis, "n", n, "count", about)
        self.add(analysis, "total", total, "count", about)

    def inferred(self, analysis: str, found: Any, kind: Kind, about: About) -> None:
        """Take an ``Estimate`` or ``Comparison`` down: estimate, error, limits, statistic and p-value.

        Level, method, alternative, null value and seed are read off the result.
        """
        interval = found.interval
        told = replace(
            about,
            method=found.method,
            level=found.level if interval is None else interval.level,
            sides="" if interval is None else interval.sides,
            alternative=found.alternative if found.pvalue is not None else "",
            null_value=found.null_value,
            seed=found.seed,
        )
        why = reasons(found.notes)
        self.add(analysis, "estimate", found.estimate, kind, told)
        if found.standard_error is not None or not found.inference.estimable:
            self.add(analysis, "std-error", found.standard_error, "error", told, warning=why)
        self._limits(analysis, interval, kind, told, why)
        for stat, value, of in (
            ("statistic", found.statistic, "statistic"),
            ("df", found.df, "df"),
            ("p-value", found.pvalue, "p"),
        ):
            if value is not None:
                self.add(analysis, stat, value, of, told)  # type: ignore[arg-type]

    def measure(self, analysis: str, found: Any, kind: Kind, about: About, *, notes: Iterable[Note] = ()) -> None:
        """Take a ``Measure`` of a 2×2 table down: count, total, estimate and limits."""
        interval = found.interval
        told = replace(
            about,
            method=found.method,
            level=about.level if interval is None else interval.level,
            sides="" if interval is None else interval.sides,
        )
        why = reasons(notes)
        if found.total is not None:
            self.fraction(analysis, found.successes, found.total, told)
        self.add(analysis, "estimate", found.estimate, kind, told, warning="" if found.estimate is not None else why)
        self._limits(analysis, interval, kind, told, why)

    def output(self, analysis: str, title: str, result: Result) -> None:
        """Keep the printed text of a result for the appendix, and its notes for the limitations."""
        self._outputs.append(Output(analysis, title, str(result), result.to_dict(), tuple(result.summary().notes)))

    def table(self) -> ResultsTable:
        """Give everything taken down."""
        return ResultsTable(self._rows)

    def outputs(self) -> tuple[Output, ...]:
        """Give every printed result, in order."""
        return tuple(self._outputs)

    def _limits(self, analysis: str, interval: Any, kind: Kind, about: About, why: str) -> None:
        for stat, value in (
            ("conf-low", None if interval is None else interval.low),
            ("conf-high", None if interval is None else interval.high),
        ):
            self.add(analysis, stat, value, kind, about, warning="" if value is not None else why)


def _plain(value: object) -> Value:
    """Give a value as Python's own type; no zero carries a sign."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return value + 0.0
    if value is None or isinstance(value, int | str):
        return value
    raise TypeError(f"a result is a number, a text or None, not {type(value).__name__}.")
