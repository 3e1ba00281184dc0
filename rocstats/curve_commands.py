"""The commands that ask about curve models: one fitted, families compared, two tests together, a smooth curve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from rocstats.console import PartlyRefusedError, printing, say
from rocstats.errors import DataError, FitError
from rocstats.figure_option import check_figure, draw
from rocstats.formatting import printable
from rocstats.method_words import chosen
from rocstats.printing import Result
from rocstats.question_options import FigureFile, FpfBand, Level, Resamples, Seed, Tails, TpfBand
from rocstats.study_options import DEFAULT_SEED, StudyOptions, on_a_study
from rocstats.written_values import number, numbers, pair, words_of

if TYPE_CHECKING:
    from rocstats.data.sample import Sample
    from rocstats.empirical.statistic import Statistic
    from rocstats.parametric.family import CurveFamily

# One figure shows so many curves.
_MOST_DRAWN = 6
_LIKELIHOODS = ("maximum-likelihood", "maximum-likelihood-expected")
_CATEGORIES_HELP = (
    "What the likelihood is of: ratings, each distinct score a category; runs of one truth state along the scores; "
    "auto, ratings up to 20 distinct scores."
)
Scale = Literal["raw", "normalised", "mcclish"]
Categories = Literal["auto", "ratings", "runs"]
AtSpecificity = Annotated[
    list[str] | None,
    typer.Option(
        "--at-specificity",
        metavar="SHARE,...",
        show_default=False,
        help="Read sensitivity off the curve where specificity (1 - FPF) is this. Repeatable.",
    ),
]
AtSensitivity = Annotated[
    list[str] | None,
    typer.Option(
        "--at-sensitivity",
        metavar="SHARE,...",
        show_default=False,
        help="Read specificity off the curve where sensitivity (TPF) is this. Repeatable.",
    ),
]
BandScale = Annotated[
    Scale,
    typer.Option(
        "--scale", help="The area over a band of --fpf or --tpf: raw, divided by its width, or McClish's index."
    ),
]
Likelihood = Annotated[
    str,
    typer.Option("--method", metavar="WORD", help=f"{' or '.join(_LIKELIHOODS)}, which says what errors come from."),
]


@printing
@on_a_study()
def fit(
    asked: StudyOptions,
    family: Annotated[
        str, typer.Option("--family", metavar="WORD", help="Family of curves; `rocstats methods` lists the words.")
    ] = "binormal",
    method: Annotated[
        str, typer.Option("--method", metavar="WORD", help="Way of fitting; `rocstats methods` lists the words.")
    ] = "maximum-likelihood",
    categories: Annotated[
        Categories | None,
        typer.Option("--categories", show_default=False, help=f"{_CATEGORIES_HELP} For maximum likelihood."),
    ] = None,
    interval: Annotated[
        Literal["delta", "reiser-guttman", "generalised"] | None,
        typer.Option(
            "--interval",
            show_default=False,
            help="Interval and test of the area for normal distributions; the delta method's unless stated.",
        ),
    ] = None,
    at_specificity: AtSpecificity = None,
    at_sensitivity: AtSensitivity = None,
    fpf: FpfBand = None,
    tpf: TpfBand = None,
    scale: BandScale = "raw",
    band: Annotated[
        Literal["pointwise", "working-hotelling"] | None,
        typer.Option(
            "--band",
            show_default=False,
            help="Add a band for the curve: for one FPF at a time, or for the whole binormal curve.",
        ),
    ] = None,
    null: Annotated[
        float | None, typer.Option("--null", metavar="AUC", help="AUC to test the fitted area against.")
    ] = None,
    alternative: Annotated[
        Literal["two-sided", "less", "greater"],
        typer.Option("--alternative", help="Alternative hypothesis about the fitted area."),
    ] = "two-sided",
    figure: FigureFile = None,
    level: Level = 0.95,
    resamples: Annotated[
        int | None,
        typer.Option(
            "--resamples",
            metavar="COUNT",
            min=100,
            help="Resamples of a regression on placement values, 2000 unless stated, or draws of the generalised "
            "interval, 100000.",
        ),
    ] = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Fit a parametric ROC curve to each test, and read areas and points off it.

    Example: rocstats fit study.csv --truth outcome --positive Poor --tests s100b --at-specificity 0.9 --figure fit.svg
    """
    from rocstats.document.fitted_figure import plot_fit
    from rocstats.empirical.area import AUC
    from rocstats.errors import MethodError
    from rocstats.parametric import FAMILIES, FIT_METHODS
    from rocstats.parametric.curve_fitting import fit_curve
    from rocstats.parametric.fitted_bands import fitted_band

    kind: CurveFamily = chosen(family, FAMILIES, "--family")
    way: Any = chosen(method, FIT_METHODS, seed=seed, resamples=resamples)
    for option, value in (("categories", categories), ("interval", interval)):
        way = _with(way, method, option, value)
    if resamples is not None and getattr(way, "interval", None) not in (None, "generalised"):
        raise typer.BadParameter("--resamples is for draws, and normal distributions draw for --interval generalised.")
    reason = way.refuses(kind)
    if reason is not None:
        raise MethodError(reason)
    if band == "working-hotelling" and family != "binormal":
        raise typer.BadParameter(
            f"--band working-hotelling is made for a straight line on normal axes, which a {family} curve is not; take "
            "--band pointwise, or --family binormal."
        )
    read = _read_off(at_specificity, at_sensitivity, fpf, tpf, scale)
    judged = null is not None or alternative != "two-sided"
    check_figure(figure, len(asked.names), most=_MOST_DRAWN if band is None else 1)
    drawn, bands = [], []

    def ask(sample: Sample) -> list[Result]:
        found = fit_curve(sample, kind, way, level=level)
        drawn.append(found)
        answers: list[Result] = [found]
        if judged:
            answers.append(found.estimate(AUC(), null_value=null, alternative=alternative))
        answers += [found.estimate(statistic) for statistic in read]
        if band is not None and found.covariance is None:
            say(f'"{printable(found.name)}": a band needs standard errors, and this curve has none; its notes say why.')
        elif band is not None:
            bands.append(fitted_band(found, kind=band))
            answers.append(bands[-1])
        return answers

    return _of_each(asked.samples(), ask, lambda: draw(figure, lambda: plot_fit(*drawn, band=next(iter(bands), None))))


