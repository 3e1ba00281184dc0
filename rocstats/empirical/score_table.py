"""One test as a table of distinct scores with the cases and controls at each.

Rows, rating tables and grouped tables of any size become the same thing here, so curve, ties and operating points
have one route. Scores are on the sample's scale: higher is positive.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.errors import DataError
from rocstats.formatting import names_listed


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """Distinct scores, highest first, with the number of cases and of controls at each."""

    scores: Floats
    cases: Integers
    controls: Integers

    @property
    def m(self) -> int:
        """Number of cases."""
        return int(self.cases.sum())

    @property
    def n(self) -> int:
        """Number of controls."""
        return int(self.controls.sum())


def check_sample(sample: object, question: str) -> None:
    """Refuse what is no sample, and name the door."""
    if not isinstance(sample, Sample):
        raise TypeError(
            f"{question} takes a Sample, not {type(sample).__name__}; make one with Sample.from_truth(truth, scores) "
            "or study.sample(name)."
        )


def one_test(sample: Sample, question: str) -> None:
    """Refuse a sample of several tests where a question is about one."""
    check_sample(sample, question)
    if len(sample.tests) != 1:
        names = names_listed([t.name for t in sample.tests], "and")
        raise DataError(
            f"{question} takes one test; this sample holds {len(sample.tests)}: {names}. "
            "Pick one with sample.select(name)."
        )


def score_table(sample: Sample) -> ScoreTable:
    """Tabulate the one test of a sample."""
    one_test(sample, "a table of scores")
    pooled = np.concatenate([sample.cases[:, 0], sample.controls[:, 0]])
    scores, place = np.unique(pooled, return_inverse=True)
    rows = len(sample.cases)
    cases, controls = sample.case_counts, sample.control_counts
    return ScoreTable(
        scores[::-1],
        _count(place[:rows], cases, len(scores))[::-1],
        _count(place[rows:], controls, len(scores))[::-1],
    )


def _count(place: Integers, frequencies: Integers | None, size: int) -> Integers:
    """Count subjects at each place, in whole numbers."""
    if frequencies is None:
        return np.bincount(place, minlength=size).astype(np.int64)
    counts = np.zeros(size, np.int64)
    np.add.at(counts, place, frequencies)
    return counts
