"""Accuracy of each test at its stated threshold, by the plan."""

from __future__ import annotations

import math
import tomllib
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest
from accuracy_plans import CALLS, SCORES, called, opened, plan_of, recorded, rows_of, scored

from rocstats.data.counts import Counts
from rocstats.inference.two_by_two import accuracy
from rocstats.investigation.accuracy_results import MEASURES, record_accuracy
from rocstats.investigation.opening import open_investigation
from rocstats.study_plan.study_plan import StudyPlan

MADE = Path(__file__).parent.parent / "validation" / "made_study"


def table_of(frame, *tests, **parts):
    """Give the rows of a plan on a frame."""
    return rows_of(opened(plan_of(*(tests or (CALLS,)), **parts), frame), record_accuracy)


def test_every_measure_of_a_table_counted_by_hand():
    """26, 12, 15 and 60: each measure is the fraction that its counts make."""
    table = table_of(called(26, 12, 15, 60), design={"type": "cohort"})
    exact = {
        "sensitivity": Fraction(26, 41),
        "specificity": Fraction(60, 72),
        "ppv": Fraction(26, 38),
        "npv": Fraction(60, 75),
        "accuracy": Fraction(86, 113),
        "youden": Fraction(26, 41) - Fraction(12, 72),
        "balanced-accuracy": (Fraction(26, 41) + Fraction(60, 72)) / 2,
        "lr-positive": Fraction(26, 41) / Fraction(12, 72),
        "lr-negative": Fraction(15, 41) / Fraction(60, 72),
        "odds-ratio": Fraction(26 * 60, 12 * 15),
    }
    assert set(exact) == {part for _, part, _ in MEASURES}
    for part, value in exact.items():
        assert table.value(f"acc.t1.{part}.estimate") == pytest.approx(float(value), rel=1e-14)
    cells = {stat: row.value for stat, row in table.analysis("crosstab.t1").items()}
    left_out = ("n-indeterminate", "n-failed", "n-missing", "n-left-out")
    margins = {"n-positive": 38, "n-negative": 75, "n-cases": 41, "n-controls": 72, "total": 113}
    assert cells == {"tp": 26, "fp": 12, "fn": 15, "tn": 60} | margins | dict.fromkeys(left_out, 0)


def test_the_wilson_interval_of_a_published_sensitivity():
    """26 of 41 has Wilson's limits 0.481 and 0.764: statsmodels' proportion_confint(26, 41, method="wilson")."""
    table = table_of(called(26, 12, 15, 60))
    assert table.value("acc.t1.sensitivity.conf-low") == pytest.approx(0.48119, abs=5e-4)
    assert table.value("acc.t1.sensitivity.conf-high") == pytest.approx(0.76427, abs=5e-4)
    assert table.row("acc.t1.sensitivity.conf-low").about.method.id == "wilson"


def test_balanced_accuracy_has_the_interval_of_youdens_index():
    """Its limits are one plus those of J, halved."""
    table = table_of(called(26, 12, 15, 60))
    for stat in ("conf-low", "conf-high"):
        of_index = table.value(f"acc.t1.youden.{stat}")
        assert table.value(f"acc.t1.balanced-accuracy.{stat}") == pytest.approx((1 + of_index) / 2, rel=1e-15)


@pytest.mark.parametrize(
    ("handling", "cells"),
    [("exclude", (8, 3, 2, 7)), ("positive", (10, 4, 2, 7)), ("negative", (8, 3, 4, 8))],
)
def test_indeterminate_results_count_as_the_plan_says(handling, cells):
    """Two cases and one control are indeterminate: left out, positive or negative."""
    table = table_of(called(8, 3, 2, 7, EQV=(2, 1)), estimand={"handling": {"indeterminate": handling}})
    assert tuple(table.value(f"crosstab.t1.{cell}") for cell in ("tp", "fp", "fn", "tn")) == cells
    assert table.value("crosstab.t1.n-indeterminate") == 3
    assert table.value("crosstab.t1.n-left-out") == (3 if handling == "exclude" else 0)


def test_a_failed_and_a_missing_result_are_counted_and_left_out():
    """They are no result, and the table says how many they are."""
    table = table_of(called(8, 3, 2, 7, INV=(1, 0), none=(2, 2)))
    assert [table.value(f"crosstab.t1.{stat}") for stat in ("n-failed", "n-missing", "n-left-out", "total")] == [
        *(1, 4, 5, 20)
    ]


