"""Reliability of probability scores: the share of cases beside the mean score, bin by bin.

With f the scores and o the truth (1 or 0), bars for means in a bin and o-bar for the share of cases, the Brier score is
reliability - resolution + uncertainty + within-bin variance - within-bin covariance. The last two vanish where
all scores of a bin are equal; without them the sum does not close.

References: [murphy1973], [stephenson2008]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rocstats.empirical.gains_bins import first_of_each_bin
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import ScoreTable

Equal = Literal["counts", "width"]


@dataclass(frozen=True, slots=True, eq=False)
class ReliabilityBins:
    """Bins of the score, the lowest first: their ends, who is in them, and the sums of their scores.

    ``low`` and ``high`` are the lowest and highest score of a bin of equal counts, the edges of a bin of equal width.
    """

    low: Floats
    high: Floats
    cases: Integers
    controls: Integers
    mean_score: Floats

    @property
    def n(self) -> Integers:
        """Subjects in each bin."""
        return self.cases + self.controls

    @property
    def observed(self) -> Floats:
        """Share of cases in each bin."""
        return self.cases / self.n


@dataclass(frozen=True, slots=True, kw_only=True)
class BrierParts:
    """The parts of a Brier score by bins of the score.

    ``reliability`` is the mean squared distance of mean score and share of cases, 0 where each bin is calibrated;
    ``resolution`` how far the shares of the bins are from that of all; ``uncertainty`` p(1 - p) of the share of all.
    """

    reliability: float
    resolution: float
    uncertainty: float
    within_variance: float
    within_covariance: float

    @property
    def total(self) -> float:
        """The Brier score that the parts add up to."""
        return self.reliability - self.resolution + self.uncertainty + self.within_variance - self.within_covariance


def reliability_bins(table: ScoreTable, bins: int, equal: Equal) -> ReliabilityBins:
    """Gather subjects in bins of the score, the lowest first; equal scores stay together, and empty bins are left out.

    Bins of equal counts end as those of a gains table do, counted from the lowest score; bins of equal width hold their
    lower edge, the last one both.
    """
    scores, cases, controls = table.scores[::-1], table.cases[::-1], table.controls[::-1]
    if equal == "counts":
        first = first_of_each_bin(cases + controls, bins)
        low, high = scores[first], scores[np.append(first[1:], len(scores)) - 1]
    else:
        # Quotients, so that an edge is the float of its decimal.
        edges = np.arange(bins + 1) / bins
        number = np.minimum(np.searchsorted(edges, scores, side="right") - 1, bins - 1)
        first = np.flatnonzero(np.concatenate([[True], number[1:] != number[:-1]]))
        low, high = edges[number[first]], edges[number[first] + 1]
    p, q = (np.add.reduceat(v, first) for v in (cases, controls))
    return ReliabilityBins(low, high, p, q, np.add.reduceat((cases + controls) * scores, first) / (p + q))


def brier_parts(table: ScoreTable, bins: ReliabilityBins) -> BrierParts:
    """Take a Brier score apart."""
    total = table.m + table.n
    share = table.m / total
    sizes = bins.n / total
    scores, cases, controls = table.scores[::-1], table.cases[::-1], table.controls[::-1]
    number = np.searchsorted(np.cumsum(bins.n), np.cumsum(cases + controls), side="left")
    away = scores - bins.mean_score[number]
    observed = bins.observed[number]
    within = away * (cases * (1 - observed) - controls * observed)
    return BrierParts(
        reliability=math.fsum(sizes * (bins.mean_score - bins.observed) ** 2),
        resolution=math.fsum(sizes * (bins.observed - share) ** 2),
        uncertainty=share * (1 - share),
        within_variance=math.fsum((cases + controls) * away**2) / total,
        within_covariance=2 * math.fsum(within) / total,
    )
