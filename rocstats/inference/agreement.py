"""Agreement of two readers or tests on the same subjects by Cohen's kappa.

References: [cohen1960], [fleiss1969]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rocstats.data.counts import whole_number
from rocstats.errors import DataError
from rocstats.formatting import NOT_ESTIMABLE, counted, decimals_for, decimals_for_error, fixed
from rocstats.methods.binomial import checked_sides
from rocstats.methods.kappa import KAPPA, kappa_estimate
from rocstats.methods.method import checked_level
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Interval, Sides, error_text, interval_lines

# As many decimals as tell the largest float below 1 from 1.
_MOST_DECIMALS = 17


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa(Result):
    """Cohen's kappa of a square table.

    ``estimate`` is None where agreement by chance is certain, ``standard_error`` and ``interval`` where the variance is
    0; a note says so. ``observed`` and ``expected`` are the shares of agreement seen and expected by chance.
    """

    table: tuple[tuple[int, ...], ...]
    estimate: float | None
    standard_error: float | None
    interval: Interval | None
    observed: float
    expected: float
    level: float
    method: Card
    notes: tuple[Note, ...] = ()

    def summary(self) -> Summary:
        """Print kappa in R's frame."""
        interval = self.interval
        limits = [] if interval is None else [(interval.low, interval.high)]
        decimals = decimals_for([self.estimate], limits, most=_MOST_DECIMALS)
        shares = decimals_for([self.observed, self.expected], most=_MOST_DECIMALS)
        estimate = NOT_ESTIMABLE if self.estimate is None else fixed(self.estimate, decimals)
        cells = (
            estimate,
            error_text(self.standard_error, decimals_for_error([self.standard_error], most=_MOST_DECIMALS)),
            fixed(self.observed, shares),
            fixed(self.expected, decimals_for([self.expected])),
        )
        heads = ("kappa", "std. error", "agreement", "by chance")
        return Summary(
            "Cohen's kappa for agreement beyond chance",
            (f"{counted(sum(map(sum, self.table)), 'subject')}, {len(self.table)} categories",),
            (
                *interval_lines(interval, False, self.level, decimals),
                "sample estimates:",
                Grid(tuple(Column(h) for h in heads), (cells,)),
            ),
            self.notes,
            self.method.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return kappa as one row."""
        interval = self.interval
        sides = "two-sided" if interval is None else interval.sides
        return [
            {
                "parameter": "kappa",
                "estimate": self.estimate,
                "std_error": self.standard_error,
                "conf_low": None if interval is None else interval.low,
                "conf_high": None if interval is None else interval.high,
                "conf_level": self.level,
                "method": self.method.name,
                "alternative": {"two-sided": "two-sided", "lower": "greater", "upper": "less"}[sides],
                "agreement": self.observed,
                "agreement_by_chance": self.expected,
            }
        ]


def cohen_kappa(table: Sequence[Sequence[int]], *, level: float = 0.95, sides: Sides = "two-sided") -> Kappa:
    """Estimate agreement beyond chance of two readers or tests on the same subjects.

    Subjects are taken as independent, and the sample as large: with a few subjects or an empty cell the interval is
    rough. Kappa depends on how common the categories are, so it falls where nearly all subjects are of one kind however
    well readers agree, and two kappas from different populations do not compare.

    Parameters
    ----------
    table : sequence of sequences of int
        Square: rows are the categories of the first reader, columns those of the second, in the same order.
    level : float
        Confidence level.
    sides : {"two-sided", "lower", "upper"}
        A one-sided bound ends at the end of the range.

    Returns
    -------
    Kappa

    Raises
    ------
    TypeError
        If a cell is no number.
    DataError
        If the table is not square, has one category or nobody, or a cell is not a count.
    MethodError
        If level or sides are out of range.

    References
    ----------
    [cohen1960], [fleiss1969]

    Examples
    --------
    >>> found = cohen_kappa([[20, 5], [10, 15]])
    >>> found.estimate, round(found.standard_error, 3), round(found.interval.low, 3), round(found.interval.high, 3)
    (0.4, 0.127, 0.151, 0.649)
    """
    level = checked_level(level)
    checked_sides(sides)
    cells = _square(table)
    n = sum(map(sum, cells))
    sizes = zip((sum(row) for row in cells), (sum(column) for column in zip(*cells, strict=True)), strict=True)
    found = kappa_estimate(cells, level=level, sides=sides)
    notes: tuple[Note, ...] = ()
    if found is None:
        text = "every subject is of one and the same category for both, so kappa is 0/0 and not estimable."
        notes = (Note("one-category", text),)
    elif found.interval is None:
        text = (
            "the standard error of kappa is 0, which no finite study can show. No standard error or interval is given."
        )
        notes = (Note("zero-variance", text),)
    elif found.clipped:
        notes = (Note("clipped", "a limit of the interval lay beyond -1 or 1 and was set to that end of the range."),)
    return Kappa(
        table=cells,
        estimate=None if found is None else float(found.estimate),
        standard_error=None if found is None else found.standard_error,
        interval=None if found is None else found.interval,
        observed=sum(cells[i][i] for i in range(len(cells))) / n,
        expected=sum(r * c for r, c in sizes) / (n * n),
        level=level,
        method=KAPPA,
        notes=notes,
    )


def _square(table: Any) -> tuple[tuple[int, ...], ...]:
    """Return a table as whole numbers, or refuse what is no square of counts."""
    try:
        cells = tuple(tuple(whole_number(cell, "a cell of the table") for cell in row) for row in table)
    except TypeError as error:
        raise TypeError(f"cohen_kappa takes rows of counts, such as [[20, 5], [10, 15]]: {error}") from error
    if len(cells) < 2 or any(len(row) != len(cells) for row in cells):
        shape = ", ".join(str(len(row)) for row in cells)
        raise DataError(
            f"the table has {counted(len(cells), 'row')} of {shape or 'no'} cells; kappa needs a square one with the "
            "same categories, at least two, for rows and columns."
        )
    if sum(map(sum, cells)) == 0:
        raise DataError("all cells are 0; a table needs at least one subject.")
    return cells
