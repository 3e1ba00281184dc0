"""Methods of a report: each once, with what it was used for, by which function, and what proves it."""

import pytest
from study_plans import LARGE, SMALLEST

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.methods import REGISTER
from rocstats.study_plan.loading import plan_of
from rocstats.study_report.method_use import methods_used, proof_of

PLAN = plan_of(LARGE)
THRESHOLD = {"value": 3, "origin": "prespecified"}


def table_of(*analyses):
    """Make results with a method each."""
    recorder = Recorder()
    for analysis, word in analyses:
        recorder.add(analysis, "estimate", 0.5, "percent", About(label=analysis, method=REGISTER[word].card))
    return recorder.table()


def test_a_method_is_named_once_with_all_that_it_served():
    """Measures and functions come in the order of their first use."""
    table = table_of(
        ("acc.t1.sensitivity", "wilson"),
        ("auc.t1", "delong"),
        ("sub.g1.l1.t1.specificity", "wilson"),
        ("sub.g1.l1.t1.auc", "delong"),
        ("diff-auc.t1-t2", "delong"),
        ("hyp.h1", "wilson"),
    )
    wilson, delong = methods_used(table, PLAN)
    assert wilson.measures == ("sensitivity", "specificity", "claims of the plan")
    assert wilson.functions[:2] == ("accuracy", "compare_subgroups")
    assert delong.measures == ("area under the curve", "difference of areas")
    assert delong.functions == ("auc", "compare_subgroups", "compare_auc")


def test_proofs_are_cases_of_the_kit():
    """DeLong's method has requirements and cases under its word, a method without cases has none."""
    proof = proof_of(REGISTER["delong"].card)
    assert "by-hand-4x4" in proof.cases
    assert "DELONG-01" in proof.requirements
    assert all(case for case in proof.cases)


def test_rows_without_a_method_name_none():
    """Counts have no method."""
    recorder = Recorder()
    recorder.add("flow.enrolled", "n", 12, "count", About(label="Enrolled"))
    assert methods_used(recorder.table(), PLAN) == ()


def test_predictive_values_of_the_study_are_at_no_stated_prevalence():
    """What was observed in a cohort is told apart from what follows at a prevalence of the plan."""
    table = table_of(("pv.t1.study.ppv", "wilson"), ("pv.t1.v1.ppv", "clopper-pearson"))
    observed, stated = methods_used(table, PLAN)
    assert (observed.measures, observed.functions) == (("predictive values",), ("accuracy",))
    assert (stated.measures, stated.functions) == (
        ("predictive values at a stated prevalence",),
        ("predictive_values",),
    )


@pytest.mark.parametrize(
    ("claim", "function"),
    [
        ({"measure": "sensitivity", "test": "CT", "goal": 0.8}, "performance_goal"),
        ({"measure": "sensitivity", "test": "CT", "goal": 0.8, "alternative": "two-sided"}, "proportion"),
        ({"measure": "auc", "test": "CT", "goal": 0.8}, "auc"),
        ({"measure": "auc_difference", "tests": ["CT", "MRI"]}, "compare_auc"),
        ({"measure": "sensitivity_difference", "tests": ["CT", "MRI"]}, "compare_accuracy"),
        ({"measure": "auc_difference", "tests": ["CT", "MRI"], "margin": 0.02}, "superiority"),
        ({"measure": "auc_difference", "tests": ["CT", "MRI"], "type": "equivalence", "margin": 0.1}, "equivalence"),
    ],
)
def test_a_claim_names_the_function_that_was_called(claim, function):
    """Plain superiority is a comparison, and only a margin calls the function of its name."""
    tests = [{"name": name, "positive_scores": "high", "threshold": THRESHOLD} for name in ("CT", "MRI")]
    plan = plan_of({**SMALLEST, "tests": tests, "hypotheses": [{"id": "H1", **claim}]})
    (used,) = methods_used(table_of(("hyp.h1", "wilson")), plan)
    assert used.functions == (function,)
