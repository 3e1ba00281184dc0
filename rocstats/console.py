"""What the command line writes where: data on stdout, words for people on stderr, one exit code each.

0 is done, 1 is "cannot analyse" with one sentence, 2 is a wrong call, 130 an interrupt.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import typer

from rocstats.errors import RocstatsError
from rocstats.results import Result

if TYPE_CHECKING:
    import pandas as pd

P = ParamSpec("P")
T = TypeVar("T")
_LEADS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def speaking_plainly(command: Callable[P, T]) -> Callable[P, T]:
    """Let a command say in one sentence what is wrong, and end with the right exit code."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            # The reader has left: nothing more can be said, and the interpreter must not try at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except (RocstatsError, OSError) as error:
            typer.echo(f"rocstats: {_sentence(error)}", err=True)
            raise typer.Exit(1) from None
        except KeyboardInterrupt:
            typer.echo("rocstats: interrupted.", err=True)
            raise typer.Exit(130) from None

    return guarded


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the file'}: {error.strerror}."
    return str(error)


def show(results: Sequence[Result], *, as_json: bool, as_csv: bool) -> None:
    """Print results as R would, as a JSON list, or as one CSV table."""
    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other; choose one.")
    if as_json:
        content = [result.to_dict() for result in results]
        typer.echo(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False))
    elif as_csv:
        typer.echo(csv(results), nl=False)
    else:
        typer.echo("".join(str(result) for result in results), nl=False)


def csv(results: Sequence[Result]) -> str:
    """Write the tidy rows of results as CSV, with text that a spreadsheet would take for a formula marked as text."""
    import pandas as pd

    table = pd.DataFrame([row for result in results for row in result.rows()])
    return _safe(table).to_csv(index=False, lineterminator="\n")


def _safe(table: pd.DataFrame) -> pd.DataFrame:
    def marked(cell: object) -> object:
        return f"'{cell}" if isinstance(cell, str) and cell.startswith(_LEADS_A_FORMULA) else cell

    return table.map(marked)


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Show on a terminal's stderr how far the resampling is; say nothing elsewhere."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from rocstats.methods.replicates import watching

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        with watching(lambda done, total: bar.update(task, completed=done, total=total)):
            yield
