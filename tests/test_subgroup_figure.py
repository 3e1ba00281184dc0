"""Estimates in parts of a study: headings, the whole study, and what says whether parts differ."""

from types import SimpleNamespace

import pytest
from pictures import HOSTILE, LONG, assert_legible, drawn, says, words

from rocstats.document.figure_style import INK, NAVY, RULE
from rocstats.document.forest_figure import ForestRow, plot_forest
from rocstats.document.subgroup_figure import plot_subgroups
from rocstats.document.subgroup_rows import ForestGroup
from rocstats.errors import DataError
from rocstats.results import Card, Comparison, Estimate, Inference, Interval, Subjects


def row(name, estimate=0.7, low=0.6, high=0.8, **others):
    """A part of a study."""
    interval = None if low is None else Interval(low, high, 0.95)
    return ForestRow(names=(name,), estimate=estimate, interval=interval, **others)


def group(heading="gender", **others):
    """Two parts."""
    return ForestGroup(
        **{"heading": heading, "rows": [row("Female", 0.72), row("Male", 0.77)], "pvalue": 0.616, **others}
    )


def test_counts_are_never_cut():
    """A long name gives way to what it rests on, and all parts keep their numbers."""
    rows = [row("women " * 20, counts="103 + 97"), row("men", counts="8 + 9")]
    for figure in (plot_subgroups(ForestGroup(heading="sex", rows=rows)), plot_forest(rows)):
        long = next(text for text in words(figure) if text.startswith("women"))
        assert long.endswith(" (103 + 97)")
        assert "…" in long
        assert "men (8 + 9)" in words(figure)
        assert_legible(figure)


def test_an_estimate_is_a_number():
    """What is none is refused before it is drawn."""
    text = "the estimate of a forest plot is a number, or None where the data cannot give it."
    for value in (float("nan"), float("inf")):
        with pytest.raises(DataError, match=says(text)):
            row("a", value)


def estimate_of(label, *tests):
    """An estimate in a part of a study, or a difference."""
    subjects = Subjects(
        truth="outcome", positive="Poor", n_cases=21, n_controls=50, n_dropped=0, tests=tests, label=label
    )
    shared = {
        "parameter": "AUC",
        "title": "",
        "method": Card("delong", "DeLong", "", ()),
        "level": 0.95,
        "null_value": None,
        "alternative": "two-sided",
        "inference": Inference(values=(0.7,), estimate=0.7, interval=Interval(0.6, 0.8, 0.95)),
    }
    if len(tests) == 1:
        return Estimate(test=tests[0], subjects=subjects, **shared)
    return Comparison(tests=tests, subjects=(subjects,), paired=True, **shared)


def subgroups(*parameters):
    """A result of several measures, as its figure needs it; the last has no test."""
    rows = [
        SimpleNamespace(
            label=label,
            parameter=parameter,
            estimate=0.7,
            interval=Interval(0.5, 0.9, 0.95),
            n_cases=21,
            n_controls=50,
            successes=None if parameter == "AUC" else 14,
            total=None if parameter == "AUC" else 21,
        )
        for parameter in parameters
        for label in ("Female", "Male")
    ]
    tests = [
        SimpleNamespace(parameter=name, found=None if i + 1 == len(parameters) else SimpleNamespace(pvalue=0.2))
        for i, name in enumerate(parameters)
    ]
    return SimpleNamespace(by="gender", estimates=rows, tests=tests)


def test_a_group_is_a_heading_with_its_parts():
    """The p-value of homogeneity stands beside the heading, each part below it with its numbers."""
    assert words(plot_subgroups(group()))[:8] == [
        *("Area under the curve", "Estimate (95% CI)", "gender", "homogeneity: p = 0.616"),
        *("Female", "0.720 (0.600 to 0.800)", "Male", "0.770 (0.600 to 0.800)"),
    ]


