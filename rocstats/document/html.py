"""How content becomes HTML: every text escaped, every number with the id of its row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup, escape

from rocstats.document.assembly import Assembled
from rocstats.document.blocks import Block, Document, Figure, ListOf, Picture, Printed
from rocstats.document.drawing import inlined
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
    plain_text,
    visible,
)
from rocstats.document.numbering import blocks_of
from rocstats.document.padding import padding

# A page for the printer asks for its drawings by such addresses, which lead nowhere else.
DRAWING = "drawing:"
_NOTHING = Markup()
_WEB = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure with its drawings as markup."""

    classes: str
    anchor: str
    label: str
    caption: Markup
    sub: Markup
    pictures: tuple[Markup, ...]
    source: Markup


@dataclass(frozen=True, slots=True)
class HtmlWords:
    """Turns the content of one assembled document into HTML.

    On a page for the printer numbers do not say where they come from, and drawings are fetched by their names.
    """

    assembled: Assembled
    for_printer: bool = False

    def text(self, text: str) -> Markup:
        """Escape plain text."""
        return escape(visible(text))

    def printed(self, block: Printed) -> Markup:
        """Escape printed output; its lines and tabs stay, and its numbers say from which row they come."""
        pieces, end = [], 0
        for low, high, row in block.values:
            pieces += [_as_printed(block.text[end:low]), self._traced(_as_printed(block.text[low:high]), row)]
            end = high
        return Markup("").join([*pieces, _as_printed(block.text[end:])]).strip("\n")

    def listed(self, block: ListOf) -> list[tuple[str, Markup, Markup]]:
        """Give anchor, label and caption of what a list holds."""
        found = self.assembled.listed(block.kind)
        return [(label.anchor, self.text(str(label)), self.content(caption)) for label, caption in found]

    def content(self, content: Content) -> Markup:
        """Write content."""
        return Markup("").join(self._inline(inline) for inline in inlines(content))

    def _inline(self, inline: Inline) -> Markup:
        match inline:
            case Text(text):
                return self.text(text)
            case Code(text):
                return Markup("<code>{}</code>").format(self.text(text))
            case Sup(text):
                return Markup('<sup class="power">{}</sup>').format(self.text(text))
            case Value():
                return self.number(inline)
            case Quoted(content) if self.for_printer:
                return self.content(content)
            case Quoted(content, source):
                return Markup('<span data-from="{}">{}</span>').format(source, self.content(content))
            case Strong(content):
                return Markup("<b>{}</b>").format(self.content(content))
            case Emphasis(content):
                return Markup("<i>{}</i>").format(self.content(content))
            case Second(content):
                return Markup('<span class="second">{}</span>').format(self.content(content))
            case Link(content, url):
                return Markup('<a href="{}">{}</a>').format(web_address(url), self.content(content))
            case LineBreak():
                return Markup("<br>")
            case MarkRef(table, note):
                return Markup(self.assembled.letters[table][note])
            case CrossRef():
                return self._reference(inline)
            case Cite():
                numbers = sorted({self.assembled.citations[key] for key in inline.keys})
                links = Markup(", ").join(Markup('<a href="#r{0}">{0}</a>').format(number) for number in numbers)
                return Markup('<span class="cite">[{}]</span>').format(links)

    def _reference(self, reference: CrossRef) -> Markup:
        runs = []
        for kind, labels in self.assembled.named(reference):
            first, *others = labels
            links = [Markup('<a href="#{}">{}&nbsp;{}</a>').format(first.anchor, kind, first.number)]
            links += [Markup('<a href="#{}">{}</a>').format(label.anchor, label.number) for label in others]
            runs.append(Markup(", ").join(links))
        return Markup(", ").join(runs)

    def figure(self, figure: Figure) -> FigureView:
        """Lay out a figure."""
        label = self.assembled.labels[figure.id]
        shape = "figure" + (" three" if len(figure.pictures) > 1 else " one") + (" tall" if figure.tall else "")
        names = [f"{label.anchor}p{i}" for i in range(1, len(figure.pictures) + 1)]
        pictures = tuple(self._drawing(picture, name) for picture, name in zip(figure.pictures, names, strict=True))
        caption, sub = self.content(figure.caption), self.content(figure.sub)
        source = self.content(self.assembled.source_of(figure))
        return FigureView(shape, label.anchor, str(label), caption, sub, pictures, source)

    def _drawing(self, picture: Picture, name: str) -> Markup:
        alt = visible(picture.alt)
        if self.for_printer:
            return Markup('<img src="{}{}" alt="{}">').format(DRAWING, name, alt)
        return Markup(inlined(picture.svg, prefix=name, alt=alt))

    def number(self, number: str | Value, places: int | None = None, raised: Markup = _NOTHING) -> Markup:
        """Write a number, that of a row of results with its id and what is said of it."""
        if isinstance(number, str):
            return self.text(number) + raised + padding(number, places)
        return self._traced(self.text(number.text), number.row) + raised + padding(number.text, places)

    def _traced(self, html: Markup, row: str) -> Markup:
        if self.for_printer:
            return html
        said = self.assembled.document.values.get(row, "")
        title = Markup(' title="{}"').format(visible(said)) if said else _NOTHING
        return Markup('<span data-ard="{}"{}>{}</span>').format(row, title, html)


def drawings_of(assembled: Assembled) -> dict[str, str]:
    """Give the drawings of a page for the printer: address to SVG text."""
    figures = (block for block in blocks_of(assembled.document) if isinstance(block, Figure))
    return {
        f"{DRAWING}{assembled.labels[figure.id].anchor}p{i}": picture.svg
        for figure in figures
        for i, picture in enumerate(figure.pictures, 1)
    }


def rows_of(blocks: Sequence[Block], document: Document) -> Iterator[tuple[Block, ...]]:
    """Give blocks one by one, and figures that follow each other two by two where these stand side by side.

    They do so in an appendix of two pages, and on the paper of a study report unless they have several drawings.
    """
    held: list[Block] = []
    for block in blocks:
        pairs = isinstance(block, Figure) and (document.compact or (document.strict and len(block.pictures) == 1))
        if held:
            if pairs:
                yield (held.pop(), block)
                continue
            yield (held.pop(),)
        if pairs:
            held.append(block)
        else:
            yield (block,)
    if held:
        yield (held.pop(),)


def _as_printed(text: str) -> Markup:
    return escape(visible(text, keep="\n\t"))


def web_address(url: str) -> str:
    """Give an address of the web with every unusual character as its percent code; no other scheme is a link."""
    if not _WEB.match(url):
        raise ValueError(f"a link needs an address that begins with https:// or http://; this one is {url!r}.")
    return quote(url, safe=":/?#[]@!$&'*+,;=%-._~")


def title_of(content: Content) -> str:
    """Give a heading without form, for attributes."""
    return visible(plain_text(content))
