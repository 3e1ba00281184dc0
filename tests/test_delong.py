"""DeLong's method: the structural variance, Wald and logit intervals, differences."""

import math
from fractions import Fraction

import numpy as np
import oracles
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import any_scores, columns, lists, one_test, sample_of, several, two_tests

from rocstats import DeLong, MethodError, Sample, auc, compare_auc
from rocstats.empirical.statistic import Quantity

Z975 = 1.959963984540054
HAND = Sample.from_groups(cases={"A": [5, 4, 3, 2], "B": [4, 5, 6, 0]}, controls={"A": [3, 2, 1, 1], "B": [1, 2, 3, 1]})


class Mean:
    """A statistic without components."""

    name, title, plural, bounds, prevalence = "mean score", "Mean score", "means", (0.0, 10.0), False

    def __call__(self, sample):
        """Return the mean of the cases."""
        return sample.cases.mean(axis=0)


def close(found, expected):
    """Compare numbers that went through one or two roundings."""
    return found == pytest.approx(expected, rel=1e-12, abs=1e-15)


# Worked by hand


def test_one_area_by_hand():
    """S10 = S01 = 1/32 with four subjects each: the variance is 1/64."""
    found = auc(HAND.select("A"), DeLong(), null_value=0.5)
    assert (found.estimate, found.standard_error, found.statistic) == (0.875, 0.125, 3.0)


def test_a_paired_difference_by_hand():
    """V10 of A - B is 0, 0, -1/8, 5/8 with mean 1/8, V01 is -1/8, 1/8, 1/4, 1/4 with the same mean."""
    found = compare_auc(HAND)
    s10 = (2 * Fraction(1, 8) ** 2 + Fraction(1, 4) ** 2 + Fraction(1, 2) ** 2) / 3
    s01 = (Fraction(1, 4) ** 2 + 0 + 2 * Fraction(1, 8) ** 2) / 3
    assert (found.values, found.estimate) == ((0.875, 0.75), 0.125)
    assert found.standard_error == math.sqrt((s10 + s01) / 4)


# Equal to slow definitions


@given(one_test(least=2))
def test_one_area_equals_every_pair(sample):
    """Estimate, standard error, Z, p and limits follow from the exact area and variance."""
    cases, controls = lists(sample)
    area, variance = oracles.area(cases, controls), oracles.variance(cases, controls)
    assume(variance > 0)
    found = auc(sample, DeLong(), null_value=0.3)
    se = math.sqrt(variance)
    assert found.estimate == float(area)
    assert found.standard_error == se
    assert found.statistic == close(found.statistic, (float(area) - 0.3) / se) * found.statistic
    assert close(found.interval.low, max(float(area) - Z975 * se, 0))
    assert close(found.interval.high, min(float(area) + Z975 * se, 1))


@given(one_test(least=2))
def test_the_logit_interval_equals_its_definition(sample):
    """Odds times or over exp(z SE / (A(1 - A))), turned back to an area; the standard error is the same."""
    cases, controls = lists(sample)
    area, variance = oracles.area(cases, controls), oracles.variance(cases, controls)
    assume(variance > 0)
    found = auc(sample, DeLong(scale="logit"), null_value=0.3)
    slope = math.sqrt(variance) / float(area * (1 - area))
    odds, null_odds = float(area / (1 - area)), 0.3 / 0.7
    factor = math.exp(Z975 * slope)
    assert found.standard_error == math.sqrt(variance)
    assert found.interval.low == pytest.approx(odds / factor / (1 + odds / factor), rel=1e-9)
    assert 1 - found.interval.high == pytest.approx(1 / (1 + odds * factor), rel=1e-9)
    assert found.statistic == pytest.approx(math.log(odds / null_odds) / slope, rel=1e-9, abs=1e-12)


@given(any_scores.flatmap(lambda scores: several(scores, 2, least=2)))
def test_a_paired_difference_equals_every_pair(drawn):
    """The variance of the difference is that of the pairwise covariance matrix, to the last bit."""
    exact = oracles.combined(oracles.covariance(list(zip(*(columns(r, 2) for r in drawn), strict=True))), [1, -1])
    found = compare_auc(sample_of(drawn))
    assert found.standard_error == (math.sqrt(exact) if exact else None)
    if exact:
        assert close(found.statistic, found.estimate / math.sqrt(exact))


