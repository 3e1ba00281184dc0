"""Columns as they come in: scores of one or more tests, row frequencies, labels of rows."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.scores import LARGEST, Floats, as_floats, dimensions, is_missing, native, refuse_lazy
from rocstats.errors import DataError
from rocstats.formatting import counted, names_listed, printable, text_of
from rocstats.given import first_twice, several

Integers = npt.NDArray[np.int64]
Labels = npt.NDArray[Any]
Low = Collection[str] | bool
Tests = str | Sequence[str | DiagnosticTest] | None


def as_columns(
    scores: Any,
    *,
    tests: Tests = None,
    low: Low = (),
    whose: str = "scores",
) -> tuple[Floats, tuple[DiagnosticTest, ...]]:
    """Turn scores of any shape into a float64 matrix, a column per test, with NaN where a score is missing."""
    wanted = stated_tests(tests)
    refuse_lazy(scores)
    if isinstance(scores, Mapping) or hasattr(scores, "columns"):
        named = _named_columns(scores, wanted, whose)
    else:
        named = _unnamed_columns(scores, wanted, whose)
    if not named:
        raise DataError(f"{whose} hold no column; give one for each test or class.")
    kinds = directed([test for test, _ in named], low)
    columns = [as_floats(column, f'scores of "{printable(test.name)}"') for test, column in named]
    for test, column in zip(kinds, columns, strict=True):
        if column.shape != columns[0].shape or column.ndim != 1:
            raise DataError(
                f'"{printable(test.name)}" has the shape {column.shape}, '
                f'"{printable(kinds[0].name)}" {columns[0].shape}; each test needs one score per row.'
            )
    return np.column_stack(columns), kinds


def _named_columns(
    scores: Any, wanted: Sequence[str | DiagnosticTest] | None, whose: str
) -> list[tuple[DiagnosticTest, Any]]:
    """Take the wanted columns of a dictionary or data frame, or all of them."""
    held = list(scores) if isinstance(scores, Mapping) else list(scores.columns)
    if not held:
        raise DataError(f"{whose} has no columns; it needs one for each test.")
    if (repeated := first_twice(held)) is not None:
        raise DataError(f'two columns are called "{printable(repeated)}"; give each test its own name.')
    chosen = []
    for test in held if wanted is None else wanted:
        name = test.name if isinstance(test, DiagnosticTest) else test
        if name not in held:
            raise DataError(f'there is no column "{printable(name)}"; it holds {names_listed(held, "and")}.')
        chosen.append((test if isinstance(test, DiagnosticTest) else DiagnosticTest(text_of(name)), scores[name]))
    return chosen


def _unnamed_columns(
    scores: Any, wanted: Sequence[str | DiagnosticTest] | None, whose: str
) -> list[tuple[DiagnosticTest, Any]]:
    """Split an array into columns, with the names given or plain ones."""
    if isinstance(scores, str | bytes) or dimensions(scores) == 0:
        raise TypeError(f"{whose} must be an array, list, dictionary or data frame, not {type(scores).__name__}.")
    if dimensions(scores) == 1:
        columns = [scores]
    elif dimensions(scores) == 2:
        array, missing = native(scores)
        table = array if missing is None else np.ma.MaskedArray(array, missing)
        columns = [table[:, j] for j in range(array.shape[1])]
    else:
        raise DataError(
            f"{whose} has {dimensions(scores)} dimensions; it needs a row per subject and a column per test."
        )
    if not columns:
        raise DataError(f"{whose} has no columns; it needs one for each test.")
    own = own_name(scores)
    if wanted is None:
        many = len(columns) > 1
        wanted = [f"score {j + 1}" for j in range(len(columns))] if many else [own or "score"]
    if len(wanted) != len(columns):
        raise DataError(f"{whose} has {counted(len(columns), 'column')} but tests names {len(wanted)}.")
    return [
        (test if isinstance(test, DiagnosticTest) else DiagnosticTest(test), column)
        for test, column in zip(wanted, columns, strict=True)
    ]


def directed(tests: Sequence[DiagnosticTest], low: Low) -> tuple[DiagnosticTest, ...]:
    """Mark the tests of which low scores are positive."""
    if isinstance(low, bool | np.bool_):
        return tuple(replace(test, low=test.low or bool(low)) for test in tests)
    names = [low] if isinstance(low, str) else several(low, "low names tests, or is True or False for all")
    held = [test.name for test in tests]
    for name in names:
        if name not in held:
            raise DataError(
                f'low names "{printable(name)}", which is no test here; the tests are {names_listed(held)}.'
            )
    return tuple(replace(test, low=test.low or test.name in names) for test in tests)


def names_of(tests: Tests) -> list[str]:
    """Return the names of tests that were stated in any way."""
    return [test.name if isinstance(test, DiagnosticTest) else text_of(test) for test in stated_tests(tests) or ()]


def stated_tests(tests: Any) -> list[Any] | None:
    """Return tests that were stated in any way, as a list; None where none were."""
    if tests is None:
        return None
    if isinstance(tests, str | DiagnosticTest):
        return [tests]
    return several(tests, "tests= names the columns of scores")


def refuse_doubles(names: Sequence[str], holder: str) -> None:
    """Refuse a test that is named twice."""
    if (twice := first_twice(names)) is not None:
        raise DataError(f'"{printable(twice)}" is named twice; {holder} holds a test once.')


def has_names(scores: Any) -> bool:
    """Say whether scores bring the names of their tests with them."""
    return isinstance(scores, Mapping) or hasattr(scores, "columns") or bool(own_name(scores))


def own_name(column: Any) -> str:
    """Return the name that a column has, or nothing; polars calls a column without one ''."""
    name = getattr(column, "name", None)
    return "" if name is None else text_of(name)


def checked_pair(truth: Any, scores: Any) -> None:
    """Refuse two pandas columns whose row labels differ, which would pair the wrong rows."""
    one, two = getattr(truth, "index", None), getattr(scores, "index", None)
    if hasattr(one, "equals") and hasattr(two, "equals") and not one.equals(two):  # type: ignore[union-attr]
        raise DataError(
            "truth and scores have different row labels (index). Bring them into one order, "
            "or pass .to_numpy() of both to pair them row by row."
        )


def frequencies_of(counts: Any, rows: int | None, name: str = "counts") -> Integers | None:
    """Turn how many subjects each row stands for into int64; zero is allowed here."""
    if counts is None:
        return None
    floats = as_floats(counts, name)
    if floats.ndim != 1:
        raise DataError(f"{name} must be one column; it has the shape {floats.shape}.")
    if rows is not None and len(floats) != rows:
        raise DataError(f"truth has {rows} values but {name} has {len(floats)}.")
    wrong = np.flatnonzero(~(np.isfinite(floats) & (floats >= 0) & (floats == np.floor(floats))))
    if len(wrong):
        place = int(wrong[0])
        shown = "missing" if np.isnan(floats[place]) else f"{floats[place]:g}"
        raise DataError(f"{name} must be whole numbers from 0 up; row {place + 1} is {shown}.")
    if (floats > LARGEST).any() or sum(floats.astype(np.int64).tolist()) > LARGEST:
        raise DataError(f"{name} add up to more than 2**53 subjects.")
    return floats.astype(np.int64)


def labels_of(values: Any, rows: int, name: str) -> Labels:
    """Turn ids, clusters or strata into labels that compare and sort: whole numbers, or else text."""
    array, missing = native(values)
    if array.shape != (rows,):
        raise DataError(f"truth has {rows} values but {name} has the shape {array.shape}.")
    held = array.tolist()
    absent = np.zeros(rows, dtype=bool) if missing is None else missing
    if array.dtype.kind not in "biu":
        absent = absent | np.array([is_missing(v) or (isinstance(v, str) and v == "") for v in held], dtype=bool)
    if lost := int(absent.sum()):
        raise DataError(f"{lost} of {counted(rows, 'row')} {'has' if lost == 1 else 'have'} no {printable(name)}.")
    kinds = set(map(type, held))
    if kinds <= {int, float} and all(abs(v) < 2**63 and v == int(v) for v in held):
        return np.array([int(v) for v in held], dtype=np.int64)
    if odd := [kind.__name__ for kind in kinds if not issubclass(kind, Hashable)]:
        raise DataError(f"{printable(name)} must be numbers or text; it holds a {min(odd)}.")
    labels = _text(held)
    if kinds != {str} and len(set(labels.tolist())) < len(set(held)):
        raise DataError(f"{name} holds numbers and text that are written alike; make them all text or all numbers.")
    return labels


def _text(values: Sequence[Any]) -> Labels:
    labels = np.empty(len(values), dtype=object)
    labels[:] = [text_of(v) for v in values]
    return labels
