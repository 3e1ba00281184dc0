"""What makes a fit impossible is named before it is tried, exactly, and each name has a reason and an alternative."""

import itertools
import math

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from rocstats import DataError, MethodError, Sample
from rocstats.empirical.score_table import score_table
from rocstats.errors import FitError
from rocstats.parametric.bigamma import Bigamma
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.curve_fitting import fit_binormal, fit_curve
from rocstats.parametric.diagnosis import diagnose
from rocstats.parametric.ordinal_table import distinct_categories
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.profile_climb import maximise

FAMILIES = [Binormal(), PowerLaw(), Bigamma()]


def table_of(controls, cases):
    """Return the table of distinct scores of a rating table."""
    return score_table(Sample.from_counts(controls=controls, cases=cases))


def code(controls, cases, family):
    """Return the code of the diagnosis, None for none."""
    found = diagnose(table_of(controls, cases), family)
    return None if found is None else found.code


def small_tables(size, values, least=2):
    """Give every table of so many categories with such counts, at least two subjects in each group, no empty column."""
    for controls, cases in itertools.product(itertools.product(values, repeat=size), repeat=2):
        if min(sum(controls), sum(cases)) >= least and all(map(any, zip(controls, cases, strict=True))):
            yield controls, cases


def bound(controls, cases):
    """Return the log-likelihood of free proportions, which no curve can pass."""
    return sum(n * math.log(n / sum(group)) for group in (controls, cases) for n in group if n)


def likelihood(controls, cases, a, b, cuts):
    """Return the log-likelihood of a binormal curve, cell by cell."""
    total = 0.0
    for group, z in ((controls, [-c for c in cuts]), (cases, [a - b * c for c in cuts])):
        upper, lower = [1.0, *ndtr(z), 0.0], [0.0, *ndtr(np.negative(z)), 1.0]
        for k, n in enumerate(group):
            if n:
                cell = upper[k] - upper[k + 1] if upper[k] < 0.5 else lower[k + 1] - lower[k]
                total += n * math.log(cell) if cell > 0 else -math.inf
    return total


def towards_the_edge(controls, cases, far):
    """Return the log-likelihood near the right-angled curve through all points: level, or upright, at height t."""
    n, m = sum(controls), sum(cases)
    fpf = [sum(controls[k:]) / n for k in range(1, len(controls))]
    tpf = [sum(cases[k:]) / m for k in range(1, len(cases))]
    level = {y for x, y in zip(fpf, tpf, strict=True) if 0 < x < 1}
    if len(level) > 1:
        # Upright: the level curve of exchanged groups, read the other way round.
        return towards_the_edge(cases, controls, far)
    left = max((y for x, y in zip(fpf, tpf, strict=True) if x == 0), default=0.0)
    right = min((y for x, y in zip(fpf, tpf, strict=True) if x == 1), default=1.0)
    t = level.pop() if level else (left + right) / 2
    a, b = (float(ndtri(t)), 1 / far) if 0 < t < 1 else (math.copysign(math.sqrt(8 * math.log(far)), t - 0.5), 1.0)
    cuts = []
    for x, y in zip(fpf, tpf, strict=True):
        if 0 < x < 1:
            cuts.append(-float(ndtri(x)))
        elif 0 < y < 1 and y != t:
            cuts.append((a - float(ndtri(y))) / b)
        elif 0 < t < 1:
            # A corner: far out, and yet so near that b times the cut vanishes.
            cuts.append(math.copysign(math.sqrt(2 * math.log(far)), 0.5 - x))
        else:
            cuts.append(a / 2)
    return likelihood(controls, cases, a, b, cuts)


