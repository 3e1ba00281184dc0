"""What an ordinal fit of ratings has beside its parameters: category bounds, expected counts, goodness of fit."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.formatting import fixed, plain, pvalue_line
from rocstats.parametric.curve_inference import scaled_interval
from rocstats.parametric.fitted_curve import note_line
from rocstats.printing import WIDTH, Column, Grid, Note
from rocstats.results import Interval

LEAST_EXPECTED = 5
# More categories than these are not printed one by one.
_MOST_SHOWN = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryBound:
    """A bound between two categories on the decision axis of the family; no error where the fit has none."""

    name: str
    estimate: float
    standard_error: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FitTest:
    """A test that expected counts are those of the population: chi-squared on ``df`` degrees of freedom."""

    name: str
    statistic: float
    df: int
    pvalue: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RatingDetail:
    """Category bounds, observed and expected counts and goodness of fit, in rising order of suspicion.

    Parameters
    ----------
    categories : tuple of float
        The ratings, on the scale of the data.
    bounds : tuple of CategoryBound
        One fewer than there are categories.
    controls, cases : arrays of int64
        Observed counts.
    expected_controls, expected_cases : arrays of float
        Fitted counts.
    pearson, likelihood_ratio : FitTest or None
        Pearson's X-squared and the likelihood ratio G-squared of fitted against free counts; None where there is no
        test, and ``untested`` says why.
    axis : str
        What the bounds are; normal quantiles of 1 - FPF unless it says otherwise.
    """

    categories: tuple[float, ...]
    bounds: tuple[CategoryBound, ...]
    controls: Integers
    cases: Integers
    expected_controls: Floats
    expected_cases: Floats
    pearson: FitTest | None
    likelihood_ratio: FitTest | None
    untested: str = ""
    axis: str = ""

    @property
    def few_expected(self) -> Note | None:
        """The caveat of a test with small expected counts."""
        every = np.concatenate([self.expected_controls, self.expected_cases])
        # Rounded, for a count of exactly 5 may end a little below.
        few = int((every.round(9) < LEAST_EXPECTED).sum())
        if self.pearson is None or not few:
            return None
        return Note(
            "few-expected",
            f"{few} of {len(every)} expected counts are below {LEAST_EXPECTED}; the goodness-of-fit p-value is rough.",
        )

    def data(self) -> tuple[str, ...]:
        """Say how many categories there are."""
        return (f"{len(self.categories)} categories",)

    def body(self) -> tuple[str | Grid, ...]:
        """Print bounds, counts and the test with its caveat; many categories are left to the table of rows."""
        few = self.few_expected
        tested = [self._tested()] if few is None else [self._tested(), note_line(few)]
        if len(self.categories) > _MOST_SHOWN:
            return ("", "Category bounds, observed and expected counts: tidy() has them all", *tested)
        counts: list[str | Grid] = ["", "Observed and expected counts:", *self._counts(), ""]
        return ("", f"Category bounds{self.axis and f', {self.axis}'}:", *self._bounds(), *counts, *tested)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per bound, per category and group, and per test."""
        bounds = [
            {
                "parameter": f"bound {bound.name}",
                "estimate": bound.estimate,
                "std_error": bound.standard_error,
                "conf_low": None if bound.interval is None else bound.interval.low,
                "conf_high": None if bound.interval is None else bound.interval.high,
                "scale": "normal scale",
            }
            for bound in self.bounds
        ]
        groups = (("controls", self.controls, self.expected_controls), ("cases", self.cases, self.expected_cases))
        counts = [
            {"parameter": f"expected {group} {plain(name)}", "estimate": float(fitted), "observed": int(seen)}
            for group, observed, expected in groups
            for name, seen, fitted in zip(self.categories, observed, expected, strict=True)
        ]
        tests = [
            {"parameter": f"fit, {test.name}", "statistic": test.statistic, "df": test.df, "p_value": test.pvalue}
            for test in (self.pearson, self.likelihood_ratio)
            if test is not None
        ]
        return [*bounds, *counts, *tests]

    def _tested(self) -> str:
        test = self.pearson
        if test is None:
            return f"Goodness of fit: no test; {self.untested}."
        return f"Goodness of fit: {test.name} = {fixed(test.statistic, 3)}, df = {test.df}, {pvalue_line(test.pvalue)}"

    def _bounds(self) -> list[Grid]:
        return _abreast([(bound.name, (fixed(bound.estimate, 3),)) for bound in self.bounds])

    def _counts(self) -> list[Grid]:
        names = ("controls observed", "controls expected", "cases observed", "cases expected")
        columns = [
            # The space keeps a whole count flush right; it has no point to stand in line with.
            (plain(name), (f" {seen}", fixed(fitted, 1), f" {other}", fixed(others, 1)))
            for name, seen, fitted, other, others in zip(
                *(self.categories, self.controls, self.expected_controls, self.cases, self.expected_cases), strict=True
            )
        ]
        return _abreast(columns, names)


