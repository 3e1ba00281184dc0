"""Pictures show what is there, keep their words apart, and are the same bytes everywhere."""

import hashlib
import itertools
import os
import subprocess
import sys
from dataclasses import dataclass
from statistics import median
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pictures import HOSTILE, INF, LONG, assert_legible, says, words

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.document import figure_style, scores_figure
from rocstats.document.drawing import inlined
from rocstats.document.figure_style import legible, picture_names, shortened, svg, text_width
from rocstats.document.forest_figure import ForestRow, plot_forest
from rocstats.document.number_line import NumberLine, Slots
from rocstats.document.roc_figure import OperatingPoint, plot_roc, plot_roc_panels
from rocstats.document.score_marks import Dots, Histogram
from rocstats.document.scores_figure import ScorePanel, plot_scores, score_panels
from rocstats.empirical.curve import roc_curve
from rocstats.errors import DataError
from rocstats.results import Card, Comparison, Estimate, Inference, Interval, Subjects

AREA = "AUC 0.824 (0.749 to 0.899)"


@dataclass(frozen=True)
class Band:
    """A band as figures need it."""

    fpf: np.ndarray
    low: np.ndarray
    high: np.ndarray
    level: float = 0.95
    name: str = "wfns"


def curve_of(name="score", seed=1, m=30, n=40):
    """A curve of random scores."""
    rng = np.random.default_rng(seed)
    return roc_curve(Sample.from_groups(cases=rng.normal(1, 1, m), controls=rng.normal(0, 1, n), tests=[name]))


def panel(cases, controls, name="score", *, low=False, cutoff=None, counts=(None, None), groups=("Poor", "Good")):
    """A panel of given scores."""
    return ScorePanel(
        test=DiagnosticTest(name, low=low, cutoff=cutoff),
        cases=np.array(cases, dtype=float),
        controls=np.array(controls, dtype=float),
        case_counts=counts[0],
        control_counts=counts[1],
        groups=groups,
    )


def subjects(tests, label=""):
    """Subjects of a result."""
    return Subjects(
        truth="outcome", positive="Poor", n_cases=41, n_controls=72, n_dropped=0, tests=tuple(tests), label=label
    )


def result(value, low, high, *tests, label="", estimable=True):
    """An estimate of one test or a comparison of two."""
    shared = {
        "parameter": "AUC",
        "title": "",
        "method": Card("delong", "DeLong", "", ()),
        "level": 0.95,
        "null_value": None,
        "alternative": "two-sided",
        "inference": Inference(
            values=(value,),
            estimate=value,
            interval=None if low is None else Interval(low, high, 0.95),
            estimable=estimable,
        ),
    }
    if len(tests) == 1:
        return Estimate(test=tests[0], subjects=subjects(tests, label), **shared)
    return Comparison(tests=tests, subjects=(subjects(tests),), paired=True, **shared)


# The ROC figure


def test_a_curve_is_drawn_through_its_own_vertices():
    """Steps are steps and a tie is a slope: cases 3, 2 against controls 2, 1."""
    figure = plot_roc(roc_curve(Sample.from_groups(cases=[3, 2], controls=[2, 1])))
    chance, curve = figure.axes[1].lines
    assert chance.get_xydata().tolist() == [[0, 0], [1, 1]]
    assert curve.get_xydata().tolist() == [[0, 0], [0, 0.5], [0.5, 1], [1, 1]]
    assert curve.get_drawstyle() == "default"
    assert figure.axes[1].get_xlim() == figure.axes[1].get_ylim() == (0, 1)
    box = figure.axes[1].get_window_extent()
    assert box.width == pytest.approx(box.height)


def test_a_curve_says_its_own_area():
    """Without labels the key gives the area of each curve, to the same number of decimals."""
    figure = plot_roc(
        roc_curve(Sample.from_groups(cases=[3, 2], controls=[2, 1], tests=["A"])),
        roc_curve(Sample.from_groups(cases=[3, 4], controls=[2, 1], tests=["B"])),
    )
    assert words(figure)[:5] == ["A", "AUC 0.875", "B", "AUC 1.000", "chance"]


