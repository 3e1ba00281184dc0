"""Rules of choosing a threshold: optima decided in fractions, targets as written, and the words for rules."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import vertices
from strategies import lists, one_test

from rocstats import MethodError, Sample, roc_curve, thresholds
from rocstats.empirical.rule_words import THRESHOLD_RULES, rule_named
from rocstats.empirical.target_rules import FixedSensitivity, FixedSpecificity
from rocstats.empirical.threshold_optima import optimal
from rocstats.empirical.threshold_rules import ClosestTopLeft, EqualShares, Largest, OwnRule, SmallestCost

F = Fraction


def best(rule, sample):
    """Return the places on the curve that a rule finds."""
    curve = roc_curve(sample)
    return optimal(rule, curve.tp, curve.fp, sample.n_cases, sample.n_controls)


def mcc(tp, fp, m, n):
    """Return the signed square of the correlation, or None where a margin is empty."""
    fn, tn = m - tp, n - fp
    below = (tp + fp) * (fn + tn) * m * n
    above = tp * tn - fp * fn
    return None if below == 0 else F(above * abs(above), below)


def kappa(tp, fp, m, n):
    """Return agreement beyond chance as a share of what is possible."""
    total = m + n
    agreed = F(tp + n - fp, total)
    chance = F((tp + fp) * m + (total - tp - fp) * n, total * total)
    return None if chance == 1 else (agreed - chance) / (1 - chance)


TENTH = F(1, 10)
# What is to be largest, as fractions of the counts.
SLOW = [
    (Largest("youden"), lambda tp, fp, m, n: F(tp, m) - F(fp, n)),
    (Largest("accuracy"), lambda tp, fp, m, n: tp + n - fp),
    (Largest("accuracy", 0.1), lambda tp, fp, m, n: TENTH * F(tp, m) + (1 - TENTH) * F(n - fp, n)),
    (Largest("f1"), lambda tp, fp, m, n: F(2 * tp, m + tp + fp)),
    (Largest("mcc"), mcc),
    (Largest("kappa"), kappa),
    (Largest("product"), lambda tp, fp, m, n: F(tp * (n - fp), m * n)),
    (ClosestTopLeft(), lambda tp, fp, m, n: -(F(m - tp, m) ** 2) - F(fp, n) ** 2),
    (EqualShares(), lambda tp, fp, m, n: -abs(F(tp, m) - F(n - fp, n))),
    (SmallestCost(1, 5), lambda tp, fp, m, n: -(fp + 5 * (m - tp))),
    (SmallestCost(0.1, 0.3, 0.1), lambda tp, fp, m, n: -F(fp, n) * (1 - TENTH) - 3 * F(m - tp, m) * TENTH),
    (FixedSensitivity(0.7), lambda tp, fp, m, n: (n - fp, tp) if 10 * tp >= 7 * m else None),
    (FixedSpecificity(0.9), lambda tp, fp, m, n: (tp, n - fp) if 10 * (n - fp) >= 9 * n else None),
    (OwnRule("net gain", "gain", lambda tp, fp, fn, tn: 10 * tp - 3 * fp), lambda tp, fp, m, n: 10 * tp - 3 * fp),
    (
        OwnRule("error", "error", lambda tp, fp, fn, tn: fp + fn, largest=False),
        lambda tp, fp, m, n: -(fp + m - tp),
    ),
]


@pytest.mark.parametrize(("rule", "slow"), SLOW, ids=lambda value: getattr(value, "title", ""))
@given(one_test(most=12))
@settings(max_examples=40)
def test_every_optimum_is_found_and_no_other(rule, slow, sample):
    """All points of the curve are compared in fractions, nobody positive among them."""
    cases, controls = lists(sample)
    m, n = len(cases), len(controls)
    found = [slow(tp, fp, m, n) for _, tp, fp in vertices(cases, controls)]
    known = [value for value in found if value is not None]
    expected = tuple(i for i, value in enumerate(found) if value is not None and value == max(known))
    assert best(rule, sample) == expected


@pytest.mark.parametrize("rule", [rule for rule, _ in SLOW], ids=lambda rule: rule.title)
@given(st.tuples(*[st.integers(0, 20)] * 2), st.integers(1, 20), st.integers(1, 20))
def test_scores_order_as_the_exact_numbers_do(rule, positives, m, n):
    """The floats that narrow the search say the same as the exact number that decides."""
    tp, fp = min(positives[0], m), min(positives[1], n)
    (score,) = rule.scores(*(np.array([cell]) for cell in (tp, fp, m - tp, n - fp)))
    order = rule.order(tp, fp, m - tp, n - fp)
    if order is None:
        assert score == -math.inf
    elif rule != Largest("mcc"):
        assert score == pytest.approx(float(order), abs=1e-12)
    else:
        assert score * abs(score) == pytest.approx(float(order), abs=1e-12)


def test_optima_of_billions_are_decided_on_counts():
    """Two indices that differ by 1e-19 are no tie, and two that are equal are one."""
    size = 3 * 10**9
    near = Sample.from_counts(cases=[1, 1, size - 2], controls=[size - 1, 1, 1])
    assert best(Largest("youden"), near) == (2,)
    tied = Sample.from_counts(cases=[0, 1, size], controls=[size, 1, 0])
    for rule in (Largest("youden"), Largest("accuracy"), Largest("mcc"), ClosestTopLeft()):
        assert best(rule, tied) == (1, 2)


def test_a_target_is_the_decimal_written():
    """27 of 30 reach 0.9 and 7 of 10 reach 0.7, whatever the nearest binary numbers are."""
    for reached, size in ((27, 30), (63, 90), (7, 10), (3, 10), (29, 100)):
        target = reached / size
        sample = Sample.from_groups(cases=[2] * reached + [0] * (size - reached), controls=[1] * 4)
        assert best(FixedSensitivity(target), sample) == (1,)
        mirrored = Sample.from_groups(cases=[1] * 4, controls=[0] * reached + [2] * (size - reached))
        assert best(FixedSpecificity(target), mirrored) == (2,)


def test_of_equal_partners_the_point_that_loses_nothing():
    """At the same specificity the threshold of the higher sensitivity is taken; it is one alone."""
    sample = Sample.from_groups(cases=[9, 8, 7, 6, 5], controls=[4, 3, 2, 1])
    assert best(FixedSensitivity(0.6), sample) == (5,)
    assert best(FixedSpecificity(0.5), sample) == (5,)


def test_nobody_positive_can_be_best():
    """With dear false positives, and where a control scores highest and every control must be negative."""
    sample = Sample.from_groups(cases=[1, 3], controls=[2, 4])
    assert best(SmallestCost(10, 1, 0.5), sample) == (0,)
    assert best(FixedSpecificity(1), sample) == (0,)
    assert best(Largest("youden"), sample) == (0, 2, 4)


def test_no_point_may_have_a_value():
    """With all scores tied MCC divides by zero everywhere, and none is best."""
    assert best(Largest("mcc"), Sample.from_groups(cases=[1, 1], controls=[1])) == ()


def test_a_function_of_ones_own_may_divide():
    """Where it divides by zero the threshold is out of the question, in arrays and in whole numbers."""
    rule = OwnRule("the largest PPV", "PPV", lambda tp, fp, fn, tn: tp / (tp + fp))
    sample = Sample.from_groups(cases=[1, 3], controls=[2, 0])
    assert best(rule, sample) == (1,)


def test_words_stand_for_rules():
    """Each word makes its rule, with the options that it takes."""
    assert rule_named("youden") == Largest("youden")
    assert rule_named("f1", prevalence=0.1) == Largest("f1", 0.1)
    assert rule_named("cost", costs=(1, 5), prevalence=0.2) == SmallestCost(1, 5, 0.2)
    assert rule_named("specificity", target=0.9) == FixedSpecificity(0.9)
    assert list(THRESHOLD_RULES) == [
        *("youden", "closest-topleft", "sensitivity", "specificity", "cost", "accuracy", "f1", "mcc", "kappa"),
        *("product", "equal"),
    ]


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (lambda: rule_named("best"), MethodError, 'there is no rule "best"; known are youden, closest-topleft, sens'),
        (lambda: rule_named("sensitivity"), MethodError, 'the rule "sensitivity" needs target: by="sensitivity", tar'),
        (lambda: rule_named("cost"), MethodError, 'the rule "cost" needs costs: by="cost", costs=(1, 5).'),
        (lambda: rule_named("youden", target=0.9), MethodError, 'the rule "youden" does not take target; it goes wit'),
        (lambda: rule_named("product", prevalence=0.9), MethodError, 'the rule "product" does not take prevalence; i'),
        (lambda: rule_named("cost", costs=5), TypeError, "costs is a pair: the cost of a false positive and the"),
        (lambda: Largest("sensitivity"), MethodError, "measure is 'sensitivity'; it must be one of youden, accuracy"),
        (lambda: Largest("youden", 0.1), MethodError, "the largest Youden index does not depend on the share of cases"),
        (
            lambda: Largest("f1", 10),
            MethodError,
            "prevalence is 10; a prevalence lies strictly between 0 and 1. Write 0.05",
        ),
        (lambda: FixedSensitivity(90), MethodError, "target is 90; it must lie above 0 and be at most 1. Write 0.9 fo"),
        (lambda: FixedSpecificity(0), MethodError, "target is 0; it must lie above 0 and be at most 1."),
        (lambda: FixedSpecificity("0.9"), TypeError, "target is str; it must be a number."),
        (lambda: SmallestCost(-1, 1), MethodError, "the costs are -1 and 1; each must be 0 or lie between"),
    ],
)
def test_refusals(ask, error, text):
    """What came, what is needed and what to do."""
    with pytest.raises(error) as caught:
        ask()
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize("criterion", [5, "youden", None])
def test_own_rule_needs_a_function(criterion):
    """What cannot be called is refused when the rule is made."""
    with pytest.raises(TypeError, match="it must be a function of tp, fp, fn and tn"):
        OwnRule("the best", "best", criterion)


@pytest.mark.parametrize(
    ("criterion", "said"),
    [
        (lambda tp, fp, fn, tn: 1, r"gives \(\) numbers for cells of \(5,\); it must give one for each threshold"),
        (lambda tp, fp, fn, tn: tp[:2], r"gives \(2,\) numbers for cells of \(5,\)"),
        (lambda tp, fp, fn, tn: "x", "gives <U1 and no real numbers"),
        (lambda tp, fp, fn, tn: tp * 1j, "gives complex128 and no real numbers"),
        (lambda tp, fp, fn, tn: None, "gives object and no real numbers"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"rng": 1, "n_resamples": 100}])
def test_own_rule_must_give_a_number_for_each_threshold(criterion, said, options):
    """A criterion that is no real number for each threshold is refused by its name."""
    sample = Sample.from_groups(cases=[3, 4], controls=[1, 2])
    with pytest.raises(MethodError, match=f'^the criterion "best" {said}'):
        thresholds(sample, by=OwnRule("the best", "best", criterion), **options)


def test_own_rule_may_count_in_exact_ratios():
    """Ratios of whole numbers are numbers too."""
    rule = OwnRule("the best", "best", lambda tp, fp, fn, tn: tp * Fraction(1, 3) - fp)
    assert thresholds(Sample.from_groups(cases=[3, 4], controls=[1, 2]), by=rule).thresholds == (3.0,)


def test_own_rule_checks_its_words():
    """Title and label are text, the others yes or no."""
    for options in ({"title": 1}, {"label": None}, {"largest": "yes"}, {"prevalence": 1}):
        with pytest.raises(TypeError, match=next(iter(options))):
            OwnRule(**{"title": "t", "label": "l", "criterion": max} | options)
