"""Pairs of tests against each other: hand counts, the families of p-values, and studies that cannot be compared."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paired_studies import TRUTH, calls, crossed_study, plan_of
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from rocstats import Sample, compare_auc, contrast_auc
from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.comparison_results import record_comparisons
from rocstats.investigation.opening import investigation_of

tables = st.tuples(*[st.tuples(*[st.integers(0, 9)] * 2)] * 2)


def recorded(investigation):
    """Take the comparisons of an investigation down."""
    recorder = Recorder()
    record_comparisons(investigation, recorder)
    return recorder


def scored_study(scores, ill, *, thresholds=None, low=(), **parts):
    """Open a study of scored tests."""
    tests = [
        {"name": name, "positive_scores": "low" if name in low else "high"}
        | ({} if thresholds is None else {"threshold": {"value": thresholds[name], "origin": "prespecified"}})
        for name in scores
    ]
    frame = pd.DataFrame({"ill": np.where(np.asarray(ill) == 1, "yes", "no"), **scores})
    return investigation_of(plan_of(tests, **parts), frame)


def test_crossed_counts_by_hand():
    """Ten with and ten without the condition: every cell, margin and share."""
    table = recorded(crossed_study(((4, 3), (1, 2)), ((1, 2), (2, 5)))).table()
    cells = {row.stat: row.value for row in table.analysis("discordance.t1-t2.cases").values()}
    assert cells == {
        "both-positive": 4,
        "first-only": 3,
        "second-only": 1,
        "both-negative": 2,
        "first-positive": 7,
        "second-positive": 5,
        "first-negative": 3,
        "second-negative": 5,
        "discordant": 4,
        "total": 10,
    }
    se = {row.stat: row.value for row in table.analysis("diff-sensitivity.t1-t2").values()}
    assert (se["total"], se["n1"], se["n2"]) == (10, 7, 5)
    assert (se["estimate1"], se["estimate2"], se["estimate"]) == (0.7, 0.5, 0.2)
    # z = (3 - 1)/sqrt(4) = 1; exact: 2 (1 + 4)/16.
    assert se["statistic"] == 1.0
    assert se["p-value"] == pytest.approx(0.31731050786291415, rel=1e-14)
    assert se["p-exact"] == pytest.approx(10 / 16, rel=1e-14)
    sp = {row.stat: row.value for row in table.analysis("diff-specificity.t1-t2").values()}
    assert (sp["n1"], sp["n2"], sp["estimate"], sp["p-value"]) == (7, 7, 0.0, 1.0)


def test_published_interval_and_test():
    """Tango's own example: 6 and 16 discordant of 161, limits -0.124 and -0.0054, p 0.033 [tango1998]."""
    table = recorded(crossed_study(((59, 6), (16, 80)), ((5, 5), (5, 5)))).table()
    at = "diff-sensitivity.t1-t2"
    assert round(table.value(f"{at}.conf-low"), 4) == -0.124
    assert round(table.value(f"{at}.conf-high"), 4) == -0.0054
    assert round(table.value(f"{at}.p-value"), 6) == 0.033006
    assert f"{at}.p-exact" not in table
    row = table.row(f"{at}.conf-low")
    assert (row.about.method.id, row.about.level, row.about.test, row.about.comparator) == ("tango", 0.95, "New", "Old")


@given(cases=tables, controls=tables)
def test_p_values_are_those_of_statsmodels(cases, controls):
    """McNemar's chi-squared without correction, and the exact test with fewer than five discordant pairs."""
    if not sum(map(sum, cases)) + sum(map(sum, controls)):
        return
    table = recorded(crossed_study(cases, controls)).table()
    for at, counts in (("diff-sensitivity.t1-t2", cases), ("diff-specificity.t1-t2", controls)):
        discordant = counts[0][1] + counts[1][0]
        if not sum(map(sum, counts)):
            assert table.value(f"{at}.estimate") is None
            assert table.row(f"{at}.estimate").warning
            assert table.value(f"{at}.p-value") is None
            assert table.row(f"{at}.p-value").warning
            continue
        if discordant:
            asymptotic = mcnemar(counts, exact=False, correction=False).pvalue
            assert table.value(f"{at}.p-value") == pytest.approx(asymptotic, rel=1e-9)
        low, high = table.value(f"{at}.conf-low"), table.value(f"{at}.conf-high")
        assert low <= table.value(f"{at}.estimate") <= high
        assert (low > 0 or high < 0) == (table.value(f"{at}.p-value") < 0.05)
        assert (f"{at}.p-exact" in table) == (discordant < 5)
        if discordant < 5:
            assert table.value(f"{at}.p-exact") == pytest.approx(mcnemar(counts, exact=True).pvalue, rel=1e-9)


