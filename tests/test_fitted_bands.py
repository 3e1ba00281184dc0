"""Bands of fitted curves: the delta method at each FPF, and the line of Working and Hotelling."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hand_curves import COVARIANCE, hand_curve, two_normals
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, norm

from rocstats import DataError, MethodError, Sample, SensitivityAt, fit_binormal, roc_curve
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.fitted_bands import WorkingHotellingBand, fitted_band
from rocstats.parametric.maximum_likelihood import MaximumLikelihood
from rocstats.parametric.power_law import PowerLaw
from rocstats.printing import Note

SAMPLE = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])


def curve(theta=(1.5, 0.8), covariance=COVARIANCE):
    """A fitted curve of given parameters."""
    return hand_curve(SAMPLE, theta, covariance)


def test_worked_by_hand():
    """At an FPF of one half the line stands at a, whose variance is 0.09: 1.5 -+ 0.3 times the quantile."""
    band, whole = fitted_band(curve(), fpf=0.5), fitted_band(curve(), kind="working-hotelling", fpf=0.5)
    assert band.tpf[0] == pytest.approx(norm.cdf(1.5), abs=1e-15)
    assert (band.low[0], band.high[0]) == pytest.approx(norm.cdf([1.5 - 0.3 * 1.959964, 1.5 + 0.3 * 1.959964]))
    many = math.sqrt(5.991465)  # the 0.95 quantile of chi-square on 2 df
    assert (whole.low[0], whole.high[0]) == pytest.approx(norm.cdf([1.5 - 0.3 * many, 1.5 + 0.3 * many]))


@given(
    st.floats(-1, 3),
    st.floats(0.3, 2),
    st.sampled_from([0.6, 0.9, 0.95, 0.999]),
    st.lists(st.floats(0.001, 0.999), min_size=1, max_size=5),
)
def test_both_kinds_are_lines_on_normal_axes(a, b, level, fpf):
    """On the probit scale the edges are a + b z with so many standard errors of this sum to both sides."""
    fit = curve((a, b))
    z = norm.ppf(np.unique(fpf))
    error = np.sqrt(0.09 + 2 * 0.03 * z + 0.04 * z * z)
    for kind, many in (("pointwise", norm.ppf((1 + level) / 2)), ("working-hotelling", math.sqrt(chi2.ppf(level, 2)))):
        band = fitted_band(fit, kind=kind, fpf=fpf, level=level)
        assert band.low == pytest.approx(norm.cdf(a + b * z - many * error), rel=1e-9)
        assert 1 - band.high == pytest.approx(norm.sf(a + b * z + many * error), rel=1e-6, abs=1e-14)


@pytest.mark.parametrize("family", [Binormal(), PowerLaw()], ids=["binormal", "power-law"])
def test_the_pointwise_band_is_the_interval_of_the_sensitivity(family):
    """At each FPF the band has the limits that the fit gives for the TPF there."""
    fit = MaximumLikelihood().fit(SAMPLE, family, level=0.9)
    band = fitted_band(fit, fpf=[0.05, 0.1, 0.25, 0.5, 0.9])
    for x, y, low, high in zip(band.fpf, band.tpf, band.low, band.high, strict=True):
        read = fit.estimate(SensitivityAt(specificity=round(1 - x, 2)))
        assert (y, low, high) == pytest.approx((read.estimate, read.interval.low, read.interval.high), abs=1e-9)


def test_the_line_is_inside_exactly_when_its_parameters_are_in_the_ellipse():
    """The band of Working and Hotelling is the envelope of all lines whose parameters the ellipse holds."""
    fit = curve()
    fpf = norm.cdf(np.linspace(-6, 6, 1201))
    band = fitted_band(fit, kind="working-hotelling", fpf=fpf)
    root = np.linalg.cholesky(COVARIANCE)
    size = math.sqrt(chi2.ppf(0.95, 2))
    for angle in np.linspace(0.05, 6.25, 40):
        way = root @ np.array([math.cos(angle), math.sin(angle)])
        inner, outer = (Binormal().tpf(np.array([1.5, 0.8]) + k * size * way, fpf) for k in (0.999, 1.02))
        assert ((band.low <= inner) & (inner <= band.high)).all()
        z = np.linspace(-6, 6, 1201)
        touched = np.abs(way[0] + way[1] * z) / np.sqrt(0.09 + 0.06 * z + 0.04 * z * z)
        if touched.max() > 0.995:
            assert not ((band.low <= outer) & (outer <= band.high)).all()


@pytest.mark.parametrize("n", [50, 200])
def test_the_bands_cover(n):
    """In 400 samples the whole true curve, and the TPF at each FPF, lie within as often as stated, but for chance."""
    rng = np.random.default_rng(1993)
    a, b = 1.35, 0.8
    whole, at_one = 0, np.zeros(3)
    for _ in range(400):
        cases, controls = rng.normal(a / b, 1 / b, n), rng.normal(size=n)
        theta, covariance = two_normals(cases, controls)
        fit = curve(theta, covariance)
        band = fitted_band(fit, kind="working-hotelling")
        true = Binormal().tpf(np.array([a, b]), band.fpf)
        whole += bool(((band.low <= true) & (true <= band.high)).all())
        each = fitted_band(fit, fpf=[0.1, 0.3, 0.7])
        true = Binormal().tpf(np.array([a, b]), each.fpf)
        at_one += (each.low <= true) & (true <= each.high)
    for inside in (whole, *at_one):
        assert abs(inside / 400 - 0.95) < 3 * math.sqrt(0.95 * 0.05 / 400)


def test_ends_are_known_and_the_rest_has_limits():
    """At an FPF of 0 and of 1 the band closes with its limits; no row between is without them."""
    for kind in ("pointwise", "working-hotelling"):
        band = fitted_band(curve(), kind=kind)
        rows = band.rows()
        assert (rows[0]["fpf"], rows[0]["conf_low"], rows[0]["conf_high"]) == (0, 0, 0)
        assert (rows[-1]["fpf"], rows[-1]["conf_low"], rows[-1]["conf_high"]) == (1, 1, 1)
        assert all(row["conf_low"] < row["estimate"] < row["conf_high"] for row in rows[1:-1])
        assert set(np.arange(101) / 100) <= set(band.fpf)
        assert band.simultaneous is rows[0]["simultaneous"] is (kind == "working-hotelling")
        assert not band.low.flags.writeable


def test_a_curve_too_near_to_one_has_no_limits_there():
    """Where the probit of the TPF is out of reach, the row has no limits and a note says so."""
    band = fitted_band(curve((60.0, 0.8)), fpf=[0.2, 0.5])
    assert [row["conf_low"] for row in band.rows()] == [None, None]
    (note,) = band.notes
    assert note.code == "no-limits"
    assert note.text == (
        "at an FPF of 0.200 to 0.500 a double-precision number cannot hold the limits: no rows or prints give them, "
        "and both edges stand on the curve."
    )
    assert band.low.tolist() == band.high.tolist() == band.tpf.tolist()


def test_the_smallest_fpfs_are_printed_readably():
    """An FPF that no three decimals show stands by its distance from 0 or 1, in the table and in a note."""
    ratings = fit_binormal(SAMPLE)
    for kind in ("pointwise", "working-hotelling"):
        printed = str(fitted_band(ratings, kind=kind, fpf=[1e-300, 1e-12, 0.0004, 0.25, 0.99999], level=0.5001))
        assert max(map(len, printed.splitlines())) <= 80
        words = printed[printed.index("high") :].split()
        assert [word for word in ("1e-300", "1e-12", "4e-4", "0.250", "1-1e-5") if word not in words] == []
    steep = str(fitted_band(curve((60.0, 0.8)), fpf=[1e-13, 1e-9]))
    assert max(map(len, steep.splitlines())) <= 80
    assert "at an FPF of 1e-13 to 1e-9 a double-precision number cannot hold" in " ".join(steep.split())


def test_edges_that_turn_back_are_named():
    """Where slopes near 0 are not ruled out, the low edge falls at the right and the high one at the left end."""
    wide = fitted_band(curve((0.5, 0.4)), kind="working-hotelling")
    assert [note.code for note in wide.notes] == ["edges-turn"]
    assert wide.notes[0].text.startswith("the low edge falls beyond an FPF of 0.")
    assert "and the high edge falls below an FPF of 0." in wide.notes[0].text
    fall = np.flatnonzero(np.diff(wide.low[:-1]) < 0)[0]
    assert f"{wide.fpf[fall]:.3f}"[:4] in wide.notes[0].text
    assert fitted_band(curve()).notes == ()


def test_the_notes_of_the_fit_stay_with_its_band():
    """What is said of the curve is said of its band, but for notes on numbers that a band does not have."""
    fit = replace(curve(), notes=(Note("disagrees", "they differ."), Note("few-expected", "few.")))
    assert [note.code for note in fitted_band(fit).notes] == ["disagrees"]


def test_refusals():
    """What is no fit, has no errors, or is no line is refused in one sentence, with what to take instead."""
    with pytest.raises(TypeError, match=r"takes a fitted curve, not EmpiricalCurve; make one with fit_curve"):
        fitted_band(roc_curve(SAMPLE))
    with pytest.raises(MethodError, match=r'kind is \'normal\'; it must be "pointwise" or "working-hotelling"'):
        fitted_band(curve(), kind="normal")
    with pytest.raises(MethodError, match=r"fitted without standard errors, so it has no band; .* roc_band\(sample\)"):
        fitted_band(curve(covariance=None))
    power = MaximumLikelihood().fit(SAMPLE, PowerLaw(), level=0.95)
    with pytest.raises(MethodError, match=r'made for a straight line, and a power-law curve .* kind="pointwise"'):
        fitted_band(power, kind="working-hotelling")
    with pytest.raises(MethodError, match=r"level is 95; .* Write 0.95"):
        fitted_band(curve(), level=95)
    with pytest.raises(DataError, match=r"fpf holds 1.5"):
        fitted_band(curve(), fpf=[0.1, 1.5])
    with pytest.raises(TypeError, match=r"it must be numbers between 0 and 1"):
        fitted_band(curve(), fpf=[True])


def test_the_print_whole():
    """The print says whose band it is, what it promises, and both edges at tenths of the FPF."""
    band = fitted_band(curve(), kind="working-hotelling", fpf=np.arange(11) / 10)
    assert isinstance(band, WorkingHotellingBand)
    assert str(band) == PRINTED
    first = band.rows()[1]
    assert (first["family"], first["fit"], first["kind"], first["conf_level"]) == (
        *("binormal", "by hand", "working-hotelling"),
        0.95,
    )
    assert "one FPF at a time:" in str(fitted_band(curve()))


PRINTED = """
	Simultaneous band for the fitted ROC curve, Working-Hotelling

data:  rating by group (positive: "cases"; higher scores are positive)
       51 cases, 58 controls, 0 dropped
binormal, by hand, observed information
95 percent for the whole curve:
FPF    TPF    low   high
0.0  0.000  0.000  0.000
0.1  0.683  0.416  0.877
0.2  0.796  0.575  0.928
0.3  0.860  0.668  0.958
0.4  0.903  0.731  0.976
0.5  0.933  0.778  0.987
0.6  0.956  0.816  0.994
0.7  0.973  0.848  0.998
0.8  0.985  0.879  0.999
0.9  0.994  0.911  1.000
1.0  1.000  1.000  1.000
"""
