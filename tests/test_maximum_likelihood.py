"""Maximum likelihood of ordered categories: published figures, a second route, what must not change an estimate."""

import json
import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rocstats import AUC, MethodError, PartialAUC, Sample
from rocstats.empirical.score_table import score_table
from rocstats.errors import FitError
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.contaminated_binormal import ContaminatedBinormal
from rocstats.parametric.curve_fitting import fit_binormal, fit_curve
from rocstats.parametric.curve_inference import scaled_interval
from rocstats.parametric.diagnosis import diagnose
from rocstats.parametric.maximum_likelihood import MaximumLikelihood
from rocstats.parametric.proper_binormal import ProperBinormal
from rocstats.parametric.rating_detail import RatingDetail
from rocstats.parametric.runs_detail import RunsDetail

STANDARD = NormalDist()
HANLEY = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
RATINGS, RUNS = MaximumLikelihood(categories="ratings"), MaximumLikelihood(categories="runs")


def detail(fit):
    """Return what the fit has beside its parameters."""
    return fit.details[0]


def numbers(fit):
    """Return estimates, standard errors and area in one array."""
    return np.array([*fit.theta, *fit.standard_errors, fit.auc])


def fitted(sample, method=None):
    """Fit a binormal curve, or pass over a sample that is refused."""
    assume(diagnose(score_table(sample), Binormal()) is None)
    try:
        return fit_binormal(sample, method)
    except FitError:  # a maximum so far out that it is none in double precision
        assume(False)


counts = st.lists(st.integers(0, 8), min_size=4, max_size=6)
tables = (
    st.tuples(counts, counts)
    .map(lambda pair: tuple(row[: min(map(len, pair))] for row in pair))
    .filter(lambda pair: min(map(sum, pair)) > 1)
)


# By hand


def test_three_categories_draw_the_line_through_two_points():
    """FPF 1/4, 1/2 and TPF 1/2, 3/4: with q = qnorm(3/4) the probits are (-q, 0), (0, q), so a = q and b = 1."""
    fit = fit_binormal(Sample.from_counts(controls=[20, 10, 10], cases=[10, 10, 20]))
    q = STANDARD.inv_cdf(0.75)
    assert fit.theta == pytest.approx((q, 1.0), abs=1e-9)
    assert [bound.estimate for bound in detail(fit).bounds] == pytest.approx([0.0, q], abs=1e-9)
    assert detail(fit).expected_controls == pytest.approx([20, 10, 10], abs=1e-8)
    assert detail(fit).expected_cases == pytest.approx([10, 10, 20], abs=1e-8)
    assert fit.loglikelihood == pytest.approx(2 * (20 * math.log(1 / 2) + 20 * math.log(1 / 4)), abs=1e-9)
    assert detail(fit).pearson is None
    assert "Goodness of fit: no test; 3 categories leave no degree of freedom." in str(fit)


def test_a_table_with_equal_shares_is_the_chance_line_with_its_standard_errors():
    """Cases in proportion to controls: a = 0 and b = 1, inside the family, so errors are true and a note says so."""
    fit = fit_binormal(Sample.from_counts(controls=[10, 20, 30, 20], cases=[5, 10, 15, 10]))
    assert fit.theta == pytest.approx((0.0, 1.0), abs=1e-9)
    assert fit.auc == pytest.approx(0.5, abs=1e-12)
    assert all(error > 0 for error in fit.standard_errors)
    assert [note.code for note in fit.notes] == ["chance-line"]


# Outside values


def test_the_figures_of_stata_for_hanley_and_mcneils_ratings():
    """Stata [R] rocfit, example 1: a, b, cuts, their standard errors, likelihood, fit, area and indices."""
    fit = fit_binormal(HANLEY)
    assert np.round(fit.theta, 6).tolist() == [1.656782, 0.713002]
    assert np.round(fit.standard_errors, 6).tolist() == [0.310456, 0.215882]
    found = detail(fit)
    assert [round(b.estimate, 6) for b in found.bounds] == [0.169768, 0.463215, 0.766860, 1.797938]
    assert [round(b.standard_error, 6) for b in found.bounds] == [0.165307, 0.167235, 0.174808, 0.299581]
    assert round(fit.loglikelihood, 5) == -123.64855
    assert (round(found.pearson.statistic, 2), found.pearson.df, round(found.pearson.pvalue, 4)) == (0.21, 2, 0.9006)
    area = fit.estimate(AUC())
    assert (round(area.estimate, 6), round(area.standard_error, 6)) == (0.911331, 0.029506)
    indices = [fit.index(name) for name in ("delta_m", "d_e", "d_a")]
    assert [round(i.estimate, 6) for i in indices] == [2.323671, 1.934361, 1.907771]
    assert [round(i.standard_error, 6) for i in indices] == [0.502370, 0.257187, 0.259822]


