"""One proportion with its interval and, against a null value, its test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.formatting import decimals_for
from rocstats.inference.accuracy_result import Measure
from rocstats.inference.table_measures import share
from rocstats.inference.table_notes import without_interval
from rocstats.inference.two_by_two import check_proportion_method
from rocstats.methods.binomial import checked_test
from rocstats.methods.method import SIDES, BinomialMethod, check_alternative, checked_level
from rocstats.methods.wilson import Wilson
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Alternative, Card, Inference, Interval, error_text, hypothesis_lines, interval_lines

_WILSON = Wilson()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proportion(Result):
    """A count among so many as a proportion.

    ``estimate`` is None where there is nobody, ``interval`` where the method cannot judge the count. ``pvalue`` is None
    without a null value and for a method that is only an interval; ``standard_error`` is there where the interval uses
    it. A note says why something is missing.
    """

    measure: Measure
    pvalue: float | None
    method: Card
    level: float
    null_value: float | None
    alternative: Alternative
    notes: tuple[Note, ...] = ()

    @property
    def successes(self) -> int:
        """How many."""
        assert self.measure.successes is not None
        return self.measure.successes

    @property
    def total(self) -> int:
        """Among how many."""
        assert self.measure.total is not None
        return self.measure.total

    @property
    def estimate(self) -> float | None:
        """The proportion."""
        return self.measure.estimate

    @property
    def standard_error(self) -> float | None:
        """The standard error that the interval uses, or None."""
        return self.measure.standard_error

    @property
    def interval(self) -> Interval | None:
        """The confidence interval, or None where it is not estimable."""
        return self.measure.interval

    def summary(self) -> Summary:
        """Print the proportion in R's frame."""
        found, interval = self.measure, self.interval
        decimals = decimals_for([found.estimate], [] if interval is None else [(interval.low, interval.high)])
        inference = inference_of(found, self.pvalue)
        tested = (
            []
            if self.null_value is None
            else hypothesis_lines(inference, parameter=found.label, null=self.null_value, alternative=self.alternative)
        )
        columns, cells = [Column(found.label)], [found.texts(decimals)[0]]
        if found.standard_error is not None:
            columns.append(Column("std. error"))
            cells.append(error_text(found.standard_error))
        return Summary(
            f"Proportion, {self.method.title}",
            (f"{self.successes} of {self.total}",),
            (
                *tested,
                *interval_lines(interval, inference.estimable, self.level, decimals),
                "sample estimates:",
                Grid(tuple(columns), (tuple(cells),)),
            ),
            self.notes,
            self.method.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the proportion as one row."""
        return [
            {
                "parameter": self.measure.label,
                "estimate": self.estimate,
                "std_error": self.standard_error,
                "p_value": self.pvalue,
                "conf_low": None if self.interval is None else self.interval.low,
                "conf_high": None if self.interval is None else self.interval.high,
                "conf_level": self.level,
                "method": self.method.name,
                "alternative": self.alternative,
                "successes": self.successes,
                "total": self.total,
                "null_value": self.null_value,
            }
        ]


def inference_of(found: Measure, pvalue: float | None) -> Inference:
    """Give a proportion the form in which lines of a test and of an interval are written."""
    return Inference(
        values=(),
        estimate=found.estimate or 0.0,
        interval=found.interval,
        pvalue=pvalue,
        estimable=found.interval is not None,
    )


def proportion(
    successes: int,
    total: int,
    method: BinomialMethod = _WILSON,
    *,
    level: float = 0.95,
    null_value: float | None = None,
    alternative: Alternative = "two-sided",
) -> Proportion:
    """Estimate a proportion, with an interval and, against a null value, the test that belongs to it.

    Subjects are taken as independent, with one and the same probability. Several records of one subject make every
    interval too short.

    Parameters
    ----------
    successes, total : int
        How many, among how many.
    method : BinomialMethod
        Such as ``Wilson()`` or ``ClopperPearson()``.
    level : float
        Confidence level.
    null_value : float, optional
        Proportion to test against, strictly between 0 and 1.
    alternative : {"two-sided", "less", "greater"}
        A one-sided alternative gives the matching one-sided interval.

    Returns
    -------
    Proportion

    Raises
    ------
    DataError
        If the counts cannot be.
    MethodError
        If the method is not one for proportions, or an option is out of range.

    References
    ----------
    [wilson1927], [clopper1934], [brown2001]

    Examples
    --------
    >>> found = proportion(60, 72, null_value=0.7, alternative="greater")
    >>> round(found.estimate, 3), round(found.interval.low, 3), round(found.pvalue, 3)
    (0.833, 0.749, 0.007)
    """
    check_proportion_method(method, "proportion")
    level = checked_level(level)
    check_alternative(alternative)
    if null_value is not None:
        null_value = checked_test(null_value, alternative, "null_value")
    found = share(method, "proportion", "proportion", successes, total, level=level, sides=SIDES[alternative])
    p = own_pvalue(method, successes, total, null_value, alternative)
    notes = (*nobody(found), *without_interval([found], method), *without_test(found, method, p, null_value))
    return Proportion(
        measure=found,
        pvalue=p,
        method=method.card,
        level=level,
        null_value=null_value,
        alternative=alternative,
        notes=notes,
    )


def own_pvalue(
    method: BinomialMethod, successes: int, total: int, null: float | None, alternative: Alternative
) -> float | None:
    """Return the p-value of a method's own test; None where it has none or none was asked for."""
    test = getattr(method, "pvalue", None)
    if null is None or test is None:
        return None
    p: float | None = test(successes, total, null=null, alternative=alternative)
    return p


def nobody(found: Measure) -> tuple[Note, ...]:
    """Say that there is nobody to count among."""
    if found.total:
        return ()
    return (Note("nobody", f"there is nobody to count among, so the {found.label} is not estimable."),)


def without_test(found: Measure, method: BinomialMethod, p: float | None, null: float | None) -> tuple[Note, ...]:
    """Say that a method which is only an interval has no test."""
    if null is None or p is not None or found.interval is None:
        return ()
    return (
        Note(
            "only-interval",
            f"{method.card.title} is only an interval and has no test; Wilson(), MidP() and ClopperPearson() have one.",
        ),
    )
