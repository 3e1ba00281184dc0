"""The Kolmogorov-Smirnov curve: the shares of cases and of controls that are positive, against the threshold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import one_test, score_table
from rocstats.given import need_flag
from rocstats.results import Subjects


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class KSCurve:
    """Cases and controls that are positive at each observed score of one test, the most specific first.

    Parameters
    ----------
    thresholds : array of float
        Every observed score, on the scale of the data.
    tp, fp : arrays of int64
        Cases and controls that are positive there.
    """

    test: DiagnosticTest
    subjects: Subjects
    thresholds: Floats
    tp: Integers
    fp: Integers

    @property
    def tpf(self) -> Floats:
        """Share of the cases that are positive at each threshold."""
        return self.tp / self.subjects.n_cases

    @property
    def fpf(self) -> Floats:
        """Share of the controls that are positive at each threshold."""
        return self.fp / self.subjects.n_controls

    def largest(self, *, absolute: bool = False) -> tuple[Fraction, tuple[int | None, ...]]:
        """Return the largest TPF - FPF, or |TPF - FPF|, and every place at which it is reached.

        The point at which nobody is positive counts and has the place None. All is decided in whole numbers.
        """
        need_flag(absolute, "absolute")
        m, n = self.subjects.n_cases, self.subjects.n_controls
        whole: Any = np.int64 if m * n < 2**62 else object
        differences = self.tp.astype(whole) * n - self.fp.astype(whole) * m
        differences = abs(differences) if absolute else differences
        most = max(0, int(differences.max()))
        places = tuple(np.flatnonzero(differences == most).tolist())
        return Fraction(most, m * n), places if most else (None, *places)


def ks_curve(sample: Sample) -> KSCurve:
    """Return the Kolmogorov-Smirnov curve of one test.

    Parameters
    ----------
    sample : Sample
        One test.

    Returns
    -------
    KSCurve

    Raises
    ------
    DataError
        The sample holds several tests.

    Examples
    --------
    >>> curve = ks_curve(Sample.from_groups(cases=[3, 2], controls=[2, 1]))
    >>> curve.thresholds.tolist(), curve.tpf.tolist(), curve.fpf.tolist(), curve.largest()
    ([3.0, 2.0, 1.0], [0.5, 1.0, 1.0], [0.0, 0.5, 1.0], (Fraction(1, 2), (0, 1)))
    """
    one_test(sample, "ks_curve")
    table = score_table(sample)
    test = sample.tests[0]
    thresholds, tp, fp = test.turned(table.scores), np.cumsum(table.cases), np.cumsum(table.controls)
    for array in (thresholds, tp, fp):
        array.setflags(write=False)
    return KSCurve(test=test, subjects=sample.subjects, thresholds=thresholds, tp=tp, fp=fp)
