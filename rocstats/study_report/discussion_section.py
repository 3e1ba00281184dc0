"""Section "Limitations and prompts for the discussion": what the linter found, deviations, adverse events, texts."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.document.blocks import Aside, Block, Column, Paragraph, Row, Section, Subheading, Table
from rocstats.document.inline import Content, CrossRef, Quoted, Second
from rocstats.investigation.findings import Findings
from rocstats.report.wording import for_report
from rocstats.study_report.linter import Finding, lint
from rocstats.study_report.measure_words import allowed
from rocstats.study_report.pen import Pen, named, planned
from rocstats.study_report.rule import Name, Number

_TO_BE_SUPPLIED = Second("To be supplied")
_TEXTS = (
    ("limitations", "Limitations"),
    ("generalisability", "Generalisability"),
    ("implications", "Implications for practice"),
)


def discussion_section(findings: Findings, pen: Pen) -> Section:
    """Write the section."""
    narrative = findings.plan.narrative
    blocks: list[Block] = [*_found(findings, pen)]
    for field, heading in _TEXTS:
        if text := getattr(narrative, field):
            blocks += [Subheading(heading), Paragraph(planned(text))]
    blocks += [*_caveats(findings), *_deviations(findings), *_adverse_events(findings, pen)]
    missing = [heading.lower() for field, heading in _TEXTS if not getattr(narrative, field)]
    if missing:
        blocks.append(Aside("To be supplied:", ", ".join(missing) + "."))
    return Section(id="discussion", title="Limitations and discussion", blocks=tuple(blocks))


def _found(findings: Findings, pen: Pen) -> list[Block]:
    """Show what the rules found, each with the answer of the plan."""
    found = lint(findings.plan, findings.table)
    if not found:
        return [Paragraph("The linter held plan and results against all its rules and found nothing.")]
    return [
        Paragraph(
            ("What the rules of the linter found stands in ", CrossRef("findings"), ", for the authors to answer.")
        ),
        Table(
            id="findings",
            caption="Findings of the linter",
            columns=tuple(Column(head, "text") for head in ("Rule", "Finding", "What to do", "Author’s response")),
            rows=tuple(_row(one, findings, pen) for one in found),
            size="prose",
        ),
    ]


def _row(found: Finding, findings: Findings, pen: Pen) -> Row:
    rule = found.rule
    response = findings.plan.narrative.responses.get(rule.id, "")
    return Row(
        (Quoted(rule.id, "software"), f", {rule.severity}"),
        (worded(found, pen), Quoted(rule.remedy, "software"), planned(response) if response else _TO_BE_SUPPLIED),
    )


def worded(found: Finding, pen: Pen) -> Content:
    """Write a finding with its numbers."""
    words: list[Content] = []
    for part in found.words:
        match part:
            case Number(row):
                words.append(pen.value(row))
            case Name(text):
                words.append(named(text))
            case _:
                words.append(part)
    return tuple(words)


def _caveats(findings: Findings) -> list[Block]:
    """Repeat the notes of the results, each once, with what it is about."""
    about: dict[str, list[str]] = {}
    for output in findings.outputs:
        for note in output.notes:
            if allowed(findings.plan, note.text):
                about.setdefault(for_report(note.text), []).append(output.title)
    if not about:
        return []
    blocks: list[Block] = [Subheading("Notes of the analyses")]
    for text, titles in about.items():
        where: Content = Quoted(titles[0], "software")
        more: Content = " and others" if len(titles) > 1 else ""
        blocks.append(Paragraph((where, more, ": ", Quoted(text, "method"))))
    return blocks


def _deviations(findings: Findings) -> list[Block]:
    stated = (*findings.plan.narrative.deviations, *(f"Changed after the plan was frozen: {e}" for e in findings.edits))
    if not stated:
        return [Subheading("Deviations from the plan"), Paragraph("The plan states none.")]
    return [
        Subheading("Deviations from the plan"),
        Paragraph((CrossRef("deviations"), " lists them as the plan and its frozen copy tell them.")),
        Table(
            id="deviations",
            caption="Deviations from the plan",
            columns=(Column("Number", "text"), Column("Deviation", "text")),
            rows=tuple(Row(Quoted(str(i), "plan"), (planned(text),)) for i, text in enumerate(stated, 1)),
            size="facts",
        ),
    ]


def _adverse_events(findings: Findings, pen: Pen) -> list[Block]:
    text = findings.plan.narrative.adverse_events
    counts = _event_rows(findings.table.analyses("events"), pen)
    if not text and not counts:
        return []
    blocks: list[Block] = [Subheading("Adverse events")]
    if text:
        blocks.append(Paragraph(planned(text)))
    if counts:
        blocks += [
            Paragraph((CrossRef("adverse-events"), " counts participants with an event.")),
            Table(
                id="adverse-events",
                caption="Participants with an adverse event of a test",
                columns=(Column("Event", "text"), Column("n/N")),
                rows=tuple(counts),
                place="14.3",
            ),
        ]
    return blocks


def _event_rows(analyses: Sequence[str], pen: Pen) -> list[Row]:
    return [Row(named(pen.table.row(f"{name}.n").about.label), (pen.fraction(name),)) for name in analyses]