def test_dorfman_and_alfs_ratings_with_both_informations():
    """The six categories of 1969 as an independent fit has them: estimates, both kinds of errors, X-squared."""
    sample = Sample.from_counts(controls=[174, 172, 104, 92, 41, 8], cases=[46, 57, 66, 101, 154, 173])
    observed, expected = fit_binormal(sample), fit_binormal(sample, MaximumLikelihood(information="expected"))
    assert np.round(observed.theta, 6).tolist() == [1.072098, 0.705768] == np.round(expected.theta, 6).tolist()
    assert np.round(observed.standard_errors, 5).tolist() == [0.06492, 0.04413]
    assert np.round(expected.standard_errors, 5).tolist() == [0.06484, 0.04438]
    assert round(detail(observed).pearson.statistic, 4) == 1.4974
    assert detail(observed).pearson.df == 3
    assert round(observed.auc, 6) == 0.809462
    assert expected.errors_from == "expected information"
    bounds = [[b.standard_error for b in detail(fit).bounds] for fit in (observed, expected)]
    assert bounds[0] != bounds[1]
    assert bounds[0] == pytest.approx(bounds[1], rel=0.02)


# A second route


def slow_likelihood(free, controls, cases):
    """Return minus the log-likelihood of a, log b, the first cut and the logarithms of the gaps between cuts."""
    a, b, first, *gaps = free[0], math.exp(free[1]), *free[2:]
    cuts = np.cumsum([first, *np.exp(gaps)])
    total = 0.0
    for group, upper in (
        (controls, [STANDARD.cdf(-c) for c in cuts]),
        (cases, [STANDARD.cdf(a - b * c) for c in cuts]),
    ):
        cells = -np.diff([1.0, *upper, 0.0])
        if (cells <= 0).any():
            return 1e10
        total += float(np.array(group) @ np.log(cells))
    return -total


@pytest.mark.parametrize("seed", range(8))
def test_a_simplex_search_over_all_unknowns_finds_no_more(seed):
    """Nelder-Mead on the whole likelihood, cells by differences, ends at the same a and b and no higher."""
    from scipy.optimize import minimize

    rng = np.random.default_rng(seed)
    controls = rng.multinomial(40, [0.4, 0.25, 0.2, 0.15])
    cases = rng.multinomial(40, [0.1, 0.2, 0.3, 0.4])
    fit = fit_binormal(Sample.from_counts(controls=controls, cases=cases))
    start = np.array([1.0, 0.0, -0.2, math.log(0.6), math.log(0.6)])
    options = {"maxiter": 4000, "maxfev": 4000, "xatol": 1e-9, "fatol": 1e-12, "adaptive": True}
    found = minimize(slow_likelihood, start, (controls, cases), method="Nelder-Mead", options=options)
    assert fit.loglikelihood >= -found.fun - 1e-9
    assert (found.x[0], math.exp(found.x[1])) == pytest.approx(fit.theta, abs=1e-4)


def test_standard_errors_are_the_curvature_of_the_whole_likelihood():
    """A numerical Hessian of all unknowns, inverted, has the covariance of a and b in its corner."""
    controls, cases = [33, 6, 6, 11, 2], [3, 2, 2, 11, 33]
    fit = fit_binormal(HANLEY)
    cuts = [bound.estimate for bound in detail(fit).bounds]
    at = np.array([fit.theta[0], math.log(fit.theta[1]), cuts[0], *np.log(np.diff(cuts))])
    h, size = 1e-3, len(at)
    hessian = np.empty((size, size))
    for i in range(size):
        for j in range(size):
            corners = [slow_likelihood(at + h * (p * np.eye(size)[i] + q * np.eye(size)[j]), controls, cases)
                       for p, q in ((1, 1), (1, -1), (-1, 1), (-1, -1))]  # fmt: skip
            hessian[i, j] = (corners[0] - corners[1] - corners[2] + corners[3]) / (4 * h * h)
    errors = np.sqrt(np.diag(np.linalg.inv(hessian)))[:2] * [1, fit.theta[1]]
    assert fit.standard_errors == pytest.approx(errors, rel=1e-4)


