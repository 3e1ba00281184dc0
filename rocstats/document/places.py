"""Places on a disk at which rocstats may write: free ones, or those of a file that it wrote there before.

A file is made beside its place and then put there in one step, so a failure leaves what was there before.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from rocstats.errors import PlanError
from rocstats.formatting import printable

# A sign of rocstats stands so near the beginning or the end of what it wrote.
_WHERE_SIGNS_STAND = 16384
What = Literal["report", "figure"]


def check_free(path: Path, what: What, sign: bytes, *, at_end: bool = False) -> None:
    """Refuse a place without a folder, a folder itself, and a file that does not bear the sign of rocstats."""
    if not path.parent.is_dir():
        raise PlanError(f'there is no folder "{printable(path.parent)}"; make it first, or write the {what} elsewhere.')
    if path.is_dir():
        raise PlanError(f'"{printable(path)}" is a folder; a {what} is a file. Choose another name.')
    if path.exists() and not _bears(path, sign, at_end):
        raise PlanError(
            f'"{printable(path)}" exists and was not written by rocstats, so it stays. Choose another name.'
        )


def _bears(path: Path, sign: bytes, at_end: bool) -> bool:
    """Look for the sign where it stands; an empty file is nobody's."""
    if not path.is_file():
        return False
    size = path.stat().st_size
    with path.open("rb") as file:
        if at_end:
            file.seek(max(size - _WHERE_SIGNS_STAND, 0))
        return size == 0 or sign in file.read(_WHERE_SIGNS_STAND)


@contextmanager
def beside(path: Path, what: str = "draft") -> Iterator[Path]:
    """Give a free name in the same folder, and leave nothing there at the end."""
    # a name of its own, and short: that of the file may be as long as any
    called = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:12]
    draft = path.with_name(f".{called}.{os.getpid()}.{what}")
    try:
        yield draft
    except OSError as error:
        if error.filename is None or Path(error.filename) != draft:
            raise
        # The draft is nobody's concern: what cannot be written is the place that was named.
        reason = (error.strerror or "no reason given").lower()
        raise type(error)(error.errno, f"it cannot be written there ({reason})", str(path)) from error
    finally:
        if draft.is_dir():
            shutil.rmtree(draft)
        else:
            draft.unlink(missing_ok=True)
