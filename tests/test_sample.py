"""The door for arrays: diagnostic tests, truth in any coding, scores as they came, samples."""

import pickle
import re
from dataclasses import FrozenInstanceError, replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.errors import DataError, RocstatsError

TRUTH = [1, 0, 1, 0, 0]
SCORES = [3.0, 1.0, 2.5, 2.5, -1.0]
NA = pd.NA
doubles = st.floats(allow_nan=False)


def says(text):
    """Match a whole message."""
    return f"^{re.escape(text)}$"


def same(one, two):
    """Two samples hold the same scores of the same tests."""
    return (
        np.array_equal(one.cases, two.cases)
        and np.array_equal(one.controls, two.controls)
        and one.tests == two.tests
        and one.n_dropped == two.n_dropped
    )


def negative_zeros(values):
    """Count the zeros with a minus sign."""
    return int((np.signbit(values) & (values == 0)).sum())


# Diagnostic tests


def test_a_low_test_is_turned_and_turned_back():
    """Turning twice is the scale of the data again."""
    kg = DiagnosticTest("K-G", low=True)
    assert kg.turned([1, 2.5, np.inf]).tolist() == [-1.0, -2.5, -np.inf]
    assert kg.turned(kg.turned(4)) == 4.0
    assert DiagnosticTest("CT").turned(4) == 4.0


@given(st.lists(doubles, min_size=1), st.booleans())
def test_turning_is_its_own_inverse(values, low):
    """No value is changed by going there and back, and no zero is negative."""
    test = DiagnosticTest("t", low=low)
    there = test.turned(np.array(values))
    assert test.turned(there).tolist() == values
    assert negative_zeros(there) == negative_zeros(test.turned(there)) == 0
    assert [test.turned(v) for v in values] == there.tolist()


def test_unsigned_scores_do_not_wrap():
    """Values become float64 before they are turned."""
    low = DiagnosticTest("t", low=True)
    assert low.turned(np.array([0, 1, 255], dtype=np.uint8)).tolist() == [0.0, -1.0, -255.0]
    assert low.turned(np.uint8(200)) == -200.0
    assert negative_zeros(low.turned(np.array([0, -0.0]))) == 0


@pytest.mark.parametrize(
    ("test", "threshold", "plain", "typeset"),
    [
        (DiagnosticTest("t"), 4.0, ">= 4", "≥ 4"),
        (DiagnosticTest("t", low=True), 3.5, "<= 3.5", "≤ 3.5"),
        (DiagnosticTest("t"), 0.1 + 0.2, ">= 0.30000000000000004", "≥ 0.30000000000000004"),
        (DiagnosticTest("t"), np.inf, ">= Inf", "≥ Inf"),
        (DiagnosticTest("t"), -0.0, ">= 0", "≥ 0"),
        (DiagnosticTest("t"), -2, ">= -2", "≥ -2"),
    ],
)
def test_a_rule_says_which_scores_are_positive(test, threshold, plain, typeset):
    """The threshold stands on the scale of the data, in its shortest form."""
    assert test.rule(threshold) == plain
    assert test.rule(threshold, ascii=False) == typeset


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: DiagnosticTest(" "), DataError, "a test needs a name; this one is empty."),
        (lambda: DiagnosticTest(3), TypeError, "the name of a test is text, not int."),
        (lambda: DiagnosticTest("CT", low="yes"), TypeError, 'low of "CT" is True or False, not str.'),
        (lambda: DiagnosticTest("CT", cutoff=np.nan), DataError, 'the cut-off of "CT" is not a number.'),
        (lambda: DiagnosticTest("CT", cutoff="4"), TypeError, 'the cut-off of "CT" must be a number, not str.'),
        (lambda: DiagnosticTest("CT").turned("4"), TypeError, 'a score of "CT" must be a number, not str.'),
        (
            lambda: DiagnosticTest("CT").turned(2**53 + 1),
            DataError,
            'a score of "CT" holds 9007199254740993, an integer beyond 2**53, which double precision would round. '
            "Use ranks or smaller numbers in the same order.",
        ),
    ],
)
def test_what_is_no_test_is_refused(make, error, text):
    """A test has a name, a direction and perhaps a cut-off that is a number."""
    with pytest.raises(error, match=says(text)):
        make()


# Truth in any coding

