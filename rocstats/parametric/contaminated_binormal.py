"""The contaminated binormal family of ROC curves.

Controls are standard normal; of the cases a share alpha shows its disease and is N(mu, 1), while the rest look like
controls. Their mixture draws TPF = (1 - alpha) FPF + alpha Phi(mu + Phi^-1(FPF)). The decision axis is that of the
controls.

References: [dorfman2000], [dorfman2000b]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.parametric.binormal_area import binormal_area, binormal_area_gradient
from rocstats.parametric.family import CurveFamily, ParameterScale, Tails
from rocstats.parametric.normal_controls import density, normal_controls
from rocstats.parametric.ordinal_table import table_area
from rocstats.parametric.two_tails import log_inside
from rocstats.printing import Note
from rocstats.results import Card

# Curves within this area of the chance line, or of the perfect curve, are at an edge; so is alpha within this of 1, and
# mu where visible cases and controls meet in the 30,000th part of each.
_CHANCE, _PERFECT, _ALL, _FAR = 2e-4, 1e-9, 1e-4, 8.0
# Where the data do not tell mu from a larger one, it is larger than this.
_BEYOND_ALL = 3.0
_STEPS = 100
# The net: distances, and parts of the share that gives the empirical area.
_DISTANCES = (0.3, 0.8, 1.4, 2.0, 2.7, 3.5, 4.5, 6.0, 8.5)
_PARTS, _NEARLY_ALL = (0.3, 0.55, 0.75, 0.9, 1.05), 1 - 2e-4


@dataclass(frozen=True, slots=True)
class ContaminatedBinormal(CurveFamily):
    """Contaminated binormal ROC curves: only some of the cases show their disease.

    ``mu`` > 0 is the distance of visible cases from controls, in standard deviations, and ``alpha`` the share of
    cases that are visible. TPF = (1 - alpha) FPF + alpha pnorm(mu + qnorm(FPF)); the slope falls all the way, from
    infinity to 1 - alpha. The area is (1 - alpha) / 2 + alpha pnorm(mu / sqrt(2)).

    Assumes one distance for all visible cases, and the spread of controls in them. It fits data with cases beyond every
    control, as experts give them, without calling the test perfect. It misleads where cases differ gradually rather
    than by all or nothing, and it cannot describe a test worse than chance. With a small mu, mu and alpha are hard to
    tell apart: about their product counts then, and the area is told far better than either.

    References
    ----------
    [dorfman2000], [dorfman2000b]

    Examples
    --------
    >>> import numpy as np
    >>> from rocstats.parametric.contaminated_binormal import ContaminatedBinormal
    >>> curve, theta = ContaminatedBinormal(), np.array([2.0, 0.8])
    >>> round(curve.area(theta), 4)
    0.8371
    >>> curve.tpf(theta, np.array([0.0, 0.1, 1.0])).round(4)
    array([0.   , 0.631, 1.   ])
    """

    card: ClassVar[Card] = Card(
        id="contaminated-binormal",
        name="contaminated binormal",
        sentence=(
            "The ROC curve was modelled as contaminated binormal: a share of the cases is shifted on a normal scale, "
            "and the others score as controls do."
        ),
        references=("dorfman2000b",),
        title="Contaminated binormal",
    )
    equation: ClassVar[str] = "TPF = (1 - alpha) FPF + alpha pnorm(mu + qnorm(FPF))"
    parameters: ClassVar[tuple[str, ...]] = ("mu", "alpha")
    scales: ClassVar[tuple[ParameterScale, ...]] = ("log", "logit")
    proper: ClassVar[bool] = True

    def tails(self, theta: Floats, cuts: Floats) -> tuple[Tails, Tails]:
        """Return the tails of controls and of cases at cuts of the scale on which controls are standard normal."""
        from scipy.special import ndtr

        mu, alpha = float(theta[0]), float(theta[1])
        cuts = np.asarray(cuts, dtype=np.float64)
        t = cuts - mu
        plain, shifted = density(cuts), density(t)
        upper = (1 - alpha) * ndtr(-cuts) + alpha * ndtr(-t)
        lower = (1 - alpha) * ndtr(cuts) + alpha * ndtr(t)
        first = np.stack([-(1 - alpha) * plain - alpha * shifted, alpha * shifted, _between(mu, cuts)])
        second = np.zeros((3, 3, len(cuts)))
        second[0, 0] = (1 - alpha) * cuts * plain + alpha * t * shifted
        second[0, 1] = second[1, 0] = -alpha * t * shifted
        second[0, 2] = second[2, 0] = plain - shifted
        second[1, 1] = alpha * t * shifted
        second[1, 2] = second[2, 1] = shifted
        return normal_controls(cuts, 2), Tails(upper, lower, first, second)

    def cuts_at(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the cut of each false positive fraction strictly between 0 and 1."""
        from scipy.special import ndtri

        return np.asarray(-ndtri(fpf))

    def cuts_at_tpf(self, theta: Floats, tpf: Floats) -> Floats:
        """Return the cut of each true positive fraction strictly between 0 and 1."""
        return _mixture_quantile(float(theta[0]), float(theta[1]), np.asarray(tpf, dtype=np.float64))

    def area(self, theta: Floats) -> float:
        """Return the area under the curve."""
        return 0.5 + float(theta[1]) * math.erf(float(theta[0]) / 2) / 2

    def area_gradient(self, theta: Floats) -> Floats:
        """Return the derivatives of the area in mu and alpha."""
        mu, alpha = float(theta[0]), float(theta[1])
        return np.array([alpha * math.exp(-(min(mu, 60.0) ** 2) / 4) / math.sqrt(4 * math.pi), math.erf(mu / 2) / 2])

    def partial_area(self, theta: Floats, low: float, high: float) -> float:
        """Return the area under the curve between two false positive fractions, in closed form."""
        chance, visible = self._parts(theta, low, high)
        return float(chance + theta[1] * (visible - chance))

    def partial_area_gradient(self, theta: Floats, low: float, high: float) -> Floats:
        """Return the derivatives of the partial area in mu and alpha, in closed form."""
        chance, visible = self._parts(theta, low, high)
        by_mu = float(theta[1]) * float(binormal_area_gradient(float(theta[0]), 1.0, low, high)[0])
        return np.array([by_mu, visible - chance])

    def free(self, theta: Floats) -> Floats:
        """Return log mu and logit alpha."""
        return np.array([math.log(theta[0]), math.log(theta[1]) - math.log1p(-theta[1])])

    def natural(self, free: Floats) -> Floats:
        """Return mu and alpha."""
        return np.array(
            [math.exp(min(max(free[0], -300.0), 300.0)), 1 / (1 + math.exp(-min(max(free[1], -30.0), 30.0)))]
        )

    def natural_slopes(self, free: Floats) -> tuple[Floats, Floats]:
        """Return first and second derivatives of mu and alpha in log mu and logit alpha."""
        mu, alpha = self.natural(free)
        slope = alpha * (1 - alpha)
        return np.array([mu, slope]), np.array([mu, slope * (1 - 2 * alpha)])

    def starts(self, controls: Integers, cases: Integers) -> list[Floats]:
        """Return a moderate distance of visible cases, with the share of them that gives the empirical area."""
        return [np.array([1.5, min(max(_gini(controls, cases) / math.erf(0.75), 0.05), 0.95)])]

    def net(self, controls: Integers, cases: Integers) -> Floats:
        """Return distances up to cases beyond all controls, each with shares about the one of the empirical area.

        The likelihood may have a top at a moderate distance and one at each edge.
        """
        gini = max(_gini(controls, cases), 0.05)
        return np.array(
            [[[mu, min(part * gini / math.erf(mu / 2), _NEARLY_ALL)] for part in _PARTS] for mu in _DISTANCES]
        )

    def boundary(self, theta: Floats) -> Note | None:
        """Name the edge: chance line, perfect curve, all cases visible, or visible cases beyond all controls."""
        mu, alpha = float(theta[0]), float(theta[1])
        area = self.area(theta)
        if area - 0.5 < _CHANCE:
            return _CHANCE_LINE
        if 1 - area < _PERFECT or (mu > _FAR and 1 - alpha < _ALL):
            return _PERFECT_CURVE
        if 1 - alpha < _ALL:
            return _ALL_VISIBLE
        return _BEYOND if mu > _FAR else None

    def limit(self, theta: Floats) -> Note | None:
        """Name visible cases beyond all controls, a definite curve that a flat likelihood tends to."""
        return _BEYOND if theta[0] > _BEYOND_ALL else None

    def _parts(self, theta: Floats, low: float, high: float) -> tuple[float, float]:
        """Return the areas of a band under the chance line and under the curve of visible cases."""
        return (high - low) * (high + low) / 2, binormal_area(float(theta[0]), 1.0, low, high)


