"""Scores that are probabilities: the Brier score, net benefit and the decision curve."""

import math
from fractions import Fraction

import numpy as np
import oracles
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import groups

from rocstats import Bootstrap, DataError, MethodError, Sample, estimate
from rocstats.empirical.brier import Brier
from rocstats.empirical.net_benefit import NetBenefit
from rocstats.empirical.net_benefit_curve import decision_curve

probabilities = st.integers(0, 8).map(lambda v: v / 8)
STATISTICS = [Brier(), Brier(at_prevalence=0.1), NetBenefit(0.25), NetBenefit(0.25, at_prevalence=0.1)]
EVENTS = [0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 1, 1]
WITH_TIES = [0.8, 0.8, 0.0, 1.0, 1.0, 0.6, 0.4, 0.8, 0.0, 0.0, 0.2, 0.0, 0.0, 1.0, 1.0]
WITHOUT = [0.928, 0.576, 0.008, 0.944, 0.832, 0.816, 0.136, 0.584, 0.032, 0.016, 0.28, 0.024, 0.0, 0.984, 0.952]


def sample_of(drawn):
    return Sample.from_groups(cases=drawn[0], controls=drawn[1])


def slow_brier(cases, controls, prevalence=None):
    """Square every error, in fractions."""
    a = sum((1 - Fraction(x)) ** 2 for x in cases)
    b = sum(Fraction(y) ** 2 for y in controls)
    m, n = len(cases), len(controls)
    return (a + b) / (m + n) if prevalence is None else prevalence * a / m + (1 - prevalence) * b / n


def slow_benefit(cases, controls, threshold, prevalence=None):
    """Count who reaches the threshold, in fractions."""
    t = Fraction(str(threshold))
    tp, fp = sum(x >= threshold for x in cases), sum(y >= threshold for y in controls)
    m, n = len(cases), len(controls)
    weight = t / (1 - t)
    if prevalence is None:
        return (tp - fp * weight) / (m + n)
    return prevalence * Fraction(tp, m) - (1 - prevalence) * Fraction(fp, n) * weight


# Outside values


def test_brier_scores_of_forecasts():
    """Mason and Graham's 15 forecasts (2002), by verification::brier: 0.1786666667 with ties, 0.1645738667 without."""
    assert Brier()(Sample.from_truth(EVENTS, WITH_TIES))[0] == pytest.approx(0.1786666667, abs=5e-11)
    assert Brier()(Sample.from_truth(EVENTS, WITHOUT))[0] == pytest.approx(0.1645738667, abs=5e-11)


def test_the_brier_score_of_two_classes(reference):
    """The two-class data of Hand and Till's package: 0.1594598495."""
    frame = pd.read_csv(reference / "data" / "ht01_twoclass.csv")
    sample = Sample.from_truth(frame.observed, frame.predicted)
    assert Brier()(sample)[0] == pytest.approx(0.1594598495, abs=5e-11)


# Worked by hand


def test_brier_by_hand():
    """(1/16 + 1/4 + 1/16 + 0) / 4; at 1/10 a tenth of the mean of the first two and nine tenths of the others."""
    sample = Sample.from_groups(cases=[0.75, 0.5], controls=[0.25, 0.0])
    assert Brier()(sample)[0] == 6 / 64
    assert Brier(at_prevalence=0.1)(sample)[0] == pytest.approx(0.1 * 5 / 32 + 0.9 / 32)


def test_net_benefit_by_hand():
    """At 0.2 two cases and one control are treated: (2 - 1/4) / 4; a score equal to the threshold is positive."""
    sample = Sample.from_groups(cases=[0.75, 0.5], controls=[0.25, 0.0])
    assert NetBenefit(0.2)(sample)[0] == 1.75 / 4
    assert NetBenefit(0.25)(sample)[0] == pytest.approx((2 - 1 / 3) / 4)
    assert NetBenefit(0.2, at_prevalence=0.1)(sample)[0] == pytest.approx(0.1 - 0.9 / 2 / 4)


# Slow definitions and properties


