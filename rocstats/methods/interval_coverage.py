"""How often the intervals for an area covered it in simulated studies, and which one to report by that.

The table beside this file is made by ``validation/simulation/recommend.py``, where the rule is stated, from the
simulated coverage of every method at level 0.95 and for four kinds of scores: binormal with equal spreads and with
twice the spread in the cases, exponential, and five ratings. A study without an interval counts as one that missed.
Where the controls spread more than the cases, intervals do as they did with the sizes of the groups exchanged.

A regime is the cell of the table that is nearest to the data: group sizes on the logarithmic scale, the area on the
logit scale, of two that are equally near the smaller groups and the higher area. The area of the data is an estimate;
a method is judged by the true areas that could be behind it, which the regime names.

An area A below one half, of m cases and n controls, is the area 1 - A of n cases and m controls: the groups have
exchanged their names, and no method answers differently for that. Beyond the largest groups simulated what decides is
how many subjects lie on the wrong side, so both groups k times as large are read at the area 1 - k (1 - A).
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

KINDS_OF_SCORES = 4
_TABLE = Path(__file__).with_suffix(".csv")
_MOST = 1 - 1e-12


@dataclass(frozen=True, slots=True)
class SimulatedInterval:
    """What one method did in one regime; shares are of simulated studies.

    ``lowest_coverage``, ``mean_coverage``, ``mean_width`` and ``not_estimable`` are over the kinds of scores where the
    true area is that of the regime; ``coverage`` is the lowest over the kinds and over all plausible true areas.
    """

    method: str
    lowest_coverage: float
    lowest_scores: str
    mean_coverage: float
    mean_width: float
    not_estimable: float
    coverage: float
    acceptable: bool


@dataclass(frozen=True, slots=True)
class Regime:
    """The simulated studies that are nearest to some data.

    ``exchanged`` says that cases and controls have exchanged their names, for the area of the data is below one half.
    ``recommended`` is the register's word of the method to report, ``recommended_without_scores`` that of the method
    for an area that was published without its scores. ``smallest`` says that a group of the data is smaller than any
    that was simulated.
    """

    n_cases: int
    n_controls: int
    auc: float
    least_auc: float
    greatest_auc: float
    methods: Mapping[str, SimulatedInterval]
    recommended: str
    recommended_without_scores: str
    exchanged: bool = False
    smallest: bool = False

    def __str__(self) -> str:
        """Name the studies: their sizes and the areas that they may have had."""
        areas = f"{self.least_auc:g}"
        if self.greatest_auc > self.least_auc:
            areas = f"{areas} to {self.greatest_auc:g}"
        return f"{self.n_cases} cases and {self.n_controls} controls with an AUC of {areas}"


def nearest_regime(n_cases: int, n_controls: int, auc: float) -> Regime:
    """Return the simulated studies that are nearest to so many subjects and such an estimate.

    Examples
    --------
    >>> str(nearest_regime(8, 50, 0.93))
    '10 cases and 50 controls with an AUC of 0.8 to 0.95'
    >>> str(nearest_regime(50, 8, 0.07)), nearest_regime(50, 8, 0.07).exchanged
    ('10 cases and 50 controls with an AUC of 0.8 to 0.95', True)
    """
    exchanged = auc < 0.5
    m, n = (n_controls, n_cases) if exchanged else (n_cases, n_controls)
    area = max(auc, 1 - auc)
    largest = _sizes()[-1]
    beyond = min(m / largest[0], n / largest[1])
    if beyond > 1:
        area = max(0.5, 1 - beyond * (1 - area))
    nearest = min(_of_sizes(m, n), key=lambda regime: (_between(_logit(area), _logit(regime.auc)), -regime.auc))
    smallest = _sizes()[0]
    return replace(nearest, exchanged=exchanged, smallest=m < smallest[0] or n < smallest[1])


@lru_cache(maxsize=1024)
def _of_sizes(m: int, n: int) -> tuple[Regime, ...]:
    """Return the regimes of the nearest sizes, of which there is one for each area."""
    logs = (math.log(m), math.log(n))
    nearest = min(
        _sizes(), key=lambda sizes: (_between(0, math.dist(logs, [math.log(size) for size in sizes])), sum(sizes))
    )
    return tuple(regime for regime in _table() if (regime.n_cases, regime.n_controls) == nearest)


@cache
def _sizes() -> list[tuple[int, int]]:
    """List the sizes that were simulated, the smallest first and the largest last."""
    return sorted({(regime.n_cases, regime.n_controls) for regime in _table()}, key=lambda sizes: (sum(sizes), sizes))


def _between(one: float, other: float) -> float:
    """Say how far two values are from each other, rounded, so that what is equally far counts as that."""
    return round(abs(one - other), 9)


def _logit(area: float) -> float:
    area = min(area, _MOST)
    return math.log(area / (1 - area))


@cache
def _table() -> tuple[Regime, ...]:
    """Read the table, once."""
    held: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    with _TABLE.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            held.setdefault((row["cases"], row["controls"], row["auc"]), []).append(row)
    return tuple(_regime(rows) for rows in held.values())


def _regime(rows: Sequence[Mapping[str, str]]) -> Regime:
    first = rows[0]
    return Regime(
        n_cases=int(first["cases"]),
        n_controls=int(first["controls"]),
        auc=float(first["auc"]),
        least_auc=float(first["least_auc"]),
        greatest_auc=float(first["greatest_auc"]),
        # A method that was not simulated at every plausible area has no coverage there.
        methods={row["method"]: _simulated(row) for row in rows if row["coverage"]},
        recommended=_marked(rows, "recommended"),
        recommended_without_scores=_marked(rows, "recommended_without_scores"),
    )


def _marked(rows: Sequence[Mapping[str, str]], column: str) -> str:
    return next(row["method"] for row in rows if row[column] == "1")


def _simulated(row: Mapping[str, str]) -> SimulatedInterval:
    return SimulatedInterval(
        method=row["method"],
        lowest_coverage=float(row["lowest_coverage"]),
        lowest_scores=row["lowest_scores"],
        mean_coverage=float(row["mean_coverage"]),
        mean_width=float(row["mean_width"]),
        not_estimable=float(row["not_estimable"]),
        coverage=float(row["coverage"]),
        acceptable=row["acceptable"] == "1",
    )
