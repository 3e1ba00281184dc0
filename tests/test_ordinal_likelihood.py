"""The ordinal likelihood, and the climb to its largest value with the cuts profiled out."""

import math
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import gradient_of
from scipy.optimize import minimize
from scipy.stats import norm

from rocstats.errors import FitError
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.bordered_information import BorderedInformation, inverse
from rocstats.parametric.contaminated_binormal import ContaminatedBinormal
from rocstats.parametric.ordinal_likelihood import ordinal_point
from rocstats.parametric.ordinal_table import OrdinalTable
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.profile_climb import first_cuts, maximise
from rocstats.parametric.proper_binormal import ProperBinormal

CURVE = Binormal()
FAMILIES = [Binormal(), PowerLaw(), ProperBinormal(), ContaminatedBinormal()]


def table(controls, cases):
    """Make a table of counts by category; categories empty in both groups are left out."""
    controls, cases = np.array(controls, dtype=np.int64), np.array(cases, dtype=np.int64)
    some = controls + cases > 0
    labels = np.arange(float(some.sum()))
    return OrdinalTable(controls[some], cases[some], labels, labels)


def ratings(rng, n_categories, n_controls, n_cases, a, b):
    """Draw a table of a binormal truth at cuts of its own."""
    cuts = np.sort(1.2 * rng.normal(size=n_categories - 1) + 0.3)
    edges = np.concatenate([[-np.inf], cuts, [np.inf]])
    controls, cases = rng.normal(size=n_controls), (a + rng.normal(size=n_cases)) / b
    return table(np.histogram(controls, edges)[0], np.histogram(cases, edges)[0])


def runs(rng, n_controls, n_cases, a=1.2, b=0.8):
    """Draw continuous scores of a binormal truth and join them to truth-state runs."""
    scores = np.concatenate([rng.normal(size=n_controls), (a + rng.normal(size=n_cases)) / b])
    case = (np.arange(len(scores)) >= n_controls)[np.argsort(scores)].astype(np.int64)
    starts = np.flatnonzero(np.concatenate([[True], case[1:] != case[:-1]]))
    return table(np.add.reduceat(1 - case, starts), np.add.reduceat(case, starts))


def counts_of(one):
    """Return both rows of counts as floats."""
    return one.controls.astype(float), one.cases.astype(float)


def errors(covariance):
    """Return standard errors."""
    return np.sqrt(np.diag(covariance))


def letters(one):
    """Spell the truth-state runs from the highest category down: C cases, N controls, M both."""
    word = "".join("N" if d == 0 else "C" if c == 0 else "M" for c, d in zip(one.controls, one.cases, strict=True))
    return "".join(x for i, x in enumerate(word) if i == 0 or x == "M" or x != word[i - 1])[::-1]


def degenerate(one):
    """Whether all points lie on a right-angled curve, up, level, up or level, up, level: then there is no maximum."""
    found = False
    for word in ("CMNMC", "NMCMN"):
        rest = iter(word)
        found |= all(x in rest for x in letters(one))
    return found


def slow_loglikelihood(one, a, b, cuts):
    """Sum n log p with scipy's normal distribution, each group by its own mean and deviation."""
    edges = np.concatenate([[-np.inf], cuts, [np.inf]])
    p = np.diff(norm.cdf(edges)), np.diff(norm.cdf(edges, a / b, 1 / b))
    return sum(float(n[n > 0] @ np.log(q[n > 0])) for n, q in zip(counts_of(one), p, strict=True))


# Outside figures

CT = table([33, 6, 6, 11, 2], [3, 2, 2, 11, 33])
ROCFIT = {  # Stata [R] rocfit, example 1: rocfit disease rating, on the CT ratings of Hanley & McNeil (1982)
    "a": ("1.656782", "0.310456"),
    "b": ("0.713002", "0.215882"),
    "delta_m": ("2.323671", "0.502370"),
    "d_e": ("1.934361", "0.257187"),
    "d_a": ("1.907771", "0.259822"),
    "area": ("0.911331", "0.029506"),
}
ROCFIT_CUTS = [("0.169768", "0.165307"), ("0.463215", "0.167235"), ("0.766860", "0.174808"), ("1.797938", "0.299581")]


