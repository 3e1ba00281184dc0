"""The 2×2 table, and rating tables as frequencies."""

import re
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.counts import Counts
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.errors import DataError
from rocstats.results import Subjects

counts = st.integers(0, 10**12)


def says(text):
    """Match a whole message."""
    return f"^{re.escape(text)}$"


def exact_area(cases, controls):
    """Compare every pair, each rating weighted by its frequency."""
    twice = sum(p * q * ((i > j) * 2 + (i == j)) for i, p in enumerate(cases, 1) for j, q in enumerate(controls, 1))
    return Fraction(twice, 2 * sum(cases) * sum(controls))


def weighted_area(sample):
    """Do the same from the rows of a sample."""
    p, q = sample.frequencies
    twice = sum(
        int(pi) * int(qj) * ((x > y) * 2 + (x == y))
        for x, pi in zip(sample.cases[:, 0], p, strict=True)
        for y, qj in zip(sample.controls[:, 0], q, strict=True)
    )
    return Fraction(int(twice), 2 * sample.n_cases * sample.n_controls)


def test_margins_by_hand():
    """The margins are sums of two cells."""
    table = Counts(tp=26, fp=12, fn=15, tn=60)
    assert (table.n_cases, table.n_controls, table.n_positive, table.n_negative, table.total) == (41, 72, 38, 75, 113)


@given(counts, counts, counts, counts)
def test_margins_add_up(tp, fp, fn, tn):
    """Both pairs of margins add up to the total."""
    if tp + fp + fn + tn == 0:
        return
    table = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    assert table.n_cases + table.n_controls == table.n_positive + table.n_negative == table.total


@pytest.mark.parametrize("number", [np.int64(3), np.uint8(3), np.float64(3.0), 3.0])
def test_whole_numbers_of_any_type_become_python_integers(number):
    """A count of numpy or a float without a fraction is stored as int."""
    table = Counts(tp=number, fp=0, fn=0, tn=0)
    assert type(table.tp) is int
    assert table == Counts(tp=3, fp=0, fn=0, tn=0)


def test_counts_may_be_larger_than_any_machine_integer():
    """Counts are Python integers."""
    assert Counts(tp=10**30, fp=0, fn=1, tn=0).n_cases == 10**30 + 1


def test_an_empty_group_is_a_table():
    """A table without cases is allowed; sensitivity says elsewhere that it is not estimable."""
    assert Counts(tp=0, fp=2, fn=0, tn=5).n_cases == 0


def test_a_table_cannot_be_changed():
    """Counts are frozen."""
    table = Counts(tp=1, fp=1, fn=1, tn=1)
    with pytest.raises(FrozenInstanceError):
        table.tp = 2


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (-1, DataError, "tp is -1; a count is not negative."),
        (1.5, DataError, "tp is 1.5; a count is a whole number."),
        (float("nan"), DataError, "tp is nan; a count is a whole number."),
        (float("inf"), DataError, "tp is inf; a count is a whole number."),
        (True, TypeError, "tp is a count, not bool."),
        (np.bool_(True), TypeError, "tp is a count, not bool."),
        ("3", TypeError, "tp is a count, not str."),
        (None, TypeError, "tp is a count, not NoneType."),
    ],
)
def test_what_is_no_count_is_refused(value, error, text):
    """A count is a whole number from 0 up."""
    with pytest.raises(error, match=says(text)):
        Counts(tp=value, fp=1, fn=1, tn=1)


def test_nobody_at_all_is_refused():
    """A table needs a subject."""
    with pytest.raises(DataError, match=says("tp, fp, fn and tn are all 0; a table needs at least one subject.")):
        Counts(tp=0, fp=0, fn=0, tn=0)


def test_subjects_that_are_others_are_refused():
    """A counted table and its subjects must be the same people."""
    subjects = Subjects(truth="ill", positive="yes", n_cases=3, n_controls=2, n_dropped=0)
    kept = Counts(tp=2, fn=1, fp=0, tn=2, test=DiagnosticTest("CT"), threshold=4.0, subjects=subjects, negative="no")
    assert kept.subjects is subjects
    with pytest.raises(DataError, match=says("the table has 3 cases and 3 controls, but its subjects are 3 and 2.")):
        Counts(tp=2, fn=1, fp=1, tn=2, subjects=subjects)