CODINGS = {
    "0/1 integers": ([1, 0, 1, 0, 0], 1),
    "0/1 integers, positive not stated": ([1, 0, 1, 0, 0], None),
    "0/1 floats": ([1.0, 0.0, 1.0, 0.0, 0.0], None),
    "booleans": ([True, False, True, False, False], None),
    "numpy booleans": (np.array([True, False, True, False, False]), None),
    "unsigned bytes": (np.array([1, 0, 1, 0, 0], dtype=np.uint8), None),
    "half floats": (np.array([1, 0, 1, 0, 0], dtype=np.float16), None),
    "booleans named by a number": ([True, False, True, False, False], 1),
    "booleans named by text": ([True, False, True, False, False], "True"),
    "booleans named by the text of a number": ([True, False, True, False, False], "1"),
    "numbers named by a boolean": ([1, 0, 1, 0, 0], True),
    "numbers named by text": ([1, 0, 1, 0, 0], "1"),
    "floats named by text": ([1.0, 0.0, 1.0, 0.0, 0.0], "1"),
    "integers named by the text of a float": ([1, 0, 1, 0, 0], "1.0"),
    "text named by a number": (["1", "0", "1", "0", "0"], 1),
    "text 0/1, positive not stated": (["1", "0", "1", "0", "0"], None),
    "-1/1": ([1, -1, 1, -1, -1], 1),
    "1/2 with 2 positive": ([2, 1, 2, 1, 1], 2),
    "1/2 with 1 positive": ([1, 2, 1, 2, 2], 1),
    "1/2 named by text": (np.array([2, 1, 2, 1, 1]), "2"),
    "text": (["Poor", "Good", "Poor", "Good", "Good"], "Poor"),
    "numpy text": (np.array(["Poor", "Good", "Poor", "Good", "Good"]), "Poor"),
    "numpy text named by numpy text": (np.array(["Poor", "Good", "Poor", "Good", "Good"]), np.str_("Poor")),
    "numpy bytes": (np.array([b"Poor", b"Good", b"Poor", b"Good", b"Good"]), "Poor"),
    "numpy variable text": (np.array(["Poor", "Good", "Poor", "Good", "Good"], dtype=np.dtypes.StringDType()), "Poor"),
    "objects": (np.array(["Poor", "Good", "Poor", "Good", "Good"], dtype=object), "Poor"),
    "pandas text": (pd.Series(["Poor", "Good", "Poor", "Good", "Good"]), "Poor"),
    "pandas string": (pd.Series(["Poor", "Good", "Poor", "Good", "Good"], dtype="string"), "Poor"),
    "pandas category": (pd.Series(["Poor", "Good", "Poor", "Good", "Good"], dtype="category"), "Poor"),
    "category with unused levels": (
        pd.Categorical(["Poor", "Good", "Poor", "Good", "Good"], categories=["Good", "Fair", "Poor"], ordered=True),
        "Poor",
    ),
    "category of numbers": (pd.Series([1, 0, 1, 0, 0], dtype="category"), None),
    "nullable integers": (pd.Series([1, 0, 1, 0, 0], dtype="Int64"), None),
    "nullable booleans": (pd.Series([1, 0, 1, 0, 0], dtype="boolean"), None),
    "nullable floats": (pd.Series([1, 0, 1, 0, 0], dtype="Float64"), None),
    "Arrow integers": (pd.Series([1, 0, 1, 0, 0], dtype="int8[pyarrow]"), None),
    "Arrow booleans": (pd.Series([True, False, True, False, False], dtype="bool[pyarrow]"), None),
    "Arrow text": (pd.Series(["Poor", "Good", "Poor", "Good", "Good"], dtype="string[pyarrow]"), "Poor"),
    "polars integers": (pl.Series([1, 0, 1, 0, 0]), None),
    "polars booleans": (pl.Series([True, False, True, False, False]), None),
    "polars text": (pl.Series(["Poor", "Good", "Poor", "Good", "Good"]), "Poor"),
    "decimals": ([Decimal(1), Decimal(0), Decimal(1), Decimal(0), Decimal(0)], None),
    "mixed numbers and booleans": (np.array([True, 0, 1.0, False, 0], dtype=object), None),
    "a list of positives": (["mild", "none", "severe", "none", "none"], ["mild", "severe"]),
    "a tuple of positives": ([3, 1, 4, 1, 1], (3, 4)),
    "an array of positives": ([3, 1, 4, 1, 1], np.array([3, 4])),
    "a numpy number": ([2, 1, 2, 1, 1], np.int64(2)),
    "a set of positives": ([3, 1, 4, 1, 1], {3, 4}),
}


@pytest.mark.parametrize("coding", CODINGS)
def test_truth_is_the_same_in_every_coding(coding):
    """However two groups are coded, the sample is the same."""
    truth, positive = CODINGS[coding]
    found = Sample.from_truth(truth, SCORES, positive=positive)
    assert found.cases.tolist() == [[3.0], [2.5]]
    assert found.controls.tolist() == [[1.0], [2.5], [-1.0]]
    assert found.n_dropped == 0


MISSING_CODINGS = {
    "None among numbers": [1, 0, None, 0, 1],
    "NaN among floats": [1.0, 0.0, np.nan, 0.0, 1.0],
    "NaN among booleans": [True, False, np.nan, False, True],
    "pandas NA": pd.Series([1, 0, NA, 0, 1], dtype="Int64"),
    "pandas NA among booleans": pd.Series([True, False, NA, False, True], dtype="boolean"),
    "NA among objects": np.array([1, 0, NA, 0, 1], dtype=object),
    "NaT among objects": np.array([1, 0, pd.NaT, 0, 1], dtype=object),
    "masked": np.ma.MaskedArray([1, 0, 9, 0, 1], [0, 0, 1, 0, 0]),
    "a category": pd.Series([1, 0, None, 0, 1], dtype="category"),
    "Arrow": pd.Series([1, 0, None, 0, 1], dtype="int64[pyarrow]"),
    "polars": pl.Series([1, 0, None, 0, 1]),
    "polars booleans": pl.Series([True, False, None, False, True]),
    "empty text": ["1", "0", "", "0", "1"],
    "None among texts": ["1", "0", None, "0", "1"],
    "pandas text": pd.Series(["1", "0", None, "0", "1"]),
    "NaN decimal": [Decimal(1), Decimal(0), Decimal("NaN"), Decimal(0), Decimal(1)],
}


