"""Opening an investigation: the data of a plan are read, and every row is sorted as the plan says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rocstats.data.contents import Contents, Wanted
from rocstats.data.files import MISSING_CODES, contents_of, existing_file, source_of
from rocstats.data.source import Source
from rocstats.disk import speaking_of_files
from rocstats.errors import DataError, PlanError
from rocstats.formatting import counted, printable
from rocstats.given import checked_path, need
from rocstats.investigation.column_of_test import Words, column_of_test, equal_to_any
from rocstats.investigation.investigation import (
    ABSENT,
    EVERYONE,
    INCONCLUSIVE,
    MISSING,
    PRESENT,
    Investigation,
    column_of,
)
from rocstats.study_plan.filters import parse_filter
from rocstats.study_plan.study_plan import ReferencePart, StudyPlan, values_of

_PLAN = "load_plan(path) reads one, plan_of(mapping) makes one."
# What stands in place of an option of reading, which a plan does not have.
_INSTEAD = {
    "encoding=": "Save it again, a text as UTF-8.",
    "sheet=": "Leave one sheet in it.",
    "decimal=": "Write them with a decimal point and without a mark for thousands.",
}


@speaking_of_files
def open_investigation(plan: StudyPlan, folder: str | Path = ".") -> Investigation:
    """Read the data file of a plan and sort its rows: who is in which set, with which truth and results.

    Parameters
    ----------
    plan : StudyPlan
        The plan.
    folder : str or path
        Where the data file stands that the plan names.

    Returns
    -------
    Investigation
        What ``investigate`` takes. Nothing is computed of it yet.

    Raises
    ------
    DataError
        If the file is not there, is another than the plan was made for, or is not as the plan says.
    PlanError
        If the primary analysis set is none.

    Examples
    --------
    >>> from rocstats import plan_of
    >>> from tempfile import TemporaryDirectory
    >>> plan = plan_of(
    ...     {
    ...         "rocstats": "1",
    ...         "data": {"file": "study.csv"},
    ...         "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    ...         "tests": [{"name": "CT", "positive_scores": "high"}],
    ...     }
    ... )
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "study.csv").write_text("ill,CT\\n1,5\\n1,3\\n0,4\\n0,1\\n")
    ...     investigation = open_investigation(plan, folder)
    >>> investigation.truth.tolist()
    ['present', 'present', 'absent', 'absent']
    """
    need(plan, StudyPlan, "open_investigation takes a plan", _PLAN)
    frame, source = data_of(plan, folder)
    return investigation_of(plan, frame, source)


def data_of(plan: StudyPlan, folder: str | Path) -> tuple[pd.DataFrame, Source]:
    """Read the data file of a plan whole, ids as text, and hold it against its stated digest."""
    file = existing_file(checked_path(folder) / plan.data.file)
    ids = tuple(name for name in (plan.data.subject, plan.data.cluster, plan.data.site) if name)
    wanted = Wanted(columns=(), scores=(), ids=ids, missing_codes=MISSING_CODES)
    raw, contents = contents_for_plan(file, wanted)
    source = source_of(file, raw, contents, wanted, "wide")
    if plan.data.sha256 and plan.data.sha256.lower() != source.sha256:
        raise DataError(
            f"{printable(file.name)} has the SHA-256 {source.sha256}, and the plan was made for a file with "
            f"{printable(plan.data.sha256)}. Use that file, or state the new digest under data.sha256."
        )
    return contents.frame, source


def contents_for_plan(file: Path, wanted: Wanted) -> tuple[bytes, Contents]:
    """Read a data file of a plan; what is wrong with it is told without options of reading, which no plan has."""
    try:
        return contents_of(file, wanted)
    except DataError as error:
        raise DataError(_within_a_plan(str(error))) from None


def _within_a_plan(said: str) -> str:
    *before, last = re.split(r"(?<=[.;]) ", said)
    advice = next((advice for option, advice in _INSTEAD.items() if option in last), None)
    return said if advice is None or not before else f"{' '.join(before).rstrip(';.')}. {advice}"


def investigation_of(plan: StudyPlan, frame: pd.DataFrame, source: Source | None = None) -> Investigation:
    """Sort the rows of a frame as the plan says: who is in which set, with which truth and results.

    Parameters
    ----------
    plan : StudyPlan
        The plan.
    frame : DataFrame
        The data, in place of the file that the plan names.
    source : Source, optional
        The file that they were read from, which the report then names by its digest.

    Returns
    -------
    Investigation
        What ``investigate`` takes. Nothing is computed of it yet.

    Raises
    ------
    DataError
        If a column is not there, a participant has two rows, or a value is none that the plan names.
    PlanError
        If the primary analysis set is none.

    Examples
    --------
    >>> from rocstats import plan_of
    >>> plan = plan_of(
    ...     {
    ...         "rocstats": "1",
    ...         "data": {"file": "study.csv"},
    ...         "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    ...         "tests": [{"name": "CT", "positive_scores": "high"}],
    ...     }
    ... )
    >>> investigation = investigation_of(plan, pd.DataFrame({"ill": [1, 1, 0, 0], "CT": [5, 3, 4, None]}))
    >>> investigation.tests[0].states.tolist()
    ['result', 'result', 'result', 'missing']
    """
    need(plan, StudyPlan, "investigation_of takes a plan", _PLAN)
    need(frame, pd.DataFrame, "investigation_of takes a data frame of pandas")
    if plan.data.subject:
        _refuse_doubles(column_of(frame, plan.data.subject, "data.subject"), plan)
    eligible = np.ones(len(frame), dtype=bool)
    if plan.participants.eligible:
        eligible = parse_filter(plan.participants.eligible).rows(frame)
    sets = {EVERYONE: eligible}
    for name, text in plan.analysis_sets.items():
        sets[name] = eligible & parse_filter(text).rows(frame)
    primary = plan.estimand.population or EVERYONE
    if primary not in sets:
        raise PlanError(
            f'estimand.population is "{printable(primary)}", and the plan has the analysis sets '
            f"{', '.join(printable(name) for name in sets)}."
        )
    return Investigation(
        plan=plan,
        frame=frame,
        source=source,
        truth=_truth(plan.reference, column_of(frame, plan.reference.column, "reference.column")),
        tests=tuple(
            column_of_test(part, f"t{place}", column_of(frame, part.source_column, f'the test "{part.name}"'))
            for place, part in enumerate(plan.tests, 1)
        ),
        eligible=eligible,
        sets=sets,
        primary=primary,
    )


def _truth(part: ReferencePart, column: pd.Series[Any]) -> Words:
    truth = np.full(len(column), MISSING, dtype="<U12")
    left = ~column.isna().to_numpy()
    for state, values in ((PRESENT, part.positive), (ABSENT, part.negative), (INCONCLUSIVE, part.inconclusive)):
        said = left & equal_to_any(column, values_of(values))
        truth[said] = state
        left &= ~said
    if left.any():
        strangers = ", ".join(f'"{printable(value)}"' for value in dict.fromkeys(column[left].astype(str)))
        strangers = strangers if len(strangers) < 200 else strangers[:200] + " …"
        n = int(left.sum())
        are, them = ("is", "it") if n == 1 else ("are", "them")
        raise DataError(
            f"{counted(n, 'value')} of the reference column {are} not stated as positive, negative or inconclusive: "
            f"{strangers}. Name {them} in the plan, under reference."
        )
    return truth


def _refuse_doubles(ids: pd.Series[Any], plan: StudyPlan) -> None:
    if ids.isna().any():
        n = int(ids.isna().sum())
        have = "has" if n == 1 else "have"
        raise DataError(f'{counted(n, "row")} {have} no "{printable(plan.data.subject)}"; each needs one.')
    twice = ids[ids.duplicated()]
    if len(twice) and not plan.data.cluster:
        raise DataError(
            f'"{printable(plan.data.subject)}" holds {printable(twice.iloc[0])} on several rows; a report needs '
            "one row a participant. If rows of a participant are several records, name their column under data.cluster."
        )
