"""Statements of cases: each number with its source, its requirements and its data, before anything is computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rocstats.errors import DataError
from rocstats.qualification.asked_words import requirements_met, words_asked
from rocstats.qualification.cases import Block, Case, Value, load_cases
from rocstats.qualification.checked import Stated
from rocstats.qualification.datasets import dataset_of
from rocstats.qualification.requirements import RISKS, Requirement, load_requirements


def statements(directory: str | Path | None = None) -> tuple[Stated, ...]:
    """Return every number that the cases of a kit state; nothing is run, and no data file is needed.

    Parameters
    ----------
    directory : path, optional
        Holds cases; by default those that come with rocstats.

    Examples
    --------
    >>> statements()[0].case
    'agresti-approval'
    """
    known = known_requirements(directory)
    return tuple(
        Stated(**fields_stated(case, block, value, None, known))
        for case in load_cases(directory)
        for block in case.blocks
        for value in block.values
    )


def known_requirements(directory: str | Path | None) -> dict[str, Requirement]:
    """Read the requirements of a kit, by their ids; cases of one's own need not have any."""
    try:
        return {one.id: one for one in load_requirements(directory)}
    except DataError:
        if directory is None or (Path(directory) / "requirements.toml").is_file():
            raise
        return {}


def fields_stated(
    case: Case, block: Block, value: Value, folder: Path | None, known: Mapping[str, Requirement]
) -> dict[str, Any]:
    """Return the fields of a number that are known before it is computed; ``folder`` is that of reference data."""
    evidence = value.evidence
    requirement = requirements_met(block, value.name, case.requirement, known)
    dataset, digest = dataset_of(block.data, case.directory, folder)
    return {
        "case": case.id,
        "title": case.title,
        "source": evidence.source,
        "place": evidence.place,
        "question": block.label,
        "quantity": value.name,
        "function": words_asked(block, value.name),
        "printed": value.printed.text,
        "within": value.printed.within,
        "tolerance": value.printed.tolerance_text,
        "evidence": evidence.text,
        "value_class": evidence.value_class,
        "outside": evidence.outside,
        "origin": evidence.origin,
        "program": evidence.program,
        "call": evidence.call,
        "requirement": requirement,
        "risk": _highest(known[name].risk for name in requirement if name in known),
        "dataset": dataset,
        "dataset_sha256": digest,
    }


def _highest(risks: Iterable[str]) -> str:
    found = {*risks}
    return next((risk for risk in RISKS if risk in found), "")
