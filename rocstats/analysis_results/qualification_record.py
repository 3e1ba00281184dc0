"""The last qualification of an environment, as a report quotes it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class QualificationRecord:
    """What the operational qualification of this environment gave.

    Parameters
    ----------
    verdict : str
        "passed", "passed with deviations" or "failed".
    digest : str
        SHA-256 of its outcome, without its time.
    date : str
        Day in UTC on which it was run.
    environment : str
        Digest of the environment in which it was run.
    quick : bool
        Whether it was a quick run, which leaves the slow checks out.
    """

    verdict: str
    digest: str
    date: str
    environment: str
    quick: bool = False