def test_the_key_stands_below_the_axes():
    """No word of the key is higher than the axis label."""
    figure = plot_roc(curve_of("s100b"), curve_of("ndka", 2), labels=[AREA, AREA])
    bottom = figure.axes[1].get_window_extent().y0
    for text in figure.axes[0].texts:
        assert text.get_window_extent().y1 < bottom - 20


def test_the_key_names_band_points_and_chance():
    """Each thing that is drawn has its words."""
    at = np.linspace(0, 1, 11)
    figure = plot_roc(
        curve_of("ndka"),
        curve_of("wfns", 2),
        band=Band(at, at * 0.9, at),
        points=[OperatingPoint(curve=1, fpf=0.1, tpf=0.5, tpf_interval=(0.3, 0.7), label="wfns ≥ 4")],
        labels=["AUC 0.6", "AUC 0.8"],
    )
    assert words(figure)[:7] == ["ndka", "AUC 0.6", "wfns", "AUC 0.8", "95% band of wfns", "wfns ≥ 4", "chance"]
    assert figure.axes[1].collections[0].get_zorder() < min(line.get_zorder() for line in figure.axes[1].lines)
    assert figure.axes[1].collections[0].get_facecolor()[0, 3] == 1


def test_six_curves_differ_without_colour():
    """No two of six curves share a dash, and more than six get axes of their own."""
    six = plot_roc(*(curve_of(f"test {i}", i) for i in range(6)))
    dashes = {str(line._unscaled_dash_pattern) for line in six.axes[1].lines[1:]}
    assert len(dashes) == 6
    seven = plot_roc(*(curve_of(f"test {i}", i) for i in range(7)))
    assert len(seven.axes) == 1 + 7


def test_a_test_keeps_its_look_on_a_panel_of_its_own():
    """The third curve of a figure and its small version have the same colour and dash."""
    curves = [curve_of(f"test {i}", i) for i in range(3)]
    large = plot_roc(*curves).axes[1].lines[3]
    small = plot_roc(curves[2], panel=True, first_style=2).axes[1].lines[1]
    assert large.get_color() == small.get_color()
    assert large._unscaled_dash_pattern == small._unscaled_dash_pattern


def test_a_million_vertices_make_a_small_file():
    """Vertices that print cannot tell apart are left out, and the line moves by less than a tenth of a point."""
    curve = curve_of(m=300_000, n=300_000)
    figure = plot_roc(curve)
    drawn = figure.axes[1].lines[1].get_xydata()
    assert len(svg(figure)) < 500_000
    at = np.linspace(0.001, 0.999, 997)
    assert np.abs(np.interp(at, drawn[:, 0], drawn[:, 1]) - curve.tpf_at(at)).max() * 286.8 < 0.15


@pytest.mark.parametrize(
    ("cases", "controls"),
    [([3, 4], [1, 2]), ([1, 2], [3, 4]), ([1, 1], [1, 1]), ([2], [1])],
    ids=["AUC 1", "AUC 0", "all tied", "one of each"],
)
def test_curves_at_the_edges_are_not_cut(cases, controls):
    """A curve along the edge of the axes is drawn at its whole width."""
    figure = plot_roc(roc_curve(Sample.from_groups(cases=cases, controls=controls)))
    assert not figure.axes[1].lines[1].get_clip_on()
    assert_legible(figure)


