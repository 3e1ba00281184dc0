"""Qualification of an installation: cases, plans, deviations, the folder, the command."""

import csv
import io
import json
import shutil
from decimal import Decimal
from importlib import metadata
from pathlib import Path

import pytest

import rocstats
from rocstats import qualify, validate_command
from rocstats.analysis_results.manifest import MANIFEST, faults_of, read_manifest
from rocstats.errors import DataError, MethodError, PlanError
from rocstats.qualification.checks import Check, Finding
from rocstats.qualification.printed import Printed
from rocstats.qualification.reference_data import _digests
from rocstats.qualification_report import operation, performance, qualifying, whole_run
from rocstats.qualification_report.deviations import load_deviations
from rocstats.qualification_report.item import Item, verdict_on, with_own_ids
from rocstats.qualification_report.operation import qualify_operation
from rocstats.qualification_report.performance import qualify_performance
from rocstats.qualification_report.traceability import COLUMNS
from rocstats.qualification_report.whole_run import whole_run_items
from tests.commands import ROOT, run, said, strict, wrong_call

CASE = """id = "by-hand"
title = "Two cases and two controls"
source = "=Worked by hand"
kind = "by hand"
requirement = ["OUR-01"]
data = {truth = [1, 1, 0, 0], scores = [3, 1, 2, 0]}
[[expected]]
auc = "3/4"
low = "0.0"
[[expected]]
question = "mann_whitney"
u = "3"
"""
REQUIREMENTS = """[[requirement]]
id = "OUR-01"
text = "=The area is right."
risk = "high"
method = ["delong1988"]
function = ["auc"]
[[requirement]]
id = "OUR-03"
text = "Nobody tests this."
risk = "low"
"""
CASES = "cases/by-hand.toml"
PQ = ROOT / "validation" / "pq"
TIME = "1700000000"


@pytest.fixture
def kit(tmp_path):
    """Write a kit of one case with two numbers, of which the second is wrong."""
    folder = tmp_path / "kit"
    (folder / "cases").mkdir(parents=True)
    case = CASE[: CASE.index("[[expected]]\nquestion")]
    (folder / CASES).write_text(case, encoding="utf-8")
    (folder / "requirements.toml").write_text(REQUIREMENTS, encoding="utf-8")
    return folder


@pytest.fixture
def right(kit):
    """Give the kit with no number that is wrong."""
    case = (kit / CASES).read_text(encoding="utf-8").replace('low = "0.0"\n', "")
    (kit / CASES).write_text(case, encoding="utf-8")
    return kit


# ---- operation ---------------------------------------------------------------------------------------------------


def test_name_a_number_that_is_not_met(kit):
    """The case, the quantity, what is printed and what was obtained, and the verdict on its requirement."""
    found = qualify(oq=True, cases=kit)
    assert (found.verdict, found.passed) == ("failed", False)
    (item,) = found.failures
    assert item.id == "OQ/by-hand/auc/low"
    assert (item.group, item.what, item.expected) == ("by-hand", "auc: low", "0.0")
    assert float(item.found) > 0.05
    assert "FAILED  OQ/by-hand/auc/low\n        auc: low\n        expected  0.0\n        found     0." in str(found)
    assert str(found).endswith("\nverdict: failed\n")


def test_run_checks_beside_the_cases(right):
    """A check is a line with what it expects and found; a slow one is left out of a quick run."""
    checks = [
        Check("INV-A", ("OUR-01",), "invariance", "auc", "order is nothing", lambda: Finding(True, "0.5", "0.5")),
        Check("ERR-B", ("OUR-03",), "error", "auc", "it refuses", lambda: 1 / 0, quick=False),
    ]
    whole = qualify_operation(right, checks=checks)
    assert [(item.id, item.verdict) for item in whole.items] == [
        ("OQ/by-hand/auc/auc", "passed"),
        ("OQ/INV-A", "passed"),
        ("OQ/ERR-B", "failed"),
    ]
    assert whole.items[-1].found == "ZeroDivisionError: division by zero"
    quick = qualify_operation(right, checks=checks, quick=True)
    assert [item.id for item in quick.items] == ["OQ/by-hand/auc/auc", "OQ/INV-A"]
    assert not quick.whole


