"""A proportion of a 2×2 table against a performance goal: estimate, one-sided bound, p-value and decision.

References: [clopper1934]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rocstats.data.counts import Counts
from rocstats.empirical.measures import named_measure
from rocstats.errors import MethodError
from rocstats.formatting import decimals_for, fixed, listed, plain, shown, wrapped
from rocstats.given import is_one_of
from rocstats.inference.accuracy_result import Measure, table_lines
from rocstats.inference.single_proportion import inference_of, nobody, own_pvalue, without_test
from rocstats.inference.table_measures import BY_DESIGN, proportions
from rocstats.inference.table_notes import design_notes, without_interval
from rocstats.inference.two_by_two import check_proportion_method, check_table
from rocstats.methods.binomial import checked_test
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.method import SIDES, BinomialMethod, checked_level
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Alternative, Card, Interval, hypothesis_lines, interval_lines

_EXACT = ClopperPearson()
_MEASURES = ("sensitivity", "specificity", "ppv", "npv", "accuracy")


@dataclass(frozen=True, slots=True, kw_only=True)
class PerformanceGoal(Result):
    """A proportion against its goal.

    ``met`` says whether the goal is shown to be met; it is None where the data cannot give a bound. ``pvalue`` is None
    for a method that is only an interval.
    """

    counts: Counts
    measure: Measure
    goal: float
    pvalue: float | None
    met: bool | None
    method: Card
    level: float
    alternative: Alternative
    notes: tuple[Note, ...] = ()

    @property
    def estimate(self) -> float | None:
        """The proportion, or None where it is not estimable."""
        return self.measure.estimate

    @property
    def interval(self) -> Interval | None:
        """The one-sided interval, or None where it is not estimable."""
        return self.measure.interval

    @property
    def decision(self) -> str:
        """The decision in words, with bound, goal and level."""
        level = plain(float(1 - Fraction(str(self.level))))
        if self.met is None or self.interval is None:
            return "none, for the bound is not estimable"
        greater = self.alternative == "greater"
        bound, side, beyond = (
            (self.interval.low, "lower", "above") if greater else (self.interval.high, "upper", "below")
        )
        shown = fixed(bound, self._decimals())
        word, verb = ("met", "is") if self.met else ("not shown to be met", "is not")
        return f"{word} ({side} bound {shown} {verb} {beyond} {plain(self.goal)}; one-sided level {level})"

    def summary(self) -> Summary:
        """Print estimate, bound and decision in R's frame."""
        found = self.measure
        inference = inference_of(found, self.pvalue)
        decimals = self._decimals()
        tested = hypothesis_lines(inference, parameter=found.label, null=self.goal, alternative=self.alternative)
        if not tested:
            more = "greater" if self.alternative == "greater" else "less"
            tested = [f"alternative hypothesis: true {found.label} is {more} than {plain(self.goal)}"]
        label = found.label if found.label.isupper() else found.label.capitalize()
        return Summary(
            f"{label} against a performance goal, {self.method.title}",
            (*table_lines(self.counts), f"{found.label}: {found.successes} of {found.total}"),
            (
                f"goal: {found.label} {'above' if self.alternative == 'greater' else 'below'} {plain(self.goal)}",
                *tested,
                *interval_lines(self.interval, inference.estimable, self.level, decimals),
                "sample estimates:",
                Grid((Column(found.label),), ((found.texts(decimals)[0],),)),
                wrapped(f"decision: {self.decision}", rest=" " * 10),
            ),
            self.notes,
            self.method.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the decision as one row."""
        test = self.counts.test
        return [
            {
                "parameter": self.measure.label,
                "test": None if test is None else test.name,
                "estimate": self.estimate,
                "p_value": self.pvalue,
                "conf_low": None if self.interval is None else self.interval.low,
                "conf_high": None if self.interval is None else self.interval.high,
                "conf_level": self.level,
                "method": self.method.name,
                "alternative": self.alternative,
                "n_cases": self.counts.n_cases,
                "n_controls": self.counts.n_controls,
                "successes": self.measure.successes,
                "total": self.measure.total,
                "null_value": self.goal,
                "met": self.met,
            }
        ]

    def _decimals(self) -> int:
        """Give enough digits that a bound does not print as the goal which it is not."""
        interval = self.interval
        least = decimals_for([self.estimate], [] if interval is None else [(interval.low, interval.high)])
        if interval is None:
            return least
        bound = interval.low if self.alternative == "greater" else interval.high
        return max(least, decimals_for([], [(min(bound, self.goal), max(bound, self.goal))], least=least))


def performance_goal(
    counts: Counts,
    measure: str = "sensitivity",
    goal: float = 0.9,
    method: BinomialMethod = _EXACT,
    *,
    alternative: Alternative = "greater",
    level: float = 0.95,
) -> PerformanceGoal:
    """Judge whether a proportion of a 2x2 table is shown to be above a goal that was fixed beforehand.

    The goal is met where the one-sided test rejects at one minus the level, which is where the bound lies beyond the
    goal; a bound or a p-value right at the edge does not meet it. Subjects are taken as independent, and goal and
    threshold as fixed before these data: a goal that was chosen after looking at them shows nothing.

    Parameters
    ----------
    counts : Counts
        The table, typed in or from ``counts_at(sample, threshold)``.
    measure : {"sensitivity", "specificity", "ppv", "npv", "accuracy"}
        Which proportion.
    goal : float
        Strictly between 0 and 1; the decimal written, 0.9 is 9/10.
    method : BinomialMethod
        Bound and test, such as ``ClopperPearson()``, which never errs more often than the level says.
    alternative : {"greater", "less"}
        What is to be shown: the proportion is above, or below, the goal.
    level : float
        Level of the one-sided bound: 0.95, or 0.975 for the bound of a two-sided 95 percent interval.

    Returns
    -------
    PerformanceGoal

    Raises
    ------
    TypeError
        If ``counts`` is no ``Counts``.
    MethodError
        If measure, goal, method or level are out of range, or the design fixes the share of cases that the measure
        depends on.

    References
    ----------
    [clopper1934]

    Examples
    --------
    >>> found = performance_goal(Counts(tp=97, fp=12, fn=3, tn=60), "sensitivity", 0.9)
    >>> found.met, round(found.interval.low, 3), round(found.pvalue, 4)
    (True, 0.924, 0.0078)
    """
    check_table(counts, "performance_goal")
    check_proportion_method(method, "performance_goal")
    level = checked_level(level)
    name = named_measure(measure).name
    if not is_one_of(name, _MEASURES):
        raise MethodError(f"a performance goal is one for a proportion: {listed(_MEASURES, 'or')}, not {name}.")
    if not is_one_of(alternative, ("greater", "less")):
        raise MethodError(f'alternative is {shown(alternative)}; a performance goal is one-sided: "greater" or "less".')
    goal = checked_test(goal, alternative, "goal")
    found = next(
        m for m in proportions(counts, method, level=level, sides=SIDES[alternative], agreement=False) if m.name == name
    )
    if counts.design == "case-control" and name in BY_DESIGN:
        raise MethodError(
            f"a case-control study fixes the share of cases, on which {found.label} depends, so it cannot meet a goal "
            "for it. accuracy(counts, prevalence=...) estimates it at a stated prevalence."
        )
    assert found.successes is not None
    assert found.total is not None
    p = own_pvalue(method, found.successes, found.total, goal, alternative)
    return PerformanceGoal(
        counts=counts,
        measure=found,
        goal=float(goal),
        pvalue=p,
        met=_is_met(found.interval, p, goal, alternative, level),
        method=method.card,
        level=level,
        alternative=alternative,
        notes=(
            *nobody(found),
            *without_interval([found], method),
            *without_test(found, method, p, goal),
            *design_notes(counts, [found], instead=""),
        ),
    )


def _is_met(
    interval: Interval | None, p: float | None, goal: float, alternative: Alternative, level: float
) -> bool | None:
    """Decide by the test, or by the bound where there is none; equal to the edge but for rounding is not beyond it."""
    if interval is None:
        return None
    if p is not None:
        edge = float(1 - Fraction(str(level)))
        return p < edge and not math.isclose(p, edge, rel_tol=1e-12)
    if alternative == "greater":
        return interval.low > goal and not math.isclose(interval.low, goal, rel_tol=1e-12)
    return interval.high < goal and not math.isclose(interval.high, goal, rel_tol=1e-12)
