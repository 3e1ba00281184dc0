"""Scores read at thresholds by rocstats, as points.R asks pROC and OptimalCutpoints for them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from areas import sample_of
from data_sets import DataSets
from quantity import Key, Quantity

import rocstats
from rocstats import Sample, SensitivityAt, SpecificityAt

RULES = ("youden", "closest-topleft", "kappa", "accuracy", "product")
TARGETS = (0.8, 0.9)

QUANTITIES = (
    Quantity("points of the curve", "pROC", 'coords(roc, "all", ret)', "operating_points(sample)"),
    Quantity(
        "best threshold, youden",
        "pROC",
        'coords(roc, "best", best.method = "youden")',
        'thresholds(sample, by="youden", midpoint=True)',
    ),
    Quantity(
        "best threshold, closest-topleft",
        "pROC",
        'coords(roc, "best", best.method = "closest.topleft")',
        'thresholds(sample, by="closest-topleft", midpoint=True)',
    ),
    Quantity(
        "best threshold, cost",
        "pROC",
        'coords(roc, "best", best.method = "youden", best.weights = c(3, 0.2))',
        'thresholds(sample, by="cost", costs=(1, 3), prevalence=0.2, midpoint=True)',
    ),
    Quantity(
        "sensitivity read off",
        "pROC",
        'coords(roc, x, input = "specificity", ret = "sensitivity")',
        "SensitivityAt(x, interpolated=True)(sample)",
    ),
    Quantity(
        "specificity read off",
        "pROC",
        'coords(roc, x, input = "sensitivity", ret = "specificity")',
        "SpecificityAt(x, interpolated=True)(sample)",
    ),
    *(
        Quantity(
            f"optimal cutpoint, {rule}",
            "OptimalCutpoints",
            f'optimal.cutpoints(methods = "{theirs}")',
            f'thresholds(sample, by="{rule}")',
        )
        for rule, theirs in zip(RULES, ("Youden", "ROC01", "MaxKappa", "MaxEfficiency", "MaxProdSpSe"), strict=True)
    ),
)


def recompute(data: DataSets) -> Iterator[tuple[Key, float | None]]:
    """Give every quantity of this room for every data set."""
    for one in data.scores:
        for test in one.columns:
            yield from _of_one(one.name, test, sample_of(one).select(test))


def _of_one(name: str, test: str, sample: Sample) -> Iterator[tuple[Key, float | None]]:
    points = rocstats.operating_points(sample)
    for i, row in enumerate(points.rows(), start=1):
        for theirs, ours in (("tp", "tp"), ("fp", "fp"), ("ppv", "ppv"), ("npv", "npv"), ("accuracy", "accuracy")):
            yield ("points of the curve", name, f"{test} {i} {theirs}"), row[ours]
        for measure in ("sensitivity", "specificity"):
            yield ("points of the curve", name, f"{test} {i} {measure}"), row[measure]
    for rule in ("youden", "closest-topleft"):
        yield from _best(f"best threshold, {rule}", name, test, sample, by=rule, midpoint=True)
    yield from _best("best threshold, cost", name, test, sample, by="cost", costs=(1, 3), prevalence=0.2, midpoint=True)
    if not sample.tests[0].low and len(sample.cases) + len(sample.controls) <= 200:
        for rule in RULES:
            yield from _best(f"optimal cutpoint, {rule}", name, test, sample, by=rule)
    for x in TARGETS:
        yield ("sensitivity read off", name, f"{test} {x}"), float(SensitivityAt(x, interpolated=True)(sample)[0])
        yield ("specificity read off", name, f"{test} {x}"), float(SpecificityAt(x, interpolated=True)(sample)[0])


def _best(quantity: str, name: str, test: str, sample: Sample, **options: object) -> Iterator[tuple[Key, float | None]]:
    optima = rocstats.thresholds(sample, **options).optima
    yield (quantity, name, f"{test} how many"), len(optima)
    # Nobody is positive at a threshold beyond every score.
    beyond = -math.inf if sample.tests[0].low else math.inf
    placed = sorted((beyond if o.threshold is None else o.threshold, o.sensitivity, o.specificity) for o in optima)
    for i, one in enumerate(placed, start=1):
        for value, number in zip(("threshold", "sensitivity", "specificity"), one, strict=True):
            yield (quantity, name, f"{test} {i} {value}"), number
