"""Operating points: what a test does at a threshold, or at each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from rocstats.data.counts import Counts, Design
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.data.scores import as_float
from rocstats.empirical.measures import MEASURES
from rocstats.empirical.point_columns import (
    COLUMNS,
    PRINTED,
    checked_costs,
    checked_measures,
    label_of,
    measure_named,
    rules_of,
)
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import one_test, score_table
from rocstats.empirical.stated_prevalence import exact_prevalence
from rocstats.errors import DataError, MethodError
from rocstats.formatting import counted, fixed, listed, plain, printable, significant
from rocstats.given import checked_place, several
from rocstats.printing import Column, Grid, Note, Result, Summary, as_column
from rocstats.results import Subjects, data_lines

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 25


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OperatingPoints(Result):
    """Counts of one test at several thresholds, the most specific first, and every measure that follows from them.

    What would divide by zero is None in ``rows()`` and prints as ``-``; so does what depends on the share of cases in a
    case-control study without a stated prevalence, and the expected cost without costs.
    """

    test: DiagnosticTest
    subjects: Subjects
    thresholds: Floats
    tp: Integers
    fp: Integers
    observed: bool
    design: Design | None = None
    prevalence: float | Fraction | None = None
    costs: tuple[float, float] | None = None
    printed: tuple[str, ...] = PRINTED

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

    def values(self, measure: str) -> Floats:
        """Return a measure at every point, NaN where it has no value.

        Parameters
        ----------
        measure : str
            Its name, as in a column of ``tidy()``: "ppv", "lr_positive", "expected_cost".

        Raises
        ------
        MethodError
            There is no such measure.

        Examples
        --------
        >>> operating_points(Sample.from_groups(cases=[3, 2], controls=[2, 1])).values("ppv").round(3).tolist()
        [1.0, 0.667, 0.5]
        """
        known = measure_named(measure, self.costs)
        if known is None or (known.prevalence and self.design == "case-control" and self.prevalence is None):
            return np.full(len(self.tp), np.nan)
        if known.name == "youden":
            return self.youden
        return known.values(self.tp, self.fp, self.fn, self.tn, prevalence=self.prevalence)

    def likelihood_ratios(self, point: int) -> tuple[float | None, float | None]:
        """Return LR+ and LR- at a point; None where it would divide by zero."""
        m, n = self.subjects.n_cases, self.subjects.n_controls
        point = checked_place(point, len(self.tp), "point")
        tp, fp = int(self.tp[point]), int(self.fp[point])
        positive = tp * n / (fp * m) if fp else None
        negative = (m - tp) * n / ((n - fp) * m) if fp < n else None
        return positive, negative

    def rule(self, point: int) -> str:
        """Say which scores are positive at a point."""
        return self.test.rule(float(self.thresholds[checked_place(point, len(self.tp), "point")]))

    def summary(self) -> Summary:
        """Print one line per threshold, a spread of them where they are many, the best Youden index marked."""
        total = len(self.thresholds)
        best = set(self.youden_optima)
        spread = {round(i * (total - 1) / (_SHOWN - 1)) for i in range(_SHOWN)} if total > _SHOWN else set(range(total))
        shown = sorted(spread | best)
        marked = self.observed and "youden" in self.printed
        columns = [self._cells(name, shown) for name in self.printed]
        rows = []
        for i, *cells in zip(shown, *columns, strict=True):
            counts = (self.tp[i], self.fp[i], self.fn[i], self.tn[i])
            mark = "*" if marked and i in best else ""
            rows.append((self.rule(i), *(str(c) for c in counts), *cells, mark))
        heads = ("tp", "fp", "fn", "tn", *(label_of(name) for name in self.printed))
        grid = Grid((Column("rule", "left"), *(Column(h) for h in heads), Column("", "left")), tuple(rows))
        what = "observed threshold" if self.observed else "stated threshold"
        lines = [counted(total, what) + (f", {len(shown)} of them shown; tidy() has all" if len(shown) < total else "")]
        by_share = [label_of(name) for name in self.printed if name == "expected_cost" or MEASURES[name].prevalence]
        if by_share and self.prevalence is not None:
            lines.append(f"{listed(by_share)} at a stated prevalence of {plain(float(self.prevalence))}")
        by_design = self.design == "case-control" and self.prevalence is None
        undefined = any(
            "-" in column
            for name, column in zip(self.printed, columns, strict=True)
            if not (by_design and label_of(name) in by_share)
        )
        legend = ['"-": not estimable, for it would divide by zero.'] if undefined else []
        return Summary(
            "Operating points",
            data_lines([self.subjects]),
            (*lines, grid, *legend),
            (*([_CHOSEN] if marked else []), *self._about_share(by_share)),
            ("youden1950",),
        )

    def _cells(self, name: str, shown: list[int]) -> list[str]:
        """Write a measure at the points to show."""
        ratio = name != "expected_cost" and MEASURES[name].ratio
        values = self.values(name)[shown].tolist()
        return ["-" if v != v else significant(v) if ratio else fixed(v, 3) for v in values]

    def _about_share(self, by_share: list[str]) -> tuple[Note, ...]:
        """Say for which share of cases the printed measures hold that depend on it."""
        if not by_share or self.prevalence is not None or self.design == "cohort":
            return ()
        m, total = self.subjects.n_cases, self.subjects.total
        verb = "depends" if len(by_share) == 1 else "depend"
        if self.design == "case-control":
            text = (
                f"{listed(by_share)} {verb} on the share of cases, which a case-control study fixes by its design; "
                "state a prevalence: operating_points(sample, prevalence=...)."
            )
            return (Note("case-control", text),)
        text = f"{listed(by_share)} {verb} on the share of cases, {m} of {total} here, and the design was not stated."
        return (Note("design-not-stated", text),)

    def _table(self) -> dict[str, Any]:
        """Return all columns: what tells the point, its counts and every measure."""
        return {
            "test": [self.test.name] * len(self.thresholds),
            "rule": rules_of(self.test, self.thresholds),
            "threshold": self.thresholds,
            **{cell: getattr(self, cell) for cell in ("tp", "fp", "fn", "tn")},
            **{name: self.values(name) for name in COLUMNS},
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per threshold."""
        table = self._table()
        columns = []
        for name, column in table.items():
            values = column if isinstance(column, list) else column.tolist()
            columns.append([None if v != v else v for v in values] if name in COLUMNS else values)
        names = tuple(table)
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def tidy(self) -> pd.DataFrame:
        """Return one row per threshold as a DataFrame; what has no value is NaN."""
        import pandas as pd

        return pd.DataFrame({name: as_column(c) if isinstance(c, list) else c for name, c in self._table().items()})


