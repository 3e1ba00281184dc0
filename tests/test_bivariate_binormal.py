"""Two binormal curves fitted together: likelihood, maximum, information, degenerate data and joined runs."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats import DataError, DeLong, MethodError, Sample, compare_auc
from rocstats.empirical.score_table import score_table
from rocstats.errors import FitError
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.bivariate_climb import free_of, natural_of
from rocstats.parametric.bivariate_fitting import fit_bivariate_binormal
from rocstats.parametric.bivariate_likelihood import BivariateLikelihood, bivariate_normal
from rocstats.parametric.bivariate_table import in_one_order, joined, joint_table
from rocstats.parametric.ordinal_table import OrdinalTable, truth_state_runs
from rocstats.parametric.profile_climb import maximise

BOUNDS = (-0.3, 0.3, 0.9, 1.6)
SOMEWHERE = np.array([1.1, 0.9, 1.0, 0.8, 0.4, 0.6, -0.4, 0.3, 0.8, 1.7, -0.3, 0.35, 0.9, 1.5])


def drawn(seed, m=60, n=70, r=0.5, a=(1.2, 1.0), b=(1.0, 0.8), bounds=BOUNDS):
    """Draw two correlated tests; with bounds they are ratings."""
    rng = np.random.default_rng(seed)
    mix = np.linalg.cholesky([[1, r], [r, 1]])
    controls, cases = (rng.normal(size=(size, 2)) @ mix.T for size in (n, m))
    cases = (cases + np.array(a)) / np.array(b)
    if bounds is not None:
        cases, controls = (np.digitize(scores, bounds).astype(float) for scores in (cases, controls))
    return Sample.from_groups(cases=cases, controls=controls, tests=["A", "B"])


def quadrature(natural, shape):
    """Return the cell probabilities of controls and of cases by integrating over the first latent score."""
    from scipy.special import ndtr

    nodes, weights = np.polynomial.legendre.leggauss(60)
    a1, b1, a2, b2, r0, r1 = natural[:6]
    first, second = natural[6 : 5 + shape[0]], natural[5 + shape[0] :]
    found = []
    for u, v, r in ((first, second, r0), (b1 * first - a1, b2 * second - a2, r1)):
        u = np.concatenate([[-9.0], u, [9.0]])
        v = np.concatenate([[-np.inf], v, [np.inf]])
        x = (u[:-1, None] + u[1:, None]) / 2 + np.diff(u)[:, None] / 2 * nodes
        inner = np.diff(ndtr((v[:, None, None] - r * x) / math.sqrt(1 - r * r)), axis=0)
        heights = np.exp(-x * x / 2) / math.sqrt(2 * math.pi) * weights * np.diff(u)[:, None] / 2
        found.append((inner * heights).sum(axis=2).T)
    return found


def counts(table):
    """Return the tables of counts of controls and of cases."""
    found = []
    for cells in (table.controls, table.cases):
        full = np.zeros(table.shape)
        full[cells.first, cells.second] = cells.counts
        found.append(full)
    return found


def from_tables(controls, cases):
    """Make a sample from tables of counts, one row per occupied cell."""
    rows = {}
    for name, table in (("controls", controls), ("cases", cases)):
        at = np.argwhere(np.asarray(table) > 0)
        rows[name] = (at, np.asarray(table)[tuple(at.T)])
    scored = np.concatenate([rows["controls"][0], rows["cases"][0]]).astype(float)
    truth = np.repeat([0, 1], [len(rows["controls"][0]), len(rows["cases"][0])])
    how_many = np.concatenate([rows["controls"][1], rows["cases"][1]])
    return Sample.from_truth(truth, scored, tests=["A", "B"], counts=how_many)


def test_bivariate_normal_probabilities_are_integrals():
    """Owen's T gives what integrating over one coordinate gives, on the axes and at infinity too."""
    from scipy.integrate import quad
    from scipy.special import ndtr

    points = [(-2.1, 0.4), (0.0, 1.3), (0.7, 0.0), (0.0, 0.0), (-1.0, -1.0), (3.0, -3.0), (0.0, -1.0)]
    for r in (-0.9, -0.3, 0.0, 0.5, 0.9):
        s = math.sqrt(1 - r * r)
        found = bivariate_normal(*np.array(points).T, r)
        expected = [
            quad(lambda x, k=k, r=r, s=s: math.exp(-x * x / 2) * ndtr((k - r * x) / s), -9, h, epsabs=1e-14)[0]
            / math.sqrt(2 * math.pi)
            for h, k in points
        ]
        assert found == pytest.approx(expected, abs=1e-13)
    edges = bivariate_normal(np.array([40.0, -40.0, 1.0]), np.array([1.0, 1.0, 40.0]), 0.4)
    assert edges == pytest.approx([ndtr(1.0), 0.0, ndtr(1.0)], abs=1e-15)


