"""Whether a fitted curve differs from the empirical one by more than sampling allows.

Both curves are cut where equally many subjects are positive, so that a cut tells how many of these should be controls
and how many are: a chi-square of the two groups in intervals of the pooled scores, as for ratings. The cuts are chosen
so that each interval holds as much information on that share as the others, whatever the area.

Write D for the differences at the cuts, V for their covariance with the curve known, G for the derivatives of the curve
in its parameters. A fit moves D by G times its error. What remains of D, V-orthogonal to G, is the same to first order
for every consistent way of fitting, and gives a chi-square on as many df as there are cuts less parameters. A fit that
uses the scores themselves may have found the wrong curve of the right family, which shows along G only. As it is
efficient in its own model, the difference from the best fit of D has there the variance of that fit less its own, and
the chi-square has as many df as there are cuts.

A curve at the edge of its family, which is known by the standard errors that it has not, did not follow the data along
G: the parameters could not move. All of D counts then, on as many df as there are cuts. Where the edge is the right
curve, D has the variance V, and its V-length does not depend on the direction in which the data leave the family. A
parameter that was free all the same makes the chi-square smaller, and the test errs on the side of the curve.

References: [hausman1978]
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as replaced

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.formatting import decimals_for, fixed, pvalue_line
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.printing import Note

ANOTHER_FAMILY = "Compare other families, compare_families(sample, ...), or report the empirical curve."
# Information in an interval: eight subjects of whom either group is as likely are worth 2.
_LEAST = 2.0
_MOST_INTERVALS = 10
# A curve is doubted where a right one would differ so much in one sample of a hundred.
_DOUBT = 0.01
_HALVINGS = 34
_FARTHEST = 37.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A test of the fitted curve against the empirical one, and where they are farthest apart in standard errors."""

    statistic: float
    df: int
    pvalue: float
    fpf: float
    fitted_tpf: float
    empirical_tpf: float


def with_disagreement(fit: FittedCurve, *, instead: str, of_scores: bool = False) -> FittedCurve:
    """Add the note to a fit whose curve disagrees with the empirical one."""
    note = disagreement_note(fit, instead=instead, of_scores=of_scores)
    return fit if note is None else replaced(fit, notes=(*fit.notes, note))


def disagreement_note(fit: FittedCurve, *, instead: str, of_scores: bool = False) -> Note | None:
    """Say that the curves differ by more than sampling allows (p < 0.01), where, and what to do instead.

    ``instead`` is a sentence. ``of_scores`` tells that the fit uses the scores themselves and is efficient if its
    model holds; the others use the order of the scores alone.
    """
    found = disagreement(fit, of_scores=of_scores)
    if found is None or not found.pvalue < _DOUBT:
        return None
    decimals = max(2, decimals_for([found.fpf, found.fitted_tpf, found.empirical_tpf], least=2))
    fpf, fitted, empirical = (fixed(x, decimals) for x in (found.fpf, found.fitted_tpf, found.empirical_tpf))
    text = (
        "the fitted curve differs from the empirical one by more than sampling allows (X-squared = "
        f"{fixed(found.statistic, 3)}, df = {found.df}, {pvalue_line(found.pvalue)}), most near an FPF of {fpf}, where "
        f"the TPF is {fitted} on the fitted curve and {empirical} on the empirical one. {instead}"
    )
    return Note("disagrees", text)


def disagreement(fit: FittedCurve, *, of_scores: bool = False) -> Disagreement | None:
    """Test a fitted curve against the empirical one; None where the data are too few to tell.

    In 2,000 simulated samples of the right model each, with areas from 0.70 to 0.95 and 50 + 50 or 200 + 200 subjects,
    it found p < 0.01 in 0.7 to 1.2 percent with ``of_scores``. A fit of ranks without standard errors is at the edge of
    its family, and is judged by the whole difference.
    """
    with np.errstate(all="ignore"):
        cuts = _cuts(fit)
        if cuts is None:
            return None
        found = _chi_square(fit, cuts, of_scores)
    if found is None:
        return None
    from scipy.special import chdtrc

    statistic, df, most = found
    fpf = cuts.fpf[most]
    return Disagreement(
        statistic=statistic,
        df=df,
        pvalue=max(float(chdtrc(df, statistic)), float(np.finfo(np.float64).tiny)),
        fpf=float(fpf),
        fitted_tpf=float(cuts.tpf[most]),
        empirical_tpf=float(fit.empirical.tpf_at(np.array([fpf]))[0]),
    )


@dataclass(frozen=True, slots=True)
class _Cuts:
    """Points of the fitted curve at which as many subjects are positive as at points of the empirical one."""

    fpf: Floats
    tpf: Floats
    slope: Floats
    gradient: Floats
    above: Floats


