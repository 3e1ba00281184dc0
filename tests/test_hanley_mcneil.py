"""Hanley and McNeil's standard error from an area and two counts."""

import math
from fractions import Fraction

import oracles
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import lists, one_test

from rocstats import HanleyMcNeil, MethodError, Sample, auc, auc_from_summary, compare_auc
from rocstats.empirical.statistic import Quantity
from rocstats.methods.hanley_mcneil import hanley_mcneil_variance

sizes = st.integers(1, 10**6)
HAND = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])


def test_worked_by_hand():
    """A = 7/8: Q1 = 7/9, Q2 = 49/60; variance (7/64 + 3(7/9 - 49/64) + 3(49/60 - 49/64))/16."""
    exact = (Fraction(7, 64) + 3 * (Fraction(7, 9) - Fraction(49, 64)) + 3 * (Fraction(49, 60) - Fraction(49, 64))) / 16
    assert oracles.hanley_mcneil_variance(Fraction(7, 8), 4, 4) == exact
    assert auc(HAND, HanleyMcNeil()).standard_error == pytest.approx(math.sqrt(exact), rel=1e-14)


@pytest.mark.parametrize(("ratio", "area"), [(Fraction(1, 3), Fraction(3, 4)), (Fraction(1), Fraction(1, 2))])
def test_the_two_probabilities_are_those_of_exponential_scores(ratio, area):
    """With controls of rate 1 and cases of rate r the area is 1/(1 + r); Q1 and Q2 follow by integration."""
    # P(both cases above a control) and P(a case above both controls), integrated over the one that stands alone.
    q1 = 1 / (1 + 2 * ratio)
    q2 = 1 - 2 * ratio / (1 + ratio) + ratio / (2 + ratio)
    assert area == 1 / (1 + ratio)
    assert (q1, q2) == (area / (2 - area), 2 * area**2 / (1 + area))
    exact = (area * (1 - area) + 6 * (q1 - area**2) + 4 * (q2 - area**2)) / 35
    assert hanley_mcneil_variance(float(area), 7, 5) == pytest.approx(float(exact), rel=1e-14)


@given(st.floats(0, 1), sizes, sizes)
def test_equals_the_printed_formula(area, m, n):
    """The rearranged formula loses no digits, near 0 and near 1 either."""
    exact = oracles.hanley_mcneil_variance(area, m, n)
    assert hanley_mcneil_variance(area, m, n) == pytest.approx(float(exact), rel=1e-12, abs=1e-300)


@given(st.fractions(0, 1, max_denominator=1000), sizes, sizes)
def test_swapping_the_groups_and_the_area_changes_nothing(area, m, n):
    """V(1 - A) with m and n exchanged is V(A)."""
    assert hanley_mcneil_variance(float(1 - area), n, m) == pytest.approx(
        hanley_mcneil_variance(float(area), m, n), rel=1e-12
    )


@given(one_test())
def test_inference_is_wald_with_this_variance(sample):
    """Estimate plus and minus 1.96 standard errors, clipped at the range; Z against the null value."""
    area = oracles.area(*lists(sample))
    assume(0 < area < 1)
    se = math.sqrt(oracles.hanley_mcneil_variance(area, sample.n_cases, sample.n_controls))
    found = auc(sample, HanleyMcNeil(), null_value=0.25)
    assert found.standard_error == pytest.approx(se, rel=1e-12)
    assert found.statistic == pytest.approx((float(area) - 0.25) / se, rel=1e-12, abs=1e-12)
    assert found.interval.low == pytest.approx(max(float(area) - 1.959963984540054 * se, 0), rel=1e-12, abs=1e-15)
    assert found.interval.high == pytest.approx(min(float(area) + 1.959963984540054 * se, 1), rel=1e-12)


@given(one_test(), one_test())
def test_an_unpaired_difference_adds_both_variances(a, b):
    """Independent samples have no covariance; an area of 0 or 1 adds nothing and is pointed out."""
    areas = [oracles.area(*lists(sample)) for sample in (a, b)]
    exact = sum(
        oracles.hanley_mcneil_variance(area, s.n_cases, s.n_controls) for area, s in zip(areas, (a, b), strict=True)
    )
    found = compare_auc(a, b, HanleyMcNeil())
    if exact:
        assert found.standard_error == pytest.approx(math.sqrt(exact), rel=1e-12)
        assert found.statistic == pytest.approx(float(areas[0] - areas[1]) / math.sqrt(exact), rel=1e-9, abs=1e-12)
    else:
        assert (found.standard_error, found.interval, found.pvalue) == (None, None, None)


