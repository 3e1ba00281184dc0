"""The key below a plot: what each line, mark or shade on it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rocstats.document.figure_style import (
    BAND,
    COLOURS,
    DASHES,
    DOTTED,
    INK,
    MUTED,
    RULE,
    RUST,
    Sheet,
    legible,
    picture_names,
    shortened,
    text_width,
)
from rocstats.document.roc_key import curve_look

_ROW, _SAMPLE, _GAP, _COLUMN = 14.6, 24.5, 6.0, 14.0
_LEAST_NAME = 60.0
# A picture of few dots sets letters on whole ones, which makes words so much wider than they are on paper.
_SLACK = 1.07
_MOST_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line looks: colour, width in points, dashes in units of the width."""

    colour: str
    width: float = 1.6
    dashes: tuple[float, ...] = ()

    def look(self) -> dict[str, Any]:
        """Give the line style as matplotlib takes it."""
        return {
            **curve_look(0),
            "color": self.colour,
            "linewidth": self.width,
            "linestyle": (0.0, self.dashes) if self.dashes else "-",
        }


CHANCE = Stroke(RULE, 0.8, DOTTED[1])
IDEAL = Stroke(RULE, 1.0, (5, 2.5))
THRESHOLD = Stroke(RUST, 1.0, (4, 2))
CASES, CONTROLS = Stroke(COLOURS[0]), Stroke(MUTED, 1.6, DASHES[1])


def stroke(place: int) -> Stroke:
    """Give the look of a curve by its place, as ROC figures have it."""
    return Stroke(COLOURS[place], 1.6, DASHES[place])


@dataclass(frozen=True, slots=True)
class Shade:
    """A filled ground."""

    colour: str = BAND


@dataclass(frozen=True, slots=True)
class Dot:
    """A mark, filled or open, with the caps of an interval or without."""

    marker: str
    colour: str
    filled: bool = True
    interval: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """What something looks like, its name, and what is said after the name; without a look it is words alone."""

    look: Stroke | Shade | Dot | None
    name: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class PlotKey:
    """Entries in one column, or in up to three where the words leave room."""

    left: float
    entries: tuple[Entry, ...]
    widths: tuple[float, ...]
    name_widths: tuple[float, ...]

    @classmethod
    def of(cls, entries: Sequence[Entry], left: float, right: float, *, most: int = _MOST_COLUMNS) -> PlotKey:
        """Lay out entries between ``left`` and ``right``, their names shortened where they must be."""
        room = right - left - _SAMPLE - _GAP
        # Names come first: words behind them are shortened to what a name of up to half the room leaves.
        longest = max((text_width(legible(entry.name)) for entry in entries if entry.label), default=0.0)
        left_over = room - _COLUMN - _SLACK * max(_LEAST_NAME, min(longest, room / 2))
        labels = [shortened(entry.label, left_over / _SLACK) for entry in entries]
        widest = max(map(text_width, labels), default=0.0)
        width = (room - _SLACK * widest - _COLUMN) / _SLACK
        beside = iter(picture_names([entry.name for entry in entries if entry.label], width))
        alone = iter(picture_names([entry.name for entry in entries if not entry.label], room))
        names = [next(beside if entry.label else alone) for entry in entries]
        short = tuple(Entry(entry.look, name, label) for entry, name, label in zip(entries, names, labels, strict=True))
        for columns in range(min(most, len(short)), 1, -1):
            name_widths, widths = _columns(short, columns)
            if sum(widths) + _COLUMN * (columns - 1) <= right - left:
                return cls(left, short, widths, name_widths)
        name_widths, widths = _columns(short, 1)
        return cls(left, short, widths, name_widths)

    @staticmethod
    def lines(look: Stroke | Shade | Dot | None, text: str, left: float, right: float) -> list[Entry]:
        """Give words too long for one line as two entries, broken between words, the look before the first."""
        room = right - left - _SAMPLE - _GAP
        words = text.split(" ")
        for kept in range(len(words), 0, -1):
            if kept == 1 or text_width(" ".join(words[:kept])) <= room:
                rest = " ".join(words[kept:])
                return [Entry(look, " ".join(words[:kept])), *([Entry(None, rest)] if rest else [])]
        return []

    @property
    def height(self) -> float:
        """Height of the key."""
        return -(-len(self.entries) // len(self.widths)) * _ROW

    def draw(self, sheet: Sheet, top: float) -> None:
        """Draw the key below ``top``."""
        columns = len(self.widths)
        for place, entry in enumerate(self.entries):
            row, column = divmod(place, columns)
            x = self.left + sum(self.widths[:column]) + _COLUMN * column
            y = top + (row + 0.5) * _ROW
            _sample(sheet, entry.look, x, y)
            words = x + _SAMPLE + _GAP
            sheet.write(words, y, entry.name)
            if entry.label:
                sheet.write(words + self.name_widths[column] + _COLUMN, y, entry.label)


def _columns(entries: Sequence[Entry], columns: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Give the widest name of each column that has a label behind it, and the width of the column."""
    names, widths = [], []
    for column in range(columns):
        held = entries[column::columns]
        labelled = max((text_width(entry.name) for entry in held if entry.label), default=0.0)
        label = max((text_width(entry.label) for entry in held), default=0.0)
        alone = max((text_width(entry.name) for entry in held), default=0.0)
        labelled *= _SLACK
        names.append(labelled)
        widths.append(_SAMPLE + _GAP + max(alone, labelled + (_COLUMN + label if label else 0)))
    return tuple(names), tuple(widths)


def _sample(sheet: Sheet, look: Stroke | Shade | Dot | None, x: float, y: float) -> None:
    """Draw what an entry looks like."""
    if isinstance(look, Stroke):
        sheet.ground.plot([x, x + _SAMPLE], [y, y], **look.look())
    elif isinstance(look, Shade):
        sheet.ground.fill_between([x, x + _SAMPLE], y - 5, y + 5, color=look.colour, linewidth=0)
    elif isinstance(look, Dot):
        middle = x + _SAMPLE / 2
        if look.interval:
            sheet.line([middle, middle], [y - 5.5, y + 5.5], colour=INK, width=1.2)
            for end in (y - 5.5, y + 5.5):
                sheet.line([middle - 2.2, middle + 2.2], [end, end], colour=INK, width=1.2)
        sheet.marks([middle], [y], look.marker, 5.0, edge=look.colour, fill=look.colour if look.filled else None)
