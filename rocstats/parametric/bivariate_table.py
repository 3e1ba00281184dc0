"""Two tests on the same subjects, counted in the ordered categories of both.

Ratings keep their categories. Scores with many values are first joined to truth-state runs, test by test, as for one
curve: a cut within a run tells nothing of the curve of that test. Where more runs than wanted are left, neighbours are
joined so that categories are as even as the runs allow, a case weighing as much as all controls per case; this loses a
little of what the scores tell, and nothing that depends on the scale of a test.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import score_table
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_whole
from rocstats.parametric.ordinal_table import OrdinalTable, distinct_categories, truth_state_runs

# More distinct scores than these are no ratings.
MOST_RATINGS = 20
# More runs than these are joined: what is lost is then too little to see, and a fit takes less than a second.
MOST_RUNS = 100
LEAST_CATEGORIES = 5
RATINGS, RUNS, JOINED = "ratings", "truth-state runs", "joined truth-state runs"


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The occupied cells of one group: category by the first test, by the second, and the subjects there."""

    first: Integers
    second: Integers
    counts: Integers

    @property
    def total(self) -> int:
        """Number of subjects."""
        return int(self.counts.sum())


@dataclass(frozen=True, slots=True, eq=False)
class JointTable:
    """Both groups counted by two tests; ``margins`` are the tables of each test alone.

    ``sources`` says for each test what its categories are: ratings, truth-state runs, or joined truth-state runs.
    ``identical`` says that both tests rank all subjects alike, before any joining.
    """

    controls: Cells
    cases: Cells
    margins: tuple[OrdinalTable, OrdinalTable]
    sources: tuple[str, str]
    identical: bool

    @property
    def shape(self) -> tuple[int, int]:
        """Number of categories of each test."""
        return self.margins[0].n_categories, self.margins[1].n_categories


def joint_table(sample: Sample, categories: str | int = "auto") -> JointTable:
    """Count a sample of two tests in categories of both."""
    names = [test.name for test in sample.tests]
    found = [_categories(sample.select(name), categories) for name in names]
    margins = (found[0][0], found[1][0])
    p, q = sample.frequencies
    return JointTable(
        controls=_cells(sample.controls, q, margins),
        cases=_cells(sample.cases, p, margins),
        margins=margins,
        sources=(found[0][1], found[1][1]),
        identical=_ranked_alike(np.concatenate([sample.cases, sample.controls])),
    )


def check_categories(categories: object) -> None:
    """Refuse what does not say how to make categories."""
    words = ("auto", "ratings", "runs")
    if isinstance(categories, str) and categories in words:
        return
    whole = is_whole(categories)
    if whole and int(categories) >= LEAST_CATEGORIES:  # type: ignore[call-overload]
        return
    raise MethodError(
        f'categories is {shown(categories)}; it must be "auto", "ratings" (each score a category), '
        '"runs" (all truth-state '
        f"runs) or the largest number of categories, at least {LEAST_CATEGORIES}."
    )


def in_one_order(scores: Floats, sign: int) -> bool:
    """Whether no two subjects of a group are ordered differently by both tests, the second turned for a sign of -1."""
    first, second = scores[:, 0], sign * scores[:, 1]
    order = np.lexsort((second, first))
    first, second = first[order], second[order]
    starts = np.flatnonzero(np.concatenate([[True], first[1:] != first[:-1]]))
    ends = np.concatenate([starts[1:], [len(first)]]) - 1
    # Within a tie of the first test the second is sorted: its ends are the least and the most.
    return bool((second[starts[1:]] >= second[ends[:-1]]).all())


def _categories(one: Sample, categories: str | int) -> tuple[OrdinalTable, str]:
    """Make the categories of one test, and say what they are."""
    table = score_table(one)
    most = MOST_RUNS if isinstance(categories, str) else int(categories)
    if categories == "ratings" or (categories != "runs" and len(table.scores) <= min(most, MOST_RATINGS)):
        return distinct_categories(table), RATINGS
    runs = truth_state_runs(table)
    if categories == "runs" or runs.n_categories <= most:
        return runs, RUNS
    return joined(runs, most), JOINED


def joined(table: OrdinalTable, most: int) -> OrdinalTable:
    """Join neighbours to at most so many categories, as even as the table allows.

    Each group weighs one half. The cuts that stay are those nearest to even shares; of two as near, the lower.
    """
    controls, cases = table.controls.tolist(), table.cases.tolist()
    n, m = sum(controls), sum(cases)
    below = [0]
    for q, p in zip(controls, cases, strict=True):
        below.append(below[-1] + q * m + p * n)
    scaled = [most * weight for weight in below]
    starts = {0}
    for step in range(1, most):
        wanted = below[-1] * step
        above = bisect_left(scaled, wanted)
        near = above if scaled[above] - wanted < wanted - scaled[above - 1] else above - 1
        starts.add(near)
    at = np.array(sorted(starts - {len(controls)}))
    ends = np.concatenate([at[1:], [len(controls)]]) - 1
    return OrdinalTable(
        np.add.reduceat(table.controls, at), np.add.reduceat(table.cases, at), table.first[at], table.last[ends]
    )


def _cells(scores: Floats, frequencies: Integers, margins: tuple[OrdinalTable, OrdinalTable]) -> Cells:
    """Count one group in the categories of both tests, in an order that rows do not decide."""
    rows, columns = (np.searchsorted(margin.last, scores[:, i]) for i, margin in enumerate(margins))
    width = margins[1].n_categories
    places, where = np.unique(rows * width + columns, return_inverse=True)
    counts = np.zeros(len(places), dtype=np.int64)
    np.add.at(counts, where, frequencies)
    return Cells(places // width, places % width, counts)


def _ranked_alike(scores: Floats) -> bool:
    """Whether both tests put all subjects in the same order, ties included."""
    ranks = [np.unique(scores[:, place], return_inverse=True)[1] for place in (0, 1)]
    return bool((ranks[0] == ranks[1]).all())
