"""Regression on placement values: counts on the grid, the line through them, what the replicates say, refusals."""

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import norm
from statsmodels.genmod.families import Binomial
from statsmodels.genmod.families import links as glm_links
from strategies import groups, one_test

from rocstats import AUC, Bootstrap, DataError, FitError, MethodError, PartialAUC, Sample, auc
from rocstats.empirical.fixed_points import SensitivityAt
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.placement_regression import PlacementRegression
from rocstats.parametric.placement_values import FpfGrid, PlacementCounts
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.probit_line import by_least_squares, by_likelihood
from rocstats.references import REFERENCES

# Hanley and McNeil (1982), 109 CT images in five categories.
HANLEY = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])


def normal_sample(seed, m=40, n=60, a=1.2, b=0.8):
    """Draw from the binormal curve TPF = Φ(a + b Φ⁻¹(FPF))."""
    drawn = np.random.default_rng(seed)
    return Sample.from_groups(cases=drawn.normal(a / b, 1 / b, m), controls=drawn.normal(0, 1, n))


def fitted(sample, level=0.95, **options):
    """Fit with few replicates and a fixed seed."""
    return PlacementRegression(**{"n_resamples": 100, "rng": 1, **options}).fit(sample, Binormal(), level=level)


def printed(sample):
    """Print a fit, or the code of what prevents it."""
    try:
        return str(fitted(sample))
    except FitError as error:
        return error.code


def points(cases, controls, grid=None):
    """Count afresh: (FPF, TPF) in whole numbers at each attained FPF strictly between 0 and 1."""
    placement = [sum(y >= x for y in controls) for x in cases]
    reached = sorted({sum(y >= c for y in controls) for c in [*cases, *controls]} - {0, len(controls)})
    if grid is not None:
        reached = sorted({max([0, *(r for r in reached if r <= t * len(controls))]) for t in grid} - {0})
    return [(fp, sum(p <= fp for p in placement)) for fp in reached]


def by_rows(cases, controls):
    """Write out a row for each case at each FPF and let statsmodels regress: the ROC-GLM as it is published."""
    placement = np.array([sum(y >= x for y in controls) for x in cases])
    at = np.array([fp for fp, _ in points(cases, controls)])
    below = (placement[:, None] <= at).ravel().astype(float)
    h = np.tile(norm.ppf(at / len(controls)), len(cases))
    model = sm.GLM(below, sm.add_constant(h), family=Binomial(link=glm_links.Probit()))
    return model.fit(tol=1e-13, maxiter=200).params


def test_counts_by_hand():
    """Cases 4, 3, 1 among controls 3, 2, 1, 0 have placements 0, 1/4 and 3/4; a tied control counts whole."""
    sample = Sample.from_groups(cases=[4, 3, 1], controls=[3, 2, 1, 0])
    found = PlacementCounts(sample, FpfGrid()).of_sample()
    assert (found.fp[found.used].tolist(), found.tp[found.used].tolist()) == ([1, 2, 3], [2, 2, 3])


def test_a_line_through_two_points_by_hand():
    """Two points with a TPF inside are met exactly, by either kind: Φ⁻¹ of 3/4 at 1/4, and of 1/2 at 1/10 . . ."""
    sample = Sample.from_counts(controls=[15, 3, 2], cases=[1, 1, 2])
    b = (norm.ppf(0.75) - norm.ppf(0.5)) / (norm.ppf(0.25) - norm.ppf(0.1))
    a = norm.ppf(0.75) - b * norm.ppf(0.25)
    for kind in ("glm", "least-squares"):
        assert fitted(sample, kind=kind).theta == pytest.approx((a, b), rel=1e-9)


def test_an_asked_point_moves_down_to_an_attained_one():
    """Of 1/4, 1/2, 3/4 among controls in fives, those not attained become the next lower attained FPF, each once."""
    sample = Sample.from_groups(cases=[5, 4, 3, 2, 1], controls=[5, 4, 3, 2, 1])
    found = PlacementCounts(sample, FpfGrid(3)).of_sample()
    assert found.fp[found.used].tolist() == [1, 2, 3]
    tied = Sample.from_counts(controls=[6, 2, 2], cases=[2, 3, 5])
    found = PlacementCounts(tied, FpfGrid(9)).of_sample()
    assert (found.fp[found.used].tolist(), found.tp[found.used].tolist()) == ([2, 4], [5, 8])


