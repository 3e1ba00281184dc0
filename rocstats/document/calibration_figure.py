"""Calibration of probability scores, drawn: the share of cases beside the mean score, bin by bin.

On the dashed diagonal as many are cases as the scores say. Each interval is for its bin alone. Below stand the scores
themselves, cases up and controls down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rocstats.data.sample import Sample
from rocstats.data.scores import as_floats
from rocstats.document.figure_style import INK, MUTED, NAVY, WIDTH, Floats, Sheet, picture_names, style
from rocstats.document.number_line import NumberLine
from rocstats.document.plot_area import PlotArea
from rocstats.document.plot_key import IDEAL, Dot, Entry, PlotKey, stroke
from rocstats.document.ruler import Ruler
from rocstats.document.score_marks import Histogram
from rocstats.document.scores_figure import score_panels
from rocstats.empirical.probability_scores import check_probabilities
from rocstats.errors import DataError
from rocstats.formatting import counted, level_text, shown
from rocstats.given import is_row, need, need_text
from rocstats.results import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _TOP = 49.2, 336.0, 8.0
_INSET = 6.0
_NEARLY_HALF = 0.45
_WIDEST_GROUP = 38.0
_GROUND = 34.0


class Bins(Protocol):
    """Bins of the score, the lowest first."""

    @property
    def mean_score(self) -> Floats:
        """Mean score in each bin."""
        ...

    @property
    def observed(self) -> Floats:
        """Share of cases in each bin."""
        ...


class Calibrated(Protocol):
    """What a calibration plot is drawn from."""

    @property
    def name(self) -> str:
        """Name of the test."""
        ...

    @property
    def level(self) -> float:
        """Confidence level of the intervals."""
        ...

    @property
    def bins(self) -> Bins:
        """The bins."""
        ...

    @property
    def intervals(self) -> Sequence[Interval | None]:
        """An interval of the share of cases for each bin."""
        ...


def plot_calibration(
    calibration: Calibrated,
    sample: Sample | None = None,
    *,
    smooth: tuple[Floats, Floats] | None = None,
    label: str = "",
) -> Figure:
    """Draw the share of cases against the mean score of each bin, with the diagonal of calibrated scores.

    Both axes go from 0 to 1, or to a round number less than that where nothing drawn is above 0.45.

    Parameters
    ----------
    calibration : Calibration
        One test.
    sample : Sample, optional
        The scores, for a histogram of cases and controls below, each group on its own scale.
    smooth : pair of arrays, optional
        Scores, ascending, and shares of cases of a smooth curve.
    label : str
        What the key says after the name, as in "slope 0.93".

    Returns
    -------
    matplotlib.figure.Figure
        Its ``savefig`` writes files; ``svg`` gives the same bytes each time.

    Raises
    ------
    TypeError
        If something else came.
    DataError
        If the sample does not hold this one test, intervals do not fit the bins, or the smooth curve does not fit
        itself.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> bins = SimpleNamespace(mean_score=np.array([0.2, 0.7]), observed=np.array([0.25, 0.75]))
    >>> found = SimpleNamespace(name="risk", level=0.95, bins=bins, intervals=[Interval(0.1, 0.5, 0.95), None])
    >>> [text.get_text() for text in plot_calibration(found).axes[0].texts][-3:]
    ['95% intervals', 'calibrated', 'one interval: not estimable']
    """
    if not all(hasattr(calibration, part) for part in ("name", "level", "bins", "intervals")):
        raise TypeError(f"plot_calibration takes a result of calibration(sample), not {type(calibration).__name__}.")
    need(sample, Sample | None, "the sample below a calibration plot is a Sample, or None")
    need_text(label, "label")
    bins, intervals = calibration.bins, calibration.intervals
    if len(intervals) != len(bins.mean_score):
        given, needed = counted(len(intervals), "interval"), counted(len(bins.mean_score), "bin")
        raise DataError(f"there are {given} for {needed}; give one each.")
    if sample is not None:
        if [test.name for test in sample.tests] != [calibration.name]:
            raise DataError("the sample below a calibration plot holds the one test that was judged, and no other.")
        check_probabilities(sample, "the ground of a calibration plot")
    smooth = None if smooth is None else _smoothed(smooth)
    top = _limit(calibration, sample, smooth)
    key = PlotKey.of(_entries(calibration, smooth is not None, label), _LEFT, WIDTH - 4)
    foot = _TOP + _RIGHT - _LEFT
    drawn = None if sample is None else _histogram(sample, top)
    ground = 0.0 if drawn is None else _GROUND + drawn.up + drawn.down
    with style():
        sheet = Sheet(WIDTH, foot + 42 + ground + key.height)
        area = PlotArea(sheet, Ruler(_LEFT, _RIGHT, 0.0, top), Ruler(foot, _TOP, 0.0, top))
        ends = np.array([0.0, top])
        area.curve(ends, ends, IDEAL, order=1.5)
        if smooth is not None:
            area.curve(*smooth, stroke(1), order=2.2)
        x = area.across.places(bins.mean_score)
        for place, interval in zip(x.tolist(), intervals, strict=True):
            if interval is not None:
                area.bar(place, (interval.low, interval.high))
        area.marks(x, bins.observed, "o", NAVY)
        area.axes("Score", "Share of cases")
        if drawn is not None and sample is not None:
            _draw_ground(sheet, sample, drawn, area.below + 6)
        key.draw(sheet, area.below + 6 + ground)
    return sheet.figure


def _smoothed(smooth: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Give a smooth curve as arrays, if it is one."""
    if not is_row(smooth) or len(smooth) != 2:
        raise TypeError(f"smooth is a pair of arrays, scores and shares of cases, not {shown(smooth)}.")
    at, share = (as_floats(part, name) for part, name in zip(smooth, ("scores", "shares"), strict=True))
    if at.shape != share.shape or at.ndim != 1 or not len(at):
        raise DataError("a smooth curve is as many scores as shares, in two rows of numbers.")
    if not (np.isfinite(at).all() and np.isfinite(share).all() and (np.diff(at) >= 0).all()):
        raise DataError("a smooth curve has finite numbers, its scores ascending.")
    return at, share


