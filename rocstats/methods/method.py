"""What a method is, and how a variance becomes an inference.

A method answers for a quantity, so it is written once for one test, a difference and a contrast. Binomial methods
answer for a count among so many instead.
"""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from statistics import NormalDist
from typing import Literal, Protocol

from rocstats.empirical.statistic import Quantity
from rocstats.errors import MethodError
from rocstats.formatting import printable, shown
from rocstats.given import is_number, is_one_of
from rocstats.printing import Note
from rocstats.results import Alternative, Card, Inference, Interval, Sides

Scale = Literal["identity", "logit"]
_STANDARD = NormalDist()
_OF_THE_AREA = ("AUC", "Gini")
_TOO_CLOSE = Note(
    "too-close",
    "the estimate is so close to the end of its range that a double-precision number cannot hold an interval. No "
    "standard error, interval or p-value is given.",
)
SIDES: dict[Alternative, Sides] = {"two-sided": "two-sided", "greater": "lower", "less": "upper"}


class Method(Protocol):
    """How sure: a value with its own options, a card, and an answer for a quantity."""

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        ...

    def refuses(self, quantity: Quantity) -> str | None:
        """Say why the method does not serve this quantity, or None; reads no data."""
        ...

    def infer(self, quantity: Quantity, *, level: float, alternative: Alternative, null: float | None) -> Inference:
        """Return estimate, standard error, interval and test."""
        ...


class BinomialMethod(Protocol):
    """How sure of a proportion: an interval and a test for a count among so many."""

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        ...

    def interval(self, successes: int, total: int, *, level: float, sides: Sides = "two-sided") -> Interval | None:
        """Return the interval; None where there is nobody to count among."""
        ...


def checked_level(level: float) -> float:
    """Return a confidence level as a float, whatever kind of number it is; refuse what is none."""
    number = is_number(level)
    if not number or not 0.5 < level < 1:
        hint = " Write 0.95 for 95 percent." if number and 1 < level < 100 else ""
        raise MethodError(f"level is {shown(level)}; it must be a proportion above 0.5 and below 1.{hint}")
    return float(level)


def check_alternative(alternative: str) -> None:
    """Refuse an alternative that is none."""
    if not is_one_of(alternative, SIDES):
        raise MethodError(f'alternative is {shown(alternative)}; it must be "two-sided", "less" or "greater".')


def upper_quantile(level: float, sides: Sides) -> float:
    """Return the normal quantile of an interval at this level."""
    tail = (1 - level) / 2 if sides == "two-sided" else 1 - level
    return -_STANDARD.inv_cdf(tail)


def normal_pvalue(z: float, alternative: Alternative) -> float:
    """Return the p-value of a normal statistic; never 0, the smallest float at the least."""
    if alternative == "two-sided":
        p = math.erfc(abs(z) / math.sqrt(2))
    else:
        p = math.erfc((z if alternative == "greater" else -z) / math.sqrt(2)) / 2
    return max(min(p, 1.0), sys.float_info.min)


def not_estimable(values: tuple[float, ...], estimate: float, *notes: Note, pvalue: float | None = None) -> Inference:
    """Return an inference that gives the estimate and says why there is no more."""
    return Inference(values=values, estimate=estimate, pvalue=pvalue, estimable=False, notes=notes)


def normal_inference(
    quantity: Quantity,
    values: tuple[float, ...],
    variance: Fraction | float | None,
    *,
    level: float,
    alternative: Alternative,
    null: float | None,
    scale: Scale = "identity",
    name: str = "DeLong",
    estimate: float | None = None,
) -> Inference:
    """Turn a variance into standard error, interval and test: the one place where this is done.

    A variance that is missing, zero or negative gives no standard error, interval or p-value, and a note that says
    why; two tests that differ nowhere have p = 1. Limits beyond the range of the quantity are clipped, with a note.
    On the logit scale test and interval use log(x / (1 - x)); the standard error stays that of the quantity.
    """
    estimate = quantity.total(values) if estimate is None else estimate
    if variance is None or variance <= 0:
        return _without_variance(quantity, values, estimate, variance, null, name)
    se = math.sqrt(variance)
    if scale == "logit" and not 0 < estimate < 1:
        return not_estimable(values, estimate, _TOO_CLOSE)
    sides = SIDES[alternative]
    z = upper_quantile(level, sides)
    if scale == "logit":
        slope = se / (estimate * (1 - estimate))
        centre = _logit(estimate)
        reach = tuple(_expit(centre + sign * z * slope) for sign in (-1, 1))
        statistic = None if null is None else (centre - _logit(null)) / slope
    else:
        reach = (estimate - z * se, estimate + z * se)
        statistic = None if null is None else (estimate - null) / se
    interval, notes = bounded(quantity, reach, level, sides)
    if not interval.low < interval.high:
        return not_estimable(values, estimate, _TOO_CLOSE)
    return Inference(
        values=values,
        estimate=estimate,
        standard_error=se,
        interval=interval,
        statistic=statistic,
        pvalue=None if statistic is None else normal_pvalue(statistic, alternative),
        notes=notes,
    )


