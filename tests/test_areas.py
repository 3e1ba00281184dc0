"""The area of one test, of two, and from a published summary: what the user sees."""

import math
import re
from fractions import Fraction

import numpy as np
import oracles
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists, one_test, two_tests

from rocstats import (
    Bootstrap,
    DataError,
    DeLong,
    HanleyMcNeil,
    MethodError,
    Newcombe,
    Sample,
    Study,
    auc,
    auc_from_summary,
    compare_auc,
    counts_at,
)

INF, NAN = math.inf, math.nan


def of(cases, controls, **options):
    """Make a sample of one test."""
    return Sample.from_groups(cases=cases, controls=controls, **options)


def shown(found):
    """Return what is printed before the notes."""
    return str(found).split("\nnote: ")[0].rstrip("\n")


def notes(found):
    """Return the printed notes, each on one line."""
    return [re.sub(r"\s+", " ", text).strip() for text in str(found).split("\nnote: ")[1:]]


def printed(cases, controls, *lines, what="score by group", positive="cases"):
    """Write the frame of one area by DeLong around its lines."""
    return "\n".join(
        [
            "",
            "\tArea under the ROC curve, DeLong",
            "",
            f'data:  {what} (positive: "{positive}"; higher scores are positive)',
            f"       {cases}, {controls}, 0 dropped",
            *lines,
        ]
    )


def not_estimable(area):
    """Write the lines of an area that has nothing but its value."""
    return (
        *("95 percent confidence interval:", " not estimable", "sample estimates:"),
        *("  AUC     std. error", f"{area}  not estimable"),
    )


# Corners of one area


@pytest.mark.parametrize(
    ("sample", "cases", "controls", "area", "why", "instead"),
    [
        (
            of([4, 5, 6], [1, 2, 3]),
            *("3 cases", "3 controls", "1.000", "perfect separation: every case scores beyond every control"),
            "0.501 to 1.000",
        ),
        (
            of([1, 2, 3], [4, 5, 6]),
            *(
                "3 cases",
                "3 controls",
                "0.000",
                "perfect separation, reversed: every case scores short of every control",
            ),
            "0.000 to 0.499",
        ),
        (
            of([2, 2], [2, 2, 2]),
            *("2 cases", "3 controls", "0.500", 'every subject has the same score of "score"', "0.131 to 0.869"),
        ),
        (of([3], [1, 2, 4]), "1 case", "3 controls", "0.667", "a group holds 1 subject", "0.153 to 0.955"),
        (of([3, 4, 2], [3]), "3 cases", "1 control", "0.500", "a group holds 1 subject", "0.092 to 0.908"),
        (of([2], [1]), "1 case", "1 control", "1.000", "a group holds 1 subject", "0.207 to 1.000"),
    ],
    ids=["AUC 1", "AUC 0", "all tied", "one case", "one control", "one each"],
)
def test_an_area_that_cannot_be_judged(sample, cases, controls, area, why, instead):
    """The frame keeps its lines; the first note says why, and gives the interval that these data allow."""
    found = auc(sample)
    assert shown(found) == printed(cases, controls, *not_estimable(area))
    first = notes(found)[0]
    assert first.startswith(why)
    assert f"interval, which does not need that variance, is {instead}: auc(sample, Newcombe())." in first
    assert (found.standard_error, found.interval, found.pvalue) == (None, None, None)
    tested = auc(sample, null_value=0.5)
    assert "\np-value: not estimable\nalternative hypothesis: true AUC is not equal to 0.5\n" in str(tested)


def test_the_intervals_offered_equal_exact_bisection():
    """The limits above, every sign decided in fractions."""
    z = 1.959963984540054
    for area, m, n, low, high in (
        (1, 3, 3, "0.501", "1.000"),
        (0, 3, 3, "0.000", "0.499"),
        (Fraction(1, 2), 2, 3, "0.131", "0.869"),
        (Fraction(2, 3), 1, 3, "0.153", "0.955"),
        (Fraction(1, 2), 3, 1, "0.092", "0.908"),
        (1, 1, 1, "0.207", "1.000"),
    ):
        assert [f"{float(limit):.3f}" for limit in oracles.newcombe_limits(area, m, n, z)] == [low, high]


