"""Accuracy of a 2×2 table on request: one-sided, at a prevalence, against a comparator, with more measures."""

from __future__ import annotations

import json
import math
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.counts import Counts
from rocstats.errors import MethodError
from rocstats.inference.two_by_two import accuracy
from rocstats.methods import FOR_PROPORTIONS
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.wald import Wald
from rocstats.references import REFERENCES

WFNS = Counts(tp=26, fp=12, fn=15, tn=60)
cells = st.integers(0, 40)
tables = st.tuples(cells, cells, cells, cells).filter(any)
FURTHER = ["prevalence", "balanced_accuracy", "nnd", "f1", "mcc", "kappa", "csi"]


# ---- worked by hand


def test_further_measures_are_ratios_of_the_counts():
    """Those of 26, 12, 15, 60 as quotients of whole numbers."""
    found = accuracy(WFNS, more=True)
    assert [m.name for m in found.further] == FURTHER
    expected = {
        "prevalence": 41 / 113,
        "balanced_accuracy": (26 / 41 + 60 / 72) / 2,
        "nnd": 1 / (26 / 41 + 60 / 72 - 1),
        "f1": 52 / (52 + 12 + 15),
        "mcc": (26 * 60 - 12 * 15) / math.sqrt(38 * 75 * 41 * 72),
        "kappa": 2 * (26 * 60 - 12 * 15) / (38 * 72 + 41 * 75),
        "csi": 26 / 53,
    }
    assert {m.name: m.estimate for m in found.further} == pytest.approx(expected, rel=1e-14)


def test_f1_has_the_interval_of_the_critical_success_index():
    """F1 = 2c/(1 + c), so its limits are those of c = 26/53 carried over."""
    found = accuracy(WFNS, ClopperPearson(), more=True)
    c, f1 = found.measure("csi").interval, found.measure("F1").interval
    assert c == ClopperPearson().interval(26, 53)
    assert (f1.low, f1.high) == (2 * c.low / (1 + c.low), 2 * c.high / (1 + c.high))


# ---- printed by others


def test_wald_and_log_errors_are_those_of_dtcompair():
    """397, 84, 54, 177 (R package DTComPair): Wald limits, standard errors, and those of log ratios."""
    found = accuracy(Counts(tp=397, fp=84, fn=54, tn=177), Wald())
    for measure, error, low, high in (
        (found.sensitivity, 0.01528718, 0.8503038, 0.9102284),
        (found.specificity, 0.02891782, 0.6214830, 0.7348388),
        (found.ppv, 0.01731081, 0.7914353, 0.8592924),
        (found.npv, 0.02784617, 0.7116563, 0.8208113),
    ):
        assert measure.standard_error == pytest.approx(error, abs=6e-9)
        assert (measure.interval.low, measure.interval.high) == pytest.approx((low, high), abs=6e-8)
    assert found.lr_positive.log_standard_error == pytest.approx(0.0915147, abs=6e-8)
    assert found.lr_negative.log_standard_error == pytest.approx(0.1346088, abs=6e-8)


def test_number_needed_to_diagnose_is_that_of_epir_and_its_interval_is_shorter():
    """670, 202, 74, 640 (Scott et al. 2008, in epiR's epi.tests): 1.51, there with limits 1.41 and 1.65.

    epiR adds the exact limits of sensitivity and specificity: 1/(0.921 + 0.789 - 1) and 1/(0.877 + 0.730 - 1). Both
    proportions at their limits at once is rarer than the level says, so that interval is longer than needed; the one
    here is the square-and-add interval of Youden's J turned over.
    """
    found = accuracy(Counts(tp=670, fp=202, fn=74, tn=640), ClopperPearson(), more=True)
    needed, sens, spec = found.measure("nnd"), found.sensitivity.interval, found.specificity.interval
    assert needed.estimate == pytest.approx(1.51, abs=0.005)
    assert 1 / (sens.high + spec.high - 1) == pytest.approx(1.41, abs=0.005)
    assert 1 / (sens.low + spec.low - 1) == pytest.approx(1.65, abs=0.005)
    assert (needed.interval.low, needed.interval.high) == (
        1 / found.youden.interval.high,
        1 / found.youden.interval.low,
    )
    assert 1.41 < needed.interval.low < 1.51 < needed.interval.high < 1.65


# ---- properties


