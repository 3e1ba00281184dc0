"""The tops of an ordinal likelihood over a net of parameters.

At each place of the net the best cuts are sought among the points of an axis, by dynamic programming: a cell lies
between two neighbouring cuts, so the best that the cells up to a cut can give is known from the best up to the cut
before. That is near the highest of all tops that the likelihood may have in the cuts. A place of the net that is higher
than its neighbours is a top to climb from.
"""

from __future__ import annotations

import math

import numpy as np

from rocstats.empirical.ranks import Floats, Integers
from rocstats.parametric.cut_climb import climb_cuts
from rocstats.parametric.family import CurveFamily, Tails
from rocstats.parametric.ordinal_likelihood import OrdinalPoint

_Counts = tuple[Floats, Floats]
_Place = tuple[int, int]
# A net is looked at with no more categories than these.
_MOST_CATEGORIES = 40
# A top between two places may be so much higher than both.
_BETWEEN = 4.0
# Points of the axis, as normal quantiles of the share of either group; a cell without probability is worth the least.
_QUANTILES, _LEAST = np.linspace(-5.0, 5.0, 41), -1e6


def tops(family: CurveFamily, counts: _Counts, net: Floats) -> tuple[list[OrdinalPoint], list[OrdinalPoint]]:
    """Return places to climb from, the highest first, and the best of both end rows that are none of them.

    A net has rows, columns and parameters. The first are those higher than all neighbours, the best of each half of
    the inner rows, and ends that are hardly lower; the others serve where these lead to nothing that the data tell.
    """
    rows, columns = net.shape[:2]
    height = np.full((rows + 2, columns + 2), -math.inf)
    begun: dict[_Place, Floats] = {}
    for i in range(rows):
        for j in range(columns):
            if not j or (net[i, j] != net[i, j - 1]).any():
                height[i + 1, j + 1], begun[i, j] = _best_cuts(family, counts, net[i, j])
    # Of neighbours that are equally high, the first is the top.
    places = {at for at in begun if np.argmax(height[at[0] : at[0] + 3, at[1] : at[1] + 3]) == 4}
    # A top between places, hardly higher than an edge, may be no top of the net: the best of each half is tried too.
    halves = np.array_split(np.arange(1, rows - 1), 2)
    places |= {_best_of(height, half) for half in halves}
    ends = {_best_of(height, np.array([row])) for row in (0, rows - 1)}
    places |= {at for at in ends if height[at[0] + 1, at[1] + 1] > height.max() - _BETWEEN}
    spare = ends - places
    return _begun(family, counts, net, begun, places), _begun(family, counts, net, begun, spare)


def _best_of(height: Floats, rows: Integers) -> tuple[int, int]:
    """Return the highest place in some rows of a net."""
    row, column = np.unravel_index(np.argmax(height[rows + 1]), (len(rows), height.shape[1]))
    return int(rows[row]), int(column) - 1


def _begun(
    family: CurveFamily, counts: _Counts, net: Floats, cuts: dict[_Place, Floats], places: set[_Place]
) -> list[OrdinalPoint]:
    """Climb the cuts at some places, and return them, the highest first."""
    found = (climb_cuts(family, counts, net[at], cuts[at]) for at in sorted(places & set(cuts)))
    return sorted((point for point in found if point is not None), key=lambda point: -point.value)


def joined(counts: _Counts) -> _Counts:
    """Join neighbouring categories where there are many: what is left has nearly the same tops."""
    size = counts[0] / counts[0].sum() + counts[1] / counts[1].sum()
    if len(size) <= _MOST_CATEGORIES:
        return counts
    # The ends stay whole, for edges are told there.
    middle = (np.cumsum(size) - size / 2) / 2
    place = np.floor(middle * (_MOST_CATEGORIES - 4))
    place[:2], place[-2:] = [-2, -1], [_MOST_CATEGORIES, _MOST_CATEGORIES + 1]
    begins = np.flatnonzero(np.diff(place, prepend=-3.0))
    return np.add.reduceat(counts[0], begins), np.add.reduceat(counts[1], begins)


def spread_cuts(cuts: Floats, few: _Counts, counts: _Counts) -> Floats:
    """Return cuts of all categories about where those of joined ones are, by the share of subjects before them."""
    before, sought = (np.cumsum(n[0] / n[0].sum() + n[1] / n[1].sum())[:-1] for n in (few, counts))
    return np.asarray(np.interp(sought, before, cuts))


def _best_cuts(family: CurveFamily, counts: _Counts, theta: Floats) -> tuple[float, Floats]:
    """Return the highest log-likelihood that cuts among the points of an axis give, and those cuts."""
    from scipy.special import ndtr

    shares = ndtr(_QUANTILES)
    axis = np.unique(np.concatenate([family.cuts_at(theta, shares), family.cuts_at_tpf(theta, shares)]))
    axis = axis[np.isfinite(axis)]
    first, between, last = zip(*(_log_cells(group) for group in family.tails(theta, axis)), strict=True)
    categories = list(zip(*counts, strict=True))
    value = _weighed(categories[0], first)
    behind = []
    for category in categories[1:-1]:
        reached = value[:, None] + _weighed(category, between)
        before = np.argmax(reached, axis=0)
        behind.append(before)
        value = reached[before, np.arange(len(value))]
    value = value + _weighed(categories[-1], last)
    places = [int(np.argmax(value))]
    for before in reversed(behind):
        places.append(int(before[places[-1]]))
    return float(value.max()), axis[places[::-1]]


def _weighed(category: tuple[float, float], logs: tuple[Floats, Floats]) -> Floats:
    """Return what the subjects of a category add to the log-likelihood."""
    controls, cases = category
    if not cases:
        return controls * logs[0]
    return cases * logs[1] + controls * logs[0] if controls else cases * logs[1]


def _log_cells(tails: Tails) -> tuple[Floats, Floats, Floats]:
    """Return log probabilities before each point, between each two, and beyond each; the last cell of none is 0."""
    upper, lower = tails.upper, tails.lower
    between = np.where(upper[:, None] < 0.5, upper[:, None] - upper, lower - lower[:, None])
    found = [np.log(np.maximum(p, 1e-300)) for p in (lower, between, upper)]
    # Cuts keep their order, even around a cell that holds nobody.
    found[1][np.tri(len(upper), dtype=bool)] = _LEAST
    return found[0], found[1], found[2]