@given(one_test(), st.floats(0.01, 0.99))
def test_a_published_area_equals_the_sample_that_it_comes_from(sample, null):
    """Area and counts are all that the method uses."""
    one = auc(sample, HanleyMcNeil(), null_value=null)
    other = auc_from_summary(one.estimate, n_cases=sample.n_cases, n_controls=sample.n_controls, null_value=null)
    assert (one.standard_error, one.interval, one.statistic, one.pvalue) == (
        *(other.standard_error, other.interval),
        *(other.statistic, other.pvalue),
    )


def test_a_difference_with_one_perfect_area_says_that_its_variance_counts_as_zero():
    """As by DeLong, the standard error is then too small, and the result says so."""
    found = compare_auc(Sample.from_groups(cases=[4, 5], controls=[1, 2]), HAND, HanleyMcNeil())
    assert found.standard_error is not None
    assert "edge-area" in [note.code for note in found.notes]


def test_what_it_does_not_serve_is_refused_with_a_way_out():
    """Tests on the same subjects need a correlation; other statistics have another variance."""

    class Mean:
        name, title, plural, bounds, prevalence = "mean score", "Mean score", "means", (0.0, 10.0), False

    bare = Quantity(Mean(), ((HAND, (1.0,)),))
    assert HanleyMcNeil().refuses(bare) == (
        "Hanley and McNeil's formula is for the AUC, not for mean score; use Bootstrap()."
    )
    both = Sample.from_truth([1, 0], {"A": [2, 1], "B": [1, 2]})
    with pytest.raises(MethodError) as caught:
        compare_auc(both, method=HanleyMcNeil())
    assert str(caught.value) == (
        "Hanley and McNeil's formula gives no correlation of tests on the same subjects; use DeLong() or "
        "HanleyMcNeilPaired()."
    )


# The logit scale


def test_logit_limits_of_five_and_five_subjects():
    """FDG uptake in gliomas, limits of auRoc's method "pepe" (R package auRoc, run on its data petBrainGlioma)."""
    sample = Sample.from_groups(cases=[14.6, 6.58, 3.84, 5.12, 5.48], controls=[6.41, 3.54, 4.72, 5.48, 3.42])
    interval = auc(sample, HanleyMcNeil(scale="logit")).interval
    assert (interval.low, interval.high) == (
        pytest.approx(0.346998933238, abs=1e-9),
        pytest.approx(0.938439281007, abs=1e-9),
    )


@given(one_test(), st.floats(0.01, 0.99))
def test_the_logit_scale_keeps_the_standard_error(sample, null):
    """Z is the distance of the logits over se / (A(1 - A)); the standard error stays that of the area."""
    plain, logit = (auc(sample, HanleyMcNeil(scale=scale), null_value=null) for scale in ("identity", "logit"))
    assert plain.standard_error == logit.standard_error
    if logit.interval is None:
        assert logit.estimate in (0, 1)
        return
    a = logit.estimate
    slope = logit.standard_error / (a * (1 - a))
    assert logit.statistic == pytest.approx((math.log(a / (1 - a)) - math.log(null / (1 - null))) / slope, abs=1e-9)
    assert 0 < logit.interval.low < a < logit.interval.high < 1


def test_a_published_area_has_logit_limits():
    """Area and counts are enough on either scale."""
    found = auc_from_summary(0.875, n_cases=4, n_controls=4, method=HanleyMcNeil(scale="logit"))
    assert found.interval == auc(HAND, HanleyMcNeil(scale="logit")).interval
    assert found.method.id == "hanley-mcneil-logit"


def test_the_logit_scale_is_for_one_area_and_is_spelt_right():
    """A difference has no logit; an unknown scale is named."""
    with pytest.raises(
        MethodError, match=r"^a difference has no logit scale; use HanleyMcNeil\(\) or Bootstrap\(\)\.$"
    ):
        compare_auc(HAND, Sample.from_groups(cases=[2], controls=[1]), HanleyMcNeil(scale="logit"))
    with pytest.raises(MethodError, match=r"^scale is 'log'; it must be \"identity\" or \"logit\"\.$"):
        HanleyMcNeil(scale="log")
