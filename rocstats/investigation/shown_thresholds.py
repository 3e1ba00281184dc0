"""Which thresholds of a test a table shows: all of a few, else the ends, the best, the stated and some between."""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.empirical.points import OperatingPoints

MOST = 15
_MOST_OPTIMA = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownThreshold:
    """A threshold on the scale of the data, the positives there, and why it stands out."""

    threshold: float
    tp: int
    fp: int
    stated: bool = False
    largest_youden: bool = False


def shown_thresholds(points: OperatingPoints, stated: float | None, *, most: int = MOST) -> tuple[ShownThreshold, ...]:
    """Choose at most ``most`` thresholds, the most specific first.

    Places between are spaced evenly by the number of positives, so that each step moves about as many participants. A
    stated threshold that no score has stands in the place of the observed one that calls the same participants
    positive. Of many equally good thresholds the first four are shown.

    Parameters
    ----------
    points : OperatingPoints
        At every observed threshold.
    stated : float or None
        The threshold of the plan.
    most : int
        How many, at least 8.

    Returns
    -------
    tuple of ShownThreshold

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> from rocstats.empirical.points import operating_points
    >>> points = operating_points(Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3]))
    >>> [(one.threshold, one.stated, one.largest_youden) for one in shown_thresholds(points, 2.5)]
    [(5.0, False, False), (4.0, False, True), (2.5, True, True), (2.0, False, False), (1.0, False, False)]
    """
    tp, fp, at = points.tp.tolist(), points.fp.tolist(), points.thresholds.tolist()
    optima = set(points.youden_optima)
    reached = None if stated is None else reached_by(points, stated)
    shown = [
        ShownThreshold(
            threshold=stated if i == reached and stated is not None else at[i],
            tp=tp[i],
            fp=fp[i],
            stated=i == reached,
            largest_youden=i in optima,
        )
        for i in _kept(points, reached, most)
    ]
    if stated is not None and reached is None:
        return (ShownThreshold(threshold=stated, tp=0, fp=0, stated=True), *shown[: most - 1])
    return tuple(shown)


def reached_by(points: OperatingPoints, stated: float) -> int | None:
    """Give the place of the observed threshold that calls the same participants as a stated one; None if it is nobody.

    The most specific comes first, so all thresholds at or beyond the stated one are at the front.
    """
    least = points.test.turned(stated)
    at = [points.test.turned(threshold) for threshold in points.thresholds.tolist()]
    beyond = sum(threshold >= least for threshold in at)
    return beyond - 1 if beyond else None


def _kept(points: OperatingPoints, reached: int | None, most: int) -> list[int]:
    total = len(points.thresholds)
    room = most - (reached is None)
    if total <= room:
        return list(range(total))
    kept = {0, total - 1, *sorted(points.youden_optima)[:_MOST_OPTIMA]}
    if reached is not None:
        kept.add(reached)
    positive = (points.tp + points.fp).tolist()
    between = room - len(kept)
    for step in range(1, between + 1):
        target = step * positive[-1] / (between + 1)
        kept.add(min(range(total), key=lambda i: (abs(positive[i] - target), i)))
    return sorted(kept)
