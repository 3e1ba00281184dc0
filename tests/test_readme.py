"""What the README shows is what happens."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rocstats.cli import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("place", "which"), [(0, "second"), (1, "first")])
def test_the_python_examples_print_what_stands_below_them(monkeypatch, place, which):
    """The examples run from the checkout, and print what is said to be printed."""
    monkeypatch.chdir(ROOT)
    code = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)[place]
    (shown,) = re.findall(rf"The {which} of these prints\n\n```\n(.*?)^```", README, re.M | re.S)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "README.md", "exec"), {})
    assert shown.strip("\n") in out.getvalue()


def test_the_commands_exist(monkeypatch, tmp_path):
    """Each command line of the README that calls rocstats on the study runs."""
    monkeypatch.chdir(ROOT)
    found = re.findall(r"(?:^|/|`)rocstats ((?:report|compare|fit) validation/data/ovarian\.csv[^`\n]*)", README, re.M)
    assert len(found) == 3
    for line in found:
        arguments = shlex.split(line)
        if "-o" in arguments:
            arguments[arguments.index("-o") + 1] = str(tmp_path / "report.html")
        done = CliRunner().invoke(app, arguments)
        assert done.exit_code == 0, done.output


def test_the_first_two_blocks_are_the_main_job_and_the_tests():
    """A newcomer's two commands stand first."""
    first, second = re.findall(r"^```sh\n(.*?)^```", README, re.M | re.S)[:2]
    assert "rocstats report validation/data/ovarian.csv" in first
    assert second.rstrip().endswith(".venv/bin/python -m pytest -n auto")
