"""ROC curves, drawn.

A curve is drawn exactly as its vertices join: a step up for cases, a step right for controls, a slope where both have
the same score. Nothing is computed here but places on the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rocstats.data.scores import as_float, kept_as_float
from rocstats.document.curve_checks import check_band, check_style
from rocstats.document.figure_style import (
    BAND,
    COLOURS,
    COUNT,
    DOTTED,
    INK,
    LABEL,
    NAME,
    PAPER,
    RULE,
    SMALL_WIDTH,
    TEXT,
    WIDTH,
    Floats,
    Sheet,
    face,
    picture_names,
    shortened,
    style,
    text_width,
)
from rocstats.document.roc_key import Key, Line, Mark, curve_look, point_look
from rocstats.errors import DataError
from rocstats.formatting import counted, decimals_for, fixed, level_text, shown
from rocstats.given import holds_several, is_whole, need_flag, need_items, need_text, need_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocstats.empirical.curve import Curve

_MOST = len(COLOURS)
_GRID = 2000
_OUTWARD = 4.0
_ACROSS = 3


class Band(Protocol):
    """A confidence band of a curve; the key says whose it is if it has a ``name``."""

    @property
    def fpf(self) -> Floats:
        """False positive fractions, ascending."""
        ...

    @property
    def low(self) -> Floats:
        """Lower ends at each of them."""
        ...

    @property
    def high(self) -> Floats:
        """Upper ends at each of them."""
        ...

    @property
    def level(self) -> float:
        """Confidence level."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatingPoint:
    """A point to mark on a curve, with its intervals.

    Parameters
    ----------
    curve : int
        Place of its curve among those drawn, from 0.
    fpf, tpf : float
        Where it is.
    fpf_interval, tpf_interval : pair of float, optional
        Limits of the arms of its cross; None draws no arm.
    label : str
        Its rule, as in "wfns ≥ 4".

    Raises
    ------
    DataError
        If it lies outside the square of the curve.

    Examples
    --------
    >>> OperatingPoint(curve=0, fpf=0.167, tpf=0.634, tpf_interval=(0.481, 0.764), label="wfns ≥ 4").label
    'wfns ≥ 4'
    """

    curve: int
    fpf: float
    tpf: float
    fpf_interval: tuple[float, float] | None = None
    tpf_interval: tuple[float, float] | None = None
    label: str = ""

    def __post_init__(self) -> None:
        need_text(self.label, "label")
        if not is_whole(self.curve):
            raise TypeError(f"curve is the place of a curve, counted from 0, not {shown(self.curve)}.")
        fpf, tpf = kept_as_float(self, "fpf", "fpf"), kept_as_float(self, "tpf", "tpf")
        if not (0 <= fpf <= 1 and 0 <= tpf <= 1):
            raise DataError(
                f"a point of an ROC curve has an FPF and a TPF from 0 to 1; this one is at {fpf:g}, {tpf:g}."
            )
        for name in ("fpf_interval", "tpf_interval"):
            _check_arms(getattr(self, name), name)


def _check_arms(limits: object, name: str) -> None:
    """Refuse what are no limits of the arms of a cross."""
    if limits is None:
        return
    if not isinstance(limits, tuple | list) or len(limits) != 2:
        raise TypeError(f"{name} is a pair of limits, or None, not {shown(limits)}.")
    low, high = (as_float(limit, name) for limit in limits)
    if not 0 <= low <= high <= 1:
        raise DataError(f"{name} is {shown(limits)}; its limits ascend and lie between 0 and 1.")


