"""The binormal family: curve, areas over bands, indices, and derivatives of each."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import gradient_of
from scipy.integrate import quad
from scipy.special import ndtr
from scipy.stats import multivariate_normal, norm

from rocstats.empirical.partial_area import PartialAUC
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.binormal_area import binormal_area, binormal_area_gradient
from rocstats.parametric.curve_reading import band_area
from rocstats.parametric.family import CurveFamily

CURVE = Binormal()
thetas = st.tuples(st.floats(-4, 4), st.floats(0.1, 6)).map(np.array)
INSIDE = np.array([1e-9, 1e-3, 0.1, 0.4, 0.5, 0.9, 0.999])


def swapped(theta):
    """Return the parameters when the groups change places."""
    a, b = theta
    return np.array([-a / b, 1 / b])


def density(z):
    """Return the standard normal density."""
    return math.exp(-z * z / 2) / math.sqrt(2 * math.pi)


def integral(of, a, b, low, high):
    """Integrate over the normal quantile of the FPF by adaptive quadrature, in pieces about the steep place."""
    ends = np.clip(norm.ppf([low, high]), -38, 38)
    steep = [-a / b + k / b for k in (-8, -2, 0, 2, 8)] + [-6.0, -2.0, 0.0, 2.0, 6.0]
    at = np.unique([ends[0], *(z for z in steep if ends[0] < z < ends[1]), ends[1]])
    parts = [quad(of, p, q, epsabs=1e-15, epsrel=1e-13, limit=200)[0] for p, q in itertools.pairwise(at)]
    return math.fsum(parts)


# By hand


def test_the_chance_line_has_a_of_0_and_b_of_1():
    """TPF = FPF, area 1/2, and over a band (0, 1/5) the triangle 1/50."""
    theta = np.array([0.0, 1.0])
    assert CURVE.area(theta) == 0.5
    assert CURVE.tpf(theta, INSIDE) == pytest.approx(INSIDE, rel=1e-12)
    assert CURVE.partial_area(theta, 0, 0.2) == pytest.approx(1 / 50, abs=1e-15)
    assert CURVE.index(theta, "d_a")[0] == 0


def test_the_curve_passes_through_the_median_of_the_controls_at_a():
    """At FPF 1/2 the TPF is pnorm(a), whatever b is: 0.8413 for a = 1."""
    for b in (0.3, 1.0, 4.0):
        assert CURVE.tpf(np.array([1.0, b]), np.array([0.5]))[0] == pytest.approx(0.841344746068543, abs=1e-14)


def test_the_area_by_hand():
    """For a = 1 and b = 3/4 the deviations make 5/4, so the area is pnorm(4/5) = 0.788145."""
    assert CURVE.area(np.array([1.0, 0.75])) == pytest.approx(0.788144601416603, abs=1e-14)


def test_the_indices_by_hand():
    """For a = 3/2 and b = 3/4: delta_m = 2, d_e = 12/7, d_a = sqrt(2) 6/5."""
    theta = np.array([1.5, 0.75])
    values = [CURVE.index(theta, name)[0] for name in CURVE.indices]
    assert values == pytest.approx([2, 12 / 7, math.sqrt(2) * 6 / 5], abs=1e-14)


def test_below_one_cut_both_halves_meet():
    """With a = 0 the area left of FPF 1/2 is 1/4 - atan(b) / (2 pi): 1/8 on the chance line."""
    assert binormal_area(0.0, 1.0, 0.0, 0.5) == 0.125
    assert binormal_area(0.0, 1.0, 0.5, 1.0) == 0.375


# Equal to slow formulas


def test_areas_over_bands_equal_numerical_integrals():
    """For curves flat and steep, bands wide and narrow, at both ends and a of 0, to 1e-10 and beyond."""
    rng = np.random.default_rng(20261)
    for _ in range(150):
        a = float(rng.choice([0.0, 1e-9, rng.normal(), 8 * rng.normal()]))
        b = float(rng.choice([1.0, math.exp(rng.normal()), math.exp(3 * rng.normal())]))
        ends = [0.0, 0.5, 1.0, 1e-8, rng.uniform(), rng.uniform() ** 6, 1 - 1e-6]
        low, high = np.sort(rng.choice(ends, 2, replace=False))
        exact = integral(lambda z, a=a, b=b: ndtr(a + b * z) * density(z), a, b, low, high)
        assert binormal_area(a, b, low, high) == pytest.approx(exact, abs=2e-12), (a, b, low, high)


def test_gradients_of_areas_over_bands_equal_numerical_integrals():
    """The derivatives under the integral sign, integrated."""
    rng = np.random.default_rng(20262)
    for _ in range(60):
        a, b = float(2 * rng.normal()), math.exp(1.5 * rng.normal())
        low, high = np.sort(rng.choice([0.0, 0.5, 1.0, rng.uniform(), rng.uniform() ** 6], 2, replace=False))
        by_a = integral(lambda z, a=a, b=b: density(a + b * z) * density(z), a, b, low, high)
        by_b = integral(lambda z, a=a, b=b: z * density(a + b * z) * density(z), a, b, low, high)
        assert binormal_area_gradient(a, b, low, high) == pytest.approx([by_a, by_b], abs=2e-12), (a, b, low, high)


@pytest.mark.parametrize(("a", "b", "fpf"), [(1.2, 0.8, 0.2), (-0.7, 2.0, 0.6), (2.5, 0.3, 0.01)])
def test_areas_are_bivariate_normal_probabilities(a, b, fpf):
    """scipy's bivariate normal at correlation -b / sqrt(1 + b^2)."""
    s = math.hypot(1, b)
    both = multivariate_normal(cov=[[1, -b / s], [-b / s, 1]]).cdf([a / s, norm.ppf(fpf)])
    assert binormal_area(a, b, 0.0, fpf) == pytest.approx(both, abs=1e-8)


