"""Two tests counted on the same subjects: tables of pairs, thresholds, margins, refusals."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.counts import Counts
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.paired_counts import PairedCounts, PairedTable, paired_table
from rocstats.data.sample import Sample
from rocstats.empirical.paired_points import paired_counts_at
from rocstats.empirical.points import counts_at
from rocstats.errors import DataError, MethodError
from tests.strategies import two_tests

SCORES = {"CT": [3, 4, 2, 1, 2, 0], "MRI": [1, 3, 2, 2, 1, 0]}
TRUTH = [1, 1, 1, 0, 0, 0]


def sample(**options) -> Sample:
    return Sample.from_truth(TRUTH, SCORES, **options)


def cells(counts: Counts) -> tuple[int, int, int, int]:
    return counts.tp, counts.fp, counts.fn, counts.tn


# ---- worked by hand


def test_the_first_index_is_the_first_test():
    """In n10 the first test is positive and the second negative; margins follow from that."""
    pairs = PairedCounts(cases=((10, 5), (2, 3)), controls=((1, 4), (6, 9)))
    assert cells(pairs.first) == (15, 5, 5, 15)
    assert cells(pairs.second) == (12, 7, 8, 13)
    assert (pairs.n_cases, pairs.n_controls, pairs.total) == (20, 20, 40)
    assert pairs.cases.discordant == 7


def test_right_results_are_positive_cases_and_negative_controls():
    """Both right: 10 cases and 9 controls; the first only: 5 cases, and 6 controls that the second calls positive."""
    pairs = PairedCounts(cases=((10, 5), (2, 3)), controls=((1, 4), (6, 9)))
    assert pairs.correct == PairedTable(10 + 9, 5 + 6, 2 + 4, 3 + 1)


def test_negatives_turn_the_table_and_keep_the_order_of_the_tests():
    """With negative for positive, only the first is negative where only the second is positive."""
    table = PairedTable(1, 4, 6, 9)
    assert table.negatives == (9, 6, 4, 1)
    assert table.negatives.first == table.total - table.first
    assert table.swapped == (1, 6, 4, 9)
    assert table.negatives.negatives == table.swapped.swapped == table


def test_six_subjects_counted_at_two_thresholds():
    """CT >= 2 and MRI >= 2: cases (3, 1), (4, 3), (2, 2); controls (1, 2), (2, 1), (0, 0)."""
    pairs = paired_counts_at(sample(design="cohort"), (2, 2))
    assert pairs.cases == (2, 1, 0, 0)
    assert pairs.controls == (0, 1, 1, 1)
    assert pairs.thresholds == (2.0, 2.0)
    assert [test.name for test in pairs.tests] == ["CT", "MRI"]
    assert pairs.design == "cohort"
    assert pairs.first.subjects.tests == ("CT",)
    assert pairs.second.threshold == 2.0


def test_thresholds_come_by_name_or_from_the_tests_themselves():
    """A dict needs no order, and without thresholds each stated cut-off is taken."""
    by_name = paired_counts_at(sample(), {"MRI": 3, "CT": 2})
    assert by_name.thresholds == (2.0, 3.0)
    tests = (DiagnosticTest("CT", cutoff=2), DiagnosticTest("MRI", cutoff=3))
    stated = paired_counts_at(sample(tests=tests))
    assert (stated.cases, stated.controls) == (by_name.cases, by_name.controls)
    assert paired_counts_at(sample(), np.array([2.0, 3.0])).cases == by_name.cases


def test_a_test_of_which_low_scores_are_positive_is_counted_at_or_below():
    """CT <= 2 is positive on the scale of the data; equality is positive in either direction."""
    pairs = paired_counts_at(sample(low=["CT"]), (2, 2))
    assert cells(pairs.first) == (1, 3, 2, 0)
    assert cells(pairs.second) == (2, 1, 1, 2)
    assert pairs.first.subjects.low == ("CT",)
    assert pairs.second.subjects.low == ()


def test_infinite_thresholds_and_scores_have_their_order():
    """At infinity only infinite scores are positive, at minus infinity all are."""
    one = Sample.from_groups(cases={"A": [math.inf, 1], "B": [0, 1]}, controls={"A": [0, -math.inf], "B": [0, 1]})
    pairs = paired_counts_at(one, (math.inf, -math.inf))
    assert pairs.cases == (1, 0, 1, 0)
    assert pairs.controls == (0, 0, 2, 0)


# ---- properties


@given(one=two_tests(), a=st.integers(-1, 5), b=st.integers(-1, 5))
def test_margins_are_the_tables_of_each_test(one, a, b):
    """Each margin is the 2x2 table that counts_at gives for that test alone."""
    pairs = paired_counts_at(one, (a, b))
    assert cells(pairs.first) == cells(counts_at(one.select("A"), a))
    assert cells(pairs.second) == cells(counts_at(one.select("B"), b))


@given(one=two_tests(), a=st.integers(-1, 5), times=st.integers(1, 9))
def test_a_row_that_stands_for_several_subjects_counts_as_so_many(one, a, times):
    """Frequencies give what repeated rows give."""
    p = np.arange(1, len(one.cases) + 1) * times
    q = np.arange(1, len(one.controls) + 1)
    grouped = replace(one, case_counts=p, control_counts=q)
    expanded = replace(one, cases=np.repeat(one.cases, p, axis=0), controls=np.repeat(one.controls, q, axis=0))
    found, slow = paired_counts_at(grouped, (a, a)), paired_counts_at(expanded, (a, a))
    assert (found.cases, found.controls) == (slow.cases, slow.controls)


# ---- refusals


def test_a_sample_of_another_number_of_tests_is_refused():
    """A paired table is of two tests."""
    with pytest.raises(DataError, match="takes two tests; this sample holds 1: CT"):
        paired_counts_at(sample().select("CT"), (1, 1))
    three = Sample.from_truth(TRUTH, {**SCORES, "PET": SCORES["CT"]})
    with pytest.raises(DataError, match=r"holds 3: CT, MRI and PET\. Pick two"):
        paired_counts_at(three, (1, 1))
    with pytest.raises(TypeError, match="takes a Sample of two tests, not list"):
        paired_counts_at([1, 2], (1, 1))


def test_clusters_are_refused():
    """Records of one patient are not independent."""
    clustered = Sample.from_truth(TRUTH, SCORES, cluster=[1, 1, 2, 3, 4, 4])
    with pytest.raises(MethodError, match="these subjects come in clusters"):
        paired_counts_at(clustered, (2, 2))


@pytest.mark.parametrize(
    ("thresholds", "error", "text"),
    [
        (None, DataError, "CT and MRI have no stated cut-off"),
        ((1,), DataError, "one for each of two tests, not 1"),
        ({"CT": 1}, DataError, "thresholds are for CT; this sample holds CT and MRI"),
        ({"CT": 1, "PET": 1}, DataError, "thresholds are for CT and PET"),
        ((1, math.nan), DataError, 'the threshold of "MRI" is not a number'),
        (2, TypeError, "thresholds are a pair"),
        ("ab", TypeError, "thresholds are a pair"),
        (("a", 1), TypeError, 'the threshold of "CT" is a number, not str'),
        ((True, 1), TypeError, 'the threshold of "CT" is a number, not bool'),
    ],
)
def test_thresholds_that_cannot_be_are_refused(thresholds, error, text):
    """One number for each test."""
    with pytest.raises(error, match=text):
        paired_counts_at(sample(), thresholds)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"cases": (1, 2, 3)}, DataError, "cases is .* it needs four counts"),
        ({"cases": ((1, 2), (3, 0.5))}, DataError, r"n00 of cases is 0\.5"),
        ({"cases": ((1, 2), (3, -1))}, DataError, "n00 of cases is -1"),
        ({"cases": ((1, 2), (3, True))}, TypeError, "n00 of cases is a count, not bool"),
        ({"cases": 3}, TypeError, "cases is .* not int"),
        ({"cases": (0,) * 4, "controls": (0,) * 4}, DataError, "all counts of cases and controls are 0"),
        ({"tests": ("A", "A")}, DataError, 'both tests are called "A"'),
        ({"tests": "AB"}, DataError, "tests are two names"),
        ({"tests": ("A",)}, DataError, "tests are two names"),
        ({"design": "survey"}, DataError, "design is"),
    ],
)
def test_pairs_that_cannot_be_are_refused(options, error, text):
    """Four whole numbers for each group, two names, a known design."""
    with pytest.raises(error, match=text):
        PairedCounts(**{"cases": ((1, 2), (3, 4)), "controls": ((1, 2), (3, 4)), **options})


def test_subjects_must_fit_the_tables():
    """Who was counted is as many as were counted."""
    pairs = paired_counts_at(sample(), (2, 2))
    with pytest.raises(DataError, match="the tables have 4 cases and 3 controls, but their subjects are 3 and 3"):
        replace(pairs, cases=((1, 1), (1, 1)))


def test_a_table_reads_rows_or_four_counts():
    """Nested rows, four counts, arrays and tables of pairs are the same."""
    flat = PairedTable(1, 2, 3, 4)
    for given_ in (((1, 2), (3, 4)), (1, 2, 3, 4), np.array([[1, 2], [3, 4]]), flat):
        assert paired_table(given_) == flat