def test_roc_refusals():
    """What does not fit together is said."""
    curve = curve_of()
    with pytest.raises(
        TypeError, match=says("an ROC figure needs at least one curve; make one with roc_curve(sample).")
    ):
        plot_roc()
    with pytest.raises(TypeError, match=says("list is no curve; make one with roc_curve(sample).")):
        plot_roc([curve])
    with pytest.raises(TypeError, match=says("a panel holds one curve, not 2; plot_roc_panels draws several.")):
        plot_roc(curve, curve, panel=True)
    with pytest.raises(DataError, match=says("there are 2 labels for 1 curve; give one each.")):
        plot_roc(curve, labels=["a", "b"])
    with pytest.raises(
        DataError, match=says("a point is on curve 1, but 1 curve was given, and the first is curve 0.")
    ):
        plot_roc(curve, points=[OperatingPoint(curve=1, fpf=0, tpf=0)])
    several = says(
        "7 curves are drawn as small multiples, and a band does not say to which it belongs; "
        "give plot_roc_panels one band per curve."
    )
    with pytest.raises(DataError, match=several):
        plot_roc(*[curve] * 7, band=Band(np.zeros(2), np.zeros(2), np.zeros(2)))
    with pytest.raises(DataError, match=says("there are 2 bands for 1 curve; give one each.")):
        plot_roc_panels(curve, bands=[None, None])


# Scores by truth


def test_few_values_are_bars_with_their_counts():
    """Cases stand above with 2 and 1, controls below with 0 and 3, and the rule divides 1 from 2."""
    figure = plot_scores(panel([1, 1, 2], [2, 2, 2], cutoff=2))
    assert words(figure) == [
        "score",
        "Poor",
        "Good",
        "2",
        "1",
        "0",
        "3",
        "rule: ≥ 2",
        "1",
        "2",
        "score (counts on the bars)",
    ]
    left, right = 40, 345.6 - 7
    (threshold,) = [line for line in figure.axes[0].lines if line.get_color() == figure_style.RUST]
    assert threshold.get_xdata().tolist() == [pytest.approx((left + right) / 2)] * 2


def test_low_scores_are_positive_on_the_users_own_scale():
    """A sample's turned scores come back, and the rule reads at most."""
    sample = Sample.from_groups(cases=[1, 2], controls=[3, 4], tests=[DiagnosticTest("K-G", low=True, cutoff=2.0)])
    (shown,) = score_panels(sample)
    assert (shown.cases.tolist(), shown.controls.tolist()) == ([1, 2], [3, 4])
    figure = plot_scores(sample)
    assert "rule: ≤ 2" in words(figure)
    assert [word for word in words(figure) if word.isdigit()] == [*"1100", *"0011", *"1234"]


@given(
    values=st.lists(st.floats(allow_nan=False), min_size=1, max_size=10, unique=True),
    threshold=st.floats(allow_nan=False),
    low=st.booleans(),
)
def test_the_line_between_bars_divides_as_the_rule_does(values, threshold, low):
    """The slots on the positive side of the line are those that the rule calls positive."""
    slots = Slots.of(np.unique(np.array(values) + 0.0), 0.0, 100.0)
    cut = slots.cut(threshold, low=low)
    for place, value in enumerate(slots.values):
        middle = slots.middle(place)
        assert (middle < cut) == (value <= threshold) if low else (middle > cut) == (value >= threshold)


def test_more_values_are_dots_one_for_each_subject():
    """Thirty cases are thirty filled dots, forty controls forty open ones, none on another."""
    rng = np.random.default_rng(1)
    scores = panel(rng.normal(size=30), rng.normal(size=40)).scores()
    dots = Dots.of(scores, NumberLine(40, 338, float(scores.values[0]), float(scores.values[-1])))
    for (x, row), count in ((dots.cases, 30), (dots.controls, 40)):
        assert len(x) == count
        assert len({(round(a, 6), b) for a, b in zip(x.tolist(), row.tolist(), strict=True)}) == count
        assert np.diff(np.unique(x)).min() > 3.3


def test_dots_stand_within_half_their_pitch_of_the_score():
    """No dot is moved by more than half the distance between stacks."""
    values = np.linspace(0, 1, 101)
    line = NumberLine(40, 338, 0.0, 1.0)
    x, _ = Dots.of(panel(values, values).scores(), line).cases
    assert np.abs(np.sort(x) - line.places(values)).max() <= 3.7 / 2 + 1e-9


