"""Writing a document to a file, whole or not at all.

The page is made beside its place and then put there in one step, so a failure leaves what was there before. A file
that rocstats did not write is never replaced.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from rocstats.disk import speaking_of_files
from rocstats.document.blocks import Document
from rocstats.document.pdf import SIGN as PDF_SIGN
from rocstats.document.pdf import check_printer
from rocstats.document.places import beside, check_free
from rocstats.document.rendering import AnyFormat, figures_of, render_bytes
from rocstats.document.word import SIGN as WORD_SIGN
from rocstats.document.word import check_writer
from rocstats.errors import PlanError
from rocstats.formatting import printable
from rocstats.given import checked_path

_SUFFIXES: dict[str, AnyFormat] = {".html": "html", ".htm": "html", ".md": "md", ".pdf": "pdf", ".docx": "docx"}
_SIGNS: dict[AnyFormat, bytes] = {
    "html": b'<meta name="generator" content="rocstats',
    "md": b"<!-- Written by rocstats.",
    "pdf": PDF_SIGN,
    "docx": WORD_SIGN,
}


@speaking_of_files
def write(document: Document, path: str | Path) -> list[Path]:
    """Write a document as its file name says.

    ``.html`` or ``.htm`` is one file, ``.md`` has a folder of drawings beside it; ``.pdf`` and ``.docx`` need extras.

    Parameters
    ----------
    document
        What to write.
    path
        The file. Its folder must exist. A report that rocstats wrote there before is replaced; any other file is not.
        The drawings of ``report.md`` go into ``report_files``.

    Returns
    -------
    The files written, the page first.

    Raises
    ------
    PlanError
        The suffix is another, the folder does not exist, or something else is in the way.
    MissingExtraError
        The package that writes ``.pdf`` or ``.docx`` is not installed.

    Examples
    --------
    >>> from rocstats import Plan, PlannedTest, Study, analyse, compose
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0, 0], "A": [3, 5, 2, 1, 2, 4, 1]})
    >>> study = Study(frame, truth="ill", tests=["A"])
    >>> plan = Plan(truth="ill", tests=(PlannedTest(name="A"),))
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [page.name for page in write(compose(analyse(study, plan)), Path(folder, "report.html"))]
    ['report.html']
    """
    path = checked_path(path, PlanError)
    format = check_place(path)
    folder = path.with_name(f"{path.stem}_files")
    page = render_bytes(document, format, files=folder.name)
    figures = figures_of(document) if format == "md" else {}
    if not figures:
        with beside(path) as draft:
            draft.write_bytes(page)
            os.replace(draft, path)
        return [path]
    _check_folder(folder, ours=path.exists())
    with beside(path) as draft, beside(folder) as draft_folder, beside(folder, "old") as old:
        draft.write_bytes(page)
        draft_folder.mkdir()
        for name, svg in figures.items():
            (draft_folder / name).write_bytes(svg.encode("utf-8"))
        _swap(draft_folder, folder, old)
        try:
            os.replace(draft, path)
        except OSError:
            _swap_back(folder, old)
            raise
    return [path, *(folder / name for name in figures)]


def format_of(path: Path) -> AnyFormat:
    """Say which format a file name asks for."""
    try:
        return _SUFFIXES[path.suffix.lower()]
    except KeyError:
        raise PlanError(
            f"a report is written as .html or .md, and with extras as .pdf or .docx; "
            f'"{printable(path.name)}" ends in none of them. Name it {printable(path.stem) or "report"}.html.'
        ) from None


def check_place(path: Path) -> AnyFormat:
    """Refuse a place where a report cannot stand, and a format whose package is missing; return the format.

    This can be asked before anything is computed.
    """
    format = format_of(path)
    check_free(path, "report", _SIGNS[format], at_end=format in ("md", "pdf"))
    if format == "pdf":
        check_printer()
    if format == "docx":
        check_writer()
    return format


def _check_folder(folder: Path, *, ours: bool) -> None:
    if folder.is_file():
        raise PlanError(f'"{folder}" is a file, but the drawings need a folder of this name. Choose another name.')
    held = sorted(folder.iterdir()) if folder.is_dir() else []
    strangers = [file.name for file in held if not ours or file.suffix != ".svg" or not file.is_file()]
    if strangers:
        raise PlanError(
            f'the folder "{folder}" holds {strangers[0]}, which is not of a report that rocstats wrote there. '
            "Choose another name."
        )


def _swap(new: Path, place: Path, old: Path) -> None:
    if place.exists():
        os.replace(place, old)
    try:
        os.replace(new, place)
    except OSError:
        if old.exists():
            os.replace(old, place)
        raise


def _swap_back(place: Path, old: Path) -> None:
    shutil.rmtree(place)
    if old.exists():
        os.replace(old, place)
