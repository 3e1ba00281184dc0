"""Several classes: areas of pairs, of each class against the rest, averages, and their bootstrap intervals."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import oracles
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats import Bootstrap, DataError, MethodError, Sample, auc
from rocstats.data.class_scores import ClassScores
from rocstats.empirical.multiclass import PreparedClasses, area_names, exact_areas, groups
from rocstats.inference.multiclass_areas import multiclass_auc

TRUTH = ["a", "a", "a", "b", "b", "b", "c", "c", "c"]
SCORES = {"a": [5, 4, 2, 3, 1, 2, 2, 1, 4], "b": [1, 2, 3, 4, 2, 5, 1, 3, 2], "c": [0, 1, 3, 1, 2, 3, 5, 4, 2]}


def three():
    return ClassScores.from_truth(TRUTH, SCORES)


def rows_of(count):
    """Draw rows of a class and so many ratings, each class at least once."""
    row = st.tuples(st.integers(0, count - 1), st.tuples(*[st.integers(0, 3)] * count))
    return st.lists(row, min_size=0, max_size=10).map(
        lambda rows: [*((place, (1,) * count) for place in range(count)), *rows]
    )


def data_of(rows):
    return ClassScores.from_truth([f"class {k}" for k, _ in rows], [list(scores) for _, scores in rows])


def slow_areas(rows):
    """Compute every area pair by pair of subjects, in the order of the package."""
    count = len(rows[0][1])
    of = [[scores for k, scores in rows if k == place] for place in range(count)]
    sizes = [len(group) for group in of]

    def against(i, others):
        return oracles.area([s[i] for s in of[i]], [s[i] for j in others for s in of[j]])

    pairs = {(i, j): (against(i, [j]) + against(j, [i])) / 2 for i, j in combinations(range(count), 2)}
    rest = [against(i, [j for j in range(count) if j != i]) for i in range(count)]
    weighted = sum((sizes[i] + sizes[j]) * pair for (i, j), pair in pairs.items()) / sum(
        sizes[i] + sizes[j] for i, j in pairs
    )
    return (
        *(sum(pairs.values()) / len(pairs), weighted),
        *(sum(rest) / count, sum(n * a for n, a in zip(sizes, rest, strict=True)) / sum(sizes)),
        *(*rest, *pairs.values()),
    )


# Outside value


def test_m_of_the_package_of_hand_and_till(reference):
    """The multiple-class data of the R package HandTill2001: M = 0.947211779448622."""
    frame = pd.read_csv(reference / "data" / "ht01_multipleclass.csv")
    data = ClassScores.from_truth(frame.observed, frame.drop(columns="observed"))
    assert multiclass_auc(data, rng=1).hand_till.estimate == pytest.approx(0.947211779448622, abs=1e-12)


# Worked by hand


def test_by_hand():
    """Two classes of two: D(a, b) = 4/4 and D(b, a) = 7/8, so the pair has 15/16."""
    data = ClassScores.from_truth(["a", "a", "b", "b"], {"a": [3, 2, 1, 0], "b": [0, 1, 1, 2]})
    names = [name.label for name in area_names(data.classes)]
    found = dict(zip(names, exact_areas(data), strict=True))
    assert found["M of Hand and Till"] == Fraction(15, 16)
    assert (found["a"], found["b"], found["a, b"]) == (1, Fraction(7, 8), Fraction(15, 16))


# Slow definition and properties


@given(st.integers(2, 4).flatmap(rows_of))
def test_all_areas_are_those_of_the_slow_definition(rows):
    """Every pair of subjects compared, every average taken, in fractions."""
    assert exact_areas(data_of(rows)) == slow_areas(rows)


@given(rows=st.integers(2, 3).flatmap(rows_of), seed=st.integers(0, 99))
def test_row_weights_are_expanded_rows(rows, seed):
    """Weights give what the expanded rows give, NaN where a class is empty."""
    held = groups(data_of(rows))
    stream = np.random.default_rng(seed)
    weights = [stream.integers(0, 3, size=(4, len(p))) for _, p in held]
    found = PreparedClasses([scores for scores, _ in held]).weighted(weights)
    for b, values in enumerate(found):
        kept = [
            (place, tuple(row))
            for place, (scores, _) in enumerate(held)
            for row, times in zip(scores.tolist(), weights[place][b].tolist(), strict=True)
            for _ in range(times)
        ]
        if {place for place, _ in kept} == set(range(len(held))):
            assert values == pytest.approx([float(area) for area in slow_areas(kept)], abs=1e-12)
        else:
            assert np.isnan(values[0])


@given(rows_of(2))
def test_two_classes_with_p_and_its_rest_are_one_auc(rows):
    """With scores p and 1 - p every area is the AUC of p."""
    truth, p = [k for k, _ in rows], [scores[1] for _, scores in rows]
    data = ClassScores.from_truth(truth, {"0": [-s for s in p], "1": p})
    expected = oracles.area(
        [s for k, s in zip(truth, p, strict=True) if k], [s for k, s in zip(truth, p, strict=True) if not k]
    )
    assert set(exact_areas(data)) == {expected}


def test_order_and_grouping_change_nothing():
    """Rows in another order, and alike rows counted together, give the same page; so do other workers."""
    data = three()
    order = np.random.default_rng(1).permutation(len(TRUTH))
    mixed = ClassScores.from_truth([TRUTH[i] for i in order], {k: [v[i] for i in order] for k, v in SCORES.items()})
    assert str(multiclass_auc(mixed, rng=1)) == str(multiclass_auc(data, rng=1))
    doubled = ClassScores.from_truth(TRUTH * 2, {k: v * 2 for k, v in SCORES.items()})
    counted = ClassScores.from_truth(TRUTH, SCORES, counts=[2] * 9)
    assert counted.total == 18
    assert str(multiclass_auc(counted, rng=1)) == str(multiclass_auc(doubled, rng=1))
    for stratified in (None, False):
        one, two = (multiclass_auc(data, Bootstrap(rng=1, stratified=stratified, workers=w)) for w in (1, 2))
        assert one.rows() == two.rows()


def test_the_standard_error_is_that_of_all_resamples():
    """Over all resamples of 2 + 2 subjects the spread of M is exact, and the bootstrap meets it."""
    rows = [(0, (3, 0)), (0, (1, 1)), (1, (2, 1)), (1, (0, 2))]
    first, second = rows[:2], rows[2:]
    values = [
        float(slow_areas([first[i], first[j], second[k], second[m]])[0])
        for i in (0, 1)
        for j in (0, 1)
        for k in (0, 1)
        for m in (0, 1)
    ]
    found = multiclass_auc(data_of(rows), Bootstrap(n_resamples=20_000, rng=1)).hand_till
    assert found.standard_error == pytest.approx(np.std(values), rel=0.02)


def test_a_pair_agrees_with_the_auc_of_two_groups():
    """With two classes the bootstrap of the class areas is near that of the AUC, within Monte Carlo error."""
    stream = np.random.default_rng(2)
    p = np.concatenate([stream.normal(1, 1, 40), stream.normal(0, 1, 40)])
    truth = np.repeat(["b", "a"], 40)
    classes = multiclass_auc(ClassScores.from_truth(truth, {"a": -p, "b": p}), rng=1).find("b")
    alone = auc(Sample.from_truth(truth, p, positive="b"), Bootstrap(rng=1))
    assert classes.estimate == alone.estimate
    assert classes.standard_error == pytest.approx(alone.standard_error, rel=0.08)
    assert classes.interval.low == pytest.approx(alone.interval.low, abs=0.02)


@pytest.mark.parametrize("kind", ["percentile", "basic", "normal"])
@pytest.mark.parametrize("stratified", [None, False])
def test_intervals_lie_in_the_range_and_have_a_width(kind, stratified):
    """Every area has an interval within 0 and 1 or a note that says why not; the seed reproduces it."""
    data = ClassScores.from_truth(TRUTH, SCORES, counts=[2] * 9)
    found = multiclass_auc(data, Bootstrap(kind=kind, rng=4, stratified=stratified))
    for area in found.areas:
        assert area.interval is not None
        assert 0 <= area.interval.low < area.interval.high <= 1
        assert area.standard_error > 0
    assert found.rows() == multiclass_auc(data, Bootstrap(kind=kind, rng=found.seed, stratified=stratified)).rows()
    small = multiclass_auc(three(), Bootstrap(kind=kind, rng=4, stratified=False))
    assert small.hand_till.interval is None
    assert small.notes[0].code == "lost-replicates"


# Corners


def test_a_class_of_one_subject_has_no_interval():
    """What rests on it is not estimable; the pair of the other two is."""
    data = ClassScores.from_truth([*TRUTH[:6], "c"], {k: v[:7] for k, v in SCORES.items()})
    found = multiclass_auc(data, rng=1)
    assert {area.label for area in found.areas if area.interval is not None} == {"a", "b", "a, b"}
    assert found.notes[0].text == (
        "class c has one subject, and a resample of one subject is always the same. No standard error or interval is "
        "given for areas that rest on it, averages included."
    )


def test_a_class_without_subjects_is_left_out():
    """Its column is not used, the averages are of the others, and a note says so."""
    data = ClassScores.from_truth(TRUTH, {**SCORES, "d": [0] * 9})
    found = multiclass_auc(data, rng=1)
    assert found.classes == ("a", "b", "c")
    assert found.hand_till == multiclass_auc(three(), rng=1).hand_till
    assert "no subject is of class d; its scores are not used" in found.notes[0].text


def test_perfectly_told_apart_classes_have_no_interval():
    """An area of 1 has no spread; the note names an interval that does not need it."""
    data = ClassScores.from_truth(["a", "a", "b", "b"], [[2, 1], [3, 0], [1, 5], [0, 3]])
    found = multiclass_auc(data, rng=1)
    assert all(area.interval is None and area.standard_error is None for area in found.areas)
    assert found.notes[0].code == "zero-variance"
    assert "method=Newcombe()" in found.notes[0].text


def test_infinite_scores_order_as_usual():
    """Scores beyond a limit of detection are the highest or lowest."""
    data = ClassScores.from_truth(["a", "b"], [[np.inf, -np.inf], [0, np.inf]])
    assert exact_areas(data)[0] == 1


# The data


def test_columns_are_found_by_name():
    """Any order of columns, any coding of the classes."""
    frame = pd.DataFrame({2: [0.8, 0.3], 1: [0.2, 0.7]})
    data = ClassScores.from_truth([2, 1], frame)
    assert data.classes == ("2", "1")
    assert data.codes.tolist() == [0, 1]
    assert ClassScores.from_truth([2, 1], frame.to_numpy(), classes=[2, 1]).classes == ("2", "1")
    assert ClassScores.from_truth([2.0, 1.0], {"1": [1, 2], "2": [3, 4], "x": [0, 0]}, classes=[1, 2]).sizes == (1, 1)
    with_name = ClassScores.from_truth(pd.Series(["u", "v"], name="kind"), {"u": [1, 2], "v": [3, 4]})
    assert with_name.truth == "kind"


def test_missing_values_are_counted_or_refused():
    """An error counts them by default; dropping them is remembered."""
    truth, scores = ["a", None, "b", "b"], [[1, 2], [1, 2], [np.nan, 1], [0, 1]]
    with pytest.raises(DataError) as caught:
        ClassScores.from_truth(truth, scores)
    assert str(caught.value) == (
        '2 of 4 subjects have no truth value or no score of a class. Use missing="drop" to leave them out, or impute '
        "them first."
    )
    data = ClassScores.from_truth(truth, scores, missing="drop")
    assert (data.n_dropped, data.total) == (2, 2)
    assert not data.scores.flags.writeable
    assert not data.codes.flags.writeable


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda: ClassScores.from_truth(["a", "a"], {"a": [1, 2], "b": [1, 2]}),
            DataError,
            "areas need subjects of at least two classes; there is only a.",
        ),
        (
            lambda: ClassScores.from_truth(["a", "c"], {"a": [1, 2], "b": [1, 2]}),
            DataError,
            'there is no column of scores for the class "c"; the columns are a and b.',
        ),
        (
            lambda: ClassScores.from_truth(["a", "b", "a"], {"a": [1, 2], "b": [1, 2]}),
            DataError,
            "truth has 3 values but scores has 2 rows.",
        ),
        (
            lambda: ClassScores.from_truth(["a", None], [[1, 2], [3, 4]]),
            DataError,
            "there are 2 columns of scores, but truth holds 1 class (a) and is missing for 1 subject; a column is for "
            "one class. Name the class of each column with classes=.",
        ),
        (
            lambda: ClassScores.from_truth(["a", "b"], [1, 2]),
            DataError,
            "there is 1 column of scores, but truth holds 2 classes (a and b); a column is for one class. Name the "
            "class of each column with classes=.",
        ),
        (
            lambda: ClassScores.from_truth(["a", "b"], [[1, 2, 3], [4, 5, 6]], classes=["a", "b"]),
            DataError,
            "there are 3 columns of scores for 2 classes.",
        ),
        (
            lambda: ClassScores.from_truth(["a", "b"], [[1, 2], [3, 4]], classes=["a", "a"]),
            DataError,
            'two classes are called "a"; give each class its own name.',
        ),
        (
            lambda: ClassScores.from_truth(["a", "b"], [[1, 2], [3, 4]], missing="ignore"),
            DataError,
            'missing is "error" or "drop", not \'ignore\'.',
        ),
        (
            lambda: ClassScores(scores=np.zeros((2, 2)), codes=np.array([0, 2]), classes=("a", "b")),
            DataError,
            "codes must give the place of the true class among classes, one for each row.",
        ),
        (
            lambda: ClassScores(scores=np.zeros((2, 2)), codes=np.array([0, 1]), classes=("a", "a")),
            DataError,
            'two classes are called "a"; give each class its own name.',
        ),
        (
            lambda: multiclass_auc([[1, 2]]),
            TypeError,
            "multiclass_auc takes ClassScores, not list; make them with ClassScores.from_truth(truth, scores), a "
            "column of scores for each class.",
        ),
        (
            lambda: multiclass_auc(three(), Bootstrap(kind="bca")),
            MethodError,
            'kind is "bca"; areas of several classes are judged with "percentile", "basic" or "normal".',
        ),
        (
            lambda: multiclass_auc(three(), Bootstrap(), rng=1),
            MethodError,
            "rng belongs to the method that was stated: Bootstrap(rng=...).",
        ),
        (
            lambda: multiclass_auc(three(), "bootstrap"),
            TypeError,
            "method is 'bootstrap'; areas of several classes have bootstrap intervals: Bootstrap(rng=...).",
        ),
    ],
)
def test_what_cannot_be_is_refused(call, error, text):
    """Each refusal says what came and what is needed."""
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == text


# Print


def test_the_printed_result():
    """Averages, classes and pairs, a table each; names cannot break a line."""
    names = {"a": "a\n", "b": "b", "c": "c"}
    data = ClassScores.from_truth(
        [names[k] for k in TRUTH], {names[k]: v for k, v in SCORES.items()}, truth_name="kind"
    )
    assert str(multiclass_auc(data, Bootstrap(n_resamples=100, rng=1))) == (
        """
\tAreas under the ROC curves of 3 classes, percentile bootstrap

data:  a score for each class by kind (higher scores speak for their class)
       a\\n 3, b 3, c 3
       9 subjects, 0 dropped
100 resamples of subjects within each class, seed 1
95 percent confidence intervals, two-sided

average                                    AUC  std. error    low   high
M of Hand and Till                       0.833      0.1043  0.595  0.981
one versus one, weighted by class size   0.833      0.1043  0.595  0.981
one versus rest, mean of the classes     0.833      0.1043  0.595  0.981
one versus rest, weighted by class size  0.833      0.1043  0.595  0.981

class against the rest    AUC  std. error    low   high
a\\n                     0.806      0.1574  0.430  1.000
b                       0.833      0.1392  0.526  1.000
c                       0.861      0.1489  0.526  1.000

pair of classes    AUC  std. error    low   high
a\\n, b           0.833      0.1019  0.652  1.000
a\\n, c           0.833      0.1819  0.386  1.000
b, c             0.833      0.1130  0.611  1.000
note: areas against the rest and weighted averages hold for the class sizes in
      these data, which the resamples keep; Bootstrap(stratified=False) lets
      them vary.
"""
    )
