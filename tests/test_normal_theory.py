"""Normal distributions in each group: by hand, against direct differentiation of the likelihood, and its limits."""

import math
from fractions import Fraction

import numpy as np
import pytest
from degenerate import is_honest, prints_and_stores
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from rocstats import DataError, FitError, MethodError, Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
from rocstats.empirical.partial_area import PartialAUC
from rocstats.empirical.separation import Youden
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.power_law import PowerLaw

HAND = Sample.from_groups(cases=[3, 5, 7], controls=[1, 3, 2])
CONTROLS = [4.2, 5.1, 5.8, 6.0, 6.6, 7.1, 7.9, 8.3]
CASES = [6.4, 7.7, 8.8, 9.1, 10.5, 12.0, 14.2]
MARKER = Sample.from_groups(cases=CASES, controls=CONTROLS, tests=["marker"])
METHODS = [
    NormalTheory(),
    NormalTheory(interval="reiser-guttman"),
    NormalTheory(interval="generalised", rng=5, n_resamples=2000),
]
PRINTED = """
\tBinormal ROC curve, normal distributions

data:  marker by group (positive: "cases"; higher scores are positive)
       7 cases, 8 controls, 0 dropped
TPF = pnorm(a + b qnorm(FPF)); log likelihood = -29.641

95 percent confidence intervals, two-sided, observed information
     estimate  std. error    low   high         scale
a       1.402      0.5640  0.296  2.507        normal
b       0.528      0.1933  0.149  0.907        normal
AUC     0.892      0.0849  0.633  0.984  probit scale

Scores:
           mean  std. deviation  skewness  Shapiro-Wilk W  p-value
controls  6.375           1.296     -0.09           0.980    0.961
cases     9.814           2.454      0.43           0.973    0.918
Standard deviations have the divisor n.
A large p-value does not show that a group is normal.
Its log likelihood, of scores, does not compare with one of ratings or runs.

empirical AUC of the same scores: 0.893 (std. error 0.0868)
"""
PRINTED_AREA = """
\tArea under the ROC curve,
\tbinormal, normal distributions, Reiser and Guttman's interval

data:  marker by group (positive: "cases"; higher scores are positive)
       7 cases, 8 controls, 0 dropped
p-value = 0.006
alternative hypothesis: true AUC is greater than 0.5
95 percent confidence interval:
 0.645  1.000
sample estimates:
  AUC  std. error
0.892      0.0849
"""

spread = st.lists(st.integers(-50, 50), min_size=2, max_size=8).filter(lambda scores: len(set(scores)) > 1)


def fit(sample, method=None, level=0.95):
    """Fit the binormal curve."""
    return (method or NormalTheory()).fit(sample, Binormal(), level=level)


def of(cases, controls, **more):
    """Fit to two lists of scores."""
    return fit(Sample.from_groups(cases=cases, controls=controls), **more)


def loglikelihood(parameters, controls, cases):
    """Return the log-likelihood of means and standard deviations, term by term."""
    m0, s0, m1, s1 = parameters
    return stats.norm.logpdf(controls, m0, s0).sum() + stats.norm.logpdf(cases, m1, s1).sum()


def test_worked_by_hand():
    """Controls 1 2 3 and cases 3 5 7: means 2 and 5, variances 2/3 and 8/3, so a^2 = 27/8, b = 1/2."""
    found = fit(HAND)
    a_squared = Fraction(27, 8)
    assert found.theta == pytest.approx((math.sqrt(a_squared), 0.5), rel=1e-14)
    assert found.auc == pytest.approx(stats.norm.cdf(math.sqrt(Fraction(27, 10))), rel=1e-14)
    var_a = Fraction(1, 4) / 3 + Fraction(1, 3) + a_squared / 6
    assert var_a == Fraction(47, 48)
    assert found.covariance == pytest.approx(
        np.array([[float(var_a), math.sqrt(a_squared) / 12], [math.sqrt(a_squared) / 12, 1 / 12]]), rel=1e-14
    )
    expected = -3 * math.log(Fraction(2, 3)) / 2 - 3 * math.log(Fraction(8, 3)) / 2 - 3 * (1 + math.log(2 * math.pi))
    assert found.loglikelihood == pytest.approx(expected, rel=1e-14)
    detail = found.details[0]
    assert (detail.controls.mean, detail.cases.mean) == (2, 5)
    assert detail.cases.sd == pytest.approx(math.sqrt(8 / 3), rel=1e-14)


