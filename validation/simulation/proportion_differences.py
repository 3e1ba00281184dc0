"""How often intervals for a difference of two proportions hold the true one, and tests of equal ones reject, exactly.

    python validation/simulation/proportion_differences.py

Nothing is drawn here. Each method of the register, for pairs of results and for independent groups, gives its interval
at level 0.95 and its p-value for every table that can come out; coverage, misses, expected width and rejections are
sums of multinomial probabilities over the tables (a product of two binomial ones for independent groups).

``proportion_differences.csv`` has a row for each method, size and pair of true proportions. ``n_1`` and ``n_2`` are the
sizes of the groups, both the number of pairs where the design is paired. ``correlation`` is that between the two
results of a subject (phi); pairs of proportions that cannot have it are left out. A miss on the left is an interval
that lies wholly below the true difference; a table without interval is neither coverage nor a miss, and the expected
width is that of the tables with one. ``rejected`` is the probability of a two-sided p-value of at most 0.05: the size
of the test where the proportions are equal, else its power. What a method does not have is empty. Equal groups and
pairs are the same the other way round, so the first proportion is never the smaller one; unequal groups have both
orders.

``proportion_differences_summary.csv`` has the mean and the lowest coverage over these pairs of proportions, and the
largest size over equal proportions from 0.5 to 0.99 in steps of 0.01, at any of the correlations.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tables import Row, share, write_table

from rocstats.methods.proportion_differences import (
    FOR_INDEPENDENT_PROPORTIONS,
    FOR_PAIRED_PROPORTIONS,
    TESTS_OF_EQUAL_PROPORTIONS,
    DifferenceMethod,
)

Floats = NDArray[np.float64]
LEVEL, ALPHA = 0.95, 0.05
PAIRS = (10, 20, 30, 50, 100)
GROUPS = ((10, 10), (20, 20), (50, 50), (100, 100), (10, 50), (20, 100))
PROPORTIONS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
CORRELATIONS = (0.0, 0.3, 0.6, 0.9)
EQUAL = tuple(k / 100 for k in range(50, 100))
TABLE = Path(__file__).with_suffix(".csv")
METHODS = {**FOR_PAIRED_PROPORTIONS, **FOR_INDEPENDENT_PROPORTIONS, **TESTS_OF_EQUAL_PROPORTIONS}
SUMMARY = TABLE.with_name("proportion_differences_summary.csv")
# The only paired method that looks at the concordant pairs one by one.
_SEES_CONCORDANT = ("newcombe-paired",)


@dataclass(frozen=True, slots=True)
class Truth:
    """Two true proportions and the correlation of the two results of a subject, None in independent groups."""

    p_1: float
    p_2: float
    correlation: float | None = None

    @property
    def difference(self) -> float:
        """First less second."""
        return round(self.p_1 - self.p_2, 12)

    @property
    def cells(self) -> tuple[float, float, float, float] | None:
        """Probabilities of a pair (1, 1), (1, 0), (0, 1) and (0, 0); None where the correlation cannot be."""
        p, r = self.p_1, self.p_2
        both = p * r + (self.correlation or 0.0) * math.sqrt(p * (1 - p) * r * (1 - r))
        found = (both, p - both, r - both, 1 - p - r + both)
        return None if min(found) < -1e-12 else tuple(max(one, 0.0) for one in found)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Design:
    """Pairs of results, or two independent groups, of a stated size."""

    paired: bool
    n_1: int
    n_2: int

    @property
    def name(self) -> str:
        """Word of the design in the table."""
        return "paired" if self.paired else "independent"

    @property
    def words(self) -> tuple[str, ...]:
        """Methods of this design, intervals first."""
        intervals = FOR_PAIRED_PROPORTIONS if self.paired else FOR_INDEPENDENT_PROPORTIONS
        tests = [word for word, method in TESTS_OF_EQUAL_PROPORTIONS.items() if method.paired == self.paired]
        return (*intervals, *tests)

    def tables(self) -> NDArray[np.int64]:
        """Return every table that can come out, as the four counts that the methods take, one a row."""
        if not self.paired:
            x, y = (grid.ravel() for grid in np.indices((self.n_1 + 1, self.n_2 + 1)))
            return np.column_stack([x, np.full_like(x, self.n_1), y, np.full_like(y, self.n_2)])
        n11, n10, n01 = (grid.ravel() for grid in np.indices((self.n_1 + 1,) * 3))
        n00 = self.n_1 - n11 - n10 - n01
        return np.asarray(np.column_stack([n11, n10, n01, n00])[n00 >= 0])

    def probabilities(self, tables: NDArray[np.int64], truth: Truth) -> Floats:
        """Return the probability of each table."""
        from scipy.special import gammaln, xlogy
        from scipy.stats import binom

        if not self.paired:
            x, n, y, m = tables.T
            return np.asarray(binom.pmf(x, n, truth.p_1) * binom.pmf(y, m, truth.p_2))
        cells = truth.cells
        assert cells is not None
        logs = gammaln(self.n_1 + 1) - gammaln(tables + 1).sum(axis=1) + xlogy(tables, np.array(cells)).sum(axis=1)
        return np.asarray(np.exp(logs))

    def truths(self) -> Iterator[Truth]:
        """Give the true proportions of the table."""
        for p in PROPORTIONS:
            for r in PROPORTIONS:
                if p < r and self.n_1 == self.n_2:
                    continue
                yield from self._possible(p, r)

    def equal_truths(self) -> Iterator[Truth]:
        """Give the equal proportions over which the largest size is sought."""
        for p in EQUAL:
            yield from self._possible(p, p)

    def _possible(self, p: float, r: float) -> Iterator[Truth]:
        if not self.paired:
            yield Truth(p, r)
            return
        for correlation in CORRELATIONS:
            truth = Truth(p, r, correlation)
            if truth.cells is not None:
                yield truth


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """What one method answers to every table: limits, NaN where there are none, and whether it rejects."""

    low: Floats
    high: Floats
    rejects: NDArray[np.bool_]
    has_interval: bool
    has_test: bool

    @classmethod
    def of(cls, word: str, design: Design, tables: NDArray[np.int64]) -> Answers:
        """Ask the method once for each table that it can tell from another."""
        method: Any = METHODS[word]
        asked, back = tables, np.arange(len(tables))
        if design.paired and word not in _SEES_CONCORDANT:
            _, first, back = np.unique(tables[:, 1:3], axis=0, return_index=True, return_inverse=True)
            asked = tables[first]
        found = np.array([_answer(method, tuple(table)) for table in asked.tolist()])[back.ravel()]
        return cls(found[:, 0], found[:, 1], found[:, 2] <= ALPHA, method.has_interval, method.has_test)

    def judged(self, weights: Floats, difference: float) -> dict[str, float]:
        """Sum the probabilities of what happens where the true difference is this one; NaN for what there is not."""
        rejected = float(weights @ self.rejects) if self.has_test else math.nan
        names = ("coverage", "miss_left", "miss_right", "not_estimable", "expected_width")
        if not self.has_interval:
            return {**dict.fromkeys(names, math.nan), "rejected": rejected}
        there = np.isfinite(self.low)
        below, above = self.high < difference, self.low > difference
        held = float(weights @ there)
        width = float(weights[there] @ (self.high - self.low)[there]) / held
        kinds = (there & ~below & ~above, below, above, ~there)
        shares = [*(float(weights @ kind) for kind in kinds), width]
        return {**dict(zip(names, shares, strict=True)), "rejected": rejected}


def _answer(method: DifferenceMethod, table: tuple[int, int, int, int]) -> tuple[float, float, float]:
    """Return both limits and the p-value, NaN for what there is not."""
    interval, p = method.interval(table, level=LEVEL), method.pvalue(table)
    low, high = (math.nan, math.nan) if interval is None else (interval.low, interval.high)
    return low, high, math.nan if p is None else p


def designs() -> Iterator[Design]:
    """Give every design, in the order of the table."""
    for n in PAIRS:
        yield Design(True, n, n)
    for n, m in GROUPS:
        yield Design(False, n, m)


def of_design(design: Design) -> tuple[list[Row], list[Row]]:
    """Return the rows of a design: one for each truth and method, and one for each method."""
    tables = design.tables()
    answers = {word: Answers.of(word, design, tables) for word in design.words}
    found: dict[str, list[tuple[Truth, dict[str, float]]]] = {word: [] for word in design.words}
    sizes: dict[str, list[tuple[float, Truth]]] = {word: [] for word in design.words}
    for truth in design.truths():
        weights = design.probabilities(tables, truth)
        for word, answer in answers.items():
            found[word].append((truth, answer.judged(weights, truth.difference)))
    for truth in design.equal_truths():
        weights = design.probabilities(tables, truth)
        for word, answer in answers.items():
            if answer.has_test:
                sizes[word].append((float(weights @ answer.rejects), truth))
    rows = [_row(design, word, truth, values) for word in design.words for truth, values in found[word]]
    return rows, [_summary(design, word, found[word], sizes[word]) for word in design.words]


def _row(design: Design, word: str, truth: Truth, values: dict[str, float]) -> Row:
    return {
        **_of_method(design, word),
        **_of_truth(truth),
        **{name: share(value) for name, value in values.items()},
    }


def _of_method(design: Design, word: str) -> Row:
    return {"design": design.name, "method": word, "n_1": str(design.n_1), "n_2": str(design.n_2)}


def _of_truth(truth: Truth | None, before: str = "") -> Row:
    texts = ("", "", "")
    if truth is not None:
        correlation = "" if truth.correlation is None else share(truth.correlation, 1)
        texts = (share(truth.p_1, 2), share(truth.p_2, 2), correlation)
    return {f"{before}{name}": text for name, text in zip(("p_1", "p_2", "correlation"), texts, strict=True)}


def _summary(
    design: Design, word: str, found: list[tuple[Truth, dict[str, float]]], sizes: list[tuple[float, Truth]]
) -> Row:
    lowest, at = min(((values["coverage"], truth) for truth, values in found), key=lambda one: one[0])
    covering = not math.isnan(lowest)
    largest, where = max(sizes, key=lambda one: one[0]) if sizes else (math.nan, None)
    means = {
        f"mean_{name}": share(float(np.mean([values[name] for _, values in found])))
        for name in ("coverage", "miss_left", "miss_right", "not_estimable", "expected_width")
    }
    return {
        **_of_method(design, word),
        **means,
        "lowest_coverage": share(lowest),
        **_of_truth(at if covering else None, "lowest_at_"),
        "largest_size": share(largest),
        **_of_truth(where, "largest_at_"),
        "mean_size": share(float(np.mean([size for size, _ in sizes])) if sizes else math.nan),
    }


def main() -> None:
    """Write both tables."""
    from rich.console import Console
    from rich.progress import track

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, default=TABLE)
    asked = parser.parse_args()
    everything = list(designs())
    parts = [of_design(one) for one in track(everything, "differences", console=Console(file=sys.stderr))]
    write_table(asked.table, [row for rows, _ in parts for row in rows])
    write_table(asked.table.with_name(f"{asked.table.stem}_summary.csv"), [row for _, rows in parts for row in rows])


if __name__ == "__main__":
    main()
