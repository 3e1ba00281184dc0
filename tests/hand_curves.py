"""Fitted curves of given parameters, made by hand."""

import numpy as np

from rocstats import roc_curve
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.results import Card

CARD = Card("by-hand", "by hand", "", (), title="Binormal ROC curve, by hand")
COVARIANCE = np.array([[0.09, 0.03], [0.03, 0.04]])


def hand_curve(sample, theta=(1.5, 0.8), covariance=None, family=None, **other):
    """Return a curve of given parameters over the points of a sample, as if it were fitted to ratings."""
    told = {"source": "ratings", "errors_from": "observed information", **other}
    return FittedCurve(
        family=family or Binormal(),
        theta=theta,
        covariance=covariance,
        method=CARD,
        level=0.95,
        test=sample.tests[0],
        subjects=sample.subjects,
        empirical=roc_curve(sample),
        empirical_error=None,
        **told,
    )


def two_normals(cases, controls):
    """Fit a normal distribution to either group; a = (mean1 - mean0) / s1, b = s0 / s1, and their covariance."""
    m, n = len(cases), len(controls)
    s1, s0 = cases.std(ddof=1), controls.std(ddof=1)
    a, b = (cases.mean() - controls.mean()) / s1, s0 / s1
    both = a * b / (2 * m)
    variances = 1 / m + b * b / n + a * a / (2 * m), b * b * (1 / (2 * m) + 1 / (2 * n))
    return (a, b), np.array([[variances[0], both], [both, variances[1]]])
