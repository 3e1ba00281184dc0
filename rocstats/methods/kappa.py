"""Cohen's kappa: agreement beyond what the margins of a square table give by chance.

kappa = (a - e)/(1 - e) with a the share of agreement and e the share expected from the margins. Its variance follows
from the derivative by each cell; in the formulas of Fleiss, Cohen and Everitt that is the one that holds whatever kappa
is. It is computed in whole numbers, so a variance of 0 is known for what it is; statsmodels' ``cohens_kappa`` has the
same variance in floating point.

References: [cohen1960], [fleiss1969]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rocstats.methods.binomial import enclosing
from rocstats.methods.method import upper_quantile
from rocstats.results import Card, Interval, Sides

KAPPA = Card(
    "kappa",
    "asymptotic",
    "The interval of kappa is kappa plus or minus a normal quantile times its large-sample standard error",
    ("cohen1960", "fleiss1969"),
    "large-sample standard error",
)


@dataclass(frozen=True, slots=True)
class KappaEstimate:
    """Kappa with its standard error and interval; None where the table cannot give them."""

    estimate: Fraction
    standard_error: float | None
    interval: Interval | None
    clipped: bool


def kappa_estimate(table: Sequence[Sequence[int]], *, level: float, sides: Sides = "two-sided") -> KappaEstimate | None:
    """Estimate kappa of a square table; None where all subjects lie in one cell on the diagonal, which is 0/0.

    Examples
    --------
    >>> found = kappa_estimate([[20, 5], [10, 15]], level=0.95)
    >>> found.estimate, round(found.standard_error, 4)
    (Fraction(2, 5), 0.127)
    """
    n = sum(map(sum, table))
    rows = [sum(row) for row in table]
    columns = [sum(column) for column in zip(*table, strict=True)]
    chance = Fraction(sum(r * c for r, c in zip(rows, columns, strict=True)), n * n)
    if chance == 1:
        return None
    agreed = Fraction(sum(table[i][i] for i in range(len(table))), n)
    kappa = (agreed - chance) / (1 - chance)
    moments = [Fraction(0), Fraction(0)]
    for i, row in enumerate(table):
        for j, cell in enumerate(row):
            slope = (i == j) - (1 - kappa) * Fraction(columns[i] + rows[j], n)
            for power in (1, 2):
                moments[power - 1] += Fraction(cell, n) * slope**power
    variance = (moments[1] - moments[0] ** 2) / n / (1 - chance) ** 2
    if variance == 0:
        return KappaEstimate(kappa, None, None, clipped=False)
    se = math.sqrt(variance)
    reach = upper_quantile(level, sides) * se
    low, high = enclosing(float(kappa), float(kappa) - reach, float(kappa) + reach, bounds=(-1.0, 1.0))
    low, high = (-math.inf if sides == "upper" else low), (math.inf if sides == "lower" else high)
    clipped = -math.inf < low < -1 or 1 < high < math.inf
    return KappaEstimate(kappa, se, Interval(max(low, -1.0), min(high, 1.0), level, sides), clipped)
