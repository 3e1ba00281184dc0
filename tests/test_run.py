"""Running a plan into a folder, and verifying such a folder: what is written, what repeats, what is noticed."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from rocstats.analysis_results.digests import results_digest
from rocstats.analysis_results.manifest import MANIFEST, manifest_of, read_manifest
from rocstats.analysis_results.results_json import read_results, results_json
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.document.blocks import Document, Paragraph, RunningHeads, Section
from rocstats.document.rendering import render_bytes
from rocstats.errors import DataError, MissingExtraError, PlanError
from rocstats.investigation.provenance_facts import columns_used, content_digest, stated_time
from rocstats.study_plan.loading import load_plan, plan_of
from rocstats.study_report import running
from rocstats.study_report.rendering_apart import standing_by
from rocstats.study_report.run_folder import RUN
from rocstats.study_report.running import run_plan
from rocstats.study_report.verifying import verify_run
from tests.run_studies import PLAN, frame, write_study


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """Run the small study once, with its data beside the folder."""
    folder = tmp_path_factory.mktemp("study")
    return run_plan(write_study(folder), folder / "out", command=["rocstats", "run"])


@pytest.fixture
def copied(done, tmp_path):
    """Give a copy of the run that a test may change, with plan and data beside it."""
    for name in ("plan.toml", "study.csv"):
        shutil.copy(done.folder.parent / name, tmp_path)
    return Path(shutil.copytree(done.folder, tmp_path / "out"))


def signed(folder):
    """Write the manifest of a folder anew, as somebody would who hides a change."""
    (folder / MANIFEST).write_text(manifest_of(folder, without=(RUN,)))


def verdicts(found):
    """Give the verdict on each thing."""
    return {check.what: check.verdict for check in found.checks}


# ---- what a run writes -------------------------------------------------------------------------------------------


def test_write_everything_into_one_folder(done):
    """Report, drawings, results, list of thresholds, the plan as it was, a manifest that knows them all."""
    names = sorted(path.relative_to(done.folder).as_posix() for path in done.folder.rglob("*") if path.is_file())
    drawings = [name for name in names if name.startswith("figures/")]
    assert drawings
    assert [name for name in names if name not in drawings] == sorted(
        (
            *("MANIFEST.sha256", "plan.toml", "report.html", "report.md", "results.csv", "results.json"),
            *("roc_coordinates.csv", "run.json"),
        )
    )
    assert sorted(read_manifest(done.folder)) == [name for name in names if name not in ("MANIFEST.sha256", "run.json")]
    assert sorted(path.relative_to(done.folder).as_posix() for path in done.files) == names
    assert (done.folder / "plan.toml").read_bytes() == PLAN.encode()
    assert f"figures/{Path(drawings[0]).name}" in (done.folder / "report.md").read_text(encoding="utf-8")


def test_keep_where_results_come_from(done):
    """The record reads back with plan, digests and columns; it is intact, and holds no clock and no folder."""
    record = read_results(done.folder / "results.json")
    made = record.provenance
    assert record.intact
    assert made == done.provenance
    assert plan_of(record.plan) == load_plan(done.folder / "plan.toml")
    assert (made.columns, made.n_rows, made.seed, made.status) == (("A", "B", "ID", "TRUTH"), 60, 3, "draft")
    assert made.results_digest == results_digest(done.findings.table)
    assert made.stated_time == ""
    text = (done.folder / "results.json").read_text(encoding="ascii")
    assert str(done.folder.parent) not in text
    run = json.loads((done.folder / RUN).read_text(encoding="ascii"))
    assert (run["run_id"], run["plan_folder"], run["command"]) == (made.run_id, "..", ["rocstats", "run"])
    assert run["time"].endswith("Z")


def test_list_every_threshold(done):
    """A row for each observed score, highest first; tests of calls have none."""
    listed = pd.read_csv(done.folder / "roc_coordinates.csv")
    scores = frame()["A"].dropna()
    assert listed["threshold"].tolist() == sorted(scores.unique(), reverse=True)
    assert set(listed["test"]) == {"A"}
    assert listed["tp"].iloc[-1] + listed["fp"].iloc[-1] == len(scores)


def test_keep_hostile_names_inert(done):
    """A test that is called like a formula and mark-up is neither in any file."""
    assert '"=B' not in (done.folder / "results.csv").read_text(encoding="utf-8").replace('""', "")
    assert ",'=B|<i>," in (done.folder / "results.csv").read_text(encoding="utf-8")
    assert "=B|<i>" not in (done.folder / "report.html").read_text(encoding="utf-8")


# ---- what repeats ------------------------------------------------------------------------------------------------


def started(place, out, formats, **environment):
    """Start a run in a process of its own."""
    code = (
        "import sys; from rocstats.study_report.running import run_plan;"
        "run_plan(sys.argv[1], sys.argv[2], formats=sys.argv[3].split(','), frozen=True)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    command = [sys.executable, "-W", "error", "-c", code, place, out, formats]
    return subprocess.Popen(command, env=environment, cwd=place.parent)


ELSEWHERE = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C", "OMP_NUM_THREADS": "1"}


def test_write_the_same_bytes_in_every_process(done, tmp_path):
    """Another process, hash seed, time zone and locale, elsewhere: every file but the time of the run is the same."""
    assert started(write_study(tmp_path), tmp_path / "other", "html,md", **ELSEWHERE).wait() == 0
    assert (tmp_path / "other" / MANIFEST).read_text() == (done.folder / MANIFEST).read_text()
    held = json.loads((tmp_path / "other" / RUN).read_text(encoding="ascii"))
    assert (held["time"], held["seconds"]) == (None, None)


def test_let_the_time_be_stated(monkeypatch):
    """The time of SOURCE_DATE_EPOCH is told in UTC; what is none is refused."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert stated_time() == "1970-01-01T00:00:00Z"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "noon")
    with pytest.raises(PlanError, match='SOURCE_DATE_EPOCH is "noon"; it is the seconds since 1970'):
        stated_time()
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert stated_time() == ""


