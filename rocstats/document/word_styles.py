"""Styles of a Word file: the look of a report in the words of Word.

The faces are those that every Word has. A style is named as Word names it where Word has one, so that navigation,
tables of contents and screen readers know headings and captions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from docx.document import Document as WordFile
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement
from docx.shared import Pt, RGBColor

SERIF, SANS, MONO = "Cambria", "Arial", "Consolas"
INK, MUTED, RULE, HAIR, TINT, NAVY = "1C2229", "56606B", "8C96A1", "D5DBE1", "F4F6F8", "14375E"
_LANGUAGE = "en-GB"


@dataclass(frozen=True, slots=True)
class _Look:
    """One style: face, size in points, space before and after in points, and how it is set."""

    face: str
    size: float
    before: float = 0.0
    after: float = 0.0
    bold: bool = False
    colour: str = INK
    follows: bool = False  # keeps with what follows
    line: float = 1.0


def _looks(compact: bool) -> dict[str, _Look]:
    k = 0.71 if compact else 1.0
    air = 0.35 if compact else 1.0
    return {
        "Normal": _Look(SERIF, 10 * k, after=6 * air, line=1.0 if compact else 1.15),
        "Title": _Look(SERIF, 19 * k, after=4 * air, bold=True, follows=True),
        "Subtitle": _Look(SERIF, 11.5 * k, after=8 * air, colour=MUTED),
        "Kicker": _Look(SANS, 8.5 * k, after=3 * air, bold=True, colour=MUTED, follows=True),
        "Heading 1": _Look(SANS, 12.5 * k, before=18 * air, after=5 * air, bold=True, follows=True),
        "Heading 2": _Look(SANS, 10 * k, before=11 * air, after=3 * air, bold=True, follows=True),
        "Contents Heading": _Look(SANS, 10 * k, before=12 * air, after=4 * air, bold=True, follows=True),
        "Contents": _Look(SANS, 8.5 * k, after=1.5 * air),
        "Caption": _Look(SANS, 8.5 * k, before=11 * air, after=4 * air, follows=True),
        "Figure": _Look(SANS, 8.5 * k, before=11 * air, follows=True),
        "Figure Caption": _Look(SANS, 8.5 * k, before=4 * air, after=4 * air),
        "Table Text": _Look(SANS, 8.5 * k, before=2 * air, after=2 * air),
        "Table Small": _Look(SANS, 7.5 * k, before=1.5 * air, after=1.5 * air),
        "Table Note": _Look(SANS, 7.5 * k, before=2 * air, colour=MUTED, follows=True),
        "Last Note": _Look(SANS, 7.5 * k, before=2 * air, after=9 * air, colour=MUTED),
        "Printed": _Look(MONO, 7.5 * k, after=9 * air),
        "Aside": _Look(SANS, 9 * k, before=4 * air, after=10 * air),
        "Signature Line": _Look(SANS, 8.5 * k, before=14 * air, after=2 * air),
        "Numbered": _Look(SERIF, 10 * k, after=4 * air, line=1.0 if compact else 1.15),
        "Header": _Look(SANS, 7.5 * k, colour=MUTED),
        "Footer": _Look(SANS, 7.5 * k, colour=MUTED),
    }


def make_styles(file: WordFile, *, compact: bool) -> None:
    """Give a file the styles of a report, and its language."""
    known = {style.name for style in file.styles}
    for name, look in _looks(compact).items():
        style: Any = file.styles[name] if name in known else file.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        if name != "Normal":
            style.base_style = file.styles["Normal"]
        _dress(style, look)
    _heading_levels(file)
    _language(file)


def table_size(*, compact: bool, small: bool = False) -> float:
    """Give the size of the type in tables, in points."""
    return round(_looks(compact)["Table Small" if small else "Table Text"].size * 2) / 2


def _dress(style: Any, look: _Look) -> None:
    properties = style.element.get_or_add_rPr()
    for child in list(properties):
        properties.remove(child)
    fonts = OxmlElement("w:rFonts")
    for script in ("ascii", "hAnsi", "cs"):
        fonts.set(qn(f"w:{script}"), look.face)
    properties.append(fonts)
    style.font.size = Pt(round(look.size * 2) / 2)
    style.font.bold = look.bold
    style.font.color.rgb = RGBColor.from_string(look.colour)
    for name in ("w:pBdr", "w:tabs", "w:numPr", "w:ind"):
        for old in style.element.get_or_add_pPr().findall(qn(name)):
            style.element.pPr.remove(old)
    form = style.paragraph_format
    form.space_before, form.space_after = Pt(look.before), Pt(look.after)
    form.line_spacing = look.line
    form.keep_with_next = look.follows
    form.widow_control = True
    form.alignment = WD_ALIGN_PARAGRAPH.LEFT


def _heading_levels(file: WordFile) -> None:
    """Say the level of each heading, by which Word navigates."""
    for level, name in enumerate(("Heading 1", "Heading 2")):
        properties: Any = file.styles[name].element.get_or_add_pPr()
        for old in properties.findall(qn("w:outlineLvl")):
            properties.remove(old)
        outline = OxmlElement("w:outlineLvl")
        outline.set(qn("w:val"), str(level))
        properties.append(outline)


def _language(file: WordFile) -> None:
    defaults: Any = file.styles.element.find(qn("w:docDefaults"))
    for language in defaults.iter(qn("w:lang")):
        language.set(qn("w:val"), _LANGUAGE)
