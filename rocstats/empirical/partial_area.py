"""The partial area under the empirical ROC curve as a statistic: the area over a band of one of its two axes.

The curve is straight between its vertices, so an edge of the band may lie inside a horizontal or a tied (sloping)
segment. A band of the TPF is a band of the FPF on the curve read from its other end, where controls and cases change
places and scores their sign; one route serves both.

References: [mcclish1989]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, get_args

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.partial_components import PartialComponents, partial_components
from rocstats.empirical.ranks import Floats, Integers, exact_sum
from rocstats.empirical.statistic import Components
from rocstats.empirical.steps import Steps
from rocstats.empirical.written import edges_as_written
from rocstats.errors import MethodError
from rocstats.formatting import plain, shown
from rocstats.given import is_one_of

Axis = Literal["FPF", "TPF"]
AreaScale = Literal["raw", "normalised", "mcclish"]
_LIMIT = 2.0**62
_NAMES = {"raw": "partial area", "normalised": "normalised area", "mcclish": "McClish index"}
_TITLES = {
    "raw": "Partial area under the ROC curve",
    "normalised": "Normalised partial area under the ROC curve",
    "mcclish": "McClish index of the partial area under the ROC curve",
}
_PLURALS = {"raw": "partial areas", "normalised": "normalised partial areas", "mcclish": "McClish indices"}


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of one axis of the ROC curve, between two exact edges.

    Examples
    --------
    >>> str(Band("FPF", Fraction(0), Fraction(1, 10)))
    'FPF 0 to 0.1 (specificity 0.9 to 1)'
    """

    axis: Axis
    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        word, ends = "sensitivity", (self.low, self.high)
        if self.axis == "FPF":
            word, ends = "specificity", (1 - self.high, 1 - self.low)
        shown, said = (" to ".join(plain(float(end)) for end in pair) for pair in ((self.low, self.high), ends))
        return f"{self.axis} {shown} ({word} {said})"

    @property
    def width(self) -> Fraction:
        """Area of a perfect test over the band."""
        return self.high - self.low

    @property
    def chance(self) -> Fraction:
        """Area of a test of no use, whose curve is the diagonal."""
        start, stop = self.edges
        return (stop * stop - start * start) / 2

    @property
    def edges(self) -> tuple[Fraction, Fraction]:
        """The edges along the curve as it is read: from its other end for a band of the TPF."""
        return (self.low, self.high) if self.axis == "FPF" else (1 - self.high, 1 - self.low)

    @property
    def whole(self) -> bool:
        """Whether the band is the whole axis, so that the partial area is the AUC."""
        return self.width == 1

    def along(self, tp: Integers, fp: Integers) -> tuple[Integers, Integers]:
        """Return the counts of the vertices as the curve is read, the axis of the band first.

        For a band of the FPF they are false and true positives; for one of the TPF false and true negatives, from
        the vertex at which everybody is positive.
        """
        if self.axis == "FPF":
            return fp, tp
        return tp[..., -1:] - tp[..., ::-1], fp[..., -1:] - fp[..., ::-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialAUC:
    """The partial area under the ROC curve of each test over a band of FPF or TPF.

    Over FPF from a to b it is the integral of TPF over FPF, over TPF from a to b the integral of 1 - FPF over TPF;
    over 0 to 1 both are the AUC. The raw area lies between 0 and the width w = b - a of the band; the normalised one is
    divided by w, a mean TPF (or specificity) within the band. McClish's index is (1 + (A - c) / (w - c)) / 2 with c the
    area of the diagonal: one half for a test of no use and 1 for a perfect one, below one half and even below 0 for a
    curve under the diagonal.

    The edges are the decimals as written: 0.1 is one tenth. It misleads where the band was chosen on the data, and
    where it holds few subjects: over FPF 0 to 0.1 of 50 controls it rests on the five highest of them.

    Parameters
    ----------
    fpf, tpf : pair of numbers, optional
        Edges of the band, the lower first; one of the two is given. A fraction.Fraction is taken as it is.
    scale : {"raw", "normalised", "mcclish"}
        Scale of the value.

    Raises
    ------
    MethodError
        Not exactly one band was given, the edges are not 0 <= a < b <= 1 or less than 1e-12 apart, or there is no
        such scale.

    References
    ----------
    [mcclish1989], [he2008]

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> sample = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
    >>> [PartialAUC(fpf=(0, 0.5), scale=s)(sample).tolist() for s in ("raw", "normalised", "mcclish")]
    [[0.375], [0.75], [0.8333333333333334]]
    """

    fpf: tuple[float, float] | None = None
    tpf: tuple[float, float] | None = None
    scale: AreaScale = "raw"

    prevalence = False

    def __post_init__(self) -> None:
        if (self.fpf is None) == (self.tpf is None):
            came = "none" if self.fpf is None else "both"
            raise MethodError(
                f"a partial area needs one band, fpf=(low, high) or tpf=(low, high); {came} came. Specificity 0.9 to 1 "
                "is fpf=(0, 0.1)."
            )
        if not is_one_of(self.scale, get_args(AreaScale)):
            raise MethodError(f'scale is {shown(self.scale)}; it must be "raw", "normalised" or "mcclish".')
        which = "fpf" if self.tpf is None else "tpf"
        band = getattr(self, which)
        edges_as_written(band, which)
        object.__setattr__(self, which, tuple(band))

    @property
    def name(self) -> str:
        """Short name, as in tables."""
        return _NAMES[self.scale]

    @property
    def title(self) -> str:
        """Name that heads a result."""
        return _TITLES[self.scale]

    @property
    def plural(self) -> str:
        """Name of several such values."""
        return _PLURALS[self.scale]

    @property
    def band(self) -> Band:
        """The band with its exact edges."""
        axis: Axis = "FPF" if self.tpf is None else "TPF"
        return Band(axis, *edges_as_written(self.fpf if self.tpf is None else self.tpf, axis))

    @property
    def line(self) -> tuple[Fraction, Fraction]:
        """Start and slope of the straight line from the raw area to a value on this scale."""
        width, chance = self.band.width, self.band.chance
        if self.scale == "raw":
            return Fraction(0), Fraction(1)
        if self.scale == "normalised":
            return Fraction(0), 1 / width
        slope = 1 / (2 * (width - chance))
        return Fraction(1, 2) - chance * slope, slope

    @property
    def bounds(self) -> tuple[float, float]:
        """Range of the parameter."""
        return float(self.scaled(Fraction(0))), float(self.scaled(self.band.width))

    @property
    def chance(self) -> float:
        """Value of a test of no use."""
        return float(self.scaled(self.band.chance))

    def on(self, scale: AreaScale) -> PartialAUC:
        """Return the same area on another scale."""
        return replace(self, scale=scale)

    def scaled(self, area: Fraction) -> Fraction:
        """Take a raw area to this scale."""
        start, slope = self.line
        return start + slope * area

    def exact(self, sample: Sample) -> tuple[Fraction, ...]:
        """Return the value of each test as an exact ratio."""
        p, q = sample.frequencies
        vertices = (Steps(sample, test).counts(p[None], q[None]) for test in range(len(sample.tests)))
        return tuple(self.scaled(band_area(self.band, tp[0], fp[0])) for tp, fp in vertices)

    def __call__(self, sample: Sample) -> Floats:
        """Return the value of each test, correctly rounded from an exact ratio."""
        return np.array([float(value) for value in self.exact(sample)])

    def components(self, sample: Sample) -> Components:
        """Return the components of each subject; over the whole axis they are those of the AUC."""
        if self.band.whole:
            return AUC().components(sample)
        parts: PartialComponents = partial_components(
            sample, edges=self.band.edges, along=self.band.along, reverse=self.band.axis == "TPF"
        )
        return parts.times(float(self.line[1]))

    def prepared(self, sample: Sample) -> PreparedPartialArea:
        """Sort a sample once, for many sets of row weights."""
        return PreparedPartialArea(self, sample)

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights; NaN where a group is empty."""
        return self.prepared(sample).weighted(case_w, control_w)


class PreparedPartialArea:
    """The partial area of each test of one sample, whose rows are sorted once, under any row weights."""

    def __init__(self, statistic: PartialAUC, sample: Sample) -> None:
        self._band = statistic.band
        self._start, self._slope = (float(part) for part in statistic.line)
        self._steps = [Steps(sample, test) for test in range(len(sample.tests))]

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights; NaN where a group is empty."""
        areas = np.empty((len(case_w), len(self._steps)))
        for test, steps in enumerate(self._steps):
            areas[:, test] = _areas(*self._band.along(*steps.counts(case_w, control_w)), self._band.edges)
        return self._start + self._slope * areas


def band_area(band: Band, tp: Integers, fp: Integers) -> Fraction:
    """Return the raw area over a band under joined vertices, from counts of positive cases and controls."""
    x, y = band.along(tp, fp)
    low, high = (edge * int(x[-1]) for edge in band.edges)
    return (_area_up_to(high, x, y) - _area_up_to(low, x, y)) / (int(x[-1]) * int(y[-1]))


def _area_up_to(edge: Fraction, x: Integers, y: Integers) -> Fraction:
    """Return the area under joined vertices from 0 to an edge, in whole pairs."""
    last = int(np.searchsorted(x, edge.numerator // edge.denominator, side="right")) - 1
    whole = exact_sum(np.diff(x[: last + 1]), y[1 : last + 1] + y[:last]) if last else 0
    rest = edge - int(x[last])
    if rest == 0:
        return Fraction(whole, 2)
    slope = Fraction(int(y[last + 1] - y[last]), int(x[last + 1] - x[last]))
    return Fraction(whole, 2) + rest * (int(y[last]) + slope * rest / 2)


def _areas(x: Integers, y: Integers, edges: tuple[Fraction, Fraction]) -> Floats:
    """Return the area between two edges under each set of vertices; whole pairs are counted in whole numbers."""
    pairs = 2.0 * x[:, -1] * y[:, -1]
    kind = np.int64 if pairs.max(initial=0) < _LIMIT else np.float64
    steps = np.diff(x).astype(kind, copy=False) * (y[:, 1:] + y[:, :-1])
    doubled = np.zeros(x.shape, kind)
    np.cumsum(steps, axis=1, out=doubled[:, 1:])
    (low, low_rest), (high, high_rest) = (_up_to(edge, x, y, doubled) for edge in edges)
    with np.errstate(invalid="ignore"):
        areas: Floats = ((high - low) + (high_rest - low_rest)) / pairs
    return areas


def _up_to(edge: Fraction, x: Integers, y: Integers, doubled: Any) -> tuple[Any, Floats]:
    """Return twice the area up to the last vertex before an edge, and twice the rest up to the edge."""
    sizes, which = np.unique(x[:, -1], return_inverse=True)
    reach = [divmod(edge.numerator * int(size), edge.denominator) for size in sizes]
    floor = np.array([whole for whole, _ in reach], np.int64)[which]
    part = np.array([float(Fraction(rest, edge.denominator)) for _, rest in reach])[which]
    row = np.arange(len(x))
    last = np.count_nonzero(x <= floor[:, None], axis=1) - 1
    after = np.minimum(last + 1, x.shape[1] - 1)
    width, rise = x[row, after] - x[row, last], y[row, after] - y[row, last]
    rest = (floor - x[row, last]) + part
    share = np.divide(rest, width, out=np.zeros(len(x)), where=width > 0)
    return doubled[row, last], rest * (2 * y[row, last] + rise * share)
