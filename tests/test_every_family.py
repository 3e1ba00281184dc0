"""What every family of ROC curves owes, and every way of fitting one: exact numbers, or the name of what is wrong."""

import contextlib
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import ndtr, ndtri

from rocstats import (
    AUC,
    Binormal,
    DataError,
    FitError,
    MethodError,
    NormalTheory,
    PartialAUC,
    Sample,
    SensitivityAt,
    SpecificityAt,
    Youden,
    fit_binormal,
    fit_curve,
)
from rocstats.parametric import FAMILIES, FIT_METHODS
from rocstats.parametric.curve_reading import reading
from rocstats.parametric.ordinal_table import OrdinalTable, table_area
from rocstats.parametric.profile_climb import maximise

# Curves of each family, from flat to steep.
THETAS = {
    "binormal": [(0.0, 1.0), (1.2, 0.7), (-0.8, 1.6), (2.5, 0.4), (0.5, 2.2)],
    "proper-binormal": [(0.05, 0.0), (1.2, -0.3), (0.6, 0.4), (2.5, 0.0), (1.0, -0.7), (1.5, 1e-6)],
    "contaminated-binormal": [(0.3, 0.5), (1.5, 0.9), (2.5, 0.3), (4.0, 0.99), (1.0, 0.05)],
    "power-law": [(1.0,), (0.2,), (0.02,), (3.0,), (0.7,)],
    "bigamma": [(1.0, 0.5), (3.0, 0.4), (0.3, 0.05), (40.0, 0.7), (0.8, 0.95)],
}
CURVES = [(word, np.array(theta)) for word, thetas in THETAS.items() for theta in thetas]
each_curve = pytest.mark.parametrize(("word", "theta"), CURVES, ids=lambda v: v if isinstance(v, str) else str(v))
each_family = pytest.mark.parametrize("word", FAMILIES)
INSIDE = np.array([1e-6, 0.003, 0.05, 0.2, 0.5, 0.8, 0.97, 0.9999])
MIDDLE = np.array([0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99])


def test_no_family_is_left_out():
    """Each word of the register is held to what follows."""
    assert THETAS.keys() == FAMILIES.keys() == DIAGNOSES.keys()
    assert WAYS.keys() == FIT_METHODS.keys()


# The curve itself


@each_curve
def test_a_curve_rises_from_corner_to_corner(word, theta):
    """It starts in (0, 0), ends in (1, 1), never falls, and both ways of reading it undo each other."""
    family = FAMILIES[word]
    assert family.tpf(theta, np.array([0.0, 1.0])).tolist() == [0, 1]
    assert family.fpf(theta, np.array([0.0, 1.0])).tolist() == [0, 1]
    grid = ndtr(np.linspace(-6, 6, 301))
    tpf = family.tpf(theta, grid)
    assert (np.diff(tpf) >= -1e-15).all()
    assert ((tpf >= 0) & (tpf <= 1)).all()
    told = (tpf > 1e-9) & (tpf < 1 - 1e-9)
    back = family.fpf(theta, tpf[told])
    # Where the curve is steep or level, a rounded TPF stands for many FPFs.
    slack = 1e-15 / np.maximum(family.slope(theta, grid[told]), 1e-300)
    assert (np.abs(back - grid[told]) <= 1e-9 * grid[told] + 10 * slack).all()
    assert family.tpf(theta, back) == pytest.approx(tpf[told], rel=1e-9, abs=1e-12)


@each_curve
def test_a_proper_curve_lies_on_one_side_with_slopes_that_only_fall(word, theta):
    """A family that calls itself proper has no hook."""
    family = FAMILIES[word]
    slope = family.slope(theta, ndtr(np.linspace(-4, 4, 101)))
    assert (slope >= 0).all()
    if family.proper:
        turned = -1 if word == "power-law" and theta[0] > 1 else 1
        assert (turned * np.diff(slope) <= 1e-9 * np.abs(slope[1:])).all()


@each_curve
def test_tails_add_up_and_their_derivatives_are_numerical_ones(word, theta):
    """Shares beyond and before a cut make 1; first and second derivatives equal differences of the tails."""
    family = FAMILIES[word]
    cuts = np.sort(np.concatenate([family.cuts_at(theta, MIDDLE), family.cuts_at_tpf(theta, MIDDLE)]))
    for group, tails in enumerate(family.tails(theta, cuts)):
        assert tails.upper + tails.lower == pytest.approx(1, abs=1e-14)
        assert tails.second == pytest.approx(np.swapaxes(tails.second, 0, 1), rel=1e-12, abs=1e-15)
        slopes = differences(lambda x, y, group=group: family.tails(x, y)[group].upper, theta, cuts)
        assert tails.first == pytest.approx(slopes, rel=2e-6, abs=2e-9)
        bends = differences(lambda x, y, group=group: family.tails(x, y)[group].first, theta, cuts)
        assert tails.second == pytest.approx(bends, rel=5e-6, abs=5e-8)


