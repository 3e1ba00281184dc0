"""The proper binormal curve: published areas, the sorted likelihood ratio, derivatives through c = 0, and its edges."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from joint_climb import cells, drawn, highest, loglikelihood, observed_covariance, table
from scipy.integrate import quad
from scipy.special import ndtr
from scipy.stats import multivariate_normal, norm

from rocstats import Sample
from rocstats.errors import FitError
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.curve_fitting import fit_curve
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.profile_climb import maximise
from rocstats.parametric.proper_binormal import ProperBinormal

CURVE = ProperBinormal()
# Hanley and McNeil (1982), Radiology 143:29, table I.
HANLEY = ([33, 6, 6, 11, 2], [3, 2, 2, 11, 33])
# z, d_a, c, TPF, 1 - TPF: mpmath 1.4.1 with 200 digits, the interval found by halving.
FAR = [
    (-20.0, 1.5, -0.2, 1.0, 4.25263117026130279e-90),
    (-3.0, 1.5, -0.2, 0.999791524405905435, 0.000208475594094564861),
    (1.0, 1.5, -0.2, 0.728447348802567521, 0.271552651197432479),
    (10.0, 1.5, -0.2, 3.48559949442912717e-8, 0.999999965144005056),
    (-10.0, 1.5, 0.2, 1.0, 1.83106944136495854e-64),
    (12.0, 1.5, 0.2, 1.15029114781874324e-32, 1.0),
    (0.0, 0.01, 0.3, 0.789678072015948095, 0.210321927984051905),
    (-8.0, 2.0, 0.001, 1.0, 6.35116675157630972e-24),
    (8.0, 3.0, -0.9, 0.960909471606746972, 0.0390905283932530279),
]
GRID = [(1.5, -0.2), (1.5, 0.2), (0.7, 0.0), (0.4, -0.4), (2.5, 0.6), (0.05, 0.3), (1.0, -0.01), (1.0, 0.01)]
BANDS = [(0.0, 0.2), (0.1, 0.7), (0.95, 1.0), (0.0, 1.0)]
parameters = st.tuples(st.floats(0.05, 3.5), st.floats(-0.85, 0.85))


def pair(d, c):
    """Return a and b of the binormal pair, from the definitions of d_a and c."""
    b = (1 + c) / (1 - c)
    return d * math.sqrt((1 + b * b) / 2), b


def sorted_by_ratio(d, c, fpf):
    """Read the curve from scores on a fine grid, put in the order of their likelihood ratio."""
    a, b = pair(d, c)
    low, high = min(-9.0, (a - 9) / b), max(9.0, (a + 9) / b)
    x = np.linspace(low, high, 400_001)
    control, case = norm.pdf(x), b * norm.pdf(b * x - a)
    order = np.argsort(-(norm.logpdf(b * x - a) - norm.logpdf(x)), kind="stable")
    step = x[1] - x[0]
    return np.interp(fpf, np.cumsum(control[order]) * step, np.cumsum(case[order]) * step)


def unlimited(x):
    """Return d_a and c from two unlimited numbers, and their slopes."""
    c = math.tanh(x[1])
    return np.array([abs(x[0]), c]), np.array([math.copysign(1, x[0]), 1 - c * c])


# Published, and by other programs


def test_areas_of_another_program():
    """R's RJafroc tests UtilAucPROPROC(c1 = 0.2, da = 1.5) against 0.8558655."""
    assert CURVE.area(np.array([1.5, 0.2])) == pytest.approx(0.8558655, abs=5e-8)


@pytest.mark.parametrize("theta", GRID)
def test_the_published_area(theta):
    """The area by Owen's T is that by two bivariate normal probabilities, as Metz and Pan give it."""
    d, c = theta
    correlation = -(1 - c * c) / (1 + c * c)
    if c == 0:
        expected = ndtr(d / math.sqrt(2))
    else:
        both = multivariate_normal([0, 0], [[1, correlation], [correlation, 1]]).cdf([-d / math.sqrt(2), 0])
        expected = ndtr(d / math.sqrt(2)) + 2 * both
    assert CURVE.area(np.array(theta)) == pytest.approx(expected, abs=1e-7)


