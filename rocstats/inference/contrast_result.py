"""What a test of several areas at once answers with."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.formatting import (
    NOT_ESTIMABLE,
    decimals_for,
    decimals_for_error,
    fixed,
    level_text,
    printable,
    pvalue_cell,
    pvalue_line,
)
from rocstats.methods.multiplicity import ADJUSTMENTS, Adjust
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Inference, Subjects, data_lines, error_text

Intervals: TypeAlias = Literal["unadjusted", "simultaneous"]
_OF_INTERVALS = ("intervals", "critical_value", "critical_error", "seed")


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastRow:
    """One combination of the areas, with its inference and its adjusted p-value.

    ``adjusted`` is None where the raw p-value is, or where no adjustment was asked for.
    """

    label: str
    weights: tuple[float, ...]
    inference: Inference
    adjusted: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast(Result):
    """A test of several areas at once, with every pair (or every stated combination) after it.

    ``statistic``, ``df`` and ``pvalue`` are None where the data cannot give them, and a note says why. ``covariance``
    is None with one case or one control. ``reference`` is the test that the others are compared with, if one is;
    ``adjust`` the adjustment of the p-values of the combinations, if any. ``critical`` is the number of standard errors
    on either side of a simultaneous interval, with ``critical_error``, its Monte Carlo standard error, and ``seed``;
    all three are None where intervals are not adjusted.
    """

    tests: tuple[str, ...]
    areas: tuple[float, ...]
    covariance: Floats | None
    statistic: float | None
    df: int | None
    pvalue: float | None
    contrast: tuple[tuple[float, ...], ...] | None
    combinations: tuple[ContrastRow, ...]
    level: float
    method: Card
    subjects: Subjects
    reference: str | None = None
    adjust: Adjust | None = "holm"
    intervals: Intervals = "unadjusted"
    critical: float | None = None
    critical_error: float | None = None
    seed: int | None = None
    notes: tuple[Note, ...] = field(default=())

    @property
    def standard_errors(self) -> tuple[float | None, ...]:
        """Standard error of each area, None where it is not estimable."""
        if self.covariance is None:
            return (None,) * len(self.areas)
        return tuple(math.sqrt(v) if v > 0 else None for v in np.diag(self.covariance))

    @property
    def correlation(self) -> tuple[tuple[float | None, ...], ...]:
        """Correlations of the estimated areas, None where an area has no variance."""
        errors = self.standard_errors
        if self.covariance is None:
            return tuple((None,) * len(errors) for _ in errors)
        return tuple(
            tuple(
                1.0 if i == j and a else (None if a is None or b is None else self.covariance[i, j] / (a * b))
                for j, b in enumerate(errors)
            )
            for i, a in enumerate(errors)
        )

    def summary(self) -> Summary:
        """Print the test, the areas with their correlations, and the combinations."""
        equal = self.contrast is None
        k = len(self.tests)
        title = (
            f"DeLong's test for equal AUCs of {k} correlated ROC curves"
            if equal
            else f"DeLong's test for contrasts of the AUCs of {k} correlated ROC curves"
        )
        if self.statistic is None or self.pvalue is None:
            tested = [f"X-squared: {NOT_ESTIMABLE}"]
        else:
            tested = [f"X-squared = {fixed(self.statistic, 3)}, df = {self.df}, {pvalue_line(self.pvalue)}"]
        alternative = "at least two true AUCs differ" if equal else "at least one true contrast is not equal to 0"
        return Summary(
            title,
            data_lines([self.subjects]),
            (
                *tested,
                f"alternative hypothesis: {alternative}",
                "sample estimates:",
                self._areas_grid(),
                "The columns named after tests are correlations of the estimated AUCs.",
                "",
                *self._combinations_head(),
                self._combinations_grid(),
            ),
            self.notes,
            self._references(),
        )

    def _references(self) -> tuple[str, ...]:
        found = list(self.method.references)
        if self.adjust is not None and len(self.combinations) > 1:
            found.append(ADJUSTMENTS[self.adjust].reference)
        if self.intervals == "simultaneous":
            found.append("hothorn2008")
        return tuple(found)

    def _combinations_head(self) -> list[str]:
        """Say what is combined, and what the level of the intervals is about."""
        what = "All pairs" if self.reference is None else f"Against {printable(self.reference)}"
        what = what if self.contrast is None else "Contrasts"
        level = level_text(self.level)
        if self.intervals == "unadjusted":
            return [f"{what}, {level} percent confidence intervals (not adjusted):"]
        head = f"{what}, {level} percent confidence intervals, simultaneous:"
        if self.critical is None or self.critical_error is None:
            return [head]
        error = (
            "" if self.seed is None else f" (Monte Carlo std. error {_error(self.critical_error)}, seed {self.seed})"
        )
        return [head, f"largest |Z| of all at this level: {fixed(self.critical, 3)}{error}"]

    def _areas_grid(self) -> Grid:
        decimals = decimals_for([a for a in self.areas if 0 < a < 1])
        places = decimals_for_error(self.standard_errors)
        rows = []
        for i, (name, area, error, line) in enumerate(
            zip(self.tests, self.areas, self.standard_errors, self.correlation, strict=True)
        ):
            shown = ["-" if r is None else fixed(r, 3) for r in line[: i + 1]]
            rows.append(
                (
                    printable(name),
                    fixed(area, decimals),
                    error_text(error, places),
                    *shown,
                    *[""] * (len(line) - len(shown)),
                )
            )
        heads = [Column(h) for h in ("AUC", "std. error", *(printable(t) for t in self.tests))]
        return Grid((Column("", "left"), *heads), tuple(rows))

    def _combinations_grid(self) -> Grid:
        found = [row.inference for row in self.combinations]
        limits = [None if f.interval is None else (f.interval.low, f.interval.high) for f in found]
        decimals = decimals_for([], limits)
        places = decimals_for_error([f.standard_error for f in found])
        rows = tuple(
            (
                printable(row.label),
                fixed(f.estimate, decimals),
                error_text(f.standard_error, places),
                "-" if f.interval is None else fixed(f.interval.low, decimals),
                "-" if f.interval is None else fixed(f.interval.high, decimals),
                "-" if f.statistic is None else fixed(f.statistic, 3),
                "-" if f.pvalue is None else pvalue_cell(f.pvalue),
                *([] if self.adjust is None else ["-" if row.adjusted is None else pvalue_cell(row.adjusted)]),
            )
            for row, f in zip(self.combinations, found, strict=True)
        )
        what = "difference" if self.contrast is None else "estimate"
        heads = [Column(h) for h in (what, "std. error", "low", "high", "Z", "p-value")]
        heads += [] if self.adjust is None else [Column(f"p ({ADJUSTMENTS[self.adjust].name})")]
        return Grid((Column("", "left"), *heads), rows)

    def rows(self) -> list[dict[str, Any]]:
        """Return the joint test as one row and each combination as another."""
        common = {
            "method": self.method.name,
            "alternative": "two-sided",
            "n_cases": self.subjects.n_cases,
            "n_controls": self.subjects.n_controls,
            "n_dropped": self.subjects.n_dropped,
        }
        joint = {
            "parameter": "equal AUCs" if self.contrast is None else "contrasts of AUCs",
            "test": ", ".join(self.tests),
            "estimate": None,
            "std_error": None,
            "statistic": self.statistic,
            "df": self.df,
            "p_value": self.pvalue,
            "conf_low": None,
            "conf_high": None,
            "conf_level": None,
            **common,
            "p_value_adjusted": None,
            "adjustment": None,
            **dict.fromkeys(_OF_INTERVALS),
        }
        intervals = (self.intervals, self.critical, self.critical_error, self.seed)
        rows = [
            {
                "parameter": "difference in AUC" if self.contrast is None else "contrast of AUCs",
                "test": row.label,
                "estimate": row.inference.estimate,
                "std_error": row.inference.standard_error,
                "statistic": row.inference.statistic,
                "df": None,
                "p_value": row.inference.pvalue,
                "conf_low": None if row.inference.interval is None else row.inference.interval.low,
                "conf_high": None if row.inference.interval is None else row.inference.interval.high,
                "conf_level": self.level,
                **common,
                "p_value_adjusted": row.adjusted,
                "adjustment": self.adjust,
                **dict(zip(_OF_INTERVALS, intervals, strict=True)),
            }
            for row in self.combinations
        ]
        return [joint, *rows]


def _error(error: float) -> str:
    return "< 0.0001" if error < 0.0001 else fixed(error, 4)
