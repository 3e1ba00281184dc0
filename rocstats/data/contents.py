"""What a file holds, whatever its format, and how that was read."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """A frame with its columns named as in the file, and what is known of them."""

    frame: pd.DataFrame
    format: str
    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    sheet: str | None = None
    missing_codes: tuple[str, ...] = ()
    column_labels: Mapping[str, str] = field(default_factory=dict)
    value_labels: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The columns of a file that matter: scores, ids that stay text, and all that must be there."""

    columns: tuple[str, ...]
    scores: tuple[str, ...]
    ids: tuple[str, ...]
    missing_codes: tuple[str, ...]


@contextmanager
def quiet() -> Iterator[None]:
    """Keep what a reading library warns of, such as a workbook's style sheet, from the user of the data."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
