"""What a plan finds in its data before any result is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.formatting import counted, printable, wrapped
from rocstats.printing import Column, Grid, Note, Result, Summary

STATES = ("result", "indeterminate", "failed", "missing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """A number of rows: of what ("set", "test", "level"), of which one, in which state."""

    of: str
    name: str
    state: str
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanReport(Result):
    """What a plan finds in its data, before any result is seen.

    Attributes
    ----------
    file : str
        The data file.
    n_rows, n_columns : int
        Of the file.
    tallies : tuple of Tally
        Participants of each set and those of them with a known truth; results of each test that are there, are
        indeterminate, failed or missing, among the eligible; rows of each level of a subgroup.
    faults : tuple of str
        Why the report cannot be made.
    notes : tuple of Note
        What to know before it is made: small groups, results without a handling, dates outside their window.
    """

    file: str
    n_rows: int
    n_columns: int
    tallies: tuple[Tally, ...]
    faults: tuple[str, ...]
    notes: tuple[Note, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the report can be made."""
        return not self.faults

    def summary(self) -> Summary:
        """Say what was found, for people."""
        body: list[str | Grid] = []
        for of, header, states in (
            ("set", "participants", ("in the set", "truth known")),
            ("test", "results of the eligible", STATES),
            ("level", "subgroups", ("in the primary set",)),
        ):
            if grid := self._grid(of, header, states):
                body += [grid, ""]
        said = (
            "nothing stands in the way of the report"
            if self.passed
            else counted(len(self.faults), "fault") + " to mend"
        )
        faults = (wrapped(printable(text), first="fault: ", rest="       ") for text in self.faults)
        return Summary(
            title="Plan held against its data, without any result",
            data=(printable(self.file), f"{counted(self.n_rows, 'row')}, {counted(self.n_columns, 'column')}"),
            body=(*body, said, *faults),
            notes=self.notes,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Say what was found, a row per number and per fault."""
        counts = [
            {"of": one.of, "name": one.name, "state": one.state, "n": one.n, "text": None} for one in self.tallies
        ]
        faults = [{"of": "fault", "name": None, "state": None, "n": None, "text": text} for text in self.faults]
        notes = [{"of": "note", "name": note.code, "state": None, "n": None, "text": note.text} for note in self.notes]
        return [*counts, *faults, *notes]

    def _grid(self, of: str, header: str, states: tuple[str, ...]) -> Grid | None:
        held = {(one.name, one.state): one.n for one in self.tallies if one.of == of}
        names = list(dict.fromkeys(name for name, _ in held))
        if not names:
            return None
        cells = tuple((printable(name), *(str(held.get((name, state), "-")) for state in states)) for name in names)
        return Grid((Column(header, "left"), *(Column(state) for state in states)), cells)