def test_a_low_score_is_positive_where_the_plan_says_so():
    """Scores at or below the threshold are positive."""
    low = {"name": "S", "positive_scores": "low", "threshold": {"value": 3, "origin": "literature"}}
    table = table_of(scored([1, 3, 5], [2, 4, 6, 8]), low)
    assert [table.value(f"crosstab.t1.{cell}") for cell in ("tp", "fp", "fn", "tn")] == [2, 1, 1, 3]


def test_a_test_without_a_threshold_has_no_table():
    """No score is called without one."""
    assert len(table_of(scored([1, 3], [0, 2]), {"name": "S", "positive_scores": "high"})) == 0


def test_a_case_control_design_leaves_what_depends_on_the_share_of_cases_without_value():
    """PPV, NPV and accuracy are not estimable and have no count that could be divided out; likelihood ratios are."""
    table = table_of(called(26, 12, 15, 60), design={"type": "case-control"})
    for part in ("ppv", "npv", "accuracy"):
        assert table.value(f"acc.t1.{part}.estimate") is None
        assert "case-control" in table.row(f"acc.t1.{part}.estimate").warning
        assert f"acc.t1.{part}.n" not in table
    assert table.value("acc.t1.lr-positive.estimate") is not None


def test_a_small_group_has_an_exact_interval_beside():
    """29 cases have one by Clopper and Pearson, 40 controls have none."""
    table = table_of(called(20, 10, 9, 30))
    assert table.value("acc.t1.exact.sensitivity.total") == 29
    assert table.row("acc.t1.exact.sensitivity.conf-low").about.method.id == "clopper-pearson"
    assert "acc.t1.exact.specificity.estimate" not in table


def test_a_sensitivity_of_one_has_an_exact_interval_whatever_the_size():
    """40 of 40: the lower limit is the 40th root of 0.025."""
    table = table_of(called(40, 10, 0, 30))
    assert table.value("acc.t1.exact.sensitivity.conf-low") == pytest.approx(0.025 ** (1 / 40), rel=1e-12)
    assert table.value("acc.t1.exact.sensitivity.conf-high") == 1.0


def test_a_plan_of_exact_intervals_needs_none_beside():
    """The plan's own are exact already."""
    table = table_of(called(5, 1, 1, 5), intervals={"proportions": "clopper-pearson"})
    assert not table.analyses("acc.t1.exact")


def test_a_wald_interval_at_the_end_is_none_and_says_why():
    """Nothing is certain: the limits have no value, and the exact ones stand beside."""
    table = table_of(called(10, 4, 0, 30), intervals={"proportions": "wald"})
    assert table.value("acc.t1.sensitivity.conf-low") is None
    assert "standard error of 0" in table.row("acc.t1.sensitivity.conf-low").warning
    assert table.value("acc.t1.exact.sensitivity.conf-low") > 0.6


def test_a_zero_cell_leaves_an_infinite_ratio_without_estimate():
    """No control is positive: LR+ and the odds ratio have a finite lower limit alone."""
    table = table_of(called(10, 0, 5, 30))
    assert table.value("acc.t1.lr-positive.estimate") is None
    assert "infinite" in table.row("acc.t1.lr-positive.estimate").warning
    assert table.value("acc.t1.lr-positive.conf-high") == math.inf
    assert table.value("acc.t1.lr-positive.conf-low") > 0


@pytest.mark.parametrize(("cells", "part"), [((0, 3, 0, 7), "sensitivity"), ((3, 0, 7, 0), "specificity")])
def test_an_empty_group_is_not_estimable(cells, part):
    """Without cases there is no sensitivity, without controls no specificity."""
    table = table_of(called(*cells))
    assert table.value(f"acc.t1.{part}.estimate") is None
    assert table.row(f"acc.t1.{part}.estimate").warning
    assert table.value(f"acc.t1.{part}.total") == 0


def test_nobody_with_a_result_leaves_every_measure_without_value():
    """All are indeterminate and left out: the table is empty, and each measure says so."""
    table = table_of(called(0, 0, 0, 0, EQV=(3, 4)))
    assert table.value("crosstab.t1.total") == 0
    assert table.value("crosstab.t1.n-left-out") == 7
    for _, part, _ in MEASURES:
        assert table.value(f"acc.t1.{part}.estimate") is None


def test_one_participant_is_enough_for_a_table():
    """One case that is positive: a sensitivity of one of one, and no specificity."""
    table = table_of(called(1, 0, 0, 0))
    assert table.value("acc.t1.sensitivity.estimate") == 1.0
    assert table.value("acc.t1.sensitivity.conf-low") < 0.3
    assert table.value("acc.t1.specificity.estimate") is None


