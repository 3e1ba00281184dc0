"""The power-law curve: closed forms, the regression it is, what swapping groups does, and where it ends."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import gumbel_l

from rocstats import AUC, PartialAUC, Sample
from rocstats.errors import FitError
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.curve_fitting import fit_curve
from rocstats.parametric.maximum_likelihood import MaximumLikelihood
from rocstats.parametric.ordinal_table import OrdinalTable
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.profile_climb import maximise

CURVE = PowerLaw()
HANLEY = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])


def table(controls, cases):
    """Make a table of counts by category."""
    labels = np.arange(float(len(controls)))
    return OrdinalTable(np.array(controls, dtype=np.int64), np.array(cases, dtype=np.int64), labels, labels)


# By hand


def test_two_categories_have_a_closed_form():
    """With one point (FPF, TPF) = (0.4, 0.8), k = log(TPF) / log(FPF), and the delta method gives its error."""
    fit = fit_curve(Sample.from_counts(controls=[30, 20], cases=[10, 40]), CURVE)
    fpf, tpf = 0.4, 0.8
    k = math.log(tpf) / math.log(fpf)
    variance = (1 - tpf) / (50 * tpf * math.log(fpf) ** 2) + k**2 * (1 - fpf) / (50 * fpf * math.log(fpf) ** 2)
    assert fit.theta[0] == pytest.approx(k, rel=1e-10)
    assert fit.standard_errors[0] == pytest.approx(math.sqrt(variance), rel=1e-10)
    assert fit.auc == pytest.approx(1 / (1 + k), rel=1e-10)
    saturated = 30 * math.log(0.6) + 20 * math.log(0.4) + 10 * math.log(0.2) + 40 * math.log(0.8)
    assert fit.loglikelihood == pytest.approx(saturated, rel=1e-12)


def test_points_on_the_curve_are_fitted_without_misfit():
    """FPF 3/4, 1/2, 1/4 and TPF 9/16, 4/16, 1/16 lie on TPF = FPF^2: the fit is k = 2 and expects what was observed."""
    fit = fit_curve(Sample.from_counts(controls=[40, 40, 40, 40], cases=[70, 50, 30, 10]), CURVE)
    assert fit.theta[0] == pytest.approx(2, rel=1e-9)
    detail = fit.details[0]
    np.testing.assert_allclose(detail.expected_controls, [40] * 4, rtol=1e-9)
    np.testing.assert_allclose(detail.expected_cases, [70, 50, 30, 10], rtol=1e-9)
    assert detail.pearson.statistic == pytest.approx(0, abs=1e-12)
    assert detail.pearson.df == 2


def test_curve_and_area_have_closed_forms():
    """TPF, FPF, slope and areas are those of x^k."""
    theta = np.array([0.25])
    x = np.array([0.0, 0.0001, 0.4, 1.0])
    np.testing.assert_allclose(CURVE.tpf(theta, x), x**0.25, rtol=1e-14)
    np.testing.assert_allclose(CURVE.fpf(theta, x), x**4, rtol=1e-13)
    np.testing.assert_allclose(CURVE.slope(theta, x[1:3]), 0.25 * x[1:3] ** -0.75, rtol=1e-13)
    assert CURVE.area(theta) == 0.8
    assert CURVE.partial_area(theta, 0.1, 0.3) == pytest.approx(quad(lambda v: v**0.25, 0.1, 0.3)[0], abs=1e-12)


# A second route


@pytest.mark.parametrize("k", [0.03, 0.6, 1.0, 7.0])
def test_derivatives_are_those_of_complex_steps(k):
    """First derivatives equal complex steps, second ones differences of those."""
    cuts = np.linspace(-4, 2, 9)

    def first(k, cuts):
        h = 1e-30
        by_cut = np.exp(-k * np.exp(cuts + 1j * h)).imag / h
        by_k = np.exp(-(k + 1j * h) * np.exp(cuts)).imag / h
        return np.stack([by_cut, by_k])

    controls, cases = CURVE.tails(np.array([k]), cuts)
    h = 1e-5
    np.testing.assert_allclose(cases.first, first(k, cuts), rtol=1e-13, atol=1e-300)
    np.testing.assert_allclose(controls.first[0], first(1, cuts)[0], rtol=1e-13)
    by_cut = (first(k, cuts + h) - first(k, cuts - h)) / (2 * h)
    by_k = (first(k * (1 + h), cuts) - first(k * (1 - h), cuts)) / (2 * h * k)
    np.testing.assert_allclose(cases.second[:, 0], by_cut, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(cases.second[:, 1], by_k, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(cases.upper + cases.lower, 1, rtol=1e-15)


@pytest.mark.parametrize("band", [(0.0, 0.2), (0.3, 1.0), (0.0, 1.0)])
def test_derivatives_of_areas_are_numerical_ones(band):
    """The gradient of a partial area equals a difference quotient."""
    h = 1e-6
    for k in (0.1, 1.0, 3.0):
        rise = CURVE.partial_area(np.array([k + h]), *band) - CURVE.partial_area(np.array([k - h]), *band)
        assert CURVE.partial_area_gradient(np.array([k]), *band)[0] == pytest.approx(rise / (2 * h), rel=1e-7)
    assert CURVE.partial_area(np.array([0.4]), 0, 1) == pytest.approx(CURVE.area(np.array([0.4])), rel=1e-15)


@pytest.mark.parametrize("counts", [((33, 6, 6, 11, 2), (3, 2, 2, 11, 33)), ((5, 9, 2), (4, 4, 8))])
def test_the_fit_is_a_regression_with_complementary_log_log_link(counts):
    """statsmodels' OrderedModel of gumbel_l has the coefficient -log(k), with its error and likelihood."""
    from statsmodels.miscmodels.ordinal_model import OrderedModel

    controls, cases = counts
    rating = np.concatenate([np.repeat(np.arange(len(controls)), row) for row in counts])
    case = np.repeat([0.0, 1.0], [sum(controls), sum(cases)])[:, None]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        other = OrderedModel(rating, case, distr=gumbel_l).fit(method="newton", disp=False, tol=1e-12, maxiter=200)
        error = float(other.bse[0])
    fit = fit_curve(Sample.from_counts(controls=list(controls), cases=list(cases)), CURVE)
    assert math.log(fit.theta[0]) == pytest.approx(-other.params[0], abs=1e-6)
    assert fit.loglikelihood == pytest.approx(other.llf, abs=1e-8)
    assert fit.standard_errors[0] / fit.theta[0] == pytest.approx(error, rel=1e-4)


