"""The run of the reference cases: each printed number beside the one that this installation gives.

A number is met, missed, or differs as known; a known difference that is gone is a miss as well, for the case then says
something that is not so. A number whose data are not here is skipped, with the reason.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rocstats.disk import speaking_of_files
from rocstats.errors import RocstatsError
from rocstats.qualification.agreement import agreement
from rocstats.qualification.cases import Block, Case, Value, load_cases
from rocstats.qualification.checked import NO_ANSWER, Checked, Skipped, Verdict
from rocstats.qualification.inputs import Input, made
from rocstats.qualification.printed import Obtained, in_full
from rocstats.qualification.questions import QUESTIONS
from rocstats.qualification.reference_data import reference_folder, references_in, why_skipped
from rocstats.qualification.requirements import Requirement
from rocstats.qualification.statements import fields_stated, known_requirements
from rocstats.qualification.validation_report import ValidationReport
from rocstats.version import __version__, version_of


@speaking_of_files
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
    known = known_requirements(directory)
    checks: list[Checked] = []
    skipped: list[Skipped] = []
    for case in cases:
        for outcome in _outcomes(case, folder, known):
            if isinstance(outcome, Checked):
                checks.append(outcome)
            else:
                skipped.append(outcome)
    return ValidationReport(checks=tuple(checks), skipped=tuple(skipped), versions=_versions())


def _outcomes(case: Case, folder: Path | None, known: Mapping[str, Requirement]) -> Iterator[Checked | Skipped]:
    taken: list[tuple[object, Input]] = []
    for block in case.blocks:
        about = [fields_stated(case, block, value, folder, known) for value in block.values]
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
        *((name, version_of(name)) for name in ("numpy", "scipy", "statsmodels")),
    )
