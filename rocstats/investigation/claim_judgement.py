"""What the data say of one claim at one level: its estimate, the interval whose limits decide, the test.

The interval is two-sided at one minus twice the level of a one-sided test, so its lower limit is that of the one-sided
bound, or at one minus the level of a two-sided test. A claim about a proportion is judged by the planned method of the
plan, by Clopper and Pearson's where that one has no test; a difference of proportions by the planned paired method; an
area or a difference of areas by the planned method for it.

References: [clopper1934]
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rocstats.analysis_results.reasons import reasons
from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.errors import DataError, FitError, MethodError
from rocstats.formatting import printable
from rocstats.inference.areas import auc, compare_auc
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.goals import performance_goal
from rocstats.inference.margins import equivalence, noninferiority, superiority
from rocstats.inference.single_proportion import proportion
from rocstats.inference.table_measures import BY_DESIGN
from rocstats.investigation.investigation import Investigation
from rocstats.investigation.planned_methods import planned_method
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.mcnemar import McNemar
from rocstats.printing import Note, Result
from rocstats.results import Alternative, Card, Interval
from rocstats.study_plan.study_plan import HypothesisPart

Null = tuple[float, Alternative]
_MARGINS: dict[str, Callable[..., Any]] = {
    "noninferiority": noninferiority,
    "equivalence": equivalence,
    "superiority": superiority,
}
_CLUSTERS = (
    "these participants come in clusters, and the method takes them as independent; its interval would be too short."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the data say of one claim.

    ``nulls`` are the values that the interval must lie beyond, each with the side; ``counts`` are numbers that the
    estimate rests on, by the name of their row. Where there is no ``interval``, ``why`` says so.
    """

    nulls: tuple[Null, ...] = ()
    values: tuple[float, ...] = ()
    estimate: float | None = None
    interval: Interval | None = None
    statistic: float | None = None
    pvalue: float | None = None
    method: Card | None = None
    seed: int | None = None
    counts: tuple[tuple[str, int], ...] = ()
    result: Result | None = None
    why: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the interval lies beyond every null value; None where there is no interval.

        A limit that equals a null value but for rounding is not beyond it.
        """
        if self.interval is None:
            return None
        return all(_beyond(self.interval, null, side) for null, side in self.nulls)


def interval_level(claim: HypothesisPart, alpha: float) -> float:
    """Give the level of the two-sided interval that decides at a level of the test.

    Examples
    --------
    >>> claim = HypothesisPart(id="H1", measure="auc", test="CT", goal=0.5)
    >>> interval_level(claim, 0.025), interval_level(claim.model_copy(update={"alternative": "two-sided"}), 0.025)
    (0.95, 0.975)
    """
    tails = 1 if two_sided(claim) else 2
    return float(1 - tails * Fraction(str(alpha)))


def two_sided(claim: HypothesisPart) -> bool:
    """Whether a claim is tested on both sides; one about a margin is not."""
    return claim.alternative == "two-sided" and not _by_margin(claim)


def judge_claim(investigation: Investigation, claim: HypothesisPart, alpha: float) -> Judgement:
    """Say what the data say of a claim that is tested at a level.

    What the data or the method cannot give has no interval, and says why; nothing is raised.
    """
    try:
        if claim.tests is None:
            judge = _area if claim.measure == "auc" else _proportion
        else:
            judge = _difference_of_areas if claim.measure == "auc_difference" else _difference_of_proportions
        found = judge(investigation, claim, alpha)
    except (DataError, MethodError, FitError) as error:
        return Judgement(why=str(error))
    # What has no interval is not estimable; a p-value beside that would read as a decision.
    return found if found.interval is not None else replace(found, statistic=None, pvalue=None)


def _by_margin(claim: HypothesisPart) -> bool:
    return claim.tests is not None and (claim.type != "superiority" or bool(claim.margin))


def _nulls(claim: HypothesisPart) -> tuple[Null, ...]:
    """Return the values that a claim is tested against, each with the side on which it is to lie."""
    margin = claim.margin or 0.0
    if claim.tests is None:
        return ((_goal(claim), claim.alternative),)
    if claim.type == "equivalence":
        return (-margin, "greater"), (margin, "less")
    if claim.type == "noninferiority":
        return ((-margin, "greater"),)
    return ((margin, "greater"),) if margin else ((0.0, claim.alternative),)


def _goal(claim: HypothesisPart) -> float:
    if claim.goal is None:
        raise MethodError(f"the claim {printable(claim.id)} has no goal.")
    return claim.goal


def _one_sided_level(alpha: float) -> float:
    return float(1 - Fraction(str(alpha)))


def _proportion(investigation: Investigation, claim: HypothesisPart, alpha: float) -> Judgement:
    _refuse(investigation, claim.test)
    counts, goal = investigation.counts(claim.test), _goal(claim)
    successes, total = _share(counts, claim.measure)
    method = planned_method(investigation.plan, investigation.plan.intervals.proportions)
    if not getattr(method, "has_test", True):
        method = ClopperPearson()
    if claim.alternative == "two-sided":
        if counts.design == "case-control" and claim.measure in BY_DESIGN:
            raise MethodError(
                "a case-control study fixes the share of cases, on which this proportion depends, so no claim about it "
                "can be judged."
            )
        found: Any = proportion(
            successes, total, method, level=interval_level(claim, alpha), null_value=goal, alternative="two-sided"
        )
    else:
        level = _one_sided_level(alpha)
        found = performance_goal(counts, claim.measure, goal, method, alternative=claim.alternative, level=level)
    interval = method.interval(successes, total, level=interval_level(claim, alpha)) if total else None
    return Judgement(
        nulls=_nulls(claim),
        estimate=found.estimate,
        interval=interval,
        pvalue=found.pvalue,
        method=method.card,
        counts=(("n", successes), ("total", total)),
        result=found,
        why=_said(found.notes) if interval is None else "",
    )


def _area(investigation: Investigation, claim: HypothesisPart, alpha: float) -> Judgement:
    _refuse_calls(investigation, claim.test)
    sample, goal = investigation.sample(claim.test), _goal(claim)
    method = planned_method(investigation.plan, investigation.plan.intervals.auc)
    level = interval_level(claim, alpha) if two_sided(claim) else _one_sided_level(alpha)
    found = auc(sample, method, level=level, null_value=goal, alternative=claim.alternative)
    interval = found.interval if two_sided(claim) else auc(sample, method, level=interval_level(claim, alpha)).interval
    return _inferred(claim, found, interval, (("n-cases", sample.subjects.n_cases), _controls(sample)))


def _difference_of_areas(investigation: Investigation, claim: HypothesisPart, alpha: float) -> Judgement:
    assert claim.tests is not None
    _refuse_calls(investigation, *claim.tests)
    sample = investigation.sample(*claim.tests)
    method = planned_method(investigation.plan, investigation.plan.intervals.difference)
    level = interval_level(claim, alpha)
    sizes = (("n-cases", sample.subjects.n_cases), _controls(sample))
    if _by_margin(claim):
        decided = _MARGINS[claim.type](sample, margin=claim.margin, method=method, level=level)
        return _inferred(claim, decided, decided.interval, sizes)
    if two_sided(claim):
        found = compare_auc(sample, method=method, level=level)
        return _inferred(claim, found, found.interval, sizes)
    found = compare_auc(sample, method=method, level=_one_sided_level(alpha), alternative=claim.alternative)
    return _inferred(claim, found, compare_auc(sample, method=method, level=level).interval, sizes)


def _difference_of_proportions(investigation: Investigation, claim: HypothesisPart, alpha: float) -> Judgement:
    assert claim.tests is not None
    _refuse(investigation, *claim.tests)
    pairs = investigation.paired_counts(*claim.tests)
    measure = claim.measure.removesuffix("_difference")
    method = planned_method(investigation.plan, investigation.plan.intervals.paired_proportions)
    level = interval_level(claim, alpha)
    counts = _pair_counts(pairs, measure)
    if _by_margin(claim):
        decided = _MARGINS[claim.type](pairs, margin=claim.margin, measure=measure, method=method, level=level)
        return _inferred(claim, decided, decided.interval, counts)
    level_of_test = level if two_sided(claim) else _one_sided_level(alpha)
    found = compare_accuracy(pairs, method=method, level=level_of_test, alternative=claim.alternative)
    table = pairs.cases if measure == "sensitivity" else pairs.controls.negatives
    one = getattr(found, measure)
    interval = one.interval if two_sided(claim) else method.interval(table, level=level)
    known = one.first is not None and one.second is not None
    return Judgement(
        nulls=_nulls(claim),
        values=(one.first, one.second) if known else (),
        estimate=one.estimate,
        interval=interval,
        statistic=McNemar().statistic(table) if method.card.id == "tango" and table.total else None,
        pvalue=one.pvalue,
        method=method.card,
        counts=counts,
        result=found,
        why="" if interval is not None else _said(found.notes),
    )


def _inferred(
    claim: HypothesisPart, found: Any, interval: Interval | None, counts: tuple[tuple[str, int], ...]
) -> Judgement:
    """Read an estimate, a comparison or a decision about a margin."""
    return Judgement(
        nulls=_nulls(claim),
        values=found.inference.values if claim.tests is not None else (),
        estimate=found.estimate,
        interval=interval,
        statistic=found.statistic,
        pvalue=found.pvalue,
        method=found.method,
        seed=found.seed,
        counts=counts,
        result=found,
        why="" if interval is not None else _said(found.notes),
    )


def _share(counts: Counts, measure: str) -> tuple[int, int]:
    """Return how many of how many a proportion counts."""
    return {
        "sensitivity": (counts.tp, counts.n_cases),
        "specificity": (counts.tn, counts.n_controls),
        "ppv": (counts.tp, counts.tp + counts.fp),
        "npv": (counts.tn, counts.tn + counts.fn),
        "accuracy": (counts.tp + counts.tn, counts.total),
    }[measure]


def _pair_counts(pairs: PairedCounts, measure: str) -> tuple[tuple[str, int], ...]:
    table = pairs.cases if measure == "sensitivity" else pairs.controls.negatives
    return ("n1", table.first), ("n2", table.second), ("total", table.total)


def _controls(sample: Any) -> tuple[str, int]:
    return "n-controls", sample.subjects.n_controls


def _refuse(investigation: Investigation, *tests: str) -> None:
    """Refuse counts of tests that call nobody, and of participants that are not independent."""
    if investigation.plan.data.cluster:
        raise MethodError(_CLUSTERS)
    for name in tests:
        if investigation.named(name).test.cutoff is None:
            raise DataError(f'"{printable(name)}" has no threshold in the plan, so it calls nobody positive.')


def _refuse_calls(investigation: Investigation, *tests: str) -> None:
    """Refuse an area of calls, which have no order."""
    for name in tests:
        if investigation.named(name).part.has_calls:
            raise DataError(f'"{printable(name)}" gives calls and no scores, so it has no area under a curve.')


def _said(notes: tuple[Note, ...]) -> str:
    return reasons(notes, "the method gives no interval for these data.")


def _beyond(interval: Interval, null: float, side: Alternative) -> bool:
    above = interval.low > null and not math.isclose(interval.low, null, rel_tol=1e-12)
    below = interval.high < null and not math.isclose(interval.high, null, rel_tol=1e-12)
    return {"greater": above, "less": below, "two-sided": above or below}[side]
