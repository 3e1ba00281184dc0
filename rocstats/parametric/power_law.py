"""The power-law family of ROC curves: TPF is a power of FPF.

Exponential decision variables of rates 1 (controls) and k (cases) draw TPF = FPF**k; so does any pair of distributions
whose hazards are proportional, for the scale of the scores does not matter. The decision axis here is the logarithm of
the cumulative hazard of controls, so that cuts take every real number and log(k) is a shift of the cases: the ordinal
likelihood is that of a regression with the complementary log-log link and has one maximum.

References: [gonen2010], [egan1975]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.parametric.family import CurveFamily, ParameterScale, Tails
from rocstats.parametric.ordinal_table import table_area
from rocstats.printing import Note
from rocstats.results import Card

# A larger cumulative hazard leaves no share in double precision, and its square must not overflow.
_MOST_HAZARD = 1e150
# An area is held so far off 1 that what is left of it still has digits.
_LEAST_AREA = 1e-12


@dataclass(frozen=True, slots=True)
class PowerLaw(CurveFamily):
    """The curve TPF = FPF**k with the one parameter k: above chance for k < 1, below for k > 1.

    The area is 1 / (1 + k). The curve has no hook: its slope falls all the way (rises, for k > 1). One parameter is
    enough for two categories, where k = log(TPF) / log(FPF). The chance line k = 1 lies inside the family and has a
    standard error like any other.

    It misleads where the test does its work at one end only: the curve always leaves the lower left corner upright
    (for k < 1) and reaches the upper right corner with slope k, and one number cannot bend it. It is not symmetric
    either: reversed scores with exchanged groups (1 - TPF = (1 - FPF)**(1 / k)) are another family. Swapping the groups
    alone gives 1 / k.

    References
    ----------
    [gonen2010], [egan1975]

    Examples
    --------
    >>> import numpy as np
    >>> curve = PowerLaw()
    >>> curve.area(np.array([0.25])), curve.tpf(np.array([0.5]), np.array([0.0, 0.25, 1.0])).tolist()
    (0.8, [0.0, 0.5, 1.0])
    """

    card: ClassVar[Card] = Card(
        id="power-law",
        name="power-law",
        sentence="The ROC curve is TPF = FPF^k (exponential decision variables; proportional hazards).",
        references=("gonen2010", "egan1975"),
        title="Power-law",
    )
    equation: ClassVar[str] = "TPF = FPF^k"
    parameters: ClassVar[tuple[str, ...]] = ("k",)
    scales: ClassVar[tuple[ParameterScale, ...]] = ("log",)
    axis: ClassVar[str] = "log(-log FPF)"
    proper: ClassVar[bool] = True
    one_top: ClassVar[bool] = True

    def tails(self, theta: Floats, cuts: Floats) -> tuple[Tails, Tails]:
        """Return the tails at cuts of the log cumulative hazard: exp(-h) of controls, exp(-k h) of cases."""
        k = float(theta[0])
        with np.errstate(over="ignore"):
            h = np.minimum(np.exp(cuts), _MOST_HAZARD)
        return _tails(h, 1.0, False), _tails(h, k, True)

    def cuts_at(self, theta: Floats, fpf: Floats) -> Floats:
        """Return log(-log FPF)."""
        cuts: Floats = np.log(-np.log(fpf))
        return cuts

    def cuts_at_tpf(self, theta: Floats, tpf: Floats) -> Floats:
        """Return log(-log TPF) - log(k)."""
        cuts: Floats = np.log(-np.log(tpf)) - np.log(theta[0])
        return cuts

    def area(self, theta: Floats) -> float:
        """Return 1 / (1 + k)."""
        return float(1 / (1 + theta[0]))

    def area_gradient(self, theta: Floats) -> Floats:
        """Return the derivative of the area in k."""
        return np.array([-1 / (1 + theta[0]) ** 2])

    def partial_area(self, theta: Floats, low: float, high: float) -> float:
        """Return the integral of FPF**k from low to high."""
        power = theta[0] + 1
        return float((high**power - low**power) / power)

    def partial_area_gradient(self, theta: Floats, low: float, high: float) -> Floats:
        """Return the derivative of the partial area in k."""
        power = theta[0] + 1
        parts = [x**power * (np.log(x) - 1 / power) / power if x > 0 else 0.0 for x in (low, high)]
        return np.array([parts[1] - parts[0]])

    def free(self, theta: Floats) -> Floats:
        """Return log(k)."""
        return np.log(theta)

    def natural(self, free: Floats) -> Floats:
        """Return k."""
        return np.exp(free)

    def natural_slopes(self, free: Floats) -> tuple[Floats, Floats]:
        """Return both derivatives of exp."""
        k = np.exp(free)
        return k, k

    def starts(self, controls: Integers, cases: Integers) -> list[Floats]:
        """Start from the k whose area is the empirical one, held off 0 and 1 by half a pair."""
        half = max(0.5 / (int(cases.sum()) * int(controls.sum())), _LEAST_AREA)
        area = min(max(table_area(controls, cases), half), 1 - half)
        return [np.array([(1 - area) / area])]

    def boundary(self, theta: Floats) -> Note | None:
        """Return None: every k above 0 lies inside the family."""
        return None


def _tails(h: Floats, k: float, own: bool) -> Tails:
    """Return the tails of hazard k h; ``own`` says that k is the parameter and not the fixed 1 of controls."""
    hazard = k * h
    upper = np.exp(-hazard)
    first = np.zeros((2, len(h)))
    second = np.zeros((2, 2, len(h)))
    first[0] = -hazard * upper
    second[0, 0] = hazard * (hazard - 1) * upper
    if own:
        first[1] = -h * upper
        second[0, 1] = second[1, 0] = second[0, 0] / k
        second[1, 1] = h * h * upper
    return Tails(upper, -np.expm1(-hazard), first, second)
