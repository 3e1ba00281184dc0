"""Sections on the installation: its lines, and the software that it stands on."""

from __future__ import annotations

from collections.abc import Iterable

from rocstats.document.blocks import Column, Paragraph, Row, RowGroup, Section, Table
from rocstats.document.inline import Code, Content, CrossRef, LineBreak, Second
from rocstats.qualification_report.item import Item
from rocstats.qualification_report.qualification import Qualification

_DASH = "\u2013"


def installation_section(found: Qualification) -> Section | None:
    """Show every line of the installation qualification."""
    if found.iq is None:
        return None
    text = (
        CrossRef("installation-table"),
        " has every line of the installation qualification; iq.json has the SHA-256 of every file that was compared.",
    )
    return Section(
        id="installation",
        title="Installation",
        blocks=(
            Paragraph(text),
            _table("installation-table", "Lines of the installation qualification", found.iq.items),
        ),
    )


def environment_section(found: Qualification) -> Section:
    """Show the software of which the numbers come."""
    here = found.environment
    rows: list[tuple[str, Content]] = [
        ("rocstats", (here.rocstats, ", build ", Code(here.build))),
        ("Python", here.python),
        ("Packages", ", ".join(f"{name} {version}" for name, version in here.packages)),
        ("Platform", here.platform),
        ("Linear algebra", here.blas),
        ("Digest of all this", Code(here.digest)),
    ]
    text = (
        CrossRef("environment-table"),
        " is what numbers can depend on. The verdict holds for it alone: another version of any of these is another "
        "environment. All packages stand in requirements.lock.",
    )
    table = Table(
        id="environment-table",
        caption="The environment",
        columns=(Column("Item", "text"), Column("Value", "text")),
        rows=tuple(Row(item, (value,)) for item, value in rows),
        size="facts",
    )
    return Section(id="environment", title="Environment", blocks=(Paragraph(text), table))


def _table(identity: str, caption: str, items: Iterable[Item]) -> Table:
    groups: dict[str, list[Row]] = {}
    for item in items:
        note: Content = (LineBreak(), Second(item.note)) if item.note else ""
        cells = (item.expected or _DASH, (_shown(item.found), note), item.verdict)
        groups.setdefault(item.group, []).append(Row(item.what, cells))
    return Table(
        id=identity,
        caption=caption,
        columns=tuple(Column(header, "text") for header in ("Line", "Expected", "Found", "Verdict")),
        rows=tuple(RowGroup(name, tuple(rows)) for name, rows in groups.items()),
        group_header="Group",
        size="prose",
    )


def _shown(text: str) -> Content:
    """Set a digest in the face of one."""
    return Code(text) if len(text) == 64 and text.isalnum() else text
