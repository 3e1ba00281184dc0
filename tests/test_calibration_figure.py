"""Calibration: each bin where its mean score and its share of cases are, on axes that hold all of it."""

from types import SimpleNamespace

import numpy as np
import pytest
from pictures import HOSTILE, LONG, assert_legible, curves, marked, says, words

from rocstats.data.sample import Sample
from rocstats.document.calibration_figure import plot_calibration
from rocstats.document.figure_style import COLOURS, INK, RULE
from rocstats.errors import DataError
from rocstats.results import Interval

LEFT, RIGHT, TOP = 49.2, 336.0, 8.0
SIDE, FOOT = RIGHT - LEFT, TOP + RIGHT - LEFT


def found(mean_score, observed, intervals=None, name="risk"):
    """A calibration as its figure needs it."""
    bins = SimpleNamespace(mean_score=np.array(mean_score), observed=np.array(observed))
    limits = [None] * len(mean_score) if intervals is None else [i and Interval(*i, 0.95) for i in intervals]
    return SimpleNamespace(name=name, level=0.95, bins=bins, intervals=limits)


def sample_of(name="risk", m=41, n=72, seed=1, scale=1.0):
    """Probability scores."""
    rng = np.random.default_rng(seed)
    return Sample.from_groups(cases=scale * rng.beta(4, 3, m), controls=scale * rng.beta(2, 4, n), tests=[name])


def test_bins_stand_at_their_mean_score_and_share():
    """A mark at (0.2, 0.25), its interval upright with two caps, over the diagonal."""
    figure = plot_calibration(found([0.2, 0.7], [0.25, 0.75], [(0.1, 0.5), (0.6, 0.9)]))
    marks = marked(figure, "o")[0]
    assert ((marks[:, 0] - LEFT) / SIDE).tolist() == pytest.approx([0.2, 0.7])
    assert ((FOOT - marks[:, 1]) / SIDE).tolist() == pytest.approx([0.25, 0.75])
    bars = [line for line in curves(figure, INK, 1.2) if line[0][0] == line[1][0] and line[0][1] < FOOT]
    assert ((FOOT - bars[0][:, 1]) / SIDE).tolist() == pytest.approx([0.1, 0.5])
    (ideal,) = curves(figure, RULE, 1.0)
    assert ideal.tolist() == [[LEFT, FOOT], [RIGHT, pytest.approx(TOP)]]
    assert words(figure)[-3:] == ["risk", "95% intervals", "calibrated"]


@pytest.mark.parametrize(
    ("most", "end"), [(0.9, "1.0"), (0.5, "1.0"), (0.44, "0.5"), (0.11, "0.20"), (0.0081, "0.010"), (0.0, "1.0")]
)
def test_axes_end_at_a_round_number(most, end):
    """Small risks are not squeezed into a corner."""
    assert end in words(plot_calibration(found([0.0, most], [0.0, most / 2])))


def test_nothing_drawn_lies_beyond_the_axes():
    """Intervals, scores and the smooth curve count as well as marks."""
    narrow = found([0.1], [0.1], [(0.05, 0.2)])
    for figure in (
        plot_calibration(found([0.1], [0.1], [(0.05, 0.7)])),
        plot_calibration(narrow, sample_of()),
        plot_calibration(narrow, smooth=([0.0, 0.8], [0.1, 0.3])),
    ):
        assert "1.0" in words(figure)
    assert "1.0" not in words(plot_calibration(narrow))


def test_an_interval_that_is_missing_is_said():
    """A bin without an interval is a mark alone, and the key counts it."""
    figure = plot_calibration(found([0.2, 0.7], [0.0, 1.0], [None, (0.6, 1.0)]))
    assert words(figure)[-1] == "one interval: not estimable"
    assert words(plot_calibration(found([0.2, 0.7], [0.0, 1.0])))[-1] == "2 intervals: not estimable"


def test_the_scores_stand_below():
    """Cases up, controls down, by their names, and what the scale is."""
    figure = plot_calibration(found([0.3], [0.4], [(0.2, 0.6)]), sample_of())
    assert {"cases", "controls", "histogram, each group on its own scale"} <= set(words(figure))
    assert len(figure.axes[0].patches) > 2
    assert figure.get_figheight() > plot_calibration(found([0.3], [0.4])).get_figheight()
    assert_legible(figure)


def test_a_smooth_curve_and_a_label_are_named():
    """What is given is drawn as it is, in a look of its own."""
    figure = plot_calibration(
        found([0.3], [0.4], [(0.2, 0.6)]), smooth=(np.array([0.0, 1.0]), np.array([0.1, 0.9])), label="slope 0.93"
    )
    (smooth,) = curves(figure, COLOURS[1])
    assert ((FOOT - smooth[:, 1]) / SIDE).tolist() == pytest.approx([0.1, 0.9])
    assert words(figure)[-4:] == ["risk", "slope 0.93, 95% intervals", "smooth", "calibrated"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_keep_their_words_apart(name):
    """Long names of the test and of the groups run into nothing."""
    sample = Sample.from_truth(
        ["<b>a</b>" + LONG] * 3 + [LONG] * 3,
        [0.1, 0.4, 0.01, 0.3, 0.2, 0.44],
        positive="<b>a</b>" + LONG,
        tests=[name],
    )
    shown = found([0.1, 0.4], [0.2, 0.3], [(0.1, 0.3), (0.2, 0.44)], name)
    assert_legible(plot_calibration(shown, sample, label=LONG, smooth=([0.1], [0.2])))


def test_two_hundred_thousand_scores_are_drawn_as_shares():
    """The histogram has as many shapes as bins, whatever the sample."""
    figure = plot_calibration(found([0.3], [0.4], [(0.2, 0.6)]), sample_of(m=100_000, n=100_000))
    assert sum(len(patch.get_xy()) for patch in figure.axes[0].patches) < 1000


def test_refusals():
    """What does not fit together is said."""
    with pytest.raises(TypeError, match=says("plot_calibration takes a result of calibration(sample), not float.")):
        plot_calibration(0.5)
    short = found([0.2, 0.7], [0.25, 0.75])
    short.intervals = short.intervals[:1]
    with pytest.raises(DataError, match=says("there are 1 interval for 2 bins; give one each.")):
        plot_calibration(short)
    with pytest.raises(
        DataError,
        match=says("the sample below a calibration plot holds the one test that was judged, and no other."),
    ):
        plot_calibration(found([0.2], [0.2]), sample_of("other"))
    with pytest.raises(DataError, match=says("a smooth curve is as many scores as shares, in two rows of numbers.")):
        plot_calibration(found([0.2], [0.2]), smooth=([0.1, 0.2], [0.1]))
    for wrong in (([0.2, 0.1], [0.1, 0.2]), ([0.1, np.nan], [0.1, 0.2])):
        with pytest.raises(DataError, match=says("a smooth curve has finite numbers, its scores ascending.")):
            plot_calibration(found([0.2], [0.2]), smooth=wrong)
