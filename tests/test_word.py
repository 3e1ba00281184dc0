"""The Word file holds the whole document as Word's own headings, tables, captions and pictures."""

from __future__ import annotations

import dataclasses
import io
import re
import sys
import zipfile
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from made_documents import FORMULA, HOSTILE, SCRIPT, SHOWN_CONTROLS, SVG, study_document

from rocstats.document.blocks import (
    Column,
    Document,
    Figure,
    Limits,
    Paragraph,
    Picture,
    Row,
    RunningHeads,
    Section,
    Table,
)
from rocstats.document.inline import CrossRef
from rocstats.document.rendering import render_bytes
from rocstats.document.word import check_writer
from rocstats.document.writing import write
from rocstats.errors import MissingExtraError, PlanError

try:
    import docx
except ImportError:
    pytest.skip("python-docx is not installed", allow_module_level=True)

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"


@cache
def word() -> bytes:
    """The document that holds every block."""
    return render_bytes(study_document(), "docx")


def part(name: str, content: bytes | None = None) -> ElementTree.Element:
    """One part of the file."""
    with zipfile.ZipFile(io.BytesIO(content or word())) as package:
        return ElementTree.fromstring(package.read(name))


def body(content: bytes | None = None) -> ElementTree.Element:
    """What stands on the pages."""
    return part("word/document.xml", content)


def said(element: ElementTree.Element) -> str:
    """The words of an element; tabs and line ends as they are."""
    words = {f"{W}tab": "\t", f"{W}br": "\n"}
    runs = (piece for run in element.iter(f"{W}r") for piece in run)
    return "".join(piece.text or "" if piece.tag == f"{W}t" else words.get(piece.tag, "") for piece in runs)


def styled(style: str) -> list[str]:
    """The words of every paragraph of a style."""
    found = []
    for paragraph in body().iter(f"{W}p"):
        name = paragraph.find(f"{W}pPr/{W}pStyle")
        if name is not None and name.get(f"{W}val") == style:
            found.append(said(paragraph))
    return found


def small(*blocks: object) -> Document:
    """A document of one section."""
    section = Section(id="one", title="One", blocks=blocks)  # type: ignore[arg-type]
    return Document(title="Small", sections=(section,), heads=RunningHeads(title="Small"))


def test_every_word_is_there() -> None:
    """Hostile names are shown as typed, control characters as their escapes, and nothing is a hole."""
    text = said(body())
    for shown in (HOSTILE, SCRIPT, FORMULA, SHOWN_CONTROLS, "10−12", "data:  <b>\\x07", "Signature", "Same data"):
        assert shown in text, shown
    assert not re.search(r"\b(None|nan|NaN)\b|-0\.0\b", text)


def test_headings_and_captions_are_those_of_word() -> None:
    """They have its styles and levels, so that Word navigates by them; numbers are written out."""
    assert styled("Heading1") == [
        "Control page",
        f"1\u2002Data of {HOSTILE}",
        "2\u2002Listing",
        "References",
        "A\u2002Output as printed",
    ]
    assert styled("Caption") == [
        f"Table 14.2.1. Accuracy of {HOSTILE}. Full analysis set.",
        "Table 14.1.1. Analysis sets.",
        "Table 16.2.1. Thresholds. All.",
    ]
    assert styled("FigureCaption") == ["Figure 14.2.1. A curve. Values: Table\u00a014.2.1", "Figure 1. Two."]
    levels = {
        style.get(f"{W}styleId"): level.get(f"{W}val")
        for style in part("word/styles.xml").iter(f"{W}style")
        if (level := style.find(f"{W}pPr/{W}outlineLvl")) is not None
    }
    assert (levels["Heading1"], levels["Heading2"]) == ("0", "1")


