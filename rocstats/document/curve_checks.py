"""What a plot of several curves refuses."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.document.figure_style import COLOURS
from rocstats.errors import DataError
from rocstats.formatting import counted, shown
from rocstats.given import is_whole, need_texts


def at_most(
    figure: str, things: Sequence[object], labels: Sequence[str] | None, parts: Sequence[str], what: str
) -> Sequence[str]:
    """Refuse more curves than have looks of their own, things that are no such curves, labels that do not fit.

    Gives one label each, empty ones where none are given.
    """
    if not things:
        raise TypeError(f"{figure} draws {what}; there are none.")
    for thing in things:
        if not all(hasattr(thing, part) for part in parts):
            raise TypeError(f"{figure} draws {what}; this is {type(thing).__name__}.")
    if len(things) > len(COLOURS):
        raise DataError(f"{figure} draws {len(COLOURS)} curves at most, and {len(things)} came; draw them in several.")
    if labels is not None:
        need_texts(labels, "labels")
    if labels is not None and len(labels) != len(things):
        raise DataError(
            f"there are {counted(len(labels), 'label')} for {counted(len(things), 'curve')}; give one each."
        )
    return [""] * len(things) if labels is None else labels


def check_style(first_style: object) -> None:
    """Refuse what is no place among the looks of curves."""
    if not is_whole(first_style):
        raise TypeError(f"first_style is a whole number, the look of the first curve, not {shown(first_style)}.")


def check_band(band: object) -> None:
    """Refuse what is no band, and name the doors to one."""
    if not all(hasattr(band, part) for part in ("fpf", "low", "high", "level")):
        raise TypeError(f"{type(band).__name__} is no band; make one with roc_band(sample) or fitted_band(fit).")