def test_worked_by_hand():
    """With bounds at 0 the quadrants have probability 1/3 and 1/6 at correlation 1/2, and 1/4 at 0."""
    sample = from_tables([[3, 1], [2, 4]], [[1, 2], [1, 5]])
    likelihood = BivariateLikelihood(joint_table(sample))
    natural = np.array([0.0, 1.0, 0.0, 1.0, 0.5, 0.0, 0.0, 0.0])
    expected = 7 * math.log(1 / 3) + 3 * math.log(1 / 6) + 9 * math.log(1 / 4)
    assert likelihood.value(natural) == pytest.approx(expected, abs=1e-13)


def test_agrees_with_quadrature():
    """The log-likelihood is the sum of n log p with probabilities integrated numerically."""
    table = joint_table(drawn(1))
    expected = sum(
        float((n * np.log(p)).sum()) for n, p in zip(counts(table), quadrature(SOMEWHERE, (5, 5)), strict=True)
    )
    assert BivariateLikelihood(table).value(SOMEWHERE) == pytest.approx(expected, abs=1e-9)


def test_derivatives_are_numerical_ones():
    """Gradient and Hessian in closed form equal differences of value and gradient."""
    likelihood = BivariateLikelihood(joint_table(drawn(2)))
    here = likelihood.climb(SOMEWHERE)
    assert here.value == likelihood.value(SOMEWHERE)
    for place, step in enumerate(1e-5 * np.eye(len(SOMEWHERE))):
        ahead, behind = SOMEWHERE + step, SOMEWHERE - step
        slope = (likelihood.value(ahead) - likelihood.value(behind)) / 2e-5
        bend = (likelihood.climb(ahead).gradient - likelihood.climb(behind).gradient) / 2e-5
        assert here.gradient[place] == pytest.approx(slope, abs=1e-6)
        assert here.hessian[place] == pytest.approx(bend, abs=1e-5)


def test_expected_information_is_observed_at_expected_counts():
    """Where every cell holds its expected count, minus the Hessian is the expected information."""
    table = joint_table(from_tables(np.ones((5, 5), int), np.ones((5, 5), int)))
    fitted = [
        replace(cells, counts=cells.counts.sum() * p.ravel())
        for cells, p in zip((table.controls, table.cases), quadrature(SOMEWHERE, (5, 5)), strict=True)
    ]
    full = BivariateLikelihood(replace(table, controls=fitted[0], cases=fitted[1]))
    assert full.climb(SOMEWHERE).gradient == pytest.approx(np.zeros(14), abs=1e-7)
    assert full.expected_information(SOMEWHERE) == pytest.approx(-full.climb(SOMEWHERE).hessian, abs=1e-6)


def test_free_scales_return():
    """Going to the scales without limits and back changes nothing."""
    assert natural_of(free_of(SOMEWHERE, (5, 5)), (5, 5)) == pytest.approx(SOMEWHERE, abs=1e-13)


