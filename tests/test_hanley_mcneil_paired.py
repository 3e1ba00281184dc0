"""Hanley and McNeil's test of two areas on the same subjects, and the table that it reads."""

import csv
import math
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import oracles
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import columns, ratings, sample_of, several, two_tests

from rocstats import MethodError, Sample, auc, compare, compare_auc
from rocstats.empirical.area import AUC
from rocstats.methods.correlation_table import AREAS, CORRELATIONS, HUNDREDTHS, correlation_of_areas
from rocstats.methods.hanley_mcneil_paired import HanleyMcNeilPaired, _kendall, _pearson

ENTRIES = [
    (c, a, entry) for c, row in zip(CORRELATIONS, HUNDREDTHS, strict=True) for a, entry in zip(AREAS, row, strict=True)
]


def pair(seed=3, m=30, n=35, alike=0.8, shift=1.2):
    """Draw two correlated tests of about the same area."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(shift, 1, m), rng.normal(0, 1, n)
    other = math.sqrt(1 - alike**2)
    return Sample.from_groups(
        cases={"A": a, "B": alike * a + other * rng.normal(0, 1, m) + (1 - alike) * shift},
        controls={"A": b, "B": alike * b + other * rng.normal(0, 1, n)},
    )


# The table


def test_the_table_has_45_rows_of_12():
    """Correlations 0.02 to 0.90 by 0.02, areas 0.700 to 0.975 by 0.025; two entries as they are often quoted."""
    assert len(HUNDREDTHS) == len(CORRELATIONS) == 45
    assert {len(row) for row in HUNDREDTHS} == {len(AREAS)} == {12}
    assert (float(CORRELATIONS[0]), float(CORRELATIONS[-1]), float(AREAS[0]), float(AREAS[-1])) == (
        0.02,
        0.9,
        0.7,
        0.975,
    )
    assert correlation_of_areas(0.5, Fraction(9, 10)) == pytest.approx(0.41)
    assert correlation_of_areas(0.3, Fraction(8, 10)) == pytest.approx(0.26)


def test_the_table_is_monotone():
    """It rises with the correlation and falls with the area, as a misprint would not."""
    for lower, higher in pairwise(HUNDREDTHS):
        assert all(x <= y for x, y in zip(lower, higher, strict=True))
    for row in HUNDREDTHS:
        assert all(x >= y for x, y in pairwise(row))


def test_the_table_is_near_what_normal_scores_have():
    """[BVN(z, z; rho/2) - A²] / [BVN(z, z; 1/2) - A²], z = Phi^-1(A): within 0.0211 in all 540 entries."""
    from scipy.stats import multivariate_normal, norm

    def both(z, rho):
        return multivariate_normal([0, 0], [[1, rho], [rho, 1]]).cdf([z, z])

    for area in AREAS:
        z = norm.ppf(float(area))
        whole = both(z, 0.5) - float(area) ** 2
        for correlation, a, entry in ENTRIES:
            if a == area:
                theory = (both(z, float(correlation) / 2) - float(area) ** 2) / whole
                assert abs(entry / 100 - theory) <= 0.0211


def test_the_table_equals_the_transcription(reference):
    """Entry by entry, the figures of the folder of reference cases."""
    with (reference / "data" / "hanley_mcneil_1983_r_table.csv").open() as file:
        head, *rows = csv.reader(file)
    assert [Fraction(cell) for cell in head[1:]] == list(AREAS)
    for row, correlation, entries in zip(rows, CORRELATIONS, HUNDREDTHS, strict=True):
        assert Fraction(row[0]) == correlation
        assert [Fraction(cell) * 100 for cell in row[1:]] == list(entries)


def test_between_entries_it_is_read_in_straight_lines():
    """In the middle of four entries stands their mean; below the first row it goes down to 0."""
    middle = correlation_of_areas(0.51, Fraction(9125, 10000))
    assert middle == pytest.approx((0.41 + 0.39 + 0.43 + 0.41) / 4)
    assert correlation_of_areas(0.0, Fraction(7, 10)) == 0
    assert correlation_of_areas(0.01, Fraction(7, 10)) == pytest.approx(0.01)


@pytest.mark.parametrize(("correlation", "area"), [(-0.001, 0.8), (0.9001, 0.8), (0.5, 0.6999), (0.5, 0.9751)])
def test_outside_its_range_it_has_no_value(correlation, area):
    """Nothing is extrapolated."""
    assert correlation_of_areas(correlation, Fraction(area)) is None


# The two correlations


@given(several(ratings, 2, least=2, most=9), st.data())
def test_correlations_equal_scipy(drawn, data):
    """Pearson's r and Kendall's tau-b of rows with counts are scipy's of the rows written out."""
    from scipy.stats import kendalltau, pearsonr

    rows = drawn[0]
    counts = data.draw(st.lists(st.integers(1, 4), min_size=len(rows), max_size=len(rows)))
    assume(all(len(set(column)) > 1 for column in columns(rows, 2)))
    long = np.array(oracles.expanded(rows, counts))
    scores, counts = np.array(rows), np.array(counts)
    assert _pearson(scores, counts) == pytest.approx(pearsonr(*long.T)[0], abs=1e-12)
    assert _kendall(scores, counts) == pytest.approx(kendalltau(*long.T)[0], abs=1e-12)


