"""Studies: columns with a meaning, missing values per analysis, parts, the long layout, the flow of subjects."""

import copy
import pickle
import re
import sys
from dataclasses import FrozenInstanceError
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.errors import DataError, MissingExtraError

NAN = float("nan")


def says(text):
    """Match a whole message."""
    return f"^{re.escape(text)}$"


def frame():
    """Eight subjects: one without truth, two without A, two without B, one of them without both."""
    return pd.DataFrame(
        {
            "id": ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"],
            "outcome": ["Poor", "Good", "Poor", "Good", None, "Good", "Poor", "Good"],
            "A": [4, 1, 3, 2, 5, NAN, NAN, 2],
            "B": [0.4, 0.5, NAN, 0.1, 0.2, 0.3, NAN, 0.7],
            "sex": ["f", "m", "f", "m", "f", "m", "f", "m"],
            "age": [50, 51, 52, 53, 54, 55, 56, 57],
        }
    )


def study(data=None, **options):
    """Make the study of that frame."""
    stated = {"truth": "outcome", "positive": "Poor", "tests": ["A", "B"], "missing": "drop"}
    return Study(frame() if data is None else data, **(stated | options))


def flat(array):
    """Return scores as a list, sorted, so that row order does not matter."""
    return sorted(array.ravel().tolist())


# Samples of a study


def test_a_tests_own_sample_does_not_depend_on_the_others():
    """Each analysis drops the subjects who lack a value of its own tests, and counts them."""
    s = study()
    a, b, both = s.sample("A"), s.sample("B"), s.sample()
    assert (a.n_cases, a.n_controls, a.n_dropped) == (2, 3, 3)
    assert (b.n_cases, b.n_controls, b.n_dropped) == (1, 4, 3)
    assert (both.n_cases, both.n_controls, both.n_dropped) == (1, 3, 4)
    assert a.cases.ravel().tolist() == [4.0, 3.0]
    assert study(tests=["A"]).sample().cases.tolist() == a.cases.tolist()


def test_the_order_asked_for_is_the_order_given():
    """Tests come in the order in which they are named, with direction and cut-off."""
    s = study(low=["B"], cutoffs={"B": 0.3})
    both = s.sample("B", "A")
    assert [t.name for t in both.tests] == ["B", "A"]
    assert both.tests[0] == DiagnosticTest("B", low=True, cutoff=0.3)
    assert both.cases.tolist() == [[-0.4, 4.0]]
    assert s.sample(s.tests[1]).tests == (s.tests[1],)


def test_a_study_is_the_same_as_its_arrays():
    """A study and ``Sample.from_truth`` come through one door."""
    data = frame()
    arrays = Sample.from_truth(data["outcome"], data[["A", "B"]], positive="Poor", missing="drop")
    both = study(data).sample()
    assert both.cases.tolist() == arrays.cases.tolist()
    assert both.controls.tolist() == arrays.controls.tolist()
    assert both.subjects == arrays.subjects


def test_missing_values_are_an_error_by_default():
    """The message counts, in all tests at once, so that none is found out one after another."""
    s = study(missing="error")
    with pytest.raises(
        DataError,
        match=says(
            '1 of 8 subjects has no truth value (outcome); 2 of 8 subjects have no score for "A"; '
            '2 of 8 subjects have no score for "B". Use missing="drop" to leave them out, or impute them first.'
        ),
    ):
        s.sample("A")


def test_row_order_does_not_matter():
    """Subjects are paired by row, whatever the order of the rows."""
    s = study().sample()
    mixed = study(frame().sample(frac=1, random_state=3)).sample()
    assert sorted(map(tuple, s.cases)) == sorted(map(tuple, mixed.cases))
    assert sorted(map(tuple, s.controls)) == sorted(map(tuple, mixed.controls))


def test_ids_clusters_and_strata_go_with_the_rows():
    """Labels stay with the subjects they belong to."""
    data = frame().assign(eye=[1, 1, 2, 2, 3, 3, 4, 4])
    sample = study(data, subject="id", cluster="eye", stratum="sex", design="case-control").sample("A")
    assert [v.tolist() for v in sample.ids] == [["s1", "s3"], ["s2", "s4", "s8"]]
    assert [v.tolist() for v in sample.clusters] == [[1, 2], [1, 2, 4]]
    assert [v.tolist() for v in sample.strata] == [["f", "f"], ["m", "m", "m"]]
    assert sample.design == "case-control"


