"""The commands that run a plan into a folder, or hold such a folder against a second run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rocstats.console import AsCsv, AsJson, form_of, say, show
from rocstats.formatting import printable
from rocstats.last_qualification import qualification_here
from rocstats.plan_console import PlanFile, steps, telling_faults, unreadable_is_wrong
from rocstats.written_values import words_of

if TYPE_CHECKING:
    from rocstats.study_plan.study_plan import Format


@telling_faults
def run(
    plan: PlanFile,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to write.")],
    format: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="WORD,...",
            help="html, md, pdf, docx: those of the plan unless stated. Repeatable.",
        ),
    ] = None,
    frozen: Annotated[
        bool,
        typer.Option("--frozen", help="Leave out the time of the run and the last qualification, so that all repeats."),
    ] = False,
) -> None:
    """Run a plan: compute everything once, and write report, results and drawings into a folder.

    The folder is written whole or not at all. The report stands in it as report.html and so on, the results as
    results.json and results.csv, the digests of all files in MANIFEST.sha256. The report quotes the last operational
    qualification of this environment (rocstats validate --oq), or says that there is none.

    Example: rocstats run plan.toml -o report
    """
    from rocstats.study_report.running import run_plan

    wanted = _formats(format)
    with steps() as tell:
        done = run_plan(
            plan,
            output,
            formats=wanted,
            progress=tell,
            frozen=frozen,
            command=typed_words(),
            qualification=None if frozen else qualification_here(),
        )
    say(f"the report is written; run {done.provenance.run_id}, results {done.provenance.results_digest[:12]}:")
    for file in done.files:
        if file.parent == done.folder and file.stem == "report":
            typer.echo(str(output / file.name))


@telling_faults
def verify(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a run.")],
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FOLDER", help="Where the data file is, if not where the run had it."),
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Compute the results of a folder again, write its report again, and compare digests, rows and files.

    Exit 0 if nothing differs, 1 if a row or a file does, 2 if the folder or the data cannot be read.

    Example: rocstats verify report
    """
    from rocstats.study_report.verifying import verify_run

    form = form_of(as_json=as_json, as_csv=as_csv)
    with unreadable_is_wrong(), steps() as tell:
        found = verify_run(folder, data_folder=data, progress=tell)
    show([found], form)
    if not found.verified:
        raise typer.Exit(1)


def _formats(texts: list[str] | None) -> tuple[Format, ...] | None:
    """Read the words for formats; None where nothing was said."""
    from typing import get_args

    from rocstats.study_plan.study_plan import Format

    if texts is None:
        return None
    known: dict[str, Format] = {word: word for word in get_args(Format)}
    for word in words_of(texts):
        if word not in known:
            raise typer.BadParameter(f'--format is "{printable(word)}"; it is one of {", ".join(known)}.')
    return tuple(known[word] for word in words_of(texts))


def typed_words() -> list[str]:
    """Give the words of the command line, without the way to the program."""
    return ["rocstats", *(printable(word) for word in sys.argv[1:])]