def test_areas_by_hand():
    """With equal means T(0, k) = arctan(k) / 2 pi: c = sqrt(2) - 1 gives k = 1 and the area 3/4; c = 0 gives 1/2."""
    assert CURVE.area(np.array([0.0, math.sqrt(2) - 1])) == pytest.approx(0.75, abs=1e-15)
    assert CURVE.area(np.array([0.0, 0.0])) == 0.5
    assert CURVE.area(np.array([1.0, 0.0])) == pytest.approx(ndtr(1 / math.sqrt(2)), abs=1e-15)


# The curve


@pytest.mark.parametrize("theta", GRID)
def test_the_curve_is_that_of_the_sorted_ratio(theta):
    """Scores taken in the order of their likelihood ratio draw the same curve."""
    fpf = np.array([0.001, 0.02, 0.1, 0.3, 0.5, 0.8, 0.95, 0.995])
    np.testing.assert_allclose(CURVE.tpf(np.array(theta), fpf), sorted_by_ratio(*theta, fpf), atol=2e-4)


@pytest.mark.parametrize(("z", "d", "c", "tpf", "rest"), FAR)
def test_both_tails_keep_their_digits(z, d, c, tpf, rest):
    """TPF and 1 - TPF agree with 200-digit arithmetic, each where it is small."""
    controls, cases = CURVE.tails(np.array([d, c]), np.array([z]))
    assert cases.upper[0] == pytest.approx(tpf, rel=5e-13)
    assert cases.lower[0] == pytest.approx(rest, rel=5e-13)
    assert controls.upper[0] == ndtr(-z)


@given(parameters)
def test_the_curve_is_proper(theta):
    """The slope falls all the way, the curve lies above the chance line, and its ends are (0, 0) and (1, 1)."""
    at = np.array(theta)
    z = np.linspace(-6, 6, 241)
    fpf = ndtr(-z)
    slope = CURVE.slope(at, fpf)
    assert (np.diff(np.log(np.maximum(slope, 1e-300))) >= -1e-11).all()
    assert (CURVE.tpf(at, fpf) >= fpf).all()
    assert CURVE.tpf(at, np.array([0.0, 1.0])).tolist() == [0, 1]
    assert CURVE.fpf(at, np.array([0.0, 1.0])).tolist() == [0, 1]


@given(parameters, st.floats(1e-6, 1 - 1e-6))
def test_there_and_back(theta, tpf):
    """The FPF at which a TPF is reached has that TPF."""
    at = np.array(theta)
    cut = CURVE.cuts_at_tpf(at, np.array([tpf]))
    assume(abs(cut[0]) < 37)
    assert CURVE.tails(at, cut)[1].upper[0] == pytest.approx(tpf, rel=1e-11)
    assert CURVE.cuts_at(at, np.array([0.3]))[0] == pytest.approx(norm.isf(0.3), rel=1e-14)


@given(parameters, st.floats(0.001, 0.999))
def test_groups_exchanged(theta, u):
    """Cases taken for controls, with suspicion reversed, have -c: the mirror image in the other diagonal."""
    d, c = theta
    mirrored = 1 - CURVE.fpf(np.array([d, c]), np.array([1 - u]))
    np.testing.assert_allclose(CURVE.tpf(np.array([d, -c]), np.array([u])), mirrored, atol=1e-11)
    assert CURVE.area(np.array([d, c])) == pytest.approx(CURVE.area(np.array([d, -c])), abs=1e-15)


# Through c = 0


