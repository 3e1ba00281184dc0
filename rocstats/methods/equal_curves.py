"""The distance between two ROC curves, as it is and under exchanges that equal curves would allow.

Cut the rank axis of a test anywhere and count its errors: cases below the cut, controls above. Two tests with equal
curves have equal errors at every cut; the distance is the absolute difference of the errors summed over the cut ranks,
those between two scores of either test (trapezoids between cuts further than a rank apart). Without ties it is the
published sum. A cut that falls among tied scores leaves a share of them below, as the drawn curve does, so neither the
order of rows nor a random order of ties has a part in it.

Paired: the two midranks of a subject are exchanged, or not, and all subjects ranked again by each test. Unpaired: each
sample has an axis on which cases and controls weigh as if there were as many of each as in both samples together, so
that equal curves put equal shares of cases and of controls below every cut; the cases, and the controls, of both
samples are pooled at their midranks, divided at random, and ranked again. Ranking again keeps the size of the test: as
much lies below a cut by one test as by the other, in the data and so in every exchange.

References: [venkatraman1996], [venkatraman2000]
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import chain, combinations, product
from typing import Any, Protocol, TypeAlias

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import ScoreTable, score_table
from rocstats.methods.replicates import collapsed
from rocstats.methods.swaps import swapped_counts, twice_midranks

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
_LIMIT = 2**62
# A draw of how many subjects of a row go to the first sample takes as long as shuffling so many subjects.
_SUBJECTS_PER_ROW = 16
# So many draws are held at once, in a multiple of four exchanges: a stream gives whole numbers of four bytes, so that
# any such multiple draws the same.
_CELLS = 4_000_000
# With more subjects than so many per cell, most places on the axis of ranks are no cuts.
_LONGEST = 4
_DRAWS_APART = 4


class Exchanges(Protocol):
    """What can be exchanged between two curves: the observed distance, all exchanges or random ones."""

    @property
    def log2_size(self) -> float:
        """Logarithm to the base 2 of the number of exchanges, the observed arrangement included."""
        ...

    @property
    def observed(self) -> float:
        """The distance between the curves as they are."""
        ...

    def extreme_of_all(self) -> int:
        """Count, among all exchanges, those whose distance is at least the observed one."""
        ...

    def extreme_of(self, stream: np.random.Generator, times: int) -> int:
        """Count, among so many random exchanges, those whose distance is at least the observed one."""
        ...


class _Curves:
    """Two curves from the cases and controls of each in cells along the axis from which ranks are taken anew."""

    def __init__(self, first: Integers, both: Integers, weights: tuple[tuple[float, float], ...]) -> None:
        self.first, self.both = first, both
        self._weights = weights
        self.cells = len(both) // 2
        subjects = int(first.sum())
        whole = all(weight == 1 for pair in weights for weight in pair) and subjects < _LONGEST * self.cells
        self._whole = np.arange(subjects + 1.0) if whole else None
        found = self.distance(first)
        # Rounding alone can part two curves by no more than this.
        self.observed = found if found > 1e-14 * self._errors(both, weights[0])[0][-1] ** 2 else 0.0

    def count_extreme(self, firsts: Iterable[Integers]) -> int:
        """Count the exchanges whose distance is at least the observed one, but for the last digits."""
        least = self.observed * (1 - 1e-9)
        return sum(1 for first in firsts if self.distance(first) >= least)

    def distance(self, first: Integers) -> float:
        """Return the distance of one exchange; ``first`` holds the first curve's cases, then its controls.

        Both axes ascend already, and a stable sort only merges them.
        """
        (x, lost), (y, missed) = (
            self._errors(counts, weights)
            for counts, weights in zip((first, self.both - first), self._weights, strict=True)
        )
        if self._whole is not None:
            # Cuts at whole numbers stand at their place already.
            knots = np.zeros(len(self._whole), np.bool_)
            knots[x.astype(np.int64)] = knots[y.astype(np.int64)] = True
            axis = self._whole[knots]
            apart = np.abs(np.interp(axis, x, lost) - np.interp(axis, y, missed))
            return float((apart[:-1] + apart[1:]) @ np.diff(axis) / 2)
        apart = np.abs(np.concatenate([lost - np.interp(x, y, missed), np.interp(y, x, lost) - missed]))
        axis = np.concatenate([x, y])
        merged = np.argsort(axis, kind="stable")
        axis, apart = axis[merged], apart[merged]
        return float((apart[:-1] + apart[1:]) @ np.diff(axis) / 2)

    def _errors(self, counts: Integers, weights: tuple[float, float]) -> tuple[Floats, Floats]:
        """Return the cuts of a test on its rank axis, and the cases less the controls below each."""
        cases, controls = weights[0] * counts[: self.cells], weights[1] * counts[self.cells :]
        found = np.zeros((2, self.cells + 1))
        np.cumsum(cases + controls, out=found[0, 1:])
        np.cumsum(cases - controls, out=found[1, 1:])
        return found[0], found[1]


class PairedCurves:
    """Two tests on the same subjects, whose two ranks are exchanged."""

    def __init__(self, sample: Sample) -> None:
        rows = collapsed(sample)
        p, q = rows.frequencies
        counts = np.concatenate([p, q])
        ranks = twice_midranks(rows)
        axis, place = np.unique(ranks, return_inverse=True)
        place = place.reshape(ranks.shape) + np.repeat([0, len(axis)], [len(p), len(q)])[:, None]
        width = 2 * len(axis)
        first, second = (_tally(place[:, test], counts, width) for test in (0, 1))
        self._curves = _Curves(first, first + second, ((1.0, 1.0), (1.0, 1.0)))
        moved = place[:, 0] != place[:, 1]
        self._place, self._counts = np.ascontiguousarray(place[moved].T), counts[moved]
        self._fixed = None
        if (self._counts == 1).all():
            self._fixed = first - np.bincount(self._place[0], minlength=width)

    @property
    def log2_size(self) -> float:
        """Number of subjects whose two ranks differ."""
        return float(self._counts.sum())

    @property
    def observed(self) -> float:
        """The distance between the curves as they are."""
        return self._curves.observed

    def extreme_of_all(self) -> int:
        """Count the extreme among all exchanges, each subject of a row on its own."""
        place = np.repeat(self._place, self._counts, axis=1)
        signs = product((0, 1), repeat=place.shape[1])
        return self._curves.count_extreme(self._exchanged(np.array(one, np.int64), place) for one in signs)

    def extreme_of(self, stream: np.random.Generator, times: int) -> int:
        """Count the extreme among so many random exchanges."""
        at_once = max(_DRAWS_APART, _CELLS // len(self._counts) // _DRAWS_APART * _DRAWS_APART)
        extreme = 0
        for start in range(0, times, at_once):
            drawn = swapped_counts(self._counts, stream, min(at_once, times - start))
            extreme += self._curves.count_extreme(self._drawn(one) for one in drawn)
        return extreme

    def _exchanged(self, swapped: Integers, place: Integers) -> Integers:
        """Return the first curve's cells after so many subjects of each row were swapped."""
        width = len(self._curves.both)
        return self._curves.first + _tally(place[1], swapped, width) - _tally(place[0], swapped, width)

    def _drawn(self, swapped: Integers) -> Integers:
        """Return the same; where each row is one subject, by the place that it has after the exchange."""
        if self._fixed is None:
            return self._exchanged(swapped, self._place)
        here, there = self._place
        return self._fixed + np.bincount(np.where(swapped, there, here), minlength=len(self._fixed))


