"""Predictive values at a stated prevalence: Bayes' theorem applied to likelihood ratios with their intervals.

The odds of disease after a result are those before it times the likelihood ratio of the result. Nothing else in them
comes from the study, so an interval of the likelihood ratio is one of the predictive value. The log interval gives the
logit interval of Mercaldo, Lau and Zhou, with z²/2 added to every cell their adjusted one; with a zero cell the score
interval still has a limit.

References: [mercaldo2007], [simel1991], [koopman1984]
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rocstats.data.counts import Counts
from rocstats.empirical.ranks import Floats
from rocstats.methods.binomial import binomial_interval, enclosing
from rocstats.methods.method import upper_quantile
from rocstats.methods.ratios import log_ratio, score_ratio
from rocstats.methods.wilson import score_limits
from rocstats.results import Card, Interval, Sides

LOGIT = Card(
    "logit-prevalence",
    "logit",
    "Intervals of predictive values at a stated prevalence were computed on the logit scale",
    ("mercaldo2007",),
    "logit method",
)
LOGIT_ADJUSTED = Card(
    "logit-prevalence-adjusted",
    "logit, adjusted",
    "Intervals of predictive values at a stated prevalence were computed on the logit scale after adding half of z "
    "squared to every cell of the table",
    ("mercaldo2007",),
    "adjusted logit method",
)
SCORE_AT_PREVALENCE = Card(
    "score-prevalence",
    "score",
    "With a zero cell the intervals of predictive values at a stated prevalence come from score intervals of the "
    "likelihood ratios",
    ("koopman1984",),
    "score method",
)


@dataclass(frozen=True, slots=True)
class PredictiveLimits:
    """Low and high limits of PPV and NPV at each prevalence; None for one that is 0/0 in the table."""

    ppv: tuple[Floats, Floats] | None
    npv: tuple[Floats, Floats] | None
    method: Card


def predictive_limits(
    counts: Counts, prevalence: Floats, *, level: float, sides: Sides = "two-sided", adjusted: bool = False
) -> PredictiveLimits:
    """Give PPV and NPV their limits at each prevalence; both groups not empty.

    Examples
    --------
    >>> found = predictive_limits(Counts(tp=240, fp=87, fn=178, tn=288), np.array([0.03]), level=0.95)
    >>> [round(float(limit[0]), 4) for limit in (*found.ppv, *found.npv)]
    [0.0589, 0.0856, 0.9809, 0.9851]
    """
    tp, fp, fn, tn = counts.tp, counts.fp, counts.fn, counts.tn
    zero = 0 in (tp, fp, fn, tn)
    added = upper_quantile(level, sides) ** 2 / 2 if adjusted else 0.0
    m, n = counts.n_cases + 2 * added, counts.n_controls + 2 * added
    method = score_ratio if zero and not adjusted else log_ratio

    def limits(x1: int, n1: float, x2: int, n2: float, prior: Floats, rest: Floats) -> tuple[Floats, Floats] | None:
        """Turn the interval of a likelihood ratio, x1/n1 over x2/n2, into that of a probability."""
        if x1 == x2 == 0:
            return None
        ratio = method(x1 + added, n1, x2 + added, n2, level=level if sides == "two-sided" else 2 * level - 1)
        # Where the ratio itself is at the end of its range, so is the limit: as 0/n begins at 0 and n/n ends at 1.
        low = np.zeros_like(prior) if sides == "upper" or x1 == 0 else _after(ratio.low, prior, rest)
        high = np.ones_like(prior) if sides == "lower" or x2 == 0 else _after(ratio.high, prior, rest)
        # Adjusted limits lie around the adjusted estimate, which is another.
        estimate = (low + high) / 2 if adjusted else predictive_value(x1 / n1, x2 / n2, prior, rest)
        return np.minimum(low, np.nextafter(estimate, 0.0)), np.maximum(high, np.nextafter(estimate, 1.0))

    # NPV is to the controls what PPV is to the cases, with the reciprocal of LR- for LR+.
    return PredictiveLimits(
        limits(tp, m, fp, n, prevalence, 1 - prevalence),
        limits(tn, n, fn, m, 1 - prevalence, prevalence),
        LOGIT_ADJUSTED if adjusted else SCORE_AT_PREVALENCE if zero else LOGIT,
    )


def predictive_value(true: float, false: float, prior: Floats, rest: Floats) -> Floats:
    """Return the share of true results among all that a test gives; ``true`` or ``false`` must be above 0.

    ``true`` is the share of those with the state that get this result, ``false`` of those without it; ``prior`` is the
    share of those with the state and ``rest`` one minus it, both above 0.

    Examples
    --------
    >>> float(predictive_value(0.8, 0.2, np.array(0.2), np.array(0.8)))
    0.5
    """
    if true == 0 or false == 0:
        return np.full_like(prior, false == 0)
    with np.errstate(over="ignore"):
        values: Floats = 1 / (1 + false / true * (rest / prior))
    return values


def _after(ratio: float, prior: Floats, rest: Floats) -> Floats:
    return np.ones_like(prior) if math.isinf(ratio) else predictive_value(ratio, 1.0, prior, rest)


def accuracy_interval(
    counts: Counts, prevalence: float, *, level: float, sides: Sides = "two-sided"
) -> Interval | None:
    """Return the square-and-add interval of prevalence·sensitivity + (1 - prevalence)·specificity.

    The distances of both proportions to their Wilson limits, weighted as they are, are the sides of a right-angled
    triangle. None where a group is empty.

    Examples
    --------
    >>> interval = accuracy_interval(Counts(tp=26, fp=12, fn=15, tn=60), 0.1, level=0.95)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.72, 0.877)
    """
    if counts.n_cases == 0 or counts.n_controls == 0:
        return None
    estimate, below, above = 0.0, 0.0, 0.0
    for x, n, weight in (
        (counts.tp, counts.n_cases, prevalence),
        (counts.tn, counts.n_controls, 1 - prevalence),
    ):
        limits = binomial_interval(x, n, level, sides, score_limits)
        assert limits is not None
        estimate += weight * x / n
        below = math.hypot(below, weight * (x / n - limits.low))
        above = math.hypot(above, weight * (limits.high - x / n))
    low, high = enclosing(estimate, max(estimate - below, 0.0), min(estimate + above, 1.0))
    return Interval(0.0 if sides == "upper" else low, 1.0 if sides == "lower" else high, level, sides)
