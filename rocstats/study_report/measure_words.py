"""Words for measures: those of accuracy under a reference standard, those of agreement under a comparator.

A comparator that is no reference standard does not tell who has the condition, so a report that rests on one speaks of
positive and negative percent agreement, and never borrows the words of accuracy. Every section asks this room.
"""

from __future__ import annotations

import re

from rocstats.document.inline import Content
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.abbreviations import MEANINGS
from rocstats.study_report.pen import planned

# By measure: the words of accuracy (long, short), then those of agreement.
_WORDS: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "sensitivity": (("Sensitivity", "Se"), ("Positive percent agreement", "PPA")),
    "specificity": (("Specificity", "Sp"), ("Negative percent agreement", "NPA")),
    "ppv": (
        ("Positive predictive value", "PPV"),
        ("Comparator positive among test positive", "Comparator positive among test positive"),
    ),
    "npv": (
        ("Negative predictive value", "NPV"),
        ("Comparator negative among test negative", "Comparator negative among test negative"),
    ),
    "accuracy": (("Accuracy", "Accuracy"), ("Overall agreement", "Overall agreement")),
    "balanced-accuracy": (("Balanced accuracy", "Balanced accuracy"), ("Mean of PPA and NPA", "Mean of PPA and NPA")),
    "youden": (("Youden index", "Youden index"), ("Youden index of PPA and NPA", "Youden index of PPA and NPA")),
    "lr-positive": (
        ("Positive likelihood ratio", "LR+"),
        ("Ratio of positive results, comparator positive to negative", "Ratio of positive results"),
    ),
    "lr-negative": (
        ("Negative likelihood ratio", "LR\u2212"),
        ("Ratio of negative results, comparator positive to negative", "Ratio of negative results"),
    ),
    "odds-ratio": (("Diagnostic odds ratio", "DOR"), ("Odds ratio with the comparator", "OR")),
    "kappa": (("Cohen\u2019s kappa", "kappa"), ("Cohen\u2019s kappa", "kappa")),
    "auc": (("Area under the curve", "AUC"), ("Area under the curve", "AUC")),
}
_DIFFERENCE = "-difference"
_OF_ACCURACY = re.compile(
    r"\b(?:sensitivit|specificit|accurac|predictive value|PPV\b|NPV\b|DOR\b|LR[+-])", re.IGNORECASE
)
_ABBREVIATIONS = MEANINGS | {
    "LR+": "positive likelihood ratio",
    "LR\u2212": "negative likelihood ratio",
    "OR": "odds ratio",
    "AUC": "area under the curve",
}


def word(plan: StudyPlan, measure: str) -> str:
    """Name a measure in full, as the first words of a row or of a sentence.

    Measures are those of a plan and of the ids of results: "lr-positive", "sensitivity_difference".

    Examples
    --------
    >>> from rocstats.study_plan.study_plan import StudyPlan
    >>> facts = {"rocstats": "1", "data": {"file": "a.csv"}, "tests": [{"name": "CT", "positive_scores": "high"}]}
    >>> truth = {"column": "ill", "positive": 1, "negative": 0}
    >>> plan = StudyPlan.model_validate({**facts, "reference": {**truth, "kind": "reference_standard"}})
    >>> other = StudyPlan.model_validate({**facts, "reference": {**truth, "kind": "comparator"}})
    >>> word(plan, "sensitivity"), word(other, "sensitivity"), word(other, "specificity_difference")
    ('Sensitivity', 'Positive percent agreement', 'Difference in negative percent agreement')
    """
    return _said(plan, measure, 0)


def short(plan: StudyPlan, measure: str) -> str:
    """Name a measure by its abbreviation, where it has one: "Se", "PPA", "LR+"; a difference as "difference in Se"."""
    return _said(plan, measure, 1)


def spoken(plan: StudyPlan, measure: str) -> str:
    """Name a measure in full inside a sentence: "sensitivity", "positive percent agreement"."""
    return _inside(word(plan, measure))


def accuracy_word(plan: StudyPlan) -> str:
    """Say what the study is about: "accuracy", or "agreement" under a comparator."""
    return "agreement" if plan.agreement else "accuracy"


def reference_word(plan: StudyPlan) -> str:
    """Say what tests are held against: "reference standard", or "comparator"."""
    return "comparator" if plan.agreement else "reference standard"


def with_condition(plan: StudyPlan, *, inside: bool = False) -> Content:
    """Name the group with the condition, as a header or, ``inside`` a sentence, after "participants".

    "With ovarian cancer", under a comparator "Comparator positive"; inside "with ovarian cancer", "positive by the
    comparator". The name of the condition is quoted from the plan.
    """
    if plan.agreement:
        return "positive by the comparator" if inside else "Comparator positive"
    return ("with " if inside else "With ", planned(plan.reference.condition))


def without_condition(plan: StudyPlan, *, inside: bool = False) -> Content:
    """Name the group without the condition, as ``with_condition`` does."""
    if plan.agreement:
        return "negative by the comparator" if inside else "Comparator negative"
    return ("without " if inside else "Without ", planned(plan.reference.condition))


def allowed(plan: StudyPlan, text: str) -> bool:
    """Say whether a printed text may stand in the report: under a comparator none in the words of accuracy.

    Examples
    --------
    >>> from rocstats.study_plan.study_plan import StudyPlan
    >>> facts = {"rocstats": "1", "data": {"file": "a.csv"}, "tests": [{"name": "CT", "positive_scores": "high"}]}
    >>> truth = {"column": "ill", "positive": 1, "negative": 0, "kind": "comparator"}
    >>> plan = StudyPlan.model_validate({**facts, "reference": truth})
    >>> allowed(plan, "p = 1 for sensitivity."), allowed(plan, "PPA and NPA have Wilson intervals.")
    (False, True)
    """
    return not (plan.agreement and _OF_ACCURACY.search(text))


def abbreviations(*used: str) -> str:
    """Explain abbreviations in a note, in the order in which they are given: "Se: sensitivity; Sp: specificity."

    What is no abbreviation is passed over; nothing is left of none.

    Examples
    --------
    >>> abbreviations("CI", "PPV", "Accuracy")
    'CI: confidence interval; PPV: positive predictive value.'
    """
    said = [f"{one}: {_ABBREVIATIONS[one]}" for one in dict.fromkeys(used) if one in _ABBREVIATIONS]
    return "; ".join(said) + "." if said else ""


def _said(plan: StudyPlan, measure: str, place: int) -> str:
    name = measure.replace("_", "-")
    if name.endswith(_DIFFERENCE):
        of = _said(plan, name.removesuffix(_DIFFERENCE), place)
        return f"Difference in {_inside(of)}"
    return _WORDS[name][plan.agreement][place]


def _inside(words: str) -> str:
    """Begin with a small letter what is a word; names and abbreviations stay as they are."""
    name = words.startswith(("Youden", "Cohen")) or words[1:2].isupper() or words in _ABBREVIATIONS
    return words if name else words[0].lower() + words[1:]
