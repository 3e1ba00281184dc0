"""What is known of a test from its 2×2 table: its measures with their intervals, as they are printed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rocstats.data.counts import Counts
from rocstats.errors import MethodError
from rocstats.formatting import (
    NOT_ESTIMABLE,
    counted,
    decimals_for,
    fixed,
    level_text,
    plain,
    printable,
    shown,
    significant,
)
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Interval, Sides, Subjects

_MOST_DIGITS = 12
SIDED = {
    "two-sided": "two-sided",
    "lower": "one-sided (lower bounds)",
    "upper": "one-sided (upper bounds)",
}
_ALTERNATIVE = {"two-sided": "two-sided", "lower": "greater", "upper": "less"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One measure of a 2×2 table.

    ``estimate`` is None where the table cannot give it or it is infinite, ``interval`` and ``method`` are None where
    there is no interval; a note of the result says why. ``successes`` and ``total`` are those of a proportion; else,
    and where a case-control design fixes the share of cases that it depends on, they are None. An infinite upper limit
    is ``math.inf``. ``standard_error`` is there where the interval uses it, and ``log_standard_error``, that of the
    logarithm, for ratios with a log interval; else they are None.
    """

    name: str
    label: str
    successes: int | None
    total: int | None
    estimate: float | None
    interval: Interval | None
    method: Card | None
    standard_error: float | None = None
    log_standard_error: float | None = None

    @property
    def is_ratio(self) -> bool:
        """Whether the measure is a likelihood ratio, the odds ratio or the number needed to diagnose."""
        return self.name in ("lr_positive", "lr_negative", "odds_ratio", "nnd")

    def texts(self, decimals: int) -> tuple[str, str, str]:
        """Write estimate and limits: ratios with three significant digits, all else with so many decimals.

        Ratios get more digits where three would print the interval as a point.
        """
        limits = () if self.interval is None else (self.interval.low, self.interval.high)
        digits = 3
        while digits < _MOST_DIGITS and limits and significant(limits[0], digits) == significant(limits[1], digits):
            digits += 1

        def text(value: float) -> str:
            return significant(value, digits) if self.is_ratio else fixed(value, decimals)

        estimate = NOT_ESTIMABLE if self.estimate is None else text(self.estimate)
        low, high = (text(limit) for limit in limits) if limits else ("-", "-")
        return estimate, low, high


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy(Result):
    """The measures of a 2×2 table, each with its interval and the method of it.

    ``further`` holds those that are shown on request. ``prevalence`` is the stated one, at which predictive values and
    accuracy hold, or None; ``sides`` is "two-sided", "lower" or "upper". With ``comparator`` the truth is a comparator
    that is no reference standard: only the measures of agreement are shown.
    """

    counts: Counts
    level: float
    sensitivity: Measure
    specificity: Measure
    ppv: Measure
    npv: Measure
    accuracy: Measure
    lr_positive: Measure
    lr_negative: Measure
    odds_ratio: Measure
    youden: Measure
    further: tuple[Measure, ...] = ()
    prevalence: float | None = None
    sides: Sides = "two-sided"
    comparator: bool = False
    notes: tuple[Note, ...] = ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        """All measures in the order in which they are printed."""
        if self.comparator:
            return (self.sensitivity, self.specificity, self.accuracy, *self.further)
        return (
            *(self.sensitivity, self.specificity, self.ppv, self.npv, self.accuracy),
            *(self.lr_positive, self.lr_negative, self.odds_ratio, self.youden),
            *self.further,
        )

    def measure(self, name: str) -> Measure:
        """Return a measure by its name or label, further ones included.

        Parameters
        ----------
        name : str
            Such as "kappa" or "LR+".

        Returns
        -------
        Measure

        Raises
        ------
        MethodError
            If there is no such measure in this result.
        """
        for found in self.measures:
            if name in (found.name, found.label):
                return found
        raise MethodError(
            f"there is no {shown(printable(name))} here; there are {', '.join(m.name for m in self.measures)}. "
            "accuracy(..., more=True) has further measures."
        )

    @property
    def subjects(self) -> Subjects:
        """Whom the table is about; a table that was typed in has counts and no names."""
        if self.counts.subjects is not None:
            return self.counts.subjects
        return Subjects(
            truth="", positive="", n_cases=self.counts.n_cases, n_controls=self.counts.n_controls, n_dropped=0
        )

    @property
    def references(self) -> tuple[str, ...]:
        """Keys of the works that the methods of the intervals come from."""
        return tuple(dict.fromkeys(key for m in self.measures if m.method for key in m.method.references))

    def summary(self) -> Summary:
        """Print the table, and one line for each measure."""
        what = "Agreement with a comparator" if self.comparator else "Accuracy"
        place = "in a 2x2 table" if self.comparator else "of a 2x2 table"
        place = place if self.counts.threshold is None else "at a threshold"
        return Summary(
            f"{what} {place}",
            (*table_lines(self.counts, comparator=self.comparator), *self._stated()),
            (
                "",
                self._table(),
                "",
                f"{level_text(self.level)} percent confidence intervals, {SIDED[self.sides]}",
                self._measures(),
            ),
            self.notes,
            self.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per measure; columns of standard errors where there is any."""
        test = self.counts.test
        errors = {
            column: attribute
            for column, attribute in (("std_error", "standard_error"), ("log_std_error", "log_standard_error"))
            if any(getattr(m, attribute) is not None for m in self.measures)
        }
        return [
            {
                "parameter": m.label,
                "test": None if test is None else test.name,
                "estimate": m.estimate,
                **{column: getattr(m, attribute) for column, attribute in errors.items()},
                "conf_low": None if m.interval is None else m.interval.low,
                "conf_high": None if m.interval is None else m.interval.high,
                "conf_level": self.level,
                "method": None if m.method is None else m.method.name,
                "alternative": _ALTERNATIVE[self.sides],
                "n_cases": self.counts.n_cases,
                "n_controls": self.counts.n_controls,
                "successes": m.successes,
                "total": m.total,
            }
            for m in self.measures
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as strict JSON holds it, the four counts and the threshold with it."""
        counts = self.counts
        threshold = counts.threshold
        return {
            **Result.to_dict(self),
            **{cell: getattr(counts, cell) for cell in ("tp", "fp", "fn", "tn")},
            "threshold": plain(threshold) if threshold is not None and math.isinf(threshold) else threshold,
            "design": counts.design,
            "prevalence": self.prevalence,
        }

    def _stated(self) -> tuple[str, ...]:
        return () if self.prevalence is None else (f"stated prevalence: {plain(self.prevalence)}",)

    def _table(self) -> Grid:
        counts, subjects = self.counts, self.subjects
        case, control = ("positive", "negative") if self.comparator else ("with", "without")
        if subjects.positive:
            case = subjects.positive
            control = counts.negative or subjects.negative or f"not {case}"
        headers = ("" if counts.test is None else counts.test.name, case, control, "total")
        rows = (
            ("positive", counts.tp, counts.fp, counts.n_positive),
            ("negative", counts.fn, counts.tn, counts.n_negative),
            ("total", counts.n_cases, counts.n_controls, counts.total),
        )
        return Grid(
            tuple(Column(printable(h), "right" if i else "left") for i, h in enumerate(headers)),
            tuple(tuple(str(cell) for cell in row) for row in rows),
        )

    def _measures(self) -> Grid:
        proportions = [m for m in self.measures if not m.is_ratio]
        intervals = [(m.interval.low, m.interval.high) for m in proportions if m.interval is not None]
        decimals = decimals_for([m.estimate for m in proportions], intervals)
        rows = []
        for m in self.measures:
            share = "" if m.total is None else f"{m.successes}/{m.total}"
            # The prevalence is stated above the table.
            rows.append(
                (
                    m.label.replace(" at prevalence ", " at "),
                    share,
                    *m.texts(decimals),
                    "-" if m.method is None else m.method.name,
                )
            )
        right = tuple(Column(header) for header in ("n/N", "estimate", "low", "high"))
        return Grid((Column("", "left"), *right, Column("method", "left")), tuple(rows))


def table_lines(counts: Counts, *, comparator: bool = False) -> tuple[str, ...]:
    """Write the ``data:`` lines of a 2x2 table: what, by which truth, the rule, and how many."""
    subjects = counts.subjects
    name = "2x2 table of counts" if counts.test is None else printable(counts.test.name)
    lines = [name]
    if subjects is not None and subjects.truth:
        label = f" ({printable(subjects.label)})" if subjects.label else ""
        what = f"{name}{label} by {printable(subjects.truth)}"
        bracket = f'(positive: "{printable(subjects.positive)}")'
        lines = [f"{what} {bracket}"] if len(f"data:  {what} {bracket}") <= 80 else [what, bracket]
    if counts.threshold is not None:
        rule = f"threshold: {plain(counts.threshold)}"
        if counts.test is not None:
            rule = f"rule: positive if {name} {counts.test.rule(counts.threshold)}"
        lines.append(rule)
    numbers = f"{counted(counts.n_cases, 'case')}, {counted(counts.n_controls, 'control')}"
    if comparator:
        numbers = f"comparator: {counts.n_cases} positive, {counts.n_controls} negative"
    dropped = "" if subjects is None or not subjects.truth else f", {subjects.n_dropped} dropped"
    return (*lines, numbers + dropped)
