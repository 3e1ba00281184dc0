"""What a family of ROC curves is: two tail probabilities along one decision axis, and the curve they draw.

A family has a few parameters. At a cut of its decision axis it gives the share of controls and of cases beyond, with
derivatives in the cut and in each parameter; likelihood, curve, areas and standard errors all come from these. The axis
is the family's own: only the order of cuts matters outside.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.printing import Note
from rocstats.results import Card

ParameterScale = Literal["normal", "log", "logit", "atanh"]
# Beyond this normal quantile lies less than 1e-15, and below 1 - FPF has too few digits.
_NO_SHARE = 8.0
_Cuts = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True, slots=True)
class Tails:
    """Shares of one group beyond and before each of K - 1 cuts, with derivatives.

    ``upper`` and ``lower`` add up to 1; both are held, for each is exact where it is small. Derivatives are those of
    ``upper``: ``first[i]`` in the cut (i = 0) or in parameter i - 1, ``second[i, j]`` in two of them, along the cuts.
    """

    upper: Floats
    lower: Floats
    first: Floats
    second: Floats


class CurveFamily(ABC):
    """A family of ROC curves with parameters ``theta`` in natural units, as results print them.

    Subclasses are frozen dataclasses without fields, or with options only.
    """

    card: ClassVar[Card]
    equation: ClassVar[str]
    parameters: ClassVar[tuple[str, ...]]
    scales: ClassVar[tuple[ParameterScale, ...]]
    # Ends of the range of each parameter, for a family with an interval on a scale that can leave it.
    ranges: ClassVar[tuple[tuple[float, float], ...] | None] = None
    proper: ClassVar[bool]
    indices: ClassVar[tuple[str, ...]] = ()
    # What category bounds are printed as, where they are no normal quantiles of 1 - FPF.
    axis: ClassVar[str] = ""
    # Whether the likelihood of a table has one top, so that a climb from one start finds it.
    one_top: ClassVar[bool] = False

    @abstractmethod
    def tails(self, theta: Floats, cuts: Floats) -> tuple[Tails, Tails]:
        """Return the tails of controls and of cases at ascending cuts of the family's decision axis."""

    @abstractmethod
    def cuts_at(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the cut of each false positive fraction strictly between 0 and 1."""

    @abstractmethod
    def cuts_at_tpf(self, theta: Floats, tpf: Floats) -> Floats:
        """Return the cut of each true positive fraction strictly between 0 and 1."""

    @abstractmethod
    def area(self, theta: Floats) -> float:
        """Return the area under the curve."""

    @abstractmethod
    def area_gradient(self, theta: Floats) -> Floats:
        """Return the derivatives of the area in the parameters."""

    @abstractmethod
    def free(self, theta: Floats) -> Floats:
        """Return the parameters on scales without limits, on which the likelihood is climbed."""

    @abstractmethod
    def natural(self, free: Floats) -> Floats:
        """Return the parameters in natural units."""

    @abstractmethod
    def natural_slopes(self, free: Floats) -> tuple[Floats, Floats]:
        """Return first and second derivatives of each natural parameter in its own free one."""

    @abstractmethod
    def starts(self, controls: Integers, cases: Integers) -> list[Floats]:
        """Return parameters to start from, the best first, from counts by category in rising order of suspicion."""

    def net(self, controls: Integers, cases: Integers) -> Floats | None:
        """Return parameters over the whole family, edges included, in rows and columns; None with one top."""
        return None

    @abstractmethod
    def boundary(self, theta: Floats) -> Note | None:
        """Name the edge of the family that these parameters stand on, or None inside; the text says what to do."""

    def limit(self, theta: Floats) -> Note | None:
        """Name the edge that a likelihood which is flat at these parameters tends to, where it is a definite curve."""
        return None

    def index(self, theta: Floats, name: str) -> tuple[float, Floats]:
        """Return a further summary of the curve (one of ``indices``) and its gradient."""
        raise KeyError(name)

    def tpf(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the curve at false positive fractions from 0 to 1."""
        return self._read(theta, np.asarray(fpf, dtype=np.float64), self.cuts_at, 1)

    def fpf(self, theta: Floats, tpf: Floats) -> Floats:
        """Return the false positive fraction at which the curve reaches true positive fractions from 0 to 1."""
        return self._read(theta, np.asarray(tpf, dtype=np.float64), self.cuts_at_tpf, 0)

    def tpf_gradient(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the derivatives of the TPF in the parameters at fixed FPF strictly between 0 and 1: (p, len)."""
        controls, cases = self.tails(theta, self.cuts_at(theta, fpf))
        gradient: Floats = cases.first[1:] - cases.first[0] / controls.first[0] * controls.first[1:]
        return gradient

    def slope(self, theta: Floats, fpf: Floats) -> Floats:
        """Return the slope of the curve at false positive fractions strictly between 0 and 1."""
        controls, cases = self.tails(theta, self.cuts_at(theta, fpf))
        slope: Floats = cases.first[0] / controls.first[0]
        return slope

    def partial_area(self, theta: Floats, low: float, high: float) -> float:
        """Return the area under the curve between two false positive fractions."""
        at, weights = _nodes(low, high)
        return float(self.tpf(theta, at) @ weights)

    def partial_area_gradient(self, theta: Floats, low: float, high: float) -> Floats:
        """Return the derivatives of the partial area in the parameters."""
        at, weights = _nodes(low, high)
        gradient: Floats = self.tpf_gradient(theta, at) @ weights
        return gradient

    def _read(self, theta: Floats, at: Floats, cuts: _Cuts, group: int) -> Floats:
        """Read one fraction at values of the other; the curve ends in (0, 0) and (1, 1)."""
        out = np.where(at >= 1, 1.0, 0.0)
        inside = (at > 0) & (at < 1)
        if inside.any():
            out[inside] = self.tails(theta, cuts(theta, at[inside]))[group].upper
        return out


def _nodes(low: float, high: float) -> tuple[Floats, Floats]:
    """Return FPFs and weights that integrate a curve on the axis of its normal quantile, where it has no corners."""
    from scipy.special import ndtr, ndtri

    ends = np.clip(ndtri(np.array([low, high])), -_NO_SHARE, _NO_SHARE)
    panels = np.linspace(ends[0], ends[1], 1 + max(1, math.ceil(2 * float(ends[1] - ends[0]))))
    nodes, weights = np.polynomial.legendre.leggauss(16)
    width = np.diff(panels)[:, None] / 2
    z = (panels[:-1, None] + width * (1 + nodes)).ravel()
    return ndtr(z), (width * weights).ravel() * np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