def test_know_the_values_whatever_file_holds_them():
    """Numbers are what they are worth and texts their letters; order of columns and types of storage do not count."""
    one = pd.DataFrame({"x": [1, 2, 3], "y": ["007", "b", None], "z": [0.5, None, 1.0]})
    other = pd.DataFrame({"z": ["0.5", None, "1"], "y": ["007", "b", float("nan")], "x": [1.0, 2.0, 3.0]})
    columns = ("x", "y", "z")
    assert content_digest(one, columns) == content_digest(other, columns[::-1])
    for changed in (
        one.assign(x=[1, 2, 4]),
        one.assign(y=["7", "b", None]),
        one.assign(z=[None, 0.5, 1.0]),
        one.iloc[::-1],
        one.assign(y=["007", "b", "-"]),
        one.rename(columns={"x": "a"}).assign(x=one["x"]).assign(z=[0.5, 0.0, 1.0]),
    ):
        assert content_digest(changed, columns) != content_digest(one, columns)
    assert content_digest(one, ("x",)) != content_digest(one, ("z",))


def test_name_every_column_that_a_plan_uses():
    """Columns of filters, groups, dates and tests, each once and sorted."""
    plan = plan_of(
        {
            "rocstats": "1",
            "subgroups": ["SEX"],
            "data": {"file": "a.csv", "subject": "ID", "supplementary": "COUNTRY == 'X'"},
            "participants": {"eligible": "ELIG == 'Y' and AGE >= 18", "baseline": ["AGE"], "severity": "STAGE"},
            "reference": {"column": "REF", "positive": 1, "negative": 0, "kind": "reference_standard"},
            "tests": [{"name": "CT", "column": "AVAL", "positive_scores": "high"}],
            "analysis_sets": {"FAS": "FASFL == 'Y'"},
        }
    )
    assert columns_used(plan) == ("AGE", "AVAL", "COUNTRY", "ELIG", "FASFL", "ID", "REF", "SEX", "STAGE")


SMALL = Document(
    title="A",
    sections=(Section(id="one", title="One", blocks=(Paragraph("Text."),)),),
    heads=RunningHeads(title="A"),
)


def test_render_in_another_process(monkeypatch):
    """The bytes are those of this process; where no other can be started, or it fails, it is done here."""
    here = render_bytes(SMALL, "docx", files="figures")
    with monkeypatch.context() as without:
        without.setattr("rocstats.study_report.rendering_apart.render_bytes", None)
        assert apart("docx") == here
    for program in ("/no/such/python", shutil.which("false")):
        monkeypatch.setattr(sys, "executable", program)
        assert apart("docx") == here


def apart(format):
    """Write the small document in a process that stands by."""
    with standing_by([format], files="figures") as renderers:
        renderers[format].give(SMALL)
        return renderers[format].content()


