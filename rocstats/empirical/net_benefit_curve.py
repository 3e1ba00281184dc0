"""The decision curve: net benefit of a test, of treating all and of treating none, over threshold probabilities."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.net_benefit import benefit, checked_threshold, odds
from rocstats.empirical.probability_scores import check_probabilities
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.score_table import one_test, score_table
from rocstats.empirical.stated_prevalence import checked_prevalence, refuse_fixed_share, share_notes
from rocstats.errors import DataError
from rocstats.formatting import counted, fixed, listed, plain, wrapped
from rocstats.given import holds_several
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Subjects, data_lines

_HUNDREDTHS = tuple(i / 100 for i in range(1, 100))
_SHOWN = 11
_DECIMALS = 4


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DecisionCurve(Result):
    """Net benefit per subject at each threshold probability: of the test, of treating all, of treating none.

    ``tp`` and ``fp`` count the subjects whose score reaches the threshold. ``prevalence`` is the share of cases at
    which the benefits hold; ``stated`` says whether it was stated or is that of the sample.
    """

    test: DiagnosticTest
    subjects: Subjects
    thresholds: Floats
    tp: Integers
    fp: Integers
    net_benefit: Floats
    treat_all: Floats
    prevalence: float
    stated: bool
    notes: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.test.name

    @property
    def treat_none(self) -> Floats:
        """Net benefit of treating nobody: 0."""
        return np.zeros(len(self.thresholds))

    @property
    def best(self) -> tuple[bool, ...]:
        """Whether the test has more net benefit than both treating all and treating none, at each threshold."""
        return tuple((self.net_benefit > np.maximum(self.treat_all, 0.0)).tolist())

    def summary(self) -> Summary:
        """Print one line per threshold, a spread of them where they are many, and where the test is best."""
        total = len(self.thresholds)
        spread = {round(i * (total - 1) / (_SHOWN - 1)) for i in range(_SHOWN)}
        shown = sorted(spread) if total > _SHOWN else range(total)
        rows = tuple(
            (
                plain(float(self.thresholds[i])),
                *(str(c[i]) for c in (self.tp, self.fp)),
                *(fixed(v[i], _DECIMALS) for v in (self.net_benefit, self.treat_all, self.treat_none)),
            )
            for i in shown
        )
        heads = ("threshold", "tp", "fp", "test", "treat all", "treat none")
        among = counted(total, "threshold probability", "threshold probabilities")
        rest = f", {len(rows)} of them shown; tidy() has all" if len(rows) < total else ""
        at = "a stated prevalence" if self.stated else "the share of cases in these data"
        return Summary(
            "Decision curve: net benefit per subject",
            data_lines([self.subjects]),
            (
                f"net benefit = TP/N - FP/N x t/(1 - t), at {at}{self._shown_prevalence()}",
                f"{among}{rest}",
                Grid(tuple(Column(h) for h in heads), rows),
                *self._where(),
            ),
            self.notes,
            ("vickers2006",),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per threshold probability."""
        arrays = (self.thresholds, self.tp, self.fp, self.net_benefit, self.treat_all, self.treat_none)
        heads = ("threshold", "tp", "fp", "net_benefit", "treat_all", "treat_none")
        columns = zip(*(v.tolist() for v in arrays), strict=True)
        return [{"test": self.name, **dict(zip(heads, values, strict=True))} for values in columns]

    def to_dict(self) -> dict[str, Any]:
        """Return the curve as strict JSON holds it, the prevalence with it."""
        return {**Result.to_dict(self), "prevalence": self.prevalence}

    def _shown_prevalence(self) -> str:
        return f", {plain(self.prevalence)}" if self.stated else ""

    def _where(self) -> list[str]:
        """Say at which of the thresholds the test is best."""
        runs = []
        for best, places in groupby(range(len(self.best)), key=self.best.__getitem__):
            if best:
                inside = list(places)
                ends = dict.fromkeys(plain(float(self.thresholds[i])) for i in (inside[0], inside[-1]))
                runs.append(" to ".join(ends))
        if not runs:
            return ["At none of these thresholds has the test more than treating all and none."]
        more = f" and {counted(len(runs) - 3, 'other range')}" if len(runs) > 3 else ""
        shown = ", ".join(runs[:3]) if more else listed(runs)
        return wrapped(f"The test has more than treating all and none at {shown}{more}.").splitlines()


