"""How a table becomes HTML: every cell in its place, every header with its scope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from markupsafe import Markup

from rocstats.document.blocks import (
    Cell,
    Column,
    ColumnGroup,
    Document,
    Limits,
    Paragraph,
    Row,
    Section,
    Subheading,
    Table,
    cell_of,
)
from rocstats.document.html import HtmlWords
from rocstats.document.inline import Value, inlines, plain_text
from rocstats.document.padding import before_high, decimals_of, longest_high
from rocstats.document.table_widths import BRIEF, ems, fits_upright

# A column, the decimals that its numbers are padded to, and the signs of its longest high limit.
_Shape: TypeAlias = "tuple[Column, int | None, int]"
_MOST_UPRIGHT = 8
# A table of more rows may break from one page to the next.
MOST_WHOLE = 10


@dataclass(frozen=True, slots=True)
class HeadCell:
    """A header over columns."""

    html: Markup
    classes: str
    scope: str
    colspan: int = 1
    rowspan: int = 1


@dataclass(frozen=True, slots=True)
class BodyCell:
    """A cell, or the two cells of an interval when ``low`` is given."""

    html: Markup
    classes: str
    is_name: bool = False
    colspan: int = 1
    low: Markup | None = None


@dataclass(frozen=True, slots=True)
class BodyRow:
    """A row and its style."""

    classes: str
    cells: tuple[BodyCell, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """A group of rows; the name stands over them if there is one."""

    rows: tuple[BodyRow, ...]
    name: Markup | None = None
    detail: Markup | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table, cell by cell."""

    classes: str
    anchor: str
    label: str
    caption: Markup
    sub: Markup
    width: int
    head: tuple[tuple[HeadCell, ...], ...]
    bodies: tuple[Body, ...]
    notes: tuple[Markup, ...]
    source: Markup


