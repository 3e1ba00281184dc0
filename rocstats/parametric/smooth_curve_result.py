"""A smooth ROC curve: its area with interval, its bandwidths, and every number that can be read off it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.empirical.curve import EmpiricalCurve, fractions_read
from rocstats.empirical.partial_area import PartialAUC
from rocstats.empirical.ranks import Floats
from rocstats.formatting import brief, decimals_for, fixed, significant
from rocstats.parametric.kernel_curve import KernelCurve
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Inference, Interval, Subjects, data_lines, drawn_columns, error_text, interval_lines

_DRAWN = 401
_TENTHS = np.arange(1, 10) / 10


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SmoothCurve(Result):
    """The ROC curve of two kernel densities, with the verbs of the empirical curve.

    ``bandwidths`` are those of cases and of controls, in units of the scores; ``rule`` says where they come from.
    ``inference`` holds area, standard error and interval, the last two None where none was asked for or none can be
    given; then a note says why. ``empirical_error`` is DeLong's standard error of the area of ``empirical``.
    """

    subjects: Subjects
    empirical: EmpiricalCurve
    empirical_error: float | None
    bandwidths: tuple[float, float]
    rule: str
    level: float
    inference: Inference
    shape: KernelCurve
    rule_references: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.empirical.name

    @property
    def fpf(self) -> Floats:
        """False positive fractions of the points that draw the curve."""
        from scipy.special import ndtr

        return np.unique(np.concatenate([[0, 1], ndtr(np.linspace(-6, 6, _DRAWN)), np.linspace(0, 1, _DRAWN)]))

    @property
    def tpf(self) -> Floats:
        """True positive fractions of the same points."""
        # Where the curve is level, rounding must not let it fall.
        return np.asarray(np.maximum.accumulate(self.tpf_at(self.fpf)))

    @property
    def auc(self) -> float:
        """Area under the smooth curve."""
        return self.inference.estimate

    @property
    def standard_error(self) -> float | None:
        """Bootstrap standard error of the area, or None."""
        return self.inference.standard_error

    @property
    def interval(self) -> Interval | None:
        """Bootstrap interval of the area, or None."""
        return self.inference.interval

    def tpf_at(self, fpf: Floats) -> Floats:
        """Read the curve at false positive fractions."""
        at = fractions_read(fpf)
        return self.shape.tpf(at.ravel()).reshape(at.shape)

    def partial_auc(self, fpf: tuple[float, float] | None = None, *, tpf: tuple[float, float] | None = None) -> float:
        """Return the raw area over a band of FPF or of TPF."""
        band = PartialAUC(fpf=fpf, tpf=tpf).band
        return self.auc if band.whole else self.shape.area(band)

    def summary(self) -> Summary:
        """Print bandwidths, the area with its interval, and the curve at tenths beside the empirical one."""
        found = self.inference
        limits = [] if found.interval is None else [(found.interval.low, found.interval.high)]
        decimals = decimals_for([found.estimate, self.empirical.auc], limits)
        drawn = [] if found.resampling is None else [f"{found.resampling}, seed {found.seed}"]
        asked = found.resampling is not None or not found.estimable
        tpf, steps = self.tpf_at(_TENTHS), self.empirical.tpf_at(_TENTHS)
        curve = Grid(
            (Column("", "left"), *(Column(fixed(x, 1)) for x in _TENTHS)),
            tuple((name, *(fixed(y, 3) for y in line)) for name, line in (("smooth", tpf), ("empirical", steps))),
        )
        errors = (error_text(found.standard_error) if asked else "-", error_text(self.empirical_error))
        areas = zip(("smooth", "empirical"), (found.estimate, self.empirical.auc), errors, strict=True)
        cells = tuple((name, fixed(area, decimals), error) for name, area, error in areas)
        return Summary(
            "Smooth ROC curve, normal kernels",
            data_lines([self.subjects]),
            (
                *drawn,
                f"bandwidth: {_number(self.bandwidths[0])} in cases, {_number(self.bandwidths[1])} in controls "
                f"({self.rule})",
                *interval_lines(found.interval, found.estimable, self.level, decimals),
                "sample estimates:",
                Grid((Column("", "left"), Column("AUC"), Column("std. error")), cells),
                "",
                "TPF at FPF:",
                curve,
            ),
            self.notes,
            self._references(),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the area as one row."""
        found = self.inference
        return [
            {
                "parameter": "AUC",
                "test": self.name,
                "estimate": found.estimate,
                "std_error": found.standard_error,
                "conf_low": None if found.interval is None else found.interval.low,
                "conf_high": None if found.interval is None else found.interval.high,
                "conf_level": self.level,
                "method": "normal kernels",
                "n_cases": self.subjects.n_cases,
                "n_controls": self.subjects.n_controls,
                "n_dropped": self.subjects.n_dropped,
                "bandwidth_cases": self.bandwidths[0],
                "bandwidth_controls": self.bandwidths[1],
                "empirical_auc": self.empirical.auc,
                "seed": found.seed,
                **drawn_columns(found.resampling),
            }
        ]

    def _references(self) -> tuple[str, ...]:
        drawn = () if self.inference.resampling is None else ("davison1997",)
        return ("zou1997", *self.rule_references, *drawn)


def _number(bandwidth: float) -> str:
    return significant(bandwidth) if 1e-4 <= bandwidth < 1e6 else brief(bandwidth, 3)
