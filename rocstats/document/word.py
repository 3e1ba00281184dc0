"""A document for Word: A4, real tables and headings, pictures at 300 dots per inch with their words.

Numbers, captions and references are those of the other formats, written once and for all; only the numbers of pages
are left to Word. The same document gives the same bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocstats.document.assembly import assemble
from rocstats.errors import MissingExtraError

if TYPE_CHECKING:
    from rocstats.document.blocks import Document

# What a report for Word bears near its beginning, by which it is known that it may be written again.
SIGN = b"<Application>rocstats</Application>"


def render_word(document: Document) -> bytes:
    """Write a document for Word; it needs the extra ``docx``.

    Parameters
    ----------
    document
        What to write. It is assembled first: numbers are given and references are checked.

    Returns
    -------
    The file.

    Raises
    ------
    ValueError
        The document refers to what is not in it, or holds what is empty.
    MissingExtraError
        python-docx is not installed.
    """
    check_writer()
    from rocstats.document.word_blocks import WordBlocks
    from rocstats.document.word_package import repacked

    return repacked(WordBlocks.begun(assemble(document)).written())


def check_writer() -> Any:
    """Give python-docx, or say that it is missing; this can be asked before anything is computed."""
    try:
        import docx
    except ImportError:
        raise MissingExtraError('Writing for Word needs python-docx: pip install "rocstats[docx]".') from None
    return docx