def test_standard_error_of_the_area():
    """With v the share of each variance in their sum, the probit of the area has variance sum v/n + d^2/2 sum v^2/n."""
    found = fit(MARKER)
    v0, v1 = np.var(CONTROLS), np.var(CASES)
    d = (np.mean(CASES) - np.mean(CONTROLS)) / math.sqrt(v0 + v1)
    variance = (v0 / 8 + v1 / 7) / (v0 + v1) + d**2 / 2 * (v0**2 / 8 + v1**2 / 7) / (v0 + v1) ** 2
    area = found.estimate(AUC(), null_value=0.7)
    assert area.standard_error == pytest.approx(stats.norm.pdf(d) * math.sqrt(variance), rel=1e-12)
    assert area.interval.low == pytest.approx(stats.norm.cdf(d - 1.959963984540054 * math.sqrt(variance)), rel=1e-12)
    z = (d - stats.norm.ppf(0.7)) / math.sqrt(variance)
    assert area.statistic == pytest.approx(z, rel=1e-12)


def test_equals_direct_differentiation_of_the_likelihood():
    """Estimates are those of scipy's norm.fit, and the covariance that of the numerically differentiated likelihood."""
    (m0, s0), (m1, s1) = stats.norm.fit(CONTROLS), stats.norm.fit(CASES)
    at = np.array([m0, s0, m1, s1])
    found = fit(MARKER)
    assert found.theta == pytest.approx(((m1 - m0) / s1, s0 / s1), rel=1e-13)
    assert found.loglikelihood == pytest.approx(loglikelihood(at, CONTROLS, CASES), rel=1e-13)
    h = 1e-3 * np.eye(4)
    hessian = np.array(
        [
            [
                sum(
                    signs * loglikelihood(at + i * h[r] + j * h[c], CONTROLS, CASES)
                    for i, j, signs in ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))
                )
                / 4e-6
                for c in range(4)
            ]
            for r in range(4)
        ]
    )
    slopes = np.array([[-1 / s1, 0, 1 / s1, -(m1 - m0) / s1**2], [0, 1 / s1, 0, -s0 / s1**2]])
    assert found.covariance == pytest.approx(slopes @ np.linalg.inv(-hessian) @ slopes.T, rel=1e-4)


@given(spread, spread, st.integers(-1000, 1000), st.sampled_from([0.25, 3, 1024]))
def test_a_change_of_unit_or_origin_changes_nothing(cases, controls, origin, unit):
    """The curve of c + d * score with d > 0 is that of the score."""
    found, other = of(cases, controls), of([origin + unit * x for x in cases], [origin + unit * x for x in controls])
    assert other.theta == pytest.approx(found.theta, rel=1e-10, abs=1e-10)
    assert other.covariance == pytest.approx(found.covariance, rel=1e-9, abs=1e-10)
    assert other.auc == pytest.approx(found.auc, rel=1e-10)


@given(spread, spread)
def test_swapping_the_groups(cases, controls):
    """Groups swapped give (-a/b, 1/b), one minus the area with the same error, and the same likelihood."""
    found, swapped = of(cases, controls), of(controls, cases)
    a, b = found.theta
    assert swapped.theta == pytest.approx((-a / b, 1 / b), rel=1e-12, abs=1e-12)
    assert swapped.loglikelihood == pytest.approx(found.loglikelihood, rel=1e-13)
    ours, theirs = found.estimate(AUC()), swapped.estimate(AUC())
    assert theirs.estimate == pytest.approx(1 - ours.estimate, rel=1e-9, abs=1e-12)
    assume(ours.interval is not None and theirs.interval is not None)
    assert theirs.standard_error == pytest.approx(ours.standard_error, rel=1e-6)


