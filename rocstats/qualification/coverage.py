"""Coverage of the requirements: how many values of which class each has, from how many origins, and what has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rocstats.formatting import counted, listed, wrapped
from rocstats.printing import Column, Grid, Result, Summary
from rocstats.qualification.checked import Stated
from rocstats.qualification.checks import Check
from rocstats.qualification.evidence import CLASS_MEANINGS, CLASSES, ValueClass
from rocstats.qualification.requirements import Requirement

_WIDTH = 80
_ENOUGH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """What stands behind one requirement, or one function.

    Attributes
    ----------
    name, text, risk : str
        Id, sentence and risk of a requirement; of a function its name alone.
    cases, values : int
        Cases that have a value of it, and their values.
    by_class : tuple of (ValueClass, int)
        Values of each class, A to F.
    outside : int
        Values that somebody else computed; identical figures of one origin about the same data count once.
    origins : tuple of str
        Who computed them: programs without their versions, and sources.
    checks : int
        Checks without a stated value: refusals, invariances, degenerate data, repeated runs.
    """

    name: str
    text: str = ""
    risk: str = ""
    cases: int
    values: int
    by_class: tuple[tuple[ValueClass, int], ...]
    outside: int
    origins: tuple[str, ...]
    checks: int

    @property
    def independent(self) -> bool:
        """Whether at least two origins outside the project give a number."""
        return len(self.origins) >= _ENOUGH

    def row(self, what: str) -> dict[str, Any]:
        """Return the counts as one row."""
        return {
            "what": what,
            "name": self.name,
            "text": self.text or None,
            "risk": self.risk or None,
            "cases": self.cases,
            "values": self.values,
            **{f"class_{letter.lower()}": n for letter, n in self.by_class},
            "outside": self.outside,
            "origins": len(self.origins),
            "from": "; ".join(self.origins) or None,
            "checks": self.checks,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage(Result):
    """How the requirements, and the public functions and methods, are covered by evidence.

    Attributes
    ----------
    requirements : tuple of Covered
        One per requirement, in the order of their ids.
    functions : tuple of Covered
        One per public function or word of a register that carries out a requirement.
    """

    requirements: tuple[Covered, ...]
    functions: tuple[Covered, ...]

    @property
    def without_outside_value(self) -> tuple[Covered, ...]:
        """The requirements of which no number was computed by somebody else."""
        return tuple(one for one in self.requirements if not one.outside)

    @property
    def of_own_values_only(self) -> tuple[Covered, ...]:
        """The requirements that numbers stand behind, none of them from outside."""
        return tuple(one for one in self.without_outside_value if one.values)

    @property
    def of_checks_only(self) -> tuple[Covered, ...]:
        """The requirements that no number stands behind, but checks do."""
        return tuple(one for one in self.requirements if not one.values and one.checks)

    @property
    def without_evidence(self) -> tuple[Covered, ...]:
        """The requirements that have neither a value nor a check here."""
        return tuple(one for one in self.requirements if not one.values and not one.checks)

    @property
    def of_fewer_than_two_origins(self) -> tuple[Covered, ...]:
        """The functions and methods that give numbers, of which fewer than two outside origins give one."""
        return tuple(one for one in self.functions if one.values and not one.independent)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per requirement, then one per function or method."""
        return [
            *(one.row("requirement") for one in self.requirements),
            *(one.row("function") for one in self.functions),
        ]

    def summary(self) -> Summary:
        """Print the requirements with their counts, and what lacks outside evidence."""
        classes = ", ".join(f"{letter} {meaning}" for letter, meaning in CLASS_MEANINGS.items())
        body: list[str | Grid] = [
            "",
            *wrapped(f"Values by class: {classes}.", rest="  ", width=_WIDTH).splitlines(),
            "",
            _grid("requirement", self.requirements, risk=True),
            *_named("Requirements with values, none of them from outside", self.of_own_values_only),
            *_named("Requirements without a value, which checks stand behind", self.of_checks_only),
            *_named("Requirements without a value or a check among these", self.without_evidence),
            *_named("Functions and methods of fewer than two outside origins", self.of_fewer_than_two_origins),
        ]
        return Summary(
            "Coverage of the requirements",
            (
                f"{counted(len(self.requirements), 'requirement')}, "
                f"{len(self.requirements) - len(self.without_outside_value)} of them with an outside value",
            ),
            tuple(body),
        )


def coverage(values: Sequence[Stated], requirements: Iterable[Requirement], checks: Iterable[Check] = ()) -> Coverage:
    """Count the evidence behind each requirement, and behind each public function and method.

    Parameters
    ----------
    values : sequence of Checked or Skipped
        Numbers of cases.
    requirements : iterable of Requirement
        What must be covered.
    checks : iterable of Check
        Checks without stated values.

    Returns
    -------
    Coverage

    Examples
    --------
    >>> from rocstats.qualification.requirements import load_requirements
    >>> found = coverage((), load_requirements())
    >>> len(found.without_outside_value) == len(found.requirements)
    True
    """
    wanted = tuple(requirements)
    run = tuple(checks)
    names = sorted({name for one in wanted for name in one.functions})
    return Coverage(
        requirements=tuple(
            _covered(
                one.id,
                [value for value in values if one.id in value.requirement],
                sum(one.id in check.requirement for check in run),
                text=one.text,
                risk=one.risk,
            )
            for one in wanted
        ),
        functions=tuple(
            _covered(
                name,
                [value for value in values if name in value.function],
                sum(check.function == name for check in run),
            )
            for name in names
        ),
    )


def outside_figures(values: Iterable[Stated]) -> list[Stated]:
    """Return the values that somebody else computed, identical figures of one origin about the same data once.

    Figures are identical whatever their sign or the name of the quantity: one printed twice by its program, as z and as
    minus z or as two names of one proportion, is one piece of evidence.
    """
    found: dict[tuple[str, str, str], Stated] = {}
    for value in values:
        if value.outside:
            found.setdefault((value.origin, value.dataset_sha256, value.printed.lstrip("+-")), value)
    return list(found.values())


def _covered(name: str, values: list[Stated], checks: int, *, text: str = "", risk: str = "") -> Covered:
    classes = Counter(value.value_class for value in values)
    outside = outside_figures(values)
    return Covered(
        name=name,
        text=text,
        risk=risk,
        cases=len({value.case for value in values}),
        values=len(values),
        by_class=tuple((letter, classes[letter]) for letter in CLASSES),
        outside=len(outside),
        origins=tuple(sorted({value.origin for value in outside})),
        checks=checks,
    )


def _grid(header: str, rows: Iterable[Covered], *, risk: bool = False) -> Grid:
    columns = (
        Column(header, "left"),
        *((Column("risk", "left"),) if risk else ()),
        *(Column(letter) for letter in CLASSES),
        Column("outside"),
        Column("origins"),
        Column("checks"),
    )
    return Grid(columns, tuple(_cells(one, risk=risk) for one in rows))


def _cells(one: Covered, *, risk: bool) -> tuple[str, ...]:
    counts = (*(n for _, n in one.by_class), one.outside, len(one.origins), one.checks)
    return (one.name, *((one.risk,) if risk else ()), *(str(n) if n else "-" for n in counts))


def _named(what: str, found: tuple[Covered, ...]) -> list[str]:
    names = listed([one.name for one in found]) if found else "none"
    return ["", *wrapped(f"{what} ({len(found)}): {names}.", rest="  ", width=_WIDTH).splitlines()]
