"""The Mann-Whitney test: published examples, every choice of cases, and the normal approximation of scipy."""

import json
import math
import sys
from fractions import Fraction
from itertools import combinations

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import lists, one_test, ratings

from rocstats import DataError, MethodError, Sample, auc
from rocstats.inference.equal_distributions import mann_whitney
from rocstats.methods.exact_rank_sum import exact_rank_sum

SIDED = ("two-sided", "less", "greater")
# Hollander and Wolfe (1973), Nonparametric Statistical Methods, p. 69: permeability of membranes at term and earlier.
TERM = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
EARLIER = [1.15, 0.88, 0.90, 0.74, 1.21]
# Mason and Graham (2002), Q. J. R. Meteorol. Soc. 128:2145: fifteen forecasts, with ties and without.
EVENT = [0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 1, 1]
TIED = [0.8, 0.8, 0, 1, 1, 0.6, 0.4, 0.8, 0, 0, 0.2, 0, 0, 1, 1]
UNTIED = [0.928, 0.576, 0.008, 0.944, 0.832, 0.816, 0.136, 0.584, 0.032, 0.016, 0.28, 0.024, 0.0, 0.984, 0.952]


def twice_u(cases, controls):
    """Return twice the pairs won plus the pairs tied."""
    return sum(2 * oracles.psi(x, y) for x in cases for y in controls)


def enumerated(cases, controls, alternative):
    """Choose the cases in every way and count the choices whose U is as extreme."""
    everyone, m = cases + controls, len(cases)
    middle = m * len(controls)
    observed = twice_u(cases, controls)
    found = []
    for chosen in combinations(range(len(everyone)), m):
        rest = [everyone[i] for i in range(len(everyone)) if i not in chosen]
        u = twice_u([everyone[i] for i in chosen], rest)
        extreme = {
            "two-sided": abs(u - middle) >= abs(observed - middle),
            "greater": u >= observed,
            "less": u <= observed,
        }
        found.append(extreme[alternative])
    return Fraction(sum(found), len(found))


# Published


def test_permeability_of_membranes():
    """U = 35, one-sided p = 0.1272, as printed in the book and by R's wilcox.test."""
    found = mann_whitney(Sample.from_groups(cases=TERM, controls=EARLIER), alternative="greater")
    assert (found.statistic, found.exact, found.z) == (35.0, True, None)
    assert found.pvalue == pytest.approx(0.1272, abs=5e-5)


@pytest.mark.parametrize(
    ("scores", "exact", "p"),
    [
        (UNTIED, True, 0.006993006993),  # R: wilcox.test
        (TIED, True, 0.0114996115),  # R: exactRankTests::wilcox.exact
        (TIED, False, 0.0135848844),  # R: wilcox.test with its correction
    ],
)
def test_forecasts_with_and_without_ties(scores, exact, p):
    """One-sided p-values of three R functions for the same fifteen forecasts."""
    found = mann_whitney(Sample.from_truth(EVENT, scores), alternative="greater", exact=exact)
    assert found.pvalue == pytest.approx(p, abs=5e-11)
    assert found.exact == exact


# Exact


def test_worked_by_hand():
    """2 + 2 subjects, all cases above: 1 of 6 choices on one side, 2 of 6 on both, all on the other."""
    sample = Sample.from_groups(cases=[3, 4], controls=[1, 2])
    assert [mann_whitney(sample, alternative=a).pvalue for a in SIDED] == [1 / 3, 1.0, 1 / 6]


@settings(max_examples=60)
@given(one_test(most=5), st.sampled_from(SIDED))
def test_equals_every_choice(sample, alternative):
    """The exact p-value is the share among all choices, ties and the observed one included."""
    found = mann_whitney(sample, alternative=alternative)
    exact = enumerated(*lists(sample), alternative)
    assert found.exact
    assert found.pvalue == float(exact) >= 1 / math.comb(len(sample.cases) + len(sample.controls), len(sample.cases))
    assert found.statistic * 2 == twice_u(*lists(sample))


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=30, unique=True), st.data(), st.sampled_from(SIDED))
def test_without_ties_it_equals_scipy(scores, data, alternative):
    """scipy.stats.mannwhitneyu(method="exact") has the same distribution."""
    from scipy.stats import mannwhitneyu

    m = data.draw(st.integers(1, len(scores) - 1))
    expected = mannwhitneyu(scores[:m], scores[m:], alternative=alternative, method="exact")
    found = mann_whitney(Sample.from_groups(cases=scores[:m], controls=scores[m:]), alternative=alternative)
    assert found.statistic == expected.statistic
    assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-9)