@pytest.mark.parametrize("d", [0.3, 1.0, 2.5])
def test_nothing_happens_at_equal_deviations(d):
    """At c = 0 the curve is the binormal one with b = 1, and values and derivatives go through it without a jump."""
    cuts = np.array([-4.0, -1.0, 0.0, 0.5, 2.0, 5.0])
    here = CURVE.tails(np.array([d, 0.0]), cuts)[1]
    plain = Binormal().tails(np.array([d, 1.0]), cuts)[1]
    np.testing.assert_allclose(here.upper, plain.upper, rtol=1e-14)
    np.testing.assert_allclose(here.first[:2], plain.first[:2], rtol=1e-13)
    np.testing.assert_allclose(here.first[2], 2 * plain.first[2] + d * plain.first[1], rtol=1e-12, atol=1e-15)
    for c in (-1e-300, -1e-12, -1e-9, 1e-9, 1e-12, 1e-300):
        near = CURVE.tails(np.array([d, c]), cuts)[1]
        np.testing.assert_allclose(near.upper, here.upper, rtol=1e-7)
        np.testing.assert_allclose(near.lower, here.lower, rtol=1e-7)
        np.testing.assert_allclose(near.first, here.first, rtol=1e-6, atol=1e-8)
        np.testing.assert_allclose(near.second, here.second, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("d", [0.8, 1.5])
def test_where_the_far_end_is_let_go(d):
    """Where the far end of the interval is dropped, on both sides of c = 0, nothing that numbers show changes."""
    cuts = np.linspace(-7, 7, 15)
    for sign in (-1, 1):
        edge = sign * d / 240
        inside, outside = (CURVE.tails(np.array([d, edge * part]), cuts)[1] for part in (0.99999, 1.03))
        middle = CURVE.tails(np.array([d, edge]), cuts)[1]
        for moved, part in ((inside, -0.00001), (outside, 0.03)):
            expected = middle.upper + part * edge * middle.first[2] + (part * edge) ** 2 / 2 * middle.second[2, 2]
            np.testing.assert_allclose(moved.upper, expected, rtol=1e-8, atol=1e-10)


# Derivatives


@settings(max_examples=60)
@given(parameters, st.lists(st.floats(-7, 7), min_size=1, max_size=4))
def test_derivatives_of_the_tails(theta, z):
    """First derivatives are differences of the TPF, second ones differences of the first."""
    d, c = theta
    assume(abs(d / (4 * c)) > 0.02 if c else True)
    at, cuts = np.array(theta), np.array(z)
    found = CURVE.tails(at, cuts)[1]
    step = 1e-5 * min(1.0, d)
    for i in range(3):
        move, shift = (np.zeros(2), step) if i == 0 else (step * np.eye(2)[i - 1], 0.0)
        high, low = (CURVE.tails(at + s * move, cuts + s * shift)[1] for s in (1, -1))
        np.testing.assert_allclose(found.first[i], (high.upper - low.upper) / (2 * step), rtol=1e-5, atol=1e-7)
        np.testing.assert_allclose(found.second[i], (high.first - low.first) / (2 * step), rtol=1e-4, atol=2e-5)


@pytest.mark.parametrize("theta", [*GRID, (3.0, -0.9)])
@pytest.mark.parametrize("band", BANDS)
def test_areas_are_integrals(theta, band):
    """Closed forms of areas and of their derivatives are what integrating curve and derivatives gives."""
    at = np.array(theta)
    assert CURVE.partial_area(at, *band) == pytest.approx(CurveFamily.partial_area(CURVE, at, *band), abs=1e-13)
    np.testing.assert_allclose(
        CURVE.partial_area_gradient(at, *band), CurveFamily.partial_area_gradient(CURVE, at, *band), atol=1e-12
    )
    if band == (0.0, 1.0):
        assert CURVE.area(at) == pytest.approx(CURVE.partial_area(at, 0, 1), abs=1e-14)
        np.testing.assert_allclose(CURVE.area_gradient(at), CURVE.partial_area_gradient(at, 0, 1), atol=1e-13)
        whole = quad(lambda x: CURVE.tpf(at, np.array([x]))[0], 0, 1, epsabs=1e-11, limit=400)[0]
        assert CURVE.area(at) == pytest.approx(whole, abs=1e-9)


@given(parameters)
def test_free_scales(theta):
    """Free scales lead back, and their slopes are differences."""
    at = np.array(theta)
    free = CURVE.free(at)
    np.testing.assert_allclose(CURVE.natural(free), at, rtol=1e-12)
    first, second = CURVE.natural_slopes(free)
    for i in range(2):
        step = 1e-5 * np.eye(2)[i] * min(1.0, abs(free[0]))
        high, low = CURVE.natural(free + step), CURVE.natural(free - step)
        assert first[i] == pytest.approx((high - low)[i] / (2 * step[i]), rel=1e-5)
        slopes = [CURVE.natural_slopes(free + s * step)[0][i] for s in (1, -1)]
        assert second[i] == pytest.approx((slopes[0] - slopes[1]) / (2 * step[i]), rel=1e-4, abs=1e-6)
    with pytest.raises(ValueError, match="d_a"):
        CURVE.free(np.array([-0.1, 0.0]))


def test_near_equal_means_only_a_fourth_power_counts():
    """To first order the square of d_a moves the curve in the direction of c: no data tell the two apart there."""
    cuts = np.linspace(-2, 2, 9)
    found = CURVE.tails(np.array([1e-6, -0.3]), cuts)[1]
    by_square = found.second[1, 1] / 2
    ratio = by_square / found.first[2]
    np.testing.assert_allclose(ratio, ratio[0], rtol=1e-6)


# Fits


@pytest.mark.parametrize("theta", [(1.5, -0.2), (1.2, 0.15), (0.8, 0.0), (2.2, -0.4)])
def test_the_truth_is_found(theta):
    """Counts in proportion to the cells of a curve give that curve back."""
    cuts = np.array([-1.0, -0.2, 0.4, 1.0, 1.8])
    counts = table(*(np.rint(1e9 * cells(tails)) for tails in CURVE.tails(np.array(theta), cuts)))
    fit = maximise(CURVE, counts)
    assert fit.trouble is None
    np.testing.assert_allclose(fit.theta, theta, atol=2e-6)
    np.testing.assert_allclose(fit.cuts, cuts, atol=2e-6)


def test_nothing_is_higher():
    """A second climb, of parameters and cuts together from four starts, finds no higher likelihood."""
    rng = np.random.default_rng(20)
    starts = [(d, c) for d in (0.4, 2.0) for c in (-0.5, 0.5)]
    for _ in range(6):
        theta = (abs(rng.normal(0, 1.2)), math.tanh(rng.normal(0, 0.3)))
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
    rng = np.random.default_rng(5)
    fits = [maximise(CURVE, drawn(CURVE, (1.5, -0.25), [-0.5, 0.5, 1.3], (600, 600), rng)) for _ in range(30)]
    assert all(fit.trouble is None for fit in fits)
    spread = np.std([fit.theta for fit in fits], axis=0)
    typical = np.sqrt(np.mean([np.diag(fit.expected) for fit in fits], axis=0))
    np.testing.assert_allclose(spread, typical, rtol=0.35)


def test_exchanged_groups_exchange_the_fit():
    """Cases and controls exchanged, and categories reversed: d_a stays, c changes its sign, and so do no errors."""
    controls, cases = HANLEY
    fit, turned = maximise(CURVE, table(controls, cases)), maximise(CURVE, table(cases[::-1], controls[::-1]))
    np.testing.assert_allclose(turned.theta, fit.theta * [1, -1], rtol=1e-6)
    assert turned.loglikelihood == pytest.approx(fit.loglikelihood, rel=1e-12)
    np.testing.assert_allclose(np.diag(turned.observed), np.diag(fit.observed), rtol=1e-5)


def test_no_better_than_the_binormal_curve_and_no_hook():
    """On ratings whose binormal fit has no visible hook both fits nearly agree, likelihoods and areas."""
    proper, plain = maximise(CURVE, table(*HANLEY)), maximise(Binormal(), table(*HANLEY))
    assert proper.loglikelihood == pytest.approx(plain.loglikelihood, abs=0.001)
    assert CURVE.area(proper.theta) == pytest.approx(Binormal().area(plain.theta), abs=2e-4)


# Edges


@pytest.mark.parametrize(
    ("controls", "cases", "code"),
    [
        pytest.param([20, 20, 20, 20], [10, 10, 10, 10], "chance-line", id="on the chance line"),
        pytest.param([5, 10, 20, 40], [40, 20, 10, 5], "chance-line", id="reversed"),
        pytest.param([5, 20, 30, 20, 5], [20, 10, 10, 20, 30], "parameter-edge", id="a hook"),
        pytest.param([5, 20, 50, 20, 5], [20, 20, 20, 20, 20], "parameter-edge", id="wider cases"),
        pytest.param([20, 20, 20, 20, 20], [5, 20, 50, 20, 5], "parameter-edge", id="narrower cases"),
        pytest.param([30, 15, 5, 0], [5, 5, 5, 35], "parameter-edge", id="cases beyond all controls"),
        pytest.param([40, 10, 0, 0], [10, 0, 0, 40], "parameter-edge", id="points on edges and one level"),
    ],
)
def test_edges_have_no_standard_errors(controls, cases, code):
    """A fit at an edge of the family says so, is the highest there is, and has no covariance."""
    counts = table(controls, cases)
    fit = maximise(CURVE, counts)
    assert fit.trouble is not None
    assert fit.trouble.code == code
    assert fit.observed is None
    assert fit.expected is None
    starts = [(0.05, -0.4), (0.05, 0.4), (1.0, -0.3)]
    assert fit.loglikelihood >= highest(CURVE, counts, starts, unlimited)[0] - 0.02
    assert 0.5 <= CURVE.area(fit.theta) < 1


@pytest.mark.parametrize(
    ("controls", "cases", "top", "value"),
    [
        pytest.param([28, 1, 18, 1, 2], [26, 0, 15, 8, 6], [0.28707, -0.13079], -119.11319, id="0.005 higher"),
        pytest.param(
            [5, 0, 1, 5, 6, 0, 3, 1, 2, 3, 6],
            [5, 1, 2, 6, 2, 2, 1, 5, 6, 8, 19],
            [0.46331, -0.05282],
            -187.03575,
            id="0.2 higher",
        ),
    ],
)
def test_a_regular_top_beside_an_edge(controls, cases, top, value):
    """A regular top that is a little higher than the one with equal means: found by a search over all parameters."""
    fit = maximise(CURVE, table(controls, cases))
    assert fit.trouble is None
    assert fit.theta == pytest.approx(top, abs=1e-3)
    assert fit.loglikelihood == pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize(
    ("controls", "cases", "code"),
    [
        pytest.param([30, 10, 0, 0], [0, 0, 5, 20], "perfect-separation", id="perfect"),
        pytest.param([40, 10], [12, 38], "one-interior-point", id="one point"),
        pytest.param([50, 3, 0], [0, 4, 50], "edge-points", id="perfect but for a tie"),
    ],
)
def test_refusals(controls, cases, code):
    """What no proper binormal curve can be fitted to is refused by its name."""
    with pytest.raises(FitError) as refused:
        fit_curve(Sample.from_counts(controls=controls, cases=cases), CURVE)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("theta", "code"),
    [
        ((1.5, -0.2), None),
        ((0.8, -3e-4), None),
        ((0.05, 0.3), None),
        ((1e-4, 1e-5), "chance-line"),
        ((1e-3, 0.3), "parameter-edge"),
        ((12.0, 0.1), "degenerate-curve"),
        ((2.0, -0.99995), "degenerate-curve"),
        ((0.0, 0.99999), "degenerate-curve"),
    ],
)
def test_edges_by_name(theta, code):
    """Each edge of the family has its name, and the inside has none."""
    note = CURVE.boundary(np.array(theta))
    assert (note.code if note else None) == code


