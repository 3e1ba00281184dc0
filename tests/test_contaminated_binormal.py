"""The contaminated binormal curve: its mixture by hand, derivatives, fits against a second climb, and its edges."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from joint_climb import cells, drawn, highest, loglikelihood, observed_covariance, table
from scipy.integrate import quad
from scipy.special import expit, logit, ndtr
from scipy.stats import norm

from rocstats import AUC, Sample
from rocstats.errors import FitError
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.contaminated_binormal import ContaminatedBinormal
from rocstats.parametric.curve_fitting import fit_curve
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.profile_climb import maximise

CURVE = ContaminatedBinormal()
# Hanley and McNeil (1982), Radiology 143:29, table I.
HANLEY = ([33, 6, 6, 11, 2], [3, 2, 2, 11, 33])
GRID = [(2.0, 0.8), (0.01, 0.5), (1.0, 0.999999), (6.0, 0.3), (0.5, 0.05), (3.0, 0.97)]
BANDS = [(0.0, 0.2), (0.1, 0.7), (0.95, 1.0), (0.0, 1.0)]
parameters = st.tuples(st.floats(0.02, 6), st.floats(0.01, 0.99))


def unlimited(x):
    """Return mu and alpha from two unlimited numbers, and their slopes."""
    mu, alpha = math.exp(min(max(x[0], -12), 3)), float(expit(x[1]))
    return np.array([mu, alpha]), np.array([mu, alpha * (1 - alpha)])


# By hand, and by another program


def test_area_of_another_program():
    """R's RJafroc tests UtilAucCBM(mu = 2, alpha = 0.8) against 0.8370803."""
    assert CURVE.area(np.array([2.0, 0.8])) == pytest.approx(0.8370803, abs=5e-8)


def test_the_mixture_by_hand():
    """With alpha = 1/2 the curve lies half way between chance and the binormal curve with a = mu, b = 1."""
    fpf = np.array([0.0, 0.1, 0.5, 0.9, 1.0])
    plain = Binormal().tpf(np.array([1.3, 1.0]), fpf)
    np.testing.assert_allclose(CURVE.tpf(np.array([1.3, 0.5]), fpf), (fpf + plain) / 2, atol=1e-15)
    assert CURVE.area(np.array([1.3, 0.5])) == pytest.approx((0.5 + ndtr(1.3 / math.sqrt(2))) / 2, abs=1e-15)


def test_the_slope_ends_in_the_share_that_is_not_visible():
    """The slope falls from infinity to 1 - alpha."""
    slope = CURVE.slope(np.array([2.0, 0.7]), np.array([1e-300, 1 - 1e-15]))
    assert slope[0] > 1e10
    assert slope[1] == pytest.approx(0.3, abs=1e-6)


@pytest.mark.parametrize("cut", [-30.0, -8.0, 0.0, 3.0, 9.0, 30.0])
def test_both_tails_keep_their_digits(cut):
    """TPF and 1 - TPF are sums of tails, each exact where it is small."""
    cases = CURVE.tails(np.array([2.0, 0.6]), np.array([cut]))[1]
    assert cases.upper[0] == pytest.approx(0.4 * norm.sf(cut) + 0.6 * norm.sf(cut - 2), rel=1e-13)
    assert cases.lower[0] == pytest.approx(0.4 * norm.cdf(cut) + 0.6 * norm.cdf(cut - 2), rel=1e-13)


def test_a_small_distance_keeps_its_digits():
    """The derivative in alpha is mu times the density where mu is tiny, and not what is left of a difference."""
    cuts = np.array([-6.0, 0.0, 2.0])
    found = CURVE.tails(np.array([1e-12, 0.5]), cuts)[1]
    np.testing.assert_allclose(found.first[2], 1e-12 * norm.pdf(cuts), rtol=1e-10)


# The curve


@given(parameters)
def test_the_curve_is_proper(theta):
    """The slope falls all the way, the curve lies above the chance line, and its ends are (0, 0) and (1, 1)."""
    at = np.array(theta)
    fpf = ndtr(-np.linspace(-6, 6, 241))
    assert (np.diff(np.log(CURVE.slope(at, fpf))) >= -1e-12).all()
    assert (CURVE.tpf(at, fpf) >= fpf * (1 - 1e-15)).all()
    assert CURVE.tpf(at, np.array([0.0, 1.0])).tolist() == [0, 1]
    assert CURVE.fpf(at, np.array([0.0, 1.0])).tolist() == [0, 1]


