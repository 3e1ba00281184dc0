"""Quantities: weighted sums of one statistic over tests and samples."""

import numpy as np
import pytest

from rocstats import AUC, DataError, Sample
from rocstats.empirical.statistic import HasComponents, Quantity, ReplicateVariance, prepared

PAIR = Sample.from_groups(cases={"A": [5, 4, 3, 2], "B": [4, 5, 6, 0]}, controls={"A": [3, 2, 1, 1], "B": [1, 2, 3, 1]})
A, B = PAIR.select("A"), PAIR.select("B")


class OneTo:
    """A statistic with another range than the area's."""

    name, title, plural, bounds, prevalence = "x", "X", "xs", (1.0, 3.0), True

    def __call__(self, sample):
        """Return the number of the test."""
        return [float(i + 1) for i in range(len(sample.tests))]


def test_one_area():
    """Weight 1 on one test is the area itself, within its range."""
    quantity = Quantity(AUC(), ((A, (1.0,)),))
    assert quantity.single
    assert quantity.paired
    assert quantity.bounds == (0, 1)
    assert quantity.values() == (0.875,)
    assert quantity.total(quantity.values()) == 0.875


def test_a_paired_and_an_unpaired_difference():
    """First minus second, between -1 and 1; one sample is paired, two are not."""
    paired, unpaired = Quantity(AUC(), ((PAIR, (1.0, -1.0)),)), Quantity(AUC(), ((A, (1.0,)), (B, (-1.0,))))
    for quantity, one_sample in ((paired, True), (unpaired, False)):
        assert quantity.weights == (1.0, -1.0)
        assert quantity.bounds == (-1, 1)
        assert not quantity.single
        assert quantity.paired is one_sample
        assert quantity.values() == (0.875, 0.75)
        assert quantity.total(quantity.values()) == 0.125


def test_the_range_of_a_combination_follows_the_signs():
    """Half the sum of two less a third lies between -1 and 1; a statistic's own range is respected."""
    assert Quantity(AUC(), ((A, (0.5,)), (A, (0.5,)), (B, (-1.0,)))).bounds == (-1, 1)
    assert Quantity(OneTo(), ((PAIR, (1.0, -1.0)),)).bounds == (-2, 2)
    assert Quantity(OneTo(), ((A, (2.0,)),)).bounds == (2, 6)


def test_a_total_needs_a_value_per_weight():
    """A wrong number of values is an error, not a shorter sum."""
    with pytest.raises(ValueError, match="zip"):
        Quantity(AUC(), ((PAIR, (1.0, -1.0)),)).total([0.5])


def test_what_a_statistic_can_do_is_seen_by_its_verbs():
    """The area has components and a variance for each replicate; a bare statistic has neither."""
    assert isinstance(AUC(), HasComponents)
    assert isinstance(AUC(), ReplicateVariance)
    assert not isinstance(OneTo(), HasComponents)
    assert not isinstance(OneTo(), ReplicateVariance)


class WithoutValue(OneTo):
    """A statistic that has no value for the second test."""

    def __call__(self, sample):
        """Return a number and none."""
        return [1.0, float("nan")][: len(sample.tests)]


def test_no_value_is_no_answer():
    """A statistic that gives NaN for the subjects themselves is refused with the name of the test."""
    assert Quantity(WithoutValue(), ((A, (1.0,)),)).values() == (1.0,)
    with pytest.raises(DataError, match=r'^x of "B" has no finite value in these subjects; there is nothing to infer'):
        Quantity(WithoutValue(), ((PAIR, (1.0, -1.0)),)).values()


def test_what_is_prepared_once_gives_what_is_done_anew():
    """Sorted once or for each batch, in any order of rows, areas and variances are the same bits."""
    rng = np.random.default_rng(3)
    one = Sample.from_groups(cases=rng.integers(0, 9, (12, 2)), controls=rng.integers(0, 9, (15, 2)), tests=["A", "B"])
    case_w, control_w = rng.integers(0, 4, (8, 12)), rng.integers(0, 4, (8, 15))
    once = prepared(AUC(), one)
    for _ in range(2):
        assert (once.weighted(case_w, control_w) == AUC().weighted(one, case_w, control_w)).all()
        anew = AUC().weighted_variance(one, case_w, control_w, (1, -0.5))
        assert (once.weighted_variance(case_w, control_w, (1, -0.5)) == anew).all()
    bare = prepared(Weighed(), one)
    assert (bare.weighted(case_w, control_w) == case_w.sum(axis=1)[:, None]).all()


class Weighed(OneTo):
    """A statistic that prepares nothing."""

    def weighted(self, sample, case_w, control_w):
        """Return the number of cases."""
        return case_w.sum(axis=1)[:, None]
