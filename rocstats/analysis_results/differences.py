"""What differs between two records of results: rows, values beyond a tolerance, words, the plan."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rocstats.analysis_results.digests import rounded
from rocstats.analysis_results.record import Record
from rocstats.analysis_results.row import ResultRow, Value
from rocstats.formatting import brief, counted, fixed, plain, printable, wrapped
from rocstats.printing import Column, Grid, Result, Summary

Change = Literal["added", "removed", "value", "about", "words", "plan"]
_ORDER: tuple[Change, ...] = ("plan", "added", "removed", "value", "about", "words")
_TITLES: dict[Change, str] = {
    "plan": "plan",
    "added": "rows added",
    "removed": "rows removed",
    "value": "values changed",
    "about": "rows of something else",
    "words": "words changed",
}
_ABOUT = ("population", "test", "comparator", "groups", "purpose", "level", "sides", "alternative", "null_value")
_ABOUT_MORE = ("margin", "seed", "requirement")
_LONGEST = 40
_MOST_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerances:
    """How far two values may lie apart and be one: by so much, or by so much of the larger."""

    absolute: float = 1e-12
    relative: float = 1e-9

    def agree(self, old: Value, new: Value) -> bool:
        """Whether two values are the same within tolerance; texts are the same if they are equal.

        Examples
        --------
        >>> Tolerances().agree(0.5, 0.5 + 1e-13), Tolerances().agree(0.5, 0.51), Tolerances().agree(3, "3")
        (True, False, False)
        """
        if isinstance(old, int | float) and isinstance(new, int | float):
            return old == new or math.isclose(old, new, rel_tol=self.relative, abs_tol=self.absolute)
        return old == new and type(old) is type(new)


EXACT = Tolerances(absolute=0.0, relative=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """One thing that differs: which, and what it was and is."""

    change: Change
    id: str
    what: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(Result):
    """Everything that differs between two records."""

    changes: tuple[Changed, ...]
    n_old: int
    n_new: int
    tolerances: Tolerances
    names: tuple[str, str] = ("old", "new")

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.changes

    def of(self, *changes: Change) -> tuple[Changed, ...]:
        """Give the changes of these sorts."""
        return tuple(one for one in self.changes if one.change in changes)

    def summary(self) -> Summary:
        """Print what differs, sort by sort."""
        body: list[str | Grid] = [self._within()]
        for change in _ORDER:
            found = self.of(change)
            if found:
                body += ["", f"{_TITLES[change]}: {len(found)}", *_shown_whole(found[:_MOST_SHOWN])]
                if len(found) > _MOST_SHOWN:
                    body.append(f"and {len(found) - _MOST_SHOWN} more")
        if self.same:
            body.append("no difference")
        old, new = map(printable, self.names)
        data = (f"{old} ({counted(self.n_old, 'row')})", f"{new} ({counted(self.n_new, 'row')})")
        return Summary("Difference between two tables of results", data, tuple(body))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row per thing that differs."""
        return [
            {
                "change": one.change,
                "id": one.id,
                "what": one.what,
                "old": one.old,
                "new": one.new,
                "difference": _apart(one),
            }
            for one in self.changes
        ]

    def _within(self) -> str:
        told = self.tolerances
        if told == EXACT:
            return "tolerance: none"
        return f"tolerance: absolute {brief(told.absolute)}, relative {brief(told.relative)}"


def results_difference(old: Record, new: Record, *, tolerances: Tolerances | None = None) -> Difference:
    """Say what differs between two records.

    A value that differs within tolerance is the same. Provenance is no part of it: the same results come from many
    machines.

    Parameters
    ----------
    old, new : Record
        What ``read_results`` reads.
    tolerances : Tolerances, optional
        1e-12 or a part of 1e-9 unless stated.

    Returns
    -------
    Difference
        Every change; ``same`` says that there is none.

    Raises
    ------
    TypeError
        If one of both is no record.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from rocstats.analysis_results.results_table import ResultsTable
    >>> from rocstats.analysis_results.row import About
    >>> about = About(label="Area of A")
    >>> row = ResultRow(analysis="auc.t1", stat="estimate", label="area", value=0.8, kind="area", about=about)
    >>> old, new = (Record(table=ResultsTable([replace(row, value=value)])) for value in (0.8, 0.9))
    >>> [(change.id, change.old, change.new) for change in results_difference(old, new).changes]
    [('auc.t1.estimate', 0.8, 0.9)]
    """
    for record in (old, new):
        if not isinstance(record, Record):
            raise TypeError(f"results_difference takes what read_results reads, not {type(record).__name__}.")
    within = tolerances or Tolerances()
    changes = [*_plan(old.plan, new.plan)]
    before = {row.id: row for row in old.table}
    after = {row.id: row for row in new.table}
    for row in new.table:
        if row.id not in before:
            changes.append(Changed(change="added", id=row.id, what="value", old=None, new=row.value))
    for row in old.table:
        if row.id not in after:
            changes.append(Changed(change="removed", id=row.id, what="value", old=row.value, new=None))
        else:
            changes += _row(row, after[row.id], within)
    changes.sort(key=lambda one: _ORDER.index(one.change))
    return Difference(changes=tuple(changes), n_old=len(before), n_new=len(after), tolerances=within)


