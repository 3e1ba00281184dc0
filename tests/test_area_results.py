"""The area under the curve of each test that has scores, by the plan."""

from __future__ import annotations

import numpy as np
import pytest
from accuracy_plans import CALLS, SCORES, called, opened, plan_of, recorded, rows_of, scored

from rocstats.investigation.area_results import band_of, record_areas, sample_of, scored_tests
from rocstats.methods.interval_coverage import nearest_regime

FEW = ([5.0, 4.0, 3.0, 2.0], [3.0, 2.0, 1.0, 1.0])
RANDOM = np.random.default_rng(20261130)
MANY = (list(RANDOM.normal(1, 1, 40).round(2)), list(RANDOM.normal(0, 1, 60).round(2)))


def table_of(groups, test=SCORES, **parts):
    """Give the rows of the scores of two groups."""
    return rows_of(opened(plan_of(test, **parts), scored(*groups)), record_areas)


def test_the_area_of_sixteen_pairs_counted_by_hand():
    """Of 16 pairs 13 are right and 2 tied: 14/16, and DeLong's standard error is 1/8."""
    table = table_of(FEW)
    assert table.value("auc.t1.estimate") == 0.875
    assert table.value("auc.t1.std-error") == pytest.approx(0.125, rel=1e-14)
    assert [table.value(f"auc.t1.{stat}") for stat in ("n-cases", "n-controls", "n-left-out")] == [4, 4, 0]


def test_the_areas_of_a_published_study():
    """DeLong, DeLong and Clarke-Pearson 1988, ovarian data as SAS prints them: 0.7366 for alb, 0.6478 for tp."""
    import pandas as pd

    frame = pd.read_csv("validation/data/ovarian.csv").rename(columns={"popind": "ill"})
    tests = [{"name": name, "positive_scores": "high"} for name in ("alb", "tp")]
    table = rows_of(opened(plan_of(*tests), frame), record_areas)
    for key, area, error in (("t1", 0.7366, 0.0927), ("t2", 0.6478, 0.1000)):
        assert table.value(f"auc.{key}.estimate") == pytest.approx(area, abs=5e-5)
        assert table.value(f"auc.{key}.std-error") == pytest.approx(error, abs=5e-5)


def test_calls_have_no_area():
    """A test of calls has no order of scores."""
    investigation = opened(plan_of(CALLS), called(3, 1, 1, 3))
    assert scored_tests(investigation) == ()
    assert len(rows_of(investigation, record_areas)) == 0


def test_a_small_group_has_the_recommended_interval_beside():
    """With fewer than thirty in a group stands beside what covered such areas best in simulations: here Newcombe's."""
    found = recorded(opened(plan_of(SCORES), scored(*FEW)), record_areas)
    assert found.table().row("auc.t1.beside.conf-low").about.method.id == "newcombe"
    assert "Newcombe" in found.outputs()[1].text


def test_newcombes_interval_stands_alone_where_it_is_the_best():
    """A plan that asks for the recommended interval, Newcombe's, has no second one; any other has."""
    assert not [name for name in table_of(FEW, intervals={"auc": "newcombe"}).analyses() if "beside" in name]
    table = table_of(FEW, intervals={"auc": "bootstrap-percentile", "n_resamples": 200})
    assert table.row("auc.t1.beside.conf-low").about.method.id == "newcombe"


def test_a_recommended_interval_other_than_newcombes_stands_beside():
    """Where one group is small and the other large another covers best; beside that itself stands Newcombe's."""
    cases, controls = np.linspace(0.5, 2.5, 20), np.linspace(0, 2, 200)
    best = nearest_regime(20, 200, 0.72).recommended
    assert best != "newcombe"
    assert table_of((cases, controls)).row("auc.t1.beside.conf-low").about.method.id == best
    own = table_of((cases, controls), intervals={"auc": best})
    assert own.row("auc.t1.beside.conf-low").about.method.id == "newcombe"


def test_groups_large_enough_have_one_interval():
    """Nothing stands beside where nothing is rough."""
    assert not [name for name in table_of(MANY).analyses() if "beside" in name]


def test_an_area_of_one_has_no_interval_by_delong_and_newcombes_beside():
    """Perfect separation: no zero-width interval, and a reason."""
    table = table_of(([4.0, 5.0, 6.0], [1.0, 2.0, 3.0]))
    assert table.value("auc.t1.estimate") == 1.0
    assert table.value("auc.t1.conf-low") is None
    assert "perfect separation" in table.row("auc.t1.conf-low").warning
    assert table.value("auc.t1.beside.conf-low") == pytest.approx(0.501, abs=5e-4)


def test_one_case_has_newcombes_interval_beside():
    """A resample of one subject is always the same."""
    table = table_of(([3.0], [1.0, 2.0, 4.0]))
    assert table.row("auc.t1.beside.conf-low").about.method.id == "newcombe"
    assert table.value("band.t1.kind") is None