def test_the_edges_of_a_range_are_the_decimals_written():
    """FPF 0 to 0.3 of ten controls holds the third of them, though 0.3 * 10 is no whole number of floats."""
    sample = Sample.from_groups(cases=np.arange(0.5, 11), controls=np.arange(10))
    grid = FpfGrid(None, Fraction(1, 10), Fraction(3, 10))
    found = PlacementCounts(sample, grid).of_sample()
    assert found.fp[found.used].tolist() == [1, 2, 3]


@given(one_test(least=1, most=8))
def test_the_grid_is_the_empirical_curve(sample):
    """Each point is an attained FPF with the cases whose placement value does not exceed it, infinite scores too."""
    cases, controls = sample.cases[:, 0].tolist(), sample.controls[:, 0].tolist()
    found = PlacementCounts(sample, FpfGrid()).of_sample()
    pairs = zip(found.fp[found.used].tolist(), found.tp[found.used].tolist(), strict=True)
    assert list(pairs) == points(cases, controls)
    asked = [Fraction(j, 5) for j in range(1, 5)]
    found = PlacementCounts(sample, FpfGrid(4)).of_sample()
    pairs = zip(found.fp[found.used].tolist(), found.tp[found.used].tolist(), strict=True)
    assert list(pairs) == points(cases, controls, asked)


@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_a_row_for_each_case_and_point(seed):
    """Counts at each point give what statsmodels finds in cases times points explicit rows, with ties or without."""
    sample = normal_sample(seed, 12 + seed, 15)
    cases, controls = (
        sample.cases[:, 0].round(1 + seed % 2).tolist(),
        sample.controls[:, 0].round(1 + seed % 2).tolist(),
    )
    theta = fitted(Sample.from_groups(cases=cases, controls=controls)).theta
    np.testing.assert_allclose(theta, by_rows(cases, controls), rtol=1e-7)


def test_ratings_agree_with_a_row_for_each_case_and_point():
    """So does a rating table, at its four inner points."""
    rows = [np.repeat(np.arange(5.0), counts).tolist() for counts in ([3, 2, 2, 11, 33], [33, 6, 6, 11, 2])]
    np.testing.assert_allclose(fitted(HANLEY).theta, by_rows(*rows), rtol=1e-7)


@pytest.mark.parametrize("seed", range(4))
def test_no_line_has_a_higher_likelihood(seed):
    """A second optimiser that uses no derivatives finds nothing higher."""
    sample = normal_sample(seed, 25, 30)
    counts = PlacementCounts(sample, FpfGrid()).of_sample()
    h, k = norm.ppf(counts.fp[counts.used] / counts.n), counts.tp[counts.used]

    def loss(line):
        z = line[0] + line[1] * h
        return -(k * norm.logcdf(z) + (counts.m - k) * norm.logsf(z)).sum()

    theta = np.array(fitted(sample).theta)
    assert loss(theta) <= minimize(loss, theta + 0.3, method="Nelder-Mead", options={"xatol": 1e-9}).fun + 1e-9


def test_least_squares_is_the_line_of_numpy():
    """Points with a TPF other than 0 and 1 are fitted as numpy fits a straight line."""
    sample = normal_sample(3)
    pairs = points(sample.cases[:, 0].tolist(), sample.controls[:, 0].tolist())
    x, y = np.array([(fp / 60, tp / 40) for fp, tp in pairs if 0 < tp < 40]).T
    b, a = np.polyfit(norm.ppf(x), norm.ppf(y), 1)
    assert fitted(sample, kind="least-squares").theta == pytest.approx((a, b), rel=1e-9)


def test_sets_of_weights_are_fitted_as_their_subjects():
    """What all sets of counts climb to together is what each climbs to alone."""
    sample = normal_sample(5, 30, 30)
    drawn = np.random.default_rng(2)
    p, q = (drawn.multinomial(30, np.full(30, 1 / 30), size=8) for _ in range(2))
    counts = PlacementCounts(sample, FpfGrid())
    for fit in (by_likelihood, by_least_squares):
        together = fit(counts.counts(p, q))
        for i in range(8):
            one = Sample.from_groups(
                cases=np.repeat(sample.cases[:, 0], p[i]), controls=np.repeat(sample.controls[:, 0], q[i])
            )
            alone = fit(PlacementCounts(one, FpfGrid()).of_sample())[0]
            np.testing.assert_allclose(together[i], alone, rtol=1e-9)


