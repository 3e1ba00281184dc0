"""The commands that ask about ROC curves: areas, parts of them, whole curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rocstats.console import printing
from rocstats.method_words import chosen, for_areas, for_statistic
from rocstats.printing import Result
from rocstats.question_options import By, FpfBand, Level, Method, Resamples, Seed, Tails, TpfBand
from rocstats.study_groups import two_groups
from rocstats.study_options import DEFAULT_SEED, StudyOptions, on_a_study
from rocstats.written_values import pair

if TYPE_CHECKING:
    from rocstats.data.sample import Sample

Scale = Literal["raw", "normalised", "mcclish"]


@printing
@on_a_study()
def auc(
    asked: StudyOptions,
    method: Method = "delong",
    all_methods: Annotated[bool, typer.Option("--all-methods", help="Set all methods side by side.")] = False,
    null: Annotated[float | None, typer.Option("--null", metavar="AUC", help="AUC to test against.")] = None,
    alternative: Tails = "two-sided",
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Estimate the area under the ROC curve of each test.

    Example: rocstats auc study.csv --truth outcome --positive Poor --tests s100b,ndka --method delong-logit
    """
    from rocstats.inference.areas import auc as area
    from rocstats.inference.side_by_side import auc_intervals

    if all_methods and (null is not None or alternative != "two-sided" or method != "delong" or resamples is not None):
        raise typer.BadParameter("--all-methods sets two-sided intervals side by side; leave out the other options.")
    answering = chosen(method, for_areas(), seed=seed, resamples=resamples)
    samples = asked.samples()
    if all_methods:
        return [auc_intervals(sample, level=level, rng=seed) for sample in samples]
    return [area(sample, answering, level=level, null_value=null, alternative=alternative) for sample in samples]


@printing
@on_a_study()
def compare(
    asked: StudyOptions,
    by: By = None,
    method: Method = "delong",
    alternative: Tails = "two-sided",
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Compare the areas of two tests, of several at once, or of one test in two groups of subjects (--by).

    Example: rocstats compare study.csv --truth outcome --positive Poor --tests s100b,ndka
    """
    from rocstats.inference.areas import compare_auc
    from rocstats.inference.contrasts import contrast_auc

    names = asked.names
    if len(names) > 2 and by is None:
        if method != "delong" or alternative != "two-sided" or resamples is not None:
            raise typer.BadParameter(
                "three or more areas are compared by DeLong's chi-squared test, which has no direction; name two tests "
                "for another method or a one-sided alternative."
            )
        return [contrast_auc(asked.study().sample(), level=level)]
    _check_two(names, by)
    answering = chosen(method, for_areas(_kind(by)), seed=seed, resamples=resamples)
    first, second = _two_samples(asked, by)
    return [compare_auc(first, second, answering, alternative=alternative, level=level)]


@printing
@on_a_study()
def partial_auc(
    asked: StudyOptions,
    fpf: FpfBand = None,
    tpf: TpfBand = None,
    scale: Annotated[
        Scale, typer.Option("--scale", help="Raw, divided by the width of the band, or McClish's index.")
    ] = "raw",
    compare: Annotated[
        bool, typer.Option("--compare", help="Compare two tests, or one test in two groups (--by).")
    ] = False,
    by: By = None,
    method: Annotated[str, typer.Option("--method", metavar="WORD", help="Delong, or a bootstrap.")] = "delong",
    null: Annotated[
        float | None,
        typer.Option("--null", metavar="AREA", help="Area, or difference, to test against, on the scale asked for."),
    ] = None,
    alternative: Tails = "two-sided",
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Estimate the partial area under the ROC curve of each test over a band, or compare it between two (--compare).

    Example: rocstats partial-auc study.csv --truth outcome --positive Poor --tests s100b,ndka --fpf 0,0.1 --compare
    """
    from rocstats.empirical.partial_area import PartialAUC
    from rocstats.inference.partial_areas import compare_partial_auc
    from rocstats.inference.partial_areas import partial_auc as area

    bands = {"fpf": pair(fpf, "--fpf", "0,0.1"), "tpf": pair(tpf, "--tpf", "0.9,1")}
    if (fpf is None) == (tpf is None):
        raise typer.BadParameter("state one band of the curve: --fpf LOW,HIGH or --tpf LOW,HIGH.")
    comparing = compare or by is not None
    if comparing:
        _check_two(asked.names, by)
    statistic = PartialAUC(**bands, scale=scale)
    serving = for_statistic(statistic, _kind(by) if comparing else "one")
    answering = chosen(method, serving, seed=seed, resamples=resamples)
    if comparing:
        first, second = _two_samples(asked, by)
        null_value = 0.0 if null is None else null
        return [
            compare_partial_auc(
                first,
                second,
                answering,
                **bands,
                scale=scale,
                alternative=alternative,
                level=level,
                null_value=null_value,
            )
        ]
    return [
        area(
            sample,
            answering,
            **bands,
            scale=scale,
            level=level,
            null_value=null,
            alternative=alternative,
        )
        for sample in asked.samples()
    ]


@printing
@on_a_study()
def venkatraman(
    asked: StudyOptions, by: By = None, resamples: Resamples = None, seed: Seed = DEFAULT_SEED
) -> Sequence[Result]:
    """Test whether two whole ROC curves are equal: of two tests, or of one test in two groups of subjects (--by).

    Example: rocstats venkatraman study.csv --truth outcome --positive Poor --tests s100b,ndka
    """
    from rocstats.inference.whole_curves import venkatraman as equal_curves

    _check_two(asked.names, by)
    first, second = _two_samples(asked, by)
    return [equal_curves(first, second, n_resamples=2000 if resamples is None else resamples, rng=seed)]


def _kind(by: str | None) -> Literal["paired", "unpaired"]:
    return "paired" if by is None else "unpaired"


def _check_two(names: Sequence[str], by: str | None) -> None:
    """Refuse what is neither two tests nor one test in two groups."""
    if by is not None and len(names) != 1:
        raise typer.BadParameter(f"--by compares one test between two groups, and {len(names)} tests are named.")
    if by is None and len(names) == 1:
        raise typer.BadParameter(
            "a comparison takes two tests or more; for one test in two groups name them with --by."
        )
    if len(names) > 2:
        raise typer.BadParameter(f"two tests are compared here, and {len(names)} are named.")


def _two_samples(asked: StudyOptions, by: str | None) -> tuple[Sample, Sample | None]:
    """Return two tests on the same subjects, or one test in two groups."""
    study = asked.study()
    if by is None:
        return study.sample(), None
    first, second = two_groups(study, by).values()
    return first.sample(), second.sample()
