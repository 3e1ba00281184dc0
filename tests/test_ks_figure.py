"""The Kolmogorov-Smirnov figure: both stairs, and the longest upright line between them."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import HOSTILE, INF, assert_legible, curves, says, words

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.document.figure_style import MUTED, NAVY, RUST, svg
from rocstats.document.ks_figure import plot_ks
from rocstats.document.rule_flags import short_rules
from rocstats.empirical.separation_curve import ks_curve
from rocstats.errors import DataError
from rocstats.formatting import fixed

FOOT, HEIGHT = 168.0, 150.0


def sample_of(cases, controls, **test):
    """A sample of one test."""
    return Sample.from_groups(cases=cases, controls=controls, tests=[DiagnosticTest("score", **test)])


def distances(figure):
    """The upright lines of the distance: their place, and the values at their ends."""
    return [
        (line[0][0], *sorted((FOOT - line[:, 1]) / HEIGHT)) for line in curves(figure, RUST) if line[0][0] == line[1][0]
    ]


def test_a_long_threshold_is_written_short():
    """Sixteen digits of a score are for tables; thresholds that look alike in four keep as many as they need."""
    assert "≥ 0.3599" in words(plot_ks(sample_of([0.3599152369919038, 0.9], [0.1, 0.2])))
    assert short_rules(DiagnosticTest("a", low=True), [0.12345678, 0.12345679]) == ["≤ 1.2345678e−1", "≤ 1.2345679e−1"]


def test_the_distance_by_hand():
    """Cases 2, 3, 4 and controls 1, 2: TPF − FPF is 2/3 at 3, and at 2 it is 1/2."""
    figure = plot_ks(sample_of([2, 3, 4], [1, 2]))
    (found,) = distances(figure)
    assert found[1:] == pytest.approx((0, 2 / 3))
    assert words(figure)[-4:] == ["≥ 3", "cases (TPF)", "controls (FPF)", "KS = 0.667"]


def test_every_place_at_which_it_is_reached_is_marked():
    """Cases 2, 4 and controls 1, 3: the distance is 1/2 at 2 and at 4."""
    figure = plot_ks(sample_of([2, 4], [1, 3]))
    assert len(distances(figure)) == 2
    assert {"≥ 2", "≥ 4"} <= set(words(figure))


@given(
    cases=st.lists(st.integers(-3, 3), min_size=1, max_size=6),
    controls=st.lists(st.integers(-3, 3), min_size=1, max_size=6),
    low=st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_no_pair_of_places_is_farther_apart(cases, controls, low):
    """The lines are as long as the largest gaps between the two stairs that are drawn; D only where it is larger."""
    figure = plot_ks(sample_of(cases, controls, low=low))
    tpf, fpf = ((FOOT - curves(figure, colour)[0][:, 1]) / HEIGHT for colour in (NAVY, MUTED))
    one_sided, two_sided = max(0.0, float((tpf - fpf).max())), float(np.abs(tpf - fpf).max())
    lengths = {round(upper - lower, 9) for _, lower, upper in distances(figure)}
    assert lengths == {round(gap, 9) for gap in (one_sided, two_sided) if gap > 1e-9}
    assert any(word.startswith(f"KS = {fixed(one_sided, 3)}") for word in words(figure))


def test_controls_above_cases_show_the_two_sided_distance():
    """A test that points the wrong way has KS 0, drawn nowhere, and D, drawn at its place."""
    figure = plot_ks(sample_of([1, 2], [3, 4]))
    assert words(figure)[-2:] == ["KS = 0.000: nowhere above 0", "D = 1.000"]
    assert [found[1:] for found in distances(figure)] == [pytest.approx((0, 1))]


def test_tied_scores_have_no_distance():
    """One score for all: nothing is drawn between the stairs, and nothing fails."""
    figure = plot_ks(sample_of([1], [1]))
    assert not distances(figure)
    assert "KS = 0.000: nowhere above 0" in words(figure)


def test_low_scores_that_are_positive_rise():
    """At most 2 calls both cases positive and no control."""
    figure = plot_ks(sample_of([1, 2], [3, 4], low=True))
    assert "≤ 2" in words(figure)
    (cases,) = curves(figure, NAVY)
    assert (np.diff(cases[:, 1]) <= 0).all()


def test_a_result_is_drawn_by_its_curve():
    """What holds a curve gives the same bytes as the curve, and as its sample."""
    sample = sample_of([2, 3, 4], [1, 2])
    same = {svg(plot_ks(each)) for each in (sample, ks_curve(sample), SimpleNamespace(curve=ks_curve(sample)))}
    assert len(same) == 1


def test_infinite_scores_stand_apart():
    """A distance may be reached where only infinite scores are positive."""
    figure = plot_ks(sample_of([INF, INF, 2], [-INF, 2, 1]))
    assert {"−Inf", "Inf", "≥ Inf"} <= set(words(figure))
    assert_legible(figure)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_keep_their_words_apart(name):
    """A long name, and a distance reached at sixty places, run into nothing."""
    cases, controls = np.arange(0, 120, 2) / 7, np.arange(1, 121, 2) / 7
    assert_legible(plot_ks(Sample.from_groups(cases=cases, controls=controls, tests=[name])))


def test_two_hundred_thousand_scores_make_a_small_file():
    """Steps that print cannot tell apart are left out."""
    rng = np.random.default_rng(1)
    assert len(svg(plot_ks(sample_of(rng.normal(1, 1, 100_000), rng.normal(0, 1, 100_000))))) < 300_000


def test_refusals():
    """Something else, or several tests, are refused with the door."""
    with pytest.raises(TypeError, match=says("plot_ks takes a Sample or a result of ks(sample), not float.")):
        plot_ks(0.5)
    with pytest.raises(DataError, match="takes one test; this sample holds 2"):
        plot_ks(Sample.from_groups(cases=[[1, 2]], controls=[[1, 2]], tests=["a", "b"]))
