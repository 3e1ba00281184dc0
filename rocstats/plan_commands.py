"""The commands around a plan before there are results: a first plan, a check, empty tables, the schema."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rocstats.console import AsCsv, AsJson, form_of, say, show
from rocstats.plan_console import PlanFile, check_new, steps, telling_faults
from rocstats.written_values import split

if TYPE_CHECKING:
    import pandas as pd

    from rocstats.data.source import Source


def _about(what: str, metavar: str = "COLUMN") -> Any:
    return typer.Option(metavar=metavar, help=what, show_default=False)


@telling_faults
def init(
    data: Annotated[
        Path, typer.Argument(metavar="DATA", help="The data: a CSV, TSV, Excel, Parquet, SAS, SPSS or Stata file.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write the plan; on stdout if not stated."),
    ] = None,
    truth: Annotated[str, _about("Column of the reference standard.")] = "",
    positive: Annotated[
        list[str] | None, _about("Value of the reference with the condition. Repeatable.", "VALUE")
    ] = None,
    negative: Annotated[
        list[str] | None, _about("Value without the condition; all others unless stated. Repeatable.", "VALUE")
    ] = None,
    tests: Annotated[str | None, _about("Columns of scores, separated by commas.", "A,B")] = None,
    test: Annotated[
        list[str] | None, _about("Column of one test, for names with a comma in them. Repeatable.", "NAME")
    ] = None,
    low: Annotated[
        list[str] | None, _about("Tests of which low scores are positive, separated by commas. Repeatable.", "A,B")
    ] = None,
    subject: Annotated[str, _about("Column of participant identifiers.")] = "",
) -> None:
    """Write a first plan, with every key and what it means, from the columns of a file.

    Example: rocstats init study.csv --truth outcome --positive Poor --tests s100b,wfns -o plan.toml
    """
    from rocstats.study_plan.skeleton import skeleton

    if output is not None:
        check_new(output, "plan")
    names = [*split(tests), *(test or ())]
    frame, source = _read(data, subject)
    text = skeleton(
        frame,
        source,
        file=_seen_from(data, Path.cwd() if output is None else output.parent),
        truth=truth,
        positive=tuple(positive or ()),
        negative=tuple(negative or ()),
        tests=names,
        low=[one for given in low or () for one in ([given] if given in names else split(given))],
        subject=subject,
    )
    if output is None:
        typer.echo(text, nl=False)
        return
    output.write_text(text, encoding="utf-8")
    say("the plan is written; fill in what it asks for, and see `rocstats check`:")
    typer.echo(str(output))


@telling_faults
def check(plan: PlanFile, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Check a plan, and hold it against its data without looking at any result.

    All faults are told at once. Exit 1 if the data do not fit the plan, 2 if the plan itself has faults.

    Example: rocstats check plan.toml
    """
    from rocstats.investigation.plan_check import check_plan_against
    from rocstats.study_plan.loading import load_plan

    form = form_of(as_json=as_json, as_csv=as_csv)
    found = check_plan_against(load_plan(plan), plan.parent)
    show([found], form)
    if not found.passed:
        raise typer.Exit(1)


@telling_faults
def shells(
    plan: PlanFile,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="shells.html or shells.md.")],
) -> None:
    """Write the report of a plan with places for numbers in place of numbers, before there are data.

    Example: rocstats shells plan.toml -o shells.html
    """
    from rocstats.document.writing import check_place, write
    from rocstats.investigation.findings import investigate
    from rocstats.investigation.opening import investigation_of
    from rocstats.investigation.stand_in import stand_in
    from rocstats.study_plan.loading import load_plan
    from rocstats.study_report.composing import compose_report

    check_place(output)
    loaded = load_plan(plan)
    with steps() as tell:
        tell("made-up data")
        findings = investigate(investigation_of(loaded, stand_in(loaded)), progress=tell)
        tell("report")
        pages = write(compose_report(findings, shell=True), output)
    say("the empty tables are written:")
    typer.echo(str(pages[0]))


@telling_faults
def freeze(
    plan: PlanFile,
    date: Annotated[str | None, typer.Option("--date", metavar="DAY", help="Day to keep with it: 2026-11-30.")] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Freeze a plan that was changed since, and forget what was changed.")
    ] = False,
) -> None:
    """Keep a plan as it is now, so that a report lists everything that is changed later.

    Example: rocstats freeze plan.toml
    """
    from rocstats.study_plan.freezing import freeze as kept

    place = kept(plan, date, again=again)
    say("the plan is kept as it is now:")
    typer.echo(str(place))


@telling_faults
def plan_schema() -> None:
    """Print the JSON Schema of a plan, for editors that complete and check one.

    Example: rocstats plan-schema
    """
    from rocstats.study_plan.schema import plan_schema as schema

    typer.echo(json.dumps(schema(), indent=2, ensure_ascii=True))


def _read(path: Path, subject: str) -> tuple[pd.DataFrame, Source]:
    """Read a file whole, ids as text."""
    from rocstats.data.contents import Wanted
    from rocstats.data.files import MISSING_CODES, existing_file, source_of
    from rocstats.investigation.opening import contents_for_plan

    file = existing_file(path)
    wanted = Wanted(columns=(), scores=(), ids=(subject,) if subject else (), missing_codes=MISSING_CODES)
    raw, contents = contents_for_plan(file, wanted)
    return contents.frame, source_of(file, raw, contents, wanted, "wide")


def _seen_from(file: Path, folder: Path) -> str:
    """Give the way from a folder to a file, as a plan in that folder names it."""
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:
        return file.resolve().as_posix()
