"""Likelihood of the bivariate binormal model: two tests on the same subjects, in ordered categories.

Behind each test stands a normal variable. Among controls both are standard normal with correlation r0; among cases
that of test i has mean a_i / b_i and standard deviation 1 / b_i, and the correlation is r1. A category is an interval
between two bounds of its own test, so a cell of the table of both tests is a rectangle, whose probability is a
difference of bivariate normal probabilities at its corners. All first and second derivatives of that probability have
closed forms in the normal density and distribution function; they serve the climb and the information.

References: [metz1984]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.parametric.bivariate_table import Cells, JointTable

# Parameters before the bounds: a1, b1, a2, b2, r0, r1.
HEAD = 6
# A bound at infinity: the normal density is exactly 0 there, and its products with the bound too.
_FAR = 40.0
# Below this a difference of four probabilities is rounding error.
_LEAST = 1e-14


@dataclass(frozen=True, slots=True, eq=False)
class Climb:
    """Log-likelihood with its first and second derivatives."""

    value: float
    gradient: Floats
    hessian: Floats


@dataclass(frozen=True, slots=True, eq=False)
class BivariateLikelihood:
    """The log-likelihood of a table, as a function of (a1, b1, a2, b2, r0, r1, bounds of test 1, bounds of test 2)."""

    table: JointTable

    @property
    def _groups(self) -> tuple[Cells, Cells]:
        return self.table.controls, self.table.cases

    @property
    def size(self) -> int:
        """Number of parameters."""
        return HEAD + sum(k - 1 for k in self.table.shape)

    def bounds(self, natural: Floats) -> tuple[Floats, Floats]:
        """Return the bounds of each test."""
        first = self.table.shape[0] - 1
        return natural[HEAD : HEAD + first], natural[HEAD + first :]

    def value(self, natural: Floats) -> float:
        """Return the log-likelihood; minus infinity where it is too small to be told from 0."""
        return self.group_value(natural, 0) + self.group_value(natural, 1)

    def group_value(self, natural: Floats, group: int) -> float:
        """Return the log-likelihood of the controls (0) or of the cases (1)."""
        p = _probability(self._groups[group], *self._limits(natural, group))
        return float(self._groups[group].counts @ np.log(p)) if (p > _LEAST).all() else -np.inf

    def climb(self, natural: Floats) -> Climb:
        """Return value, gradient and Hessian where the likelihood is positive."""
        value, gradient, hessian = 0.0, np.zeros(self.size), np.zeros((self.size, self.size))
        for group, cells in enumerate(self._groups):
            u, v, r = self._limits(natural, group)
            rectangle = _Rectangle.at(cells, u, v, r)
            counts = cells.counts
            value += float(counts @ np.log(rectangle.p))
            weights = counts / rectangle.p
            slope = rectangle.slope
            curved = weights[:, None, None] * rectangle.curvature
            curved -= (weights / rectangle.p)[:, None, None] * slope[:, :, None] * slope[:, None, :]
            places = rectangle.places
            size = len(u) + len(v) - 3
            inner = _gathered(places, weights[:, None] * slope, size)
            outer = _gathered2(places, curved, size)
            self._chain(natural, group, inner, outer, gradient, hessian)
        return Climb(value, gradient, hessian)

    def expected_information(self, natural: Floats) -> Floats:
        """Return the information that tables of these sizes have on average."""
        gradient, information = np.zeros(self.size), np.zeros((self.size, self.size))
        rows, columns = (part.ravel() for part in np.indices(self.table.shape))
        cells = Cells(rows, columns, np.zeros(len(rows), dtype=np.int64))
        for group, counted in enumerate(self._groups):
            u, v, r = self._limits(natural, group)
            rectangle = _Rectangle.at(cells, u, v, r)
            kept = rectangle.p > _LEAST
            weights = np.where(kept, counted.total / np.where(kept, rectangle.p, 1.0), 0.0)
            slope = rectangle.slope
            size = len(u) + len(v) - 3
            outer = _gathered2(rectangle.places, weights[:, None, None] * slope[:, :, None] * slope[:, None, :], size)
            self._chain(natural, group, np.zeros(size), outer, gradient, information)
        return information

    def _limits(self, natural: Floats, group: int) -> tuple[Floats, Floats, float]:
        """Return the bounds of both tests as normal deviates of one group, ends included, and its correlation."""
        found = []
        for test, cuts in enumerate(self.bounds(natural)):
            a, b = natural[2 * test : 2 * test + 2]
            inner = np.clip(b * cuts - a if group else cuts, -_FAR, _FAR)
            found.append(np.concatenate([[-_FAR], inner, [_FAR]]))
        return found[0], found[1], float(natural[4 + group])

    def _chain(
        self, natural: Floats, group: int, inner: Floats, outer: Floats, gradient: Floats, hessian: Floats
    ) -> None:
        """Turn derivatives in the deviates of one group into derivatives in the parameters, and add them."""
        jacobian = np.zeros((len(inner), self.size))
        row, column = 0, HEAD
        for test, cuts in enumerate(self.bounds(natural)):
            a, b = 2 * test, 2 * test + 1
            rows, columns = np.arange(row, row + len(cuts)), np.arange(column, column + len(cuts))
            jacobian[rows, columns] = natural[b] if group else 1.0
            if group:
                jacobian[rows, a], jacobian[rows, b] = -1.0, cuts
                # The deviate b c - a has one second derivative: in b and c.
                hessian[b, columns] += inner[rows]
                hessian[columns, b] += inner[rows]
            row, column = row + len(cuts), column + len(cuts)
        jacobian[row, 4 + group] = 1.0
        gradient += jacobian.T @ inner
        hessian += jacobian.T @ outer @ jacobian


@dataclass(frozen=True, slots=True, eq=False)
class _Rectangle:
    """Probabilities of cells with derivatives in (upper u, lower u, upper v, lower v, r); ``places`` of these five.

    Places count the inner bounds of the first test, those of the second, and the correlation; the place after is for
    bounds at infinity, which are no parameters.
    """

    p: Floats
    slope: Floats
    curvature: Floats
    places: Integers

    @classmethod
    def at(cls, cells: Cells, u: Floats, v: Floats, r: float) -> _Rectangle:
        i, j = cells.first, cells.second
        sides = (u[i + 1], u[i]), (v[j + 1], v[j])
        s2 = (1 - r) * (1 + r)
        s = np.sqrt(s2)
        slope, curvature = np.zeros((len(i), 5)), np.zeros((len(i), 5, 5))
        for k, (x, sign) in enumerate(((sides[0][0], 1), (sides[0][1], -1))):
            slope[:, k] = sign * _density(x) * _between(sides[1], r * x, s)
            curvature[:, k, k] = -x * slope[:, k]
        for k, (y, sign) in enumerate(((sides[1][0], 1), (sides[1][1], -1)), 2):
            slope[:, k] = sign * _density(y) * _between(sides[0], r * y, s)
            curvature[:, k, k] = -y * slope[:, k]
        for k, m, sign in ((0, 2, 1), (0, 3, -1), (1, 2, -1), (1, 3, 1)):
            x, y = sides[0][k], sides[1][m - 2]
            joint = sign * np.exp(-(x * x - 2 * r * x * y + y * y) / (2 * s2)) / (2 * np.pi * s)
            curvature[:, k, k] -= r * joint
            curvature[:, m, m] -= r * joint
            curvature[:, k, m] = joint
            slope[:, 4] += joint
            curvature[:, k, 4] -= (x - r * y) / s2 * joint
            curvature[:, m, 4] -= (y - r * x) / s2 * joint
            curvature[:, 4, 4] += (r / s2 + ((1 + r * r) * x * y - r * (x * x + y * y)) / s2**2) * joint
        lower = np.tril_indices(5, -1)
        curvature[:, lower[0], lower[1]] = curvature[:, lower[1], lower[0]]
        return cls(_probability(cells, u, v, r), slope, curvature, _places(cells, len(u), len(v)))


def _density(x: Floats) -> Floats:
    found: Floats = np.exp(-x * x / 2) / np.sqrt(2 * np.pi)
    return found


def _between(sides: tuple[Floats, Floats], centre: Floats, s: float) -> Floats:
    """Return the normal probability between two limits, from the tail where it is exact."""
    from scipy.special import ndtr

    high, low = ((side - centre) / s for side in sides)
    found: Floats = np.where(low > 0, ndtr(-low) - ndtr(-high), ndtr(high) - ndtr(low))
    return found


def _probability(cells: Cells, u: Floats, v: Floats, r: float) -> Floats:
    i, j = cells.first, cells.second
    x = np.stack([u[i + 1], u[i], u[i + 1], u[i]])
    y = np.stack([v[j + 1], v[j + 1], v[j], v[j]])
    corners = bivariate_normal(x, y, r)
    found: Floats = corners[0] - corners[1] - corners[2] + corners[3]
    return found


def bivariate_normal(h: Floats, k: Floats, r: float) -> Floats:
    """Return P(X <= h, Y <= k) of standard normal variables with correlation r, by Owen's T."""
    from scipy.special import ndtr, owens_t

    s = np.sqrt((1 - r) * (1 + r))
    # At 0 the slope towards the other coordinate is infinite; the smallest number stands for 0 there.
    x, y = (np.where(z == 0, 1e-300, z) for z in (h, k))
    with np.errstate(over="ignore"):
        parts = owens_t(h, (y / x - r) / s) + owens_t(k, (x / y - r) / s)
    found: Floats = (ndtr(h) + ndtr(k)) / 2 - parts - np.where((x < 0) != (y < 0), 0.5, 0.0)
    return found


def _places(cells: Cells, rows: int, columns: int) -> Integers:
    """Return where the five derivatives of each cell belong."""
    first, second = rows - 2, columns - 2
    nowhere = first + second + 1
    out = np.full((len(cells.first), 5), nowhere)
    for k, (at, size, start) in enumerate(
        (
            (cells.first + 1, first, 0),
            (cells.first, first, 0),
            (cells.second + 1, second, first),
            (cells.second, second, first),
        )
    ):
        inside = (at > 0) & (at <= size)
        out[inside, k] = start + at[inside] - 1
    out[:, 4] = first + second
    return out


def _gathered(places: Integers, values: Floats, size: int) -> Floats:
    return np.asarray(np.bincount(places.ravel(), weights=values.ravel(), minlength=size + 1)[:size], dtype=np.float64)


def _gathered2(places: Integers, values: Floats, size: int) -> Floats:
    flat = (places[:, :, None] * (size + 1) + places[:, None, :]).ravel()
    found = np.bincount(flat, weights=values.ravel(), minlength=(size + 1) ** 2)
    return np.asarray(found.reshape(size + 1, size + 1)[:size, :size], dtype=np.float64)
