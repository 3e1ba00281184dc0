"""The commands that run a plan, verify a run, and look into its results: what they print, and how they end."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from rocstats.analysis_results.manifest import MANIFEST, manifest_of
from rocstats.plan_console import steps
from tests.commands import run, strict, wrong_call
from tests.run_studies import write_study


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """Run the small study once by the command, and return what it said and its folder."""
    folder = tmp_path_factory.mktemp("study")
    done = run("run", write_study(folder), "-o", folder / "out", "--frozen")
    return done, folder / "out"


@pytest.fixture
def copied(ran, tmp_path):
    """Give a copy of the run that a test may change, with plan and data beside it."""
    for name in ("plan.toml", "study.csv"):
        shutil.copy(ran[1].parent / name, tmp_path)
    return Path(shutil.copytree(ran[1], tmp_path / "out"))


def changed(folder, old, new):
    """Replace a text in the results of a folder, and sign it anew."""
    place = folder / "results.json"
    text = place.read_text(encoding="ascii")
    assert old in text
    place.write_text(text.replace(old, new, 1), encoding="ascii")
    (folder / MANIFEST).write_text(manifest_of(folder, without=("run.json",)))
    return place


# ---- run ---------------------------------------------------------------------------------------------------------


def test_say_where_the_reports_are(ran):
    """Their paths alone stand on stdout; the run and its digest on stderr."""
    done, folder = ran
    assert (done.exit_code, done.stdout) == (0, f"{folder}/report.html\n{folder}/report.md\n")
    held = json.loads((folder / "run.json").read_text(encoding="ascii"))
    digest = strict((folder / "results.json").read_text(encoding="ascii"))["results_digest"]
    assert done.stderr == f"rocstats: the report is written; run {held['run_id']}, results {digest[:12]}:\n"
    assert held["time"] is None


def test_choose_formats(copied, monkeypatch):
    """Words between commas, or repeated; a word that is none is a wrong call, a missing extra one sentence."""
    plan = copied.parent / "plan.toml"
    assert run("run", plan, "-o", copied, "--format", "md").stdout == f"{copied}/report.md\n"
    wrong_call(run("run", plan, "-o", copied, "--format", "html,rtf"), '--format is "rtf"; it is one of html, md, pdf')
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    done = run("run", plan, "-o", copied, "--format", "pdf")
    assert (done.exit_code, done.stdout) == (1, "")
    assert 'pip install "rocstats[pdf]"' in done.stderr


def test_end_by_what_is_wrong(copied):
    """A place that is somebody's is a wrong call, data that do not fit are not; each is one sentence."""
    plan = copied.parent / "plan.toml"
    (copied / "mine.txt").write_text("x")
    done = run("run", plan, "-o", copied)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "mine.txt" in done.stderr
    data = copied.parent / "study.csv"
    data.write_text(data.read_text(encoding="utf-8").replace(",POS,", ",MAYBE,", 1), encoding="utf-8")
    done = run("run", plan, "-o", copied.parent / "new")
    assert (done.exit_code, done.stdout) == (1, "")
    assert '"MAYBE"' in done.stderr
    assert not (copied.parent / "new").exists()


def test_leave_nothing_at_an_interrupt(tmp_path):
    """Ctrl-C ends with 130, one line, and no folder, hidden ones neither."""
    place = write_study(tmp_path)
    code = (
        "import sys; from rocstats.investigation import findings as f; from rocstats.cli import main\n"
        "import os, signal\n"
        "f.PARTS = (*f.PARTS, ('last', lambda *_: os.kill(os.getpid(), signal.SIGINT)))\n"
        "sys.argv = ['rocstats', 'run', *sys.argv[1:]]; main()"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code, place, "-o", tmp_path / "out"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (130, "")
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plan.toml", "study.csv"]


def test_show_progress_on_a_terminal_only(monkeypatch):
    """Elsewhere not a byte is written; on a terminal the steps are named."""

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    silent, terminal = io.StringIO(), Terminal()
    for stream in (silent, terminal):
        monkeypatch.setattr(sys, "stderr", stream)
        with steps() as tell:
            tell("comparisons")
    assert silent.getvalue() == ""
    assert "comparisons" in terminal.getvalue()


# ---- verify ------------------------------------------------------------------------------------------------------


def test_verify_by_exit_code(copied):
    """0 if nothing differs, 1 if something does, 2 if there is nothing to verify."""
    done = run("verify", copied, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert {row["verdict"] for row in strict(done.stdout)[0]["rows"]} == {"as written", "same"}
    (copied / "report.md").write_text("changed", encoding="utf-8")
    done = run("verify", copied)
    assert done.exit_code == 1
    assert "report.md was changed" in done.stdout
    assert "not verified" in done.stdout
    for place, said in ((copied.parent, "so it is no folder of a run"), (copied.parent / "none", "no folder of a run")):
        done = run("verify", place)
        assert (done.exit_code, done.stdout) == (2, "")
        assert said in done.stderr
    (copied.parent / "study.csv").unlink()
    done = run("verify", copied)
    assert (done.exit_code, done.stdout) == (2, "")


# ---- diff, lint, rows --------------------------------------------------------------------------------------------


def test_tell_what_differs_by_exit_code(copied, ran):
    """0 if nothing differs, 1 if something does, within the tolerance that is asked for, 2 if a file is none."""
    old = ran[1] / "results.json"
    done = run("diff", old, old)
    assert done.exit_code == 0
    assert done.stdout.endswith("no difference\n\n")
    estimate = next(row for row in strict(old.read_text())["rows"] if row["id"] == "auc.t1.estimate")["stat"]
    new = changed(copied, f'"stat": {estimate},', f'"stat": {estimate + 1e-4},')
    done = run("diff", old, new)
    assert done.exit_code == 1
    assert "values changed: 1" in done.stdout
    assert run("diff", old, new, "--abs", "0.001").exit_code == 0
    (row,) = strict(run("diff", old, new, "--json").stdout)
    assert (row["id"], row["change"]) == ("auc.t1.estimate", "value")
    done = run("diff", old, copied / "report.html")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is no JSON" in done.stderr


def test_hold_results_against_the_rules(copied):
    """Warnings leave the exit code 0, an error makes it 1, and each finding says what to do."""
    done = run("lint", copied / "results.json", "--json")
    assert done.exit_code in (0, 1)
    held = strict(done.stdout)[0]
    findings = held.get("rows", [held] if "rule" in held else [])
    assert done.exit_code == any(finding["severity"] == "error" for finding in findings)
    assert run("lint", copied / "results.json").stdout.startswith("\n\tRules of a reviewer, held against results\n")
    place = changed(copied, '"indeterminate": "positive"', '"indeterminate": null')
    done = run("lint", place)
    assert done.exit_code == 1
    assert "R05 error: " in done.stdout
    assert run("lint", copied / "report.md").exit_code == 2


def test_print_rows_as_csv(ran):
    """All columns, or those of R's package."""
    place = ran[1] / "results.json"
    everything = pd.read_csv(io.StringIO(run("rows", place).stdout))
    assert everything.columns[0] == "id"
    cards = pd.read_csv(io.StringIO(run("rows", place, "--columns", "cards").stdout))
    assert len(cards) == len(everything)
    assert list(cards.columns[-4:]) == ["stat", "fmt_fun", "warning", "error"]
    assert run("rows", ran[1] / "none.json").exit_code == 2