def differences(of, theta, cuts=0.0):
    """Differentiate in the cut and in each parameter, by steps that suit its size, so that none leaves the family."""
    found = []
    for i in range(-1, len(theta)):
        size = 1.0 if i < 0 else max(abs(theta[i]), 1e-3)
        room = 1 - theta[i] if i >= 0 and 0.5 < theta[i] < 1 else 1.0
        h = 2e-3 * min(size, room)
        total = 0.0
        for times, weight in zip((-3, -2, -1, 1, 2, 3), (-1, 9, -45, 45, -9, 1), strict=True):
            moved = theta.copy()
            if i >= 0:
                moved[i] += times * h
            total = total + weight * of(moved, cuts + times * h if i < 0 else cuts)
        found.append(total / (60 * h))
    return np.array(found)


@each_curve
def test_areas_equal_numerical_integrals(word, theta):
    """The area, and areas over bands of FPF, to 1e-10."""
    family = FAMILIES[word]
    for low, high in ((0.0, 1.0), (0.0, 0.1), (0.2, 0.6), (0.9, 1.0)):
        assert family.partial_area(theta, low, high) == pytest.approx(integral(family, theta, low, high), abs=1e-10)
    assert family.area(theta) == pytest.approx(integral(family, theta, 0.0, 1.0), abs=1e-10)


def integral(family, theta, low, high):
    """Integrate the curve over the normal quantile of the FPF, by Gauss's rule in many narrow pieces."""
    ends = np.clip(ndtri(np.array([low, high])), -9, 9)
    inner = np.linspace(-9, 9, 73)
    edges = np.concatenate([ends[:1], inner[(inner > ends[0]) & (inner < ends[1])], ends[1:]])
    nodes, weights = np.polynomial.legendre.leggauss(16)
    half = np.diff(edges)[:, None] / 2
    z = (edges[1:] + edges[:-1])[:, None] / 2 + half * nodes
    heights = family.tpf(theta, ndtr(z.ravel())).reshape(z.shape) * np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return float((half * weights * heights).sum())


STATISTICS = (
    AUC(),
    PartialAUC(fpf=(0, 0.2)),
    PartialAUC(tpf=(0.7, 0.95)),
    SensitivityAt(specificity=0.9),
    SpecificityAt(sensitivity=0.8),
    Youden(),
)


@each_curve
@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s.name)
def test_gradients_behind_standard_errors_are_numerical_ones(word, theta, statistic):
    """What the delta method takes as gradient is the derivative of the number that is read off."""
    family = FAMILIES[word]
    if isinstance(statistic, Youden) and family.area(theta) <= 0.5:
        pytest.skip("the largest TPF - FPF stands in a corner")
    found = reading(family, theta, statistic).gradient
    numerical = differences(lambda x, _: reading(family, x, statistic).share, theta)[1:]
    assert found == pytest.approx(numerical, rel=2e-5, abs=1e-7)


@each_curve
def test_gradients_of_indices_are_numerical_ones(word, theta):
    """A further summary has the derivative that its standard error takes."""
    family = FAMILIES[word]
    for name in family.indices:
        numerical = differences(lambda x, _, name=name: family.index(x, name)[0], theta)[1:]
        assert family.index(theta, name)[1] == pytest.approx(numerical, rel=1e-6, abs=1e-8)


@each_curve
def test_free_parameters_lead_there_and_back(word, theta):
    """The scales on which the likelihood is climbed lose nothing, and their slopes are numerical ones."""
    family = FAMILIES[word]
    free = family.free(theta)
    assert family.natural(free) == pytest.approx(theta, rel=1e-9, abs=1e-9)
    first, second = family.natural_slopes(free)
    for i in range(len(free)):
        h = 1e-4 * max(abs(free[i]), 1e-2)
        at = [family.natural(free + step * h * np.eye(len(free))[i])[i] for step in (-1, 0, 1)]
        assert first[i] == pytest.approx((at[2] - at[0]) / (2 * h), rel=1e-5, abs=1e-9)
        assert second[i] == pytest.approx((at[2] - 2 * at[1] + at[0]) / h**2, rel=1e-3, abs=1e-3)