def test_two_of_each():
    """Cases 1, 3 and controls 0, 2: three of four pairs, variance 1/16 + 1/16, an interval cut at 1, and a warning."""
    found = auc(of([1, 3], [0, 2]))
    assert shown(found) == printed(
        "2 cases",
        "2 controls",
        "95 percent confidence interval:",
        " 0.057  1.000",
        "sample estimates:",
        "  AUC  std. error",
        "0.750      0.3536",
    )
    assert [note[:40] for note in notes(found)] == [
        "a limit of the interval lay above 1 and ",
        "in simulated studies of 5 cases and 5 co",
    ]


def test_two_of_each_that_are_separated():
    """Neither DeLong nor the bootstrap judges them; Newcombe gives 0.386 to 1."""
    sample = of([3, 4], [0, 2])
    for method in (DeLong(), DeLong(scale="logit"), HanleyMcNeil(), Bootstrap(rng=1)):
        assert auc(sample, method).interval is None
    interval = auc(sample, Newcombe()).interval
    assert interval.low == pytest.approx(float(oracles.newcombe_limits(1, 2, 2, 1.959963984540054)[0]), abs=1e-12)
    assert (f"{interval.low:.3f}", interval.high) == ("0.386", 1.0)


def test_infinite_scores():
    """Above and below detection limits order like any scores: of 9 pairs 5 are won and 2 tied."""
    found = auc(of([INF, 2, 3], [-INF, 2, INF]))
    assert "AUC  std. error\n0.667      0.2722\n" in str(found)
    assert found.standard_error == math.sqrt(oracles.variance([9, 2, 3], [-9, 2, 9]))


# Labels and missing values, seen from the question


@pytest.mark.parametrize(
    ("truth", "positive"),
    [
        ([1, 1, 0, 0], None),
        ([True, True, False, False], None),
        (["1", "1", "0", "0"], None),
        (["Poor", "Poor", "Good", "Good"], "Poor"),
        ([1, 1, 2, 2], 1),
        ([2, 2, 1, 1], 2),
        ([-1, -1, 1, 1], -1),
        (pd.Categorical(["ill", "ill", "well", "well"]), "ill"),
        (pd.array([1, 1, 0, 0], dtype="Int64"), None),
        (np.array([1, 1, 0, 0], dtype=np.uint8), None),
    ],
)
def test_the_same_answer_from_every_coding(truth, positive):
    """0/1, booleans, text, 1/2, -1/1, categories: the stated positive decides, and is printed."""
    found = auc(Sample.from_truth(truth, [3, 1, 2, 0], positive=positive))
    assert (found.estimate, found.standard_error) == (0.75, math.sqrt(1 / 8))
    assert f'(positive: "{found.subjects.positive}"; higher scores are positive)' in str(found)
    assert found.subjects.positive == str(next(iter(truth)))


@pytest.mark.parametrize(
    ("truth", "options", "text"),
    [
        ([1, 2, 1, 2], {}, "truth holds 1, 2; say which is positive with positive=."),
        (["a", "b", "a", "b"], {}, "truth holds a, b; say which is positive with positive=."),
        (
            [0, 1, 2, 0],
            {},
            "truth needs two values; it holds 3: 0, 1, 2. Name the groups to compare with positive= and negative=.",
        ),
        (
            [0, 1, 2, 0],
            {"positive": 2},
            "truth needs two values; besides 2 it holds 2: 0, 1. "
            "Name the groups to compare with positive= and negative=.",
        ),
        ([1, 1, 1, 1], {}, "truth needs two values; it holds 1: 1."),
    ],
)
def test_labels_that_do_not_say_two_groups(truth, options, text):
    """Nothing is guessed: the values are listed, and what to state is named."""
    with pytest.raises(DataError) as caught:
        auc(Sample.from_truth(truth, [3, 1, 2, 0], **options))
    assert str(caught.value) == text


def test_three_labels_with_both_groups_named():
    """Two of three groups are compared when the third is joined to one of them or left out first."""
    found = auc(Sample.from_truth([0, 1, 2, 0], [0, 2, 3, 1], positive=[1, 2]))
    assert (found.estimate, found.subjects.positive) == (1.0, "1 or 2")


def test_truth_and_scores_swapped():
    """Scores in the place of truth are no two groups, and the values found are listed."""
    truth, scores = [1, 0, 1, 0], [0.3, 0.5, 0.7, 1.2]
    with pytest.raises(DataError) as caught:
        auc(Sample.from_truth(scores, truth))
    assert str(caught.value) == (
        "truth needs two values; it holds 4: 0.3, 0.5, 0.7, 1.2. "
        "Name the groups to compare with positive= and negative=."
    )