@given(spread, spread)
def test_low_scores_positive(cases, controls):
    """A test of which low scores are positive has the curve of the negated scores, and prints its own means."""
    low = fit(Sample.from_groups(cases=cases, controls=controls, low=True))
    high = of([-x for x in cases], [-x for x in controls])
    assert low.theta == pytest.approx(high.theta, rel=1e-13, abs=1e-13)
    assert low.details[0].cases.mean == pytest.approx(np.mean(cases), rel=1e-12, abs=1e-12)


@given(spread, spread)
def test_rows_and_counts_are_the_same(cases, controls):
    """A grouped table gives exactly what its rows give, in any order."""
    scores = sorted({*cases, *controls})
    table = Sample.from_counts(
        categories=scores, cases=[cases.count(x) for x in scores], controls=[controls.count(x) for x in scores]
    )
    found, grouped, turned = of(cases, controls), fit(table), of(cases[::-1], controls[::-1])
    for other in (grouped, turned):
        assert other.theta == found.theta
        assert (other.covariance == found.covariance).all()
        assert other.loglikelihood == found.loglikelihood
        assert other.details[0] == found.details[0]


def test_many_copies():
    """Every subject a million times: the same curve, and a covariance a million times smaller."""
    million = Sample.from_counts(
        categories=[1, 2, 3, 5, 7], cases=[0, 0, 10**6, 10**6, 10**6], controls=[10**6] * 3 + [0] * 2
    )
    found, few = fit(million), fit(HAND)
    assert found.theta == pytest.approx(few.theta, rel=1e-14)
    assert found.covariance * 1e6 == pytest.approx(few.covariance, rel=1e-12)
    assert found.details[0].normality == (None, None)
    assert "Shapiro" in str(found)


@pytest.mark.parametrize("factor", [1e-300, 1e-150, 1.0, 1e150, 2e306])
def test_no_size_of_scores_is_too_large(factor):
    """Scores near the ends of the range of floats give the curve of those near 1."""
    with np.errstate(all="raise", under="ignore"):
        found = of([factor * x for x in (3, 5, 7)], [factor * x for x in (-1, 3, 2)])
    expected = of([3, 5, 7], [-1, 3, 2])
    assert found.theta == pytest.approx(expected.theta, rel=1e-13)
    prints_and_stores(found)


def test_an_offset_costs_no_digits():
    """Whole numbers about 10^15 give the curve of the same numbers about 0, to the last digits."""
    found = of([10**15 + x for x in (3, 5, 7)], [10**15 + x for x in (1, 3, 2)])
    assert found.theta == pytest.approx(fit(HAND).theta, rel=1e-14)


def test_normality_is_that_of_scipy():
    """W and its p-value are those of scipy.stats.shapiro for each group."""
    for group, found in zip((CONTROLS, CASES), fit(MARKER).details[0].normality, strict=True):
        expected = stats.shapiro(group)
        assert (found.w, found.pvalue) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9)


def test_skewed_scores_get_a_note():
    """Exponential scores of cases are named as not normal, with what to do; the normal ones of controls are not."""
    rng = np.random.default_rng(4)
    found = of(rng.exponential(2, 60) + 1, rng.normal(0, 1, 60))
    (note,) = [note for note in found.notes if note.code == "not-normal"]
    assert "of the cases (W = " in note.text
    assert "controls" not in note.text
    assert "MaximumLikelihood()" in note.text


