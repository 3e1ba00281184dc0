"""Surroundings of an installation: system, processor, arithmetic, fonts, locale, places to write."""

from __future__ import annotations

import locale
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rocstats.analysis_results.provenance import blas_here, platform_here, python_here
from rocstats.qualification_report.item import Item, Verdict

# The faces that a report as PDF and its drawings are set in.
_FACES = tuple(
    f"{family}{style}.ttf"
    for family, styles in (
        ("DejaVuSans", ("", "-Bold", "-Oblique", "-BoldOblique")),
        ("DejaVuSansMono", ("", "-Bold", "-Oblique", "-BoldOblique")),
        ("DejaVuSerif", ("", "-Bold", "-Italic", "-BoldItalic")),
    )
    for style in styles
)


def surrounding_items(out: Path | None, kept: Path) -> Iterator[Item]:
    """Describe the surroundings; ``out`` is the folder to be written, ``kept`` the one of the last qualifications."""
    for name, value in described().items():
        yield _information(name, value)
    yield _arithmetic()
    yield _fonts()
    yield _writable("the folder of the qualification", Path.cwd() if out is None else out.parent, needed=True)
    yield _writable("the folder of kept qualifications", kept, needed=False)


def described() -> dict[str, str]:
    """Give what is said of the surroundings: label to text, no time among them."""
    return {
        "Python": f"{python_here()} at {sys.executable}",
        "Operating system": _system(),
        "Platform": platform_here(),
        "Processor": f"{_processor()}, {os.cpu_count() or 'unknown number of'} logical",
        "Linear algebra": blas_here(),
        "Locale": f"{locale.setlocale(locale.LC_CTYPE)}; numbers {locale.setlocale(locale.LC_NUMERIC)}",
        "File names": sys.getfilesystemencoding(),
        "Time zone": f"{time.strftime('%Z')} (UTC{time.strftime('%z')})",
    }


def _system() -> str:
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        name = ""
    kernel = f"{platform.system()} {platform.release()}"
    return f"{name}, {kernel}" if name else kernel


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return model or platform.processor() or platform.machine()


def _information(name: str, value: str) -> Item:
    identity = f"IQ/surroundings/{name.lower().replace(' ', '-')}"
    return Item(
        id=identity, part="IQ", group="Surroundings", what=name, expected="", found=value, verdict="information"
    )


def _arithmetic() -> Item:
    digits, largest = sys.float_info.mant_dig, sys.maxsize.bit_length() + 1
    held = digits == 53 and largest == 64
    return Item(
        id="IQ/surroundings/arithmetic",
        part="IQ",
        group="Surroundings",
        what="Arithmetic",
        expected="floats with 53 binary digits, on a system of 64 bits",
        found=f"floats with {digits} binary digits, on a system of {largest} bits",
        verdict="passed" if held else "failed",
    )


def _fonts() -> Item:
    import matplotlib

    folder = Path(matplotlib.get_data_path(), "fonts", "ttf")
    missing = [name for name in _FACES if not (folder / name).is_file()]
    return Item(
        id="IQ/surroundings/fonts",
        part="IQ",
        group="Surroundings",
        what="Fonts",
        expected=f"{len(_FACES)} faces of DejaVu, which matplotlib brings along",
        found=f"{len(_FACES) - len(missing)} faces" + (f"; missing: {', '.join(missing)}" if missing else ""),
        verdict="failed" if missing else "passed",
        note="install matplotlib anew" if missing else "",
    )


def _writable(what: str, folder: Path, *, needed: bool) -> Item:
    """Try to write into a folder, or into the nearest one above that is there."""
    place = next((one for one in (folder, *folder.parents) if one.is_dir()), folder)
    reason = ""
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as problem:
        reason = (problem.strerror or "no reason given").lower()
    bad: Verdict = "failed" if needed else "information"
    return Item(
        id=f"IQ/surroundings/{what.removeprefix('the ').replace(' ', '-')}",
        part="IQ",
        group="Surroundings",
        what=what[0].upper() + what[1:],
        expected="can be written to",
        found=f"{folder}: cannot be written to ({reason})" if reason else f"{folder}: can be written to",
        verdict=bad if reason else "passed",
        note="" if needed or not reason else "reports cannot quote what cannot be kept",
    )
