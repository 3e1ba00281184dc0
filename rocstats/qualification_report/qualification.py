"""A qualification as a result: what each part found, the deviations that were accepted, and the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rocstats.analysis_results.environment import Environment
from rocstats.errors import DataError
from rocstats.formatting import counted, printable, shown, wrapped
from rocstats.given import is_one_of
from rocstats.printing import Column, Grid, Result, Summary
from rocstats.qualification_report.deviations import Deviation
from rocstats.qualification_report.installation import Installation
from rocstats.qualification_report.item import FAILED, WITH_DEVIATIONS, Item, Outcome, Part, outcome_of
from rocstats.qualification_report.operation import Operation
from rocstats.qualification_report.performance import Performance

PARTS: dict[Part, str] = {
    "IQ": "Installation qualification",
    "OQ": "Operational qualification",
    "PQ": "Performance qualification",
}
_COUNTED = ("passed", "known difference", "accepted", "failed", "skipped", "information")
_HEADERS = ("passed", "differ", "accepted", "failed", "skipped", "told")
_MOST_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualification(Result):
    """What a qualification found.

    Attributes
    ----------
    environment : Environment
        The software that was qualified.
    time : str
        When, in UTC: the time of ``SOURCE_DATE_EPOCH`` if that is set.
    command : tuple of str
        The words of the command line.
    iq, oq, pq : Installation, Operation, Performance
        The parts; None for one that was not asked for.
    deviations : tuple of Deviation
        The failures that were accepted in advance, whether they came or not.
    """

    environment: Environment
    time: str
    command: tuple[str, ...] = ()
    iq: Installation | None = None
    oq: Operation | None = None
    pq: Performance | None = None
    deviations: tuple[Deviation, ...] = ()

    @property
    def parts(self) -> dict[Part, tuple[Item, ...]]:
        """The items of each part that was run."""
        found = {"IQ": self.iq, "OQ": self.oq, "PQ": self.pq}
        return {part: held.items for part in PARTS if (held := found[part]) is not None}

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of all parts."""
        return tuple(item for items in self.parts.values() for item in items)

    @property
    def failures(self) -> tuple[Item, ...]:
        """The items that failed, and that no deviation accepts."""
        return tuple(item for item in self.items if item.verdict == "failed")

    @property
    def unused(self) -> tuple[Deviation, ...]:
        """The deviations of items that did not fail, or that are none."""
        used = {item.deviation for item in self.items if item.verdict == "accepted"}
        return tuple(one for one in self.deviations if one.id not in used)

    @property
    def verdict(self) -> Outcome:
        """The verdict on all parts together."""
        return outcome_of(self.items)

    @property
    def passed(self) -> bool:
        """Whether nothing failed, or deviations accept what did."""
        return self.verdict != FAILED

    def verdict_of(self, part: Part) -> Outcome:
        """Give the verdict on one part."""
        return outcome_of(self._items(part))

    def counts(self, part: Part) -> tuple[int, ...]:
        """Count the items of a part by their verdicts, in fixed order."""
        found = Counter(item.verdict for item in self._items(part))
        return tuple(found[verdict] for verdict in _COUNTED)  # type: ignore[index]

    def _items(self, part: Part) -> tuple[Item, ...]:
        if not is_one_of(part, tuple(self.parts)):
            raise DataError(f"the qualification has no part {shown(part)}; it has {', '.join(self.parts)}.")
        return self.parts[part]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row per item."""
        return [item.row() for item in self.items]

    def summary(self) -> Summary:
        """Print the verdict on each part, and every failure with what was expected and found."""
        columns = (Column("", "left"), *(Column(header) for header in _HEADERS), Column("verdict", "left"))
        rows = [
            (f"{part} {PARTS[part].split()[0].lower()}", *map(str, self.counts(part)), _short(self.verdict_of(part)))
            for part in self.parts
        ]
        body: list[str | Grid] = [Grid(columns, tuple(rows)), *self._failures(), *self._deviations()]
        if self.oq is not None and self.oq.quick:
            body += ["", "A quick run: checks that take long were left out."]
        body += ["", f"verdict: {self.verdict}"]
        about = (
            f"rocstats {self.environment.rocstats}, {self.environment.python}, {self.environment.platform}",
            f"environment {self.environment.digest[:16]}, {self.time}",
        )
        return Summary("Qualification", about, tuple(body))

    def _failures(self) -> Iterator[str]:
        for item in self.failures[:_MOST_SHOWN]:
            yield ""
            yield wrapped(f"FAILED  {printable(item.id)}", rest="        ")
            for label, text in (
                ("", item.what),
                ("expected  ", item.expected),
                ("found     ", item.found),
                ("note      ", item.note),
            ):
                if text:
                    yield wrapped(printable(text), first=f"        {label}", rest=" " * (8 + len(label)))
        if len(self.failures) > _MOST_SHOWN:
            yield f"and {counted(len(self.failures) - _MOST_SHOWN, 'failure')} more"

    def _deviations(self) -> Iterator[str]:
        for item in self.items:
            if item.verdict == "accepted":
                yield ""
                yield wrapped(f"ACCEPTED  {printable(item.id)} by deviation {printable(item.deviation)}", rest=" " * 10)
        for one in self.unused:
            yield ""
            yield wrapped(f"Deviation {printable(one.id)} accepts nothing: {printable(one.item)} did not fail.")


def _short(verdict: Outcome) -> str:
    """Say the verdict on a part in one word, which leaves the line its width; the whole verdict stands below."""
    return "deviations" if verdict == WITH_DEVIATIONS else verdict
