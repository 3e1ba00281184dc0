"""What is known of the areas of several classes, and how they are printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.empirical.multiclass import HAND_TILL, AreaName, Kind
from rocstats.errors import DataError
from rocstats.formatting import (
    NOT_ESTIMABLE,
    decimals_for,
    decimals_for_error,
    fixed,
    level_text,
    listed,
    printable,
    shown,
    wrapped,
)
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Inference, Interval, drawn_columns, error_text

_HEADS: dict[Kind, str] = {
    "average": "average",
    "one versus rest": "class against the rest",
    "one versus one": "pair of classes",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassArea:
    """One area: of a pair of classes, of a class against the rest, or an average of several."""

    kind: Kind
    label: str
    classes: tuple[str, ...]
    inference: Inference

    @property
    def estimate(self) -> float:
        """The area."""
        return self.inference.estimate

    @property
    def standard_error(self) -> float | None:
        """Its standard error, or None where it is not estimable."""
        return self.inference.standard_error

    @property
    def interval(self) -> Interval | None:
        """Its confidence interval, or None where it is not estimable."""
        return self.inference.interval


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiClassAreas(Result):
    """Areas of several classes with their intervals: averages, each class against the rest, each pair.

    ``sizes`` are the subjects of each of ``classes``.
    """

    truth: str
    classes: tuple[str, ...]
    sizes: tuple[int, ...]
    n_dropped: int
    level: float
    method: Card
    seed: int
    resampled: str
    areas: tuple[ClassArea, ...]
    notes: tuple[Note, ...] = ()

    @property
    def hand_till(self) -> ClassArea:
        """M of Hand and Till, the mean of the areas of all pairs."""
        return self.find(HAND_TILL)

    @property
    def total(self) -> int:
        """Number of subjects."""
        return sum(self.sizes)

    def of_kind(self, kind: Kind) -> tuple[ClassArea, ...]:
        """Return the averages, the areas of each class against the rest, or those of the pairs."""
        return tuple(area for area in self.areas if area.kind == kind)

    def find(self, label: str) -> ClassArea:
        """Return the area that is called so in print: the label of an average, a class, or "a, b" for a pair."""
        for area in self.areas:
            if area.label == label:
                return area
        raise DataError(f"there is no area called {shown(label)}; there are {listed([a.label for a in self.areas])}.")

    def summary(self) -> Summary:
        """Print the averages, the classes and the pairs, a table each."""
        sizes = ", ".join(f"{printable(name)} {size}" for name, size in zip(self.classes, self.sizes, strict=True))
        return Summary(
            f"Areas under the ROC curves of {len(self.classes)} classes, {self.method.title}",
            (
                f"a score for each class by {printable(self.truth)} (higher scores speak for their class)",
                *wrapped(sizes, width=73).splitlines(),
                f"{self.total} subjects, {self.n_dropped} dropped",
            ),
            (
                self.resampled,
                f"{level_text(self.level)} percent confidence intervals, two-sided",
                *(part for kind in _HEADS for part in ("", self._grid(kind))),
            ),
            self.notes,
            tuple(dict.fromkeys(("hand2001", *self.method.references))),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per area."""
        return [
            {
                "parameter": area.label,
                "estimate": area.estimate,
                "std_error": area.standard_error,
                "conf_low": None if area.interval is None else area.interval.low,
                "conf_high": None if area.interval is None else area.interval.high,
                "conf_level": self.level,
                "method": self.method.name,
                "kind": area.kind,
                "classes": ", ".join(area.classes),
                "n": sum(self.sizes[self.classes.index(name)] for name in area.classes),
                "seed": self.seed,
                **drawn_columns(area.inference.resampling),
            }
            for area in self.areas
        ]

    def _grid(self, kind: Kind) -> Grid:
        limits = [(a.interval.low, a.interval.high) for a in self.areas if a.interval is not None]
        decimals = decimals_for([a.estimate for a in self.areas], limits)
        places = decimals_for_error([a.standard_error for a in self.areas])
        rows = []
        for area in self.of_kind(kind):
            interval = area.interval
            low, high = ("-", "-") if interval is None else (fixed(v, decimals) for v in (interval.low, interval.high))
            error = NOT_ESTIMABLE if area.standard_error is None else error_text(area.standard_error, places)
            rows.append((printable(area.label), fixed(area.estimate, decimals), error, low, high))
        heads = (Column(_HEADS[kind], "left"), *(Column(h) for h in ("AUC", "std. error", "low", "high")))
        return Grid(heads, tuple(rows))


def named(name: AreaName, classes: tuple[str, ...], inference: Inference) -> ClassArea:
    """Give an area its inference."""
    return ClassArea(
        kind=name.kind, label=name.label, classes=tuple(classes[place] for place in name.classes), inference=inference
    )
