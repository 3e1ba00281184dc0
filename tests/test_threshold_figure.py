"""Sensitivity and specificity against the threshold: each step where its score is, each rule named."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import HOSTILE, INF, LONG, assert_legible, curves, drawn, says, words

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.document.figure_style import MUTED, NAVY, RUST, WIDTH, svg
from rocstats.document.plot_key import THRESHOLD, Entry, PlotKey
from rocstats.document.threshold_figure import ChosenThreshold, plot_thresholds
from rocstats.empirical.points import counts_at, operating_points
from rocstats.errors import DataError
from rocstats.results import Interval

# The axis begins at 43.2 and ends at 289.6, its outermost scores 6 points inside; 0 is at 158 or 168, 1 150 above.
FIRST, LAST, FOOT, HEIGHT = 49.2, 283.6, 158.0, 150.0


def sample_of(cases, controls, **test):
    """A sample of one test."""
    return Sample.from_groups(cases=cases, controls=controls, tests=[DiagnosticTest("score", **test)])


def shares(figure, colour, foot=FOOT):
    """The one curve of a colour: places along the axis, and values."""
    (line,) = curves(figure, colour)
    return line[:, 0], (foot - line[:, 1]) / HEIGHT


def at(figure, colour, x, foot=FOOT):
    """Read a stair strictly between its steps."""
    places, values = shares(figure, colour, foot)
    return values[np.searchsorted(places, x)]


def test_both_curves_are_stairs_by_hand():
    """Cases 2, 3 and controls 1, 2: above 1 specificity is 1/2, above 2 it is 1 and sensitivity 1/2."""
    figure = plot_thresholds(sample_of([2, 3], [1, 2]))
    middle = (FIRST + LAST) / 2
    x, sensitivity = shares(figure, NAVY)
    assert x.tolist() == pytest.approx([43.2, FIRST, FIRST, middle, middle, LAST, LAST, 289.6])
    assert sensitivity.tolist() == pytest.approx([1, 1, 1, 1, 0.5, 0.5, 0, 0])
    assert shares(figure, MUTED)[1].tolist() == pytest.approx([0, 0, 0.5, 0.5, 1, 1, 1, 1])


@given(
    cases=st.lists(st.integers(-3, 3), min_size=1, max_size=6),
    controls=st.lists(st.integers(-3, 3), min_size=1, max_size=6),
    low=st.booleans(),
    threshold=st.sampled_from([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5]),
)
@settings(max_examples=40, deadline=None)
def test_every_place_says_what_counting_says(cases, controls, low, threshold):
    """Between scores, the curves are the sensitivity and specificity of a count at that threshold."""
    sample = sample_of(cases, controls, low=low)
    values = [*cases, *controls]
    least, most = min(values), max(values)
    if not least < threshold < most:
        return
    figure = plot_thresholds(sample)
    x = FIRST + (threshold - least) / (most - least) * (LAST - FIRST)
    found = counts_at(sample, threshold)
    assert at(figure, NAVY, x) == pytest.approx(found.tp / found.n_cases)
    assert at(figure, MUTED, x) == pytest.approx(found.tn / found.n_controls)


def test_low_scores_that_are_positive_rise():
    """On the user's scale, a test that calls low scores positive finds more to the right."""
    figure = plot_thresholds(sample_of([1, 2], [3, 4], low=True))
    assert shares(figure, NAVY)[1][[0, -1]].tolist() == [0, 1]
    assert shares(figure, MUTED)[1][[0, -1]].tolist() == [1, 0]
    assert (np.diff(shares(figure, NAVY)[1]) >= 0).all()


def test_the_names_stand_at_the_ends_of_their_curves():
    """Sensitivity is written where its curve ends, not in a key."""
    for low, ends in ((False, (FOOT, FOOT - HEIGHT)), (True, (FOOT - HEIGHT, FOOT))):
        figure = plot_thresholds(sample_of([2, 3], [1, 2], low=low))
        heights = {text.get_text(): text.get_position()[1] - 0.36 * 8 for text in figure.axes[0].texts}
        assert (heights["Sensitivity"], heights["Specificity"]) == pytest.approx(ends)