@pytest.mark.parametrize("method", METHODS)
def test_perfect_separation_is_fitted_with_a_note(method):
    """Groups that do not overlap have a regular fit below 1, and a note on what it rests on."""
    for cases, controls, more in (([5, 6, 8], [1, 2, 4], []), ([1, 2, 4], [5, 6, 8], ["below-chance"])):
        found = of(cases, controls, method=method)
        assert [note.code for note in found.notes] == ["perfect-separation", *more]
        assert 0 < found.auc < 1
        is_honest(found.estimate(AUC()), (0, 1))


@pytest.mark.parametrize("method", METHODS)
def test_an_area_that_rounds_to_1(method):
    """Groups a million standard deviations apart leave no room for an interval; a note says so."""
    found = of([1e6, 1e6 + 1], [0, 1], method=method)
    area = found.estimate(AUC(), null_value=0.5)
    assert area.estimate == 1
    assert (area.interval, area.pvalue) == (None, None)
    assert [note.code for note in area.notes] == ["too-close"]
    prints_and_stores(found)
    prints_and_stores(area)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "statistic",
    [AUC(), PartialAUC(fpf=(0, 0.2)), SensitivityAt(specificity=0.9), SpecificityAt(sensitivity=0.8), Youden()],
)
def test_every_number_of_the_curve(method, statistic):
    """Each statistic has an honest estimate; all but the area have that of the delta method."""
    found, plain = fit(MARKER, method).estimate(statistic), fit(MARKER).estimate(statistic)
    is_honest(found, (0, 1))
    assert found.estimate == plain.estimate
    assert (found.interval == plain.interval) == (not isinstance(statistic, AUC) or method.interval == "delta")
    assert ("reiser1986" in found.references) == (isinstance(statistic, AUC) and method.interval == "reiser-guttman")


@settings(max_examples=60)
@given(spread, spread, st.sampled_from(METHODS), st.sampled_from(["two-sided", "less", "greater"]))
def test_honest_for_any_scores(cases, controls, method, alternative):
    """Whatever the scores, no certainty comes out of nothing and everything prints."""
    found = of(cases, controls, method=method)
    prints_and_stores(found)
    is_honest(found.estimate(AUC(), null_value=0.6, alternative=alternative), (0, 1))


@pytest.mark.parametrize("kind", ["reiser-guttman", "generalised"])
def test_a_bound_below_the_area_is_explained(kind):
    """At a level of one half a bound is where the interval is centred, and the note says why that is not the area."""
    area = of([5, 6, 7, 9], [1, 3, 2, 6], method=NormalTheory(interval=kind, rng=1)).estimate(
        AUC(), level=0.5001, alternative="less"
    )
    assert area.interval.high < area.estimate
    assert [note.code for note in area.notes] == ["estimate-outside"]
    assert "nearly median-unbiased, from unbiased variances with divisor n - 1" in area.notes[0].text


def test_seeds():
    """A seed gives the same draws for every question; a Generator is asked once, and its seed reproduces the fit."""
    method = NormalTheory(interval="generalised", rng=np.random.default_rng(1), n_resamples=5000)
    found = fit(MARKER, method)
    area = found.estimate(AUC())
    assert area.interval == found.estimate(AUC()).interval
    again = fit(MARKER, NormalTheory(interval="generalised", rng=area.seed, n_resamples=5000))
    assert again.estimate(AUC()).interval == area.interval
    assert fit(MARKER, method).estimate(AUC()).seed != area.seed
    assert found.estimate(Youden()).seed is None
    assert f"5000 resamples of the generalised pivot, seed {area.seed}" in str(found)
    assert {row["seed"] for row in found.rows()} == {area.seed}


def test_numbers_for_machines():
    """Rows hold the parameters, the area and both groups."""
    rows = {row["parameter"]: row for row in fit(MARKER).rows()}
    assert rows["mean of cases"]["estimate"] == pytest.approx(np.mean(CASES), rel=1e-14)
    assert rows["standard deviation of controls"]["estimate"] == pytest.approx(np.std(CONTROLS), rel=1e-14)
    assert rows["skewness of cases"]["estimate"] == pytest.approx(stats.skew(CASES), rel=1e-12)
    assert rows["Shapiro-Wilk W of cases"]["p_value"] == pytest.approx(stats.shapiro(CASES).pvalue, rel=1e-9)
    assert rows["AUC"]["scale"] == "probit scale"
    assert rows["a"]["method"] == "binormal, normal distributions"