def test_cases_and_controls_swapped_are_seen():
    """The complement comes out, and the note on the direction with it."""
    assert auc(of([5, 4, 3, 2], [3, 2, 1, 1])).estimate == 0.875
    swapped = auc(of([3, 2, 1, 1], [5, 4, 3, 2]))
    assert swapped.estimate == 0.125
    assert any("below 0.5" in note for note in notes(swapped))


def test_missing_scores():
    """Counted in an error; left out on request, and then counted in what is printed."""
    truth, scores = [1, 0, 1, 0, 1, 0], {"CT": [1, NAN, 3, None, 2, 2]}
    with pytest.raises(DataError) as caught:
        auc(Sample.from_truth(truth, scores))
    assert str(caught.value) == (
        '2 of 6 subjects have no score for "CT". Use missing="drop" to leave them out, or impute them first.'
    )
    found = auc(Sample.from_truth(truth, scores, missing="drop"), Newcombe())
    assert "       3 cases, 1 control, 2 dropped\n" in str(found)
    assert found.subjects.n_dropped == found.rows()[0]["n_dropped"] == 2


def test_a_tests_result_does_not_depend_on_the_other_tests():
    """Alone it uses everybody who has it; in a pair only those who have both."""
    frame = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0], "A": [3, 4, 1, 1, 2, 0], "B": [1, NAN, 2, 2, NAN, 0]})
    study = Study(frame, truth="ill", tests=["A", "B"], missing="drop")
    assert auc(study.sample("A")).estimate == float(oracles.area([3, 4, 1], [1, 2, 0]))
    assert compare_auc(study.sample("A", "B")).values[0] == float(oracles.area([3, 1], [1, 0]))


# Size


def test_seventy_thousand_of_each():
    """4.9e9 pairs: more than 32 bits hold, and nothing wraps."""
    size = 70_000
    found = auc(of(np.arange(size) * 2 + 1, np.arange(size) * 2), null_value=0.5)
    assert shown(found) == printed(
        "70000 cases",
        "70000 controls",
        "Z = 0.005, p-value = 0.996",
        "alternative hypothesis: true AUC is not equal to 0.5",
        "95 percent confidence interval:",
        " 0.497  0.503",
        "sample estimates:",
        "  AUC  std. error",
        "0.500      0.0015",
    )
    assert found.estimate == (size + 1) / (2 * size)


def test_a_rating_table_of_1e8_subjects():
    """The same area and standard error as exact fractions, with as many digits as the interval needs."""
    cases, controls = [10**7, 3 * 10**7, 10**8], [10**8, 5 * 10**7, 10]
    found = auc(Sample.from_counts(cases=cases, controls=controls), null_value=0.9)
    ratings = [1, 2, 3]
    assert found.estimate == float(oracles.area(ratings, ratings, cases, controls))
    assert found.standard_error == math.sqrt(oracles.variance(ratings, ratings, cases, controls))
    assert shown(found) == printed(
        "140000000 cases",
        "150000010 controls",
        "Z = 1054.289, p-value < 0.001",
        "alternative hypothesis: true AUC is not equal to 0.9",
        "95 percent confidence interval:",
        " 0.9166  0.9167",
        "sample estimates:",
        "   AUC  std. error",
        "0.9167     0.00002",
        what="rating by group",
    )


def test_an_area_of_almost_one_is_not_printed_as_one():
    """9999 of 10,000 pairs: four decimals, so that it is no 1.000."""
    found = auc(of([*range(101, 200), 99.5], [*range(99), 100]))
    assert found.estimate == 0.9999
    assert "\n0.9999      0.0001\n" in str(found)


# Two areas


def pair(a, b, truth=(1, 1, 0, 0)):
    """Make a sample of two tests."""
    return Sample.from_truth(list(truth), {"A": list(a), "B": list(b)})


def two_areas(*lines):
    """Write the frame of a paired comparison that has nothing but its values."""
    return "\n".join(
        [
            "",
            "\tDeLong's test for two correlated ROC curves",
            "",
            'data:  A and B by truth (positive: "1"; higher scores are positive)',
            *lines,
        ]
    )


