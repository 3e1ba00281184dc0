"""What a plan can be made of: what a TOML file would hold, as plain dicts, lists, texts, numbers and dates."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import numpy as np

from rocstats.errors import PlanError
from rocstats.formatting import printable, shown

_DEEPEST = 20


def plain_values(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """Return a mapping as plain values, or refuse what no TOML file could hold.

    Raises
    ------
    TypeError
        If a key is no text, or a value is of another kind.
    PlanError
        If tables and lists are nested too deep.

    Examples
    --------
    >>> plain_values({"tests": ({"name": "CT"},)})
    {'tests': [{'name': 'CT'}]}
    """
    return {_key(key): _plain(value, (str(key),)) for key, value in mapping.items()}


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"the keys of a plan are texts, not {type(key).__name__}: {shown(key)}.")
    return str(key)


def _plain(value: Any, path: tuple[str, ...]) -> Any:
    if len(path) > _DEEPEST:
        raise PlanError("the plan has tables and lists within each other, too many; a plan needs three.")
    if isinstance(value, np.bool_ | np.integer | np.floating):
        return value.item()
    if value is None or isinstance(value, bool | int | float | datetime.date | datetime.time):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return {_key(key): _plain(held, (*path, str(key))) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(held, (*path, str(place))) for place, held in enumerate(value, 1)]
    raise TypeError(
        f"{printable('.'.join(path))} holds {shown(value)}, of the type {type(value).__name__}; a "
        "plan holds what a TOML "
        "file can: texts, numbers, true and false, dates, lists and tables."
    )
