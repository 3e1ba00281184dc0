"""The largest Youden index of a fitted curve: it has a kink at 0, and no standard error near there."""

import numpy as np
import pytest

from rocstats import (
    AUC,
    Binormal,
    NormalTheory,
    PowerLaw,
    Sample,
    SensitivityAt,
    Youden,
    fit_bivariate_binormal,
    fit_curve,
)
from rocstats.parametric.curve_reading import Reading, kink_note

NEAR = "the largest J of the fitted curve is less than 3 standard errors above 0, below which it cannot fall"
BELOW = "the fitted curve is below the chance line, so its largest J, TPF - FPF, is at a corner"
FAMILIES = [Binormal(), PowerLaw()]
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.card.id)


def of(controls, cases, family=FAMILIES[0], **options):
    """Read the largest J off the curve fitted to counts of ratings."""
    return fit_curve(Sample.from_counts(controls=controls, cases=cases), family).estimate(Youden(), **options)


@each_family
@pytest.mark.parametrize(
    ("controls", "cases", "text"),
    [
        ([100, 101, 100], [100, 101, 102], NEAR),
        ([10, 10, 10], [20, 20, 20], NEAR),
        ([10, 9, 8], [8, 9, 10], NEAR),
        ([2, 3, 10], [10, 3, 2], BELOW),
    ],
)
def test_near_or_below_the_chance_line_there_is_no_error(family, controls, cases, text):
    """A maximum that cannot fall below 0 has no normal distribution there: the note says why, and what to take."""
    for options in ({}, {"null_value": 0.2}, {"alternative": "greater"}, {"level": 0.999}):
        found = of(controls, cases, family, **options)
        assert 0 <= found.estimate < 0.1
        assert (found.standard_error, found.interval, found.pvalue, found.statistic) == (None, None, None, None)
        (note,) = found.notes
        assert note.code == "boundary"
        assert note.text.startswith(text)
        assert "accuracy(counts_at(sample, threshold))" in note.text
    assert "note: the " in str(found)


@each_family
def test_far_above_the_chance_line_it_is_regular(family):
    """Five standard errors above 0 the delta method serves."""
    found = of([33, 6, 6, 11, 2], [3, 2, 2, 11, 33], family, null_value=0.5)
    assert found.estimate > 5 * found.standard_error
    assert found.interval.low < found.estimate < found.interval.high
    assert found.pvalue < 0.05
    assert found.notes == ()


@pytest.mark.parametrize(("share", "error", "given"), [(0.301, 0.1, True), (0.299, 0.1, False), (0.0, None, False)])
def test_three_standard_errors_are_the_limit(share, error, given):
    """The limit is three standard errors; without one, a share at 0 has a kink and one at 1 has none."""
    read = Reading(share, np.zeros(2), kinked=True)
    assert (kink_note(read, error, 0.7) is None) == given
    assert kink_note(Reading(1.0, np.zeros(2), kinked=True), None, 1.0) is None
    assert kink_note(Reading(share, np.zeros(2)), error, 0.7) is None


def test_intervals_that_are_given_hold_the_true_value():
    """Over samples from a weak test, hardly more than one in twenty has an interval that misses; most have none."""
    rng = np.random.default_rng(20270103)
    truth = 0.101
    missed = given = 0
    for _ in range(400):
        sample = Sample.from_groups(cases=rng.normal(0.2540, 1, 60), controls=rng.normal(0, 1, 60))
        interval = fit_curve(sample, Binormal(), NormalTheory()).estimate(Youden()).interval
        given += interval is not None
        missed += interval is not None and truth not in interval
    assert 0 < given < 60
    assert missed < 32


def test_two_curves_are_compared_where_both_are_regular():
    """A difference of largest J needs both off the kink; the note has the name of the test that is not."""
    rng = np.random.default_rng(4)
    truth = np.repeat([0, 1], 60)
    good = truth * 1.8 + rng.normal(size=120)
    weak = truth * 0.1 + 0.3 * good + rng.normal(size=120)
    fit = fit_bivariate_binormal(Sample.from_truth(truth, {"good": good, "weak": weak}))
    found = fit.compare(Youden())
    first, second = (curve.estimate(Youden()) for curve in fit.curves)
    assert found.estimate == pytest.approx(first.estimate - second.estimate)
    assert (found.standard_error, found.interval, found.pvalue) == (None, None, None)
    assert [(note.code, note.text[:7]) for note in found.notes] == [("boundary", '"weak":')]
    assert (first.interval is None, second.interval is None) == (False, True)
    assert fit.compare(AUC()).interval is not None
    better = truth * 1.2 + 0.3 * good + rng.normal(size=120)
    both = fit_bivariate_binormal(Sample.from_truth(truth, {"good": good, "better": better}))
    assert both.compare(Youden()).interval is not None


@pytest.mark.parametrize(
    ("statistic", "name"), [(SensitivityAt(1e-20), "sensitivity"), (AUC(), "AUC"), (Youden(), "largest J")]
)
def test_a_number_at_the_end_of_its_range_is_named(statistic, name):
    """Where doubles have no room for an interval the note says of which number."""
    found = read_at_the_end(statistic)
    assert (found.standard_error, found.interval) == (None, None)
    assert found.notes[0].code == "too-close"
    assert found.notes[0].text.startswith(f"the {name} is so close to the end of its range")


def read_at_the_end(statistic):
    """Read a statistic off a curve on which it is 1 in double precision."""
    fit = fit_curve(Sample.from_groups(cases=[1e6, 1e6 + 1], controls=[0, 1]), Binormal(), NormalTheory())
    return fit.estimate(statistic)
