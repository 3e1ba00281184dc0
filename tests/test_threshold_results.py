"""Thresholds of a study: which are shown, what is counted at each, and what a choice on the data is worth."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocstats.analysis_results.recorder import Recorder
from rocstats.data.sample import Sample
from rocstats.empirical.points import operating_points
from rocstats.inference.threshold_choice import thresholds
from rocstats.investigation.choice_results import rule_behind
from rocstats.investigation.every_threshold import threshold_listing
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.shown_thresholds import MOST, reached_by, shown_thresholds
from rocstats.investigation.threshold_results import record_thresholds
from rocstats.methods.wilson import Wilson
from rocstats.study_plan.study_plan import StudyPlan

# Cases 5 4 3 1, controls 3 2 2 1 0: at 3 or more, 3 of 4 cases and 1 of 5 controls are positive.
FRAME = pd.DataFrame({"ill": [1, 1, 1, 1, 0, 0, 0, 0, 0], "CT": [5, 4, 3, 1, 3, 2, 2, 1, 0], "home": list("aabbccdde")})


def planned(test=None, **more):
    """Make a plan of one test."""
    facts = {
        "rocstats": "1",
        "seed": 3,
        "data": {"file": "a.csv"},
        "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
        "tests": [{"name": "CT", "positive_scores": "high", **(test or {})}],
        "intervals": {"n_resamples": 200},
    }
    return StudyPlan.model_validate({**facts, **more})


def recorded(plan, frame=FRAME):
    """Take the thresholds of a study down."""
    recorder = Recorder()
    study = investigation_of(plan, frame)
    record_thresholds(study, recorder)
    return study, recorder.table(), recorder.outputs()


STATED = {"threshold": {"value": 2.5, "origin": "prespecified"}}
CHOSEN = {"threshold": {"value": 3, "origin": "data_driven"}}
COMPARATOR = {"column": "ill", "positive": 1, "negative": 0, "kind": "comparator"}


def test_counts_by_hand():
    """The stated 2.5 stands in the place of 3, with 3 of 4 and 4 of 5 right and a Youden index of 11/20."""
    _, table, _ = recorded(planned(STATED))
    assert [table.value(f"cut.t1.c{i}.threshold") for i in range(1, 7)] == [5, 4, 2.5, 2, 1, 0]
    assert [table.value(f"cut.t1.c3.{cell}") for cell in ("tp", "fp", "fn", "tn")] == [3, 1, 1, 4]
    assert table.value("cut.t1.c3.sensitivity.estimate") == 0.75
    assert table.value("cut.t1.c3.specificity.estimate") == 0.8
    assert table.value("cut.t1.c3.lr-positive.estimate") == 3.75
    assert table.value("cut.t1.c3.lr-negative.estimate") == 0.3125
    assert table.value("cut.t1.c3.youden.estimate") == pytest.approx(float(Fraction(11, 20)), abs=1e-15)
    assert (table.value("cut.t1.c3.stated"), table.value("cut.t1.c3.largest-youden")) == ("yes", "yes")
    assert [table.value(f"cut.t1.{stat}") for stat in ("n-cases", "n-controls", "n-thresholds", "n-shown")] == [
        *(4, 5, 6, 6)
    ]
    assert table.value("cut.t1.n-optima") == 1


def test_a_ratio_that_divides_by_zero_says_so():
    """At 5 no control is positive: the ratio of positives has no estimate, but a lower limit."""
    _, table, _ = recorded(planned(STATED))
    row = table.row("cut.t1.c1.lr-positive.estimate")
    assert row.value is None
    assert row.warning
    assert table.value("cut.t1.c1.lr-positive.conf-high") == math.inf


def test_purpose_is_that_of_the_plan():
    """Only a threshold that was stated before the data is no exploration."""
    for test, purpose in ((STATED, "secondary"), (CHOSEN, "exploratory")):
        _, table, _ = recorded(planned(test))
        assert table.row("cut.t1.c3.sensitivity.estimate").about.purpose == purpose
        assert table.row("cut.t1.c1.sensitivity.estimate").about.purpose == "exploratory"


def test_every_cut_equals_a_recount():
    """Each count of the shown thresholds is found again by going through all participants."""
    rng = np.random.default_rng(4)
    n = 300
    ill = rng.integers(0, 2, n)
    score = (rng.normal(0, 1, n) + ill).round(1)
    frame = pd.DataFrame({"ill": ill, "CT": -score})
    study, table, _ = recorded(planned({**STATED, "positive_scores": "low"}), frame)
    shown = table.value("cut.t1.n-shown")
    assert shown <= MOST < table.value("cut.t1.n-thresholds")
    assert table.value("cut.t1.c1.tp") + table.value("cut.t1.c1.fp") > 0
    for i in range(1, shown + 1):
        at = table.value(f"cut.t1.c{i}.threshold")
        called = [value <= at for value in frame["CT"]]
        tp = sum(c and t for c, t in zip(called, ill, strict=True))
        fp = sum(c and not t for c, t in zip(called, ill, strict=True))
        assert (table.value(f"cut.t1.c{i}.tp"), table.value(f"cut.t1.c{i}.fp")) == (tp, fp)
        interval = Wilson().interval(tp, int(ill.sum()), level=0.95)
        assert table.value(f"cut.t1.c{i}.sensitivity.conf-low") == interval.low
    last = f"cut.t1.c{shown}"
    assert table.value(f"{last}.fn") == table.value(f"{last}.tn") == 0
    optima = operating_points(study.sample("CT")).youden
    best = [table.value(f"cut.t1.c{i}.youden.estimate") for i in range(1, shown + 1)]
    assert max(best) == pytest.approx(optima.max(), abs=1e-12)


@given(
    cases=st.lists(st.integers(0, 60), min_size=1, max_size=80),
    controls=st.lists(st.integers(0, 60), min_size=1, max_size=80),
    stated=st.none() | st.integers(-5, 65),
)
@settings(deadline=None)
def test_few_are_shown_and_the_ends_are_among_them(cases, controls, stated):
    """At most fifteen, falling from the most specific, with both ends, the stated one and a best one."""
    points = operating_points(Sample.from_groups(cases=cases, controls=controls))
    shown = shown_thresholds(points, stated)
    assert len(shown) <= MOST
    places = [(one.tp, one.fp) for one in shown]
    assert places == sorted(set(places))
    assert (shown[-1].tp, shown[-1].fp) == (len(cases), len(controls))
    assert (int(points.tp[0]), int(points.fp[0])) in places
    assert any(one.largest_youden for one in shown)
    assert sum(one.stated for one in shown) == (stated is not None)
    if stated is not None:
        one = next(one for one in shown if one.stated)
        assert one.threshold == stated
        assert (one.tp, one.fp) == (sum(c >= stated for c in cases), sum(c >= stated for c in controls))


def test_a_threshold_above_all_scores_calls_nobody_positive():
    """It stands first, and no observed threshold is its like."""
    points = operating_points(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    assert reached_by(points, 9) is None
    first = shown_thresholds(points, 9)[0]
    assert (first.threshold, first.tp, first.fp, first.stated) == (9, 0, 0, True)


def test_indeterminate_and_failed_results_have_no_place():
    """They are counted as left out, and the rest is as if they were not there."""
    frame = pd.concat([FRAME.astype(object), pd.DataFrame({"ill": [1, 0, 0], "CT": ["INV", 2.6, None]})])
    plan = planned({**STATED, "failed": "INV", "indeterminate_between": [2.55, 2.7]})
    _, table, _ = recorded(plan, frame.reset_index(drop=True))
    _, without, _ = recorded(planned(STATED))
    assert table.value("cut.t1.n-unscored") == 2
    assert [table.value(f"cut.t1.c3.{cell}") for cell in ("tp", "fp", "fn", "tn")] == [
        without.value(f"cut.t1.c3.{cell}") for cell in ("tp", "fp", "fn", "tn")
    ]


def test_a_choice_is_corrected_by_the_participants_left_out():
    """The values are those of the question about thresholds, with the seed and the resamples of the plan."""
    study, table, outputs = recorded(planned(CHOSEN))
    found = thresholds(study.sample("CT"), "youden", rng=3, n_resamples=200).resampled
    assert table.value("chosen.t1.rule") == "the largest Youden index"
    assert table.value("chosen.t1.is-best") == "yes"
    for name, apparent in (("sensitivity", 0.75), ("specificity", 0.8)):
        assert table.value(f"chosen.t1.{name}.apparent") == apparent
        assert table.value(f"chosen.t1.{name}.corrected") == getattr(found, name)
        assert table.value(f"chosen.t1.{name}.optimism") == apparent - getattr(found, name)
    assert table.value("chosen.t1.threshold.conf-low") == found.threshold.low
    row = table.row("chosen.t1.sensitivity.corrected")
    assert (row.about.seed, row.about.method.id, row.about.purpose) == (3, "out-of-bag", "exploratory")
    assert [output.analysis for output in outputs] == ["cut.t1", "chosen.t1"]


def test_nothing_is_corrected_of_a_stated_threshold():
    """A threshold that was fixed beforehand has no optimism of this kind."""
    for origin in ("prespecified", "manufacturer", "literature"):
        _, table, _ = recorded(planned({"threshold": {"value": 3, "origin": origin}}))
        assert not table.analyses("chosen")


def test_the_rule_behind_a_threshold_is_found():
    """Of these scores 3 is best by Youden's index, 1 by none."""
    sample = Sample.from_groups(cases=[5, 4, 3, 1], controls=[3, 2, 2, 1, 0])
    assert rule_behind(sample, 2.5)[1].threshold == 3
    assert rule_behind(sample, 1) == ("youden", None)


