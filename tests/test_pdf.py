"""The PDF holds the whole document, the faces that it needs, and nothing of the machine that made it."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from made_documents import FORMULA, HOSTILE, SCRIPT, SHOWN_CONTROLS, SVG, study_document

from rocstats.document.blocks import Column, Document, Figure, Paragraph, Picture, Row, RunningHeads, Section, Table
from rocstats.document.inline import Code, CrossRef
from rocstats.document.rendering import render_bytes
from rocstats.document.writing import write
from rocstats.errors import MissingExtraError, PlanError

try:
    import weasyprint  # noqa: F401
except (ImportError, OSError):
    pytest.skip("WeasyPrint or Pango is not installed", allow_module_level=True)

from rocstats.document.pdf import _fetch, check_printer

needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")


@cache
def pdf() -> bytes:
    """The document that holds every block."""
    return render_bytes(study_document(), "pdf")


def told(tool: str, *options: str, content: bytes) -> str:
    """What a tool of poppler says of a file."""
    done = subprocess.run(
        [tool, *options, "-", *(["-"] if tool == "pdftotext" else [])], input=content, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def small(*blocks: object, **changes: object) -> Document:
    """A document of one section."""
    section = Section(id="one", title="One", blocks=blocks)  # type: ignore[arg-type]
    whole = Document(title="Small", sections=(section,), heads=RunningHeads(title="Small"))
    return dataclasses.replace(whole, **changes)


@needs_poppler
def test_every_word_is_there() -> None:
    """Titles, tables, lists, notes, printed output and hostile names are shown as typed."""
    text = told("pdftotext", "-layout", content=pdf())
    words = " ".join(text.split())
    for shown in (
        HOSTILE,
        SCRIPT,
        FORMULA,
        SHOWN_CONTROLS,
        "Table 14.2.1",
        "Figure 14.2.1",
        "Table 16.2.1",
        "48.1 to 76.4",
    ):
        assert shown in words, shown
    for shown in (
        "Signature",
        "A. Statistician",
        "See Table 14.2.1, Figures 14.2.1, 1,",
        "analyses acc.t1.*",
        "Page 1 of",
    ):
        assert shown in words, shown
    assert not re.search(r"\b(None|nan|NaN)\b|-0\.0\b", words)


@needs_poppler
def test_lists_say_on_which_page() -> None:
    """The contents and the lists of tables and figures end with the number of a page."""
    text = told("pdftotext", "-layout", content=pdf())
    assert re.search(r"Data of CA 19-9 <37 \| \"A&B\"\s+3\n", text)
    assert re.search(r"Table 16\.2\.1\s+Thresholds\s+\d\n", text)
    pages = text.split("\f")
    place = re.search(r"Table 16\.2\.1\s+Thresholds\s+(\d)\n", text)
    assert place
    assert "Table 16.2.1. Thresholds." in pages[int(place[1]) - 1]


@needs_poppler
def test_the_file_names_itself_and_brings_its_faces() -> None:
    """Title, tags and language are those of the document; every face is embedded; nothing runs."""
    about = told("pdfinfo", "-f", "1", "-l", "9", content=pdf())
    assert re.search(r'Title: +Accuracy of CA 19-9 <37 \| "A&B"', about)
    assert re.search(r"Creator: +rocstats\n", about)
    assert re.search(r"Tagged: +yes", about)
    assert re.search(r"JavaScript: +no", about)
    assert "Date" not in about
    faces = told("pdffonts", content=pdf()).splitlines()[2:]
    assert faces
    assert all(re.match(r"[A-Z]{6}\+Report-(Sans|Serif|Mono)", face) and " yes yes yes " in face for face in faces)


@needs_poppler
def test_a_table_of_many_columns_lies_on_its_side() -> None:
    """Only its pages are turned, and its header comes again on each."""
    about = told("pdfinfo", "-f", "1", "-l", "20", content=pdf())
    wide = [int(number) for number in re.findall(r"Page +(\d+) size: +841\.89 x 595", about)]
    assert len(wide) > 1
    assert wide == list(range(wide[0], wide[-1] + 1))
    pages = told("pdftotext", "-layout", content=pdf()).split("\f")
    assert sum("Threshold " in page for page in pages) == len([n for n in wide if "≥" in pages[n - 1]])
    assert "(A4)" in about


@needs_poppler
def test_a_compact_document_is_two_pages() -> None:
    """Five tables and two figures beside each other fit on two pages of A4, and contents are left out."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 345 300"><path d="M 0 0 L 345 300"/></svg>'
    tables = [
        Table(
            id=f"t-{i}",
            caption="Counts",
            columns=(Column("Row", "text"), Column("N"), Column("M")),
            rows=tuple(Row(f"row {j}", (str(j), "2")) for j in range(9)),
        )
        for i in range(5)
    ]
    figures = [Figure(id=f"f-{i}", pictures=(Picture(svg, "A line."),), caption="A line") for i in range(2)]
    see = Paragraph(CrossRef(*(block.id for block in (*tables, *figures))))
    content = render_bytes(small(see, *tables[:4], *figures, tables[4], compact=True), "pdf")
    assert re.search(r"Pages: +2\n", told("pdfinfo", content=content))
    text = told("pdftotext", "-layout", content=content)
    assert "Contents" not in text
    assert re.search(r"Figure 1\. A line\. +Figure 2\. A line\.", text)