def test_software_that_breaks_has_failed(kit, monkeypatch):
    """An error that nobody raised on purpose is a failure, not a traceback; a malformed kit could not be run."""

    def breaks(*_):
        raise NameError("name 'as_float' is not defined")

    monkeypatch.setattr(operation, "validate", breaks)
    (item,) = qualify(oq=True, cases=kit).failures
    assert (item.id, item.found) == ("OQ/run of the reference cases", "NameError: name 'as_float' is not defined")
    monkeypatch.undo()
    (kit / CASES).write_text("id = 1", encoding="utf-8")
    with pytest.raises(DataError, match=r"by-hand\.toml"):
        qualify(oq=True, cases=kit)


def test_give_each_line_an_id_of_its_own():
    """The second of one name has its place behind it, so that a deviation accepts one line."""
    line = Item(id="a", part="OQ", group="", what="", expected="", found="", verdict="failed")
    assert [item.id for item in with_own_ids([line, line, line])] == ["a", "a (2)", "a (3)"]


def test_what_was_not_looked_at_tests_nothing():
    """A requirement of which all numbers were skipped, or that no line names, is not tested."""
    line = Item(id="a", part="OQ", group="", what="", expected="", found="", verdict="skipped")
    assert verdict_on([line]) == "not tested"
    assert verdict_on([]) == "not tested"


def test_a_plan_run_whole_hangs_together():
    """Accepted results, each number of the report, what made it, a second run, the linter: all pass."""
    found = whole_run_items()
    assert [(item.id, item.verdict) for item in found] == [
        *(("OQ/RUN-RESULTS", "passed"), ("OQ/RUN-NUMBERS", "passed"), ("OQ/RUN-ORIGIN", "passed")),
        *(("OQ/RUN-AGAIN", "passed"), ("OQ/RUN-LINT", "passed")),
    ]
    assert int(found[1].found.split()[0]) > 100


def test_notice_a_number_that_is_not_of_its_row(monkeypatch):
    """A number of another row, or rounded another way, is named; a run that breaks is one failure."""
    for text, value, held in (
        ("0.737", "0.7365591397849462", True),
        ("0.736", "0.7365591397849462", False),
        ("64.5", "0.6451612903225806", True),
        ("-0.125", "0.125", True),
        ("0.13", "0.125", True),
        ("0.12", "0.125", False),
        ("20", "21", False),
    ):
        assert whole_run._is_rounded(Decimal(text), Decimal(value)) is held

    def breaks(*_, **__):
        raise NameError("name 'need' is not defined")

    monkeypatch.setattr(whole_run, "run_plan", breaks)
    (item,) = whole_run.whole_run_items()
    assert (item.id, item.verdict, item.found) == ("OQ/RUN", "failed", "NameError: name 'need' is not defined")


# ---- deviations --------------------------------------------------------------------------------------------------


DEVIATION = """[[deviation]]
id = "DEV-1"
item = "OQ/by-hand/auc/low"
justification = "The limit is =A1 of no consequence."
who = "A. Statistician"
date = 2026-03-02
"""