def test_a_threshold_that_is_best_by_no_rule_says_so():
    """What is corrected is then the choice by Youden's index."""
    _, table, _ = recorded(planned({"threshold": {"value": 1, "origin": "data_driven"}}))
    assert table.value("chosen.t1.is-best") == "no"
    assert table.value("chosen.t1.threshold.estimate") == 3


def test_agreement_has_no_measure_that_needs_a_truth():
    """Only both agreements are there, and the rule is not called by its name among accuracies."""
    _, table, outputs = recorded(planned(CHOSEN, reference=COMPARATOR))
    assert {name.split(".")[3] for name in table.analyses("cut.t1") if name.count(".") == 3} == {
        *("sensitivity", "specificity")
    }
    assert "cut.t1.c1.largest-youden" not in table
    assert table.value("chosen.t1.rule") == "the largest sum of PPA and NPA"
    assert outputs == ()
    assert "PPA" in table.row("cut.t1.c1.sensitivity.estimate").about.label


def test_clusters_have_no_resamples():
    """Counts are there, and the correction says why it is not."""
    _, table, _ = recorded(planned(CHOSEN, data={"file": "a.csv", "cluster": "home"}))
    assert table.value("cut.t1.c3.tp") == 3
    assert table.row("cut.t1.c3.sensitivity.conf-low").about.method.id != "wilson"
    assert table.value("cut.t1.c3.lr-positive.conf-low") is None
    row = table.row("chosen.t1.sensitivity.corrected")
    assert row.value is None
    assert "clusters" in row.warning
    assert row.about.method is None
    assert row.about.seed is None


