"""One Box-Cox exponent for both groups, by the profile likelihood of normal distributions after the transformation.

With w the logarithm of a score less its mean over all subjects, the scores become (exp(lambda w) - 1) / lambda. This is
the transformation of Box and Cox but for a factor, which is their normalised form: its Jacobian is 1, so that
the profile log-likelihood is minus the sum over groups of n log sd, and neither a, b nor the exponent depend on the
unit of the scores.

At a fixed exponent, a and b have the covariance of two normal groups. Estimating the exponent adds g g' var(lambda), g
being the slopes of a and b along the profile: this is the inverse of the observed information of both means, both
standard deviations and the exponent, read in a and b.

References: [box1964], [faraggi2002]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.parametric.normal_moments import Group, Moments, normal_loglikelihood, weighted_moments

# Exponents that are tried, in standard deviations of w: crowded in the middle, and wider until the likelihood falls.
_TRIED = 33
_FIRST_REACH = 4.0
_LAST_REACH = 2.0**40
_TERMS = 20
# More distinct scores than these are first taken together in blocks, until it is known where the exponent lies.
_BLOCKS = 500
_STEPS = 50
Pair = tuple[Floats, Floats]


@dataclass(frozen=True, slots=True)
class BoxCoxFit:
    """The exponent at the largest profile likelihood, and the curve there.

    ``variance`` of the exponent is None where the likelihood has no curvature. ``a_slope`` and ``b_slope`` are those of
    the curve along the profile. ``controls`` and ``cases`` are of the scores G ((x/G)^lambda - 1) / lambda, with
    ``geometric_mean`` G; ``values`` holds these scores of both groups.
    """

    exponent: float
    variance: float | None
    loglikelihood: float
    a: float
    b: float
    a_slope: float
    b_slope: float
    geometric_mean: float
    controls: Moments
    cases: Moments
    values: Pair


@dataclass(frozen=True, slots=True)
class _Spread:
    """Logarithm of a standard deviation after the transformation, with two derivatives in the exponent."""

    log: float
    first: float
    second: float


class _Profile:
    """The profile log-likelihood of the exponent, without its constant, and the curve at an exponent.

    ``logs`` are logarithms of the scores of controls and of cases, less their mean over all subjects.
    """

    def __init__(self, logs: Pair, shares: Pair, sizes: tuple[int, int]) -> None:
        self.logs, self.shares, self.sizes = logs, shares, sizes
        spreads = [weighted_moments(w, p)[1] for w, p in zip(logs, shares, strict=True)]
        self.spreads = (spreads[0], spreads[1])
        self.scale = math.sqrt(sum(n * s * s for n, s in zip(sizes, spreads, strict=True)) / sum(sizes))

    def thinned(self) -> _Profile:
        """Return a profile of block means, to look around in quickly."""
        (w0, p0), (w1, p1) = (_in_blocks(w, p) for w, p in zip(self.logs, self.shares, strict=True))
        return _Profile((w0, w1), (p0, p1), self.sizes)

    def value(self, exponent: float) -> float:
        """Return the profile log-likelihood."""
        return -sum(n * _log_spread(w, p, exponent) for n, w, p in zip(self.sizes, self.logs, self.shares, strict=True))

    def derivatives(self, exponent: float) -> tuple[float, float]:
        """Return its first and second derivatives."""
        spreads = self.spreads_at(exponent)
        return (
            -sum(n * s.first for n, s in zip(self.sizes, spreads, strict=True)),
            -sum(n * s.second for n, s in zip(self.sizes, spreads, strict=True)),
        )

    def spreads_at(self, exponent: float) -> tuple[_Spread, _Spread]:
        """Return the standard deviations of controls and of cases."""
        first, second = (_spread(w, p, exponent) for w, p in zip(self.logs, self.shares, strict=True))
        return first, second

    def curve(self, exponent: float, *, low: bool) -> tuple[float, float, float, float]:
        """Return a and b with their slopes along the profile."""
        controls, cases = self.spreads_at(exponent)
        ends = [w.max() if exponent >= 0 else w.min() for w in self.logs]
        end = float(max(ends) if exponent >= 0 else min(ends))
        (m0, d0), (m1, d1) = (
            [float((p * t).sum()) for t in _transformed(w - end, exponent)[:2]]
            for w, p in zip(self.logs, self.shares, strict=True)
        )
        sign = -1 if low else 1
        with np.errstate(all="ignore"):
            unit = float(np.exp(exponent * end - cases.log))
            b = float(np.exp(controls.log - cases.log))
        a = sign * (m1 - m0) * unit
        a_slope = sign * (d1 - d0) * unit - a * (cases.first - end)
        return a, b, a_slope, b * (controls.first - cases.first)


def fit_box_cox(controls: Group, cases: Group, *, low: bool) -> BoxCoxFit | None:
    """Find the exponent; scores are positive, and each group holds two distinct ones.

    ``low`` says that low scores are positive. None where the logarithms of a group have no spread in double precision.
    """
    logs, log_mean = _centred_logarithms(controls, cases)
    profile = _Profile(logs, (controls.shares, cases.shares), (controls.n, cases.n))
    if min(profile.spreads) == 0:
        return None
    exponent, curvature = _highest(profile)
    a, b, a_slope, b_slope = profile.curve(exponent, low=low)
    mean = math.exp(log_mean)
    values = tuple(mean * _transformed(w, exponent)[0] for w in profile.logs)
    moments = [
        Moments(n, *weighted_moments(v, p)) for n, v, p in zip(profile.sizes, values, profile.shares, strict=True)
    ]
    spreads = profile.spreads_at(exponent)
    n_subjects = sum(profile.sizes)
    return BoxCoxFit(
        exponent=exponent,
        variance=-1 / curvature if curvature < 0 else None,
        loglikelihood=normal_loglikelihood((spreads[0].log, spreads[1].log), profile.sizes) - n_subjects * log_mean,
        a=a,
        b=b,
        a_slope=a_slope,
        b_slope=b_slope,
        geometric_mean=mean,
        controls=moments[0],
        cases=moments[1],
        values=(values[0], values[1]),
    )


def _highest(profile: _Profile) -> tuple[float, float]:
    """Return the exponent of the largest profile likelihood, and the curvature there.

    The likelihood may have several maxima: the best of many exponents is found on block means, and from there Newton's
    steps, or where they fail the root of the slope between its neighbours, lead to the maximum itself.
    """
    from scipy.optimize import brentq, minimize_scalar

    quick = profile.thinned()
    reach = _FIRST_REACH
    while reach < _LAST_REACH:
        end = reach / profile.scale
        if quick.derivatives(-end)[0] > 0 > quick.derivatives(end)[0]:
            break
        reach *= 4
    tried = np.sinh(np.linspace(-math.asinh(reach), math.asinh(reach), _TRIED)) / profile.scale
    best = int(np.argmax([quick.value(exponent) for exponent in tried.tolist()]))
    low, high = float(tried[max(best - 1, 0)]), float(tried[min(best + 1, _TRIED - 1)])
    found = _by_newton(profile, _by_newton(quick, float(tried[best]), low, high) or float(tried[best]), low, high)
    if found is None and profile.derivatives(low)[0] > 0 > profile.derivatives(high)[0]:
        found = float(brentq(lambda x: profile.derivatives(x)[0], low, high, xtol=1e-14 / profile.scale, rtol=1e-15))
    if found is None:
        # Two maxima close by: their slope has no single root.
        found = float(minimize_scalar(lambda x: -profile.value(x), bounds=(low, high), method="bounded").x)
    return found, profile.derivatives(found)[1]


def _by_newton(profile: _Profile, start: float, low: float, high: float) -> float | None:
    """Climb by Newton's steps that stay between neighbours and shrink; None where they do not."""
    at, last = start, math.inf
    for _ in range(_STEPS):
        slope, curvature = profile.derivatives(at)
        step = -slope / curvature if curvature < 0 else math.inf
        if abs(step) * profile.scale < 1e-9:
            # The next step would be of the size of this one's square.
            return at + step
        if not (low <= at + step <= high and abs(step) < last):
            return None
        at, last = at + step, abs(step)
    return None


