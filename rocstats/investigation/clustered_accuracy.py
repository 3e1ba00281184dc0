"""Accuracy of records that come in clusters: proportions keep an interval at their effective size, ratios have none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from rocstats.inference.accuracy_result import Accuracy, Measure
from rocstats.investigation.column_of_test import Mask, TestColumn
from rocstats.investigation.investigation import PRESENT, Investigation
from rocstats.methods.clustered_share import CLUSTERED_SHARE, clustered_interval
from rocstats.printing import Note

_ALIKE = "these records come in clusters. Intervals of proportions are at the effective sample size; "
_OF_ACCURACY = "likelihood ratios, odds ratio, Youden J and balanced accuracy have"
_INDEPENDENT = " none, for theirs take records as independent."
CLUSTERS = "clusters"
_WITHOUT = ("lr_positive", "lr_negative", "odds_ratio", "youden")


def for_clusters(investigation: Investigation, test: TestColumn, found: Accuracy) -> Accuracy:
    """Give each proportion the interval of its clusters, and take away those that clusters would make too short."""
    among = _among(investigation, test)
    level = investigation.plan.intervals.level
    clusters = np.asarray(investigation.frame[investigation.plan.data.cluster].astype(str), dtype=np.str_)
    changed: dict[str, Any] = {name: _bare(getattr(found, name)) for name in _WITHOUT}
    for name, (rows, right) in among.items():
        measure: Measure = getattr(found, name)
        if measure.estimate is None:
            continue
        interval = clustered_interval(right[rows], clusters[rows], level=level)
        card = None if interval is None else CLUSTERED_SHARE
        changed[name] = replace(_bare(measure), interval=interval, method=card)
    kept = tuple(note for note in found.notes if note.code not in ("clipped", "zero-cell", "zero-variance"))
    note = Note(CLUSTERS, _ALIKE + ("kappa has" if found.comparator else _OF_ACCURACY) + _INDEPENDENT)
    return replace(found, **changed, further=tuple(_bare(measure) for measure in found.further), notes=(note, *kept))


def _bare(measure: Measure) -> Measure:
    return replace(measure, interval=None, method=None, standard_error=None, log_standard_error=None)


def _among(investigation: Investigation, test: TestColumn) -> dict[str, tuple[Mask, Mask]]:
    """Give, by proportion, whom it is among and who of the data counts."""
    calls = investigation.called(test.name)
    case, inside = investigation.truth == PRESENT, calls >= 0
    positive, correct = calls == 1, (calls == 1) == (investigation.truth == PRESENT)
    return {
        "sensitivity": (inside & case, positive),
        "specificity": (inside & ~case, ~positive),
        "ppv": (inside & positive, case),
        "npv": (inside & ~positive, ~case),
        "accuracy": (inside, np.asarray(correct)),
    }
