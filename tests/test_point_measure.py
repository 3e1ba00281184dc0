"""A measure at a threshold as a statistic: values, weights, bootstrap inference, designs and refusals."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import expanded
from strategies import lists, two_tests

from rocstats import Bootstrap, DataError, DeLong, DiagnosticTest, MethodError, Sample, compare, estimate
from rocstats.empirical.measures import MEASURES
from rocstats.empirical.point_measure import PointMeasure

HAND = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])


def two(design=None, cutoffs=(3.0, 2.0)):
    """Two tests on twelve subjects."""
    tests = [DiagnosticTest(name, cutoff=cutoff) for name, cutoff in zip("AB", cutoffs, strict=True)]
    scores = np.array([[5, 3], [4, 1], [3, 2], [2, 2], [4, 4], [3, 1], [3, 2], [2, 1], [1, 1], [1, 3], [2, 0], [0, 0]])
    return Sample.from_truth([1] * 6 + [0] * 6, scores, tests=tests, design=design)


def test_worked_by_hand():
    """At >= 3 three cases of four and one control of four are positive: PPV 3/4, at a prevalence of a tenth 1/4."""
    assert PointMeasure("ppv", 3)(HAND).tolist() == [0.75]
    assert PointMeasure("ppv", 3, at_prevalence=0.1)(HAND).tolist() == [0.25]
    assert PointMeasure("youden", 3)(HAND).tolist() == [0.5]
    assert PointMeasure("LR+", 3)(HAND).tolist() == [3]
    assert math.isnan(PointMeasure("ppv", 6)(HAND)[0])


def test_thresholds_are_those_of_the_tests():
    """One number serves all tests, several are one for each, and none is the stated cut-off of each."""
    sample = two()
    assert PointMeasure("sensitivity", 3)(sample).tolist() == [5 / 6, 2 / 6]
    assert PointMeasure("sensitivity", (3, 2))(sample).tolist() == [5 / 6, 4 / 6]
    assert PointMeasure("sensitivity", [3, 2]) == PointMeasure("sensitivity", (3, 2))
    assert PointMeasure("sensitivity")(sample).tolist() == [5 / 6, 4 / 6]


def test_a_low_test_has_its_threshold_on_the_scale_of_the_data():
    """At <= 2 the cases with 1 and 2 are positive and no control is."""
    sample = Sample.from_groups(cases=[1, 2, 3], controls=[3, 4], low=True)
    assert PointMeasure("sensitivity", 2)(sample).tolist() == [2 / 3]
    assert PointMeasure("specificity", 2)(sample).tolist() == [1]


@given(two_tests(most=5), st.sampled_from(sorted(MEASURES)), st.sampled_from([None, 0.2]), st.data())
def test_weights_are_repeated_rows(sample, name, prevalence, data):
    """A row of weight w counts as w rows; NaN where such a sample has no value."""
    prevalence = prevalence if MEASURES[name].prevalence else None
    statistic = PointMeasure(name, (1.0, 0.5), at_prevalence=prevalence)
    p, q = (
        data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
        for size in (len(sample.cases), len(sample.controls))
    )
    found = statistic.weighted(sample, np.array([p]), np.array([q]))[0]
    for test, c in enumerate((1.0, 0.5)):
        cases, controls = (expanded(group, w) for group, w in zip(lists(sample, test), (p, q), strict=True))
        tp, fp = sum(v >= c for v in cases), sum(v >= c for v in controls)
        value = MEASURES[name](tp, fp, len(cases) - tp, len(controls) - fp, prevalence=prevalence)
        if value is None:
            assert math.isnan(found[test])
        else:
            assert found[test] == pytest.approx(float(value), abs=1e-14)


def test_a_grouped_sample_is_its_rows():
    """Frequencies of billions are counted in whole numbers."""
    size = 3 * 10**9
    table = Sample.from_counts(cases=[1, size - 1], controls=[size, 1])
    assert PointMeasure("specificity", 2)(table).tolist() == [float(Fraction(size, size + 1))]
    assert PointMeasure("ppv", 2)(table).tolist() == [float(Fraction(size - 1, size))]


def test_a_paired_difference_of_ppvs():
    """The bootstrap draws subjects, both tests with them, cases and controls together; the seed repeats it."""
    sample = two("cohort")
    found = compare(sample, None, PointMeasure("ppv"), Bootstrap(rng=3, n_resamples=400))
    assert found.values == (5 / 6, 4 / 6)
    assert found.paired
    assert found.inference.resampling.stratified is False
    assert found.interval.low < found.estimate < found.interval.high
    assert found == compare(sample, None, PointMeasure("ppv"), Bootstrap(rng=3, n_resamples=400))
    assert "Percentile bootstrap for two correlated PPVs" in str(found)
    at_tenth = compare(sample, None, PointMeasure("ppv", at_prevalence=0.1), Bootstrap(rng=3, n_resamples=400))
    assert at_tenth.inference.resampling.stratified is True


def test_an_unpaired_difference():
    """Two samples of other subjects, each at the same threshold."""
    a = Sample.from_groups(cases=[3, 2, 4, 1], controls=[1, 2, 0, 0])
    b = Sample.from_groups(cases=[1, 2, 1, 3], controls=[1, 0, 0, 1])
    found = compare(a, b, PointMeasure("sensitivity", 2), Bootstrap(rng=1, n_resamples=200))
    assert found.values == (0.75, 0.5)
    assert not found.paired


def test_replicates_without_a_value_are_counted():
    """Resamples in which no control is positive have no LR+."""
    sample = Sample.from_groups(cases=[3] * 12 + [1] * 8, controls=[3] * 5 + [1] * 15)
    found = estimate(sample, PointMeasure("lr_positive", 2), Bootstrap(rng=1, n_resamples=1000))
    assert 0 < found.inference.resampling.n_without_value < 20
    scarce = Sample.from_groups(cases=[3] * 12 + [1] * 8, controls=[3] + [1] * 19)
    found = estimate(scarce, PointMeasure("lr_positive", 2), Bootstrap(rng=1, n_resamples=1000))
    assert found.interval is None
    assert found.notes[0].code == "lost-replicates"


def simulated(rng, size=120):
    """Draw a cohort: a quarter have the condition, and their scores lie one standard deviation higher."""
    case = rng.random(size) < 0.25
    return case, rng.normal(size=size) + case


def test_the_standard_error_of_ppv_is_its_spread_in_cohorts():
    """Drawn by subject the mean bootstrap variance is the true one within 5 percent; drawn in groups it is too small.

    The true spread comes from 200,000 cohorts of 120, the bootstrap from 150 of them.
    """
    rng = np.random.default_rng(20261130)
    size, threshold = 120, 0.5
    shares = 0.25 * (1 - 0.3085375), 0.75 * 0.3085375, 0.25 * 0.3085375, 0.75 * (1 - 0.3085375)
    tables = rng.multinomial(size, shares, size=200_000)
    truth = (tables[:, 0] / (tables[:, 0] + tables[:, 1])).std()
    by_subject, in_groups = [], []
    for seed in range(150):
        case, score = simulated(rng)
        sample = Sample.from_truth(case, score, design="cohort")
        for errors, prevalence in ((by_subject, False), (in_groups, True)):
            statistic = PointMeasure("ppv", threshold)
            if prevalence:
                # At its own prevalence, held fixed, the statistic may be drawn in groups.
                statistic = PointMeasure("ppv", threshold, at_prevalence=float(case.mean()))
            found = estimate(sample, statistic, Bootstrap(rng=seed, n_resamples=200))
            errors.append(found.standard_error**2)
    assert math.sqrt(np.mean(by_subject)) == pytest.approx(truth, rel=0.05)
    assert math.sqrt(np.mean(in_groups)) < 0.9 * truth


def test_a_case_control_design_needs_a_prevalence():
    """PPV is refused there, and given at a stated prevalence; sensitivity never depends on it."""
    sample = two("case-control").select("A")
    with pytest.raises(MethodError, match="PPV depends on the share of cases, which a case-control study fixes"):
        estimate(sample, PointMeasure("ppv"), Bootstrap(rng=1))
    found = estimate(sample, PointMeasure("ppv", at_prevalence=0.1), Bootstrap(rng=1, n_resamples=100))
    assert found.estimate == PointMeasure("ppv", at_prevalence=0.1)(sample)[0]
    assert estimate(sample, PointMeasure("sensitivity"), Bootstrap(rng=1, n_resamples=100)).estimate == 5 / 6


def test_a_design_that_is_not_stated_is_noted():
    """Without a design the value is of the share in these data, and a note says so."""
    found = estimate(two().select("A"), PointMeasure("accuracy"), Bootstrap(rng=1, n_resamples=100))
    assert "design-not-stated" in [note.code for note in found.notes]


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (lambda: PointMeasure("gmean"), MethodError, 'there is no measure "gmean"; known are'),
        (lambda: PointMeasure("sensitivity", 1, at_prevalence=0.1), MethodError, "sensitivity does not depend on the"),
        (lambda: PointMeasure("ppv", 1, at_prevalence=1), MethodError, "at_prevalence is 1; a prevalence lies"),
        (lambda: PointMeasure("ppv")(HAND), DataError, "no threshold is stated for score; say PointMeasure('ppv', thr"),
        (lambda: PointMeasure("ppv", (1, 2))(HAND), DataError, "there are 2 thresholds for 1 test; state one for each"),
        (lambda: PointMeasure("ppv", math.nan)(HAND), DataError, 'the threshold of "score" is not a number.'),
        (lambda: PointMeasure("ppv", "3")(HAND), TypeError, 'a score of "score" must be a number, not str.'),
        (lambda: estimate(HAND, PointMeasure("ppv", 6), Bootstrap(rng=1)), DataError, 'PPV of "score" has no finite'),
        (lambda: estimate(HAND, PointMeasure("ppv", 3), DeLong()), MethodError, "DeLong needs structural components"),
        (
            lambda: estimate(HAND, PointMeasure("ppv", 3), Bootstrap(stratified=True)),
            MethodError,
            "PPV depends on the share of cases, and stratified resamples hold it fixed",
        ),
        (
            lambda: estimate(HAND, PointMeasure("ppv", 3), Bootstrap(kind="studentized")),
            MethodError,
            "replicates of PPV have no variance of their own",
        ),
    ],
)
def test_refusals(ask, error, text):
    """What came, what is needed and what to do."""
    with pytest.raises(error) as caught:
        ask()
    assert str(caught.value).startswith(text)


def test_printed_whole():
    """The title names the measure, the threshold and the prevalence."""
    found = estimate(two().select("A"), PointMeasure("ppv", 2, at_prevalence=0.1), Bootstrap(rng=1, n_resamples=200))
    assert str(found) == (
        "\n\tPPV at threshold 2 and a prevalence of 0.1, percentile bootstrap\n\n"
        'data:  A by truth (positive: "1"; higher scores are positive)\n'
        "       6 cases, 6 controls, 0 dropped\n"
        "200 stratified resamples of subjects, seed 1\n"
        "95 percent confidence interval:\n"
        " 0.117  0.400\n"
        "sample estimates:\n"
        "  PPV  std. error\n"
        "0.182      0.1029\n"
    )
