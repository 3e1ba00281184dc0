"""Differences of two proportions: published limits, score equations, tests that agree with intervals, corners."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.paired_counts import PairedTable
from rocstats.errors import DataError, MethodError
from rocstats.methods.agresti_caffo import AgrestiCaffo
from rocstats.methods.agresti_min import AgrestiMin
from rocstats.methods.bonett_price import BonettPrice
from rocstats.methods.fisher import FisherExact
from rocstats.methods.independent_newcombe import IndependentNewcombe
from rocstats.methods.independent_wald import IndependentWald
from rocstats.methods.mcnemar import McNemar
from rocstats.methods.miettinen_nurminen import MiettinenNurminen
from rocstats.methods.paired_newcombe import PairedNewcombe
from rocstats.methods.paired_wald import PairedWald
from rocstats.methods.proportion_differences import (
    FOR_INDEPENDENT_PROPORTIONS,
    FOR_PAIRED_PROPORTIONS,
    TESTS_OF_EQUAL_PROPORTIONS,
    DifferenceMethod,
)
from rocstats.methods.square_and_add import square_and_add
from rocstats.methods.tango import Tango
from rocstats.references import REFERENCES
from rocstats.results import Interval

Z = NormalDist().inv_cdf(0.975)
CAVO = ((59, 6), (16, 80))
APPROVAL = ((794, 150), (86, 570))
INVERTED_PAIRED = [Tango(), PairedWald(), PairedWald("limits"), PairedWald("standard-error")]
INVERTED_INDEPENDENT = [MiettinenNurminen(), MiettinenNurminen(small_sample=False), IndependentWald()]
SIDE = {"two-sided": "two-sided", "greater": "lower", "less": "upper"}
small = st.one_of(st.just(0), st.integers(0, 6), st.integers(0, 60))
paired_tables = st.tuples(small, small, small, small).filter(any)
group = st.integers(1, 30).flatmap(lambda n: st.tuples(st.sampled_from([0, n]) | st.integers(0, n), st.just(n)))
independent_tables = st.tuples(group, group)
levels = st.sampled_from([0.55, 0.8, 0.9, 0.95, 0.99, 0.999999])
alternatives = st.sampled_from(["two-sided", "greater", "less"])
nulls = st.sampled_from([0.0, -0.05, 0.1, -0.5, 0.9]) | st.floats(-0.999, 0.999)
by_id = {"ids": lambda m: m.card.id}


def found(interval: Interval | None) -> Interval:
    assert interval is not None
    return interval


def limits(method: DifferenceMethod, table, **options) -> tuple[float, float]:
    interval = found(method.interval(table, **options))
    return interval.low, interval.high


def pair_tables(n: int):
    """Every table of n pairs."""
    for n11, n10, n01 in product(range(n + 1), repeat=3):
        if n11 + n10 + n01 <= n:
            yield PairedTable(n11, n10, n01, n - n11 - n10 - n01)


# ---- worked by hand


@pytest.mark.parametrize("n", [1, 2, 10, 1000])
def test_tango_without_discordant_pairs_ends_at_z2_over_n_plus_z2(n):
    """With no pair discordant n t² = z² t(1 - t)/t, so t = z²/(n + z²), on both sides of 0."""
    low, high = limits(Tango(), (n, 0, 0, 0))
    assert (-low, high) == pytest.approx((Z**2 / (n + Z**2),) * 2, rel=1e-13)


@pytest.mark.parametrize("n", [1, 3, 50])
def test_tango_with_all_pairs_discordant_one_way_ends_at_the_difference(n):
    """With b = n and c = 0, q = (1 - t)/2 and n(1 - t)² = z²(1 - t)(1 + t), so the limit is (n - z²)/(n + z²)."""
    low, high = limits(Tango(), (0, n, 0, 0))
    assert high == 1.0
    assert low == pytest.approx((n - Z**2) / (n + Z**2), rel=1e-13)
    assert limits(Tango(), (0, 0, n, 0)) == pytest.approx((-1.0, -low), abs=1e-15)


def test_mcnemar_of_seven_discordant_pairs_by_hand():
    """1 against 6 of 7: exact 2(1 + 7)/128, mid-p 2(1 + 7/2)/128, chi-squared 25/7, corrected 16/7."""
    table = (3, 1, 6, 4)
    assert McNemar("exact").pvalue(table) == pytest.approx(16 / 128, rel=1e-13)
    assert McNemar("mid-p").pvalue(table) == pytest.approx(9 / 128, rel=1e-13)
    assert McNemar().statistic(table) == pytest.approx(-5 / math.sqrt(7))
    assert McNemar(continuity_correction=True).statistic(table) == pytest.approx(-4 / math.sqrt(7))
    assert McNemar("exact").pvalue(table, alternative="less") == pytest.approx(8 / 128, rel=1e-13)
    assert McNemar("exact").pvalue(table, alternative="greater") == pytest.approx(127 / 128, rel=1e-13)


def test_score_limits_of_nobody_against_nobody():
    """0/n1 against 0/n2: above 0 only the first group can hold events, so t = z²/(n1 + z²), below the second."""
    low, high = limits(MiettinenNurminen(small_sample=False), ((0, 10), (0, 25)))
    assert (low, high) == pytest.approx((-(Z**2) / (25 + Z**2), Z**2 / (10 + Z**2)), rel=1e-13)
    scaled = Z**2 * 35 / 34
    assert limits(MiettinenNurminen(), ((0, 10), (0, 25)))[1] == pytest.approx(scaled / (10 + scaled), rel=1e-13)


# ---- printed by others


@pytest.mark.parametrize(
    ("method", "table", "low", "high", "digits"),
    [
        # Cavo et al. 2012, by the R package contingencytables (Fagerland, Lydersen and Laake 2017, chapter 8).
        (Tango(), CAVO, -0.1240, -0.0054, 4),
        (PairedWald(), CAVO, -0.1184, -0.0058, 4),
        (AgrestiMin(), CAVO, -0.1182, -0.0045, 4),
        (BonettPrice(), CAVO, -0.1195, -0.0032, 4),
        (PairedNewcombe(), CAVO, -0.1186, -0.0046, 4),
        # R package statpsych, ci.prop.ps(.05, 12, 4, 26, 6): f00, f01, f10, f11.
        (BonettPrice(), ((6, 26), (4, 12)), 0.2548067, 0.6251933, 7),
        # R package DTComPair, sesp.diff.ci; its differences are second minus first.
        (Tango(), ((18, 14), (0, 18)), 0.1747417, 0.4166512, 7),
        (PairedWald(), ((18, 14), (0, 18)), 0.15554615, 0.40445385, 8),
        (PairedWald("standard-error"), ((18, 14), (0, 18)), 0.11634687, 0.44365313, 8),
        (Tango(), ((18, 2), (12, 18)), -0.34470882, -0.06111243, 6),
        (PairedWald(), ((18, 2), (12, 18)), -0.33579029, -0.06420971, 8),
        # Agresti 1990, page 350, and 2002, page 410 (recalled).
        (PairedWald(), APPROVAL, 0.02, 0.06, 2),
        # Perondi et al. 2004, by contingencytables (chapter 4).
        (IndependentWald(), ((7, 34), (1, 34)), 0.0292, 0.3238, 4),
        (AgrestiCaffo(), ((7, 34), (1, 34)), 0.0116, 0.3217, 4),
        (IndependentNewcombe(), ((7, 34), (1, 34)), 0.0189, 0.3404, 4),
        (MiettinenNurminen(small_sample=False), ((7, 34), (1, 34)), 0.0284, 0.3439, 4),
    ],
)
def test_limits_are_those_that_other_programs_print(method, table, low, high, digits):
    """Limits agree with printed ones to half a unit of the last digit."""
    assert limits(method, table) == pytest.approx((low, high), abs=0.5 * 10**-digits)


def test_dtcompair_centres_its_adjusted_interval_at_the_raw_difference():
    """0.15368658 and 0.40631342 are printed for 14 against 0 of 50: the same width, not drawn towards 0."""
    low, high = limits(AgrestiMin(), ((18, 14), (0, 18)))
    half = (high - low) / 2
    assert (0.28 - half, 0.28 + half) == pytest.approx((0.15368658, 0.40631342), abs=5e-9)
    assert (low + high) / 2 == pytest.approx(14 / 52)


def test_pvalues_are_those_that_other_programs_print():
    """Cavo et al. 2012 by contingencytables; DTComPair's Paired1; Agresti's approval ratings (recalled)."""
    printed = {
        McNemar(): 0.033006,
        McNemar(continuity_correction=True): 0.055009,
        McNemar("exact"): 0.052479,
        McNemar("mid-p"): 0.034690,
    }
    for method, p in printed.items():
        assert method.pvalue(CAVO) == pytest.approx(p, abs=5e-7)
    cases, controls = ((319, 78), (22, 32)), ((31, 53), (22, 155))
    assert McNemar().statistic(cases) ** 2 == pytest.approx(31.36, abs=5e-3)
    assert McNemar().pvalue(cases) == pytest.approx(2.143518e-08, abs=5e-15)
    assert McNemar("exact").pvalue(cases) == pytest.approx(1.590533e-08, abs=5e-15)
    assert McNemar().pvalue(controls) == pytest.approx(3.441579e-04, abs=5e-11)
    assert McNemar("exact").pvalue(controls) == pytest.approx(0.000449648, abs=5e-10)
    assert McNemar().statistic(APPROVAL) == pytest.approx(4.17, abs=5e-3)


# ---- second routes


@pytest.mark.parametrize("n", range(1, 8))
def test_exact_mcnemar_is_full_enumeration(n):
    """Every sign pattern of the discordant pairs is equally likely: count those at least as extreme, in fractions."""
    for table in pair_tables(n):
        d = table.discordant
        patterns = [sum(signs) for signs in product((0, 1), repeat=d)]
        at_least = Fraction(sum(x >= table.n10 for x in patterns), 2**d)
        at_most = Fraction(sum(x <= table.n10 for x in patterns), 2**d)
        equal = Fraction(sum(x == table.n10 for x in patterns), 2**d)
        expected = {
            "greater": at_least,
            "less": at_most,
            "two-sided": min(Fraction(1), 2 * min(at_least, at_most)),
        }
        for alternative, p in expected.items():
            assert McNemar("exact").pvalue(table, alternative=alternative) == pytest.approx(float(p), rel=1e-12)
        mid = {
            "greater": at_least - equal / 2,
            "less": at_most - equal / 2,
            "two-sided": min(Fraction(1), 2 * min(at_least, at_most) - equal),
        }
        for alternative, p in mid.items():
            assert McNemar("mid-p").pvalue(table, alternative=alternative) == pytest.approx(float(p), rel=1e-12)


@given(table=paired_tables)
def test_mcnemar_agrees_with_statsmodels(table):
    """statsmodels' mcnemar gives the same p where it has one."""
    from statsmodels.stats.contingency_tables import mcnemar

    n11, n10, n01, n00 = table
    if n10 + n01 == 0:
        return
    square = [[n11, n10], [n01, n00]]
    assert McNemar("exact").pvalue(table) == pytest.approx(float(mcnemar(square, exact=True).pvalue), rel=1e-9)
    plain = mcnemar(square, exact=False, correction=False).pvalue
    assert McNemar().pvalue(table) == pytest.approx(float(plain), rel=1e-9)


