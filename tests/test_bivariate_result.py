"""What can be asked of two curves fitted together: comparisons, joint test, printed text, rows."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from oracles import gradient_of
from scipy.optimize import minimize
from scipy.stats import multivariate_normal

from rocstats import (
    AUC,
    DeLong,
    FitError,
    MethodError,
    PartialAUC,
    Sample,
    SensitivityAt,
    SpecificityAt,
    compare_auc,
)
from rocstats.console import sentence
from rocstats.methods.method import normal_pvalue
from rocstats.parametric.bivariate_fitting import fit_bivariate_binormal

# Sixty subjects a group, rated 1 to 4 by two tests: rows are the first test, columns the second.
CONTROLS = [[14, 6, 2, 1], [5, 8, 4, 1], [2, 3, 5, 2], [0, 2, 2, 3]]
CASES = [[2, 1, 1, 1], [1, 3, 4, 2], [1, 3, 6, 7], [0, 1, 8, 19]]


def rated(controls=CONTROLS, cases=CASES, tests=("CT", "MRI"), **options):
    """Make a sample of two ratings from tables of counts."""
    rows, truth, many = [], [], []
    for group, table in enumerate((controls, cases)):
        for place, count in np.ndenumerate(np.array(table)):
            rows.append([place[0] + 1, place[1] + 1])
            truth.append(group)
            many.append(count)
    return Sample.from_truth(truth, np.array(rows, float), tests=list(tests), counts=many, **options)


@pytest.fixture(scope="module")
def fit():
    """Return the fit of the two ratings."""
    return fit_bivariate_binormal(rated())


@pytest.fixture(scope="module")
def twins():
    """Return the fit of two tests that rank all subjects alike."""
    return fit_bivariate_binormal(rated(np.diag([23, 18, 12, 7]), np.diag([5, 10, 17, 28])))


STATISTICS = [
    AUC(),
    PartialAUC(fpf=(0, 0.2)),
    PartialAUC(tpf=(0.8, 1), scale="mcclish"),
    SensitivityAt(specificity=0.9),
    SpecificityAt(sensitivity=0.8),
]


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda s: s.title)
def test_differences_are_those_of_the_curves_with_a_numerical_delta_error(fit, statistic):
    """A difference is that of the two curves; its error follows from numerical derivatives and the covariance."""
    found = fit.compare(statistic)
    values = [curve.estimate(statistic).estimate for curve in fit.curves]
    assert found.values == pytest.approx(values, abs=1e-14)
    assert found.estimate == pytest.approx(values[0] - values[1], abs=1e-14)

    def difference(theta):
        parts = zip(fit.curves, (theta[:2], theta[2:]), strict=True)
        one, other = (_with(curve, part).estimate(statistic).estimate for curve, part in parts)
        return one - other

    gradient = gradient_of(difference, np.array(fit.theta[:4]))
    expected = math.sqrt(gradient @ fit.covariance[:4, :4] @ gradient)
    assert found.standard_error == pytest.approx(expected, rel=1e-6)


def _with(curve, theta):
    return replace(curve, theta=(float(theta[0]), float(theta[1])))


def test_named_comparisons_are_the_general_one(fit):
    """Areas, partial areas and TPFs by name equal the comparison of their statistic."""
    assert fit.compare_auc().inference == fit.compare(AUC()).inference
    assert fit.compare_partial_auc(fpf=(0, 0.2)).inference == fit.compare(PartialAUC(fpf=(0, 0.2))).inference
    assert fit.compare_tpf(0.1).inference == fit.compare(SensitivityAt(specificity=0.9)).inference
    assert fit.compare_tpf(Fraction(1, 10)).values == fit.compare_tpf(0.1).values
    for curve, value in zip(fit.curves, fit.compare_tpf(0.1).values, strict=True):
        assert value == pytest.approx(curve.tpf_at(np.array([0.1]))[0], abs=1e-14)


def test_interval_and_test_agree(fit):
    """The null value at a limit of the interval has the p-value that the level leaves."""
    for alternative, level, p in (("two-sided", 0.95, 0.05), ("greater", 0.9, 0.1), ("less", 0.9, 0.1)):
        found = fit.compare_auc(alternative=alternative, level=level)
        limit = found.interval.high if alternative == "less" else found.interval.low
        at_limit = fit.compare_auc(alternative=alternative, level=level, null_value=limit)
        assert at_limit.pvalue == pytest.approx(p, abs=1e-10)
        assert found.pvalue == normal_pvalue(found.estimate / found.standard_error, alternative)
    assert fit.compare_auc(alternative="greater").interval.high == 1.0
    assert fit.compare_auc(alternative="less").interval.low == -1.0
    assert fit.compare_partial_auc(fpf=(0, 0.2), alternative="greater").interval.high == 0.2


def test_a_limit_beyond_the_range_is_clipped_with_a_note():
    """In a small sample at a high level the limits stop at the ends of the range, and the result says so."""
    few = fit_bivariate_binormal(rated([[3, 1, 0, 0], [1, 2, 1, 0], [0, 1, 1, 0]], [[1, 0, 0], [1, 0, 2], [0, 3, 4]]))
    found = few.compare_tpf(0.05, level=1 - 1e-12)
    assert found.interval.low == -1 or found.interval.high == 1
    assert [note.code for note in found.notes] == ["clipped"]


def one_curve_slowly(controls, cases):
    """Maximise the likelihood of one curve for both tests over scipy's own bivariate normal probabilities."""
    size = len(controls)

    def loss(free):
        a, b, r = free[0], np.exp(free[1]), np.tanh(free[2:4])
        steps = free[4:].reshape(2, size - 1)
        bounds = np.column_stack([steps[:, :1], steps[:, :1] + np.cumsum(np.exp(steps[:, 1:]), axis=1)])
        total = 0.0
        for group, table in enumerate((controls, cases)):
            u, v = (np.concatenate([[-9], b * c - a if group else c, [9]]) for c in bounds)
            at = np.stack(np.meshgrid(u, v, indexing="ij"), axis=-1)
            below = multivariate_normal([0, 0], [[1, r[group]], [r[group], 1]]).cdf(at)
            cells = np.diff(np.diff(below, axis=0), axis=1)
            occupied = np.array(table) > 0
            total += (np.array(table)[occupied] * np.log(np.maximum(cells[occupied], 1e-12))).sum()
        return -total

    start = np.array([1.1, 0.0, 0.6, 0.6, *[-0.3, -0.5, -0.2] * 2])
    return -minimize(loss, start, method="BFGS", options={"gtol": 1e-4}).fun


