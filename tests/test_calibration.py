"""Calibration of probability scores: Brier score and its parts, intercept and slope, Spiegelhalter's test, bins."""

import math
from fractions import Fraction

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import groups

from rocstats import Bootstrap, DataError, MethodError, Sample, Wilson, estimate
from rocstats.empirical.brier import Brier
from rocstats.empirical.reliability import brier_parts, reliability_bins
from rocstats.empirical.score_table import score_table
from rocstats.inference.calibration_question import calibration
from rocstats.methods.recalibration import recalibration, spiegelhalter

probabilities = st.integers(0, 8).map(lambda v: v / 8)
inner = st.integers(1, 7).map(lambda v: v / 8)
QUICK = Bootstrap(n_resamples=100, rng=1)


def sample_of(drawn, **named):
    return Sample.from_groups(cases=drawn[0], controls=drawn[1], **named)


def table_of(cases, controls):
    return score_table(Sample.from_groups(cases=cases, controls=controls))


def score_equations(cases, controls, intercept, slope):
    """Return both derivatives of the log likelihood of a logistic line, subject by subject."""
    rows = [(x, 1) for x in cases] + [(y, 0) for y in controls]
    first = second = 0.0
    for score, truth in rows:
        logit = math.log(score / (1 - score))
        away = truth - 1 / (1 + math.exp(-(intercept + slope * logit)))
        first, second = first + away, second + away * logit
    return first, second


# Outside values


def test_spiegelhalter_published_values():
    """Rufibach (J Clin Epidemiol 2010;63:938), table 1: z = 1.06 for 0.2, 0.2 and 1.22 for 0.4, 0.5; truth 1, 0."""
    assert spiegelhalter(table_of([0.2], [0.2]))[0] == pytest.approx(1.06, abs=0.005)
    assert spiegelhalter(table_of([0.4], [0.5]))[0] == pytest.approx(1.22, abs=0.005)


# Worked by hand


def test_spiegelhalter_by_hand():
    """Truth 1, 0 with scores 1/4 and 1/4: (3/8 - 1/8) over the root of 2 · 1/4 · 3/16, twice the tail as p."""
    z, p = spiegelhalter(table_of([0.25], [0.25]))
    assert z == pytest.approx((3 / 8 - 1 / 8) / math.sqrt(2 / 4 * 3 / 16))
    assert p == pytest.approx(math.erfc(z / math.sqrt(2)))


def test_intercept_and_slope_by_hand():
    """Scores 1/4 and 3/4, of which 1 in 2 and 2 in 3 are cases: a saturated line through logit 0 and logit 2/3."""
    sample = table_of([0.25, 0.75, 0.75], [0.25, 0.75])
    found = recalibration(sample, level=0.95)
    # On the logits -log 3 and log 3 the line takes the values 0 and log 2.
    slope = math.log(2) / (2 * math.log(3))
    assert found.slope.estimate == pytest.approx(slope)
    assert found.line == pytest.approx((math.log(2) / 2, slope))
    # Information of the two groups: 2 · 1/4 and 3 · 2/9; the slope is a difference of two logits over 2 log 3.
    se = math.sqrt(1 / (2 / 4) + 1 / (3 * 2 / 9)) / (2 * math.log(3))
    assert found.slope.standard_error == pytest.approx(se)
    assert found.slope.statistic == pytest.approx((slope - 1) / se)
    assert found.slope.interval.low == pytest.approx(slope - 1.959963984540054 * se)
    # Both at once: twice the gain in log likelihood over the scores as they are, on 2 degrees of freedom.
    fitted = 2 * math.log(1 / 2) + 2 * math.log(2 / 3) + math.log(1 / 3)
    as_they_are = math.log(1 / 4) + math.log(3 / 4) + 2 * math.log(3 / 4) + math.log(1 / 4)
    assert found.chi_square == pytest.approx(2 * (fitted - as_they_are))
    assert found.pvalue == pytest.approx(math.exp(-found.chi_square / 2))


