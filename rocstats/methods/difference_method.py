"""What a method for a difference of two proportions is asked, with the checks and corners that all of them share.

A method derives from ``PairedDifference`` or ``IndependentDifference`` and brings limits for a normal quantile, a test,
or both. Nobody to compare is not estimable, limits are closed by -1 and 1, and no p-value is 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from rocstats.data.paired_counts import PairedTable, paired_table
from rocstats.methods.binomial import kept_off_zero
from rocstats.methods.difference_limits import TwoProportions, checked_null, closed, quantile, two_proportions
from rocstats.methods.method import upper_quantile
from rocstats.results import Alternative, Card, Interval, Sides

Table = TypeVar("Table", PairedTable, TwoProportions)


class _Difference(ABC, Generic[Table]):
    """What paired and independent methods share. Each method brings ``_limits`` (or ``_interval``), ``_test``,
    or both; what it has not gives None.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def card(self) -> Card:
        """What the method says of itself."""

    @property
    def has_interval(self) -> bool:
        """Whether the method has an interval, and is no test only."""
        own = type(self)
        return own._limits is not _Difference._limits or own._interval is not _Difference._interval

    @property
    def has_test(self) -> bool:
        """Whether the method has a test, and is no interval only."""
        return type(self)._test is not _Difference._test

    def interval(self, table: Any, *, level: float = 0.95, sides: Sides = "two-sided") -> Interval | None:
        """Return the interval for the first proportion minus the second.

        Limits beyond -1 or 1 are set to that end, and no interval is a point. When the method misleads, its class says.

        Parameters
        ----------
        table : PairedTable or TwoProportions
            For a paired method ((n11, n10), (n01, n00)), pairs of results; ``n10`` are positive by the first test only.
            For independent groups ((x1, n1), (x2, n2)), successes and total of each.
        level : float
            Confidence level, 0.95 for 95 percent.
        sides : {"two-sided", "lower", "upper"}
            A one-sided bound ends at -1 or 1.

        Returns
        -------
        Interval or None
            None where there are no pairs or a group is empty, where the method cannot judge the counts (a variance of
            0), and always where it is a test only.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If level or sides are out of range.

        Examples
        --------
        >>> from rocstats.methods.tango import Tango
        >>> bound = Tango().interval(((59, 6), (16, 80)), sides="upper")
        >>> bound.low, round(bound.high, 4)
        (-1.0, -0.0151)
        """
        counts = self._read(table)
        quantile(level, sides)
        return None if self._empty(counts) else self._interval(counts, level, sides)

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> float | None:
        """Return the p-value; of a method with an interval it rejects exactly the differences outside.

        It is at most 1 and never 0: a tail below the smallest float is that float.

        Parameters
        ----------
        table : PairedTable or TwoProportions
            For a paired method ((n11, n10), (n01, n00)), pairs of results; ``n10`` are positive by the first test only.
            For independent groups ((x1, n1), (x2, n2)), successes and total of each.
        null : float
            Difference under the null hypothesis, strictly between -1 and 1; a test of equal proportions takes 0 only.
        alternative : {"two-sided", "less", "greater"}
            "greater": the true difference, first minus second, is above ``null``.

        Returns
        -------
        float or None
            None where there are no pairs or a group is empty, where the method cannot judge the counts (a variance of
            0), and always where it is an interval only.

        Raises
        ------
        DataError
            If the counts cannot be.
        MethodError
            If null or alternative are out of range.

        Examples
        --------
        >>> from rocstats.methods.tango import Tango
        >>> round(Tango().pvalue(((59, 6), (16, 80)), null=-0.15, alternative="greater"), 4)
        0.0038
        """
        counts, null = self._read(table), checked_null(null, alternative)
        self._check_null(null)
        if self._empty(counts):
            return None
        return kept_off_zero(self._test(counts, null, alternative))

    @abstractmethod
    def _read(self, table: Any) -> Table:
        """Check counts, or refuse them."""

    @abstractmethod
    def _empty(self, counts: Table) -> bool:
        """Say whether there is nobody to compare."""

    def _check_null(self, null: float) -> None:
        """Refuse a null value that a test of something narrower cannot judge."""

    def _interval(self, counts: Table, level: float, sides: Sides) -> Interval | None:
        """Close the limits for a normal quantile; a method without such limits has an interval of its own."""
        limits = self._limits(counts, upper_quantile(level, sides))
        return None if limits is None else closed(*limits, level, sides)

    def _limits(self, counts: Table, z: float) -> tuple[float, float] | None:
        """Return limits for a normal quantile; None where the method cannot judge the counts, or is a test only."""
        return None

    def _test(self, counts: Table, null: float, alternative: Alternative) -> float | None:
        """Return the p-value; None where the method cannot judge the counts, or is an interval only."""
        return None


class PairedDifference(_Difference[PairedTable]):
    """A method for two proportions of the same subjects."""

    __slots__ = ()

    @property
    def paired(self) -> bool:
        """True: the two proportions are of the same subjects."""
        return True

    def _read(self, table: Any) -> PairedTable:
        return paired_table(table)

    def _empty(self, counts: PairedTable) -> bool:
        return counts.total == 0


class IndependentDifference(_Difference[TwoProportions]):
    """A method for two proportions of different subjects."""

    __slots__ = ()

    @property
    def paired(self) -> bool:
        """False: the two proportions are of different subjects."""
        return False

    def _read(self, table: Any) -> TwoProportions:
        return two_proportions(table)

    def _empty(self, counts: TwoProportions) -> bool:
        return counts.n1 == 0 or counts.n2 == 0
