"""Hanley and McNeil's test of two areas on the same subjects, with a correlation from their table.

The variance of the difference is SE1² + SE2² - 2 r SE1 SE2. The standard errors are those of an area and two counts;
r is read from the table at the average area and the average of two correlations between the tests, one among the cases
and one among the controls.

References: [hanley1983], [hanley1982]
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.components import structural_components
from rocstats.empirical.joint_ranks import four_times_below_both
from rocstats.empirical.ranks import Floats, Integers, exact_sum
from rocstats.empirical.statistic import Quantity
from rocstats.errors import MethodError
from rocstats.formatting import fixed, shown
from rocstats.given import is_one_of
from rocstats.methods.correlation_table import LARGEST_AREA, LARGEST_CORRELATION, LEAST_AREA, correlation_of_areas
from rocstats.methods.hanley_mcneil import hanley_mcneil_variance
from rocstats.methods.method import degenerate, normal_inference, not_estimable
from rocstats.methods.replicates import collapsed
from rocstats.printing import Note
from rocstats.results import Alternative, Card, Inference

Correlation = Literal["pearson", "kendall"]
_NOTHING = "No standard error, interval or p-value is given."


@dataclass(frozen=True, slots=True)
class HanleyMcNeilPaired:
    """Z test and interval for the difference of two AUCs on the same subjects, as published in 1983.

    It belongs to published work and to reports that must repeat it; ``DeLong()`` estimates the correlation from the
    data and needs no table. It misleads where the scores are not close to normal after some common transformation,
    where the two tests differ in their area or in their correlations among cases and among controls, and wherever the
    standard errors of ``HanleyMcNeil()`` do.

    The table is read in straight lines between its entries. Outside its range (an average area below 0.7 or above
    0.975, a negative average correlation or one above 0.9) there is no value, and the difference alone is given; so
    too where a test does not vary within a group.

    Parameters
    ----------
    correlation : {"pearson", "kendall"}
        Correlation between the tests within each group: Pearson's for measurements, Kendall's tau-b for ratings.

    Raises
    ------
    MethodError
        An option is out of range.

    References
    ----------
    [hanley1983], [hanley1982]

    Examples
    --------
    >>> HanleyMcNeilPaired(correlation="kendall").card.name
    'Hanley-McNeil 1983, Kendall'
    """

    correlation: Correlation = "pearson"

    def __post_init__(self) -> None:
        if not is_one_of(self.correlation, get_args(Correlation)):
            raise MethodError(f'correlation is {shown(self.correlation)}; it must be "pearson" or "kendall".')

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        pearson = self.correlation == "pearson"
        name = "Hanley-McNeil 1983" if pearson else "Hanley-McNeil 1983, Kendall"
        return Card(
            "hanley-mcneil-1983" if pearson else "hanley-mcneil-1983-kendall",
            name,
            "The standard errors follow from the areas and the numbers of cases and controls, and their correlation "
            f"from a published table entered with the {'Pearson' if pearson else 'Kendall'} correlations of the tests",
            ("hanley1983", "hanley1982"),
            name,
            "Hanley and McNeil's test (1983) for two {relation} ROC curves",
        )

    def refuses(self, quantity: Quantity) -> str | None:
        """Say why the table does not serve this quantity, or None."""
        if quantity.statistic.name != "AUC":
            return f"Hanley and McNeil's table is for the AUC, not for {quantity.statistic.name}; use Bootstrap()."
        if quantity.single:
            return "Hanley and McNeil's table is for two tests; for one AUC use HanleyMcNeil()."
        if not quantity.paired:
            return "Hanley and McNeil's table is for tests on the same subjects; use HanleyMcNeil()."
        if quantity.weights != (1.0, -1.0):
            return "Hanley and McNeil's table is for the difference of two tests; use DeLong()."
        return None

    def infer(self, quantity: Quantity, *, level: float, alternative: Alternative, null: float | None) -> Inference:
        """Return the difference, its standard error, interval and test."""
        ((sample, _),) = quantity.parts
        values = quantity.values()
        estimate = quantity.total(values)
        parts = structural_components(sample)
        if (parts.a[:, 0] == parts.a[:, 1]).all() and (parts.b[:, 0] == parts.b[:, 1]).all():
            note = degenerate(quantity, 0.0, _NOTHING)
            return not_estimable(values, estimate, note, pvalue=1.0 if null == 0 else None)
        area = sum(parts.areas, Fraction(0)) / 2
        within = self._within(collapsed(sample))
        if isinstance(within, Note):
            return not_estimable(values, estimate, within)
        average = sum(within) / 2
        r = correlation_of_areas(average, area)
        if r is None:
            return not_estimable(values, estimate, _outside(average, area))
        errors = [math.sqrt(hanley_mcneil_variance(v, sample.n_cases, sample.n_controls)) for v in values]
        # (SE1 - SE2)² + 2 (1 - r) SE1 SE2: the same, and never negative by rounding.
        variance = (errors[0] - errors[1]) ** 2 + 2 * (1 - r) * errors[0] * errors[1]
        found = normal_inference(
            quantity, values, variance, level=level, alternative=alternative, null=null, name="Hanley-McNeil"
        )
        kind = "Pearson" if self.correlation == "pearson" else "Kendall"
        read = Note(
            "table-correlation",
            f"the {kind} correlations of the two tests are {fixed(within[0], 3)} among cases and {fixed(within[1], 3)} "
            f"among controls; at their average and the average area {fixed(area, 3)} Hanley and McNeil's table has a "
            f"correlation of the areas of {fixed(r, 3)}.",
        )
        return replace(found, notes=(*found.notes, read))

    def _within(self, rows: Sample) -> tuple[float, float] | Note:
        """Return the correlation among the cases and that among the controls, or say why there is none."""
        found = []
        for scores, counts, group in zip(
            (rows.cases, rows.controls), rows.frequencies, ("cases", "controls"), strict=True
        ):
            if any(column.min() == column.max() for column in scores.T):
                text = f"a test has one and the same score for all {group}, so the tests have no correlation there."
                return Note("no-correlation", f"{text} {_NOTHING} Use DeLong() or Permutation().")
            if self.correlation == "pearson" and not np.isfinite(scores).all():
                text = 'an infinite score has no Pearson correlation; take correlation="kendall".'
                return Note("no-correlation", f"{text} {_NOTHING}")
            found.append((_pearson if self.correlation == "pearson" else _kendall)(scores, counts))
        return found[0], found[1]


def _outside(average: float, area: Fraction) -> Note:
    """Say where the table ends."""
    least, most, top = (fixed(v, 3) for v in (LEAST_AREA, LARGEST_AREA, LARGEST_CORRELATION))
    if not LEAST_AREA <= area <= LARGEST_AREA:
        text = f"the average area is {fixed(area, 3)}, and Hanley and McNeil's table runs from {least} to {most}."
    else:
        text = f"the average correlation is {fixed(average, 3)}, and Hanley and McNeil's table runs from 0 to {top}."
    return Note("outside-table", f"{text} {_NOTHING} Use DeLong().")


def _pearson(scores: Floats, counts: Integers) -> float:
    """Return Pearson's correlation of two columns whose rows stand for so many subjects."""
    # By a power of two, which rounds nothing, so that no square leaves the range of a float.
    scaled = np.ldexp(scores, -np.frexp(np.abs(scores).max(axis=0))[1])
    centred = scaled - counts @ scaled / counts.sum()
    spread = np.abs(centred).max(axis=0)
    x, y = (centred / spread).T
    product, squares = counts @ (x * y), (counts @ (x * x)) * (counts @ (y * y))
    return min(max(float(product / math.sqrt(squares)), -1.0), 1.0)


def _kendall(scores: Floats, counts: Integers) -> float:
    """Return Kendall's tau-b, from whole numbers until the last division.

    It is that of scipy.stats.kendalltau, which takes no row counts. Over all ordered pairs, a pair with itself
    included, the signs of the two differences multiply to four times psi psi - N².
    """
    size = int(counts.sum())
    agreeing = exact_sum(counts, four_times_below_both(scores, scores, counts)) - size * size
    untied = 1
    for column in scores.T:
        places = np.unique(column, return_inverse=True)[1]
        tied = np.zeros(places.max() + 1, np.int64)
        np.add.at(tied, places, counts)
        untied *= size * size - exact_sum(None, tied, tied)
    return agreeing / math.sqrt(untied)
