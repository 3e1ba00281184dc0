"""What ties between cases and controls do to an area.

The empirical AUC is P(case > control) + P(tie) / 2. If every tie were decided one way it would lie between P(>) and
P(>) + P(tie). With B the score values held by both groups, Redolfi bounds AUC - P(>) by a quarter of the share of cases
in B plus the share of controls in B; the exact gap is half the chance of a tie.

References: [redolfi2026], [pepe2003]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.components import StructuralComponents
from rocstats.empirical.ranks import Floats, exact_sum
from rocstats.empirical.score_table import ScoreTable, one_test, score_table
from rocstats.formatting import NOT_ESTIMABLE, counted, decimals_for, decimals_for_error, fixed
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Subjects, data_lines, error_text

NEAR = 1e-12
DIGITS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class TieSummary(Result):
    """Ties of one test, and how far its AUC rests on them.

    Counts are of subjects and of case-control pairs; areas are floats, correctly rounded from whole numbers.
    ``standard_errors`` are DeLong's with every tie resolved against and for the test, None where there is no variance
    and where subjects come in clusters (``clustered``), for they are of independent subjects.
    ``after_rounding`` is the AUC with scores rounded to 1, 2, ... 6 significant digits.
    """

    subjects: Subjects
    higher: int
    tied: int
    lower: int
    distinct: int
    shared: int
    cases_shared: int
    controls_shared: int
    near_ties: int
    standard_errors: tuple[float | None, float | None]
    after_rounding: tuple[float, ...]
    clustered: bool = False

    @property
    def pairs(self) -> int:
        """Number of case-control pairs."""
        return self.higher + self.tied + self.lower

    @property
    def p_higher(self) -> float:
        """P(case > control), the AUC if every tie went against the test."""
        return float(Fraction(self.higher, self.pairs))

    @property
    def p_tie(self) -> float:
        """P(case = control)."""
        return float(Fraction(self.tied, self.pairs))

    @property
    def auc(self) -> float:
        """P(case > control) + P(tie) / 2."""
        return float(Fraction(2 * self.higher + self.tied, 2 * self.pairs))

    @property
    def attainable(self) -> tuple[float, float]:
        """The AUC if every tie were resolved against the test, and for it."""
        return self.p_higher, float(Fraction(self.higher + self.tied, self.pairs))

    @property
    def gap(self) -> float:
        """AUC - P(case > control), half the chance of a tie."""
        return float(Fraction(self.tied, 2 * self.pairs))

    @property
    def bound(self) -> float:
        """Redolfi's upper bound on the gap."""
        n_cases, n_controls = self.subjects.n_cases, self.subjects.n_controls
        return float((Fraction(self.cases_shared, n_cases) + Fraction(self.controls_shared, n_controls)) / 4)

    def summary(self) -> Summary:
        """Print counts, probabilities, the attainable range, the gap with its bound, and rounding."""
        low, high = self.attainable
        probabilities = [self.p_higher, self.p_tie, self.auc]
        d = decimals_for(probabilities)
        d_range = decimals_for([low, high], [(low, high)])
        d_gap = decimals_for([self.gap, self.bound])
        d_round = decimals_for(self.after_rounding)
        errors = decimals_for_error(self.standard_errors)
        labels = ("P(case > control)", "P(tie)", "AUC = P(>) + P(tie)/2")
        return Summary(
            "Ties between cases and controls",
            data_lines([self.subjects]),
            (
                f"{counted(self.pairs, 'case-control pair')}:",
                f"  {self.higher} with the case higher, {self.tied} tied, {self.lower} with the control higher",
                f"{counted(self.distinct, 'distinct score')}, {self.shared} of them held by both groups "
                f"({counted(self.cases_shared, 'case')}, {counted(self.controls_shared, 'control')})",
                f"near-ties (scores equal to a relative 1e-12 but not exactly): {self.near_ties}",
                "",
                *_labelled(labels, [fixed(p, d) for p in probabilities]),
                "",
                "If every tie were resolved one way:",
                Grid(
                    (Column("", "left"), Column("AUC"), Column("std. error")),
                    (
                        ("all against the test", fixed(low, d_range), self._error(0, errors)),
                        ("all for the test", fixed(high, d_range), self._error(1, errors)),
                    ),
                ),
                *self._without_error(),
                "",
                "Share of the AUC that comes from ties, AUC - P(>):",
                *_labelled(("exact", "Redolfi's bound"), (fixed(self.gap, d_gap), fixed(self.bound, d_gap))),
                "",
                "AUC after rounding the scores to significant digits:",
                Grid(
                    tuple(Column(str(digits)) for digits in DIGITS),
                    (tuple(fixed(area, d_round) for area in self.after_rounding),),
                ),
            ),
            self.notes,
            ("redolfi2026", "pepe2003"),
        )

    @property
    def notes(self) -> tuple[Note, ...]:
        """What to know of these numbers."""
        if not self.clustered:
            return ()
        text = (
            "these subjects come in clusters, and DeLong's standard errors are for independent subjects; they would be "
            "too small and are left out. Counts and areas hold as they are."
        )
        return (Note("clusters", text),)

    def _error(self, end: int, decimals: int) -> str:
        return "-" if self.clustered else error_text(self.standard_errors[end], decimals)

    def _without_error(self) -> list[str]:
        """Say why an end of the range has no standard error."""
        if self.clustered or None not in self.standard_errors:
            return []
        small = min(self.subjects.n_cases, self.subjects.n_controls) < 2
        return [f"{NOT_ESTIMABLE}: {'a group holds one subject' if small else 'the variance is 0 there'}."]

    def rows(self) -> list[dict[str, Any]]:
        """Return all numbers as one row."""
        low, high = self.attainable
        return [
            {
                "parameter": "AUC",
                "test": self.subjects.tests[0],
                "estimate": self.auc,
                "p_higher": self.p_higher,
                "p_tie": self.p_tie,
                "pairs": self.pairs,
                "pairs_higher": self.higher,
                "pairs_tied": self.tied,
                "pairs_lower": self.lower,
                "distinct": self.distinct,
                "distinct_shared": self.shared,
                "cases_shared": self.cases_shared,
                "controls_shared": self.controls_shared,
                "near_ties": self.near_ties,
                "auc_ties_against": low,
                "auc_ties_for": high,
                "std_error_ties_against": self.standard_errors[0],
                "std_error_ties_for": self.standard_errors[1],
                "gap": self.gap,
                "gap_bound": self.bound,
                **{f"auc_{d}_digits": area for d, area in zip(DIGITS, self.after_rounding, strict=True)},
                "n_cases": self.subjects.n_cases,
                "n_controls": self.subjects.n_controls,
                "n_dropped": self.subjects.n_dropped,
            }
        ]


