"""Adverse events: counted of those eligible by hand, told in the report, refused where a flag says neither."""

import pandas as pd
import pytest
from study_plans import SMALLEST, changed

from rocstats import compose_report, investigate, investigation_of, plan_of, render
from rocstats.errors import DataError


def study(flags, *changes):
    """Give the findings of ten participants with a column of events."""
    plan = plan_of(changed(SMALLEST, (("participants", "adverse_events"), ["AE"]), *changes))
    rows = pd.DataFrame({"ill": [1] * 5 + [0] * 5, "CT": range(10), "AE": flags})
    return investigate(investigation_of(plan, rows))


def test_events_are_counted_of_those_of_whom_they_are_known():
    """Three of nine; one of whom nothing is known is not counted."""
    table = study(["Y", "yes", "N", "no", None, "TRUE", "n", "false", "0", "N"]).table
    assert [table.value(f"events.e1.{stat}") for stat in ("n", "total", "n-missing")] == [3, 9, 1]


def test_events_are_those_of_the_eligible():
    """Whoever is not eligible has none to count; whoever is out of the analysis set has."""
    table = study(
        [1, 0, 1, 0, 0, 1, 0, 0, 0, 1],
        (("participants", "eligible"), "CT < 9"),
        (("analysis_sets",), {"PP": "CT > 4"}),
        (("estimand", "population"), "PP"),
    ).table
    assert (table.value("events.e1.n"), table.value("events.e1.total")) == (3, 9)


def test_the_report_counts_events():
    """The table of events stands in the section on limitations."""
    page = render(compose_report(study([True, *[False] * 9], (("data", "labels"), {"AE": "Fainting"}))), "md")
    assert "Participants with an adverse event of a test" in page
    assert "| Fainting | 1/10 |" in page


def test_a_flag_that_says_neither_is_refused():
    """The message names the column, the key of the plan and what came."""
    with pytest.raises(
        DataError, match=r'"AE" \(participants.adverse_events of the plan\).*it holds "perhaps" as well'
    ):
        study(["perhaps", *["N"] * 9])
