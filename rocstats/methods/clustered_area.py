"""The AUC under clusters: Obuchowski's variance from structural components added up by cluster.

A cluster may hold cases, controls or both; what its cases and its controls have in common enters as a covariance.

References: [obuchowski1997], [delong1988]
"""

from __future__ import annotations

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.components import structural_components
from rocstats.empirical.statistic import Quantity
from rocstats.errors import MethodError
from rocstats.methods.method import Scale, normal_inference, not_estimable
from rocstats.printing import Note
from rocstats.results import Card, Inference

CLUSTERED_AREA = Card(
    "obuchowski",
    "Obuchowski, clusters",
    "The variance of the AUC comes from structural components added up by cluster",
    ("obuchowski1997",),
    "Obuchowski's method for clusters",
)

_ONE_CLUSTER = Note(
    "one-cluster",
    "the cases, or the controls, are all of one cluster, which does not say how clusters vary. No standard error or "
    "interval is given.",
)


def clustered_area(sample: Sample, *, level: float = 0.95, scale: Scale = "identity") -> Inference:
    """Return the AUC of one test with a standard error and interval for subjects who come in clusters.

    It assumes independent clusters and many of them, and misleads with fewer than some thirty, where the interval is
    too short. With every subject a cluster of its own it is DeLong's. It is not estimable where cases, or controls, are
    all of one cluster.

    Parameters
    ----------
    sample : Sample
        One test, with clusters and a row per subject.
    level : float
        Confidence level of the two-sided interval.
    scale : {"identity", "logit"}
        Scale of the interval.

    Returns
    -------
    Inference

    Raises
    ------
    MethodError
        If the sample has no clusters, several tests or grouped rows.

    References
    ----------
    [obuchowski1997]

    Examples
    --------
    >>> sample = Sample.from_truth([1, 1, 0, 0, 1, 0], [3.0, 2.0, 1.0, 2.0, 4.0, 3.0], cluster=list("aabbcc"))
    >>> round(clustered_area(sample).estimate, 4)
    0.7778
    """
    if sample.clusters is None or len(sample.tests) != 1 or sample.case_counts is not None:
        raise MethodError("the clustered AUC takes one test of subjects in clusters, a row per subject.")
    quantity = Quantity.alone(AUC(), sample)
    values, variance = quantity.values(), _variance(sample)
    if variance is None:
        return not_estimable(values, quantity.total(values), _ONE_CLUSTER)
    return normal_inference(
        quantity,
        values,
        variance,
        level=level,
        alternative="two-sided",
        null=None,
        scale=scale,
        name="Obuchowski",
    )


def _variance(sample: Sample) -> float | None:
    assert sample.clusters is not None
    parts = structural_components(sample)
    area = float(parts.areas[0])
    _, place = np.unique(np.concatenate(sample.clusters), return_inverse=True)
    m, n, many = sample.n_cases, sample.n_controls, int(place.max()) + 1
    of_cases, of_controls = place[:m], place[m:]
    with_cases, with_controls = len(np.unique(of_cases)), len(np.unique(of_controls))
    if min(with_cases, with_controls) < 2:
        return None
    cases = np.bincount(of_cases, weights=parts.v10[:, 0] - area, minlength=many)
    controls = np.bincount(of_controls, weights=parts.v01[:, 0] - area, minlength=many)
    variance = with_cases / (with_cases - 1) * (cases @ cases) / m**2
    variance += with_controls / (with_controls - 1) * (controls @ controls) / n**2
    variance += 2 * many / (many - 1) * (cases @ controls) / (m * n)
    # A variance of rounding errors alone is none.
    return float(variance) if variance > 1e-18 else 0.0