def tie_summary(sample: Sample) -> TieSummary:
    """Count the ties of one test and say how far its AUC rests on them.

    Ties are exact equality of float64 scores. Near-ties are neighbouring distinct scores that differ by no more than a
    relative 1e-12: rounding noise of a computation, most often, that separates what should be tied. Subjects that come
    in clusters are counted, and have no standard errors here, for DeLong's are of independent subjects.

    Parameters
    ----------
    sample : Sample
        One test.

    Returns
    -------
    TieSummary

    Raises
    ------
    DataError
        The sample holds several tests.

    References
    ----------
    [redolfi2026], [pepe2003]

    Examples
    --------
    >>> ties = tie_summary(Sample.from_groups(cases=[1, 2, 2, 3], controls=[0, 1, 2]))
    >>> ties.higher, ties.tied, ties.lower, round(ties.bound, 4)
    (8, 3, 1, 0.3542)
    """
    one_test(sample, "tie_summary")
    table = score_table(sample)
    higher, tied = _won_and_tied(table)
    shared = (table.cases > 0) & (table.controls > 0)
    clustered = sample.clusters is not None
    return TieSummary(
        subjects=sample.subjects,
        higher=higher,
        tied=tied,
        lower=table.m * table.n - higher - tied,
        distinct=len(table.scores),
        shared=int(shared.sum()),
        cases_shared=int(table.cases[shared].sum()),
        controls_shared=int(table.controls[shared].sum()),
        near_ties=_near_ties(table.scores),
        standard_errors=(None, None) if clustered else (_resolved_error(table, 0), _resolved_error(table, 1)),
        clustered=clustered,
        after_rounding=tuple(_area_after_rounding(table, digits) for digits in DIGITS),
    )


