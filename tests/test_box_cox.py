"""One Box-Cox exponent for both groups: against scipy's likelihood, brute force and direct differentiation."""

import math

import numpy as np
import pytest
from degenerate import is_honest, prints_and_stores
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from rocstats import DataError, FitError, Sample
from rocstats.empirical.area import AUC
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.normal_theory import NormalTheory

CONTROLS = [4.2, 5.1, 5.8, 6.0, 6.6, 7.1, 7.9, 8.3]
CASES = [6.4, 7.7, 8.8, 9.1, 10.5, 12.0, 14.2]
MARKER = Sample.from_groups(cases=CASES, controls=CONTROLS, tests=["marker"])
PRINTED = """
\tBinormal ROC curve, normal distributions after a Box-Cox transformation

data:  marker by group (positive: "cases"; higher scores are positive)
       7 cases, 8 controls, 0 dropped
100000 resamples of the generalised pivot, seed 11
TPF = pnorm(a + b qnorm(FPF)); log likelihood = -29.512

95 percent confidence intervals, two-sided, observed information
     estimate  std. error    low   high              scale
a       1.567      0.7080  0.179  2.954             normal
b       0.703      0.4666  0.000  1.618             normal
AUC     0.900      0.0791  0.584  0.975  generalised pivot

Box-Cox exponent, common to both groups:
        estimate  std. error     low   high
lambda     0.408      1.1574  -1.861  2.676

Scores transformed to G ((x/G)^lambda - 1) / lambda, G = 7.596:
            mean  std. deviation  skewness  Shapiro-Wilk W  p-value
controls  -1.375           1.468     -0.28           0.975    0.937
cases      1.898           2.089      0.21           0.987    0.987
Standard deviations have the divisor n.
A large p-value does not show that a group is normal.
The exponent was chosen to make these p-values large.
Its log likelihood, of scores, does not compare with one of ratings or runs.

empirical AUC of the same scores: 0.893 (std. error 0.0868)
note: the interval of the AUC takes the exponent as if it had been known; its
      standard error, and the interval of NormalTheory(box_cox=True,
      interval="delta"), count that it was estimated.
note: a limit of the interval of b lay beyond the end of its range and was set
      to it.
"""

positive = st.lists(st.integers(1, 60), min_size=2, max_size=8).filter(lambda scores: len(set(scores)) > 1)


def fit(sample, **more):
    """Fit the binormal curve after the transformation."""
    return NormalTheory(box_cox=True, **more).fit(sample, Binormal(), level=0.95)


def of(cases, controls, **more):
    """Fit to two lists of scores."""
    return fit(Sample.from_groups(cases=cases, controls=controls, **more))


def exponent(found):
    """Return the exponent of a fit."""
    return found.details[0].exponent


def loglikelihood(exponent, cases, controls):
    """Return the profile log-likelihood by scipy, which leaves out n/2 (1 + log 2 pi)."""
    constant = (len(cases) + len(controls)) / 2 * (1 + math.log(2 * math.pi))
    return sum(float(stats.boxcox_llf(exponent, np.array(group, float))) for group in (cases, controls)) - constant


def full(parameters, cases, controls):
    """Return the log-likelihood of both means, both deviations and the exponent, Jacobian included."""
    m0, s0, m1, s1, power = parameters
    total = 0.0
    for group, m, s in ((controls, m0, s0), (cases, m1, s1)):
        x = np.array(group)
        total += stats.norm.logpdf((x**power - 1) / power, m, s).sum() + (power - 1) * np.log(x).sum()
    return total


