"""Hostile plans and data on their way to a report: they come out inert, or are refused in words."""

import re

import numpy as np
import pandas as pd
import pytest

from rocstats.analysis_results.manifest import MANIFEST, faults_of, read_manifest
from rocstats.document.rendering import render
from rocstats.errors import DataError, PlanError
from rocstats.investigation.findings import investigate
from rocstats.investigation.opening import investigation_of, open_investigation
from rocstats.study_plan.loading import plan_of
from rocstats.study_report.composing import compose_report, said_of
from rocstats.study_report.running import run_plan
from rocstats.study_report.verifying import verify_run
from tests.commands import run
from tests.run_studies import frame

PROFILES = ("full", "appendix", "stard_journal", "ivdr", "qc")


def hostile_plan(**changes):
    """Make a plan of a test of scores and one of calls, in subgroups, with keys changed."""
    held = {
        "rocstats": "1",
        "subgroups": ["SEX"],
        "data": {"file": "study.csv", "subject": "ID"},
        "reference": {"column": "TRUTH", "positive": "ill", "negative": "well", "kind": "reference_standard"},
        "tests": [
            {"name": "A", "positive_scores": "high", "threshold": {"value": 5, "origin": "prespecified"}},
            {"name": "B", "positive": "POS", "negative": "NEG", "indeterminate": "EQV"},
        ],
        "estimand": {"handling": {"indeterminate": "positive"}},
        "intervals": {"n_resamples": 100, "band": "none"},
        "participants": {"baseline": ["SEX", "AGE"]},
    }
    return plan_of({**held, **changes})


def hostile_frame(**columns):
    """Make thirty participants with sex and age, and columns changed."""
    held = frame().head(30)
    held = held.assign(SEX=np.where(np.arange(30) % 2 == 0, "F", "M"), AGE=np.arange(30) + 40.0)
    return held.assign(**columns)


def page(data, profile="full", form="md", **changes):
    """Write the report of a study in one format."""
    plan = hostile_plan(report={"profile": profile}, **changes)
    return render(compose_report(investigate(investigation_of(plan, data))), form)


# ---- data that leave nothing to compute --------------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    "columns",
    [
        {"TRUTH": None},
        {"A": np.nan, "B": None},
        {"A": 5.0, "B": "POS", "SEX": None, "AGE": np.nan},
    ],
    ids=["no truth", "no results", "all alike, in no groups"],
)
def test_write_every_report_of_nothing(columns, profile):
    """Every profile is written of a study without truth, results, groups or differences, and shows no nan."""
    written = page(hostile_frame(**columns), profile)
    assert not re.search(r"(?<![\w.-])(nan|None|-0(?:\.0+)?|inf)(?![\w.-])", written)


def test_leave_a_table_without_rows_out_of_the_appendix():
    """Tests of which nothing could be computed have no table of shares there; beside one that has some, they stand."""
    assert "Accuracy at the stated thresholds" not in page(hostile_frame(A=np.nan, B=None), "appendix")
    written = page(hostile_frame(A=np.nan), "appendix")
    assert re.search(r"\| Sensitivity \| \S+ \| \S+ \| \S+ \| \d+/\d+ \|", written)


def test_bear_the_largest_and_the_smallest_numbers():
    """Scores at both ends of what a number can be are described and drawn, infinite ones too."""
    huge, tiny = (-1.0) ** np.arange(30) * 1.7e308, np.arange(30) * 5e-324
    assert "Scores of A" in page(hostile_frame(A=huge, AGE=tiny), "stard_journal")
    assert "Scores of A" in page(hostile_frame(A=huge * np.inf, AGE=huge), "stard_journal")


def test_show_a_level_that_is_blank():
    """A group whose name is nothing, or nothing but spaces, has a row that can be read."""
    sexes = np.array(["", " ", "\u00a0\u3000"])[np.arange(30) % 3]
    assert page(hostile_frame(SEX=sexes), "stard_journal").count("(blank)") >= 3


# ---- numbers behind numbers --------------------------------------------------------------------------------------


def test_say_what_has_no_digits():
    """What stands behind a number in the page is neither None nor inf."""
    found = investigate(investigation_of(hostile_plan(), hostile_frame()))
    said = {row.id: said_of(row.id, found) for row in found.table}
    kinds = {row.id: row.value for row in found.table}
    assert any(value is None for value in kinds.values())
    assert any(value == float("inf") for value in kinds.values())
    for identity, value in kinds.items():
        if value is None:
            assert ": not estimable" in said[identity]
        elif value == float("inf"):
            assert ": \u221e" in said[identity]
        assert not re.search(r": (None|-?inf|nan|-0\.0)\b", said[identity])


