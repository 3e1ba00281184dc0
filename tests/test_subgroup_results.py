"""Accuracy by the levels of a column, as an investigation takes it down."""

import numpy as np
import pandas as pd
import pytest

from rocstats import DeLong, Sample, Wilson, auc, compare_subgroups
from rocstats.analysis_results.recorder import Recorder
from rocstats.errors import DataError
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.subgroup_results import divisions_of, record_subgroups
from rocstats.study_plan.study_plan import StudyPlan

HANDLED = {"handling": {"indeterminate": "positive"}}


def plan_of(**more):
    """Make a plan with a scored test and one of calls."""
    facts = {
        "rocstats": "1",
        "data": {"file": "study.csv"},
        "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
        "tests": [
            {"name": "CT", "positive_scores": "high", "threshold": {"value": 3, "origin": "prespecified"}},
            {"name": "Strip", "positive": "P", "negative": "N", "indeterminate": "E"},
        ],
        "estimand": HANDLED,
        "subgroups": ["sex"],
    }
    return StudyPlan.model_validate({**facts, **more})


def frame_of(*rows):
    """Make a frame of rows: truth, CT, strip, sex."""
    return pd.DataFrame(rows, columns=["ill", "CT", "Strip", "sex"])


def hand():
    """Make 14 participants whose tables are counted by hand below."""
    return frame_of(
        (1, 5, "P", "f"), (1, 4, "E", "f"), (1, 2, "N", "f"), (0, 1, "N", "f"), (0, 3, "P", "f"), (0, 2, "E", "f"),
        (1, 3, "P", "m"), (1, 1, "N", "m"), (0, 0, "N", "m"), (0, 2, "N", "m"),
        (1, 4, "P", None), (0, 1, "N", None),
        (None, 4, "P", "f"), (1, None, "P", "m"),
    )  # fmt: skip


def table_of(frame, plan=None):
    """Record the subgroups of a frame."""
    recorder = Recorder()
    record_subgroups(investigation_of(plan or plan_of(), frame), recorder)
    return recorder.table()


def share(table, analysis):
    """Give count, total and estimate of a share."""
    return tuple(table.value(f"{analysis}.{stat}") for stat in ("n", "total", "estimate"))


def test_counted_by_hand():
    """Women have 2 of 3 cases with CT of 3 or more, men 1 of 2; the man without a score is no part of it."""
    table = table_of(hand())
    assert share(table, "sub.g1.l1.t1.sensitivity") == (2, 3, 2 / 3)
    assert share(table, "sub.g1.l1.t1.specificity") == (2, 3, 2 / 3)
    assert share(table, "sub.g1.l2.t1.sensitivity") == (1, 2, 0.5)
    assert share(table, "sub.g1.l2.t1.specificity") == (2, 2, 1.0)
    # The strip: indeterminate results count as positive.
    assert share(table, "sub.g1.l1.t2.sensitivity") == (2, 3, 2 / 3)
    assert share(table, "sub.g1.l1.t2.specificity") == (1, 3, 1 / 3)
    assert share(table, "sub.g1.l2.t2.sensitivity") == (2, 3, 2 / 3)
    # Women: cases 5, 4, 2 against controls 1, 3, 2 win 7 pairs of 9 and tie one.
    assert table.value("sub.g1.l1.t1.auc.estimate") == pytest.approx(7.5 / 9, abs=1e-15)
    assert "sub.g1.l1.t2.auc.estimate" not in table


def test_levels_add_up_to_the_set():
    """Every participant of the set is in one level; those without a value are one of their own."""
    table = table_of(hand())
    for stat, total in (("n", 14), ("n-cases", 7), ("n-controls", 6)):
        levels = [table.value(f"sub.g1.l{place}.{stat}") for place in (1, 2, 3)]
        assert sum(levels) == table.value(f"sub.g1.total.{stat}") == total
    assert table.value("sub.g1.missing") == "l3"
    assert table.row("sub.g1.l3.n").about.groups == (("sex", "missing"),)
    assert table.value("sub.g1.n-levels") == 2
    assert share(table, "sub.g1.l3.t1.sensitivity") == (1, 1, 1.0)


