"""Putting a document together: numbers for what is numbered, and a check that every reference arrives.

A document that refers to what is not there, or holds what is empty or never referred to, is refused: it is a mistake
of whoever built it, so the error is a ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from rocstats.document.blocks import Document, Figure, Table, values_of
from rocstats.document.inline import Content, CrossRef, inlines
from rocstats.document.numbering import Label, blocks_of, citations_of, labels_of, letters_of, tables_of
from rocstats.document.soundness import check_sound

_MOST_ANALYSES = 4


@dataclass(frozen=True, slots=True)
class Assembled:
    """A document with all its numbers."""

    document: Document
    labels: Mapping[str, Label]
    citations: Mapping[str, int]
    letters: Mapping[str, Mapping[str, str]]

    def named(self, reference: CrossRef) -> list[tuple[str, list[Label]]]:
        """Give the words of a reference: one ("Tables", labels) per run of one kind."""
        labels = [self.labels[target] for target in reference.targets]
        runs = [(kind, list(run)) for kind, run in groupby(labels, key=lambda label: label.kind)]
        return [(_plural(kind) if len(run) > 1 else kind, run) for kind, run in runs]

    def listed(self, kind: str) -> list[tuple[Label, Content]]:
        """Give the tables or figures of the document, with their captions."""
        found = (block for block in blocks_of(self.document) if isinstance(block, Table | Figure))
        return [(self.labels[block.id], block.caption) for block in found if type(block).__name__ == kind]

    def source_of(self, block: Table | Figure) -> Content:
        """Say where the numbers of a table or figure come from; nothing where the document does not say it."""
        if not inlines(self.document.source) or self.document.compact:
            return ""
        analyses = _analyses(block) if isinstance(block, Table) else ()
        return ("Source: ", self.document.source, f"; analyses {', '.join(analyses)}." if analyses else ".")


def assemble(document: Document) -> Assembled:
    """Number everything, and check that nothing is empty, missing or out of reach."""
    if not isinstance(document, Document):
        raise TypeError(f"a document is written, made by compose or compose_report, not {type(document).__name__}.")
    letters = {table.id: letters_of(table) for table in tables_of(document)}
    labels, citations = labels_of(document), citations_of(document)
    check_sound(document, labels, letters)
    return Assembled(document, labels, citations, letters)


def _plural(kind: str) -> str:
    return "Appendices" if kind == "Appendix" else kind + "s"


def _analyses(table: Table) -> tuple[str, ...]:
    """Name the analyses of a table by the first two parts of their ids, or by the first where these are many."""
    ids = [value.row.split(".") for value in values_of(table) if not value.row.startswith("plan.")]
    for parts in (2, 1):
        found = dict.fromkeys(".".join([*one[:parts], "*"] if len(one) > parts else one) for one in ids)
        if len(found) <= _MOST_ANALYSES or parts == 1:
            return tuple(found)
    return ()
