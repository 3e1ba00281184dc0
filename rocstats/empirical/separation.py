"""The largest distance between the two score distributions as a statistic: Kolmogorov-Smirnov, Youden.

At a threshold that distance is TPF - FPF = sensitivity + specificity - 1, so the one-sided Kolmogorov-Smirnov
statistic and the largest Youden index are one number under two names. The point at which nobody is positive counts, so
it is never below 0.

References: [youden1950]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import score_table
from rocstats.empirical.steps import Steps
from rocstats.errors import MethodError
from rocstats.printing import Note

_LIMIT = 2.0**62
OPTIMISTIC = Note(
    "largest-of-many",
    "the value is the largest over all thresholds, so it is biased upward, more so in small samples, and so are its "
    "replicates.",
)


@dataclass(frozen=True, slots=True)
class KS:
    """The largest TPF - FPF of each test over all thresholds, the point at which nobody is positive among them.

    A maximum over thresholds is biased upward: in data of a useless test it is above 0 as well, and the fewer the
    subjects the farther. A bootstrap draws replicates that are biased once more, so its intervals lie high; read them
    as a description of the spread. For a test of equal distributions use ``ks``, which has its p-value.

    References
    ----------
    [youden1950]

    Examples
    --------
    >>> KS()(Sample.from_truth([1, 1, 1, 1, 0, 0, 0, 0], [5, 4, 3, 2, 3, 2, 1, 1])).tolist()
    [0.5]
    """

    name: ClassVar[str] = "KS"
    title: ClassVar[str] = "Kolmogorov-Smirnov distance, the largest TPF - FPF"
    plural: ClassVar[str] = "KS distances"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    prevalence: ClassVar[bool] = False
    notes: ClassVar[tuple[Note, ...]] = (OPTIMISTIC,)

    def __call__(self, sample: Sample) -> Floats:
        """Return the largest TPF - FPF of each test, correctly rounded from whole numbers."""
        return np.array([float(_largest(sample.select(test))) for test in sample.tests])

    def prepared(self, sample: Sample) -> PreparedDistance:
        """Sort a sample once, for many sets of row weights."""
        return PreparedDistance(tuple(Steps(sample, test) for test in range(len(sample.tests))))

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights."""
        return self.prepared(sample).weighted(case_w, control_w)


@dataclass(frozen=True, slots=True)
class Youden(KS):
    """The largest Youden index of each test, sensitivity + specificity - 1 at the best threshold of these data.

    It is the accuracy of a threshold that was chosen on the data that judge it, so it is biased upward: a new sample
    will show less. A bootstrap chooses the threshold again in each resample, which gives its spread and not an unbiased
    value; ``thresholds`` has the out-of-bag value. For a threshold that was stated beforehand use
    ``PointMeasure("youden", threshold)``.

    References
    ----------
    [youden1950]

    Examples
    --------
    >>> Youden()(Sample.from_truth([1, 1, 1, 1, 0, 0, 0, 0], [5, 4, 3, 2, 3, 2, 1, 1])).tolist()
    [0.5]
    """

    name: ClassVar[str] = "largest J"
    title: ClassVar[str] = "Largest Youden index over all thresholds"
    plural: ClassVar[str] = "largest Youden indices"


@dataclass(frozen=True, slots=True, eq=False)
class PreparedDistance:
    """The largest TPF - FPF of each test of one sample, whose rows are sorted once, under any row weights."""

    steps: tuple[Steps, ...]

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights; NaN where a group is empty."""
        m, n = case_w.sum(axis=1), control_w.sum(axis=1)
        pairs = m.astype(np.float64) * n
        # Whole numbers, and floats where the pairs are too many for 64 bits.
        kind = np.int64 if pairs.max(initial=0) < _LIMIT else np.float64
        found = np.full((len(case_w), len(self.steps)), np.nan)
        for test, steps in enumerate(self.steps):
            tp, fp = (counts.astype(kind, copy=False) for counts in steps.counts(case_w, control_w))
            most = (tp * n[:, None] - fp * m[:, None]).max(axis=1)
            np.divide(most, pairs, out=found[:, test], where=pairs > 0)
        return found

    def weighted_variance(self, case_w: Integers, control_w: Integers, weights: Sequence[float]) -> Floats:
        """Say that no replicate has a variance of its own."""
        raise MethodError("replicates of a largest distance have no variance of their own.")


def _largest(sample: Sample) -> Fraction:
    """Return the largest tp/m - fp/n of a sample of one test, nobody positive included."""
    table = score_table(sample)
    m, n = table.m, table.n
    tp, fp = np.cumsum(table.cases), np.cumsum(table.controls)
    if m * n >= _LIMIT:
        tp, fp = tp.astype(object), fp.astype(object)
    return Fraction(max(0, int((tp * n - fp * m).max())), m * n)
