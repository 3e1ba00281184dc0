"""The bigamma curve: exact derivatives in the shape, the curves it contains, and the edges of its family."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import gradient_of
from scipy.integrate import quad
from scipy.optimize import minimize
from scipy.special import betaincinv, digamma, gammaincc
from scipy.stats import f as f_distribution
from scipy.stats import gamma, norm

from rocstats import Sample
from rocstats.errors import FitError
from rocstats.parametric.bigamma import Bigamma
from rocstats.parametric.curve_fitting import fit_curve
from rocstats.parametric.gamma_tail import gamma_tail, log_gamma_density
from rocstats.parametric.ordinal_table import OrdinalTable
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.profile_climb import maximise

CURVE = Bigamma()
HANLEY = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
INSIDE = np.array([1e-6, 0.01, 0.2, 0.5, 0.7, 0.99, 1 - 1e-9])
# Seeds of tables whose largest likelihood is inside the family.
SEEDS = (0, 1, 2, 3, 6, 7, 8, 9, 10, 11)
# r, log(x), upper tail of gamma and its first two derivatives in r: mpmath 1.4.1, 60 digits, central differences of
# gammainc(r, x, inf, regularized=True) with steps of r * 1e-15.
TAILS = [
    (0.1, -8, 0.527708100370682, 3.57833010226784, -26.4346002125225),
    (0.1, 0.5, 0.00918608990068561, 0.103452582224805, 0.234001709945561),
    (0.7, -0.25, 0.311661230679117, 0.501413207113843, -0.012690333604259),
    (2.5, 1.5, 0.110533826717529, 0.113923206981548, 0.0672353826962266),
    (14, 2.2, 0.924882146619884, 0.0410523989791141, -0.0181496163758784),
    (14, 3, 0.0638427164907496, 0.0317210900278064, 0.0115045722699465),
    (100, 4.4, 0.974411359240112, 0.0061719031298704, -0.00126739777167391),
    (100, 4.8, 0.0203559506087576, 0.00476182583342404, 0.000928479642614634),
    (900, 6.75, 0.939077592574621, 0.00405416774605652, -0.000212437246892538),
]


def with_area(r, area):
    """Return the parameters of a curve with this shape and area."""
    return np.array([r, betaincinv(r, r, 1 - area) / betaincinv(r, r, area)])


def table(controls, cases):
    """Make a table of counts by category."""
    labels = np.arange(float(len(controls)))
    return OrdinalTable(np.array(controls, dtype=np.int64), np.array(cases, dtype=np.int64), labels, labels)


def counted(theta, cuts, n, m):
    """Return whole counts close to what a curve expects between cuts of log(x)."""
    cells = [np.diff(np.concatenate([[0.0], tails.lower, [1.0]])) for tails in CURVE.tails(theta, np.array(cuts))]
    return np.rint(n * cells[0]).astype(int).tolist(), np.rint(m * cells[1]).astype(int).tolist()


# By hand


def test_the_area_is_a_beta_distribution_function():
    """With r = 2 and b = 1/4 it is 3 y^2 - 2 y^3 at y = 4/5, 112/125; with r = 1, 1 / (1 + b)."""
    assert CURVE.area(np.array([2.0, 0.25])) == pytest.approx(112 / 125, rel=1e-14)
    assert CURVE.area(np.array([1.0, 0.25])) == pytest.approx(0.8, rel=1e-14)


def test_shape_1_is_the_power_law():
    """Exponential variables: TPF = FPF^b, with the same tails at cuts of the same axis."""
    theta = np.array([1.0, 0.3])
    np.testing.assert_allclose(CURVE.tpf(theta, INSIDE), INSIDE**0.3, rtol=1e-12)
    cuts = np.linspace(-5, 2.5, 7)
    for ours, theirs in zip(CURVE.tails(theta, cuts), PowerLaw().tails(np.array([0.3]), cuts), strict=True):
        np.testing.assert_allclose(ours.upper, theirs.upper, rtol=1e-13)
        np.testing.assert_allclose(ours.first[0], theirs.first[0], rtol=1e-12)
        np.testing.assert_allclose(ours.second[0, 0], theirs.second[0, 0], rtol=1e-11, atol=1e-15)
    ours, theirs = CURVE.tails(theta, cuts)[1], PowerLaw().tails(np.array([0.3]), cuts)[1]
    np.testing.assert_allclose(ours.first[2], theirs.first[1], rtol=1e-12)
    np.testing.assert_allclose(ours.second[2, 2], theirs.second[1, 1], rtol=1e-10, atol=1e-15)


# The tail of a log gamma variate


@pytest.mark.parametrize(("r", "t", "upper", "first", "second"), TAILS)
def test_derivatives_in_the_shape_have_all_their_digits(r, t, upper, first, second):
    """Tail and both derivatives equal figures of 60 digits, to a relative 1e-12."""
    tail = gamma_tail(float(r), np.array([float(t)]))
    assert tail.upper[0] == pytest.approx(upper, rel=1e-13)
    assert tail.r[0] == pytest.approx(first, rel=1e-12)
    assert tail.rr[0] == pytest.approx(second, rel=2e-12)


@pytest.mark.parametrize("r", [0.03, 0.1, 1.0, 6.0, 14.99, 15.01, 120.0])
def test_derivatives_are_numerical_ones(r):
    """Derivatives in the shape equal differences of scipy's gammaincc; those in the cut, of the density."""
    spread = math.sqrt(1 / r + 1 / r**2)
    t = digamma(r) + spread * np.array([-3.0, -1.0, -0.3, 0.0, 0.4, 0.9])
    tail = gamma_tail(r, t)
    h = 1e-3 * r
    shapes = [gammaincc(r + i * h, np.exp(t)) for i in (-2, -1, 0, 1, 2)]
    first = (shapes[0] - 8 * shapes[1] + 8 * shapes[3] - shapes[4]) / (12 * h)
    second = (-shapes[0] + 16 * shapes[1] - 30 * shapes[2] + 16 * shapes[3] - shapes[4]) / (12 * h * h)
    np.testing.assert_allclose(tail.r, first, rtol=1e-7, atol=1e-9 / r)
    np.testing.assert_allclose(tail.rr, second, rtol=1e-5, atol=1e-6 / r**2)
    np.testing.assert_allclose(-tail.t, log_gamma_density(r, t), rtol=1e-14)
    step = 1e-5 * spread
    change = (gamma_tail(r, t + step).t - gamma_tail(r, t - step).t) / (2 * step)
    np.testing.assert_allclose(tail.tt, change, rtol=1e-6, atol=1e-9 / spread)
    change = (gamma_tail(r, t + step).r - gamma_tail(r, t - step).r) / (2 * step)
    np.testing.assert_allclose(tail.tr, change, rtol=1e-6, atol=1e-8 / r)


