"""Several areas on the same subjects at once: covariance, chi-squared, pairs, stated contrasts."""

import json
import math
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import oracles
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import columns, ratings, sample_of, several

from rocstats import DataError, MethodError, Sample, compare_auc, contrast_auc
from rocstats.methods.multiplicity import adjust_pvalues

TRUTH = [1, 1, 1, 1, 0, 0, 0, 0]
SCORES = {"A": [5, 4, 3, 2, 3, 2, 1, 1], "B": [1, 5, 3, 4, 2, 2, 1, 3], "C": [2, 2, 5, 1, 3, 1, 2, 1]}
HAND = Sample.from_truth(TRUTH, SCORES)
MANY = 30
three_tests = several(ratings, 3, least=2, most=7)


def solved(matrix, right):
    """Solve a regular system by elimination in fractions; None where the matrix is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = next((k for k in range(i, len(rows)) if rows[k][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(len(rows)):
            if k != i:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]


def chi_squared(contrast, areas, covariance):
    """Return (L a)' (L S L')^-1 (L a) in fractions; None where L S L' is singular."""
    values = [sum(w * a for w, a in zip(row, areas, strict=True)) for row in contrast]
    middle = [
        [sum(u * v * covariance[i][j] for i, u in enumerate(one) for j, v in enumerate(two)) for two in contrast]
        for one in contrast
    ]
    solution = solved(middle, values)
    return None if solution is None else sum(x * v for x, v in zip(solution, values, strict=True))


def exact(drawn):
    """Return areas and covariance matrix of three tests by comparing every pair."""
    tests = list(zip(*(columns(rows, 3) for rows in drawn), strict=True))
    return [oracles.area(*test) for test in tests], oracles.covariance(tests)


def holm(pvalues):
    """Adjust p-values one after the other, from the smallest."""
    order = sorted(range(len(pvalues)), key=pvalues.__getitem__)
    adjusted, least = [0.0] * len(pvalues), 0.0
    for place, i in enumerate(order):
        least = max(least, min(1.0, (len(pvalues) - place) * pvalues[i]))
        adjusted[i] = least
    return adjusted


def codes(found):
    """Return the codes of the notes in their order."""
    return [note.code for note in found.notes]


# Equal to slow definitions


@settings(max_examples=MANY)
@given(three_tests)
def test_the_joint_test_equals_its_definition_in_fractions(drawn):
    """Two independent differences, the inverse of their covariance: chi-squared on 2 degrees of freedom."""
    areas, covariance = exact(drawn)
    expected = chi_squared([[1, -1, 0], [0, 1, -1]], areas, covariance)
    assume(expected is not None)
    found = contrast_auc(sample_of(drawn))
    assert found.df == 2
    assert found.statistic == pytest.approx(float(expected), rel=1e-12, abs=1e-300)
    assert found.areas == tuple(float(a) for a in areas)
    assert found.covariance.tolist() == [[float(x) for x in row] for row in covariance]


@settings(max_examples=MANY)
@given(three_tests, st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=2))
def test_stated_contrasts_equal_their_definition_in_fractions(drawn, contrast):
    """Any one or two independent combinations, of weights that need not add up to 0."""
    assume(all(any(row) for row in contrast))
    areas, covariance = exact(drawn)
    expected = chi_squared(contrast, areas, covariance)
    assume(expected is not None)
    found = contrast_auc(sample_of(drawn), contrast)
    assert (found.df, found.statistic) == (len(contrast), pytest.approx(float(expected), rel=1e-12, abs=1e-300))
    for row, weights in zip(found.combinations, contrast, strict=True):
        variance = oracles.combined(covariance, weights)
        total = sum(w * a for w, a in zip(weights, areas, strict=True))
        assert row.inference.estimate == pytest.approx(float(total), abs=1e-14)
        assert row.inference.standard_error == pytest.approx(math.sqrt(variance), rel=1e-14)


@settings(max_examples=MANY)
@given(three_tests)
def test_every_pair_is_the_comparison_of_that_pair(drawn):
    """All pairs in order, each with the numbers of compare_auc on the same subjects."""
    sample = sample_of(drawn)
    found = contrast_auc(sample, level=0.9)
    for row, (a, b) in zip(found.combinations, combinations("ABC", 2), strict=True):
        alone = compare_auc(sample.select(a, b), level=0.9)
        assert row.label == f"{a} - {b}"
        assert row.inference.estimate == pytest.approx(alone.estimate, abs=1e-15)
        assert row.inference.standard_error == alone.standard_error
        assert row.inference.pvalue == (alone.pvalue and pytest.approx(alone.pvalue, rel=1e-9))
        assert (row.inference.interval is None) == (alone.interval is None)