def three_tests(seed=3, m=30, n=40):
    """Draw a study of three scored tests."""
    rng = np.random.default_rng(seed)
    ill = np.array([1] * m + [0] * n)
    return {name: np.round(rng.normal(shift * ill, 1), 1) for name, shift in (("A", 1.5), ("B", 1.0), ("C", 0.2))}, ill


def test_adjusted_within_each_measure():
    """Holm's method over the three pairs of a measure, as statsmodels has it."""
    scores, ill = three_tests()
    table = recorded(scored_study(scores, ill, thresholds=dict.fromkeys(scores, 0.5))).table()
    for measure in ("sensitivity", "specificity", "auc"):
        pairs = [f"diff-{measure}.{pair}" for pair in ("t1-t2", "t1-t3", "t2-t3")]
        raw = [table.value(f"{at}.p-value") for at in pairs]
        adjusted = [table.value(f"{at}.p-adjusted") for at in pairs]
        assert adjusted == pytest.approx(list(multipletests(raw, method="holm")[1]), rel=1e-12)


def test_areas_are_those_of_the_questions():
    """Each difference is that of compare_auc, the joint test that of contrast_auc."""
    scores, ill = three_tests()
    recorder = recorded(scored_study(scores, ill, low=("C",)))
    table = recorder.table()
    sample = Sample.from_truth(ill, scores, low=("C",))
    found = compare_auc(sample.select("A", "C"))
    at = "diff-auc.t1-t3"
    assert table.value(f"{at}.estimate") == found.estimate
    assert (table.value(f"{at}.conf-low"), table.value(f"{at}.conf-high")) == (found.interval.low, found.interval.high)
    assert (table.value(f"{at}.estimate1"), table.value(f"{at}.estimate2")) == found.values
    assert (table.value(f"{at}.n-cases"), table.value(f"{at}.n-controls"), table.value(f"{at}.total")) == (30, 40, 70)
    joint = contrast_auc(sample)
    assert (table.value("contrast.all.statistic"), table.value("contrast.all.df")) == (joint.statistic, joint.df)
    assert table.value("contrast.all.p-value") == joint.pvalue
    assert tuple(table.value(f"contrast.t{i}.estimate") for i in (1, 2, 3)) == joint.areas
    assert [one.analysis for one in recorder.outputs()] == ["diff-auc.t1-t2", at, "diff-auc.t2-t3", "contrast.all"]


def test_participants_are_those_whom_both_tests_decide():
    """One has no result of the second test, one an indeterminate one: neither is compared."""
    frame = pd.DataFrame(
        {
            "ill": ["yes"] * 4 + ["no"] * 2,
            "New": ["POS", "POS", "NEG", "POS", "NEG", "NEG"],
            "Old": ["POS", None, "NEG", "EQV", "NEG", "POS"],
        }
    )
    plan = plan_of(estimand={"handling": {"indeterminate": "exclude"}})
    table = recorded(investigation_of(plan, frame)).table()
    assert table.value("discordance.t1-t2.cases.total") == 2
    counted = plan_of(estimand={"handling": {"indeterminate": "positive"}})
    assert recorded(investigation_of(counted, frame)).table().value("discordance.t1-t2.cases.both-positive") == 2