def test_a_tail_has_no_joints():
    """Where the series hands over to the integral, along cuts and along shapes, nothing jumps."""
    for r in (0.05, 2.0, 14.9):
        joint = float(digamma(r + 1))
        below, above = (gamma_tail(r, np.array([joint + off])) for off in (-1e-12, 1e-12))
        for name in ("upper", "lower", "r", "rr"):
            assert getattr(below, name)[0] == pytest.approx(getattr(above, name)[0], rel=1e-10)
    small, large = (gamma_tail(15 * (1 + off), np.array([2.0, 2.5, 2.7, 3.0])) for off in (-1e-13, 1e-13))
    for name in ("upper", "t", "r", "rr"):
        np.testing.assert_allclose(getattr(small, name), getattr(large, name), rtol=1e-10)


def test_cuts_far_out_have_finite_tails():
    """Shares of 0 or 1, and derivatives that are finite, at any cut."""
    for r in (0.02, 1.0, 1000.0):
        tail = gamma_tail(r, np.array([-1e5, -800.0, 0.0, 60.0, 1e5]))
        for name in ("upper", "lower", "t", "r", "tt", "tr", "rr"):
            assert np.isfinite(getattr(tail, name)).all()
        assert tail.upper[0] == 1
        assert tail.upper[-1] == 0


# The curve

curves = st.tuples(st.floats(-3.5, 5).map(math.exp), st.floats(0.52, 0.995)).map(lambda pair: with_area(*pair))


@given(curves)
@settings(max_examples=30)
def test_reading_either_way_agrees(theta):
    """FPF and TPF are inverse, cuts have the shares they were asked for, and tails add up to 1."""
    controls, cases = CURVE.tails(theta, CURVE.cuts_at(theta, INSIDE))
    np.testing.assert_allclose(controls.upper, INSIDE, rtol=1e-10)
    np.testing.assert_allclose(CURVE.tails(theta, CURVE.cuts_at_tpf(theta, INSIDE))[1].upper, INSIDE, rtol=1e-9)
    np.testing.assert_allclose(cases.upper + cases.lower, 1, rtol=1e-12)


