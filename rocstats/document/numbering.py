"""Numbers of a document: what its sections, tables, figures, citations and lettered notes are called.

Sections count 1, 2, 3 and appendices A, B; citations count in the order of their first place, lettered notes in the
order of their table. Tables and figures count through in reading order, or each within its part of a study report.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rocstats.document.blocks import Block, Document, Figure, Section, Table, contents_of
from rocstats.document.inline import Cite, Content, walk

_ID = re.compile(r"[a-z][a-z0-9-]*")
_PLACE = re.compile(r"[1-9]\d*(\.[1-9]\d*)+")


@dataclass(frozen=True, slots=True)
class Label:
    """What a section, table or figure is called: "Table", "7", and its anchor on a page."""

    kind: str
    number: str
    anchor: str

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


def blocks_of(document: Document) -> Iterator[Block]:
    """Give the blocks of all sections."""
    for section in document.sections:
        yield from section.blocks


def tables_of(document: Document) -> Iterator[Table]:
    """Give every table, that of the key results first."""
    if document.key is not None:
        yield document.key.table
    yield from (block for block in blocks_of(document) if isinstance(block, Table))


def labels_of(document: Document) -> dict[str, Label]:
    """Name each section, table and figure by its id.

    The tables of part 14.1 are Table 14.1.1, Table 14.1.2, its figures Figure 14.1.1; two parts never share a number,
    for a number has one place more than its part. What has no part counts 1, 2, 3.
    """
    labels: dict[str, Label] = {}
    counts: Counter[tuple[str, str]] = Counter()
    seen = {document.key.table.id} if document.key is not None else set()

    def add(identity: str, kind: str | None, place: str, anchor: str) -> None:
        if not _ID.fullmatch(identity):
            raise ValueError(f'"{identity}" is no id: ids are lower-case letters, digits and hyphens.')
        if identity in seen:
            raise ValueError(f'the id "{identity}" is given twice in this document.')
        seen.add(identity)
        if kind is None:
            return
        counts[kind, place] += 1
        count = counts[kind, place]
        number = f"{place}.{count}" if place else str(count)
        if kind == "Appendix":
            number = string.ascii_uppercase[count - 1]
        labels[identity] = Label(kind, number, anchor or f"{kind[0].lower()}{number.replace('.', '-')}")

    for position, section in enumerate(document.sections, 1):
        add(section.id, _kind(section), "", f"s{position}")
        for block in section.blocks:
            if isinstance(block, Table | Figure):
                add(block.id, type(block).__name__, _place(block, document), "")
    return labels


def _kind(section: Section) -> str | None:
    return {"numbered": "Section", "appendix": "Appendix", "plain": None}[section.kind]


def _place(block: Table | Figure, document: Document) -> str:
    if document.numbering == "plain" or not block.place:
        return ""
    if not _PLACE.fullmatch(block.place):
        raise ValueError(f'"{block.id}" belongs to "{block.place}", which is no part of a report; write it as "14.2".')
    return block.place


def letters_of(table: Table) -> dict[str, str]:
    """Letter the notes of a table by their keys."""
    letters = string.ascii_lowercase.replace("q", "")  # Unicode has no raised q for Markdown
    if len(table.letters) > len(letters):
        raise ValueError(f'table "{table.id}" has {len(table.letters)} lettered notes; the alphabet ends before that.')
    return {key: letter for (key, _), letter in zip(table.letters, letters, strict=False)}


def citations_of(document: Document) -> dict[str, int]:
    """Number the works that are cited, in the order of their first place."""
    citations: dict[str, int] = {}
    for _, content in reading_order(document):
        for inline in walk(content):
            for key in inline.keys if isinstance(inline, Cite) else ():
                if key not in document.bibliography:
                    raise ValueError(f'the work "{key}" is cited, but the bibliography does not hold it.')
                citations.setdefault(key, len(citations) + 1)
    return citations


def reading_order(document: Document) -> Iterator[tuple[str | None, Content]]:
    """Give every piece of content with the id of the table or figure that it stands in."""
    yield from ((None, part) for part in (document.kicker, document.lead))
    if document.facts is not None:
        yield from ((None, part) for part in contents_of(document.facts))
    if document.key is not None:
        yield from ((None, part) for part in (*document.key.paragraphs, *contents_of(document.key.table)))
    for section in document.sections:
        yield None, section.title
        for block in section.blocks:
            inside = block.id if isinstance(block, Table | Figure) else None
            yield from ((inside, part) for part in contents_of(block))
    yield from ((None, part) for part in (document.source, document.end))