@settings(max_examples=MANY)
@given(three_tests)
def test_adjusted_p_values_equal_holm_step_by_step(drawn):
    """The smallest times how many there are, the next times one less, never falling; a missing p has no place."""
    found = contrast_auc(sample_of(drawn))
    raw = [row.inference.pvalue for row in found.combinations]
    known = iter(holm([p for p in raw if p is not None]))
    expected = [None if p is None else next(known) for p in raw]
    for row, value in zip(found.combinations, expected, strict=True):
        assert row.adjusted == (None if value is None else pytest.approx(value, rel=1e-12))


def test_the_p_value_equals_scipy():
    """The tail of chi-squared with the stated degrees of freedom."""
    from scipy.stats import chi2

    found = contrast_auc(HAND)
    assert found.pvalue == pytest.approx(float(chi2.sf(found.statistic, found.df)), rel=1e-12)


# Properties


@settings(max_examples=MANY)
@given(three_tests)
def test_two_tests_give_the_square_of_z(drawn):
    """For one difference chi-squared on 1 degree of freedom is Z squared, with the same p."""
    pair = sample_of(drawn).select("A", "B")
    found, alone = contrast_auc(pair), compare_auc(pair)
    assume(alone.statistic is not None)
    assert found.df == 1
    assert found.statistic == pytest.approx(alone.statistic**2, rel=1e-9, abs=1e-15)
    assert found.pvalue == pytest.approx(alone.pvalue, rel=1e-9)


@settings(max_examples=MANY)
@given(three_tests, st.lists(st.integers(-2, 2), min_size=4, max_size=4))
def test_other_words_for_one_hypothesis_give_one_answer(drawn, turns):
    """Rows mixed, stretched or written twice span the same hypothesis."""
    a, b, c, d = turns
    assume(a * d != b * c)
    sample = sample_of(drawn)
    mixed = [[a, b - a, -b], [c, d - c, -d]]
    assume(all(any(row) for row in mixed))
    found = contrast_auc(sample)
    for contrast in (mixed, [*mixed, *mixed], [[10 * w for w in row] for row in mixed]):
        other = contrast_auc(sample, contrast)
        assert (other.df, other.statistic, other.pvalue) == (found.df, found.statistic, found.pvalue)


@pytest.mark.parametrize("order", list(permutations("ABC")))
def test_the_order_of_the_tests_does_not_matter(order):
    """The joint test is symmetric in the tests."""
    found, other = contrast_auc(HAND), contrast_auc(HAND.select(*order))
    assert (other.statistic, other.df, other.pvalue) == (found.statistic, found.df, found.pvalue)


@settings(max_examples=MANY)
@given(three_tests, st.integers(2, 3))
def test_the_joint_statistic_is_at_least_that_of_every_pair(drawn, times):
    """No combination has a larger Z squared than chi-squared."""
    found = contrast_auc(sample_of(drawn))
    assume(found.statistic is not None)
    for row in found.combinations:
        if row.inference.statistic is not None:
            assert row.inference.statistic**2 <= found.statistic * (1 + 1e-9)


def test_frequencies_equal_repeated_rows():
    """A row that stands for three subjects gives what three rows give, to the last bit."""
    counts = [3, 1, 2, 1, 1, 4, 1, 2]
    long = {name: oracles.expanded(column, counts) for name, column in SCORES.items()}
    one = contrast_auc(Sample.from_truth(TRUTH, SCORES, counts=counts))
    other = contrast_auc(Sample.from_truth(oracles.expanded(TRUTH, counts), long))
    assert (one.statistic, one.pvalue, one.areas) == (other.statistic, other.pvalue, other.areas)
    assert np.array_equal(one.covariance, other.covariance)


# Families and simultaneous intervals