@dataclass(frozen=True, slots=True)
class HtmlTables:
    """Lays out the tables of one assembled document."""

    words: HtmlWords

    def table(self, table: Table) -> TableView:
        """Lay out a table."""
        label = self.words.assembled.labels.get(table.id)
        columns = _spaced(table)
        decimals = [decimals_of(table, i) if column.aligned else None for i, column in enumerate(columns)]
        highs = [longest_high(table, i) if column.kind == "interval" else 0 for i, column in enumerate(columns)]
        shapes = list(zip(columns, decimals, highs, strict=True))
        bodies: list[Body] = []
        loose: list[BodyRow] = []
        for part in table.rows:
            if isinstance(part, Row):
                loose.append(self._row(part, shapes, table))
                continue
            if loose:
                bodies.append(Body(tuple(loose)))
                loose = []
            rows = tuple(self._row(row, shapes, table) for row in part.rows)
            bodies.append(Body(rows, self.words.content(part.name), self.words.content(part.detail)))
        if loose:
            bodies.append(Body(tuple(loose)))
        return TableView(
            classes=" ".join(self._classes(table)),
            anchor=label.anchor if label else table.id,
            label=str(label) if label else "",
            caption=self.words.content(table.caption),
            sub=self.words.content(table.sub),
            width=sum(self._width(column) for column in columns),
            head=self._head(table, columns),
            bodies=tuple(bodies),
            notes=tuple(self._notes(table)),
            source=self.words.content(self.words.assembled.source_of(table)),
        )

    def _classes(self, table: Table) -> Iterator[str]:
        yield "table"
        if table.size != "normal":
            yield table.size
        elif not fits_upright(table, small=False):
            yield "wide"
        if lies_on_its_side(table, self.words.assembled.document):
            yield "landscape"
        if len(table.flat_rows) > MOST_WHOLE:
            yield "long"

    def _notes(self, table: Table) -> Iterator[Markup]:
        letters = self.words.assembled.letters[table.id]
        for note in table.notes:
            yield self.words.content(note)
        if table.letters:
            lettered = ((letters[key], self.words.content(note)) for key, note in table.letters)
            yield Markup(" ").join(Markup("<sup>{}</sup>&nbsp;{}").format(*one) for one in lettered)

    def _head(self, table: Table, columns: Sequence[Column]) -> tuple[tuple[HeadCell, ...], ...]:
        grouped = any(isinstance(part, ColumnGroup) for part in table.columns)
        top, under = [], []
        place = 0
        for part in table.columns:
            if isinstance(part, ColumnGroup):
                inside = columns[place : place + len(part.columns)]
                width = sum(self._width(column) for column in inside)
                top.append(HeadCell(self.words.content(part.header), "span", "colgroup", colspan=width))
                under += [self._head_cell(column) for column in inside]
                place += len(part.columns)
            else:
                top.append(self._head_cell(columns[place], rowspan=2 if grouped else 1))
                place += 1
        return (tuple(top), tuple(under)) if under else (tuple(top),)

    def _head_cell(self, column: Column, rowspan: int = 1) -> HeadCell:
        html = self.words.content(column.header)
        if inlines(column.second):
            html += Markup('<span class="n">{}</span>').format(self.words.content(column.second))
        kind = {"text": "", "number": "num", "interval": "ci"}[column.kind]
        classes = " ".join(word for word in (kind, "gap" if column.gap else "") if word)
        width = self._width(column)
        return HeadCell(html, classes, "colgroup" if width > 1 else "col", colspan=width, rowspan=rowspan)

    def _width(self, column: Column) -> int:
        """Count the cells of a column: on screen an interval has two, which align in any face."""
        return 2 if column.kind == "interval" and not self.words.for_printer else 1

    def _row(self, row: Row, shapes: Sequence[_Shape], table: Table) -> BodyRow:
        name = cell_of(row.name)
        classes = ("indent" if row.indent else "", "nb" if row.nowrap else "", _bold(row, name))
        cells = [BodyCell(self._value(name, None, table), " ".join(filter(None, classes)), is_name=True)]
        cells += [
            self._cell(cell_of(cell), shape, row, table) for cell, shape in zip(row.cells, shapes[1:], strict=True)
        ]
        return BodyRow("rule" if row.rule else "total" if row.total else "", tuple(cells))

    def _cell(self, cell: Cell, shape: _Shape, row: Row, table: Table) -> BodyCell:
        column, places, longest = shape
        html = self._value(cell, places, table)
        low: Markup | None = None
        if isinstance(cell.value, Limits):
            if self.words.for_printer:
                html = self.words.content(before_high(cell.value, places, longest)) + html
            else:
                low = self.words.number(cell.value.low, places)
        whole = column.kind == "number" or (column.kind == "interval" and low is None)
        brief = column.kind == "text" and self._is_brief(cell)
        kind = "num" if whole else "nb" if brief else ""
        classes = " ".join(filter(None, (kind, "gap" if column.gap else "", _bold(row, cell))))
        return BodyCell(html, classes, colspan=self._width(column) if low is None else 1, low=low)

    def _is_brief(self, cell: Cell) -> bool:
        """Whether a text of a study report is so short that it stays on one line, as a unit does."""
        if not self.words.assembled.document.strict or isinstance(cell.value, Limits):
            return False
        return ems(plain_text(cell.value)) <= BRIEF

    def _value(self, cell: Cell, places: int | None, table: Table) -> Markup:
        """Write a value with its letters; what pads it stands after them, so that a letter touches its number."""
        value = cell.value.high if isinstance(cell.value, Limits) else cell.value
        letters = ", ".join(sorted(self.words.assembled.letters[table.id][key] for key in cell.marks))
        raised = Markup("<sup>{}</sup>").format(letters) if letters else Markup()
        if isinstance(value, str | Value):
            return self.words.number(value, places, raised)
        return self.words.content(value) + raised


def lies_on_its_side(table: Table, document: Document) -> bool:
    """Whether a table has so many columns, so wide, that it is printed on a page turned on its side."""
    many = document.strict and not document.compact and len(table.flat_columns) > _MOST_UPRIGHT
    return many and not fits_upright(table, small=True)


def is_all_on_its_side(section: Section, document: Document) -> bool:
    """Whether a whole section is printed on pages turned on their side: its tables are, and the rest is words."""
    tables = [block for block in section.blocks if isinstance(block, Table)]
    words = all(isinstance(block, Table | Paragraph | Subheading) for block in section.blocks)
    return words and bool(tables) and all(lies_on_its_side(table, document) for table in tables)


def _bold(row: Row, cell: Cell) -> str:
    return "strong" if row.strong or cell.strong else ""


def _spaced(table: Table) -> tuple[Column, ...]:
    """Give every column; the first of a group is set apart."""
    columns: list[Column] = []
    for part in table.columns:
        if isinstance(part, ColumnGroup):
            first, *others = part.columns
            columns += [Column(first.header, first.kind, first.second, gap=True, aligned=first.aligned), *others]
        else:
            columns.append(part)
    return tuple(columns)
