"""The largest distance between cases and controls, and Gini, as statistics: KS, Youden, Gini, the KS curve."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import area, expanded, variance, vertices
from strategies import either, lists, one_test, two_tests

from rocstats import AUC, Bootstrap, DataError, DeLong, MethodError, Sample, auc, compare, compare_auc, estimate
from rocstats.empirical.gini import Gini
from rocstats.empirical.separation import KS, Youden
from rocstats.empirical.separation_curve import ks_curve

HAND = Sample.from_truth([1, 1, 1, 1, 0, 0, 0, 0], [5, 4, 3, 2, 3, 2, 1, 1])


def distance(cases, controls):
    """Return the largest tp/m - fp/n over all points of the curve, as a fraction."""
    m, n = len(cases), len(controls)
    return max(Fraction(tp, m) - Fraction(fp, n) for _, tp, fp in vertices(cases, controls))


def test_worked_by_hand():
    """The distance is a half at >= 4, >= 3 and >= 2; the area is 7/8, so Gini is 3/4 with DeLong's error 1/4."""
    assert KS()(HAND).tolist() == Youden()(HAND).tolist() == [0.5]
    assert Gini()(HAND).tolist() == [0.75]
    assert Gini().components(HAND).variance([1]) == Fraction(1, 16)
    curve = ks_curve(HAND)
    assert curve.thresholds.tolist() == [5, 4, 3, 2, 1]
    assert curve.tpf.tolist() == [0.25, 0.5, 0.75, 1, 1]
    assert curve.fpf.tolist() == [0, 0, 0.25, 0.5, 1]
    assert curve.largest() == (Fraction(1, 2), (1, 2, 3))


@given(two_tests())
def test_equal_the_slow_definition(sample):
    """Every threshold is tried, nobody positive included; both names are one number."""
    expected = [float(distance(*lists(sample, test))) for test in (0, 1)]
    assert KS()(sample).tolist() == Youden()(sample).tolist() == expected
    areas = [area(*lists(sample, test)) for test in (0, 1)]
    assert Gini()(sample).tolist() == [float(2 * a - 1) for a in areas]


@given(two_tests(most=5), st.data())
def test_weights_are_repeated_rows(sample, data):
    """A row of weight w counts as w rows; an empty group has no value."""
    p, q = (
        data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
        for size in (len(sample.cases), len(sample.controls))
    )
    for statistic, slow in ((KS(), distance), (Gini(), lambda x, y: 2 * area(x, y) - 1)):
        found = statistic.weighted(sample, np.array([p]), np.array([q]))[0]
        for test in (0, 1):
            cases, controls = (expanded(group, w) for group, w in zip(lists(sample, test), (p, q), strict=True))
            if not cases or not controls:
                assert math.isnan(found[test])
            else:
                assert found[test] == pytest.approx(float(slow(cases, controls)), abs=1e-15)


@given(either(least=2))
def test_gini_has_four_times_the_variance_of_the_area(drawn):
    """By DeLong, exactly; so test and p-value against 0 are those of the area against a half."""
    cases, controls = drawn
    sample = Sample.from_groups(cases=cases, controls=controls)
    assert Gini().components(sample).variance([1]) == 4 * variance(cases, controls)
    gini = estimate(sample, Gini(), DeLong(), null_value=0)
    half = auc(sample, null_value=0.5)
    if half.standard_error is None:
        assert gini.standard_error is None
        return
    assert gini.standard_error == pytest.approx(2 * half.standard_error, rel=1e-14)
    assert gini.statistic == pytest.approx(half.statistic, rel=1e-12, abs=1e-12)
    assert gini.interval.low == pytest.approx(max(2 * half.interval.low - 1, -1), abs=1e-12)


@given(two_tests(least=2))
def test_a_difference_of_ginis_is_twice_that_of_areas(sample):
    """Paired, by DeLong: the same z and p."""
    gini, areas = compare(sample, None, Gini(), DeLong()), compare_auc(sample)
    assert gini.estimate == pytest.approx(2 * areas.estimate, abs=1e-15)
    assert gini.pvalue == (None if areas.pvalue is None else pytest.approx(areas.pvalue, rel=1e-9))


@pytest.mark.parametrize("kind", ["percentile", "basic", "normal", "bca", "studentized"])
def test_every_bootstrap_of_gini_is_that_of_the_area(kind):
    """The replicates are those of the area on another scale, so are the limits."""
    method = Bootstrap(kind=kind, rng=5, n_resamples=200)
    sample = Sample.from_groups(cases=[3, 4, 5, 6, 2, 4, 7, 1], controls=[1, 2, 3, 3, 5, 0, 1, 2])
    gini, half = estimate(sample, Gini(), method), estimate(sample, AUC(), method)
    for one, other in (
        (gini.standard_error, 2 * half.standard_error),
        (gini.interval.low, 2 * half.interval.low - 1),
        (gini.interval.high, 2 * half.interval.high - 1),
    ):
        assert one == pytest.approx(other, abs=1e-12)