@given(one_test(least=2), one_test(least=2))
def test_an_unpaired_difference_adds_both_variances(a, b):
    """Independent samples have no covariance."""
    exact = oracles.variance(*lists(a)) + oracles.variance(*lists(b))
    found = compare_auc(a, b)
    assert found.standard_error == (math.sqrt(exact) if exact else None)
    assert found.paired is False


# A second source


@pytest.mark.parametrize("seed", range(30))
def test_equals_brunner_and_munzel_in_scipy(seed):
    """Z against 1/2 is the statistic of scipy's Brunner-Munzel test with a normal reference, and so is p."""
    from scipy.stats import brunnermunzel

    rng = np.random.default_rng(seed)
    m, n = rng.integers(5, 60, 2)
    cases, controls = rng.normal(0.5, 2, m).round(seed % 3), rng.normal(0, 1, n).round(seed % 3)
    for alternative in ("two-sided", "less", "greater"):
        found = auc(Sample.from_groups(cases=cases, controls=controls), null_value=0.5, alternative=alternative)
        # scipy's statistic has the opposite sign, and the alternative is about its first argument.
        other = brunnermunzel(cases, controls, alternative=alternative, distribution="normal")
        assert found.statistic == pytest.approx(-other.statistic, rel=1e-9, abs=1e-12)
        assert found.pvalue == pytest.approx(other.pvalue, rel=1e-9)


# Properties


def numbers(found):
    """Return everything a result says in numbers."""
    interval = found.interval
    return (
        *(found.estimate, found.standard_error, found.statistic, found.pvalue),
        *((interval.low, interval.high) if interval else (None, None)),
    )


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=5))
def test_a_rating_table_equals_its_rows_exactly(table):
    """The same floats from counts per rating and from one row per subject."""
    p, q = (list(column) for column in zip(*table, strict=True))
    assume(sum(p) and sum(q))
    ratings = list(range(1, len(p) + 1))
    rows = Sample.from_groups(cases=oracles.expanded(ratings, p), controls=oracles.expanded(ratings, q))
    for scale in ("identity", "logit"):
        one, other = (
            auc(sample, DeLong(scale=scale), null_value=0.5)
            for sample in (Sample.from_counts(cases=p, controls=q), rows)
        )
        assert numbers(one) == numbers(other)


@given(st.data())
def test_frequency_weights_equal_repeated_rows_exactly(data):
    """Two tests on rows that stand for several subjects give what repeated rows give."""
    rows = data.draw(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=2, max_size=8))
    counts = data.draw(st.lists(st.integers(1, 4), min_size=len(rows), max_size=len(rows)))
    truth = [int(t > 1) for t, _, _ in rows]
    assume(0 < sum(truth) < len(truth))
    scores = {"A": [a for _, a, _ in rows], "B": [b for _, _, b in rows]}
    long = {name: oracles.expanded(column, counts) for name, column in scores.items()}
    one = Sample.from_truth(truth, scores, counts=counts)
    other = Sample.from_truth(oracles.expanded(truth, counts), long)
    assert numbers(compare_auc(one)) == numbers(compare_auc(other))
    assert numbers(auc(one.select("B"), null_value=0.4)) == numbers(auc(other.select("B"), null_value=0.4))


@given(one_test(), st.randoms(use_true_random=False))
def test_a_monotone_change_and_the_order_of_rows_change_nothing(sample, random):
    """Ranks of shuffled scores give the same floats as the scores."""
    cases, controls = lists(sample)
    order = sorted({*cases, *controls})
    random.shuffle(cases)
    random.shuffle(controls)
    ranked = Sample.from_groups(cases=[order.index(v) for v in cases], controls=[order.index(v) for v in controls])
    for scale in ("identity", "logit"):
        method = DeLong(scale=scale)
        assert numbers(auc(ranked, method, null_value=0.5)) == numbers(auc(sample, method, null_value=0.5))


@given(two_tests())
def test_swapping_the_tests_negates_the_difference_and_mirrors_the_interval(sample):
    """First minus second and second minus first are one statement, and so are opposite alternatives."""
    for alternative, opposite in (("two-sided", "two-sided"), ("less", "greater"), ("greater", "less")):
        one = compare_auc(sample, alternative=alternative)
        two = compare_auc(sample.select("B", "A"), alternative=opposite)
        assert (two.estimate, two.standard_error, two.pvalue) == (-one.estimate, one.standard_error, one.pvalue)
        assert (two.statistic is None) == (one.statistic is None)
        if one.interval:
            assert (two.statistic, two.interval.low, two.interval.high) == (
                *(-one.statistic, -one.interval.high),
                -one.interval.low,
            )