def test_a_cluster_may_be_the_subject():
    """Repeated rows of a subject are its cluster."""
    data = frame().assign(id=["p1", "p1", "p2", "p2", "p3", "p3", "p4", "p4"])
    sample = study(data, subject="id", cluster="id").sample("A")
    assert sample.clusters[0].tolist() == ["p1", "p2"]


def test_rows_that_stand_for_several_count_as_several():
    """A count column is a frequency weight, in samples and in what is left out."""
    data = frame().assign(times=[3, 1, 1, 2, 4, 1, 1, 0])
    s = study(data, count="times")
    sample = s.sample("A")
    assert (sample.n_cases, sample.n_controls, sample.n_dropped) == (4, 3, 6)
    assert [f.tolist() for f in sample.frequencies] == [[3, 1], [1, 2]]
    assert (s.flow("A").n_rows, s.flow("A").n_read) == (8, 13)


def test_value_labels_are_displayed_and_may_be_named():
    """A value label stands in place of its value; either of them may be named."""
    data = frame().assign(outcome=[1, 0, 1, 0, None, 0, 1, 0])
    for positive in (1, "1", "Poor", None):
        s = study(data, positive=positive, value_labels={0.0: "Good", 1.0: "Poor"})
        assert (s.positive, s.negative, s.sample("A").positive) == ("Poor", "Good", "Poor")
        assert s.sample("A").cases.ravel().tolist() == [4.0, 3.0]


@pytest.mark.parametrize(
    ("positive", "text"),
    [
        (
            "2",
            'positive="2" could mean several values of outcome: 1 (2), 2 (1). '
            "Name them as they stand in the data, as a list.",
        ),
        ("Poor", 'positive="Poor" is no value of outcome; it holds 2: 1 (2), 2 (1).'),
    ],
)
def test_value_labels_that_contradict_the_values_are_refused(positive, text):
    """A text that is one value and the label of another is not decided."""
    data = frame().assign(outcome=[1, 2, 1, 2, None, 2, 1, 2])
    with pytest.raises(DataError, match=says(text)):
        study(data, positive=positive, value_labels={1: "2", 2: "1"})
    assert study(data, positive=1, value_labels={1: "2", 2: "1"}).positive == "2"


# Parts of a study


def test_a_part_is_named_after_its_column():
    """The label is the column and the value it has in the part."""
    s = study()
    women = s.where(s.frame["sex"] == "f")
    assert (women.label, s.where(s.frame["age"] < 54, label="younger").sample("A").label) == ("sex: f", "younger")
    assert (len(women.frame), women.flow("A").n_read) == (4, 4)


def test_parts_keep_what_the_whole_means():
    """Truth is coded once; a part that holds one group is a part, and says so when a sample is asked for."""
    s = study()
    women = s.where(s.frame["sex"] == "f")
    assert (women.positive, women.negative, women.flow("A").n_controls) == ("Poor", "Good", 0)
    with pytest.raises(
        DataError,
        match=says(
            'there are no controls (outcome "Good"); 2 subjects with a missing value left out; '
            "an accuracy needs cases and controls."
        ),
    ):
        women.sample("A")


def test_masks_of_all_kinds():
    """Lists, arrays, nullable and polars masks pick rows; a mask of a range has no name unless one is given."""
    s = study()
    young = s.frame["age"] < 54
    assert s.where(young).label == ""
    assert s.where(young, label="younger").label == "younger"
    for mask in (young.tolist(), young.to_numpy(), young.astype("boolean"), pl.Series(young.tolist())):
        assert s.where(mask).sample("A").cases.ravel().tolist() == [4.0, 3.0]
    nested = s.where(s.frame["age"] > 51)
    again = nested.where(nested.frame["sex"] == "m")
    assert again.label == "sex: m"
    both = s.where(s.frame["sex"] == "m").where([True, True, False, False], label="first two")
    assert both.label == "sex: m, first two"