def test_exponential_scores_give_the_ratio_of_means():
    """For exponential scores the likelihood of the values has k = mean of controls / mean of cases; ranks come near."""
    rng = np.random.default_rng(31)
    controls, cases = rng.exponential(1, 4000), rng.exponential(4, 4000)
    fit = fit_curve(Sample.from_groups(cases=cases.tolist(), controls=controls.tolist()), CURVE)
    assert fit.source == "truth-state runs"
    assert abs(fit.theta[0] - controls.mean() / cases.mean()) < fit.standard_errors[0]
    assert fit.standard_errors[0] < 1.1 * 0.25 * math.sqrt(2 / 4000) * 1.2


# What must be so

rows = st.lists(st.integers(0, 9), min_size=3, max_size=5)
tables = st.tuples(rows, rows).map(lambda pair: tuple(row[: min(map(len, pair))] for row in pair))


def fitted(controls, cases):
    """Fit a table, or pass over one that is refused."""
    assume(sum(controls) > 1 and sum(cases) > 1)
    try:
        return fit_curve(Sample.from_counts(controls=controls, cases=cases), CURVE, MaximumLikelihood("observed"))
    except FitError:
        assume(False)


@given(tables)
@settings(max_examples=40)
def test_swapping_the_groups_gives_the_inverse(pair):
    """TPF = FPF^k read from the other axis is FPF = TPF^(1/k): area 1 - AUC, the same likelihood and error of log k."""
    controls, cases = pair
    one, other = fitted(controls, cases), fitted(cases, controls)
    assert other.theta[0] == pytest.approx(1 / one.theta[0], rel=1e-5)
    assert other.auc == pytest.approx(1 - one.auc, abs=1e-6)
    assert other.loglikelihood == pytest.approx(one.loglikelihood, rel=1e-9)
    relative = [fit.standard_errors[0] / fit.theta[0] for fit in (one, other)]
    assert relative[0] == pytest.approx(relative[1], rel=1e-4)


def test_reversing_scores_as_well_leaves_the_family():
    """With exchanged groups and reversed scores the curve is 1 - TPF = (1 - FPF)^(1/k), which is no power of FPF."""
    one = fit_curve(HANLEY, CURVE)
    reversed_too = fit_curve(Sample.from_counts(controls=[33, 11, 2, 2, 3], cases=[2, 11, 6, 6, 33]), CURVE)
    assert abs(reversed_too.loglikelihood - one.loglikelihood) > 0.5


