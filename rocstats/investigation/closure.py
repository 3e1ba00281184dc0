"""Sums that must close: every count of the flow and of the tables of results is the sum of its parts.

The counts are read from a table of results and from nothing else, so a table that was changed after the run is found
as well as a fault of the run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rocstats.analysis_results.results_table import ResultsTable
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.investigation.index_results import RESULTS, SCORED
from rocstats.investigation.investigation import ABSENT, INCONCLUSIVE, MISSING, PRESENT

REFERENCES = (PRESENT, ABSENT, INCONCLUSIVE, MISSING)
# Why an eligible participant is not analysed, in the order in which it is asked.
OUTSIDE, NO_REFERENCE, NO_RESULT = "outside-set", "no-reference", "no-result"
LEFT_OUT = (OUTSIDE, NO_REFERENCE, NO_RESULT)
TOTAL = "total"
_CELLS = ("tp", "fp", "fn", "tn")
_MARGINS = {"n-positive": ("tp", "fp"), "n-negative": ("fn", "tn"), "n-cases": ("tp", "fn"), "n-controls": ("fp", "tn")}


@dataclass(frozen=True, slots=True)
class Gap:
    """A count that is not the sum of its parts; None stands for a count that is not there.

    Examples
    --------
    >>> print(Gap("flow.enrolled.n", "Enrolled", 12, ("flow.eligible.n", "flow.excluded.n"), 11))
    flow.enrolled.n (Enrolled) is 12, and flow.eligible.n + flow.excluded.n make 11, 1 too few
    """

    whole: str
    label: str
    n: int | None
    parts: tuple[str, ...]
    total: int | None

    def __str__(self) -> str:
        """Say where the counts do not close, and by how many."""
        name = f"{self.whole} ({printable(self.label)})" if self.label else self.whole
        parts = " + ".join(self.parts)
        if self.n is None:
            return f"{name} is not there as a count; it is to be {parts}"
        if self.total is None:
            return f"{name} is {self.n}, and not all of its parts are there as counts: {parts}"
        missing = self.n - self.total
        return (
            f"{name} is {self.n}, and {parts} make {self.total}, {abs(missing)} too {'few' if missing > 0 else 'many'}"
        )


def check_closure(table: ResultsTable) -> None:
    """Stop if a count of the participants is not the sum of its parts.

    Raises
    ------
    DataError
        With each place where counts do not close, and by how many.
    """
    gaps = flow_gaps(table)
    if gaps:
        raise DataError(
            f"the counts of the participants do not close: {'; '.join(map(str, gaps[:5]))}"
            f"{'; …' if len(gaps) > 5 else ''}. The table of results was changed or rocstats has a fault; "
            "do not use these results, and report the fault with the plan."
        )


def flow_gaps(table: ResultsTable) -> tuple[Gap, ...]:
    """Give every count of the flow, the analysis sets and the cross-tabulations that is not the sum of its parts."""
    return tuple(_open(table, _flow_sums(table)))


def subgroup_gaps(table: ResultsTable) -> tuple[Gap, ...]:
    """Give every column of subgroups or sites whose levels do not make the primary analysis set.

    A level for participants without a value (``missing``) is one of the parts.
    """
    return tuple(_open(table, _subgroup_sums(table)))


Sum = tuple[str, tuple[str, ...]]


def _flow_sums(table: ResultsTable) -> Iterator[Sum]:
    yield "flow.enrolled.n", ("flow.eligible.n", "flow.excluded.n")
    reasons = _children(table, "flow.excluded")
    if reasons:
        yield "flow.excluded.n", reasons
    truth = tuple(f"flow.reference.{state}.n" for state in REFERENCES)
    yield "flow.eligible.n", truth
    yield "flow.verified.n", truth[:2]
    yield "flow.analysed.n", ("flow.analysed.present.n", "flow.analysed.absent.n")
    yield "flow.eligible.n", ("flow.analysed.n", "flow.left-out.n")
    yield "flow.left-out.n", tuple(f"flow.left-out.{reason}.n" for reason in LEFT_OUT)
    for key in _keys(table, r"flow\.(t\d+)"):
        yield from _test_sums(table, f"flow.{key}")
    for key in _keys(table, r"sets\.(s\d+)"):
        at = f"sets.{key}"
        yield f"{at}.n", tuple(f"{at}.{stat}" for stat in ("n-cases", "n-controls", "n-inconclusive", "n-missing"))
        yield "flow.eligible.n", (f"{at}.n", f"{at}.n-outside")
    for key in _keys(table, r"complete\.(t\d+)"):
        yield from _completeness_sums(table, f"complete.{key}")
    for analysis in _keys(table, r"(crosstab\.t\d+(?:\.[a-z-]+)?)"):
        yield f"{analysis}.total", tuple(f"{analysis}.{cell}" for cell in _CELLS)
        for margin, cells in _MARGINS.items():
            yield f"{analysis}.{margin}", tuple(f"{analysis}.{cell}" for cell in cells)
        key = analysis.removeprefix("crosstab.")
        if f"flow.{key}.analysed.n" in table:
            yield f"flow.{key}.analysed.n", (f"{analysis}.total",)


def _test_sums(table: ResultsTable, at: str) -> Iterator[Sum]:
    """Divide the eligible by the result of a test, each result by the reference, and say who was analysed."""
    found = tuple(result for result in (*RESULTS, SCORED) if f"{at}.{result}.n" in table)
    yield "flow.eligible.n", (f"{at}.tested.n", f"{at}.missing.n")
    yield f"{at}.tested.n", tuple(f"{at}.{result}.n" for result in found if result != MISSING)
    for result in found:
        yield f"{at}.{result}.n", tuple(f"{at}.{result}.{state}.n" for state in REFERENCES)
    for state in REFERENCES:
        yield f"flow.reference.{state}.n", tuple(f"{at}.{result}.{state}.n" for result in found)
    yield "flow.eligible.n", (f"{at}.analysed.n", f"{at}.left-out.n")
    yield f"{at}.left-out.n", tuple(f"{at}.left-out.{reason}.n" for reason in LEFT_OUT)
    yield f"{at}.analysed.n", (f"{at}.analysed.present.n", f"{at}.analysed.absent.n")


def _completeness_sums(table: ResultsTable, at: str) -> Iterator[Sum]:
    found = tuple(result for result in (*RESULTS, SCORED) if f"{at}.{result}.{TOTAL}.n" in table)
    for result in (*found, TOTAL):
        yield f"{at}.{result}.{TOTAL}.n", tuple(f"{at}.{result}.{state}.n" for state in REFERENCES)
    for state in REFERENCES:
        yield f"{at}.{TOTAL}.{state}.n", tuple(f"{at}.{result}.{state}.n" for result in found)
    if "sets.primary.key" in table:
        yield f"sets.{table.value('sets.primary.key')}.n", (f"{at}.{TOTAL}.{TOTAL}.n",)


def _subgroup_sums(table: ResultsTable) -> Iterator[Sum]:
    primary = f"sets.{table.value('sets.primary.key')}" if "sets.primary.key" in table else "sets.s1"
    for column in _keys(table, r"(sub\.g\d+|site)\.l\d+"):
        levels = [
            name for name in table.analyses(column) if re.fullmatch(rf"{re.escape(column)}\.(l\d+|missing)", name)
        ]
        for stat in ("n-cases", "n-controls"):
            yield f"{primary}.{stat}", tuple(f"{level}.{stat}" for level in levels)


def _open(table: ResultsTable, sums: Iterator[Sum]) -> Iterator[Gap]:
    for whole, parts in sums:
        n, held = _count(table, whole), [_count(table, part) for part in parts]
        known = [count for count in held if count is not None]
        total = sum(known) if len(known) == len(held) else None
        if n is None or total != n:
            yield Gap(whole, table.row(whole).about.label if whole in table else "", n, parts, total)


def _count(table: ResultsTable, identity: str) -> int | None:
    """Give a count by its id, or None if it is not there or no whole number of participants."""
    value = table.value(identity) if identity in table else None
    return value if isinstance(value, int) and value >= 0 else None


def _children(table: ResultsTable, analysis: str) -> tuple[str, ...]:
    """Give the counts one step below an analysis."""
    depth = analysis.count(".") + 1
    below = (name for name in table.analyses(analysis) if name != analysis and name.count(".") == depth)
    return tuple(f"{name}.n" for name in below if f"{name}.n" in table)


def _keys(table: ResultsTable, pattern: str) -> tuple[str, ...]:
    """Give what a pattern finds at the beginning of the analyses, each once, whole words only."""
    found = (re.match(rf"{pattern}(?=\.|$)", name) for name in table.analyses())
    return tuple(dict.fromkeys(match[1] for match in found if match))