# Degenerate data, by every family

TABLES = {
    "perfect separation": ([5, 4, 0, 0], [0, 0, 3, 6]),
    "reversed separation": ([0, 0, 5, 4], [3, 6, 0, 0]),
    "one interior point": ([8, 0, 3], [2, 0, 7]),
    "two categories": ([8, 3], [2, 7]),
    "all tied": ([0, 5], [0, 6]),
    "chance line": ([4, 8, 12, 16], [2, 4, 6, 8]),
    "below chance": ([10, 12, 15, 20], [20, 15, 12, 10]),
    "points on one level": ([3, 4, 5, 0], [4, 0, 0, 4]),
    "points on the upper edges": ([6, 5, 4, 0], [0, 0, 8, 5]),
    "points on the edges": ([0, 6, 5, 0], [5, 0, 2, 8]),
    "one case": ([5, 4, 3, 2], [0, 0, 1, 0]),
    "one control": ([0, 1, 0, 0], [2, 3, 4, 5]),
    "regular": ([20, 10, 8, 6, 4], [4, 6, 8, 12, 20]),
    "empty in both groups": ([20, 10, 0, 8, 6, 0, 4], [4, 6, 0, 8, 12, 0, 20]),
    "empty in one group": ([20, 10, 0, 6, 4, 0], [0, 6, 8, 12, 18, 2]),
}
_BEFORE = {
    "perfect separation": "perfect-separation",
    "reversed separation": "perfect-separation",
    "all tied": "all-tied",
    "points on the upper edges": "edge-points",
    "one case": "one-group-subject",
    "one control": "one-group-subject",
}
_TWO_PARAMETERS = {**_BEFORE, "one interior point": "one-interior-point", "two categories": "one-interior-point"}
_PROPER = {
    **_TWO_PARAMETERS,
    "chance line": "note:chance-line",
    "below chance": "note:chance-line",
    "points on one level": "note:parameter-edge",
    "points on the edges": "note:parameter-edge",
}
# The code of a FitError; "note:" and the code of the note beside a curve without standard errors; or "fits", with them.
DIAGNOSES = {
    "binormal": {**_TWO_PARAMETERS, "points on one level": "edge-points", "points on the edges": "edge-points"},
    "proper-binormal": {**_PROPER, "empty in one group": "note:parameter-edge"},
    # A table that is the same read backwards has the curve of equal variances, an edge of these two.
    "contaminated-binormal": {
        **_PROPER,
        "regular": "note:parameter-edge",
        "empty in both groups": "note:parameter-edge",
        "empty in one group": "note:parameter-edge",
    },
    "power-law": _BEFORE,
    "bigamma": {
        **_PROPER,
        "regular": "note:parameter-edge",
        "empty in both groups": "note:parameter-edge",
        "empty in one group": "note:parameter-edge",
    },
}


def sample_of(name):
    """Make the rating table of a name."""
    return Sample.from_counts(controls=TABLES[name][0], cases=TABLES[name][1])


def outcome(sample, family, method=None):
    """Fit, and say in a word what came of it."""
    try:
        fit = fit_curve(sample, family, method)
    except FitError as refusal:
        return refusal.code if len(str(refusal)) > 60 else "said too little", None
    assert all(math.isfinite(x) for x in fit.theta)
    if fit.covariance is None:
        assert fit.standard_errors == (None,) * len(fit.theta)
        for statistic in STATISTICS:
            read = fit.estimate(statistic)
            assert (read.standard_error, read.interval, read.pvalue) == (None, None, None)
        return f"note:{fit.notes[0].code}", fit
    assert np.linalg.eigvalsh(fit.covariance).min() > 0
    return "fits", fit


@each_family
@pytest.mark.parametrize("name", TABLES)
def test_degenerate_data_are_named(word, name):
    """What the data do not determine is refused by its name, or given without standard errors; or the fit is whole."""
    expected = DIAGNOSES[word].get(name, "fits")
    found, fit = outcome(sample_of(name), FAMILIES[word])
    assert found == expected
    if name == "chance line":
        assert "chance-line" in [note.code for note in fit.notes]
        assert fit.auc == pytest.approx(0.5, abs=1e-3)
    if name == "below chance":
        assert fit.auc == pytest.approx(0.5, abs=1e-3) if word not in ("binormal", "power-law") else fit.auc < 0.5
        assert found != "fits" or "below-chance" in [note.code for note in fit.notes]


