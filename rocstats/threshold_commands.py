"""The commands that ask about thresholds: the points of a curve, the choice of one, accuracy where a target is met."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rocstats.console import printing, sentence
from rocstats.errors import MethodError
from rocstats.figure_option import check_figure, draw
from rocstats.method_words import chosen, for_statistic
from rocstats.printing import Result
from rocstats.question_options import (
    AtPrevalence,
    FigureFile,
    Level,
    Resampler,
    Resamples,
    Seed,
    StatedDesign,
    Tails,
    Threshold,
)
from rocstats.study_options import DEFAULT_SEED, StudyOptions, on_a_study, thresholds_of
from rocstats.written_values import number, pair

if TYPE_CHECKING:
    from rocstats.empirical.threshold_optima import ThresholdRule

Interpolated = Annotated[
    bool,
    typer.Option("--interpolated", help="Read the drawn curve at exactly the target, straight between its points."),
]


@printing
@on_a_study()
def points(asked: StudyOptions, threshold: Threshold = None) -> Sequence[Result]:
    """List the operating points of each test: counts, sensitivity and specificity at every threshold or stated ones.

    Example: rocstats points study.csv --truth outcome --positive Poor --tests wfns --csv
    """
    from rocstats.empirical.points import operating_points

    stated = thresholds_of(threshold, asked.names)
    study = asked.study()
    asked_of = {test.name: [value for name, value in stated if name == test.name] for test in study.tests}
    return [
        operating_points(study.sample(name), values or None)
        for name, values in asked_of.items()
        if values or not stated
    ]


@printing
@on_a_study()
def thresholds(
    asked: StudyOptions,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="RULE",
            help="youden, closest-topleft, sensitivity or specificity (that reach --target), cost (of --costs), "
            "accuracy, f1, mcc, kappa, product, equal; or a threshold stated beforehand, as a number.",
        ),
    ] = "youden",
    target: Annotated[
        float | None, typer.Option("--target", metavar="SHARE", help="Sensitivity or specificity to reach.")
    ] = None,
    costs: Annotated[
        str | None,
        typer.Option("--costs", metavar="FP,FN", help="Costs of a false positive and of a false negative."),
    ] = None,
    prevalence: AtPrevalence = None,
    midpoint: Annotated[
        bool, typer.Option("--midpoint", help="Show midpoints to the next score instead of observed scores.")
    ] = False,
    bootstrap: Annotated[
        bool,
        typer.Option(help="Choose again in resamples: intervals, and accuracy apart from having been chosen."),
    ] = True,
    design: StatedDesign = None,
    figure: FigureFile = None,
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Choose the threshold of each test by a rule, and say how good it is apart from having been chosen.

    Example: rocstats thresholds study.csv --truth outcome --positive Poor --tests s100b --by sensitivity --target 0.9
    """
    from rocstats.document.threshold_figure import plot_thresholds
    from rocstats.inference.threshold_choice import thresholds as choice

    if resamples is not None and not bootstrap:
        raise typer.BadParameter("--resamples and --no-bootstrap exclude each other; choose one.")
    rule = _rule(by, target, pair(costs, "--costs", "1,5"), prevalence)
    drawn: dict[str, Any] = {}
    if bootstrap and not isinstance(rule, float):
        drawn = {"rng": seed, "n_resamples": resamples}
    check_figure(figure, len(asked.names))
    samples = asked.samples(design=design)
    found = [choice(sample, rule, midpoint=midpoint, level=level, **drawn) for sample in samples]
    draw(figure, lambda: plot_thresholds(samples[0], found[0]))
    return found


def _rule(
    word: str, target: float | None, costs: tuple[float, float] | None, prevalence: float | None
) -> ThresholdRule | float:
    """Return the rule of a word with its options, or the number that was stated."""
    from rocstats.empirical.rule_words import THRESHOLD_RULES, rule_named

    if word not in THRESHOLD_RULES:
        try:
            float(word)
        except ValueError:
            pass
        else:
            if target is not None or costs is not None or prevalence is not None:
                raise typer.BadParameter("--target, --costs and --prevalence belong to a rule that is named in words.")
            return number(word, "--by")
    try:
        return rule_named(word, target=target, costs=costs, prevalence=prevalence)
    except MethodError as error:
        raise typer.BadParameter(f"--by: {sentence(error)}") from None


@printing
@on_a_study()
def sensitivity_at(
    asked: StudyOptions,
    specificity: Annotated[
        float, typer.Option("--specificity", metavar="SHARE", help="The least specificity, such as 0.9.")
    ] = 0.9,
    interpolated: Interpolated = False,
    method: Resampler = "bootstrap-bca",
    null: Annotated[float | None, typer.Option("--null", metavar="SHARE", help="Sensitivity to test against.")] = None,
    alternative: Tails = "two-sided",
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Estimate the sensitivity of each test where its specificity reaches a target.

    Example: rocstats sensitivity-at study.csv --truth outcome --positive Poor --tests s100b --specificity 0.9
    """
    from rocstats.empirical.fixed_points import SensitivityAt
    from rocstats.inference.points_at_target import sensitivity_at as found_at

    answering = chosen(method, for_statistic(SensitivityAt(specificity, interpolated)), seed=seed, resamples=resamples)
    return [
        found_at(
            sample,
            specificity,
            answering,
            interpolated=interpolated,
            level=level,
            null_value=null,
            alternative=alternative,
        )
        for sample in asked.samples()
    ]


@printing
@on_a_study()
def specificity_at(
    asked: StudyOptions,
    sensitivity: Annotated[
        float, typer.Option("--sensitivity", metavar="SHARE", help="The least sensitivity, such as 0.9.")
    ] = 0.9,
    interpolated: Interpolated = False,
    method: Resampler = "bootstrap-bca",
    null: Annotated[float | None, typer.Option("--null", metavar="SHARE", help="Specificity to test against.")] = None,
    alternative: Tails = "two-sided",
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Estimate the specificity of each test where its sensitivity reaches a target.

    Example: rocstats specificity-at study.csv --truth outcome --positive Poor --tests s100b --sensitivity 0.9
    """
    from rocstats.empirical.fixed_points import SpecificityAt
    from rocstats.inference.points_at_target import specificity_at as found_at

    answering = chosen(method, for_statistic(SpecificityAt(sensitivity, interpolated)), seed=seed, resamples=resamples)
    return [
        found_at(
            sample,
            sensitivity,
            answering,
            interpolated=interpolated,
            level=level,
            null_value=null,
            alternative=alternative,
        )
        for sample in asked.samples()
    ]
