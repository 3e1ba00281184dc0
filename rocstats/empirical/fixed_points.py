"""Sensitivity where specificity reaches a target as a statistic, with its mirror image.

Specificity at a stated sensitivity is the sensitivity of the mirrored test: controls and cases change places and
scores their sign. Along either curve a point has a cost (false positives; false negatives in the mirror) that the
target limits, and a gain (true positives; true negatives) that is wanted.

References: [platt2000], [pepe2003]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.steps import Steps
from rocstats.empirical.written import as_written
from rocstats.errors import MethodError
from rocstats.formatting import plain, shown
from rocstats.given import need_flag


class _AtTarget:
    """What both statistics share: the target is reached on counts, and the point that does so best is found.

    ``limited`` names what has to reach the target, which is the field of that name; ``mirrored`` says that the curve is
    read from its other end.
    """

    __slots__ = ()

    name: ClassVar[str]
    several: ClassVar[str]
    limited: ClassVar[str]
    mirrored: ClassVar[bool]
    interpolated: bool

    bounds = (0.0, 1.0)
    prevalence = False

    def __post_init__(self) -> None:
        _check(self._stated, self.interpolated, self.limited)

    @property
    def title(self) -> str:
        """Name that heads a result."""
        return f"{self.name.capitalize()} at {self._target}"

    @property
    def plural(self) -> str:
        """Name of several such values."""
        return f"{self.several} at {self._target}"

    @property
    def goal(self) -> Fraction:
        """The target as the decimal that was written."""
        return as_written(self._stated, self.limited)

    @property
    def on_curve(self) -> bool:
        """Whether the drawn curve is read between its points."""
        return self.interpolated

    @property
    def _stated(self) -> float:
        stated: float = getattr(self, self.limited)
        return stated

    @property
    def _target(self) -> str:
        shown = f"{self.limited} {plain(float(self._stated))}"
        return f"{shown}, interpolated on the curve" if self.interpolated else shown

    def exact(self, sample: Sample) -> tuple[Fraction, ...]:
        """Return the value of each test as an exact ratio."""
        p, q = sample.frequencies
        values = []
        for test in range(len(sample.tests)):
            tp, fp = Steps(sample, test).counts(p[None], q[None])
            cost, gain = _along(tp, fp, self.mirrored)
            values.append(_exact(cost[0], gain[0], self.goal, self.on_curve))
        return tuple(values)

    def __call__(self, sample: Sample) -> Floats:
        """Return the value of each test, correctly rounded from an exact ratio."""
        return np.array([float(value) for value in self.exact(sample)])

    def prepared(self, sample: Sample) -> PreparedPoint:
        """Sort a sample once, for many sets of row weights."""
        return PreparedPoint(sample, self.goal, mirrored=self.mirrored, on_curve=self.on_curve)

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights, the threshold found again for each.

        NaN where a group is empty.
        """
        return self.prepared(sample).weighted(case_w, control_w)


@dataclass(frozen=True, slots=True)
class SensitivityAt(_AtTarget):
    """The sensitivity of each test where its specificity reaches a target.

    Of the observed thresholds that reach the target, decided on counts, the one with the highest sensitivity counts;
    of several with that sensitivity the most specific. The point where nobody is positive has specificity 1 and reaches
    every target, so a value always exists: it is 0 where no threshold that reaches the target finds a case, and then
    there is no threshold. ``interpolated=True`` reads the drawn curve at exactly the target instead: straight between
    its points, the upper end of a vertical step. Without ties between cases and controls both are the same; on a
    sloping part no single threshold has that sensitivity, only a test that picks one of two thresholds by chance.

    The attainable value jumps as subjects come and go, and rests on the few controls beyond the threshold: at
    specificity 0.9 of 50 controls on five of them. With a handful of ratings the attained specificity can lie far
    above the target.

    Parameters
    ----------
    specificity : float
        The least specificity, above 0 and at most 1; 0.9 is nine tenths.
    interpolated : bool
        Read the drawn curve between its points.

    Raises
    ------
    MethodError
        The target is out of range.

    References
    ----------
    [platt2000], [pepe2003]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
    >>> SensitivityAt(specificity=0.7)(sample), SensitivityAt(specificity=0.7, interpolated=True)(sample)
    (array([0.75]), array([0.8]))
    """

    specificity: float = 0.9
    interpolated: bool = False

    name = "sensitivity"
    several = "sensitivities"
    limited = "specificity"
    mirrored = False


@dataclass(frozen=True, slots=True)
class SpecificityAt(_AtTarget):
    """The specificity of each test where its sensitivity reaches a target.

    Of the observed thresholds that reach the target, decided on counts, the one with the highest specificity counts;
    of several with that specificity the most sensitive. The lowest observed score calls everybody positive and reaches
    every target, so a value always exists; it may be 0. ``interpolated=True`` reads the drawn curve at exactly the
    target instead: straight between its points, the end of a horizontal step with the higher specificity. On a sloping
    part no single threshold has that specificity.

    The attainable value jumps as subjects come and go, and rests on the few cases short of the threshold: at
    sensitivity 0.9 of 50 cases on five of them.

    Parameters
    ----------
    sensitivity : float
        The least sensitivity, above 0 and at most 1; 0.9 is nine tenths.
    interpolated : bool
        Read the drawn curve between its points.

    Raises
    ------
    MethodError
        The target is out of range.

    References
    ----------
    [platt2000], [pepe2003]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
    >>> SpecificityAt(sensitivity=0.7)(sample), SpecificityAt(sensitivity=0.7, interpolated=True)(sample)
    (array([0.75]), array([0.8]))
    """

    sensitivity: float = 0.9
    interpolated: bool = False

    name = "specificity"
    several = "specificities"
    limited = "sensitivity"
    mirrored = True