def test_equal_curves_by_the_likelihood_of_a_second_fit(fit):
    """The statistic is twice what one curve costs in likelihood; on 2 degrees of freedom p is exp(-x / 2)."""
    found = fit.compare_parameters()
    slow = one_curve_slowly(CONTROLS, CASES)
    assert fit.one_curve_loglikelihood == pytest.approx(slow, abs=1e-5)
    assert found.statistic == pytest.approx(2 * (fit.loglikelihood - slow), abs=2e-5)
    assert found.pvalue == pytest.approx(math.exp(-found.statistic / 2), rel=1e-12)
    assert (found.df, found.notes) == (2, ())


# Tests of which one has more categories and a curve of another shape.
OTHER_CONTROLS = [[9, 8, 3, 1, 0], [6, 7, 7, 3, 1], [1, 2, 4, 3, 2], [0, 1, 1, 1, 0]]
OTHER_CASES = [[2, 1, 2, 2, 1], [2, 2, 3, 3, 4], [0, 1, 2, 4, 9], [0, 0, 1, 3, 18]]


def test_the_group_that_is_called_positive_does_not_decide():
    """With the groups exchanged the likelihood ratio stays; the Wald statistic, in units of one group, does not."""
    one = fit_bivariate_binormal(rated(OTHER_CONTROLS, OTHER_CASES)).compare_parameters()
    other = fit_bivariate_binormal(rated(OTHER_CASES, OTHER_CONTROLS)).compare_parameters()
    assert one.statistic > 0.5
    assert other.statistic == pytest.approx(one.statistic, rel=1e-7)
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-7)
    assert abs(other.wald - one.wald) > 0.01


def test_the_order_of_the_tests_does_not_decide(fit):
    """With the tests exchanged both statistics stay and the differences change sign."""
    turned = rated(np.transpose(CONTROLS).tolist(), np.transpose(CASES).tolist(), tests=("MRI", "CT"))
    one, other = fit.compare_parameters(), fit_bivariate_binormal(turned).compare_parameters()
    assert other.statistic == pytest.approx(one.statistic, rel=1e-7)
    assert other.wald == pytest.approx(one.wald, rel=1e-6)
    assert other.differences == pytest.approx([-d for d in one.differences], rel=1e-6)