def test_parts_by_hand():
    """Scores 0, 1/4, 1/4 in one bin and 1/2, 3/4 in the other: every part as a fraction."""
    cases, controls = [0.25, 0.75, 0.5], [0.25, 0.0]
    table = table_of(cases, controls)
    bins = reliability_bins(table, 2, "width")
    assert (bins.low.tolist(), bins.high.tolist()) == ([0.0, 0.5], [0.5, 1.0])
    assert (bins.cases.tolist(), bins.controls.tolist()) == ([1, 2], [2, 0])
    parts = brier_parts(table, bins)
    first, second = Fraction(1, 6), Fraction(5, 8)
    reliability = Fraction(3, 5) * (first - Fraction(1, 3)) ** 2 + Fraction(2, 5) * (second - 1) ** 2
    resolution = Fraction(3, 5) * (Fraction(1, 3) - Fraction(3, 5)) ** 2 + Fraction(2, 5) * Fraction(2, 5) ** 2
    assert parts.reliability == pytest.approx(float(reliability))
    assert parts.resolution == pytest.approx(float(resolution))
    assert parts.uncertainty == pytest.approx(6 / 25)
    within = 2 * (Fraction(1, 4) - first) ** 2 + first**2 + 2 * Fraction(1, 8) ** 2
    assert parts.within_variance == pytest.approx(float(within / 5))


# Properties


@given(drawn=groups(probabilities, most=15), bins=st.integers(1, 12), equal=st.sampled_from(["counts", "width"]))
def test_the_parts_add_up_to_the_brier_score(drawn, bins, equal):
    """With both within-bin terms the sum closes, whatever the bins."""
    sample = sample_of(drawn)
    table = score_table(sample)
    gathered = reliability_bins(table, bins, equal)
    parts = brier_parts(table, gathered)
    assert parts.total == pytest.approx(Brier()(sample)[0], abs=1e-14)
    assert (gathered.cases.sum(), gathered.controls.sum()) == (len(drawn[0]), len(drawn[1]))
    assert (gathered.n > 0).all()
    assert (gathered.low <= gathered.mean_score + 1e-15).all()
    assert (gathered.mean_score <= gathered.high + 1e-15).all()


@given(groups(probabilities, most=15))
def test_equal_width_bins_hold_the_scores_between_their_edges(drawn):
    """A score on an edge belongs to the bin above it, 1 to the last bin."""
    bins = reliability_bins(score_table(sample_of(drawn)), 4, "width")
    for low, high, n in zip(bins.low.tolist(), bins.high.tolist(), bins.n.tolist(), strict=True):
        everybody = [*drawn[0], *drawn[1]]
        assert n == sum(low <= s < high or s == high == 1 for s in everybody)


def test_decimal_edges_are_met():
    """0.29 lies at the lower edge of its hundredth, though 0.29 · 100 is below 29 in floats."""
    bins = reliability_bins(table_of([0.29], [0.57]), 100, "width")
    assert (bins.low.tolist(), bins.high.tolist()) == ([0.29, 0.57], [0.3, 0.58])


@given(groups(inner, least=2, most=12))
def test_fits_solve_the_equations_of_the_maximum(drawn):
    """Where there is a fit, the derivatives of the log likelihood vanish; where none, no case is out of order."""
    cases, controls = drawn
    found = recalibration(table_of(cases, controls), level=0.95)
    assert abs(score_equations(cases, controls, found.intercept.estimate, 1)[0]) < 1e-6
    overlap = min(cases) < max(controls) and min(controls) < max(cases)
    assert (found.slope is not None) == overlap
    if overlap:
        assert max(map(abs, score_equations(cases, controls, *found.line))) < 1e-5
        assert found.chi_square >= 0
        assert 0 < found.pvalue <= 1


@given(drawn=groups(inner, least=2, most=12), level=st.sampled_from([0.8, 0.95]))
def test_test_and_interval_agree(drawn, level):
    """The p-value is below 1 - level exactly where the interval leaves the value of calibrated scores out."""
    found = recalibration(table_of(*drawn), level=level)
    for coefficient in (found.intercept, found.slope):
        if coefficient is not None:
            assert (coefficient.pvalue < 1 - level) == (coefficient.null_value not in coefficient.interval)
            assert coefficient.interval.low < coefficient.estimate < coefficient.interval.high


