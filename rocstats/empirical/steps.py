"""Steps of the ROC curve of each test under row weights: how many cases and controls score at or above each value.

Whatever is read off a curve (a partial area, a distance between the two groups, the accuracy at a threshold) is a
function of these counts, so under resampling it is that function of the counts under each set of row weights.
"""

from __future__ import annotations

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers


class Steps:
    """The distinct scores of one test, highest first, ready to count under many sets of row weights.

    Examples
    --------
    >>> steps = Steps(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    >>> steps.scores.tolist()
    [3.0, 2.0, 1.0]
    >>> tp, fp = steps.counts(np.array([[1, 1]]), np.array([[1, 1]]))
    >>> tp.tolist(), fp.tolist()
    ([[0, 1, 2, 2]], [[0, 0, 1, 2]])
    """

    def __init__(self, sample: Sample, test: int = 0) -> None:
        cases, controls = sample.cases[:, test], sample.controls[:, test]
        self.scores: Floats = np.unique(np.concatenate([cases, controls]))[::-1]
        self._cases, self._controls = _Climb(cases, self.scores), _Climb(controls, self.scores)

    def counts(self, case_w: Integers, control_w: Integers) -> tuple[Integers, Integers]:
        """Count cases and controls at or above each score under each set of weights.

        Both answers are (B, scores + 1) and start with 0, where nobody is positive.
        """
        return self._cases.reached(case_w), self._controls.reached(control_w)


class _Climb:
    """One group in descending order, with how many of its rows reach each score."""

    def __init__(self, rows: Floats, scores: Floats) -> None:
        self._order = np.argsort(-rows, kind="stable")
        self._reached = np.concatenate([[0], np.searchsorted(-rows[self._order], -scores, side="right")])

    def reached(self, weights: Integers) -> Integers:
        """Sum the weights of the rows that reach each score."""
        cumulated = np.zeros((len(weights), weights.shape[1] + 1), np.int64)
        np.cumsum(weights.take(self._order, axis=1), axis=1, out=cumulated[:, 1:])
        counts: Integers = cumulated.take(self._reached, axis=1)
        return counts
