"""Deviations: failures that a person accepts, with a justification, a name and a date."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.given import checked_path
from rocstats.qualification.toml_file import toml_of

_KEYS = ("id", "item", "justification", "who", "date")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """One accepted failure.

    Parameters
    ----------
    id : str
        Its own.
    item : str
        Id of the item that it accepts, as the qualification writes it.
    justification, who, date : str
        Why, by whom, on which day (year-month-day).
    """

    id: str
    item: str
    justification: str
    who: str
    date: str


def load_deviations(path: str | Path) -> tuple[Deviation, ...]:
    """Read the deviations of a file of ``[[deviation]]`` tables.

    Raises
    ------
    DataError
        If the file cannot be read, a deviation is not whole, or two have one id or accept one item.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> text = '''[[deviation]]
    ... id = "DEV-01"
    ... item = "IQ/dependencies/scipy"
    ... justification = "The later version was assessed; no function of ours changed."
    ... who = "A. Statistician"
    ... date = 2026-03-02
    ... '''
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "deviations.toml").write_text(text)
    ...     load_deviations(Path(folder, "deviations.toml"))[0].date
    '2026-03-02'
    """
    path = checked_path(path)
    name = printable(path.name)
    try:
        content = toml_of(path)
    except OSError as problem:
        raise DataError(f"{printable(path)} cannot be read: {problem.strerror}.") from problem
    tables = content.get("deviation")
    if list(content) != ["deviation"] or not isinstance(tables, list) or not tables:
        raise DataError(f"{name} must hold tables [[deviation]], and nothing else.")
    found = tuple(_one(table, f"{name}, deviation {place}") for place, table in enumerate(tables, 1))
    for key in ("id", "item"):
        held = [getattr(one, key) for one in found]
        if twice := [value for value in held if held.count(value) > 1]:
            raise DataError(f'{name}: two deviations have the {key} "{printable(twice[0])}"; give each its own.')
    return found


def _one(table: Any, where: str) -> Deviation:
    if not isinstance(table, Mapping):
        raise DataError(f"{where} is no table [[deviation]].")
    if unknown := [key for key in table if key not in _KEYS]:
        raise DataError(f"{where} has no {printable(unknown[0])}; it may hold {', '.join(_KEYS)}.")
    texts = {}
    for key in _KEYS:
        value = table.get(key)
        if key == "date" and isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
            value = value.isoformat()
        if not isinstance(value, str) or not value.strip():
            raise DataError(f"{where}: {key} must be {'a day such as 2026-03-02' if key == 'date' else 'text'}.")
        texts[key] = value
    try:
        # Other ways of writing a day by ISO 8601 are left to others.
        understood = datetime.date.fromisoformat(texts["date"]).isoformat() == texts["date"]
    except ValueError:
        understood = False
    if not understood:
        raise DataError(f'{where}: date is "{printable(texts["date"])}"; write a day such as 2026-03-02.') from None
    return Deviation(**texts)
