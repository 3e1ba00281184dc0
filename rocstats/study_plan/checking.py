"""A plan while it is checked: what was found so far, and of which keys nothing is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rocstats.study_plan.faults import Fault, shown
from rocstats.study_plan.field_faults import Looked
from rocstats.study_plan.keys import Path, written
from rocstats.study_plan.study_plan import Scalar, StudyPlan, TestPart


class Checking:
    """Collects faults; one that rests on a key of which nothing is known is not told."""

    def __init__(self, looked: Looked) -> None:
        self.plan: StudyPlan = looked.plan
        self.spoilt = looked.spoilt
        self.found: list[Fault] = []

    def knows(self, *paths: Path) -> bool:
        """Say whether keys stand as they were written."""
        return not any(path[: place + 1] in self.spoilt for path in paths for place in range(len(path)))

    def say(self, path: Path, came: str, remedy: str, reading: Iterable[Path] = ()) -> None:
        """Take down a fault at a key, found by reading others."""
        if self.knows(path, *reading):
            self.found.append(Fault(path, came, remedy))

    def tests(self) -> Iterator[tuple[Path, TestPart]]:
        """Give each test with its path."""
        for place, test in enumerate(self.plan.tests):
            yield ("tests", place), test

    @property
    def test_names(self) -> tuple[Path, ...]:
        """The paths that say which tests there are."""
        return tuple((*path, "name") for path, _ in self.tests())

    def named(self, name: str) -> tuple[Path, TestPart] | None:
        """Give a test by its name."""
        return next(((path, test) for path, test in self.tests() if test.name == name), None)

    def no_doubles(self, held: Sequence[tuple[Path, Any]], what: str) -> None:
        """Say of each value that stood before."""
        first: dict[Any, Path] = {}
        for path, value in held:
            if not self.knows(path):
                continue
            if value in first:
                where = written(first[value])
                self.say(path, f"{shown(value)} is {where} too", f"Give each {what} once.", [first[value]])
            first.setdefault(value, path)


Check = Callable[[Checking], None]


def same_value(one: Scalar, other: Scalar) -> bool:
    """Say whether a cell of the data could be both: equal as texts, or as the numbers that they spell.

    Examples
    --------
    >>> same_value("1", 1), same_value("POS", "pos"), same_value(True, 1)
    (True, False, True)
    """
    number, another = number_of(one), number_of(other)
    return str(one) == str(other) or (number is not None and number == another)


def number_of(value: Scalar) -> float | None:
    """Give the number that a value is or spells."""
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None
