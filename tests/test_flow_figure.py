"""The flow as a picture: every count whole, every word inside its box, no box on another."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import HOSTILE, assert_legible, says, words
from study_plans import LEFT_OUT, changed
from twelve_participants import PLAN, findings_of

from rocstats.document.figure_style import SMALL_WIDTH, WIDTH, svg, text_width
from rocstats.document.flow_boxes import PlacedBox
from rocstats.document.flow_chart import FlowBox, FlowBranch, FlowChart, flow_charts
from rocstats.document.flow_figure import _layout, plot_flow
from rocstats.study_report.flow_pictures import flow_figure
from rocstats.study_report.pen import Pen

STATES = ("present", "absent", "inconclusive", "missing")
RESULTS = ("Positive", "Negative", "Indeterminate", "Failed", "Not done")


def branch(name="Assay A", *, results=5, times=1, note="positive: ≥ 0.55"):
    """Make a branch whose boxes hold four counts each."""
    boxes = tuple(
        FlowBox(
            result, 10 * (place + 1) * times, "", tuple((state, (place + k) * times) for k, state in enumerate(STATES))
        )
        for place, result in enumerate(RESULTS[:results])
    )
    ends = (
        FlowBox("Analysed", 30 * times, "", (("present", 10 * times), ("absent", 20 * times))),
        FlowBox("Not analysed", 7 * times, "", (("no reference", 4 * times), ("no result", 3 * times))),
    )
    test = FlowBox(name, None, note, (("tested", 35 * times), ("not tested", 2 * times)))
    return FlowBranch(test, boxes, ends)


def chart(*branches, reasons=(("withdrew", 2), ("too young", 1))):
    """Make a chart with a way in."""
    trunk = (FlowBox("Enrolled", 40), FlowBox("Eligible", 37))
    return FlowChart(trunk, FlowBox("Not eligible", 3, "", tuple(reasons)), branches)


def counts_in(boxes):
    """Give every count of boxes as it is printed."""
    return sorted(str(n) for box in boxes for n in (box.n, *(n for _, n in box.parts)) if n is not None)


def boxes_of(drawn):
    """Give every box of a chart."""
    held = [*drawn.trunk, *([drawn.aside] if drawn.aside else [])]
    for one in drawn.branches:
        held += [one.test, *one.results, *one.ends]
    return held


def assert_sound(drawn):
    """Every count is there and whole, every word stays inside its box, and no box touches another."""
    figure = plot_flow(drawn)
    assert_legible(figure)
    printed = words(figure)
    left = list(printed)
    for count in counts_in(boxes_of(drawn)):
        left.remove(count)
    width = SMALL_WIDTH if drawn.small else WIDTH
    placed, _ = _layout(drawn, width)
    for one in placed:
        assert 0 <= one.left < one.right <= width
    for one, other in itertools.combinations(placed, 2):
        apart = one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top
        assert apart, (one.box.name, other.box.name)
    for text in figure.axes[0].texts:
        x, y = text.get_position()
        size = text.get_fontsize()
        wide = text_width(text.get_text(), size, bold=text.get_fontproperties().get_file().endswith("Bold.ttf"))
        ends = (x, x + wide) if text.get_ha() == "left" else (x - wide, x)
        inside = [box for box in placed if box.left <= x <= box.right and box.top <= y <= box.bottom]
        assert len(inside) == 1, text.get_text()
        assert inside[0].left < ends[0] <= ends[1] < inside[0].right, text.get_text()


@pytest.mark.parametrize("results", [2, 3, 4, 5])
@pytest.mark.parametrize("tests", [1, 2, 3])
def test_charts_of_up_to_three_tests(tests, results):
    """One to three tests are one picture, sound with any number of results."""
    whole = chart(*(branch(f"Test {k}", results=results) for k in range(tests)))
    assert flow_charts(whole) == (whole,)
    assert_sound(whole)


def test_many_tests_are_a_picture_each():
    """Six tests are a picture of the way in and six of the tests, each from the eligible on."""
    charts = flow_charts(chart(*(branch(f"Test {k}") for k in range(6))))
    assert len(charts) == 7
    assert (charts[0].branches, charts[0].trunk[0].name, charts[1].trunk[0].name) == ((), "Enrolled", "Eligible")
    for one in charts:
        assert_sound(one)


def test_counts_that_are_too_long_for_a_branch_get_a_picture_each():
    """A count is never cut: beside each other three branches of billions have no room."""
    whole = chart(*(branch(f"Test {k}", times=10**10) for k in range(3)))
    charts = flow_charts(whole)
    assert len(charts) == 4
    for one in charts:
        assert_sound(one)


def test_results_of_one_test_stand_beside_each_other_or_in_wide_boxes():
    """Two results are side by side; five are below each other, with their parts in one line."""
    two, _ = _layout(chart(branch(results=2)), WIDTH)
    assert len({box.top for box in two if box.box.name in RESULTS}) == 1
    five, _ = _layout(chart(branch()), WIDTH)
    held = [box for box in five if box.box.name in RESULTS]
    assert len({box.top for box in held}) == 5
    assert all(box.across for box in held)


def test_what_is_analysed_stands_at_one_height():
    """A test with fewer results ends where the others end."""
    placed, _ = _layout(chart(branch("A"), branch("B", results=2), branch("C", results=3)), WIDTH)
    assert len({box.top for box in placed if box.box.name == "Analysed"}) == 1


def test_without_a_way_in_the_trunk_stands_in_the_middle():
    """One box without anybody who left it stands over the middle of its branches."""
    alone = FlowChart((FlowBox("Participants", 37),), None, (branch(results=2),))
    placed, _ = _layout(alone, WIDTH)
    assert placed[0].middle == pytest.approx(WIDTH / 2)
    assert_sound(alone)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_in_their_boxes(name):
    """A name from the data is text, shortened where it must be."""
    whole = chart(branch(name, note=name), branch("B"), reasons=((name, 2), ("other", 1)))
    assert_sound(whole)


def test_names_that_would_look_the_same_are_told_apart():
    """Two long names that differ in the middle are numbered."""
    long = "assay of the serum level of a protein "
    names = [f"{long * 2}one{long * 2}", f"{long * 2}two{long * 2}"]
    printed = words(plot_flow(chart(*map(branch, names))))
    shown = [text for text in printed if text.startswith(("1: ", "2: "))]
    assert len(shown) == 2


def test_the_same_chart_gives_the_same_bytes():
    """A picture is written twice the same."""
    assert svg(plot_flow(chart(branch()))) == svg(plot_flow(chart(branch())))


def test_what_is_no_chart_is_refused():
    """Something else, a chart without a trunk and one with too many branches are refused with the remedy."""
    message = (
        "plot_flow takes a FlowChart with a trunk and at most 3 branches; divide a larger one with flow_charts(chart)."
    )
    for wrong in (None, FlowChart(()), chart(*(branch() for _ in range(4)))):
        with pytest.raises(TypeError, match=says(message)):
            plot_flow(wrong)


@given(
    names=st.lists(st.text(max_size=40), min_size=1, max_size=3),
    results=st.integers(1, 5),
    times=st.sampled_from([0, 1, 37, 10**4, 10**7]),
    reasons=st.lists(st.tuples(st.text(max_size=60), st.integers(0, 10**6)), max_size=6),
)
@settings(max_examples=6)
def test_any_chart_is_sound(names, results, times, reasons):
    """Whatever the names and counts, words stay in their boxes and counts are whole."""
    whole = chart(*(branch(name, results=results, times=times) for name in names), reasons=reasons)
    for one in flow_charts(whole):
        assert_sound(one)


def test_a_wide_box_keeps_its_parts_below_each_other_if_they_are_long():
    """Parts stand in one line only where each has room."""
    box = FlowBox("Positive", 1, "", (("present", 10**30), ("absent", 1)))
    assert not PlacedBox(box, 0, 0, 320).across
    assert PlacedBox(replace(box, parts=(("present", 1), ("absent", 1))), 0, 0, 320).across


def test_the_text_beside_the_picture_says_every_count():
    """Who cannot see the picture reads every count of it."""
    findings = findings_of()
    figure = flow_figure(findings, Pen(table=findings.table))
    (picture,) = figure.pictures
    assert picture.alt == (
        "Flow of participants, as boxes with arrows from the top down: Enrolled 12; Not eligible 1 (Withdrew 1); "
        "Eligible 11; Assay A (positive: ≥ 0.56, tested 10, not tested 1); Positive 4 (present 2, absent 1, "
        "inconclusive 1, missing 0); Negative 3 (present 1, absent 2, inconclusive 0, missing 0); Indeterminate 2 "
        "(present 1, absent 1, inconclusive 0, missing 0); Failed 1 (present 0, absent 1, inconclusive 0, missing 0); "
        "Not done 1 (present 0, absent 0, inconclusive 0, missing 1); Analysed 7 (present 4, absent 3); Not analysed 4 "
        "(not in the set 1, no reference 2, no result 1); Rapid C (positive: POS, tested 10, not tested 1); Positive 4 "
        "(present 2, absent 1, inconclusive 1, missing 0); Negative 4 (present 1, absent 2, inconclusive 0, missing "
        "1); Indeterminate 2 (present 1, absent 1, inconclusive 0, missing 0); Not done 1 (present 0, absent 1, "
        "inconclusive 0, missing 0); Analysed 8 (present 4, absent 4); Not analysed 3 (not in the set 1, "
        "no reference 2)."
    )


def test_many_tests_have_a_text_each():
    """Each of several pictures says what is on it."""
    more = [{**PLAN["tests"][1], "name": f"Rapid {k}"} for k in range(4)]
    plan = changed(PLAN, (("tests",), [PLAN["tests"][0], *more]))
    findings = findings_of(plan)
    figure = flow_figure(findings, Pen(table=findings.table))
    assert len(figure.pictures) == 6
    assert "Enrolled 12; Not eligible 1 (Withdrew 1); Eligible 11." in figure.pictures[0].alt
    assert "Rapid 3 (positive: POS" in figure.pictures[5].alt
    assert "Assay A" not in figure.pictures[5].alt


def test_a_comparator_is_positive_or_negative():
    """Under a comparator the picture knows no condition, and without a threshold it says so."""
    plan = changed(PLAN, (("reference", "kind"), "comparator"), (("tests", 0, "threshold"), LEFT_OUT))
    findings = findings_of(plan)
    alt = flow_figure(findings, Pen(table=findings.table)).pictures[0].alt
    assert "present" not in alt
    assert "Assay A (no threshold, tested 10, not tested 1); With a score 7 (positive 3, negative 3, " in alt
