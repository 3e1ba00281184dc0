"""The bigamma family of ROC curves: both decision variables are gamma with one shape.

Controls have shape r and rate 1, cases shape r and rate b < 1. On the axis of log(x) the cases are the controls moved
by -log(b), so the tails of both groups are one function. The likelihood ratio of a decision variable x is
b**r exp((1 - b) x), which always rises: the curve has no hook.

The area is the beta distribution function with both parameters r at 1 / (1 + b), for x0 / (x0 + b x1) is beta when x0
and b x1 are gamma of shape r: that is the F distribution with 2r and 2r degrees of freedom at 1 / b.

References: [dorfman1997]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.parametric.family import CurveFamily, ParameterScale, Tails
from rocstats.parametric.gamma_tail import gamma_tail
from rocstats.parametric.ordinal_table import table_area
from rocstats.printing import Note
from rocstats.results import Card

# Range of r and -log(b) on their free scales: from a jump with a straight line behind it to a normal curve, and as far
# as a float holds b.
_LEAST, _MOST = np.log([0.02, 1e-12]), np.log([1e3, 700.0])
_ROUNDING = 1e-9
_NEARLY_JUMP = 0.022
_NEARLY_NORMAL = 900.0
# A likelihood that is flat at such a shape tends to the limit on that side.
_TENDS = (0.05, 100.0)
# Nearer to 0.5 or to 1 than this an area shows no shape.
_NEAR_CHANCE = 1e-4
_NEAR_ONE = 1e-9
# The net: shapes, and distances from the empirical area on the logit scale.
_SHAPES = (0.021, 0.05, 0.12, 0.3, 0.8, 2.0, 6.0, 30.0, 950.0)
_ABOUT = (-1.2, -0.6, -0.2, 0.2, 0.6)
# An area is held so far off 1 that what is left of it still has digits.
_LEAST_REST = 1e-9
# Where exp(t) has no digits left, the lower tail is its first term.
_TINY_CUT = -600.0


@dataclass(frozen=True, slots=True)
class Bigamma(CurveFamily):
    """The bigamma curve: shape r of both groups, rate 1 of controls and b < 1 of cases.

    A proper curve with two parameters: its slope falls all the way, so it never crosses the chance line. With r = 1 it
    is the power law TPF = FPF**b; as r grows it becomes the binormal curve of equal variances, as r falls to 0 a
    vertical jump with a straight line behind it. Both limits are reached by data that lie beyond the family; the fit
    then stands at the edge, without standard errors.

    It misleads where the test is worse than chance: the family ends at the chance line, b = 1, where every r draws the
    same curve and nothing can be said of r. With few categories r is badly determined, though the area is not: read the
    interval of r before r. It bends to one side only, as where cases spread more than controls; for data that bend to
    the other it ends at the normal limit, and the proper binormal curve serves.

    References
    ----------
    [dorfman1997]

    Examples
    --------
    >>> import numpy as np
    >>> curve = Bigamma()
    >>> round(curve.area(np.array([1.0, 0.25])), 12), round(curve.area(np.array([2.0, 0.25])), 12)
    (0.8, 0.896)
    """

    card: ClassVar[Card] = Card(
        id="bigamma",
        name="bigamma",
        sentence="The decision variables are gamma with a common shape r, rate 1 in controls and b < 1 in cases.",
        references=("dorfman1997",),
        title="Bigamma",
    )
    equation: ClassVar[str] = "FPF = Q(x), TPF = Q(b x), Q gamma of shape r"
    parameters: ClassVar[tuple[str, ...]] = ("r", "b")
    scales: ClassVar[tuple[ParameterScale, ...]] = ("log", "logit")
    axis: ClassVar[str] = "log x"
    proper: ClassVar[bool] = True

    def tails(self, theta: Floats, cuts: Floats) -> tuple[Tails, Tails]:
        """Return the tails at cuts of log(x): one function, moved by log(b) for cases."""
        r, b = float(theta[0]), float(theta[1])
        cuts = np.asarray(cuts, dtype=np.float64)
        k = len(cuts)
        both = gamma_tail(r, np.concatenate([cuts, cuts + math.log(b)]))
        out = []
        for here, own in ((slice(k), False), (slice(k, None), True)):
            first, second = np.zeros((3, k)), np.zeros((3, 3, k))
            first[0], first[1] = both.t[here], both.r[here]
            second[0, 0], second[1, 1] = both.tt[here], both.rr[here]
            second[0, 1] = second[1, 0] = both.tr[here]
            if own:
                first[2] = first[0] / b
                second[0, 2] = second[2, 0] = second[0, 0] / b
                second[1, 2] = second[2, 1] = second[0, 1] / b
                second[2, 2] = (second[0, 0] - first[0]) / (b * b)
            out.append(Tails(both.upper[here], both.lower[here], first, second))
        return out[0], out[1]

    def cuts_at(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the logarithm of the gamma quantile."""
        return _log_quantile(float(theta[0]), np.asarray(fpf, dtype=np.float64))

    def cuts_at_tpf(self, theta: Floats, tpf: Floats) -> Floats:
        """Return the logarithm of the gamma quantile, moved back by log(b)."""
        return _log_quantile(float(theta[0]), np.asarray(tpf, dtype=np.float64)) - math.log(theta[1])

    def area(self, theta: Floats) -> float:
        """Return the beta distribution function at 1 / (1 + b), from its other tail, which is exact for small b."""
        from scipy.special import betainc

        b = float(theta[1])
        return float(1 - betainc(theta[0], theta[0], b / (1 + b)))

    def area_gradient(self, theta: Floats) -> Floats:
        """Return the derivatives of the area.

        With l = log(x1 / x0) for equal rates, of density g(l) = (2 cosh(l / 2))**(-2 r) / B(r, r), the area is 1/2 plus
        the integral of g from 0 to -log(b); the shape acts under the integral.
        """
        from scipy.integrate import quad
        from scipy.special import betaln, digamma

        r, b = float(theta[0]), float(theta[1])
        constant = float(betaln(r, r))
        slope = 2 * float(digamma(2 * r) - digamma(r))

        def log_doubled_cosh(half: float) -> float:
            return half + math.log1p(math.exp(-2 * half))

        def density(l: float) -> float:  # noqa: E741 - the letter of the formula
            return math.exp(-2 * r * log_doubled_cosh(l / 2) - constant)

        def changed(l: float) -> float:  # noqa: E741
            return density(l) * (slope - 2 * log_doubled_cosh(l / 2))

        end = -math.log(b)
        # Smooth on the scale of the standard deviation of l, which is between 1 / r and 1 / sqrt(r).
        spread = math.sqrt(2 / r + 2 / r**2)
        parts = [0.0, *(at for at in (spread / 4, spread, 3 * spread, 9 * spread) if at < end), end]
        by_shape = sum(
            quad(changed, low, high, epsabs=1e-14, epsrel=1e-12, limit=200)[0] for low, high in pairwise(parts)
        )
        return np.array([by_shape, -density(end) / b])

    def free(self, theta: Floats) -> Floats:
        """Return log(r) and log(-log(b)): fits of one area lie nearly on a line of these."""
        with np.errstate(divide="ignore", invalid="ignore"):
            free = np.array([np.log(theta[0]), np.log(-np.log(theta[1]))])
            inside = (free >= _LEAST - _ROUNDING) & (free <= _MOST + _ROUNDING)
        return np.where(inside, free, np.nan)

    def natural(self, free: Floats) -> Floats:
        """Return r and b; beyond the range that floats hold, its end."""
        shape, shift = np.exp(np.clip(free, _LEAST, _MOST))
        return np.array([shape, np.exp(-shift)])

    def natural_slopes(self, free: Floats) -> tuple[Floats, Floats]:
        """Return both derivatives of r and of b; at the ends of their range and beyond, 0."""
        inside = (free > _LEAST + _ROUNDING) & (free < _MOST - _ROUNDING)
        shape, shift = np.exp(np.clip(free, _LEAST, _MOST))
        b = np.exp(-shift)
        first, second = np.array([shape, -shift * b]), np.array([shape, shift * (shift - 1) * b])
        return np.where(inside, first, 0.0), np.where(inside, second, 0.0)

    def starts(self, controls: Integers, cases: Integers) -> list[Floats]:
        """Return the shape 1, the power law, with the rate of the empirical area."""
        return [self._of_area(1.0, min(max(table_area(controls, cases), 0.55), 1 - _LEAST_REST))]

    def net(self, controls: Integers, cases: Integers) -> Floats:
        """Return shapes from one end to the other, each with rates about the one of the empirical area."""
        from scipy.special import expit, logit

        area = min(max(table_area(controls, cases), 0.55), 1 - _LEAST_REST)
        return np.array([[self._of_area(r, a) for a in expit(logit(area) + np.array(_ABOUT))] for r in _SHAPES])

    def _of_area(self, r: float, area: float) -> Floats:
        """Return the parameters of a shape with an area, held inside the family."""
        from scipy.special import betaincinv

        b = float(betaincinv(r, r, 1 - area)) / float(betaincinv(r, r, area))
        return np.array([r, min(max(b, 1e-250), 1 - 1e-6)])

    def boundary(self, theta: Floats) -> Note | None:
        """Name the chance line, the two limits of the shape, and separation."""
        area = self.area(theta)
        if area - 0.5 < _NEAR_CHANCE:
            return Note(
                "chance-line",
                "The bigamma fit is the chance line, where its family ends and every shape r draws the same curve, so "
                "there are no standard errors. Use the empirical AUC, or Binormal(), which also goes below chance.",
            )
        if 1 - area < _NEAR_ONE:
            return Note(
                "degenerate-curve",
                "The bigamma fit separates the groups perfectly, and its rate b runs to 0. Use the empirical AUC with "
                "Newcombe's interval.",
            )
        if theta[0] >= _NEARLY_NORMAL:
            return _NORMAL_LIMIT
        return _JUMP_LIMIT if theta[0] <= _NEARLY_JUMP else None

    def limit(self, theta: Floats) -> Note | None:
        """Name the limit of the shape that a flat likelihood tends to."""
        low, high = _TENDS
        return _NORMAL_LIMIT if theta[0] >= high else _JUMP_LIMIT if theta[0] <= low else None


