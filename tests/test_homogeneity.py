"""Homogeneity of independent estimates: by hand, by scipy, and by listing every table."""

import sys
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency, fisher_exact

from rocstats.methods import homogeneity
from rocstats.methods.homogeneity import homogeneous_shares, homogeneous_values

shares = st.lists(st.integers(1, 7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=2, max_size=4)


def exact(successes, totals):
    """List every table with these margins, in whole numbers."""
    yes = sum(successes)
    tables = [t for t in product(*[range(n + 1) for n in totals]) if sum(t) == yes]
    weights = [prod(comb(n, x) for x, n in zip(t, totals, strict=True)) for t in tables]
    observed = prod(comb(n, x) for x, n in zip(successes, totals, strict=True))
    return Fraction(sum(w for w in weights if w <= observed), sum(weights))


def test_weighted_squares_by_hand():
    """Values 1/2, 1/4, 1/4 with variances 1/64: mean 1/3, 64 (1/36 + 2/144) = 8/3 on 2 df."""
    found = homogeneous_values([Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)], [Fraction(1, 64)] * 3)
    assert (found.statistic, found.df) == (8 / 3, 2)
    assert found.pvalue == pytest.approx(float(chi2.sf(8 / 3, 2)), rel=1e-12)


def test_extreme_values_keep_a_p_above_zero():
    """A difference of a million standard errors has the smallest float as its p-value."""
    found = homogeneous_values([Fraction(0), Fraction(1)], [Fraction(1, 10**12)] * 2)
    assert found.pvalue == sys.float_info.min


@settings(max_examples=200)
@given(shares)
def test_small_tables_equal_the_list_of_all_tables(groups):
    """Expected counts below 5: the exact probability of tables no likelier than the observed one."""
    successes, totals = zip(*groups, strict=True)
    found = homogeneous_shares(successes, totals)
    if found.least_expected < 5:
        assert found.statistic is None
        assert found.pvalue == pytest.approx(float(exact(successes, totals)), rel=1e-9)
    else:
        assert found.name == "Pearson's chi-squared"


def test_published_exact_test():
    """Job satisfaction, as Fisher's test of R shows it for 2 x 2: Fisher's tea with three of four right, p = 0.4857."""
    assert homogeneous_shares([3, 1], [4, 4]).pvalue == pytest.approx(0.4857, abs=5e-5)


def test_large_tables_are_pearsons():
    """No continuity correction, df one fewer than there are groups."""
    table = [[30, 25, 41], [20, 35, 19]]
    found = homogeneous_shares([30, 25, 41], [50, 60, 60])
    other = chi2_contingency(table, correction=False)
    assert (found.statistic, found.df, found.pvalue) == (other.statistic, 2, other.pvalue)
    two = homogeneous_shares([30, 25], [50, 60])
    z = (30 / 50 - 25 / 60) / (55 / 110 * 55 / 110 * (1 / 50 + 1 / 60)) ** 0.5
    assert two.statistic == pytest.approx(z * z)


def test_two_groups_are_fishers():
    """With a small expected count."""
    found = homogeneous_shares([7, 1], [34, 34])
    assert found.name == "Fisher's exact"
    assert found.pvalue == pytest.approx(float(fisher_exact([[7, 1], [27, 33]])[1]))


@pytest.mark.parametrize(("successes", "totals"), [([0, 0, 0], [4, 9, 2]), ([4, 9, 2], [4, 9, 2]), ([0, 0], [90, 90])])
def test_one_table_only(successes, totals):
    """All succeed or none does: nothing could speak against homogeneity, p = 1."""
    assert homogeneous_shares(successes, totals).pvalue == 1


def test_few_successes_in_large_groups_are_enumerated():
    """The margin of few is enumerated, not the groups: a million subjects in each."""
    found = homogeneous_shares([3, 0, 0], [10**6] * 3)
    assert found.pvalue == pytest.approx(3 * (1 / 27), rel=1e-4)
    assert homogeneous_shares([10**6 - 3, 10**6, 10**6], [10**6] * 3).pvalue == pytest.approx(found.pvalue, rel=1e-6)


def test_too_many_tables_stay_at_chi_squared(monkeypatch):
    """The smallest expected count says that it is rough."""
    monkeypatch.setattr(homogeneity, "_MOST_TABLES", 20)
    found = homogeneous_shares([3, 4, 5, 2, 2], [9, 9, 9, 9, 9])
    assert (found.df, found.least_expected) == (4, pytest.approx(16 * 9 / 45))
