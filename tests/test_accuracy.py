"""Accuracy from a 2×2 table: nine measures, what a zero leaves of them, and how they print."""

from __future__ import annotations

import json
import math
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.counts import Counts
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.errors import DataError, MethodError
from rocstats.inference.two_by_two import accuracy
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.delong import DeLong
from rocstats.methods.wilson import Wilson
from rocstats.references import REFERENCES
from rocstats.results import Subjects

WFNS = Counts(
    tp=26,
    fp=12,
    fn=15,
    tn=60,
    test=DiagnosticTest("wfns"),
    threshold=4,
    subjects=Subjects(
        truth="outcome", positive="Poor", negative="Good", n_cases=41, n_controls=72, n_dropped=0, tests=("wfns",)
    ),
    negative="Good",
)
cells = st.integers(0, 40)
tables = st.tuples(cells, cells, cells, cells).filter(any)


def codes(counts: Counts, **options: bool) -> list[str]:
    return [note.code for note in accuracy(counts, **options).notes]


# ---- worked by hand


def test_estimates_are_ratios_of_the_counts():
    """Every measure of 26, 12, 15, 60 as a quotient of whole numbers."""
    found = accuracy(WFNS)
    assert found.sensitivity.estimate == 26 / 41
    assert found.specificity.estimate == 60 / 72
    assert found.ppv.estimate == 26 / 38
    assert found.npv.estimate == 60 / 75
    assert found.accuracy.estimate == 86 / 113
    assert found.lr_positive.estimate == (26 * 72) / (12 * 41)
    assert found.lr_negative.estimate == (15 * 72) / (60 * 41)
    assert found.odds_ratio.estimate == (26 * 60) / (12 * 15)
    assert found.youden.estimate == (26 * 72 - 12 * 41) / (41 * 72)
    assert [(m.successes, m.total) for m in found.measures[:5]] == [(26, 41), (60, 72), (26, 38), (60, 75), (86, 113)]


def test_one_half_in_every_cell_is_that_of_the_table_with_halves():
    """With haldane=True the ratios are those of 5.5, 0.5, 2.5, 6.5 and say so; proportions stay as they are."""
    found = accuracy(Counts(tp=5, fp=0, fn=2, tn=6), haldane=True)
    assert found.lr_positive.estimate == (5.5 / 8) / (0.5 / 7)
    assert found.lr_negative.estimate == pytest.approx((2.5 / 8) / (6.5 / 7), rel=1e-15)
    assert found.odds_ratio.estimate == (5.5 * 6.5) / (0.5 * 2.5)
    error = math.sqrt(1 / 5.5 + 1 / 0.5 + 1 / 2.5 + 1 / 6.5)
    assert math.log(found.odds_ratio.interval.high / found.odds_ratio.estimate) / error == pytest.approx(1.959964)
    assert {m.method.name for m in found.measures if m.is_ratio} == {"log, 1/2 added"}
    assert found.specificity.estimate == 1.0
    assert found.notes[0].text == (
        "1/2 was added to every cell for LR+, LR- and DOR; all else is of the table as it is."
    )


# ---- printed by others


def test_scott_2008_as_epir_prints_it():
    """670, 202, 74, 640 (Scott et al. 2008, in epiR's epi.tests): exact limits, LR+ and 1/J to two digits."""
    found = accuracy(Counts(tp=670, fp=202, fn=74, tn=640), ClopperPearson())
    for measure, printed in (
        (found.sensitivity, (0.90, 0.88, 0.92)),
        (found.specificity, (0.76, 0.73, 0.79)),
        (found.lr_positive, (3.75, 3.32, 4.24)),
    ):
        assert (measure.estimate, measure.interval.low, measure.interval.high) == pytest.approx(printed, abs=0.005)
    assert 1 / found.youden.estimate == pytest.approx(1.51, abs=0.005)


def test_paired1_as_dtcompair_prints_it():
    """397, 84, 54, 177 (R package DTComPair, data set Paired1): estimates, exact limits and likelihood ratios."""
    found = accuracy(Counts(tp=397, fp=84, fn=54, tn=177), ClopperPearson())
    for measure, estimate in (
        (found.sensitivity, 0.8802661),
        (found.specificity, 0.6781609),
        (found.ppv, 0.8253638),
        (found.npv, 0.7662338),
        (found.lr_positive, 2.7351124),
        (found.lr_negative, 0.1765568),
    ):
        assert measure.estimate == pytest.approx(estimate, abs=6e-8)
    for measure, low, high in (
        (found.sensitivity, 0.8466745, 0.9087592),
        (found.specificity, 0.6177792, 0.7344406),
        (found.lr_positive, 2.2860079, 3.2724472),
        (found.lr_negative, 0.1356142, 0.2298601),
    ):
        assert (measure.interval.low, measure.interval.high) == pytest.approx((low, high), abs=2e-6)