def test_clusters_keep_an_interval_for_proportions_and_lose_that_of_ratios():
    """Every record twice: the interval is that of half as many, and ratios have none."""
    once = called(13, 6, 8, 30)
    twice = pd.concat([once, once], ignore_index=True)
    twice["patient"] = [f"P{row}" for row in [*range(len(once)), *range(len(once))]]
    table = table_of(twice, data={"cluster": "patient"})
    alone = table_of(twice.drop(columns="patient"))
    assert table.value("acc.t1.sensitivity.estimate") == alone.value("acc.t1.sensitivity.estimate")
    assert table.value("acc.t1.sensitivity.conf-low") < alone.value("acc.t1.sensitivity.conf-low")
    for part in ("lr-positive", "lr-negative", "odds-ratio", "youden", "balanced-accuracy"):
        assert table.value(f"acc.t1.{part}.estimate") == alone.value(f"acc.t1.{part}.estimate")
        assert table.value(f"acc.t1.{part}.conf-low") is None
        assert "clusters" in table.row(f"acc.t1.{part}.conf-low").warning


def test_the_printed_result_is_kept_once_for_each_test():
    """The appendix prints the same numbers, with the rule of the test."""
    frame = called(26, 12, 15, 60).assign(S=[4, 2] * 56 + [1])
    outputs = recorded(opened(plan_of(CALLS, SCORES), frame), record_accuracy).outputs()
    assert [output.analysis for output in outputs] == ["acc.t1", "acc.t2"]
    assert outputs[1].title == "Accuracy: S ≥ 3"
    assert "rule: positive if S >= 3" in outputs[1].text
    assert "balanced accuracy" in outputs[0].text


def test_measures_of_the_estimand_are_primary():
    """The rows say which part of the plan asks for them."""
    table = table_of(called(26, 12, 15, 60), estimand={"measures": ["sensitivity"]})
    assert table.row("acc.t1.sensitivity.estimate").about.purpose == "primary"
    assert table.row("acc.t1.specificity.estimate").about.purpose == "secondary"


def test_the_made_study_recounted_by_another_road():
    """pandas counts the made study by its own filters; every cell and every proportion agrees."""
    plan = StudyPlan.model_validate(tomllib.loads((MADE / "plan.toml").read_text(encoding="utf-8")))
    frame = pd.read_csv(MADE / "study.csv", dtype=str)
    table = rows_of(open_investigation(plan, MADE), record_accuracy)
    inside = frame[(frame.ELIGFL == "Y") & (frame.FASFL == "Y") & frame.REFRES.isin(["Present", "Absent"])]
    handling = plan.estimand.handling
    fates = {"positive": "positive", "negative": "negative", "exclude": "left out"}
    for place, part in enumerate(plan.tests, 1):
        said = inside[part.source_column]
        undecided = said.isin([str(value) for value in _several(part.indeterminate)])
        failed = said.isin([str(value) for value in _several(part.failed)])
        if part.has_calls:
            result = said.map(
                {str(v): "positive" for v in _several(part.positive)}
                | {str(v): "negative" for v in _several(part.negative)}
            )
        else:
            score = pd.to_numeric(said, errors="coerce")
            low, high = part.indeterminate_between or (math.inf, -math.inf)
            undecided |= score.between(low, high)
            beyond = score <= part.threshold.value if part.positive_scores == "low" else score >= part.threshold.value
            result = beyond.map({True: "positive", False: "negative"}).where(score.notna())
        result = result.mask(undecided, fates[handling.indeterminate]).mask(failed, fates[handling.failed])
        crossed = pd.crosstab(result, inside.REFRES)
        cells = {
            "tp": crossed.loc["positive", "Present"],
            "fp": crossed.loc["positive", "Absent"],
            "fn": crossed.loc["negative", "Present"],
            "tn": crossed.loc["negative", "Absent"],
        }
        assert {cell: table.value(f"crosstab.t{place}.{cell}") for cell in cells} == cells
        found = accuracy(Counts(**{cell: int(n) for cell, n in cells.items()}, design="cohort"))
        for measure in ("sensitivity", "specificity", "ppv", "npv", "accuracy"):
            assert table.value(f"acc.t{place}.{measure}.estimate") == found.measure(measure).estimate
            assert table.value(f"acc.t{place}.{measure}.conf-low") == found.measure(measure).interval.low
        assert table.value(f"crosstab.t{place}.n-left-out") == len(inside) - sum(cells.values())


def _several(stated):
    return stated if isinstance(stated, tuple) else (stated,)
