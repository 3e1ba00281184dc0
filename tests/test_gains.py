"""Gains: bins from the most positive score down, and how many of the cases each has gathered."""

from fractions import Fraction

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import groups, ratings

from rocstats import DataError, MethodError, Sample
from rocstats.empirical.gains_bins import gains, gains_from_counts
from rocstats.empirical.gains_table import bin_texts


def slow_bins(cases, controls, bins):
    """Walk down the distinct scores; a bin closes when the subjects so far reach its share of all."""
    total, seen, closed, found = len(cases) + len(controls), 0, 0, [[]]
    for score in sorted(set(cases) | set(controls), reverse=True):
        if seen * bins >= (closed + 1) * total and found[-1]:
            found.append([])
            closed = seen * bins // total
        found[-1].append(score)
        seen += cases.count(score) + controls.count(score)
    return found


# Worked by hand


def test_by_hand():
    """6 subjects in 3 bins: the tie at 4 fills the first bin and part of the second."""
    table = gains(Sample.from_groups(cases=[5, 4, 4], controls=[4, 3, 2]), bins=3)
    assert table.n.tolist() == [4, 2]
    assert table.cases.tolist() == [3, 0]
    assert table.tpf.tolist() == [1.0, 1.0]
    assert table.fpf.tolist() == [float(Fraction(1, 3)), 1.0]
    assert table.precision.tolist() == [0.75, 0.0]
    assert table.lift.tolist() == [1.5, 1.0]
    assert table.ks.tolist() == [float(Fraction(2, 3)), 0.0]
    assert (table.low.tolist(), table.high.tolist()) == ([4.0, 2.0], [5.0, 3.0])
    assert table.gini == float(2 * oracles.area([5, 4, 4], [4, 3, 2]) - 1)


def test_at_a_stated_prevalence():
    """Precision and lift weigh cases and controls by the stated share; everything else stays."""
    sample = Sample.from_groups(cases=[5, 4], controls=[4, 3, 2, 1])
    table = gains(sample, bins=6, prevalence=0.1)
    # Bin [4,4] holds half of the cases and a quarter of the controls.
    assert table.precision[1] == pytest.approx(0.05 / (0.05 + 0.9 / 4))
    assert table.share[1] == pytest.approx(0.1 + 0.9 / 4)
    assert table.lift[1] == pytest.approx(1 / (0.1 + 0.9 / 4))
    assert (table.tpf == gains(sample, bins=6).tpf).all()


def test_grouped_counts_of_a_credit_model():
    """The first three tenths of a logistic model, 61,797 subjects: figures as printed in a worked case on a web log."""
    table = gains_from_counts(cases=[4879, 2804, 2165, 4236], controls=[1301, 3376, 4015, 39021])
    assert table.tpf[[0, 2]].round(3).tolist() == [0.346, 0.699]
    assert table.fpf[[0, 2]].round(3).tolist() == [0.027, 0.182]
    assert table.ks_at_edges == pytest.approx(0.51706, abs=5e-6)
    points = [(None, 0, 0), *zip("abcd", np.cumsum(table.cases), np.cumsum(table.controls), strict=True)]
    assert table.auc == float(oracles.trapezoids([(c, int(t), int(f)) for c, t, f in points], 14084, 47713))


# Properties


@given(drawn=groups(ratings, most=25), bins=st.integers(1, 12))
def test_bins_close_where_the_slow_walk_closes_them(drawn, bins):
    """Sizes and ends are those of walking down the scores one by one."""
    cases, controls = drawn
    table = gains(Sample.from_groups(cases=cases, controls=controls), bins=bins)
    expected = slow_bins(cases, controls, bins)
    assert table.high.tolist() == [scores[0] for scores in expected]
    assert table.low.tolist() == [scores[-1] for scores in expected]
    assert table.cases.tolist() == [sum(x in scores for x in cases) for scores in expected]
    assert table.controls.tolist() == [sum(y in scores for y in controls) for scores in expected]


