"""Confidence bands for a fitted ROC curve."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, ClassVar, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from rocstats.empirical.ranks import Floats
from rocstats.errors import MethodError
from rocstats.formatting import level_text, shown
from rocstats.given import is_one_of
from rocstats.methods.band_points import points_asked
from rocstats.methods.band_result import CurveBand, fraction_text
from rocstats.methods.method import checked_level
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.printing import Note, Summary
from rocstats.results import Card, data_lines

FittedKind: TypeAlias = Literal["pointwise", "working-hotelling"]
# Steps of the normal quantile at which a band is given beside hundredths of the FPF: it is steep at its ends.
_REACH, _STEPS = 4, 161
# Notes on tests of the fit, which a band does not print.
_OF_THE_FIT = ("few-expected",)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FittedBand(CurveBand):
    """A pointwise band of a fitted curve: an interval for the TPF at each FPF, one FPF at a time.

    Read as a band for the whole curve it promises too much; a ``WorkingHotellingBand`` holds for the whole curve. At an
    FPF of 0 and of 1 the TPF is known, and the band closes.
    """

    kind: ClassVar[str] = "pointwise"
    known: ClassVar[tuple[float, ...]] = (0.0, 1.0)
    title: ClassVar[str] = "Pointwise band for the fitted ROC curve, delta method"
    promise: ClassVar[str] = "intervals for the TPF at fixed FPF, one FPF at a time"
    keys: ClassVar[tuple[str, ...]] = ()
    family: Card
    method: Card
    errors_from: str

    def summary(self) -> Summary:
        """Print whose band it is, and both edges at eleven false positive fractions."""
        # The name of a way of fitting may say already where its errors come from.
        said = dict.fromkeys((self.family.name, *self.method.name.split(", "), self.errors_from))
        return Summary(
            self.title,
            data_lines([self.subjects]),
            (
                ", ".join(said),
                f"{level_text(self.level)} percent {self.promise}:",
                self._grid(),
            ),
            self.notes,
            tuple(dict.fromkeys((*self.keys, *self.method.references))),
        )

    def _origin(self) -> dict[str, Any]:
        """Return what curve was fitted, and how."""
        return {"family": self.family.id, "fit": self.method.name}


class WorkingHotellingBand(FittedBand):
    """A band in which the whole true curve lies with the stated confidence, if it is binormal [ma1993]."""

    __slots__ = ()
    kind = "working-hotelling"
    simultaneous = True
    title = "Simultaneous band for the fitted ROC curve, Working-Hotelling"
    promise = "for the whole curve"
    keys = ("ma1993",)


def fitted_band(
    fit: FittedCurve, *, kind: FittedKind = "pointwise", fpf: ArrayLike | None = None, level: float | None = None
) -> FittedBand:
    """Return a band for a fitted ROC curve: at one FPF at a time, or for the whole binormal curve at once.

    Both are made on the probit scale of the TPF, where the standard error comes from the covariance of the parameters,
    so no edge leaves the range from 0 to 1. They take the family as true: where it is not, a narrow band lies around a
    wrong curve, and ``roc_band`` of the sample asks no family.

    ``"pointwise"``: the interval at each FPF, by the delta method; it is that of ``fit.estimate(SensitivityAt(...))``.

    ``"working-hotelling"``: a binormal curve is a straight line on normal axes, and the band of Working and Hotelling
    for a line takes the root of a chi-square quantile on 2 df instead of the normal one. As large samples go the whole
    line lies within with exactly the stated confidence, whatever way of fitting gave the covariance. It needs the line:
    in other families the scale has no axes on which every curve is straight, and the delta method is least to be
    trusted at the ends, so it is refused there. Where the data allow slopes near 0 its edges turn back at the ends,
    with a note.

    Parameters
    ----------
    fit : FittedCurve
        A curve with standard errors.
    kind : {"pointwise", "working-hotelling"}
        Kind of band.
    fpf : array-like, optional
        False positive fractions at which to give the band; by default hundredths and even steps of the normal quantile.
    level : float, optional
        Confidence level, at each FPF or for the whole curve; that of the fit unless given.

    Returns
    -------
    FittedBand
        The pointwise one; a ``WorkingHotellingBand`` is a kind of it.

    Raises
    ------
    MethodError
        The fit has no standard errors, the curve is not binormal, or an option is out of range.
    DataError
        A false positive fraction is none.

    References
    ----------
    [ma1993]

    Examples
    --------
    >>> from rocstats import Sample, fit_binormal
    >>> fit = fit_binormal(Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33]))
    >>> band, whole = (fitted_band(fit, kind=kind, fpf=[0.1]) for kind in ("pointwise", "working-hotelling"))
    >>> bool(whole.low[0] < band.low[0] < band.tpf[0] < band.high[0] < whole.high[0])
    True
    """
    if not isinstance(fit, FittedCurve):
        raise TypeError(
            f"fitted_band takes a fitted curve, not {type(fit).__name__}; make one with fit_curve(sample, family), or "
            "take roc_band(sample) for the empirical curve."
        )
    if not is_one_of(kind, get_args(FittedKind)):
        raise MethodError(f'kind is {shown(kind)}; it must be "pointwise" or "working-hotelling".')
    level = fit.level if level is None else level
    level = checked_level(level)
    if fit.covariance is None:
        raise MethodError(
            "this curve was fitted without standard errors, so it has no band; its notes say why. roc_band(sample) "
            "gives one for the empirical curve."
        )
    if kind == "working-hotelling" and fit.family.card.id != "binormal":
        raise MethodError(
            f"a Working-Hotelling band is made for a straight line, and a {fit.family.card.name} curve is none on "
            'normal axes. Take kind="pointwise", or fit Binormal().'
        )
    at = _even() if fpf is None else points_asked(fpf)
    tpf = fit.tpf_at(at)
    # The quantile of a chi-square on 2 df has a closed form.
    many = math.sqrt(-2 * math.log1p(-level)) if kind == "working-hotelling" else NormalDist().inv_cdf((1 + level) / 2)
    low, high = _edges(fit, fit.covariance, at, tpf, many)
    for array in (at, tpf, low, high):
        array.setflags(write=False)
    return (WorkingHotellingBand if kind == "working-hotelling" else FittedBand)(
        test=fit.test,
        subjects=fit.subjects,
        family=fit.family.card,
        method=fit.method,
        errors_from=fit.errors_from,
        fpf=at,
        tpf=tpf,
        low=low,
        high=high,
        level=level,
        notes=(*(note for note in fit.notes if note.code not in _OF_THE_FIT), *_notes(at, low, high)),
    )


def _even() -> Floats:
    """Return hundredths of the FPF, and even steps of its normal quantile."""
    from scipy.special import ndtr

    return np.union1d(np.arange(101) / 100, ndtr(np.linspace(-_REACH, _REACH, _STEPS)))


def _edges(fit: FittedCurve, covariance: Floats, at: Floats, tpf: Floats, many: float) -> tuple[Floats, Floats]:
    """Go so many standard errors to both sides on the probit scale; no way where it has none in double precision."""
    from scipy.special import ndtr, ndtri

    low, high = tpf.copy(), tpf.copy()
    inside = np.flatnonzero((at > 0) & (at < 1))
    if not len(inside):
        return low, high
    theta = np.array(fit.theta)
    cases = fit.family.tails(theta, fit.family.cuts_at(theta, at[inside]))[1]
    gradient = fit.family.tpf_gradient(theta, at[inside])
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        z = np.where(cases.upper > 0.5, -ndtri(cases.lower), ndtri(cases.upper))
        variance = np.einsum("ik,ij,jk->k", gradient, covariance, gradient)
        error = np.sqrt(variance) * math.sqrt(2 * math.pi) * np.exp(z * z / 2)
        good = np.isfinite(error) & (error > 0)
    which, z, reach = inside[good], z[good], many * error[good]
    low[which], high[which] = ndtr(z - reach), ndtr(z + reach)
    return low, high


def _notes(at: Floats, low: Floats, high: Floats) -> list[Note]:
    """Say where the band turns back, and where it has no width although the TPF is not known."""
    notes = []
    late, early = np.flatnonzero(np.diff(low[at < 1]) < 0), np.flatnonzero(np.diff(high[at > 0]) < 0)
    turned = [f"the low edge falls beyond an FPF of {fraction_text(at[late[0]])}"] if len(late) else []
    if len(early):
        turned.append(f"the high edge falls below an FPF of {fraction_text(at[at > 0][early[-1] + 1])}")
    if turned:
        text = f"{' and '.join(turned)}, though no curve does: so far out the data do not tell whether the curve rises."
        notes.append(Note("edges-turn", text))
    closed = at[(low == high) & (at > 0) & (at < 1)]
    if len(closed):
        ends = " to ".join(dict.fromkeys(fraction_text(x) for x in (closed[0], closed[-1])))
        text = (
            f"at an FPF of {ends} a double-precision number cannot hold the limits: no rows or prints give them, and "
            "both edges stand on the curve."
        )
        notes.append(Note("no-limits", text))
    return notes
