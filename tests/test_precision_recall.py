"""Precision against recall: the curve, its two summaries, and what stands at the top of a ranking."""

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import groups, ratings, two_tests

from rocstats import Bootstrap, DataError, MethodError, Sample, compare, estimate
from rocstats.empirical.precision_recall_curve import precision_recall
from rocstats.empirical.ranking import AveragePrecision, PrecisionRecallArea
from rocstats.empirical.top_ranked import LiftAt, PrecisionAtK

STATISTICS = [
    AveragePrecision(),
    AveragePrecision(at_prevalence=0.1),
    PrecisionRecallArea(),
    PrecisionRecallArea(at_prevalence=0.1),
    PrecisionAtK(2),
    LiftAt(0.3),
    LiftAt(0.3, at_prevalence=0.1),
]


def sample_of(drawn):
    return Sample.from_groups(cases=drawn[0], controls=drawn[1])


def weight(m, n, prevalence):
    """Return what a control counts beside a case."""
    return Fraction(1) if prevalence is None else Fraction(m, n) * (1 - prevalence) / prevalence


def slow_average_precision(cases, controls, prevalence=None):
    """Add up recall gained times precision reached, threshold by threshold, in fractions."""
    m, n = len(cases), len(controls)
    w, total, last = weight(m, n, prevalence), Fraction(0), 0
    for _, tp, fp in oracles.vertices(cases, controls)[1:]:
        total += Fraction(tp - last, m) * (tp / (tp + w * fp))
        last = tp
    return total


def slow_area(cases, controls, prevalence=None, parts=1000):
    """Integrate precision over recall by the midpoint rule, true and false positives growing in a straight line."""
    m, n = len(cases), len(controls)
    w, total = float(weight(m, n, prevalence)), 0.0
    points = oracles.vertices(cases, controls)
    for (_, tp0, fp0), (_, tp1, fp1) in pairwise(points):
        if tp1 == tp0:
            continue
        share = (np.arange(parts) + 0.5) / parts
        tp, fp = tp0 + share * (tp1 - tp0), w * (fp0 + share * (fp1 - fp0))
        total += float((tp / (tp + fp)).mean()) * (tp1 - tp0) / m
    return total


def slow_cases_at_top(cases, controls, size):
    """Count the cases among the first subjects, taking a run of equal scores in proportion."""
    left, found = Fraction(size), Fraction(0)
    for score in sorted(set(cases) | set(controls), reverse=True):
        here, run = cases.count(score), cases.count(score) + controls.count(score)
        taken = min(left, Fraction(run))
        found += Fraction(here, run) * taken
        left -= taken
    return found


# Worked by hand


def test_average_precision_by_hand():
    """Scores 3+ 2+ 2- 1-: half the recall at precision 1, half at 2/3."""
    sample = Sample.from_groups(cases=[3, 2], controls=[2, 1])
    assert AveragePrecision()(sample)[0] == pytest.approx(1 / 2 + 1 / 2 * 2 / 3, abs=1e-15)
    # At a prevalence of 1/5 a control counts four times: half of the cases at precision 2 / (2 + 4).
    assert AveragePrecision(at_prevalence=0.2)(sample)[0] == pytest.approx(1 / 2 + 1 / 2 * 1 / 3)


