"""A plan that asks for what cannot be is refused, with what came, what is needed and what to do."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd
import pytest

from rocstats.data.study import Study
from rocstats.errors import DataError, PlanError
from rocstats.report.analysis import analyse
from rocstats.report.plan import Plan, PlannedGoal, PlannedMargin, PlannedMethods, PlannedTest

TESTS = (PlannedTest(name="A", threshold=2.0), PlannedTest(name="B"))
FRAME = pd.DataFrame(
    {
        "truth": [1, 1, 1, 0, 0, 0] * 4,
        "A": [3, 2, 4, 1, 2, 3] * 4,
        "B": [1, 3, 2, 2, 1, 3] * 4,
        "sex": ["F", "M"] * 12,
        "id": range(24),
        "same": ["x"] * 24,
        "some": ["x", None, "y", "x", "y", "x"] * 4,
        "nothing": [None] * 24,
    }
)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"fpf_band": (0.2, 0.1)}, "the FPF band of the plan goes from 0.2 to 0.1; its edges are rates from 0 to 1"),
        ({"tpf_band": (0.5, 1.5)}, "the TPF band of the plan goes from 0.5 to 1.5"),
        ({"fpf_band": 0.1}, "the FPF band of the plan is 0.1; write its two edges, such as (0, 0.1)."),
        ({"tpf_band": (0.5, float("nan"))}, "the TPF band of the plan is"),
        ({"threshold_rules": ("magic",)}, 'there is no rule "magic"; known are youden, closest-topleft'),
        ({"threshold_rules": ("youden", "youden")}, 'the plan names the rule "youden" twice'),
        ({"threshold_rules": ("sensitivity",)}, 'the rule "sensitivity" needs a target, which a plan does not hold'),
        ({"threshold_rules": ("cost",)}, 'the rule "cost" needs the costs of a false positive and of a false negative'),
        (
            {"threshold_rules": ("kappa",), "design": "case-control"},
            'the rule "kappa" depends on the share of cases, which a case-control study fixes by its design',
        ),
        ({"show": ("roc",)}, 'there is no description "roc"; known are ks, gains, precision-recall'),
        ({"show": ("ks", "ks")}, 'the plan names the description "ks" twice'),
        ({"prevalences": (0.0,)}, "a prevalence of the plan is 0.0; it must be a number strictly between 0 and 1."),
        ({"prevalences": (10,)}, "Write 0.1 for 10 percent."),
        ({"prevalences": (0.1, 0.1)}, "the plan names the prevalence 0.1 twice"),
        (
            {"prevalences": (0.1,), "tests": (PlannedTest(name="A"),)},
            "predictive values at a prevalence are those of a stated threshold, and the plan states none",
        ),
        ({"subgroups": ("truth",)}, '"truth" is the truth of the plan and cannot divide the study'),
        ({"subgroups": ("A",)}, '"A" is a test of the plan and cannot divide the study'),
        ({"subgroups": ("",)}, "a subgroup of the plan has no name"),
        ({"subgroups": ("sex", "sex")}, 'the plan names the subgroup "sex" twice'),
        (
            {"curve": "parabola"},
            'there is no family of curves "parabola"; those are binormal, proper-binormal, contaminated-binormal, '
            "power-law, bigamma.",
        ),
        ({"methods": PlannedMethods(fit="eye")}, 'there is no way of fitting "eye"; those are maximum-likelihood, '),
        (
            {"curve": "bigamma", "methods": PlannedMethods(fit="placement-glm")},
            '"placement-glm" fits binormal curves only; a bigamma curve is fitted by maximum-likelihood or '
            "maximum-likelihood-expected.",
        ),
        (
            {"margins": (PlannedMargin(new="A", reference="C", margin=0.1),)},
            'a margin of the plan names the test "C"; the plan has A and B.',
        ),
        ({"goals": (PlannedGoal(test="C", measure="ppv", goal=0.5),)}, 'a goal of the plan names the test "C"'),
        (
            {"goals": (PlannedGoal(test="B", measure="ppv", goal=0.5),)},
            'the goal for the ppv of "B" is one at a stated threshold, and the plan states none for this test',
        ),
        (
            {"goals": (PlannedGoal(test="A", measure="ppv", goal=0.5),), "design": "case-control"},
            "a case-control study fixes the share of cases, on which ppv depends",
        ),
    ],
)
def test_a_plan_that_cannot_be_is_refused(changes: dict[str, Any], reason: str) -> None:
    """The message says what the plan says and what it may say."""
    with pytest.raises(PlanError, match=re.escape(reason)):
        Plan(**{"truth": "truth", "tests": TESTS, **changes})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"margin": 0}, "a margin of the plan is 0; it must be a number strictly between 0 and 1."),
        ({"margin": 5}, "Write 0.05 for 5 percent."),
        ({"margin": True}, "a margin of the plan is True"),
        ({"reference": "A"}, 'a margin of the plan compares "A" with itself'),
        ({"kind": "better"}, 'a margin of the plan is for "better"; it is for one of noninferiority, equivalence'),
    ],
)
def test_a_margin_that_is_none_is_refused(changes: dict[str, Any], reason: str) -> None:
    """A margin is a distance between two areas."""
    with pytest.raises(PlanError, match=re.escape(reason)):
        PlannedMargin(**{"new": "A", "reference": "B", "margin": 0.1, **changes})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"goal": 1}, "a goal of the plan is 1; it must be a number strictly between 0 and 1."),
        ({"goal": "0.5"}, "a goal of the plan is '0.5'"),
        ({"measure": "auc"}, 'a goal of the plan is for "auc"; it is for one of sensitivity, specificity'),
    ],
)
def test_a_goal_that_is_none_is_refused(changes: dict[str, Any], reason: str) -> None:
    """A goal is a proportion of a stated threshold."""
    with pytest.raises(PlanError, match=re.escape(reason)):
        PlannedGoal(**{"test": "A", "measure": "sensitivity", "goal": 0.5, **changes})


@pytest.mark.parametrize(
    ("column", "error", "reason"),
    [
        ("age", PlanError, 'the plan names subgroups by "age", and the study has no such column; it has A, B, sex'),
        ("id", DataError, '"id" has 24 different values, and a report shows at most 20 subgroups'),
        ("same", DataError, '"same" has one value in this study and makes no subgroups; leave it out.'),
        ("nothing", DataError, '"nothing" has no value in this study'),
        ("some", DataError, '4 rows of the study have no value of "some". Use missing="drop"'),
    ],
)
def test_a_column_that_makes_no_subgroups_is_refused(column: str, error: type[Exception], reason: str) -> None:
    """The study is looked at before anything is computed."""
    study = Study(FRAME, truth="truth", tests=["A", "B"], cutoffs={"A": 2.0})
    with pytest.raises(error, match=re.escape(reason)):
        analyse(study, Plan(truth="truth", tests=TESTS, subgroups=(column,)))


def test_prevalences_serve_a_case_control_study_without_thresholds() -> None:
    """There they say at which share of cases precision holds; elsewhere they would say nothing."""
    tests = (PlannedTest(name="A"),)
    plan = Plan(truth="truth", tests=tests, design="case-control", prevalences=(0.1,), show=("precision-recall",))
    assert plan.prevalences == (0.1,)
    with pytest.raises(PlanError, match="leave the prevalences out"):
        Plan(truth="truth", tests=tests, design="cohort", prevalences=(0.1,), show=("precision-recall",))
