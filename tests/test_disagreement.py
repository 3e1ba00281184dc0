"""Whether a fitted curve differs from the empirical one: the chi-square, its size, its power, and its note."""

from dataclasses import replace

import numpy as np
import pytest
from hand_curves import hand_curve, two_normals
from scipy.stats import chi2, norm

from rocstats import Sample
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.disagreement import _cuts, disagreement, disagreement_note, with_disagreement
from rocstats.parametric.maximum_likelihood import MaximumLikelihood
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.placement_regression import PlacementRegression
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.proper_binormal import ProperBinormal


def fitted(sample, theta, covariance=None):
    """A curve of given parameters for the scores of a sample."""
    return hand_curve(sample, theta, covariance, source="scores", errors_from="normal theory")


def fit_of_normals(cases, controls):
    """Fit a normal distribution to either group, with the covariance of large samples."""
    return fitted(Sample.from_groups(cases=cases, controls=controls), *two_normals(cases, controls))


def normal(rng, n):
    """Normal groups with an area of 0.85."""
    return rng.normal(1.66, 1.25, n), rng.normal(size=n)


def mixture(rng, n):
    """Half of the cases score as controls do, the others far above."""
    return np.where(rng.random(n) < 0.5, rng.normal(0, 1, n), rng.normal(4, 1, n)), rng.normal(size=n)


def log_normal(rng, n):
    """Skewed scores whose curve is binormal all the same."""
    cases, controls = normal(rng, n)
    return np.exp(cases), np.exp(controls)


def pooled_chi_square(fit, cuts, of_scores):
    """Compute the chi-square from first principles, with the cuts given as places on the normal axis of controls.

    Empirical TPFs less those of the curve at the empirical FPFs, to first order, at counts of positive subjects.
    """
    a, b = fit.theta
    n, m = fit.subjects.n_controls, fit.subjects.n_cases
    x, y = norm.sf(cuts), norm.sf(b * cuts - a)
    slope = b * norm.pdf(b * cuts - a) / norm.pdf(cuts)
    gradient = norm.pdf(b * cuts - a)[:, None] * np.stack([np.ones_like(cuts), -cuts], axis=1)
    positive = n * x + m * y
    vertex = [int(np.argmin(np.abs(fit.empirical.fp + fit.empirical.tp - p))) for p in positive]
    d = fit.empirical.tp[vertex] / m - y - slope * (fit.empirical.fp[vertex] / n - x)
    v = np.empty((len(cuts), len(cuts)))
    for i, s in enumerate(cuts):
        for j, t in enumerate(cuts):
            k = i if s > t else j
            v[i, j] = (y[k] - y[i] * y[j]) / m + slope[i] * slope[j] * (x[k] - x[i] * x[j]) / n
    if of_scores:
        return d @ np.linalg.solve(v - gradient @ fit.covariance @ gradient.T, d)
    solved = np.linalg.solve(v, np.column_stack([gradient, d]))
    best = np.linalg.solve(gradient.T @ solved[:, :2], gradient.T @ solved[:, 2])
    rest = d - gradient @ best
    return rest @ np.linalg.solve(v, rest)


@pytest.mark.parametrize("of_scores", [True, False])
def test_equal_to_the_quadratic_form(of_scores):
    """At the same cuts the chi-square is the generalised least-squares one, written out."""
    fit = fit_of_normals(*normal(np.random.default_rng(5), 200))
    cuts = -norm.ppf(_cuts(fit).fpf)
    found = disagreement(fit, of_scores=of_scores)
    assert len(cuts) == 9
    assert found.statistic == pytest.approx(pooled_chi_square(fit, cuts, of_scores), rel=1e-8)
    assert found.df == (9 if of_scores else 7)
    assert found.pvalue == pytest.approx(chi2.sf(found.statistic, found.df))


def test_cuts_divide_the_information_evenly():
    """Between two cuts there is a tenth of what the curve tells, whatever the area: the sum of pq over subjects."""
    for a in (0.5, 1.5, 2.5):
        rng = np.random.default_rng(int(10 * a))
        sample = Sample.from_groups(cases=rng.normal(a, 1, 4000), controls=rng.normal(size=6000))
        z = norm.isf(_cuts(fitted(sample, (a, 1.0))).fpf)
        grid = np.linspace(-9, 9, 20_001)
        f, g = 6000 * norm.pdf(grid), 4000 * norm.pdf(grid - a)
        share = np.cumsum(f * g / (f + g))
        at = np.interp(np.sort(z), grid, share / share[-1])
        assert at == pytest.approx(np.arange(1, 10) / 10, abs=0.002)


