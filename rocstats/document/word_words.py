"""How content becomes runs of a Word file: text, references as inner links, notes raised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement

from rocstats.document.assembly import Assembled
from rocstats.document.html import web_address
from rocstats.document.inline import (
    Cite,
    Code,
    Content,
    CrossRef,
    Emphasis,
    Inline,
    LineBreak,
    Link,
    MarkRef,
    Quoted,
    Second,
    Strong,
    Sup,
    Text,
    Value,
    inlines,
    visible,
)
from rocstats.document.word_styles import MONO, MUTED, NAVY

Element = Any


@dataclass(frozen=True, slots=True)
class Hand:
    """How a run is written: bold, slanted, raised, in the face of printed output, in a colour."""

    bold: bool | None = None
    slanted: bool = False
    raised: bool = False
    code: bool = False
    colour: str = ""


@dataclass(slots=True)
class WordWords:
    """Writes the content of one assembled document into paragraphs; ``relate`` takes an address of the web."""

    assembled: Assembled
    relate: Callable[[str], str]
    _bookmarks: int = field(default=0)

    def write(self, paragraph: Element, content: Content, hand: Hand | None = None) -> None:
        """Write content at the end of a paragraph."""
        paragraph.extend(self.runs(content, hand))

    def runs(self, content: Content, hand: Hand | None = None) -> list[Element]:
        """Make the runs of content."""
        return list(self._runs(content, hand or Hand()))

    def raised(self, paragraph: Element, text: str, hand: Hand | None = None) -> None:
        """Write a letter of a note."""
        paragraph.append(run(text, replace(hand or Hand(), raised=True)))

    def bookmark(self, paragraph: Element, anchor: str) -> None:
        """Put the place of an anchor around what a paragraph holds so far."""
        self._bookmarks += 1
        start, end = OxmlElement("w:bookmarkStart"), OxmlElement("w:bookmarkEnd")
        for mark in (start, end):
            mark.set(qn("w:id"), str(self._bookmarks))
        start.set(qn("w:name"), bookmark_name(anchor))
        first = 1 if paragraph.find(qn("w:pPr")) is not None else 0
        paragraph.insert(first, start)
        paragraph.append(end)

    def _runs(self, content: Content, hand: Hand) -> Iterator[Element]:
        for inline in inlines(content):
            yield from self._inline(inline, hand)

    def _inline(self, inline: Inline, hand: Hand) -> Iterator[Element]:
        match inline:
            case Text(text) | Value(text):
                yield run(visible(text), hand)
            case Code(text):
                yield run(visible(text), replace(hand, code=True))
            case Sup(text):
                yield run(visible(text), replace(hand, raised=True))
            case Strong(content):
                yield from self._runs(content, replace(hand, bold=True))
            case Emphasis(content):
                yield from self._runs(content, replace(hand, slanted=True))
            case Second(content):
                yield from self._runs(content, replace(hand, colour=MUTED))
            case Quoted(content):
                yield from self._runs(content, hand)
            case Link(content, url):
                link = OxmlElement("w:hyperlink")
                link.set(qn("r:id"), self.relate(web_address(url)))
                link.extend(list(self._runs(content, replace(hand, colour=NAVY))))
                yield link
            case LineBreak():
                element = run("", hand)
                element.append(OxmlElement("w:br"))
                yield element
            case MarkRef(table, note):
                yield run(self.assembled.letters[table][note], hand)
            case CrossRef():
                yield from self._reference(inline, hand)
            case Cite():
                yield from self._citation(inline, hand)

    def _reference(self, reference: CrossRef, hand: Hand) -> Iterator[Element]:
        first = True
        for kind, labels in self.assembled.named(reference):
            for position, label in enumerate(labels):
                if not first:
                    yield run(", ", hand)
                words = label.number if position else f"{kind}\u00a0{label.number}"
                yield inner_link(label.anchor, [run(words, hand)])
                first = False

    def _citation(self, cite: Cite, hand: Hand) -> Iterator[Element]:
        yield run("[", hand)
        for position, number in enumerate(sorted({self.assembled.citations[key] for key in cite.keys})):
            if position:
                yield run(", ", hand)
            yield inner_link(f"r{number}", [run(str(number), hand)])
        yield run("]", hand)


def run(text: str, hand: Hand | None = None) -> Element:
    """Make a run; tabs and line ends in it become those of Word."""
    element: Element = OxmlElement("w:r")
    if hand is not None and hand != Hand():
        element.append(_properties(hand))
    for position, line in enumerate(text.split("\n")):
        if position:
            element.append(OxmlElement("w:br"))
        for at, piece in enumerate(line.split("\t")):
            if at:
                element.append(OxmlElement("w:tab"))
            if piece:
                held = OxmlElement("w:t")
                held.text = piece
                held.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
                element.append(held)
    return element


def inner_link(anchor: str, runs: list[Element]) -> Element:
    """Make a link to a place of the file."""
    link = OxmlElement("w:hyperlink")
    link.set(qn("w:anchor"), bookmark_name(anchor))
    link.set(qn("w:history"), "1")
    link.extend(runs)
    return link


def bookmark_name(anchor: str) -> str:
    """Give the name of a place as Word allows it: letters, digits and low lines.

    Examples
    --------
    >>> bookmark_name("t14-2-1")
    't14_2_1'
    """
    return anchor.replace("-", "_")


def page_field(instruction: str, shown: str, hand: Hand | None = None, *, stale: bool = False) -> list[Element]:
    """Make a field that Word fills, such as the number of the page; ``stale`` asks it to fill it when it opens."""
    begin, separate, end = (_mark(kind) for kind in ("begin", "separate", "end"))
    if stale:
        begin[-1].set(qn("w:dirty"), "true")
    code: Element = OxmlElement("w:r")
    text = OxmlElement("w:instrText")
    text.text = f" {instruction} "
    text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    code.append(text)
    return [begin, code, separate, run(shown, hand), end]


def _mark(kind: str) -> Element:
    element: Element = OxmlElement("w:r")
    mark = OxmlElement("w:fldChar")
    mark.set(qn("w:fldCharType"), kind)
    element.append(mark)
    return element


def _properties(hand: Hand) -> Element:
    """Give the properties of a run in the order that the format asks for."""
    properties: Element = OxmlElement("w:rPr")

    def add(name: str, **values: str) -> None:
        element = OxmlElement(name)
        for key, value in values.items():
            element.set(qn(f"w:{key}"), value)
        properties.append(element)

    if hand.code:
        add("w:rFonts", ascii=MONO, hAnsi=MONO, cs=MONO)
    if hand.bold is not None:
        add("w:b", val="1" if hand.bold else "0")
    if hand.slanted:
        add("w:i")
    if hand.code:
        add("w:noProof")
    if hand.colour:
        add("w:color", val=hand.colour)
    if hand.raised:
        add("w:vertAlign", val="superscript")
    return properties
