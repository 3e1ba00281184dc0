"""Estimates in subgroups side by side, with a test of homogeneity for each measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.formatting import (
    NOT_ESTIMABLE,
    decimals_for,
    decimals_for_error,
    fixed,
    level_text,
    listed,
    printable,
    pvalue_line,
    wrapped,
)
from rocstats.methods.homogeneity import Homogeneity
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Interval, Resampling, Subjects, data_lines, drawn_columns, error_text


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupRow:
    """One measure in one subgroup, as a line of a forest plot.

    ``estimate``, ``standard_error`` and ``interval`` are None where they are not estimable or the measure has none;
    ``successes`` and ``total`` belong to proportions.
    """

    label: str
    parameter: str
    estimate: float | None
    standard_error: float | None
    interval: Interval | None
    n_cases: int
    n_controls: int
    successes: int | None = None
    total: int | None = None

    @property
    def low(self) -> float | None:
        """Low limit of the interval, or None."""
        return None if self.interval is None else self.interval.low

    @property
    def high(self) -> float | None:
        """High limit of the interval, or None."""
        return None if self.interval is None else self.interval.high


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupTest:
    """The test of homogeneity of one measure; ``found`` is None where fewer than two subgroups can be judged.

    ``n_cases`` and ``n_controls`` count the subjects of the subgroups that it takes, those left out apart.
    """

    parameter: str
    plural: str
    found: Homogeneity | None
    left_out: tuple[str, ...] = ()
    n_cases: int = 0
    n_controls: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Subgroups(Result):
    """One or more measures of one test in independent subgroups, each with its test of homogeneity.

    ``estimates`` has the rows, measure by measure, in the order of the subgroups; ``tests`` one test per measure.
    ``seed``, the same in all subgroups, and ``resampling`` are None where nothing was drawn.
    """

    by: str
    labels: tuple[str, ...]
    rule: str
    estimates: tuple[SubgroupRow, ...]
    tests: tuple[SubgroupTest, ...]
    subjects: Subjects
    method: Card
    level: float
    seed: int | None = None
    resampling: Resampling | None = None
    notes: tuple[Note, ...] = ()
    references: tuple[str, ...] = ()

    def of(self, parameter: str) -> tuple[SubgroupRow, ...]:
        """Return the rows of one measure, such as "AUC" or "sensitivity"."""
        return tuple(row for row in self.estimates if row.parameter == parameter)

    def homogeneity(self, parameter: str) -> Homogeneity | None:
        """Return the test of one measure; None where it is not estimable."""
        return next((test.found for test in self.tests if test.parameter == parameter), None)

    def summary(self) -> Summary:
        """Print a table of the subgroups and a test for each measure."""
        what = listed([test.parameter for test in self.tests])
        what = what[0].upper() + what[1:]
        body: list[str | Grid] = [
            *([] if self.resampling is None else [f"{self.resampling}, seed {self.seed}"]),
            f"{level_text(self.level)} percent confidence intervals, two-sided, {self.method.name} (not adjusted)",
        ]
        for test in self.tests:
            body += ["", self._grid(test), *_tested(test)]
        described = data_lines([self.subjects])
        by = wrapped(
            f"subgroups by {printable(self.by)}: {listed([printable(x) for x in self.labels])}", rest="  ", width=73
        )
        rule = [self.rule] if self.rule else []
        return Summary(
            f"{what} in subgroups, with a test of homogeneity",
            (*described[:-1], *rule, *by.splitlines(), described[-1]),
            tuple(body),
            self.notes,
            self.references,
        )

    def _grid(self, test: SubgroupTest) -> Grid:
        rows = self.of(test.parameter)
        shares = test.parameter != "AUC"
        decimals = decimals_for(
            [row.estimate for row in rows],
            [None if row.interval is None else (row.interval.low, row.interval.high) for row in rows],
        )
        places = decimals_for_error([row.standard_error for row in rows])
        lines = []
        for row in rows:
            share = "-" if row.successes is None else f"{row.successes}/{row.total}"
            middle = [share] if shares else [str(row.n_cases), str(row.n_controls)]
            error = [] if shares else ["-" if row.estimate is None else error_text(row.standard_error, places)]
            estimate = NOT_ESTIMABLE if row.estimate is None else fixed(row.estimate, decimals)
            limits = ["-" if limit is None else fixed(limit, decimals) for limit in (row.low, row.high)]
            lines.append((printable(row.label), *middle, estimate, *error, *limits))
        heads = ["n/N", test.parameter, "low", "high"]
        if not shares:
            heads = ["cases", "controls", test.parameter, "std. error", "low", "high"]
        return Grid((Column("", "left"), *(Column(h) for h in heads)), tuple(lines))

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per estimate, then one per test of homogeneity."""
        test = ", ".join(self.subjects.tests)
        common = {"conf_level": self.level, "method": self.method.name, "alternative": "two-sided"}
        drawn = {} if self.resampling is None else {"seed": self.seed, **drawn_columns(self.resampling)}
        rows = [
            {
                "parameter": row.parameter,
                "test": test,
                "subgroup": row.label,
                "estimate": row.estimate,
                "std_error": row.standard_error,
                "statistic": None,
                "df": None,
                "p_value": None,
                "conf_low": row.low,
                "conf_high": row.high,
                **common,
                "n_cases": row.n_cases,
                "n_controls": row.n_controls,
                "successes": row.successes,
                "total": row.total,
                **drawn,
            }
            for row in self.estimates
        ]
        joint = [
            {
                "parameter": f"homogeneity of {one.plural}",
                "test": test,
                "subgroup": ", ".join(label for label in self.labels if label not in one.left_out),
                "estimate": None,
                "std_error": None,
                "statistic": None if one.found is None else one.found.statistic,
                "df": None if one.found is None else one.found.df,
                "p_value": None if one.found is None else one.found.pvalue,
                "conf_low": None,
                "conf_high": None,
                **common,
                "method": None if one.found is None else one.found.name,
                "n_cases": one.n_cases,
                "n_controls": one.n_controls,
                "successes": None,
                "total": None,
                **dict.fromkeys(drawn),
            }
            for one in self.tests
        ]
        return [*rows, *joint]


def _tested(test: SubgroupTest) -> list[str]:
    """Write a test of homogeneity with what it is about."""
    found = test.found
    alternative = f"alternative hypothesis: at least two true {test.plural} differ"
    if found is None:
        return [f"test of homogeneity: {NOT_ESTIMABLE}", alternative]
    if found.statistic is None:
        line = f"test of homogeneity, {found.name}: {pvalue_line(found.pvalue)}"
        return [*wrapped(line, rest="  ").splitlines(), alternative]
    name = "" if found.name == "chi-squared" else f", {found.name}"
    line = f"test of homogeneity{name}: X-squared = {fixed(found.statistic, 3)}, df = {found.df}, "
    return [*wrapped(line + pvalue_line(found.pvalue), rest="  ").splitlines(), alternative]
