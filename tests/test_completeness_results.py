"""Every result by every result of the reference, and the three tables that indeterminate results allow, by hand."""

import pandas as pd
import pytest
from study_plans import LEFT_OUT, changed
from twelve_participants import PLAN, counts, frame, investigation, table_of

from rocstats.investigation.closure import flow_gaps
from rocstats.investigation.completeness_results import record_completeness
from rocstats.investigation.flow_results import record_flow
from rocstats.investigation.listed_rows import exclusions, false_results, undecided

CELLS = ("tp", "fp", "fn", "tn")
LISTED = changed(PLAN, (("report",), {"listings": True}))


def complete(plan=PLAN, rows=None):
    """Compute the flow, which the sums of completeness refer to, and completeness."""
    return table_of(plan, rows, record=(record_flow, record_completeness))


def row_of(table, test, result):
    """Give a row of the table: present, absent, inconclusive, missing, total."""
    states = ("present", "absent", "inconclusive", "missing", "total")
    return [table.value(f"complete.{test}.{result}.{state}.n") for state in states]


def test_results_of_a_test_with_a_threshold_by_hand():
    """Assay A in the primary set, from which the eleventh participant is missing."""
    table = complete()
    assert row_of(table, "t1", "positive") == [2, 1, 1, 0, 4]
    assert row_of(table, "t1", "negative") == [1, 1, 0, 0, 2]
    assert row_of(table, "t1", "indeterminate") == [1, 1, 0, 0, 2]
    assert row_of(table, "t1", "failed") == [0, 1, 0, 0, 1]
    assert row_of(table, "t1", "missing") == [0, 0, 0, 1, 1]
    assert row_of(table, "t1", "total") == [4, 4, 1, 1, 10]


def test_results_of_a_test_of_calls_by_hand():
    """Rapid C in the primary set."""
    table = complete()
    assert row_of(table, "t2", "positive") == [2, 1, 1, 0, 4]
    assert row_of(table, "t2", "negative") == [1, 2, 0, 1, 4]
    assert row_of(table, "t2", "indeterminate") == [1, 1, 0, 0, 2]
    assert row_of(table, "t2", "missing") == [0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("test", "word", "cells"),
    [
        ("t1", "as-positive", [3, 2, 1, 1]),
        ("t1", "as-negative", [2, 1, 2, 2]),
        ("t1", "excluded", [2, 1, 1, 1]),
        ("t2", "as-positive", [3, 2, 1, 2]),
        ("t2", "as-negative", [2, 1, 2, 3]),
        ("t2", "excluded", [2, 1, 1, 2]),
    ],
)
def test_indeterminate_results_give_three_tables_by_hand(test, word, cells):
    """Counted as positive, as negative and left out, whatever the plan makes of them."""
    for handling in ("positive", "negative", "exclude"):
        table = complete(changed(PLAN, (("estimand", "handling", "indeterminate"), handling)))
        assert [table.value(f"crosstab.{test}.{word}.{cell}") for cell in CELLS] == cells
        tp, fp, fn, tn = cells
        margins = [table.value(f"crosstab.{test}.{word}.{stat}") for stat in ("n-positive", "n-negative", "n-cases")]
        assert margins == [tp + fp, fn + tn, tp + fn]
        assert table.value(f"crosstab.{test}.{word}.total") == sum(cells)


def test_failed_runs_count_in_every_bound_as_the_plan_says():
    """A failed run that counts as positive is one more false positive in each of the tables."""
    table = complete(changed(PLAN, (("estimand", "handling", "failed"), "positive")))
    found = [table.value(f"crosstab.t1.{word}.fp") for word in ("as-positive", "as-negative", "excluded")]
    assert found == [3, 2, 2]


def test_without_indeterminate_results_there_is_nothing_to_bound():
    """A test whose results all decide has no bounds, and neither has one that calls nothing."""
    rows = frame()
    rows["C"] = rows["C"].replace("EQV", "NEG")
    assert not complete(rows=rows).analyses("crosstab.t2")
    table = complete(changed(PLAN, (("tests", 0, "threshold"), LEFT_OUT)))
    assert not table.analyses("crosstab.t1")
    assert row_of(table, "t1", "scored") == [3, 2, 1, 0, 6]
    assert flow_gaps(table) == ()


