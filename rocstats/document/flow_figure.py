"""The flow of participants, drawn as boxes: who was enrolled, eligible, tested and verified, and who was analysed.

One test has its results beside each other where they have room, two or three have each a branch of its own, and more
are a picture each (``flow_charts`` divides them). A name that is too long loses its middle, a count never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rocstats.document.figure_style import SMALL_WIDTH, TEXT, WIDTH, Sheet, picture_names, style
from rocstats.document.flow_boxes import EDGE, PlacedBox, Way
from rocstats.document.flow_chart import (
    BRANCH_GAP,
    INDENT,
    MARGIN,
    MOST_BRANCHES,
    OUT,
    PAD,
    SLACK,
    FlowBox,
    FlowBranch,
    FlowChart,
    least_width,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_GAP, _DOWN, _ASIDE_GAP, _STACK = 9.0, 20.0, 24.0, 6.0
_TRUNK = 152.0


def plot_flow(chart: FlowChart) -> Figure:
    """Draw the flow of participants.

    Parameters
    ----------
    chart : FlowChart
        Up to three branches; ``flow_charts`` divides a chart that has more.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If something else came, or the chart has more branches than one picture holds.

    Examples
    --------
    >>> figure = plot_flow(FlowChart((FlowBox("Enrolled", 12), FlowBox("Eligible", 10)), FlowBox("Not eligible", 2)))
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['Enrolled', '12', 'Not eligible', '2', 'Eligible', '10']
    """
    if not isinstance(chart, FlowChart) or not chart.trunk or len(chart.branches) > MOST_BRANCHES:
        raise TypeError(
            f"plot_flow takes a FlowChart with a trunk and at most {MOST_BRANCHES} branches; "
            "divide a larger one with flow_charts(chart)."
        )
    width = SMALL_WIDTH if chart.small else WIDTH
    names = picture_names([branch.test.name for branch in chart.branches], _name_room(chart, width), TEXT, bold=True)
    branches = (
        replace(branch, test=replace(branch.test, name=name))
        for branch, name in zip(chart.branches, names, strict=True)
    )
    placed, lines = _layout(replace(chart, branches=tuple(branches)), width)
    height = max(box.bottom for box in placed) + MARGIN
    with style():
        sheet = Sheet(width, height)
        for line in lines:
            line.draw(sheet)
        for box in placed:
            box.draw(sheet)
    return sheet.figure


def _name_room(chart: FlowChart, width: float) -> float:
    """Measure the room of the name of a test."""
    count = len(chart.branches)
    if count == 1 and not chart.small:
        return (_TRUNK - 2 * PAD) / SLACK
    return ((width - 2 * MARGIN + BRANCH_GAP) / max(count, 1) - BRANCH_GAP - 2 * PAD) / SLACK


def _layout(chart: FlowChart, width: float) -> tuple[list[PlacedBox], list[Way]]:
    """Give every box its place, and every line."""
    left, right = MARGIN, width - MARGIN
    count = len(chart.branches)
    each = (right - left - BRANCH_GAP * (count - 1)) / max(count, 1)
    if chart.small:
        placed, lines = _narrow_trunk(chart, left, right)
    else:
        placed, lines = _trunk(chart, left, right, each if count > 1 else _TRUNK)
    last = placed[-1]
    top = max(box.bottom for box in placed) + _DOWN
    starts = []
    slots = [_Slot(left + place * (each + BRANCH_GAP), each, top) for place in range(count)]
    # Drawn twice, so that what is analysed stands at one height.
    found = [
        _branch(branch, slot, last if count == 1 else None) for branch, slot in zip(chart.branches, slots, strict=True)
    ]
    low = max(
        (boxes[-len(branch.ends)].top for (boxes, _), branch in zip(found, chart.branches, strict=True)), default=0
    )
    for branch, slot in zip(chart.branches, slots, strict=True):
        boxes, ways = _branch(branch, replace(slot, ends=low), last if count == 1 else None)
        starts.append(boxes[0])
        placed += boxes
        lines += ways
    return placed, lines + (_parted(last, starts) if starts else [])


def _trunk(chart: FlowChart, left: float, right: float, width: float) -> tuple[list[PlacedBox], list[Way]]:
    """Place the boxes from the top down above the first branch, and beside them who left."""
    if chart.aside is None:
        left = (left + right - width) / 2
    placed = [PlacedBox(chart.trunk[0], left, MARGIN, width, bold=True)]
    x, out = placed[0].middle, placed[0].bottom
    lines = []
    if chart.aside is not None:
        start = left + width + (BRANCH_GAP if width != _TRUNK else _ASIDE_GAP)
        aside = PlacedBox(chart.aside, start, 0.0, right - start)
        at = out + _DOWN / 2 - 2
        placed.append(PlacedBox(chart.aside, start, max(MARGIN, at - aside.height / 2), right - start))
        lines.append(Way((x, start), (at, at)))
    for box in chart.trunk[1:]:
        placed.append(PlacedBox(box, left, placed[0].bottom + _DOWN, width, bold=True))
        lines.append(Way((x, x), (out, placed[-1].top)))
    return placed, lines


def _narrow_trunk(chart: FlowChart, left: float, right: float) -> tuple[list[PlacedBox], list[Way]]:
    """Place the boxes of a small picture below each other, who left set in a little."""
    placed = [PlacedBox(chart.trunk[0], left, MARGIN, right - left, bold=True)]
    out, x = placed[0].bottom, placed[0].middle
    lines = []
    top = out + _DOWN
    if chart.aside is not None:
        x = left + INDENT - 3
        aside = PlacedBox(chart.aside, left + 2 * INDENT, out + _DOWN / 2, right - left - 2 * INDENT)
        placed.append(aside)
        lines.append(Way((x, aside.left), (aside.heart, aside.heart)))
        top = aside.bottom + _DOWN * 3 / 4
    for box in chart.trunk[1:]:
        placed.append(PlacedBox(box, left, top, right - left, bold=True))
        lines.append(Way((x, x), (out, placed[-1].top)))
    return placed, lines


@dataclass(frozen=True, slots=True)
class _Slot:
    """Where a branch stands, and the height above which its ends do not rise."""

    left: float
    width: float
    top: float
    ends: float = 0.0


def _branch(branch: FlowBranch, slot: _Slot, above: PlacedBox | None) -> tuple[list[PlacedBox], list[Way]]:
    """Place a test with its results beside each other if they have room, else below each other."""
    test = PlacedBox(branch.test, slot.left, slot.top, slot.width, bold=True)
    if above is not None and above.width < slot.width:
        test = PlacedBox(branch.test, above.left, slot.top, above.width, bold=True)
    each = (slot.width + _GAP) / len(branch.results) - _GAP
    if each >= max(least_width(box) for box in branch.results):
        return _beside(branch, test, slot)
    return _below(branch, test, slot)


def _beside(branch: FlowBranch, test: PlacedBox, slot: _Slot) -> tuple[list[PlacedBox], list[Way]]:
    """Place results beside each other, and those analysed or not below them."""
    results = _row(branch.results, slot, test.bottom + _DOWN)
    low = max(max(box.bottom for box in results) + _DOWN, slot.ends)
    ends = [replace(box, bold=not place) for place, box in enumerate(_row(branch.ends, slot, low))]
    return [test, *results, *ends], _parted(test, results) + _gathered(results, ends)


def _row(boxes: Sequence[FlowBox], slot: _Slot, top: float) -> list[PlacedBox]:
    """Place boxes of one width beside each other."""
    each = (slot.width + _GAP) / len(boxes) - _GAP
    return [PlacedBox(box, slot.left + place * (each + _GAP), top, each) for place, box in enumerate(boxes)]


def _below(branch: FlowBranch, test: PlacedBox, slot: _Slot) -> tuple[list[PlacedBox], list[Way]]:
    """Place results below each other: a line at the left leads to each, one at the right gathers them."""
    start, inner = slot.left + INDENT, slot.width - INDENT - OUT
    results: list[PlacedBox] = []
    top = test.bottom + _DOWN / 2
    for box in branch.results:
        results.append(PlacedBox(box, start, top, inner))
        top = results[-1].bottom + _STACK
    ends: list[PlacedBox] = []
    top = max(top + _DOWN / 2 - _STACK, slot.ends)
    for place, box in enumerate(branch.ends):
        ends.append(PlacedBox(box, start, top, inner, bold=not place))
        top = ends[-1].bottom + _STACK
    spine, gather = slot.left + 3, slot.left + slot.width - EDGE / 2
    lines = [Way((spine, spine), (test.bottom, results[-1].heart), arrow=False)]
    lines += [Way((spine, box.left), (box.heart, box.heart)) for box in results]
    lines += [Way((box.right, gather), (box.heart, box.heart), arrow=False) for box in results]
    lines.append(Way((gather, gather), (results[0].heart, ends[-1].heart), arrow=False))
    lines += [Way((gather, box.right), (box.heart, box.heart)) for box in ends]
    return [test, *results, *ends], lines


def _parted(above: PlacedBox, below: Sequence[PlacedBox]) -> list[Way]:
    """Lead from one box to several below it, which begin at one height."""
    x = above.middle
    if len(below) == 1 and below[0].left <= x <= below[0].right:
        return [Way((x, x), (above.bottom, below[0].top))]
    turn = below[0].top - _DOWN / 2
    ends = [x, *(box.middle for box in below)]
    lines = [Way((x, x), (above.bottom, turn), arrow=False), Way((min(ends), max(ends)), (turn, turn), arrow=False)]
    return lines + [Way((box.middle, box.middle), (turn, box.top)) for box in below]


def _gathered(above: Sequence[PlacedBox], below: Sequence[PlacedBox]) -> list[Way]:
    """Lead from several boxes to several below them."""
    turn = below[0].top - _DOWN / 2
    ends = [box.middle for box in (*above, *below)]
    lines = [Way((min(ends), max(ends)), (turn, turn), arrow=False)]
    lines += [Way((box.middle, box.middle), (box.bottom, turn), arrow=False) for box in above]
    return lines + [Way((box.middle, box.middle), (turn, box.top)) for box in below]
