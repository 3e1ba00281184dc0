"""Replicates of a sample: row weights drawn from streams that do not depend on batches.

Replicates come in blocks of one fixed size, and each block of each part of a quantity has a stream of its own, keyed by
(seed, purpose, part, block). Rows that are alike are counted together and sorted first, so neither the order of the
rows in a file nor the size of a batch changes an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.errors import MethodError

Rng: TypeAlias = "int | np.random.Generator | None"
BLOCK = 20
_CELLS = 500_000
_AT_ONCE = 5_000_000
_PURPOSES = {"bootstrap": 1}
_watcher: ContextVar[Callable[[int, int], None] | None] = ContextVar("watcher", default=None)


@contextmanager
def watching(callback: Callable[[int, int], None]) -> Iterator[None]:
    """Let a function hear how many replicates are done, and of how many."""
    token = _watcher.set(callback)
    try:
        yield
    finally:
        _watcher.reset(token)


def seed_of(rng: Rng) -> int:
    """Return the one integer seed that stands for a seed, a Generator or nothing.

    Examples
    --------
    >>> seed_of(7)
    7
    """
    if rng is None:
        return int(np.random.SeedSequence().generate_state(1)[0])
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**32))
    if isinstance(rng, bool) or not isinstance(rng, int | np.integer):
        raise TypeError(f"rng is {type(rng).__name__}; it must be a whole number, a numpy Generator or None.")
    if rng < 0:
        raise MethodError(f"rng is {rng}; a seed is a whole number of at least 0.")
    return int(rng)


def collapsed(sample: Sample) -> Sample:
    """Count rows that are alike together, in ascending order of their scores."""
    p, q = sample.frequencies
    cases, case_counts = _distinct(sample.cases, p)
    controls, control_counts = _distinct(sample.controls, q)
    return replace(
        sample,
        cases=cases,
        controls=controls,
        case_counts=case_counts,
        control_counts=control_counts,
        ids=None,
        clusters=None,
        strata=None,
        origin=None,
    )


def _distinct(rows: Floats, frequencies: Integers) -> tuple[Floats, Integers]:
    distinct, place = np.unique(rows, axis=0, return_inverse=True)
    counts = np.zeros(len(distinct), np.int64)
    np.add.at(counts, place.ravel(), frequencies)
    return distinct, counts


def weights(
    sample: Sample, *, n_resamples: int, seed: int, part: int, stratified: bool, purpose: str = "bootstrap"
) -> Iterator[tuple[Integers, Integers]]:
    """Draw row weights of the cases and of the controls, a batch at a time.

    Stratified, cases and controls are drawn apart; otherwise all subjects together, so their numbers vary.
    """
    p, q = sample.frequencies
    both = np.concatenate([p, q])
    urns = [_Urn(p), _Urn(q)] if stratified else [_Urn(both)]
    size = max(BLOCK, _CELLS // len(both) // BLOCK * BLOCK)
    for start in range(0, n_resamples, size):
        stop = min(start + size, n_resamples)
        drawn = np.empty((stop - start, len(both)), np.int64)
        for first in range(start, stop, BLOCK):
            key = [seed, _PURPOSES[purpose], part, first // BLOCK]
            stream = np.random.default_rng(np.random.SeedSequence(key))
            # A last block that is cut short is a whole one of which the rest is not used.
            wanted = min(BLOCK, stop - first)
            column = 0
            for urn in urns:
                rows = drawn[first - start : first - start + wanted, column : column + urn.size]
                urn.draw(stream, rows)
                column += urn.size
        # A block of a very large sample is drawn whole and handed out in parts, for whoever works on them in floats.
        most = max(1, _AT_ONCE // len(both))
        for first in range(0, len(drawn), most):
            handed = drawn[first : first + most]
            yield handed[:, : len(p)], handed[:, len(p) :]
            watcher = _watcher.get()
            if watcher is not None:
                watcher(start + first + len(handed), n_resamples)


class _Urn:
    """Subjects to draw from with replacement, as many as there are."""

    def __init__(self, counts: Integers) -> None:
        self.size = len(counts)
        self.total = int(counts.sum())
        self.shares = counts / self.total
        self.few = self.size * 4 < self.total
        self.row = None if self.few or self.size == self.total else np.repeat(np.arange(self.size), counts)

    def draw(self, stream: np.random.Generator, into: Integers) -> None:
        """Fill a block with how often each row was drawn, a whole block whatever part of it is wanted."""
        if self.few:
            into[:] = stream.multinomial(self.total, self.shares, size=BLOCK)[: len(into)]
            return
        step = max(1, min(BLOCK, _CELLS // self.total))
        for first in range(0, BLOCK, step):
            times = min(step, BLOCK - first)
            picked = stream.integers(self.total, size=(times, self.total))
            picked = picked if self.row is None else self.row[picked]
            picked += (np.arange(times) * self.size)[:, None]
            counts = np.bincount(picked.ravel(), minlength=times * self.size).reshape(times, self.size)
            kept = max(0, min(times, len(into) - first))
            into[first : first + kept] = counts[:kept]
