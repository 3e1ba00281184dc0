"""How the area of a fitted curve is judged where its way of fitting knows better than the delta method."""

from __future__ import annotations

from typing import Protocol

from rocstats.printing import Note
from rocstats.results import Alternative, Card, Inference


def too_close(name: str) -> Note:
    """Say of a number read off a curve that doubles have no room for its interval."""
    return Note(
        "too-close",
        f"the {name} is so close to the end of its range that a double-precision number cannot hold an interval. No "
        "standard error, interval or p-value is given.",
    )


class AreaInference(Protocol):
    """A value that answers for the area at any level, for any alternative and null value."""

    @property
    def card(self) -> Card:
        """What it says of itself; ``name`` stands in the column of scales, ``title`` behind that of the fit."""
        ...

    def infer(
        self, area: float, standard_error: float | None, *, level: float, alternative: Alternative, null: float | None
    ) -> Inference:
        """Return interval and test of an area; the standard error is that of the delta method."""
        ...