def test_the_whole_study_is_a_diamond_and_a_dashed_line():
    """The diamond reaches from limit to limit, the line stands at its middle through all groups."""
    figure = plot_subgroups([group(), group("site")], overall=row("all", 0.74, 0.65, 0.83))
    (diamond,) = figure.axes[0].patches
    left, middle, right = sorted({*diamond.get_xy()[:, 0].round(6)})
    (line,) = [line for line in drawn(figure, RULE, 1.0) if line[0][0] == line[1][0]]
    assert line[0][0] == pytest.approx(middle)
    assert (middle - left) / (right - left) == pytest.approx(0.5)
    assert diamond.get_facecolor()[:3] == pytest.approx([int(NAVY[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    assert words(figure)[-1] == "AUC (dashed: all)"


def test_a_whole_study_without_interval_is_a_square():
    """There is no diamond without limits, and no line without an estimate."""
    figure = plot_subgroups(group(), overall=row("all", 1.0, None, estimable=False))
    assert not figure.axes[0].patches
    assert "1.000 (not estimable)" in words(figure)
    nothing = plot_subgroups(group(), overall=row("all", None, None))
    assert not drawn(nothing, RULE, 1.0)


@pytest.mark.parametrize(
    ("pvalue", "estimable", "said"),
    [(0.0002, True, "homogeneity: p <0.001"), (None, False, "homogeneity: not estimable"), (None, True, "")],
)
def test_homogeneity_is_said_or_said_to_be_missing(pvalue, estimable, said):
    """A small p has its bound, a missing one its words, one that nobody asked for nothing."""
    shown = words(plot_subgroups(group(pvalue=pvalue, estimable=estimable)))
    assert [word for word in shown if word.startswith("homogeneity")] == ([said] if said else [])


def test_estimates_are_named_by_their_part():
    """What the heading says is not said again; a difference keeps what it is."""
    figure = plot_subgroups(ForestGroup(heading="gender", rows=[estimate_of("gender: Female", "wfns")]))
    assert "Female" in words(figure)
    difference = plot_subgroups(ForestGroup(heading="gender", rows=[estimate_of("gender: Female", "a", "b")]))
    assert words(difference)[0] == "Difference in AUC"
    assert words(difference)[-1] == "Difference in AUC (dotted: 0)"


def test_a_result_is_drawn_measure_by_measure():
    """Each measure has an axis and its test; parts say how many they rest on."""
    shown = words(plot_subgroups(subgroups("AUC", "sensitivity")))
    assert [shown[0], shown[shown.index("AUC") + 1]] == ["Area under the curve", "Sensitivity"]
    assert "Female (21 + 50)" in shown
    assert "Female (14/21)" in shown
    assert [word for word in shown if word.startswith("homogeneity")] == [
        "homogeneity: p = 0.200",
        "homogeneity: not estimable",
    ]


def test_the_whole_study_goes_with_its_measure():
    """Two measures have each their own line, or none."""
    whole = [row("all", parameter="sensitivity")]
    figure = plot_subgroups(subgroups("AUC", "sensitivity"), overall=whole)
    assert words(figure).count("all") == 1
    assert "Sensitivity (dashed: all)" in words(figure)


def test_a_part_that_is_not_estimable_is_words_alone():
    """No square and no line, and the axis holds the others."""
    figure = plot_subgroups(ForestGroup(heading="site", rows=[row("A"), row("B", None, None)]))
    assert "not estimable" in words(figure)
    assert len(drawn(figure, INK, 1.2)) == 3


def test_hostile_names_keep_their_words_apart():
    """Long headings, long parts and differences of long names run into nothing."""
    rows = [row(name) for name in HOSTILE]
    pairs = [ForestRow(names=(LONG + "1", name), estimate=0.1, parameter=LONG) for name in HOSTILE]
    groups = [ForestGroup(heading=LONG * 2, rows=rows, estimable=False), ForestGroup(heading="血清", rows=pairs)]
    assert_legible(plot_subgroups(groups, overall=row(LONG)))


def test_refusals():
    """Nothing, something else, and measures that are mixed are refused."""
    what = "plot_subgroups takes results of compare_subgroups or groups of rows"
    with pytest.raises(TypeError, match=says(f"{what}; there are none.")):
        plot_subgroups([])
    with pytest.raises(TypeError, match=says(f"{what}; this is float.")):
        plot_subgroups([0.5])
    with pytest.raises(DataError, match=says("a group of a forest plot needs at least one row.")):
        ForestGroup(heading="a", rows=[])
    mixed = ForestGroup(heading="a", rows=[row("x"), row("y", parameter="sensitivity")])
    with pytest.raises(
        DataError, match=says("the rows of a group of a forest plot are of one measure; these are of several.")
    ):
        plot_subgroups(mixed)
    with pytest.raises(DataError, match=says("the whole study has one AUC; two came.")):
        plot_subgroups(group(), overall=[row("all"), row("all")])
