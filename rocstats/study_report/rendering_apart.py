"""Rendering in a process of its own, while this one goes on.

The other process is given the document and gives the bytes of its file, the same as here. If it cannot, for whatever
reason, the document is rendered here after all, and what is wrong is told here.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile

from rocstats.document.blocks import Document
from rocstats.document.rendering import AnyFormat, render_bytes


@contextmanager
def rendered_apart(document: Document, format: AnyFormat, *, files: str) -> Iterator[Callable[[], bytes]]:
    """Begin to render a document in another process, and give what waits for its bytes."""
    with TemporaryFile() as given, TemporaryFile() as made:
        pickle.dump(document, given)
        given.seek(0)
        other = _started([format, files], given.fileno(), made.fileno())

        def content() -> bytes:
            if other is None or other.wait() != 0:
                return render_bytes(document, format, files=files)
            made.seek(0)
            return made.read()

        try:
            yield content
        finally:
            if other is not None and other.poll() is None:
                other.kill()
                other.wait()


def _started(words: list[str], given: int, made: int) -> subprocess.Popen[bytes] | None:
    """Start this room as a program; nothing if no other Python can be started."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", __name__, *words]
    try:
        return subprocess.Popen(command, stdin=given, stdout=made, stderr=subprocess.DEVNULL, env=environment)
    except (OSError, ValueError):
        return None


if __name__ == "__main__":
    # What comes in was written by the function above, by nobody else.
    sys.stdout.buffer.write(render_bytes(pickle.load(sys.stdin.buffer), sys.argv[1], files=sys.argv[2]))  # type: ignore[arg-type]
