"""The likelihood ratio of two normal distributions as a decision variable.

Controls are N(0, 1) and cases N(a / b, 1 / b^2); y = b x - a is the score x in the units of the cases. With b = 1 the
ratio rises with the score. Otherwise it is high outside an interval of scores (b < 1) or inside one (b > 1). Write x1
and x2 for the two ends, at which the ratio has one value, and x0 for their middle: x1 stays and x2 leaves towards
infinity as b goes to 1.

A cut is the normal quantile z of the FPF. On that axis nothing happens at b = 1, for there x1 = z, and whatever x2 adds
vanishes faster than every power of 1 - b; and controls do not depend on a and b. The set of high ratios is the best of
its size, so the shift of its ends at a fixed FPF does not count in first derivatives of the TPF; in second ones it
counts as the variance, over both ends, of the derivative of the log ratio.

References: [metz1999]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.parametric.binormal_area import binormal_area, binormal_area_gradient
from rocstats.parametric.normal_controls import density
from rocstats.parametric.two_tails import END, interval_beyond, log_inside, log_outside

# With the middle so far out, x2 has no probability that a double-precision number could show.
_ONE_ENDED = 60.0


@dataclass(frozen=True, slots=True)
class Ends:
    """Both ends of the interval at each cut; ``half`` is x1 - x0, ``p1`` and ``p2`` their shares in the density."""

    z: Floats
    x1: Floats
    x2: Floats
    half: Floats
    p1: Floats
    p2: Floats


@dataclass(frozen=True, slots=True)
class BinormalRatio:
    """The pair with a >= 0 and b > 0, read by its likelihood ratio.

    ``spread`` is (1 - b^2) and given, since it loses its digits where b is near 1.
    """

    a: float
    b: float
    spread: float

    @property
    def one_ended(self) -> bool:
        """Whether the ratio rises with the score as far as numbers show."""
        return self.spread == 0 or self.a * self.b >= _ONE_ENDED * abs(self.spread)

    @property
    def middle(self) -> tuple[float, float]:
        """x0 in units of the controls and y0 in those of the cases; 0 where there is one end only."""
        return (0.0, 0.0) if self.one_ended else (-self.a * self.b / self.spread, -self.a / self.spread)

    @property
    def _turned(self) -> float:
        """Sign that turns the high ratios to the outside of an interval on the left of the mean."""
        return -1.0 if self.spread < 0 else 1.0

    def ends(self, z: Floats) -> Ends:
        """Return the interval at normal quantiles of the FPF."""
        from scipy.special import expit

        z = np.clip(np.asarray(z, dtype=np.float64), -END, END)
        if self.one_ended:
            zero = np.zeros_like(z)
            return Ends(z, z, zero, zero, np.ones_like(z), zero)
        m = abs(self.middle[0])
        near, s = interval_beyond(m, self._turned * z)
        p2 = expit(-2 * m * s)
        return Ends(z, self._turned * near, -self._turned * (s + m), self._turned * s, expit(2 * m * s), p2)

    def tpf(self, ends: Ends) -> tuple[Floats, Floats]:
        """Return the TPF and 1 - TPF, each exact where it is small."""
        from scipy.special import ndtr

        y1 = self.b * ends.x1 - self.a
        if self.one_ended:
            return ndtr(-y1), ndtr(y1)
        m, s = abs(self.middle[1]), self.b * np.abs(ends.half)
        outside, inside = (np.exp(log(m, self._turned * y1, s)) for log in (log_outside, log_inside))
        return (outside, inside) if self.spread > 0 else (inside, outside)

    def derivatives(self, ends: Ends) -> tuple[Floats, Floats]:
        """Return first and second derivatives of the TPF in z, a and b, along the cuts."""
        a, b, (x0, y0) = self.a, self.b, self.middle
        z, x1, x2, p1, p2, half = ends.z, ends.x1, ends.x2, ends.p1, ends.p2, ends.half
        y1, y2 = b * x1 - a, b * x2 - a
        f1 = density(y1)
        f2 = np.zeros_like(f1) if self.one_ended else density(y2)
        both, gap = f1 + f2, -f1 * np.expm1(-2 * np.abs(x0 * half)) if not self.one_ended else f1
        # Where the interval is narrow, sums over both ends are taken about their middle and keep their digits.
        narrow = p2 > 0.01

        def over(ends: Floats, even: Floats | float, odd: Floats) -> Floats:
            return np.where(narrow, even * gap + odd * both, ends)

        by_b = -over(x1 * f1 - x2 * f2, x0, half)
        by_aa = over(y1 * f1 - y2 * f2, y0, b * half)
        by_ab = -over(x1 * y1 * f1 - x2 * y2 * f2, x0 * y0 + b * half**2, half * (b * x0 + y0))
        even, odd = x0 * x0 * y0 + half**2 * (y0 + 2 * b * x0), half * (2 * x0 * y0 + b * (x0 * x0 + half**2))
        by_bb = over(x1 * x1 * y1 * f1 - x2 * x2 * y2 * f2, even, odd)
        follows = p1 * np.exp((x1 - z) * (x1 + z) / 2)  # how x1 moves with z
        steep = a * b + self.spread * x1 if self.one_ended else self.spread * half  # how the log ratio moves with x1
        by_z = -b * follows * both
        # The log ratio moves with a and b, at fixed FPF, by the mean of how it moves at both ends.
        by_za, by_zb = by_z * (p1 * y1 + p2 * y2), by_z * (1 / b - p1 * x1 * y1 - p2 * x2 * y2)
        first = np.stack([by_z, gap, by_b])
        second = np.array([[-by_z * (z - steep * follows), by_za, by_zb], [by_za, by_aa, by_ab], [by_zb, by_ab, by_bb]])
        if not self.one_ended:
            apart = np.array([b, -(b * x0 + y0)])
            variance = 4 * b * both * p1 * p2 * np.abs(half / self.spread)
            second[1:, 1:] += np.multiply.outer(np.outer(apart, apart), variance)
        return first, second

    def cuts_at_tpf(self, tpf: Floats) -> Floats:
        """Return the normal quantile of the FPF at which the TPF has these values."""
        from scipy.special import ndtri, ndtri_exp

        a, b = self.a, self.b
        w = -ndtri(tpf)
        if self.one_ended:
            return np.asarray((w + a) / b)
        near, s = interval_beyond(abs(self.middle[1]), self._turned * w)
        m, s = abs(self.middle[0]), s / b
        near = (near + self._turned * a) / b
        out, ins = log_outside(m, near, s), log_inside(m, near, s)
        cuts = np.where(out < ins, -ndtri_exp(np.minimum(out, ins)), ndtri_exp(np.minimum(out, ins)))
        return np.asarray(self._turned * cuts)

    def partial_area(self, low: float, high: float) -> float:
        """Return the area under the curve between two false positive fractions."""
        if self.one_ended:
            return binormal_area(self.a, self.b, low, high)
        inside = high - low if self.spread < 0 else 0.0
        return sum(binormal_area(a, self.b, *edges) for a, edges in self._pieces(low, high)) - inside

    def partial_area_gradient(self, low: float, high: float) -> Floats:
        """Return the derivatives of that area in a and b."""
        if self.one_ended:
            return binormal_area_gradient(self.a, self.b, low, high)
        x0 = self.middle[0]
        found = np.zeros(2)
        for (a, edges), sign, shift in zip(
            self._pieces(low, high), (1, -1, -1, 1), (0.0, 2 * x0, 0.0, -2 * x0), strict=True
        ):
            by_a, by_b = binormal_area_gradient(a, self.b, *edges)
            found += sign * by_a, by_b + shift * by_a
        return found

    def _pieces(self, low: float, high: float) -> list[tuple[float, tuple[float, float]]]:
        """Return the four binormal curves of slope b, and the FPF of each, whose areas make that of a band.

        The TPF is Phi(-y1) + Phi(y2), less 1 if the ratio is high inside; the FPF the same of x1 and x2. Either of the
        first runs along either of the second.
        """
        from scipy.special import ndtr, ndtri

        turn = 2 * self.b * self.middle[0] - self.a
        at = self.ends(-ndtri(np.clip([low, high], 1e-300, 1 - 1e-16)))
        first, second = ndtr(-at.x1), ndtr(at.x2)
        for i, fpf in enumerate((low, high)):
            if fpf <= 0 or fpf >= 1:
                self._corner(first, second, i, fpf)
        one, two = (float(first[0]), float(first[1])), (float(second[0]), float(second[1]))
        return [(self.a, one), (turn, one), (-self.a, two), (-turn, two)]

    def _corner(self, first: Floats, second: Floats, i: int, fpf: float) -> None:
        """Put the ends where the interval is all or nothing."""
        from scipy.special import ndtr

        x0 = self.middle[0]
        closed = (fpf >= 1) == (self.spread > 0)
        first[i] = ndtr(-x0) if closed else float(fpf >= 1)
        second[i] = ndtr(x0) if closed else float(fpf >= 1)