def _row(old: ResultRow, new: ResultRow, within: Tolerances) -> Iterator[Changed]:
    if old.kind != new.kind or not within.agree(old.value, new.value):
        yield Changed(change="value", id=old.id, what="value", old=old.value, new=new.value)
    for what in (*_ABOUT, *_ABOUT_MORE):
        one, other = getattr(old.about, what), getattr(new.about, what)
        if one != other:
            yield Changed(change="about", id=old.id, what=what, old=_flat(one), new=_flat(other))
    methods = [None if row.about.method is None else row.about.method.id for row in (old, new)]
    if methods[0] != methods[1]:
        yield Changed(change="about", id=old.id, what="method", old=methods[0], new=methods[1])
    for what, words in (
        ("label", (old.about.label, new.about.label)),
        ("stat_label", (old.label, new.label)),
        ("warning", (old.warning, new.warning)),
    ):
        if words[0] != words[1]:
            yield Changed(change="words", id=old.id, what=what, old=words[0], new=words[1])


def _plan(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Changed]:
    before, after = dict(_leaves(old)), dict(_leaves(new))
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            yield Changed(change="plan", id=key, what="plan", old=before.get(key), new=after.get(key))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Give every single value of a plan with its key; lists count from 1."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _leaves(one, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for place, one in enumerate(value, 1):
            yield from _leaves(one, f"{path}[{place}]")
    else:
        yield path, value


def _flat(value: Any) -> Any:
    return "; ".join(f"{column}: {level}" for column, level in value) if isinstance(value, tuple) else value


def _apart(one: Changed) -> float | None:
    numbers = isinstance(one.old, int | float) and isinstance(one.new, int | float)
    if one.change != "value" or not numbers or math.isinf(one.old) or math.isinf(one.new):
        return None
    return float(one.new - one.old)


def _shown_whole(changes: tuple[Changed, ...]) -> list[str | Grid]:
    """Set changes as a table, or below each other where a table would cut their ids."""
    grid = _grid(changes)
    lines = grid.lines()
    if all(any(line.split()[:1] == [printable(one.id)] for line in lines) for one in changes):
        return [grid]
    told: list[str | Grid] = []
    for one in changes:
        named = one.id if one.change not in ("about", "words") else f"{one.id}: {one.what}"
        told.append(printable(named))
        told += [
            wrapped(f"{when}  {_text(value)}", first="    ", rest="         ")
            for when, value in (("old", one.old), ("new", one.new))
        ]
    return told


def _grid(changes: tuple[Changed, ...]) -> Grid:
    shown = changes[0].change
    apart = shown == "value"
    what = shown in ("about", "words")
    columns = [Column("id", "left"), *([Column("what", "left")] if what else []), Column("old"), Column("new")]
    if apart:
        columns.append(Column("difference"))
    rows = []
    for one in changes:
        cells = [printable(one.id), *([one.what] if what else []), _shown(one.old), _shown(one.new)]
        if apart:
            by = _apart(one)
            cells.append("" if by is None else brief(by, 2) if abs(by) < 1e-3 else fixed(by, 6))
        rows.append(tuple(cells))
    return Grid(tuple(columns), tuple(rows))


def _shown(value: Any) -> str:
    text = _text(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _text(value: Any) -> str:
    if value is None or value == "":
        return "-"
    if isinstance(value, float):
        # The digits that the digest compares; all of them are in the rows.
        return plain(float(rounded(value)) if math.isfinite(value) else value)
    return printable(value)
