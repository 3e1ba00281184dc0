"""The long layout, a row per subject and test, turned into a row per subject."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rocstats.data.columns import labels_of
from rocstats.data.frames import require_columns
from rocstats.data.scores import as_floats
from rocstats.data.truth import distinct
from rocstats.errors import DataError
from rocstats.formatting import printable, text_of

if TYPE_CHECKING:
    import pandas as pd

Codes = npt.NDArray[np.int64]


def widened(
    frame: pd.DataFrame,
    *,
    truth: str,
    subject: str,
    test: str,
    score: str,
    labels: Sequence[str] = (),
    tests: Sequence[str] | None = None,
) -> tuple[pd.DataFrame, list[str]]:
    """Return a frame with a row per subject, in the order of their first rows, and the names of the tests."""
    require_columns([truth, subject, test, score, *labels], list(frame.columns))
    if len({truth, subject, test, score}) < 4:
        raise DataError("truth, subject, test and score must be four different columns.")
    if len(frame) == 0:
        raise DataError("the frame has no rows.")
    ids = labels_of(frame[subject], len(frame), subject)
    names = [text_of(name) for name in labels_of(frame[test], len(frame), test)]
    found = list(dict.fromkeys(names))
    wanted = found if tests is None else list(tests)
    for name in wanted:
        if name not in found:
            held = ", ".join(printable(f) for f in found)
            raise DataError(f'column "{printable(test)}" has no test "{printable(name)}"; it holds {held}.')
        if name in (truth, subject, *labels):
            raise DataError(f'a test is called "{printable(name)}" like a column of the frame; rename one of them.')
    numbered: dict[Any, int] = {}
    codes = np.array([numbered.setdefault(i, len(numbered)) for i in ids.tolist()], dtype=np.int64)
    people = list(numbered)
    columns = {
        name: frame[name].iloc[_known_rows(frame[name], codes, people, name)].reset_index(drop=True)
        for name in dict.fromkeys([truth, *labels])
    }
    first_rows = np.full(len(people), len(frame), dtype=np.int64)
    np.minimum.at(first_rows, codes, np.arange(len(frame)))
    scores = as_floats(frame[score], f'scores in "{printable(score)}"')
    wide = {name: _scores_of(name, names, codes, people, scores) for name in wanted}
    kept = {
        text_of(name): frame[name].iloc[first_rows].reset_index(drop=True)
        for name in frame.columns
        if name not in (test, score, *columns, *wanted)
        and list(frame.columns).count(name) == 1
        and (name == subject or _constant(frame[name], codes, first_rows))
    }
    import pandas as pd

    return pd.DataFrame({**kept, **columns, **wide}), wanted


def _known_rows(column: Any, codes: Codes, people: Sequence[Any], name: str) -> Codes:
    """Find for each subject the first row that has a value; refuse subjects with different ones."""
    values, _ = distinct(column, name)
    size = len(values)
    rows = np.full(len(people), size, dtype=np.int64)
    np.minimum.at(rows, codes[values >= 0], np.flatnonzero(values >= 0))
    known = np.where(rows < size, values[np.minimum(rows, size - 1)], -1)
    contradicting = np.unique(codes[(values >= 0) & (values != known[codes])])
    if len(contradicting):
        shown = ", ".join(printable(people[i]) for i in contradicting[:3])
        more = ", …" if len(contradicting) > 3 else ""
        raise DataError(
            f'"{printable(name)}" has different values for one subject: {shown}{more}. Each subject needs one.'
        )
    without = rows == size
    first = np.full(len(people), size, dtype=np.int64)
    np.minimum.at(first, codes, np.arange(size))
    return np.where(without, first, rows)


def _scores_of(
    name: str, names: Sequence[str], codes: Codes, people: Sequence[Any], scores: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Place the scores of one test by subject; refuse a subject with two rows for it."""
    rows = np.flatnonzero(np.array(names, dtype=object) == name)
    times = np.bincount(codes[rows], minlength=len(people))
    if (times > 1).any():
        twice = np.flatnonzero(times > 1)
        shown = ", ".join(printable(people[i]) for i in twice[:3]) + (", …" if len(twice) > 3 else "")
        raise DataError(f'several rows hold "{printable(name)}" of one subject: {shown}. Keep one of them.')
    column = np.full(len(people), np.nan)
    column[codes[rows]] = scores[rows]
    return column


def _constant(column: pd.Series[Any], codes: Codes, first_rows: Codes) -> bool:
    """Say whether a column has the same value, or none, on all rows of each subject."""
    try:
        values, _ = column.factorize()
    except Exception:  # noqa: BLE001  # what stands in a cell may be anything
        # values that cannot be hashed cannot be compared; such a column is not carried along
        return False
    return bool((values == values[first_rows][codes]).all())
