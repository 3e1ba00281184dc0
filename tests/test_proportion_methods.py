"""Proportions by mid-p, corrected Wilson, Agresti-Coull, Jeffreys, likelihood and Wald: limits, tests and corners."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.errors import DataError, MethodError
from rocstats.methods import FOR_PROPORTIONS
from rocstats.methods.agresti_coull import AgrestiCoull
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.jeffreys import Jeffreys
from rocstats.methods.likelihood import Likelihood
from rocstats.methods.mid_p import MidP
from rocstats.methods.wald import Wald
from rocstats.methods.wilson import Wilson
from rocstats.results import Interval

EVERY = pytest.mark.parametrize("method", FOR_PROPORTIONS.values(), ids=FOR_PROPORTIONS)
NEW = [MidP(), Wilson(continuity=True), AgrestiCoull(), Jeffreys(), Likelihood(), Wald()]
EACH_NEW = pytest.mark.parametrize("method", NEW, ids=lambda m: m.card.id)
INVERTING = pytest.mark.parametrize(
    "method",
    [MidP(), Wilson(), Wilson(continuity=True), ClopperPearson(), Likelihood(), Wald()],
    ids=lambda m: m.card.id,
)
Z = NormalDist().inv_cdf(0.975)
ALTERNATIVE = {"two-sided": "two-sided", "lower": "greater", "upper": "less"}
tables = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
levels = st.sampled_from([0.51, 0.8, 0.9, 0.95, 0.99, 0.999999])
sides = st.sampled_from(["two-sided", "lower", "upper"])


def found(interval: Interval | None) -> Interval:
    assert interval is not None
    return interval


def has_none(method, successes, total):
    """Say whether the method cannot judge this count."""
    return isinstance(method, Wald) and successes in (0, total)


# ---- worked by hand


@pytest.mark.parametrize("n", [1, 2, 16, 1000, 2**53])
def test_mid_p_without_successes_ends_where_half_a_power_is_half_of_alpha(n):
    """(1 - t)^n / 2 = 0.025 gives t = 1 - 0.05^(1/n); with n of n, its mirror."""
    none, all_ = found(MidP().interval(0, n)), found(MidP().interval(n, n))
    assert (none.low, all_.high) == (0.0, 1.0)
    assert none.high == pytest.approx(-math.expm1(math.log(0.05) / n), rel=1e-12)
    assert all_.low == pytest.approx(0.05 ** (1 / n), rel=1e-12)


@pytest.mark.parametrize("n", [1, 2, 16, 1000, 2**53])
def test_likelihood_without_successes_ends_where_its_statistic_is_z2(n):
    """-2n log(1 - t) = z² gives t = 1 - exp(-z²/2n); with n of n, its mirror."""
    none, all_ = found(Likelihood().interval(0, n)), found(Likelihood().interval(n, n))
    assert (none.low, all_.high) == (0.0, 1.0)
    assert none.high == pytest.approx(-math.expm1(-(Z**2) / (2 * n)), rel=1e-12)
    assert all_.low == pytest.approx(math.exp(-(Z**2) / (2 * n)), rel=1e-12)


def test_mid_p_of_one_in_two_is_the_root_of_a_square():
    """P(X > 1) + P(X = 1)/2 = t² + t(1 - t) = t, so the limits of 1 in 2 are 0.025 and 0.975."""
    interval = found(MidP().interval(1, 2))
    assert (interval.low, interval.high) == pytest.approx((0.025, 0.975), rel=1e-12)
    assert MidP().pvalue(1, 2, null=0.25) == pytest.approx(0.5, rel=1e-14)


def test_wald_of_one_in_two_reaches_beyond_both_ends():
    """1/2 -+ 1.96 sqrt(1/8) is -0.19 to 1.19, set to the range; at 50 percent it is 1/2 -+ 0.674 sqrt(1/8)."""
    interval = found(Wald().interval(1, 2))
    assert (interval.low, interval.high) == (0.0, 1.0)
    reach = NormalDist().inv_cdf(0.755) * math.sqrt(1 / 8)
    interval = found(Wald().interval(1, 2, level=0.51))
    assert (interval.low, interval.high) == pytest.approx((0.5 - reach, 0.5 + reach), rel=1e-12)


def test_corrected_wilson_limits_solve_the_corrected_score_equation():
    """For 13 of 16, |p - t| - 1/32 = z sqrt(t(1 - t)/16) at both limits."""
    interval = found(Wilson(continuity=True).interval(13, 16))
    for t in (interval.low, interval.high):
        assert abs(13 / 16 - t) - 1 / 32 == pytest.approx(Z * math.sqrt(t * (1 - t) / 16), rel=1e-12)


def test_jeffreys_limits_have_their_tails_of_a_beta_distribution():
    """The two limits of 3 of 10 leave 0.025 of beta(3.5, 7.5) on either side; 0/10 begins at 0, 10/10 ends at 1."""
    from scipy.stats import beta

    interval = found(Jeffreys().interval(3, 10))
    assert beta.cdf(interval.low, 3.5, 7.5) == pytest.approx(0.025, rel=1e-10)
    assert beta.sf(interval.high, 3.5, 7.5) == pytest.approx(0.025, rel=1e-10)
    none = found(Jeffreys().interval(0, 10))
    assert (none.low, beta.sf(none.high, 0.5, 10.5)) == (0.0, pytest.approx(0.025, rel=1e-10))


# ---- printed by others


@pytest.mark.parametrize(
    ("method", "successes", "total", "low", "high", "digits"),
    [
        # 13 of 16: R package contingencytables (Fagerland, Lydersen and Laake 2017, chapter 2).
        (MidP(), 13, 16, 0.5699, 0.9500, 4),
        (Jeffreys(), 13, 16, 0.5792, 0.9442, 4),
        (Likelihood(), 13, 16, 0.5828, 0.9497, 4),
        (Wilson(continuity=True), 13, 16, 0.5369, 0.9503, 4),
        # Stata's cii for 40 of 100, as quoted by the R package presize.
        (AgrestiCoull(), 40, 100, 0.3093314, 0.4980673, 7),
        (Wald(), 40, 100, 0.3039818, 0.4960182, 7),
        # R package DTComPair, data set Paired1: sensitivity and NPV.
        (Wald(), 397, 451, 0.8503038, 0.9102284, 7),
        (Wald(), 177, 231, 0.7116563, 0.8208113, 7),
    ],
)
def test_limits_are_those_that_other_programs_print(method, successes, total, low, high, digits):
    """Limits agree with printed ones to half a unit of the last digit."""
    interval = found(method.interval(successes, total))
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=0.51 * 10**-digits)


def test_mid_p_value_is_the_one_that_contingencytables_prints():
    """13 of 16 against one half has mid-p 0.01273."""
    assert MidP().pvalue(13, 16, null=0.5) == pytest.approx(0.01273, abs=5e-6)


# ---- the slow definition


@given(table=tables, null=st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50))
def test_mid_p_is_a_sum_of_binomial_terms_with_half_of_the_observed_one(table, null):
    """Tails added term by term, doubled and at most 1."""
    x, n = table
    terms = [math.comb(n, k) * null**k * (1 - null) ** (n - k) for k in range(n + 1)]
    below = float(sum(terms[:x], Fraction(0)) + terms[x] / 2)
    above = float(sum(terms[x + 1 :], Fraction(0)) + terms[x] / 2)
    asked = {"null": float(null)}
    assert MidP().pvalue(x, n, **asked, alternative="less") == pytest.approx(below, rel=1e-9)
    assert MidP().pvalue(x, n, **asked, alternative="greater") == pytest.approx(above, rel=1e-9)
    assert MidP().pvalue(x, n, **asked) == pytest.approx(min(1.0, 2 * min(below, above)), rel=1e-9)


@given(table=tables, null=st.floats(0.001, 0.999))
def test_likelihood_pvalue_is_that_of_two_likelihoods(table, null):
    """Twice the difference of the two log likelihoods, referred to chi-squared."""
    from scipy.special import xlogy
    from scipy.stats import chi2

    x, n = table
    difference = xlogy(x, x / n) + xlogy(n - x, 1 - x / n) - xlogy(x, null) - xlogy(n - x, 1 - null)
    expected = float(chi2.sf(max(2 * difference, 0.0), 1))
    assert Likelihood().pvalue(x, n, null=null) == pytest.approx(expected, rel=1e-6, abs=1e-7)


@INVERTING
@given(table=tables, level=levels, side=sides, null=st.floats(0.001, 0.999))
def test_interval_holds_what_the_test_does_not_reject(method, table, level, side, null):
    """A null value lies outside the interval exactly when its p-value is below one minus the level."""
    x, n = table
    p = method.pvalue(x, n, null=null, alternative=ALTERNATIVE[side])
    if has_none(method, x, n):
        assert p is None
        return
    interval = found(method.interval(x, n, level=level, sides=side))
    if abs(p - (1 - level)) > 1e-9:
        assert (null in interval) == (p > 1 - level)


@INVERTING
@given(table=tables, level=levels, side=sides)
def test_the_test_changes_its_mind_at_the_limit(method, table, level, side):
    """The p-value of a limit inside the range is one minus the level."""
    x, n = table
    if has_none(method, x, n):
        return
    interval = found(method.interval(x, n, level=level, sides=side))
    for limit in (interval.low, interval.high):
        if 1e-6 < limit < 1 - 1e-6:
            p = method.pvalue(x, n, null=limit, alternative=ALTERNATIVE[side])
            assert p == pytest.approx(1 - level, rel=1e-6)


# ---- properties


@EVERY
@given(table=tables, level=levels, side=sides)
def test_interval_contains_its_estimate_and_has_a_width(method, table, level, side):
    """Inside 0 and 1, never a point; only bounds of mid-p and Jeffreys at a level near one half pass the estimate."""
    x, n = table
    if has_none(method, x, n):
        assert method.interval(x, n, level=level, sides=side) is None
        return
    interval = found(method.interval(x, n, level=level, sides=side))
    assert 0 <= interval.low < interval.high <= 1
    assert (interval.level, interval.sides) == (level, side)
    if level > 0.7 or side == "two-sided" or not isinstance(method, MidP | Jeffreys):
        assert interval.low <= x / n <= interval.high


@EVERY
@given(table=tables, level=levels)
def test_failures_mirror_successes(method, table, level):
    """The interval for the failures is one minus that for the successes."""
    x, n = table
    one, other = method.interval(x, n, level=level), method.interval(n - x, n, level=level)
    assert (one is None) == (other is None)
    if one is not None:
        assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low), abs=1e-12)


@given(table=tables, level=levels)
def test_methods_lie_inside_each_other_where_theory_says_so(table, level):
    """Mid-p inside Clopper-Pearson, Wilson inside its correction and inside Agresti-Coull."""
    x, n = table
    exact, mid, wilson, corrected, shrunken = (
        found(method.interval(x, n, level=level))
        for method in (ClopperPearson(), MidP(), Wilson(), Wilson(continuity=True), AgrestiCoull())
    )
    for inner, outer in ((mid, exact), (wilson, corrected), (wilson, shrunken)):
        assert outer.low - 1e-12 <= inner.low
        assert inner.high <= outer.high + 1e-12


@EVERY
@pytest.mark.parametrize("total", [10**9, 2**36 + 4, 2**45, 2**53])
@pytest.mark.parametrize("share", ["none", "one", "three eighths", "half", "all but one", "all"])
def test_large_counts_have_an_interval_of_the_right_width(method, total, share):
    """Up to 2^53 nothing overflows or closes up, and in the middle the width is that of the normal approximation."""
    numbers = {"none": 0, "one": 1, "three eighths": total // 8 * 3, "half": total // 2}
    x = {**numbers, "all but one": total - 1, "all": total}[share]
    if has_none(method, x, total):
        return
    interval = found(method.interval(x, total))
    assert 0 <= interval.low <= x / total <= interval.high <= 1
    assert interval.low < interval.high
    if share in ("three eighths", "half"):
        width = 2 * Z * math.sqrt(x / total * (1 - x / total) / total)
        assert interval.high - interval.low == pytest.approx(width, rel=1e-4)


@INVERTING
@pytest.mark.parametrize("total", [2**40, 2**53])
def test_large_counts_have_pvalues_that_agree_with_their_intervals(method, total):
    """Just inside a limit p is above 0.05 and just outside below it."""
    x = total // 8 * 3
    interval = found(method.interval(x, total))
    width = interval.high - interval.low
    assert method.pvalue(x, total, null=interval.low + width / 100) > 0.05
    assert method.pvalue(x, total, null=interval.low - width / 100) < 0.05


@EVERY
def test_a_level_next_to_1_is_served(method):
    """The smallest alpha that a float holds gives an interval, not an error."""
    interval = found(method.interval(5, 10, level=math.nextafter(1.0, 0.0)))
    assert 0 <= interval.low < 0.05
    assert 0.95 < interval.high <= 1


@INVERTING
def test_a_pvalue_is_never_0(method):
    """However far the null value is, some chance is left."""
    assert method.pvalue(10**6 - 1, 10**6, null=0.001) > 0
    assert method.pvalue(1, 10**6, null=0.999, alternative="less") > 0


# ---- what cannot be estimated


@pytest.mark.parametrize("side", ["two-sided", "lower", "upper"])
@pytest.mark.parametrize("count", [(0, 1), (1, 1), (0, 50), (50, 50)])
def test_wald_has_nothing_to_say_at_either_end(count, side):
    """A standard error of 0 gives no interval, no p-value and no standard error."""
    assert Wald().interval(*count, sides=side) is None
    assert Wald().pvalue(*count, null=0.5) is None
    assert Wald().standard_error(*count) is None


@EACH_NEW
def test_nobody_to_count_among_is_not_estimable(method):
    """0 of 0 has neither interval nor p-value, and no error."""
    assert method.interval(0, 0) is None
    assert method.pvalue(0, 0, null=0.5) is None


@pytest.mark.parametrize("method", [AgrestiCoull(), Jeffreys()], ids=lambda m: m.card.id)
def test_a_method_that_is_only_an_interval_has_no_pvalue(method):
    """None, whatever the counts, after the same checks as everywhere."""
    assert method.pvalue(13, 16, null=0.5) is None


# ---- refusals


@EACH_NEW
def test_counts_levels_and_choices_are_checked(method):
    """Each method refuses what cannot be, in the same words as Wilson's."""
    with pytest.raises(DataError, match=r"5 successes among 4 cannot be; the first number is part of the second\."):
        method.interval(5, 4)
    with pytest.raises(DataError, match=r"5 successes among 4 cannot be"):
        method.pvalue(5, 4, null=0.5)
    with pytest.raises(DataError, match=r"counts go up to 2\*\*53"):
        method.interval(1, 2**53 + 1)
    with pytest.raises(TypeError, match=r"successes is a count, not str\."):
        method.interval("3", 4)
    with pytest.raises(MethodError, match="level is"):
        method.interval(3, 4, level=95)
    with pytest.raises(MethodError, match=r'it must be "two-sided", "lower" or "upper"\.'):
        method.interval(3, 4, sides="both")
    with pytest.raises(MethodError, match=r"null is 1\.0; a test of a proportion needs a value strictly between"):
        method.pvalue(3, 4, null=1.0)
    with pytest.raises(MethodError, match="alternative is 'more'"):
        method.pvalue(3, 4, null=0.5, alternative="more")


def test_the_correction_is_switched_on_or_off():
    """Anything but True or False is of the wrong type."""
    with pytest.raises(TypeError, match=r"continuity is True or False, not 1\."):
        Wilson(continuity=1)


@EVERY
def test_a_method_says_whether_it_has_a_test(method):
    """``has_test`` is False of exactly those that give no p-value for a count in the middle."""
    assert (method.pvalue(3, 10, null=0.5) is not None) == method.has_test
    assert type(method).interval.__doc__.startswith("Return the interval")
