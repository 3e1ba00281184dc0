"""How figures look: colours, type, and a sheet measured in points.

Figures are drawn without pyplot, with matplotlib's own defaults whatever the user has set, in the DejaVu Sans that
matplotlib brings along; so the same data give the same bytes. Names from the data are text and never mathematics.
A character without a glyph in that face is drawn as an empty square.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from rocstats.document.inline import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.ft2font import FT2Font

Floats = NDArray[np.float64]
Align = Literal["left", "center", "right"]

INK, MUTED, RULE, BAND, PAPER = "#1c2229", "#56606b", "#8c96a1", "#dfe6ed", "#ffffff"
# A band inside a band.
INNER_BAND = "#bccad8"
NAVY, RUST = "#14375e", "#9a431f"
COLOURS = (NAVY, RUST, "#338a83", "#7a4b8c", "#8a6410", MUTED)
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (5, 1.8),
    (6, 1.6, 1.2, 1.6),
    (1.4, 1.4),
    (9, 2),
    (3, 1.2, 1.2, 1.2, 1.2, 1.2),
)
MARKERS = (("s", False), ("^", False), ("o", True), ("D", True), ("v", False), ("P", True))
DOTTED = (0.0, (1.2, 2.0))

WIDTH, SMALL_WIDTH = 345.6, 180.0
TEXT, LABEL, NAME, COUNT = 8.0, 8.5, 9.0, 7.5
AXIS_WIDTH, TICK = 0.7, 3.0

_SALT = "rocstats"
_STYLE = {
    "font.family": ["DejaVu Sans"],
    "text.parse_math": False,
    "text.usetex": False,
    "path.simplify": False,
    "svg.fonttype": "path",
    "svg.hashsalt": _SALT,
    "svg.id": None,
}
_UNIDENTIFIED = {"Date": None, "Creator": None, "Format": None, "Type": None}
_LONGEST = 400
_MISSING = "\u25a1"


def style() -> AbstractContextManager[None]:
    """Draw with matplotlib's defaults and ours; what the user has set comes back afterwards."""
    import matplotlib
    import matplotlib.style

    ours = {key: value for key, value in _STYLE.items() if key in matplotlib.rcParams}
    return matplotlib.style.context(["default", ours])


def svg(figure: Figure, prefix: str = "") -> str:
    """Write a figure as SVG, the same bytes for the same figure.

    Text is drawn as paths, so the file holds no words and needs no font; say in a text alternative what is seen.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        What one of the ``plot_`` functions gave.
    prefix : str
        Put before every id, for pages that hold several drawings.

    Returns
    -------
    str
        An ``<svg>`` element, which is also a whole file.

    Raises
    ------
    TypeError
        If it is no figure.

    Examples
    --------
    >>> from rocstats import Sample, plot_roc, roc_curve
    >>> curve = roc_curve(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    >>> svg(plot_roc(curve)).startswith("<svg")
    True
    """
    check_figure(figure)
    held = io.BytesIO()
    with style():
        figure.savefig(held, format="svg", metadata=_UNIDENTIFIED)
    text = held.getvalue().decode("utf-8")
    text = text[text.index("<svg") :]
    for unwanted in (r"<!--.*?-->\s*", r"<metadata>.*?</metadata>\s*", r"<style.*?</style>\s*", r"<defs>\s*</defs>\s*"):
        text = re.sub(unwanted, "", text, flags=re.DOTALL)
    text = text.replace("<svg ", '<svg stroke-linejoin="round" ', 1)
    return re.sub(r'(\bid="|url\(#|href="#)', lambda found: found[1] + prefix, text)


def check_figure(figure: object) -> None:
    """Refuse what is no figure, and name the doors to one."""
    if not hasattr(figure, "savefig"):
        raise TypeError(f"a figure is written, made by one of the plot_ functions, not {type(figure).__name__}.")


@cache
def _file(bold: bool) -> str:
    import matplotlib

    return f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSans{'-Bold' if bold else ''}.ttf"


def face(size: float, *, bold: bool = False) -> FontProperties:
    """Give the face of all figures at a size."""
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=_file(bold), size=size)


@cache
def _glyphs(bold: bool) -> FT2Font:
    from matplotlib.font_manager import get_font

    return get_font(_file(bold))


