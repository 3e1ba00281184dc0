"""A TOML file of a kit, read or refused in words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from rocstats.errors import DataError
from rocstats.formatting import printable


def toml_of(path: Path) -> dict[str, Any]:
    """Read a file of TOML.

    Raises
    ------
    DataError
        If it is none.
    OSError
        If it cannot be read.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise DataError(f"{printable(path.name)} is not TOML: {printable(problem)}") from problem
    except RecursionError:
        raise DataError(f"{printable(path.name)} has brackets within brackets, too many to be read.") from None
