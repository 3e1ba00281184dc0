"""The key of an ROC figure, below its axes.

It names each line and each mark in the look it has on the axes, in one column, or in two where the words leave room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rocstats.document.figure_style import (
    BAND,
    COLOURS,
    DASHES,
    DOTTED,
    MARKERS,
    PAPER,
    RULE,
    WIDTH,
    Sheet,
    picture_names,
    shortened,
    text_width,
)

_ROW, _SAMPLE, _GAP, _COLUMN, _MARGIN = 14.6, 24.5, 6.0, 14.0, 4.0
_LEAST_NAME = 60.0
# A picture of few dots sets letters on whole ones, which makes words so much wider than they are on paper.
_SLACK = 1.07
_CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Line:
    """A curve: the number of its look, its name and what is said after it."""

    look: int
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """An operating point: the number of its look and its rule."""

    look: int
    name: str


def curve_look(look: int) -> dict[str, Any]:
    """Give the line style of a curve."""
    dashes = DASHES[look]
    return {
        "color": COLOURS[look],
        "linewidth": 1.6,
        "linestyle": (0.0, dashes) if dashes else "-",
        "dash_capstyle": "butt",
        "solid_capstyle": "butt",
        "solid_joinstyle": "miter",
        "dash_joinstyle": "miter",
    }


def point_look(look: int) -> dict[str, Any]:
    """Give the marker style of an operating point."""
    marker, filled = MARKERS[look]
    return {
        "linestyle": "none",
        "marker": marker,
        "markersize": 5.6,
        "markeredgewidth": 1.3,
        "markeredgecolor": COLOURS[look],
        "markerfacecolor": COLOURS[look] if filled else PAPER,
    }


@dataclass(frozen=True, slots=True)
class Key:
    """The entries where they stand; the words fit."""

    left: float
    name_width: float
    right: float
    first: list[Line | Mark | str]
    second: list[Line | Mark | str]

    @classmethod
    def of(cls, lines: Sequence[Line], marks: Sequence[Mark], band: str | None, left: float) -> Key:
        """Lay out lines, marks, the name of a band, and chance."""
        room = WIDTH - _MARGIN - left - _SAMPLE - _GAP
        labels = [shortened(line.label, room - _LEAST_NAME) for line in lines]
        label_width = max(map(text_width, labels))
        label_width += _COLUMN if label_width else 0
        names = picture_names([line.name for line in lines], (room - label_width) / _SLACK if label_width else room)
        rules = picture_names([mark.name for mark in marks], room)
        name_width = _SLACK * max(map(text_width, names))
        curves = [Line(line.look, name, label) for line, name, label in zip(lines, names, labels, strict=True)]
        points = [Mark(mark.look, rule) for mark, rule in zip(marks, rules, strict=True)]
        bands = [] if band is None else [shortened(band, room)]
        used = max([name_width + label_width, *map(text_width, bands)])
        width = _SAMPLE + _GAP + max(map(text_width, [*rules, _CHANCE]))
        if used + _COLUMN + width > room:
            return cls(left, name_width, 0.0, [*curves, *points, *bands, _CHANCE], [])
        return cls(left, name_width, WIDTH - _MARGIN - width, [*curves, *bands], [*points, _CHANCE])

    @property
    def height(self) -> float:
        """Height of the key."""
        return max(len(self.first), len(self.second)) * _ROW + 6

    def draw(self, sheet: Sheet, top: float) -> None:
        """Draw the key with the middle of its first row at ``top``."""
        for column, left in ((self.first, self.left), (self.second, self.right)):
            for row, entry in enumerate(column):
                y = top + row * _ROW
                _sample(sheet, entry, left, y)
                words = left + _SAMPLE + _GAP
                sheet.write(words, y, entry if isinstance(entry, str) else entry.name)
                if isinstance(entry, Line):
                    sheet.write(words + self.name_width + _COLUMN, y, entry.label)


def _sample(sheet: Sheet, entry: Line | Mark | str, x: float, y: float) -> None:
    """Draw what an entry looks like; one of words alone is chance or the band."""
    if isinstance(entry, Line):
        sheet.ground.plot([x, x + _SAMPLE], [y, y], **curve_look(entry.look))
    elif isinstance(entry, Mark):
        middle = x + _SAMPLE / 2
        for across, up in ((10.0, 0.0), (0.0, 6.0)):
            ends = [middle - across, middle + across], [y - up, y + up]
            sheet.line(*ends, colour=COLOURS[entry.look], width=1.1)
        sheet.ground.plot([middle], [y], zorder=3, **point_look(entry.look))
    elif entry == _CHANCE:
        sheet.line([x, x + _SAMPLE], [y, y], colour=RULE, width=0.8, dashes=DOTTED[1])
    else:
        sheet.ground.fill_between([x, x + _SAMPLE], y - 5, y + 5, color=BAND, linewidth=0)
