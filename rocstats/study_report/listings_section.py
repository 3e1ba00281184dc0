"""Appendix with listings by participant, which only a plan that asks for them has."""

from __future__ import annotations

from collections.abc import Callable

from rocstats.document.blocks import Block, Column, Paragraph, Row, Section, Table
from rocstats.document.inline import Content, CrossRef
from rocstats.investigation.findings import Findings
from rocstats.investigation.listed_rows import LISTINGS, MOST_LISTED, ListedRow
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.measure_words import reference_word
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen, named

_STATES = {
    "false-positive": "False positive",
    "false-negative": "False negative",
    "indeterminate": "Indeterminate",
    "failed": "Failed",
}
_AGREEMENT = {
    "false-positive": "Positive, comparator negative",
    "false-negative": "Negative, comparator positive",
}
_CAPTIONS = {
    "false-results": "Results that contradict the {reference}",
    "exclusions": "Participants who are not eligible",
    "undecided": "Indeterminate and failed results",
}
_NONE = {
    "false-results": "No result contradicts the {reference}.",
    "exclusions": "Every participant is eligible.",
    "undecided": "No result is indeterminate, and no run failed.",
}


def listings_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the listings, or nothing: they show data of persons, so they are off unless the plan asks for them."""
    if not findings.plan.report.listings:
        return None
    blocks: list[Block] = []
    for word in LISTINGS:
        blocks += _listing(findings, pen, word)
    return Section(id="listings", title="Listings by participant", kind="appendix", blocks=tuple(blocks))


def _listing(findings: Findings, pen: Pen, word: str) -> list[Block]:
    plan = findings.plan
    rows = LISTINGS[word][1](findings.investigation)
    if not rows or pen.shell:
        none = _NONE[word].format(reference=reference_word(plan))
        return [Paragraph(none if not pen.shell else f"{_caption(plan, word)}: a listing by participant.")]
    identity = f"listing-{word}"
    said: list[Content] = [f"{_caption(plan, word)}: ", CrossRef(identity)]
    if len(rows) > MOST_LISTED:
        said += [" shows the first ", pen.value("listing.most"), " of ", pen.value(f"listing.{word}.n")]
        said.append(" rows in the order of the data; the others are in the data file, by the same rule")
    columns = _columns(plan, word)
    notes = (
        [f"{NOT_APPLICABLE}: no value in the data."] if any(not say(row) for row in rows for _, say in columns) else []
    )
    who = plan.data.subject
    return [
        Paragraph((*said, ".")),
        Table(
            id=identity,
            caption=_caption(plan, word),
            sub=(named(who), " as in the data.") if who else "Participants by their row in the data file.",
            columns=(Column("Participant", "text"), *(Column(head, "text") for head, _ in columns)),
            rows=tuple(
                Row(named(row.participant), tuple(_cell(plan, row, head, say) for head, say in columns))
                for row in rows[:MOST_LISTED]
            ),
            notes=tuple(notes),
            size="wide",
            place="16.2",
        ),
    ]


def _caption(plan: StudyPlan, word: str) -> str:
    return _CAPTIONS[word].format(reference=reference_word(plan))


def _columns(plan: StudyPlan, word: str) -> list[tuple[str, Callable[[ListedRow], str]]]:
    reference = reference_word(plan).capitalize()
    if word == "exclusions":
        return [("Reason in the data", lambda row: row.result), (reference, lambda row: row.reference)]
    return [
        ("Test", lambda row: row.test),
        ("Result in the data", lambda row: row.result),
        (reference, lambda row: row.reference),
        ("Listed as", lambda row: row.state),
    ]


def _cell(plan: StudyPlan, row: ListedRow, head: str, say: Callable[[ListedRow], str]) -> Content:
    """Quote what the data hold; the state is a word of ours."""
    text = say(row)
    if head == "Listed as":
        return (_AGREEMENT if plan.agreement else _STATES).get(text, _STATES[text])
    return named(text) if text else NOT_APPLICABLE