def test_average_precision_of_ties_is_that_of_other_programs():
    """y = 0, 0, 1, 1, scores 0.1, 0.4, 0.35, 0.8: 0.8333..., as in the documentation of scikit-learn."""
    sample = Sample.from_truth([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    assert AveragePrecision()(sample)[0] == pytest.approx(0.83, abs=0.005)
    assert AveragePrecision()(sample)[0] == pytest.approx(5 / 6, abs=1e-15)


def test_area_by_hand():
    """From (1, 0) to (2, 1) precision is (1 + x) / (1 + 2x): the integral over [0, 1] is 1/2 + log(3)/4."""
    sample = Sample.from_groups(cases=[3, 2], controls=[2, 1])
    assert PrecisionRecallArea()(sample)[0] == pytest.approx((1 + 1 / 2 + math.log(3) / 4) / 2, abs=1e-15)


def test_the_top_by_hand():
    """Among the first two of 3+ 2+ 2- 1- are one case and half of the tie."""
    sample = Sample.from_groups(cases=[3, 2], controls=[2, 1])
    assert [PrecisionAtK(k)(sample)[0] for k in (1, 2, 3, 4)] == [1.0, 0.75, float(Fraction(2, 3)), 0.5]
    assert LiftAt(0.25)(sample)[0] == 2.0
    assert LiftAt(0.5)(sample)[0] == 1.5
    # Half of the first subject counts half.
    assert LiftAt(0.125)(sample)[0] == 2.0
    assert LiftAt(1)(sample)[0] == 1.0


def test_lift_at_a_stated_prevalence_by_hand():
    """At 1/5 the first case is a tenth of the subjects, so the first tenth holds half of the cases: lift 5."""
    sample = Sample.from_groups(cases=[3, 2], controls=[1, 1])
    assert LiftAt(0.1, at_prevalence=0.2)(sample)[0] == pytest.approx(5)
    assert LiftAt(0.6, at_prevalence=0.2)(sample)[0] == pytest.approx(1 / 0.6)


# Equal to the slow definitions


@given(groups(ratings))
def test_average_precision_is_the_slow_sum(drawn):
    """Steps over distinct thresholds, in fractions, with and without a stated prevalence."""
    for prevalence in (None, Fraction(1, 5)):
        fast = AveragePrecision(at_prevalence=None if prevalence is None else float(prevalence))(sample_of(drawn))[0]
        assert fast == pytest.approx(float(slow_average_precision(*drawn, prevalence)), abs=1e-14)


@given(groups(ratings, most=6))
def test_the_area_is_the_slow_integral(drawn):
    """The closed form meets the midpoint rule."""
    for prevalence in (None, Fraction(1, 5)):
        fast = PrecisionRecallArea(at_prevalence=None if prevalence is None else float(prevalence))(sample_of(drawn))[0]
        assert fast == pytest.approx(slow_area(*drawn, prevalence), abs=1e-3)


@given(drawn=groups(ratings), k=st.integers(1, 20))
def test_the_top_is_counted_as_the_slow_way_counts_it(drawn, k):
    """A run of equal scores counts in proportion."""
    total = len(drawn[0]) + len(drawn[1])
    k = min(k, total)
    found = slow_cases_at_top(*drawn, k)
    assert PrecisionAtK(k)(sample_of(drawn))[0] == pytest.approx(float(found / k), abs=1e-14)
    share = k / total
    assert LiftAt(share)(sample_of(drawn))[0] == pytest.approx(float(found / len(drawn[0])) / share, rel=1e-9)


# Properties


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s.name)
@given(drawn=groups(ratings, least=2))
def test_values_lie_in_their_range(statistic, drawn):
    """Every value lies between the bounds of its statistic."""
    low, high = statistic.bounds
    assert low <= statistic(sample_of(drawn))[0] <= high


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s.name)
@given(drawn=groups(ratings, least=2), seed=st.integers(0, 99))
def test_row_weights_are_expanded_rows(statistic, drawn, seed):
    """Weights give what the expanded rows give, to the last bit; NaN where there is no value."""
    sample = sample_of(drawn)
    stream = np.random.default_rng(seed)
    p, q = (stream.integers(0, 3, size=(5, len(rows))) for rows in drawn)
    found = statistic.weighted(sample, p, q)[:, 0]
    for value, a, b in zip(found, p.tolist(), q.tolist(), strict=True):
        cases, controls = oracles.expanded(drawn[0], a), oracles.expanded(drawn[1], b)
        if cases and controls and len(cases) + len(controls) >= 2:
            assert value == pytest.approx(statistic(sample_of((cases, controls)))[0], abs=1e-12)
        elif not cases and statistic.name != "precision at 2":
            assert math.isnan(value)


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s.name)
def test_a_grouped_sample_is_its_expanded_rows(statistic):
    """Row counts and expanded rows agree to the last bit, in the estimate and in the replicates' values."""
    rows, p, q = [1.0, 2.0, 3.0, 4.0], [1, 2, 3, 4], [4, 3, 2, 1]
    grouped = Sample.from_counts(cases=p, controls=q)
    whole = Sample.from_groups(cases=oracles.expanded(rows, p), controls=oracles.expanded(rows, q))
    assert (statistic(grouped) == statistic(whole)).all()
    ours, theirs = (estimate(s, statistic, Bootstrap(rng=3, n_resamples=200)) for s in (grouped, whole))
    assert (ours.estimate, ours.interval) == (theirs.estimate, theirs.interval)


