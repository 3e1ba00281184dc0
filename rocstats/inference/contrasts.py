"""Several areas on the same subjects at once: are they equal, and which differ.

References: [delong1988], [holm1979]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.components import structural_components, variance_of_sum
from rocstats.empirical.ranks import Floats
from rocstats.empirical.statistic import Quantity
from rocstats.errors import DataError, MethodError
from rocstats.formatting import (
    NOT_ESTIMABLE,
    decimals_for,
    decimals_for_error,
    fixed,
    level_text,
    plain,
    printable,
    pvalue_cell,
    pvalue_line,
)
from rocstats.inference.estimates import check_sample
from rocstats.methods.advice import WAY_OUT, below_chance, edge_areas, small_groups
from rocstats.methods.delong import DeLong
from rocstats.methods.method import check_level, normal_inference
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Inference, Subjects, data_lines, error_text

_LARGEST_WEIGHT = 1e9


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastRow:
    """One combination of the areas, with its inference and its p-value adjusted by Holm's method."""

    label: str
    weights: tuple[float, ...]
    inference: Inference
    adjusted: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast(Result):
    """A test of several areas at once, with every pair (or every stated combination) after it.

    ``statistic``, ``df`` and ``pvalue`` are None where the data cannot give them, and a note says why. ``covariance``
    is None with one case or one control. The intervals of the combinations are not adjusted.
    """

    tests: tuple[str, ...]
    areas: tuple[float, ...]
    covariance: Floats | None
    statistic: float | None
    df: int | None
    pvalue: float | None
    contrast: tuple[tuple[float, ...], ...] | None
    combinations: tuple[ContrastRow, ...]
    level: float
    method: Card
    subjects: Subjects
    notes: tuple[Note, ...] = field(default=())

    @property
    def standard_errors(self) -> tuple[float | None, ...]:
        """Standard error of each area, None where it is not estimable."""
        if self.covariance is None:
            return (None,) * len(self.areas)
        return tuple(math.sqrt(v) if v > 0 else None for v in np.diag(self.covariance))

    @property
    def correlation(self) -> tuple[tuple[float | None, ...], ...]:
        """Correlations of the estimated areas, None where an area has no variance."""
        errors = self.standard_errors
        if self.covariance is None:
            return tuple((None,) * len(errors) for _ in errors)
        return tuple(
            tuple(
                1.0 if i == j and a else (None if a is None or b is None else self.covariance[i, j] / (a * b))
                for j, b in enumerate(errors)
            )
            for i, a in enumerate(errors)
        )

    def summary(self) -> Summary:
        """Print the test, the areas with their correlations, and the combinations."""
        equal = self.contrast is None
        k = len(self.tests)
        title = (
            f"DeLong's test for equal AUCs of {k} correlated ROC curves"
            if equal
            else f"DeLong's test for contrasts of the AUCs of {k} correlated ROC curves"
        )
        if self.statistic is None or self.pvalue is None:
            tested = [f"X-squared: {NOT_ESTIMABLE}"]
        else:
            tested = [f"X-squared = {fixed(self.statistic, 3)}, df = {self.df}, {pvalue_line(self.pvalue)}"]
        alternative = "at least two true AUCs differ" if equal else "at least one true contrast is not equal to 0"
        return Summary(
            title,
            data_lines([self.subjects]),
            (
                *tested,
                f"alternative hypothesis: {alternative}",
                "sample estimates:",
                self._areas_grid(),
                "The columns named after tests are correlations of the estimated AUCs.",
                "",
                f"{'All pairs' if equal else 'Contrasts'}, {level_text(self.level)} percent confidence intervals "
                "(not adjusted):",
                self._combinations_grid(),
            ),
            self.notes,
            self.method.references + ("holm1979",) * (len(self.combinations) > 1),
        )

    def _areas_grid(self) -> Grid:
        decimals = decimals_for([a for a in self.areas if 0 < a < 1])
        places = decimals_for_error(self.standard_errors)
        rows = []
        for i, (name, area, error, line) in enumerate(
            zip(self.tests, self.areas, self.standard_errors, self.correlation, strict=True)
        ):
            shown = ["-" if r is None else fixed(r, 3) for r in line[: i + 1]]
            rows.append(
                (
                    printable(name),
                    fixed(area, decimals),
                    error_text(error, places),
                    *shown,
                    *[""] * (len(line) - len(shown)),
                )
            )
        heads = [Column(h) for h in ("AUC", "std. error", *(printable(t) for t in self.tests))]
        return Grid((Column("", "left"), *heads), tuple(rows))

    def _combinations_grid(self) -> Grid:
        found = [row.inference for row in self.combinations]
        limits = [None if f.interval is None else (f.interval.low, f.interval.high) for f in found]
        decimals = decimals_for([], limits)
        places = decimals_for_error([f.standard_error for f in found])
        rows = tuple(
            (
                printable(row.label),
                fixed(f.estimate, decimals),
                error_text(f.standard_error, places),
                "-" if f.interval is None else fixed(f.interval.low, decimals),
                "-" if f.interval is None else fixed(f.interval.high, decimals),
                "-" if f.statistic is None else fixed(f.statistic, 3),
                "-" if f.pvalue is None else pvalue_cell(f.pvalue),
                "-" if row.adjusted is None else pvalue_cell(row.adjusted),
            )
            for row, f in zip(self.combinations, found, strict=True)
        )
        what = "difference" if self.contrast is None else "estimate"
        heads = [Column(h) for h in (what, "std. error", "low", "high", "Z", "p-value", "p (Holm)")]
        return Grid((Column("", "left"), *heads), rows)

    def rows(self) -> list[dict[str, Any]]:
        """Return the joint test as one row and each combination as another."""
        common = {
            "method": self.method.name,
            "alternative": "two-sided",
            "n_cases": self.subjects.n_cases,
            "n_controls": self.subjects.n_controls,
            "n_dropped": self.subjects.n_dropped,
        }
        joint = {
            "parameter": "equal AUCs" if self.contrast is None else "contrasts of AUCs",
            "test": ", ".join(self.tests),
            "estimate": None,
            "std_error": None,
            "statistic": self.statistic,
            "df": self.df,
            "p_value": self.pvalue,
            "conf_low": None,
            "conf_high": None,
            "conf_level": None,
            **common,
            "p_value_adjusted": None,
        }
        rows = [
            {
                "parameter": "difference in AUC" if self.contrast is None else "contrast of AUCs",
                "test": row.label,
                "estimate": row.inference.estimate,
                "std_error": row.inference.standard_error,
                "statistic": row.inference.statistic,
                "df": None,
                "p_value": row.inference.pvalue,
                "conf_low": None if row.inference.interval is None else row.inference.interval.low,
                "conf_high": None if row.inference.interval is None else row.inference.interval.high,
                "conf_level": self.level,
                **common,
                "p_value_adjusted": row.adjusted,
            }
            for row in self.combinations
        ]
        return [joint, *rows]


