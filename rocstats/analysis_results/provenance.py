"""Provenance: all that it takes to compute the same results again, and to know that they are the same.

It holds no clock time, no folder and no setting of a session, so that the same run gives the same bytes.
"""

from __future__ import annotations

import hashlib
import platform
import uuid
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rocstats.analysis_results.qualification_record import QualificationRecord
from rocstats.data.source import Source
from rocstats.version import __version__, version_of

PACKAGES = ("numpy", "scipy", "pandas", "statsmodels", "matplotlib", "jinja2", "pydantic")
# The name of the space in which ids of runs are made; any fixed one does.
_RUNS = uuid.uuid5(uuid.NAMESPACE_URL, "https://rocstats/runs")
_PACKAGE = Path(__file__).resolve().parent.parent
_COMPUTING = (".py", ".csv")
# Folders that stand inside the package once installed, and beside it in a checkout.
_BESIDE = ("templates", "validation")


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where results come from.

    Parameters
    ----------
    run_id : str
        UUID of plan, data, build and results: the same run has the same id.
    status : str
        "draft" or "final", as the plan says.
    rocstats, build : str
        Version of the package, and SHA-256 of its code, its tables and its templates.
    python, platform, blas : str
        "CPython 3.11.9"; "Linux x86_64, glibc 2.31"; "scipy-openblas 0.3.27".
    packages : tuple of pairs
        Names and versions of the packages that compute, draw or write.
    seed, n_resamples, generator : int, int, str
        What random numbers come from.
    source : Source or None
        The data file; None for data that were in memory.
    n_rows : int
        Participants in the data.
    columns : tuple of str
        The columns that the plan uses, sorted.
    content_sha256 : str
        SHA-256 of the values of these columns: a file that was written anew with equal values has the same.
    plan_schema, plan_sha256 : str
        Version of the form of the plan, and SHA-256 of its file; empty for a plan that was in memory.
    results_digest : str
        SHA-256 of the results, rounded to ten significant digits.
    stated_time : str
        The time of ``SOURCE_DATE_EPOCH`` in UTC, if that is set; else empty.
    qualification : QualificationRecord or None
        The last operational qualification of the environment, if one was given to quote. It changes no result, so it
        is part of neither ``run_id`` nor ``results_digest``.
    """

    run_id: str
    status: str
    rocstats: str
    build: str
    python: str
    platform: str
    blas: str
    packages: tuple[tuple[str, str], ...]
    seed: int
    n_resamples: int
    generator: str
    source: Source | None
    n_rows: int
    columns: tuple[str, ...]
    content_sha256: str
    plan_schema: str
    plan_sha256: str
    results_digest: str
    stated_time: str = ""
    qualification: QualificationRecord | None = None


def run_id(*digests: str) -> str:
    """Make the id of a run of the digests of what went into it and came out of it.

    Examples
    --------
    >>> run_id("plan", "data") == run_id("plan", "data"), run_id("plan", "data") == run_id("plan", "other data")
    (True, False)
    """
    return str(uuid.uuid5(_RUNS, "\n".join(digests)))


@cache
def build() -> str:
    """Give the SHA-256 of what computes and writes; installed or not, it is the same.

    That is the code, the tables that it reads, and the templates. The reference cases are no part of it.
    """
    templates = next((f for f in (_PACKAGE / "templates", _PACKAGE.parent / "templates") if f.is_dir()), None)
    inside = (path for path in _PACKAGE.rglob("*") if path.suffix in _COMPUTING)
    named = ((path.relative_to(_PACKAGE), path) for path in inside)
    files = [(f"rocstats/{name.as_posix()}", path) for name, path in named if name.parts[0] not in _BESIDE]
    if templates is not None:
        files += [(f"templates/{p.relative_to(templates).as_posix()}", p) for p in templates.rglob("*") if p.is_file()]
    whole = hashlib.sha256()
    for name, path in sorted(files):
        # Line ends may be changed on the way to another system; nothing else may.
        one = hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n"))
        whole.update(f"{one.hexdigest()}  {name}\n".encode())
    return whole.hexdigest()


def python_here() -> str:
    """Name the Python that runs."""
    return f"{platform.python_implementation()} {platform.python_version()}"


def platform_here() -> str:
    """Name the system that runs, as far as numbers can depend on it."""
    libc = " ".join(platform.libc_ver()).strip()
    return f"{platform.system()} {platform.machine()}" + (f", {libc}" if libc else "")


def blas_here() -> str:
    """Name the linear algebra behind numpy."""
    import numpy as np

    found = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    return f"{found.get('name', 'unknown')} {found.get('version', '')}".strip()


def packages_here() -> tuple[tuple[str, str], ...]:
    """Give the versions of the packages that compute, draw or write."""
    return tuple((name, version_of(name)) for name in PACKAGES)


def rocstats_here() -> str:
    """Give the version of the package."""
    return __version__
