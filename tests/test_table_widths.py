"""Widths of columns from the lengths of their texts."""

from __future__ import annotations

from rocstats.document.blocks import Cell, Column, Limits, Row, Table
from rocstats.document.table_widths import ems, fits_upright, needs, shared


def table(rows: tuple[Row, ...], *columns: Column) -> Table:
    """A table of given rows and columns."""
    return Table(id="t", caption="T", columns=columns, rows=rows)


def test_numbers_and_names_of_rows_never_break() -> None:
    """What a number needs least is all of it, padded limits too; sentences need their longest word."""
    made = table(
        (
            Row("Assay A", ("123/456 (78.9)", Limits("9.5", "10.25"), "The laboratory did not know the findings.")),
            Row("B", ("1/2 (50.0)", Limits("0.125", "1"), "\u2013")),
        ),
        Column("Test", "text"),
        Column("n/N"),
        Column("CI", "interval", aligned=True),
        Column("What readers knew", "text"),
    )
    name, number, interval, sentence = needs(made)
    assert name.least >= ems("Assay A")
    assert number.least >= ems("123/456 (78.9)")
    assert interval.least >= ems("0.125 to 10.25") > ems("9.5 to 10.25")
    assert ems("laboratory") <= sentence.least < sentence.most


def test_room_is_shared_whole() -> None:
    """Widths add up to the room, however little or much it is, and none is below its least while there is enough."""
    wanted = needs(
        table(
            (Row("One name of a row that is long", ("1.0", Cell("a sentence with several words in it", strong=True))),),
            Column("Row", "text"),
            Column("Number"),
            Column("Text", "text"),
        )
    )
    least = sum(need.least for need in wanted)
    for room in (5.0, least, least + 3, 200.0):
        widths = shared(wanted, room)
        assert abs(sum(widths) - room) < 1e-9
        assert room < least or all(width >= need.least - 1e-9 for width, need in zip(widths, wanted, strict=True))


def test_a_page_is_turned_only_for_what_does_not_fit() -> None:
    """Twelve narrow columns fit on an upright page, eight columns of long numbers do not."""
    narrow = table((Row("1", ("12.3",) * 11),), Column("Row", "text"), *(Column(f"C{i}") for i in range(11)))
    broad = table((Row("1", ("123456789012",) * 8),), Column("Row", "text"), *(Column(f"C{i}") for i in range(8)))
    assert fits_upright(narrow, small=True)
    assert not fits_upright(broad, small=True)
