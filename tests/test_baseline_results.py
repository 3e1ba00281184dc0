"""What the participants were like: numbers by hand, levels by hand, days between the tests, and what is refused."""

import math
import statistics
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from study_plans import changed
from twelve_participants import PLAN, counts, frame, table_of

from rocstats.errors import DataError
from rocstats.investigation.baseline_results import record_baseline
from rocstats.investigation.column_description import decimals_of, described, levels_of, numbers_of
from rocstats.investigation.days import days_between, days_of

INF = math.inf


def baseline(plan=PLAN, rows=None):
    """Compute the descriptions alone."""
    return table_of(plan, rows, record=(record_baseline,))


def summary(table, analysis):
    """Give n, missing, mean, SD, quartiles and ends of a column in a group."""
    stats = ("n", "n-missing", "mean", "sd", "median", "q1", "q3", "min", "max")
    return [table.value(f"{analysis}.{stat}") for stat in stats]


def test_ages_are_described_by_hand():
    """Ages 50, 60, 70, 40 of those with the condition; 30, 20, 55 and one missing of those without."""
    table = baseline()
    assert summary(table, "base.b1.cases") == [
        4, 0, 55.0, pytest.approx(math.sqrt(500 / 3)), 55.0, 47.5, 62.5, 40.0, 70.0
    ]  # fmt: skip
    assert summary(table, "base.b1.controls") == [
        3, 1, 35.0, pytest.approx(math.sqrt(325)), 30.0, 25.0, 42.5, 20.0, 55.0
    ]  # fmt: skip
    assert summary(table, "base.b1.unknown") == [
        2, 0, 55.0, pytest.approx(math.sqrt(200)), 55.0, 50.0, 60.0, 45.0, 65.0
    ]  # fmt: skip
    assert table.value("base.b1.all.n") == 9
    assert table.value("base.b1.all.mean") == pytest.approx(435 / 9)


def test_groups_are_those_of_the_primary_set():
    """The one who is outside the set, and the one who is not eligible, are not described."""
    table = baseline()
    assert [table.value(f"base.{group}.n") for group in ("cases", "controls", "unknown", "all")] == [4, 4, 2, 10]


def test_levels_are_counted_by_hand():
    """Sex by condition, with shares of those with a value."""
    table = baseline()
    assert table.row("base.b2.l1.cases.n").about.groups == (("SEX", "cases"), ("SEX", "F"))
    found = {group: [table.value(f"base.b2.l{k}.{group}.n") for k in (1, 2)] for group in ("cases", "controls", "all")}
    assert found == {"cases": [2, 2], "controls": [2, 2], "all": [5, 5]}
    assert table.value("base.b2.l1.all.share") == 0.5


def test_severity_and_other_diagnoses_are_of_one_group():
    """Stage of those with the condition, diagnoses of those without; shares of those with a value."""
    table = baseline()
    assert counts(table, "severity") == {
        "cases": 3,
        "cases.n-missing": 1,
        "l1.cases": 1,
        "l1.cases.total": 3,
        "l2.cases": 2,
        "l2.cases.total": 3,
    }
    assert table.value("severity.l2.cases.share") == pytest.approx(2 / 3)
    assert [table.value(f"alternatives.l{k}.controls.n") for k in (1, 2)] == [2, 1]
    assert table.value("alternatives.controls.n-missing") == 1


def test_days_between_tests_are_counted_by_hand():
    """Days 2, 4, 28 of those with the condition, 0, 2, 1 and 10 of those without: one of these the other way round."""
    table = baseline()
    assert summary(table, "timing.cases") == [
        3, 1, pytest.approx(34 / 3), pytest.approx(math.sqrt(628 / 3)), 4.0, 3.0, 16.0, 2.0, 28.0
    ]  # fmt: skip
    assert summary(table, "timing.controls")[4:] == [1.5, 0.75, 4.0, 0.0, 10.0]
    assert summary(table, "timing.all")[4:] == [3.0, 1.75, 6.25, 0.0, 28.0]
    shares = {word: [table.value(f"timing.all.{word}.{stat}") for stat in ("n", "total")] for word in
              ("beyond", "treated", "reversed")}  # fmt: skip
    assert shares == {"beyond": [1, 8], "treated": [1, 10], "reversed": [1, 8]}


def test_nobody_in_a_group_is_told():
    """A group without anybody has no mean and no share, and says why."""
    rows = frame()
    rows.loc[rows["REF"] == "P", "REF"] = "N"
    table = baseline(rows=rows)
    row = table.row("base.b1.cases.mean")
    assert (row.value, row.warning) == (None, "There are no values.")
    assert table.row("base.b2.l1.cases.share").warning == "There is nobody to count."


def test_one_value_has_no_spread():
    """A single value has no standard deviation, and is its own quartiles."""
    found = described(np.array([3.0]))
    assert (found.standard_deviation, found.first_quartile, found.third_quartile) == (None, 3.0, 3.0)
    assert found.why == "One value has no spread."


def test_infinite_values_have_no_mean():
    """Between a number and an infinite value there is no quartile, and no mean of both."""
    found = described(np.array([1.0, 2.0, INF]))
    assert (found.mean, found.standard_deviation, found.median, found.third_quartile) == (None, None, 2.0, None)
    assert (found.low, found.high, found.why) == (1.0, INF, "A value is infinite.")