def test_a_bootstrap_serves_the_distance():
    """Percentile and BCa, one test and a paired difference; drawn in groups, for it depends on them alone."""
    rng = np.random.default_rng(3)
    sample = Sample.from_groups(cases=rng.normal(1, 1, (40, 2)), controls=rng.normal(0, 1, (50, 2)), tests=["A", "B"])
    for kind in ("percentile", "bca"):
        found = estimate(sample.select("A"), KS(), Bootstrap(kind=kind, rng=1, n_resamples=500))
        assert found.inference.resampling.stratified
        assert 0 <= found.interval.low < found.interval.high <= 1
    difference = compare(sample, None, Youden(), Bootstrap(rng=1, n_resamples=500))
    assert difference.estimate == difference.values[0] - difference.values[1]
    assert "Percentile bootstrap for two correlated largest Youden indices" in str(difference)


def test_replicates_lie_high():
    """The largest of many is biased upward: replicates of a useless test lie above its own value on average."""
    rng = np.random.default_rng(8)
    sample = Sample.from_groups(cases=rng.normal(size=30), controls=rng.normal(size=30))
    w = rng.multinomial(30, [1 / 30] * 30, size=1000), rng.multinomial(30, [1 / 30] * 30, size=1000)
    assert KS().weighted(sample, *w).mean() > KS()(sample)[0] + 0.05
    assert KS().notes[0].code == "largest-of-many"


@pytest.mark.parametrize(
    ("cases", "controls", "value"),
    [([2, 3], [0, 1], 1), ([0, 1], [2, 3], 0), ([1, 1], [1, 1], 0), ([math.inf], [-math.inf], 1)],
)
def test_ends_of_the_range(cases, controls, value):
    """Perfect separation is 1; reversed or all tied it is 0, for nobody positive counts as well."""
    assert KS()(Sample.from_groups(cases=cases, controls=controls)).tolist() == [value]


def test_all_equal_replicates_give_no_interval():
    """Perfect separation leaves nothing to vary, and that is said."""
    for statistic in (KS(), Gini()):
        found = estimate(Sample.from_groups(cases=[3, 4], controls=[1, 2]), statistic, Bootstrap(rng=1))
        assert (found.interval, found.standard_error) == (None, None)
        assert found.notes[0].code == ("perfect-separation" if statistic == Gini() else "zero-variance")


def test_billions_are_counted_in_whole_numbers():
    """A grouped table of any size has an exact distance: at >= 2 it is larger than at >= 3 by less than 1e-19."""
    size = 4 * 10**9
    table = Sample.from_counts(cases=[1, 1, size - 2], controls=[size - 1, 1, 1])
    expected = Fraction(size - 1, size) - Fraction(2, size + 1)
    assert expected - (Fraction(size - 2, size) - Fraction(1, size + 1)) < Fraction(1, 10**19)
    assert KS()(table).tolist() == [float(expected)]
    assert ks_curve(table).largest(absolute=True) == (expected, (1,))


@given(one_test())
def test_the_curve_finds_every_place(sample):
    """All thresholds at which the distance is reached, in one direction and in both."""
    cases, controls = lists(sample)
    m, n = len(cases), len(controls)
    gaps = [Fraction(tp, m) - Fraction(fp, n) for _, tp, fp in vertices(cases, controls)]
    for absolute in (False, True):
        sized = [abs(gap) for gap in gaps] if absolute else gaps
        most = max(sized)
        places = tuple(i - 1 if i else None for i, gap in enumerate(sized) if gap == most)
        assert ks_curve(sample).largest(absolute=absolute) == (most, places)


def test_what_is_refused():
    """A distance has no components and its replicates no variance; a curve is of one test."""
    two = Sample.from_groups(cases={"CT": [1], "MRI": [2]}, controls={"CT": [0], "MRI": [1]})
    with pytest.raises(DataError, match="takes one test; this sample holds 2: CT and MRI"):
        ks_curve(two)
    with pytest.raises(MethodError, match="DeLong needs structural components, and KS has none"):
        estimate(HAND, KS(), DeLong())
    with pytest.raises(MethodError, match="replicates of largest J have no variance of their own"):
        estimate(HAND, Youden(), Bootstrap(kind="studentized"))
