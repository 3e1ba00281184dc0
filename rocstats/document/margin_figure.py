"""Differences against a margin, drawn with the decision of each in words.

The shaded part of the axis is where the whole interval must lie: beyond minus the margin for non-inferiority, beyond
the margin for superiority by it, between both for equivalence. A filled square says that it does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocstats.document.figure_style import (
    BAND,
    INK,
    LABEL,
    MUTED,
    NAME,
    NAVY,
    PAPER,
    RUST,
    WIDTH,
    Sheet,
    picture_names,
    shortened,
    style,
    text_width,
)
from rocstats.document.margin_rows import Judged, MarginRow, margin_row
from rocstats.document.number_line import NumberLine, with_room
from rocstats.document.plot_key import CHANCE, THRESHOLD
from rocstats.formatting import MINUS, NOT_ESTIMABLE, decimals_for, fixed, level_text, plain, typographic

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TITLES = {
    "non-inferiority": "Non-inferiority",
    "equivalence": "Equivalence",
    "superiority": "Superiority by a margin",
}
_LEFT, _RIGHT = 2.0, WIDTH - 2
_GAP, _LEAST_AXIS, _WIDEST = 14.0, 120.0, 132.0
_LINE, _PAD, _CAP = 10.0, 8.0, 2.2
_HEAD = 32.0
_BETWEEN = " − "
_MINUS = re.compile(r"(?<![\w)])-(?=[\d.])")


def plot_margin(results: Judged | Sequence[Judged]) -> Figure:
    """Draw differences with their intervals against their margin, and say what each shows.

    Parameters
    ----------
    results : MarginDecision or MarginRow, or sequence of them
        In reading order; those with one parameter, claim and margin share an axis.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If there is nothing to draw, or something else came.

    Examples
    --------
    >>> from rocstats.results import Interval
    >>> row = MarginRow(
    ...     tests=("s100b", "wfns"), estimate=-0.092, interval=Interval(-0.174, -0.010, 0.95), margin=0.05,
    ...     claim="non-inferiority", decision="not shown"
    ... )
    >>> [text.get_text() for text in plot_margin(row).axes[0].texts][:5]
    ['Non-inferiority', 'Difference (95% CI)', '−0.05', 's100b − wfns', '−0.092 (−0.174 to −0.010)']
    """
    rows = [margin_row(result) for result in (results if isinstance(results, Sequence) else [results])]
    if not rows:
        raise TypeError("plot_margin takes results of noninferiority, equivalence or superiority; there are none.")
    groups: dict[tuple[str, tuple[float | None, float | None]], list[MarginRow]] = {}
    for row in rows:
        groups.setdefault((f"{row.claim} {row.parameter}", row.ends), []).append(row)
    sections = [_Section.of(group) for group in groups.values()]
    with style():
        sheet = Sheet(WIDTH, sum(section.height for section in sections))
        top = 0.0
        for section in sections:
            section.draw(sheet, top)
            top += section.height
    return sheet.figure


@dataclass(frozen=True, slots=True)
class _Section:
    """The rows of one axis, with their words at the left and at the right."""

    rows: list[MarginRow]
    names: list[list[str]]
    words: list[list[str]]
    line: NumberLine

    @classmethod
    def of(cls, rows: list[MarginRow]) -> _Section:
        limits = [None if row.interval is None else (row.interval.low, row.interval.high) for row in rows]
        decimals = decimals_for([row.estimate for row in rows], limits)
        words = [[_numbers(row, decimals), *_broken(row.words, _WIDEST)] for row in rows]
        right = max(text_width(line) for lines in words for line in lines)
        room = _RIGHT - _LEFT - right - _LEAST_AXIS - 2 * _GAP
        names = _named(rows, room)
        left = max(text_width(line) for lines in names for line in lines)
        start, end = _LEFT + left + _GAP, _RIGHT - right - _GAP
        return cls(rows, names, words, _line(rows, start, end))

    @property
    def _margins(self) -> tuple[float, ...]:
        """Where the margin lines are."""
        return tuple(end for end in self.rows[0].ends if end is not None)

    @property
    def _pitches(self) -> list[float]:
        return [max(len(a), len(b)) * _LINE + _PAD for a, b in zip(self.names, self.words, strict=True)]

    @property
    def height(self) -> float:
        """Height of the section."""
        return _HEAD + sum(self._pitches) + 46 + (len(self._notes) - 1) * _LINE

    def draw(self, sheet: Sheet, top: float) -> None:
        """Draw the section below ``top``."""
        head, foot = top + _HEAD, top + _HEAD + sum(self._pitches)
        levels = {row.interval.level for row in self.rows if row.interval is not None}
        level = f"{level_text(levels.pop())}% CI" if len(levels) == 1 else "interval"
        said = f"Difference ({level})"
        title = shortened(_TITLES[self.rows[0].claim], _RIGHT - _LEFT - text_width(said) - 10, NAME, bold=True)
        sheet.write(_LEFT, top + 10, title, size=NAME, bold=True)
        sheet.write(_RIGHT, top + 10, said, colour=MUTED, align="right")
        self._ground(sheet, head, foot)
        y = head
        for row, names, words, pitch in zip(self.rows, self.names, self.words, self._pitches, strict=True):
            middle = y + pitch / 2
            for place, (text, align) in ((_LEFT, (names, "left")), (_RIGHT, (words, "right"))):
                for i, line in enumerate(text):
                    at = middle + (i - (len(text) - 1) / 2) * _LINE
                    colour = MUTED if align == "right" and i == 0 and row.interval is None else INK
                    sheet.write(place, at, line, colour=colour, align="left" if align == "left" else "right")
            self._mark(sheet, row, middle)
            y += pitch
        self.line.draw(sheet, foot)
        self._name(sheet, foot + self.line.depth + 12)

    def _ground(self, sheet: Sheet, head: float, foot: float) -> None:
        """Draw the shade, the line of no difference and the margins with their numbers."""
        at = [self.line.place(margin) for margin in self._margins]
        begin, stop = self.rows[0].ends
        low = self.line.start if begin is None else self.line.place(begin)
        high = self.line.end if stop is None else self.line.place(stop)
        sheet.ground.fill([low, low, high, high], [head, foot, foot, head], facecolor=BAND, linewidth=0, zorder=0.9)
        none = self.line.place(0.0)
        sheet.line([none, none], [head, foot], colour=CHANCE.colour, width=CHANCE.width, dashes=CHANCE.dashes, order=1)
        for x in at:
            sheet.line([x, x], [head - 4, foot], colour=RUST, width=THRESHOLD.width, dashes=THRESHOLD.dashes, order=1.5)
        texts = [typographic(plain(margin)) for margin in self._margins]
        widths = [text_width(text) / 2 for text in texts]
        if len(at) == 2 and at[1] - at[0] < widths[0] + widths[1] + 6:
            texts, at = [f"±{plain(self.rows[0].margin)}"], [(at[0] + at[1]) / 2]
        for text, x in zip(texts, at, strict=True):
            sheet.write(x, head - 10, text, colour=RUST, align="center")

    def _mark(self, sheet: Sheet, row: MarginRow, y: float) -> None:
        """Draw the square, filled if what was to be shown is, and the lines of the intervals."""
        for interval, width, cap in ((row.wider, 0.7, 0.0), (row.interval, 1.2, _CAP)):
            if interval is None:
                continue
            ends = []
            for value, closed, edge in (
                (interval.low, interval.sides == "upper", self.line.start),
                (interval.high, interval.sides == "lower", self.line.end),
            ):
                at = edge if closed or math.isinf(value) else self.line.place(value)
                ends.append(at)
                if cap and not closed and math.isfinite(value):
                    sheet.line([at, at], [y - cap, y + cap], width=width)
            sheet.line(ends, [y, y], width=width)
        if row.estimate is not None:
            x = self.line.place(row.estimate)
            sheet.marks([x], [y], "s", 5.0, edge=NAVY, fill=NAVY if row.decision == "shown" else PAPER, width=1.2)

    def _name(self, sheet: Sheet, y: float) -> None:
        """Name the axis and say what the lines and the shade are."""
        name = shortened(f"Difference in {self.rows[0].parameter}", WIDTH / 2, LABEL)
        half = text_width(name, LABEL) / 2
        middle = min(max((self.line.start + self.line.end) / 2, half + 2), WIDTH - half - 2)
        sheet.write(middle, y, name, size=LABEL, align="center")
        for i, line in enumerate(self._notes):
            sheet.write(_LEFT, y + 13 + i * _LINE, line, colour=MUTED)

    @property
    def _notes(self) -> list[str]:
        """Say what lines, shade and squares mean."""
        wider = sorted({row.wider.level for row in self.rows if row.wider is not None})
        thin = "".join(f"; thin: {level_text(level)}% interval" for level in wider)
        note = f"Dashed: margin; dotted: no difference; filled: the interval lies in the shade{thin}"
        return _broken(note, _RIGHT - _LEFT - 6)


def _numbers(row: MarginRow, decimals: int) -> str:
    """Write difference and interval, or say that there is none."""
    if row.estimate is None:
        return NOT_ESTIMABLE
    estimate = fixed(row.estimate, decimals)
    if row.interval is None:
        return typographic(f"{estimate} ({NOT_ESTIMABLE})")
    low, high, sides = row.interval.low, row.interval.high, row.interval.sides
    if sides == "lower":
        return typographic(f"{estimate} (from {fixed(low, decimals)})")
    if sides == "upper":
        return typographic(f"{estimate} (to {fixed(high, decimals)})")
    return typographic(f"{estimate} ({fixed(low, decimals)} to {fixed(high, decimals)})")


def _named(rows: Sequence[MarginRow], room: float) -> list[list[str]]:
    """Write the names of each difference, on two lines where one is too short for any."""
    names = list(dict.fromkeys(name for row in rows for name in row.tests))
    short = dict(zip(names, picture_names(names, room - text_width(_BETWEEN)), strict=True))
    whole = [_BETWEEN.join(short[name] for name in row.tests) for row in rows]
    if all(text_width(text) <= room for text in whole):
        return [[text] for text in whole]
    return [[short[row.tests[0]] + _BETWEEN.rstrip(), short[row.tests[1]]] for row in rows]


def _broken(text: str, width: float) -> list[str]:
    """Break words into lines of a width; a longer word loses its middle."""
    lines: list[str] = []
    for word in _MINUS.sub(MINUS, text).split():
        if lines and text_width(f"{lines[-1]} {word}") <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(shortened(word, width))
    return lines


def _line(rows: Sequence[MarginRow], start: float, end: float) -> NumberLine:
    """Choose an axis that holds 0, the margins, every estimate and every limit that the data set."""
    values = [0.0, *(end for end in rows[0].ends if end is not None)]
    for row in rows:
        values += [] if row.estimate is None else [row.estimate]
        for interval in (row.interval, row.wider):
            if interval is not None:
                values += [interval.low] * (interval.sides != "upper") + [interval.high] * (interval.sides != "lower")
    values = [value for value in values if math.isfinite(value)]
    low, high = min(values), max(values)
    return NumberLine(start, end, *with_room(low, high, high / 20 - low / 20))