def _labelled(labels: tuple[str, ...], values: tuple[str, ...] | list[str]) -> list[str]:
    width = max(len(label) for label in labels)
    return [f"{label:<{width}}  {value}" for label, value in zip(labels, values, strict=True)]


def _won_and_tied(table: ScoreTable) -> tuple[int, int]:
    """Count the pairs with the case higher, and the tied ones."""
    below = table.n - np.cumsum(table.controls)
    return exact_sum(table.cases, below), exact_sum(table.cases, table.controls)


def _near_ties(scores: Floats) -> int:
    """Count neighbouring distinct scores that are almost equal."""
    finite = scores[np.isfinite(scores)]
    larger = np.maximum(np.abs(finite[:-1]), np.abs(finite[1:]))
    with np.errstate(over="ignore"):
        return int((finite[:-1] - finite[1:] <= NEAR * larger).sum())


def _resolved_error(table: ScoreTable, share: int) -> float | None:
    """Return DeLong's standard error with every tie counted as won (share 1) or lost (share 0)."""
    below = table.n - np.cumsum(table.controls)
    above = np.cumsum(table.cases) - table.cases
    components = StructuralComponents(
        2 * (below + share * table.controls)[:, None],
        2 * (above + share * table.cases)[:, None],
        table.cases,
        table.controls,
    )
    variance = components.variance([1])
    return math.sqrt(variance) if variance else None


def _area_after_rounding(table: ScoreTable, digits: int) -> float:
    """Return the AUC with the scores rounded to so many significant digits."""
    rounded = _rounded(table.scores, digits)
    starts = np.flatnonzero(np.concatenate([[True], rounded[1:] != rounded[:-1]]))
    coarse = ScoreTable(rounded[starts], np.add.reduceat(table.cases, starts), np.add.reduceat(table.controls, starts))
    higher, tied = _won_and_tied(coarse)
    return float(Fraction(2 * higher + tied, 2 * table.m * table.n))


def _rounded(scores: Floats, digits: int) -> Floats:
    """Round to significant digits as printf does, from the exact value; zero and infinite scores stay."""
    rounded = scores.copy()
    regular = np.isfinite(scores) & (scores != 0)
    size = scores[regular]
    places = digits - 1 - np.floor(np.log10(np.abs(size)))
    first, second = _powers(places)
    scaled = size * first * second
    whole = np.rint(scaled)
    # Near a half the product's own rounding could decide, so those few are written out in decimals.
    for i in np.flatnonzero(np.abs(np.abs(scaled - whole) - 0.5) < 1e-6):
        whole[i] = np.rint(float(f"{size[i]:.{digits - 1}e}") * first[i] * second[i])
    # What reaches the next decade is written as that decade writes it, so that equal values are equal floats.
    carried = np.abs(whole) == 10.0**digits
    whole[carried] /= 10
    first, second = _powers(places - carried)
    with np.errstate(over="ignore"):
        value = whole / first / second
    rounded[regular] = np.where(np.isfinite(value), value, size)
    return rounded


def _powers(places: Floats) -> tuple[Floats, Floats]:
    """Return two powers of ten whose product shifts the point; one alone can pass the range of a float."""
    half = np.floor(places / 2)
    return 10.0**half, 10.0 ** (places - half)
