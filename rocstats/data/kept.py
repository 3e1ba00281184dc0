"""Arrays as a sample keeps them: its own, read-only and checked."""

from __future__ import annotations

from typing import Any

import numpy as np

from rocstats.data.columns import Integers, Labels
from rocstats.data.scores import LARGEST, Floats
from rocstats.errors import DataError
from rocstats.formatting import counted, shown


def kept_scores(scores: Any, role: str) -> Floats:
    """Return scores as the sample's own: read-only, row by row in memory, without NaN or negative zero."""
    plain = isinstance(scores, np.ndarray) and not isinstance(scores, np.ma.MaskedArray | np.matrix)
    if not plain or scores.dtype != np.float64 or scores.ndim != 2:
        raise TypeError(
            f"{role} must be a float64 array with a row per subject and a column per test; "
            "make a sample with Sample.from_truth or Sample.from_groups."
        )
    if np.isnan(scores).any():
        raise DataError(f"a score of the {role} is missing; a sample is complete.")
    kept: Floats = scores
    owned = kept.flags.c_contiguous and not kept.flags.writeable and kept.base is None
    if not owned or (np.signbit(kept) & (kept == 0)).any():
        kept = np.ascontiguousarray(kept + 0.0)
        kept.setflags(write=False)
    return kept


def kept_counts(counts: Any, rows: int, name: str) -> Integers | None:
    """Return frequencies as the sample's own: positive, and few enough for exact sums."""
    if counts is None:
        return None
    whole = np.array(counts) if isinstance(counts, np.ndarray | list | tuple) else np.array(None)
    if whole.dtype.kind not in "iu" or whole.shape != (rows,):
        raise DataError(f"{name} must be one whole number for each of {counted(rows, 'row')}.")
    if (whole < 1).any():
        raise DataError(f"{name} must be positive; leave out rows that stand for no subject.")
    if sum(whole.tolist()) > LARGEST:
        raise DataError(f"{name} add up to more than 2**53 subjects.")
    whole = whole.astype(np.int64)
    whole.setflags(write=False)
    return whole


def kept_labels(pair: Any, rows: tuple[int, int], name: str) -> tuple[Labels, Labels] | None:
    """Return labels of the case rows and of the control rows as the sample's own."""
    if pair is None:
        return None
    if not isinstance(pair, tuple | list) or not all(isinstance(labels, np.ndarray) for labels in pair):
        raise TypeError(
            f"{name} must be a pair of arrays, of the case rows and of the control rows, not {shown(pair)}."
        )
    kept = tuple(np.array(labels) for labels in pair)
    if tuple(labels.shape for labels in kept) != ((rows[0],), (rows[1],)):
        raise DataError(
            f"{name} must be a pair, a label for each of {counted(rows[0], 'row')} of cases and {rows[1]} of controls."
        )
    for labels in kept:
        labels.setflags(write=False)
    return kept[0], kept[1]
