"""The last qualification of an environment: kept by the command, quoted by reports, no part of results."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from rocstats import Plan, PlannedTest, Study, analyse, compose, qualify, render, run_plan, verify_run
from rocstats.analysis_results.environment import environment_here, environment_of
from rocstats.analysis_results.provenance import _PACKAGE, build
from rocstats.analysis_results.qualification_record import QualificationRecord
from rocstats.analysis_results.results_json import read_results
from rocstats.errors import DataError
from rocstats.qualification_report.keeping import keep
from rocstats.qualification_report.kept_record import kept_file, kept_folder, last_qualification
from tests.commands import run, said, write_small

CASE = """id = "by-hand"
title = "Two cases and two controls"
source = "Worked by hand"
kind = "by hand"
requirement = ["AUC-01"]
data = {truth = [1, 1, 0, 0], scores = [3, 1, 2, 0]}
expected = {auc = "3/4"}
"""
# One test of six participants: a run of it takes no time.
PLAN = """rocstats = "1"
data.file = "study.csv"
reference = {column = "ill", positive = 1, negative = 0, kind = "reference_standard"}
tests = [{name = "CT", positive_scores = "high"}]
report.profile = "qc"
"""
DATA = "ill,CT\n1,5\n1,3\n1,4\n0,4\n0,1\n0,2\n"
TIME = "1700000000"
DAY = "2023-11-14"


@pytest.fixture(autouse=True)
def own_data(tmp_path, monkeypatch):
    """Give each test a folder of data of its own, and a time."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", TIME)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """Qualify by one case, and say that it was the whole kit."""
    folder = tmp_path_factory.mktemp("kit")
    (folder / "by-hand.toml").write_text(CASE, encoding="utf-8")
    found = qualify(oq=True, cases=folder)
    return replace(found, time=f"{DAY}T22:13:20Z", oq=replace(found.oq, whole=True))


def write_study(folder, profile="qc"):
    """Write the small study and give the place of its plan."""
    (folder / "study.csv").write_text(DATA, encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN.replace("qc", profile), encoding="utf-8")
    return folder / "plan.toml"


def failed(outcome):
    """Turn what passed into what failed."""
    items = tuple(replace(item, verdict="failed") for item in outcome.oq.items)
    return replace(outcome, oq=replace(outcome.oq, items=items))


# ---- what is kept ------------------------------------------------------------------------------------------------


def test_keep_the_last_outcome_by_its_environment(outcome):
    """Verdict, digest, day and environment come back; another environment has none."""
    assert last_qualification(outcome.environment) is None
    assert keep(outcome) == ""
    place = kept_file(outcome.environment)
    assert place.parent.name == outcome.environment.digest[:16]
    held = json.loads(place.read_text(encoding="ascii"))
    last = last_qualification(outcome.environment)
    assert last == QualificationRecord(
        verdict="passed", digest=held["digest"], date=DAY, environment=outcome.environment.digest
    )
    assert last_qualification(replace(outcome.environment, python="CPython 3.99")) is None
    keep(failed(outcome))
    assert last_qualification(outcome.environment).verdict == "failed"
    assert [path.name for path in place.parent.iterdir()] == ["oq.json"]


def test_the_digest_knows_no_time(outcome):
    """The same outcome on another day has the same digest; another outcome has another."""
    keep(outcome)
    first = last_qualification(outcome.environment)
    keep(replace(outcome, time="2026-01-01T00:00:00Z"))
    later = last_qualification(outcome.environment)
    assert (later.digest, later.date) == (first.digest, "2026-01-01")
    keep(failed(outcome))
    assert last_qualification(outcome.environment).digest != first.digest


def test_other_cases_say_nothing_of_the_environment(outcome):
    """A run of cases of one's own is not kept, and that is said."""
    assert "no report will quote" in keep(replace(outcome, oq=replace(outcome.oq, whole=False)))
    assert not kept_folder().exists()


def test_a_quick_run_does_not_hide_a_whole_one(outcome):
    """One that passed leaves the whole one that passed; one that failed takes its place."""
    quick = replace(outcome, oq=replace(outcome.oq, quick=True))
    assert keep(quick) == ""
    assert last_qualification(outcome.environment).quick
    keep(outcome)
    assert "go on quoting the whole qualification" in keep(quick)
    assert not last_qualification(outcome.environment).quick
    keep(failed(quick))
    assert last_qualification(outcome.environment).verdict == "failed"


