"""What every binomial method owes to its counts: checks, exact ends, an estimate inside.

A method derives from ``ProportionMethod`` and brings its own formula; here stand the checks before it and the corners
after it: nobody to count among is not estimable, 0/n starts at exactly 0 and n/n ends at exactly 1, the estimate lies
inside, no interval is a point and no p-value is 0.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from rocstats.data.counts import whole_number
from rocstats.errors import DataError, MethodError
from rocstats.formatting import shown
from rocstats.given import is_number, is_one_of
from rocstats.methods.method import check_alternative, checked_level
from rocstats.results import Alternative, Card, Interval, Sides

_SIDES = ("two-sided", "lower", "upper")
_MOST = 2**53
# With more successes and more failures than this, double precision leaves the incomplete beta function too few digits.
_MOST_FOR_BETA = 2**36


class ProportionMethod(ABC):
    """What the methods for a proportion share: questions, checks and corners. Each brings ``_limits``, and
    ``_test`` unless it is an interval only.

    ``encloses`` is False of one that can truly put a one-sided bound, at a level near one half, beyond the estimate.
    """

    __slots__ = ()

    encloses: ClassVar[bool] = True

    @property
    @abstractmethod
    def card(self) -> Card:
        """What the method says of itself."""

    @property
    def has_test(self) -> bool:
        """Whether the method has a test of its own, and is no interval only."""
        return type(self)._test is not ProportionMethod._test

    def interval(
        self, successes: int, total: int, *, level: float = 0.95, sides: Sides = "two-sided"
    ) -> Interval | None:
        """Return the interval for a count among so many.

        At 0/n it begins at exactly 0 and at n/n it ends at exactly 1; limits beyond 0 or 1 are set to that end. A
        two-sided interval holds the estimate and has a width. When the method misleads, its class says.

        Parameters
        ----------
        successes, total : int
            How many, among how many.
        level : float
            Confidence level, 0.95 for 95 percent.
        sides : {"two-sided", "lower", "upper"}
            A one-sided bound ends at the end of the range.

        Returns
        -------
        Interval or None
            None where ``total`` is 0, and where the method cannot judge the count: not estimable.

        Raises
        ------
        DataError
            If a count is negative or not whole, or there are more successes than subjects.
        MethodError
            If level or sides are out of range.

        Examples
        --------
        >>> from rocstats.methods.wilson import Wilson
        >>> Wilson().interval(0, 30, sides="upper").low, Wilson().interval(0, 0)
        (0.0, None)
        """
        return binomial_interval(successes, total, level, sides, self._limits, encloses=self.encloses)

    def pvalue(
        self, successes: int, total: int, *, null: float, alternative: Alternative = "two-sided"
    ) -> float | None:
        """Return the p-value of the method's own test; of most it rejects exactly the values outside the interval.

        It is at most 1 and never 0: a tail below the smallest float is that float.

        Parameters
        ----------
        successes, total : int
            How many, among how many.
        null : float
            Proportion under the null hypothesis, strictly between 0 and 1.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true proportion is above ``null``.

        Returns
        -------
        float or None
            None where ``total`` is 0, where the method cannot judge the count, and always where it is an interval only.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If null or alternative are out of range.

        Examples
        --------
        >>> from rocstats.methods.wilson import Wilson
        >>> round(Wilson().pvalue(60, 72, null=0.7, alternative="greater"), 3)
        0.007
        """
        successes, total = checked_counts(successes, total)
        null = checked_test(null, alternative)
        if total == 0:
            return None
        return kept_off_zero(self._test(successes, total, null, alternative))

    @abstractmethod
    def _limits(self, x: int, n: int, alpha: float) -> tuple[float, float] | None:
        """Return two-sided limits for x of n > 0, alpha/2 in each tail; None where the method cannot judge them."""

    def _test(self, x: int, n: int, null: float, alternative: Alternative) -> float | None:
        """Return the p-value of x of n > 0; None where the method cannot judge them, or is an interval only."""
        return None


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
    level = checked_level(level)
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


def tail_pvalue(at_most: float, at_least: float, alternative: Alternative) -> float:
    """Return the tail that the alternative asks for, or twice the smaller one."""
    return {"less": at_most, "greater": at_least, "two-sided": 2 * min(at_most, at_least)}[alternative]


def kept_off_zero(p: float | None) -> float | None:
    """Return a p-value, at most 1 and the smallest float at the least: a tail rounded to 0 would claim certainty."""
    return None if p is None else max(min(p, 1.0), sys.float_info.min)


def beyond_beta(successes: int, total: int) -> bool:
    """Say whether exact tails are out of reach; the score limits are then the same to 1 in 100,000 of their width."""
    return min(successes, total - successes) > _MOST_FOR_BETA


def checked_counts(successes: int, total: int) -> tuple[int, int]:
    """Return both counts as whole numbers, or refuse what cannot be counted."""
    successes, total = whole_number(successes, "successes"), whole_number(total, "total")
    if total > _MOST:
        raise DataError(
            f"total is {shown(total)}; counts go up to 2**53 = {_MOST}, beyond which floats skip whole numbers."
        )
    if successes > total:
        raise DataError(f"{successes} successes among {total} cannot be; the first number is part of the second.")
    return successes, total


def checked_sides(sides: Sides) -> None:
    """Refuse sides that are none."""
    if not is_one_of(sides, _SIDES):
        raise MethodError(f'sides is {shown(sides)}; it must be "two-sided", "lower" or "upper".')


def checked_test(null: float, alternative: Alternative, name: str = "null") -> float:
    """Return the null value of a hypothesis as a float, or refuse what a test of a proportion cannot judge."""
    check_alternative(alternative)
    if not is_number(null) or not 0 < null < 1:
        percent = is_number(null) and 1 < null < 100
        hint = f" Write {null / 100:g} for {null:g} percent." if percent else ""
        raise MethodError(
            f"{name} is {shown(null)}; a test of a proportion needs a value strictly between 0 and 1.{hint}"
        )
    return float(null)


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
