"""Which methods the results used, for which measures, and what proves them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import ResultRow
from rocstats.qualification.cases import Block, load_cases
from rocstats.results import Card
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.measure_words import spoken

_AREA = "area under the curve"
# By the first part of an analysis: what was asked, and the function that answers it.
_ASKED: dict[str, tuple[str, str]] = {
    "auc": (_AREA, "auc"),
    "diff-auc": ("difference of areas", "compare_auc"),
    "contrast": ("equality of all areas", "contrast_auc"),
    "diff-sensitivity": ("difference of {sensitivity}", "compare_accuracy"),
    "diff-specificity": ("difference of {specificity}", "compare_accuracy"),
    "pv": ("predictive values at a stated prevalence", "predictive_values"),
    "agree": ("Cohen’s kappa", "cohen_kappa"),
    "chosen": ("chosen threshold", "thresholds"),
    "expected": ("expected values", "quantiles of the scores"),
    "hyp": ("claims of the plan", ""),
}
_MEASURES = {
    "sensitivity": "{sensitivity}",
    "specificity": "{specificity}",
    "ppv": "predictive values",
    "npv": "predictive values",
    "accuracy": "{accuracy}",
    "balanced-accuracy": "balanced accuracy",
    "youden": "Youden index",
    "lr-positive": "likelihood ratios",
    "lr-negative": "likelihood ratios",
    "odds-ratio": "diagnostic odds ratio",
    "auc": _AREA,
}
_BY_DEFAULT = {"auc": "delong", "compare": "delong"}
_FUNCTIONS = {"sub": "compare_subgroups", "site": "compare_subgroups", "sens": "accuracy"}


@dataclass(frozen=True, slots=True)
class MethodUse:
    """A method, the measures that have it, and the first result that does."""

    card: Card
    measures: tuple[str, ...]
    functions: tuple[str, ...]
    first: ResultRow


@dataclass(frozen=True, slots=True)
class Proof:
    """What the qualification kit has for a method: requirements and cases by their ids."""

    requirements: tuple[str, ...]
    cases: tuple[str, ...]


def methods_used(table: ResultsTable, plan: StudyPlan) -> tuple[MethodUse, ...]:
    """Give every method of the results once, in the order of its first use."""
    found: dict[str, tuple[Card, dict[str, None], dict[str, None], ResultRow]] = {}
    for row in table:
        card = row.about.method
        if card is None:
            continue
        measure, function = _asked(row.analysis, plan)
        _, measures, functions, _ = found.setdefault(card.id, (card, {}, {}, row))
        measures[measure] = None
        functions[function] = None
    return tuple(MethodUse(card, tuple(measures), tuple(used), row) for card, measures, used, row in found.values())


def proof_of(card: Card) -> Proof:
    """Give the requirements and cases of a method; empty where the kit has none under its word."""
    return _proofs().get(card.id, Proof((), ()))


def _asked(analysis: str, plan: StudyPlan) -> tuple[str, str]:
    """Say what an analysis estimates, and which function was asked."""
    head, *rest = analysis.split(".")
    said, function = _ASKED.get(head, ("", ""))
    if not said:
        said = next((_MEASURES[part] for part in reversed(rest) if part in _MEASURES), "further measures")
        function = _FUNCTIONS.get(head, "accuracy")
        if said == _AREA and head not in ("sub", "site"):
            function = "auc"
    if head == "pv" and "study" in rest:
        said, function = _MEASURES["ppv"], "accuracy"
    if head == "sens" and "verification-corrected" in rest:
        function = "corrected_for_verification"
    if head == "hyp":
        function = _deciding(plan, rest)
    words = {measure: spoken(plan, measure) for measure in ("sensitivity", "specificity", "accuracy")}
    return said.format(**words), function


def _deciding(plan: StudyPlan, rest: Sequence[str]) -> str:
    """Name the function that decides a claim, by the place of the claim in its id."""
    if not rest or not rest[0].startswith("h"):
        return "performance_goal"
    claim = plan.hypotheses[int(rest[0][1:]) - 1]
    if claim.tests is None:
        if claim.measure == "auc":
            return "auc"
        return "proportion" if claim.alternative == "two-sided" else "performance_goal"
    if claim.type == "superiority" and not claim.margin:
        return "compare_auc" if claim.measure == "auc_difference" else "compare_accuracy"
    return claim.type


@cache
def _proofs() -> dict[str, Proof]:
    found: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for case in load_cases():
        for method in _words(case.blocks):
            requirements, cases = found.setdefault(method, ({}, {}))
            requirements.update(dict.fromkeys(case.requirement))
            cases[case.id] = None
    return {method: Proof(tuple(sorted(needs)), tuple(cases)) for method, (needs, cases) in found.items()}


def _words(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Give the words of the methods that blocks ask; areas are DeLong's where none is named."""
    named = (block.options.get("method", _BY_DEFAULT.get(block.question)) for block in blocks)
    return tuple(dict.fromkeys(str(word) for word in named if word is not None))
