"""The area as a statistic: its value, and the same under whole-number row weights."""

from fractions import Fraction
from math import inf, isnan

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_scores, columns, lists, one_test, sample_of, several

from rocstats import AUC, Sample

weights = st.integers(0, 4)


def drawn_weights(data, rows):
    """Draw three sets of row weights."""
    return np.array(data.draw(st.lists(st.lists(weights, min_size=rows, max_size=rows), min_size=3, max_size=3)))


@pytest.mark.parametrize(
    ("cases", "controls", "expected"),
    [
        ([5, 4, 3, 2], [3, 2, 1, 1], Fraction(7, 8)),
        ([4, 5, 6], [1, 2, 3], Fraction(1)),
        ([1, 2, 3], [4, 5, 6], Fraction(0)),
        ([2, 2], [2, 2, 2], Fraction(1, 2)),
        ([7], [3], Fraction(1)),
        ([7], [3, 7, 9], Fraction(1, 2)),
        ([inf, 2, 3], [-inf, 2, inf], Fraction(2, 3)),
    ],
)
def test_worked_by_hand(cases, controls, expected):
    """Separation, reversal, all tied, one case, infinite scores."""
    assert AUC()(Sample.from_groups(cases=cases, controls=controls)).tolist() == [float(expected)]


@given(one_test())
def test_correctly_rounded_from_every_pair(sample):
    """The float is the one nearest to the exact ratio."""
    assert AUC()(sample)[0].hex() == float(oracles.area(*lists(sample))).hex()


@given(any_scores.flatmap(lambda scores: several(scores, 2)), st.data())
def test_weighted_equals_every_pair_under_row_weights(drawn, data):
    """Each set of weights gives the area of a sample in which rows are repeated so often."""
    sample = sample_of(drawn)
    case_w, control_w = drawn_weights(data, len(drawn[0])), drawn_weights(data, len(drawn[1]))
    found = AUC().weighted(sample, case_w, control_w)
    for row, (p, q) in enumerate(zip(case_w.tolist(), control_w.tolist(), strict=True)):
        for test, (cases, controls) in enumerate(zip(*(columns(rows, 2) for rows in drawn), strict=True)):
            if sum(p) and sum(q):
                exact = oracles.area(oracles.expanded(cases, p), oracles.expanded(controls, q))
                assert found[row, test] == float(exact)
            else:
                assert isnan(found[row, test])


@given(any_scores.flatmap(lambda scores: several(scores, 2)), st.data())
def test_variance_under_row_weights_equals_every_pair(drawn, data):
    """Each replicate has DeLong's variance of its own, and one that lost a whole group warns of nothing."""
    sample = sample_of(drawn)
    case_w, control_w = drawn_weights(data, len(drawn[0])), drawn_weights(data, len(drawn[1]))
    found = AUC().weighted_variance(sample, case_w, control_w, (1.0, -1.0))
    for row, (p, q) in enumerate(zip(case_w.tolist(), control_w.tolist(), strict=True)):
        if sum(p) < 2 or sum(q) < 2:
            continue
        tests = [
            (oracles.expanded(cases, p), oracles.expanded(controls, q))
            for cases, controls in zip(*(columns(rows, 2) for rows in drawn), strict=True)
        ]
        exact = oracles.combined(oracles.covariance(tests), [1, -1])
        assert found[row] == pytest.approx(float(exact), rel=1e-12, abs=1e-15)


@given(one_test())
def test_weights_of_one_change_nothing(sample):
    """A replicate in which every subject stands once is the sample."""
    m, n = len(sample.cases), len(sample.controls)
    found = AUC().weighted(sample, np.ones((1, m), np.int64), np.ones((1, n), np.int64))
    assert found[0].tolist() == AUC()(sample).tolist()


@given(one_test(), st.integers(2, 5))
def test_duplicating_subjects_keeps_the_area(sample, times):
    """Every subject written several times gives the same float."""
    cases, controls = lists(sample)
    assert AUC()(Sample.from_groups(cases=cases * times, controls=controls * times)) == AUC()(sample)


@given(one_test())
def test_swapping_the_groups_gives_one_minus_the_area(sample):
    """Cases for controls, and the exact ratio turns to its complement."""
    cases, controls = lists(sample)
    swapped = AUC()(Sample.from_groups(cases=controls, controls=cases))[0]
    assert swapped == float(1 - oracles.area(cases, controls))


@given(one_test())
def test_a_monotone_change_of_scores_changes_nothing(sample):
    """Ranks in place of scores, or scores stretched unevenly, give the same float."""
    cases, controls = lists(sample)
    order = sorted({*cases, *controls})
    for change in (order.index, lambda v: order.index(v) ** 3 - 100, lambda v: 2.0 ** order.index(v)):
        changed = Sample.from_groups(cases=[change(v) for v in cases], controls=[change(v) for v in controls])
        assert AUC()(changed) == AUC()(sample)


@given(one_test())
def test_a_low_test_is_the_mirror_of_a_high_one(sample):
    """The same scores with low ones positive give the complement; turned scores give the area back."""
    cases, controls = lists(sample)
    low = Sample.from_groups(cases=cases, controls=controls, low=True)
    assert AUC()(low)[0] == float(1 - oracles.area(cases, controls))
    back = Sample.from_groups(cases=[-v for v in cases], controls=[-v for v in controls], low=True)
    assert AUC()(back) == AUC()(sample)


def test_weights_of_billions_do_not_wrap():
    """A replicate of a rating table with 7e9 subjects has 2.4e19 doubled pairs, more than 64 bits hold."""
    cases, controls = [10**9, 10, 2 * 10**9], [3 * 10**9, 10**9, 1]
    sample = Sample.from_counts(cases=[0, *cases], controls=[*controls, 0])
    exact = oracles.area([2, 3, 4], [1, 2, 3], cases, controls)
    assert AUC()(sample).tolist() == [float(exact)]
    found = AUC().weighted(sample, np.array([cases]), np.array([controls]))
    assert found[0, 0] == pytest.approx(float(exact), rel=1e-12)
