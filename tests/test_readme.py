"""What the README shows is what happens."""

import contextlib
import io
import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from rocstats.cli import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_prints_what_stands_below_it(monkeypatch):
    """The example runs from the checkout, and its second output is the printed one."""
    monkeypatch.chdir(ROOT)
    code = re.search(r"^```python\n(.*?)^```", README, re.M | re.S).group(1)
    shown = re.search(r"The second of these prints\n\n```\n(.*?)^```", README, re.M | re.S).group(1)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "README.md", "exec"), {})
    assert shown.strip("\n") in out.getvalue()


def test_the_commands_exist(monkeypatch, tmp_path):
    """Each command line of the README that calls rocstats on the study runs."""
    monkeypatch.chdir(ROOT)
    found = re.findall(r"(?:^|/|`)rocstats ((?:report|compare) validation/data/ovarian\.csv[^`\n]*)", README, re.M)
    assert len(found) == 2
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
