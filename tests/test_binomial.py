"""Proportions: Wilson's and Clopper and Pearson's intervals and the tests that they invert."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.errors import DataError, MethodError
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.method import BinomialMethod
from rocstats.methods.square_and_add import square_and_add
from rocstats.methods.wilson import Wilson
from rocstats.results import Interval

BOTH = pytest.mark.parametrize("method", [Wilson(), ClopperPearson()], ids=lambda m: m.card.id)
Z = NormalDist().inv_cdf(0.975)
tables = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
levels = st.sampled_from([0.51, 0.8, 0.9, 0.95, 0.99, 0.999999])
sides = st.sampled_from(["two-sided", "lower", "upper"])


def found(interval: Interval | None) -> Interval:
    assert interval is not None
    return interval


def tails(x: int, n: int, p: Fraction) -> tuple[Fraction, Fraction]:
    """P(X <= x) and P(X >= x), term by term."""
    terms = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    return sum(terms[: x + 1], Fraction(0)), sum(terms[x:], Fraction(0))


# ---- worked by hand


@pytest.mark.parametrize("n", [1, 2, 16, 1000])
def test_wilson_without_successes_ends_at_z2_over_n_plus_z2(n):
    """With p = 0 the score equation t = z sqrt(t(1 - t)/n) gives t = z²/(n + z²); with p = 1, its mirror."""
    none, all_ = found(Wilson().interval(0, n)), found(Wilson().interval(n, n))
    assert (none.low, all_.high) == (0.0, 1.0)
    assert none.high == pytest.approx(Z**2 / (n + Z**2), rel=1e-14)
    assert all_.low == pytest.approx(n / (n + Z**2), rel=1e-14)


@pytest.mark.parametrize("n", [1, 2, 16, 1000])
def test_clopper_pearson_without_successes_ends_where_the_tail_is_half_of_alpha(n):
    """(1 - t)^n = 0.025 gives t = 1 - 0.025^(1/n); with n of n, its mirror."""
    none, all_ = found(ClopperPearson().interval(0, n)), found(ClopperPearson().interval(n, n))
    assert (none.low, all_.high) == (0.0, 1.0)
    assert none.high == pytest.approx(1 - 0.025 ** (1 / n), rel=1e-12)
    assert all_.low == pytest.approx(0.025 ** (1 / n), rel=1e-12)


def test_one_sided_exact_bound_uses_the_whole_of_alpha():
    """The rule of three, exactly: no event among 100 has the upper 95 percent bound 1 - 0.05^(1/100)."""
    interval = found(ClopperPearson().interval(0, 100, sides="upper"))
    assert (interval.low, interval.sides) == (0.0, "upper")
    assert interval.high == pytest.approx(1 - 0.05**0.01, rel=1e-12)


# ---- printed by others


@pytest.mark.parametrize(
    ("method", "successes", "total", "low", "high", "digits"),
    [
        # Stata's cii for 40 of 100, as quoted by the R package presize.
        (Wilson(), 40, 100, 0.3094013, 0.4979974, 7),
        (ClopperPearson(), 40, 100, 0.3032948, 0.5027908, 7),
        # 13 of 16: R package contingencytables (Fagerland, Lydersen and Laake 2017, chapter 2).
        (Wilson(), 13, 16, 0.5699, 0.9341, 4),
        (ClopperPearson(), 13, 16, 0.5435, 0.9595, 4),
        # R package DTComPair, exact limits of sensitivity and specificity.
        (ClopperPearson(), 397, 451, 0.8466745, 0.9087592, 7),
        (ClopperPearson(), 177, 261, 0.6177792, 0.7344406, 7),
        # R package epiR, epi.tests on Scott et al. 2008: exact limits to two digits.
        (ClopperPearson(), 670, 744, 0.88, 0.92, 2),
        (ClopperPearson(), 640, 842, 0.73, 0.79, 2),
    ],
)
def test_limits_are_those_that_other_programs_print(method, successes, total, low, high, digits):
    """Limits agree with printed ones to half a unit of the last digit."""
    interval = found(method.interval(successes, total))
    assert interval.low == pytest.approx(low, abs=0.5 * 10**-digits)
    assert interval.high == pytest.approx(high, abs=0.5 * 10**-digits)


def test_pvalues_are_those_that_other_programs_print():
    """13 of 16 against one half: exact p 0.02127 and score p 0.01242, as R's contingencytables prints."""
    assert ClopperPearson().pvalue(13, 16, null=0.5) == pytest.approx(0.02127, abs=5e-6)
    assert Wilson().pvalue(13, 16, null=0.5) == pytest.approx(0.01242, abs=5e-6)


