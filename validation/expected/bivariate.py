"""Two binormal curves fitted together, recomputed at 50 digits: the joint likelihood climbed by Newton steps.

Probabilities of pairs of normal deviates are integrals over their correlation, and derivatives are differences of the
likelihood itself at 50 digits; nothing of the fitting code of rocstats is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mpmath import mp
from normal import below, both_sides, quantile
from written_case import case_text

SCRIPT = "bivariate.py"
# Counts of the ratings 1, 2, 3 by test A, one row each, against those by test B.
CONTROLS = ((14, 5, 1), (4, 6, 3), (2, 2, 3))
CASES = ((3, 2, 1), (2, 6, 5), (1, 4, 16))
NAMES = ("a1", "b1", "a2", "b2", "r_controls", "r_cases")
WHY = 'within = "1e-9", note = "As near as a search for a maximum goes everywhere."'


def both_below(h: Any, k: Any, r: Any) -> Any:
    """Return the probability that both of two correlated deviates are smaller."""

    def density(angle: Any) -> Any:
        s = mp.sin(angle)
        return mp.exp(-(h * h + k * k - 2 * h * k * s) / (2 * (1 - s * s)))

    return below(h) * below(k) + mp.quad(density, [0, mp.asin(r)]) / (2 * mp.pi)


def cells(x: Sequence[Any], y: Sequence[Any], r: Any) -> list[list[Any]]:
    """Return the probabilities of the nine pairs of categories."""
    corner = [[mp.mpf(0)] * 4 for _ in range(4)]
    for i in (1, 2):
        for j in (1, 2):
            corner[i][j] = both_below(x[i - 1], y[j - 1], r)
        corner[i][3], corner[3][i] = below(x[i - 1]), below(y[i - 1])
    corner[3][3] = mp.mpf(1)
    return [
        [corner[i][j] - corner[i - 1][j] - corner[i][j - 1] + corner[i - 1][j - 1] for j in (1, 2, 3)]
        for i in (1, 2, 3)
    ]


def loglikelihood(at: Sequence[Any]) -> Any:
    """Return the log-likelihood; the parameters are a1, b1, a2, b2, both correlations and four bounds."""
    a1, b1, a2, b2, r0, r1, c1, c2, d1, d2 = at
    of_controls = cells((c1, c2), (d1, d2), r0)
    of_cases = cells((b1 * c1 - a1, b1 * c2 - a1), (b2 * d1 - a2, b2 * d2 - a2), r1)
    return sum(
        count * mp.log(p)
        for counts, shares in ((CONTROLS, of_controls), (CASES, of_cases))
        for row, of_row in zip(counts, shares, strict=True)
        for count, p in zip(row, of_row, strict=True)
    )


def moved(at: Sequence[Any], place: int, by: Any) -> list[Any]:
    """Return the parameters with one of them moved."""
    return [value + by if i == place else value for i, value in enumerate(at)]


def gradient(at: Sequence[Any], step: Any) -> Any:
    """Return first derivatives by central differences."""
    return mp.matrix(
        [(loglikelihood(moved(at, i, step)) - loglikelihood(moved(at, i, -step))) / (2 * step) for i in range(10)]
    )


def curvature(at: Sequence[Any], step: Any) -> Any:
    """Return second derivatives by central differences of the first."""
    sides = [(gradient(moved(at, i, step), step), gradient(moved(at, i, -step), step)) for i in range(10)]
    found = mp.matrix(10, 10)
    for i, (up, down) in enumerate(sides):
        for j in range(10):
            found[i, j] = (up[j] - down[j]) / (2 * step)
    return (found + found.T) / 2


def margins(counts: Sequence[Sequence[int]]) -> tuple[list[Any], list[Any]]:
    """Return the deviates of the cumulative shares of rows and of columns."""
    total = sum(map(sum, counts))
    rows = [mp.mpf(sum(map(sum, counts[: i + 1]))) / total for i in (0, 1)]
    columns = [mp.mpf(sum(sum(row[: j + 1]) for row in counts)) / total for j in (0, 1)]
    return [quantile(p) for p in rows], [quantile(p) for p in columns]


def start() -> list[Any]:
    """Return the curves through the margins' points, and correlations of one half."""
    (c, d), (x, y) = margins(CONTROLS), margins(CASES)
    b1, b2 = (x[1] - x[0]) / (c[1] - c[0]), (y[1] - y[0]) / (d[1] - d[0])
    return [b1 * c[0] - x[0], b1, b2 * d[0] - y[0], b2, mp.mpf(1) / 2, mp.mpf(1) / 2, *c, *d]


def maximum() -> list[Any]:
    """Climb by Newton steps at 20 digits, then by steps of the same curvature at 50."""
    mp.dps = 20
    at, step = start(), mp.mpf(10) ** -5
    for _ in range(5):
        bend = curvature(at, step)
        at = [value - change for value, change in zip(at, mp.lu_solve(bend, gradient(at, step)), strict=True)]
    bend = curvature(at, step)
    mp.dps = 50
    for _ in range(6):
        change = mp.lu_solve(bend, gradient(at, mp.mpf(10) ** -15))
        at = [value - one for value, one in zip(at, change, strict=True)]
    if mp.norm(gradient(at, mp.mpf(10) ** -15)) > mp.mpf(10) ** -20:
        raise ArithmeticError("the climb did not reach the top")
    return at


def scores(place: int) -> list[int]:
    """Write the counts out, controls first."""
    return [
        (i, j)[place] + 1
        for counts in (CONTROLS, CASES)
        for i, row in enumerate(counts)
        for j, count in enumerate(row)
        for _ in range(count)
    ]


def text() -> str:
    """Return the case."""
    at = maximum()
    first, second = (below(at[i] / mp.sqrt(1 + at[i + 1] ** 2)) for i in (0, 2))
    # Variance of the difference of areas by the delta method, from the curvature at the top.
    step = mp.mpf(10) ** -12
    covariance = -(curvature(at, step) ** -1)
    slopes = mp.matrix(10, 1)
    for i, sign in ((0, 1), (2, -1)):
        a, b = at[i], at[i + 1]
        size = mp.sqrt(1 + b * b)
        height = mp.exp(-((a / size) ** 2) / 2) / mp.sqrt(2 * mp.pi)
        slopes[i], slopes[i + 1] = sign * height / size, -sign * height * a * b / size**3
    error = mp.sqrt((slopes.T * covariance * slopes)[0])
    z = (first - second) / error
    n_controls, n_cases = (sum(map(sum, counts)) for counts in (CONTROLS, CASES))
    return case_text(
        "bivariate",
        about="the joint likelihood climbed at 50 digits.",
        title="Two binormal curves of the same subjects, three ratings each, at 50 digits",
        source="Recomputed at 50 digits by climbing the joint likelihood of Metz et al. 1984",
        requirement=["FIT-11"],
        data="\n".join(
            [
                f"truth = {[0] * n_controls + [1] * n_cases}",
                "",
                "[data.scores]",
                f"A = {scores(0)}",
                f"B = {scores(1)}",
            ]
        ),
        blocks=[
            (
                {"question": "fit_bivariate_binormal"},
                {
                    "loglikelihood": loglikelihood(at),
                    **{name: (value, WHY) for name, value in zip(NAMES, at, strict=False)},
                    "first": (first, WHY),
                    "second": (second, WHY),
                    "auc_difference": (first - second, WHY),
                    "standard_error": (error, WHY),
                    "statistic": (z, WHY),
                    "pvalue": (both_sides(z), WHY),
                },
            )
        ],
        script=SCRIPT,
    )