@pytest.mark.parametrize("name", ROCFIT)
def test_ct_ratings_as_stata_prints_them(name):
    """Estimates and standard errors by the observed information, to the last printed digit."""
    fit = maximise(CURVE, CT)
    if name in CURVE.parameters:
        place = CURVE.parameters.index(name)
        value, gradient = fit.theta[place], np.eye(2)[place]
    elif name == "area":
        value, gradient = CURVE.area(fit.theta), CURVE.area_gradient(fit.theta)
    else:
        value, gradient = CURVE.index(fit.theta, name)
    assert (f"{value:.6f}", f"{math.sqrt(gradient @ fit.observed @ gradient):.6f}") == ROCFIT[name]


def test_ct_bounds_and_likelihood_as_stata_prints_them():
    """The four cuts with their standard errors, and log likelihood = -123.64855."""
    fit = maximise(CURVE, CT)
    pairs = zip(fit.cuts, errors(fit.cut_covariance("observed")), strict=True)
    assert [(f"{cut:.6f}", f"{error:.6f}") for cut, error in pairs] == ROCFIT_CUTS
    assert f"{fit.loglikelihood:.5f}" == "-123.64855"


def test_six_category_ratings_by_both_informations():
    """The rating table of Dorfman & Alf (1969), fitted once by general optimisation: a, b and both sets of errors."""
    fit = maximise(CURVE, table([174, 172, 104, 92, 41, 8], [46, 57, 66, 101, 154, 173]))
    assert [f"{x:.6f}" for x in fit.theta] == ["1.072098", "0.705768"]
    assert [f"{x:.5f}" for x in errors(fit.observed)] == ["0.06492", "0.04413"]
    assert [f"{x:.5f}" for x in errors(fit.expected)] == ["0.06484", "0.04438"]
    assert f"{CURVE.area(fit.theta):.6f}" == "0.809462"


# By hand


def test_two_points_give_the_line_through_their_probits():
    """Three categories leave nothing over: the curve meets both points, and the cells are the shares."""
    one = table([50, 30, 20], [10, 30, 60])
    x, y = norm.ppf([0.5, 0.2]), norm.ppf([0.9, 0.6])
    b = (y[1] - y[0]) / (x[1] - x[0])
    fit = maximise(CURVE, one)
    assert fit.theta == pytest.approx([y[0] - b * x[0], b], abs=1e-9)
    assert fit.cells == pytest.approx(np.array([[0.5, 0.3, 0.2], [0.1, 0.3, 0.6]]), abs=1e-9)
    assert fit.cuts == pytest.approx(-x, abs=1e-9)


def test_one_point_gives_the_exponent_of_a_power_law():
    """At FPF 1/4 and TPF 1/2, k = log(1/2) / log(1/4) = 1/2; the one cut has a standard error."""
    fit = maximise(PowerLaw(), table([30, 10], [20, 20]))
    assert fit.theta == pytest.approx([0.5], abs=1e-9)
    # By the delta method from two binomials: var(log of a share) = (1 - share) / (n share).
    u, v = math.log(0.5), math.log(0.25)
    variance = (0.5 / (40 * 0.5)) / v**2 + (0.75 / (40 * 0.25)) * u**2 / v**4
    assert errors(fit.observed) == pytest.approx([math.sqrt(variance)], rel=1e-9)
    assert fit.cut_covariance("expected").shape == (1, 1)


def test_likelihood_of_a_hand_made_point():
    """One cut at 0 on the chance line halves both groups: every subject adds log(1/2)."""
    point = ordinal_point(CURVE, (np.array([3.0, 1.0]), np.array([2.0, 5.0])), np.array([0.0, 1.0]), np.array([0.0]))
    assert point.value == pytest.approx(-11 * math.log(2))
    assert point.cells.tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_bordered_information_solves_as_the_whole_matrix():
    """Step, profile and covariances against dense linear algebra."""
    rng = np.random.default_rng(3)
    root = rng.normal(size=(2, 2))
    info = BorderedInformation(root @ root.T + 9 * np.eye(2), rng.normal(size=(4, 2)), np.full(4, 5.0), np.ones(3))
    dense = np.block([[info.parameters, info.mixed.T], [info.mixed, np.diag([5.0] * 4)]])
    for i in range(3):
        dense[2 + i, 3 + i] = dense[3 + i, 2 + i] = 1
    whole, right = np.linalg.inv(dense), rng.normal(size=6)
    assert np.concatenate(info.step(right[:2], right[2:])) == pytest.approx(whole @ right)
    assert inverse(info.profile()[0]) == pytest.approx(whole[:2, :2])
    assert info.cut_covariance() == pytest.approx(whole[2:, 2:])