def test_no_cases_leave_the_area_without_value_and_say_why():
    """An area needs both groups."""
    table = table_of(([], [1.0, 2.0]))
    assert table.value("auc.t1.estimate") is None
    assert table.row("auc.t1.estimate").warning


def test_a_method_for_two_tests_leaves_the_interval_out_and_keeps_the_area():
    """The area needs no method; the reason is the refusal of the method itself."""
    table = table_of(FEW, intervals={"auc": "hanley-mcneil-1983"})
    assert table.value("auc.t1.estimate") == 0.875
    assert table.value("auc.t1.conf-low") is None
    assert table.row("auc.t1.conf-low").warning


def test_low_scores_are_positive_where_the_plan_says_so():
    """The same scores the other way round have the rest of the area."""
    low = {"name": "S", "positive_scores": "low"}
    assert table_of(FEW, low).value("auc.t1.estimate") == 0.125


def test_indeterminate_and_missing_scores_are_left_out_and_counted():
    """A score in the indeterminate range has no place in the order, whatever it counts as at a threshold."""
    test = {**SCORES, "indeterminate_between": [2.5, 2.9], "failed": "INV"}
    groups = ([*FEW[0], 2.7, "INV"], [*FEW[1], 2.6, None])
    plan = plan_of(test, estimand={"handling": {"indeterminate": "positive"}})
    table = rows_of(opened(plan, scored(*groups)), record_areas)
    assert table.value("auc.t1.estimate") == 0.875
    assert table.value("auc.t1.n-left-out") == 4


def test_clusters_have_the_standard_error_of_clusters():
    """Every record twice: the area stays, and the interval is wider than that of independent records."""
    frame = scored([*MANY[0], *MANY[0]], [*MANY[1], *MANY[1]])
    frame["patient"] = [f"P{i}" for i in [*range(40), *range(40), *range(40, 100), *range(40, 100)]]
    table = rows_of(opened(plan_of(SCORES, data={"cluster": "patient"}), frame), record_areas)
    alone = rows_of(opened(plan_of(SCORES), frame), record_areas)
    assert table.value("auc.t1.estimate") == alone.value("auc.t1.estimate")
    assert table.value("auc.t1.std-error") == pytest.approx(2**0.5 * alone.value("auc.t1.std-error"), rel=0.02)
    assert table.row("auc.t1.conf-low").about.method.id == "obuchowski"
    assert "clusters" in table.row("band.t1.kind").warning


@pytest.mark.parametrize(
    ("band", "groups", "kind"),
    [
        ("pointwise", MANY, "pointwise"),
        ("simultaneous", MANY, "campbell"),
        ("simultaneous", ([3.0], [1.0, 2.0, 4.0]), "kolmogorov-smirnov"),
    ],
)
def test_the_band_is_that_of_the_plan(band, groups, kind):
    """A simultaneous band falls back on the exact one where resamples tell nothing."""
    table = table_of(groups, intervals={"band": band, "n_resamples": 200})
    assert table.value("band.t1.kind") == kind


def test_no_band_is_drawn_where_the_plan_wants_none():
    """Nothing is computed for it either."""
    plan = plan_of(SCORES, intervals={"band": "none"})
    investigation = opened(plan, scored(*MANY))
    assert not rows_of(investigation, record_areas).analyses("band")
    sample, _ = sample_of(investigation, investigation.tests[0])
    assert band_of(investigation, sample) == (None, "the plan asks for no band.")


def test_the_same_plan_gives_the_same_band():
    """It is drawn with the seed of the plan."""
    investigation = opened(plan_of(SCORES, intervals={"n_resamples": 200}), scored(*MANY))
    sample, _ = sample_of(investigation, investigation.tests[0])
    first, second = (band_of(investigation, sample)[0] for _ in range(2))
    assert np.array_equal(first.low, second.low)


@pytest.mark.parametrize(
    ("kind", "who"), [("reference_standard", "without the condition"), ("comparator", "negative by the comparator")]
)
def test_an_area_of_one_group_says_which_is_missing(kind, who):
    """Nobody without the condition has a score: no area, and the reason names the group in the words of the report."""
    plan = plan_of(SCORES, kind=kind)
    row = rows_of(opened(plan, scored([3.0, 4.0, 5.0], [])), record_areas).row("auc.t1.estimate")
    assert row.value is None
    assert row.warning == f"nobody {who} has a score."


def test_sizes_stand_beside_an_area_of_one_group():
    """How many have a score is known, whether or not there is an area."""
    table = rows_of(opened(plan_of(SCORES), scored([3.0, 4.0, 5.0], [])), record_areas)
    assert [table.value(f"auc.t1.{stat}") for stat in ("n-cases", "n-controls", "n-left-out")] == [3, 0, 0]