def test_a_chosen_threshold_is_a_line_with_its_rule():
    """The dashed line stands at its threshold; the key says how it was chosen, what it does, and its interval."""
    chosen = ChosenThreshold(threshold=2.0, label="largest Youden index", interval=Interval(1.5, 2.5, 0.95))
    figure = plot_thresholds(sample_of([2, 3], [1, 2]), chosen)
    assert words(figure)[-4:] == [
        "≥ 2",
        "≥ 2, largest Youden index",
        "sensitivity 1.000, specificity 0.500",
        "95% CI of the threshold: 1.5 to 2.5",
    ]
    line = next(line for line in drawn(figure, RUST, 1.0) if line[0][0] == line[1][0])
    assert line[0][0] == pytest.approx((FIRST + LAST) / 2)
    (band,) = [patch for patch in figure.axes[0].patches if patch.get_facecolor()[3] == 1]
    across = band.get_xy()[:, 0]
    assert (across.min(), across.max()) == pytest.approx((FIRST + 0.25 * (LAST - FIRST), FIRST + 0.75 * (LAST - FIRST)))
    assert band.get_zorder() < min(line.get_zorder() for line in figure.axes[0].lines)


def test_the_tests_own_cutoff_is_marked_unless_others_are():
    """A stated cut-off is drawn by itself, and gives way to what is asked for."""
    sample = sample_of([2, 3], [1, 2], cutoff=2.0)
    assert "≥ 2, stated" in words(plot_thresholds(sample))
    assert "≥ 2, stated" not in words(plot_thresholds(sample, 3))
    assert not drawn(plot_thresholds(sample, []), RUST, 1.0)


def test_a_choice_brings_its_optima_its_rule_and_its_interval():
    """All tied optima are marked, the one at which nobody is positive has no place, the interval is drawn once."""
    choice = SimpleNamespace(
        test=DiagnosticTest("score"),
        thresholds=(None, 3.0, 2.0),
        rule=SimpleNamespace(title="the largest accuracy"),
        interval=Interval(1.0, 3.0, 0.9),
    )
    shown = words(plot_thresholds(sample_of([2, 3], [1, 2]), choice))
    assert shown[shown.index("≥ 3") : shown.index("≥ 3") + 2] == ["≥ 3", "≥ 2"]
    assert shown[-5:] == [
        "≥ 3, the largest accuracy",
        "sensitivity 0.500, specificity 1.000",
        "≥ 2, the largest accuracy",
        "sensitivity 1.000, specificity 0.500",
        "90% CI of the threshold: 1 to 3",
    ]


def test_a_threshold_far_away_is_named_and_not_drawn():
    """Beyond the width of the scores there is no line, and the key says so."""
    figure = plot_thresholds(sample_of([2, 3], [1, 2]), 99)
    assert "≥ 99 (off the axis)" in words(figure)
    assert all(line[0][0] != line[1][0] for line in drawn(figure, RUST, 1.0))


def test_a_half_open_interval_reaches_the_end_of_the_axis():
    """An infinite limit is shaded to the end, its number is written."""
    chosen = ChosenThreshold(threshold=2.0, interval=Interval(-INF, 2.5, 0.95))
    figure = plot_thresholds(sample_of([2, 3], [1, 2]), chosen)
    assert "95% CI of the threshold: −Inf to 2.5" in words(figure)
    assert figure.axes[0].patches[0].get_xy()[:, 0].min() == pytest.approx(43.2)


def test_infinite_scores_stand_apart():
    """Below and above the detection limit have places of their own, and steps there."""
    figure = plot_thresholds(sample_of([-INF, 2, INF], [-INF, 1]), INF)
    assert {"−Inf", "Inf", "≥ Inf"} <= set(words(figure))
    assert "sensitivity 0.333, specificity 1.000" in words(figure)
    assert_legible(figure)