def test_identical_tests():
    """A test and a stretched copy of it: difference 0, p = 1, and why there is no interval."""
    found = compare_auc(pair([3, 4, 1, 1, 2, 0], [30, 400, 10, 10, 20, 0], [1, 1, 1, 0, 0, 0]))
    assert shown(found) == two_areas(
        "       3 cases, 3 controls, 0 dropped",
        "p-value = 1.000",
        "alternative hypothesis: true difference in AUC is not equal to 0",
        "95 percent confidence interval:",
        " not estimable",
        "sample estimates:",
        "AUC of A  AUC of B  difference     std. error",
        "   0.833     0.833       0.000  not estimable",
    )
    assert found.notes[0].code == "identical-tests"
    assert "p = 1; no standard error or interval is given" in notes(found)[0]


def test_two_perfect_tests_that_order_the_cases_differently():
    """They agree on every pair of a case and a control, which is less than ranking all subjects alike."""
    found = compare_auc(pair([3, 4, 1, 2], [4, 3, 2, 1]))
    assert (found.estimate, found.pvalue) == (0, 1)
    assert "rank the subjects alike" not in str(found)


@pytest.mark.parametrize(
    ("b", "values"),
    [([1, 2, 3, 4], "   1.000     0.000       1.000"), ([1, 1, 1, 1], "   1.000     0.500       0.500")],
)
def test_zero_variance_with_a_difference(b, values):
    """Perfect against reversed, or against all tied: a difference without variance is no p = 0 but not estimable."""
    found = compare_auc(pair([3, 4, 1, 2], b))
    assert shown(found) == two_areas(
        "       2 cases, 2 controls, 0 dropped",
        "p-value: not estimable",
        "alternative hypothesis: true difference in AUC is not equal to 0",
        "95 percent confidence interval:",
        " not estimable",
        "sample estimates:",
        "AUC of A  AUC of B  difference     std. error",
        f"{values}  not estimable",
    )
    assert "does not vary: DeLong's variance is 0, which no finite study can show." in notes(found)[0]
    assert "Newcombe()" in notes(found)[0]


def test_one_subject_in_a_group_of_a_pair():
    """Both areas and their difference are shown, and why there is no more."""
    found = compare_auc(pair([3, 4, 1], [1, 1, 2], [1, 0, 0]))
    assert "   0.500     0.250       0.250  not estimable\n" in str(found)
    assert notes(found)[0].startswith("a group holds 1 subject, and a variance needs two cases and two controls.")


def test_two_perfect_areas_of_different_subjects_are_not_equal_for_certain():
    """Unlike a pair, two groups of different subjects with area 1 say nothing of equality: no p-value."""
    found = compare_auc(of([4, 5], [1, 2]), of([4, 5], [1, 2]))
    assert (found.estimate, found.pvalue, found.interval) == (0, None, None)
    assert "p-value: not estimable\n" in str(found)


@pytest.mark.parametrize("method", [DeLong(), HanleyMcNeil()])
def test_unpaired_printed_whole(method):
    """Two lines of counts, first and second, and the title of independent curves."""
    found = compare_auc(of([1, 2, 3], [0, 1, 2]), of([5, 2, 3], [0, 7, 2]), method, alternative="greater")
    title = {"DeLong": "DeLong's test", "Hanley-McNeil": "Hanley-McNeil test"}[method.card.name]
    numbers = {
        "DeLong": ("Z = 0.442, p-value = 0.329", " -0.453  1.000", "0.3768"),
        "Hanley-McNeil": ("Z = 0.516, p-value = 0.303", " -0.364  1.000", "0.3228"),
    }[method.card.name]
    assert shown(found) == "\n".join(
        [
            "",
            f"\t{title} for two independent ROC curves",
            "",
            'data:  score and score by group (positive: "cases"; higher scores are positive)',
            "       first:  3 cases, 3 controls, 0 dropped",
            "       second: 3 cases, 3 controls, 0 dropped",
            numbers[0],
            "alternative hypothesis: true difference in AUC is greater than 0",
            "95 percent confidence interval:",
            numbers[1],
            "sample estimates:",
            "first AUC  second AUC  difference  std. error",
            f"    0.778       0.611       0.167      {numbers[2]}",
        ]
    )


def test_both_directions_are_printed():
    """A pair of a high and a low test says which is which, on a line of its own."""
    sample = Sample.from_truth([1, 1, 1, 0, 0, 0], {"A": [3, 4, 1, 1, 2, 0], "K-G": [3, 4, 1, 1, 2, 0]}, low=["K-G"])
    found = compare_auc(sample)
    assert (
        "data:  A and K-G by truth\n"
        '       (positive: "1"; higher scores of A, lower scores of K-G are positive)\n'
        "       3 cases, 3 controls, 0 dropped\n"
    ) in str(found)
    assert found.values == (5 / 6, 1 / 6)


