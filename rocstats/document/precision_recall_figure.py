"""Precision-recall curves, drawn over the share of cases.

A test of no use has everywhere the precision of the prevalence, which is the dotted line; curves at different
prevalences are not to be compared by height, and each has its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rocstats.document.curve_checks import at_most
from rocstats.document.figure_style import WIDTH, Floats, Sheet, style
from rocstats.document.plot_area import PlotArea
from rocstats.document.plot_key import CHANCE, Entry, PlotKey, stroke
from rocstats.document.ruler import Ruler
from rocstats.formatting import decimals_for, fixed, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _TOP, _HEIGHT = 43.2, 330.0, 8.0, 240.0
_FINE, _MOST_VERTICES = 16, 32_000


class PrecisionRecall(Protocol):
    """What a precision-recall curve is drawn from."""

    @property
    def name(self) -> str:
        """Name of the test."""
        ...

    @property
    def tp(self) -> Sequence[int] | np.ndarray:
        """True positives at each threshold."""
        ...

    @property
    def prevalence(self) -> float:
        """The share of cases at which precision holds."""
        ...

    @property
    def stated(self) -> bool:
        """Whether that was stated, or is that of the sample."""
        ...

    @property
    def average_precision(self) -> float:
        """Precision averaged over the cases found."""
        ...

    def drawn(self, per_segment: int = 16) -> tuple[Floats, Floats]:
        """Give recall and precision of points that draw the curve."""
        ...


def plot_precision_recall(*curves: PrecisionRecall, labels: Sequence[str] | None = None) -> Figure:
    """Draw precision against recall, with the prevalence as the line of a useless test.

    Between two thresholds a curve bends as true and false positives grow together. Where nobody is positive there is
    no precision: the curve begins at its first threshold, and what is drawn before that is only its level.

    Parameters
    ----------
    *curves : PrecisionRecallCurve
        One for each test, at most six, in the order of the key.
    labels : sequence of str, optional
        What the key says after each name; the average precision unless given.

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
    >>> from rocstats.empirical.precision_recall_curve import precision_recall
    >>> figure = plot_precision_recall(precision_recall(Sample.from_groups(cases=[3, 2], controls=[2, 1])))
    >>> [text.get_text() for text in figure.axes[0].texts][-3:]
    ['score', 'AP 0.833', 'prevalence 0.500']
    """
    what = "precision-recall curves; make one with precision_recall(sample)"
    said = at_most("plot_precision_recall", curves, labels, ("drawn", "prevalence", "average_precision"), what)
    if labels is None:
        decimals = decimals_for([curve.average_precision for curve in curves])
        said = [f"AP {fixed(curve.average_precision, decimals)}" for curve in curves]
    entries = [Entry(stroke(i), curve.name, said[i]) for i, curve in enumerate(curves)]
    lines = list(dict.fromkeys((curve.prevalence, curve.stated) for curve in curves))
    entries += [Entry(CHANCE, _prevalence(share, stated)) for share, stated in lines]
    key = PlotKey.of(entries, _LEFT, WIDTH - 4)
    foot = _TOP + _HEIGHT
    with style():
        sheet = Sheet(WIDTH, foot + 42 + key.height)
        area = PlotArea(sheet, Ruler(_LEFT, _RIGHT), Ruler(foot, _TOP))
        area.axes("Recall (sensitivity)", "Precision (positive predictive value)")
        for share, _ in lines:
            area.curve(np.array([0.0, 1.0]), np.full(2, share), CHANCE, order=1.5)
        for i, curve in enumerate(curves):
            fine = min(_FINE, max(1, _MOST_VERTICES // len(curve.tp)))
            area.curve(*curve.drawn(fine), stroke(i), order=2 + i / 100)
        key.draw(sheet, area.below + 6)
    return sheet.figure


def _prevalence(share: float, stated: bool) -> str:
    text = plain(share) if stated else fixed(share, decimals_for([share]))
    return f"{'stated ' if stated else ''}prevalence {text}"