def test_independent_tests_have_the_curves_of_separate_fits():
    """Where both groups are product tables, correlations are 0 and each curve and its errors are those of one test."""
    first = (np.array([33, 6, 6, 11, 2]), np.array([3, 2, 2, 11, 33]))
    second = (np.array([20, 12, 9, 3]), np.array([5, 8, 10, 19]))
    controls, cases = (np.outer(p, q) for p, q in zip(first, second, strict=True))
    sample = from_tables(controls, cases)
    for information in ("observed", "expected"):
        fit = fit_bivariate_binormal(sample, information=information)
        assert fit.theta[4:] == pytest.approx((0, 0), abs=1e-8)
        assert fit.covariance[:2, 2:4] == pytest.approx(np.zeros((2, 2)), abs=1e-9)
        for place, curve in enumerate(fit.curves):
            alone = maximise(Binormal(), joint_table(sample).margins[place])
            assert curve.theta == pytest.approx(alone.theta, abs=1e-7)
            assert fit.bounds[place] == pytest.approx(alone.cuts, abs=1e-7)
            assert curve.covariance == pytest.approx(getattr(alone, information), rel=1e-5)


def test_a_second_optimiser_finds_the_same_maximum():
    """L-BFGS in natural units, from another start, climbs 50 simulated tables to the same height and no higher."""
    from scipy.optimize import minimize

    limits = [(None, None), (0.05, None)] * 2 + [(-0.999, 0.999)] * 2 + [(None, None)] * 4
    for seed in range(50):
        sample = drawn(seed, 60, 65, r=0.5 * math.sin(seed), a=(0.9 * math.cos(seed), 0.8), bounds=(0.0, 0.8))
        fit = fit_bivariate_binormal(sample)
        likelihood = BivariateLikelihood(joint_table(sample))

        def loss(natural, likelihood=likelihood):
            if likelihood.value(natural) == -math.inf:
                return 1e6, np.zeros(10)
            here = likelihood.climb(natural)
            return -here.value, -here.gradient

        start = np.array([0.4, 1.0, 0.4, 1.0, 0.1, 0.1, 0.0, 1.0, 0.0, 1.0])
        found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=limits, options={"ftol": 1e-14, "gtol": 1e-6})
        assert -found.fun <= fit.loglikelihood + 1e-8
        assert -found.fun == pytest.approx(fit.loglikelihood, abs=1e-6)


def test_recovers_what_expected_counts_were_made_of():
    """A table of a million expected counts gives back its parameters and bounds."""
    million = [np.round(1e6 * p).astype(int) for p in quadrature(SOMEWHERE, (5, 5))]
    fit = fit_bivariate_binormal(from_tables(*million))
    assert fit.theta == pytest.approx(SOMEWHERE[:6], abs=1e-4)
    assert np.concatenate(fit.bounds) == pytest.approx(SOMEWHERE[6:], abs=1e-4)


def test_covariance_inverts_the_numerical_information():
    """Standard errors are those of second derivatives taken numerically at the maximum."""
    sample = drawn(4)
    fit = fit_bivariate_binormal(sample)
    likelihood = BivariateLikelihood(joint_table(sample))
    top = np.concatenate([fit.theta, *fit.bounds])
    information = -np.array(
        [
            (likelihood.climb(top + step).gradient - likelihood.climb(top - step).gradient) / 2e-5
            for step in 1e-5 * np.eye(len(top))
        ]
    )
    assert fit.covariance == pytest.approx(np.linalg.inv(information)[:6, :6], rel=1e-5, abs=1e-9)


