"""Plans for tests: the smallest one, and one that states nearly everything."""

import copy

SMALLEST = {
    "rocstats": "1",
    "data": {"file": "study.csv"},
    "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    "tests": [{"name": "CT", "positive_scores": "high"}],
}
LARGE = {
    "rocstats": "1",
    "prevalences": [0.02, 0.1],
    "subgroups": ["SEX", "AGEGR1"],
    "exploratory_subgroups": ["STAGE"],
    "sensitivity": ["indeterminate_positive", "verification_corrected", "cluster_robust"],
    "multiplicity": "fixed_sequence",
    "data": {
        "file": "study.csv",
        "sha256": "ab" * 32,
        "subject": "USUBJID",
        "cluster": "FAMILY",
        "site": "SITEID",
        "supplementary": "SUPPFL == 'Y'",
        "discrepancy_resolved": "DISCFL == 'Y'",
        "labels": {"SEX": "Sex"},
    },
    "design": {"type": "cohort", "verification": "partial", "planned_cases": 120},
    "participants": {
        "eligible": "ELIGFL == 'Y' and AGE >= 18",
        "exclusion_reason": "EXCLRSN",
        "baseline": ["AGE", "BMI", "SEX"],
        "severity": "GRADE",
        "alternatives": "ALTDX",
        "index_date": "TESTDT",
        "reference_date": "REFDT",
        "window_days": 14,
        "treated_between": "TRTFL == 'Y'",
        "adverse_events": ["AEFL"],
    },
    "reference": {
        "column": "REFRES",
        "positive": ["Present", "Present, late"],
        "negative": "Absent",
        "inconclusive": "Unclear",
        "kind": "reference_standard",
    },
    "tests": [
        {
            "name": "Assay A",
            "column": "AVAL_A",
            "positive_scores": "high",
            "failed": "INV",
            "indeterminate_between": [0.45, 0.5],
            "threshold": {"value": 0.55, "origin": "prespecified"},
        },
        {"name": "Assay B", "column": "AVAL_B", "positive_scores": "low"},
        {"name": "Rapid C", "column": "CALL_C", "positive": "POS", "negative": "NEG", "indeterminate": ["EQV"]},
    ],
    "estimand": {"population": "FAS", "measures": ["sensitivity", "auc"], "handling": {"indeterminate": "positive"}},
    "analysis_sets": {"FAS": "FASFL == 'Y'", "per protocol": "FASFL == 'Y' and VISITS >= 2"},
    "hypotheses": [
        {"id": "H1", "measure": "sensitivity", "test": "Assay A", "goal": 0.75},
        {
            "id": "H2",
            "measure": "auc_difference",
            "tests": ["Assay A", "Assay B"],
            "type": "noninferiority",
            "margin": 0.05,
            "after": ["H1"],
        },
    ],
    "intervals": {"auc": "delong-logit"},
    "narrative": {"omissions": {"likelihood_ratio": "Not asked for."}, "responses": {"R06": "To be confirmed."}},
    "ai": {"fairness_groups": ["SKIN"]},
}
LEFT_OUT = ...  # reads alike in every process, so that names of tests do


def changed(plan, *changes):
    """Copy a plan with values set at paths, such as (("tests", 0, "name"), "MRI"); LEFT_OUT takes one away."""
    plan = copy.deepcopy(plan)
    for path, value in changes:
        *outer, last = path
        held = plan
        for step in outer:
            held = held.setdefault(step, {}) if isinstance(held, dict) else held[step]
        if value is LEFT_OUT:
            held.pop(last)
        else:
            held[last] = value
    return plan