@given(parameters, st.floats(1e-12, 1 - 1e-12))
def test_there_and_back(theta, tpf):
    """The FPF at which a TPF is reached has that TPF."""
    at = np.array(theta)
    cases = CURVE.tails(at, CURVE.cuts_at_tpf(at, np.array([tpf])))[1]
    small, expected = (cases.upper, tpf) if tpf < 0.5 else (cases.lower, 1 - tpf)
    assert small[0] == pytest.approx(expected, rel=1e-12)
    assert CURVE.cuts_at(at, np.array([0.3]))[0] == pytest.approx(norm.isf(0.3), rel=1e-14)


def test_with_all_visible_it_is_the_plain_curve():
    """As alpha goes to 1 values and derivatives in mu go to those of the binormal curve with b = 1."""
    cuts = np.array([-3.0, 0.0, 1.0, 4.0])
    found = CURVE.tails(np.array([1.4, 1 - 1e-13]), cuts)[1]
    plain = Binormal().tails(np.array([1.4, 1.0]), cuts)[1]
    np.testing.assert_allclose(found.upper, plain.upper, rtol=1e-10)
    np.testing.assert_allclose(found.first[:2], plain.first[:2], rtol=1e-8)
    np.testing.assert_allclose(found.second[:2, :2], plain.second[:2, :2], rtol=1e-8, atol=1e-12)


# Derivatives and areas


