"""Structural components and DeLong's variance, as exact ratios."""

import math
from fractions import Fraction

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_scores, columns, either, lists, one_test, sample_of, several

from rocstats import Sample, structural_components

INF = math.inf
HAND = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])


def test_worked_by_hand():
    """Of 16 pairs 13 are won, 2 tied, 1 lost: V10 = 1, 1, 7/8, 5/8; V01 = 5/8, 7/8, 1, 1; S10 = S01 = 1/32."""
    parts = structural_components(HAND)
    assert parts.a.ravel().tolist() == [8, 8, 7, 5]
    assert parts.b.ravel().tolist() == [5, 7, 8, 8]
    assert parts.v10.ravel().tolist() == [1, 1, 7 / 8, 5 / 8]
    assert parts.v01.ravel().tolist() == [5 / 8, 7 / 8, 1, 1]
    assert parts.areas == (Fraction(7, 8),)
    assert parts.variance([1]) == Fraction(1, 64)
    assert parts.covariance().tolist() == [[1 / 64]]


def drawn_at_random(seed):
    """Make a sample of one kind or another: continuous, rounded, ratings, unbalanced, partly infinite."""
    rng = np.random.default_rng(seed)
    m, n = rng.integers(2, 26, 2)
    cases, controls = rng.normal(0.7, 1.5, m), rng.normal(0, 1, n)
    kind = seed % 4
    if kind == 1:
        cases, controls = cases.round(1), controls.round(1)
    elif kind == 2:
        cases, controls = rng.integers(1, 6, m).astype(float), rng.integers(1, 5, n).astype(float)
    elif kind == 3:
        cases, controls = np.where(cases > 1, INF, cases.round()), np.where(controls < -1, -INF, controls.round())
    return cases.tolist(), controls.tolist()


@pytest.mark.parametrize("kind", range(4))
def test_variance_equals_exact_fractions_to_the_last_bit(kind):
    """On 240 samples, tied and untied, the ratio is that of comparing every pair, and so is the float."""
    for seed in range(kind, 240, 4):
        cases, controls = drawn_at_random(seed)
        parts = structural_components(Sample.from_groups(cases=cases, controls=controls))
        exact = oracles.variance(cases, controls)
        assert parts.variance([1]) == exact
        assert parts.covariance()[0, 0].hex() == float(exact).hex()
        assert parts.auc[0].hex() == float(oracles.area(cases, controls)).hex()


@given(either())
def test_components_equal_every_pair(drawn):
    """Each component is the mean of psi over the other group."""
    cases, controls = drawn
    parts = structural_components(Sample.from_groups(cases=cases, controls=controls))
    v10, v01 = oracles.components(cases, controls)
    assert [Fraction(int(a), 2 * len(controls)) for a in parts.a[:, 0]] == v10
    assert [Fraction(int(b), 2 * len(cases)) for b in parts.b[:, 0]] == v01
    assert parts.areas[0] == oracles.area(cases, controls) == sum(v10) / len(v10) == sum(v01) / len(v01)


@given(
    any_scores.flatmap(lambda scores: several(scores, 3, least=2)), st.lists(st.integers(-3, 3), min_size=3, max_size=3)
)
def test_covariances_equal_every_pair(drawn, weights):
    """The covariance matrix of three tests, and the variance of a weighted sum of them, are exact."""
    parts = structural_components(sample_of(drawn))
    exact = oracles.covariance(list(zip(*(columns(rows, 3) for rows in drawn), strict=True)))
    assert parts.exact_covariance() == exact
    assert parts.variance(weights) == oracles.combined(exact, weights)
    assert parts.covariance().tolist() == [[float(entry) for entry in row] for row in exact]


