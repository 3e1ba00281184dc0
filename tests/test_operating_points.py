"""Operating points: counts at a threshold and at every threshold, and the optima of the Youden index."""

import json
from fractions import Fraction
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists, one_test

from rocstats import Counts, DataError, MethodError, Sample, counts_at, operating_points
from rocstats.empirical.measures import MEASURES, expected_cost

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


FAWCETT = Sample.from_truth(
    [c == "p" for c in "ppnpppnnpnpnpnnnpnpn"],
    [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505, 0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.3, 0.1],
)


def test_twenty_scored_instances():
    """Fawcett (2006), figure 3: (0.1, 0.2) at 0.7 is published; an accuracy of 0.70 at 0.54 is recalled from there."""
    table = operating_points(FAWCETT).tidy().set_index("threshold")
    assert (table.sensitivity[0.7], 1 - table.specificity[0.7]) == (0.2, pytest.approx(0.1))
    assert table.accuracy[0.54] == 0.7
    assert (table.tp[0.51], table.fp[0.51]) == (6, 3)


@given(one_test(), st.sampled_from([None, 0.1, 0.5]))
def test_every_measure_at_every_threshold_is_that_of_its_table(sample, prevalence):
    """The columns of the table are the measures of each 2x2 table as rounded fractions, None where there is none."""
    m, n = sample.n_cases, sample.n_controls
    points = operating_points(sample, prevalence=prevalence, costs=(1, 3))
    for row in points.rows():
        tp, fp = row["tp"], row["fp"]
        cells = tp, fp, m - tp, n - fp
        for name, measure in {**MEASURES, "expected_cost": expected_cost(1, 3)}.items():
            expected = measure(*cells, prevalence=prevalence)
            assert row[name] == (None if expected is None else pytest.approx(float(expected), rel=1e-14, abs=1e-15))


@given(one_test())
def test_rows_and_the_table_agree(sample):
    """tidy() holds the columns of rows(), in their order."""
    points = operating_points(sample)
    rows, table = points.rows(), points.tidy()
    assert list(table) == list(rows[0])
    for name in rows[0]:
        column = [None if v != v else v for v in table[name].tolist()]
        assert column == [row[name] for row in rows]
    assert [row["rule"] for row in rows] == [points.rule(i) for i in range(len(rows))]


def test_rules_of_any_number_are_written_alike():
    """Small, large, whole and infinite thresholds look in the table as they do in print."""
    values = [-inf, -2.5, -1e-7, 0, 1e-5, 0.1, 3, 123456.75, 1e15, 1e17, inf]
    for low in (False, True):
        points = operating_points(Sample.from_groups(cases=values, controls=[0], low=low))
        assert [row["rule"] for row in points.rows()] == [points.rule(i) for i in range(len(points.thresholds))]


def test_a_case_control_study_has_no_ppv_without_a_prevalence():
    """The investigator chose the share of cases, so what depends on it has no value until a prevalence is stated."""
    sample = Sample.from_groups(cases=[3, 2], controls=[2, 1], design="case-control")
    by_share = {name for name, measure in MEASURES.items() if measure.prevalence}
    for row in operating_points(sample, costs=(1, 1)).rows():
        assert {name for name in (*MEASURES, "expected_cost") if row[name] is None} >= {*by_share, "expected_cost"}
        assert row["sensitivity"] is not None
    assert operating_points(sample, prevalence=0.25).rows()[1]["ppv"] == 0.4
    text = str(operating_points(sample, measures=["ppv"]))
    assert "note: PPV depends on the share of cases, which a case-control study fixes by its" in text
    assert "divide by zero" not in text


def test_measures_of_choice_are_printed_whole():
    """What was asked for is printed, with the share of cases that it holds for."""
    assert str(operating_points(LOW, measures=["PPV", "kappa", "lr_positive"])) == (
        "\n\tOperating points\n\n"
        'data:  K-G by truth (positive: "ill"; lower scores are positive)\n'
        "       3 cases, 2 controls, 0 dropped\n"
        "3 observed thresholds\n"
        "rule    tp  fp  fn  tn    PPV  kappa   LR+\n"
        "<= 2.5   1   0   2   2  1.000  0.286     -\n"
        "<= 3.5   3   1   0   1  0.750  0.545  2.00\n"
        "<= 4.5   3   2   0   0  0.600  0.000  1.00\n"
        '"-": not estimable, for it would divide by zero.\n'
        "note: PPV and kappa depend on the share of cases, 3 of 5 here, and the design\n"
        "      was not stated.\n"
    )
    stated = str(operating_points(LOW, measures=["ppv", "expected_cost"], prevalence=0.1, costs=(1, 5)))
    assert "PPV and cost at a stated prevalence of 0.1\n" in stated
    assert "note" not in stated


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (lambda: operating_points(HAND, measures=["gmean"]), MethodError, 'there is no measure "gmean"'),
        (lambda: operating_points(HAND, measures="ppv"), TypeError, 'measures is a list of names, such as ["ppv"].'),
        (lambda: operating_points(HAND, measures=["expected_cost"]), MethodError, "the expected cost needs costs"),
        (lambda: operating_points(HAND, prevalence=0), MethodError, "prevalence is 0; a prevalence lies strictly"),
        (lambda: operating_points(HAND, costs=3), TypeError, "costs is a pair: the cost of a false positive and"),
        (lambda: operating_points(HAND).values("area"), MethodError, 'there is no measure "area"'),
    ],
)
def test_options_out_of_range_are_refused(ask, error, text):
    """The message says what there is."""
    with pytest.raises(error) as caught:
        ask()
    assert str(caught.value).startswith(text)


def test_many_thresholds_are_measured_at_once():
    """Every measure of 200,000 thresholds is one pass over arrays, and equals that of a single table."""
    size = 100_000
    points = operating_points(Sample.from_groups(cases=range(1, 2 * size, 2), controls=range(0, 2 * size, 2)))
    place = 123_456
    tp, fp = int(points.tp[place]), int(points.fp[place])
    for name, measure in MEASURES.items():
        assert points.values(name)[place] == pytest.approx(float(measure(tp, fp, size - tp, size - fp)), rel=1e-12)