def test_every_adjustment_stands_beside_the_raw_p_values():
    """The column names the method, the raw p-values stay, and the joint test is not in the family."""
    plain = contrast_auc(HAND)
    for method, head in (("hommel", "p (Hommel)"), ("bh", "p (BH)"), ("bonferroni", "p (Bonferroni)")):
        found = contrast_auc(HAND, adjust=method)
        raw = [row.inference.pvalue for row in found.combinations]
        assert raw == [row.inference.pvalue for row in plain.combinations]
        assert [row.adjusted for row in found.combinations] == adjust_pvalues(raw, method)
        assert str(found).count(head) == 1
        assert (found.pvalue, found.statistic) == (plain.pvalue, plain.statistic)
    bare = contrast_auc(HAND, adjust=None)
    assert [row.adjusted for row in bare.combinations] == [None] * 3
    assert "Z  p-value\nA - B" in str(bare)
    assert bare.summary().references == ("delong1988",)


def test_a_reference_is_subtracted_from_each_other_test():
    """Two comparisons with B in the order of the tests, adjusted for two; the joint test is that of all pairs."""
    found, pairs = contrast_auc(HAND, reference="B"), contrast_auc(HAND)
    assert [row.label for row in found.combinations] == ["A - B", "C - B"]
    assert found.combinations[0].inference == pairs.combinations[0].inference
    assert found.combinations[1].inference.estimate == -pairs.combinations[2].inference.estimate
    assert (found.statistic, found.df) == (pairs.statistic, pairs.df)
    assert "\nAgainst B, 95 percent confidence intervals (not adjusted):\n" in str(found)
    assert found.combinations[0].adjusted == pytest.approx(min(1, 2 * found.combinations[0].inference.pvalue))


def test_a_combination_without_p_value_is_left_out_of_the_family():
    """Perfect against reversed has none: the other two are adjusted for two, and that is said."""
    scores = {"A": [3, 4, 5, 1, 2, 0], "B": [1, 2, 0, 3, 4, 5], "C": [3, 1, 2, 1, 0, 2]}
    found = contrast_auc(Sample.from_truth([1, 1, 1, 0, 0, 0], scores))
    raw = [row.inference.pvalue for row in found.combinations]
    assert (raw[0], found.combinations[0].adjusted) == (None, None)
    assert [row.adjusted for row in found.combinations[1:]] == adjust_pvalues(raw[1:], "holm")
    (note,) = [note for note in found.notes if note.code == "smaller-family"]
    assert note.text == "1 of the 3 combinations has no p-value; the adjustment is for the other 2."


def test_simultaneous_intervals_by_hand():
    """Three tests differ in two dimensions, so nothing is random: estimate plus and minus the critical value."""
    found = contrast_auc(HAND, intervals="simultaneous", level=0.9)
    assert (found.seed, found.critical_error) == (None, 0.0)
    alone = contrast_auc(HAND, level=0.9)
    assert alone.critical is None
    assert 1.6449 < found.critical < 2.1281  # one interval of 0.90, three by Bonferroni
    for row, single in zip(found.combinations, alone.combinations, strict=True):
        reach = found.critical * row.inference.standard_error
        assert row.inference.interval.low == pytest.approx(row.inference.estimate - reach)
        assert row.inference.interval.high == pytest.approx(min(row.inference.estimate + reach, 1))
        assert row.inference.pvalue == single.inference.pvalue
    text = str(found)
    assert "All pairs, 90 percent confidence intervals, simultaneous:\n" in text
    assert f"largest |Z| of all at this level: {found.critical:.3f}\n" in text
    assert "hothorn2008" in found.summary().references


def test_simultaneous_intervals_of_five_tests_state_seed_and_error():
    """Four dimensions are drawn: the same seed gives the same bits, another one nearly the same."""
    rng = np.random.default_rng(4)
    scores = {name: rng.normal(size=60).round(1) for name in "ABCDE"}
    sample = Sample.from_truth([1] * 30 + [0] * 30, scores)
    one, again, other = (contrast_auc(sample, intervals="simultaneous", rng=seed) for seed in (1, 1, 2))
    assert str(one) == str(again)
    assert one.critical == pytest.approx(other.critical, abs=6 * (one.critical_error + other.critical_error))
    assert 0 < one.critical_error < 0.002
    assert one.seed == 1
    assert ", seed 1)\n" in str(one)
    assert all(len(line) <= 80 for line in str(one).splitlines()[:16])


