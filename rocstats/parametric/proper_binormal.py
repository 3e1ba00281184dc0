"""The proper binormal family of ROC curves.

The likelihood ratio of two normal distributions is the decision variable; with a and b of the binormal curve,
d_a = sqrt(2) a / sqrt(1 + b^2) and c = (b - 1) / (b + 1). The decision axis is the normal quantile of the FPF, on which
all is smooth where c goes through 0.

References: [metz1999], [pesce2007]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.binormal_ratio import BinormalRatio
from rocstats.parametric.family import CurveFamily, ParameterScale, Tails
from rocstats.parametric.normal_controls import density, normal_controls
from rocstats.parametric.ordinal_table import table_area
from rocstats.printing import Note
from rocstats.results import Card

# Curves within this area of the chance line, or of the perfect curve, or with c within this of -1 or 1, are at an edge.
_CHANCE, _PERFECT, _ENDS = 2e-4, 1e-9, 1e-4
# So is d_a where the middle of the interval is within this part of a standard deviation of both means.
_MIDDLE = 0.01
# Where the data do not tell d_a, and the middle is within this part, it is 0.
_NEAR_MIDDLE = 0.3
# Below this square of d_a the climb takes it for 0.
_LEAST = 1e-6
# The net: parts of the largest difference of deviations, distances from the empirical area on the logit scale, and the
# least distance of means.
_PARTS = (-1.0, -0.85, -0.6, -0.35, -0.1, 0.1, 0.35, 0.6, 0.85, 1.0)
_ABOUT, _NEAREST = (-0.9, -0.3, 0.1, 0.5), 0.1


@dataclass(frozen=True, slots=True)
class ProperBinormal(CurveFamily):
    """Proper binormal ROC curves: the likelihood ratio of a binormal pair is the decision variable.

    ``d_a`` >= 0 is the distance of the means in the root mean square of both standard deviations; ``c`` = (b - 1) /
    (b + 1) compares the deviations, b being that of controls over that of cases. The slope falls all the way, so the
    curve has no hook and lies above the chance line. With c = 0 it is the binormal curve with b = 1. The area is 0.5
    only where both parameters are 0: a mere difference of spread (d_a = 0) tells the groups apart as well, once it is
    read by its likelihood ratio.

    Assumes that a subject is the more suspect the more likely its finding is in cases compared with controls. It
    misleads where a hook is real (very low scores that mark disease as well), and it cannot describe a test that is
    worse than chance. With c < 0 the curve leaves the lower left corner upright, with c > 0 it reaches the upper right
    corner level, each within very few subjects where c is near 0; c is then told badly, while the area is told well.

    References
    ----------
    [metz1999], [pesce2007]

    Examples
    --------
    >>> import numpy as np
    >>> from rocstats.parametric.proper_binormal import ProperBinormal
    >>> curve, theta = ProperBinormal(), np.array([1.197239, -0.1322804])
    >>> round(curve.area(theta), 4)
    0.8014
    >>> curve.tpf(theta, np.array([0.0, 0.1, 1.0])).round(4)
    array([0.    , 0.5337, 1.    ])
    >>> curve.slope(theta, np.array([0.01, 0.5, 0.999])).round(3)
    array([8.876, 0.434, 0.193])
    """

    card: ClassVar[Card] = Card(
        id="proper-binormal",
        name="proper binormal",
        sentence=(
            "The ROC curve was modelled as proper binormal: the decision variable is the likelihood ratio of two "
            "normal distributions."
        ),
        references=("metz1999",),
        title="Proper binormal",
    )
    equation: ClassVar[str] = "binormal likelihood ratio, c = (b - 1)/(b + 1)"
    parameters: ClassVar[tuple[str, ...]] = ("d_a", "c")
    scales: ClassVar[tuple[ParameterScale, ...]] = ("log", "atanh")
    proper: ClassVar[bool] = True

    def tails(self, theta: Floats, cuts: Floats) -> tuple[Tails, Tails]:
        """Return the tails of controls and of cases at cuts that are normal quantiles of the FPF."""
        pair = _pair(theta)
        ends = pair.ends(cuts)
        return normal_controls(ends.z, 2), Tails(*pair.tpf(ends), *_chained(theta, *pair.derivatives(ends)))

    def cuts_at(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the cut of each false positive fraction strictly between 0 and 1."""
        from scipy.special import ndtri

        return np.asarray(-ndtri(fpf))

    def cuts_at_tpf(self, theta: Floats, tpf: Floats) -> Floats:
        """Return the cut of each true positive fraction strictly between 0 and 1."""
        return _pair(theta).cuts_at_tpf(tpf)

    def area(self, theta: Floats) -> float:
        """Return the area under the curve: in terms of Owen's T, 1 - 2 T(d_a / sqrt 2, (1 - c^2) / |2 c|)."""
        from scipy.special import owens_t

        d, c = float(theta[0]), float(theta[1])
        return float(1 - 2 * owens_t(d / math.sqrt(2), (1 - c * c) / (2 * abs(c)) if c else math.inf))

    def area_gradient(self, theta: Floats) -> Floats:
        """Return the derivatives of the area in d_a and c."""
        from scipy.special import erf

        d, c = float(theta[0]), float(theta[1])
        square = 1 + c * c
        by_d = float(density(np.array(d / math.sqrt(2)))) / math.sqrt(2)
        if c == 0:
            return np.array([by_d, 0.0])
        reach = d / abs(c) / 4
        by_c = math.copysign(2 / math.pi, c) / square * math.exp(-(min(reach * square, 30.0) ** 2))
        return np.array([by_d * float(erf(reach * (1 - c * c))), by_c])

    def partial_area(self, theta: Floats, low: float, high: float) -> float:
        """Return the area under the curve between two false positive fractions, in closed form."""
        return _pair(theta).partial_area(low, high)

    def partial_area_gradient(self, theta: Floats, low: float, high: float) -> Floats:
        """Return the derivatives of the partial area in d_a and c, in closed form."""
        gradient: Floats = _slopes(theta)[0] @ _pair(theta).partial_area_gradient(low, high)
        return gradient

    def free(self, theta: Floats) -> Floats:
        """Return the square of d_a, and atanh c.

        The curve of -d_a is that of d_a, and near d_a = 0 the square moves the curve as c does, so that the likelihood
        has a stationary point at 0: on the scale of the square an ordinary one.
        """
        if theta[0] < 0:
            raise ValueError("d_a is not negative")
        return np.array([theta[0] ** 2, math.atanh(theta[1])])

    def natural(self, free: Floats) -> Floats:
        """Return d_a and c."""
        return np.array([math.sqrt(max(free[0], _LEAST)), math.tanh(min(max(free[1], -15.0), 15.0))])

    def natural_slopes(self, free: Floats) -> tuple[Floats, Floats]:
        """Return first and second derivatives of d_a and c in the square of d_a and atanh c."""
        d, c = self.natural(free)
        slope = 1 - c * c
        inside = float(free[0] > _LEAST)
        return np.array([inside / (2 * d), slope]), np.array([-inside / (4 * d**3), -2 * c * slope])

    def starts(self, controls: Integers, cases: Integers) -> list[Floats]:
        """Return the line through the probits of the empirical points, read by its likelihood ratio."""
        a, b = Binormal().starts(controls, cases)[0]
        return [np.array([max(math.sqrt(2) * a / math.hypot(1, b), 0.1), (b - 1) / (b + 1)])]

    def net(self, controls: Integers, cases: Integers) -> Floats:
        """Return differences of deviations from one edge to the other, each with distances that give likely areas.

        A row holds one part of the difference that would give the area alone, with d_a = 0. The likelihood may have a
        top on either side of c = 0, and one with d_a = 0.
        """
        from scipy.special import expit, logit

        area = min(max(table_area(controls, cases), 0.55), 1 - 1e-6)
        angle = math.pi * (1 - np.maximum(expit(logit(area) + np.array(_ABOUT)), 0.51))
        most = 1 / (np.tan(angle) + np.hypot(1, np.tan(angle)))
        return np.array(
            [
                [[self._distance(a, part * c), part * c] for a, c in zip(1 - angle / math.pi, most, strict=True)]
                for part in _PARTS
            ]
        )

    def _distance(self, area: float, c: float) -> float:
        """Return about the d_a of an area, by halving, and at least a tenth."""
        low, high = _NEAREST, 12.0
        for _ in range(12):
            middle = (low + high) / 2
            low, high = (middle, high) if self.area(np.array([middle, c])) < area else (low, middle)
        return low

    def boundary(self, theta: Floats) -> Note | None:
        """Name the edge: chance line, perfect curve, or means that are the same."""
        c, area = float(theta[1]), self.area(theta)
        if area - 0.5 < _CHANCE:
            return _CHANCE_LINE
        if 1 - area < _PERFECT or 1 - abs(c) < _ENDS:
            return _PERFECT_CURVE
        return _SAME_MEANS if _middle(theta) < _MIDDLE else None

    def limit(self, theta: Floats) -> Note | None:
        """Name equal means, which a flat likelihood tends to: d_a counts by its fourth power there."""
        return _SAME_MEANS if _middle(theta) < _NEAR_MIDDLE else None


