"""Ratios of a 2×2 table: log and score intervals for likelihood ratios and the odds ratio."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rocstats.methods.ratios import log_odds_ratio, log_ratio, score_odds_ratio, score_ratio

Z2 = NormalDist().inv_cdf(0.975) ** 2
tables = st.integers(1, 30).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
levels = st.sampled_from([0.5, 0.9, 0.95, 0.999])


def bisected(f: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function crosses 0, by halving 90 times."""
    for _ in range(90):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return (low + high) / 2


def pearson(x: int, n: int, p: float) -> float:
    """(x - np)² / (np(1 - p)), written so that x = 0 and x = n lose no digits."""
    if x == 0:
        return n * p / (1 - p) if p < 1 else math.inf
    if x == n:
        return n * (1 - p) / p if p > 0 else math.inf
    return (x - n * p) ** 2 / (n * p * (1 - p))


def ratio_distance(log_t: float, x1: int, n1: int, x2: int, n2: int) -> float:
    """Pearson's statistic at the likeliest proportions of ratio t, found by halving the slope of the likelihood."""
    t = math.exp(log_t)

    def slope(p2: float) -> float:
        up = (x1 + x2) / p2
        down = (n1 - x1) * t / (1 - t * p2) if x1 < n1 else 0.0
        return up - down - ((n2 - x2) / (1 - p2) if x2 < n2 else 0.0)

    end = min(1.0, 1 / t)
    p2 = bisected(slope, 0.0, end * (1 - 1e-13))
    return pearson(x1, n1, min(t * p2, 1.0)) + pearson(x2, n2, p2)


def odds_ratio_distance(log_t: float, tp: int, fp: int, fn: int, tn: int) -> float:
    """The score statistic at the table of odds ratio t with these margins, found by halving."""
    t, m, n, positive = math.exp(log_t), tp + fn, fp + tn, tp + fp
    p2 = bisected(lambda p: positive - n * p - m * t * p / (1 - p + t * p), 0.0, 1.0)
    p1 = t * p2 / (1 - p2 + t * p2)
    variances = m * p1 * (1 - p1), n * p2 * (1 - p2)
    return (tp - m * p1) ** 2 * sum(1 / v for v in variances)


# ---- worked by hand


def test_log_intervals_are_estimate_times_and_over_exp_of_z_errors():
    """For 26/41 over 12/72 and the odds ratio of the same table, variances from reciprocals of counts."""
    se = math.sqrt(1 / 26 - 1 / 41 + 1 / 12 - 1 / 72)
    ratio = (26 / 41) / (12 / 72)
    interval = log_ratio(26, 41, 12, 72, level=0.95)
    assert interval.low == pytest.approx(ratio / math.exp(math.sqrt(Z2) * se), rel=1e-14)
    assert interval.high == pytest.approx(ratio * math.exp(math.sqrt(Z2) * se), rel=1e-14)
    se = math.sqrt(1 / 26 + 1 / 12 + 1 / 15 + 1 / 60)
    interval = log_odds_ratio(26, 12, 15, 60, level=0.95)
    assert interval.low == pytest.approx(26 / 3 / math.exp(math.sqrt(Z2) * se), rel=1e-14)
    assert interval.high == pytest.approx(26 / 3 * math.exp(math.sqrt(Z2) * se), rel=1e-14)


@pytest.mark.parametrize(("m", "n"), [(5, 5), (3, 10), (1, 1), (1000, 7), (10**9, 10**9)])
def test_all_of_both_groups_has_limits_in_closed_form(m, n):
    """With m of m and n of n the score equation is (1 - t)m = t z² below 1 and t - 1 = z²/n above."""
    interval = score_ratio(m, m, n, n, level=0.95)
    assert interval.low == pytest.approx(1 / (1 + Z2 / m), rel=1e-13)
    assert interval.high == pytest.approx(1 + Z2 / n, rel=1e-13)


@pytest.mark.parametrize("k", [1, 5, 100, 10**6])
def test_perfect_table_has_an_odds_ratio_limit_in_closed_form(k):
    """k true positives, k true negatives: 2dk/(k - d) = z² gives the lower limit (2k/z²)²."""
    interval = score_odds_ratio(k, 0, 0, k, level=0.95)
    assert interval.low == pytest.approx((2 * k / Z2) ** 2, rel=1e-9)
    assert interval.high == math.inf
    turned = score_odds_ratio(0, k, k, 0, level=0.95)
    assert (turned.low, turned.high) == (0.0, pytest.approx((Z2 / (2 * k)) ** 2, rel=1e-9))


# ---- printed by others


@pytest.mark.parametrize(
    ("table", "low", "high", "tolerance"),
    [
        # R package DTComPair: both likelihood ratios of its data set Paired1, log method.
        ((397, 451, 84, 261), 2.2860079, 3.2724472, 2e-6),
        ((54, 451, 177, 261), 0.1356142, 0.2298601, 2e-7),
        # R package epiR, epi.tests on Scott et al. 2008.
        ((670, 744, 202, 842), 3.32, 4.24, 0.005),
        # R package contingencytables, 7 of 34 against 1 of 34 (Fagerland, Lydersen and Laake 2017, chapter 4).
        ((7, 34, 1, 34), 0.9096, 53.8695, 5e-5),
    ],
)
def test_log_limits_are_those_that_other_programs_print(table, low, high, tolerance):
    """Likelihood ratios have the limits of DTComPair, epiR and contingencytables."""
    interval = log_ratio(*table, level=0.95)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=tolerance)


