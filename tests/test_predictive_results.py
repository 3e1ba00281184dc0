"""Predictive values of a study: at stated prevalences, among people tested, and as they were observed."""

from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.analysis_results.recorder import Recorder
from rocstats.data.counts import Counts
from rocstats.inference.predictive_table import predictive_values
from rocstats.investigation.natural_frequencies import natural_frequencies, people_tested
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.predictive_results import record_predictive
from rocstats.methods.wilson import Wilson
from rocstats.study_plan.study_plan import StudyPlan

# At 3 or more: 3 of 4 cases and 1 of 5 controls are positive; a case and a control are indeterminate.
FRAME = pd.DataFrame(
    {
        "ill": [1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0],
        "CT": [5, 4, 3, 1, 3, 2, 2, 1, 0, "EQV", "EQV"],
        "home": list("aabbccddeef"),
    }
)


def recorded(frame=FRAME, **more):
    """Take the predictive values of a study down."""
    facts = {
        "rocstats": "1",
        "data": {"file": "a.csv"},
        "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
        "tests": [
            {
                "name": "CT",
                "positive_scores": "high",
                "indeterminate": "EQV",
                "threshold": {"value": 3, "origin": "prespecified"},
            }
        ],
    }
    recorder = Recorder()
    record_predictive(investigation_of(StudyPlan.model_validate({**facts, **more}), frame), recorder)
    return recorder.table(), recorder.outputs()


def test_values_by_hand():
    """At a prevalence of 1/10, sensitivity 3/4 and specificity 4/5: PPV is 3/4 of 1 over 3/4 + 9/5, that is 5/17."""
    table, outputs = recorded(prevalences=[0.1])
    assert table.value("pv.t1.v1.ppv.estimate") == pytest.approx(float(Fraction(5, 17)), abs=1e-15)
    assert table.value("pv.t1.v1.npv.estimate") == pytest.approx(float(Fraction(144, 149)), abs=1e-15)
    found = predictive_values(Counts(tp=3, fp=1, fn=1, tn=4), 0.1).values[0]
    assert table.value("pv.t1.v1.ppv.conf-low") == found.ppv_interval.low
    assert table.value("pv.t1.v1.npv.conf-high") == found.npv_interval.high
    assert table.row("pv.t1.v1.ppv.conf-low").about.method.id == "logit-prevalence"
    assert [table.value(f"pv.t1.v1.per1000.{cell}") for cell in ("tp", "fp", "fn", "tn")] == [75, 180, 25, 720]
    assert table.value("pv.people") == 1000
    assert [output.analysis for output in outputs] == ["pv.t1"]


def test_the_table_is_that_of_the_primary_analysis():
    """Indeterminate results counted as positive make 4 of 5 cases and 2 of 6 controls positive."""
    table, _ = recorded(
        prevalences=[0.5], estimand={"handling": {"indeterminate": "positive"}}, design={"type": "cohort"}
    )
    assert table.value("pv.t1.v1.ppv.estimate") == pytest.approx(float(Fraction(12, 17)), abs=1e-15)
    assert (table.value("pv.t1.study.ppv.n"), table.value("pv.t1.study.ppv.total")) == (4, 6)


def test_a_cohort_has_what_it_observed():
    """Three of four positives have the condition, and four of five negatives have it not."""
    table, _ = recorded(design={"type": "cohort"})
    assert [table.value(f"pv.t1.study.ppv.{stat}") for stat in ("n", "total", "estimate")] == [3, 4, 0.75]
    assert [table.value(f"pv.t1.study.npv.{stat}") for stat in ("n", "total", "estimate")] == [4, 5, 0.8]
    assert table.value("pv.t1.study.npv.conf-low") == Wilson().interval(4, 5, level=0.95).low
    assert table.value("pv.t1.study.share.estimate") == 4 / 9
    assert not table.analyses("pv.t1.v1")
    assert "pv.people" not in table


