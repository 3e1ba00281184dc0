"""What many questions answer with: inferences, subjects, estimates, comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rocstats.formatting import (
    NOT_ESTIMABLE,
    counted,
    decimals_for,
    decimals_for_error,
    fixed,
    level_text,
    listed,
    plain,
    printable,
    pvalue_line,
    wrapped,
)
from rocstats.printing import Column, Grid, Note, Result, Summary

Alternative = Literal["two-sided", "less", "greater"]
Sides = Literal["two-sided", "lower", "upper"]
_WIDTH = 80
_ORDINALS = ("first", "second", "third", "fourth")
_COMPARED = {"two-sided": "not equal to", "less": "less than", "greater": "greater than"}


@dataclass(frozen=True, slots=True)
class Card:
    """What a method says of itself.

    ``name`` stands in tables ("DeLong, logit scale"), ``title`` after the name of a quantity ("DeLong on the logit
    scale"), ``test`` is the title of a comparison with places for ``{relation}``, ``{plural}`` and ``{curves}``.
    """

    id: str
    name: str
    sentence: str
    references: tuple[str, ...]
    title: str = ""
    test: str = ""


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval; ``sides`` is "two-sided", "lower" (a lower bound) or "upper"."""

    low: float
    high: float
    level: float
    sides: Sides = "two-sided"

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """Whom a result is about: the truth that divides them, the tests they had, and how many they are."""

    truth: str
    positive: str
    n_cases: int
    n_controls: int
    n_dropped: int
    negative: str = ""
    tests: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    label: str = ""

    @property
    def total(self) -> int:
        """Number of subjects analysed."""
        return self.n_cases + self.n_controls

    def counts(self) -> str:
        """Say how many cases and controls there are and how many were left out."""
        return f"{counted(self.n_cases, 'case')}, {counted(self.n_controls, 'control')}, {self.n_dropped} dropped"

    def direction(self) -> str:
        """Say which scores are positive."""
        low = [printable(t) for t in self.tests if t in self.low]
        high = [printable(t) for t in self.tests if t not in self.low]
        if low and high:
            return f"higher scores of {listed(high)}, lower scores of {listed(low)} are positive"
        return f"{'lower' if low else 'higher'} scores are positive"


@dataclass(frozen=True, slots=True)
class Resampling:
    """How replicates were drawn."""

    n_resamples: int
    stratified: bool
    unit: str = "subjects"
    n_without_value: int = 0

    def __str__(self) -> str:
        kind = "stratified resamples" if self.stratified else "resamples"
        lost = f", {self.n_without_value} without a value" if self.n_without_value else ""
        return f"{self.n_resamples} {kind} of {self.unit}{lost}"


def drawn_columns(resampling: Resampling | None) -> dict[str, Any]:
    """Return what of the drawing stands in a table, beside the seed, so that a row can be drawn again."""
    return {
        "n_resamples": None if resampling is None else resampling.n_resamples,
        "stratified": None if resampling is None else resampling.stratified,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """What a method found for a quantity.

    ``values`` are the statistic's values, one per sample and test; ``estimate`` is their weighted sum. A number that
    the method does not have is None; ``estimable`` is False where the method has one and the data cannot give it, and
    a note says why.
    """

    values: tuple[float, ...]
    estimate: float
    standard_error: float | None = None
    interval: Interval | None = None
    statistic: float | None = None
    df: float | None = None
    pvalue: float | None = None
    seed: int | None = None
    resampling: Resampling | None = None
    estimable: bool = True
    notes: tuple[Note, ...] = ()


def data_lines(
    subjects: Sequence[Subjects], *, tests: Sequence[str] | None = None, roles: Sequence[str] = ()
) -> tuple[str, ...]:
    """Write the ``data:`` lines: what, by which truth, in which direction, and the counts of each sample.

    ``roles`` are words to stand behind the names of the tests of one sample ("new", "reference").
    """
    first = subjects[0]
    room = _WIDTH - len("data:  ")
    if not first.truth:
        return (f"published: {counted(first.n_cases, 'case')}, {counted(first.n_controls, 'control')}",)
    if len(subjects) == 1:
        names = [printable(t) for t in (first.tests if tests is None else tests)]
        names = [f"{n} ({r})" for n, r in zip(names, roles, strict=True)] if roles else names
        what = listed(names) + _labelled(first)
        return (*_what_by_which(what, first, room), first.counts())
    heads = [f"{_ORDINALS[i] + ':':<8}" for i in range(len(subjects))]
    counts = [f"{head}{s.counts()}" for head, s in zip(heads, subjects, strict=True)]
    if len({(s.truth, s.positive, s.direction()) for s in subjects}) == 1:
        what = listed([printable(s.tests[0]) + _labelled(s) for s in subjects])
        return (*_what_by_which(what, first, room), *counts)
    lines = []
    for head, one, count in zip(heads, subjects, counts, strict=True):
        described = _what_by_which(printable(one.tests[0]) + _labelled(one), one, room - len(head))
        lines += [head + described[0], *(" " * len(head) + line for line in described[1:])]
        lines.append(" " * len(head) + count.removeprefix(head))
    return tuple(lines)


def _labelled(one: Subjects) -> str:
    return f" ({printable(one.label)})" if one.label else ""


def _what_by_which(what: str, one: Subjects, room: int) -> tuple[str, ...]:
    """Say what was measured, by which truth and in which direction, on as many lines as it takes."""
    what = f"{what} by {printable(one.truth)}"
    bracket = f'(positive: "{printable(one.positive)}"; {one.direction()})'
    if len(what) + 1 + len(bracket) <= room:
        return (f"{what} {bracket}",)
    return (*wrapped(what, width=room).splitlines(), *wrapped(bracket, rest=" ", width=room).splitlines())


def hypothesis_lines(inference: Inference, *, parameter: str, null: float, alternative: Alternative) -> list[str]:
    """Write the lines of a test: statistic, p-value and the alternative hypothesis in words."""
    parts = [] if inference.statistic is None else [f"Z = {fixed(inference.statistic, 3)}"]
    if inference.pvalue is not None:
        parts.append(pvalue_line(inference.pvalue))
    elif not inference.estimable:
        parts.append(f"p-value: {NOT_ESTIMABLE}")
    if not parts:
        return []
    return [
        ", ".join(parts),
        f"alternative hypothesis: true {parameter} is {_COMPARED[alternative]} {plain(null)}",
    ]


def interval_lines(interval: Interval | None, estimable: bool, level: float, decimals: int) -> list[str]:
    """Write the lines of a confidence interval."""
    if interval is None:
        return [] if estimable else [f"{level_text(level)} percent confidence interval:", f" {NOT_ESTIMABLE}"]
    return [
        f"{level_text(interval.level)} percent confidence interval:",
        f" {fixed(interval.low, decimals)}  {fixed(interval.high, decimals)}",
    ]


def _limits(interval: Interval | None) -> list[tuple[float, float]]:
    return [] if interval is None else [(interval.low, interval.high)]


def _estimates(headers: Sequence[str], values: Sequence[float], inference: Inference, decimals: int) -> Grid:
    """Write the table of sample estimates, with the standard error where the method has one."""
    columns = [Column(h) for h in headers]
    cells = [fixed(v, decimals) for v in values]
    if inference.standard_error is not None or not inference.estimable:
        columns.append(Column("std. error"))
        cells.append(error_text(inference.standard_error))
    return Grid(tuple(columns), (tuple(cells),))


def error_text(standard_error: float | None, decimals: int | None = None) -> str:
    """Write a standard error with enough decimals that it is not zero."""
    if standard_error is None:
        return NOT_ESTIMABLE
    return fixed(standard_error, decimals_for_error([standard_error]) if decimals is None else decimals)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inferred(Result):
    """What an estimate and a comparison share: they read their inference."""

    parameter: str
    title: str
    inference: Inference
    method: Card
    level: float
    null_value: float | None
    alternative: Alternative
    notes: tuple[Note, ...] = ()
    references: tuple[str, ...] = ()

    @property
    def estimate(self) -> float:
        """The estimated quantity."""
        return self.inference.estimate

    @property
    def standard_error(self) -> float | None:
        """Its standard error, or None."""
        return self.inference.standard_error

    @property
    def interval(self) -> Interval | None:
        """Its confidence interval, or None where it is not estimable."""
        return self.inference.interval

    @property
    def statistic(self) -> float | None:
        """The test statistic, or None."""
        return self.inference.statistic

    @property
    def df(self) -> float | None:
        """Degrees of freedom of the statistic, or None for the normal distribution."""
        return self.inference.df

    @property
    def pvalue(self) -> float | None:
        """The p-value, or None where no hypothesis was asked about or none can be judged."""
        return self.inference.pvalue

    @property
    def seed(self) -> int | None:
        """The seed that reproduces the replicates, or None."""
        return self.inference.seed

    def _numbers(self) -> dict[str, Any]:
        found = self.inference
        interval = found.interval
        return {
            "estimate": found.estimate,
            "std_error": found.standard_error,
            "statistic": found.statistic,
            "df": found.df,
            "p_value": found.pvalue,
            "conf_low": None if interval is None else interval.low,
            "conf_high": None if interval is None else interval.high,
            "conf_level": self.level,
            "method": self.method.name,
            "alternative": self.alternative,
        }

    def _chance(self) -> list[str]:
        found = self.inference
        return [] if found.resampling is None else [f"{found.resampling}, seed {found.seed}"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(_Inferred):
    """One quantity with its standard error and interval.

    ``standard_error``, ``interval``, ``statistic`` and ``pvalue`` are None where the method has none, where no null
    value was given, or where the data cannot give them; in the last case a note says why.
    """

    test: str
    subjects: Subjects

    def summary(self) -> Summary:
        """Print the estimate in R's frame."""
        found = self.inference
        decimals = decimals_for([found.estimate], _limits(found.interval))
        tested = (
            []
            if self.null_value is None
            else hypothesis_lines(found, parameter=self.parameter, null=self.null_value, alternative=self.alternative)
        )
        return Summary(
            f"{self.title}, {self.method.title}",
            data_lines([self.subjects]),
            (
                *self._chance(),
                *tested,
                *interval_lines(found.interval, found.estimable, self.level, decimals),
                "sample estimates:",
                _estimates([self.parameter], [found.estimate], found, decimals),
            ),
            self.notes,
            self.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the estimate as one row."""
        return [
            {
                "parameter": self.parameter,
                "test": self.test,
                **self._numbers(),
                "n_cases": self.subjects.n_cases,
                "n_controls": self.subjects.n_controls,
                "n_dropped": self.subjects.n_dropped,
                "null_value": self.null_value,
                "seed": self.seed,
                **drawn_columns(self.inference.resampling),
            }
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(_Inferred):
    """A difference, first minus second, with its standard error, interval, statistic and p-value."""

    tests: tuple[str, str]
    subjects: tuple[Subjects, ...]
    paired: bool

    @property
    def values(self) -> tuple[float, ...]:
        """The two values whose difference was taken, first and second."""
        return self.inference.values

    def summary(self) -> Summary:
        """Print the comparison in R's frame."""
        found = self.inference
        decimals = decimals_for([v for v in found.values if 0 < v < 1], _limits(found.interval))
        names = (
            [f"{self.parameter} of {printable(t)}" for t in self.tests]
            if self.paired
            else [f"first {self.parameter}", f"second {self.parameter}"]
        )
        null = 0.0 if self.null_value is None else self.null_value
        return Summary(
            self.title,
            data_lines(self.subjects),
            (
                *self._chance(),
                *hypothesis_lines(
                    found, parameter=f"difference in {self.parameter}", null=null, alternative=self.alternative
                ),
                *interval_lines(found.interval, found.estimable, self.level, decimals),
                "sample estimates:",
                _estimates([*names, "difference"], [*found.values, found.estimate], found, decimals),
            ),
            self.notes,
            self.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the comparison as one row."""
        return [
            {
                "parameter": f"difference in {self.parameter}",
                "test": f"{self.tests[0]} - {self.tests[1]}",
                **self._numbers(),
                "n_cases": sum(s.n_cases for s in self.subjects),
                "n_controls": sum(s.n_controls for s in self.subjects),
                "n_dropped": sum(s.n_dropped for s in self.subjects),
                "estimate1": self.values[0],
                "estimate2": self.values[1],
                "paired": self.paired,
                "null_value": self.null_value,
                "seed": self.seed,
                **drawn_columns(self.inference.resampling),
            }
        ]
