"""Adjustment of several p-values for their number.

A family is the set of p-values of one call. The step rules are those of statsmodels' ``multipletests``, to which the
tests hold them; they are written here because a handful of p-values does not warrant loading that library.

References: [dunn1961], [sidak1967], [holm1979], [hochberg1988], [hommel1988], [benjamini1995]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, TypeAlias

from rocstats.errors import MethodError
from rocstats.formatting import listed, shown
from rocstats.given import holds_several, is_number

Adjust: TypeAlias = Literal["holm", "hochberg", "hommel", "bonferroni", "sidak", "bh"]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What a rule says of itself: its name, what it holds at its level, and its source."""

    name: str
    sentence: str
    reference: str


ADJUSTMENTS: dict[str, Adjustment] = {
    "holm": Adjustment("Holm", "Holm's step-down method bounds the chance of any false rejection", "holm1979"),
    "hochberg": Adjustment(
        "Hochberg",
        "Hochberg's step-up method bounds the chance of any false rejection if the tests are independent or positively "
        "dependent",
        "hochberg1988",
    ),
    "hommel": Adjustment(
        "Hommel",
        "Hommel's method bounds the chance of any false rejection if the tests are independent or positively dependent",
        "hommel1988",
    ),
    "bonferroni": Adjustment(
        "Bonferroni", "Bonferroni's inequality bounds the chance of any false rejection", "dunn1961"
    ),
    "sidak": Adjustment(
        "Sidak",
        "Sidak's inequality bounds the chance of any false rejection if the tests are two-sided normal or independent",
        "sidak1967",
    ),
    "bh": Adjustment(
        "BH",
        "the method of Benjamini and Hochberg bounds the expected share of false ones among the rejections if the "
        "tests are independent or positively dependent",
        "benjamini1995",
    ),
}


def adjust_pvalues(pvalues: Sequence[float | None], method: Adjust = "holm") -> list[float | None]:
    """Adjust p-values for how many they are.

    An adjusted p-value is the smallest level of the whole family at which its hypothesis is rejected; it is never below
    the raw one. All methods but ``"bh"`` bound the chance of one or more false rejections in the family. Hochberg,
    Hommel and BH need tests that are independent or positively dependent: differences that share a test, such as all
    pairs, can be negatively dependent, and Holm and Bonferroni hold there as anywhere. ``"bh"`` bounds the expected
    share of false rejections, which is less; it is for screening. All of it misleads if the family is chosen after the
    p-values were seen.

    Parameters
    ----------
    pvalues : sequence of float or None
        The family. A hypothesis that could not be judged is None, stays None and does not count.
    method : {"holm", "hochberg", "hommel", "bonferroni", "sidak", "bh"}
        How to adjust.

    Returns
    -------
    list of float or None
        In the order given.

    Raises
    ------
    TypeError
        A p-value is no number, or there is no list of them.
    MethodError
        The method is none of these, or a p-value does not lie between 0 and 1.

    References
    ----------
    [dunn1961], [sidak1967], [holm1979], [hochberg1988], [hommel1988], [benjamini1995]

    Examples
    --------
    >>> adjust_pvalues([0.01, None, 0.04, 0.03])
    [0.03, None, 0.06, 0.06]
    >>> adjust_pvalues([0.01, 0.04, 0.03], "hochberg")
    [0.03, 0.04, 0.04]
    """
    check_adjustment(method)
    if not holds_several(pvalues):
        raise TypeError(f"adjust_pvalues takes a list of p-values, not {type(pvalues).__name__}; 0.04 alone is [0.04].")
    pvalues = list(pvalues)
    known = [float(_checked(p)) for p in pvalues if p is not None]
    order = sorted(range(len(known)), key=known.__getitem__)
    adjusted = [0.0] * len(known)
    for place, value in zip(order, _RULES[method]([known[i] for i in order]), strict=True):
        # A product such as 3 * (1/3) may round to the wrong side of the raw value or of 1.
        adjusted[place] = min(max(value, known[place]), 1.0)
    rest = iter(adjusted)
    return [None if p is None else next(rest) for p in pvalues]


def check_adjustment(method: object) -> None:
    """Refuse an adjustment that is none."""
    if not isinstance(method, str) or method not in ADJUSTMENTS:
        known = listed([f'"{name}"' for name in ADJUSTMENTS], "or")
        raise MethodError(f"the adjustment is {shown(method)}; it must be {known}.")


def _checked(p: object) -> float:
    if not is_number(p):
        raise TypeError(f"a p-value is a number or None, not {type(p).__name__}.")
    if not 0 <= p <= 1:
        raise MethodError(f"a p-value is {shown(p)}; it must lie between 0 and 1.")
    return float(p)


def _bonferroni(p: Sequence[float]) -> list[float]:
    return [len(p) * x for x in p]


def _sidak(p: Sequence[float]) -> list[float]:
    """Return 1 - (1 - p)^n without losing small p-values."""
    return [1.0 if x == 1 else -math.expm1(len(p) * math.log1p(-x)) for x in p]


def _holm(p: Sequence[float]) -> list[float]:
    return _rising([(len(p) - i) * x for i, x in enumerate(p)])


def _hochberg(p: Sequence[float]) -> list[float]:
    return _falling([(len(p) - i) * x for i, x in enumerate(p)])


def _bh(p: Sequence[float]) -> list[float]:
    return _falling([len(p) * x / (i + 1) for i, x in enumerate(p)])


def _hommel(p: Sequence[float]) -> list[float]:
    """Return, for each, the largest Simes p-value of the subsets that hold it.

    Of the subsets of one size s that hold a given p-value, the largest Simes p-value belongs to that p-value with the
    s - 1 largest others, so one subset of each size will do.
    """
    n = len(p)
    adjusted = list(p)
    for i in range(n):
        for size in range(2, n + 1):
            tail = list(range(n - size, n)) if i >= n - size else [i, *range(n - size + 1, n)]
            simes = min(size * p[j] / (rank + 1) for rank, j in enumerate(tail))
            adjusted[i] = max(adjusted[i], simes)
    return adjusted


def _rising(values: Sequence[float]) -> list[float]:
    return list(accumulate(values, max))


def _falling(values: Sequence[float]) -> list[float]:
    return list(accumulate(values[::-1], min))[::-1]


_RULES: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": _holm,
    "hochberg": _hochberg,
    "hommel": _hommel,
    "bonferroni": _bonferroni,
    "sidak": _sidak,
    "bh": _bh,
}