@pytest.mark.parametrize("coding", MISSING_CODINGS)
def test_missing_truth_is_counted_in_every_coding(coding):
    """A missing truth value is no third value: it is an error that counts it, or dropped and counted."""
    truth = MISSING_CODINGS[coding]
    text = '1 of 5 subjects has no truth value (truth). Use missing="drop" to leave them out, or impute them first.'
    with pytest.raises(DataError, match=says(text)):
        Sample.from_truth(truth, SCORES)
    left = Sample.from_truth(truth, SCORES, missing="drop")
    assert (left.cases.tolist(), left.controls.tolist(), left.n_dropped) == ([[3.0], [-1.0]], [[1.0], [2.5]], 1)


labels = st.one_of(st.integers(-3, 3), st.sampled_from(["a", "b", "ill", "Ünwohl", " ", "nan", "0"]), st.booleans())


@given(st.lists(st.booleans(), min_size=2, max_size=12), labels, labels)
@example([True, False], "1", 1)
@example([True, False], 1, "1")
def test_any_two_labels_divide_the_rows_alike(rows, yes, no):
    """Which value was which is found again for any two different values, in a list and in an object array."""
    if len(set(rows)) < 2 or yes == no or isinstance(yes, bool) != isinstance(no, bool):
        return
    truth = [yes if row else no for row in rows]
    objects = np.empty(len(truth), dtype=object)
    objects[:] = truth
    for values in (truth, objects):
        sample = Sample.from_truth(values, np.arange(len(rows)), positive=yes)
        assert sample.cases[:, 0].tolist() == [i for i, row in enumerate(rows) if row]
        assert (sample.positive, sample.negative) == (str(yes), str(no))


@pytest.mark.parametrize(
    ("truth", "options", "positive", "negative"),
    [
        ([1, 0, 1, 0, 0], {}, "1", "0"),
        ([1.0, 0.0, 1.0, 0.0, 0.0], {}, "1", "0"),
        ([True, False, True, False, False], {"positive": "1"}, "True", "False"),
        (["mild", "none", "severe", "none", "none"], {"positive": ["severe", "mild"]}, "mild or severe", "none"),
        ([3, 1, 3, 2, 2], {"positive": 3, "negative": [1, 2]}, "3", "1 or 2"),
        ([0.5, 1, 0.5, 1, 1], {"positive": 0.5}, "0.5", "1"),
    ],
)
def test_truth_is_displayed_as_it_is_written(truth, options, positive, negative):
    """Whole numbers stand without a point, several values are joined."""
    sample = Sample.from_truth(truth, SCORES, **options)
    assert (sample.positive, sample.negative) == (positive, negative)


TRUTH_REFUSALS = {
    "three values": (
        [0, 1, 2, 1, 0],
        {},
        "truth needs two values; it holds 3: 0, 1, 2. Name the groups to compare with positive= and negative=.",
    ),
    "three values, one positive": (
        [0, 1, 2, 1, 0],
        {"positive": 2},
        "truth needs two values; besides 2 it holds 2: 0, 1. Name the groups to compare with positive= and negative=.",
    ),
    "three values, two named": (
        [0, 1, 2, 1, 0],
        {"positive": 2, "negative": 0},
        "truth holds 2 rows of neither group: 1. "
        "Add each value to positive= or negative=, or leave these rows out first.",
    ),
    "dropping does not drop a third value": (
        [0, 1, 2, 1, 0],
        {"positive": 2, "negative": 0, "missing": "drop"},
        "truth holds 2 rows of neither group: 1. "
        "Add each value to positive= or negative=, or leave these rows out first.",
    ),
    "one value": ([1, 1, 1, 1, 1], {}, "truth needs two values; it holds 1: 1."),
    "one value, named": ([1, 1, 1, 1, 1], {"positive": 1}, "truth needs two values; it holds only the positive: 1."),
    "nothing but missing": ([None] * 5, {}, "truth needs two values; it holds none."),
    "two texts": (
        ["ill", "well", "ill", "well", "well"],
        {},
        "truth holds ill, well; say which is positive with positive=.",
    ),
    "1/2": ([1, 2, 1, 2, 2], {}, "truth holds 1, 2; say which is positive with positive=."),
    "-1/1": ([1, -1, 1, -1, -1], {}, "truth holds -1, 1; say which is positive with positive=."),
    "a value that is not there": (
        ["ill", "well", "ill", "well", "well"],
        {"positive": "sick"},
        'positive="sick" is no value of truth; it holds 2: ill, well.',
    ),
    "other case": (
        ["ill", "well", "ill", "well", "well"],
        {"positive": "Ill"},
        'positive="Ill" is no value of truth; it holds 2: ill, well.',
    ),
    "a number that is not there": (
        [0, 1, 0, 1, 1],
        {"positive": 2},
        "positive=2 is no value of truth; it holds 2: 0, 1.",
    ),
    "a negative that is not there": (
        [0, 1, 0, 1, 1],
        {"positive": 1, "negative": [0, 9]},
        "negative=9 is no value of truth; it holds 2: 0, 1.",
    ),
    "a value in both groups": (
        [0, 1, 0, 1, 1],
        {"positive": 1, "negative": [0, 1]},
        "1 is named in positive= and in negative=; a value is in one of them.",
    ),
    "only the negative": (
        [0, 1, 0, 1, 1],
        {"negative": 0},
        "negative= alone does not say which value of truth is positive; state positive= as well.",
    ),
    "nobody is named": (
        [0, 1, 0, 1, 1],
        {"positive": []},
        "positive= and negative= name at least one value each; an empty list came.",
    ),
    "text that could be two values": (
        ["1", "1.0", "0", "0", "0"],
        {"positive": 1},
        "positive=1 could mean several values of truth: 1, 1.0. Name them as they stand in the data, as a list.",
    ),
    "blanks that cannot be seen": (
        ["ill", "ill ", "well", "well", "well"],
        {"positive": "ill"},
        'truth needs two values; besides ill it holds 2: "ill ", well. '
        "Name the groups to compare with positive= and negative=.",
    ),
    "text and numbers that look alike": (
        np.array([1, "1", 0, 0, 0], dtype=object),
        {},
        'truth needs two values; it holds 3: 0, 1, "1". Name the groups to compare with positive= and negative=.',
    ),
    "a table": (
        [[1, 0], [0, 1], [1, 1], [0, 1], [0, 0]],
        {},
        "truth must be one column; it has the shape (5, 2).",
    ),
    "lists for values": (
        pd.Series([[1], [0], [1], [0], [0]]),
        {},
        "truth holds a list in row 1, which is no value.",
    ),
    "bytes of unknown encoding": (
        np.array([b"\xff", b"a", b"a", b"a", b"a"]),
        {"positive": "a"},
        "truth holds bytes that are no UTF-8 text; decode them first.",
    ),
}


