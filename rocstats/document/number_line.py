"""The axis under scores: a number line, linear or logarithmic, or slots for a few distinct values.

Infinite values have places of their own at the ends. Both kinds know where a rule divides them.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from itertools import pairwise

import numpy as np

from rocstats.document.figure_style import AXIS_WIDTH, TICK, Floats, Sheet, shortened, text_width
from rocstats.formatting import EXACT, fixed, plain, significant, typographic

_SLOT, _BREAK, _INSET = 30.0, 8.0, 6.0
_BETWEEN = 6.0
_FIRST_ROW, _SECOND_ROW = 10.0, 20.0
_MOST_SLOTS = 10
_LONG = 8
_FAR = 1e300
_MOST_TICKS = 40

Tick = tuple[float, str]


def short(value: float) -> str:
    """Write a number for a picture: as it stands if that is short, else with four significant digits.

    Examples
    --------
    >>> short(13.56), short(2 / 3), short(-1.5e-9), short(float("-inf"))
    ('13.56', '0.6667', '−1.5e−9', '−Inf')
    """
    text = plain(value)
    if len(text) <= _LONG:
        return typographic(text)
    return typographic(significant(value, 4)) if 1e-3 <= abs(value) < 1e7 else in_powers(value, 4)


def in_powers(value: float, digits: int) -> str:
    """Write a number with so many significant digits and a power of ten.

    Examples
    --------
    >>> in_powers(123456789, 2), in_powers(-1.5e-9, 4)
    ('1.2e8', '−1.5e−9')
    """
    number = Decimal(repr(float(value)))
    exponent = number.adjusted()
    mantissa = plain(float(significant(float(number.scaleb(-exponent, EXACT)), digits)))
    return typographic(f"{mantissa}e{exponent}")


def told_apart(values: Sequence[float]) -> list[str]:
    """Write numbers as short as they can be without two looking alike."""
    texts = [short(value) for value in values]
    digits = 5
    while len(set(texts)) < len(set(values)):
        texts = [in_powers(value, digits) for value in values]
        digits += 1
    return texts


def with_room(low: float, high: float, room: float) -> tuple[float, float]:
    """Move the ends of an axis apart, as far as there are numbers.

    Examples
    --------
    >>> with_room(0.0, 1.0, 0.25)
    (-0.25, 1.25)
    """
    most = sys.float_info.max
    return max(low - room, -most), min(high + room, most)


@dataclass(frozen=True, slots=True)
class NumberLine:
    """From ``left`` to ``right`` in points; ``below`` and ``above`` keep a place for −∞ and +∞ at the ends."""

    left: float
    right: float
    low: float
    high: float
    log: bool = False
    below: bool = False
    above: bool = False

    @property
    def start(self) -> float:
        """Where the finite part begins."""
        return self.left + (_SLOT + _BREAK if self.below else 0)

    @property
    def end(self) -> float:
        """Where the finite part ends."""
        return self.right - (_SLOT + _BREAK if self.above else 0)

    def places(self, values: Floats) -> Floats:
        """Give the place of each value; finite ones must lie between ``low`` and ``high``."""
        finite = np.isfinite(values)
        inside = np.where(finite, values, self.low)
        start, length = self.start + _INSET, self.end - self.start - 2 * _INSET
        at = start + length * self._shares(inside)
        at = np.where(values == -np.inf, self.left + _SLOT / 2, at)
        return np.where(values == np.inf, self.right - _SLOT / 2, at)

    def place(self, value: float) -> float:
        """Give the place of one value."""
        return float(self.places(np.array([value]))[0])

    def cut(self, threshold: float, *, low: bool) -> float | None:
        """Give the place where a rule divides the line, or None if that is not on it."""
        if math.isinf(threshold):
            if threshold > 0 and self.above and not low:
                return self.end + _BREAK / 2
            return self.start - _BREAK / 2 if threshold < 0 and self.below and low else None
        return self.place(threshold) if self.low <= threshold <= self.high else None

    def text(self, value: float) -> str:
        """Write a value so that it can be told from others on this line."""
        span = self.high - self.low
        if len(plain(value)) <= _LONG or self.log or not 1e-9 < span < 1e15 or abs(value) >= 1e15:
            return short(value)
        return typographic(fixed(value, max(0, 3 - math.floor(math.log10(span)))))

    def _shares(self, values: Floats) -> Floats:
        """Give how far along the finite part each value is, 0 to 1."""
        if self.log:
            first, last = math.log(self.low), math.log(self.high)
            return (np.log(values) - first) / (last - first)
        with np.errstate(under="ignore"):
            if max(abs(self.low), abs(self.high)) < _FAR:
                return (values - self.low) / (self.high - self.low)
            return (values / 4 - self.low / 4) / (self.high / 4 - self.low / 4)

    def ticks(self) -> list[Tick]:
        """Choose round values whose labels have room beside each other."""
        best: list[Tick] = []
        for candidate in self._decades() if self.log else self._steps():
            labels = [(value, typographic(text)) for value, text in candidate]
            if labels and (not best or len(best) < 2 <= len(labels)):
                best = labels
            if len(labels) > 1 and self._have_room(labels):
                return labels
        return best[:1] if best else [(self.low, short(self.low))]

    def _on(self, value: float) -> bool:
        """Say whether a value is on the line, which goes a little beyond the outermost scores."""
        return math.isfinite(value) and (value > 0 or not self.log) and self.start <= self.place(value) <= self.end

    def _have_room(self, labels: Sequence[Tick]) -> bool:
        at = self.places(np.array([value for value, _ in labels]))
        half = np.array([text_width(text) / 2 for _, text in labels])
        return bool((at[1:] - half[1:] - at[:-1] - half[:-1] >= _BETWEEN).all())

    def _steps(self) -> Iterator[list[Tick]]:
        low, high = Decimal(repr(float(self.low))), Decimal(repr(float(self.high)))
        # whoever calls may reckon with decimals in another way
        with localcontext(Context()):
            held = list(self._steps_between(low, high))
        yield from held

    def _steps_between(self, low: Decimal, high: Decimal) -> Iterator[list[Tick]]:
        for most in (7, 6, 5, 4, 3, 2, 1):
            raw = (high - low) / most
            power = Decimal(1).scaleb(raw.adjusted())
            step = next(power * digit for digit in (1, 2, 5, 10) if power * digit >= raw)
            first, last = math.ceil(low / step), math.floor(high / step)
            decimals = max(0, -step.normalize().adjusted())
            values = [value for k in range(first - 1, last + 2) if self._on(value := float(k * step))]
            far = max(abs(self.low), abs(self.high)) >= 1e15 or decimals > _LONG
            yield list(zip(values, told_apart(values) if far else [fixed(v, decimals) for v in values], strict=True))

    def _decades(self) -> Iterator[list[Tick]]:
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        for digits, every in (((1, 3), 1), *(((1,), k) for k in (1, 2, 3, 5, 10, 20, 50, 100, 200))):
            exponents = range(-(-first // every) * every, last + 1, every)
            if len(exponents) * len(digits) > _MOST_TICKS:
                continue
            values = [float(f"{digit}e{exponent}") for exponent in exponents for digit in digits]
            yield [(value, short(value)) for value in values if self._on(value)]

    @property
    def depth(self) -> float:
        """How far down the middle of the lowest labels is."""
        return _FIRST_ROW

    @property
    def note(self) -> str:
        """What must be said of this axis."""
        return "log scale" if self.log else ""

    def draw(self, sheet: Sheet, y: float) -> None:
        """Draw the line at ``y`` with ticks and labels below, broken where the infinite places begin."""
        for begin, stop, there in (
            (self.left, self.left + _SLOT, self.below),
            (self.start, self.end, True),
            (self.right - _SLOT, self.right, self.above),
        ):
            if there:
                sheet.line([begin, stop], [y, y])
        infinite = [(-math.inf, self.below), (math.inf, self.above)]
        for value, text in [*self.ticks(), *((v, short(v)) for v, there in infinite if there)]:
            x = self.place(value)
            sheet.line([x, x], [y, y + TICK], width=AXIS_WIDTH)
            sheet.write(x, y + _FIRST_ROW, text, align="center")


@dataclass(frozen=True, slots=True)
class Slots:
    """Distinct values side by side at equal distances, lowest first."""

    left: float
    right: float
    values: tuple[float, ...]

    @classmethod
    def of(cls, values: Floats, left: float, right: float) -> Slots:
        """Give each value a slot; whole numbers keep the slots of those between them that did not occur."""
        held = values.tolist()
        finite = [value for value in held if math.isfinite(value)]
        if finite and all(value.is_integer() for value in finite):
            infinite = len(held) - len(finite)
            if finite[-1] - finite[0] + 1 + infinite <= _MOST_SLOTS:
                between = {float(value) for value in range(int(finite[0]), int(finite[-1]) + 1)}
                held = sorted(between.union(held))
        return cls(left, right, tuple(held))

    @property
    def pitch(self) -> float:
        """Width of a slot."""
        return (self.right - self.left) / len(self.values)

    @property
    def note(self) -> str:
        """What must be said of this axis: values at equal distances, unless that is where they are."""
        gaps = {second - first for first, second in pairwise(self.values)}
        return "" if len(gaps) <= 1 and math.inf not in gaps else "values evenly spaced"

    @property
    def depth(self) -> float:
        """How far down the middle of the lowest labels is."""
        return _SECOND_ROW if self._crowded else _FIRST_ROW

    @property
    def _crowded(self) -> bool:
        return len(self.values) > 1 and max(text_width(short(value)) for value in self.values) > self.pitch - 4

    def middle(self, slot: int) -> float:
        """Give the middle of a slot."""
        return self.left + (slot + 0.5) * self.pitch

    def cut(self, threshold: float, *, low: bool) -> float:
        """Give the place between the slots that a rule calls positive and the others."""
        before = sum(value <= threshold if low else value < threshold for value in self.values)
        return self.left + before * self.pitch

    def draw(self, sheet: Sheet, y: float) -> None:
        """Draw the line at ``y`` with ticks and labels below, in two rows where one has no room."""
        crowded = self._crowded
        room = self.pitch * (2 if crowded else 1) - (10 if crowded else 4)
        sheet.line([self.left, self.right], [y, y])
        for i, value in enumerate(self.values):
            x, row = self.middle(i), _SECOND_ROW if crowded and i % 2 else _FIRST_ROW
            label = shortened(short(value), room)
            sheet.line([x, x], [y, y + TICK + row - _FIRST_ROW], width=AXIS_WIDTH)
            within = min(x, sheet.width - 1 - text_width(label) / 2)
            sheet.write(within, y + row, label, align="center")
