"""The synopsis: objective, design, participants, result, table, and a conclusion that the decision rules write."""

import pandas as pd
import pytest
from paired_studies import TRUTH, calls, crossed_frame, plan_of

from rocstats.document.blocks import Aside, Document, Limits, Paragraph, RunningHeads, Table, cell_of
from rocstats.document.inline import plain_text
from rocstats.document.rendering import render
from rocstats.investigation.findings import investigate
from rocstats.investigation.opening import investigation_of
from rocstats.study_report.pen import Pen
from rocstats.study_report.synopsis_section import synopsis_section

GOAL = {"id": "H1", "measure": "sensitivity", "test": "New", "goal": 0.7}
CASES, CONTROLS = ((40, 9), (7, 4)), ((6, 8), (3, 43))
STUDY = {"type": "cohort", "data_collection": "prospective", "sampling": "consecutive", "verification": "complete"}


def findings_of(frame=None, tests=None, **parts):
    """Compute a study, by default of two tests that give calls."""
    frame = crossed_frame(CASES, CONTROLS) if frame is None else frame
    return investigate(investigation_of(plan_of(tests, **{"design": STUDY, **parts}), frame))


def section_of(findings, **options):
    """Write the synopsis, and check that it makes a document in both formats."""
    section = synopsis_section(findings, Pen(table=findings.table, present=frozenset(), **options))
    document = Document(title="Study", sections=(section,), heads=RunningHeads(title="Study"))
    assert render(document, "html")
    assert render(document, "md")
    return section


def words(findings, lead, **options):
    """Read one paragraph aloud."""
    found = [plain_text(b.content) for b in section_of(findings, **options).blocks if isinstance(b, Paragraph)]
    return next(text.removeprefix(f"{lead} ") for text in found if text.startswith(lead))


def conclusion(findings, **options):
    """Read the conclusion aloud."""
    return next(plain_text(b.content) for b in section_of(findings, **options).blocks if isinstance(b, Aside))


def table_of(findings, **options):
    """Read headers and rows of the table."""
    table = next(block for block in section_of(findings, **options).blocks if isinstance(block, Table))
    headers = [plain_text(column.header) for column in table.flat_columns]

    def said(cell):
        value = cell_of(cell).value
        if isinstance(value, Limits):
            return f"{plain_text(value.low)} to {plain_text(value.high)}"
        return plain_text(value).replace("\u00a0", " ")

    return headers, [[said(row.name), *map(said, row.cells)] for row in table.flat_rows]


def test_without_claims_the_primary_measures_are_estimates():
    """Every test with every primary measure; nothing is decided."""
    found = findings_of()
    assert words(found, "Objective.") == (
        "To estimate the accuracy of New and Old for the condition, against the reference standard ill."
    )
    assert words(found, "Design.") == (
        "Prospective cohort study of a consecutive series. All were to have the same reference standard."
    )
    assert words(found, "Participants.") == (
        "Analysed in the set All eligible: 120 participants, 60 with the condition and 60 without the condition."
    )
    # Wilson by hand: 49/60 has 70.1 to 89.4, 46/60 has 64.6 to 85.6.
    assert words(found, "Result.") == (
        "Of New, sensitivity was 81.7% (49/60; 95% CI 70.1 to 89.4) and specificity was 76.7% "
        "(46/60; 95% CI 64.6 to 85.6) ()."
    )
    headers, rows = table_of(found)
    assert headers == ["Endpoint", "n/N", "Estimate", "95% CI"]
    assert [row[:3] for row in rows] == [
        ["Sensitivity of New, %", "49/60", "81.7"],
        ["Specificity of New, %", "46/60", "76.7"],
        ["Sensitivity of Old, %", "47/60", "78.3"],
        ["Specificity of Old, %", "51/60", "85.0"],
    ]
    assert conclusion(found) == (
        "The plan states no claim, so nothing is decided: the results are estimates with their intervals."
    )


def test_all_claims_met():
    """The table holds criterion and decision, the conclusion one sentence."""
    claims = [GOAL, {"id": "H2", "measure": "specificity", "test": "Old", "goal": 0.6}]
    found = findings_of(hypotheses=claims)
    assert words(found, "Objective.").endswith("the reference standard ill, and to test 2 claims.")
    headers, rows = table_of(found)
    assert headers == ["Endpoint", "Estimate", "95% CI", "Criterion", "Met?"]
    assert rows[0] == ["H1: Sensitivity of New, %", "81.7", "70.1 to 89.4", "lower limit above 70.0%", "met"]
    assert conclusion(found) == "All primary claims were met."
    assert conclusion(findings_of(hypotheses=[GOAL])) == "The primary claim was met."
    assert words(findings_of(hypotheses=[GOAL]), "Objective.").endswith("and to test one claim.")


def test_what_was_not_shown_is_named():
    """The claim stands with what it claims, and with what its failure does not mean."""
    found = findings_of(hypotheses=[GOAL | {"goal": 0.9}])
    assert conclusion(found) == (
        "The study did not show H1 (Se(New) > 90.0%). What was not shown is not shown to be untrue."
    )


def test_a_sequence_that_ends():
    """Met, not met and not tested claims each have their verb."""
    claims = [GOAL, GOAL | {"id": "H2", "goal": 0.9}, GOAL | {"id": "H3", "goal": 0.5}]
    found = findings_of(hypotheses=claims, multiplicity="fixed_sequence")
    assert conclusion(found) == (
        "The study met the criterion of H1; it did not show H2 (Se(New) > 90.0%) and did not test H3 "
        "(Se(New) > 50.0%). What was not shown is not shown to be untrue."
    )
    assert [row[-1] for row in table_of(found)[1]] == ["met", "not met", "not tested"]


