"""Claims of a plan: exact arithmetic, limits that decide, all kinds of claims, and claims that cannot be judged."""

from fractions import Fraction
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paired_studies import calls, crossed_study, plan_of
from scipy.stats import norm
from study_plans import SMALLEST

from rocstats import Sample, auc, compare_auc, noninferiority
from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.hypothesis_results import record_hypotheses
from rocstats.investigation.opening import investigation_of
from rocstats.study_plan.faults import FaultyPlanError
from rocstats.study_plan.loading import plan_of as checked_plan_of
from rocstats.study_plan.method_checks import WITHOUT_INTERVAL, method_words

EXACT = {"proportions": "clopper-pearson"}
GOAL = {"id": "H1", "measure": "sensitivity", "test": "New", "goal": 0.75}


def decided(investigation):
    """Decide the claims of an investigation."""
    recorder = Recorder()
    record_hypotheses(investigation, recorder)
    return recorder


def one_test(tp, fn, tn, fp, **parts):
    """Decide claims about one test with these counts."""
    frame = pd.DataFrame(
        {
            "ill": ["yes"] * (tp + fn) + ["no"] * (tn + fp),
            "New": ["POS"] * tp + ["NEG"] * fn + ["NEG"] * tn + ["POS"] * fp,
        }
    )
    return decided(investigation_of(plan_of(calls("New"), **parts), frame)).table()


def facts(table, at="hyp.h1"):
    """Give the values of a claim by the names of its statistics."""
    return {row.stat: row.value for row in table.analysis(at).values()}


def upper_tail(x, n, p):
    """Return the exact probability of x or more of n."""
    p = Fraction(str(p))
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(x, n + 1))


def test_a_goal_by_exact_arithmetic():
    """36 of 40 against 0.75: the exact upper tail is 0.0160, so the claim is met at 0.025."""
    found = facts(one_test(36, 4, 30, 10, hypotheses=[GOAL], intervals=EXACT))
    p = upper_tail(36, 40, 0.75)
    assert round(float(p), 4) == 0.016
    assert found["p-value"] == pytest.approx(float(p), rel=1e-12)
    assert (found["n"], found["total"], found["estimate"], found["null"]) == (36, 40, 0.9, 0.75)
    assert (found["decision"], found["alpha-used"], found["conf-level"]) == ("met", 0.025, 0.95)
    # The lower limit is the proportion under which 36 or more have a chance of 0.025.
    assert float(upper_tail(36, 40, found["conf-low"])) == pytest.approx(0.025, rel=1e-9)
    assert found["conf-low"] > 0.75


def test_a_goal_that_is_just_missed():
    """35 of 40: the exact upper tail is 0.0433."""
    found = facts(one_test(35, 5, 30, 10, hypotheses=[GOAL], intervals=EXACT))
    assert round(float(upper_tail(35, 40, 0.75)), 4) == 0.0433
    assert (found["decision"], found["conf-low"] < 0.75) == ("not met", True)


@given(tp=st.integers(0, 30), goal=st.sampled_from([0.1, 0.5, 0.8, 0.95]), alpha=st.sampled_from([0.01, 0.025, 0.05]))
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("word", ["wilson", "clopper-pearson", "jeffreys"])
def test_limit_and_p_value_decide_alike(word, alternative, tp, goal, alpha):
    """The printed interval lies beyond the goal exactly where p is below the level, whichever method the plan names."""
    claim = GOAL | {"goal": goal, "alternative": alternative, "alpha": alpha}
    found = facts(one_test(tp, 30 - tp, 5, 5, hypotheses=[claim], intervals={"proportions": word}))
    beyond = {
        "greater": found["conf-low"] > goal,
        "less": found["conf-high"] < goal,
        "two-sided": found["conf-low"] > goal or found["conf-high"] < goal,
    }[alternative]
    assert (found["decision"] == "met") == beyond == (found["p-value"] < alpha)
    assert found["conf-level"] == pytest.approx(1 - alpha * (1 if alternative == "two-sided" else 2))


