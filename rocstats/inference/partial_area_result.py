"""What is known of a partial area: its value on three scales, one of which was asked for, and how it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rocstats.empirical.partial_area import AreaScale, PartialAUC
from rocstats.formatting import decimals_for, fixed, printable
from rocstats.printing import Column, Grid, Summary
from rocstats.results import (
    Comparison,
    Estimate,
    Inference,
    Interval,
    data_lines,
    error_text,
    hypothesis_lines,
    interval_lines,
)

SCALES: tuple[AreaScale, ...] = ("raw", "normalised", "mcclish")
_HEADERS = {"raw": "partial area", "normalised": "normalised", "mcclish": "McClish"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaledArea:
    """A partial area on one scale, with its standard error and interval there.

    ``standard_error`` and ``interval`` are None where the method or the data give none. ``chance`` is the value of a
    test of no use, ``perfect`` that of a perfect one.
    """

    scale: AreaScale
    parameter: str
    estimate: float
    standard_error: float | None
    interval: Interval | None
    null_value: float | None
    chance: float
    perfect: float

    @property
    def decimals(self) -> int:
        """Decimals that its numbers need."""
        limits = [] if self.interval is None else [(self.interval.low, self.interval.high)]
        return decimals_for([self.estimate, self.chance], limits, least=_least(self.scale))


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialArea(Estimate):
    """A partial area with its standard error and interval, on the scale that was asked for and on the other two.

    The three scales are straight lines of each other, so one inference serves all of them and the p-value is the same
    on each. ``raw``, ``normalised`` and ``mcclish`` hold the area on each scale; ``estimate``, ``standard_error`` and
    ``interval`` are those of the scale of ``area``.
    """

    area: PartialAUC
    raw: ScaledArea
    normalised: ScaledArea
    mcclish: ScaledArea

    def summary(self) -> Summary:
        """Print the area on all three scales, the one that was asked for first."""
        found, own = self.inference, self._on(self.area.scale)
        others = [self._on(scale) for scale in SCALES if scale != own.scale]
        shown = [own, *others]
        columns = [_HEADERS[area.scale] for area in shown]
        cells = [fixed(area.estimate, area.decimals) for area in shown]
        if found.standard_error is not None or not found.estimable:
            columns.insert(1, "std. error")
            cells.insert(1, error_text(found.standard_error))
        useless = ", ".join(fixed(area.chance, area.decimals) for area in shown)
        perfect = ", ".join("1" if area.perfect == 1 else fixed(area.perfect, area.decimals) for area in shown)
        tested = (
            []
            if self.null_value is None
            else hypothesis_lines(found, parameter=self.parameter, null=self.null_value, alternative=self.alternative)
        )
        return Summary(
            f"{self.title}, {self.method.title}",
            (*data_lines([self.subjects]), f"band: {self.area.band}"),
            (
                *self._chance(),
                *tested,
                *interval_lines(found.interval, found.estimable, self.level, own.decimals),
                "sample estimates:",
                Grid(tuple(Column(h) for h in columns), (tuple(cells),)),
                f"of no use: {useless}; perfect: {perfect}",
            ),
            self.notes,
            self.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per scale."""
        (row,) = Estimate.rows(self)
        return [
            {
                **row,
                "parameter": area.parameter,
                "estimate": area.estimate,
                "std_error": area.standard_error,
                "conf_low": None if area.interval is None else area.interval.low,
                "conf_high": None if area.interval is None else area.interval.high,
                "null_value": area.null_value,
                "chance": area.chance,
                **_band(self.area),
            }
            for area in (self.raw, self.normalised, self.mcclish)
        ]

    def _on(self, scale: AreaScale) -> ScaledArea:
        return {"raw": self.raw, "normalised": self.normalised, "mcclish": self.mcclish}[scale]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialAreaComparison(Comparison):
    """A difference of two partial areas over the same band, first minus second."""

    area: PartialAUC

    def summary(self) -> Summary:
        """Print the comparison in R's frame, the band with it."""
        found = self.inference
        limits = [] if found.interval is None else [(found.interval.low, found.interval.high)]
        decimals = decimals_for([v for v in found.values if 0 < v < 1], limits, least=_least(self.area.scale))
        head = _HEADERS[self.area.scale]
        names = (
            [f"{head} of {printable(test)}" for test in self.tests]
            if self.paired
            else [f"first {head}", f"second {head}"]
        )
        return Summary(
            self.title,
            (*data_lines(self.subjects), f"band: {self.area.band}"),
            (
                *self._chance(),
                *hypothesis_lines(
                    found,
                    parameter=f"difference in {self.parameter}",
                    null=self.null_value or 0.0,
                    alternative=self.alternative,
                ),
                *interval_lines(found.interval, found.estimable, self.level, decimals),
                "sample estimates:",
                _difference([*names, "difference"], [*found.values, found.estimate], found, decimals),
            ),
            self.notes,
            self.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the comparison as one row."""
        return [{**row, **_band(self.area)} for row in Comparison.rows(self)]


def _least(scale: AreaScale) -> int:
    return 4 if scale == "raw" else 3


def _band(statistic: PartialAUC) -> dict[str, Any]:
    band = statistic.band
    return {"band": band.axis, "band_low": float(band.low), "band_high": float(band.high)}


def _difference(names: Sequence[str], values: Sequence[float], found: Inference, decimals: int) -> Grid:
    columns, cells = list(names), [fixed(value, decimals) for value in values]
    if found.standard_error is not None or not found.estimable:
        columns.append("std. error")
        cells.append(error_text(found.standard_error))
    return Grid(tuple(Column(h) for h in columns), (tuple(cells),))