def contrast_auc(sample: Sample, contrast: ArrayLike | None = None, *, level: float = 0.95) -> Contrast:
    """Test several areas on the same subjects at once.

    Without a contrast the hypothesis is that all areas are equal, and every pair is compared after it; p-values of the
    pairs are also given adjusted by Holm's method, their intervals are not adjusted. Covariances, ranks and the
    statistic come from whole numbers, so tests that rank the subjects alike are recognised exactly. It misleads with
    small groups, as DeLong's method does.

    Parameters
    ----------
    sample : Sample
        Two or more tests on the same subjects.
    contrast : array (combinations, tests), optional
        Weights of the areas, a row per combination; the hypothesis is that every combination is 0.
    level : float
        Confidence level of the intervals.

    Returns
    -------
    Contrast
        With the statistic's degrees of freedom equal to the rank of the covariance of the combinations.

    Raises
    ------
    DataError
        The sample holds one test, or comes in clusters.
    MethodError
        The contrast does not fit the tests.

    References
    ----------
    [delong1988], [holm1979]

    Examples
    --------
    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> scores = {"A": [5, 4, 3, 2, 3, 2, 1, 1], "B": [1, 5, 3, 4, 2, 2, 1, 3], "C": [2, 2, 5, 1, 3, 1, 2, 1]}
    >>> found = contrast_auc(Sample.from_truth(truth, scores))
    >>> found.df, round(found.statistic, 3)
    (2, 2.375)
    """
    check_sample(sample, "contrast_auc")
    check_level(level)
    if len(sample.tests) < 2:
        raise DataError(
            "contrast_auc takes two or more tests on the same subjects; this sample holds 1. "
            "For one test use auc(sample)."
        )
    if sample.clusters is not None:
        raise MethodError(
            "these subjects come in clusters, and DeLong's method takes subjects as independent; its standard error "
            "would be too small."
        )
    names = tuple(test.name for test in sample.tests)
    weights = _pairs(len(names)) if contrast is None else _checked(contrast, len(names))
    labels = _pair_labels(names) if contrast is None else [_combination_label(row, names) for row in weights]
    parts = structural_components(sample)
    exact = parts.exact_covariance()
    statistic, df, pvalue, notes = _joint_test(weights, parts.areas, exact)
    values = tuple(float(area) for area in parts.areas)
    inferences = []
    for row in weights:
        quantity = Quantity(AUC(), ((sample, row),))
        variance = None if exact is None else variance_of_sum([_as_written(w) for w in row], exact)
        total = float(_total(row, parts.areas))
        inferences.append(
            normal_inference(quantity, values, variance, level=level, alternative="two-sided", null=0.0, estimate=total)
        )
    for label, found in zip(labels, inferences, strict=True):
        notes += [Note(n.code, f"{printable(label)}: {n.text}") for n in found.notes if n.code != "one-subject"]
    for label, row in zip(labels, weights, strict=True):
        if sum(_as_written(w) for w in row) != 0:
            text = f"the weights of {printable(label)} do not sum to 0; its hypothesis is not one about a difference."
            notes.append(Note("no-difference", text))
    whole = Quantity(AUC(), ((sample, (1.0,) * len(names)),))
    notes += [*edge_areas(whole, values), *below_chance(whole, values), *small_groups(whole)]
    adjusted = holm([found.pvalue for found in inferences])
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
        notes=tuple(notes),
    )


