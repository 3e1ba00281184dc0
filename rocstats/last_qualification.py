"""The last qualification of this environment, for a report that a command writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocstats.console import say
from rocstats.errors import DataError

if TYPE_CHECKING:
    from rocstats.analysis_results.qualification_record import QualificationRecord


def qualification_here() -> QualificationRecord | None:
    """Read what ``rocstats validate --oq`` kept of this environment; say what keeps it from being quoted."""
    from rocstats.analysis_results.environment import environment_here
    from rocstats.qualification_report.kept_record import last_qualification

    try:
        return last_qualification(environment_here())
    except DataError as problem:
        say(str(problem))
        return None