@pytest.mark.parametrize(
    ("mask", "error", "text"),
    [
        ([True] * 7, DataError, "the mask has the shape (7,); the study has 8 rows."),
        ([1, 0] * 4, TypeError, "where takes True or False for each row, not int64."),
        ([False] * 8, DataError, "the mask picks no row of the study."),
        (
            pd.Series([True, None] * 4, dtype="boolean"),
            DataError,
            "the mask is missing in 4 rows; say True or False for each, as with .fillna(False).",
        ),
        (
            pd.Series([True] * 8, index=range(1, 9)),
            DataError,
            "the mask has other row labels than the study; make it from study.frame.",
        ),
        ("sex == 'f'", TypeError, "where takes True or False for each row, not <U10."),
    ],
)
def test_masks_that_do_not_fit_are_refused(mask, error, text):
    """A mask says True or False for each row of the study."""
    with pytest.raises(error, match=says(text)):
        study().where(mask)


def test_samples_of_one_study_know_each_other():
    """Rows of one study are recognised; parts without a row in common, and other studies, are not."""
    s = study()
    assert s.sample("A").shares_subjects_with(s.sample("B"))
    low, high = s.where(s.frame["age"] < 53), s.where(s.frame["age"] >= 53)
    part = s.where(s.frame["age"] < 55)
    one, two = part.sample("B"), s.sample("A")
    assert one.shares_subjects_with(two)
    assert two.shares_subjects_with(one)
    assert not low.sample("A").shares_subjects_with(study().sample("A"))
    mixed = s.where(s.frame["id"].isin(["s1", "s2"])), s.where(s.frame["id"].isin(["s3", "s4"]))
    assert not mixed[0].sample("A").shares_subjects_with(mixed[1].sample("A"))
    assert len(high.frame) == 5
    nested = part.where([False, False, True, True, False])
    assert nested.sample("A").shares_subjects_with(mixed[1].sample("A"))
    assert not nested.sample("A").shares_subjects_with(mixed[0].sample("A"))


def test_two_studies_of_the_same_subjects_know_each_other_by_id():
    """Subject ids make subjects known across studies."""
    assert study(subject="id").sample("A").shares_subjects_with(study(subject="id").sample("B"))


def test_both_eyes_of_a_patient_are_no_independent_samples():
    """Parts that share clusters share patients."""
    data = frame().assign(patient=[1, 1, 2, 2, 3, 3, 4, 4], outcome=["Poor", "Poor", "Good", "Good"] * 2, A=range(8))
    s = study(data, tests=["A"], cluster="patient")
    right, left = s.where([True, False] * 4), s.where([False, True] * 4)
    assert right.sample().shares_subjects_with(left.sample())


# The flow of subjects


def test_the_flow_by_hand():
    """Eight read; one without truth; of the others some lack a score."""
    found = study(subject="id").flow("A", "B")
    assert (found.tests, found.n_rows, found.n_read, found.no_truth, found.no_score) == (("A", "B"), 8, 8, 1, 3)
    assert (found.cases_no_score, found.controls_no_score, found.missing_scores) == (2, 1, (2, 2))
    assert (found.n_analysed, found.n_cases, found.n_controls, found.n_dropped) == (4, 1, 3, 4)
    assert (found.distinct, found.n_repeated, found.n_clusters) == ((3, 4), 0, None)
    assert study(missing="error").flow("A", "B").n_dropped == 4


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["yes", "no", None]),
            st.sampled_from([1.0, 2.0, None]),
            st.sampled_from([1.0, None]),
            st.integers(0, 3),
        ),
        max_size=12,
    )
)
def test_the_flow_adds_up(rows):
    """Whatever is missing, those read are those left out and those analysed, and a sample holds the latter."""
    rows = [("yes", 1.0, 1.0, 1), ("no", 1.0, 1.0, 1), *rows]
    data = pd.DataFrame(rows, columns=["ill", "A", "B", "n"])
    s = Study(data, truth="ill", positive="yes", tests=["A", "B"], count="n", missing="drop", cluster="n")
    for names in (["A"], ["B"], ["A", "B"]):
        found, sample = s.flow(*names), s.sample(*names)
        assert found.n_read == found.no_truth + found.no_score + found.n_analysed == sum(n for *_, n in rows)
        assert found.no_score == found.cases_no_score + found.controls_no_score
        assert found.no_score <= sum(found.missing_scores)
        assert (found.n_cases, found.n_controls) == (sample.n_cases, sample.n_controls)
        assert found.n_analysed == found.n_cases + found.n_controls
        assert found.n_dropped == sample.n_dropped