_NORMAL_LIMIT = Note(
    "parameter-edge",
    "The shape r of the bigamma fit runs to infinity, where the curve is binormal with equal variances: no standard "
    "errors. Use Binormal() or ProperBinormal().",
)
_JUMP_LIMIT = Note(
    "parameter-edge",
    "The shape r of the bigamma fit runs to 0, where the curve is a vertical jump with a straight line behind it: no "
    "standard errors. The contaminated binormal family has the same limit, so ContaminatedBinormal() is no way out. "
    "Use the empirical AUC.",
)


def _log_quantile(shape: float, upper: Floats) -> Floats:
    """Return log(x) whose upper tail is given; where x underflows, the first term of the series is exact."""
    from scipy.special import gammainccinv, gammaincinv, gammaln

    lower = 1 - upper
    first_term = (np.log(lower) + gammaln(shape + 1)) / shape
    x = np.where(upper < 0.5, gammainccinv(shape, upper), gammaincinv(shape, np.minimum(lower, 0.5)))
    cuts = np.where(first_term < _TINY_CUT, first_term, np.log(np.maximum(x, 1e-300)))
    # One step of Newton on the smaller tail gives the last digits.
    at = gamma_tail(shape, cuts)
    small = upper < 0.5
    miss = np.where(small, at.upper - upper, lower - at.lower)
    step = np.divide(miss, at.t, out=np.zeros_like(cuts), where=at.t < 0)
    return np.asarray(cuts - np.clip(step, -0.1, 0.1))
