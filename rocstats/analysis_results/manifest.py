"""The manifest of a folder: the SHA-256 of every file in it, as ``sha256sum`` writes and checks them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from rocstats.analysis_results.digests import file_digest
from rocstats.errors import DataError
from rocstats.formatting import printable

MANIFEST = "MANIFEST.sha256"
_LINE = re.compile(r"([0-9a-f]{64})  (.+)")


def manifest_of(folder: Path, *, without: tuple[str, ...] = ()) -> str:
    """Write the manifest of a folder, a line per file, sorted by name; ``without`` are names that it leaves out.

    ``sha256sum -c MANIFEST.sha256`` checks it.
    """
    left_out = {MANIFEST, *without}
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return "".join(f"{file_digest(folder / name)}  {name}\n" for name in files if name not in left_out)


def read_manifest(folder: Path) -> dict[str, str]:
    """Read the manifest of a folder: file name to SHA-256.

    Raises
    ------
    DataError
        If there is none, or it is none.
    """
    place = folder / MANIFEST
    try:
        lines = place.read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        raise DataError(f'"{printable(folder)}" has no {MANIFEST}, so it is no folder of a run.') from None
    except UnicodeDecodeError:
        raise DataError(f"{printable(place)} is no text.") from None
    except OSError as error:
        raise DataError(f"{printable(place)} cannot be read: {error.strerror}.") from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        parts = _LINE.fullmatch(line)
        if parts is None:
            raise DataError(f"line {number} of {printable(place)} is no SHA-256 with the name of a file.")
        found[parts[2]] = parts[1]
    return found


def faults_of(folder: Path, stated: Mapping[str, str]) -> list[tuple[str, str]]:
    """Compare the files of a folder with its manifest: the names of those that differ, each with how."""
    found = ((name, _fault_of(folder, name, digest)) for name, digest in sorted(stated.items()))
    return [(name, fault) for name, fault in found if fault]


def _fault_of(folder: Path, name: str, digest: str) -> str:
    path = folder / name
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            return "lies outside of the folder"
        if not path.is_file():
            return "is not there"
        return "was changed" if file_digest(path) != digest else ""
    except (OSError, ValueError):
        # Names that no file can have, too.
        return "cannot be read"
