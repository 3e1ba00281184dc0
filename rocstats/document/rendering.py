"""Rendering: a document written as a page of HTML or Markdown, as PDF or for Word.

HTML is one file without scripts that needs nothing else. Markdown refers to its drawings, which ``figures_of`` gives.
PDF and Word need the extras of their names. The same document gives the same bytes.
"""

from __future__ import annotations

from typing import Literal, get_args

from rocstats.document.blocks import Document, Figure
from rocstats.document.html_page import html_page
from rocstats.document.markdown import picture_names
from rocstats.document.markdown_page import markdown_page
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_one_of, need_text

Format = Literal["html", "md"]
AnyFormat = Literal["html", "md", "pdf", "docx"]


def render(document: Document, format: Format, *, files: str = "report_files") -> str:
    """Write a document as HTML or Markdown.

    Parameters
    ----------
    document
        What to write. It is assembled first: numbers are given and references are checked.
    format
        ``"html"`` or ``"md"``.
    files
        Name of the folder that a Markdown page finds its drawings in; not used by HTML.

    Returns
    -------
    The page, with ``\\n`` at the end of each line.

    Raises
    ------
    TypeError
        It is no document.
    MethodError
        The format is another.
    ValueError
        The document refers to what is not in it, or holds what is empty: a fault of whoever built it.

    Examples
    --------
    >>> from rocstats import Plan, PlannedTest, Study, analyse, compose
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0, 0], "A": [3, 5, 2, 1, 2, 4, 1]})
    >>> study = Study(frame, truth="ill", tests=["A"])
    >>> plan = Plan(truth="ill", tests=(PlannedTest(name="A"),))
    >>> render(compose(analyse(study, plan)), "md").splitlines()[0]
    '# Diagnostic accuracy of A for ill “1”'
    """
    need_text(files, "files")
    if not is_one_of(format, get_args(Format)):
        raise MethodError(f'a document is rendered as "html" or "md", not {shown(format)}.')
    return html_page(document) if format == "html" else markdown_page(document, files)


def render_bytes(document: Document, format: AnyFormat, *, files: str = "report_files") -> bytes:
    """Write a document in any format, as the bytes of its file.

    Parameters
    ----------
    document
        What to write. It is assembled first: numbers are given and references are checked.
    format
        ``"html"``, ``"md"``, ``"pdf"`` (A4, drawings as vectors) or ``"docx"`` (A4, drawings at 300 dots per inch).
    files
        Name of the folder that a Markdown page finds its drawings in; not used by the others.

    Returns
    -------
    The file. The same document gives the same bytes.

    Raises
    ------
    TypeError
        It is no document.
    MethodError
        The format is another.
    ValueError
        The document refers to what is not in it, or holds what is empty: a fault of whoever built it.
    MissingExtraError
        The package that writes this format, or a library that it needs, is not installed.

    Examples
    --------
    >>> from rocstats import Plan, PlannedTest, Study, analyse, compose
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0, 0], "A": [3, 5, 2, 1, 2, 4, 1]})
    >>> study = Study(frame, truth="ill", tests=["A"])
    >>> plan = Plan(truth="ill", tests=(PlannedTest(name="A"),))
    >>> render_bytes(compose(analyse(study, plan)), "md").decode().splitlines()[0]
    '# Diagnostic accuracy of A for ill “1”'
    """
    if not is_one_of(format, get_args(AnyFormat)):
        raise MethodError(f'a document is rendered as "html", "md", "pdf" or "docx", not {shown(format)}.')
    if format == "pdf":
        from rocstats.document.pdf import render_pdf

        return render_pdf(document)
    if format == "docx":
        from rocstats.document.word import render_word

        return render_word(document)
    return render(document, format, files=files).encode("utf-8")


def get_ready(format: AnyFormat) -> None:
    """Load what writes a format, so that a document need not wait for it; raises as ``render_bytes`` does."""
    if format == "pdf":
        from rocstats.document.pdf import check_printer

        check_printer()
    elif format == "docx":
        from rocstats.document.word import check_writer

        check_writer()


def figures_of(document: Document) -> dict[str, str]:
    """Give the drawings that stand beside a Markdown page: file name to SVG text."""
    figures = (block for section in document.sections for block in section.blocks if isinstance(block, Figure))
    return {
        name: picture.svg
        for figure in figures
        for name, picture in zip(picture_names(figure), figure.pictures, strict=True)
    }
