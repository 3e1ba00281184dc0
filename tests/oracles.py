"""Slow definitions that the fast routes must meet: every pair, every subject, exact fractions.

Nothing here comes from the package. Scores are lists of numbers, higher is positive; ``p`` and ``q`` say how many cases
and controls each score stands for. References are by key of the package's bibliography.
"""

from fractions import Fraction
from itertools import pairwise, product

import numpy as np

HALF = Fraction(1, 2)


def ones(scores):
    """Let each score stand for one subject."""
    return [1] * len(scores)


def psi(case, control, tie=HALF):
    """Compare one case with one control: won, tied or lost."""
    return Fraction(1) if case > control else (Fraction(tie) if case == control else Fraction(0))


def area(cases, controls, p=None, q=None, tie=HALF):
    """Return the share of pairs in which the case is higher, a tie counting one half."""
    p, q = p or ones(cases), q or ones(controls)
    won = sum(
        i * j * psi(x, y, tie) for (x, i), (y, j) in product(zip(cases, p, strict=True), zip(controls, q, strict=True))
    )
    return Fraction(won, sum(p) * sum(q))


def components(cases, controls, p=None, q=None, tie=HALF):
    """Return V10 of each case score and V01 of each control score [delong1988]."""
    p, q = p or ones(cases), q or ones(controls)
    v10 = [sum(j * psi(x, y, tie) for y, j in zip(controls, q, strict=True)) / Fraction(sum(q)) for x in cases]
    v01 = [sum(i * psi(x, y, tie) for x, i in zip(cases, p, strict=True)) / Fraction(sum(p)) for y in controls]
    return v10, v01


def spread(one, other, frequencies):
    """Return the sample covariance of two lists, with divisor size - 1."""
    size = sum(frequencies)
    mean_one = sum(f * v for v, f in zip(one, frequencies, strict=True)) / Fraction(size)
    mean_other = sum(f * v for v, f in zip(other, frequencies, strict=True)) / Fraction(size)
    total = sum(f * (v - mean_one) * (w - mean_other) for v, w, f in zip(one, other, frequencies, strict=True))
    return Fraction(total) / (size - 1)


def covariance(tests, p=None, q=None, tie=HALF):
    """Return DeLong's covariance matrix of several tests, each a pair (cases, controls) [delong1988]."""
    p, q = p or ones(tests[0][0]), q or ones(tests[0][1])
    parts = [components(cases, controls, p, q, tie) for cases, controls in tests]
    return [[spread(a10, b10, p) / sum(p) + spread(a01, b01, q) / sum(q) for b10, b01 in parts] for a10, a01 in parts]


def variance(cases, controls, p=None, q=None, tie=HALF):
    """Return DeLong's variance of one area [delong1988]."""
    return covariance([(cases, controls)], p, q, tie)[0][0]


def combined(matrix, weights):
    """Return the variance of a weighted sum from a covariance matrix."""
    return sum(u * v * matrix[i][j] for i, u in enumerate(weights) for j, v in enumerate(weights))


def jackknife_variance(cases, controls):
    """Leave out every case, then every control, and add the two jackknife variances of the area."""
    total = Fraction(0)
    for group, other in ((cases, controls), (controls, cases)):
        size = len(group)
        left = []
        for out in range(size):
            rest = group[:out] + group[out + 1 :]
            left.append(area(rest, other) if group is cases else area(other, rest))
        mean = sum(left) / size
        total += Fraction(size - 1, size) * sum((v - mean) ** 2 for v in left)
    return total


def midranks(values):
    """Return the rank of each value, tied values sharing the mean of theirs."""
    return [Fraction(2 * sum(w < v for w in values) + sum(w == v for w in values) + 1, 2) for v in values]


def brunner_munzel_variance(cases, controls):
    """Return the variance of the area from ranks among all and ranks within the group, as Brunner and Munzel do."""
    together = midranks(cases + controls)
    total = Fraction(0)
    for group, overall, other in (
        (cases, together[: len(cases)], controls),
        (controls, together[len(cases) :], cases),
    ):
        placements = [r - w for r, w in zip(overall, midranks(group), strict=True)]
        total += spread(placements, placements, ones(group)) / (len(group) * len(other) ** 2)
    return total


def pair_counts(cases, controls, p=None, q=None):
    """Count the pairs that the case wins, that are tied, and that the control wins."""
    p, q = p or ones(cases), q or ones(controls)
    counts = [0, 0, 0]
    for (x, i), (y, j) in product(zip(cases, p, strict=True), zip(controls, q, strict=True)):
        counts[0 if x > y else 1 if x == y else 2] += i * j
    return tuple(counts)


def vertices(cases, controls):
    """Return (threshold, tp, fp) from nobody positive to everybody positive, counting anew at each score."""
    found = [(None, 0, 0)]
    for threshold in sorted(set(cases) | set(controls), reverse=True):
        found.append((threshold, sum(x >= threshold for x in cases), sum(y >= threshold for y in controls)))
    return found


def trapezoids(points, m, n):
    """Return the area under joined points (threshold, tp, fp)."""
    return sum(Fraction((fp1 - fp0) * (tp0 + tp1), 2 * m * n) for (_, tp0, fp0), (_, tp1, fp1) in pairwise(points))


def hanley_mcneil_variance(auc, m, n):
    """Return the variance from the area and two counts, as printed in [hanley1982]."""
    a = Fraction(auc)
    q1, q2 = a / (2 - a), 2 * a * a / (1 + a)
    return (a * (1 - a) + (m - 1) * (q1 - a * a) + (n - 1) * (q2 - a * a)) / (m * n)


def newcombe_variance(theta, m, n):
    """Return the variance at a hypothetical area, as printed for method 5 in [newcombe2006]."""
    t, size = Fraction(theta), Fraction(m + n, 2) - 1
    return t * (1 - t) * (1 + size * ((1 - t) / (2 - t) + t / (1 + t))) / (m * n)


def newcombe_limits(auc, m, n, z, halvings=70):
    """Bisect for both roots of (A - t)² = z² V(t), every sign decided in exact fractions."""
    a, square = Fraction(auc), Fraction(z) ** 2

    def rejected(t):
        return (a - t) ** 2 > square * newcombe_variance(t, m, n)

    def boundary(inside, outside):
        for _ in range(halvings):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if rejected(middle) else (middle, outside)
        return inside

    # An area at the end of the range is its own limit there; V is 0 at the ends, so every other end is rejected.
    low = Fraction(0) if a == 0 else boundary(a if a < 1 else 1 - Fraction(1, 2**60), Fraction(0))
    high = Fraction(1) if a == 1 else boundary(a if a > 0 else Fraction(1, 2**60), Fraction(1))
    return low, high


def expanded(scores, frequencies):
    """Write each score as often as there are subjects with it."""
    return [score for score, count in zip(scores, frequencies, strict=True) for _ in range(count)]


def gradient_of(function, theta, step=1e-4):
    """Return numerical derivatives of a function of several numbers, of fourth order."""
    out = np.empty(len(theta))
    for i in range(len(theta)):
        h = step * max(1.0, abs(theta[i]))
        at = [theta.copy() for _ in range(4)]
        for moved, times in zip(at, (-2, -1, 1, 2), strict=True):
            moved[i] += times * h
        f = [function(moved) for moved in at]
        out[i] = (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * h)
    return out