_CHANCE_LINE = Note(
    "chance-line",
    "The likelihood is largest at the chance line, the edge of the contaminated binormal family: mu or alpha is 0, "
    "and the other has no meaning, so neither has a standard error. Test the empirical AUC against 0.5; if it is "
    "below, look at the direction of the test.",
)
_PERFECT_CURVE = Note(
    "degenerate-curve",
    "The likelihood rises towards the perfect curve, so mu has no finite estimate. Report the empirical AUC with an "
    "interval that allows for it, auc(sample, Newcombe()).",
)
_ALL_VISIBLE = Note(
    "parameter-edge",
    "The likelihood is largest at alpha = 1, an edge of the contaminated binormal family: all cases are visible, the "
    "curve is binormal with b = 1, and there are no standard errors. Fit Binormal() or ProperBinormal().",
)
_BEYOND = Note(
    "parameter-edge",
    "The likelihood rises as mu grows without limit: a share alpha of the cases scores beyond all controls, the others "
    "score as controls do, and the curve is TPF = (1 - alpha) FPF + alpha. It has no standard errors there. Use the "
    "empirical AUC, which has one, or fit Binormal() or ProperBinormal().",
)


def _gini(controls: Integers, cases: Integers) -> float:
    """Return twice the empirical area less 1."""
    return 2 * table_area(controls, cases) - 1


