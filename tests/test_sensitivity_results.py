"""Sensitivity analyses, as an investigation takes them down."""

import numpy as np
import pandas as pd
import pytest

from rocstats import ClopperPearson, Counts, Sample, auc
from rocstats.analysis_results.recorder import Recorder
from rocstats.inference.verification import corrected_for_verification
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.sensitivity_results import analyses_of, record_sensitivity
from rocstats.study_plan.study_plan import StudyPlan

ALL = [
    "indeterminate_positive",
    "indeterminate_negative",
    "worst_case",
    "best_case",
    "complete_case",
    "verification_corrected",
    "cluster_robust",
    "exact_interval",
]


def plan_of(**more):
    """Make a plan with a scored test that can fail, and one of calls."""
    facts = {
        "rocstats": "1",
        "data": {"file": "study.csv"},
        "reference": {"column": "ill", "positive": 1, "negative": 0, "inconclusive": 9, "kind": "reference_standard"},
        "tests": [
            {
                "name": "CT",
                "positive_scores": "high",
                "threshold": {"value": 3, "origin": "prespecified"},
                "indeterminate_between": [2.5, 2.9],
                "failed": "F",
            },
            {"name": "Strip", "positive": "P", "negative": "N", "indeterminate": "E", "failed": "X"},
        ],
        "estimand": {"handling": {"indeterminate": "exclude"}},
        "sensitivity": ALL,
    }
    return StudyPlan.model_validate({**facts, **more})


def hand():
    """Make 16 participants: eight cases, six controls, one inconclusive and one without a reference result."""
    return pd.DataFrame(
        [
            (1, 5, "P"), (1, 4, "E"), (1, 2, "N"), (1, 2.7, "P"), (1, "F", "X"), (1, None, "N"), (1, 3, "P"),
            (1, 1, None),
            (0, 1, "N"), (0, 3, "P"), (0, 2.6, "E"), (0, 0, "N"), (0, None, "N"), (0, 2, "X"),
            (9, 4, "P"), (None, 1, "N"),
        ],
        columns=["ill", "CT", "Strip"],
    )  # fmt: skip


def table_of(frame, plan=None):
    """Record the sensitivity analyses of a frame."""
    recorder = Recorder()
    record_sensitivity(investigation_of(plan or plan_of(), frame), recorder)
    return recorder.table()


def counts(table, scenario, key):
    """Give the 2×2 table of a test as sensitivity and specificity count it: tp of cases, tn of controls."""
    at = f"sens.{scenario}.{key}"
    return tuple(
        table.value(f"{at}.{name}.{stat}") for name in ("sensitivity", "specificity") for stat in ("n", "total")
    )


def test_primary_by_hand():
    """CT calls 5, 4, 2, 3 and 1 of the cases: three are positive of five; 1, 3, 0 and 2 of the controls."""
    table = table_of(hand())
    assert counts(table, "primary", "t1") == (3, 5, 3, 4)
    assert counts(table, "primary", "t2") == (3, 5, 3, 4)
    assert "sens.primary.t1.sensitivity.change" not in table


def test_indeterminates_as_positive_and_as_negative_by_hand():
    """One case and one control are indeterminate in each test; failed and missing results stay left out."""
    table = table_of(hand())
    assert counts(table, "indeterminate-positive", "t1") == (4, 6, 3, 5)
    assert counts(table, "indeterminate-negative", "t1") == (3, 6, 4, 5)
    assert counts(table, "indeterminate-positive", "t2") == (4, 6, 3, 5)
    assert counts(table, "indeterminate-negative", "t2") == (3, 6, 4, 5)


def test_bounding_analyses_by_hand():
    """All eight cases and six controls count; whoever has no result counts as wrong, then as right."""
    table = table_of(hand())
    assert counts(table, "worst-case", "t1") == (3, 8, 3, 6)
    assert counts(table, "best-case", "t1") == (6, 8, 5, 6)
    assert counts(table, "worst-case", "t2") == (3, 8, 3, 6)
    assert counts(table, "best-case", "t2") == (6, 8, 5, 6)
    assert table.value("sens.worst-case.t1.sensitivity.change") == pytest.approx(3 / 8 - 3 / 5, abs=1e-15)
    assert table.value("sens.best-case.t1.specificity.change") == pytest.approx(5 / 6 - 3 / 4, abs=1e-15)
    assert "sens.worst-case.t1.auc.estimate" not in table


