"""The last operational qualification of each environment, kept where a user's data are."""

from __future__ import annotations

import json
from pathlib import Path

from rocstats.analysis_results.environment import Environment
from rocstats.analysis_results.qualification_record import QualificationRecord
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.qualification_report.item import FAILED, PASSED, WITH_DEVIATIONS
from rocstats.qualification_report.outcome_digest import OQ_FORM, SCHEMA, digest_of_outcome

FILE = "oq.json"
_NAMED_BY = 16


def kept_folder() -> Path:
    """Say where qualifications are kept: in the folder of the user's data, as the system has it."""
    from platformdirs import user_data_path

    return user_data_path("rocstats", appauthor=False) / "qualification"


def kept_file(environment: Environment) -> Path:
    """Say where the last qualification of an environment is kept."""
    return kept_folder() / environment.digest[:_NAMED_BY] / FILE


def last_qualification(environment: Environment) -> QualificationRecord | None:
    """Read the last qualification of an environment; None where there is none.

    Raises
    ------
    DataError
        If what is kept is not as it was written.
    """
    place = kept_file(environment)
    try:
        held = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise DataError(f"{printable(place)} cannot be read: {problem.strerror}.") from None
    except (ValueError, RecursionError):
        raise DataError(_changed(place)) from None
    try:
        outcome = held["outcome"]
        record = QualificationRecord(
            verdict=outcome["verdict"],
            digest=held["digest"],
            date=held["date"],
            environment=held["environment"]["digest"],
            quick=outcome["quick"],
        )
        whole = (held["format"], held["schema"], held["digest"]) == (OQ_FORM, SCHEMA, digest_of_outcome(outcome))
    except (KeyError, TypeError, ValueError, RecursionError):
        raise DataError(_changed(place)) from None
    known = record.verdict in (PASSED, WITH_DEVIATIONS, FAILED) and isinstance(record.date, str)
    if not (whole and known and record.environment == environment.digest):
        raise DataError(_changed(place))
    return record


def _changed(place: Path) -> str:
    return (
        f"the last qualification of this environment is not as it was written, so it is not quoted "
        f"({printable(place)}). Run rocstats validate --oq again."
    )