@given(table=paired_tables, t=st.floats(-0.99, 0.99))
def test_tango_takes_the_likeliest_table_of_that_difference(table, t):
    """The variance at t is that of the largest multinomial likelihood on the line p10 - p01 = t, searched for."""
    from scipy.optimize import minimize_scalar

    from rocstats.methods.tango import tango_statistic

    n11, b, c, n00 = table
    n = sum(table)
    low, high = max(0.0, -t), (1 - t) / 2

    def loss(q):
        terms = ((b, q + t), (c, q), (n11 + n00, 1 - 2 * q - t))
        return -sum(k * math.log(max(p, 1e-300)) for k, p in terms if k)

    q = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    q = min((low, q, high), key=loss)
    variance = n * (2 * q + t - t * t)
    if variance < 1e-6:
        return
    z = (b - c - n * t) / math.sqrt(variance)
    assert tango_statistic(PairedTable(*table), t) == pytest.approx(z, rel=1e-4, abs=1e-6)


@given(table=independent_tables, null=st.floats(-0.9, 0.9))
def test_score_statistic_takes_the_likeliest_proportions_of_that_difference(table, null):
    """The root of the cubic in the second proportion with the largest likelihood, an end of the range included."""
    import numpy as np

    (x1, n1), (x2, n2) = table
    # (x1/(p + t) - (n1 - x1)/(1 - p - t) + x2/p - (n2 - x2)/(1 - p)) times all four denominators.
    p, t = np.poly1d([1, 0]), null
    u, v = p + t, 1 - p - t
    cubic = x1 * v * p * (1 - p) - (n1 - x1) * u * p * (1 - p) + x2 * u * v * (1 - p) - (n2 - x2) * u * v * p
    low, high = max(0.0, -t), min(1.0, 1 - t)
    roots = [float(r.real) for r in cubic.roots if abs(r.imag) < 1e-6]

    def loss(p):
        terms = ((x1, p + t), (n1 - x1, 1 - p - t), (x2, p), (n2 - x2, 1 - p))
        return -sum(k * math.log(max(share, 1e-300)) for k, share in terms if k)

    p2 = min([low, high, *(r for r in roots if low <= r <= high)], key=loss)
    variance = (p2 + t) * (1 - p2 - t) / n1 + p2 * (1 - p2) / n2
    if variance < 1e-6:
        return
    for method, factor in ((MiettinenNurminen(), (n1 + n2) / (n1 + n2 - 1)), (MiettinenNurminen(False), 1)):
        z = (x1 / n1 - x2 / n2 - null) / math.sqrt(variance * factor)
        expected = 2 * NormalDist().cdf(-abs(z))
        assert method.pvalue(table, null=null) == pytest.approx(expected, rel=1e-4, abs=1e-9)


