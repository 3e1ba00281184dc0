"""Words for measures and groups: accuracy under a reference standard, agreement under a comparator."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from rocstats.document.inline import Quoted, plain_text, walk
from rocstats.study_plan.study_plan import Measure, StudyPlan
from rocstats.study_report import measure_words as words

FORBIDDEN = re.compile(r"sensitiv|specific|accura", re.IGNORECASE)
ROWS = [
    "sensitivity",
    "specificity",
    "ppv",
    "npv",
    "accuracy",
    "balanced-accuracy",
    "youden",
    "lr-positive",
    "lr-negative",
    "odds-ratio",
    "kappa",
    "auc",
]


def plan_of(kind: str = "reference_standard", condition: str = "the condition") -> StudyPlan:
    """Make the smallest plan with a reference of a kind."""
    return StudyPlan.model_validate(
        {
            "rocstats": "1",
            "data": {"file": "a.csv"},
            "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": kind, "condition": condition},
            "tests": [{"name": "CT", "positive_scores": "high"}],
        }
    )


def test_a_reference_standard_has_the_words_of_accuracy() -> None:
    """With a reference standard the usual names and abbreviations stand."""
    plan = plan_of()
    assert words.word(plan, "sensitivity") == "Sensitivity"
    assert words.short(plan, "specificity") == "Sp"
    assert words.word(plan, "auc_difference") == "Difference in area under the curve"
    assert words.short(plan, "sensitivity_difference") == "Difference in Se"
    assert words.spoken(plan, "accuracy") == "accuracy"
    assert words.spoken(plan, "kappa") == "Cohen\u2019s kappa"
    assert words.accuracy_word(plan) == "accuracy"
    assert words.reference_word(plan) == "reference standard"


@pytest.mark.parametrize("measure", [*ROWS, *get_args(Measure)])
def test_a_comparator_never_borrows_the_words_of_accuracy(measure: str) -> None:
    """No measure is called sensitive, specific or accurate where the truth is not known."""
    plan = plan_of("comparator")
    for said in (words.word(plan, measure), words.short(plan, measure), words.spoken(plan, measure)):
        assert said
        assert not FORBIDDEN.search(said)


def test_a_comparator_has_the_words_of_agreement() -> None:
    """PPA, NPA and overall agreement stand for the three proportions."""
    plan = plan_of("comparator")
    assert [words.short(plan, name) for name in ("sensitivity", "specificity", "accuracy")] == [
        "PPA",
        "NPA",
        "Overall agreement",
    ]
    assert words.spoken(plan, "sensitivity") == "positive percent agreement"
    assert words.accuracy_word(plan) == "agreement"
    assert words.reference_word(plan) == "comparator"


def test_groups_are_named_by_the_condition_of_the_plan() -> None:
    """The name of the condition is a quotation, so that numerals and mark-up in it are nobody's results."""
    plan = plan_of(condition="grade 3 <b>")
    assert plain_text(words.with_condition(plan)) == "With grade 3 <b>"
    assert plain_text(words.without_condition(plan, inside=True)) == "without grade 3 <b>"
    assert any(isinstance(part, Quoted) for part in walk(words.with_condition(plan)))


def test_groups_of_a_comparator_are_its_results() -> None:
    """Nobody is said to have the condition."""
    plan = plan_of("comparator", "flu")
    assert words.with_condition(plan) == "Comparator positive"
    assert words.without_condition(plan, inside=True) == "negative by the comparator"


def test_abbreviations_are_explained_in_their_order() -> None:
    """Each once; what is no abbreviation is passed over."""
    assert words.abbreviations("Sp", "Se", "Sp", "Accuracy") == "Sp: specificity; Se: sensitivity."
    assert words.abbreviations("Accuracy") == ""
