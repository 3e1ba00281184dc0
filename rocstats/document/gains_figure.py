"""Cumulative gains, drawn with the lift below them.

Going down from the highest scores, the gain is the share of all cases found in a share of all subjects; the lift is
how many times as many that is as the same share picked at random would hold. Both are known at the ends of bins and
joined by straight lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.document.curve_checks import at_most
from rocstats.document.figure_style import MUTED, WIDTH, Floats, Sheet, style
from rocstats.document.plot_area import PlotArea
from rocstats.document.plot_key import CHANCE, IDEAL, Entry, PlotKey, Stroke, stroke
from rocstats.document.ruler import Ruler
from rocstats.results import Subjects

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _TOP = 43.2, 330.0, 8.0
_GAINS, _BETWEEN, _LIFT = 170.0, 26.0, 76.0
_MOST_MARKED = 30
_AS_SAMPLED = " as sampled"
_OF_THE_DESIGN = "case-control: the mix of subjects is the design's"
_MARKERS = ("o", "s", "^", "D", "v", "P")


class Gains(Protocol):
    """What cumulative gains of one test are read from."""

    @property
    def test(self) -> DiagnosticTest | None:
        """The test, or None for grouped counts without a name."""
        ...

    @property
    def subjects(self) -> Subjects:
        """Whom they are about."""
        ...

    @property
    def share(self) -> Floats:
        """Share of all subjects from the first bin to the end of each."""
        ...

    @property
    def tpf(self) -> Floats:
        """Share of all cases there."""
        ...

    @property
    def lift(self) -> Floats | None:
        """Cumulative lift there, or None where the share of cases says nothing."""
        ...

    @property
    def prevalence(self) -> float | None:
        """The stated prevalence, or None for that of the subjects."""
        ...


def plot_gains(*tables: Gains, labels: Sequence[str] | None = None) -> Figure:
    """Draw the cumulative gains of tests between chance and a perfect test, and their lift below.

    The perfect test, drawn where all tables have the same share of cases, finds nobody but cases until it has them
    all. Without a stated prevalence a case-control study has no lift; its gains hold for its own mix of subjects, which
    the figure says.

    Parameters
    ----------
    *tables : GainsTable
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
        If there is no table, or something else came.
    DataError
        If there are more than six, or labels do not fit.

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> from rocstats.empirical.gains_bins import gains
    >>> figure = plot_gains(gains(Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3]), bins=3))
    >>> [text.get_text() for text in figure.axes[0].texts][-3:]
    ['score', 'chance', 'perfect']
    """
    said = at_most("plot_gains", tables, labels, ("share", "tpf", "lift"), "gains tables; make one with gains(sample)")
    shares = {_share(table) for table in tables}
    entries = [Entry(stroke(i), _name(table), said[i]) for i, table in enumerate(tables)]
    entries.append(Entry(CHANCE, "chance"))
    if len(shares) == 1:
        entries.append(Entry(IDEAL, "perfect"))
    key = PlotKey.of(entries, _LEFT, WIDTH - 4)
    lifts = [table.lift for table in tables]
    most = max((float(lift.max()) for lift in lifts if lift is not None), default=1.0)
    foot = _TOP + _GAINS
    lift_foot = foot + _BETWEEN + _LIFT
    across = Ruler(_LEFT, _RIGHT)
    with style():
        sheet = Sheet(WIDTH, lift_foot + 42 + key.height)
        area = PlotArea(sheet, across, Ruler(foot, _TOP))
        area.axes("", "Share of all cases found")
        across.draw(sheet, area.foot)
        lift_area = PlotArea(sheet, across, Ruler(lift_foot, foot + _BETWEEN, 0.0, max(1.2, 1.05 * most)))
        ends = np.array([0.0, 1.0])
        area.curve(ends, ends, CHANCE, order=1.5)
        lift_area.curve(ends, np.ones(2), CHANCE, order=1.5)
        if len(shares) == 1:
            area.curve(np.array([0.0, shares.pop(), 1.0]), np.array([0.0, 1.0, 1.0]), IDEAL, order=1.6)
        for i, (table, lift) in enumerate(zip(tables, lifts, strict=True)):
            at = table.share
            _line(area, np.concatenate([[0.0], at]), np.concatenate([[0.0], table.tpf]), i)
            if lift is not None:
                _line(lift_area, at, lift, i)
        mixed = [lift is None for lift in lifts]
        lift_area.axes(f"Share of all subjects{_AS_SAMPLED if any(mixed) else ''}, most positive first", "Lift")
        if any(mixed):
            sheet.write(_RIGHT - 2, foot - 8, _OF_THE_DESIGN, colour=MUTED, align="right")
        if all(lift is None for lift in lifts):
            words = "not estimable: case-control, no stated prevalence"
            sheet.write((_LEFT + _RIGHT) / 2, lift_foot - _LIFT / 2, words, colour=MUTED, align="center")
        key.draw(sheet, lift_area.below + 6)
    return sheet.figure


def _name(table: Gains) -> str:
    return "score" if table.test is None else table.test.name


def _share(table: Gains) -> float:
    """Give the share of cases at which the gains hold."""
    return table.subjects.n_cases / table.subjects.total if table.prevalence is None else float(table.prevalence)


def _line(area: PlotArea, at: Floats, values: Floats, place: int) -> None:
    """Draw a line, with marks where the ends of bins are few enough to be told apart."""
    look: Stroke = stroke(place)
    area.curve(at, values, look, order=2 + place / 100)
    if len(at) <= _MOST_MARKED:
        area.marks(area.across.places(at), values, _MARKERS[place], look.colour)
