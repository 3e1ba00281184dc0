"""The flow of participants: every count by hand, every sum closed, and a stop where one is not."""

import re
from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from study_plans import LEFT_OUT, changed
from twelve_participants import PLAN, counts, findings_of, frame, investigation, table_of

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import About, ResultRow
from rocstats.errors import DataError
from rocstats.investigation import flow_results
from rocstats.investigation.closure import Gap, check_closure, flow_gaps, subgroup_gaps
from rocstats.investigation.flow_results import record_flow

# Counts that are told beside the flow and are part of no sum.
BESIDE = re.compile(r"flow\.(tested|contradicted|sites)\.|n-participants|n-clusters|scores\.|listing\.")
COUNTED = re.compile(r"(flow|sets|complete|crosstab)\.")


def flow(plan=PLAN, rows=None):
    """Compute the flow alone."""
    return table_of(plan, rows, record=(record_flow,))


def test_everyone_is_counted_by_hand():
    """Enrolled, eligible, excluded, verified, tested and analysed of the twelve."""
    table = flow()
    found = {name: n for name, n in counts(table, "flow").items() if not name.startswith("t")}
    assert found == {
        "enrolled": 12,
        "enrolled.n-participants": 12,
        "eligible": 11,
        "eligible.n-participants": 11,
        "excluded": 1,
        "excluded.r1": 1,
        "reference.present": 4,
        "reference.absent": 5,
        "reference.inconclusive": 1,
        "reference.missing": 1,
        "verified": 9,
        "analysed": 8,
        "analysed.present": 4,
        "analysed.absent": 4,
        "left-out": 3,
        "left-out.outside-set": 1,
        "left-out.no-reference": 2,
        "left-out.no-result": 0,
        "sites": 3,
        "sites.n-missing": 0,
    }
    assert table.value("flow.tested.n") == 11
    assert table.row("flow.excluded.r1.n").about.groups == (("REASON", "Withdrew"),)


def test_a_test_with_a_threshold_is_counted_by_hand():
    """Every result of assay A by the reference; an indeterminate score keeps its place, a failed run has none."""
    assert counts(flow(), "flow.t1") == {
        "tested": 10,
        **crossed("positive", 4, (2, 1, 1, 0)),
        **crossed("negative", 3, (1, 2, 0, 0)),
        **crossed("indeterminate", 2, (1, 1, 0, 0)),
        **crossed("failed", 1, (0, 1, 0, 0)),
        **crossed("missing", 1, (0, 0, 0, 1)),
        "analysed": 7,
        "analysed.present": 4,
        "analysed.absent": 3,
        "left-out": 4,
        "left-out.outside-set": 1,
        "left-out.no-reference": 2,
        "left-out.no-result": 1,
    }


def test_a_test_of_calls_is_counted_by_hand():
    """Every result of rapid C by the reference."""
    assert counts(flow(), "flow.t2") == {
        "tested": 10,
        **crossed("positive", 4, (2, 1, 1, 0)),
        **crossed("negative", 4, (1, 2, 0, 1)),
        **crossed("indeterminate", 2, (1, 1, 0, 0)),
        **crossed("failed", 0, (0, 0, 0, 0)),
        **crossed("missing", 1, (0, 1, 0, 0)),
        "analysed": 8,
        "analysed.present": 4,
        "analysed.absent": 4,
        "left-out": 3,
        "left-out.outside-set": 1,
        "left-out.no-reference": 2,
        "left-out.no-result": 0,
    }


def test_sets_are_counted_by_hand():
    """Each set with and without the condition, and who of the eligible is not in it."""
    table = flow()
    stats = ("n", "n-cases", "n-controls", "n-inconclusive", "n-missing", "n-outside")
    assert [table.value(f"sets.s1.{stat}") for stat in stats] == [11, 4, 5, 1, 1, 0]
    assert [table.value(f"sets.s2.{stat}") for stat in stats] == [10, 4, 4, 1, 1, 1]
    assert table.value("sets.primary.key") == "s2"
    assert table.row("sets.s2.n").about.population == "FAS"


