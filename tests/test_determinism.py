"""The same document gives the same bytes, whatever the machine is set to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WRITE = (
    "import hashlib, json, sys; from made_documents import study_document; "
    "from rocstats.document.rendering import render_bytes; "
    "print(json.dumps([hashlib.sha256(render_bytes(study_document(), f)).hexdigest() for f in sys.argv[1:]]))"
)


def formats() -> list[str]:
    """Every format that can be written here."""
    found = ["html", "md"]
    try:
        import docx  # noqa: F401

        found.append("docx")
        import weasyprint  # noqa: F401

        found.append("pdf")
    except (ImportError, OSError):
        pass
    return found


def written(*asked: str, **settings: str) -> dict[str, str]:
    """What a new process writes under these settings: format to digest."""
    path = os.pathsep.join((str(HERE), str(HERE.parent), *sys.path))
    left = {key: value for key, value in os.environ.items() if key != "SOURCE_DATE_EPOCH"}
    done = subprocess.run(
        [sys.executable, "-c", WRITE, *asked],
        env={**left, "PYTHONPATH": path, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(asked, json.loads(done.stdout), strict=True))


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    """Time zone, language, order of hashes and the folder of settings change nothing in any format."""
    one = written(*formats(), TZ="UTC", LC_ALL="C", PYTHONHASHSEED="1")
    other = written(*formats(), TZ="Asia/Tokyo", LC_ALL="tr_TR.UTF-8", PYTHONHASHSEED="7", MPLCONFIGDIR=str(tmp_path))
    assert one == other


def test_a_stated_time_changes_only_what_holds_a_time() -> None:
    """SOURCE_DATE_EPOCH is written into the Word file, the one format that holds a time."""
    if "docx" not in formats():
        pytest.skip("python-docx is not installed")
    asked = ("html", "docx")
    plain, dated = written(*asked), written(*asked, SOURCE_DATE_EPOCH="1700000000")
    assert [name for name in plain if plain[name] != dated[name]] == ["docx"]
