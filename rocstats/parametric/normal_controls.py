"""Standard normal controls: the decision axis on which a cut is a normal quantile of the FPF.

Families whose cases alone depend on the parameters take this axis: FPF = Phi(-z) at the cut z, whatever they are.
"""

from __future__ import annotations

import math

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.parametric.family import Tails

_ROOT = math.sqrt(2 * math.pi)


def normal_controls(cuts: Floats, parameters: int) -> Tails:
    """Return the tails of controls, with no derivatives but those in the cut."""
    from scipy.special import ndtr

    height = density(cuts)
    first = np.zeros((parameters + 1, len(cuts)))
    second = np.zeros((parameters + 1, parameters + 1, len(cuts)))
    first[0], second[0, 0] = -height, cuts * height
    return Tails(ndtr(-cuts), ndtr(cuts), first, second)


def density(z: Floats) -> Floats:
    """Return the standard normal density; beyond 40 it is 0 in double precision, and no square overflows."""
    return np.asarray(np.exp(-(np.clip(z, -40.0, 40.0) ** 2) / 2) / _ROOT)
