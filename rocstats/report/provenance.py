"""The software behind a report: versions that its numbers depend on."""

from __future__ import annotations

import platform
from dataclasses import dataclass

from rocstats.version import __version__, version_of

_PACKAGES = ("numpy", "scipy", "pandas", "statsmodels", "matplotlib", "jinja2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Software:
    """Versions of rocstats, of Python, and of the packages that compute or draw."""

    rocstats: str
    python: str
    packages: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        packages = ", ".join(f"{name} {version}" for name, version in self.packages)
        return f"rocstats {self.rocstats}; Python {self.python}; {packages}"


def installed_software() -> Software:
    """Say with which versions this is computed."""
    return Software(
        rocstats=__version__,
        python=platform.python_version(),
        packages=tuple((name, version_of(name)) for name in _PACKAGES),
    )
