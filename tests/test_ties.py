"""Ties between cases and controls: counts pair by pair, the attainable range, the bound, rounding."""

import json
import math
from fractions import Fraction
from math import inf

import oracles
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import groups, lists, one_test, ratings

from rocstats import AUC, DataError, Sample, auc, tie_summary

HAND = Sample.from_groups(cases=[1, 2, 2, 3], controls=[0, 1, 2])
decimals = st.one_of(
    st.integers(-(10**7), 10**7).flatmap(lambda i: st.integers(-12, 12).map(lambda e: float(f"{i}e{e}"))),
    st.integers(-999, 999).map(lambda i: i / 100),
)


def bound(cases, controls):
    """Return a quarter of the shares of cases and of controls at scores that both groups hold [redolfi2026]."""
    both = set(cases) & set(controls)
    shares = [Fraction(sum(v in both for v in group), len(group)) for group in (cases, controls)]
    return sum(shares) / 4


def test_worked_by_hand():
    """Of 12 pairs 8 are won, 3 tied, 1 lost; 1 and 2 are held by both, by 3 of 4 cases and 2 of 3 controls."""
    ties = tie_summary(HAND)
    assert (ties.higher, ties.tied, ties.lower, ties.pairs) == (8, 3, 1, 12)
    assert (ties.distinct, ties.shared, ties.cases_shared, ties.controls_shared) == (4, 2, 3, 2)
    assert (ties.p_higher, ties.p_tie, ties.auc) == (2 / 3, 1 / 4, 19 / 24)
    assert ties.attainable == (2 / 3, 11 / 12)
    assert (ties.gap, ties.bound) == (1 / 8, float((Fraction(3, 4) + Fraction(2, 3)) / 4))


@given(one_test())
def test_counts_equal_every_pair(sample):
    """Cumulated counts are those of looking at each pair."""
    ties = tie_summary(sample)
    counts = oracles.pair_counts(*lists(sample))
    assert (ties.higher, ties.tied, ties.lower) == counts
    assert ties.pairs == sample.n_cases * sample.n_controls == sum(counts)
    assert ties.auc == AUC()(sample)[0]
    assert ties.p_higher == float(Fraction(counts[0], ties.pairs))


@given(groups(ratings, least=2, most=8))
def test_standard_errors_at_both_ends_equal_every_pair(drawn):
    """With every tie lost or every tie won, DeLong's variance is that of the pairwise definition."""
    cases, controls = drawn
    ties = tie_summary(Sample.from_groups(cases=cases, controls=controls))
    for found, tie in zip(ties.standard_errors, (0, 1), strict=True):
        exact = oracles.variance(cases, controls, tie=tie)
        assert found == (math.sqrt(exact) if exact else None)
    assert ties.attainable == tuple(float(oracles.area(cases, controls, tie=tie)) for tie in (0, 1))


@given(one_test())
def test_the_bound_holds(sample):
    """The exact gap lies between 0 and Redolfi's bound, and the attainable range around the area."""
    ties = tie_summary(sample)
    exact = bound(*lists(sample))
    assert ties.bound == float(exact)
    assert 0 <= Fraction(ties.tied, 2 * ties.pairs) <= exact
    low, high = ties.attainable
    assert low <= ties.auc <= high


def test_the_bound_is_reached_by_one_shared_score():
    """All cases and all controls at one value: the gap is a half, and so is the bound."""
    ties = tie_summary(Sample.from_groups(cases=[3, 3], controls=[3, 3, 3]))
    assert (ties.gap, ties.bound, ties.auc) == (0.5, 0.5, 0.5)
    assert ties.standard_errors == (None, None)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=5))