def test_stated_thresholds_are_marks_that_claim_nothing_between():
    """Counted at three thresholds, a curve has three vertices, each marked."""
    figure = plot_thresholds(operating_points(sample_of([2, 3, 4], [1, 2, 3]), [1.5, 2.5, 3.5]), [2.5, 3.0])
    assert [len(line) for line in curves(figure, NAVY)] == [3]
    marks = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert [len(line.get_xdata()) for line in marks] == [3, 3]
    assert words(figure).count("sensitivity 0.667, specificity 0.667") == 1


def test_the_axis_is_that_of_the_scores():
    """Skewed positive scores have a log axis, counted by subjects."""
    skewed = [*range(1, 11), 70]
    assert "score (log scale)" in words(plot_thresholds(sample_of(skewed, skewed)))
    assert "score" in words(plot_thresholds(sample_of([*skewed, 0], skewed)))


def test_grouped_rows_draw_what_single_rows_do():
    """A rating table and its rows give the same bytes."""
    table = Sample.from_counts(controls=[3, 2, 1], cases=[1, 2, 4])
    rows = Sample.from_groups(
        cases=np.repeat([1, 2, 3], [1, 2, 4]), controls=np.repeat([1, 2, 3], [3, 2, 1]), tests=["rating"]
    )
    assert svg(plot_thresholds(table)) == svg(plot_thresholds(rows))


def test_two_hundred_thousand_scores_make_a_small_file():
    """Steps that print cannot tell apart are left out."""
    rng = np.random.default_rng(1)
    figure = plot_thresholds(sample_of(rng.normal(1, 1, 100_000), rng.normal(0, 1, 100_000)))
    assert len(svg(figure)) < 300_000


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_keep_their_words_apart(name):
    """Many thresholds close together, a long name and long rules run into nothing."""
    rng = np.random.default_rng(3)
    sample = Sample.from_groups(
        cases=rng.normal(1, 1, 20), controls=rng.normal(0, 1, 20), tests=[DiagnosticTest(name, low=True)]
    )
    few = [ChosenThreshold(threshold=0.1 + i / 1000, label=LONG, interval=Interval(-1, 1, 0.95)) for i in range(3)]
    assert_legible(plot_thresholds(sample, few))
    assert_legible(plot_thresholds(sample, sample.cases[:, 0].tolist()))


@pytest.mark.parametrize("scores", [([1], [1]), ([5], [5, 5]), ([INF], [INF]), ([2], [1])])
def test_one_or_two_values_are_drawn(scores):
    """A constant score steps once."""
    assert_legible(plot_thresholds(sample_of(*scores), 1))


def test_refusals():
    """What is no sample, no threshold or of another test is said."""
    sample = sample_of([2, 3], [1, 2])
    with pytest.raises(
        TypeError,
        match=says(
            "plot_thresholds takes a Sample or operating points; make them with operating_points(sample), not list."
        ),
    ):
        plot_thresholds([1, 2])
    for wrong in (True, "2"):
        with pytest.raises(TypeError, match="a threshold to mark is a number, a ChosenThreshold or a result"):
            plot_thresholds(sample, wrong)
    with pytest.raises(DataError, match=says("a threshold to mark is not a number.")):
        plot_thresholds(sample, float("nan"))
    other = SimpleNamespace(test=DiagnosticTest("b"), thresholds=(1.0,), rule=None, interval=None)
    with pytest.raises(DataError, match=says('the threshold was chosen for "b", and the points are of "score".')):
        plot_thresholds(sample, other)


def test_break_words_too_long_for_a_line_of_the_key():
    """How a threshold was chosen is written whole, on a second line where it needs one."""
    label = "the largest Youden index and the smallest distance to the top left corner"
    entries = PlotKey.lines(THRESHOLD, f"≥ 0.22, {label}", 43.2, WIDTH - 4)
    assert [entry.look for entry in entries] == [THRESHOLD, None]
    assert " ".join(entry.name for entry in entries) == f"≥ 0.22, {label}"
    assert PlotKey.lines(THRESHOLD, "≥ 0.22", 43.2, WIDTH - 4) == [Entry(THRESHOLD, "≥ 0.22")]
    figure = plot_thresholds(sample_of([3, 4, 5], [1, 2, 3]), [ChosenThreshold(threshold=3.0, label=label)])
    assert not any("…" in text for text in words(figure))
