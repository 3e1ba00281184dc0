"""Sentences about thresholds: where each comes from, and what that means for its accuracy."""

from __future__ import annotations

from rocstats.document.inline import Content, CrossRef
from rocstats.investigation.column_of_test import TestColumn
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.measure_words import spoken
from rocstats.study_report.pen import Pen, named, planned


def origin(test: TestColumn, plan: StudyPlan, pen: Pen) -> Content:
    """Say where the threshold of a test comes from, as the plan has it."""
    if test.part.has_calls:
        return (named(test.name), " gives calls and no scores, so it has no other thresholds.")
    stated = test.part.threshold
    if stated is None:
        return ("The plan states no threshold for ", named(test.name), ".")
    source: Content = (" (", planned(stated.source), ")") if stated.source else ""
    rule = pen.rule(test)
    match stated.origin:
        case "prespecified":
            return ("The plan states that ", rule, " was fixed before data collection", source, ".")
        case "manufacturer":
            return ("The plan states that ", rule, " is the threshold of the manufacturer", source, ".")
        case "literature":
            return ("The plan states that ", rule, " was taken from the literature", source, ".")
        case "data_driven":
            return (rule, " was chosen on these data", source, ". ", *_optimistic(test, plan, pen))


def _optimistic(test: TestColumn, plan: StudyPlan, pen: Pen) -> tuple[Content, ...]:
    names = f"{spoken(plan, 'sensitivity').capitalize()} and {spoken(plan, 'specificity')}"
    both = f"{names} at this threshold are optimistic."
    if not pen.has(f"chosen.{test.key}.rule"):
        return (both,)
    corrected = pen.has(f"chosen.{test.key}.sensitivity.corrected")
    how = "Values corrected for the choice" if corrected else "They could not be corrected for the choice"
    return (_best(test, plan, pen), both, f" {how}: ", CrossRef("chosen"), ".")


def _best(test: TestColumn, plan: StudyPlan, pen: Pen) -> Content:
    """Say by which rule the threshold is best in these data, or that it is best by none."""
    if pen.word(f"chosen.{test.key}.is-best") == "yes":
        return ("It has ", pen.value(f"chosen.{test.key}.rule"), " in these data. ")
    if plan.agreement:
        return ("It does not have ", pen.value(f"chosen.{test.key}.rule"), " in these data. ")
    return ("By none of the usual rules is it the best in these data. ",)