def test_pearson_survives_huge_and_tiny_scores():
    """No square leaves the range of a float."""
    scores = np.array([[1e300, 3e-300], [2e300, 1e-300], [-5e299, 2e-300], [1.5e308, 9e-300]])
    ones = np.ones(4, np.int64)
    assert _pearson(scores, ones) == pytest.approx(_pearson(scores * [1e-300, 1e300], ones), rel=1e-12)


# The test


@pytest.mark.parametrize("correlation", ["pearson", "kendall"])
def test_the_difference_by_the_formula(correlation):
    """SE² = SE1² + SE2² - 2 r SE1 SE2 from scipy's correlations and the table."""
    from scipy.stats import kendalltau, pearsonr

    sample = pair()
    found = compare(sample, None, AUC(), HanleyMcNeilPaired(correlation=correlation), null_value=0.05)
    function = pearsonr if correlation == "pearson" else kendalltau
    within = [function(*group.T)[0] for group in (sample.cases, sample.controls)]
    areas = [oracles.area(sample.cases[:, t].tolist(), sample.controls[:, t].tolist()) for t in (0, 1)]
    r = correlation_of_areas(sum(within) / 2, sum(areas) / 2)
    one, other = (math.sqrt(oracles.hanley_mcneil_variance(a, 30, 35)) for a in areas)
    se = math.sqrt(one**2 + other**2 - 2 * r * one * other)
    assert found.standard_error == pytest.approx(se, rel=1e-12)
    assert found.statistic == pytest.approx((float(areas[0] - areas[1]) - 0.05) / se, rel=1e-12)
    assert found.interval.high - found.interval.low == pytest.approx(2 * 1.959963984540054 * se, rel=1e-9)
    note = next(n for n in found.notes if n.code == "table-correlation")
    assert f"{r:.3f}" in note.text
    assert f"{within[0]:.3f} among cases" in note.text


@given(two_tests(least=2), st.sampled_from(["two-sided", "less", "greater"]), st.floats(-0.9, 0.9))
def test_test_and_interval_agree(sample, alternative, null):
    """p < 1 - level exactly when the null value is outside the interval."""
    found = compare(sample, None, AUC(), HanleyMcNeilPaired("kendall"), null_value=null, alternative=alternative)
    if found.interval is None:
        assert found.standard_error is None
        assert found.pvalue in (None, 1.0)
        assert found.notes
    else:
        assert -1 <= found.interval.low < found.interval.high <= 1
        assume(abs(found.pvalue - 0.05) > 1e-9)
        assert (found.pvalue < 0.05) == (null not in found.interval)


def test_swapping_the_tests_turns_the_difference():
    """Estimate, Z and limits change sign; p stays."""
    one, other = (compare_auc(pair().select(*names), method=HanleyMcNeilPaired()) for names in ("AB", "BA"))
    assert one.estimate == -other.estimate
    assert one.statistic == pytest.approx(-other.statistic, rel=1e-13)
    assert (one.interval.low, one.pvalue) == (pytest.approx(-other.interval.high), pytest.approx(other.pvalue))


@pytest.mark.parametrize("correlation", ["pearson", "kendall"])
def test_grouped_rows_equal_expanded_rows(correlation):
    """Row counts and the order of rows change no bit."""
    rng = np.random.default_rng(11)
    cases, controls = [(3, 3), (4, 3), (1, 2), (2, 4)], [(0, 1), (1, 0), (2, 2), (3, 1)]
    p, q = rng.integers(1, 9, 4).tolist(), rng.integers(1, 9, 4).tolist()
    scores = dict(zip("AB", columns(cases + controls, 2), strict=True))
    grouped = Sample.from_truth([1] * 4 + [0] * 4, scores, counts=p + q)
    rows = oracles.expanded(cases, p), oracles.expanded(controls, q)
    mixed = tuple([group[i] for i in rng.permutation(len(group))] for group in rows)
    method = HanleyMcNeilPaired(correlation=correlation)
    found = [compare_auc(s, method=method) for s in (grouped, sample_of(rows), sample_of(mixed))]
    assert found[0].inference == found[1].inference == found[2].inference
    assert found[0].interval is not None


