"""The command that asks whether a test does equally well in all subgroups of subjects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rocstats.console import printing
from rocstats.figure_option import check_figure, draw
from rocstats.method_words import chosen, for_areas, for_proportions
from rocstats.printing import Result
from rocstats.question_options import FigureFile, Level, Resamples, Seed, StatedDesign, Threshold
from rocstats.study_options import DEFAULT_SEED, StudyOptions, on_a_study
from rocstats.study_tables import stated_cutoffs

if TYPE_CHECKING:
    from rocstats.data.sample import Sample
    from rocstats.document.forest_figure import ForestRow
    from rocstats.results import Estimate


@printing
@on_a_study()
def subgroups(
    asked: StudyOptions,
    by: Annotated[
        list[str], typer.Option("--by", metavar="COLUMN", help="Column that divides the subjects. Repeatable.")
    ],
    threshold: Threshold = None,
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            metavar="WORD",
            show_default=False,
            help="Method for areas, delong unless stated; with --threshold for proportions, wilson unless stated.",
        ),
    ] = None,
    design: StatedDesign = None,
    figure: FigureFile = None,
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Estimate the accuracy of each test in subgroups, and test whether it is the same in all of them.

    Without thresholds the measure is the area; with a threshold for each test it is sensitivity and specificity.

    Example: rocstats subgroups study.csv --truth outcome --positive Poor --tests s100b --by gender
    """
    from rocstats.document.subgroup_figure import plot_subgroups
    from rocstats.inference.subgroups import compare_subgroups

    serving, usual = (for_proportions(), "wilson") if threshold else (for_areas(), "delong")
    answering = chosen(usual if method is None else method, serving, seed=seed, resamples=resamples)
    cutoffs: dict[str, float] = stated_cutoffs(threshold, asked.names) if threshold else {}
    check_figure(figure, len(asked.names))
    study = asked.study(cutoffs=cutoffs, design=design)
    found = [
        compare_subgroups(
            study, by=column, test=test.name, threshold=cutoffs.get(test.name), method=answering, level=level
        )
        for test in study.tests
        for column in by
    ]
    draw(
        figure,
        lambda: plot_subgroups(found, overall=_overall(study.sample(study.tests[0].name), cutoffs, answering, level)),
    )
    return found


def _overall(sample: Sample, cutoffs: dict[str, float], method: Any, level: float) -> list[Estimate] | list[ForestRow]:
    """Return what the figure shows of the whole study."""
    from rocstats.document.forest_figure import ForestRow
    from rocstats.empirical.points import counts_at
    from rocstats.inference.areas import auc
    from rocstats.inference.two_by_two import accuracy

    if not cutoffs:
        return [auc(sample, method, level=level)]
    whole = accuracy(counts_at(sample, *cutoffs.values()), method, level=level)
    return [
        ForestRow(
            names=("all",),
            estimate=one.estimate,
            interval=one.interval,
            parameter=one.name,
            estimable=one.interval is not None,
        )
        for one in (whole.sensitivity, whole.specificity)
    ]
