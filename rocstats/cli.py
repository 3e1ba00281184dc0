"""The command line: one command for each question, and one for a report.

Options fill a study and a plan; what is computed is what the functions of the same names compute.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from rocstats.console import AsCsv, AsJson, form_of, printing, progress, say, show, speaking_plainly, whole_streams
from rocstats.formatting import counted, printable
from rocstats.printing import Result
from rocstats.study_options import (
    DEFAULT_SEED,
    Alternative,
    Design,
    StudyOptions,
    cutoffs_of,
    on_a_study,
    one_or_all,
    thresholds_of,
)
from rocstats.version import __version__

if TYPE_CHECKING:
    from rocstats.data.study import Study

app = typer.Typer(
    name="rocstats",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Statistical inference on the accuracy of diagnostic tests, with R-style reports. "
    "Results go to stdout, messages to stderr. Exit codes: 0 done, 1 cannot analyse, 2 wrong call.",
)

Output = Annotated[
    list[Path], typer.Option("--output", "-o", metavar="FILE", help="report.html or report.md. Repeatable.")
]
Threshold = Annotated[
    list[str] | None,
    typer.Option(
        "--threshold", metavar="NAME=VALUE", help="Threshold of a test, on the scale of the data. Repeatable."
    ),
]
StatedDesign = Annotated[
    Design | None,
    typer.Option("--design", help="How subjects were sampled; predictive values and accuracy depend on it."),
]
Method = Annotated[
    str, typer.Option("--method", metavar="WORD", help="Method for areas; `rocstats methods` lists the words.")
]
Proportions = Annotated[str, typer.Option(metavar="WORD", help="wilson or clopper-pearson, for proportions.")]
Tails = Annotated[Alternative, typer.Option("--alternative", help="Alternative hypothesis.")]
Level = Annotated[float, typer.Option("--level", metavar="SHARE", help="Confidence level of the intervals.")]
Seed = Annotated[
    int, typer.Option("--seed", metavar="NUMBER", min=0, help="Seed of everything that draws random numbers.")
]
Count = Annotated[int | None, typer.Option(metavar="COUNT", min=0, help="Subjects in this cell of the 2x2 table.")]


@app.callback(invoke_without_command=True)
def _version(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    if version:
        typer.echo(f"rocstats {__version__}")
        raise typer.Exit


@app.command()
@speaking_plainly
@on_a_study()
def report(
    asked: StudyOptions,
    context: typer.Context,
    output: Output,
    threshold: Threshold = None,
    method: Method = "delong",
    proportions: Proportions = "wilson",
    design: StatedDesign = None,
    level: Level = 0.95,
    seed: Seed = DEFAULT_SEED,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Title of the report.")] = "",
) -> None:
    """Write a diagnostic-accuracy report as HTML or Markdown, and print where it is.

    Example: rocstats report study.csv --truth outcome --positive Poor --tests s100b,wfns --threshold wfns=4 -o out.html
    """
    from rocstats.document.writing import check_place, write
    from rocstats.report.accuracy_report import compose
    from rocstats.report.analysis import analyse
    from rocstats.report.plan import Plan, PlannedMethods, PlannedTest

    _method(method, "infer", "--method")
    _method(proportions, "interval", "--proportions")
    cutoffs = cutoffs_of(threshold, asked.names)
    for path in output:
        check_place(path)
    study = asked.study(cutoffs=cutoffs, design=design)
    plan = Plan(
        truth=asked.truth,
        tests=tuple(PlannedTest(name=test.name, low=test.low, threshold=test.cutoff) for test in study.tests),
        data=asked.data.name,
        positive=one_or_all(asked.positive),
        negative=one_or_all(asked.negative),
        missing=asked.missing,
        subject=asked.subject,
        design=design,
        title=title,
        level=level,
        seed=seed,
        methods=PlannedMethods(auc=method, comparison=method, proportions=proportions),
        command=_command(context, without="output"),
    )
    with progress():
        document = compose(analyse(study, plan))
    for path in output:
        page, *drawings = write(document, path)
        beside = f", with {counted(len(drawings), 'drawing')} beside it" if drawings else ""
        typer.echo(f"The report is written{beside}:", err=True)
        typer.echo(str(page))


@app.command()
@printing
@on_a_study()
def auc(
    asked: StudyOptions,
    method: Method = "delong",
    all_methods: Annotated[bool, typer.Option("--all-methods", help="Set all methods side by side.")] = False,
    null: Annotated[float | None, typer.Option("--null", metavar="AUC", help="AUC to test against.")] = None,
    alternative: Tails = "two-sided",
    level: Level = 0.95,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Estimate the area under the ROC curve of each test.

    Example: rocstats auc study.csv --truth outcome --positive Poor --tests s100b,ndka --method delong-logit
    """
    from rocstats.inference.areas import auc as area
    from rocstats.inference.side_by_side import auc_intervals

    chosen = _method(method, "infer", "--method", seed)
    if all_methods and (null is not None or alternative != "two-sided" or method != "delong"):
        raise typer.BadParameter("--all-methods sets two-sided intervals side by side; leave out the other options.")
    study = asked.study()
    samples = [study.sample(test.name) for test in study.tests]
    if all_methods:
        return [auc_intervals(sample, level=level, rng=seed) for sample in samples]
    return [area(sample, chosen, level=level, null_value=null, alternative=alternative) for sample in samples]


