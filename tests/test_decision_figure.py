"""Decision curves: the test, treating all, treating none, and what is cut off."""

import numpy as np
import pytest
from pictures import HOSTILE, assert_legible, curves, marked, says, words

from rocstats.data.sample import Sample
from rocstats.document.decision_figure import plot_decision_curve
from rocstats.document.figure_style import COLOURS, INK, MUTED, NAVY
from rocstats.empirical.net_benefit_curve import decision_curve
from rocstats.errors import DataError

LEFT, RIGHT, FOOT, TOP = 49.2, 336.0, 198.0, 8.0


def sample_of(name="score", seed=1, m=30, n=40):
    """Probability scores of a sample."""
    rng = np.random.default_rng(seed)
    return Sample.from_groups(cases=rng.beta(4, 3, m), controls=rng.beta(2, 4, n), tests=[name])


def benefit(line, most):
    """Net benefit of a drawn line on an axis from −0.15 to 1.05 times the most."""
    return (FOOT - line[:, 1]) / (FOOT - TOP) * 1.2 * most - 0.15 * most


def test_net_benefit_stands_where_it_is():
    """The drawn line is the curve's, the axis reaches from a little below zero to above the most."""
    curve = decision_curve(sample_of())
    figure = plot_decision_curve(curve)
    most = max(curve.net_benefit.max(), curve.treat_all.max())
    (line,) = curves(figure, NAVY)
    assert benefit(line, most) == pytest.approx(curve.net_benefit)
    assert ((line[:, 0] - LEFT) / (RIGHT - LEFT)).tolist() == pytest.approx(curve.thresholds.tolist())
    level = [line for line in curves(figure, INK, 0.7) if line[0][0] == LEFT and line[0][1] == line[1][1] < FOOT]
    assert [benefit(line, most).tolist() for line in level] == [pytest.approx([0, 0])]


def test_treating_all_is_cut_off_far_below_zero():
    """The line goes on below the axis and is clipped at it."""
    figure = plot_decision_curve(decision_curve(sample_of()))
    (everyone,) = [line for line in figure.axes[0].lines if line.get_color() == MUTED and len(line.get_xdata()) > 2]
    assert everyone.get_ydata().max() > FOOT + 100
    box = figure.axes[0].transData.inverted().transform(everyone.get_clip_box().get_points())
    assert box[:, 1].max() == pytest.approx(FOOT + 1)


def test_the_key_names_what_is_drawn():
    """Tests in their order, then all, then none."""
    figure = plot_decision_curve(decision_curve(sample_of("a")), decision_curve(sample_of("b", 2)))
    assert words(figure)[-4:] == ["a", "b", "treat all", "treat none"]


def test_each_prevalence_has_its_line_for_all():
    """Two shares of cases are two lines, in the colours of their curves, and each says its prevalence."""
    figure = plot_decision_curve(decision_curve(sample_of()), decision_curve(sample_of("b"), prevalence=0.1))
    assert words(figure)[-4:] == [
        *("treat all at prevalence 0.429", "treat all at prevalence 0.1", "treat none"),
        "cut off below −0.063",
    ]
    assert [len(curves(figure, colour, 0.9)) for colour in COLOURS[:2]] == [1, 1]


def test_a_test_that_leaves_the_axis_is_said_to_be_cut_off():
    """The key names the end of the axis where a test goes below it, and says nothing of treating all."""
    good = plot_decision_curve(decision_curve(Sample.from_groups(cases=[0.9, 0.8], controls=[0.1, 0.2])))
    assert not [text for text in words(good) if text.startswith("cut off")]
    bad = plot_decision_curve(decision_curve(Sample.from_groups(cases=[0.1, 0.8], controls=[0.9, 0.95])))
    assert words(bad)[-1].startswith("cut off below −0.0")
    assert_legible(bad)


def test_one_threshold_is_a_mark():
    """Without a neighbour there is no line: the test is a filled mark, treating all an open one."""
    figure = plot_decision_curve(decision_curve(sample_of(), [0.2]))
    assert len(marked(figure, "o")) == 3
    assert_legible(figure)


def test_the_axis_ends_where_the_thresholds_do():
    """Up to 0.3 it ends there; from 0.01 to 0.99 it is 0 to 1."""
    few = plot_decision_curve(decision_curve(sample_of(), [0.05, 0.1, 0.3]))
    (line,) = curves(few, NAVY)
    assert line[-1][0] == pytest.approx(RIGHT)
    assert "1.0" in words(plot_decision_curve(decision_curve(sample_of())))


def test_a_harmful_test_is_drawn_as_far_as_it_fits():
    """Nothing above zero but the line of none still has an axis."""
    wrong = Sample.from_groups(cases=[0.1, 0.2], controls=[0.8, 0.9])
    assert_legible(plot_decision_curve(decision_curve(wrong, [0.5, 0.7])))


def test_hostile_names_keep_their_words_apart():
    """Six long names and six prevalences stand below each other."""
    found = [decision_curve(sample_of(name, i), prevalence=0.1 + i / 30) for i, name in enumerate(HOSTILE[:6])]
    assert_legible(plot_decision_curve(*found, labels=["AUC 0.731 (0.630 to 0.833)"] * 6))


def test_refusals():
    """Nothing, and labels that do not fit, are refused."""
    what = "plot_decision_curve draws decision curves; make one with decision_curve(sample)"
    with pytest.raises(TypeError, match=says(f"{what}; there are none.")):
        plot_decision_curve()
    with pytest.raises(DataError, match=says("there are 2 labels for 1 curve; give one each.")):
        plot_decision_curve(decision_curve(sample_of()), labels=["a", "b"])
