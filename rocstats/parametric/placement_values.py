"""Placement values of the cases among the controls, counted at a grid of false positive fractions.

The placement value of a case is the share of controls whose score is at or above its own; its distribution function is
the ROC curve. Upper placements are taken, a tied control counting whole, because a case is called positive at its own
score together with every control that reaches it. At an FPF t that a threshold attains, the cases with a placement of
at most t are then exactly those called positive there, with ties or without. Between attained FPFs the count stays
what it was at the last one, which with ties is too low; so a point of the grid is always an attained FPF, and one asked
for between two of them moves down to the lower. Without ties among the controls the attained FPFs are all j/n.

References: [pepe2000], [alonzo2002]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Integers
from rocstats.empirical.steps import Steps

# More points than these add nothing to a line of two parameters.
MOST_POINTS = 1000


@dataclass(frozen=True, slots=True)
class FpfGrid:
    """Which false positive fractions are taken: all that are attained, or so many, from one edge to the other."""

    number: int | None = None
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)

    @property
    def whole(self) -> bool:
        """Whether the grid goes over the whole curve."""
        return self.low == 0 and self.high == 1

    def edges(self, n: int) -> tuple[int, int]:
        """Return the least and the largest number of controls called positive, neither none nor all of n."""
        return max(-(-self.low * n // 1), 1), min(self.high * n // 1, n - 1)

    def asked(self, n: int, number: int) -> Integers:
        """Return how many controls of n may be called positive at each of so many evenly spread points."""
        step = (self.high - self.low) / (number + 1)
        return np.array([(self.low + j * step) * n // 1 for j in range(1, number + 1)], np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """Controls and cases called positive at each point of a grid, (B, T); a point that is no such point is not used."""

    fp: Integers
    tp: Integers
    used: NDArray[np.bool_]
    n: int
    m: int


class PlacementCounts:
    """The cases of one test counted by placement value, under many sets of row weights.

    Examples
    --------
    >>> found = PlacementCounts(Sample.from_groups(cases=[4, 3, 1], controls=[3, 2, 1, 0]), FpfGrid()).of_sample()
    >>> found.fp[found.used].tolist(), found.tp[found.used].tolist()
    ([1, 2, 3], [2, 2, 3])
    """

    def __init__(self, rows: Sample, grid: FpfGrid) -> None:
        self._steps = Steps(rows)
        self._frequencies = rows.frequencies
        self._n, self._m = rows.n_controls, rows.n_cases
        self._low, self._high = grid.edges(self._n)
        # The FPF goes up only behind a score that controls hold.
        self._turns = np.flatnonzero(np.isin(self._steps.scores, rows.controls[:, 0]))
        number = grid.number
        if number is None and len(self._turns) - 1 > MOST_POINTS:
            number = MOST_POINTS
        self._asked = None if number is None else grid.asked(self._n, number)

    def of_sample(self) -> Counted:
        """Count the sample itself."""
        p, q = self._frequencies
        return self.counts(p[None], q[None])

    def counts(self, case_w: Integers, control_w: Integers) -> Counted:
        """Count under each set of row weights, each of which adds up to the numbers of cases and controls."""
        tp, fp = self._steps.counts(case_w, control_w)
        if self._asked is None:
            # The curve rises at one FPF before it goes on; the place before the next control is the upper end.
            beyond = fp[:, self._turns + 1]
            tp, fp = tp[:, self._turns], fp[:, self._turns]
            fresh = beyond > fp
        else:
            place = np.array([np.searchsorted(row, self._asked, side="right") - 1 for row in fp])
            tp, fp = np.take_along_axis(tp, place, axis=1), np.take_along_axis(fp, place, axis=1)
            fresh = np.diff(fp, axis=1, prepend=-1) > 0
        used = fresh & (fp >= self._low) & (fp <= self._high)
        return Counted(fp, tp, used, self._n, self._m)