def test_simultaneous_intervals_of_degenerate_tests():
    """Identical tests, perfect areas, one subject: never a width of zero, never a warning."""
    twins = Sample.from_truth(TRUTH, {"A": SCORES["A"], "A2": SCORES["A"], "B": SCORES["B"]})
    found = contrast_auc(twins, intervals="simultaneous")
    assert found.combinations[0].inference.interval is None
    assert found.critical == pytest.approx(1.959964, abs=1e-6)  # the two others are one and the same
    for truth, scores in (
        ([1, 0, 0], {"A": [3, 4, 1], "B": [1, 2, 3]}),
        ([1, 1, 0, 0], {"A": [3, 4, 1, 2], "B": [1, 2, 3, 4]}),
    ):
        none = contrast_auc(Sample.from_truth(truth, scores), intervals="simultaneous")
        assert (none.critical, none.combinations[0].inference.interval) == (None, None)
        assert "simultaneous:\n" in str(none)


def test_options_that_are_none_are_refused():
    """By what came and what is needed."""
    with pytest.raises(MethodError, match=r'^the reference "X" is no test of this sample; it holds A, B, C\.$'):
        contrast_auc(HAND, reference="X")
    with pytest.raises(MethodError, match="leave out either contrast or reference"):
        contrast_auc(HAND, [1, -1, 0], reference="A")
    with pytest.raises(MethodError, match=r"^the adjustment is 'tukey'; it must be"):
        contrast_auc(HAND, adjust="tukey")
    with pytest.raises(MethodError, match=r'^intervals is True; it must be "unadjusted" or "simultaneous"\.$'):
        contrast_auc(HAND, intervals=True)


# Corners


def test_an_identical_test_takes_no_degree_of_freedom():
    """A, a stretched copy of A, and B: one difference is left, and the joint test is that of A against B."""
    twins = Sample.from_truth(TRUTH, {"A": SCORES["A"], "A2": [10 * v for v in SCORES["A"]], "B": SCORES["B"]})
    found, alone = contrast_auc(twins), compare_auc(HAND.select("A", "B"))
    assert found.df == 1
    assert found.statistic == pytest.approx(alone.statistic**2)
    assert found.combinations[0].inference.pvalue == 1
    assert any(note.text.startswith("A - A2: ") for note in found.notes)


@pytest.mark.parametrize(
    "contrast", [None, [[0.1, 0.2, -0.3]], [[1 / 3, 1 / 3, -2 / 3]], [[0.7, -0.4, -0.3], [1e-3, -2e-3, 1e-3]]]
)
def test_decimal_weights_of_identical_tests_are_no_evidence(contrast):
    """0.1 + 0.2 - 0.3 is 0 as it is written, though not in binary: no difference, p = 1, no chi-squared of 144."""
    same = Sample.from_truth(TRUTH, dict.fromkeys("ABC", SCORES["A"]))
    found = contrast_auc(same, contrast)
    assert (found.statistic, found.df, found.pvalue) == (0, 0, 1)
    for row in found.combinations:
        assert (row.inference.estimate, row.inference.pvalue, row.inference.interval) == (0, 1, None)
    assert "0.000000000000" not in str(found)


def test_a_difference_without_variance_is_no_joint_test():
    """Perfect against reversed: not estimable, in words, where chi-squared would stand."""
    found = contrast_auc(Sample.from_truth([1, 1, 0, 0], {"A": [3, 4, 1, 2], "B": [1, 2, 3, 4], "C": [1, 3, 2, 0]}))
    assert (found.statistic, found.df, found.pvalue) == (None, None, None)
    assert "\nX-squared: not estimable\n" in str(found)
    assert codes(found)[0] == "zero-variance"
    assert "A - B       1.000  not estimable       -       -       -        -         -\n" in str(found)


def test_a_combination_without_variance_is_not_estimable_even_where_it_is_zero():
    """An area of 0 has no variance; that it is 0 is no proof of anything, and the tests are not alike."""
    found = contrast_auc(Sample.from_truth([1, 1, 0, 0], {"A": [1, 2, 3, 4], "B": [3, 1, 2, 2]}), [[1, 0]])
    assert (found.statistic, found.pvalue, found.combinations[0].inference.pvalue) == (None, None, None)
    assert "alike" not in str(found)


def test_a_perfect_area_in_a_pair_is_said_to_count_as_certain():
    """As in a comparison of two: its variance is taken as zero, and the standard error is too small."""
    found = contrast_auc(Sample.from_truth([1, 1, 1, 0, 0, 0], {"A": [3, 4, 5, 1, 2, 0], "B": [3, 1, 2, 1, 0, 2]}))
    assert found.combinations[0].inference.standard_error is not None
    assert "edge-area" in codes(found)


