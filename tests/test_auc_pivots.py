"""Two intervals of the area of normal groups: equal to t tests where these are exact, and their coverage."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.integrate import quad

from rocstats import Sample
from rocstats.empirical.area import AUC
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.generalised_pivot import GeneralisedPivot
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.reiser_guttman import NoncentralTails, ReiserGuttman, TwoNormalGroups

CONTROLS = [4.2, 5.1, 5.8, 6.0, 6.6, 7.1, 7.9]
CASES = [6.4, 7.7, 8.8, 9.1, 10.5, 12.0, 14.2]
EQUAL = Sample.from_groups(cases=CASES, controls=CONTROLS)
LEVEL = 0.95

groups = st.builds(
    TwoNormalGroups,
    a=st.floats(-6, 6),
    b=st.floats(0.05, 20),
    n_controls=st.sampled_from([2, 3, 10, 400]),
    n_cases=st.sampled_from([2, 5, 30, 10**6]),
)
alternatives = st.sampled_from(["two-sided", "less", "greater"])


def area_of(sample, interval, **asked):
    """Return the estimate of the area by one of the intervals."""
    method = NormalTheory(interval=interval, rng=1, n_resamples=200_000)
    return method.fit(sample, Binormal(), level=LEVEL).estimate(AUC(), **asked)


def judged(value, area=None, *, level=LEVEL, alternative="two-sided", null=0.6):
    """Let a value answer for an area."""
    area = float(stats.norm.cdf(value.groups.distance)) if area is None else area
    return value.infer(area, 0.1, level=level, alternative=alternative, null=null)


def beyond_by_integration(t, df, noncentrality):
    """Return the upper tail of a noncentral t distribution from its definition."""
    ends = stats.chi2.ppf([1e-14, 0.5], df), stats.chi2.isf(1e-16, df)
    inner = [*ends[0], ends[1]]

    def density(u):
        return stats.norm.sf(t * math.sqrt(u / df) - noncentrality) * stats.chi2.pdf(u, df)

    return sum(quad(density, *pair, epsabs=1e-13, limit=200)[0] for pair in pairwise(inner))


def pivot_by_integration(found, distance):
    """Return the exact share of the generalised pivot below a distance: normal, given both chi-squared variables."""
    g = found.groups
    nodes = (np.arange(400) + 0.5) / 400
    v0 = (g.n_controls - 1) * g.b**2 / stats.chi2.ppf(nodes, g.n_controls - 1)[:, None]
    v1 = (g.n_cases - 1) / stats.chi2.ppf(nodes, g.n_cases - 1)[None, :]
    z = (distance * np.sqrt(v0 + v1) - g.a) / np.sqrt(v0 / g.n_controls + v1 / g.n_cases)
    return float(stats.norm.cdf(z).mean())


def test_groups_by_hand():
    """Variances 1 and 4, 3 controls and 5 cases: M = 5 / (1/3 + 4/5) = 75/17, f = 25 / (1/2 + 16/4) = 50/9."""
    found = ReiserGuttman(TwoNormalGroups(a=1.5, b=0.5, n_controls=3, n_cases=5))
    assert found.root_m**2 == pytest.approx(75 / 17, rel=1e-14)
    assert found.df == pytest.approx(50 / 9, rel=1e-14)
    assert found.groups.distance == pytest.approx(3 / math.sqrt(5), rel=1e-14)


def test_unbiased_variances_are_taken():
    """What the fit hands on has the divisors n - 1, whatever the sizes."""
    sample = Sample.from_groups(cases=CASES, controls=CONTROLS[:4])
    fit = NormalTheory(interval="reiser-guttman").fit(sample, Binormal(), level=LEVEL)
    handed = fit.area_inference.groups
    s0, s1 = np.std(CONTROLS[:4], ddof=1), np.std(CASES, ddof=1)
    assert handed.a == pytest.approx((np.mean(CASES) - np.mean(CONTROLS[:4])) / s1, rel=1e-13)
    assert handed.b == pytest.approx(s0 / s1, rel=1e-13)
    assert (handed.n_controls, handed.n_cases) == (4, 7)


@pytest.mark.parametrize(
    ("t", "df", "noncentrality"),
    [
        (0, 1, 0.5),
        (3, 2.3, 0),
        (5, 10, 3),
        (-3, 5, -1),
        (-40, 30, -50),
        (60, 200, 62),
        (54, 1.02, 10),
        (1500, 2e6, 1498),
    ],
)
def test_noncentral_tails(t, df, noncentrality):
    """Both tails are those of scipy.stats.nct where it has values, and add up to 1."""
    above, below = NoncentralTails(t, df).both(noncentrality)
    assert above == pytest.approx(stats.nct.sf(t, df, noncentrality), rel=1e-10, abs=1e-12)
    assert above + below == pytest.approx(1, rel=1e-13)
    back = NoncentralTails(t, df).noncentrality(above)
    assert back == pytest.approx(noncentrality, rel=1e-8, abs=1e-8)


@pytest.mark.parametrize(("t", "df", "noncentrality"), [(-1.0, 4, 1.5), (2, 7, 5), (1.2, 3.5, -1), (-0.5, 2, 2.5)])
def test_noncentral_tails_by_integration(t, df, noncentrality):
    """Where t and noncentrality differ in sign, and scipy has no value, the definition integrated gives the same."""
    expected = beyond_by_integration(t, df, noncentrality)
    assert NoncentralTails(t, df).both(noncentrality)[0] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("alternative", "scipys"), [("two-sided", "two-sided"), ("greater", "greater"), ("less", "less")]
)
def test_an_area_of_one_half_is_tested_as_welch_does(alternative, scipys):
    """In groups of one size the test of 1/2 is scipy's ttest_ind with unequal variances."""
    found = area_of(EQUAL, "reiser-guttman", null_value=0.5, alternative=alternative)
    expected = stats.ttest_ind(CASES, CONTROLS, equal_var=False, alternative=scipys)
    assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-9)