@settings(max_examples=60)
@given(parameters, st.lists(st.floats(-7, 7), min_size=1, max_size=4))
def test_derivatives_of_the_tails(theta, z):
    """First derivatives are differences of the TPF, second ones differences of the first."""
    at, cuts, step = np.array(theta), np.array(z), 1e-5
    found = CURVE.tails(at, cuts)[1]
    for i in range(3):
        move, shift = (np.zeros(2), step) if i == 0 else (step * np.eye(2)[i - 1], 0.0)
        high, low = (CURVE.tails(at + s * move, cuts + s * shift)[1] for s in (1, -1))
        np.testing.assert_allclose(found.first[i], (high.upper - low.upper) / (2 * step), rtol=1e-6, atol=1e-8)
        np.testing.assert_allclose(found.second[i], (high.first - low.first) / (2 * step), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("theta", GRID)
@pytest.mark.parametrize("band", BANDS)
def test_areas_are_integrals(theta, band):
    """Closed forms of areas and of their derivatives are what integrating curve and derivatives gives."""
    at = np.array(theta)
    assert CURVE.partial_area(at, *band) == pytest.approx(CurveFamily.partial_area(CURVE, at, *band), abs=1e-13)
    np.testing.assert_allclose(
        CURVE.partial_area_gradient(at, *band), CurveFamily.partial_area_gradient(CURVE, at, *band), atol=1e-13
    )
    if band == (0.0, 1.0):
        assert CURVE.area(at) == pytest.approx(CURVE.partial_area(at, 0, 1), abs=1e-14)
        np.testing.assert_allclose(CURVE.area_gradient(at), CURVE.partial_area_gradient(at, 0, 1), atol=1e-14)
        whole = quad(lambda x: CURVE.tpf(at, np.array([x]))[0], 0, 1, epsabs=1e-11, limit=400)[0]
        assert CURVE.area(at) == pytest.approx(whole, abs=1e-9)


@given(parameters)
def test_free_scales(theta):
    """Free scales lead back, and their slopes are differences."""
    at = np.array(theta)
    free = CURVE.free(at)
    np.testing.assert_allclose(CURVE.natural(free), at, rtol=1e-12)
    first, second = CURVE.natural_slopes(free)
    step = 1e-5
    high, low = CURVE.natural(free + step), CURVE.natural(free - step)
    np.testing.assert_allclose(first, (high - low) / (2 * step), rtol=1e-8)
    high, low = (CURVE.natural_slopes(free + s * step)[0] for s in (1, -1))
    np.testing.assert_allclose(second, (high - low) / (2 * step), rtol=1e-6, atol=1e-10)
    with pytest.raises(ValueError, match=r"math domain|positive"):
        CURVE.free(np.array([1.0, 1.0]))


# Fits


@pytest.mark.parametrize("theta", [(2.0, 0.8), (1.2, 0.5), (3.0, 0.6), (2.5, 0.97)])
def test_the_truth_is_found(theta):
    """Counts in proportion to the cells of a curve give that curve back."""
    cuts = np.array([-1.0, -0.2, 0.4, 1.0, 1.8])
    counts = table(*(np.rint(1e9 * cells(tails)) for tails in CURVE.tails(np.array(theta), cuts)))
    fit = maximise(CURVE, counts)
    assert fit.trouble is None
    np.testing.assert_allclose(fit.theta, theta, atol=1e-5)
    np.testing.assert_allclose(fit.cuts, cuts, atol=1e-5)


def test_nothing_is_higher():
    """A second climb, of parameters and cuts together from six starts, finds no higher likelihood."""
    rng = np.random.default_rng(21)
    starts = [(math.log(mu), logit(alpha)) for mu in (0.6, 2.0, 4.0) for alpha in (0.2, 0.8)]
    for _ in range(6):
        theta = (math.exp(rng.normal(0.5, 0.5)), float(expit(rng.normal(0.5, 1.5))))
        counts = drawn(CURVE, theta, np.sort(rng.normal(0.4, 1, 4)), (40, 50), rng)
        fit = maximise(CURVE, counts)
        assert fit.loglikelihood == pytest.approx(loglikelihood(CURVE, counts, fit.theta, fit.cuts), abs=1e-9)
        assert fit.loglikelihood >= highest(CURVE, counts, starts, unlimited)[0] - 1e-4


def test_standard_errors():
    """The covariance is the inverse of second differences of the joint log-likelihood."""
    fit = maximise(CURVE, table(*HANLEY))
    expected = observed_covariance(CURVE, table(*HANLEY), fit.theta, fit.cuts)
    np.testing.assert_allclose(fit.observed, expected, rtol=2e-3)


def test_standard_errors_are_those_of_repetition():
    """Over 30 drawn tables the spread of both estimates is about what the expected information says."""
    rng = np.random.default_rng(6)
    fits = [maximise(CURVE, drawn(CURVE, (2.2, 0.7), [-0.5, 0.5, 1.3], (600, 600), rng)) for _ in range(30)]
    assert all(fit.trouble is None for fit in fits)
    spread = np.std([fit.theta for fit in fits], axis=0)
    typical = np.sqrt(np.mean([np.diag(fit.expected) for fit in fits], axis=0))
    np.testing.assert_allclose(spread, typical, rtol=0.35)


# Edges


@pytest.mark.parametrize(
    ("controls", "cases", "code", "words"),
    [
        pytest.param([20, 20, 20, 20], [10, 10, 10, 10], "chance-line", "chance line", id="on the chance line"),
        pytest.param([5, 10, 20, 40], [40, 20, 10, 5], "chance-line", "chance line", id="reversed"),
        pytest.param([50, 30, 20, 3], [1, 20, 30, 49], "parameter-edge", "alpha = 1", id="all cases visible"),
        pytest.param([45, 15, 5, 0], [20, 5, 5, 35], "parameter-edge", "without limit", id="cases beyond all controls"),
        pytest.param([40, 10, 0, 0], [10, 0, 0, 40], "parameter-edge", "without limit", id="points on an edge"),
        pytest.param([14, 10, 3, 6, 16, 18], [4, 5, 0, 1, 3, 15], "parameter-edge", "without limit", id="flat in mu"),
        pytest.param([10, 5, 6, 0], [2, 3, 4, 9], "parameter-edge", "without limit", id="beyond all, flat"),
    ],
)
def test_edges_have_no_standard_errors(controls, cases, code, words):
    """A fit at an edge of the family says so, is the highest there is, and has no covariance."""
    counts = table(controls, cases)
    fit = maximise(CURVE, counts)
    assert fit.trouble is not None
    assert fit.trouble.code == code
    assert words in fit.trouble.text
    assert fit.observed is None
    assert fit.expected is None
    starts = [(math.log(mu), logit(alpha)) for mu in (1.0, 4.0) for alpha in (0.2, 0.9)]
    assert fit.loglikelihood >= highest(CURVE, counts, starts, unlimited)[0] - 0.02
    assert 0.5 <= CURVE.area(fit.theta) < 1


def test_an_edge_beyond_a_regular_top():
    """Runs with a regular top at mu = 2.48, alpha = 0.83; 20 of 30 cases beyond all are 1.27 higher."""
    counts = table([1, 0, 6, 0, 14, 0, 1, 0, 2, 0, 1, 0, 4, 0, 1, 0], [0, 1, 0, 1, 0, 3, 0, 1, 0, 1, 0, 2, 0, 1, 0, 20])
    fit = maximise(CURVE, counts)
    assert fit.trouble is not None
    assert fit.trouble.code == "parameter-edge"
    assert "a share alpha of the cases scores beyond all controls" in fit.trouble.text
    assert fit.theta[1] == pytest.approx(2 / 3, abs=1e-4)
    # There the other cases score as controls do, so that each run has one share of both.
    rest = counts.controls + np.where(np.arange(16) < 15, counts.cases, 0)
    at_edge = 20 * math.log(20 / 30) + 10 * math.log(10 / 30) + float(rest[:-1] @ np.log(rest[:-1] / 40))
    assert fit.loglikelihood == pytest.approx(at_edge, abs=1e-4)


def test_at_alpha_1_the_curve_is_binormal_with_b_1():
    """Where all cases are visible, mu and the likelihood are those of one distance alone."""
    counts = table([50, 30, 20, 3], [1, 20, 30, 49])
    fit = maximise(CURVE, counts)
    best = highest(Binormal(), counts, [(1.5, 0.0)], lambda x: (np.array([x[0], 1.0]), np.array([1.0, 0.0])))
    assert fit.loglikelihood == pytest.approx(best[0], abs=1e-3)
    assert fit.theta[0] == pytest.approx(best[1][0], abs=1e-3)


@pytest.mark.parametrize(
    ("controls", "cases", "code"),
    [
        pytest.param([30, 10, 0, 0], [0, 0, 5, 20], "perfect-separation", id="perfect"),
        pytest.param([40, 10], [12, 38], "one-interior-point", id="one point"),
        pytest.param([50, 3, 0], [0, 4, 50], "edge-points", id="perfect but for a tie"),
    ],
)
def test_refusals(controls, cases, code):
    """What no contaminated binormal curve can be fitted to is refused by its name."""
    with pytest.raises(FitError) as refused:
        fit_curve(Sample.from_counts(controls=controls, cases=cases), CURVE)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("theta", "code"),
    [
        ((2.0, 0.8), None),
        ((0.05, 0.9), None),
        ((5.0, 0.02), None),
        ((1e-4, 0.5), "chance-line"),
        ((2.0, 1e-5), "chance-line"),
        ((2.0, 0.99999), "parameter-edge"),
        ((9.0, 0.5), "parameter-edge"),
        ((9.0, 0.99999), "degenerate-curve"),
    ],
)
def test_edges_by_name(theta, code):
    """Each edge of the family has its name, and the inside has none."""
    note = CURVE.boundary(np.array(theta))
    assert (note.code if note else None) == code