@given(table=independent_tables)
def test_score_test_of_equality_agrees_with_statsmodels(table):
    """Where the difference under the null is 0, statsmodels pools the proportions as it should."""
    from statsmodels.stats.proportion import test_proportions_2indep as two_independent

    (x1, n1), (x2, n2) = table
    if x1 in (0, n1) or x2 in (0, n2):
        return
    for corrected in (True, False):
        theirs = two_independent(x1, n1, x2, n2, value=0, method="score", compare="diff", correction=corrected)
        ours = MiettinenNurminen(small_sample=corrected).pvalue(table)
        assert ours == pytest.approx(float(theirs.pvalue), rel=1e-9)


@given(table=independent_tables)
def test_fisher_is_the_sum_over_tables_with_these_margins(table):
    """Tables no likelier than the observed one, by binomial coefficients in whole numbers."""
    (x1, n1), (x2, n2) = table
    k = x1 + x2
    terms = {x: math.comb(n1, x) * math.comb(n2, k - x) for x in range(max(0, k - n2), min(n1, k) + 1)}
    p = Fraction(sum(w for w in terms.values() if w <= terms[x1]), sum(terms.values()))
    assert FisherExact().pvalue(table) == pytest.approx(float(p), rel=1e-9)
    above = Fraction(sum(w for x, w in terms.items() if x >= x1), sum(terms.values()))
    assert FisherExact().pvalue(table, alternative="greater") == pytest.approx(float(above), rel=1e-9)


