"""What coverage-guided fuzzing calls: the doors through which bytes of anybody come in.

Each takes bytes and makes one call of it; ``endure`` of the tests judges what comes of it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import rocstats
from rocstats.study_plan.filters import parse_filter

SUFFIXES = (".csv", ".tsv", ".txt", ".xlsx", ".parquet", ".xpt", ".sav", ".zsav", ".dta", ".sas7bdat")
OPTIONS: tuple[dict[str, object], ...] = (
    {"tests": ["A"]},
    {"tests": ["A", "B"], "missing": "drop", "positive": 1},
    {"tests": ["A"], "subject": "id", "missing": "drop"},
    {"layout": "long", "subject": "id", "test": "B", "score": "A", "missing": "drop"},
    {"tests": ["A"], "encoding": "latin-1", "decimal": ","},
    {"tests": ["A"], "encoding": "utf-16", "delimiter": ";"},
    {"tests": ["A"], "count": "B", "missing": "drop"},
)


def _with_file(content: bytes, suffix: str, function: Callable[..., object], **options: object) -> object:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"file{suffix}")
        path.write_bytes(content)
        return function(path, **options)


def read(data: bytes) -> None:
    """Read a study: the first byte chooses the suffix, the second the options, the rest is the file."""
    if len(data) > 2:
        options = OPTIONS[data[1] % len(OPTIONS)]
        _with_file(data[2:], SUFFIXES[data[0] % len(SUFFIXES)], rocstats.read, truth="truth", **options)


def load_plan(data: bytes) -> None:
    """Load a plan from a file of these bytes."""
    _with_file(data, ".toml", rocstats.load_plan)


def filters(data: bytes) -> None:
    """Understand a filter, and choose rows by it."""
    import pandas as pd

    held = parse_filter(data.decode("utf-8", "surrogateescape"))
    frame = pd.DataFrame(
        {"SEX": ["F", None, "1"], "AGE": [70.0, None, 1e308], "DAY": pd.to_datetime(["2026-11-30"] * 3)}
    )
    if set(held.columns) <= set(frame.columns):
        held.rows(frame)
        held.without_order(frame)


TARGETS: dict[str, Callable[[bytes], None]] = {"read": read, "load_plan": load_plan, "parse_filter": filters}
