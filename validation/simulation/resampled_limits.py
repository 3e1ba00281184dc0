"""Bootstrap limits of many samples at once, all five kinds from one draw.

Samples of one group share their resamples: which of the subjects, in order of their scores, a resample takes and how
often. These weights are drawn by the package itself, so that for scores without ties the public bootstrap with the same
seed takes the same resamples and gives the same limits. Rated subjects are resampled one by one as well; the package
does so where subjects are few and draws how many of each category otherwise, which is the same in distribution.

Groups are small against the number of resamples: what their members have in common adds some hundredths to the
variance of a coverage, one to its standard error. With all resamples a matrix, the counts of won pairs are products of
matrices of whole numbers, exact in the floats that they are held in.

References: [efron1987] (BCa), [davison1997] (basic, normal, studentized)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from closed_limits import LEVEL, Limits, Z, estimable
from numpy.typing import NDArray
from pair_counts import Floats, Integers, PairCounts, count_pairs, rating_counts
from scipy.special import ndtr, ndtri

from rocstats import Sample
from rocstats.methods.bootstrap import Kind
from rocstats.methods.replicates import Draws

Weights: TypeAlias = NDArray[np.floating[Any]]
KINDS: tuple[Kind, ...] = ("basic", "bca", "normal", "percentile", "studentized")
GROUP = 20
N_RESAMPLES = 1000
_MOST_LOST = 0.05
_AT_ONCE = 250
_EPSILON = 2.0**-52
_LARGEST = float(np.finfo(np.float64).max)


@dataclass(frozen=True, slots=True, eq=False)
class Resampled:
    """What is known of samples and of their resamples: one row per sample, one column per resample."""

    areas: Floats
    errors: Floats
    accelerations: Floats
    values: Floats
    value_errors: Floats


def group_limits(cases: Floats, controls: Floats, seed: int, *, rated: bool) -> dict[str, Limits]:
    """Return the limits of each kind for a group of samples with one seed; NaN where the package gives none."""
    w, v = subject_weights(cases.shape[1], controls.shape[1], seed)
    if not rated:
        return all_kinds(resampled_scores(cases, controls, w, v))
    p, q = rating_counts(cases, controls)
    return all_kinds(resampled_ratings(cases, controls, by_category(w, p), by_category(v, q)))


def subject_weights(m: int, n: int, seed: int) -> tuple[Integers, Integers]:
    """Draw how often each subject is taken, in order of the scores: the package's own draws where no two are tied."""
    scores = np.arange(m + n, dtype=float)
    untied = Sample.from_groups(cases=scores[:m], controls=scores[m:], tests=["score"])
    return draw_weights(untied, seed)


def draw_weights(rows: Sample, seed: int) -> tuple[Integers, Integers]:
    """Draw the weights of the rows of a sample as the public bootstrap does."""
    draws = Draws(rows, n_resamples=N_RESAMPLES, seed=seed, part=0, stratified=True)
    batches = [batch for block in draws.blocks for batch in draws.of_block(block)]
    return np.concatenate([w for _, w, _ in batches]), np.concatenate([v for _, _, v in batches])


def resampled_scores(cases: Floats, controls: Floats, w: Integers, v: Integers) -> Resampled:
    """Resample samples of scores without ties by weights of their subjects in order of the scores: (B, subjects)."""
    wins = np.sort(cases)[:, :, None] > np.sort(controls)[:, None, :]
    a, b = 2 * wins.sum(axis=2), 2 * wins.sum(axis=1)
    p, q = np.ones(cases.shape, np.int64), np.ones(controls.shape, np.int64)
    return _resampled(count_pairs(cases, controls, rated=False), a, b, p, q, 1, _score_parts(w, v, wins))


