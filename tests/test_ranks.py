"""Ranks: twice the controls below a score plus those equal to it, and exact sums of products."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_scores, groups

from rocstats.empirical.ranks import bounds_below, exact_sum, twice_below

counts = st.integers(0, 2**53)


def column(values):
    """Make a column of one test."""
    return np.array(values, dtype=float)[:, None]


def test_worked_by_hand():
    """Against the controls 1, 1, 2, 3 the scores 0, 1, 2.5, 3 and 9 stand above 0, 1 = 1/2 + 1/2, 3, 3 1/2 and 4."""
    twice = twice_below(column([0, 1, 2.5, 3, 9]), column([1, 1, 2, 3]), None)
    assert twice.ravel().tolist() == [0, 2, 6, 7, 8]


def test_frequencies_by_hand():
    """A row that stands for three subjects counts three times."""
    twice = twice_below(column([1, 2]), column([2, 1]), np.array([5, 3]))
    assert twice.ravel().tolist() == [3, 11]


def test_infinite_scores_by_hand():
    """Infinite scores order and tie like any others."""
    inf = np.inf
    assert twice_below(column([-inf, 0, inf]), column([-inf, inf, inf]), None).ravel().tolist() == [1, 2, 4]
    below, not_above = bounds_below(np.array([inf, -inf, 0.0]), np.array([-inf, 0.0, inf]))
    assert (below.tolist(), not_above.tolist()) == ([2, 0, 1], [3, 1, 2])


@given(any_scores.flatmap(groups))
def test_equal_to_comparing_every_pair(drawn):
    """Sorting and looking up gives what counting gives."""
    x, y = drawn
    expected = [2 * sum(b < a for b in y) + sum(b == a for b in y) for a in x]
    assert twice_below(column(x), column(y), None).ravel().tolist() == expected


@given(any_scores.flatmap(groups), st.data())
def test_frequencies_equal_repeated_rows(drawn, data):
    """A row that stands for several subjects gives what writing it several times gives."""
    x, y = drawn
    q = data.draw(st.lists(st.integers(1, 5), min_size=len(y), max_size=len(y)))
    repeated = [b for b, count in zip(y, q, strict=True) for _ in range(count)]
    with_counts = twice_below(column(x), column(y), np.array(q))
    assert with_counts.tolist() == twice_below(column(x), column(repeated), None).tolist()


@given(st.lists(st.tuples(*[st.integers(-(2**40), 2**40)] * 3), min_size=1, max_size=20))
def test_sums_of_products_are_exact(rows):
    """Sums beyond 64 bits equal Python's whole numbers, negative factors included."""
    a, b, c = (np.array(values, dtype=np.int64) for values in zip(*rows, strict=True))
    assert exact_sum(a, b, c) == sum(int(x) * int(y) * int(z) for x, y, z in rows)
    assert exact_sum(None, b, c) == sum(int(y) * int(z) for _, y, z in rows)
    assert exact_sum(None, c) == sum(int(z) for *_, z in rows)


@given(st.lists(st.tuples(counts, counts), min_size=1, max_size=5))
def test_squares_of_the_largest_counts_do_not_wrap(rows):
    """Counts up to 2**53 may be multiplied three times over."""
    p, a = (np.array(values, dtype=np.int64) for values in zip(*rows, strict=True))
    assert exact_sum(p, a, a) == sum(i * x * x for i, x in rows)


@pytest.mark.parametrize("bits", [20, 31, 32, 40, 53, 62])
def test_a_sum_just_below_and_just_above_63_bits_is_exact(bits):
    """The bound is that of the sum, not of its largest term."""
    a = np.full(7, 2**bits - 1, dtype=np.int64)
    assert exact_sum(None, a, a) == 7 * (2**bits - 1) ** 2
    assert exact_sum(a, a) == 7 * (2**bits - 1) ** 2
