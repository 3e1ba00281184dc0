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
from rocstats.results import Card, Interval

SQUARE_AND_ADD = Card(
    "square-and-add",
    "square-and-add",
    "The interval joins the Wilson limits of two independent proportions by square-and-add",
    ("newcombe1998",),
    "square-and-add",
)


def square_and_add(successes: tuple[int, int], totals: tuple[int, int], *, level: float) -> Interval | None:
    """Return the interval for the first proportion minus the second; None where a group is empty.

    Examples
    --------
    >>> interval = square_and_add((26, 12), (41, 72), level=0.95)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.283, 0.614)
    """
    first, second = (Wilson().interval(x, n, level=level) for x, n in zip(successes, totals, strict=True))
    if first is None or second is None:
        return None
    (x1, x2), (n1, n2) = successes, totals
    p1, p2 = x1 / n1, x2 / n2
    difference = (x1 * n2 - x2 * n1) / (n1 * n2)
    low = difference - math.hypot(p1 - first.low, second.high - p2)
    high = difference + math.hypot(first.high - p1, p2 - second.low)
    low, high = enclosing(difference, low, high, bounds=(-1.0, 1.0))
    return Interval(max(low, -1.0), min(high, 1.0), level)
