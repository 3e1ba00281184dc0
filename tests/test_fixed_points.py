"""Sensitivity where specificity reaches a target, and the reverse: decided on counts, or read on the drawn curve."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists, one_test, two_tests

from rocstats import MethodError, Sample, roc_curve
from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt

F = Fraction
HAND = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
targets = st.sampled_from([F(1, 12), F(1, 4), F(1, 3), F(1, 2), 0.6, 0.7, F(3, 4), 0.8, 0.9, F(11, 12), 0.99, 1])


def exact(target):
    return target if isinstance(target, Fraction) else F(str(target))


def best_sensitivity(cases, controls, target):
    """Look at every point, nobody positive included, and keep the highest sensitivity that reaches the target."""
    m, n = len(cases), len(controls)
    reached = [F(tp, m) for _, tp, fp in oracles.vertices(cases, controls) if F(n - fp, n) >= exact(target)]
    return max(reached)


def best_specificity(cases, controls, target):
    m, n = len(cases), len(controls)
    return max(F(n - fp, n) for _, tp, fp in oracles.vertices(cases, controls) if F(tp, m) >= exact(target))


def on_the_curve(points, at):
    """Read joined points (x, y) at x, the highest y of a vertical step."""
    here = [y for x, y in points if x == at]
    if here:
        return max(here)
    (x0, y0), (x1, y1) = next((a, b) for a, b in pairwise(points) if a[0] < at < b[0])
    return y0 + (y1 - y0) * (at - x0) / (x1 - x0)


def curve_of(cases, controls):
    m, n = len(cases), len(controls)
    return [(F(fp, n), F(tp, m)) for _, tp, fp in oracles.vertices(cases, controls)]


# Worked by hand


@pytest.mark.parametrize(
    ("target", "sensitivity", "drawn"),
    [
        # Points (specificity, sensitivity): (1, 0), (1, 1/2), (3/4, 3/4), (1/2, 1), (0, 1).
        (1, F(1, 2), F(1, 2)),
        (0.9, F(1, 2), F(3, 5)),
        (0.75, F(3, 4), F(3, 4)),
        (0.7, F(3, 4), F(4, 5)),
        (0.5, F(1), F(1)),
        (0.1, F(1), F(1)),
    ],
)
def test_sensitivities_worked_by_hand(target, sensitivity, drawn):
    """The best point that reaches the target, and the drawn curve at it."""
    assert SensitivityAt(target).exact(HAND) == (sensitivity,)
    assert SensitivityAt(target, interpolated=True).exact(HAND) == (drawn,)


@pytest.mark.parametrize(
    ("target", "specificity", "drawn"),
    [
        (1, F(1, 2), F(1, 2)),
        (0.9, F(1, 2), F(3, 5)),
        (0.75, F(3, 4), F(3, 4)),
        (0.7, F(3, 4), F(4, 5)),
        (0.5, F(1), F(1)),
        (0.1, F(1), F(1)),
    ],
)
def test_specificities_worked_by_hand(target, specificity, drawn):
    """The hand sample is its own mirror image, so the reverse has the same values."""
    assert SpecificityAt(target).exact(HAND) == (specificity,)
    assert SpecificityAt(target, interpolated=True).exact(HAND) == (drawn,)


@pytest.mark.parametrize("target", [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9])
def test_a_target_is_the_decimal_as_written(target):
    """With ten controls 0.9 allows exactly one false positive, and each tenth as many as it says."""
    ten = Sample.from_groups(cases=[9.5, 8.5, 7.5, 6.5, 5.5, 4.5, 3.5, 2.5, 1.5, 0.5], controls=range(10))
    allowed = round(10 * (1 - target))
    # Between two controls lies one case, so with k false positives allowed k + 1 cases are found.
    assert SensitivityAt(target)(ten).tolist() == [(allowed + 1) / 10]
    row = [f[None] for f in ten.frequencies]
    assert SensitivityAt(target).weighted(ten, *row).tolist() == [[(allowed + 1) / 10]]
    assert SpecificityAt(target)(ten).tolist() == [(11 - round(10 * target)) / 10]


def test_nobody_positive_reaches_every_specificity():
    """Where the highest score is a control's, sensitivity at specificity 1 is 0 and no threshold goes with it."""
    one = Sample.from_groups(cases=[1, 2], controls=[3, 0])
    row = [f[None] for f in one.frequencies]
    assert SensitivityAt(1)(one).tolist() == [0]
    assert SensitivityAt(1).prepared(one).places(*row).tolist() == [0]
    assert SensitivityAt(0.5).prepared(one).places(*row).tolist() == [3]


# Properties


@given(one_test(), targets)
def test_agree_with_looking_at_every_point(sample, target):
    """Both statistics are the best partner among the points that reach the target."""
    cases, controls = lists(sample)
    assert SensitivityAt(target).exact(sample) == (best_sensitivity(cases, controls, target),)
    assert SpecificityAt(target).exact(sample) == (best_specificity(cases, controls, target),)


@given(one_test(), targets)
def test_agree_with_reading_the_drawn_curve(sample, target):
    """Interpolated is the height of the joined points, at the better end of a step, and never below the attainable."""
    cases, controls = lists(sample)
    points = curve_of(cases, controls)
    drawn = SensitivityAt(target, interpolated=True)
    assert drawn.exact(sample) == (on_the_curve(points, 1 - exact(target)),)
    assert drawn(sample) == pytest.approx(roc_curve(sample).tpf_at(float(1 - exact(target))), abs=1e-9)
    mirrored = [(1 - y, 1 - x) for x, y in reversed(points)]
    assert SpecificityAt(target, interpolated=True).exact(sample) == (on_the_curve(mirrored, 1 - exact(target)),)
    assert drawn.exact(sample) >= SensitivityAt(target).exact(sample)


