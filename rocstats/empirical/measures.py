"""Measures of accuracy at a threshold, each a ratio of whole numbers from the four cells of a 2x2 table.

Every measure is written as a numerator and a denominator that have the same degree in the cells, so multiplying all
cells by one number changes nothing. That gives three things at once. For Python's integers of any size a value is an
exact ratio (one measure has a root and is a float). For arrays of cells it is one division. And a measure at a stated
prevalence is the same measure of the table whose cases and controls are weighted until they have that prevalence.

References: [youden1950]
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from typing import Any, TypeAlias

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.empirical.stated_prevalence import exact_prevalence
from rocstats.empirical.written import as_written
from rocstats.errors import MethodError
from rocstats.formatting import printable, shown

Cells: TypeAlias = tuple[Any, Any, Any, Any]
Parts: TypeAlias = Callable[[Any, Any, Any, Any], tuple[Any, Any]]
_LIMIT = 2.0**62
_LEAST_COST = Fraction(1, 10**12)
_MOST_DIGITS = 100
# Whole numbers up to here are floats as they are.
_EXACT = 2**53


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure of a 2x2 table; call it with the cells.

    Parameters
    ----------
    name : str
        As in a column of ``tidy()``: "lr_positive".
    label : str
        As in a printed table: "LR+".
    parts : callable
        Numerator and denominator from tp, fp, fn, tn: whole numbers or arrays of them.
    degree : int
        Degree of both in the cells.
    prevalence : bool
        Whether the value depends on the share of cases.
    bounds : pair of float
        Range of the measure.
    root : bool
        The denominator is the square of what is divided by.
    ratio : bool
        Printed with three significant digits, as likelihood ratios are.
    plural : str
        Name of several such values.
    factor : int
        No numerator or denominator is larger than so many times all subjects to the power of the degree.

    Examples
    --------
    >>> ppv(26, 12, 15, 60), ppv(26, 12, 15, 60, prevalence=0.1), lr_positive(26, 0, 15, 72)
    (Fraction(13, 19), Fraction(52, 175), None)
    """

    name: str
    label: str
    parts: Parts
    degree: int = 1
    prevalence: bool = False
    bounds: tuple[float, float] = (0.0, 1.0)
    root: bool = False
    ratio: bool = False
    plural: str = ""
    factor: int = 2

    def __call__(self, tp: int, fp: int, fn: int, tn: int, *, prevalence: object = None) -> Fraction | float | None:
        """Return the value of one table, exact unless it has a root; None where it would divide by zero.

        Parameters
        ----------
        tp, fp, fn, tn : int
            True positive, false positive, false negative and true negative subjects, of any size.
        prevalence : float or Fraction, optional
            Share of cases to which the table is weighted, taken as the decimal written; the table's own unless stated.
        """
        found = self.order(tp, fp, fn, tn, prevalence=prevalence)
        if found is None or not self.root:
            return found
        return math.copysign(math.sqrt(abs(found)), found)

    def order(self, tp: int, fp: int, fn: int, tn: int, *, prevalence: object = None) -> Fraction | None:
        """Return an exact number that orders tables as the measure does: its value, or its signed square."""
        share = exact_prevalence(prevalence) if self.prevalence else None
        above, below = self.parts(*at_prevalence(tp, fp, fn, tn, share))
        if below == 0:
            return None
        return Fraction(above * abs(above), below) if self.root else Fraction(above, below)

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any, *, prevalence: object = None) -> Floats:
        """Return the values of arrays of cells, with NaN where a value would divide by zero.

        They are correctly rounded while numerator and denominator stay below 2**53. Cells may be shares as well.
        """
        cells = np.broadcast_arrays(*(np.asarray(cell) for cell in (tp, fp, fn, tn)))
        share = exact_prevalence(prevalence) if self.prevalence else None
        largest = 4.0 * max(float(cell.max(initial=0)) for cell in cells)
        weights = _weights(share, longest=_EXACT)
        if weights is not None:
            largest *= largest * sum(weights)
        fits = all(cell.dtype.kind in "iu" for cell in cells) and self.factor * largest**self.degree < _LIMIT
        kind = np.int64 if fits else np.float64
        tp, fp, fn, tn = (cell.astype(kind, copy=False) for cell in cells)
        above, below = (np.asarray(part, np.float64) for part in self.parts(*_weighted(tp, fp, fn, tn, weights)))
        below = np.sqrt(below) if self.root else below
        values: Floats = np.divide(above, below, out=np.full(above.shape, np.nan), where=below != 0)
        return values


def at_prevalence(tp: int, fp: int, fn: int, tn: int, prevalence: object = None) -> Cells:
    """Weight cases and controls of a table until cases are a stated share of all; whole numbers stay whole.

    Examples
    --------
    >>> at_prevalence(1, 1, 1, 3, 0.5)
    (4, 2, 4, 6)
    """
    return _weighted(index(tp), index(fp), index(fn), index(tn), _weights(exact_prevalence(prevalence)))


def _weights(share: Fraction | None, longest: float = math.inf) -> tuple[float, float] | None:
    """Give cases and controls whole numbers in the ratio of a share to the rest, or floats beyond the longest."""
    if share is None:
        return None
    if share.denominator > longest:
        return float(share), float(1 - share)
    return share.numerator, share.denominator - share.numerator


def _weighted(tp: Any, fp: Any, fn: Any, tn: Any, weights: tuple[float, float] | None) -> Cells:
    if weights is None:
        return tp, fp, fn, tn
    case, control = weights[0] * (fp + tn), weights[1] * (tp + fn)
    return case * tp, control * fp, case * fn, control * tn