def test_dates_span_the_eligible():
    """The first and the last day of each kind, without those who are not eligible."""
    table = flow()
    days = [table.value(f"flow.{word}-dates.{end}") for word in ("index", "reference") for end in ("first", "last")]
    assert days == ["2025-01-01", "2025-01-05", "2025-01-02", "2025-01-30"]


def test_left_out_and_excluded_change_with_the_handling():
    """Results that decide neither leave the analysis when the plan leaves them out."""
    table = flow(changed(PLAN, (("estimand", "handling", "indeterminate"), "exclude")))
    assert counts(table, "flow.t1")["analysed"] == 5
    assert counts(table, "flow.t1")["left-out.no-result"] == 3
    table = flow(changed(PLAN, (("estimand", "handling", "failed"), "negative")))
    assert counts(table, "flow.t1")["analysed"] == 8


def test_without_a_threshold_a_score_is_a_result():
    """Scores that nothing calls are neither positive nor negative."""
    table = flow(changed(PLAN, (("tests", 0, "threshold"), LEFT_OUT)))
    found = counts(table, "flow.t1")
    assert found["scored"] == 7
    assert "positive" not in found
    assert found["analysed"] == 5


def test_everyone_is_eligible_without_a_filter():
    """Without a filter nobody is excluded, and reasons in the data are told as a contradiction."""
    table = flow(changed(PLAN, (("participants", "eligible"), "")))
    assert (table.value("flow.eligible.n"), table.value("flow.excluded.n")) == (12, 0)
    assert table.value("flow.contradicted.n") == 1


def test_reasons_that_are_not_stated_and_those_beyond_twenty():
    """Reasons are told by how frequent they are; the rest is counted together, and so is who has none."""
    rows = pd.concat([frame(), frame().iloc[[11] * 30]], ignore_index=True)
    rows["ID"] = [str(i) for i in range(len(rows))]
    rows["REASON"] = [None] * 11 + ["often"] * 4 + [None] * 2 + [f"reason {i:02}" for i in range(25)]
    table = flow(rows=rows)
    found = counts(table, "flow.excluded")
    assert found["r1"] == 4
    assert found["unstated"] == 2
    assert found["other"] == 7
    assert sum(n for name, n in found.items() if name.startswith("r")) + 2 + 7 == table.value("flow.excluded.n") == 31


def test_rows_of_a_participant_are_records():
    """With clusters the rows are counted, and beside them participants and clusters."""
    rows = frame()
    rows["ID"] = ["1", "1", *[str(i) for i in range(3, 13)]]
    rows["FAM"] = ["a"] * 6 + ["b"] * 6
    table = flow(changed(PLAN, (("data", "cluster"), "FAM")), rows)
    assert table.value("flow.enrolled.n") == 12
    assert table.value("flow.enrolled.n-participants") == 11
    assert table.value("flow.enrolled.n-clusters") == 2


def test_labels_of_a_comparator_know_no_condition():
    """Under a comparator no row says that somebody has the condition."""
    table = flow(changed(PLAN, (("reference", "kind"), "comparator")))
    assert table.row("flow.t1.positive.present.n").about.label == "Assay A: positive, comparator positive"
    assert not any("present" in row.about.label for row in table)


@pytest.mark.parametrize("shift", [1, -1])
def test_a_changed_count_is_found(shift):
    """Whichever count of the flow, the sets or the tables is changed, closing the sums finds it."""
    table = table_of()
    check_closure(table)
    tampered = 0
    for row in table:
        if row.kind != "count" or not COUNTED.match(row.id) or BESIDE.search(row.id):
            continue
        tampered += 1
        with pytest.raises(DataError, match="do not close"):
            check_closure(_with(table, row, replace(row, value=row.value + shift)))
    assert tampered > 150


def test_a_count_that_is_taken_away_is_found():
    """A part that is not there leaves its sum open."""
    table = table_of()
    for row in table:
        if row.id.startswith(("flow.t1.", "sets.s2.")) and row.kind == "count":
            assert flow_gaps(_with(table, row, None)), row.id


