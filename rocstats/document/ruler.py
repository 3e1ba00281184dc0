"""An axis drawn from one exact end to the other, lying below a plot or standing beside it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rocstats.document.figure_style import TICK, Floats, Sheet
from rocstats.document.number_line import NumberLine, Tick, short

_INSET = 6.0
_ROW = 10.0


@dataclass(frozen=True, slots=True)
class Ruler:
    """From ``start`` to ``end`` in points, where ``low`` and ``high`` are; upright, it ends above its start.

    Examples
    --------
    >>> ruler = Ruler(100.0, 200.0)
    >>> ruler.place(0.5), [text for _, text in ruler.ticks()]
    (150.0, ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'])
    """

    start: float
    end: float
    low: float = 0.0
    high: float = 1.0
    log: bool = False

    @property
    def left(self) -> float:
        """Where the axis begins."""
        return self.start

    @property
    def right(self) -> float:
        """Where the axis ends."""
        return self.end

    @property
    def depth(self) -> float:
        """How far down the middle of the labels of a lying axis is."""
        return _ROW

    @property
    def note(self) -> str:
        """What must be said of this axis."""
        return "log scale" if self.log else ""

    def places(self, values: Floats) -> Floats:
        """Give the place of each value, beyond the ends for those beyond them."""
        at = np.asarray(values, dtype=np.float64)
        if self.log:
            shares = (np.log(at) - math.log(self.low)) / (math.log(self.high) - math.log(self.low))
        else:
            shares = (at - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * shares

    def place(self, value: float) -> float:
        """Give the place of one value."""
        return float(self.places(np.array([value]))[0])

    def ticks(self) -> list[Tick]:
        """Choose round values; upright they have the room that lying ones would need."""
        length = abs(self.end - self.start)
        line = NumberLine(-_INSET, length + _INSET, self.low, self.high, self.log)
        inside = [tick for tick in line.ticks() if -0.01 <= line.place(tick[0]) <= length + 0.01]
        return inside or [(self.low, short(self.low))]

    def draw(self, sheet: Sheet, y: float) -> None:
        """Draw the axis lying at ``y``, its labels below."""
        sheet.line([self.start, self.end], [y, y])
        for value, text in self.ticks():
            x = self.place(value)
            sheet.line([x, x], [y, y + TICK])
            sheet.write(x, y + _ROW, text, align="center")

    def stand(self, sheet: Sheet, x: float) -> None:
        """Draw the axis standing at ``x``, its labels to the left."""
        sheet.line([x, x], [self.start, self.end])
        for value, text in self.ticks():
            y = self.place(value)
            sheet.line([x - TICK, x], [y, y])
            sheet.write(x - TICK - 3, y, text, align="right")