def _measure(name: str, label: str, parts: Parts, **rest: Any) -> Measure:
    return Measure(name, label, parts, **{"plural": f"values of {label}", **rest})


# The letters of a formula: a = tp, b = fp, c = fn, d = tn.
sensitivity = _measure("sensitivity", "sensitivity", lambda a, b, c, d: (a, a + c), plural="sensitivities")
specificity = _measure("specificity", "specificity", lambda a, b, c, d: (d, b + d), plural="specificities")
ppv = _measure("ppv", "PPV", lambda a, b, c, d: (a, a + b), prevalence=True, plural="PPVs")
npv = _measure("npv", "NPV", lambda a, b, c, d: (d, c + d), prevalence=True, plural="NPVs")
lr_positive = _measure(
    "lr_positive",
    "LR+",
    lambda a, b, c, d: (a * (b + d), b * (a + c)),
    degree=2,
    bounds=(0.0, math.inf),
    ratio=True,
)
lr_negative = _measure(
    "lr_negative",
    "LR-",
    lambda a, b, c, d: (c * (b + d), d * (a + c)),
    degree=2,
    bounds=(0.0, math.inf),
    ratio=True,
)
odds_ratio = _measure(
    "odds_ratio", "DOR", lambda a, b, c, d: (a * d, b * c), degree=2, bounds=(0.0, math.inf), ratio=True
)
accuracy = _measure(
    "accuracy", "accuracy", lambda a, b, c, d: (a + d, a + b + c + d), prevalence=True, plural="accuracies"
)
balanced_accuracy = _measure(
    "balanced_accuracy",
    "balanced accuracy",
    lambda a, b, c, d: (a * (b + d) + d * (a + c), 2 * (a + c) * (b + d)),
    degree=2,
    plural="balanced accuracies",
)
youden = _measure(
    "youden",
    "J",
    lambda a, b, c, d: (a * d - b * c, (a + c) * (b + d)),
    degree=2,
    bounds=(-1.0, 1.0),
)
f1 = _measure("f1", "F1", lambda a, b, c, d: (2 * a, 2 * a + b + c), prevalence=True)
mcc = _measure(
    "mcc",
    "MCC",
    lambda a, b, c, d: (a * d - b * c, (a + b) * (a + c) * (d + b) * (d + c)),
    degree=4,
    prevalence=True,
    bounds=(-1.0, 1.0),
    root=True,
)
kappa = _measure(
    "kappa",
    "kappa",
    lambda a, b, c, d: (2 * (a * d - b * c), (a + b) * (b + d) + (a + c) * (c + d)),
    degree=2,
    prevalence=True,
    bounds=(-1.0, 1.0),
    plural="kappas",
)
precision = _measure("precision", "precision", ppv.parts, prevalence=True, plural="precisions")
lift = _measure(
    "lift",
    "lift",
    lambda a, b, c, d: (a * (a + b + c + d), (a + b) * (a + c)),
    degree=2,
    prevalence=True,
    bounds=(0.0, math.inf),
    ratio=True,
    plural="lifts",
)
csi = _measure("csi", "CSI", lambda a, b, c, d: (a, a + b + c), prevalence=True)
prevalence = _measure(
    "prevalence", "prevalence", lambda a, b, c, d: (a + c, a + b + c + d), prevalence=True, plural="prevalences"
)


def expected_cost(fp_cost: object, fn_cost: object) -> Measure:
    """Return the expected cost per subject as a measure: C_FP FPF (1 - prevalence) + C_FN (1 - TPF) prevalence.

    Examples
    --------
    >>> cost = expected_cost(1, 5)
    >>> cost(26, 12, 15, 60), cost(26, 12, 15, 60, prevalence=0.1)
    (Fraction(87, 113), Fraction(273, 820))
    """
    costs = [as_written(cost, name) for cost, name in ((fp_cost, "fp_cost"), (fn_cost, "fn_cost"))]
    if max(costs) == 0 or any(cost and not _LEAST_COST <= cost <= 1 / _LEAST_COST for cost in costs):
        raise MethodError(
            f"the costs are {shown(fp_cost)} and {shown(fn_cost)}; "
            "each must be 0 or lie between 1e-12 and 1e12, and not both be 0."
        )
    scale = math.lcm(*(cost.denominator for cost in costs))
    if scale > 10**_MOST_DIGITS:
        raise MethodError(f"a cost is written with more than {_MOST_DIGITS} digits; round it.")
    per_fp, per_fn = (int(cost * scale) for cost in costs)
    return _measure(
        "expected_cost",
        "cost",
        lambda a, b, c, d: (per_fp * b + per_fn * c, scale * (a + b + c + d)),
        prevalence=True,
        bounds=(0.0, float(max(costs))),
        plural="costs",
        factor=2 * max(per_fp, per_fn, scale),
    )


MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        *(sensitivity, specificity, ppv, npv, lr_positive, lr_negative, odds_ratio, accuracy, balanced_accuracy),
        *(youden, f1, mcc, kappa, precision, lift, csi),
    )
}


def named_measure(name: object) -> Measure:
    """Return a measure by its name, or say which there are.

    Examples
    --------
    >>> named_measure("f1").label
    'F1'
    """
    if not isinstance(name, str):
        raise TypeError(f"a measure is named in words, not by {type(name).__name__}; known are {', '.join(MEASURES)}.")
    # Words of people for names of columns: "balanced accuracy", "LR+", "J".
    known = {**{measure.label.lower(): measure for measure in MEASURES.values()}, **MEASURES}
    found = known.get(name.lower())
    if found is None:
        raise MethodError(f'there is no measure "{printable(name)}"; known are {", ".join(MEASURES)}.')
    return found