def test_the_likelihood_is_that_of_scipy():
    """The largest log-likelihood is scipy's boxcox_llf of both groups at the exponent, and none is above."""
    found = fit(MARKER)
    best = exponent(found).value
    assert found.loglikelihood == pytest.approx(loglikelihood(best, CASES, CONTROLS), rel=1e-13)
    for other in np.linspace(-3, 4, 141):
        assert loglikelihood(other, CASES, CONTROLS) <= found.loglikelihood + 1e-12
    untransformed = NormalTheory().fit(MARKER, Binormal(), level=0.95).loglikelihood
    assert loglikelihood(1, CASES, CONTROLS) == pytest.approx(untransformed, rel=1e-13)


def test_equal_groups_have_the_exponent_of_one():
    """Where both groups are the same sample, the exponent is scipy.stats.boxcox_normmax's for that sample."""
    x = np.random.default_rng(3).gamma(2, 3, 40)
    assert exponent(of(x, x)).value == pytest.approx(stats.boxcox_normmax(x, method="mle"), abs=1e-6)


def test_the_curve_is_that_of_the_transformed_scores():
    """Transformed by hand at the exponent, scores give the same a and b without a transformation."""
    found = fit(MARKER)
    power = exponent(found).value
    by_hand = Sample.from_groups(
        cases=stats.boxcox(np.array(CASES), power), controls=stats.boxcox(np.array(CONTROLS), power)
    )
    assert found.theta == pytest.approx(NormalTheory().fit(by_hand, Binormal(), level=0.95).theta, rel=1e-12)


def test_errors_are_those_of_all_five_parameters():
    """Covariance and the exponent's error equal the inverse of the numerical Hessian in five parameters."""
    found = fit(MARKER)
    power = exponent(found).value
    (m0, s0), (m1, s1) = (stats.norm.fit(stats.boxcox(np.array(g), power)) for g in (CONTROLS, CASES))
    at = np.array([m0, s0, m1, s1, power])
    assert full(at, CASES, CONTROLS) == pytest.approx(found.loglikelihood, rel=1e-13)
    h = 2e-4 * np.eye(5)
    signs = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))
    hessian = np.array(
        [
            [sum(s * full(at + i * h[r] + j * h[c], CASES, CONTROLS) for i, j, s in signs) / 1.6e-7 for c in range(5)]
            for r in range(5)
        ]
    )
    covariance = np.linalg.inv(-hessian)
    slopes = np.array([[-1 / s1, 0, 1 / s1, -(m1 - m0) / s1**2, 0], [0, 1 / s1, 0, -s0 / s1**2, 0]])
    assert exponent(found).standard_error == pytest.approx(math.sqrt(covariance[4, 4]), rel=1e-3)
    assert found.covariance == pytest.approx(slopes @ covariance @ slopes.T, rel=1e-3)


def test_the_exponent_counts_in_the_errors():
    """The covariance exceeds that of a known exponent, by a matrix of rank one."""
    found = fit(MARKER)
    a, b = found.theta
    known = np.array([[b * b / 8 + 1 / 7 + a * a / 14, a * b / 14], [a * b / 14, b * b / 16 + b * b / 14]])
    added = np.linalg.eigvalsh(found.covariance - known)
    assert added[0] == pytest.approx(0, abs=1e-12)
    assert added[1] > 0.1


def test_interval_of_the_exponent():
    """The exponent plus and minus a normal quantile of its standard errors, at the level of the fit."""
    found = exponent(NormalTheory(box_cox=True).fit(MARKER, Binormal(), level=0.9))
    z = stats.norm.ppf(0.95)
    assert found.interval.low == pytest.approx(found.value - z * found.standard_error, rel=1e-12)
    assert found.interval.high == pytest.approx(found.value + z * found.standard_error, rel=1e-12)