@pytest.mark.parametrize(
    ("cases", "controls", "error", "code", "text"),
    [
        ([1], [1, 2], FitError, "one-group-subject", "there is 1 case, and a standard deviation needs two"),
        ([1, 2], [3], FitError, "one-group-subject", "there is 1 control, and"),
        ([1, 2], [3, 3, 3], FitError, "no-spread", 'all 3 controls have the same score of "score", 3, and a normal'),
        ([2, 2], [3, 4], FitError, "no-spread", "auc(sample, Newcombe())"),
        ([1, math.inf], [3, 4], DataError, None, '1 score of "score" is infinite'),
        ([1, math.inf], [3, -math.inf], DataError, None, '2 scores of "score" are infinite'),
        ([0, 1e-80], [0, 1], FitError, "degenerate-curve", "the groups differ so much in spread"),
        ([0, 1e-320], [0, 1e300], FitError, "degenerate-curve", "fit by ranks, MaximumLikelihood()"),
    ],
)
def test_refuses_what_has_no_normal_distribution(cases, controls, error, code, text):
    """One subject, no spread and infinite scores are refused by name, with what to do."""
    with pytest.raises(error) as refused:
        of(cases, controls)
    assert text in str(refused.value)
    assert getattr(refused.value, "code", None) == code


def test_refuses_other_families_clusters_and_several_tests():
    """Only the binormal family, independent subjects and one test."""
    with pytest.raises(MethodError, match=r"normal distributions draw a binormal curve, and a power-law curve is none"):
        NormalTheory().fit(HAND, PowerLaw(), level=0.95)
    clustered = Sample.from_truth([1, 1, 0, 0], [3, 4, 1, 2], cluster=[1, 1, 2, 3])
    with pytest.raises(MethodError, match="these subjects come in clusters, and normal distributions takes"):
        fit(clustered)
    with pytest.raises(DataError, match="a fit takes one test; this sample holds 2: A and B"):
        fit(Sample.from_truth([1, 1, 0, 0], {"A": [3, 4, 1, 2], "B": [1, 2, 3, 4]}))
    with pytest.raises(MethodError, match="level is 95"):
        fit(HAND, level=95)


def test_refuses_options_out_of_range():
    """Each option says what it takes."""
    with pytest.raises(MethodError, match=r'interval is \'wald\'; it must be one of "delta", "reiser-guttman"'):
        NormalTheory(interval="wald")
    with pytest.raises(TypeError, match="box_cox is True or False, not 1"):
        NormalTheory(box_cox=1)
    with pytest.raises(TypeError, match="n_resamples is float; it must be a whole number"):
        NormalTheory(n_resamples=1e4)
    with pytest.raises(MethodError, match="n_resamples is 100; it must lie between 1000 and 10000000"):
        NormalTheory(n_resamples=100)
    with pytest.raises(TypeError, match="rng is str"):
        NormalTheory(rng="seed")


def test_printed_whole():
    """Parameters, both groups, what the normality test and the likelihood are worth, and the empirical area."""
    assert str(fit(MARKER)) == PRINTED
    found = fit(MARKER, NormalTheory(interval="reiser-guttman"))
    assert str(found.estimate(AUC(), null_value=0.5, alternative="greater")) == PRINTED_AREA


def test_printed_units():
    """Digits follow the smaller deviation; scores far from everyday size are written with an exponent."""
    assert "controls  0.0035000       0.0005000" in str(of([0.001, 0.002], [0.003, 0.004]))
    assert "controls  3.5e20            5e19" in str(of([1e20, 2e20], [3e20, 4e20]))