def test_one_group_without_spread_is_exact():
    """As the controls shrink to a point c, limits are the exact ones of (mean - c) / sd of the cases."""
    distance = (np.mean(CASES) - 6) / np.std(CASES, ddof=1)
    root = math.sqrt(7)
    narrow = TwoNormalGroups(a=distance, b=1e-9, n_controls=50, n_cases=7)
    exact = [stats.norm.cdf(NoncentralTails(root * distance, 6).noncentrality(tail) / root) for tail in (0.025, 0.975)]
    assert stats.nct.sf(root * distance, 6, root * stats.norm.ppf(exact[0])) == pytest.approx(0.025, rel=1e-9)
    found = judged(ReiserGuttman(narrow)).interval
    assert (found.low, found.high) == pytest.approx(exact, rel=1e-9)
    drawn = judged(GeneralisedPivot(narrow, 1_000_000, 3)).interval
    assert (drawn.low, drawn.high) == pytest.approx(exact, abs=2e-3)
    one_sample = stats.ttest_1samp(CASES, 6).pvalue
    assert judged(ReiserGuttman(narrow), null=0.5).pvalue == pytest.approx(one_sample, rel=1e-6)


@pytest.mark.parametrize("sizes", [(4, 9), (12, 6)])
def test_draws_against_exact_integration(sizes):
    """Shares of draws are those of the pivot integrated, within four Monte Carlo errors."""
    found = GeneralisedPivot(TwoNormalGroups(a=1.2, b=0.7, n_controls=sizes[0], n_cases=sizes[1]), 200_000, 9)
    draws = found.draws()
    for distance in (-0.2, 0.5, 1.0, 2.0):
        exact = pivot_by_integration(found, distance)
        assert (draws <= distance).mean() == pytest.approx(
            exact, abs=4 * math.sqrt(exact * (1 - exact) / 200_000) + 2e-4
        )


@settings(max_examples=60)
@given(groups, alternatives, st.sampled_from([0.6, 0.95, 0.999]), st.floats(0.02, 0.98))
def test_test_and_interval_agree(two, alternative, level, null):
    """The interval holds the null values that the test does not reject."""
    found = judged(ReiserGuttman(two), level=level, alternative=alternative, null=null)
    if found.interval is not None and abs(found.pvalue - (1 - level)) > 1e-6:
        assert (null in found.interval) == (found.pvalue > 1 - level)
        assert 0 <= found.interval.low < found.interval.high <= 1


