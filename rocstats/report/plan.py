"""The plan of a report: everything that is decided before the data are looked at.

The command line fills a plan from its options. A plan is data without behaviour, so that a file can fill the same type.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from rocstats.data.counts import DESIGNS, Design
from rocstats.data.table import Missing
from rocstats.errors import PlanError
from rocstats.formatting import printable

DEFAULT_SEED = 20261130


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
        if self.threshold is not None and math.isnan(self.threshold):
            raise PlanError(f'the threshold of "{printable(self.name)}" is not a number.')


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMethods:
    """Words of the register: which method answers which question.

    Parameters
    ----------
    auc, comparison : str
        Methods for areas and for their differences.
    proportions : str
        Method for sensitivity, specificity and the like.

    Examples
    --------
    >>> PlannedMethods(auc="delong-logit").comparison
    'delong'
    """

    auc: str = "delong"
    comparison: str = "delong"
    proportions: str = "wilson"


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
        Confidence level of every interval.
    seed : int
        Seed of everything that draws random numbers.
    methods : PlannedMethods
        The methods by the register's words.
    command : str
        The command that made the plan, for provenance.

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

    def __post_init__(self) -> None:
        names = [test.name for test in self.tests]
        if not names:
            raise PlanError("the plan names no test; a report needs at least one.")
        if twice := [name for i, name in enumerate(names) if name in names[:i]]:
            raise PlanError(f'the plan names the test "{printable(twice[0])}" twice.')
        if self.truth in names:
            raise PlanError(f'"{printable(self.truth)}" is the truth of the plan and cannot be a test of it too.')
        if self.missing not in ("error", "drop"):
            raise PlanError(f'missing of the plan is "error" or "drop", not {self.missing!r}.')
        if self.design is not None and self.design not in DESIGNS:
            raise PlanError(f'design of the plan is "cohort" or "case-control", not {self.design!r}.')
        if isinstance(self.level, bool) or not 0.5 <= self.level < 1:
            raise PlanError(f"level of the plan is {self.level!r}; it must be at least 0.5 and below 1.")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            raise PlanError(f"seed of the plan is {self.seed!r}; it must be a whole number of at least 0.")

    @property
    def thresholds(self) -> dict[str, float]:
        """The stated thresholds by test, on the user's scale."""
        return {test.name: test.threshold for test in self.tests if test.threshold is not None}