@pytest.mark.parametrize("refusal", TRUTH_REFUSALS)
def test_truth_that_is_not_two_groups_is_refused(refusal):
    """The message lists the values and says what to name."""
    truth, options, text = TRUTH_REFUSALS[refusal]
    with pytest.raises(DataError, match=says(text)):
        Sample.from_truth(truth, SCORES, **options)


def test_swapped_arguments_are_named_by_their_values():
    """Scores that came as truth have too many values; the message shows the first six."""
    scores = np.arange(57) / 10
    text = (
        "truth needs two values; it holds 57: 0, 0.1, 0.2, 0.3, 0.4, 0.5, …. "
        "Name the groups to compare with positive= and negative=."
    )
    with pytest.raises(DataError, match=says(text)):
        Sample.from_truth(scores, np.arange(57) % 2)


# Scores as they came

SCORE_FORMS = {
    "a tuple": tuple(SCORES),
    "an array": np.array(SCORES),
    "a column": np.array(SCORES)[:, None],
    "single precision": np.array(SCORES, dtype=np.float32),
    "long doubles": np.array(SCORES, dtype=np.longdouble),
    "a series": pd.Series(SCORES),
    "nullable": pd.Series(SCORES, dtype="Float64"),
    "Arrow": pd.Series(SCORES, dtype="double[pyarrow]"),
    "sparse": pd.Series(pd.arrays.SparseArray(SCORES)),
    "objects": np.array(SCORES, dtype=object),
    "decimals": [Decimal(s) for s in SCORES],
    "fractions": [Fraction(s) for s in SCORES],
    "a dictionary": {"score": SCORES},
    "a frame": pd.DataFrame({"score": SCORES}),
    "polars": pl.Series(SCORES),
    "a polars frame": pl.DataFrame({"score": SCORES}),
    "every second value": np.repeat(SCORES, 2)[::2],
    "an ordered category": pd.Categorical(SCORES, ordered=True),
}


@pytest.mark.parametrize("form", SCORE_FORMS)
def test_scores_are_the_same_in_every_form(form):
    """Lists, arrays, columns and frames give the same sample."""
    assert same(Sample.from_truth(TRUTH, SCORE_FORMS[form]), Sample.from_truth(TRUTH, SCORES))


@given(st.lists(st.tuples(doubles, doubles), min_size=1, max_size=20))
def test_no_score_is_changed(rows):
    """What came is what is kept, to the last bit, infinite values too."""
    truth = np.arange(len(rows) + 1) % 2
    scores = np.array([(0.0, 0.0), *rows])
    sample = Sample.from_truth(truth, scores, tests=["A", "B"], low=["B"])
    assert (sample.cases * [1, -1]).tolist() == scores[truth == 1].tolist()
    assert (sample.controls * [1, -1]).tolist() == scores[truth == 0].tolist()
    assert negative_zeros(sample.cases) == negative_zeros(sample.controls) == 0


def test_booleans_are_scores_of_zero_and_one():
    """A yes/no test has scores 0 and 1."""
    assert Sample.from_truth([1, 0], [True, False]).cases.tolist() == [[1.0]]


@pytest.mark.parametrize(
    "scores",
    [
        [2**53, -(2**53)],
        np.array([2**53, 0], dtype=np.uint64),
        pd.Series([2**53, 0], dtype="Int64"),
        np.array([2**53, 3], dtype=object),
        pl.Series([2**53, 0]),
    ],
)
def test_integers_up_to_2_to_the_53_are_exact(scores):
    """The largest integers that float64 holds come through."""
    assert Sample.from_truth([1, 0], scores).cases[0, 0] == 2**53


LARGE = 2**53 + 1


