"""What differs between two records: rows, values beyond tolerance, words, the plan."""

import math
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rocstats.analysis_results.differences import EXACT, Tolerances, results_difference
from rocstats.analysis_results.results_table import ResultsTable
from tests.results_tables import ABOUT, provenance, row, small_record, small_table


def changed(rows, **given):
    """Give what differs between the small record and another one."""
    return results_difference(small_record(), small_record(ResultsTable(rows)), **given)


def told(found):
    """Give sort, id, subject, old and new of all that differs."""
    return [(one.change, one.id, one.what, one.old, one.new) for one in found.changes]


def test_find_no_difference():
    """A record and itself, whatever machine it comes from and in whatever order its rows stand."""
    other = small_record(ResultsTable(list(small_table())[::-1]), provenance=provenance(python="CPython 3.13.0"))
    found = results_difference(small_record(), other, tolerances=EXACT)
    assert found.same
    assert str(found) == (
        "\n\tDifference between two tables of results\n\n"
        "data:  old (9 rows)\n       new (9 rows)\ntolerance: none\nno difference\n"
    )


def test_find_rows_added_removed_and_changed():
    """Each is told with its old and its new value."""
    rows = list(small_table())
    rows[0] = replace(rows[0], value=27)
    rows[3] = replace(rows[3], value=0.5, warning="")
    rows[8] = row("c.n", 3, "count")
    found = changed(rows)
    assert told(found) == [
        ("added", "c.n", "value", None, 3),
        ("removed", "b.lowest", "value", -math.inf, None),
        ("value", "a.n", "value", 26, 27),
        ("value", "a.conf-low", "value", None, 0.5),
        ("words", "a.conf-low", "warning", "Nobody was tested.", ""),
    ]
    assert not found.same
    assert found.rows()[2]["difference"] == 1.0


def test_find_what_a_row_is_of():
    """Another method, group or level makes a value one of something else."""
    rows = list(small_table())
    rows[2] = replace(rows[2], about=replace(ABOUT, level=0.95, groups=(), method=None, label="Se"))
    assert told(changed(rows)) == [
        ("about", "a.estimate", "groups", "SEX: F; AGE: >=65", ""),
        ("about", "a.estimate", "level", 0.975, 0.95),
        ("about", "a.estimate", "method", "wilson", None),
        ("words", "a.estimate", "label", "Sensitivity of A", "Se"),
    ]


def test_find_what_the_plan_says_otherwise():
    """Keys of the plan are told with places in lists counted from 1."""
    other = small_record(plan={"seed": 2, "tests": [{"name": "A", "between": [0.5, math.inf]}, {"name": "B"}]})
    assert told(results_difference(small_record(), other)) == [
        ("plan", "seed", "plan", 1, 2),
        ("plan", "tests[2].name", "plan", None, "B"),
    ]


def test_bear_what_is_within_tolerance():
    """A tenth of a millionth of a millionth is no difference unless asked for; a larger one is, unless allowed."""
    rows = list(small_table())
    rows[2] = replace(rows[2], value=26 / 41 + 1e-13)
    assert changed(rows).same
    assert not changed(rows, tolerances=EXACT).same
    rows[2] = replace(rows[2], value=26 / 41 + 1e-4)
    assert not changed(rows).same
    assert changed(rows, tolerances=Tolerances(absolute=2e-4)).same
    assert changed(rows, tolerances=Tolerances(relative=2e-4)).same


def test_print_what_differs():
    """The text as it is printed."""
    rows = list(small_table())
    rows[2] = replace(rows[2], value=0.6342)
    rows[6] = replace(rows[6], label="Words")
    plan = {"seed": 2, "tests": [{"name": "A", "between": [0.5, math.inf]}]}
    found = results_difference(small_record(), small_record(ResultsTable(rows), plan=plan))
    assert (
        str(replace(found, names=("old.json", "new.json")))
        == """
	Difference between two tables of results

data:  old.json (9 rows)
       new.json (9 rows)
tolerance: absolute 1e-12, relative 1e-9

plan: 1
id    old  new
seed    1    2

values changed: 1
id                   old     new  difference
a.estimate  0.6341463415  0.6342      5.4e-5

words changed: 1
id          what              old    new
b.decision  stat_label  @Decision  Words
"""
    )


def test_show_two_hundred_of_many():
    """A long list is cut, and says how many more there are; the rows hold them all."""
    many = ResultsTable([row(f"m.x{i}", i, "count") for i in range(250)])
    found = results_difference(small_record(), small_record(ResultsTable([*small_table(), *many])))
    assert "and 50 more" in str(found)
    assert len(found.rows()) == 250


numbers = st.floats(min_value=-1, max_value=1, allow_nan=False)


@given(old=numbers, new=numbers, absolute=st.floats(0, 0.1), relative=st.floats(0, 0.1))
def test_tolerance_is_symmetric_and_means_what_it_says(old, new, absolute, relative):
    """Old and new can change places; what agrees lies within one of the two."""
    within = Tolerances(absolute=absolute, relative=relative)
    assert within.agree(old, new) == within.agree(new, old)
    near = abs(old - new) <= max(absolute, relative * max(abs(old), abs(new)))
    assert within.agree(old, new) == (near or old == new)


def test_long_keys_of_a_plan_are_shown_whole():
    """A table would cut them until they look alike; below each other they stand whole, with what they held."""
    plans = [
        {"tests": [{"name": "A", "threshold": {"value": value, "source": f"protocol section {place} " + "of it " * 9}}]}
        for place, value in ((1, 0.5), (2, 0.6))
    ]
    plans = [{"study": {"a_rather_long_key_of_the_plan_" * 2: text["tests"]}} for text in plans]
    printed = str(results_difference(*(replace(small_record(), plan=plan) for plan in plans)))
    key = "study." + "a_rather_long_key_of_the_plan_" * 2 + "[1].threshold"
    lines = printed.splitlines()
    assert {f"{key}.value", f"{key}.source"} <= set(lines)
    assert lines[lines.index(f"{key}.value") + 1 :][:2] == ["    old  0.5", "    new  0.6"]
    assert "..." not in printed
