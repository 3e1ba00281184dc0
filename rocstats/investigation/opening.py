"""Opening an investigation: the data of a plan are read, and every row is sorted as the plan says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rocstats.data.contents import Wanted
from rocstats.data.files import MISSING_CODES, contents_of, existing_file, source_of
from rocstats.data.source import Source
from rocstats.errors import DataError, PlanError
from rocstats.formatting import printable
from rocstats.investigation.investigation import (
    ABSENT,
    EVERYONE,
    INCONCLUSIVE,
    MISSING,
    PRESENT,
    Investigation,
    column_of,
)
from rocstats.investigation.test_column import Words, equal_to_any, test_column
from rocstats.study_plan.filters import parse_filter
from rocstats.study_plan.study_plan import ReferencePart, StudyPlan, values_of


def open_investigation(plan: StudyPlan, folder: str | Path = ".") -> Investigation:
    """Read the data file of a plan, which stands in ``folder``, and sort its rows."""
    frame, source = data_of(plan, folder)
    return investigation_of(plan, frame, source)


def data_of(plan: StudyPlan, folder: str | Path) -> tuple[pd.DataFrame, Source]:
    """Read the data file of a plan whole, ids as text, and hold it against its stated digest."""
    file = existing_file(Path(folder) / plan.data.file)
    ids = tuple(name for name in (plan.data.subject, plan.data.cluster, plan.data.site) if name)
    wanted = Wanted(columns=(), scores=(), ids=ids, missing_codes=MISSING_CODES)
    raw, contents = contents_of(file, wanted)
    source = source_of(file, raw, contents, wanted, "wide")
    if plan.data.sha256 and plan.data.sha256.lower() != source.sha256:
        raise DataError(
            f"{printable(file.name)} has the SHA-256 {source.sha256}, and the plan was made for a file with "
            f"{printable(plan.data.sha256)}. Use that file, or state the new digest under data.sha256."
        )
    return contents.frame, source


def investigation_of(plan: StudyPlan, frame: pd.DataFrame, source: Source | None = None) -> Investigation:
    """Sort the rows of a frame as the plan says.

    Raises
    ------
    DataError
        If a column is not there, a participant has two rows, or a value is none that the plan names.
    PlanError
        If the primary analysis set is none.
    """
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
            test_column(part, f"t{place}", column_of(frame, part.source_column, f'the test "{part.name}"'))
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
        raise DataError(
            f"{int(left.sum())} values of the reference column are not stated as positive, negative or inconclusive: "
            f"{strangers[:200]}. Name them in the plan, under reference."
        )
    return truth


def _refuse_doubles(ids: pd.Series[Any], plan: StudyPlan) -> None:
    if ids.isna().any():
        raise DataError(f'{int(ids.isna().sum())} rows have no "{printable(plan.data.subject)}"; each needs one.')
    twice = ids[ids.duplicated()]
    if len(twice) and not plan.data.cluster:
        raise DataError(
            f'"{printable(plan.data.subject)}" holds {printable(twice.iloc[0])} on several rows; a report needs '
            "one row a participant. If rows of a participant are several records, name their column under data.cluster."
        )
