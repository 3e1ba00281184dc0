"""Curves of resampled subjects, each a rising line from (0, 0) to (1, 1)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_whole
from rocstats.methods.replicates import weights

_MOST_RESAMPLES = 100_000


def check_resamples(n_resamples: object) -> None:
    """Refuse a number of replicates that is none, or more than can be held."""
    if not is_whole(n_resamples):
        raise TypeError(f"n_resamples is {type(n_resamples).__name__}; it must be a whole number.")
    if not 100 <= n_resamples <= _MOST_RESAMPLES:
        raise MethodError(f"n_resamples is {shown(n_resamples)}; it must lie between 100 and {_MOST_RESAMPLES}.")


def resampled_curves(rows: Sample, n_resamples: int, seed: int) -> Iterator[tuple[Floats, Floats]]:
    """Give FPF and TPF of the curve of each resample, cases and controls drawn apart."""
    scores = np.concatenate([rows.cases[:, 0], rows.controls[:, 0]])
    distinct, place = np.unique(-scores, return_inverse=True)
    cases, controls = place[: len(rows.cases)], place[len(rows.cases) :]
    for case_w, control_w in weights(rows, n_resamples=n_resamples, seed=seed, part=0, stratified=True):
        for p, q in zip(case_w, control_w, strict=True):
            yield _climb(q, controls, len(distinct)), _climb(p, cases, len(distinct))


def _climb(counts: Integers, place: Integers, size: int) -> Floats:
    """Return the share of subjects at or above each distinct score, from none to all."""
    climbed = np.zeros(size + 1)
    climbed[1 + place] = counts
    np.cumsum(climbed, out=climbed)
    share: Floats = climbed / climbed[-1]
    return share


def read_off_below(x: Floats, y: Floats, at: Floats) -> Floats:
    """Read a rising line of joined points at values of x, at the lower end of a vertical step."""
    beyond = np.minimum(np.searchsorted(x, at, side="left"), len(x) - 1)
    before = np.maximum(beyond - 1, 0)
    width = x[beyond] - x[before]
    # Left of the first point, and right of the last one, the line goes on level.
    share = np.divide(at - x[before], width, out=np.ones_like(width), where=width > 0)
    read: Floats = y[before] + np.clip(share, 0, 1) * (y[beyond] - y[before])
    return read
