"""The commands that ask how scores tell cases from controls, apart from areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import typer

from rocstats.console import printing
from rocstats.figure_option import check_figure, draw
from rocstats.method_words import chosen, for_statistic
from rocstats.printing import Result
from rocstats.question_options import (
    AtPrevalence,
    Bins,
    FigureFile,
    Level,
    OptionalResampler,
    Resampler,
    Resamples,
    Seed,
    StatedDesign,
    Tails,
)
from rocstats.study_options import DEFAULT_SEED, StudyOptions, on_a_study
from rocstats.written_values import numbers

# One figure shows so many tests.
_MOST_DRAWN = 6


@printing
@on_a_study()
def ks(
    asked: StudyOptions,
    method: OptionalResampler = None,
    figure: FigureFile = None,
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Measure and test how far the scores of cases and controls lie apart, by Kolmogorov and Smirnov.

    Example: rocstats ks study.csv --truth outcome --positive Poor --tests s100b --figure ks.svg
    """
    from rocstats.document.ks_figure import plot_ks
    from rocstats.empirical.separation import KS
    from rocstats.inference.kolmogorov_smirnov import ks as separation

    if method is None and resamples is not None:
        raise typer.BadParameter("--resamples is for an interval; ask for one with --method bootstrap-percentile.")
    drawing = None if method is None else chosen(method, for_statistic(KS()), seed=seed, resamples=resamples)
    check_figure(figure, len(asked.names))
    found = [separation(sample, drawing, level=level) for sample in asked.samples()]
    draw(figure, lambda: plot_ks(found[0]))
    return found


@printing
@on_a_study()
def gains(
    asked: StudyOptions,
    bins: Bins = 10,
    prevalence: AtPrevalence = None,
    design: StatedDesign = None,
    figure: FigureFile = None,
) -> Sequence[Result]:
    """Gather subjects in bins from the most positive score down: cumulative gains, lift, KS and Gini of each test.

    Example: rocstats gains study.csv --truth outcome --positive Poor --tests s100b --bins 5
    """
    from rocstats.document.gains_figure import plot_gains
    from rocstats.empirical.gains_bins import gains as binned

    check_figure(figure, len(asked.names), most=_MOST_DRAWN)
    found = [binned(sample, bins, prevalence=prevalence) for sample in asked.samples(design=design)]
    draw(figure, lambda: plot_gains(*found))
    return found


@printing
@on_a_study()
def calibration(
    asked: StudyOptions,
    bins: Bins = 10,
    equal: Annotated[
        Literal["counts", "width"], typer.Option("--equal", help="What all bins have alike: subjects, or width.")
    ] = "counts",
    method: Resampler = "bootstrap-percentile",
    design: StatedDesign = None,
    figure: FigureFile = None,
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Judge whether probability scores say how many are cases: Brier score, intercept, slope, reliability table.

    Example: rocstats calibration study.csv --truth outcome --positive Poor --tests risk --bins 5
    """
    from rocstats.document.calibration_figure import plot_calibration
    from rocstats.empirical.brier import Brier
    from rocstats.inference.calibration_question import calibration as judged

    answering = chosen(method, for_statistic(Brier()), seed=seed, resamples=resamples)
    check_figure(figure, len(asked.names))
    samples = asked.samples(design=design)
    found = [judged(sample, answering, bins=bins, equal=equal, level=level) for sample in samples]
    draw(figure, lambda: plot_calibration(found[0], samples[0]))
    return found


@printing
@on_a_study()
def precision_recall(
    asked: StudyOptions, prevalence: AtPrevalence = None, design: StatedDesign = None, figure: FigureFile = None
) -> Sequence[Result]:
    """Set precision against recall at every threshold of each test, with average precision.

    Example: rocstats precision-recall study.csv --truth outcome --positive Poor --tests s100b,ndka --figure pr.svg
    """
    from rocstats.document.precision_recall_figure import plot_precision_recall
    from rocstats.empirical.precision_recall_curve import precision_recall as curve

    check_figure(figure, len(asked.names), most=_MOST_DRAWN)
    found = [curve(sample, at_prevalence=prevalence) for sample in asked.samples(design=design)]
    draw(figure, lambda: plot_precision_recall(*found))
    return found


@printing
@on_a_study()
def decision_curve(
    asked: StudyOptions,
    at: Annotated[
        list[str] | None,
        typer.Option(
            "--at",
            metavar="SHARE,...",
            help="Threshold probabilities, separated by commas; hundredths from 0.01 to 0.99 unless stated. "
            "Repeatable.",
        ),
    ] = None,
    prevalence: AtPrevalence = None,
    design: StatedDesign = None,
    figure: FigureFile = None,
) -> Sequence[Result]:
    """Weigh the net benefit of acting on probability scores against that of treating all and treating none.

    Example: rocstats decision-curve study.csv --truth outcome --positive Poor --tests risk --at 0.1,0.2,0.3
    """
    from rocstats.document.decision_figure import plot_decision_curve
    from rocstats.empirical.net_benefit_curve import decision_curve as benefits

    stated = numbers(at, "--at") or None
    check_figure(figure, len(asked.names), most=_MOST_DRAWN)
    found = [benefits(sample, stated, prevalence=prevalence) for sample in asked.samples(design=design)]
    draw(figure, lambda: plot_decision_curve(*found))
    return found


@printing
@on_a_study()
def mann_whitney(
    asked: StudyOptions,
    alternative: Tails = "two-sided",
    exact: Annotated[
        bool | None,
        typer.Option(
            "--exact/--normal",
            show_default=False,
            help="Count all choices of cases, or approximate; counted where feasible unless stated.",
        ),
    ] = None,
) -> Sequence[Result]:
    """Test whether cases and controls have the same distribution of scores, by Mann and Whitney (Wilcoxon).

    Example: rocstats mann-whitney study.csv --truth outcome --positive Poor --tests s100b
    """
    from rocstats.inference.equal_distributions import mann_whitney as rank_sum

    return [rank_sum(sample, alternative=alternative, exact=exact) for sample in asked.samples()]


@printing
@on_a_study()
def ties(asked: StudyOptions) -> Sequence[Result]:
    """Say how far the area of each test rests on ties between cases and controls.

    Example: rocstats ties study.csv --truth outcome --positive Poor --tests wfns
    """
    from rocstats.empirical.ties import tie_summary

    return [tie_summary(sample) for sample in asked.samples()]