def test_one_curve_for_tests_with_one_table_costs_nothing():
    """Where both tests have the same counts, whichever is first, their curves are one curve: p = 1."""
    controls, cases = (np.add(table, np.transpose(table)).tolist() for table in (CONTROLS, CASES))
    found = fit_bivariate_binormal(rated(controls, cases)).compare_parameters()
    assert found.statistic == pytest.approx(0, abs=1e-8)
    assert found.statistic >= 0
    assert found.pvalue == pytest.approx(1, abs=1e-8)


def test_the_wald_test_by_hand(fit):
    """It is the quadratic form of both differences."""
    found = fit.compare_parameters()
    da, db = fit.a1 - fit.a2, fit.b1 - fit.b2
    v = fit.covariance
    va, vb = v[0, 0] + v[2, 2] - 2 * v[0, 2], v[1, 1] + v[3, 3] - 2 * v[1, 3]
    c = v[0, 1] + v[2, 3] - v[0, 3] - v[1, 2]
    expected = (da**2 * vb + db**2 * va - 2 * da * db * c) / (va * vb - c * c)
    assert found.wald == pytest.approx(expected, rel=1e-10)
    assert found.wald_pvalue == pytest.approx(math.exp(-expected / 2), rel=1e-10)
    assert found.differences == (da, db)
    assert found.standard_errors == pytest.approx((math.sqrt(va), math.sqrt(vb)))


def test_a_second_fit_that_ends_early_leaves_the_wald_test(fit):
    """Without the largest likelihood of one curve there is no ratio, and the result says what is left."""
    found = replace(fit, one_curve_loglikelihood=None).compare_parameters()
    assert (found.statistic, found.pvalue) == (None, None)
    assert found.wald == fit.compare_parameters().wald
    assert [note.code for note in found.notes] == ["not-converged"]
    text = str(found)
    assert "\nX-squared: not estimable\n" in text
    assert "note: the climb among curves with equal a and b ended before" in text
    assert "equal a and b, likelihood ratio: X-squared: not estimable" in str(
        replace(fit, one_curve_loglikelihood=None)
    )
    assert found.tidy()["p_value"].notna().tolist() == [False, True, False, False]


def test_correlations_have_intervals_on_fishers_scale(fit):
    """Intervals of correlations are even on the atanh scale and stay within -1 and 1."""
    for found, value in zip(fit.correlations, (fit.r_controls, fit.r_cases), strict=True):
        assert found.estimate == value
        middle = (math.atanh(found.interval.low) + math.atanh(found.interval.high)) / 2
        assert middle == pytest.approx(math.atanh(value), abs=1e-12)
        assert -1 < found.interval.low < value < found.interval.high < 1


def test_correlation_of_the_areas_links_their_errors(fit):
    """Var(difference) is the sum of variances less twice the covariance."""
    first, second = (curve.estimate(AUC()).standard_error for curve in fit.curves)
    variance = first**2 + second**2 - 2 * fit.area_correlation * first * second
    assert fit.compare_auc().standard_error == pytest.approx(math.sqrt(variance), rel=1e-12)


def test_identical_tests_have_p_1_and_no_error(twins):
    """No comparison of two tests that rank alike has an error; p is 1 against 0 and missing against another value."""
    for found in (twins.compare_auc(), twins.compare_tpf(0.2), twins.compare_partial_auc(tpf=(0.8, 1))):
        assert (found.estimate, found.standard_error, found.interval, found.statistic) == (0, None, None, None)
        assert found.pvalue == 1.0
        assert [note.code for note in found.notes] == ["identical-tests"]
    assert twins.compare_auc(null_value=0.1).pvalue is None
    both = twins.compare_parameters()
    assert (both.statistic, both.df, both.pvalue, both.standard_errors) == (0.0, 0, 1.0, (None, None))
    assert twins.area_correlation is None
    assert [p.interval for p in twins.correlations] == [None, None]
    assert "r among cases        1.000" in str(twins)
    assert (both.wald, both.wald_pvalue) == (None, None)
    assert "Wald" not in str(both)
    assert both.tidy()["parameter"].tolist() == ["equal a and b", "difference in a", "difference in b"]
    assert "equal areas, two-sided: p-value = 1.000" in str(twins)
    assert twins.curves[0].estimate(AUC()).standard_error > 0


