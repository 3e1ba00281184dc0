"""The climb of the cuts of an ordinal likelihood at given parameters.

Newton's method with the three-diagonal information; steps are cut back so that cuts keep their order and the likelihood
rises. For a binormal curve the likelihood has one top in the cuts; for a mixture it may have several.

References: [dorfman1969], [metz1998]
"""

from __future__ import annotations

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.parametric.bordered_information import BorderedInformation
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.ordinal_likelihood import OrdinalPoint, ordinal_point

_Counts = tuple[Floats, Floats]
# A Newton step of this length, squared and in standard errors, squares to nothing with the next.
CLOSE = 1e-10
_INNER_STEPS = 200
_STUCK = 1e-6


def first_cuts(family: CurveFamily, counts: _Counts, theta: Floats) -> Floats:
    """Return cuts to start from: the means of where either group alone would put them, strictly ascending."""
    beyond = [(np.cumsum(n[::-1])[-2::-1] + 0.5) / (n.sum() + 1) for n in counts]
    share = counts[0].sum() / (counts[0].sum() + counts[1].sum())
    cuts: Floats = share * family.cuts_at(theta, beyond[0]) + (1 - share) * family.cuts_at_tpf(theta, beyond[1])
    return cuts


def climb_cuts(family: CurveFamily, counts: _Counts, theta: Floats, cuts: Floats) -> OrdinalPoint | None:
    """Climb the cuts for given parameters; None where the likelihood is 0 at the start."""
    point = ordinal_point(family, counts, theta, cuts)
    if point is None:
        return None
    for _ in range(_INNER_STEPS):
        gradient = point.gradient()[1]
        step = _cut_step(point, gradient)
        if step is None:
            return point
        rise = float(gradient @ step)
        moved = moved_point(family, counts, point, np.zeros_like(theta), step, rise)
        if moved is None:
            return point
        # Where only a vanishing part of a step leads up, no step leads anywhere.
        stuck = moved.value - point.value < _STUCK * rise
        point = moved
        if rise < CLOSE or stuck:
            return point
    return point


def moved_point(
    family: CurveFamily, counts: _Counts, point: OrdinalPoint, parameters: Floats, cuts: Floats, rise: float
) -> OrdinalPoint | None:
    """Take as much of a step as keeps the cuts in order and raises the likelihood; None where nothing of it does."""
    gaps = np.diff(point.cuts)
    closing = float(np.max(-np.diff(cuts) / gaps, initial=0.0))
    part = 1.0 if closing < 0.9 else 0.9 / closing
    rounding = 1e-14 * abs(point.value)
    for _ in range(40):
        theta = point.theta + part * parameters
        if _holds(family, theta):
            moved = ordinal_point(family, counts, theta, point.cuts + part * cuts)
            if moved is not None and moved.value >= point.value + 1e-4 * part * rise - rounding:
                return moved
        part /= 2
    return None


def _holds(family: CurveFamily, theta: Floats) -> bool:
    """Say whether the free scales can hold these parameters."""
    try:
        free = family.free(theta)
    except ValueError:  # the logarithm of a negative number
        return False
    return bool(np.isfinite(free).all())


def _cut_step(point: OrdinalPoint, gradient: Floats) -> Floats | None:
    """Return a step that leads up: Newton's, or without the curvature of the tails where that is not concave."""
    step = point.information("observed").cut_solution(gradient)
    if step is not None:
        return step
    safe = point.information("gauss-newton")
    ridge = 1e-9 * float(safe.diagonal.max())
    return BorderedInformation(safe.parameters, safe.mixed, safe.diagonal + ridge, safe.beside).cut_solution(gradient)
