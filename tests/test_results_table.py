"""The table of results: rows, ids, what is refused, and how results are taken down."""

import math

import numpy as np
import pytest

from rocstats import Counts, Sample, Wilson, accuracy, auc, compare_auc
from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import About, ResultRow
from tests.results_tables import row, small_table

ABOUT = About(label="A")


def test_find_rows_by_id():
    """A row is found by analysis and statistic, an analysis by the beginning of its id."""
    table = small_table()
    assert (len(table), table.row("a.n").value, table.value("b.change"), "c.n" in table) == (9, 26, -0.125, False)
    assert list(table.analysis("a")) == ["n", "total", "estimate", "conf-low", "conf-high"]
    assert table.analysis("c") == {}
    two = ResultsTable([row("auc.t1.n", 1, "count"), row("auc.t10.n", 1, "count"), row("auc.t1.x.n", 1, "count")])
    assert two.analyses("auc.t1") == ("auc.t1", "auc.t1.x")
    assert two.analyses() == ("auc.t1", "auc.t10", "auc.t1.x")
    with pytest.raises(KeyError, match="there is no result"):
        table.row("c.n")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"value": math.nan}, "is not a number"),
        ({"value": None, "warning": ""}, "does not say why"),
        ({"value": "met"}, "is of the kind percent and holds a text"),
        ({"kind": "share"}, "is of no kind"),
        ({"identity": "A.estimate"}, "is no id"),
        ({"identity": "a.b_c"}, "is no id"),
        ({"identity": "a..n"}, "is no id"),
    ],
)
def test_refuse_what_is_no_result(given, said):
    """NaN, silence about a missing value, texts among numbers, and ids that are not plain."""
    if given == {"value": None, "warning": ""}:
        with pytest.raises(ValueError, match=said):
            ResultRow(analysis="a", stat="n", label="n", value=None, kind="count", about=ABOUT)
        return
    with pytest.raises(ValueError, match=said):
        row(**given)


def test_refuse_a_result_twice():
    """Two rows of one id would hide each other."""
    with pytest.raises(ValueError, match=r'"a\.n" is there twice'):
        ResultsTable([row("a.n", 1, "count"), row("a.n", 2, "count")])


def test_take_values_down_as_pythons_own():
    """Numbers of numpy, truth values and signed zeros become plain values; anything else is refused."""
    recorder = Recorder()
    for stat, value, kind in (
        ("a", np.int64(3), "count"),
        ("b", np.float64(-0.0), "area"),
        ("c", np.True_, "text"),
        ("d", np.str_("x"), "text"),
    ):
        recorder.add("x", stat, value, kind, ABOUT)
    values = [one.value for one in recorder.table()]
    assert values == [3, 0.0, "yes", "x"]
    assert [type(value) for value in values] == [int, float, str, str]
    assert math.copysign(1, values[1]) == 1
    with pytest.raises(TypeError, match="a result is a number"):
        recorder.add("x", "e", [1], "count", ABOUT)


def test_take_an_estimate_down_with_all_that_it_tells():
    """Three of four pairs concordant: estimate, error, limits, and about them method and level."""
    found = auc(Sample.from_groups(cases=[3, 5], controls=[1, 4]), level=0.9, null_value=0.5)
    recorder = Recorder()
    recorder.inferred("auc.t1", found, "area", ABOUT)
    table = recorder.table()
    assert table.value("auc.t1.estimate") == 0.75
    assert {one.stat for one in table} == {
        *("estimate", "std-error", "conf-low", "conf-high", "statistic", "p-value"),
    }
    about = table.row("auc.t1.estimate").about
    assert (about.method.id, about.level, about.sides, about.null_value) == ("delong", 0.9, "two-sided", 0.5)
    assert table.value("auc.t1.conf-high") == found.interval.high


def test_take_down_why_there_is_no_interval():
    """Perfect separation has no variance: the rows are there without value and say why."""
    found = compare_auc(
        Sample.from_groups(cases=[[3, 3], [4, 4]], controls=[[1, 1], [2, 2]], tests=["A", "B"]),
    )
    recorder = Recorder()
    recorder.inferred("d", found, "area", ABOUT)
    low = recorder.table().row("d.conf-low")
    assert low.value is None
    assert low.warning


def test_take_a_measure_down():
    """26 of 41: count, total, estimate and limits."""
    found = accuracy(Counts(tp=26, fp=12, fn=15, tn=60), Wilson()).sensitivity
    recorder = Recorder()
    recorder.measure("acc.t1.sensitivity", found, "percent", ABOUT)
    values = {one.stat: one.value for one in recorder.table()}
    assert (values["n"], values["total"], values["estimate"]) == (26, 41, 26 / 41)
    assert values["conf-low"] == found.interval.low
    assert recorder.table().row("acc.t1.sensitivity.estimate").about.method.id == "wilson"


def test_keep_printed_results():
    """The text is that of print, in order."""
    found = accuracy(Counts(tp=26, fp=12, fn=15, tn=60))
    recorder = Recorder()
    recorder.output("acc.t1", "Accuracy", found)
    (one,) = recorder.outputs()
    assert (one.text, one.title, one.analysis) == (str(found), "Accuracy", "acc.t1")
