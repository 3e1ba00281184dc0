"""What the README shows is what happens."""

import contextlib
import io
import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rocstats import investigate, lint_results, load_plan, open_investigation
from rocstats.cli import app
from rocstats.study_report.linter import RULES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("place", "which"), [(1, "second"), (2, "first")])
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
    assert first.rstrip().endswith(".venv/bin/rocstats run validation/data/ovarian.toml -o report")
    assert second.rstrip().endswith(".venv/bin/python -m pytest -n auto --dist loadfile")


def test_the_plan_shown_is_that_of_the_first_block():
    """What the README shows of the ovarian plan is the whole file."""
    (shown,) = re.findall(r"^```toml\n(.*?)^```", README, re.M | re.S)
    assert shown == (ROOT / "validation/data/ovarian.toml").read_text(encoding="utf-8")


def test_the_way_from_a_plan_to_its_report_runs_from_python(monkeypatch, tmp_path):
    """The steps run in their order, and write the report."""
    shutil.copytree(ROOT / "validation/data", tmp_path / "validation/data")
    monkeypatch.chdir(tmp_path)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)[0], "README.md", "exec"), {})
    assert "0 errors, 3 warnings" in out.getvalue()
    assert "Albumin" in (tmp_path / "report.html").read_text(encoding="utf-8")


def commands_beside(command):
    """Give the commands of the block that holds one, without the program's name and remarks."""
    (block,) = [block for block in re.findall(r"^```\w*\n(.*?)^```$", README, re.M | re.S) if command in block]
    return re.findall(r"^rocstats ([a-z][^#\n]*)", block, re.M)


def test_the_options_of_the_qualification_are_there():
    """What the README says of `validate` is what its help offers."""
    lines = commands_beside("rocstats validate --iq")
    offered = CliRunner().invoke(app, ["validate", "--help"], env={"COLUMNS": "100"}).output
    assert {line.split()[0] for line in lines} == {"validate"}
    assert all(option in offered for line in lines for option in line.split() if option.startswith("-"))


def test_the_way_from_a_file_to_a_checked_report_runs(monkeypatch, tmp_path):
    """Each command of the list works on what those before it wrote."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{'Present' if i % 3 else 'Absent'},{i * 7 % 11}" for i in range(24)]
    (tmp_path / "study.csv").write_text("\n".join(["REFRES,AVAL", *rows, ""]), encoding="utf-8")
    lines = commands_beside("rocstats init")
    for line in lines:
        if line.startswith("diff"):
            shutil.copytree("report", "old")
        done = CliRunner().invoke(app, shlex.split(line))
        assert done.exit_code == 0, f"{line}: {done.output}"
    assert [line.split()[0] for line in lines] == [
        "init",
        "check",
        "freeze",
        "shells",
        "run",
        "verify",
        "lint",
        "diff",
        "rows",
    ]
    held = {path.name for path in (tmp_path / "report").iterdir()}
    assert {name for name in held if not name.startswith("report.")} <= set(re.findall(r"`([\w.]+)/?`", README))


def test_the_finding_shown_is_found():
    """The linter prints what the README says of the plan that it shows."""
    plan = load_plan(ROOT / "validation/data/ovarian.toml")
    findings = investigate(open_investigation(plan, ROOT / "validation/data"))
    (shown,) = re.findall(r"prints, below its title,\n\n```\n(.*?)^```", README, re.M | re.S)
    printed = str(lint_results(findings.plan, findings.table))
    assert shown.strip("\n") in printed
    first, *others = re.findall(r"^R13 warning: (.*?) has 12 ", printed, re.M)
    assert first in shown
    told = README.split(shown)[1].split("A finding is answered")[0].lower()
    assert all(name.lower() in told for name in others)
    assert ("twenty rules" in README) == (len(RULES) == 20)
