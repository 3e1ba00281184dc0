"""Operational qualification (OQ): every reference case, every check of the software's conduct, a plan run whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rocstats.errors import DataError, RocstatsError
from rocstats.qualification.catalogue import CHECKS
from rocstats.qualification.checked import Checked, Skipped
from rocstats.qualification.checks import Check, CheckOutcome, run_checks
from rocstats.qualification.requirements import Requirement, load_requirements
from rocstats.qualification.runner import validate
from rocstats.qualification_report.item import Item, Verdict, with_own_ids
from rocstats.qualification_report.whole_run import whole_run_items

# Nothing stands behind a run that broke off.
Behind = Checked | Skipped | CheckOutcome | None
_VERDICTS: Mapping[str, Verdict] = {"met": "passed", "miss": "failed", "known difference": "known difference"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What the operational qualification found.

    Parameters
    ----------
    items : tuple of Item
        A line for each number and each check.
    behind : tuple
        The number or check behind each line, in the same order.
    requirements : tuple of Requirement
        Those of the kit.
    whole : bool
        Whether cases and checks are those that come with rocstats.
    quick : bool
        Whether slow checks were left out.
    """

    items: tuple[Item, ...]
    behind: tuple[Behind, ...]
    requirements: tuple[Requirement, ...]
    whole: bool
    quick: bool


def qualify_operation(
    cases: str | Path | None = None,
    reference: str | Path | None = None,
    *,
    quick: bool = False,
    checks: Sequence[Check] | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> Operation:
    """Run the reference cases, the checks, and the plan that comes with the kit.

    Parameters
    ----------
    cases : path, optional
        Another folder of cases. Checks and plan belong to rocstats and are run with its own cases only.
    reference : path, optional
        The folder of data that belong to other packages.
    quick : bool
        Leave out the checks that take long, and the run of a plan.
    checks : sequence of Check, optional
        The catalogue unless stated.
    progress : callable
        Is told what comes next.

    Raises
    ------
    DataError
        If there are no cases in a folder that is stated, or a file of it is malformed. Where the kit that comes with
        rocstats cannot be read the operation has failed, and a line says so.
    """
    progress("reference cases")
    lines = _numbers(cases, reference)
    progress("checks")
    asked = checks if checks is not None else CHECKS if cases is None else ()
    lines += [(_conduct(one), one) for one in run_checks(asked, quick=quick)]
    requirements, unread = _requirements(cases)
    lines += [(item, None) for item in unread]
    whole = cases is None and checks is None
    if whole and not quick:
        progress("run of a plan")
        lines += [(item, None) for item in whole_run_items()]
    return Operation(
        items=with_own_ids(item for item, _ in lines),
        behind=tuple(one for _, one in lines),
        requirements=requirements,
        whole=whole,
        quick=quick,
    )


def _numbers(cases: str | Path | None, reference: str | Path | None) -> list[tuple[Item, Behind]]:
    try:
        report = validate(cases, reference)
    except Exception as problem:  # software that breaks has failed, whatever broke it
        if isinstance(problem, RocstatsError) and not (cases is None and reference is None):
            raise
        return [(_broken("the run of the reference cases", problem), None)]
    return [*((_number(one), one) for one in report.checks), *((_waiting(one), one) for one in report.skipped)]


def _broken(what: str, problem: Exception) -> Item:
    return Item(
        id=f"OQ/{what.removeprefix('the ')}",
        part="OQ",
        group="Run",
        what=f"{what[0].upper()}{what[1:]}",
        expected="no break",
        found=f"{type(problem).__name__}: {problem}",
        verdict="failed",
        note="it stopped there, and what comes after was not looked at",
    )


def source_of(one: Checked | Skipped) -> str:
    """Say where a number comes from: citation, page, program, call."""
    program = f"{one.program}{f', {one.call}' if one.call else ''}" if one.program else one.call
    return "; ".join(part for part in (one.source, one.place, program) if part)


def _number(one: Checked) -> Item:
    return Item(
        id=_id(one),
        part="OQ",
        group=one.case,
        what=f"{one.question}: {one.quantity}",
        expected=one.printed,
        found=one.obtained,
        verdict=_VERDICTS[one.verdict],
        note=one.note,
        requirement=one.requirement,
    )


def _waiting(one: Skipped) -> Item:
    return Item(
        id=_id(one),
        part="OQ",
        group=one.case,
        what=f"{one.question}: {one.quantity}",
        expected=one.printed,
        found="not computed",
        verdict="skipped",
        note=one.reason,
        requirement=one.requirement,
    )


def _conduct(one: CheckOutcome) -> Item:
    return Item(
        id=f"OQ/{one.check.id}",
        part="OQ",
        group=f"Checks: {one.check.kind}",
        what=f"{one.check.function}: {one.check.what}",
        expected=one.finding.expected,
        found=one.finding.found,
        verdict="passed" if one.passed else "failed",
        requirement=one.check.requirement,
    )


def _id(one: Checked | Skipped) -> str:
    return f"OQ/{one.case}/{one.question}/{one.quantity}"


def _requirements(cases: str | Path | None) -> tuple[tuple[Requirement, ...], list[Item]]:
    """Read the requirements of the kit, or say that they cannot be read; cases of one's own need not have any."""
    try:
        return load_requirements(cases), []
    except DataError as problem:
        if cases is None:
            return (), [_broken("the reading of the requirements", problem)]
        if (Path(cases) / "requirements.toml").is_file():
            raise
        return (), []