@app.command()
@printing
@on_a_study()
def compare(
    asked: StudyOptions,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="COLUMN", help="Compare one test between the two groups of this column."),
    ] = None,
    method: Method = "delong",
    alternative: Tails = "two-sided",
    level: Level = 0.95,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Compare the areas of two tests, of several at once, or of one test in two groups of subjects (--by).

    Example: rocstats compare study.csv --truth outcome --positive Poor --tests s100b,ndka
    """
    from rocstats.inference.areas import compare_auc
    from rocstats.inference.contrasts import contrast_auc

    chosen = _method(method, "infer", "--method", seed)
    names = asked.names
    if by is not None and len(names) != 1:
        raise typer.BadParameter(f"--by compares one test between two groups, and {len(names)} tests are named.")
    if by is None and len(names) == 1:
        raise typer.BadParameter(
            "a comparison takes two tests or more; for one test in two groups name them with --by."
        )
    if len(names) > 2 and (method != "delong" or alternative != "two-sided"):
        raise typer.BadParameter(
            "three or more areas are compared by DeLong's chi-squared test, which has no direction; name two tests for "
            "another method or a one-sided alternative."
        )
    study = asked.study()
    if len(names) > 2:
        return [contrast_auc(study.sample(), level=level)]
    first, second = (study, None) if by is None else _groups(study, by)
    other = None if second is None else second.sample()
    return [compare_auc(first.sample(), other, chosen, alternative=alternative, level=level)]


@app.command()
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
    level: Level = 0.95,
) -> Sequence[Result]:
    """Say how accurate a test is: from four typed counts, or from a study at a threshold for each test.

    Example: rocstats accuracy --tp 26 --fp 12 --fn 15 --tn 60
    """
    from rocstats.data.counts import Counts
    from rocstats.empirical.points import counts_at
    from rocstats.errors import MethodError
    from rocstats.inference.two_by_two import accuracy as accuracy_of

    chosen = _method(method, "interval", "--method")
    typed = {"--tp": tp, "--fp": fp, "--fn": fn, "--tn": tn}
    if asked is None:
        if tp is None or fp is None or fn is None or tn is None:
            lacking = [cell for cell, count in typed.items() if count is None]
            raise typer.BadParameter(
                f"without a study all four counts are needed, --tp, --fp, --fn and --tn; missing: {', '.join(lacking)}."
            )
        if threshold:
            raise typer.BadParameter("--threshold cuts the scores of a study, and none is named.")
        tables = [Counts(tp=tp, fp=fp, fn=fn, tn=tn, design=design)]
    else:
        if any(count is not None for count in typed.values()):
            raise typer.BadParameter("give either a study or four counts, not both.")
        cutoffs = cutoffs_of(threshold, asked.names)
        if lacking := [printable(name) for name in asked.names if name not in cutoffs]:
            raise typer.BadParameter(f"state a --threshold NAME=VALUE for each test; none for: {', '.join(lacking)}.")
        study = asked.study(cutoffs=cutoffs, design=design)
        if study.cluster is not None:
            raise MethodError(
                f"these subjects come in clusters, and {chosen.card.name} takes subjects as independent; its intervals "
                "would be too narrow. Take one record per cluster, or leave cluster= out if they are independent."
            )
        tables = [counts_at(study.sample(name), cutoff) for name, cutoff in cutoffs.items()]
    return [accuracy_of(table, chosen, level=level, haldane=haldane) for table in tables]


@app.command()
@printing
@on_a_study()
def ties(asked: StudyOptions) -> Sequence[Result]:
    """Say how far the area of each test rests on ties between cases and controls.

    Example: rocstats ties study.csv --truth outcome --positive Poor --tests wfns
    """
    from rocstats.empirical.ties import tie_summary

    study = asked.study()
    return [tie_summary(study.sample(test.name)) for test in study.tests]


@app.command()
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


@app.command()
@speaking_plainly
def validate(
    directory: Annotated[Path | None, typer.Argument(metavar="FOLDER", help="Another folder of cases.")] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Check this installation against published and hand-worked cases; exit 1 on a miss.

    Example: rocstats validate --csv
    """
    from rocstats.qualification.runner import validate as validated

    form = form_of(as_json=as_json, as_csv=as_csv)
    with progress():
        found = validated(directory)
    show([found], form)
    if not found.passed:
        raise typer.Exit(1)


