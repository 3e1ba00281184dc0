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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rocstats.analysis_results.recorder import Output
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import About, Kind, ResultRow
from rocstats.formatting import fixed, percent

NUMERAL = re.compile(r"(?<![\w.\u2212])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w])(?!\.\d)")
_LIMIT = re.compile(r"<\s*$")
_KINDS: dict[str, Kind] = {"p_value": "p", "conf_level": "level", "std_error": "error", "statistic": "statistic"}


def placed(outputs: Sequence[Output], table: ResultsTable) -> tuple[tuple[Output, ...], tuple[ResultRow, ...]]:
    """Give every output with the places of its numbers, and the rows that had to be added for them."""
    found, added = [], []
    others = _ByWriting([row for row in table if row.kind in ("count", "area", "error", "percent", "quantity")])
    for number, output in enumerate(outputs, 1):
        own = [row for name in table.analyses(output.analysis) for row in table.analysis(name).values()]
        facts = list(_facts(output, f"print.o{number}"))
        places, lost = _places(output, [*own, *facts], others, f"print.o{number}")
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
    """Rows found by what they look like with so many decimals."""

    def __init__(self, rows: Sequence[ResultRow]) -> None:
        self._rows = rows
        self._written: dict[int, dict[str, ResultRow]] = {}

    def find(self, numeral: str) -> ResultRow | None:
        """Give the first row that is written so."""
        decimals = len(numeral.partition(".")[2])
        if decimals not in self._written:
            held = self._written[decimals] = {}
            for row in self._rows:
                if isinstance(row.value, int | float) and math.isfinite(row.value):
                    held.setdefault(fixed(row.value, decimals), row)
        return self._written[decimals].get(numeral)


def _places(
    output: Output, rows: Sequence[ResultRow], others: _ByWriting, analysis: str
) -> tuple[tuple[tuple[int, int, str], ...], list[ResultRow]]:
    """Find the row of every number, and make one for each that has none."""
    places: list[tuple[int, int, str]] = []
    lost: list[ResultRow] = []
    for begin, line in number_lines(output.text):
        for numeral in NUMERAL.finditer(line):
            below = _LIMIT.search(line[: numeral.start()]) is not None
            row = next((row for row in rows if _written_so(row, numeral[0], below=below)), None)
            row = row or (None if below else others.find(numeral[0]))
            if row is None:
                row = _as_printed(numeral[0], analysis, len(lost) + 1, output.title)
                lost.append(row)
            places.append((begin + numeral.start(), begin + numeral.end(), row.id))
    return tuple(places), lost


def _as_printed(numeral: str, analysis: str, number: int, title: str) -> ResultRow:
    value = float(numeral) if re.search(r"[.e]", numeral) else int(numeral)
    return ResultRow(
        analysis=analysis,
        stat=f"p{number}",
        label="as printed",
        value=value + 0.0 if isinstance(value, float) else value,
        kind="count" if isinstance(value, int) else "quantity",
        about=About(label=title),
    )


def _written_so(row: ResultRow, numeral: str, *, below: bool) -> bool:
    """Whether a row, rounded as the numeral is, is written so; shares may be written as percentages."""
    value = row.value
    if isinstance(value, str) or value is None or math.isinf(value):
        return False
    if below:
        return row.kind == "p" and value < float(numeral)
    if "e" in numeral:
        digits = len(numeral.split("e")[0].replace("-", "").replace(".", ""))
        return value != 0 and abs(float(numeral) / value - 1) <= 0.5 * 10.0 ** (1 - digits)
    decimals = len(numeral.partition(".")[2])
    if numeral in (fixed(value, decimals), fixed(-value, decimals)):
        return True
    return abs(value) <= 1 and isinstance(value, float) and percent(value, decimals) == numeral


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
