"""Scores of two groups as marks: bars, stacked dots or a histogram, cases above a line and controls below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rocstats.document.figure_style import COUNT, INK, MUTED, NAVY, Floats, Sheet, text_width
from rocstats.document.number_line import NumberLine, Slots, in_powers

Integers = NDArray[np.int64]

TALLEST = 43.0
_DOT, _PITCH, _STACK = 3.3, 3.7, 4.4
_HIGHEST_STACK = 20
_SLOT_COLUMNS = 7
_BIN = 5.0
_UNEQUAL = 10
OWN_SCALE = "each group on its own scale"


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """Distinct scores on the user's scale, lowest first, with the cases and controls at each."""

    values: Floats
    cases: Integers
    controls: Integers

    @property
    def total(self) -> int:
        """Number of subjects."""
        return int(self.cases.sum()) + int(self.controls.sum())


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """A bar with its count in each slot, to one scale unless a group would then disappear."""

    slots: Slots
    cases: tuple[int, ...]
    controls: tuple[int, ...]

    @classmethod
    def of(cls, scores: Scores, slots: Slots) -> Bars:
        """Give each slot its counts."""
        held = scores.values.tolist()
        cases = dict(zip(held, scores.cases.tolist(), strict=True))
        controls = dict(zip(held, scores.controls.tolist(), strict=True))
        return cls(
            slots,
            tuple(cases.get(value, 0) for value in slots.values),
            tuple(controls.get(value, 0) for value in slots.values),
        )

    @property
    def note(self) -> str:
        """What must be said of this kind of picture."""
        return f"counts on the bars, {OWN_SCALE}" if self._unequal else "counts on the bars"

    @property
    def _unequal(self) -> bool:
        least, most = sorted((max(self.cases), max(self.controls)))
        return most > _UNEQUAL * least

    def _heights(self, counts: Sequence[int]) -> list[float]:
        most = max(counts) if self._unequal else max(*self.cases, *self.controls)
        return [max(1.0, TALLEST * count / most) if count else 0.0 for count in counts]

    @property
    def up(self) -> float:
        """Height above the line."""
        return max(self._heights(self.cases)) + 12

    @property
    def down(self) -> float:
        """Depth below the line."""
        return max(self._heights(self.controls)) + 12

    def draw(self, sheet: Sheet, y: float) -> None:
        """Draw the bars on the line at ``y``."""
        half = min(self.slots.pitch / 4, 14.3)
        for counts, sign, colour in ((self.cases, -1, INK), (self.controls, 1, MUTED)):
            for i, (count, height) in enumerate(zip(counts, self._heights(counts), strict=True)):
                x, tip = self.slots.middle(i), y + sign * height
                if count:
                    corners = [x - half, x - half, x + half, x + half]
                    _shape(sheet, corners, [y, tip, tip, y], cases=sign < 0)
                if self.cases[i] or self.controls[i]:
                    sheet.write(x, tip + sign * 6, self._text(count), size=COUNT, colour=colour, align="center")

    def _text(self, count: int) -> str:
        """Write a count, in powers of ten where all digits would run into the next bar."""
        return str(count) if text_width(str(count), COUNT) <= self.slots.pitch - 3 else in_powers(count, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Dots:
    """A dot for each subject, moved by at most half its width to stand on others."""

    line: NumberLine
    cases: tuple[Floats, Floats]
    controls: tuple[Floats, Floats]

    @classmethod
    def of(cls, scores: Scores, line: NumberLine) -> Dots | None:
        """Stack the dots, or give None if a stack would be too high to count."""
        places = line.places(scores.values)
        groups = []
        for counts in (scores.cases, scores.controls):
            x, row = _stacked(places, np.isfinite(scores.values), counts, line.start)
            if len(row) and row.max() >= _HIGHEST_STACK:
                return None
            groups.append((x, row))
        return cls(line, groups[0], groups[1])

    @property
    def note(self) -> str:
        """What must be said of this kind of picture."""
        return ""

    @property
    def up(self) -> float:
        """Height above the line."""
        return float(self.cases[1].max() + 1) * _STACK + 2

    @property
    def down(self) -> float:
        """Depth below the line."""
        return float(self.controls[1].max() + 1) * _STACK + 2

    def draw(self, sheet: Sheet, y: float) -> None:
        """Draw the dots on the line at ``y``."""
        x, row = self.cases
        sheet.marks(x, y - 3.2 - row * _STACK, "o", _DOT, edge=NAVY, fill=NAVY)
        x, row = self.controls
        sheet.marks(x, y + 3.2 + row * _STACK, "o", _DOT, edge=MUTED)


def _stacked(places: Floats, finite: NDArray[np.bool_], counts: Integers, start: float) -> tuple[Floats, Floats]:
    """Give place and row of each dot; infinite scores fill several columns around their place."""
    cells = np.floor((places - start) / _PITCH)
    x: list[float] = []
    rows: list[float] = []
    for cell in np.unique(cells[finite]).tolist():
        here = int(counts[finite & (cells == cell)].sum())
        x += [start + (cell + 0.5) * _PITCH] * here
        rows += range(here)
    for place, count in zip(places[~finite].tolist(), counts[~finite].tolist(), strict=True):
        columns = min(count, _SLOT_COLUMNS)
        x += [place + (i % columns - (columns - 1) / 2) * _PITCH for i in range(count)]
        rows += [i // columns for i in range(count)]
    return np.array(x, dtype=float), np.array(rows, dtype=float)


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """The share of each group in bins of one width on the page."""

    line: NumberLine
    edges: Floats
    cases: Floats
    controls: Floats
    infinite: tuple[tuple[float, float, float], ...]

    @classmethod
    def of(cls, scores: Scores, line: NumberLine) -> Histogram:
        """Count each group in bins; infinite scores have bins of their own."""
        places = line.places(scores.values)
        finite = np.isfinite(scores.values)
        bins = max(1, round((line.end - line.start) / _BIN))
        width = (line.end - line.start) / bins
        cells = np.clip(np.floor((places - line.start) / width), 0, bins - 1).astype(np.int64)
        shares = []
        for counts in (scores.cases, scores.controls):
            weights: Floats = counts / np.float64(counts.sum())
            inside = np.bincount(cells[finite], weights[finite], minlength=bins)
            most = max(inside.max(), weights[~finite].max(initial=0.0))
            shares.append((inside / most, weights[~finite] / most))
        (cases, cases_out), (controls, controls_out) = shares
        infinite = zip(places[~finite].tolist(), cases_out.tolist(), controls_out.tolist(), strict=True)
        edges = np.linspace(line.start, line.end, bins + 1)
        return cls(line, edges, cases, controls, tuple(infinite))

    @property
    def note(self) -> str:
        """What must be said of this kind of picture."""
        return f"histogram, {OWN_SCALE}"

    @property
    def up(self) -> float:
        """Height above the line."""
        return TALLEST + 2

    @property
    def down(self) -> float:
        """Depth below the line."""
        return TALLEST + 2

    def draw(self, sheet: Sheet, y: float) -> None:
        """Draw the bins on the line at ``y``."""
        for shares, sign in ((self.cases, -1), (self.controls, 1)):
            for first, stop in _runs(shares):
                x = np.repeat(self.edges[first : stop + 1], 2).tolist()
                tips = np.repeat(_seen(shares[first:stop]), 2)
                _shape(sheet, x, [y, *(y + sign * TALLEST * tips).tolist(), y], cases=sign < 0)
        for place, case_share, control_share in self.infinite:
            for share, sign in ((case_share, -1), (control_share, 1)):
                if share:
                    tip = y + sign * TALLEST * float(_seen(np.array([share]))[0])
                    x = [place - _BIN, place - _BIN, place + _BIN, place + _BIN]
                    _shape(sheet, x, [y, tip, tip, y], cases=sign < 0)


def _shape(sheet: Sheet, x: list[float], y: list[float], *, cases: bool) -> None:
    """Draw a shape of cases filled, of controls open."""
    sheet.shape(x, y, edge=NAVY if cases else MUTED, fill=NAVY if cases else None)


def _seen(shares: Floats) -> Floats:
    """Keep what is not zero high enough to be seen."""
    return np.where(shares > 0, np.maximum(shares, 0.02), 0.0)


def _runs(shares: Floats) -> list[tuple[int, int]]:
    """Give where neighbouring bins that are not empty begin and end."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], (shares > 0).astype(np.int8), [0]])))
    return [(int(first), int(stop)) for first, stop in edges.reshape(-1, 2)]