def test_finley_1884_as_it_is_recalled():
    """Tornado forecasts 28, 72, 23, 2680 (recalled): hit rate 0.549, false alarms 0.720, correct 0.966, J 0.523."""
    found = accuracy(Counts(tp=28, fp=72, fn=23, tn=2680))
    measured = (found.sensitivity, found.accuracy, found.youden)
    assert [m.estimate for m in measured] == pytest.approx([0.549, 0.966, 0.523], abs=5e-4)
    assert 1 - found.ppv.estimate == pytest.approx(0.720, abs=5e-4)


# ---- properties


@given(table=tables)
def test_every_interval_contains_its_estimate_and_has_a_width(table):
    """Whatever the table: no point intervals, no estimate outside, none without a note."""
    tp, fp, fn, tn = table
    found = accuracy(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
    for m in found.measures:
        if m.interval is None:
            assert m.estimate is None
            assert m.method is None
        else:
            assert m.interval.low < m.interval.high
            assert m.estimate is None or m.interval.low <= m.estimate <= m.interval.high
            assert (m.estimate is None) == (m.interval.high == math.inf)
        if m.estimate is None:
            assert any(m.label in note.text and "not estimable" in note.text for note in found.notes)
    for option in (False, True):
        result = accuracy(Counts(tp=tp, fp=fp, fn=fn, tn=tn), haldane=option)
        assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["tp"] == tp
        assert "nan" not in str(result).lower()


@given(table=tables)
def test_exchanging_positive_and_negative_exchanges_the_measures(table):
    """A test read the other way round has sensitivity and specificity of one minus, LR+ and LR- exchanged."""
    tp, fp, fn, tn = table
    one = accuracy(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
    other = accuracy(Counts(tp=fn, fp=tn, fn=tp, tn=fp))
    for a, b in ((one.lr_positive, other.lr_negative), (one.lr_negative, other.lr_positive)):
        assert (a.estimate, a.interval) == (b.estimate, b.interval)
    if one.youden.interval is not None:
        assert one.youden.estimate == -other.youden.estimate
        assert one.youden.interval.low == pytest.approx(-other.youden.interval.high, abs=1e-12)


# ---- the design


def test_cohort_has_predictive_values_and_no_note():
    """A cohort's share of cases is that of its population."""
    found = accuracy(Counts(tp=26, fp=12, fn=15, tn=60, design="cohort"))
    assert found.ppv.estimate == 26 / 38
    assert found.notes == ()


def test_case_control_study_has_no_predictive_values():
    """A case-control study cannot give PPV, NPV and accuracy, and keeps all else."""
    found = accuracy(Counts(tp=26, fp=12, fn=15, tn=60, design="case-control"))
    for measure in (found.ppv, found.npv, found.accuracy):
        assert (measure.estimate, measure.interval, measure.method) == (None, None, None)
    assert found.sensitivity.estimate == 26 / 41
    assert (found.sensitivity.successes, found.sensitivity.total) == (26, 41)
    assert [note.text for note in found.notes] == [
        "a case-control study fixes the share of cases, so PPV, NPV and accuracy are not estimable from it."
    ]


def test_what_a_case_control_study_cannot_give_is_not_one_division_away():
    """Print, rows and fields hold no counts beside a measure that is withheld."""
    found = accuracy(Counts(tp=26, fp=12, fn=15, tn=60, design="case-control"), more=True)
    withheld = ("PPV", "NPV", "accuracy", "prevalence", "F1", "MCC", "kappa", "CSI")
    rows = {row["parameter"]: row for row in found.rows()}
    for label in withheld:
        assert (rows[label]["successes"], rows[label]["total"], rows[label]["estimate"]) == (None, None, None)
    for ratio in ("26/38", "60/75", "86/113", "41/113", "26/53"):
        assert ratio not in str(found)
    assert (rows["specificity"]["successes"], rows["specificity"]["total"]) == (60, 72)


def test_a_small_share_of_cases_does_not_print_as_zero():
    """Digits grow until the share is not 0.000."""
    (note,) = accuracy(Counts(tp=1, fp=10**6, fn=2, tn=10**6)).notes
    assert "3 of 2000003 (0.000001)" in note.text


# ---- zeros


def test_no_false_positive_leaves_a_lower_limit():
    """LR+ and DOR are infinite: no estimate, a finite lower limit, and two notes that say why and what else."""
    found = accuracy(Counts(tp=26, fp=0, fn=15, tn=60, design="cohort"))
    assert found.lr_positive.estimate is None
    assert found.lr_positive.interval.low > 10
    assert found.lr_positive.interval.high == math.inf
    assert found.odds_ratio.estimate is None
    assert found.lr_negative.estimate == 15 / 41
    assert [(note.code, note.text) for note in found.notes] == [
        (
            "infinite-ratio",
            "LR+ and DOR are infinite in these data and so not estimable; of their intervals only the lower limit is "
            "finite.",
        ),
        (
            "zero-cell",
            "no control tested positive. The log method needs four counts above 0, so LR+, LR- and DOR have score "
            "intervals; haldane=True adds 1/2 to every cell instead.",
        ),
    ]


def test_no_false_negative_makes_a_negative_likelihood_ratio_of_0():
    """LR- is 0, a number, with an upper limit above it; DOR is infinite."""
    found = accuracy(Counts(tp=26, fp=12, fn=0, tn=60))
    assert found.lr_negative.estimate == 0.0
    assert found.lr_negative.interval.low == 0.0
    assert 0 < found.lr_negative.interval.high < 1
    assert (found.odds_ratio.estimate, found.odds_ratio.interval.high) == (None, math.inf)


def test_a_test_that_is_always_positive():
    """LR+ is 1 with a width, LR- and DOR are 0/0 and NPV has nobody."""
    found = accuracy(Counts(tp=41, fp=72, fn=0, tn=0))
    assert found.lr_positive.estimate == 1.0
    assert found.lr_positive.interval.low < 1 < found.lr_positive.interval.high
    assert [m.label for m in found.measures if m.estimate is None] == ["NPV", "LR-", "DOR"]
    assert codes(found.counts) == ["no-negatives", "zero-cell", "design-not-stated"]
    assert found.notes[0].text == "no subject tested negative, so NPV, LR- and DOR are not estimable."


@pytest.mark.parametrize(
    ("counts", "missing", "note"),
    [
        (
            Counts(tp=0, fp=3, fn=0, tn=5),
            ["sensitivity", "LR+", "LR-", "DOR", "Youden J"],
            "there are no cases, so sensitivity, LR+, LR-, DOR and Youden J are not estimable.",
        ),
        (
            Counts(tp=4, fp=0, fn=3, tn=0),
            ["specificity", "LR+", "LR-", "DOR", "Youden J"],
            "there are no controls, so specificity, LR+, LR-, DOR and Youden J are not estimable.",
        ),
        (
            Counts(tp=0, fp=0, fn=3, tn=60),
            ["PPV", "LR+", "DOR"],
            "no subject tested positive, so PPV, LR+ and DOR are not estimable.",
        ),
    ],
)
def test_an_empty_margin_names_what_it_leaves_without_a_value(counts, missing, note):
    """An empty row or column is said once, with the measures that need it."""
    for found in (accuracy(counts), accuracy(counts, haldane=True)):
        assert [m.label for m in found.measures if m.estimate is None] == missing
        assert found.notes[0].text == note


def test_one_subject_is_enough_for_what_one_subject_can_say():
    """One true positive: sensitivity, PPV and accuracy have intervals, the rest is not estimable."""
    found = accuracy(Counts(tp=1, fp=0, fn=0, tn=0))
    assert [m.label for m in found.measures if m.interval is not None] == ["sensitivity", "PPV", "accuracy"]
    assert found.sensitivity.interval.low == pytest.approx(1 / (1 + 1.959964**2), rel=1e-6)


def test_an_empty_table_is_refused():
    """Four zeros are no table."""
    with pytest.raises(DataError, match="tp, fp, fn and tn are all 0"):
        accuracy(Counts(tp=0, fp=0, fn=0, tn=0))


def test_a_table_beyond_what_floats_count_is_refused():
    """More than 2^53 subjects are refused, not rounded."""
    with pytest.raises(DataError, match=r"counts go up to 2\*\*53"):
        accuracy(Counts(tp=10**400, fp=1, fn=1, tn=1))


# ---- refusals


def test_what_is_no_table_is_refused_with_the_door():
    """Anything but Counts is a TypeError that says how to make them."""
    with pytest.raises(
        TypeError, match=r"accuracy takes Counts, not list; make them with Counts\(tp=, fp=, fn=, tn=\)"
    ):
        accuracy([26, 12, 15, 60])


@pytest.mark.parametrize(
    ("method", "name"), [(DeLong(), "DeLong"), (Wilson, r"the class Wilson; write Wilson\(\)"), ("wilson", "str")]
)
def test_a_method_that_is_not_for_proportions_is_refused(method, name):
    """Methods for areas, classes and words are refused, and the methods that serve are named."""
    with pytest.raises(MethodError, match=rf"Wilson\(\) or ClopperPearson\(\); it got {name}\."):
        accuracy(WFNS, method)


def test_a_level_in_percent_is_refused_with_its_proportion():
    """95 is not a level."""
    with pytest.raises(MethodError, match=r"level is 95; .* Write 0\.95 for 95 percent\."):
        accuracy(WFNS, level=95)


# ---- printed


def test_prints_the_table_of_a_threshold():
    """The aneurysm data at wfns >= 4, to the character of the project's printed layout."""
    assert str(accuracy(WFNS)) == dedent(
        """
        \tAccuracy at a threshold

        data:  wfns by outcome (positive: "Poor")
               rule: positive if wfns >= 4
               41 cases, 72 controls, 0 dropped

        wfns      Poor  Good  total
        positive    26    12     38
        negative    15    60     75
        total       41    72    113

        95 percent confidence intervals, two-sided
                        n/N  estimate    low    high  method
        sensitivity   26/41     0.634  0.481   0.764  Wilson
        specificity   60/72     0.833  0.731   0.902  Wilson
        PPV           26/38     0.684  0.525   0.809  Wilson
        NPV           60/75     0.800  0.696   0.875  Wilson
        accuracy     86/113     0.761  0.675   0.830  Wilson
        LR+                     3.80   2.16    6.70   log
        LR-                     0.439  0.290   0.666  log
        DOR                     8.67   3.57   21.1    log
        Youden J                0.467  0.283   0.614  square-and-add
        note: the design was not stated. PPV, NPV and accuracy hold for the share of
              cases in these data, 41 of 113 (0.363); state design="cohort" or a
              prevalence.
        """
    )


def test_prints_the_other_threshold_of_the_mock_report():
    """s100b >= 0.3 in the same data: the numbers of the report's appendix, without the design note."""
    counts = Counts(tp=21, fp=12, fn=20, tn=60, design="cohort")
    assert str(accuracy(counts)).splitlines()[11:] == [
        "95 percent confidence intervals, two-sided",
        "                n/N  estimate    low    high  method",
        "sensitivity   21/41     0.512  0.365   0.657  Wilson",
        "specificity   60/72     0.833  0.731   0.902  Wilson",
        "PPV           21/33     0.636  0.466   0.778  Wilson",
        "NPV           60/80     0.750  0.645   0.832  Wilson",
        "accuracy     81/113     0.717  0.628   0.792  Wilson",
        "LR+                     3.07   1.69    5.58   log",
        "LR-                     0.585  0.421   0.814  log",
        "DOR                     5.25   2.20   12.5    log",
        "Youden J                0.346  0.166   0.506  square-and-add",
    ]


def test_prints_a_typed_table_with_a_zero_cell():
    """Without names the table has "with" and "without"; what the data cannot give says so in its place."""
    assert str(accuracy(Counts(tp=26, fp=0, fn=15, tn=60, design="case-control"), level=0.9)) == dedent(
        """
        \tAccuracy of a 2x2 table

        data:  2x2 table of counts
               41 cases, 60 controls

                  with  without  total
        positive    26        0     26
        negative    15       60     75
        total       41       60    101

        90 percent confidence intervals, two-sided
                       n/N       estimate     low   high  method
        sensitivity  26/41          0.634   0.506  0.746  Wilson
        specificity  60/60          1.000   0.957  1.000  Wilson
        PPV                 not estimable       -      -  -
        NPV                 not estimable       -      -  -
        accuracy            not estimable       -      -  -
        LR+                 not estimable  14.7      Inf  score
        LR-                         0.366   0.254  0.494  score
        DOR                 not estimable  37.2      Inf  score
        Youden J                    0.634   0.499  0.746  square-and-add
        note: LR+ and DOR are infinite in these data and so not estimable; of their
              intervals only the lower limit is finite.
        note: no control tested positive. The log method needs four counts above 0, so
              LR+, LR- and DOR have score intervals; haldane=True adds 1/2 to every cell
              instead.
        note: a case-control study fixes the share of cases, so PPV, NPV and accuracy
              are not estimable from it.
        """
    )


def test_a_low_test_prints_its_rule_on_the_scale_of_the_data():
    """Low is positive: the rule says <=."""
    counts = Counts(tp=3, fp=1, fn=1, tn=3, test=DiagnosticTest("K-G", low=True), threshold=4.5)
    assert str(accuracy(counts)).splitlines()[1:6] == [
        "\tAccuracy at a threshold",
        "",
        "data:  K-G",
        "       rule: positive if K-G <= 4.5",
        "       4 cases, 4 controls",
    ]


def test_hostile_names_cannot_break_a_line():
    """Line breaks and terminal codes in names print as escapes, in the data lines and over the table."""
    counts = Counts(
        tp=3,
        fp=1,
        fn=1,
        tn=3,
        test=DiagnosticTest("a\nb\x1b[2J"),
        threshold=math.inf,
        subjects=Subjects(truth="t\r", positive="p\n", n_cases=4, n_controls=4, n_dropped=2, label="site: \x07"),
    )
    found = accuracy(counts)
    lines = str(found).splitlines()
    assert lines[3] == r'data:  a\nb\x1b[2J (site: \x07) by t\r (positive: "p\n")'
    assert lines[4] == r"       rule: positive if a\nb\x1b[2J >= Inf"
    assert lines[5] == "       4 cases, 4 controls, 2 dropped"
    assert lines[7] == r"a\nb\x1b[2J  p\n  not p\n  total"
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["threshold"] == "Inf"


def test_a_long_data_line_breaks_before_the_bracket():
    """80 columns are kept by moving the positive label to a line of its own."""
    subjects = Subjects(truth="t" * 40, positive="p" * 20, n_cases=4, n_controls=4, n_dropped=0)
    counts = Counts(tp=3, fp=1, fn=1, tn=3, test=DiagnosticTest("n" * 20), threshold=1, subjects=subjects)
    lines = accuracy(counts).summary().data
    assert lines[:2] == (f"{'n' * 20} by {'t' * 40}", f'(positive: "{"p" * 20}")')


def test_large_studies_get_digits_until_no_interval_prints_as_a_point():
    """With 4e9 subjects three decimals would print low and high alike."""
    found = accuracy(Counts(tp=10**9, fp=10**8, fn=10**8, tn=10**9, design="cohort"))
    body = str(found).splitlines()[13:]
    for line in body:
        estimate, low, high = line.split()[-4:-1]
        assert low != high
        assert estimate not in ("1.000", "0.000")


def test_one_row_per_measure_for_machines():
    """tidy gives broom's columns, a missing estimate as missing, an infinite limit as infinite."""
    frame = accuracy(Counts(tp=26, fp=0, fn=15, tn=60)).tidy()
    assert list(frame.columns) == [
        *("parameter", "test", "estimate", "conf_low", "conf_high", "conf_level"),
        *("method", "alternative", "n_cases", "n_controls", "successes", "total"),
    ]
    assert list(frame.parameter) == [
        *("sensitivity", "specificity", "PPV", "NPV", "accuracy", "LR+", "LR-", "DOR", "Youden J"),
    ]
    ratio = frame.set_index("parameter").loc["LR+"]
    assert math.isnan(ratio.estimate)
    assert ratio.conf_high == math.inf


def test_json_holds_the_table_and_the_rows():
    """to_dict is strict JSON with the four counts, one row per measure and the notes."""
    content = json.loads(json.dumps(accuracy(WFNS).to_dict(), allow_nan=False))
    assert (content["tp"], content["fp"], content["fn"], content["tn"]) == (26, 12, 15, 60)
    assert content["threshold"] == 4.0
    assert len(content["rows"]) == 9
    assert content["notes"][0]["code"] == "design-not-stated"


def test_references_are_those_of_the_methods_used():
    """A result cites what it used, and every key is in the bibliography."""
    plain, zero = accuracy(WFNS), accuracy(Counts(tp=3, fp=0, fn=1, tn=4), ClopperPearson())
    assert plain.references == ("wilson1927", "simel1991", "woolf1955", "newcombe1998")
    assert zero.references == ("clopper1934", "koopman1984", "cornfield1956", "newcombe1998")
    assert set(plain.references) | set(zero.references) <= set(REFERENCES)


def test_a_notebook_shows_two_tables():
    """The same words as in print, with names escaped."""
    counts = Counts(tp=3, fp=1, fn=1, tn=3, test=DiagnosticTest("<b>"), threshold=1)
    page = accuracy(counts)._repr_html_()
    assert page.count("<table>") == 2
    assert "<b>" not in page