def test_scipy_has_the_same_chi_squares():
    """Pearson's and the likelihood ratio statistic of 2 K cells are those of scipy.stats.power_divergence."""
    from scipy.stats import power_divergence

    found = detail(fit_binormal(HANLEY))
    observed = np.concatenate([found.controls, found.cases])
    expected = np.concatenate([found.expected_controls, found.expected_cases])
    # 2 K - 1 less the one of the second group, K - 1 bounds and 2 parameters.
    for test, power in ((found.pearson, "pearson"), (found.likelihood_ratio, "log-likelihood")):
        theirs = power_divergence(observed, expected, ddof=2 * 5 - 1 - 2, lambda_=power)
        assert (test.statistic, test.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)


# What must not change an estimate


@settings(max_examples=12)
@given(tables)
def test_ratings_and_their_runs_are_one_curve(table):
    """Estimates and standard errors agree; log-likelihoods differ by what joining categories leaves out."""
    controls, cases = table
    sample = Sample.from_counts(controls=controls, cases=cases)
    rated, run = fitted(sample, RATINGS), fitted(sample, RUNS)
    assert rated.theta == pytest.approx(run.theta, rel=1e-5, abs=1e-5)
    assert rated.standard_errors == pytest.approx(run.standard_errors, rel=1e-4, abs=1e-5)
    constant, held = 0.0, []
    for n, m in [pair for pair in zip(controls, cases, strict=True) if any(pair)]:
        kind = "both" if n and m else "controls" if n else "cases"
        if kind == "both" or not held or held[-1][0] != kind:
            held.append((kind, []))
        held[-1][1].append(n + m)
    for kind, parts in held:
        if kind != "both":
            constant += sum(part * math.log(part / sum(parts)) for part in parts)
    assert rated.loglikelihood == pytest.approx(run.loglikelihood + constant, abs=1e-8)


@settings(max_examples=12)
@given(tables, st.integers(0, 6))
def test_categories_that_nobody_is_in_change_nothing(table, place):
    """A category that is empty in both groups may be listed or not: curve, errors and likelihood stay exactly."""
    controls, cases = table
    sample = Sample.from_counts(controls=controls, cases=cases)
    wider = [[*row[:place], 0, *row[place:]] for row in table]
    fit, other = fitted(sample), fitted(Sample.from_counts(controls=wider[0], cases=wider[1]))
    assert numbers(other).tolist() == numbers(fit).tolist()
    assert other.loglikelihood == fit.loglikelihood


@settings(max_examples=12)
@given(tables, st.randoms(use_true_random=False))
def test_only_the_order_of_scores_counts(table, random):
    """Rows in another order, an increasing transformation, infinite ends and turned scores change nothing."""
    controls, cases = table
    sample = Sample.from_counts(controls=controls, cases=cases)
    fit = numbers(fitted(sample)).tolist()
    groups = {"controls": controls, "cases": cases}
    rows = {name: [float(k) for k, n in enumerate(group) for _ in range(n)] for name, group in groups.items()}
    for scores in rows.values():
        random.shuffle(scores)
    assert numbers(fit_binormal(Sample.from_groups(**rows))).tolist() == fit
    for turn in (math.exp, lambda x: x**3 - 40, lambda x: {0.0: -math.inf, float(len(cases) - 1): math.inf}.get(x, x)):
        turned = {name: [turn(x) for x in scores] for name, scores in rows.items()}
        assert numbers(fit_binormal(Sample.from_groups(**turned))).tolist() == fit
    low = {name: [-x for x in scores] for name, scores in rows.items()}
    assert numbers(fit_binormal(Sample.from_groups(**low, tests=["t"], low=["t"]))).tolist() == fit


