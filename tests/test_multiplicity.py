"""Adjusted p-values: the step rules by hand, by statsmodels, and by their definition over all subsets."""

import gc
import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.errors import MethodError
from rocstats.methods.multiplicity import ADJUSTMENTS, adjust_pvalues

families = st.lists(st.one_of(st.floats(0, 1), st.sampled_from([0.01, 0.02, 0.05, 1.0, 1e-300])), max_size=7)
NAMES = {"holm": "holm", "hochberg": "simes-hochberg", "hommel": "hommel", "bonferroni": "bonferroni"}
NAMES |= {"sidak": "sidak", "bh": "fdr_bh"}


def simes(p):
    """Return the Simes p-value of a set."""
    return min(len(p) * x / (i + 1) for i, x in enumerate(sorted(p)))


def closed(p, test):
    """Return the largest p-value of the tests of all subsets that hold each hypothesis."""
    sets = [s for size in range(1, len(p) + 1) for s in combinations(range(len(p)), size)]
    return [max(test([p[j] for j in s]) for s in sets if i in s) for i in range(len(p))]


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("bonferroni", [0.04, 0.16, 0.12, 0.02]),
        ("holm", [0.03, 0.06, 0.06, 0.02]),
        ("hochberg", [0.03, 0.04, 0.04, 0.02]),
        ("hommel", [0.03, 0.04, 0.04, 0.02]),
        ("bh", [0.02, 0.04, 0.04, 0.02]),
        ("sidak", [1 - 0.99**4, 1 - 0.96**4, 1 - 0.97**4, 1 - 0.995**4]),
    ],
)
def test_by_hand(method, expected):
    """Four p-values, 0.005 to 0.04, in no order."""
    assert adjust_pvalues([0.01, 0.04, 0.03, 0.005], method) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("method", list(NAMES))
def test_equal_to_statsmodels(method, monkeypatch):
    """300 random families of 1 to 9, ties among them."""
    from statsmodels.stats.multitest import multipletests

    # By Holm's method it collects garbage at each call, which takes minutes after many other tests.
    monkeypatch.setattr(gc, "collect", lambda *_: 0)
    rng = np.random.default_rng(20)
    for _ in range(300):
        p = np.round(rng.uniform(0, 0.99, rng.integers(1, 10)) ** 3, rng.integers(2, 9)).tolist()
        other = multipletests(p, method=NAMES[method])[1]
        assert adjust_pvalues(p, method) == pytest.approx(np.maximum(other, p), rel=1e-12, abs=1e-15)


@given(families)
def test_hommel_is_the_closed_test_of_simes(p):
    """The definition: the largest Simes p-value of all subsets that hold the hypothesis."""
    assert adjust_pvalues(p, "hommel") == pytest.approx(closed(p, simes), rel=1e-12)


@given(families)
def test_holm_is_the_closed_test_of_bonferroni(p):
    """The definition: the largest of size times smallest p over all subsets."""
    expected = [min(x, 1.0) for x in closed(p, lambda s: len(s) * min(s))]
    assert adjust_pvalues(p, "holm") == pytest.approx(expected, rel=1e-12)


@given(families, st.sampled_from(list(ADJUSTMENTS)))
def test_what_holds_for_every_method(p, method):
    """Never below the raw value, never above 1, in the same order; alone it stays; a missing one changes nothing."""
    found = adjust_pvalues(p, method)
    assert all(raw <= a <= 1 for raw, a in zip(p, found, strict=True))
    assert all(a <= b for (x, a), (y, b) in combinations(zip(p, found, strict=True), 2) if x <= y)
    assert adjust_pvalues([None, *p, None], method) == [None, *found, None]
    if len(p) == 1:
        assert found == pytest.approx(p, rel=1e-15)


@given(families)
def test_the_order_of_power(p):
    """Hommel rejects what Hochberg does, Hochberg what Holm does, Holm what Bonferroni does; Sidak as well."""
    hommel, hochberg, holm, bonferroni = (adjust_pvalues(p, m) for m in ("hommel", "hochberg", "holm", "bonferroni"))
    for a, b, c, d in zip(hommel, hochberg, holm, bonferroni, strict=True):
        assert a <= b * (1 + 1e-12)
        assert b <= c
        assert c <= d
    assert all(s <= b * (1 + 1e-12) for s, b in zip(adjust_pvalues(p, "sidak"), bonferroni, strict=True))


def test_the_smallest_p_does_not_become_zero():
    """The smallest float stays above 0 under every method."""
    for method in ADJUSTMENTS:
        assert all(x > 0 for x in adjust_pvalues([sys.float_info.min, 0.5, 1.0], method))


def test_refusals():
    """What is no method and what is no p-value."""
    with pytest.raises(MethodError) as caught:
        adjust_pvalues([0.1], "fdr")
    assert str(caught.value) == (
        'the adjustment is \'fdr\'; it must be "holm", "hochberg", "hommel", "bonferroni", "sidak" or "bh".'
    )
    for bad in (-0.1, 1.1, float("nan")):
        with pytest.raises(MethodError, match="must lie between 0 and 1"):
            adjust_pvalues([0.1, bad])
    with pytest.raises(TypeError, match="not str"):
        adjust_pvalues(["0.1"])
    for nothing, kind in ((None, "NoneType"), (0.04, "float"), ("0.04", "str")):
        with pytest.raises(TypeError) as refused:
            adjust_pvalues(nothing)
        assert str(refused.value) == f"adjust_pvalues takes a list of p-values, not {kind}; 0.04 alone is [0.04]."


def test_nothing_to_adjust():
    """No p-values, or none that is known."""
    assert adjust_pvalues([]) == []
    assert adjust_pvalues([None, None]) == [None, None]