def test_a_method_without_a_test_is_replaced_by_the_exact_one():
    """Jeffreys' interval has no test, so interval and test of the claim are Clopper and Pearson's."""
    table = one_test(36, 4, 30, 10, hypotheses=[GOAL], intervals={"proportions": "jeffreys"})
    assert table.row("hyp.h1.conf-low").about.method.id == "clopper-pearson"
    assert table.row("hyp.h1.p-value").value == pytest.approx(float(upper_tail(36, 40, 0.75)), rel=1e-12)


@pytest.mark.parametrize(
    ("measure", "n", "total"), [("specificity", 30, 40), ("ppv", 36, 46), ("npv", 30, 34), ("accuracy", 66, 80)]
)
def test_every_proportion(measure, n, total):
    """Each counts what it says of 36, 4, 30 and 10."""
    found = facts(one_test(36, 4, 30, 10, hypotheses=[GOAL | {"measure": measure, "goal": 0.5}]))
    assert (found["n"], found["total"], found["estimate"], found["decision"]) == (n, total, n / total, "met")


def test_non_inferiority_of_counts():
    """Two discordant each way of 100: Tango's limit solves the score equation, -0.0529, and the margin is 0.06."""
    claim = {"id": "N", "measure": "sensitivity_difference", "tests": ["New", "Old"], "type": "noninferiority"}
    study = crossed_study(((80, 2), (2, 16)), ((5, 5), (5, 85)), hypotheses=[claim | {"margin": 0.06}])
    found = facts(decided(study).table())
    # At the limit t the score statistic is 1.96: (b - c - n t)^2 = z^2 n (2q + t(1 - t)), q from its quadratic.
    t, z, n = -found["conf-low"], norm.ppf(0.975), 100
    slope = 2 * n * t - 4
    q = (-slope + (slope**2 + 8 * n * 2 * t * (1 - t)) ** 0.5) / (4 * n)
    assert n * t == pytest.approx(z * (n * (2 * q + t * (1 - t))) ** 0.5, rel=1e-9)
    assert (found["estimate"], found["null"], found["decision"]) == (0.0, -0.06, "met")
    assert (found["n1"], found["n2"], found["total"]) == (82, 82, 100)
    assert (found["p-value"] < 0.025, found["estimate1"], found["estimate2"]) == (True, 0.82, 0.82)


def scored(claims, seed=1, m=40, n=50, **parts):
    """Decide claims about two scored tests."""
    rng = np.random.default_rng(seed)
    ill = np.array([1] * m + [0] * n)
    scores = {"New": np.round(rng.normal(1.3 * ill, 1), 1), "Old": np.round(rng.normal(1.2 * ill, 1), 1)}
    tests = [{"name": name, "positive_scores": "high"} for name in scores]
    frame = pd.DataFrame({"ill": np.where(ill == 1, "yes", "no"), **scores})
    recorder = decided(investigation_of(plan_of(tests, hypotheses=claims, **parts), frame))
    return recorder, Sample.from_truth(ill, scores)


DIFFERENCE = {"id": "D", "measure": "auc_difference", "tests": ["New", "Old"]}