def holm(pvalues: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values by Holm's method (statsmodels); a missing one stays missing and counts in no family."""
    from statsmodels.stats.multitest import multipletests

    known = [p for p in pvalues if p is not None]
    adjusted = iter(multipletests(known, method="holm")[1].tolist() if known else [])
    return [None if p is None else next(adjusted) for p in pvalues]


def _pairs(k: int) -> list[tuple[float, ...]]:
    return [tuple(1.0 if t == i else -1.0 if t == j else 0.0 for t in range(k)) for i, j in combinations(range(k), 2)]


def _pair_labels(names: Sequence[str]) -> list[str]:
    return [f"{a} - {b}" for a, b in combinations(names, 2)]


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
    except (TypeError, ValueError) as error:
        raise MethodError("contrast must be a table of numbers, a row per combination, a column per test.") from error
    if matrix.ndim != 2 or matrix.shape[1] != k or len(matrix) == 0:
        raise MethodError(f"contrast has shape {matrix.shape}; it needs a column for each of the {k} tests.")
    if not np.isfinite(matrix).all() or not matrix.any(axis=1).all():
        raise MethodError("contrast holds a weight that is not finite, or a combination of zeros only.")
    sizes = np.abs(matrix[matrix != 0])
    if sizes.max() > _LARGEST_WEIGHT or sizes.min() < 1 / _LARGEST_WEIGHT:
        raise MethodError("contrast holds a weight that is not 1e-9 to 1e9 in size; write it in other units.")
    return [tuple(float(w) for w in row) for row in matrix]


def _as_written(weight: float) -> Fraction:
    """Return the simple fraction that a weight stands for (0.1 is 1/10), or else the decimals written."""
    simple = Fraction(weight).limit_denominator(10**6)
    return simple if float(simple) == weight else Fraction(repr(weight))


def _total(row: Sequence[float], areas: Sequence[Fraction]) -> Fraction:
    return sum((_as_written(w) * a for w, a in zip(row, areas, strict=True)), Fraction(0))


def _joint_test(
    weights: Sequence[Sequence[float]], areas: Sequence[Fraction], exact: list[list[Fraction]] | None
) -> tuple[float | None, int | None, float | None, list[Note]]:
    """Return chi-squared, degrees of freedom and p-value of all combinations being 0, in exact arithmetic."""
    if exact is None:
        text = "a group holds one subject, and a covariance needs two cases and two controls; only the AUCs are given."
        return None, None, None, [Note("one-subject", f"{text} {WAY_OUT}")]
    rows = [[_as_written(w) for w in row] for row in weights]
    values = [_total(row, areas) for row in weights]
    half = [[sum((w * exact[t][u] for t, w in enumerate(row)), Fraction(0)) for u in range(len(areas))] for row in rows]
    covariance = [[sum((h * w for h, w in zip(one, row, strict=True)), Fraction(0)) for row in rows] for one in half]
    solution, rank = _solve(covariance, values)
    if solution is None or (rank == 0 and any(sum(row) != 0 for row in rows)):
        text = "a combination of the AUCs has no variance, which no finite study can show; no joint test is given."
        return None, None, None, [Note("zero-variance", f"{text} {WAY_OUT}")]
    if rank == 0:
        text = (
            "all tests rank every case against every control alike: the differences are 0, and their variances. p = 1."
        )
        return 0.0, 0, 1.0, [Note("identical-tests", text)]
    from scipy.special import chdtrc

    statistic = float(sum((x * v for x, v in zip(solution, values, strict=True)), Fraction(0)))
    return statistic, rank, max(float(chdtrc(rank, statistic)), sys.float_info.min), []


def _solve(matrix: list[list[Fraction]], right: list[Fraction]) -> tuple[list[Fraction] | None, int]:
    """Solve exactly by elimination; None where there is no solution, with the rank of the matrix."""
    size = len(matrix)
    table = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    pivots: list[int] = []
    for column in range(size):
        row = len(pivots)
        pivot = next((i for i in range(row, size) if table[i][column] != 0), None)
        if pivot is None:
            continue
        table[row], table[pivot] = table[pivot], table[row]
        table[row] = [x / table[row][column] for x in table[row]]
        for i in range(size):
            if i != row and table[i][column] != 0:
                factor = table[i][column]
                table[i] = [x - factor * y for x, y in zip(table[i], table[row], strict=True)]
        pivots.append(column)
    if any(table[i][size] != 0 for i in range(len(pivots), size)):
        return None, len(pivots)
    solution = [Fraction(0)] * size
    for i, column in enumerate(pivots):
        solution[column] = table[i][size]
    return solution, len(pivots)
