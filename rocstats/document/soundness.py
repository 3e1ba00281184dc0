"""Checks of a document before it is written: nothing empty, nothing out of reach, nothing that is not there.

What is refused here is a mistake of whoever built the document, so the error is a ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    ListOf,
    NumberedList,
    Paragraph,
    Printed,
    RowGroup,
    SignatureLines,
    Subheading,
    Table,
    cell_of,
)
from rocstats.document.drawing import check_drawing
from rocstats.document.inline import Cite, Content, CrossRef, MarkRef, inlines, plain_text, walk
from rocstats.document.numbering import Label, blocks_of, reading_order, tables_of


def check_sound(document: Document, labels: Mapping[str, Label], letters: Mapping[str, Mapping[str, str]]) -> None:
    """Check a whole document, whose labels and letters are known."""
    _check_whole(document)
    kinds = {label.kind for label in labels.values()}
    for block in blocks_of(document):
        _check_block(block, kinds)
    for table in tables_of(document):
        _check_table(table, numbered=document.key is None or table is not document.key.table)
        if document.strict:
            _check_filled(table)
    _check_references(document, labels, letters)
    _check_reached(document, labels)


def is_blank(content: Content) -> bool:
    """Whether content shows nothing."""
    return not plain_text(content).strip() and not any(isinstance(i, CrossRef | MarkRef | Cite) for i in walk(content))


def _check_whole(document: Document) -> None:
    if not document.title:
        raise ValueError("a document needs a title.")
    if not document.sections:
        raise ValueError("a document needs at least one section.")
    for section in document.sections:
        if not section.title or all(isinstance(block, Subheading) for block in section.blocks):
            raise ValueError(f'section "{section.id}" is empty; leave it out.')


def _check_block(block: Block, kinds: set[str]) -> None:
    match block:
        case Paragraph(content) | Subheading(content):
            filled = bool(inlines(content))
        case Aside(lead, content):
            filled = bool(inlines(lead) and inlines(content))
        case Definitions(items) | NumberedList(items):
            filled = bool(items)
        case Printed(title, text):
            filled = bool(inlines(title) and text.strip())
            _check_values(block)
        case ListOf(kind):
            if kind not in kinds:
                raise ValueError(f"a list of {kind.lower()}s has nothing to list; leave it out.")
            filled = True
        case SignatureLines(lines):
            filled = bool(lines) and all(who.strip() for who, _ in lines)
        case Figure():
            _check_figure(block)
            filled = True
        case _:
            filled = True
    if not filled:
        raise ValueError(f"a block of type {type(block).__name__} is empty; leave it out.")


def _check_values(printed: Printed) -> None:
    end = 0
    for low, high, row in printed.values:
        if not end <= low < high <= len(printed.text):
            raise ValueError(f'the number "{row}" in printed text stands at {low} to {high}, which is no place there.')
        end = high


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
    keys = [key for key, _ in table.letters]
    if used != set(keys) or len(set(keys)) != len(keys):
        raise ValueError(f"{where}: its lettered notes are {keys}, its cells refer to {sorted(used)}.")


def _marks(cells: list[Cell]) -> set[str]:
    return {key for cell in cells for key in cell.marks}


def _check_filled(table: Table) -> None:
    """Refuse a header or cell that shows nothing."""
    for position, column in enumerate(table.flat_columns, 1):
        if is_blank((column.header, column.second)):
            raise ValueError(f'table "{table.id}": the header of column {position} is empty.')
    for row in table.flat_rows:
        for cell, column in zip((row.name, *row.cells), table.flat_columns, strict=True):
            if any(is_blank(part) for part in _parts(cell_of(cell))):
                name = cell_of(row.name).value
                at = f'"{plain_text(name if not isinstance(name, Limits) else "")}", "{plain_text(column.header)}"'
                raise ValueError(f'table "{table.id}": a cell is empty ({at}); write \u2013 with a note.')


def _parts(cell: Cell) -> Iterator[Content]:
    value = cell.value
    yield from (value.low, value.high) if isinstance(value, Limits) else (value,)


def _check_references(
    document: Document, labels: Mapping[str, Label], letters: Mapping[str, Mapping[str, str]]
) -> None:
    for _, content in reading_order(document):
        for inline in walk(content):
            if isinstance(inline, CrossRef):
                if not inline.targets:
                    raise ValueError("a cross-reference needs at least one id.")
                for target in inline.targets:
                    if target not in labels:
                        raise ValueError(f'a cross-reference leads to "{target}", which has no number here.')
            elif isinstance(inline, MarkRef) and inline.note not in letters.get(inline.table, {}):
                raise ValueError(f'there is no lettered note "{inline.note}" in a table "{inline.table}".')


def _check_reached(document: Document, labels: Mapping[str, Label]) -> None:
    """Refuse a table or figure that nothing outside it names, and works without a list of them."""
    reached: set[str] = set()
    cites = False
    for inside, content in reading_order(document):
        for inline in walk(content):
            cites = cites or isinstance(inline, Cite)
            if isinstance(inline, CrossRef):
                reached |= {target for target in inline.targets if target != inside}
    for identity, label in labels.items():
        if label.kind in ("Table", "Figure") and identity not in reached:
            raise ValueError(f'{label} ("{identity}") is never referred to; name it in the text.')
    if any(isinstance(block, Bibliography) for block in blocks_of(document)) != cites:
        raise ValueError("a document that cites works needs a Bibliography block, and one that cites none has none.")
