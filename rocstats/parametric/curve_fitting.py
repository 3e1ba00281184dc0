"""The question that fits a curve: a family of curves to one test, by one way of fitting."""

from __future__ import annotations

from typing import Any

from rocstats.data.sample import Sample
from rocstats.empirical.score_table import one_test
from rocstats.formatting import shown
from rocstats.methods.method import checked_level
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.fit_method import FitMethod
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.parametric.maximum_likelihood import MaximumLikelihood


def fit_curve(
    sample: Sample,
    family: CurveFamily | None = None,
    method: FitMethod | None = None,
    *,
    level: float = 0.95,
) -> FittedCurve:
    """Fit a parametric ROC curve to one test.

    The family says which curves are thought possible, the method how one of them is found; each docstring says when it
    misleads. A fitted curve is a model: between and beyond the observed points it shows the family, not the data. Set
    it against the empirical curve, which the result holds, before anything is read off it.

    Data that do not determine a curve of the family are refused with a ``FitError`` whose ``code`` names the reason and
    whose text says what to report instead. A curve at the edge of its family, as the chance line is for a proper one,
    comes without standard errors and with a note.

    Parameters
    ----------
    sample : Sample
        One test.
    family : CurveFamily, optional
        ``Binormal()`` unless stated.
    method : FitMethod, optional
        ``MaximumLikelihood()`` unless stated.
    level : float
        Confidence level of the intervals.

    Returns
    -------
    FittedCurve

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        The method does not serve this family or these data, subjects come in clusters, or an option is out of range.
    FitError
        The data do not determine a curve of this family.

    References
    ----------
    [dorfman1969], [metz1998]

    Examples
    --------
    >>> ratings = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
    >>> fit = fit_curve(ratings, Binormal())
    >>> round(fit.auc, 4), round(fit.empirical.auc, 4)
    (0.9113, 0.8932)
    """
    return _fitted(
        sample,
        Binormal() if family is None else family,
        MaximumLikelihood() if method is None else method,
        level,
        "fit_curve",
    )


def fit_binormal(sample: Sample, method: FitMethod | None = None, *, level: float = 0.95) -> FittedCurve:
    """Fit a binormal ROC curve, TPF = pnorm(a + b qnorm(FPF)), to one test.

    Assumes that some increasing transformation of the scores, the same in both groups, makes both normal. It misleads
    where b is far from 1 and the curve crosses the chance line inside the data, and at the ends of the curve, where no
    score supports it.

    Maximum likelihood has an estimate exactly where the points of the empirical curve do not all lie on one level, or
    one upright, together with the edges of the unit square across it; otherwise the fit is refused by name.

    Parameters
    ----------
    sample : Sample
        One test.
    method : FitMethod, optional
        ``MaximumLikelihood()`` unless stated.
    level : float
        Confidence level of the intervals.

    Returns
    -------
    FittedCurve
        ``parameters`` are a and b; ``index("d_a")``, ``index("d_e")`` and ``index("delta_m")`` derive from them.

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        The method does not serve these data, subjects come in clusters, or an option is out of range.
    FitError
        The data do not determine a binormal curve.

    References
    ----------
    [dorfman1969], [metz1998]

    Examples
    --------
    >>> fit = fit_binormal(Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33]))
    >>> [round(value, 4) for value in fit.theta], round(fit.loglikelihood, 3)
    ([1.6568, 0.713], -123.649)
    """
    return _fitted(sample, Binormal(), MaximumLikelihood() if method is None else method, level, "fit_binormal")


def _fitted(sample: Sample, family: CurveFamily, method: FitMethod, level: float, question: str) -> FittedCurve:
    """Fit, after what came was seen to be a sample of one test, a family and a way of fitting."""
    one_test(sample, question)
    check_family(family)
    _check_method(method)
    return method.fit(sample, family, level=checked_level(level))


def check_family(family: Any) -> None:
    """Refuse what is no family of curves, and show how families are written."""
    if isinstance(family, type):
        raise TypeError(f"{family.__name__} is a class; a family is a value: {family.__name__}().")
    if not isinstance(family, CurveFamily):
        raise TypeError(
            f"family is {shown(family)}; it must be a family of curves, such as Binormal() or ProperBinormal()."
        )


def _check_method(method: Any) -> None:
    """Refuse what is no way of fitting, and show how they are written."""
    if isinstance(method, type):
        raise TypeError(f"{method.__name__} is a class; a way of fitting is a value: {method.__name__}().")
    if not hasattr(method, "fit"):
        raise TypeError(f"method is {shown(method)}; it must be a way of fitting, such as MaximumLikelihood().")
