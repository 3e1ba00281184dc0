"""The command that holds an installation against the qualification kit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rocstats.console import AsCsv, AsJson, form_of, progress, say, sentence, show, speaking_plainly
from rocstats.damage import damage
from rocstats.errors import RocstatsError
from rocstats.formatting import printable
from rocstats.plan_console import steps
from rocstats.run_command import typed_words

if TYPE_CHECKING:
    from rocstats.qualification.listing import Listing
    from rocstats.qualification_report.qualification import Qualification

FAILED, COULD_NOT_RUN = 1, 2


@speaking_plainly
def validate(
    directory: Annotated[Path | None, typer.Argument(metavar="FOLDER", help="Another folder of cases.")] = None,
    iq: Annotated[
        bool, typer.Option("--iq", help="Installation: files, dependencies, platform, fonts, extras.")
    ] = False,
    oq: Annotated[bool, typer.Option("--oq", help="Operation: every reference case and every check.")] = False,
    pq: Annotated[
        Path | None,
        typer.Option("--pq", metavar="DIR", help="Performance: plans in DIR, each with its data and accepted results."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="OUT", help="The folder to write the evidence into.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out checks that take long.")] = False,
    evidence: Annotated[
        bool, typer.Option("--list", help="Count what the cases hold, and what each requirement rests on.")
    ] = False,
    reference: Annotated[
        Path | None,
        typer.Option("--reference", metavar="DIR", help="Folder with data of other packages, which some cases need."),
    ] = None,
    deviations: Annotated[
        Path | None, typer.Option("--deviations", metavar="FILE", help="Failures that are accepted, as TOML.")
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Check this installation against published and hand-worked cases, or qualify it by --iq, --oq, --pq.

    A qualification writes a folder with a summary, a traceability matrix and a page to sign, and the last --oq of an
    environment is quoted by its reports. Exit 0 if all passed, 1 if something failed, 2 if it could not run.

    Example: rocstats validate --oq --quick -o qualification
    """
    form = form_of(as_json=as_json, as_csv=as_csv)
    if iq or oq or pq is not None:
        if evidence:
            raise typer.BadParameter("--list is a list of its own; leave it out, or leave out --iq, --oq and --pq.")
        if not oq and (directory is not None or reference is not None or quick):
            raise typer.BadParameter("FOLDER, --reference and --quick are about cases and checks; add --oq.")
        found = _qualified(
            iq=iq,
            oq=oq,
            pq=pq,
            out=output,
            cases=directory,
            reference=reference,
            deviations=deviations,
            quick=quick,
        )
        show([found], form)
        if output is not None:
            say("the evidence is written; begin with " + printable(output / "summary.html") + ".")
        _end(found.passed)
        return
    if output is not None or quick or deviations is not None:
        raise typer.BadParameter(
            "--output, --quick and --deviations belong to a qualification; add --iq, --oq or --pq DIR."
        )
    if evidence:
        with _could_not_run(), progress():
            held = _evidence(directory, reference)
        show([held], form)
        return
    from rocstats.qualification.runner import validate as validated

    with _could_not_run(), progress():
        report = validated(directory, reference)
    show([report], form)
    _end(report.passed)


def _qualified(**asked: Any) -> Qualification:
    """Run a qualification, and keep what it says of the environment for reports to quote."""
    from rocstats.qualification_report.keeping import keep
    from rocstats.qualification_report.qualifying import qualify

    with _could_not_run(), steps() as tell:
        found = qualify(**asked, command=typed_words(), progress=tell)
    try:
        untold = keep(found)
    except OSError as problem:
        untold = f"this qualification cannot be kept, so no report will quote it ({sentence(problem)[:-1]})."
    if untold:
        say(untold)
    return found


def _evidence(directory: Path | None, reference: Path | None) -> Listing:
    from rocstats.qualification.catalogue import CHECKS
    from rocstats.qualification.coverage import coverage
    from rocstats.qualification.listing import listing
    from rocstats.qualification.requirements import load_requirements
    from rocstats.qualification.runner import validate as validated

    report = validated(directory, reference)
    return listing(report, coverage(report.checks, load_requirements(), CHECKS if directory is None else ()))


@contextmanager
def _could_not_run() -> Iterator[None]:
    """Tell what cannot be run from what was run and failed."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (RocstatsError, OSError) as error:
        say(sentence(error))
        # A damaged installation has failed, be it that nothing else could be run.
        if damaged := damage():
            say(f"this installation is not as its wheel brought it: {damaged}. Install the wheel anew.")
            raise typer.Exit(FAILED) from None
        raise typer.Exit(COULD_NOT_RUN) from None


def _end(passed: bool) -> None:
    if not passed:
        raise typer.Exit(FAILED)
