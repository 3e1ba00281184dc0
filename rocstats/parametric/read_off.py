"""A number read off fitted curves, as a result that says where on the curve it stands."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as replaced
from typing import Any

from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
from rocstats.empirical.partial_area import PartialAUC
from rocstats.empirical.statistic import Statistic
from rocstats.printing import Summary
from rocstats.results import Comparison, Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOff(Estimate):
    """A number read off one fitted curve; ``statistic_read`` is what was read."""

    statistic_read: Statistic

    def summary(self) -> Summary:
        """Print the estimate, and the band of a partial area with it."""
        return _with_band(Estimate.summary(self), self.statistic_read)

    def rows(self) -> list[dict[str, Any]]:
        """Return the estimate as one row, with where it was read."""
        return [{**row, **_place(self.statistic_read)} for row in Estimate.rows(self)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOffDifference(Comparison):
    """A number read off two fitted curves, first minus second; ``statistic_read`` is what was read."""

    statistic_read: Statistic

    def summary(self) -> Summary:
        """Print the comparison, and the band of partial areas with it."""
        return _with_band(Comparison.summary(self), self.statistic_read)

    def rows(self) -> list[dict[str, Any]]:
        """Return the comparison as one row, with where it was read."""
        return [{**row, **_place(self.statistic_read)} for row in Comparison.rows(self)]


def _with_band(said: Summary, statistic: Statistic) -> Summary:
    if not isinstance(statistic, PartialAUC):
        return said
    return replaced(said, data=(*said.data, f"band: {statistic.band}"))


def _place(statistic: Statistic) -> dict[str, Any]:
    """Return where on the curve a statistic is read, in the columns of empirical results."""
    if isinstance(statistic, PartialAUC):
        band = statistic.band
        return {"band": band.axis, "band_low": float(band.low), "band_high": float(band.high)}
    if isinstance(statistic, SensitivityAt | SpecificityAt):
        return {"target": statistic.limited, "target_value": float(statistic.goal)}
    return {}
