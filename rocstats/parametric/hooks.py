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

from rocstats.empirical.curve import EmpiricalCurve
from rocstats.formatting import counted, decimals_for, fixed
from rocstats.printing import Note

# A curve nearer to the chance line than this is not seen to leave it, in a figure as wide as a page.
_SEEN = 0.005
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
        fpf = empirical.fpf[1:-1]
        beyond = (fpf > self.crossing) & (fpf < 1) if self.upper else (fpf < self.crossing) & (fpf > 0)
        return int(beyond.sum())


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
    instead = (
        "ProperBinormal() fits a curve that does not cross."
        if hook.below
        else "The area is below 0.5: look at the direction of the test, or fit PowerLaw(), which does not cross."
    )
    return Note(
        "hook",
        f"The binormal curve crosses the chance line at FPF {fixed(hook.crossing, decimals)} and runs up to "
        f"{fixed(hook.depth, decimals)} {side} it towards the {corner} corner (a hook). {supported} {instead}",
    )
