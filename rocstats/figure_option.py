"""The figure that a command draws beside its results, where ``--figure`` names a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from rocstats.console import say
from rocstats.formatting import counted, printable

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def check_figure(path: Path | None, wanted: int, *, most: int = 1) -> None:
    """Refuse, before anything is computed, a place where no figure can stand, or more tests than one can show."""
    if path is None:
        return
    if wanted > most:
        at_most = "one test" if most == 1 else f"at most {most} tests"
        raise typer.BadParameter(
            f"--figure draws {at_most}, and {counted(wanted, 'test')} are named; ask for fewer, or leave --figure out."
        )
    from rocstats.document.figure_files import check_figure_place

    check_figure_place(path)


def draw(path: Path | None, figure: Callable[[], Figure]) -> None:
    """Write the figure, if one is wanted, and say on stderr where it is."""
    if path is None:
        return
    from rocstats.document.figure_files import write_figure

    place = write_figure(figure(), path)
    say(f"the figure is written: {printable(place)}")
