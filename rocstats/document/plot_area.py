"""The area of a plot: a lying axis, an upright one, what is drawn between them.

Places are in points of the sheet; whatever leaves the area is cut off at its edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rocstats.document.figure_style import BAND, INK, LABEL, PAPER, Floats, Sheet, shortened, text_width
from rocstats.document.number_line import NumberLine
from rocstats.document.plot_key import Stroke
from rocstats.document.ruler import Ruler
from rocstats.document.thinning import thinned

if TYPE_CHECKING:
    from matplotlib.artist import Artist

APART = 4.0
_SPARE = 1.0
_LETTERS = 6.0
_CAP = 2.2


@dataclass(frozen=True, slots=True)
class PlotArea:
    """A sheet, and on it the two axes of a plot; make and fill it inside ``style()``."""

    sheet: Sheet
    across: Ruler | NumberLine
    up: Ruler

    def axes(self, across: str, up: str) -> None:
        """Draw both axes with their names; no name below leaves the lying axis out."""
        self.up.stand(self.sheet, self.across.left - APART)
        middle = (self.up.start + self.up.end) / 2
        name = shortened(up, 2 * min(self.sheet.height - middle, middle) - 4, LABEL)
        self.sheet.write(_LETTERS, middle, name, size=LABEL, upward=True)
        if across:
            self.across.draw(self.sheet, self.foot)
            self._name(across)

    @property
    def foot(self) -> float:
        """Depth of the lying axis."""
        return self.up.start + APART

    @property
    def below(self) -> float:
        """Depth below which nothing of the axes is drawn."""
        return self.foot + self.across.depth + 18

    def _name(self, across: str) -> None:
        """Write the name of the lying axis below it, with what must be said of the axis."""
        note = f" ({self.across.note})" if self.across.note else ""
        left, right = self.across.left, self.across.right
        name = shortened(across, right - left - text_width(note, LABEL), LABEL) + note
        self.sheet.write((left + right) / 2, self.foot + self.across.depth + 12, name, size=LABEL, align="center")

    def path(self, x: Floats, values: Floats, look: Stroke, *, order: float = 2.0) -> None:
        """Draw a line through values of the upright axis at places of the lying one."""
        (line,) = self.sheet.ground.plot(*thinned(x, self.up.places(values)), zorder=order, clip_on=True, **look.look())
        self._cut(line)

    def curve(self, at: Floats, values: Floats, look: Stroke, *, order: float = 2.0) -> None:
        """Draw a line through points, each a value of either axis."""
        self.path(self.across.places(at), values, look, order=order)

    def band(self, at: Floats, low: Floats, high: Floats, colour: str = BAND) -> None:
        """Fill between two lines, under everything else."""
        x = self.across.places(at)
        (down, bottom), (back, top) = thinned(x, self.up.places(low)), thinned(x, self.up.places(high))
        around = np.concatenate([down, back[::-1]]), np.concatenate([bottom, top[::-1]])
        (shape,) = self.sheet.ground.fill(*around, facecolor=colour, edgecolor="none", linewidth=0, zorder=1)
        self._cut(shape)

    def shade(self, left: float, right: float, colour: str = BAND) -> None:
        """Fill the area between two places of the lying axis, under everything else."""
        across = [left, left, right, right]
        up = [self.up.start, self.up.end, self.up.end, self.up.start]
        self.sheet.ground.fill(across, up, facecolor=colour, edgecolor="none", linewidth=0, zorder=0.9)

    def rise(self, x: float, look: Stroke, low: float | None = None, high: float | None = None) -> None:
        """Draw an upright line at a place, between two values or through the whole area."""
        ends = [
            self.up.start if low is None else self.up.place(low),
            self.up.end if high is None else self.up.place(high),
        ]
        self.sheet.line([x, x], ends, colour=look.colour, width=look.width, dashes=look.dashes, order=2.8)

    def bar(self, x: float, limits: tuple[float, float], colour: str = INK) -> None:
        """Draw an interval upright at a place, with caps."""
        ends = [self.up.place(limit) for limit in limits]
        self.sheet.line([x, x], ends, colour=colour, width=1.2, order=2.6)
        for end in ends:
            self.sheet.line([x - _CAP, x + _CAP], [end, end], colour=colour, width=1.2, order=2.6)

    def marks(
        self, x: Sequence[float] | Floats, values: Floats, marker: str, colour: str, *, filled: bool = True
    ) -> None:
        """Draw marks at values of the upright axis."""
        y = self.up.places(values)
        self.sheet.marks(x, y, marker, 5.0, edge=colour, fill=colour if filled else PAPER, width=1.0)

    def _cut(self, artist: Artist) -> None:
        """Cut off what leaves the area, but not the width of a line on its edge."""
        from matplotlib.patches import Rectangle

        left, right = self.across.left - _SPARE, self.across.right + _SPARE
        top, bottom = self.up.end - _SPARE, self.up.start + _SPARE
        artist.set_clip_path(Rectangle((left, top), right - left, bottom - top, transform=self.sheet.ground.transData))


def apart(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float] | None:
    """Move middles as little as keeps things of these sizes from each other, or give None if they have no room.

    Examples
    --------
    >>> apart([10.0, 12.0], [10.0, 10.0], 0.0, 100.0), apart([1.0], [4.0], 0.0, 3.0)
    ([6.0, 16.0], None)
    """
    if sum(sizes) > high - low:
        return None
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    # Blocks of things that touch; each stands where the mean of what its things want would put it.
    blocks: list[tuple[list[int], float, float]] = []
    for i in order:
        held, size = [i], sizes[i]
        start = _within(wanted[i] - size / 2, size, low, high)
        while blocks and blocks[-1][1] + blocks[-1][2] > start:
            before, _, length = blocks.pop()
            held, size = before + held, length + size
            start = _within(_mean_start(held, wanted, sizes), size, low, high)
        blocks.append((held, start, size))
    middles = [0.0] * len(wanted)
    for held, start, _ in blocks:
        for i in held:
            middles[i] = start + sizes[i] / 2
            start += sizes[i]
    return middles


def _within(start: float, size: float, low: float, high: float) -> float:
    return min(max(start, low), high - size)


def _mean_start(held: Sequence[int], wanted: Sequence[float], sizes: Sequence[float]) -> float:
    """Give the start of a block from which its things are nearest to where they want to be."""
    total, before = 0.0, 0.0
    for i in held:
        total += wanted[i] - before - sizes[i] / 2
        before += sizes[i]
    return total / len(held)
