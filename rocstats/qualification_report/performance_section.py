"""Section on performance: the user's plans, and whether they gave the accepted results."""

from __future__ import annotations

from rocstats.document.blocks import Column, Paragraph, Row, RowGroup, Section, Table
from rocstats.document.inline import CrossRef
from rocstats.formatting import counted
from rocstats.qualification_report.item import Item
from rocstats.qualification_report.qualification import Qualification

_DASH = "\u2013"


def performance_section(found: Qualification) -> Section | None:
    """Show every line of the performance qualification."""
    if found.pq is None:
        return None
    text = (
        f"{counted(len(found.pq.plans), 'plan')} of the user\u2019s own, run whole, from data to report; the results "
        "were compared row by row with those that were accepted. ",
        CrossRef("performance-table"),
        " has every line.",
    )
    groups: dict[str, list[Item]] = {}
    for item in found.pq.items:
        groups.setdefault(item.group, []).append(item)
    table = Table(
        id="performance-table",
        caption="Lines of the performance qualification",
        columns=tuple(Column(header, "text") for header in ("Line", "Expected", "Found", "Verdict")),
        rows=tuple(
            RowGroup(name, tuple(Row(i.what, (i.expected or _DASH, i.found, i.verdict)) for i in items))
            for name, items in groups.items()
        ),
        group_header="Plan",
        size="prose",
    )
    return Section(id="performance", title="Performance", blocks=(Paragraph(text), table))
