"""The commands that ask about 2x2 tables, typed or counted at thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rocstats.console import printing, values_typed
from rocstats.figure_option import check_figure, draw
from rocstats.method_words import chosen, for_differences, for_proportions
from rocstats.printing import Result
from rocstats.question_options import (
    AtPrevalence,
    By,
    Count,
    Differences,
    FigureFile,
    Level,
    Proportions,
    StatedDesign,
    Tails,
    Threshold,
)
from rocstats.study_groups import two_groups
from rocstats.study_options import StudyOptions, on_a_study
from rocstats.study_tables import refuse_clusters, stated_cutoffs, tables
from rocstats.written_values import numbers

if TYPE_CHECKING:
    from rocstats.document.predictive_value_figure import PredictiveValueRow
    from rocstats.inference.predictive_table import PredictiveValues


@printing
@on_a_study(optional=True)
def accuracy(
    asked: StudyOptions | None,
    tp: Count = None,
    fp: Count = None,
    fn: Count = None,
    tn: Count = None,
    threshold: Threshold = None,
    design: StatedDesign = None,
    method: Proportions = "wilson",
    haldane: Annotated[bool, typer.Option("--haldane", help="Add 1/2 to every cell before ratios.")] = False,
    prevalence: AtPrevalence = None,
    more: Annotated[bool, typer.Option("--more", help="Give further measures, such as kappa and phi.")] = False,
    level: Level = 0.95,
) -> Sequence[Result]:
    """Say how accurate a test is: from four typed counts, or from a study at a threshold for each test.

    Example: rocstats accuracy --tp 26 --fp 12 --fn 15 --tn 60
    """
    from rocstats.inference.two_by_two import accuracy as accuracy_of

    answering = chosen(method, for_proportions())
    typed = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    found = tables(asked, typed, threshold, design, answering.card.name)
    return [
        accuracy_of(table, answering, level=level, haldane=haldane, prevalence=prevalence, more=more) for table in found
    ]


@printing
@on_a_study()
def compare_accuracy(
    asked: StudyOptions,
    threshold: Threshold = None,
    by: By = None,
    design: StatedDesign = None,
    method: Differences = None,
    equality: Annotated[
        str | None,
        typer.Option(
            "--equality",
            metavar="WORD",
            show_default=False,
            help="A test of equal proportions to show: mcnemar, mcnemar-exact or mcnemar-midp for pairs, fisher for "
            "different subjects.",
        ),
    ] = None,
    alternative: Tails = "two-sided",
    level: Level = 0.95,
) -> Sequence[Result]:
    """Compare sensitivity, specificity, predictive values and ratios of two tests, or of one in two groups (--by).

    Example: rocstats compare-accuracy study.csv --truth outcome --positive Poor --tests s100b,wfns
    --threshold s100b=0.3 --threshold wfns=4
    """
    from rocstats.empirical.paired_points import paired_counts_at
    from rocstats.empirical.points import counts_at
    from rocstats.inference.compared_accuracies import compare_accuracy as compared
    from rocstats.methods.proportion_differences import TESTS_OF_EQUAL_PROPORTIONS

    names, paired = asked.names, by is None
    if len(names) != (2 if paired else 1):
        raise typer.BadParameter(
            f"two tests are compared, or one test in two groups (--by), and {len(names)} "
            f"{'is' if len(names) == 1 else 'are'} named."
        )
    answering = None if method is None else chosen(method, for_differences(paired=paired))
    equal = {word: test for word, test in TESTS_OF_EQUAL_PROPORTIONS.items() if test.paired == paired}
    test = None if equality is None else chosen(equality, equal, "--equality")
    cutoffs = stated_cutoffs(threshold, names)
    study = asked.study(cutoffs=cutoffs, design=design)
    if by is None:
        pairs = paired_counts_at(study.sample(), cutoffs)
        return [compared(pairs, method=answering, test=test, level=level, alternative=alternative)]
    refuse_clusters(study, "a comparison of tables")
    first, second = (counts_at(group.sample(), cutoffs[names[0]]) for group in two_groups(study, by).values())
    return [compared(first, second, method=answering, test=test, level=level, alternative=alternative)]


@printing
@on_a_study(optional=True)
def predictive_values(
    asked: StudyOptions | None,
    prevalence: Annotated[
        list[str],
        typer.Option(
            "--prevalence",
            metavar="SHARE,...",
            help="Shares of cases among those to be tested, separated by commas. Repeatable.",
        ),
    ],
    tp: Count = None,
    fp: Count = None,
    fn: Count = None,
    tn: Count = None,
    sensitivity: Annotated[
        float | None,
        typer.Option("--sensitivity", metavar="SHARE", help="Stated sensitivity, with --specificity; no intervals."),
    ] = None,
    specificity: Annotated[
        float | None, typer.Option("--specificity", metavar="SHARE", help="Stated specificity, with --sensitivity.")
    ] = None,
    threshold: Threshold = None,
    design: StatedDesign = None,
    adjusted: Annotated[bool, typer.Option("--adjusted", help="Take the adjusted logit interval.")] = False,
    figure: FigureFile = None,
    level: Level = 0.95,
) -> Sequence[Result]:
    """Give predictive values at stated prevalences: from typed counts or shares, or from a study at thresholds.

    Example: rocstats predictive-values --tp 26 --fp 12 --fn 15 --tn 60 --prevalence 0.1,0.2
    """
    from rocstats.document.predictive_value_figure import plot_predictive_values
    from rocstats.inference.predictive_table import predictive_values as values_of

    shares = numbers(prevalence, "--prevalence")
    if not shares:
        raise typer.BadParameter("state the prevalences: --prevalence 0.1,0.2.")
    typed = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    check_figure(figure, 1 if asked is None else len(asked.names))
    if sensitivity is not None or specificity is not None:
        if sensitivity is None or specificity is None:
            raise typer.BadParameter("--sensitivity and --specificity are stated together.")
        if asked is not None or any(count is not None for count in typed.values()):
            raise typer.BadParameter("give a study, four counts, or sensitivity and specificity; not two of them.")
        with values_typed():
            found = [values_of((sensitivity, specificity), shares, level=level, adjusted=adjusted)]
    else:
        counted = tables(asked, typed, threshold, design, "the logit interval")
        found = [values_of(table, shares, level=level, adjusted=adjusted) for table in counted]
    draw(figure, lambda: plot_predictive_values(_rows(found[0]), prevalence=_own_share(found[0])))
    return found


@printing
def corrected_for_verification(
    unverified_positive: Annotated[
        int, typer.Option(metavar="COUNT", min=0, help="Subjects who tested positive and were not verified.")
    ],
    unverified_negative: Annotated[
        int, typer.Option(metavar="COUNT", min=0, help="Subjects who tested negative and were not verified.")
    ],
    tp: Count = None,
    fp: Count = None,
    fn: Count = None,
    tn: Count = None,
    level: Level = 0.95,
) -> Sequence[Result]:
    """Correct sensitivity and specificity where only some subjects were verified, more of one result than the other.

    Example: rocstats corrected-for-verification --tp 231 --fp 32 --fn 27 --tn 54
    --unverified-positive 166 --unverified-negative 140
    """
    from rocstats.inference.verification import corrected_for_verification as corrected

    (verified,) = tables(None, {"tp": tp, "fp": fp, "fn": fn, "tn": tn}, None, None, "the correction")
    return [
        corrected(
            verified,
            unverified_positive=unverified_positive,
            unverified_negative=unverified_negative,
            level=level,
        )
    ]


def _rows(found: PredictiveValues) -> list[PredictiveValueRow]:
    """Give predictive values as rows of a figure."""
    from rocstats.document.predictive_value_figure import PredictiveValueRow

    return [
        PredictiveValueRow(
            prevalence=at.prevalence,
            ppv=at.ppv,
            npv=at.npv,
            ppv_interval=at.ppv_interval,
            npv_interval=at.npv_interval,
        )
        for at in found.values
    ]


def _own_share(found: PredictiveValues) -> float | None:
    """Return the share of cases in a cohort; that of another study says nothing."""
    table = found.counts
    if table is None or table.design != "cohort" or not (table.n_cases and table.n_controls):
        return None
    return table.n_cases / (table.n_cases + table.n_controls)
