"""The climb to the largest ordinal likelihood of a curve family, with the cuts profiled out.

With the cuts climbed at given parameters, what is left is a function of a few free parameters with exact gradient and
Hessian (the Schur complement), which ``scipy.optimize.minimize(method="trust-exact")`` climbs. Newton steps of all
unknowns together end it.

References: [dorfman1969], [metz1998]
"""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass, field

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.errors import FitError
from rocstats.parametric.cut_climb import CLOSE, climb_cuts, first_cuts, moved_point
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.likelihood_net import joined, spread_cuts, tops
from rocstats.parametric.ordinal_fit import OrdinalFit, standard_steps
from rocstats.parametric.ordinal_likelihood import OrdinalPoint
from rocstats.parametric.ordinal_table import OrdinalTable
from rocstats.printing import Note

_Counts = tuple[Floats, Floats]
# A free parameter whose standard error is so many times its size, or 1, is not told by the data at all.
_UNTOLD = 100.0
# At an edge the climb ends where a unit of a free parameter adds less than this to the likelihood of a subject.
_LEVEL = 1e-6
# A maximum is reached when the next step is this small a part of a standard error.
_REACHED = 1e-5
# Where a table is first climbed with its categories joined, tops within this of the highest are climbed in the whole.
_WITHIN = 3.0
# Ends without a definite curve, which give way to one whose likelihood is as high but for this.
_UNNAMED, _SAME = ("flat-likelihood", "not-converged"), 1e-6
# A step inwards from the end of a free scale, and what the likelihood has to rise by there.
_INWARDS, _RISEN = 1e-3, 1e-8


def maximise(family: CurveFamily, table: OrdinalTable) -> OrdinalFit:
    """Fit a family to ordered categories by maximum likelihood; what went wrong is in ``trouble``.

    Where the likelihood has one top, the climb starts from each of ``family.starts`` until it ends in a regular
    maximum. Where it may have several, it is first looked at over ``family.net``, which reaches to every edge; the
    climb starts from each top of the net, and the highest end counts, be it regular or at an edge. Tables that no
    curve of the family can be fitted to are best refused before.

    Parameters
    ----------
    family : CurveFamily
        The family of the curve.
    table : OrdinalTable
        Counts of controls and cases in at least two categories, none of them empty in both groups.

    Returns
    -------
    OrdinalFit
        Estimates; without covariances where the likelihood has no maximum, or none was found.

    Raises
    ------
    FitError
        If the likelihood is 0 wherever the climb could start.

    References
    ----------
    [dorfman1969], [metz1998]

    Examples
    --------
    >>> import numpy as np
    >>> from rocstats.parametric.binormal import Binormal
    >>> from rocstats.parametric.ordinal_table import OrdinalTable
    >>> labels = np.arange(1.0, 6)
    >>> ratings = OrdinalTable(np.array([33, 6, 6, 11, 2]), np.array([3, 2, 2, 11, 33]), labels, labels)
    >>> fit = maximise(Binormal(), ratings)
    >>> fit.theta.round(4), round(fit.loglikelihood, 3)
    (array([1.6568, 0.713 ]), -123.649)
    """
    counts = (table.controls.astype(np.float64), table.cases.astype(np.float64))
    with np.errstate(all="ignore"):  # where a step leaves the range of double precision, it is cut back
        net = family.net(table.controls, table.cases)
        best = _first_regular(family, counts, table) if net is None else _highest(family, counts, net)
    if best is None:
        raise FitError(
            f"a {family.card.name} curve could not be fitted: at every start some subject's score had no probability. "
            "Use the empirical curve.",
            code="not-converged",
        )
    return best


def _first_regular(family: CurveFamily, counts: _Counts, table: OrdinalTable) -> OrdinalFit | None:
    """Climb from start to start, up to the first regular maximum of a likelihood with one top."""
    most = sum(float(n[n > 0] @ np.log(n[n > 0] / n.sum())) for n in counts)  # no curve fits better than the data
    best: OrdinalFit | None = None
    for start in family.starts(table.controls, table.cases):
        fit = _from(_Profile(family, counts), start)
        if fit is None:
            continue
        if best is None or _better(fit, best):
            best = fit
        if (best.converged and family.one_top) or best.loglikelihood > most - 1e-6:
            break
    return best


