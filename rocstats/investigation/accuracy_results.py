"""Accuracy of each test at its stated threshold, or agreement with the comparator.

The table counts those of the primary set whose truth is known and whom the test calls, with what the plan makes of
indeterminate and failed results.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About, Kind, Purpose
from rocstats.data.counts import Counts
from rocstats.errors import DataError
from rocstats.inference.accuracy_result import Accuracy, Measure
from rocstats.inference.two_by_two import accuracy
from rocstats.investigation.clustered_accuracy import CLUSTERS, for_clusters
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation
from rocstats.investigation.planned_methods import planned_method
from rocstats.methods.advice import SMALL_GROUP
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.printing import Note

# Name of a measure, the part of ids that stands for it, and its kind of value.
MEASURES: tuple[tuple[str, str, Kind], ...] = (
    ("sensitivity", "sensitivity", "percent"),
    ("specificity", "specificity", "percent"),
    ("ppv", "ppv", "percent"),
    ("npv", "npv", "percent"),
    ("accuracy", "accuracy", "percent"),
    ("balanced_accuracy", "balanced-accuracy", "percent"),
    ("youden", "youden", "area"),
    ("lr_positive", "lr-positive", "ratio"),
    ("lr_negative", "lr-negative", "ratio"),
    ("odds_ratio", "odds-ratio", "ratio"),
)
AGREEMENT = ("sensitivity", "specificity", "accuracy")
_CELLS = (
    ("tp", "tp"),
    ("fp", "fp"),
    ("fn", "fn"),
    ("tn", "tn"),
    ("n-positive", "n_positive"),
    ("n-negative", "n_negative"),
    ("n-cases", "n_cases"),
    ("n-controls", "n_controls"),
    ("total", "total"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestTable:
    """The 2×2 table of a test, and how many known to have or not to have the condition it decides nothing of."""

    __test__ = False

    test: TestColumn
    counts: Counts | None
    indeterminate: int
    failed: int
    missing: int
    left_out: int


def tables_of(investigation: Investigation) -> tuple[TestTable, ...]:
    """Give the table of every test that has calls or a threshold; without anybody in it there are no counts."""
    return tuple(_table(investigation, test) for test in investigation.tests if test.test.cutoff is not None)


def accuracy_of(investigation: Investigation, test: TestColumn, counts: Counts) -> Accuracy:
    """Answer for a table by the methods of the plan, with balanced accuracy; agreement has kappa instead."""
    plan = investigation.plan
    method = planned_method(plan, plan.intervals.proportions)
    found = accuracy(counts, method, level=plan.intervals.level, comparator=plan.agreement)
    more = accuracy(counts, method, level=plan.intervals.level, comparator=plan.agreement, more=True)
    wanted = "kappa" if plan.agreement else "balanced_accuracy"
    found = replace(found, further=(more.measure(wanted),), notes=more.notes if plan.agreement else found.notes)
    return for_clusters(investigation, test, found) if plan.data.cluster else found


def record_accuracy(investigation: Investigation, recorder: Recorder) -> None:
    """Take down the cross-tabulation of each test, and every measure of it with its interval."""
    for table in tables_of(investigation):
        _record_table(investigation, recorder, table)
        if table.counts is None:
            _record_nothing(investigation, recorder, table.test)
            continue
        found = accuracy_of(investigation, table.test, table.counts)
        what = "Agreement" if investigation.plan.agreement else "Accuracy"
        recorder.output(f"acc.{table.test.key}", f"{what}: {_rule(table.test)}", found)
        for name, part, kind in _wanted(investigation):
            measure = found.measure(name)
            about = _about(investigation, table.test, part, measure.label)
            recorder.measure(f"acc.{table.test.key}.{part}", measure, kind, about, notes=_reasons(found, measure))
        _record_exact(investigation, recorder, table)


def _table(investigation: Investigation, test: TestColumn) -> TestTable:
    known = investigation.rows_of() & np.isin(investigation.truth, (PRESENT, ABSENT))
    states = test.states[known]
    counts: Counts | None = None
    try:
        threshold = None if test.part.has_calls else test.test.cutoff
        counts = replace(investigation.counts(test.name), test=test.test, threshold=threshold)
    except DataError:
        pass
    return TestTable(
        test=test,
        counts=counts,
        indeterminate=int((states == "indeterminate").sum()),
        failed=int((states == "failed").sum()),
        missing=int((states == "missing").sum()),
        left_out=int(known.sum()) - (0 if counts is None else counts.total),
    )


def _record_table(investigation: Investigation, recorder: Recorder, table: TestTable) -> None:
    about = About(
        label=f"Cross-tabulation of {_rule(table.test)}",
        population=investigation.primary,
        test=table.test.name,
        purpose="primary",
    )
    where = f"crosstab.{table.test.key}"
    for stat, cell in _CELLS:
        recorder.add(where, stat, 0 if table.counts is None else getattr(table.counts, cell), "count", about)
    for stat, size, label in (
        ("n-indeterminate", table.indeterminate, "Indeterminate results"),
        ("n-failed", table.failed, "Failed runs"),
        ("n-missing", table.missing, "No result"),
        ("n-left-out", table.left_out, "Not in the table"),
    ):
        recorder.add(where, stat, size, "count", about, label=label)


def _record_nothing(investigation: Investigation, recorder: Recorder, test: TestColumn) -> None:
    """Say of every measure that nobody is there to tell it."""
    why = "nobody with a known truth has a result that counts as positive or negative."
    for name, part, kind in _wanted(investigation):
        about = _about(investigation, test, part, name.replace("_", " "))
        for stat in ("estimate", "conf-low", "conf-high"):
            recorder.add(f"acc.{test.key}.{part}", stat, None, kind, about, warning=why)


def _record_exact(investigation: Investigation, recorder: Recorder, table: TestTable) -> None:
    """Take exact intervals down where a group is small, or all or none of it are called alike."""
    plan, counts = investigation.plan, table.counts
    exact = ClopperPearson()
    if counts is None or plan.data.cluster or plan.intervals.proportions == exact.card.id:
        return
    found = accuracy(counts, exact, level=plan.intervals.level, comparator=plan.agreement)
    for measure in (found.sensitivity, found.specificity):
        if measure.total and (measure.total < SMALL_GROUP or measure.successes in (0, measure.total)):
            about = _about(investigation, table.test, measure.name, f"{measure.label}, exact")
            recorder.measure(f"acc.{table.test.key}.exact.{measure.name}", measure, "percent", about)


def _wanted(investigation: Investigation) -> tuple[tuple[str, str, Kind], ...]:
    if investigation.plan.agreement:
        return tuple(measure for measure in MEASURES if measure[0] in AGREEMENT)
    return MEASURES


def _about(investigation: Investigation, test: TestColumn, part: str, label: str) -> About:
    primary = part in investigation.plan.estimand.measures
    purpose: Purpose = "primary" if primary else "secondary"
    return About(
        label=f"{label[0].upper()}{label[1:]} of {_rule(test)}",
        population=investigation.primary,
        test=test.name,
        comparator=investigation.plan.reference.name if investigation.plan.agreement else "",
        purpose=purpose,
        level=investigation.plan.intervals.level,
    )


def _rule(test: TestColumn) -> str:
    if test.part.has_calls or test.test.cutoff is None:
        return test.name
    return f"{test.name} {test.test.rule(test.test.cutoff, ascii=False)}"


def _reasons(found: Accuracy, measure: Measure) -> tuple[Note, ...]:
    """Give the notes that are about a measure, or all that are about what cannot be had if none names it."""
    notes = tuple(note for note in found.notes if note.code != "design-not-stated")
    about = tuple(note for note in notes if measure.label in note.text or note.code == CLUSTERS)
    return about or notes
