"""Appendix with the items of STARD 2015, and where each is found."""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.document.blocks import Column, Paragraph, Row, Section, Table
from rocstats.document.inline import Cite, Code, Content, CrossRef, Quoted, Second
from rocstats.investigation.findings import Findings
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.pen import Pen

# The page has no number, so it is named.
_CONTROL = "control"


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the list in our own words, the places that can hold it, and the keys of the plan that fill it.

    An item without keys is filled from data or from the plan as a whole. One without places is the authors' to supply.
    """

    number: str
    words: str
    places: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


ITEMS = (
    Item("1", "Title says that this is a study of diagnostic accuracy, with a measure", (), ("study.title",)),
    Item("2", "Structured summary of design, methods, results and conclusions", ("synopsis",)),
    Item("3", "Background; intended use and clinical role of the test", ("background",), ("narrative.intended_use",)),
    Item("4", "Objectives and hypotheses", ("background", "decisions"), ("narrative.objectives",)),
    Item("5", "Data collected before or after the tests were done", ("participants",), ("design.data_collection",)),
    Item("6", "Who was eligible", ("participants",), ("narrative.eligibility",)),
    Item("7", "How eligible participants were found", ("participants",), ("narrative.identification",)),
    Item("8", "Where and when", ("participants", "sites"), ("narrative.setting",)),
    Item("9", "Consecutive, random or convenience series", ("participants",), ("design.sampling",)),
    Item("10a", "The index test, in enough detail to repeat it", ("tests",), ("tests.description",)),
    Item("10b", "The reference standard, likewise", ("tests",), ("reference.description",)),
    Item("11", "Why this reference standard", ("tests",), ("reference.rationale",)),
    Item("12a", "Thresholds of the index test, and whether they were set beforehand", ("test-descriptions",)),
    Item("12b", "Categories of the reference standard", ("tests",)),
    Item("13a", "What readers of the index test knew", ("test-descriptions",), ("tests.masking",)),
    Item("13b", "What assessors of the reference standard knew", ("tests",), ("reference.masking",)),
    Item("14", "How accuracy was estimated and compared", ("methods", "methods-register")),
    Item("15", "How indeterminate results were handled", ("methods", "completeness-t1")),
    Item("16", "How missing results were handled", ("methods", "sensitivity-analyses")),
    Item("17", "Analyses of variability, and which were exploratory", ("subgroups", "sites")),
    Item("18", "Intended sample size and how it was derived", ("methods",), ("design.sample_size_rationale",)),
    Item("19", "Flow of participants", ("flow",)),
    Item("20", "Baseline characteristics", ("baseline",), ("participants.baseline",)),
    Item("21a", "Severity among those with the condition", ("severity",), ("participants.severity",)),
    Item("21b", "Other diagnoses among those without", ("alternatives",), ("participants.alternatives",)),
    Item("22", "Interval and treatment between the tests", ("timing",), ("participants.index_date",)),
    Item("23", "Index test by reference standard", ("crosstab-t1", "crosstab", "completeness-t1")),
    Item("24", "Estimates with their precision", ("accuracy-t1", "accuracy", "areas", "agreement")),
    Item("25", "Adverse events of either test", ("adverse-events", "discussion"), ("narrative.adverse_events",)),
    Item(
        "26", "Limitations: bias, uncertainty, generalisability", ("findings", "discussion"), ("narrative.limitations",)
    ),
    Item("27", "What it means for practice", ("discussion",), ("narrative.implications",)),
    Item("28", "Registration", (_CONTROL,), ("study.registration",)),
    Item("29", "Where the protocol can be read", (_CONTROL,), ("study.protocol",)),
    Item("30", "Funding", (_CONTROL,), ("study.funding",)),
)


def checklist_section(findings: Findings, pen: Pen) -> Section:
    """Write the appendix."""
    rows = tuple(
        Row(Quoted(item.number, "reference"), (item.words, _where(item, pen), _state(item, findings.plan)))
        for item in ITEMS
    )
    return Section(
        id="checklist-appendix",
        title="Items of the STARD list",
        kind="appendix",
        new_page=True,
        blocks=(
            Paragraph(
                (
                    CrossRef("checklist"),
                    " names for each item of ",
                    Quoted("STARD 2015", "reference"),
                    " ",
                    Cite("bossuyt2015"),
                    " where this report has it. Whether a text says what its item asks for, its authors judge.",
                )
            ),
            Table(
                id="checklist",
                caption="Items for reports of diagnostic accuracy",
                sub="The items are in our own words.",
                columns=(
                    Column("Item", "text"),
                    Column("What it asks for", "text"),
                    Column("Where", "text"),
                    Column("State", "text"),
                ),
                rows=rows,
                size="prose",
                place="16.1.9",
            ),
        ),
    )


def _where(item: Item, pen: Pen) -> Content:
    there = [place for place in item.places if place in (pen.present or ())]
    if there and there != [_CONTROL]:
        return CrossRef(*there)
    return "Control page" if there else "Title" if item.number == "1" else "\u2013"


def _state(item: Item, plan: StudyPlan) -> Content:
    empty = [key for key in item.keys if not _filled(plan, key)]
    return (Second("To be supplied: "), Code(", ".join(empty))) if empty else "Given"


def _filled(plan: StudyPlan, key: str) -> bool:
    """Whether every part of the plan of this name says something under this key."""
    part, field = key.split(".")
    held = getattr(plan, part)
    return all(bool(getattr(one, field)) for one in (held if isinstance(held, tuple) else (held,)))
