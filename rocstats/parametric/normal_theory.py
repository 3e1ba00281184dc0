"""Binormal curve of a normal distribution in each group, before or after a Box-Cox transformation.

References: [box1964], [faraggi2002], [reiser1986], [weerahandi1992]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.ranks import Floats
from rocstats.errors import DataError, FitError, MethodError
from rocstats.formatting import counted, plain, printable, shown
from rocstats.given import is_one_of, is_whole, need_flag
from rocstats.methods.replicates import Rng, seed_of
from rocstats.parametric.area_inference import AreaInference
from rocstats.parametric.box_cox import BoxCoxFit, fit_box_cox
from rocstats.parametric.chance_side import below_chance_notes
from rocstats.parametric.curve_inference import scaled_interval
from rocstats.parametric.disagreement import with_disagreement
from rocstats.parametric.empirical_error import empirical_error
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.fit_method import check_fit
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.parametric.generalised_pivot import GeneralisedPivot
from rocstats.parametric.normal_detail import Exponent, NormalDetail, normality_of
from rocstats.parametric.normal_moments import (
    Group,
    Moments,
    curve_covariance,
    groups_of,
    normal_loglikelihood,
    two_moments,
)
from rocstats.parametric.reiser_guttman import ReiserGuttman, TwoNormalGroups
from rocstats.printing import Note
from rocstats.results import Card

AreaInterval = Literal["delta", "reiser-guttman", "generalised"]
_FEWEST_DRAWS, _MOST_DRAWS = 1000, 10_000_000
# Parameters whose squares and ratios are still floats.
_MOST = 1e60
_BY_RANKS = "fit by ranks, MaximumLikelihood(), which takes the order of the scores only"
_WITHOUT = "MaximumLikelihood() takes the order of the scores only, and asks for no transformation."
_BOTH_WAYS = f"NormalTheory(box_cox=True) transforms skewed scores first; {_WITHOUT}"
_EXPONENT_AS_KNOWN = Note(
    "exponent-as-known",
    "the interval of the AUC takes the exponent as if it had been known; its standard error, and the interval of "
    'NormalTheory(box_cox=True, interval="delta"), count that it was estimated.',
)
_FLAT = Note(
    "flat-likelihood",
    "the likelihood has no curvature at the exponent that was found. No standard errors or intervals are given; take "
    "NormalTheory() without a transformation, or fit by ranks, MaximumLikelihood().",
)
_SEPARATED = Note(
    "perfect-separation",
    "no score of a case lies among those of the controls, so the empirical curve has no spread; that the fitted one "
    "does rests on the normal shape of tails in which nobody was seen.",
)


@dataclass(frozen=True, slots=True)
class NormalTheory:
    """Binormal ROC curve of a normal distribution in each group, by maximum likelihood of the scores themselves.

    With means and standard deviations mu0, s0 of controls and mu1, s1 of cases (higher scores positive),
    a = (mu1 - mu0) / s1, b = s0 / s1, and the area is pnorm((mu1 - mu0) / sqrt(s0^2 + s1^2)). Standard errors come from
    the observed information by the delta method. With ``box_cox=True`` both groups are first transformed by one
    Box-Cox exponent, found by maximum likelihood, Jacobian included; its uncertainty is in all standard errors.

    It assumes independent subjects and normal scores in each group, over the whole range that the curve is read at, and
    is then the most precise of all fits. It misleads where they are not: skewed or two-humped scores, heavy tails,
    outliers, a limit of detection, few distinct values; areas close to 1 and the ends of the curve rest on tails that
    no data show. A monotone change of the scores changes the fit. Shapiro and Wilk's test is printed as a hint: in
    small groups it misses much, in large ones it finds departures that do not matter, and after a Box-Cox
    transformation its p-value is too large, for the exponent was chosen by these scores.

    The standard deviations of a, b and the area have the divisor n (maximum likelihood): of the divisors this leaves
    the least bias in the area. The log-likelihood is of scores, as measured; one of an ordinal fit, of ratings or of
    truth-state runs, is of other data and is not to be set against it.

    The interval of the area is by default the delta method's on the probit scale. ``"reiser-guttman"`` is a noncentral
    t approximation and ``"generalised"`` a generalised pivot; both use the unbiased variances (divisor n - 1) and keep
    their level better with few subjects. In simulations of 10 + 10 normal scores with areas of 0.7 to 0.97 nominal
    95 percent intervals covered 92 to 94, 94 to 95 and 95 to 96 percent. Both take a Box-Cox exponent as known, with a
    note. Other numbers of the curve keep the delta method.

    Infinite scores are refused, and so are scores of 0 or below where they are to be transformed. A group of one
    subject or of one distinct score is a ``FitError``. Perfect separation is not: the fit is regular, with a note.

    Parameters
    ----------
    box_cox : bool
        Transform the scores by one Box-Cox exponent. They must be positive as they stand in the data, whether high or
        low ones are positive for the condition.
    interval : {"delta", "reiser-guttman", "generalised"}
        Interval and test of the area.
    n_resamples : int
        Draws of the generalised pivot, 1000 to 10,000,000.
    rng : int, numpy Generator or None
        Seed of these draws; from a Generator or None one integer seed is drawn, which stands in the result and
        reproduces it.

    Raises
    ------
    MethodError
        An option is out of range.

    References
    ----------
    [box1964], [faraggi2002], [reiser1986], [weerahandi1992]

    Examples
    --------
    >>> from rocstats.parametric.binormal import Binormal
    >>> sample = Sample.from_groups(cases=[3, 5, 7], controls=[1, 3, 2])
    >>> found = NormalTheory().fit(sample, Binormal(), level=0.95)
    >>> [round(value, 3) for value in found.theta], round(found.auc, 3)
    ([1.837, 0.5], 0.95)
    """

    box_cox: bool = False
    interval: AreaInterval = "delta"
    n_resamples: int = 100_000
    rng: Rng = None

    def __post_init__(self) -> None:
        need_flag(self.box_cox, "box_cox")
        if not is_one_of(self.interval, get_args(AreaInterval)):
            kinds = ", ".join(f'"{kind}"' for kind in get_args(AreaInterval))
            raise MethodError(f"interval is {shown(self.interval)}; it must be one of {kinds}.")
        if not is_whole(self.n_resamples):
            raise TypeError(f"n_resamples is {type(self.n_resamples).__name__}; it must be a whole number.")
        if not _FEWEST_DRAWS <= self.n_resamples <= _MOST_DRAWS:
            raise MethodError(
                f"n_resamples is {shown(self.n_resamples)}; it must lie between {_FEWEST_DRAWS} and {_MOST_DRAWS}."
            )
        if not isinstance(self.rng, np.random.Generator | None):
            seed_of(self.rng)

    @property
    def card(self) -> Card:
        """What the way of fitting says of itself."""
        sentence = "A normal distribution was fitted to each group by maximum likelihood"
        if not self.box_cox:
            return Card(
                "normal-theory", "normal distributions", sentence, (), "Binormal ROC curve, normal distributions"
            )
        return Card(
            "normal-theory-box-cox",
            "normal distributions after Box-Cox",
            f"{sentence}, after a Box-Cox transformation with one exponent for both, whose uncertainty counts in the "
            "standard errors",
            ("box1964", "faraggi2002"),
            "Binormal ROC curve, normal distributions after a Box-Cox transformation",
        )

    def refuses(self, family: CurveFamily) -> str | None:
        """Say why it does not fit this family, or None; reads no data."""
        if family.card.id == "binormal":
            return None
        return (
            f"normal distributions draw a binormal curve, and a {family.card.name} curve is none; take Binormal(), or "
            "MaximumLikelihood() for this family."
        )

    def fit(self, sample: Sample, family: CurveFamily, *, level: float) -> FittedCurve:
        """Fit the binormal curve to one test.

        Parameters
        ----------
        sample : Sample
            One test, with finite scores; positive ones for a Box-Cox transformation.
        family : CurveFamily
            ``Binormal()``.
        level : float
            Confidence level of the intervals.

        Returns
        -------
        FittedCurve
            Without standard errors where the likelihood has no curvature in the exponent ("flat-likelihood").

        Raises
        ------
        DataError
            The sample holds several tests, infinite scores, or scores that have no Box-Cox transformation.
        MethodError
            Another family, clusters, or an option out of range.
        FitError
            ``code`` is "one-group-subject", "no-spread" or "degenerate-curve".
        """
        check_fit(self, sample, family, level)
        controls, cases = groups_of(sample)
        self._check(sample, controls, cases)
        found = self._transformed(sample, controls, cases, level) if self.box_cox else _plain(sample, controls, cases)
        own = self._area_inference(found)
        empirical = roc_curve(sample)
        notes = (
            *(() if found.covariance is not None else (_FLAT,)),
            *((_SEPARATED,) if empirical.auc in (0, 1) else ()),
            *below_chance_notes(sample, family, np.array([found.a, found.b])),
            *found.detail.notes(),
            *(own.notes if isinstance(own, ReiserGuttman | GeneralisedPivot) else ()),
        )
        fit = FittedCurve(
            family=family,
            theta=(found.a, found.b),
            covariance=found.covariance,
            method=self.card,
            source="scores",
            errors_from="observed information",
            level=level,
            test=sample.tests[0],
            subjects=sample.subjects,
            empirical=empirical,
            empirical_error=empirical_error(sample),
            loglikelihood=found.loglikelihood,
            details=(found.detail,),
            notes=notes,
            area_inference=own,
        )
        return with_disagreement(fit, instead=_BOTH_WAYS if not self.box_cox else _WITHOUT, of_scores=True)

    def _check(self, sample: Sample, controls: Group, cases: Group) -> None:
        """Refuse scores that have no normal distribution or no transformation."""
        name = printable(sample.tests[0].name)
        both = ((controls, "control"), (cases, "case"))
        infinite = sum(int(group.counts[~np.isfinite(group.values)].sum()) for group, _ in both)
        if infinite:
            raise DataError(
                f'{counted(infinite, "score")} of "{name}" {"is" if infinite == 1 else "are"} infinite, and a normal '
                f"distribution has no such scores; {_BY_RANKS}, or give these subjects finite scores."
            )
        for group, noun in both:
            if group.n < 2:
                raise FitError(
                    f"there is 1 {noun}, and a standard deviation needs two. Report the {noun}'s score among those of "
                    "the other group, or the empirical AUC by auc(sample, Newcombe()).",
                    "one-group-subject",
                )
            if len(group.values) < 2:
                raise FitError(
                    f'all {group.n} {noun}s have the same score of "{name}", {plain(float(group.values[0]))}, and a '
                    "normal distribution needs spread. Report the empirical AUC by auc(sample, Newcombe()).",
                    "no-spread",
                )
        low = sum(int(group.counts[group.values <= 0].sum()) for group, _ in both)
        if self.box_cox and low:
            least = min(float(group.values[0]) for group, _ in both)
            raise DataError(
                f'{counted(low, "score")} of "{name}" {"is" if low == 1 else "are"} 0 or below (the lowest is '
                f"{plain(least)}), and a Box-Cox transformation takes positive scores only. Leave box_cox out; "
                f"{_BY_RANKS}; or, where the scores have a known lowest value, subtract it beforehand."
            )

    def _transformed(self, sample: Sample, controls: Group, cases: Group, level: float) -> _Fit:
        """Fit after the transformation; the exponent adds to the covariance what it moves a and b."""
        found = fit_box_cox(controls, cases, low=sample.tests[0].low)
        if found is None:
            raise FitError(
                "the scores of a group differ so little beside their size that their logarithms are one number; take "
                f"NormalTheory() without a transformation, or {_BY_RANKS}.",
                "no-spread",
            )
        _refuse_degenerate(found.a, found.b)
        covariance = None
        if found.variance is not None:
            slopes = np.array([found.a_slope, found.b_slope])
            fixed_exponent = curve_covariance(found.a, found.b, controls.n, cases.n)
            covariance = fixed_exponent + found.variance * np.outer(slopes, slopes)
        detail = NormalDetail(
            controls=found.controls,
            cases=found.cases,
            normality=(normality_of(controls, found.values[0]), normality_of(cases, found.values[1])),
            exponent=_exponent(found, level),
        )
        return _Fit(found.a, found.b, covariance, found.loglikelihood, detail)

    def _area_inference(self, found: _Fit) -> AreaInference | None:
        if self.interval == "delta":
            return None
        n0, n1 = found.detail.controls.n, found.detail.cases.n
        unbiased = math.sqrt((n1 - 1) / n1)
        groups = TwoNormalGroups(
            a=found.a * unbiased, b=found.b * unbiased * math.sqrt(n0 / (n0 - 1)), n_controls=n0, n_cases=n1
        )
        notes = (_EXPONENT_AS_KNOWN,) if self.box_cox else ()
        if self.interval == "reiser-guttman":
            return ReiserGuttman(groups, notes)
        return GeneralisedPivot(groups, int(self.n_resamples), seed_of(self.rng), notes)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """The curve with its covariance, its likelihood and what it was made of."""

    a: float
    b: float
    covariance: Floats | None
    loglikelihood: float
    detail: NormalDetail


def _plain(sample: Sample, controls: Group, cases: Group) -> _Fit:
    found = two_moments(controls, cases, low=sample.tests[0].low)
    _refuse_degenerate(found.a, found.b)
    sizes = (controls.n, cases.n)
    detail = NormalDetail(
        controls=found.controls,
        cases=found.cases,
        normality=(normality_of(controls, controls.values), normality_of(cases, cases.values)),
    )
    log_sds = (_log_sd(found.controls, "controls"), _log_sd(found.cases, "cases"))
    return _Fit(
        found.a, found.b, curve_covariance(found.a, found.b, *sizes), normal_loglikelihood(log_sds, sizes), detail
    )


def _log_sd(group: Moments, called: str) -> float:
    if not 0 < group.sd < math.inf:
        raise FitError(
            f"the standard deviation of the {called} is beyond what a number with double precision can hold. Bring the "
            "scores into another unit first.",
            "no-spread",
        )
    return math.log(group.sd)


def _refuse_degenerate(a: float, b: float) -> None:
    """Refuse a curve whose parameters, or their squares, a float cannot hold."""
    if not (abs(a) < _MOST and 1 / _MOST < b < _MOST):
        raise FitError(
            "the groups differ so much in spread, or lie so far apart, that a double-precision number cannot hold the "
            f"curve; {_BY_RANKS}.",
            "degenerate-curve",
        )


def _exponent(found: BoxCoxFit, level: float) -> Exponent:
    error = None if found.variance is None else math.sqrt(found.variance)
    return Exponent(
        value=found.exponent,
        standard_error=error,
        interval=None if error is None else scaled_interval(found.exponent, error, "normal", level, "two-sided"),
        geometric_mean=found.geometric_mean,
    )
