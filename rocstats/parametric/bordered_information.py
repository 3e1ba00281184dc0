"""The information of a few parameters bordered by that of many ordered cuts, each tied to its neighbours alone.

Write I for the information, t for the parameters and c for the cuts. I_cc has three diagonals, so a step costs O(K).
What is left of I_tt when the cuts are estimated too is the Schur complement S = I_tt - I_tc I_cc^-1 I_ct, and S^-1 is
the covariance of the parameters.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocstats.empirical.ranks import Floats


@dataclass(frozen=True, slots=True, eq=False)
class BorderedInformation:
    """Information of p parameters and J cuts.

    ``mixed`` has a row per cut; ``beside`` is what neighbouring cuts share.
    """

    parameters: Floats
    mixed: Floats
    diagonal: Floats
    beside: Floats

    def cut_solution(self, right: Floats) -> Floats | None:
        """Solve I_cc x = right; None where I_cc is not positive definite."""
        from scipy.linalg import LinAlgError, solveh_banded

        if len(self.diagonal) == 1:  # a matrix of one number has no band beside it
            return right / self.diagonal[0] if self.diagonal[0] > 0 else None
        band = np.vstack([np.append(0.0, self.beside), self.diagonal])
        try:
            found: Floats = solveh_banded(band, right)
        except (LinAlgError, ValueError):  # not positive definite; not finite
            return None
        return found if np.isfinite(found).all() else None

    def profile(self) -> tuple[Floats, Floats] | None:
        """Return S and I_cc^-1 I_ct; None where I_cc is not positive definite."""
        moved = self.cut_solution(self.mixed)
        if moved is None:
            return None
        complement = self.parameters - self.mixed.T @ moved
        return (complement + complement.T) / 2, moved

    def step(self, parameters: Floats, cuts: Floats) -> tuple[Floats, Floats] | None:
        """Solve I x = gradient for both parts; None where I is not positive definite."""
        profile = self.profile()
        alone = self.cut_solution(cuts)
        if profile is None or alone is None:
            return None
        complement, moved = profile
        covariance = inverse(complement)
        if covariance is None:
            return None
        first = covariance @ (parameters - self.mixed.T @ alone)
        return first, alone - moved @ first

    def cut_covariance(self) -> Floats | None:
        """Return the covariance of the cuts, J x J; None where there is none."""
        profile = self.profile()
        alone = self.cut_solution(np.eye(len(self.diagonal)))
        if profile is None or alone is None:
            return None
        covariance = inverse(profile[0])
        return None if covariance is None else alone + profile[1] @ covariance @ profile[1].T


def inverse(matrix: Floats) -> Floats | None:
    """Return the inverse of a positive definite matrix; None of any other."""
    root = np.sqrt(np.where(np.diag(matrix) > 0, np.diag(matrix), np.nan))
    if not np.isfinite(root).all() or not np.isfinite(matrix).all():
        return None
    # Judged free of units: a parameter may be told a million times better than another.
    scaled = matrix / np.outer(root, root)
    values, vectors = np.linalg.eigh(scaled)
    if values[0] < 1e-13:
        return None
    found: Floats = (vectors / values) @ vectors.T / np.outer(root, root)
    return found
