"""The control page: which study and version this is, who answers for it, and lists of what it shows."""

from __future__ import annotations

from rocstats.document.blocks import Block, Definitions, ListOf, Section, SignatureLines, Subheading
from rocstats.document.inline import Code, Content, Second
from rocstats.investigation.findings import Findings
from rocstats.study_report.pen import Pen, planned

_STATED = (
    ("id", "Study"),
    ("sponsor", "Sponsor"),
    ("registration", "Registration"),
    ("protocol", "Protocol"),
    ("funding", "Funding"),
    ("data_cutoff", "Data cut-off"),
)
_TO_BE_SUPPLIED = Second("To be supplied")
_HASH = 12


def control_section(findings: Findings, pen: Pen) -> Section:
    """Write the page that stands before the report."""
    study = findings.plan.study
    blocks: list[Block] = [
        Definitions(tuple(_facts(findings))),
        SignatureLines(
            (
                ("Prepared by", study.prepared_by),
                ("Reviewed by", study.reviewed_by),
                ("Approved by", study.approved_by),
            )
        ),
    ]
    present = pen.present or ()
    for kind, some in (("Table", pen.tables), ("Figure", pen.figures)):
        if present and some:
            blocks += [Subheading(f"{kind}s"), ListOf(kind)]  # type: ignore[arg-type]
    if pen.abbreviations:
        blocks += [Subheading("Abbreviations"), Definitions(pen.abbreviations)]
    return Section(id="control", title="Control page", kind="plain", blocks=tuple(blocks))


def _facts(findings: Findings) -> list[tuple[Content, Content]]:
    study = findings.plan.study
    facts: list[tuple[Content, Content]] = [
        (label, planned(getattr(study, field)) if getattr(study, field) else _TO_BE_SUPPLIED)
        for field, label in _STATED
    ]
    facts.append(("Version", (planned(study.version), f", {study.status}")))
    made = findings.provenance
    if made is not None and made.plan_sha256:
        facts.append(("Plan", ("SHA-256 ", Code(f"{made.plan_sha256[:_HASH]}…"))))
    source = findings.investigation.source
    if source is not None:
        facts.append(("Data", (Code(source.name), ", SHA-256 ", Code(f"{source.sha256[:_HASH]}…"))))
    return facts
