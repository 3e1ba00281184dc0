"""Words inside a block, as small typed values.

A string is plain text, whoever wrote it: no mark-up in it is ever read, and each renderer escapes it for its page.
What is more than text is a value of this room. ``Content`` is a string, one such value or a tuple of them.

Examples
--------
>>> inlines(("Truth is ", Code("outcome"), "."))
(Text(text='Truth is '), Code(text='outcome'), Text(text='.'))
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A name, a command or a hash, in the face of printed output."""

    text: str


@dataclass(frozen=True, slots=True)
class Sup:
    """Raised text, as an exponent."""

    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """A number of the results, already written, and the id of the row that it was written from."""

    text: str
    row: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words that were written elsewhere and stand here as they are; numerals in them are no results of ours."""

    content: Content
    source: Literal["plan", "data", "method", "software", "reference"]


@dataclass(frozen=True, slots=True)
class Strong:
    """Words in bold."""

    content: Content


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words in italics."""

    content: Content


@dataclass(frozen=True, slots=True)
class Second:
    """Words in the second, muted voice."""

    content: Content


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to an address of the web."""

    content: Content
    url: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A place where a line ends on a page that has lines, and a space stands elsewhere."""


@dataclass(frozen=True, slots=True)
class CrossRef:
    """Sections, tables or figures of this document, by id: "Table 7", "Tables 4, 9"."""

    targets: tuple[str, ...]

    def __init__(self, *targets: str) -> None:
        object.__setattr__(self, "targets", targets)


@dataclass(frozen=True, slots=True)
class MarkRef:
    """The letter that a note of a table has: "b"."""

    table: str
    note: str


@dataclass(frozen=True, slots=True)
class Cite:
    """Works of the document's bibliography, by key: "[1, 4]"."""

    keys: tuple[str, ...]

    def __init__(self, *keys: str) -> None:
        object.__setattr__(self, "keys", keys)


Inline: TypeAlias = (
    Text | Code | Sup | Value | Quoted | Strong | Emphasis | Second | Link | LineBreak | CrossRef | MarkRef | Cite
)
Content: TypeAlias = "str | Inline | tuple[Content, ...]"


def inlines(content: Content) -> tuple[Inline, ...]:
    """Give content as a flat tuple of values; empty text is left out."""
    if isinstance(content, str):
        return (Text(content),) if content else ()
    if isinstance(content, tuple):
        return tuple(inline for part in content for inline in inlines(part))
    return (content,)


def joined(parts: Sequence[Content], last: str = "and") -> tuple[Content, ...]:
    """Join content as a sentence does.

    Examples
    --------
    >>> joined(["H1", "H2", "H3"]), joined(["H1"])
    (('H1', ', ', 'H2', ' and ', 'H3'), ('H1',))
    """
    words: list[Content] = []
    for place, part in enumerate(parts):
        if place:
            words.append(f" {last} " if place == len(parts) - 1 else ", ")
        words.append(part)
    return tuple(words)


def walk(content: Content) -> Iterator[Inline]:
    """Visit every value in reading order, those inside others too."""
    for inline in inlines(content):
        yield inline
        if isinstance(inline, Strong | Emphasis | Second | Quoted | Link):
            yield from walk(inline.content)


def plain_text(content: Content) -> str:
    """Read content aloud: its words without any form; references to other places are left out."""
    words = []
    for inline in inlines(content):
        if isinstance(inline, Text | Code | Sup | Value):
            words.append(inline.text)
        elif isinstance(inline, LineBreak):
            words.append(" ")
        elif isinstance(inline, Strong | Emphasis | Second | Quoted | Link):
            words.append(plain_text(inline.content))
    return "".join(words)


def visible(text: str, *, keep: str = "") -> str:
    r"""Show control characters, line ends and invisible marks as their escapes; spaces of any width stay.

    Examples
    --------
    >>> visible("a\nb\u202e"), visible("a\nb", keep="\n"), visible("95\u00a0%")
    ('a\\nb\\u202e', 'a\nb', '95\xa0%')
    """
    if text.isprintable():
        return text
    return "".join(
        c
        if c.isprintable() or c in keep or unicodedata.category(c) == "Zs"
        else c.encode("unicode_escape").decode("ascii")
        for c in text
    )