@given(thetas)
def test_closed_forms_equal_those_of_any_family(theta):
    """Curve, gradient and slope as the base class reads them off the tails."""
    for fraction in ("tpf", "fpf"):
        assert getattr(CURVE, fraction)(theta, INSIDE) == pytest.approx(
            getattr(CurveFamily, fraction)(CURVE, theta, INSIDE), abs=1e-13
        )
    assert CURVE.tpf_gradient(theta, INSIDE) == pytest.approx(
        CurveFamily.tpf_gradient(CURVE, theta, INSIDE), rel=1e-9, abs=1e-13
    )


@given(thetas)
def test_gradients_are_those_of_differences(theta):
    """Area, partial area, indices and TPF, by differences of fourth order."""
    pairs = [
        (CURVE.area, CURVE.area_gradient(theta)),
        (lambda t: CURVE.partial_area(t, 0.05, 0.3), CURVE.partial_area_gradient(theta, 0.05, 0.3)),
        (lambda t: CURVE.tpf(t, np.array([0.2]))[0], CURVE.tpf_gradient(theta, np.array([0.2]))[:, 0]),
        *[(lambda t, name=name: CURVE.index(t, name)[0], CURVE.index(theta, name)[1]) for name in CURVE.indices],
    ]
    for function, gradient in pairs:
        assert gradient == pytest.approx(gradient_of(function, theta, 1e-3), rel=1e-5, abs=1e-7)


@given(thetas, st.floats(-2.5, 2.5))
def test_tails_have_the_derivatives_of_differences(theta, cut):
    """First and second derivatives of both groups in cut, a and b, at moderate cuts."""
    at = np.concatenate([[cut], theta])
    for group in (0, 1):
        tails = CURVE.tails(theta, at[:1])[group]
        assert tails.upper + tails.lower == pytest.approx(1)
        first = gradient_of(lambda x, g=group: CURVE.tails(x[1:], x[:1])[g].upper[0], at, 1e-3)
        assert tails.first[:, 0] == pytest.approx(first, abs=1e-5)
        for i in range(3):
            second = gradient_of(lambda x, g=group, i=i: CURVE.tails(x[1:], x[:1])[g].first[i, 0], at, 1e-3)
            assert tails.second[i, :, 0] == pytest.approx(second, abs=1e-5)


# Properties


@given(thetas, st.floats(0, 1), st.floats(0, 1))
def test_swapping_the_groups_gives_the_inverse_curve(theta, one, other):
    """(a, b) becomes (-a/b, 1/b), the area 1 - area, and both partial areas make their rectangle."""
    other_way = swapped(theta)
    assert CURVE.area(other_way) == pytest.approx(1 - CURVE.area(theta), abs=1e-14)
    assert CURVE.tpf(other_way, INSIDE) == pytest.approx(CURVE.fpf(theta, INSIDE), abs=1e-13)
    low, high = sorted((one, other))
    t0, t1 = CURVE.tpf(theta, np.array([low, high]))
    left = CURVE.partial_area(theta, low, high) + CURVE.partial_area(other_way, float(t0), float(t1))
    assert left == pytest.approx(high * t1 - low * t0, abs=1e-11)