@given(one_test())
def test_swapping_the_groups_gives_one_minus_the_area(sample):
    """Controls for cases: the complement, the same standard error, the mirrored interval, the opposite side."""
    cases, controls = lists(sample)
    swapped = Sample.from_groups(cases=controls, controls=cases)
    for scale in ("identity", "logit"):
        one = auc(sample, DeLong(scale=scale), null_value=0.3, alternative="less")
        two = auc(swapped, DeLong(scale=scale), null_value=0.7, alternative="greater")
        assert two.estimate == pytest.approx(1 - one.estimate, abs=1e-15)
        assert two.standard_error == one.standard_error
        if one.interval:
            assert two.pvalue == pytest.approx(one.pvalue, rel=1e-9)
            assert two.interval.low == pytest.approx(1 - one.interval.high, abs=1e-12)


@given(one_test(least=2), st.integers(2, 4))
def test_duplicating_subjects_keeps_the_area_and_shrinks_the_error(sample, times):
    """k copies of everybody leave the spread of the components and make groups k times as large."""
    cases, controls = lists(sample)
    found = auc(Sample.from_groups(cases=cases * times, controls=controls * times))
    v10, v01 = oracles.components(cases, controls)
    exact = sum(
        oracles.spread(v, v, oracles.ones(v)) * Fraction(len(v) - 1, len(v) * (times * len(v) - 1)) for v in (v10, v01)
    )
    assert found.estimate == auc(sample).estimate
    assert found.standard_error == (math.sqrt(exact) if exact else None)


@given(one_test(least=2))
def test_a_test_does_not_differ_from_itself(sample):
    """Identical tests have difference 0, p = 1 and no interval, whichever side is asked."""
    cases, controls = lists(sample)
    for change in (lambda v: v, lambda v: math.atan(v) if math.isfinite(v) else v):
        twin = Sample.from_groups(
            cases={"A": cases, "B": [change(v) for v in cases]},
            controls={"A": controls, "B": [change(v) for v in controls]},
        )
        assume(len({*twin.cases[:, 1], *twin.controls[:, 1]}) == len({*cases, *controls}))
        for alternative in ("two-sided", "less", "greater"):
            found = compare_auc(twin, alternative=alternative)
            assert (found.estimate, found.pvalue, found.interval, found.statistic) == (0, 1, None, None)
            assert found.notes[0].code == "identical-tests"


@given(one_test(least=2))
def test_one_sided_p_values_add_up(sample):
    """Less and greater add up to 1, and twice the smaller is the two-sided p."""
    less, greater, both = (auc(sample, null_value=0.4, alternative=a) for a in ("less", "greater", "two-sided"))
    assume(both.pvalue is not None)
    assert less.pvalue + greater.pvalue == pytest.approx(1)
    assert both.pvalue == pytest.approx(2 * min(less.pvalue, greater.pvalue))


# Options and refusals


def test_the_card_follows_the_scale():
    """Each scale has its own word, name and sentence; the logit one cites its source."""
    identity, logit = DeLong().card, DeLong(scale="logit").card
    assert (identity.id, identity.name, identity.references) == ("delong", "DeLong", ("delong1988",))
    assert (logit.id, logit.name) == ("delong-logit", "DeLong, logit scale")
    assert logit.references == ("delong1988", "pepe2003")
    assert identity.sentence != logit.sentence


@pytest.mark.parametrize("scale", ["log", "Logit", "", None, 1])
def test_an_unknown_scale_is_refused_when_the_method_is_made(scale):
    """The two scales are listed."""
    with pytest.raises(MethodError) as caught:
        DeLong(scale=scale)
    assert str(caught.value) == f'scale is {scale!r}; it must be "identity" or "logit".'


def test_a_method_is_a_value_that_cannot_change():
    """Two methods with the same options are equal, and neither can be altered."""
    assert DeLong(scale="logit") == DeLong("logit") != DeLong()
    assert len({DeLong(), DeLong()}) == 1
    with pytest.raises(AttributeError):
        DeLong().scale = "logit"


def test_what_delong_does_not_serve_is_refused_with_a_way_out():
    """A statistic without components, and a difference on the logit scale."""
    bare = Quantity(Mean(), ((HAND.select("A"), (1.0,)),))
    assert DeLong().refuses(bare) == "DeLong needs structural components, and mean score has none; use Bootstrap()."
    with pytest.raises(MethodError, match=r"^a difference has no logit scale; use DeLong\(\) or Bootstrap\(\)\.$"):
        compare_auc(HAND, method=DeLong(scale="logit"))
