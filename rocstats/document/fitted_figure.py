"""Fitted ROC curves, drawn over the empirical points that they were fitted to.

A fitted curve is a smooth line in the look of its test. What the data say is thinner: a mark at each operating point
where these are few, as for ratings, and else the steps of the empirical curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rocstats.document.curve_checks import at_most, check_band, check_style
from rocstats.document.figure_style import BAND, COLOURS, INK, INNER_BAND, WIDTH, Floats, Sheet, style
from rocstats.document.plot_key import CHANCE, Dot, Entry, PlotKey, Shade, Stroke, stroke
from rocstats.document.roc_figure import Band, axis_titles, curve_kind, draw_band, roc_axes, thinned_curve
from rocstats.empirical.curve import Curve
from rocstats.errors import DataError
from rocstats.formatting import decimals_for, fixed, level_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LEFT, _TOP, _SIDE = 43.2, 8.0, 286.8
_MOST_MARKS = 20
_GROUNDS = (BAND, INNER_BAND)
_MARK, _MARK_SIZE, _THIN = "o", 5.0, 0.8


class Fitted(Curve, Protocol):
    """A fitted curve, and the empirical one of the same scores."""

    @property
    def empirical(self) -> Curve:
        """The curve that the data draw."""
        ...


def plot_fit(
    *fits: Fitted,
    band: Band | Sequence[Band] | None = None,
    labels: Sequence[str] | None = None,
    first_style: int = 0,
) -> Figure:
    """Draw fitted ROC curves over the empirical points, with the chance line and a key below.

    Each operating point of the data is a mark where there are at most 20 of them; more are drawn as the steps of the
    empirical curve. Curves that were fitted to the same scores share these.

    Parameters
    ----------
    *fits : FittedCurve or SmoothCurve
        At most six, in the order of the key.
    band : Band or two of them, optional
        Confidence bands, as from ``fitted_band(fit)``, drawn under everything; the narrower of two is the darker.
    labels : sequence of str, optional
        What the key says after the name of each fitted curve; its area unless given.
    first_style : int
        Line style of the first curve, from 0, so that a test looks the same from one figure to the next.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If there is no curve, or one was not fitted.
    DataError
        If there are more than six curves or two bands, or labels do not fit.

    Examples
    --------
    >>> from rocstats import Sample, fit_binormal
    >>> fit = fit_binormal(Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33]))
    >>> [text.get_text() for text in plot_fit(fit).axes[0].texts]
    ['rating, binormal', 'AUC 0.911', 'empirical', 'AUC 0.893', 'chance']
    """
    what = "fitted curves; make one with fit_curve(sample, family), or take plot_roc for empirical ones"
    check_style(first_style)
    said = at_most("plot_fit", fits, labels, ("fpf", "tpf", "name", "auc", "empirical"), what)
    shared = _by_data(fits)
    decimals = decimals_for([curve.auc for fit in fits for curve in (fit, fit.empirical)])
    if labels is None:
        said = [f"AUC {fixed(fit.auc, decimals)}" for fit in fits]
    names = [f"{fit.name}, {curve_kind(fit)}" for fit in fits]
    looks = [(place + first_style) % len(COLOURS) for place in range(len(fits))]
    entries = [Entry(stroke(look), name, text) for look, name, text in zip(looks, names, said, strict=True)]
    colours = [INK if len(shared) == 1 else COLOURS[looks[place]] for place in shared]
    for place, colour in zip(shared, colours, strict=True):
        curve = fits[place].empirical
        name = "empirical" if len(shared) == 1 else f"{curve.name}, empirical"
        entries.append(Entry(_data_look(curve, colour), name, f"AUC {fixed(curve.auc, decimals)}"))
    shades = _shaded(band)
    entries += [Entry(Shade(colour), _band_name(fits, one)) for one, colour in shades]
    key = PlotKey.of([*entries, Entry(CHANCE, "chance")], _LEFT, WIDTH - 4, most=2)
    foot = _TOP + _SIDE
    with style():
        sheet = Sheet(WIDTH, foot + 50 + key.height)
        axes = roc_axes(sheet, _LEFT, _TOP, _SIDE, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
        axis_titles(axes, "1 − specificity (false positive fraction)", "Sensitivity (true positive fraction)")
        for one, colour in shades:
            draw_band(axes, one, colour)
        for place, colour in zip(shared, colours, strict=True):
            _draw_data(axes, fits[place].empirical, colour)
        for order, (fit, look) in enumerate(zip(fits, looks, strict=True)):
            fpf, tpf = thinned_curve(fit.fpf, fit.tpf)
            axes.plot(fpf, tpf, clip_on=False, zorder=2.5 + order / 100, **stroke(look).look())
        key.draw(sheet, foot + 46)
    return sheet.figure


def _shaded(band: Band | Sequence[Band] | None) -> list[tuple[Band, str]]:
    """Give each band its ground, the wider of two first."""
    bands = [] if band is None else list(band) if isinstance(band, Sequence) else [band]
    if len(bands) > len(_GROUNDS):
        raise DataError(f"plot_fit draws at most two bands, and {len(bands)} came; draw the others in another figure.")
    at = np.linspace(0, 1, 101)
    for one in bands:
        check_band(one)
    bands.sort(key=lambda one: -float(np.interp(at, one.fpf, np.subtract(one.high, one.low)).mean()))
    return list(zip(bands, _GROUNDS, strict=False))


def _by_data(fits: Sequence[Fitted]) -> list[int]:
    """Give the place of the first curve of each test and data; others of the same data add no points of their own."""
    first: list[int] = []
    for place, fit in enumerate(fits):
        if not any(_same(fit.empirical, fits[known].empirical) for known in first):
            first.append(place)
    return first


def _same(one: Curve, other: Curve) -> bool:
    return one.name == other.name and np.array_equal(one.fpf, other.fpf) and np.array_equal(one.tpf, other.tpf)


def _points(curve: Curve) -> tuple[Floats, Floats]:
    """Give the operating points of a curve between its ends."""
    inner = (curve.fpf + curve.tpf > 0) & (curve.fpf + curve.tpf < 2)
    return curve.fpf[inner], curve.tpf[inner]


def _data_look(curve: Curve, colour: str) -> Stroke | Dot:
    """Give the look of the empirical curve: marks where its points are few, else a thin line."""
    few = len(_points(curve)[0]) <= _MOST_MARKS
    return Dot(_MARK, colour, filled=False) if few else Stroke(colour, _THIN)


def _draw_data(axes: Axes, curve: Curve, colour: str) -> None:
    """Draw the empirical curve in its look: steps under the fitted curves, marks over them."""
    look = _data_look(curve, colour)
    if isinstance(look, Stroke):
        fpf, tpf = thinned_curve(curve.fpf, curve.tpf)
        axes.plot(fpf, tpf, clip_on=False, zorder=2.2, **look.look())
        return
    axes.plot(
        *_points(curve),
        linestyle="none",
        marker=look.marker,
        markersize=_MARK_SIZE,
        markeredgecolor=colour,
        markerfacecolor="none",
        markeredgewidth=1.0,
        clip_on=False,
        zorder=3.0,
    )


def _band_name(fits: Sequence[Fitted], band: Band) -> str:
    """Say what the band promises, where it knows, and whose it is, where there is a choice."""
    simultaneous = getattr(band, "simultaneous", None)
    promise = "" if simultaneous is None else "simultaneous " if simultaneous else "pointwise "
    name, family = getattr(band, "name", ""), getattr(band, "family", None)
    whose = f" of {name}" if name and len(fits) > 1 else ""
    return f"{level_text(band.level)}% {promise}band{whose}{f', {family.name}' if whose and family else ''}"