def test_huge_values_do_not_overflow():
    """Sums and squares of the largest numbers are finite."""
    found = described(np.array([1.7e308, 1.6e308, 1.5e308]))
    assert found.mean == pytest.approx(1.6e308)
    assert found.standard_deviation == pytest.approx(1e307)


@given(st.lists(st.integers(-1000, 1000).map(lambda n: n / 10), min_size=1, max_size=30))
def test_agree_with_numpy_and_the_standard_library(values):
    """Quartiles are those of numpy's linear method, which is type 7, of the decimals as written."""
    found = described(np.array(values))
    expected = np.quantile(values, [0.25, 0.5, 0.75], method="linear")
    assert [found.first_quartile, found.median, found.third_quartile] == pytest.approx(expected.tolist())
    assert found.mean == pytest.approx(float(np.mean(values)), abs=1e-9)
    if len(values) > 1:
        assert found.standard_deviation == pytest.approx(statistics.stdev(values), abs=1e-9)


def test_a_quartile_is_of_the_decimals_written():
    """A quarter of the way from 13.3 to 14.6 is 13.625, which no sum of binary numbers gives."""
    found = described(np.array([13.3, 14.6]))
    assert found.first_quartile == float(Fraction("13.625"))


@pytest.mark.parametrize(
    ("values", "decimals"),
    [
        ([61, 45], 0),
        ([0.303, 0.1], 3),
        ([15.1284, 9.2], 1),
        ([1234.5678], 0),
        ([0.00002, 0.00003], 5),
        ([], 0),
        ([0], 0),
    ],
)
def test_decimals_are_those_that_tell_apart(values, decimals):
    """Numbers have the decimals they are written with, but no more than three digits tell apart."""
    assert decimals_of(np.array(values, dtype=float)) == decimals


def test_numbers_with_two_values_are_codes():
    """Zero and one are levels; three different numbers are numbers; true and false are levels."""
    assert numbers_of(pd.Series([0, 1, 1])) is None
    assert numbers_of(pd.Series([True, False])) is None
    assert numbers_of(pd.Series(["1", "2", "3"])) is None
    assert numbers_of(pd.Series([1, 2, 3])).tolist() == [1.0, 2.0, 3.0]


def test_levels_are_in_order():
    """Numbers by size, texts by their code points."""
    assert levels_of(pd.Series([10, 9, None]), "a", "role") == ("9", "10")
    assert levels_of(pd.Series(["b", "B", "a"]), "a", "role") == ("B", "a", "b")


def test_too_many_levels_are_refused():
    """Twenty-one levels are too many for a table; the message says what to do."""
    rows = frame()
    rows = pd.concat([rows] * 3, ignore_index=True)
    rows["ID"] = [str(i) for i in range(36)]
    rows["SEX"] = [f"level {i:02}" for i in range(36)]
    with pytest.raises(DataError) as caught:
        baseline(rows=rows)
    assert str(caught.value) == (
        '"SEX" (participants.baseline of the plan) has 30 different values, such as "level 00", "level 01", '
        '"level 02", "level 03"; a table describes at most 20 levels. Group them in a column of their own, '
        "leave the column out of the plan or, if they are numbers, write what is not a number as missing."
    )


@pytest.mark.parametrize("text", ["30/04/2025", "2025-13-01", "2025-02-30", "2025-04", "20250430", "yesterday"])
def test_what_is_no_date_is_refused(text):
    """A date is year-month-day of the calendar, and nothing else is guessed."""
    rows = frame()
    rows.loc[0, "TESTED"] = text
    with pytest.raises(DataError) as caught:
        baseline(rows=rows)
    assert str(caught.value) == (
        f'1 value of "TESTED" (participants.index_date of the plan) is no date such as 2025-04-30: "{text}". '
        "Write dates as year-month-day, and leave an unknown one empty."
    )


def test_unreadable_dates_are_counted():
    """Every one counts, a few of the different ones are shown."""
    column = pd.DataFrame({"DAY": ["x", "x", "a\nb", *[f"{i}/1" for i in range(9)], "2025-01-01"]})
    with pytest.raises(
        DataError, match=r'^12 values of "DAY" .* are no dates .*: "x", "a\\nb", "0/1", "1/1", "2/1", …\.'
    ):
        days_of(column, "DAY", "participants.index_date")


def test_days_of_other_types_are_read():
    """Dates, times and time stamps are days; their time is left out."""
    column = pd.DataFrame({"DAY": [pd.Timestamp("2025-01-02 10:00"), "2025-01-02T23:59:59Z", "2025-01-03 00:00", None]})
    days = days_of(column, "DAY", "role")
    assert [str(day) for day in days] == ["2025-01-02", "2025-01-02", "2025-01-03", "NaT"]
    between = days_between(days, np.full(4, np.datetime64("2025-01-01", "D")))
    assert between[:3].tolist() == [-1.0, -1.0, -2.0]
    assert np.isnan(between[3])


def test_no_declared_column_records_only_the_groups():
    """A plan that describes nothing has the sizes of the groups and nothing else."""
    plan = changed(PLAN, (("participants",), {}))
    assert [row.id for row in baseline(plan) if not row.id.startswith("plan.")] == [
        "base.cases.n", "base.controls.n", "base.unknown.n", "base.all.n"
    ]  # fmt: skip


def test_nothing_is_tested():
    """No description has a p-value."""
    assert not any(row.kind == "p" for row in baseline())