@given(drawn=groups(ratings, most=25), bins=st.integers(1, 12))
def test_totals_and_ends_are_right(drawn, bins):
    """Everybody is gathered at the end, lift ends at 1, and KS at the edges is not above KS over all thresholds."""
    cases, controls = drawn
    table = gains(Sample.from_groups(cases=cases, controls=controls), bins=bins)
    assert len(table.n) <= bins
    assert (table.cum_n[-1], table.cum_cases[-1]) == (len(cases) + len(controls), len(cases))
    assert (table.tpf[-1], table.fpf[-1], table.lift[-1], table.ks[-1]) == (1.0, 1.0, 1.0, 0.0)
    assert table.ks_at_edges <= table.ks_overall
    away = [tp * len(controls) - fp * len(cases) for _, tp, fp in oracles.vertices(cases, controls)]
    assert table.ks_overall == float(Fraction(max(away), len(cases) * len(controls)))


@given(p=st.lists(st.integers(0, 9), min_size=4, max_size=4), q=st.lists(st.integers(0, 9), min_size=4, max_size=4))
def test_a_grouped_sample_is_its_expanded_rows(p, q):
    """Row counts and expanded rows give the same table to the last bit."""
    if not sum(p) or not sum(q):
        return
    grouped = Sample.from_counts(cases=p, controls=q)
    rows = [1.0, 2.0, 3.0, 4.0]
    whole = Sample.from_groups(cases=oracles.expanded(rows, p), controls=oracles.expanded(rows, q), tests=["rating"])
    assert str(gains(grouped, 3)) == str(gains(whole, 3))
    assert gains(grouped, 3).rows() == gains(whole, 3).rows()


def test_every_score_its_own_group_gives_the_gini_of_the_sample():
    """Trapezoids over groups of one score each are the empirical area."""
    sample = Sample.from_groups(cases=[5, 4, 4, 1], controls=[4, 3, 2])
    table = gains(sample, bins=100)
    grouped = gains_from_counts(cases=table.cases, controls=table.controls)
    assert grouped.gini == table.gini
    assert gains_from_counts(cases=[2, 2], controls=[1, 2]).gini < table.gini


# Corners


def test_low_is_positive_starts_at_the_lowest_score():
    """Bins run from the most positive score down, and their ends stand on the scale of the data, low before high."""
    sample = Sample.from_groups(cases=[1, 2], controls=[3, 4], low=True)
    table = gains(sample, bins=2)
    assert (table.low.tolist(), table.high.tolist()) == ([1.0, 3.0], [2.0, 4.0])
    assert table.cases.tolist() == [2, 0]
    assert "bins from the most positive score (the lowest) down; equal scores stay together\n" in str(table)
    assert "over all thresholds: 1.000 (<= 2)" in str(table)


def test_ties_leave_fewer_bins_and_say_so():
    """All tied is one bin; more bins than distinct scores are not filled."""
    tied = gains(Sample.from_groups(cases=[1, 1], controls=[1, 1]), bins=4)
    assert tied.n.tolist() == [4]
    assert (tied.ks_overall, tied.ks_thresholds, tied.gini) == (0.0, (), 0.0)
    assert tied.notes[-1].text == (
        "4 bins were asked for and 1 filled: equal scores stay together, and there is 1 distinct score."
    )
    assert "over all thresholds: 0.000, where nobody is positive" in str(tied)


def test_one_bin_and_more_bins_than_subjects():
    """One bin holds everybody; a bin for each distinct score is the most there can be."""
    sample = Sample.from_groups(cases=[3, 2], controls=[1, 0])
    assert gains(sample, 1).n.tolist() == [4]
    assert gains(sample, 1000).n.tolist() == [1, 1, 1, 1]
    assert str(gains(sample, 1)).startswith("\n\tGains table in 1 bin of the score\n")