@pytest.mark.parametrize(
    "scores",
    [
        [LARGE, 0],
        [LARGE, 0.5],
        [float(2**60), LARGE],
        [10**400, 0],
        np.array([LARGE, 0]),
        np.array([2**64 - 1, 0], dtype=np.uint64),
        np.array([-(2**63), 0]),
        np.array([LARGE, 0], dtype=object),
        pd.Series([LARGE, 0], dtype="Int64"),
        pd.Series([LARGE, 0], dtype="int64[pyarrow]"),
        pl.Series([LARGE, None]),
    ],
)
def test_integers_that_float64_would_round_are_refused(scores):
    """Rounding would make ties that are none."""
    with pytest.raises(DataError, match="an integer beyond 2\\*\\*53, which double precision would round"):
        Sample.from_truth([1, 0], scores)


def test_long_doubles_that_would_be_rounded_are_refused():
    """More digits than float64 has are not cut off."""
    third = np.longdouble(1) / 3
    if third == np.float64(third):
        pytest.skip("long doubles are doubles on this machine")
    with pytest.raises(
        DataError, match=says('scores of "score" holds numbers with more digits than double precision has.')
    ):
        Sample.from_truth([1, 0], np.array([third, 1]))


@pytest.mark.parametrize(
    ("scores", "error", "text"),
    [
        (
            ["3", "<0.05", "2", "n/a", "1"],
            DataError,
            'scores of "score" must be numbers; they hold "3" in row 1, "<0.05" in row 2, "2" in row 3 and 2 more. '
            "Correct them or make them missing first.",
        ),
        (
            [3, 1, "<0.05", 2, 1],
            DataError,
            'scores of "score" must be numbers; they hold "<0.05" in row 3. Correct them or make them missing first.',
        ),
        (
            [3, 1, "\x1b[2J" + "x" * 50, 2, 1],
            DataError,
            f'scores of "score" must be numbers; they hold "\\x1b[2J{"x" * 32}…" in row 3. '
            "Correct them or make them missing first.",
        ),
        (
            [3, 1, 1j, 2, 1],
            DataError,
            'scores of "score" must be numbers; they hold 1j in row 3. Correct them or make them missing first.',
        ),
        (
            np.array(["2024-01-01"] * 5, dtype="datetime64[D]"),
            DataError,
            'scores of "score" must be numbers; they are datetime64[D].',
        ),
        (np.zeros((5, 2, 2)), DataError, "scores has 3 dimensions; it needs a row per subject and a column per test."),
        ("abcde", TypeError, "scores must be an array, list, dictionary or data frame, not str."),
        (3.0, TypeError, "scores must be an array, list, dictionary or data frame, not float."),
        (iter(SCORES), TypeError, "scores must be an array, list, dictionary or data frame, not list_iterator."),
        ({}, DataError, "scores has no columns; it needs one for each test."),
        (
            {"A": SCORES, "B": SCORES[1:]},
            DataError,
            '"B" has the shape (4,), "A" (5,); each test needs one score per row.',
        ),
        (np.zeros((5, 0)), DataError, "scores has no columns; it needs one for each test."),
        (
            pd.DataFrame([[1, 2]] * 5, columns=["A", "A"]),
            DataError,
            'two columns are called "A"; give each test its own name.',
        ),
    ],
)
def test_scores_that_are_no_numbers_are_refused(scores, error, text):
    """The message names the test, the rows and the values."""
    with pytest.raises(error, match=says(text)):
        Sample.from_truth(TRUTH, scores)


def test_missing_scores_are_an_error_that_counts_them():
    """By default nothing is dropped, and the message counts per test."""
    truth = np.arange(91) % 2
    ndka, s100b = np.arange(91.0), np.arange(91.0)
    ndka[[3, 50]] = np.nan
    with pytest.raises(
        DataError,
        match=says(
            '2 of 91 subjects have no score for "ndka". Use missing="drop" to leave them out, or impute them first.'
        ),
    ):
        Sample.from_truth(truth, ndka, tests="ndka")
    s100b[3] = np.nan
    with pytest.raises(
        DataError,
        match=says(
            '2 of 91 subjects have no score for "ndka"; 1 of 91 subjects has no score for "s100b". '
            'Use missing="drop" to leave them out, or impute them first.'
        ),
    ):
        Sample.from_truth(truth, {"ndka": ndka, "s100b": s100b})
    left = Sample.from_truth(truth, {"ndka": ndka, "s100b": s100b}, missing="drop")
    assert (left.n_dropped, left.n_cases + left.n_controls, left.subjects.n_dropped) == (2, 89, 2)


@pytest.mark.parametrize(
    "scores",
    [
        [3, None, 2, 2, 1],
        [3, np.nan, 2, 2, 1],
        np.array([3, NA, 2, 2, 1], dtype=object),
        pd.Series([3, NA, 2, 2, 1], dtype="Int64"),
        pd.Series([3, None, 2, 2, 1], dtype="int64[pyarrow]"),
        np.ma.MaskedArray([3, 9, 2, 2, 1], [0, 1, 0, 0, 0]),
        np.ma.MaskedArray([[3], [9], [2], [2], [1]], [[0], [1], [0], [0], [0]]),
        pl.Series([3, None, 2, 2, 1]),
        [Decimal(3), Decimal("NaN"), Decimal(2), Decimal(2), Decimal(1)],
    ],
)
def test_missing_scores_are_missing_in_every_form(scores):
    """None, NaN, NA and masks all leave the row out, counted."""
    left = Sample.from_truth(TRUTH, scores, missing="drop")
    assert (left.cases.ravel().tolist(), left.controls.ravel().tolist(), left.n_dropped) == ([3, 2], [2, 1], 1)


