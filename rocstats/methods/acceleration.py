"""BCa's acceleration: in closed form from structural components, by deleting one subject at a time otherwise.

With d the deviations of the components of the cases and e those of the controls, the acceleration is
(1/6) [sum d³/m³ + sum e³/n³] / [sum d²/m² + sum e²/n²]^(3/2). Leaving out a case changes the statistic by
-d/(m - 1), so the jackknife gives the same d for any statistic. Where subjects are drawn together m - 1 and n - 1
replace m and n: that is the jackknife over all subjects, about the mean of them all, for there a case in place of a
control changes a statistic too.

References: [efron1987]
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.statistic import HasComponents, Quantity, Statistic
from rocstats.methods.replicates import collapsed

_CELLS = 500_000


def acceleration(quantity: Quantity, *, stratified: bool) -> float | None:
    """Return the acceleration; None where leaving one subject out leaves no value, or nothing varies."""
    cubes = squares = 0.0
    closed = isinstance(quantity.statistic, HasComponents)
    for sample, weights in quantity.parts:
        rows = collapsed(sample)
        influences = (_from_components if closed else _by_leaving_out)(quantity.statistic, rows, weights, stratified)
        for influence, frequency in zip(influences, rows.frequencies, strict=True):
            cubes += float(frequency @ influence**3)
            squares += float(frequency @ influence**2)
    if not np.isfinite(squares) or squares == 0:
        return None
    return float(cubes / (6 * squares**1.5))


def _from_components(
    statistic: Statistic, rows: Sample, weights: tuple[float, ...], stratified: bool
) -> tuple[Floats, Floats]:
    """Return what each case and each control adds to a weighted sum, from its components."""
    assert isinstance(statistic, HasComponents)
    parts = statistic.components(rows)
    p, q = rows.frequencies
    v10, v01 = parts.v10 @ np.array(weights), parts.v01 @ np.array(weights)
    less = 0 if stratified else 1
    return (v10 - _mean(v10, p)) / (p.sum() - less), (v01 - _mean(v01, q)) / (q.sum() - less)


def _by_leaving_out(
    statistic: Statistic, rows: Sample, weights: tuple[float, ...], stratified: bool
) -> tuple[Floats, Floats]:
    """Return what each case and each control adds, by the delete-one jackknife."""
    p, q = rows.frequencies
    w = np.array(weights)
    cases = np.concatenate([statistic.weighted(rows, fewer, rest) @ w for fewer, rest in _without_one(p, q)])
    controls = np.concatenate([statistic.weighted(rows, rest, fewer) @ w for fewer, rest in _without_one(q, p)])
    if stratified:
        m, n = int(p.sum()), int(q.sum())
        return (m - 1) / m * (_mean(cases, p) - cases), (n - 1) / n * (_mean(controls, q) - controls)
    both = np.concatenate([cases, controls])
    mean = _mean(both, np.concatenate([p, q]))
    return mean - cases, mean - controls


def _mean(values: Floats, frequencies: Integers) -> float:
    return float(frequencies @ values / frequencies.sum())


def _without_one(frequency: Integers, other: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Give the row weights with one subject of each row left out, in batches that fit in memory."""
    size = max(1, _CELLS // (len(frequency) + len(other)))
    for start in range(0, len(frequency), size):
        chosen = np.arange(start, min(start + size, len(frequency)))
        fewer = np.repeat(frequency[None, :], len(chosen), axis=0)
        fewer[np.arange(len(chosen)), chosen] -= 1
        yield fewer, np.repeat(other[None, :], len(chosen), axis=0)