def _limit(calibration: Calibrated, sample: Sample | None, smooth: tuple[Floats, Floats] | None) -> float:
    """Choose where both axes end: at 1, or at a round number that holds all that is drawn."""
    held = [calibration.bins.mean_score, calibration.bins.observed, *(smooth or ())]
    held += [np.array([interval.high]) for interval in calibration.intervals if interval is not None]
    held += [] if sample is None else [sample.cases, sample.controls]
    most = max(float(values.max()) for values in held)
    if most > _NEARLY_HALF or most <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(most))
    return next(round(digit * power, 15) for digit in (1, 2, 3, 4, 5, 10) if digit * power >= most)


def _entries(calibration: Calibrated, smooth: bool, label: str) -> list[Entry]:
    """Name what is drawn, and the intervals that are not there."""
    known = [interval for interval in calibration.intervals if interval is not None]
    said = [label] if label else []
    said += [f"{level_text(known[0].level)}% intervals"] if known else []
    entries = [Entry(Dot("o", NAVY, interval=bool(known)), calibration.name, ", ".join(said))]
    if smooth:
        entries.append(Entry(stroke(1), "smooth"))
    entries.append(Entry(IDEAL, "calibrated"))
    if missing := len(calibration.intervals) - len(known):
        entries.append(Entry(None, f"{'one interval' if missing == 1 else f'{missing} intervals'}: not estimable"))
    return entries


def _histogram(sample: Sample, top: float) -> Histogram:
    line = NumberLine(_LEFT - _INSET, _RIGHT + _INSET, 0.0, top)
    return Histogram.of(score_panels(sample)[0].scores(), line)


def _draw_ground(sheet: Sheet, sample: Sample, drawn: Histogram, top: float) -> None:
    """Draw the scores of cases above a line and of controls below it."""
    base = top + 4 + drawn.up
    drawn.draw(sheet, base)
    sheet.line([_LEFT - _INSET, _RIGHT + _INSET], [base, base])
    cases, controls = picture_names(score_panels(sample)[0].groups, _WIDEST_GROUP)
    sheet.write(_LEFT - _INSET - 3, base - drawn.up / 2, cases, align="right", colour=INK)
    sheet.write(_LEFT - _INSET - 3, base + drawn.down / 2, controls, align="right", colour=MUTED)
    sheet.write((_LEFT + _RIGHT) / 2, base + drawn.down + 12, drawn.note, colour=MUTED, align="center")