@given(one_test(most=8))
def test_both_sides_overlap_in_the_observed_value(sample):
    """P(U <= u) + P(U >= u) = 1 + P(U = u), which is at least one choice."""
    less, greater = (mann_whitney(sample, alternative=a).pvalue for a in ("less", "greater"))
    total = math.comb(len(sample.cases) + len(sample.controls), len(sample.cases))
    assert less + greater >= 1 + 1 / total - 1e-12


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.data())
def test_all_tails_of_a_distribution_add_up(groups, data):
    """The shares of "less" rise to 1 over all values of U, those of "greater" fall from 1."""
    total = sum(groups)
    m = data.draw(st.integers(1, max(total - 1, 1)))
    if total == 1:
        return
    last = 2 * m * (total - m)
    step = 2 if max(groups) == 1 else 1
    less = [exact_rank_sum(groups, m, u, "less") for u in range(0, last + 1, step)]
    greater = [exact_rank_sum(groups, m, u, "greater") for u in range(0, last + 1, step)]
    assert less == sorted(less)
    assert (less[-1], greater[0]) == (1, 1)
    assert all(a + b == 1 for a, b in zip(less[:-1], greater[1:], strict=True))


def test_a_tiny_p_value_is_not_zero():
    """70 + 70 separated subjects: one choice of 9e40; the smallest float stands for what no float holds."""
    found = mann_whitney(Sample.from_groups(cases=range(100, 170), controls=range(70)), alternative="greater")
    assert found.pvalue == pytest.approx(1 / math.comb(140, 70), rel=1e-12)
    far = mann_whitney(Sample.from_counts(cases=[0, 10**6], controls=[10**6, 0]))
    assert (far.pvalue, far.exact) == (sys.float_info.min, False)


# The normal approximation


@settings(max_examples=60)
@given(one_test(least=2), st.sampled_from(SIDED))
def test_approximately_it_equals_scipy(sample, alternative):
    """Corrected for ties and continuity, the p-value is that of scipy.stats.mannwhitneyu(method="asymptotic")."""
    from scipy.stats import mannwhitneyu

    cases, controls = lists(sample)
    found = mann_whitney(sample, alternative=alternative, exact=False)
    assert not found.exact
    if len(set(cases + controls)) == 1:
        assert (found.pvalue, found.z, found.notes[0].code) == (1.0, None, "all-tied")
        return
    expected = mannwhitneyu(cases, controls, alternative=alternative, method="asymptotic")
    assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-9)


def test_exact_and_approximate_are_near_in_large_groups():
    """60 + 60 ratings: both p-values within 0.002."""
    table = Sample.from_counts(cases=[8, 10, 14, 16, 12], controls=[15, 14, 13, 10, 8])
    exact, rough = (mann_whitney(table, exact=e) for e in (None, False))
    assert exact.exact
    assert exact.pvalue == pytest.approx(rough.pvalue, abs=0.002)


@given(
    st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any),
    st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any),
    st.sampled_from(SIDED),
    st.booleans(),
)
def test_grouped_rows_equal_expanded_rows(p, q, alternative, exact):
    """A rating table gives what its rows written out give, bit by bit."""
    table = Sample.from_counts(cases=p, controls=q)
    rows = Sample.from_groups(cases=oracles.expanded([1, 2, 3], p), controls=oracles.expanded([1, 2, 3], q))
    one, other = (mann_whitney(s, alternative=alternative, exact=exact) for s in (table, rows))
    assert (one.statistic, one.z, one.pvalue, one.auc, one.notes) == (
        *(other.statistic, other.z, other.pvalue, other.auc),
        other.notes,
    )


# Corners


@pytest.mark.parametrize(("cases", "controls"), [([1], [1]), ([2, 2, 2], [2, 2]), ([math.inf], [math.inf, math.inf])])
@pytest.mark.parametrize("alternative", SIDED)
def test_all_tied_has_p_1(cases, controls, alternative):
    """Every choice gives the same U."""
    found = mann_whitney(Sample.from_groups(cases=cases, controls=controls), alternative=alternative)
    assert (found.pvalue, found.auc) == (1.0, 0.5)
    assert found.notes[0].code == "all-tied"


def test_one_case_and_one_control_are_enough():
    """Two choices: p is 1/2 on one side and 1 on both."""
    sample = Sample.from_groups(cases=[2], controls=[1])
    assert [mann_whitney(sample, alternative=a).pvalue for a in SIDED] == [1.0, 1.0, 0.5]