class PreparedPoint:
    """The point that reaches a target, of each test of one sample whose rows are sorted once, under any row weights."""

    def __init__(self, sample: Sample, goal: Fraction, *, mirrored: bool, on_curve: bool) -> None:
        self.steps = [Steps(sample, test) for test in range(len(sample.tests))]
        self._goal, self._mirrored, self._on_curve = goal, mirrored, on_curve

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights; NaN where a group is empty."""
        values = np.empty((len(case_w), len(self.steps)))
        for test, steps in enumerate(self.steps):
            cost, gain = _along(*steps.counts(case_w, control_w), self._mirrored)
            values[:, test] = self._values(cost, gain, *_last_within(cost, self._goal))
        return values

    def with_places(self, case_w: Integers, control_w: Integers) -> tuple[Floats, Integers]:
        """Return what ``weighted`` and ``places`` do for the first test, counted once."""
        tp, fp = self.steps[0].counts(case_w, control_w)
        cost, gain = _along(tp, fp, self._mirrored)
        last, over = _last_within(cost, self._goal)
        return self._values(cost, gain, last, over)[:, None], self._places(tp, fp, gain, last)

    def _values(self, cost: Integers, gain: Integers, last: Integers, over: Floats) -> Floats:
        """Return the gain at the last vertex that the target allows, or between it and the next, as a share."""
        row = np.arange(len(cost))
        reached = gain[row, last].astype(np.float64)
        if self._on_curve:
            after = np.minimum(last + 1, cost.shape[1] - 1)
            width = cost[row, after] - cost[row, last]
            share = np.divide(over - cost[row, last], width, out=np.zeros(len(cost)), where=width > 0)
            reached += share * (gain[row, after] - gain[row, last])
        empty = (cost[:, -1] == 0) | (gain[:, -1] == 0)
        values: Floats = np.divide(reached, gain[:, -1], out=np.full(len(cost), np.nan), where=~empty)
        return values

    def places(self, case_w: Integers, control_w: Integers, test: int = 0) -> Integers:
        """Return the place of the best attainable point among the vertices; 0 is where nobody is positive.

        Vertex k has the k-th highest score of ``steps[test].scores`` as its threshold.
        """
        tp, fp = self.steps[test].counts(case_w, control_w)
        cost, gain = _along(tp, fp, self._mirrored)
        return self._places(tp, fp, gain, _last_within(cost, self._goal)[0])

    def _places(self, tp: Integers, fp: Integers, gain: Integers, last: Integers) -> Integers:
        """Return the place of the first vertex whose gain is that of the last one that the target allows."""
        row = np.arange(len(gain))
        best = gain[row, last]
        if not self._mirrored:
            found: Integers = np.argmax(gain == best[:, None], axis=1)
            return found
        # Read from the other end, the first point with this gain has the most true positives. Scores that nobody has
        # under these weights repeat a vertex; the highest of them is where its true positives are reached.
        lowest = gain.shape[1] - 1 - np.argmax(gain == best[:, None], axis=1)
        reached: Integers = np.argmax((tp == tp[row, lowest, None]) & (fp == fp[row, lowest, None]), axis=1)
        return reached


def _check(target: object, interpolated: object, which: str) -> None:
    stated = as_written(target, which)
    if not 0 < stated <= 1:
        hint = " Write 0.9 for 90 percent." if 1 < stated <= 100 else ""
        raise MethodError(f"{which} is {shown(target)}; a target lies above 0 and is at most 1.{hint}")
    need_flag(interpolated, "interpolated")


def _along(tp: Integers, fp: Integers, mirrored: bool) -> tuple[Integers, Integers]:
    """Return cost and gain of the vertices, both rising: (fp, tp), or (fn, tn) read from the other end."""
    if not mirrored:
        return fp, tp
    return tp[:, -1:] - tp[:, ::-1], fp[:, -1:] - fp[:, ::-1]


def _last_within(cost: Integers, goal: Fraction) -> tuple[Integers, Floats]:
    """Return the last vertex whose cost the target allows, and what it allows, under each set of vertices."""
    sizes, which = np.unique(cost[:, -1], return_inverse=True)
    allowed = [(1 - goal) * int(size) for size in sizes]
    whole = np.array([a.numerator // a.denominator for a in allowed], np.int64)[which]
    exact = np.array([float(a) for a in allowed])[which]
    last: Integers = np.count_nonzero(cost <= whole[:, None], axis=1) - 1
    return last, exact


def _exact(cost: Integers, gain: Integers, goal: Fraction, on_curve: bool) -> Fraction:
    """Return the gain where the target allows the cost, as an exact share."""
    allowed = (1 - goal) * int(cost[-1])
    last = int(np.searchsorted(cost, allowed.numerator // allowed.denominator, side="right")) - 1
    reached = Fraction(int(gain[last]))
    if on_curve and last + 1 < len(cost):
        slope = Fraction(int(gain[last + 1] - gain[last]), int(cost[last + 1] - cost[last]))
        reached += slope * (allowed - int(cost[last]))
    return reached / int(gain[-1])
