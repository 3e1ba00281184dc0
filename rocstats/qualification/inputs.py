"""Inputs of a reference case: what its ``[data]`` table may hold, and what each becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from rocstats.data.class_scores import ClassScores
from rocstats.data.counts import Counts
from rocstats.data.files import read
from rocstats.data.paired_counts import PairedCounts, PairedTable, paired_table
from rocstats.data.sample import Sample
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.qualification.reference_data import reference_classes, reference_sample


@dataclass(frozen=True, slots=True)
class Place:
    """Where files are looked for: beside the case, and in the folder of reference data, where one is named."""

    case: Path
    reference: Path | None = None


@dataclass(frozen=True, slots=True)
class Proportion:
    """A count among so many."""

    successes: int
    total: int


@dataclass(frozen=True, slots=True)
class AreaAndCounts:
    """A published AUC with the numbers of cases and controls."""

    auc: float
    n_cases: int
    n_controls: int


@dataclass(frozen=True, slots=True)
class StatedAccuracy:
    """Sensitivity and specificity without a table behind them."""

    sensitivity: float
    specificity: float


@dataclass(frozen=True, slots=True)
class GroupedCounts:
    """Cases and controls in groups of the score, the highest group first."""

    cases: tuple[int, ...]
    controls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SquareTable:
    """Counts of one reader's categories against another's."""

    cells: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PValues:
    """A family of p-values."""

    values: tuple[float, ...]


Single: TypeAlias = Sample | Counts | Proportion
Input: TypeAlias = (
    Single
    | tuple[Single, Single]
    | dict[str, Sample]
    | PairedCounts
    | PairedTable
    | ClassScores
    | AreaAndCounts
    | StatedAccuracy
    | GroupedCounts
    | SquareTable
    | PValues
)
Table: TypeAlias = Mapping[str, Any]


def _scores(data: Table, _: Place) -> Sample:
    return Sample.from_truth(data["truth"], data["scores"], **_rest(data, "truth", "scores"))


def _groups(data: Table, _: Place) -> Sample:
    return Sample.from_groups(**data)


def _ratings(data: Table, _: Place) -> Sample:
    return Sample.from_counts(**data["ratings"], **_rest(data, "ratings"))


def _file(data: Table, place: Place) -> Sample:
    path = place.case / data["file"]
    if not path.is_file():
        raise DataError(f"there is no file {printable(data['file'])} beside the case.")
    return read(path, **_rest(data, "file")).sample(*data["tests"])


def _two(data: Table, place: Place) -> tuple[Single, Single]:
    first, second = (_made(data[which], place) for which in ("first", "second"))
    for kind in (Sample, Counts, Proportion):
        if isinstance(first, kind) and isinstance(second, kind):
            return first, second
    raise DataError("data.first and data.second must both be scores, both 2x2 tables or both successes and totals.")


def _subgroups(data: Table, place: Place) -> dict[str, Sample]:
    parts = {name: _made(part, place) for name, part in data["subgroups"].items()}
    samples = {name: part for name, part in parts.items() if isinstance(part, Sample)}
    if len(samples) < len(parts):
        raise DataError("each of data.subgroups must be scores of cases and controls.")
    return samples


def _pairs(data: Table, _: Place) -> PairedCounts:
    return PairedCounts(
        cases=data["paired_cases"],
        controls=data["paired_controls"],
        **_rest(data, "paired_cases", "paired_controls"),
    )


def _grouped(data: Table, _: Place) -> GroupedCounts:
    return GroupedCounts(tuple(data["grouped_cases"]), tuple(data["grouped_controls"]))


def _rest(data: Table, *taken: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in taken}


@dataclass(frozen=True, slots=True)
class _Kind:
    """One way to give data: the keys that it needs, those that it may have, and what it becomes."""

    needs: frozenset[str]
    may_have: frozenset[str]
    make: Callable[[Table, Place], Input]


def _kind(needs: str, make: Callable[[Table, Place], Input], may_have: str = "") -> _Kind:
    return _Kind(frozenset(needs.split()), frozenset(may_have.split()), make)


KINDS = (
    _kind("truth scores", _scores, "positive negative low tests design"),
    _kind("cases controls", _groups, "low design"),
    _kind("ratings", _ratings, "low design"),
    _kind("file truth tests", _file, "positive negative low subject missing design"),
    _kind(
        "reference truth tests",
        lambda data, place: reference_sample(data, place.reference),
        "positive negative low missing design where subject test score apart",
    ),
    _kind("reference truth class_columns", lambda data, place: reference_classes(data, place.reference), "where"),
    _kind("first second", _two),
    _kind("subgroups", _subgroups),
    _kind("truth class_scores", lambda data, _: ClassScores.from_truth(data["truth"], data["class_scores"])),
    _kind("grouped_cases grouped_controls", _grouped),
    _kind("tp fp fn tn", lambda data, _: Counts(**data), "design"),
    _kind("paired_cases paired_controls", _pairs, "design"),
    _kind("pairs", lambda data, _: paired_table(data["pairs"])),
    _kind("square", lambda data, _: SquareTable(tuple(tuple(row) for row in data["square"]))),
    _kind("successes total", lambda data, _: Proportion(**data)),
    _kind("auc n_cases n_controls", lambda data, _: AreaAndCounts(**data)),
    _kind("sensitivity specificity", lambda data, _: StatedAccuracy(**data)),
    _kind("pvalues", lambda data, _: PValues(tuple(data["pvalues"]))),
)


def made(data: Table, directory: Path, reference: Path | None = None) -> Input:
    """Turn the data of a case into what a question takes.

    Parameters
    ----------
    data : mapping
        The ``[data]`` table of a case.
    directory : Path
        Where the case lies; files are named from there.
    reference : Path, optional
        The folder of reference data.

    Raises
    ------
    DataError
        If the keys are those of no kind of data, or the data themselves are refused.
    """
    return _made(data, Place(directory, reference))


def _made(data: Table, place: Place) -> Input:
    keys = frozenset(data)
    for kind in KINDS:
        if kind.needs <= keys <= kind.needs | kind.may_have:
            return kind.make(data, place)
    known = "; ".join(", ".join(sorted(kind.needs)) for kind in KINDS)
    held = ", ".join(printable(key) for key in sorted(keys)) or "nothing"
    raise DataError(f"data holds {held}; it must hold one of: {known}.")
