"""Operating points: counts at a threshold and at every threshold, and the optima of the Youden index."""

import json
from fractions import Fraction
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists, one_test

from rocstats import Counts, DataError, Sample, counts_at, operating_points

HAND = Sample.from_groups(cases=[3, 2], controls=[2, 1])
LOW = Sample.from_truth(
    ["ill", "ill", "ill", "well", "well"], {"K-G": [2.5, 3.5, 3.5, 4.5, 3.5]}, positive="ill", low=["K-G"]
)


def cells(table):
    """Return the four counts in the order tp, fp, fn, tn."""
    return table.tp, table.fp, table.fn, table.tn


def test_worked_by_hand():
    """At >= 3 one case of two and no control; at >= 2 both cases and one control; J is a half at both."""
    points = operating_points(HAND)
    assert points.thresholds.tolist() == [3, 2, 1]
    assert (points.tp.tolist(), points.fp.tolist()) == ([1, 2, 2], [0, 1, 2])
    assert (points.fn.tolist(), points.tn.tolist()) == ([1, 0, 0], [2, 1, 0])
    assert points.sensitivity.tolist() == [0.5, 1, 1]
    assert points.specificity.tolist() == [1, 0.5, 0]
    assert points.youden.tolist() == [0.5, 0.5, 0]
    assert points.youden_optima == (0, 1)
    assert [points.likelihood_ratios(i) for i in range(3)] == [(None, 0.5), (2.0, 0.0), (1.0, None)]


def test_a_low_test_by_hand():
    """At <= 3.5 all three cases and one of two controls are positive, on the scale of the data."""
    table = counts_at(LOW, 3.5)
    assert cells(table) == (3, 1, 0, 1)
    assert (table.threshold, table.test.rule(table.threshold), table.negative) == (3.5, "<= 3.5", "well")
    assert cells(counts_at(LOW, 3.4)) == (1, 0, 2, 2)
    points = operating_points(LOW, [4.0, 3.5, 2.0])
    assert points.thresholds.tolist() == [2.0, 3.5, 4.0]
    assert [points.rule(i) for i in range(3)] == ["<= 2", "<= 3.5", "<= 4"]
    assert (points.tp.tolist(), points.fp.tolist()) == ([0, 3, 3], [0, 1, 1])


@given(one_test(), st.booleans())
def test_every_threshold_equals_counting_anew(sample, low):
    """Cumulated counts are the subjects on the positive side of each observed score."""
    cases, controls = lists(sample)
    points = operating_points(Sample.from_groups(cases=cases, controls=controls, low=low))
    observed = sorted({*cases, *controls}, reverse=not low)
    assert points.thresholds.tolist() == observed
    for i, c in enumerate(observed):
        positive = [[v <= c if low else v >= c for v in group] for group in (cases, controls)]
        assert (points.tp[i], points.fp[i]) == tuple(sum(group) for group in positive)


@given(one_test(), st.lists(st.floats(allow_nan=False), min_size=1, max_size=4), st.booleans())
def test_stated_thresholds_equal_counting_anew(sample, thresholds, low):
    """A threshold need not be a score; one beyond all scores calls nobody or everybody positive."""
    cases, controls = lists(sample)
    turned = Sample.from_groups(cases=cases, controls=controls, low=low)
    points = operating_points(turned, thresholds)
    assert points.thresholds.tolist() == sorted({v + 0.0 for v in thresholds}, reverse=not low)
    for c, tp, fp in zip(points.thresholds.tolist(), points.tp.tolist(), points.fp.tolist(), strict=True):
        positive = [sum(v <= c if low else v >= c for v in group) for group in (cases, controls)]
        assert [tp, fp] == positive
        table = counts_at(turned, c)
        assert cells(table) == (tp, fp, len(cases) - tp, len(controls) - fp)


@given(one_test())
def test_optima_are_all_those_with_the_largest_index(sample):
    """Decided on counts: the optima are where tp/m - fp/n is largest in exact fractions."""
    points = operating_points(sample)
    m, n = sample.n_cases, sample.n_controls
    exact = [Fraction(int(tp), m) - Fraction(int(fp), n) for tp, fp in zip(points.tp, points.fp, strict=True)]
    assert points.youden_optima == tuple(i for i, j in enumerate(exact) if j == max(exact))
    assert points.youden.tolist() == [float(j) for j in exact]


def test_optima_of_billions_are_decided_on_counts():
    """Two indices that differ by 1e-19 are no tie, and two that are equal are one."""
    size = 3 * 10**9
    table = operating_points(Sample.from_counts(cases=[1, 1, size - 2], controls=[size - 1, 1, 1]))
    assert table.youden_optima == (1,)
    table = operating_points(Sample.from_counts(cases=[0, 1, size], controls=[size, 1, 0]))
    assert table.youden_optima == (0, 1)


@given(one_test())
def test_likelihood_ratios_are_those_of_the_counts(sample):
    """TPF over FPF, and what is left over what is left; None where nobody is there to divide by."""
    points = operating_points(sample)
    m, n = sample.n_cases, sample.n_controls
    for i, (tp, fp) in enumerate(zip(points.tp.tolist(), points.fp.tolist(), strict=True)):
        positive = float(Fraction(tp, m) / Fraction(fp, n)) if fp else None
        negative = float(Fraction(m - tp, m) / Fraction(n - fp, n)) if fp < n else None
        assert points.likelihood_ratios(i) == (positive, negative)