def test_claims_about_areas_are_those_of_the_questions():
    """An area against a goal, a difference against 0 and against a margin."""
    claims = [
        {"id": "A", "measure": "auc", "test": "New", "goal": 0.6},
        DIFFERENCE | {"alternative": "two-sided", "alpha": 0.05},
        DIFFERENCE | {"id": "N", "type": "noninferiority", "margin": 0.1},
        DIFFERENCE | {"id": "E", "type": "equivalence", "margin": 0.2, "alpha": 0.05},
    ]
    recorder, sample = scored(claims)
    table = recorder.table()
    area = auc(sample.select("New"), null_value=0.6, alternative="greater")
    assert table.value("hyp.h1.p-value") == area.pvalue
    assert table.value("hyp.h1.conf-low") == auc(sample.select("New")).interval.low
    assert (table.value("hyp.h1.n-cases"), table.value("hyp.h1.n-controls")) == (40, 50)
    plain = compare_auc(sample)
    assert (table.value("hyp.h2.p-value"), table.value("hyp.h2.conf-low")) == (plain.pvalue, plain.interval.low)
    margin = noninferiority(sample, margin=0.1)
    assert (table.value("hyp.h3.p-value"), table.value("hyp.h3.statistic")) == (margin.pvalue, margin.statistic)
    assert table.value("hyp.h3.decision") == ("met" if margin.shown else "not met")
    assert (table.value("hyp.h4.null-low"), table.value("hyp.h4.null-high")) == (-0.2, 0.2)
    assert table.value("hyp.h4.conf-level") == 0.9
    assert [one.analysis for one in recorder.outputs()] == [f"hyp.h{i}" for i in (1, 2, 3, 4)]


@given(margin=st.sampled_from([0.01, 0.03, 0.08, 0.15, 0.3]), seed=st.integers(1, 30))
@pytest.mark.parametrize("kind", ["superiority", "noninferiority", "equivalence"])
def test_margins_of_areas_decide_by_limit_and_p_value_alike(kind, margin, seed):
    """The one-sided tests at the margin and the limits of the interval agree."""
    found = facts(scored([DIFFERENCE | {"type": kind, "margin": margin}], seed=seed)[0].table())
    assert (found["decision"] == "met") == (found["p-value"] < 0.025)


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_plain_superiority_of_counts(alternative):
    """Without a margin it is McNemar's test, one-sided; 30 against 10 discordant pairs give z = 20/sqrt(40)."""
    claim = {"id": "S", "measure": "sensitivity_difference", "tests": ["New", "Old"], "alternative": alternative}
    found = facts(decided(crossed_study(((40, 30), (10, 20)), ((1, 1), (1, 7)), hypotheses=[claim])).table())
    z = 20 / 40**0.5
    assert found["statistic"] == pytest.approx(z, rel=1e-14)
    assert found["p-value"] == pytest.approx(norm.sf(z if alternative == "greater" else -z), rel=1e-9)
    assert found["decision"] == ("met" if alternative == "greater" else "not met")
    assert found["conf-low"] < found["estimate"] == 0.2 < found["conf-high"]


def test_superiority_by_a_margin():
    """The lower limit must be above the margin, not only above 0."""
    claim = {"id": "S", "measure": "sensitivity_difference", "tests": ["New", "Old"], "margin": 0.15}
    found = facts(decided(crossed_study(((40, 30), (10, 20)), ((1, 1), (1, 7)), hypotheses=[claim])).table())
    assert (found["null"], found["decision"], found["conf-low"] > 0) == (0.15, "not met", True)


def claims_of_three(**parts):
    """State three claims with the exact p-values 0.0160, 0.0433 and less than 0.0001."""
    three = [GOAL, GOAL | {"id": "H2", "goal": 0.78}, GOAL | {"id": "H3", "goal": 0.5}]
    return one_test(36, 4, 30, 10, hypotheses=three, intervals=EXACT, **parts)


def test_a_sequence_leaves_no_p_value_of_what_it_does_not_reach():
    """What was not tested keeps estimate and interval, and no p-value, level or printed decision."""
    table = claims_of_three(multiplicity="fixed_sequence")
    assert [table.value(f"hyp.h{i}.decision") for i in (1, 2, 3)] == ["met", "not met", "not tested"]
    found = facts(table, "hyp.h3")
    assert (found["estimate"], found["p-value"], found["alpha-used"]) == (0.9, None, None)
    assert "not tested" in table.row("hyp.h3.p-value").warning
    assert found["conf-level"] == 0.95
    assert (table.value("hyp.primary.n"), table.value("hyp.primary.n-met")) == (3, 1)
    assert table.value("hyp.primary.decision") == "not met"