# Codes


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.card.id)
@pytest.mark.parametrize(
    ("controls", "cases", "expected"),
    [
        ([9], [4], "all-tied"),
        ([1, 0, 0], [3, 4, 5], "one-group-subject"),
        ([5, 6, 3], [0, 1, 0], "one-group-subject"),
        ([5, 6, 0, 0], [0, 0, 2, 3], "perfect-separation"),
        ([0, 0, 2, 3], [5, 6, 0, 0], "perfect-separation"),
        ([5, 6, 0], [0, 2, 3], "edge-points"),
    ],
)
def test_every_family_names_what_no_curve_can_be_fitted_to(family, controls, cases, expected):
    """One tied score, one subject, separation with or without one shared score have the same name in every family."""
    with pytest.raises(FitError) as caught:
        fit_curve(Sample.from_counts(controls=controls, cases=cases), family)
    assert caught.value.code == expected


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.card.id)
def test_two_categories_need_a_family_of_one_parameter(family):
    """A single point determines one parameter, not two."""
    if len(family.parameters) == 1:
        assert code([30, 10], [10, 30], family) is None
    else:
        assert code([30, 10], [10, 30], family) == "one-interior-point"


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.card.id)
@pytest.mark.parametrize(
    ("controls", "cases", "word"),
    [
        ([10, 0, 0, 0], [3, 3, 3, 3], "perfect"),
        ([4, 6], [0, 5], "perfect"),
        ([3, 3, 3], [10, 0, 0], "reversed"),
        ([0, 5], [4, 6], "reversed"),
    ],
)
def test_a_single_point_on_a_side_is_no_interior_one(family, controls, cases, word):
    """A point with an FPF of 0 lies on no interior curve: it is an edge point of every family, with a true reason."""
    with pytest.raises(FitError) as caught:
        fit_curve(Sample.from_counts(controls=controls, cases=cases), family)
    assert caught.value.code == "edge-points"
    assert "between its corners" not in str(caught.value)
    if word == "perfect":
        assert "rises towards the perfect curve" in str(caught.value)
    elif family.proper and family != PowerLaw():
        assert f"no {family.card.name} curve runs below the chance line" in str(caught.value)
    else:
        assert "rises towards the reverse of the perfect curve" in str(caught.value)


def test_the_one_parameter_curve_goes_through_the_one_point():
    """FPF 1/4 and TPF 1/2 lie on the power-law curve with k = log(1/2) / log(1/4) = 1/2."""
    fit = fit_curve(Sample.from_counts(controls=[30, 10], cases=[20, 20]), PowerLaw())
    assert fit.theta[0] == pytest.approx(0.5, abs=1e-9)
    assert "Goodness of fit: no test; 2 categories leave no degree of freedom." in str(fit)


@pytest.mark.parametrize(
    ("controls", "cases"),
    [
        ([3, 5, 4], [2, 0, 6]),  # M N M: one level
        ([3, 4, 0], [2, 0, 6]),  # C N M
        ([0, 4, 0], [2, 0, 6]),  # C N C
        ([0, 4, 7, 2, 0], [5, 3, 0, 2, 6]),  # C M N M C
        ([2, 0, 6], [3, 5, 4]),  # M C M: one upright
        ([6, 2, 0, 2, 5], [0, 2, 7, 4, 0]),  # N M C M N
        ([4, 6], [0, 5]),  # M N: beside the top edge
        ([3, 2, 1], [0, 2, 5]),  # M M N
    ],
)
def test_points_on_a_right_angled_curve(controls, cases):
    """The binormal fit is refused, and the likelihood does rise to the bound that no curve reaches."""
    assert code(controls, cases, Binormal()) == "edge-points"
    values = [towards_the_edge(controls, cases, 10.0**k) for k in (1, 2, 4, 8)]
    assert values == sorted(values)
    assert values[-1] == pytest.approx(bound(controls, cases), abs=1e-5)
    assert values[0] < values[-1] <= bound(controls, cases) + 1e-12


@pytest.mark.parametrize(
    ("controls", "cases"),
    [([3, 2, 4], [1, 2, 6]), ([2, 0, 3, 0], [0, 4, 0, 4]), ([3, 4, 0, 5], [2, 0, 6, 1]), ([9, 1, 2, 1], [1, 0, 2, 7])],
)
def test_any_other_points_have_a_finite_maximum(controls, cases):
    """Points off every right-angled curve are fitted, with standard errors."""
    assert code(controls, cases, Binormal()) is None
    fit = fit_binormal(Sample.from_counts(controls=controls, cases=cases))
    assert fit.covariance is not None


