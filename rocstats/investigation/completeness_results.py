"""Results of each test by results of the reference standard, those that decide neither included."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_completeness(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
