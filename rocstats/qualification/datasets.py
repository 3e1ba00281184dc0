"""Data sets of reference cases: which file a number belongs to, and the digest of what was computed from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rocstats.qualification.reference_data import digest_of, references_in, stated_digest

IN_THE_CASE = "in the case"


def dataset_of(data: Mapping[str, Any], directory: Path, folder: Path | None) -> tuple[str, str]:
    """Return the name and the SHA-256 of the data of a case.

    Data that stand in the case have the digest of their canonical JSON: keys sorted, no spaces. A file that is not here
    has the digest that the kit states for it, or none.
    """
    if names := references_in(data):
        # One file, or the same for both samples; parts of several files have the digest of their digests.
        digests = [_of_reference(name, directory, folder) for name in names]
        whole = digests[0] if len(digests) == 1 else _of_text(" ".join(digests))
        return f"reference/{'+'.join(names)}", whole
    if isinstance(data.get("file"), str):
        path = directory / data["file"]
        return path.name, digest_of(path) if path.is_file() else ""
    return IN_THE_CASE, _of_text(json.dumps(data, sort_keys=True, separators=(",", ":"), default=str))


def _of_reference(name: str, directory: Path, folder: Path | None) -> str:
    path = None if folder is None else folder / "data" / name
    return digest_of(path) if path is not None and path.is_file() else stated_digest(name, directory)


def _of_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
