"""Predictive values against the prevalence, drawn with their intervals.

The same test has another predictive value in every place where it is used; the study's own prevalence is one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from rocstats.data.scores import as_float, kept_as_float
from rocstats.document.figure_style import BAND, MUTED, NAVY, WIDTH, Floats, Sheet, style
from rocstats.document.plot_area import PlotArea, apart
from rocstats.document.plot_key import CASES, CONTROLS, THRESHOLD, Entry, PlotKey, Shade, Stroke
from rocstats.document.rule_flags import draw_rules
from rocstats.document.ruler import Ruler
from rocstats.errors import DataError
from rocstats.formatting import NOT_ESTIMABLE, decimals_for, fixed, level_text, plain
from rocstats.given import need, need_flag
from rocstats.results import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _TOP, _HEIGHT = 43.2, WIDTH - 36, 18.0, 200.0
_FEW = 12
_RARE = 0.02
_ROOM = 10.0
_ASIDE = 2.6
_NO_PREVALENCE = "a prevalence lies strictly between 0 and 1; one of those that came does not."


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictiveValueRow:
    """Predictive values at one prevalence.

    Parameters
    ----------
    prevalence : float
        Share of cases, strictly between 0 and 1.
    ppv, npv : float or None
        Predictive values; None where the data cannot give one.
    ppv_interval, npv_interval : Interval, optional
        Their intervals.

    Raises
    ------
    DataError
        If a number is none, or out of its range.

    Examples
    --------
    >>> PredictiveValueRow(prevalence=0.1, ppv=0.35, npv=0.97).prevalence
    0.1
    """

    prevalence: float
    ppv: float | None
    npv: float | None
    ppv_interval: Interval | None = None
    npv_interval: Interval | None = None

    def __post_init__(self) -> None:
        if not 0 < kept_as_float(self, "prevalence", "a prevalence") < 1:
            raise DataError(_NO_PREVALENCE)
        for interval in (self.ppv_interval, self.npv_interval):
            need(interval, Interval | None, "an interval is an Interval, or None")
        for field, name in (("ppv", "PPV"), ("npv", "NPV")):
            if getattr(self, field) is not None and not 0 <= kept_as_float(self, field, name) <= 1:
                raise DataError(f"{name} lies between 0 and 1, or is None where the data cannot give it.")


class PredictiveValues(Protocol):
    """A table of predictive values over prevalences."""

    @property
    def values(self) -> Sequence[PredictiveValueRow]:
        """One row for each prevalence."""
        ...


def plot_predictive_values(
    table: Sequence[PredictiveValueRow] | PredictiveValues, *, prevalence: float | None = None, log: bool | None = None
) -> Figure:
    """Draw positive and negative predictive value against the prevalence.

    Up to twelve prevalences are marks with their intervals, more are lines with bands; both are joined by straight
    lines between the prevalences that came.

    Parameters
    ----------
    table : sequence of PredictiveValueRow, or a result that holds one
        At least one row, in any order.
    prevalence : float, optional
        The study's own, drawn as a dashed line.
    log : bool, optional
        Whether the axis is logarithmic; unless given, it is if the lowest prevalence is below 0.02 and their median
        below a fifth of the highest.

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If there is nothing to draw, or something else came.
    DataError
        If a prevalence is not strictly between 0 and 1.

    Examples
    --------
    >>> rows = [PredictiveValueRow(prevalence=p, ppv=p, npv=1 - p) for p in (0.1, 0.3)]
    >>> [text.get_text() for text in plot_predictive_values(rows).axes[0].texts][-2:]
    ['PPV', 'NPV']
    """
    rows = _rows(table)
    shares = [row.prevalence for row in rows]
    if prevalence is not None:
        shares.append(as_float(prevalence, "prevalence"))
    if log is not None:
        need_flag(log, "log")
    if not all(0 < share < 1 for share in shares):
        raise DataError(_NO_PREVALENCE)
    few = len(rows) <= _FEW
    entries = _entries(rows, few)
    if prevalence is not None:
        entries.append(Entry(THRESHOLD, f"prevalence in the study, {_share(prevalence)}"))
    key = PlotKey.of(entries, _LEFT, WIDTH - 4)
    top = _TOP if prevalence is not None else 8.0
    foot = top + _HEIGHT
    across = _across(shares, log)
    aside = [_ASIDE if few and _meet(row) else 0.0 for row in rows]
    with style():
        sheet = Sheet(WIDTH, foot + 42 + key.height)
        area = PlotArea(sheet, across, Ruler(foot, top))
        area.axes("Prevalence", "Predictive value")
        ends = [
            _line(
                area,
                [_Held(r.prevalence, r.ppv, r.ppv_interval, -x) for r, x in zip(rows, aside, strict=True)],
                True,
                few,
            ),
            _line(
                area,
                [_Held(r.prevalence, r.npv, r.npv_interval, x) for r, x in zip(rows, aside, strict=True)],
                False,
                few,
            ),
        ]
        if prevalence is not None:
            draw_rules(area, [across.place(prevalence)], [_share(prevalence)])
        named = [(name, end, colour) for name, end, colour in zip(("PPV", "NPV"), ends, (NAVY, MUTED), strict=True)]
        drawn = [(name, end, colour) for name, end, colour in named if end is not None]
        heights = apart([y for _, (_, y), _ in drawn], [_ROOM] * len(drawn), top - 5, foot + 5) or []
        behind = max(
            [_LEFT] + [x for _, (x, _), _ in drawn] + ([] if prevalence is None else [across.place(prevalence)])
        )
        for (name, _, colour), y in zip(drawn, heights, strict=True):
            sheet.write(behind + 6, y, name, colour=colour)
        key.draw(sheet, area.below + 6)
    return sheet.figure


def _rows(table: Sequence[PredictiveValueRow] | PredictiveValues) -> list[PredictiveValueRow]:
    """Give the rows by ascending prevalence."""
    held = getattr(table, "values", table)
    if not isinstance(held, Sequence) or not held or not all(hasattr(row, "npv_interval") for row in held):
        raise TypeError(
            "plot_predictive_values takes rows of predictive values or a result of predictive_values; "
            f"this is {'empty' if isinstance(held, Sequence) and not held else type(table).__name__}."
        )
    return sorted(held, key=lambda row: row.prevalence)


def _entries(rows: Sequence[PredictiveValueRow], few: bool) -> list[Entry]:
    """Name the intervals, and what is not there."""
    intervals = [i for row in rows for i in (row.ppv_interval, row.npv_interval) if i is not None]
    levels = {interval.level for interval in intervals}
    level = f"{level_text(levels.pop())}% " if len(levels) == 1 else ""
    entries = []
    if intervals and not few:
        entries.append(Entry(Shade(), f"{level}intervals"))
    elif intervals:
        entries.append(Entry(Stroke(MUTED, 1.2), f"{level}intervals"))
    for name, held in (
        ("PPV", [(row.ppv, row.ppv_interval) for row in rows]),
        ("NPV", [(row.npv, row.npv_interval) for row in rows]),
    ):
        known = [interval for value, interval in held if value is not None]
        if len(known) < len(held):
            entries.append(Entry(None, f"{name}: {NOT_ESTIMABLE}{' at some of these' if known else ''}"))
        unbounded = sum(interval is None for interval in known)
        if intervals and unbounded:
            some = "" if unbounded == len(known) else " at some of these"
            entries.append(Entry(None, f"{name}: interval {NOT_ESTIMABLE}{some}"))
    return entries


def _share(share: float) -> str:
    return plain(share) if len(plain(share)) <= 6 else fixed(share, decimals_for([share]))


def _across(shares: Sequence[float], log: bool | None) -> Ruler:
    """Choose the axis: decades that hold all, or 0 to the highest, or to 1."""
    low, high = min(shares), max(shares)
    if log is None:
        log = low < _RARE and median(shares) < high / 5
    if not log:
        return Ruler(_LEFT, _RIGHT, 0.0, 1.0 if high > 0.5 else 1.1 * high)
    return Ruler(_LEFT, _RIGHT, low, high if high > low else 1.0, log=True)


class _Held(NamedTuple):
    """A predictive value at a prevalence, with its interval, drawn so many points to the right of it."""

    share: float
    value: float | None
    interval: Interval | None
    aside: float


def _meet(row: PredictiveValueRow) -> bool:
    """Say whether the interval of one value would hide that of the other."""
    if row.ppv is None or row.npv is None:
        return False
    (low, high), (least, most) = (
        (value, value) if interval is None else (min(interval.low, value), max(interval.high, value))
        for value, interval in ((row.ppv, row.ppv_interval), (row.npv, row.npv_interval))
    )
    return (low <= least and most <= high) or (least <= low and high <= most)


def _line(area: PlotArea, held: Sequence[_Held], positive: bool, few: bool) -> tuple[float, float] | None:
    """Draw one predictive value and its intervals; give the place where its line ends."""
    look = CASES if positive else CONTROLS
    known = [(one, one.value) for one in held if one.value is not None]
    if not known:
        return None
    at, values = np.array([one.share for one, _ in known]), np.array([value for _, value in known])
    places = area.across.places(at)
    area.curve(at, values, look)
    if few:
        places = places + np.array([one.aside for one, _ in known])
        for x, (one, _) in zip(places.tolist(), known, strict=True):
            if one.interval is not None:
                area.bar(x, (one.interval.low, one.interval.high), look.colour)
        area.marks(places, values, "o" if positive else "s", look.colour, filled=positive)
    else:
        limits = [(one.share, one.interval) for one, _ in known if one.interval is not None]
        shares = np.array([share for share, _ in limits])
        low: Floats = np.array([interval.low for _, interval in limits])
        high: Floats = np.array([interval.high for _, interval in limits])
        if len(limits):
            area.band(shares, low, high, BAND)
            edge = Stroke(look.colour, 0.5, tuple(2 * dash for dash in look.dashes))
            area.curve(shares, low, edge, order=1.8)
            area.curve(shares, high, edge, order=1.8)
    return float(places[-1]), area.up.place(float(values[-1]))