def test_the_message_says_where_and_by_how_many():
    """What does not close is named with its parts."""
    table = flow()
    row = table.row("flow.excluded.n")
    with pytest.raises(DataError) as caught:
        check_closure(_with(table, row, replace(row, value=3)))
    assert str(caught.value) == (
        "the counts of the participants do not close: flow.enrolled.n (Enrolled) is 12, and flow.eligible.n + "
        "flow.excluded.n make 14, 2 too many; flow.excluded.n (Not eligible) is 3, and flow.excluded.r1.n make 1, 2 "
        "too few. The table of results was changed or rocstats has a fault; do not use these results, and report "
        "the fault with the plan."
    )


def test_the_run_stops_at_a_fault(monkeypatch):
    """If a kind of result were forgotten, nothing would be reported."""
    monkeypatch.setattr(flow_results, "results_of", lambda test: ("positive", "negative", "indeterminate", "missing"))
    with pytest.raises(DataError, match=r"flow\.t1\.tested\.n .* 1 too few"):
        record_flow(investigation(), Recorder())


def test_a_count_is_a_whole_number():
    """A count that is none, or is a share, closes nothing."""
    gap = Gap("a.n", "", None, ("b.n",), 3)
    assert str(gap) == "a.n is not there as a count; it is to be b.n"
    assert str(Gap("a.n", "A\n", 2, ("b.n",), None)) == (
        "a.n (A\\n) is 2, and not all of its parts are there as counts: b.n"
    )
    assert flow_gaps(ResultsTable([]))


def test_levels_of_a_subgroup_make_the_primary_set():
    """Levels, with those without a value, add up to those with and without the condition."""
    table = flow()
    levels = [("sub.g1.l1", 3, 1), ("sub.g1.l2", 1, 3), ("site.l1", 4, 3)]
    rows = [
        ResultRow(analysis=name, stat=stat, label="n", value=n, kind="count", about=About(label=name))
        for name, cases, controls in levels
        for stat, n in (("n-cases", cases), ("n-controls", controls))
    ]
    (gap,) = subgroup_gaps(ResultsTable([*table, *rows]))
    assert (gap.whole, gap.n, gap.total) == ("sets.s2.n-controls", 4, 3)


def _with(table, row, other):
    """Give a table in which a row is another, or not there."""
    return ResultsTable([held if held is not row else other for held in table if held is not row or other is not None])


def crossed(result, n, by_reference):
    """Name the counts of one result: its own, then those of present, absent, inconclusive and missing."""
    states = ("present", "absent", "inconclusive", "missing")
    return {result: n, **{f"{result}.{state}": k for state, k in zip(states, by_reference, strict=True)}}


cells = st.fixed_dictionaries(
    {
        "ELIG": st.sampled_from("YN"),
        "REASON": st.sampled_from([None, "x", "y"]),
        "REF": st.sampled_from(["P", "N", "U", None]),
        "A": st.sampled_from(["0.1", "0.5", "0.56", "0.9", "INV", None]),
        "C": st.sampled_from(["POS", "NEG", "EQV", None]),
        "FAS": st.sampled_from("YN"),
    }
)


@given(drawn=st.lists(cells, min_size=1, max_size=25), handling=st.sampled_from(["positive", "negative", "exclude"]))
@settings(max_examples=60)
def test_every_flow_closes(drawn, handling):
    """Whatever the data, the sums close, and the counts are those of a plain cross-tabulation."""
    rows = pd.DataFrame(drawn).assign(ID=[str(i) for i in range(len(drawn))])
    plan = changed(PLAN, (("participants",), {"eligible": "ELIG == 'Y'", "exclusion_reason": "REASON"}))
    plan = changed(plan, (("data",), {"file": "a.csv", "subject": "ID"}), (("estimand", "handling"), {}))
    plan = changed(plan, (("estimand", "handling", "indeterminate"), handling))
    table = findings_of(plan, rows).table
    assert flow_gaps(table) == ()
    slow = rows[rows["ELIG"] == "Y"]
    assert table.value("flow.t2.positive.present.n") == len(slow[(slow["C"] == "POS") & (slow["REF"] == "P")])
    assert table.value("flow.t1.negative.missing.n") == len(slow[(slow["A"] == "0.1") & slow["REF"].isna()])
    assert table.value("complete.t1.indeterminate.total.n") == len(slow[(slow["A"] == "0.5") & (slow["FAS"] == "Y")])
