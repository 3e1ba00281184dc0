"""One Markdown page of a document, whose drawings stand beside it."""

from __future__ import annotations

import re

from rocstats.document.assembly import assemble
from rocstats.document.blocks import Document
from rocstats.document.markdown import MarkdownWords, Md
from rocstats.document.templating import GENERATOR, markdown_only, templates


def markdown_page(document: Document, files: str) -> str:
    """Write a document as Markdown; ``files`` is the folder of its drawings."""
    assembled = assemble(document)
    words = MarkdownWords(assembled, files)
    environment = templates(autoescape=False)
    environment.finalize = markdown_only
    environment.filters |= {"words": words.content, "heading": words.inside, "cell": words.cell, "bold": words.strong}
    environment.filters |= {"inside": words.inside, "label": words.label, "printed": words.printed}
    environment.filters |= {"table": words.table, "notes": words.notes, "pictures": words.pictures}
    environment.filters |= {"listed": words.listed, "signatures": words.signatures, "anchor": words.anchor}
    environment.filters |= {"source": words.source}
    labels = assembled.labels
    page = environment.get_template("report.md.j2").render(
        document=document,
        contents=[(one, Md(labels[one.id].number if one.id in labels else "")) for one in document.sections],
        references=[(number, document.bibliography[key]) for key, number in assembled.citations.items()],
        generator=Md(GENERATOR),
    )
    return re.sub(r"\n{3,}", "\n\n", page).strip("\n") + "\n"
