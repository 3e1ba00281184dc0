"""Bamber's unbiased variance: by hand, without bias in every small population, and where it is no variance."""

import math
from collections import defaultdict
from fractions import Fraction
from itertools import product

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import columns, lists, one_test, ratings, sample_of, several, two_tests

from rocstats import MethodError, Sample, auc, compare_auc
from rocstats.empirical.area import AUC
from rocstats.empirical.joint_ranks import four_times_below_both
from rocstats.empirical.statistic import Quantity
from rocstats.methods.bamber import Bamber, unbiased_covariance

HAND = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
Z975 = 1.959963984540054
PRINTED = """
\tZ test with Bamber's variance for two independent ROC curves

data:  rating and rating by group
       (positive: "cases"; higher scores are positive)
       first:  30 cases, 30 controls, 0 dropped
       second: 30 cases, 30 controls, 0 dropped
Z = 1.585, p-value = 0.113
alternative hypothesis: true difference in AUC is not equal to 0
95 percent confidence interval:
 -0.031  0.291
sample estimates:
first AUC  second AUC  difference  std. error
    0.825       0.695       0.130      0.0820
"""


def slow_covariance(first, other):
    """Return A A' less the mean of psi psi' over two different cases and two different controls."""
    (x, y), (u, v) = first, other
    apart = [
        oracles.psi(x[i], y[j]) * oracles.psi(u[k], v[h])
        for i, k in product(range(len(x)), repeat=2)
        for j, h in product(range(len(y)), repeat=2)
        if i != k and j != h
    ]
    return oracles.area(x, y) * oracles.area(u, v) - sum(apart) / Fraction(len(apart))


def test_worked_by_hand():
    """4 + 4 subjects with A = 7/8: the mean over different subjects is 3/4 + 1/288, less from 49/64 gives 7/576."""
    assert slow_covariance(lists(HAND), lists(HAND)) == Fraction(7, 576)
    assert unbiased_covariance(HAND) == [[Fraction(7, 576)]]
    found = auc(HAND, Bamber(), null_value=0.5)
    assert found.standard_error == pytest.approx(math.sqrt(7 / 576), rel=1e-15)
    assert found.statistic == pytest.approx((7 / 8 - 1 / 2) / math.sqrt(7 / 576), rel=1e-14)
    assert found.interval.low == pytest.approx(7 / 8 - Z975 * math.sqrt(7 / 576), rel=1e-12)


def test_ratings_of_computed_tomograms():
    """Hanley and McNeil's 109 images (Radiology 1982;143:29-36, Table I): SE 0.0306113293, computed apart from this."""
    table = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
    assert auc(table, Bamber()).standard_error == pytest.approx(0.0306113293, abs=5e-11)


@settings(max_examples=60)
@given(two_tests(least=2, most=5))
def test_equals_the_sum_over_different_subjects(sample):
    """Variances and covariance equal the slow definition, exactly."""
    tests = [lists(sample, t) for t in (0, 1)]
    assert unbiased_covariance(sample) == [[slow_covariance(a, b) for b in tests] for a in tests]


@pytest.mark.parametrize(
    ("m", "n", "cases", "controls"),
    [
        (2, 2, [((0, 1), Fraction(1, 3)), ((1, 0), Fraction(1, 6)), ((2, 2), Fraction(1, 2))], None),
        (
            3,
            2,
            [((0, 0), Fraction(1, 4)), ((1, 1), Fraction(3, 4))],
            [((0, 1), Fraction(2, 5)), ((1, 0), Fraction(3, 5))],
        ),
    ],
)
def test_without_bias_in_a_population(m, n, cases, controls):
    """Its mean over all samples of a small population is the true covariance of the two areas, ties included."""
    controls = controls or cases[::-1]
    moments = defaultdict(Fraction)
    for drawn_cases in product(cases, repeat=m):
        for drawn_controls in product(controls, repeat=n):
            chance = math.prod(c for _, c in drawn_cases + drawn_controls)
            tests = [([x[t] for x, _ in drawn_cases], [y[t] for y, _ in drawn_controls]) for t in (0, 1)]
            areas = [oracles.area(*test) for test in tests]
            sample = Sample.from_groups(
                cases={"A": tests[0][0], "B": tests[1][0]}, controls={"A": tests[0][1], "B": tests[1][1]}
            )
            found = unbiased_covariance(sample)
            for i, j in ((0, 0), (0, 1), (1, 1)):
                moments["product", i, j] += chance * areas[i] * areas[j]
                moments["found", i, j] += chance * found[i][j]
            moments["area", 0] += chance * areas[0]
            moments["area", 1] += chance * areas[1]
    for i, j in ((0, 0), (0, 1), (1, 1)):
        true = moments["product", i, j] - moments["area", i] * moments["area", j]
        assert moments["found", i, j] == true != 0


@given(one_test(least=2))
def test_delong_exceeds_it_by_what_pairs_add(sample):
    """DeLong's variance is on average too large, and in every sample by an unbiased estimate of that excess or less."""
    found = unbiased_covariance(sample)[0][0]
    assert found <= oracles.variance(*lists(sample))


@given(two_tests(least=2), two_tests(least=2))
def test_differences_add_covariances(sample, other):
    """Paired, the covariance counts twice; unpaired, the variances add up."""
    (a, c), (_, b) = unbiased_covariance(sample)
    cases = [
        (compare_auc(sample, method=Bamber()), a + b - 2 * c),
        (compare_auc(sample.select("A"), other.select("B"), Bamber()), a + unbiased_covariance(other)[1][1]),
    ]
    for found, variance in cases:
        if variance > 0:
            assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-14)
        else:
            assert (found.standard_error, found.interval, found.statistic) == (None, None, None)