def _in_blocks(w: Floats, shares: Floats) -> tuple[Floats, Floats]:
    """Take neighbours together, so that so many values are left."""
    if len(w) <= _BLOCKS:
        return w, shares
    starts = np.linspace(0, len(w), _BLOCKS, endpoint=False).astype(np.int64)
    together = np.add.reduceat(shares, starts)
    return np.add.reduceat(shares * w, starts) / together, together


def _centred_logarithms(controls: Group, cases: Group) -> tuple[Pair, float]:
    """Return the logarithms of both groups less their mean over all subjects, and that mean."""
    values = np.concatenate([controls.values, cases.values])
    shares = np.concatenate([controls.counts, cases.counts]) / (controls.n + cases.n)
    unit = float(np.sort(values)[len(values) // 2])
    logs = _logarithms(values, unit)
    mean = float((shares * logs).sum())
    split = len(controls.values)
    return (logs[:split] - mean, logs[split:] - mean), math.log(unit) + mean


def _logarithms(values: Floats, unit: float) -> Floats:
    """Return log(x / unit), with all its digits where scores differ little from their size."""
    ratio = (values - unit) / unit
    near = np.abs(ratio) < 0.5
    logs: Floats = np.log(values) - math.log(unit)
    logs[near] = np.log1p(ratio[near])
    return logs


def _log_spread(w: Floats, shares: Floats, exponent: float) -> float:
    """Return the logarithm of the standard deviation alone; the shift keeps every power at 1 or below."""
    end = float(w.max() if exponent >= 0 else w.min())
    from_end = w - end
    t = from_end if exponent == 0 else np.expm1(exponent * from_end) / exponent
    return exponent * end + math.log(weighted_moments(t, shares)[1])


def _spread(w: Floats, shares: Floats, exponent: float) -> _Spread:
    end = float(w.max() if exponent >= 0 else w.min())
    t, t1, t2 = (t - float((shares * t).sum()) for t in _transformed(w - end, exponent))
    variance = float((shares * t * t).sum())
    first = float((shares * t * t1).sum()) / variance
    second = float((shares * (t1 * t1 + t * t2)).sum()) / variance - 2 * first * first
    return _Spread(exponent * end + math.log(variance) / 2, end + first, second)


def _transformed(w: Floats, exponent: float) -> tuple[Floats, Floats, Floats]:
    """Return (exp(lambda w) - 1) / lambda with two derivatives in lambda.

    These are w, w^2 and w^3 times (exp(z) - 1) / z and its derivatives at z = lambda w. Near 0 they come from the power
    series of the second one, for closed forms would cancel there.
    """
    z = exponent * w
    power = np.exp(z)
    bend = np.empty_like(z)
    near = np.abs(z) < 1
    bend[near] = _series(z[near])
    far = z[~near]
    bend[~near] = (power[~near] * (far * (far - 2) + 2) - 2) / (far * far * far)
    slope = (power - z * bend) / 2
    return w * (power - z * slope), w * w * slope, w * w * w * bend


def _series(z: Floats) -> Floats:
    """Return the second derivative of (exp(z) - 1) / z: the sum of z^k / (k! (k + 3))."""
    total = np.zeros_like(z)
    for k in reversed(range(_TERMS)):
        total *= z
        total += 1 / (math.factorial(k) * (k + 3))
    return total
