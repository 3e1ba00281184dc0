"""How a variance becomes an inference, and what every method owes to degenerate data."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from degenerate import degenerate, is_honest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import one_test, two_tests

from rocstats import (
    AUC,
    Bamber,
    Bootstrap,
    DeLong,
    HanleyMcNeil,
    HanleyMcNeilPaired,
    MethodError,
    Newcombe,
    Sample,
    accuracy,
    auc,
    auc_from_summary,
    auc_intervals,
    compare,
    compare_auc,
    contrast_auc,
    counts_at,
    operating_points,
    roc_curve,
    tie_summary,
)
from rocstats.empirical.statistic import Quantity
from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES
from rocstats.methods.method import (
    bounded,
    check_alternative,
    checked_level,
    normal_inference,
    normal_pvalue,
    upper_quantile,
)

HAND = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
ALONE = Quantity(AUC(), ((HAND, (1.0,)),))
ALTERNATIVES = ("two-sided", "less", "greater")
ANALYTIC = {
    "delong": DeLong(),
    "delong-logit": DeLong(scale="logit"),
    "hm": HanleyMcNeil(),
    "hm-logit": HanleyMcNeil(scale="logit"),
    "newcombe": Newcombe(),
    "bamber": Bamber(),
}
OF_DIFFERENCES = {
    "delong": DeLong(),
    "hm": HanleyMcNeil(),
    "bamber": Bamber(),
    "hm-1983": HanleyMcNeilPaired(),
    "hm-1983-kendall": HanleyMcNeilPaired(correlation="kendall"),
}
QUANTITY_METHODS = dict(FOR_QUANTITIES)
# Resamples of all subjects together can lose a group, which stratified ones cannot.
QUANTITY_METHODS |= {
    f"{name}-together": replace(method, stratified=False)
    for name, method in QUANTITY_METHODS.items()
    if isinstance(method, Bootstrap)
}
levels = st.sampled_from([0.8, 0.9, 0.95, 0.99, 0.999]) | st.floats(0.51, 0.999)
alternatives = st.sampled_from(ALTERNATIVES)


def inference(variance, **options):
    """Turn a variance of the area of 4 + 4 subjects into an inference."""
    asked = {"level": 0.95, "alternative": "two-sided", "null": 0.5, **options}
    return normal_inference(ALONE, (0.875,), variance, **asked)


# Worked by hand


def test_worked_by_hand():
    """A = 7/8, SE = 1/8: Z = 3 against 1/2, and 7/8 ± 1.96/8 passes 1."""
    found = inference(Fraction(1, 64))
    assert (found.estimate, found.standard_error, found.statistic) == (0.875, 0.125, 3.0)
    assert found.pvalue == pytest.approx(0.002699796, abs=1e-9)
    assert found.interval.low == pytest.approx(0.875 - 1.959963985 / 8, abs=1e-9)
    assert found.interval.high == 1.0
    assert [(n.code, n.text) for n in found.notes] == [
        ("clipped", "a limit of the interval lay above 1 and was set to that end of the range.")
    ]


def test_logit_by_hand():
    """On the logit scale the centre is log 7 and its standard error (1/8)/(7/64) = 8/7; the SE stays 1/8."""
    found = inference(Fraction(1, 64), scale="logit")
    assert (found.standard_error, found.notes) == (0.125, ())
    assert found.statistic == pytest.approx(math.log(7) * 7 / 8)
    reach = 1.959963984540054 * 8 / 7
    limits = [1 / (1 + math.exp(-(math.log(7) + sign * reach))) for sign in (-1, 1)]
    assert [found.interval.low, found.interval.high] == pytest.approx(limits, rel=1e-12)


def test_one_sided_by_hand():
    """A one-sided bound uses 1.645 and ends at the end of the range, without a note."""
    greater, less = (inference(Fraction(1, 400), alternative=a) for a in ("greater", "less"))
    reach = 1.6448536269514722 * 0.05
    assert (greater.interval.low, greater.interval.high) == (pytest.approx(0.875 - reach), 1.0)
    assert (less.interval.low, less.interval.high) == (0.0, pytest.approx(0.875 + reach))
    assert (greater.interval.sides, less.interval.sides) == ("lower", "upper")
    assert greater.notes == less.notes == ()
    assert greater.pvalue + less.pvalue == pytest.approx(1)


def test_both_limits_beyond_the_range_are_one_note():
    """An interval wider than the range is the range, and says both ends in one sentence."""
    interval, notes = bounded(ALONE, (-0.5, 1.5), 0.95, "two-sided")
    assert (interval.low, interval.high) == (0, 1)
    assert [n.text for n in notes] == [
        "a limit of the interval lay below 0 and one above 1 and was set to that end of the range."
    ]


# A second source


@given(st.floats(-38, 38), alternatives)
def test_pvalues_equal_scipy(z, alternative):
    """The tail of the normal distribution, as scipy has it, to the last digits even far out."""
    from scipy.stats import norm

    expected = {"greater": norm.sf(z), "less": norm.cdf(z), "two-sided": 2 * norm.sf(abs(z))}[alternative]
    assert normal_pvalue(z, alternative) == pytest.approx(float(expected), rel=1e-10, abs=1e-307)


@pytest.mark.parametrize("z", [39, 1e3, 1e300, math.inf])
def test_a_pvalue_is_never_zero(z):
    """However large the statistic, the p-value is the smallest regular float at the least, and 1 at the most."""
    assert normal_pvalue(z, "two-sided") == normal_pvalue(-z, "less") == normal_pvalue(z, "greater") == 2.0**-1022
    assert normal_pvalue(-z, "greater") == normal_pvalue(z, "less") == 1
    assert normal_pvalue(0.0, "two-sided") == 1


@given(st.floats(0.51, 0.9999))
def test_quantiles_equal_scipy(level):
    """Both tails together, or one of them, hold what the level leaves."""
    from scipy.stats import norm

    assert upper_quantile(level, "two-sided") == pytest.approx(float(norm.isf((1 - level) / 2)), rel=1e-9)
    assert upper_quantile(level, "lower") == pytest.approx(float(norm.isf(1 - level)), rel=1e-9, abs=1e-12)


# Refusals


@pytest.mark.parametrize("level", [0, 0.5, 1, 1.5, -0.95, math.nan, math.inf])
def test_a_level_that_is_none_is_refused(level):
    """A level is a proportion, and what came is said."""
    with pytest.raises(MethodError) as caught:
        checked_level(level)
    assert str(caught.value).startswith(f"level is {level!r}; it must be a proportion")


@pytest.mark.parametrize("level", [True, "0.95", None, [0.95]])
def test_a_level_that_is_no_number_is_refused_in_words(level):
    """Something of another type is refused by the name of the option."""
    with pytest.raises((MethodError, TypeError), match=r"^level is .*; it must be a "):
        checked_level(level)


@pytest.mark.parametrize("level", [np.float32(0.75), np.float64(0.95)])
def test_a_level_of_numpy_is_a_level(level):
    """A number is a number whoever made it."""
    assert auc(HAND, level=level).interval.level == level


def test_a_level_in_percent_is_refused_with_the_proportion():
    """95 is answered with how 95 percent is written."""
    with pytest.raises(MethodError, match=r"^level is 95; it must be a proportion .*\. Write 0\.95 for 95 percent\.$"):
        checked_level(95)


@pytest.mark.parametrize("alternative", ["two.sided", "GREATER", "", "both"])
def test_an_alternative_that_is_none_is_refused(alternative):
    """The three alternatives are listed."""
    with pytest.raises(MethodError) as caught:
        check_alternative(alternative)
    assert str(caught.value) == f'alternative is {alternative!r}; it must be "two-sided", "less" or "greater".'


# Test and interval agree


def agrees(found, null, level):
    """The test rejects exactly the null values outside the interval, but for the last digits."""
    assume(abs(found.pvalue - (1 - level)) > 1e-9)
    assert (found.pvalue < 1 - level) == (null not in found.interval)


@pytest.mark.parametrize("method", ANALYTIC.values(), ids=ANALYTIC)
@given(data=st.data())
def test_test_and_interval_of_one_area_agree(method, data):
    """On every scale and side, p < 1 - level if and only if the null value is outside the interval."""
    sample, level, null = data.draw(one_test(least=2)), data.draw(levels), data.draw(st.floats(0.001, 0.999))
    found = auc(sample, method, null_value=null, level=level, alternative=data.draw(alternatives))
    assume(found.interval is not None)
    agrees(found, null, level)


@pytest.mark.parametrize("method", OF_DIFFERENCES.values(), ids=OF_DIFFERENCES)
@given(data=st.data())
def test_test_and_interval_of_a_difference_agree(method, data):
    """The same for differences, paired and unpaired, against any margin."""
    level, null, alternative = data.draw(levels), data.draw(st.floats(-0.999, 0.999)), data.draw(alternatives)
    both = data.draw(two_tests(least=2))
    a, other = both.select("A"), data.draw(one_test(least=2))
    paired, unpaired = Quantity(AUC(), ((both, (1.0, -1.0)),)), Quantity(AUC(), ((a, (1.0,)), (other, (-1.0,))))
    for quantity, pair in ((paired, (both, None)), (unpaired, (a, other))):
        if method.refuses(quantity):
            continue
        found = compare(*pair, AUC(), method, null_value=null, level=level, alternative=alternative)
        if found.interval is not None:
            agrees(found, null, level)


@pytest.mark.parametrize("method", ANALYTIC.values(), ids=ANALYTIC)
@given(sample=one_test(least=2), level=levels)
def test_an_interval_contains_its_estimate_and_stays_in_range(method, sample, level):
    """Two-sided intervals grow with the level, hold their estimate and do not leave [0, 1]."""
    found, wider = (auc(sample, method, level=one).interval for one in (level, (1 + level) / 2))
    if found is not None:
        assert 0 <= wider.low <= found.low <= auc(sample, method).estimate <= found.high <= wider.high <= 1
        assert wider.low < found.low or found.low == 0
        assert (found.level, found.sides) == (level, "two-sided")


# Degenerate data, every method, every question


@pytest.mark.parametrize("name", QUANTITY_METHODS)
@settings(max_examples=60)
@given(sample=degenerate(), alternative=alternatives, seed=st.integers(0, 2**32))
def test_no_method_is_certain_of_degenerate_data(name, sample, alternative, seed):
    """One area, a paired and an unpaired difference: no p = 0, no interval without width, no NaN, no warning."""
    method, least = QUANTITY_METHODS[name], 0.0
    if isinstance(method, Bootstrap):
        method = replace(method, n_resamples=100, rng=seed)
        least = 0.0 if method.kind == "normal" else (2 if alternative == "two-sided" else 1) / 101
    a, b = sample.select("A"), sample.select("B")
    other = Sample.from_groups(cases=b.cases[:, 0], controls=b.controls[:, 0], tests=["B"])
    if not method.refuses(Quantity(AUC(), ((a, (1.0,)),))):
        is_honest(auc(a, method, null_value=0.5, alternative=alternative), (0, 1), least)
    for first, second in ((sample, None), (a, other)):
        parts = ((sample, (1.0, -1.0)),) if second is None else ((first, (1.0,)), (second, (-1.0,)))
        if method.refuses(Quantity(AUC(), parts)):
            with pytest.raises(MethodError, match="use "):
                compare_auc(first, second, method, alternative=alternative)
        else:
            is_honest(compare_auc(first, second, method, alternative=alternative), (-1, 1), least)


@settings(max_examples=40)
@given(sample=degenerate())
def test_every_other_question_answers_degenerate_data(sample):
    """Descriptions, contrasts and accuracy print and store; none warns, and no joint p-value is 0."""
    a = sample.select("A")
    found = [tie_summary(a), roc_curve(a), operating_points(a), roc_curve(a, midpoint=True)]
    found += [accuracy(counts_at(a, threshold)) for threshold in (-math.inf, 0, 1, math.inf)]
    joint = [contrast_auc(sample), contrast_auc(sample, [[0.5, -0.5]])]
    for result in [*found, *joint]:
        assert str(result).startswith("\n\t")
        assert "nan" not in str(result).lower()
        json.dumps(result.to_dict(), allow_nan=False)
        assert len(result.tidy())
    for contrast in joint:
        assert contrast.pvalue is None or 0 < contrast.pvalue <= 1
        assert contrast.pvalue is not None or contrast.notes
        for row in contrast.combinations:
            interval = row.inference.interval
            assert interval is None or interval.low < interval.high


@settings(max_examples=20)
@given(sample=degenerate())
def test_methods_side_by_side_answer_degenerate_data(sample):
    """The table has a line for every method, each with a width or the words not estimable."""
    found = auc_intervals(sample.select("A"), n_resamples=100, rng=1)
    lines = str(found).splitlines()
    for one in found.estimates:
        (line,) = (text for text in lines if text.startswith(f"{one.method.name} "))
        assert ("not estimable" in line) == (one.interval is None)
    json.dumps(found.to_dict(), allow_nan=False)


@given(area=st.floats(0, 1), m=st.integers(1, 40), n=st.integers(1, 40), alternative=alternatives)
def test_published_areas_are_answered_whatever_they_are(area, m, n, alternative):
    """From the smallest float to 1, a published area gets an honest answer from both methods that serve it."""
    for method in (HanleyMcNeil(), Newcombe()):
        asked = {"method": method, "null_value": 0.5, "alternative": alternative}
        is_honest(auc_from_summary(area, n_cases=m, n_controls=n, **asked), (0, 1))


@pytest.mark.parametrize("name", FOR_PROPORTIONS)
@given(total=st.integers(0, 60), share=st.floats(0, 1), level=levels)
def test_binomial_methods_have_a_width_at_every_count(name, total, share, level):
    """0 of n and n of n included, an interval of a proportion is never a point; nobody is not estimable.

    Wald's standard error is 0 at both ends, so there it has none.
    """
    successes = round(share * total)
    found = FOR_PROPORTIONS[name].interval(successes, total, level=level)
    if total == 0 or (name == "wald" and successes in (0, total)):
        assert found is None
    else:
        assert 0 <= found.low < found.high <= 1
        assert found.low <= successes / total <= found.high


NEARLY_ONE = Sample.from_counts(controls=[10**9 - 1, 0, 1, 0], cases=[0, 1, 0, 10**9 - 1])


@pytest.mark.parametrize(
    "name", [name for name, m in QUANTITY_METHODS.items() if "together" not in name and not m.refuses(ALONE)]
)
def test_an_area_that_rounds_to_one_is_no_perfect_separation(name):
    """One pair in 1e18 is lost, so the area prints as 1; no interval is a point, and nobody claims separation."""
    method = QUANTITY_METHODS[name]
    method = replace(method, n_resamples=100, rng=1) if isinstance(method, Bootstrap) else method
    found = auc(NEARLY_ONE, method)
    is_honest(found, (0, 1))
    assert "every case scores beyond every control" not in str(found)