@given(either(least=2, most=7))
def test_second_routes_to_the_variance(drawn):
    """Leaving subjects out one at a time, and Brunner and Munzel's ranks, give DeLong's variance exactly."""
    cases, controls = drawn
    found = structural_components(Sample.from_groups(cases=cases, controls=controls)).variance([1])
    assert found == oracles.jackknife_variance(cases, controls) == oracles.brunner_munzel_variance(cases, controls)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=5))
def test_a_rating_table_equals_its_rows(table):
    """Counts per rating give the same ratios as one row per subject."""
    p, q = (list(column) for column in zip(*table, strict=True))
    if sum(p) < 2 or sum(q) < 2:
        return
    ratings = list(range(1, len(p) + 1))
    grouped = structural_components(Sample.from_counts(cases=p, controls=q))
    rows = Sample.from_groups(cases=oracles.expanded(ratings, p), controls=oracles.expanded(ratings, q))
    long = structural_components(rows)
    assert (grouped.m, grouped.n, grouped.areas) == (long.m, long.n, long.areas)
    assert grouped.exact_covariance() == long.exact_covariance()


@pytest.mark.parametrize(
    ("cases", "controls"),
    [
        ([10**7, 2 * 10**7, 10**7, 10**7], [2 * 10**7, 10**7, 10**7, 10**7]),
        ([3, 1, 4, 10**8], [10**8, 1, 5, 9]),
        ([10**15, 1, 10**15], [10**15, 7, 10**15]),
    ],
)
def test_a_rating_table_of_many_subjects_equals_exact_fractions(cases, controls):
    """Sums of squares pass 64 bits from 1e8 subjects on; nothing wraps and nothing is rounded."""
    ratings = list(range(len(cases)))
    parts = structural_components(Sample.from_counts(cases=cases, controls=controls))
    assert parts.areas == (oracles.area(ratings, ratings, cases, controls),)
    assert parts.variance([1]) == oracles.variance(ratings, ratings, cases, controls)


def test_many_rows_do_not_overflow():
    """70,000 cases and 70,000 controls that interleave: 4.9e9 pairs, more than 32 bits hold."""
    size = 70_000
    sample = Sample.from_groups(cases=np.arange(size) * 2 + 1, controls=np.arange(size) * 2)
    # The i-th case is above i + 1 controls, so twice the wins are n(n + 1), and placements are uniform: (n² - 1)/12.
    parts = structural_components(sample)
    assert parts.areas == (Fraction(size + 1, 2 * size),)
    uniform = Fraction(size * size - 1, 12) * Fraction(size, size - 1) / size**2
    assert parts.variance([1]) == 2 * uniform / size


@given(one_test(least=2))
def test_swapping_the_groups_mirrors_everything(sample):
    """Cases for controls turns A into 1 - A and leaves the variance."""
    cases, controls = lists(sample)
    parts = structural_components(sample)
    swapped = structural_components(Sample.from_groups(cases=controls, controls=cases))
    assert swapped.areas[0] == 1 - parts.areas[0]
    assert swapped.variance([1]) == parts.variance([1])


@given(any_scores.flatmap(lambda scores: several(scores, 1, least=2)))
def test_identical_tests_differ_by_exactly_nothing(drawn):
    """The variance of the difference of a test and itself is 0, not nearly 0."""
    cases, controls = (columns(rows, 1)[0] for rows in drawn)
    twice = Sample.from_groups(cases={"A": cases, "B": cases}, controls={"A": controls, "B": controls})
    assert structural_components(twice).variance([1, -1]) == 0


@pytest.mark.parametrize(("cases", "controls"), [([1], [1, 2]), ([1, 2], [1]), ([3], [1])])
def test_one_subject_in_a_group_has_no_variance(cases, controls):
    """A variance needs two cases and two controls; None says so, and the area stays."""
    parts = structural_components(Sample.from_groups(cases=cases, controls=controls))
    assert parts.variance([1]) is None
    assert parts.exact_covariance() is None
    assert parts.covariance() is None
    assert parts.areas == (oracles.area(cases, controls),)