def test_many_subjects_are_a_histogram():
    """501 subjects, or a stack too high to count, are binned and the axis says so."""
    rng = np.random.default_rng(1)
    many = plot_scores(panel(rng.normal(size=251), rng.normal(size=250)))
    assert words(many)[-1] == "score (histogram, each group on its own scale)"
    stacked = plot_scores(panel([*range(11), *[5] * 30], [1, 2]))
    assert words(stacked)[-1] == "score (histogram, each group on its own scale)"
    assert words(plot_scores(panel(rng.normal(size=250), rng.normal(size=250))))[-1] == "score"


@given(counts=st.lists(st.integers(1, 10**8), min_size=11, max_size=20))
@settings(max_examples=20)
def test_a_histogram_keeps_every_share(counts):
    """The bins of a group are its subjects, the fullest bin is one."""
    values = np.arange(len(counts), dtype=float)
    shown = panel(values, values, counts=(np.array(counts), None)).scores()
    line = NumberLine(0.0, 300.0, 0.0, float(values[-1]))
    bins = Histogram.of(shown, line).cases
    assert bins.max() == 1
    assert sorted(bins[bins > 0]) == pytest.approx(sorted(count / max(counts) for count in counts))


@pytest.mark.parametrize(("top", "log"), [(55.1, True), (55.0, False)])
def test_the_axis_is_logarithmic_only_for_skewed_positive_scores(top, log):
    """The largest score must be more than ten times the median, here 5.5, and all must be positive."""
    scores = [*range(1, 11), top]
    scores[5] = 5.5
    assert (words(plot_scores(panel(scores, scores)))[-1] == "score (log scale)") == log
    assert words(plot_scores(panel([*scores, 0], scores)))[-1] == "score"


def test_infinite_scores_stand_apart_at_the_ends():
    """What is below and above the detection limit has places of its own, named, beyond every number."""
    values = np.linspace(0, 1, 12)
    figure = plot_scores(panel([-INF, *values, INF], [-INF, *values]))
    assert {"−Inf", "Inf"} <= set(words(figure))
    line = NumberLine(0.0, 300.0, 0.0, 1.0, below=True, above=True)
    assert line.place(-INF) < line.place(0.0) - 20 < line.place(1.0) < line.place(INF) - 20
    assert line.place(-INF) < line.cut(-INF, low=True) < line.place(0.0)
    assert line.place(1.0) < line.cut(INF, low=False) < line.place(INF)


def test_a_threshold_far_away_is_named_and_not_drawn():
    """A cut-off within the width of the scores is drawn, one beyond is named only."""
    values = np.linspace(0, 1, 12)
    near, far = plot_scores(panel(values, values, cutoff=1.5)), plot_scores(panel(values, values, cutoff=2.5))
    assert "rule: ≥ 1.5" in words(near)
    assert "rule: ≥ 2.5 (off the axis)" in words(far)
    drawn = [sum(line.get_color() == figure_style.RUST for line in f.axes[0].lines) for f in (near, far)]
    assert drawn == [1, 0]


@given(
    scores=st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 4)), min_size=1, max_size=8, unique_by=lambda s: s[0]),
)
def test_medians_count_every_subject(scores):
    """A median of weighted scores is the median of the scores written out."""
    assume(any(count for _, count in scores))
    scores.sort()
    values, counts = (np.array(part) for part in zip(*scores, strict=True))
    found = scores_figure._median(values.astype(float), counts)
    assert found == median(np.repeat(values, counts).tolist())


def test_medians_between_infinities():
    """Between two infinities of different sign there is no median; next to one it is infinite."""
    one = np.array([1, 1])
    assert scores_figure._median(np.array([-INF, INF]), one) is None
    assert scores_figure._median(np.array([-INF, 3.0]), one) == -INF
    assert scores_figure._median(np.array([3.0, INF]), one) == INF


