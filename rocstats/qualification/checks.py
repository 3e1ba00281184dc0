"""Checks without a printed value: refusals, invariances, degenerate data, repeated runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

CheckKind = Literal["error", "invariance", "degenerate", "determinism", "identity", "simulation"]


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
        Its own, such as "INV-DELONG-01".
    requirement : tuple of str
        Ids of the requirements that it tests.
    kind : str
        What sort of check it is.
    function : str
        The public function that is called.
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
    """Run checks in their order; one that stops with an exception has not passed."""
    return tuple(CheckOutcome(check, _found(check)) for check in checks if check.quick or not quick)


def _found(check: Check) -> Finding:
    try:
        return check.run()
    except Exception as problem:  # noqa: BLE001  a check that breaks is a finding, whatever broke it
        return Finding(False, "an answer", f"{type(problem).__name__}: {problem}")
