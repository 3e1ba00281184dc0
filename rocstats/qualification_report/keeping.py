"""Keeping the outcome of an operational qualification, for reports of its environment to quote."""

from __future__ import annotations

import os

from rocstats.analysis_results.environment import Environment
from rocstats.document.places import beside
from rocstats.errors import DataError
from rocstats.qualification_report.item import FAILED
from rocstats.qualification_report.kept_record import kept_file, last_qualification
from rocstats.qualification_report.outcome_files import oq_json
from rocstats.qualification_report.qualification import Qualification


def keep(found: Qualification) -> str:
    """Keep the outcome of an operational qualification, and say what is not kept and why; empty where it is.

    One of other cases than those of rocstats says nothing of its environment. A quick run that passed does not take
    the place of a whole one that passed, which says more.

    Raises
    ------
    OSError
        If the folder cannot be written to.
    """
    if found.oq is None:
        return ""
    if not found.oq.whole:
        return "the cases are not those of rocstats, so no report will quote this qualification."
    if found.oq.quick and found.verdict_of("OQ") != FAILED and _holds_a_whole_one(found.environment):
        return "reports go on quoting the whole qualification of this environment, not this quick one."
    place = kept_file(found.environment)
    place.parent.mkdir(parents=True, exist_ok=True)
    with beside(place) as draft:
        draft.write_text(oq_json(found, date=found.time[:10]), encoding="ascii")
        os.replace(draft, place)
    return ""


def _holds_a_whole_one(environment: Environment) -> bool:
    try:
        last = last_qualification(environment)
    except DataError:
        return False
    return last is not None and not last.quick and last.verdict != FAILED