@given(curves)
@settings(max_examples=30)
def test_the_slope_falls_all_the_way(theta):
    """A proper curve: its slope never rises, and it lies above the chance line."""
    at = norm.cdf(np.linspace(-5, 5, 60))
    slope = CURVE.slope(theta, at)
    assert (np.diff(slope) <= 1e-9 * slope[:-1]).all()
    assert (CURVE.tpf(theta, at) >= at * (1 - 1e-12)).all()


@given(curves)
@settings(max_examples=20)
def test_the_area_has_two_other_routes(theta):
    """The area is scipy's F distribution, and the area under the curve point by point."""
    r, b = theta
    assert CURVE.area(theta) == pytest.approx(float(f_distribution.cdf(1 / b, 2 * r, 2 * r)), abs=1e-12)
    assert CURVE.partial_area(theta, 0, 1) == pytest.approx(CURVE.area(theta), abs=1e-9)


def test_a_partial_area_is_the_integral():
    """Partial areas equal adaptive integration of scipy's gamma tails to 1e-10."""
    for theta, band in ((np.array([0.4, 0.05]), (0.0, 0.2)), (np.array([30.0, 0.7]), (0.3, 0.9))):
        r, b = theta
        slow = quad(lambda x, r=r, b=b: gamma.sf(b * gamma.isf(x, r), r), *band, epsabs=1e-13, limit=200)[0]
        assert CURVE.partial_area(theta, *band) == pytest.approx(slow, abs=1e-10)


@pytest.mark.parametrize("r", [0.05, 0.5, 3.0, 80.0])
@pytest.mark.parametrize("area", [0.55, 0.8, 0.98])
def test_gradients_are_numerical_ones(r, area):
    """Gradients of area, partial area and TPF equal differences, on the free scales."""
    theta = with_area(r, area)
    free, slopes = CURVE.free(theta), CURVE.natural_slopes(CURVE.free(theta))[0]
    at = np.array([0.05, 0.4])
    pairs = [
        (CURVE.area_gradient(theta), lambda q: CURVE.area(CURVE.natural(q))),
        (CURVE.partial_area_gradient(theta, 0, 0.2), lambda q: CURVE.partial_area(CURVE.natural(q), 0, 0.2)),
        *(
            (CURVE.tpf_gradient(theta, at)[:, i], lambda q, i=i: CURVE.tpf(CURVE.natural(q), at)[i])
            for i in range(len(at))
        ),
    ]
    for exact, value in pairs:
        np.testing.assert_allclose(exact * slopes, gradient_of(value, free, 1e-3), rtol=1e-6, atol=1e-9)
    second = [gradient_of(lambda q, i=i: float(CURVE.natural_slopes(q)[0][i]), free)[i] for i in range(2)]
    np.testing.assert_allclose(CURVE.natural_slopes(free)[1], second, rtol=1e-6)


def test_a_large_shape_is_a_normal_curve_of_equal_variances():
    """As r grows, (1 - b) sqrt(r) is the distance of two normal distributions."""
    r, distance = 900.0, 1.5
    at = np.array([0.05, 0.2, 0.5, 0.8])
    theta = np.array([r, math.exp(-distance / math.sqrt(r))])
    np.testing.assert_allclose(CURVE.tpf(theta, at), norm.cdf(distance + norm.ppf(at)), atol=0.02)


def test_a_small_shape_is_a_jump_with_a_straight_line_behind_it():
    """As r falls, TPF tends to 1 - b^r + b^r FPF."""
    theta = np.array([0.02, 0.5**50])
    at = np.array([0.2, 0.5, 0.8])
    np.testing.assert_allclose(CURVE.tpf(theta, at), 0.5 + 0.5 * at, atol=0.01)


# Fits


