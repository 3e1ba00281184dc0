"""How a number read off a fitted curve gets its standard error, its interval and its test: the delta method.

A share (an area, a TPF) is judged on the probit scale, so its interval cannot leave (0, 1); a parameter on the scale of
its family.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

from rocstats.empirical.ranks import Floats
from rocstats.methods.method import SIDES, normal_pvalue, upper_quantile
from rocstats.printing import Note
from rocstats.results import Alternative, Inference, Interval

_STANDARD = NormalDist()
_MOST_EXPONENT = 709.0


def delta_error(gradient: Floats, covariance: Floats | None) -> float | None:
    """Return the standard error of a function of the parameters; None without a covariance."""
    if covariance is None:
        return None
    variance = float(gradient @ covariance @ gradient)
    return math.sqrt(variance) if variance > 0 and math.isfinite(variance) else None


def scaled_interval(estimate: float, error: float, scale: str, level: float, alternative: Alternative) -> Interval:
    """Return the interval of a number that is normal on a scale: "normal", "log", "logit", "atanh" or "probit"."""
    sides = SIDES[alternative]
    to, back, slope, least, most = _SCALES[scale]
    reach = upper_quantile(level, sides) * error * slope(estimate)
    centre = to(estimate)
    low = least if sides == "upper" else back(centre - reach)
    high = most if sides == "lower" else back(centre + reach)
    return Interval(low, high, level, sides)


def share_inference(
    estimate: float,
    error: float | None,
    *,
    level: float,
    alternative: Alternative = "two-sided",
    null: float | None = None,
    width: float = 1.0,
    notes: tuple[Note, ...] = (),
) -> Inference:
    """Return the inference of a share of ``width`` on the probit scale.

    Without a standard error, or where the share is 0 or 1 in double precision, there is neither interval nor test.
    """
    share = estimate / width
    if error is None or not 0 < share < 1:
        return Inference(values=(estimate,), estimate=estimate, estimable=False, notes=notes)
    within = scaled_interval(share, error / width, "probit", level, alternative)
    if not within.low < within.high:
        return Inference(values=(estimate,), estimate=estimate, estimable=False, notes=notes)
    statistic = None
    if null is not None:
        slope = error / width * _SCALES["probit"][2](share)
        statistic = (_STANDARD.inv_cdf(share) - _STANDARD.inv_cdf(null / width)) / slope
    return Inference(
        values=(estimate,),
        estimate=estimate,
        standard_error=error,
        interval=Interval(within.low * width, within.high * width, level, within.sides),
        statistic=statistic,
        pvalue=None if statistic is None else normal_pvalue(statistic, alternative),
        notes=notes,
    )


def _probit_slope(x: float) -> float:
    return 1 / _STANDARD.pdf(_STANDARD.inv_cdf(x))


def _exp(y: float) -> float:
    """Return e to the y, infinity where that has no double precision number."""
    return math.exp(y) if y < _MOST_EXPONENT else math.inf


# Scale: to it, back, the slope of the way there, and the ends of the range.
_Way = Callable[[float], float]
_SCALES: dict[str, tuple[_Way, _Way, _Way, float, float]] = {
    "normal": (lambda x: x, lambda y: y, lambda x: 1.0, -math.inf, math.inf),
    "log": (math.log, _exp, lambda x: 1 / x, 0.0, math.inf),
    "logit": (lambda x: math.log(x / (1 - x)), lambda y: 1 / (1 + _exp(-y)), lambda x: 1 / (x * (1 - x)), 0.0, 1.0),
    "atanh": (math.atanh, math.tanh, lambda x: 1 / (1 - x * x), -1.0, 1.0),
    "probit": (_STANDARD.inv_cdf, _STANDARD.cdf, _probit_slope, 0.0, 1.0),
}