@given(tables)
@settings(max_examples=25)
def test_the_climb_ends_at_the_top(pair):
    """No k nearby, with cuts of its own, has a larger likelihood."""
    controls, cases = pair
    fit = fitted(controls, cases)
    some = [i for i, both in enumerate(zip(controls, cases, strict=True)) if sum(both)]
    counts = np.array([[controls[i] for i in some], [cases[i] for i in some]], dtype=float)
    # For given k the cuts are free, so any cuts give a bound from below; those of the fit moved with k serve.
    found = maximise(CURVE, table(counts[0], counts[1]))
    for factor in (0.99, 1.01):
        k = found.theta * factor
        p = CURVE.tails(k, found.cuts - math.log(factor) / 2)
        cells = [np.diff(np.concatenate([[0.0], tails.lower, [1.0]])) for tails in p]
        value = sum(float(n[n > 0] @ np.log(c[n > 0])) for n, c in zip(counts, cells, strict=True))
        assert value < fit.loglikelihood + 1e-9


def test_order_is_all_that_counts():
    """A rising change of scores, another order of rows, and infinite scores change no estimate."""
    rng = np.random.default_rng(4)
    cases, controls = rng.normal(1, 1, 30), rng.normal(0, 1, 40)
    one = fit_curve(Sample.from_groups(cases=cases.tolist(), controls=controls.tolist()), CURVE)
    changed = np.exp(cases)
    changed[changed == changed.max()] = np.inf
    other = fit_curve(Sample.from_groups(cases=changed[::-1].tolist(), controls=np.exp(controls).tolist()), CURVE)
    assert other.theta == pytest.approx(one.theta, rel=1e-9)
    assert one.loglikelihood == pytest.approx(other.loglikelihood, rel=1e-12)


def test_standard_errors_of_readings_come_from_one_error():
    """AUC and partial area have the error of k times their slopes."""
    fit = fit_curve(HANLEY, CURVE)
    k, error = fit.theta[0], fit.standard_errors[0]
    assert fit.estimate(AUC()).standard_error == pytest.approx(error / (1 + k) ** 2, rel=1e-10)
    partial = fit.estimate(PartialAUC(fpf=(0, 0.2)))
    assert partial.estimate == pytest.approx(0.2 ** (k + 1) / (k + 1), rel=1e-10)


# Edges


def test_below_chance_is_a_regular_fit():
    """A test that is worse than chance has k above 1, with its standard error and a note of the direction."""
    fit = fit_curve(Sample.from_counts(controls=[5, 6, 7], cases=[9, 6, 4]), CURVE)
    assert fit.theta[0] > 1
    assert fit.auc < 0.5
    assert fit.standard_errors[0] is not None
    assert "below-chance" in [note.code for note in fit.notes]


def test_the_chance_line_is_inside_the_family():
    """Equal shares give k = 1 with a true standard error; a note says that the empirical curve is the chance line."""
    fit = fit_curve(Sample.from_counts(controls=[10, 20, 30], cases=[5, 10, 15]), CURVE)
    assert fit.theta[0] == pytest.approx(1, abs=1e-9)
    assert fit.standard_errors[0] > 0
    assert fit.notes[0].code == "chance-line"


@pytest.mark.parametrize(
    ("controls", "cases", "code"),
    [
        ([5, 5, 0, 0], [0, 0, 5, 5], "perfect-separation"),
        ([0, 0, 5, 5], [5, 5, 0, 0], "perfect-separation"),
        ([5, 5, 0], [0, 5, 5], "edge-points"),
        ([6], [4], "all-tied"),
        ([1, 0, 0], [3, 3, 3], "one-group-subject"),
    ],
)
def test_data_without_a_curve_are_refused_by_name(controls, cases, code):
    """Separation, points on the edges, ties throughout and a single control have their names."""
    with pytest.raises(FitError) as refused:
        fit_curve(Sample.from_counts(controls=controls, cases=cases), CURVE)
    assert refused.value.code == code


def test_no_cut_breaks_the_tails():
    """Cuts far out have shares of 0 or 1 and finite derivatives."""
    for tails in CURVE.tails(np.array([50.0]), np.array([-1e4, -800.0, 0.0, 800.0, 1e4])):
        assert np.isfinite(tails.first).all()
        assert np.isfinite(tails.second).all()
        assert tails.upper[0] == 1
        assert tails.upper[-1] == 0


def test_it_bends_less_than_two_parameters():
    """One parameter cannot fit better than the binormal's two do here, and loses little."""
    loss = fit_curve(HANLEY, Binormal()).loglikelihood - fit_curve(HANLEY, CURVE).loglikelihood
    assert 0 < loss < 1
