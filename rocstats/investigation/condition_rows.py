"""Ways in which a condition can hold, or not hold, of a row: found by trying values column by column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import islice, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rocstats.study_plan.filter_conditions import (
    Condition,
    FilterValue,
    Joined,
    Leaf,
    Mask,
    Negated,
    chosen,
)

Wanted = tuple[Condition, bool]
Way = tuple[tuple[Leaf, bool], ...]
_MOST_WAYS = 16
_MOST_TRIED = 1500
_MONTH = timedelta(days=30)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Domains:
    """The values that each column may take, and which of them fulfil what."""

    def __init__(self, values: Mapping[str, Sequence[Any]], free: frozenset[str] = frozenset()) -> None:
        self.values = values
        self.free = free
        self.series = {name: pd.Series(list(held), dtype=object) for name, held in values.items()}
        self.known: dict[tuple[Leaf, bool], Mask] = {}
        self.tried = 0

    def allowed(self, way: Way, column: str) -> npt.NDArray[np.int64]:
        """Give the places of the values of a column under which all of a way holds."""
        mask = np.ones(len(self.series[column]), dtype=bool)
        for literal in way:
            if literal[0].column == column:
                mask &= self._holds(literal)
        return np.flatnonzero(mask)

    def possible(self, way: Way) -> bool:
        """Say whether every column has a value under which all of a way holds; free columns hold anything."""
        self.tried += 1
        columns = {leaf.column for leaf, _ in way} - self.free
        return all(len(self.allowed(way, column)) for column in columns)

    def ways(self, wanted: Sequence[Wanted]) -> list[Way]:
        """Give some ways in which all that is wanted comes true together; none if none was found."""
        self.tried = 0
        return list(islice(self._all(tuple(wanted), ()), _MOST_WAYS))

    def _all(self, wanted: tuple[Wanted, ...], held: Way) -> Iterator[Way]:
        if not wanted:
            yield held
            return
        if self.tried > _MOST_TRIED:
            return
        (condition, want), *rest = wanted
        match condition:
            case Negated(part):
                yield from self._all(((part, not want), *rest), held)
            case Joined(word, parts) if (word == "and") == want:
                yield from self._all((*((part, want) for part in parts), *rest), held)
            case Joined(_, parts):
                for part in parts:
                    yield from self._all(((part, want), *rest), held)
            case _:
                way: Way = (*held, (condition, want))
                if self.possible(way):
                    yield from self._all(tuple(rest), way)

    def _holds(self, literal: tuple[Leaf, bool]) -> Mask:
        if literal not in self.known:
            leaf, want = literal
            series = self.series[leaf.column]
            self.known[literal] = chosen(leaf, lambda name: series, len(series)) == want
        return self.known[literal]


def values_around(stated: Sequence[FilterValue], *, ordered: bool = False) -> list[Any]:
    """Give values that are, are above, below and between what a column is compared with, and none.

    Texts have others above and below them only where an order of texts is asked for.

    Examples
    --------
    >>> values_around(["Y"]), values_around([18.0, 65.0])
    (['Y', 'Other', None], [8, 18, 19, 41.5, 64, 65, 75, None])
    """
    numbers = sorted({float(value) for value in stated if isinstance(value, float)})
    found: list[Any] = [value for value in (True, False) if any(isinstance(one, bool) for one in stated)]
    if numbers:
        tried = [numbers[0] - 10, *numbers, numbers[-1] + 10]
        for low, high in pairwise(numbers):
            tried += [low + 1, low + (high - low) / 2, high - 1] if high - low > 2 else [low + (high - low) / 2]
        found += [int(value) if value.is_integer() else value for value in sorted(set(tried))]
    texts = [value for value in stated if isinstance(value, str)]
    for text in texts:
        found += [text, *(_beside(text) if ordered else ())]
    if not numbers and not any(isinstance(value, bool) for value in stated):
        days = any(_DAY.fullmatch(text) for text in texts)
        found += [] if days and ordered else ["Other"] if texts else ["Y"]
    return [*dict.fromkeys(found), None]


def _beside(text: str) -> list[str]:
    if _DAY.fullmatch(text):
        try:
            day = date.fromisoformat(text)
            return [(day - _MONTH).isoformat(), (day + _MONTH).isoformat()]
        except (ValueError, OverflowError):
            return []
    return [f"{text}a", *([text[:-1]] if text[1:] and text[:-1].strip() else [])]
