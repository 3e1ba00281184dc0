"""Reference data: files of other packages that figures belong to, and that are not part of this project.

They lie in the folder ``data`` of a reference folder, which the user names. Cases that need one are skipped, with the
reason, where no folder is named, the file is not there, or it is another than the one the figures belong to.
"""

from __future__ import annotations

import csv
import hashlib
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rocstats.data.class_scores import ClassScores
from rocstats.data.frames import require_columns
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.qualification.toml_file import toml_of

VARIABLE = "ROCSTATS_REFERENCE"
NO_FOLDER = f"no folder of reference data is named (--reference, reference= or {VARIABLE})"
Table = Mapping[str, Any]
_OF_STUDY = ("truth", "positive", "negative", "tests", "low", "missing", "design")


def reference_folder(named: str | Path | None = None) -> Path | None:
    """Return the folder of reference data that is named, here or in the environment; None for none.

    Raises
    ------
    DataError
        If a folder is named and has no folder ``data``.
    """
    stated = named or os.environ.get(VARIABLE) or None
    if stated is None:
        return None
    if not (Path(stated) / "data").is_dir():
        raise DataError(f"{printable(stated)} is no reference folder: it holds no folder named data.")
    return Path(stated)


def references_in(data: Table) -> tuple[str, ...]:
    """Return the names of the reference files that the data of a case need."""
    return tuple(dict.fromkeys(_names(data)))


def _names(data: Table) -> Iterator[str]:
    if isinstance(data.get("reference"), str):
        yield data["reference"]
    for part in data.values():
        if isinstance(part, dict):
            yield from _names(part)


def why_skipped(names: tuple[str, ...], folder: Path | None, directory: Path) -> str:
    """Say why a case that needs reference files cannot be asked; empty where it can.

    ``directory`` is that of the case; the kit's list of files says which SHA-256 the figures belong to.
    """
    if not names:
        return ""
    if folder is None:
        return NO_FOLDER
    digests = _digests(directory)
    for name in names:
        path = folder / "data" / name
        if not path.is_file():
            return f"{printable(name)} is not in the folder of reference data"
        if digests.get(name) not in (None, digest_of(path)):
            return f"{printable(name)} is not the file that the figures belong to: its SHA-256 is another"
    return ""


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    changed = path.stat()
    return _digest(path, changed.st_mtime_ns, changed.st_size)


@cache
def _digest(path: Path, changed: int, size: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _digests(directory: Path) -> dict[str, str]:
    """Read which files the figures of a kit belong to; a folder of cases need have no such list."""
    path = directory.parent / "data" / "files.toml"
    if not path.is_file():
        return {}
    return _read_digests(path, path.stat().st_mtime_ns)


@cache
def _read_digests(path: Path, changed: int) -> dict[str, str]:
    try:
        return {one["name"]: one["sha256"] for one in toml_of(path)["file"]}
    except (KeyError, TypeError):
        raise DataError(f"{path.name} must hold tables [[file]], each with name and sha256.") from None


def stated_digest(name: str, directory: Path) -> str:
    """Return the SHA-256 that a kit states for a reference file; empty for none."""
    return _digests(directory).get(name, "")


def reference_sample(data: Table, folder: Path | None) -> Sample:
    """Take the subjects and tests that a case states from a reference file.

    ``where`` holds what columns must be; ``test``, ``score`` and ``subject`` are columns of a file that has one row per
    subject and test; ``apart`` forgets who the subjects are, so that two samples of them can stand for two groups.
    """
    frame = _frame(data, folder)
    asked = {key: data[key] for key in _OF_STUDY if key in data}
    if "test" in data:
        columns = {key: data[key] for key in ("subject", "test", "score")}
        return Study.from_long(frame, **asked, **columns).sample(*data["tests"])
    if data.get("apart"):
        scores = {test: frame[test] for test in data["tests"]}
        rest = {key: value for key, value in asked.items() if key not in ("truth", "tests")}
        return Sample.from_truth(frame[data["truth"]], scores, **rest)
    return Study(frame, **asked).sample(*data["tests"])


def reference_classes(data: Table, folder: Path | None) -> ClassScores:
    """Take the scores of several classes from a reference file, in the columns that bear the names of the classes."""
    frame = _frame(data, folder)
    return ClassScores.from_truth(frame[data["truth"]], frame[data["class_columns"]])


def _cells(texts: list[str]) -> list[float] | list[str]:
    """Return the numbers of a column, or its texts where one of them is no number."""
    try:
        return [float(text) for text in texts]
    except ValueError:
        return texts


def _frame(data: Table, folder: Path | None) -> Any:
    import pandas as pd

    if folder is None:
        raise DataError(f"{NO_FOLDER}.")
    with (folder / "data" / data["reference"]).open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    # Each number is the float nearest to what is written, whatever the version of pandas.
    frame = pd.DataFrame({name: _cells([row[place] for row in rows]) for place, name in enumerate(header)})
    where = data.get("where", {})
    require_columns([*where], [*frame.columns], printable(data["reference"]))
    for column, value in where.items():
        frame = frame[frame[column] == value]
    return frame.reset_index(drop=True)
