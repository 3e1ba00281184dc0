"""Random swaps of the two ranks of each subject, as many at a time as are worked on fast.

Each subject is swapped or not with equal chance. A row that stands for many subjects has a binomial number of them
swapped; where subjects are few in a row, each has a bit of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Integers, exact_sum, twice_below
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_whole
from rocstats.methods.replicates import Rng, seed_of
from rocstats.results import Resampling

# A binomial draw takes as long as the bits of so many subjects.
_SUBJECTS_PER_ROW = 64
_LIMIT = 2**62
# Whole numbers of any size: 64 bits where they are enough, Python's where not.
Wholes: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(frozen=True, slots=True)
class Swaps(Resampling):
    """How ranks were swapped."""

    def __str__(self) -> str:
        return f"{self.n_resamples} random swaps of the two ranks of {self.unit}"


def checked_resamples(n_resamples: object, rng: Rng) -> None:
    """Refuse a number of random arrangements, or a seed, that is none."""
    if not is_whole(n_resamples):
        raise TypeError(f"n_resamples is {type(n_resamples).__name__}; it must be a whole number.")
    if not 100 <= n_resamples <= 10_000_000:
        raise MethodError(f"n_resamples is {shown(n_resamples)}; it must lie between 100 and 10000000.")
    if not isinstance(rng, np.random.Generator | None):
        seed_of(rng)


def twice_midranks(rows: Sample) -> Integers:
    """Return twice the midrank of each row among all subjects, cases first, one column per test."""
    scores = np.concatenate([rows.cases, rows.controls])
    return twice_below(scores, scores, np.concatenate(rows.frequencies)) + 1


def swapped_counts(counts: Integers, stream: np.random.Generator, times: int) -> Integers:
    """Draw how many subjects of each row are swapped, so many times."""
    if len(counts) * _SUBJECTS_PER_ROW < counts.sum():
        return stream.binomial(counts, 0.5, size=(times, len(counts)))
    bits = _bits(int(counts.sum()), stream, times)
    if (counts == 1).all():
        return bits.astype(np.int64)
    starts = np.cumsum(counts) - counts
    return np.add.reduceat(bits, starts, axis=1, dtype=np.int64)


def swapped_pieces(size: Integers, counts: Integers) -> Callable[[np.random.Generator, int], Wholes]:
    """Return what draws the sum of the sizes of the swapped subjects, so many times."""
    if len(counts) * _SUBJECTS_PER_ROW < counts.sum():
        wide = size if exact_sum(counts, size) < _LIMIT else size.astype(object)
        return lambda stream, times: stream.binomial(counts, 0.5, size=(times, len(counts))) @ wide
    each = np.repeat(size, counts)
    # Eight subjects at a time: the sums of all their subsets are looked up by the byte that says who is swapped.
    octets = np.concatenate([each, np.zeros(-len(each) % 8, np.int64)]).reshape(-1, 8)
    subsets = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.int64)
    table = (octets @ subsets.T).ravel()
    first = 256 * np.arange(len(octets))

    def draw(stream: np.random.Generator, times: int) -> Wholes:
        drawn = np.frombuffer(stream.bytes(times * len(octets)), np.uint8).reshape(times, -1)
        return np.array([table[first + line].sum() for line in drawn])

    return draw


def _bits(width: int, stream: np.random.Generator, times: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Draw so many bits, so many times; fewer times give the same first ones."""
    octets = -(-width // 8)
    drawn = np.frombuffer(stream.bytes(times * octets), np.uint8).reshape(times, octets)
    return np.unpackbits(drawn, axis=1, count=width)