_CHOSEN = Note(
    "chosen-threshold",
    "* marks the largest Youden index J in these data. A threshold chosen on the data that judge it looks better than "
    "it is.",
)


def operating_points(
    sample: Sample,
    thresholds: Iterable[float] | None = None,
    *,
    measures: Sequence[str] | None = None,
    prevalence: float | Fraction | None = None,
    costs: tuple[float, float] | None = None,
) -> OperatingPoints:
    """Count a test at stated thresholds, or at every observed one, with every measure of accuracy at each.

    PPV, NPV, accuracy, F1, MCC, kappa, precision, lift, CSI and expected cost depend on the share of cases. They hold
    for the share in these data unless a prevalence is stated; in a case-control study they have no value without one,
    for there the share is the investigator's choice. A point picked from the table because it looks best is better in
    these data than it will be elsewhere.

    Parameters
    ----------
    sample : Sample
        One test.
    thresholds : iterable of float, optional
        On the scale of the data; every observed score unless stated. A score equal to the threshold is positive.
    measures : sequence of str, optional
        Which measures to print, by their names in ``tidy()``, which always has all.
    prevalence : float, optional
        Share of cases at which to give the measures that depend on it.
    costs : pair of float, optional
        Cost of a false positive and of a false negative, for the expected cost per subject.

    Returns
    -------
    OperatingPoints
        The most specific first. The point at which nobody is positive has no threshold and is not among them.

    Raises
    ------
    DataError
        The sample holds several tests, or a threshold is not a number.
    MethodError
        There is no such measure, or the prevalence or the costs are out of range.

    References
    ----------
    [youden1950]

    Examples
    --------
    >>> points = operating_points(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    >>> points.tp.tolist(), points.fp.tolist(), points.youden_optima
    ([1, 2, 2], [0, 1, 2], (0, 1))
    >>> operating_points(Sample.from_groups(cases=[3, 2], controls=[2, 1]), prevalence=0.1).values("ppv").round(3)
    array([1.   , 0.182, 0.1  ])
    """
    one_test(sample, "operating_points")
    exact_prevalence(prevalence)
    costs = checked_costs(costs)
    printed = PRINTED if measures is None else checked_measures(measures, costs)
    table = score_table(sample)
    test = sample.tests[0]
    at, tp, fp = table.scores, np.cumsum(table.cases), np.cumsum(table.controls)
    if thresholds is not None:
        at = _wanted(test, thresholds)
        # Distinct scores descend, so the points at or above a threshold are counted from the front.
        reached = np.searchsorted(-table.scores, -at, side="right")
        tp, fp = (np.concatenate([[0], counts])[reached] for counts in (tp, fp))
    return OperatingPoints(
        test=test,
        subjects=sample.subjects,
        thresholds=test.turned(at),
        tp=tp,
        fp=fp,
        observed=thresholds is None,
        design=sample.design,
        prevalence=prevalence,
        costs=costs,
        printed=printed,
    )


def _wanted(test: DiagnosticTest, thresholds: Iterable[float]) -> Floats:
    """Return stated thresholds on the scale of the sample, each once, the most specific first."""
    stated = several(thresholds, "thresholds is a list of numbers; for one use counts_at(sample, threshold)")
    wanted = sorted({_turned_threshold(test, t) for t in stated}, reverse=True)
    if not wanted:
        raise DataError(
            "there are no thresholds; state at least one, or leave thresholds out for every observed score."
        )
    return np.array(wanted)


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
    value = test.turned(as_float(threshold, f'a score of "{printable(test.name)}"'))
    if value != value:
        raise DataError(f'a threshold of "{printable(test.name)}" is not a number.')
    return value