@printing
@on_a_study()
def families(
    asked: StudyOptions,
    family: Annotated[
        list[str] | None,
        typer.Option(
            "--family",
            metavar="WORD,...",
            show_default=False,
            help="Families to compare, separated by commas; all of them unless stated. Repeatable.",
        ),
    ] = None,
    method: Likelihood = "maximum-likelihood",
    categories: Annotated[Categories, typer.Option("--categories", help=_CATEGORIES_HELP)] = "auto",
    figure: FigureFile = None,
    level: Level = 0.95,
) -> Sequence[Result]:
    """Fit families of ROC curves to each test, and compare them by likelihood and Akaike's criterion.

    Example: rocstats families study.csv --truth outcome --positive Poor --tests s100b --family binormal,power-law
    """
    from rocstats.document.fitted_figure import plot_fit
    from rocstats.parametric import FAMILIES
    from rocstats.parametric.family_comparison import compare_families

    kinds = [chosen(word, FAMILIES, "--family") for word in words_of(family)]
    way: Any = replace(chosen(method, _likelihoods()), categories=categories)
    check_figure(figure, len(asked.names))
    compared = []

    def ask(sample: Sample) -> list[Result]:
        compared.append(compare_families(sample, *kinds, method=way, level=level))
        return [compared[-1]]

    return _of_each(asked.samples(), ask, lambda: draw(figure, lambda: plot_fit(*compared[0].fits)))


@printing
@on_a_study()
def compare_curves(
    asked: StudyOptions,
    method: Likelihood = "maximum-likelihood",
    categories: Annotated[
        str,
        typer.Option(
            "--categories",
            metavar="WORD|COUNT",
            help="ratings, runs, auto (runs joined to 100 at most), or the most categories of a test.",
        ),
    ] = "auto",
    at_specificity: AtSpecificity = None,
    at_sensitivity: AtSensitivity = None,
    fpf: FpfBand = None,
    tpf: TpfBand = None,
    scale: BandScale = "raw",
    alternative: Tails = "two-sided",
    figure: FigureFile = None,
    level: Level = 0.95,
) -> Sequence[Result]:
    """Fit binormal curves to two tests on the same subjects together, and compare them: areas, curves, points.

    Example: rocstats compare-curves study.csv --truth outcome --positive Poor --tests s100b,ndka --at-specificity 0.9
    """
    from rocstats.document.fitted_figure import plot_fit
    from rocstats.parametric.bivariate_fitting import fit_bivariate_binormal

    if len(asked.names) != 2:
        raise typer.BadParameter(
            f"two tests on the same subjects are fitted together, --tests A,B; {len(asked.names)} came."
        )
    read = _read_off(at_specificity, at_sensitivity, fpf, tpf, scale)
    information = chosen(method, _likelihoods()).information
    most = int(categories) if categories.isascii() and categories.isdigit() else categories
    check_figure(figure, 1)
    found = fit_bivariate_binormal(asked.study().sample(), categories=most, information=information, level=level)
    compared = [found.compare(statistic, alternative=alternative) for statistic in read]
    area = found.compare_auc(alternative=alternative)
    draw(figure, lambda: plot_fit(*found.curves))
    return [found, area, found.compare_parameters(), *compared]


