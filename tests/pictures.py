"""What tests of figures look at: the words of a picture, and whether they keep apart."""

import itertools
import re

import matplotlib

from rocstats.document import figure_style

INF = float("inf")
LONG = "a_marker_with_a_name_that_goes_on_and_on_and_says_everything_about_the_assay_at_baseline_v"
HOSTILE = (
    '$\\alpha$ <script> _x_ ^2 --> "&amp;"',
    "血清",
    "血漿",
    f"{LONG}1",
    f"{LONG}2",
    "tab\there\n\u202e\x1b[2J",
    "\u0301",
)


def says(text):
    """Match a whole message."""
    return f"^{re.escape(text)}$"


def words(figure):
    """Every text of a figure."""
    return [text.get_text() for text in texts(figure)]


def texts(figure):
    """Every text that is drawn."""
    found = [text for axes in figure.axes for text in axes.texts]
    for axes in figure.axes[1:]:
        found += [axes.xaxis.label, axes.yaxis.label, *axes.get_xticklabels(), *axes.get_yticklabels()]
    return [text for text in found if text.get_text()]


def assert_legible(figure):
    """No word is cut off by the edge or runs into another."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    with figure_style.style(), matplotlib.rc_context({"text.hinting": "none"}):
        renderer = FigureCanvasAgg(figure).get_renderer()
        figure.draw(renderer)
        boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in texts(figure)]
    width, height = figure.bbox.width, figure.bbox.height
    for text, box in boxes:
        assert 0 <= box.x0 <= box.x1 <= width, text
        assert 0 <= box.y0 <= box.y1 <= height, text
    for (one, first), (two, second) in itertools.combinations(boxes, 2):
        across = min(first.x1, second.x1) - max(first.x0, second.x0)
        up = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert across <= 0 or up <= 0.5, f"{one!r} runs into {two!r}"


def drawn(figure, colour, width=1.6):
    """The lines of one look, as places on the sheet: x from the left, y from the top."""
    lines = figure.axes[0].lines
    return [line.get_xydata() for line in lines if line.get_color() == colour and line.get_linewidth() == width]


def curves(figure, colour, width=1.6):
    """The lines of one look on the axes themselves, without their samples in the key."""
    return [line for line in drawn(figure, colour, width) if abs(line[-1][0] - line[0][0] - 24.5) > 1e-6]


def marked(figure, marker):
    """The marks of one shape, as places on the sheet."""
    return [line.get_xydata() for line in figure.axes[0].lines if line.get_marker() == marker]
