"""Rules for a threshold that reaches a target: a sensitivity or a specificity, with the best partner.

The target is the decimal written, 0.9 is 9/10, and nothing is interpolated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.empirical.measures import sensitivity, specificity
from rocstats.empirical.ranks import Floats
from rocstats.empirical.threshold_optima import Exact
from rocstats.empirical.written import as_written
from rocstats.errors import MethodError
from rocstats.formatting import plain


@dataclass(frozen=True, slots=True)
class FixedSensitivity:
    """Of the thresholds that reach a sensitivity, the one of the highest specificity.

    The target is the decimal written, 0.9 is 9/10, and nothing is interpolated: the sensitivity is at least the target.
    Of equal specificities the one of the higher sensitivity is taken.

    Parameters
    ----------
    target : float
        Sensitivity to reach, above 0 and at most 1.

    Examples
    --------
    >>> FixedSensitivity(0.9).title
    'the highest specificity at a sensitivity of at least 0.9'
    """

    target: float

    label = "specificity"
    prevalence = False
    references = ()
    detail = ""

    def __post_init__(self) -> None:
        _checked_target(self.target)

    @property
    def title(self) -> str:
        """What is best at the threshold."""
        return f"the highest specificity at a sensitivity of at least {plain(float(self.target))}"

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the specificity."""
        return specificity.values(tp, fp, fn, tn)

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the true negatives first, then the true positives."""
        return _partner(self.target, tp, fn, tn)

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Exact | None:
        """Return the true negatives first, then the true positives, where the target is reached."""
        return tn * (tp + fn + 1) + tp if tp >= _needed(self.target, tp + fn) else None


@dataclass(frozen=True, slots=True)
class FixedSpecificity:
    """Of the thresholds that reach a specificity, the one of the highest sensitivity.

    The target is the decimal written, 0.9 is 9/10, and nothing is interpolated: the specificity is at least the target.
    Of equal sensitivities the one of the higher specificity is taken.

    Parameters
    ----------
    target : float
        Specificity to reach, above 0 and at most 1.

    Examples
    --------
    >>> FixedSpecificity(0.95).title
    'the highest sensitivity at a specificity of at least 0.95'
    """

    target: float

    label = "sensitivity"
    prevalence = False
    references = ()
    detail = ""

    def __post_init__(self) -> None:
        _checked_target(self.target)

    @property
    def title(self) -> str:
        """What is best at the threshold."""
        return f"the highest sensitivity at a specificity of at least {plain(float(self.target))}"

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the sensitivity."""
        return sensitivity.values(tp, fp, fn, tn)

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the true positives first, then the true negatives."""
        return _partner(self.target, tn, fp, tp)

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Exact | None:
        """Return the true positives first, then the true negatives, where the target is reached."""
        return tp * (tn + fp + 1) + tn if tn >= _needed(self.target, tn + fp) else None


def _checked_target(target: object) -> None:
    share = as_written(target, "target")
    if not 0 < share <= 1:
        hint = " Write 0.9 for 90 percent." if 1 < share <= 100 else ""
        raise MethodError(f"target is {target}; it must lie above 0 and be at most 1.{hint}")


def _needed(target: object, size: int) -> int:
    """Return how many of a group it takes to reach a share, in whole numbers."""
    share = as_written(target, "target")
    return -(-share.numerator * size // share.denominator)


def _partner(target: object, hit: Any, missed: Any, partner: Any) -> Floats:
    """Return partner first, then hit, where enough of the group are hit; minus infinity elsewhere."""
    hit, missed, partner = (np.asarray(cell) for cell in (hit, missed, partner))
    # A group has one size at all thresholds.
    sizes, place = np.unique((hit + missed)[..., :1], return_inverse=True)
    needed = np.array([_needed(target, int(size)) for size in sizes.tolist()])[place].reshape((*hit.shape[:-1], 1))
    return np.where(hit >= needed, partner.astype(np.float64) * (hit + missed + 1) + hit, -np.inf)
