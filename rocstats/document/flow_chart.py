"""The flow of participants as a chart of boxes, not yet drawn: what they hold, and how many pictures they need."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rocstats.document.figure_style import COUNT, SMALL_WIDTH, TEXT, WIDTH, picture_names, text_width

MOST_BRANCHES = 3
PAD, BETWEEN, MARGIN = 5.0, 5.0, 1.0
BRANCH_GAP, INDENT, OUT = 9.0, 11.0, 6.5
# A picture of few dots sets letters on whole ones, which makes words so much wider than they are on paper.
SLACK = 1.05
_LEAST_WORDS = 34.0


@dataclass(frozen=True, slots=True)
class FlowBox:
    """A box: what it counts, its count or none, a line of explanation, and what it is made of.

    Examples
    --------
    >>> FlowBox("Enrolled", 12).n
    12
    """

    name: str
    n: int | None = None
    note: str = ""
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FlowBranch:
    """A test: who had it, its results with what the reference said of each, and who was analysed or not."""

    test: FlowBox
    results: tuple[FlowBox, ...]
    ends: tuple[FlowBox, ...]


@dataclass(frozen=True, slots=True)
class FlowChart:
    """The whole flow: boxes from the top down, one beside the first, and a branch per test.

    ``trunk`` has one or two boxes; ``aside`` holds who left between them. ``small`` is for pictures that stand beside
    each other.
    """

    trunk: tuple[FlowBox, ...]
    aside: FlowBox | None = None
    branches: tuple[FlowBranch, ...] = ()
    small: bool = False


def flow_charts(chart: FlowChart) -> tuple[FlowChart, ...]:
    """Divide a flow among pictures: one, or one for the way in and one for each test if there are many.

    Examples
    --------
    >>> branch = FlowBranch(FlowBox("CT", 2), (FlowBox("Positive", 2),), (FlowBox("Analysed", 2),))
    >>> [len(flow_charts(FlowChart((FlowBox("Enrolled", 2),), branches=(branch,) * n))) for n in (1, 3, 4)]
    [1, 1, 5]
    """
    few = len(chart.branches) <= MOST_BRANCHES
    if few and all(_fits(branch, _branch_width(len(chart.branches))) for branch in chart.branches):
        return (chart,)
    room = (SMALL_WIDTH - 2 * MARGIN - 2 * PAD) / SLACK
    names = picture_names([branch.test.name for branch in chart.branches], room, TEXT, bold=True)
    alone = (
        replace(branch, test=replace(branch.test, name=name))
        for branch, name in zip(chart.branches, names, strict=True)
    )
    head = FlowChart(chart.trunk, chart.aside, small=True)
    return (head, *(FlowChart(chart.trunk[-1:], branches=(branch,), small=True) for branch in alone))


def needed(name: str, n: int, size: float, *, bold: bool = False) -> float:
    """Measure a name with its count behind it."""
    return SLACK * (text_width(name, size, bold=bold) + text_width(str(n), size)) + BETWEEN


def least_width(box: FlowBox) -> float:
    """Give the width that a box needs at least: its words whole where they are short, its counts always."""
    rows = [(box.name, box.n or 0, TEXT), *((name, n, COUNT) for name, n in box.parts)]
    words = (
        SLACK * (min(text_width(name, size), 2 * _LEAST_WORDS) + text_width(str(n), size)) for name, n, size in rows
    )
    return 2 * PAD + BETWEEN + max(words)


def _fits(branch: FlowBranch, width: float) -> bool:
    """Say whether the counts of a branch have room below each other, with some words before each."""
    inside = width - INDENT - OUT - 2 * PAD - BETWEEN - SLACK * _LEAST_WORDS
    boxes = (branch.test, *branch.results, *branch.ends)
    counts = [n for box in boxes for n in (box.n or 0, *(n for _, n in box.parts))]
    return all(SLACK * text_width(str(n), TEXT) <= inside for n in counts)


def _branch_width(count: int) -> float:
    return (WIDTH - 2 * MARGIN - BRANCH_GAP * (count - 1)) / max(count, 1)
