"""The largest of correlated normal statistics: closed forms, tables of Tukey and Dunnett, scipy, and its own error."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import norm, studentized_range

from rocstats.errors import MethodError
from rocstats.methods.simultaneous import largest_normal


def pairs(k):
    """Return the covariance of all differences of k independent estimates of variance 1."""
    rows = np.array([[(t == i) - (t == j) for t in range(k)] for i, j in combinations(range(k), 2)], float)
    return (rows @ rows.T).tolist()


def test_one_dimension_is_the_normal_quantile():
    """One statistic, or several that are multiples of each other."""
    for covariance in ([[3.0]], [[1, -2], [-2, 4]]):
        largest = largest_normal(covariance, seed=1)
        assert (largest.rank, largest.seed) == (1, None)
        assert largest.quantile(0.95) == pytest.approx(norm.ppf(0.975), abs=1e-9)
        assert largest.pvalue(-1.3) == pytest.approx(2 * norm.sf(1.3), rel=1e-9)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_independent_statistics_have_the_root_of_the_level(k):
    """Sidak's closed form, within five standard errors where directions are drawn."""
    largest = largest_normal(np.eye(k).tolist(), seed=3)
    expected = norm.ppf((1 + 0.95 ** (1 / k)) / 2)
    assert largest.quantile(0.95) == pytest.approx(expected, abs=1e-7 + 5 * largest.quantile_error(0.95))
    assert largest.quantile_error(0.95) < 1e-3


@pytest.mark.parametrize(("k", "level"), [(3, 0.95), (3, 0.9), (4, 0.95), (6, 0.99)])
def test_all_pairs_of_independent_estimates_are_tukeys_range(k, level):
    """The studentized range at infinite degrees of freedom, over the root of 2."""
    largest = largest_normal(pairs(k), seed=5)
    expected = studentized_range.ppf(level, k, np.inf) / math.sqrt(2)
    assert largest.rank == k - 1
    assert largest.quantile(level) == pytest.approx(expected, abs=1e-5 + 5 * largest.quantile_error(level))


def test_many_to_one_is_dunnetts_table():
    """Two-sided 0.05 at infinite df for 2, 3 and 4 comparisons with one control, as in Dunnett (1964)."""
    for k, printed in ((2, 2.21), (3, 2.35), (4, 2.44)):
        covariance = (0.5 * np.eye(k) + 0.5).tolist()
        assert largest_normal(covariance, seed=1).quantile(0.95) == pytest.approx(printed, abs=0.005)


def test_equal_to_scipys_integral():
    """A general correlation of three statistics, by the multivariate normal distribution of scipy."""
    from scipy.stats import multivariate_normal

    covariance = np.array([[1, 0.6, -0.3], [0.6, 1, 0.2], [-0.3, 0.2, 1.0]])
    largest = largest_normal(covariance.tolist(), seed=2)
    q = largest.quantile(0.95)
    box = multivariate_normal(cov=covariance, abseps=1e-7, releps=1e-7).cdf([q] * 3, lower_limit=[-q] * 3)
    assert box == pytest.approx(0.95, abs=2e-4)
    assert largest.pvalue(q) == pytest.approx(0.05, abs=1e-9)


def test_the_stated_error_is_that_of_other_seeds():
    """The quantiles of twelve seeds spread as their stated standard error says, and one seed gives the same bits."""
    covariance = (0.5 * np.eye(4) + 0.5).tolist()
    found = [largest_normal(covariance, seed=s) for s in range(12)]
    spread = np.std([one.quantile(0.95) for one in found], ddof=1)
    stated = np.sqrt(np.mean([one.quantile_error(0.95) ** 2 for one in found]))
    assert stated / 2.5 < spread < stated * 2.5
    assert largest_normal(covariance, seed=7).quantile(0.95) == found[7].quantile(0.95)


def test_scale_and_order_do_not_matter():
    """Units of the estimates cancel; the order of two dimensions does too."""
    covariance = np.array([[1, 0.5], [0.5, 1]])
    scaled = covariance * np.outer([1e-6, 1e5], [1e-6, 1e5])
    q = largest_normal(covariance.tolist(), seed=1).quantile(0.95)
    assert largest_normal(scaled.tolist(), seed=1).quantile(0.95) == pytest.approx(q, abs=1e-9)
    assert norm.ppf(0.975) < q < norm.ppf(1 - 0.025 / 2)


def test_extreme_values():
    """Near-equal statistics, a level close to 1, a large z."""
    largest = largest_normal([[1, 1 - 1e-12], [1 - 1e-12, 1]], seed=1)
    assert largest.quantile(0.95) == pytest.approx(norm.ppf(0.975), abs=1e-9)
    wide = largest_normal(pairs(4), seed=1)
    assert norm.ppf(1 - 5e-7) < wide.quantile(0.999999) < norm.ppf(1 - 5e-7 / 6) + 1e-5
    assert 0 < wide.pvalue(60) < 1e-100
    with pytest.raises(MethodError, match=r"^level is 95;"):
        wide.quantile(95)
