"""References as they stand in a report: journal or book in italics, the address as a link."""

from __future__ import annotations

from rocstats.document.inline import Content, Emphasis, Link
from rocstats.references import REFERENCES, Reference


def bibliography() -> dict[str, Content]:
    """Give every work of the bibliography, ready to be listed."""
    return {key: _entry(reference) for key, reference in REFERENCES.items()}


def _entry(work: Reference) -> Content:
    stop = "" if work.title.endswith("?") else "."
    # A source that ends in a comma is a publisher or an archive; then the title is the name of the work.
    words: tuple[Content, ...]
    if work.source.endswith(","):
        words = (f"{work.authors}. ", Emphasis(work.title), f"{stop} {work.source} {work.place}.")
    else:
        words = (f"{work.authors}. {work.title}{stop} ", Emphasis(work.source), f" {work.place}.")
    if work.url:
        words += (" ", Link(work.link, work.url))
    return words
