"""Checks of columns: what each is used for, and that none gives the answer away."""

from __future__ import annotations

from itertools import chain

from rocstats.study_plan.checking import Checking
from rocstats.study_plan.faults import shown
from rocstats.study_plan.keys import Path


def check_columns(checking: Checking) -> None:
    """The columns of truth and of results have no second use that would give the answer away."""
    plan = checking.plan
    named: list[tuple[Path, str]] = [
        (("data", "file"), plan.data.file),
        (("reference", "column"), plan.reference.column),
    ]
    named += _listed(checking)
    for path, value in named:
        if not value.strip():
            checking.say(path, "an empty text came", "Write the name.")
    results: dict[str, tuple[str, Path]] = {plan.reference.column: ("the truth", ("reference", "column"))}
    for path, test in checking.tests():
        source = (*path, "column") if test.column else (*path, "name")
        if test.source_column == plan.reference.column:
            checking.say(
                source,
                f"the column {shown(test.source_column)} is that of the reference too",
                "A test cannot be judged by itself; name the column of its own results.",
                [("reference", "column"), (*path, "column"), (*path, "name")],
            )
        results.setdefault(test.source_column, (f"the test {shown(test.name)}", source))
    for path, name in _uses(checking):
        if name in results:
            what, origin = results[name]
            checking.say(
                path,
                f"the column {shown(name)} is that of {what} too",
                "Name a column that was known without the result.",
                [origin, *checking.test_names],
            )


def _uses(checking: Checking) -> list[tuple[Path, str]]:
    plan = checking.plan
    single: list[tuple[Path, str]] = [
        (("data", key), getattr(plan.data, key)) for key in ("subject", "cluster", "site")
    ]
    single += [
        (("participants", key), getattr(plan.participants, key))
        for key in ("exclusion_reason", "severity", "alternatives", "index_date", "reference_date")
    ]
    return [(path, name) for path, name in chain(single, _listed(checking)) if name and path[1] != "baseline"]


def _listed(checking: Checking) -> list[tuple[Path, str]]:
    """Give the columns that stand in lists."""
    plan = checking.plan
    lists: tuple[tuple[Path, tuple[str, ...]], ...] = (
        (("subgroups",), plan.subgroups),
        (("exploratory_subgroups",), plan.exploratory_subgroups),
        (("participants", "baseline"), plan.participants.baseline),
        (("participants", "adverse_events"), plan.participants.adverse_events),
        (("ai", "fairness_groups"), () if plan.ai is None else plan.ai.fairness_groups),
    )
    return [((*path, place), name) for path, names in lists for place, name in enumerate(names)]