def test_repeated_subjects_and_clusters_are_counted():
    """The flow says how many rows are repeats and how many clusters are analysed."""
    data = frame().assign(id=["p1", "p1", "p2", "p2", "p3", "p3", "p4", "p4"])
    found = study(data, subject="id", cluster="id").flow("A")
    assert (found.n_repeated, found.n_clusters) == (4, 3)


# Frames of any library


def test_frames_of_other_libraries_give_the_same():
    """polars, Arrow and plain dictionaries come in as they are."""
    data = frame()
    polars = pl.DataFrame(data.replace({NAN: None}).to_dict(orient="list"), strict=False)
    arrow = pa.Table.from_pandas(data)
    nullable = data.convert_dtypes()
    for other in (
        polars,
        arrow,
        nullable,
        data.astype(object),
        data.to_dict(orient="list"),
        data.set_index("id", drop=False),
    ):
        s = study(other)
        assert s.sample().cases.tolist() == study().sample().cases.tolist()
        assert s.sample("A").subjects == study().sample("A").subjects


def test_whole_numbers_with_a_missing_one_stay_whole():
    """An integer beyond 2**53 beside a missing value is refused, not rounded, on every way in."""
    big = pl.DataFrame({"ill": [1, 0, 1], "A": [2**53 + 1, 5, None]})
    with pytest.raises(DataError, match="an integer beyond 2\\*\\*53"):
        Study(big, truth="ill", tests=["A"])
    fine = Study(pl.DataFrame({"ill": [1, 0, None], "A": [2**53, 5, None]}), truth="ill", tests=["A"], missing="drop")
    assert fine.sample().cases.tolist() == [[float(2**53)]]


class OnlyInterchange:
    """A frame that offers ``__dataframe__`` and nothing else."""

    def __init__(self, data):
        self.data = data

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self.data.__dataframe__(nan_as_null=nan_as_null, allow_copy=allow_copy)


def test_the_interchange_protocol_is_a_way_in():
    """What offers only ``__dataframe__`` comes in exactly where pyarrow is installed."""
    data = pa.table({"ill": ["y", "n", None], "A": [3, 1, None]})
    s = Study(OnlyInterchange(data), truth="ill", positive="y", tests=["A"], missing="drop")
    assert (s.sample().cases.tolist(), s.sample().n_dropped) == ([[3.0]], 1)
    big = pa.table({"ill": [1, 0, 1], "A": [2**53 + 2, 5, None]})
    with pytest.raises(DataError, match=r'^scores of "A" holds 9007199254740994, an integer beyond 2\*\*53'):
        Study(OnlyInterchange(big), truth="ill", tests=["A"])


def test_the_interchange_protocol_without_pyarrow_rounds_nothing(monkeypatch):
    """Without pyarrow, integers that pandas would round on the way are refused."""
    # pyarrow loads its functions when the first one is used, which must not happen after it is hidden.
    assert pa.array([1, None]).drop_null().to_pylist() == [1]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    data = pd.DataFrame({"ill": [1, 0, 0], "A": pd.array([3, 1, None], dtype="Int64")})
    s = Study(OnlyInterchange(data), truth="ill", tests=["A"], missing="drop")
    assert (s.sample().cases.tolist(), s.sample().n_dropped) == ([[3.0]], 1)
    big = data.assign(A=pd.array([2**53 + 2, 1, None], dtype="Int64"))
    with pytest.raises(DataError, match=r'^"A" holds integers beyond 2\*\*53, which its missing values would round'):
        Study(OnlyInterchange(big), truth="ill", tests=["A"])