def test_a_difference_beyond_all_doubt_keeps_a_p_value():
    """In very large samples the p-values are the smallest number, not 0."""
    many = 100_000
    fit = fit_bivariate_binormal(rated(many * np.array(CONTROLS), many * np.array(CASES)))
    assert fit.compare_auc().pvalue > 0
    assert fit.compare_parameters().pvalue > 0
    assert fit.compare_parameters().wald_pvalue > 0


def test_refusals(fit):
    """What a comparison cannot take is said with what it can."""
    with pytest.raises(MethodError, match="fpf is 0; a false positive fraction to compare at lies between 0 and 1"):
        fit.compare_tpf(0)
    with pytest.raises(MethodError, match="null_value is 1; a difference must lie between -1 and 1"):
        fit.compare_auc(null_value=1)
    with pytest.raises(MethodError, match="level is 95"):
        fit.compare_auc(level=95)
    with pytest.raises(MethodError, match="alternative is 'more'"):
        fit.compare_auc(alternative="more")
    with pytest.raises(TypeError, match="fpf is str"):
        fit.compare_tpf("0.1")


def test_low_scores_of_one_test_can_be_positive():
    """A test whose low scores are positive is turned at the door: the same fit, and the direction printed."""
    sample = rated()
    turned = Sample.from_truth(
        [1] * len(sample.cases) + [0] * len(sample.controls),
        np.concatenate([sample.cases, sample.controls]) * [1, -1],
        tests=["CT", "MRI"],
        low=["MRI"],
        counts=np.concatenate(sample.frequencies),
    )
    fit, other = fit_bivariate_binormal(sample), fit_bivariate_binormal(turned)
    assert other.theta == fit.theta
    assert "lower scores of MRI are" in str(other)


@pytest.mark.parametrize(
    ("controls", "cases", "code"),
    [
        ([[20, 10, 5], [5, 10, 20]], [[5, 5, 10], [5, 20, 30]], "one-interior-point"),
        ([[5, 5, 5], [0, 0, 0], [9, 6, 3]], [[4, 4, 4], [5, 3, 6], [0, 0, 0]], "edge-points"),
    ],
)
def test_a_test_of_two_categories_is_sent_to_the_empirical_areas(controls, cases, code):
    """No other family is fitted to two tests at once, so none is named; what is named can be asked."""
    sample = rated(controls, cases)
    with pytest.raises(FitError, match=r'^"CT": ') as refused:
        fit_bivariate_binormal(sample)
    assert refused.value.code == code
    text = str(refused.value)
    assert text.endswith(". Compare the empirical areas instead: compare_auc(sample, method=DeLong()).")
    assert sentence(refused.value).endswith(
        ". Compare the empirical areas instead: `rocstats compare --method delong`."
    )
    assert "PowerLaw" not in text
    assert compare_auc(sample, method=DeLong()).pvalue < 1


def test_printed(fit):
    """The fit as R would print it."""
    assert str(fit) == PRINTED


def test_printed_joint_test(fit):
    """The test of equal curves as R would print it."""
    assert str(fit.compare_parameters()) == PRINTED_JOINT


def test_printed_comparison(fit):
    """The test of equal areas as R would print it."""
    assert str(fit.compare_auc()) == PRINTED_AREAS


def test_scores_are_printed_as_what_was_made_of_them():
    """Ratings are categories; scores are truth-state runs, joined or not; notes of a curve come with its test."""
    rng = np.random.default_rng(3)
    latent = rng.normal(size=(120, 1)) + 0.5 * rng.normal(size=(120, 2)) + np.repeat([[1.0], [0.0]], 60, axis=0)
    scores = np.column_stack([np.digitize(latent[:, 0], (0, 1, 2)), latent[:, 1] ** 3])
    sample = Sample.from_truth([1] * 60 + [0] * 60, scores, tests=["grade", "score"])
    text = str(fit_bivariate_binormal(sample, categories=15))
    assert "       4 categories of grade\n" in text
    assert "joined truth-state runs of score\n" in text
    assert "note: truth-state runs were joined, as evenly as they allow, to categories:" in text
    assert "empirical AUCs of the same scores: " in text
    assert " truth-state runs of score\n" in str(fit_bivariate_binormal(sample))


