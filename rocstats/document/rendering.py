"""Rendering: an assembled document put on a page by the templates.

HTML is one file without scripts that needs nothing else. Markdown refers to its drawings, which ``figures_of`` gives.
The same document gives the same bytes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from rocstats.document.assembly import assemble
from rocstats.document.blocks import Document, Figure, Section
from rocstats.document.html import HtmlWords, title_of
from rocstats.document.inline import visible
from rocstats.document.markdown import MarkdownWords, Md, picture_names

if TYPE_CHECKING:
    from jinja2 import Environment

Format = Literal["html", "md"]
_PACKAGE = Path(__file__).resolve().parent.parent
_LANGUAGE = "en"
GENERATOR = "rocstats"


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
    ValueError
        The format is another, or the document refers to what is not in it, or holds what is empty.

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
    if format == "html":
        return _html(document)
    if format == "md":
        return _markdown(document, files)
    raise ValueError(f'a document is rendered as "html" or "md", not {format!r}.')


def figures_of(document: Document) -> dict[str, str]:
    """Give the drawings that stand beside a Markdown page: file name to SVG text."""
    figures = (block for section in document.sections for block in section.blocks if isinstance(block, Figure))
    return {
        name: picture.svg
        for figure in figures
        for name, picture in zip(picture_names(figure), figure.pictures, strict=True)
    }


def _html(document: Document) -> str:
    assembled = assemble(document)
    words = HtmlWords(assembled)
    environment = _environment(autoescape=True)
    environment.filters |= {"words": words.content, "text": words.text, "printed": words.printed, "label": title_of}
    environment.filters |= {"table": words.table, "figure": words.figure, "css_string": css_string}
    return environment.get_template("report.html.j2").render(
        document=document,
        contents=[
            (section, _number(section, assembled.labels), f"s{i}") for i, section in enumerate(document.sections, 1)
        ],
        references=[(number, document.bibliography[key]) for key, number in assembled.citations.items()],
        generator=GENERATOR,
        language=_LANGUAGE,
    )


def _markdown(document: Document, files: str) -> str:
    assembled = assemble(document)
    words = MarkdownWords(assembled, files)
    environment = _environment(autoescape=False)
    environment.finalize = _markdown_only
    environment.filters |= {"words": words.content, "heading": words.inside, "cell": words.cell, "bold": words.strong}
    environment.filters |= {"inside": words.inside, "label": words.label, "printed": words.printed}
    environment.filters |= {"table": words.table, "notes": words.notes, "pictures": words.pictures}
    page = environment.get_template("report.md.j2").render(
        document=document,
        contents=[(section, Md(_number(section, assembled.labels))) for section in document.sections],
        references=[(number, document.bibliography[key]) for key, number in assembled.citations.items()],
        generator=Md(GENERATOR),
    )
    return re.sub(r"\n{3,}", "\n\n", page).strip("\n") + "\n"


def _environment(*, autoescape: bool) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        # Installed, the templates lie inside the package; in a checkout, beside it.
        loader=FileSystemLoader([_PACKAGE / "templates", _PACKAGE.parent / "templates"]),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.do"],
    )


def _markdown_only(value: Any) -> Any:
    """Let nothing into a Markdown page that was not made for it."""
    if isinstance(value, Md | int):
        return value
    raise TypeError(f"a Markdown template printed {value!r}, which was never escaped; pass it through a filter.")


def _number(section: Section, labels: Any) -> str:
    return labels[section.id].number if section.id in labels else ""


def css_string(text: str) -> Markup:
    r"""Write text as a string of a style sheet; all but letters and digits become codes.

    Examples
    --------
    >>> print(css_string('a"</style>'))
    "a\000022\00003c\00002fstyle\00003e"
    """
    codes = (c if c.isascii() and c.isalnum() else f"\\{ord(c):06x}" for c in visible(text))
    return Markup(f'"{"".join(codes)}"')