@app.command()
@printing
def methods() -> Sequence[Result]:
    """List the methods: the words for --method, and what each stands for.

    Example: rocstats methods
    """
    from rocstats.method_list import method_list

    return [method_list()]


def _method(word: str, needed: Literal["infer", "interval"], where: str, seed: int = DEFAULT_SEED) -> Any:
    """Return the method of a word that can do what is needed."""
    from rocstats.methods import REGISTER
    from rocstats.report.analysis import method_of

    fitting = [known for known, method in REGISTER.items() if hasattr(method, needed)]
    if word not in fitting:
        raise typer.BadParameter(f'{where} is "{printable(word)}"; here it is one of {", ".join(fitting)}.')
    return method_of(word, seed)


def _groups(study: Study, column: str) -> tuple[Study, Study]:
    """Divide a study by a column of two values; rows without one are refused, or left out and said."""
    from rocstats.data.frames import require_columns
    from rocstats.errors import DataError

    require_columns([column], list(study.frame.columns), "the study")
    values = study.frame[column]
    lost = int(values.isna().sum())
    known = values.dropna().unique().tolist()
    known.sort(key=lambda value: (isinstance(value, str), value))
    if len(known) != 2:
        shown = ", ".join(printable(value) for value in known[:6]) + (", ..." if len(known) > 6 else "")
        raise DataError(f'"{printable(column)}" must have two values to compare by; it has {len(known)}: {shown}.')
    if lost:
        text = f'{lost} of {counted(len(values), "row")} {"has" if lost == 1 else "have"} no "{printable(column)}"'
        if study.missing == "error":
            raise DataError(f'{text}. Use missing="drop" to leave them out.')
        say(f"{text}, so they are in neither group.")
    first, second = (study.where((values == value).fillna(value=False)) for value in known)
    return first, second


def _command(context: typer.Context, *, without: str) -> str:
    """Write the command with what was stated, in fixed order; where the report went is no part of what it says."""
    words = ["rocstats", str(context.info_name)]
    for parameter in context.command.params:
        name = str(parameter.name)
        source = context.get_parameter_source(name)
        if name == without or source is None or source.name != "COMMANDLINE":
            continue
        value = context.params[name]
        for text in map(str, value if isinstance(value, list | tuple) else [value]):
            if parameter.param_type_name == "argument":
                words.append(text)
            else:
                words += [f"{parameter.opts[0]}={text}"] if text.startswith("-") else [parameter.opts[0], text]
    return shlex.join(words)


def main() -> None:
    """Run the command line."""
    with whole_streams():
        app()
