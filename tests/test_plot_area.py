"""Plots with an upright axis: places, labels that keep apart, paths thinned, keys that fit."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import LONG, assert_legible, says, words

from rocstats.document.curve_checks import at_most
from rocstats.document.figure_style import WIDTH, Sheet, style
from rocstats.document.number_line import NumberLine
from rocstats.document.plot_area import PlotArea, apart
from rocstats.document.plot_key import CASES, CHANCE, Dot, Entry, PlotKey, Shade, Stroke, stroke
from rocstats.document.ruler import Ruler
from rocstats.document.thinning import thinned
from rocstats.document.threshold_axis import levels_between, on_line, score_line, stairs
from rocstats.errors import DataError

INF = float("inf")


# The ruler


def test_a_ruler_goes_from_one_exact_end_to_the_other():
    """Lying it runs right, upright it runs up, on a log scale by ratios."""
    assert Ruler(40.0, 240.0).places(np.array([0.0, 0.25, 1.0])).tolist() == [40, 90, 240]
    assert Ruler(200.0, 0.0, -1.0, 1.0).place(0.0) == 100
    assert Ruler(0.0, 300.0, 0.001, 1.0, log=True).place(0.1) == pytest.approx(200)


def test_ticks_of_fractions_are_fifths():
    """0 to 1 is divided as on an ROC figure."""
    assert [text for _, text in Ruler(43.2, 330.0).ticks()] == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]


@given(low=st.floats(-10, 10), span=st.floats(1e-6, 100), length=st.floats(30, 300), upward=st.booleans())
@settings(max_examples=60)
def test_ticks_lie_on_the_ruler(low, span, length, upward):
    """No tick stands beyond an end, and there is one at least."""
    ruler = Ruler(length, 0.0, low, low + span) if upward else Ruler(0.0, length, low, low + span)
    ticks = ruler.ticks()
    assert ticks
    assert all(-0.02 <= ruler.place(value) <= length + 0.02 for value, _ in ticks)


# Labels kept apart


def test_labels_move_as_little_as_they_must():
    """Two that want one place stand beside it, one that has room stays."""
    assert apart([50.0, 50.0, 90.0], [10.0] * 3, 0.0, 100.0) == [45.0, 55.0, 90.0]
    assert apart([0.0, 100.0], [10.0] * 2, 0.0, 100.0) == [5.0, 95.0]
    assert apart([], [], 0.0, 1.0) == []


@given(
    labels=st.lists(st.tuples(st.floats(-50, 150), st.floats(0.5, 20)), min_size=1, max_size=9),
)
def test_labels_have_room_or_there_is_none(labels):
    """They come back in order, inside their ends, none on another; None says that they are too many."""
    wanted, sizes = zip(*labels, strict=True)
    found = apart(wanted, sizes, 0.0, 100.0)
    if found is None:
        assert sum(sizes) > 100
        return
    spans = sorted((middle - size / 2, middle + size / 2) for middle, size in zip(found, sizes, strict=True))
    assert all(low >= -1e-9 and high <= 100 + 1e-9 for low, high in spans)
    assert all(one[1] <= two[0] + 1e-9 for one, two in itertools.pairwise(spans))


@given(wanted=st.lists(st.integers(0, 30), min_size=1, max_size=5))
@settings(max_examples=40)
def test_labels_are_as_near_as_they_can_be(wanted):
    """No order of touching labels on a grid has a smaller sum of squares."""
    sizes = [6.0] * len(wanted)
    found = apart(wanted, sizes, 0.0, 30.0)

    def cost(middles):
        return sum((a - b) ** 2 for a, b in zip(middles, wanted, strict=True))

    ranked = np.argsort(wanted, kind="stable")
    least = (
        min(
            cost([places[list(ranked).index(i)] for i in range(len(wanted))])
            for places in itertools.combinations(np.arange(3, 27.5, 0.5), len(wanted))
            if all(b - a >= 6 for a, b in itertools.pairwise(places))
        )
        if len(wanted) <= 3
        else np.inf
    )
    assert cost(found) <= least + 1e-9


# Paths thinned


def test_short_paths_stay_as_they_are():
    """Up to 4000 vertices nothing is left out."""
    x = np.linspace(0, 300, 4000)
    assert thinned(x, x)[0] is x


@given(seed=st.integers(0, 20), falls=st.booleans())
@settings(max_examples=20)
def test_a_thinned_path_looks_the_same(seed, falls):
    """In each fifth of a point its lowest, highest, first and last values are there, and nothing else is new."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 50, 30_000))
    x = x[::-1] if falls else x
    y = np.cumsum(rng.normal(size=len(x)))
    kept_x, kept_y = thinned(x, y)
    assert len(kept_x) <= 4 * 251
    assert set(zip(kept_x, kept_y, strict=True)) <= set(zip(x, y, strict=True))
    for cell in (0, 17, 120):
        whole, left = (v[np.floor(u / 0.2) == cell] for u, v in ((x, y), (kept_x, kept_y)))
        assert (whole.min(), whole.max(), whole[0], whole[-1]) == (left.min(), left.max(), left[0], left[-1])


# Stairs against the threshold


def test_a_stair_changes_behind_a_score_when_high_is_positive():
    """At least 1, 2, 3: the share holds up to and at its score; nobody is positive above the last."""
    line = NumberLine(0.0, 212.0, 1.0, 3.0)
    x, y = stairs(line, np.array([1.0, 2.0, 3.0]), levels_between(np.array([1.0, 0.5, 0.25]), 0.0, low=False))
    assert x.tolist() == [0, 6, 6, 106, 106, 206, 206, 212]
    assert y.tolist() == [1, 1, 0.5, 0.5, 0.25, 0.25, 0, 0]