@pytest.mark.parametrize("bounds", [BOUNDS, None])
def test_swapping_tests_swaps_curves(bounds):
    """The order of the tests decides the sign of the difference and nothing else."""
    sample = drawn(5, bounds=bounds)
    fit, other = (fit_bivariate_binormal(sample.select(*names)) for names in (("A", "B"), ("B", "A")))
    assert other.theta == pytest.approx([fit.theta[i] for i in (2, 3, 0, 1, 4, 5)], abs=1e-6)
    assert other.loglikelihood == pytest.approx(fit.loglikelihood, abs=1e-9)
    one, two = fit.compare_auc(), other.compare_auc()
    assert (one.estimate, one.standard_error) == pytest.approx((-two.estimate, two.standard_error), abs=1e-7)
    assert one.pvalue == pytest.approx(two.pvalue, abs=1e-6)


@pytest.mark.parametrize("bounds", [BOUNDS, None])
def test_swapping_groups_maps_the_parameters(bounds):
    """Cases and controls exchanged: (a, b) become (-a / b, 1 / b), areas one minus themselves, correlations change."""
    sample = drawn(6, bounds=bounds)
    fit = fit_bivariate_binormal(sample)
    other = fit_bivariate_binormal(Sample.from_groups(cases=sample.controls, controls=sample.cases, tests=["A", "B"]))
    a1, b1, a2, b2, r0, r1 = fit.theta
    assert other.theta == pytest.approx((-a1 / b1, 1 / b1, -a2 / b2, 1 / b2, r1, r0), abs=1e-6)
    assert [c.auc for c in other.curves] == pytest.approx([1 - c.auc for c in fit.curves], abs=1e-7)
    assert other.loglikelihood == pytest.approx(fit.loglikelihood, abs=1e-9)
    assert other.compare_auc().pvalue == pytest.approx(fit.compare_auc().pvalue, abs=1e-6)


@pytest.mark.parametrize("bounds", [BOUNDS, None])
def test_only_the_order_of_scores_counts(bounds):
    """Rows in another order, scores transformed and scores that are infinite change no digit."""
    sample = drawn(7, 40, 40, bounds=bounds)
    fit = fit_bivariate_binormal(sample)
    turned = Sample.from_groups(
        cases=np.exp(sample.cases[::-1]), controls=np.exp(sample.controls[::-1]), tests=["A", "B"]
    )
    assert fit_bivariate_binormal(turned).theta == fit.theta
    top = max(sample.cases.max(), sample.controls.max())
    cases, controls = (np.where(scores == top, np.inf, scores) for scores in (sample.cases, sample.controls))
    infinite = Sample.from_groups(cases=cases, controls=controls, tests=["A", "B"])
    assert fit_bivariate_binormal(infinite).theta == fit.theta


def test_grouped_rows_are_their_expansion():
    """A table of counts gives exactly what its expanded rows give."""
    controls, cases = counts(joint_table(drawn(8)))
    grouped = from_tables(controls.astype(int), cases.astype(int))
    p, q = grouped.frequencies
    expanded = Sample.from_groups(
        cases=np.repeat(grouped.cases, p, axis=0), controls=np.repeat(grouped.controls, q, axis=0), tests=["A", "B"]
    )
    one, other = fit_bivariate_binormal(grouped), fit_bivariate_binormal(expanded)
    assert one.theta == other.theta
    assert (one.covariance == other.covariance).all()
    assert one.loglikelihood == other.loglikelihood


def test_more_subjects_of_the_same_kind_change_the_errors_only():
    """Every subject ten thousand times: the same curves, errors a hundredth."""
    controls, cases = counts(joint_table(drawn(9)))
    few, many = (from_tables(k * controls.astype(int), k * cases.astype(int)) for k in (1, 10_000))
    one, other = fit_bivariate_binormal(few), fit_bivariate_binormal(many)
    assert other.theta == pytest.approx(one.theta, abs=1e-5)
    assert 1e4 * other.covariance == pytest.approx(one.covariance, rel=1e-3)