def test_what_is_not_positive_definite_has_no_inverse():
    """A negative or singular matrix, cuts without information, numbers without limit: None, never a covariance."""
    assert inverse(np.array([[1.0, 1.0], [1.0, 1.0]])) is None
    assert inverse(np.array([[-1.0]])) is None
    assert inverse(np.array([[np.inf]])) is None
    assert inverse(np.diag([1e-20, 1e20])) == pytest.approx(np.diag([1e20, 1e-20]))
    for diagonal in ([1.0, 0.0], [1.0, np.nan], [0.0]):
        none = BorderedInformation(
            np.eye(2), np.ones((len(diagonal), 2)), np.array(diagonal), np.ones(len(diagonal) - 1)
        )
        assert none.profile() is None
        assert none.step(np.ones(2), np.ones(len(diagonal))) is None
        assert none.cut_covariance() is None


# Equal to slow routes


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.card.id)
def test_gradient_and_information_are_those_of_differences(family):
    """At a point that is no maximum, for parameters and cuts, of every family."""
    one = table([20, 0, 14, 9, 3, 1], [4, 6, 0, 9, 12, 30])
    theta = family.starts(one.controls, one.cases)[0]
    cuts = first_cuts(family, counts_of(one), theta)
    p, at = len(theta), np.concatenate([theta, cuts])

    def point(x):
        return ordinal_point(family, counts_of(one), x[:p], x[p:])

    gradient = np.concatenate(point(at).gradient())
    assert gradient == pytest.approx(gradient_of(lambda x: point(x).value, at, 1e-4), rel=1e-7, abs=1e-6)
    info = point(at).information("observed")
    dense = np.zeros((len(at), len(at)))
    dense[:p, :p], dense[p:, :p], dense[:p, p:] = info.parameters, info.mixed, info.mixed.T
    dense[p:, p:] = np.diag(info.diagonal) + np.diag(info.beside, 1) + np.diag(info.beside, -1)
    for i in range(len(at)):
        row = gradient_of(lambda x, i=i: np.concatenate(point(x).gradient())[i], at, 1e-4)
        assert dense[i] == pytest.approx(-row, rel=1e-6, abs=1e-5)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.card.id)
def test_expected_information_is_the_observed_one_of_expected_counts(family):
    """The observed information is linear in the counts, so at their expectation it is the expected one."""
    theta = family.starts(np.array([30, 10, 5]), np.array([5, 10, 30]))[0]
    cuts = first_cuts(family, (np.array([30.0, 10, 5]), np.array([5.0, 10, 30])), theta)
    cells = ordinal_point(family, (np.ones(3), np.ones(3)), theta, cuts).cells
    point = ordinal_point(family, (70 * cells[0], 90 * cells[1]), theta, cuts)
    one, other = point.information("expected"), point.information("observed")
    for name in ("parameters", "mixed", "diagonal", "beside"):
        assert getattr(one, name) == pytest.approx(getattr(other, name), rel=1e-8, abs=1e-8)
    assert np.concatenate(point.gradient()) == pytest.approx(0, abs=1e-8)


def joint_optimum(one, start):
    """Climb all parameters together by BFGS, on a, log b, the first cut and the logarithms of the gaps."""
    counts = counts_of(one)

    def point(x):
        with np.errstate(all="ignore"):
            cuts = np.cumsum(np.concatenate([[x[2]], np.exp(x[3:])]))
            return ordinal_point(CURVE, counts, np.array([x[0], math.exp(x[1])]), cuts)

    def loss(x):
        found = point(x)
        return 1e9 if found is None else -found.value

    def slope(x):
        found = point(x)
        if found is None:
            return np.zeros_like(x)
        parameters, cuts = found.gradient()
        beyond = np.cumsum(cuts[::-1])[::-1]
        return -np.concatenate(
            [parameters * [1, math.exp(x[1])], beyond[:1], beyond[1:] * np.exp(x[3:])],
        )

    cuts = first_cuts(CURVE, counts, start)
    at = np.concatenate([[start[0], math.log(start[1]), cuts[0]], np.log(np.diff(cuts))])
    return minimize(loss, at, jac=slope, method="BFGS", options={"maxiter": 400, "gtol": 1e-6})