@given(groups(probabilities))
def test_both_are_their_slow_sums(drawn):
    """Every error squared, every subject counted, with and without a stated prevalence."""
    for prevalence in (None, Fraction(1, 10)):
        at = None if prevalence is None else 0.1
        assert Brier(at_prevalence=at)(sample_of(drawn))[0] == pytest.approx(float(slow_brier(*drawn, prevalence)))
        for t in (0.25, 0.3):
            found = NetBenefit(t, at_prevalence=at)(sample_of(drawn))[0]
            assert found == pytest.approx(float(slow_benefit(*drawn, t, prevalence)), abs=1e-14)


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s.name)
@given(drawn=groups(probabilities), seed=st.integers(0, 99))
def test_row_weights_are_expanded_rows(statistic, drawn, seed):
    """Weights give what the expanded rows give; NaN where a group that is needed is empty."""
    stream = np.random.default_rng(seed)
    p, q = (stream.integers(0, 3, size=(4, len(rows))) for rows in drawn)
    found = statistic.weighted(sample_of(drawn), p, q)[:, 0]
    low, high = statistic.bounds
    for value, a, b in zip(found, p.tolist(), q.tolist(), strict=True):
        cases, controls = oracles.expanded(drawn[0], a), oracles.expanded(drawn[1], b)
        if cases and controls:
            assert value == pytest.approx(statistic(sample_of((cases, controls)))[0], abs=1e-14)
            assert low <= value <= high
        elif not statistic.prevalence or not (cases or controls):
            assert math.isnan(value)


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s.name)
def test_a_grouped_sample_is_its_expanded_rows(statistic):
    """Row counts and expanded rows agree to the last bit."""
    rows, p, q = [0.1, 0.3, 0.7, 0.9], [1, 2, 3, 4], [4, 3, 2, 1]
    grouped = Sample.from_counts(cases=p, controls=q, categories=rows)
    whole = Sample.from_groups(cases=oracles.expanded(rows, p), controls=oracles.expanded(rows, q))
    assert statistic(grouped) == statistic(whole)
    ours, theirs = (estimate(s, statistic, Bootstrap(rng=3, n_resamples=200)) for s in (grouped, whole))
    assert (ours.estimate, ours.interval) == (theirs.estimate, theirs.interval)
    assert ours.interval.low < ours.interval.high


def test_perfect_probabilities():
    """Score 0, net benefit the share of cases, and no interval out of no spread."""
    sample = Sample.from_groups(cases=[1.0] * 5, controls=[0.0] * 15)
    assert Brier()(sample)[0] == 0
    assert NetBenefit(0.5)(sample)[0] == 0.25
    found = estimate(sample, Brier(), Bootstrap(rng=1))
    assert found.interval is None
    assert found.standard_error is None


# The decision curve


def test_curve_by_hand():
    """Test, treat all and treat none at two thresholds; the test is best at both."""
    sample = Sample.from_groups(cases=[0.75, 0.5], controls=[0.25, 0.0])
    curve = decision_curve(sample, [0.5, 0.2])
    assert curve.thresholds.tolist() == [0.2, 0.5]
    assert (curve.tp.tolist(), curve.fp.tolist()) == ([2, 2], [1, 0])
    assert curve.net_benefit.tolist() == [1.75 / 4, 0.5]
    assert curve.treat_all.tolist() == [1.5 / 4, 0.0]
    assert curve.treat_none.tolist() == [0.0, 0.0]
    assert curve.best == (True, True)


@given(groups(probabilities))
def test_the_curve_is_the_statistic_at_each_threshold(drawn):
    """Each point is NetBenefit there, and treating all is the net benefit of everybody scoring 1."""
    sample = sample_of(drawn)
    everybody = Sample.from_groups(cases=[1.0] * len(drawn[0]), controls=[1.0] * len(drawn[1]))
    for prevalence in (None, 0.1):
        curve = decision_curve(sample, [0.1, 0.25, 0.9], prevalence=prevalence)
        for i, t in enumerate(curve.thresholds.tolist()):
            statistic = NetBenefit(t, at_prevalence=prevalence)
            assert curve.net_benefit[i] == pytest.approx(statistic(sample)[0], abs=1e-15)
            assert curve.treat_all[i] == pytest.approx(statistic(everybody)[0], abs=1e-15)


