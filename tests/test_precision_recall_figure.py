"""Precision-recall curves: the bends between thresholds, the line of a useless test."""

import numpy as np
import pytest
from pictures import HOSTILE, assert_legible, curves, says, words

from rocstats.data.sample import Sample
from rocstats.document.figure_style import NAVY, RULE, svg
from rocstats.document.precision_recall_figure import plot_precision_recall
from rocstats.empirical.precision_recall_curve import precision_recall
from rocstats.errors import DataError

LEFT, SIDE, FOOT, HEIGHT = 43.2, 286.8, 248.0, 240.0


def sample_of(name="score", seed=1, m=30, n=40):
    """A sample of random scores."""
    rng = np.random.default_rng(seed)
    return Sample.from_groups(cases=rng.normal(1, 1, m), controls=rng.normal(0, 1, n), tests=[name])


def read(line):
    """Recall and precision of a drawn line."""
    return (line[:, 0] - LEFT) / SIDE, (FOOT - line[:, 1]) / HEIGHT


def test_a_curve_bends_between_its_thresholds():
    """From 1 of 1 to 2 of 4 positives, precision halfway is 1.5 of 2.5."""
    (line,) = curves(plot_precision_recall(precision_recall(Sample.from_groups(cases=[2, 1], controls=[1, 1]))), NAVY)
    recall, precision = read(line)
    assert np.interp([0.25, 0.5, 0.75, 1.0], recall, precision).tolist() == pytest.approx([1, 1, 1.5 / 2.5, 0.5])


def test_the_prevalence_is_the_line_of_a_useless_test():
    """3 cases of 7 subjects are a level line, named with its number."""
    figure = plot_precision_recall(precision_recall(sample_of()))
    (level,) = curves(figure, RULE, 0.8)
    assert read(level)[1].tolist() == pytest.approx([3 / 7, 3 / 7])
    assert words(figure)[-1] == "prevalence 0.429"


def test_each_prevalence_has_its_line():
    """Curves at different shares of cases do not share a line, curves at one do."""
    curve, other = precision_recall(sample_of()), precision_recall(sample_of(), at_prevalence=0.1)
    assert words(plot_precision_recall(curve, other))[-2:] == ["prevalence 0.429", "stated prevalence 0.1"]
    assert len(curves(plot_precision_recall(curve, curve), RULE, 0.8)) == 1


def test_a_curve_says_its_average_precision():
    """Without labels the key has it, to one number of decimals; labels replace it."""
    curve = precision_recall(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    assert "AP 0.833" in words(plot_precision_recall(curve))
    assert "AP 0.833" not in words(plot_precision_recall(curve, labels=["mine"]))


@pytest.mark.parametrize(("cases", "controls"), [([3, 4], [1, 2]), ([1, 2], [3, 4]), ([1, 1], [1, 1]), ([2], [1])])
def test_curves_at_the_edges_are_drawn(cases, controls):
    """Perfect, useless, tied and least samples have a curve from recall 0 to 1."""
    figure = plot_precision_recall(precision_recall(Sample.from_groups(cases=cases, controls=controls)))
    (line,) = curves(figure, NAVY)
    assert read(line)[0][[0, -1]].tolist() == pytest.approx([0, 1])
    assert_legible(figure)


def test_hostile_names_keep_their_words_apart():
    """Six long names and six prevalences stand below each other."""
    found = [precision_recall(sample_of(name, i, 10 + i)) for i, name in enumerate(HOSTILE[:6])]
    assert_legible(plot_precision_recall(*found))


def test_two_hundred_thousand_scores_make_a_small_file():
    """Vertices that print cannot tell apart are left out, and the line keeps its level."""
    curve = precision_recall(sample_of(m=100_000, n=100_000))
    figure = plot_precision_recall(curve)
    assert len(svg(figure)) < 500_000
    (line,) = curves(figure, NAVY)
    recall, precision = read(line)
    at = np.linspace(0.05, 1, 50)
    assert np.abs(np.interp(at, recall, precision) - np.interp(at, curve.recall, curve.precision)).max() < 0.002


def test_refusals():
    """Nothing, and more than six, are refused."""
    what = "plot_precision_recall draws precision-recall curves; make one with precision_recall(sample)"
    with pytest.raises(TypeError, match=says(f"{what}; there are none.")):
        plot_precision_recall()
    with pytest.raises(TypeError, match=says(f"{what}; this is Sample.")):
        plot_precision_recall(sample_of())
    with pytest.raises(DataError, match="draws 6 curves at most, and 7 came"):
        plot_precision_recall(*[precision_recall(sample_of())] * 7)
