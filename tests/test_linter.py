"""The linter: each rule has a study that it objects to, and one that it does not."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import About, ResultRow
from rocstats.investigation.findings import investigate
from rocstats.investigation.opening import investigation_of
from rocstats.methods import REGISTER
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.linter import RULES, lint
from rocstats.study_report.rule import Name, Number

BASE = {
    "rocstats": "1",
    "data": {"file": "study.csv", "subject": "id"},
    "design": {"type": "cohort", "verification": "complete"},
    "reference": {"column": "ill", "positive": "yes", "negative": "no", "kind": "reference_standard"},
    "tests": [{"name": "CT", "positive_scores": "high", "threshold": {"value": 3, "origin": "prespecified"}}],
    "intervals": {"n_resamples": 100},
}


def data(n=80, **columns):
    """Make a study of so many, one half ill, with scores from 1 to 5 that depend on it."""
    rng = np.random.default_rng(5)
    ill = np.arange(n) % 2 == 0
    scores = np.clip(rng.integers(1, 5, n) + ill, 1, 5)
    frame = {"id": [f"P{i}" for i in range(n)], "ill": np.where(ill, "yes", "no"), "CT": scores}
    return pd.DataFrame({**frame, **columns})


def plan_of(**changes):
    """Make a plan; parts are merged into those of the base."""
    held = dict(BASE)
    for key, value in changes.items():
        held[key] = {**held[key], **value} if isinstance(value, dict) and key in held else value
    return StudyPlan.model_validate(held)


def run(frame=None, **changes):
    """Investigate a study by a plan."""
    plan = plan_of(**changes)
    return plan, investigate(investigation_of(plan, data() if frame is None else frame)).table


def found(rule, plan, table):
    """Give what a rule finds, as plain words."""
    return ["".join(_said(part) for part in one.words) for one in lint(plan, table) if one.rule.id == rule]


def _said(part):
    return part.text if isinstance(part, Name) else f"<{part.row}>" if isinstance(part, Number) else part


def changed(table, identity, **values):
    """Give a table with one row changed, as whoever edits the results would."""
    assert identity in table
    return ResultsTable([replace(row, **values) if row.id == identity else row for row in table])


@pytest.fixture(scope="module")
def sound():
    """Give a plan and its results to which no rule objects."""
    return run()


def test_nothing_is_said_of_a_sound_study(sound):
    """A study without fault has no finding, so no rule objects to everything."""
    assert [one.rule.id for one in lint(*sound)] == []


def test_every_rule_of_the_first_set_is_there():
    """The rules are those that reviewers of such reports go by, and each says what to do."""
    assert list(RULES) == [f"R{i:02d}" for i in range(1, 21)]
    assert all(rule.asks and rule.remedy.endswith(".") for rule in RULES.values())


def test_a_proportion_without_interval_is_found(sound):
    """R01: the interval was taken out of the results."""
    plan, table = sound
    row = "acc.t1.sensitivity.conf-low"
    assert found("R01", plan, changed(table, row, value=None, warning="taken out"))
    without = ResultsTable([one for one in table if one.id != "acc.t1.sensitivity.n"])
    assert "its counts" in found("R01", plan, without)[0]


def test_words_of_accuracy_need_a_reference_standard(sound):
    """R02: a title that speaks of accuracy, with a comparator that is no reference standard."""
    _, table = sound
    texts = {"study": {"title": "Accuracy of CT"}, "reference": {"kind": "comparator"}}
    assert "Accuracy" in found("R02", plan_of(**texts), table)[0]
    assert not found("R02", plan_of(**(texts | {"study": {"title": "Agreement of CT with MRI"}})), table)
    assert not found("R02", plan_of(study={"title": "Accuracy of CT"}), table)


@pytest.mark.parametrize(
    ("part", "key"),
    [
        ({"design": {"sample_size_rationale": "For a sensitivity of 80%."}}, "design.sample_size_rationale"),
        ({"estimand": {"events": {"no result": "Counts against specificity."}}}, "estimand.events.no result"),
        ({"narrative": {"deviations": ["Accuracy was measured twice."]}}, "narrative.deviations"),
        ({"tests": [{**BASE["tests"][0], "description": "Known for its sensitivity."}]}, "description of CT"),
    ],
)
def test_words_of_accuracy_are_found_wherever_the_report_prints_them(sound, part, key):
    """R02: not only in title and narrative."""
    (said,) = found("R02", plan_of(reference={"kind": "comparator"}, **part), sound[1])
    assert said.startswith(f"{key} says")


def test_truth_changed_after_disagreement_is_found():
    """R03: two participants of the primary set have a resolved reference result."""
    frame = data(resolved=["Y", "Y"] + ["N"] * 78)
    plan, table = run(frame, data={"discrepancy_resolved": "resolved == 'Y'"})
    assert table.value("data.discrepancy-resolved.n") == 2
    assert found("R03", plan, table)
    sets = {"analysis_sets": {"First": "resolved == 'N'"}, "estimand": {"population": "First"}}
    assert not found("R03", *run(frame, data={"discrepancy_resolved": "resolved == 'Y'"}, **sets))


def test_predictive_values_of_a_case_control_study_are_found(sound):
    """R04: the run gives none; results that hold one were made elsewhere."""
    _, table = sound
    plan = plan_of(design={"type": "case-control"})
    assert table.value("acc.t1.ppv.estimate") is not None
    assert len(found("R04", plan, table)) == 2
    assert not found("R04", *run(design={"type": "case-control"}))


def test_indeterminate_results_need_a_handling():
    """R05: three results decide neither, and the plan is silent."""
    frame = data().astype({"CT": object})
    frame.loc[:2, "CT"] = "EQV"
    test = {**BASE["tests"][0], "indeterminate": "EQV"}
    assert "<complete.t1.indeterminate.total.n>" in found("R05", *run(frame, tests=[test]))[0]
    handled = {"estimand": {"handling": {"indeterminate": "positive"}}}
    assert not found("R05", *run(frame, tests=[test], **handled))


def test_a_threshold_chosen_here_needs_a_correction(sound):
    """R06: the threshold is data-driven; the run corrects for it, results without the correction are found."""
    chosen = {**BASE["tests"][0], "threshold": {"value": 3, "origin": "data_driven"}}
    plan, table = run(tests=[chosen])
    assert not found("R06", plan, table)
    without = ResultsTable([row for row in table if not row.analysis.startswith("chosen.")])
    assert found("R06", plan, without)


def claim(**fields):
    """Give a plan with one claim."""
    return {"hypotheses": [{"id": "H1", "test": "CT", "measure": "auc", **fields}]}


def test_better_than_chance_is_no_primary_claim():
    """R07: an area above one half, as the primary claim."""
    assert found("R07", *run(**claim(goal=0.5)))
    assert not found("R07", *run(**claim(goal=0.6)))
    assert not found("R07", *run(**claim(goal=0.5, role="secondary")))


def test_several_records_need_methods_that_know_of_it(sound):
    """R08: results of independent subjects under a plan with clusters."""
    _, table = sound
    assert "Wilson" in found("R08", plan_of(data={"cluster": "id"}), table)[0]
    frame = data(centre=[f"C{i % 20}" for i in range(80)])
    assert not found("R08", *run(frame, data={"cluster": "centre"}))


def subgroups():
    """Give a study with men and women."""
    return data(sex=["F", "M"] * 20 + ["M", "F"] * 20)


def test_subgroups_sum_to_the_analysis_set():
    """R09: a count of a subgroup was changed."""
    plan, table = run(subgroups(), subgroups=["sex"])
    assert not found("R09", plan, table)
    row = "sub.g1.l1.n-cases"
    assert found("R09", plan, changed(table, row, value=table.value(row) + 1))


def test_the_flow_closes(sound):
    """R10: a count of the flow was changed."""
    plan, table = sound
    assert found("R10", plan, changed(table, "flow.enrolled.n", value=99))


def test_overall_agreement_never_stands_alone():
    """R11: overall agreement without its parts."""
    plan, table = run(reference={"kind": "comparator"})
    assert not found("R11", plan, table)
    without = ResultsTable([row for row in table if not row.analysis.startswith("acc.t1.sensitivity")])
    assert found("R11", plan, without)


def test_the_primary_set_holds_the_intended_use_only():
    """R12: ten samples of a bank are in the primary set."""
    frame = data(bank=["Y"] * 10 + ["N"] * 70)
    assert found("R12", *run(frame, data={"supplementary": "bank == 'Y'"}))
    sets = {"analysis_sets": {"Use": "bank == 'N'"}, "estimand": {"population": "Use"}}
    assert not found("R12", *run(frame, data={"supplementary": "bank == 'Y'"}, **sets))


def test_small_groups_are_pointed_at(sound):
    """R13: ten with the condition; an exact interval stands beside."""
    said = found("R13", *run(data(20)))
    assert any("<crosstab.t1.n-cases>" in one and "others, for small groups, stand beside" in one for one in said)
    assert not found("R13", *sound)


def test_small_groups_are_named_as_the_report_names_them(sound):
    """R13: one is one, under a comparator nobody has the condition, and an empty group has no interval to rest on."""
    plan, table = sound
    one = changed(table, "crosstab.t1.n-cases", value=1)
    assert "has <crosstab.t1.n-cases> participant with the condition, few" in found("R13", plan, one)[0]
    comparator = plan_of(reference={"kind": "comparator"})
    assert "participant positive by the comparator, few" in found("R13", comparator, one)[0]
    assert not found("R13", plan, changed(table, "crosstab.t1.n-cases", value=0))


def test_few_discordant_results_are_told_by_group():
    """R13: one participant is called differently in each group, and each finding says in which."""
    frame = data(80)
    frame["MRI"] = frame["CT"].where(~frame.index.isin([frame.index[frame["CT"] == 5][0]]), 1)
    tests = [BASE["tests"][0], {**BASE["tests"][0], "name": "MRI"}]
    said = [one for one in found("R13", *run(frame, tests=tests)) if "alone" in one]
    assert [("with the condition" in one, "without the condition" in one) for one in said] == [
        (True, False),
        (False, True),
    ]


def test_a_wald_interval_at_the_end_is_found(sound):
    """R14: a sensitivity of 100% with a Wald interval."""
    plan, table = sound
    row = table.row("acc.t1.sensitivity.estimate")
    wald = replace(row, value=1.0, about=replace(row.about, method=REGISTER["wald"].card))
    edited = ResultsTable([wald if one.id == row.id else one for one in table])
    assert found("R14", plan, edited)
    assert not found("R14", plan, changed(table, row.id, value=1.0))


def test_subgroups_are_compared_with_a_test():
    """R15: the test of heterogeneity was taken out."""
    plan, table = run(subgroups(), subgroups=["sex"])
    assert not found("R15", plan, table)
    without = ResultsTable([row for row in table if ".test." not in row.id])
    assert found("R15", plan, without)


def test_what_was_not_planned_is_marked():
    """R16: results of an exploratory subgroup lost their mark."""
    plan, table = run(subgroups(), exploratory_subgroups=["sex"])
    assert not found("R16", plan, table)
    unmarked = [
        replace(row, about=replace(row.about, purpose="secondary")) if row.analysis.startswith("sub.") else row
        for row in table
    ]
    assert found("R16", plan, ResultsTable(unmarked))


def test_unequal_verification_needs_a_correction():
    """R17: of the negative results most were never verified."""
    frame = data()
    frame.loc[frame.CT < 3, "ill"] = np.where(np.arange(int((frame.CT < 3).sum())) % 4 == 0, "no", None)
    partial = {"design": {"verification": "partial"}}
    assert found("R17", *run(frame, **partial))
    assert not found("R17", *run(frame, **partial, sensitivity=["verification_corrected"]))


def test_directions_are_declared(sound):
    """R18: the plan does not say which scores are positive."""
    _, table = sound
    silent = {key: value for key, value in BASE["tests"][0].items() if key != "positive_scores"}
    assert found("R18", plan_of(tests=[silent]), table)
    assert not found("R18", *sound)


def test_a_limit_that_looks_like_its_margin_is_found():
    """R19: the limit differs from the goal in the fifth decimal only."""
    plan, table = run(**claim(goal=0.6))
    assert not found("R19", plan, table)
    assert found("R19", plan, changed(table, "hyp.h1.conf-low", value=0.60004))


def test_a_limit_that_decides_nothing_may_look_like_a_goal():
    """R19: the upper limit has no say in a claim that something is above a goal."""
    plan, table = run(**claim(goal=0.6))
    assert not found("R19", plan, changed(table, "hyp.h1.conf-high", value=0.60004))


def test_overlap_with_training_data_is_declared(sound):
    """R20: a test that learned, and nothing said of its training data."""
    _, table = sound
    assert found("R20", plan_of(ai={"version": "2.1"}), table)
    assert not found("R20", plan_of(ai={"version": "2.1", "training_overlap": "none"}), table)


def test_a_hostile_name_is_only_a_name():
    """Names of data and plan come out of a finding as names, whatever they hold."""
    test = {"name": "<b>A</b>"}
    (one,) = (one for one in lint(plan_of(tests=[test]), ResultsTable([])) if one.rule.id == "R18")
    assert Name("<b>A</b>") in one.words


def test_rows_of_a_finding_are_rows_of_the_table(sound):
    """A finding speaks of rows that are there."""
    row = ResultRow(analysis="data.supplementary", stat="n", label="n", value=3, kind="count", about=About(label="x"))
    plan, table = sound
    more = ResultsTable([*table, row])
    assert [one.rows for one in lint(plan, more)] == [("data.supplementary.n",)]
