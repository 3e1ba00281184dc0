"""Section "Statistical methods": written from the results, so that it says what was done."""

from __future__ import annotations

from rocstats.document.blocks import Block, Paragraph, Section, Subheading
from rocstats.document.inline import Cite, Content, Quoted, inlines
from rocstats.formatting import listed
from rocstats.investigation.findings import Findings
from rocstats.report.wording import typeset
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.measure_words import reference_word, spoken
from rocstats.study_report.method_use import MethodUse, methods_used
from rocstats.study_report.pen import Pen, planned

_MULTIPLICITY = {
    "holm": "The primary claims share their error by Holm’s step-down method.",
    "fixed_sequence": (
        "The claims are tested in the order of the plan, each at its full level; after the first that is not met, none "
        "is tested."
    ),
    "all_of": "All primary claims must be met together, so each is tested at its full level without adjustment.",
    "none": "No adjustment for the number of claims was planned; each is tested by itself.",
}
_HANDLED = {
    "exclude": "are left out of the table of calls",
    "positive": "count as positive",
    "negative": "count as negative",
}


def methods_section(findings: Findings, pen: Pen) -> Section:
    """Write the section."""
    plan = findings.plan
    blocks: list[Block] = [Paragraph(_general(plan, pen))]
    if used := methods_used(findings.table, plan):
        blocks.append(Subheading("Estimates, intervals and tests"))
        blocks += [Paragraph(_method(use)) for use in used]
    if drawn := _drawn(findings, pen):
        blocks.append(Paragraph(drawn))
    if plan.hypotheses:
        blocks += [Subheading("Claims"), Paragraph(_MULTIPLICITY[plan.multiplicity])]
    if size := _size(findings, pen):
        blocks += [Subheading("Sample size"), Paragraph(size)]
    blocks += [Subheading("Missing and indeterminate results"), Paragraph(_handling(plan, pen))]
    return Section(id="methods", title="Statistical methods", blocks=tuple(blocks))


def _general(plan: StudyPlan, pen: Pen) -> Content:
    level = pen.value("plan.level")
    words: list[Content] = [
        "Intervals are two-sided at ",
        level,
        "% unless a table says otherwise. Numbers are rounded half-up for print only; what is decided is decided on "
        "unrounded values, so printed numbers may not add. ",
    ]
    if any(not test.has_calls for test in plan.tests):
        words.append(
            "Scores are tied only if they are equal as stored; a tied pair of participants counts one half. A result "
            "equal to the threshold is positive. "
        )
    if plan.agreement:
        words.append(
            "The comparator is not a reference standard, so the results describe agreement with it, and not accuracy."
        )
    return tuple(words)


def _method(use: MethodUse) -> Content:
    """Say what a method was used for, and what it is."""
    measures = listed(use.measures)
    lead = measures[:1].upper() + measures[1:]
    sentence = typeset(use.card.sentence.rstrip("."))
    name = typeset(use.card.title or use.card.name)
    works: Content = (" ", Cite(*use.card.references)) if use.card.references else ""
    return (f"{lead}: ", Quoted(f"{name}. {sentence}", "method"), works, ".")


def _drawn(findings: Findings, pen: Pen) -> Content:
    """Say what was drawn at random, if anything was."""
    if all(row.about.seed is None for row in findings.table):
        return ""
    return (
        "Whatever is drawn at random is drawn in ",
        pen.value("plan.n-resamples"),
        " resamples, unless a note says otherwise, with the seed ",
        pen.value("plan.seed"),
        "; the same plan and data give the same numbers.",
    )


def _size(findings: Findings, pen: Pen) -> Content:
    """Compare planned numbers with those that were reached."""
    plan = findings.plan
    words: list[Content] = []
    reached = f"sets.{pen.word('sets.primary.key')}"
    for stat, condition in (("cases", "with the condition"), ("controls", "without")):
        if f"plan.planned-{stat}" in findings.table:
            words += [", " if words else "Planned were ", pen.value(f"plan.planned-{stat}"), f" {condition}"]
            if f"{reached}.n-{stat}" in findings.table:
                words += [" (reached: ", pen.value(f"{reached}.n-{stat}"), ")"]
    if words:
        words.append(". ")
    if plan.design.sample_size_rationale:
        words.append(planned(plan.design.sample_size_rationale))
    return tuple(words)


def _handling(plan: StudyPlan, pen: Pen) -> Content:
    handling = plan.estimand.handling
    stated = handling.indeterminate
    scoreless = all(test.has_calls for test in plan.tests)
    words: list[Content] = [
        f"In the primary analysis, indeterminate results {_HANDLED[stated]}"
        if stated is not None
        else "The plan states no handling of indeterminate results; they are left out of the table of calls",
        f", and failed runs {_HANDLED[handling.failed]}",
        pen.see("sensitivity-analyses"),
        "." if scoreless else ". A result that is no score has no place in the order of scores, so areas leave it out.",
        f" Participants without a conclusive result of the {reference_word(plan)} have no place in ",
        f"{spoken(plan, 'sensitivity')} or {spoken(plan, 'specificity')}; they are counted",
        pen.see("analysis-sets", "completeness-t1"),
        ". Nothing was imputed.",
    ]
    return tuple(part for part in words if inlines(part))