def test_calls_have_no_areas_and_scores_without_threshold_no_counts():
    """What a test does not give is not compared."""
    scores, ill = three_tests()
    table = recorded(scored_study(scores, ill)).table()
    assert not [row.id for row in table if row.id.startswith(("discordance", "diff-sens"))]
    table = recorded(crossed_study(((4, 3), (1, 2)), ((1, 2), (2, 5)))).table()
    assert not [row.id for row in table if row.id.startswith(("diff-auc", "contrast"))]


def test_one_test_is_compared_with_none():
    """A study of one test has no rows here."""
    frame = pd.DataFrame({"ill": ["yes", "no"], "New": ["POS", "NEG"]})
    assert len(recorded(investigation_of(plan_of(calls("New")), frame)).table()) == 0


def test_clusters_are_refused_with_the_reason():
    """Counts stay, intervals and p-values do not, and the rows say why."""
    scores, ill = three_tests()
    frame = pd.DataFrame({"ill": np.where(ill == 1, "yes", "no"), "eye": np.arange(70) // 2, **scores})
    tests = [
        {"name": name, "positive_scores": "high", "threshold": {"value": 0.5, "origin": "literature"}} for name in "ABC"
    ]
    plan = plan_of(tests, data={"file": "a.csv", "cluster": "eye"})
    table = recorded(investigation_of(plan, frame)).table()
    assert table.value("discordance.t1-t2.cases.total") == 30
    for at in ("diff-sensitivity.t1-t2", "diff-auc.t1-t2"):
        assert table.value(f"{at}.estimate") is None
        assert "clusters" in table.row(f"{at}.conf-low").warning
        assert table.value(f"{at}.p-adjusted") is None
    assert "clusters" in table.row("contrast.all.p-value").warning


@pytest.mark.parametrize("word", ["newcombe-paired", "bonett-price", "agresti-min", "wald-paired"])
def test_every_method_has_a_test_beside_it(word):
    """A method without a test of its own gets McNemar's."""
    study = crossed_study(((40, 9), (3, 20)), ((5, 5), (5, 25)), intervals={"paired_proportions": word})
    row = recorded(study).table().row("diff-sensitivity.t1-t2.p-value")
    assert row.about.method.id == (word if word == "wald-paired" else "mcnemar")


def test_nobody_in_common():
    """Two tests that decide nobody together: no counts, and a reason."""
    frame = pd.DataFrame({"ill": ["yes", "no"], "New": ["POS", None], "Old": [None, "NEG"]})
    table = recorded(investigation_of(plan_of(), frame)).table()
    assert "discordance.t1-t2.cases.total" not in table
    assert "all counts" in table.row("diff-sensitivity.t1-t2.estimate").warning


def test_tests_that_rank_alike_have_no_interval():
    """A difference of identical tests is 0 with a reason in place of an interval."""
    ill = np.array([1, 1, 1, 1, 0, 0, 0, 0])
    scores = np.array([5, 4, 3, 2, 3, 2, 1, 1])
    table = recorded(scored_study({"A": scores, "B": scores * 2}, ill)).table()
    assert (table.value("diff-auc.t1-t2.estimate"), table.value("diff-auc.t1-t2.conf-low")) == (0.0, None)
    assert "alike" in table.row("diff-auc.t1-t2.conf-low").warning


def test_an_area_without_a_variance_has_no_p_value():
    """One case shows nothing of how cases vary: neither limits nor a test, each with the reason alone."""
    frame = {"A": np.array([3, 2, 1, 4, 2]), "B": np.array([2, 3, 1, 1, 2])}
    table = recorded(scored_study(frame, np.array([1, 0, 0, 0, 0]))).table()
    said = {table.row(f"diff-auc.t1-t2.{stat}").warning for stat in ("conf-low", "statistic", "p-value")}
    assert len(said) == 1
    assert "1 subject" in said.pop()
    assert table.value("diff-auc.t1-t2.p-value") is None


def test_labels_under_a_comparator_speak_of_agreement():
    """No label borrows the words of accuracy."""
    study = crossed_study(((4, 3), (1, 2)), ((1, 2), (2, 5)), reference={**TRUTH, "kind": "comparator"})
    row = recorded(study).table().row("diff-specificity.t1-t2.estimate")
    assert row.about.label == "Difference in negative percent agreement, New \u2212 Old"