@settings(max_examples=60)
@given(groups, alternatives, st.floats(0.02, 0.98))
def test_draws_judge_alike(two, alternative, null):
    """So do the draws, up to the one replicate by which a p-value is kept above 0."""
    found = judged(GeneralisedPivot(two, 2000, 4), alternative=alternative, null=null)
    if found.interval is not None and abs(found.pvalue - (1 - LEVEL)) > 3 / 2000:
        assert (null in found.interval) == (found.pvalue > 1 - LEVEL)


@settings(max_examples=40)
@given(groups, st.sampled_from([0.6, 0.95, 0.999]))
def test_swapping_the_groups(two, level):
    """Groups swapped give the mirrored interval."""
    swapped = TwoNormalGroups(a=-two.a / two.b, b=1 / two.b, n_controls=two.n_cases, n_cases=two.n_controls)
    found, other = (judged(ReiserGuttman(g), level=level, null=None) for g in (two, swapped))
    if found.interval is not None and other.interval is not None:
        mirrored = 1 - other.interval.high, 1 - other.interval.low
        assert (found.interval.low, found.interval.high) == pytest.approx(mirrored, rel=1e-6, abs=1e-9)


def test_large_groups_have_one_interval():
    """With more than 10^6 subjects in each group all three intervals are one, up to the error of the draws."""
    spread = np.arange(1, 1001)
    large = Sample.from_counts(categories=spread, cases=1000 + spread, controls=3000 - spread)
    plain = area_of(large, "delta").interval
    for interval in ("reiser-guttman", "generalised"):
        found = area_of(large, interval).interval
        assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=2e-5)


def test_an_estimate_outside_is_kept_with_a_note():
    """Two subjects in each group: unbiased variances pull a narrow interval away from the fitted area."""
    sample = Sample.from_groups(cases=[10, 11], controls=[5, 6])
    fit = NormalTheory(interval="reiser-guttman").fit(sample, Binormal(), level=LEVEL)
    found = fit.estimate(AUC(), level=0.51, alternative="less")
    assert found.estimate > found.interval.high
    assert [note.code for note in found.notes] == ["estimate-outside"]


def test_never_a_p_value_of_0():
    """Groups five standard deviations apart: the smallest float, or the least that so many draws allow."""
    far = TwoNormalGroups(a=7.0, b=1.0, n_controls=5000, n_cases=5000)
    assert 0 < judged(ReiserGuttman(far), null=1e-9).pvalue < 1e-300
    assert judged(GeneralisedPivot(far, 1000, 1), null=0.5).pvalue == 2 / 1001


@pytest.mark.parametrize(
    ("area", "interval"), [(0.7, "reiser-guttman"), (0.97, "reiser-guttman"), (0.9, "generalised")]
)
def test_coverage_with_ten_in_each_group(area, interval):
    """The true area is rejected in about 5 percent of simulated studies, with more spread among the cases."""
    rng = np.random.default_rng(20)
    distance = stats.norm.ppf(area) * math.sqrt(1 + 1.5**2)
    times, rejected = 300, 0
    for _ in range(times):
        x, y = rng.normal(0, 1, 10), rng.normal(distance, 1.5, 10)
        s0, s1 = np.std(x, ddof=1), np.std(y, ddof=1)
        two = TwoNormalGroups(a=(y.mean() - x.mean()) / s1, b=s0 / s1, n_controls=10, n_cases=10)
        value = ReiserGuttman(two) if interval == "reiser-guttman" else GeneralisedPivot(two, 1000, 2)
        rejected += judged(value, null=area).pvalue < 0.05
    assert 1 - rejected / times == pytest.approx(0.95, abs=0.035)


def test_coverage_of_the_delta_method():
    """With 30 in each group the delta method covers an area of 0.9 about as often as its level."""
    rng = np.random.default_rng(21)
    distance = stats.norm.ppf(0.9) * math.sqrt(2)
    times, held = 250, 0
    for _ in range(times):
        sample = Sample.from_groups(cases=rng.normal(distance, 1, 30), controls=rng.normal(0, 1, 30))
        held += 0.9 in NormalTheory().fit(sample, Binormal(), level=LEVEL).estimate(AUC()).interval
    assert held / times == pytest.approx(0.95, abs=0.035)
