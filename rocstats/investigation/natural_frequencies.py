"""Results among so many people tested, in whole people that add up."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from rocstats.data.counts import Counts

_USUAL, _MANY, _RARE = 1000, 100_000, 0.01


def people_tested(prevalences: Iterable[float]) -> int:
    """Choose of how many people results are counted: 1000, or 100 000 where a condition is rarer than 1 in 100.

    Examples
    --------
    >>> people_tested([0.02, 0.3]), people_tested([0.001, 0.3])
    (1000, 100000)
    """
    return _USUAL if min(prevalences) >= _RARE else _MANY


def natural_frequencies(counts: Counts, prevalence: float, people: int) -> tuple[int, int, int, int]:
    """Say how many of the people tested are true positive, false positive, false negative and true negative.

    Those with the condition are rounded first, then the true positives among them and the false positives among the
    others; false negatives and true negatives are what is left. So rows and columns add up, and no number is off by
    more than one. Halves are rounded up, in exact fractions.

    Parameters
    ----------
    counts : Counts
        With at least one case and one control.
    prevalence : float
        The decimal written: 0.1 is one tenth.
    people : int
        How many are tested.

    Returns
    -------
    tuple of int
        Whole numbers whose sum is ``people``.

    Examples
    --------
    >>> natural_frequencies(Counts(tp=2, fp=1, fn=1, tn=7), 0.1, 1000)
    (67, 113, 33, 787)
    """
    with_it = _rounded(Fraction(str(prevalence)) * people)
    without = people - with_it
    tp = _rounded(Fraction(counts.tp, counts.n_cases) * with_it)
    fp = _rounded(Fraction(counts.fp, counts.n_controls) * without)
    return tp, fp, with_it - tp, without - fp


def _rounded(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))
