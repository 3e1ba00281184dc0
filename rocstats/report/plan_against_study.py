"""A plan held against the study it is for: the same columns and values, and methods that there are."""

from __future__ import annotations

from typing import Any, cast

from rocstats.data.study import Study
from rocstats.errors import DataError, PlanError
from rocstats.formatting import listed, printable, shown
from rocstats.given import is_one_of
from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES
from rocstats.methods.by_word import method_of, seeded
from rocstats.parametric import FIT_METHODS
from rocstats.parametric.fit_method import FitMethod
from rocstats.report.plan import Plan

_MOST_GROUPS = 20


def check_plan(study: Study, plan: Plan) -> None:
    """Refuse a plan that says something else than the study it is for."""
    held = {test.name: test for test in study.tests}
    for planned in plan.tests:
        if planned.name not in held:
            raise PlanError(
                f'the plan names the test "{printable(planned.name)}"; the study has '
                f"{listed([printable(name) for name in held])}."
            )
        if held[planned.name].low != planned.low:
            stated, other = ("low", "high") if planned.low else ("high", "low")
            name = printable(planned.name)
            raise PlanError(f'in the plan {stated} scores of "{name}" are positive, in the study {other} ones.')
    for name, planned_value, value in (
        ("truth", plan.truth, study.truth),
        ("design", plan.design, study.design),
        ("missing", plan.missing, study.missing),
    ):
        if planned_value != value:
            raise PlanError(f"{name} of the plan is {shown(planned_value)}, that of the study is {shown(value)}.")
    for word in (plan.methods.auc, plan.methods.comparison):
        method_of(word, plan.seed)
        if not is_one_of(word, FOR_QUANTITIES):
            raise PlanError(f'"{printable(word)}" is no method for areas; those are {", ".join(FOR_QUANTITIES)}.')
    method_of(plan.methods.proportions, plan.seed)
    if not is_one_of(plan.methods.proportions, FOR_PROPORTIONS):
        word = printable(plan.methods.proportions)
        raise PlanError(f'"{word}" is no method for proportions; those are {", ".join(FOR_PROPORTIONS)}.')
    for column in plan.subgroups:
        _check_column(study, column)


def _check_column(study: Study, column: str) -> None:
    """Refuse a column that is not there, or that does not make a handful of groups."""
    name = printable(column)
    held = [str(one) for one in study.frame.columns]
    if held.count(column) != 1:
        known = ", ".join(printable(one) for one in held if one != study.truth)
        raise PlanError(f'the plan names subgroups by "{name}", and the study has no such column; it has {known}.')
    groups = study.frame[column].nunique()
    if groups < 2:
        raise DataError(
            f'"{name}" has {"one value" if groups else "no value"} in this study and makes no subgroups; leave it out.'
        )
    if groups > _MOST_GROUPS:
        raise DataError(
            f'"{name}" has {groups} different values, and a report shows at most {_MOST_GROUPS} subgroups; make a '
            "column of wider groups first."
        )


def fit_method_of(plan: Plan) -> FitMethod:
    """Return the way of fitting of a plan, with its seed if it draws at random."""
    method: Any = FIT_METHODS[plan.methods.fit]
    return cast(FitMethod, seeded(method, plan.seed))