def test_co_primary_claims_succeed_together():
    """One of two is not enough."""
    claims = [GOAL, {"id": "H2", "measure": "specificity", "test": "New", "goal": 0.9}]
    found = findings_of(hypotheses=claims, multiplicity="all_of")
    assert conclusion(found).startswith(
        "The co-primary claims were not all met, so the study did not reach its objective. The study met the criterion "
        "of H1; it did not show H2 (Sp(New) > 90.0%)."
    )


def test_secondary_claims_have_sentences_of_their_own():
    """They neither make nor break the primary ones."""
    claims = [GOAL, GOAL | {"id": "S", "role": "secondary", "goal": 0.9}]
    found = findings_of(hypotheses=claims)
    assert conclusion(found) == (
        "The primary claim was met. The secondary claim S was not met. What was not shown is not shown to be untrue."
    )
    assert table_of(found)[1][1][0] == "S: Sensitivity of New, % (secondary)"
    alone = findings_of(hypotheses=[GOAL | {"role": "secondary"}])
    assert conclusion(alone) == "The secondary claim H1 was met."


def test_levels_stand_by_each_row_where_they_differ():
    """Holm's steps give the rows different levels."""
    claims = [GOAL, {"id": "H2", "measure": "specificity", "test": "Old", "goal": 0.6}]
    headers, rows = table_of(findings_of(hypotheses=claims, multiplicity="holm"))
    assert headers == ["Endpoint", "Estimate", "CI", "Level, %", "Criterion", "Met?"]
    assert sorted(row[3] for row in rows) == ["95", "97.5"]


def test_agreement():
    """A comparator gives agreement, in words and in groups."""
    found = findings_of(hypotheses=[GOAL], reference={**TRUTH, "kind": "comparator", "name": "PCR"})
    assert words(found, "Objective.") == (
        "To estimate the agreement of New and Old with the comparator PCR, and to test one claim."
    )
    assert "60 positive by the comparator and 60 negative by the comparator" in words(found, "Participants.")
    assert table_of(found)[1][0][0] == "H1: Positive percent agreement of New, %"
    assert "ensitivity" not in render(
        Document(title="Study", sections=(section_of(found),), heads=RunningHeads(title="Study")), "md"
    )


def test_scores_without_thresholds_are_told_by_their_areas():
    """Where nothing is called the areas stand in place of the shares."""
    frame = pd.DataFrame({"ill": ["yes"] * 4 + ["no"] * 4, "A": [5, 4, 3, 2, 3, 2, 1, 1]})
    found = findings_of(frame, [{"name": "A", "positive_scores": "high"}])
    rows = table_of(found)[1]
    assert rows[0][0] == "Area under the curve of A"
    assert rows[0][2] == "0.875"
    assert words(found, "Result.").startswith("Of A, area under the curve was 0.875 (95% CI 0.630 to 1.000)")


def test_a_test_without_a_threshold_has_its_area_beside_the_shares_of_the_others():
    """The first test calls nobody; the result is told of the second, which the plan means."""
    frame = pd.DataFrame(
        {"ill": ["yes"] * 4 + ["no"] * 4, "A": [5, 4, 3, 2, 3, 2, 1, 1], "B": [4, 4, 1, 2, 3, 2, 1, 1]}
    )
    threshold = {"value": 3, "origin": "prespecified"}
    tests = [{"name": "A", "positive_scores": "high"}, {"name": "B", "positive_scores": "high", "threshold": threshold}]
    found = findings_of(frame, tests)
    names = ["Area under the curve of A", "Sensitivity of B \u2265 3, %", "Specificity of B \u2265 3, %"]
    assert [row[0] for row in table_of(found)[1]] == names
    assert words(found, "Result.").startswith("Of B \u2265 3, sensitivity was 50.0% (2/4; ")


def test_what_the_plan_does_not_state_is_said():
    """No kind of study, no series, no verification."""
    found = findings_of(design={})
    assert words(found, "Design.") == (
        "Study. The plan does not state how participants were sampled, whether data were collected before or after the "
        "tests were planned or the kind of series."
    )


def test_the_objective_of_the_plan_is_taken_as_it_is():
    """Its own words come first."""
    found = findings_of(narrative={"objectives": "To see whether New can replace Old."})
    assert words(found, "Objective.") == "To see whether New can replace Old."


def test_a_shell_decides_nothing():
    """Places for numbers, criteria of the plan, and no conclusion."""
    found = findings_of(hypotheses=[GOAL])
    assert table_of(found, shell=True)[1] == [
        ["H1: Sensitivity of New, %", "xx.x", "xx.x to xx.x", "lower limit above 70.0%", "xxxx"]
    ]
    assert conclusion(found, shell=True) == "The decision rules of the plan write this sentence when there are data."


@pytest.mark.parametrize("claims", [[], [GOAL]])
def test_nobody_with_the_condition(claims):
    """What cannot be estimated is NE, and nothing is concluded from it."""
    frame = pd.DataFrame({"ill": ["no"] * 6, "New": ["POS", "NEG"] * 3})
    found = findings_of(frame, calls("New"), hypotheses=claims)
    rows = table_of(found)[1]
    assert "NE" in rows[0]
    if claims:
        assert conclusion(found) == "The study could not decide H1 (Se(New) > 70.0%)."


def test_it_stands_on_its_own_page_except_in_an_appendix():
    """The appendix of two pages has no room for that."""
    assert section_of(findings_of()).new_page
    assert not section_of(findings_of(report={"profile": "appendix"})).new_page