@given(st.data())
def test_grouped_rows_equal_expanded_rows(data):
    """Row counts give what the rows written out give."""
    cases, controls = data.draw(several(ratings, 2, least=1, most=4))
    p, q = (data.draw(st.lists(st.integers(1, 3), min_size=len(g), max_size=len(g))) for g in (cases, controls))
    truth = [1] * len(cases) + [0] * len(controls)
    scores = dict(zip("AB", columns(cases + controls, 2), strict=True))
    grouped = Sample.from_truth(truth, scores, counts=p + q)
    expanded = sample_of((oracles.expanded(cases, p), oracles.expanded(controls, q)))
    assert unbiased_covariance(grouped) == unbiased_covariance(expanded)


@given(two_tests(least=2))
def test_turned_scores_have_the_same_variance(sample):
    """Low-is-positive tests are turned at the door; turning both groups of a test leaves its variance."""
    turned = Sample.from_groups(
        cases={"A": -sample.cases[:, 0], "B": -sample.cases[:, 1]},
        controls={"A": -sample.controls[:, 0], "B": -sample.controls[:, 1]},
        low=True,
    )
    assert unbiased_covariance(turned) == unbiased_covariance(sample)


def test_a_rating_table_of_a_billion():
    """Whole numbers do not overflow; the variance shrinks as one over the number of subjects."""
    counts = [33, 6, 6, 11, 2], [3, 2, 2, 11, 33]
    large = Sample.from_counts(controls=[c * 10**7 for c in counts[0]], cases=[c * 10**7 for c in counts[1]])
    small = Sample.from_counts(controls=counts[0], cases=counts[1])
    ratio = auc(small, Bamber()).standard_error / auc(large, Bamber()).standard_error
    assert ratio == pytest.approx(math.sqrt(1e7), rel=0.01)


# Not estimable


def test_perfect_separation_has_no_variance():
    """The unbiased variance is 0 there, which gives nothing but the area and a way out."""
    found = auc(Sample.from_groups(cases=[3, 4], controls=[1, 2]), Bamber(), null_value=0.5)
    assert (found.estimate, found.standard_error, found.interval, found.pvalue) == (1.0, None, None, None)
    assert found.notes[0].code == "perfect-separation"
    assert "Bamber's variance is 0, which no finite study can show." in found.notes[0].text
    assert "auc(sample, Newcombe())" in found.notes[0].text


def test_a_negative_variance_of_a_difference_is_not_clipped():
    """Coarse tests on five cases and two controls: the unbiased variance of the difference is -1/100."""
    sample = sample_of(([(1, 2), (1, 1), (0, 1), (1, 2), (0, 1)], [(2, 2), (0, 0)]))
    (a, c), (_, b) = unbiased_covariance(sample)
    assert a + b - 2 * c == Fraction(-1, 100)
    found = compare_auc(sample, method=Bamber())
    assert (found.standard_error, found.interval, found.pvalue) == (None, None, None)
    assert found.notes[0].code == "negative-variance"


@pytest.mark.parametrize(("cases", "controls"), [([3], [1, 2]), ([2, 3], [2])])
def test_one_subject_in_a_group_is_not_enough(cases, controls):
    """Different subjects of a group cannot be taken where there is one."""
    sample = Sample.from_groups(cases=cases, controls=controls)
    assert unbiased_covariance(sample) is None
    assert auc(sample, Bamber()).notes[0].code == "one-subject"


def test_identical_tests_have_p_1():
    """The variance of the difference is exactly 0, not almost."""
    scores = [0.1, 0.7, 0.3, 0.9, 0.2, 0.4]
    found = compare_auc(Sample.from_truth([1, 0, 1, 1, 0, 0], {"A": scores, "B": scores}), method=Bamber())
    assert (found.pvalue, found.standard_error, found.interval) == (1.0, None, None)
    assert found.notes[0].code == "identical-tests"


def test_what_it_does_not_serve_is_refused_with_a_way_out():
    """Other statistics have no such variance."""

    class Mean:
        name, title, plural, bounds, prevalence = "mean score", "Mean score", "means", (0.0, 10.0), False

    assert Bamber().refuses(Quantity(Mean(), ((HAND, (1.0,)),))) == (
        "Bamber's variance is that of the AUC, not of mean score; use Bootstrap()."
    )
    assert Bamber().refuses(Quantity(AUC(), ((HAND, (1.0,)),))) is None


def test_clusters_are_refused():
    """Records of one person are not independent."""
    sample = Sample.from_truth([1, 0, 1, 0], [3, 1, 2, 2], cluster=[1, 1, 2, 2])
    with pytest.raises(MethodError, match="these subjects come in clusters, and Bamber takes subjects as independent"):
        auc(sample, Bamber())


def test_printed_whole():
    """The frame of every comparison, with the method in its title."""
    sample = Sample.from_counts(cases=[3, 9, 18], controls=[18, 9, 3])
    assert str(compare_auc(sample, Sample.from_counts(cases=[9, 9, 12], controls=[18, 9, 3]), Bamber())) == PRINTED


# Joint ranks


@given(several(ratings, 2, least=1, most=9), st.data())
def test_joint_counts_equal_comparing_every_pair(drawn, data):
    """Four times the y below x in both columns, ties a half in each, with frequencies."""
    x, y = drawn
    q = data.draw(st.lists(st.integers(1, 4), min_size=len(y), max_size=len(y)))
    slow = [sum(4 * w * oracles.psi(a, c) * oracles.psi(b, d) for (c, d), w in zip(y, q, strict=True)) for a, b in x]
    assert four_times_below_both(np.array(x), np.array(y), np.array(q)).tolist() == slow