def resampled_ratings(cases: Floats, controls: Floats, w: Integers, v: Integers) -> Resampled:
    """Resample samples of ratings by weights of the five categories in each of them: (B, samples, 5)."""
    p, q = rating_counts(cases, controls)
    a, b = 2 * np.cumsum(q, axis=1) - q, 2 * cases.shape[1] - (2 * np.cumsum(p, axis=1) - p)
    return _resampled(count_pairs(cases, controls, rated=True), a, b, p, q, 2, _rated_parts(w, v))


def by_category(weights: Integers, counts: Integers) -> Integers:
    """Add up the weights of subjects in order of their ratings: (B, samples, 5)."""
    upto = np.concatenate([np.zeros((len(weights), 1), np.int64), np.cumsum(weights, axis=1)], axis=1)
    ends = np.concatenate([np.zeros((len(counts), 1), np.int64), np.cumsum(counts, axis=1)], axis=1)
    return np.asarray(np.diff(upto[:, ends], axis=2))


def all_kinds(found: Resampled) -> dict[str, Limits]:
    """Return the limits of each kind; NaN where the package gives none."""
    area, values = found.areas[:, None], np.sort(found.values, axis=1)
    slack = 8 * _EPSILON * values[:, -1]
    spread = values[:, -1] - values[:, 0] > slack
    tails = np.array([(1 - LEVEL) / 2, 1 - (1 - LEVEL) / 2])
    percentile = _quantiles(values, np.broadcast_to(tails, (len(values), 2)))
    reach = Z * values.std(axis=1, ddof=1)
    ends = {
        "basic": 2 * area - percentile[:, ::-1],
        "bca": _quantiles(values, _bca_tails(found, values)),
        "normal": area + np.stack([-reach, reach], axis=1),
        "percentile": percentile,
        "studentized": _studentized(found, tails, slack),
    }
    limits = {}
    for kind, pair in ends.items():
        low, high = np.where(spread[:, None], pair, np.nan).clip(0, 1).T
        limits[kind] = estimable(low, high, slack)
    return limits


def _bca_tails(found: Resampled, values: Floats) -> Floats:
    """Return the probabilities whose quantiles are BCa's limits; NaN where a correction is infinite."""
    area, speed = found.areas[:, None], found.accelerations[:, None]
    share = ((values < area).mean(axis=1, keepdims=True) + (values <= area).mean(axis=1, keepdims=True)) / 2
    bias = ndtri(np.where((share > 0) & (share < 1), share, np.nan))
    w = bias + np.array([-Z, Z])
    slope = 1 - speed * w
    tails = ndtr(bias + w / np.where(slope > 0, slope, 1))
    return np.where(np.isnan(w + slope), np.nan, np.where(slope > 0, tails, np.where(w < 0, 0.0, 1.0)))


def _studentized(found: Resampled, tails: Floats, slack: Floats) -> Floats:
    """Scale the error of each resample by its own standard error, leaving out those that have none."""
    scaled = found.value_errors > slack[:, None]
    kept, most = scaled.sum(axis=1), scaled.shape[1]
    usable = (found.errors > slack) & (most - kept <= _MOST_LOST * most)
    area, divisor = found.areas[:, None], np.where(scaled, found.value_errors, 1)
    ends = np.where(scaled, area - found.errors[:, None] * (found.values - area) / divisor, _LARGEST)
    limits = _quantiles(np.sort(ends, axis=1), np.tile(tails, (len(ends), 1)), kept)
    return np.where(usable[:, None], limits, np.nan)


def _quantiles(ordered: Floats, shares: Floats, sizes: Integers | None = None) -> Floats:
    """Return quantiles between neighbours of the first so many of ordered values, row by row; NaN of a NaN share."""
    sizes = np.full(len(ordered), ordered.shape[1]) if sizes is None else np.maximum(sizes, 1)
    place = np.nan_to_num(shares) * (sizes - 1)[:, None]
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, (sizes - 1)[:, None])
    low, high = np.take_along_axis(ordered, below, axis=1), np.take_along_axis(ordered, above, axis=1)
    return np.where(np.isnan(shares), np.nan, low + (high - low) * (place - below))