def test_the_level_without_a_value_is_no_part_of_heterogeneity():
    """Fisher's test is of women and men: 2 of 3 against 1 of 2 has p = 1."""
    table = table_of(hand())
    assert table.value("sub.g1.test.t1.sensitivity.p-value") == pytest.approx(1.0)
    assert table.row("sub.g1.test.t1.sensitivity.p-value").about.method.name == "Fisher's exact test"
    assert "sub.g1.test.t1.sensitivity.statistic" not in table
    assert table.value("sub.test.n") == 5


def large(n=600, seed=5):
    """Draw a study with a subgroup in which the test does worse."""
    rng = np.random.default_rng(seed)
    ill = rng.integers(0, 2, n)
    level = rng.choice(["a", "b", "c"], n)
    score = np.round(rng.normal(ill * np.where(level == "c", 0.5, 1.5)) * 2 + 3)
    strip = np.where(rng.random(n) < 0.05, "E", np.where(score + rng.normal(0, 1, n) > 4, "P", "N"))
    return frame_of(*zip(ill.astype(int), score, strip, level, strict=True))


def test_pandas_counts_the_same():
    """Grouping the frame gives every count, and the method of the plan every interval."""
    frame = large()
    table = table_of(frame)
    frame["CT+"], frame["Strip+"] = frame["CT"] >= 3, frame["Strip"].isin(["P", "E"])
    for place, (_, part) in enumerate(frame.groupby("sex"), 1):
        for key, called in (("t1", "CT+"), ("t2", "Strip+")):
            for name, ill in (("sensitivity", 1), ("specificity", 0)):
                group = part.loc[part["ill"] == ill, called]
                right = int((group == bool(ill)).sum())
                analysis = f"sub.g1.l{place}.{key}.{name}"
                assert share(table, analysis) == (right, len(group), right / len(group))
                interval = Wilson().interval(right, len(group))
                assert table.value(f"{analysis}.conf-low") == interval.low
                assert table.value(f"{analysis}.conf-high") == interval.high


def test_areas_are_those_of_each_part_alone():
    """The area of a level is that of its rows, with the interval of the plan, and heterogeneity that of all."""
    frame = large()
    table = table_of(frame, plan_of(intervals={"auc": "delong-logit"}))
    samples = {
        level: Sample.from_truth(part["ill"].to_numpy(), part["CT"].to_numpy()) for level, part in frame.groupby("sex")
    }
    for place, sample in enumerate(samples.values(), 1):
        found = auc(sample, DeLong(scale="logit"))
        assert table.value(f"sub.g1.l{place}.t1.auc.estimate") == found.estimate
        assert table.value(f"sub.g1.l{place}.t1.auc.conf-low") == pytest.approx(found.interval.low, rel=1e-14)
    joint = compare_subgroups(samples, by="sex").homogeneity("AUC")
    assert table.value("sub.g1.test.t1.auc.p-value") == pytest.approx(joint.pvalue, rel=1e-12)
    assert table.value("sub.g1.test.t1.auc.df") == 2
    assert joint.pvalue < 0.01


def test_shares_are_tested_by_pearson():
    """With large counts heterogeneity is scipy's chi-squared without correction."""
    from scipy.stats import chi2_contingency

    frame = large()
    table = table_of(frame)
    cases = frame[frame["ill"] == 1]
    crossed = pd.crosstab(cases["CT"] >= 3, cases["sex"])
    row = table.row("sub.g1.test.t1.sensitivity.p-value")
    assert row.value == pytest.approx(chi2_contingency(crossed, correction=False).pvalue, rel=1e-12)
    assert row.about.method.name == "Pearson's chi-squared"


