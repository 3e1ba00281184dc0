"""How a table becomes one of Word: three rules, a header that comes again on each page, rows that stay whole."""

from __future__ import annotations

import re
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
    TableCell,
    cell_of,
)
from rocstats.document.inline import Content, Value, inlines, plain_text
from rocstats.document.padding import FIGURE_SPACE, decimals_of, padding
from rocstats.document.word_styles import HAIR, INK, MUTED, RULE
from rocstats.document.word_words import Element, Hand, WordWords

_TWIPS = 1440 / 25.4
# A table of more rows may break from one page to the next.
_MOST_WHOLE = 25
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
        element = _frame(label, _widths(table, width))
        heads = self._heads(table)
        for row in heads:
            element.append(row)
        _rule_under(heads[-1])
        for body in self._body(table, decimals):
            element.append(body)
        _rule_under(element[-1], size=_HEAVY)
        whole = len(table.flat_rows) <= _MOST_WHOLE
        rows = list(element.iter(qn("w:tr")))
        for row in rows if whole else rows[: len(heads) + 1]:
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
        highs = [_longest_high(table, i) for i in range(len(table.flat_columns))]
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
        content: Content = _interval(value, places, longest) if isinstance(value, Limits) else value
        element = self._cell(content, hand=hand, align=_side(column))
        letters = sorted(self.words.assembled.letters[table.id][key] for key in cell.marks)
        if letters:
            self.words.raised(element[-1], ", ".join(letters), hand)
        last = value.high if isinstance(value, Limits) else value
        if isinstance(last, str | Value):
            self.words.write(element[-1], padding(_text(last), places))
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


def _text(value: str | Value) -> str:
    return value.text if isinstance(value, Value) else value


def _interval(limits: Limits, places: int | None, longest: int) -> Content:
    """Write an interval in one cell; high limits of fewer figures are padded, so that low limits align."""
    low, high = _text(limits.low), _text(limits.high)
    padded = len(high + padding(high, places))
    return (low, padding(low, places), " to ", FIGURE_SPACE * (longest - padded), high)


def _longest_high(table: Table, index: int) -> int:
    values = [cell_of((row.name, *row.cells)[index]).value for row in table.flat_rows]
    places = decimals_of(table, index) if table.flat_columns[index].aligned else None
    highs = [_text(value.high) for value in values if isinstance(value, Limits)]
    return max((len(high + padding(high, places)) for high in highs), default=0)


def _side(column: Column) -> str:
    return "left" if column.kind == "text" else "right"


def _widths(table: Table, width: float) -> list[int]:
    """Share the width by the longest texts of the columns, none narrower than its longest word."""
    longest, words = [], []
    for index, column in enumerate(table.flat_columns):
        texts = [_shown((row.name, *row.cells)[index]) for row in table.flat_rows]
        heads = [plain_text(column.header), plain_text(column.second)]
        pieces = [piece for text in [*texts, *heads] for piece in re.split(r"[\s/]+", text)]
        least = min(max(map(len, pieces), default=1), 20)
        if column.kind != "text":
            least = max(least, *map(len, texts)) if texts else least
        most = min(max(map(len, texts), default=1), 60)
        words.append(least + 2.5)
        longest.append(max(most, least) + 2.5)
    room = sum(longest)
    # What all columns need at least comes first, the rest goes by what they could use.
    unit = width / max(room, sum(words))
    spare = width - unit * sum(words)
    wanted = [most - least for most, least in zip(longest, words, strict=True)]
    share = spare / sum(wanted) if sum(wanted) else 0.0
    found = [unit * least + share * want for least, want in zip(words, wanted, strict=True)]
    scale = width / sum(found)
    return [round(one * scale * _TWIPS) for one in found]


def _shown(cell: TableCell) -> str:
    value = cell_of(cell).value
    return f"{_text(value.low)} to {_text(value.high)}" if isinstance(value, Limits) else plain_text(value)


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
        indent.set(qn("w:left"), "200")
        paragraph.find(qn("w:pPr")).insert(1, indent)


def _keep_with_next(row: Element) -> None:
    for paragraph in row.iter(qn("w:p")):
        properties = paragraph.find(qn("w:pPr"))
        properties.insert(1, OxmlElement("w:keepNext"))