def test_infinite_thresholds():
    """A score above the detection limit is at or above an infinite threshold; nothing else is."""
    sample = Sample.from_groups(cases=[inf, 2], controls=[2, -inf])
    assert cells(counts_at(sample, inf)) == (1, 0, 1, 2)
    assert cells(counts_at(sample, -inf)) == (2, 2, 0, 0)
    assert operating_points(sample).rule(0) == ">= Inf"


def test_a_table_knows_where_it_comes_from():
    """Counts at a threshold carry the test, the subjects, the label of the controls and the design."""
    sample = Sample.from_truth([1, 0], {"CT": [4, 3]}, design="cohort")
    table = counts_at(sample, 4)
    assert table == Counts(
        tp=1,
        fp=0,
        fn=0,
        tn=1,
        test=sample.tests[0],
        threshold=4.0,
        subjects=sample.subjects,
        negative="0",
        design="cohort",
    )


def test_thresholds_are_listed_once_and_in_order():
    """The same threshold twice is one point; zero has no sign."""
    points = operating_points(HAND, [2, 3, 2.0, 0.0, -0.0])
    assert points.thresholds.tolist() == [3, 2, 0]
    assert str(points.thresholds[2]) == "0.0"


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (lambda: operating_points(HAND, []), DataError, "there are no thresholds; state at least one, or leave"),
        (lambda: operating_points(HAND, [2, nan]), DataError, 'a threshold of "score" is not a number.'),
        (lambda: counts_at(HAND, nan), DataError, 'a threshold of "score" is not a number.'),
        (lambda: counts_at(HAND, "2"), TypeError, 'a score of "score" must be a number, not str.'),
        (lambda: counts_at(HAND, 2**53 + 1), DataError, 'a score of "score" holds 9007199254740993, an integer bey'),
    ],
)
def test_what_is_no_threshold_is_refused(ask, error, text):
    """A threshold is a number on the scale of the data."""
    with pytest.raises(error) as caught:
        ask()
    assert str(caught.value).startswith(text)


def test_one_threshold_without_brackets_is_refused_in_words():
    """operating_points takes several; for one there is counts_at, and the message says so."""
    with pytest.raises(TypeError, match="counts_at"):
        operating_points(HAND, 4)


def test_several_tests_are_refused():
    """Points are of one test, and the message names the question and how to pick."""
    two = Sample.from_groups(cases={"CT": [1], "MRI": [2]}, controls={"CT": [0], "MRI": [1]})
    for question in (operating_points, lambda s: counts_at(s, 1)):
        with pytest.raises(DataError, match=r"takes one test; this sample holds 2: CT and MRI\. Pick one with sample"):
            question(two)


def test_printed_whole():
    """A line per threshold, the optima marked, and the caveat that they were chosen here."""
    assert str(operating_points(LOW)) == (
        "\n\tOperating points\n\n"
        'data:  K-G by truth (positive: "ill"; lower scores are positive)\n'
        "       3 cases, 2 controls, 0 dropped\n"
        "3 observed thresholds\n"
        "rule    tp  fp  fn  tn  sensitivity  specificity   LR+    LR-      J\n"
        "<= 2.5   1   0   2   2        0.333        1.000     -  0.667  0.333\n"
        "<= 3.5   3   1   0   1        1.000        0.500  2.00  0.00   0.500  *\n"
        "<= 4.5   3   2   0   0        1.000        0.000  1.00      -  0.000\n"
        '"-": not estimable, for it would divide by zero.\n'
        "note: * marks the largest Youden index J in these data. A threshold chosen on\n"
        "      the data that judge it looks better than it is.\n"
    )


def test_stated_thresholds_are_printed_without_a_mark():
    """A threshold stated beforehand was not chosen on the data, so nothing is marked and no note is given."""
    text = str(operating_points(HAND, [2]))
    assert "1 stated thresholds" not in text
    assert "1 stated threshold\n" in text
    assert "*" not in text
    assert "note" not in text


def test_many_thresholds_print_a_spread_of_them():
    """Of 40 thresholds 25 are shown, the first, the last and every optimum among them."""
    points = operating_points(Sample.from_groups(cases=range(1, 40, 2), controls=range(0, 40, 2)))
    lines = str(points).splitlines()
    assert f"40 observed thresholds, {sum('>=' in line for line in lines)} of them shown; tidy() has all" in lines
    assert any(line.startswith(">= 39 ") for line in lines)
    assert any(line.startswith(">= 0 ") for line in lines)
    assert sum(line.endswith("*") for line in lines) == len(points.youden_optima)
    assert len(points.tidy()) == 40


def test_the_rows_are_strict_json():
    """A ratio that would divide by zero is null, not Infinity."""
    rows = json.loads(json.dumps(operating_points(HAND).to_dict(), allow_nan=False))["rows"]
    assert rows[0]["lr_positive"] is None
    assert rows[0]["rule"] == ">= 3"
    assert rows[2]["lr_negative"] is None