# ---- the slow definition


@given(table=tables, null=st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50))
def test_exact_pvalue_is_the_sum_of_binomial_terms(table, null):
    """The tails are those of the binomial distribution added term by term, doubled and at most 1."""
    x, n = table
    at_most, at_least = tails(x, n, null)
    method = ClopperPearson()
    assert method.pvalue(x, n, null=float(null), alternative="less") == pytest.approx(float(at_most), rel=1e-9)
    assert method.pvalue(x, n, null=float(null), alternative="greater") == pytest.approx(float(at_least), rel=1e-9)
    twice = min(1, 2 * min(at_most, at_least))
    assert method.pvalue(x, n, null=float(null)) == pytest.approx(float(twice), rel=1e-9)


@BOTH
@given(table=tables, level=levels, side=sides, null=st.floats(0.001, 0.999))
def test_interval_holds_what_the_test_does_not_reject(method, table, level, side, null):
    """A null value lies outside the interval exactly when its p-value is below one minus the level."""
    x, n = table
    interval = found(method.interval(x, n, level=level, sides=side))
    alternative = {"two-sided": "two-sided", "lower": "greater", "upper": "less"}[side]
    p = method.pvalue(x, n, null=null, alternative=alternative)
    if abs(p - (1 - level)) > 1e-9:
        assert (null in interval) == (p > 1 - level)


# ---- properties


@BOTH
@given(table=tables, level=levels, side=sides)
def test_interval_contains_its_estimate_and_has_a_width(method, table, level, side):
    """The estimate lies inside, the limits inside 0 and 1, and no interval is a point."""
    x, n = table
    interval = found(method.interval(x, n, level=level, sides=side))
    assert 0 <= interval.low <= x / n <= interval.high <= 1
    assert interval.low < interval.high
    assert (interval.level, interval.sides) == (level, side)


@BOTH
@given(table=tables, level=levels)
def test_failures_mirror_successes(method, table, level):
    """The interval for the failures is one minus that for the successes."""
    x, n = table
    one, other = found(method.interval(x, n, level=level)), found(method.interval(n - x, n, level=level))
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low), abs=1e-12)


@given(table=tables, level=levels)
def test_one_sided_bound_is_a_limit_at_twice_alpha(table, level):
    """A one-sided bound at 1 - a is the two-sided limit at 1 - 2a."""
    x, n = table
    for method in (Wilson(), ClopperPearson()):
        both = found(method.interval(x, n, level=0.5 + level / 2))
        lower = found(method.interval(x, n, level=0.75 + level / 4, sides="lower"))
        upper = found(method.interval(x, n, level=0.75 + level / 4, sides="upper"))
        assert (lower.low, upper.high) == pytest.approx((both.low, both.high), abs=1e-9)
        assert (lower.high, upper.low) == (1.0, 0.0)


@BOTH
@pytest.mark.parametrize("successes", [0, 1, 5 * 10**8, 10**9 - 1, 10**9])
def test_a_thousand_million_subjects_still_have_an_interval_around_the_estimate(method, successes):
    """Nothing overflows, closes up or slips past the estimate at n = 1e9."""
    interval = found(method.interval(successes, 10**9))
    assert 0 <= interval.low <= successes / 10**9 <= interval.high <= 1
    assert 1e-9 < interval.high - interval.low < 1e-4


@BOTH
def test_the_largest_count_that_floats_hold_leaves_a_width(method):
    """At 2^53 subjects the interval is still wider than its estimate's last digit."""
    interval = found(method.interval(2**52, 2**53))
    assert interval.low < 0.5 < interval.high


@BOTH
def test_a_level_next_to_1_is_served(method):
    """The smallest alpha that a float holds gives a wide interval, not an error."""
    interval = found(method.interval(5, 10, level=math.nextafter(1.0, 0.0)))
    assert 0 < interval.low < 0.05
    assert 0.95 < interval.high < 1


@BOTH
def test_a_pvalue_is_never_0(method):
    """However far the null value is, some chance is left."""
    assert method.pvalue(10**6, 10**6, null=0.001) > 0
    assert method.pvalue(0, 10**6, null=0.999, alternative="less") > 0