@pytest.mark.parametrize("b", [0.5, 1.0, 2.0])
def test_the_interval_of_b_ends_at_0_with_a_note(b):
    """An interval on the normal scale is closed at the end of the range of its parameter, and that is said."""
    few = Sample.from_groups(cases=[2.0, 2 + 2 / b], controls=[0.0, 2.0])
    fit = fit_binormal(few, NormalTheory())
    a, slope = fit.parameters
    assert slope.estimate == pytest.approx(b)
    assert (slope.interval.low, slope.clipped, a.clipped) == (0.0, True, False)
    text = "a limit of the interval of b lay beyond the end of its range and was set to it."
    assert [note.text for note in fit.interval_notes] == [text]
    assert "clipped" in [note["code"] for note in fit.to_dict()["notes"]]
    assert "note: a limit of the interval of b lay beyond the end of its range" in str(fit)
    sure = fit_binormal(Sample.from_counts(controls=[40, 30, 20, 10], cases=[10, 20, 30, 40]))
    assert sure.interval_notes == ()
    assert sure.parameters[1].interval.low > 0


# What must not change a fit

REGULAR = {
    "binormal": ([33, 6, 6, 11, 2], [3, 2, 2, 11, 33]),
    "proper-binormal": ([33, 6, 6, 11, 2], [3, 2, 2, 11, 33]),
    "contaminated-binormal": ([40, 25, 20, 12, 3], [12, 10, 9, 19, 50]),
    "power-law": ([33, 6, 6, 11, 2], [3, 2, 2, 11, 33]),
    "bigamma": ([40, 25, 20, 12, 3], [20, 17, 18, 20, 25]),
}


def told(fit):
    """Return the numbers of a fit."""
    return np.array([*fit.theta, *fit.standard_errors, fit.auc, fit.loglikelihood])


@each_family
def test_only_the_order_of_scores_counts(word):
    """Rows in another order, an increasing change, infinite ends and empty categories leave a fit as it is."""
    controls, cases = REGULAR[word]
    fit = fit_curve(Sample.from_counts(controls=controls, cases=cases), FAMILIES[word])
    assert fit.covariance is not None
    scores = {name: np.repeat(np.arange(5.0), counts) for name, counts in (("controls", controls), ("cases", cases))}
    rng = np.random.default_rng(5)
    mixed = {name: rng.permutation(values) for name, values in scores.items()}
    turned = {name: np.where(values == 4, np.inf, np.exp(values)) for name, values in scores.items()}
    low = {name: -values for name, values in scores.items()}
    wider = [[row[0], 0, *row[1:4], 0, row[4]] for row in (controls, cases)]
    for other in (
        Sample.from_groups(**mixed),
        Sample.from_groups(**turned),
        Sample.from_groups(**low, tests=["t"], low=["t"]),
        Sample.from_counts(controls=wider[0], cases=wider[1]),
    ):
        assert told(fit_curve(other, FAMILIES[word])).tolist() == told(fit).tolist()


@each_family
def test_a_second_optimiser_finds_nothing_higher(word):
    """A climb of parameters and cuts together, without derivatives of ours, ends no higher on tables of that family."""
    family = FAMILIES[word]
    rng = np.random.default_rng(20261130)
    for theta in THETAS[word][1:2]:
        cuts = np.sort(family.cuts_at(np.array(theta), np.array([0.75, 0.5, 0.25, 0.1])))
        cells = [-np.diff([1.0, *tails.upper, 0.0]) for tails in family.tails(np.array(theta), cuts)]
        controls, cases = (rng.multinomial(300, p / p.sum()) for p in cells)
        labels = np.arange(5.0)
        fit = maximise(family, OrdinalTable(controls, cases, labels, labels))
        assert second_climb(family, fit, controls, cases) < fit.loglikelihood + 1e-6