@printing
@on_a_study()
def smooth(
    asked: StudyOptions,
    bandwidth: Annotated[
        str,
        typer.Option(
            "--bandwidth",
            metavar="WORD|NUMBER[,NUMBER]",
            help="Silverman's rule; or the bandwidth of both groups, in units of the scores; or of cases and controls.",
        ),
    ] = "silverman",
    bootstrap: Annotated[bool, typer.Option(help="Draw resamples for standard error and interval.")] = True,
    figure: FigureFile = None,
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Draw a smooth ROC curve of each test from normal kernel densities of cases and controls.

    Example: rocstats smooth study.csv --truth outcome --positive Poor --tests s100b --figure smooth.svg
    """
    from rocstats.document.fitted_figure import plot_fit
    from rocstats.parametric.smooth_curves import smooth_curve

    if resamples is not None and not bootstrap:
        raise typer.BadParameter("--resamples and --no-bootstrap exclude each other; choose one.")
    width = _bandwidth(bandwidth)
    count = 0 if not bootstrap else 2000 if resamples is None else resamples
    check_figure(figure, len(asked.names), most=_MOST_DRAWN)
    drawn = []

    def ask(sample: Sample) -> list[Result]:
        drawn.append(smooth_curve(sample, bandwidth=width, level=level, n_resamples=count, rng=seed))
        return [drawn[-1]]

    return _of_each(asked.samples(), ask, lambda: draw(figure, lambda: plot_fit(*drawn)))


def _of_each(
    samples: Sequence[Sample], ask: Callable[[Sample], list[Result]], then: Callable[[], None]
) -> Sequence[Result]:
    """Ask of every test; what the data of one do not determine leaves the others their answers and their figure."""
    results: list[Result] = []
    refused: list[DataError | FitError] = []
    for sample in samples:
        try:
            results += ask(sample)
        except (DataError, FitError) as error:
            name = f'"{printable(sample.tests[0].name)}"'
            text = str(error)
            refused.append(DataError(text if name in text else f"{name}: {text}"))
    if results:
        then()
    if refused:
        raise PartlyRefusedError(results, refused)
    return results


def _likelihoods() -> dict[str, Any]:
    from rocstats.parametric import FIT_METHODS

    return {word: FIT_METHODS[word] for word in _LIKELIHOODS}


def _with(way: Any, word: str, name: str, value: str | None) -> Any:
    """Set an option that only some ways of fitting have."""
    from rocstats.parametric import FIT_METHODS

    if value is None:
        return way
    having = [known for known, one in FIT_METHODS.items() if name in {field.name for field in fields(one)}]  # type: ignore[arg-type]
    if word not in having:
        raise typer.BadParameter(f'--{name} is for --method {" or ".join(having)}; "{word}" has no such choice.')
    return replace(way, **{name: value})


def _read_off(
    at_specificity: Sequence[str] | None,
    at_sensitivity: Sequence[str] | None,
    fpf: str | None,
    tpf: str | None,
    scale: Scale,
) -> list[Statistic]:
    """Return the numbers to be read off a curve."""
    from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
    from rocstats.empirical.partial_area import PartialAUC

    bands = {"fpf": pair(fpf, "--fpf", "0,0.1"), "tpf": pair(tpf, "--tpf", "0.9,1")}
    if scale != "raw" and fpf is None and tpf is None:
        raise typer.BadParameter("--scale is for the area over a band; state one, --fpf LOW,HIGH or --tpf LOW,HIGH.")
    found: list[Statistic] = [PartialAUC(**{axis: band}, scale=scale) for axis, band in bands.items() if band]
    found += [SensitivityAt(share) for share in _shares(at_specificity, "--at-specificity")]
    return found + [SpecificityAt(share) for share in _shares(at_sensitivity, "--at-sensitivity")]


def _shares(texts: Sequence[str] | None, where: str) -> list[float]:
    """Read shares at which a curve says something that is not known before."""
    shares = numbers(texts, where)
    for share in shares:
        if not 0 < share < 1:
            raise typer.BadParameter(f"{where} is {share:g}; it must be above 0 and below 1.")
    return shares


def _bandwidth(text: str) -> str | float | tuple[float, float]:
    """Read the word of a rule, one number or two."""
    if text == "silverman":
        return text
    if "," in text:
        both = pair(text, "--bandwidth", "0.2,0.1")
        assert both is not None
        return both
    try:
        return number(text, "--bandwidth")
    except typer.BadParameter:
        raise typer.BadParameter(
            f'--bandwidth is "{printable(text)}"; it is silverman, a number, or two: CASES,CONTROLS.'
        ) from None
