"""The software that computes: this build on this Python, with these packages on this platform."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

from rocstats.analysis_results.provenance import (
    Provenance,
    blas_here,
    build,
    packages_here,
    platform_here,
    python_here,
    rocstats_here,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What numbers can depend on beside data, plan and seed; the fields are those of ``Provenance``."""

    rocstats: str
    build: str
    python: str
    platform: str
    blas: str
    packages: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> str:
        """SHA-256 of all of it: two environments with one digest are one."""
        text = json.dumps(asdict(self), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()


def environment_here() -> Environment:
    """Describe the software that runs."""
    return Environment(
        rocstats=rocstats_here(),
        build=build(),
        python=python_here(),
        platform=platform_here(),
        blas=blas_here(),
        packages=packages_here(),
    )


def environment_of(made: Provenance) -> Environment:
    """Describe the software of which results came.

    Examples
    --------
    >>> environment_here().digest == environment_here().digest
    True
    """
    return Environment(
        rocstats=made.rocstats,
        build=made.build,
        python=made.python,
        platform=made.platform,
        blas=made.blas,
        packages=made.packages,
    )