def test_paired_square_and_add_without_correlation_is_the_independent_one():
    """A table with an empty margin has phi = 0, and then both methods are the same."""
    assert limits(PairedNewcombe(), ((5, 3), (0, 0))) == limits(IndependentNewcombe(), ((8, 8), (5, 8)))


# ---- test and interval agree


@pytest.mark.parametrize("method", INVERTED_PAIRED, **by_id)
@given(table=paired_tables, level=levels, alternative=alternatives, null=nulls)
def test_paired_interval_holds_what_the_test_does_not_reject(method, table, level, alternative, null):
    """A difference lies outside the interval exactly when its p-value is below one minus the level."""
    interval = method.interval(table, level=level, sides=SIDE[alternative])
    p = method.pvalue(table, null=null, alternative=alternative)
    assert (interval is None) == (p is None)
    if p is not None and abs(p - (1 - level)) > 1e-9:
        assert (null in interval) == (p > 1 - level)


@pytest.mark.parametrize("method", INVERTED_INDEPENDENT, **by_id)
@given(table=independent_tables, level=levels, alternative=alternatives, null=nulls)
def test_independent_interval_holds_what_the_test_does_not_reject(method, table, level, alternative, null):
    """A difference lies outside the interval exactly when its p-value is below one minus the level."""
    interval = method.interval(table, level=level, sides=SIDE[alternative])
    p = method.pvalue(table, null=null, alternative=alternative)
    assert (interval is None) == (p is None)
    if p is not None and abs(p - (1 - level)) > 1e-9:
        assert (null in interval) == (p > 1 - level)


