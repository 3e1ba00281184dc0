"""How a table becomes one of Word: three rules, a header that comes again on each page, rows that stay whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docx.document import Document as WordFile
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement

from rocstats.document.blocks import (
    Cell,
    Column,
    ColumnGroup,
    Limits,
    Row,
    RowGroup,
    Table,
    cell_of,
)
from rocstats.document.html_tables import MOST_WHOLE
from rocstats.document.inline import Content, Value, inlines
from rocstats.document.padding import before_high, decimals_of, longest_high, padding, written
from rocstats.document.table_widths import needs, shared
from rocstats.document.word_styles import HAIR, INK, MUTED, RULE, table_size
from rocstats.document.word_words import Element, Hand, WordWords

_TWIPS = 1440 / 25.4
_TOGETHER = 3
# Room in twips beside the text of a cell, and before that of a column of texts.
_MARGINS, _INDENT = 120, 200
_HEAVY, _THIN = 12, 6


@dataclass(frozen=True, slots=True)
class WordTables:
    """Puts the tables of one assembled document at the end of a file."""

    file: WordFile
    words: WordWords

    def put(self, table: Table, label: str, width: float) -> None:
        """Put a table as wide as the text, in millimetres; ``label`` is what screen readers call it."""
        columns = table.flat_columns
        decimals = [decimals_of(table, i) if column.aligned else None for i, column in enumerate(columns)]
        compact = self.words.assembled.document.compact
        small = table.size == "wide" or _is_tight(table, width, table_size(compact=compact))
        element = _frame(label, _widths(table, width, table_size(compact=compact, small=small)))
        heads = self._heads(table)
        for row in heads:
            element.append(row)
        _rule_under(heads[-1])
        for body in self._body(table, decimals):
            element.append(body)
        _rule_under(element[-1], size=_HEAVY)
        if small:
            for style in element.iter(qn("w:pStyle")):
                style.set(qn("w:val"), "TableSmall")
        rows = list(element.iter(qn("w:tr")))
        whole = len(table.flat_rows) <= MOST_WHOLE
        held = rows if whole else [*rows[: len(heads) + _TOGETHER], *rows[-_TOGETHER:]]
        for row in rows:
            if row in held or len(row.findall(qn("w:tc"))) < len(table.flat_columns):
                _keep_with_next(row)
        self.file.element.body.sectPr.addprevious(element)

    def _heads(self, table: Table) -> list[Element]:
        grouped = any(isinstance(part, ColumnGroup) for part in table.columns)
        top, under = [], []
        for part in table.columns:
            if isinstance(part, ColumnGroup):
                cell = self._cell(part.header, hand=Hand(bold=True), align="center")
                _span(cell, len(part.columns))
                _border(cell, "bottom", RULE, _THIN)
                top.append(cell)
                under += [self._head(column) for column in part.columns]
            else:
                top.append(self._head(part, apart=bool(top)))
                if grouped:
                    _merge(top[-1], "restart")
                    under.append(self._cell(""))
                    _merge(under[-1], "continue")
        return [_row(cells, heads=True) for cells in ([top, under] if under else [top])]

    def _head(self, column: Column, *, apart: bool = True) -> Element:
        cell = self._cell(column.header, hand=Hand(bold=True), align=_side(column), low=True)
        if inlines(column.second):
            paragraph = _paragraph("Table Text", _side(column))
            self.words.write(paragraph, column.second, Hand(colour=MUTED))
            cell.append(paragraph)
        if apart and column.kind == "text":
            _indent(cell)
        return cell

    def _body(self, table: Table, decimals: Sequence[int | None]) -> Iterator[Element]:
        highs = [longest_high(table, i) for i in range(len(table.flat_columns))]
        for part in table.rows:
            if isinstance(part, RowGroup):
                yield self._group(part, len(table.flat_columns))
            for row in part.rows if isinstance(part, RowGroup) else (part,):
                yield self._row(row, table, decimals, highs)

    def _group(self, group: RowGroup, width: int) -> Element:
        cell = self._cell(group.name, hand=Hand(bold=True))
        if inlines(group.detail):
            self.words.write(cell[-1], (" ", group.detail), Hand(colour=MUTED))
        _span(cell, width)
        return _row([cell])

    def _row(self, row: Row, table: Table, decimals: Sequence[int | None], highs: Sequence[int]) -> Element:
        cells = []
        for i, (cell, column) in enumerate(zip((row.name, *row.cells), table.flat_columns, strict=True)):
            cells.append(self._value(cell_of(cell), column, row, table, decimals[i], highs[i]))
            if i and column.kind == "text":
                _indent(cells[-1])
        if row.indent:
            _indent(cells[0])
        if row.rule or row.total:
            for element in cells:
                _border(element, "top", RULE if row.total else HAIR, _THIN)
        return _row(cells)

    def _value(self, cell: Cell, column: Column, row: Row, table: Table, places: int | None, longest: int) -> Element:
        hand = Hand(bold=True if row.strong or cell.strong else None)
        value = cell.value
        content: Content = (
            (before_high(value, places, longest), written(value.high)) if isinstance(value, Limits) else value
        )
        element = self._cell(content, hand=hand, align=_side(column))
        letters = sorted(self.words.assembled.letters[table.id][key] for key in cell.marks)
        if letters:
            self.words.raised(element[-1], ", ".join(letters), hand)
        last = value.high if isinstance(value, Limits) else value
        if isinstance(last, str | Value):
            self.words.write(element[-1], padding(written(last), places))
        return element

    def _cell(self, content: Content, *, hand: Hand | None = None, align: str = "left", low: bool = False) -> Element:
        cell: Element = OxmlElement("w:tc")
        properties = OxmlElement("w:tcPr")
        if low:
            where = OxmlElement("w:vAlign")
            where.set(qn("w:val"), "bottom")
            properties.append(where)
        cell.append(properties)
        paragraph = _paragraph("Table Text", align)
        self.words.write(paragraph, content, hand)
        cell.append(paragraph)
        return cell


def layout_table(cells: Sequence[Sequence[Element]], widths: Sequence[float]) -> Element:
    """Make a row of places without rules, each with its paragraphs; ``widths`` are in millimetres."""
    element = _frame("", [round(width * _TWIPS) for width in widths], rules=False)
    places = []
    for paragraphs in cells:
        place: Element = OxmlElement("w:tc")
        place.append(OxmlElement("w:tcPr"))
        place.extend(paragraphs)
        places.append(place)
    element.append(_row(places))
    return element


def _side(column: Column) -> str:
    return "left" if column.kind == "text" else "right"


def _widths(table: Table, width: float, size: float) -> list[int]:
    """Share the width in millimetres among the columns, in type of a size in points."""
    wanted = needs(table)
    beside = [_MARGINS + (_INDENT if i and one.kind == "text" else 0) for i, one in enumerate(table.flat_columns)]
    room = max(width * _TWIPS - sum(beside), 1.0)
    return [round(one * size * 20 + aside) for one, aside in zip(shared(wanted, room / size / 20), beside, strict=True)]


def _is_tight(table: Table, width: float, size: float) -> bool:
    """Whether the least that the columns need is more than there is."""
    beside = sum(_MARGINS + (_INDENT if i and one.kind == "text" else 0) for i, one in enumerate(table.flat_columns))
    return sum(need.least for need in needs(table)) * size * 20 + beside > width * _TWIPS


def _frame(label: str, widths: Sequence[int], *, rules: bool = True) -> Element:
    element: Element = OxmlElement("w:tbl")
    properties = OxmlElement("w:tblPr")
    element.append(properties)

    def add(name: str, **values: str | int) -> Element:
        child = OxmlElement(name)
        for key, value in values.items():
            child.set(qn(f"w:{key}"), str(value))
        properties.append(child)
        return child

    add("w:tblW", w=sum(widths), type="dxa")
    borders = add("w:tblBorders")
    for side, size in (("top", _HEAVY), ("bottom", _HEAVY)) if rules else ():
        borders.append(_line(side, INK, size))
    add("w:tblLayout", type="fixed")
    room = add("w:tblCellMar")
    for side in ("left", "right"):
        margin = OxmlElement(f"w:{side}")
        margin.set(qn("w:w"), "60")
        margin.set(qn("w:type"), "dxa")
        room.append(margin)
    add("w:tblLook", val="0620", firstRow=1, lastRow=0, firstColumn=0, lastColumn=0, noHBand=1, noVBand=1)
    if label:
        add("w:tblCaption", val=label)
    grid = OxmlElement("w:tblGrid")
    for width in widths:
        column = OxmlElement("w:gridCol")
        column.set(qn("w:w"), str(width))
        grid.append(column)
    element.append(grid)
    return element


def _row(cells: Sequence[Element], *, heads: bool = False) -> Element:
    element: Element = OxmlElement("w:tr")
    properties = OxmlElement("w:trPr")
    properties.append(OxmlElement("w:cantSplit"))
    if heads:
        properties.append(OxmlElement("w:tblHeader"))
    element.append(properties)
    element.extend(cells)
    return element


def _paragraph(style: str, align: str) -> Element:
    element: Element = OxmlElement("w:p")
    properties = OxmlElement("w:pPr")
    name = OxmlElement("w:pStyle")
    name.set(qn("w:val"), style.replace(" ", ""))
    properties.append(name)
    if align != "left":
        side = OxmlElement("w:jc")
        side.set(qn("w:val"), align)
        properties.append(side)
    element.append(properties)
    return element


def _line(side: str, colour: str, size: int) -> Element:
    line = OxmlElement(f"w:{side}")
    for key, value in (("val", "single"), ("sz", str(size)), ("space", "0"), ("color", colour)):
        line.set(qn(f"w:{key}"), value)
    return line


def _border(cell: Element, side: str, colour: str, size: int) -> None:
    borders = cell[0].find(qn("w:tcBorders"))
    if borders is None:
        borders = OxmlElement("w:tcBorders")
        _insert(cell[0], borders)
    borders.append(_line(side, colour, size))


def _rule_under(row: Element, size: int = 8) -> None:
    for cell in row.findall(qn("w:tc")):
        _border(cell, "bottom", INK, size)


def _span(cell: Element, width: int) -> None:
    if width > 1:
        span = OxmlElement("w:gridSpan")
        span.set(qn("w:val"), str(width))
        _insert(cell[0], span)


def _merge(cell: Element, how: str) -> None:
    merge = OxmlElement("w:vMerge")
    merge.set(qn("w:val"), how)
    _insert(cell[0], merge)


_ORDER = ("w:tcW", "w:gridSpan", "w:vMerge", "w:tcBorders", "w:vAlign")


def _insert(properties: Element, new: Element) -> None:
    """Put a property of a cell where the format wants it."""
    places = {qn(name): place for place, name in enumerate(_ORDER)}
    before = sum(places[child.tag] < places[new.tag] for child in properties)
    properties.insert(before, new)


def _indent(cell: Element) -> None:
    for paragraph in cell.findall(qn("w:p")):
        indent = OxmlElement("w:ind")
        indent.set(qn("w:left"), str(_INDENT))
        paragraph.find(qn("w:pPr")).insert(1, indent)


def _keep_with_next(row: Element) -> None:
    for paragraph in row.iter(qn("w:p")):
        properties = paragraph.find(qn("w:pPr"))
        properties.insert(1, OxmlElement("w:keepNext"))
