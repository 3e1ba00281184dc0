"""The three measures of a test on some of the rows: how many of each group it calls right, and its area.

Subgroups, sites and sensitivity analyses ask for the same measures of other participants or of other calls.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from rocstats.analysis_results.row import Kind
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.errors import RocstatsError
from rocstats.inference.accuracy_result import Measure
from rocstats.inference.areas import auc
from rocstats.investigation.column_of_test import Mask, TestColumn, Words
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation
from rocstats.investigation.planned_methods import planned_method
from rocstats.methods.clustered_area import CLUSTERED_AREA, clustered_area
from rocstats.methods.clustered_share import CLUSTERED_SHARE, clustered_interval
from rocstats.methods.delong import DeLong
from rocstats.methods.method import BinomialMethod
from rocstats.printing import Note
from rocstats.results import Card, Interval
from rocstats.study_plan.study_plan import StudyPlan

_ONE_GROUP = Note("one-group", "An area needs scores of participants of both groups, and here they are of one or none.")
Calls = npt.NDArray[np.int8]
# A measure with what is to be said of it.
Told = tuple[Measure, tuple[Note, ...]]
SHARES = ("sensitivity", "specificity")
KINDS: dict[str, Kind] = {"sensitivity": "percent", "specificity": "percent", "auc": "area"}
_GROUPS = {"sensitivity": PRESENT, "specificity": ABSENT}
_LABELS = {
    "sensitivity": ("Sensitivity", "Positive percent agreement"),
    "specificity": ("Specificity", "Negative percent agreement"),
    "auc": ("Area under the curve", "Area under the curve"),
}
_WHO = {
    "sensitivity": ("with the condition", "positive by the comparator"),
    "specificity": ("without the condition", "negative by the comparator"),
}
_ONE_CLUSTER = Note("one-cluster", "Fewer than two clusters say nothing of how clusters vary.")
CLUSTERS = Note(
    "clusters",
    "these records come in clusters, and this method takes subjects as independent. No interval and no p-value is "
    "given, for they would be too sure.",
)


def measures_of(test: TestColumn) -> tuple[str, ...]:
    """Say which of the measures a test has: no shares without a threshold, no area without scores."""
    shares = SHARES if test.test.cutoff is not None else ()
    return shares if test.part.has_calls else (*shares, "auc")


def label_of_measure(plan: StudyPlan, name: str) -> str:
    """Name a measure in full; under a comparator its shares are agreement."""
    return _LABELS[name][plan.agreement]


def rule_of(test: TestColumn) -> str:
    """Name a test with its rule, where it has a threshold of its own."""
    if test.part.has_calls or test.test.cutoff is None:
        return test.name
    return f"{test.name} {test.test.rule(test.test.cutoff, ascii=False)}"


def called_right(investigation: Investigation, name: str, calls: Calls) -> tuple[Mask, Mask]:
    """Say which rows count in a share, and which of them the test calls right.

    Rows that are not called are no part of it, whatever the truth.
    """
    counted = (investigation.truth == _GROUPS[name]) & (calls >= 0)
    return counted, counted & (calls == (1 if name == "sensitivity" else 0))


def share_on(investigation: Investigation, name: str, calls: Calls, *, method: BinomialMethod | None = None) -> Told:
    """Estimate sensitivity or specificity from calls, by the method of the plan unless another is given.

    Records of clusters have an interval at their effective size instead, and none by a method that is given.
    """
    plan = investigation.plan
    counted, right = called_right(investigation, name, calls)
    successes, total = int(right.sum()), int(counted.sum())
    interval: Interval | None = None
    card: Card | None = None
    notes: tuple[Note, ...] = ()
    if not total:
        notes = (Note("nobody", f"No participant {_WHO[name][plan.agreement]} has a result that counts here."),)
    elif plan.data.cluster and method is not None:
        notes = (CLUSTERS,)
    elif plan.data.cluster:
        clusters = np.asarray(investigation.frame[plan.data.cluster].astype(str), dtype=np.str_)
        interval = clustered_interval(right[counted], clusters[counted], level=plan.intervals.level)
        card, notes = CLUSTERED_SHARE, () if interval is not None else (_ONE_CLUSTER,)
    else:
        chosen: BinomialMethod = planned_method(plan, plan.intervals.proportions) if method is None else method
        interval, card = chosen.interval(successes, total, level=plan.intervals.level), chosen.card
        if interval is None:
            notes = (Note("no-interval", f"{card.name} gives no interval for {successes} of {total}."),)
    found = Measure(
        name=name,
        label=label_of_measure(plan, name),
        successes=successes,
        total=total,
        estimate=successes / total if total else None,
        interval=interval,
        method=None if interval is None else card,
    )
    return found, notes


def area_method(plan: StudyPlan) -> Any:
    """Give the method for areas of the plan; where that draws at random DeLong's stands in, for it is asked often."""
    method = planned_method(plan, plan.intervals.auc)
    return DeLong() if any(field.name == "rng" for field in fields(method)) else method


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KnownRows:
    """The study of an analysis set, from which samples of some of its rows are taken.

    All samples are of one study, so that those of different rows are known to be of different participants.
    """

    study: Study
    rows: Mask
    truth: Words

    @classmethod
    def of(cls, investigation: Investigation, population: str | None = None) -> KnownRows | None:
        """Take those of a set whose truth is known; None if they are of one group or none."""
        inside, truth = investigation.rows_of(population), investigation.truth
        if not all((inside & (truth == state)).any() for state in (PRESENT, ABSENT)):
            return None
        rows = inside & np.isin(truth, (PRESENT, ABSENT))
        return cls(study=investigation.study(population), rows=rows, truth=truth)

    def sample(self, test: TestColumn, rows: Mask) -> Sample | None:
        """Give the sample of a test on some rows of the data; None if one of its groups is empty there."""
        held = self.rows & rows & (test.states == "result")
        if not all((held & (self.truth == state)).any() for state in (PRESENT, ABSENT)):
            return None
        return self.study.where(rows[self.rows]).sample(test.name)


def area_on(investigation: Investigation, sample: Sample | None) -> Told:
    """Estimate the area of a sample of one test, by the method of the plan or what stands in for it."""
    plan = investigation.plan
    if sample is None:
        return _area(plan, None, None, None), (_ONE_GROUP,)
    method = area_method(plan)
    if sample.clusters is not None:
        of_clusters = clustered_area(sample, level=plan.intervals.level, scale=getattr(method, "scale", "identity"))
        return _area(plan, of_clusters.estimate, of_clusters.interval, CLUSTERED_AREA), of_clusters.notes
    try:
        found = auc(sample, method, level=plan.intervals.level)
    except RocstatsError as refused:
        return _area(plan, None, None, None), (Note("refused", str(refused)),)
    return _area(plan, found.estimate, found.interval, found.method), found.notes


def _area(plan: StudyPlan, estimate: float | None, interval: Interval | None, method: Any) -> Measure:
    return Measure(
        name="auc",
        label=label_of_measure(plan, "auc"),
        successes=None,
        total=None,
        estimate=estimate,
        interval=interval,
        method=None if interval is None else method,
    )
