"""Scores of one test by truth: median, quartiles and range, on the user's own scale.

Quartiles are R's type 7, computed from counts at distinct scores, so a row may stand for many subjects.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rocstats.data.sample import Sample
from rocstats.document.scores_figure import on_log_scale
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import score_table
from rocstats.formatting import plain
from rocstats.report.numbers import infinite, number


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScores:
    """Least, quartiles and greatest of a group; a quartile between two infinities of different sign is None."""

    least: float
    q1: float | None
    median: float | None
    q3: float | None
    greatest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreDescription:
    """The scores of one test among cases and among controls.

    ``finest`` is the number of decimals in the data; ``skewed`` says that all scores are positive and the largest is
    over ten times the median, as figures ask before they take a logarithmic axis.
    """

    test: str
    cases: GroupScores
    controls: GroupScores
    distinct: int
    finest: int
    skewed: bool

    def decimals(self) -> int:
        """Choose decimals for all of these numbers: those of the data, two more for quartiles of whole numbers."""
        shown = [
            value
            for group in (self.cases, self.controls)
            for value in (group.least, group.q1, group.median, group.q3, group.greatest)
            if value is not None and math.isfinite(value)
        ]
        middle = [abs(v) for g in (self.cases, self.controls) for v in (g.q1, g.median, g.q3) if v and math.isfinite(v)]
        four_digits = max(3 - math.floor(math.log10(max(middle))), 0) if middle else 3
        return min(max(map(_decimals, shown), default=0), self.finest or 2, four_digits)

    def text(self, value: float | None) -> str:
        """Write one of these numbers."""
        return infinite(number(value, self.decimals()))


def describe_scores(sample: Sample) -> ScoreDescription:
    """Describe the scores of the one test of a sample.

    Examples
    --------
    >>> found = describe_scores(Sample.from_truth([1, 1, 1, 1, 0, 0], [1, 2, 3, 5, 0.5, 1.5]))
    >>> found.cases.median, found.cases.q1, found.controls.greatest, found.text(found.cases.median)
    (2.5, 1.75, 1.5, '2.5')
    """
    table = score_table(sample)
    (test,) = sample.tests
    scores = test.turned(table.scores)
    order = np.argsort(scores, kind="stable")
    scores = scores[order]
    return ScoreDescription(
        test=test.name,
        cases=_group(scores, table.cases[order]),
        controls=_group(scores, table.controls[order]),
        distinct=len(scores),
        skewed=on_log_scale(scores, (table.cases + table.controls)[order]),
        finest=max((_decimals(s) for s in scores.tolist() if math.isfinite(s)), default=0),
    )


def _group(scores: Floats, counts: Integers) -> GroupScores:
    held = counts > 0
    values, upto = scores[held], np.cumsum(counts[held])
    q1, median, q3 = (_quantile(values, upto, quarter) for quarter in (1, 2, 3))
    return GroupScores(least=float(values[0]), q1=q1, median=median, q3=q3, greatest=float(values[-1]))


def _quantile(values: Sequence[float] | Floats, upto: Integers, quarter: int) -> float | None:
    """Interpolate between the two subjects around a quarter of the way; whole numbers until then."""
    place, rest = divmod((int(upto[-1]) - 1) * quarter, 4)
    low = float(values[int(np.searchsorted(upto, place, side="right"))])
    if rest == 0:
        return low
    high = float(values[int(np.searchsorted(upto, place + 1, side="right"))])
    if low == high:
        return low
    if math.isinf(low) or math.isinf(high):
        # Any mixture with an infinite score is infinite; of both infinities it is nothing.
        return None if math.isinf(low) and math.isinf(high) else low + high
    return low + (high - low) * (rest / 4)


def _decimals(value: float) -> int:
    text = plain(value)
    return len(text.partition(".")[2]) if "e" not in text else 0
