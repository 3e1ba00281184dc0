"""Structural components of a partial area: what each subject adds to it.

They are the derivatives of the area with respect to the share of subjects at each score. The edges of the band are
shares of one group, so its subjects also move the thresholds that stand at the edges; components that hold these fixed
can double the variance.

Read the curve along the band, as the height T over the share U, which is false positives for a band of the FPF. A
subject of the group along the band lies spread evenly over the segment of its score, a subject of the other group
likewise. With C(U) = min(max(U, a), b) and E the mean over that segment, the components over a band [a, b] are
b - E C(U) for the other group and E T(C(U)) - T(b) for the group along the band. Without ties the segment of a case is
one point and that of a control horizontal, and over [0, u] these are max(u - U_i, 0) and minus the share of cases
between the control and the edge, as in [he2008]. Where an edge falls on a vertical part of the curve, the two
sides of it have different derivatives; the height there is taken in the middle, which is closer to the true spread than
the lower side of the published formula where few controls lie in the band. That is not what makes the standard error
too large in narrow bands away from the end of the axis: there the component of a subject before the band is minus the
rise of the curve over it, whose square is too large by the variance of the estimated rise.

References: [he2008]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.steps import Steps

Edges = tuple[Fraction, Fraction]
Along = Callable[[Integers, Integers], tuple[Integers, Integers]]


@dataclass(frozen=True, slots=True, eq=False)
class PartialComponents:
    """The components of one or more tests on the same subjects.

    Parameters
    ----------
    v10, v01 : arrays (rows of cases, tests) and (rows of controls, tests)
        What each case and each control adds.
    p, q : arrays of int64
        How many cases and controls each row stands for.
    """

    v10: Floats
    v01: Floats
    p: Integers
    q: Integers

    def times(self, factor: float) -> PartialComponents:
        """Return the components of the area times a factor."""
        return replace(self, v10=factor * self.v10, v01=factor * self.v01)

    def variance(self, weights: Sequence[float]) -> float | None:
        """Return the variance of a weighted sum of the areas; None with one case or one control.

        Subjects with the same component are counted together, so that row counts and expanded rows give the same
        bits, and identical tests with weights (1, -1) give exactly 0.
        """
        parts = [_variance_of_mean(_combined(v, weights), f) for v, f in ((self.v10, self.p), (self.v01, self.q))]
        return None if parts[0] is None or parts[1] is None else parts[0] + parts[1]


def partial_components(sample: Sample, *, edges: Edges, along: Along, reverse: bool) -> PartialComponents:
    """Return the components of a partial area; takes O((m + n) log n) time.

    ``along`` turns the counts (tp, fp) of the vertices into those of the curve as it is read, and ``reverse`` says that
    this is from its other end, with the cases along the band.

    References
    ----------
    [he2008]
    """
    p, q = sample.frequencies
    v10, v01 = np.empty(sample.cases.shape), np.empty(sample.controls.shape)
    for test in range(len(sample.tests)):
        steps = Steps(sample, test)
        tp, fp = steps.counts(p[None], q[None])
        across, on = _of_segments(*along(tp[0], fp[0]), edges)
        of_cases, of_controls = (on[::-1], across[::-1]) if reverse else (across, on)
        v10[:, test] = of_cases[np.searchsorted(-steps.scores, -sample.cases[:, test])]
        v01[:, test] = of_controls[np.searchsorted(-steps.scores, -sample.controls[:, test])]
    return PartialComponents(v10, v01, p, q)


def _of_segments(x: Integers, y: Integers, edges: Edges) -> tuple[Floats, Floats]:
    """Return the component of a subject of each segment, across the band and along it."""
    n, m = int(x[-1]), int(y[-1])
    a, b = (float(edge) for edge in edges)
    at_a, at_b = (float(_height(edge * n, x, y) / m) for edge in edges)
    u0, u1, t0, t1 = x[:-1] / n, x[1:] / n, y[:-1] / m, y[1:] / m
    span = u1 - u0
    share = np.divide(1, span, out=np.zeros(len(span)), where=span > 0)
    start, stop = np.maximum(u0, a), np.minimum(u1, b)
    t_start, t_stop = t0 + (t1 - t0) * share * (start - u0), t0 + (t1 - t0) * share * (stop - u0)
    lower, upper = np.maximum(a - u0, 0), np.maximum(u1 - b, 0)
    inside = stop - start
    # Where an edge cuts a segment; differences from the far edge first, so that what does not vary is exactly 0.
    cut_across = ((b - a) * lower + (b - (start + stop) / 2) * inside) * share
    cut_along = ((t_start - at_b) * lower + ((t_start + t_stop) / 2 - at_b) * inside + (t_stop - at_b) * upper) * share
    places = [u1 <= a, u0 >= b, (u0 >= a) & (u1 <= b)]
    across = np.select(places, [np.full_like(u0, b - a), np.zeros_like(u0), b - (u0 + u1) / 2], cut_across)
    on = np.select(places, [np.full_like(u0, at_a - at_b), np.zeros_like(u0), (t0 + t1) / 2 - at_b], cut_along)
    return across, on


def _height(edge: Fraction, x: Integers, y: Integers) -> Fraction:
    """Return the height of the joined vertices at an edge, in the middle of a vertical part."""
    floor = edge.numerator // edge.denominator
    last = int(np.searchsorted(x, floor, side="right")) - 1
    if edge == int(x[last]):
        first = int(np.searchsorted(x, floor, side="left"))
        return Fraction(int(y[first]) + int(y[last]), 2)
    slope = Fraction(int(y[last + 1] - y[last]), int(x[last + 1] - x[last]))
    return int(y[last]) + slope * (edge - int(x[last]))


def _combined(columns: Floats, weights: Sequence[float]) -> Floats:
    """Return the weighted sum of the columns, the same for rows that are the same."""
    total = np.zeros(len(columns))
    for weight, column in zip(weights, columns.T, strict=True):
        total += weight * column
    return total


def _variance_of_mean(values: Floats, frequencies: Integers) -> float | None:
    """Return the variance of a mean; None of one subject."""
    size = int(frequencies.sum())
    if size < 2:
        return None
    distinct, place = np.unique(values, return_inverse=True)
    counts = np.zeros(len(distinct), np.int64)
    np.add.at(counts, place, frequencies)
    deviations = distinct - distinct[0]
    deviations -= counts @ deviations / size
    return float(counts @ deviations**2 / (size * (size - 1)))
