"""The Kolmogorov-Smirnov distance, drawn between the stairs of cases and of controls.

Against the threshold, the share of the cases that are called positive stands beside that of the controls; the
distance is the longest upright line between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rocstats.data.sample import Sample
from rocstats.document.figure_style import RUST, WIDTH, Sheet, style
from rocstats.document.plot_area import PlotArea
from rocstats.document.plot_key import CASES, CONTROLS, Entry, PlotKey, Stroke
from rocstats.document.rule_flags import draw_rules, rule_names, short_rules
from rocstats.document.ruler import Ruler
from rocstats.document.threshold_axis import levels_between, score_line, stairs
from rocstats.empirical.separation_curve import KSCurve, ks_curve
from rocstats.formatting import decimals_for, fixed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _HEIGHT, _HEAD = 43.2, WIDTH - 8, 150.0, 18.0
_DISTANCE = Stroke(RUST, 1.6)


class Separated(Protocol):
    """A Kolmogorov-Smirnov result, which holds its curve."""

    @property
    def curve(self) -> KSCurve:
        """The shares of cases and of controls at each score."""
        ...


def plot_ks(separation: Sample | KSCurve | Separated) -> Figure:
    """Draw the shares of cases and of controls that are called positive against the threshold, and the distance.

    Every threshold at which the largest TPF - FPF is reached is marked. Where controls lie farther above cases than
    cases above controls anywhere, that distance, the two-sided D, is drawn as well.

    Parameters
    ----------
    separation : Sample, KSCurve or KolmogorovSmirnov
        One test.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If something else came.
    DataError
        If the sample holds several tests.

    Examples
    --------
    >>> figure = plot_ks(Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3]))
    >>> [text.get_text() for text in figure.axes[0].texts][-4:]
    ['≥ 3', 'cases (TPF)', 'controls (FPF)', 'KS = 0.667']
    """
    curve = ks_curve(separation) if isinstance(separation, Sample) else getattr(separation, "curve", separation)
    if not isinstance(curve, KSCurve):
        raise TypeError(f"plot_ks takes a Sample or a result of ks(sample), not {type(separation).__name__}.")
    test = curve.test
    order = np.argsort(curve.thresholds, kind="stable")
    at = curve.thresholds[order]
    line = score_line(at, np.diff(curve.tp + curve.fp, prepend=0)[order], _LEFT, _RIGHT)
    gaps = _gaps(curve)
    marked = [place for gap in gaps for place in gap.places]
    flags = rule_names(short_rules(test, [float(curve.thresholds[i]) for i in marked]), _RIGHT - _LEFT)
    entries = [Entry(CASES, "cases (TPF)"), Entry(CONTROLS, "controls (FPF)"), *(gap.entry for gap in gaps)]
    key = PlotKey.of(entries, _LEFT, WIDTH - 4)
    with style():
        sheet = Sheet(WIDTH, _HEAD + _HEIGHT + 42 + key.height)
        area = PlotArea(sheet, line, Ruler(_HEAD + _HEIGHT, _HEAD))
        area.axes(test.name, "Share called positive")
        for values, look in ((curve.tpf, CASES), (curve.fpf, CONTROLS)):
            area.path(*stairs(line, at, levels_between(values[order], 0.0, low=test.low)), look)
        places = [line.place(float(curve.thresholds[i])) for i in marked]
        for i, x in zip(marked, places, strict=True):
            area.rise(x, _DISTANCE, float(curve.fpf[i]), float(curve.tpf[i]))
        draw_rules(area, places, flags)
        key.draw(sheet, area.below + 6)
    return sheet.figure


@dataclass(frozen=True, slots=True)
class _Gap:
    """A distance, and the places of the curve at which it is reached with somebody positive."""

    name: str
    value: float
    places: tuple[int, ...]

    @property
    def entry(self) -> Entry:
        """Its words in the key."""
        number = fixed(self.value, decimals_for([self.value]))
        if not self.places:
            return Entry(None, f"{self.name} = {number}: nowhere above 0")
        return Entry(_DISTANCE, f"{self.name} = {number}")


def _gaps(curve: KSCurve) -> list[_Gap]:
    """Give the largest TPF - FPF, and the largest |TPF - FPF| where that is larger."""
    one_sided, reached = curve.largest()
    two_sided, farthest = curve.largest(absolute=True)
    gaps = [_Gap("KS", float(one_sided), _positive(reached) if one_sided else ())]
    return gaps if two_sided == one_sided else [*gaps, _Gap("D", float(two_sided), _positive(farthest))]


def _positive(places: Sequence[int | None]) -> tuple[int, ...]:
    """Leave out the place at which nobody is positive."""
    return tuple(place for place in places if place is not None)
