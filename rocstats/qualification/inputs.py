"""Inputs of a reference case: what its ``[data]`` table may hold, and what each becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from rocstats.data.counts import Counts
from rocstats.data.files import read
from rocstats.data.sample import Sample
from rocstats.errors import DataError
from rocstats.formatting import printable


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


Input: TypeAlias = Sample | tuple[Sample, Sample] | Counts | Proportion | AreaAndCounts
Table: TypeAlias = Mapping[str, Any]


def _scores(data: Table, _: Path) -> Sample:
    return Sample.from_truth(data["truth"], data["scores"], **_rest(data, "truth", "scores"))


def _groups(data: Table, _: Path) -> Sample:
    return Sample.from_groups(**data)


def _ratings(data: Table, _: Path) -> Sample:
    return Sample.from_counts(**data["ratings"], **_rest(data, "ratings"))


def _file(data: Table, directory: Path) -> Sample:
    path = directory / data["file"]
    if not path.is_file():
        raise DataError(f"there is no file {printable(data['file'])} beside the case.")
    return read(path, **_rest(data, "file")).sample(*data["tests"])


def _two_groups(data: Table, directory: Path) -> tuple[Sample, Sample]:
    first, second = (made(data[which], directory) for which in ("first", "second"))
    if not isinstance(first, Sample) or not isinstance(second, Sample):
        raise DataError("data.first and data.second must be scores of cases and controls.")
    return first, second


def _rest(data: Table, *taken: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in taken}


@dataclass(frozen=True, slots=True)
class _Kind:
    """One way to give data: the keys that it needs, those that it may have, and what it becomes."""

    needs: frozenset[str]
    may_have: frozenset[str]
    make: Callable[[Table, Path], Input]


def _kind(needs: str, make: Callable[[Table, Path], Input], may_have: str = "") -> _Kind:
    return _Kind(frozenset(needs.split()), frozenset(may_have.split()), make)


KINDS = (
    _kind("truth scores", _scores, "positive negative low tests design"),
    _kind("cases controls", _groups, "low design"),
    _kind("ratings", _ratings, "low design"),
    _kind("file truth tests", _file, "positive negative low subject missing design"),
    _kind("first second", _two_groups),
    _kind("tp fp fn tn", lambda data, _: Counts(**data), "design"),
    _kind("successes total", lambda data, _: Proportion(**data)),
    _kind("auc n_cases n_controls", lambda data, _: AreaAndCounts(**data)),
)


def made(data: Table, directory: Path) -> Input:
    """Turn the data of a case into what a question takes.

    Parameters
    ----------
    data : mapping
        The ``[data]`` table of a case.
    directory : Path
        Where the case lies; files are named from there.

    Raises
    ------
    DataError
        If the keys are those of no kind of data, or the data themselves are refused.
    """
    keys = frozenset(data)
    for kind in KINDS:
        if kind.needs <= keys <= kind.needs | kind.may_have:
            return kind.make(data, directory)
    known = "; ".join(", ".join(sorted(kind.needs)) for kind in KINDS)
    held = ", ".join(printable(key) for key in sorted(keys)) or "nothing"
    raise DataError(f"data holds {held}; it must hold one of: {known}.")
