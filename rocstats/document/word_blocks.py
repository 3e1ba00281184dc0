"""Blocks of a document put into a Word file, one after the other."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import docx
from docx.document import Document as WordFile
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement
from docx.shared import Mm

from rocstats.document.assembly import Assembled
from rocstats.document.blocks import (
    Aside,
    Bibliography,
    Block,
    Definitions,
    Document,
    Figure,
    Item,
    KeyResults,
    ListOf,
    NumberedList,
    Paragraph,
    Picture,
    Printed,
    Section,
    SignatureLines,
    Subheading,
    Table,
)
from rocstats.document.html import rows_of
from rocstats.document.html_tables import is_all_on_its_side, lies_on_its_side
from rocstats.document.inline import Content, inlines, visible
from rocstats.document.raster import png, size_of
from rocstats.document.templating import GENERATOR
from rocstats.document.word_forms import box, hanging, list_of_its_own, numbering, space_after, stops
from rocstats.document.word_frame import set_pages, text_width, turn_pages
from rocstats.document.word_package import moment
from rocstats.document.word_styles import MUTED, TINT, make_styles
from rocstats.document.word_tables import WordTables, layout_table
from rocstats.document.word_words import Element, Hand, WordWords, inner_link, page_field, run

_FIGURE, _TALL = 108.0, 98.0
_GAP = 3.0


@dataclass(slots=True)
class WordBlocks:
    """Writes one assembled document into a file."""

    assembled: Assembled
    file: WordFile
    words: WordWords
    tables: WordTables
    on_side: bool = False
    pictures: int = 0
    lists: int = 0

    @classmethod
    def begun(cls, assembled: Assembled) -> WordBlocks:
        """Begin an empty file with its styles and pages."""
        file = docx.Document()
        document = assembled.document
        make_styles(file, compact=document.compact)
        set_pages(file, document.heads, compact=document.compact)
        _properties(file, document)
        words = WordWords(
            assembled, lambda url: file.part.relate_to(url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        )
        return cls(assembled, file, words, WordTables(file, words))

    def written(self) -> bytes:
        """Write the whole document and give the package."""
        document = self.assembled.document
        self._front(document)
        for position, section in enumerate(document.sections, 1):
            self._section(section, f"s{position}")
        if self.on_side:
            self._turn(False)
        if inlines(document.end):
            self._paragraph("Table Note", document.end)
        held = io.BytesIO()
        self.file.save(held)
        return held.getvalue()

    # ---- the front

    def _front(self, document: Document) -> None:
        if inlines(document.kicker):
            self._paragraph("Kicker", document.kicker)
        self._paragraph("Title", document.title)
        if inlines(document.lead):
            self._paragraph("Subtitle", document.lead)
        if document.facts is not None:
            self._definitions(document.facts)
        if document.key is not None:
            self._key(document.key)
        if not document.compact:
            self._contents(document)

    def _key(self, key: KeyResults) -> None:
        self.words.bookmark(self._paragraph("Heading 1", key.title), "key")
        for content in key.paragraphs:
            self._paragraph("Normal", content)
        self._table_itself(key.table, key.title)

    def _contents(self, document: Document) -> None:
        self._paragraph("Contents Heading", "Contents")
        if document.key is not None:
            self._entry("key", "", document.key.title)
        for position, section in enumerate(document.sections, 1):
            label = self.assembled.labels.get(section.id)
            self._entry(f"s{position}", label.number if label else "", section.title)

    def _entry(self, anchor: str, number: str, content: Content, indent: float = 7.0) -> None:
        """Write a line of contents: number, words, and the page, which Word finds."""
        paragraph = self._paragraph("Contents", "")
        properties = paragraph.get_or_add_pPr()
        right = text_width(compact=self.assembled.document.compact, on_side=self.on_side)
        properties.append(stops((indent, "left", "none"), (right, "right", "dot")))
        properties.append(hanging(indent))
        runs = self.words.runs(content)
        if number:
            paragraph.append(inner_link(anchor, [run(number, Hand(colour=MUTED))]))
        paragraph.append(run("\t"))
        # A link may not hold another.
        if any(element.tag == qn("w:hyperlink") for element in runs):
            paragraph.extend(runs)
        else:
            paragraph.append(inner_link(anchor, runs))
        paragraph.append(run("\t"))
        paragraph.extend(page_field(f"PAGEREF {anchor.replace('-', '_')} \\h", "", stale=True))

    # ---- sections

    def _section(self, section: Section, anchor: str) -> None:
        document = self.assembled.document
        side = is_all_on_its_side(section, document)
        turned = side != self.on_side and self._turn(side)
        label = self.assembled.labels.get(section.id)
        heading = self._paragraph("Heading 1", "")
        if section.new_page and not turned:
            heading.get_or_add_pPr().append(OxmlElement("w:pageBreakBefore"))
        if label is not None:
            self.words.write(heading, f"{label.number}\u2002", Hand(bold=False, colour=MUTED))
        self.words.write(heading, section.title)
        self.words.bookmark(heading, anchor)
        paired = False
        for row in rows_of(section.blocks, document):
            if len(row) > 1:
                if self.on_side and not side:
                    self._turn(False)
                self._side_by_side([block for block in row if isinstance(block, Figure)])
                paired = True
                continue
            block = row[0]
            if paired and isinstance(block, Figure):
                # The last of an odd number is as large as those before it.
                self._figure(block, width=self._half())
                continue
            paired = False
            wants = side or (isinstance(block, Table) and lies_on_its_side(block, document))
            if wants != self.on_side:
                self._turn(wants)
            self._block(block)

    def _turn(self, on_side: bool) -> bool:
        turn_pages(self.file, self.assembled.document.heads, on_side=on_side)
        self.on_side = on_side
        return True

    def _block(self, block: Block) -> None:
        match block:
            case Paragraph(content):
                self._paragraph("Normal", content)
            case Subheading(content):
                self._paragraph("Heading 2", content)
            case Aside(lead, content):
                paragraph = self._paragraph("Aside", "")
                paragraph.get_or_add_pPr().append(box("top", "bottom"))
                self.words.write(paragraph, lead, Hand(bold=True))
                self.words.write(paragraph, (" ", content))
            case Definitions():
                self._definitions(block)
            case NumberedList(items):
                self._numbered([_said(item) for item in items])
            case Bibliography():
                works = self.assembled.document.bibliography
                self._numbered([works[key] for key in self.assembled.citations], anchors="r")
            case Printed():
                self._printed(block)
            case ListOf(kind):
                for label, caption in self.assembled.listed(kind):
                    self._entry(label.anchor, str(label), caption, indent=28.0)
            case SignatureLines(lines):
                for who, name in lines:
                    self._signature(who, name)
            case Table():
                self._table(block)
            case Figure():
                self._figure(block)

    def _paragraph(self, style: str, content: Content) -> Element:
        paragraph = self.file.add_paragraph(style=style)._p
        self.words.write(paragraph, content)
        return paragraph

    def _definitions(self, block: Definitions) -> None:
        """Write terms and what they are as lines that hang."""
        for position, (term, content) in enumerate(block.items, 1):
            paragraph = self._paragraph("Contents", "")
            properties = paragraph.get_or_add_pPr()
            properties.append(stops((38.0, "left", "none")))
            properties.append(hanging(38.0))
            self.words.write(paragraph, term, Hand(colour=MUTED))
            paragraph.append(run("\t"))
            self.words.write(paragraph, content)
            if position == len(block.items):
                space_after(paragraph)

    def _numbered(self, contents: list[Content], anchors: str = "") -> None:
        self.lists += 1
        number = list_of_its_own(self.file, self.lists)
        for position, content in enumerate(contents, 1):
            paragraph = self._paragraph("Numbered", content)
            paragraph.get_or_add_pPr().append(numbering(number))
            if anchors:
                self.words.bookmark(paragraph, f"{anchors}{position}")

    def _printed(self, block: Printed) -> None:
        self._paragraph("Heading 2", block.title)
        paragraph = self._paragraph("Printed", "")
        shade = OxmlElement("w:shd")
        for key, value in (("val", "clear"), ("color", "auto"), ("fill", TINT)):
            shade.set(qn(f"w:{key}"), value)
        paragraph.get_or_add_pPr().append(shade)
        text = visible(block.text.strip("\n"), keep="\n\t").expandtabs(8)
        paragraph.append(run(text))

    def _signature(self, who: str, name: str) -> None:
        """Write who signs, and lines to write on that are drawn to the next stop."""
        width = text_width(compact=self.assembled.document.compact, on_side=self.on_side)
        paragraph = self._paragraph("Signature Line", "")
        ends = (width * 0.45, width * 0.78, width)
        places: list[tuple[float, str, str]] = [(34.0, "left", "none")]
        places += [(end, "left" if end < width else "right", "underscore") for end in ends]
        paragraph.get_or_add_pPr().append(stops(*places))
        paragraph.append(run(f"{visible(who)}\t"))
        paragraph.append(run(f"{visible(name)} \t" if name else "Name \t", Hand() if name else Hand(colour=MUTED)))
        for word in ("Signature", "Date"):
            paragraph.append(run(f" {word} ", Hand(colour=MUTED)))
            paragraph.append(run("\t"))

    # ---- tables and figures

    def _table(self, table: Table) -> None:
        label = self.assembled.labels[table.id]
        caption = self._paragraph("Caption", "")
        self._caption(caption, str(label), table.caption, table.sub)
        self.words.bookmark(caption, label.anchor)
        self._table_itself(table, str(label))

    def _table_itself(self, table: Table, label: str) -> None:
        self.tables.put(table, label, text_width(compact=self.assembled.document.compact, on_side=self.on_side))
        source = self.assembled.source_of(table)
        said: list[Content] = [*table.notes, *([source] if inlines(source) else [])]
        if self.assembled.document.compact and said:
            # Where room is short, notes follow each other on a line.
            said = [tuple(part for note in said for part in (note, " "))]
        last = len(said) + bool(table.letters)
        for position, note in enumerate(said[: len(table.notes)], 1):
            self._paragraph("Table Note" if position < last else "Last Note", note)
        if table.letters:
            self._letters(table, "Table Note" if inlines(source) else "Last Note")
        for note in said[len(table.notes) :]:
            self._paragraph("Last Note", note)
        if not last:
            self._paragraph("Last Note", "")

    def _letters(self, table: Table, style: str) -> None:
        paragraph = self._paragraph(style, "")
        for position, (key, note) in enumerate(table.letters):
            self.words.write(paragraph, " " if position else "")
            self.words.raised(paragraph, self.assembled.letters[table.id][key])
            self.words.write(paragraph, ("\u00a0", note))

    def _half(self) -> float:
        """Give the width of one of two figures beside each other."""
        return text_width(compact=self.assembled.document.compact) / 2 - 2 * _GAP

    def _figure(self, figure: Figure, width: float = 0.0) -> None:
        several = len(figure.pictures) > 1
        room = text_width(compact=self.assembled.document.compact, on_side=self.on_side)
        width = width or min((room - 3 * _GAP) / 3 if several else _TALL if figure.tall else _FIGURE, room)
        self._drawings(self._paragraph("Figure", ""), figure, width)
        self._figure_words(figure, [self._paragraph("Figure Caption", "")])

    def _side_by_side(self, figures: list[Figure]) -> None:
        """Put two figures beside each other."""
        room = text_width(compact=self.assembled.document.compact)
        places = []
        for figure in figures:
            drawing, caption = self._paragraph("Figure", ""), self._paragraph("Figure Caption", "")
            self._drawings(drawing, figure, self._half() / min(len(figure.pictures), 3))
            places.append([drawing, caption, *self._figure_words(figure, [caption])])
        self.file.element.body.sectPr.addprevious(layout_table(places, [room / 2, room / 2]))
        self._paragraph("Last Note", "")

    def _figure_words(self, figure: Figure, paragraphs: list[Element]) -> list[Element]:
        """Write the caption, and give the line of the source if there is one."""
        label = self.assembled.labels[figure.id]
        self._caption(paragraphs[0], str(label), figure.caption, figure.sub)
        self.words.bookmark(paragraphs[0], label.anchor)
        source = self.assembled.source_of(figure)
        return [self._paragraph("Last Note", source)] if inlines(source) else []

    def _caption(self, paragraph: Element, label: str, caption: Content, sub: Content) -> None:
        self.words.write(paragraph, (f"{label}. ", caption, "."), Hand(bold=True))
        if inlines(sub):
            self.words.write(paragraph, (" ", sub), Hand(colour=MUTED))

    def _drawings(self, paragraph: Element, figure: Figure, width: float) -> None:
        from docx.text.paragraph import Paragraph as WordParagraph

        for position, picture in enumerate(figure.pictures):
            if position:
                paragraph.append(run(" "))
            self._picture(WordParagraph(paragraph, self.file._body), picture, width)

    def _picture(self, paragraph: Any, picture: Picture, width: float) -> None:
        wide, high = size_of(picture.svg)
        shape = paragraph.add_run().add_picture(io.BytesIO(png(picture.svg)), Mm(width), Mm(width * high / wide))
        for side in ("distT", "distB", "distL", "distR"):
            shape._inline.set(side, "0")
        self.pictures += 1
        about = shape._inline.docPr
        about.set("id", str(self.pictures))
        about.set("name", f"Drawing {self.pictures}")
        about.set("descr", visible(picture.alt))
        inside = next(shape._inline.iter(qn("pic:cNvPr")))
        inside.set("id", str(self.pictures))
        inside.set("name", f"Drawing {self.pictures}")


def _said(item: Item) -> Content:
    return (item.content, " (", item.where, ")") if item.where is not None else item.content


def _properties(file: WordFile, document: Document) -> None:
    about = file.core_properties
    about.title = visible(document.title)[:255]
    about.author = about.last_modified_by = GENERATOR
    about.comments = about.keywords = about.subject = about.category = ""
    about.language = "en-GB"
    about.created = about.modified = moment()
    about.revision = 1
    settings: Any = file.settings.element
    compat = settings.find(qn("w:compat"))
    if compat is None:
        compat = OxmlElement("w:compat")
        settings.append(compat)
    mode = OxmlElement("w:compatSetting")
    for key, value in (
        ("name", "compatibilityMode"),
        ("uri", "http://schemas.microsoft.com/office/word"),
        ("val", "15"),
    ):
        mode.set(qn(f"w:{key}"), value)
    compat.append(mode)
