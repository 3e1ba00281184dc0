"""A plan held against its data, without any result: whether the report can be made, and of whom.

Nothing here crosses a test with the truth. How many participants have the condition, and how many results are
positive, is not shown either: the plan can still be changed by who has seen this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from rocstats.data.source import Source
from rocstats.errors import DataError, PlanError
from rocstats.formatting import counted, listed, printable
from rocstats.investigation.column_of_test import Mask, equal_to_any
from rocstats.investigation.days import days_between, days_of
from rocstats.investigation.investigation import ABSENT, EVERYONE, PRESENT, Investigation, column_of
from rocstats.investigation.opening import data_of, investigation_of
from rocstats.investigation.plan_report import STATES, PlanReport, Tally
from rocstats.printing import Note
from rocstats.study_plan.filter_checks import filters_of
from rocstats.study_plan.filters import parse_filter
from rocstats.study_plan.keys import written
from rocstats.study_plan.study_plan import StudyPlan, TestPart, values_of

SMALL_GROUP = 30
MOST_LEVELS = 20
_SHOWN = 8
Found = TypeVar("Found")


def check_plan_against(plan: StudyPlan, folder: str | Path = ".") -> PlanReport:
    """Read the data of a plan and say whether the report can be made of them.

    All that is wrong with the data is told in one run: a value that is not understood counts as missing for the rest.

    Parameters
    ----------
    plan : StudyPlan
        The plan.
    folder : str or path
        Where its data file stands.

    Returns
    -------
    PlanReport
        With ``passed``, its ``faults`` and its ``notes``.

    Raises
    ------
    DataError
        If the file is not there or cannot be read.
    """
    undigested = plan.model_copy(update={"data": plan.data.model_copy(update={"sha256": ""})})
    frame, source = data_of(undigested, folder)
    return _Check(plan, frame, source).report()


class _Check:
    """Collects what is wrong, and sets it right in a copy so that the rest can be looked at."""

    def __init__(self, plan: StudyPlan, frame: pd.DataFrame, source: Source) -> None:
        self.plan, self.frame, self.source = plan, frame.copy(), source
        self.faults: list[str] = []
        self.notes: list[Note] = []
        self.tallies: list[Tally] = []

    def report(self) -> PlanReport:
        stated = self.plan.data.sha256.lower()
        if stated and stated != self.source.sha256:
            self.faults.append(
                f"{printable(self.source.name)} has the SHA-256 {self.source.sha256}, and data.sha256 is "
                f"{printable(stated)}. Use the file of the plan, or state the new digest."
            )
        columns = self._columns()
        filters = self._filters()
        if columns:
            self._look_at_truth()
            self._look_at_tests()
        if columns and filters:
            self._count()
        return PlanReport(
            file=self.source.name,
            n_rows=self.source.n_rows,
            n_columns=self.source.n_columns,
            tallies=tuple(self.tallies),
            faults=tuple(dict.fromkeys(self.faults)),
            notes=tuple(dict.fromkeys(self.notes)),
        )

    def _try(self, ask: Callable[[], Found]) -> Found | None:
        try:
            return ask()
        except (DataError, PlanError) as error:
            self.faults.append(str(error))
            return None

    def _columns(self) -> bool:
        held = [str(column) for column in self.frame.columns]
        absent: dict[str, list[str]] = {}
        for name, role in _named(self.plan):
            if held.count(name) != 1:
                absent.setdefault(name, []).append(role)
        for name, roles in absent.items():
            there = "is not in the data" if name not in held else f"stands {held.count(name)} times in the data"
            known = ", ".join(printable(column) for column in held[:_SHOWN])
            more = f" and {len(held) - _SHOWN} more" if len(held) > _SHOWN else ""
            self.faults.append(f'the column "{printable(name)}" ({listed(roles)}) {there}, which have {known}{more}.')
        for name in self.plan.data.labels:
            if name not in held:
                self.notes.append(Note("label-without-column", f'data.labels names "{printable(name)}", no column.'))
        return not absent

    def _filters(self) -> bool:
        good = True
        for path, text in filters_of(self.plan):
            found = self._try(lambda text=text: parse_filter(text))  # type: ignore[misc]
            if found is None or self._try(lambda found=found: found.rows(self.frame)) is None:  # type: ignore[misc]
                good = False
                continue
            for column, n in found.without_order(self.frame).items():
                text_of = f'{counted(n, "value")} of "{printable(column)}" {"is" if n == 1 else "are"} no number'
                self.notes.append(
                    Note(
                        "no-order", f"{written(path)}: {text_of}, and neither above nor below what it is held against."
                    )
                )
        return good

    def _look_at_truth(self) -> None:
        part = self.plan.reference
        column = column_of(self.frame, part.column, "reference.column")
        values = (*values_of(part.positive), *values_of(part.negative), *values_of(part.inconclusive))
        known = equal_to_any(column, values)
        self._drop_strangers(
            part.column, ~known & ~column.isna().to_numpy(), "reference", "positive, negative or inconclusive"
        )
        for key in ("positive", "negative", "inconclusive"):
            for value in values_of(getattr(part, key)):
                if not equal_to_any(column, (value,)).any():
                    self.notes.append(Note("value-not-found", f'reference.{key}: no row holds "{printable(value)}".'))

    def _look_at_tests(self) -> None:
        for place, part in enumerate(self.plan.tests):
            column = column_of(self.frame, part.source_column, "a test")
            wrong = ~column.isna().to_numpy() & ~self._understood(part, column)
            needed = (
                "positive, negative, indeterminate or failed" if part.has_calls else "a number, indeterminate or failed"
            )
            self._drop_strangers(
                part.source_column, wrong & ~column.isna().to_numpy(), written(("tests", place)), needed
            )

    def _understood(self, part: TestPart, column: pd.Series[Any]) -> Mask:
        stated = (part.positive, part.negative, part.indeterminate, part.failed)
        known = equal_to_any(column, [value for values in stated for value in values_of(values)])
        if part.has_calls:
            return known
        numbers = pd.to_numeric(column, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
        return np.asarray(known | ~np.isnan(numbers), dtype=bool)

    def _drop_strangers(self, column: str, wrong: Mask, key: str, needed: str) -> None:
        if not wrong.any():
            return
        place = [str(name) for name in self.frame.columns].index(column)
        held = self.frame.iloc[:, place]
        strangers = list(dict.fromkeys(held[wrong].astype(str)))
        shown = ", ".join(f'"{printable(value[:40])}"' for value in strangers[:_SHOWN])
        more = f" and {len(strangers) - _SHOWN} more" if len(strangers) > _SHOWN else ""
        n = int(wrong.sum())
        self.faults.append(
            f'{counted(n, "value")} of "{printable(column)}" ({key}) {"is" if n == 1 else "are"} not {needed}: '
            f"{shown}{more}. Name {'it' if len(strangers) == 1 else 'them'} in the plan, or mend the data."
        )
        self.frame[self.frame.columns[place]] = held.where(~wrong)

    def _count(self) -> None:
        investigation = self._try(lambda: investigation_of(self.plan, self.frame, self.source))
        if investigation is None:
            # Doubled participants are told by now; the counts need no participants.
            data = self.plan.data.model_copy(update={"subject": ""})
            bare = self.plan.model_copy(update={"data": data})
            investigation = self._try(lambda: investigation_of(bare, self.frame, self.source))
        if investigation is None:
            return
        self._count_sets(investigation)
        self._count_tests(investigation)
        self._count_levels(investigation)
        self._look_at_days(investigation)

    def _count_sets(self, investigation: Investigation) -> None:
        known = np.isin(investigation.truth, (PRESENT, ABSENT))
        for name, rows in investigation.sets.items():
            self._tally("set", name, "in the set", rows)
            self._tally("set", name, "truth known", rows & known)
            if not rows.any():
                self.faults.append(
                    f'nobody is in the analysis set "{printable(name)}"; look at its filter and at eligible.'
                )
        inside = investigation.rows_of()
        for state, words in ((PRESENT, "with"), (ABSENT, "without")):
            n = int((inside & (investigation.truth == state)).sum())
            of = f'of "{printable(investigation.primary)}" {words} {printable(self.plan.reference.condition)}'
            if inside.any() and n == 0:
                self.faults.append(f"there is nobody {of}, so that nothing can be estimated.")
            elif inside.any() and n < SMALL_GROUP:
                self.notes.append(
                    Note("small-group", f"fewer than {SMALL_GROUP} {of}: large-sample methods are uncertain (R13).")
                )
        if self.plan.analysis_sets and investigation.primary == EVERYONE:
            self.notes.append(
                Note("primary-set", "estimand.population is not stated: all who are eligible are analysed.")
            )

    def _count_tests(self, investigation: Investigation) -> None:
        handling = self.plan.estimand.handling
        for test in investigation.tests:
            for state in STATES:
                self._tally("test", test.name, state, investigation.eligible & (test.states == state))
            unsure = int((investigation.eligible & (test.states == "indeterminate")).sum())
            if unsure and handling.indeterminate is None:
                self.notes.append(
                    Note(
                        "indeterminate-not-handled",
                        f'{counted(unsure, "result")} of "{printable(test.name)}" {"is" if unsure == 1 else "are"} '
                        "indeterminate, and estimand.handling.indeterminate does not say what they count as (R05).",
                    )
                )
            if investigation.eligible.any() and not (investigation.eligible & (test.states == "result")).any():
                self.faults.append(f'no eligible participant has a result of "{printable(test.name)}".')

    def _count_levels(self, investigation: Investigation) -> None:
        inside = investigation.rows_of()
        columns = (*self.plan.subgroups, *self.plan.exploratory_subgroups)
        for name in dict.fromkeys((*columns, *filter(None, [self.plan.data.site]))):
            held = column_of(investigation.frame, name, "a subgroup")[inside]
            levels = held.value_counts(dropna=True, sort=False)
            if len(levels) > MOST_LEVELS:
                self.notes.append(
                    Note("many-levels", f'"{printable(name)}" has {len(levels)} values; divide it into fewer groups.')
                )
                continue
            small = []
            for level in sorted(levels.index, key=lambda value: (isinstance(value, str), value)):
                n = int(levels[level])
                self.tallies.append(Tally(of="level", name=f"{name}: {level}", state="in the primary set", n=n))
                small += [str(level)] if n < SMALL_GROUP else []
            if missing := int(held.isna().sum()):
                self.tallies.append(Tally(of="level", name=f"{name}: missing", state="in the primary set", n=missing))
            if small:
                shown = ", ".join(f'"{printable(level)}"' for level in small)
                self.notes.append(
                    Note("small-level", f'"{printable(name)}" has fewer than {SMALL_GROUP} participants in {shown}.')
                )

    def _look_at_days(self, investigation: Investigation) -> None:
        people, found = self.plan.participants, []
        for key in ("index_date", "reference_date"):
            if name := getattr(people, key):
                role = f"participants.{key}"
                days = self._try(lambda name=name, role=role: days_of(investigation.frame, name, role))  # type: ignore[misc]
                found += [] if days is None else [days]
        if len(found) == 2 and people.window_days is not None:
            apart = np.abs(days_between(found[0], found[1])[investigation.eligible])
            if n := int((apart > people.window_days).sum()):
                window = counted(people.window_days, "day")
                self.notes.append(
                    Note("outside-window", f"{counted(n, 'participant')} had both tests more than {window} apart.")
                )

    def _tally(self, of: str, name: str, state: str, rows: Mask) -> None:
        self.tallies.append(Tally(of=of, name=name, state=state, n=int(rows.sum())))


def _named(plan: StudyPlan) -> Iterator[tuple[str, str]]:
    """Give every column that a plan names, with the key that names it; those of filters are told with the filter."""
    yield plan.reference.column, "reference.column"
    for place, test in enumerate(plan.tests):
        yield test.source_column, written(("tests", place))
    single = {f"data.{key}": getattr(plan.data, key) for key in ("subject", "cluster", "site")}
    for key in ("exclusion_reason", "severity", "alternatives", "index_date", "reference_date"):
        single[f"participants.{key}"] = getattr(plan.participants, key)
    yield from ((name, key) for key, name in single.items() if name)
    lists = {
        "participants.baseline": plan.participants.baseline,
        "participants.adverse_events": plan.participants.adverse_events,
        "subgroups": plan.subgroups,
        "exploratory_subgroups": plan.exploratory_subgroups,
        "ai.fairness_groups": () if plan.ai is None else plan.ai.fairness_groups,
    }
    for key, names in lists.items():
        yield from ((name, key) for name in names)
