r"""How content becomes Markdown: CommonMark with the tables of GitHub, no text of which can turn into mark-up.

Examples
--------
>>> str(escaped("CA 19-9 <37 | a_b"))
'CA 19-9 \\<37 \\| a\\_b'
>>> str(code_span("a`b")), fence("```")
('``a`b``', '````')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from rocstats.document.assembly import Assembled
from rocstats.document.blocks import (
    Column,
    ColumnGroup,
    Figure,
    Limits,
    ListOf,
    Row,
    RowGroup,
    SignatureLines,
    Table,
    TableCell,
    cell_of,
)
from rocstats.document.html import web_address
from rocstats.document.inline import (
    Cite,
    Code,
    Content,
    CrossRef,
    Emphasis,
    Inline,
    LineBreak,
    Link,
    MarkRef,
    Quoted,
    Second,
    Strong,
    Sup,
    Text,
    Value,
    inlines,
    visible,
)
from rocstats.document.numbering import Label

_SPECIAL = re.compile(r"[\\`*_{}\[\]<|#~$&^@!]|(?<=[A-Za-z])(?=://)|(?<=www)(?=\.)")
_LINE_START = re.compile(r"^(?=[-+=>:])|^(\d+)(?=[.)])")
_RAISED = dict(
    zip("abcdefghijklmnoprstuvwxyz0123456789-\u2212+", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁺", strict=True)
)


class Md(str):
    """Text that is Markdown already. A template for Markdown prints nothing else."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MarkdownWords:
    """Turns the content of one assembled document into Markdown; ``files`` is the folder of its drawings."""

    assembled: Assembled
    files: str

    def content(self, content: Content) -> Md:
        """Write content as one line that stands by itself."""
        return at_line_start(self._within(content, in_table=False))

    def cell(self, content: Content) -> Md:
        """Write content as a cell of a table."""
        return Md(self._within(content, in_table=True).strip())

    def strong(self, content: Content) -> Md:
        """Write content in bold, inside a line."""
        return self._bold(content, in_table=False)

    def label(self, identity: str) -> Md:
        """Name a table or figure: "Table 7"."""
        return Md(str(self.assembled.labels[identity]))

    def inside(self, content: Content) -> Md:
        """Write content as a part of a line."""
        return Md(self._within(content, in_table=False).strip())

    def _within(self, content: Content, *, in_table: bool) -> Md:
        return Md("".join(self._inline(inline, in_table=in_table) for inline in inlines(content)))

    def _inline(self, inline: Inline, *, in_table: bool) -> str:
        match inline:
            case Text(text) | Value(text):
                return escaped(text)
            case Code(text):
                # A pipe or backslash in a code span is read differently from one Markdown to the next.
                return escaped(text) if in_table and re.search(r"[|\\]", text) else code_span(text)
            case Sup(text):
                return "".join(_RAISED.get(c, escaped(c)) for c in text)
            case Strong(content):
                return self._bold(content, in_table=in_table)
            case Emphasis(content):
                inside = self._within(content, in_table=in_table)
                return f"*{inside.strip()}*" if inside.strip() else ""
            case Second(content) | Quoted(content):
                return self._within(content, in_table=in_table)
            case Link(content, url):
                address = web_address(url).replace("[", "%5B").replace("]", "%5D").replace("*", "%2A")
                return f"[{self._within(content, in_table=in_table)}]({address})"
            case LineBreak():
                return " "
            case MarkRef(table, note):
                return self.assembled.letters[table][note]
            case CrossRef():
                return ", ".join(self._run(kind, labels) for kind, labels in self.assembled.named(inline))
            case Cite():
                numbers = sorted({self.assembled.citations[key] for key in inline.keys})
                return f"[{', '.join(map(str, numbers))}]"

    def _run(self, kind: str, labels: Sequence[Label]) -> str:
        words = [f"{kind} {labels[0].number}", *(label.number for label in labels[1:])]
        if not self.assembled.document.strict:
            return ", ".join(words)
        return ", ".join(f"[{one}](#{label.anchor})" for one, label in zip(words, labels, strict=True))

    def anchor(self, identity: str) -> Md:
        """Write the place that references lead to: Markdown has none of its own but headings."""
        linked = self.assembled.document.strict
        return Md(f'<a id="{self.assembled.labels[identity].anchor}"></a>' if linked else "")

    def listed(self, block: ListOf) -> list[Md]:
        """Write the lines of a list of tables or figures."""
        found = self.assembled.listed(block.kind)
        linked = self.assembled.document.strict
        names = [f"[{label}](#{label.anchor})" if linked else str(label) for label, _ in found]
        return [Md(f"- {name} {self.inside(caption)}") for name, (_, caption) in zip(names, found, strict=True)]

    def signatures(self, block: SignatureLines) -> list[Md]:
        """Write lines to sign and date."""
        line = r"\_" * 20
        said = ((escaped(who), escaped(name) if name else line) for who, name in block.lines)
        return [Md(f"- {who}: {name}. Signature: {line} Date: {line}") for who, name in said]

    def _bold(self, content: Content, *, in_table: bool) -> Md:
        inside = self._within(content, in_table=in_table).strip()
        return Md(f"**{inside}**" if inside else "")

    def pictures(self, figure: Figure) -> list[Md]:
        """Write the images of a figure, one per line."""
        folder = quote(self.files)
        return [
            Md(f"![{escaped(picture.alt)}]({folder}/{name})")
            for picture, name in zip(figure.pictures, picture_names(figure), strict=True)
        ]

    def table(self, table: Table) -> list[Md]:
        """Write the lines of a table: header, alignments, rows."""
        grouped = any(isinstance(part, RowGroup) for part in table.rows)
        head = [self._header(column, group) for column, group in _columns(table)]
        kinds = [column.kind for column in table.flat_columns]
        if grouped:
            head.insert(0, self.cell(table.group_header))
            kinds.insert(0, "text")
        lines: list[list[str]] = [[*head], [":--" if kind == "text" else "--:" for kind in kinds]]
        for part in table.rows:
            rows = part.rows if isinstance(part, RowGroup) else (part,)
            for position, row in enumerate(rows):
                cells: list[str] = [*self._row(row, table)]
                if grouped:
                    first = self._group(part, position) if isinstance(part, RowGroup) else Md("")
                    cells.insert(0, first)
                lines.append(cells)
        return [Md(f"| {' | '.join(line)} |") for line in lines]

    def _header(self, column: Column, group: Content) -> Md:
        words: Content = (group, ": ", column.header) if inlines(group) else column.header
        return self.cell((words, ", ", column.second) if inlines(column.second) else words)

    def _group(self, group: RowGroup, position: int) -> Md:
        if position:
            return self.cell(group.name) if self.assembled.document.strict else Md("")
        name = self._bold(group.name, in_table=True)
        return Md(f"{name}, {self.cell(group.detail)}") if inlines(group.detail) else name

    def _row(self, row: Row, table: Table) -> list[Md]:
        name = self._cell(row.name, table, strong=row.strong)
        return [
            Md(f"\u2013 {name}") if row.indent else name,
            *(self._cell(cell, table, strong=row.strong) for cell in row.cells),
        ]

    def _cell(self, any_cell: TableCell, table: Table, *, strong: bool) -> Md:
        cell = cell_of(any_cell)
        value = (cell.value.low, " to ", cell.value.high) if isinstance(cell.value, Limits) else cell.value
        words = self._bold(value, in_table=True) if strong or cell.strong else self.cell(value)
        letters = sorted(self.assembled.letters[table.id][key] for key in cell.marks)
        return Md(f"{words} {', '.join(_RAISED[letter] for letter in letters)}") if letters else words

    def notes(self, table: Table) -> list[Md]:
        """Write the notes below a table, the lettered ones last and on one line."""
        letters = self.assembled.letters[table.id]
        notes = [self.content(note) for note in table.notes]
        lettered = [f"{_RAISED[letters[key]]} {self._within(note, in_table=False)}" for key, note in table.letters]
        return [*notes, *([Md(" ".join(lettered))] if lettered else []), *self.source(table)]

    def source(self, block: Table | Figure) -> list[Md]:
        """Write where the numbers of a table or figure come from, if the document says it."""
        source = self.assembled.source_of(block)
        return [self.content(source)] if inlines(source) else []

    def printed(self, text: str) -> Md:
        """Write printed output between fences that it cannot close."""
        inside = visible(text.strip("\n"), keep="\n\t")
        return Md(f"{fence(inside)}\n{inside}\n{fence(inside)}")


