"""Checks at the edges of intervals: a test and its interval agree, and so do one-sided and two-sided limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES, REGISTER
from rocstats.methods.permutation import Permutation
from rocstats.methods.proportion_differences import FOR_INDEPENDENT_PROPORTIONS, FOR_PAIRED_PROPORTIONS
from rocstats.qualification.asked_questions import RESAMPLES, asked_by, draws, seeded
from rocstats.qualification.check_data import PAIR
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import ROOT, close

_EDGE = "At each limit of a 95 percent interval the p-value is 0.05."
_RESAMPLED = "At each limit of a 95 percent interval the p-value is 0.05, as far as the replicates tell it apart."
_SIDES = "A one-sided 95 percent limit is that of the two-sided 90 percent interval."


def _of_areas() -> Iterator[Line]:
    for word, method in FOR_QUANTITIES.items():
        name, drawn = f"method:{word}", draws(method)
        if isinstance(method, Permutation):
            # It has no interval whose edge could be asked about.
            continue
        yield Line(name, "edge", "INVARIANCE-06", _RESAMPLED if drawn else _EDGE, partial(_edge, word), not drawn)
        yield Line(name, "one-sided", "INVARIANCE-06", _SIDES, partial(_one_sided, word), not drawn)


def _edge(word: str) -> Finding:
    method = seeded(FOR_QUANTITIES[word])
    ends = _limits(asked_by(method, PAIR).interval)
    # Replicates tell p-values apart in steps, twice one over their number and one.
    step = 4 / (RESAMPLES + 1) if draws(method) else ROOT
    return close([0.05, 0.05], [asked_by(method, PAIR, null_value=end).pvalue for end in ends], within=step)


def _one_sided(word: str) -> Finding:
    method = seeded(FOR_QUANTITIES[word])
    above, below = (asked_by(method, PAIR, alternative=side).interval for side in ("greater", "less"))
    return close(_limits(asked_by(method, PAIR, level=0.9).interval), (above.low, below.high))


def _of_proportions() -> Iterator[Line]:
    """A method without a test of its own has no p-value that could disagree."""
    for word in (*FOR_PROPORTIONS, *FOR_PAIRED_PROPORTIONS, *FOR_INDEPENDENT_PROPORTIONS):
        name, method = f"method:{word}", REGISTER[word]
        if getattr(method, "has_test", True):
            yield Line(name, "edge", "INVARIANCE-06", _EDGE, partial(_edge_of_counts, word))
        yield Line(name, "one-sided", "INVARIANCE-06", _SIDES, partial(_one_sided_counts, word))


def _counts(method: Any) -> tuple[Any, ...]:
    """Give what a method takes: a share, pairs, or two shares."""
    if not hasattr(method, "paired"):
        return 7, 24
    return (((12, 7), (4, 7)),) if method.paired else (((19, 30), (12, 34)),)


def _edge_of_counts(word: str) -> Finding:
    method: Any = REGISTER[word]
    counts = _counts(method)
    ends = _limits(method.interval(*counts, level=0.95))
    return close([0.05, 0.05], [method.pvalue(*counts, null=end) for end in ends], within=ROOT)


def _one_sided_counts(word: str) -> Finding:
    method: Any = REGISTER[word]
    counts = _counts(method)
    lower, upper = (method.interval(*counts, level=0.95, sides=sides) for sides in ("lower", "upper"))
    return close(_limits(method.interval(*counts, level=0.9)), (lower.low, upper.high), within=ROOT)


def _limits(interval: Any) -> tuple[float, float]:
    return interval.low, interval.high


OF_EDGES = checks_of("invariance", (*_of_areas(), *_of_proportions()))