def decision_curve(
    sample: Sample, thresholds: Iterable[float] | None = None, *, prevalence: float | None = None
) -> DecisionCurve:
    """Return the net benefit of a probability score over threshold probabilities, beside treating all and none.

    At threshold probability t, who reaches t is treated, and a false positive counts t/(1 - t) against a true
    positive: t states how much harm one is ready to do for the benefit, so only the thresholds that people hold matter,
    and the largest benefit over all of them means nothing. It misleads where the scores are badly calibrated, come from
    a model that was fitted to the same subjects, or the share of cases is not that of the place of use. Differences
    between curves have intervals: ``estimate`` and ``compare`` with ``NetBenefit(t)``.

    Parameters
    ----------
    sample : Sample
        One test whose scores are probabilities of being a case.
    thresholds : iterable of float, optional
        Threshold probabilities; hundredths from 0.01 to 0.99 unless stated.
    prevalence : float, optional
        Share of cases at which the benefits are to hold; that of the sample unless stated. For a case-control study
        there is no net benefit without it.

    Returns
    -------
    DecisionCurve
        The lowest threshold first.

    Raises
    ------
    DataError
        The sample holds several tests, scores lie outside 0 to 1, or there are no thresholds.
    MethodError
        Low scores are positive, the design is case-control and no prevalence is stated, or a number is out of range.

    References
    ----------
    [vickers2006]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[0.75, 0.5], controls=[0.25, 0.0])
    >>> curve = decision_curve(sample, [0.2, 0.5])
    >>> curve.net_benefit.tolist(), curve.treat_all.tolist()
    ([0.4375, 0.5], [0.375, 0.0])
    """
    one_test(sample, "decision_curve")
    check_probabilities(sample, "a decision curve")
    stated = checked_prevalence(prevalence, "prevalence")
    refuse_fixed_share(sample.design, stated, "net benefit", "State a prevalence (prevalence=).")
    at = _wanted(thresholds)
    table = score_table(sample)
    tp, fp = (np.concatenate([[0], np.cumsum(v)]) for v in (table.cases, table.controls))
    reached = np.searchsorted(-table.scores, -at, side="right")
    weight = np.array([odds(t) for t in at.tolist()])
    m, n = np.array([table.m]), np.array([table.n])
    found = benefit(tp[reached], fp[reached], m, n, weight, stated)
    everybody = benefit(m, n, m, n, weight, stated)
    subjects = sample.subjects
    return DecisionCurve(
        test=sample.tests[0],
        subjects=subjects,
        thresholds=at,
        tp=tp[reached],
        fp=fp[reached],
        net_benefit=found,
        treat_all=everybody,
        prevalence=subjects.n_cases / subjects.total if stated is None else stated,
        stated=stated is not None,
        notes=share_notes(subjects, sample.design, stated, "Net benefits hold"),
    )


def _wanted(thresholds: Iterable[float] | None) -> Floats:
    """Return threshold probabilities in ascending order, each once."""
    if thresholds is not None and not holds_several(thresholds):
        raise TypeError("thresholds is a list of numbers; for one of them, with its interval, use NetBenefit(t).")
    wanted = sorted({checked_threshold(t) for t in (_HUNDREDTHS if thresholds is None else thresholds)})
    if not wanted:
        raise DataError("there are no thresholds; state at least one, or leave thresholds out for hundredths.")
    return np.array(wanted)
