"""Joint test of several combinations of estimates: all zero, or not.

All arithmetic is exact, so a combination without variance, and one that repeats others, are recognised as what they
are and cost no degree of freedom.

References: [delong1988]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction

from rocstats.methods.advice import WAY_OUT
from rocstats.printing import Note


def as_written(weight: float) -> Fraction:
    """Return the simple fraction that a weight stands for (0.1 is 1/10), or else the decimals written."""
    simple = Fraction(weight).limit_denominator(10**6)
    return simple if float(simple) == weight else Fraction(repr(weight))


def total(row: Sequence[float], areas: Sequence[Fraction]) -> Fraction:
    """Return a combination of areas, with weights as they are written."""
    return sum((as_written(w) * a for w, a in zip(row, areas, strict=True)), Fraction(0))


def joint_test(
    weights: Sequence[Sequence[float]], areas: Sequence[Fraction], exact: list[list[Fraction]] | None
) -> tuple[float | None, int | None, float | None, list[Note]]:
    """Return chi-squared, degrees of freedom and p-value of all combinations being 0, in exact arithmetic."""
    if exact is None:
        text = "a group holds one subject, and a covariance needs two cases and two controls; only the AUCs are given."
        return None, None, None, [Note("one-subject", f"{text} {WAY_OUT}")]
    rows = [[as_written(w) for w in row] for row in weights]
    values = [total(row, areas) for row in weights]
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