@given(groups(inner, least=2, most=12))
def test_swapping_the_groups_mirrors_the_fit(drawn):
    """1 - score of the controls as cases negates the intercept and keeps the slope."""
    cases, controls = drawn
    one = recalibration(table_of(cases, controls), level=0.95)
    two = recalibration(table_of([1 - y for y in controls], [1 - x for x in cases]), level=0.95)
    assert two.intercept.estimate == pytest.approx(-one.intercept.estimate, abs=1e-6)
    if one.slope is not None:
        assert two.slope.estimate == pytest.approx(one.slope.estimate, rel=1e-5, abs=1e-6)


def test_a_grouped_sample_is_its_expanded_rows():
    """Row counts and expanded rows give the same page."""
    rows, p, q = [0.1, 0.3, 0.7, 0.9], [1, 2, 3, 4], [4, 3, 2, 1]
    grouped = Sample.from_counts(cases=p, controls=q, categories=rows)
    whole = Sample.from_groups(cases=oracles.expanded(rows, p), controls=oracles.expanded(rows, q), tests=["rating"])
    assert str(calibration(grouped, QUICK)) == str(calibration(whole, QUICK))
    assert calibration(grouped, QUICK).to_dict() == calibration(whole, QUICK).to_dict()


def test_the_brier_score_is_that_of_estimate():
    """Same method, same seed, same interval; the bins have Wilson's."""
    sample = Sample.from_groups(cases=[0.9, 0.7, 0.4, 0.8], controls=[0.1, 0.3, 0.5, 0.2])
    found = calibration(sample, bins=2, rng=5, level=0.9)
    alone = estimate(sample, Brier(), Bootstrap(rng=5), level=0.9)
    assert (found.brier.interval, found.seed) == (alone.interval, 5)
    assert found.intervals == (Wilson().interval(1, 4, level=0.9), Wilson().interval(3, 4, level=0.9))


# Corners


def codes(found):
    return [note.code for note in found.notes]


def test_scores_of_0_and_1_have_no_logit():
    """The Brier score and the bins stand; intercept and slope are not estimable, and a ruled-out truth is counted."""
    found = calibration(Sample.from_groups(cases=[1.0, 0.0, 0.6], controls=[0.0, 0.2], design="cohort"), QUICK)
    assert found.intercept is None
    assert found.slope is None
    assert codes(found) == ["impossible-outcome", "infinite-logit", "fewer-bins"]
    assert found.notes[0].text.startswith("1 case has a score of 0: what these scores say cannot happen did, so they")
    both = calibration(Sample.from_groups(cases=[0.0, 0.0, 0.6], controls=[1.0, 0.2], design="cohort"), QUICK)
    assert both.notes[0].text.startswith("2 cases have a score of 0 and 1 control has a score of 1: what these scores")
    assert found.notes[1].text.startswith("3 subjects have a score of 0 or 1, whose logit is infinite")


def test_separation_leaves_no_slope():
    """Cases beyond controls: the intercept is estimable, the slope is infinite and said to be."""
    found = calibration(Sample.from_groups(cases=[0.6, 0.9], controls=[0.6, 0.2], design="cohort"), QUICK, bins=2)
    assert found.intercept is not None
    assert found.slope is None
    (note,) = [note for note in found.notes if note.code == "separation"]
    assert "no case scores below a control, so the slope would be plus infinity and is not estimable" in note.text
    assert "not estimable" in str(found)
    reverse = recalibration(table_of([0.1, 0.2], [0.3, 0.4]), level=0.95)
    assert "minus infinity" in reverse.notes[0].text


def test_all_tied_and_half():
    """One score for everybody leaves no slope; scores of one half leave Spiegelhalter's test no variance."""
    found = calibration(Sample.from_groups(cases=[0.5, 0.5], controls=[0.5], design="cohort"), QUICK, bins=1)
    assert found.spiegelhalter is None
    assert "no-spiegelhalter" in codes(found)
    assert "all-tied" in codes(found)
    assert found.intercept.estimate == pytest.approx(math.log(2))


