"""Hanley and McNeil's table: the correlation of two areas on the same subjects.

It is entered with the average of the two correlations between the tests, among cases and among controls, and with the
average of the two areas. The figures, whole hundredths, are those of Table I of the paper as a third party transcribed
them (research-roc-utils, MIT licence); they were not compared with the printed page. They rise with the correlation,
fall with the area, and lie within 0.0211 of what bivariate normal scores have in large samples.

References: [hanley1983]
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

# One row for each correlation of 0.02, 0.04 … 0.90; one column for each area of 0.700, 0.725 … 0.975.
_PRINTED = """
     2  2  2  2  2  2  2  1  1  1  1  1
     4  4  3  3  3  3  3  3  3  2  2  2
     5  5  5  5  5  5  5  4  4  4  3  2
     7  7  7  7  7  6  6  6  6  5  4  3
     9  9  9  9  8  8  8  7  7  6  6  4
    11 11 11 10 10 10  9  9  8  8  7  5
    13 12 12 12 12 11 11 11 10  9  8  6
    14 14 14 14 13 13 13 12 11 11  9  7
    16 16 16 16 15 15 14 14 13 12 11  9
    18 18 18 17 17 17 16 15 15 14 12 10
    20 20 19 19 19 18 18 17 16 15 14 11
    22 22 21 21 21 20 19 19 18 17 15 12
    24 23 23 23 22 22 21 20 19 18 16 13
    26 25 25 25 24 24 23 22 21 20 18 15
    27 27 27 26 26 25 25 24 23 21 19 16
    29 29 29 28 28 27 26 26 24 23 21 18
    31 31 31 30 30 29 28 27 26 25 23 19
    33 33 32 32 31 31 30 29 28 26 24 21
    35 35 34 34 33 33 32 31 30 28 26 22
    37 37 36 36 35 35 34 33 32 30 28 24
    39 39 38 38 37 36 36 35 33 32 29 25
    41 40 40 40 39 38 38 37 35 34 31 27
    43 42 42 42 41 40 39 38 37 35 33 29
    45 44 44 43 43 42 41 40 39 37 35 30
    47 46 46 45 45 44 43 42 41 39 37 32
    49 48 48 47 47 46 45 44 43 41 39 34
    51 50 50 49 49 48 47 46 45 43 41 36
    53 52 52 51 51 50 49 48 47 45 43 38
    55 54 54 53 53 52 51 50 49 47 45 40
    57 56 56 55 55 54 53 52 51 49 47 42
    59 58 58 57 57 56 55 54 53 51 49 45
    61 60 60 59 59 58 58 57 55 54 51 47
    63 62 62 62 61 60 60 59 57 56 53 49
    65 64 64 64 63 62 62 61 60 58 56 51
    67 66 66 66 65 65 64 63 62 60 58 54
    69 69 68 68 67 67 66 65 64 63 60 56
    71 71 70 70 69 69 68 67 66 65 63 59
    73 73 72 72 72 71 71 70 69 67 65 61
    75 75 75 74 74 73 73 72 71 70 68 64
    77 77 77 76 76 76 75 74 73 72 70 67
    79 79 79 79 78 78 77 77 76 75 73 70
    82 81 81 81 81 80 80 79 78 77 76 73
    84 84 83 83 83 82 82 81 81 80 78 75
    86 86 86 85 85 85 84 84 83 82 81 79
    88 88 88 88 87 87 87 86 86 85 84 82
"""
CORRELATIONS = tuple(Fraction(i, 50) for i in range(1, 46))
AREAS = tuple(Fraction(i, 40) for i in range(28, 40))
HUNDREDTHS = tuple(tuple(int(entry) for entry in line.split()) for line in _PRINTED.split("\n")[1:-1])
LARGEST_CORRELATION, LEAST_AREA, LARGEST_AREA = CORRELATIONS[-1], AREAS[0], AREAS[-1]


def correlation_of_areas(correlation: float, area: Fraction) -> float | None:
    """Read the table, in straight lines between its entries; None outside its range.

    A correlation between 0 and the first row lies between 0, which uncorrelated tests have, and that row. Entries are
    two decimals apart by up to 0.03, so reading the nearest one instead would let a result jump with the last digit of
    the data.

    Examples
    --------
    >>> correlation_of_areas(0.5, Fraction(9, 10)), correlation_of_areas(0.91, Fraction(9, 10))
    (0.41, None)
    """
    if not 0 <= correlation <= float(LARGEST_CORRELATION) or not LEAST_AREA <= area <= LARGEST_AREA:
        return None
    grid = np.vstack([np.zeros(len(AREAS)), HUNDREDTHS])
    across = [np.interp(float(area), [float(a) for a in AREAS], row) for row in grid]
    return float(np.interp(correlation, [0.0, *(float(c) for c in CORRELATIONS)], across)) / 100
