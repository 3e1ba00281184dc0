"""The order of claims: sequences by hand, Holm's steps against statsmodels, gates, claims that no one can judge."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from rocstats.investigation.claim_order import decide_claims
from rocstats.study_plan.study_plan import HypothesisPart

pvalues = st.lists(st.sampled_from([0.0001, 0.004, 0.01, 0.013, 0.02, 0.024, 0.03, 0.2, 0.9]), min_size=1, max_size=6)


def claim(name, **parts):
    """Make a claim of a one-sided level of 0.025."""
    return HypothesisPart(id=name, measure="sensitivity", test="CT", goal=0.8, **parts)


def decide(claims, scheme, p):
    """Decide claims by their p-values; None is not estimable."""
    return decide_claims(claims, scheme, lambda place, alpha: None if p[place] is None else p[place] < alpha, p)


def words(claims, scheme, p):
    """Give the decisions alone."""
    return [verdict.decision for verdict in decide(claims, scheme, p)]


def test_without_a_scheme_each_claim_stands_alone():
    """Three claims at their own levels, the second wider than the others."""
    claims = [claim("H1"), claim("H2", alpha=0.05), claim("H3")]
    found = decide(claims, "none", (0.03, 0.03, 0.01))
    assert [v.decision for v in found] == ["not met", "met", "met"]
    assert [v.alpha for v in found] == [0.025, 0.05, 0.025]
    assert all(v.adjusted is None for v in found)


def test_a_sequence_ends_at_the_first_that_is_not_met():
    """The third is small enough and still not tested."""
    claims = [claim("H1"), claim("H2"), claim("H3")]
    found = decide(claims, "fixed_sequence", (0.001, 0.03, 0.001))
    assert [v.decision for v in found] == ["met", "not met", "not tested"]
    assert [v.alpha for v in found] == [0.025, 0.025, None]


def test_a_sequence_ends_at_what_cannot_be_estimated():
    """What cannot be estimated was not shown."""
    assert words([claim("H1"), claim("H2")], "fixed_sequence", (None, 0.001)) == ["not estimable", "not tested"]


def test_secondary_claims_stand_in_the_sequence_and_exploratory_ones_beside_it():
    """An exploratory claim neither ends the sequence nor waits for it."""
    claims = [claim("H1"), claim("E", role="exploratory"), claim("S", role="secondary"), claim("T", role="secondary")]
    assert words(claims, "fixed_sequence", (0.001, 0.9, 0.03, 0.001)) == ["met", "not met", "not met", "not tested"]
    assert words(claims, "fixed_sequence", (0.9, 0.001, 0.001, 0.001)) == ["not met", "met", "not tested", "not tested"]


def test_holm_by_hand():
    """At a family level of 0.025 and three claims the steps are 0.0083, 0.0125 and 0.025."""
    claims = [claim("H1"), claim("H2"), claim("H3")]
    found = decide(claims, "holm", (0.02, 0.004, 0.012))
    assert [v.decision for v in found] == ["met", "met", "met"]
    assert [v.alpha for v in found] == [0.025, 0.025 / 3, 0.0125]
    assert [v.adjusted for v in found] == pytest.approx([0.024, 0.012, 0.024], rel=1e-15)
    found = decide(claims, "holm", (0.02, 0.004, 0.013))
    assert [v.decision for v in found] == ["not met", "met", "not met"]
    assert [v.alpha for v in found] == [0.0125, 0.025 / 3, 0.0125]


@settings(max_examples=15)
@given(p=pvalues)
def test_holm_agrees_with_statsmodels(p):
    """Decisions and adjusted p-values are those of multipletests(method="holm")."""
    claims = [claim(f"H{i}") for i in range(len(p))]
    rejected, adjusted, *_ = multipletests(p, alpha=0.025, method="holm")
    found = decide(claims, "holm", p)
    assert [v.adjusted for v in found] == pytest.approx(list(adjusted), rel=1e-12)
    for verdict, reject, value in zip(found, rejected, adjusted, strict=True):
        # statsmodels rejects at the level itself too, and a limit on its null value is not beyond it.
        if abs(value - 0.025) > 1e-12:
            assert verdict.decision == ("met" if reject else "not met")


@given(p=pvalues)
def test_the_level_of_a_claim_agrees_with_its_decision(p):
    """What is met is below the level at which it was tested, and what is not met is not."""
    claims = [claim(f"H{i}") for i in range(len(p))]
    for scheme in ("none", "holm", "fixed_sequence", "all_of"):
        for value, verdict in zip(p, decide(claims, scheme, p), strict=True):
            if verdict.decision != "not tested":
                assert (value < verdict.alpha) == (verdict.decision == "met")


def test_holm_takes_primary_claims_only_at_the_smallest_of_their_levels():
    """The family level is 0.025 of two, and the secondary claim has its own."""
    claims = [claim("H1"), claim("H2", alpha=0.05), claim("S", role="secondary", alpha=0.05)]
    found = decide(claims, "holm", (0.02, 0.01, 0.04))
    assert [v.decision for v in found] == ["met", "met", "met"]
    assert [v.alpha for v in found] == [0.025, 0.0125, 0.05]
    assert found[2].adjusted is None


def test_holm_counts_what_waits_behind_a_gate():
    """The second waits for the first, which is judged among two; its own p-value opens nothing."""
    claims = [claim("H1"), claim("H2", after=("H1",))]
    found = decide(claims, "holm", (0.02, 0.001))
    assert [v.decision for v in found] == ["not met", "not tested"]
    assert (found[0].alpha, found[0].adjusted, found[1].adjusted) == (0.0125, 0.04, None)
    found = decide(claims, "holm", (0.012, 0.02))
    assert [(v.decision, v.alpha, v.adjusted) for v in found] == [("met", 0.0125, 0.024), ("met", 0.025, 0.024)]


def test_holm_counts_what_cannot_be_estimated():
    """A claim without an answer stays in the family and makes the steps no wider."""
    found = decide([claim("H1"), claim("H2")], "holm", (None, 0.02))
    assert [v.decision for v in found] == ["not estimable", "not met"]
    assert (found[1].alpha, found[1].adjusted) == (0.0125, 0.04)


def test_holm_by_an_interval_alone_adjusts_no_p_value():
    """A claim that has an interval and no p-value is decided, and the family has no adjusted ones."""
    claims = [claim("H1"), claim("H2")]
    found = decide_claims(claims, "holm", lambda place, alpha: (0.01, 0.02)[place] < alpha, (None, 0.02))
    assert [(v.decision, v.alpha, v.adjusted) for v in found] == [("met", 0.0125, None), ("met", 0.025, None)]


def test_co_primary_claims_are_each_at_their_full_level():
    """One fails, the others are met by themselves; a secondary claim behind one of them waits for all."""
    claims = [claim("H1"), claim("H2"), claim("S", role="secondary", after=("H1",)), claim("T", role="secondary")]
    assert words(claims, "all_of", (0.02, 0.03, 0.001, 0.001)) == ["met", "not met", "not tested", "met"]
    assert words(claims, "all_of", (0.02, 0.02, 0.001, 0.03)) == ["met", "met", "met", "not met"]


@pytest.mark.parametrize("scheme", ["none", "all_of"])
def test_gates_may_stand_later_in_the_plan(scheme):
    """A claim waits for one that is named after it."""
    claims = [claim("H1", after=("H2",)), claim("H2")]
    assert words(claims, scheme, (0.001, 0.001)) == ["met", "met"]
    assert words(claims, scheme, (0.001, 0.9)) == ["not tested", "not met"]


@pytest.mark.parametrize("scheme", ["none", "holm", "fixed_sequence", "all_of"])
def test_gates_in_a_circle_open_never(scheme):
    """Claims that wait for each other, or for nobody, are not tested."""
    assert words([claim("H1", after=("H2",)), claim("H2", after=("H1",))], scheme, (0.001, 0.001)) == ["not tested"] * 2
    assert words([claim("H1", after=("no claim",))], scheme, (0.001,)) == ["not tested"]


@given(p=st.lists(st.floats(0.0001, 1), min_size=3, max_size=3))
def test_no_scheme_meets_what_none_would_not(p):
    """Adjustment and order only ever take decisions away."""
    claims = [claim("H1"), claim("H2", after=("H1",)), claim("H3")]
    alone = {i for i, word in enumerate(words(claims, "none", p)) if word == "met"}
    for scheme in ("holm", "fixed_sequence", "all_of"):
        assert {i for i, word in enumerate(words(claims, scheme, p)) if word == "met"} <= alone
