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

    In simulation the 95 percent interval covered the area, for the worst of four kinds of scores, in 95.4 percent of
    studies of 10 + 5 at an AUC of 0.99 and in 92.0 percent of studies of 10 + 50 at an AUC of 0.95, where no other
    came near; but in 88.6 percent of studies of 50 + 200 at an AUC of 0.8, where cases spread twice as far as controls.

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

    def from_zero(t: float) -> float:
        # at an area of 0 both sides of the equation have the factor t, and at 1 it is the mirror image
        return z**2 * (1 - t) * _spread(t, m, n) - t

    if auc in (0, 1):
        far = float(brentq(from_zero, 0.0, 1.0, xtol=1e-300))
        return (0.0, far) if auc == 0 else (1 - far, 1.0)
    return float(brentq(beyond, 0.0, auc, xtol=1e-15)), float(brentq(beyond, auc, 1.0, xtol=1e-15))


def _variance(t: float, m: int, n: int) -> float:
    return t * (1 - t) * _spread(t, m, n)


def _spread(t: float, m: int, n: int) -> float:
    return (1 + ((m + n) / 2 - 1) * ((1 - t) / (2 - t) + t / (1 + t))) / (m * n)
