"""The inference of a difference between numbers read off two fitted curves, on its plain scale."""

from __future__ import annotations

import math

from rocstats.methods.method import SIDES, normal_pvalue, upper_quantile
from rocstats.printing import Note
from rocstats.results import Alternative, Inference, Interval


def difference_inference(
    values: tuple[float, float],
    variance: float,
    most: float,
    level: float,
    alternative: Alternative,
    null: float,
) -> Inference:
    """Return interval and test of first minus second; ``most`` is the largest difference there can be."""
    estimate = values[0] - values[1]
    if not variance > 0:
        text = "the variance of the difference is 0, which no finite study can show. No standard error, interval or "
        note = Note("zero-variance", f"{text}p-value is given.")
        return Inference(values=values, estimate=estimate, estimable=False, notes=(note,))
    error = math.sqrt(variance)
    sides = SIDES[alternative]
    reach = upper_quantile(level, sides) * error
    low = -most if sides == "upper" else estimate - reach
    high = most if sides == "lower" else estimate + reach
    notes: tuple[Note, ...] = ()
    if low < -most or high > most:
        ends = f"below {-most:g}" if low < -most else f"above {most:g}"
        notes = (Note("clipped", f"a limit of the interval lay {ends} and was set to that end of the range."),)
    statistic = (estimate - null) / error
    return Inference(
        values=values,
        estimate=estimate,
        standard_error=error,
        interval=Interval(max(low, -most), min(high, most), level, sides),
        statistic=statistic,
        pvalue=normal_pvalue(statistic, alternative),
        notes=notes,
    )