@pytest.mark.parametrize("table", [(26, 41, 12, 72), (3, 9, 5, 8), (1, 50, 2, 30), (397, 451, 84, 261)])
def test_score_limits_without_a_zero_cell_are_those_of_statsmodels(table):
    """Away from the corners statsmodels solves the same equations by other routes."""
    from statsmodels.stats.proportion import confint_proportions_2indep

    ours = score_ratio(*table, level=0.95)
    theirs = confint_proportions_2indep(*table, method="score", compare="ratio", correction=False)
    assert (ours.low, ours.high) == pytest.approx(theirs, rel=1e-7)
    x1, n1, x2, n2 = table
    ours = score_odds_ratio(x1, x2, n1 - x1, n2 - x2, level=0.95)
    # It first asks about an odds ratio of 0, which divides 0 by 0 and is not used.
    with np.errstate(all="ignore"):
        theirs = confint_proportions_2indep(*table, method="score", compare="odds-ratio", correction=False)
    assert (ours.low, ours.high) == pytest.approx(theirs, rel=1e-7)


# ---- the slow definition


def limits_by_halving(distance: Callable[[float], float], log_estimate: float, z2: float) -> tuple[float, float]:
    """The logarithms on both sides of the estimate where the distance reaches z²."""
    low = -math.inf
    if log_estimate > -math.inf:
        low = bisected(lambda v: distance(v) - z2, -25.0, min(log_estimate, 25.0))
    high = math.inf
    if log_estimate < math.inf:
        high = bisected(lambda v: z2 - distance(v), max(log_estimate, -25.0), 25.0)
    return low, high


def log_of(above: int, below: int) -> float:
    return math.inf if below == 0 else -math.inf if above == 0 else math.log(above / below)


@given(first=tables, second=tables, level=levels)
def test_score_interval_of_a_ratio_inverts_pearsons_statistic(first, second, level):
    """The limits are where Pearson's statistic under the likeliest proportions of that ratio reaches z²."""
    (x1, n1), (x2, n2) = first, second
    assume(x1 + x2 > 0)
    z2 = NormalDist().inv_cdf((1 + level) / 2) ** 2
    low, high = limits_by_halving(lambda v: ratio_distance(v, x1, n1, x2, n2), log_of(x1 * n2, x2 * n1), z2)
    interval = score_ratio(x1, n1, x2, n2, level=level)
    assert interval.low == pytest.approx(math.exp(low), rel=1e-6)
    assert interval.high == pytest.approx(math.exp(high), rel=1e-6)


@given(first=tables, second=tables, level=levels)
def test_score_interval_of_the_odds_ratio_inverts_the_score_statistic(first, second, level):
    """The limits are where the score statistic of the table with that odds ratio reaches z²."""
    (tp, m), (fp, n) = first, second
    fn, tn = m - tp, n - fp
    assume(0 < tp + fp < m + n)
    z2 = NormalDist().inv_cdf((1 + level) / 2) ** 2
    low, high = limits_by_halving(lambda v: odds_ratio_distance(v, tp, fp, fn, tn), log_of(tp * tn, fp * fn), z2)
    interval = score_odds_ratio(tp, fp, fn, tn, level=level)
    assert interval.low == pytest.approx(math.exp(low), rel=1e-6)
    assert interval.high == pytest.approx(math.exp(high), rel=1e-6)


# ---- properties


@given(first=tables, second=tables, level=levels)
def test_ratio_lies_inside_and_swapping_the_groups_turns_it_over(first, second, level):
    """Score intervals have a width, contain their ratio, and the reciprocal ratio has the reciprocal interval."""
    (x1, n1), (x2, n2) = first, second
    assume(x1 + x2 > 0)
    one, other = score_ratio(x1, n1, x2, n2, level=level), score_ratio(x2, n2, x1, n1, level=level)
    ratio = math.inf if x2 == 0 else x1 * n2 / (x2 * n1)
    assert 0 <= one.low <= ratio <= one.high
    assert one.low < one.high
    assert (one.low == 0, one.high == math.inf) == (x1 == 0, x2 == 0)
    assert one.low * (other.high if one.low else 1.0) == pytest.approx(1.0 if one.low else 0.0, rel=1e-12)


@pytest.mark.parametrize("cells", [(10**9, 0, 0, 10**9), (1, 10**9, 10**9, 0), (10**9, 1, 0, 10**9), (0, 7, 10**9, 1)])
def test_large_tables_with_zero_cells_stay_finite_where_they_can(cells):
    """With a thousand million subjects each score interval still has a width and at least one finite limit."""
    tp, fp, fn, tn = cells
    for interval in (
        score_ratio(tp, tp + fn, fp, fp + tn, level=0.95),
        score_ratio(fn, tp + fn, tn, fp + tn, level=0.95),
        score_odds_ratio(tp, fp, fn, tn, level=0.95),
    ):
        assert 0 <= interval.low < interval.high
        assert interval.low > 0 or interval.high < math.inf


@pytest.mark.parametrize("table", [(10**9, 2 * 10**9, 10**9, 3 * 10**9), (10**17, 10**18, 10**17, 10**18)])
def test_log_intervals_of_large_tables_keep_a_width(table):
    """An interval narrower than float64 resolves still has its ratio strictly inside."""
    interval = log_ratio(*table, level=0.95)
    x1, n1, x2, n2 = table
    assert interval.low < x1 * n2 / (x2 * n1) < interval.high