def test_clusters_of_definite_results_only():
    """The interval under clusters is that of the participants who are counted, whatever the plan makes of others."""
    more = pd.DataFrame({"ill": [1, 1], "CT": [2.6, 2.6], "home": ["a", "z"]})
    frame = pd.concat([FRAME, more], ignore_index=True)
    clustered = {"data": {"file": "a.csv", "cluster": "home"}}
    positive = {"estimand": {"handling": {"indeterminate": "positive"}}}
    _, table, _ = recorded(planned({**STATED, "indeterminate_between": [2.55, 2.7]}, **clustered, **positive), frame)
    _, without, _ = recorded(planned(STATED, **clustered))
    for stat in ("estimate", "conf-low", "conf-high"):
        assert table.value(f"cut.t1.c3.sensitivity.{stat}") == without.value(f"cut.t1.c3.sensitivity.{stat}")


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (FRAME[FRAME["ill"] == 1], "nobody without the condition has a score."),
        (FRAME[FRAME["ill"] == 0], "nobody with the condition has a score."),
        (FRAME.assign(CT=np.nan), "nobody with the condition or without the condition has a score."),
    ],
)
def test_without_both_groups_nothing_is_counted(frame, why):
    """The row that would count the thresholds says who is not there."""
    study, table, _ = recorded(planned(STATED), frame.reset_index(drop=True))
    assert [row.id for row in table] == ["cut.t1.n-thresholds"]
    assert table.row("cut.t1.n-thresholds").warning == why
    assert len(threshold_listing(study, study.tests[0])) == 0


def test_calls_have_no_thresholds():
    """A test that says positive or negative is passed over."""
    frame = FRAME.assign(CT=list("PPNNNNNPN"))
    study, table, _ = recorded(planned({"positive": "P", "negative": "N", "positive_scores": None}), frame)
    assert len(table) == 0
    assert threshold_listing(study, study.tests[0]).empty


def test_listing_has_every_threshold():
    """Each observed score once, with the counts of operating points and the intervals of the plan."""
    study, _, _ = recorded(planned(STATED))
    listing = threshold_listing(study, study.tests[0])
    points = operating_points(study.sample("CT"))
    assert listing["threshold"].tolist() == [5, 4, 3, 2, 1, 0]
    for cell in ("tp", "fp", "fn", "tn"):
        assert listing[cell].tolist() == getattr(points, cell).tolist()
    assert listing["stated"].tolist() == [False, False, True, False, False, False]
    assert listing["largest_youden"].tolist() == [False, False, True, False, False, False]
    assert listing["specificity_high"][2] == Wilson().interval(4, 5, level=0.95).high
    assert math.isnan(listing["lr_positive"][0])


def test_listing_of_agreement_has_its_words():
    """No column is called by an accuracy, and clusters have no limits."""
    study, _, _ = recorded(planned(STATED, reference=COMPARATOR, data={"file": "a.csv", "cluster": "home"}))
    listing = threshold_listing(study, study.tests[0])
    assert list(listing.columns) == [
        *("test", "threshold", "tp", "fp", "fn", "tn"),
        *("ppa", "ppa_low", "ppa_high", "npa", "npa_low", "npa_high", "stated"),
    ]
    assert listing["ppa_low"].isna().all()