@given(two_tests())
def test_a_pair_prints_the_areas_of_its_own_subjects(sample):
    """Both values are those of auc() on the same subjects, and the difference is first minus second."""
    found = compare_auc(sample)
    assert found.values == tuple(auc(sample.select(name)).estimate for name in "AB")
    assert found.estimate == found.values[0] - found.values[1]


# Published areas


def test_a_published_area_printed_whole():
    """No names, no direction: what is known is the area and two counts."""
    assert str(auc_from_summary(0.893, n_cases=51, n_controls=58, null_value=0.8)) == (
        "\n\tArea under the ROC curve, Hanley-McNeil\n\n"
        "data:  published: 51 cases, 58 controls\n"
        "Z = 2.861, p-value = 0.004\n"
        "alternative hypothesis: true AUC is not equal to 0.8\n"
        "95 percent confidence interval:\n"
        " 0.829  0.957\n"
        "sample estimates:\n"
        "  AUC  std. error\n"
        "0.893      0.0325\n"
        "note: in simulated studies of 50 cases and 50 controls with an AUC of 0.9, the\n"
        "      nearest to these data, the 95 percent interval by Hanley-McNeil covered\n"
        "      the AUC in as few as 92.2 percent (worst of four kinds of scores, no\n"
        "      interval being a miss), that by Hanley-McNeil on the logit scale in at\n"
        "      least 95.6 percent. Report the latter: auc_from_summary(...,\n"
        '      method=HanleyMcNeil(scale="logit")).\n'
    )


@given(st.floats(0, 1), st.integers(1, 10**9), st.integers(1, 10**9))
def test_whole_numbers_of_any_kind_are_counts(area, m, n):
    """Python's and numpy's whole numbers give the same."""
    one = auc_from_summary(area, n_cases=m, n_controls=n, method=Newcombe())
    two = auc_from_summary(np.float64(area), n_cases=np.int64(m), n_controls=np.int32(n), method=Newcombe())
    assert one == two


@pytest.mark.parametrize(
    ("area", "options", "error", "text"),
    [
        (95, {}, DataError, "auc is 95; an area lies between 0 and 1."),
        (-0.1, {}, DataError, "auc is -0.1; an area lies between 0 and 1."),
        (NAN, {}, DataError, "auc is nan; an area lies between 0 and 1."),
        (0.9, {"n_cases": 0}, DataError, "n_cases is 0; it must be a whole number of at least 1."),
        (0.9, {"n_controls": 2.5}, DataError, "n_controls is 2.5; it must be a whole number of at least 1."),
        (0.9, {"n_controls": True}, DataError, "n_controls is True; it must be a whole number of at least 1."),
        (
            "0.9",
            {},
            TypeError,
            "auc_from_summary takes a published area, not str; for data use auc(sample).",
        ),
        (
            of([1], [0]),
            {},
            TypeError,
            "auc_from_summary takes a published area, not Sample; for data use auc(sample).",
        ),
        (
            0.9,
            {"method": DeLong()},
            MethodError,
            "a published area comes without its scores, and this method needs them; use HanleyMcNeil() or Newcombe().",
        ),
        (0.9, {"null_value": 1.5}, MethodError, "null_value is 1.5; for AUC it must lie between 0 and 1."),
        (
            0.9,
            {"level": 95},
            MethodError,
            "level is 95; it must be a proportion above 0.5 and below 1. Write 0.95 for 95 percent.",
        ),
    ],
)
def test_what_is_no_published_area_is_refused(area, options, error, text):
    """An area in percent, no subjects, a sample, a method that needs scores."""
    with pytest.raises(error) as caught:
        auc_from_summary(area, **{"n_cases": 5, "n_controls": 5, **options})
    assert str(caught.value) == text


# Every question of one test names itself


@given(one_test())
def test_the_area_of_a_low_test_mirrors_that_of_a_high_one(sample):
    """Turning the direction turns the area, keeps the error, and is printed."""
    cases, controls = lists(sample)
    low = auc(of(cases, controls, low=True))
    high = auc(of(cases, controls))
    assert low.estimate == pytest.approx(1 - high.estimate, abs=1e-15)
    assert low.standard_error == high.standard_error
    assert "lower scores are positive" in str(low)
    assert counts_at(of(cases, controls, low=True), cases[0]).tp >= 1