def test_finds_the_curve_it_was_drawn_from():
    """At 20,000 and 20,000 both kinds are within a few standard errors of the true line."""
    sample = normal_sample(11, 20_000, 20_000)
    for kind in ("glm", "least-squares"):
        found = fitted(sample, kind=kind)
        z = (np.array(found.theta) - (1.2, 0.8)) / np.array(found.standard_errors)
        assert (np.abs(z) < 3.5).all()
        assert max(found.standard_errors) < 0.03


def test_standard_errors_follow_the_spread():
    """The bootstrap standard error is near the spread of 90 estimates; so is that of the area."""
    found = [fitted(normal_sample(100 + i, 80, 80), rng=i) for i in range(90)]
    spread = np.std([f.theta for f in found], axis=0, ddof=1)
    typical = np.median([f.standard_errors for f in found], axis=0)
    assert (np.abs(np.log(typical / spread)) < 0.3).all()
    areas = [f.estimate(AUC()) for f in found]
    assert abs(np.mean([a.estimate for a in areas]) - norm.cdf(1.2 / np.hypot(1, 0.8))) < 0.015
    assert np.mean([norm.cdf(1.2 / np.hypot(1, 0.8)) in a.interval for a in areas]) > 0.88


def test_a_range_is_fitted_to_its_own_points():
    """Over FPF 0 to 0.2 only the points there count, and a note says what is extrapolated."""
    sample = normal_sample(4, 200, 200)
    found = fitted(sample, kind="least-squares", fpf=(0, 0.2))
    pairs = points(sample.cases[:, 0].tolist(), sample.controls[:, 0].tolist())
    x, y = np.array([(fp / 200, tp / 200) for fp, tp in pairs if 5 * fp <= 200 and 0 < tp < 200]).T
    b, a = np.polyfit(norm.ppf(x), norm.ppf(y), 1)
    assert found.theta == pytest.approx((a, b), rel=1e-9)
    (note,) = (note for note in found.notes if note.code == "partial-fit")
    assert note.text.startswith("the curve was fitted to FPFs from 0 to 0.2 only")


@settings(max_examples=20)
@given(groups(st.integers(0, 6).map(float), least=4, most=10))
def test_a_monotone_change_of_the_scores_changes_nothing(drawn):
    """Estimates, replicates and the whole print are the same after a change that keeps the order."""
    cases, controls = drawn
    one = Sample.from_groups(cases=cases, controls=controls)
    other = Sample.from_groups(
        cases=[float("inf") if x == 6 else x**3 for x in cases],
        controls=[float("inf") if y == 6 else y**3 for y in controls],
    )
    assert printed(one) == printed(other)


def test_frequencies_are_their_rows():
    """A rating table gives what its 109 rows give, standard errors included, in any order of the rows."""
    cases = np.repeat(np.arange(5.0), [3, 2, 2, 11, 33])[::-1]
    controls = np.repeat(np.arange(5.0), [33, 6, 6, 11, 2])
    rows = Sample.from_groups(cases=cases, controls=np.random.default_rng(0).permutation(controls))
    one, other = fitted(HANLEY), fitted(rows)
    assert one.theta == other.theta
    np.testing.assert_array_equal(one.covariance, other.covariance)


def test_low_scores_that_are_positive():
    """Turned scores give the same fit."""
    sample = normal_sample(2)
    low = Sample.from_groups(cases=-sample.cases[:, 0], controls=-sample.controls[:, 0], low=True)
    assert fitted(low).theta == fitted(sample).theta
    np.testing.assert_array_equal(fitted(low).covariance, fitted(sample).covariance)


def test_swapped_groups_come_close_and_no_more():
    """Controls set the scale, so the fit of swapped groups is near (-a/b, 1/b) and is not it."""
    sample = normal_sample(6, 300, 300)
    swapped = Sample.from_groups(cases=sample.controls[:, 0], controls=sample.cases[:, 0])
    (a, b), (c, d) = fitted(sample).theta, fitted(swapped).theta
    assert (c, d) == pytest.approx((-a / b, 1 / b), rel=0.1)
    assert c != pytest.approx(-a / b, rel=1e-6)


def test_the_seed_gives_the_result_again():
    """A generator's seed stands in the result; batches and the global stream play no part."""
    sample = normal_sample(1)
    first = fitted(sample, rng=np.random.default_rng(5))
    again = fitted(sample, rng=first.seed)
    np.testing.assert_array_equal(first.covariance, again.covariance)
    assert (again.resampling.n_resamples, again.resampling.stratified) == (100, True)
    assert auc(sample, Bootstrap(n_resamples=100, rng=1)).inference.resampling == fitted(sample).resampling


