"""The empirical ROC curve: its vertices, with the counts and the threshold of each."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.data.scores import as_numbers
from rocstats.empirical.partial_area import PartialAUC, band_area
from rocstats.empirical.ranks import Floats, Integers, exact_sum
from rocstats.empirical.score_table import one_test, score_table
from rocstats.errors import DataError
from rocstats.formatting import decimals_for, fixed
from rocstats.given import checked_place, need_flag
from rocstats.printing import Column, Grid, Result, Summary
from rocstats.results import Subjects, data_lines

_SHOWN = 12


class Curve(Protocol):
    """What empirical and fitted curves have in common."""

    @property
    def name(self) -> str:
        """Name of the test."""
        ...

    @property
    def fpf(self) -> Floats:
        """False positive fractions of the points that draw the curve, ascending from 0 to 1."""
        ...

    @property
    def tpf(self) -> Floats:
        """True positive fractions of the same points."""
        ...

    @property
    def auc(self) -> float:
        """Area under the curve."""
        ...

    def tpf_at(self, fpf: Floats) -> Floats:
        """Read the curve at false positive fractions."""
        ...

    def partial_auc(self, fpf: tuple[float, float] | None = None, *, tpf: tuple[float, float] | None = None) -> float:
        """Return the raw area over a band of FPF or of TPF."""
        ...


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EmpiricalCurve(Result):
    """The empirical ROC curve of one test, from (0, 0) to (1, 1).

    Parameters
    ----------
    fp, tp : arrays of int64
        Subjects called positive at each vertex: controls and cases.
    thresholds : tuple of float or None
        Threshold of each vertex on the scale of the data; None at (0, 0), where nobody is positive.
    midpoint : bool
        Whether thresholds are midpoints to the next score instead of observed scores.
    """

    test: DiagnosticTest
    subjects: Subjects
    fp: Integers
    tp: Integers
    thresholds: tuple[float | None, ...]
    midpoint: bool = False

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.test.name

    @property
    def fpf(self) -> Floats:
        """False positive fraction of each vertex."""
        return self.fp / self.subjects.n_controls

    @property
    def tpf(self) -> Floats:
        """True positive fraction of each vertex."""
        return self.tp / self.subjects.n_cases

    @property
    def auc(self) -> float:
        """Area under the curve by trapezoids, correctly rounded from whole numbers."""
        doubled = exact_sum(np.diff(self.fp), self.tp[1:] + self.tp[:-1])
        return float(Fraction(doubled, 2 * self.subjects.n_cases * self.subjects.n_controls))

    def tpf_at(self, fpf: Floats) -> Floats:
        """Read the drawn curve: straight between vertices, the upper end of a vertical step.

        Examples
        --------
        >>> roc_curve(Sample.from_groups(cases=[3, 2], controls=[2, 1])).tpf_at(np.array([0.0, 0.25, 1.0])).tolist()
        [0.5, 0.75, 1.0]
        """
        at = fractions_read(fpf)
        return read_off(self.fpf, self.tpf, at)

    def partial_auc(self, fpf: tuple[float, float] | None = None, *, tpf: tuple[float, float] | None = None) -> float:
        """Return the raw area over a band of FPF or of TPF, correctly rounded from whole numbers.

        Examples
        --------
        >>> curve = roc_curve(Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1]))
        >>> curve.partial_auc((0, 0.5)), curve.partial_auc(tpf=(0.5, 1))
        (0.375, 0.375)
        """
        return float(band_area(PartialAUC(fpf=fpf, tpf=tpf).band, self.tp, self.fp))

    def thinned(self) -> EmpiricalCurve:
        """Leave out the vertices on a straight line between others; the drawn curve stays the same.

        Examples
        --------
        >>> curve = roc_curve(Sample.from_groups(cases=[4, 3, 2], controls=[2, 1, 0]))
        >>> len(curve.fp), len(curve.thinned().fp)
        (6, 4)
        """
        dx, dy = np.diff(self.fp), np.diff(self.tp)
        left, right = dx[:-1].astype(object) * dy[1:], dx[1:].astype(object) * dy[:-1]
        keep = np.concatenate([[True], left != right, [True]])
        return EmpiricalCurve(
            test=self.test,
            subjects=self.subjects,
            fp=self.fp[keep],
            tp=self.tp[keep],
            thresholds=tuple(t for t, kept in zip(self.thresholds, keep, strict=True) if kept),
            midpoint=self.midpoint,
        )

    def rule(self, vertex: int) -> str:
        """Say which scores are positive at a vertex."""
        threshold = self.thresholds[checked_place(vertex, len(self.thresholds), "vertex")]
        return "none positive" if threshold is None else self.test.rule(threshold)

    def summary(self) -> Summary:
        """Print the area and the vertices, the first of them where they are many."""
        shown = range(min(len(self.fp), _SHOWN))
        fpf, tpf = self.fpf, self.tpf
        rows = tuple(
            (self.rule(i), str(self.tp[i]), str(self.fp[i]), fixed(tpf[i], 3), fixed(fpf[i], 3)) for i in shown
        )
        heads = (Column("rule", "left"), Column("tp"), Column("fp"), Column("TPF"), Column("FPF"))
        rest = len(self.fp) - len(rows)
        return Summary(
            "Empirical ROC curve",
            data_lines([self.subjects]),
            (
                f"AUC = {fixed(self.auc, decimals_for([self.auc]))}; {len(self.fp)} vertices, thresholds are "
                f"{'midpoints between scores' if self.midpoint else 'observed scores'}",
                Grid(heads, rows),
                *([f"... and {rest} more: tidy() has them all"] if rest else []),
            ),
            (),
            ("hanley1982",),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per vertex."""
        fpf, tpf = self.fpf.tolist(), self.tpf.tolist()
        return [
            {"test": self.name, "threshold": threshold, "tp": tp, "fp": fp, "tpf": y, "fpf": x}
            for threshold, tp, fp, y, x in zip(
                self.thresholds, self.tp.tolist(), self.fp.tolist(), tpf, fpf, strict=True
            )
        ]


