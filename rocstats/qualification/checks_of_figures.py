"""Checks of figures: each draws its result as the same bytes again, odd data too, and refuses what is no result.

What a figure looks like is for eyes; these checks hold the way from a result to a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.document.calibration_figure import plot_calibration
from rocstats.document.decision_figure import plot_decision_curve
from rocstats.document.drawing import check_drawing
from rocstats.document.figure_files import write_figure
from rocstats.document.figure_style import svg
from rocstats.document.fitted_figure import plot_fit
from rocstats.document.forest_figure import ForestRow, plot_forest
from rocstats.document.gains_figure import plot_gains
from rocstats.document.ks_figure import plot_ks
from rocstats.document.margin_figure import plot_margin
from rocstats.document.margin_rows import MarginRow
from rocstats.document.precision_recall_figure import plot_precision_recall
from rocstats.document.predictive_value_figure import PredictiveValueRow, plot_predictive_values
from rocstats.document.roc_figure import OperatingPoint, plot_roc, plot_roc_panels
from rocstats.document.scores_figure import ScorePanel, plot_scores
from rocstats.document.subgroup_figure import plot_subgroups
from rocstats.document.subgroup_rows import ForestGroup
from rocstats.document.threshold_figure import ChosenThreshold, plot_thresholds
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.gains_bins import gains
from rocstats.empirical.net_benefit_curve import decision_curve
from rocstats.empirical.precision_recall_curve import precision_recall
from rocstats.errors import DataError, PlanError
from rocstats.inference.areas import auc, compare_auc
from rocstats.inference.bands import roc_band
from rocstats.inference.calibration_question import calibration
from rocstats.inference.kolmogorov_smirnov import ks
from rocstats.inference.margins import equivalence, noninferiority
from rocstats.inference.predictive_table import predictive_values
from rocstats.inference.subgroups import compare_subgroups
from rocstats.methods.bootstrap import Bootstrap
from rocstats.parametric.curve_fitting import fit_binormal
from rocstats.parametric.fitted_bands import fitted_band
from rocstats.qualification.asked_questions import RESAMPLES, SEED
from rocstats.qualification.check_data import DEGENERATE, ONE, OTHER, PAIR, RATINGS, SECOND, TABLE
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import all_of, exactly, holds, refused
from rocstats.results import Interval

# Calls of the wrong type are meant.
# mypy: disable-error-code="arg-type,list-item"

_HALF = Interval(-0.1, 0.1, 0.9)
_APART, _TIED = (DEGENERATE[kind].select("A") for kind in ("separated", "tied"))
_MARGIN = MarginRow(tests=("a", "b"), estimate=0.0, interval=_HALF, margin=0.2, claim="equivalence", decision="shown")


def _drawn(draw: Callable[[], Any]) -> Finding:
    """Draw twice: the same bytes, and nothing in them but shapes."""
    first, second = svg(draw()), svg(draw())
    check_drawing(first, "of a check")
    return holds(first == second, "the same bytes, shapes only", f"{len(first)} and {len(second)} characters of shapes")


_DRAWINGS: dict[str, Callable[[], Any]] = {
    "plot_roc": lambda: plot_roc(
        roc_curve(ONE), roc_curve(OTHER), points=[OperatingPoint(curve=0, fpf=0.2, tpf=0.7)], labels=["one", "other"]
    ),
    "plot_roc_panels": lambda: plot_roc_panels(roc_curve(ONE), bands=[roc_band(ONE, n_resamples=RESAMPLES, rng=SEED)]),
    "plot_fit": lambda: plot_fit(fit := fit_binormal(RATINGS), band=fitted_band(fit)),
    "plot_forest": lambda: plot_forest([auc(ONE), auc(OTHER), compare_auc(PAIR)]),
    "plot_subgroups": lambda: plot_subgroups(compare_subgroups({"one": ONE, "other": SECOND})),
    "plot_scores": lambda: plot_scores(PAIR),
    "plot_thresholds": lambda: plot_thresholds(ONE, 0.47),
    "plot_ks": lambda: plot_ks(ks(ONE)),
    "plot_gains": lambda: plot_gains(gains(ONE), gains(OTHER)),
    "plot_precision_recall": lambda: plot_precision_recall(precision_recall(ONE), precision_recall(OTHER)),
    "plot_calibration": lambda: plot_calibration(calibration(ONE, Bootstrap(n_resamples=RESAMPLES, rng=SEED)), ONE),
    "plot_decision_curve": lambda: plot_decision_curve(decision_curve(ONE)),
    "plot_predictive_values": lambda: plot_predictive_values(
        predictive_values(TABLE, np.linspace(0.05, 0.95, 19)), prevalence=0.3
    ),
    "plot_margin": lambda: plot_margin([noninferiority(PAIR, margin=0.1), equivalence(PAIR, margin=0.1)]),
}
# Data without spread, points and rows typed in: what has no interval or no curve inside the square is drawn as well.
_ODD: dict[str, Callable[[], Any]] = {
    "plot_roc": lambda: plot_roc(roc_curve(_APART), roc_curve(_TIED)),
    "plot_roc_panels": lambda: plot_roc_panels(roc_curve(_APART), roc_curve(_TIED)),
    "plot_fit": lambda: plot_fit(fit_binormal(RATINGS)),
    "plot_forest": lambda: plot_forest([auc(_APART), auc(_TIED), ForestRow(names=("typed",), estimate=None)]),
    "plot_subgroups": lambda: plot_subgroups(
        ForestGroup(heading="x", rows=[ForestRow(names=("a",), estimate=0.7)], pvalue=0.5)
    ),
    "plot_scores": lambda: plot_scores(
        ScorePanel(test=DiagnosticTest("A"), cases=np.array([1.0]), controls=np.array([1.0]))
    ),
    "plot_thresholds": lambda: plot_thresholds(_TIED, ChosenThreshold(threshold=0.5)),
    "plot_ks": lambda: plot_ks(_TIED),
    "plot_gains": lambda: plot_gains(gains(_TIED)),
    "plot_precision_recall": lambda: plot_precision_recall(precision_recall(_APART)),
    "plot_calibration": lambda: plot_calibration(
        calibration(DEGENERATE["identical"].select("A"), Bootstrap(n_resamples=RESAMPLES, rng=SEED))
    ),
    "plot_decision_curve": lambda: plot_decision_curve(decision_curve(_TIED)),
    "plot_predictive_values": lambda: plot_predictive_values([PredictiveValueRow(prevalence=0.1, ppv=None, npv=0.9)]),
    "plot_margin": lambda: plot_margin(_MARGIN),
}
_PLOTS: dict[str, Callable[..., Any]] = {
    plot.__name__: plot
    for plot in (
        *(plot_roc, plot_roc_panels, plot_fit, plot_forest, plot_subgroups, plot_scores, plot_thresholds, plot_ks),
        *(
            plot_gains,
            plot_precision_recall,
            plot_calibration,
            plot_decision_curve,
            plot_predictive_values,
            plot_margin,
        ),
    )
}


def _of_plots() -> Iterator[Line]:
    for name, draw in _DRAWINGS.items():
        yield Line(
            name, "same-bytes", "EXPORT-02", "It draws only shapes, the same bytes again.", partial(_drawn, draw), False
        )


def _odd_plots() -> Iterator[Line]:
    for name, draw in _ODD.items():
        what = "Data without spread, and rows typed in, are drawn as well."
        yield Line(name, "odd", "EXPORT-02", what, partial(_drawn, draw), False)


def _refusals() -> Iterator[Line]:
    for name, plot in _PLOTS.items():
        run = partial(_no_result, plot)
        yield Line(name, "type", "ROBUST-01", "What is no result is refused, and the way to one is named.", run)
    for function, word, error, words, ask in _REFUSED:
        what = f"It is refused ({word.replace('-', ' ')}), and the message tells what came."
        # A figure is drawn before its place is looked at.
        yield Line(function, word, "ROBUST-03", what, partial(refused, error, words, ask), word != "suffix")


def _no_result(plot: Callable[..., Any]) -> Finding:
    return refused(TypeError, "int", lambda: plot(3))


_REFUSED: tuple[tuple[str, str, type[Exception], str, Callable[[], Any]], ...] = (
    ("plot_roc", "curve", TypeError, "at least one curve", lambda: plot_roc()),
    ("plot_roc", "labels", DataError, "2 labels for 1 curve", lambda: plot_roc(roc_curve(ONE), labels=["a", "b"])),
    ("plot_roc", "points", TypeError, "not as int", lambda: plot_roc(roc_curve(ONE), points=[3])),
    ("plot_roc", "band", TypeError, "int is no band", lambda: plot_roc(roc_curve(ONE), band=3)),
    ("OperatingPoint", "square", DataError, "at 2, 0.5", lambda: OperatingPoint(curve=0, fpf=2, tpf=0.5)),
    ("ForestRow", "name", DataError, "needs a name", lambda: ForestRow(names=(), estimate=0.5)),
    ("ForestRow", "nan", DataError, "is a number", lambda: ForestRow(names=("a",), estimate=float("nan"))),
    ("ForestGroup", "rows", DataError, "at least one row", lambda: ForestGroup(heading="x", rows=[])),
    (
        "MarginRow",
        "margin",
        DataError,
        "this one is -1",
        lambda: MarginRow(
            tests=("a", "b"), estimate=0.0, interval=None, margin=-1, claim="equivalence", decision="shown"
        ),
    ),
    (
        "PredictiveValueRow",
        "prevalence",
        DataError,
        "strictly between 0 and 1",
        lambda: PredictiveValueRow(prevalence=2, ppv=0.1, npv=0.2),
    ),
    ("ScorePanel", "type", TypeError, "not type", lambda: plot_scores([ScorePanel])),
    (
        "ChosenThreshold",
        "nan",
        DataError,
        "is not a number",
        lambda: plot_thresholds(ONE, ChosenThreshold(threshold=float("nan"))),
    ),
    ("svg", "type", TypeError, "not int", lambda: svg(3)),
    ("write_figure", "type", TypeError, "not int", lambda: write_figure(3, "x.svg")),
    ("write_figure", "suffix", PlanError, '"x.gif"', lambda: write_figure(plot_ks(ONE), "x.gif")),
)


def _written() -> Finding:
    """The same figure as a file, twice, in two formats."""
    with TemporaryDirectory() as folder:
        paths = [write_figure(plot_ks(ONE), Path(folder, name)) for name in ("a.svg", "b.svg", "a.png", "b.png")]
        files = [path.read_bytes() for path in paths]
    return all_of(
        {
            "svg": holds(files[0] == files[1], "the same bytes", f"{len(files[0])} and {len(files[1])} bytes"),
            "png": holds(files[2] == files[3], "the same bytes", f"{len(files[2])} and {len(files[3])} bytes"),
            "kinds": exactly([True, b"\x89PNG"], [b"<svg" in files[0], files[2][:4]]),
        }
    )


def _same_text() -> Finding:
    figure = plot_ks(ONE)
    first, second = svg(figure), svg(figure)
    return holds(
        first == second and first.startswith("<svg"), "the same <svg> twice", f"{len(first)} characters, {first[:4]}"
    )


OF_FIGURES = (
    *checks_of(
        "determinism",
        (
            *_of_plots(),
            Line("svg", "same-bytes", "EXPORT-02", "One figure is the same text twice.", _same_text, False),
            Line("write_figure", "same-bytes", "EXPORT-02", "A figure is the same file again.", _written, False),
        ),
    ),
    *checks_of("degenerate", _odd_plots()),
    *checks_of("error", _refusals()),
)
