"""The precision-recall curve: what share of the cases is found, and what share of the positives are cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.ranking import AveragePrecision, PrecisionRecallArea
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import one_test, score_table
from rocstats.empirical.stated_prevalence import refuse_fixed_share, share_notes, weighing_prevalence
from rocstats.errors import DataError
from rocstats.formatting import counted, decimals_for, fixed, plain, shown
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Subjects, data_lines

_SHOWN = 12


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PrecisionRecallCurve(Result):
    """Recall and precision of one test at each of its thresholds, the most positive first.

    Where nobody is positive there is no precision, so that point is not among them. ``thresholds`` are on the scale of
    the data. ``prevalence`` is the share of cases at which precision holds; ``stated`` says whether it was stated or is
    that of the sample. ``average_precision`` is the sum of recall gained times precision reached, ``area`` that under
    the curve as ``drawn`` gives it.
    """

    test: DiagnosticTest
    subjects: Subjects
    thresholds: Floats
    tp: Integers
    fp: Integers
    prevalence: float
    stated: bool
    average_precision: float
    area: float
    notes: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.test.name

    @property
    def recall(self) -> Floats:
        """Share of the cases that are positive at each threshold: the sensitivity."""
        return self.tp / self.subjects.n_cases

    @property
    def precision(self) -> Floats:
        """Share of the positives that are cases at each threshold: the positive predictive value."""
        return self.tp / (self.tp + self._weight * self.fp)

    @property
    def _weight(self) -> float:
        """What a control counts beside a case."""
        if not self.stated:
            return 1.0
        m, n = self.subjects.n_cases, self.subjects.n_controls
        return m / n * ((1 - self.prevalence) / self.prevalence)

    def drawn(self, per_segment: int = 16) -> tuple[Floats, Floats]:
        """Return recall and precision of points that draw the curve, from recall 0 to 1.

        Between two thresholds true and false positives grow together in a straight line, and precision follows a
        hyperbola. Before the first threshold that finds a case the precision is that at it.

        Examples
        --------
        >>> curve = precision_recall(Sample.from_groups(cases=[2, 1], controls=[1, 1]))
        >>> recall, precision = curve.drawn(2)
        >>> recall.tolist(), precision.round(2).tolist()
        ([0.0, 0.5, 0.75, 1.0], [1.0, 1.0, 0.6, 0.5])
        """
        if per_segment < 1:
            raise DataError(f"per_segment is {shown(per_segment)}; a segment needs at least one point.")
        tp = np.concatenate([[0.0], self.tp])
        fp = np.concatenate([[0.0], self.fp]) * self._weight
        step = np.arange(per_segment, dtype=np.float64) / per_segment
        x = np.append((tp[:-1, None] + np.diff(tp)[:, None] * step).ravel(), tp[-1])
        y = np.append((fp[:-1, None] + np.diff(fp)[:, None] * step).ravel(), fp[-1])
        # A straight line from the corner has one precision, and a vertical drop or a repeated point adds nothing.
        first = per_segment if tp[1] > 0 else 1
        precision = x[first:] / (x[first:] + y[first:])
        recall = x[first:] / tp[-1]
        return np.concatenate([[0.0], recall]), np.concatenate([precision[:1], precision])

    def summary(self) -> Summary:
        """Print both areas and the points, the first of them where they are many."""
        decimals = decimals_for([self.average_precision, self.area])
        recall, precision = self.recall, self.precision
        rows = tuple(
            (
                self.test.rule(float(self.thresholds[i])),
                *(str(c[i]) for c in (self.tp, self.fp)),
                *(fixed(v[i], 3) for v in (recall, precision)),
            )
            for i in range(min(len(self.tp), _SHOWN))
        )
        heads = (Column("rule", "left"), *(Column(h) for h in ("tp", "fp", "recall", "precision")))
        rest = len(self.tp) - len(rows)
        at = plain(self.prevalence) if self.stated else fixed(self.prevalence, decimals_for([self.prevalence]))
        return Summary(
            "Precision-recall curve",
            data_lines([self.subjects]),
            (
                f"average precision = {fixed(self.average_precision, decimals)}, "
                f"area = {fixed(self.area, decimals)}; a useless test has {at}",
                f"precision at {'a stated prevalence' if self.stated else 'the share of cases in these data'}; "
                f"{counted(len(self.tp), 'threshold')}",
                Grid(heads, rows),
                *([f"... and {rest} more: tidy() has them all"] if rest else []),
                "Nobody positive: no precision, so the curve starts at the first threshold.",
            ),
            self.notes,
            ("davis2006",),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per threshold."""
        columns = zip(
            *(v.tolist() for v in (self.thresholds, self.tp, self.fp, self.recall, self.precision)), strict=True
        )
        return [
            {"test": self.name, "threshold": c, "tp": tp, "fp": fp, "recall": recall, "precision": precision}
            for c, tp, fp, recall, precision in columns
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the curve as strict JSON holds it, both areas and the prevalence with it."""
        return {
            **Result.to_dict(self),
            "average_precision": self.average_precision,
            "area": self.area,
            "prevalence": self.prevalence,
        }


def precision_recall(sample: Sample, *, at_prevalence: float | None = None) -> PrecisionRecallCurve:
    """Return the precision-recall curve of one test.

    Precision depends on the share of cases as much as on the test. A sample in which cases are more common than where
    the test will be used makes precision look better than it will be; state the prevalence of that place. For a
    case-control study there is no curve without one. Tied scores are one step; at (0, 0), where nobody is positive,
    precision is undefined and is not set to 1.

    Parameters
    ----------
    sample : Sample
        One test.
    at_prevalence : float, optional
        Share of cases at which precision is to hold; that of the sample unless stated.

    Returns
    -------
    PrecisionRecallCurve

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        The design is case-control and no prevalence is stated, or the prevalence is none.

    References
    ----------
    [davis2006]

    Examples
    --------
    >>> curve = precision_recall(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    >>> curve.recall.tolist(), curve.precision.round(3).tolist()
    ([0.5, 1.0, 1.0], [1.0, 0.667, 0.5])
    >>> round(curve.average_precision, 4), round(curve.area, 4)
    (0.8333, 0.8873)
    """
    one_test(sample, "precision_recall")
    prevalence = weighing_prevalence(at_prevalence)
    refuse_fixed_share(
        sample.design,
        prevalence,
        "precision",
        "State a prevalence (at_prevalence=), or use the ROC curve: roc_curve(sample).",
    )
    table = score_table(sample)
    tp, fp = np.cumsum(table.cases), np.cumsum(table.controls)
    thresholds = sample.tests[0].turned(table.scores)
    for array in (tp, fp, thresholds):
        array.setflags(write=False)
    subjects = sample.subjects
    return PrecisionRecallCurve(
        test=sample.tests[0],
        subjects=subjects,
        thresholds=thresholds,
        tp=tp,
        fp=fp,
        prevalence=subjects.n_cases / subjects.total if prevalence is None else prevalence,
        stated=prevalence is not None,
        average_precision=float(AveragePrecision(at_prevalence=prevalence)(sample)[0]),
        area=float(PrecisionRecallArea(at_prevalence=prevalence)(sample)[0]),
        notes=share_notes(subjects, sample.design, prevalence, "Precision and both areas hold"),
    )