def test_what_a_flat_likelihood_tends_to():
    """A likelihood that is flat in a large mu has a definite curve at its end; in a small one it has none."""
    assert CURVE.limit(np.array([5.0, 0.4])).code == "parameter-edge"
    assert CURVE.limit(np.array([1.0, 0.4])) is None


def test_an_edge_has_a_curve_but_no_errors():
    """Areas of a fit at an edge are given, without error, interval or test."""
    fit = fit_curve(Sample.from_counts(controls=[45, 15, 5, 0], cases=[20, 5, 5, 35]), CURVE)
    found = fit.estimate(AUC(), null_value=0.5)
    assert found.estimate == pytest.approx(0.792, abs=5e-4)
    assert (found.standard_error, found.interval, found.pvalue) == (None, None, None)


# What is printed


def test_print():
    """The printed fit at an edge, whole."""
    fit = fit_curve(Sample.from_counts(controls=[50, 30, 20, 3], cases=[1, 20, 30, 49]), CURVE)
    assert str(fit) == PRINTED


PRINTED = """\

\tContaminated binormal ROC curve from ratings, maximum likelihood

data:  rating by group (positive: "cases"; higher ratings are positive)
       100 cases, 103 controls, 0 dropped
       4 categories
TPF = (1 - alpha) FPF + alpha pnorm(mu + qnorm(FPF)); log likelihood = -227.177

95 percent confidence intervals, two-sided, observed information
       estimate     std. error            low  high         scale
mu        1.771  not estimable  not estimable           log scale
alpha     1.000  not estimable  not estimable         logit scale
AUC       0.895  not estimable  not estimable        probit scale

Category bounds:
 1 | 2  2 | 3  3 | 4
-0.079  0.869  1.800

Observed and expected counts:
                      1     2     3     4
controls observed    50    30    20     3
controls expected  48.3  34.9  16.1   3.7
cases observed        1    20    30    49
cases expected      3.2  15.1  32.8  48.9

Goodness of fit: no test; the curve lies at the edge of its family.
empirical AUC of the same ratings: 0.874 (std. error 0.0226)
note: The likelihood is largest at alpha = 1, an edge of the contaminated
      binormal family: all cases are visible, the curve is binormal with b = 1,
      and there are no standard errors. Fit Binormal() or ProperBinormal().
"""