# Exactly: every small table


@pytest.mark.parametrize(("size", "values"), [(3, (0, 1, 3)), (4, (0, 2)), (5, (0, 3))])
def test_refused_tables_are_those_whose_likelihood_has_no_maximum(size, values):
    """In every small table that is refused for its points the likelihood comes within 1e-4 of its bound at an edge."""
    refused = 0
    for controls, cases in small_tables(size, values):
        found = code(controls, cases, Binormal())
        pure = any(0 in pair for pair in zip(controls, cases, strict=True))
        if found is not None and pure:
            refused += 1
            reached = towards_the_edge(controls, cases, 1e7)
            assert bound(controls, cases) - 1e-4 < reached < bound(controls, cases) + 1e-12, (controls, cases)
    assert refused > 20


@pytest.mark.parametrize(("size", "values", "step"), [(3, (0, 1, 3), 3), (4, (0, 2), 1), (5, (0, 3), 5)])
def test_tables_that_are_not_refused_have_a_regular_maximum(size, values, step):
    """In small tables that are not refused the climb ends in a maximum, inside, with standard errors."""
    accepted = [t for t in small_tables(size, values) if code(*t, Binormal()) is None][::step]
    assert len(accepted) > 20
    for controls, cases in accepted:
        found = maximise(Binormal(), distinct_categories(table_of(controls, cases)))
        assert found.trouble is None, (controls, cases)
        assert found.loglikelihood <= bound(controls, cases) + 1e-9


def test_the_diagnosis_reads_counts_in_runs():
    """Ratings, scores and any increasing transformation of them have one diagnosis: only the order counts."""
    cases, controls = np.array([2.0, 3.0, 7.0, 8.0]), np.array([4.0, 5.0, 6.0])
    for turn in (lambda x: x, np.exp, lambda x: x**3, lambda x: np.where(x > 7, np.inf, x)):
        found = diagnose(score_table(Sample.from_groups(cases=turn(cases), controls=turn(controls))), Binormal())
        assert found.code == "edge-points"


# Texts


def test_each_name_has_a_reason_and_an_alternative():
    """The message says what came and what to report instead."""
    texts = {
        ((9,), (4,)): "all 13 subjects have the same score, so there is no curve to fit. Report that this test does "
        "not tell the groups apart in these data (empirical AUC 0.5).",
        ((5, 6, 3), (0, 1, 0)): "there is 1 case, and one score is no distribution: a fitted curve would bend to it. "
        "Report the case's score among those of the other group, or the empirical AUC by auc(sample, Newcombe()).",
        ((5, 0), (0, 5)): "all cases score above all controls (empirical AUC 1), so the likelihood rises towards the "
        "perfect curve and has no maximum. Report the empirical AUC with an interval that allows for it, "
        "auc(sample, Newcombe()).",
        ((0, 5), (5, 0)): "all cases score below all controls (empirical AUC 0), so the likelihood rises towards the "
        "reverse of the perfect curve and has no maximum. If low scores are positive, say so with low=. Report the "
        "empirical AUC with an interval that allows for it, auc(sample, Newcombe()).",
        ((6, 4), (4, 6)): "the empirical curve has a single point between its corners (FPF 0.400, TPF 0.600) and a "
        "binormal curve has 2 parameters, so many such curves fit equally well. Report sensitivity and specificity at "
        "that threshold, accuracy(counts_at(sample, threshold)); fit a family with one parameter, such as PowerLaw(); "
        "or record more categories.",
        ((5, 3, 0), (0, 2, 4)): "cases and controls share one score at most and are separated otherwise, so the "
        "likelihood rises towards the perfect curve and has no maximum. Report the empirical AUC with an interval that "
        "allows for it, auc(sample, Newcombe()).",
        ((0, 3, 5), (4, 2, 0)): "cases and controls share one score at most and are otherwise separated the wrong way "
        "round, so the likelihood rises towards the reverse of the perfect curve and has no maximum. If low scores are "
        "positive, say so with low=. Report the empirical AUC with an interval that allows for it, "
        "auc(sample, Newcombe()).",
        ((3, 5, 4), (2, 0, 6)): "every point of the empirical curve is at one TPF or at an FPF of 0 or 1: the "
        "likelihood of a binormal curve rises towards a right-angled one as b goes to 0, and has no maximum. Report "
        "the empirical AUC with an interval that allows for it, auc(sample, Newcombe()); fit a family that has no such "
        "limit, such as ProperBinormal() or PowerLaw(); or record more categories.",
        ((2, 0, 6), (3, 5, 4)): "every point of the empirical curve is at one FPF or at a TPF of 0 or 1: the "
        "likelihood of a binormal curve rises towards a right-angled one as b grows without limit, and has no maximum. "
        "Report the empirical AUC with an interval that allows for it, auc(sample, Newcombe()); fit a family that has "
        "no such limit, such as ProperBinormal() or PowerLaw(); or record more categories.",
    }
    for (controls, cases), text in texts.items():
        with pytest.raises(FitError) as caught:
            fit_binormal(Sample.from_counts(controls=controls, cases=cases))
        assert str(caught.value) == text