@pytest.mark.parametrize("theta", [(0.3, 0.01), (1.0, 0.2), (4.0, 0.4), (40.0, 0.8)])
def test_expected_counts_give_their_parameters_back(theta):
    """Counts of a billion subjects as the curve expects them are fitted with the curve's parameters."""
    cuts = CURVE.cuts_at(np.array(theta), np.array([0.85, 0.6, 0.4, 0.2, 0.07, 0.01]))
    controls, cases = counted(np.array(theta), cuts, 10**9, 10**9)
    fit = fit_curve(Sample.from_counts(controls=controls, cases=cases), CURVE)
    np.testing.assert_allclose(fit.theta, theta, rtol=1e-3)
    assert all(error > 0 for error in fit.standard_errors)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_optimiser_finds_nothing_higher(seed):
    """Nelder and Mead over parameters and cuts, on scipy's gamma tails, end at the same likelihood or below."""
    rng = np.random.default_rng(seed)
    r = [0.3, 1.0, 3.0, 10.0][seed % 4]
    b = with_area(r, [0.75, 0.9][seed % 2])[1]
    scores = np.concatenate([rng.gamma(r, 1, 80), rng.gamma(r, 1 / b, 80)])
    rating = np.searchsorted(np.quantile(scores, [0.25, 0.5, 0.8]), scores)
    counts = np.stack([np.bincount(part, minlength=4) for part in (rating[:80], rating[80:])])
    found = maximise(CURVE, table(*counts))
    assert found.trouble is None

    def loss(free):
        r, b = CURVE.natural(free[:2])
        cuts = free[2] + np.concatenate([[0.0], np.cumsum(np.exp(free[3:]))])
        cells = [-np.diff(np.concatenate([[1.0], gamma.sf(np.exp(cuts) * rate, r), [0.0]])) for rate in (1.0, b)]
        if min(map(np.min, cells)) <= 0:
            return 1e6
        return -sum(float(n @ np.log(cell)) for n, cell in zip(counts, cells, strict=True))

    start = np.concatenate([CURVE.free(found.theta), found.cuts[:1], np.log(np.diff(found.cuts))])
    assert -loss(start) == pytest.approx(found.loglikelihood, abs=1e-8)
    other = minimize(loss, start + 0.2, method="Nelder-Mead", options={"maxiter": 1500, "fatol": 1e-9, "xatol": 1e-6})
    assert -other.fun <= found.loglikelihood + 1e-7
    assert -other.fun >= found.loglikelihood - 0.5


def test_it_contains_the_power_law():
    """A fit with a free shape is never worse than that of shape 1."""
    for sample in (HANLEY, Sample.from_counts(controls=[9, 5, 5, 1], cases=[2, 6, 3, 9])):
        assert fit_curve(sample, CURVE).loglikelihood >= fit_curve(sample, PowerLaw()).loglikelihood


def test_order_is_all_that_counts():
    """A rising change of scores and another order of rows change no estimate; a grouped sample is its rows."""
    rng = np.random.default_rng(8)
    cases, controls = rng.gamma(2, 4, 40), rng.gamma(2, 1, 40)
    one = fit_curve(Sample.from_groups(cases=cases.tolist(), controls=controls.tolist()), CURVE)
    other = fit_curve(Sample.from_groups(cases=np.log(cases[::-1]).tolist(), controls=np.log(controls).tolist()), CURVE)
    assert other.theta == pytest.approx(one.theta, rel=1e-8)
    rows = [np.repeat([1.0, 2, 3, 4, 5], n).tolist() for n in ([33, 6, 6, 11, 2], [3, 2, 2, 11, 33])]
    expanded = fit_curve(Sample.from_groups(controls=rows[0], cases=rows[1]), CURVE)
    assert expanded.theta == fit_curve(HANLEY, CURVE).theta


def test_the_ratings_of_hanley_are_fitted_as_well_as_by_others():
    """Five ratings: the area lies near that of the binormal fit (0.911), the shape is told badly."""
    fit = fit_curve(HANLEY, CURVE)
    assert fit.auc == pytest.approx(0.912, abs=5e-4)
    r = fit.parameters[0]
    assert r.interval.low < 1 < 50 < r.interval.high


# Edges


def no_errors(fit):
    """Whether nothing in a fit has a standard error."""
    return fit.covariance is None and fit.standard_errors == (None, None)


def test_below_chance_ends_in_the_chance_line():
    """Where controls score higher the fit is the chance line, without standard errors, and says what to use."""
    fit = fit_curve(Sample.from_counts(controls=[5, 6, 7], cases=[9, 6, 4]), CURVE)
    assert fit.auc == pytest.approx(0.5, abs=1e-4)
    assert no_errors(fit)
    codes = [note.code for note in fit.notes]
    assert "chance-line" in codes
    chance = 9 * math.log(14 / 37) + 6 * math.log(12 / 37) + 4 * math.log(11 / 37)
    chance += 5 * math.log(14 / 37) + 6 * math.log(12 / 37) + 7 * math.log(11 / 37)
    assert fit.loglikelihood == pytest.approx(chance, abs=1e-6)


