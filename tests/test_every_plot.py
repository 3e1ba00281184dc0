"""What holds for every plot: only shapes, the same bytes in every process, the user's settings left alone."""

import os
import subprocess
import sys
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from pictures import HOSTILE, LONG, assert_legible

from rocstats.data.counts import Counts
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.document.calibration_figure import plot_calibration
from rocstats.document.decision_figure import plot_decision_curve
from rocstats.document.drawing import check_drawing
from rocstats.document.figure_style import svg
from rocstats.document.fitted_figure import plot_fit
from rocstats.document.gains_figure import plot_gains
from rocstats.document.ks_figure import plot_ks
from rocstats.document.margin_figure import plot_margin
from rocstats.document.precision_recall_figure import plot_precision_recall
from rocstats.document.predictive_value_figure import plot_predictive_values
from rocstats.document.subgroup_figure import plot_subgroups
from rocstats.document.threshold_figure import plot_thresholds
from rocstats.empirical.gains_bins import gains
from rocstats.empirical.net_benefit_curve import decision_curve
from rocstats.empirical.precision_recall_curve import precision_recall
from rocstats.inference.calibration_question import calibration
from rocstats.inference.kolmogorov_smirnov import ks
from rocstats.inference.margins import equivalence, noninferiority
from rocstats.inference.predictive_table import predictive_values
from rocstats.inference.subgroups import compare_subgroups
from rocstats.inference.threshold_choice import thresholds
from rocstats.parametric.curve_fitting import fit_binormal
from rocstats.parametric.fitted_bands import fitted_band
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.smooth_curves import smooth_curve

NAMES = (HOSTILE[0], HOSTILE[3])


def samples():
    """Two tests with hostile names on the same subjects, and their probability scores."""
    rng = np.random.default_rng(20261130)
    tests = [DiagnosticTest(NAMES[0]), DiagnosticTest(NAMES[1], low=True)]
    cases, controls = rng.beta(4, 3, (30, 2)), rng.beta(2, 4, (40, 2))
    cases[:, 1], controls[:, 1] = -cases[:, 1], -controls[:, 1]
    return Sample.from_groups(cases=cases, controls=controls, tests=tests)


@pytest.fixture(scope="module")
def figures():
    """Every plot, of results as the questions give them."""
    both = samples()
    risk, second = both.select(NAMES[0]), both.select(NAMES[1])
    halves = {
        part: Sample.from_groups(cases=risk.cases[i::2], controls=risk.controls[i::2], tests=[NAMES[0]])
        for i, part in enumerate(("<b>", LONG))
    }
    fit = fit_binormal(risk, NormalTheory())
    return {
        "fit": plot_fit(fit, smooth_curve(second, n_resamples=0), band=fitted_band(fit)),
        "thresholds": plot_thresholds(second, thresholds(second, rng=1, n_resamples=200)),
        "ks": plot_ks(ks(risk)),
        "gains": plot_gains(gains(risk), gains(second)),
        "precision-recall": plot_precision_recall(precision_recall(risk), precision_recall(second)),
        "calibration": plot_calibration(calibration(risk, rng=1), risk, label="slope 1"),
        "decision": plot_decision_curve(decision_curve(risk)),
        "predictive values": plot_predictive_values(
            predictive_values(Counts(tp=26, fp=14, fn=15, tn=58), np.linspace(0.01, 0.99, 99)), prevalence=41 / 113
        ),
        "margin": plot_margin([noninferiority(both, margin=0.1), equivalence(both, margin=0.1)]),
        "subgroups": plot_subgroups(
            [compare_subgroups(halves, by=LONG), compare_subgroups(halves, by="gender", threshold=0.5)]
        ),
    }


def test_results_are_drawn_with_their_words_apart(figures):
    """What the questions give is taken as it is, whatever the names."""
    for figure in figures.values():
        assert_legible(figure)


def test_a_plot_is_xml_that_holds_only_shapes(figures):
    """No name, style rule or metadata is in the file, and it can stand inside a document."""
    for name, figure in figures.items():
        text = svg(figure)
        check_drawing(text, name)
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()}
        assert tags <= {"svg", "g", "defs", "path", "use", "clipPath", "rect"}
        assert "script" not in text


PROGRAM = """
import hashlib, sys
from rocstats import Sample
from rocstats.document.calibration_figure import plot_calibration
from rocstats.document.decision_figure import plot_decision_curve
from rocstats.document.figure_style import svg
from rocstats.document.fitted_figure import plot_fit
from rocstats.document.forest_figure import ForestRow
from rocstats.document.gains_figure import plot_gains
from rocstats.document.ks_figure import plot_ks
from rocstats.document.margin_figure import plot_margin
from rocstats.document.margin_rows import MarginRow
from rocstats.document.precision_recall_figure import plot_precision_recall
from rocstats.document.predictive_value_figure import PredictiveValueRow, plot_predictive_values
from rocstats.document.subgroup_figure import plot_subgroups
from rocstats.document.subgroup_rows import ForestGroup
from rocstats.document.threshold_figure import plot_thresholds
from rocstats.empirical.gains_bins import gains
from rocstats.empirical.net_benefit_curve import decision_curve
from rocstats.empirical.precision_recall_curve import precision_recall
from rocstats.parametric.curve_fitting import fit_binormal
from rocstats.results import Interval
assert "matplotlib" not in sys.modules
sample = Sample.from_groups(cases=[(i + 2) / 23 for i in range(20)], controls=[i / 19 for i in range(15)])
half = Interval(-0.1, 0.1, 0.9)
figures = [
    plot_fit(fit_binormal(sample)), plot_thresholds(sample, 0.3), plot_ks(sample), plot_gains(gains(sample)),
    plot_precision_recall(precision_recall(sample)), plot_decision_curve(decision_curve(sample)),
    plot_predictive_values([PredictiveValueRow(prevalence=0.1, ppv=0.2, npv=0.9)], prevalence=0.2),
    plot_margin(MarginRow(
        tests=("a", "b"), estimate=0.0, interval=half, margin=0.2, claim="equivalence", decision="shown"
    )),
    plot_subgroups(ForestGroup(heading="x", rows=[ForestRow(names=("a",), estimate=0.7)], pvalue=0.5)),
]
print(hashlib.sha256("".join(map(svg, figures)).encode()).hexdigest())
assert "matplotlib.pyplot" not in sys.modules
"""


def test_plots_are_the_same_bytes_in_every_process(tmp_path):
    """Hash seed, language and the user's own matplotlib settings change nothing; pyplot stays away."""
    (tmp_path / "matplotlibrc").write_text("font.size: 33\nlines.linewidth: 9\naxes.facecolor: red\n")
    seen = set()
    for settings in (
        {"PYTHONHASHSEED": "1", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "3", "MATPLOTLIBRC": str(tmp_path / "matplotlibrc")},
    ):
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        seen.add(run.stdout)
    assert len(seen) == 1


def test_drawing_leaves_the_users_settings_alone():
    """rcParams are as before, and change nothing."""
    sample = samples().select(NAMES[0])
    first = svg(plot_ks(sample))
    with matplotlib.rc_context({"font.size": 33, "lines.linewidth": 9, "axes.grid": True}):
        before = dict(matplotlib.rcParams)
        assert svg(plot_ks(sample)) == first
        assert dict(matplotlib.rcParams) == before