def _highest(family: CurveFamily, counts: _Counts, net: Floats) -> OrdinalFit | None:
    """Climb from each top of a net, first among few categories where there are many; the highest end counts."""
    few = joined(counts)
    begun, spare = tops(family, few, net)
    best = _best(_whole(family, few, counts, begun))
    if best is None or (best.trouble is not None and best.trouble.code in _UNNAMED):
        # Where many curves fit equally well, the one at an edge of the family is a definite one.
        others = _whole(family, few, counts, spare)
        best = _best(others if best is None else [best, *others])
    return best


def _best(fits: list[OrdinalFit]) -> OrdinalFit | None:
    best: OrdinalFit | None = None
    for fit in fits:
        if best is None or _better(fit, best):
            best = fit
    return best


def _whole(family: CurveFamily, few: _Counts, counts: _Counts, begun: list[OrdinalPoint]) -> list[OrdinalFit]:
    """Climb with joined categories, and from the highest ends with all."""
    fits = _fits(family, few, begun)
    if few is counts or not fits:
        return fits
    least = max(fit.loglikelihood for fit in fits) - _WITHIN
    near = [fit.point for fit in fits if fit.loglikelihood >= least]
    again = (climb_cuts(family, counts, at.theta, spread_cuts(at.cuts, few, counts)) for at in near)
    return _fits(family, counts, [point for point in again if point is not None])


def _fits(family: CurveFamily, counts: _Counts, begun: list[OrdinalPoint]) -> list[OrdinalFit]:
    """Climb from points; from an end at an edge once more, where the likelihood rises inwards."""
    found = []
    for point in begun:
        fit = _from(_Profile(family, counts, point), point.theta)
        inside = None if fit is None else _inside(family, counts, fit.point)
        if inside is not None:
            fit = _from(_Profile(family, counts, inside), inside.theta)
        if fit is not None:
            found.append(fit)
    return found


def _inside(family: CurveFamily, counts: _Counts, point: OrdinalPoint) -> OrdinalPoint | None:
    """Return a higher point a little inside the end of a free scale; None where there is none, or no end was met."""
    free = family.free(point.theta)
    for i in np.flatnonzero(family.natural_slopes(free)[0] == 0):
        for way in (_INWARDS, -_INWARDS):
            moved = free.copy()
            moved[i] += way
            theta = family.natural(moved)
            near = None if theta[i] == point.theta[i] else climb_cuts(family, counts, theta, point.cuts)
            if near is not None and near.value > point.value + _RISEN:
                return near
    return None


def _better(fit: OrdinalFit, best: OrdinalFit) -> bool:
    """Whether the likelihood is higher; where rounding hides which is, whether the end is told more plainly.

    An edge as high as a regular end lies much closer to it than a standard error, so it is the edge that is reported.
    """
    higher = fit.loglikelihood - best.loglikelihood
    unnamed = any(end.trouble is not None and end.trouble.code in _UNNAMED for end in (fit, best))
    if abs(higher) > (_SAME if unnamed else 1e-9 * abs(best.loglikelihood)):
        return higher > 0
    fit_rank, best_rank = (
        2 if end.family.boundary(end.theta) is not None else 1 if end.converged else 0 for end in (fit, best)
    )
    return fit_rank > best_rank


@dataclass(slots=True)
class _Profile:
    """The likelihood as a function of the free parameters alone, the cuts being climbed at each."""

    family: CurveFamily
    counts: _Counts
    best: OrdinalPoint | None = None
    seen: dict[bytes, OrdinalPoint | None] = field(default_factory=dict)

    def at(self, free: Floats) -> OrdinalPoint | None:
        """Climb the cuts, from those of the best point so far or from the empirical ones."""
        key = free.tobytes()
        if key not in self.seen:
            self.seen = {key: self._climbed(self.family.natural(free))}
        point = self.seen[key]
        if point is not None and (self.best is None or point.value > self.best.value):
            self.best = point
        return point

    def _climbed(self, theta: Floats) -> OrdinalPoint | None:
        if not np.isfinite(theta).all():
            return None
        if self.best is not None:
            found = climb_cuts(self.family, self.counts, theta, _followed(self.best, theta))
            if found is not None:
                return found
        return climb_cuts(self.family, self.counts, theta, first_cuts(self.family, self.counts, theta))