def test_an_empty_group_is_not_estimable():
    """A level without controls has no specificity and no area, and says why; it is left out of their tests."""
    frame = frame_of((1, 5, "P", "a"), (1, 2, "N", "a"), (1, 4, "P", "b"), (0, 1, "N", "b"), (0, 3, "N", "b"))
    table = table_of(frame)
    row = table.row("sub.g1.l1.t1.specificity.estimate")
    assert (row.value, row.warning) == (None, "No participant without the condition has a result that counts here.")
    assert share(table, "sub.g1.l1.t1.specificity") == (0, 0, None)
    assert "both groups" in table.row("sub.g1.l1.t1.auc.estimate").warning
    row = table.row("sub.g1.test.t1.specificity.p-value")
    assert (row.value, row.warning) == (
        None,
        "A test of heterogeneity needs two levels in which the measure can be judged.",
    )


def test_one_participant_and_nobody():
    """One participant, and a set in which no truth is known, are no crash."""
    table = table_of(frame_of((1, 5, "P", "a")))
    assert share(table, "sub.g1.l1.t1.sensitivity") == (1, 1, 1.0)
    assert table.value("sub.g1.l1.t1.auc.estimate") is None
    table = table_of(frame_of((None, 5.0, "P", "a"), (None, 5.0, "P", "b")).astype({"ill": object}))
    assert table.value("sub.g1.total.n-cases") == 0
    assert table.value("sub.all.t1.auc.estimate") is None
    assert table.value("sub.test.n") == 0


def test_all_results_indeterminate_count_as_planned():
    """Where all are indeterminate and the plan leaves them out, nothing is estimable."""
    frame = frame_of((1, 5, "E", "a"), (0, 2, "E", "b"))
    table = table_of(frame, plan_of(estimand={"handling": {"indeterminate": "exclude"}}))
    assert share(table, "sub.all.t2.sensitivity") == (0, 0, None)


def test_levels_in_a_fixed_order():
    """Numbers in the order of their size, words by code point, and numbers among words like words."""
    truth = [(1, 5, "P"), (0, 1, "N")] * 3

    def levels(values):
        table = table_of(frame_of(*[(*row, value) for row, value in zip(truth, values, strict=True)]))
        return [table.row(f"sub.g1.l{place}.n").about.groups[0][1] for place in range(1, len(set(values)) + 1)]

    assert levels([10, 9, 2, 10, 9, 2]) == ["2", "9", "10"]
    assert levels(["10", "9", "x"] * 2) == ["10", "9", "x"]
    assert levels(["b", "B", "a"] * 2) == ["B", "a", "b"]
    assert levels([1.0, None, 2.0] * 2) == ["1", "2", "missing"]
    assert levels(["missing", None, "z"] * 2) == ["missing", "z", "missing (no value)"]


def test_too_many_levels_are_refused():
    """A column of ages is no subgroup; sites may be many."""
    frame = pd.concat([hand()] * 3, ignore_index=True)
    frame["age"] = range(len(frame))
    with pytest.raises(
        DataError, match=r'"age", which the plan takes as subgroups, has 42 different values.*at most 20'
    ):
        table_of(frame, plan_of(subgroups=["age"]))
    table = table_of(frame, plan_of(subgroups=[], data={"file": "study.csv", "site": "age"}))
    assert table.value("site.n-levels") == 42


def test_sites_are_like_subgroups():
    """Sites have the same measures under their own ids."""
    table = table_of(hand(), plan_of(subgroups=[], data={"file": "study.csv", "site": "sex"}))
    assert share(table, "site.l1.t1.sensitivity") == (2, 3, 2 / 3)
    assert table.value("site.test.t1.sensitivity.p-value") == pytest.approx(1.0)
    assert "sub.test.n" not in table


def test_exploratory_ones_are_marked_and_each_column_stands_once():
    """A column that is planned stays planned, wherever else it is named."""
    plan = plan_of(exploratory_subgroups=["sex", "age"], ai={"fairness_groups": ["skin"]})
    frame = hand().assign(age=1, skin="x")
    found = divisions_of(investigation_of(plan, frame))
    assert [(one.key, one.column, one.role, one.purpose) for one in found] == [
        ("sub.g1", "sex", "planned", "secondary"),
        ("sub.g2", "skin", "fairness", "secondary"),
        ("sub.g3", "age", "exploratory", "exploratory"),
    ]
    table = table_of(frame, plan)
    assert {row.about.purpose for row in table if row.analysis.startswith("sub.g3")} == {"exploratory"}


