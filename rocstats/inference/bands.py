"""Confidence bands for the empirical ROC curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.curve import read_off, roc_curve
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import one_test
from rocstats.errors import DataError, MethodError
from rocstats.formatting import counted, fixed, level_text, printable, significant
from rocstats.inference.estimates import check_sample
from rocstats.methods.method import check_level
from rocstats.methods.replicates import Rng, collapsed, seed_of, weights
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Resampling, Subjects, data_lines

_MOST_POINTS = 401
_MOST_RESAMPLES = 100_000
_TENTHS = np.arange(11) / 10


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RocBand(Result):
    """A pointwise band: an interval for the TPF at each FPF, one FPF at a time.

    Read as a band for the whole curve it promises too much. At an FPF of 1 the TPF is 1, and the band closes; where it
    closes before, a note says so.
    """

    kind: ClassVar[str] = "pointwise"
    direction: ClassVar[str] = "TPF at fixed FPF"
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
        even = self.fpf[np.isin(self.fpf, _TENTHS)]
        if len(even) == len(_TENTHS):
            shown, digits = np.searchsorted(self.fpf, even), 1
        else:
            shown = np.unique(np.linspace(0, len(self.fpf) - 1, len(_TENTHS)).round().astype(np.int64))
            digits = 3
        columns = (self.tpf, self.low, self.high)
        cells = tuple((fixed(self.fpf[i], digits), *(fixed(column[i], 3) for column in columns)) for i in shown)
        return Summary(
            "Pointwise band for the ROC curve, percentile bootstrap",
            data_lines([self.subjects]),
            (
                f"{self.resampling}, seed {self.seed}",
                f"{level_text(self.level)} percent intervals for the {self.direction}, one FPF at a time:",
                Grid(tuple(Column(h) for h in ("FPF", "TPF", "low", "high")), cells),
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


def roc_band(
    sample: Sample,
    *,
    level: float = 0.95,
    fpf: ArrayLike | None = None,
    n_resamples: int = 2000,
    rng: Rng = None,
) -> RocBand:
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
    fpf : array-like, optional
        False positive fractions at which to give the band; by default hundredths and the vertices of the curve.
    n_resamples : int
        Number of replicates, 100 to 100,000.
    rng : int, numpy Generator or None
        Seed of the replicates.

    Returns
    -------
    RocBand

    Raises
    ------
    DataError
        The sample holds several tests, fewer than two cases or controls, or resamples that cannot differ; or a false
        positive fraction is none.
    MethodError
        The subjects come in clusters, or an option is out of range.

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
    _check_resamples(n_resamples)
    if min(sample.n_cases, sample.n_controls) < 2:
        raise DataError("a band needs two cases and two controls; a resample of one subject is always the same.")
    curve = roc_curve(sample)
    at = _grid(curve.fpf) if fpf is None else _asked(fpf)
    tpf = curve.tpf_at(at)
    seed = seed_of(rng)
    lines = _replicates(collapsed(sample), at, int(n_resamples), seed)
    if (lines == lines[0]).all():
        where = "" if fpf is None else " at these false positive fractions"
        raise DataError(
            f'all resamples of "{printable(sample.tests[0].name)}" give the same curve{where}, so they tell nothing of '
            "its spread, and there is no band."
        )
    tail = (1 - level) / 2
    low, high = np.quantile(lines, [tail, 1 - tail], axis=0)
    for array in (at, tpf, low, high):
        array.setflags(write=False)
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
        notes=_notes(at, tpf, low, high),
    )


def _check_resamples(n_resamples: object) -> None:
    """Refuse a number of replicates that is none, or more than can be held."""
    whole = isinstance(n_resamples, int | np.integer) and not isinstance(n_resamples, bool)
    if not whole or not 100 <= int(n_resamples) <= _MOST_RESAMPLES:  # type: ignore[call-overload]
        raise MethodError(
            f"n_resamples is {n_resamples!r}; it must be a whole number of at least 100 and at most {_MOST_RESAMPLES}."
        )


def _grid(fpf: Floats) -> Floats:
    """Return where the band is computed: hundredths, and the vertices of the curve where they are few."""
    vertices = np.unique(fpf)
    steps = 100 if len(vertices) <= _MOST_POINTS else _MOST_POINTS - 1
    # Quotients, so that a hundredth that is a vertex is the same float as the vertex.
    even = np.arange(steps + 1) / steps
    return np.union1d(even, vertices) if len(vertices) <= _MOST_POINTS else even


def _asked(fpf: ArrayLike) -> Floats:
    """Return stated false positive fractions in ascending order, each once."""
    try:
        at = np.unique(np.asarray(fpf, dtype=np.float64))
    except (TypeError, ValueError):
        raise TypeError(f"fpf is {type(fpf).__name__}; it must be numbers between 0 and 1.") from None
    if len(at) == 0 or not ((at >= 0) & (at <= 1)).all():
        raise DataError("fpf holds no or impossible false positive fractions; give one or more between 0 and 1.")
    return at


def _notes(at: Floats, tpf: Floats, low: Floats, high: Floats) -> tuple[Note, ...]:
    """Say where the curve leaves its band, and where the band has no width before its end."""
    notes = []
    outside = int(((tpf < low) | (tpf > high)).sum())
    if outside:
        text = f"the curve leaves the band at {outside} of {len(at)} points; it is kept."
        notes.append(Note("estimate-outside", text))
    closed = at[(low == high) & (at < 1)]
    if len(closed):
        ends = " to ".join(dict.fromkeys(significant(x) for x in (closed[0], closed[-1])))
        text = (
            f"the band has no width at {counted(len(closed), 'point')} (FPF {ends}), where resamples agree; that shows "
            "the limits of resampling and no certainty."
        )
        notes.append(Note("zero-width", text))
    return tuple(notes)


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
