"""Sentences of whole reports on small studies: nothing false, nothing about what is not there."""

import re

import pandas as pd
import pytest
from study_plans import SMALLEST, changed

from rocstats import compose_report, investigate, investigation_of, plan_of, render

SCORES = {"name": "S", "positive_scores": "high", "threshold": {"value": 3, "origin": "prespecified"}}
CALLS = {"name": "C", "positive": "P", "negative": "N", "indeterminate": "I"}
OTHER = {"name": "D", "positive": "P", "negative": "N"}
HANDLED = (("estimand", "handling"), {"indeterminate": "exclude"})
FEW_RESAMPLES = (("intervals", "n_resamples"), 200)


def page(rows, *tests, **parts):
    """Write the report of a study in Markdown, without its appendix of printed results."""
    changes = [(tuple(key.split("__")), value) for key, value in parts.items()]
    plan = plan_of(changed(SMALLEST, (("tests",), list(tests)), FEW_RESAMPLES, *changes))
    return render(compose_report(investigate(investigation_of(plan, pd.DataFrame(rows)))), "md")


def test_a_study_without_controls_says_so_once():
    """The reason stands once, begins with a capital letter, and speaks of no value of a column."""
    text = page({"ill": [1] * 6, "S": range(6)}, SCORES)
    (note,) = [line for line in text.splitlines() if line.startswith("NE: not estimable. There are no controls")]
    assert note.count("no controls") == 1
    assert "design was not stated" not in note
    assert "is no value of" not in text
    assert "NE: not estimable. Nobody without the condition has a score." in text


def test_tests_that_call_nobody_are_compared_on_nobody():
    """Calls have no scores, so the comparison names none, and areas are not spoken of."""
    rows = {"ill": [1, 1, 0, 0], "C": ["I"] * 4, "D": ["P", "N", "N", "N"]}
    text = page(rows, CALLS, OTHER, estimand__handling={"indeterminate": "exclude"})
    assert "whom both call; nobody is." in text
    assert "a score of both" not in text
    assert "so areas leave it out" not in text


def test_one_score_in_a_group_leaves_no_note_on_what_is_not_in_the_table():
    """A standard deviation is not shown, so its absence is not explained; one participant is one."""
    text = page({"ill": [1, 0, 0, 0], "S": [4, 1, 2, 5]}, SCORES)
    table = text.partition("**Table")[2].partition("Scores by condition.**")[2].partition("**Figure")[0]
    assert "NE" not in table
    assert "for 1 participant with the condition and 3 without the condition" in text


def test_a_two_sided_claim_has_no_one_sided_p():
    """The column and the note below the table say the same."""
    claim = {"id": "H1", "measure": "sensitivity", "test": "S", "goal": 0.5, "alternative": "two-sided", "alpha": 0.05}
    text = page({"ill": [1] * 8 + [0] * 8, "S": [*range(8), *range(8)]}, SCORES, hypotheses=[claim])
    assert "Goal, in percent, and P: of the claims of the plan" in text
    assert "one-sided P" not in text


def test_a_claim_about_clusters_says_why_it_is_not_decided():
    """The measure itself is estimated elsewhere, so only the claim is without an answer, and the reason is told."""
    rows = {"ill": [1] * 8 + [0] * 8, "S": [*range(8), *range(8)], "home": list("aabbccdd") * 2}
    claim = {"id": "H1", "measure": "sensitivity", "test": "S", "goal": 0.5}
    text = page(rows, SCORES, hypotheses=[claim], data__cluster="home")
    assert "has no interval to decide by, so the claim is not shown." in text
    assert "The study could not decide H1" in text
    assert "NE: not estimable. These participants come in clusters, and the method takes them as independent" in text


def test_a_rough_test_of_heterogeneity_says_so():
    """With too many tables for the exact test, chi-squared stands with a warning."""
    size = 2400
    rows = {
        "ill": [1] * size + [0] * size,
        "C": (["P"] * 11 + ["N"]) * (size // 12) + (["N"] * 11 + ["P"]) * (size // 12),
        "site": [f"{place % 59 % 20:02d}" if place % size > 30 else "20" for place in range(2 * size)],
    }
    text = page(rows, CALLS, data__site="site")
    assert "Rough p-values: " in text
    assert "An expected count is below five, and there are too many tables for the exact test." in text


@pytest.fixture(scope="module")
def agreement():
    """Write the report of a study with a comparator, with everything that a plan can ask for."""
    rows = {
        "ill": [1] * 12 + [0] * 12 + [None] * 2,
        "C": ["P"] * 9 + ["N"] * 3 + ["N"] * 9 + ["P"] * 2 + ["I"] + ["P", "N"],
        "D": ["P"] * 9 + ["N"] * 3 + ["N"] * 10 + ["P"] * 2 + ["P", "N"],
        "S": [5, 4, 4, 3, 3, 2, 5, 6, 1, 2, 3, 4] * 2 + [1, 2],
        "g": ["u", "v"] * 13,
    }
    scored = {**SCORES, "threshold": {"value": 4, "origin": "data_driven"}}
    return page(
        rows,
        CALLS,
        OTHER,
        scored,
        reference__kind="comparator",
        reference__name="Old test",
        design__type="cohort",
        design__verification="partial",
        estimand__handling={"indeterminate": "negative"},
        subgroups=["g"],
        sensitivity=["verification_corrected", "worst_case", "exact_interval"],
        hypotheses=[
            {"id": "H1", "measure": "sensitivity", "test": "C", "goal": 0.5},
            {
                "id": "H2",
                "measure": "specificity_difference",
                "tests": ["C", "D"],
                "type": "noninferiority",
                "margin": 0.1,
            },
        ],
    )


def test_a_report_of_agreement_does_not_speak_of_accuracy(agreement):
    """Neither in title, methods, tables, limitations nor printed results; only to say that it does not."""
    before, _, after = agreement.partition("## A Items")
    said = before + after.partition("Output as printed\n")[2].partition("## References")[0]
    for word in (
        "not accuracy",
        "no predictive values",
        "for reports of diagnostic accuracy",
        "Reporting Diagnostic Acc",
    ):
        said = said.replace(word, "")
    said = re.sub(r"[Ss]ensitivity[- ](?:anal|forest)|in sensitivity analyses|`[^`]*`", "", said)
    found = re.findall(r".*(?:sensitivit|specificit|accurac|PPV|\bNPV|LR[+-]).*", said, re.IGNORECASE)
    assert [line for line in found if "ACCURACY-" not in line and not line.startswith("Source: ")] == []


def test_a_report_of_agreement_says_what_it_leaves_out(agreement):
    """Printed results of agreement stay; the others are left out, and it says so."""
    assert agreement.startswith("# Diagnostic agreement study report")
    assert "Left out is what is printed in words that need a reference standard." in agreement
    assert "**Agreement: C**" in agreement
    assert "**C against D at their thresholds**" not in agreement


def test_a_threshold_that_lost_by_the_one_rule_of_agreement(agreement):
    """Only one rule was looked at, so only of that one is anything said."""
    assert "none of the usual rules" not in agreement