def test_a_first_order_error_of_the_parameters_counts_for_scores_only():
    """Moved along its own family, a fit of ranks is tested as before; a fit of scores is found to be elsewhere."""
    rng = np.random.default_rng(6)
    fit = fit_of_normals(*normal(rng, 400))
    moved = replace(fit, theta=(fit.theta[0] + 0.15, fit.theta[1] - 0.1))
    assert disagreement(moved).pvalue > 0.05
    assert disagreement(fit).statistic == pytest.approx(disagreement(moved).statistic, rel=0.3)
    assert disagreement(moved, of_scores=True).pvalue < 1e-3 < disagreement(fit, of_scores=True).pvalue


@pytest.mark.parametrize("n", [50, 200])
def test_its_size(n):
    """Of 400 samples of the right model, p is below 0.05 in about one of twenty, below 0.01 in about one of hundred."""
    rng = np.random.default_rng(n)
    p = []
    for _ in range(400):
        fit = fit_of_normals(*normal(rng, n))
        p.append([disagreement(fit, of_scores=of).pvalue for of in (True, False)])
    for level in (0.05, 0.01):
        share = (np.array(p) < level).mean(axis=0)
        assert (np.abs(share - level) < 3 * np.sqrt(level * (1 - level) / 400)).all()


def test_at_an_edge_a_wrong_curve_is_found():
    """Groups the wrong way round, and spreads that differ, leave proper families at their edge, where nothing moves."""
    rng = np.random.default_rng(14)
    controls = rng.normal(size=60)
    for cases in (rng.normal(-1, 1, 60), rng.normal(0, 4, 60)):
        sample = Sample.from_groups(cases=cases, controls=controls)
        fit = MaximumLikelihood().fit(sample, ProperBinormal(), level=0.95)
        assert fit.covariance is None
        found = disagreement(fit)
        assert found.pvalue < 0.001
        assert found.df == len(_cuts(fit).fpf)
        assert "disagrees" in [note.code for note in fit.notes]


def test_its_size_at_an_edge():
    """Of samples without a difference that lean the wrong way, so that a chance line is fitted, one in twenty."""
    rng = np.random.default_rng(15)
    p = []
    while len(p) < 400:
        fit = fitted(Sample.from_groups(cases=rng.normal(size=60), controls=rng.normal(size=60)), (0.0, 1.0))
        if fit.empirical.auc < 0.5:
            p.append(disagreement(fit).pvalue)
    for level in (0.05, 0.01):
        assert abs((np.array(p) < level).mean() - level) < 3 * np.sqrt(level * (1 - level) / 400)


@pytest.mark.parametrize(
    ("draw", "n", "of_scores", "least"),
    [
        (mixture, 50, True, 0.25),
        (mixture, 200, True, 0.95),
        (log_normal, 200, True, 0.95),
        (mixture, 200, False, 0.3),
    ],
)
def test_its_power(draw, n, of_scores, least):
    """Wrong models are found at 0.01: cases of two kinds by either, skewed scores where scores were used."""
    rng = np.random.default_rng(77)
    found = [disagreement(fit_of_normals(*draw(rng, n)), of_scores=of_scores) for _ in range(60)]
    assert np.mean([one is not None and one.pvalue < 0.01 for one in found]) >= least


def test_the_note_says_what_where_and_what_else():
    """Skewed scores fitted as normal: chi-square, the place where the curves are farthest apart, and the way out."""
    cases, controls = log_normal(np.random.default_rng(8), 100)
    sample = Sample.from_groups(cases=cases, controls=controls)
    fit = NormalTheory().fit(sample, Binormal(), level=0.95)
    note = next(note for note in fit.notes if note.code == "disagrees")
    found = disagreement(fit, of_scores=True)
    assert note.text == (
        "the fitted curve differs from the empirical one by more than sampling allows (X-squared = "
        f"{found.statistic:.3f}, df = {found.df}, p-value < 0.001), most near an FPF of {found.fpf:.2f}, where the TPF "
        f"is {found.fitted_tpf:.2f} on the fitted curve and {found.empirical_tpf:.2f} on the empirical one. "
        "NormalTheory(box_cox=True) transforms skewed scores first; MaximumLikelihood() takes the order of the scores "
        "only, and asks for no transformation."
    )
    assert found.fitted_tpf == pytest.approx(fit.tpf_at(np.array([found.fpf]))[0])
    assert found.empirical_tpf == fit.empirical.tpf_at(np.array([found.fpf]))[0]
    assert abs(found.fitted_tpf - found.empirical_tpf) > 0.05
    for other in (NormalTheory(box_cox=True), MaximumLikelihood(), PlacementRegression(n_resamples=100, rng=1)):
        assert "disagrees" not in [note.code for note in other.fit(sample, Binormal(), level=0.95).notes]