def test_clusters_have_their_intervals_and_no_test():
    """Records of clusters keep an interval at their effective size; heterogeneity would take them as independent."""
    frame = large().assign(family=[str(i // 3) for i in range(600)])
    table = table_of(frame, plan_of(data={"file": "study.csv", "cluster": "family"}))
    row = table.row("sub.g1.l1.t1.sensitivity.conf-low")
    assert row.about.method.name == "Wilson, effective size"
    assert table.row("sub.g1.l1.t1.auc.conf-low").about.method.name == "Obuchowski, clusters"
    for name in ("sensitivity", "auc"):
        found = table.row(f"sub.g1.test.t1.{name}.p-value")
        assert found.value is None
        assert "clusters" in found.warning


def test_only_the_primary_set_counts():
    """Participants outside the set are in no level."""
    frame = hand().assign(kept=["Y"] * 10 + ["N"] * 4)
    plan = plan_of(analysis_sets={"FAS": "kept == 'Y'"}, estimand={"population": "FAS", **HANDLED})
    table = table_of(frame, plan)
    assert table.value("sub.g1.total.n") == 10
    assert "sub.g1.l3.n" not in table


def test_low_scores_can_be_positive():
    """A test whose low scores are positive is counted at or below its threshold."""
    tests = [{"name": "CT", "positive_scores": "low", "threshold": {"value": 2, "origin": "prespecified"}}]
    table = table_of(hand(), plan_of(tests=tests))
    assert share(table, "sub.g1.l1.t1.sensitivity") == (1, 3, 1 / 3)
    assert table.value("sub.g1.l1.t1.auc.estimate") == pytest.approx(1.5 / 9, abs=1e-15)


def test_a_test_without_threshold_has_an_area_alone():
    """Scores without a threshold are never called."""
    table = table_of(hand(), plan_of(tests=[{"name": "CT", "positive_scores": "high"}]))
    assert "sub.g1.l1.t1.sensitivity.estimate" not in table
    assert table.value("sub.g1.l1.t1.auc.estimate") == pytest.approx(7.5 / 9, abs=1e-15)


def test_methods_that_draw_give_way_to_delong():
    """A bootstrap of every subgroup would take minutes; DeLong's method stands in and is named."""
    table = table_of(large(), plan_of(intervals={"auc": "bootstrap-bca"}))
    assert table.row("sub.g1.l1.t1.auc.conf-low").about.method.name == "DeLong"


def test_agreement_has_its_own_words():
    """Under a comparator shares are percent agreement."""
    reference = {"column": "ill", "positive": 1, "negative": 0, "kind": "comparator"}
    table = table_of(hand(), plan_of(reference=reference))
    assert table.row("sub.g1.l1.t1.sensitivity.n").about.label.startswith("Positive percent agreement of CT")
    assert not any("ensitivity" in row.about.label for row in table)


def test_hostile_names_stay_text():
    """Names of levels and columns are never part of an id."""
    frame = hand().rename(columns={"sex": "=cmd|' /C'!A1"})
    frame["=cmd|' /C'!A1"] = ["<script>alert(1)</script>", "a|b\nc"] * 7
    table = table_of(frame, plan_of(subgroups=["=cmd|' /C'!A1"]))
    assert table.row("sub.g1.l1.n").about.groups == (("=cmd|' /C'!A1", "<script>alert(1)</script>"),)


def test_printed_for_the_appendix():
    """The shares of each column print themselves as R would, with the rule and the test."""
    recorder = Recorder()
    record_subgroups(investigation_of(plan_of(), hand()), recorder)
    shares = next(one for one in recorder.outputs() if one.analysis == "sub.g1.test.t1")
    assert "rule: positive if CT ≥ 3" in shares.text
    assert "subgroups by sex: f, m and missing" in shares.text
    assert "Fisher's exact" in shares.text
    areas = next(one for one in recorder.outputs() if one.analysis == "sub.g1.test.t1.auc")
    assert "AUC in subgroups" in areas.text