@pytest.mark.parametrize(
    "truth_and_scores",
    [
        ([1, 0, 0], {"A": [3, 4, 1], "B": [1, 2, 3]}),
        ([1, 1, 0, 0], {"A": [3, 4, 1, 2], "B": [1, 2, 3, 4]}),
    ],
)
def test_what_is_not_estimable_says_what_to_use_instead(truth_and_scores):
    """One subject in a group, or no variance: each area still has an interval of its own."""
    found = contrast_auc(Sample.from_truth(*truth_and_scores))
    assert found.statistic is None
    assert any("Newcombe()" in note.text for note in found.notes)


def test_one_subject_in_a_group():
    """Areas and differences are given, nothing else; it is said once."""
    found = contrast_auc(Sample.from_truth([1, 0, 0], {"A": [3, 4, 1], "B": [1, 2, 3]}))
    assert found.covariance is None
    assert found.standard_errors == (None, None)
    assert found.areas == (0.5, 0.0)
    assert codes(found).count("one-subject") == 1


def test_a_rating_table_of_1e8_subjects_keeps_its_integers():
    """Frequencies of 1e8 in rows of two tests: chi-squared as exact fractions give it."""
    counts = [10**8, 3, 10**7, 5, 10**8, 10**7]
    scores = {"A": [3, 2, 1, 2, 1, 3], "B": [2, 3, 3, 1, 1, 2]}
    sample = Sample.from_truth([1, 1, 1, 0, 0, 0], scores, counts=counts)
    tests = [(scores[name][:3], scores[name][3:]) for name in "AB"]
    p, q = counts[:3], counts[3:]
    areas, covariance = [oracles.area(*test, p, q) for test in tests], oracles.covariance(tests, p, q)
    expected = (areas[0] - areas[1]) ** 2 / oracles.combined(covariance, [1, -1])
    assert contrast_auc(sample).statistic == float(expected)


# Refusals


@pytest.mark.parametrize(
    ("contrast", "text"),
    [
        ([[1, 0]], "contrast has shape (1, 2); it needs a column for each of the 3 tests."),
        ([], "contrast has shape (1, 0); it needs a column for each of the 3 tests."),
        (np.zeros((0, 3)), "contrast has shape (0, 3); it needs a column for each of the 3 tests."),
        (np.zeros((1, 3, 1)), "contrast has shape (1, 3, 1); it needs a column for each of the 3 tests."),
        ([[0, 0, 0]], "contrast holds a weight that is not finite, or a combination of zeros only."),
        ([[1, -1, math.nan]], "contrast holds a weight that is not finite, or a combination of zeros only."),
        ([["a", 0, 0]], "contrast must be a table of numbers, a row per combination, a column per test."),
        ([[1, 2, 3], [1]], "contrast must be a table of numbers, a row per combination, a column per test."),
    ],
)
def test_a_contrast_that_does_not_fit_is_refused(contrast, text):
    """What came is named, and what is needed."""
    with pytest.raises(MethodError) as caught:
        contrast_auc(HAND, contrast)
    assert str(caught.value) == text


def test_one_row_may_be_written_without_brackets():
    """A single combination is a row."""
    assert str(contrast_auc(HAND, [1, -1, 0])) == str(contrast_auc(HAND, [[1, -1, 0]]))


def test_what_is_no_sample_of_several_tests_is_refused():
    """One test, clusters, a list, a level in percent."""
    with pytest.raises(DataError, match=r"this sample holds 1\. For one test use auc\(sample\)\.$"):
        contrast_auc(HAND.select("A"))
    with pytest.raises(MethodError, match="come in clusters"):
        contrast_auc(Sample.from_truth(TRUTH, SCORES, cluster=[1, 1, 2, 2, 3, 3, 4, 4]))
    with pytest.raises(TypeError, match=r"^contrast_auc takes a Sample, not list;"):
        contrast_auc([1, 2])
    with pytest.raises(MethodError, match=r"^level is 95;"):
        contrast_auc(HAND, level=95)


# What people see