def test_one_case_has_no_interval():
    """A resample of one case is always the same; the table is given all the same."""
    found = calibration(Sample.from_groups(cases=[0.5], controls=[0.4, 0.6], design="cohort"), QUICK, bins=1)
    assert found.brier.interval is None
    assert "None" not in str(found)
    assert "one-subject" in codes(found)


def test_extreme_probabilities_do_not_break_the_fit():
    """Scores near 0 and 1 have large logits; what comes is a fit or a reason, never a number without a spread."""
    for tiny in (1e-300, 1e-12):
        found = recalibration(table_of([0.5, tiny, 0.9], [tiny, 0.3, 1 - 1e-12]), level=0.95)
        for coefficient in (found.intercept, found.slope):
            assert coefficient is None or coefficient.standard_error > 0
        assert (found.intercept is not None and found.slope is not None) or found.notes


def test_scores_fitted_here_are_suspected():
    """Intercept 0 and slope 1 to four decimals are what fitting to the same subjects gives."""
    stream = np.random.default_rng(1)
    x = stream.normal(size=400)
    truth = stream.random(400) < 1 / (1 + np.exp(-x))
    import statsmodels.api as sm

    fit = sm.Logit(truth.astype(float), sm.add_constant(x)).fit(disp=0)
    found = calibration(Sample.from_truth(truth, fit.predict(), design="cohort"), QUICK)
    assert codes(found) == ["perhaps-fitted-here"]
    shifted = calibration(Sample.from_truth(truth, 1 / (1 + np.exp(-1 - 2 * x)), design="cohort"), QUICK)
    assert codes(shifted) == []
    assert shifted.intercept.pvalue < 0.05
    assert shifted.slope.interval.high < 1


# Refusals


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda: calibration([0.5]),
            TypeError,
            "calibration takes a Sample, not list; make one with Sample.from_truth(truth, scores) or "
            "study.sample(name).",
        ),
        (
            lambda: calibration(sample_of(([2.0], [0.1]))),
            DataError,
            'scores of "score" go from 0.1 to 2; calibration needs probabilities, between 0 and 1. Give the '
            "probabilities of a model, as fractions and not in percent.",
        ),
        (
            lambda: calibration(sample_of(([0.5], [0.1]), low=True)),
            MethodError,
            'low scores of "score" are positive, so it is no probability of being a case, and calibration needs one. '
            "If it is the probability of being a control, give 1 - score with high scores positive.",
        ),
        (
            lambda: calibration(sample_of(([0.5], [0.1]), design="case-control")),
            MethodError,
            "calibration depends on the share of cases, which a case-control study fixes by its design. Estimate the "
            "Brier score at a stated prevalence instead: estimate(sample, Brier(at_prevalence=...), Bootstrap()).",
        ),
        (
            lambda: calibration(Sample.from_groups(cases=[[0.5, 0.1]], controls=[[0.1, 0.2]])),
            DataError,
            "calibration takes one test; this sample holds 2: score 1 and score 2. Pick one with sample.select(name).",
        ),
        (
            lambda: calibration(sample_of(([0.5], [0.1])), bins=0),
            MethodError,
            "bins is 0; a table has at least one bin, and at most 1000000.",
        ),
        (
            lambda: calibration(sample_of(([0.5], [0.1])), bins="a"),
            TypeError,
            "bins is 'a'; it must be a whole number.",
        ),
        (
            lambda: calibration(sample_of(([0.5], [0.1])), equal="size"),
            MethodError,
            'equal is \'size\'; it must be "counts" or "width".',
        ),
        (
            lambda: calibration(sample_of(([0.5], [0.1])), QUICK, rng=1),
            MethodError,
            "rng belongs to the method that was stated: Bootstrap(rng=...).",
        ),
        (
            lambda: calibration(Sample.from_truth([1, 0, 1, 0], [0.5, 0.1, 0.2, 0.3], cluster=[1, 1, 2, 2]), QUICK),
            MethodError,
            "these subjects come in clusters, and Bootstrap, percentile takes subjects as independent; its standard "
            "error would be too small. Take one record per cluster, or leave cluster= out if the records are "
            "independent.",
        ),
    ],
)
def test_what_cannot_be_is_refused(call, error, text):
    """Each refusal says what came and what is needed."""
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == text