@given(table=paired_tables, level=levels)
def test_tango_limits_solve_the_score_equation(table, level):
    """The p-value at a limit inside (-1, 1) is one minus the level, to nine digits."""
    for limit in limits(Tango(), table, level=level):
        if abs(limit) < 1 - 1e-9:
            assert Tango().pvalue(table, null=limit) == pytest.approx(1 - level, rel=1e-7)


# ---- corners


@pytest.mark.parametrize("method", FOR_PAIRED_PROPORTIONS.values(), **by_id)
@given(table=paired_tables, level=levels, sides=st.sampled_from(["two-sided", "lower", "upper"]))
def test_paired_intervals_have_a_width_inside_the_range(method, table, level, sides):
    """Whatever the table: limits within -1 and 1, low below high, closed where one-sided; None is Wald's alone."""
    interval = method.interval(table, level=level, sides=sides)
    if interval is None:
        assert method.card.id == "wald-paired"
        return
    assert -1 <= interval.low < interval.high <= 1
    assert interval.low == -1 or sides != "upper"
    assert interval.high == 1 or sides != "lower"
    n11, n10, n01, n00 = table
    if method.card.id in ("tango", "newcombe-paired", "wald-paired"):
        assert (n10 - n01) / (n11 + n10 + n01 + n00) in interval
    swapped = method.interval((n11, n01, n10, n00), level=level)
    assert limits(method, table, level=level) == pytest.approx((-swapped.high, -swapped.low), abs=1e-12)


@pytest.mark.parametrize("method", FOR_INDEPENDENT_PROPORTIONS.values(), **by_id)
@given(table=independent_tables, level=levels, sides=st.sampled_from(["two-sided", "lower", "upper"]))
def test_independent_intervals_have_a_width_inside_the_range(method, table, level, sides):
    """Whatever the table: limits within -1 and 1, low below high, closed where one-sided; None is Wald's alone."""
    interval = method.interval(table, level=level, sides=sides)
    if interval is None:
        assert method.card.id == "wald-independent"
        return
    assert -1 <= interval.low < interval.high <= 1
    assert interval.low == -1 or sides != "upper"
    assert interval.high == 1 or sides != "lower"
    (x1, n1), (x2, n2) = table
    if method.card.id != "agresti-caffo":
        assert (x1 * n2 - x2 * n1) / (n1 * n2) in interval
    swapped = method.interval((table[1], table[0]), level=level)
    assert limits(method, table, level=level) == pytest.approx((-swapped.high, -swapped.low), abs=1e-12)


@pytest.mark.parametrize("method", [*FOR_PAIRED_PROPORTIONS.values(), McNemar(), McNemar("exact")], **by_id)
def test_no_pairs_are_not_estimable(method):
    """0 pairs have neither interval nor p-value."""
    assert method.interval((0, 0, 0, 0)) is None
    assert method.pvalue((0, 0, 0, 0)) is None


@pytest.mark.parametrize("method", [*FOR_INDEPENDENT_PROPORTIONS.values(), FisherExact()], **by_id)
def test_an_empty_group_is_not_estimable(method):
    """A group of nobody has no proportion, and so no difference."""
    assert method.interval(((0, 0), (3, 5))) is None
    assert method.pvalue(((3, 5), (0, 0))) is None


