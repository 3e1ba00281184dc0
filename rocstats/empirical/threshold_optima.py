"""What a rule for choosing a threshold must offer, with the points at which it is best.

A rule gives three things for the cells of a 2x2 table: the criterion that is printed, an exact number of which the
largest is best, and the same in floats, which is only used to find the few points that can be best. Optima are decided
on the exact numbers, so two that differ in the last digit are no tie and two that are equal are one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol, TypeAlias

import numpy as np

from rocstats.empirical.ranks import Floats, Integers

Exact: TypeAlias = "Fraction | int | float"
# Far above what rounding does to a criterion, so no point that can be best is passed over.
_SLACK = 1e-12


class ThresholdRule(Protocol):
    """What a rule must offer; ``OwnRule`` makes one from a function."""

    @property
    def title(self) -> str:
        """What is best at the threshold: "the largest Youden index"."""
        ...

    @property
    def detail(self) -> str:
        """What else the rule was told: costs, a prevalence; empty where there is nothing."""
        ...

    @property
    def label(self) -> str:
        """Name of the criterion, which heads its column."""
        ...

    @property
    def prevalence(self) -> bool:
        """Whether the choice depends on the share of cases in the sample."""
        ...

    @property
    def references(self) -> tuple[str, ...]:
        """Keys of the works it comes from."""
        ...

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the criterion for arrays of cells, NaN where it has no value."""
        ...

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return for arrays of cells, the last axis being the thresholds, a number of which the largest is best.

        It is minus infinity where a threshold is out of the question.
        """
        ...

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Exact | None:
        """Return the same number exactly for one table, None where the threshold is out of the question."""
        ...


def optimal(rule: ThresholdRule, tp: Integers, fp: Integers, m: int, n: int) -> tuple[int, ...]:
    """Return the places of all points that are best by a rule, decided on whole numbers.

    Examples
    --------
    >>> from rocstats.empirical.threshold_rules import Largest
    >>> optimal(Largest("youden"), np.array([0, 1, 2, 2]), np.array([0, 0, 1, 2]), 2, 2)
    (1, 2)
    """
    candidates = np.flatnonzero(near_best(rule.scores(tp, fp, m - tp, n - fp))).tolist()
    found: dict[int, Exact] = {}
    for place in candidates:
        a, b = int(tp[place]), int(fp[place])
        order = rule.order(a, b, m - a, n - b)
        if order is not None:
            found[place] = order
    best = max(found.values(), default=None)
    return tuple(place for place, order in found.items() if order == best)


def near_best(scores: Floats) -> Any:
    """Mark the points whose scores differ from the largest along the last axis by no more than rounding could do."""
    best = scores.max(axis=-1, keepdims=True)
    reach = best - _SLACK * np.maximum(np.abs(best), 1.0)
    return (scores >= np.where(np.isfinite(best), reach, np.inf)) & np.isfinite(scores)


def without_gaps(values: Floats) -> Floats:
    """Return minus infinity where there is no value."""
    return np.where(np.isnan(values), -np.inf, values)
