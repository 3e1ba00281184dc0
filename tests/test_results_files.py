"""Results in files: JSON that reads back, CSV that nothing runs, manifests that sha256sum checks."""

import csv
import io
import json
import math
import subprocess
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.analysis_results.columns import column_names
from rocstats.analysis_results.digests import results_digest
from rocstats.analysis_results.manifest import MANIFEST, faults_of, manifest_of, read_manifest
from rocstats.analysis_results.results_csv import results_csv
from rocstats.analysis_results.results_json import read_results, record_of, results_json
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.errors import DataError
from tests.commands import strict
from tests.results_tables import ABOUT, HOSTILE, row, small_record, small_table


def test_read_back_what_was_written(tmp_path):
    """Rows, plan, provenance and printed results come back equal, infinite and hostile ones too."""
    record = small_record()
    path = tmp_path / "results.json"
    path.write_text(results_json(record), encoding="ascii")
    back = read_results(path)
    assert tuple(back.table) == tuple(record.table)
    assert (back.provenance, back.outputs) == (record.provenance, record.outputs)
    assert back.plan == {"seed": 1, "tests": [{"name": "A", "between": [0.5, "Inf"]}]}
    assert results_json(back) == results_json(record)


def test_write_strict_json_with_every_column():
    """No NaN, no Infinity; one row has all columns in their order, and a value that is missing says why as an error."""
    held = strict(results_json(small_record()))
    assert list(held) == [
        *("format", "schema", "results_digest", "provenance", "plan", "methods", "rows", "outputs"),
    ]
    assert list(held["rows"][0]) == column_names(small_table())
    estimate, low, high = held["rows"][2:5]
    assert estimate == {
        "id": "a.estimate",
        "analysis_id": "a",
        "label": "Sensitivity of A",
        "group1": "SEX",
        "group1_level": "F",
        "group2": "AGE",
        "group2_level": ">=65",
        "variable": "A",
        "variable_level": None,
        "context": "a",
        "stat_name": "estimate",
        "stat_label": "Estimate",
        "stat": 26 / 41,
        "kind": "percent",
        "fmt_fun": "xx.x%",
        "warning": None,
        "error": None,
        "population": "FAS",
        "test": "A",
        "comparator": "B",
        "purpose": "primary",
        "ci_method": "Wilson score",
        "method_id": "wilson",
        "conf_level": 0.975,
        "conf_sides": "lower",
        "alternative": "greater",
        "null_value": 0.8,
        "margin": -0.05,
        "n": 26,
        "N": 41,
        "seed": 2**70,
        "requirement_id": "WILSON-01",
        "extra": None,
    }
    assert (low["stat"], low["error"], low["warning"]) == (None, "Nobody was tested.", None)
    assert (high["stat"], high["error"], high["warning"]) == ("Inf", None, "It has no end.")


def test_notice_rows_that_were_changed():
    """A record is intact while its rows have the digest that was taken of them."""
    record = small_record()
    assert not record.intact
    made = replace(record.provenance, results_digest=results_digest(record.table))
    text = results_json(replace(record, provenance=made))
    assert record_of(text).intact
    assert not record_of(text.replace('"stat": 26,', '"stat": 27,')).intact


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "results.json is no JSON: Expecting property name"),
        ('{"a": NaN}', "results.json is no JSON: NaN is no value of JSON."),
        ("[" * 100_000, "results.json is no JSON: it is nested too deep."),
        ("[1]", 'results.json holds no results of rocstats: it has no "format": "rocstats results".'),
        ('{"format": "other"}', "results.json holds no results of rocstats"),
        ('{"format": "rocstats results", "schema": 2}', "has form 2 of results, and this version reads form 1"),
        ('{"format": "rocstats results", "schema": 1}', "is not as rocstats wrote it: it has no 'methods'."),
    ],
)
def test_refuse_what_holds_no_results(tmp_path, text, said):
    """Each message says what came."""
    path = tmp_path / "results.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_results(path)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"stat": 26,', '"stat": "many",', "row 1 of the text is no result: stat is 'many', which is no number."),
        ('"stat": 26,', "", "row 1 of the text is no result: it has no 'stat'."),
        ('"stat": 26,', '"stat": true,', "which is no number"),
        ('"id": "a.n", "analysis_id": "a"', '"id": "a.n", "analysis_id": "A"', "is no id of a result"),
        ('"id": "a.total", "analysis_id": "a"', '"analysis_id": "x"', None),
        ('"stat_name": "total"', '"stat_name": "n"', 'the result "a.n" is there twice'),
        ('"error": "Nobody was tested."', '"error": null', "does not say why"),
        ('"label": "-plain"', '"label": 5', "label is 5, which is no text"),
        ('"method_id": "wilson"', '"method_id": "wald"', "is no result"),
        ('"generator": "PCG64",', "", "is not as rocstats wrote it"),
    ],
)
def test_refuse_rows_that_are_no_results(old, new, said):
    """A row that was edited by hand is named by its place; one that still is a result is read."""
    text = results_json(small_record())
    assert old in text
    if said is None:
        assert "x.total" in record_of(text.replace(old, new, 1)).table
        return
    with pytest.raises(DataError) as error:
        record_of(text.replace(old, new))
    assert said in str(error.value)


