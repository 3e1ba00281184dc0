"""What a question about a margin answers with: a difference, its interval, and a decision in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rocstats.formatting import (
    NOT_ESTIMABLE,
    decimals_for,
    fixed,
    plain,
    printable,
    pvalue_line,
    wrapped,
)
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Inference, Interval, Subjects, data_lines, drawn_columns, error_text, interval_lines

Claim: TypeAlias = Literal["non-inferiority", "equivalence", "superiority"]
Decision: TypeAlias = Literal["shown", "not shown", "not estimable"]
ROLES = ("new", "reference")
_ADJECTIVES = {"non-inferiority": "non-inferior", "equivalence": "equivalent", "superiority": "superior by the margin"}
_MOST_DECIMALS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothesis:
    """One of the one-sided tests of a claim: against which difference, on which side of it, with what outcome.

    ``statistic`` and ``pvalue`` are None where the method has none or the data cannot give it.
    """

    null_value: float
    alternative: Literal["greater", "less"]
    statistic: float | None
    pvalue: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginDecision(Result):
    """A claim about a difference and a margin, decided by the limits of a two-sided interval.

    The difference is new minus reference, the first test minus the second. ``decision`` is "shown", "not shown" or
    "not estimable"; it rests on unrounded limits and strict inequalities. ``hypotheses`` has one one-sided test, for
    equivalence two; ``pvalue`` is the larger of them, None where the interval inverts no test. ``level`` is that of the
    two-sided interval, so each one-sided test has the level (1 - level)/2.
    """

    claim: Claim
    parameter: str
    plural: str
    margin: float
    higher_is_better: bool
    inference: Inference
    hypotheses: tuple[Hypothesis, ...]
    tests: tuple[str, str]
    subjects: tuple[Subjects, ...]
    paired: bool
    method: Card
    level: float
    data: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def decision(self) -> Decision:
        """What the limits say of the claim."""
        interval = self.interval
        if interval is None:
            return "not estimable"
        return "shown" if all(_beyond(interval, one) for one in self.hypotheses) else "not shown"

    @property
    def shown(self) -> bool:
        """Whether the claim is shown; what is not estimable is not."""
        return self.decision == "shown"

    @property
    def one_sided_level(self) -> float:
        """Level of each one-sided test."""
        return round((1 - self.level) / 2, 12)

    @property
    def values(self) -> tuple[float, ...]:
        """The value of the new test and that of the reference."""
        return self.inference.values

    @property
    def estimate(self) -> float:
        """The difference, new minus reference."""
        return self.inference.estimate

    @property
    def standard_error(self) -> float | None:
        """Standard error of the difference, or None."""
        return self.inference.standard_error

    @property
    def interval(self) -> Interval | None:
        """Two-sided confidence interval of the difference, or None where it is not estimable."""
        return self.inference.interval

    @property
    def statistic(self) -> float | None:
        """The statistic of the test that is harder to pass, or None."""
        known = [one for one in self.hypotheses if one.statistic is not None]
        if len(known) < len(self.hypotheses):
            return None
        hardest = min(known, key=lambda one: (one.statistic or 0) * (1 if one.alternative == "greater" else -1))
        return hardest.statistic

    @property
    def pvalue(self) -> float | None:
        """The largest of the one-sided p-values, or None where one of them is missing."""
        found = [one.pvalue for one in self.hypotheses]
        known = [p for p in found if p is not None]
        return max(known) if len(known) == len(found) else None

    @property
    def seed(self) -> int | None:
        """The seed that reproduces the replicates, or None."""
        return self.inference.seed

    @property
    def references(self) -> tuple[str, ...]:
        """Keys of the works that method and decision come from."""
        by_claim = {"non-inferiority": ("liu2006",), "equivalence": ("liu2006", "schuirmann1987"), "superiority": ()}
        return tuple(dict.fromkeys((*self.method.references, *by_claim[self.claim])))

    @property
    def decision_text(self) -> str:
        """The decision in words, with the limits, the margin and the one-sided level that it rests on."""
        interval = self.interval
        if interval is None:
            return f"{NOT_ESTIMABLE} (there is no interval to decide by)"
        met = [_beyond(interval, one) for one in self.hypotheses]
        adjective = _ADJECTIVES[self.claim]
        said = [
            _limit_text(interval, one, passed)
            for one, passed in zip(self.hypotheses, met, strict=True)
            if all(met) or not passed
        ]
        words = adjective if all(met) else f"not shown to be {adjective}"
        return f"{words} ({', '.join(said)}; one-sided level {plain(self.one_sided_level)})"

    def summary(self) -> Summary:
        """Print margin, test, interval, estimates and the decision in words."""
        found = self.inference
        limits = [] if found.interval is None else [(found.interval.low, found.interval.high)]
        decimals = decimals_for([v for v in found.values if 0 < v < 1], limits)
        return Summary(
            self._title(),
            self.data or data_lines(self.subjects, roles=ROLES if self.paired else ()),
            (
                f"margin: {plain(self.margin)}, absolute, on the {self.parameter}",
                *self._convention(),
                *([] if found.resampling is None else [f"{found.resampling}, seed {found.seed}"]),
                *self._tested(),
                *interval_lines(found.interval, found.estimable, self.level, decimals),
                "sample estimates:",
                self._estimates(decimals),
                *self.counted,
                *wrapped(self.decision_text, first="decision: ", rest=" " * len("decision: ")).splitlines(),
            ),
            self.notes,
            self.references,
        )

    def _title(self) -> str:
        method = self.method.name if self.counted else self.method.title
        if self.claim == "equivalence":
            return f"Equivalence of two {self.plural}, {method}"
        by = " by a margin" if self.claim == "superiority" else ""
        return f"{self.claim.capitalize()} of one {self.parameter} to another{by}, {method}"

    def _convention(self) -> list[str]:
        """Say which is the new one and which values are better, where the frame does not show it."""
        said = [] if self.paired else ["the first is the new one, the second the reference"]
        return said if self.higher_is_better else [*said, f"lower values of the {self.parameter} are better"]

    def _tested(self) -> list[str]:
        hypotheses = self.hypotheses
        estimable = self.inference.estimable
        if len(hypotheses) == 1:
            (one,) = hypotheses
            parts = [] if one.statistic is None else [f"Z = {fixed(one.statistic, 3)}"]
        else:
            known = [one for one in hypotheses if one.statistic is not None]
            parts = [f"Z = {fixed(one.statistic or 0.0, 3)} against {plain(one.null_value)}" for one in known]
        if self.pvalue is not None:
            parts.append(pvalue_line(self.pvalue))
        elif not estimable:
            parts.append(f"p-value: {NOT_ESTIMABLE}")
        if not parts:
            return []
        lines = wrapped(", ".join(parts)).splitlines()
        if len(hypotheses) > 1 and self.pvalue is not None:
            lines.append("the p-value is the larger of two one-sided p-values")
        ends = [plain(one.null_value) for one in hypotheses]
        where = f"between {' and '.join(ends)}" if len(ends) > 1 else f"{hypotheses[0].alternative} than {ends[0]}"
        return [*lines, f"alternative hypothesis: true difference in {self.parameter} is {where}"]

    def _estimates(self, decimals: int) -> Grid:
        found = self.inference
        heads = [f"{self.parameter} of {printable(test)}" for test in self.tests]
        if not self.paired:
            heads = [f"first {self.parameter}", f"second {self.parameter}"]
        columns = [Column(h) for h in (*heads, "difference")]
        cells = [fixed(v, decimals) for v in (*found.values, found.estimate)]
        if found.standard_error is not None or (not found.estimable and not self.counted):
            columns.append(Column("std. error"))
            cells.append(error_text(found.standard_error))
        return Grid(tuple(columns), (tuple(cells),))

    def rows(self) -> list[dict[str, Any]]:
        """Return the decision as one row."""
        interval = self.interval
        ends = [one.null_value for one in self.hypotheses]
        return [
            {
                "parameter": f"difference in {self.parameter}",
                "test": f"{self.tests[0]} - {self.tests[1]}",
                "estimate": self.estimate,
                "std_error": self.standard_error,
                "statistic": self.statistic,
                "df": None,
                "p_value": self.pvalue,
                "conf_low": None if interval is None else interval.low,
                "conf_high": None if interval is None else interval.high,
                "conf_level": self.level,
                "method": self.method.name,
                "alternative": "between" if len(ends) > 1 else self.hypotheses[0].alternative,
                "n_cases": sum(s.n_cases for s in self.subjects),
                "n_controls": sum(s.n_controls for s in self.subjects),
                "n_dropped": sum(s.n_dropped for s in self.subjects),
                "estimate1": self.values[0] if self.values else None,
                "estimate2": self.values[1] if self.values else None,
                "paired": self.paired,
                "claim": self.claim,
                "margin": self.margin,
                "higher_is_better": self.higher_is_better,
                "decision": self.decision,
                "decision_text": self.decision_text,
                "seed": self.seed,
                **drawn_columns(self.inference.resampling),
            }
        ]


def _beyond(interval: Interval, one: Hypothesis) -> bool:
    """Whether the limit on its side lies strictly beyond the null value."""
    return interval.low > one.null_value if one.alternative == "greater" else interval.high < one.null_value


def _limit_text(interval: Interval, one: Hypothesis, passed: bool) -> str:
    """Say where a limit lies, with decimals enough that the printed numbers say the same."""
    side, limit, word = (
        ("low", interval.low, "above") if one.alternative == "greater" else ("high", interval.high, "below")
    )
    decimals = 3
    while decimals < _MOST_DECIMALS and limit != one.null_value and not _tells(limit, one.null_value, decimals):
        decimals += 1
    return f"{side} limit {fixed(limit, decimals)} is {'' if passed else 'not '}{word} {plain(one.null_value)}"


def _tells(limit: float, null: float, decimals: int) -> bool:
    """Whether a limit still lies on its side of the null value when it is printed."""
    shown = float(fixed(limit, decimals))
    return shown != null and (shown > null) == (limit > null)
