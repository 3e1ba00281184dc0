"""The bootstrap that chooses a threshold again: in each resample by the same rule, judged inside it and outside.

An interval that keeps the threshold fixed leaves out that it was chosen; this one chooses it anew in each resample.
Subjects that a resample leaves out were not in the choice, so they judge it without favour. Of f subjects of one row of
whom w were drawn, f (1 - 1/f)^w are left out on average; that average is counted, which for a row of one subject is
whether it was left out.

References: [davison1997], [efron1997]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.steps import Steps
from rocstats.empirical.threshold_optima import ThresholdRule, near_best
from rocstats.methods.replicates import Draws, Rng, by_block, collapsed, seed_of
from rocstats.printing import Note
from rocstats.results import Interval, Resampling

_MOST_LOST = 0.05
_NOTHING = "No interval is given."


@dataclass(frozen=True, slots=True, kw_only=True)
class Reselection:
    """What resamples say of a chosen threshold.

    ``threshold`` is its interval, between thresholds that resamples chose; an end is infinite where they call nobody
    positive. ``criterion`` is the interval of the criterion at the threshold that each resample chose, as good as it
    looks there. ``sensitivity``, ``specificity`` and ``out_of_bag`` (the criterion at these two) are those of the
    subjects left out. Each is None where the data cannot give it, and a note says why.
    """

    threshold: Interval | None
    criterion: Interval | None
    sensitivity: float | None
    specificity: float | None
    out_of_bag: float | None
    resampling: Resampling | None
    seed: int | None
    notes: tuple[Note, ...] = ()


def reselected(
    sample: Sample,
    rule: ThresholdRule,
    thresholds: Sequence[float | None],
    value: float,
    *,
    level: float,
    n_resamples: int,
    rng: Rng,
) -> Reselection:
    """Choose the threshold of one test again in each resample.

    ``thresholds`` are those of the points of the curve, on the scale of the data, None first, where nobody is positive;
    ``value`` is the criterion in the sample itself. Of several optima of a resample the highest threshold is taken (the
    lowest, where low scores are positive). Cases and controls are drawn apart unless the rule depends on their shares.
    """
    if min(sample.n_cases, sample.n_controls) < 2:
        text = f"a resample of one case or one control is always the same. {_NOTHING}"
        return _nothing(Note("one-subject", text))
    seed, stratified = seed_of(rng), not rule.prevalence
    rows = collapsed(sample)
    draws = Draws(rows, n_resamples=n_resamples, seed=seed, part=0, stratified=stratified)
    task = _Choices(rows, rule, draws)
    by_block(task.work, draws)
    kept = np.isfinite(task.values)
    resampling = Resampling(n_resamples, stratified, "subjects", n_resamples - int(kept.sum()))
    if resampling.n_without_value > _MOST_LOST * n_resamples:
        lost = f"{resampling.n_without_value} of {n_resamples} resamples have no such threshold, more than 5 percent"
        return _nothing(Note("lost-replicates", f"{lost}. {_NOTHING}"), resampling, seed)
    tail = (1 - level) / 2
    places, values = task.places[kept], task.values[kept]
    specific = int(np.quantile(places, tail, method="lower"))
    sensitive = int(np.quantile(places, 1 - tail, method="higher"))
    notes = []
    threshold = criterion = None
    ends = [_on_scale(sample, thresholds[place]) for place in (specific, sensitive)]
    if ends[0] != ends[1]:
        threshold = Interval(min(ends), max(ends), level)
    else:
        share = np.count_nonzero(places == specific) / len(places)
        text = "all resamples choose" if share == 1 else "nearly all resamples choose"
        notes.append(Note("zero-width", f"{text} one threshold, and that shows no certainty; it has no interval."))
    low, high = (float(limit) for limit in np.quantile(values, [tail, 1 - tail]))
    if high - low > 1e-12 * max(abs(high), 1e-300):
        criterion = Interval(low, high, level)
        if not low <= value <= high:
            text = f"the interval of {rule.label} does not contain its value in these data; the resamples are biased."
            notes.append(Note("estimate-outside", f"{text} It is kept as it came."))
    else:
        text = f"{rule.label} is the same in all resamples, and that shows no certainty; it has no interval."
        notes.append(Note("zero-width", text))
    outside = task.outside(rule, sample.n_cases, sample.n_controls)
    return Reselection(
        threshold=threshold,
        criterion=criterion,
        sensitivity=outside[0],
        specificity=outside[1],
        out_of_bag=outside[2],
        resampling=resampling,
        seed=seed,
        notes=tuple(notes),
    )


def _nothing(note: Note, resampling: Resampling | None = None, seed: int | None = None) -> Reselection:
    return Reselection(
        threshold=None,
        criterion=None,
        sensitivity=None,
        specificity=None,
        out_of_bag=None,
        resampling=resampling,
        seed=seed,
        notes=(note,),
    )


def _on_scale(sample: Sample, threshold: float | None) -> float:
    """Return a threshold as a number; infinite, on the positive side, where nobody is positive."""
    return sample.tests[0].turned(np.inf) if threshold is None else threshold


class _Choices:
    """The threshold that each resample chooses, its criterion there, and what those left out make of it."""

    def __init__(self, rows: Sample, rule: ThresholdRule, draws: Draws) -> None:
        self.rule, self.draws = rule, draws
        self.steps = Steps(rows)
        self.frequencies = rows.frequencies
        # A row is positive at the points after its own score, the scores standing highest first.
        self.own = [np.searchsorted(-self.steps.scores, -group[:, 0]) for group in (rows.cases, rows.controls)]
        self.places = np.zeros(draws.n_resamples, np.int64)
        self.values = np.full(draws.n_resamples, np.nan)
        self.left_out = np.zeros((draws.n_resamples, 4))

    def work(self, block: int) -> Iterator[slice]:
        """Choose in the resamples of a block."""
        for batch, case_w, control_w in self.draws.of_block(block):
            tp, fp = self.steps.counts(case_w, control_w)
            cells = tp, fp, tp[:, -1:] - tp, fp[:, -1:] - fp
            candidates = near_best(self.rule.scores(*cells))
            chosen = candidates.argmax(axis=1)
            picked = [np.take_along_axis(cell, chosen[:, None], axis=1)[:, 0] for cell in cells]
            values = np.array(self.rule.values(*picked))
            both = (tp[:, -1] > 0) & (fp[:, -1] > 0) & candidates.any(axis=1)
            values[~both] = np.nan
            self.places[batch], self.values[batch] = chosen, values
            for group, row_weights in enumerate((case_w, control_w)):
                rest = self._rest(group, row_weights)
                positive = self.own[group] < chosen[:, None]
                self.left_out[batch, 2 * group] = (rest * positive).sum(axis=1)
                self.left_out[batch, 2 * group + 1] = rest.sum(axis=1)
            yield batch

    def _rest(self, group: int, row_weights: Integers) -> Floats:
        """Return how many subjects of each row a resample leaves out, on average."""
        f = self.frequencies[group].astype(np.float64)
        rest: Floats = (row_weights == 0).astype(np.float64) if (f == 1).all() else f * (1 - 1 / f) ** row_weights
        return rest

    def outside(self, rule: ThresholdRule, m: int, n: int) -> tuple[float | None, float | None, float | None]:
        """Return sensitivity and specificity of those left out, of all resamples together, and the criterion there."""
        tp, cases, fp, controls = self.left_out[np.isfinite(self.values)].sum(axis=0).tolist()
        if cases == 0 or controls == 0:
            return None, None, None
        tpf, fpf = tp / cases, fp / controls
        cells: tuple[Any, ...] = tuple(np.array([v]) for v in (tpf * m, fpf * n, m - tpf * m, n - fpf * n))
        value = float(rule.values(*cells)[0])
        return tpf, 1 - fpf, value if value == value else None