def test_a_stair_changes_at_a_score_when_low_is_positive():
    """At most 1, 2: below the first nobody is positive, from it on its share is."""
    line = NumberLine(0.0, 112.0, 1.0, 2.0)
    x, y = stairs(line, np.array([1.0, 2.0]), levels_between(np.array([0.5, 1.0]), 0.0, low=True))
    assert x.tolist() == [0, 6, 6, 106, 106, 112]
    assert y.tolist() == [0, 0, 0.5, 0.5, 1, 1]


def test_the_axis_of_scores_takes_in_thresholds_that_are_near():
    """One within the width of the scores is on it, one beyond is not; infinite ones have places."""
    line = score_line(np.array([1.0, 2.0, 3.0]), np.ones(3, int), 0.0, 300.0, [4.9, 9.0, INF])
    assert (line.low, line.high, line.above, line.below) == (1.0, 4.9, True, False)
    assert [on_line(line, c) for c in (4.9, 9.0, INF, -INF)] == [True, False, True, False]


def test_the_axis_of_scores_is_logarithmic_as_their_figure_is():
    """The largest score is more than ten times the median, counted by subjects."""
    values = np.array([1.0, 2.0, 30.0])
    assert score_line(values, np.array([1, 1, 1]), 0.0, 300.0).log
    assert not score_line(values, np.array([1, 1, 9]), 0.0, 300.0).log


@pytest.mark.parametrize("values", [[0.0], [3.0], [-1e308], [1.79e308], [-INF, INF], [INF], [5e-324]])
def test_an_axis_of_one_value_has_a_width(values):
    """A constant score, or none that is finite, still has places left and right of it."""
    line = score_line(np.array(values), np.ones(len(values), int), 0.0, 300.0)
    assert line.low < line.high
    assert np.isfinite(line.places(np.array(values))).all()
    assert line.ticks()


# The area


def test_what_leaves_the_area_is_cut_off():
    """A line below the axis is clipped at it, one on the edge keeps its width."""
    with style():
        sheet = Sheet(200.0, 100.0)
        area = PlotArea(sheet, Ruler(40.0, 190.0), Ruler(80.0, 10.0))
        area.curve(np.array([0.0, 1.0]), np.array([1.0, -3.0]), CASES)
    corners = sheet.ground.transData.inverted().transform(sheet.ground.lines[0].get_clip_box().get_points())
    assert np.sort(corners[:, 1]) == pytest.approx([9, 81])
    assert np.sort(corners[:, 0]) == pytest.approx([39, 191])


# The key


def test_a_key_uses_as_many_columns_as_fit():
    """Three short names stand in a row, long ones below each other."""
    short = PlotKey.of([Entry(CASES, name) for name in ("a", "b", "c")], 43.0, 340.0)
    long = PlotKey.of([Entry(CASES, name) for name in (LONG + "1", LONG + "2", "c")], 43.0, 340.0)
    assert (short.height, long.height) == (pytest.approx(14.6), pytest.approx(3 * 14.6))
    assert len({entry.name for entry in long.entries}) == 3


def test_a_key_of_nothing_has_no_height():
    """No entries, no rows."""
    assert PlotKey.of([], 43.0, 340.0).height == 0


@given(
    entries=st.lists(
        st.tuples(
            st.sampled_from([CASES, CHANCE, Shade(), Dot("o", "#14375e", interval=True), None]),
            st.text(max_size=90),
            st.text(max_size=50),
        ),
        max_size=7,
    )
)
@settings(max_examples=40, deadline=None)
def test_the_words_of_a_key_fit(entries):
    """Whatever the names, they stay inside the sheet and apart."""
    key = PlotKey.of([Entry(*entry) for entry in entries], 43.0, WIDTH - 4)
    with style():
        sheet = Sheet(WIDTH, key.height + 20)
        key.draw(sheet, 8.0)
    assert_legible(sheet.figure)


def test_key_samples_look_like_what_they_stand_for():
    """A line keeps its dashes, a mark its shape, a shade its ground."""
    with style():
        sheet = Sheet(WIDTH, 60.0)
        looks = [stroke(1), Dot("s", "#123456", filled=False), Shade("#dfe6ed"), None]
        PlotKey.of([Entry(look, f"x{i}") for i, look in enumerate(looks)], 4.0, 300.0).draw(sheet, 4.0)
    assert [line.get_color() for line in sheet.ground.lines if line.get_linewidth() == 1.6] == [stroke(1).colour]
    assert [line.get_marker() for line in sheet.ground.lines if line.get_marker() != "None"] == ["s"]
    assert len(sheet.ground.collections) == 1
    assert words(sheet.figure) == ["x0", "x1", "x2", "x3"]


def test_six_strokes_differ_without_colour():
    """No two curves of a figure share their dashes."""
    assert len({stroke(i).dashes for i in range(6)}) == 6
    assert Stroke("#000000").look()["linestyle"] == "-"


def test_refusals_of_curves():
    """None, too many, something else, and labels that do not fit are said."""
    curves = [np.zeros(3)] * 7
    with pytest.raises(TypeError, match=says("plot_x draws curves; make one with f(sample); there are none.")):
        at_most("plot_x", [], None, (), "curves; make one with f(sample)")
    with pytest.raises(TypeError, match=says("plot_x draws curves; this is ndarray.")):
        at_most("plot_x", curves, None, ("tpf",), "curves")
    with pytest.raises(DataError, match=says("plot_x draws 6 curves at most, and 7 came; draw them in several.")):
        at_most("plot_x", curves, None, ("shape",), "curves")
    with pytest.raises(DataError, match=says("there are 1 label for 2 curves; give one each.")):
        at_most("plot_x", curves[:2], ["a"], ("shape",), "curves")
