"""A proportion under clusters: Wilson's interval at the effective sample size.

Subjects of one cluster are more alike than others, so they tell less than as many independent ones. How much less is
the design effect: the variance between clusters over the binomial one.

References: [rao1992], [wilson1927]
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rocstats.results import Card, Interval

CLUSTERED_SHARE = Card(
    "wilson-clustered",
    "Wilson, effective size",
    "The interval is Wilson's at the sample size divided by the design effect of the clusters",
    ("rao1992", "wilson1927"),
    "Wilson's score method at the effective sample size",
)


def clustered_interval(
    right: npt.NDArray[np.bool_], clusters: npt.NDArray[np.str_], *, level: float = 0.95
) -> Interval | None:
    """Return the two-sided interval for a share of subjects who come in clusters.

    The variance of the share is that of a ratio of sums over clusters, by Rao and Scott; counts are divided by its
    ratio to the binomial variance and given to Wilson's interval (``statsmodels.stats.proportion.proportion_confint``).
    It assumes independent clusters and many of them, and misleads with fewer than some thirty. A design effect below 1
    is taken as 1: clusters never make an interval shorter. Where all succeed, or none does, clusters counts as one
    subject each.

    Parameters
    ----------
    right : (n,) bool
        Whether each subject is a success.
    clusters : (n,) str
        The cluster of each.
    level : float
        Confidence level.

    Returns
    -------
    Interval or None
        None with fewer than two clusters.

    References
    ----------
    [rao1992], [wilson1927]

    Examples
    --------
    >>> interval = clustered_interval(np.array([1, 1, 0, 0, 1, 1], bool), np.array(list("aabbcc")))
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.159, 0.955)
    """
    from statsmodels.stats.proportion import proportion_confint

    size = design_size(right, clusters)
    if size is None:
        return None
    share = float(right.mean())
    low, high = proportion_confint(share * size, size, alpha=1 - level, method="wilson")
    # As of every method for proportions: the ends are exact.
    return Interval(
        0.0 if share == 0 else max(float(low), 0.0), 1.0 if share == 1 else min(float(high), 1.0), level, "two-sided"
    )


def design_size(right: npt.NDArray[np.bool_], clusters: npt.NDArray[np.str_]) -> float | None:
    """Return as how many independent subjects these count; None with fewer than two clusters.

    Examples
    --------
    >>> round(design_size(np.array([1, 1, 0, 0, 1, 1], bool), np.array(list("aabbcc"))), 9)
    2.0
    """
    names, place = np.unique(clusters, return_inverse=True)
    many, n = len(names), len(right)
    if many < 2:
        return None
    share = float(right.mean())
    if share in (0.0, 1.0):
        return float(many)
    apart = np.bincount(place, weights=right.astype(np.float64) - share)
    variance = many / (many - 1) * float((apart**2).sum()) / n**2
    return min(float(n), share * (1 - share) / variance) if variance > 0 else float(n)
