"""What every method for a difference of two proportions owes to its counts: checks, ends of the range, a width.

A method brings limits for a normal quantile; here a one-sided interval is closed by -1 or 1, limits beyond them are
set to them, and an interval without a width is none.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from rocstats.data.counts import whole_number
from rocstats.data.paired_counts import MOST
from rocstats.errors import DataError, MethodError
from rocstats.formatting import shown
from rocstats.given import has_length, is_number
from rocstats.methods.binomial import checked_sides
from rocstats.methods.method import check_alternative, checked_level, upper_quantile
from rocstats.results import Alternative, Interval, Sides


class TwoProportions(NamedTuple):
    """Two independent proportions, x1 of n1 and x2 of n2; a tuple of four in this order."""

    x1: int
    n1: int
    x2: int
    n2: int

    @property
    def difference(self) -> float:
        """First proportion minus second, from whole numbers; no group may be empty."""
        return (self.x1 * self.n2 - self.x2 * self.n1) / (self.n1 * self.n2)


def two_proportions(table: Any) -> TwoProportions:
    """Return two proportions, given as ((x1, n1), (x2, n2)) or as the four counts in this order.

    Examples
    --------
    >>> two_proportions(((7, 34), (1, 34)))
    TwoProportions(x1=7, n1=34, x2=1, n2=34)
    """
    shape = "table is ((x1, n1), (x2, n2)), successes and total of each group"
    if isinstance(table, str | bytes | dict) or not has_length(table):
        raise TypeError(f"{shape}; not {type(table).__name__}.")
    rows = list(table)
    if len(rows) == 2 and all(has_length(row) and len(row) == 2 for row in rows):
        rows = [*rows[0], *rows[1]]
    if len(rows) != 4:
        raise DataError(f"{shape}; it needs four counts.")
    found = TwoProportions(*(whole_number(c, w) for c, w in zip(rows, ("x1", "n1", "x2", "n2"), strict=True)))
    for x, n in ((found.x1, found.n1), (found.x2, found.n2)):
        if n > MOST:
            raise DataError(f"a group holds {n} subjects; counts go up to 2**53 = {MOST}.")
        if x > n:
            raise DataError(f"{x} successes among {n} cannot be; the first number is part of the second.")
    return found


def quantile(level: float, sides: Sides) -> float:
    """Check level and sides, and return the normal quantile of such an interval."""
    level = checked_level(level)
    checked_sides(sides)
    return upper_quantile(level, sides)


def checked_null(null: float, alternative: Alternative, bounds: tuple[float, float] = (-1.0, 1.0)) -> float:
    """Return the null value, or refuse a hypothesis that cannot be judged."""
    check_alternative(alternative)
    number = is_number(null)
    if not number or not bounds[0] < null < bounds[1]:
        end = "above 0 and finite" if math.isinf(bounds[1]) else f"strictly between {bounds[0]:g} and {bounds[1]:g}"
        raise MethodError(f"null is {shown(null)}; it must be a number {end}.")
    return float(null)


def closed(low: float, high: float, level: float, sides: Sides, *, most: float = 1.0) -> Interval | None:
    """Close limits by the range, -``most`` to ``most``, or from 0 where that is infinite; None without a width."""
    least = 0.0 if math.isinf(most) else -most
    low = least if sides == "upper" else max(low, least)
    high = most if sides == "lower" else min(high, most)
    return Interval(low, high, level, sides) if low < high else None


def around(estimate: float, low: float, high: float) -> tuple[float, float]:
    """Keep limits that are roots around the estimate, where float64 would round them onto or past it.

    Examples
    --------
    >>> around(1.0, 0.8, 1.0), around(0.5, 0.4, 0.6)
    ((0.8, 1.0), (0.4, 0.6))
    """
    return min(low, math.nextafter(estimate, -1.0)), max(high, math.nextafter(estimate, 1.0))


def score_limits(estimate: float, z: float, statistic: Callable[[float], float]) -> tuple[float, float]:
    """Solve statistic(t) = z below the estimate and -z above it.

    ``statistic`` falls from infinity at -1 through 0 at the estimate; its arc tangent is finite everywhere, so the
    ends of the range are brackets.
    """
    goal = math.atan(z)
    low = high = estimate
    if estimate > -1:
        low = root(lambda t: math.atan(statistic(t)) - goal, -1.0, estimate)
    if estimate < 1:
        high = root(lambda t: math.atan(statistic(t)) + goal, estimate, 1.0)
    return around(estimate, low, high)


def root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function changes its sign, as exactly as floats can say, by ``scipy.optimize.brentq``."""
    from scipy.optimize import brentq

    # The smallest absolute tolerance leaves the relative one in charge, so roots next to 0 keep their digits.
    least, relative = sys.float_info.min, 4 * sys.float_info.epsilon
    return float(brentq(function, low, high, xtol=least, rtol=relative, maxiter=2000))


def standardised(distance: float, variance: float) -> float:
    """Return a distance in standard errors: 0 for no distance, infinite for one without variance."""
    if distance == 0:
        return 0.0
    return distance / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, distance)
