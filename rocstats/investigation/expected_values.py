"""Expected values of each test: quantiles of its scores in those with the condition, apart from those without."""

from __future__ import annotations

import numpy as np

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.investigation.area_results import scored_tests
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation
from rocstats.methods.quantile_limits import ORDER_STATISTICS, quantile_limits

QUANTILES = (("p2-5", 0.025, "Lower percentile"), ("median", 0.5, "Median"), ("p97-5", 0.975, "Upper percentile"))
_FEW = "there are too few scores for this limit at this level."
_NONE = "there are no scores."
_CLUSTERS = "records of a cluster are not independent, and ranks of a binomial count take them so."


def record_expected_values(investigation: Investigation, recorder: Recorder) -> None:
    """Take quantiles down with limits by order statistics, where the report of the plan shows them.

    Every score counts, one in an indeterminate range too: it is a value that such participants have.
    """
    if investigation.plan.report.profile != "ivdr":
        return
    stated = About(label="Percentile of expected values", purpose="plan")
    for part, share, _ in QUANTILES:
        recorder.add(f"expected.{part}", "share", share, "percent", stated)
    for test in scored_tests(investigation):
        for state in (ABSENT, PRESENT):
            _record_group(investigation, recorder, test, state)


def _record_group(investigation: Investigation, recorder: Recorder, test: TestColumn, state: str) -> None:
    rows = investigation.rows_of() & (investigation.truth == state) & ~np.isnan(test.scores)
    scores = test.scores[rows]
    where = f"expected.{test.key}.{state}"
    recorder.add(where, "n", len(scores), "count", _about(investigation, test, "Scores", state))
    for part, share, label in QUANTILES:
        about = _about(investigation, test, label, state)
        found = quantile_limits(scores, share, level=investigation.plan.intervals.level)
        alone = not investigation.plan.data.cluster
        why = _NONE if not len(scores) else _FEW if alone else _CLUSTERS
        for stat, value in (
            ("estimate", found.estimate),
            ("conf-low", found.low if alone else None),
            ("conf-high", found.high if alone else None),
        ):
            warning = why if value is None else ""
            recorder.add(f"{where}.{part}", stat, value, "quantity", about, warning=warning)


def _about(investigation: Investigation, test: TestColumn, label: str, state: str) -> About:
    group = "with" if state == PRESENT else "without"
    return About(
        label=f"{label} of {test.name} in participants {group} {investigation.plan.reference.condition}",
        population=investigation.primary,
        test=test.name,
        method=ORDER_STATISTICS,
        level=investigation.plan.intervals.level,
        sides="two-sided",
    )