def test_a_second_optimiser_finds_nothing_higher():
    """120 tables of 5 and 11 categories, 20 + 20 to 200 + 200 subjects: BFGS from the truth or from where we ended."""
    rng = np.random.default_rng(20263)
    compared = 0
    while compared < 120:
        a, b = rng.uniform(0, 2.5), math.exp(0.5 * rng.normal())
        one = ratings(
            rng, int(rng.choice([5, 11])), int(rng.choice([20, 60, 200])), int(rng.choice([20, 60, 200])), a, b
        )
        if degenerate(one):
            continue
        fit = maximise(CURVE, one)
        assert fit.converged
        assert fit.gradient_size < 1e-8
        assert fit.loglikelihood == pytest.approx(slow_loglikelihood(one, *fit.theta, fit.cuts), abs=1e-8)
        other = joint_optimum(one, fit.theta if compared % 4 == 3 else np.array([a, b]))
        assert -other.fun <= fit.loglikelihood + 1e-8
        if other.success:
            assert -other.fun == pytest.approx(fit.loglikelihood, abs=1e-6)
        compared += 1


def test_runs_of_continuous_scores_reach_the_joint_maximum():
    """120 + 90 scores in some 80 runs: BFGS on all cuts ends no higher and close by."""
    one = runs(np.random.default_rng(20264), 120, 90)
    fit = maximise(CURVE, one)
    other = joint_optimum(one, fit.theta * [1.1, 0.9])
    assert -other.fun <= fit.loglikelihood + 1e-8
    assert -other.fun == pytest.approx(fit.loglikelihood, abs=1e-2)
    assert fit.converged


# Properties

small = st.integers(3, 8).flatmap(lambda k: st.tuples(*[st.lists(st.integers(0, 7), min_size=k, max_size=k)] * 2))


def drawn(rows):
    """Make a table of drawn rows that holds both groups and some categories."""
    one = table(*rows)
    assume(one.n_categories >= 3 and one.controls.sum() > 1 and one.cases.sum() > 1)
    return one


@settings(max_examples=60)
@given(small)
def test_a_maximum_is_found_exactly_where_there_is_one(rows):
    """Trouble for tables on a right-angled curve, and for no other."""
    one = drawn(rows)
    fit = maximise(CURVE, one)
    assert (fit.trouble is not None) == degenerate(one)
    assert fit.converged == (fit.observed is not None) == (fit.cut_covariance() is not None)
    assert (fit.expected is None) == degenerate(one)


@settings(max_examples=40)
@given(small)
def test_swapping_the_groups_keeps_the_likelihood(rows):
    """(a, b) becomes (-a/b, 1/b), the area 1 - area; the covariance follows by the delta method."""
    one = drawn(rows)
    assume(not degenerate(one))
    fit, other = maximise(CURVE, one), maximise(CURVE, table(one.cases, one.controls))
    a, b = fit.theta
    assert other.loglikelihood == pytest.approx(fit.loglikelihood, abs=1e-9)
    assert other.theta == pytest.approx([-a / b, 1 / b], rel=1e-6, abs=1e-7)
    assert CURVE.area(other.theta) == pytest.approx(1 - CURVE.area(fit.theta), abs=1e-7)
    slope = np.array([[-1 / b, a / b**2], [0, -1 / b**2]])
    assert other.observed == pytest.approx(slope @ fit.observed @ slope.T, rel=1e-5, abs=1e-7)
    assert other.expected == pytest.approx(slope @ fit.expected @ slope.T, rel=1e-5, abs=1e-7)