@BOTH
def test_nobody_to_count_among_is_not_estimable(method):
    """0 of 0 has neither interval nor p-value, and no error."""
    assert method.interval(0, 0) is None
    assert method.pvalue(0, 0, null=0.5) is None


@BOTH
def test_card_names_the_method(method):
    """A method's card has an id for the command line, a name for tables and a source."""
    served: BinomialMethod = method
    assert (served.card.id, served.card.name, served.card.references) in (
        ("wilson", "Wilson", ("wilson1927",)),
        ("clopper-pearson", "Clopper-Pearson", ("clopper1934",)),
    )


# ---- square-and-add


@pytest.mark.parametrize(
    ("successes", "totals", "low", "high"),
    [
        # Newcombe 1998, Table II, method 10: 56/70 - 48/80, 9/10 - 3/10, 10/10 - 0/20, 0/10 - 0/20.
        ((56, 48), (70, 80), 0.0524, 0.3339),
        ((9, 3), (10, 10), 0.1705, 0.8090),
        ((10, 0), (10, 20), 0.6791, 1.0000),
        ((0, 0), (10, 20), -0.1611, 0.2775),
        # R package contingencytables (Fagerland, Lydersen and Laake 2017, chapter 4).
        ((7, 1), (34, 34), 0.0189, 0.3404),
    ],
)
def test_square_and_add_gives_published_limits(successes, totals, low, high):
    """The hybrid score interval equals the published examples to four decimals."""
    interval = found(square_and_add(successes, totals, level=0.95))
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


@given(first=tables, second=tables, level=levels)
def test_square_and_add_contains_the_difference_and_turns_with_it(first, second, level):
    """The difference lies inside, inside -1 and 1, and swapping the groups negates the interval."""
    (x, m), (y, n) = first, second
    one = found(square_and_add((x, y), (m, n), level=level))
    other = found(square_and_add((y, x), (n, m), level=level))
    assert -1 <= one.low <= (x * n - y * m) / (m * n) <= one.high <= 1
    assert one.low < one.high
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-15)


def test_square_and_add_needs_both_groups():
    """An empty group leaves the difference not estimable."""
    assert square_and_add((0, 3), (0, 5), level=0.95) is None


# ---- refusals


@BOTH
@pytest.mark.parametrize(
    ("successes", "total", "error", "text"),
    [
        (2.5, 4, DataError, r"successes is 2\.5; a count is a whole number\."),
        (-1, 4, DataError, r"successes is -1; a count is not negative\."),
        (5, 4, DataError, r"5 successes among 4 cannot be; the first number is part of the second\."),
        (1, math.nan, DataError, r"total is nan; a count is a whole number\."),
        (1, 2**53 + 1, DataError, r"total is 9007199254740993; counts go up to 2\*\*53 = 9007199254740992"),
        (1, 10**400, DataError, r"counts go up to 2\*\*53"),
        (True, 4, TypeError, r"successes is a count, not bool\."),
        ("3", 4, TypeError, r"successes is a count, not str\."),
    ],
)
def test_counts_that_cannot_be_are_refused(method, successes, total, error, text):
    """Counts are whole, not negative, and a part of their total."""
    with pytest.raises(error, match=text):
        method.interval(successes, total)
    with pytest.raises(error, match=text):
        method.pvalue(successes, total, null=0.5)


@BOTH
@pytest.mark.parametrize("level", [0.0, 1.0, 0.05, 1.5, 95, True, "0.95", math.nan])
def test_a_level_that_is_none_is_refused(method, level):
    """A level is at least one half and below 1."""
    with pytest.raises(MethodError, match="level is"):
        method.interval(3, 4, level=level)


@BOTH
def test_sides_nulls_and_alternatives_are_checked(method):
    """Choices are listed where the given one is none of them."""
    with pytest.raises(MethodError, match=r'sides is \'both\'; it must be "two-sided", "lower" or "upper"\.'):
        method.interval(3, 4, sides="both")
    with pytest.raises(MethodError, match=r"null is 1\.0; a test of a proportion needs a value strictly between"):
        method.pvalue(3, 4, null=1.0)
    with pytest.raises(MethodError, match="null is nan"):
        method.pvalue(3, 4, null=math.nan)
    with pytest.raises(MethodError, match="alternative is 'more'"):
        method.pvalue(3, 4, null=0.5, alternative="more")
