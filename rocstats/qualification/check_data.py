"""Small data that checks ask about, with the changes that must or must not change an answer."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from rocstats.data.class_scores import ClassScores
from rocstats.data.counts import Counts
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.paired_counts import PairedCounts
from rocstats.data.sample import Sample


def _two(cases: list[tuple[float, float]], controls: list[tuple[float, float]]) -> Sample:
    """Make a sample of the tests A and B from a pair of scores per subject."""
    first, second = ({"A": [a for a, _ in rows], "B": [b for _, b in rows]} for rows in (cases, controls))
    return Sample.from_groups(cases=first, controls=second)


def _pairs(cases: Any, controls: Any) -> PairedCounts:
    return PairedCounts(cases=cases, controls=controls)


# Sixteen cases, twenty controls, two tests that are probabilities, with ties within and between the groups.
PAIR = _two(
    [
        *[(0.91, 0.62), (0.84, 0.88), (0.84, 0.35), (0.77, 0.71), (0.72, 0.55), (0.66, 0.79), (0.66, 0.44)],
        *[(0.58, 0.93), (0.53, 0.62), (0.47, 0.28), (0.41, 0.66), (0.35, 0.19), (0.35, 0.51), (0.28, 0.74)],
        *[(0.95, 0.83), (0.62, 0.47)],
    ],
    [
        *[(0.05, 0.22), (0.09, 0.08), (0.12, 0.41), (0.12, 0.15), (0.17, 0.35), (0.21, 0.05), (0.24, 0.57)],
        *[(0.28, 0.12), (0.28, 0.44), (0.31, 0.28), (0.35, 0.31), (0.38, 0.62), (0.41, 0.11), (0.44, 0.38)],
        *[(0.49, 0.25), (0.53, 0.47), (0.57, 0.18), (0.63, 0.51), (0.72, 0.33), (0.15, 0.66)],
    ],
)
ONE, OTHER = PAIR.select("A"), PAIR.select("B")
# Three tests on the same subjects.
THREE = replace(
    PAIR,
    cases=np.column_stack([PAIR.cases, np.round(0.3 * PAIR.cases[:, 0] + 0.7 * PAIR.cases[::-1, 1], 4)]),
    controls=np.column_stack([PAIR.controls, np.round(0.3 * PAIR.controls[:, 0] + 0.7 * PAIR.controls[::-1, 1], 4)]),
    tests=tuple(DiagnosticTest(name) for name in "ABC"),
)
# Other subjects than those of ONE.
SECOND = Sample.from_groups(
    cases=[0.81, 0.74, 0.55, 0.55, 0.47, 0.39, 0.88, 0.62, 0.33, 0.69],
    controls=[0.11, 0.22, 0.28, 0.36, 0.36, 0.47, 0.51, 0.08, 0.19, 0.64, 0.42, 0.31],
    tests=["A"],
)
GROUPED = replace(PAIR, case_counts=np.arange(16) % 3 + 1, control_counts=np.arange(20) % 4 + 1)
CLUSTERED = replace(PAIR, clusters=(np.arange(16) // 2, 50 + np.arange(20) // 2))
CLUSTERED_SECOND = replace(SECOND, clusters=(1000 + np.arange(10) // 2, 1050 + np.arange(12) // 2))
CASE_CONTROL = replace(ONE, design="case-control")
RATINGS = Sample.from_counts(cases=[2, 3, 5, 9, 14], controls=[13, 8, 6, 4, 2])
CONSTANT = Sample.from_groups(cases=[0.5] * 4, controls=[0.5] * 5, tests=["A"])

# Data that give no certainty. All scores but the infinite ones are probabilities.
DEGENERATE: dict[str, Sample] = {
    "separated": _two([(0.9, 0.8), (0.8, 0.7), (0.7, 0.9)], [(0.1, 0.2), (0.2, 0.1), (0.3, 0.3)]),
    "reversed": _two([(0.1, 0.2), (0.2, 0.1), (0.3, 0.3)], [(0.9, 0.8), (0.8, 0.7), (0.7, 0.9)]),
    "tied": _two([(0.5, 0.5)] * 4, [(0.5, 0.5)] * 5),
    "one-case": _two([(0.6, 0.3)], [(0.2, 0.4), (0.6, 0.1), (0.7, 0.3)]),
    "one-control": _two([(0.2, 0.4), (0.6, 0.1), (0.7, 0.3)], [(0.6, 0.3)]),
    "two-subjects": _two([(0.7, 0.2)], [(0.4, 0.2)]),
    "identical": _two([(0.3, 0.3), (0.6, 0.6), (0.9, 0.9)], [(0.1, 0.1), (0.6, 0.6), (0.4, 0.4)]),
    "infinite": _two([(inf, 0.4), (2.0, inf), (0.5, 1.0)], [(-inf, 0.1), (0.5, -inf), (2.0, 0.5), (inf, 1.0)]),
}
PROBABILITIES_ONLY = tuple(name for name in DEGENERATE if name != "infinite")

TABLE = Counts(tp=26, fp=12, fn=15, tn=60)
OTHER_TABLE = Counts(tp=31, fp=20, fn=9, tn=44)
PAIRS = _pairs(((19, 7), (4, 11)), ((5, 7), (12, 48)))
# Tables with empty cells, rows and columns.
EMPTY_CELLS: dict[str, Counts] = {
    "all-correct": Counts(tp=5, fp=0, fn=0, tn=6),
    "all-wrong": Counts(tp=0, fp=6, fn=5, tn=0),
    "all-positive": Counts(tp=5, fp=6, fn=0, tn=0),
    "no-controls": Counts(tp=4, fp=0, fn=1, tn=0),
    "no-cases": Counts(tp=0, fp=1, fn=0, tn=4),
    "one-subject": Counts(tp=1, fp=0, fn=0, tn=0),
}
EMPTY_PAIRS: dict[str, PairedCounts] = {
    "no-discordant": _pairs(((5, 0), (0, 3)), ((1, 0), (0, 7))),
    "one-way": _pairs(((5, 2), (0, 3)), ((1, 0), (3, 7))),
    "all-discordant": _pairs(((0, 4), (0, 0)), ((0, 0), (5, 0))),
    "no-controls": _pairs(((2, 1), (1, 2)), ((0, 0), (0, 0))),
    "one-subject": _pairs(((0, 1), (0, 0)), ((0, 0), (0, 0))),
}
CLASSES = ClassScores.from_truth(
    list("aaaabbbbcccc"),
    {
        "a": [0.7, 0.6, 0.4, 0.5, 0.2, 0.3, 0.4, 0.1, 0.1, 0.3, 0.2, 0.4],
        "b": [0.2, 0.3, 0.4, 0.2, 0.6, 0.5, 0.3, 0.7, 0.3, 0.2, 0.4, 0.1],
        "c": [0.1, 0.1, 0.2, 0.45, 0.2, 0.2, 0.3, 0.2, 0.6, 0.5, 0.4, 0.5],
    },
)


def reordered(sample: Sample) -> Sample:
    """Write the rows in another order."""
    return _rows(sample, np.arange(len(sample.cases))[::-1], np.arange(len(sample.controls))[::-1])


def repeated(sample: Sample, times: int) -> Sample:
    """Write every row so many times."""
    return _rows(sample, *(np.tile(np.arange(len(rows)), times) for rows in (sample.cases, sample.controls)))


def expanded(sample: Sample) -> Sample:
    """Write each subject as a row."""
    p, q = sample.frequencies
    written = replace(sample, case_counts=None, control_counts=None)
    return _rows(written, np.repeat(np.arange(len(p)), p), np.repeat(np.arange(len(q)), q))


def exchanged(sample: Sample) -> Sample:
    """Call the cases controls and the controls cases."""
    return replace(
        sample,
        cases=sample.controls,
        controls=sample.cases,
        case_counts=sample.control_counts,
        control_counts=sample.case_counts,
        origin=None,
    )


def monotone(sample: Sample) -> Sample:
    """Change the scores without changing their order."""
    return replace(sample, cases=np.expm1(3 * sample.cases) - 2, controls=np.expm1(3 * sample.controls) - 2)


def as_low(sample: Sample) -> Sample:
    """Give the scores negated, each subject in a row, and say that low ones are positive."""
    sample = expanded(sample)
    names = [test.name for test in sample.tests]
    groups = {
        group: {name: -rows[:, place] for place, name in enumerate(names)}
        for group, rows in (("cases", sample.cases), ("controls", sample.controls))
    }
    return Sample.from_groups(cases=groups["cases"], controls=groups["controls"], low=names)


def renamed(sample: Sample) -> Sample:
    """Call the tests something else."""
    tests = tuple(DiagnosticTest(f"{test.name}, called otherwise") for test in sample.tests)
    return replace(sample, tests=tests, truth="disease", positive="present", negative="absent")


def _rows(sample: Sample, cases: np.ndarray, controls: np.ndarray) -> Sample:
    return replace(
        sample,
        cases=sample.cases[cases],
        controls=sample.controls[controls],
        case_counts=None if sample.case_counts is None else sample.case_counts[cases],
        control_counts=None if sample.control_counts is None else sample.control_counts[controls],
        origin=None,
    )
