"""Newcombe's method 5: the values of the AUC that the data would not reject, by a score equation.

|A - t| = z sqrt(V(t)) with V(t) = t(1 - t){1 + N[(1 - t)/(2 - t) + t/(1 + t)]}/(mn) and N = (m + n)/2 - 1.

References: [newcombe2006]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.empirical.statistic import Quantity
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.methods.method import SIDES, bounded, normal_pvalue, upper_quantile
from rocstats.results import Alternative, Card, Inference


@dataclass(frozen=True, slots=True)
class Newcombe:
    """Score interval for one AUC, from the area and two counts alone.

    The variance is that of Hanley and McNeil made symmetric in the two groups and taken at the hypothetical value, so
    the interval stays within 0 and 1 and has a width for every sample, perfect separation and single subjects
    included. It has no standard error. It misleads where ties or unequal spreads make the true variance differ from the
    assumed one: it does not look at the scores beyond the area.

    References
    ----------
    [newcombe2006]

    Examples
    --------
    >>> Newcombe().card.name
    'Newcombe, method 5'
    """

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "newcombe",
            "Newcombe, method 5",
            "The interval holds the values of the area that a score equation does not reject",
            ("newcombe2006",),
            "Newcombe's method 5",
        )

    def refuses(self, quantity: Quantity) -> str | None:
        """Say why Newcombe's method does not serve this quantity, or None."""
        if quantity.statistic.name != "AUC" or not quantity.single:
            return "Newcombe's method 5 is for one AUC; use DeLong() or Bootstrap()."
        return None

    def infer(self, quantity: Quantity, *, level: float, alternative: Alternative, null: float | None) -> Inference:
        """Return estimate, interval and the score test that the interval inverts."""
        values = quantity.values()
        ((sample, _),) = quantity.parts
        m, n = sample.n_cases, sample.n_controls
        sides = SIDES[alternative]
        interval, notes = bounded(
            quantity, newcombe_limits(values[0], m, n, upper_quantile(level, sides)), level, sides
        )
        statistic = None
        if null is not None:
            if not 0 < null < 1:
                raise MethodError(f"null_value is {shown(null)}; Newcombe's score test needs a value between 0 and 1.")
            statistic = (values[0] - null) / math.sqrt(_variance(null, m, n))
        return Inference(
            values=values,
            estimate=values[0],
            interval=interval,
            statistic=statistic,
            pvalue=None if statistic is None else normal_pvalue(statistic, alternative),
            notes=notes,
        )


def newcombe_limits(auc: float, m: int, n: int, z: float) -> tuple[float, float]:
    """Solve the score equation on both sides of the area.

    Examples
    --------
    >>> [round(limit, 3) for limit in newcombe_limits(1.0, 41, 72, 1.959964)]
    [0.962, 1.0]
    """
    from scipy.optimize import brentq

    def beyond(t: float) -> float:
        return (auc - t) ** 2 - z**2 * _variance(t, m, n)

    low = 0.0 if auc == 0 else brentq(beyond, 0.0, min(auc, 1 - 1e-15), xtol=1e-15)
    high = 1.0 if auc == 1 else brentq(beyond, max(auc, 1e-15), 1.0, xtol=1e-15)
    return float(low), float(high)


def _variance(t: float, m: int, n: int) -> float:
    return t * (1 - t) * (1 + ((m + n) / 2 - 1) * ((1 - t) / (2 - t) + t / (1 + t))) / (m * n)