def picture_names(figure: Figure) -> list[str]:
    """Name the files of a figure's drawings."""
    if len(figure.pictures) == 1:
        return [f"{figure.id}.svg"]
    return [f"{figure.id}-{i}.svg" for i in range(1, len(figure.pictures) + 1)]


def escaped(text: str) -> Md:
    """Escape every character that Markdown could read as a sign."""
    return Md(_SPECIAL.sub(lambda found: "\\" + found[0], visible(text)))


def at_line_start(line: str) -> Md:
    """Escape what only the beginning of a line turns into a list, quotation or rule."""
    return Md(_LINE_START.sub(lambda found: (found[1] or "") + "\\", line.strip()))


def code_span(text: str) -> Md:
    """Write a code span, with more backticks around it than are in it."""
    inside = visible(text)
    if not inside.strip():
        return Md(inside)
    ticks = "`" * (_longest(inside) + 1) if "`" in inside else "`"
    space = " " if inside[0] in "` " or inside[-1] in "` " else ""
    return Md(f"{ticks}{space}{inside}{space}{ticks}")


def fence(text: str) -> str:
    """Give a fence longer than any run of backticks in the text."""
    return "`" * max(3, _longest(text) + 1)


def _longest(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _columns(table: Table) -> Iterable[tuple[Column, Content]]:
    """Give every column with the header of the group that it begins."""
    for part in table.columns:
        if isinstance(part, ColumnGroup):
            yield part.columns[0], part.header
            yield from ((column, "") for column in part.columns[1:])
        else:
            yield part, ""