def plot_roc(
    *curves: Curve,
    points: Sequence[OperatingPoint] = (),
    band: Band | None = None,
    labels: Sequence[str] | None = None,
    panel: bool = False,
    first_style: int = 0,
) -> Figure:
    """Draw ROC curves over the chance line, with a key below the axes.

    More than six curves become small multiples, as ``plot_roc_panels`` draws them. A curve of very many vertices
    is drawn through those that can be told apart in print.

    Parameters
    ----------
    *curves : Curve
        Empirical or fitted, in the order of the key.
    points : sequence of OperatingPoint
        Points to mark, each with a cross of its intervals.
    band : Band, optional
        One confidence band, drawn under everything.
    labels : sequence of str, optional
        What the key says after each name, as in "AUC 0.824 (0.749 to 0.899)"; the area unless given.
    panel : bool
        Draw one curve small, with its name above, to stand beside others.
    first_style : int
        Line style of the first curve, from 0, so that a test looks the same from one figure to the next.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If there is no curve, or a panel is asked for with several.
    DataError
        If labels or points do not fit the curves.

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> from rocstats.empirical.curve import roc_curve
    >>> figure = plot_roc(roc_curve(Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3])))
    >>> figure.axes[1].get_xlabel()
    '1 − specificity (false positive fraction)'
    """
    texts = _checked(curves, points, labels)
    check_style(first_style)
    need_flag(panel, "panel")
    if panel:
        if len(curves) != 1:
            raise TypeError(f"a panel holds one curve, not {len(curves)}; plot_roc_panels draws several.")
        return _panel(curves[0], points, band, texts[0], first_style)
    if len(curves) > _MOST:
        if band is not None:
            raise DataError(
                f"{len(curves)} curves are drawn as small multiples, and a band does not say to which it belongs; "
                "give plot_roc_panels one band per curve."
            )
        return plot_roc_panels(*curves, points=points, labels=labels)
    side, left, top = 286.8, 43.2, 8.0
    looks = [(place + first_style) % _MOST for place in range(len(curves))]
    key = Key.of(
        [Line(look, name, text) for look, name, text in zip(looks, _names(curves), texts, strict=True)],
        [Mark(looks[point.curve], point.label or curves[point.curve].name) for point in points],
        None if band is None else _band_name(curves, band),
        left,
    )
    below = top + side
    with style():
        sheet = Sheet(WIDTH, below + 44 + key.height)
        axes = roc_axes(sheet, left, top, side, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
        axis_titles(axes, "1 − specificity (false positive fraction)", "Sensitivity (true positive fraction)")
        _draw(axes, curves, points, band, first_style)
        key.draw(sheet, below + 52)
    return sheet.figure


def plot_roc_panels(
    *curves: Curve,
    points: Sequence[OperatingPoint] = (),
    bands: Sequence[Band | None] | None = None,
    labels: Sequence[str] | None = None,
) -> Figure:
    """Draw each ROC curve in small axes of its own, three in a row.

    Parameters
    ----------
    *curves : Curve
        Empirical or fitted, in reading order.
    points : sequence of OperatingPoint
        Points to mark, each on the axes of its curve.
    bands : sequence of Band or None, optional
        A band for each curve.
    labels : sequence of str, optional
        A line under each name; the area unless given.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    TypeError
        If there is no curve.
    DataError
        If labels, points or bands do not fit the curves.

    Examples
    --------
    >>> from rocstats import Sample, roc_curve
    >>> curve = roc_curve(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    >>> len(plot_roc_panels(curve, curve).axes) >= 2
    True
    """
    texts = _checked(curves, points, labels)
    if bands is not None:
        need_items(bands, object, "bands are bands or None, one for each curve, in a list")
        if len(bands) != len(curves):
            given, needed = counted(len(bands), "band"), counted(len(curves), "curve")
            raise DataError(f"there are {given} for {needed}; give one each.")
    margin, gap, side = 36.0, 31.0, 80.0
    head = 28.0 if any(texts) else 16.0
    pitch = head + side + 26
    rows = -(-len(curves) // _ACROSS)
    names = picture_names(_names(curves), side + gap - 8, NAME, bold=True)
    with style():
        sheet = Sheet(WIDTH, rows * pitch + 8)
        for place, curve in enumerate(curves):
            left = margin + place % _ACROSS * (side + gap)
            top = head + place // _ACROSS * pitch
            axes = roc_axes(sheet, left, top, side, [0.0, 0.5, 1.0])
            sheet.write(left - 21, top - head + 8, names[place], size=NAME, bold=True)
            sheet.write(left - 21, top - 9, shortened(texts[place], side + gap - 5, COUNT), size=COUNT)
            mine = [point for point in points if point.curve == place]
            _draw(axes, [curve], mine, None if bands is None else bands[place], 0)
        across = min(len(curves), _ACROSS)
        middle = margin + (across * (side + gap) - gap) / 2
        sheet.write(middle, sheet.height - 7, "1 − specificity", size=LABEL, align="center")
        for row in range(rows):
            sheet.write(6, head + row * pitch + side / 2, "Sensitivity", size=LABEL, upward=True)
    return sheet.figure


def _checked(curves: Sequence[Curve], points: Sequence[OperatingPoint], labels: Sequence[str] | None) -> Sequence[str]:
    """Refuse what does not fit together; give one label per curve."""
    if not curves:
        raise TypeError("an ROC figure needs at least one curve; make one with roc_curve(sample).")
    for curve in curves:
        if not all(hasattr(curve, part) for part in ("fpf", "tpf", "name", "auc")):
            raise TypeError(f"{type(curve).__name__} is no curve; make one with roc_curve(sample).")
    if labels is not None:
        need_texts(labels, "labels")
    if labels is not None and len(labels) != len(curves):
        raise DataError(
            f"there are {counted(len(labels), 'label')} for {counted(len(curves), 'curve')}; give one each."
        )
    if not holds_several(points):
        raise TypeError(f"points are marked as OperatingPoint(curve=, fpf=, tpf=), in a list, not as {shown(points)}.")
    for point in points:
        if not isinstance(point, OperatingPoint):
            raise TypeError(f"points are marked as OperatingPoint(curve=, fpf=, tpf=), not as {type(point).__name__}.")
        if not 0 <= point.curve < len(curves):
            given = "1 curve was" if len(curves) == 1 else f"{len(curves)} curves were"
            raise DataError(f"a point is on curve {point.curve}, but {given} given, and the first is curve 0.")
    return labels if labels is not None else _area_labels(curves)


def _names(curves: Sequence[Curve]) -> list[str]:
    """Name curves by their tests; where a fitted one has the name of another, say what each is."""
    fitted = {curve.name for curve in curves if hasattr(curve, "empirical")}
    often = {name for name, times in Counter(curve.name for curve in curves).items() if times > 1} & fitted
    return [f"{curve.name}, {curve_kind(curve)}" if curve.name in often else curve.name for curve in curves]


def curve_kind(curve: Curve) -> str:
    """Say what a curve is: empirical, of a family, or smooth."""
    if not hasattr(curve, "empirical"):
        return "empirical"
    family = getattr(curve, "family", None)
    return "smooth" if family is None else str(family.card.name)


def _area_labels(curves: Sequence[Curve]) -> list[str]:
    """Write the area of each curve, to the same number of decimals."""
    areas = [curve.auc for curve in curves]
    decimals = decimals_for(areas)
    return [f"AUC {fixed(area, decimals)}" for area in areas]


def _panel(curve: Curve, points: Sequence[OperatingPoint], band: Band | None, label: str, first_style: int) -> Figure:
    left, top, side = 38.0, 20.0, 132.0
    label = shortened(label, side)
    room = side - (text_width(label) + 8 if label else 0)
    with style():
        sheet = Sheet(SMALL_WIDTH, top + side + 36)
        sheet.write(left, 8, shortened(curve.name, max(room, 40), NAME, bold=True), size=NAME, bold=True)
        sheet.write(left + side, 8, label, align="right")
        axes = roc_axes(sheet, left, top, side, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
        axis_titles(axes, "1 − specificity", "Sensitivity")
        _draw(axes, [curve], points, band, first_style)
    return sheet.figure


def roc_axes(sheet: Sheet, left: float, top: float, side: float, ticks: list[float]) -> Axes:
    """Make square axes with the chance line."""
    axes = sheet.axes(left, top, side, side)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    names = [f"{tick:.1f}" for tick in ticks]
    for position in ("left", "bottom"):
        axes.spines[position].set_position(("outward", _OUTWARD))
    axes.set_xticks(ticks, names, fontproperties=face(TEXT))
    axes.set_yticks(ticks, names, fontproperties=face(TEXT))
    axes.plot([0, 1], [0, 1], color=RULE, linewidth=0.8, linestyle=DOTTED, zorder=1.5)
    return axes


def axis_titles(axes: Axes, across: str, up: str) -> None:
    """Name both axes."""
    axes.set_xlabel(across, fontproperties=face(LABEL), color=INK, labelpad=3)
    axes.set_ylabel(up, fontproperties=face(LABEL), color=INK, labelpad=3)


def _draw(
    axes: Axes, curves: Sequence[Curve], points: Sequence[OperatingPoint], band: Band | None, first_style: int
) -> None:
    """Put band, curves and marks on axes; a curve on the edge is not cut by it."""
    if band is not None:
        draw_band(axes, band)
    for place, curve in enumerate(curves):
        look = (place + first_style) % _MOST
        fpf, tpf = thinned_curve(curve.fpf, curve.tpf)
        axes.plot(fpf, tpf, clip_on=False, zorder=2 + place / 100, **curve_look(look))
    for point in points:
        look = ((point.curve if len(curves) > 1 else 0) + first_style) % _MOST
        _cross(axes, point, look)


def draw_band(axes: Axes, band: Band, colour: str = BAND) -> None:
    """Fill between the edges of a band, under everything."""
    check_band(band)
    at, low, high = thinned_curve(band.fpf, band.low, band.high)
    axes.fill_between(at, low, high, color=colour, linewidth=0, zorder=1)


def _cross(axes: Axes, point: OperatingPoint, look: int) -> None:
    arms = []
    if point.fpf_interval is not None:
        arms.append((point.fpf_interval, (point.tpf, point.tpf)))
    if point.tpf_interval is not None:
        arms.append(((point.fpf, point.fpf), point.tpf_interval))
    for width, colour, order in ((2.4, PAPER, 4.0), (1.1, COLOURS[look], 4.1)):
        for x, y in arms:
            axes.plot(x, y, color=colour, linewidth=width, solid_capstyle="butt", clip_on=False, zorder=order)
    axes.plot([point.fpf], [point.tpf], clip_on=False, zorder=4.2, **point_look(look))


def thinned_curve(at: Floats, *others: Floats) -> tuple[Floats, ...]:
    """Leave out vertices that print could not tell from their neighbours, where there are very many."""
    if len(at) <= 2 * _GRID:
        return (at, *others)
    cells = np.stack([np.floor(values * _GRID) for values in (at, *others)])
    moved = np.flatnonzero((np.diff(cells, axis=1) != 0).any(axis=0))
    kept = np.unique(np.concatenate([[0], moved, moved + 1, [len(at) - 1]]))
    return tuple(values[kept] for values in (at, *others))


def _band_name(curves: Sequence[Curve], band: Band) -> str:
    """Say whose band it is, where there is a choice and the band knows."""
    check_band(band)
    name = getattr(band, "name", "")
    return f"{level_text(band.level)}% band{f' of {name}' if name and len(curves) > 1 else ''}"
