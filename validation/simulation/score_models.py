"""Score models: populations whose true area under the ROC curve is a stated number.

A model turns standard normal deviates into scores, by one increasing function for cases and one for controls.
Correlated deviates therefore give correlated tests, and two tests can have different areas or different kinds of
scores.

binormal
    Controls N(0, 1), cases N(d, 1) with d = sqrt(2) z, where z is the normal quantile of the area.
binormal-unequal
    Controls N(0, 1), cases N(d, 2²) with d = sqrt(1 + 2²) z: the standard deviation of the cases is twice that of the
    controls.
exponential
    Controls exponential with mean 1, cases with mean AUC / (1 - AUC): the shape that Hanley and McNeil assume.
ratings
    Five categories, cut from controls N(0, 1) and cases N(d, 1) at half and at one and a half standard deviations to
    either side of the midpoint d / 2. The distance d is solved for, so that the area of the *ratings*, a tied pair
    counting one half, is the stated one; the area of the uncut scores is larger. Categories that are equally frequent
    in equal groups could not serve: their area cannot exceed 0.98.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

KINDS = ("binormal", "binormal-unequal", "exponential", "ratings")
SEED = 20261201
SPREAD_RATIO = 2.0
_OFFSETS = np.array([-1.5, -0.5, 0.5, 1.5])
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class ScoreModel:
    """One kind of scores with one true area.

    Examples
    --------
    >>> ScoreModel("exponential", 0.8).cases(np.array([0.0])) / ScoreModel("exponential", 0.8).controls(np.array([0.0]))
    array([4.])
    """

    kind: str
    auc: float

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f'kind is "{self.kind}"; it must be one of {", ".join(KINDS)}.')
        if not 0.5 <= self.auc < 1:
            raise ValueError(f"auc is {self.auc}; it must be at least 0.5 and below 1.")

    def cases(self, deviates: Floats) -> Floats:
        """Turn standard normal deviates into scores of cases."""
        return _scores(deviates, self.kind, *_of_cases(self.kind, self.auc), self.auc)

    def controls(self, deviates: Floats) -> Floats:
        """Turn standard normal deviates into scores of controls."""
        return _scores(deviates, self.kind, 0.0, 1.0, self.auc)

    def draw(self, stream: np.random.Generator, samples: int, m: int, n: int) -> tuple[Floats, Floats]:
        """Draw so many samples of m cases and n controls, one sample a row; sample by sample, the cases first."""
        deviates = stream.standard_normal((samples, m + n))
        return self.cases(deviates[:, :m]), self.controls(deviates[:, m:])


def stream(*place: object, seed: int = SEED) -> np.random.Generator:
    """Return the stream of random numbers of a place, such as a purpose, a cell and a block of replicates.

    The key is a digest of the written place: streams of different places are independent, whatever else is drawn, in
    whatever order, by whatever number of processors.

    Examples
    --------
    >>> stream("example", 5, 0.9).integers(1000) == stream("example", 5, 0.9).integers(1000)
    np.True_
    """
    text = "/".join(str(part) for part in (seed, *place))
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def rating_shares(auc: float) -> tuple[Floats, Floats]:
    """Return the shares of the five categories, lowest first, among cases and among controls."""
    distance = rating_distance(auc)
    return _shares(_cuts(distance) - distance), _shares(_cuts(distance))


@lru_cache
def rating_distance(auc: float) -> float:
    """Return the distance of the two normal means at which the area of the ratings is the stated one."""
    from scipy.optimize import brentq

    def excess(distance: float) -> float:
        return _rated_area(_shares(_cuts(distance) - distance), _shares(_cuts(distance))) - auc

    return 0.0 if auc == 0.5 else float(brentq(excess, 0.0, 20.0, xtol=1e-14, rtol=1e-14))


def _of_cases(kind: str, auc: float) -> tuple[float, float]:
    """Return by how much the scores of cases are shifted and how much they are spread."""
    if kind == "exponential":
        return 0.0, auc / (1 - auc)
    if kind == "ratings":
        return rating_distance(auc), 1.0
    spread = SPREAD_RATIO if kind == "binormal-unequal" else 1.0
    return math.sqrt(1 + spread**2) * _NORMAL.inv_cdf(auc), spread


def _scores(deviates: Floats, kind: str, shift: float, spread: float, auc: float) -> Floats:
    if kind == "exponential":
        from scipy.special import log_ndtr

        return -spread * np.asarray(log_ndtr(-deviates), np.float64)
    scores = shift + spread * deviates
    if kind == "ratings":
        return 1 + np.searchsorted(_cuts(rating_distance(auc)), scores).astype(np.float64)
    return scores


def _cuts(distance: float) -> Floats:
    return distance / 2 + _OFFSETS


def _shares(cuts: Floats) -> Floats:
    """Return the shares of a standard normal population between cuts."""
    below = np.array([0.0, *(_NORMAL.cdf(cut) for cut in cuts), 1.0])
    shares: Floats = below[1:] - below[:-1]
    return shares


def _rated_area(cases: Floats, controls: Floats) -> float:
    """Return the area of rated populations, ties counted half."""
    below = np.cumsum(controls) - controls / 2
    return float(cases @ below)
