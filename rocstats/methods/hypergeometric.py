"""Tails of the hypergeometric distribution, for counts of any size that a float holds.

Of a 2x2 table with its margins fixed, the first cell has this distribution. With A the value that a cell is expected to
have and e the distance of all four cells from theirs, Stirling's formula gives the log probability as minus the sum of
A h(±e/A), h(t) = (1 + t) log(1 + t) - t, and terms that are small; nothing in it cancels, which cannot be said of
differences of log factorials. Few terms of a tail are summed one by one, many by the Euler-Maclaurin formula.

Tails are those of ``scipy.stats.hypergeom`` where that serves; it loses digits from 1e5 subjects on and, with
``scipy.stats.fisher_exact``, its integers above 3e9 in a group.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.empirical.ranks import Floats

# More terms than this are integrated; the distribution is then so wide that the sum is an integral to 1e-12.
_MOST_TERMS = 100_000
# What is left out of a tail is below exp(-45) of its first term, for each term.
_NEGLIGIBLE = 45.0
# Log probabilities are good to 1e-11, so two within this are those of equally likely tables.
_TIE = 1e-10
_SMALL = 16
_NEAR = 0.1
_SERIES = np.array([(-1) ** k / (k * (k - 1)) for k in range(2, 19)])
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680)
_PANELS, _NODES = 64, 16


@dataclass(frozen=True, slots=True)
class FixedMargins:
    """A table ((a, b), (c, d)) among all with its margins; no margin is 0."""

    a: int
    b: int
    c: int
    d: int

    @property
    def swapped(self) -> FixedMargins:
        """The table with its rows exchanged, whose upper tail is the lower one of this."""
        return FixedMargins(self.c, self.d, self.a, self.b)

    @property
    def mode(self) -> int:
        """The most probable value of the first cell, the larger of two."""
        row, column, total = self.a + self.b, self.a + self.c, self.a + self.b + self.c + self.d
        return (row + 1) * (column + 1) // (total + 2)

    def log_probability(self, steps: Floats) -> Floats:
        """Return the log probability of the tables whose first cell is so many steps above this one."""
        total = self.a + self.b + self.c + self.d
        away = float(Fraction(self.a * self.d - self.b * self.c, total)) + steps
        found = np.full(len(steps), _stirling_of(self))
        for cell, row, column, sign in (
            (self.a, self.a + self.b, self.a + self.c, 1),
            (self.b, self.a + self.b, self.b + self.d, -1),
            (self.c, self.c + self.d, self.a + self.c, -1),
            (self.d, self.c + self.d, self.b + self.d, 1),
        ):
            expected = float(Fraction(row * column, total))
            found -= expected * _h(np.maximum(sign * away / expected, -1.0)) + _beyond_powers(cell + sign * steps)
        return found

    def upper_tail(self) -> float:
        """Return the probability of this table and all with a larger first cell, which is at or above the mode."""
        most = min(self.b, self.c)
        first = self._log(0)
        last = _last(lambda j: self._log(j) > first - _NEGLIGIBLE, most)
        if last < _MOST_TERMS:
            return math.fsum(np.exp(self.log_probability(np.arange(last + 1.0))))
        nodes, weights = np.polynomial.legendre.leggauss(_NODES)
        width = last / _PANELS
        x = ((np.arange(_PANELS)[:, None] + (nodes + 1) / 2) * width).ravel()
        area = float(np.tile(weights, _PANELS) @ np.exp(self.log_probability(x))) * width / 2
        start = math.exp(first)
        return area + start / 2 - start * (self._log(1) - first) / 12

    def at_least(self) -> float:
        """Return the probability of this first cell or a larger one."""
        if self.a >= self.mode:
            return self.upper_tail()
        below = self.swapped.moved(1)
        return 1.0 if below is None else 1 - below.upper_tail()

    def at_most(self) -> float:
        """Return the probability of this first cell or a smaller one."""
        return self.swapped.at_least()

    def no_likelier(self) -> float:
        """Return the probability of all tables that are no more probable than this one."""
        if self.a < self.mode:
            return self.swapped.no_likelier()
        here = self._log(0)
        # Below the mode probabilities fall with the distance from it; the last that is larger ends what is left out.
        to_mode, to_end = self.a - self.mode, min(self.a, self.d)
        if to_mode == 0:
            return 1.0
        last = _last(lambda j: self._log(-j) > here + _TIE, to_end, start=to_mode)
        other = self.swapped.moved(last + 1)
        return self.upper_tail() + (0.0 if other is None else other.upper_tail())

    def moved(self, steps: int) -> FixedMargins | None:
        """Return the table with a first cell so much larger, or None where there is none."""
        if steps > min(self.b, self.c):
            return None
        return FixedMargins(self.a + steps, self.b - steps, self.c - steps, self.d + steps)

    def _log(self, step: int) -> float:
        return float(self.log_probability(np.array([float(step)]))[0])


def _last(holds: Callable[[int], bool], most: int, *, start: int = 0) -> int:
    """Return the last whole number up to ``most`` at which something holds that holds at ``start`` and then ends."""
    low, high = start, most + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _h(t: Floats) -> Floats:
    """Return (1 + t) log(1 + t) - t, by its series where that would cancel."""
    near = np.abs(t) < _NEAR
    small = np.where(near, t, 0.0)
    series = np.zeros_like(t)
    for coefficient in _SERIES[::-1]:
        series = (series + coefficient) * small
    grown = np.where(near, 0.0, 1 + t)
    direct = grown * np.log(np.where(grown > 0, grown, 1.0)) - t
    found: Floats = np.where(near, series * small, direct)
    return found


def _beyond_powers(n: Floats) -> Floats:
    """Return log n! less n log n - n: the rest of Stirling's formula, 0 for 0."""
    from scipy.special import gammaln, xlogy

    large = np.maximum(n, _SMALL)
    inverse = 1 / large
    series = np.zeros_like(large)
    for coefficient in _STIRLING[::-1]:
        series = series * inverse**2 + coefficient
    few = np.clip(n, 0, _SMALL)
    found: Floats = np.where(
        n >= _SMALL, np.log(2 * math.pi * large) / 2 + series * inverse, gammaln(few + 1) - xlogy(few, few) + few
    )
    return found


def _stirling_of(table: FixedMargins) -> float:
    """Return what the margins add to the log probability beyond powers."""
    a, b, c, d = table.a, table.b, table.c, table.d
    margins = np.array([a + b, c + d, a + c, b + d, a + b + c + d], dtype=np.float64)
    terms = _beyond_powers(margins)
    return float(terms[:4].sum() - terms[4])
