"""Several areas on the same subjects at once: are they equal, and which differ.

References: [delong1988], [holm1979], [hothorn2008]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.components import structural_components, variance_of_sum
from rocstats.empirical.ranks import Floats
from rocstats.empirical.score_table import check_sample
from rocstats.empirical.statistic import Quantity
from rocstats.errors import DataError, MethodError
from rocstats.formatting import plain, printable, shown
from rocstats.given import is_one_of
from rocstats.inference.contrast_result import Contrast as Contrast
from rocstats.inference.contrast_result import ContrastRow as ContrastRow
from rocstats.inference.contrast_result import Intervals
from rocstats.methods.advice import below_chance, edge_areas, small_groups
from rocstats.methods.delong import DeLong
from rocstats.methods.joint_test import as_written, joint_test, total
from rocstats.methods.method import bounded, checked_level, normal_inference
from rocstats.methods.multiplicity import Adjust, adjust_pvalues, check_adjustment
from rocstats.methods.replicates import Rng, seed_of
from rocstats.methods.simultaneous import LargestNormal, largest_normal
from rocstats.printing import Note
from rocstats.results import Inference

_LARGEST_WEIGHT = 1e9


def contrast_auc(
    sample: Sample,
    contrast: ArrayLike | None = None,
    *,
    level: float = 0.95,
    reference: str | None = None,
    adjust: Adjust | None = "holm",
    intervals: Intervals = "unadjusted",
    rng: Rng = 0,
) -> Contrast:
    """Test several areas on the same subjects at once.

    Without a contrast the hypothesis is that all areas are equal, and after it every pair is compared, or every other
    test with a reference. The p-values of these combinations are a family: they stand raw and adjusted beside each
    other, and the joint test is not one of them. A combination that is not estimable has no p-value and does not count
    in the family; a note says so. Covariances, ranks and the statistic come from whole numbers, so tests that rank the
    subjects alike are recognised exactly.

    It misleads with small groups, as DeLong's method does, and where combinations are chosen after looking. An interval
    that is not adjusted covers its own combination; simultaneous intervals cover all of them at once, and go with
    neither the raw nor the adjusted p-values.

    Parameters
    ----------
    sample : Sample
        Two or more tests on the same subjects.
    contrast : array (combinations, tests), optional
        Weights of the areas, a row per combination; the hypothesis is that every combination is 0.
    level : float
        Confidence level of the intervals.
    reference : str, optional
        Name of the test that each other test is compared with, other minus reference; without it, all pairs.
    adjust : {"holm", "hochberg", "hommel", "bonferroni", "sidak", "bh"} or None
        Adjustment of the p-values, see ``adjust_pvalues``; None gives the raw ones alone.
    intervals : {"unadjusted", "simultaneous"}
        Each at the level, or all at once by the largest of the correlated normal statistics in size.
    rng : int, numpy Generator or None
        Seed of simultaneous intervals, which need random directions where the areas differ in three dimensions or more.

    Returns
    -------
    Contrast
        With the statistic's degrees of freedom equal to the rank of the covariance of the combinations.

    Raises
    ------
    DataError
        The sample holds one test, or comes in clusters.
    MethodError
        The contrast or the reference does not fit the tests, or an option is out of range.

    References
    ----------
    [delong1988], [holm1979], [hothorn2008]

    Examples
    --------
    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> scores = {"A": [5, 4, 3, 2, 3, 2, 1, 1], "B": [1, 5, 3, 4, 2, 2, 1, 3], "C": [2, 2, 5, 1, 3, 1, 2, 1]}
    >>> found = contrast_auc(Sample.from_truth(truth, scores))
    >>> found.df, round(found.statistic, 3)
    (2, 2.375)
    """
    check_sample(sample, "contrast_auc")
    level = checked_level(level)
    _check_options(contrast, reference, adjust, intervals)
    if len(sample.tests) < 2:
        raise DataError(
            "contrast_auc takes two or more tests on the same subjects; this sample holds 1. "
            "For one test use auc(sample)."
        )
    if sample.clusters is not None:
        raise MethodError(
            "these subjects come in clusters, and DeLong's method takes subjects as independent; its standard error "
            "would be too small. Take one record per cluster, or leave cluster= out if the records are independent."
        )
    names = tuple(test.name for test in sample.tests)
    weights, labels = _combinations(names, contrast, reference)
    parts = structural_components(sample)
    exact = parts.exact_covariance()
    statistic, df, pvalue, notes = joint_test(weights, parts.areas, exact)
    values = tuple(float(area) for area in parts.areas)
    inferences = [_alone(sample, row, parts.areas, exact, values, level) for row in weights]
    largest = None
    if intervals == "simultaneous":
        largest = _largest(weights, parts.covariance(), inferences, seed_of(rng))
        if largest is not None:
            reach = largest.quantile(level)
            inferences = [
                _widened(found, Quantity(AUC(), ((sample, row),)), reach, level)
                for row, found in zip(weights, inferences, strict=True)
            ]
    for label, found in zip(labels, inferences, strict=True):
        notes += [Note(n.code, f"{printable(label)}: {n.text}") for n in found.notes if n.code != "one-subject"]
    for label, row in zip(labels, weights, strict=True):
        if sum(as_written(w) for w in row) != 0:
            text = f"the weights of {printable(label)} do not sum to 0; its hypothesis is not one about a difference."
            notes.append(Note("no-difference", text))
    whole = Quantity(AUC(), ((sample, (1.0,) * len(names)),))
    notes += [*edge_areas(whole, values), *below_chance(whole, values), *small_groups(whole)]
    adjusted, missing = _family([found.pvalue for found in inferences], adjust)
    return Contrast(
        tests=names,
        areas=values,
        covariance=parts.covariance(),
        statistic=statistic,
        df=df,
        pvalue=pvalue,
        contrast=None if contrast is None else tuple(weights),
        combinations=tuple(
            ContrastRow(label=label, weights=row, inference=found, adjusted=p)
            for label, row, found, p in zip(labels, weights, inferences, adjusted, strict=True)
        ),
        level=level,
        method=DeLong().card,
        subjects=sample.subjects,
        reference=reference,
        adjust=adjust,
        intervals=intervals,
        critical=None if largest is None else largest.quantile(level),
        critical_error=None if largest is None else largest.quantile_error(level),
        seed=None if largest is None else largest.seed,
        notes=(*notes, *missing),
    )


def _check_options(contrast: object, reference: object, adjust: object, intervals: object) -> None:
    """Refuse options that are none, or that contradict each other."""
    if adjust is not None:
        check_adjustment(adjust)
    if not is_one_of(intervals, ("unadjusted", "simultaneous")):
        raise MethodError(f'intervals is {shown(intervals)}; it must be "unadjusted" or "simultaneous".')
    if contrast is not None and reference is not None:
        raise MethodError("a contrast states its combinations itself; leave out either contrast or reference.")


def _combinations(
    names: Sequence[str], contrast: ArrayLike | None, reference: str | None
) -> tuple[list[tuple[float, ...]], list[str]]:
    """Return the weights and the label of each combination: as stated, against a reference, or all pairs."""
    k = len(names)
    if contrast is not None:
        rows = _checked(contrast, k)
        return rows, [_combination_label(row, names) for row in rows]
    if reference is not None and reference not in names:
        known = ", ".join(printable(name) for name in names)
        raise MethodError(f'the reference "{printable(reference)}" is no test of this sample; it holds {known}.')
    pairs = list(combinations(range(k), 2))
    if reference is not None:
        place = list(names).index(reference)
        pairs = [(i, place) for i in range(k) if i != place]
    weights = [tuple(1.0 if t == i else -1.0 if t == j else 0.0 for t in range(k)) for i, j in pairs]
    return weights, [f"{names[i]} - {names[j]}" for i, j in pairs]


def _alone(
    sample: Sample,
    row: tuple[float, ...],
    areas: Sequence[Fraction],
    exact: list[list[Fraction]] | None,
    values: tuple[float, ...],
    level: float,
) -> Inference:
    """Return the inference on one combination by itself."""
    variance = None if exact is None else variance_of_sum([as_written(w) for w in row], exact)
    quantity, estimate = Quantity(AUC(), ((sample, row),)), float(total(row, areas))
    return normal_inference(
        quantity, values, variance, level=level, alternative="two-sided", null=0.0, estimate=estimate
    )


def _largest(
    weights: Sequence[tuple[float, ...]], covariance: Floats | None, inferences: Sequence[Inference], seed: int
) -> LargestNormal | None:
    """Return the distribution of the largest statistic of the combinations that have one."""
    rows = np.array([row for row, found in zip(weights, inferences, strict=True) if found.interval is not None])
    if covariance is None or len(rows) == 0:
        return None
    return largest_normal(rows @ covariance @ rows.T, seed=seed)


def _widened(found: Inference, quantity: Quantity, reach: float, level: float) -> Inference:
    """Give an inference an interval of so many standard errors on either side."""
    if found.interval is None or found.standard_error is None:
        return found
    ends = tuple(found.estimate + sign * reach * found.standard_error for sign in (-1, 1))
    interval, clipped = bounded(quantity, ends, level, "two-sided")
    return replace(found, interval=interval, notes=(*(n for n in found.notes if n.code != "clipped"), *clipped))


def _family(pvalues: Sequence[float | None], adjust: Adjust | None) -> tuple[list[float | None], list[Note]]:
    """Adjust the p-values of the combinations, and say how many of them the family holds where it is not all."""
    if adjust is None:
        return [None] * len(pvalues), []
    known = sum(p is not None for p in pvalues)
    notes = []
    if 0 < known < len(pvalues):
        lost = len(pvalues) - known
        verb = "has" if lost == 1 else "have"
        text = f"{lost} of the {len(pvalues)} combinations {verb} no p-value; the adjustment is for the other {known}."
        notes.append(Note("smaller-family", text))
    return adjust_pvalues(pvalues, adjust), notes


def _combination_label(row: Sequence[float], names: Sequence[str]) -> str:
    """Write a combination of areas as a sum."""
    text = ""
    for weight, name in zip(row, names, strict=True):
        if weight:
            sign = (" + " if weight > 0 else " - ") if text else ("" if weight > 0 else "-")
            size = "" if abs(weight) == 1 else f"{plain(round(abs(weight), 6))} "
            text += f"{sign}{size}{name}"
    return text


def _checked(contrast: ArrayLike, k: int) -> list[tuple[float, ...]]:
    """Return a contrast as rows of weights, or refuse what does not fit the tests."""
    try:
        matrix = np.atleast_2d(np.asarray(contrast, dtype=float))
    except (TypeError, ValueError, OverflowError) as error:
        raise MethodError("contrast must be a table of numbers, a row per combination, a column per test.") from error
    if matrix.ndim != 2 or matrix.shape[1] != k or len(matrix) == 0:
        raise MethodError(f"contrast has shape {matrix.shape}; it needs a column for each of the {k} tests.")
    if not np.isfinite(matrix).all() or not matrix.any(axis=1).all():
        raise MethodError("contrast holds a weight that is not finite, or a combination of zeros only.")
    sizes = np.abs(matrix[matrix != 0])
    if sizes.max() > _LARGEST_WEIGHT or sizes.min() < 1 / _LARGEST_WEIGHT:
        raise MethodError("contrast holds a weight that is not 1e-9 to 1e9 in size; write it in other units.")
    return [tuple(float(w) for w in row) for row in matrix]