_CHANCE_LINE = Note(
    "chance-line",
    "The likelihood is largest at the chance line, the edge of the proper binormal family: d_a and c are both 0 there "
    "and have no standard errors. Test the empirical AUC against 0.5; if it is below, look at the direction of the "
    "test.",
)
_PERFECT_CURVE = Note(
    "degenerate-curve",
    "The likelihood rises towards the perfect curve, so d_a and c have no finite estimate. Report the empirical AUC "
    "with an interval that allows for it, auc(sample, Newcombe()).",
)
_SAME_MEANS = Note(
    "parameter-edge",
    "The likelihood is largest at d_a = 0, an edge of the proper binormal family: cases differ in spread alone, and "
    "there are no standard errors. Look at both distributions; the empirical AUC has a standard error.",
)


def _pair(theta: Floats) -> BinormalRatio:
    """Return a and b, and 1 - b^2 without loss near 0."""
    d, c = float(theta[0]), float(theta[1])
    return BinormalRatio(d * math.hypot(1, c) / (1 - c), (1 + c) / (1 - c), -4 * c / (1 - c) ** 2)


def _middle(theta: Floats) -> float:
    """Return how far the middle of the interval is from the farther mean; infinite where there is one end only."""
    pair = _pair(theta)
    return math.inf if pair.one_ended else max(map(abs, pair.middle))


def _slopes(theta: Floats) -> tuple[Floats, Floats]:
    """Return the derivatives of a and b in d_a and c, [i, k] and [i, j, k]."""
    d, c = float(theta[0]), float(theta[1])
    root, left = math.hypot(1, c), 1 - c
    by_c = (1 + c) / (root * left**2)
    twice = by_c * (1 / (1 + c) - c / root**2 + 2 / left)
    first = np.array([[root / left, 0.0], [d * by_c, 2 / left**2]])
    second = np.array([[[0.0, 0.0], [by_c, 0.0]], [[by_c, 0.0], [d * twice, 4 / left**3]]])
    return first, second


def _chained(theta: Floats, first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Turn derivatives in a and b into those in d_a and c; the first place is the cut."""
    slope, bend = _slopes(theta)
    turn = np.eye(3)
    turn[1:, 1:] = slope
    half = np.einsum("ik,klx->ilx", turn, second)
    bent: Floats = np.einsum("jl,ilx->ijx", turn, half)
    bent[1:, 1:] += np.einsum("ijk,kx->ijx", bend, first[1:])
    return turn @ first, bent