def _between(mu: float, cuts: Floats) -> Floats:
    """Return Phi(mu - cut) - Phi(-cut) without loss: the inside of mu / 2 about a point mu / 2 - cut from the mean."""
    half, middle = np.full_like(cuts, mu / 2), np.abs(cuts - mu / 2)
    return np.asarray(np.exp(log_inside(middle, half - middle, half)))


def _mixture_quantile(mu: float, alpha: float, tpf: Floats) -> Floats:
    """Return where the cases have a share beyond, by Newton's method on the logarithm of the smaller tail."""
    from scipy.special import ndtr, ndtri

    high_tail = tpf < 0.5
    sought = np.log(np.where(high_tail, tpf, 1 - tpf))
    # Neither of the two distributions alone leaves more, and less, beyond.
    low = -ndtri(tpf)
    high = low + mu
    cut = low + alpha * mu
    for _ in range(_STEPS):
        side = np.where(high_tail, -1.0, 1.0)
        tail = (1 - alpha) * ndtr(side * cut) + alpha * ndtr(side * (cut - mu))
        off = side * (np.log(tail) - sought)
        low, high = np.where(off < 0, cut, low), np.where(off > 0, cut, high)
        step = -off * tail / ((1 - alpha) * density(cut) + alpha * density(cut - mu))
        tried, close = cut + step, np.abs(step) <= 1e-9 * (1 + np.abs(cut))
        cut = np.where(close | ((tried >= low) & (tried <= high)), tried, (low + high) / 2)
        if close.all():
            break
    return np.asarray(cut)
