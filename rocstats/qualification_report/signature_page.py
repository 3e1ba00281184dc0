"""The page to sign: who stands for the qualification, what a signature means, and for which files it is given."""

from __future__ import annotations

from collections.abc import Mapping

from rocstats.document.blocks import (
    Column,
    Definitions,
    Document,
    Paragraph,
    Row,
    RunningHeads,
    Section,
    SignatureLines,
    Table,
)
from rocstats.document.inline import Code, Content, CrossRef, Strong
from rocstats.qualification_report.qualification import PARTS, Qualification

_DIGITS = 12
_ROLES = (
    (
        "Executed by",
        "The qualification was run as described, on the system named here, and its files are as it wrote them.",
    ),
    (
        "Reviewed by",
        "Failures, known differences, deviations and skipped lines were read, and judged for the intended use.",
    ),
    ("Approved by", "The software may be used for the intended use that the organisation\u2019s own record states."),
)


def signature_page(found: Qualification, signed: Mapping[str, str]) -> Document:
    """Write the page; ``signed`` are the files that a signature is given for, with their SHA-256."""
    title = f"Qualification of rocstats {found.environment.rocstats}: signatures"
    return Document(
        title=title,
        kicker="Signature page",
        facts=Definitions(_facts(found)),
        sections=(_signatures(), _files(signed)),
        heads=RunningHeads(
            title=title,
            source=f"build {found.environment.build[:_DIGITS]}",
            foot=f"environment {found.environment.digest[:_DIGITS]}",
        ),
    )


def _facts(found: Qualification) -> tuple[tuple[Content, Content], ...]:
    parts = "; ".join(f"{PARTS[part]}: {found.verdict_of(part)}" for part in found.parts)
    return (
        ("Verdict", Strong(found.verdict)),
        ("Parts", parts),
        (
            "Software",
            f"rocstats {found.environment.rocstats}, {found.environment.python}, {found.environment.platform}",
        ),
        ("Build", Code(found.environment.build)),
        ("Environment", Code(found.environment.digest)),
    )


def _signatures() -> Section:
    return Section(
        id="signatures",
        title="Signatures",
        kind="plain",
        blocks=(
            Paragraph("Who signs states, by the line that is signed:"),
            Definitions(_ROLES),
            SignatureLines(tuple((role, "") for role, _ in _ROLES)),
            Paragraph(
                "To be signed by hand, or in a system of the organisation that is meant for it. rocstats is no system "
                "of electronic records: it has no accounts, makes no electronic signatures and keeps no audit trail."
            ),
        ),
    )


def _files(signed: Mapping[str, str]) -> Section:
    return Section(
        id="files",
        title="Files that are signed for",
        kind="plain",
        blocks=(
            Paragraph(("A signature is given for the files in ", CrossRef("signed-files"), ", and for no others.")),
            Table(
                id="signed-files",
                caption="Files of this folder",
                columns=(Column("File", "text"), Column("SHA-256", "text")),
                rows=tuple(Row(Code(name), (Code(digest),), nowrap=True) for name, digest in signed.items()),
            ),
        ),
    )