def test_accept_a_failure_by_a_deviation(kit, tmp_path):
    """The verdict is passed with deviations, the line names its deviation, and one that accepts nothing is told."""
    place = tmp_path / "deviations.toml"
    place.write_text(DEVIATION + DEVIATION.replace("DEV-1", "DEV-2").replace("/low", "/high"), encoding="utf-8")
    found = qualify(oq=True, cases=kit, deviations=place)
    assert (found.verdict, found.passed, found.failures) == ("passed with deviations", True, ())
    assert "deviations\n" in str(found)
    assert "..." not in str(found)
    assert [(item.id, item.deviation) for item in found.items if item.verdict == "accepted"] == [
        ("OQ/by-hand/auc/low", "DEV-1")
    ]
    assert [one.id for one in found.unused] == ["DEV-2"]
    assert "ACCEPTED  OQ/by-hand/auc/low by deviation DEV-1" in str(found)
    assert "Deviation DEV-2 accepts nothing: OQ/by-hand/auc/high did not fail." in str(found)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[deviation]]", "[deviations]", r"must hold tables \[\[deviation\]\]"),
        ('who = "A. Statistician"\n', "", r"deviation 1: who must be text"),
        ("date = 2026-03-02", 'date = "soon"', 'date is "soon"; write a day'),
        ("date = 2026-03-02", 'date = "20260302"', "write a day"),
        ("date = 2026-03-02", 'date = "2026-W10-1"', "write a day"),
        ("date = 2026-03-02", "date = 3", "date must be a day such as 2026-03-02"),
        ('id = "DEV-1"', 'id = "DEV-1"\nwhy = "x"', "has no why"),
        ("date = 2026-03-02\n", "date = 2026-03-02\n" + DEVIATION.replace("low", "high"), 'have the id "DEV-1"'),
        ("date = 2026-03-02\n", "date = 2026-03-02\n" + DEVIATION.replace("DEV-1", "D"), "have the item"),
        ("id =", "id", "is not TOML"),
    ],
)
def test_refuse_a_deviation_that_is_not_whole(tmp_path, old, new, message):
    """Nothing is accepted without who, when and why."""
    place = tmp_path / "deviations.toml"
    place.write_text(DEVIATION.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_deviations(place)
    with pytest.raises(DataError, match="cannot be read"):
        load_deviations(tmp_path / "nowhere.toml")


# ---- performance -------------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path):
    """Copy the worked example."""
    return Path(shutil.copytree(PQ / "ovarian", tmp_path / "pq" / "mine"))


def test_the_worked_example_gives_its_accepted_results():
    """The example that comes with rocstats passes; where a result was changed on purpose, it is made anew."""
    found = qualify_performance(PQ)
    assert found.plans == ("ovarian",)
    assert [(item.what, item.found) for item in found.items if item.verdict == "failed"] == []


def test_name_each_result_that_is_another(own):
    """A value that was accepted otherwise, in a table that somebody signed anew, is named with both values."""
    place = own / "results.json"
    held = json.loads(place.read_text(encoding="ascii"))
    row = next(row for row in held["rows"] if row["id"] == "auc.t1.estimate")
    was, row["stat"] = row["stat"], row["stat"] + 1e-6
    place.write_text(json.dumps(held), encoding="ascii")
    items = {item.id: item for item in qualify_performance(own).items}
    failed = {name: item for name, item in items.items() if item.verdict == "failed"}
    assert set(failed) == {"PQ/mine/accepted", "PQ/mine/results", "PQ/mine/results/auc.t1.estimate"}
    told = failed["PQ/mine/results/auc.t1.estimate"]
    assert (float(told.expected), float(told.found)) == (row["stat"], pytest.approx(was, rel=1e-12))


def test_notice_another_plan_and_other_data(own):
    """The accepted results belong to one plan and one set of data, by their digests."""
    plan = own / "plan.toml"
    text = plan.read_text(encoding="utf-8").replace("seed = 20261130", "seed = 1")
    plan.write_text(text, encoding="utf-8")
    failed = [item.id for item in qualify_performance(own).items if item.verdict == "failed"]
    assert "PQ/mine/plan" in failed
    assert "PQ/mine/results/seed" in failed
    data = own / "ovarian.csv"
    data.write_text(data.read_text(encoding="utf-8").replace("3.0,5.8", "3.1,5.8", 1), encoding="utf-8")
    (item,) = [item for item in qualify_performance(own).items if item.id == "PQ/mine/run"]
    assert item.verdict == "failed"
    assert "sha256" in item.found.lower()


def test_a_run_that_breaks_has_failed(own, monkeypatch):
    """An error that nobody raised on purpose is a failure of the plan."""

    def breaks(*_, **__):
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(performance, "run_plan", breaks)
    items = {item.id: item for item in qualify_performance(own).items}
    assert items["PQ/mine/run"].found == "ZeroDivisionError: division by zero"


def test_say_what_a_folder_of_plans_lacks(own):
    """A folder without a plan, and a plan without accepted results, cannot be run."""
    (own / "results.json").unlink()
    with pytest.raises(DataError, match=r"holds a plan\.toml and no results\.json: run the plan once"):
        qualify_performance(own.parent)
    (own / "plan.toml").unlink()
    with pytest.raises(DataError, match=r"nor a folder in it holds a plan\.toml"):
        qualify_performance(own.parent)
    with pytest.raises(DataError, match="there is no folder"):
        qualify_performance(own / "nowhere")


# ---- the folder --------------------------------------------------------------------------------------------------


@pytest.fixture
def written(right, tmp_path, monkeypatch):
    """Write a folder of a qualification that passed."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", TIME)
    out = tmp_path / "out"
    qualify(oq=True, cases=right, out=out)
    return out


def test_write_every_file_with_its_digest(written):
    """The manifest knows every file but itself, and the time stands in two: the environment and the summary."""
    names = sorted(path.name for path in written.iterdir())
    assert names == [
        *(MANIFEST, "environment.json", "oq.json", "requirements.lock", "rtm.csv", "signature.html", "summary.html"),
    ]
    assert faults_of(written, read_manifest(written)) == []
    timed = [name for name in names if "2023-11-14" in (written / name).read_text(encoding="utf-8")]
    assert timed == ["environment.json", "summary.html"]
    assert strict((written / "environment.json").read_text(encoding="ascii"))["time"] == "2023-11-14T22:13:20Z"
    lock = (written / "requirements.lock").read_text(encoding="ascii").splitlines()
    assert f"numpy=={metadata.version('numpy')}" in lock
    assert f"rocstats=={rocstats.__version__}" in lock


def test_write_the_same_bytes_again(written, right):
    """The same qualification of the same environment at a stated time is the same folder."""
    before = (written / MANIFEST).read_text(encoding="utf-8")
    qualify(oq=True, cases=right, out=written)
    assert (written / MANIFEST).read_text(encoding="utf-8") == before


def test_trace_each_requirement(written):
    """A row for each requirement and number, one for a requirement that nothing tests; no cell is a formula."""
    text = (written / "rtm.csv").read_bytes().decode("utf-8")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["requirement_id"], row["quantity"], row["verdict"]) for row in rows] == [
        ("OUR-01", "auc", "passed"),
        ("OUR-03", "", "not tested"),
    ]
    one = rows[0]
    assert (one["expected"], one["obtained"], one["risk"], one["source_class"]) == ("3/4", "0.75", "high", "A")
    assert (one["absolute_difference"], one["lre"]) == ("0.0", "15.0")
    assert one["requirement"] == "'=The area is right."
    assert one["source"] == "'=Worked by hand"
    assert "DeLong" in one["method_reference"]
    assert len(one["dataset_sha256"]) == 64


def test_keep_a_negative_number_a_number(right, tmp_path):
    """A minus sign does not make a text of a number in the matrix."""
    case = (right / CASES).read_text(encoding="utf-8")
    data = "data = {file = 'x.csv', truth = 't', positive = 1, tests = ['a', 'b']}\n"
    (right / "cases" / "x.csv").write_text("t,a,b\n1,1,2\n1,2,3\n0,1,1\n0,3,0\n", encoding="utf-8")
    case = case.replace("data = {truth = [1, 1, 0, 0], scores = [3, 1, 2, 0]}\n", data)
    case = case.replace('auc = "3/4"', 'question = "compare_auc"\ndifference = "-0.625"')
    (right / CASES).write_text(case, encoding="utf-8")
    qualify(oq=True, cases=right, out=tmp_path / "out")
    text = (tmp_path / "out" / "rtm.csv").read_bytes().decode("utf-8")
    row = next(csv.DictReader(io.StringIO(text, newline="")))
    assert (row["expected"], row["obtained"]) == ("-0.625", "-0.625")


def test_never_touch_what_a_qualification_did_not_write(written, right, tmp_path):
    """A folder of something else, a changed and an added file, a file, and a place without a folder are refused."""
    (written / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(PlanError, match=r"holds mine\.txt, which the qualification there did not write"):
        qualify(oq=True, cases=right, out=written)
    (written / "mine.txt").unlink()
    (written / "rtm.csv").write_text("changed", encoding="utf-8")
    with pytest.raises(PlanError, match=r"rtm\.csv in .* was changed since"):
        qualify(oq=True, cases=right, out=written)
    other = tmp_path / "run"
    other.mkdir()
    (other / MANIFEST).write_text("", encoding="utf-8")
    with pytest.raises(PlanError, match="no qualification by rocstats wrote them"):
        qualify(oq=True, cases=right, out=other)
    with pytest.raises(PlanError, match="is a file"):
        qualify(oq=True, cases=right, out=right / CASES)
    with pytest.raises(PlanError, match="there is no folder"):
        qualify(oq=True, cases=right, out=tmp_path / "no" / "where")


def test_leave_what_was_there_when_writing_fails(written, right, monkeypatch):
    """Nothing is half written."""
    before = (written / MANIFEST).read_text(encoding="utf-8")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(qualifying, "rtm_csv", full)
    with pytest.raises(OSError, match="No space left"):
        qualify(oq=True, cases=right, out=written)
    assert (written / MANIFEST).read_text(encoding="utf-8") == before
    assert [path.name for path in written.parent.iterdir() if path.name.startswith(".")] == []


def test_ask_for_something():
    """A qualification of nothing is a wrong call."""
    with pytest.raises(MethodError, match="nothing is asked for"):
        qualify()


# ---- the command -------------------------------------------------------------------------------------------------


def test_end_by_the_verdict(kit, right, tmp_path):
    """0 where all passed, and the folder is said; 1 where something failed; 2 where it could not be run."""
    done = run("validate", right, "--oq", "-o", tmp_path / "out")
    assert done.exit_code == 0
    assert "verdict: passed" in done.stdout
    assert "begin with" in said(done)
    (right / CASES).write_text(CASE.replace("3/4", "1/4"), encoding="utf-8")
    for form in ([], ["--json"], ["--csv"]):
        done = run("validate", right, "--oq", *form)
        assert done.exit_code == 1
        assert "OQ/by-hand/auc/auc" in done.stdout
        assert "0.75" in done.stdout
    (right / CASES).write_text("id = 3", encoding="utf-8")
    for words in (["--oq"], [], ["--list"]):
        done = run("validate", right, *words)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "by-hand.toml" in done.stderr
    assert run("validate", "--pq", tmp_path / "nowhere").exit_code == 2


def test_give_rows_in_every_form(kit):
    """JSON and CSV have a row per line, with what was expected and found."""
    rows = strict(run("validate", kit, "--oq", "--json").stdout)[0]["rows"]
    assert [(row["id"], row["verdict"]) for row in rows] == [
        ("OQ/by-hand/auc/auc", "passed"),
        ("OQ/by-hand/auc/low", "failed"),
    ]
    table = list(csv.DictReader(io.StringIO(run("validate", kit, "--oq", "--csv").stdout)))
    assert [row["expected"] for row in table] == ["3/4", "0.0"]


def test_refuse_words_that_do_not_go_together(tmp_path):
    """What belongs to a qualification needs one, and the list is one of its own."""
    for words in (["-o", tmp_path / "x"], ["--quick"], ["--deviations", tmp_path / "d.toml"]):
        wrong_call(run("validate", *words), "belong to a qualification")
    wrong_call(run("validate", "--oq", "--list"), "--list is a list of its own")
    for words in ([tmp_path], ["--reference", tmp_path], ["--quick"]):
        wrong_call(run("validate", "--iq", *words), "are about cases and checks; add --oq")


def test_a_damaged_kit_has_failed(kit, monkeypatch):
    """A case that cannot be read could not be run; of an installation that was changed it is a failure."""
    (kit / CASES).write_text("id = 1", encoding="utf-8")
    assert run("validate", kit).exit_code == 2
    monkeypatch.setattr(validate_command, "damage", lambda: "rocstats/validation/cases/by-hand.toml (changed)")
    for words in ((kit,), (kit, "--oq"), (kit, "--list")):
        done = run("validate", *words)
        assert done.exit_code == 1
        assert "by-hand.toml (changed)" in said(done)


def test_name_the_folder_in_a_way_that_steers_no_terminal(right, tmp_path):
    """What a name does to a terminal is written out."""
    done = run("validate", right, "--oq", "-o", tmp_path / "a\x1b[31m\nb")
    assert done.exit_code == 0
    assert "\x1b" not in done.stderr
    assert "a\\x1b[31m\\nb" in said(done).replace("\n", "")


def test_a_requirement_has_its_words_in_every_part(swift, tmp_path):
    """The matrix of an installation alone says what was required, with its risk."""
    qualify(iq=True, out=tmp_path / "out")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "rtm.csv").read_text(encoding="utf-8"))))
    assert {row["requirement_id"] for row in rows} == {"IQ-01", "IQ-02", "IQ-03"}
    assert all(row["requirement"] and row["risk"] for row in rows)


@pytest.mark.parametrize("nested", [CASES, "requirements.toml", "deviations.toml"])
def test_refuse_brackets_without_end(right, nested):
    """A file that is nested too deep is refused in words, whatever it states."""
    (right / nested).write_text("a = " + "[" * 5000, encoding="utf-8")
    deviations = right / nested if nested == "deviations.toml" else None
    with pytest.raises(DataError, match="brackets within brackets"):
        qualify(oq=True, cases=right, deviations=deviations)


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a", "[file]\na = 1", '[[file]]\nname = "a"'])
def test_refuse_a_list_of_data_files_that_is_none(right, text):
    """The digests of reference data are read from whole tables, or the list is refused by name."""
    (right / "data").mkdir()
    (right / "data" / "files.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"files\.toml"):
        _digests(right / "cases")


@pytest.mark.parametrize("text", ["0.7e999999999", "0.7e-999999999"])
def test_refuse_an_exponent_of_no_float(text):
    """A power of ten that nobody can write out is no printed number and no tolerance."""
    with pytest.raises(DataError, match="is no printed number"):
        Printed(text)
    with pytest.raises(DataError, match="must be a positive decimal"):
        Printed("0.7", within=text)
