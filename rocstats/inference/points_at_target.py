"""Sensitivity where specificity reaches a target, with the threshold that does it; the reverse likewise.

References: [platt2000], [pepe2003]
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
from rocstats.empirical.points import counts_at
from rocstats.empirical.ranks import Integers
from rocstats.empirical.score_table import one_test
from rocstats.empirical.steps import Steps
from rocstats.formatting import NOT_ESTIMABLE, decimals_for, fixed, level_text, plain
from rocstats.inference.drawn_once import DrawnOnce
from rocstats.inference.estimates import estimate
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.method import Method
from rocstats.printing import Column, Grid, Note, Summary
from rocstats.results import Alternative, Estimate, Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class PointAtTarget(Estimate):
    """Sensitivity or specificity where the other reaches a target, with its interval and the threshold that does it.

    ``threshold`` is on the scale of the data; it is None where nobody is positive, and where the curve was read between
    its points. ``tp``, ``fp``, ``fn``, ``tn`` and ``attained``, what became of the target, are None only in the latter
    case. ``threshold_interval`` is two-sided, from the threshold found again in each resample; its limits are observed
    thresholds, an infinite one stands for nobody positive, and it is None where there is none or it has no width.
    """

    point: SensitivityAt | SpecificityAt
    threshold: float | None
    rule: str | None
    attained: float | None
    tp: int | None
    fp: int | None
    fn: int | None
    tn: int | None
    threshold_interval: Interval | None
    n_none_positive: int

    @property
    def target(self) -> float:
        """The target, as it was stated."""
        return float(self.point.goal)

    @property
    def target_name(self) -> str:
        """What has to reach the target."""
        return self.point.limited

    def summary(self) -> Summary:
        """Print the estimate in R's frame, then the point that reaches the target."""
        plainly = Estimate.summary(self)
        target = f"target: {self.target_name} of at least {plain(self.target)}, at an observed threshold"
        if self.point.interpolated:
            target = f"target: {self.target_name} {plain(self.target)}, read between the points of the drawn curve"
        return Summary(
            plainly.title,
            (*plainly.data, target),
            (*plainly.body, *([] if self.point.interpolated else self._point())),
            plainly.notes,
            plainly.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the estimate as one row, the point and its threshold with it."""
        (row,) = Estimate.rows(self)
        limits = self.threshold_interval
        return [
            {
                **row,
                "target": self.target_name,
                "target_value": self.target,
                "interpolated": self.point.interpolated,
                "attained": self.attained,
                "threshold": self.threshold,
                "threshold_low": None if limits is None else limits.low,
                "threshold_high": None if limits is None else limits.high,
                "rule": self.rule,
                **{cell: getattr(self, cell) for cell in ("tp", "fp", "fn", "tn")},
                "n_none_positive": self.n_none_positive,
            }
        ]

    def _point(self) -> list[str | Grid]:
        """Write the counts at the threshold, and the interval of the threshold."""
        assert self.rule is not None
        assert self.attained is not None
        heads = (*("tp", "fp", "fn", "tn"), f"{self.target_name} attained")
        counts = [str(count) for count in (self.tp, self.fp, self.fn, self.tn)]
        cells = (self.rule, *counts, fixed(self.attained, decimals_for([self.attained])))
        lines: list[str | Grid] = [Grid((Column("rule", "left"), *(Column(h) for h in heads)), (cells,))]
        if self.inference.resampling is None:
            return lines
        shown = NOT_ESTIMABLE
        if self.threshold_interval is not None:
            shown = "  ".join(self._limit(x) for x in (self.threshold_interval.low, self.threshold_interval.high))
        head = f"threshold found again in each resample, {level_text(self.level)} percent interval:"
        return [*lines, head, f" {shown}"]

    def _limit(self, threshold: float) -> str:
        return "none positive" if math.isinf(threshold) and self.n_none_positive else plain(threshold)


def sensitivity_at(
    sample: Sample,
    specificity: float = 0.9,
    method: Method | None = None,
    *,
    interpolated: bool = False,
    level: float = 0.95,
    null_value: float | None = None,
    alternative: Alternative = "two-sided",
) -> PointAtTarget:
    """Estimate the sensitivity of one test at the threshold where its specificity reaches a target.

    Of the observed thresholds whose specificity is at least the target, decided on counts, the one with the highest
    sensitivity counts. The bootstrap finds it again in each resample, so the interval allows for a threshold that was
    estimated; the interval of a 2x2 table at that threshold does not and is too short. The threshold has an interval
    of its own from the same resamples.

    It misleads with few controls: at specificity 0.9 of 30 controls three of them decide. With a handful of ratings
    the attained specificity, which is printed, may lie far above the target. The point where nobody is positive has
    specificity 1: where nothing else reaches the target with a positive case, the sensitivity is 0 and there is no
    threshold.

    Parameters
    ----------
    sample : Sample
        One test.
    specificity : float
        The least specificity, above 0 and at most 1; 0.9 is nine tenths.
    method : Method, optional
        ``Bootstrap(kind="bca")`` unless stated; any kind but studentized.
    interpolated : bool
        Read the drawn curve at exactly the target instead, straight between its points; no threshold goes with it.
    level : float
        Confidence level of both intervals.
    null_value : float, optional
        Sensitivity to test against; without it no hypothesis is tested.
    alternative : {"two-sided", "less", "greater"}
        A one-sided alternative gives the matching one-sided interval; that of the threshold stays two-sided.

    Returns
    -------
    PointAtTarget

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        The target is out of range, the method does not serve a sensitivity, or an option is out of range.

    References
    ----------
    [platt2000], [pepe2003]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[6, 5, 5, 4, 3, 2], controls=[4, 3, 2, 2, 1, 1])
    >>> found = sensitivity_at(sample, 0.8, Bootstrap(rng=1))
    >>> found.estimate, found.rule, found.attained
    (0.6666666666666666, '>= 4', 0.8333333333333334)
    """
    one_test(sample, "sensitivity_at")
    statistic = SensitivityAt(specificity, interpolated)
    return _at_target(sample, statistic, method, level=level, null_value=null_value, alternative=alternative)


def specificity_at(
    sample: Sample,
    sensitivity: float = 0.9,
    method: Method | None = None,
    *,
    interpolated: bool = False,
    level: float = 0.95,
    null_value: float | None = None,
    alternative: Alternative = "two-sided",
) -> PointAtTarget:
    """Estimate the specificity of one test at the threshold where its sensitivity reaches a target.

    The mirror image of ``sensitivity_at``: of the observed thresholds whose sensitivity is at least the target, the one
    with the highest specificity counts, and the bootstrap finds it again in each resample. It misleads with few cases,
    and with a handful of ratings the attained sensitivity may lie far above the target. The lowest observed score calls
    everybody positive, so a threshold always exists; the specificity may be 0.

    Parameters
    ----------
    sample : Sample
        One test.
    sensitivity : float
        The least sensitivity, above 0 and at most 1; 0.9 is nine tenths.
    method : Method, optional
        ``Bootstrap(kind="bca")`` unless stated; any kind but studentized.
    interpolated : bool
        Read the drawn curve at exactly the target instead, straight between its points; no threshold goes with it.
    level : float
        Confidence level of both intervals.
    null_value : float, optional
        Specificity to test against; without it no hypothesis is tested.
    alternative : {"two-sided", "less", "greater"}
        A one-sided alternative gives the matching one-sided interval; that of the threshold stays two-sided.

    Returns
    -------
    PointAtTarget

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        The target is out of range, the method does not serve a specificity, or an option is out of range.

    References
    ----------
    [platt2000], [pepe2003]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[6, 5, 5, 4, 3, 2], controls=[4, 3, 2, 2, 1, 1])
    >>> found = specificity_at(sample, 0.8, Bootstrap(rng=1))
    >>> found.estimate, found.rule, found.attained
    (0.6666666666666666, '>= 3', 0.8333333333333334)
    """
    one_test(sample, "specificity_at")
    statistic = SpecificityAt(sensitivity, interpolated)
    return _at_target(sample, statistic, method, level=level, null_value=null_value, alternative=alternative)


def _at_target(
    sample: Sample,
    statistic: SensitivityAt | SpecificityAt,
    method: Method | None,
    *,
    level: float,
    null_value: float | None,
    alternative: Alternative,
) -> PointAtTarget:
    """Estimate the value, then find its threshold, in the data and in the same resamples."""
    method = Bootstrap(kind="bca") if method is None else method
    drawn = DrawnOnce(method) if isinstance(method, Bootstrap) and not statistic.interpolated else None
    found = estimate(
        sample,
        statistic,
        drawn or method,
        level=level,
        null_value=null_value,
        alternative=alternative,
    )
    kept: dict[str, Any] = {field.name: getattr(found, field.name) for field in fields(found)}
    kept["references"] = (*found.references, "platt2000")
    if statistic.interpolated:
        absent = ("threshold", "rule", "attained", "tp", "fp", "fn", "tn", "threshold_interval")
        nothing: dict[str, Any] = dict.fromkeys(absent)
        if found.interval is None and found.notes:
            way_out = "An observed threshold has the interval of a 2x2 table: leave interpolated out."
            first, *others = found.notes
            kept["notes"] = (replace(first, text=f"{first.text} {way_out}"), *others)
        return PointAtTarget(**kept, **nothing, point=statistic, n_none_positive=0)
    threshold = _threshold(statistic, sample)
    tp, fp = (0, 0) if threshold is None else _positives(sample, threshold)
    fn, tn = sample.n_cases - tp, sample.n_controls - fp
    places = np.array([]) if drawn is None else drawn.places
    interval, n_none, notes = _threshold_interval(statistic, sample, places, level)
    kept["notes"] = (*_with_fixed(found, sample, threshold, (tp, fp), level), *notes)
    return PointAtTarget(
        **kept,
        point=statistic,
        threshold=threshold,
        rule="none positive" if threshold is None else sample.tests[0].rule(threshold),
        attained=tn / sample.n_controls if isinstance(statistic, SensitivityAt) else tp / sample.n_cases,
        tp=tp,
        fp=fp,
        fn=fn,
        tn=tn,
        threshold_interval=interval,
        n_none_positive=n_none,
    )


def _with_fixed(
    found: Estimate, sample: Sample, threshold: float | None, positives: tuple[int, int], level: float
) -> tuple[Note, ...]:
    """Name, where there is no interval, the one that a threshold stated beforehand would have."""
    statistic = found.parameter
    if found.interval is not None or not found.notes or threshold is None:
        return found.notes
    of_cases = statistic == "sensitivity"
    successes = positives[0] if of_cases else sample.n_controls - positives[1]
    total = sample.n_cases if of_cases else sample.n_controls
    interval = ClopperPearson().interval(successes, total, level=level)
    if interval is None:
        return found.notes
    decimals = decimals_for([successes / total], [(interval.low, interval.high)])
    first, *others = found.notes
    text = (
        f"{first.text} Were the threshold {plain(threshold)} stated beforehand, Clopper and Pearson's "
        f"{level_text(level)} percent interval of the {statistic} would be {fixed(interval.low, decimals)} to "
        f"{fixed(interval.high, decimals)}; it leaves out that the threshold was chosen on these data, and is too "
        f"short: accuracy(counts_at(sample, {plain(threshold)}), ClopperPearson())."
    )
    return (replace(first, text=text), *others)


def _threshold(statistic: SensitivityAt | SpecificityAt, sample: Sample) -> float | None:
    """Return the threshold on the scale of the data; None where nobody is positive."""
    prepared = statistic.prepared(sample)
    p, q = sample.frequencies
    place = int(prepared.places(p[None], q[None])[0])
    return sample.tests[0].turned(float(prepared.steps[0].scores[place - 1])) if place else None


def _positives(sample: Sample, threshold: float) -> tuple[int, int]:
    """Count the cases and controls called positive."""
    counts = counts_at(sample, threshold)
    return counts.tp, counts.fp


def _threshold_interval(
    statistic: SensitivityAt | SpecificityAt, sample: Sample, places: Integers, level: float
) -> tuple[Interval | None, int, list[Note]]:
    """Return the interval of the threshold, found again in each resample, and how often nobody is positive."""
    if len(places) == 0:
        return None, 0, []
    n_none = int((places == 0).sum())
    # The limits are observed thresholds, the next ones outside the quantiles; place 0 lies above every score.
    tail = (1 - level) / 2
    first = int(np.quantile(places, tail, method="lower"))
    last = int(np.quantile(places, 1 - tail, method="higher"))
    scores = Steps(sample).scores
    high, low = (math.inf if place == 0 else float(scores[place - 1]) for place in (first, last))
    test = sample.tests[0]
    ends = sorted((test.turned(low), test.turned(high)))
    notes = []
    if n_none:
        side = "below" if test.low else "above"
        notes.append(
            Note(
                "none-positive",
                f"in {n_none} of {len(places)} resamples the best point that reaches the target is the one where "
                f"nobody is positive; it counts as a threshold {side} every score.",
            )
        )
    if low == high:
        # A highest score of +inf and nobody positive are as far apart as no number tells.
        found_again = "nobody positive" if last == 0 else f"the same threshold, {test.rule(ends[0])}"
        text = (
            f"at least {level_text(level)} percent of the resamples have {found_again}; its interval would have no "
            "width."
        )
        return None, n_none, [*notes, Note("threshold-fixed", text)]
    return Interval(ends[0], ends[1], level), n_none, notes