def test_printed_whole():
    """Chi-squared, the areas with their correlations, every pair with Holm's p, and the caveat of small groups."""
    assert str(contrast_auc(HAND)) == (
        "\n\tDeLong's test for equal AUCs of 3 correlated ROC curves\n\n"
        'data:  A, B and C by truth (positive: "1"; higher scores are positive)\n'
        "       4 cases, 4 controls, 0 dropped\n"
        "X-squared = 2.375, df = 2, p-value = 0.305\n"
        "alternative hypothesis: at least two true AUCs differ\n"
        "sample estimates:\n"
        "     AUC  std. error       A       B      C\n"
        "A  0.875      0.1250   1.000\n"
        "B  0.750      0.2165  -0.337   1.000\n"
        "C  0.625      0.2165   0.625  -0.167  1.000\n"
        "The columns named after tests are correlations of the estimated AUCs.\n"
        "\n"
        "All pairs, 95 percent confidence intervals (not adjusted):\n"
        "       difference  std. error     low   high      Z  p-value  p (Holm)\n"
        "A - B       0.125      0.2841  -0.432  0.682  0.440    0.660     1.000\n"
        "A - C       0.250      0.1693  -0.082  0.582  1.477    0.140     0.419\n"
        "B - C       0.125      0.3307  -0.523  0.773  0.378    0.705     1.000\n"
        "note: both groups have fewer than 30 subjects (4 cases, 4 controls); the normal\n"
        "      approximation is rough here.\n"
    )


def test_a_stated_contrast_is_written_as_a_sum():
    """Signs, weights of 1 left out, other weights as decimals, tests without weight not named."""
    found = contrast_auc(HAND, [[0.5, 0.5, -1], [-1, 0, 1], [0, -0.25, 0]], level=0.9)
    assert [row.label for row in found.combinations] == ["0.5 A + 0.5 B - C", "-A + C", "-0.25 B"]
    text = str(found)
    assert text.startswith("\n\tDeLong's test for contrasts of the AUCs of 3 correlated ROC curves\n")
    assert "alternative hypothesis: at least one true contrast is not equal to 0\n" in text
    assert "Contrasts, 90 percent confidence intervals (not adjusted):\n" in text
    assert "\n                  estimate std. error    low " in text


def test_the_rows_are_the_joint_test_and_each_combination():
    """Strict JSON, the joint test first; the table has the known columns and the adjusted p."""
    found = contrast_auc(HAND)
    rows = json.loads(json.dumps(found.to_dict(), allow_nan=False))["rows"]
    assert [row["test"] for row in rows] == ["A, B, C", "A - B", "A - C", "B - C"]
    assert (rows[0]["statistic"], rows[0]["df"], rows[0]["estimate"]) == (found.statistic, 2, None)
    assert rows[1]["p_value_adjusted"] == found.combinations[0].adjusted
    assert list(found.tidy().columns)[:7] == [
        "parameter",
        "test",
        "estimate",
        "std_error",
        "statistic",
        "df",
        "p_value",
    ]


def test_more_than_one_combination_cites_holm():
    """Holm's work is cited where his p-values stand beside others, and not for one combination."""
    assert contrast_auc(HAND).summary().references == ("delong1988", "holm1979")
    assert contrast_auc(HAND, [[1, -1, 0]]).summary().references == ("delong1988",)


def test_hostile_names_cannot_break_a_line():
    """A line break in a name is printed as its escape, in the table, the labels and the notes."""
    name = 'x\n"<b>'
    text = str(contrast_auc(Sample.from_truth(TRUTH, {name: SCORES["A"], "B": [-v for v in SCORES["B"]]})))
    assert 'x\\n"<b> - B' in text
    assert all(line.count('"<b>') == 0 or 'x\\n"<b>' in line for line in text.splitlines())


def test_the_exact_value_by_hand():
    """The three areas are 14/16, 12/16 and 10/16."""
    assert contrast_auc(HAND).areas == tuple(float(Fraction(k, 16)) for k in (14, 12, 10))


def test_rows_name_adjustment_and_intervals():
    """A row says how its p-value was adjusted, and whether its interval is one of several at once."""
    plain = contrast_auc(HAND).rows()
    assert [row["adjustment"] for row in plain] == [None, "holm", "holm", "holm"]
    assert [row["intervals"] for row in plain] == [None, "unadjusted", "unadjusted", "unadjusted"]
    assert {row["critical_value"] for row in plain} == {None}
    found = contrast_auc(HAND, intervals="simultaneous", adjust="bh", rng=4)
    for row in found.rows()[1:]:
        assert (row["adjustment"], row["intervals"]) == ("bh", "simultaneous")
        assert (row["critical_value"], row["critical_error"], row["seed"]) == (
            found.critical,
            found.critical_error,
            found.seed,
        )
    assert contrast_auc(HAND, adjust=None).rows()[1]["adjustment"] is None
