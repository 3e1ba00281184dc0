"""Smooth ROC curve of one test from kernel densities of both groups.

References: [zou1997], [silverman1986], [zhou2002]
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from rocstats.data.sample import Sample
from rocstats.data.scores import as_float
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.independent_subjects import refuse_clusters
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import one_test, score_table
from rocstats.empirical.statistic import Quantity
from rocstats.errors import DataError, FitError, MethodError
from rocstats.formatting import counted, listed, percent, printable, shown
from rocstats.given import is_number, is_row, is_whole
from rocstats.methods.advice import below_chance
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.method import checked_level, not_estimable
from rocstats.methods.replicates import Rng, collapsed
from rocstats.parametric.bandwidth import silverman_bandwidth
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.diagnosis import diagnose
from rocstats.parametric.empirical_error import empirical_error
from rocstats.parametric.hooks import smooth_hook_note
from rocstats.parametric.kernel_curve import KernelCurve
from rocstats.parametric.kernel_sums import KernelSums
from rocstats.parametric.smooth_area import SmoothAUC
from rocstats.parametric.smooth_curve_result import SmoothCurve
from rocstats.printing import Note
from rocstats.results import Inference

BandwidthChoice: TypeAlias = "str | float | tuple[float, float]"
_RULE = "silverman"
_FEW_SCORES = 12
# In units of the largest score; what lies beyond has no squares.
_LEAST_BANDWIDTH = 1e-100
_BEYOND = 0.02


def smooth_curve(
    sample: Sample,
    *,
    bandwidth: BandwidthChoice = _RULE,
    level: float = 0.95,
    n_resamples: int = 2000,
    rng: Rng = None,
) -> SmoothCurve:
    """Draw a smooth ROC curve of one test from normal kernel densities of its cases and of its controls.

    Each score gets a normal curve of one width, the bandwidth, and both smoothed distributions draw the ROC curve. Its
    area is the mean over all pairs of Φ((x - y) / √(h₀² + h₁²)), taken exactly at any number of subjects. Standard
    error and interval come from resampled subjects, cases and controls drawn apart, each resample with the bandwidth
    that the rule gives it; the interval lies between quantiles of the areas.

    It assumes continuous scores whose densities are smooth on the scale in which they come, and independent subjects.
    It misleads in several ways. Smoothing adds the kernel to the spread of the scores, so the area is biased towards
    0.5, by much in small groups and for a good test; the interval holds for the smoothed area, bias and all. A
    monotone change of the scores changes the curve: skewed scores are better smoothed on a log scale, and a density of
    positive scores leaks below 0. Silverman's rule is made for densities, and smooths distributions, and so the curve,
    more than they need [zhou2002]; of several modes it hides some. Ratings are no continuous scores; a curve between a
    few of them is the kernel's invention, and a note says so: take ``fit_binormal(sample)``.

    Perfect separation gives the curve without standard error and interval: that the kernels overlap says nothing of
    the tests. So does a group of one subject, which needs a stated bandwidth.

    Parameters
    ----------
    sample : Sample
        One test with finite scores.
    bandwidth : "silverman", number, or pair of numbers
        Silverman's robust rule, 0.9 min(s, IQR / 1.34) n^(-1/5) in each group; or the bandwidth of both groups; or
        those of cases and of controls.
    level : float
        Confidence level of the interval, which is two-sided.
    n_resamples : int
        Number of replicates, at least 100; 0 draws none and gives the curve alone.
    rng : int, numpy Generator or None
        Seed of the replicates.

    Returns
    -------
    SmoothCurve

    Raises
    ------
    DataError
        The sample holds several tests, or scores are infinite.
    MethodError
        The subjects come in clusters, or an option is out of range.
    FitError
        The rule finds no spread in a group: "one-group-subject" or "no-spread".

    References
    ----------
    [zou1997], [silverman1986], [zhou2002], [davison1997]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[2, 3, 5, 4, 6, 7], controls=[1, 2, 4, 3, 2, 5])
    >>> curve = smooth_curve(sample, n_resamples=0)
    >>> round(curve.auc, 4), round(curve.empirical.auc, 4)
    (0.7323, 0.7639)
    >>> curve.tpf_at(np.array([0.0, 0.2, 1.0])).round(3).tolist()
    [0.0, 0.529, 1.0]
    """
    one_test(sample, "smooth_curve")
    level = checked_level(level)
    refuse_clusters(sample, "smooth_curve", "interval would be too short")
    stated = _stated(bandwidth)
    drawn = None if _whole(n_resamples) == 0 else Bootstrap(n_resamples=n_resamples, rng=rng)
    _refuse_infinite(sample)
    rows, unit = _scaled(collapsed(sample))
    if stated is None:
        own, rules = _by_rule(rows), (silverman_bandwidth, silverman_bandwidth)
    else:
        own = stated[0] / unit, stated[1] / unit
        if not all(_LEAST_BANDWIDTH < width < 1 / _LEAST_BANDWIDTH for width in own):
            raise MethodError(
                f"bandwidth is {shown(bandwidth)}, which is out of all proportion to the scores; it must be "
                "of their unit."
            )
        rules = _Fixed(own[0]), _Fixed(own[1])
    groups = [
        KernelSums.of(x[:, 0], w, h) for x, w, h in zip((rows.cases, rows.controls), rows.frequencies, own, strict=True)
    ]
    quantity = Quantity.alone(SmoothAUC(*rules), rows)
    found = _judged(quantity, drawn, level)
    empirical, error = roc_curve(sample), empirical_error(sample)
    curve = SmoothCurve(
        subjects=sample.subjects,
        empirical=empirical,
        empirical_error=error,
        bandwidths=(own[0] * unit, own[1] * unit),
        rule="as stated" if stated else "Silverman's robust rule",
        rule_references=() if stated else ("silverman1986",),
        level=level,
        inference=found,
        shape=KernelCurve(*groups),
        notes=(
            *found.notes,
            *below_chance(quantity, found.values),
            *_notes(sample, groups, found.estimate, empirical.auc, error),
        ),
    )
    hook = smooth_hook_note(curve.fpf, curve.tpf, curve.auc, empirical)
    return curve if hook is None else replace(curve, notes=(*curve.notes, hook))


def _judged(quantity: Quantity, drawn: Bootstrap | None, level: float) -> Inference:
    """Return the area with what the resamples say of it."""
    values = quantity.values()
    ((rows, _),) = quantity.parts
    if drawn is None:
        return Inference(values=values, estimate=values[0])
    for apart, way in (
        (rows.cases.min() > rows.controls.max(), ""),
        (rows.cases.max() < rows.controls.min(), "short "),
    ):
        if apart:
            text = (
                f"perfect separation{', reversed' if way else ''}: every case scores {way + 'of' if way else 'beyond'} "
                "every control. Where the smooth curve leaves the corner only the kernels overlap, which says nothing "
                "of the test; no standard error or interval is given. Newcombe's interval needs no overlap: "
                "auc(sample, Newcombe())."
            )
            return not_estimable(values, values[0], Note("perfect-separation", text))
    return drawn.infer(quantity, level=level, alternative="two-sided", null=None)


def _notes(
    sample: Sample, groups: list[KernelSums], area: float, empirical: float, error: float | None
) -> tuple[Note, ...]:
    """Say where kernels do not suit these scores."""
    notes = []
    distinct = len(np.union1d(sample.cases[:, 0], sample.controls[:, 0]))
    if distinct < _FEW_SCORES:
        text = (
            f"the scores take only {counted(distinct, 'value')}; between so few a density is the kernel's invention. "
            f"{_instead_of_kernels(sample)}"
        )
        notes.append(Note("ratings", text))
    if error is not None and abs(area - empirical) > error / 2:
        text = (
            "the smooth area is more than half a standard error from the empirical one: the kernels add to the spread "
            "of the scores. Take a smaller bandwidth, or report the empirical area."
        )
        notes.append(Note("smoothing-bias", text))
    scores = sample.tests[0].turned(np.concatenate([sample.cases[:, 0], sample.controls[:, 0]]))
    if scores.min() >= 0:
        zero = np.zeros(1)
        shares = [float((group.beyond(zero) if sample.tests[0].low else group.before(zero))[0]) for group in groups]
        named = zip(("cases", "controls"), shares, strict=True)
        out = [f"{percent(share, 0)} percent of the smoothed {who}" for who, share in named if share > _BEYOND]
        if out:
            instead = (
                "the logarithm of the scores may suit kernels better."
                if scores.min() > 0
                else "a score of 0 has no logarithm, so take a smaller bandwidth, or report the empirical curve."
            )
            text = f"{listed(out)} lie below 0, where no score does; {instead}"
            notes.append(Note("below-zero", text))
    return tuple(notes)


def _instead_of_kernels(sample: Sample) -> str:
    """Say what suits a few distinct scores: a fit of ratings, where there can be one."""
    if diagnose(score_table(sample), Binormal()) is None:
        return "Ratings are fitted by fit_binormal(sample)."
    return "Report the empirical curve, which needs no density."


@dataclass(frozen=True, slots=True)
class _Fixed:
    """A bandwidth that does not follow the data."""

    value: float

    def __call__(self, scores: Floats, counts: Integers) -> float:
        return self.value


def _by_rule(rows: Sample) -> tuple[float, float]:
    """Return the bandwidths of the rule; refuse a group that gives none."""
    found = []
    for name, scores, counts in zip(("case", "control"), (rows.cases, rows.controls), rows.frequencies, strict=True):
        if counts.sum() == 1:
            raise FitError(
                f"there is 1 {name}, and one score has no spread to take a bandwidth from. State one with bandwidth=, "
                "or draw the empirical curve, roc_curve(sample).",
                "one-group-subject",
            )
        own = silverman_bandwidth(scores[:, 0], counts)
        if not own > 0:
            raise FitError(
                f"all {counts.sum()} {name}s have the same score, so there is no spread to take a bandwidth from. "
                "State one with bandwidth=, or draw the empirical curve, roc_curve(sample).",
                "no-spread",
            )
        found.append(own)
    return found[0], found[1]


def _scaled(rows: Sample) -> tuple[Sample, float]:
    """Bring scores into reach of squares, by a power of two, which rounds nothing; return it with them."""
    largest = max(float(np.abs(rows.cases).max()), float(np.abs(rows.controls).max()))
    exponent = min(max(math.frexp(largest)[1], -1000), 1000) if largest else 0
    unit = math.ldexp(1.0, exponent)
    return replace(rows, cases=rows.cases / unit, controls=rows.controls / unit), unit


def _stated(bandwidth: Any) -> tuple[float, float] | None:
    """Return the bandwidths of cases and controls that were stated; None for the rule."""
    if isinstance(bandwidth, str):
        if bandwidth != _RULE:
            raise MethodError(
                f'bandwidth is {shown(bandwidth)}; it must be "{_RULE}", a number, or one for each group.'
            )
        return None
    pair = tuple(bandwidth) if is_row(bandwidth) else (bandwidth, bandwidth)
    if len(pair) != 2:
        raise MethodError(f"bandwidth has {len(pair)} numbers; it must be one, or one for cases and one for controls.")
    for number in pair:
        if not is_number(number):
            raise TypeError(f"a bandwidth is {type(number).__name__}; it must be a number.")
        if not (number > 0 and math.isfinite(as_float(number, "a bandwidth"))):
            raise MethodError(f"a bandwidth is {shown(number)}; it must be above 0 and finite.")
    return float(pair[0]), float(pair[1])


def _whole(n_resamples: object) -> int:
    if not is_whole(n_resamples):
        raise TypeError(f"n_resamples is {type(n_resamples).__name__}; it must be a whole number.")
    return int(n_resamples)


def _refuse_infinite(sample: Sample) -> None:
    infinite = [
        int(w[~np.isfinite(x[:, 0])].sum())
        for x, w in zip((sample.cases, sample.controls), sample.frequencies, strict=True)
    ]
    if any(infinite):
        who = f"{counted(infinite[0], 'case')} and {counted(infinite[1], 'control')}"
        raise DataError(
            f'{who} have an infinite score of "{printable(sample.tests[0].name)}", and a density needs finite ones. '
            "Take fit_binormal(sample), which uses their order."
        )