@settings(max_examples=40)
@given(small)
def test_turning_the_order_keeps_the_likelihood(rows):
    """Low for high: (a, b) becomes (-a, b); with the groups swapped as well, (a/b, 1/b) and the same area."""
    one = drawn(rows)
    assume(not degenerate(one))
    fit = maximise(CURVE, one)
    a, b = fit.theta
    turned = maximise(CURVE, table(one.controls[::-1], one.cases[::-1]))
    both = maximise(CURVE, table(one.cases[::-1], one.controls[::-1]))
    assert turned.loglikelihood == pytest.approx(fit.loglikelihood, abs=1e-9)
    assert both.loglikelihood == pytest.approx(fit.loglikelihood, abs=1e-9)
    assert turned.theta == pytest.approx([-a, b], rel=1e-6, abs=1e-7)
    assert both.theta == pytest.approx([a / b, 1 / b], rel=1e-6, abs=1e-7)


@settings(max_examples=40)
@given(small, st.sampled_from([2, 7, 10**8]))
def test_more_of_the_same_counts_shrink_the_errors_alone(rows, times):
    """Counts times k: the same curve, variances over k, also where k is 10^8."""
    one = drawn(rows)
    assume(not degenerate(one))
    fit, more = maximise(CURVE, one), maximise(CURVE, table(times * one.controls, times * one.cases))
    assert more.theta == pytest.approx(fit.theta, rel=1e-6, abs=1e-7)
    assert more.loglikelihood == pytest.approx(times * fit.loglikelihood, rel=1e-9)
    assert more.observed * times == pytest.approx(fit.observed, rel=1e-4)


@settings(max_examples=40)
@given(small, st.integers(0, 3))
def test_every_start_leads_to_the_same_maximum(rows, start):
    """The likelihood has one top: each of the family's starts alone ends in it."""
    one = drawn(rows)
    assume(not degenerate(one))
    fit = maximise(CURVE, one)
    alone = maximise(_StartsAt(CURVE.starts(one.controls, one.cases)[start]), one)
    assert alone.loglikelihood == pytest.approx(fit.loglikelihood, abs=1e-8)


class _StartsAt(Binormal):
    """The binormal family with one start."""

    def __init__(self, theta):
        object.__setattr__(self, "theta", theta)

    def starts(self, controls, cases):
        return [self.theta]


# Corners


def test_categories_that_only_one_group_used():
    """Zeros in one row are no trouble as long as the points are not all on one right-angled curve."""
    fit = maximise(CURVE, table([12, 0, 7, 5, 0, 1], [0, 2, 0, 6, 9, 11]))
    assert fit.converged
    assert (fit.cells > 0).all()
    assert fit.cells.sum(axis=1) == pytest.approx([1, 1])
    assert (np.diff(fit.cuts) > 0).all()


def test_counts_of_a_hundred_million():
    """Expected counts of a known curve, rounded: its parameters come back, with errors of that size."""
    theta, cuts = np.array([1.3, 0.75]), np.array([-0.5, 0.2, 1.0, 2.2])
    cells = ordinal_point(CURVE, (np.ones(5), np.ones(5)), theta, cuts).cells
    fit = maximise(CURVE, table(*np.rint(1e8 * cells)))
    assert fit.theta == pytest.approx(theta, abs=1e-7)
    assert fit.converged
    assert fit.gradient_size < 1e-6
    assert (errors(fit.observed) < 1e-3).all()
    assert errors(fit.observed) == pytest.approx(errors(fit.expected), rel=1e-6)


def test_far_cells_are_seen_through_their_own_tail():
    """Bounds nine deviations out in a group of 10^15: shares of 1e-19, which 1 minus a share cannot show."""
    theta, cuts = np.array([5.0, 1.0]), np.array([-4.0, 0.5, 9.0])
    cells = ordinal_point(CURVE, (np.ones(4), np.ones(4)), theta, cuts).cells
    assert cells[0, 3] == pytest.approx(norm.sf(9), rel=1e-10)
    assert cells[1, 0] == pytest.approx(norm.sf(9), rel=1e-10)
    point = ordinal_point(CURVE, (1e15 * cells[0], 1e15 * cells[1]), theta, cuts)
    step = point.information("expected").step(*point.gradient())
    assert np.concatenate(step) == pytest.approx(0, abs=1e-9)


def test_runs_take_memory_in_proportion_to_their_number():
    """20,000 + 20,000 scores: 13,000 runs, and far less memory than a square of them (1.4 GB)."""
    one = runs(np.random.default_rng(20265), 20_000, 20_000)
    tracemalloc.start()
    fit = maximise(CURVE, one)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert one.n_categories > 10_000
    assert peak < 40e6
    assert fit.converged
    assert fit.theta == pytest.approx([1.2, 0.8], abs=0.06)