def test_a_curve_that_bends_the_other_way_ends_at_the_normal_limit():
    """Cases less spread than controls lie beyond the family: r runs to its end, without standard errors."""
    fit = fit_curve(Sample.from_counts(controls=[300, 150, 150, 400], cases=[20, 80, 200, 700]), CURVE)
    assert fit.theta[0] == pytest.approx(1000)
    assert no_errors(fit)
    assert fit.notes[0].code == "parameter-edge"
    assert "ProperBinormal()" in fit.notes[0].text


def test_a_jump_with_a_straight_line_behind_it_ends_at_the_other_limit():
    """Half the cases beyond all controls and the others like them: r runs to 0, without standard errors."""
    fit = fit_curve(Sample.from_counts(controls=[40, 40, 40, 0], cases=[20, 20, 20, 60]), CURVE)
    assert fit.theta[0] == pytest.approx(0.02)
    assert no_errors(fit)
    assert fit.notes[0].code == "parameter-edge"
    assert "ContaminatedBinormal()" in fit.notes[0].text


def test_a_flat_likelihood_ends_at_its_limit():
    """Cases on both sides of all controls: every small shape fits as well, and the jump is the definite curve."""
    fit = fit_curve(Sample.from_counts(controls=[0, 6, 5, 0], cases=[3, 0, 4, 8]), CURVE)
    assert no_errors(fit)
    assert fit.notes[0].code == "parameter-edge"
    assert fit.loglikelihood == pytest.approx(-28.4519, abs=1e-4)


def test_the_jump_is_found_beside_a_regular_top():
    """Runs of scores with a regular top at r = 1.02, and a jump that is 0.29 higher."""
    controls = [1, 0, 11, 0, 1, 0, 1, 0, 2, 0, 1, 0, 5, 0, 2, 0, 2, 0, 2, 0, 2, 0]
    cases = [0, 1, 0, 2, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4, 0, 1, 0, 2, 0, 3, 0, 10]
    found = maximise(CURVE, table(controls, cases))
    assert found.trouble is not None
    assert found.trouble.code == "parameter-edge"
    assert found.loglikelihood == pytest.approx(-157.4337, abs=1e-3)


@pytest.mark.parametrize(
    ("controls", "cases", "code"),
    [
        ([5, 5, 0, 0], [0, 0, 5, 5], "perfect-separation"),
        ([5, 5, 0], [0, 5, 5], "edge-points"),
        ([30, 20], [10, 40], "one-interior-point"),
        ([6], [4], "all-tied"),
        ([3, 3, 3], [0, 0, 1], "one-group-subject"),
    ],
)
def test_data_without_a_curve_are_refused_by_name(controls, cases, code):
    """Separation, one point, ties throughout and a single case have their names."""
    with pytest.raises(FitError) as refused:
        fit_curve(Sample.from_counts(controls=controls, cases=cases), CURVE)
    assert refused.value.code == code


def test_what_is_no_curve_has_no_free_parameters():
    """Shapes and rates outside the family are no numbers on the free scales; those beyond their range go to its end."""
    for theta in ([-1.0, 0.5], [2.0, 1.0], [2.0, 1.2], [0.001, 0.5], [2.0, 0.0]):
        assert not np.isfinite(CURVE.free(np.array(theta))).all()
    assert CURVE.natural(np.array([99.0, 0.0]))[0] == pytest.approx(1000)
    assert CURVE.natural_slopes(np.array([99.0, 0.0]))[0][0] == 0


def test_edges_have_names():
    """Inside there is no note; separation and chance have theirs."""
    assert CURVE.boundary(np.array([2.0, 0.3])) is None
    assert CURVE.boundary(np.array([2.0, 1 - 1e-8])).code == "chance-line"
    assert CURVE.boundary(np.array([2.0, 1e-9])).code == "degenerate-curve"


def test_a_flat_likelihood_tends_to_a_limit():
    """Far out a flat likelihood has the name of the limit on that side; in the middle it has none."""
    assert CURVE.limit(np.array([300.0, 0.9])).code == "parameter-edge"
    assert "jump" in CURVE.limit(np.array([0.03, 1e-9])).text
    assert CURVE.limit(np.array([2.0, 0.3])) is None