def test_tests_that_rank_alike_are_named():
    """Identical tests have one curve, correlation 1 and no variance to compare them by."""
    sample = drawn(10)
    twice = Sample.from_groups(
        cases=np.column_stack([sample.cases[:, 0], np.exp(sample.cases[:, 0])]),
        controls=np.column_stack([sample.controls[:, 0], np.exp(sample.controls[:, 0])]),
        tests=["A", "A again"],
    )
    fit = fit_bivariate_binormal(twice)
    alone = maximise(Binormal(), truth_state_runs(score_table(twice.select("A"))))
    assert fit.identical
    assert (fit.covariance, fit.loglikelihood, fit.r_controls, fit.r_cases) == (None, None, 1.0, 1.0)
    assert [note.code for note in fit.notes] == ["identical-tests"]
    assert fit.curves[1].theta == pytest.approx(alone.theta, abs=1e-6)
    assert fit.curves[1].covariance == pytest.approx(alone.observed, rel=1e-3)
    assert fit_bivariate_binormal(twice, information="expected").curves[0].standard_errors != (None, None)


def columns(first, second):
    """Set two tests of one sample side by side."""
    return Sample.from_groups(
        cases=np.column_stack([first.cases[:, 0], second.cases[:, 0]]),
        controls=np.column_stack([first.controls[:, 0], second.controls[:, 0]]),
        tests=["A", "B"],
    )


def one_test_like(sample, cases, controls):
    """Return a test of other scores on as many subjects."""
    return Sample.from_groups(
        cases=np.resize(np.array(cases, float), sample.cases.shape[0]),
        controls=np.resize(np.array(controls, float), sample.controls.shape[0]),
    )


@pytest.mark.parametrize(
    ("cases", "controls", "code"),
    [
        ([1], [1], "all-tied"),
        ([4, 5], [1, 2], "perfect-separation"),
        ([1, 2], [4, 5], "perfect-separation"),
        ([1, 0, 1], [0, 1], "one-interior-point"),
        ([4, 3, 1, 0], [3, 2, 1], "edge-points"),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_what_is_impossible_for_one_test_is_named_with_it(cases, controls, code, place):
    """All tied, separated, one interior point, points on the edges: the code and the name of the test."""
    good = drawn(11)
    bad = one_test_like(good, cases, controls)
    sample = columns(bad, good) if place == 0 else columns(good, bad)
    with pytest.raises(FitError, match=f'^"{"AB"[place]}": ') as caught:
        fit_bivariate_binormal(sample)
    assert caught.value.code == code


@pytest.mark.parametrize("sign", [1, -1])
def test_a_correlation_at_its_edge_is_named(sign):
    """Where one group is in one order by both tests, its correlation has no finite estimate and none is given."""
    sample = drawn(12)
    controls = np.column_stack([sample.controls[:, 0], sign * sample.controls[:, 0] + (0 if sign == 1 else 4)])
    edged = Sample.from_groups(cases=sample.cases, controls=controls, tests=["A", "B"])
    order = "one order" if sign == 1 else "opposite orders"
    with pytest.raises(FitError, match=f"both tests put all controls in {order}.*goes to {sign}, .*DeLong") as caught:
        fit_bivariate_binormal(edged)
    assert caught.value.code == "correlation-at-edge"


def test_long_runs_can_leave_a_correlation_untold():
    """Groups far apart have long runs; the refusal says so, and scores kept apart are fitted."""
    sample = drawn(1, 100, 100, a=(4.0, 3.5), bounds=None)
    with pytest.raises(FitError, match='Keep all scores apart, categories="ratings"') as caught:
        fit_bivariate_binormal(sample)
    assert caught.value.code == "correlation-at-edge"
    assert fit_bivariate_binormal(sample, categories="ratings").r_controls == pytest.approx(0.423, abs=0.001)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("group", ["controls", "cases"])
def test_scores_in_one_order_are_not_sent_to_other_categories(sign, group):
    """Where the scores themselves put a group in one order no categories help, and the advice is one that works."""
    rng = np.random.default_rng(7)
    other = rng.normal(0.5, 1, 12), rng.normal(0, 1, 12)
    x = {"cases": rng.normal(1, 1, 12), "controls": rng.normal(0, 1, 12)}
    pairs = {key: np.column_stack([x[key], other[key == "controls"]]) for key in x}
    pairs[group][:, 1] = sign * x[group]
    sample = Sample.from_groups(**pairs, tests=["A", "B"])
    for categories in ("auto", "runs", "ratings"):
        with pytest.raises(FitError, match=f"both tests put all {group} in .*, score by score, whatever") as refused:
            fit_bivariate_binormal(sample, categories=categories)
        assert refused.value.code == "correlation-at-edge"
        assert "Keep all scores apart" not in str(refused.value)
        assert "compare_auc(sample, method=DeLong())" in str(refused.value)
    assert compare_auc(sample, method=DeLong()).pvalue is not None


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=8), st.sampled_from([1, -1]))
def test_one_order_is_no_discordant_pair(pairs, sign):
    """A group is in one order if no two subjects are ordered differently; all pairs looked at say the same."""
    scores = np.array(pairs, dtype=float)
    slow = all((a[0] - b[0]) * (a[1] - b[1]) * sign >= 0 for a in scores for b in scores)
    assert in_one_order(scores, sign) == slow


