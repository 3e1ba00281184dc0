"""The hook of a binormal curve: where it crosses the chance line, and whether that shows in the data.

TPF = Phi(a + b z) meets FPF = Phi(z) at z = a / (1 - b) and nowhere else: the ratio of the difference of the means to
that of the standard deviations, in one unit. Beyond it, towards one corner, the curve runs on the other side of the
chance line. It is farthest from that line where its slope is 1, b phi(a + b z) = phi(z), a quadratic equation with one
root on either side of the crossing.

References: [hillis2011]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rocstats.empirical.curve import EmpiricalCurve
from rocstats.empirical.ranks import Floats
from rocstats.formatting import counted, decimals_for, fixed
from rocstats.printing import Note

# A curve nearer to the chance line than this is not seen to leave it, in a figure as wide as a page.
_SEEN = 0.005
# A point so many standard errors on the wrong side is not there by chance alone.
_CLEAR = 2.0
# Beyond this normal quantile no share is left in double precision.
_FAR = 37.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """The stretch of a binormal curve on the wrong side of the chance line.

    Parameters
    ----------
    ratio : float
        z of the crossing, a / (1 - b): the mean-to-sigma ratio. The nearer to 0, the worse.
    crossing : float
        FPF, and TPF, at which the curve crosses the chance line.
    upper : bool
        Whether the hook lies between the crossing and the upper right corner, or the lower left one.
    below : bool
        Whether it runs below the chance line; above it for a curve with an area below 0.5.
    length : float
        How much of the FPF axis it takes.
    depth : float
        Its largest distance from the chance line, in TPF.
    deepest : float
        FPF at which it is that far.
    """

    ratio: float
    crossing: float
    upper: bool
    below: bool
    length: float
    depth: float
    deepest: float

    @property
    def visible(self) -> bool:
        """Whether a figure shows it."""
        return self.depth >= _SEEN

    def points_within(self, empirical: EmpiricalCurve) -> int:
        """Count the points of an empirical curve, corners left out, whose FPF lies on its stretch."""
        return int(self._within(empirical).sum())

    def crossed_by(self, empirical: EmpiricalCurve) -> bool:
        """Whether the data are on its side of the chance line too, beyond chance.

        One point decides, the nearest to where the hook is deepest: its TPF and FPF are compared as shares of two
        independent groups, by the normal test with the pooled share.
        """
        within = self._within(empirical)
        if not within.any():
            return False
        fp, tp = empirical.fp[within], empirical.tp[within]
        m, n = empirical.subjects.n_cases, empirical.subjects.n_controls
        at = int(np.abs(fp / n - self.deepest).argmin())
        first, second, pooled = float(tp[at]) / m, float(fp[at]) / n, float(tp[at] + fp[at]) / (m + n)
        error = math.sqrt(pooled * (1 - pooled) * (1 / m + 1 / n))
        return (second - first if self.below else first - second) > _CLEAR * error

    def _within(self, empirical: EmpiricalCurve) -> NDArray[np.bool_]:
        fpf = empirical.fpf
        return (fpf > self.crossing) & (fpf < 1) if self.upper else (fpf < self.crossing) & (fpf > 0)


def find_hook(theta: Sequence[float]) -> Hook | None:
    """Find the hook of the binormal curve TPF = pnorm(a + b qnorm(FPF)).

    A binormal curve has one unless b = 1, mostly so near to a corner that no share is left there: then, and for b = 1,
    there is none to report.

    Parameters
    ----------
    theta : sequence of float
        a and b.

    Returns
    -------
    Hook or None

    References
    ----------
    [hillis2011]

    Examples
    --------
    >>> hook = find_hook([0.5, 0.5])
    >>> round(hook.crossing, 4), hook.upper, hook.below, round(hook.depth, 4)
    (0.8413, True, True, 0.0449)
    >>> find_hook([1.5, 1.0]) is None
    True
    """
    from scipy.special import ndtr

    a, b = float(theta[0]) + 0.0, float(theta[1])
    if b <= 0 or b == 1 or abs(a) > _FAR * abs(1 - b):
        return None
    z = a / (1 - b)
    # The root beyond the crossing; its two terms have one sign, so nothing cancels.
    reach = math.sqrt(a * a - 2 * (1 - b * b) * math.log(b))
    at = (a * b + math.copysign(reach, a)) / (1 - b * b)
    depth = abs(float(ndtr(-at) - ndtr(-a - b * at)) if at > 0 else float(ndtr(at) - ndtr(a + b * at)))
    upper = (a >= 0) == (b < 1)
    return Hook(
        ratio=z,
        crossing=float(ndtr(z)),
        upper=upper,
        below=a >= 0,
        length=float(ndtr(-z) if upper else ndtr(z)),
        depth=depth,
        deepest=float(ndtr(at)),
    )


def smooth_hook_note(fpf: Floats, tpf: Floats, area: float, empirical: EmpiricalCurve) -> Note | None:
    """Say that a smooth curve, drawn by points, crosses the chance line where a figure shows it; else None."""
    below = area >= 0.5
    off = fpf - tpf if below else tpf - fpf
    at = int(off.argmax())
    if off[at] < _SEEN:
        return None
    wrong = empirical.fpf > empirical.tpf if below else empirical.tpf > empirical.fpf
    points = int(wrong.sum())
    side = "below" if below else "above"
    decimals = decimals_for([float(off[at])])
    said = f"{counted(points, 'point')} of the empirical curve {'lies' if points == 1 else 'lie'} {side} it too"
    supported = said if points else f"no point of the empirical curve lies {side} it: the hook comes from the kernels"
    return Note(
        "hook",
        f"The smooth curve crosses the chance line and runs up to {fixed(float(off[at]), decimals)} {side} it, "
        f"farthest at FPF {fixed(float(fpf[at]), decimals)} (a hook); {supported}.",
    )


def hook_note(theta: Sequence[float], empirical: EmpiricalCurve) -> Note | None:
    """Say that a fitted binormal curve has a hook that a figure shows, and whether data lie there; else None."""
    hook = find_hook(theta)
    if hook is None or not hook.visible:
        return None
    points = hook.points_within(empirical)
    decimals = decimals_for([hook.crossing, hook.depth])
    corner = "upper right" if hook.upper else "lower left"
    side = "below" if hook.below else "above"
    supported = (
        f"{counted(points, 'point')} of the empirical curve {'lies' if points == 1 else 'lie'} on that stretch."
        if points
        else "No point of the empirical curve lies on that stretch: the hook comes from the model alone."
    )
    direction = "" if hook.below else "The area is below 0.5: look at the direction of the test"
    if hook.crossed_by(empirical):
        instead = (
            f"{f'{direction}. ' if direction else ''}The data cross the chance line there too, beyond chance, so no "
            "family without hooks fits them: report the empirical curve, and look at the distributions of the scores."
        )
    elif hook.below:
        instead = "ProperBinormal() fits a curve that does not cross."
    else:
        instead = f"{direction}, or fit PowerLaw(), which does not cross."
    return Note(
        "hook",
        f"The binormal curve crosses the chance line at FPF {fixed(hook.crossing, decimals)} and runs up to "
        f"{fixed(hook.depth, decimals)} {side} it towards the {corner} corner (a hook). {supported} {instead}",
    )