def test_fits_of_ranks_say_when_the_family_is_wrong():
    """Cases of two kinds have no binormal curve, and fits by likelihood and by placement values both say so."""
    cases, controls = mixture(np.random.default_rng(9), 300)
    sample = Sample.from_groups(cases=cases, controls=controls)
    for method in (MaximumLikelihood(), PlacementRegression(n_resamples=100, rng=1)):
        notes = method.fit(sample, Binormal(), level=0.95).notes
        (note,) = (note for note in notes if note.code == "disagrees")
        assert note.text.endswith(
            "Compare other families, compare_families(sample, ...), or report the empirical curve."
        )
    partial = PlacementRegression(fpf=(0, 0.2), n_resamples=100, rng=1)
    assert "disagrees" not in [note.code for note in partial.fit(sample, Binormal(), level=0.95).notes]


def test_a_curve_that_agrees_has_no_note():
    """The right curve of normal groups is returned as it is."""
    fit = fit_of_normals(*normal(np.random.default_rng(10), 100))
    assert with_disagreement(fit, instead="Look again.", of_scores=True) is fit
    assert disagreement_note(fit, instead="Look again.") is None


def test_order_and_grouping_change_nothing():
    """Only counts at the vertices matter: a monotone change of scores, and rows that stand for several subjects."""
    rng = np.random.default_rng(11)
    cases, controls = (np.round(x, 1) for x in normal(rng, 150))
    rows = fitted(Sample.from_groups(cases=cases, controls=controls), (1.3, 0.8))
    bent = fitted(Sample.from_groups(cases=np.exp(cases), controls=np.exp(controls)), (1.3, 0.8))
    levels = np.unique(np.concatenate([cases, controls]))
    counts = {
        group: [int((values == level).sum()) for level in levels]
        for group, values in (("cases", cases), ("controls", controls))
    }
    grouped = fitted(Sample.from_counts(**counts), (1.3, 0.8))
    assert disagreement(rows) == disagreement(bent) == disagreement(grouped)


@pytest.mark.parametrize(
    "sample",
    [
        Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3]),
        Sample.from_groups(cases=[5], controls=[1, 2, 3, 6]),
        Sample.from_groups(cases=[1] * 60, controls=[1] * 60),
        Sample.from_groups(cases=[2, 1] * 60, controls=[1, 2] * 60),
        Sample.from_groups(cases=[np.inf, 4, 5], controls=[-np.inf, 2, 4.5]),
    ],
    ids=["few", "one case", "all tied", "two categories", "infinite"],
)
def test_too_little_to_tell(sample):
    """With few subjects or few distinct scores there is no test of ranks, and no note."""
    fit = fitted(sample, (1.0, 1.0), np.diag([0.1, 0.1]))
    assert disagreement(fit) is None
    assert disagreement_note(fit, instead="") is None


def test_a_fit_of_scores_without_errors_is_not_judged():
    """Without a covariance the variance of the difference is not known."""
    fit = fit_of_normals(*mixture(np.random.default_rng(12), 200))
    assert disagreement(replace(fit, covariance=None), of_scores=True) is None


def test_very_large_samples_and_other_families():
    """Of a hundred million subjects any difference shows, and p is never 0; one parameter less is one df more."""
    counts = {"controls": [33, 6, 6, 11, 2], "cases": [3, 2, 2, 11, 33]}
    many = Sample.from_counts(**{group: [10**6 * n for n in values] for group, values in counts.items()})
    found = disagreement(MaximumLikelihood().fit(many, Binormal(), level=0.95))
    assert 0 < found.pvalue < 1e-100
    assert found.df == 2
    assert disagreement(MaximumLikelihood().fit(many, PowerLaw(), level=0.95)).df == 3