@given(two_tests())
def test_tests_of_a_sample_are_read_apart(sample):
    """A sample of two tests has the values of each test alone."""
    for statistic in (AveragePrecision(), PrecisionRecallArea(at_prevalence=0.2), LiftAt(0.5)):
        alone = [statistic(sample.select(test.name))[0] for test in sample.tests]
        assert statistic(sample).tolist() == alone


@given(groups(ratings))
def test_at_the_share_of_the_sample_nothing_changes(drawn):
    """Stating the share of cases in the sample gives what stating nothing gives."""
    share = len(drawn[0]) / (len(drawn[0]) + len(drawn[1]))
    for kind in (AveragePrecision, PrecisionRecallArea):
        assert kind(at_prevalence=share)(sample_of(drawn)) == pytest.approx(kind()(sample_of(drawn)), rel=1e-9)


def test_perfect_reversed_and_useless():
    """1 for a perfect test; the share of cases where all are tied, in both summaries."""
    perfect = Sample.from_groups(cases=[3, 4], controls=[1, 2])
    tied = Sample.from_groups(cases=[1, 1], controls=[1, 1, 1, 1, 1, 1])
    for kind in (AveragePrecision, PrecisionRecallArea):
        assert kind()(perfect)[0] == 1.0
        assert kind()(tied)[0] == 0.25
        assert kind(at_prevalence=0.1)(tied)[0] == pytest.approx(0.1)
    assert AveragePrecision()(Sample.from_groups(cases=[1], controls=[2, 3, 4]))[0] == 0.25


def test_infinite_scores_and_low_is_positive():
    """Scores beyond a limit order as usual; a low test is the mirror image of a high one."""
    one = Sample.from_groups(cases=[np.inf, 3, -np.inf], controls=[1, -np.inf])
    turned = Sample.from_groups(cases=[-np.inf, -3, np.inf], controls=[-1, np.inf], low=True)
    for statistic in STATISTICS:
        assert statistic(one) == statistic(turned)
    assert precision_recall(turned).thresholds.tolist() == [-np.inf, -3.0, -1.0, np.inf]


def test_replicates_without_a_value_are_counted():
    """With two cases of many subjects some resamples hold no case; they are left out and counted."""
    sample = Sample.from_groups(cases=[3, 9, 4, 6], controls=list(range(12)))
    found = estimate(sample, AveragePrecision(), Bootstrap(rng=1))
    assert found.inference.resampling.n_without_value > 0
    assert found.interval is not None
    lost = estimate(Sample.from_groups(cases=[3, 4], controls=range(20)), AveragePrecision(), Bootstrap(rng=1))
    assert lost.interval is None
    assert next(note.code for note in lost.notes) == "lost-replicates"


# Inference


def test_what_depends_on_the_share_is_resampled_by_subject():
    """Unset, the bootstrap draws all subjects together; at a stated prevalence it draws the groups apart."""
    sample = Sample.from_groups(cases=[3, 5, 5, 7, 8, 9, 2], controls=[1, 2, 4, 5, 6, 3, 2, 2], design="cohort")
    by_subject = estimate(sample, AveragePrecision(), Bootstrap(rng=1))
    assert not by_subject.inference.resampling.stratified
    assert estimate(sample, AveragePrecision(at_prevalence=0.1), Bootstrap(rng=1)).inference.resampling.stratified
    with pytest.raises(MethodError, match="depends on the share of cases"):
        estimate(sample, LiftAt(0.2), Bootstrap(rng=1, stratified=True))
    assert by_subject.interval.low < by_subject.estimate < by_subject.interval.high


def test_a_difference_of_average_precisions():
    """Paired tests are compared on the same resamples, first minus second."""
    sample = Sample.from_groups(
        cases={"A": [3, 5, 5, 7, 8], "B": [3, 1, 5, 2, 8]}, controls={"A": [1, 2, 4, 3, 2], "B": [1, 2, 4, 3, 2]}
    )
    found = compare(sample, None, AveragePrecision(), Bootstrap(rng=1))
    assert found.estimate == pytest.approx(found.values[0] - found.values[1])
    assert found.title == "Percentile bootstrap for two correlated average precisions"


