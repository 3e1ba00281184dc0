"""Where the results of an investigation come from: file, columns, plan, seed, software."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rocstats.analysis_results.digests import results_digest
from rocstats.analysis_results.provenance import (
    Provenance,
    blas_here,
    build,
    packages_here,
    platform_here,
    python_here,
    rocstats_here,
    run_id,
)
from rocstats.analysis_results.qualification_record import QualificationRecord
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.errors import PlanError
from rocstats.formatting import printable, shown
from rocstats.investigation.investigation import Investigation
from rocstats.study_plan.filters import parse_filter
from rocstats.study_plan.study_plan import StudyPlan

if TYPE_CHECKING:
    import pandas as pd


def provenance_of(
    investigation: Investigation,
    table: ResultsTable,
    plan_digest: str = "",
    qualification: QualificationRecord | None = None,
) -> Provenance:
    """Say where results come from.

    Parameters
    ----------
    investigation : Investigation
        Plan and data.
    table : ResultsTable
        What was computed of them.
    plan_digest : str
        SHA-256 of the file of the plan; empty for a plan that was in memory.
    qualification : QualificationRecord, optional
        The last operational qualification of this environment, for a report to quote.
    """
    plan = investigation.plan
    columns = tuple(name for name in columns_used(plan) if name in set(map(str, investigation.frame.columns)))
    content = content_digest(investigation.frame, columns)
    digest = results_digest(table)
    return Provenance(
        run_id=run_id(plan_digest, content, build(), digest),
        status=plan.study.status,
        rocstats=rocstats_here(),
        build=build(),
        python=python_here(),
        platform=platform_here(),
        blas=blas_here(),
        packages=packages_here(),
        seed=plan.seed,
        n_resamples=plan.intervals.n_resamples,
        generator="PCG64",
        source=investigation.source,
        n_rows=len(investigation.frame),
        columns=columns,
        content_sha256=content,
        plan_schema=plan.rocstats,
        plan_sha256=plan_digest,
        results_digest=digest,
        stated_time=stated_time(),
        qualification=qualification,
    )


def columns_used(plan: StudyPlan) -> tuple[str, ...]:
    """Name every column that a plan reads, in filters too, each once and sorted by code point."""
    data, people = plan.data, plan.participants
    names = [
        *(data.subject, data.cluster, data.site, plan.reference.column),
        *(test.source_column for test in plan.tests),
        *(*plan.subgroups, *plan.exploratory_subgroups, *people.baseline, *people.adverse_events),
        *(people.exclusion_reason, people.severity, people.alternatives, people.index_date, people.reference_date),
        *(() if plan.ai is None else plan.ai.fairness_groups),
    ]
    filters = [data.supplementary, data.discrepancy_resolved, people.eligible, people.treated_between]
    for text in (*filters, *plan.analysis_sets.values()):
        names += parse_filter(text).columns if text else ()
    return tuple(sorted({name for name in names if name}))


def content_digest(frame: pd.DataFrame, columns: tuple[str, ...]) -> str:
    """Give the SHA-256 of the values of columns, whatever file they were in.

    Numbers are what they are worth (1 and 1.0 are one), texts their letters; a text that spells a number in its
    shortest form is that number, so "007" stays a text. The order of the rows counts, that of the columns does not.
    """
    import pandas as pd

    whole = hashlib.sha256()
    for name in sorted(columns):
        whole.update(_counted(name))
        codes, values = pd.factorize(frame[name])
        written = [*(_counted(_canonical(value)) for value in values), b"-"]
        whole.update(b"".join([written[code] for code in codes.tolist()]))
    return whole.hexdigest()


def stated_time() -> str:
    """Give the time of ``SOURCE_DATE_EPOCH`` in UTC, or nothing."""
    stated = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not stated:
        return ""
    try:
        return datetime.fromtimestamp(int(stated), UTC).isoformat().replace("+00:00", "Z")
    except (ValueError, OverflowError, OSError):
        raise PlanError(
            f'SOURCE_DATE_EPOCH is "{printable(stated)}"; it is the seconds since 1970 as a whole number, or not set.'
        ) from None


def _counted(text: str) -> bytes:
    """Write a text with its length before it, so that no two lists of texts look alike."""
    letters = text.encode("utf-8", "surrogatepass")
    return str(len(letters)).encode() + b":" + letters


def _canonical(value: Any) -> str:
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"n{shown(float(value) + 0.0)}"
    text = str(value)
    try:
        number = float(text)
    except ValueError:
        return f"t{text}"
    shortest = {repr(number), f"{number:.0f}" if number.is_integer() else ""}
    return f"n{shown(number + 0.0)}" if text in shortest else f"t{text}"