def test_tables_are_those_of_word() -> None:
    """Headers come again on each page, rows stay whole, no cell is empty, and every row fills the grid."""
    tables = list(body().iter(f"{W}tbl"))
    names = [table.find(f"{W}tblPr/{W}tblCaption").get(f"{W}val") for table in tables]  # type: ignore[union-attr]
    assert names == ["Table 14.2.1", "Table 14.1.1", "Table 16.2.1"]
    for table in tables:
        rows = table.findall(f"{W}tr")
        heads = [row for row in rows if row.find(f"{W}trPr/{W}tblHeader") is not None]
        assert rows[: len(heads)] == heads != []
        width = len(table.findall(f"{W}tblGrid/{W}gridCol"))
        for row in rows:
            assert row.find(f"{W}trPr/{W}cantSplit") is not None
            spans = [cell.find(f"{W}tcPr/{W}gridSpan") for cell in row.findall(f"{W}tc")]
            assert sum(1 if span is None else int(span.get(f"{W}val", "")) for span in spans) == width
            for cell in row.findall(f"{W}tc"):
                merge = cell.find(f"{W}tcPr/{W}vMerge")
                assert said(cell).strip() or (merge is not None and merge.get(f"{W}val") == "continue")


def test_an_interval_is_one_cell() -> None:
    """Low and high stand in one cell, padded so that the limits align."""
    rows = (Row("a", (Limits("9.5", "10.25"),)), Row("b", (Limits("0.125", "1"),)))
    table = Table(
        id="t", caption="T", columns=(Column("Row", "text"), Column("CI", "interval", aligned=True)), rows=rows
    )
    cells = [said(cell) for cell in body(render_bytes(small(Paragraph(CrossRef("t")), table), "docx")).iter(f"{W}tc")]
    assert cells == [
        "Row",
        "CI",
        "a",
        "9.5\u2007\u2007 to 10.25\u2007",
        "b",
        "0.125 to \u20071\u2008\u2007\u2007\u2007",
    ]


def test_references_lead_to_places() -> None:
    """Every inner link has its bookmark, bookmarks are unique, and every page number asks for one that is there."""
    document = body()
    names = [mark.get(f"{W}name") for mark in document.iter(f"{W}bookmarkStart")]
    numbers = [mark.get(f"{W}id") for mark in document.iter(f"{W}bookmarkStart")]
    assert len(set(names)) == len(names) == len(set(numbers))
    assert sorted(numbers, key=str) == sorted(
        (mark.get(f"{W}id") for mark in document.iter(f"{W}bookmarkEnd")), key=str
    )
    anchors = {link.get(f"{W}anchor") for link in document.iter(f"{W}hyperlink")} - {None}
    fields = [field.text or "" for field in document.iter(f"{W}instrText")]
    pages = {found[1] for field in fields if (found := re.fullmatch(r" PAGEREF (\w+) \\h ", field))}
    assert {"t14_2_1", "f1", "s5", "r1"} <= anchors <= set(names)
    assert {"s1", "t16_2_1", "f14_2_1"} <= pages <= set(names)


def test_pictures_say_what_is_seen() -> None:
    """Each has its words, a number of its own, no name of a file, and 300 dots per inch."""
    document = body()
    about = [one.attrib for one in document.iter(f"{DRAWING}docPr")]
    assert [one["descr"] for one in about] == [f"A curve of {HOSTILE}, area 0.731.", "One.", "Two."]
    assert len({one["id"] for one in about}) == 3
    assert b".png" not in ElementTree.tostring(document)
    with zipfile.ZipFile(io.BytesIO(word())) as package:
        pictures = [name for name in package.namelist() if name.startswith("word/media")]
        # The three drawings are one, so one picture is kept: 120 by 60 points are 500 by 250 dots.
        assert len(pictures) == 1
        assert package.read(pictures[0])[16:24] == (500).to_bytes(4, "big") + (250).to_bytes(4, "big")


