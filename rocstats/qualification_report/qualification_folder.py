"""The folder of a qualification: made beside its place and put there whole, or not at all.

A folder that no qualification made is never touched, nor one in which a file was changed or added since.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from rocstats.analysis_results.manifest import MANIFEST, faults_of, manifest_of, read_manifest
from rocstats.document.places import beside
from rocstats.errors import DataError, PlanError
from rocstats.formatting import printable
from rocstats.qualification_report.outcome_files import FORM

ENVIRONMENT = "environment.json"


def check_folder(folder: Path) -> None:
    """Refuse a place where the folder cannot stand, which can be done before anything is run."""
    shown = printable(folder)
    if not folder.parent.is_dir():
        raise PlanError(f'there is no folder "{printable(folder.parent)}"; make it first, or name another.')
    if folder.exists() and not folder.is_dir():
        raise PlanError(f'"{shown}" is a file; a qualification writes a folder. Choose another name.')
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    try:
        stated = read_manifest(folder)
    except DataError:
        stated = {}
    if not _is_qualification(folder):
        raise PlanError(
            f'"{shown}" holds files, and no qualification by rocstats wrote them, so it stays. Choose another name.'
        )
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    if added := sorted(found - {*stated, MANIFEST}):
        raise PlanError(
            f'"{shown}" holds {printable(added[0])}, which the qualification there did not write, so it stays. Move '
            "it, or choose another name."
        )
    if changed := [name for name, fault in faults_of(folder, stated) if fault != "is not there"]:
        raise PlanError(
            f'{printable(changed[0])} in "{shown}" was changed since the qualification there was written, so it stays. '
            "Move it, or choose another name."
        )


def _is_qualification(folder: Path) -> bool:
    try:
        held = json.loads((folder / ENVIRONMENT).read_text(encoding="utf-8"))
        return isinstance(held, dict) and held.get("format") == FORM and (folder / MANIFEST).is_file()
    except (OSError, ValueError, RecursionError):
        return False


def write_folder(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Put files and their manifest into a folder; what a qualification wrote there before goes."""
    check_folder(folder)
    with beside(folder) as draft, beside(folder, "old") as old:
        draft.mkdir()
        for name, content in files.items():
            (draft / name).write_bytes(content)
        (draft / MANIFEST).write_bytes(manifest_of(draft).encode())
        try:
            if folder.exists():
                os.replace(folder, old)
            os.replace(draft, folder)
        except BaseException:
            # Whatever came between, an interrupt too: what was there before is put back.
            if old.exists() and not folder.exists():
                os.replace(old, folder)
            raise
    return [folder / name for name in (*files, MANIFEST)]
