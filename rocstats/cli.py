"""The command line: one command for each question, and one for a report.

Options fill a study and a plan; what is computed is what the functions of the same names compute.
"""

from __future__ import annotations

import shlex
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from rocstats import __version__
from rocstats.console import progress, show, speaking_plainly

if TYPE_CHECKING:
    from rocstats.data.study import Study

DEFAULT_SEED = 20261130
app = typer.Typer(
    name="rocstats",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Statistical inference on the accuracy of diagnostic tests, with R-style reports.",
)

Data = Annotated[Path, typer.Argument(help="The study: CSV, TSV, Excel, Parquet, SAS, SPSS or Stata file.")]
OptionalData = Annotated[Path | None, typer.Argument(help="The study; leave it out to type the counts in.")]
Truth = Annotated[str, typer.Option("--truth", help="Column with the true status.")]
OptionalTruth = Annotated[str | None, typer.Option("--truth", help="Column with the true status.")]
Positive = Annotated[
    list[str] | None, typer.Option("--positive", help="Truth value of the cases; may be left out for 0/1. Repeatable.")
]
Negative = Annotated[
    list[str] | None, typer.Option("--negative", help="Truth value of the controls, if there are others. Repeatable.")
]
Tests = Annotated[str | None, typer.Option("--tests", help="Columns of the tests, separated by commas.")]
Test = Annotated[
    list[str] | None, typer.Option("--test", help="Column of one test; for names with a comma in them. Repeatable.")
]
Low = Annotated[
    list[str] | None,
    typer.Option("--low", help="Tests of which low scores are positive, separated by commas. Repeatable."),
]
Threshold = Annotated[
    list[str] | None,
    typer.Option("--threshold", help="Threshold of a test, NAME=VALUE, on the scale of the data. Repeatable."),
]
Subject = Annotated[str | None, typer.Option("--subject", help="Column with subject ids.")]
Missing = Annotated[
    Literal["error", "drop"], typer.Option("--missing", help="What to do with subjects without a value.")
]
Design = Annotated[
    Literal["cohort", "case-control"] | None,
    typer.Option("--design", help="How subjects were sampled; predictive values and accuracy depend on it."),
]
Method = Annotated[str, typer.Option("--method", help="A word of the register: see `rocstats methods`.")]
Level = Annotated[float, typer.Option("--level", help="Confidence level of the intervals.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of everything that draws random numbers.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON list of results instead.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print the tidy rows as CSV instead.")]
Count = Annotated[int | None, typer.Option(min=0, help="Subjects in this cell of the 2x2 table.")]


