"""The folder of a run: made beside its place and put there whole, or not at all.

A folder that no run made is never touched, nor one in which a file was changed or added since.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from rocstats.analysis_results.manifest import MANIFEST, faults_of, manifest_of, read_manifest
from rocstats.document.places import beside
from rocstats.errors import DataError, PlanError
from rocstats.formatting import printable

# The one file with a clock in it; the manifest leaves it out, so that the same run has the same manifest.
RUN = "run.json"
RESULTS, PLAN = "results.json", "plan.toml"


def check_folder(folder: Path) -> None:
    """Refuse a place where the folder of a run cannot stand, which can be done before anything is computed."""
    shown = printable(folder)
    if not folder.parent.is_dir():
        raise PlanError(f'there is no folder "{printable(folder.parent)}"; make it first, or run into another.')
    if folder.exists() and not folder.is_dir():
        raise PlanError(f'"{shown}" is a file; a run writes a folder. Choose another name.')
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    try:
        stated = read_manifest(folder)
    except DataError:
        raise PlanError(
            f'"{shown}" holds files, and no run of rocstats wrote them, so it stays. Choose another name.'
        ) from None
    if added := strangers(folder, stated):
        raise PlanError(
            f'"{shown}" holds {printable(added[0])}, which the run there did not write, so it stays. Move it, or '
            "choose another name."
        )
    if changed := [name for name, fault in faults_of(folder, stated) if fault == "was changed"]:
        raise PlanError(
            f'{printable(changed[0])} in "{shown}" was changed since the run there wrote it, so it stays. Move it, or '
            "choose another name."
        )


def strangers(folder: Path, stated: Mapping[str, str]) -> list[str]:
    """Name the files of a folder that its manifest does not know."""
    known = {*stated, MANIFEST, RUN}
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    return sorted(name for name in found if name not in known)


def write_folder(folder: Path, files: Mapping[str, bytes], run: bytes) -> list[Path]:
    """Put files, their manifest and the record of the run into a folder; what a run wrote there before goes."""
    check_folder(folder)
    with beside(folder) as draft, beside(folder, "old") as old:
        for name, content in files.items():
            place = draft / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        (draft / RUN).write_bytes(run)
        (draft / MANIFEST).write_bytes(manifest_of(draft, without=(RUN,)).encode())
        try:
            if folder.exists():
                os.replace(folder, old)
            os.replace(draft, folder)
        except BaseException:
            # Whatever came between, an interrupt too: what was there before is put back.
            if old.exists() and not folder.exists():
                os.replace(old, folder)
            raise
    return [folder / name for name in (*files, RUN, MANIFEST)]
