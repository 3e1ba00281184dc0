"""The bootstrap: resampled subjects, for any statistic, with five kinds of interval.

References: [efron1987] (BCa), [davison1997] (basic, normal, studentized)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.statistic import Quantity, ReplicateVariance, Weighted, prepared
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_one_of, is_whole
from rocstats.methods.acceleration import acceleration
from rocstats.methods.bootstrap_intervals import Limits, NormalLimits, QuantileLimits, bias_correction, snapped
from rocstats.methods.method import SIDES, bounded, degenerate, not_estimable
from rocstats.methods.replicates import Draws, Rng, by_block, collapsed, seed_of
from rocstats.printing import Note
from rocstats.results import Alternative, Card, Inference, Resampling

Kind = Literal["percentile", "basic", "normal", "bca", "studentized"]
_TITLES = {
    "percentile": "percentile bootstrap",
    "basic": "basic bootstrap",
    "normal": "normal bootstrap",
    "bca": "BCa bootstrap",
    "studentized": "studentized bootstrap",
}
_SENTENCES = {
    "percentile": "The interval lies between quantiles of the values in resampled subjects",
    "basic": "The interval is the estimate less quantiles of its errors in resampled subjects",
    "normal": "The interval is the estimate plus and minus a normal quantile of standard deviations among resamples",
    "bca": "The interval lies between quantiles of the values in resampled subjects, corrected for bias and "
    "acceleration",
    "studentized": "The interval is the estimate less quantiles of its studentized errors in resampled subjects",
}
_MOST_LOST = 0.05
_MOST_WORKERS = 256
_EPSILON = 2.0**-52
_NOTHING = "No standard error, interval or p-value is given."


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Inference from resampled subjects, each with all its tests.

    It serves every statistic. It misleads with few subjects or few distinct scores, where resamples cannot differ
    enough; no kind repairs that. Percentile limits of a biased statistic are biased too; BCa corrects for it and can be
    unstable in small groups; basic, normal and studentized limits can leave the range and are then clipped, with a
    note.

    Fewer than two cases or two controls, replicates that are all equal, more than 5 percent of replicates without a
    value, or an infinite bias correction leave the interval not estimable.

    In simulation the 95 percent interval for an area covered it, for the worst of four kinds of scores and with no
    interval being a miss, in 66.5 percent of studies of 10 + 50 at an AUC of 0.95 (percentile), in 74.4 percent of
    studies of 10 + 50 at an AUC of 0.95 (BCa) and in 92.3 percent of studies of 50 + 50 at an AUC of 0.95 (BCa): closed
    forms such as Newcombe's do better with few subjects.

    Parameters
    ----------
    kind : {"percentile", "basic", "normal", "bca", "studentized"}
        Kind of interval. Studentized needs a statistic whose replicates have a variance of their own, such as the AUC.
    n_resamples : int
        Number of replicates, at least 100.
    rng : int, numpy Generator or None
        Seed; from a Generator or None one integer seed is drawn, which stands in the result and reproduces it.
    stratified : bool, optional
        Draw cases and controls apart. Unset: apart where the statistic depends on the two score distributions only,
        together where it depends on the share of cases; there True is refused.
    workers : int
        Blocks of replicates that are worked on at the same time, by threads; the answer is the same for any number.

    Raises
    ------
    MethodError
        An option is out of range.

    References
    ----------
    [efron1987], [davison1997]

    Examples
    --------
    >>> Bootstrap(kind="bca", rng=7).card.name
    'Bootstrap, BCa'
    """

    kind: Kind = "percentile"
    n_resamples: int = 2000
    rng: Rng = None
    stratified: bool | None = None
    workers: int = 1

    def __post_init__(self) -> None:
        if not is_one_of(self.kind, get_args(Kind)):
            kinds = ", ".join(f'"{k}"' for k in get_args(Kind))
            raise MethodError(f"kind is {shown(self.kind)}; it must be one of {kinds}.")
        if not is_whole(self.n_resamples):
            raise TypeError(f"n_resamples is {type(self.n_resamples).__name__}; it must be a whole number.")
        if not 100 <= self.n_resamples <= 10_000_000:
            raise MethodError(f"n_resamples is {shown(self.n_resamples)}; it must lie between 100 and 10000000.")
        if (
            isinstance(self.workers, bool)
            or not isinstance(self.workers, int)
            or not 1 <= self.workers <= _MOST_WORKERS
        ):
            raise MethodError(f"workers is {shown(self.workers)}; it must be a whole number from 1 to {_MOST_WORKERS}.")
        if not isinstance(self.stratified, bool | None):
            raise TypeError("stratified is True, False or None.")
        if not isinstance(self.rng, np.random.Generator | None):
            seed_of(self.rng)

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        name = "BCa" if self.kind == "bca" else self.kind
        title = _TITLES[self.kind]
        reference = "efron1987" if self.kind == "bca" else "davison1997"
        return Card(
            f"bootstrap-{self.kind}",
            f"Bootstrap, {name}",
            _SENTENCES[self.kind],
            (reference,),
            title,
            f"{title[0].upper()}{title[1:]} for two {{relation}} {{plural}}",
        )

    def refuses(self, quantity: Quantity) -> str | None:
        """Say why the bootstrap, with these options, does not serve this quantity, or None."""
        statistic = quantity.statistic
        if self.stratified and statistic.prevalence:
            return (
                f"{statistic.name} depends on the share of cases, and stratified resamples hold it fixed; leave "
                "stratified out."
            )
        if self.kind == "studentized" and not isinstance(statistic, ReplicateVariance):
            return f'replicates of {statistic.name} have no variance of their own; use kind="bca" or "percentile".'
        return None

    def infer(self, quantity: Quantity, *, level: float, alternative: Alternative, null: float | None) -> Inference:
        """Return estimate, standard error, interval and test from the replicates."""
        drawn = self.draw(quantity, with_errors=self.kind == "studentized")
        return self.judge(quantity, drawn, level=level, alternative=alternative, null=null)

    def draw(self, quantity: Quantity, *, with_errors: bool) -> Replicates | None:
        """Draw the replicates, on request with the standard error of each; None where a group has one subject."""
        if any(min(sample.n_cases, sample.n_controls) < 2 for sample, _ in quantity.parts):
            return None
        seed = seed_of(self.rng)
        stratified = not quantity.statistic.prevalence if self.stratified is None else self.stratified
        return _draw(quantity, self.n_resamples, seed, stratified, with_errors, self.workers)

    def judge(
        self,
        quantity: Quantity,
        drawn: Replicates | None,
        *,
        level: float,
        alternative: Alternative,
        null: float | None,
    ) -> Inference:
        """Return estimate, standard error, interval and test from replicates that are drawn already."""
        values = quantity.values()
        estimate = quantity.total(values)
        if drawn is None:
            text = f"a resample of one case or one control is always the same. {_NOTHING}"
            return not_estimable(values, estimate, Note("one-subject", text))
        seed, stratified, lost = drawn.seed, drawn.stratified, self.n_resamples - len(drawn.values)
        resampling = Resampling(self.n_resamples, stratified, "subjects", lost)

        def silent(reason: Note, pvalue: float | None = None) -> Inference:
            found = not_estimable(values, estimate, reason, pvalue=pvalue)
            return replace(found, seed=seed, resampling=resampling)

        reason = self._unspread(quantity, estimate, drawn, lost)
        if reason is not None:
            return silent(reason, pvalue=1.0 if reason.code == "identical-tests" and null == 0 else None)
        ends = [end for end in quantity.bounds if np.isfinite(end)]
        tested = estimate if null is None or abs(null - estimate) <= drawn.slack else float(null)
        anchors = (tested, *ends, estimate)
        drawn = replace(drawn, values=snapped(drawn.values, anchors, drawn.slack))
        se = float(drawn.values.std(ddof=1))
        limits, notes = self._limits(quantity, estimate, se, drawn, anchors, stratified)
        if limits is None:
            return silent(notes[0])
        sides = SIDES[alternative]
        reach = limits.limits(level, sides)
        interval, clipped = bounded(quantity, reach, level, sides)
        if interval.high - interval.low <= drawn.slack:
            return silent(_without_width(reach, drawn.slack))
        notes = (*clipped, *notes)
        if limits.beyond(level, sides):
            text = "a limit is the outermost replicate, and more replicates could carry it farther out."
            notes = (*notes, Note("outermost-replicate", text))
        if estimate not in interval:
            text = "the interval does not contain its estimate; the replicates are biased. It is kept as it came."
            notes = (*notes, Note("estimate-outside", text))
        return Inference(
            values=values,
            estimate=estimate,
            standard_error=se,
            interval=interval,
            statistic=(estimate - null) / se if self.kind == "normal" and null is not None else None,
            pvalue=None if null is None else limits.pvalue(tested, alternative),
            seed=seed,
            resampling=resampling,
            notes=notes,
        )

    def _unspread(self, quantity: Quantity, estimate: float, drawn: Replicates, lost: int) -> Note | None:
        """Say why these replicates tell nothing of the spread, or None."""
        if len(drawn.values) and np.ptp(drawn.values) <= drawn.slack:
            start = f"all replicates are equal and tell nothing of the spread. {_NOTHING}"
            return degenerate(quantity, 0.0 if abs(estimate) <= drawn.slack else estimate, start)
        if lost > _MOST_LOST * self.n_resamples:
            text = f"{lost} of {self.n_resamples} replicates have no value, more than 5 percent. {_NOTHING}"
            return Note("lost-replicates", text)
        return None

    def _limits(
        self,
        quantity: Quantity,
        estimate: float,
        se: float,
        drawn: Replicates,
        anchors: tuple[float, ...],
        stratified: bool,
    ) -> tuple[Limits | None, tuple[Note, ...]]:
        """Return what gives the limits of this kind, with notes; without it the note says why there is none."""
        if self.kind == "normal":
            return NormalLimits(estimate, se), ()
        if self.kind == "percentile":
            return QuantileLimits(drawn.values), ()
        if self.kind == "basic":
            return QuantileLimits(snapped(2 * estimate - drawn.values, anchors, drawn.slack)), ()
        if self.kind == "studentized":
            return self._studentized(quantity, estimate, drawn, anchors)
        bias = bias_correction(drawn.values, estimate)
        if bias is None:
            text = f"all replicates lie on one side of the estimate, so BCa's bias correction is infinite. {_NOTHING}"
            return None, (Note("infinite-correction", text),)
        speed = acceleration(quantity, stratified=stratified)
        if speed is None:
            text = (
                f"leaving subjects out one by one leaves no value or no spread, so BCa has no acceleration. {_NOTHING}"
            )
            return None, (Note("no-acceleration", text),)
        return QuantileLimits(drawn.values, bias, speed), ()

    def _studentized(
        self, quantity: Quantity, estimate: float, drawn: Replicates, anchors: tuple[float, ...]
    ) -> tuple[Limits | None, tuple[Note, ...]]:
        """Scale the error of each replicate by its own standard error; leave out those that have none, and say so."""
        own = _own_error(quantity)
        if own <= drawn.slack:
            start = f"the estimate has no variance of its own. {_NOTHING}"
            return None, (degenerate(quantity, estimate, start),)
        assert drawn.errors is not None
        scaled = drawn.errors > drawn.slack
        bare = len(scaled) - int(scaled.sum())
        said = f"{bare} of {self.n_resamples} replicates have no variance of their own"
        if bare > _MOST_LOST * self.n_resamples:
            return None, (Note("lost-variances", f"{said}, more than 5 percent. {_NOTHING}"),)
        ends = estimate - own * (drawn.values[scaled] - estimate) / drawn.errors[scaled]
        notes = (Note("lost-variances", f"{said}; the limits were taken from the others."),) if bare else ()
        return QuantileLimits(snapped(ends, anchors, drawn.slack)), notes


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """Replicates that have a value, their own standard errors, and what rounding may add to a value."""

    values: Floats
    errors: Floats | None
    slack: float
    seed: int
    stratified: bool


