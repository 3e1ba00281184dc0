"""Putting a document together: numbers for what is numbered, and a check that every reference arrives.

Sections count 1, 2, 3 and appendices A, B; tables and figures count in reading order, citations in the order of their
first place, lettered notes in the order of their table. A document that refers to what is not there, or holds what is
empty or never referred to, is refused: it is a mistake of whoever built it, so the error is a ``ValueError``.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from rocstats.document.blocks import (
    Aside,
    Bibliography,
    Block,
    Cell,
    ColumnGroup,
    Definitions,
    Document,
    Figure,
    Limits,
    NumberedList,
    Paragraph,
    Printed,
    RowGroup,
    Subheading,
    Table,
    cell_of,
    contents_of,
)
from rocstats.document.drawing import check_drawing
from rocstats.document.inline import Cite, Content, CrossRef, MarkRef, inlines, walk

_ID = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Label:
    """What a section, table or figure is called: "Table", "7", and its anchor on a page."""

    kind: str
    number: str
    anchor: str

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


@dataclass(frozen=True, slots=True)
class Assembled:
    """A document with all its numbers."""

    document: Document
    labels: Mapping[str, Label]
    citations: Mapping[str, int]
    letters: Mapping[str, Mapping[str, str]]

    def named(self, reference: CrossRef) -> list[tuple[str, list[Label]]]:
        """Give the words of a reference: one ("Tables", labels) per run of one kind."""
        labels = [self.labels[target] for target in reference.targets]
        runs = [(kind, list(run)) for kind, run in groupby(labels, key=lambda label: label.kind)]
        return [(_plural(kind) if len(run) > 1 else kind, run) for kind, run in runs]


def assemble(document: Document) -> Assembled:
    """Number everything, and check that nothing is empty, missing or out of reach."""
    letters = {table.id: dict(zip(_keys(table), _alphabet(table), strict=True)) for table in _tables(document)}
    assembled = Assembled(document, _labels(document), _citations(document), letters)
    _check_whole(document)
    for block in _blocks(document):
        _check_block(block)
    for table in _tables(document):
        _check_table(table, numbered=document.key is None or table is not document.key.table)
    _check_references(assembled)
    return assembled


def _plural(kind: str) -> str:
    return "Appendices" if kind == "Appendix" else kind + "s"


def _keys(table: Table) -> list[str]:
    return [key for key, _ in table.letters]


def _alphabet(table: Table) -> str:
    letters = string.ascii_lowercase.replace("q", "")  # Unicode has no raised q for Markdown
    if len(table.letters) > len(letters):
        raise ValueError(f'table "{table.id}" has {len(table.letters)} lettered notes; the alphabet ends before that.')
    return letters[: len(table.letters)]


def _blocks(document: Document) -> Iterator[Block]:
    for section in document.sections:
        yield from section.blocks


def _tables(document: Document) -> Iterator[Table]:
    if document.key is not None:
        yield document.key.table
    yield from (block for block in _blocks(document) if isinstance(block, Table))


def _labels(document: Document) -> dict[str, Label]:
    labels: dict[str, Label] = {}
    counts = {"Section": 0, "Appendix": 0, "Table": 0, "Figure": 0}
    seen = {document.key.table.id} if document.key is not None else set()

    def add(identity: str, kind: str | None, anchor: str) -> None:
        if not _ID.fullmatch(identity):
            raise ValueError(f'"{identity}" is no id: ids are lower-case letters, digits and hyphens.')
        if identity in seen:
            raise ValueError(f'the id "{identity}" is given twice in this document.')
        seen.add(identity)
        if kind is not None:
            counts[kind] += 1
            number = string.ascii_uppercase[counts[kind] - 1] if kind == "Appendix" else str(counts[kind])
            labels[identity] = Label(kind, number, anchor or f"{kind[0].lower()}{counts[kind]}")

    for position, section in enumerate(document.sections, 1):
        kind = {"numbered": "Section", "appendix": "Appendix", "plain": None}[section.kind]
        add(section.id, kind, f"s{position}")
        for block in section.blocks:
            if isinstance(block, Table | Figure):
                add(block.id, type(block).__name__, "")
    return labels


def _reading_order(document: Document) -> Iterator[tuple[str | None, Content]]:
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
    yield None, document.end


def _citations(document: Document) -> dict[str, int]:
    citations: dict[str, int] = {}
    for _, content in _reading_order(document):
        for inline in walk(content):
            for key in inline.keys if isinstance(inline, Cite) else ():
                if key not in document.bibliography:
                    raise ValueError(f'the work "{key}" is cited, but the bibliography does not hold it.')
                citations.setdefault(key, len(citations) + 1)
    return citations


def _check_whole(document: Document) -> None:
    if not document.title:
        raise ValueError("a document needs a title.")
    if not document.sections:
        raise ValueError("a document needs at least one section.")
    for section in document.sections:
        if not section.title or all(isinstance(block, Subheading) for block in section.blocks):
            raise ValueError(f'section "{section.id}" is empty; leave it out.')


def _check_block(block: Block) -> None:
    match block:
        case Paragraph(content) | Subheading(content):
            filled = bool(inlines(content))
        case Aside(lead, content):
            filled = bool(inlines(lead) and inlines(content))
        case Definitions(items) | NumberedList(items):
            filled = bool(items)
        case Printed(title, text):
            filled = bool(inlines(title) and text.strip())
        case Figure():
            _check_figure(block)
            filled = True
        case _:
            filled = True
    if not filled:
        raise ValueError(f"a block of type {type(block).__name__} is empty; leave it out.")


def _check_figure(figure: Figure) -> None:
    if not figure.pictures or not inlines(figure.caption):
        raise ValueError(f'figure "{figure.id}" needs a drawing and a caption.')
    for picture in figure.pictures:
        if not picture.alt.strip():
            raise ValueError(f'figure "{figure.id}" needs words for those who cannot see it (alt).')
        check_drawing(picture.svg, figure.id)


def _check_table(table: Table, *, numbered: bool) -> None:
    where = f'table "{table.id}"'
    columns = table.flat_columns
    if not table.flat_rows or any(isinstance(part, RowGroup) and not part.rows for part in table.rows):
        raise ValueError(f"{where} has no rows, or a group without rows; leave it out.")
    if len(columns) < 2 or isinstance(table.columns[0], ColumnGroup) or columns[0].kind != "text":
        raise ValueError(f"{where} needs a first column of row names and at least one more.")
    if numbered and not inlines(table.caption):
        raise ValueError(f"{where} needs a caption.")
    if any(isinstance(part, RowGroup) for part in table.rows) and not inlines(table.group_header):
        raise ValueError(f"{where} has row groups and needs a group_header for them.")
    used: set[str] = set()
    for row in table.flat_rows:
        if len(row.cells) != len(columns) - 1:
            raise ValueError(f"{where} has {len(columns) - 1} columns of cells, but a row has {len(row.cells)}.")
        cells = [cell_of(cell) for cell in (row.name, *row.cells)]
        used |= _marks(cells)
        for cell, column in zip(cells, columns, strict=True):
            if isinstance(cell.value, Limits) and column.kind != "interval":
                raise ValueError(f'{where} has an interval in a column that is not of kind "interval".')
    if used != set(_keys(table)) or len(set(_keys(table))) != len(_keys(table)):
        raise ValueError(f"{where}: its lettered notes are {_keys(table)}, its cells refer to {sorted(used)}.")


def _marks(cells: list[Cell]) -> set[str]:
    return {key for cell in cells for key in cell.marks}


def _check_references(assembled: Assembled) -> None:
    document = assembled.document
    reached: set[str] = set()
    for inside, content in _reading_order(document):
        for inline in walk(content):
            if isinstance(inline, CrossRef):
                if not inline.targets:
                    raise ValueError("a cross-reference needs at least one id.")
                for target in inline.targets:
                    if target not in assembled.labels:
                        raise ValueError(f'a cross-reference leads to "{target}", which has no number here.')
                    if target != inside:
                        reached.add(target)
            elif isinstance(inline, MarkRef) and inline.note not in assembled.letters.get(inline.table, {}):
                raise ValueError(f'there is no lettered note "{inline.note}" in a table "{inline.table}".')
    for identity, label in assembled.labels.items():
        if label.kind in ("Table", "Figure") and identity not in reached:
            raise ValueError(f'{label} ("{identity}") is never referred to; name it in the text.')
    listed = any(isinstance(block, Bibliography) for block in _blocks(document))
    if listed != bool(assembled.citations):
        raise ValueError("a document that cites works needs a Bibliography block, and one that cites none has none.")
