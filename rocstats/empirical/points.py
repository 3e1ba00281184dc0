"""Operating points: what a test does at a threshold, or at each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.data.counts import Counts
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import one_test, score_table
from rocstats.errors import DataError, MethodError
from rocstats.formatting import counted, fixed, printable, significant
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Subjects, data_lines

_SHOWN = 25


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OperatingPoints(Result):
    """Counts of one test at several thresholds, the most specific first.

    Ratios that would divide by zero are None in ``rows()`` and print as ``-``.
    """

    test: DiagnosticTest
    subjects: Subjects
    thresholds: Floats
    tp: Integers
    fp: Integers
    observed: bool

    @property
    def fn(self) -> Integers:
        """Cases called negative."""
        return self.subjects.n_cases - self.tp

    @property
    def tn(self) -> Integers:
        """Controls called negative."""
        return self.subjects.n_controls - self.fp

    @property
    def sensitivity(self) -> Floats:
        """Share of the cases called positive."""
        return self.tp / self.subjects.n_cases

    @property
    def specificity(self) -> Floats:
        """Share of the controls called negative."""
        return self.tn / self.subjects.n_controls

    @property
    def youden(self) -> Floats:
        """Sensitivity + specificity - 1."""
        numerators: Floats = self._youden_numerators().astype(np.float64)
        return numerators / (self.subjects.n_cases * self.subjects.n_controls)

    @property
    def youden_optima(self) -> tuple[int, ...]:
        """Places of all points with the largest Youden index, decided on counts."""
        numerators = self._youden_numerators()
        return tuple(np.flatnonzero(numerators == numerators.max()).tolist())

    def _youden_numerators(self) -> Any:
        """Return tp n - fp m, in Python integers where 64 bits might not hold it."""
        m, n = self.subjects.n_cases, self.subjects.n_controls
        if m * n < 2**62:
            return self.tp * n - self.fp * m
        return self.tp.astype(object) * n - self.fp.astype(object) * m

    def likelihood_ratios(self, point: int) -> tuple[float | None, float | None]:
        """Return LR+ and LR- at a point; None where it would divide by zero."""
        m, n = self.subjects.n_cases, self.subjects.n_controls
        tp, fp = int(self.tp[point]), int(self.fp[point])
        positive = tp * n / (fp * m) if fp else None
        negative = (m - tp) * n / ((n - fp) * m) if fp < n else None
        return positive, negative

    def rule(self, point: int) -> str:
        """Say which scores are positive at a point."""
        return self.test.rule(float(self.thresholds[point]))

    def summary(self) -> Summary:
        """Print one line per threshold, a spread of them where they are many, the best Youden index marked."""
        total = len(self.thresholds)
        best = set(self.youden_optima)
        spread = {round(i * (total - 1) / (_SHOWN - 1)) for i in range(_SHOWN)} if total > _SHOWN else set(range(total))
        shown = sorted(spread | best)
        sensitivity, specificity, youden = self.sensitivity, self.specificity, self.youden
        rows = []
        for i in shown:
            ratios = ["-" if r is None else significant(r) for r in self.likelihood_ratios(i)]
            counts = (self.tp[i], self.fp[i], self.fn[i], self.tn[i])
            shares = [fixed(v[i], 3) for v in (sensitivity, specificity)]
            mark = "*" if self.observed and i in best else ""
            rows.append((self.rule(i), *(str(c) for c in counts), *shares, *ratios, fixed(youden[i], 3), mark))
        heads = ("tp", "fp", "fn", "tn", "sensitivity", "specificity", "LR+", "LR-", "J")
        grid = Grid((Column("rule", "left"), *(Column(h) for h in heads), Column("", "left")), tuple(rows))
        what = "observed threshold" if self.observed else "stated threshold"
        lines = [counted(total, what) + (f", {len(shown)} of them shown; tidy() has all" if len(shown) < total else "")]
        undefined = any("-" in row[-4:-2] for row in rows)
        legend = ['"-": not estimable, for it would divide by zero.'] if undefined else []
        notes: tuple[Note, ...] = ()
        if self.observed:
            notes = (
                Note(
                    "chosen-threshold",
                    "* marks the largest Youden index J in these data. A threshold chosen on the data that judge it "
                    "looks better than it is.",
                ),
            )
        return Summary("Operating points", data_lines([self.subjects]), (*lines, grid, *legend), notes, ("youden1950",))

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per threshold."""
        columns = zip(
            self.thresholds.tolist(),
            *(v.tolist() for v in (self.tp, self.fp, self.fn, self.tn)),
            *(v.tolist() for v in (self.sensitivity, self.specificity, self.youden)),
            strict=True,
        )
        rows = []
        for i, (threshold, tp, fp, fn, tn, sensitivity, specificity, youden) in enumerate(columns):
            positive, negative = self.likelihood_ratios(i)
            rows.append(
                {
                    "test": self.test.name,
                    "rule": self.rule(i),
                    "threshold": threshold,
                    "tp": tp,
                    "fp": fp,
                    "fn": fn,
                    "tn": tn,
                    "sensitivity": sensitivity,
                    "specificity": specificity,
                    "lr_positive": positive,
                    "lr_negative": negative,
                    "youden": youden,
                }
            )
        return rows


