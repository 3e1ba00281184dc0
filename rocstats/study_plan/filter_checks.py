"""Checks of filters: each of them is one."""

from __future__ import annotations

from rocstats.errors import PlanError
from rocstats.study_plan.checking import Checking
from rocstats.study_plan.filters import parse_filter
from rocstats.study_plan.keys import Path
from rocstats.study_plan.study_plan import StudyPlan


def filters_of(plan: StudyPlan) -> tuple[tuple[Path, str], ...]:
    """Give every filter that a plan states, with the path of its key."""
    held: list[tuple[Path, str]] = [
        (("data", "supplementary"), plan.data.supplementary),
        (("data", "discrepancy_resolved"), plan.data.discrepancy_resolved),
        (("participants", "eligible"), plan.participants.eligible),
        (("participants", "treated_between"), plan.participants.treated_between),
    ]
    stated = [(path, text) for path, text in held if text]
    return (*stated, *((("analysis_sets", name), text) for name, text in plan.analysis_sets.items()))


def check_filters(checking: Checking) -> None:
    """Every filter is understood; the data are not asked for its columns yet."""
    for path, text in filters_of(checking.plan):
        try:
            parse_filter(text)
        except PlanError as error:
            first, _, rest = str(error).partition(": ")
            came = f"{first}: {rest.rstrip('.')}" if rest else first.rstrip(".")
            checking.say(path, came, "Write a comparison such as SEX == 'F', or several joined by and / or.")