@settings(max_examples=12)
@given(tables)
def test_exchanged_groups_and_turned_scores_are_the_same_curve_read_otherwise(table):
    """Swapping groups gives (-a/b, 1/b) and 1 - AUC; reversing scores as well gives (a/b, 1/b) and the same AUC."""
    controls, cases = table
    fit = fitted(Sample.from_counts(controls=controls, cases=cases))
    a, b = fit.theta
    swapped = fit_binormal(Sample.from_counts(controls=cases, cases=controls))
    assert swapped.theta == pytest.approx((-a / b, 1 / b), rel=1e-5, abs=1e-5)
    assert swapped.auc == pytest.approx(1 - fit.auc, abs=1e-7)
    assert swapped.loglikelihood == pytest.approx(fit.loglikelihood, abs=1e-8)
    both = fit_binormal(Sample.from_counts(controls=cases[::-1], cases=controls[::-1]))
    assert both.theta == pytest.approx((a / b, 1 / b), rel=1e-5, abs=1e-5)
    assert both.auc == pytest.approx(fit.auc, abs=1e-7)


def test_the_design_changes_no_number():
    """The curve depends on the two distributions of scores alone, so a case-control study has the same."""
    fits = [
        fit_binormal(Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33], design=design))
        for design in (None, "cohort", "case-control")
    ]
    assert numbers(fits[0]).tolist() == numbers(fits[1]).tolist() == numbers(fits[2]).tolist()
    assert [fit.notes for fit in fits].count(fits[0].notes) == 3


def test_a_table_of_many_subjects_is_the_same_curve_with_smaller_errors():
    """Ten million times the counts: the same estimates, errors divided by the root, at no cost."""
    times = 10**7
    fit = fit_binormal(HANLEY)
    many = fit_binormal(
        Sample.from_counts(
            controls=[n * times for n in (33, 6, 6, 11, 2)], cases=[n * times for n in (3, 2, 2, 11, 33)]
        )
    )
    assert many.theta == pytest.approx(fit.theta, rel=1e-6)
    assert many.standard_errors == pytest.approx([e / math.sqrt(times) for e in fit.standard_errors], rel=1e-5)


# Ratings or runs


def test_up_to_20_distinct_scores_are_ratings():
    """Twenty distinct scores are ratings, twenty-one make runs, unless stated otherwise."""
    rng = np.random.default_rng(1)
    for count, kind, source in ((20, RatingDetail, "ratings"), (21, RunsDetail, "truth-state runs")):
        scores = np.concatenate([np.arange(count), rng.integers(0, count, 60)])
        truth = np.concatenate([np.arange(count) % 2, (scores[count:] + rng.normal(0, 8, 60) > count / 2)])
        sample = Sample.from_truth(truth.astype(int), scores)
        fit = fit_binormal(sample)
        assert isinstance(detail(fit), kind)
        assert fit.source == source
        assert fit_binormal(sample, RATINGS).source == "ratings"
        assert fit_binormal(sample, RUNS).source == "truth-state runs"


def test_runs_say_how_many_they_are_and_test_nothing():
    """A print of runs has no table of categories and gives the reason for the missing test."""
    fit = fit_binormal(HANLEY, RUNS)
    assert str(fit) == (
        "\n\tBinormal ROC curve from truth-state runs, maximum likelihood\n\n"
        'data:  rating by group (positive: "cases"; higher scores are positive)\n'
        "       51 cases, 58 controls, 0 dropped\n"
        "       5 distinct scores in 5 truth-state runs\n"
        "TPF = pnorm(a + b qnorm(FPF)); log likelihood = -123.649\n\n"
        "95 percent confidence intervals, two-sided, observed information\n"
        "     estimate  std. error    low   high         scale\n"
        "a       1.657      0.3105  1.048  2.265        normal\n"
        "b       0.713      0.2159  0.290  1.136        normal\n"
        "AUC     0.911      0.0295  0.839  0.956  probit scale\n\n"
        "Goodness of fit: no test; runs are not categories stated beforehand.\n"
        "empirical AUC of the same scores: 0.893 (std. error 0.0307)\n"
    )
    assert {"distinct scores", "truth-state runs"} <= {row["parameter"] for row in fit.rows()}


