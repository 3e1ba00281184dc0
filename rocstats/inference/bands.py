"""Confidence bands for the empirical ROC curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.curve import read_off, roc_curve
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import one_test
from rocstats.errors import DataError, MethodError
from rocstats.formatting import fixed, level_text, printable
from rocstats.inference.estimates import check_sample
from rocstats.methods.method import check_level
from rocstats.methods.replicates import Rng, collapsed, seed_of, weights
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Resampling, Subjects, data_lines

_MOST_POINTS = 401
_SHOWN = 11


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RocBand(Result):
    """A pointwise band: an interval for the TPF at each FPF, one FPF at a time.

    Read as a band for the whole curve it promises too much. At an FPF of 1 the TPF is 1, and the band closes.
    """

    test: DiagnosticTest
    subjects: Subjects
    fpf: Floats
    tpf: Floats
    low: Floats
    high: Floats
    level: float
    seed: int
    resampling: Resampling
    notes: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.test.name

    def summary(self) -> Summary:
        """Print the limits at eleven false positive fractions."""
        grid = np.linspace(0, 1, _SHOWN)
        columns = [read_off(self.fpf, line, grid) for line in (self.tpf, self.low, self.high)]
        rows = tuple((fixed(x, 1), *(fixed(column[i], 3) for column in columns)) for i, x in enumerate(grid.tolist()))
        return Summary(
            "Pointwise band for the ROC curve, percentile bootstrap",
            data_lines([self.subjects]),
            (
                f"{self.resampling}, seed {self.seed}",
                f"{level_text(self.level)} percent intervals for the TPF at fixed FPF, one FPF at a time:",
                Grid(tuple(Column(h) for h in ("FPF", "TPF", "low", "high")), rows),
            ),
            self.notes,
            ("davison1997", "pepe2003"),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per false positive fraction."""
        columns = zip(*(c.tolist() for c in (self.fpf, self.tpf, self.low, self.high)), strict=True)
        return [
            {
                "parameter": "TPF",
                "test": self.name,
                "fpf": x,
                "estimate": y,
                "conf_low": low,
                "conf_high": high,
                "conf_level": self.level,
            }
            for x, y, low, high in columns
        ]


def roc_band(sample: Sample, *, level: float = 0.95, n_resamples: int = 2000, rng: Rng = None) -> RocBand:
    """Return a pointwise band for the ROC curve of one test: the TPF at fixed FPF, by stratified bootstrap.

    The drawn curve is read at each FPF, at the upper end of a vertical step, in each of the resamples; the band lies
    between their quantiles. It holds at one FPF at a time, not for the whole curve, and misleads with few subjects and
    at the ends of the curve, where resamples cannot go beyond the scores seen.

    Parameters
    ----------
    sample : Sample
        One test.
    level : float
        Confidence level at each FPF.
    n_resamples : int
        Number of replicates, at least 100.
    rng : int, numpy Generator or None
        Seed of the replicates.

    Returns
    -------
    RocBand

    Raises
    ------
    DataError
        The sample holds several tests, fewer than two cases or controls, or resamples that cannot differ.

    References
    ----------
    [davison1997], [pepe2003]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[2, 3, 5, 4, 6, 7], controls=[1, 2, 4, 3, 2, 5])
    >>> band = roc_band(sample, rng=1)
    >>> bool((band.low <= band.high).all()), float(band.high[-1])
    (True, 1.0)
    """
    check_sample(sample, "roc_band")
    one_test(sample, "roc_band")
    check_level(level)
    if sample.clusters is not None:
        raise MethodError("these subjects come in clusters, and the band resamples subjects as independent.")
    if isinstance(n_resamples, bool) or not isinstance(n_resamples, int | np.integer) or n_resamples < 100:
        raise MethodError(f"n_resamples is {n_resamples!r}; it must be a whole number of at least 100.")
    if min(sample.n_cases, sample.n_controls) < 2:
        raise DataError("a band needs two cases and two controls; a resample of one subject is always the same.")
    seed = seed_of(rng)
    curve = roc_curve(sample)
    at = _grid(curve.fpf)
    lines = _replicates(collapsed(sample), at, int(n_resamples), seed)
    if (lines == lines[0]).all():
        raise DataError(
            f'all resamples of "{printable(sample.tests[0].name)}" give the same curve, so they tell nothing of its '
            "spread, and there is no band."
        )
    tail = (1 - level) / 2
    low, high = np.quantile(lines, [tail, 1 - tail], axis=0)
    tpf = curve.tpf_at(at)
    for array in (at, tpf, low, high):
        array.setflags(write=False)
    outside = int(((tpf < low) | (tpf > high)).sum())
    notes: tuple[Note, ...] = ()
    if outside:
        notes = (Note("estimate-outside", f"the curve leaves the band at {outside} of {len(at)} points; it is kept."),)
    return RocBand(
        test=sample.tests[0],
        subjects=sample.subjects,
        fpf=at,
        tpf=tpf,
        low=low,
        high=high,
        level=level,
        seed=seed,
        resampling=Resampling(int(n_resamples), True),
        notes=notes,
    )


def _grid(fpf: Floats) -> Floats:
    """Return where the band is computed: hundredths, and the vertices of the curve where they are few."""
    vertices = np.unique(fpf)
    even = np.linspace(0, 1, 101 if len(vertices) <= _MOST_POINTS else _MOST_POINTS)
    return np.union1d(even, vertices) if len(vertices) <= _MOST_POINTS else even


def _replicates(rows: Sample, at: Floats, n_resamples: int, seed: int) -> Floats:
    """Return the TPF at each FPF in each resample."""
    scores = np.concatenate([rows.cases[:, 0], rows.controls[:, 0]])
    distinct, place = np.unique(-scores, return_inverse=True)
    cases, controls = place[: len(rows.cases)], place[len(rows.cases) :]
    lines = np.empty((n_resamples, len(at)))
    done = 0
    for case_w, control_w in weights(rows, n_resamples=n_resamples, seed=seed, part=0, stratified=True):
        for p, q in zip(case_w, control_w, strict=True):
            lines[done] = read_off(_climb(q, controls, len(distinct)), _climb(p, cases, len(distinct)), at)
            done += 1
    return lines


def _climb(counts: Integers, place: Integers, size: int) -> Floats:
    """Return the share of subjects at or above each distinct score, from none to all."""
    climbed = np.zeros(size + 1)
    climbed[1 + place] = counts
    np.cumsum(climbed, out=climbed)
    share: Floats = climbed / climbed[-1]
    return share