@settings(max_examples=40)
@given(positive, positive, st.sampled_from([1e-200, 0.3, 7.0, 1e150]))
def test_the_unit_changes_nothing(cases, controls, unit):
    """The same scores in another unit have the same exponent, curve and errors; the likelihood moves by n log unit."""
    found, other = of(cases, controls), of([unit * x for x in cases], [unit * x for x in controls])
    assert exponent(other).value == pytest.approx(exponent(found).value, rel=1e-6, abs=1e-7)
    assert other.theta == pytest.approx(found.theta, rel=1e-6, abs=1e-7)
    assert other.covariance == pytest.approx(found.covariance, rel=1e-5, abs=1e-7)
    moved = (len(cases) + len(controls)) * math.log(unit)
    assert other.loglikelihood + moved == pytest.approx(found.loglikelihood, rel=1e-9, abs=1e-7)


@settings(max_examples=25)
@given(positive, positive)
def test_no_exponent_is_better(cases, controls):
    """The likelihood is nowhere larger than at the exponent that was found."""
    found = of(cases, controls)
    around = exponent(found).value + np.concatenate([np.linspace(-40, 40, 41), np.linspace(-1, 1, 21)])
    with np.errstate(all="ignore"):
        others = [loglikelihood(float(power), cases, controls) for power in around]
    best = np.nanmax(np.where(np.isfinite(others), others, -np.inf))
    assert found.loglikelihood >= best - 1e-7 * (1 + abs(best))


@settings(max_examples=40)
@given(positive, positive)
def test_swapping_the_groups(cases, controls):
    """Groups swapped have the same exponent and likelihood, and the curve (-a/b, 1/b)."""
    found, swapped = of(cases, controls), of(controls, cases)
    a, b = found.theta
    assert exponent(swapped).value == pytest.approx(exponent(found).value, rel=1e-7, abs=1e-7)
    assert swapped.theta == pytest.approx((-a / b, 1 / b), rel=1e-6, abs=1e-7)
    assert swapped.loglikelihood == pytest.approx(found.loglikelihood, rel=1e-12)


@settings(max_examples=40)
@given(positive, positive)
def test_low_scores_positive(cases, controls):
    """Positive scores of which low ones are positive are transformed as they are and turned then."""
    low = of(cases, controls, low=True)
    high = of(controls, cases)
    a, b = high.theta
    assert exponent(low).value == pytest.approx(exponent(high).value, rel=1e-7, abs=1e-7)
    assert low.theta == pytest.approx((a / b, 1 / b), rel=1e-6, abs=1e-7)
    assert low.auc == pytest.approx(high.auc, rel=1e-7)
    assert low.details[0].cases.mean == pytest.approx(high.details[0].controls.mean, rel=1e-6, abs=1e-6)


@settings(max_examples=40)
@given(positive, positive)
def test_rows_and_counts_are_the_same(cases, controls):
    """A grouped table gives exactly what its rows give."""
    scores = sorted({*cases, *controls})
    table = Sample.from_counts(
        categories=scores, cases=[cases.count(x) for x in scores], controls=[controls.count(x) for x in scores]
    )
    found, grouped = of(cases, controls), fit(table)
    assert (grouped.theta, grouped.loglikelihood) == (found.theta, found.loglikelihood)
    assert (grouped.covariance == found.covariance).all()
    assert grouped.details[0] == found.details[0]


def test_lognormal_scores():
    """Exponentials of normal scores have an exponent near 0, and the area of the normal ones."""
    rng = np.random.default_rng(12)
    x, y = rng.normal(0, 1, 400), rng.normal(1.5, 1.2, 300)
    found = of(np.exp(y), np.exp(x))
    assert abs(exponent(found).value) < 2.5 * exponent(found).standard_error < 0.1
    plain = NormalTheory().fit(Sample.from_groups(cases=y, controls=x), Binormal(), level=0.95)
    assert found.auc == pytest.approx(plain.auc, abs=0.004)


def test_an_offset_and_many_subjects():
    """Scores of a large offset, more than the blocks that are looked at first, keep the curve of the plain fit."""
    rng = np.random.default_rng(13)
    cases, controls = rng.normal(1, 1, 3000) + 1e8, rng.normal(0, 1, 3000) + 1e8
    found = of(cases, controls)
    plain = NormalTheory().fit(Sample.from_groups(cases=cases, controls=controls), Binormal(), level=0.95)
    assert found.theta == pytest.approx(plain.theta, abs=0.1)
    assert found.loglikelihood >= plain.loglikelihood
    assert found.loglikelihood < plain.loglikelihood + 5
    prints_and_stores(found)


