"""Rendering in processes of their own, which stand ready before there is a document.

Such a process is given the document and gives the bytes of its file, the same as here. If it cannot, for whatever
reason, the document is rendered here after all, and what is wrong is told here.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile
from typing import IO

from rocstats.document.blocks import Document
from rocstats.document.rendering import AnyFormat, get_ready, render_bytes

SLOW: tuple[AnyFormat, ...] = ("pdf", "docx")
# The others give way to the slowest, for which the run waits in the end.
_GIVES_WAY = 5


class Renderer:
    """One format, written by another process: it is given a document, and later asked for the content."""

    def __init__(self, format: AnyFormat, files: str, made: IO[bytes]) -> None:
        self._format, self._files, self._made = format, files, made
        self._document: Document | None = None
        self._process = _started([format, files], made.fileno())

    def give(self, document: Document) -> None:
        """Hand over the document; this does not wait for its file."""
        self._document = document
        if self._process is None or self._process.stdin is None:
            return
        with suppress(OSError), self._process.stdin as entrance:
            pickle.dump(document, entrance)

    def content(self) -> bytes:
        """Wait for the bytes of the file."""
        assert self._document is not None
        if self._process is None or self._process.wait() != 0:
            return render_bytes(self._document, self._format, files=self._files)
        self._made.seek(0)
        return self._made.read()

    @property
    def ended(self) -> bool:
        """Whether the process is gone, or never was."""
        return self._process is None or self._process.poll() is not None

    def end(self) -> None:
        """End the process, whatever it does."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()


@contextmanager
def standing_by(formats: Sequence[AnyFormat], *, files: str) -> Iterator[Mapping[AnyFormat, Renderer]]:
    """Start a process for each format that takes long, and end them all with this block."""
    renderers: dict[AnyFormat, Renderer] = {}
    with TemporaryFile() as one, TemporaryFile() as two:
        try:
            for format, made in zip((slow for slow in SLOW if slow in formats), (one, two), strict=False):
                renderers[format] = Renderer(format, files, made)
            yield renderers
        finally:
            for renderer in renderers.values():
                renderer.end()


def _started(words: list[str], made: int) -> subprocess.Popen[bytes] | None:
    """Start this room as a program; nothing if no other Python can be started."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", __name__, *words]
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=made, stderr=subprocess.DEVNULL, env=environment)
    except (OSError, ValueError):
        return None


if __name__ == "__main__":
    if sys.argv[1] != SLOW[0] and hasattr(os, "nice"):
        os.nice(_GIVES_WAY)
    get_ready(sys.argv[1])  # type: ignore[arg-type]
    # What comes in was written by the class above, by nobody else.
    sys.stdout.buffer.write(render_bytes(pickle.load(sys.stdin.buffer), sys.argv[1], files=sys.argv[2]))  # type: ignore[arg-type]