@given(thetas, st.lists(st.floats(0, 1), min_size=3, max_size=3))
def test_neighbouring_bands_add_up(theta, ends):
    """Two bands that touch have the area of their union, the whole axis that of the curve, and none is negative."""
    low, middle, high = sorted(ends)
    parts = CURVE.partial_area(theta, low, middle), CURVE.partial_area(theta, middle, high)
    assert sum(parts) == pytest.approx(CURVE.partial_area(theta, low, high), abs=1e-14)
    assert min(parts) >= -1e-15
    assert CURVE.partial_area(theta, 0, 1) == pytest.approx(CURVE.area(theta), abs=1e-14)
    assert CURVE.partial_area_gradient(theta, 0, 1) == pytest.approx(CURVE.area_gradient(theta), abs=1e-14)


@given(thetas)
def test_a_curve_ends_in_the_corners_and_its_inverse_leads_back(theta):
    """FPF 0 and 1 are TPF 0 and 1; fpf undoes tpf where neither is lost in rounding."""
    assert CURVE.tpf(theta, np.array([0.0, 1.0])).tolist() == [0.0, 1.0]
    assert CURVE.fpf(theta, np.array([0.0, 1.0])).tolist() == [0.0, 1.0]
    tpf = CURVE.tpf(theta, INSIDE)
    kept = (tpf > 1e-200) & (tpf < 1 - 1e-6)
    assert CURVE.fpf(theta, tpf[kept]) == pytest.approx(INSIDE[kept], rel=1e-6)


@given(thetas)
def test_free_parameters_lead_back_with_the_slopes_they_say(theta):
    """a and log b; b's derivatives in log b are b and b."""
    free = CURVE.free(theta)
    assert CURVE.natural(free) == pytest.approx(theta, rel=1e-14)
    first, second = CURVE.natural_slopes(free)
    for i in range(2):
        by = gradient_of(lambda x, i=i: CURVE.natural(x)[i], free, 1e-3)
        assert by[i] == pytest.approx(first[i], rel=1e-8)
        twice = gradient_of(lambda x, i=i: CURVE.natural_slopes(x)[0][i], free, 1e-3)
        assert twice[i] == pytest.approx(second[i], rel=1e-8, abs=1e-8)


# Corners


def test_extreme_curves_stay_numbers():
    """b of a million or its reciprocal, means 40 deviations apart, bands at the corners: numbers from 0 to width."""
    for a in (-40.0, -1e-300, 0.0, 1e-300, 40.0):
        for b in (1e-6, 1.0, 1e6):
            theta = np.array([a, b])
            for low, high in ((0.0, 1e-300), (0.0, 0.5), (0.5, 1.0), (1 - 1e-16, 1.0), (0.3, 0.3)):
                area = CURVE.partial_area(theta, low, high)
                assert -1e-16 <= area <= high - low + 1e-16
                assert np.isfinite(CURVE.partial_area_gradient(theta, low, high)).all()
            tails = CURVE.tails(theta, np.array([-50.0, 0.0, 50.0]))
            assert all(np.isfinite(part).all() for t in tails for part in (t.upper, t.lower, t.first, t.second))


def test_far_cuts_keep_their_small_tail():
    """Ten deviations out the upper tail is 7.6e-24, not 1 minus something; in the case group likewise below."""
    controls, cases = CURVE.tails(np.array([2.0, 1.0]), np.array([-8.0, 10.0]))
    assert controls.upper[1] == pytest.approx(7.619853024160527e-24, rel=1e-10)
    assert cases.lower[0] == pytest.approx(7.619853024160527e-24, rel=1e-10)


def test_edges_of_the_family_are_named():
    """b near 0 or without limit and means without limit are no estimates; what lies inside is none of these."""
    for a, b in ((1.0, 1e-5), (1.0, 1e5), (50.0, 1.0)):
        note = CURVE.boundary(np.array([a, b]))
        assert note.code == "degenerate-curve"
        assert "Report the empirical AUC" in note.text
    assert CURVE.boundary(np.array([0.0, 1.0])) is None
    assert CURVE.boundary(np.array([3.0, 0.05])) is None


def test_a_band_of_tpf_is_read_off_the_same_area():
    """The area beside the curve over TPF (0.8, 1): 0.2 less what the swapped curve has there."""
    theta = np.array([1.5, 0.7])
    area, _ = band_area(CURVE, theta, PartialAUC(tpf=(0.8, 1)).band)
    assert area == pytest.approx(0.2 - CURVE.partial_area(swapped(theta), 0.8, 1.0), abs=1e-12)


def test_an_unknown_index_is_refused():
    """A name that the family has not."""
    with pytest.raises(KeyError, match="d_prime"):
        CURVE.index(np.array([1.0, 1.0]), "d_prime")
