"""The numbers of printed output, each led back to the row of results that it was printed from.

A number of a printed result is found among the rows of its analysis, then among the other facts of the result, which
become rows of their own, then among all other rows (a joint test prints the areas of its tests). A number agrees with a
row if the row, rounded half-up to as many decimals, is written so, as itself, as a percentage or with the other sign.
What is found nowhere (a correlation that is printed and not kept, a level inside a sentence) becomes a row as printed.
Names, and the sentences of notes, hold numerals that are no results; those lines are left alone.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rocstats.analysis_results.recorder import Output
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import About, Kind, ResultRow
from rocstats.formatting import fixed, percent

NUMERAL = re.compile(r"(?<![\w.\u2212])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w])(?!\.\d)")
# What the row of a number is called that stands in words only, such as a note.
AS_PRINTED = "as printed"
_LIMIT = re.compile(r"<\s*$")
_KINDS: dict[str, Kind] = {"p_value": "p", "conf_level": "level", "std_error": "error", "statistic": "statistic"}


def placed(outputs: Sequence[Output], table: ResultsTable) -> tuple[tuple[Output, ...], tuple[ResultRow, ...]]:
    """Give every output with the places of its numbers, and the rows that had to be added for them."""
    found, added = [], []
    others = _ByWriting([row for row in table if row.kind in ("count", "area", "error", "percent", "quantity")])
    for number, output in enumerate(outputs, 1):
        own = [row for name in table.analyses(output.analysis) for row in table.analysis(name).values()]
        facts = list(_facts(output, f"print.o{number}"))
        places, lost = _places(output, _ByWriting([*own, *facts], shares=True), others, f"print.o{number}")
        found.append(replace(output, values=places))
        used = {row for _, _, row in places}
        added += [row for row in facts if row.id in used] + lost
    return tuple(found), tuple(added)


def number_lines(text: str) -> Iterator[tuple[int, str]]:
    """Give the lines of a printed result that hold its numbers, each with where it begins.

    The title, the lines of names and directions below ``data:`` and the notes are words.
    """
    place, told = 0, False
    for position, line in enumerate(text.split("\n")):
        words = line.strip()
        if re.match(r"(note|data|published):", line):
            told = True
        elif not line.startswith(" ") or re.match(r"\s+(\d|rule:)", line):
            told = bool(re.match(r"\s+rule:", line))
        title = line.startswith("\t") or position == 0
        if words and not told and not title:
            yield place, line
        place += len(line) + 1


class _ByWriting:
    """Rows found by what they look like with so many decimals; the first of several that look alike.

    Values are sorted once, so that only those next to a numeral are written down to be compared with it.
    """

    def __init__(self, rows: Sequence[ResultRow], *, shares: bool = False) -> None:
        held = [(row, row.value) for row in rows if isinstance(row.value, int | float) and math.isfinite(row.value)]
        self._rows = [row for row, _ in held]
        self._values = [value for _, value in held]
        self._order = sorted(range(len(held)), key=self._values.__getitem__)
        self._sorted = [self._values[place] for place in self._order]
        self._shares = shares

    def find(self, numeral: str) -> ResultRow | None:
        """Give the row that is written so, be it with the other sign or as a percentage."""
        decimals = len(numeral.partition(".")[2])
        place = self._first(float(numeral), 0.5 * 10.0**-decimals, lambda v: fixed(v, decimals) == numeral)
        if place is None and self._shares:
            place = self._first(-float(numeral), 0.5 * 10.0**-decimals, lambda v: fixed(-v, decimals) == numeral)
        if place is None and self._shares:
            share, half = float(numeral) / 100, 0.005 * 10.0**-decimals
            place = self._first(share, half, lambda v: isinstance(v, float) and percent(v, decimals) == numeral)
        return None if place is None else self._rows[place]

    def below(self, bound: float) -> ResultRow | None:
        """Give the p-value that is below a bound."""
        pairs = zip(self._rows, self._values, strict=True)
        return next((row for row, value in pairs if row.kind == "p" and value < bound), None)

    def near(self, numeral: str) -> ResultRow | None:
        """Give the row that is written so with an exponent."""
        digits = len(numeral.split("e")[0].replace("-", "").replace(".", ""))
        value = float(numeral)
        place = self._first(value, abs(value) * 0.5 * 10.0 ** (1 - digits), lambda v: v != 0)
        return None if place is None else self._rows[place]

    def _first(self, value: float, half: float, fits: Callable[[float], bool]) -> int | None:
        """Find the first row within half a unit of a value that fits."""
        slack = half * (1 + 1e-9) + abs(value) * 1e-12
        begin, end = bisect_left(self._sorted, value - slack), bisect_right(self._sorted, value + slack)
        return min((place for place in self._order[begin:end] if fits(self._values[place])), default=None)


def _places(
    output: Output, own: _ByWriting, others: _ByWriting, analysis: str
) -> tuple[tuple[tuple[int, int, str], ...], list[ResultRow]]:
    """Find the row of every number, and make one for each that has none."""
    places: list[tuple[int, int, str]] = []
    lost: list[ResultRow] = []
    notes = output.text.find("\nnote: ")
    for begin, line in number_lines(output.text):
        # A note may speak of simulated studies; a row of another analysis that looks alike is not what it means.
        elsewhere = others if notes < 0 or begin <= notes else None
        for numeral in NUMERAL.finditer(line):
            limit = _LIMIT.search(line[: numeral.start()])
            row = _row_of(numeral[0], limit is not None, own, elsewhere)
            if row is None:
                row = _as_printed(numeral[0], analysis, len(lost) + 1, output.title)
                lost.append(row)
            first = numeral.start() if limit is None else limit.start()
            places.append((begin + first, begin + numeral.end(), row.id))
    return tuple(places), lost


def _row_of(numeral: str, below: bool, own: _ByWriting, others: _ByWriting | None) -> ResultRow | None:
    if below:
        return own.below(float(numeral))
    if "e" in numeral:
        return own.near(numeral)
    return own.find(numeral) or (None if others is None else others.find(numeral))


def _as_printed(numeral: str, analysis: str, number: int, title: str) -> ResultRow:
    value = float(numeral) if re.search(r"[.e]", numeral) else int(numeral)
    return ResultRow(
        analysis=analysis,
        stat=f"p{number}",
        label=AS_PRINTED,
        value=value + 0.0 if isinstance(value, float) else value,
        kind="count" if isinstance(value, int) else "quantity",
        about=About(label=title),
    )


def _facts(output: Output, analysis: str) -> Iterator[ResultRow]:
    """Give the facts of a result as rows: every number once, under the name that the result has for it."""
    about = About(label=output.title)
    for number, (name, value) in enumerate(_numbers(output.facts), 1):
        kind = _KINDS.get(name, "count" if isinstance(value, int) else "quantity")
        yield ResultRow(
            analysis=analysis, stat=f"v{number}", label=name.replace("_", " "), value=value, kind=kind, about=about
        )


def _numbers(facts: Mapping[str, Any], name: str = "") -> Iterator[tuple[str, int | float]]:
    for key, value in facts.items():
        if key in ("notes", "references"):
            continue
        yield from _inside(value, key if isinstance(key, str) else name)


def _inside(value: Any, name: str) -> Iterator[tuple[str, int | float]]:
    if isinstance(value, Mapping):
        yield from _numbers(value, name)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _inside(one, name)
    elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        yield name, value
