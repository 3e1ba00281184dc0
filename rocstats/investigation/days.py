"""Dates of the data: a column read as days, and the days between two of them."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rocstats.errors import DataError
from rocstats.formatting import counted, printable
from rocstats.investigation.investigation import column_of

if TYPE_CHECKING:
    import pandas as pd

Days = npt.NDArray[np.datetime64]
# A day, and perhaps a time of it, which is left out.
_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?")
_SHOWN = 5


def days_of(frame: pd.DataFrame, name: str, role: str) -> Days:
    """Read a column of dates; a missing value is "not a time".

    Parameters
    ----------
    frame : DataFrame
        The data.
    name, role : str
        The column, and the key of the plan that names it.

    Raises
    ------
    DataError
        If a value is no day of the calendar written as year-month-day, with how many and which.

    Examples
    --------
    >>> import pandas as pd
    >>> days_of(pd.DataFrame({"DAY": ["2025-02-28", None, "2025-03-01T08:30"]}), "DAY", "participants.index_date")
    array(['2025-02-28',        'NaT', '2025-03-01'], dtype='datetime64[D]')
    """
    column = column_of(frame, name, role)
    missing = column.isna().to_numpy()
    days = np.full(len(column), np.datetime64("NaT", "D"), dtype="datetime64[D]")
    strangers: dict[str, int] = {}
    for place, value in enumerate(column):
        if missing[place]:
            continue
        day = _day(value)
        if day is None:
            strangers[str(value)] = strangers.get(str(value), 0) + 1
        else:
            days[place] = np.datetime64(day, "D")
    if strangers:
        shown = ", ".join(f'"{printable(value)}"' for value in list(strangers)[:_SHOWN])
        raise DataError(
            f'{counted(sum(strangers.values()), "value")} of "{printable(name)}" ({role} of the plan) '
            f"{'is no date' if sum(strangers.values()) == 1 else 'are no dates'} such as 2025-04-30: "
            f"{shown[:200]}{', …' if len(strangers) > _SHOWN else ''}. "
            "Write dates as year-month-day, and leave an unknown one empty."
        )
    return days


def days_between(first: Days, second: Days) -> npt.NDArray[np.float64]:
    """Count the days from one date to another, negative if the second is earlier, NaN where one is missing."""
    known = ~(np.isnat(first) | np.isnat(second))
    days = np.full(len(first), np.nan)
    days[known] = (second[known] - first[known]).astype(np.int64)
    return days


def _day(value: Any) -> str | None:
    """Give a day as year-month-day, or None if it is none."""
    found = _DAY.fullmatch(value.isoformat() if isinstance(value, date) else str(value).strip())
    if found is None:
        return None
    try:
        return date.fromisoformat(found[1]).isoformat()
    except ValueError:
        return None
