"""Areas under ROC curves, their variances and comparisons, by rocstats, as areas.R asks pROC for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from data_sets import CLASSES, DataSets, Scores
from quantity import Key, Quantity

import rocstats
from rocstats import Bootstrap, ClassScores, DeLong, Sample

SIDES = {"two.sided": "two-sided", "less": "less", "greater": "greater"}
BANDS = {"fpf 0-0.2": {"fpf": (0.0, 0.2)}, "fpf 0.1-0.3": {"fpf": (0.1, 0.3)}, "tpf 0.8-1": {"tpf": (0.8, 1.0)}}
SEED = 20261130

QUANTITIES = (
    Quantity("auc", "pROC", "auc(roc)", "auc(sample).estimate"),
    Quantity("auc variance", "pROC", 'var(roc, method = "delong")', "auc(sample).standard_error ** 2"),
    Quantity("auc interval", "pROC", "ci.auc(roc, conf.level)", "auc(sample, level=level).interval"),
    Quantity(
        "partial area",
        "pROC",
        "auc(roc, partial.auc, partial.auc.focus)",
        "partial_auc(sample, fpf=band).raw.estimate, and with tpf=",
    ),
    Quantity(
        "mcclish index",
        "pROC",
        "auc(roc, …, partial.auc.correct = TRUE, allow.invalid.partial.auc.correct = TRUE)",
        "partial_auc(sample, fpf=band).mcclish.estimate, and with tpf=",
    ),
    Quantity(
        "covariance", "pROC", 'cov(roc1, roc2, method = "delong")', "structural_components(sample).covariance()[0, 1]"
    ),
    Quantity("paired z", "pROC", "roc.test(roc1, roc2, paired = TRUE)$statistic", "compare_auc(sample).statistic"),
    Quantity(
        "paired p-value",
        "pROC",
        "roc.test(roc1, roc2, paired = TRUE, alternative)$p.value",
        "compare_auc(sample, alternative=side).pvalue",
    ),
    Quantity("paired interval", "pROC", "roc.test(roc1, roc2, paired = TRUE)$conf.int", "compare_auc(sample).interval"),
    Quantity(
        "venkatraman paired",
        "pROC",
        'roc.test(roc1, roc2, method = "venkatraman")$statistic',
        "venkatraman(sample).statistic",
    ),
    Quantity("unpaired z", "pROC", "roc.test(roc1, roc2, paired = FALSE)$statistic", "compare_auc(a, b).statistic"),
    Quantity("unpaired p-value", "pROC", "roc.test(roc1, roc2, paired = FALSE)$p.value", "compare_auc(a, b).pvalue"),
    Quantity(
        "bootstrap standard error",
        "pROC",
        'sqrt(var(roc, method = "bootstrap", boot.n = 2000))',
        "auc(sample, Bootstrap(n_resamples=2000)).standard_error",
        relative=0.09,
        why="Chance: each has a Monte Carlo error of 1.6 %; four standard errors of their ratio are allowed.",
    ),
    Quantity(
        "bootstrap standard error of a difference",
        "pROC",
        'difference / roc.test(roc1, roc2, method = "bootstrap", boot.n = 2000)$statistic',
        "compare_auc(sample, method=Bootstrap(n_resamples=2000)).standard_error",
        relative=0.09,
        why="Chance: each has a Monte Carlo error of 1.6 %; four standard errors of their ratio are allowed.",
    ),
    Quantity(
        "venkatraman paired p-value",
        "pROC",
        'roc.test(roc1, roc2, method = "venkatraman", boot.n = 2000)$p.value',
        "venkatraman(sample, n_resamples=2000).pvalue",
        absolute=0.064,
        why="Chance: 2000 permutations each; four standard errors of the difference of two shares are allowed.",
    ),
    Quantity(
        "hand and till",
        "pROC",
        "multiclass.roc(truth, scores)$auc",
        "multiclass_auc(ClassScores.from_truth(truth, scores)).hand_till.estimate",
    ),
)


def sample_of(one: Scores) -> Sample:
    """Return the sample of a data set, all tests together."""
    return Sample.from_truth(one.truth, dict(one.columns), low=one.low)


def recompute(data: DataSets) -> Iterator[tuple[Key, float | None]]:
    """Give every quantity of this room for every data set."""
    for one in data.scores:
        sample = sample_of(one)
        for test in one.columns:
            yield from _of_one(one.name, test, sample.select(test))
        for first, second in combinations(one.columns, 2):
            yield from _of_two(one.name, f"{first} and {second}", sample.select(first, second))
            if one.name in data.chance:
                yield from _of_two_by_chance(one.name, f"{first} and {second}", sample.select(first, second))
        if one.name in data.chance:
            test = next(iter(one.columns))
            found = rocstats.auc(sample.select(test), Bootstrap(n_resamples=2000, rng=SEED))
            yield ("bootstrap standard error", one.name, test), found.standard_error
    for a, b in pairwise(data.scores):
        found = rocstats.compare_auc(*(sample_of(one).select(next(iter(one.columns))) for one in (a, b)))
        yield ("unpaired z", a.name, f"and {b.name}"), found.statistic
        yield ("unpaired p-value", a.name, f"and {b.name}"), found.pvalue
    for name, (truth, scores) in data.classes.items():
        areas = rocstats.multiclass_auc(
            ClassScores.from_truth(truth, {label: scores[label] for label in CLASSES}),
            Bootstrap(n_resamples=100, rng=SEED),
        )
        yield ("hand and till", name, ""), areas.hand_till.estimate


def _of_one(name: str, test: str, sample: Sample) -> Iterator[tuple[Key, float | None]]:
    found = rocstats.auc(sample)
    yield ("auc", name, test), found.estimate
    yield ("auc variance", name, test), None if found.standard_error is None else found.standard_error**2
    for level in (0.9, 0.95):
        interval = rocstats.auc(sample, DeLong(), level=level).interval
        for end in ("low", "high"):
            yield ("auc interval", name, f"{test} {level} {end}"), getattr(interval, end, None)
    for label, band in BANDS.items():
        area = rocstats.partial_auc(sample, **band)
        yield ("partial area", name, f"{test} {label}"), area.raw.estimate
        yield ("mcclish index", name, f"{test} {label}"), area.mcclish.estimate


def _of_two(name: str, items: str, sample: Sample) -> Iterator[tuple[Key, float | None]]:
    covariance = rocstats.structural_components(sample).covariance()
    yield ("covariance", name, items), None if covariance is None else float(covariance[0, 1])
    found = rocstats.compare_auc(sample)
    yield ("paired z", name, items), found.statistic
    for end in ("low", "high"):
        yield ("paired interval", name, f"{items} {end}"), getattr(found.interval, end, None)
    for theirs, ours in SIDES.items():
        yield ("paired p-value", name, f"{items} {theirs}"), rocstats.compare_auc(sample, alternative=ours).pvalue
    if _untied(sample):
        yield ("venkatraman paired", name, items), rocstats.venkatraman(sample, n_resamples=100, rng=SEED).statistic


def _of_two_by_chance(name: str, items: str, sample: Sample) -> Iterator[tuple[Key, float | None]]:
    found = rocstats.compare_auc(sample, method=Bootstrap(n_resamples=2000, rng=SEED))
    yield ("bootstrap standard error of a difference", name, items), found.standard_error
    if _untied(sample):
        test = rocstats.venkatraman(sample, n_resamples=2000, rng=SEED)
        yield ("venkatraman paired p-value", name, items), test.pvalue


def _untied(sample: Sample) -> bool:
    return all(
        len({*sample.cases[:, j], *sample.controls[:, j]}) == len(sample.cases) + len(sample.controls)
        for j in range(len(sample.tests))
    )
