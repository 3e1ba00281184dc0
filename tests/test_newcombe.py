"""Newcombe's method 5: the score interval of an area."""

import math
from fractions import Fraction

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists, one_test

from rocstats import DeLong, MethodError, Newcombe, Sample, auc, auc_from_summary, compare_auc
from rocstats.methods.newcombe import newcombe_limits

Z975 = 1.959963984540054
sizes = st.integers(1, 3000)
SEPARATED = Sample.from_groups(cases=[4, 5, 6], controls=[1, 2, 3])


def test_worked_by_hand():
    """One case above one control: (1 - t)² = z² t(1 - t), so t = 1/(1 + z²)."""
    low, high = newcombe_limits(1.0, 1, 1, Z975)
    assert low == pytest.approx(1 / (1 + Z975**2), rel=1e-12)
    assert high == 1.0


def test_a_tied_pair_by_hand():
    """A = 1/2 with one subject each: (1/2 - t)² = z² t(1 - t) has the roots 1/2 ± z / (2 sqrt(1 + z²))."""
    reach = Z975 / (2 * math.sqrt(1 + Z975**2))
    assert newcombe_limits(0.5, 1, 1, Z975) == (pytest.approx(0.5 - reach), pytest.approx(0.5 + reach))


@pytest.mark.parametrize(
    ("area", "m", "n"),
    [
        *[(i / 50, 5, 5) for i in range(51)],
        *[
            (a, m, n)
            for a in (0.0, 1e-9, 0.3, 0.999, 1 - 1e-12, 1.0)
            for m, n in ((1, 1), (1, 700), (41, 72), (900, 3))
        ],
    ],
)
def test_equals_bisection_in_exact_fractions(area, m, n):
    """Deciding every sign of the score equation in exact fractions finds the same limits."""
    for z in (0.674, Z975, 3.29):
        low, high = newcombe_limits(area, m, n, z)
        exact = oracles.newcombe_limits(area, m, n, z)
        assert low == pytest.approx(float(exact[0]), rel=1e-9, abs=2e-15)
        assert 1 - high == pytest.approx(float(1 - exact[1]), rel=1e-6, abs=2e-15)


@given(st.floats(0, 1), sizes, sizes, st.floats(0.01, 6))
def test_limits_solve_the_score_equation(area, m, n, z):
    """At a limit inside the range the distance to the area is z standard deviations of that limit."""
    for limit in newcombe_limits(area, m, n, z):
        if 1e-6 < limit < 1 - 1e-6:
            deviation = math.sqrt(oracles.newcombe_variance(limit, m, n))
            assert abs(area - limit) == pytest.approx(z * deviation, rel=1e-6, abs=1e-12)


@given(st.fractions(0, 1, max_denominator=5000), sizes, sizes)
def test_mirrored_areas_have_mirrored_limits(area, m, n):
    """The variance is symmetric in the groups, so 1 - A has the limits of A turned round."""
    low, high = newcombe_limits(float(area), m, n, Z975)
    mirrored = newcombe_limits(float(1 - area), n, m, Z975)
    assert mirrored == (pytest.approx(1 - high, abs=1e-12), pytest.approx(1 - low, abs=1e-12))


@given(st.floats(0, 1), sizes, sizes, st.floats(0.01, 6))
def test_every_interval_has_a_width_around_its_area(area, m, n, z):
    """Separation and single subjects included, the limits differ, hold the area and stay within 0 and 1."""
    low, high = newcombe_limits(area, m, n, z)
    assert 0 <= low <= area <= high <= 1
    assert low < high


@given(one_test(), st.floats(0.01, 0.99))
def test_the_score_test_uses_the_variance_of_the_null_value(sample, null):
    """Z is the distance to the null value over the deviation there, not over that of the estimate."""
    found = auc(sample, Newcombe(), null_value=null)
    m, n = sample.n_cases, sample.n_controls
    exact = (oracles.area(*lists(sample)) - Fraction(null)) / Fraction(math.sqrt(oracles.newcombe_variance(null, m, n)))
    assert found.statistic == pytest.approx(float(exact), rel=1e-12, abs=1e-12)
    assert found.standard_error is None


@given(one_test(least=2))
def test_a_null_value_at_a_limit_has_the_p_value_of_the_level(sample):
    """The limits are where the two-sided p equals one minus the level."""
    interval = auc(sample, Newcombe(), level=0.9).interval
    for limit in (interval.low, interval.high):
        if 0 < limit < 1:
            assert auc(sample, Newcombe(), null_value=limit).pvalue == pytest.approx(0.1, rel=1e-6)


@pytest.mark.parametrize("method", [Newcombe(), DeLong()])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("cases", [[4, 5, 6], [-1, -2, -3]])
def test_the_lowest_levels_are_answered_with_a_width(method, alternative, cases):
    """Just above one half the quantile of a one-sided bound is almost 0, and separation is still no crash."""
    sample = Sample.from_groups(cases=cases, controls=[1, 2, 3])
    for level in (0.500001, 0.51):
        interval = auc(sample, method, level=level, alternative=alternative).interval
        assert interval is None or interval.low < interval.high
    with pytest.raises(MethodError, match=r"^level is 0\.5; it must be a proportion above 0\.5 and below 1\.$"):
        auc(sample, method, level=0.5, alternative=alternative)


def test_many_subjects_and_an_area_of_almost_one():
    """With 1e8 + 1e8 subjects and one lost pair the limits are still those of exact fractions."""
    area = 1 - 1e-16
    low, high = newcombe_limits(area, 10**8, 10**8, Z975)
    exact = oracles.newcombe_limits(area, 10**8, 10**8, Z975, halvings=90)
    assert low == pytest.approx(float(exact[0]), abs=2e-15)
    assert high == pytest.approx(float(exact[1]), abs=2e-15)
    assert low < high


def test_perfect_separation_printed_whole():
    """It has an interval where DeLong has none, no standard error, and needs no note."""
    assert str(auc(SEPARATED, Newcombe(), null_value=0.5, alternative="greater")) == (
        "\n\tArea under the ROC curve, Newcombe's method 5\n\n"
        'data:  score by group (positive: "cases"; higher scores are positive)\n'
        "       3 cases, 3 controls, 0 dropped\n"
        "Z = 1.964, p-value = 0.025\n"
        "alternative hypothesis: true AUC is greater than 0.5\n"
        "95 percent confidence interval:\n"
        " 0.589  1.000\n"
        "sample estimates:\n"
        "  AUC\n"
        "1.000\n"
    )


def test_a_published_area_equals_the_sample_that_it_comes_from():
    """Area and counts are all that the method uses."""
    one = auc(SEPARATED, Newcombe(), null_value=0.5)
    other = auc_from_summary(1, n_cases=3, n_controls=3, method=Newcombe(), null_value=0.5)
    assert (one.interval, one.statistic, one.pvalue) == (other.interval, other.statistic, other.pvalue)


def test_what_it_does_not_serve_is_refused_with_a_way_out():
    """The method is for one area alone."""
    with pytest.raises(MethodError, match=r"^Newcombe's method 5 is for one AUC; use DeLong\(\) or Bootstrap\(\)\.$"):
        compare_auc(SEPARATED, Sample.from_groups(cases=[2], controls=[1]), Newcombe())
