"""What every binomial method owes to its counts: checks, exact ends, an estimate inside.

A method brings its own formula; here stand the checks before it and the corners after it: nobody to count among is
not estimable, 0/n starts at exactly 0 and n/n ends at exactly 1, the estimate lies inside, and no interval is a point.
Two methods can put a one-sided bound at a level near one half beyond the estimate; they keep it there.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from rocstats.data.counts import whole_number
from rocstats.errors import DataError, MethodError
from rocstats.methods.method import check_alternative, check_level
from rocstats.results import Alternative, Interval, Sides

_SIDES = ("two-sided", "lower", "upper")
_MOST = 2**53
# With more successes and more failures than this, double precision leaves the incomplete beta function too few digits.
_MOST_FOR_BETA = 2**36


def binomial_interval(
    successes: int,
    total: int,
    level: float,
    sides: Sides,
    limits: Callable[[int, int, float], tuple[float, float] | None],
    *,
    encloses: bool = True,
) -> Interval | None:
    """Give the interval of a proportion by a formula for two-sided limits; None where there is nobody.

    ``limits`` takes the two counts and alpha, half of which lies in each tail. A one-sided bound at level 1 - a is the
    limit of the two-sided formula at alpha = 2a; the other end is that of the range. Limits of None are not estimable;
    ``encloses=False`` leaves a bound that truly lies beyond the estimate where it is.
    """
    successes, total = checked_counts(successes, total)
    check_level(level)
    checked_sides(sides)
    if total == 0:
        return None
    found = limits(successes, total, (1 - level) * (1 if sides == "two-sided" else 2))
    if found is None:
        return None
    low, high = (min(max(limit, 0.0), 1.0) for limit in found)
    low = 0.0 if successes == 0 or sides == "upper" else low
    high = 1.0 if successes == total or sides == "lower" else high
    estimate = successes / total
    if encloses or sides == "two-sided":
        low, high = enclosing(estimate, low, high)
    return Interval(low, high, level, sides)


def beyond_beta(successes: int, total: int) -> bool:
    """Say whether exact tails are out of reach; the score limits are then the same to 1 in 100,000 of their width."""
    return min(successes, total - successes) > _MOST_FOR_BETA


def checked_counts(successes: int, total: int) -> tuple[int, int]:
    """Return both counts as whole numbers, or refuse what cannot be counted."""
    successes, total = whole_number(successes, "successes"), whole_number(total, "total")
    if total > _MOST:
        raise DataError(f"total is {total}; counts go up to 2**53 = {_MOST}, beyond which floats skip whole numbers.")
    if successes > total:
        raise DataError(f"{successes} successes among {total} cannot be; the first number is part of the second.")
    return successes, total


def checked_sides(sides: Sides) -> None:
    """Refuse sides that are none."""
    if sides not in _SIDES:
        raise MethodError(f'sides is {sides!r}; it must be "two-sided", "lower" or "upper".')


def checked_test(null: float, alternative: Alternative) -> None:
    """Refuse a hypothesis that a test of a proportion cannot judge."""
    check_alternative(alternative)
    if isinstance(null, bool) or not isinstance(null, int | float) or not 0 < null < 1:
        raise MethodError(f"null is {null!r}; a test of a proportion needs a value strictly between 0 and 1.")


def enclosing(
    estimate: float, low: float, high: float, *, bounds: tuple[float, float] = (0.0, 1.0)
) -> tuple[float, float]:
    """Keep limits around their estimate where float64 would round them onto or past it.

    Examples
    --------
    >>> enclosing(0.5, 0.4, 0.6), enclosing(1.0, 0.9, 1.0)
    ((0.4, 0.6), (0.9, 1.0))
    >>> low, high = enclosing(0.5, 0.5, 0.5)
    >>> low < 0.5 < high
    True
    """
    return min(low, math.nextafter(estimate, bounds[0])), max(high, math.nextafter(estimate, bounds[1]))