def test_blocks_lead_to_the_maximum_itself():
    """With more distinct scores than blocks, the slope of scipy's likelihood is 0 at the exponent."""
    rng = np.random.default_rng(14)
    cases, controls = rng.gamma(3, 2, 2000), rng.gamma(2, 1, 1500)
    best = exponent(of(cases, controls)).value
    slope = (loglikelihood(best + 1e-3, cases, controls) - loglikelihood(best - 1e-3, cases, controls)) / 2e-3
    assert slope == pytest.approx(0, abs=1e-2)


def test_scores_over_the_whole_range_of_floats():
    """Scores from 1e-300 to 1e300 are fitted as their logarithms ask for, without a warning."""
    found = of([1e-100, 1e50, 1e300, 1e200], [1e-300, 1e-200, 1e-50, 1.0])
    assert abs(exponent(found).value) < 0.01
    prints_and_stores(found)
    is_honest(found.estimate(AUC()), (0, 1))


@settings(max_examples=40)
@given(positive, positive, st.sampled_from(["delta", "reiser-guttman", "generalised"]))
def test_honest_for_any_scores(cases, controls, interval):
    """Whatever the scores, no certainty comes out of nothing and everything prints."""
    found = fit(Sample.from_groups(cases=cases, controls=controls), interval=interval, n_resamples=1000, rng=1)
    prints_and_stores(found)
    area = found.estimate(AUC(), null_value=0.6)
    is_honest(area, (0, 1))
    assume(area.interval is not None)
    codes = {note.code for note in area.notes}
    assert ("exponent-as-known" in codes) == (interval != "delta")


@pytest.mark.parametrize(
    ("cases", "controls", "text"),
    [
        ([0, 1], [2, 3], '1 score of "score" is 0 or below (the lowest is 0), and a Box-Cox'),
        ([1, 2], [-2.5, 0, 3], '2 scores of "score" are 0 or below (the lowest is -2.5)'),
    ],
)
def test_refuses_scores_that_are_not_positive(cases, controls, text):
    """Zeros and negative scores are counted, with what to do."""
    for low in (False, True):
        with pytest.raises(DataError) as refused:
            of(cases, controls, low=low)
        assert text in str(refused.value)
        assert "Leave box_cox out; fit by ranks, MaximumLikelihood()" in str(refused.value)


def test_refuses_what_has_no_spread():
    """One distinct score in a group has no deviation after any transformation."""
    with pytest.raises(FitError, match='all 3 controls have the same score of "score", 2') as refused:
        of([1, 3], [2, 2, 2])
    assert refused.value.code == "no-spread"
    with pytest.raises(FitError, match="their logarithms are one number; take NormalTheory") as refused:
        of([1, 2], [1e300, 1e300 * (1 + 2e-16)])
    assert refused.value.code == "no-spread"


def test_names_of_the_method():
    """Card, references and the rows tell of the transformation."""
    found = fit(MARKER)
    assert found.method.references == ("box1964", "faraggi2002")
    rows = {row["parameter"]: row for row in found.rows()}
    assert rows["lambda"]["estimate"] == exponent(found).value
    assert rows["lambda"]["std_error"] == exponent(found).standard_error
    area = found.estimate(AUC())
    assert area.title == "Area under the ROC curve"
    assert area.method.name == "binormal, normal distributions after Box-Cox"


def test_printed_whole():
    """Seed, curve, exponent, both groups after the transformation, and that the pivot takes the exponent as known."""
    assert str(fit(MARKER, interval="generalised", rng=11)) == PRINTED
