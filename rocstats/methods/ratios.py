"""Intervals for ratios of a 2×2 table: likelihood ratios and the odds ratio, on the log scale or by the score test.

The log method takes the logarithm for normal, with a variance from reciprocals of counts, so it needs every count
above 0. The score method asks which ratios the data would not reject, with the variance under each of them; it needs
no such thing, and where the ratio is 0 or infinite it still has one finite limit. Each lower limit is solved for; the
upper limit is the reciprocal of the lower limit of the reciprocal.

References: [simel1991], [woolf1955] (log); [koopman1984], [cornfield1956] (score); [haldane1956] (one half added)
"""

from __future__ import annotations

import math
import sys

from rocstats.methods.binomial import enclosing
from rocstats.methods.method import upper_quantile
from rocstats.results import Card, Interval

LOG = Card(
    "log-ratio",
    "log",
    "Intervals for ratios were computed on the log scale and turned back",
    ("simel1991", "woolf1955"),
    "log method",
)
LOG_HALF_ADDED = Card(
    "log-ratio-half-added",
    "log, 1/2 added",
    "One half was added to every cell of the table, and intervals for ratios were computed on the log scale and turned "
    "back",
    ("simel1991", "woolf1955", "haldane1956"),
    "log method, one half added to every cell",
)
SCORE = Card(
    "score-ratio",
    "score",
    "With a zero cell the intervals for ratios hold the values that the score test does not reject",
    ("koopman1984", "cornfield1956"),
    "score method",
)


def log_ratio(x1: float, n1: float, x2: float, n2: float, *, level: float) -> Interval:
    """Return the log interval for the ratio of two independent proportions x1/n1 and x2/n2, counts above 0.

    Examples
    --------
    >>> interval = log_ratio(26, 41, 12, 72, level=0.95)
    >>> round(interval.low, 2), round(interval.high, 2)
    (2.16, 6.7)
    """
    return _around((x1 * n2) / (x2 * n1), log_ratio_error(x1, n1, x2, n2), level)


def log_ratio_error(x1: float, n1: float, x2: float, n2: float) -> float:
    """Return the standard error of the logarithm of a ratio of proportions; 0 where all of both groups succeed.

    Examples
    --------
    >>> round(log_ratio_error(397, 451, 84, 261), 7)
    0.0915147
    """
    return math.sqrt((n1 - x1) / (n1 * x1) + (n2 - x2) / (n2 * x2))


def log_odds_ratio(tp: float, fp: float, fn: float, tn: float, *, level: float) -> Interval:
    """Return the log interval for the odds ratio tp·tn / (fp·fn), counts above 0.

    Examples
    --------
    >>> interval = log_odds_ratio(26, 12, 15, 60, level=0.95)
    >>> round(interval.low, 2), round(interval.high, 1)
    (3.57, 21.1)
    """
    return _around((tp * tn) / (fp * fn), log_odds_ratio_error(tp, fp, fn, tn), level)


def log_odds_ratio_error(tp: float, fp: float, fn: float, tn: float) -> float:
    """Return the standard error of the logarithm of an odds ratio.

    Examples
    --------
    >>> log_odds_ratio_error(1, 1, 1, 1)
    2.0
    """
    return math.sqrt(1 / tp + 1 / fp + 1 / fn + 1 / tn)


def _around(ratio: float, error: float, level: float) -> Interval:
    reach = upper_quantile(level, "two-sided") * error
    limits = enclosing(ratio, ratio * math.exp(-reach), ratio * math.exp(reach), bounds=(0.0, math.inf))
    return Interval(*limits, level)


def score_ratio(x1: float, n1: float, x2: float, n2: float, *, level: float) -> Interval:
    """Return Koopman's interval for the ratio of two independent proportions; groups not empty, x1 + x2 above 0.

    The upper limit is infinite where x2 is 0. statsmodels picks a wrong root of its cubic where all of a group
    succeed, so the limits are solved for here.

    Examples
    --------
    >>> interval = score_ratio(5, 5, 0, 5, level=0.95)
    >>> round(interval.low, 4), interval.high
    (2.3016, inf)
    """
    z = upper_quantile(level, "two-sided")
    limits = _lower_ratio(x1, n1, x2, n2, z), _reciprocal(_lower_ratio(x2, n2, x1, n1, z))
    return Interval(*(enclosing(x1 * n2 / (x2 * n1), *limits, bounds=(0.0, math.inf)) if x2 else limits), level)


def _lower_ratio(x1: float, n1: float, x2: float, n2: float, z: float) -> float:
    """Solve (p1 - t p2)² = z² V(t) below the estimate, V with the likeliest proportions among those of ratio t."""
    if x1 == 0:
        return 0.0
    if x1 == n1 and x2 == n2:
        # The search would end at the estimate, where the difference is 0 and so is the variance.
        return 1 / (1 + z * z / n1)
    from scipy.optimize import brentq

    def beyond(t: float) -> float:
        # Written so that nothing cancels: the discriminant is a sum of two terms that are never negative.
        a, b = (n1 + x2) * t, n2 + x1
        q2 = 2 * (x1 + x2) / (a + b + math.sqrt((a - b) ** 2 + 4 * t * (n1 - x1) * (n2 - x2)))
        q1 = t * q2
        variance = max(q1 * (1 - q1) / n1 + t * t * q2 * (1 - q2) / n2, 0.0)
        return (x1 / n1 - t * (x2 / n2)) ** 2 - z * z * variance

    high = (x1 * n2) / (x2 * n1) if x2 else 1.0
    while x2 == 0 and beyond(high) > 0:
        high *= 4
    low = high / 4
    while beyond(low) <= 0:
        low /= 4
    return float(brentq(beyond, low, high, xtol=sys.float_info.min, maxiter=300))


def score_odds_ratio(tp: float, fp: float, fn: float, tn: float, *, level: float) -> Interval:
    """Return Cornfield's interval, without continuity correction, for the odds ratio; no row or column empty.

    Examples
    --------
    >>> interval = score_odds_ratio(5, 0, 2, 6, level=0.95)
    >>> round(interval.low, 3), interval.high
    (2.413, inf)
    """
    z = upper_quantile(level, "two-sided")
    limits = _lower_odds_ratio(tp, fp, fn, tn, z), _reciprocal(_lower_odds_ratio(fp, tp, tn, fn, z))
    estimable = fp > 0 and fn > 0
    return Interval(*(enclosing(tp * tn / (fp * fn), *limits, bounds=(0.0, math.inf)) if estimable else limits), level)


def _lower_odds_ratio(tp: float, fp: float, fn: float, tn: float, z: float) -> float:
    """Move d subjects from tp and tn to fp and fn until d² (sum of 1/cells) = z²; that table has the lower limit."""
    if tp == 0 or tn == 0:
        return 0.0
    from scipy.optimize import brentq

    def beyond(d: float) -> float:
        return sum(d * (d / cell) for cell in (tp - d, fp + d, fn + d, tn - d)) - z * z

    end = float(min(tp, tn))
    d = brentq(beyond, sys.float_info.min, math.nextafter(end, 0.0), xtol=sys.float_info.min, maxiter=300)
    return float((tp - d) / (fp + d) * ((tn - d) / (fn + d)))


def _reciprocal(limit: float) -> float:
    return 1 / limit if limit else math.inf
