"""The made study: the same bytes everywhere, and a truth that its data agree with."""

import hashlib
import importlib.util
import math
import re
import sys
import tomllib
from pathlib import Path

import pandas as pd
import pytest

from rocstats.investigation.opening import investigation_of, open_investigation
from rocstats.study_plan.study_plan import StudyPlan

FOLDER = Path(__file__).parent.parent / "validation" / "made_study"
B_IN_TENTHS = 367


@pytest.fixture(scope="module")
def script():
    """Load the script that makes the study."""
    spec = importlib.util.spec_from_file_location("make_study", FOLDER / "make_study.py")
    module = importlib.util.module_from_spec(spec)
    # A dataclass looks its own module up.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.fixture(scope="module")
def plan():
    """Read the plan of the study."""
    return StudyPlan.model_validate(tomllib.loads((FOLDER / "plan.toml").read_text(encoding="utf-8")))


def test_a_threshold_of_dice_is_counted_by_hand(script):
    """Two dice with faces 0 and 1 give 0, 1 and 2 with chances 1/4, 1/2 and 1/4."""
    assert script._sum_of_dice(2, 2).tolist() == [0.25, 0.5, 0.25]


def test_an_area_is_counted_by_hand(script):
    """Of four pairs two are in order and one is tied: 2.5 of 4, each score as likely as the other."""
    import numpy as np

    half = np.array([0.5, 0.5])
    assert script._area((np.array([1, 3]), half), (np.array([1, 2]), half)) == 0.625


def test_scales_rise(script):
    """Scores rise with what they are made of, stay in their range, and reach one half at 100."""
    import numpy as np

    latent = np.arange(-1200, 2000)
    index, level = script.index_of_a(latent), script.level_of_b(latent)
    assert (np.diff(index) >= 0).all()
    assert (np.diff(level) >= 0).all()
    assert 0 < index.min() < index.max() < 1000
    assert level.min() == 1
    assert script.index_of_a(100) == 500


def test_file_is_what_the_script_makes(script, plan):
    """The file that is kept has the bytes that the script makes, and the digest of the plan."""
    kept = (FOLDER / "study.csv").read_bytes()
    assert script.csv_text(script.made_rows()).encode() == kept
    assert hashlib.sha256(kept).hexdigest() == plan.data.sha256
    assert len(kept) < 250_000


def test_frame_in_memory_is_the_file(script, plan):
    """The plan finds in the frame what it finds in the file."""
    read = open_investigation(plan, FOLDER)
    made = investigation_of(plan, script.made_study())
    assert len(made.frame) == 2000
    assert (made.truth == read.truth).all()
    for one, other in zip(made.tests, read.tests, strict=True):
        assert (one.states == other.states).all()
        pd.testing.assert_series_equal(pd.Series(one.scores), pd.Series(other.scores))


def test_seed_and_size_are_chosen(script):
    """Another seed draws other participants; a smaller study is the beginning of a larger one."""
    assert script.csv_text(script.made_rows(20)) == script.csv_text(script.made_rows(50)[:20])
    assert script.csv_text(script.made_rows(20)) != script.csv_text(script.made_rows(20, seed=1))
    assert len(script.made_study(7)) == 7


def test_has_everything_that_makes_a_report_hard(plan):
    """Every state of a truth and of a result is there, at six sites, and so are those who are not eligible."""
    study = open_investigation(plan, FOLDER)
    assert set(study.truth) == {"present", "absent", "inconclusive", "missing"}
    assert set(study.tests[0].states) == {"result", "indeterminate", "failed", "missing"}
    assert set(study.tests[2].states) == {"result", "indeterminate", "failed", "missing"}
    assert study.frame["SITEID"].nunique() == 6
    assert 0 < (~study.eligible).sum() == study.frame["EXCLRSN"].notna().sum()
    assert study.sets["PPS"].sum() < study.sets["FAS"].sum() < study.eligible.sum()
    first = pd.to_datetime(study.frame["TESTDT"])
    days = (pd.to_datetime(study.frame["REFDT"]) - first).dt.days.dropna()
    assert (days > plan.participants.window_days).any()
    assert (days >= 0).all()


@pytest.mark.parametrize(("place", "name"), list(enumerate("ABC")))
def test_estimates_are_near_the_truth_of_the_verified(script, plan, place, name):
    """Sensitivity, specificity and area lie within four standard errors of what is true of the verified."""
    study = open_investigation(plan, FOLDER)
    test = study.tests[place]
    true = script.truth(name, verified=True, threshold_b=B_IN_TENTHS)
    counts = study.counts(test.name)
    for found, total, share in zip(
        (counts.tp, counts.tn), (counts.n_cases, counts.n_controls), true.counted, strict=True
    ):
        assert abs(found / total - share) < 4 * math.sqrt(share * (1 - share) / total)


def test_verification_depends_on_the_first_test_only(script):
    """Verified are 97 percent of the positive and 82 of all others, whether or not they have the condition."""
    rows = script.made_rows(8000, seed=5)
    positive = [r for r in rows if r["AVAL_A"] not in (None, "INV") and float(r["AVAL_A"]) >= 0.52]
    others = [r for r in rows if r["AVAL_A"] in (None, "INV") or float(r["AVAL_A"]) < 0.52]
    for group, chance in ((positive, 0.97), (others, 0.82)):
        share = sum(r["REFRES"] is not None for r in group) / len(group)
        assert abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / len(group))


def test_threshold_of_the_second_test_was_chosen_on_these_data(plan):
    """It has the largest Youden index, as the plan says."""
    from rocstats.empirical.points import operating_points

    points = operating_points(open_investigation(plan, FOLDER).sample("Assay B"))
    assert [points.thresholds[i] for i in points.youden_optima] == [plan.tests[1].threshold.value]


def test_readme_has_the_truth(script):
    """Each number of the table in the README is what the script says."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = [re.split(r"\s*\|\s*", line)[1:-1] for line in text.splitlines() if line.startswith("| ")]
    told = {row[0]: row[1:] for row in rows if len(row) == 4}
    everybody = [script.truth(name, threshold_b=B_IN_TENTHS) for name in "ABC"]
    verified = [script.truth(name, verified=True, threshold_b=B_IN_TENTHS) for name in "ABC"]
    expected = {
        "sensitivity, definite results": [f"{100 * t.definite[0]:.1f}" for t in everybody],
        "specificity, definite results": [f"{100 * t.definite[1]:.1f}" for t in everybody],
        "sensitivity, indeterminate counted as positive": [f"{100 * t.counted[0]:.1f}" for t in everybody],
        "specificity, indeterminate counted as positive": [f"{100 * t.counted[1]:.1f}" for t in everybody],
        "the same sensitivity among the verified": [f"{100 * t.counted[0]:.1f}" for t in verified],
        "the same specificity among the verified": [f"{100 * t.counted[1]:.1f}" for t in verified],
        "area under the curve, definite results": ["" if t.auc is None else f"{t.auc:.3f}" for t in everybody],
    }
    assert {name: told[name] for name in expected} == expected
    stages = [100 * script.truth("A", stage=stage).definite[0] for stage in script.STAGES]
    assert f"{', '.join(f'{s:.1f}' for s in stages[:3])} and {stages[3]:.1f}%" in text
