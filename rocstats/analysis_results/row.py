"""A row of the table of results: one statistic, and what it is a statistic of.

The columns are those of CDISC's analysis results data (groups, variable, context, name, label, value) and what a
diagnostic accuracy study needs beside: population, comparator, level, method, alternative, null value, margin, purpose.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Literal, get_args

from rocstats.results import Card

Kind = Literal[
    "count", "percent", "points", "area", "error", "ratio", "statistic", "df", "p", "quantity", "level", "seed", "text"
]
Purpose = Literal["primary", "secondary", "sensitivity", "exploratory", "descriptive", "plan"]
Value = int | float | str | None
KINDS = get_args(Kind)
_ID = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What the statistics of one analysis have in common.

    Parameters
    ----------
    label : str
        The analysis in words: "Sensitivity of New assay at 0.5 or more".
    population : str
        The analysis set, by its name in the plan.
    test, comparator : str
        The test, and the one that it is compared with; empty where there is none.
    groups : tuple of pairs
        Column and level of each subgroup, outermost first.
    purpose : str
        Which part of the plan asks for it.
    method : Card, optional
        The method of interval and test.
    level, sides : float, str
        Confidence level of the interval and its sides; None without interval.
    alternative : str
        Of the test, where there is one.
    null_value, margin : float, optional
        What the hypothesis says.
    seed : int, optional
        Of what was drawn at random.
    requirement : str
        Id of the requirement that the qualification kit tests.
    """

    label: str
    population: str = ""
    test: str = ""
    comparator: str = ""
    groups: tuple[tuple[str, str], ...] = ()
    purpose: Purpose = "descriptive"
    method: Card | None = None
    level: float | None = None
    sides: str = ""
    alternative: str = ""
    null_value: float | None = None
    margin: float | None = None
    seed: int | None = None
    requirement: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One statistic. ``value`` is None where it is not estimable, and ``warning`` then says why.

    ``analysis`` is a plain id such as ``auc.t1``, ``stat`` one of its statistics such as ``conf-low``; together
    they are the ``id`` of the row. A value that is infinite is ``math.inf``; none is NaN.
    """

    analysis: str
    stat: str
    label: str
    value: Value
    kind: Kind
    about: About
    warning: str = ""
    extra: tuple[tuple[str, str], ...] = field(default=())

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.analysis) or not _ID.fullmatch(self.stat) or "." in self.stat:
            raise ValueError(f'"{self.analysis}.{self.stat}" is no id of a result.')
        if self.kind not in KINDS:
            raise ValueError(f'"{self.id}" is of no kind of value: {self.kind!r}.')
        if isinstance(self.value, float) and math.isnan(self.value):
            raise ValueError(f'"{self.id}" is not a number; what cannot be estimated is None, with a warning.')
        if isinstance(self.value, str) and self.kind != "text":
            raise ValueError(f'"{self.id}" is of the kind {self.kind} and holds a text.')
        if self.value is None and not self.warning:
            raise ValueError(f'"{self.id}" has no value and does not say why.')

    @property
    def id(self) -> str:
        """The id of the row: analysis and statistic."""
        return f"{self.analysis}.{self.stat}"