def test_holm_gives_each_claim_the_interval_of_its_step():
    """Levels 0.0083, 0.0125 and 0.0125 of 0.025: the interval is at one minus twice that."""
    table = claims_of_three(multiplicity="holm")
    assert [table.value(f"hyp.h{i}.decision") for i in (1, 2, 3)] == ["not met", "not met", "met"]
    assert [table.value(f"hyp.h{i}.alpha-used") for i in (1, 2, 3)] == [0.0125, 0.0125, 0.025 / 3]
    assert [table.value(f"hyp.h{i}.conf-level") for i in (1, 2, 3)] == pytest.approx([0.975, 0.975, 1 - 0.05 / 3])
    p = [float(upper_tail(36, 40, goal)) for goal in (0.75, 0.78, 0.5)]
    adjusted = [table.value(f"hyp.h{i}.p-adjusted") for i in (1, 2, 3)]
    assert adjusted == pytest.approx([2 * p[0], max(2 * p[0], p[1]), 3 * p[2]], rel=1e-12)
    for i, goal in ((1, 0.75), (2, 0.78), (3, 0.5)):
        assert (table.value(f"hyp.h{i}.conf-low") > goal) == (table.value(f"hyp.h{i}.decision") == "met")


def test_all_primary_claims_met():
    """The whole is met where each is."""
    table = one_test(36, 4, 30, 10, hypotheses=[GOAL, GOAL | {"id": "H2", "measure": "specificity", "goal": 0.5}])
    assert (table.value("hyp.primary.n-met"), table.value("hyp.primary.decision")) == (2, "met")


def test_roles_and_margins_stand_with_the_rows():
    """Purpose, margin, null value, sides and alternative are those of the claim."""
    claim = DIFFERENCE | {"type": "noninferiority", "margin": 0.1, "role": "secondary"}
    table = scored([claim])[0].table()
    about = table.row("hyp.h1.estimate").about
    assert (about.purpose, about.margin, about.null_value, about.alternative) == ("secondary", 0.1, -0.1, "greater")
    assert (about.sides, about.level, about.test, about.comparator) == ("two-sided", 0.95, "New", "Old")
    assert "hyp.primary.n" not in table


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"hypotheses": [GOAL | {"measure": "ppv"}], "design": {"type": "case-control"}}, "share of cases"),
        (
            {"hypotheses": [GOAL | {"measure": "npv", "alternative": "two-sided"}], "design": {"type": "case-control"}},
            "share of cases",
        ),
        ({"hypotheses": [GOAL | {"measure": "auc"}]}, "calls and no scores"),
        ({"hypotheses": [{"id": "H1", "measure": "sensitivity", "test": "New"}]}, "no goal"),
    ],
)
def test_claims_that_cannot_be_judged_say_why(parts, words):
    """They are not estimable, and the reason stands with the rows."""
    table = one_test(36, 4, 30, 10, **parts)
    assert table.value("hyp.h1.decision") == "not estimable"
    assert table.value("hyp.h1.estimate") is None
    assert words in table.row("hyp.h1.conf-low").warning
    assert table.value("hyp.primary.decision") == "not met"


def test_nobody_with_the_condition():
    """A claim about sensitivity needs somebody with the condition."""
    table = one_test(0, 0, 30, 10, hypotheses=[GOAL])
    assert (table.value("hyp.h1.decision"), table.value("hyp.h1.total")) == ("not estimable", 0)


def test_scores_without_threshold_have_no_sensitivity():
    """A test that calls nobody meets no goal."""
    table = scored([GOAL])[0].table()
    assert "no threshold" in table.row("hyp.h1.estimate").warning


def test_perfect_separation_has_no_interval():
    """An area of 1 by DeLong has no variance, so nothing is claimed from it."""
    frame = pd.DataFrame({"ill": ["yes"] * 9 + ["no"] * 9, "New": list(range(18, 0, -1))})
    plan = plan_of(
        [{"name": "New", "positive_scores": "high"}],
        hypotheses=[{"id": "A", "measure": "auc", "test": "New", "goal": 0.7}],
    )
    table = decided(investigation_of(plan, frame)).table()
    assert (table.value("hyp.h1.estimate"), table.value("hyp.h1.decision")) == (1.0, "not estimable")