@pytest.mark.parametrize(
    ("controls", "cases", "code"),
    [
        ([9, 8, 0, 0], [0, 0, 7, 6], "flat-likelihood"),  # apart
        ([6, 94, 79, 21], [0, 7, 43, 0], "flat-likelihood"),  # every point on TPF 0 or 1 or one FPF
        ([56, 94, 0, 50], [1, 0, 0, 49], "degenerate-curve"),  # every inner point on one TPF
        ([12, 0, 8, 0], [15, 1, 4, 0], "degenerate-curve"),
    ],
)
def test_likelihoods_without_a_maximum_are_named(controls, cases, code):
    """No covariance of any kind, and a text that says what to use."""
    fit = maximise(CURVE, table(controls, cases))
    assert fit.trouble.code == code
    assert "empirical" in fit.trouble.text
    assert not fit.converged
    assert fit.observed is fit.expected is fit.cut_covariance() is None
    assert np.isfinite(fit.theta).all()
    assert np.isfinite(fit.loglikelihood)


def test_one_point_is_not_enough_for_two_parameters():
    """Two categories: a ridge of curves through one point."""
    fit = maximise(CURVE, table([30, 10], [20, 20]))
    assert fit.trouble.code == "flat-likelihood"
    assert fit.trouble.text == (
        "The likelihood is flat where the climb ended: many binormal curves fit these categories equally well, or it "
        "rises towards an edge of the family, so there are no standard errors. Use the empirical curve, or a family "
        "with fewer parameters."
    )


def test_a_climb_that_cannot_begin_is_refused():
    """A start at which some subject's category has no probability."""
    hopeless = _StartsAt(np.array([1e9, 1.0]))
    with pytest.raises(FitError, match=r"a binormal curve could not be fitted.*Use the empirical curve\.") as error:
        maximise(hopeless, table([5, 5, 5], [5, 5, 5]))
    assert error.value.code == "not-converged"


def test_a_point_short_of_the_maximum_is_not_called_one():
    """A fit whose trouble is set gives no covariance, whatever its information."""
    fit = maximise(CURVE, CT)
    stopped = replace(fit, trouble=CURVE.boundary(np.array([1.0, 1e-9])), converged=False)
    assert stopped.observed is stopped.expected is stopped.cut_covariance() is None


def test_of_several_tops_the_highest_counts():
    """A contaminated binormal likelihood with two tops, 0.08 apart: the start that looks best leads to the lower."""
    one = table([6, 2, 7, 2, 2, 0, 1], [1, 0, 6, 1, 0, 1, 11])
    fit = maximise(ContaminatedBinormal(), one)
    assert fit.theta == pytest.approx([3.14854, 0.57455], abs=1e-4)
    lower = ordinal_point(ContaminatedBinormal(), counts_of(one), np.array([1.65061612, 0.85228686]), fit.cuts)
    assert fit.loglikelihood > lower.value + 0.07


def test_an_edge_as_high_as_a_regular_end_is_reported():
    """Equal means and unequal spread: some climbs of a proper binormal curve end just short of the edge d_a = 0."""
    fit = maximise(ProperBinormal(), table([164, 7, 7, 22], [2, 0, 0, 18]))
    assert fit.trouble.code == "parameter-edge"
    assert fit.loglikelihood == pytest.approx(-134.887287, abs=1e-6)


@pytest.mark.parametrize("times", [1, 10**3, 10**4, 10**6, 10**9])
def test_few_subjects_against_very_many_tell_a_curve(times):
    """However many cases there are, ten controls give the fit of the groups swapped."""
    few, many = np.array([4, 3, 2, 1]), times * np.array([1, 10, 100, 1000])
    labels = np.arange(1.0, 5)
    a, b = maximise(Binormal(), OrdinalTable(few, many, labels, labels)).theta
    swapped = maximise(Binormal(), OrdinalTable(many, few, labels, labels))
    assert swapped.trouble is None
    assert swapped.theta == pytest.approx([-a / b, 1 / b], rel=1e-4)
