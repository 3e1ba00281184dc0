"""Levels of a column that divides the participants, in a fixed order.

Levels that are all numbers are in the order of their size, others by code point; rows without a value are a level of
their own, the last.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rocstats.data.truth import label as label_of
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.investigation.column_of_test import Mask
from rocstats.investigation.investigation import Investigation, column_of

MISSING_LEVEL = "missing"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Level:
    """One level: its part of ids ("l1"), its name, the rows of the primary set in it, and whether it is no value."""

    key: str
    name: str
    rows: Mask
    missing: bool = False


def levels_of(investigation: Investigation, column: str, role: str, *, most: int) -> tuple[Level, ...]:
    """Divide the primary analysis set by a column; every row of the set is in exactly one level.

    Raises
    ------
    DataError
        If there is no such column, or it has more than ``most`` values in the set.
    """
    held = column_of(investigation.frame, column, role)
    inside = investigation.rows_of()
    known = inside & ~held.isna().to_numpy()
    names = np.array([label_of(value) for value in held], dtype=object)
    found = _ordered(set(names[known]))
    if len(found) > most:
        raise DataError(
            f'"{printable(column)}", which the plan takes as {role}, has {len(found)} different values, and a table '
            f"takes at most {most}. Divide it into groups in a column of its own, and name that one in the plan."
        )
    levels = [Level(key=f"l{place}", name=name, rows=known & (names == name)) for place, name in enumerate(found, 1)]
    without = inside & ~known
    if without.any():
        called = MISSING_LEVEL
        while called in found:
            called += " (no value)"
        levels.append(Level(key=f"l{len(found) + 1}", name=called, rows=without, missing=True))
    # Whatever is told of levels adds up to what is told of the set.
    assert (sum((level.rows.astype(int) for level in levels), np.zeros(len(inside), dtype=int)) == inside).all()
    return tuple(levels)


def _ordered(names: set[str]) -> list[str]:
    numbers = {name: _number(name) for name in names}
    if None in numbers.values():
        return sorted(names)
    return sorted(names, key=lambda name: (numbers[name], name))


def _number(name: str) -> float | None:
    try:
        number = float(name)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