def test_clusters_are_refused():
    """No claim is decided from records that are not independent."""
    frame = pd.DataFrame(
        {"ill": ["yes", "no"] * 20, "New": ["POS", "NEG"] * 20, "eye": [str(i // 2) for i in range(40)]}
    )
    plan = plan_of(calls("New"), hypotheses=[GOAL], data={"file": "a.csv", "cluster": "eye"})
    table = decided(investigation_of(plan, frame)).table()
    assert table.value("hyp.h1.decision") == "not estimable"
    assert "clusters" in table.row("hyp.h1.decision").warning


def test_bootstrap_claims_are_reproducible():
    """Two runs of a claim by the bootstrap are the same, with the seed of the plan in the row."""
    claim = DIFFERENCE | {"type": "noninferiority", "margin": 0.1}
    methods = {"difference": "bootstrap-percentile", "n_resamples": 200}
    one, other = (facts(scored([claim], intervals=methods, seed=1)[0].table()) for _ in range(2))
    assert one == other
    recorder, _ = scored([claim], intervals=methods)
    assert recorder.table().row("hyp.h1.estimate").about.seed == 20261130


def test_without_claims_there_are_no_rows():
    """A plan without claims decides nothing."""
    assert len(one_test(3, 1, 3, 1)) == 0


@pytest.mark.parametrize("extra", [{}, {"type": "noninferiority", "margin": 0.1}, {"alternative": "two-sided"}])
def test_tests_that_rank_alike_are_not_estimable_and_have_no_p_value(extra):
    """Where no limit can decide, a p-value of 1 would read as a decision."""
    frame = pd.DataFrame({"ill": ["yes"] * 4 + ["no"] * 4, "A": [5, 4, 3, 2, 3, 2, 1, 1]})
    frame["B"] = frame["A"] * 2
    tests = [{"name": name, "positive_scores": "high"} for name in "AB"]
    claim = {"id": "H1", "measure": "auc_difference", "tests": ["A", "B"], **extra}
    table = decided(investigation_of(plan_of(tests, hypotheses=[claim]), frame)).table()
    found = facts(table)
    assert (found["decision"], found["p-value"], "statistic" in found) == ("not estimable", None, False)
    assert "alike" in table.row("hyp.h1.p-value").warning


@pytest.mark.parametrize("key", ["proportions", "auc", "difference", "paired_proportions"])
def test_every_method_that_a_plan_may_name_decides_a_claim(key):
    """A method by which no claim could be decided is refused in the plan; every other one gives limits."""
    rng = np.random.default_rng(1)
    ill = np.repeat([1, 0], 60)
    scores = 1.6 * ill + rng.normal(size=120)
    frame = pd.DataFrame({"ill": ill} | {name: np.round(scores + rng.normal(size=120), 1) for name in "AB"})
    claim = {
        "proportions": {"measure": "sensitivity", "test": "A", "goal": 0.6},
        "auc": {"measure": "auc", "test": "A", "goal": 0.6},
        "difference": {"measure": "auc_difference", "tests": ["A", "B"]},
        "paired_proportions": {"measure": "sensitivity_difference", "tests": ["A", "B"]},
    }[key]
    threshold = {"value": 0.5, "origin": "prespecified"}
    stated = {
        **SMALLEST,
        "tests": [{"name": name, "positive_scores": "high", "threshold": threshold} for name in "AB"],
        "hypotheses": [{"id": "H1", **claim}],
    }
    refused = set()
    for word in method_words()[key]:
        try:
            plan = checked_plan_of(stated | {"intervals": {key: word, "n_resamples": 200}})
        except FaultyPlanError:
            refused.add(word)
            continue
        assert facts(decided(investigation_of(plan, frame)).table())["decision"] in ("met", "not met"), word
    assert refused == (set(WITHOUT_INTERVAL) if key == "difference" else set())
