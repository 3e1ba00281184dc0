"""BCa's acceleration: in closed form from structural components, by deleting one subject at a time otherwise.

With d the deviations of the components of the cases and e those of the controls, the acceleration is
(1/6) [sum d³/m³ + sum e³/n³] / [sum d²/m² + sum e²/n²]^(3/2). Leaving out a case changes the statistic by
-d/(m - 1), so the jackknife gives the same d for any statistic. Where subjects are drawn together m - 1 and n - 1
replace m and n.

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
    for sample, weights in quantity.parts:
        rows = collapsed(sample)
        p, q = rows.frequencies
        closed = isinstance(quantity.statistic, HasComponents)
        found = (_from_components if closed else _by_leaving_out)(quantity.statistic, rows, np.array(weights))
        for deviation, frequency in zip(found, (p, q), strict=True):
            size = int(frequency.sum()) - (0 if stratified else 1)
            shares = deviation / size
            cubes += float(frequency @ shares**3)
            squares += float(frequency @ shares**2)
    if not np.isfinite(squares) or squares == 0:
        return None
    return float(cubes / (6 * squares**1.5))


def _from_components(statistic: Statistic, rows: Sample, weights: Floats) -> tuple[Floats, Floats]:
    """Return the deviations of the components of a weighted sum from their mean."""
    assert isinstance(statistic, HasComponents)
    parts = statistic.components(rows)
    values = statistic(rows)
    return (parts.v10 - values) @ weights, (parts.v01 - values) @ weights


def _by_leaving_out(statistic: Statistic, rows: Sample, weights: Floats) -> tuple[Floats, Floats]:
    """Return the deviations that the delete-one jackknife gives, for cases and for controls."""
    p, q = rows.frequencies
    deviations = []
    for group, (frequency, other) in enumerate(((p, q), (q, p))):
        left = np.concatenate(
            [
                statistic.weighted(rows, *((fewer, rest) if group == 0 else (rest, fewer))) @ weights
                for fewer, rest in _without_one(frequency, other)
            ]
        )
        size = int(frequency.sum())
        mean = float(frequency @ left) / size
        deviations.append((size - 1) * (mean - left))
    return deviations[0], deviations[1]


def _without_one(frequency: Integers, other: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Give the row weights with one subject of each row left out, in batches that fit in memory."""
    size = max(1, _CELLS // (len(frequency) + len(other)))
    for start in range(0, len(frequency), size):
        chosen = np.arange(start, min(start + size, len(frequency)))
        fewer = np.repeat(frequency[None, :], len(chosen), axis=0)
        fewer[np.arange(len(chosen)), chosen] -= 1
        yield fewer, np.repeat(other[None, :], len(chosen), axis=0)
