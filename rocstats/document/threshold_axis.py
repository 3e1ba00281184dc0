"""The axis of scores below a plot against the threshold.

A share of subjects changes only at observed scores, so against the threshold it is a stair: with "positive if the
score is at least c" it holds up to and at a score and changes behind it, with "at most c" it changes at the score.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

import numpy as np

from rocstats.document.figure_style import Floats
from rocstats.document.number_line import NumberLine
from rocstats.document.score_marks import Integers
from rocstats.document.scores_figure import on_log_scale

_LARGEST = sys.float_info.max


def score_line(values: Floats, counts: Integers, left: float, right: float, also: Sequence[float] = ()) -> NumberLine:
    """Choose the axis as the figure of scores does, with thresholds on it that are not too far from the scores.

    Parameters
    ----------
    values : array of float
        Distinct scores, ascending, on the scale of the data; infinite ones have places at the ends.
    counts : array of int
        How many subjects have each.
    left, right : float
        Where the axis begins and ends, in points.
    also : sequence of float
        Thresholds to be drawn.

    Examples
    --------
    >>> line = score_line(np.array([1.0, 2.0, 3.0]), np.array([1, 1, 1]), 40.0, 300.0, [3.5, 99.0])
    >>> line.low, line.high, line.log
    (1.0, 3.5, False)
    """
    finite = values[np.isfinite(values)]
    log = on_log_scale(values, counts)
    if len(finite):
        low, high = float(finite[0]), float(finite[-1])
    else:
        low, high = 0.0, 1.0
    for threshold in also:
        if math.isfinite(threshold) and (threshold > 0 or not log):
            if log:
                span = math.log(high) - math.log(low)
                beyond = max(math.log(low) - math.log(threshold), math.log(threshold) - math.log(high))
            else:
                span, beyond = high - low, max(low - threshold, threshold - high)
            if beyond <= span:
                low, high = min(low, threshold), max(high, threshold)
    if low == high:
        room = abs(low) / 10 or 0.5
        low, high = max(low - room, -_LARGEST), min(high + room, _LARGEST)
    infinite = [*values.tolist(), *also]
    return NumberLine(left, right, low, high, log, -math.inf in infinite, math.inf in infinite)


def on_line(line: NumberLine, threshold: float) -> bool:
    """Say whether a threshold has a place on the axis."""
    if math.isinf(threshold):
        return line.below if threshold < 0 else line.above
    return line.low <= threshold <= line.high


def stairs(line: NumberLine, thresholds: Floats, levels: Floats) -> tuple[Floats, Floats]:
    """Give the path of a stair: places along the axis, and the level at each.

    Parameters
    ----------
    line : NumberLine
        The axis.
    thresholds : array of float
        Where the level changes, ascending.
    levels : array of float
        The level before the first, between each and the next, and behind the last: one more than thresholds.

    Examples
    --------
    >>> line = NumberLine(0.0, 112.0, 0.0, 10.0)
    >>> x, y = stairs(line, np.array([0.0, 5.0]), np.array([1.0, 0.5, 0.0]))
    >>> x.tolist(), y.tolist()
    ([0.0, 6.0, 6.0, 56.0, 56.0, 112.0], [1.0, 1.0, 0.5, 0.5, 0.0, 0.0])
    """
    return np.concatenate([[line.left], np.repeat(line.places(thresholds), 2), [line.right]]), np.repeat(levels, 2)


def levels_between(at_thresholds: Floats, beyond: float, *, low: bool) -> Floats:
    """Give the levels of a stair from a share at each threshold, ascending, and the share when nobody is positive.

    Examples
    --------
    >>> levels_between(np.array([1.0, 0.5]), 0.0, low=False).tolist()
    [1.0, 0.5, 0.0]
    >>> levels_between(np.array([0.5, 1.0]), 0.0, low=True).tolist()
    [0.0, 0.5, 1.0]
    """
    return np.concatenate([[beyond], at_thresholds] if low else [at_thresholds, [beyond]])
