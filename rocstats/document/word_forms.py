"""Forms of a paragraph in Word: stops, lines that hang, rules above or below, numbers of a list."""

from __future__ import annotations

from typing import Any

from docx.document import Document as WordFile
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement

from rocstats.document.word_styles import RULE
from rocstats.document.word_words import Element


def list_of_its_own(file: WordFile, count: int) -> int:
    """Make a list that begins with 1 and give its number."""
    numbering: Any = file.part.numbering_part.element
    abstract, number = 1000 + count, 1000 + count
    form = OxmlElement("w:abstractNum")
    form.set(qn("w:abstractNumId"), str(abstract))
    level = OxmlElement("w:lvl")
    level.set(qn("w:ilvl"), "0")
    for name, value in (("w:start", "1"), ("w:numFmt", "decimal"), ("w:lvlText", "%1."), ("w:lvlJc", "left")):
        part = OxmlElement(name)
        part.set(qn("w:val"), value)
        level.append(part)
    properties = OxmlElement("w:pPr")
    properties.append(hanging(7.0))
    level.append(properties)
    form.append(level)
    first = numbering.find(qn("w:num"))
    if first is not None:
        first.addprevious(form)
    else:
        numbering.append(form)
    instance = OxmlElement("w:num")
    instance.set(qn("w:numId"), str(number))
    link = OxmlElement("w:abstractNumId")
    link.set(qn("w:val"), str(abstract))
    instance.append(link)
    numbering.append(instance)
    return number


def numbering(number: int) -> Element:
    """Say that a paragraph stands in a list."""
    properties = OxmlElement("w:numPr")
    for name, value in (("w:ilvl", "0"), ("w:numId", str(number))):
        part = OxmlElement(name)
        part.set(qn("w:val"), value)
        properties.append(part)
    return properties


def stops(*stops: tuple[float, str, str]) -> Element:
    """Set stops at places in millimetres, each with its kind and what leads to it."""
    tabs = OxmlElement("w:tabs")
    for position, kind, leader in stops:
        tab = OxmlElement("w:tab")
        tab.set(qn("w:val"), kind)
        if leader != "none":
            tab.set(qn("w:leader"), leader)
        tab.set(qn("w:pos"), _twips(position))
        tabs.append(tab)
    return tabs


def hanging(width: float) -> Element:
    """Let all lines but the first begin at a place in millimetres."""
    indent = OxmlElement("w:ind")
    indent.set(qn("w:left"), _twips(width))
    indent.set(qn("w:hanging"), _twips(width))
    return indent


def _twips(millimetres: float) -> str:
    return str(round(millimetres * 1440 / 25.4))


def box(*sides: str) -> Element:
    """Draw rules at sides of a paragraph."""
    borders = OxmlElement("w:pBdr")
    for side in sides:
        line = OxmlElement(f"w:{side}")
        for key, value in (("val", "single"), ("sz", "6"), ("space", "4"), ("color", RULE)):
            line.set(qn(f"w:{key}"), value)
        borders.append(line)
    return borders


def space_after(paragraph: Element) -> None:
    """Leave room below a line that hangs."""
    spacing = OxmlElement("w:spacing")
    spacing.set(qn("w:after"), "160")
    properties = paragraph.get_or_add_pPr()
    indent = properties.find(qn("w:ind"))
    indent.addprevious(spacing)