def test_a_design_that_there_is_not_is_refused():
    """A design is one of two, or not stated."""
    with pytest.raises(DataError, match=says('design is "cohort", "case-control" or None, not \'cross-sectional\'.')):
        Counts(tp=1, fp=1, fn=1, tn=1, design="cross-sectional")


def test_a_rating_table_is_its_expanded_rows():
    """Hanley and McNeil's ratings: 58 normal and 51 abnormal images, area 0.893 as counted pair by pair."""
    controls, cases = [33, 6, 6, 11, 2], [3, 2, 2, 11, 33]
    table = Sample.from_counts(controls=controls, cases=cases)
    truth = np.repeat([0, 1], [58, 51])
    scores = np.concatenate([np.repeat(range(1, 6), controls), np.repeat(range(1, 6), cases)])
    rows = Sample.from_truth(truth, scores)
    assert (table.n_cases, table.n_controls) == (rows.n_cases, rows.n_controls) == (51, 58)
    assert weighted_area(table) == weighted_area(rows) == exact_area(cases, controls)
    assert round(float(weighted_area(table)), 3) == 0.893


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=6).filter(
        lambda pairs: any(p for p, _ in pairs) and any(q for _, q in pairs)
    )
)
def test_ratings_without_subjects_leave_no_row(pairs):
    """Rows with a count of zero are not there, and the area does not miss them."""
    cases, controls = [p for p, _ in pairs], [q for _, q in pairs]
    table = Sample.from_counts(cases=cases, controls=controls)
    assert len(table.cases) == sum(p > 0 for p in cases)
    assert len(table.controls) == sum(q > 0 for q in controls)
    assert weighted_area(table) == exact_area(cases, controls)
    low = Sample.from_counts(cases=cases, controls=controls, low=True)
    assert weighted_area(low) == 1 - exact_area(cases, controls)


def test_a_rating_table_of_1e8_subjects_is_five_rows():
    """Frequencies are counts, not rows."""
    table = Sample.from_counts(
        controls=[33_000_000, 6_000_000, 6_000_000, 5_000_000, 0], cases=[0, 0, 0, 0, 50_000_000]
    )
    assert (table.n_cases, table.n_controls, len(table.cases), len(table.controls)) == (50_000_000, 50_000_000, 1, 4)


def test_categories_are_the_scores():
    """Ratings may have values of their own, infinite ones too."""
    table = Sample.from_counts(
        controls=[1, 2], cases=[2, 1], categories=[-np.inf, 2.5], test="CT", truth="ill", positive="yes", negative="no"
    )
    assert table.cases.ravel().tolist() == [-np.inf, 2.5]
    assert (table.tests, table.truth, table.positive, table.negative) == ((DiagnosticTest("CT"),), "ill", "yes", "no")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"controls": [1, 2], "cases": [1]}, "cases have 1 count but controls have 2; a rating has one in each group."),
        (
            {"controls": [0, 0], "cases": [1, 1]},
            'there are no controls (group "controls"); an accuracy needs cases and controls.',
        ),
        (
            {"controls": [1, 1], "cases": [0, 0]},
            'there are no cases (group "cases"); an accuracy needs cases and controls.',
        ),
        ({"controls": [1, -1], "cases": [1, 1]}, "controls must be whole numbers from 0 up; row 2 is -1."),
        ({"controls": [1, 1], "cases": [1.5, 1]}, "cases must be whole numbers from 0 up; row 1 is 1.5."),
        ({"controls": [1, 1], "cases": [1, None]}, "cases must be whole numbers from 0 up; row 2 is missing."),
        ({"controls": [1, 1], "cases": [1, 1], "categories": [1]}, "categories has 1 value for 2 counts."),
        (
            {"controls": [1, 1], "cases": [1, 1], "categories": [2, 2]},
            "categories must be different numbers, one for each count.",
        ),
        (
            {"controls": [1, 1], "cases": [1, 1], "categories": [2, float("nan")]},
            "categories must be different numbers, one for each count.",
        ),
        ({"controls": [2**53, 1], "cases": [1, 1]}, "controls add up to more than 2**53 subjects."),
    ],
)
def test_what_is_no_rating_table_is_refused(arguments, text):
    """Each mistake in a rating table says what came."""
    with pytest.raises(DataError, match=says(text)):
        Sample.from_counts(**arguments)