def test_options_that_are_none():
    """An option out of range is refused when the method is made."""
    with pytest.raises(MethodError, match=r'^information is "?\'?fisher.* it must be "observed" or "expected"\.$'):
        MaximumLikelihood(information="fisher")
    with pytest.raises(MethodError, match=r'^categories is .*; it must be "auto", "ratings" or "runs"\.$'):
        MaximumLikelihood(categories="bins")
    cards = [m.card.id for m in (MaximumLikelihood(), MaximumLikelihood("expected"), RUNS)]
    assert cards == ["maximum-likelihood", "maximum-likelihood-expected", "maximum-likelihood-runs"]


# The edge of a family


@pytest.mark.parametrize("family", [ProperBinormal(), ContaminatedBinormal()], ids=lambda f: f.card.id)
def test_a_proper_family_ends_in_the_chance_line_without_standard_errors(family):
    """Controls that tend to score higher: the best proper curve is the chance line, and nothing has an error."""
    fit = fit_curve(Sample.from_counts(controls=[10, 12, 15, 20], cases=[20, 15, 12, 10]), family)
    assert "chance-line" in [note.code for note in fit.notes]
    assert fit.covariance is None
    assert fit.auc == pytest.approx(0.5, abs=1e-3)
    assert fit.standard_errors == (None,) * len(family.parameters)
    assert fit.estimate(AUC()).interval is None
    assert all(bound.standard_error is None for bound in detail(fit).bounds)
    assert "Goodness of fit: no test; the curve lies at the edge of its family.\n" in str(fit)


@pytest.mark.parametrize("code", ["degenerate-curve", "flat-likelihood", "not-converged"])
def test_a_climb_without_a_maximum_is_refused_by_name(code, monkeypatch):
    """Trouble that leaves no curve becomes an error with the code and the words of the trouble."""
    from dataclasses import replace

    import rocstats.parametric.maximum_likelihood as room
    from rocstats.printing import Note

    climb = room.maximise
    monkeypatch.setattr(
        room, "maximise", lambda *given: replace(climb(*given), trouble=Note(code, "what happened and what to do."))
    )
    with pytest.raises(FitError, match=r"^what happened and what to do\.$") as caught:
        fit_binormal(HANLEY)
    assert caught.value.code == code


def test_an_area_below_one_half_gets_the_note_of_all_areas():
    """A curve below the chance line stays there, and the note on the stated direction stands beside it."""
    fit = fit_binormal(Sample.from_counts(controls=[2, 11, 6, 6, 33], cases=[33, 11, 2, 2, 3]))
    assert fit.auc < 0.5
    assert "below-chance" in [note.code for note in fit.notes]


def test_a_hook_is_a_note():
    """Cases far more concentrated than controls: curve and data cross the chance line, and the note says so."""
    fit = fit_binormal(Sample.from_counts(controls=[12, 0, 2, 0, 6], cases=[0, 38, 0, 3, 2]))
    assert fit.theta[1] > 10
    assert [note.code for note in fit.notes] == ["hook", "few-expected"]
    assert "no family without hooks fits them: report the empirical curve" in fit.notes[0].text


def test_an_interval_without_end_is_infinite():
    """On the log and logit scales an error too large for double precision gives the end of the range."""
    wide = scaled_interval(2.0, 1e4, "log", 0.95, "two-sided")
    assert (wide.low, wide.high) == (0.0, math.inf)
    wide = scaled_interval(0.5, 1e4, "logit", 0.95, "two-sided")
    assert (wide.low, wide.high) == (0.0, 1.0)


# Print and tables


PRINTED = """
\tBinormal ROC curve from ratings, maximum likelihood

data:  wfns by outcome (positive: "Poor"; higher ratings are positive)
       41 cases, 72 controls, 0 dropped
       5 categories
TPF = pnorm(a + b qnorm(FPF)); log likelihood = -142.480

95 percent confidence intervals, two-sided, observed information
     estimate  std. error    low   high         scale
a       1.541      0.3373  0.880  2.202        normal
b       1.140      0.2845  0.582  1.697        normal
AUC     0.845      0.0383  0.758  0.908  probit scale

Category bounds:
1 | 2  2 | 3  3 | 4  4 | 5
0.021  0.891  1.000  1.512

Observed and expected counts:
                      1     2    3    4     5
controls observed    37    20    3    8     4
controls expected  36.6  22.0  2.0  6.7   4.7
cases observed        2    12    1    8    18
cases expected      2.7   9.6  1.8  9.3  17.5

Goodness of fit: X-squared = 2.345, df = 2, p-value = 0.310
note: 4 of 10 expected counts are below 5; the goodness-of-fit p-value is rough.
empirical AUC of the same ratings: 0.824 (std. error 0.0383)
"""


