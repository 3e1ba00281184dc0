"""Pairs of results: two tests on the same subjects, each at its threshold."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rocstats.data.paired_counts import PairedCounts, PairedTable
from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.errors import DataError, MethodError
from rocstats.formatting import listed, printable
from rocstats.given import is_number, is_row

Thresholds = Sequence[float] | Mapping[str, float]


def paired_counts_at(sample: Sample, thresholds: Thresholds | None = None) -> PairedCounts:
    """Cross-classify the subjects of a sample by two tests, each at its threshold.

    Thresholds are taken as chosen before these data; those chosen on them make both tests look better than they are,
    and not equally so.

    Parameters
    ----------
    sample : Sample
        Two tests on the same subjects.
    thresholds : pair of float, or dict by the names of the tests, optional
        On the scale of the data: positive is a score at or above it, at or below it where low scores are positive.
        Left out, each test is counted at its own stated cut-off.

    Returns
    -------
    PairedCounts
        With the tests, the thresholds and the subjects; a row that stands for several subjects counts as so many.

    Raises
    ------
    TypeError
        Not a sample, or thresholds are neither a pair nor a dict.
    DataError
        The sample does not hold two tests, or a threshold is missing or not a number.
    MethodError
        The subjects come in clusters.

    Examples
    --------
    >>> sample = Sample.from_truth([1, 1, 1, 0, 0, 0], {"CT": [3, 4, 2, 1, 2, 0], "MRI": [1, 3, 2, 2, 1, 0]})
    >>> paired_counts_at(sample, (2, 3)).cases
    PairedTable(n11=1, n10=2, n01=0, n00=0)
    """
    if not isinstance(sample, Sample):
        raise TypeError(
            f"paired_counts_at takes a Sample of two tests, not {type(sample).__name__}; take it from one study, "
            'study.sample("A", "B").'
        )
    names = [printable(test.name) for test in sample.tests]
    if len(names) != 2:
        raise DataError(
            f"paired_counts_at takes two tests; this sample holds {len(names)}: {listed(names)}. Pick two with "
            "sample.select(first, second)."
        )
    if sample.clusters is not None:
        raise MethodError(
            "these subjects come in clusters, and comparisons of paired counts take subjects as independent; their "
            "intervals would be too short. Take one record per cluster, or leave cluster= out if the records are "
            "independent."
        )
    at = _thresholds(sample, thresholds)
    turned = [test.turned(threshold) for test, threshold in zip(sample.tests, at, strict=True)]
    p, q = sample.frequencies
    first, second = sample.tests
    return PairedCounts(
        cases=_pairs(sample.cases, p, turned),
        controls=_pairs(sample.controls, q, turned),
        tests=(first, second),
        thresholds=at,
        subjects=sample.subjects,
        negative=sample.negative,
        design=sample.design,
    )


def _pairs(scores: Floats, frequencies: Integers, turned: Sequence[float]) -> PairedTable:
    """Count subjects by both results."""
    one, two = (scores[:, place] >= threshold for place, threshold in enumerate(turned))
    n11, n10, n01, n00 = (int(frequencies[held].sum()) for held in (one & two, one & ~two, ~one & two, ~one & ~two))
    return PairedTable(n11, n10, n01, n00)


def _thresholds(sample: Sample, thresholds: Any) -> tuple[float, float]:
    """Return the threshold of each test, in the order of the tests."""
    names = [test.name for test in sample.tests]
    if thresholds is None:
        without = [printable(test.name) for test in sample.tests if test.cutoff is None]
        if without:
            raise DataError(
                f"{listed(without)} {'has' if len(without) == 1 else 'have'} no stated cut-off. State one threshold "
                "for each test: paired_counts_at(sample, (first, second))."
            )
        stated: list[Any] = [test.cutoff for test in sample.tests]
    elif isinstance(thresholds, Mapping):
        if set(thresholds) != set(names):
            raise DataError(
                f"thresholds are for {listed([printable(n) for n in thresholds]) or 'no test'}; this sample holds "
                f"{listed([printable(n) for n in names])}, and each needs one."
            )
        stated = [thresholds[name] for name in names]
    elif is_row(thresholds):
        stated = list(thresholds)
        if len(stated) != 2:
            raise DataError(f"thresholds are one for each of two tests, not {len(stated)}.")
    else:
        raise TypeError(
            "thresholds are a pair, (first, second), or a dict by the names of the tests; "
            f"not {type(thresholds).__name__}."
        )
    for test, value in zip(sample.tests, stated, strict=True):
        if not is_number(value):
            raise TypeError(f'the threshold of "{printable(test.name)}" is a number, not {type(value).__name__}.')
        if math.isnan(value):
            raise DataError(f'the threshold of "{printable(test.name)}" is not a number.')
    return float(stated[0]), float(stated[1])