def test_all_results_may_be_indeterminate():
    """Left out, nothing is left; the table of nothing is four zeros."""
    rows = frame()
    rows["C"] = "EQV"
    table = complete(rows=rows)
    assert [table.value(f"crosstab.t2.excluded.{cell}") for cell in CELLS] == [0, 0, 0, 0]
    assert [table.value(f"crosstab.t2.as-positive.{cell}") for cell in CELLS] == [4, 4, 0, 0]
    assert flow_gaps(table) == ()


def test_one_participant():
    """A single participant closes every sum."""
    table = complete(rows=frame().iloc[:1])
    assert row_of(table, "t1", "total") == [1, 0, 0, 0, 1]
    assert flow_gaps(table) == ()


def test_low_scores_can_be_positive():
    """At or below the threshold a test is positive whose low scores are."""
    table = complete(changed(PLAN, (("tests", 0, "positive_scores"), "low")))
    assert row_of(table, "t1", "positive")[:2] == [1, 1]
    assert row_of(table, "t1", "negative")[:2] == [2, 1]


def test_scores_are_described_by_hand():
    """Scores 0.9, 0.6, 0.2 with the condition; 0.7 and 0.1 without; indeterminate and failed ones are none."""
    table = complete()
    assert [table.value(f"scores.t1.cases.{stat}") for stat in ("n", "n-missing", "median", "min", "max")] == [
        3, 1, 0.6, 0.2, 0.9
    ]  # fmt: skip
    assert [table.value(f"scores.t1.controls.{stat}") for stat in ("n", "n-missing", "median")] == [2, 2, 0.4]
    assert not table.analyses("scores.t2")


def test_listings_are_of_who_the_data_say():
    """False results, exclusions and undecided results by participant, with their values as in the data."""
    opened = investigation(LISTED)
    assert [(row.participant, row.test, row.result, row.state) for row in false_results(opened)] == [
        ("5", "Assay A", "0.7", "false-positive"),
        ("7", "Assay A", "0.5", "false-positive"),
        ("4", "Assay A", "0.2", "false-negative"),
        ("7", "Rapid C", "POS", "false-positive"),
        ("8", "Rapid C", "EQV", "false-positive"),
        ("2", "Rapid C", "NEG", "false-negative"),
    ]
    assert [(row.participant, row.result, row.reference) for row in exclusions(opened)] == [("12", "Withdrew", "P")]
    assert [(row.participant, row.test, row.state) for row in undecided(opened)] == [
        ("3", "Assay A", "indeterminate"),
        ("7", "Assay A", "indeterminate"),
        ("8", "Assay A", "failed"),
        ("3", "Rapid C", "indeterminate"),
        ("8", "Rapid C", "indeterminate"),
    ]


def test_listings_are_off_unless_they_are_asked_for():
    """Data of persons leave no trace in the results of a plan that does not ask for listings."""
    assert not complete().analyses("listing")
    table = complete(LISTED)
    assert counts(table, "listing") == {"most": 200, "false-results": 6, "exclusions": 1, "undecided": 5}


def test_a_row_without_an_identifier_is_named_by_its_place():
    """Without a column of identifiers a listing names the row of the data file."""
    plan = changed(LISTED, (("data",), {"file": "a.csv"}))
    assert [row.participant for row in exclusions(investigation(plan))] == ["12"]


def test_missing_values_are_no_text():
    """A missing value in a listing is empty, and a whole number has no point."""
    rows = pd.concat([frame(), frame().iloc[[11]]], ignore_index=True)
    rows["ID"] = [str(i) for i in range(13)]
    rows.loc[12, ["REASON", "REF"]] = None
    last = exclusions(investigation(LISTED, rows))[-1]
    assert (last.result, last.reference) == ("", "")