def test_infinite_scores_and_long_decimals():
    """Scores beyond a detection limit order as usual; ends are written as short as tells them apart."""
    sample = Sample.from_groups(cases=[np.inf, 0.123456789], controls=[-np.inf, 0.123356789])
    table = gains(sample, 4)
    assert table.high.tolist()[0] == np.inf
    assert "[Inf,Inf]" in str(table)
    assert "[0.1235,0.1235]" in str(table)
    assert "[0.1234,0.1234]" in str(table)


@pytest.mark.parametrize("size", [150, 1000, 10_000, 200_000])
@pytest.mark.parametrize(
    "scale", [lambda p: p, lambda p: np.log(p / (1 - p)), lambda p: 1e5 * p, lambda p: p**4 * 1e-4, lambda p: 1e20 * p]
)
def test_unrounded_scores_are_written_short(size, scale):
    """Tables of tenths stay within the page, and say where ends that differ look alike; rows keep all digits."""
    rng = np.random.default_rng(size)
    p = rng.random(size)
    case = rng.random(size) < p
    table = gains(Sample.from_truth(case.astype(int), scale(p)))
    lines = str(table).expandtabs(8).splitlines()
    assert max(map(len, lines)) <= 80
    texts = bin_texts(table.low, table.high)
    assert all(len(text) <= len("[-1.234e-15,1.234e-12]") for text in texts)
    ends = {end for text in texts for end in text[1:-1].split(",")}
    alike = len(ends) < len({*table.low.tolist(), *table.high.tolist()})
    assert ("Scores are shown rounded; tidy() has them in full." in lines) == alike
    assert table.rows()[0]["high"] == scale(p).max()


def test_big_counts_stay_whole():
    """A table of 2e9 subjects gathers them without overflow."""
    big = Sample.from_counts(cases=[10**9, 1], controls=[1, 10**9])
    table = gains(big, 2)
    assert table.cum_n[-1] == 2 * 10**9 + 2
    assert table.gini == float(2 * oracles.area([1, 2], [1, 2], [10**9, 1], [1, 10**9]) - 1)


# Design


def test_a_case_control_study_shows_no_precision_without_a_prevalence():
    """cases/n and lift are left out, and a note says why; with a prevalence they come back."""
    sample = Sample.from_groups(cases=[3, 2], controls=[1, 0], design="case-control")
    table = gains(sample, 2)
    assert table.precision is None
    assert table.lift is None
    assert "cases/n" not in str(table).split("note:")[0]
    assert [note.code for note in table.notes] == ["case-control"]
    assert table.rows()[0]["lift"] is None
    stated = gains(sample, 2, prevalence=0.2)
    assert stated.lift.tolist() == [5.0, 1.0]
    assert "P(case) and lift hold at the stated prevalence, 0.2." in str(stated)
    assert stated.notes == ()


def test_a_stated_cohort_needs_no_note():
    """The note about the share of cases is for a design that was not stated."""
    cohort = Sample.from_groups(cases=[3, 2], controls=[1, 0], design="cohort")
    assert gains(cohort, 2).notes == ()
    assert gains_from_counts(cases=[2], controls=[1], design="cohort").notes == ()


