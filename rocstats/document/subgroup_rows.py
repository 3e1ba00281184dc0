"""Estimates in the parts of a study, as their figure takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rocstats.data.scores import kept_as_float
from rocstats.document.forest_figure import ForestRow, forest_row
from rocstats.errors import DataError
from rocstats.formatting import NOT_ESTIMABLE, pvalue_cell, shown
from rocstats.given import need_flag, need_items, need_text
from rocstats.results import Comparison, Estimate, Interval


class SubgroupEstimate(Protocol):
    """One measure in one part of a study."""

    @property
    def label(self) -> str:
        """The part."""
        ...

    @property
    def parameter(self) -> str:
        """The measure."""
        ...

    @property
    def estimate(self) -> float | None:
        """Its estimate."""
        ...

    @property
    def interval(self) -> Interval | None:
        """Its interval."""
        ...

    @property
    def n_cases(self) -> int:
        """Cases in the part."""
        ...

    @property
    def n_controls(self) -> int:
        """Controls in the part."""
        ...

    @property
    def successes(self) -> int | None:
        """Numerator of a proportion."""
        ...

    @property
    def total(self) -> int | None:
        """Denominator of a proportion."""
        ...


class Homogeneity(Protocol):
    """The test that one measure is the same in all parts."""

    @property
    def parameter(self) -> str:
        """The measure."""
        ...

    @property
    def found(self) -> Any:
        """What has the ``pvalue``, or None where it is not estimable."""
        ...


class SubgroupResult(Protocol):
    """Measures of a test in the parts of a study."""

    @property
    def by(self) -> str:
        """What divides the study."""
        ...

    @property
    def estimates(self) -> Sequence[SubgroupEstimate]:
        """The rows, measure by measure."""
        ...

    @property
    def tests(self) -> Sequence[Homogeneity]:
        """A test for each measure."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestGroup:
    """The parts of a study by one characteristic.

    Parameters
    ----------
    heading : str
        What divides the study, as in "gender".
    rows : sequence of ForestRow, Estimate or Comparison
        The parts; an estimate of a part is named by its part.
    pvalue : float, optional
        Of the test that the parts are alike; None shows none.
    estimable : bool
        False if that test was wanted and the data cannot give it.

    Raises
    ------
    DataError
        If there are no rows.

    Examples
    --------
    >>> rows = [ForestRow(names=("Female",), estimate=0.8), ForestRow(names=("Male",), estimate=0.7)]
    >>> ForestGroup(heading="gender", rows=rows, pvalue=0.3).pvalue
    0.3
    """

    heading: str
    rows: Sequence[ForestRow | Estimate | Comparison]
    pvalue: float | None = None
    estimable: bool = True

    def __post_init__(self) -> None:
        need_text(self.heading, "heading")
        need_items(self.rows, ForestRow | Estimate | Comparison, "rows are ForestRow values, estimates or comparisons")
        need_flag(self.estimable, "estimable")
        if self.pvalue is not None and not 0 <= kept_as_float(self, "pvalue", "pvalue") <= 1:
            raise DataError(f"pvalue lies between 0 and 1; this one is {shown(self.pvalue)}.")
        if not self.rows:
            raise DataError("a group of a forest plot needs at least one row.")

    @property
    def said(self) -> str:
        """Write the p-value of homogeneity, if there is one to write."""
        if self.pvalue is not None:
            text = pvalue_cell(self.pvalue)
            return f"homogeneity: p {text if text.startswith('<') else f'= {text}'}"
        return "" if self.estimable else f"homogeneity: {NOT_ESTIMABLE}"

    @property
    def parts(self) -> list[ForestRow]:
        """The rows, each named by its part without what the heading says."""
        return [_part(row, self.heading) for row in self.rows]


def forest_groups(result: ForestGroup | SubgroupResult) -> list[ForestGroup]:
    """Give a result as groups of rows, one for each of its measures."""
    if isinstance(result, ForestGroup):
        return [result]
    if not all(hasattr(result, part) for part in ("by", "estimates", "tests")):
        raise TypeError(
            f"plot_subgroups takes results of compare_subgroups or groups of rows; this is {type(result).__name__}."
        )
    return [
        ForestGroup(
            heading=result.by,
            rows=[_counted(row) for row in result.estimates if row.parameter == test.parameter],
            pvalue=None if test.found is None else test.found.pvalue,
            estimable=test.found is not None,
        )
        for test in result.tests
    ]


def _counted(row: SubgroupEstimate) -> ForestRow:
    """Give the estimate in a part as a row that says how many it rests on."""
    counts = f"{row.n_cases} + {row.n_controls}" if row.total is None else f"{row.successes}/{row.total}"
    return ForestRow(
        names=(row.label,),
        counts=counts,
        estimate=row.estimate,
        interval=row.interval,
        parameter=row.parameter,
        estimable=row.interval is not None,
    )


def measure_of(row: ForestRow) -> str:
    """Name what a row estimates."""
    return f"difference in {row.parameter}" if len(row.names) > 1 else row.parameter


def _part(result: ForestRow | Estimate | Comparison, heading: str) -> ForestRow:
    """Give the estimate of a part as a row that is named by the part, without what its heading says."""
    row = forest_row(result)
    if isinstance(result, ForestRow):
        return row
    label = (result.subjects if isinstance(result, Estimate) else result.subjects[0]).label
    name = label.removeprefix(f"{heading}: ")
    return ForestRow(
        names=(name,) if name else row.names,
        estimate=row.estimate,
        interval=row.interval,
        parameter=f"difference in {row.parameter}" if isinstance(result, Comparison) and name else row.parameter,
        estimable=row.estimable,
    )
