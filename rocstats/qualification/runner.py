"""The run of the reference cases: each printed number beside the one that this installation gives.

A number is met, missed, or differs as known; a known difference that is gone is a miss as well, for the case then says
something that is not so. A number whose data are not here is skipped, with the reason.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from rocstats.errors import DataError, RocstatsError
from rocstats.qualification.agreement import agreement
from rocstats.qualification.asked_words import requirements_met, words_asked
from rocstats.qualification.cases import Block, Case, Value, load_cases
from rocstats.qualification.checked import NO_ANSWER, Checked, Skipped, Verdict
from rocstats.qualification.datasets import dataset_of
from rocstats.qualification.inputs import Input, made
from rocstats.qualification.printed import Obtained, in_full
from rocstats.qualification.questions import QUESTIONS
from rocstats.qualification.reference_data import reference_folder, references_in, why_skipped
from rocstats.qualification.requirements import RISKS, Requirement, load_requirements
from rocstats.qualification.validation_report import ValidationReport
from rocstats.version import __version__


def validate(directory: str | Path | None = None, reference: str | Path | None = None) -> ValidationReport:
    """Run reference cases through the public questions and compare with what their sources print.

    It needs no network and no test runner. A number is met within half a unit of its last printed digit, an exact one
    (whole numbers, fractions) exactly, unless its case states a tolerance and why. A passed run says that this
    installation gives these numbers; it does not say that a method suits a study.

    Parameters
    ----------
    directory : path, optional
        Holds cases (``*.toml``); by default those that come with rocstats.
    reference : path, optional
        A folder whose ``data`` holds files of other packages that some cases need; by default the one that the
        environment variable ROCSTATS_REFERENCE names. Without one these cases are skipped, and counted.

    Returns
    -------
    ValidationReport

    Raises
    ------
    DataError
        If there are no cases, one is malformed, or the reference folder is none.

    Examples
    --------
    >>> validate().passed
    True
    """
    cases = load_cases(directory)
    folder = reference_folder(reference)
    known = {one.id: one for one in _requirements(directory)}
    checks: list[Checked] = []
    skipped: list[Skipped] = []
    for case in cases:
        for outcome in _outcomes(case, folder, known):
            if isinstance(outcome, Checked):
                checks.append(outcome)
            else:
                skipped.append(outcome)
    return ValidationReport(checks=tuple(checks), skipped=tuple(skipped), versions=_versions())


def _requirements(directory: str | Path | None) -> tuple[Requirement, ...]:
    """Read the requirements of the kit that is run; cases of one's own need not have any."""
    try:
        return load_requirements(directory)
    except DataError:
        if directory is None or (Path(directory) / "requirements.toml").is_file():
            raise
        return ()


def _outcomes(case: Case, folder: Path | None, known: Mapping[str, Requirement]) -> Iterator[Checked | Skipped]:
    taken: list[tuple[object, Input]] = []
    for block in case.blocks:
        about = [_stated(case, block, value, folder, known) for value in block.values]
        if reason := why_skipped(references_in(block.data), folder, case.directory):
            yield from (Skipped(**stated, reason=reason) for stated in about)
            continue
        question = QUESTIONS[block.question]
        try:
            inputs = next((held for data, held in taken if data is block.data), None)
            if inputs is None:
                inputs = made(block.data, case.directory, folder)
                taken.append((block.data, inputs))
            answer = question.ask(inputs, **block.options)
            obtained = [question.values[value.name](answer) for value in block.values]
        except (RocstatsError, TypeError) as problem:
            yield from (_refused(stated, str(problem)) for stated in about)
            continue
        for stated, value, number in zip(about, block.values, obtained, strict=True):
            yield _checked(stated, block, value, number)


def _stated(
    case: Case, block: Block, value: Value, folder: Path | None, known: Mapping[str, Requirement]
) -> dict[str, Any]:
    """Say everything of a number that is known before it is computed."""
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


def _highest(risks: Iterator[str]) -> str:
    found = {*risks}
    return next((risk for risk in RISKS if risk in found), "")


def _refused(stated: dict[str, Any], refusal: str) -> Checked:
    return Checked(
        **stated,
        obtained=NO_ANSWER,
        verdict="miss",
        absolute_difference=None,
        relative_difference=None,
        lre=None,
        note=refusal,
    )


def _checked(stated: dict[str, Any], block: Block, value: Value, number: Obtained) -> Checked:
    met = value.printed.met_by(number)
    verdict: Verdict = "met" if met else "miss"
    note = value.note
    if block.reason:
        verdict = "miss" if met else "known difference"
        note = f"A difference was known and is gone: {block.reason}" if met else block.reason
    near = agreement(number, value.printed)
    return Checked(
        **stated,
        obtained=in_full(number, value.printed),
        verdict=verdict,
        absolute_difference=near.absolute,
        relative_difference=near.relative,
        lre=near.lre,
        note=note,
    )


def _versions() -> tuple[tuple[str, str], ...]:
    return (
        # The package says its own version; nothing below the roof imports it.
        ("rocstats", __version__),
        ("Python", platform.python_version()),
        *((name, metadata.version(name)) for name in ("numpy", "scipy", "statsmodels")),
    )
