"""Areas under the ROC curves of several classes: of each pair, of each class against the rest, and their averages.

Write D(i, j) for the share of pairs, one subject of class i and one of class j, in which the subject of class i has the
higher score of class i, a tie counting one half. All areas follow from D: that of a pair is the mean of D(i, j) and
D(j, i), that of a class against the rest the mean of D(i, j) over the subjects of the other classes.

References: [hand2001]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, Literal

import numpy as np

from rocstats.data.class_scores import ClassScores
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.area import PreparedArea
from rocstats.empirical.ranks import Floats, Integers, exact_sum, twice_below

Kind = Literal["average", "one versus rest", "one versus one"]
HAND_TILL = "M of Hand and Till"


@dataclass(frozen=True, slots=True)
class AreaName:
    """Which area it is: its kind, what it is called, and the places of the classes that it rests on."""

    kind: Kind
    label: str
    classes: tuple[int, ...]


def area_names(classes: Sequence[str]) -> tuple[AreaName, ...]:
    """Name all areas: four averages, then each class against the rest, then each pair.

    Examples
    --------
    >>> [name.label for name in area_names(["a", "b", "c"])][4:]
    ['a', 'b', 'c', 'a, b', 'a, c', 'b, c']
    """
    every = tuple(range(len(classes)))
    averages = (
        HAND_TILL,
        "one versus one, weighted by class size",
        "one versus rest, mean of the classes",
        "one versus rest, weighted by class size",
    )
    return (
        *(AreaName("average", label, every) for label in averages),
        *(AreaName("one versus rest", classes[i], (i,)) for i in every),
        *(AreaName("one versus one", f"{classes[i]}, {classes[j]}", (i, j)) for i, j in combinations(every, 2)),
    )


def areas(wins: Any, sizes: Sequence[Any]) -> Iterator[Any]:
    """Give all areas, in the order of their names, from D and the class sizes.

    ``wins[i][j]`` is D(i, j), a fraction or an array over replicates; so is each size.
    """
    count = len(sizes)
    pairs = {(i, j): (wins[i][j] + wins[j][i]) / 2 for i, j in combinations(range(count), 2)}
    rest = [
        sum(sizes[j] * wins[i][j] for j in range(count) if j != i) / sum(sizes[j] for j in range(count) if j != i)
        for i in range(count)
    ]
    total = sum(sizes)
    yield sum(pairs.values()) / len(pairs)
    yield sum((sizes[i] + sizes[j]) * pair for (i, j), pair in pairs.items()) / ((count - 1) * total)
    yield sum(rest) / count
    yield sum(size * area for size, area in zip(sizes, rest, strict=True)) / total
    yield from rest
    yield from pairs.values()


def groups(data: ClassScores) -> list[tuple[Floats, Integers]]:
    """Return the scores and the frequencies of the rows of each class."""
    frequencies = data.frequencies
    chosen = [data.codes == place for place in range(len(data.classes))]
    return [(data.scores[rows], frequencies[rows]) for rows in chosen]


def exact_areas(data: ClassScores) -> tuple[Fraction, ...]:
    """Return all areas of classes that all have subjects, as fractions.

    Examples
    --------
    >>> data = ClassScores.from_truth(["a", "b", "b"], {"a": [2, 1, 3], "b": [0, 1, 2]})
    >>> exact_areas(data)[0]
    Fraction(3, 4)
    """
    held = groups(data)
    count = len(held)
    wins: list[list[Fraction]] = [[Fraction(0)] * count for _ in range(count)]
    for i, (x, p) in enumerate(held):
        for j, (y, q) in enumerate(held):
            if i != j:
                twice = twice_below(x[:, [i]], y[:, [i]], q)
                wins[i][j] = Fraction(exact_sum(p, twice[:, 0]), 2 * int(p.sum()) * int(q.sum()))
    return tuple(areas(wins, [Fraction(size) for size in data.sizes]))


class PreparedClasses:
    """Areas of several classes, each pair sorted once, under any row weights.

    ``rows`` holds the scores of each class, a column per class.
    """

    def __init__(self, rows: Sequence[Floats]) -> None:
        self._pairs = {
            (i, j): PreparedArea(_pair(rows[i][:, [i, j]], rows[j][:, [i, j]]))
            for i, j in combinations(range(len(rows)), 2)
        }

    def weighted(self, weights: Sequence[Integers]) -> Floats:
        """Return all areas (replicates, areas) under sets of row weights; NaN where a class is empty."""
        count = len(weights)
        wins: list[list[Any]] = [[0.0] * count for _ in range(count)]
        for (i, j), pair in self._pairs.items():
            found = pair.weighted(weights[i], weights[j])
            wins[i][j], wins[j][i] = found[:, 0], 1 - found[:, 1]
        sizes = [w.sum(axis=1).astype(np.float64) for w in weights]
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.column_stack(list(areas(wins, sizes)))


def _pair(x: Floats, y: Floats) -> Sample:
    """Set two classes against each other, with the scores of both."""
    return Sample(cases=x, controls=y, tests=_TWO, truth="class", positive="first", negative="second")


_TWO = (DiagnosticTest("first"), DiagnosticTest("second"))