def _accelerations(v10: Floats, v01: Floats, p: Integers, q: Integers) -> Floats:
    """Return BCa's acceleration of each sample from its structural components; NaN where nothing varies."""
    cubes, squares = np.zeros(len(p)), np.zeros(len(p))
    for components, frequency in ((v10, p), (v01, q)):
        size = frequency.sum(axis=1, keepdims=True)
        mean = (frequency * components).sum(axis=1, keepdims=True) / size
        influence = (components - mean) / size
        cubes += (frequency * influence**3).sum(axis=1)
        squares += (frequency * influence**2).sum(axis=1)
    return cubes / (6 * np.where(squares > 0, squares, np.nan) ** 1.5)


_Part: TypeAlias = tuple[Weights, Weights, Weights, Weights]


def _resampled(
    counts: PairCounts, a: Integers, b: Integers, p: Integers, q: Integers, unit: int, parts: Iterator[_Part]
) -> Resampled:
    """Put samples together with their resamples, in which a won pair counts so many units."""
    values, errors = _areas_and_errors(counts.m, counts.n, unit, parts)
    speed = _accelerations(a / (2 * counts.n), b / (2 * counts.m), p, q)
    return Resampled(counts.areas, np.sqrt(counts.delong_variances), speed, values, errors)


def _score_parts(w: Integers, v: Integers, wins: NDArray[np.bool_]) -> Iterator[_Part]:
    """Give weights of cases and controls with what each wins, so many resamples at a time; shapes (B, samples, rows).

    A float of 32 bits holds every sum of up to 200 squares of counts up to 200, below 2^24, exactly.
    """
    samples, m, n = wins.shape
    kind: type[np.floating[Any]] = np.float32 if max(m, n) ** 3 < 2**24 else np.float64
    by_case = np.ascontiguousarray(wins.transpose(1, 0, 2).reshape(m, -1), kind)
    by_control = np.ascontiguousarray(wins.transpose(2, 0, 1).reshape(n, -1), kind)
    for start in range(0, len(w), _AT_ONCE):
        some_w, some_v = (x[start : start + _AT_ONCE].astype(kind) for x in (w, v))
        above = (some_w @ by_case).reshape(-1, samples, n)
        below = (some_v @ by_control).reshape(-1, samples, m)
        yield some_w[:, None], below, some_v[:, None], above


def _rated_parts(w: Integers, v: Integers) -> Iterator[_Part]:
    """Give weights of the categories with what each wins, a tied pair counting 1 and a won pair 2."""
    below, above = 2 * np.cumsum(v, axis=2) - v, 2 * np.cumsum(w[:, :, ::-1], axis=2)[:, :, ::-1] - w
    yield w.astype(float), below.astype(float), v.astype(float), above.astype(float)


def _areas_and_errors(m: int, n: int, unit: int, parts: Iterator[_Part]) -> tuple[Floats, Floats]:
    """Return the area of every sample under every weight, and its standard error by DeLong's variance."""
    values, errors = [], []
    for w, below, v, above in parts:
        won, case_squares = _sums(w, below)
        _, control_squares = _sums(v, above)
        values.append(won / (unit * m * n))
        square = won * won
        variance = (m * case_squares - square) / (m - 1) + (n * control_squares - square) / (n - 1)
        errors.append(np.sqrt(variance) / (unit * m * n))
    return np.ascontiguousarray(np.concatenate(values).T), np.ascontiguousarray(np.concatenate(errors).T)


def _sums(weights: Weights, won: Weights) -> tuple[Floats, Floats]:
    """Return the weighted sums of what rows win, and of its squares."""
    product = weights * won
    first = np.einsum("bsi->bs", product).astype(np.float64)
    return first, np.einsum("bsi,bsi->bs", product, won).astype(np.float64)
