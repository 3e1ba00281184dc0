"""One HTML page of a document: a file without scripts that needs nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial

from rocstats.document.assembly import Assembled, assemble
from rocstats.document.blocks import Document, Section
from rocstats.document.html import HtmlWords, rows_of, title_of
from rocstats.document.html_tables import HtmlTables, is_all_on_its_side
from rocstats.document.templating import GENERATOR, LANGUAGE, css_string, templates

_ID = re.compile(r'\sid="([^"]*)"')


def html_page(document: Document) -> str:
    """Write a document as HTML."""
    return page_of(assemble(document))


def page_of(assembled: Assembled, *, paged: bool = False, faces: Sequence[object] = ()) -> str:
    """Write an assembled document as HTML; ``paged`` for the printer, with faces of its own and drawings apart."""
    document = assembled.document
    words = HtmlWords(assembled, for_printer=paged)
    environment = templates(autoescape=True)
    environment.filters |= {"words": words.content, "text": words.text, "printed": words.printed, "label": title_of}
    environment.filters |= {"table": HtmlTables(words).table, "figure": words.figure, "listed": words.listed}
    environment.filters |= {"css_string": css_string, "rows": partial(rows_of, document=document)}
    environment.filters |= {"print_class": partial(_print_class, document=document)}
    page = environment.get_template("report.html.j2").render(
        document=document,
        contents=_contents(assembled),
        references=[(number, document.bibliography[key]) for key, number in assembled.citations.items()],
        generator=GENERATOR,
        language=LANGUAGE,
        paged=paged,
        faces=faces,
    )
    _check_ids(page)
    return page


def _contents(assembled: Assembled) -> list[tuple[object, str, str]]:
    """Give each section with its number and its anchor."""
    sections = assembled.document.sections
    labels = assembled.labels
    return [(one, labels[one.id].number if one.id in labels else "", f"s{i}") for i, one in enumerate(sections, 1)]


def _print_class(section: Section, document: Document) -> str:
    """Say how a section lies on paper."""
    words = ("new-page" if section.new_page else "", "landscape" if is_all_on_its_side(section, document) else "")
    return " ".join(filter(None, words))


def _check_ids(page: str) -> None:
    """Refuse a page on which one id stands twice: a link to it would lead to either."""
    twice = [name for name, count in Counter(_ID.findall(page)).items() if count > 1]
    if twice:
        raise ValueError(f'the id "{twice[0]}" stands twice on the page.')