def test_what_a_flat_likelihood_tends_to():
    """A likelihood that is flat near equal means has a definite curve at its end; elsewhere it has none."""
    assert CURVE.limit(np.array([0.05, 0.3])).code == "parameter-edge"
    assert CURVE.limit(np.array([1.5, 0.3])) is None
    assert CURVE.limit(np.array([1.5, 0.0])) is None
    fit = maximise(CURVE, table([14, 18, 12, 7, 1, 37, 0, 3], [0, 0, 0, 0, 0, 4, 1, 72]))
    assert fit.trouble.code == "parameter-edge"


# What is printed


def test_print():
    """The printed fit, whole."""
    fit = fit_curve(Sample.from_counts(controls=HANLEY[0], cases=HANLEY[1]), CURVE)
    assert str(fit) == PRINTED


PRINTED = """\

\tProper binormal ROC curve from ratings, maximum likelihood

data:  rating by group (positive: "cases"; higher ratings are positive)
       51 cases, 58 controls, 0 dropped
       5 categories
binormal likelihood ratio, c = (b - 1)/(b + 1); log likelihood = -123.649

95 percent confidence intervals, two-sided, observed information
     estimate  std. error     low   high         scale
d_a     1.908      0.2598   1.461  2.491     log scale
c      -0.168      0.1472  -0.435  0.127   atanh scale
AUC     0.911      0.0295   0.839  0.956  probit scale

Category bounds:
1 | 2  2 | 3  3 | 4  4 | 5
0.170  0.463  0.767  1.798

Observed and expected counts:
                      1    2    3     4     5
controls observed    33    6    6    11     2
controls expected  32.9  6.4  5.8  10.8   2.1
cases observed        3    2    2    11    33
cases expected      3.2  1.5  2.1  11.2  33.0

Goodness of fit: X-squared = 0.209, df = 2, p-value = 0.901
note: 4 of 10 expected counts are below 5; the goodness-of-fit p-value is rough.
empirical AUC of the same ratings: 0.893 (std. error 0.0307)
"""