def test_a_rating_table_of_a_hundred_million_is_drawn():
    """Counts of any size are written, whole where they have room."""
    sample = Sample.from_counts(controls=[10**8, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
    figure = plot_scores(sample)
    assert "100000000" in words(figure)
    assert words(figure)[-1] == "rating (counts on the bars, each group on its own scale)"
    assert_legible(figure)


def test_score_refusals():
    """Something else than scores is refused with the door."""
    for wrong, came in (([], "none at all"), ([1, 2], "int"), (3, "int"), ("A", "str")):
        door = "make a sample with Sample.from_truth(truth, scores)."
        with pytest.raises(TypeError, match=says(f"plot_scores takes a Sample or panels, not {came}; {door}")):
            plot_scores(wrong)


# The number line


@given(
    ends=st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=2, unique=True),
    log=st.booleans(),
    infinite=st.tuples(st.booleans(), st.booleans()),
)
def test_ticks_of_any_range_have_room(ends, log, infinite):
    """Whatever the numbers, ticks ascend on the line and no label runs into the next."""
    low, high = sorted(abs(end) if log else end for end in ends)
    assume(low < high and (low > 0 or not log))
    assume(not log or high / low > 10)
    line = NumberLine(40.0, 338.0, low, high, log, *infinite)
    ticks = line.ticks()
    assert ticks
    at = [line.place(value) for value, _ in ticks]
    assert all(line.start <= x <= line.end for x in at)
    for (x, (_, one)), (y, (_, two)) in itertools.pairwise(zip(at, ticks, strict=True)):
        assert x + text_width(one) / 2 < y - text_width(two) / 2
    assert len({text for _, text in ticks}) == len(ticks)


# The forest plot


def test_results_become_rows_with_their_numbers():
    """Areas and differences have axes of their own, in order, with R's true minus signs."""
    figure = plot_forest(
        [
            result(0.731, 0.630, 0.833, "s100b"),
            result(1.0, None, None, "ndka", estimable=False),
            result(-0.092, -0.174, -0.010, "s100b", "wfns"),
        ]
    )
    shown = words(figure)
    assert shown[:6] == [
        *("Area under the curve", "Estimate (95% CI)"),
        *("s100b", "0.731 (0.630 to 0.833)", "ndka", "1.000 (not estimable)"),
    ]
    start = shown.index("Difference of areas")
    assert shown[start - 1] == "AUC (dotted: 0.5)"
    assert shown[start : start + 4] == [
        *("Difference of areas", "Estimate (95% CI)", "s100b − wfns", "−0.092 (−0.174 to −0.010)"),
    ]
    assert shown[-1] == "Difference in AUC (dotted: 0)"
    assert_legible(figure)


def test_a_part_of_the_study_is_named():
    """An estimate in a part of a study says which."""
    assert "wfns (gender: Female)" in words(plot_forest([result(0.8, 0.7, 0.9, "wfns", label="gender: Female")]))


def test_a_one_sided_interval_has_one_cap():
    """The end that the range closes has no cap, and a row without estimate no square."""
    both = plot_forest([ForestRow(names=("a",), estimate=0.7, interval=Interval(0.6, 0.8, 0.95))])
    one = plot_forest([ForestRow(names=("a",), estimate=0.7, interval=Interval(0.6, 1.0, 0.95, "lower"))])
    none = plot_forest([ForestRow(names=("a",), estimate=None)])
    caps = [sum(line.get_linewidth() == 1.2 for line in figure.axes[0].lines) for figure in (both, one, none)]
    squares = [sum(line.get_marker() == "s" for line in figure.axes[0].lines) for figure in (both, one, none)]
    assert (caps, squares) == ([3, 2, 0], [1, 1, 0])


def test_digits_grow_until_an_area_is_not_one():
    """0.99996 is never drawn beside the words 1.000."""
    shown = words(plot_forest([ForestRow(names=("a",), estimate=0.99996, interval=Interval(0.9999, 0.99999, 0.95))]))
    assert "0.99996 (0.99990 to 0.99999)" in shown


def test_thirty_rows_stay_apart():
    """The figure grows with its rows, and long names of a difference take two lines."""
    rows = [
        ForestRow(names=(f"{LONG}{i}", f"{LONG}{i + 1}"), estimate=0.01 * i, interval=Interval(0.0, 0.4, 0.95))
        for i in range(30)
    ]
    figure = plot_forest(rows)
    assert_legible(figure)
    assert any(word.startswith("a_m") and word.endswith("v29 −") for word in words(figure))


def test_forest_refusals():
    """Nothing, or something else, is refused."""
    with pytest.raises(
        TypeError, match=says("plot_forest takes results of auc or compare_auc, in a list; there are none.")
    ):
        plot_forest([])
    with pytest.raises(
        TypeError, match=says("plot_forest takes results of auc or compare_auc, in a list; this is float.")
    ):
        plot_forest([0.5])


# Words


def test_hostile_names_are_plain_words():
    """Mathematics, mark-up and controls in a name are drawn as they stand, or as their escapes."""
    assert legible("$\\alpha$ <b>_x_</b>") == "$\\alpha$ <b>_x_</b>"
    assert legible("a\x1b[2J\u202eb\nc") == "a\\x1b[2J\\u202eb\\nc"
    assert legible("95\u00a0%") == "95 %"
    assert legible("血清 test") == "□□ test"


def test_shortened_names_stay_apart():
    """Names that would look the same are numbered, names that are the same are not."""
    assert picture_names(["血", "清", "a"], 100) == ["1: □", "2: □", "a"]
    assert picture_names(["a", "a"], 100) == ["a", "a"]
    assert shortened(f"{LONG}1", 80).endswith("v1")
    assert "1: □ − 2: □" in words(plot_forest([ForestRow(names=("血", "清"), estimate=0.1)]))


@given(text=st.text(max_size=60), width=st.floats(20, 300))
@settings(max_examples=60)
def test_a_shortened_name_fits(text, width):
    """Whatever the name, what is drawn has glyphs and is no wider than its room."""
    shown = shortened(text, width)
    assert text_width(shown) <= width
    assert shown.isprintable()


def hostile_figures():
    """Every kind of figure, with hostile names and data."""
    rng = np.random.default_rng(1)
    curves = [curve_of(name, i) for i, name in enumerate(HOSTILE)]
    at = np.linspace(0, 1, 21)
    points = [
        OperatingPoint(curve=i, fpf=0.1 * i, tpf=0.5, fpf_interval=(0, 0.6), tpf_interval=(0.4, 1), label=f"{name} ≤ 3")
        for i, name in enumerate(HOSTILE[:6])
    ]
    groups = (LONG, "<script>")
    ten = np.linspace(0.123456, 1, 10)
    counts = (np.full(10, 10**8), np.full(10, 123456))
    rows = [ForestRow(names=(name,), estimate=0.7, interval=Interval(0.6, 0.8, 0.95)) for name in HOSTILE]
    pairs = [ForestRow(names=pair, estimate=0.0, estimable=False) for pair in itertools.combinations(HOSTILE, 2)]
    return {
        "six": plot_roc(*curves[:6], points=points, labels=[AREA] * 6, band=Band(at, at * 0.8, at, 0.95, LONG)),
        "panels": plot_roc_panels(*curves, *curves[:5], labels=[AREA] * 12),
        "panel": plot_roc(curves[3], panel=True, labels=["AUC 0.824"], band=Band(at, at * 0.8, at)),
        "forest": plot_forest([*rows, *pairs]),
        "scores": plot_scores(
            [
                panel(rng.normal(size=30), rng.normal(size=30), HOSTILE[0], cutoff=0.1, groups=groups),
                panel(rng.normal(size=300), rng.normal(size=300), HOSTILE[1], cutoff=1e9, groups=groups),
                panel(np.exp(9 * rng.normal(size=30)), np.exp(rng.normal(size=30)), HOSTILE[2], groups=groups),
                panel(ten, ten, HOSTILE[3], counts=counts, cutoff=-1e-300, low=True, groups=groups),
                panel(1e6 + 1e-3 * rng.normal(size=30), 1e6 + 1e-3 * rng.normal(size=30), HOSTILE[4], groups=groups),
                panel([*[-INF] * 60, *rng.normal(size=30)], rng.normal(size=30) * 1e307, HOSTILE[5], groups=groups),
                panel([1.5], [2.25], HOSTILE[6], cutoff=0.3 - 0.1, groups=groups),
            ]
        ),
    }


def test_no_word_is_cut_off_or_runs_into_another():
    """Every kind of figure keeps its words apart, whatever the names and numbers are."""
    for figure in hostile_figures().values():
        assert_legible(figure)


def test_a_figure_is_xml_that_holds_only_shapes():
    """No name, comment, style rule or metadata is in the file, and it can stand inside a page."""
    for name, figure in hostile_figures().items():
        text = svg(figure, f"{name}-")
        root = ElementTree.fromstring(text)
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "g", "defs", "path", "use", "clipPath", "rect"}
        assert all(element.get("id", name).startswith(name) for element in root.iter())
        assert "script" not in text
        assert "<!--" not in text
        assert inlined(text, prefix="f1", alt="<ROC>").startswith('<svg viewBox="0 0 ')