@pytest.mark.parametrize(
    "change",
    [
        lambda held: held["outcome"].update(verdict="passed with deviations"),
        lambda held: held.update(digest="0" * 64),
        lambda held: held.update(format="other"),
        lambda held: held["environment"].update(digest="0" * 64),
        lambda held: held.pop("outcome"),
        lambda held: held.update(date=3),
    ],
)
def test_do_not_quote_what_was_changed(outcome, change):
    """A kept outcome that is not as it was written is told, and never quoted."""
    keep(outcome)
    place = kept_file(outcome.environment)
    held = json.loads(place.read_text(encoding="ascii"))
    change(held)
    place.write_text(json.dumps(held), encoding="ascii")
    with pytest.raises(DataError, match="is not as it was written, so it is not quoted"):
        last_qualification(outcome.environment)


def test_do_not_quote_what_is_no_json(outcome):
    """Nor what cannot be read at all."""
    keep(outcome)
    place = kept_file(outcome.environment)
    for content in (b"{", b"[]", b"\xff", b"[" * 100_000):
        place.write_bytes(content)
        with pytest.raises(DataError, match="is not as it was written"):
            last_qualification(outcome.environment)
    place.unlink()
    place.mkdir()
    with pytest.raises(DataError, match="cannot be read"):
        last_qualification(outcome.environment)


# ---- the environment ---------------------------------------------------------------------------------------------


def test_an_environment_is_what_provenance_says(tmp_path):
    """A run's provenance gives the environment that is looked up."""
    done = run_plan(write_study(tmp_path), tmp_path / "out", formats=["md"])
    assert environment_of(done.provenance) == environment_here()
    assert environment_here().digest != replace(environment_here(), build="0" * 64).digest


def test_a_build_covers_tables_and_leaves_out_cases(tmp_path, monkeypatch):
    """Code, a table beside it and a template count; the kit inside an installed package does not, nor bytecode."""
    package = tmp_path / "rocstats"
    for name in (
        "a.py",
        "methods/t.csv",
        "templates/r.j2",
        "validation/made.py",
        "validation/t.csv",
        "a.pyc",
        "py.typed",
    ):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("x", encoding="utf-8")
    monkeypatch.setattr("rocstats.analysis_results.provenance._PACKAGE", package)

    def changed(name):
        before = build.__wrapped__()
        (package / name).write_text("y", encoding="utf-8")
        return build.__wrapped__() != before

    assert all(changed(name) for name in ("a.py", "methods/t.csv", "templates/r.j2"))
    assert not any(changed(name) for name in ("validation/made.py", "validation/t.csv", "a.pyc", "py.typed"))
    # Beside the package, as in a checkout, templates count in the same way.
    inside = build.__wrapped__()
    (package / "templates").rename(tmp_path / "templates")
    (package / "validation").rename(tmp_path / "validation")
    assert build.__wrapped__() == inside
    assert _PACKAGE.name == "rocstats"


# ---- reports -----------------------------------------------------------------------------------------------------


NONE = "no operational qualification of this environment is quoted in this report"


def text_of(folder):
    """Read the report of a run."""
    return Path(folder, "report.md").read_text(encoding="utf-8")


def test_quote_the_last_qualification_in_a_report(outcome, tmp_path):
    """The command looks it up; digest, day and verdict stand in the report and the record; frozen leaves it out."""
    plan = write_study(tmp_path)
    assert run("run", plan, "-o", tmp_path / "none", "--format", "md").exit_code == 0
    assert NONE in text_of(tmp_path / "none")
    keep(outcome)
    assert run("run", plan, "-o", tmp_path / "quoted", "--format", "md").exit_code == 0
    last = last_qualification(outcome.environment)
    text = text_of(tmp_path / "quoted")
    assert "the last operational qualification of this environment" in text
    assert DAY in text
    assert last.digest in text
    assert NONE not in text
    records = [read_results(tmp_path / name / "results.json") for name in ("none", "quoted")]
    assert [record.provenance.qualification for record in records] == [None, last]
    assert records[0].provenance.results_digest == records[1].provenance.results_digest
    assert records[0].provenance.run_id == records[1].provenance.run_id
    assert run("run", plan, "-o", tmp_path / "frozen", "--format", "md", "--frozen").exit_code == 0
    assert NONE in text_of(tmp_path / "frozen")


