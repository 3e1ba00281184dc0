"""The command that judges a margin: is a new test non-inferior, equivalent, or superior by so much?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import typer

from rocstats.console import printing
from rocstats.errors import DataError
from rocstats.figure_option import check_figure, draw
from rocstats.formatting import printable
from rocstats.method_words import chosen, for_areas, for_differences
from rocstats.printing import Result
from rocstats.question_options import FigureFile, Resamples, Seed, Threshold
from rocstats.study_groups import two_groups
from rocstats.study_options import DEFAULT_SEED, StudyOptions, on_a_study
from rocstats.study_tables import refuse_clusters, stated_cutoffs
from rocstats.written_values import refuse_no_margin

Kind = Literal["noninferiority", "equivalence", "superiority"]


@printing
@on_a_study()
def noninferiority(
    asked: StudyOptions,
    margin: Annotated[
        float,
        typer.Option("--margin", metavar="NUMBER", help="Absolute margin: 0.05 is five percentage points of accuracy."),
    ],
    kind: Annotated[Kind, typer.Option("--kind", help="What is to be shown; superiority is by the margin.")] = (
        "noninferiority"
    ),
    measure: Annotated[
        Literal["auc", "sensitivity", "specificity"],
        typer.Option("--measure", help="What is compared; sensitivity and specificity at a --threshold."),
    ] = "auc",
    threshold: Threshold = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="COLUMN", help="Compare one test between the two groups of this column."),
    ] = None,
    new: Annotated[
        str | None,
        typer.Option("--new", metavar="VALUE", help="Which group of --by has the new test."),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            metavar="WORD",
            show_default=False,
            help="Method for the difference; unless stated delong for areas, tango for pairs of counts, "
            "miettinen-nurminen for counts of different subjects.",
        ),
    ] = None,
    figure: FigureFile = None,
    level: Annotated[
        float | None,
        typer.Option(
            "--level",
            metavar="SHARE",
            show_default=False,
            help="Level of the two-sided interval: 0.95 unless stated, for equivalence 0.90.",
        ),
    ] = None,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Judge whether a new test is worse than a reference by less than a margin, equivalent, or better by more.

    Name the new test first: --tests NEW,REFERENCE.

    Example: rocstats noninferiority study.csv --truth outcome --positive Poor --tests s100b,wfns --margin 0.1
    """
    from rocstats.document.margin_figure import plot_margin
    from rocstats.inference.margins import equivalence, superiority
    from rocstats.inference.margins import noninferiority as not_worse

    refuse_no_margin(margin, kind)
    names = asked.names
    if len(names) != (2 if by is None else 1):
        raise typer.BadParameter(
            "name two tests, the new one first (--tests NEW,REFERENCE), or one test and the column of two groups of "
            f"subjects (--by COLUMN --new VALUE); {len(names)} {'is' if len(names) == 1 else 'are'} named."
        )
    if (by is None) != (new is None):
        raise typer.BadParameter("--by and --new go together: the column of the groups, and which has the new test.")
    if measure == "auc" and threshold:
        raise typer.BadParameter("--threshold goes with --measure sensitivity or --measure specificity.")
    if measure == "auc":
        # A test without an interval judges no margin.
        serving = for_areas("paired" if by is None else "unpaired")
        serving.pop("permutation", None)
    else:
        serving = for_differences(paired=by is None)
    stated: dict[str, Any] = {} if level is None else {"level": level}
    if method is not None:
        stated["method"] = chosen(method, serving, seed=seed, resamples=resamples)
    elif resamples is not None:
        raise typer.BadParameter("--resamples is for methods that draw at random; ask for one with --method.")
    if measure != "auc":
        stated["measure"] = measure
    cutoffs = {} if measure == "auc" else stated_cutoffs(threshold, names)
    check_figure(figure, 1)
    first, second = _compared(asked, cutoffs, by, new)
    judge = {"noninferiority": not_worse, "equivalence": equivalence, "superiority": superiority}[kind]
    found = judge(first, second, margin=margin, **stated)
    draw(figure, lambda: plot_margin(found))
    return [found]


def _compared(asked: StudyOptions, cutoffs: dict[str, float], by: str | None, new: str | None) -> tuple[Any, Any]:
    """Return the new test with the reference: samples, or counts where there are thresholds."""
    from rocstats.empirical.paired_points import paired_counts_at
    from rocstats.empirical.points import counts_at

    study = asked.study(cutoffs=cutoffs)
    if by is None or new is None:
        sample = study.sample()
        return (paired_counts_at(sample, cutoffs) if cutoffs else sample), None
    if cutoffs:
        refuse_clusters(study, "a difference of proportions")
    groups = two_groups(study, by)
    if new not in groups:
        known = " or ".join(printable(name) for name in groups)
        raise DataError(f'--new is "{printable(new)}"; "{printable(by)}" has the groups {known}.')
    samples = [groups[new].sample(), *(group.sample() for name, group in groups.items() if name != new)]
    first, second = [counts_at(sample, *cutoffs.values()) for sample in samples] if cutoffs else samples
    return first, second
