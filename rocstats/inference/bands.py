"""Confidence bands for the empirical ROC curve."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args, overload

import numpy as np
from numpy.typing import ArrayLike

from rocstats.data.sample import Sample
from rocstats.empirical.curve import EmpiricalCurve, read_off, roc_curve
from rocstats.empirical.ranks import Floats
from rocstats.empirical.score_table import one_test, score_table
from rocstats.errors import DataError, MethodError
from rocstats.formatting import counted, printable, shown, significant
from rocstats.given import is_one_of
from rocstats.inference.resampled_curves import check_resamples, resampled_curves
from rocstats.inference.simultaneous_bands import NOTHING_DRAWN, Shift, both_axes, fixed_width, vertical
from rocstats.methods.band_points import points_asked
from rocstats.methods.band_result import CampbellBand as CampbellBand
from rocstats.methods.band_result import KolmogorovSmirnovBand as KolmogorovSmirnovBand
from rocstats.methods.band_result import RocBand as RocBand
from rocstats.methods.band_result import SimultaneousBand as SimultaneousBand
from rocstats.methods.band_result import VerticalBand as VerticalBand
from rocstats.methods.method import checked_level
from rocstats.methods.replicates import Rng, collapsed, seed_of
from rocstats.printing import Note
from rocstats.results import Resampling

Kind: TypeAlias = Literal["pointwise", "campbell", "kolmogorov-smirnov", "bootstrap-sup"]
_MOST_POINTS = 401
_MOST_CORNERS = 1200


@overload
def roc_band(
    sample: Sample,
    *,
    kind: Literal["pointwise"] = "pointwise",
    level: float = 0.95,
    fpf: ArrayLike | None = None,
    n_resamples: int = 2000,
    rng: Rng = None,
) -> RocBand: ...
@overload
def roc_band(
    sample: Sample,
    *,
    kind: Literal["campbell", "kolmogorov-smirnov", "bootstrap-sup"],
    level: float = 0.95,
    fpf: ArrayLike | None = None,
    n_resamples: int = 2000,
    rng: Rng = None,
) -> SimultaneousBand: ...
def roc_band(
    sample: Sample,
    *,
    kind: Kind = "pointwise",
    level: float = 0.95,
    fpf: ArrayLike | None = None,
    n_resamples: int = 2000,
    rng: Rng = None,
) -> RocBand | SimultaneousBand:
    """Return a band for the ROC curve of one test: at one FPF at a time, or for the whole curve at once.

    ``"pointwise"``: the TPF at fixed FPF, by stratified bootstrap. The drawn curve is read at each FPF, at the upper
    end of a vertical step, in each of the resamples; the band lies between their quantiles. It holds at one FPF at a
    time, not for the whole curve, and misleads with few subjects and at the ends of the curve, where resamples cannot
    go beyond the scores seen.

    The others are simultaneous: the whole true curve lies within with the stated confidence. They are wide, and read as
    an interval at one FPF they promise too little.

    ``"campbell"``: the drawn curve is moved along the slope sqrt(n/m) of the standard errors of m cases and n controls,
    up to the left and down to the right, as far as the largest distance along that slope of so large a share of the
    resampled curves. Among these kinds it is mostly the narrowest.

    ``"kolmogorov-smirnov"``: the exact band of Kolmogorov for the cases and for the controls, each at the root of the
    level, so that both hold at the level itself. Nothing is drawn; it is exact for continuous scores, conservative with
    ties, wide, and serves one subject in a group and perfect separation too.

    ``"bootstrap-sup"``: the drawn curve is moved up and down by the largest difference in TPF of so large a share of
    the resampled curves, between the third control from either end. Beyond these an edge is the end of the range, for a
    curve may rise there as steeply as it likes. It misleads with steep curves and few controls: one height for all FPFs
    is too much where the curve is flat.

    Parameters
    ----------
    sample : Sample
        One test.
    kind : {"pointwise", "campbell", "kolmogorov-smirnov", "bootstrap-sup"}
        Kind of band.
    level : float
        Confidence level, at each FPF or for the whole curve.
    fpf : array-like, optional
        False positive fractions at which to give the band; by default hundredths, the vertices of the curve, and the
        corners of a simultaneous band.
    n_resamples : int
        Number of replicates, 100 to 100,000.
    rng : int, numpy Generator or None
        Seed of the replicates.

    Returns
    -------
    RocBand
        The pointwise one.
    SimultaneousBand
        A ``CampbellBand``, ``KolmogorovSmirnovBand`` or ``VerticalBand``.

    Raises
    ------
    DataError
        The sample holds several tests; or, where resamples are drawn, fewer than two cases or controls, or resamples
        that cannot differ; or a false positive fraction is none.
    MethodError
        The subjects come in clusters, or an option is out of range.

    References
    ----------
    [davison1997], [pepe2003], [campbell1994], [massey1951], [horvath2008]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[2, 3, 5, 4, 6, 7], controls=[1, 2, 4, 3, 2, 5])
    >>> band = roc_band(sample, rng=1)
    >>> bool((band.low <= band.high).all()), float(band.high[-1])
    (True, 1.0)
    >>> roc_band(sample, kind="kolmogorov-smirnov").simultaneous
    True
    """
    if not is_one_of(kind, get_args(Kind)):
        known = ", ".join(f'"{k}"' for k in get_args(Kind))
        raise MethodError(f"kind is {shown(kind)}; it must be one of {known}.")
    one_test(sample, "roc_band")
    level = checked_level(level)
    if sample.clusters is not None:
        raise MethodError(
            "these subjects come in clusters, and a band takes subjects as independent; it would be too narrow. Take "
            "one record per cluster, or leave cluster= out if the records are independent."
        )
    check_resamples(n_resamples)
    drawn = kind != "kolmogorov-smirnov"
    if drawn and min(sample.n_cases, sample.n_controls) < 2:
        raise DataError(
            f"a band needs two cases and two controls; a resample of one subject is always the same. {NOTHING_DRAWN}"
        )
    curve = roc_curve(sample)
    if kind != "pointwise":
        return _simultaneous(sample, curve, kind, level, fpf, int(n_resamples), rng)
    at = _grid(curve.fpf) if fpf is None else points_asked(fpf)
    tpf = curve.tpf_at(at)
    seed = seed_of(rng)
    lines = np.empty((int(n_resamples), len(at)))
    for line, (x, y) in enumerate(resampled_curves(collapsed(sample), int(n_resamples), seed)):
        lines[line] = read_off(x, y, at)
    if (lines == lines[0]).all():
        where = "" if fpf is None else " at these false positive fractions"
        raise DataError(
            f'all resamples of "{printable(sample.tests[0].name)}" give the same curve{where}, so they tell nothing of '
            f"its spread, and there is no band. {NOTHING_DRAWN}"
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


def _simultaneous(
    sample: Sample, curve: EmpiricalCurve, kind: Kind, level: float, fpf: ArrayLike | None, n_resamples: int, rng: Rng
) -> SimultaneousBand:
    """Move the curve as the kind asks, and read both edges."""
    resampling, seed = None, None
    cls: type[SimultaneousBand] = KolmogorovSmirnovBand
    if kind == "kolmogorov-smirnov":
        shift = both_axes(sample, level)
    else:
        seed, resampling = seed_of(rng), Resampling(n_resamples, True)
        cls, found = (CampbellBand, fixed_width) if kind == "campbell" else (VerticalBand, vertical)
        shift = found(sample, curve, level, n_resamples, seed)
    if fpf is None:
        at, corners = _grid(curve.fpf), shift.corners(curve)
        at = np.union1d(at, corners) if len(corners) <= _MOST_CORNERS else at
    else:
        at = points_asked(fpf)
    low, high = shift.band(curve, at)
    tpf = curve.tpf_at(at)
    for array in (at, tpf, low, high):
        array.setflags(write=False)
    return cls(
        test=sample.tests[0],
        subjects=sample.subjects,
        fpf=at,
        tpf=tpf,
        low=low,
        high=high,
        level=level,
        shift=(shift.fpf, shift.tpf),
        seed=seed,
        resampling=resampling,
        notes=_simultaneous_notes(sample, kind, shift),
    )


def _simultaneous_notes(sample: Sample, kind: Kind, shift: Shift) -> tuple[Note, ...]:
    """Say what ties do to the band, and where a vertical one rests on the ends of the range."""
    notes = []
    table = score_table(sample)
    tied = int(((table.cases > 0) & (table.controls > 0)).sum())
    if tied:
        text = (
            f"cases and controls share {counted(tied, 'score')}; the curve between its points is drawn straight there."
        )
        if kind == "kolmogorov-smirnov":
            text += " The band is exact without ties and conservative with them."
        notes.append(Note("ties", text))
    if kind == "bootstrap-sup":
        text = (
            f"below an FPF of {significant(shift.first)} the low edge is 0, and above {significant(shift.last)} the "
            "high edge is 1: resamples tell nothing of the curve beyond the third control from either end."
        )
        notes.append(Note("beyond-edge", text))
    return tuple(notes)


def _grid(fpf: Floats) -> Floats:
    """Return where the band is computed: hundredths, and the vertices of the curve where they are few."""
    vertices = np.unique(fpf)
    steps = 100 if len(vertices) <= _MOST_POINTS else _MOST_POINTS - 1
    # Quotients, so that a hundredth that is a vertex is the same float as the vertex.
    even = np.arange(steps + 1) / steps
    return np.union1d(even, vertices) if len(vertices) <= _MOST_POINTS else even


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
            "the limits of resampling and no certainty, and no limits are given there. Kolmogorov-Smirnov bands, for "
            "which nothing is drawn, have a width there too."
        )
        notes.append(Note("zero-width", text))
    return tuple(notes)