# Refusals


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda s: gains(s, 0), MethodError, "bins is 0; a table has at least one bin, and at most 1000000."),
        (lambda s: gains(s, 2.0), TypeError, "bins is 2.0; it must be a whole number."),
        (lambda s: gains(s, True), TypeError, "bins is True; it must be a whole number."),
        (
            lambda s: gains(s, prevalence=10),
            MethodError,
            "prevalence is 10; a prevalence lies strictly between 0 and 1. Write 0.05 for 5 percent.",
        ),
        (lambda s: gains(s, prevalence="x"), TypeError, "prevalence is str; it must be a number."),
        (
            lambda s: gains_from_counts(cases=[1, 2], controls=[1]),
            DataError,
            "cases have 2 counts but controls have 1; a group has one of each.",
        ),
        (
            lambda s: gains_from_counts(cases=[1, 0], controls=[1, 0]),
            DataError,
            "group 2 holds nobody; leave it out.",
        ),
        (
            lambda s: gains_from_counts(cases=[0, 0], controls=[1, 1]),
            DataError,
            "there are 0 cases and 2 controls; a gains table needs both.",
        ),
        (
            lambda s: gains_from_counts(cases=[1], controls=[1], labels=["a", "b"]),
            DataError,
            "labels has 2 names for 1 group.",
        ),
        (
            lambda s: gains_from_counts(cases=[2**53], controls=[1]),
            DataError,
            "the counts add up to more than 2**53 subjects.",
        ),
    ],
)
def test_what_cannot_be_is_refused(call, error, text):
    """Each refusal says what came and what is needed."""
    with pytest.raises(error) as caught:
        call(Sample.from_groups(cases=[3, 2], controls=[1, 0]))
    assert str(caught.value) == text


def test_two_tests_are_refused():
    """A gains table is of one test."""
    two = Sample.from_groups(cases=[[1, 2]], controls=[[0, 1]])
    with pytest.raises(DataError, match="gains takes one test; this sample holds 2"):
        gains(two)


# Print


def test_the_printed_table(asah):
    """Tenths of s100b, whole; where the bins close was fixed by this table."""
    assert str(gains(asah.sample("s100b"))) == (
        """
\tGains table by tenths of the score

data:  s100b by outcome (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
bins from the highest score down; equal scores stay together, so sizes differ

         scores   n  cases  cum n  cum cases    TPF    FPF  cases/n  lift     KS
 1  [0.52,2.07]  12     12     12         12  0.293  0.000    1.000  2.76  0.293
 2  [0.44,0.50]  11      4     23         16  0.390  0.097    0.364  1.92  0.293
 3  [0.28,0.43]  11      5     34         21  0.512  0.181    0.455  1.70  0.332
 4  [0.16,0.27]  15      6     49         27  0.659  0.306    0.400  1.52  0.353
 5  [0.14,0.15]   9      1     58         28  0.683  0.417    0.111  1.33  0.266
 6  [0.11,0.13]  11      4     69         32  0.780  0.514    0.364  1.28  0.267
 7  [0.09,0.10]  17      4     86         36  0.878  0.694    0.235  1.15  0.184
 8  [0.08,0.08]   7      1     93         37  0.902  0.778    0.143  1.10  0.125
 9  [0.07,0.07]   9      3    102         40  0.976  0.861    0.333  1.08  0.114
10  [0.03,0.06]  11      1    113         41  1.000  1.000    0.091  1.00  0.000

TPF, FPF, lift and KS are cumulative; cases/n is the precision of the bin.
KS at the bin edges: 0.353; over all thresholds: 0.440 (>= 0.22)
Gini = 2 AUC - 1 = 0.463
note: cases/n and lift hold for the share of cases in these data, 41 of 113; the
      design was not stated.
"""
    )


def test_the_printed_table_of_grouped_counts():
    """Labels are those that came, made printable; the order and the trapezoids are said."""
    table = gains_from_counts(cases=[9, 1], controls=[1, 9], labels=["high\n", "low"], design="cohort")
    assert str(table) == (
        """
\tGains table of grouped counts

data:  2 groups, the highest first
       10 cases, 10 controls

   group    n  cases  cum n  cum cases    TPF    FPF  cases/n  lift     KS
1  high\\n  10      9     10          9  0.900  0.100    0.900  1.80  0.800
2  low     10      1     20         10  1.000  1.000    0.100  1.00  0.000

TPF, FPF, lift and KS are cumulative; cases/n is the precision of the bin.
KS at the group edges: 0.800; inside a group it is not known
Gini = 2 AUC - 1 = 0.800, the AUC by trapezoids over the groups
"""
    )
    assert table.to_dict()["gini"] == 0.8
    assert table.to_dict()["ks_overall"] is None
    assert table.tidy()["bin"].tolist() == [1, 2]
