"""The Gini coefficient, 2 AUC - 1, as a statistic.

It is the area between the ROC curve and the diagonal as a share of its largest value, known in credit scoring as the
accuracy ratio. Everything that is known of the AUC carries over: the standard error is twice that of the AUC, and a
test of Gini = 0 is the test of AUC = 1/2.

References: [delong1988]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC, PreparedArea
from rocstats.empirical.components import StructuralComponents
from rocstats.empirical.ranks import Floats, Integers


@dataclass(frozen=True, slots=True)
class Gini:
    """The Gini coefficient of each test: 1 where all cases score beyond all controls, 0 where scores tell nothing.

    It is the AUC on another scale and misleads as the AUC does. It is not the Gini coefficient of an income
    distribution, nor the impurity by which a classification tree splits.

    References
    ----------
    [delong1988]

    Examples
    --------
    >>> Gini()(Sample.from_truth([1, 1, 1, 1, 0, 0, 0, 0], [5, 4, 3, 2, 3, 2, 1, 1])).tolist()
    [0.75]
    """

    name = "Gini"
    title = "Gini coefficient"
    plural = "Gini coefficients"
    bounds = (-1.0, 1.0)
    prevalence = False

    def __call__(self, sample: Sample) -> Floats:
        """Return 2 AUC - 1 of each test, correctly rounded from whole numbers."""
        areas = AUC().components(sample).areas
        return np.array([float(2 * area - 1) for area in areas])

    def components(self, sample: Sample) -> GiniComponents:
        """Return the components of the AUC on this scale, which give DeLong's variance."""
        return GiniComponents(AUC().components(sample))

    def prepared(self, sample: Sample) -> PreparedGini:
        """Sort a sample once, for many sets of row weights."""
        return PreparedGini(AUC().prepared(sample))

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights."""
        return self.prepared(sample).weighted(case_w, control_w)

    def weighted_variance(
        self, sample: Sample, case_w: Integers, control_w: Integers, weights: Sequence[float]
    ) -> Floats:
        """Return DeLong's variance of a weighted sum under each set of row weights."""
        return self.prepared(sample).weighted_variance(case_w, control_w, weights)


@dataclass(frozen=True, slots=True, eq=False)
class GiniComponents:
    """The structural components of the AUC, doubled less one, with four times their variance."""

    area: StructuralComponents

    @property
    def v10(self) -> Floats:
        """Component of each case row, one column per test."""
        return 2 * self.area.v10 - 1

    @property
    def v01(self) -> Floats:
        """Component of each control row, one column per test."""
        return 2 * self.area.v01 - 1

    def variance(self, weights: Sequence[float]) -> Fraction | None:
        """Return the exact variance of a weighted sum; None with one case or one control."""
        of_areas = self.area.variance(weights)
        return None if of_areas is None else 4 * of_areas


@dataclass(frozen=True, slots=True, eq=False)
class PreparedGini:
    """The Gini coefficients of one sample whose rows are sorted once, under any row weights."""

    area: PreparedArea

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights."""
        return 2 * self.area.weighted(case_w, control_w) - 1

    def weighted_variance(self, case_w: Integers, control_w: Integers, weights: Sequence[float]) -> Floats:
        """Return DeLong's variance of a weighted sum under each set of row weights."""
        return 4 * self.area.weighted_variance(case_w, control_w, weights)
