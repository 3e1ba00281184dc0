"""Boxes of a flow on a sheet, and the lines between them."""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.document.figure_style import COUNT, INK, MUTED, RULE, TEXT, Sheet, picture_names, shortened, text_width
from rocstats.document.flow_chart import BETWEEN, PAD, SLACK, FlowBox, needed

EDGE = 0.7
_LINE, _HEAD = 9.8, 11.0
_WIDE, _COLUMNS, _COLUMN = 240.0, 4, 8.0
_ARROW, _HALF_ARROW = 4.6, 2.3


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """A box with its place on the sheet."""

    box: FlowBox
    left: float
    top: float
    width: float
    bold: bool = False

    @property
    def height(self) -> float:
        """How tall it is: a line for its name, one for its note, and one a part unless they stand in one."""
        parts = 1 if self.across else len(self.box.parts)
        return 2 * PAD + _HEAD - 2 + (parts + bool(self.box.note)) * _LINE

    @property
    def across(self) -> bool:
        """Whether the parts stand in one line: in a wide box that has room for each."""
        if self.width < _WIDE or not self.box.parts:
            return False
        room = self._column - _COLUMN
        return all(needed(name, n, COUNT) <= room for name, n in self.box.parts)

    @property
    def _column(self) -> float:
        return (self.width - 2 * PAD + _COLUMN) / max(len(self.box.parts), _COLUMNS)

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def middle(self) -> float:
        """Halfway between its sides."""
        return self.left + self.width / 2

    def draw(self, sheet: Sheet) -> None:
        """Draw the frame, the name with its count, and the parts."""
        x, y = (self.left, self.right), (self.top, self.bottom)
        frame = [x[0], x[1], x[1], x[0], x[0]], [y[0], y[0], y[1], y[1], y[0]]
        sheet.line(*frame, colour=RULE, width=EDGE, order=2.2)
        inside, end = self.left + PAD, self.right - PAD
        at, first = self.heart, end
        if self.across:
            least = needed(self.box.name, self.box.n or 0, TEXT, bold=self.bold)
            first = min(end, inside + max(self._column - _COLUMN, least))
        _write(sheet, at, (inside, first), self.box.name, self.box.n, size=TEXT, bold=self.bold)
        at += _HEAD / 2 + _LINE / 2
        if self.box.note:
            said = shortened(self.box.note, (end - inside) / SLACK, COUNT)
            sheet.write(inside, at, said, size=COUNT, colour=MUTED)
            at += _LINE
        counts = max((text_width(str(n), COUNT) for _, n in self.box.parts), default=0.0)
        room = max((end - inside - BETWEEN) / SLACK - counts, 0.0)
        names = picture_names([name for name, _ in self.box.parts], room, COUNT)
        for place, (name, (_, n)) in enumerate(zip(names, self.box.parts, strict=True)):
            if self.across:
                start = inside + place * self._column
                _write(sheet, at, (start, start + self._column - _COLUMN), name, n, size=COUNT, colour=MUTED)
            else:
                _write(sheet, at + place * _LINE, (inside, end), name, n, size=COUNT, colour=MUTED)

    @property
    def heart(self) -> float:
        """The height of the name, where lines come in from the side."""
        return self.top + PAD + (_HEAD - 2) / 2


def _write(
    sheet: Sheet,
    y: float,
    ends: tuple[float, float],
    name: str,
    n: int | None,
    *,
    size: float,
    colour: str = INK,
    bold: bool = False,
) -> None:
    """Write a name from the left and its count from the right; the name gives way."""
    count = "" if n is None else str(n)
    room = ends[1] - ends[0] - (BETWEEN + SLACK * text_width(count, size) if count else 0.0)
    sheet.write(
        ends[0], y, shortened(name, max(room, 0.0) / SLACK, size, bold=bold), size=size, colour=colour, bold=bold
    )
    if count:
        sheet.write(ends[1], y, count, size=size, align="right")


@dataclass(frozen=True, slots=True)
class Way:
    """A line between boxes, with an arrow at its end or without."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    arrow: bool = True

    def draw(self, sheet: Sheet) -> None:
        """Draw the line, with a filled point at its end."""
        x, y = list(self.x), list(self.y)
        if self.arrow:
            across, down = x[-1] - x[-2], y[-1] - y[-2]
            step = (abs(across) + abs(down)) or 1.0
            ahead = (across / step, down / step)
            tip = (x[-1], y[-1])
            base = (tip[0] - _ARROW * ahead[0], tip[1] - _ARROW * ahead[1])
            side = (-ahead[1] * _HALF_ARROW, ahead[0] * _HALF_ARROW)
            sheet.ground.fill(
                [tip[0], base[0] + side[0], base[0] - side[0]],
                [tip[1], base[1] + side[1], base[1] - side[1]],
                facecolor=INK,
                edgecolor="none",
                linewidth=0,
                zorder=2.6,
            )
            x[-1], y[-1] = base
        sheet.line(x, y, colour=INK, width=EDGE)
