"""What a test of equal parameters of two fitted curves answers with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.formatting import NOT_ESTIMABLE, decimals_for, fixed, pvalue_line
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Subjects, data_lines, error_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterComparison(Result):
    """A test that two binormal curves on the same subjects have the same a and the same b, so that they are one curve.

    ``statistic`` is that of the likelihood ratio, chi-squared with ``df`` degrees of freedom; which group is called
    positive does not change it. ``wald`` is the quadratic form of the differences, with as many degrees of freedom,
    which does change with that. Where the model with one curve could not be fitted, ``statistic`` and ``pvalue`` are
    None and a note says so. ``differences`` are first minus second, of a and of b, with their standard errors. Tests
    that rank all subjects alike have neither these nor a Wald test.
    """

    tests: tuple[str, str]
    differences: tuple[float, float]
    standard_errors: tuple[float | None, float | None]
    statistic: float | None
    df: int
    pvalue: float | None
    method: Card
    subjects: Subjects
    wald: float | None = None
    wald_pvalue: float | None = None
    notes: tuple[Note, ...] = ()

    @property
    def line(self) -> str:
        """The likelihood-ratio test in one line."""
        return _line(self.statistic, self.df, self.pvalue)

    def summary(self) -> Summary:
        """Print the test and the differences."""
        decimals = decimals_for([], [(d, d) for d in self.differences])
        rows = tuple(
            (f"difference in {name}", fixed(value, decimals), error_text(error))
            for name, value, error in zip("ab", self.differences, self.standard_errors, strict=True)
        )
        return Summary(
            "Bivariate binormal likelihood-ratio test of equal curves (a and b)",
            data_lines([self.subjects]),
            (
                self.line,
                "alternative hypothesis: the true curves differ in a, in b or in both",
                *self._wald_lines(),
                "sample estimates:",
                Grid((Column("", "left"), Column("estimate"), Column("std. error")), rows),
            ),
            self.notes,
            self.method.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return each joint test as one row and each difference as another."""
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
        if self.wald is not None:
            wald = {"statistic": self.wald, "df": self.df, "p_value": self.wald_pvalue}
            rows.append({"parameter": "equal a and b, Wald", "estimate": None, "std_error": None, **wald, **common})
        for name, value, error in zip("ab", self.differences, self.standard_errors, strict=True):
            apart = {"estimate": value, "std_error": error, **dict.fromkeys(joint)}
            rows.append({"parameter": f"difference in {name}", **apart, **common})
        return rows

    def _wald_lines(self) -> tuple[str, ...]:
        if self.wald is None:
            return ()
        said = "Wald test, which depends on the group that is called positive:"
        return said, _line(self.wald, self.df, self.wald_pvalue)


def _line(statistic: float | None, df: int, pvalue: float | None) -> str:
    if statistic is None or pvalue is None:
        return f"X-squared: {NOT_ESTIMABLE}"
    return f"X-squared = {fixed(statistic, 3)}, df = {df}, {pvalue_line(pvalue)}"
