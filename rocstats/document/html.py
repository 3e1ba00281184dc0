"""How content becomes HTML: every text escaped, every cell of a table in its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup, escape

from rocstats.document.assembly import Assembled
from rocstats.document.blocks import Cell, Column, ColumnGroup, Figure, Limits, Row, Table, cell_of
from rocstats.document.drawing import inlined
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
    plain_text,
    visible,
)

_FIGURE_SPACE = "\u2007"
_POINT_SPACE = "\u2008"
_NUMBER = re.compile(r"[-\u2212]?\d+(?:\.(\d+))?")
_NOTHING = Markup()
_WEB = re.compile(r"https?://", re.IGNORECASE)


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
    is_interval: bool = False
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


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure with its drawings as markup."""

    classes: str
    anchor: str
    label: str
    caption: Markup
    sub: Markup
    pictures: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class HtmlWords:
    """Turns the content of one assembled document into HTML."""

    assembled: Assembled

    def text(self, text: str) -> Markup:
        """Escape plain text."""
        return escape(visible(text))

    def printed(self, text: str) -> Markup:
        """Escape printed output; its lines and tabs stay."""
        return escape(visible(text.strip("\n"), keep="\n\t"))

    def content(self, content: Content) -> Markup:
        """Write content."""
        return Markup("").join(self._inline(inline) for inline in inlines(content))

    def _inline(self, inline: Inline) -> Markup:
        match inline:
            case Text(text):
                return self.text(text)
            case Code(text):
                return Markup("<code>{}</code>").format(self.text(text))
            case Sup(text):
                return Markup('<sup class="power">{}</sup>').format(self.text(text))
            case Value():
                return self._number(inline)
            case Quoted(content, source):
                return Markup('<span data-from="{}">{}</span>').format(source, self.content(content))
            case Strong(content):
                return Markup("<b>{}</b>").format(self.content(content))
            case Emphasis(content):
                return Markup("<i>{}</i>").format(self.content(content))
            case Second(content):
                return Markup('<span class="second">{}</span>').format(self.content(content))
            case Link(content, url):
                return Markup('<a href="{}">{}</a>').format(web_address(url), self.content(content))
            case LineBreak():
                return Markup("<br>")
            case MarkRef(table, note):
                return Markup(self.assembled.letters[table][note])
            case CrossRef():
                return self._reference(inline)
            case Cite():
                numbers = sorted({self.assembled.citations[key] for key in inline.keys})
                links = Markup(", ").join(Markup('<a href="#r{0}">{0}</a>').format(number) for number in numbers)
                return Markup('<span class="cite">[{}]</span>').format(links)

    def _reference(self, reference: CrossRef) -> Markup:
        runs = []
        for kind, labels in self.assembled.named(reference):
            first, *others = labels
            links = [Markup('<a href="#{}">{}&nbsp;{}</a>').format(first.anchor, kind, first.number)]
            links += [Markup('<a href="#{}">{}</a>').format(label.anchor, label.number) for label in others]
            runs.append(Markup(", ").join(links))
        return Markup(", ").join(runs)

    def figure(self, figure: Figure) -> FigureView:
        """Lay out a figure."""
        label = self.assembled.labels[figure.id]
        shape = "figure" + (" three" if len(figure.pictures) > 1 else " one") + (" tall" if figure.tall else "")
        pictures = tuple(
            Markup(inlined(picture.svg, prefix=f"{label.anchor}-{i}", alt=visible(picture.alt)))
            for i, picture in enumerate(figure.pictures, 1)
        )
        caption, sub = self.content(figure.caption), self.content(figure.sub)
        return FigureView(shape, label.anchor, str(label), caption, sub, pictures)

    def table(self, table: Table) -> TableView:
        """Lay out a table."""
        label = self.assembled.labels.get(table.id)
        columns = _spaced(table)
        decimals = [_decimals(table, i) if column.aligned else None for i, column in enumerate(columns)]
        bodies: list[Body] = []
        loose: list[BodyRow] = []
        for part in table.rows:
            if isinstance(part, Row):
                loose.append(self._row(part, columns, decimals, table))
                continue
            if loose:
                bodies.append(Body(tuple(loose)))
                loose = []
            rows = tuple(self._row(row, columns, decimals, table) for row in part.rows)
            bodies.append(Body(rows, self.content(part.name), self.content(part.detail)))
        if loose:
            bodies.append(Body(tuple(loose)))
        notes = [self.content(note) for note in table.notes]
        if table.letters:
            lettered = (
                Markup("<sup>{}</sup>&nbsp;{}").format(self.assembled.letters[table.id][key], self.content(note))
                for key, note in table.letters
            )
            notes.append(Markup(" ").join(lettered))
        return TableView(
            classes="table" + ("" if table.size == "normal" else f" {table.size}"),
            anchor=label.anchor if label else table.id,
            label=str(label) if label else "",
            caption=self.content(table.caption),
            sub=self.content(table.sub),
            width=sum(_width(column) for column in columns),
            head=self._head(table, columns),
            bodies=tuple(bodies),
            notes=tuple(notes),
        )

    def _head(self, table: Table, columns: Sequence[Column]) -> tuple[tuple[HeadCell, ...], ...]:
        grouped = any(isinstance(part, ColumnGroup) for part in table.columns)
        top, under = [], []
        place = 0
        for part in table.columns:
            if isinstance(part, ColumnGroup):
                inside = columns[place : place + len(part.columns)]
                width = sum(_width(column) for column in inside)
                top.append(HeadCell(self.content(part.header), "span", "colgroup", colspan=width))
                under += [self._head_cell(column) for column in inside]
                place += len(part.columns)
            else:
                top.append(self._head_cell(columns[place], rowspan=2 if grouped else 1))
                place += 1
        return (tuple(top), tuple(under)) if under else (tuple(top),)

    def _head_cell(self, column: Column, rowspan: int = 1) -> HeadCell:
        html = self.content(column.header)
        if inlines(column.second):
            html += Markup('<span class="n">{}</span>').format(self.content(column.second))
        kind = {"text": "", "number": "num", "interval": "ci"}[column.kind]
        classes = " ".join(word for word in (kind, "gap" if column.gap else "") if word)
        width = _width(column)
        return HeadCell(html, classes, "colgroup" if width > 1 else "col", colspan=width, rowspan=rowspan)

    def _row(self, row: Row, columns: Sequence[Column], decimals: Sequence[int | None], table: Table) -> BodyRow:
        name = cell_of(row.name)
        classes = ("indent" if row.indent else "", "nb" if row.nowrap else "", _bold(row, name))
        cells = [BodyCell(self._value(name, None, table), " ".join(filter(None, classes)), is_name=True)]
        for cell, column, places in zip(map(cell_of, row.cells), columns[1:], decimals[1:], strict=True):
            cells.append(self._cell(cell, column, places, row, table))
        return BodyRow("rule" if row.rule else "total" if row.total else "", tuple(cells))

    def _cell(self, cell: Cell, column: Column, places: int | None, row: Row, table: Table) -> BodyCell:
        kind = "num" if column.kind == "number" else ""
        classes = " ".join(filter(None, (kind, "gap" if column.gap else "", _bold(row, cell))))
        low = self._number(cell.value.low, places) if isinstance(cell.value, Limits) else None
        html = self._value(cell, places, table)
        return BodyCell(html, classes, is_interval=column.kind == "interval", low=low)

    def _value(self, cell: Cell, places: int | None, table: Table) -> Markup:
        """Write a value with its letters; what pads it stands after them, so that a letter touches its number."""
        value = cell.value.high if isinstance(cell.value, Limits) else cell.value
        letters = ", ".join(sorted(self.assembled.letters[table.id][key] for key in cell.marks))
        raised = Markup("<sup>{}</sup>").format(letters) if letters else Markup()
        if isinstance(value, str | Value):
            return self._number(value, places, raised)
        return self.content(value) + raised

    def _number(self, number: str | Value, places: int | None = None, raised: Markup = _NOTHING) -> Markup:
        """Write a number, that of a row of results with its id and what is said of it."""
        if isinstance(number, str):
            return self.text(number) + raised + _padding(number, places)
        said = self.assembled.document.values.get(number.row, "")
        title = Markup(' title="{}"').format(visible(said)) if said else _NOTHING
        html = Markup('<span data-ard="{}"{}>{}</span>').format(number.row, title, self.text(number.text))
        return html + raised + _padding(number.text, places)


