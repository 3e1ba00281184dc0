"""What is known of a test from its 2×2 table: nine measures with their intervals, and how they are printed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rocstats.data.counts import Counts
from rocstats.formatting import (
    NOT_ESTIMABLE,
    counted,
    decimals_for,
    fixed,
    level_text,
    plain,
    printable,
    significant,
)
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Interval, Subjects

_MOST_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One measure of a 2×2 table.

    ``estimate`` is None where the table cannot give it or it is infinite, ``interval`` and ``method`` are None where
    there is no interval; a note of the result says why. ``successes`` and ``total`` are those of a proportion, else
    None. An infinite upper limit is ``math.inf``.
    """

    name: str
    label: str
    successes: int | None
    total: int | None
    estimate: float | None
    interval: Interval | None
    method: Card | None

    @property
    def is_ratio(self) -> bool:
        """Whether the measure is a likelihood ratio or the odds ratio."""
        return self.name in ("lr_positive", "lr_negative", "odds_ratio")

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
    """Nine measures of a 2×2 table, each with its interval and the method of it."""

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
    notes: tuple[Note, ...] = ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        """All measures in the order in which they are printed."""
        return (
            *(self.sensitivity, self.specificity, self.ppv, self.npv, self.accuracy),
            *(self.lr_positive, self.lr_negative, self.odds_ratio, self.youden),
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
        title = "Accuracy of a 2x2 table" if self.counts.threshold is None else "Accuracy at a threshold"
        return Summary(
            title,
            self._data_lines(),
            (
                "",
                self._table(),
                "",
                f"{level_text(self.level)} percent confidence intervals, two-sided",
                self._measures(),
            ),
            self.notes,
            self.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per measure."""
        test = self.counts.test
        return [
            {
                "parameter": m.label,
                "test": None if test is None else test.name,
                "estimate": m.estimate,
                "conf_low": None if m.interval is None else m.interval.low,
                "conf_high": None if m.interval is None else m.interval.high,
                "conf_level": self.level,
                "method": None if m.method is None else m.method.name,
                "alternative": "two-sided",
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
        }

    def _data_lines(self) -> tuple[str, ...]:
        counts, subjects = self.counts, self.subjects
        name = "2x2 table of counts" if counts.test is None else printable(counts.test.name)
        lines = [name]
        if subjects.truth:
            label = f" ({printable(subjects.label)})" if subjects.label else ""
            what = f"{name}{label} by {printable(subjects.truth)}"
            bracket = f'(positive: "{printable(subjects.positive)}")'
            lines = [f"{what} {bracket}"] if len(f"data:  {what} {bracket}") <= 80 else [what, bracket]
        if counts.threshold is not None:
            rule = f"threshold: {plain(counts.threshold)}"
            if counts.test is not None:
                rule = f"rule: positive if {name} {counts.test.rule(counts.threshold)}"
            lines.append(rule)
        if subjects.truth:
            lines.append(subjects.counts())
        else:
            lines.append(f"{counted(counts.n_cases, 'case')}, {counted(counts.n_controls, 'control')}")
        return tuple(lines)

    def _table(self) -> Grid:
        counts, subjects = self.counts, self.subjects
        case, control = "with", "without"
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
            rows.append((m.label, share, *m.texts(decimals), "-" if m.method is None else m.method.name))
        right = tuple(Column(header) for header in ("n/N", "estimate", "low", "high"))
        return Grid((Column("", "left"), *right, Column("method", "left")), tuple(rows))