# Print


def test_the_printed_result():
    """Whole, for eight probabilities in two bins."""
    sample = Sample.from_groups(cases=[0.9, 0.7, 0.4, 0.8], controls=[0.1, 0.3, 0.5, 0.2], tests=["p"])
    assert str(calibration(sample, Bootstrap(n_resamples=100, rng=1), bins=2, equal="width")) == (
        """
\tCalibration of probability scores

data:  p by group (positive: "cases"; higher scores are positive)
       4 cases, 4 controls, 0 dropped
mean score 0.488, share of cases 0.500

95 percent confidence intervals, two-sided
             estimate  std. error     low   high      Z  p-value
Brier score     0.111      0.0367   0.047  0.179      -        -
intercept       0.071      0.8413  -1.578  1.720  0.084    0.933
slope           2.590      1.9152  -1.163  6.344  0.830    0.406
Brier score: percentile bootstrap, 100 resamples of subjects, seed 1
intercept with the slope fixed at 1, tested against 0; slope against 1
intercept 0 and slope 1: X-squared = 1.412, df = 2, p-value = 0.494
Spiegelhalter's test: Z = -0.938, p-value = 0.348

Brier score = reliability - resolution + uncertainty
              + within-bin variance - within-bin covariance
reliability  resolution  uncertainty  variance  covariance
     0.0003      0.0625       0.2500    0.0172      0.0938

2 bins of equal width, the lowest scores first; equal scores stay together
low and high: 95 percent Wilson interval
      scores  n  cases  mean score  observed    low   high
1  [0.0,0.5)  4      1       0.250     0.250  0.046  0.699
2  [0.5,1.0]  4      3       0.725     0.750  0.301  0.954
note: the design was not stated. Calibration holds for the share of cases in
      these data, 4 of 8 (0.500); state design="cohort", if it was one.
"""
    )


def test_rows_hold_every_number():
    """One row for each measure and bin; the dictionary has parts and tests."""
    sample = Sample.from_groups(cases=[0.9, 0.7, 0.4, 0.8], controls=[0.1, 0.3, 0.5, 0.2])
    found = calibration(sample, QUICK, bins=2)
    rows = found.rows()
    assert [row["parameter"] for row in rows] == [
        *("Brier score", "intercept", "slope", "intercept 0 and slope 1", "Spiegelhalter's test"),
        *["observed share"] * 2,
    ]
    joint, spiegelhalter = rows[3], rows[4]
    assert (joint["statistic"], joint["df"], joint["p_value"]) == (
        *(found.recalibration.chi_square, 2),
        found.recalibration.pvalue,
    )
    assert (spiegelhalter["statistic"], spiegelhalter["df"], spiegelhalter["p_value"]) == (
        *(found.spiegelhalter[0], None),
        found.spiegelhalter[1],
    )
    nothing = calibration(Sample.from_groups(cases=[1.0, 0.5], controls=[0.0, 0.5], design="cohort"), QUICK).rows()
    assert [(row["statistic"], row["df"], row["p_value"]) for row in nothing[3:5]] == [(None, None, None)] * 2
    assert rows[2]["estimate"] == found.slope.estimate
    whole = found.to_dict()
    assert set(whole["parts"]) == {
        *("reliability", "resolution", "uncertainty"),
        *("within_variance", "within_covariance"),
    }
    assert whole["spiegelhalter_z"] == found.spiegelhalter[0]
    assert found.tidy()["n"].dropna().tolist() == [4, 4]


def test_errors_of_a_fit_that_takes_one_step():
    """Six subjects at 1/4 and 3/4 as often as they should be: intercept 0 with information 6 · 3/16 = 9/8."""
    found = calibration(Sample.from_truth([1, 1, 1, 0, 0, 0], [0.75, 0.75, 0.25, 0.75, 0.25, 0.25]), bins=2, rng=1)
    assert found.intercept.estimate == pytest.approx(0, abs=1e-12)
    assert found.intercept.standard_error == pytest.approx(math.sqrt(8 / 9), rel=1e-12)
