"""The plan of a report: everything that is decided before the data are looked at.

The command line fills a plan from its options. A plan is data without behaviour, so that a file can fill the same type.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from rocstats.data.counts import DESIGNS, Design
from rocstats.data.scores import kept_as_float
from rocstats.data.table import Missing
from rocstats.errors import PlanError
from rocstats.formatting import printable, shown
from rocstats.given import is_number, is_one_of, need, need_flag, need_items, need_text, need_texts
from rocstats.report.planned_values import (
    LEAST_FOR_EQUIVALENCE,
    SHOWN,
    check_band,
    check_columns,
    check_curve,
    check_goal,
    check_prevalences,
    check_rules,
    check_share,
    check_test,
    check_words,
)

DEFAULT_SEED = 20261130
MarginKind = Literal["noninferiority", "equivalence", "superiority"]
GoalMeasure = Literal["sensitivity", "specificity", "ppv", "npv", "accuracy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTest:
    """One test of the plan: which scores are positive, and from which threshold on.

    Parameters
    ----------
    name : str
        The column of its scores.
    low : bool
        True if low scores are positive.
    threshold : float, optional
        Stated threshold, on the scale of the data.

    Raises
    ------
    PlanError
        If the name is empty or the threshold is not a number.

    Examples
    --------
    >>> PlannedTest(name="K-G", low=True, threshold=5.0).low
    True
    """

    name: str
    low: bool = False
    threshold: float | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise PlanError("a test of the plan has no name; give the name of its column.")
        need_flag(self.low, f'low of "{printable(self.name)}"')
        if self.threshold is not None and math.isnan(kept_as_float(self, "threshold", "a threshold of the plan")):
            raise PlanError(f'the threshold of "{printable(self.name)}" is not a number.')


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMargin:
    """A claim about the areas of two tests of the plan, with its margin.

    Parameters
    ----------
    new, reference : str
        The tests; the difference is new minus reference.
    margin : float
        Absolute, strictly between 0 and 1: 0.05 is a difference of five hundredths in the area.
    kind : {"noninferiority", "equivalence", "superiority"}
        What is to be shown; superiority is by more than the margin.

    Raises
    ------
    PlanError
        If both tests are the same, or the margin or the kind is none.

    Examples
    --------
    >>> PlannedMargin(new="MRI", reference="CT", margin=0.05).kind
    'noninferiority'
    """

    new: str
    reference: str
    margin: float
    kind: MarginKind = "noninferiority"

    def __post_init__(self) -> None:
        need_text(self.new, "new")
        need_text(self.reference, "reference")
        if not is_one_of(self.kind, get_args(MarginKind)):
            kinds = ", ".join(get_args(MarginKind))
            raise PlanError(f'a margin of the plan is for "{printable(self.kind)}"; it is for one of {kinds}.')
        if self.new == self.reference:
            raise PlanError(f'a margin of the plan compares "{printable(self.new)}" with itself; name two tests.')
        check_share(self.margin, "a margin of the plan")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGoal:
    """A proportion that a test is to exceed at its stated threshold.

    Parameters
    ----------
    test : str
        The test; the plan must state its threshold.
    measure : {"sensitivity", "specificity", "ppv", "npv", "accuracy"}
        Which proportion.
    goal : float
        Strictly between 0 and 1.

    Raises
    ------
    PlanError
        If the measure or the goal is none.

    Examples
    --------
    >>> PlannedGoal(test="CT", measure="sensitivity", goal=0.8).goal
    0.8
    """

    test: str
    measure: GoalMeasure
    goal: float

    def __post_init__(self) -> None:
        need_text(self.test, "the test of a goal")
        if not is_one_of(self.measure, get_args(GoalMeasure)):
            known = ", ".join(get_args(GoalMeasure))
            raise PlanError(f'a goal of the plan is for "{printable(self.measure)}"; it is for one of {known}.')
        check_share(self.goal, "a goal of the plan")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMethods:
    """Words of the register: which method answers which question.

    Parameters
    ----------
    auc, comparison : str
        Methods for areas and for their differences.
    proportions : str
        Method for sensitivity, specificity and the like.
    fit : str
        Way of fitting the curves of a family, such as "maximum-likelihood" or "normal-theory".

    Examples
    --------
    >>> PlannedMethods(auc="delong-logit").comparison
    'delong'
    """

    auc: str = "delong"
    comparison: str = "delong"
    proportions: str = "wilson"
    fit: str = "maximum-likelihood"

    def __post_init__(self) -> None:
        for name in ("auc", "comparison", "proportions", "fit"):
            need_text(getattr(self, name), f"{name} of the planned methods")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is asked, of which columns, by which methods.

    Parameters
    ----------
    truth : str
        The column with the true status.
    tests : tuple of PlannedTest
        The tests, in the order of the report.
    data : str
        The file, as it was named; empty for data that were in memory.
    positive, negative : value or tuple of values, optional
        Truth values of cases and of controls, as ``Study`` takes them.
    missing : {"error", "drop"}
        What to do with subjects without a value.
    subject : str, optional
        The column with subject ids.
    design : {"cohort", "case-control"}, optional
        How subjects were sampled; predictive values depend on it.
    title : str
        Title of the report; one is written from the tests and the truth if it is empty.
    level : float
        Confidence level of every interval but those that judge equivalence: each of its two one-sided tests has the
        level 1 - level, so at 0.95 the interval that decides is that of 0.90, as ``equivalence`` has it.
    seed : int
        Seed of everything that draws random numbers.
    methods : PlannedMethods
        The methods by the register's words.
    command : str
        The command that made the plan, for provenance.
    fpf_band, tpf_band : pair of float, optional
        Band of the false or true positive fraction over which partial areas are given.
    threshold_rules : tuple of str
        Rules by which thresholds are chosen on these data, such as "youden".
    margins : tuple of PlannedMargin
        Claims of non-inferiority, equivalence or superiority.
    goals : tuple of PlannedGoal
        Proportions to exceed at the stated thresholds.
    prevalences : tuple of float
        Shares of cases at which predictive values are given. A case-control study has precision, lift and net benefit
        at the first of them.
    subgroups : tuple of str
        Columns of the study that divide it.
    show : tuple of {"ks", "gains", "precision-recall", "calibration", "decision-curve"}
        Further descriptions of the scores.
    curve : {"binormal", "proper-binormal", "contaminated-binormal", "power-law", "bigamma"}, optional
        Family of curves to fit to each test, in the way of ``methods.fit``.

    Raises
    ------
    PlanError
        If the plan contradicts itself.

    Examples
    --------
    >>> plan = Plan(truth="outcome", tests=(PlannedTest(name="s100b", threshold=0.3),), positive="Poor")
    >>> plan.level, plan.seed, plan.methods.auc
    (0.95, 20261130, 'delong')
    """

    truth: str
    tests: tuple[PlannedTest, ...]
    data: str = ""
    positive: Any = None
    negative: Any = None
    missing: Missing = "error"
    subject: str | None = None
    design: Design | None = None
    title: str = ""
    level: float = 0.95
    seed: int = DEFAULT_SEED
    methods: PlannedMethods = field(default_factory=PlannedMethods)
    command: str = ""
    fpf_band: tuple[float, float] | None = None
    tpf_band: tuple[float, float] | None = None
    threshold_rules: tuple[str, ...] = ()
    margins: tuple[PlannedMargin, ...] = ()
    goals: tuple[PlannedGoal, ...] = ()
    prevalences: tuple[float, ...] = ()
    subgroups: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    curve: str | None = None

    def __post_init__(self) -> None:
        self._check_kinds()
        names = [test.name for test in self.tests]
        if not names:
            raise PlanError("the plan names no test; a report needs at least one.")
        if twice := [name for i, name in enumerate(names) if name in names[:i]]:
            raise PlanError(f'the plan names the test "{printable(twice[0])}" twice.')
        if self.truth in names:
            raise PlanError(f'"{printable(self.truth)}" is the truth of the plan and cannot be a test of it too.')
        if not is_one_of(self.missing, ("error", "drop")):
            raise PlanError(f'missing of the plan is "error" or "drop", not {shown(self.missing)}.')
        if self.design is not None and not is_one_of(self.design, DESIGNS):
            raise PlanError(f'design of the plan is "cohort" or "case-control", not {shown(self.design)}.')
        if isinstance(self.level, bool) or not 0.5 <= kept_as_float(self, "level", "level of the plan") < 1:
            raise PlanError(f"level of the plan is {shown(self.level)}; it must be at least 0.5 and below 1.")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            raise PlanError(f"seed of the plan is {shown(self.seed)}; it must be a whole number of at least 0.")
        self._check_further(names)

    def _check_kinds(self) -> None:
        """Refuse what is of another kind than the plan needs."""
        for name in ("truth", "data", "title", "command"):
            need_text(getattr(self, name), f"{name} of the plan")
        need(self.subject, str | None, "subject of the plan is the name of a column")
        need(self.curve, str | None, "curve of the plan is the word of a family")
        need(self.methods, PlannedMethods, "methods of the plan are PlannedMethods()")
        for name, kind in (("tests", PlannedTest), ("margins", PlannedMargin), ("goals", PlannedGoal)):
            need_items(getattr(self, name), kind, f"{name} of the plan are {kind.__name__} values")
        for name in ("threshold_rules", "subgroups", "show"):
            need_texts(getattr(self, name), f"{name} of the plan")
        need(self.prevalences, tuple | list, "prevalences of the plan are numbers in a tuple")
        for name in ("positive", "negative"):
            held = getattr(self, name)
            for value in held if isinstance(held, tuple | list) else [held]:
                if not (value is None or isinstance(value, str | bool | np.bool_) or _is_writable(value)):
                    raise PlanError(
                        f"{name} of the plan is {shown(held)}; it is a value of the truth, a text or a number, or "
                        "several in a tuple."
                    )

    def _check_further(self, names: list[str]) -> None:
        """Check what is asked beyond areas, comparisons and accuracy at stated thresholds."""
        check_band(self.fpf_band, "FPF")
        check_band(self.tpf_band, "TPF")
        check_rules(self.threshold_rules, self.design)
        check_words(self.show, SHOWN, "description")
        check_curve(self.curve, self.methods.fit)
        check_prevalences(self.prevalences)
        check_columns(self.subgroups, self.truth, names)
        for margin in self.margins:
            if margin.kind == "equivalence" and self.level <= LEAST_FOR_EQUIVALENCE:
                raise PlanError(
                    f"level of the plan is {shown(self.level)}; a plan with a claim of equivalence has a level above "
                    f"{LEAST_FOR_EQUIVALENCE:g}."
                )
            check_test(margin.new, names, "a margin")
            check_test(margin.reference, names, "a margin")
        for goal in self.goals:
            check_test(goal.test, names, "a goal")
            check_goal(goal.test, goal.measure, goal.goal, self.thresholds, self.design)
        needing = {"precision-recall", "gains", "decision-curve"} & set(self.show)
        if self.prevalences and not self.thresholds and not (self.design == "case-control" and needing):
            raise PlanError(
                "predictive values at a prevalence are those of a stated threshold, and the plan states none; give a "
                "test its threshold, or leave the prevalences out."
            )

    @property
    def thresholds(self) -> dict[str, float]:
        """The stated thresholds by test, on the user's scale."""
        return {test.name: test.threshold for test in self.tests if test.threshold is not None}


def _is_writable(value: object) -> bool:
    """Say whether a value is a number that the data may hold, and a report can show."""
    return is_number(value) and abs(value) <= sys.float_info.max