def test_dropping_a_whole_group_is_refused():
    """A sample needs cases and controls after the missing are left out."""
    with pytest.raises(
        DataError,
        match=says(
            'there are no cases (truth "1"); 1 subject with a missing value left out; '
            "an accuracy needs cases and controls."
        ),
    ):
        Sample.from_truth([1, 0, 0], [np.nan, 1, 2], missing="drop")


# Samples


def test_arrays_have_plain_names():
    """What has no name of its own is called score, or score 1, score 2."""
    assert [t.name for t in Sample.from_truth(TRUTH, SCORES).tests] == ["score"]
    assert [t.name for t in Sample.from_truth(TRUTH, np.zeros((5, 2))).tests] == ["score 1", "score 2"]
    assert [t.name for t in Sample.from_truth(TRUTH, pd.Series(SCORES, name="ndka")).tests] == ["ndka"]
    assert Sample.from_truth(pd.Series(TRUTH, name="outcome"), SCORES).truth == "outcome"
    assert Sample.from_truth(TRUTH, SCORES, truth_name="ill").truth == "ill"


def test_tests_name_columns_or_pick_them():
    """Names are given to the columns of an array and pick those of a frame, in the order named."""
    array = np.arange(10.0).reshape(5, 2)
    frame = pd.DataFrame(array, columns=["A", "B"])
    assert same(
        Sample.from_truth(TRUTH, frame, tests=["B", "A"]), Sample.from_truth(TRUTH, array[:, ::-1], tests=["B", "A"])
    )
    low = Sample.from_truth(TRUTH, frame, tests=[DiagnosticTest("B", low=True, cutoff=3)])
    assert low.tests == (DiagnosticTest("B", low=True, cutoff=3.0),)
    assert low.cases.ravel().tolist() == [-1.0, -5.0]
    assert Sample.from_truth(TRUTH, array, tests=["A", "B"], low=True).subjects.low == ("A", "B")
    assert Sample.from_truth(TRUTH, array, tests=["A", "B"], low="B").subjects.low == ("B",)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"tests": ["A"]}, "scores has 2 columns but tests names 1."),
        ({"tests": ["A", "A"]}, 'two tests are called "A"; give each test its own name.'),
        ({"low": ["C"]}, 'low names "C", which is no test here; the tests are score 1, score 2.'),
        ({"missing": "impute"}, 'missing is "error" or "drop", not \'impute\'.'),
        ({"design": "survey"}, 'design is "cohort", "case-control" or None, not \'survey\'.'),
        ({"counts": [1, 2]}, "truth has 5 values but counts has 2."),
        ({"counts": [1, 2, -1, 0, 0]}, "counts must be whole numbers from 0 up; row 3 is -1."),
        ({"subject": [1, 2]}, "truth has 5 values but subject has the shape (2,)."),
        (
            {"subject": [1, 2, 2, 4, 1]},
            "2 subjects stand on several rows: 1, 2. "
            "Keep one row per subject, or name the cluster that repeated rows belong to with cluster=.",
        ),
        ({"subject": pd.Series([[1], 2, 3, 4, 5])}, "subject must be numbers or text; it holds a list."),
        ({"subject": pd.Series([1, None, 3, 4, None], dtype="Int64")}, "2 of 5 rows have no subject."),
        ({"subject": ["a", "b", None, "d", ""]}, "2 of 5 rows have no subject."),
        (
            {"subject": np.array([1, "1", 2, 3, 4], dtype=object)},
            "subject holds numbers and text that are written alike; make them all text or all numbers.",
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(options, text):
    """Each option says what came and what is needed."""
    with pytest.raises(DataError, match=says(text)):
        Sample.from_truth(TRUTH, np.arange(10.0).reshape(5, 2), **options)


def test_lengths_that_differ_are_refused():
    """Truth and scores are paired row by row."""
    with pytest.raises(DataError, match=says("truth has 90 values but scores has 91 rows.")):
        Sample.from_truth(np.arange(90) % 2, np.arange(91))


def test_pandas_columns_in_another_order_are_refused():
    """Row labels that differ would pair the wrong rows."""
    frame = pd.DataFrame({"ill": TRUTH, "CT": SCORES})
    text = (
        "truth and scores have different row labels (index). Bring them into one order, "
        "or pass .to_numpy() of both to pair them row by row."
    )
    with pytest.raises(DataError, match=says(text)):
        Sample.from_truth(frame["ill"], frame["CT"].sort_values())
    part = frame[frame["CT"] > 0]
    assert Sample.from_truth(part["ill"], part["CT"]).n_controls == 2


def test_a_sample_belongs_to_itself():
    """Scores are read-only copies; changing the arrays that came changes nothing."""
    scores = np.array(SCORES)
    sample = Sample.from_truth(TRUTH, scores)
    scores[:] = 0
    assert sample.cases.ravel().tolist() == [3.0, 2.5]
    for array in (sample.cases, sample.controls):
        assert array.dtype == np.float64
        assert array.flags.c_contiguous
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
    with pytest.raises(FrozenInstanceError):
        sample.truth = "other"


def test_no_way_round_the_door():
    """A sample made by hand is checked, copied and made read-only as well."""
    cases, controls = np.array([[-0.0], [2.0]], order="F"), np.array([[1.0]])
    test = DiagnosticTest("CT")
    sample = Sample(cases=cases, controls=controls, tests=(test,), truth="ill", positive="1")
    cases[0, 0] = 9
    assert sample.cases.ravel().tolist() == [0.0, 2.0]
    assert negative_zeros(sample.cases) == 0
    hidden = np.array([[5.0], [6.0]])
    view = hidden[:]
    view.setflags(write=False)
    kept = replace(sample, cases=view)
    hidden[0, 0] = -1
    assert kept.cases[0, 0] == 5.0


MADE_BY_HAND = {
    "no float64": ({"cases": np.array([[1]])}, TypeError, "cases must be a float64 array with a row per subject"),
    "a list": ({"cases": [[1.0]]}, TypeError, "cases must be a float64 array with a row per subject"),
    "one dimension": ({"cases": np.array([1.0])}, TypeError, "cases must be a float64 array with a row per subject"),
    "another width": ({"cases": np.array([[1.0, 2.0]])}, DataError, "cases have 2 columns for 1 test."),
    "a missing score": ({"controls": np.array([[np.nan]])}, DataError, "a score of the controls is missing"),
    "no controls": ({"controls": np.zeros((0, 1))}, DataError, "there are no controls; an accuracy needs"),
    "no tests": ({"tests": ()}, DataError, "a sample needs at least one test."),
    "counts of another length": ({"case_counts": np.array([1, 2])}, DataError, "case_counts must be one whole number"),
    "counts of zero": ({"case_counts": np.array([0])}, DataError, "case_counts must be positive"),
    "broken counts": ({"case_counts": np.array([1.5])}, DataError, "case_counts must be one whole number"),
    "too many": ({"control_counts": np.array([2**60])}, DataError, "control_counts add up to more than 2\\*\\*53"),
    "ids of another length": ({"ids": (np.array([1, 2]), np.array([1]))}, DataError, "ids must be a pair, a label for"),
    "no pair": ({"strata": (np.array([1]),)}, DataError, "strata must be a pair, a label for"),
    "no design": ({"design": "x"}, DataError, "design is"),
}


@pytest.mark.parametrize("what", MADE_BY_HAND)
def test_what_must_hold_is_checked_when_a_sample_is_made(what):
    """Shapes, groups, names and frequencies are checked whatever way a sample is made."""
    fields, error, text = MADE_BY_HAND[what]
    good = {
        "cases": np.array([[2.0]]),
        "controls": np.array([[1.0]]),
        "tests": (DiagnosticTest("CT"),),
        "truth": "ill",
        "positive": "1",
    }
    with pytest.raises(error, match=f"^{text}"):
        Sample(**(good | fields))


def test_groups_are_a_sample():
    """Scores of cases and of controls make the same sample as truth and scores."""
    groups = Sample.from_groups(cases=[3.0, 2.5], controls=[1.0, 2.5, -1.0])
    assert same(groups, Sample.from_truth(TRUTH, SCORES))
    assert (groups.truth, groups.positive, groups.negative) == ("group", "cases", "controls")
    named = Sample.from_groups(
        cases={"A": [1, 2], "B": [3, 4]}, controls={"B": [5], "A": [6]}, low=["B"], truth="ill", positive="yes"
    )
    assert named.cases.tolist() == [[1, -3], [2, -4]]
    assert named.controls.tolist() == [[6, -5]]
    assert Sample.from_groups(cases=[1, 2], controls=pd.Series([0, 1], name="CT")).tests[0].name == "CT"
    dropped = Sample.from_groups(cases=[1, np.nan], controls=[0], missing="drop")
    assert (dropped.n_cases, dropped.n_dropped) == (1, 1)


@pytest.mark.parametrize(
    ("cases", "controls", "text"),
    [
        ({"A": [1]}, {"B": [1]}, "cases have the tests A but controls have B; both need the same tests."),
        (
            {"A": [1]},
            {"A": [1], "B": [1]},
            "cases have the tests A but controls have A and B; both need the same tests.",
        ),
        ([[1, 2]], [1], "cases have 2 tests but controls have 1."),
        ([], [1], 'there are no cases (group "cases"); an accuracy needs cases and controls.'),
        (
            [1, "x"],
            [1],
            'scores of "score" must be numbers; they hold "x" in row 2. Correct them or make them missing first.',
        ),
    ],
)
def test_groups_that_do_not_fit_are_refused(cases, controls, text):
    """Both groups have the same tests and at least one subject."""
    with pytest.raises(DataError, match=says(text)):
        Sample.from_groups(cases=cases, controls=controls)


def test_frequencies_are_rows():
    """A row that stands for several subjects counts as often; rows of none are passed over, missing or not."""
    weighted = Sample.from_truth(
        [1, 0, 1, 0, 0, 1], [3, 1, 2, 2, np.nan, np.nan], counts=[2, 1, 1, 3, 0, 5], missing="drop"
    )
    assert (weighted.n_cases, weighted.n_controls, weighted.n_dropped) == (3, 4, 5)
    p, q = weighted.frequencies
    assert (p.tolist(), q.tolist(), p.dtype) == ([2, 1], [1, 3], np.int64)
    ones = Sample.from_truth(TRUTH, SCORES)
    assert [f.tolist() for f in ones.frequencies] == [[1, 1], [1, 1, 1]]
    assert ones.case_counts is None


def test_select_keeps_subjects_and_order():
    """Tests come in the order asked for, on the same subjects."""
    sample = Sample.from_truth(
        TRUTH, {"A": SCORES, "B": [5, 4, 3, 2, None]}, low=["B"], missing="drop", subject=list("abcde"), design="cohort"
    )
    both = sample.select("B", "A")
    assert both.cases.tolist() == [[-5.0, 3.0], [-3.0, 2.5]]
    one = sample.select(sample.tests[0])
    assert (one.tests[0].name, one.n_dropped, one.ids[0].tolist(), one.design) == ("A", 1, ["a", "c"], "cohort")
    for wanted, text in [
        ((), "select needs the name of a test; this sample holds A, B."),
        (("C",), 'there is no test "C"; this sample holds A, B.'),
        (("A", "A"), 'two tests are called "A"; give each test its own name.'),
    ]:
        with pytest.raises(DataError, match=says(text)):
            sample.select(*wanted)


def test_ids_say_who_is_shared():
    """Two samples with a subject or a cluster in common are known."""
    one = Sample.from_truth([1, 0], [1, 2], subject=["a", "b"])
    two = Sample.from_truth([1, 0], [1, 2], subject=["b", "c"])
    three = Sample.from_truth([1, 0], [1, 2], subject=["d", "e"])
    plain = Sample.from_truth([1, 0], [1, 2])
    eyes = Sample.from_truth([1, 0], [1, 2], cluster=[7, 7])
    others = Sample.from_truth([1, 0], [1, 2], cluster=[8, 7])
    assert one.shares_subjects_with(two)
    assert two.shares_subjects_with(one)
    assert not one.shares_subjects_with(three)
    assert not one.shares_subjects_with(plain)
    assert plain.shares_subjects_with(plain)
    assert eyes.shares_subjects_with(others)
    assert plain.shares_subjects_with(replace(plain, label="again"))


@pytest.mark.parametrize(
    ("ids", "kept"),
    [
        ([1.0, 2.0], [1, 2]),
        (np.array([1, 2], dtype=np.uint8), [1, 2]),
        (pd.Series([1, 2], dtype="Int64"), [1, 2]),
        ([2**63, 1], ["9223372036854775808", "1"]),
        ([np.inf, 1], ["inf", "1"]),
        ([1.5, 1], ["1.5", "1.0"]),
        (["01", "1"], ["01", "1"]),
        (pd.Categorical(["b", "a"]), ["b", "a"]),
        (np.array(["b", "a"]), ["b", "a"]),
        (["a", 2], ["a", "2"]),
    ],
)
def test_ids_are_whole_numbers_or_text(ids, kept):
    """Ids compare alike whatever type their column has."""
    sample = Sample.from_truth([1, 0], [1, 2], subject=ids)
    assert [v for half in sample.ids for v in half.tolist()] == kept


def test_repeated_subjects_need_a_cluster():
    """Two rows of one subject are allowed where a cluster says so."""
    sample = Sample.from_truth([1, 0, 1], [1, 2, 3], subject=[5, 5, 6], cluster=["x", "x", "y"], stratum=[1, 1, 2])
    assert [a.tolist() for a in sample.ids] == [[5, 6], [5]]
    assert [a.tolist() for a in sample.clusters] == [["x", "y"], ["x"]]
    assert [a.tolist() for a in sample.strata] == [[1, 2], [1]]


def test_whom_a_sample_is_about():
    """Subjects carry what a result prints of its data."""
    sample = Sample.from_truth(
        pd.Series(["ill", "well", "ill"], name="outcome"), {"A": [1, 2, 3], "B": [1, 2, 3]}, positive="ill", low=["B"]
    )
    found = sample.subjects
    assert (found.truth, found.positive, found.negative) == ("outcome", "ill", "well")
    assert (found.tests, found.low, found.counts()) == (("A", "B"), ("B",), "2 cases, 1 control, 0 dropped")
    assert repr(sample) == "<Sample: A and B by outcome; 2 cases, 1 control, 0 dropped>"


def test_hostile_names_come_through_as_they_are():
    """A name is data: it is kept, and made printable only where it is printed."""
    name = 'CA 19-9 <37 | "A&B"\n\x1b[2J'
    sample = Sample.from_truth([1, 0], {name: [1, 2]}, truth_name="<script>")
    assert sample.tests[0].name == name
    assert "\n" not in repr(sample)
    with pytest.raises(DataError) as refusal:
        Sample.from_truth([1, 0], {name: ["x", 2]})
    assert "\x1b" not in str(refusal.value)


def test_a_sample_goes_to_another_process_and_back():
    """Pickling keeps scores, read-only, and who is shared."""
    sample = Sample.from_truth([1, 0], [1, 2], subject=["a", "b"])
    back = pickle.loads(pickle.dumps(sample))
    assert same(sample, back)
    assert back.shares_subjects_with(sample)


def test_a_million_subjects_come_in():
    """Large arrays are taken as they are."""
    truth = np.arange(1_000_000) % 2 == 0
    sample = Sample.from_truth(truth, np.arange(1_000_000))
    assert (sample.n_cases, sample.cases[-1, 0]) == (500_000, 999_998.0)


def test_every_refusal_can_be_caught_at_once():
    """Errors of the data share one base class."""
    with pytest.raises(RocstatsError):
        Sample.from_truth([1, 1], [1, 2])
