"""Rules for a threshold that reaches a target: a sensitivity or a specificity, with the best partner.

The target is the decimal written, 0.9 is 9/10, and nothing is interpolated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rocstats.empirical.measures import sensitivity, specificity
from rocstats.empirical.ranks import Floats
from rocstats.empirical.threshold_optima import Exact
from rocstats.empirical.written import as_written
from rocstats.errors import MethodError
from rocstats.formatting import plain, shown


class _FixedTarget(ABC):
    """What both rules share. ``reached`` has the target, ``label`` is best where it is reached."""

    __slots__ = ()

    target: float
    label: ClassVar[str]
    reached: ClassVar[str]

    prevalence = False
    references = ()
    detail = ""

    def __post_init__(self) -> None:
        _checked_target(self.target)

    @property
    def title(self) -> str:
        """What is best at the threshold."""
        return f"the highest {self.label} at a {self.reached} of at least {plain(float(self.target))}"

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return what is best first, then what reaches the target, in whole numbers of subjects."""
        return _partner(self.target, *self._cells(tp, fp, fn, tn))

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Exact | None:
        """Return what is best first, then what reaches the target; None where it is not reached."""
        hit, missed, partner = self._cells(tp, fp, fn, tn)
        size: int = hit + missed
        return partner * (size + 1) + hit if hit >= _needed(self.target, size) else None

    @abstractmethod
    def _cells(self, tp: Any, fp: Any, fn: Any, tn: Any) -> tuple[Any, Any, Any]:
        """Return who reaches the target, who of the same group does not, and who is right in the other group."""


@dataclass(frozen=True, slots=True)
class FixedSensitivity(_FixedTarget):
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
    reached = "sensitivity"

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the specificity."""
        return specificity.values(tp, fp, fn, tn)

    def _cells(self, tp: Any, fp: Any, fn: Any, tn: Any) -> tuple[Any, Any, Any]:
        return tp, fn, tn


@dataclass(frozen=True, slots=True)
class FixedSpecificity(_FixedTarget):
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
    reached = "specificity"

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        """Return the sensitivity."""
        return sensitivity.values(tp, fp, fn, tn)

    def _cells(self, tp: Any, fp: Any, fn: Any, tn: Any) -> tuple[Any, Any, Any]:
        return tn, fp, tp


def _checked_target(target: object) -> None:
    share = as_written(target, "target")
    if not 0 < share <= 1:
        hint = " Write 0.9 for 90 percent." if 1 < share <= 100 else ""
        raise MethodError(f"target is {shown(target)}; it must lie above 0 and be at most 1.{hint}")


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