@pytest.mark.parametrize("profile", ["full", "appendix", "stard_journal", "ivdr", "qc"])
def test_quote_it_in_every_profile(outcome, tmp_path, profile):
    """Whatever parts a report has, the verdict and its day stand in it, or that there is none."""
    plan = write_study(tmp_path, profile)
    done = run_plan(plan, tmp_path / "none", formats=["md"])
    assert "qualification of this environment" in text_of(done.folder)
    assert f"{DAY}" not in text_of(done.folder).replace(f"{DAY}T", "")
    keep(outcome)
    last = last_qualification(outcome.environment)
    done = run_plan(plan, tmp_path / "quoted", formats=["md"], qualification=last)
    text = text_of(done.folder)
    assert DAY in text.replace(f"{DAY}T", "")
    assert last.digest[:12] in text


def test_verify_whatever_was_qualified_since(outcome, tmp_path):
    """A report is written again with the qualification that it quotes, whether one was run, or run again, since."""
    plan = write_study(tmp_path)
    for name in ("before", "after"):
        assert run("run", plan, "-o", tmp_path / name, "--format", "md").exit_code == 0
        keep(outcome)
    keep(failed(outcome))
    for name in ("before", "after"):
        assert verify_run(tmp_path / name).verified
        assert run("verify", tmp_path / name).exit_code == 0


def test_tell_of_a_qualification_of_another_environment(tmp_path, outcome):
    """A record of another environment, which only a program can give, is called that; a quick and a failed one too."""
    other = QualificationRecord(verdict="failed", digest="0" * 64, date=DAY, environment="1" * 64, quick=True)
    done = run_plan(write_study(tmp_path), tmp_path / "out", formats=["md"], qualification=other)
    text = text_of(done.folder)
    assert "the last operational qualification of another environment" in text
    assert "failed, as a quick run without the slow checks" in text
    frozen = run_plan(write_study(tmp_path), tmp_path / "f", formats=["md"], qualification=other, frozen=True)
    assert frozen.provenance.qualification is None


def test_run_although_the_kept_one_was_changed(outcome, tmp_path):
    """The report is written and says that there is none; why stands on stderr."""
    keep(outcome)
    kept_file(outcome.environment).write_text("{}", encoding="utf-8")
    done = run("run", write_study(tmp_path), "-o", tmp_path / "out", "--format", "md")
    assert done.exit_code == 0
    assert "is not as it was written, so it is not quoted" in said(done)
    assert NONE in text_of(tmp_path / "out")


def test_quote_it_in_a_report_from_options(outcome, tmp_path):
    """The older report has it in its table of provenance; a program's report has none unless given."""
    words = ["report", *write_small(tmp_path), "--tests", "low,high", "--low", "low", "-o", tmp_path / "report.md"]
    assert run(*words).exit_code == 0
    place = tmp_path / "report.md"
    assert "Not quoted here for this environment" in place.read_text(encoding="utf-8")
    keep(outcome)
    assert run(*words).exit_code == 0
    text = place.read_text(encoding="utf-8")
    assert f"run on {DAY}, passed" in text
    assert last_qualification(outcome.environment).digest in text
    assert "with the same qualification quoted" in text
    frame = pd.read_csv(io.StringIO(DATA))
    analysis = analyse(Study(frame, truth="ill", tests=["CT"]), Plan(truth="ill", tests=(PlannedTest(name="CT"),)))
    assert analysis.qualification is None
    assert "Not quoted here" in render(compose(analysis), "md")


# ---- the command -------------------------------------------------------------------------------------------------


def test_the_command_says_what_it_does_not_keep(tmp_path, monkeypatch):
    """Cases of one's own are not kept, nor is anything where the folder is closed; the verdict stands all the same."""
    (tmp_path / "by-hand.toml").write_text(CASE, encoding="utf-8")
    done = run("validate", tmp_path, "--oq")
    assert done.exit_code == 0
    assert "the cases are not those of rocstats" in said(done)

    def full(_):
        raise PermissionError(13, "Permission denied", "/closed")

    monkeypatch.setattr("rocstats.qualification_report.keeping.keep", full)
    done = run("validate", tmp_path, "--oq")
    assert done.exit_code == 0
    assert "this qualification cannot be kept, so no report will quote it (/closed: Permission denied)." in said(done)
