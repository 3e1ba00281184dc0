"""Fisher's exact test in large groups: other routes to the same sums, symmetries, and no time lost."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.methods.fisher import FisherExact

sizes = st.integers(1, 2**53) | st.integers(0, 15).map(lambda e: 10**e)
big_tables = st.tuples(sizes, sizes).flatmap(
    lambda ns: st.tuples(*(st.tuples(st.integers(0, n) | st.integers(0, min(n, 3000)), st.just(n)) for n in ns))
)


def by_quotients(table):
    """Sum tables about the observed one by the quotients of neighbours, all that matter of them."""
    (x1, n1), (x2, n2) = table
    k = x1 + x2
    spread = math.sqrt(n1 / (n1 + n2) * k * n2 / (n1 + n2)) + 1
    middle = k * n1 // (n1 + n2)
    reach = round(40 * spread) + abs(x1 - middle)
    low, high = max(0, k - n2, middle - reach), min(k, n1, middle + reach)
    cells = np.arange(low, high)
    logs = np.concatenate(
        [[0.0], np.cumsum(np.log((n1 - cells) / (cells + 1)) + np.log((k - cells) / (n2 - k + cells + 1)))]
    )
    weights = np.exp(logs - logs.max())
    x, total = x1 - low, math.fsum(weights)
    no_likelier = math.fsum(weights[weights <= weights[x] * (1 + 1e-9)])
    return no_likelier / total, math.fsum(weights[: x + 1]) / total, math.fsum(weights[x:]) / total


@pytest.mark.parametrize(
    "table",
    [
        ((30, 400), (55, 500)),
        ((1000, 10**12), (1100, 10**12)),
        ((1000, 10**15), (1100, 10**15)),
        ((9, 2**53), (4, 2**40)),
        ((3000, 10**9), (2900, 10**9 + 7)),
        ((20500, 10**5), (20100, 10**5)),
        ((2 * 10**5, 10**7), (201_300, 10**7)),
    ],
)
def test_fisher_agrees_with_quotients_of_neighbouring_tables_at_any_size(table):
    """Another route to the same sums, at sizes where log factorials have no digits left."""
    method = FisherExact()
    ours = [method.pvalue(table, alternative=side) for side in ("two-sided", "less", "greater")]
    assert ours == pytest.approx(by_quotients(table), rel=1e-8)


def test_fisher_integrates_long_tails_to_the_sum_of_their_terms(monkeypatch):
    """Euler and Maclaurin's formula gives what adding up half a million terms gives."""
    table = ((2 * 10**10, 4 * 10**10), (2 * 10**10 + 150_000, 4 * 10**10))
    sides = ("two-sided", "less", "greater")
    integrated = [FisherExact().pvalue(table, alternative=side) for side in sides]
    monkeypatch.setattr("rocstats.methods.hypergeometric._MOST_TERMS", 10**7)
    assert integrated == pytest.approx([FisherExact().pvalue(table, alternative=side) for side in sides], rel=1e-10)


@pytest.mark.parametrize(
    ("table", "p"),
    [
        # Normal approximation, which is good to some 1e-4 of these or better.
        (((2 * 10**9, 4 * 10**9), (2 * 10**9 + 50_000, 4 * 10**9)), 0.26355),
        (((5 * 10**9, 10**10), (5 * 10**9 + 150_000, 10**10)), 0.033895),
        (((2**49, 2**50), (2**49 + 10**7, 2**50)), 0.673413),
        (((2**52, 2**53), (2**52 + 5 * 10**7, 2**53)), 0.456237),
    ],
)
def test_fisher_holds_in_groups_of_billions(table, p):
    """No integer of 64 bits is passed, and the two-sided p-value is not that of one side."""
    assert FisherExact().pvalue(table) == pytest.approx(p, rel=1e-4)
    assert FisherExact().pvalue(table, alternative="less") == pytest.approx(p / 2, rel=1e-4)


def test_fisher_never_calls_nobody_and_everybody_alike():
    """0 of 4e9 against all of them has the smallest p-value there is, and the other side 1."""
    for n1, n2 in ((4 * 10**9, 4 * 10**9), (433110213338697, 513610195467935), (2**53, 2**53)):
        table = ((0, n1), (n2, n2))
        assert FisherExact().pvalue(table) == FisherExact().pvalue(table, alternative="less") == sys.float_info.min
        assert FisherExact().pvalue(table, alternative="greater") == 1.0


@given(table=big_tables)
def test_fisher_keeps_its_symmetries_at_any_size(table):
    """Exchanging groups exchanges the sides, two-sided p stays, and both sides hold more than one in all."""
    (x1, n1), (x2, n2) = table
    method, turned = FisherExact(), ((x2, n2), (x1, n1))
    two, less, greater = (method.pvalue(table, alternative=side) for side in ("two-sided", "less", "greater"))
    assert method.pvalue(turned) == pytest.approx(two, rel=1e-7)
    assert method.pvalue(turned, alternative="less") == pytest.approx(greater, rel=1e-7)
    failures = ((n1 - x1, n1), (n2 - x2, n2))
    assert method.pvalue(failures, alternative="greater") == pytest.approx(less, rel=1e-7)
    assert 0 < two <= 1
    assert less + greater >= 1 - 1e-9
    assert two >= min(less, greater) * (1 - 1e-9)