def test_a_rating_table_equals_its_rows(table):
    """Counts per rating tell the same of ties as one row per subject."""
    p, q = (list(column) for column in zip(*table, strict=True))
    if not sum(p) or not sum(q):
        return
    ratings = list(range(1, len(p) + 1))
    rows = Sample.from_groups(cases=oracles.expanded(ratings, p), controls=oracles.expanded(ratings, q))
    one, other = tie_summary(Sample.from_counts(cases=p, controls=q)).rows(), tie_summary(rows).rows()
    assert [{**row, "test": ""} for row in one] == [{**row, "test": ""} for row in other]


def test_a_rating_table_of_many_subjects_is_counted_exactly():
    """1e17 pairs are counted in whole numbers."""
    cases, controls = [10**8, 1, 3 * 10**8], [2 * 10**8, 10**8, 7]
    ties = tie_summary(Sample.from_counts(cases=cases, controls=controls))
    assert (ties.higher, ties.tied, ties.lower) == oracles.pair_counts([1, 2, 3], [1, 2, 3], cases, controls)
    for found, tie in zip(ties.standard_errors, (0, 1), strict=True):
        assert found == math.sqrt(oracles.variance([1, 2, 3], [1, 2, 3], cases, controls, tie))


# Near-ties and rounding


def test_rounding_noise_is_counted_as_a_near_tie():
    """0.1 + 0.2 is not 0.3 in floats: no tie, but a near-tie, and one digit less makes it a tie."""
    ties = tie_summary(Sample.from_groups(cases=[0.1 + 0.2], controls=[0.3]))
    assert (ties.tied, ties.near_ties, ties.auc) == (0, 1, 1.0)
    assert ties.after_rounding == (0.5,) * 6
    assert tie_summary(Sample.from_groups(cases=[1 + 2e-12], controls=[1])).near_ties == 0
    assert tie_summary(Sample.from_groups(cases=[0.0], controls=[1e-300])).near_ties == 0


def printf(value, digits):
    """Round to significant digits as printf does."""
    return float(f"{value:.{digits - 1}e}") if math.isfinite(value) else value


@example(drawn=([1e9], [999999999.0]))
@example(drawn=([1e-7], [9.99999999e-8]))
@example(drawn=([0.5, 2.5, 0.25], [1.5, 0.35, 0.15]))
@example(drawn=([0.0, inf, 5e-324], [-inf, 1e-310, -0.04]))
@example(drawn=([-123456.5, -0.0015], [-123450, -0.0025]))
@given(groups(decimals, most=6))
def test_area_after_rounding_equals_rounding_each_score(drawn):
    """Rounding the scores one by one, and comparing every pair of what is left, gives the same area."""
    cases, controls = drawn
    found = tie_summary(Sample.from_groups(cases=cases, controls=controls)).after_rounding
    for digits, value in enumerate(found, 1):
        rounded = [[printf(v, digits) for v in group] for group in drawn]
        assert value == float(oracles.area(*rounded))


@pytest.mark.parametrize("exponent", range(-15, 16))
def test_the_same_rounded_number_from_two_decades_is_a_tie(exponent):
    """9.99999999 and 10 are both 10 to six digits, in every decade."""
    above, below = float(f"1e{exponent}"), float(f"9.99999999e{exponent - 1}")
    assert tie_summary(Sample.from_groups(cases=[above], controls=[below])).after_rounding == (0.5,) * 6


@pytest.mark.parametrize(
    ("cases", "controls"),
    [([1.7e308, 1], [-1.7e308, 0]), ([1.797e308, 1], [2, 0]), ([inf, 1.797e308], [-inf, -1.797e308])],
)
def test_the_largest_scores_warn_of_nothing(cases, controls):
    """Neither a difference nor a rounded score overflows on the way, and largest stays above the rest."""
    ties = tie_summary(Sample.from_groups(cases=cases, controls=controls))
    assert ties.near_ties == 0
    assert ties.after_rounding == (float(oracles.area(cases, controls)),) * 6


# What people see


