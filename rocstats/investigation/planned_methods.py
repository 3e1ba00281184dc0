"""Methods as a plan states them: by their word, with its seed and its number of resamples where they draw."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from rocstats.methods.by_word import method_of
from rocstats.study_plan.study_plan import StudyPlan


def planned_method(plan: StudyPlan, word: str) -> Any:
    """Give the method of a word of the register, with the plan's seed and resamples if it draws at random."""
    method = method_of(word, plan.seed)
    if any(field.name == "n_resamples" for field in fields(method)):
        return replace(method, n_resamples=plan.intervals.n_resamples)
    return method
