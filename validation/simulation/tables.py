"""Tables of the simulation study as CSV files: read, and written whole or not at all."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable
from pathlib import Path

Row = dict[str, str]


def read_table(path: Path) -> list[Row]:
    """Read the rows that are there; none where there is no file."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write_table(path: Path, rows: Iterable[Row]) -> None:
    """Write the table beside its place, then put it there."""
    held = list(rows)
    half = path.with_suffix(".part")
    with half.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(held[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(held)
    half.replace(path)


def share(value: float, decimals: int = 5) -> str:
    """Write a share, a width or an area with fixed decimals; nothing where there is none."""
    if math.isnan(value):
        return ""
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def share_error(count: int, size: int) -> float:
    """Return the Monte Carlo standard error of a share; above 0 for every count."""
    if not size:
        return math.nan
    share = (count + 0.5) / (size + 1)
    return math.sqrt(share * (1 - share) / size)
