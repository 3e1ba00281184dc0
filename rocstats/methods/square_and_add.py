"""Square-and-add: an interval for a difference of independent proportions from the Wilson limits of both.

The distance from the difference to its lower limit joins the first proportion's distance to its lower limit and the
second's to its upper limit as the sides of a right-angled triangle; the upper limit is the mirror. Sensitivity minus
(1 - specificity), two groups of different subjects, makes it the interval of the Youden index.

References: [newcombe1998]
"""

from __future__ import annotations

import math

from rocstats.methods.binomial import enclosing
from rocstats.methods.wilson import Wilson
from rocstats.results import Card, Interval, Sides

SQUARE_AND_ADD = Card(
    "square-and-add",
    "square-and-add",
    "The interval joins the Wilson limits of two independent proportions by square-and-add",
    ("newcombe1998",),
    "square-and-add",
)


def square_and_add(
    successes: tuple[int, int],
    totals: tuple[int, int],
    *,
    level: float,
    sides: Sides = "two-sided",
    correlation: float = 0.0,
) -> Interval | None:
    """Return the interval for the first proportion minus the second; None where a group is empty.

    A one-sided bound at level 1 - a is the limit of the two-sided interval at 1 - 2a. Paired proportions have a
    ``correlation``, which turns the right angle of the triangle into another.

    Examples
    --------
    >>> interval = square_and_add((26, 12), (41, 72), level=0.95)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.283, 0.614)
    """
    below: Sides = "two-sided" if sides == "two-sided" else "lower"
    above: Sides = "two-sided" if sides == "two-sided" else "upper"
    low1, low2 = (Wilson().interval(x, n, level=level, sides=below) for x, n in zip(successes, totals, strict=True))
    high1, high2 = (Wilson().interval(x, n, level=level, sides=above) for x, n in zip(successes, totals, strict=True))
    if low1 is None or high1 is None or low2 is None or high2 is None:
        return None
    (x1, x2), (n1, n2) = successes, totals
    p1, p2 = x1 / n1, x2 / n2
    difference = (x1 * n2 - x2 * n1) / (n1 * n2)
    low = difference - _third_side(p1 - low1.low, high2.high - p2, correlation)
    high = difference + _third_side(high1.high - p1, p2 - low2.low, correlation)
    low, high = enclosing(difference, low, high, bounds=(-1.0, 1.0))
    return Interval(
        -1.0 if sides == "upper" else max(low, -1.0), 1.0 if sides == "lower" else min(high, 1.0), level, sides
    )


def _third_side(a: float, b: float, correlation: float) -> float:
    """Return sqrt(a² - 2rab + b²), written so that it cannot be the root of a negative number."""
    if correlation == 0:
        return math.hypot(a, b)
    return math.hypot(a - b, math.sqrt(2 * (1 - correlation) * a * b))