def second_climb(family, fit, controls, cases):
    """Return the best log-likelihood that scipy's BFGS finds with numerical derivatives, from two places."""

    def loss(x):
        p = len(family.parameters)
        cuts = np.cumsum(np.concatenate([x[p : p + 1], np.exp(np.minimum(x[p + 1 :], 50))]))
        theta = family.natural(x[:p])
        value = 0.0
        for tails, counts in zip(family.tails(theta, cuts), (controls, cases), strict=True):
            shares = -np.diff([1.0, *tails.upper, 0.0])
            if not (shares[counts > 0] > 0).all():
                return 1e10
            value -= float(counts[counts > 0] @ np.log(shares[counts > 0]))
        return value

    rng = np.random.default_rng(1)
    start = np.concatenate([family.free(fit.theta), fit.cuts[:1], np.log(np.diff(fit.cuts))])
    best = math.inf
    with np.errstate(all="ignore"):
        for scale in (0.05, 0.3):
            best = min(best, minimize(loss, start + scale * rng.normal(size=len(start)), method="BFGS").fun)
    return -best


# Degenerate data, by every way of fitting

_PLACEMENTS = {**DIAGNOSES["binormal"], "empty in one group": "fits"}
_NORMAL = {"all tied": "no-spread", "one case": "one-group-subject", "one control": "one-group-subject"}
WAYS = {
    "maximum-likelihood": DIAGNOSES["binormal"],
    "maximum-likelihood-expected": DIAGNOSES["binormal"],
    "normal-theory": _NORMAL,
    "normal-theory-box-cox": _NORMAL,
    "placement-glm": _PLACEMENTS,
    "placement-least-squares": _PLACEMENTS,
}


def way(word):
    """Return a way of fitting, with few replicates of one seed where it draws any."""
    method = FIT_METHODS[word]
    return replace(method, n_resamples=1000, rng=1) if word.startswith("placement") else method


@pytest.mark.parametrize("word", FIT_METHODS)
@pytest.mark.parametrize("name", TABLES)
def test_every_way_of_fitting_names_degenerate_data(word, name):
    """The same data by every way: the same names, but for normal theory, which reads the scores as they are."""
    expected = WAYS[word].get(name, "fits")
    found, fit = outcome(sample_of(name), Binormal(), way(word))
    if word.startswith("placement") and found == "note:lost-replicates":
        # More than one in twenty resamples has no fit: then there is no standard error, which is as honest.
        assert expected == "fits"
        return
    assert found == expected
    if name.endswith("separation") and word.startswith("normal"):
        # The scores have a spread, so the curve is fitted; a note says on what it rests.
        assert "perfect-separation" in [note.code for note in fit.notes]


@pytest.mark.parametrize("word", [word for word in FIT_METHODS if not word.startswith("maximum")])
def test_ways_that_fit_the_binormal_curve_only_refuse_the_others(word):
    """The refusal names the family and the way that fits it."""
    for name, family in FAMILIES.items():
        if name != "binormal":
            with pytest.raises(MethodError, match=rf"a {family.card.name} curve.*MaximumLikelihood\(\)"):
                fit_curve(sample_of("regular"), family, FIT_METHODS[word])


counts = st.lists(st.integers(0, 4), min_size=3, max_size=5)


@each_family
@settings(max_examples=6)
@given(counts, counts)
def test_small_tables_give_true_errors_or_none(word, controls, cases):
    """Whatever a small table holds, the fit is whole, or has no standard errors and says why, or is refused by name."""
    size = min(len(controls), len(cases))
    controls, cases = controls[:size], cases[:size]
    with contextlib.suppress(DataError):
        sample = Sample.from_counts(controls=controls, cases=cases)
        found, fit = outcome(sample, FAMILIES[word])
        assert found in KNOWN
        if found == "fits":
            errors = np.array(fit.standard_errors)
            assert (errors > 0).all()


KNOWN = {
    "fits",
    *("all-tied", "one-group-subject", "perfect-separation", "one-interior-point", "edge-points"),
    *("degenerate-curve", "flat-likelihood", "not-converged"),
    *("note:chance-line", "note:parameter-edge"),
}


@pytest.mark.parametrize("times", [10**8, 10**12])
@pytest.mark.parametrize("word", FAMILIES)
def test_counts_of_any_size_give_the_same_curve(word, times):
    """The pairs of 1e14 subjects are more than a 64-bit number holds; the curve is that of the same shares."""
    controls, cases = np.array([33, 6, 6, 11, 2]), np.array([3, 2, 2, 11, 33])
    few, many = (
        fit_curve(Sample.from_counts(controls=controls * k, cases=cases * k), FAMILIES[word]) for k in (1, times)
    )
    assert many.theta == pytest.approx(few.theta, rel=1e-9)
    assert np.array(many.standard_errors) * times**0.5 == pytest.approx(np.array(few.standard_errors), rel=1e-6)
    assert table_area(controls * times, cases * times) == table_area(controls, cases) == few.empirical.auc
