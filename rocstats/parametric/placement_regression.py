"""Binormal curve by regression on placement values: the way of fitting that models the curve, not the scores.

References: [pepe2000], [alonzo2002], [davison1997]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.ranks import Floats
from rocstats.empirical.score_table import score_table
from rocstats.empirical.written import edges_as_written
from rocstats.errors import FitError, MethodError
from rocstats.formatting import counted, decimals_for, decimals_for_error, fixed, plain, shown
from rocstats.given import is_one_of, is_whole
from rocstats.methods.replicates import Draws, Rng, by_block, collapsed, seed_of
from rocstats.parametric.diagnosis import refuse_impossible
from rocstats.parametric.disagreement import ANOTHER_FAMILY, with_disagreement
from rocstats.parametric.empirical_error import empirical_error
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.fit_method import check_fit
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.parametric.placement_values import MOST_POINTS, Counted, FpfGrid, PlacementCounts
from rocstats.parametric.probit_line import by_least_squares, by_likelihood, interior
from rocstats.printing import Grid, Note
from rocstats.results import Card, Resampling

Kind = Literal["glm", "least-squares"]
Line: TypeAlias = Callable[[Counted], Floats]
_MOST_RESAMPLES = 100_000
_MOST_LOST = 0.05
_FEW = 4
_MANY = 0.1
_APART = 1.5
_NOTHING = "No standard error or interval is given; those of the empirical area are in auc(sample, Newcombe())."
_INSTEAD = "eport the empirical AUC with an interval that needs no curve, auc(sample, Newcombe())."


@dataclass(frozen=True, slots=True)
class PlacementRegression:
    """Binormal ROC curve by regression on placement values, with bootstrap standard errors.

    A case is compared with the controls only by its placement value, the share of controls at or above it, and whether
    this is at most t is regressed on the normal quantile of t by the probit model Φ(a + b Φ⁻¹(t)), at a grid of t
    (``kind="glm"``, the ROC-GLM). Only the order of the scores counts, so infinite scores are welcome and a monotone
    change of the scores changes nothing. The likelihood depends on the numbers of cases with a placement of at most t
    alone, so the fit takes time in proportion to the grid, not to cases times grid. ``kind="least-squares"`` draws the
    ordinary line through the normal quantiles of the empirical FPF and TPF.

    It assumes that the curve is binormal over the range that is fitted, and independent subjects. Each case enters at
    every t, so the regression's own standard errors are wrong; cases and controls are drawn again, apart, and the
    covariance is that of the replicates. Maximum likelihood (``MaximumLikelihood()``) is more efficient where the
    binormal curve holds everywhere; this fit serves for a part of the curve, and where the likelihood is hard to
    climb. It misleads where few points have a TPF other than 0 and 1 (areas near 1, small groups): the replicates then
    spread unevenly, and a note says so where it shows. Least squares leaves out points whose TPF is 0 or 1, which have
    no normal quantile; that flattens the line of a good test, and all points weigh alike, the uncertain ones near the
    ends as well. Upper placements set every point a little too far to the left: the simulated area is too large by
    0.15 to 0.22 of its standard error in 50 + 50 subjects and by 0.08 to 0.15 in 200 + 200. Controls set the scale,
    so swapping the groups gives another fit, close to (-a/b, 1/b) but not equal.

    The grid is every FPF strictly between 0 and 1 that a threshold attains, or 1000 of them, evenly spread, where there
    are more. An FPF asked for between two of these is moved down to the lower one, where its cases were counted.

    Fewer than two points with a TPF strictly between 0 and 1, a TPF that is the same at all of them, perfect
    separation, all scores tied, and a group of one subject are refused with a ``FitError``. Replicates without a fit
    are left out and counted; with more than 5 percent of them there is a curve without standard errors.

    Parameters
    ----------
    kind : {"glm", "least-squares"}
        Probit regression of the placement values, or the line through the points of the empirical curve.
    points : int, optional
        Number of evenly spread FPFs, 2 to 1000; every attained FPF unless given.
    fpf : pair of numbers
        Range of FPF to fit. The curve outside it, and so its area, is an extrapolation.
    n_resamples : int
        Number of replicates, 100 to 100,000.
    rng : int, numpy Generator or None
        Seed; from a Generator or None one integer seed is drawn, which stands in the result and reproduces it.

    Raises
    ------
    MethodError
        An option is out of range.

    References
    ----------
    [pepe2000], [alonzo2002], [davison1997]

    Examples
    --------
    >>> from rocstats.parametric.binormal import Binormal
    >>> sample = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
    >>> found = PlacementRegression(rng=7).fit(sample, Binormal(), level=0.95)
    >>> [round(value, 3) for value in found.theta], round(found.auc, 3)
    ([1.635, 0.695], 0.91)
    """

    kind: Kind = "glm"
    points: int | None = None
    fpf: tuple[float, float] = (0, 1)
    n_resamples: int = 2000
    rng: Rng = None
    _grid: FpfGrid = field(init=False, repr=False, compare=False, default=FpfGrid())

    def __post_init__(self) -> None:
        if not is_one_of(self.kind, get_args(Kind)):
            raise MethodError(f'kind is {shown(self.kind)}; it must be "glm" or "least-squares".')
        if self.points is not None:
            _check_whole(self.points, "points", 2, MOST_POINTS)
        _check_whole(self.n_resamples, "n_resamples", 100, _MOST_RESAMPLES)
        low, high = edges_as_written(self.fpf, "fpf")
        if not isinstance(self.rng, np.random.Generator | None):
            seed_of(self.rng)
        object.__setattr__(self, "_grid", FpfGrid(None if self.points is None else int(self.points), low, high))

    @property
    def card(self) -> Card:
        """What the way of fitting says of itself."""
        if self.kind == "glm":
            how, line = "regression", "by probit regression of the placement values of the cases"
        else:
            how, line = "least squares", "by least squares through the normal quantiles of the empirical points"
        return Card(
            f"placement-{self.kind}",
            f"{how} on placement values",
            f"The curve was fitted {line}, with bootstrap standard errors",
            ("pepe2000", "alonzo2002", "davison1997"),
            f"Binormal ROC curve, {how} on placement values",
        )

    def refuses(self, family: CurveFamily) -> str | None:
        """Say why it does not fit this family, or None; reads no data."""
        if family.card.id == "binormal":
            return None
        return (
            f"regression on placement values fits a line of normal quantiles, which a {family.card.name} curve is not; "
            "take Binormal(), or MaximumLikelihood() for this family."
        )

    def fit(self, sample: Sample, family: CurveFamily, *, level: float) -> FittedCurve:
        """Fit the binormal curve to one test.

        Parameters
        ----------
        sample : Sample
            One test.
        family : CurveFamily
            ``Binormal()``.
        level : float
            Confidence level of the intervals.

        Returns
        -------
        FittedCurve
            Without standard errors where more than 5 percent of the replicates have no fit.

        Raises
        ------
        DataError
            The sample holds several tests.
        MethodError
            Another family, clusters, or an option out of range.
        FitError
            ``code`` is "one-group-subject", "all-tied", "perfect-separation", "one-interior-point", "edge-points" or
            "degenerate-curve".
        """
        check_fit(self, sample, family, level)
        refuse_impossible(score_table(sample), family, line=self.kind == "least-squares")
        rows = collapsed(sample)
        counts = PlacementCounts(rows, self._grid)
        found = counts.of_sample()
        theta = self._line(found)[0]
        if not np.isfinite(theta).all():
            raise self._no_line(found)
        seed = seed_of(self.rng)
        draws = Draws(rows, n_resamples=int(self.n_resamples), seed=seed, part=0, stratified=True)
        drawn = _Drawn(counts, self._line, draws)
        covariance, notes = _covariance(drawn, family, theta)
        points = self._points(found)
        fit = FittedCurve(
            family=family,
            theta=(float(theta[0]), float(theta[1])),
            covariance=covariance,
            method=self.card,
            source="placement values",
            errors_from="bootstrap standard errors",
            level=level,
            test=sample.tests[0],
            subjects=sample.subjects,
            empirical=roc_curve(sample),
            empirical_error=empirical_error(sample),
            details=(points,),
            notes=(*notes, *self._notes(points, int(found.used.sum()))),
            seed=seed,
            resampling=Resampling(int(self.n_resamples), True, "subjects", drawn.lost),
        )
        # A fit to a part of the curve may leave the rest as it likes.
        return with_disagreement(fit, instead=ANOTHER_FAMILY) if self._grid.whole else fit

    @property
    def _line(self) -> Line:
        return by_likelihood if self.kind == "glm" else by_least_squares

    def _points(self, found: Counted) -> FittedPoints:
        inside = interior(found)
        taken = found.used if self.kind == "glm" else inside
        return FittedPoints(tuple((found.fp[taken] / found.n).tolist()), int(inside.sum()), int(taken.sum()))

    def _notes(self, points: FittedPoints, on_grid: int) -> list[Note]:
        notes = []
        if not self._grid.whole:
            low, high = (plain(float(edge)) for edge in (self._grid.low, self._grid.high))
            text = (
                f"the curve was fitted to FPFs from {low} to {high} only; outside this range, and so in its AUC, it is "
                "an extrapolation."
            )
            notes.append(Note("partial-fit", text))
        left_out = on_grid - points.used
        if left_out > _MANY * on_grid:
            were = "point with a TPF of 0 or 1 was" if left_out == 1 else "points with a TPF of 0 or 1 were"
            text = f'{left_out} {were} left out, which flattens the line; kind="glm" takes all points.'
            notes.append(Note("points-left-out", text))
        if points.inside < _FEW:
            text = f"the line rests on {points.inside} points with a TPF other than 0 and 1."
            notes.append(Note("few-points", text))
        return notes

    def _no_line(self, found: Counted) -> FitError:
        """Say why the points allow no rising line."""
        where = "attained FPFs" if self._grid.whole else "attained FPFs in this range"
        instead = f"R{_INSTEAD}" if self._grid.whole else f"Widen fpf=, or r{_INSTEAD}"
        inside, used = int(interior(found).sum()), int(found.used.sum())
        if inside >= 2:
            reason = f"the TPF is the same at all {where}, so the line has no slope and the curve no shape."
            return FitError(f"{reason} {instead}", "degenerate-curve")
        reason = f"{inside} of {used} {where} {'has' if inside == 1 else 'have'} a TPF other than 0 and 1, and a line"
        return FitError(f"{reason} needs two. {instead}", "one-interior-point" if inside == 1 else "edge-points")


def _covariance(drawn: _Drawn, family: CurveFamily, theta: Floats) -> tuple[Floats | None, list[Note]]:
    """Return the covariance of the replicates, or say why they give none; say where the AUC shows it to be rough."""
    kept, total = drawn.kept, len(drawn.kept) + drawn.lost
    if drawn.lost > _MOST_LOST * total:
        text = f"{drawn.lost} of {total} replicates have no fit, more than 5 percent. {_NOTHING}"
        return None, [Note("lost-replicates", text)]
    covariance = np.cov(kept.T)
    if not np.linalg.det(covariance) > 0:
        return None, [Note("zero-variance", f"the replicates are too alike to show a spread. {_NOTHING}")]
    gradient = family.area_gradient(theta)
    by_delta = math.sqrt(gradient @ covariance @ gradient)
    direct = float(np.std([family.area(line) for line in kept], ddof=1))
    if 1 / _APART < by_delta / direct < _APART:
        return covariance, []
    decimals = decimals_for_error([direct, by_delta])
    text = (
        f"the replicates spread unevenly: their AUCs have a standard deviation of {fixed(direct, decimals)}, where "
        f"those of a and b lead to {fixed(by_delta, decimals)}. Standard errors and intervals are rough; check them "
        "with the empirical area, auc(sample, Newcombe())."
    )
    return covariance, [Note("uneven-replicates", text)]


class _Drawn:
    """The lines of resampled subjects, cases and controls drawn apart; those that have one are kept."""

    def __init__(self, counts: PlacementCounts, line: Line, draws: Draws) -> None:
        self._counts, self._line, self._draws = counts, line, draws
        self._lines = np.empty((draws.n_resamples, 2))
        by_block(self._work, draws)

    @property
    def kept(self) -> Floats:
        """Parameters of the replicates that have a fit, (B, 2)."""
        return self._lines[np.isfinite(self._lines).all(axis=1)]

    @property
    def lost(self) -> int:
        """Number of replicates without a fit."""
        return len(self._lines) - len(self.kept)

    def _work(self, block: int) -> Iterator[slice]:
        for batch, case_w, control_w in self._draws.of_block(block):
            self._lines[batch] = self._line(self._counts.counts(case_w, control_w))
            yield batch


@dataclass(frozen=True, slots=True)
class FittedPoints:
    """The false positive fractions that a regression on placement values rests on.

    ``fpf`` are the points; ``inside`` is how many have a TPF other than 0 and 1, ``used`` how many the line takes.
    """

    fpf: tuple[float, ...]
    inside: int
    used: int

    def data(self) -> tuple[str, ...]:
        """Say how many points there are, and from where to where."""
        ends = (self.fpf[0], self.fpf[-1])
        decimals = decimals_for(ends)
        low, high = (fixed(end, decimals) for end in ends)
        return (f"{counted(self.used, 'point')}, FPF {low} to {high}",)

    def body(self) -> tuple[str | Grid, ...]:
        """Nothing stands below the parameters."""
        return ()

    def rows(self) -> list[dict[str, Any]]:
        """Return the number of points."""
        return [{"parameter": "points", "estimate": float(self.used)}]


def _check_whole(value: object, name: str, least: int, most: int) -> None:
    if not is_whole(value):
        raise TypeError(f"{name} is {type(value).__name__}; it must be a whole number.")
    if not least <= value <= most:
        raise MethodError(f"{name} is {shown(value)}; it must lie between {least} and {most}.")
