"""What is described of the participants by target condition, without a test of hypotheses.

The differences between those with and without the condition are no question of the study, so none is tested; what is
described belongs to the primary analysis set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.data.truth import label as text_of
from rocstats.formatting import counted
from rocstats.investigation.column_description import described, levels_of, numbers_of
from rocstats.investigation.column_of_test import Mask
from rocstats.investigation.days import days_between, days_of
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation, column_of
from rocstats.study_plan.filters import parse_filter

if TYPE_CHECKING:
    import pandas as pd

CASES, CONTROLS, UNKNOWN, ALL = "cases", "controls", "unknown", "all"
_GROUPS = {CASES: "with the condition", CONTROLS: "without the condition", UNKNOWN: "condition not known", ALL: "all"}
_BY_COMPARATOR = {CASES: "comparator positive", CONTROLS: "comparator negative", UNKNOWN: "comparator not known"}
_NUMBERS = (
    ("mean", "Mean", "mean"),
    ("sd", "Standard deviation", "standard_deviation"),
    ("median", "Median", "median"),
    ("q1", "First quartile", "first_quartile"),
    ("q3", "Third quartile", "third_quartile"),
    ("min", "Smallest", "low"),
    ("max", "Largest", "high"),
)
_NO_QUARTILE = "It lies between a number and an infinite value."


@dataclass(frozen=True, slots=True)
class _Described:
    """A column of the participants to describe: its id among the results, its name and the key of the plan."""

    key: str
    name: str
    column: pd.Series[Any]
    role: str


def record_baseline(investigation: Investigation, recorder: Recorder) -> None:
    """Take down each declared column by target condition, severity, other diagnoses and the time between tests.

    Raises
    ------
    DataError
        If a column has too many levels, or a date cannot be read.
    """
    plan = investigation.plan.participants
    groups = groups_of(investigation)
    for group, rows in groups.items():
        about = About(label=_label(investigation, group), population=investigation.primary)
        recorder.add(f"base.{group}", "n", int(rows.sum()), "count", about)
    for place, name in enumerate(plan.baseline, 1):
        _record_column(investigation, recorder, _column(investigation, f"base.b{place}", name, "baseline"), groups)
    for part, name, group in (("severity", plan.severity, CASES), ("alternatives", plan.alternatives, CONTROLS)):
        if name:
            _record_column(investigation, recorder, _column(investigation, part, name, part), {group: groups[group]})
    if plan.index_date and plan.reference_date:
        _record_timing(investigation, recorder, groups)


def groups_of(investigation: Investigation) -> Mapping[str, Mask]:
    """Divide the primary analysis set by target condition; the group of which nobody knows is there if it has any."""
    rows = investigation.rows_of()
    cases, controls = rows & (investigation.truth == PRESENT), rows & (investigation.truth == ABSENT)
    groups = {CASES: cases, CONTROLS: controls, UNKNOWN: rows & ~cases & ~controls, ALL: rows}
    return {group: held for group, held in groups.items() if group != UNKNOWN or held.any()}


def _column(investigation: Investigation, key: str, name: str, part: str) -> _Described:
    role = f"participants.{part}"
    return _Described(key, name, column_of(investigation.frame, name, role), role)


def _record_column(
    investigation: Investigation, recorder: Recorder, told: _Described, groups: Mapping[str, Mask]
) -> None:
    """Take numbers down by what describes them, levels by how many of those with a value have each."""
    everyone = np.logical_or.reduce(list(groups.values()))
    numbers = numbers_of(told.column)
    levels = () if numbers is not None else levels_of(told.column[everyone], told.name, told.role)
    for group, rows in groups.items():
        label = f"{told.name}, {_label(investigation, group)}"
        about = About(label=label, population=investigation.primary, groups=((told.name, group),))
        if numbers is not None:
            record_numbers(recorder, f"{told.key}.{group}", numbers[rows], about)
        else:
            _record_levels(recorder, told, rows, levels, (group, about))


def record_numbers(
    recorder: Recorder, analysis: str, values: np.ndarray[Any, np.dtype[np.float64]], about: About
) -> None:
    """Take down what describes numbers; NaN is a missing one."""
    found = described(values)
    recorder.add(analysis, "n", found.n, "count", about)
    recorder.add(analysis, "n-missing", found.missing, "count", about, label="Missing")
    for stat, label, name in _NUMBERS:
        value = getattr(found, name)
        quartile = stat in ("median", "q1", "q3") and found.n > 0
        why = "" if value is not None else _NO_QUARTILE if quartile else found.why
        recorder.add(analysis, stat, value, "quantity", about, label=label, warning=why)


def _record_levels(
    recorder: Recorder, told: _Described, rows: Mask, levels: tuple[str, ...], group: tuple[str, About]
) -> None:
    name, about = group
    held = told.column[rows]
    texts = np.array([text_of(value) for value in held.dropna()], dtype=object)
    recorder.add(f"{told.key}.{name}", "n", len(texts), "count", about)
    recorder.add(f"{told.key}.{name}", "n-missing", len(held) - len(texts), "count", about, label="Missing")
    for place, level in enumerate(levels, 1):
        said = About(
            label=f"{about.label}: {level}", population=about.population, groups=(*about.groups, (told.name, level))
        )
        _record_share(recorder, f"{told.key}.l{place}.{name}", int((texts == level).sum()), len(texts), said)


def _record_share(recorder: Recorder, analysis: str, n: int, total: int, about: About) -> None:
    recorder.fraction(analysis, n, total, about)
    why = "" if total else "There is nobody to count."
    recorder.add(analysis, "share", n / total if total else None, "percent", about, label="Share", warning=why)


def _record_timing(investigation: Investigation, recorder: Recorder, groups: Mapping[str, Mask]) -> None:
    """Take down the days between index test and reference standard, whichever came first."""
    plan, frame = investigation.plan.participants, investigation.frame
    between = days_between(
        days_of(frame, plan.index_date, "participants.index_date"),
        days_of(frame, plan.reference_date, "participants.reference_date"),
    )
    reference = "comparator" if investigation.plan.agreement else "reference standard"
    treated = parse_filter(plan.treated_between).rows(frame) if plan.treated_between else None
    for group, rows in groups.items():
        label = f"Days between index test and {reference}, {_label(investigation, group)}"
        about = About(label=label, population=investigation.primary)
        analysis, days = f"timing.{group}", between[rows]
        record_numbers(recorder, analysis, np.abs(days), about)
        known = int((~np.isnan(days)).sum())
        said = About(label=f"{label}: {reference} first", population=investigation.primary)
        _record_share(recorder, f"{analysis}.reversed", int((days < 0).sum()), known, said)
        if plan.window_days is not None:
            beyond = int((np.abs(days) > plan.window_days).sum())
            window = f"longer than {counted(plan.window_days, 'day')}"
            said = About(label=f"{label}: {window}", population=investigation.primary)
            _record_share(recorder, f"{analysis}.beyond", beyond, known, said)
        if treated is not None:
            said = About(label=f"{label}: treated between", population=investigation.primary)
            _record_share(recorder, f"{analysis}.treated", int(treated[rows].sum()), int(rows.sum()), said)


def _label(investigation: Investigation, group: str) -> str:
    said = _GROUPS[group]
    return _BY_COMPARATOR.get(group, said) if investigation.plan.agreement else said