# Not estimable


@pytest.mark.parametrize(
    ("sample", "code", "text"),
    [
        (pair(shift=0.2), "outside-table", "and Hanley and McNeil's table runs from 0.700 to 0.975."),
        (pair(alike=-0.6), "outside-table", "and Hanley and McNeil's table runs from 0 to 0.900."),
        (pair(alike=0.995), "outside-table", "the average correlation is 0.9"),
        (sample_of(([(3, 1), (4, 1)], [(1, 0), (2, 2)])), "no-correlation", "one and the same score for all cases"),
        (sample_of(([(3, 1)], [(1, 0), (2, 2)])), "no-correlation", "one and the same score for all cases"),
        (sample_of(([(3, -1), (4, 2)], [(1, 0), (1, 0)])), "no-correlation", "one and the same score for all controls"),
        (
            sample_of(([(3, 1), (math.inf, 2)], [(1, 0), (2, 1)])),
            "no-correlation",
            'an infinite score has no Pearson correlation; take correlation="kendall".',
        ),
    ],
)
def test_where_there_is_no_value_the_difference_stands_alone(sample, code, text):
    """Outside the table, without a correlation: no standard error, interval or p, and a note with a way out."""
    found = compare_auc(sample, method=HanleyMcNeilPaired())
    assert (found.standard_error, found.interval, found.statistic, found.pvalue) == (None,) * 4
    assert found.notes[0].code == code
    assert text in found.notes[0].text
    assert "not estimable" in str(found)


def test_infinite_scores_have_a_kendall_correlation():
    """Ranks need no finite scores."""
    rows = [(2, 2), (math.inf, 3), (1, 1), (3, math.inf), (4, 2)], [(1, 0), (0, 1), (2, 2), (0, 0), (-math.inf, 0)]
    assert compare_auc(sample_of(rows), method=HanleyMcNeilPaired("kendall")).interval is not None


def test_tests_that_rank_alike_have_p_1():
    """Rank-identical tests are not outside the table but identical."""
    rows = [(1, 10), (3, 30)], [(0, 5), (2, 20)]
    found = compare_auc(sample_of(rows), method=HanleyMcNeilPaired())
    assert (found.pvalue, found.interval, found.notes[0].code) == (1.0, None, "identical-tests")


@given(two_tests(), st.sampled_from(["pearson", "kendall"]))
def test_no_sample_gives_certainty(sample, correlation):
    """Tied, separated, infinite or single subjects: a width or a reason, never NaN."""
    found = compare_auc(sample, method=HanleyMcNeilPaired(correlation=correlation))
    assert "nan" not in str(found)
    assert (found.interval is None) == (found.standard_error is None)
    assert found.interval is not None or found.notes


# Refusals


def test_what_it_does_not_serve_is_refused_with_a_way_out():
    """One area, independent samples, unknown correlations."""
    sample = pair()
    with pytest.raises(
        MethodError, match=r"^Hanley and McNeil's table is for two tests; for one AUC use HanleyMcNeil\(\)\.$"
    ):
        auc(sample.select("A"), HanleyMcNeilPaired())
    with pytest.raises(MethodError, match=r"table is for tests on the same subjects; use HanleyMcNeil\(\)\.$"):
        compare_auc(sample.select("A"), pair(8).select("B"), HanleyMcNeilPaired())
    with pytest.raises(MethodError, match=r"^correlation is 'spearman'; it must be \"pearson\" or \"kendall\"\.$"):
        HanleyMcNeilPaired(correlation="spearman")


def test_both_correlations_have_a_card_of_their_own():
    """Their words differ, and both name the works."""
    cards = [HanleyMcNeilPaired(c).card for c in ("pearson", "kendall")]
    assert [card.id for card in cards] == ["hanley-mcneil-1983", "hanley-mcneil-1983-kendall"]
    assert {card.references for card in cards} == {("hanley1983", "hanley1982")}


def test_all_pairs_of_entries_are_read_where_they_stand():
    """At its own entries the table gives the printed figure."""
    for correlation, area, entry in ENTRIES:
        assert correlation_of_areas(float(correlation), area) == pytest.approx(entry / 100, abs=1e-12)
    assert len(list(product(CORRELATIONS, AREAS))) == 540
