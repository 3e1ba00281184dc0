"""Rules by which a threshold is chosen: a measure that is largest, a cost or a distance that is smallest, one's own.

References: [youden1950], [perkins2006], [metz1978], [liu2012]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rocstats.empirical.measures import MEASURES, Measure, expected_cost, sensitivity, specificity
from rocstats.empirical.ranks import Floats
from rocstats.empirical.stated_prevalence import exact_prevalence
from rocstats.empirical.threshold_optima import Exact, without_gaps
from rocstats.errors import MethodError
from rocstats.formatting import plain, printable, said_of, shown
from rocstats.given import is_one_of


def _stated(at_prevalence: float | None) -> str:
    return "" if at_prevalence is None else f"at a stated prevalence of {plain(float(at_prevalence))}"


_PRODUCT = Measure("product", "product", lambda a, b, c, d: (a * d, (a + c) * (b + d)), degree=2)
_LARGEST = {
    "youden": (MEASURES["youden"], "the largest Youden index", "youden1950"),
    "accuracy": (MEASURES["accuracy"], "the largest accuracy", ""),
    "f1": (MEASURES["f1"], "the largest F1", ""),
    "mcc": (MEASURES["mcc"], "the largest MCC", ""),
    "kappa": (MEASURES["kappa"], "the largest kappa", ""),
    "product": (_PRODUCT, "the largest product of sensitivity and specificity", "liu2012"),
}


@dataclass(frozen=True, slots=True)
class Largest:
    """The threshold at which a measure is largest.

    The Youden index weighs sensitivity and specificity alike, which is a judgement of costs and prevalence like any
    other. Accuracy, F1, MCC and kappa follow the share of cases: where that is small the largest accuracy tends to call
    few or none positive.

    Parameters
    ----------
    measure : {"youden", "accuracy", "f1", "mcc", "kappa", "product"}
        What is to be largest; "product" is sensitivity times specificity.
    at_prevalence : float, optional
        Share of cases for a measure that depends on it.

    References
    ----------
    [youden1950], [liu2012]

    Examples
    --------
    >>> Largest("youden").title, Largest("accuracy").prevalence
    ('the largest Youden index', True)
    """

    measure: str = "youden"
    at_prevalence: float | None = None

    def __post_init__(self) -> None:
        if not is_one_of(self.measure, _LARGEST):
            raise MethodError(f"measure is {shown(self.measure)}; it must be one of {', '.join(_LARGEST)}.")
        if exact_prevalence(self.at_prevalence) is not None and not self._known.prevalence:
            raise MethodError(f"{self.title} does not depend on the share of cases; leave the prevalence out.")

    @property
    def _known(self) -> Measure:
        return _LARGEST[self.measure][0]

    @property
    def title(self) -> str:
        """What is best at the threshold."""
        return _LARGEST[self.measure][1]

    @property
    def detail(self) -> str:
        """The prevalence, where it was stated."""
        return _stated(self.at_prevalence)

    @property
    def label(self) -> str:
        """Name of the criterion."""
        return self._known.label

    @property
    def prevalence(self) -> bool:
        """Whether the choice depends on the share of cases in the sample."""
        return self._known.prevalence and self.at_prevalence is None

    @property
    def references(self) -> tuple[str, ...]:
        """Keys of the works it comes from."""
        key = _LARGEST[self.measure][2]
        return (key,) if key else ()

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the measure."""
        return self._known.values(tp, fp, fn, tn, prevalence=self.at_prevalence)

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the measure, minus infinity where it has no value."""
        return without_gaps(self.values(tp, fp, fn, tn))

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Exact | None:
        """Return the measure, or its signed square, as an exact ratio."""
        return self._known.order(tp, fp, fn, tn, prevalence=self.at_prevalence)


@dataclass(frozen=True, slots=True)
class SmallestCost:
    """The threshold of the smallest expected cost, C_FP FPF (1 - prevalence) + C_FN (1 - TPF) prevalence.

    Costs are those of an error over those of the right decision; only their ratio moves the threshold. The prevalence
    is that of the people who will be tested, and with a rare condition the threshold is high. It may be left out only
    where the sample itself is a cohort of such people.

    Parameters
    ----------
    fp_cost, fn_cost : float
        Cost of a false positive and of a false negative.
    at_prevalence : float, optional
        Share of cases among the people who will be tested.

    References
    ----------
    [metz1978]

    Examples
    --------
    >>> SmallestCost(1, 5, at_prevalence=0.1).detail
    'cost of a false positive 1, of a false negative 5, at a stated prevalence of 0.1'
    """

    fp_cost: float
    fn_cost: float
    at_prevalence: float | None = None

    def __post_init__(self) -> None:
        expected_cost(self.fp_cost, self.fn_cost)
        exact_prevalence(self.at_prevalence)

    title = "the smallest expected cost"
    label = "cost"
    references = ("metz1978",)

    @property
    def detail(self) -> str:
        """Costs and prevalence."""
        of_fp, of_fn = plain(float(self.fp_cost)), plain(float(self.fn_cost))
        costs = f"cost of a false positive {of_fp}, of a false negative {of_fn}"
        return ", ".join(words for words in (costs, _stated(self.at_prevalence)) if words)

    @property
    def prevalence(self) -> bool:
        """Whether the choice depends on the share of cases in the sample."""
        return self.at_prevalence is None

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the expected cost per subject."""
        return expected_cost(self.fp_cost, self.fn_cost).values(tp, fp, fn, tn, prevalence=self.at_prevalence)

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the cost with its sign turned."""
        return without_gaps(-self.values(tp, fp, fn, tn))

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Exact | None:
        """Return the exact cost with its sign turned."""
        cost = expected_cost(self.fp_cost, self.fn_cost).order(tp, fp, fn, tn, prevalence=self.at_prevalence)
        return None if cost is None else -cost


@dataclass(frozen=True, slots=True)
class ClosestTopLeft:
    """The threshold whose point lies closest to (0, 1), where every case is positive and no control is.

    The distance has no meaning of its own, and the point can differ from the one of the largest Youden index.

    References
    ----------
    [perkins2006]

    Examples
    --------
    >>> ClosestTopLeft().order(3, 1, 1, 3)
    Fraction(-1, 8)
    """

    title = "the smallest distance to the top left corner"
    label = "distance"
    prevalence = False
    references = ("perkins2006",)
    detail = ""

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the distance."""
        return np.hypot(1 - sensitivity.values(tp, fp, fn, tn), 1 - specificity.values(tp, fp, fn, tn))

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the squared distance with its sign turned."""
        return without_gaps(-np.square(self.values(tp, fp, fn, tn)))

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Exact | None:
        """Return the exact squared distance with its sign turned."""
        return None if 0 in (tp + fn, fp + tn) else -(Fraction(fn, tp + fn) ** 2) - Fraction(fp, fp + tn) ** 2


@dataclass(frozen=True, slots=True)
class EqualShares:
    """The threshold at which sensitivity and specificity are closest to each other.

    It says nothing of how good both are.

    Examples
    --------
    >>> EqualShares().order(3, 1, 1, 1)
    Fraction(-1, 4)
    """

    title = "equal sensitivity and specificity"
    label = "|difference|"
    prevalence = False
    references = ()
    detail = ""

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the size of the difference."""
        return np.abs(sensitivity.values(tp, fp, fn, tn) - specificity.values(tp, fp, fn, tn))

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the size of the difference with its sign turned."""
        return without_gaps(-self.values(tp, fp, fn, tn))

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Exact | None:
        """Return the exact size of the difference with its sign turned."""
        return None if 0 in (tp + fn, fp + tn) else -abs(Fraction(tp, tp + fn) - Fraction(tn, fp + tn))


@dataclass(frozen=True, slots=True)
class OwnRule:
    """A rule of one's own: a function of the four cells that is to be largest, or smallest.

    Parameters
    ----------
    title : str
        What is best, as in "the largest net gain".
    label : str
        Name of the criterion.
    criterion : callable
        Takes tp, fp, fn and tn and returns a number; it is called with arrays, and with Python's integers to decide
        ties. Sums, products and quotients do both.
    largest : bool
        Whether the largest value is best.
    prevalence : bool
        Whether it depends on the share of cases in the sample, as anything does that adds cases to controls.

    Examples
    --------
    >>> OwnRule("the largest net gain", "gain", lambda tp, fp, fn, tn: 10 * tp - 3 * fp).order(5, 2, 1, 8)
    44
    """

    title: str
    label: str
    criterion: Callable[[Any, Any, Any, Any], Any]
    largest: bool = True
    prevalence: bool = True

    references = ()
    detail = ""

    def __post_init__(self) -> None:
        for name in ("title", "label"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} is {shown(getattr(self, name))}; it must be text.")
        if not callable(self.criterion):
            raise TypeError(f"criterion is {shown(self.criterion)}; it must be a function of tp, fp, fn and tn.")
        for name in ("largest", "prevalence"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} is True or False, not {shown(getattr(self, name))}.")

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return what the function makes of arrays of cells; NaN where that is no finite number."""
        try:
            with np.errstate(all="ignore"):
                made = np.asarray(self.criterion(tp, fp, fn, tn))
        except Exception as error:
            raise self._failed(error) from error
        if made.dtype.kind not in "iufb" and not _all_real(made):
            raise MethodError(f"{self._named} gives {made.dtype} and no real numbers.")
        if made.shape != np.shape(tp):
            raise MethodError(
                f"{self._named} gives {made.shape} numbers for cells of {np.shape(tp)}; it must give one for each "
                "threshold, from the cells that it is called with."
            )
        found = made.astype(np.float64)
        values: Floats = np.where(np.isfinite(found), found, np.nan)
        return values

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the criterion, its sign turned where the smallest is best."""
        values = self.values(tp, fp, fn, tn)
        return without_gaps(values if self.largest else -values)

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Exact | None:
        """Return what the function makes of whole numbers."""
        try:
            found = self.criterion(tp, fp, fn, tn)
        except ZeroDivisionError:
            return None
        except Exception as error:
            raise self._failed(error) from error
        if isinstance(found, complex | str) or not isinstance(found, int | float | Fraction | np.number | np.bool_):
            raise MethodError(f"{self._named} gives {type(found).__name__} and no real number.")
        exact: Exact = found if isinstance(found, Fraction | int) else float(found)
        exact = exact if self.largest else -exact
        return exact if exact == exact else None

    def _failed(self, error: Exception) -> MethodError:
        """Say that it is the function of one's own that fails, and how."""
        return MethodError(f"{self._named} fails on the cells of a table: {type(error).__name__}: {said_of(error)}.")

    @property
    def _named(self) -> str:
        return f'the criterion "{printable(self.label)}"'


def _all_real(values: Any) -> bool:
    """Whether an array of Python's numbers, such as exact ratios, holds nothing else."""
    return values.dtype.kind == "O" and all(isinstance(v, int | float | Fraction) for v in values.ravel())