def _draw(
    quantity: Quantity, n_resamples: int, seed: int, stratified: bool, with_errors: bool, workers: int
) -> Replicates:
    """Return the replicates that have a value and, on request, the standard error of each, NaN where it has none."""
    totals = np.zeros(n_resamples)
    variances = np.zeros(n_resamples) if with_errors else None
    size = 0.0
    for part, (sample, part_weights) in enumerate(quantity.parts):
        rows = collapsed(sample)
        draws = Draws(rows, n_resamples=n_resamples, seed=seed, part=part, stratified=stratified)
        task = _Part(prepared(quantity.statistic, rows), draws, part_weights, totals, variances)
        by_block(task.work, draws, workers)
        size += float(np.abs(part_weights) @ task.largest.max(axis=0))
    kept = np.isfinite(totals)
    return Replicates(
        values=totals[kept],
        errors=None if variances is None else np.sqrt(np.maximum(variances[kept], 0)),
        slack=4 * (1 + len(quantity.weights)) * _EPSILON * size,
        seed=seed,
        stratified=stratified,
    )


class _Part:
    """What the replicates of one sample add to the totals; each block has places of its own to write to."""

    def __init__(
        self,
        statistic: Weighted,
        draws: Draws,
        weights: tuple[float, ...],
        totals: Floats,
        variances: Floats | None,
    ) -> None:
        self.statistic, self.draws, self.weights = statistic, draws, weights
        self.totals, self.variances = totals, variances
        self.largest = np.zeros((len(draws.blocks), len(weights)))

    def work(self, block: int) -> Iterator[slice]:
        """Add the values of a block to the totals, batch by batch."""
        for batch, case_w, control_w in self.draws.of_block(block):
            found = self.statistic.weighted(case_w, control_w)
            # Added up in the order of the estimate, so that equal values have equal sums in any batch.
            for weight, column in zip(self.weights, found.T, strict=True):
                self.totals[batch] += weight * column
            sizes = np.abs(found).max(axis=0, initial=0.0, where=np.isfinite(found))
            self.largest[block] = np.maximum(self.largest[block], sizes)
            if self.variances is not None:
                self.variances[batch] += self.statistic.weighted_variance(case_w, control_w, self.weights)
                self.variances[batch][_alone(case_w) | _alone(control_w)] = np.nan
            yield batch


def _alone(row_weights: Integers) -> NDArray[np.bool_]:
    """Mark the replicates that hold fewer than two of a group, which have no variance."""
    few: NDArray[np.bool_] = row_weights.sum(axis=1) < 2
    return few


def _own_error(quantity: Quantity) -> float:
    """Return the standard error that a replicate of the subjects as they are has."""
    variance = 0.0
    for sample, part_weights in quantity.parts:
        assert isinstance(quantity.statistic, ReplicateVariance)
        p, q = sample.frequencies
        variance += float(quantity.statistic.weighted_variance(sample, p[None], q[None], part_weights)[0])
    return math.sqrt(variance)


def _without_width(reach: tuple[float, float], slack: float) -> Note:
    """Say why an interval has no width."""
    if reach[1] - reach[0] <= slack:
        text = "both limits of the interval fall on one value; the replicates are too alike."
    else:
        text = "both limits of the interval lie beyond one end of the range."
    return Note("zero-width", f"{text} {_NOTHING}")
