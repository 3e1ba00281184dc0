"""What may be told of the columns of a file before a plan stands: types, numbers of values, never whose they are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rocstats.formatting import counted, plain
from rocstats.study_plan.study_plan import Scalar
from rocstats.study_plan.toml_text import toml_value

if TYPE_CHECKING:
    import pandas as pd

MOST_VALUES = 10
_LONGEST = 40
# Names of persons are not shown, however few there are.
_OF_PERSONS = re.compile(r"(?i)subj|patient|person|participant|name|birth|(^|[^a-z])(id|mrn|dob)($|[^a-z])")


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """A column as a plan is written from it.

    Parameters
    ----------
    name : str
        As in the file.
    kind : str
        "numbers", "texts", "numbers with texts", "true or false", "dates" or "nothing".
    n_values, n_missing : int
        Different values, and rows without one.
    values : tuple of pairs
        Each value with its count, in order; empty if there are more than ten or they may be those of persons.
    texts : tuple of pairs
        Values that are no numbers, in a column of numbers with texts.
    """

    name: str
    kind: str
    n_values: int
    n_missing: int
    values: tuple[tuple[Scalar, int], ...] = ()
    texts: tuple[tuple[Scalar, int], ...] = ()

    @property
    def sentence(self) -> str:
        """What is known of it, in a line."""
        said = f"{self.kind}, {counted(self.n_values, 'value')}, {self.n_missing} missing"
        return f"{said}: {listing(self.values)}" if self.values else said


def column_facts(name: str, column: pd.Series[Any]) -> ColumnFacts:
    """Look at a column.

    Examples
    --------
    >>> import pandas as pd
    >>> column_facts("SEX", pd.Series(["F", "M", "F", None])).sentence
    'texts, 2 values, 1 missing: "F" (2), "M" (1)'
    >>> column_facts("USUBJID", pd.Series(["S1", "S2"])).sentence
    'texts, 2 values, 0 missing'
    """
    held = column.dropna()
    counts: dict[Scalar, int] = {}
    for cell in held.tolist():
        value = _scalar(cell)
        counts[value] = counts.get(value, 0) + 1
    kind = _kind(column, held)
    of_persons = _OF_PERSONS.search(name) is not None
    each_its_own = len(held) > 2 and len(counts) == len(held)
    few = not of_persons and not each_its_own and len(counts) <= MOST_VALUES
    texts = (
        {value: n for value, n in counts.items() if not _spells_number(value)} if kind.startswith("numbers w") else {}
    )
    return ColumnFacts(
        name=name,
        kind=kind,
        n_values=len(counts),
        n_missing=len(column) - len(held),
        values=_ordered(counts.items()) if few else (),
        texts=_ordered(texts.items()) if not of_persons and len(texts) <= MOST_VALUES else (),
    )


def listing(values: Iterable[tuple[Scalar, int]]) -> str:
    """Write values with their counts, as TOML writes them."""
    return ", ".join(f"{_short(value)} ({count})" for value, count in values)


def plan_value(value: Scalar) -> str:
    """Write a value of the data as a plan states it: a whole number without a point.

    Examples
    --------
    >>> plan_value(1.0), plan_value("01"), plan_value(True), plan_value(0.25)
    ('1', '"01"', 'true', '0.25')
    """
    if isinstance(value, float) and not isinstance(value, bool):
        return plain(value) if value.is_integer() and abs(value) < 2**53 else toml_value(value)
    return toml_value(value)


def _short(value: Scalar) -> str:
    text = plan_value(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


def _scalar(cell: Any) -> Scalar:
    return cell if isinstance(cell, str | bool | int | float) else str(cell)


def _ordered(values: Iterable[tuple[Scalar, int]]) -> tuple[tuple[Scalar, int], ...]:
    def rank(pair: tuple[Scalar, int]) -> tuple[bool, float, str]:
        value = pair[0]
        return isinstance(value, str), 0.0 if isinstance(value, str) else float(value), str(value)

    return tuple(sorted(values, key=rank))


def _kind(column: pd.Series[Any], held: pd.Series[Any]) -> str:
    import pandas as pd

    if len(held) == 0:
        return "nothing"
    if pd.api.types.is_bool_dtype(held.dtype):
        return "true or false"
    if pd.api.types.is_datetime64_any_dtype(column.dtype):
        return "dates"
    spelt = sum(_spells_number(_scalar(cell)) for cell in held.tolist())
    if spelt == len(held):
        return "numbers"
    return "numbers with texts" if 2 * spelt >= len(held) else "texts"


def _spells_number(value: Scalar) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return not isinstance(value, bool)
