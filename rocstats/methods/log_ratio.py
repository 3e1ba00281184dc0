"""A ratio whose logarithm is taken for normal: interval, statistic, p-value.

A ratio of 0, of infinity, or without variance has none of them; there is no certainty in a logarithm that could not be
taken.
"""

from __future__ import annotations

import math

from rocstats.methods.difference_limits import checked_null, closed, quantile
from rocstats.methods.method import SIDES, normal_pvalue
from rocstats.results import Alternative, Inference


def on_log_scale(
    values: tuple[float, float],
    ratio: tuple[int, int],
    variance: float | None,
    *,
    level: float,
    alternative: Alternative,
    null: float,
    identical: bool = False,
) -> Inference | None:
    """Judge a ratio of two whole numbers by the variance of its logarithm; None where it has no finite value.

    The standard error is that of the logarithm. ``identical`` says that the two values come from the same results of
    the same subjects: then p is 1 against a ratio of 1.

    Examples
    --------
    >>> found = on_log_scale((0.5, 0.4), (5, 4), 0.04, level=0.95, alternative="two-sided", null=1.0)
    >>> found.estimate, round(found.interval.low, 3), round(found.pvalue, 3)
    (1.25, 0.845, 0.265)
    """
    null = checked_null(null, alternative, bounds=(0.0, math.inf))
    sides = SIDES[alternative]
    z = quantile(level, sides)
    above, below = ratio
    if below == 0:
        return None
    estimate = above / below
    nothing = variance is None or variance <= 0 or above == 0
    if nothing or variance is None:
        return Inference(
            values=values, estimate=estimate, pvalue=1.0 if identical and null == 1 else None, estimable=False
        )
    se = math.sqrt(variance)
    statistic = math.log(estimate / null) / se
    return Inference(
        values=values,
        estimate=estimate,
        standard_error=se,
        interval=closed(estimate * math.exp(-z * se), estimate * math.exp(z * se), level, sides, most=math.inf),
        statistic=statistic,
        pvalue=normal_pvalue(statistic, alternative),
    )
