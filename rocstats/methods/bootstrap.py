"""The bootstrap: resampled subjects, for any statistic, with five kinds of interval.

References: [efron1987] (BCa), [davison1997] (basic, normal, studentized)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal, get_args

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.empirical.statistic import HasComponents, Quantity, ReplicateVariance
from rocstats.errors import MethodError
from rocstats.methods.acceleration import acceleration
from rocstats.methods.method import SIDES, bounded, degenerate, normal_pvalue, not_estimable, upper_quantile
from rocstats.methods.replicates import Rng, collapsed, seed_of, weights
from rocstats.printing import Note
from rocstats.results import Alternative, Card, Inference, Resampling, Sides

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
_NOTHING = "No standard error, interval or p-value is given."
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Inference from resampled subjects, each with all its tests.

    It serves every statistic. It misleads with few subjects or few distinct scores, where resamples cannot differ
    enough; no kind repairs that. Percentile limits of a biased statistic are biased too; BCa corrects for it and can be
    unstable in small groups; basic, normal and studentized limits can leave the range and are then clipped, with a
    note.

    Fewer than two cases or two controls, replicates that are all equal, more than 5 percent of replicates without a
    value, or an infinite bias correction leave the interval not estimable.

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

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            kinds = ", ".join(f'"{k}"' for k in get_args(Kind))
            raise MethodError(f"kind is {self.kind!r}; it must be one of {kinds}.")
        if isinstance(self.n_resamples, bool) or not isinstance(self.n_resamples, int | np.integer):
            raise TypeError(f"n_resamples is {type(self.n_resamples).__name__}; it must be a whole number.")
        if not 100 <= self.n_resamples <= 10_000_000:
            raise MethodError(f"n_resamples is {self.n_resamples}; it must lie between 100 and 10000000.")
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
        values = quantity.values()
        estimate = quantity.total(values)
        if any(min(sample.n_cases, sample.n_controls) < 2 for sample, _ in quantity.parts):
            text = f"a resample of one case or one control is always the same. {_NOTHING}"
            return not_estimable(values, estimate, Note("one-subject", text))
        seed = seed_of(self.rng)
        stratified = not quantity.statistic.prevalence if self.stratified is None else self.stratified
        replicates, errors = self._replicates(quantity, seed, stratified)
        kept = np.isfinite(replicates)
        if errors is not None:
            kept &= errors > 0
        lost = int((~kept).sum())
        drawn = Resampling(self.n_resamples, stratified, "subjects", lost)
        reason = self._reason(quantity, estimate, replicates[np.isfinite(replicates)], lost)
        if reason is not None:
            same = reason.code == "identical-tests" and null == 0
            found = not_estimable(values, estimate, reason, pvalue=1.0 if same else None)
            return _drawn(found, seed, drawn)
        replicates = replicates[kept]
        errors = None if errors is None else errors[kept]
        se = float(replicates.std(ddof=1))
        sides = SIDES[alternative]
        solver = _Solver(self.kind, estimate, se, replicates, errors)
        reason = _prepare(solver, quantity, stratified)
        if reason is not None:
            return _drawn(not_estimable(values, estimate, reason), seed, drawn)
        reach = solver.limits(level, sides)
        interval, notes = bounded(quantity, reach, level, sides)
        if interval.low == interval.high:
            text = "both limits of the interval fall on one value; the replicates are too alike. No interval is given."
            return _drawn(not_estimable(values, estimate, Note("zero-width", text)), seed, drawn)
        if estimate not in interval:
            text = "the interval does not contain its estimate; the replicates are biased. It is kept as it came."
            notes = (*notes, Note("estimate-outside", text))
        statistic = None
        pvalue = None
        if null is not None:
            statistic = (estimate - null) / se if self.kind == "normal" else None
            pvalue = solver.pvalue(null, alternative)
        return Inference(
            values=values,
            estimate=estimate,
            standard_error=se,
            interval=interval,
            statistic=statistic,
            pvalue=pvalue,
            seed=seed,
            resampling=drawn,
            notes=notes,
        )

    def _replicates(self, quantity: Quantity, seed: int, stratified: bool) -> tuple[Floats, Floats | None]:
        """Return the value of each replicate and, where the kind needs it, its own standard error."""
        statistic = quantity.statistic
        totals = np.zeros(self.n_resamples)
        variances = np.zeros(self.n_resamples) if self.kind == "studentized" else None
        for part, (sample, part_weights) in enumerate(quantity.parts):
            rows = collapsed(sample)
            done = 0
            for case_w, control_w in weights(
                rows, n_resamples=self.n_resamples, seed=seed, part=part, stratified=stratified
            ):
                batch = slice(done, done + len(case_w))
                totals[batch] += statistic.weighted(rows, case_w, control_w) @ np.array(part_weights)
                if variances is not None and isinstance(statistic, ReplicateVariance):
                    variances[batch] += statistic.weighted_variance(rows, case_w, control_w, part_weights)
                done += len(case_w)
        return totals, None if variances is None else np.sqrt(variances)

    def _reason(self, quantity: Quantity, estimate: float, replicates: Floats, lost: int) -> Note | None:
        """Say why these replicates tell nothing of the spread, or None."""
        if lost > _MOST_LOST * self.n_resamples and not (len(replicates) and (replicates == replicates[0]).all()):
            text = f"{lost} of {self.n_resamples} replicates have no value, more than 5 percent. {_NOTHING}"
            return Note("lost-replicates", text)
        if len(replicates) == 0 or (replicates == replicates[0]).all():
            start = f"all replicates are equal and tell nothing of the spread. {_NOTHING}"
            return degenerate(quantity, estimate, start)
        return None


@dataclass(slots=True)
class _Solver:
    """Replicates, and the limits and p-values that a kind of interval takes from them."""

    kind: Kind
    estimate: float
    se: float
    replicates: Floats
    errors: Floats | None
    own_error: float = 1.0
    bias: float = 0.0
    acceleration: float = 0.0

    def limits(self, level: float, sides: Sides) -> tuple[float, float]:
        """Return both limits at a level; a one-sided interval uses one of them."""
        tail = (1 - level) / 2 if sides == "two-sided" else 1 - level
        if self.kind == "normal":
            reach = upper_quantile(level, sides) * self.se
            return self.estimate - reach, self.estimate + reach
        if self.kind == "bca":
            low, high = (float(np.quantile(self.replicates, self._corrected(p))) for p in (tail, 1 - tail))
            return low, high
        low, high = (float(q) for q in np.quantile(self._pivots(), [tail, 1 - tail]))
        if self.kind == "percentile":
            return low, high
        scale = self.own_error if self.kind == "studentized" else 1.0
        return self.estimate - scale * high, self.estimate - scale * low

    def pvalue(self, null: float, alternative: Alternative) -> float:
        """Return the smallest level at which the interval of the same kind leaves the null value out."""
        if self.kind == "normal":
            return normal_pvalue((self.estimate - null) / self.se, alternative)
        pivots = self._pivots()
        if self.kind in ("percentile", "bca"):
            below, above = (pivots <= null).sum(), (pivots >= null).sum()
        else:
            scale = self.own_error if self.kind == "studentized" else 1.0
            pivot = (self.estimate - null) / scale
            below, above = (pivots >= pivot).sum(), (pivots <= pivot).sum()
        least = 1 / (1 + len(pivots))
        greater, less = float(1 + below) * least, float(1 + above) * least
        if self.kind == "bca":
            greater, less = self._uncorrected(greater), 1 - self._uncorrected(1 - less)
        one_sided = {"greater": greater, "less": less, "two-sided": 2 * min(greater, less)}[alternative]
        return min(max(one_sided, (2 if alternative == "two-sided" else 1) * least), 1.0)

    def _pivots(self) -> Floats:
        """Return what the quantiles are taken of."""
        if self.kind == "basic":
            return self.replicates - self.estimate
        if self.kind == "studentized" and self.errors is not None:
            return (self.replicates - self.estimate) / self.errors
        return self.replicates

    def _corrected(self, p: float) -> float:
        """Return the probability whose quantile is the BCa limit at probability p."""
        w = self.bias + _NORMAL.inv_cdf(p)
        slope = 1 - self.acceleration * w
        if slope <= 0:
            return 0.0 if w < 0 else 1.0
        return _NORMAL.cdf(self.bias + w / slope)

    def _uncorrected(self, share: float) -> float:
        """Return the probability p whose corrected one is this share of the replicates."""
        if not 0 < share < 1:
            return min(max(share, 0.0), 1.0)
        g = _NORMAL.inv_cdf(share) - self.bias
        slope = 1 + self.acceleration * g
        if slope <= 0:
            return 0.0 if g < 0 else 1.0
        return _NORMAL.cdf(g / slope - self.bias)


def _prepare(solver: _Solver, quantity: Quantity, stratified: bool) -> Note | None:
    """Give the solver what its kind needs of the data; say why there is none, or None."""
    if solver.kind == "bca":
        bias = _bias(solver.replicates, solver.estimate)
        if bias is None:
            text = f"all replicates lie on one side of the estimate, so BCa's bias correction is infinite. {_NOTHING}"
            return Note("infinite-correction", text)
        speed = acceleration(quantity, stratified=stratified)
        if speed is None:
            text = f"leaving one subject out leaves no value, so BCa has no acceleration. {_NOTHING}"
            return Note("no-acceleration", text)
        solver.bias, solver.acceleration = bias, speed
    if solver.kind == "studentized":
        variance = 0.0
        for sample, weights in quantity.parts:
            assert isinstance(quantity.statistic, HasComponents)
            variance += float(quantity.statistic.components(sample).variance(weights) or 0)
        if variance <= 0:
            return degenerate(quantity, solver.estimate, f"the estimate has no variance of its own. {_NOTHING}")
        solver.own_error = math.sqrt(variance)
    return None


def _drawn(found: Inference, seed: int, drawn: Resampling) -> Inference:
    return replace(found, seed=seed, resampling=drawn)


def _bias(replicates: Floats, estimate: float) -> float | None:
    """Return BCa's z0, replicates equal to the estimate counting half; None where it is infinite."""
    share = float(((replicates < estimate).sum() + 0.5 * (replicates == estimate).sum()) / len(replicates))
    return _NORMAL.inv_cdf(share) if 0 < share < 1 else None
