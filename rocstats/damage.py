"""What is damaged in an installation that breaks: files that are not as its wheel brought them.

It stands on the standard library and one room that does, for nothing else can be relied upon then.
"""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

from rocstats.qualification_report.record_files import RECORD, files_against_record

_PACKAGE = Path(__file__).resolve().parent
_MOST = 5


def damage() -> str:
    """Name files of this installation that were changed, lost or added; empty where none is, or none is known."""
    try:
        distribution = metadata.distribution(_PACKAGE.name)
        root = Path(str(distribution.locate_file(""))).resolve()
        if root / _PACKAGE.name != _PACKAGE:
            return ""
        lines = files_against_record(distribution.read_text(RECORD) or "", root, _PACKAGE)
    except (metadata.PackageNotFoundError, ValueError, OSError):
        return ""
    found = [f"{line.name} ({line.fault})" for line in lines if line.fault]
    # An installation whose RECORD does not list the package says nothing about its files.
    if not found or not any(line.stated for line in lines if line.name.startswith(f"{_PACKAGE.name}/")):
        return ""
    more = f" and {len(found) - _MOST} more" if len(found) > _MOST else ""
    return ", ".join(found[:_MOST]) + more