def legible(text: str) -> str:
    r"""Make a name drawable: controls as escapes, spaces as spaces, characters without a glyph as empty squares.

    Examples
    --------
    >>> legible("CA\t19-9"), legible("\u8840 test")
    ('CA\\t19-9', '□ test')
    """
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]}\u2026{text[-_LONGEST // 2 :]}"
    regular, bold = _glyphs(False), _glyphs(True)
    shown = (" " if c.isspace() else c for c in visible(text))
    return "".join(
        c if regular.get_char_index(ord(c)) and bold.get_char_index(ord(c)) else _MISSING for c in shown
    ).strip()


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = TEXT, *, bold: bool = False) -> float:
    """Measure a line of text in points."""
    from matplotlib.textpath import TextToPath

    return float(TextToPath().get_text_width_height_descent(text, face(size, bold=bold), ismath=False)[0])


def shortened(text: str, width: float, size: float = TEXT, *, bold: bool = False) -> str:
    """Make a name legible and leave out its middle until it fits, since names often differ at the end.

    Examples
    --------
    >>> shortened("a_marker_with_a_long_name_v2", 80.0), shortened("ndka", 80.0)
    ('a_marker_…me_v2', 'ndka')
    """
    text = legible(text)
    if text_width(text, size, bold=bold) <= width:
        return text

    def cut(kept: int) -> str:
        tail = kept * 2 // 5
        return f"{text[: kept - tail].rstrip()}\u2026{text[len(text) - tail :].lstrip() if tail else ''}"

    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(cut(middle), size, bold=bold) <= width:
            low = middle
        else:
            high = middle - 1
    return cut(low)


def picture_names(names: Sequence[str], width: float, size: float = TEXT, *, bold: bool = False) -> list[str]:
    """Shorten names to a width; different names that would look the same are numbered by their place.

    Examples
    --------
    >>> picture_names(["s100b", "ndka"], 80.0), picture_names(["\u8840", "\u6db2", "CT"], 80.0)
    (['s100b', 'ndka'], ['1: □', '2: □', 'CT'])
    """
    short = [shortened(name, width, size, bold=bold) for name in names]
    looks: dict[str, set[str]] = {}
    for name, shown in zip(names, short, strict=True):
        looks.setdefault(shown, set()).add(name)
    return [
        shortened(f"{place}: {name}", width, size, bold=bold) if len(looks[shown]) > 1 else shown
        for place, (name, shown) in enumerate(zip(names, short, strict=True), 1)
    ]


class Sheet:
    """A figure on which everything has its place in points from the top left corner.

    Make and fill it inside ``style()``.
    """

    def __init__(self, width: float, height: float) -> None:
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

        self.width, self.height = width, height
        self.figure = Figure(figsize=(width / 72, height / 72), facecolor="none", edgecolor="none")
        FigureCanvasSVG(self.figure)
        self.ground = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.ground.set_axis_off()
        self.ground.set_xlim(0, width)
        self.ground.set_ylim(height, 0)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Add axes with a left and a bottom line."""
        axes = self.figure.add_axes(
            (left / self.width, 1 - (top + height) / self.height, width / self.width, height / self.height),
            facecolor="none",
        )
        axes.spines[["top", "right"]].set_visible(False)
        for side in ("left", "bottom"):
            axes.spines[side].set(linewidth=AXIS_WIDTH, edgecolor=INK)
        axes.tick_params(width=AXIS_WIDTH, length=TICK, color=INK, labelcolor=INK, direction="out", pad=3)
        return axes

    def write(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = TEXT,
        colour: str = INK,
        bold: bool = False,
        align: Align = "left",
        upward: bool = False,
    ) -> None:
        """Write a line whose small letters have their middle at ``y``; ``upward`` turns it to read from below."""
        self.ground.text(
            x,
            y if upward else y + 0.36 * size,
            text,
            fontproperties=face(size, bold=bold),
            color=colour,
            ha="center" if upward else align,
            va="center" if upward else "baseline",
            rotation=90 if upward else 0,
        )

    def line(
        self,
        x: Sequence[float],
        y: Sequence[float],
        *,
        colour: str = INK,
        width: float = AXIS_WIDTH,
        dashes: tuple[float, ...] = (),
        order: float = 2.0,
    ) -> None:
        """Draw a line through points of the sheet; dashes are in units of its width."""
        self.ground.plot(
            x,
            y,
            color=colour,
            linewidth=width,
            linestyle=(0.0, dashes) if dashes else "-",
            solid_capstyle="butt",
            clip_on=False,
            zorder=order,
        )

    def shape(
        self, x: Sequence[float], y: Sequence[float], *, edge: str | None = None, fill: str | None = None
    ) -> None:
        """Draw a closed shape through points of the sheet, filled or open."""
        self.ground.fill(x, y, edgecolor=edge, facecolor=fill or "none", linewidth=0.9, joinstyle="miter", zorder=2.5)

    def marks(
        self,
        x: Sequence[float] | Floats,
        y: Sequence[float] | Floats,
        marker: str,
        size: float,
        *,
        edge: str,
        fill: str | None = None,
        width: float = 0.7,
        order: float = 3.0,
    ) -> None:
        """Draw marks at points of the sheet; without ``fill`` they are open and let the ground through."""
        self.ground.plot(
            x,
            y,
            linestyle="none",
            marker=marker,
            markersize=size,
            markeredgecolor=edge,
            markerfacecolor="none" if fill is None else fill,
            markeredgewidth=width,
            clip_on=False,
            zorder=order,
        )