def test_scores_that_make_no_point_at_a_single_threshold():
    """Continuous scores may have one point as well: two mixed runs are two scores."""
    sample = Sample.from_groups(cases=[1.5, 2.5, 2.5], controls=[1.5, 1.5, 2.5])
    with pytest.raises(FitError, match=r"FPF 0\.333, TPF 0\.667"):
        fit_binormal(sample)


# Refusals before any data are read


def test_clusters_are_refused_in_the_words_of_all_methods():
    """Maximum likelihood takes subjects as independent."""
    sample = Sample.from_truth([1, 1, 1, 0, 0, 0], [3, 2, 4, 2, 1, 3], cluster=["a", "a", "b", "c", "c", "b"])
    with pytest.raises(MethodError) as caught:
        fit_binormal(sample)
    assert str(caught.value) == (
        "these subjects come in clusters, and maximum likelihood takes subjects as independent; its standard errors "
        "would be too small. Take one record per cluster, or leave cluster= out if the records are independent."
    )


def test_several_tests_are_refused_and_named():
    """One curve is of one test."""
    sample = Sample.from_truth([1, 1, 0, 0], {"A": [3, 2, 2, 1], "B": [4, 1, 2, 2]})
    with pytest.raises(DataError, match=r"^fit_binormal takes one test; this sample holds 2: A and B\. Pick one with"):
        fit_binormal(sample)
    with pytest.raises(DataError, match=r"^fit_curve takes one test"):
        fit_curve(sample)


def test_what_is_no_sample_no_family_and_no_method():
    """A value of the wrong type is told the door to go through."""
    sample = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
    with pytest.raises(TypeError, match=r"^fit_curve takes a Sample, not list"):
        fit_curve([1, 2])
    with pytest.raises(TypeError, match=r"^Binormal is a class; a family is a value: Binormal\(\)\.$"):
        fit_curve(sample, Binormal)
    with pytest.raises(TypeError, match=r"^family is 'binormal'; it must be a family of curves, such as Binormal\(\)"):
        fit_curve(sample, "binormal")
    with pytest.raises(TypeError, match=r"^method is 'ml'; it must be a way of fitting, such as MaximumLikelihood"):
        fit_binormal(sample, "ml")
    with pytest.raises(TypeError, match=r"^PowerLaw is a class; a way of fitting is a value: PowerLaw\(\)\.$"):
        fit_binormal(sample, PowerLaw)
    with pytest.raises(MethodError, match=r"^level is 95; .* Write 0.95 for 95 percent"):
        fit_binormal(sample, level=95)