@given(
    table=tables,
    method=st.sampled_from(list(FOR_PROPORTIONS.values())),
    sides=st.sampled_from(["two-sided", "lower", "upper"]),
    prevalence=st.none() | st.integers(1, 99).map(lambda percent: percent / 100),
    design=st.sampled_from([None, "cohort", "case-control"]),
    comparator=st.booleans(),
)
def test_every_answer_has_a_value_or_a_reason(table, method, sides, prevalence, design, comparator):
    """Under all options: intervals with a width around their estimate, a note for what is missing, strict JSON."""
    counts = Counts(**dict(zip(("tp", "fp", "fn", "tn"), table, strict=True)), design=design)
    share = None if comparator else prevalence
    found = accuracy(counts, method, sides=sides, prevalence=share, more=True, comparator=comparator)
    text = " ".join(note.text for note in found.notes)
    for m in found.measures:
        if m.interval is not None:
            assert m.interval.low < m.interval.high
            assert m.interval.sides == sides
            assert m.estimate is None or m.interval.low <= m.estimate <= m.interval.high
        elif m.estimate is None or "at prevalence" not in m.label:
            assert m.label in text or (m.name == "nnd" and "number needed" in text)
        assert m.standard_error is None or m.standard_error > 0
    if design == "case-control" and share is None:
        assert all(m.estimate is None for m in found.measures if m.name in ("ppv", "npv", "accuracy", "kappa", "f1"))
    json.dumps(found.to_dict(), allow_nan=False)
    assert "nan" not in str(found).lower()
    assert all(len(line) <= 80 for line in str(found).splitlines())


@given(table=tables)
def test_one_sided_bounds_are_limits_at_twice_alpha(table):
    """A bound at 0.975 is a limit of the two-sided interval at 0.95, its other end that of the range."""
    counts = Counts(**dict(zip(("tp", "fp", "fn", "tn"), table, strict=True)))
    asked = {"more": True, "level": 0.975}
    two = accuracy(counts, more=True).measures
    lower, upper = (accuracy(counts, sides=side, **asked).measures for side in ("lower", "upper"))
    for both, low, high in zip(two, lower, upper, strict=True):
        assert (both.interval is None) == (low.interval is None) == (high.interval is None)
        if both.interval is not None:
            assert low.interval.low == pytest.approx(both.interval.low, rel=1e-6, abs=1e-9)
            assert high.interval.high == pytest.approx(both.interval.high, rel=1e-6, abs=1e-9)
            assert low.interval.high in (1.0, math.inf)
            assert high.interval.low in (-1.0, 0.0, 1.0)


def test_a_low_level_is_served_one_sided():
    """At 0.6 the two-sided level of the same limits would be 0.2, which no question could ask for."""
    assert accuracy(WFNS, sides="lower", level=0.6).youden.interval.low < accuracy(WFNS).youden.estimate


# ---- the design and the prevalence


def test_a_stated_prevalence_gives_a_case_control_study_its_predictive_values():
    """Replaced, labelled, without counts, and with a note in the place of that on the design."""
    found = accuracy(Counts(tp=240, fp=87, fn=178, tn=288, design="case-control"), prevalence=0.03)
    assert found.ppv.label == "PPV at prevalence 0.03"
    assert (found.ppv.interval.low, found.ppv.interval.high) == pytest.approx((0.0588710, 0.0856367), abs=1e-7)
    assert (found.ppv.successes, found.ppv.total, found.ppv.method.name) == (None, None, "logit")
    assert [note.text for note in found.notes] == [
        "PPV, NPV and accuracy hold at the stated prevalence 0.03, which is taken as known; the share of cases in "
        "these data is 418 of 793 (0.527)."
    ]


def test_wald_says_where_it_cannot_judge():
    """At n/n its standard error is 0: no interval, and a note that names the measures and another method."""
    found = accuracy(Counts(tp=41, fp=12, fn=0, tn=60, design="cohort"), Wald())
    assert (found.sensitivity.estimate, found.sensitivity.interval, found.sensitivity.method) == (1.0, None, None)
    assert found.specificity.interval is not None
    assert found.notes[0].text == (
        "Wald's method has a standard error of 0 where none or all are counted, which no finite study can show. No "
        "interval is given (sensitivity, NPV); use Wilson()."
    )


def test_a_test_no_better_than_chance_has_no_number_needed():
    """J at or below 0 has no reciprocal that means anything, and an interval that reaches 0 has no upper limit."""
    found = accuracy(Counts(tp=10, fp=10, fn=10, tn=10, design="cohort"), more=True)
    assert found.measure("nnd").estimate is None
    assert [note.code for note in found.notes] == ["number-needed"]
    found = accuracy(Counts(tp=11, fp=10, fn=9, tn=10, design="cohort"), more=True)
    assert found.measure("nnd").interval.high == math.inf
    assert [note.code for note in found.notes] == ["number-needed"]


def test_kappa_and_mcc_of_a_perfect_test_have_no_interval():
    """Their variance is 0, which no finite study can show."""
    found = accuracy(Counts(tp=10, fp=0, fn=0, tn=10, design="cohort"), more=True)
    for name in ("kappa", "mcc"):
        assert (found.measure(name).estimate, found.measure(name).interval) == (1.0, None)
    assert "the standard error of MCC and kappa is 0" in found.notes[0].text