def test_groups_of_a_few_subjects_are_fitted_or_named():
    """No small sample gives a warning, a missing number or an error without a code."""
    codes = set()
    for seed in range(40):
        rng = np.random.default_rng(seed)
        sample = drawn(seed, *rng.integers(1, 8, 2), r=rng.uniform(-0.9, 0.95), bounds=BOUNDS if seed % 2 else None)
        try:
            fit = fit_bivariate_binormal(sample)
        except FitError as error:
            codes.add(error.code)
            continue
        assert np.isfinite(fit.covariance).all()
        assert (np.linalg.eigvalsh(fit.covariance) > 0).all()
        assert max(abs(fit.r_controls), abs(fit.r_cases)) < 1
        assert 0 < fit.compare_auc().pvalue <= 1
    assert codes <= {
        *("perfect-separation", "edge-points", "correlation-at-edge", "one-group-subject", "one-interior-point"),
        *("degenerate-curve", "flat-likelihood"),
    }


def test_joining_by_hand():
    """Eight equal runs to four categories: every second cut stays; of two as near, the lower."""
    table = OrdinalTable(np.array([1, 0] * 4), np.array([0, 1] * 4), np.arange(8.0), np.arange(8.0) + 0.5)
    four = joined(table, 4)
    assert (four.controls.tolist(), four.cases.tolist()) == ([1] * 4, [1] * 4)
    assert (four.first.tolist(), four.last.tolist()) == ([0, 2, 4, 6], [1.5, 3.5, 5.5, 7.5])
    assert joined(table, 5).first.tolist() == [0, 2, 3, 5, 6]
    assert joined(table, 8).n_categories == joined(table, 1000).n_categories == 8


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(any), min_size=6, max_size=60).filter(
        lambda pairs: all(sum(column) for column in zip(*pairs, strict=True))
    ),
    st.integers(5, 30),
)
def test_joined_tables_keep_everybody_and_treat_groups_alike(pairs, most):
    """Joining moves no subject, leaves at most so many categories, and does not ask which group has the cases."""
    controls, cases = (np.array(column) for column in zip(*pairs, strict=True))
    scores = np.arange(len(pairs), dtype=float)
    found = joined(OrdinalTable(controls, cases, scores, scores), most)
    swapped = joined(OrdinalTable(cases, controls, scores, scores), most)
    assert found.n_categories <= most
    assert (found.controls.sum(), found.cases.sum()) == (controls.sum(), cases.sum())
    assert ((found.controls + found.cases) > 0).all()
    assert found.first.tolist() == swapped.first.tolist()
    assert found.first[0] == 0
    assert found.last.tolist() == [*(found.first[1:] - 1), scores[-1]]


