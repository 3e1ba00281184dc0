"""Installation qualification (IQ): is what is installed what was built, and does it stand on what it needs?"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

from packaging.specifiers import SpecifierSet

from rocstats.analysis_results.provenance import build, rocstats_here
from rocstats.qualification_report.dependencies import dependency_items, extra_items
from rocstats.qualification_report.item import Item, Verdict
from rocstats.qualification_report.record_files import RECORD, Fault, FileLine, bytecode_of, files_against_record
from rocstats.qualification_report.surroundings import surrounding_items

NAME = "rocstats"
_PACKAGE = Path(__file__).resolve().parent.parent
_FILES = "Installed files"
_INSTALL_WHEEL = "install the wheel (pip install rocstats-….whl, not pip install -e) and run from elsewhere"
# Every public name is found, and one hand-worked number comes out: 14 of 16 pairs.
_SMOKE = """
import rocstats
for name in rocstats.__all__:
    getattr(rocstats, name)
print(rocstats.auc(rocstats.Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])).estimate)
"""
_EXPECTED = "0.875"
_FAULTS: tuple[Fault, ...] = ("changed", "missing", "extra", "without digest")
_UNSTATED = {"extra": "no such file in the package", "without digest": "a SHA-256 in RECORD"}
# The requirements that lines test, by how their ids begin.
_REQUIREMENTS = (("IQ/files", ("IQ-01",)), ("IQ/dependencies", ("IQ-02",)))
_OF_THE_REST = ("IQ-03",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """What the installation qualification found: its lines, and every file that was compared."""

    items: tuple[Item, ...]
    files: tuple[FileLine, ...]


def qualify_installation(out: Path | None, kept: Path) -> Installation:
    """Look at the installation that runs.

    Parameters
    ----------
    out : Path or None
        The folder that is to be written.
    kept : Path
        The folder in which last qualifications are kept.
    """
    distribution = _distribution()
    items = [_version(), _build()]
    files: tuple[FileLine, ...] = ()
    if distribution is None:
        items.append(_no_record("a checkout that was never installed"))
    else:
        kind = _not_a_wheel(distribution)
        if kind:
            items.append(_no_record(kind))
        else:
            found, files = _files(distribution)
            items += found
        items.append(_python(distribution))
        items += dependency_items(distribution)
        items += extra_items(distribution)
    items += surrounding_items(out, kept)
    items.append(_smoke())
    return Installation(items=tuple(replace(item, requirement=_tested(item)) for item in items), files=files)


def _tested(item: Item) -> tuple[str, ...]:
    return next((ids for start, ids in _REQUIREMENTS if item.id.startswith(start)), _OF_THE_REST)


def _distribution() -> metadata.Distribution | None:
    try:
        return metadata.distribution(NAME)
    except metadata.PackageNotFoundError:
        return None


def _version() -> Item:
    return _fact("version", "Version", f"rocstats {rocstats_here()}")


def _build() -> Item:
    return _fact("build", "Build", build(), "SHA-256 of code, tables and templates")


def _fact(identity: str, what: str, found: str, note: str = "") -> Item:
    return Item(
        id=f"IQ/package/{identity}",
        part="IQ",
        group="Package",
        what=what,
        expected="",
        found=found,
        verdict="information",
        note=note,
    )


def _not_a_wheel(distribution: metadata.Distribution) -> str:
    """Say what the installation is, if it is none of a wheel; empty for one of a wheel."""
    if _is_editable(distribution):
        return "an editable installation"
    if not any(line.startswith(f"{NAME}/__init__.py,") for line in _record(distribution).splitlines()):
        return "an installation whose RECORD does not list the package"
    place = Path(str(distribution.locate_file(NAME))).resolve()
    if place != _PACKAGE:
        return f"a checkout at {_PACKAGE}, while the installed package lies at {place}"
    return ""


def _is_editable(distribution: metadata.Distribution) -> bool:
    try:
        stated = json.loads(distribution.read_text("direct_url.json") or "{}")
        return bool(stated.get("dir_info", {}).get("editable", False))
    except (ValueError, AttributeError):
        return False


def _record(distribution: metadata.Distribution) -> str:
    """Give the text of RECORD; empty where there is none, or none that can be read."""
    try:
        return distribution.read_text(RECORD) or ""
    except (OSError, UnicodeDecodeError):
        return ""


def _no_record(kind: str) -> Item:
    return Item(
        id="IQ/files",
        part="IQ",
        group=_FILES,
        what="Files against the wheel’s RECORD",
        expected="an installed wheel, whose RECORD states the SHA-256 of each file",
        found=f"{kind}: no RECORD states the SHA-256 of the files that run",
        verdict="failed",
        note=_INSTALL_WHEEL,
    )


def _files(distribution: metadata.Distribution) -> tuple[list[Item], tuple[FileLine, ...]]:
    text = _record(distribution)
    try:
        files = files_against_record(text, Path(str(distribution.locate_file(""))).resolve(), _PACKAGE)
    except ValueError as problem:
        return [_no_record(str(problem))], ()
    faults = [line for line in files if line.fault]
    compared = sum(bool(line.stated) for line in files)
    whole = Item(
        id="IQ/files",
        part="IQ",
        group=_FILES,
        what="Files against the wheel’s RECORD",
        expected=f"{compared} files with the SHA-256 that RECORD states, and no other file in the package",
        found=f"{sum(not line.fault for line in files)} files as stated; "
        + ", ".join(f"{sum(line.fault == kind for line in files)} {kind}" for kind in _FAULTS),
        # Each fault is a line of its own, and fails by itself.
        verdict="information" if faults else "passed",
    )
    record = hashlib.sha256(text.encode("utf-8")).hexdigest()
    told = [
        _fact("record", "RECORD", record, "SHA-256; nothing states it, so keep it to know a changed RECORD"),
        _fact(
            "bytecode",
            "Compiled bytecode",
            f"{len(bytecode_of(_PACKAGE))} files",
            "Python makes it from the files above; no RECORD states its SHA-256",
        ),
    ]
    return [whole, *map(_fault, faults), *told], files


def _fault(line: FileLine) -> Item:
    return Item(
        id=f"IQ/files/{line.name}",
        part="IQ",
        group=_FILES,
        what=line.name,
        expected=f"SHA-256 {line.stated}" if line.stated else _UNSTATED[line.fault],
        found=f"{line.fault}: SHA-256 {line.found}" if line.found else f"{line.fault}",
        verdict="failed",
        note="install the wheel anew",
    )


def _python(distribution: metadata.Distribution) -> Item:
    required = distribution.metadata["Requires-Python"] or ""
    found = platform.python_version()
    # A trial version of Python counts as the version that it is a trial of.
    held = SpecifierSet(required).contains(found.rstrip("+"), prereleases=True)
    verdict: Verdict = "passed" if held else "failed"
    return Item(
        id="IQ/dependencies/python",
        part="IQ",
        group="Dependencies",
        what="Python",
        expected=f"Python{required}",
        found=f"Python {found}",
        verdict=verdict,
    )


def _smoke() -> Item:
    """Import every public name in a process of its own, and compute one number; the present folder is not searched."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", _SMOKE],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        encoding="utf-8",
    )
    said = done.stdout.strip() if done.returncode == 0 else next(reversed(done.stderr.splitlines()), "no answer")
    return Item(
        id="IQ/smoke",
        part="IQ",
        group="Package",
        what="Import of every public name, and one area",
        expected=_EXPECTED,
        found=said,
        verdict="passed" if (done.returncode, said) == (0, _EXPECTED) else "failed",
    )


def lines_of(installation: Installation) -> Iterator[dict[str, object]]:
    """Give every compared file as one row."""
    for line in installation.files:
        yield {"name": line.name, "stated": line.stated, "found": line.found, "fault": line.fault or None}