def test_no_discordant_pairs_are_no_evidence():
    """p is 1 by every two-sided test of equality, and Wald, whose variance is 0, has none."""
    for method in (Tango(), McNemar(), McNemar("exact"), McNemar("mid-p"), McNemar(continuity_correction=True)):
        assert method.pvalue((5, 0, 0, 5)) == 1.0
    assert PairedWald().pvalue((5, 0, 0, 5)) is None
    assert McNemar().statistic((5, 0, 0, 5)) is None
    assert FisherExact().pvalue(((5, 5), (7, 7))) == 1.0


@pytest.mark.parametrize("method", [Tango(), MiettinenNurminen(), McNemar(), McNemar("exact"), FisherExact()], **by_id)
def test_a_pvalue_is_never_0(method):
    """However strong the evidence, some chance is left."""
    table = (0, 10**5, 0, 0) if method.paired else ((10**4, 10**4), (0, 10**4))
    assert 0 < method.pvalue(table) < 1e-300


@pytest.mark.parametrize("method", FOR_PAIRED_PROPORTIONS.values(), **by_id)
def test_thousands_of_millions_of_pairs_still_have_an_interval(method):
    """Nothing overflows or closes up at 2e9 pairs, three of them discordant."""
    low, high = limits(method, (10**9, 3, 0, 10**9))
    assert low < 1.5e-9 < high
    assert 1e-10 < high - low < 1e-4


@pytest.mark.parametrize("method", FOR_INDEPENDENT_PROPORTIONS.values(), **by_id)
def test_thousands_of_millions_of_subjects_still_have_an_interval(method):
    """Nothing overflows or closes up at 1e9 subjects a group."""
    low, high = limits(method, ((3, 10**9), (1, 10**9)))
    assert low < 2e-9 < high
    assert 1e-10 < high - low < 1e-4


def test_an_adjusted_interval_is_not_stretched_to_hold_the_estimate():
    """At a low level the interval drawn towards 0 can miss a difference of 1; that is its own, and it stays."""
    assert limits(AgrestiMin(), (0, 1000, 0, 0), level=0.55)[1] < 1


# ---- one-sided limits


@given(table=paired_tables, level=levels)
def test_a_one_sided_bound_is_a_limit_at_twice_alpha(table, level):
    """A bound at 1 - a is the two-sided limit at 1 - 2a."""
    for method in FOR_PAIRED_PROPORTIONS.values():
        both = method.interval(table, level=level)
        one = method.interval(table, level=(1 + level) / 2, sides="lower")
        if both is not None:
            assert one.low == pytest.approx(both.low, abs=1e-9)


def test_square_and_add_keeps_its_sides():
    """One-sided limits are closed by the end of the range and lie inside the two-sided ones."""
    both = found(square_and_add((26, 12), (41, 72), level=0.95))
    lower = found(square_and_add((26, 12), (41, 72), level=0.95, sides="lower"))
    assert (lower.high, lower.sides) == (1.0, "lower")
    assert both.low < lower.low < (26 * 72 - 12 * 41) / (41 * 72)


# ---- cards, refusals


def test_registers_go_by_the_word_of_each_card():
    """The words are the ids on the cards, each once, and each card says where its method comes from."""
    everything = FOR_PAIRED_PROPORTIONS | FOR_INDEPENDENT_PROPORTIONS | TESTS_OF_EQUAL_PROPORTIONS
    assert len(everything) == 14
    assert all(method.card.id == word for word, method in everything.items())
    assert len({method.card.name for method in everything.values()}) == len(everything)
    for method in [*everything.values(), PairedWald("limits"), McNemar(continuity_correction=True)]:
        assert method.card.references
        assert set(method.card.references) <= set(REFERENCES)
        assert not method.card.sentence.endswith(".")
    assert all(method.paired for method in FOR_PAIRED_PROPORTIONS.values())
    assert not any(method.paired for method in FOR_INDEPENDENT_PROPORTIONS.values())


@pytest.mark.parametrize("method", TESTS_OF_EQUAL_PROPORTIONS.values(), **by_id)
def test_a_test_has_no_interval_and_one_null_value(method):
    """McNemar's and Fisher's tests are of equal proportions."""
    table = CAVO if method.paired else ((7, 34), (1, 34))
    assert method.interval(table) is None
    with pytest.raises(MethodError, match=r"test is of equal proportions, null=0; for a difference of 0\.1 take"):
        method.pvalue(table, null=0.1)