def test_printed_whole():
    """Counts, probabilities, the attainable range, the gap beside its bound, rounding."""
    assert str(tie_summary(HAND)) == (
        "\n\tTies between cases and controls\n\n"
        'data:  score by group (positive: "cases"; higher scores are positive)\n'
        "       4 cases, 3 controls, 0 dropped\n"
        "12 case-control pairs:\n"
        "  8 with the case higher, 3 tied, 1 with the control higher\n"
        "4 distinct scores, 2 of them held by both groups (3 cases, 2 controls)\n"
        "near-ties (scores equal to a relative 1e-12 but not exactly): 0\n"
        "\n"
        "P(case > control)      0.667\n"
        "P(tie)                 0.250\n"
        "AUC = P(>) + P(tie)/2  0.792\n"
        "\n"
        "If every tie were resolved one way:\n"
        "                        AUC  std. error\n"
        "all against the test  0.667      0.2591\n"
        "all for the test      0.917      0.1179\n"
        "\n"
        "Share of the AUC that comes from ties, AUC - P(>):\n"
        "exact            0.125\n"
        "Redolfi's bound  0.354\n"
        "\n"
        "AUC after rounding the scores to significant digits:\n"
        "    1      2      3      4      5      6\n"
        "0.792  0.792  0.792  0.792  0.792  0.792\n"
    )


def test_all_tied_says_what_is_not_estimable():
    """Resolved one way, every score equal leaves no variance: said in words where the number would stand."""
    text = str(tie_summary(Sample.from_groups(cases=[1, 1], controls=[1, 1])))
    assert "all against the test  0.000  not estimable\n" in text
    assert "all for the test      1.000  not estimable\n" in text


def test_the_row_is_strict_json():
    """Every number of the summary is in the dictionary, and none is NaN."""
    found = json.loads(json.dumps(tie_summary(Sample.from_groups(cases=[1], controls=[1])).to_dict(), allow_nan=False))
    assert found["pairs_tied"] == 1
    assert found["std_error_ties_for"] is None
    assert found["references"] == ["redolfi2026", "pepe2003"]


def test_the_ties_of_a_low_test_are_those_of_the_data():
    """Turning scores leaves ties and rounding alone, and counts won pairs on the stated side."""
    low = tie_summary(Sample.from_groups(cases=[1, 2, 2, 3], controls=[0, 1, 2], low=True))
    assert (low.higher, low.tied, low.lower) == (1, 3, 8)
    assert low.auc == auc(Sample.from_groups(cases=[1, 2, 2, 3], controls=[0, 1, 2], low=True)).estimate


def test_several_tests_are_refused():
    """Ties are of one test, and the message says how to pick it."""
    two = Sample.from_groups(cases={"CT": [1], "MRI": [2]}, controls={"CT": [0], "MRI": [1]})
    with pytest.raises(DataError, match=r"^tie_summary takes one test; this sample holds 2: CT and MRI\. Pick one "):
        tie_summary(two)


def test_clusters_have_no_standard_errors():
    """Pairs of subjects in clusters are counted; standard errors of independent subjects are left out, with a note."""
    truth, scores = [1, 1, 0, 0, 1, 0], [1, 2, 2, 0, 3, 1]
    alone, found = (
        tie_summary(Sample.from_truth(truth, scores, **options)) for options in ({}, {"cluster": list("aabbcc")})
    )
    assert (found.higher, found.tied, found.lower) == (alone.higher, alone.tied, alone.lower)
    assert found.standard_errors == (None, None)
    assert None not in alone.standard_errors
    assert found.rows()[0]["std_error_ties_for"] is None
    text = str(found)
    assert "all against the test  0.667           -\n" in text
    assert "not estimable" not in text
    assert "note: these subjects come in clusters, and DeLong's standard errors are for" in text


@pytest.mark.parametrize("wrong", [5, None, [1, 2]])
def test_what_is_no_sample_is_refused(wrong):
    """The door names what it takes."""
    with pytest.raises(TypeError, match="tie_summary takes a Sample"):
        tie_summary(wrong)
