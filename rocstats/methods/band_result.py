"""What a confidence band for the ROC curve holds: its two edges, and what may be said of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.empirical.ranks import Floats
from rocstats.formatting import brief, fixed, level_text, significant
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Resampling, Subjects, data_lines, drawn_columns

_TENTHS = np.arange(11) / 10


def fraction_text(x: float, decimals: int = 3) -> str:
    """Write a fraction with so many decimals, by its distance from 0 or 1 where they would hide it.

    Examples
    --------
    >>> fraction_text(0.25), fraction_text(0.0), fraction_text(1e-12), fraction_text(0.99999)
    ('0.250', '0.000', '1e-12', '1-1e-5')
    """
    written = fixed(x, decimals)
    if x in (0, 1) or written not in (fixed(0, decimals), fixed(1, decimals)):
        return written
    return brief(x, 3) if x < 0.5 else f"1-{brief(1 - x, 3)}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CurveBand(Result):
    """What every band has: two edges over false positive fractions, and what may be said of them.

    At the FPFs of ``known`` the TPF is no question, as 1 at an FPF of 1, and the band closes. Where both edges meet
    elsewhere, there is no interval: print and rows leave the limits out, and a note says so.
    """

    kind: ClassVar[str] = ""
    direction: ClassVar[str] = "TPF at fixed FPF"
    simultaneous: ClassVar[bool] = False
    known: ClassVar[tuple[float, ...]] = (1.0,)
    test: DiagnosticTest
    subjects: Subjects
    fpf: Floats
    tpf: Floats
    low: Floats
    high: Floats
    level: float
    notes: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.test.name

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per false positive fraction."""
        columns = zip(*(c.tolist() for c in (self.fpf, self.tpf, self.low, self.high)), strict=True)
        return [
            {
                "parameter": "TPF",
                "test": self.name,
                "fpf": x,
                "estimate": y,
                **dict(zip(("conf_low", "conf_high"), self._limits(x, low, high), strict=True)),
                "conf_level": self.level,
                "method": f"{self.kind} band",
                "n_cases": self.subjects.n_cases,
                "n_controls": self.subjects.n_controls,
                "n_dropped": self.subjects.n_dropped,
                "kind": self.kind,
                "simultaneous": self.simultaneous,
                "direction": self.direction,
                **self._origin(),
            }
            for x, y, low, high in columns
        ]

    def _origin(self) -> dict[str, Any]:
        """Return what a row says of where the edges are from."""
        return {}

    def _limits(self, fpf: float, low: float, high: float) -> tuple[float | None, float | None]:
        """Return both limits, or none where they have no width and the TPF is not known."""
        return (low, high) if low < high or fpf in self.known else (None, None)

    def _grid(self) -> Grid:
        """Show the edges at tenths of the FPF, or at eleven of the points that there are."""
        even = self.fpf[np.isin(self.fpf, _TENTHS)]
        if len(even) == len(_TENTHS):
            shown, digits = np.searchsorted(self.fpf, even), 1
        else:
            shown = np.unique(np.linspace(0, len(self.fpf) - 1, len(_TENTHS)).round().astype(np.int64))
            digits = 3
        cells = []
        for x, y, low, high in zip(*(c[shown] for c in (self.fpf, self.tpf, self.low, self.high)), strict=True):
            limits = ("-" if edge is None else fixed(edge, 3) for edge in self._limits(x, low, high))
            cells.append((fraction_text(x, digits), fixed(y, 3), *limits))
        return Grid(tuple(Column(h) for h in ("FPF", "TPF", "low", "high")), tuple(cells))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RocBand(CurveBand):
    """A pointwise band: an interval for the TPF at each FPF, one FPF at a time.

    Read as a band for the whole curve it promises too much.
    """

    kind: ClassVar[str] = "pointwise"
    seed: int
    resampling: Resampling

    def summary(self) -> Summary:
        """Print the limits at eleven false positive fractions."""
        return Summary(
            "Pointwise band for the ROC curve, percentile bootstrap",
            data_lines([self.subjects]),
            (
                f"{self.resampling}, seed {self.seed}",
                f"{level_text(self.level)} percent intervals for the {self.direction}, one FPF at a time:",
                self._grid(),
            ),
            self.notes,
            ("davison1997", "pepe2003"),
        )

    def _origin(self) -> dict[str, Any]:
        """Return how resamples were drawn."""
        return {"seed": self.seed, **drawn_columns(self.resampling)}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SimultaneousBand(CurveBand):
    """A band in which the whole true curve lies with the stated confidence.

    ``shift`` is how far the edges are from the curve in FPF and in TPF. ``seed`` and ``resampling`` are None where
    nothing was drawn. The class of each kind says which it is: ``kind``, ``title``, and ``direction``, in which the
    curve was moved.
    """

    direction: ClassVar[str] = ""
    simultaneous: ClassVar[bool] = True
    title: ClassVar[str] = ""
    keys: ClassVar[tuple[str, ...]] = ()
    shift: tuple[float, float]
    seed: int | None = None
    resampling: Resampling | None = None

    def summary(self) -> Summary:
        """Print how the edges were found, and both at eleven false positive fractions."""
        drawn = [] if self.resampling is None else [f"{self.resampling}, seed {self.seed}"]
        return Summary(
            f"Simultaneous band for the ROC curve, {self.title}",
            data_lines([self.subjects]),
            (
                *drawn,
                f"{level_text(self.level)} percent for the whole curve, moved {self._moved()}:",
                self._grid(),
            ),
            self.notes,
            self.keys,
        )

    def _moved(self) -> str:
        """Say by how much the curve was moved."""
        steps = zip(self.shift, ("FPF", "TPF"), strict=True)
        return " and ".join(f"{significant(step)} in {axis}" for step, axis in steps if step)

    def _origin(self) -> dict[str, Any]:
        """Return how resamples were drawn."""
        return {"seed": self.seed, **drawn_columns(self.resampling)}


class CampbellBand(SimultaneousBand):
    """A band of fixed width along a slope, from the largest distance of resampled curves [campbell1994]."""

    __slots__ = ()
    kind = "campbell"
    direction = "along the slope of the two standard errors"
    title = "fixed width (Campbell)"
    keys = ("campbell1994",)


class KolmogorovSmirnovBand(SimultaneousBand):
    """A band from a Kolmogorov-Smirnov band on each axis, each at the root of the level [campbell1994]."""

    __slots__ = ()
    kind = "kolmogorov-smirnov"
    direction = "on both axes"
    title = "Kolmogorov-Smirnov on each axis"
    keys = ("campbell1994", "massey1951")


class VerticalBand(SimultaneousBand):
    """A band of fixed height, from the largest difference in TPF of resampled curves [horvath2008]."""

    __slots__ = ()
    kind = "bootstrap-sup"
    direction = "TPF at fixed FPF"
    title = "largest difference in TPF, bootstrap"
    keys = ("davison1997", "horvath2008")