@given(one_test(), targets)
def test_without_ties_both_ways_agree(sample, target):
    """Sloping parts of the curve come from ties between the groups alone."""
    cases, controls = lists(sample)
    apart = Sample.from_groups(
        cases=[3 * x + 1 for x in range(len(cases))], controls=[3 * x for x in range(len(controls))]
    )
    for one in (SensitivityAt, SpecificityAt):
        assert one(target).exact(apart) == one(target, interpolated=True).exact(apart)


@given(one_test(), targets, st.booleans())
def test_the_reverse_is_the_mirrored_test(sample, target, interpolated):
    """Specificity at a sensitivity is sensitivity at that specificity, groups swapped and scores negated."""
    mirrored = Sample.from_groups(cases=0.0 - sample.controls, controls=0.0 - sample.cases)
    assert SpecificityAt(target, interpolated).exact(sample) == SensitivityAt(target, interpolated).exact(mirrored)


@given(two_tests(), targets, st.booleans())
def test_row_weights_give_what_the_weighted_rows_give(sample, target, interpolated):
    """The point is found again under each set of weights; a group that is empty has no value."""
    rng = np.random.default_rng(2)
    case_w, control_w = rng.integers(0, 3, (6, len(sample.cases))), rng.integers(0, 3, (6, len(sample.controls)))
    for statistic in (SensitivityAt(target, interpolated), SpecificityAt(target, interpolated)):
        found = statistic.weighted(sample, case_w, control_w)
        for p, q, values in zip(case_w, control_w, found, strict=True):
            if p.sum() == 0 or q.sum() == 0:
                assert np.isnan(values).all()
                continue
            rows = Sample.from_groups(
                cases=np.repeat(sample.cases, p, axis=0), controls=np.repeat(sample.controls, q, axis=0)
            )
            assert values == pytest.approx(statistic(rows), abs=1e-12)
            if not interpolated:
                assert values.tolist() == statistic(rows).tolist()


@given(one_test(), targets)
def test_the_place_is_the_best_point_and_the_best_of_equals(sample, target):
    """It reaches the target with the best partner, and no other such point is better at the target itself."""
    rng = np.random.default_rng(3)
    p, q = rng.integers(0, 3, len(sample.cases)), rng.integers(0, 3, len(sample.controls))
    p[0], q[0] = 1, 1
    cases, controls = np.repeat(sample.cases[:, 0], p).tolist(), np.repeat(sample.controls[:, 0], q).tolist()
    points = oracles.vertices(cases, controls)
    goal, m, n = exact(target), len(cases), len(controls)
    # Of the points with the best partner, the one that is best at the target too; a threshold belongs to each.
    by_specificity = max((tp, -fp) for _, tp, fp in points if F(n - fp, n) >= goal)
    by_sensitivity = max((-fp, tp) for _, tp, fp in points if F(tp, m) >= goal)
    wanted = ((by_specificity[0], -by_specificity[1]), (by_sensitivity[1], -by_sensitivity[0]))
    for statistic, (tp, fp) in zip((SensitivityAt(target), SpecificityAt(target)), wanted, strict=True):
        prepared = statistic.prepared(sample)
        place = int(prepared.places(p[None], q[None])[0])
        threshold = prepared.steps[0].scores[place - 1] if place else None
        assert (threshold, tp, fp) in points


@given(one_test(), targets)
def test_a_grouped_sample_gives_what_its_rows_give(sample, target):
    """Row counts and expanded rows have the same value."""
    p, q = np.arange(1, 1 + len(sample.cases)), np.arange(1, 1 + len(sample.controls))
    cases, controls = lists(sample)
    grouped = Sample.from_truth(
        [1] * len(cases) + [0] * len(controls), [*cases, *controls], counts=np.concatenate([p, q])
    )
    rows = Sample.from_groups(cases=np.repeat(cases, p), controls=np.repeat(controls, q))
    for one in (SensitivityAt, SpecificityAt):
        for interpolated in (False, True):
            assert one(target, interpolated)(grouped).tolist() == one(target, interpolated)(rows).tolist()


# Refusals and names


@pytest.mark.parametrize(
    ("made", "error", "said"),
    [
        (lambda: SensitivityAt(0), MethodError, "specificity is 0; a target lies above 0 and is at most 1."),
        (lambda: SensitivityAt(90), MethodError, "Write 0.9 for 90 percent."),
        (lambda: SpecificityAt(-0.1), MethodError, "sensitivity is -0.1; a target lies above 0 and is at most 1."),
        (lambda: SpecificityAt(float("nan")), MethodError, "sensitivity is nan; it must be finite."),
        (lambda: SensitivityAt("0.9"), TypeError, "specificity is str; it must be a number."),
        (lambda: SensitivityAt(True), TypeError, "specificity is bool; it must be a number."),
        (lambda: SensitivityAt(0.9, "yes"), TypeError, "interpolated is True or False"),
    ],
)
def test_targets_that_are_none_are_refused(made, error, said):
    """Each refusal says what came and what is needed."""
    with pytest.raises(error) as caught:
        made()
    assert said in str(caught.value)


def test_names_carry_the_target():
    """The head of a column stays short; titles say the target and how it is met."""
    assert (SensitivityAt().name, SensitivityAt().title) == ("sensitivity", "Sensitivity at specificity 0.9")
    assert SensitivityAt(0.95).plural == "sensitivities at specificity 0.95"
    drawn = SpecificityAt(F(1, 2), interpolated=True)
    assert (drawn.name, drawn.title) == ("specificity", "Specificity at sensitivity 0.5, interpolated on the curve")
    assert drawn.plural == "specificities at sensitivity 0.5, interpolated on the curve"
    assert not SensitivityAt().prevalence