def bounded(
    quantity: Quantity, reach: tuple[float, ...], level: float, sides: Sides
) -> tuple[Interval, tuple[Note, ...]]:
    """Close an interval by the range of the quantity, and say so where a limit lay beyond it."""
    least, most = quantity.bounds
    low = least if sides == "upper" else reach[0]
    high = most if sides == "lower" else reach[1]
    ends = [word for beyond, word in ((low < least, f"below {least:g}"), (high > most, f"above {most:g}")) if beyond]
    notes: tuple[Note, ...] = ()
    if ends:
        notes = (
            Note(
                "clipped",
                f"a limit of the interval lay {' and one '.join(ends)} and was set to that end of the range.",
            ),
        )
    return Interval(min(max(low, least), most), max(min(high, most), least), level, sides), notes


def _without_variance(
    quantity: Quantity,
    values: tuple[float, ...],
    estimate: float,
    variance: Fraction | float | None,
    null: float | None,
    name: str,
) -> Inference:
    """Say why a quantity has no variance that could be used."""
    nothing = "No standard error, interval or p-value is given."
    if variance is None:
        least = min(min(sample.n_cases, sample.n_controls) for sample, _ in quantity.parts)
        return not_estimable(
            values,
            estimate,
            Note(
                "one-subject",
                f"a group holds {least} subject, and a variance needs two cases and two controls. {nothing}",
            ),
        )
    if variance < 0:
        return not_estimable(values, estimate, Note("negative-variance", f"the variance is negative. {nothing}"))
    note = degenerate(quantity, estimate, f"{name}'s variance is 0, which no finite study can show. {nothing}")
    return not_estimable(values, estimate, note, pvalue=1.0 if note.code == "identical-tests" and null == 0 else None)


def degenerate(quantity: Quantity, estimate: float, start: str) -> Note:
    """Say what in the data leaves a quantity without spread; ``start`` says what the method found of it."""
    if not quantity.single:
        balanced = abs(sum(quantity.weights)) < 1e-12
        if quantity.paired and balanced and estimate == 0:
            return Note(
                "identical-tests",
                "the tests rank every case against every control alike, so the difference is 0 and its variance too. "
                "p = 1; no standard error or interval is given, for none can come from this variance.",
            )
        return Note("zero-variance", f"the quantity does not vary: {start}")
    ((sample, _),) = quantity.parts
    if not hasattr(sample, "cases"):
        return Note("zero-variance", f"an area of {estimate:g} has no spread: {start}")
    if quantity.statistic.name in _OF_THE_AREA and sample.cases.min() > sample.controls.max():
        text = "perfect separation: every case scores beyond every control, so"
        return Note("perfect-separation", f"{text} {start}")
    if quantity.statistic.name in _OF_THE_AREA and sample.cases.max() < sample.controls.min():
        text = "perfect separation, reversed: every case scores short of every control, so"
        return Note("perfect-separation", f"{text} {start}")
    first = sample.cases[0, 0]
    if (sample.cases == first).all() and (sample.controls == first).all():
        return Note("all-tied", f'every subject has the same score of "{printable(sample.tests[0].name)}", so {start}')
    return Note("zero-variance", f"the scores do not vary as they must: {start}")


def _logit(x: float) -> float:
    if not 0 < x < 1:
        raise MethodError(f"{shown(x)} has no logit; the logit scale needs a value strictly between 0 and 1.")
    return math.log(x / (1 - x))


def _expit(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))