@pytest.mark.parametrize("method", [PairedNewcombe(), BonettPrice(), AgrestiMin()], **by_id)
def test_interval_only_methods_have_no_pvalue(method):
    """An interval that inverts no test says nothing of p."""
    assert method.pvalue(CAVO) is None
    assert AgrestiCaffo().pvalue(((7, 34), (1, 34))) is None
    assert IndependentNewcombe().pvalue(((7, 34), (1, 34))) is None


@pytest.mark.parametrize(
    ("table", "error", "text"),
    [
        ((1, 2, 3), DataError, "table is .* it needs four counts"),
        ((1, 2.5, 3, 4), DataError, r"n10 of table is 2\.5; a count is a whole number"),
        (((1, -2), (3, 4)), DataError, "n10 of table is -2; a count is not negative"),
        ((2**53, 1, 0, 0), DataError, r"counts go up to 2\*\*53"),
        ("1234", TypeError, "not str"),
        (7, TypeError, "not int"),
    ],
)
def test_tables_that_cannot_be_are_refused(table, error, text):
    """A table of pairs is four whole numbers."""
    for method in (*FOR_PAIRED_PROPORTIONS.values(), McNemar()):
        with pytest.raises(error, match=text):
            method.interval(table)
        with pytest.raises(error, match=text):
            method.pvalue(table)


@pytest.mark.parametrize(
    ("table", "error", "text"),
    [
        ((1, 2, 3), DataError, "it needs four counts"),
        (((5, 4), (1, 2)), DataError, "5 successes among 4 cannot be"),
        (((1, 2**53 + 1), (1, 2)), DataError, r"counts go up to 2\*\*53"),
        ({}, TypeError, "not dict"),
    ],
)
def test_groups_that_cannot_be_are_refused(table, error, text):
    """Two proportions are successes and totals."""
    for method in (*FOR_INDEPENDENT_PROPORTIONS.values(), FisherExact()):
        with pytest.raises(error, match=text):
            method.interval(table)
        with pytest.raises(error, match=text):
            method.pvalue(table)


@pytest.mark.parametrize("method", FOR_PAIRED_PROPORTIONS.values(), **by_id)
def test_levels_sides_and_nulls_are_checked(method):
    """Choices are listed where the given one is none of them."""
    with pytest.raises(MethodError, match="level is 95"):
        method.interval(CAVO, level=95)
    with pytest.raises(MethodError, match="sides is 'both'"):
        method.interval(CAVO, sides="both")
    with pytest.raises(MethodError, match=r"null is 1\.0; it must be a number strictly between -1 and 1"):
        method.pvalue(CAVO, null=1.0)
    with pytest.raises(MethodError, match="null is nan"):
        method.pvalue(CAVO, null=math.nan)
    with pytest.raises(MethodError, match="alternative is 'more'"):
        method.pvalue(CAVO, alternative="more")


def test_options_are_checked_when_a_method_is_made():
    """A word that is none of the choices is refused at once."""
    with pytest.raises(MethodError, match="continuity is 'yes'"):
        PairedWald("yes")
    with pytest.raises(MethodError, match="kind is 'midp'"):
        McNemar("midp")
    with pytest.raises(MethodError, match="the exact test needs no continuity correction"):
        McNemar("exact", continuity_correction=True)
    with pytest.raises(MethodError, match="continuity_correction is 1"):
        McNemar(continuity_correction=1)


@pytest.mark.parametrize(
    "method",
    [
        *FOR_PAIRED_PROPORTIONS.values(),
        *FOR_INDEPENDENT_PROPORTIONS.values(),
        *TESTS_OF_EQUAL_PROPORTIONS.values(),
    ],
    **by_id,
)
def test_a_method_says_whether_it_has_an_interval_and_a_test(method):
    """What a method has not gives None for every table, and it says so of itself."""
    table = CAVO if method.paired else ((7, 34), (1, 34))
    assert (method.interval(table) is not None) == method.has_interval
    assert (method.pvalue(table) is not None) == method.has_test