def test_complete_cases_by_hand():
    """A result of both tests have cases 5, 2 and 3 and controls 1, 3 and 0."""
    table = table_of(hand())
    assert counts(table, "complete-case", "t1") == (2, 3, 2, 3)
    assert counts(table, "complete-case", "t2") == (2, 3, 2, 3)
    # 5 beats all three controls, 2 beats two, 3 beats two and ties one.
    assert table.value("sens.complete-case.t1.auc.estimate") == pytest.approx(7.5 / 9, abs=1e-15)


def test_verification_by_hand():
    """The inconclusive one is positive, the one without a reference result negative."""
    table = table_of(hand())
    found = corrected_for_verification(Counts(tp=3, fp=1, fn=2, tn=3), unverified_positive=1, unverified_negative=1)
    at = "sens.verification-corrected.t1"
    for name in ("sensitivity", "specificity"):
        one = getattr(found, name)
        assert table.value(f"{at}.{name}.estimate") == one.estimate
        assert table.value(f"{at}.{name}.conf-high") == one.interval.high
        assert f"{at}.{name}.total" not in table
    change = table.value(f"{at}.sensitivity.change")
    assert change == found.sensitivity.estimate - 3 / 5


def test_exact_intervals_change_no_estimate():
    """Clopper and Pearson's interval stands in place of the plan's, and the change is 0."""
    table = table_of(hand())
    interval = ClopperPearson().interval(3, 5)
    at = "sens.exact-interval.t1.sensitivity"
    assert (table.value(f"{at}.conf-low"), table.value(f"{at}.conf-high")) == (interval.low, interval.high)
    assert table.value(f"{at}.change") == 0.0


def test_other_sets_are_analyses_by_themselves():
    """Each set of the plan that is not the primary one has its analysis, with the areas; all eligible have none."""
    frame = hand().assign(fas="Y", pps=["Y"] * 3 + ["N"] * 5 + ["Y"] * 8)
    plan = plan_of(
        analysis_sets={"FAS": "fas == 'Y'", "PPS": "pps == 'Y'"}, estimand={"population": "FAS"}, sensitivity=[]
    )
    assert [one.key for one in analyses_of(investigation_of(plan, frame))] == ["primary", "set-s3"]
    table = table_of(frame, plan)
    assert counts(table, "set-s3", "t1") == (2, 3, 3, 4)
    assert table.row("sens.set-s3.t1.sensitivity.n").about.population == "PPS"
    area = auc(Sample.from_groups(cases=[5, 4, 2], controls=[1, 3, 0, 2])).estimate
    assert table.value("sens.set-s3.t1.auc.estimate") == area
    assert table.value("sens.set-s3.t1.auc.change") == area - table.value("sens.primary.t1.auc.estimate")


def test_what_has_nothing_to_do_says_so():
    """Without clusters, and with every truth known, the analyses say that there is nothing to do."""
    table = table_of(hand())
    assert table.value("sens.cluster-robust.applies") == "no"
    assert table.value("sens.cluster-robust.reason") == "the plan names no column of clusters"
    table = table_of(hand().iloc[:14].reset_index(drop=True))
    assert table.value("sens.verification-corrected.reason") == "the reference result of everybody in the set is known"
    assert table.value("sens.worst-case.applies") == "yes"


def test_without_anything_planned_there_is_no_row():
    """No scenario and no other set: nothing is taken down."""
    assert len(table_of(hand(), plan_of(sensitivity=[]))) == 0


def test_clusters_have_intervals_of_their_own():
    """Intervals know of the clusters in every analysis; an exact one would not, and is left out with the reason."""
    frame = hand().assign(family=list("aabbccddeeffgghh"))
    table = table_of(frame, plan_of(data={"file": "study.csv", "cluster": "family"}))
    row = table.row("sens.cluster-robust.t1.sensitivity.conf-low")
    assert row.about.method.name == "Wilson, effective size"
    assert table.value("sens.cluster-robust.t1.sensitivity.change") == 0.0
    assert table.value("sens.exact-interval.applies") == "no"
    assert "clusters" in table.value("sens.exact-interval.reason")
    corrected = table.row("sens.verification-corrected.t1.sensitivity.conf-low")
    assert corrected.value is None
    assert table.value("sens.verification-corrected.t1.sensitivity.estimate") is not None


