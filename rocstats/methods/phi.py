"""The phi coefficient of a 2x2 table, which is Matthews' correlation, with its interval on Fisher's z scale.

Its large-sample variance is the sum over the cells of the count times the squared derivative by that count; the
interval is that of artanh(phi), turned back, so it stays inside -1 and 1.

References: [matthews1975]
"""

from __future__ import annotations

import math

from rocstats.methods.binomial import enclosing
from rocstats.methods.method import upper_quantile
from rocstats.results import Card, Interval, Sides

PHI = Card(
    "phi",
    "Fisher z",
    "The interval of the phi coefficient was computed on Fisher's z scale from its large-sample variance",
    ("matthews1975",),
    "large-sample variance on Fisher's z scale",
)


def phi_interval(
    tp: int, fp: int, fn: int, tn: int, *, level: float, sides: Sides = "two-sided"
) -> tuple[float, Interval] | None:
    """Return standard error and interval of the phi coefficient; None where it is undefined, -1 or 1.

    At -1 and 1 its variance is 0, which no finite study can show.

    Examples
    --------
    >>> error, interval = phi_interval(26, 12, 15, 60, level=0.95)
    >>> round(error, 4), round(interval.low, 3), round(interval.high, 3)
    (0.0865, 0.29, 0.627)
    """
    rows, columns = (tp + fp, fn + tn), (tp + fn, fp + tn)
    if 0 in rows + columns or fp == fn == 0 or tp == tn == 0:
        return None
    root = math.sqrt(math.prod(rows + columns))
    phi = (tp * tn - fp * fn) / root
    if abs(phi) >= 1:
        return None  # One in so many subjects that floats cannot tell phi from its end.
    variance = sum(
        cell * (other / root - phi / 2 * (1 / rows[i] + 1 / columns[j])) ** 2
        for cell, other, i, j in ((tp, tn, 0, 0), (fp, -fn, 0, 1), (fn, -fp, 1, 0), (tn, tp, 1, 1))
    )
    se = math.sqrt(variance)
    reach = upper_quantile(level, sides) * se / ((1 - phi) * (1 + phi))
    low, high = (math.tanh(math.atanh(phi) + sign * reach) for sign in (-1, 1))
    low, high = enclosing(phi, low, high, bounds=(-1.0, 1.0))
    return se, Interval(-1.0 if sides == "upper" else low, 1.0 if sides == "lower" else high, level, sides)
