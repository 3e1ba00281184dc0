"""The command that writes a report: its options fill a plan."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rocstats.console import progress, speaking_plainly
from rocstats.formatting import counted, printable
from rocstats.last_qualification import qualification_here
from rocstats.method_words import chosen, for_areas, for_proportions
from rocstats.question_options import FpfBand, Level, Method, Proportions, Seed, StatedDesign, Threshold, TpfBand
from rocstats.study_options import DEFAULT_SEED, StudyOptions, cutoffs_of, on_a_study, one_or_all
from rocstats.written_values import check_known, named_number, numbers, pair, refuse_no_margin, two_tests, words_of

if TYPE_CHECKING:
    from rocstats.report.plan import PlannedGoal, PlannedMargin

Kind = Literal["noninferiority", "equivalence", "superiority"]
_MARGIN_FORM = "NEW,REFERENCE=MARGIN, such as A,B=0.05"
_GOAL_FORM = "TEST:MEASURE=GOAL, such as A:sensitivity=0.9"


@speaking_plainly
@on_a_study()
def report(
    asked: StudyOptions,
    context: typer.Context,
    output: Annotated[
        list[Path], typer.Option("--output", "-o", metavar="FILE", help="report.html or report.md. Repeatable.")
    ],
    threshold: Threshold = None,
    method: Method = "delong",
    comparison: Annotated[
        str | None,
        typer.Option(
            "--comparison",
            metavar="WORD",
            show_default=False,
            help="Method for differences of areas; that of --method unless stated, or delong where that serves single "
            "areas only.",
        ),
    ] = None,
    proportions: Proportions = "wilson",
    design: StatedDesign = None,
    fpf: FpfBand = None,
    tpf: TpfBand = None,
    choose: Annotated[
        list[str] | None,
        typer.Option(
            "--choose",
            metavar="RULE",
            help="Choose thresholds on these data by a rule, such as youden or closest-topleft. Repeatable.",
        ),
    ] = None,
    margin: Annotated[
        list[str] | None,
        typer.Option(
            "--margin",
            metavar="NEW,REFERENCE=MARGIN",
            help="Judge the area of a new test against that of a reference by a margin. Repeatable.",
        ),
    ] = None,
    kind: Annotated[
        Kind, typer.Option("--kind", help="What is to be shown by margins; superiority is by the margin.")
    ] = "noninferiority",
    goal: Annotated[
        list[str] | None,
        typer.Option(
            "--goal",
            metavar="TEST:MEASURE=GOAL",
            help="Sensitivity, specificity, ppv, npv or accuracy to exceed at the threshold of a test. Repeatable.",
        ),
    ] = None,
    prevalence: Annotated[
        list[str] | None,
        typer.Option(
            "--prevalence",
            metavar="SHARE,...",
            help="Shares of cases at which predictive values are given, separated by commas. Repeatable.",
        ),
    ] = None,
    subgroup: Annotated[
        list[str] | None,
        typer.Option("--subgroup", metavar="COLUMN", help="Column that divides the subjects. Repeatable."),
    ] = None,
    show: Annotated[
        list[str] | None,
        typer.Option(
            "--show",
            metavar="WORD,...",
            help="Further descriptions: ks, gains, precision-recall, calibration, decision-curve. Repeatable.",
        ),
    ] = None,
    curve: Annotated[
        str | None,
        typer.Option(
            "--curve",
            metavar="WORD",
            help="Fit a curve of a family to each test: binormal, proper-binormal, contaminated-binormal, power-law or "
            "bigamma.",
        ),
    ] = None,
    fit: Annotated[
        str | None,
        typer.Option(
            "--fit",
            metavar="WORD",
            show_default=False,
            help="How curves are fitted, such as normal-theory or placement-glm; maximum-likelihood unless stated.",
        ),
    ] = None,
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

    chosen(method, for_areas())
    chosen(proportions, for_proportions(), "--proportions")
    cutoffs = cutoffs_of(threshold, asked.names)
    rules = words_of(choose)
    _check_rules(rules)
    margins = _margins(margin, asked.names, kind)
    goals = _goals(goal, asked.names)
    methods = PlannedMethods(
        auc=method,
        comparison=_comparison(comparison, method),
        proportions=proportions,
        fit=_way_of_fitting(curve, fit),
    )
    bands = pair(fpf, "--fpf", "0,0.1"), pair(tpf, "--tpf", "0.9,1")
    shares = numbers(prevalence, "--prevalence")
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
        methods=methods,
        command=_command(context, without="output"),
        fpf_band=bands[0],
        tpf_band=bands[1],
        threshold_rules=tuple(rules),
        margins=margins,
        goals=goals,
        prevalences=tuple(shares),
        subgroups=tuple(subgroup or ()),
        show=tuple(words_of(show)),
        curve=curve,
    )
    with progress():
        document = compose(replace(analyse(study, plan), qualification=qualification_here()))
    for path in output:
        page, *drawings = write(document, path)
        beside = f", with {counted(len(drawings), 'drawing')} beside it" if drawings else ""
        typer.echo(f"The report is written{beside}:", err=True)
        typer.echo(str(page))


def _comparison(word: str | None, method: str) -> str:
    """Return the method of differences: the stated one, or that of areas where it serves both."""
    serving = for_areas("paired")
    if word is not None:
        chosen(word, serving, "--comparison")
        return word
    return method if method in serving else "delong"


def _way_of_fitting(curve: str | None, fit: str | None) -> str:
    """Return the way of fitting: the stated one for a curve that is asked for, else the one of every plan."""
    from rocstats.parametric import FAMILIES, FIT_METHODS
    from rocstats.report.plan import PlannedMethods

    if curve is not None:
        chosen(curve, FAMILIES, "--curve")
    if fit is None:
        return PlannedMethods().fit
    if curve is None:
        raise typer.BadParameter("--fit says how a curve is fitted, and none is asked for; name its family by --curve.")
    chosen(fit, FIT_METHODS, "--fit")
    return fit


def _check_rules(words: Sequence[str]) -> None:
    """Refuse a word that is no rule, and one that needs what a report does not ask for."""
    from rocstats.empirical.rule_words import THRESHOLD_RULES

    fitting = [word for word, rule in THRESHOLD_RULES.items() if not rule.needs]
    for word in words:
        if word in THRESHOLD_RULES and word not in fitting:
            needed = " and ".join(f"--{name}" for name in THRESHOLD_RULES[word].needs)
            raise typer.BadParameter(
                f'--choose is "{word}", which needs {needed}; use `rocstats thresholds --by {word}` beside the report.'
            )
        if word not in fitting:
            raise typer.BadParameter(f'--choose is "{printable(word)}"; here it is one of {", ".join(fitting)}.')


def _margins(texts: Sequence[str] | None, names: Sequence[str], kind: Kind) -> tuple[PlannedMargin, ...]:
    """Read NEW,REFERENCE=MARGIN."""
    from rocstats.report.plan import PlannedMargin

    found = []
    for text in texts or ():
        tests, margin = named_number(text, "--margin", _MARGIN_FORM)
        refuse_no_margin(margin, kind)
        new, reference = two_tests(tests, names, "--margin")
        found.append(PlannedMargin(new=new, reference=reference, margin=margin, kind=kind))
    return tuple(found)


def _goals(texts: Sequence[str] | None, names: Sequence[str]) -> tuple[PlannedGoal, ...]:
    """Read TEST:MEASURE=GOAL, split at the last colon, since the name of a test may hold one."""
    from typing import get_args

    from rocstats.report.plan import GoalMeasure, PlannedGoal

    found = []
    for text in texts or ():
        left, goal = named_number(text, "--goal", _GOAL_FORM)
        test, colon, measure = left.rpartition(":")
        if not colon:
            raise typer.BadParameter(f'--goal is "{printable(text)}"; write it as {_GOAL_FORM}.')
        check_known(test, names, "--goal")
        known = {word: word for word in get_args(GoalMeasure)}
        if measure not in known:
            raise typer.BadParameter(
                f'--goal names the measure "{printable(measure)}"; it is one of {", ".join(known)}.'
            )
        found.append(PlannedGoal(test=test, measure=known[measure], goal=goal))
    return tuple(found)


def _command(context: typer.Context, *, without: str) -> str:
    """Write the command with what was stated, in fixed order.

    Where the report went is no part of what it says: the name of the page is always the same.
    """
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
    return " ".join(map(_quoted, [*words, "-o", "report.html"]))


def _quoted(text: str) -> str:
    """Quote a word for a shell; what does not print, such as the end of a line, as bash writes it."""
    if text.isprintable():
        return shlex.quote(text)
    written = "".join(
        letter
        if letter.isprintable()
        else "".join(f"\\x{byte:02x}" for byte in letter.encode("utf-8", "surrogateescape"))
        for letter in text.replace("\\", "\\\\").replace("'", "\\'")
    )
    return f"$'{written}'"
