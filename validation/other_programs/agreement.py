"""The table of agreement: for each quantity, how near rocstats and another program come to each other."""

from __future__ import annotations

import csv
import math
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from data_sets import DataSets
from known_differences import KNOWN, Found, explanation
from quantity import Answers, Key, Quantity

from rocstats.formatting import counted

COLUMNS = (
    *("program", "quantity", "call", "rocstats", "data_sets", "values", "agree"),
    *("largest_absolute", "largest_relative", "lowest_lre", "known", "known_differences", "unexplained"),
)
DIGITS = 15.0  # What a double can show of its agreement.
NOUGHT = 1e-9  # Nearer to 0, a relative error says little where the number is a difference of larger ones.


@dataclass(frozen=True)
class Line:
    """One quantity: how many values on how many data sets, and how they compare.

    A value that neither program can give counts as one that agrees. ``largest_absolute``, ``largest_relative`` and
    ``lowest_lre`` are over the values that agree; LRE, minus the logarithm of the relative error, is the number of
    digits that are the same. ``known`` counts known differences by id.
    """

    quantity: Quantity
    data_sets: int
    values: int
    agree: int
    largest_absolute: float
    largest_relative: float
    lowest_lre: float
    known: Counter[str]
    unexplained: tuple[tuple[Key, float | None, float | None], ...]

    def cells(self, versions: dict[str, str]) -> tuple[str, ...]:
        """Return the line as cells of the CSV file, in the order of ``COLUMNS``."""
        one = self.quantity
        return (
            named(one.program, versions),
            *(one.name, one.call, one.ours),
            *map(str, (self.data_sets, self.values, self.agree)),
            f"{self.largest_absolute:.1e}",
            f"{self.largest_relative:.1e}",
            f"{self.lowest_lre:.1f}",
            str(self.known.total()),
            "; ".join(f"{word} {count}" for word, count in sorted(self.known.items())),
            str(len(self.unexplained)),
        )


def named(program: str, versions: dict[str, str]) -> str:
    """Return a program with its version; R's own packages have that of R."""
    return f"{program} {versions.get(program.split()[0], '')}".rstrip()


def compared(
    quantities: Iterable[Quantity], ours: Answers, theirs: Answers, data: DataSets
) -> tuple[list[Line], list[Quantity]]:
    """Compare all answers; return the lines, and the quantities that the other program was not there for."""
    keys: dict[str, dict[Key, None]] = {}
    for key in (*theirs, *ours):
        keys.setdefault(key[0], {})[key] = None
    asked = {key[0] for key in theirs}
    quantities = list(quantities)
    lines = [_line(one, list(keys[one.name]), ours, theirs, data) for one in quantities if one.name in asked]
    return lines, [one for one in quantities if one.name not in asked]


def _line(quantity: Quantity, keys: Sequence[Key], ours: Answers, theirs: Answers, data: DataSets) -> Line:
    agree, absolute, relative, lre = 0, 0.0, 0.0, DIGITS
    known: Counter[str] = Counter()
    unexplained = []
    for key in keys:
        a, b = ours.get(key), theirs.get(key)
        if _agree(quantity, a, b):
            agree += 1
            if a is not None and b is not None and a != b:
                absolute = max(absolute, abs(a - b))
                relative = max(relative, abs(a - b) / abs(b) if abs(b) > NOUGHT else 0.0)
                lre = min(lre, digits_shared(a, b))
        elif word := explanation(Found(key, a, b, ours, theirs, data)):
            known[word] += 1
        else:
            unexplained.append((key, a, b))
    return Line(
        quantity, len({key[1] for key in keys}), len(keys), agree, absolute, relative, lre, known, tuple(unexplained)
    )


def _agree(quantity: Quantity, a: float | None, b: float | None) -> bool:
    """Both have no number, or both have and these are as near as the quantity asks for."""
    if a is None or b is None:
        return a is b
    return a == b or abs(a - b) <= max(quantity.absolute, quantity.relative * abs(b))


def digits_shared(a: float, b: float) -> float:
    """Return -log10 of the relative error of a, of the absolute one where b is nearly 0; 15 at most."""
    error = abs(a - b)
    if error == 0:
        return DIGITS
    return min(DIGITS, -math.log10(error if abs(b) <= NOUGHT else error / abs(b)))


def as_csv(lines: Iterable[Line], versions: dict[str, str], path: Path) -> None:
    """Write the table as CSV, whole or not at all."""
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(line.cells(versions) for line in lines)
    os.replace(part, path)


def as_markdown(lines: Sequence[Line], versions: dict[str, str]) -> str:
    """Return the table as a page, with the versions above and the known differences below."""
    rows = [
        (
            *(line.cells(versions)[i] for i in (1, 0, 4, 5, 6)),
            *(line.cells(versions)[i] for i in (7, 8, 9, 11)),
            str(len(line.unexplained)),
        )
        for line in lines
    ]
    header = (
        *("quantity", "program", "data sets", "values", "agree", "largest absolute difference"),
        *("largest relative difference", "lowest LRE", "known differences", "unexplained"),
    )
    counts = sum((line.known for line in lines), Counter())
    seen = [one for one in KNOWN if counts[one.id]]
    asked = [
        f"* **{line.quantity.name}**: `{line.quantity.call}` beside `{line.quantity.ours}`."
        + (f" {line.quantity.why}" if line.quantity.why else "")
        for line in lines
    ]
    return "\n".join(
        [
            "# Agreement with other programs",
            "",
            verdict(lines),
            "",
            "Versions: " + ", ".join(f"{name} {version}" for name, version in versions.items()) + ".",
            "",
            _table(header, rows),
            "",
            "Differences are over the values that agree. LRE, minus the logarithm of the relative error, is the number",
            "of digits that are the same, 15 at most; below 1e-9 it is that of the absolute error.",
            "",
            "## Known differences",
            "",
            *(f"* **{one.id}** ({counted(counts[one.id], 'value')}). {one.reason}" for one in seen),
            "",
            "## What was asked",
            "",
            *asked,
            "",
        ]
    )


def verdict(lines: Sequence[Line]) -> str:
    """Say in one sentence what was found."""
    values, agree = sum(line.values for line in lines), sum(line.agree for line in lines)
    known, unexplained = sum(line.known.total() for line in lines), sum(len(line.unexplained) for line in lines)
    rest = f"{unexplained} are unexplained" if unexplained else "none is unexplained"
    return f"{values} values of {len(lines)} quantities: {agree} agree, {known} differ as known, {rest}."


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---", "---", *["---:"] * 6, "---", "---:"], *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
