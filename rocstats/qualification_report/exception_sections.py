"""Sections on what is not as expected: failures, known differences, deviations."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.document.blocks import Block, Column, Paragraph, Row, RowGroup, Section, Table
from rocstats.document.inline import Code, CrossRef, LineBreak, Second
from rocstats.formatting import counted
from rocstats.qualification_report.item import Item
from rocstats.qualification_report.qualification import Qualification

_DASH = "\u2013"


def failures_section(found: Qualification) -> Section | None:
    """Show every failure with what was expected and found, in full; none where nothing failed."""
    if not found.failures:
        return None
    text = (
        f"{counted(len(found.failures), 'line')} failed; ",
        CrossRef("failures-table"),
        " has what was expected and what was found, with every digit. To accept one, its identifier goes into a "
        "deviation with a justification, a name and a date.",
    )
    return Section(
        id="failures",
        title="Failures",
        blocks=(Paragraph(text), _lines("failures-table", "Failures", found.failures)),
    )


def known_differences_section(found: Qualification) -> Section | None:
    """Show where a source prints another number, and why."""
    if found.oq is None:
        return None
    known = [item for item in found.oq.items if item.verdict == "known difference"]
    title = "Known differences"
    if not known:
        return Section(id="known", title=title, blocks=(Paragraph("No number differs from its source."),))
    text = (
        f"{counted(len(known), 'number')} of rocstats {'differs' if len(known) == 1 else 'differ'} from the source on "
        "purpose; ",
        CrossRef("known-table"),
        " has the reasons. If such a difference goes, that is a failure: the kit would then say what is not so.",
    )
    groups: dict[str, list[Row]] = {}
    for item in known:
        groups.setdefault(item.group, []).append(Row(item.what, (item.expected, item.found, item.note or _DASH)))
    table = Table(
        id="known-table",
        caption="Known differences, with reasons",
        columns=tuple(Column(header, "text") for header in ("Number", "Printed", "Found", "Reason")),
        rows=tuple(RowGroup(name, tuple(rows)) for name, rows in groups.items()),
        group_header="Case",
        size="prose",
    )
    return Section(id="known", title=title, blocks=(Paragraph(text), table))


def deviations_section(found: Qualification) -> Section:
    """Show what was accepted, by whom and why."""
    title = "Deviations"
    if not found.deviations:
        text = "No deviation was stated: a failure would have stood as one."
        return Section(id="deviations", title=title, blocks=(Paragraph(text),))
    held = {item.deviation: item for item in found.items if item.verdict == "accepted"}
    rows = tuple(
        Row(
            Code(one.id),
            (
                (Code(one.item), LineBreak(), _outcome(held.get(one.id))),
                one.justification,
                (one.who, LineBreak(), Second(one.date)),
            ),
        )
        for one in found.deviations
    )
    blocks: list[Block] = [
        Paragraph((CrossRef("deviations-table"), " has every failure that was accepted in advance, and by whom.")),
        Table(
            id="deviations-table",
            caption="Deviations",
            columns=(
                Column("Deviation", "text"),
                Column("Line, what was found", "text"),
                Column("Justification", "text"),
                Column("Who, when", "text"),
            ),
            rows=rows,
            size="prose",
        ),
    ]
    return Section(id="deviations", title=title, blocks=tuple(blocks))


def _outcome(item: Item | None) -> str:
    if item is None:
        return "did not fail; the deviation accepts nothing"
    return f"expected {item.expected or _DASH}, found {item.found}"


def _lines(identity: str, caption: str, items: Sequence[Item]) -> Table:
    rows = tuple(
        Row((item.what, LineBreak(), Second(item.id)), (item.expected or _DASH, item.found, item.note or _DASH))
        for item in items
    )
    return Table(
        id=identity,
        caption=caption,
        columns=tuple(Column(header, "text") for header in ("Line, identifier", "Expected", "Found", "Note")),
        rows=rows,
        size="prose",
    )