def test_the_print_of_a_rating_fit(asah):
    """Letter by letter; the caveat of the test stands beside it, once, and is a note of the result all the same."""
    fit = fit_binormal(asah.sample("wfns"))
    assert str(fit) == PRINTED
    assert [note.code for note in fit.notes] == ["few-expected"]
    stored = json.loads(json.dumps(fit.to_dict(), allow_nan=False))
    assert [note["code"] for note in stored["notes"]] == ["few-expected"]


def test_ratings_of_a_test_with_low_positive_scores_keep_their_labels():
    """Categories print on the user's scale, in rising order of suspicion."""
    rows = {"controls": [5] * 33 + [4] * 6 + [3] * 6 + [2] * 11 + [1] * 2, "cases": [5] * 3 + [4, 3] * 2 + [2] * 11}
    rows["cases"] += [1] * 33
    fit = fit_binormal(Sample.from_groups(**rows, tests=["grade"], low=["grade"]))
    assert detail(fit).categories == (5.0, 4.0, 3.0, 2.0, 1.0)
    assert [bound.name for bound in detail(fit).bounds] == ["5 | 4", "4 | 3", "3 | 2", "2 | 1"]
    assert "lower ratings are positive" in str(fit)
    assert numbers(fit).tolist() == numbers(fit_binormal(HANLEY)).tolist()


def test_thirty_categories_stay_on_the_page():
    """Columns that have no room stand below, each block with the names of its rows; nothing passes 80 columns."""
    rng = np.random.default_rng(7)
    z = np.linspace(-2, 2, 30)
    controls, cases = (rng.multinomial(3000, w / w.sum()) for w in (np.exp(-z), np.exp(z)))
    fit = fit_binormal(Sample.from_counts(controls=controls, cases=cases, categories=np.arange(30) * 10.5), RATINGS)
    lines = str(fit).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("controls observed") for line in lines) > 3
    shown = [cell for line in lines if line.startswith("controls observed") for cell in line.split()[2:]]
    assert shown == [str(n) for n in controls]
    assert "283.5 | 294" in str(fit)


def test_very_many_ratings_print_as_one_line():
    """More than 40 categories are not printed one by one; the table of rows has them."""
    rng = np.random.default_rng(8)
    sample = Sample.from_groups(cases=rng.normal(1, 1, 60), controls=rng.normal(0, 1, 60))
    fit = fit_binormal(sample, RATINGS)
    text = str(fit)
    assert "Category bounds, observed and expected counts: tidy() has them all\n" in text
    assert len(text.splitlines()) < 25
    rows = fit.rows()
    assert sum(row["parameter"].startswith("bound ") for row in rows) == 119
    assert sum(row["parameter"].startswith("expected ") for row in rows) == 240


def test_rows_have_bounds_counts_and_both_tests():
    """The table holds each bound with its interval, each count, Pearson's test and the likelihood ratio."""
    fit = fit_binormal(HANLEY, level=0.9)
    rows = {row["parameter"]: row for row in fit.rows()}
    bound = rows["bound 1 | 2"]
    reach = STANDARD.inv_cdf(0.95) * bound["std_error"]
    assert (bound["conf_low"], bound["conf_high"]) == pytest.approx(
        (bound["estimate"] - reach, bound["estimate"] + reach)
    )
    assert rows["expected cases 5"]["observed"] == 33
    assert sum(rows[f"expected cases {k}"]["estimate"] for k in range(1, 6)) == pytest.approx(51)
    assert rows["fit, X-squared"]["df"] == 2
    assert rows["fit, G-squared"]["p_value"] == pytest.approx(rows["fit, X-squared"]["p_value"], abs=0.05)
    assert fit.tidy()["parameter"].tolist()[:2] == ["a", "b"]


def test_a_partial_area_can_be_read_off():
    """The fit answers further questions with standard errors."""
    found = fit_binormal(HANLEY).estimate(PartialAUC(fpf=(0, 0.2)))
    assert found.standard_error > 0
    assert found.interval.low < found.estimate < found.interval.high
