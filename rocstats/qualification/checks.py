"""Checks without a printed value: refusals, invariances, identities, degenerate data, repeated runs."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

CheckKind = Literal["error", "invariance", "degenerate", "determinism", "identity", "simulation"]
_PREFIXES: dict[CheckKind, str] = {
    "error": "ERR",
    "invariance": "INV",
    "identity": "IDN",
    "degenerate": "DEG",
    "determinism": "DET",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found beside what it expects, both as text; ``found`` has all digits."""

    passed: bool
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that an installation must do.

    Parameters
    ----------
    id : str
        Its own, such as "INV-AUC-ROW-ORDER".
    requirement : tuple of str
        Ids of the requirements that it tests.
    kind : str
        What sort of check it is.
    function : str
        The public name that is called, or a word of a register, such as "method:delong".
    what : str
        What must hold, in one sentence.
    run : callable
        Does it.
    quick : bool
        Whether it belongs to the quick run.
    """

    id: str
    requirement: tuple[str, ...]
    kind: CheckKind
    function: str
    what: str
    run: Callable[[], Finding]
    quick: bool = True


class Line(NamedTuple):
    """A check as a table of one kind holds it: what is called, a word that names the check, whose requirement it tests,
    what must hold, how.
    """

    function: str
    word: str
    requirement: str
    what: str
    run: Callable[[], Finding]
    quick: bool = True


def checks_of(kind: CheckKind, lines: Iterable[Line]) -> tuple[Check, ...]:
    """Turn a table into checks, in the order of their ids.

    Examples
    --------
    >>> line = Line("method:delong", "level", "ROBUST-03", "A level is below 1.", lambda: Finding(True, "1", "1"))
    >>> [check.id for check in checks_of("error", [line])]
    ['ERR-DELONG-LEVEL']
    """
    made = (
        Check(
            id=check_id(kind, line.function, line.word),
            requirement=(line.requirement,),
            kind=kind,
            function=line.function,
            what=line.what,
            run=line.run,
            quick=line.quick,
        )
        for line in lines
    )
    return tuple(sorted(made, key=lambda check: check.id))


def check_id(kind: CheckKind, function: str, word: str) -> str:
    """Write the id of a check: its kind, what is called without its register, the word that names the check."""
    name = function.rpartition(":")[2]
    return "-".join((_PREFIXES[kind], name, word)).upper().replace("_", "-").replace(" ", "-")


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """A check that was run."""

    check: Check
    finding: Finding

    @property
    def passed(self) -> bool:
        """Whether what must hold holds."""
        return self.finding.passed


def run_checks(checks: Sequence[Check], *, quick: bool = False) -> tuple[CheckOutcome, ...]:
    """Run checks in their order; one that stops with an exception, or with a warning of a number, has not passed."""
    return tuple(CheckOutcome(check, _found(check)) for check in checks if check.quick or not quick)


def _found(check: Check) -> Finding:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            return check.run()
    except Exception as problem:  # noqa: BLE001  a check that breaks is a finding, whatever broke it
        return Finding(False, "an answer", f"{type(problem).__name__}: {problem}")