def fractions_read(fpf: ArrayLike) -> Floats:
    """Return false positive fractions at which a curve is read; refuse what is none."""
    at = as_numbers(fpf, "a false positive fraction")
    if not ((at >= 0) & (at <= 1)).all():
        raise DataError("a false positive fraction lies between 0 and 1; one of those that came does not.")
    return at


def read_off(x: Floats, y: Floats, at: Floats) -> Floats:
    """Read a rising line of joined points at values of x, at the upper end of a vertical step."""
    upper = np.searchsorted(x, at, side="right") - 1
    beyond = np.minimum(upper + 1, len(x) - 1)
    width = x[beyond] - x[upper]
    share = np.divide(at - x[upper], width, out=np.zeros_like(width), where=width > 0)
    return y[upper] + share * (y[beyond] - y[upper])


def roc_curve(sample: Sample, *, midpoint: bool = False) -> EmpiricalCurve:
    """Return the empirical ROC curve of one test.

    Each distinct score is a vertex; tied cases and controls make a sloping segment. A threshold is the lowest score
    called positive (the highest, where low scores are positive).

    Parameters
    ----------
    sample : Sample
        One test.
    midpoint : bool
        Give the midpoint to the next score as threshold, as pROC does; the last threshold is then infinite.

    Returns
    -------
    EmpiricalCurve

    Raises
    ------
    DataError
        The sample holds several tests.

    References
    ----------
    [hanley1982]

    Examples
    --------
    >>> curve = roc_curve(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    >>> curve.thresholds, curve.tp.tolist(), curve.fp.tolist()
    ((None, 3.0, 2.0, 1.0), [0, 1, 2, 2], [0, 0, 1, 2])
    """
    one_test(sample, "roc_curve")
    need_flag(midpoint, "midpoint")
    table = score_table(sample)
    tp = np.concatenate([[0], np.cumsum(table.cases)])
    fp = np.concatenate([[0], np.cumsum(table.controls)])
    for counts in (tp, fp):
        counts.setflags(write=False)
    test = sample.tests[0]
    thresholds = test.turned(_midpoints(table.scores) if midpoint else table.scores)
    return EmpiricalCurve(
        test=test,
        subjects=sample.subjects,
        fp=fp,
        tp=tp,
        thresholds=(None, *thresholds.tolist()),
        midpoint=midpoint,
    )


def _midpoints(scores: Floats) -> Floats:
    """Return the midpoint of each score and the next lower one; the score itself where floats leave no room."""
    lower = scores[1:]
    with np.errstate(invalid="ignore"):
        middle = scores[:-1] / 2 + lower / 2
    between = np.where((middle > lower) & (middle <= scores[:-1]), middle, scores[:-1])
    return np.concatenate([between, [-np.inf]])
