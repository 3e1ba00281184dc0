"""What is known of the calibration of probability scores, and how it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.empirical.gains_table import bin_texts, rounding_line
from rocstats.empirical.reliability import BrierParts, Equal, ReliabilityBins
from rocstats.formatting import (
    NOT_ESTIMABLE,
    counted,
    decimals_for,
    fixed,
    level_text,
    pvalue_cell,
    pvalue_line,
)
from rocstats.methods.recalibration import Coefficient, Recalibration
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Inference, Interval, Subjects, data_lines, error_text

_REFERENCES = ("brier1950", "cox1958", "spiegelhalter1986", "murphy1973", "stephenson2008")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Calibration(Result):
    """Brier score, intercept, slope and a reliability table of probability scores.

    ``brier`` is an inference by ``method``. ``recalibration`` has ``intercept`` and ``slope``, None where they are not
    estimable; ``spiegelhalter`` is z and p, or None. ``intervals`` are those of the observed share in each of ``bins``.
    """

    test: DiagnosticTest
    subjects: Subjects
    level: float
    brier: Inference
    method: Card
    parts: BrierParts
    bins: ReliabilityBins
    equal: Equal
    intervals: tuple[Interval, ...]
    interval_method: Card
    mean_score: float
    recalibration: Recalibration
    spiegelhalter: tuple[float, float] | None
    notes: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.test.name

    @property
    def intercept(self) -> Coefficient | None:
        """Intercept with the slope fixed at 1 (calibration in the large), or None."""
        return self.recalibration.intercept

    @property
    def slope(self) -> Coefficient | None:
        """Slope of the truth on the logit of the score, or None."""
        return self.recalibration.slope

    @property
    def share(self) -> float:
        """Share of cases."""
        return self.subjects.n_cases / self.subjects.total

    @property
    def seed(self) -> int | None:
        """The seed that reproduces the replicates."""
        return self.brier.seed

    def summary(self) -> Summary:
        """Print the three measures, the parts of the Brier score, and the reliability table."""
        decimals = decimals_for([self.mean_score, self.share])
        drawn = "" if self.brier.resampling is None else f", {self.brier.resampling}, seed {self.brier.seed}"
        return Summary(
            "Calibration of probability scores",
            data_lines([self.subjects]),
            (
                f"mean score {fixed(self.mean_score, decimals)}, share of cases {fixed(self.share, decimals)}",
                "",
                f"{level_text(self.level)} percent confidence intervals, two-sided",
                self._measures(),
                f"Brier score: {self.method.title}{drawn}",
                "intercept with the slope fixed at 1, tested against 0; slope against 1",
                *self._tests(),
                "",
                "Brier score = reliability - resolution + uncertainty",
                "              + within-bin variance - within-bin covariance",
                self._parts(),
                "",
                f"{counted(len(self.bins.n), 'bin')} of equal {self.equal}, the lowest scores first; equal scores stay "
                "together",
                f"low and high: {level_text(self.level)} percent {self.interval_method.name} interval",
                self._table(),
                *rounding_line(self.bins.low, self.bins.high, bin_texts(self.bins.low, self.bins.high)),
            ),
            self.notes,
            tuple(dict.fromkeys((*_REFERENCES, *self.method.references, *self.interval_method.references))),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for the Brier score, the intercept and the slope, both tests of them, then one for each bin."""
        found, subjects = self.brier, self.subjects
        shared = {"conf_level": self.level, "n_cases": subjects.n_cases, "n_controls": subjects.n_controls}
        rows: list[dict[str, Any]] = [
            {
                "parameter": "Brier score",
                "test": self.name,
                "estimate": found.estimate,
                "std_error": found.standard_error,
                "statistic": None,
                "p_value": None,
                **_limits(found.interval),
                "method": self.method.name,
                **shared,
            }
        ]
        for label, coefficient in (("intercept", self.intercept), ("slope", self.slope)):
            rows.append(
                {
                    "parameter": label,
                    "test": self.name,
                    "estimate": None if coefficient is None else coefficient.estimate,
                    "std_error": None if coefficient is None else coefficient.standard_error,
                    "statistic": None if coefficient is None else coefficient.statistic,
                    "p_value": None if coefficient is None else coefficient.pvalue,
                    **_limits(None if coefficient is None else coefficient.interval),
                    "method": "logistic regression",
                    **shared,
                }
            )
        fitted, z = self.recalibration, self.spiegelhalter
        tests: tuple[tuple[str, float | None, int | None, float | None, str], ...] = (
            ("intercept 0 and slope 1", fitted.chi_square, 2, fitted.pvalue, "likelihood ratio"),
            ("Spiegelhalter's test", *((None, None, None) if z is None else (z[0], None, z[1])), "Spiegelhalter"),
        )
        for label, statistic, df, p, method in tests:
            rows.append(
                {
                    "parameter": label,
                    "test": self.name,
                    "estimate": None,
                    "std_error": None,
                    "statistic": statistic,
                    "df": None if statistic is None else df,
                    "p_value": p,
                    **_limits(None),
                    "method": method,
                    **shared,
                    "conf_level": None,
                }
            )
        bins = self.bins
        columns = (bins.low, bins.high, bins.n, bins.cases, bins.mean_score, bins.observed)
        for i, (low, high, n, cases, mean, observed) in enumerate(zip(*(c.tolist() for c in columns), strict=True)):
            rows.append(
                {
                    "parameter": "observed share",
                    "test": self.name,
                    "estimate": observed,
                    **_limits(self.intervals[i]),
                    "method": self.interval_method.name,
                    **shared,
                    "bin": i + 1,
                    "low": low,
                    "high": high,
                    "n": n,
                    "cases": cases,
                    "mean_score": mean,
                }
            )
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return the calibration as strict JSON holds it, the parts and the tests with it."""
        parts, fitted = self.parts, self.recalibration
        z = self.spiegelhalter
        return {
            **Result.to_dict(self),
            "mean_score": self.mean_score,
            "seed": self.seed,
            "parts": {part: getattr(parts, part) for part in parts.__slots__},
            "chi_square": fitted.chi_square,
            "chi_square_p_value": fitted.pvalue,
            "line": None if fitted.line is None else list(fitted.line),
            "spiegelhalter_z": None if z is None else z[0],
            "spiegelhalter_p_value": None if z is None else z[1],
        }

    def _measures(self) -> Grid:
        found = self.brier
        coefficients = (self.intercept, self.slope)
        known = [c for c in coefficients if c is not None]
        decimals = decimals_for(
            [found.estimate], [(i.low, i.high) for i in (found.interval, *(c.interval for c in known)) if i is not None]
        )
        rows = [
            (
                "Brier score",
                fixed(found.estimate, decimals),
                error_text(found.standard_error),
                *_limit_texts(found.interval, decimals),
                *("-", "-"),
            )
        ]
        for label, c in zip(("intercept", "slope"), coefficients, strict=True):
            if c is None:
                rows.append((label, NOT_ESTIMABLE, *("-",) * 5))
                continue
            numbers = fixed(c.estimate, decimals), error_text(c.standard_error), *_limit_texts(c.interval, decimals)
            rows.append((label, *numbers, fixed(c.statistic, 3), pvalue_cell(c.pvalue)))
        heads = ("estimate", "std. error", "low", "high", "Z", "p-value")
        return Grid((Column("", "left"), *(Column(h) for h in heads)), tuple(rows))

    def _tests(self) -> list[str]:
        fitted = self.recalibration
        both = NOT_ESTIMABLE
        if fitted.chi_square is not None and fitted.pvalue is not None:
            both = f"X-squared = {fixed(fitted.chi_square, 3)}, df = 2, {pvalue_line(fitted.pvalue)}"
        z = self.spiegelhalter
        spiegelhalter = NOT_ESTIMABLE if z is None else f"Z = {fixed(z[0], 3)}, {pvalue_line(z[1])}"
        return [f"intercept 0 and slope 1: {both}", f"Spiegelhalter's test: {spiegelhalter}"]

    def _parts(self) -> Grid:
        parts = self.parts
        values = (
            *(parts.reliability, parts.resolution, parts.uncertainty),
            *(parts.within_variance, parts.within_covariance),
        )
        heads = ("reliability", "resolution", "uncertainty", "variance", "covariance")
        return Grid(tuple(Column(h) for h in heads), (tuple(fixed(v, 4) for v in values),))

    def _table(self) -> Grid:
        bins = self.bins
        decimals = decimals_for([], [(i.low, i.high) for i in self.intervals])
        texts = bin_texts(bins.low, bins.high)
        if self.equal == "width":
            texts = [t if bins.high[i] == 1 else f"{t[:-1]})" for i, t in enumerate(texts)]
        rows = tuple(
            (
                *(str(i + 1), text, str(bins.n[i]), str(bins.cases[i])),
                *(fixed(v, decimals) for v in (bins.mean_score[i], bins.observed[i])),
                *(fixed(v, decimals) for v in (self.intervals[i].low, self.intervals[i].high)),
            )
            for i, text in enumerate(texts)
        )
        heads = ("", "scores", "n", "cases", "mean score", "observed", "low", "high")
        return Grid(tuple(Column(h) for h in heads), rows)


def _limits(interval: Interval | None) -> dict[str, float | None]:
    return {
        "conf_low": None if interval is None else interval.low,
        "conf_high": None if interval is None else interval.high,
    }


def _limit_texts(interval: Interval | None, decimals: int) -> tuple[str, str]:
    return ("-", "-") if interval is None else (fixed(interval.low, decimals), fixed(interval.high, decimals))
