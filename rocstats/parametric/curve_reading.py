"""A number read off a fitted curve, with its gradient in the parameters of the curve."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rocstats.empirical.area import AUC
from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
from rocstats.empirical.partial_area import Band, PartialAUC
from rocstats.empirical.ranks import Floats
from rocstats.empirical.separation import Youden
from rocstats.empirical.statistic import Statistic
from rocstats.errors import MethodError
from rocstats.parametric.family import CurveFamily
from rocstats.printing import Note

# A largest J of fewer standard errors is judged to be too near 0 for the delta method. In samples of 30 to 400 of each
# group from normal distributions, at true values of 0 to 6 standard errors, 95 percent intervals that were given above
# 3 were wrong in at most 8 percent of the samples; above 2 in up to 11; without a limit in 79 where the true one is 0.
_ERRORS_OFF = 3.0
# A curve below chance with a smaller J than this has it at a corner, or in a hook too small to see.
_CORNER = 0.001
_AT_CHANCE = 1e-9
_INSTEAD = (
    "No standard error, interval or p-value is given. Judge the AUC, .estimate(AUC(), null_value=0.5), or a threshold "
    "that was stated beforehand, accuracy(counts_at(sample, threshold))."
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A share of ``width`` with its gradient; ``start + slope * share`` is the statistic.

    ``kinked`` says that it is a maximum over the curve which the corners hold at 0 or above, as the largest J is: near
    0 it is no smooth function of the parameters, and the delta method does not serve.
    """

    share: float
    gradient: Floats
    width: float = 1.0
    start: float = 0.0
    slope: float = 1.0
    kinked: bool = False


def reading(family: CurveFamily, theta: Floats, statistic: Statistic) -> Reading:
    """Read a statistic off a curve; refuse one that a curve does not have."""
    if isinstance(statistic, AUC):
        return Reading(family.area(theta), family.area_gradient(theta))
    if isinstance(statistic, PartialAUC):
        return _partial(family, theta, statistic)
    if isinstance(statistic, SensitivityAt):
        fpf = np.array([float(1 - statistic.goal)])
        return _point(family, theta, fpf, float(family.tpf(theta, fpf)[0]))
    if isinstance(statistic, SpecificityAt):
        return _specificity(family, theta, float(statistic.goal))
    if isinstance(statistic, Youden):
        return _youden(family, theta)
    raise MethodError(
        f"{statistic.name} cannot be read off a fitted curve; AUC(), PartialAUC(fpf=(0, 0.2)), "
        "SensitivityAt(specificity=0.9), SpecificityAt(sensitivity=0.9) and Youden() can."
    )


def kink_note(read: Reading, error: float | None, area: float) -> Note | None:
    """Say why a maximum over the curve has no standard error: it is too near 0, or at a corner."""
    if not read.kinked or read.share >= (0.5 if error is None else _ERRORS_OFF * error):
        return None
    if area < 0.5 - _AT_CHANCE and read.share < _CORNER:
        text = (
            "the fitted curve is below the chance line, so its largest J, TPF - FPF, is at a corner, where nobody or "
            f"everybody is positive: 0, or hardly more. If low scores are positive, say so with low=. {_INSTEAD}"
        )
    else:
        text = (
            f"the largest J of the fitted curve is less than {_ERRORS_OFF:g} standard errors above 0, below which it "
            f"cannot fall: so near the chance line it is far from normal, and the delta method misleads. {_INSTEAD}"
        )
    return Note("boundary", text)


def band_area(family: CurveFamily, theta: Floats, band: Band) -> tuple[float, tuple[float, float]]:
    """Return the area over a band of either axis, and the false positive fractions at its edges."""
    low, high = float(band.low), float(band.high)
    if band.axis == "FPF":
        return family.partial_area(theta, low, high), (low, high)
    at = family.fpf(theta, np.array([low, high]))
    x0, x1 = float(at[0]), float(at[1])
    return (1 - x1) * high - (1 - x0) * low + family.partial_area(theta, x0, x1), (x0, x1)


def _partial(family: CurveFamily, theta: Floats, statistic: PartialAUC) -> Reading:
    band = statistic.band
    start, slope = (float(part) for part in statistic.line)
    if band.whole:
        return Reading(family.area(theta), family.area_gradient(theta), 1.0, start, slope)
    area, edges = band_area(family, theta, band)
    return Reading(area, family.partial_area_gradient(theta, *edges), float(band.width), start, slope)


def _point(family: CurveFamily, theta: Floats, fpf: Floats, value: float) -> Reading:
    inside = 0 < fpf[0] < 1
    return Reading(value, family.tpf_gradient(theta, fpf)[:, 0] if inside else np.zeros(len(theta)))


def _specificity(family: CurveFamily, theta: Floats, sensitivity: float) -> Reading:
    fpf = family.fpf(theta, np.array([sensitivity]))
    if not 0 < fpf[0] < 1:
        return Reading(float(1 - fpf[0]), np.zeros(len(theta)))
    gradient = family.tpf_gradient(theta, fpf)[:, 0] / family.slope(theta, fpf)[0]
    return Reading(float(1 - fpf[0]), gradient)


def _youden(family: CurveFamily, theta: Floats) -> Reading:
    """Find the largest TPF - FPF; there the curve has slope 1, so only the direct change of the TPF counts."""
    from scipy.optimize import minimize_scalar
    from scipy.special import ndtr

    grid = np.linspace(-8, 8, 401)
    at = ndtr(grid)
    best = int(np.argmax(family.tpf(theta, at) - at))
    ends = (grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)])

    def loss(z: float) -> float:
        x = np.array([ndtr(z)])
        return float((x - family.tpf(theta, x))[0])

    z = float(minimize_scalar(loss, bounds=ends, method="bounded", options={"xatol": 1e-10}).x)
    fpf = np.array([ndtr(z)])
    return replace(_point(family, theta, fpf, max(-loss(z), 0.0)), kinked=True)