def test_arrow_without_pyarrow_names_the_extra(monkeypatch):
    """An Arrow stream asks for pyarrow."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            raise AssertionError

    text = 'Taking in a Stream needs pyarrow: pip install "rocstats[files]".'
    with pytest.raises(MissingExtraError, match=says(text)):
        Study(Stream(), truth="ill", tests=["A"])


def test_decimal_columns_are_numbers():
    """Decimals of a database are scores."""
    data = pa.table({"ill": [1, 0], "A": [Decimal("2.50"), Decimal("1.25")]})
    assert Study(data, truth="ill", tests=["A"]).sample().cases.tolist() == [[2.5]]


def test_columns_may_have_numbers_for_names():
    """A frame made of an array has numbers for names; they are named as text or as numbers."""
    data = pd.DataFrame([[1, 5.0], [0, 4.0]])
    for truth, test in ((0, 1), ("0", "1")):
        assert Study(data, truth=truth, tests=[test]).sample().cases.tolist() == [[5.0]]


def test_a_study_does_not_change_with_the_frame_that_came():
    """Scores are taken when the study is made."""
    data = frame()
    s = study(data)
    data["A"] = 0.0
    data.loc[:, "B"] = 0.0
    assert s.sample("A").cases.ravel().tolist() == [4.0, 3.0]
    with pytest.raises(FrozenInstanceError):
        s.truth = "other"


def test_a_study_can_be_copied_and_sent():
    """A copy knows the subjects of the original."""
    s = study()
    for other in (copy.deepcopy(s), pickle.loads(pickle.dumps(s))):
        assert other.sample("A").shares_subjects_with(s.sample("A"))
        assert other.frame.equals(s.frame)


def test_a_study_says_what_it_is():
    """A study names its tests, truth and rows."""
    assert repr(study()) == "<Study: A and B by outcome; 8 rows>"
    s = study()
    assert repr(s.where(s.frame["sex"] == "f")) == "<Study (sex: f): A and B by outcome; 4 rows>"


REFUSALS = {
    "no tests": ({"tests": None}, "tests= names the columns of scores. The numeric columns are: A, B, age."),
    "an empty list": ({"tests": []}, "tests= names the columns of scores. The numeric columns are: A, B, age."),
    "a test that is not there": (
        {"tests": ["A", "b "]},
        'the frame has no column "b "; did you mean "B"? Its columns are: id, outcome, A, B, sex, age.',
    ),
    "a truth that is not there": (
        {"truth": "Outcom"},
        'the frame has no column "Outcom"; did you mean "outcome"? Its columns are: id, outcome, A, B, sex, age.',
    ),
    "nothing like it": (
        {"truth": "xyz"},
        'the frame has no column "xyz". Its columns are: id, outcome, A, B, sex, age.',
    ),
    "a subject that is not there": (
        {"subject": "ID_"},
        'the frame has no column "ID_"; did you mean "id"? Its columns are: id, outcome, A, B, sex, age.',
    ),
    "truth as a test": ({"tests": ["A", "outcome"]}, '"outcome" is a test and the truth; a column has one meaning.'),
    "subject as a test": (
        {"subject": "A"},
        '"A" is a test and subject, cluster, stratum or count; a column has one meaning.',
    ),
    "truth as stratum": (
        {"stratum": "outcome"},
        '"outcome" is the truth and subject, cluster, stratum or count as well.',
    ),
    "text as a test": (
        {"tests": ["sex"]},
        'scores of "sex" must be numbers; they hold "f" in row 1, "m" in row 2, "f" in row 3 and 5 more. '
        "Correct them or make them missing first.",
    ),
    "a test twice": ({"tests": ["A", "A"]}, '"A" is named twice; a study holds a test once.'),
    "a direction of no test": ({"low": ["C"]}, 'low names "C", which is no test here; the tests are A, B.'),
    "a cut-off of no test": (
        {"cutoffs": {"C": 1}},
        'cutoffs names "C", which is no test here; the tests are A, B.',
    ),
    "a third truth value": (
        {"truth": "age", "positive": 50, "negative": 51, "tests": ["A"]},
        "age holds 6 rows of neither group: 52, 53, 54, 55, 56, 57. "
        "Add each value to positive= or negative=, or leave these rows out first.",
    ),
    "a policy that there is not": ({"missing": "omit"}, 'missing is "error" or "drop", not \'omit\'.'),
    "a design that there is not": ({"design": "rct"}, 'design is "cohort", "case-control" or None, not \'rct\'.'),
    "repeated subjects": (
        {"subject": "sex"},
        "2 subjects stand on several rows: f, m. "
        "Keep one row per subject, or name the cluster that repeated rows belong to with cluster=.",
    ),
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_studies_that_make_no_sense_are_refused(refusal):
    """Each message says what came, what is needed and what to do."""
    options, text = REFUSALS[refusal]
    with pytest.raises(DataError, match=says(text)):
        study(**options)


@pytest.mark.parametrize(
    ("data", "error", "text"),
    [
        (
            frame().iloc[:0],
            DataError,
            "the frame has no rows.",
        ),
        (
            pd.DataFrame([[1, 2, 3]], columns=["outcome", "A", "A"]),
            DataError,
            'the frame has 2 columns called "A"; give each its own name.',
        ),
        (pd.DataFrame(), DataError, 'the frame has no column "outcome". It has no columns at all.'),
        (
            [1, 2, 3],
            TypeError,
            "Study takes a data frame, not list; "
            "read a file with rocstats.read(path, …), or take arrays to Sample.from_truth(truth, scores).",
        ),
    ],
)
def test_frames_that_hold_no_study_are_refused(data, error, text):
    """Empty, doubled and foreign things say what they are."""
    with pytest.raises(error, match=says(text)):
        study(data)


def test_columns_that_are_doubled_but_not_used_do_no_harm():
    """Only columns that are used need a name of their own."""
    data = pd.DataFrame([[1, 2, 3, 4], [0, 1, 3, 4]], columns=["outcome", "A", "note", "note"])
    assert Study(data, truth="outcome", tests=["A"]).sample().n_cases == 1


@pytest.mark.parametrize(
    ("tests", "text"),
    [
        (["C"], 'there is no test "C"; this study has A, B.'),
        (["A", "A"], '"A" is named twice; a sample holds a test once.'),
    ],
)
def test_tests_that_a_study_does_not_have_are_refused(tests, text):
    """A sample and a flow are of tests that are there, each once."""
    for ask in (study().sample, study().flow):
        with pytest.raises(DataError, match=says(text)):
            ask(*tests)


# The long layout

ROWS = [
    ("s1", 1, "CT", 4.0, "f"),
    ("s2", 0, "MRI", 2.0, "m"),
    ("s1", 1, "MRI", 5.0, "f"),
    ("s2", 0, "CT", 3.0, "m"),
    ("s3", 0, "MRI", 1.0, "f"),
]


def long(rows=ROWS):
    """Make a long frame."""
    return pd.DataFrame(rows, columns=["id", "ill", "test", "score", "sex"])


def from_long(rows=ROWS, **options):
    """Make the study of it."""
    stated = {"truth": "ill", "subject": "id", "test": "test", "score": "score", "missing": "drop"}
    return Study.from_long(long(rows), **(stated | options))


def test_long_rows_are_paired_by_subject():
    """Rows of a subject come together in any order; a test without a row is a missing score."""
    s = from_long()
    assert [t.name for t in s.tests] == ["CT", "MRI"]
    assert s.frame["id"].tolist() == ["s1", "s2", "s3"]
    both = s.sample("CT", "MRI")
    assert (both.cases.tolist(), both.controls.tolist(), both.n_dropped) == ([[4.0, 5.0]], [[3.0, 2.0]], 1)
    assert s.sample("MRI").controls.ravel().tolist() == [2.0, 1.0]
    assert s.where(s.frame["sex"] == "f").label == "sex: f"


@given(st.permutations(ROWS))
def test_long_and_wide_are_the_same_study(rows):
    """Whatever the order of the rows, the scores are those of the wide frame."""
    s = from_long(rows, tests=["CT", "MRI"])
    wide = pd.DataFrame({"id": ["s1", "s2", "s3"], "ill": [1, 0, 0], "CT": [4, 3, NAN], "MRI": [5, 2, 1]})
    other = Study(wide, truth="ill", tests=["CT", "MRI"], subject="id", missing="drop")
    for names in (["CT"], ["MRI"], ["CT", "MRI"]):
        one, two = s.sample(*names), other.sample(*names)
        assert sorted(map(tuple, one.cases)) == sorted(map(tuple, two.cases))
        assert sorted(map(tuple, one.controls)) == sorted(map(tuple, two.controls))
        assert one.shares_subjects_with(two)


def test_truth_may_stand_on_one_row_of_a_subject():
    """A truth value that is missing on a further row contradicts nothing."""
    rows = [
        ("s1", None, "CT", 4.0, "f"),
        ("s1", 1, "MRI", 5.0, "f"),
        ("s2", 0, "CT", 3.0, "m"),
        ("s2", None, "MRI", 2.0, "m"),
    ]
    assert from_long(rows).sample().n_dropped == 0


def test_other_columns_stay_where_a_subject_has_one_value():
    """A column that changes within a subject does not belong to the subject."""
    rows = [
        ("s1", 1, "CT", 4.0, "f"),
        ("s1", 1, "MRI", 5.0, "m"),
        ("s2", 0, "CT", 3.0, "m"),
        ("s2", 0, "MRI", 2.0, "m"),
    ]
    assert list(from_long(rows).frame.columns) == ["id", "ill", "CT", "MRI"]


def test_long_options_are_those_of_a_study():
    """Direction, cut-off, cluster, stratum and labels work alike."""
    s = from_long(
        tests=[DiagnosticTest("MRI")], low=["MRI"], cutoffs={"MRI": 2}, cluster="sex", stratum="sex", design="cohort"
    )
    sample = s.sample()
    assert sample.tests == (DiagnosticTest("MRI", low=True, cutoff=2.0),)
    assert [v.tolist() for v in sample.clusters] == [["f"], ["m", "f"]]


@pytest.mark.parametrize(
    ("rows", "options", "text"),
    [
        (
            [*ROWS, ("s3", 1, "CT", 2.0, "f")],
            {},
            '"ill" has different values for one subject: s3. Each subject needs one.',
        ),
        (
            [*ROWS, ("s3", 0, "MRI", 1.0, "f")],
            {},
            'several rows hold "MRI" of one subject: s3. Keep one of them.',
        ),
        ([*ROWS, (None, 0, "CT", 1.0, "f")], {}, "1 of 6 rows has no id."),
        ([*ROWS, ("s4", 0, "", 1.0, "f")], {}, "1 of 6 rows has no test."),
        (
            [*ROWS, ("s4", 0, "CT", "high", "f")],
            {},
            'scores in "score" must be numbers; they hold "high" in row 6. Correct them or make them missing first.',
        ),
        (ROWS, {"tests": ["PET"]}, 'column "test" has no test "PET"; it holds CT, MRI.'),
        (
            [("s1", 1, "id", 1.0, "f"), ("s2", 0, "id", 1.0, "f")],
            {},
            'a test is called "id" like a column of the frame; rename one of them.',
        ),
        (ROWS, {"score": "ill"}, "truth, subject, test and score must be four different columns."),
        (
            ROWS,
            {"score": "scor"},
            'the frame has no column "scor"; did you mean "score"? Its columns are: id, ill, test, score, sex.',
        ),
        ([], {}, "the frame has no rows."),
        (
            [*ROWS, ("s3", 0, "CT", 2.0, "m")],
            {"stratum": "sex"},
            '"sex" has different values for one subject: s3. Each subject needs one.',
        ),
    ],
)
def test_long_frames_that_contradict_themselves_are_refused(rows, options, text):
    """One truth per subject, one score per subject and test."""
    with pytest.raises(DataError, match=says(text)):
        from_long(rows, **options)


def test_the_long_study_of_numbers_for_names():
    """Readers and tests numbered 1, 2 become names."""
    rows = [(1, 1, 1, 4.0, "f"), (1, 1, 2, 5.0, "f"), (2, 0, 2, 2.0, "m"), (2, 0, 1, 3.0, "m")]
    s = from_long(rows)
    assert [t.name for t in s.tests] == ["1", "2"]
    assert s.sample("2").cases.tolist() == [[5.0]]


def test_a_hundred_thousand_long_rows():
    """Many subjects are paired at once."""
    n = 50_000
    data = pd.DataFrame(
        {
            "id": np.tile(np.arange(n), 2)[::-1],
            "ill": np.tile(np.arange(n) % 2, 2)[::-1],
            "test": np.repeat(["A", "B"], n)[::-1],
            "score": np.concatenate([np.arange(n), np.arange(n) * 2])[::-1],
        }
    )
    s = Study.from_long(data, truth="ill", subject="id", test="test", score="score", tests=["A", "B"])
    sample = s.sample()
    assert np.array_equal(sample.cases[:, 0] * 2, sample.cases[:, 1])
    assert (sample.n_cases, flat(sample.cases[:, 0])[-1]) == (n // 2, n - 1)
