"""Both groups counted in ordered categories, as an ordinal likelihood takes them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.empirical.ranks import Floats, Integers, exact_sum
from rocstats.empirical.score_table import ScoreTable


@dataclass(frozen=True, slots=True, eq=False)
class OrdinalTable:
    """Counts by category in rising order of suspicion; no category is empty in both groups.

    ``first`` and ``last`` are the lowest and highest score of each category, on the sample's scale.
    """

    controls: Integers
    cases: Integers
    first: Floats
    last: Floats

    @property
    def n_categories(self) -> int:
        """Number of categories."""
        return len(self.controls)


def distinct_categories(table: ScoreTable) -> OrdinalTable:
    """Make each distinct score a category."""
    scores = table.scores[::-1]
    return OrdinalTable(table.controls[::-1].copy(), table.cases[::-1].copy(), scores, scores)


def truth_state_runs(table: ScoreTable) -> OrdinalTable:
    """Join neighbouring scores of one truth state: a cut within such a run tells nothing of the curve.

    Scores that hold both cases and controls stay categories of their own.
    """
    controls, cases = table.controls[::-1], table.cases[::-1]
    kind = np.where(cases == 0, 0, np.where(controls == 0, 1, 2))
    begins = np.concatenate([[True], (kind[1:] != kind[:-1]) | (kind[1:] == 2)])
    starts = np.flatnonzero(begins)
    ends = np.concatenate([starts[1:], [len(kind)]]) - 1
    scores = table.scores[::-1]
    return OrdinalTable(np.add.reduceat(controls, starts), np.add.reduceat(cases, starts), scores[starts], scores[ends])


def table_area(controls: Integers, cases: Integers) -> float:
    """Return the empirical area of counts by category, correctly rounded however large they are."""
    below = np.concatenate([[0], np.cumsum(controls)])
    pairs = 2 * int(controls.sum()) * int(cases.sum())
    return float(Fraction(exact_sum(cases, below[:-1] + below[1:]), pairs))