@app.callback(invoke_without_command=True)
def _version(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    if version:
        typer.echo(f"rocstats {__version__}")
        raise typer.Exit


@app.command()
@speaking_plainly
def report(
    context: typer.Context,
    data: Data,
    truth: Truth,
    output: Annotated[list[Path], typer.Option("-o", "--output", help="report.html or report.md. Repeatable.")],
    positive: Positive = None,
    negative: Negative = None,
    tests: Tests = None,
    test: Test = None,
    low: Low = None,
    threshold: Threshold = None,
    subject: Subject = None,
    missing: Missing = "error",
    design: Design = None,
    method: Annotated[str, typer.Option("--method", help="Method for areas and their differences.")] = "delong",
    proportions: Annotated[str, typer.Option("--proportions", help="Method for sensitivity and the like.")] = "wilson",
    level: Level = 0.95,
    seed: Seed = DEFAULT_SEED,
    title: Annotated[str, typer.Option("--title", help="Title of the report.")] = "",
) -> None:
    """Write a diagnostic-accuracy report as HTML or Markdown, and print where it is.

    Example: rocstats report s.csv --truth outcome --positive Poor --tests s100b,wfns --threshold wfns=4 -o report.html
    """
    from rocstats.document.writing import check_place, write
    from rocstats.report.accuracy_report import compose
    from rocstats.report.analysis import analyse
    from rocstats.report.plan import Plan, PlannedMethods, PlannedTest

    for path in output:
        check_place(path)
    study = _study(data, truth, positive, negative, tests, test, low, threshold, subject, missing, design)
    plan = Plan(
        truth=truth,
        tests=tuple(PlannedTest(name=t.name, low=t.low, threshold=t.cutoff) for t in study.tests),
        data=data.name,
        positive=_one_or_all(positive),
        negative=_one_or_all(negative),
        missing=missing,
        subject=subject,
        design=design,
        title=title,
        level=level,
        seed=seed,
        methods=PlannedMethods(auc=method, comparison=method, proportions=proportions),
        command=context.obj or "",
    )
    with progress("resampling"):
        document = compose(analyse(study, plan))
    for path in output:
        written = write(document, path)
        typer.echo(
            f"The report is written{'' if len(written) == 1 else f', with {len(written) - 1} drawings'}:", err=True
        )
        typer.echo(str(written[0]))


@app.command()
@speaking_plainly
def auc(
    data: Data,
    truth: Truth,
    positive: Positive = None,
    negative: Negative = None,
    tests: Tests = None,
    test: Test = None,
    low: Low = None,
    subject: Subject = None,
    missing: Missing = "error",
    method: Method = "delong",
    all_methods: Annotated[bool, typer.Option("--all-methods", help="Set all methods side by side.")] = False,
    null: Annotated[float | None, typer.Option("--null", help="AUC to test against.")] = None,
    alternative: Annotated[
        Literal["two-sided", "less", "greater"], typer.Option("--alternative", help="Alternative hypothesis.")
    ] = "two-sided",
    level: Level = 0.95,
    seed: Seed = DEFAULT_SEED,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Estimate the area under the ROC curve of each test.

    Example: rocstats auc study.csv --truth outcome --positive Poor --tests s100b,ndka --method delong-logit
    """
    from rocstats.inference.areas import auc as area
    from rocstats.inference.side_by_side import auc_intervals

    study = _study(data, truth, positive, negative, tests, test, low, None, subject, missing, None)
    with progress("resampling"):
        samples = [study.sample(t.name) for t in study.tests]
        if all_methods:
            show([auc_intervals(s, level=level, rng=seed) for s in samples], as_json=as_json, as_csv=as_csv)
            return
        chosen = _method(method, seed, "infer")
        results = [area(s, chosen, level=level, null_value=null, alternative=alternative) for s in samples]
    show(results, as_json=as_json, as_csv=as_csv)


@app.command()
@speaking_plainly
def compare(
    data: Data,
    truth: Truth,
    positive: Positive = None,
    negative: Negative = None,
    tests: Tests = None,
    test: Test = None,
    low: Low = None,
    by: Annotated[str | None, typer.Option("--by", help="Column of two values: compare one test between them.")] = None,
    subject: Subject = None,
    missing: Missing = "error",
    method: Method = "delong",
    alternative: Annotated[
        Literal["two-sided", "less", "greater"], typer.Option("--alternative", help="About the difference.")
    ] = "two-sided",
    level: Level = 0.95,
    seed: Seed = DEFAULT_SEED,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Compare the areas of two tests, of several at once, or of one test in two groups of subjects (--by).

    Example: rocstats compare study.csv --truth outcome --positive Poor --tests s100b,ndka
    """
    from rocstats.errors import MethodError
    from rocstats.inference.areas import compare_auc
    from rocstats.inference.contrasts import contrast_auc
    from rocstats.results import Result

    chosen = _method(method, seed, "infer")
    study = _study(data, truth, positive, negative, tests, test, low, None, subject, missing, None, also=by)
    results: list[Result]
    with progress("resampling"):
        if by is not None:
            first, second = (part.sample(study.tests[0].name) for part in _halves(study, by))
            results = [compare_auc(first, second, method=chosen, alternative=alternative, level=level)]
        elif len(study.tests) > 2:
            if method != "delong" or alternative != "two-sided":
                raise MethodError(
                    "several areas at once are compared by DeLong's chi-squared test, which has no direction; "
                    "give two tests for another method or a one-sided alternative."
                )
            results = [contrast_auc(study.sample(), level=level)]
        else:
            results = [compare_auc(study.sample(), method=chosen, alternative=alternative, level=level)]
    show(results, as_json=as_json, as_csv=as_csv)


@app.command()
@speaking_plainly
def accuracy(
    data: OptionalData = None,
    truth: OptionalTruth = None,
    positive: Positive = None,
    negative: Negative = None,
    tests: Tests = None,
    test: Test = None,
    low: Low = None,
    threshold: Threshold = None,
    subject: Subject = None,
    missing: Missing = "error",
    tp: Count = None,
    fp: Count = None,
    fn: Count = None,
    tn: Count = None,
    design: Design = None,
    method: Annotated[str, typer.Option("--method", help="wilson or clopper-pearson.")] = "wilson",
    level: Level = 0.95,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Say how accurate a test is: from four typed counts, or from a study at a threshold for each test.

    Example: rocstats accuracy --tp 26 --fp 12 --fn 15 --tn 60
    """
    from rocstats.data.counts import Counts
    from rocstats.empirical.operating_points import counts_at
    from rocstats.inference.two_by_two import accuracy as accuracy_of

    typed = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    chosen = _method(method, DEFAULT_SEED, "interval")
    if data is None:
        lacking = [f"--{cell}" for cell, count in typed.items() if count is None]
        if lacking:
            raise typer.BadParameter(f"without a study, all four counts are needed; {', '.join(lacking)} is missing.")
        tables = [Counts(tp=tp or 0, fp=fp or 0, fn=fn or 0, tn=tn or 0, design=design)]
    else:
        if truth is None or not threshold:
            raise typer.BadParameter("a study needs --truth and a --threshold NAME=VALUE for each test to judge.")
        if any(count is not None for count in typed.values()):
            raise typer.BadParameter("give either a study or four counts, not both.")
        study = _study(data, truth, positive, negative, tests, test, low, threshold, subject, missing, design)
        tables = [counts_at(study.sample(t.name), t.cutoff) for t in study.tests if t.cutoff is not None]
    show([accuracy_of(table, chosen, level=level) for table in tables], as_json=as_json, as_csv=as_csv)


@app.command()
@speaking_plainly
def ties(
    data: Data,
    truth: Truth,
    positive: Positive = None,
    negative: Negative = None,
    tests: Tests = None,
    test: Test = None,
    low: Low = None,
    subject: Subject = None,
    missing: Missing = "error",
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Say how far the area of each test rests on ties between cases and controls.

    Example: rocstats ties study.csv --truth outcome --positive Poor --tests wfns
    """
    from rocstats.empirical.ties import tie_summary

    study = _study(data, truth, positive, negative, tests, test, low, None, subject, missing, None)
    show([tie_summary(study.sample(t.name)) for t in study.tests], as_json=as_json, as_csv=as_csv)


@app.command()
@speaking_plainly
def points(
    data: Data,
    truth: Truth,
    positive: Positive = None,
    negative: Negative = None,
    tests: Tests = None,
    test: Test = None,
    low: Low = None,
    subject: Subject = None,
    missing: Missing = "error",
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """List the operating points of each test: counts, sensitivity and specificity at every threshold.

    Example: rocstats points study.csv --truth outcome --positive Poor --tests wfns --csv
    """
    from rocstats.empirical.operating_points import operating_points

    study = _study(data, truth, positive, negative, tests, test, low, None, subject, missing, None)
    show([operating_points(study.sample(t.name)) for t in study.tests], as_json=as_json, as_csv=as_csv)


@app.command()
@speaking_plainly
def validate(
    directory: Annotated[Path | None, typer.Argument(help="Another folder of cases.")] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Check this installation against published and hand-worked cases; exit 1 on a miss."""
    from rocstats.qualification.runner import validate as validated

    found = validated(directory)
    show([found], as_json=as_json, as_csv=as_csv)
    if not found.passed:
        raise typer.Exit(1)


@app.command()
@speaking_plainly
def methods() -> None:
    """List the methods of the register: the words for --method."""
    from rocstats.formatting import wrapped
    from rocstats.methods import REGISTER

    for word, method in REGISTER.items():
        typer.echo(f"{word:<24}{method.card.name}")
        typer.echo(wrapped(f"{method.card.sentence}.", first=" " * 4, rest=" " * 4))


def _study(
    data: Path,
    truth: str,
    positive: list[str] | None,
    negative: list[str] | None,
    tests: str | None,
    test: list[str] | None,
    low: list[str] | None,
    threshold: list[str] | None,
    subject: str | None,
    missing: Literal["error", "drop"],
    design: Literal["cohort", "case-control"] | None,
    also: str | None = None,
) -> Study:
    """Read the study that the options describe."""
    from rocstats.data.files import read

    named = [*_split(tests), *(test or [])]
    if not named:
        raise typer.BadParameter("name the tests: --tests A,B (or --test NAME for a name with a comma).")
    # A name with a comma comes whole with --test, and may then come whole in --low too.
    lows = [name for given in low or [] for name in ([given] if given in named else _split(given))]
    if unknown := [name for name in lows if name not in named]:
        raise typer.BadParameter(f"--low names {unknown[0]!r}, which is none of the tests: {', '.join(named)}.")
    return read(
        data,
        truth=truth,
        positive=_one_or_all(positive),
        negative=_one_or_all(negative),
        tests=named,
        low=lows,
        subject=subject,
        cutoffs=_cutoffs(threshold, named),
        design=design,
        missing=missing,
        stratum=also,
    )


def _split(names: str | None) -> list[str]:
    return [name.strip() for name in (names or "").split(",") if name.strip()]


def _one_or_all(values: list[str] | None) -> Any:
    return None if not values else values[0] if len(values) == 1 else tuple(values)


def _cutoffs(threshold: list[str] | None, tests: list[str]) -> dict[str, float]:
    """Read NAME=VALUE, split at the last equals sign, since a name may hold one."""
    cutoffs: dict[str, float] = {}
    for text in threshold or []:
        name, sign, value = text.rpartition("=")
        if not sign:
            raise typer.BadParameter(f"--threshold is {text!r}; write NAME=VALUE.")
        if name not in tests:
            raise typer.BadParameter(f"--threshold names {name!r}, which is none of the tests: {', '.join(tests)}.")
        if name in cutoffs:
            raise typer.BadParameter(f"--threshold names {name!r} twice; a report takes one threshold per test.")
        try:
            cutoffs[name] = float(value)
        except ValueError:
            raise typer.BadParameter(f"--threshold of {name!r} is {value!r}, which is not a number.") from None
    return cutoffs


def _method(word: str, seed: int, needed: Literal["infer", "interval"]) -> Any:
    """Return the method of a word that can do what is needed."""
    from rocstats.methods import REGISTER
    from rocstats.report.analysis import method_of

    fitting = [w for w, method in REGISTER.items() if hasattr(method, needed)]
    if word not in fitting:
        raise typer.BadParameter(f"--method is {word!r}; here it must be one of {', '.join(fitting)}.")
    return method_of(word, seed)


def _halves(study: Study, column: str) -> list[Study]:
    """Divide a study by a column of two values."""
    from rocstats.errors import DataError
    from rocstats.formatting import printable

    if len(study.tests) != 1:
        raise DataError(f"--by compares one test between two groups; {len(study.tests)} tests are named.")
    values = sorted(study.frame[column].dropna().unique().tolist(), key=str)
    if len(values) != 2:
        shown = ", ".join(printable(v) for v in values[:6]) + (", ..." if len(values) > 6 else "")
        raise DataError(f'"{printable(column)}" must have two values to compare by; it has {len(values)}: {shown}.')
    return [study.where(study.frame[column] == value) for value in values]


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app(obj=shlex.join(["rocstats", *sys.argv[1:]]))