def operating_points(sample: Sample, thresholds: Iterable[float] | None = None) -> OperatingPoints:
    """Count a test at stated thresholds, or at every observed one.

    Parameters
    ----------
    sample : Sample
        One test.
    thresholds : iterable of float, optional
        On the scale of the data; every observed score unless stated. A score equal to the threshold is positive.

    Returns
    -------
    OperatingPoints
        The most specific first. The point at which nobody is positive has no threshold and is not among them.

    Raises
    ------
    DataError
        The sample holds several tests, or a threshold is not a number.

    References
    ----------
    [youden1950]

    Examples
    --------
    >>> points = operating_points(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    >>> points.tp.tolist(), points.fp.tolist(), points.youden_optima
    ([1, 2, 2], [0, 1, 2], (0, 1))
    """
    one_test(sample, "operating_points")
    table = score_table(sample)
    test = sample.tests[0]
    tp, fp = np.cumsum(table.cases), np.cumsum(table.controls)
    if thresholds is None:
        return OperatingPoints(
            test=test,
            subjects=sample.subjects,
            thresholds=test.turned(table.scores),
            tp=tp,
            fp=fp,
            observed=True,
        )
    if not isinstance(thresholds, Iterable):
        raise TypeError("thresholds is a list of numbers; for one threshold use counts_at(sample, threshold).")
    wanted = sorted({_turned_threshold(test, t) for t in thresholds}, reverse=True)
    if not wanted:
        raise DataError(
            "there are no thresholds; state at least one, or leave thresholds out for every observed score."
        )
    # Distinct scores descend, so the points at or above a threshold are counted from the front.
    reached = np.searchsorted(-table.scores, -np.array(wanted), side="right")
    return OperatingPoints(
        test=test,
        subjects=sample.subjects,
        thresholds=test.turned(np.array(wanted)),
        tp=np.concatenate([[0], tp])[reached],
        fp=np.concatenate([[0], fp])[reached],
        observed=False,
    )


def counts_at(sample: Sample, threshold: float) -> Counts:
    """Count the 2x2 table of one test at a threshold.

    Parameters
    ----------
    sample : Sample
        One test.
    threshold : float
        On the scale of the data: positive is a score at or above it, at or below it where low scores are positive.

    Returns
    -------
    Counts
        With the test, the threshold and the subjects, so that a result can name its rule.

    Raises
    ------
    DataError
        The sample holds several tests, or the threshold is not a number.
    MethodError
        The subjects come in clusters.

    Examples
    --------
    >>> counts_at(Sample.from_groups(cases=[3, 2], controls=[2, 1]), 2).tp
    2
    """
    one_test(sample, "counts_at")
    if sample.clusters is not None:
        raise MethodError(
            "these subjects come in clusters, and the intervals of a 2x2 table take subjects as independent; "
            "operating_points(sample) has the counts without intervals."
        )
    points = operating_points(sample, [threshold])
    tp, fp = int(points.tp[0]), int(points.fp[0])
    return Counts(
        tp=tp,
        fp=fp,
        fn=sample.n_cases - tp,
        tn=sample.n_controls - fp,
        test=sample.tests[0],
        threshold=float(threshold),
        subjects=sample.subjects,
        negative=sample.negative,
        design=sample.design,
    )


def _turned_threshold(test: DiagnosticTest, threshold: float) -> float:
    value = test.turned(threshold)
    if value != value:
        raise DataError(f'a threshold of "{printable(test.name)}" is not a number.')
    return value
