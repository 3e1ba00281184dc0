"""A plan is held against its data: all faults in one run, counts of participants, and no result."""

import pandas as pd
import pytest
from study_plans import LARGE, SMALLEST, changed

from rocstats.errors import DataError
from rocstats.investigation.plan_check import check_plan_against
from rocstats.investigation.stand_in import stand_in
from rocstats.study_plan.loading import plan_of

PLAN = {
    "rocstats": "1",
    "subgroups": ["SEX"],
    "data": {"file": "study.csv", "subject": "ID"},
    "participants": {"eligible": "AGE >= 18", "index_date": "DAY"},
    "reference": {
        "column": "REF",
        "positive": "P",
        "negative": "A",
        "inconclusive": "U",
        "kind": "reference_standard",
        "condition": "ague",
    },
    "tests": [
        {"name": "CT", "positive_scores": "high", "failed": "INV", "threshold": {"value": 2, "origin": "prespecified"}},
        {"name": "Rapid", "column": "CALL", "positive": "POS", "negative": "NEG", "indeterminate": "EQV"},
    ],
    "estimand": {"handling": {"indeterminate": "exclude"}},
}
ROWS = {
    "ID": [f"S{place:02d}" for place in range(10)],
    "AGE": [17, *[30] * 9],
    "REF": ["P", "P", "P", "A", "A", "A", "A", "U", None, "P"],
    "CT": ["3", "2.5", "INV", "1", "1", "2", None, "1", "0", "4"],
    "CALL": ["POS", "POS", "EQV", "NEG", "NEG", None, "NEG", "NEG", "NEG", "POS"],
    "SEX": ["F", "M"] * 5,
    "DAY": ["2025-01-31"] * 10,
}


def check(tmp_path, plan, rows=ROWS):
    """Write rows to a file and hold a plan against them."""
    pd.DataFrame(rows).to_csv(tmp_path / "study.csv", index=False)
    return check_plan_against(plan_of(plan), tmp_path)


def numbers(report, of):
    """Return the numbers of a kind by name and state."""
    return {(one.name, one.state): one.n for one in report.tallies if one.of == of}


def test_count_by_hand(tmp_path):
    """Ten rows: one too young, one truth unclear, one unknown; results of the nine eligible by state."""
    report = check(tmp_path, PLAN)
    assert report.passed
    assert (report.n_rows, report.n_columns) == (10, 7)
    assert numbers(report, "set") == {("All eligible", "in the set"): 9, ("All eligible", "truth known"): 7}
    assert numbers(report, "test") == {
        ("CT", "result"): 7,
        ("CT", "indeterminate"): 0,
        ("CT", "failed"): 1,
        ("CT", "missing"): 1,
        ("Rapid", "result"): 7,
        ("Rapid", "indeterminate"): 1,
        ("Rapid", "failed"): 0,
        ("Rapid", "missing"): 1,
    }
    assert numbers(report, "level") == {("SEX: F", "in the primary set"): 4, ("SEX: M", "in the primary set"): 5}


def test_printed_whole(tmp_path):
    """The report prints itself in the layout of every result."""
    assert str(check(tmp_path, PLAN)) == (
        "\n\tPlan held against its data, without any result\n\n"
        "data:  study.csv\n"
        "       10 rows, 7 columns\n"
        "participants  in the set  truth known\n"
        "All eligible           9            7\n"
        "\n"
        "results of the eligible  result  indeterminate  failed  missing\n"
        "CT                            7              0       1        1\n"
        "Rapid                         7              1       0        1\n"
        "\n"
        "subgroups  in the primary set\n"
        "SEX: F                      4\n"
        "SEX: M                      5\n"
        "\n"
        "nothing stands in the way of the report\n"
        'note: fewer than 30 of "All eligible" with ague: large-sample methods are\n'
        "      uncertain (R13).\n"
        'note: fewer than 30 of "All eligible" without ague: large-sample methods are\n'
        "      uncertain (R13).\n"
        'note: "SEX" has fewer than 30 participants in "F", "M".\n'
    )


def test_no_result_is_shown(tmp_path):
    """Turning every result of a test, and the truth with it, changes nothing of what is told."""
    turned = {
        **ROWS,
        "REF": [{"P": "A", "A": "P"}.get(value, value) for value in ROWS["REF"]],
        "CALL": [{"POS": "NEG", "NEG": "POS"}.get(value, value) for value in ROWS["CALL"]],
    }
    assert check(tmp_path, PLAN, turned).tallies == check(tmp_path, PLAN).tallies


