"""A bootstrap at a target whose replicates are drawn once, for the value and for its threshold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.fixed_points import PreparedPoint
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.statistic import Quantity
from rocstats.methods.bootstrap import Bootstrap
from rocstats.results import Alternative, Card, Inference


class DrawnOnce:
    """A bootstrap whose replicates leave the places of their thresholds behind, so that they are drawn but once."""

    def __init__(self, bootstrap: Bootstrap) -> None:
        self.bootstrap = bootstrap
        self._kept: list[Integers] = []

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return self.bootstrap.card

    @property
    def places(self) -> Integers:
        """The place of the threshold in each resample that has a value; none where nothing was drawn."""
        return np.concatenate(self._kept) if self._kept else np.zeros(0, np.int64)

    def refuses(self, quantity: Quantity) -> str | None:
        """Say why the bootstrap does not serve this quantity, or None."""
        return self.bootstrap.refuses(quantity)

    def infer(self, quantity: Quantity, *, level: float, alternative: Alternative, null: float | None) -> Inference:
        """Return what the bootstrap does, and keep the places."""
        kept = replace(quantity, statistic=_Recorded(quantity.statistic, self._kept))
        drawn = self.bootstrap.draw(kept, with_errors=False)
        return self.bootstrap.judge(quantity, drawn, level=level, alternative=alternative, null=null)


class _Recorded:
    """A statistic at a target that keeps the places of the thresholds which its replicates find."""

    def __init__(self, statistic: Any, kept: list[Integers]) -> None:
        self._statistic, self._kept = statistic, kept

    def __getattr__(self, name: str) -> Any:
        return getattr(self._statistic, name)

    def __call__(self, sample: Sample) -> Floats:
        values: Floats = self._statistic(sample)
        return values

    def prepared(self, sample: Sample) -> _RecordedPoint:
        return _RecordedPoint(self._statistic.prepared(sample), self._kept)

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        return self.prepared(sample).weighted(case_w, control_w)


@dataclass(frozen=True, slots=True, eq=False)
class _RecordedPoint:
    """The point of one sorted sample, under any row weights, that keeps the place of its threshold."""

    point: PreparedPoint
    kept: list[Integers]

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        values, places = self.point.with_places(case_w, control_w)
        self.kept.append(places[np.isfinite(values[:, 0])])
        return values
