"""Accuracy where only some subjects were verified: sensitivity and specificity corrected by Begg and Greenes.

Whoever tests positive is verified more often than whoever tests negative. Among the verified, sensitivity is then too
high and specificity too low, while the share with the condition among those of one test result is not touched by
it. So the shares are taken from the verified, the numbers of positive and negative results from everybody.

References: [begg1983]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rocstats.data.counts import Counts, whole_number
from rocstats.errors import DataError, MethodError
from rocstats.formatting import decimals_for, decimals_for_error, fixed, level_text, printable
from rocstats.inference.accuracy_result import SIDED, Measure, table_lines
from rocstats.inference.two_by_two import check_table
from rocstats.methods.binomial import checked_sides
from rocstats.methods.method import checked_level, upper_quantile
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Interval, Sides

BEGG_GREENES = Card(
    "begg-greenes",
    "Begg and Greenes",
    "Shares were corrected for partial verification: among those of one test result the unverified are taken to be "
    "like the verified, and intervals are of the delta method on the logit scale",
    ("begg1983",),
    "Begg and Greenes' method",
)
_HALF = Fraction(1, 2)
_NOBODY = Note(
    "nobody-verified",
    "of those with one of the two test results nobody was verified, so nothing tells how many of them have the "
    "condition. Sensitivity and specificity are not estimable.",
)
_AT_RANDOM = Note(
    "verified-at-random",
    "the correction holds if, among subjects with the same test result, who was verified had nothing to do with the "
    "condition. Where other signs decided as well (symptoms, another test), it does not.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationCorrected(Result):
    """Sensitivity and specificity of a test, corrected for those who were not verified.

    ``counts`` are the verified; ``unverified_positive`` and ``unverified_negative`` count the others by their test
    result. The standard error of a measure is that of the delta method, None where its estimate is 0 or 1.
    """

    counts: Counts
    unverified_positive: int
    unverified_negative: int
    sensitivity: Measure
    specificity: Measure
    level: float
    sides: Sides = "two-sided"
    notes: tuple[Note, ...] = ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Both measures in the order in which they are printed."""
        return (self.sensitivity, self.specificity)

    @property
    def tested(self) -> tuple[int, int]:
        """How many tested positive and how many negative, verified or not."""
        return (self.counts.n_positive + self.unverified_positive, self.counts.n_negative + self.unverified_negative)

    def summary(self) -> Summary:
        """Print the table with the unverified, and each measure among the verified and corrected."""
        return Summary(
            f"Accuracy under partial verification, {BEGG_GREENES.title}",
            (*table_lines(self.counts)[:-1], f"{self.counts.total} of {sum(self.tested)} subjects verified"),
            (
                "",
                self._table(),
                "",
                f"{level_text(self.level)} percent confidence intervals of the corrected values, {SIDED[self.sides]}",
                self._measures(),
            ),
            self.notes,
            BEGG_GREENES.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per measure, its value among the verified beside it."""
        test = self.counts.test
        return [
            {
                "parameter": one.label,
                "test": None if test is None else test.name,
                "estimate": one.estimate,
                "std_error": one.standard_error,
                "conf_low": None if one.interval is None else one.interval.low,
                "conf_high": None if one.interval is None else one.interval.high,
                "conf_level": self.level,
                "method": BEGG_GREENES.name,
                "estimate_verified": None if total == 0 else right / total,
                "n_verified": self.counts.total,
                "n_tested": sum(self.tested),
            }
            for one, (right, total) in zip(self.measures, self._verified(), strict=True)
        ]

    def _verified(self) -> tuple[tuple[int, int], tuple[int, int]]:
        return (self.counts.tp, self.counts.n_cases), (self.counts.tn, self.counts.n_controls)

    def _table(self) -> Grid:
        counts, subjects = self.counts, self.counts.subjects
        case = subjects.positive if subjects is not None and subjects.positive else "with"
        control = "without" if case == "with" else counts.negative or f"not {case}"
        name = "" if counts.test is None else counts.test.name
        rows = (
            ("positive", counts.tp, counts.fp, self.unverified_positive, self.tested[0]),
            ("negative", counts.fn, counts.tn, self.unverified_negative, self.tested[1]),
        )
        heads = (name, case, control, "not verified", "total")
        return Grid(
            tuple(Column(printable(head), "right" if i else "left") for i, head in enumerate(heads)),
            tuple(tuple(str(cell) for cell in row) for row in rows),
        )

    def _measures(self) -> Grid:
        among = [None if total == 0 else right / total for right, total in self._verified()]
        limits = [(one.interval.low, one.interval.high) for one in self.measures if one.interval is not None]
        decimals = decimals_for([*among, *(one.estimate for one in self.measures)], limits)
        places = decimals_for_error([one.standard_error for one in self.measures])
        lines = []
        for one, value, (right, total) in zip(self.measures, among, self._verified(), strict=True):
            error = "-" if one.standard_error is None else fixed(one.standard_error, places)
            estimate, low, high = one.texts(decimals)
            shown = "-" if value is None else fixed(value, decimals)
            lines.append((one.label, f"{right}/{total}", shown, estimate, error, low, high))
        heads = ("n/N", "verified only", "corrected", "std. error", "low", "high")
        return Grid((Column("", "left"), *(Column(head) for head in heads)), tuple(lines))


def corrected_for_verification(
    counts: Counts,
    *,
    unverified_positive: int,
    unverified_negative: int,
    level: float = 0.95,
    sides: Sides = "two-sided",
) -> VerificationCorrected:
    """Estimate sensitivity and specificity of a test whose positive and negative subjects were not verified alike.

    It assumes independent subjects of one series, and that verification depended on the test result alone: among
    subjects with the same result, whether the truth became known had nothing to do with the truth. It misleads where
    symptoms or other tests decided as well, where few negative subjects were verified (one false negative more or less
    then moves sensitivity by much), and where the unverified are other people than the verified.

    With everybody verified the estimates are those of the table, and the interval is the logit interval with the
    variance 1/tp + 1/fn. A measure of exactly 0 or 1 has no standard error; its interval is that of the table with one
    half added to each verified cell, closed by that end of the range. Where nobody with a test result that occurred
    was verified, nothing is estimable. A case-control study fixes the share of cases and has no such correction.

    Parameters
    ----------
    counts : Counts
        The 2x2 table of the verified.
    unverified_positive, unverified_negative : int
        How many tested positive, and negative, without being verified.
    level : float
        Confidence level, 0.95 for 95 percent.
    sides : {"two-sided", "lower", "upper"}
        A one-sided bound ends at the end of the range.

    Returns
    -------
    VerificationCorrected

    Raises
    ------
    TypeError
        If ``counts`` is no ``Counts``, or a number is none.
    DataError
        If a number of unverified subjects is negative or not whole.
    MethodError
        If the design is case-control, or level or sides are out of range.

    References
    ----------
    [begg1983]

    Examples
    --------
    Liver scans: 344 of 650 patients were verified, 263 of the 429 with a positive scan and 81 of the 221 others.

    >>> found = corrected_for_verification(
    ...     Counts(tp=231, fp=32, fn=27, tn=54), unverified_positive=166, unverified_negative=140
    ... )
    >>> round(found.sensitivity.estimate, 3), round(found.specificity.estimate, 3)
    (0.836, 0.738)
    """
    check_table(counts, "corrected_for_verification")
    level = checked_level(level)
    checked_sides(sides)
    positive = whole_number(unverified_positive, "unverified_positive")
    negative = whole_number(unverified_negative, "unverified_negative")
    if counts.design == "case-control":
        raise MethodError(
            "a case-control study fixes the share of cases, so its unverified subjects say nothing of who has the "
            "condition; the correction needs subjects of one series."
        )
    if max(positive, negative, counts.total) > 2**53:
        raise DataError("a count is beyond 9007199254740992, the largest that is counted here.")
    with_it = _Answer.of(counts.tp, counts.fp, positive), _Answer.of(counts.fn, counts.tn, negative)
    without = _Answer.of(counts.tn, counts.fn, negative), _Answer.of(counts.fp, counts.tp, positive)
    sensitivity, of_cases = _measure("sensitivity", *with_it, level, sides)
    specificity, of_controls = _measure("specificity", *without, level, sides)
    notes = dict.fromkeys((*of_cases, *of_controls))
    return VerificationCorrected(
        counts=counts,
        unverified_positive=positive,
        unverified_negative=negative,
        sensitivity=sensitivity,
        specificity=specificity,
        level=level,
        sides=sides,
        notes=(*notes, *((_AT_RANDOM,) if positive + negative else ())),
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """Subjects with one test result: those sought and the others among the verified, and who was not verified."""

    sought: Fraction
    others: Fraction
    unverified: int

    @classmethod
    def of(cls, sought: int, others: int, unverified: int) -> _Answer:
        return cls(Fraction(sought), Fraction(others), unverified)

    @property
    def verified(self) -> Fraction:
        """How many were verified."""
        return self.sought + self.others

    @property
    def everybody(self) -> Fraction:
        """How many have this result."""
        return self.verified + self.unverified

    @property
    def expected(self) -> Fraction | None:
        """How many of everybody are sought if the unverified are like the verified; None if nobody was verified."""
        if not self.everybody:
            return Fraction(0)
        return self.everybody * self.sought / self.verified if self.verified else None

    @property
    def spread(self) -> Fraction:
        """What this result adds to the variance of the logit; the verified have some who are sought."""
        return 1 / self.everybody + self.others / (self.sought * self.verified)

    def half_added(self) -> _Answer:
        """Add one half to both cells of the verified."""
        return _Answer(self.sought + _HALF, self.others + _HALF, self.unverified)


def _measure(name: str, right: _Answer, wrong: _Answer, level: float, sides: Sides) -> tuple[Measure, tuple[Note, ...]]:
    """Estimate the share of those sought who have the right result, with its interval."""
    found, missed = right.expected, wrong.expected
    if found is None or missed is None:
        return _without(name), (_NOBODY,)
    if not found + missed:
        who = "has" if name == "sensitivity" else "is without"
        text = f"no verified subject {who} the condition, so {name} is not estimable."
        return _without(name), (Note("no-cases" if name == "sensitivity" else "no-controls", text),)
    estimate = found / (found + missed)
    notes: tuple[Note, ...] = ()
    error = None
    if found and missed:
        logit, spread = _log_odds(found, missed), math.sqrt(right.spread + wrong.spread)
        error = float(estimate * (1 - estimate)) * spread
    else:
        right, wrong = right.half_added(), wrong.half_added()
        assert right.expected is not None
        assert wrong.expected is not None
        logit, spread = _log_odds(right.expected, wrong.expected), math.sqrt(right.spread + wrong.spread)
        text = f"{name} is {int(estimate)} here: its interval is that with one half added to each cell of the verified."
        notes = (Note("half-added", text),)
    reach = upper_quantile(level, sides) * spread
    low = 0.0 if sides == "upper" or not found else _expit(logit - reach)
    high = 1.0 if sides == "lower" or not missed else _expit(logit + reach)
    return (
        Measure(
            name=name,
            label=name,
            successes=None,
            total=None,
            estimate=float(estimate),
            interval=Interval(low, high, level, sides),
            method=BEGG_GREENES,
            standard_error=error,
        ),
        notes,
    )


def _without(name: str) -> Measure:
    return Measure(name=name, label=name, successes=None, total=None, estimate=None, interval=None, method=None)


def _log_odds(found: Fraction, missed: Fraction) -> float:
    odds = found / missed
    return math.log(odds.numerator) - math.log(odds.denominator)


def _expit(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))