def test_the_printed_curve():
    """The formula, both rivals, where the test is best, and for which share of cases."""
    sample = Sample.from_groups(cases=[0.75, 0.5], controls=[0.25, 0.0], tests=["p"])
    assert str(decision_curve(sample, [0.1, 0.2, 0.8])) == (
        """
\tDecision curve: net benefit per subject

data:  p by group (positive: "cases"; higher scores are positive)
       2 cases, 2 controls, 0 dropped
net benefit = TP/N - FP/N x t/(1 - t), at the share of cases in these data
3 threshold probabilities
threshold  tp  fp    test  treat all  treat none
      0.1   2   1  0.4722     0.4444      0.0000
      0.2   2   1  0.4375     0.3750      0.0000
      0.8   0   0  0.0000    -1.5000      0.0000
The test has more than treating all and none at 0.1 to 0.2.
note: the design was not stated. Net benefits hold for the share of cases in
      these data, 2 of 4 (0.500); state design="cohort" or a prevalence.
"""
    )
    useless = decision_curve(Sample.from_groups(cases=[0.5], controls=[0.5], design="cohort"), [0.1])
    assert "At none of these thresholds has the test more than treating all and none." in str(useless)
    assert useless.notes == ()
    assert len(decision_curve(sample).thresholds) == 99
    assert decision_curve(sample, prevalence=0.1).to_dict()["prevalence"] == 0.1


# Refusals


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda: Brier()(Sample.from_groups(cases=[50, 90], controls=[10])),
            DataError,
            'scores of "score" go from 10 to 90; the Brier score needs probabilities, between 0 and 1. Give the '
            "probabilities of a model, as fractions and not in percent.",
        ),
        (
            lambda: NetBenefit(0.1)(Sample.from_groups(cases=[0.5], controls=[-np.inf])),
            DataError,
            'scores of "score" go from -Inf to 0.5; net benefit needs probabilities, between 0 and 1. Give the '
            "probabilities of a model, as fractions and not in percent.",
        ),
        (
            lambda: decision_curve(Sample.from_groups(cases=[0.5], controls=[0.1], low=True)),
            MethodError,
            'low scores of "score" are positive, so it is no probability of being a case, and a decision curve needs '
            "one. If it is the probability of being a control, give 1 - score with high scores positive.",
        ),
        (
            lambda: NetBenefit(1.0),
            MethodError,
            "a threshold probability is 1.0; it must lie strictly between 0 and 1.",
        ),
        (
            lambda: NetBenefit("half"),
            TypeError,
            "a threshold probability is str; it must be a number between 0 and 1.",
        ),
        (
            lambda: decision_curve(Sample.from_groups(cases=[0.5], controls=[0.1]), []),
            DataError,
            "there are no thresholds; state at least one, or leave thresholds out for hundredths.",
        ),
        (
            lambda: decision_curve(Sample.from_groups(cases=[0.5], controls=[0.1]), 0.3),
            TypeError,
            "thresholds is a list of numbers; for one of them, with its interval, use NetBenefit(t).",
        ),
        (
            lambda: decision_curve(Sample.from_groups(cases=[0.5], controls=[0.1], design="case-control")),
            MethodError,
            "net benefit depends on the share of cases, which a case-control study fixes by its design. State a "
            "prevalence (prevalence=).",
        ),
        (
            lambda: decision_curve(Sample.from_groups(cases=[[0.5, 0.1]], controls=[[0.1, 0.2]])),
            DataError,
            "decision_curve takes one test; this sample holds 2: score 1 and score 2. Pick one with "
            "sample.select(name).",
        ),
    ],
)
def test_what_cannot_be_is_refused(call, error, text):
    """Each refusal says what came and what is needed."""
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == text
