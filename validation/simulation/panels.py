"""Small multiples: panels in rows and columns that share their axes, with their heads and a key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rocstats.document.figure_style import (
    AXIS_WIDTH,
    BAND,
    COLOURS,
    DASHES,
    INK,
    LABEL,
    MARKERS,
    MUTED,
    NAME,
    PAPER,
    RULE,
    TEXT,
    Sheet,
    face,
    text_width,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NOMINAL = 0.95
SMALL = 7.0


@dataclass(frozen=True, slots=True)
class Look:
    """How one method is drawn wherever it appears: colour, dashes and marker, any of which tells it apart."""

    colour: str
    dashes: tuple[float, ...]
    marker: str
    filled: bool

    @classmethod
    def number(cls, place: int) -> Look:
        """Give the look of the method at a place in its figure."""
        marker, filled = MARKERS[place % len(MARKERS)]
        return cls(COLOURS[place % len(COLOURS)], DASHES[place % len(DASHES)], marker, filled)

    @property
    def line(self) -> dict[str, Any]:
        """What a line with marks is drawn with."""
        return {
            "color": self.colour,
            "linewidth": 1.1,
            "linestyle": (0.0, self.dashes) if self.dashes else "-",
            "marker": self.marker,
            "markersize": 3.4,
            "markeredgewidth": 0.8,
            "markeredgecolor": self.colour,
            "markerfacecolor": self.colour if self.filled else PAPER,
            "solid_capstyle": "butt",
        }


class Panels:
    """A sheet of panels; make and fill it inside ``style()``."""

    def __init__(
        self,
        columns: Sequence[str],
        rows: Sequence[str],
        *,
        panel: tuple[float, float],
        left: float = 58.0,
        top: float = 58.0,
        gap: tuple[float, float] = (9.0, 10.0),
        bottom: float = 38.0,
        right: float = 12.0,
        right_heads: bool = True,
    ) -> None:
        self.columns, self.rows, self.panel, self.left, self.top, self.gap = columns, rows, panel, left, top, gap
        self.margin = 16.0 if right_heads and any(rows) else 0.0
        width = left + len(columns) * panel[0] + (len(columns) - 1) * gap[0] + self.margin + right
        height = top + len(rows) * panel[1] + (len(rows) - 1) * gap[1] + bottom
        self.sheet = Sheet(width, height)
        self.sheet.figure.set_facecolor(PAPER)

    def axes(self, row: int, column: int) -> Axes:
        """Add the panel of a row and a column; its axes are written at the left and at the bottom only."""
        (width, height), (across, down) = self.panel, self.gap
        axes = self.sheet.axes(self.left + column * (width + across), self.top + row * (height + down), width, height)
        axes.tick_params(labelsize=SMALL, labelleft=column == 0, labelbottom=row == len(self.rows) - 1, length=2.5)
        for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
            label.set_fontproperties(face(SMALL))
        return axes

    def title(self, text: str) -> None:
        """Write what the figure shows."""
        self.sheet.write(min(self.left, 48.0), 11, text, size=NAME, bold=True)

    def heads(self) -> None:
        """Write what the columns and the rows are."""
        (width, height), (across, down) = self.panel, self.gap
        for column, text in enumerate(self.columns):
            self.sheet.write(
                self.left + column * (width + across) + width / 2,
                self.top - 9,
                text,
                size=TEXT,
                align="center",
                bold=True,
            )
        edge = self.left + len(self.columns) * width + (len(self.columns) - 1) * across + 10
        for row, text in enumerate(self.rows):
            if self.margin and text:
                self.sheet.write(
                    edge, self.top + row * (height + down) + height / 2, text, size=TEXT, upward=True, bold=True
                )

    def labels(self, x: str, y: str) -> None:
        """Name both axes once."""
        (width, height), (across, down) = self.panel, self.gap
        middle = self.left + (len(self.columns) * (width + across) - across) / 2
        centre = self.top + (len(self.rows) * (height + down) - down) / 2
        below = self.top + len(self.rows) * (height + down) - down
        self.sheet.write(middle, below + 27, x, size=LABEL, align="center")
        if y:
            self.sheet.write(13, centre, y, size=LABEL, upward=True)

    def key(self, names: Iterable[tuple[str, Look]], *, lines: bool = True, top: float = 30.0) -> None:
        """Explain the looks in one line, or in two where one is too short."""
        start = min(self.left, 48.0)
        x, y = start, top
        for name, look in names:
            needed = (24 if lines else 10) + text_width(name, TEXT) + 16
            if x + needed > self.sheet.width:
                x, y = start, y + 12
            mark = x + (9 if lines else 4)
            if lines:
                self.sheet.line([x, x + 18], [y, y], colour=look.colour, width=1.1, dashes=look.dashes)
            self.sheet.marks(
                [mark], [y], look.marker, 3.6, edge=look.colour, fill=look.colour if look.filled else PAPER, width=0.8
            )
            self.sheet.write(x + (23 if lines else 11), y, name, size=TEXT)
            x += needed

    @property
    def figure(self) -> Figure:
        """The finished figure."""
        return self.sheet.figure


def nominal_line(axes: Axes, at: float, error: float, *, upright: bool = False) -> None:
    """Draw the nominal value, with the band in which simulated ones of that value would lie 95 times in 100."""
    reach = 1.96 * error
    if upright:
        axes.axvspan(at - reach, at + reach, color=BAND, linewidth=0, zorder=0)
        axes.axvline(at, color=MUTED, linewidth=AXIS_WIDTH, zorder=1)
    else:
        axes.axhspan(at - reach, at + reach, color=BAND, linewidth=0, zorder=0)
        axes.axhline(at, color=MUTED, linewidth=AXIS_WIDTH, zorder=1)


def faint_grid(axes: Axes, *, axis: Any = "y") -> None:
    """Draw lines to read values by, behind everything."""
    axes.grid(True, axis=axis, color=RULE, alpha=0.28, linewidth=0.5)
    axes.set_axisbelow(True)


def tick_texts(axes: Axes, *, x: Sequence[str] | None = None, y: Sequence[str] | None = None) -> None:
    """Write the given texts at the ticks, in the face of all figures."""
    for texts, place in ((x, axes.xaxis), (y, axes.yaxis)):
        if texts is not None:
            place.set_ticklabels(list(texts))
            for label in place.get_ticklabels():
                label.set_fontproperties(face(SMALL))
                label.set_color(INK)
