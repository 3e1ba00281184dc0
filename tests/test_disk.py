"""What the system does not allow is said in words, by questions and by commands."""

import decimal
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from endurance import Call, endure

import rocstats
from rocstats import DataError, Sample, Study
from rocstats.document.number_line import in_powers
from rocstats.errors import DiskError
from rocstats.formatting import brief, plain

SAMPLE = Sample.from_groups(cases=[3, 2, 2], controls=[2, 1, 0])


def test_a_file_that_may_not_be_read_is_an_error_of_rocstats(tmp_path, monkeypatch):
    """It is an OSError as well, for whoever catches those."""
    path = tmp_path / "study.csv"
    path.write_text("t,A\n1,2\n0,1\n")

    def closed(self, *_):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", closed)
    with pytest.raises(DiskError, match=r"study\.csv: Permission denied\.") as caught:
        rocstats.read(path, truth="t", tests=["A"])
    assert isinstance(caught.value, OSError)
    assert isinstance(caught.value, rocstats.RocstatsError)
    assert endure(Call("read", rocstats.read, (path,), {"truth": "t", "tests": ["A"]})) == "refused"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_that_lead_to_each_other_are_no_place(tmp_path):
    """A folder of a run cannot stand at a loop."""
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(rocstats.RocstatsError):
        rocstats.run_plan(tmp_path / "plan.toml", loop)
    with pytest.raises(DataError, match="no file"):
        rocstats.read(tmp_path / "loop", truth="t", tests=["A"])


def test_a_name_as_long_as_a_system_allows_is_written(tmp_path):
    """The draft beside it has a name of its own, which is short."""
    figure = rocstats.plot_ks(SAMPLE)
    path = tmp_path / f"{'a' * 250}.svg"
    assert rocstats.write_figure(figure, path).is_file()
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("words", [["--help"], ["--version"], ["auc", "--help"]])
def test_help_that_cannot_be_written_ends_in_a_sentence(words):
    """No traceback, and no success."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rocstats", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert "Traceback" not in done.stderr
    assert (done.returncode, "No space left on device" in done.stderr) == (1, True)


def test_what_is_no_regular_file_is_said_to_be_none():
    """A pipe or a device exists, and is read only once."""
    with pytest.raises(DataError, match="no regular file; save"):
        rocstats.read(os.devnull, truth="t", tests=["A"])


def test_a_cell_far_away_from_its_table_fills_no_memory(tmp_path):
    """The rows between are empty, and none of them is filled up to the last column."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (("t", "A"), (1, 3), (1, 2), (0, 1), (0, 2)):
        book.active.append(row)
    book.active["XFD5000"] = "x"
    book.save(tmp_path / "far.xlsx")
    with pytest.raises(DataError, match="far away from its table, in row 5000 or column 16384"):
        rocstats.read(tmp_path / "far.xlsx", truth="t", tests=["A"])


def test_a_column_that_no_data_frame_holds_is_named(tmp_path):
    """A time of day with nanoseconds is none to pandas."""
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    when = pa.array([1, 2], pa.time64("ns"))
    table = pa.table({"t": [1, 0], "A": [2.0, 1.0], "when": when})
    parquet.write_table(table, tmp_path / "study.parquet")
    with pytest.raises(DataError, match='the column "when" holds what a data frame cannot hold'):
        rocstats.read(tmp_path / "study.parquet", truth="t", tests=["A"])
    with pytest.raises(DataError, match='the column "when"'):
        Study(table, truth="t", tests=["A"])


def test_lists_divide_no_subgroups():
    """They cannot be told apart; a mask that has their name is a mask."""
    study = Study(pd.DataFrame({"t": [1, 0] * 6, "s": range(12), "g": [[1], [2]] * 6}), truth="t", tests=["s"])
    with pytest.raises(DataError, match="cannot be told apart"):
        rocstats.compare_subgroups(study, by="g", test="s")
    assert study.where(pd.Series([True] * 12, name="g")).label == ""


def test_lists_beside_long_data_are_left_where_they_are():
    """They cannot be compared within a subject, whatever library holds them, so they are not carried along."""
    pa = pytest.importorskip("pyarrow")
    long = pd.DataFrame({"t": [1, 1, 0, 0], "id": [1, 1, 2, 2], "test": ["A", "B"] * 2, "x": [1.0, 2.0, 3.0, 4.0]})
    lists = pd.Series([[1], [1], [2], [2]], dtype=pd.ArrowDtype(pa.list_(pa.int64())))
    study = Study.from_long(long.assign(more=lists), truth="t", subject="id", test="test", score="x")
    assert list(study.frame.columns) == ["id", "t", "A", "B"]


def test_a_table_that_is_not_computed_yet_is_refused():
    """It would be computed in silence, or column by column."""
    polars = pytest.importorskip("polars")
    lazy = polars.DataFrame({"t": [1, 0], "A": [2.0, 1.0]}).lazy()
    for ask in (lambda: Sample.from_truth([1, 0], lazy), lambda: Study(lazy, truth="t", tests=["A"])):
        with pytest.raises(TypeError, match=r"call \.collect\(\) first"):
            ask()


def test_many_digits_before_a_letter_are_read_at_once(tmp_path):
    """What is nearly a number is looked at once, not once for each of its digits."""
    path = tmp_path / "study.csv"
    path.write_text(f"t,A\n1,3\n0,{'1' * 100_000}x\n")
    assert endure(Call("read", rocstats.read, (path,), {"truth": "t", "tests": ["A"]})) == "refused"


def test_a_caller_who_reckons_in_another_way_changes_no_number():
    """Neither three digits in decimals nor strict floats of the caller are those of rocstats."""
    scores = Sample.from_groups(cases=[1e308, -1e308, 1e-308, 5e-324, np.inf], controls=[0, 1])
    two = Sample.from_groups(
        cases={"A": [1, 2, 3, 4, 5, 5], "B": [1, 3, 2, 5, 4, 4]},
        controls={"A": [1, 1, 2, 3, 1, 2], "B": [2, 1, 1, 1, 3, 4]},
    )
    with decimal.localcontext(decimal.Context(prec=3, traps=[decimal.Inexact])), np.errstate(all="raise"):
        assert (plain(12345.678), brief(12345.678, 4), in_powers(123456789, 4)) == ("12345.678", "1.235e4", "1.235e8")
        assert endure(Call("plot_scores", rocstats.plot_scores, (SAMPLE,))) == "answered"
        assert endure(Call("plot_thresholds", rocstats.plot_thresholds, (scores,))) == "answered"
        assert endure(Call("fit_bivariate_binormal", rocstats.fit_bivariate_binormal, (two,))) == "answered"
