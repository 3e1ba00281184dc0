"""How many cases stand at the top of the ranking, as a statistic: precision of the first k, lift of the first share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocstats.data.sample import Sample
from rocstats.data.scores import LARGEST
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.read_off_steps import ReadOffSteps, control_weight
from rocstats.empirical.stated_prevalence import AtPrevalence
from rocstats.errors import DataError, MethodError
from rocstats.formatting import plain, shown
from rocstats.given import is_number, is_whole


@dataclass(frozen=True, slots=True)
class PrecisionAtK(ReadOffSteps):
    """The share of cases among the k subjects with the most positive scores.

    Where the k-th place falls among equal scores, it is the mean over all orders of them. It says nothing of the
    subjects below the k-th place, and k means something only for studies of this size; ``LiftAt`` takes a share of the
    subjects instead. It misleads where the share of cases in the sample is not that of the population.

    Parameters
    ----------
    k : int
        Number of subjects at the top, at least 1 and at most as many as there are.

    Raises
    ------
    TypeError
        k is no whole number.
    MethodError
        k is less than 1; or a sample is of a case-control study.
    DataError
        A sample has fewer than k subjects.

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[3, 2], controls=[2, 1])
    >>> PrecisionAtK(2)(sample).tolist()
    [0.75]
    """

    k: int

    def __post_init__(self) -> None:
        if not is_whole(self.k):
            raise TypeError(f"k is {shown(self.k)}; it must be a whole number of subjects.")
        if self.k < 1:
            raise MethodError(f"k is {shown(self.k)}; at least one subject stands at the top.")
        if self.k > LARGEST:
            raise MethodError(f"k is {shown(self.k)}; a sample holds at most 2**53 subjects.")
        object.__setattr__(self, "k", int(self.k))

    @property
    def name(self) -> str:
        """Short name, as in tables."""
        return f"precision at {self.k}"

    @property
    def title(self) -> str:
        """Name that heads a result."""
        return f"Precision among the first {self.k}"

    @property
    def plural(self) -> str:
        """Name of several such values."""
        return f"precisions among the first {self.k}"

    @property
    def bounds(self) -> tuple[float, float]:
        """Range of the parameter."""
        return 0.0, 1.0

    @property
    def prevalence(self) -> bool:
        """Whether the value depends on the share of cases in the sample."""
        return True

    def __call__(self, sample: Sample) -> Floats:
        """Return the value for each test."""
        total = sample.n_cases + sample.n_controls
        if self.k > total:
            raise DataError(f"k is {self.k}, but there are {total} subjects; take a k of at most {total}.")
        return ReadOffSteps.__call__(self, sample)

    def read(self, tp: Integers, fp: Integers) -> Floats:
        """Return the precision of each row of counts; NaN where there are fewer than k subjects."""
        called = tp + fp
        reached = _joined(called.astype(np.float64), tp, np.full(len(tp), float(self.k)))
        return np.where(called[:, -1] >= self.k, reached / self.k, np.nan)


@dataclass(frozen=True, slots=True)
class LiftAt(AtPrevalence, ReadOffSteps):
    """How many times as many cases the most positive share of the subjects holds as the same share of all.

    It is the sensitivity reached divided by the share, read off the cumulative gains curve, which is straight between
    distinct scores: equal scores, and a share that would cut a subject, count in proportion. No lift is above one over
    the share of cases, so lifts of studies with different shares do not compare unless a prevalence is stated.

    Parameters
    ----------
    share : float
        Share of the subjects, above 0 and at most 1; 0.1 is the first tenth.
    at_prevalence : float, optional
        Share of cases at which to give the value; that of the sample unless stated.

    Raises
    ------
    TypeError
        The share is no number.
    MethodError
        The share or the prevalence is out of range; or a sample is of a case-control study, and none is stated.

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[3, 2], controls=[2, 1])
    >>> LiftAt(0.5)(sample).tolist()
    [1.5]
    """

    share: float
    at_prevalence: float | None = None

    def __post_init__(self) -> None:
        if not is_number(self.share):
            raise TypeError(f"share is {shown(self.share)}; it must be a number above 0 and at most 1.")
        if not 0 < self.share <= 1:
            raise MethodError(f"share is {shown(self.share)}; it must lie above 0 and be at most 1.")
        object.__setattr__(self, "share", float(self.share))
        AtPrevalence.__post_init__(self)

    @property
    def _words(self) -> tuple[str, str, str]:
        share = plain(self.share)
        return f"lift at {share}", f"Lift of the first {share} of the subjects", f"lifts at {share}"

    @property
    def bounds(self) -> tuple[float, float]:
        """Range of the parameter: no lift is above one over the share, nor above one over a stated prevalence."""
        return 0.0, 1 / max(self.share, self.at_prevalence or 0.0)

    def read(self, tp: Integers, fp: Integers) -> Floats:
        """Return the lift of each row of counts; NaN without cases."""
        called: Floats = (tp + control_weight(tp, fp, self.at_prevalence) * fp).astype(np.float64)
        reached = _joined(called, tp, called[:, -1] * self.share)
        return np.clip(reached / tp[:, -1] / self.share, *self.bounds)


def _joined(x: Floats, y: Integers, at: Floats) -> Floats:
    """Read, in each row, the line of joined points (x, y), which rises from (0, 0), at one value of x."""
    after = np.minimum((x < at[:, None]).sum(axis=1), x.shape[1] - 1)
    before = np.maximum(after - 1, 0)
    row = np.arange(len(x))
    width = x[row, after] - x[row, before]
    share = np.divide(at - x[row, before], width, out=np.zeros(len(x)), where=width > 0)
    read: Floats = y[row, before] + np.minimum(share, 1.0) * (y[row, after] - y[row, before])
    read[np.isnan(at)] = np.nan
    return read