def _cuts(fit: FittedCurve) -> _Cuts | None:
    """Choose cuts and read the fitted curve there; ``above`` is how far the empirical FPF is below the fitted one."""
    n, m = fit.subjects.n_controls, fit.subjects.n_cases
    positive = fit.empirical.fp + fit.empirical.tp
    drawn = fit.fpf, fit.tpf
    chosen = _chosen(*drawn, n, m, positive)
    chosen = chosen[(positive[chosen] > 0) & (positive[chosen] < n + m)]
    if not len(chosen):
        return None
    theta = np.array(fit.theta)
    fpf = _at_count(fit, positive[chosen].astype(np.float64), n, m, drawn)
    inside = (fpf > 0) & (fpf < 1)
    fpf, chosen = fpf[inside], chosen[inside]
    if not len(chosen):
        return None
    slope, gradient = fit.family.slope(theta, fpf), fit.family.tpf_gradient(theta, fpf)
    return _Cuts(fpf, fit.family.tpf(theta, fpf), slope, gradient, fpf - fit.empirical.fp[chosen] / n)


def _chosen(fpf: Floats, tpf: Floats, n: int, m: int, positive: Integers) -> Integers:
    """Choose the vertices nearest to the ends of intervals of equal information along the fitted curve."""
    controls, cases = n * np.diff(fpf), m * np.diff(tpf)
    both = controls + cases
    information = np.cumsum(np.divide(controls * cases, both, out=np.zeros_like(both), where=both > 0))
    intervals = min(int(information[-1] / _LEAST), _MOST_INTERVALS)
    ends = np.arange(1, intervals) / max(intervals, 1) * information[-1]
    wanted = np.interp(ends, information, np.cumsum(both))
    after = np.clip(np.searchsorted(positive, wanted), 1, len(positive) - 1)
    nearer = wanted - positive[after - 1] < positive[after] - wanted
    return np.unique(after - nearer)


def _at_count(fit: FittedCurve, positive: Floats, n: int, m: int, drawn: tuple[Floats, Floats]) -> Floats:
    """Find the FPF of the fitted curve at which so many subjects are expected to be positive, by halving."""
    from scipy.special import ndtr, ndtri

    theta = np.array(fit.theta)
    after = np.clip(np.searchsorted(n * drawn[0] + m * drawn[1], positive), 1, len(drawn[0]) - 1)
    low, high = (np.clip(ndtri(drawn[0][place]), -_FARTHEST, _FARTHEST) for place in (after - 1, after))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        fpf = ndtr(middle)
        more = n * fpf + m * fit.family.tpf(theta, fpf) > positive
        low, high = np.where(more, low, middle), np.where(more, middle, high)
    return np.asarray(ndtr((low + high) / 2))


def _chi_square(fit: FittedCurve, cuts: _Cuts, of_scores: bool) -> tuple[float, int, int] | None:
    """Return chi-square, df, and the cut with the largest difference in standard errors."""
    n, m = fit.subjects.n_controls, fit.subjects.n_cases
    # D is the TPF less that of the curve at the same FPF, divided by this so that no slope is too steep for it.
    scale = 1 / (n / m + cuts.slope)
    inner = np.minimum.outer(np.arange(len(scale)), np.arange(len(scale)))
    of_cases = (cuts.tpf[inner] - np.outer(cuts.tpf, cuts.tpf)) / m * np.outer(scale, scale)
    steep = cuts.slope * scale
    of_controls = (cuts.fpf[inner] - np.outer(cuts.fpf, cuts.fpf)) / n * np.outer(steep, steep)
    v = of_cases + of_controls
    error = np.sqrt(np.diag(v))
    d, g = cuts.above / error, (cuts.gradient * scale / error).T
    correlation = v / np.outer(error, error)
    if not (np.isfinite(correlation).all() and np.linalg.eigvalsh(correlation)[0] > 1e-9):
        return None
    root = np.linalg.cholesky(correlation)
    white = np.linalg.solve(root, d)
    most = int(np.argmax(np.abs(d)))
    if fit.covariance is None:
        return None if of_scores else (float(white @ white), len(d), most)
    if not np.isfinite(g).all():
        return None
    tangent = np.linalg.solve(root, g)
    df = len(d) - tangent.shape[1]
    if of_scores:
        # The inverse of v less the variance of the fit; that is the sum of the two chi-squares.
        left = np.eye(len(d)) - tangent @ fit.covariance @ tangent.T
        if not np.linalg.eigvalsh(left)[0] > 1e-9:
            return None
        return float(white @ np.linalg.solve(left, white)), len(d), most
    if df < 1:
        return None
    along = np.linalg.qr(tangent)[0].T @ white
    return max(float(white @ white - along @ along), 0.0), df, most