def test_scores_are_ratings_runs_or_joined_runs():
    """Few distinct scores are ratings; more make runs, and more runs than wanted are joined, with a note."""
    scores = drawn(13, 90, 90, bounds=None)
    mixed = columns(drawn(13, 90, 90), scores)
    assert joint_table(mixed).sources == ("ratings", "truth-state runs")
    fit = fit_bivariate_binormal(scores, categories=30)
    assert fit.sources == ("joined truth-state runs",) * 2
    assert all(20 < len(bounds) + 1 <= 30 for bounds in fit.bounds)
    (note,) = fit.notes
    assert note.code == "joined-runs"
    assert joint_table(scores, "ratings").shape == (180, 180)
    assert joint_table(scores, "runs").sources == ("truth-state runs",) * 2
    assert joint_table(drawn(13, bounds=(0.0, 0.5, 1.0, 1.5, 2.0, 2.5)), 5).sources == ("joined truth-state runs",) * 2


def test_joining_loses_little():
    """Areas, errors and difference with 40 categories are those of all runs to a fraction of a standard error."""
    scores = drawn(14, 100, 100, bounds=None)
    few, every = (fit_bivariate_binormal(scores, categories=c) for c in (40, "runs"))
    one, other = few.compare_auc(), every.compare_auc()
    assert abs(one.estimate - other.estimate) < 0.25 * other.standard_error
    assert one.standard_error == pytest.approx(other.standard_error, rel=0.05)


def test_size_of_the_test_of_equal_areas():
    """Over 60 simulated studies of equal curves about one in twenty is called different, and errors fit the spread."""
    found = [fit_bivariate_binormal(drawn(1000 + seed, 60, 60, a=(1.2, 1.2), b=(1, 1))) for seed in range(60)]
    areas = [fit.compare_auc() for fit in found]
    rejected = sum(area.pvalue < 0.05 for area in areas)
    assert rejected <= 8  # above it with probability 0.004 at a size of 0.05
    spread = np.std([area.estimate for area in areas])
    assert np.mean([area.standard_error for area in areas]) == pytest.approx(spread, rel=0.25)


def test_agrees_with_delong_on_subarachnoid_haemorrhage(asah):
    """s100b against ndka: difference and standard error are near those of DeLong's test."""
    sample = asah.sample("s100b", "ndka")
    fitted, empirical = fit_bivariate_binormal(sample).compare_auc(), compare_auc(sample, method=DeLong())
    assert abs(fitted.estimate - empirical.estimate) < 0.2 * empirical.standard_error
    assert fitted.standard_error == pytest.approx(empirical.standard_error, rel=0.1)
    assert (round(fitted.estimate, 3), round(fitted.standard_error, 4)) == (0.131, 0.0823)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"categories": 4}, "categories is 4; it must be .*at least 5"),
        ({"categories": "fine"}, "categories is 'fine'"),
        ({"categories": True}, "categories is True"),
        ({"information": "sandwich"}, 'information is \'sandwich\'; it must be "observed" or "expected"'),
        ({"level": 95}, "level is 95"),
    ],
)
def test_options_out_of_range(options, text):
    """An option that is none is refused with those that are."""
    with pytest.raises(MethodError, match=text):
        fit_bivariate_binormal(drawn(15), **options)


def test_needs_two_tests_and_independent_subjects():
    """One test, something else, or clusters: what came and what to do."""
    with pytest.raises(DataError, match=r"takes two tests on the same subjects; this sample holds 1: A.*sample.select"):
        fit_bivariate_binormal(drawn(16).select("A"))
    with pytest.raises(TypeError, match="fit_bivariate_binormal takes a Sample, not list"):
        fit_bivariate_binormal([1, 2])
    clustered = Sample.from_truth([0, 1, 0, 1], np.ones((4, 2)), cluster=[1, 1, 2, 2], tests=["A", "B"])
    with pytest.raises(MethodError, match="come in clusters, and maximum likelihood takes subjects as independent"):
        fit_bivariate_binormal(clustered)
