"""The likelihood of two groups counted in ordered categories, for any family of curves.

Cuts c_1 < ... < c_J divide the decision axis into K = J + 1 cells, and a group's count in a cell has the probability
p_k = U(c_k) - U(c_(k+1)), where U is its share beyond a cut, 1 before the first and 0 after the last. The
log-likelihood is the sum of n_k log p_k over both groups, without the multinomial constant. A cut moves two cells only,
so value, gradient and information are O(K).

References: [dorfman1969], [metz1998]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.parametric.bordered_information import BorderedInformation
from rocstats.parametric.family import CurveFamily, Tails

# "gauss-newton" leaves the curvature of the tails out of the observed information: it is never negative.
InformationKind = Literal["observed", "expected", "gauss-newton"]

# A cell of less probability than this tells nothing, and its reciprocal comes near the end of double precision.
_LEAST = 1e-290


@dataclass(frozen=True, slots=True, eq=False)
class GroupCells:
    """The cells of one group at one point: counts n, probabilities p, and p's relative derivatives."""

    tails: Tails
    n: Floats
    p: Floats

    @property
    def value(self) -> float:
        """Log-likelihood of the group; -inf where a cell that holds somebody has no probability."""
        held = self.n > 0
        p = self.p[held]
        return float(self.n[held] @ np.log(p)) if (p > 0).all() else -math.inf

    def excess(self) -> Floats:
        """Return n/p beyond each cut less n/p before it: what a unit of U there adds to the likelihood."""
        ratio = np.divide(self.n, self.p, out=np.zeros_like(self.p), where=self.n > 0)
        return np.diff(ratio)

    def information(self, kind: InformationKind) -> BorderedInformation:
        """Return the information of the group."""
        weights = self.n.sum() * self.p if kind == "expected" else self.n
        # Derivatives of log p: they stay finite where p and its derivatives are both tiny.
        some = (weights > 0) & (self.p > _LEAST)
        share = np.divide(1.0, self.p, out=np.zeros_like(self.p), where=some)
        slope, rest = self.tails.first[0], self.tails.first[1:]
        before, after = slope * share[:-1], slope * share[1:]
        edge = np.zeros((len(rest), 1))
        log = -np.diff(np.concatenate([edge, rest, edge], axis=1), axis=1) * share
        weighted = log * weights
        parameters = weighted @ log.T
        mixed = weighted[:, 1:] * after - weighted[:, :-1] * before
        diagonal = weights[:-1] * before**2 + weights[1:] * after**2
        beside = -weights[1:-1] * after[:-1] * before[1:]
        if kind == "observed":
            excess = self.excess()
            second = self.tails.second
            diagonal = diagonal - second[0, 0] * excess
            mixed = mixed - second[1:, 0] * excess
            parameters = parameters - second[1:, 1:] @ excess
        return BorderedInformation(parameters, mixed.T, diagonal, beside)


@dataclass(frozen=True, slots=True, eq=False)
class OrdinalPoint:
    """The likelihood at one point: parameters in natural units, and cuts."""

    theta: Floats
    cuts: Floats
    groups: tuple[GroupCells, GroupCells]
    value: float

    @property
    def cells(self) -> Floats:
        """Probabilities of the cells: controls, cases."""
        return np.stack([group.p for group in self.groups])

    def gradient(self) -> tuple[Floats, Floats]:
        """Return the derivatives of the log-likelihood in the parameters and in the cuts."""
        both = sum((group.tails.first @ group.excess()[:, None] for group in self.groups), np.zeros((1, 1)))
        cuts = sum((group.tails.first[0] * group.excess() for group in self.groups), np.zeros(len(self.cuts)))
        return both[1:, 0], cuts

    def information(self, kind: InformationKind) -> BorderedInformation:
        """Return the information of parameters and cuts; O(K)."""
        one, other = (group.information(kind) for group in self.groups)
        return BorderedInformation(
            one.parameters + other.parameters,
            one.mixed + other.mixed,
            one.diagonal + other.diagonal,
            one.beside + other.beside,
        )


def ordinal_point(
    family: CurveFamily, counts: tuple[Floats, Floats], theta: Floats, cuts: Floats
) -> OrdinalPoint | None:
    """Return the likelihood of counts (controls, cases) at parameters and ascending cuts; None where it is 0."""
    both = family.tails(theta, cuts)
    first, second = (GroupCells(tails, n, _cells(tails)) for tails, n in zip(both, counts, strict=True))
    value = first.value + second.value
    return OrdinalPoint(theta, cuts, (first, second), value) if math.isfinite(value) else None


def _cells(tails: Tails) -> Floats:
    """Return the probabilities of all cells, each from the tail in which it is exact."""
    upper, lower = tails.upper, tails.lower
    between = np.where(upper[:-1] <= 0.5, upper[:-1] - upper[1:], lower[1:] - lower[:-1])
    return np.concatenate([lower[:1], np.maximum(between, 0.0), upper[-1:]])
