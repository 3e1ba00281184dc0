"""One thing that a qualification looks at: what is expected, what was found, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

Part = Literal["IQ", "OQ", "PQ"]
Verdict = Literal["passed", "failed", "accepted", "known difference", "skipped", "information"]
Outcome = Literal["passed", "passed with deviations", "failed"]
OnRequirement = Literal["passed", "passed with deviations", "failed", "not tested"]
PASSED: Outcome = "passed"
WITH_DEVIATIONS: Outcome = "passed with deviations"
FAILED: Outcome = "failed"
NOT_TESTED: OnRequirement = "not tested"
# The requirement that each number of the cases is met; no item names it.
EVERY_NUMBER = "OQ-01"
_NO_TEST: tuple[Verdict, ...] = ("skipped", "information")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One line of a qualification.

    Parameters
    ----------
    id : str
        Its own; a deviation names it.
    part : {"IQ", "OQ", "PQ"}
        The qualification that it belongs to.
    group : str
        What it stands with.
    what : str
        What is looked at.
    expected, found : str
        In full; empty ``expected`` where nothing is required.
    verdict : str
        "accepted" is a failure that a deviation accepts; "known difference" one that the kit states with its reason;
        "skipped" could not be looked at, with the reason; "information" has no verdict.
    note : str
        The reason, or what to do.
    deviation : str
        Id of the deviation that accepts it.
    requirement : tuple of str
        Ids of the requirements that it tests.
    """

    id: str
    part: Part
    group: str
    what: str
    expected: str
    found: str
    verdict: Verdict
    note: str = ""
    deviation: str = ""
    requirement: tuple[str, ...] = ()

    def row(self) -> dict[str, Any]:
        """Return the line as one row."""
        return {
            "part": self.part,
            "id": self.id,
            "group": self.group,
            "what": self.what,
            "expected": self.expected or None,
            "found": self.found,
            "verdict": self.verdict,
            "note": self.note or None,
            "deviation": self.deviation or None,
            "requirement": ", ".join(self.requirement) or None,
        }


def outcome_of(items: Iterable[Item]) -> Outcome:
    """Give the verdict on items together.

    Examples
    --------
    >>> line = Item(id="a", part="IQ", group="Python", what="version", expected="3.11", found="3.10", verdict="failed")
    >>> outcome_of([line]), outcome_of([]), outcome_of([replace(line, verdict="accepted")])
    ('failed', 'passed', 'passed with deviations')
    """
    verdicts = {item.verdict for item in items}
    return FAILED if "failed" in verdicts else WITH_DEVIATIONS if "accepted" in verdicts else PASSED


def verdict_on(items: Iterable[Item]) -> OnRequirement:
    """Give the verdict on one requirement from the items that test it; what was skipped or only told tests nothing."""
    tested = [item for item in items if item.verdict not in _NO_TEST]
    return outcome_of(tested) if tested else NOT_TESTED


def items_testing(items: Iterable[Item], requirement: str) -> list[Item]:
    """Give the items that test a requirement; that every number of the cases is met is tested by all of them."""
    every = requirement == EVERY_NUMBER
    return [item for item in items if requirement in item.requirement or (every and item.part == "OQ")]


def accepted(items: Iterable[Item], deviations: Mapping[str, str]) -> tuple[Item, ...]:
    """Mark failed items that a deviation names: item to id of the deviation."""
    return tuple(
        replace(item, verdict="accepted", deviation=deviations[item.id])
        if item.verdict == "failed" and item.id in deviations
        else item
        for item in items
    )


def with_own_ids(items: Iterable[Item]) -> tuple[Item, ...]:
    """Number the items of one id from the second on, so that each has its own."""
    seen: dict[str, int] = {}
    found = []
    for item in items:
        seen[item.id] = seen.get(item.id, 0) + 1
        found.append(item if seen[item.id] == 1 else replace(item, id=f"{item.id} ({seen[item.id]})"))
    return tuple(found)
