"""Replicates of a sample: row weights drawn from streams that do not depend on batches.

Replicates come in blocks of one fixed size. Each block of each part of a quantity has a stream of its own for every
group that is drawn apart, keyed by (seed, purpose, part, block, group), and goes through it replicate by replicate.
Rows that are alike are counted together and sorted first, so neither the order of the rows in a file nor the number of
replicates that are worked on at once changes an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_whole

Rng: TypeAlias = "int | np.random.Generator | None"
BLOCK = 200
# So many draws and their weights stay in a processor's cache; more at once are slower.
_CELLS = 25_000
# One draw of how many subjects a row gives takes as long as drawing so many subjects one by one.
_DRAWS_PER_ROW = 16
_LARGEST_SEED = 2**1000
_PURPOSES = {"bootstrap": 1, "permutation": 2, "venkatraman": 3, "classes": 4}
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
    if not is_whole(rng):
        raise TypeError(f"rng is {type(rng).__name__}; it must be a whole number, a numpy Generator or None.")
    if rng < 0:
        raise MethodError(f"rng is {shown(rng)}; a seed is a whole number of at least 0.")
    if rng > _LARGEST_SEED:
        raise MethodError(f"rng is {shown(rng)}; a seed is at most 2**1000.")
    return int(rng)


def stream_of(seed: int, purpose: str, *places: int) -> np.random.Generator:
    """Return the stream of random numbers that belongs to a seed, a purpose and a place such as a block."""
    return np.random.default_rng(np.random.SeedSequence((seed, _PURPOSES[purpose], *places)))


def told(done: int, total: int) -> None:
    """Tell whoever watches how many replicates are done."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(done, total)


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
    order = np.lexsort(rows.T[::-1])
    rows = rows[order]
    new = np.concatenate([[True], (rows[1:] != rows[:-1]).any(axis=1)])
    return rows[new], np.add.reduceat(frequencies[order], np.flatnonzero(new))


class Draws:
    """The row weights of all replicates of a sample, one block at a time, in any order.

    Stratified, cases and controls are drawn apart; otherwise all subjects together, so their numbers vary.
    """

    def __init__(
        self, sample: Sample, *, n_resamples: int, seed: int, part: int, stratified: bool, purpose: str = "bootstrap"
    ) -> None:
        p, q = sample.frequencies
        self._urns = [_Urn(p), _Urn(q)] if stratified else [_Urn(np.concatenate([p, q]))]
        self._at_once = max(1, _CELLS // sum(urn.width for urn in self._urns))
        self._key = (seed, _PURPOSES[purpose], part)
        self._stratified, self._n_cases = stratified, len(p)
        self.n_resamples = n_resamples

    @property
    def blocks(self) -> range:
        """The numbers of the blocks."""
        return range(-(-self.n_resamples // BLOCK))

    def of_block(self, block: int) -> Iterator[tuple[slice, Integers, Integers]]:
        """Give the replicates of a block, as many at a time as are worked on fast, each batch with its place."""
        key = (*self._key, block)
        streams = [np.random.default_rng(np.random.SeedSequence((*key, group))) for group in range(len(self._urns))]
        last = min((block + 1) * BLOCK, self.n_resamples)
        for start in range(block * BLOCK, last, self._at_once):
            stop = min(start + self._at_once, last)
            drawn = [urn.draw(stream, stop - start) for urn, stream in zip(self._urns, streams, strict=True)]
            case_w, control_w = drawn if self._stratified else np.split(drawn[0], [self._n_cases], axis=1)
            yield slice(start, stop), case_w, control_w


def by_block(work: Callable[[int], Iterable[slice]], draws: Draws, workers: int = 1) -> None:
    """Do the work of every block, some of them at the same time, and tell whoever watches how far it is.

    ``work`` gives the place of each batch that it has done.
    """
    watcher = _watcher.get()

    def tell(done: int) -> None:
        if watcher is not None:
            watcher(done, draws.n_resamples)

    if workers == 1:
        for block in draws.blocks:
            for batch in work(block):
                tell(batch.stop)
        return
    with ThreadPoolExecutor(workers) as pool:
        for batches in pool.map(lambda block: list(work(block)), draws.blocks):
            tell(batches[-1].stop)


def weights(
    sample: Sample, *, n_resamples: int, seed: int, part: int, stratified: bool, purpose: str = "bootstrap"
) -> Iterator[tuple[Integers, Integers]]:
    """Draw row weights of the cases and of the controls, as many replicates at a time as are worked on fast.

    Stratified, cases and controls are drawn apart; otherwise all subjects together, so their numbers vary.
    """
    draws = Draws(sample, n_resamples=n_resamples, seed=seed, part=part, stratified=stratified, purpose=purpose)
    watcher = _watcher.get()
    for block in draws.blocks:
        for batch, case_w, control_w in draws.of_block(block):
            yield case_w, control_w
            if watcher is not None:
                watcher(batch.stop, n_resamples)


class _Urn:
    """Subjects to draw from with replacement, as many as there are."""

    def __init__(self, counts: Integers) -> None:
        self.size = len(counts)
        self.total = int(counts.sum())
        self.shares = counts / self.total
        self.by_row = self.size * _DRAWS_PER_ROW < self.total
        self.row = None if self.by_row or self.size == self.total else np.repeat(np.arange(self.size), counts)
        self.width = self.size if self.by_row else self.total

    def draw(self, stream: np.random.Generator, times: int) -> Integers:
        """Return how often each row was drawn, so many times."""
        if self.by_row:
            return stream.multinomial(self.total, self.shares, size=times)
        picked = stream.integers(self.total, size=(times, self.total))
        picked = picked if self.row is None else self.row[picked]
        if times > 1:
            picked += (np.arange(times) * self.size)[:, None]
        return np.bincount(picked.ravel(), minlength=times * self.size).reshape(times, self.size)