def _followed(point: OrdinalPoint, theta: Floats) -> Floats:
    """Return where the best cuts go, to first order, as the parameters move."""
    profile = point.information("observed").profile()
    if profile is not None:
        cuts = point.cuts - profile[1] @ (theta - point.theta)
        if (np.diff(cuts) > 0).all():
            return cuts
    return point.cuts


def _from(profile: _Profile, start: Floats) -> OrdinalFit | None:
    """Climb from one start; None where the likelihood is 0 there."""
    from scipy.optimize import minimize

    family, counts = profile.family, profile.counts
    # A curve is told by the smaller group, however many subjects the other has.
    total = 2 * min(float(n.sum()) for n in counts)
    free = family.free(start)
    if profile.at(free) is None:
        return None

    def loss(free: Floats) -> float:
        point = profile.at(free)
        return math.inf if point is None else -point.value / total

    def slope(free: Floats) -> Floats:
        point = profile.at(free)
        return np.zeros_like(free) if point is None else -_free_gradient(family, point) / total

    def bend(free: Floats) -> Floats:
        point = profile.at(free)
        return np.eye(len(free)) if point is None else _free_information(family, point) / total

    def stop_at_edge(xk: Floats) -> None:
        # Along the edge the other parameters still have to find their best.
        if family.boundary(family.natural(xk)) is not None and np.abs(slope(xk)).max() < _LEVEL:
            raise StopIteration

    # Where the trust region meets numbers without limit, what was reached is judged.
    with contextlib.suppress(np.linalg.LinAlgError, ValueError):
        minimize(
            loss,
            free,
            jac=slope,
            hess=bend,
            method="trust-exact",
            callback=stop_at_edge,
            options={"gtol": 1e-7, "maxiter": 100},
        )
    if profile.best is None:
        return None
    return _judged(family, _ended(family, counts, profile.best))


def _ended(family: CurveFamily, counts: _Counts, point: OrdinalPoint) -> OrdinalPoint:
    """Take Newton steps of parameters and cuts together, while they lead up."""
    for _ in range(30):
        parameters, cuts = point.gradient()
        step = point.information("observed").step(parameters, cuts)
        if step is None:
            step = point.information("gauss-newton").step(parameters, cuts)
        if step is None:
            return point
        rise = float(parameters @ step[0] + cuts @ step[1])
        if not rise >= 0:
            return point
        moved = moved_point(family, counts, point, step[0], step[1], rise)
        if moved is None:
            return point
        point = moved
        if rise < CLOSE:
            return point
    return point


def _free_gradient(family: CurveFamily, point: OrdinalPoint) -> Floats:
    """Return the profile gradient in the free parameters, corrected for cuts that are not quite at their best."""
    parameters, cuts = point.gradient()
    profile = point.information("observed").profile()
    if profile is not None:
        parameters = parameters - profile[1].T @ cuts
    return family.natural_slopes(family.free(point.theta))[0] * parameters


def _free_information(family: CurveFamily, point: OrdinalPoint) -> Floats:
    """Return the profile information in the free parameters."""
    first, second = family.natural_slopes(family.free(point.theta))
    information = point.information("observed")
    profile = information.profile()
    if profile is None:
        profile = point.information("gauss-newton").profile()
    complement = information.parameters if profile is None else profile[0]
    found: Floats = np.outer(first, first) * complement - np.diag(second * point.gradient()[0])
    return found


def _judged(family: CurveFamily, point: OrdinalPoint) -> OrdinalFit:
    """Say whether a point is a maximum, and name the trouble where it is not."""
    free = family.free(point.theta)
    steps, errors = standard_steps(_free_information(family, point), _free_gradient(family, point))
    trouble = family.boundary(point.theta)
    if trouble is None and (errors > _UNTOLD * np.maximum(1, np.abs(free))).any():
        trouble = family.limit(point.theta) or Note(
            "flat-likelihood",
            f"The likelihood is flat where the climb ended: many {family.card.name} curves fit these categories "
            "equally well, or it rises towards an edge of the family, so there are no standard errors. Use the "
            "empirical curve, or a family with fewer parameters.",
        )
    if trouble is None and steps > _REACHED:
        trouble = Note(
            "not-converged",
            "The climb ended before the largest likelihood, so there are no standard errors. Use the empirical curve.",
        )
    return OrdinalFit(family=family, point=point, converged=trouble is None, gradient_size=steps, trouble=trouble)
