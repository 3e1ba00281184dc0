"""Precision over the whole ranking as a statistic: its average over the cases, or the area under its curve.

References: [davis2006]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.read_off_steps import ReadOffSteps, control_weight
from rocstats.empirical.stated_prevalence import AtPrevalence


@dataclass(frozen=True, slots=True)
class AveragePrecision(AtPrevalence, ReadOffSteps):
    """The mean over the cases of the precision at the score of each.

    It is the sum over distinct thresholds of the recall gained times the precision reached, so tied scores count as
    one step and no order among them is made up. It is no area under a curve drawn between the points; that is
    ``PrecisionRecallArea``. It misleads where the share of cases in the sample is not that of the population: a
    useless test has the share of cases as its average precision, not one half.

    Parameters
    ----------
    at_prevalence : float, optional
        Share of cases at which to give the value; that of the sample unless stated.

    Raises
    ------
    MethodError
        The prevalence is none; or a sample is of a case-control study, and none is stated.

    References
    ----------
    [davis2006]

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> sample = Sample.from_groups(cases=[3, 2], controls=[2, 1])
    >>> AveragePrecision()(sample).round(4).tolist()
    [0.8333]
    """

    at_prevalence: float | None = None

    _words = ("average precision", "Average precision", "average precisions")

    def read(self, tp: Integers, fp: Integers) -> Floats:
        """Return the average precision of each row of counts; NaN without cases."""
        called = tp + control_weight(tp, fp, self.at_prevalence) * fp
        precision = tp[:, 1:] / np.where(called[:, 1:] > 0, called[:, 1:], 1)
        precision[np.isnan(called[:, 1:])] = np.nan
        mean: Floats = (np.diff(tp, axis=1) * precision).sum(axis=1) / tp[:, -1]
        return np.minimum(mean, 1.0)


@dataclass(frozen=True, slots=True)
class PrecisionRecallArea(AtPrevalence, ReadOffSteps):
    """The area under the precision-recall curve, joined as the ROC curve is.

    Between two points true and false positives grow together in a straight line, as they do when the tied subjects
    between them are called positive in random order; precision then follows a hyperbola, which is integrated exactly.
    Straight lines between the points of a precision-recall curve promise precision that no test has. Below the recall
    of the first point the precision is that of the first point. It misleads where the share of cases in the sample is
    not that of the population.

    Parameters
    ----------
    at_prevalence : float, optional
        Share of cases at which to give the value; that of the sample unless stated.

    Raises
    ------
    MethodError
        The prevalence is none; or a sample is of a case-control study, and none is stated.

    References
    ----------
    [davis2006]

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> sample = Sample.from_groups(cases=[1, 1], controls=[1, 1])
    >>> PrecisionRecallArea()(sample).tolist()
    [0.5]
    """

    at_prevalence: float | None = None

    _words = ("PR area", "Area under the precision-recall curve", "areas under precision-recall curves")

    def read(self, tp: Integers, fp: Integers) -> Floats:
        """Return the area of each row of counts; NaN without cases.

        With a true and b all positives at the start of a segment, of whose added positives a share r are cases,
        the integral of (a + x) / (b + x / r) over the dx cases added is r dx + r (a - b r) log(1 + dx / (b r)).
        """
        called = tp + control_weight(tp, fp, self.at_prevalence) * fp
        a, b, dx, added = tp[:, :-1], called[:, :-1], np.diff(tp, axis=1), np.diff(called, axis=1)
        r = np.divide(dx, added, out=np.zeros(added.shape), where=dx > 0)
        growth = np.log1p(np.divide(added, b, out=np.zeros(added.shape), where=(b > 0) & (dx > 0)))
        area: Floats = (r * dx + r * (a - b * r) * growth).sum(axis=1) / tp[:, -1]
        area[np.isnan(called[:, -1])] = np.nan
        return np.clip(area, 0.0, 1.0)
