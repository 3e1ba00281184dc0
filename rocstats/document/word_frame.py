"""The pages of a Word file: their size, their margins, what stands at the top and the foot of each."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from docx.document import Document as WordFile
from docx.enum.section import WD_ORIENT
from docx.enum.text import WD_TAB_ALIGNMENT
from docx.oxml.ns import qn
from docx.shared import Mm

from rocstats.document.blocks import RunningHeads
from rocstats.document.inline import visible
from rocstats.document.word_words import page_field, run

_LONG, _SHORT = 297.0, 210.0


def margins(*, compact: bool) -> tuple[float, float, float]:
    """Give the margins in millimetres: top, sides, bottom."""
    return (16.0, 14.0, 15.0) if compact else (23.0, 19.0, 21.0)


def text_width(*, compact: bool, on_side: bool = False) -> float:
    """Give the width of the text in millimetres.

    Examples
    --------
    >>> text_width(compact=False), text_width(compact=False, on_side=True)
    (172.0, 259.0)
    """
    return (_LONG if on_side else _SHORT) - 2 * margins(compact=compact)[1]


def set_pages(file: WordFile, heads: RunningHeads, *, compact: bool, on_side: bool = False) -> None:
    """Lay out the last pages of a file; those of the whole file if nothing was turned yet."""
    pages = file.sections[-1]
    top, side, bottom = margins(compact=compact)
    width, height = (_LONG, _SHORT) if on_side else (_SHORT, _LONG)
    pages.orientation = WD_ORIENT.LANDSCAPE if on_side else WD_ORIENT.PORTRAIT
    pages.page_width, pages.page_height = Mm(width), Mm(height)
    pages.top_margin, pages.bottom_margin = Mm(top), Mm(bottom)
    pages.left_margin = pages.right_margin = Mm(side)
    pages.header_distance = pages.footer_distance = Mm(10)
    first = len(file.sections) == 1
    pages.different_first_page_header_footer = first
    right = text_width(compact=compact, on_side=on_side)
    _head(pages.header, heads, right)
    _foot(pages.footer, heads, right)
    if first:
        pages.first_page_header.is_linked_to_previous = False
        _foot(pages.first_page_footer, heads, right)


def turn_pages(file: WordFile, heads: RunningHeads, *, on_side: bool) -> None:
    """End the pages here and go on with pages that lie the other way."""
    body: Any = file.element.body
    last = body[-2] if len(body) > 1 else None
    if last is None or last.tag != qn("w:p"):
        last = file.add_paragraph(style="Table Note")._p
    last.get_or_add_pPr().append(deepcopy(body.sectPr))
    sentinel = body.sectPr
    for child in list(sentinel):
        if child.tag in (qn("w:headerReference"), qn("w:footerReference"), qn("w:titlePg")):
            sentinel.remove(child)
    set_pages(file, heads, compact=False, on_side=on_side)


def _head(part: Any, heads: RunningHeads, right: float) -> None:
    paragraph = _cleared(part, right)
    paragraph.append(run(visible(heads.title) + ("\t" + visible(heads.source) if heads.source else "")))


def _foot(part: Any, heads: RunningHeads, right: float) -> None:
    paragraph = _cleared(part, right)
    paragraph.append(run(f"{visible(heads.foot)}\tPage "))
    paragraph.extend(page_field("PAGE", "1"))
    paragraph.append(run(" of "))
    paragraph.extend(page_field("NUMPAGES", "1"))


def _cleared(part: Any, right: float) -> Any:
    """Give the paragraph of a head or foot, with one stop at the right margin."""
    part.is_linked_to_previous = False
    paragraph = part.paragraphs[0]
    paragraph.paragraph_format.tab_stops.add_tab_stop(Mm(right), WD_TAB_ALIGNMENT.RIGHT)
    return paragraph._p
