"""The files of an installation, held against the RECORD that its wheel brought along.

This room stands on the standard library alone, so that it can look at an installation whose other rooms are damaged.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Fault = Literal["", "changed", "missing", "extra", "without digest"]
RECORD = "RECORD"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLine:
    """One file: its name from the folder of packages, the SHA-256 that is stated and the one that it has."""

    name: str
    stated: str
    found: str
    fault: Fault


def files_against_record(record: str, root: Path, package: Path) -> tuple[FileLine, ...]:
    """Compare every file of a RECORD with what lies there, and name files of the package that it does not know.

    RECORD itself and compiled bytecode have no digest and are left out. Any other file of the package that is listed
    without one is named, for nothing says what it should hold.

    Parameters
    ----------
    record : str
        The text of RECORD.
    root : Path
        The folder that its names start from.
    package : Path
        The folder of the package, below ``root``.

    Raises
    ------
    ValueError
        If the text is no RECORD.
    """
    try:
        lines = [line for line in csv.reader(record.splitlines()) if line]
    except csv.Error as problem:
        raise ValueError(f"RECORD is no table ({problem}).") from None
    if any(len(line) != 3 for line in lines):
        raise ValueError("RECORD has a line that is no name with digest and size.")
    # A name that is listed twice, with two digests, is compared with both.
    stated = sorted({(name, _hexadecimal(digest)) for name, digest, _ in lines if digest})
    compared = [_line(name, digest, root / name) for name, digest in stated]
    known = {_place(root, name) for name, _ in stated}
    listed = {_place(root, name) for name, _, _ in lines}
    others = [
        FileLine(
            name=path.relative_to(root).as_posix(),
            stated="",
            found=_digest(path),
            fault="without digest" if path in listed else "extra",
        )
        for path in _files(package)
        if path not in known
    ]
    return (*compared, *others)


def bytecode_of(package: Path) -> tuple[Path, ...]:
    """Give the files of compiled bytecode, for which no RECORD states a digest."""
    return tuple(sorted(path for path in package.rglob("*.pyc")))


def _place(root: Path, name: str) -> Path:
    """Give the place of a name; a link stays the link, for it is a file of its own."""
    return Path(os.path.normpath(root / name))


def _line(name: str, stated: str, path: Path) -> FileLine:
    found = _digest(path)
    fault: Fault = "missing" if not path.is_file() else "changed" if found != stated else ""
    return FileLine(name=name, stated=stated, found=found, fault=fault)


def _files(package: Path) -> Iterator[Path]:
    """Give every file of the package but bytecode that Python keeps for itself."""
    for path in sorted(package.rglob("*")):
        cached = path.suffix == ".pyc" and path.parent.name == "__pycache__"
        if not path.is_dir() and not cached:
            yield path


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _hexadecimal(digest: str) -> str:
    """Turn "sha256=" and base64 without its padding into hexadecimal digits."""
    algorithm, _, text = digest.partition("=")
    if algorithm != "sha256":
        raise ValueError(f"RECORD states digests by {algorithm}; they must be by sha256.")
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).hex()
    except ValueError:
        raise ValueError("RECORD has a digest that is not written in base64.") from None