# ---- refusals


def test_options_are_checked():
    """Prevalence, sides and their combinations, in words."""
    with pytest.raises(MethodError, match="prevalence is 3; a prevalence lies strictly between 0 and 1"):
        accuracy(WFNS, prevalence=3)
    with pytest.raises(MethodError, match="sides is 'both'"):
        accuracy(WFNS, sides="both")
    with pytest.raises(MethodError, match="agreement with a comparator knows no prevalence"):
        accuracy(WFNS, prevalence=0.1, comparator=True)
    with pytest.raises(MethodError, match=r"there is no 'kappa' here; there are sensitivity.*more=True\) has further"):
        accuracy(WFNS).measure("kappa")


# ---- printed


def test_agreement_with_a_comparator_prints_as_agreement():
    """The whole text: PPA, NPA and overall agreement, and no measure that needs a reference standard."""
    assert str(accuracy(WFNS, comparator=True, more=True)) == dedent(
        """
        \tAgreement with a comparator in a 2x2 table

        data:  2x2 table of counts
               comparator: 41 positive, 72 negative

                  positive  negative  total
        positive        26        12     38
        negative        15        60     75
        total           41        72    113

        95 percent confidence intervals, two-sided
                              n/N  estimate    low   high  method
        PPA                 26/41     0.634  0.481  0.764  Wilson
        NPA                 60/72     0.833  0.731  0.902  Wilson
        overall agreement  86/113     0.761  0.675  0.830  Wilson
        kappa                         0.475  0.305  0.645  asymptotic
        note: the comparator is no reference standard. PPA and NPA say how often the
              test agrees with it, not how often the test is right.
        note: the design was not stated. Overall agreement and kappa hold for the share
              of subjects that are positive by the comparator in these data, 41 of 113
              (0.363); state design="cohort".
        """
    )


def test_one_sided_accuracy_at_a_prevalence_prints_what_it_is():
    """The whole text, with sides, prevalence, and values that have no interval."""
    assert str(accuracy(WFNS, prevalence=0.1, sides="lower", more=True)) == dedent(
        """
        \tAccuracy of a 2x2 table

        data:  2x2 table of counts
               41 cases, 72 controls
               stated prevalence: 0.1

                  with  without  total
        positive    26       12     38
        negative    15       60     75
        total       41       72    113

        95 percent confidence intervals, one-sided (lower bounds)
                             n/N  estimate    low   high  method
        sensitivity        26/41     0.634  0.506  1.000  Wilson
        specificity        60/72     0.833  0.749  1.000  Wilson
        PPV at 0.1                   0.297  0.208  1.000  logit
        NPV at 0.1                   0.953  0.935  1.000  logit
        accuracy at 0.1              0.813  0.737  1.000  square-and-add
        LR+                          3.80   2.37     Inf  log
        LR-                          0.439  0.310    Inf  log
        DOR                          8.67   4.11     Inf  log
        Youden J                     0.467  0.314  1.000  square-and-add
        balanced accuracy            0.734  0.657  1.000  square-and-add
        NND                          2.14   1.68     Inf  square-and-add
        F1 at 0.1                    0.405      -      -  -
        MCC at 0.1                   0.342      -      -  -
        kappa at 0.1                 0.311      -      -  -
        CSI at 0.1                   0.254      -      -  -
        note: PPV, NPV and accuracy hold at the stated prevalence 0.1, which is taken as
              known; the share of cases in these data is 41 of 113 (0.363).
        """
    )


def test_rows_say_on_which_side_the_bounds_lie():
    """tidy names the alternative, and has columns of standard errors where there are any."""
    frame = accuracy(WFNS, Wald(), sides="upper").tidy()
    assert set(frame.alternative) == {"less"}
    assert frame.std_error.notna().sum() == 5
    assert frame.log_std_error.notna().sum() == 3
    assert accuracy(WFNS, prevalence=0.1).to_dict()["prevalence"] == 0.1


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"more": "yes"}, TypeError, "more is True or False, not 'yes'."),
        ({"haldane": 1}, TypeError, "haldane is True or False, not 1."),
        ({"comparator": 0}, TypeError, "comparator is True or False, not 0."),
        (
            {"comparator": True, "haldane": True},
            MethodError,
            "agreement with a comparator has no ratios; leave out haldane= or comparator=.",
        ),
    ],
)
def test_no_option_is_passed_over(options, error, text):
    """An option is True or False, and one that has no effect is refused."""
    with pytest.raises(error) as refused:
        accuracy(WFNS, **options)
    assert str(refused.value) == text


def test_all_works_cited_are_in_the_bibliography():
    """With everything shown."""
    found = accuracy(WFNS, more=True, prevalence=0.1)
    assert set(found.references) | set(accuracy(WFNS, more=True).references) <= set(REFERENCES)
    assert "mercaldo2007" in found.references