# ---- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("ID,TRUTH\nü,ill\n".encode("latin-1"), r"byte 10 cannot be read\. Save it again, a text as UTF-8\.$"),
        (b"ID,TRUTH\n\0,ill\n", r"so it is no text in UTF-8\. Save it again, a text as UTF-8\.$"),
    ],
    ids=["another encoding", "NUL"],
)
def test_advise_what_a_plan_can_do(tmp_path, raw, said):
    """A file that cannot be read is told without options that no plan has."""
    (tmp_path / "study.csv").write_bytes(raw)
    with pytest.raises(DataError, match=said):
        open_investigation(hostile_plan(), tmp_path)
    began = run("init", tmp_path / "study.csv", "-o", tmp_path / "new.toml")
    assert began.exit_code == 1
    assert re.search(said, began.stderr.strip())
    assert not (tmp_path / "new.toml").exists()


def test_refuse_a_workbook_of_two_sheets(tmp_path):
    """A plan names no sheet."""
    with pd.ExcelWriter(tmp_path / "study.xlsx") as book:
        for name in ("one", "two"):
            hostile_frame().to_excel(book, sheet_name=name, index=False)
    with pytest.raises(DataError, match=r"has 2 sheets: .*\. Leave one sheet in it\.$"):
        open_investigation(hostile_plan(data={"file": "study.xlsx"}), tmp_path)


def test_count_what_is_not_understood():
    """One value is one, several are several."""
    one, two = hostile_frame(), hostile_frame()
    one.loc[3, "TRUTH"], one.loc[3, "B"] = "?", "ill"
    two.loc[[3, 4], "TRUTH"] = "?"
    with pytest.raises(DataError, match=r'^1 value of the reference column is not stated .*: "\?"\. Name it in'):
        investigation_of(hostile_plan(), one)
    with pytest.raises(DataError, match=r'^2 values of the reference column are not stated .*: "\?"\. Name them'):
        investigation_of(hostile_plan(), two)
    with pytest.raises(DataError, match=r'^1 result of the test "B" is not .*: "ill"\. Name it in'):
        investigation_of(hostile_plan(), one.assign(TRUTH="ill"))
    with pytest.raises(DataError, match=r'^1 row has no "ID"; each needs one\.'):
        investigation_of(hostile_plan(), hostile_frame(ID=[None, *map(str, range(29))]))


def test_tell_faults_of_monstrous_names_in_short():
    """A text of ten thousand letters, wherever it stands, does not drown the others."""
    monster = "x" * 10_000
    for changes in (
        {"subgroups": monster},
        {monster: 1},
        {"estimand": {"measures": monster}},
        {"hypotheses": [{"id": monster, "measure": "auc", "test": monster, "goal": 0.8, "after": ["H0"]}]},
    ):
        with pytest.raises(PlanError) as refused:
            hostile_plan(**changes)
        assert max(map(len, str(refused.value).splitlines())) < 4000


def test_state_levels_that_can_be_computed():
    """A level that no method takes is a fault of the plan, and the lowest and highest that are none are computed."""
    with pytest.raises(PlanError, match=r"intervals\.level: 0\.5 came\..* Write a number, above 0\.5 and below 1"):
        hostile_plan(intervals={"level": 0.5})
    for level in (0.500001, 1 - 1e-10):
        plan = hostile_plan(intervals={"level": level, "n_resamples": 100})
        assert investigate(investigation_of(plan, hostile_frame())).table.value("plan.level") == level


# ---- a folder that somebody made --------------------------------------------------------------------------------

SMALL = """rocstats = "1"
data.file = "study.csv"
reference = {column = "ill", positive = 1, negative = 0, kind = "reference_standard"}
tests = [{name = "CT", positive_scores = "high"}]
report = {profile = "appendix", formats = ["md"]}
"""


def test_name_files_that_cannot_be(tmp_path):
    """Names in a manifest that no file can have are faults of the manifest, and so is a way out of the folder."""
    names = {"a\0b": "cannot be read", "x" * 5000: "cannot be read", "../x": "lies outside of the folder"}
    assert dict(faults_of(tmp_path, dict.fromkeys(names, "0" * 64))) == names
    (tmp_path / MANIFEST).mkdir()
    with pytest.raises(DataError, match=r"MANIFEST\.sha256 cannot be read: "):
        read_manifest(tmp_path)


def test_verify_a_folder_that_lost_its_plan(tmp_path):
    """A record of the run that is no record is passed over; without a plan nothing can be computed."""
    (tmp_path / "study.csv").write_text("ill,CT\n1,5\n1,3\n1,4\n0,4\n0,1\n0,2\n")
    (tmp_path / "plan.toml").write_text(SMALL)
    out = run_plan(tmp_path / "plan.toml", tmp_path / "out").folder
    for held in ("", "[" * 50_000, '{"plan_folder": "a\\u0000"}'):
        (out / "run.json").write_text(held)
        if "plan" in held:
            with pytest.raises(DataError, match="no file can be called"):
                verify_run(out)
        else:
            assert verify_run(out).verified
    (out / "plan.toml").unlink()
    with pytest.raises(DataError, match=r"has no plan\.toml that can be read, so its results cannot be computed"):
        verify_run(out)