def test_a_case_control_study_has_no_correction():
    """The correction needs subjects of one series, and says so in place of a number."""
    table = table_of(hand(), plan_of(design={"type": "case-control"}))
    row = table.row("sens.verification-corrected.t1.sensitivity.estimate")
    assert row.value is None
    assert "case-control" in row.warning
    assert table.value("sens.verification-corrected.t1.sensitivity.change") is None


def test_recounted_from_the_frame():
    """Pandas counts the same tables of a larger study, whatever the handling."""
    rng = np.random.default_rng(8)
    ill = rng.integers(0, 2, 500)
    strip = rng.choice(["P", "N", "E", "X", None], 500, p=[0.4, 0.4, 0.1, 0.05, 0.05])
    frame = pd.DataFrame({"ill": ill, "CT": rng.normal(ill, 1, 500), "Strip": strip})
    table = table_of(frame, plan_of(estimand={"handling": {"indeterminate": "negative", "failed": "positive"}}))
    cases, controls = frame.loc[frame["ill"] == 1, "Strip"], frame.loc[frame["ill"] == 0, "Strip"]
    primary = (
        cases.isin(["P", "X"]).sum(), cases.notna().sum(), controls.isin(["N", "E"]).sum(), controls.notna().sum()
    )  # fmt: skip
    assert counts(table, "primary", "t2") == primary
    as_positive = (
        cases.isin(["P", "E", "X"]).sum(), cases.notna().sum(), (controls == "N").sum(), controls.notna().sum()
    )  # fmt: skip
    assert counts(table, "indeterminate-positive", "t2") == as_positive
    worst = ((cases == "P").sum(), len(cases), (controls == "N").sum(), len(controls))
    assert counts(table, "worst-case", "t2") == worst
    best = ((cases != "N").sum(), len(cases), (controls != "P").sum(), len(controls))
    assert counts(table, "best-case", "t2") == best
    # Worst and best bound every other analysis.
    for scenario in ("primary", "indeterminate-positive", "indeterminate-negative"):
        for name in ("sensitivity", "specificity"):
            value = table.value(f"sens.{scenario}.t2.{name}.estimate")
            low, high = (table.value(f"sens.{end}-case.t2.{name}.estimate") for end in ("worst", "best"))
            assert low <= value <= high


def test_corners():
    """All results indeterminate, one participant, and nobody with a known truth are no crash."""
    frame = pd.DataFrame({"ill": [1, 0], "CT": [2.6, 2.7], "Strip": ["E", "E"]})
    table = table_of(frame)
    assert counts(table, "primary", "t1") == (0, 0, 0, 0)
    assert counts(table, "best-case", "t1") == (1, 1, 1, 1)
    assert table.value("sens.best-case.t1.sensitivity.change") is None
    table_of(frame.iloc[:1])
    nobody = pd.DataFrame({"ill": pd.Series([None, 9], dtype=object), "CT": [1.0, 4.0], "Strip": ["P", "N"]})
    table = table_of(nobody)
    assert table.value("sens.worst-case.t1.sensitivity.estimate") is None


def test_a_test_without_threshold_has_areas_alone():
    """Scores without a threshold are in the analyses that have areas."""
    table = table_of(hand(), plan_of(tests=[{"name": "CT", "positive_scores": "high", "failed": "F"}]))
    assert "sens.complete-case.t1.auc.estimate" in table
    assert not any(".sensitivity." in row.id for row in table)


def test_the_correction_is_printed_for_the_appendix():
    """The appendix has the correction of each called test as R would print it."""
    recorder = Recorder()
    record_sensitivity(investigation_of(plan_of(), hand()), recorder)
    assert [one.analysis for one in recorder.outputs()] == [
        "sens.verification-corrected.t1",
        "sens.verification-corrected.t2",
    ]
    assert "9 of 11 subjects verified" in recorder.outputs()[0].text