def web_address(url: str) -> str:
    """Give an address of the web with every unusual character as its percent code; no other scheme is a link."""
    if not _WEB.match(url):
        raise ValueError(f"a link needs an address that begins with https:// or http://; this one is {url!r}.")
    return quote(url, safe=":/?#[]@!$&'*+,;=%-._~")


def title_of(content: Content) -> str:
    """Give a heading without form, for attributes."""
    return visible(plain_text(content))


def _bold(row: Row, cell: Cell) -> str:
    return "strong" if row.strong or cell.strong else ""


def _width(column: Column) -> int:
    return 2 if column.kind == "interval" else 1


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


def _decimals(table: Table, index: int) -> int:
    """Find the most decimals among the numbers of a column."""
    texts: list[str] = []
    for row in table.flat_rows:
        value = cell_of((row.name, *row.cells)[index]).value
        held = (value.low, value.high) if isinstance(value, Limits) else (value,)
        texts += [one.text if isinstance(one, Value) else one for one in held if isinstance(one, str | Value)]
    found = (_NUMBER.fullmatch(text) for text in texts)
    return max((len(number[1] or "") for number in found if number), default=0)


def _padding(text: str, places: int | None) -> str:
    """Give the spaces, as wide as figures, that put the point of a number in line with the others of its column."""
    number = _NUMBER.fullmatch(text) if places else None
    if number is None or places is None:
        return ""
    return ("" if number[1] else _POINT_SPACE) + _FIGURE_SPACE * (places - len(number[1] or ""))
