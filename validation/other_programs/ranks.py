"""Rank tests of two groups by rocstats, as ranks.R asks R's stats package and coin for them."""

from __future__ import annotations

from collections.abc import Iterator

from areas import SIDES, sample_of
from data_sets import DataSets
from quantity import Key, Quantity

import rocstats
from rocstats import Sample

QUANTITIES = (
    Quantity("mann-whitney u", "R stats", "wilcox.test(cases, controls)$statistic", "mann_whitney(sample).statistic"),
    Quantity(
        "mann-whitney p-value",
        "R stats",
        "wilcox.test(cases, controls, exact = FALSE, alternative)$p.value",
        "mann_whitney(sample, exact=False, alternative=side).pvalue",
    ),
    Quantity(
        "mann-whitney exact p-value",
        "R stats",
        "wilcox.test(cases, controls, exact = TRUE, alternative)$p.value",
        "mann_whitney(sample, exact=True, alternative=side).pvalue",
    ),
    Quantity(
        "mann-whitney exact p-value with ties",
        "coin",
        'pvalue(wilcox_test(score ~ group, distribution = "exact", alternative))',
        "mann_whitney(sample, exact=True, alternative=side).pvalue",
    ),
    Quantity(
        "kolmogorov-smirnov distance",
        "R stats",
        "ks.test(cases, controls, alternative)$statistic",
        "ks(sample).two_sided.value, ks(sample).one_sided.value",
    ),
    Quantity(
        "kolmogorov-smirnov exact p-value",
        "R stats",
        "ks.test(cases, controls, exact = TRUE, alternative)$p.value",
        "ks(sample).two_sided.pvalue, ks(sample).one_sided.pvalue",
        why="R subtracts from 1, so that a p-value near 1e-16 has no digits left, and may be 0.",
    ),
)


def recompute(data: DataSets) -> Iterator[tuple[Key, float | None]]:
    """Give every quantity of this room for every data set."""
    for one in data.scores:
        for test in one.columns:
            yield from _of_one(one.name, test, sample_of(one).select(test))


def _of_one(name: str, test: str, sample: Sample) -> Iterator[tuple[Key, float | None]]:
    scores = [*sample.cases[:, 0], *sample.controls[:, 0]]
    yield ("mann-whitney u", name, test), rocstats.mann_whitney(sample, exact=False).statistic
    for theirs, ours in SIDES.items():
        found = rocstats.mann_whitney(sample, exact=False, alternative=ours)
        yield ("mann-whitney p-value", name, f"{test} {theirs}"), found.pvalue
        if len(scores) < 120:
            exact = rocstats.mann_whitney(sample, exact=True, alternative=ours).pvalue
            if len(set(scores)) == len(scores):
                yield ("mann-whitney exact p-value", name, f"{test} {theirs}"), exact
            if len(set(scores)) > 1:
                yield ("mann-whitney exact p-value with ties", name, f"{test} {theirs}"), exact
    if len(scores) <= 200:
        distances = rocstats.ks(sample)
        for side, found in (("two.sided", distances.two_sided), ("less", distances.one_sided)):
            yield ("kolmogorov-smirnov distance", name, f"{test} {side}"), found.value
            yield ("kolmogorov-smirnov exact p-value", name, f"{test} {side}"), found.pvalue
