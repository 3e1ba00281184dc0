"""Statistics of a sample, the weighted sums of them that methods answer for, and what both must offer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.errors import DataError
from rocstats.formatting import printable


class Statistic(Protocol):
    """A function from a sample to one number per test.

    ``name`` stands in tables ("AUC"), ``title`` heads a result, ``plural`` names several. ``bounds`` is the range of
    the parameter. ``prevalence`` says whether the value depends on the share of cases in the sample.
    """

    @property
    def name(self) -> str:
        """Short name, as in tables."""
        ...

    @property
    def title(self) -> str:
        """Name that heads a result."""
        ...

    @property
    def plural(self) -> str:
        """Name of several such values."""
        ...

    @property
    def bounds(self) -> tuple[float, float]:
        """Range of the parameter."""
        ...

    @property
    def prevalence(self) -> bool:
        """Whether the value depends on the share of cases in the sample."""
        ...

    def __call__(self, sample: Sample) -> Floats:
        """Return the value for each test."""
        ...

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the values under whole-number row weights that replace the sample's own frequencies.

        ``case_w`` is (B, rows of cases), ``control_w`` (B, rows of controls), the answer (B, tests); NaN marks a set of
        weights under which there is no value, for the caller to count and leave out.
        """
        ...


class Components(Protocol):
    """What DeLong's method needs of components: the variance of a weighted sum, and the parts themselves."""

    @property
    def v10(self) -> Floats:
        """Component of each case row, one column per test."""
        ...

    @property
    def v01(self) -> Floats:
        """Component of each control row, one column per test."""
        ...

    def variance(self, weights: Sequence[float]) -> Fraction | float | None:
        """Variance of a weighted sum over the tests; None with one case or one control."""
        ...


@runtime_checkable
class HasComponents(Protocol):
    """A statistic that has structural components can be given to DeLong."""

    def components(self, sample: Sample) -> Components:
        """Return the components of each subject."""
        ...


@runtime_checkable
class ReplicateVariance(Protocol):
    """A statistic of which each replicate has a variance of its own can be studentized."""

    def weighted_variance(
        self, sample: Sample, case_w: Integers, control_w: Integers, weights: Sequence[float]
    ) -> Floats:
        """Return the variance of a weighted sum over the tests under each set of row weights."""
        ...


class Weighted(Protocol):
    """A statistic of one sample: its values under sets of row weights."""

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value for each test under each set of row weights."""
        ...

    def weighted_variance(self, case_w: Integers, control_w: Integers, weights: Sequence[float]) -> Floats:
        """Return the variance of a weighted sum over the tests under each set of row weights."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """A statistic that can do once for a sample what does not depend on weights, such as sorting."""

    def prepared(self, sample: Sample) -> Weighted:
        """Return the statistic of this sample, ready for many sets of row weights."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class _Unprepared:
    """A statistic that does all its work anew for each batch of row weights."""

    statistic: Statistic
    sample: Sample

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        return self.statistic.weighted(self.sample, case_w, control_w)

    def weighted_variance(self, case_w: Integers, control_w: Integers, weights: Sequence[float]) -> Floats:
        assert isinstance(self.statistic, ReplicateVariance)
        return self.statistic.weighted_variance(self.sample, case_w, control_w, weights)


def prepared(statistic: Statistic, sample: Sample) -> Weighted:
    """Make a statistic ready for many sets of row weights of one sample."""
    return statistic.prepared(sample) if isinstance(statistic, Prepares) else _Unprepared(statistic, sample)


@dataclass(frozen=True, slots=True, eq=False)
class Quantity:
    """A weighted sum of one statistic over tests and samples.

    Weight 1 on one test is an AUC, (1, -1) on the two tests of a sample a paired difference, 1 and -1 on two samples
    an unpaired one; a row of weights is a contrast.
    """

    statistic: Statistic
    parts: tuple[tuple[Sample, tuple[float, ...]], ...]

    @classmethod
    def alone(cls, statistic: Statistic, sample: Sample) -> Quantity:
        """Return one statistic of the one test of a sample."""
        return cls(statistic, ((sample, (1.0,)),))

    @property
    def weights(self) -> tuple[float, ...]:
        """The weights of all samples and tests, in order."""
        return tuple(w for _, weights in self.parts for w in weights)

    @property
    def single(self) -> bool:
        """Whether this is one statistic of one test."""
        return self.weights == (1.0,)

    @property
    def paired(self) -> bool:
        """Whether all tests are on the same subjects."""
        return len(self.parts) == 1

    @property
    def bounds(self) -> tuple[float, float]:
        """Range of the quantity."""
        low, high = self.statistic.bounds
        return (
            sum(w * (low if w > 0 else high) for w in self.weights),
            sum(w * (high if w > 0 else low) for w in self.weights),
        )

    def values(self) -> tuple[float, ...]:
        """Return the statistic of each sample and test, in order."""
        found = tuple(float(v) for sample, _ in self.parts for v in self.statistic(sample))
        tests = [test.name for sample, _ in self.parts for test in sample.tests]
        for test, value in zip(tests, found, strict=True):
            if not math.isfinite(value):
                raise DataError(
                    f'{self.statistic.name} of "{printable(test)}" has no finite value in these subjects; there is '
                    "nothing to infer from."
                )
        return found

    def total(self, values: Sequence[float]) -> float:
        """Return the weighted sum of such values."""
        return float(sum(w * v for w, v in zip(self.weights, values, strict=True)))
