"""The two-sample Kolmogorov-Smirnov distance of cases from controls, with its test.

References: [massey1951], [hodges1958]
"""

from __future__ import annotations

import math
import sys
import warnings
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.independent_subjects import refuse_clusters
from rocstats.empirical.ranks import exact_sum
from rocstats.empirical.score_table import ScoreTable, one_test, score_table
from rocstats.empirical.separation import KS
from rocstats.empirical.separation_curve import KSCurve, ks_curve
from rocstats.formatting import counted, decimals_for, fixed, listed, pvalue_cell
from rocstats.inference.estimates import estimate
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.kolmogorov import distance_reached
from rocstats.methods.method import checked_level
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Estimate, Interval, Subjects, data_lines, drawn_columns, interval_lines

Tail = Literal["less", "two-sided"]
# Beyond this size of a group scipy itself no longer counts paths.
_MOST_COUNTED = 10_000
_MOST_PLACES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """A place at which a distance is reached; ``threshold`` is None where nobody is positive."""

    threshold: float | None
    tpf: float
    fpf: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """A largest distance: its value, every place at which it is reached, the most specific first, and its p-value.

    ``exact`` says whether the p-value is the exact one for data without ties, or the asymptotic one.
    """

    value: float
    reached: tuple[Reached, ...]
    pvalue: float
    exact: bool


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class KolmogorovSmirnov(Result):
    """The largest TPF - FPF and the largest |TPF - FPF|, where they are reached, and their p-values.

    ``estimate`` is the inference on the first, from a bootstrap, or None where none was asked for.
    """

    test: DiagnosticTest
    subjects: Subjects
    one_sided: Distance
    two_sided: Distance
    curve: KSCurve
    level: float
    estimate: Estimate | None = None
    notes: tuple[Note, ...] = ()

    @property
    def ks(self) -> float:
        """The largest TPF - FPF, at least 0."""
        return self.one_sided.value

    @property
    def d(self) -> float:
        """The largest |TPF - FPF|."""
        return self.two_sided.value

    @property
    def interval(self) -> Interval | None:
        """The bootstrap interval of the largest TPF - FPF, or None."""
        return None if self.estimate is None else self.estimate.interval

    def summary(self) -> Summary:
        """Print both distances, each with the places at which it is reached."""
        limits = [] if self.interval is None else [(self.interval.low, self.interval.high)]
        decimals = decimals_for([self.ks, self.d], limits)
        rows = [
            *self._lines("KS  = max(TPF - FPF)", self.one_sided, "one-sided", decimals),
            *self._lines("D   = max|TPF - FPF|", self.two_sided, "two-sided", decimals),
        ]
        heads = ("value", "reached at", "TPF", "FPF", "p-value")
        grid = Grid((Column("", "left"), *(Column(head) for head in heads), Column("", "left")), tuple(rows))
        more = len(rows) < len(self.one_sided.reached) + len(self.two_sided.reached)
        found = self.estimate
        resampled: list[str] = []
        if found is not None:
            resampled = interval_lines(found.interval, found.inference.estimable, self.level, decimals)
            resampled = [line.replace("interval:", f"interval for KS, {found.method.title}:") for line in resampled]
        drawn = [] if found is None or found.seed is None else [f"{found.inference.resampling}, seed {found.seed}"]
        return Summary(
            "Two-sample Kolmogorov-Smirnov, cases against controls",
            data_lines([self.subjects]),
            (
                *drawn,
                grid,
                *([f"reached at more places than the {_MOST_PLACES} shown; rows() has them all"] if more else []),
                *resampled,
                f"alternative hypotheses: cases tend to score {'lower' if self.test.low else 'higher'} (one-sided);",
                "                        the two distributions differ (two-sided)",
            ),
            self.notes,
            ("massey1951", "hodges1958", *(() if found is None else found.references)),
        )

    def _lines(self, label: str, found: Distance, sides: str, decimals: int) -> list[tuple[str, ...]]:
        lines: list[tuple[str, ...]] = []
        for i, place in enumerate(found.reached[:_MOST_PLACES]):
            head = (label, fixed(found.value, decimals)) if i == 0 else ("", "")
            tail = (pvalue_cell(found.pvalue), sides) if i == 0 else ("", "")
            rule = "none positive" if place.threshold is None else self.test.rule(place.threshold)
            lines.append((*head, rule, fixed(place.tpf, decimals), fixed(place.fpf, decimals), *tail))
        return lines

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per distance and place at which it is reached."""
        rows = []
        for parameter, found, alternative in (
            ("KS", self.one_sided, "greater"),
            ("D", self.two_sided, "two-sided"),
        ):
            interval = self.interval if parameter == "KS" else None
            inferred = self.estimate is not None and parameter == "KS"
            for place in found.reached:
                rows.append(
                    {
                        "parameter": parameter,
                        "test": self.test.name,
                        "estimate": found.value,
                        "std_error": self.estimate.standard_error if self.estimate and inferred else None,
                        "p_value": found.pvalue,
                        "conf_low": None if interval is None else interval.low,
                        "conf_high": None if interval is None else interval.high,
                        "conf_level": self.level if inferred else None,
                        "method": "exact" if found.exact else "asymptotic",
                        "alternative": alternative,
                        "n_cases": self.subjects.n_cases,
                        "n_controls": self.subjects.n_controls,
                        "n_dropped": self.subjects.n_dropped,
                        "threshold": place.threshold,
                        "tpf": place.tpf,
                        "fpf": place.fpf,
                        "seed": self.estimate.seed if self.estimate and inferred else None,
                        **drawn_columns(self.estimate.inference.resampling if self.estimate and inferred else None),
                    }
                )
        return rows


def ks(sample: Sample, method: Bootstrap | None = None, *, level: float = 0.95) -> KolmogorovSmirnov:
    """Measure how far the scores of cases and controls lie apart, by Kolmogorov and Smirnov, and test it.

    KS is the largest TPF - FPF over all thresholds, the point at which nobody is positive among them, so at least 0; it
    is the one-sided statistic, and the largest Youden index. D is the largest |TPF - FPF|, the two-sided one. Every
    threshold at which they are reached is given; that is decided in whole numbers. Subjects are taken as independent.

    The p-values are of the hypothesis that both groups have one distribution; ``scipy.stats.ks_2samp`` counts them
    exactly for up to 10,000 cases and controls, and where it cannot, or groups are larger, they are asymptotic:
    ``scipy.stats.kstwo`` for D (where m n / (m + n) is above 1e9 its limit, ``kstwobign``) and Hodges' correction for
    KS. With ties they are conservative: the true p-value is smaller. A small p-value says that the distributions differ
    somewhere; it is not a test of AUC = 0.5, and no measure of how useful a test is. KS itself is biased upward, for it
    is a maximum.

    Parameters
    ----------
    sample : Sample
        One test.
    method : Bootstrap, optional
        ``Bootstrap()`` adds an interval for KS; see ``KS`` for how to read it.
    level : float
        Confidence level of that interval.

    Returns
    -------
    KolmogorovSmirnov
        ``one_sided`` and ``two_sided`` with value, places and p-value, and ``curve`` for a figure.

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        The subjects come in clusters, or the method does not serve KS.

    References
    ----------
    [massey1951], [hodges1958]

    Examples
    --------
    >>> found = ks(Sample.from_groups(cases=[3, 4, 5, 6], controls=[1, 2, 3, 4]))
    >>> found.ks, [place.threshold for place in found.one_sided.reached], round(found.one_sided.pvalue, 3)
    (0.5, [5.0, 4.0, 3.0], 0.4)
    """
    one_test(sample, "ks")
    level = checked_level(level)
    refuse_clusters(sample, "the Kolmogorov-Smirnov test", "p-value would be too small")
    table, curve = score_table(sample), ks_curve(sample)
    one_sided, two_sided = _distance(table, curve, "less"), _distance(table, curve, "two-sided")
    inferred = None if method is None else estimate(sample, KS(), method, level=level)
    return KolmogorovSmirnov(
        test=sample.tests[0],
        subjects=sample.subjects,
        one_sided=one_sided,
        two_sided=two_sided,
        curve=curve,
        level=level,
        estimate=inferred,
        notes=_notes(table, one_sided, two_sided, inferred),
    )


def _distance(table: ScoreTable, curve: KSCurve, tail: Tail) -> Distance:
    """Return the largest distance in one direction or in both."""
    distance, places = curve.largest(absolute=tail == "two-sided")
    thresholds, tpf, fpf = curve.thresholds, curve.tpf, curve.fpf
    p, exact = _pvalue(table, distance, tail)
    return Distance(
        value=float(distance),
        reached=tuple(
            Reached(threshold=None, tpf=0.0, fpf=0.0)
            if i is None
            else Reached(threshold=float(thresholds[i]), tpf=float(tpf[i]), fpf=float(fpf[i]))
            for i in places
        ),
        pvalue=p,
        exact=exact,
    )


def _pvalue(table: ScoreTable, distance: Fraction, tail: Tail) -> tuple[float, bool]:
    """Return the p-value of a distance, and whether it is exact; never 0, the smallest float at the least."""
    m, n = table.m, table.n
    if distance == 0:
        return 1.0, True
    p = _exact(table, tail) if max(m, n) <= _MOST_COUNTED else None
    found = _asymptotic(m, n, float(distance), tail) if p is None else p
    return min(max(found, sys.float_info.min), 1.0), p is not None


def _exact(table: ScoreTable, tail: Tail) -> float | None:
    """Return the exact p-value by ``scipy.stats.ks_2samp``; None where scipy cannot count the paths."""
    from scipy.stats import ks_2samp

    places = -np.arange(len(table.scores))
    cases, controls = np.repeat(places, table.cases), np.repeat(places, table.controls)
    with warnings.catch_warnings():
        # A warning says that scipy gave the asymptotic p-value instead.
        warnings.simplefilter("error", RuntimeWarning)
        try:
            return float(ks_2samp(cases, controls, alternative=tail, method="exact").pvalue)
        except RuntimeWarning:
            return None


def _asymptotic(m: int, n: int, distance: float, tail: Tail) -> float:
    """Return the asymptotic p-value: by ``scipy.stats.kstwo``, one-sided with the correction of [hodges1958]."""
    large, small = float(max(m, n)), float(min(m, n))
    size = large / (large + small) * small
    if tail == "two-sided":
        return distance_reached(distance, round(size))
    z = math.sqrt(size) * distance
    return math.exp(
        -2 * z * z - 2 * z * (large + 2 * small) / math.sqrt(large) / math.sqrt(small * (large + small)) / 3
    )


def _notes(table: ScoreTable, one_sided: Distance, two_sided: Distance, inferred: Estimate | None) -> tuple[Note, ...]:
    """Say what the p-values and the interval are worth."""
    notes = []
    pairs = exact_sum(table.cases, table.controls)
    rough = [word for found, word in ((one_sided, "one-sided"), (two_sided, "two-sided")) if not found.exact]
    if pairs:
        kind = ["exact", "", "asymptotic"][len(rough)]
        notes.append(
            Note(
                "conservative-ties",
                f"{counted(pairs, 'case-control pair')} {'is' if pairs == 1 else 'are'} tied. The "
                f"{kind + ' ' if kind else ''}p-values are those for data without ties and are conservative with them.",
            )
        )
    if rough:
        text = f"the {listed(rough)} p-value is asymptotic"
        text = text if len(rough) == 1 else "both p-values are asymptotic"
        notes.append(Note("asymptotic-pvalue", f"{text}; so many subjects are too many to count every arrangement."))
    notes.append(Note("equal-distributions", "a test of equal distributions, not of AUC = 0.5."))
    if inferred is not None:
        notes += [*inferred.notes, *KS.notes]
    return tuple(dict.fromkeys(notes))
