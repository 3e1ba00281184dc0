"""A document as PDF: A4, tagged for screen readers, its drawings as vectors.

The printer is WeasyPrint. It is given the HTML page with three families of DejaVu, which matplotlib brings along, and
nothing else: no address is ever looked up. The same document gives the same bytes.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocstats.document.assembly import assemble
from rocstats.document.blocks import Document
from rocstats.document.drawn_text import with_text
from rocstats.document.html import drawings_of
from rocstats.document.html_page import page_of
from rocstats.errors import MissingExtraError

if TYPE_CHECKING:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

# A remark in the file, by which a report is known that may be written again.
SIGN = b"% Written by rocstats."
_SCHEME = "face:"
_FAMILIES = {"Report Serif": "DejaVuSerif", "Report Sans": "DejaVuSans", "Report Mono": "DejaVuSansMono"}
_OF_DRAWINGS = "Report Sans"
_SPACE_BEFORE = re.compile(r"(?<=[^\s>]) (?=<[a-z])")
_SLANTED = {"DejaVuSerif": "Italic", "DejaVuSans": "Oblique", "DejaVuSansMono": "Oblique"}


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a family, as a style sheet names it."""

    family: str
    weight: int
    style: str
    url: str


def render_pdf(document: Document) -> bytes:
    """Write a document as PDF (PDF/UA-1); it needs the extra ``pdf``.

    Parameters
    ----------
    document
        What to write. It is assembled first: numbers are given and references are checked.

    Returns
    -------
    The file. A sign of a script that DejaVu does not have is taken from a face of the machine, and a square stands for
    it where there is none; without such signs the bytes are the same on each machine with the same WeasyPrint.

    Raises
    ------
    ValueError
        The document refers to what is not in it, or holds what is empty.
    MissingExtraError
        WeasyPrint or a library that it needs is not installed.
    """
    printer = check_printer()
    assembled = assemble(document)
    page, drawings = _spaces_apart(page_of(assembled, paged=True, faces=_faces())), drawings_of(assembled)
    held = hashlib.sha256("\0".join((page, *drawings.values())).encode("utf-8"))
    with _listening() as faults:
        pdf: bytes = printer.HTML(string=page, url_fetcher=_fetcher(drawings)).write_pdf(
            pdf_variant="pdf/ua-1", pdf_identifier=held.digest()[:16]
        )
    if faults:
        raise ValueError(f"the document cannot be printed whole: {faults[0]}")
    body, end = pdf.rsplit(b"startxref", 1)
    return body + SIGN + b"\nstartxref" + end


def check_printer() -> Any:
    """Give WeasyPrint, or say what is missing; this can be asked before anything is computed."""
    try:
        import weasyprint
    except ImportError:
        raise MissingExtraError('Writing PDF needs WeasyPrint: pip install "rocstats[pdf]".') from None
    except OSError as error:
        reason = str(error).splitlines()[0] if str(error) else "no reason given"
        raise MissingExtraError(
            f"Writing PDF needs the library Pango, which WeasyPrint does not find on this machine ({reason}); "
            "install Pango, or write the report as .html and print it from a browser."
        ) from None
    return weasyprint


def _spaces_apart(page: str) -> str:
    """Give a space before an inline element a box of its own.

    WeasyPrint breaks a line after its first word where the text before the element fits and the space after it does
    not.
    """
    return _SPACE_BEFORE.sub("<span> </span>", page)


@contextmanager
def _listening() -> Iterator[list[str]]:
    """Collect what WeasyPrint could not do: it says so in its log and leaves a hole on the page."""
    faults: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            faults.append(record.getMessage())

    ear = Ear(logging.ERROR)
    log = logging.getLogger("weasyprint")
    log.addHandler(ear)
    try:
        yield faults
    finally:
        log.removeHandler(ear)


@cache
def _faces() -> tuple[Face, ...]:
    return tuple(
        Face(family, weight, style, f"{_SCHEME}{_file(name, bold=weight > 400, slanted=style == 'italic')}")
        for family, name in _FAMILIES.items()
        for weight in (400, 700)
        for style in ("normal", "italic")
    )


def _file(name: str, *, bold: bool, slanted: bool) -> str:
    which = ("Bold" if bold else "") + (_SLANTED[name] if slanted else "")
    return f"{name}-{which}.ttf" if which else f"{name}.ttf"


def _fetcher(drawings: Mapping[str, str]) -> URLFetcher:
    """Give WeasyPrint something to fetch with that knows no other place."""
    from weasyprint.urls import URLFetcher

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
            return _fetch(drawings, url)

    return Fetcher()


def _fetch(drawings: Mapping[str, str], url: str) -> URLFetcherResponse:
    """Give a drawing of the document or one of our faces; nothing else is ever fetched."""
    import matplotlib
    from weasyprint.urls import URLFetcherResponse

    if url in drawings:
        svg = with_text(drawings[url], _OF_DRAWINGS)
        return URLFetcherResponse(url, svg.encode("utf-8"), {"Content-Type": "image/svg+xml"})
    if url not in {face.url for face in _faces()}:
        raise ValueError(f"a document needs nothing from elsewhere, and is not given {url[:80]}.")
    file = Path(matplotlib.get_data_path(), "fonts", "ttf", url.removeprefix(_SCHEME))
    return URLFetcherResponse(url, file.read_bytes(), {"Content-Type": "font/ttf"})