def test_pages_are_a4_and_turned_for_wide_tables() -> None:
    """Portrait, landscape, portrait; heads from the second page on, and page x of y at every foot."""
    sections = list(body().iter(f"{W}sectPr"))
    sizes = [(size.get(f"{W}w"), size.get(f"{W}h")) for one in sections if (size := one.find(f"{W}pgSz")) is not None]
    assert sizes == [("11906", "16838"), ("16838", "11906"), ("11906", "16838")]
    assert [one.find(f"{W}titlePg") is not None for one in sections] == [True, False, False]
    with zipfile.ZipFile(io.BytesIO(word())) as package:
        feet = [part(name) for name in package.namelist() if re.fullmatch(r"word/footer\d+\.xml", name)]
        heads = [said(part(name)) for name in package.namelist() if re.fullmatch(r"word/header\d+\.xml", name)]
    assert len(feet) == 4
    for foot in feet:
        assert said(foot) == "rocstats 0.1.0\tPage 1 of 1"
        assert [field.text for field in foot.iter(f"{W}instrText")] == [" PAGE ", " NUMPAGES "]
    assert sorted(heads) == ["", *['Heads "and" </style> tails\\\tstudy.csv'] * 3]


def test_the_file_says_nothing_of_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times are fixed, entries are in order, and no thumbnail or foreign program is named."""
    with zipfile.ZipFile(io.BytesIO(word())) as package:
        names = package.namelist()
        assert names == sorted(names)
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert "docProps/thumbnail.jpeg" not in names
        assert b"thumbnail" not in package.read("_rels/.rels")
        core = package.read("docProps/core.xml").decode()
    assert core.count("1980-01-01T00:00:00Z") == 2
    assert "python-docx" not in core
    assert b"<Application>rocstats</Application>" in word()[:16384]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    later = render_bytes(small(Paragraph("x")), "docx")
    with zipfile.ZipFile(io.BytesIO(later)) as package:
        assert {entry.date_time for entry in package.infolist()} == {(2023, 11, 14, 22, 13, 20)}
        assert "2023-11-14T22:13:20Z" in package.read("docProps/core.xml").decode()


def test_python_docx_reads_it_again() -> None:
    """The package is whole: another reader finds the same title, tables and paragraphs."""
    read = docx.Document(io.BytesIO(word()))
    assert read.core_properties.title.startswith("Accuracy of CA 19-9")
    assert read.core_properties.language == "en-GB"
    assert len(read.tables) == 3
    assert any(paragraph.text == "After the listing." for paragraph in read.paragraphs)


def test_a_compact_document_puts_two_figures_beside_each_other() -> None:
    """They stand in one row of places without rules, and contents are left out."""
    figures = [Figure(id=f"f-{i}", pictures=(Picture(SVG, "A line."),), caption="A line") for i in range(2)]
    document = dataclasses.replace(
        small(Paragraph(CrossRef("f-0", "f-1")), *figures, Paragraph("After.")), compact=True
    )
    page = body(render_bytes(document, "docx"))
    (table,) = page.iter(f"{W}tbl")
    assert [said(cell) for cell in table.iter(f"{W}tc")] == ["Figure 1. A line.", "Figure 2. A line."]
    assert said(page).endswith("After.")
    assert "Contents" not in said(page)


def test_a_report_is_written_and_written_again(tmp_path: Path) -> None:
    """The file bears the sign by which it may be replaced; a foreign one stays."""
    path = tmp_path / "r.docx"
    assert write(small(Paragraph("x")), path) == [path]
    first = path.read_bytes()
    write(small(Paragraph("x")), path)
    assert path.read_bytes() == first
    docx.Document().save(str(tmp_path / "mine.docx"))
    with pytest.raises(PlanError, match="was not written by rocstats"):
        write(small(Paragraph("x")), tmp_path / "mine.docx")


def test_what_is_missing_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The package is named, before anything is computed."""
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(
        MissingExtraError, match=r'^Writing for Word needs python-docx: pip install "rocstats\[docx\]"\.$'
    ):
        check_writer()
    with pytest.raises(MissingExtraError):
        write(small(Paragraph("x")), tmp_path / "r.docx")
