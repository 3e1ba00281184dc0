"""Reading a file on trial, in a process of its own: what ends that process does not end this one.

The library for files of SAS, SPSS and Stata is written in C, and a damaged file can break it down so that no error is
left to catch.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_PROGRAM = """
import sys
import pyreadstat
path, reader, *encoding = sys.argv[1:]
options = {"encoding": encoding[0]} if encoding else {}
getattr(pyreadstat, reader)(path, output_format="dict", **options)
"""


def breaks_the_reader(path: Path, reader: str, encoding: str | None) -> bool:
    """Say whether the reader of a package breaks down over a file; that it refuses it is no breakdown."""
    if getattr(sys, "frozen", False) or not sys.executable:
        # there is no interpreter to start another time
        return False
    words = [sys.executable, "-P", "-c", _PROGRAM, str(path), reader, *([] if encoding is None else [encoding])]
    try:
        tried = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError:
        return False
    # a signal is a negative number, and on Windows one beyond those of programs
    return tried.returncode < 0 or tried.returncode > 0xFFFF