def test_what_is_read_off_the_curve():
    """Area, partial area and TPF come with standard errors and intervals, with the seed beside them."""
    found = fitted(normal_sample(8))
    a, b = found.theta
    assert found.auc == pytest.approx(norm.cdf(a / np.hypot(1, b)), rel=1e-12)
    assert found.tpf_at(np.array([0.1]))[0] == pytest.approx(norm.cdf(a + b * norm.ppf(0.1)), rel=1e-12)
    for statistic in (AUC(), PartialAUC(fpf=(0, 0.2)), SensitivityAt(specificity=0.9)):
        read = found.estimate(statistic)
        assert read.estimate in read.interval
        assert (read.seed, read.rows()[0]["n_resamples"]) == (1, 100)
    whole = found.estimate(AUC(), null_value=0.5, level=0.9)
    edge = found.estimate(AUC(), null_value=whole.interval.low, level=0.9)
    assert edge.pvalue == pytest.approx(0.1, rel=1e-9)


def test_a_curve_of_another_shape_is_noted():
    """Cases of two kinds draw no binormal curve, and the fit says so; a fit to a part does not judge the rest."""
    drawn = np.random.default_rng(1)
    cases = np.concatenate([drawn.normal(0, 1, 200), drawn.normal(6, 1, 200)])
    sample = Sample.from_groups(cases=cases, controls=drawn.normal(0, 1, 400))
    assert "disagrees" in {note.code for note in fitted(sample).notes}
    assert "disagrees" not in {note.code for note in fitted(sample, fpf=(0, 0.3)).notes}


def test_large_groups_take_a_thousand_points():
    """A grid of more points than 1000 is thinned; a grouped table of a billion keeps its own four."""
    drawn = np.random.default_rng(3)
    found = fitted(Sample.from_groups(cases=drawn.normal(1, 1, 3000), controls=drawn.normal(0, 1, 3000)))
    assert found.details[0].used == 1000
    many = fitted(Sample.from_counts(controls=[10**8, 10**7, 10**7, 10**7], cases=[10**7, 10**7, 10**7, 10**8]))
    assert many.details[0].used == 3
    assert max(many.standard_errors) < 1e-3


@pytest.mark.parametrize(
    ("cases", "controls", "options", "code", "text"),
    [
        ([2, 2], [2, 2, 2], {}, "all-tied", "same score"),
        ([5, 6], [1, 2, 3], {}, "perfect-separation", "empirical AUC 1"),
        ([1, 2], [5, 6, 7], {}, "perfect-separation", "empirical AUC 0"),
        ([3], [1, 2, 3, 4], {}, "one-group-subject", "1 case"),
        ([3, 4], [3], {}, "one-group-subject", "1 control"),
        ([0, 1, 1], [0, 0, 1], {}, "one-interior-point", "single point"),
        ([9, 9, 0, 0], [1, 2, 3, 4], {}, "edge-points", "every point of the empirical curve"),
        ([1, 3, 5, 7, 9], [0, 2, 4, 6, 8], {"fpf": (0, 0.2)}, "one-interior-point", "Widen fpf="),
        ([9, 9, 5, 1], [0, 2, 4, 6, 8, 8.5], {"fpf": (0, 0.4)}, "degenerate-curve", "the TPF is the same at all"),
        ([9, 9, 9, 1, 0], [0.5, 2, 4, 6, 8, 8.5], {"fpf": (0, 0.1)}, "edge-points", "0 of 0 attained FPFs"),
    ],
)
def test_what_cannot_be_fitted_is_named(cases, controls, options, code, text):
    """Each degeneracy is a FitError with its code, its reason and what to use instead, for both kinds."""
    sample = Sample.from_groups(cases=cases, controls=controls)
    for kind in ("glm", "least-squares"):
        with pytest.raises(FitError, match=text) as error:
            fitted(sample, kind=kind, **options)
        assert error.value.code == code
        assert re.search("[Rr]eport ", str(error.value))


def test_a_line_of_least_squares_is_refused_without_a_likelihood():
    """The line through points has no likelihood, so no refusal speaks of one; the regression has."""
    for cases, controls in (([5, 6], [1, 2]), ([1, 2], [5, 6]), ([3, 4, 4], [3, 2, 1]), ([9, 9, 0, 0], [1, 2, 3, 4])):
        sample = Sample.from_groups(cases=cases, controls=controls)
        with pytest.raises(FitError, match="no rising line goes through the normal quantiles of its points") as refused:
            fitted(sample, kind="least-squares")
        assert "likelihood" not in str(refused.value)
        with pytest.raises(FitError, match="likelihood"):
            fitted(sample)