def test_a_case_control_study_needs_a_prevalence():
    """Without one there is neither a curve nor an average precision."""
    sample = Sample.from_groups(cases=[3, 5, 5, 7], controls=[1, 2, 4, 5], design="case-control")
    with pytest.raises(MethodError) as caught:
        precision_recall(sample)
    assert str(caught.value) == (
        "precision depends on the share of cases, which a case-control study fixes by its design. State a prevalence "
        "(at_prevalence=), or use the ROC curve: roc_curve(sample)."
    )
    with pytest.raises(MethodError, match="State a prevalence"):
        estimate(sample, AveragePrecision(), Bootstrap(rng=1))
    assert precision_recall(sample, at_prevalence=0.1).notes == ()


# The curve


@given(groups(ratings))
def test_the_drawn_curve_has_the_area(drawn):
    """Trapezoids under the finely drawn curve come near the closed form."""
    curve = precision_recall(sample_of(drawn))
    recall, precision = curve.drawn(400)
    assert (recall[0], recall[-1]) == (0.0, 1.0)
    assert (np.diff(recall) >= 0).all()
    # A first score of controls alone starts the curve at precision 0, which a trapezoid cannot follow as well.
    area = float(((precision[1:] + precision[:-1]) / 2 * np.diff(recall)).sum())
    assert area == pytest.approx(curve.area, abs=3e-3)


def test_points_of_the_curve():
    """One per distinct score, with counts and thresholds; nobody positive is not among them."""
    curve = precision_recall(Sample.from_groups(cases=[3, 2], controls=[2, 1]), at_prevalence=0.2)
    assert curve.thresholds.tolist() == [3.0, 2.0, 1.0]
    assert (curve.tp.tolist(), curve.fp.tolist()) == ([1, 2, 2], [0, 1, 2])
    assert curve.precision == pytest.approx([1, 1 / 3, 1 / 5])
    assert curve.to_dict()["average_precision"] == curve.average_precision
    assert not curve.tp.flags.writeable


def test_the_printed_curve():
    """The frame, both areas, the points, and for which share of cases they hold."""
    assert str(precision_recall(Sample.from_groups(cases=[3, 2], controls=[2, 1]))) == (
        """
\tPrecision-recall curve

data:  score by group (positive: "cases"; higher scores are positive)
       2 cases, 2 controls, 0 dropped
average precision = 0.833, area = 0.887; a useless test has 0.500
precision at the share of cases in these data; 3 thresholds
rule  tp  fp  recall  precision
>= 3   1   0   0.500      1.000
>= 2   2   1   1.000      0.667
>= 1   2   2   1.000      0.500
Nobody positive: no precision, so the curve starts at the first threshold.
note: the design was not stated. Precision and both areas hold for the share of
      cases in these data, 2 of 4 (0.500); state design="cohort" or a
      prevalence.
"""
    )


# Refusals


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: PrecisionAtK(0), MethodError, "k is 0; at least one subject stands at the top."),
        (lambda: PrecisionAtK(1.5), TypeError, "k is 1.5; it must be a whole number of subjects."),
        (lambda: LiftAt(0), MethodError, "share is 0; it must lie above 0 and be at most 1."),
        (lambda: LiftAt("a"), TypeError, "share is 'a'; it must be a number above 0 and at most 1."),
        (
            lambda: AveragePrecision(at_prevalence=1.0),
            MethodError,
            "at_prevalence is 1.0; a prevalence lies strictly between 0 and 1.",
        ),
        (
            lambda: PrecisionAtK(5)(Sample.from_groups(cases=[1, 2], controls=[1, 2])),
            DataError,
            "k is 5, but there are 4 subjects; take a k of at most 4.",
        ),
        (
            lambda: precision_recall(Sample.from_groups(cases=[1, 2], controls=[1, 2])).drawn(0),
            DataError,
            "per_segment is 0; a segment needs at least one point.",
        ),
    ],
)
def test_what_cannot_be_is_refused(call, error, text):
    """Each refusal says what came and what is needed."""
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == text
