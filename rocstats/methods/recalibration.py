"""Recalibration on the logit scale: how far probability scores are off, and whether by more than chance.

The truth is regressed on the logit of the score. With the slope fixed at 1 the intercept says how far the scores are
off altogether; the slope, with an intercept of its own, is below 1 where scores are too extreme. Calibrated scores have
intercept 0 and slope 1. Both are fitted by ``statsmodels.genmod.generalized_linear_model.GLM``; what it cannot
give (separation, scores of 0 or 1, which have infinite logits) is found before it is asked.

References: [cox1958], [spiegelhalter1986]
"""

from __future__ import annotations

import math
import sys
import warnings
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.empirical.score_table import ScoreTable
from rocstats.methods.method import normal_pvalue, upper_quantile
from rocstats.printing import Note
from rocstats.results import Interval

_NEAR_ZERO = 1e-6
_MOST_STEPS = 200
_SETTLED = 1e-11


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficient:
    """A coefficient with its standard error, Wald interval and Wald test against the value of calibrated scores."""

    estimate: float
    standard_error: float
    interval: Interval
    null_value: float
    statistic: float
    pvalue: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalibration:
    """What regression of the truth on the logit of the score gives; None where it is not estimable, and a note why.

    ``intercept`` belongs to slope 1, ``slope`` has an intercept of its own, and ``line`` is that intercept with the
    slope. ``chi_square`` with 2 degrees of freedom and its p-value test both at once, by the likelihood ratio.
    """

    intercept: Coefficient | None = None
    slope: Coefficient | None = None
    line: tuple[float, float] | None = None
    chi_square: float | None = None
    pvalue: float | None = None
    notes: tuple[Note, ...] = ()


def recalibration(table: ScoreTable, *, level: float) -> Recalibration:
    """Fit intercept and slope to a table of probability scores."""
    ends = [end for end in (0, 1) if (table.scores == end).any()]
    if ends:
        there = int(sum((table.cases + table.controls)[table.scores == end].sum() for end in ends))
        which = " or ".join(str(end) for end in ends)
        verb = "subject has" if there == 1 else "subjects have"
        text = (
            f"{there} {verb} a score of {which}, whose logit is infinite, so intercept and slope are not estimable. "
            "The Brier score and the table of bins do not need logits."
        )
        return Recalibration(notes=(Note("infinite-logit", text),))
    # log1p keeps scores near 0 and 1 apart, where a quotient would round.
    logits = np.log(table.scores) - np.log1p(-table.scores)
    intercept = _fit(table, logits, np.ones((len(logits), 1)), offset=True)
    notes = []
    if intercept is None:
        notes.append(_unfitted("the intercept"))
    first = None if intercept is None else _coefficient(intercept, 0, 0.0, level)
    reason = _without_slope(table)
    if reason is not None:
        return Recalibration(intercept=first, notes=(*notes, reason))
    both = _fit(table, logits, np.column_stack([np.ones(len(logits)), logits]), offset=False)
    if both is None:
        return Recalibration(intercept=first, notes=(*notes, _unfitted("the slope")))
    as_they_are = float(table.cases @ np.log(table.scores) + table.controls @ np.log1p(-table.scores))
    chi_square = max(2 * (_log_likelihood(table, both, logits) - as_they_are), 0.0)
    return Recalibration(
        intercept=first,
        slope=_coefficient(both, 1, 1.0, level),
        line=(float(both.params[0]), float(both.params[1])),
        chi_square=chi_square,
        # With 2 degrees of freedom the tail of the chi-square distribution is an exponential.
        pvalue=max(math.exp(-chi_square / 2), sys.float_info.min),
        notes=tuple(notes),
    )


def spiegelhalter(table: ScoreTable) -> tuple[float, float] | None:
    """Return Spiegelhalter's z and its two-sided p-value; None where the scores leave it no variance.

    Sum of (truth - score)(1 - 2 score) over the root of its variance if every score were the probability.
    """
    s = table.scores
    total = math.fsum((1 - 2 * s) * (table.cases * (1 - s) - table.controls * s))
    variance = math.fsum((table.cases + table.controls) * (1 - 2 * s) ** 2 * s * (1 - s))
    if variance <= 0:
        return None
    z = total / math.sqrt(variance)
    return z, normal_pvalue(z, "two-sided")


def _without_slope(table: ScoreTable) -> Note | None:
    """Say why the slope has no finite value, or None: it needs cases below controls and controls below cases."""
    cases, controls = table.scores[table.cases > 0], table.scores[table.controls > 0]
    if len(table.scores) == 1:
        return Note("all-tied", "every subject has the same score, so the slope is not estimable.")
    above, below = cases.min() >= controls.max(), cases.max() <= controls.min()
    if not (above or below):
        return None
    way, sign = ("beyond", "plus") if above else ("short of", "minus")
    text = (
        f"separation: no case scores {'below' if above else 'above'} a control, so the slope would be {sign} infinity "
        f"and is not estimable. That every case lies {way} or level with every control may be chance in so small a "
        "study."
    )
    return Note("separation", text)


def _unfitted(what: str) -> Note:
    return Note("not-converged", f"the logistic regression did not converge, so {what} is not estimable.")


class _Fit(NamedTuple):
    """A logistic regression: its coefficients with their standard errors."""

    params: Floats
    errors: Floats


def _fit(table: ScoreTable, logits: Floats, columns: Floats, *, offset: bool) -> _Fit | None:
    """Fit a logistic regression to counts; None where the equations of the maximum do not hold at the end."""
    import statsmodels.api as sm

    counts = np.column_stack([table.cases, table.controls]).astype(np.float64)
    n = table.cases + table.controls
    fixed = logits if offset else np.zeros(len(logits))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            model = sm.GLM(counts, columns, family=sm.families.Binomial(), offset=fixed)
            # By default it stops when the deviance settles, half as many digits before the coefficients do.
            found = model.fit(maxiter=_MOST_STEPS, tol_criterion="params", tol=_SETTLED, rtol=_SETTLED)
            params: Floats = np.asarray(found.params)
            mu = 1 / (1 + np.exp(-(fixed + columns @ params)))
            # Its own errors are of the weights before the last step, those of the start where one step was enough.
            information = (columns.T * (n * mu * (1 - mu))) @ columns
            errors: Floats = np.sqrt(np.diag(np.linalg.inv(information)))
        except (ValueError, np.linalg.LinAlgError, sm.tools.sm_exceptions.PerfectSeparationError):
            return None
        slopes = columns.T @ (table.cases - n * mu)
    scale = max(1.0, float(np.abs(columns).max())) * table.m
    fits = np.isfinite(params).all() and np.isfinite(errors).all() and (errors > 0).all()
    return _Fit(params, errors) if fits and (np.abs(slopes) <= _NEAR_ZERO * scale).all() else None


def _coefficient(found: _Fit, place: int, null: float, level: float) -> Coefficient:
    """Return one coefficient of a fit."""
    estimate, se = float(found.params[place]), float(found.errors[place])
    reach = upper_quantile(level, "two-sided") * se
    z = (estimate - null) / se
    return Coefficient(
        estimate=estimate,
        standard_error=se,
        interval=Interval(estimate - reach, estimate + reach, level),
        null_value=null,
        statistic=z,
        pvalue=normal_pvalue(z, "two-sided"),
    )


def _log_likelihood(table: ScoreTable, found: _Fit, logits: Floats) -> float:
    """Return the log likelihood of a fitted line, without the binomial coefficients."""
    line = found.params[0] + found.params[1] * logits
    return -float(table.cases @ np.logaddexp(0, -line) + table.controls @ np.logaddexp(0, line))
