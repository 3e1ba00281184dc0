"""Methods of a report: each once, with what it was used for, by which function, and what proves it."""

from study_plans import LARGE

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.methods import REGISTER
from rocstats.study_plan.loading import plan_of
from rocstats.study_report.method_use import methods_used, proof_of

PLAN = plan_of(LARGE)


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
