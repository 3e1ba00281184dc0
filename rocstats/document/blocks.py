"""The blocks of a document.

A block holds words and finished numbers, no mark-up, no statistics and no number of its own: tables, figures,
sections, citations and the letters of notes are counted when the document is assembled. Blocks are named by ids,
which are ours and plain (``a-z``, digits, hyphens); everything else may be hostile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rocstats.document.inline import Content, CrossRef, Value, walk


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of prose."""

    content: Content


@dataclass(frozen=True, slots=True)
class Subheading:
    """A heading inside a section."""

    content: Content


@dataclass(frozen=True, slots=True)
class Aside:
    """A sentence that stands beside a result, with a bold lead."""

    lead: Content
    content: Content


@dataclass(frozen=True, slots=True)
class Definitions:
    """Terms and what they are here."""

    items: tuple[tuple[Content, Content], ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a numbered list; ``where`` names the tables it is about."""

    content: Content
    where: CrossRef | None = None


@dataclass(frozen=True, slots=True)
class NumberedList:
    """Sentences in order."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Bibliography:
    """The works cited, in the order of their first citation."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Text as a terminal prints it, or as a file holds it.

    ``values`` are places of numbers in it, in order: where each begins and ends, and the id of its row of results.
    ``source`` says where text comes from that is quoted whole.
    """

    title: Content
    text: str
    values: tuple[tuple[int, int, str], ...] = ()
    source: Literal["", "plan", "data", "software"] = ""


@dataclass(frozen=True, slots=True)
class ListOf:
    """The numbered tables or figures of the document, with their captions."""

    kind: Literal["Table", "Figure"]


@dataclass(frozen=True, slots=True)
class SignatureLines:
    """Lines to sign and date by hand: who signs, and the name if it is known."""

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """The two limits of an interval, already written: one cell, in which both align."""

    low: str | Value
    high: str | Value


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with more than its value: keys of lettered notes, bold."""

    value: Content | Limits
    marks: tuple[str, ...] = ()
    strong: bool = False


TableCell: TypeAlias = "Content | Limits | Cell"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its header, what its cells are, and a second line of the header.

    ``gap`` sets it a little apart; ``aligned`` pads its numbers so that their points are in line though their
    decimals differ.
    """

    header: Content
    kind: Literal["text", "number", "interval"] = "number"
    second: Content = ""
    gap: bool = False
    aligned: bool = False


@dataclass(frozen=True, slots=True)
class ColumnGroup:
    """Columns under one header."""

    header: Content
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its name, and a cell per column after the first.

    ``rule`` draws a hair above it, ``total`` a thin rule; ``indent`` sets the name in; ``strong`` makes the row bold;
    ``nowrap`` keeps the name on one line.
    """

    name: TableCell
    cells: tuple[TableCell, ...]
    rule: bool = False
    total: bool = False
    indent: bool = False
    strong: bool = False
    nowrap: bool = False


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows under one name, with a word of detail."""

    name: Content
    rows: tuple[Row, ...]
    detail: Content = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table with caption (its full stop is added), notes and lettered notes.

    ``columns`` begins with the column of row names. ``notes`` are lines below; ``letters`` are the notes that cells
    refer to by key, lettered in this order. ``group_header`` heads the names of row groups where they have a column of
    their own. ``size`` is "wide" for many columns, "prose" for cells with sentences. ``place`` is the part of a study
    report that it belongs to ("14.2"), where a document numbers by parts.
    """

    id: str
    caption: Content
    columns: tuple[Column | ColumnGroup, ...]
    rows: tuple[Row | RowGroup, ...]
    sub: Content = ""
    notes: tuple[Content, ...] = ()
    letters: tuple[tuple[str, Content], ...] = ()
    group_header: Content = ""
    size: Literal["normal", "wide", "prose", "facts"] = "normal"
    place: str = ""

    @property
    def flat_columns(self) -> tuple[Column, ...]:
        """Every column, whether in a group or not."""
        return tuple(c for part in self.columns for c in (part.columns if isinstance(part, ColumnGroup) else (part,)))

    @property
    def flat_rows(self) -> tuple[Row, ...]:
        """Every row, whether in a group or not."""
        return tuple(r for part in self.rows for r in (part.rows if isinstance(part, RowGroup) else (part,)))


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished SVG drawing and, in words, what is seen on it."""

    svg: str
    alt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One drawing, or several beside each other, with a caption (its full stop is added).

    ``tall`` keeps it narrower in print; ``place`` is as of a table.
    """

    id: str
    pictures: tuple[Picture, ...]
    caption: Content
    sub: Content = ""
    tall: bool = False
    place: str = ""


Block: TypeAlias = (
    Paragraph
    | Subheading
    | Aside
    | Definitions
    | NumberedList
    | Bibliography
    | Printed
    | ListOf
    | SignatureLines
    | Table
    | Figure
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section; numbered ones count 1, 2, 3, appendices A, B, plain ones do not count.

    ``new_page`` begins it on a page of its own in print.
    """

    id: str
    title: Content
    blocks: tuple[Block, ...]
    kind: Literal["numbered", "plain", "appendix"] = "numbered"
    new_page: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyResults:
    """The answer, on the first screen: sentences and one table without a number."""

    title: str
    paragraphs: tuple[Content, ...]
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningHeads:
    """What is printed at the top and the foot of each page; the number of the page is added."""

    title: str
    source: str = ""
    foot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole document: title block, key results, sections, and the works that may be cited.

    ``numbering`` counts tables and figures through, or by their parts of a study report (ICH E3: 14.1, 14.2, 16.1.9).
    ``compact`` sets it in small type, for an appendix of two pages. ``values`` has, by id of the row of results, what
    is said of a number to whoever points at it. ``strict`` holds it to the rules of a study report: no header or
    cell is empty (what does not apply is written, with a note), and a Markdown page has the anchors and inner links of
    the HTML page. ``source`` says from which data and run the tables and figures come; it stands under each of them,
    with the analyses that a table shows.
    """

    title: str
    sections: tuple[Section, ...]
    heads: RunningHeads
    kicker: Content = ""
    lead: Content = ""
    facts: Definitions | None = None
    key: KeyResults | None = None
    end: Content = ""
    bibliography: Mapping[str, Content] = field(default_factory=dict)
    numbering: Literal["plain", "ich_e3"] = "plain"
    compact: bool = False
    values: Mapping[str, str] = field(default_factory=dict)
    strict: bool = False
    source: Content = ""


def cell_of(cell: TableCell) -> Cell:
    """Give any cell as a ``Cell``."""
    return cell if isinstance(cell, Cell) else Cell(cell)


def contents_of(block: Block) -> Iterator[Content]:
    """Give every piece of content of a block in reading order."""
    match block:
        case Paragraph(content) | Subheading(content):
            yield content
        case Aside(lead, content):
            yield from (lead, content)
        case Definitions(items):
            yield from (part for item in items for part in item)
        case NumberedList(items):
            yield from (part for item in items for part in (item.content, item.where or ""))
        case Printed(title):
            yield title
        case Figure():
            yield from (block.caption, block.sub)
        case Table():
            yield from _contents_of_table(block)


def _contents_of_table(table: Table) -> Iterator[Content]:
    yield from (table.caption, table.sub)
    for column in table.columns:
        yield column.header
    for column in table.flat_columns:
        yield column.second
    for part in table.rows:
        if isinstance(part, RowGroup):
            yield from (part.name, part.detail)
        for row in part.rows if isinstance(part, RowGroup) else (part,):
            for cell in (row.name, *row.cells):
                value = cell_of(cell).value
                if not isinstance(value, Limits):
                    yield value
    yield from table.notes
    yield from (text for _, text in table.letters)


def values_of(table: Table) -> Iterator[Value]:
    """Give every number of the results that stands in a table, its limits and notes too."""
    for row in table.flat_rows:
        for cell in (row.name, *row.cells):
            value = cell_of(cell).value
            if isinstance(value, Limits):
                yield from (limit for limit in (value.low, value.high) if isinstance(limit, Value))
    for content in _contents_of_table(table):
        yield from (inline for inline in walk(content) if isinstance(inline, Value))