class UnpairedCurves:
    """One test in each of two samples, whose cases and whose controls are pooled and divided anew."""

    def __init__(self, a: Sample, b: Sample) -> None:
        tables = [score_table(sample) for sample in (a, b)]
        m, n = sum(t.m for t in tables), sum(t.n for t in tables)
        common = math.lcm(*(size for t in tables for size in (t.m, t.n)))
        weights = [(m * common // t.m, n * common // t.n) for t in tables]
        divisor = math.gcd(*chain(*weights))
        places = [_places(t, (w // divisor, v // divisor)) for t, (w, v) in zip(tables, weights, strict=True)]
        axis, place = np.unique(np.concatenate(places), return_inverse=True)
        split = np.split(place, [len(places[0])])
        first, second = (
            np.concatenate([_tally(at, of[::-1], len(axis)) for of in (t.cases, t.controls)])
            for t, at in zip(tables, split, strict=True)
        )
        self._curves = _Curves(first, first + second, tuple((w / common, v / common) for w, v in weights))
        self._pools = np.split(first + second, 2)
        self._drawn = tables[0].m, tables[0].n

    @property
    def log2_size(self) -> float:
        """Logarithm to the base 2 of the number of divisions."""
        sizes = [(int(pool.sum()), k) for pool, k in zip(self._pools, self._drawn, strict=True)]
        return sum(math.lgamma(N + 1) - math.lgamma(k + 1) - math.lgamma(N - k + 1) for N, k in sizes) / math.log(2)

    @property
    def observed(self) -> float:
        """The distance between the curves as they are."""
        return self._curves.observed

    def extreme_of_all(self) -> int:
        """Count the extreme among all divisions of the cases and of the controls."""
        cases, controls = (_divisions(pool, k) for pool, k in zip(self._pools, self._drawn, strict=True))
        return self._curves.count_extreme(np.concatenate(pair) for pair in product(cases, controls))

    def extreme_of(self, stream: np.random.Generator, times: int) -> int:
        """Count the extreme among so many random divisions."""
        groups = list(zip(self._pools, self._drawn, strict=True))
        return self._curves.count_extreme(
            np.concatenate([_division(pool, k, stream) for pool, k in groups]) for _ in range(times)
        )


def _tally(place: Integers, counts: Integers, width: int) -> Integers:
    """Add up counts at their places; a float holds each of them, for there are fewer than 2^53 subjects."""
    return np.bincount(place, weights=counts, minlength=width).astype(np.int64)


def _places(table: ScoreTable, weights: tuple[int, int]) -> Numbers:
    """Return twice the midrank of each distinct score, lowest first, where a case and a control weigh so much."""
    weight = [
        weights[0] * p + weights[1] * q
        for p, q in zip(table.cases[::-1].tolist(), table.controls[::-1].tolist(), strict=True)
    ]
    found, below = [], 0
    for w in weight:
        found.append(2 * below + w)
        below += w
    return np.array(found, np.int64 if 2 * below < _LIMIT else object)


def _divisions(pool: Integers, k: int) -> list[Integers]:
    """List every choice of k subjects of a pool, as counts in its cells."""
    subjects = np.repeat(np.arange(len(pool)), pool).tolist()
    return [np.bincount(chosen, minlength=len(pool)) for chosen in combinations(subjects, k)]


def _division(pool: Integers, k: int, stream: np.random.Generator) -> Integers:
    """Choose k subjects of a pool at random, as counts in its cells."""
    total = int(pool.sum())
    if len(pool) * _SUBJECTS_PER_ROW < total:
        return stream.multivariate_hypergeometric(pool, k, method="marginals")
    subjects = np.repeat(np.arange(len(pool)), pool)
    return np.bincount(stream.permutation(subjects)[:k], minlength=len(pool))
