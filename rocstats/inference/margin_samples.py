"""Margins on a statistic of scores: the interval and the one-sided tests that a decision rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rocstats.data.sample import Sample
from rocstats.empirical.statistic import Quantity, Statistic
from rocstats.errors import MethodError
from rocstats.inference.estimates import compare
from rocstats.inference.margin_result import Claim, Hypothesis, MarginDecision
from rocstats.methods.bootstrap import Bootstrap, Replicates
from rocstats.methods.method import Method
from rocstats.methods.replicates import seed_of
from rocstats.printing import Note
from rocstats.results import Alternative, Card, Comparison, Inference, Interval

Side = Literal["greater", "less"]
# Names of statistics of which a lower value is the better one; all others here are better when higher.
_LOWER = ("Brier score", "LR-", "cost")


def lower_is_better(statistic: Statistic) -> bool:
    """Whether a lower value of this statistic is the better one."""
    stated = getattr(statistic, "higher_is_better", None)
    return statistic.name.startswith(_LOWER) if stated is None else not stated


def decide_scores(
    first: Sample,
    second: Sample | None,
    statistic: Statistic,
    method: Method,
    claim: Claim,
    margin: float,
    sides: Sequence[tuple[float, Side]],
    *,
    level: float,
    higher_is_better: bool,
) -> MarginDecision:
    """Compare two tests, and judge the difference against each null value on its side.

    The two-sided interval decides; it is asked for with each null value, so that replicates equal to it are told from
    those that only round to it. Replicates are drawn once for all.
    """
    if isinstance(method, Bootstrap):
        method = _DrawnOnce(replace(method, rng=seed_of(method.rng)))

    def asked(null: float, alternative: Alternative, at: float) -> Comparison:
        return compare(first, second, statistic, method, alternative=alternative, level=at, null_value=null)

    whole = [asked(null, "two-sided", level) for null, _ in sides]
    found = whole[0]
    if found.interval is None and found.inference.estimable:
        raise MethodError(
            f"{found.method.name} gives no interval, and a margin is judged by one; use DeLong() or Bootstrap()."
        )
    hypotheses = []
    for (null, side), two_sided in zip(sides, whole, strict=True):
        alone = asked(null, side, (1 + level) / 2) if two_sided.interval is not None else two_sided
        pvalue = alone.pvalue if alone.interval is not None else None
        hypotheses.append(
            Hypothesis(null_value=null, alternative=side, statistic=alone.inference.statistic, pvalue=pvalue)
        )
    intervals = [one.interval for one in whole]
    interval = _joined([(i, side) for i, (_, side) in zip(intervals, sides, strict=True)])
    inference = replace(found.inference, interval=interval, estimable=interval is not None)
    return MarginDecision(
        claim=claim,
        parameter=statistic.name,
        plural=statistic.plural,
        margin=margin,
        higher_is_better=higher_is_better,
        inference=inference,
        hypotheses=tuple(hypotheses),
        tests=found.tests,
        subjects=found.subjects,
        paired=found.paired,
        method=found.method,
        level=level,
        notes=tuple(_worded(note) for note in found.notes),
    )


def _joined(found: Sequence[tuple[Interval | None, Side]]) -> Interval | None:
    """Return one interval, each limit from the question on its side."""
    intervals = [interval for interval, _ in found if interval is not None]
    if len(intervals) < len(found):
        return None
    low = next((i.low for i, side in found if i is not None and side == "greater"), intervals[0].low)
    high = next((i.high for i, side in found if i is not None and side == "less"), intervals[0].high)
    return replace(intervals[0], low=low, high=high)


def _worded(note: Note) -> Note:
    """Let a note speak of the decision, for a p-value of equality is not what was asked."""
    if note.code != "identical-tests":
        return note
    text = (
        "the tests rank every case against every control alike, so the difference is 0 and its variance too. No "
        "standard error, interval or decision is given, for none can come from this variance."
    )
    return replace(note, text=text)


@dataclass(slots=True, eq=False)
class _DrawnOnce:
    """A bootstrap whose replicates are drawn at the first question and judged at each."""

    bootstrap: Bootstrap
    drawn: list[Replicates | None] = field(default_factory=list)

    @property
    def card(self) -> Card:
        return self.bootstrap.card

    def refuses(self, quantity: Quantity) -> str | None:
        return self.bootstrap.refuses(quantity)

    def infer(self, quantity: Quantity, *, level: float, alternative: Alternative, null: float | None) -> Inference:
        if not self.drawn:
            self.drawn.append(self.bootstrap.draw(quantity, with_errors=self.bootstrap.kind == "studentized"))
        return self.bootstrap.judge(quantity, self.drawn[0], level=level, alternative=alternative, null=null)
