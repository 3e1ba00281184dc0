"""The binormal family of ROC curves.

TPF = Phi(a + b Phi^-1(FPF)): there is a scale of the test on which controls are standard normal and cases normal with
mean a / b and standard deviation 1 / b. The decision axis is that scale.

References: [dorfman1969], [metz1978]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.parametric.binormal_area import binormal_area, binormal_area_gradient
from rocstats.parametric.family import CurveFamily, ParameterScale, Tails
from rocstats.printing import Note
from rocstats.results import Card


@dataclass(frozen=True, slots=True)
class Binormal(CurveFamily):
    """Binormal ROC curves, TPF = pnorm(a + b qnorm(FPF)), with b > 0.

    Assumes that some increasing transformation of the scores, the same in both groups, makes both normal; which one
    need not be known. With b other than 1 the curve crosses the chance line near one of its ends ("hook"): harmless
    where b is near 1 or the area large, misleading where a statistic is read off that end.

    ``a`` is the distance of the means in standard deviations of the cases, ``b`` the standard deviation of controls
    over that of cases. Indices: ``delta_m`` = a / b, the distance in standard deviations of the controls; ``d_e`` =
    2 a / (1 + b), in the mean of both deviations; ``d_a`` = sqrt(2) a / sqrt(1 + b^2), in the root of their mean
    square.

    References
    ----------
    [dorfman1969], [metz1978]

    Examples
    --------
    >>> import numpy as np
    >>> from rocstats.parametric.binormal import Binormal
    >>> curve, theta = Binormal(), np.array([1.656782, 0.713002])
    >>> round(curve.area(theta), 4)
    0.9113
    >>> curve.tpf(theta, np.array([0.0, 0.1, 1.0])).round(4)
    array([0.    , 0.7713, 1.    ])
    >>> round(curve.partial_area(theta, 0, 0.2), 4)
    0.1471
    """

    card: ClassVar[Card] = Card(
        id="binormal",
        name="binormal",
        sentence=(
            "The ROC curve was modelled as binormal, TPF = pnorm(a + b qnorm(FPF)): on some common scale of the test, "
            "scores of cases and of controls are normal."
        ),
        references=("dorfman1969",),
        title="Binormal",
    )
    equation: ClassVar[str] = "TPF = pnorm(a + b qnorm(FPF))"
    parameters: ClassVar[tuple[str, ...]] = ("a", "b")
    scales: ClassVar[tuple[ParameterScale, ...]] = ("normal", "normal")
    ranges: ClassVar[tuple[tuple[float, float], ...] | None] = ((-math.inf, math.inf), (0.0, math.inf))
    proper: ClassVar[bool] = False
    indices: ClassVar[tuple[str, ...]] = ("delta_m", "d_e", "d_a")
    # For given b it is concave in a and the cuts together; along b no second top was found in 1,400 tables.
    one_top: ClassVar[bool] = True

    def tails(self, theta: Floats, cuts: Floats) -> tuple[Tails, Tails]:
        """Return the tails of controls and of cases at cuts of the scale on which controls are standard normal."""
        a, b = theta
        one, zero = np.ones_like(cuts), np.zeros_like(cuts)
        nothing = np.zeros((3, 3, len(cuts)))
        controls = _normal_tails(-cuts, np.stack([-one, zero, zero]), nothing)
        bent = nothing.copy()
        bent[0, 2] = bent[2, 0] = -1.0
        cases = _normal_tails(a - b * cuts, np.stack([-b * one, one, -cuts]), bent)
        return controls, cases

    def cuts_at(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the cut of each false positive fraction strictly between 0 and 1."""
        from scipy.special import ndtri

        return np.asarray(-ndtri(fpf))

    def cuts_at_tpf(self, theta: Floats, tpf: Floats) -> Floats:
        """Return the cut of each true positive fraction strictly between 0 and 1."""
        from scipy.special import ndtri

        a, b = theta
        return np.asarray((a - ndtri(tpf)) / b)

    def tpf(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the curve at false positive fractions from 0 to 1."""
        from scipy.special import ndtr, ndtri

        a, b = theta
        return np.asarray(ndtr(a + b * ndtri(np.asarray(fpf, dtype=np.float64))))

    def fpf(self, theta: Floats, tpf: Floats) -> Floats:
        """Return the false positive fraction at which the curve reaches true positive fractions from 0 to 1."""
        from scipy.special import ndtr, ndtri

        a, b = theta
        return np.asarray(ndtr((ndtri(np.asarray(tpf, dtype=np.float64)) - a) / b))

    def tpf_gradient(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the derivatives of the TPF in a and b at fixed FPF strictly between 0 and 1: (2, len)."""
        from scipy.special import ndtri

        a, b = theta
        z = ndtri(fpf)
        return np.asarray(_density(a + b * z) * np.stack([np.ones_like(z), z]))

    def area(self, theta: Floats) -> float:
        """Return the area under the curve, pnorm(a / sqrt(1 + b^2))."""
        from scipy.special import ndtr

        a, b = theta
        return float(ndtr(a / math.hypot(1, b)))

    def area_gradient(self, theta: Floats) -> Floats:
        """Return the derivatives of the area in a and b."""
        a, b = (float(x) for x in theta)
        s = math.hypot(1, b)
        return np.asarray(_density(np.array(a / s)) * np.array([1 / s, -(a / s) * (b / s) / s]))

    def partial_area(self, theta: Floats, low: float, high: float) -> float:
        """Return the area under the curve between two false positive fractions, in closed form."""
        return binormal_area(float(theta[0]), float(theta[1]), low, high)

    def partial_area_gradient(self, theta: Floats, low: float, high: float) -> Floats:
        """Return the derivatives of the partial area in a and b, in closed form."""
        return binormal_area_gradient(float(theta[0]), float(theta[1]), low, high)

    def free(self, theta: Floats) -> Floats:
        """Return a and log b."""
        return np.array([theta[0], math.log(theta[1])])

    def natural(self, free: Floats) -> Floats:
        """Return a and b."""
        return np.array([free[0], math.exp(min(max(free[1], -700.0), 700.0))])

    def natural_slopes(self, free: Floats) -> tuple[Floats, Floats]:
        """Return first and second derivatives of a and b in a and log b."""
        b = self.natural(free)[1]
        return np.array([1.0, b]), np.array([0.0, b])

    def starts(self, controls: Integers, cases: Integers) -> list[Floats]:
        """Return a line through the probits of the empirical points, and lines of three slopes with its area."""
        from scipy.special import ndtri

        x, y = (ndtri((np.cumsum(n[::-1])[-2::-1] + 0.5) / (n.sum() + 1)) for n in (controls, cases))
        # A point counts for what both its fractions are worth: their binomial variances on the probit scale.
        weight = 1 / sum((_probit_variance(z, n.sum()) for z, n in ((x, controls), (y, cases))), np.zeros(len(x)))
        mx, my = np.average(x, weights=weight), np.average(y, weights=weight)
        spread = np.average((x - mx) ** 2, weights=weight), np.average((y - my) ** 2, weights=weight)
        b = math.sqrt(spread[1] / spread[0]) if min(spread) > 0 else 1.0
        b = min(max(b, 0.1), 10.0)
        a = my - b * mx
        distance = a / math.hypot(1, b)
        return [np.array([a, b]), *(np.array([distance * math.hypot(1, c), c]) for c in (1.0, 0.4, 2.5))]

    def boundary(self, theta: Floats) -> Note | None:
        """Name the edge of the family: b without limit or near 0, or a without limit."""
        a, b = theta
        if _NEAR < b < 1 / _NEAR and abs(a) / math.hypot(1, b) < _FAR:
            return None
        return Note(
            "degenerate-curve",
            "The likelihood rises towards a binormal curve made of straight lines along the axes, so a and b have no "
            "finite estimate. Report the empirical AUC, or fit a proper curve.",
        )

    def index(self, theta: Floats, name: str) -> tuple[float, Floats]:
        """Return delta_m, d_e or d_a and its gradient."""
        a, b = (float(x) for x in theta)
        if name == "delta_m":
            return a / b, np.array([1 / b, -a / b**2])
        if name == "d_e":
            return 2 * a / (1 + b), np.array([2 / (1 + b), -2 * a / (1 + b) ** 2])
        if name == "d_a":
            s = math.hypot(1, b)
            return math.sqrt(2) * a / s, math.sqrt(2) * np.array([1 / s, -a * b / s**3])
        raise KeyError(name)


# b beyond these, and means so many standard deviations apart, are no finite estimates any more.
_NEAR = 1e-4
_FAR = 30.0


def _density(z: Floats) -> Floats:
    """Return the standard normal density; beyond 40 it is 0 in double precision."""
    return np.asarray(np.exp(-(np.clip(z, -40.0, 40.0) ** 2) / 2) / math.sqrt(2 * math.pi))


def _normal_tails(z: Floats, first: Floats, second: Floats) -> Tails:
    """Return the tails whose upper share is Phi(z), from the derivatives of z."""
    from scipy.special import ndtr

    height = _density(z)
    bend = second - np.clip(z, -40.0, 40.0) * first[:, None] * first[None, :]
    return Tails(ndtr(z), ndtr(-z), height * first, height * bend)


def _probit_variance(z: Floats, total: int) -> Floats:
    from scipy.special import ndtr

    return np.asarray(ndtr(z) * ndtr(-z) / (total * _density(z) ** 2))