# The same everywhere

PROGRAM = """
import hashlib, sys
assert "matplotlib" not in sys.modules
from rocstats.document.figure_style import svg
from rocstats.document.forest_figure import ForestRow, plot_forest
from rocstats.document.roc_figure import plot_roc
from rocstats.document.scores_figure import plot_scores
from rocstats.data.sample import Sample
from rocstats.empirical.curve import roc_curve
from rocstats.results import Interval
assert "matplotlib" not in sys.modules
sample = Sample.from_groups(cases=[i / 7 for i in range(20)], controls=[i / 9 for i in range(15)])
figures = [
    plot_roc(roc_curve(sample)),
    plot_scores(sample),
    plot_forest([ForestRow(names=("a", "b"), estimate=0.1, interval=Interval(-0.1, 0.3, 0.95))]),
]
print(hashlib.sha256("".join(map(svg, figures)).encode()).hexdigest())
assert "matplotlib.pyplot" not in sys.modules
"""


def test_figures_are_the_same_bytes_in_every_process(tmp_path):
    """Hash seed, time zone, language and the user's own matplotlib settings change nothing; pyplot stays away."""
    (tmp_path / "matplotlibrc").write_text(
        "font.size: 33\nlines.linewidth: 9\naxes.facecolor: red\nsvg.fonttype: none\n"
    )
    seen = set()
    for settings_ in (
        {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1"},
        {"PYTHONHASHSEED": "3", "MATPLOTLIBRC": str(tmp_path / "matplotlibrc")},
    ):
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            env={**os.environ, **settings_},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        seen.add(run.stdout)
    assert len(seen) == 1


def test_drawing_leaves_the_users_settings_alone():
    """rcParams are as before, and neither they nor a second call change the bytes."""
    curve = curve_of()
    first = svg(plot_roc(curve))
    with matplotlib.rc_context({"font.size": 33, "lines.linewidth": 9, "text.color": "red", "axes.grid": True}):
        before = dict(matplotlib.rcParams)
        figure = plot_roc(curve)
        again = svg(figure)
        assert dict(matplotlib.rcParams) == before
    assert again == first
    assert svg(figure) == first
    assert hashlib.sha256(first.encode()).digest() == hashlib.sha256(svg(plot_roc(curve)).encode()).digest()
