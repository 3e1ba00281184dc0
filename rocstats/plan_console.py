"""What commands about plans share: all faults told at once, and how far a long run is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from rocstats.console import speaking_plainly
from rocstats.disk import said_of_disk
from rocstats.errors import DataError, PlanError, RocstatsError
from rocstats.formatting import printable

PlanFile = Annotated[Path, typer.Argument(metavar="PLAN", help="The plan, a TOML file.")]
WRONG, UNREADABLE = 2, 2


def telling_faults(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command say what is wrong in the words of plans: every fault on a line of its own, keys as they are."""

    @wraps(command)
    def told(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except PlanError as error:
            _tell(error)
            raise typer.Exit(WRONG) from None
        except RocstatsError as error:
            _tell(error)
            raise typer.Exit(1) from None

    return speaking_plainly(told)


@contextmanager
def unreadable_is_wrong() -> Iterator[None]:
    """Take a file that cannot be read for a wrong call, where 1 says something of what files hold."""
    try:
        yield
    except (DataError, OSError) as error:
        _tell(error)
        raise typer.Exit(UNREADABLE) from None


def check_new(path: Path, what: str) -> None:
    """Refuse a place for a new file where something stands, or without a folder."""
    if path.exists():
        raise PlanError(f'"{printable(path)}" exists, so it stays. Choose another name for the {what}.')
    if not path.parent.is_dir():
        raise PlanError(f'there is no folder "{printable(path.parent)}"; make it first, or write the {what} elsewhere.')


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """Show on a terminal's stderr what is done just now, and how far resampling is; say nothing elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from rocstats.methods.replicates import watching

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=20), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)

        def tell(step: str) -> None:
            shown.update(task, description=step, completed=0, total=None)

        with watching(lambda done, total: shown.update(task, completed=done, total=total)):
            yield tell


def _tell(error: Exception) -> None:
    if isinstance(error, OSError):
        typer.echo(f"rocstats: {said_of_disk(error)}", err=True)
        return
    typer.echo("\n".join(printable(line) for line in f"rocstats: {error}".split("\n")), err=True)
