"""The climb to the maximum of the bivariate binormal likelihood.

scipy's trust-region Newton method climbs on scales without limits: logarithms of b, inverse hyperbolic tangents of the
correlations, and logarithms of the steps from each bound to the next. Gradient and Hessian are exact. Where both curves
are to be one, a and log b of the tests are one parameter each: a linear restriction of these scales.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.parametric.bivariate_likelihood import HEAD, BivariateLikelihood

# Half of what the log-likelihood could still rise by one more Newton step.
_CLOSE = 1e-10
# atanh of a correlation this near to 1 ends a climb: whether that is its edge is judged after it.
_EDGE = 8.0
# What is larger than the largest likelihood by more than this is no part of it.
_ABOVE = 1e-6
_LOGS, _ATANHS = [1, 3], [4, 5]


@dataclass(frozen=True, slots=True, eq=False)
class Summit:
    """Where a climb ended; ``rise`` is what one more Newton step promises, infinite where the summit is no maximum.

    ``observed`` is minus the Hessian in natural parameters.
    """

    natural: Floats
    value: float
    gradient: Floats
    observed: Floats
    rise: float

    @property
    def reached(self) -> bool:
        """Whether this is a maximum, as far as gradient and curvature tell."""
        return self.rise < _CLOSE


def maximise_jointly(
    likelihood: BivariateLikelihood, starts: Iterable[Floats], *, one_curve: bool = False
) -> Summit | None:
    """Climb from one start after another until a maximum is reached; None where no start has a likelihood.

    With ``one_curve`` only among curves with a1 = a2 and b1 = b2; ``rise`` is then the rise among these.
    """
    best: Summit | None = None
    for start in starts:
        if not np.isfinite(likelihood.value(start)):
            continue
        found = _climbed(likelihood, start, _tie(likelihood.size, one_curve))
        if best is None or (found.reached, found.value) > (best.reached, best.value):
            best = found
        if best.reached or np.abs(best.natural[_ATANHS]).max() > np.tanh(_EDGE):
            break
    return best


def one_curve_likelihood(likelihood: BivariateLikelihood, summit: Summit) -> float | None:
    """Return the largest log-likelihood with both curves equal, from a maximum without that; None if not reached."""
    found = maximise_jointly(likelihood, _equal_starts(summit.natural), one_curve=True)
    if found is None or not found.reached or found.value > summit.value + _ABOVE:
        return None
    return min(found.value, summit.value)


def _equal_starts(natural: Floats) -> Iterator[Floats]:
    """Begin with a curve between the two, then with either."""
    a, b = natural[[0, 2]], natural[[1, 3]]
    for shared in ((a.mean(), np.sqrt(b.prod())), (a[0], b[0]), (a[1], b[1])):
        start = natural.copy()
        start[0:2] = start[2:4] = shared
        yield start


def _tie(size: int, one_curve: bool) -> Floats:
    """Return the matrix that makes free parameters of those that are climbed in: the tests share a and b, or not."""
    apart = np.eye(size)
    if not one_curve:
        return apart
    apart[2, 0] = apart[3, 1] = 1.0
    return np.delete(apart, [2, 3], axis=1)


def _climbed(likelihood: BivariateLikelihood, start: Floats, tie: Floats) -> Summit:
    from scipy.optimize import minimize

    shape = likelihood.table.shape
    held: dict[bytes, tuple[Floats, Floats]] = {}

    def loss(own: Floats) -> float:
        return -likelihood.value(natural_of(tie @ own, shape))

    def slope(own: Floats) -> Floats:
        return -slopes(own)[0]

    def bend(own: Floats) -> Floats:
        return -slopes(own)[1]

    def at_edge(xk: Floats) -> None:
        if np.abs((tie @ xk)[_ATANHS]).max() > _EDGE:
            raise StopIteration

    def slopes(own: Floats) -> tuple[Floats, Floats]:
        key = own.tobytes()
        if key not in held:
            held.clear()
            gradient, hessian = _free_slopes(likelihood, tie @ own)
            held[key] = tie.T @ gradient, tie.T @ hessian @ tie
        return held[key]

    found = minimize(
        loss,
        free_of(start, shape)[tie.argmax(axis=0)],
        method="trust-exact",
        jac=slope,
        hess=bend,
        callback=at_edge,
        options={"gtol": 1e-8, "maxiter": 200},
    )
    gradient, hessian = slopes(found.x)
    natural = natural_of(tie @ found.x, shape)
    here = likelihood.climb(natural)
    return Summit(natural, here.value, here.gradient, -here.hessian, _rise(gradient, -hessian))


def _rise(gradient: Floats, information: Floats) -> float:
    """Return half the Newton decrement; infinite where the information is not positive definite."""
    try:
        half = np.linalg.solve(np.linalg.cholesky(information), gradient)
    except np.linalg.LinAlgError:
        return np.inf
    return float(half @ half) / 2


def free_of(natural: Floats, shape: tuple[int, int]) -> Floats:
    """Return the parameters on scales without limits."""
    free = natural.copy()
    free[_LOGS] = np.log(natural[_LOGS])
    free[_ATANHS] = np.arctanh(natural[_ATANHS])
    for part in _steps(shape):
        free[part] = np.log(np.diff(natural[part.start - 1 : part.stop]))
    return free


def natural_of(free: Floats, shape: tuple[int, int]) -> Floats:
    """Return the parameters in natural units."""
    natural = free.copy()
    natural[_LOGS] = np.exp(np.clip(free[_LOGS], -50, 50))
    natural[_ATANHS] = np.tanh(np.clip(free[_ATANHS], -2 * _EDGE, 2 * _EDGE))
    for part in _steps(shape):
        natural[part] = natural[part.start - 1] + np.cumsum(np.exp(np.clip(free[part], -50, 50)))
    return natural


def _steps(shape: tuple[int, int]) -> tuple[slice, slice]:
    """Return where the bounds of each test after its first one stand."""
    middle = HEAD + shape[0] - 1
    return slice(HEAD + 1, middle), slice(middle + 1, middle + shape[1] - 1)


def _free_slopes(likelihood: BivariateLikelihood, free: Floats) -> tuple[Floats, Floats]:
    """Return gradient and Hessian on the free scales; no second derivative of the way there mixes two of them."""
    shape = likelihood.table.shape
    natural = natural_of(free, shape)
    if not np.isfinite(likelihood.value(natural)):  # scipy asks before it turns the step down
        return np.zeros(len(free)), -np.eye(len(free))
    here = likelihood.climb(natural)
    jacobian = np.eye(len(free))
    second = np.zeros(len(free))
    jacobian[_LOGS, _LOGS] = natural[_LOGS]
    second[_LOGS] = here.gradient[_LOGS] * natural[_LOGS]
    r = natural[_ATANHS]
    jacobian[_ATANHS, _ATANHS] = 1 - r * r
    second[_ATANHS] = -2 * r * (1 - r * r) * here.gradient[_ATANHS]
    for part in _steps(shape):
        step = np.exp(np.clip(free[part], -50, 50))
        below = np.tril(np.ones((len(step), len(step))))
        jacobian[part, part] = below * step
        jacobian[part, part.start - 1] = 1.0
        second[part] = (here.gradient[part] @ below) * step
    hessian = jacobian.T @ here.hessian @ jacobian
    hessian[np.diag_indices(len(free))] += second
    return jacobian.T @ here.gradient, hessian