def test_a_hook_is_noted_with_its_test():
    """A curve that crosses the chance line visibly says so, in its own notes and with its name in those of the fit."""
    rng = np.random.default_rng(5)
    controls, cases = rng.normal(size=(80, 2)), rng.normal(size=(80, 2)) * [1.0, 3.0] + [1.0, 1.0]
    bounds = (-1.0, 0.0, 1.0, 2.0)
    rated = Sample.from_groups(
        cases=np.digitize(cases, bounds), controls=np.digitize(controls, bounds), tests=["even", "bent"]
    )
    fit = fit_bivariate_binormal(rated)
    assert [note.code for note in fit.curves[1].notes] == ["hook"]
    assert fit.curves[0].notes == ()
    assert [note.text[:6] for note in fit.notes] == ['"bent"']


def test_printed_lines_have_room():
    """Long and hostile names stay on one page."""
    names = ("a very long name of a diagnostic test, as registries have them", "b\n" * 20)
    text = str(fit_bivariate_binormal(rated(tests=names)))
    assert max(map(len, text.expandtabs(8).splitlines())) <= 80


def test_rows(fit):
    """The table has each parameter, area and correlation, and leaves the difference of the areas to its comparison."""
    table = fit.tidy()
    assert table["parameter"].tolist() == [
        *("a", "b", "AUC") * 2,
        "correlation among controls",
        "correlation among cases",
    ]
    assert table["test"].tolist() == ["CT"] * 3 + ["MRI"] * 3 + ["CT, MRI"] * 2
    assert table["estimate"].tolist()[0] == fit.a1
    assert fit.compare_auc().tidy()["parameter"].tolist() == ["difference in AUC"]
    assert set(table["method"]) == {"bivariate maximum likelihood"}
    assert fit.to_dict()["references"] == ["metz1984"]
    joint = fit.compare_parameters().tidy()
    assert joint["df"].tolist()[0] == 2
    assert joint["parameter"].tolist() == [
        *("equal a and b", "equal a and b, Wald", "difference in a", "difference in b")
    ]
    assert set(joint["alternative"]) == {"two-sided"}


PRINTED = """
\tBinormal ROC curves of two tests from ratings,
\tbivariate maximum likelihood

data:  CT and MRI by truth (positive: "1"; higher scores are positive)
       60 cases, 60 controls, 0 dropped
       4 categories of each test
TPF = pnorm(a + b qnorm(FPF)) for each test; log likelihood = -282.680

95 percent confidence intervals, two-sided, observed information
                  estimate  std. error    low   high         scale
a of CT              1.109      0.2368  0.645  1.573        normal
b of CT              0.988      0.2211  0.555  1.421        normal
AUC of CT            0.785      0.0432  0.691  0.860  probit scale
a of MRI             1.191      0.2429  0.715  1.667        normal
b of MRI             1.013      0.2233  0.575  1.451        normal
AUC of MRI           0.799      0.0420  0.707  0.871  probit scale
r among controls     0.603      0.1035  0.362  0.769   atanh scale
r among cases        0.590      0.1118  0.328  0.767   atanh scale
correlation of the estimated areas: 0.500

equal areas, two-sided: Z = -0.324, p-value = 0.746
equal a and b, likelihood ratio: X-squared = 0.117, df = 2, p-value = 0.943
empirical AUCs of the same ratings: 0.766 and 0.780
"""
PRINTED_JOINT = """
\tBivariate binormal likelihood-ratio test of equal curves (a and b)

data:  CT and MRI by truth (positive: "1"; higher scores are positive)
       60 cases, 60 controls, 0 dropped
X-squared = 0.117, df = 2, p-value = 0.943
alternative hypothesis: the true curves differ in a, in b or in both
Wald test, which depends on the group that is called positive:
X-squared = 0.117, df = 2, p-value = 0.943
sample estimates:
                 estimate  std. error
difference in a    -0.082      0.2571
difference in b    -0.025      0.2877
"""
PRINTED_AREAS = """
\tBivariate binormal test of equal AUCs, two correlated ROC curves

data:  CT and MRI by truth (positive: "1"; higher scores are positive)
       60 cases, 60 controls, 0 dropped
Z = -0.324, p-value = 0.746
alternative hypothesis: true difference in AUC is not equal to 0
95 percent confidence interval:
 -0.097  0.070
sample estimates:
AUC of CT  AUC of MRI  difference  std. error
    0.785       0.799      -0.014      0.0426
"""