def fit_tests(observed: Floats, expected: Floats, df: int) -> tuple[FitTest, FitTest]:
    """Return Pearson's X-squared and the likelihood ratio G-squared of observed against expected counts.

    The sums are our own: scipy's power_divergence divides 0 by 0 where a cell that holds nobody has no probability
    left in double precision.

    Examples
    --------
    >>> import numpy as np
    >>> pearson, ratio = fit_tests(np.array([12.0, 8.0]), np.array([10.0, 10.0]), 1)
    >>> pearson.statistic, round(pearson.pvalue, 3), round(ratio.statistic, 3)
    (0.8, 0.371, 0.805)
    """
    from scipy.special import chdtrc

    held = observed > 0
    rest = expected[~held].sum()
    misfit = float(((observed[held] - expected[held]) ** 2 / expected[held]).sum() + rest)
    # Rounding may leave the ratio of a perfect fit a little below 1.
    ratio = max(2 * math.fsum(observed[held] * np.log(observed[held] / expected[held])), 0.0)
    pearson, other = (
        FitTest(name=name, statistic=value, df=df, pvalue=max(float(chdtrc(df, value)), sys.float_info.min))
        for name, value in (("X-squared", misfit), ("G-squared", ratio))
    )
    return pearson, other


def category_bounds(
    categories: Sequence[float], cuts: Floats, errors: Sequence[float | None], level: float
) -> tuple[CategoryBound, ...]:
    """Return the bound between each two neighbouring categories, with an interval where it has an error."""
    return tuple(
        CategoryBound(
            name=f"{plain(low)} | {plain(high)}",
            estimate=float(cut),
            standard_error=error,
            interval=None if error is None else scaled_interval(float(cut), error, "normal", level, "two-sided"),
        )
        for low, high, cut, error in zip(categories[:-1], categories[1:], cuts, errors, strict=True)
    )


def _abreast(columns: Sequence[tuple[str, tuple[str, ...]]], names: tuple[str, ...] = ()) -> list[Grid]:
    """Set columns side by side, under names of the rows if given; what has no room stands below."""
    first = [(Column("", "left"), names)] if names else []
    start = max(map(len, names), default=-2)
    grids: list[Grid] = []
    held: list[tuple[str, tuple[str, ...]]] = []
    used = start
    for header, cells in columns:
        wide = 2 + max(len(header), *map(len, cells))
        if held and used + wide > WIDTH:
            grids.append(_grid(first, held))
            held, used = [], start
        held.append((header, cells))
        used += wide
    return [*grids, _grid(first, held)]


def _grid(first: list[tuple[Column, tuple[str, ...]]], held: list[tuple[str, tuple[str, ...]]]) -> Grid:
    columns = [*first, *((Column(header), cells) for header, cells in held)]
    return Grid(tuple(column for column, _ in columns), tuple(zip(*(cells for _, cells in columns), strict=True)))