def test_all_faults_of_the_data_come_in_one_run(tmp_path):
    """Values that nothing explains, an id on two rows, dates that are none, an empty set: told together."""
    rows = {
        **ROWS,
        "ID": ["S01", "S01", *ROWS["ID"][2:]],
        "REF": ["p", *ROWS["REF"][1:]],
        "CT": ["3", "high", "INV", "?", *ROWS["CT"][4:]],
        "CALL": ["POS", "maybe", *ROWS["CALL"][2:]],
        "DAY": ["31.01.2025", *ROWS["DAY"][1:]],
    }
    plan = changed(PLAN, (("analysis_sets",), {"FAS": "AGE > 90"}), (("data", "sha256"), "0" * 64))
    report = check(tmp_path, plan, rows)
    assert not report.passed
    told = "\n".join(report.faults)
    for part in (
        "study.csv has the SHA-256 ",
        '1 value of "REF" (reference) is not positive, negative or inconclusive: "p". Name it in the plan',
        '2 values of "CT" (tests[1]) are not a number, indeterminate or failed: "high", "?". Name them in the plan',
        '1 value of "CALL" (tests[2]) is not positive, negative, indeterminate or failed: "maybe".',
        '"ID" holds S01 on several rows',
        'nobody is in the analysis set "FAS"',
        '1 value of "DAY" (participants.index_date of the plan) is no date such as 2025-04-30: "31.01.2025".',
    ):
        assert part in told
    assert len(report.faults) == 7
    assert "7 faults to mend\nfault: study.csv has the SHA-256" in str(report)
    assert [row["of"] for row in report.rows()].count("fault") == 7


def test_columns_that_are_not_there_are_told_together(tmp_path):
    """Each is named once with all that name it; filters that read absent columns are told too."""
    plan = changed(
        PLAN,
        (("subgroups",), ["REGION"]),
        (("data", "site"), "REGION"),
        (("tests", 0, "column"), "CTT"),
        (("analysis_sets",), {"FAS": "FASFL == 'Y'"}),
    )
    report = check(tmp_path, plan)
    assert [fault.split(", which")[0] for fault in report.faults[:2]] == [
        'the column "CTT" (tests[1]) is not in the data',
        'the column "REGION" (data.site and subgroups) is not in the data',
    ]
    assert 'the filter "FASFL == \'Y\'" reads the column "FASFL", and the data have no such column' in report.faults[2]
    assert report.tallies == ()


@pytest.mark.parametrize(
    ("changes", "rows", "code"),
    [
        ([(("estimand",), {})], {}, "indeterminate-not-handled"),
        ([(("analysis_sets",), {"S": "CT < 5"})], {}, "no-order"),
        ([(("reference", "inconclusive"), ["U", "V"])], {}, "value-not-found"),
        ([(("data", "labels"), {"sex": "Sex"})], {}, "label-without-column"),
        ([(("analysis_sets",), {"S": "SEX == 'F'"})], {}, "primary-set"),
        (
            [(("participants", "reference_date"), "REFDAY"), (("participants", "window_days"), 14)],
            {"REFDAY": ["2025-03-31"] * 10},
            "outside-window",
        ),
        ([(("subgroups",), ["AGE"])], {"AGE": list(range(20, 30))}, "small-level"),
    ],
)
def test_what_to_know_before_the_report(tmp_path, changes, rows, code):
    """Each thing that a person should know is a note with a code."""
    report = check(tmp_path, changed(PLAN, *changes), {**ROWS, **rows})
    assert code in {note.code for note in report.notes}
    assert report.passed


def test_a_column_of_very_many_values_is_no_subgroup(tmp_path):
    """A subgroup column with more than twenty values is told of and not listed."""
    rows = {name: held * 3 for name, held in ROWS.items()}
    rows["ID"] = [f"S{place}" for place in range(30)]
    report = check(tmp_path, changed(PLAN, (("subgroups",), ["ID"]), (("data", "subject"), "")), rows)
    assert "many-levels" in {note.code for note in report.notes}
    assert not numbers(report, "level")


def test_nobody_with_the_condition_is_a_fault(tmp_path):
    """Without anyone with the condition nothing can be estimated; without results of a test neither."""
    report = check(tmp_path, PLAN, {**ROWS, "REF": ["A"] * 10, "CT": [None] * 10})
    assert any('there is nobody of "All eligible" with ague' in fault for fault in report.faults)
    assert any('no eligible participant has a result of "CT"' in fault for fault in report.faults)


def test_a_file_that_is_not_there(tmp_path):
    """Without a data file there is nothing to hold a plan against."""
    with pytest.raises(DataError, match="there is no file"):
        check_plan_against(plan_of(PLAN), tmp_path)


def test_names_from_the_data_are_shown_safely(tmp_path):
    """Lines and signs that steer a terminal do not leave the report."""
    rows = {**ROWS, "REF": ["a\x1b[2J\nb", *ROWS["REF"][1:]], "SEX": ["F\x07", "M"] * 5}
    report = check(tmp_path, PLAN, rows)
    assert not set("\x1b\x07") & set(str(report))


@pytest.mark.parametrize("plan", [SMALLEST, LARGE], ids=["smallest", "large"])
def test_made_up_data_pass(tmp_path, plan):
    """What was made up for a plan passes its check, but for the digest of the true file."""
    plan = changed(plan, (("data", "sha256"), ""))
    stand_in(plan_of(plan)).to_csv(tmp_path / "study.csv", index=False)
    report = check_plan_against(plan_of(plan), tmp_path)
    # Made-up families hold two members, and an id stands on one row.
    assert report.passed, report.faults
    assert len(report.tidy()) == len(report.rows())
    assert isinstance(report.to_dict(), dict)
