"""Decision curves, drawn: net benefit of tests beside that of treating all and of treating none.

What lies far below no benefit is cut off: there the choice is clear, and the differences that matter would be flat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rocstats.document.curve_checks import at_most
from rocstats.document.figure_style import INK, MUTED, WIDTH, Floats, Sheet, style
from rocstats.document.plot_area import PlotArea
from rocstats.document.plot_key import Dot, Entry, PlotKey, Stroke, stroke
from rocstats.document.ruler import Ruler
from rocstats.formatting import decimals_for, fixed, plain, significant, typographic

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _TOP, _HEIGHT = 49.2, 336.0, 8.0, 190.0
_ALL, _NONE = Stroke(MUTED, 0.9, (1.2, 2.0)), Stroke(INK, 0.7)
_BELOW, _ABOVE = 0.15, 1.05
_NEARLY_ONE = 0.9


class Decision(Protocol):
    """What a decision curve is drawn from."""

    @property
    def name(self) -> str:
        """Name of the test."""
        ...

    @property
    def thresholds(self) -> Floats:
        """Threshold probabilities, ascending."""
        ...

    @property
    def net_benefit(self) -> Floats:
        """Net benefit of the test at each of them."""
        ...

    @property
    def treat_all(self) -> Floats:
        """Net benefit of treating all at each of them."""
        ...

    @property
    def prevalence(self) -> float:
        """The share of cases at which they hold."""
        ...


def plot_decision_curve(*curves: Decision, labels: Sequence[str] | None = None) -> Figure:
    """Draw the net benefit of tests against the threshold probability, with treating all and treating none.

    Curves at different prevalences have each their line for treating all. A curve at one threshold is a mark. Where a
    test has less net benefit than the axis holds, the key says where it was cut off.

    Parameters
    ----------
    *curves : DecisionCurve
        One for each test, at most six, in the order of the key.
    labels : sequence of str, optional
        What the key says after each name; nothing unless given.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If there is no curve, or something else came.
    DataError
        If there are more than six, or labels do not fit.

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> from rocstats.empirical.net_benefit_curve import decision_curve
    >>> figure = plot_decision_curve(decision_curve(Sample.from_groups(cases=[0.9, 0.4], controls=[0.5, 0.1])))
    >>> [text.get_text() for text in figure.axes[0].texts][-3:]
    ['score', 'treat all', 'treat none']
    """
    parts = ("name", "thresholds", "net_benefit", "treat_all", "prevalence")
    said = at_most(
        "plot_decision_curve", curves, labels, parts, "decision curves; make one with decision_curve(sample)"
    )
    entries = [Entry(stroke(i), curve.name, said[i]) for i, curve in enumerate(curves)]
    everyone: dict[float, Decision] = {}
    for curve in curves:
        everyone.setdefault(curve.prevalence, curve)
    for share, curve in everyone.items():
        at = f" at prevalence {_share(share)}" if len(everyone) > 1 else ""
        look = _all(curves, curve, len(everyone))
        single = len(curve.thresholds) == 1
        entries.append(Entry(Dot("o", look.colour, filled=False) if single else look, f"treat all{at}"))
    entries.append(Entry(_NONE, "treat none"))
    foot = _TOP + _HEIGHT
    up = _up(curves, foot)
    if min(float(curve.net_benefit.min()) for curve in curves) < up.low:
        entries.append(Entry(None, f"cut off below {typographic(significant(up.low, 2))}"))
    key = PlotKey.of(entries, _LEFT, WIDTH - 4)
    with style():
        sheet = Sheet(WIDTH, foot + 42 + key.height)
        area = PlotArea(sheet, _across(curves), up)
        area.axes("Threshold probability", "Net benefit")
        area.path(np.array([_LEFT, _RIGHT]), np.zeros(2), _NONE, order=1.5)
        for curve in everyone.values():
            _line(area, curve.thresholds, curve.treat_all, _all(curves, curve, len(everyone)), order=1.6, filled=False)
        for i, curve in enumerate(curves):
            _line(area, curve.thresholds, curve.net_benefit, stroke(i), order=2 + i / 100, filled=True)
        key.draw(sheet, area.below + 6)
    return sheet.figure


def _all(curves: Sequence[Decision], curve: Decision, several: int) -> Stroke:
    """Give the look of treating all: in the colour of its curve where each prevalence has a line of its own."""
    return _ALL if several == 1 else Stroke(stroke(list(curves).index(curve)).colour, _ALL.width, _ALL.dashes)


def _line(area: PlotArea, at: Floats, benefit: Floats, look: Stroke, *, order: float, filled: bool) -> None:
    """Draw a line, or a mark where there is one threshold and its benefit is not far below zero."""
    if len(at) > 1:
        area.curve(at, benefit, look, order=order)
    elif benefit[0] >= area.up.low:
        area.marks(area.across.places(at), benefit, "o", look.colour, filled=filled)


def _share(share: float) -> str:
    return plain(share) if len(plain(share)) <= 6 else fixed(share, decimals_for([share]))


def _across(curves: Sequence[Decision]) -> Ruler:
    """Choose the axis of thresholds, from 0 or to 1 where they nearly get there."""
    low = min(float(curve.thresholds.min()) for curve in curves)
    high = max(float(curve.thresholds.max()) for curve in curves)
    if low == high or high >= _NEARLY_ONE:
        high = 1.0
    return Ruler(_LEFT, _RIGHT, 0.0 if low < high / 2 else low, high)


def _up(curves: Sequence[Decision], foot: float) -> Ruler:
    """Choose the axis of benefits: all that is above zero, and a little below it."""
    most = max(float(max(curve.net_benefit.max(), curve.treat_all.max(), 0.0)) for curve in curves)
    most = max(most, max(curve.prevalence for curve in curves) / 4)
    return Ruler(foot, _TOP, -_BELOW * most, _ABOVE * most)
