"""What a test of equal parameters of two fitted curves answers with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.formatting import decimals_for, fixed, pvalue_line
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Subjects, data_lines, error_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterComparison(Result):
    """A test that two binormal curves on the same subjects have the same a and the same b, so that they are one curve.

    ``differences`` are first minus second, of a and of b, with their standard errors (None where the tests rank all
    subjects alike). ``statistic`` is chi-squared with ``df`` degrees of freedom.
    """

    tests: tuple[str, str]
    differences: tuple[float, float]
    standard_errors: tuple[float | None, float | None]
    statistic: float
    df: int
    pvalue: float
    method: Card
    subjects: Subjects
    notes: tuple[Note, ...] = ()

    def summary(self) -> Summary:
        """Print the test and the differences."""
        decimals = decimals_for([], [(d, d) for d in self.differences])
        rows = tuple(
            (f"difference in {name}", fixed(value, decimals), error_text(error))
            for name, value, error in zip("ab", self.differences, self.standard_errors, strict=True)
        )
        return Summary(
            "Bivariate binormal test of equal curves (a and b)",
            data_lines([self.subjects]),
            (
                f"X-squared = {fixed(self.statistic, 3)}, df = {self.df}, {pvalue_line(self.pvalue)}",
                "alternative hypothesis: the true curves differ in a, in b or in both",
                "sample estimates:",
                Grid((Column("", "left"), Column("estimate"), Column("std. error")), rows),
            ),
            self.notes,
            self.method.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the joint test as one row and each difference as another."""
        common = {
            "test": f"{self.tests[0]} - {self.tests[1]}",
            "method": self.method.name,
            "alternative": "two-sided",
            "n_cases": self.subjects.n_cases,
            "n_controls": self.subjects.n_controls,
            "n_dropped": self.subjects.n_dropped,
        }
        joint = {"statistic": self.statistic, "df": self.df, "p_value": self.pvalue}
        rows = [{"parameter": "equal a and b", "estimate": None, "std_error": None, **joint, **common}]
        for name, value, error in zip("ab", self.differences, self.standard_errors, strict=True):
            apart = {"estimate": value, "std_error": error, **dict.fromkeys(joint)}
            rows.append({"parameter": f"difference in {name}", **apart, **common})
        return rows