@pytest.mark.parametrize("design", [{"type": "case-control"}, {}])
def test_no_other_design_has_observed_values(design):
    """Without a cohort nothing rests on the share of cases; without a prevalence nothing is left but that share."""
    table, outputs = recorded(design=design)
    assert {row.analysis for row in table} == {"pv.study-share"}
    assert (table.value("pv.study-share.n"), table.value("pv.study-share.total")) == (5, 11)
    assert outputs == ()
    table, _ = recorded(design=design, prevalences=[0.1, 0.5])
    assert table.value("pv.t1.v2.ppv.estimate") == pytest.approx(float(Fraction(15, 19)), abs=1e-15)
    assert not table.analyses("pv.t1.study")


def test_a_comparator_has_none():
    """Nobody knows who has the condition."""
    truth = {"column": "ill", "positive": 1, "negative": 0, "kind": "comparator"}
    table, outputs = recorded(reference=truth, prevalences=[0.1], design={"type": "cohort"})
    assert len(table) == 0
    assert outputs == ()


def test_clusters_have_no_interval_at_a_stated_prevalence():
    """The values stay, and say why they are alone."""
    table, outputs = recorded(data={"file": "a.csv", "cluster": "home"}, prevalences=[0.1])
    assert table.value("pv.t1.v1.ppv.estimate") == pytest.approx(5 / 17)
    row = table.row("pv.t1.v1.ppv.conf-low")
    assert row.value is None
    assert "clusters" in row.warning
    assert outputs == ()


def test_calls_have_predictive_values_too():
    """Two of three positive calls are right, and three of four negative ones."""
    frame = FRAME.assign(CT=list("PPNENNPENNN"))
    test = {"name": "CT", "positive": "P", "negative": "N", "indeterminate": "E"}
    table, _ = recorded(frame, tests=[test], design={"type": "cohort"}, prevalences=[0.1])
    assert [table.value(f"pv.t1.study.ppv.{stat}") for stat in ("n", "total")] == [2, 3]
    assert table.value("pv.t1.v1.ppv.estimate") is not None


def test_without_a_group_there_is_no_value():
    """Both values say what is missing, and nobody is counted among people tested."""
    table, _ = recorded(FRAME[FRAME["ill"] == 1].reset_index(drop=True), prevalences=[0.1])
    for name in ("ppv", "npv"):
        row = table.row(f"pv.t1.v1.{name}.estimate")
        assert row.value is None
        assert "there are no controls" in row.warning
    assert not table.analyses("pv.t1.v1.per1000")


def test_without_a_threshold_there_is_nothing():
    """A test whose threshold the plan does not state calls nobody positive."""
    table, _ = recorded(
        tests=[{"name": "CT", "positive_scores": "high", "indeterminate": "EQV"}],
        prevalences=[0.1],
        design={"type": "cohort"},
    )
    assert {row.analysis for row in table} == {"pv", "pv.study-share"}


def test_a_rare_condition_is_counted_among_more_people():
    """Of 100 000 people 100 have it; the part of the id says among how many."""
    table, _ = recorded(prevalences=[0.001])
    cells = [table.value(f"pv.t1.v1.per100000.{cell}") for cell in ("tp", "fp", "fn", "tn")]
    assert cells == [75, 19980, 25, 79920]
    assert people_tested([0.0099]) == 100_000


@given(
    tp=st.integers(0, 40),
    fp=st.integers(0, 40),
    fn=st.integers(1, 40),
    tn=st.integers(1, 40),
    share=st.integers(1, 999),
)
def test_whole_people_add_up(tp, fp, fn, tn, share):
    """All four sum to the people tested, and none is off by more than one."""
    prevalence = share / 1000
    cells = natural_frequencies(Counts(tp=tp, fp=fp, fn=fn, tn=tn), prevalence, 1000)
    se, fpr = Fraction(tp, tp + fn), Fraction(fp, fp + tn)
    exact = [share * se, (1000 - share) * fpr, share * (1 - se), (1000 - share) * (1 - fpr)]
    assert sum(cells) == 1000
    assert cells[0] + cells[2] == share
    assert all(abs(cell - value) <= Fraction(1, 2) for cell, value in zip(cells, exact, strict=True))


def test_halves_are_rounded_up_in_exact_fractions():
    """Of 1000 people 2.5 have the condition: 3; half of these, 1.5, are found: 2."""
    assert natural_frequencies(Counts(tp=1, fp=0, fn=1, tn=1), 0.0025, 1000) == (2, 0, 1, 997)
