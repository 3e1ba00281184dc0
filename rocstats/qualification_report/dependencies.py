"""Dependencies: the packages that the installed distribution asks for, and the versions that are here."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion

from rocstats.qualification_report.item import Item, Verdict
from rocstats.version import version_of

NOT_INSTALLED = "not installed"
# What only those need who work on rocstats itself.
_OF_DEVELOPERS = ("test",)


def dependency_items(distribution: metadata.Distribution) -> Iterator[Item]:
    """Hold every package that is always needed against what is installed."""
    for needed in _needed(distribution):
        if _applies(needed):
            yield _line(needed, f"IQ/dependencies/{needed.name}", "Dependencies", optional=False)


def extra_items(distribution: metadata.Distribution) -> Iterator[Item]:
    """Say of every extra whether its packages are there; one that is there must have a version that serves."""
    for extra in distribution.metadata.get_all("Provides-Extra") or ():
        if extra in _OF_DEVELOPERS:
            continue
        for needed in _needed(distribution):
            if not _applies(needed) and _applies(needed, extra):
                yield _line(needed, f"IQ/extras/{extra}/{needed.name}", f"Extra {extra}", optional=True)


def locked(name: str) -> dict[str, str]:
    """Give name and version of a distribution and of all installed ones that it needs, extras too, sorted by name."""
    found: dict[str, str] = {}
    waiting = [(name, frozenset[str]())]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wanted, extras = waiting.pop()
        if (canonicalize_name(wanted), extras) in seen:
            continue
        seen.add((canonicalize_name(wanted), extras))
        try:
            distribution = metadata.distribution(wanted)
        except metadata.PackageNotFoundError:
            continue
        found[canonicalize_name(wanted)] = version_of(wanted)
        offered = distribution.metadata.get_all("Provides-Extra") or ()
        asked = [extra for extra in offered if extra not in _OF_DEVELOPERS] if wanted == name else extras
        for needed in _needed(distribution):
            if _applies(needed) or any(_applies(needed, extra) for extra in asked):
                waiting.append((needed.name, frozenset(needed.extras)))
    return dict(sorted(found.items()))


def _needed(distribution: metadata.Distribution) -> list[Requirement]:
    return [Requirement(text) for text in distribution.requires or ()]


def _applies(needed: Requirement, extra: str = "") -> bool:
    return needed.marker is None or needed.marker.evaluate({"extra": extra})


def _line(needed: Requirement, identity: str, group: str, *, optional: bool) -> Item:
    found = _version(needed.name)
    verdict: Verdict = "passed" if found and _serves(needed, found) else "failed"
    note = ""
    if not found:
        verdict = "information" if optional else "failed"
        note = "what it is for is refused with a sentence that names the extra" if optional else "install it"
    elif verdict == "failed":
        note = f'install a version that serves: pip install "{needed.name}{needed.specifier}"'
    required = f"{needed.name}{needed.specifier}"
    return Item(
        id=identity,
        part="IQ",
        group=group,
        what=needed.name,
        expected=required,
        found=f"{needed.name} {found}" if found else NOT_INSTALLED,
        verdict=verdict,
        note=note,
    )


def _version(name: str) -> str:
    try:
        return metadata.version(name) or ""
    except (metadata.PackageNotFoundError, KeyError):
        return ""


def _serves(needed: Requirement, version: str) -> bool:
    try:
        return needed.specifier.contains(version, prereleases=True)
    except InvalidVersion:
        return False
