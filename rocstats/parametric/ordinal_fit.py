"""What maximum likelihood gives for a table of ordered categories: estimates, covariances, and the trouble it met."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.parametric.bordered_information import inverse
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.ordinal_likelihood import OrdinalPoint
from rocstats.printing import Note


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OrdinalFit:
    """The largest likelihood that was found, at ``point``.

    Parameters
    ----------
    family : CurveFamily
        The family of the curve.
    point : OrdinalPoint
        Parameters, cuts, cell probabilities and log-likelihood.
    converged : bool
        Whether it is a maximum: the gradient vanishes and the observed information is positive definite.
    gradient_size : float
        How far, in standard errors, the next Newton step would go; infinite without a positive definite information.
    trouble : Note or None
        Why there are no standard errors, and what to use instead; None after a regular fit.
    """

    family: CurveFamily
    point: OrdinalPoint
    converged: bool
    gradient_size: float
    trouble: Note | None = None

    @property
    def theta(self) -> Floats:
        """Parameters in natural units."""
        return self.point.theta

    @property
    def cuts(self) -> Floats:
        """Category bounds on the decision axis of the family, ascending."""
        return self.point.cuts

    @property
    def loglikelihood(self) -> float:
        """Sum of count times log probability over the cells of both groups."""
        return self.point.value

    @property
    def cells(self) -> Floats:
        """Fitted probabilities of the categories, shape (2, K): controls, cases."""
        return self.point.cells

    @property
    def observed(self) -> Floats | None:
        """Covariance of the parameters from the observed information; None with trouble."""
        return self._covariance("observed")

    @property
    def expected(self) -> Floats | None:
        """Covariance of the parameters from the expected information; None with trouble."""
        return self._covariance("expected")

    def cut_covariance(self, kind: Literal["observed", "expected"] = "observed") -> Floats | None:
        """Return the covariance of the cuts, shape (K - 1, K - 1), too large for runs; None with trouble."""
        return None if self.trouble else self.point.information(kind).cut_covariance()

    def _covariance(self, kind: Literal["observed", "expected"]) -> Floats | None:
        if self.trouble:
            return None
        profile = self.point.information(kind).profile()
        return None if profile is None else inverse(profile[0])


def standard_steps(information: Floats, gradient: Floats) -> tuple[float, Floats]:
    """Return the length of the next Newton step in standard errors, and the standard errors."""
    covariance = inverse(information)
    if covariance is None:
        return math.inf, np.full(len(gradient), math.inf)
    length = max(float(gradient @ covariance @ gradient), 0.0)
    return math.sqrt(length), np.sqrt(np.diag(covariance))