def test_refuse_what_is_no_file(tmp_path):
    """A folder, a file that is not there, and one that is no text."""
    for path, said in ((tmp_path, "is a folder; name the file"), (tmp_path / "none.json", "there is no file")):
        with pytest.raises(DataError, match=said):
            read_results(path)
    (tmp_path / "b.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="is no text in UTF-8"):
        read_results(tmp_path / "b.json")


def cells(text):
    """Read CSV by its rules: a list of dictionaries."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_write_csv_that_no_spreadsheet_runs():
    """Texts that begin like a formula get an apostrophe; numbers stay, the negative ones too."""
    text = results_csv(small_table())
    assert text.endswith("\r\n")
    rows = {one["id"]: one for one in cells(text)}
    assert list(rows["a.n"]) == column_names(small_table())
    assert rows["b.decision"]["stat"] == f"'{HOSTILE}"
    assert rows["b.decision"]["stat_label"] == "'@Decision"
    assert rows["b.decision"]["extra"] == "unit: U/mL"
    assert rows["b.change"]["label"] == "'-plain"
    assert (rows["b.change"]["stat"], rows["b.lowest"]["stat"], rows["a.conf-high"]["stat"]) == (
        "-0.125",
        "-Inf",
        "Inf",
    )
    assert (rows["a.estimate"]["stat"], rows["a.estimate"]["margin"]) == (repr(26 / 41), "-0.05")
    assert (rows["a.conf-low"]["stat"], rows["a.conf-low"]["error"]) == ("", "Nobody was tested.")


def test_write_the_columns_of_cards():
    """The columns that R's package has, groups first."""
    names = results_csv(small_table(), "cards").splitlines()[0].split(",")
    assert names == [
        *("group1", "group1_level", "group2", "group2_level", "variable", "variable_level", "context"),
        *("stat_name", "stat_label", "stat", "fmt_fun", "warning", "error"),
    ]


def test_write_a_table_without_rows():
    """The header stands alone."""
    assert results_csv(ResultsTable([])).count("\r\n") == 1
    assert json.loads(results_json(small_record(ResultsTable([]))))["rows"] == []


values = st.one_of(st.floats(allow_nan=False), st.integers(-(10**20), 10**20))


@given(value=values, text=st.text(st.characters(exclude_categories=["Cs"])))
def test_every_value_and_name_comes_back(value, text):
    """Any number is read from both files as it was, any text from JSON, and in CSV none begins a formula."""
    about = replace(ABOUT, test=text, groups=(("G", text),))
    table = ResultsTable([row("a.n", value, "quantity", about), row("a.word", text, "text", about)])
    back = record_of(results_json(small_record(table))).table
    assert (back.value("a.n"), back.value("a.word")) == (value, text)
    assert back.row("a.n").about.groups == (("G", text),)
    first, second = cells(results_csv(table))
    read = float(first["stat"]) if isinstance(value, float) else int(first["stat"])
    assert read == value or math.isinf(value)
    assert second["stat"].removeprefix("'") == text.removeprefix("'")
    assert not second["stat"].startswith(("=", "+", "-", "@", "\t", "\r"))


def test_write_a_manifest_that_sha256sum_checks(tmp_path):
    """Sorted names, files in folders too, the manifest itself left out; the program of that name agrees."""
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "x.svg").write_text("x")
    (tmp_path / "a b.txt").write_text("a")
    (tmp_path / "run.json").write_text("time")
    (tmp_path / MANIFEST).write_text(manifest_of(tmp_path, without=("run.json",)))
    stated = read_manifest(tmp_path)
    assert list(stated) == ["a b.txt", "b/x.svg"]
    assert faults_of(tmp_path, stated) == []
    done = subprocess.run(["sha256sum", "-c", MANIFEST], cwd=tmp_path, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (0, "a b.txt: OK\nb/x.svg: OK\n")
    (tmp_path / "b" / "x.svg").write_text("y")
    (tmp_path / "a b.txt").unlink()
    assert faults_of(tmp_path, stated) == [("a b.txt", "is not there"), ("b/x.svg", "was changed")]
    assert faults_of(tmp_path, {"../x": "0"}) == [("../x", "lies outside of the folder")]


def test_refuse_a_folder_without_manifest(tmp_path):
    """A folder that no run made, and a manifest that is none."""
    with pytest.raises(DataError, match=r"has no MANIFEST\.sha256, so it is no folder of a run"):
        read_manifest(tmp_path)
    (tmp_path / MANIFEST).write_text("what\n")
    with pytest.raises(DataError, match=r"line 1 of .* is no SHA-256 with the name of a file"):
        read_manifest(tmp_path)
