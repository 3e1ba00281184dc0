"""Checks of names: of tests, analysis sets, claims, and of whatever a list holds."""

from __future__ import annotations

from rocstats.study_plan.checking import Checking
from rocstats.study_plan.faults import nearest, shown
from rocstats.study_plan.keys import Path
from rocstats.study_plan.toml_text import toml_value

EVERYONE = "All eligible"
_LISTS: tuple[tuple[Path, str], ...] = (
    (("prevalences",), "prevalence"),
    (("sensitivity",), "sensitivity analysis"),
    (("report", "formats"), "format"),
    (("estimand", "measures"), "measure"),
    (("participants", "baseline"), "column"),
    (("participants", "adverse_events"), "column"),
    (("ai", "fairness_groups"), "column"),
)


def check_names(checking: Checking) -> None:
    """No name stands for two things."""
    plan = checking.plan
    checking.no_doubles([((*path, "name"), test.name) for path, test in checking.tests()], "name of a test")
    checking.no_doubles(
        [(("hypotheses", i, "id"), claim.id) for i, claim in enumerate(plan.hypotheses)], "id of a claim"
    )
    for path, what in _LISTS:
        held: object = plan
        for step in path:
            held = getattr(held, str(step), ())
        if isinstance(held, tuple):
            checking.no_doubles([((*path, i), value) for i, value in enumerate(held)], what)
    groups = [(("subgroups", i), name) for i, name in enumerate(plan.subgroups)]
    groups += [(("exploratory_subgroups", i), name) for i, name in enumerate(plan.exploratory_subgroups)]
    checking.no_doubles(groups, "subgroup")


def check_sets(checking: Checking) -> None:
    """Analysis sets have names of their own, and the primary one is among them."""
    plan = checking.plan
    for name in plan.analysis_sets:
        if name.strip().lower() == EVERYONE.lower():
            checking.say(
                ("analysis_sets", name),
                "this name is that of the set of all who are eligible, which every report has",
                "Give the set another name.",
            )
        if not name.strip():
            checking.say(("analysis_sets", name), "a set without a name came", "Give the set a name.")
    primary = plan.estimand.population
    if primary and primary != EVERYONE and primary not in plan.analysis_sets:
        known = [*plan.analysis_sets, EVERYONE]
        near = nearest(primary, known)
        meant = "" if near is None else f"; {toml_value(near)} is nearest"
        checking.say(
            ("estimand", "population"),
            f"{shown(primary)} is no analysis set",
            f"Write one of {', '.join(map(toml_value, known))}{meant}; or define the set under [analysis_sets].",
            [("analysis_sets",), *(path for path in checking.spoilt if path[0] == "analysis_sets")],
        )