def test_nothing_is_fetched() -> None:
    """Only the drawings and the faces that come along are given out."""
    for address in ("https://example.org/x.css", "file:///etc/passwd", "face:other.ttf", "drawing:f1p1"):
        with pytest.raises(ValueError, match="needs nothing from elsewhere"):
            _fetch({}, address)
    assert _fetch({}, "face:DejaVuSans.ttf").read()[:4] == b"\0\1\0\0"


def test_a_hole_in_the_page_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing that the printer does not get is not left out in silence."""
    monkeypatch.setattr("rocstats.document.pdf.drawings_of", lambda assembled: {})
    figure = Figure(id="f", pictures=(Picture(SVG, "A line."),), caption="A line")
    with pytest.raises(ValueError, match="cannot be printed whole: Failed to load image"):
        render_bytes(small(Paragraph(CrossRef("f")), figure), "pdf")


def test_a_report_is_written_and_written_again(tmp_path: Path) -> None:
    """The file bears the sign by which it may be replaced; a foreign one stays."""
    path = tmp_path / "r.pdf"
    assert write(small(Paragraph("x")), path) == [path]
    first = path.read_bytes()
    assert b"% Written by rocstats.\nstartxref" in first
    write(small(Paragraph("x")), path)
    assert path.read_bytes() == first
    foreign = tmp_path / "mine.pdf"
    foreign.write_bytes(b"%PDF-1.7 mine")
    with pytest.raises(PlanError, match="was not written by rocstats"):
        write(small(Paragraph("x")), foreign)


def test_what_is_missing_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The package and the library are named, before anything is computed."""
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(MissingExtraError, match=r'^Writing PDF needs WeasyPrint: pip install "rocstats\[pdf\]"\.$'):
        check_printer()
    with pytest.raises(MissingExtraError):
        write(small(Paragraph("x")), tmp_path / "r.pdf")
    (tmp_path / "weasyprint.py").write_text('raise OSError("cannot load library libpango-1.0-0\\nmore")')
    monkeypatch.delitem(sys.modules, "weasyprint")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MissingExtraError, match=r"needs the library Pango.*\(cannot load library libpango-1.0-0\);"):
        check_printer()


@needs_poppler
def test_break_no_line_after_its_first_word() -> None:
    """A text that ends at the edge of the page fills its line, whatever stands behind it."""
    rest = "estimates of the accuracy of one test among participants with and without the condition"
    begun = [f"Q{k:03d} {'i' * (k % 40)} {'.' * (k // 40)} {rest} " for k in range(160)]
    whole = small(*(Paragraph((words, Code("rocstats.accuracy_of_one_test(sample)"))) for words in begun))
    lines = told("pdftotext", "-layout", content=render_bytes(whole, "pdf")).splitlines()
    assert [line for line in lines if re.fullmatch(r"\s*Q\d{3}\s*", line)] == []
    assert sum("Q" in line for line in lines) == len(begun)