def test_write_fast_formats_here():
    """No process stands by for a format that takes no time."""
    with standing_by(["html", "md"], files="figures") as renderers:
        assert renderers == {}


def test_end_the_other_process_with_this_one():
    """An error here does not leave it behind, whether or not it was given anything."""
    begun = []

    def interrupted(document):
        with standing_by(["docx"], files="figures") as renderers:
            begun.append(renderers["docx"])
            if document is not None:
                renderers["docx"].give(document)
            raise KeyboardInterrupt

    for document in (None, SMALL):
        with pytest.raises(KeyboardInterrupt):
            interrupted(document)
    assert [renderer.ended for renderer in begun] == [True, True]


# ---- whole or not at all -----------------------------------------------------------------------------------------


def names_in(folder):
    """Name everything in a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_leave_nothing_of_a_run_that_ends_early(tmp_path, error):
    """An interrupt and a failure leave the folder above as it was."""
    place = write_study(tmp_path)

    def stop(step):
        if step == "folder":
            raise error

    with pytest.raises(error):
        run_plan(place, tmp_path / "out", formats=["md"], progress=stop)
    assert names_in(tmp_path) == ["plan.toml", "study.csv"]


def test_keep_the_old_folder_if_the_new_one_cannot_be_put_there(copied, monkeypatch):
    """What fails between taking the old folder away and putting the new one there is undone."""
    before = (copied / MANIFEST).read_text()
    real, calls = os.replace, []

    def failing(source, target):
        calls.append(target)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(source, target)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(KeyboardInterrupt):
        run_plan(copied.parent / "plan.toml", copied, formats=["md"])
    assert (copied / MANIFEST).read_text() == before
    assert names_in(copied.parent) == ["out", "plan.toml", "study.csv"]


def test_replace_a_folder_of_an_earlier_run(copied):
    """Files that the new run does not write are gone."""
    run_plan(copied.parent / "plan.toml", copied, formats=["md"])
    assert not (copied / "report.html").exists()
    assert (copied / "report.md").exists()
    assert names_in(copied.parent) == ["out", "plan.toml", "study.csv"]


def test_refuse_a_place_before_anything_is_computed(copied, monkeypatch):
    """A missing folder above, a file, a folder of somebody, one with something added or changed."""
    monkeypatch.setattr(running, "open_investigation", None)
    plan, above = copied.parent / "plan.toml", copied.parent
    (above / "file").write_text("x")
    (above / "mine").mkdir()
    (above / "mine" / "notes.txt").write_text("x")

    def refused(place, said):
        with pytest.raises(PlanError, match=said):
            run_plan(plan, place)

    refused(above / "none" / "out", "there is no folder")
    refused(above / "file", "is a file; a run writes a folder")
    refused(above / "mine", "holds files, and no run of rocstats wrote them, so it stays")
    refused(above, "holds files, and no run")
    (copied / "notes.txt").write_text("x")
    refused(copied, r"holds notes\.txt, which the run there did not write")
    (copied / "notes.txt").unlink()
    with (copied / "report.md").open("a") as file:
        file.write("my remark")
    refused(copied, r"report\.md in .* was changed since the run there wrote it")
    assert (above / "mine" / "notes.txt").read_text() == "x"


def test_refuse_a_format_before_anything_is_computed(tmp_path, monkeypatch):
    """An extra that is missing is one sentence with the command that installs it."""
    monkeypatch.setattr(running, "open_investigation", None)
    place = write_study(tmp_path)
    for module, format, said in (
        ("weasyprint", "pdf", r'pip install "rocstats\[pdf\]"'),
        ("docx", "docx", r'pip install "rocstats\[docx\]"'),
    ):
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(MissingExtraError, match=said):
            run_plan(place, tmp_path / "out", formats=[format])


# ---- verifying ---------------------------------------------------------------------------------------------------


def test_verify_a_run(copied):
    """Everything is as it was written, and comes out the same again."""
    found = verify_run(copied)
    assert found.verified
    assert list(verdicts(found).values()) == ["as written", "as written", "as written", "same", "same", "same"]
    assert str(found).startswith("\n\tVerification of a run\n\ndata:  ")
    assert str(found).endswith("\nverified\n")


def test_notice_files_that_were_changed_added_or_lost(copied):
    """Each is named, and the report that is written again says which file it is."""
    (copied / "results.csv").write_text("changed")
    (copied / "report.md").unlink()
    (copied / "more.txt").write_text("x")
    found = verify_run(copied)
    assert not found.verified
    assert verdicts(found)["files"] == "differs"
    assert found.checks[0].detail == "report.md is not there, results.csv was changed, more.txt was added"
    assert verdicts(found)["results, computed again"] == "same"
    signed(copied)
    (found,) = [check for check in verify_run(copied).checks if check.what == "files, written again"]
    assert (found.verdict, found.detail) == ("differs", "more.txt, results.csv")


def test_notice_a_result_that_was_changed(copied):
    """With its digest left, the rows do not have it; with every digest made anew, the row is named."""
    record = read_results(copied / "results.json")
    rows = [replace(row, value=row.value + 0.01) if row.id == "auc.t1.estimate" else row for row in record.table]
    table = ResultsTable(rows)
    (copied / "results.json").write_text(results_json(replace(record, table=table)), encoding="ascii")
    signed(copied)
    found = verify_run(copied)
    assert verdicts(found)["rows of the results"] == "differs"
    made = replace(record.provenance, results_digest=results_digest(table))
    (copied / "results.json").write_text(results_json(replace(record, table=table, provenance=made)), encoding="ascii")
    signed(copied)
    found = verify_run(copied)
    assert verdicts(found)["rows of the results"] == "as written"
    assert verdicts(found)["results, computed again"] == "differs"
    assert [(one.change, one.id) for one in found.differing.changes] == [("value", "auc.t1.estimate")]
    assert "auc.t1.estimate" in str(found)
    assert str(found).endswith("\nnot verified\n")


def test_bear_a_last_bit(copied):
    """A digest of another rounding is no fault if every value agrees."""
    record = read_results(copied / "results.json")
    rows = [replace(row, value=row.value * (1 + 3e-10)) if row.id == "auc.t1.estimate" else row for row in record.table]
    made = replace(record.provenance, results_digest=results_digest(ResultsTable(rows)), build="another")
    changed = replace(record, table=ResultsTable(rows), provenance=made)
    (copied / "results.json").write_text(results_json(changed), encoding="ascii")
    signed(copied)
    found = verify_run(copied)
    assert found.verified
    assert "every value agrees within one part in 1e9" in " ".join(str(found).split())
    assert verdicts(found)["files, written again"] == "not compared"
    assert "other build than in the run" in str(found)


def test_notice_other_data(copied):
    """Another value is noticed; the same values in a file that was written anew are the same data."""
    held = frame()
    data = copied.parent / "study.csv"
    held.assign(NOTE="other", A=held["A"].map("{:.2f}".format).replace("nan", "")).to_csv(data, index=False)
    found = verify_run(copied)
    assert found.verified
    assert "the same values in the columns used" in str(found)
    assert verdicts(found)["files, written again"] == "not compared"
    held.assign(A=held["A"].replace(held["A"].max(), 99)).to_csv(data, index=False)
    found = verify_run(copied)
    assert verdicts(found)["data"] == "differs"
    assert not found.verified


def test_find_the_data_where_they_are_said_to_be(copied, tmp_path):
    """The folder of the plan is kept with the run; another one can be named."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.move(tmp_path / "study.csv", elsewhere)
    with pytest.raises(DataError, match="study"):
        verify_run(copied)
    assert verify_run(copied, data_folder=elsewhere).verified
    (copied / RUN).unlink()
    shutil.copy(elsewhere / "study.csv", tmp_path)
    assert verify_run(copied).verified


def test_notice_another_plan(copied):
    """A plan that is not the one of the results is told as such."""
    (copied / "plan.toml").write_text(PLAN.replace("seed = 3", "seed = 4"), encoding="utf-8")
    assert verdicts(verify_run(copied))["plan"] == "differs"


def test_refuse_to_verify_what_is_no_run(tmp_path):
    """A folder without a manifest is none."""
    with pytest.raises(DataError, match="so it is no folder of a run"):
        verify_run(tmp_path)


def test_keep_what_a_plan_was_when_it_was_frozen(tmp_path):
    """The frozen text goes with the plan, and what was changed since is known to the findings."""
    from rocstats.study_plan.freezing import freeze

    place = write_study(tmp_path)
    freeze(place, "2026-11-01")
    place.write_text(PLAN.replace("seed = 3", "seed = 4"), encoding="utf-8")
    done = run_plan(place, tmp_path / "out", formats=["md"])
    assert (done.folder / "plan.toml.frozen").is_file()
    assert done.findings.edits == ("seed: 3 before, 4 now",)
    assert verify_run(done.folder).verified