@given(st.lists(ratings, min_size=1, max_size=6), st.lists(ratings, min_size=1, max_size=6))
def test_low_is_positive_turns_the_sides(cases, controls):
    """A test of which low scores are positive is the turned test, and the words say which way cases score."""
    low = Sample.from_groups(cases=cases, controls=controls, tests=["K"], low=["K"])
    high = Sample.from_groups(cases=[-x for x in cases], controls=[-y for y in controls])
    one, other = (mann_whitney(s, alternative="greater") for s in (low, high))
    assert (one.statistic, one.pvalue) == (other.statistic, other.pvalue)
    assert "cases tend to score lower than controls" in str(one)
    assert "cases tend to score higher than controls" in str(other)


@given(one_test(), st.sampled_from(SIDED), st.sampled_from([None, False]))
def test_every_sample_has_an_answer_that_can_be_kept(sample, alternative, exact):
    """No NaN, no p of 0, strict JSON, a row for a table."""
    found = mann_whitney(sample, alternative=alternative, exact=exact)
    assert 0 < found.pvalue <= 1
    assert "nan" not in str(found).lower()
    json.dumps(found.to_dict(), allow_nan=False)
    assert list(found.tidy()["p_value"]) == [found.pvalue]
    assert found.auc == auc(sample).estimate


def test_it_is_not_a_test_of_the_area():
    """Cases far out on both sides of the controls: an area of 1/2, and the result says what it tests."""
    spread = Sample.from_groups(cases=[-9, -8, 8, 9], controls=[-1, 0, 0, 1])
    found = mann_whitney(spread)
    assert (found.auc, found.pvalue) == (0.5, 1.0)
    assert found.notes[-1].code == "equal-distributions"
    assert found.notes[-1].text.startswith("a test of equal distributions, not of AUC = 0.5: ")


# Printed


def test_printed_whole():
    """R's wilcox.test, with the data line and the area."""
    assert (
        str(mann_whitney(Sample.from_groups(cases=TERM, controls=EARLIER), alternative="greater"))
        == """
\tMann-Whitney test of equal distributions, exact

data:  score by group (positive: "cases"; higher scores are positive)
       10 cases, 5 controls, 0 dropped
U = 35, p-value = 0.127
alternative hypothesis: cases tend to score higher than controls
sample estimates:
AUC = U/mn
     0.700
note: the p-value is exact: every choice of as many cases was counted.
note: a test of equal distributions, not of AUC = 0.5: groups of different
      spread can be told apart by it or missed. For the area use auc(sample,
      null_value=0.5).
"""
    )


def test_an_approximation_is_named_in_the_title_and_has_a_z():
    """The title, the statistic and a note say so."""
    text = str(mann_whitney(Sample.from_truth(EVENT, TIED), exact=False))
    assert "\tMann-Whitney test of equal distributions, normal approximation\n" in text
    assert "U = 47, Z = 2.209, p-value = 0.027" in text
    assert "alternative hypothesis: the distributions of cases and controls differ" in text
    assert "corrected for ties and for continuity." in " ".join(text.split())


# Refusals


def test_what_it_does_not_serve_is_refused_with_a_way_out():
    """Several tests, clusters, too many choices, no sample, unknown options."""
    both = Sample.from_truth([1, 0], {"A": [2, 1], "B": [1, 2]})
    with pytest.raises(DataError, match=r"^mann_whitney takes one test; this sample holds 2: A and B\."):
        mann_whitney(both)
    clustered = Sample.from_truth([1, 0, 1, 0], [3, 1, 2, 2], cluster=[1, 1, 2, 2])
    with pytest.raises(MethodError, match=r"^these subjects come in clusters, and the Mann-Whitney test takes"):
        mann_whitney(clustered)
    with pytest.raises(MethodError, match=r"^the choices of 10000 cases among 20000 subjects are too many to count"):
        mann_whitney(Sample.from_counts(cases=[5000, 5000], controls=[5000, 5000]), exact=True)
    with pytest.raises(TypeError, match=r"^mann_whitney takes a Sample, not list"):
        mann_whitney([1, 2, 3])
    with pytest.raises(TypeError, match=r"^exact is True, False or None\.$"):
        mann_whitney(both.select("A"), exact=1)
    with pytest.raises(MethodError, match=r"^alternative is 'greater than'"):
        mann_whitney(both.select("A"), alternative="greater than")