def test_without_enough_replicates_there_are_no_errors():
    """With few points inside, resamples without a fit are many: the curve stands alone, and a note says why."""
    sample = Sample.from_groups(cases=[1, 3, 5, 7, 8], controls=[0, 2, 4, 2.5, 6])
    found = fitted(sample)
    assert found.covariance is None
    assert found.notes[0].code == "lost-replicates"
    assert found.resampling.n_without_value > 5
    area = found.estimate(AUC())
    assert (area.standard_error, area.interval, area.pvalue) == (None, None, None)
    assert "not estimable" in str(found)


def test_uneven_replicates_are_noted():
    """Near an area of 1 a and b spread unevenly, and the print says that their errors are rough."""
    for seed in range(40):
        try:
            found = fitted(normal_sample(seed, 50, 50, a=2.1))
        except FitError:
            continue
        if "uneven-replicates" in {note.code for note in found.notes}:
            break
    else:
        raise AssertionError("no such sample")
    assert "the replicates spread unevenly" in str(found)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"kind": "ols"}, MethodError, "kind is 'ols'"),
        ({"points": 1}, MethodError, "points is 1; it must lie between 2 and 1000"),
        ({"points": 2.5}, TypeError, "points is float"),
        ({"n_resamples": 99}, MethodError, "n_resamples is 99"),
        ({"n_resamples": True}, TypeError, "n_resamples is bool"),
        ({"fpf": (0.2, 0.1)}, MethodError, "two edges of a band"),
        ({"fpf": 0.2}, TypeError, "a pair of edges"),
        ({"fpf": (0, "a")}, TypeError, "an edge of fpf is str"),
        ({"rng": -1}, MethodError, "rng is -1"),
        ({"rng": "x"}, TypeError, "rng is str"),
    ],
)
def test_options_are_checked_when_made(options, error, text):
    """An option out of range is refused before any data are seen."""
    with pytest.raises(error, match=text):
        PlacementRegression(**options)


def test_what_it_does_not_serve():
    """Another family, clusters and several tests are refused, with what to do."""
    assert PlacementRegression().refuses(Binormal()) is None
    with pytest.raises(MethodError, match="take Binormal"):
        PlacementRegression().fit(HANLEY, PowerLaw(), level=0.95)
    labels = np.arange(len(HANLEY.cases)), np.arange(len(HANLEY.controls))
    with pytest.raises(MethodError, match="come in clusters, and regression on placement values takes"):
        fitted(replace(HANLEY, clusters=labels))
    two = Sample.from_groups(cases={"A": [1, 2], "B": [1, 2]}, controls={"A": [1, 2], "B": [2, 1]})
    with pytest.raises(DataError, match="takes one test"):
        fitted(two)
    with pytest.raises(MethodError, match="level is 95"):
        fitted(HANLEY, level=95)


def test_the_print_whole():
    """Title, data, points, resamples, parameters, empirical area."""
    assert str(PlacementRegression(rng=7, n_resamples=500).fit(HANLEY, Binormal(), level=0.95)) == PRINTED


def test_rows_and_references():
    """Each number is a row with the seed that gives it again; each reference exists."""
    found = fitted(HANLEY)
    rows = {row["parameter"]: row for row in found.rows()}
    assert {"a", "b", "AUC", "points"} <= set(rows)
    assert {(row["seed"], row["n_resamples"], row["stratified"]) for row in rows.values()} == {(1, 100, True)}
    assert rows["points"]["estimate"] == 4
    assert found.to_dict()["title"] == "Binormal ROC curve, regression on placement values"
    for kind in ("glm", "least-squares"):
        assert set(PlacementRegression(kind).card.references) <= set(REFERENCES)


PRINTED = """
\tBinormal ROC curve, regression on placement values

data:  rating by group (positive: "cases"; higher scores are positive)
       51 cases, 58 controls, 0 dropped
       4 points, FPF 0.034 to 0.431
500 stratified resamples of subjects, seed 7
TPF = pnorm(a + b qnorm(FPF))

95 percent confidence intervals, two-sided, bootstrap standard errors
     estimate  std. error    low   high         scale
a       1.635      0.3931  0.864  2.406        normal
b       0.695      0.3158  0.076  1.314        normal
AUC     0.910      0.0337  0.825  0.960  probit scale
empirical AUC of the same scores: 0.893 (std. error 0.0307)
"""
