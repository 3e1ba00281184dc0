"""Loading a plan: a TOML file, or what stands in one, made into a plan of which everything was checked.

All faults are told in one run. Where a key is faulty, what rests on it is not judged, so that one slip of the pen is
one fault.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from os import PathLike
from pathlib import Path as File
from typing import Any

from rocstats.disk import speaking_of_files
from rocstats.errors import PlanError
from rocstats.formatting import printable
from rocstats.given import checked_path, need_text
from rocstats.study_plan.checking import Check, Checking
from rocstats.study_plan.claim_checks import check_claims, check_measures
from rocstats.study_plan.column_checks import check_columns
from rocstats.study_plan.fact_checks import check_facts
from rocstats.study_plan.faults import FaultyPlanError
from rocstats.study_plan.field_faults import looked_at
from rocstats.study_plan.filter_checks import check_filters
from rocstats.study_plan.lines import lines_of
from rocstats.study_plan.method_checks import check_methods
from rocstats.study_plan.name_checks import check_names, check_sets
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_plan.value_checks import check_reference, check_tests

LARGEST_FILE = 1_000_000
_CHECKS: tuple[Check, ...] = (
    check_names,
    check_columns,
    check_reference,
    check_tests,
    check_filters,
    check_sets,
    check_claims,
    check_measures,
    check_methods,
    check_facts,
)
# What the reader of TOML says, and what a writer of plans makes of it.
_ADVICE = (
    ("overwrite|declare|mutate|twice|namespace", "A key or a table stands here that stood before; write each once."),
    (
        "Unescaped|escape|hex",
        'Within "…" a backslash begins an escape; write two, or put the text between single quotation marks.',
    ),
    ("Illegal character '\\\\n'|Unterminated|Unclosed|Expected \"", "A quotation mark or a bracket is not closed."),
    ("Expected '='|key/value|statement", "A line is key = value, or the name of a table in square brackets."),
    (
        "Invalid value|Expected newline",
        "A text stands between quotation marks, and a line holds one key and its value.",
    ),
)
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


@speaking_of_files
def load_plan(path: str | PathLike[str]) -> StudyPlan:
    """Read a plan from its file.

    Parameters
    ----------
    path : str or path
        A TOML file in UTF-8 of at most one million bytes.

    Returns
    -------
    StudyPlan
        With every key checked by itself and with the others; the data are not read.

    Raises
    ------
    PlanError
        If there is no such file, it is no TOML, or the plan has faults: all of them, each with its line, the key, what
        came, what the key means and what to do.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = File(folder, "plan.toml")
    ...     written = file.write_text('rocstats = "1"\\n[data]\\nfil = "study.csv"\\n')
    ...     try:
    ...         load_plan(file)
    ...     except PlanError as error:
    ...         print(str(error).splitlines()[0])
    plan.toml has 4 faults; places in lists are counted from 1.
    """
    text = text_of(path)
    return _checked(mapping_of(text, File(path).name), File(path).name, text)


def plan_of(mapping: Mapping[str, Any], name: str = "the plan") -> StudyPlan:
    """Make a plan of what stands in one.

    Parameters
    ----------
    mapping : mapping
        What a TOML file would hold, as nested dicts and lists.
    name : str
        How faults call it.

    Returns
    -------
    StudyPlan
        With every key checked, as ``load_plan`` does it.

    Raises
    ------
    PlanError
        If the plan has faults: all of them.

    Examples
    --------
    >>> plan = plan_of(
    ...     {
    ...         "rocstats": "1",
    ...         "data": {"file": "study.csv"},
    ...         "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    ...         "tests": [{"name": "CT", "positive_scores": "high"}],
    ...     }
    ... )
    >>> plan.tests[0].name
    'CT'
    """
    if not isinstance(mapping, Mapping):
        raise TypeError(f"plan_of takes a mapping, not {type(mapping).__name__}; load_plan reads a file.")
    need_text(name, "name")
    return _checked(mapping, name, None)


def text_of(path: str | PathLike[str]) -> str:
    """Read the text of a plan file, whatever stands in it.

    Raises
    ------
    PlanError
        If there is no such file, or it is too large or no text in UTF-8.
    """
    file = checked_path(path, PlanError)
    if not file.is_file():
        what = "is a folder; name a file in it" if file.is_dir() else "is no file"
        raise PlanError(
            f"{printable(file)} {what}. A plan is a TOML file; `rocstats init DATA` writes one to begin with."
        )
    try:
        with file.open("rb") as held:
            raw = held.read(LARGEST_FILE + 1)
    except OSError as error:
        raise PlanError(f"{printable(file)} cannot be read: {error.strerror}.") from None
    name = printable(file.name)
    if len(raw) > LARGEST_FILE:
        raise PlanError(f"{name} has more than {LARGEST_FILE} bytes; a plan is a short TOML file. Is it the data file?")
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise PlanError(f"{name} is written in UTF-16; save it as UTF-8.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise PlanError(
            f"{name} is no text in UTF-8: byte {error.start + 1}, in line {line}; save it as UTF-8."
        ) from None


def mapping_of(text: str, name: str) -> dict[str, Any]:
    """Read TOML.

    Raises
    ------
    PlanError
        If it is none, with the line where it stops being one.
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise PlanError(f"{printable(name)} has brackets within brackets, too many; a plan needs three.") from None
    except ValueError as error:
        raise PlanError(_syntax(text, printable(name), str(error))) from None


def _syntax(text: str, name: str, said: str) -> str:
    advice = next((advice for words, advice in _ADVICE if re.search(words, said)), "Write key = value.")
    found = _PLACE.search(said)
    lines = text.replace("\r\n", "\n").split("\n")
    if found is None:
        if "end of document" not in said:
            return f"{name} holds a value that cannot be read: a number of very many digits, or a date that is none."
        number, column = len(lines), len(lines[-1]) + 1
    else:
        number, column = int(found[1]), int(found[2])
    line = printable(lines[number - 1].strip()) if number <= len(lines) else ""
    shown = f"“{line[:70]}{' …' if len(line) > 70 else ''}”" if line else "the line is empty"
    return f"{name} is no TOML at line {number}, column {column}: {shown}. {advice}"


def _checked(mapping: Mapping[str, Any], name: str, text: str | None) -> StudyPlan:
    looked = looked_at(mapping)
    checking = Checking(looked)
    for check in _CHECKS:
        check(checking)
    if faults := [*looked.faults, *checking.found]:
        raise FaultyPlanError(faults, name, None if text is None else lines_of(text))
    return looked.plan
